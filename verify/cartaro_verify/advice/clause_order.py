"""Consequences of one event whose order decides, though nothing in them says so.

Two clauses that stand one after the other and change or ask for the same memory are done in the other order too, in the hands
that are played; where what is remembered afterwards differs, the hand up to there shows it.  Clauses of which one is preferred
to the other are left out: there the order is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from cartaro_grammar import Clause, Game, facts_of
from cartaro_grammar import game as g
from cartaro_verify.encode.transition import SCALAR
from cartaro_verify.obligations.redeals import reads
from cartaro_verify.play.table import MOST_MOVES, Faulted, History, HistoryTable, Moment, Move, Position
from cartaro_verify.terms.symbols import NotCovered

HANDS = 40


@dataclass(frozen=True, slots=True)
class DecidingOrder:
    """Two clauses whose order decides: a hand after which something is remembered otherwise if `second` comes first."""

    first: Clause
    second: Clause
    cell: str
    history: History


def deciding(table: HistoryTable) -> Iterator[DecidingOrder]:
    """The neighbours whose order decides, each with the first hand that shows it."""
    for event, first, second in _neighbours(table.game):
        try:
            other = HistoryTable(_exchanged(table.game, first, second))
        except NotCovered:
            continue
        found = next((o for seed in range(HANDS) if (o := _differs(table, other, seed, event)) is not None), None)
        if found is not None:
            yield DecidingOrder(first, second, *found)


def _neighbours(game: Game) -> Iterator[tuple[Moment, Clause, Clause]]:
    """Clauses that follow one another in an event, change memory alone, and concern the same memory."""
    for event in game.events:
        for first, second in pairwise(game.consequences(*event)):
            own = game.name in (first.home, second.home)
            if (
                own
                and not game.ordered(first, second)
                and all(_scalar(c) for c in (first, second))
                and _concerned(game, first, second)
            ):
                yield event, first, second


def _scalar(clause: Clause) -> bool:
    return all(isinstance(e.body, SCALAR) for e in clause.effects)


def _concerned(game: Game, first: Clause, second: Clause) -> bool:
    """Whether one of two clauses changes what the other asks for or changes; that both add does not count."""
    asks, adds = [_asked(game, c) for c in (first, second)], [_set(c, g.Add) for c in (first, second)]
    changed = [_set(c, object) for c in (first, second)]
    asked = changed[0] & asks[1] or changed[1] & asks[0]
    return bool(asked or (changed[0] & changed[1]) - (adds[0] & adds[1]))


def _asked(game: Game, clause: Clause) -> set[str]:
    parts = ((e.when, e.unless, facts_of(e.body).reads) for e in clause.effects)
    return reads(game, (clause.when, clause.unless, *parts)) - {""}


def _set(clause: Clause, kind: type) -> set[str]:
    """The memory that effects of a kind change."""
    bodies = (e.body for e in clause.effects)
    return {name for b in bodies if isinstance(b, kind) and (name := facts_of(b).memory) is not None}


def _exchanged(game: Game, first: Clause, second: Clause) -> Game:
    """The game with these two clauses in each other's place."""
    swap = {id(first): second, id(second): first}
    return replace(game, clauses=tuple(swap.get(id(c), c) for c in game.clauses))


def _differs(table: HistoryTable, other: HistoryTable, seed: int, event: Moment) -> tuple[str, History] | None:
    """What is remembered otherwise in the other game after the same event of the same hand, if anything."""
    mine, theirs = list[Position](), list[Position]()
    hand = table.sitting(seed, lambda moment, position: mine.append(position) if moment == event else None)
    same = other.sitting(seed, lambda moment, position: theirs.append(position) if moment == event else None)
    moves = list[Move]()
    try:
        hand.deal()
        same.deal()
        while hand.awaiting and same.awaiting and len(moves) < MOST_MOVES:
            options = hand.options()
            if not options:
                break
            option = options[(seed + 7 * len(moves)) % len(options)]
            found = next((o for o in same.options() if o.move.same(option.move)), None)
            if found is None:
                break
            moves.append(option.move)
            hand.act(option)
            same.act(found)
            if mine and theirs and mine[-1] != theirs[-1]:
                break
    except Faulted:
        return None
    cell = _other_memory(table, mine, theirs)
    return None if cell is None else (cell, History(hand.packs, tuple(moves), hand.position))


def _other_memory(table: HistoryTable, mine: list[Position], theirs: list[Position]) -> str | None:
    """The cell that first holds something else."""
    for one, two in zip(mine, theirs, strict=False):
        for name, kept in table.rules.layout.memory.items():
            places = slice(kept.slot, kept.slot + kept.count)
            if one.cells[places] != two.cells[places]:
                return name
    return None
