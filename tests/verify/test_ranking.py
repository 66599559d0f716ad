"""Proofs that every hand ends although cards return to hands: weights by kind and mark, bounded counters, cards read as
others.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest
from tests.levels import at_night
from tests.verify.material import game_of
from tests.verify.melds import CONTEXT

from cartaro_grammar.load import load_game
from cartaro_grammar.model import game as g
from cartaro_grammar.model.game import Game
from cartaro_verify import english
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.frame.invariants import Invariant
from cartaro_verify.obligation_proofs import attempt
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.obligations.termination import Feature, RankingSearch, TerminationMeasure, WeightFeatures, least, moves
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import Read, TermScope

pytestmark = pytest.mark.slow

RULES = Path(__file__).parents[2] / "rulesets" / "rummy" / "scala40.regole"
DECK = RULES.parents[1] / "lib" / "french_deck.regole"
SMALLER = (
    ("the pack has 2 of every rank and suit", "the pack has 1 of every rank and suit"),
    ("the pack has 4 cards jolly", "the pack has 2 cards jolly"),
    ("number of hand is less than 13", "number of hand is less than 5"),
)
RANK = re.compile(r' +\w+ +"(\w+)" +[0-9]')
FEW = ("A", "J", "Q", "K")
USED = "  si_usa_la_raccolta (K11): after a pick_up, mark picked as owed\n"
COUNTED = "    contata (K16): add 1 to rimescolate when stock is empty\n"


def variant(folder: Path, *changes: tuple[str, str]) -> Game:
    """Return the game with five cards dealt from a pack of few ranks, and with a few more words changed."""
    deck = DECK.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in deck if (rank := RANK.match(line)) is None or rank[1] in FEW]
    assert len(kept) == len(deck) - 9
    (folder / DECK.name).write_text("".join(kept), encoding="utf-8")
    text = RULES.read_text(encoding="utf-8")
    for old, new in (*SMALLER, *changes):
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = folder / RULES.name
    path.write_text(text, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), [d.message for d in found]
    return found


def measure_of(game: Game) -> TerminationMeasure:
    prepared = PreparedGame(game)
    return RankingSearch(prepared.frame, moves(prepared.frame)).measured(prepared.samples.moves)


def test_a_hand_ends_in_which_cards_come_back(tmp_path: Path) -> None:
    prepared = PreparedGame(variant(tmp_path))
    ranking = RankingSearch(prepared.frame, moves(prepared.frame))
    found = ranking.measured(prepared.samples.moves)
    assert (found.answer, found.counters) == ("no", ("opened", "rimescolate"))
    assert "other cards of hand with owed" in [english(of) for of, _ in found.weights or ()]
    assert "rimescolate is at most 3" in prepared.invariants
    assert ranking.rises("turns")
    assert not ranking.bounded(prepared.game.cell["turns"])
    assert not ranking.rises("laid")


@pytest.mark.parametrize(
    "change",
    at_night([((USED, ""),), ((COUNTED, ""),)], by_day=[((USED, ""),)]),
    ids=["the card picked up need not be used", "reshuffles are not counted"],
)
def test_a_hand_that_need_not_end_has_no_measure(tmp_path: Path, change: tuple[str, str]) -> None:
    found = measure_of(variant(tmp_path, change))
    assert (found.weights, found.answer) == (None, "unknown")


def test_a_ceiling_is_a_number_that_a_clause_compares_with() -> None:
    prepared = PreparedGame(game_of("scala40", al_massimo="1"))
    state = prepared.samples.awaiting[0]
    fact = Invariant("ceiling", ("rimescolate", -1), 1)
    assert fact.holds(state) is True
    assert fact.holds(state.remembering(("rimescolate", -1), 2)) is False
    assert english(fact.statement) == "rimescolate is at most 1"


def test_the_least_weights_with_which_every_move_falls() -> None:
    hand, table, marked = Feature("hand", None), Feature("table", None), Feature("hand", None, marked=True)
    assert least((hand, table, marked), [(-1, 1, 0), (1, 0, -1), (1, -1, -1)], ProofContext()) == {hand: 1, table: 0, marked: 2}
    assert least((hand, table, marked), [(-1, 1, 0), (1, -1, 0)], ProofContext()) is None
    assert least((hand, table, marked), [(0, 0, 0)], ProofContext()) is None


def test_kinds_weigh_the_same_where_that_will_do() -> None:
    plain, wild = Feature("hand", None), Feature("hand", "wild")
    other = Feature("table", None), Feature("table", "wild")
    assert least((plain, wild, *other), [(-1, 0, 1, 0)], ProofContext()) == {plain: 1, wild: 1, other[0]: 0, other[1]: 0}
    assert least((plain, wild, *other), [(-1, 1, 0, 0)], ProofContext()) == {plain: 1, wild: 0, other[0]: 0, other[1]: 0}


def test_marks_count_in_the_hand_of_the_player_who_has_the_turn() -> None:
    game = game_of("scala40")
    scales = WeightFeatures(game)
    nothing = (0,) * len(game.deck.cards)
    cards = (1, *nothing[1:])
    state = PreparedGame(game).samples.awaiting[0]
    zones = dict.fromkeys(state.zones, nothing) | {("hand", 0): cards}
    for turn, marked in ((0, True), (1, False)):
        known = state.placing(zones).remembering(("owed", -1), cards).taking_turn(turn)
        found = {f for f, number in scales.numbers(known).items() if number}
        assert found == {Feature("hand", None, marked)}


@pytest.mark.parametrize(
    ("taken", "given", "answer"),
    [("JK", "7♥", "yes"), ("JK", "JK'", "no"), ("7♥", "7♥'", "yes"), ("7♥", "8♥", "no"), ("A♥", "A♥'", "yes")],
)
def test_what_a_card_of_a_group_may_be_read_as(taken: str, given: str, answer: str) -> None:
    game = game_of("scala40")
    acts = Acts(game, CONTEXT)
    clause = game.clause["sostituisce"]
    reading = next(e for when in clause.when for e in _parts(when) if isinstance(e, g.ReadAs))
    size, number = len(game.deck.cards), game.card_number
    state = symbols.anywhere(acts.variables, game, 0)
    card, presa = (tuple(int(i == number[code]) for i in range(size)) for code in (given, taken))
    truth = acts.encoder.truth(reading, TermScope(state, 0, {"card": card, "presa": Read(presa, "some sign")}))
    assert not isinstance(truth, bool)
    assert SolverSession(acts).possible(truth)[0] == answer
    assert SolverSession(acts).possible(terms.not_(truth))[0] == "yes"


def _parts(node: g.Expr) -> tuple[g.Expr, ...]:
    return (node, *(p for e in node.operands for p in _parts(e))) if isinstance(node, g.Operation) else (cast("g.Expr", node),)


@pytest.mark.nightly
def test_turns_end_where_a_hand_need_not() -> None:
    """Two players who always pick up never end a hand of Ramino, but every turn ends; so the search for a legal move
    ends too.
    """
    prepared = PreparedGame(game_of("ramino", raccolta="libera"))
    assert prepared.measure.answer != "no"
    assert prepared.turn_measure.answer == "no"
    assert attempt("faultless", prepared).proved
