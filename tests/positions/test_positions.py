"""The interpreter compared with the hand-written reference: legal moves and scores of random positions, and whole
random hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

import pytest
from tests import shipped_games
from tests.levels import by_level
from tests.positions.reference import OPTIONS, House, Move, moves, random_hand, random_position, score

from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.formats.position import read_position
from cartaro_interpreter.play.course import legal_moves
from cartaro_interpreter.play.questions import ScoreSheet
from cartaro_interpreter.play.questions import score as score_of
from cartaro_interpreter.state.state import State
from cartaro_interpreter.table.hand_search import moves_json, result_json, score_json
from cartaro_interpreter.table.playout import Played
from cartaro_interpreter.table.records import Record, read_record, replay

pytestmark = pytest.mark.slow

MATTERING: dict[str, dict[str, tuple[str, ...]]] = {
    "moves": {"scopa": ("precedenza", "rifiuto"), "scopone": ("rifusa", "scura")},
    "score": {"scopa": (), "napola": (), "rebello": (), "scopone": ()},
    "hands": {
        "scopa": ("per_volta", "tre_re", "precedenza", "rifiuto", "ultima"),
        "napola": ("ultima",),
        "rebello": (),
        "scopone": ("rifusa", "scura"),
    },
}
HANDS = by_level(day=2, night=4)
"""The number of whole hands for each choice of house rules: nearly five hundred in all."""

MANY = 3
"""If a game has this many options, each choice of their values is tried with a single, random number of players."""


def houses(what: str) -> Iterator[House]:
    """Yield every game under every choice of its relevant options, for every number of players; if there are many choices, each
    for a single number.
    """
    for game, names in MATTERING[what].items():
        for values in product(*(OPTIONS[game][name] for name in names)):
            many = (4,) if game == "scopone" else (2, 3, 4, 6)
            for players in many if len(names) < MANY else (Random("-".join(values)).choice(many),):
                yield House(game, dict(zip(names, values, strict=True)), players)


def told(house: House) -> str:
    return "-".join((house.game, str(house.players), *house.rules.values()))


def rules_of(house: House) -> Rules:
    return shipped_games.rules_of(house.game, players=str(house.players), **house.rules)


def state_of(rules: Rules, position: Mapping[str, Any]) -> State:
    state = read_position(rules, position)
    assert isinstance(state, State), state
    return state


def legal(rules: Rules, state: State) -> set[Move]:
    """Return the interpreter's legal moves in the reference's form; none occurs twice."""
    found = legal_moves(rules, state)
    assert isinstance(found, tuple), found
    answered: Any = moves_json(rules, found)["moves"]
    made = [(m["act"], m["args"]["card"], frozenset(m["args"].get("taken", ()))) for m in answered]
    assert len(made) == len(set(made))
    return set(made)


@pytest.mark.sweep
@pytest.mark.parametrize("house", [*houses("moves")], ids=told)
def test_moves_agree(house: House) -> None:
    random = Random(told(house))
    rules = rules_of(house)
    for _ in range(200):
        position = random_position(house, random)
        hand = position["zones"]["hand"][str(position["turn"])]
        expected = moves(house, position["zones"]["table"], hand)
        assert legal(rules, state_of(rules, position)) == expected, position


@pytest.mark.parametrize("house", [*houses("score")], ids=told)
def test_scores_agree(house: House) -> None:
    random = Random(told(house))
    rules = rules_of(house)
    for _ in range(200):
        position = random_position(house, random)
        won, scope = position["zones"]["won"], position["counters"]["scope"]
        found = score_of(rules, state_of(rules, position))
        assert isinstance(found, ScoreSheet), found
        expected = score(house, list(won.values()), list(scope.values()))
        answer: Any = score_json(found)
        assert list(answer["shares"].values()) == expected, position
        assert list(answer["points"].values()) == [sum(share.values()) for share in expected]


@pytest.mark.sweep
@pytest.mark.parametrize("house", [*houses("hands")], ids=told)
def test_hands_agree(house: House) -> None:
    random = Random(told(house))
    rules = rules_of(house)
    for _ in range(HANDS):
        record, table = random_hand(house, random)
        read = read_record(rules, record)
        assert isinstance(read, Record), read
        played = replay(rules, read)
        assert isinstance(played, Played), (played, record)
        answer: Any = result_json(rules, played)
        expected = score(house, table.won, table.scope)
        assert list(answer["shares"].values()) == expected, record
        assert list(answer["points"].values()) == [sum(share.values()) for share in expected]
        assert [set(won) for won in answer["zones"]["won"].values()] == [set(won) for won in table.won]
        assert set(answer["zones"]["table"]) == set(table.table)
