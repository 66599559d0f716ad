"""The interpreter gives the language the meaning that the reference states, as a second evaluator reads it (see `states`)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import get_args

import pytest
from tests.core_meaning import effects, expressions
from tests.core_meaning.comparison import Comparison, Report
from tests.core_meaning.examples import COVERED_PAGES, compare_examples, compare_positions, compiled, page_game
from tests.core_meaning.generated import compare_generated
from tests.core_meaning.shipped import GAMES, LONG, compare_shipped
from tests.core_meaning.states import COVERED, LEFT_OUT, At, State, Value, left_out
from tests.engine.side_by_side import SideBySide
from tests.interpreter.small_games import rules_with, text_of
from tests.interpreter.test_computed import ACTS, AHEAD, CASES
from tests.interpreter.test_computed import HELD as HELD_CARDS
from tests.interpreter.test_meanings import EACH, GAME
from tests.levels import at_night, by_level
from tests.shipped_games import game_of, rules_of

from cartaro_engine import PythonMachine
from cartaro_grammar.file_set import shipped
from cartaro_grammar.load import load_game
from cartaro_grammar.model import game as g
from cartaro_grammar.model.game import Game
from cartaro_interpreter import Json

pytestmark = pytest.mark.slow

MOST_LINES = 1_200
NOT_IN_THE_REFERENCE = frozenset({"Repeat", "Seat"})
"""Effects of clauses at the start of a hand, which no example of the reference reaches: small and generated games have them."""
EVALUATOR = ("states.py", "expressions.py", "effects.py", "play.py")
UNIONS = {
    "Expr": g.Expr,
    "EffectBody": g.EffectBody,
    "Sentence": g.Sentence,
    "ClaimLine": g.ClaimLine,
    "ExampleLine": g.ExampleLine,
}


def test_the_evaluator_is_small_and_does_not_use_the_interpreter() -> None:
    texts = [(Path(__file__).parent / name).read_text(encoding="utf-8") for name in EVALUATOR]
    assert sum(text.count("\n") for text in texts) <= MOST_LINES
    assert not any("cartaro_interpreter" in text or "cartaro_engine" in text for text in texts)


@pytest.mark.parametrize("union", UNIONS)
def test_every_construct_is_covered_or_left_out_for_a_reason(union: str) -> None:
    members = {member.__name__ for member in get_args(UNIONS[union])}
    assert COVERED[union] | LEFT_OUT[union].keys() == members
    assert not COVERED[union] & LEFT_OUT[union].keys()


def test_most_constructs_are_covered() -> None:
    covered = sum(len(names) for names in COVERED.values())
    assert (covered, covered + sum(map(len, LEFT_OUT.values()))) == (75, 81)


def generated(games: int, first: int) -> Iterator[Report]:
    """Return the reports of some games that are covered, starting from a seed."""
    seeds = range(first, first + 3 * games)
    return islice((found for seed in seeds if (found := compare_generated(seed, 3)) is not None), games)


PARTS = 40
"""The number of tests among which the generated games are divided, so that none takes long."""


def first_seed(part: int) -> int:
    """Return the seed with which a part begins: 60 seeds have at least 50 games that are covered."""
    return 10_000 * (part // 5) + 60 * (part % 5)


@pytest.mark.parametrize("part", at_night(range(PARTS), by_day=(0,)))
def test_generated_games_are_played_alike(part: int) -> None:
    reports = list(generated(by_level(24, 2_000 // PARTS), first_seed(part)))
    assert [wrong for report in reports for wrong in report.wrong] == []
    assert sum(report.positions for report in reports) > len(reports)


@pytest.mark.parametrize("name", at_night(GAMES, by_day=("scopa", "guerra", "rubamazzo")))
def test_shipped_games_are_played_alike(name: str) -> None:
    report = compare_shipped(name, 2, by_level(20, 80) if name in LONG else 12)
    assert report.wrong == []
    assert report.positions > 0


TEXTS = {
    "prohibitions and exemptions": """
act keep card
  says it "tenere {card}" en "keep {card}" fr "garder {card}"
  card is one of hand
  move card to done
low: the player may keep when value of card is at most 5
high: the player may keep when value of card is at least 4
no_coins despite low: the player may not keep when suit of card is denari
no_cups despite high: the player may not keep when suit of card is coppe
last despite no_coins: the player may keep when number of hand is 1
never despite last: the player may not keep when value of card is at most 3
rest: the player may keep when every c in hand has value of c is at least 6
turno: in a turn the player must keep
""",
    "duties and steps": """
counter drawn of each player for the turn it "k" en "k" fr "k"
act look
  says it "guardare" en "look" fr "regarder"
  nothing
act keep card
  says it "tenere {card}" en "keep {card}" fr "garder {card}"
  card is one of hand
  move card to done
act rest
  says it "riposare" en "rest" fr "se reposer"
  add 1 to drawn
looks: the player may look when drawn is 0
keeps: the player may keep when value of card is at least 3 or number of hand is 1
rests: the player may rest when drawn is less than 2
turno: in a turn the player may keep as often as wished
poi: in a turn, after turno, the player may rest as often as wished
duty: the turn may not end while number of hand is 2 and drawn is 0
fine_turno: at the end of the turn, end the hand when drawn is 2 and number of hand is 2
""",
    "courses and exceptions": """
counter rounds for the hand it "k" en "k" fr "k"
counter made for the turn it "k" en "k" fr "k"
counter before for the match it "k" en "k" fr "k"
counter halves for the match it "k" en "k" fr "k"
counter kept of each player for the match it "k" en "k" fr "k"
mark seen for the hand it "vista" en "seen" fr "vue"
reference best, a player, for the match it "k" en "k" fr "k"
pile heap it "lo scarto" en "the heap" fr "le rebut"
at the start of the hand
  ricorda: add made to before
  gira: add 1 to rounds
  scopre: deal 1 from stock to heap
  ancora: repeat from gira when rounds is less than 3
act keep card
  says it "tenere {card}" en "keep {card}" fr "garder {card}"
  card is one of hand
  move card, top of heap to done
tiene: the player may keep
turno: in a turn the player must keep
dopo_uno: after a keep, add 1 to kept
niente despite dopo_uno: after a keep when value of card is more than 6, nothing
ma_si despite niente: after a keep when card is in seen, nothing
segna: after a keep, mark card as seen
fatto: after a keep, add 1 to made
mezzo: after a keep, add (value of card divided by 2, rounded up) to halves
sotto: after a keep, shuffle heap into stock when number of heap is 2 and value of card is at most 4
premio: after a keep, add 1 to points of side when value of card is 1
passa_giro: after a keep, kept becomes kept of the player before player for each player
nulla: after a keep, void the hand when heap is empty and value of card is 1
vuota: at the end of the hand, void the hand when every x in players has kept of x is 0
migliore: at the end of the hand, best becomes the player with highest kept
sposta: at the end of the hand, move done of sides under heap
""",
    "players who come back": """
counter away for the match it "k" en "k" fr "k"
act keep card
  says it "tenere {card}" en "keep {card}" fr "garder {card}"
  card is one of hand
  move card to done
tiene: the player may keep
turno: in a turn the player must keep
cambia: at the end of the hand, away becomes 1 - away
sempre: at the count of the hand, points becomes 0 for each side
prima: x takes part when x is the player after last player
anche: x takes part when away is 0
""",
    "turns that a clause ends": """
counter ended for the hand it "k" en "k" fr "k"
act keep card
  says it "tenere {card}" en "keep {card}" fr "garder {card}"
  card is one of hand
  move card to done
act rest
  says it "riposare" en "rest" fr "se reposer"
  nothing
tiene: the player may keep when number of hand is 2 or some c in hand has value of c is at most 3 or ended is at least 2
riposa: the player may rest
turno: in a turn the player may keep as often as wished
poi: in a turn, after turno, the player must rest
conta: at the end of the turn, add 1 to ended
smette: the turn ends when number of hand is 1 and ended is less than 2 and some c in hand has value of c is at least 4
duty: the turn may not end while number of hand is 1
""",
    "definitions in cases": """
act keep card
  says it "tenere {card}" en "keep {card}" fr "garder {card}"
  card is one of hand
  move card to done
tiene: the player may keep
turno: in a turn the player must keep
base: worth of c is value of c
figures despite base: worth of c is 10 when value of c is at least 8
re_solo despite figures: worth of c is 20 when rank of c is re
buona: c counts as good when worth of c is at least 10
non_ori despite buona: c does not count as good when suit of c is denari
ricca: rich means some c in hand has c is good
premio: after a keep when card is good and rich, add worth of card to points of side
""",
}
"""Small games for the constructs that generated games seldom combine."""
CLAIMS = """annex prove of prova
  title "Prove"
claim one_end "a"
  at the end of every turn, number of hand is at most 1
claim one_await "a"
  always number of hand of players is at least 3
claim one_start "a"
  at the start of every turn, number of hand is 2
claim one_after "a"
  after every keep, card is in done of side
claim one_before "a"
  before every keep, value of card is at most 7
claim one_count "a"
  at the count of every hand, every x in sides has points of x is at most 3
claim one_hand "a"
  at the end of every hand, number of done of sides is at least 3
"""


def compared(folder: Path, lines: str, seeds: int) -> Report:
    """Play a small game by both evaluators."""
    (folder / "prova.regole").write_text(text_of(lines), encoding="utf-8")
    (folder / "prova.prove.regole").write_text(CLAIMS, encoding="utf-8")
    game = load_game(folder / "prova.regole")
    assert isinstance(game, Game), [(found.code, found.message) for found in game]
    rules = compiled(game)
    report = Report()
    for seed in range(seeds):
        report.hands = 0
        Comparison(rules, str(seed), report).play(3)
    return report


@pytest.mark.parametrize("about", TEXTS)
def test_small_games_are_played_alike(about: str, tmp_path: Path) -> None:
    report = compared(tmp_path, TEXTS[about], by_level(12, 100))
    assert report.wrong == []
    assert report.positions > 20


def test_a_turn_that_a_clause_ends_is_the_same_in_the_engine(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, TEXTS["turns that a clause ends"])
    for seed in range(by_level(4, 40)):
        SideBySide(rules, PythonMachine, seed).play(by_level(30, 200))


HELD: dict[str, Json] = {"hand": {"1": ["9♥", "8♥"], "2": ["4♦", "5♦"]}}
MEANINGS: tuple[dict[str, Json], ...] = (
    {"zones": {"heap": ["K♠"], "table": ["3♣", "2♣"], **HELD}, "counters": {"picked": "7♥", "nessuno": 2, "who": 1}},
    {"zones": {"stock": ["4♣", "5♣"], **HELD}, "counters": {"nessuno": 1}},
    {"zones": {"stock": ["4♣", "5♣"], **HELD}, "counters": {"nessuno": 2}},
    {"zones": {"stock": ["4♣", "5♣"], **HELD}, "counters": {"nessuno": None}},
    {"zones": {"table": ["3♣"], "hand": {"1": ["9♥"], "2": ["4♦"]}}},
    {"zones": {"table": ["3♣"], "hand": {"1": [], "2": ["4♦"]}, "done": {"1": ["K♠"]}}, "counters": {"count": -1}},
)
"""The positions of `tests.interpreter.test_meanings`."""


@pytest.mark.parametrize(
    "text", [GAME, GAME.replace("  scarta: the player may drop\n", EACH.lstrip("\n"))], ids=["all", "each"]
)
def test_easily_misunderstood_positions_are_played_alike(text: str, tmp_path: Path) -> None:
    (tmp_path / "prova.regole").write_text(text, encoding="utf-8")
    game = load_game(tmp_path / "prova.regole")
    assert isinstance(game, Game), game
    report = compare_positions(compiled(game), MEANINGS)
    assert report.wrong == []
    assert report.positions == len(MEANINGS)


@pytest.mark.parametrize("lines", [*(lines for lines, _ in CASES.values()), AHEAD])
def test_the_same_conditions_are_computed(lines: str, tmp_path: Path) -> None:
    report = compare_positions(rules_with(tmp_path, ACTS + lines), ({"zones": HELD_CARDS, "turn": 1},))
    assert report.wrong == []
    assert report.positions == 1


@pytest.mark.parametrize("path", COVERED_PAGES, ids=lambda path: path.stem)
def test_the_examples_of_the_reference_hold(path: Path) -> None:
    report = compare_examples(compiled(page_game(path)))
    assert report.wrong == []


@pytest.mark.nightly
def test_all_constructs_that_are_covered_are_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluated, plain_value, plain_body = set[str](), expressions.value, effects.body

    def value(at: At, expr: g.Expr) -> Value:
        evaluated.add(type(expr).__name__)
        return plain_value(at, expr)

    def body(at: At, effect: g.EffectBody) -> State:
        evaluated.add(type(effect).__name__)
        return plain_body(at, effect)

    monkeypatch.setattr(expressions, "value", value)
    monkeypatch.setattr(effects, "body", body)
    sentences = set[str]()
    for path in COVERED_PAGES:
        game = page_game(path)
        compare_examples(compiled(game))
        sentences |= {type(clause.sentence).__name__ for clause in game.clauses}
    assert (COVERED["Expr"] | COVERED["EffectBody"]) - evaluated == NOT_IN_THE_REFERENCE
    assert COVERED["Sentence"] - sentences == set()


@pytest.mark.parametrize("name", at_night([*GAMES], by_day=("briscola",)))
def test_the_examples_of_shipped_games_hold(name: str) -> None:
    assert compare_examples(rules_of(name)).wrong == []


@pytest.mark.nightly
def test_every_shipped_game_is_played_or_has_what_is_left_out() -> None:
    assert {name for name in shipped() if not left_out(game_of(name))} == set(GAMES)
