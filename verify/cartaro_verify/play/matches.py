"""Matches played for the verifier: hands from any memory of a match, and matches that are broken off, with their records.

Like `table`, this knows the interpreter.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from cartaro_interpreter import (
    PHASE,
    PHASE_COUNTED,
    PHASE_OVER,
    PHASE_TURN,
    Faulted,
    Move,
    Play,
    ScriptedChance,
    SeededChance,
    legal,
)
from cartaro_interpreter import State as Position
from cartaro_verify.play.table import MOST_MOVES, HistoryTable, Moment
from cartaro_verify.terms.symbols import OwnedPlace

COUNT: Moment = ("count", "hand")


@dataclass(frozen=True, slots=True)
class MatchHand:
    """A hand that was counted: what each counter of the match gained, the position after it, and whether the match was over."""

    gained: Mapping[OwnedPlace, int]
    position: Position
    over: bool


@dataclass(frozen=True, slots=True)
class Match:
    """A match up to the end of a hand: its packs and moves, and the position between the hands."""

    packs: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]
    position: Position


def hands(
    table: HistoryTable, memory: Mapping[OwnedPlace, int], seeds: Iterable[int], without: frozenset[str]
) -> Iterator[MatchHand]:
    """Hands by chance that begin with this memory, and in which some acts are not done; only those that were counted."""
    for seed in seeds:
        seen = list[Moment]()

        def watch(moment: Moment, _: Position, seen: list[Moment] = seen) -> None:
            seen.append(moment)

        play = Play(table.rules, SeededChance(seed), watch)
        try:
            cells = play.begin_match()
            for place, value in memory.items():
                cells[slot(table, place)] = value
            before = counters(table, cells)
            play.begin_hand(cells)
            _play_on(table, play, cells, random.Random(seed).random, without)
        except Faulted:
            continue
        if COUNT in seen:
            after = counters(table, cells)
            gained = {place: after[place] - before[place] for place in after}
            yield MatchHand(gained, Position(tuple(cells)), cells[PHASE] == PHASE_OVER)


def unended(table: HistoryTable, seeds: Iterable[int], most: int) -> Iterator[list[Match]]:
    """Matches by chance that have not ended after so many hands, each as it was after every hand."""
    for seed in seeds:
        chance, moves, after = SeededChance(seed), list[Move](), list[Match]()
        play, choice = Play(table.rules, chance), random.Random(seed).random
        try:
            cells = play.begin_match()
            for _ in range(most):
                play.begin_hand(cells)
                moves += _play_on(table, play, cells, choice, frozenset())
                if cells[PHASE] != PHASE_COUNTED:
                    break
                after.append(Match(tuple(chance.packs), tuple(moves), Position(tuple(cells))))
        except Faulted:
            continue
        if len(after) == most:
            yield after


def replays(table: HistoryTable, match: Match) -> bool:
    """Whether a match comes to its position again when its record is played."""
    play, moves = Play(table.rules, ScriptedChance(match.packs)), list(match.moves)
    try:
        cells = play.begin_match()
        while moves:
            play.begin_hand(cells)
            while moves and cells[PHASE] == PHASE_TURN:
                move = moves.pop(0)
                play.act(cells, next(o for o in legal(table.rules, cells) if o.move.same(move)))
    except (Faulted, StopIteration):
        return False
    return Position(tuple(cells)) == match.position


def _play_on(
    table: HistoryTable, play: Play, cells: list[int], choice: Callable[[], float], without: frozenset[str]
) -> list[Move]:
    """The hand under way, to its end by chance, or to where nobody can move; the moves."""
    moves = list[Move]()
    while cells[PHASE] == PHASE_TURN and len(moves) < MOST_MOVES:
        options = [o for o in legal(table.rules, cells) if o.move.act not in without]
        if not options:
            break
        option = options[int(choice() * len(options))]
        moves.append(option.move)
        play.act(cells, option)
    return moves


def slot(table: HistoryTable, place: OwnedPlace) -> int:
    """The cell in which the interpreter keeps some memory."""
    return table.rules.layout.memory[place[0]].slot + max(0, place[1])


def counters(table: HistoryTable, cells: list[int] | tuple[int, ...]) -> dict[OwnedPlace, int]:
    """The counters of the match."""
    kept = [c for c in table.game.cells if c.kind == "counter" and c.period == "match"]
    owners = {"table": range(-1, 0), "player": range(table.game.players), "side": range(table.game.sides)}
    return {(c.name, o): cells[slot(table, (c.name, o))] for c in kept for o in owners[c.owner]}
