"""The pages of the site that do not belong to one ruleset, and the order of all pages.

They are comparisons of a variant with its base, the pages of diagnostics, the matrix of all games, and hand-written pages, laid
out for one language (`NAME.it.md` is the Italian page NAME).  The description of a page is its first paragraph if it has none
of its own.  The order of pages is the table of contents.

Games are listed by family.  A family is the library whose acts a game uses; if there are several, the library with most acts;
if there is none, the library whose places it uses.  A game without a family is listed under *others*.  Families are not
declared anywhere, and the code names no game.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import compress, groupby
from pathlib import Path
from typing import Final, cast

from cartaro_grammar import CODES, PLAYERS_SETTING, CodeInfo, Game, shipped_folder
from cartaro_grammar import game as g
from cartaro_rulebook.cards.pictures import inline
from cartaro_rulebook.cards.steps import places, zone_rows
from cartaro_rulebook.prose.clauses import ClauseProse, clause_prose, option_prose
from cartaro_rulebook.publication.tutorial import with_links, with_links_of_pieces, with_terminal_folded
from cartaro_rulebook.site.book import ClauseChange, Comparison, Page, Ruleset, clause_changes, page_for, page_name
from cartaro_rulebook.site.evidence_page import drawing_for
from cartaro_rulebook.site.first_screen import SECONDS_A_MOVE, in_ranges, minutes
from cartaro_rulebook.site.markup import escaped, heading, tag
from cartaro_rulebook.site.our_table import game_of_table
from cartaro_rulebook.site.pages import document, picture_name
from cartaro_rulebook.site.rules_page import sentence
from cartaro_rulebook.words.language import Language, language, languages
from cartaro_rulebook.words.naming import localized
from cartaro_rulebook.words.nouns import capitalized, fragments

# --------------------------------------------------------------- comparison page


_TO_A_CLAUSE = re.compile(r'href="#')
NONE = "&#8212;"


def comparison_page(ruleset: Ruleset, base: Ruleset, code: str, meaning: Comparison | None = None) -> str:
    """Return the page that compares a variant with its base, as Markdown; with `meaning`, whether a position distinguishes
    them.
    """
    page, base_page = page_for(ruleset, code), page_for(base, code)
    title = page.label("compared", x=page.title, y=base_page.title)
    body = (f"# {heading(title)}", *comparison_body(page, base_page, meaning))
    return document(title, code, title, iter(body), picture_name(page.game), wide=True)


def comparison_body(page: Page, base: Page, meaning: Comparison | None) -> Iterator[str]:
    """Yield the clauses that differ between two rulesets, side by side, and the effect of the differences."""
    page, base = distinct_names(page, base)
    if meaning is not None:
        yield from comparison_meaning(meaning, page, base)
    yield tag("p", escaped(page.label("compared_note")))
    yield _changes(page, base, meaning)


def _changes(page: Page, base: Page, meaning: Comparison | None) -> str:
    """Return the table of changes.  A clause that only has another value of a house rule is not listed, since the house rule
    is.
    """
    before, now = prose_of_clauses(base), prose_of_clauses(page)
    known: Mapping[str, Comparison] = {} if meaning is None else meaning.clauses
    rows = [_clauses(change, before, now, page, base, known) for change in worded_changes(page, base)]
    return _table([*rows, *_options(page, base)], page, base)


def worded_changes(page: Page, base: Page) -> list[ClauseChange]:
    """Return the changes of clauses that change their words, apart from the values of house rules."""
    before, now = prose_of_clauses(base), prose_of_clauses(page)
    return [change for change in clause_changes(page.game, base.game) if not _same(change, before, now)]


def distinct_names(page: Page, base: Page) -> tuple[Page, Page]:
    """Return two pages with names that differ.  If their titles are the same, add their editions, or call them the old and the
    new rules.
    """
    if page.title != base.title:
        return page, base
    editions = [each.game.ruleset.edition for each in (page, base)]
    names = [
        each.label("edition", x=edition.name) if edition else "" for each, edition in zip((page, base), editions, strict=True)
    ]
    if names[0] == names[1] or not all(names):
        names = [page.label("new_rules"), page.label("old_rules")]
    now, before = (replace(each, called=f"{each.title} ({name})") for each, name in zip((page, base), names, strict=True))
    return now, before


def comparison_meaning(meaning: Comparison, page: Page, base: Page) -> Iterator[str]:
    """Yield the relation of two games (the same, stricter, looser or different), and a drawing of the position that
    distinguishes them.
    """
    key = f"relation_{meaning.relation.replace(' ', '_')}"
    if meaning.proved and meaning.relation in ("stricter", "looser"):
        key += "_proved"
    relation = page.label(key, x=page.title, y=base.title, n=str(meaning.hands))
    yield tag("p", tag("strong", escaped(relation)), class_="compared-meaning")
    yield position_apart(meaning, page, base)


def position_apart(meaning: Comparison, page: Page, base: Page) -> str:
    """Return the position that distinguishes two games, drawn, with each game's answer; empty if none is known."""
    if not meaning.first:
        return ""
    played = page.label("apart_after", n=str(len(meaning.moves))) if meaning.moves else page.label("apart_start")
    how = page.label("apart_built") if meaning.seed is None else played
    rows = ""
    if meaning.position is not None and not all(_is_place(text, page) for text in (meaning.first, meaning.second)):
        drawing = drawing_for(base, meaning.settings, meaning.position.get("players", base.game.players))
        held = places(meaning.position)
        hidden = {zone.name for zone in drawing.game.zones if zone.ordered}
        wanted = frozenset(key for key, cards in held.items() if cards and key not in hidden and key not in drawing.game.cell)
        rows = tag("dl", "".join(text for _, text in zone_rows(meaning.position, drawing, {}, wanted)), class_="position")
    moves = tag("ol", "".join(tag("li", inline(move, base.pictures)) for move in meaning.moves)) if meaning.moves else ""
    lines = "" if rows or meaning.position is not None else tag("pre", escaped("\n".join(meaning.lines)))
    sides = zip((base.title, page.title), (meaning.first, meaning.second), strict=True)
    answers = "".join(_answer_of(name, text, base) for name, text in sides)
    return tag("div", tag("p", escaped(how)) + moves + rows + lines + answers, class_="example")


def _is_place(text: str, page: Page) -> bool:
    """Return whether an answer is a place with its cards, which are then all that is drawn."""
    held = _HELD.fullmatch(text)
    return held is not None and held[1] in page.game.zone


def _answer_of(name: str, text: str, page: Page) -> str:
    """Return the answer of one of the two compared games. If it is a place with its cards, they are drawn; memory is shown by
    its name.
    """
    held = _HELD.fullmatch(text)
    if held is not None and held[1] in page.game.zone:
        known = [page.game.card_number.get(code) for code in held[3].split()]
        cards = page.pictures.row([card for card in known if card is not None])
        place = _held_in_words(held[1], held[2], (), page)
        return tag(
            "div",
            tag("p", f"{tag('b', escaped(name))}{escaped(page.label('colon'))} {inline(place, page.pictures)}") + cards,
            class_="answer-of",
        )
    if held is not None and (held[1] in page.game.zone or held[1] in page.game.cell):
        answer = inline(_held_in_words(held[1], held[2], held[3].split(), page), page.pictures)
    else:
        answer = _CODE.sub(lambda found: tag("code", found[1]), escaped(text))
    return tag("p", f"{tag('b', escaped(name))}{escaped(page.label('colon'))} {answer}")


def _held_in_words(name: str, owner: str | None, held: Sequence[str], page: Page) -> str:
    """Word a place or memory with its owner's number and its value; cards are marked so that they will be drawn."""
    naming, game = page.scope.naming, page.game
    noun = naming.zone(name) if name in game.zone else naming.cell(name)
    whose = game.zone[name].owner if name in game.zone else game.cell[name].owner
    place = capitalized(page.scope.lang.forms.determined(noun, "the").text)
    of = f" ({naming.owner(whose).form(False)} {owner})" if owner and whose else ""
    known = [(game.card_number.get(code), code) for code in held]
    values = [code if card is None else naming.card(card).singular for card, code in known]
    return f"{place}{of}{page.label('colon')} {' '.join(values)}"


def prose_of_clauses(page: Page) -> dict[str, ClauseProse]:
    """Return the clauses of a game, by name; each includes its event, since no heading states it here."""
    return {clause.name: clause_prose(clause, page.scope) for clause in page.game.ruleset.clauses}


def _same(change: ClauseChange, before: dict[str, ClauseProse], now: dict[str, ClauseProse]) -> bool:
    """Return whether a clause replaces one with the same sentence, for example from another source, apart from the values that
    were chosen for house rules.
    """
    was = [_without_choices(before[name]) for name in change.before]
    return change.after is not None and was == [_without_choices(now[change.after])]


def _without_choices(prose: ClauseProse) -> tuple[str, ...]:
    """Return the lines of a clause without the values of house rules."""
    return tuple("".join("" if part.kind == "option" else part.text for part in fragments(line)) for line in prose.lines)


def _table(rows: list[str], page: Page, base: Page) -> str:
    heads = (page.shown("change"), _link(base, escaped(base.title)), _link(page, escaped(page.title)))
    head = tag("thead", tag("tr", "".join(tag("th", each, scope="col") for each in heads)))
    table = tag("table", head + tag("tbody", "".join(rows)), class_="compared")
    return tag("div", table, class_="wide", tabindex="0", role="region", aria_label=page.label("change"))


def _clauses(
    change: ClauseChange, before: dict[str, ClauseProse], now: dict[str, ClauseProse], page: Page, base: Page,
    known: Mapping[str, Comparison],
) -> str:  # fmt: skip
    was = "".join(_clause_cell(before[name], base) for name in change.before)
    after = "" if change.after is None else _clause_cell(now[change.after], page)
    if was and after:
        was, after = marked(was, after)
    meaning = next((known[name] for name in change.names if name in known and known[name].relation), None)
    return _row(page.shown(change.kind), was, after + _meaning_alone(meaning, page, base), page, base)


def _meaning_alone(meaning: Comparison | None, page: Page, base: Page) -> str:
    """Return the relation of a changed clause to its counterpart if only this clause changes, followed by the position that
    distinguishes the two.
    """
    if meaning is None:
        return ""
    key = f"alone_{meaning.relation.replace(' ', '_')}" + ("_proved" if meaning.proved and meaning.relation != "equal" else "")
    meaning_text = escaped(page.label(key))
    if not meaning.first:
        return tag("p", tag("em", meaning_text), class_="clause-meaning")
    return tag(
        "details", tag("summary", tag("em", meaning_text)) + position_apart(meaning, page, base), class_="clause-meaning"
    )


_CODE = re.compile("`([^`]*)`")
_HELD = re.compile(r"(\w+)(?: (\d+))?: (.*)")
_PIECE = re.compile(r"<[^>]*>|&[^;\s]*;|[\w’'-]+|\s+|[^<\s]")


def marked(was: str, now: str) -> tuple[str, str]:
    """Return two texts as HTML with their differences marked: `del` for words that only the first has, `ins` for words that
    only the second has.
    """
    old, new = (cast("list[str]", _PIECE.findall(text)) for text in (was, now))
    found = ["", ""]
    for what, first, last, other, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for side, mark, words in ((0, "del", old[first:last]), (1, "ins", new[other:end])):
            found[side] += "".join(words) if what == "equal" else _marked(words, mark)
    return found[0], found[1]


def _marked(pieces: Sequence[str], mark: str) -> str:
    """Return pieces of HTML with the words in them marked; the tags and the space between tags are unchanged."""
    runs = ("".join(run) for _, run in groupby(pieces, lambda one: one.startswith("<")))
    return "".join(tag(mark, run) if run.strip() and not run.startswith("<") else run for run in runs)


def _row(what: str, was: str, after: str, page: Page, base: Page) -> str:
    """Return a row of a comparison: the subject of the change, and both sides, each labelled with its game for narrow
    screens.
    """
    sides = ((base, was), (page, after))
    shown = "".join(tag("td", prose or NONE, data_of=of.title) for of, prose in sides)
    return tag("tr", tag("th", what, scope="row", class_="change") + shown)


def _clause_cell(prose: ClauseProse, page: Page) -> str:
    """Return a clause under its article and its name, with links to the page that contains their target."""
    title = tag("strong", tag("a", escaped(capitalized(prose.title)), href=f"#c-{prose.name}"))
    article = _article(page.game.ruleset.clause[prose.name].article, page)
    return tag("div", _elsewhere(f"{article}{title}<br>{sentence(prose, page)}", page), class_="compared-clause")


def _article(key: str, page: Page) -> str:
    """Return the number of an article, as citations of a change print it."""
    return tag("small", f"{escaped(page.article(key))}<br>", class_="article-number")


def _elsewhere(html: str, page: Page) -> str:
    return _TO_A_CLAUSE.sub(f'href="{page_name(page.game, "rules")}.html#', html)


def _link(page: Page, inside: str) -> str:
    return tag("a", inside, href=f"{page.game.name}.html")


def changed_options(page: Page, base: Page) -> Iterator[tuple[g.Option | None, g.Option | None]]:
    """Yield the house rules that are new, were removed, or have another default or other values: before and now."""
    before, now = ({o.name: o for o in each.game.ruleset.options} for each in (base, page))
    for name in dict.fromkeys((*before, *now)):
        old, new = before.get(name), now.get(name)
        if old is None or new is None or (old.default, old.values) != (new.default, new.values):
            yield old, new


def _options(page: Page, base: Page) -> Iterator[str]:
    """Yield the rows of the changed house rules."""
    for old, new in changed_options(page, base):
        kind = "added" if old is None else "repealed" if new is None else "reset"
        yield _row(page.shown(kind), _option(old, base), _option(new, page), page, base)


def _option(option: g.Option | None, page: Page) -> str:
    if option is None:
        return ""
    title, value = option_in_words(option, page)
    named = tag("strong", tag("a", escaped(title), href=f"{page_name(page.game, 'rules')}.html#o-{option.name}"))
    return tag("p", f"{_article(option.article, page)}{named}<br>{escaped(value)}")


def option_in_words(option: g.Option, page: Page) -> tuple[str, str]:
    """Return the title of a house rule, and its default value with the other values in brackets."""
    prose = option_prose(option, page.scope)
    others = page.scope.lang.series(prose.others, "or")
    return capitalized(prose.title), page.label("or_others", x=prose.default, others=others) if others else prose.default


# ------------------------------------------------------------------- error pages


GROUPS = {
    "C01": "Text",
    "C02": "Sentences",
    "C03": "Names and files",
    "C04": "Kinds of things",
    "C05": "Clauses, variants and precedence",
    "C06": "Sources and citations",
    "C07": "Options and settings",
    "C08": "Positions and records",
    "C09": "The command",
}


def error_index() -> str:
    """Return the list of all messages, by group."""
    parts = ["# Messages", "Every message of `cartaro` has a code, which never changes its meaning."]
    for prefix, title in GROUPS.items():
        codes = {code: info for code, info in sorted(CODES.items()) if code.startswith(prefix)}
        if codes:
            parts.append(f"## {title}")
            rows = [f"| [`{code}`]({code}.md) | {heading(info.title)} |" for code, info in codes.items()]
            parts.append("\n".join(["| code | what |", "|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


def error_pages() -> Iterator[tuple[str, str]]:
    """Yield each message's page, as (file name, Markdown)."""
    for code, info in sorted(CODES.items()):
        yield f"{code}.md", _page(code, info)


def _page(code: str, info: CodeInfo) -> str:
    parts = [f"# {code}: {heading(info.title)}", info.summary]
    for title in ("explanation", "example", "fix"):
        text = getattr(info, title, None)
        if isinstance(text, str) and text:
            parts.append(text)
    return "\n\n".join(parts) + "\n"


def decision_index(folder: Path) -> str:
    """Return the list of the decision records in a folder, by number."""
    texts = ((path.name, path.read_text(encoding="utf-8")) for path in sorted(folder.glob("0*.md")))
    items = (f"- [{_title(text)}]({name})" for name, text in texts)
    return "\n".join(["# Decisions", "", "Why things are as they are, one page each.", "", *items]) + "\n"


def _title(text: str) -> str:
    """Return the title of a page: its first heading, which may have front matter above it."""
    found = _TITLE.search(text)
    return found[1] if found else ""


# ---------------------------------------------------------------------- families


@dataclass(frozen=True, slots=True)
class Family:
    """Games by one library, each after its base; `name` is "" and `title` empty for games without a library."""

    name: str
    title: g.Names
    games: tuple[Game, ...]


def families(games: Sequence[Game]) -> tuple[Family, ...]:
    """Return the families of some games, the largest first, the games without a family last."""
    members = dict[str, list[Game]]()
    of_folders = _families_of_folders(games)
    for game in games:
        members.setdefault(of_folders.get(_folder(game)) or family_of(game), []).append(game)
    titles = {home: title for game in games for home, title in game.ruleset.homes}
    order = sorted(members, key=lambda name: (name == "", -len(members[name]), name))
    return tuple(Family(name, titles.get(name, ()), tuple(_by_base(members[name]))) for name in order)


def _families_of_folders(games: Sequence[Game]) -> dict[str, str]:
    """Return the family of most games in each folder of shipped rulesets: Cassino fishes for cards with acts of its own, and
    Machiavelli has the stock of the family games.
    """
    found = dict[str, Counter[str]]()
    for game in games:
        if (folder := _folder(game)) and (family := family_of(game)):
            found.setdefault(folder, Counter())[family] += 1
    return {folder: counted.most_common(1)[0][0] for folder, counted in found.items()}


def _folder(game: Game) -> str:
    """Return the name of the folder of a shipped ruleset; empty for another one."""
    own = (article.span.source.name for article in game.ruleset.articles if article.home == game.name)
    path = Path(next(own, ""))
    return path.parent.name if path.parent.parent == shipped_folder() else ""


def family_of(game: Game) -> str:
    """Return the library whose acts a game uses, else the library whose places it has, else ""."""
    counted = _declared_by_libraries(game, {act.name for act in game.acts})
    counted = counted or _declared_by_libraries(game, {zone.name for zone in game.zones})
    return min(counted, key=lambda home: (-counted[home], home), default="")


def _declared_by_libraries(game: Game, names: AbstractSet[str]) -> Counter[str]:
    """Count how many of some names each library of a game declares."""
    own = {game.name, *game.ruleset.bases}
    return Counter(
        article.home
        for article in game.ruleset.articles
        for declared in article.declares
        if declared in names and article.home not in own and "." not in article.home
    )


def _by_base(games: list[Game]) -> Iterator[Game]:
    """Yield games by name, each followed by its variants."""
    names = {game.name for game in games}
    ordered = sorted(games, key=lambda game: game.name)

    def with_variants(game: Game) -> Iterator[Game]:
        yield game
        for variant in ordered:
            if variant.ruleset.base == game.name and variant is not game:
                yield from with_variants(variant)

    for game in ordered:
        if game.ruleset.base not in names:
            yield from with_variants(game)


# ------------------------------------------------------------------- matrix page


MATRIX = "all-games"
"""The name of the page; no ruleset can have this name."""
YES: Final = "&#10003;"


def matrix_page(families: Sequence[tuple[str, Sequence[Ruleset]]], code: str) -> str:
    """Return the page as Markdown: a table for each family, with its title and a row for each game."""
    lang = language(code)
    return document(lang.text("site_matrix"), code, _note(families, lang), _matrix_body(families, code), wide=True)


def _note(families: Sequence[tuple[str, Sequence[Ruleset]]], lang: Language) -> str:
    note = lang.text("site_matrix_note", n=str(SECONDS_A_MOVE))
    known = any(_know_skill(rulesets) for _, rulesets in families)
    return f"{note} {lang.text('site_matrix_skill_note')}" if known else note


def _matrix_body(families: Sequence[tuple[str, Sequence[Ruleset]]], code: str) -> Iterator[str]:
    lang = language(code)
    yield f"# {heading(lang.text('site_matrix'))}"
    yield tag("p", escaped(_note(families, lang)))
    titles = {title for title, _ in families}
    for title, rulesets in families:
        yield f"## {heading(title)}"
        yield _matrix_table(title, [page_for(ruleset, code) for ruleset in rulesets], titles)


def _matrix_table(title: str, pages: list[Page], families: AbstractSet[str]) -> str:
    """Return the table of a family, without columns that are empty for all its games.  A family's library has no column: a
    game of another family uses only its acts.
    """
    shared = dict[str, str]()
    for page in pages:
        shared |= _libraries_of_rules(page)
    shared = {home: name for home, name in shared.items() if name not in families}
    keys = ["players_row", "matrix_partners", "matrix_minutes", "matrix_cards"]
    keys += ["matrix_skill"] if _know_skill([page.ruleset for page in pages]) else []
    columns = [*map(pages[0].label, keys), *shared.values()]
    found = [_matrix_cells(page, shared, skill="matrix_skill" in keys) for page in pages]
    known = [any(cells) for cells in zip(*found, strict=True)]
    rows = "".join(_matrix_row(page, columns, cells, known) for page, cells in zip(pages, found, strict=True))
    head = tag("tr", tag("td", "") + "".join(tag("th", escaped(column), scope="col") for column in compress(columns, known)))
    table = tag("table", tag("thead", head) + tag("tbody", rows), class_="matrix")
    return tag("div", table, class_="wide", tabindex="0", role="region", aria_label=title)


def _matrix_cells(page: Page, shared: Mapping[str, str], *, skill: bool) -> list[str]:
    used = _libraries_of_rules(page)
    return [
        escaped(in_ranges(page.game.ruleset.player_counts, page.scope.lang)),
        _partners(page),
        escaped(minutes(page.ruleset, page.scope.lang)),
        str(len(page.game.deck.cards)),
        *([escaped(_skill(page))] if skill else []),
        *(YES if home in used else "" for home in shared),
    ]


def _matrix_row(page: Page, columns: Sequence[str], cells: Sequence[str], known: Sequence[bool]) -> str:
    """Return the row of a game with the columns that are known; a cell is labelled with its column for narrow screens."""
    link = tag("a", escaped(page.title), href=f"{page.game.name}.html")
    labelled = compress(zip(columns, cells, strict=True), known)
    shown = (tag("td", cell, data_of=column) if cell else tag("td", "") for column, cell in labelled)
    return tag("tr", tag("th", link, scope="row") + "".join(shown))


EVEN: Final = 53
"""The deals in 100 up to which looking ahead shows no skill: the machine players have none, or the game has none."""
LUCK: Final = 60
"""The deals in 100 won against random players below which a game is mostly luck."""
SKILL: Final = 80
"""The deals in 100 above which it is mostly skill."""
FEW: Final = 40
"""The number of half deals below which nothing is said about luck and skill."""


def _know_skill(rulesets: Sequence[Ruleset]) -> bool:
    """Return whether luck and skill are known for at least half of some games."""
    return 2 * sum(ruleset.lengths is not None and ruleset.lengths.halves >= FEW for ruleset in rulesets) >= len(rulesets)


def _skill(page: Page) -> str:
    """Return how many deals in 100 a player who looks ahead wins against random players, and what that means; nothing
    if these are hardly more than half of them.
    """
    found = page.ruleset.lengths
    if found is None or found.halves < FEW:
        return ""
    won = round(100 * found.won / found.halves)
    if won <= EVEN:
        return ""
    key = "mostly_luck" if won < LUCK else "mostly_skill" if won > SKILL else "luck_and_skill"
    return page.label(f"matrix_{key}", n=str(won))


def mechanisms(families: Sequence[tuple[str, Sequence[Ruleset]]], code: str) -> dict[str, tuple[str, ...]]:
    """Return the titles of the mechanisms of each game, by its name: its family, and the libraries of rules that it uses.  The
    library of another family is a mechanism only if the game has acts from it: the games of poker use the places and the course
    of the family games, but are not among them.
    """
    titles = {title for title, _ in families}
    return {
        ruleset.game.name: (title, *_mechanisms_of(ruleset, code, titles - {title}))
        for title, rulesets in families
        for ruleset in rulesets
    }


def _mechanisms_of(ruleset: Ruleset, code: str, other_families: AbstractSet[str]) -> Iterator[str]:
    acting = _declared_by_libraries(ruleset.game, {act.name for act in ruleset.game.acts})
    for home, title in _libraries_of_rules(page_for(ruleset, code)).items():
        if title not in other_families or acting[home]:
            yield title


def _partners(page: Page) -> str:
    """Return with how many players there are partners: a tick for every number, nothing for none."""
    counts = [str(n) for n in page.game.ruleset.player_counts]
    tables = {count: game_of_table(page.game, {PLAYERS_SETTING: count}) for count in counts}
    paired = [count for count, game in tables.items() if game is not None and game.sides < game.players]
    if len(paired) == len(counts):
        return YES
    return escaped(page.label("matrix_with", x=page.scope.lang.series(paired, "or"))) if paired else ""


def _libraries_of_rules(page: Page) -> dict[str, str]:
    """Return the libraries of rules that a game uses, with their titles: those that declare nothing about the cards."""
    game = page.game
    own = {game.name, *game.ruleset.bases}
    used = {clause.article.partition("/")[0] for clause in game.clauses}
    packs = {clause.article.partition("/")[0] for clause in game.clauses if isinstance(clause.sentence, g.Material)}
    homes = ((home, names) for home, names in game.ruleset.homes if home in used - packs - own)
    return {home: localized(names, page.scope.lang.code, home) for home, names in homes}


# -------------------------------------------------------------------- navigation


AUTHORS = "en"
"""The language of pages for authors, and of pages whose names do not state a language."""
TRANSLATED = (
    ("site_first_game", "first-game.md"),
    ("site_guide", "guide.md"),
    ("site_pieces", "pieces.md"),
    ("site_scope", "scope.md"),
    ("site_editions", "editions.md"),
)
"""The authors' pages that have their titles in every language; the others are only in English."""
AUTHORS_PAGES = (
    ("Language", "reference.md"),
    ("Gallery", "gallery.md"),
    ("Command", "cli.md"),
    ("Python", "python.md"),
    ("Certificates", "certificates.md"),
    ("Messages", "errors/index.md"),
    ("Glossary", "glossary.md"),
)

RECORDS = ("decisions/", "../decisions/")
"""The beginnings of links to decision records, from a page and from a page in a folder."""
DECISIONS = "decisions/index.md"
"""The list of the decision records.  They are not in the table of contents because there are as many of them as games."""

Entry = dict[str, object]
"""A title, with the address of its page or with the entries below it."""


def navigation(games: Sequence[Game], code: str, docs: Path) -> list[Entry]:
    """Return the contents of a language's site; the theme prints titles as they are, so they are escaped here."""
    lang = language(code)
    nav: list[Entry] = [{lang.text("site_home"): "index.md"}]
    for family in families(games):
        nav.append({escaped(family_title(family, code)): _pages(family, code)})
    if (docs / f"{MATRIX}.md").is_file():
        nav.append({lang.text("site_matrix"): f"{MATRIX}.md"})
    if (docs / "verdicts.md").is_file():
        nav.append({lang.text("site_verdicts"): "verdicts.md"})
    titled = (*((lang.text(key), path) for key, path in TRANSLATED), *AUTHORS_PAGES)
    written: list[Entry] = [{title: _with_sections(path, docs)} for title, path in titled if (docs / path).is_file()]
    if (docs / DECISIONS).is_file():
        written.append({lang.text("site_decisions"): DECISIONS})
    if written:
        nav.append({lang.text("site_authors"): written})
    return nav


def _with_sections(path: str, docs: Path) -> str | list[Entry | str]:
    """Return the address of a page; if it has a folder of the same name, return it together with the titles and addresses of
    the pages in that folder.
    """
    folder = docs / path.removesuffix(".md")
    pages = sorted(folder.glob("*.md")) if folder.is_dir() else []
    titles = [(_TITLE.search(page.read_text(encoding="utf-8")), page) for page in pages]
    inside: list[Entry] = [{title[1]: f"{folder.name}/{page.name}"} for title, page in titles if title]
    return [path, *inside] if inside else path


def family_title(family: Family, code: str) -> str:
    """Return the title of a family's library."""
    lang = language(code)
    return localized(family.title, code, family.name) if family.name else lang.text("site_other_games")


def _pages(family: Family, code: str) -> list[Entry]:
    return [{escaped(localized(game.ruleset.title, code, game.name)): f"{game.name}.md"} for game in family.games]


# ----------------------------------------------------------------- written pages


VERDICTS = "verdicts"
TUTORIAL = "first-game"
IN_SMALL_SITES = (VERDICTS, TUTORIAL)
"""The written pages that a site without pages for authors has too."""
"""The page to which rulebooks refer their readers."""
LONGEST = 160
"""Characters of a description."""
FOR_AUTHORS = 0.1
"""The rank of a page for authors in the search, relative to a page for players."""
_LINK = re.compile(r"\[([^\]]*)\]\(([\w/.-]+?)(?:\.(\w\w))?\.md(#[\w-]+)?\)")
_TITLE = re.compile(r"^# (.*)\n", re.MULTILINE)
_FRONT = re.compile(r"\A---\n(.*?)^---\n", re.DOTALL | re.MULTILINE)
_STATUS = re.compile(r"\AStatus: \w+\.\s+")


def lay_out(source: Path, docs: Path, code: str, *, authors: bool = True, workbench: str | None = None) -> None:
    """Copy the files of a language into `docs`: its pages, and the files that are not pages.  Without `authors`, leave out the
    pages for authors of rulesets.  Link the steps of a tutorial and pieces of rules to the workbench at the given address.
    """
    for path in sorted(p for p in source.rglob("*") if p.is_file()):
        place = path.relative_to(source)
        if not authors and place.parts[0] != "assets" and place.name.partition(".")[0] not in IN_SMALL_SITES:
            continue
        if path.suffix != ".md":
            if code == AUTHORS or place.parts[0] == "assets":
                (docs / place).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, docs / place)
        elif _language_of(path) == code:
            target = docs / place.with_name(path.name.removesuffix(f".{code}.md").removesuffix(".md") + ".md")
            target.parent.mkdir(parents=True, exist_ok=True)
            text = _linked(path, source, code, authors=authors)
            if workbench is not None:
                text = with_terminal_folded(with_links(text, language(code).text("site_try_step"), workbench, code))
                text = with_links_of_pieces(text, language(code).text("site_try_piece"), workbench, code)
            weight = 1 if target.stem in ("index", VERDICTS) else FOR_AUTHORS
            target.write_bytes(described(text, weight).encode("utf-8"))


def short_home(code: str, *, tutorial: bool) -> str:
    """Return the first page of a site with only rulebooks: its list of games comes before the link to the tutorial, if there
    is one.
    """
    lang = language(code)
    about = json.dumps(escaped(lang.text("site_tagline")), ensure_ascii=False)
    link = lang.text("site_own_game", x=f"[{lang.text('site_first_game')}]({TUTORIAL}.md)") if tutorial else ""
    below = f"\n{link}\n" if link else ""
    return f"---\ntitle: Cartaro\ndescription: {about}\n---\n\n# Cartaro\n{below}"


def played_first(home: str) -> tuple[str, ...]:
    """Return the names of the games that the first page offers to play, from the line `play:` of its front matter."""
    front = _FRONT.match(home)
    found = re.search(r"^play: (.*)$", front[1], re.MULTILINE) if front is not None else None
    return tuple(found[1].replace(",", " ").split()) if found is not None else ()


def with_games(home: str, games: str, code: str) -> str:
    """Return the first page with the games below its title, and the rest of its text below them."""
    title = _TITLE.search(home)
    at = title.end() if title else 0
    rest = home[at:].strip()
    about = f"\n## {heading(language(code).text('site_about'))} {{ #about }}\n\n{rest}\n" if rest else ""
    return f"{home[:at]}\n{games}{about}"


def _language_of(path: Path) -> str:
    ending = path.name.split(".")[-2]
    return ending if ending in languages() else AUTHORS


def _linked(page: Path, source: Path, code: str, *, authors: bool) -> str:
    """Return the text of a page with links to the site's own pages; a link to a page that the site does not have is replaced by
    its words. An installed package has no decision records.
    """

    def link(found: re.Match[str]) -> str:
        title, name, _, anchor = found.groups(default="")
        if not authors and name.partition(".")[0] not in IN_SMALL_SITES:
            return title
        if name.startswith(RECORDS) and not (page.parent / f"{name}.md").is_file():
            return title
        if code == AUTHORS or (source / f"{name}.{code}.md").is_file():
            return f"[{title}]({name}.md{anchor})"
        return f'<a href="../{AUTHORS}/{name}.html{anchor}" hreflang="{AUTHORS}">{escaped(title)}</a>'

    return _LINK.sub(link, page.read_text(encoding="utf-8"))


def described(text: str, weight: float = 1) -> str:
    """Return the page with a description of its own, and its weight in the search."""
    front = _FRONT.match(text)
    fields, body = (front[1], text[front.end() :]) if front else ("", text)
    fields += f"search: {{boost: {weight:g}}}\n" if weight != 1 else ""
    if re.search(r"^description:", fields, re.MULTILINE):
        return f"---\n{fields}---\n{body}"
    about = next(_paragraphs(body), "")
    added = f"description: {json.dumps(escaped(about), ensure_ascii=False)}\n" if about else ""
    return f"---\n{fields}{added}---\n{body}" if fields or added else body


def _paragraphs(body: str) -> Iterator[str]:
    """Yield the paragraphs of running text, without marks of Markdown and not too long."""
    for block in body.split("\n\n"):
        line = " ".join(block.split())
        if line[:1].isalnum() or line.startswith(("`", "*")):
            plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"<[^>]*>", "", line))
            yield _short(_STATUS.sub("", re.sub(r"[`*]", "", plain)))


def _short(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return text[:LONGEST].rpartition(" ")[0].rstrip(",;:") + " …"
