"""The guide of a Play page under every choice of players and house rules (decision 0061).

The guide is cut into pieces of HTML, and each piece has the choices under which it is shown.  House rules that a wording or a
clause reads together form one group.  A piece depends on the choices in a few groups, which are independent of each other.  So
the guide is made once for each combination within a group, with everything else as on the page, and not once for every choice.
A script puts the pieces of a choice into the page; without the script the page is unchanged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import prod
from typing import Final

from cartaro_grammar import PLAYERS_SETTING, Game, IdentityKey, choose, for_one_table, parts
from cartaro_grammar import game as g
from cartaro_rulebook.guide import COMPOSED_OF_ANY, GuideSentence
from cartaro_rulebook.prose.aims import SLOT
from cartaro_rulebook.prose.clauses import option_prose
from cartaro_rulebook.prose.composed import composed
from cartaro_rulebook.site.abbreviations import FIRST_SIGN, abbreviated_together
from cartaro_rulebook.site.book import Page, Ruleset, page_for
from cartaro_rulebook.site.first_screen import MOST_ALIKE, MOST_WITH_MOVES, most_lines
from cartaro_rulebook.site.play_page import Figures
from cartaro_rulebook.site.rules_page import section_pieces
from cartaro_rulebook.site.seating import seating
from cartaro_rulebook.words.nouns import capitalized

ANY = ""
"""The value of the players' setting if their number is not chosen."""
MOST_TOGETHER = 64
"""The greatest number of combinations of one group for which the guide is made."""
Axes = Mapping[str, tuple[str, ...]]
Combination = tuple[str, ...]
When = tuple[tuple[str, ...], frozenset[Combination]]
"""Names of house rules, and the combinations of their values under which a piece is shown."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The HTML of a section, and the choices under which it is shown: all of `when`."""

    html: str
    when: tuple[When, ...] = ()

    def stands(self, chosen: Mapping[str, str]) -> bool:
        return all(tuple(chosen[name] for name in names) in held for names, held in self.when)


@dataclass(frozen=True, slots=True)
class OurTable:
    """The choices, with the page's value first; the groups of house rules that are chosen together, with the combinations that
    do not exist; and the pieces of each section.
    """

    axes: Axes
    groups: tuple[tuple[str, ...], ...]
    excluded: Mapping[tuple[str, ...], frozenset[Combination]]
    sections: Mapping[str, tuple[Piece, ...]]

    def shown(self, section: str, settings: Mapping[str, str]) -> str:
        """Return the HTML of a section under some settings, with the page's values for the others."""
        chosen = {name: settings.get(name, values[0]) for name, values in self.axes.items()}
        return "".join(piece.html for piece in self.sections[section] if piece.stands(chosen))


def can_be_chosen(game: Game) -> bool:
    """Return whether a game offers any choice."""
    return bool(_axes(game))


def our_table(page: Page) -> OurTable | None:
    """Return the pieces of a page's guide; None if there is nothing to choose, or if a group has too many combinations."""
    axes = _axes(page.game)
    groups = _groups(page, axes)
    while axes and all(prod(len(axes[name]) for name in group) <= MOST_TOGETHER for group in groups):
        merged = _Merged(page, axes, groups)
        pair = merged.out_of_order()
        if pair is None:
            return merged.table(Figures(page))
        groups = (*(group for group in groups if group not in pair), tuple(name for name in axes if name in pair[0] + pair[1]))
    return None


class _Merged:
    """The guides of all combinations within each group, put together piece by piece."""

    def __init__(self, page: Page, axes: Axes, groups: tuple[tuple[str, ...], ...]) -> None:
        self._page, self._axes, self._groups = page, axes, groups
        self._entries = {
            section: [_Entry(html, sentence) for html, sentence in found] for section, found in _pieces(page).items()
        }
        self._every = [frozenset(self._merge_group(at, group)) for at, group in enumerate(groups)]

    def _merge_group(self, at: int, group: tuple[str, ...]) -> Iterator[Combination]:
        """Merge the guides of a group; yield the combinations that exist."""
        for combination in product(*(self._axes[name] for name in group)):
            found = self._guide(dict(zip(group, combination, strict=True)))
            if found is not None:
                for section, entries in self._entries.items():
                    _merge(entries, found.get(section, []), at, combination)
                yield combination

    def _guide(self, settings: Mapping[str, str]) -> dict[str, list[tuple[str, GuideSentence | None]]] | None:
        page = page_of_table(self._page, settings)
        return None if page is None else _pieces(page)

    def table(self, figures: Figures) -> OurTable:
        excluded = {
            group: frozenset(product(*(self._axes[name] for name in group))) - self._every[at]
            for at, group in enumerate(self._groups)
        }
        sections = {name: tuple(self._conditional(entries, figures)) for name, entries in self._entries.items()}
        sections[SEATING] = _seatings(self._page, self._axes)
        return OurTable(self._axes, self._groups, excluded, sections)

    def _conditional(self, entries: Iterable[_Entry], figures: Figures | None) -> Iterator[Piece]:
        """Yield the pieces with their conditions, and the example next to each with its own."""
        for entry in entries:
            when = tuple(
                (group, frozenset(entry.seen.get(at, ())))
                for at, group in enumerate(self._groups)
                if entry.group in (None, at) and frozenset(entry.seen.get(at, ())) != self._every[at]
            )
            yield Piece(entry.html, when)
            if figures is None or entry.group is not None or entry.sentence is None:
                continue
            drawn = figures.beside(entry.sentence)
            if drawn:
                held = figures.held_under(entry.sentence)
                yield Piece(drawn, (*when, *(_holding(name, held[name], self._axes) for name in held if name in self._axes)))

    def out_of_order(self) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """Return two groups whose own pieces are at the same place and would be in another order if both were shown; None if
        there are none.
        """
        for section, entries in self._entries.items():
            for one, other in _at_one_place(entries):
                settings = self._settings(one) | self._settings(other)
                found = self._guide(settings)
                wanted = "".join(html for html, _ in found.get(section, [])) if found is not None else None
                pieces = tuple(self._conditional(entries, None))
                if wanted is not None and wanted != OurTable(self._axes, (), {}, {section: pieces}).shown(section, settings):
                    assert one.group is not None
                    assert other.group is not None
                    return self._groups[one.group], self._groups[other.group]
        return None

    def _settings(self, entry: _Entry) -> dict[str, str]:
        """Return a choice for which a piece of one group is shown."""
        assert entry.group is not None
        return dict(zip(self._groups[entry.group], min(entry.seen[entry.group]), strict=True))


SEATING = "seating"
"""The section of the first screen that has the drawn table."""


def _seatings(page: Page, axes: Axes) -> tuple[Piece, ...]:
    """Return the drawn table under each choice that changes it.  The house rules that change it for some number of players are
    tried together; if they have too many combinations, only the page's own table is drawn.
    """

    def drawn(settings: Mapping[str, str]) -> str | None:
        game = game_of_table(page.game, settings)
        return None if game is None else seating(page_for(Ruleset(game), page.scope.lang.code, page.built))

    usual = [{}, *({PLAYERS_SETTING: players} for players in axes.get(PLAYERS_SETTING, ())[1:])]
    before = [(one, drawn(one)) for one in usual]

    def changes(name: str) -> bool:
        return any(drawn(one | {name: value}) not in (table, None) for one, table in before for value in axes[name][1:])

    names = tuple(name for name in axes if changes(name))
    together = tuple(product(*(axes[name] for name in names)))
    if len(together) > MOST_TOGETHER:
        together = together[:1]
    held = dict[str, set[Combination]]()
    for combination in together:
        found = drawn(dict(zip(names, combination, strict=True)))
        if found:
            held.setdefault(found, set()).add(combination)
    return tuple(Piece(html, ((names, frozenset(combinations)),) if names else ()) for html, combinations in held.items())


def _at_one_place(entries: Sequence[_Entry]) -> Iterator[tuple[_Entry, _Entry]]:
    """Yield pairs of pieces of two groups that have no permanent piece of the page between them."""
    for at, one in enumerate(entries):
        if one.group is None:
            continue
        for other in entries[at + 1 :]:
            if other.group is None and len(other.seen) > 1 and not _leaves(other, one):
                break
            if other.group not in (None, one.group):
                yield one, other


def _leaves(entry: _Entry, where: _Entry) -> bool:
    """Return whether a piece of the page is hidden under some choice that shows another piece."""
    assert where.group is not None
    return not where.seen[where.group] <= entry.seen.get(where.group, set())


def _holding(name: str, values: frozenset[str], axes: Axes) -> When:
    return (name,), frozenset((value,) for value in axes[name] if value in values)


def page_of_table(page: Page, settings: Mapping[str, str]) -> Page | None:
    """Return the page of a game under a choice; None if the rules do not allow it."""
    changed = tuple(sorted((name, value) for name, value in settings.items() if page.game.chosen.get(name, ANY) != value))
    return _page_of_table(IdentityKey((page.game,)), page.scope.lang.code, page.built, changed)


@lru_cache(maxsize=128)
def _page_of_table(
    key: IdentityKey[Game], code: str, built: frozenset[str], settings: tuple[tuple[str, str], ...]
) -> Page | None:
    game = game_of_table(key.values[0], dict(settings))
    return None if game is None else page_for(Ruleset(game), code, built)


def game_of_table(game: Game, settings: Mapping[str, str]) -> Game | None:
    """Return the game under a choice, for one number of players if that is chosen; None if the rules do not allow it."""
    players = settings.get(PLAYERS_SETTING, ANY)
    wanted = {name: value for name, value in settings.items() if name != PLAYERS_SETTING}
    chosen = choose(game, {**wanted, **({PLAYERS_SETTING: players} if players else {})})
    if not isinstance(chosen, Game):
        return None
    return for_one_table(chosen) if players else chosen


# ------------------------------------------------------------- what depends on what


def _axes(game: Game) -> Axes:
    """Return the choices, each with the page's value first."""
    counts = tuple(str(n) for n in game.ruleset.player_counts)
    axes: dict[str, tuple[str, ...]] = {PLAYERS_SETTING: (ANY, *counts)} if len(counts) > 1 else {}
    for option in game.ruleset.options:
        chosen = game.chosen[option.name]
        others = tuple(value for value in option.values if value != chosen)
        if others:
            axes[option.name] = (chosen, *others)
    return axes


def _groups(page: Page, axes: Axes) -> tuple[tuple[str, ...], ...]:
    """Return the house rules that one wording, composed sentence or clause reads together, transitively."""
    game = page.game
    joined = {name: {name} for name in axes}

    def join(names: Iterable[str]) -> None:
        whole = set[str]().union(*(joined[name] for name in names if name in joined))
        for name in whole:
            joined[name] = whole

    read = dict[str, set[str]]()
    for clause in game.ruleset.clauses:
        read.setdefault(clause.name, set()).update(_read_by(clause))
    counted = _settled_by_players(game) if PLAYERS_SETTING in axes else frozenset[str]()
    for name in counted:
        read[name].add(PLAYERS_SETTING)
    together = dict[str, set[str]]()
    for wording in game.ruleset.wordings:
        names = {option for option, _ in wording.under}.union(*(SLOT.findall(text) for _, text in wording.texts))
        names = names.union(*(read.get(name, ()) for name in wording.names))
        join(names)
        for name in wording.names:
            together.setdefault(name, set()).update(names)
    for one in composed(page.scope, frozenset(), COMPOSED_OF_ANY):
        join({PLAYERS_SETTING if one.by_players else ""}.union(*(read.get(name, ()) for name in one.names)))
    for names in (*read.values(), *together.values()):
        join(names)
    return tuple(dict.fromkeys(tuple(name for name in axes if name in joined[axis]) for axis in axes))


def _read_by(clause: g.Clause) -> Iterator[str]:
    yield from (option for option, _ in clause.under)
    yield from (part.option for part in parts(clause) if isinstance(part, g.Setting))
    yield from (part.option for part in parts(clause) if isinstance(part, g.Number | g.Symbol) and part.option)


def _settled_by_players(game: Game) -> frozenset[str]:
    """Return the clauses that are replaced by another clause, or absent, for some number of players."""
    found = set[str]()
    whole = game.ruleset.clauses
    for count in game.ruleset.player_counts:
        table = game_of_table(game, {PLAYERS_SETTING: str(count)})
        kept = frozenset(table.ruleset.clauses) if table is not None else frozenset(whole)
        found.update(clause.name for clause in whole if clause not in kept)
    return frozenset(found)


# ---------------------------------------------------------------------- pieces


@dataclass(slots=True)
class _Entry:
    """A piece of text while the guides are merged: the group whose choices decide whether it is shown (None for a piece of the
    page itself), and for each group the combinations in which it occurred.
    """

    html: str
    sentence: GuideSentence | None
    group: int | None = None
    seen: dict[int, set[Combination]] = field(default_factory=dict[int, set[Combination]])


def _pieces(page: Page) -> dict[str, list[tuple[str, GuideSentence | None]]]:
    return {section.heading: list(section_pieces(section, page)) for section in page.guide.sections}


def _merge(
    entries: list[_Entry], found: Sequence[tuple[str, GuideSentence | None]], group: int, combination: Combination
) -> None:
    """Mark which of the known pieces a guide contains, in their order; insert each new piece after the last piece found."""
    at = -1
    for html, sentence in found:
        same = (n for n in range(at + 1, len(entries)) if entries[n].html == html and entries[n].group in (None, group))
        known = next(same, None)
        if known is None:
            at += 1
            entries.insert(at, _Entry(html, sentence, group))
        else:
            at = known
        entries[at].seen.setdefault(group, set()).add(combination)


# ------------------------------------------------------------------------ file


WHOLE: Final = (
    "((data,parts)=>{const whole=(text)=>text.replace(/[\\ue000-\\uf8ff]/g,"
    f"(sign)=>whole(parts[sign.charCodeAt(0)-{FIRST_SIGN}]));"
    "for(const piece of Object.values(data.sections).flat())piece[0]=whole(piece[0]);return data})"
)
"""A function that puts the repeated parts back into the pieces."""


def table_script(page: Page, led: Callable[[str], str]) -> str | None:
    """Return the script that contains the pieces of a page; `led` makes links lead to the page that has the anchor.  Return
    None for a game in which there is nothing to choose.
    """
    table = our_table(page)
    if table is None:
        return None
    numbers = {group: at for at, group in enumerate(table.groups)}

    def condition(when: When) -> list[object]:
        """Return a condition: the number of a group of house rules, or their names, and the combinations of their values."""
        names, held = when
        combinations = sorted("|".join(one) for one in held)
        return [numbers.get(names, names), combinations]

    whole = [led(piece.html) for pieces in table.sections.values() for piece in pieces]
    made, repeated = abbreviated_together(whole)
    shorter = iter(made)
    sections = {
        name: [[next(shorter), *([[condition(one) for one in piece.when]] if piece.when else [])] for piece in pieces]
        for name, pieces in table.sections.items()
    }
    excluded = [sorted("|".join(one) for one in table.excluded[group]) for group in table.groups]
    data = {
        "axes": [_axis(name, values, page) for name, values in table.axes.items()],
        "groups": table.groups,
        "most": most_lines(page.game),
        "withMoves": MOST_WITH_MOVES,
        "mostAlike": MOST_ALIKE,
        "excluded": excluded,
        "sections": sections,
        "labels": {key: page.label(f"table_{key}") for key in ("note", "copy", "copied", "reset")}
        | {"colon": page.label("colon"), "more": page.label("screen_more")},
    }
    written = (json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in (data, repeated))
    return f"cartaroTable({WHOLE}({','.join(written)}));\n"


def _axis(name: str, values: tuple[str, ...], page: Page) -> dict[str, object]:
    naming = page.scope.naming
    if name == PLAYERS_SETTING:
        whole = page.scope.lang.series([str(n) for n in page.game.ruleset.player_counts], "or")
        return {"name": name, "title": page.label("players_row"), "values": [[v, v or whole] for v in values]}
    option = next(one for one in page.game.ruleset.options if one.name == name)
    title = capitalized(option_prose(option, page.scope).title)
    return {"name": name, "title": _plain(title), "values": [[v, _plain(naming.option_value(v))] for v in values]}


def _plain(text: str) -> str:
    return re.sub(r"<[^>]*>", "", text)
