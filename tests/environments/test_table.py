"""The two tables give the same positions; the observation of a player depends only on facts that the player may know."""

from __future__ import annotations

from random import Random

import pytest
from tests.engine.side_by_side import move_of, rules_of
from tests.rulesets.worlds import otherwise, seen

from cartaro_engine import GamePosition, GameTable, table_of
from cartaro_engine.environments.episode import Episode, Episodes
from cartaro_engine.table.tables import (
    EngineTable,
    InterpreterTable,
    known_after,
    known_at_first,
    payoff_of_match,
    payoff_of_points,
)
from cartaro_interpreter import PHASE_TURN, Choice, State

pytestmark = pytest.mark.slow


def begun(episodes: Episodes, number: int = 0) -> Episode:
    found = episodes.begin(7, number)
    assert isinstance(found, Episode)
    return found


def played(episodes: Episodes, number: int = 0, most: int = 10_000) -> list[Episode]:
    """An episode played at random, choice by choice."""
    found, random = [begun(episodes, number)], Random(number)
    while found[-1].moves and len(found) < most:
        found.append(episodes.after(found[-1], random.choice(found[-1].legal)))
    return found


@pytest.mark.parametrize("name", ["scopa", "scopone"])
def test_the_tables_give_the_same_positions(name: str) -> None:
    rules, random = rules_of(name, {}), Random(1)
    fast, plain = table_of(rules), InterpreterTable(rules)
    assert isinstance(fast, EngineTable)
    position = fast.deal(5, 2)
    assert position == plain.deal(5, 2)
    for _ in range(2):
        while position.state.phase == PHASE_TURN:
            options = fast.legal(position)
            assert [move_of(o) for o in options] == [move_of(o) for o in plain.legal(position)]
            number = random.randrange(len(options))
            other = plain.after(position, number)
            position = fast.after(position, number)
            assert position == other
        assert position.points is not None
        assert fast.legal(position) == ()
        position, other = fast.next_hand(position), plain.next_hand(position)
        assert position == other


def test_a_position_is_left_as_it_was() -> None:
    """The engine has one memory, but continuing from one position does not change what another position leads to."""
    table = table_of(rules_of("scopa", {}))
    first, other = table.deal(1, 0), table.deal(1, 1)
    after = table.after(first, 0)
    table.after(other, 1)
    assert table.after(first, 0) == after
    assert table.after(table.deal(1, 0), 0) == after


def test_moves_are_spelt_differently() -> None:
    for name in ("scopone", "scala40"):
        for episode in played(Episodes(table_of(rules_of(name, {})))):
            spellings = [spelling for _, _, _, spelling in episode.moves]
            assert len(set(spellings)) == len(spellings)
            assert not [one for one in spellings for two in spellings if one != two and two[: len(one)] == one]


def test_a_word_that_is_not_legal_is_refused() -> None:
    episodes = Episodes(table_of(rules_of("scopa", {})))
    episode = begun(episodes)
    wrong = next(word for word in range(len(episodes.alphabet.words)) if word not in episode.legal)
    with pytest.raises(ValueError, match="is not legal"):
        episodes.after(episode, wrong)


@pytest.mark.parametrize(
    ("name", "settings"), [("scopa", {"players": "3"}), ("scopone", {}), ("rubamazzo", {}), ("scala40", {})]
)
def test_hidden_cards_reveal_nothing(name: str, settings: dict[str, str]) -> None:
    """A hand is played twice, and from some moment on the cards that a player cannot know are dealt differently. As long as the
    views are the same, so are the observations.
    """
    rules = rules_of(name, settings)
    episodes, random, compared = Episodes(table_of(rules)), Random(3), 0
    for number in range(2):
        for episode in played(episodes, number, 60)[::6]:
            for player in range(rules.game.players):
                witnessed = 0
                for cards in episode.known[player]:
                    witnessed |= cards
                other = otherwise(rules, episode.position.state, player, random, witnessed)
                compared += same_as_long_as_it_looks_so(episodes, episode, other, player)
    assert compared > 20


def same_as_long_as_it_looks_so(episodes: Episodes, episode: Episode, other: State, player: int) -> int:
    """Play both on with the same moves; return how often they could be compared."""
    rules, table = episodes.rules, episodes.table
    mine, theirs, known = episode.position, GamePosition(other, episode.position.chance), episode.known
    its = tuple(episode.known[player] if p == player else first for p, first in enumerate(known_at_first(rules, other)))
    compared = 0
    while seen(rules, mine.state, player) == seen(rules, theirs.state, player) and mine.state.phase == PHASE_TURN:
        reported = [
            (
                episodes.observation(Episode(position, what, ()), player),
                episodes.observation_text(Episode(position, what, ()), player),
            )
            for position, what in ((mine, known), (theirs, its))
        ]
        assert reported[0] == reported[1]
        compared += 1
        options, others = table.legal(mine), [move_of(option) for option in table.legal(theirs)]
        if options[0].player == player:
            assert others == [move_of(option) for option in options]
        step = next((step for step in enumerate(options) if move_of(step[1]) in others), None)
        if step is None or compared == 12:
            break
        (mine, known), (theirs, its) = (
            gone_on(table, mine, known, step[1]), gone_on(table, theirs, its, step[1])
        )  # fmt: skip
    return compared


def gone_on(
    table: GameTable, position: GamePosition, known: tuple[tuple[int, ...], ...], option: Choice
) -> tuple[GamePosition, tuple[tuple[int, ...], ...]]:
    number = [move_of(other) for other in table.legal(position)].index(move_of(option))
    after = table.after(position, number)
    return after, known_after(table.rules, known, position, option.move, after)


def test_what_was_taken_is_remembered() -> None:
    """In a game of captures, everybody knows at the end every card that was played."""
    episodes = Episodes(table_of(rules_of("scopa", {})))
    last = played(episodes)[-1]
    pack = episodes.rules.layout.pack
    for known in last.known:
        remembered = 0
        for cards, slot in zip(known, episodes.rules.layout.holders, strict=True):
            assert cards & ~last.position.state.cells[slot] == 0
            remembered |= cards
        assert remembered == pack


@pytest.mark.parametrize(("name", "points", "worth"), [("scopa", (4, 1), (3.0, -3.0)), ("scala40", (0, 20), (20.0, -20.0))])
def test_a_hand_is_worth_the_difference_of_points(name: str, points: tuple[int, ...], worth: tuple[float, ...]) -> None:
    assert payoff_of_points(rules_of(name, {}), points) == worth


def test_partners_share_what_a_hand_is_worth() -> None:
    assert payoff_of_points(rules_of("scopone", {}), (1, 3)) == (-2.0, 2.0, -2.0, 2.0)
    assert payoff_of_points(rules_of("scopa", {"players": "3"}), (1, 3, 5)) == (-3.0, 0.0, 3.0)


def test_a_match_is_worth_who_wins() -> None:
    episodes = Episodes(table_of(rules_of("scopa", {})), "match")
    last = played(episodes)[-1]
    assert last.cut is None
    assert sorted(episodes.payoffs(last)) == [-1.0, 1.0]
    assert episodes.payoffs(last) == payoff_of_match(episodes.rules, last.position.state)
    assert last.position.state.phase != PHASE_TURN


def test_all_that_was_done_is_recalled() -> None:
    episodes = Episodes(table_of(rules_of("scopa", {})))
    last = played(episodes)[-1]
    assert episodes.recalled(last, 0).count("\n") == 2 * len(last.done)
    assert episodes.recalled(last, 0) != episodes.recalled(last, 1)
