"""The pictures of a Play page (decision 0054): examples beside the sentences of the guide, and a hand to its count.

The hand is played at random from a fixed seed: of a few, the one in which most headings of the score are decided.  Its first
moves can be followed step by step; then stand the cards that everybody has at the end, and what they score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import cast

from cartaro_grammar import PLAYERS_SETTING, Diagnostic, Game, RulesShown
from cartaro_grammar import game as g
from cartaro_interpreter import (
    Played,
    RandomPlayer,
    Rules,
    SeededChance,
    compile_game,
    play_hand,
    score,
    write_position,
    write_record,
)
from cartaro_rulebook.cards.steps import Drawing, followed, places, zone_rows
from cartaro_rulebook.guide import GuideSentence, player_guide
from cartaro_rulebook.prose.clauses import example_line, example_prose, finish_sentence
from cartaro_rulebook.site.book import Page
from cartaro_rulebook.site.evidence_page import drawing_for, step_text, stepper
from cartaro_rulebook.site.markup import escaped, heading, inline, tag
from cartaro_rulebook.site.measurements_page import side_by_number
from cartaro_rulebook.words.nouns import capitalized, plain

# --------------------------------------------------------------- beside a sentence


MOST_CARDS = 16
"""The cards of an example that is drawn beside a sentence."""
MOST_GIVEN = 2
"""The lines in words of such an example."""
MOST_IN_SECTION = 5
PAIR = 2


class Figures:
    """The examples beside the sentences of one page: each sentence has one at most, and each example stands once.

    Sentences for which fewest examples could stand choose first, so that a prohibition has the example that names it and a
    permission that many show has another.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._rules = RulesShown(page.game.ruleset)
        self._beside = dict[tuple[str, ...], g.Example]()
        for section in player_guide(page.scope).sections:
            sentences = (*section.sentences, *section.scores, *section.behind)
            self._choose({sentence.names: self._candidates(sentence) for sentence in sentences})

    def _choose(self, candidates: dict[tuple[str, ...], list[g.Example]]) -> None:
        """Assign the examples of a section."""
        taken, left = {example.name for example in self._beside.values()}, MOST_IN_SECTION
        for names, found in sorted(candidates.items(), key=lambda pair: len(pair[1])):
            example = next((one for one in found if one.name not in taken), None)
            if example is not None and left:
                self._beside[names], left = example, left - 1
                taken.add(example.name)

    def beside(self, sentence: GuideSentence) -> str:
        """Render the example that stands beside a sentence; nothing where there is none."""
        example = self._beside.pop(sentence.names, None)
        return "" if example is None else _figure(example, self._page)

    def _candidates(self, sentence: GuideSentence) -> list[g.Example]:
        """The examples that bear out the clauses of a sentence and can be drawn here, those under its house rules first."""
        clauses = [self._page.game.clause[name] for name in sentence.names if name in self._page.game.clause]
        found = dict.fromkeys(example for clause in clauses for example in self._bearing_out(clause))
        decided = {option for clause in clauses for option, _ in clause.under}
        fitting = [example for example in found if self._fits(example)]
        return sorted(fitting, key=lambda example: decided.isdisjoint(option for option, _ in example.under))

    def _bearing_out(self, clause: g.Clause) -> tuple[g.Example, ...]:
        """The examples about a clause in particular: of what every move shows, none; of a prohibition, those that name it."""
        sentence = clause.sentence
        later = isinstance(sentence, g.Consequence) and sentence.event[0] != "start"
        shown = later or isinstance(sentence, g.Permission | g.Definition | g.Score)
        return self._rules.about(clause) if shown else self._rules.naming(clause)

    def _fits(self, example: g.Example) -> bool:
        """Return whether an example is of the rules that the page tells, and small."""
        game = self._page.game
        agreed = {**game.chosen, PLAYERS_SETTING: dict(example.under).get(PLAYERS_SETTING, "")}
        cards = [card for line in _held(example) for group in line.cards for card in group]
        given = [line for line in example.lines if isinstance(line, g.Given)]
        ruled = any(isinstance(line, g.Do) and (line.ruled or line.despite) for line in example.lines)
        small = 0 < len(cards) <= MOST_CARDS and len(given) <= MOST_GIVEN
        return small and not ruled and all(agreed.get(option) == value for option, value in example.under)


def _held(example: g.Example) -> list[g.Holds]:
    return [line for line in example.lines if isinstance(line, g.Holds)]


def _figure(example: g.Example, page: Page) -> str:
    """An example drawn small: what lies where, what else is given, and its title, which leads to it."""
    prose = example_prose(example, page.scope)
    hidden = _hidden(page.game)
    places = [(line.zone, held) for line, held in zip(_held(example), prose.zones, strict=True) if line.zone.zone not in hidden]
    rows = "".join(_place(_name(z, held.place, page), " ".join(map(page.pictures.row, held.groups))) for z, held in places)
    given = (example_line(line, page.scope) for line in example.lines if isinstance(line, g.Given))
    texts = "".join(tag("p", inline(finish_sentence(text, page.scope), page.pictures, named=False)) for text in given)
    title = tag("a", escaped(capitalized(prose.title)), href=f"#e-{example.name}")
    return tag("figure", tag("figcaption", title) + tag("div", rows, class_="places") + texts, class_="shown")


def _name(zone: g.InZone, place: str, page: Page) -> str:
    """A place by its name alone where it is the player's own; of two sides, the other's."""
    own = page.scope.lang.forms.determined(page.scope.naming.zone(zone.zone), "the", False).text
    whose = zone.owner.player if isinstance(zone.owner, g.SideOf) else zone.owner
    if isinstance(whose, g.Actor):
        return own
    opposite = isinstance(zone.owner, g.SideOf) and isinstance(whose, g.Neighbour) and page.game.sides == PAIR
    return page.label("other_side", x=own) if opposite else place


def _hidden(game: Game) -> frozenset[str]:
    """The places of the table that nobody sees."""
    seen = {clause.sentence.zone for clause in game.clauses if isinstance(clause.sentence, g.Sees)}
    return frozenset(zone.name for zone in game.zones if zone.owner == "table" and zone.name not in seen)


def _place(name: str, cards: str) -> str:
    return tag("div", tag("span", escaped(capitalized(plain(name))), class_="place-name") + cards)


# -------------------------------------------------------------------- a worked hand


SEEDS = 12
MOVES = 4
"""The fewest moves that are followed; where more play, one of each."""
MOST_COUNTED = 60
"""The cards at the end that are all drawn."""


def worked_hand(page: Page) -> Iterator[str]:
    """A hand: its deal, its first moves one by one, and its count; nothing for a game of which none can be played."""
    found = _hand(page.game)
    if found is None:
        return
    rules, played = found
    hand = followed(page.game, _begun(write_record(rules, played), page.game.players))
    drawing = drawing_for(page, {}, page.game.players)
    texts, hidden = [step_text(step, drawing, page) for step in hand.steps], _hidden(page.game)
    yield f"## {heading(page.label('worked_hand'))} {{ #hand }}"
    yield tag("p", page.shown("worked_hand_note"))
    yield stepper(texts, [_without(step.position, hidden) for step in hand.steps], drawing, "hand", summed=False)
    yield from _counted(rules, played, drawing, page)


def _without(position: Mapping[str, object], hidden: frozenset[str]) -> Mapping[str, object]:
    zones = cast("Mapping[str, object]", position["zones"])
    return {**position, "zones": {name: cards for name, cards in zones.items() if name not in hidden}}


def _begun(record: Mapping[str, object], players: int) -> Mapping[str, object]:
    moves = cast("list[object]", record["moves"])
    return {**record, "moves": moves[: max(MOVES, players)]}


@lru_cache(maxsize=64)
def _hand(game: Game) -> tuple[Rules, Played] | None:
    """Return the hand of a few in which most headings score, the first of those."""
    rules = compile_game(game)
    if isinstance(rules, Diagnostic | tuple):
        return None
    hands = (_played(rules, seed) for seed in range(SEEDS))
    return max(((rules, hand) for hand in hands if hand is not None), key=lambda pair: _decided(*pair), default=None)


def _played(rules: Rules, seed: int) -> Played | None:
    found = play_hand(rules, [RandomPlayer(f"{seed}.{n}") for n in range(rules.game.players)], SeededChance(seed))
    return None if isinstance(found, Diagnostic) else found


def _decided(rules: Rules, played: Played) -> tuple[int, int]:
    """How many headings score for anybody, and how many sides score."""
    sheet = score(rules, played.state)
    if isinstance(sheet, Diagnostic):
        return 0, 0
    scored = {name for shares in sheet.shares for name, points in shares.items() if points}
    return len(scored), sum(any(shares.values()) for shares in sheet.shares)


def _counted(rules: Rules, played: Played, drawing: Drawing, page: Page) -> Iterator[str]:
    """The cards that everybody has at the end of the hand, and what they score."""
    sheet = score(rules, played.state)
    if isinstance(sheet, Diagnostic) or not page.game.headings:
        return
    position = write_position(rules, played.state)
    held = {key: cards for key, cards in places(position).items() if key not in drawing.game.cell and cards and "-" in key}
    shown = "".join(html for _, html in zone_rows(position, drawing, {}, frozenset(held)))
    yield tag("p", page.shown("worked_count"))
    if sum(len(cast("list[object]", cards)) for cards in held.values()) <= MOST_COUNTED:
        yield tag("dl", shown, class_="position counted")
    titles = {clause.name: page.scope.naming.title(clause.name, clause.names) for clause, _ in page.game.headings}
    sides = [capitalized(side_by_number(side, page)) for side in range(len(sheet.shares))]
    head = tag("tr", tag("td", "") + "".join(tag("th", escaped(side), scope="col") for side in sides))
    rows = [(capitalized(titles[name]), [shares[name] for shares in sheet.shares]) for name in sheet.shares[0]]
    rows.append((page.label("random_in_all"), list(sheet.points)))
    body = "".join(
        tag("tr", tag("th", escaped(name), scope="row") + "".join(tag("td", str(n)) for n in points)) for name, points in rows
    )
    yield tag("div", tag("table", tag("thead", head) + tag("tbody", body)), class_="measured")
