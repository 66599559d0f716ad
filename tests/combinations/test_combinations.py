"""The sets of some cards are the same in play, in the engine and in proofs, and give what formulas give."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.engine.side_by_side import SideBySide

from cartaro_engine import PythonMachine
from cartaro_grammar import CARDS, NUMBER, Game, load_game
from cartaro_grammar import game as g
from cartaro_interpreter import (
    Faulted,
    Move,
    Played,
    Rules,
    SeededChance,
    State,
    View,
    begin_hand,
    begin_match,
    compile_game,
    play_hand,
)
from cartaro_interpreter.evaluate.code import CodeScope, Frames, at, constant
from cartaro_interpreter.state.card_sets import mask_of
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.play.table import HistoryTable
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import TermScope, as_number

TEXT = Path(__file__).parent / "combinations.regole"
HOLD_EM = Path(__file__).parents[2] / "rulesets" / "showdown" / "texas_holdem.regole"
NAMES = ("fifteens", "two_fifteens", "twins", "longest", "runs", "best", "least", "sums", "parts")
COUNTED = NAMES[:2]
"""The numbers that the prover knows for any cards."""


def game_of(text: str = "", folder: Path | None = None) -> Game:
    path = TEXT
    if folder is not None:
        path = folder / "combinations.regole"
        path.write_text(text, encoding="utf-8")
    found = load_game(str(path))
    assert isinstance(found, Game), found
    return found


def rules_of(game: Game) -> Rules:
    found = compile_game(game)
    assert isinstance(found, Rules), found
    return found


def applied(game: Game, name: str) -> g.Expr:
    span = game.clauses[0].span
    return g.Apply(name, (g.Local("cards", CARDS, span),), NUMBER, span)


def begun(rules: Rules) -> State:
    """Return the first state of a hand in which a player has to move."""
    match = begin_match(rules, SeededChance(1))
    assert isinstance(match, State), match
    hand = begin_hand(rules, match, SeededChance(1))
    assert isinstance(hand, State), hand
    return hand


def in_play(rules: Rules, state: State, name: str, cards: int) -> int:
    """Return a number of some cards in a state, by the interpreter."""
    frames = Frames()
    place = frames.place()
    code = rules.compiler.code(applied(rules.game, name), CodeScope(frames, constant(-1), {"cards": at(place)}))
    frame = frames.fresh()
    frame[place] = cards
    return code(state.cells, frame)


def some_cards(random: Random, most: int, pack: int) -> int:
    return mask_of(random.sample(range(pack), random.randint(0, most)))


def test_formulas_for_five_cards_give_the_same() -> None:
    rules, random = rules_of(game_of()), Random(1)
    state = begun(rules)
    for _ in range(300):
        cards = mask_of(random.sample(range(52), 5))
        assert in_play(rules, state, "fifteens", cards) == in_play(rules, state, "by_formula", cards)
        assert in_play(rules, state, "twins", cards) == in_play(rules, state, "equals", cards)


def test_the_engine_plays_and_counts_as_the_interpreter() -> None:
    beside = SideBySide(rules_of(game_of()), PythonMachine, 1)
    beside.play_matches(2)
    assert not beside.faults
    assert beside.positions


def test_sets_of_cards_of_several_words_are_found(tmp_path: Path) -> None:
    """With two packs a set takes two words, and equal cards are different cards."""
    text = TEXT.read_text(encoding="utf-8").replace("has 1 of every", "has 2 of every").partition("\n-- The formulas")[0]
    rules = rules_of(game_of(text, tmp_path))
    assert in_play(rules, begun(rules), "twins", 1 | 1 << rules.game.faces.kind.index(rules.game.faces.kind[0], 1)) == 1
    beside = SideBySide(rules, PythonMachine, 1)
    beside.play_matches(2)
    assert not beside.faults
    assert beside.positions


@pytest.mark.parametrize("name", NAMES)
def test_the_prover_allows_what_the_interpreter_computes(name: str) -> None:
    """The value is exact for known cards; for any cards it is exact if the sets are counted by a total."""
    game, random = game_of(), Random(2)
    table = HistoryTable(game)
    place = begun(table.rules)
    acts = Acts(game, ProofContext())
    state = symbolic(table.rules, place)
    unknown = acts.context.variables.cards("cards", acts.encoder.size)
    session = SolverSession(acts, terms.bit_bounds(unknown))
    number = as_number(acts.encoder.value(applied(game, name), TermScope(state, state.turn, {"cards": unknown})))
    for _ in range(6):
        cards = some_cards(random, 5, acts.encoder.size)
        value = in_play(table.rules, place, name, cards)
        bits = tuple(cards >> card & 1 for card in range(acts.encoder.size))
        known = as_number(acts.encoder.value(applied(game, name), TermScope(state, state.turn, {"cards": bits})))
        assert known == value
        these = terms.all_of(terms.equal(x, bit) for x, bit in zip(unknown, bits, strict=True))
        assert session.possible(these, terms.equal(number, value))[0] == "yes"
        others = session.possible(these, terms.not_(terms.equal(number, value)))[0]
        assert others == "no" or name not in COUNTED


def test_a_set_that_stops_play_stops_it(tmp_path: Path) -> None:
    """No set is left out by another condition before the condition that stops play is tested."""
    first = "number of t is 9 and remainder of total pips of t by (number of t - 1) = 0"
    for condition in (first, " and ".join(reversed(first.split(" and ")))):
        written = TEXT.read_text(encoding="utf-8").replace("remainder of total pips of t by (number of t) = 0", condition)
        rules = rules_of(game_of(written, tmp_path))
        state = begun(rules)
        if condition == first:
            assert in_play(rules, state, "parts", 0b111) == 0
        else:
            with pytest.raises(Faulted, match="divisor"):
                in_play(rules, state, "parts", 0b111)


def test_too_many_sets_are_a_fault() -> None:
    rules = rules_of(game_of())
    with pytest.raises(Faulted, match="more than") as stopped:
        in_play(rules, begun(rules), "sums", (1 << 30) - 1)
    assert stopped.value.code == "C0804"


def test_sets_of_cards_can_only_be_counted_added_up_and_compared(tmp_path: Path) -> None:
    text = TEXT.read_text(encoding="utf-8").replace(
        "twins of s is number of (sets of cards t in s where number of t is 2 and t is alike in rank)",
        "twins of s is number of ((sets of cards t in s) where number is 2)",
    )
    path = tmp_path / "combinations.regole"
    path.write_text(text, encoding="utf-8")
    found = load_game(str(path))
    assert not isinstance(found, Game)
    assert found[0].code.startswith("C02")


class Caller:
    """A player who stays in to the showdown, and counts the moves."""

    moves = 0

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        self.moves += 1
        return next(move for act in ("check", "call") for move in moves if move.act == act)


def test_six_players_come_to_the_showdown() -> None:
    """Each of six players is compared with each other by the best of 21 sets: the worth of a set is computed once."""
    game = load_game(str(HOLD_EM), {"players": "6"})
    assert isinstance(game, Game)
    caller = Caller()
    assert isinstance(play_hand(rules_of(game), [caller] * 6, SeededChance(4)), Played)
    assert caller.moves == 24
