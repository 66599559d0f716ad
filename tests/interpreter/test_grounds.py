"""The grounds of a ruling agree with the ruling, and the alternatives are correct."""

from __future__ import annotations

from random import Random

import pytest
from tests.interpreter.material import rules_of, small_position, state_of

from cartaro_interpreter import END_OF_TURN, Judgement, Move, Rules, State, judge, legal_moves, phrase, read_position
from cartaro_interpreter.formats.move_text import read_phrase
from cartaro_interpreter.ruling.alternatives import barred, house_rules, nearest
from cartaro_interpreter.ruling.grounds import PermissionGrounds, grounds, outside
from cartaro_interpreter.state.card_sets import mask_of, members

GAMES = ("scopa", "scopone", "escoba", "pesca")
SEEDS = range(10)


def random_moves(rules: Rules, state: State, random: Random) -> list[Move]:
    """Yield moves that are legal, moves that are barred, and other moves whose arguments are of the right kind."""
    found = legal_moves(rules, state)
    assert isinstance(found, tuple)
    moves = [move for move in found if move.act != END_OF_TURN]
    moves += [move for group in barred(rules, state, found).values() for move in group]
    places = rules.layout.places
    hand = members(state.cells[places["hand"].slot + state.turn])
    table = members(state.cells[places["table"].slot]) if "table" in places else hand
    deck = range(len(rules.game.deck.cards))
    for act in (act for act in rules.game.acts if not act.finding):
        for number in range(8):
            one = hand if hand and number else deck
            some = table if len(table) > 1 and number > 1 else deck
            args = [random.choice(one) if p.choice == "one" else mask_of(random.sample(some, 2)) for p in act.parameters]
            moves.append(Move(act.name, tuple(args), ()))
    return moves


def ruled(rules: Rules, state: State, move: Move) -> Judgement:
    verdict = judge(rules, state, move)
    assert isinstance(verdict, Judgement), verdict
    return verdict


def grounds_of(rules: Rules, state: State, move: Move) -> tuple[PermissionGrounds, ...]:
    found = grounds(rules, state, move)
    assert isinstance(found, tuple), found
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_grounds_agree_with_the_ruling(name: str) -> None:
    rules = rules_of(name)
    reasons: set[str] = set()
    for seed in SEEDS:
        state = state_of(read_position(rules, small_position(rules, seed)))
        for move in random_moves(rules, state, Random(seed)):
            verdict = ruled(rules, state, move)
            reasons.add(verdict.reason)
            if verdict.reason == "domain":
                assert outside(rules, state, move, verdict.parameter) or not any(move.args)
            if verdict.reason not in ("legal", "permission", "barred"):
                continue
            found = grounds_of(rules, state, move)
            free = [t for t in found if t.case.holds and not any(bar.in_force for bar in t.bars)]
            assert bool(free) is verdict.legal
            assert any(t.case.holds for t in found) is (verdict.reason != "permission")
            if verdict.reason == "legal":
                assert {t.case.clause.name for t in free} == set(verdict.clauses)
            if verdict.reason == "barred":
                assert {b.case.clause.name for t in found if t.case.holds for b in t.bars if b.in_force} == set(verdict.clauses)
    assert {"legal", "permission" if name != "pesca" else "step"} <= reasons


@pytest.mark.parametrize("name", GAMES)
def test_every_case_has_facts_that_decide_it(name: str) -> None:
    rules = rules_of(name)
    for seed in SEEDS:
        state = state_of(read_position(rules, small_position(rules, seed)))
        legal = legal_moves(rules, state)
        assert isinstance(legal, tuple)
        for move in random_moves(rules, state, Random(seed)):
            for found in grounds_of(rules, state, move) if ruled(rules, state, move).reason not in ("step", "domain") else ():
                for case in (found.case, *(bar.case for bar in found.bars)):
                    assert case.facts or case.holds or not case.mine
                for bar in found.bars:
                    for fact in bar.case.facts:
                        way = fact.way
                        assert way is None or ruled(rules, state, way).reason in ("legal", "barred", "turn")


@pytest.mark.parametrize("name", GAMES)
def test_what_is_barred_is_not_legal_and_is_barred_by_that_clause(name: str) -> None:
    rules = rules_of(name)
    found = 0
    for seed in SEEDS:
        state = state_of(read_position(rules, small_position(rules, seed)))
        legal = legal_moves(rules, state)
        assert isinstance(legal, tuple)
        for clause, moves in barred(rules, state, legal).items():
            found += len(moves)
            for move in moves:
                verdict = ruled(rules, state, move)
                assert not verdict.legal
                assert verdict.reason == "turn" or clause in verdict.clauses
    assert found or name in ("escoba", "pesca")


@pytest.mark.parametrize("name", ["scopa", "scopone"])
def test_the_nearest_move_is_legal_and_of_the_same_card_where_one_is(name: str) -> None:
    rules = rules_of(name)
    for seed in SEEDS:
        state = state_of(read_position(rules, small_position(rules, seed)))
        legal = legal_moves(rules, state)
        assert isinstance(legal, tuple)
        for move in random_moves(rules, state, Random(seed)):
            near = nearest(rules.game, move, legal)
            assert near is None or near in legal
            if not move.args:
                continue
            card = move.args[-1]
            same = [other for other in legal if other.args[-1:] == (card,)]
            assert not same or (near is not None and near.args[-1] == card)
            if any(other.same(move) for other in legal):
                assert near is not None
                assert near.same(move)


def test_house_rules_judge_the_same_move() -> None:
    name = "scopa"
    rules = rules_of(name)
    found: set[str] = set()
    for seed in range(2):
        position = small_position(rules, seed)
        state = state_of(read_position(rules, position))
        for move in random_moves(rules, state, Random(seed)):
            verdict = ruled(rules, state, move)
            for rule in house_rules(rules, state, move, verdict):
                found.add(rule.option)
                for value, legal in rule.others:
                    other = rules_of(name, **{rule.option: value})
                    assert ruled(other, state_of(read_position(other, position)), move).legal is legal
    assert found


@pytest.mark.parametrize("name", GAMES)
def test_a_move_reads_back(name: str) -> None:
    rules = rules_of(name)
    for seed in SEEDS:
        state = state_of(read_position(rules, small_position(rules, seed)))
        moves = legal_moves(rules, state)
        assert isinstance(moves, tuple)
        for move in moves:
            again = read_phrase(rules.game, phrase(rules.game, move))
            assert isinstance(again, Move)
            assert again.same(move)


def test_articles_and_commas_are_silence() -> None:
    rules = rules_of("scopa")
    plain = read_phrase(rules.game, "take 6C 3S with CD")
    assert isinstance(plain, Move)
    assert read_phrase(rules.game, " take the 3S, the 6C\nwith a CD ") == plain
    assert [rules.game.deck.cards[card].code for card in members(plain.args[0])] == ["6C", "3S"]
