"""Why counters of players and sides rose in a move: the clauses that added to them.

A counter of one clause is its own explanation. If several clauses add to a counter during play, as the pairs and runs of
Cribbage add to the points, each addition of a move is noted with its clause, while the interpreter performs the move. A player
gets the clause only if the player sees all cards that its conditions and its amount read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

from cartaro_grammar import Game, IdentityKey
from cartaro_grammar import game as g
from cartaro_grammar import visibility as static_visibility
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.acts.visibility import ResultDependences
from cartaro_interpreter.state.state import Cells


@dataclass(frozen=True, slots=True)
class Rise:
    """A clause that added to a counter of an owner, counted from 0: by how much, to which value, and the players who may know
    that it was this clause.
    """

    clause: str
    cell: str
    owner: int
    amount: int
    value: int
    known_to: frozenset[int]


@contextmanager
def noted_rises(rules: Rules, cells: Cells, rises: list[Rise]) -> Iterator[None]:
    """Until the end of the block, which performs a move on the cells, note the clauses by which counters rise."""
    adding, work = _adding(IdentityKey((rules.game,))), rules.compiler.work
    if not adding:
        yield
        return
    performed = list[tuple[str, tuple[int, ...]]]()

    def note(name: str, before: list[int]) -> None:
        performed.append((name, tuple(before)))

    work.noted = note
    try:
        yield
    finally:
        work.noted = None
    ends = [*(before for _, before in performed[1:]), tuple(cells)]
    for (name, before), after in zip(performed, ends, strict=False):
        if name in adding:
            rises += _between(rules, name, adding[name], before, after)


def _between(rules: Rules, clause: str, adds: _Adds, before: Cells, after: Cells) -> Iterator[Rise]:
    """Yield the rises of the counters of a clause between two states."""
    everybody = range(rules.game.players)
    hidden = (adds.reads.hides_result(before, n, rules.layout, rules.visibility, rules.game.side_of) for n in everybody)
    known = frozenset(player for player, hides in zip(everybody, hidden, strict=True) if not hides)
    for cell in adds.cells:
        place = rules.layout.memory[cell]
        for owner in range(place.count):
            old, new = before[place.slot + owner], after[place.slot + owner]
            if new > old:
                yield Rise(clause, cell, owner, new - old, new, known)


@dataclass(frozen=True, slots=True)
class _Adds:
    """The counters to which a clause adds, and the cards on which this depends."""

    cells: tuple[str, ...]
    reads: ResultDependences


@lru_cache(maxsize=8)
def _adding(one: IdentityKey[Game]) -> Mapping[str, _Adds]:
    """Return the clauses that add to counters of players or sides at a play or at a turn, if several add to the same one."""
    (game,) = one.values
    clauses = [
        (clause, cells)
        for clause, sentence in game.with_sentence(g.Consequence)
        if sentence.event[0] == "after" or sentence.event[1] == "turn"
        if (cells := tuple(dict.fromkeys(_raised(game, clause.effects))))
    ]
    several = {cell for _, cells in clauses for cell in cells if sum(cell in other for _, other in clauses) > 1}
    return {
        clause.name: _Adds(kept, ResultDependences(False, (*_read_by(game, clause),)))
        for clause, cells in clauses
        if (kept := tuple(cell for cell in cells if cell in several))
    }


def _read_by(game: Game, clause: g.Clause) -> Iterator[tuple[str, bool, bool]]:
    """Yield the zones whose cards a clause reads, of every owner, with whether only the top card counts."""
    return ((name, False, top) for name, _, top in static_visibility.zones_read(game, clause))


def _raised(game: Game, effects: Iterable[g.Effect]) -> Iterator[str]:
    """Yield the counters of players or sides to which effects add, and which last longer than a turn."""
    for effect in effects:
        if isinstance(effect.body, g.Add):
            cell = game.cell[effect.body.cell.cell]
            if cell.owner != "table" and cell.period != "turn" and not cell.annex:
                yield cell.name
