"""The moves that a choice of cards may mean."""

from __future__ import annotations

from random import Random

import pytest
from tests.interpreter.material import rules_of, state_of

from cartaro_interpreter import (
    Json,
    Judgement,
    Move,
    Rules,
    SeededChance,
    State,
    begin_hand,
    begin_match,
    judge,
    legal_moves,
    meant_by_cards,
    moves_of_cards,
    phrase,
    read_position,
    step,
)
from cartaro_interpreter.play.course import CardMoves, cards_of

GAMES = ("scopa", "scala40", "rubamazzo")
"""A game of sums, one of groups with equal cards and with cards read as others, and one of cards and piles."""


def states(name: str, seed: int, count: int) -> tuple[Rules, list[State]]:
    """Some states of a hand that is played at random."""
    rules, chance, random = rules_of(name), SeededChance(seed), Random(seed)
    state = begin_hand(rules, state_of(begin_match(rules, chance)), chance)
    found: list[State] = []
    while isinstance(state, State) and len(found) < count:
        moves = legal_moves(rules, state)
        assert isinstance(moves, tuple)
        if not moves:
            break
        found.append(state)
        state = step(rules, state, random.choice(moves), chance)
    return rules, found


def meant(rules: Rules, state: State, cards: frozenset[int]) -> CardMoves:
    found = moves_of_cards(rules, state, cards)
    assert isinstance(found, CardMoves)
    return found


def among(move: Move, moves: tuple[Move, ...]) -> bool:
    return any(move.same(other) for other in moves)


@pytest.mark.parametrize("name", GAMES)
def test_a_move_is_meant_by_its_cards_and_begun_by_some_of_them(name: str) -> None:
    rules, found = states(name, 5, 12)
    for state in found:
        legal = legal_moves(rules, state)
        assert isinstance(legal, tuple)
        for move in legal[:40]:
            named, groups = cards_of(rules, move)
            cards = named | {min(group) for group in groups}
            assert among(move, meant(rules, state, cards).whole)
            for card in cards if len(cards) > 1 else ():
                assert among(move, meant(rules, state, cards - {card}).begun)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_meant_is_legal_and_has_the_cards(name: str) -> None:
    rules, found = states(name, 8, 10)
    for number, state in enumerate(found):
        for card in Random(number).sample(range(len(rules.game.deck.cards)), 6):
            both = meant(rules, state, frozenset({card}))
            for move in (*both.whole, *both.begun):
                named, groups = cards_of(rules, move)
                assert card in named.union(*groups)
                assert isinstance(step(rules, state, move, SeededChance(0)), State)
            assert all(cards_of(rules, move)[0] <= {card} for move in both.whole)


@pytest.mark.parametrize("name", GAMES)
def test_a_legal_move_is_among_all_that_its_cards_could_mean(name: str) -> None:
    rules, found = states(name, 5, 12)
    for state in found:
        legal = legal_moves(rules, state)
        assert isinstance(legal, tuple)
        for move in legal[:10]:
            named, groups = cards_of(rules, move)
            cards = named | {min(group) for group in groups}
            judged = [judge(rules, state, one) for one in meant_by_cards(rules, state, cards) if one.act == move.act]
            assert any(isinstance(verdict, Judgement) and verdict.legal for verdict in judged)


@pytest.mark.parametrize("name", GAMES)
def test_what_cards_could_mean_has_them_all_and_no_others(name: str) -> None:
    rules, found = states(name, 8, 6)
    for number, state in enumerate(found):
        cards = frozenset(Random(number).sample(range(len(rules.game.deck.cards)), 1 + number % 3))
        for move in meant_by_cards(rules, state, cards):
            named, groups = cards_of(rules, move)
            assert cards <= named.union(*groups)
            assert named <= cards


def written(rules: Rules, position: dict[str, Json], codes: str) -> tuple[list[str], list[str]]:
    """Return the moves that some cards mean, and the moves that they begin, in their written form."""
    state = state_of(read_position(rules, position))
    found = meant(rules, state, frozenset(rules.game.card_number[code] for code in codes.split()))
    return [phrase(rules.game, m) for m in found.whole], [phrase(rules.game, m) for m in found.begun]


def test_one_card_is_put_down_or_takes_others() -> None:
    position: dict[str, Json] = {"zones": {"hand": {"1": ["7C", "2S"], "2": []}, "table": ["4D", "3B", "5D"]}, "turn": 1}
    rules = rules_of("scopa")
    assert written(rules, position, "7C") == ([], ["take 3B 4D with 7C"])
    assert written(rules, position, "2S") == (["lay 2S"], [])
    assert written(rules, position, "7C 3B 4D") == (["take 3B 4D with 7C"], [])
    assert written(rules, position, "7C 5D") == ([], [])
    assert written(rules, position, "") == ([], ["take 3B 4D with 7C", "lay 2S"])


def test_of_equal_cards_the_one_that_was_chosen_is_played() -> None:
    rules = rules_of("terne")
    position: dict[str, Json] = {"zones": {"hand": {"1": ["3R", "3R'", "4R"], "2": ["AN"]}}, "turn": 1}
    state = state_of(read_position(rules, position))
    legal = legal_moves(rules, state)
    assert isinstance(legal, tuple)
    one, other = (rules.game.card_number[code] for code in ("3R", "3R'"))
    named = {card for move in legal for card in cards_of(rules, move)[0]}
    assert one in named
    for card in (one, other):
        found = meant(rules, state, frozenset({card}))
        assert found.whole or found.begun
        assert all(card in cards_of(rules, move)[0] for move in (*found.whole, *found.begun))
