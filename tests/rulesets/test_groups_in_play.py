"""Games of groups, played: whole matches end and lose no card, players leave them, and replayed records give the same
states.
"""

from __future__ import annotations

from functools import cache

import pytest
from tests.levels import at_night
from tests.shipped_games import rules_of

from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import (
    PHASE_COUNTED,
    PHASE_OVER,
    PHASE_TURN,
    Json,
    Move,
    Played,
    RandomPlayer,
    Record,
    Rules,
    SeededChance,
    State,
    begin_hand,
    begin_match,
    legal_moves,
    parse_json,
    play_match,
    read_position,
    read_record,
    replay,
    step,
    view,
    write_json,
    write_position,
    write_record,
)
from cartaro_interpreter.state.state import conserved
from cartaro_interpreter.table.playout import stuck

pytestmark = pytest.mark.slow

SEEDS = 1


@cache
def rules_for(players: int, *settings: tuple[str, str], name: str = "scala40") -> Rules:
    return rules_of(name, players=str(players), **dict(settings))


def points(rules: Rules, state: State) -> list[int]:
    slot = rules.layout.memory["points"]
    return list(state.cells[slot.slot : slot.slot + slot.count])


def match(rules: Rules, seed: int) -> Played:
    player = RandomPlayer(seed)
    played = play_match(rules, [player] * rules.game.players, SeededChance(seed))
    assert isinstance(played, Played), played
    return played


@pytest.mark.parametrize(
    ("name", "players"),
    at_night([*(("scala40", n) for n in (2, 3, 4, 6)), ("ramino", 2), ("ramino", 5)], by_day=[("scala40", 3), ("ramino", 2)]),
)
def test_matches_end(name: str, players: int) -> None:
    """K18, K19: the last player below the limit wins, and a match of random players ends in this way."""
    rules = rules_for(players, name=name)
    for seed in range(SEEDS):
        played = match(rules, seed)
        assert played.state.phase == PHASE_OVER
        assert conserved(rules.layout, played.state)
        assert sum(total < 101 for total in points(rules, played.state)) <= 1


@pytest.mark.parametrize("players", at_night([2, 3, 6], by_day=[3]))
def test_a_record_gives_the_same_match(players: int) -> None:
    rules = rules_for(players)
    played = match(rules, 7)
    text = write_json(write_record(rules, played, match=True))
    value = parse_json(text)
    assert not isinstance(value, Diagnostic)
    record = read_record(rules, value)
    assert isinstance(record, Record), record
    again = replay(rules, record)
    assert isinstance(again, Played), again
    assert again.state == played.state


def test_a_hand_that_cannot_end_is_void() -> None:
    """K16: with sets of four on the table and a card in each hand nobody can close, and the pile is not reshuffled forever."""
    rules = rules_for(2, ("al_massimo", "1"))
    sets = [[f"{rank}{suit}" for suit in "♥♦♣♠"] for rank in ("5", "8", "J")]
    position: Json = {
        "zones": {"melds": sets, "hand": {"1": ["2♥"], "2": ["K♦"]}, "stock": ["4♣"], "discards": ["6♠", "9♠"]},
        "counters": {"opened": {"1": True, "2": True}, "turns": {"1": 9, "2": 9}},
    }
    state = read_position(rules, position)
    assert isinstance(state, State), state
    moves = 0
    while state.phase == PHASE_TURN:
        found = legal_moves(rules, state)
        assert isinstance(found, tuple), found
        after = step(rules, state, found[0], SeededChance(1))
        assert isinstance(after, State), after
        state, moves = after, moves + 1
    assert moves == 6
    assert state.phase == PHASE_COUNTED
    assert points(rules, state) == [0, 0]


def test_who_is_out_is_dealt_nothing_and_has_no_turn() -> None:
    rules = rules_for(4)
    before = begin_match(rules, SeededChance(1))
    assert isinstance(before, State)
    cells = list(before.cells)
    cells[rules.layout.memory["points"].slot + 1] = 130
    state = begin_hand(rules, State(tuple(cells)), SeededChance(1))
    assert isinstance(state, State), state
    hand = rules.layout.places["hand"].slot
    assert [held.bit_count() for held in state.cells[hand : hand + 4]] == [13, 0, 13, 13]
    turns: list[int] = []
    for _ in range(6):
        turns.append(state.turn)
        for _ in range(2):
            moves = legal_moves(rules, state)
            assert isinstance(moves, tuple), moves
            after = step(rules, state, moves[-1])
            assert isinstance(after, State), after
            state = after
    assert turns == [0, 2, 3, 0, 2, 3]


@pytest.mark.parametrize(("out", "may"), [(0, False), (130, True)])
def test_two_left_are_two_players(out: int, may: bool) -> None:
    """K12: a player who has opened may discard a card that attaches only against a single opponent; players who are out do not
    count.
    """
    rules = rules_for(3)
    position: Json = {
        "zones": {"melds": [["9♥", "9♣", "9♠"]], "hand": {"1": ["9♦", "K♦"], "2": ["2♥"]}, "stock": ["5♣", "6♣"]},
        "counters": {"opened": {"1": True}, "points": {"3": out}},
    }
    state = read_position(rules, position)
    assert isinstance(state, State), state
    drawn = step(rules, state, _only_move(rules, state))
    assert isinstance(drawn, State), drawn
    moves = legal_moves(rules, drawn)
    assert isinstance(moves, tuple), moves
    assert (Move("discard", (rules.game.card_number["9♦"],), ("scarta",)) in moves) is may


def test_positions_are_read_as_they_are_written() -> None:
    rules = rules_for(3)
    for seed in range(4):
        state = match(rules, seed).state
        text = write_json(write_position(rules, state))
        value = parse_json(text)
        assert not isinstance(value, Diagnostic)
        again = read_position(rules, value)
        assert isinstance(again, State), again
        assert write_json(write_position(rules, again)) == text


def test_everybody_sees_the_groups_and_how_they_are_read() -> None:
    rules = rules_for(2)
    position: Json = {
        "zones": {"melds": [["2♥", "A♥", "JK/3♥"], ["K♥", "K♦", "K♠"]], "discards": ["4♣", "5♣"], "stock": ["6♣"]}
    }
    state = read_position(rules, position)
    assert isinstance(state, State), state
    for player in range(2):
        seen = view(rules, state, player)
        assert not isinstance(seen, Diagnostic)
        groups = [zone.cards for zone in seen.zones if zone.zone == "melds"]
        codes = [{rules.game.faces.codes[face] for face in cards or ()} for cards in groups]
        assert {"A♥/1", "2♥", "JK/3♥"} in codes
        assert {"K♥", "K♦", "K♠"} in codes
        (pile,) = (zone for zone in seen.zones if zone.zone == "discards")
        assert (pile.cards, pile.top) == (None, rules.game.card_number["4♣"])


def test_a_player_without_a_legal_discard_gets_the_reason() -> None:
    """K20: if no house rule corrects it, the report of the dead end names the clause that causes it."""
    position: Json = {
        "zones": {"melds": [["9♥", "9♣", "9♠"], ["3♦", "4♦", "5♦"]], "hand": {"1": ["9♦", "6♦"]}, "stock": ["2♦"]},
    }
    for value, least in (("cede", 1), ("blocca", 0)):
        rules = rules_for(2, ("impossibile", value))
        state = read_position(rules, position)
        assert isinstance(state, State), state
        moves = legal_moves(rules, state)
        assert isinstance(moves, tuple), moves
        drawn = step(rules, state, moves[0])
        assert isinstance(drawn, State), drawn
        left = legal_moves(rules, drawn)
        assert isinstance(left, tuple), left
        assert bool(left) is bool(least)
        if not left:
            fault = stuck(rules, drawn.cells)
            assert fault.code == "C0823"
            assert "`attaccata`" in fault.help


def test_equal_cards_are_listed_once_and_any_may_be_named() -> None:
    rules = rules_for(2)
    position: Json = {"zones": {"hand": {"1": ["9♥", "9♥'", "4♠"]}, "stock": ["K♣"]}}
    state = read_position(rules, position)
    assert isinstance(state, State), state
    drawn = step(rules, state, _only_move(rules, state))
    assert isinstance(drawn, State), drawn
    moves = legal_moves(rules, drawn)
    assert isinstance(moves, tuple), moves
    codes = [rules.game.faces.codes[move.args[0]] for move in moves]
    assert sorted(codes) == ["4♠", "9♥", "K♣"]
    other = rules.game.card_number["9♥'"]
    after = step(rules, drawn, Move("discard", (other,), ()))
    assert isinstance(after, State), after
    assert after.cells[rules.layout.places["discards"].slot] == 1 << other


def _only_move(rules: Rules, state: State) -> Move:
    moves = legal_moves(rules, state)
    assert isinstance(moves, tuple), moves
    (move,) = moves
    return move
