"""What the proofs of one run share, and nothing beyond it: their unknowns, their solvers, and what is known of their games.

Each `verify` begins with a new context and hands it down; two contexts have nothing in common.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Protocol
from weakref import ref

from cartaro_grammar import Game
from cartaro_verify.encode.possible_groups import Groups
from cartaro_verify.terms.unknowns import SolverKind, Unknowns

PATIENCE = 4
"""How many times the usual steps a question may take that is asked once more."""
LIVE: dict[SolverKind, int] = {"older": 80, "tailored": 36, "general": 36}
"""So many solvers are kept at a time, by the kind of the one that is asked: those that are asked again soon.  A large game has
more moves, each of which every claim asks in turn: to keep a solver for each would spare it another tenth of its time, and take
a gigabyte for 600 MB.  Where there are groups, solvers are larger, and the longer they are kept the slower they answer.
"""


class Holder(Protocol):
    """Whoever has a solver, and can do without it for a while."""

    solver: Any
    kind: SolverKind


class ProofContext:
    """What the proofs of one run share."""

    def __init__(self) -> None:
        self.unknowns = Unknowns()
        self.steps_times = 1
        """How many times the steps that a question is given it may take now."""
        self._live = list[ref[Holder]]()
        """Those whose solvers are kept, the one that was asked last at the end."""
        self._groups = dict[int, tuple[Game, Groups | None]]()
        self._safe = dict[int, tuple[Game, dict[int, tuple[bool, object]]]]()

    @contextmanager
    def patience(self) -> Generator[None]:
        """Questions asked meanwhile may take `PATIENCE` times the steps that they are otherwise given."""
        before, self.steps_times = self.steps_times, PATIENCE
        try:
            yield
        finally:
            self.steps_times = before

    def asked(self, holder: Holder) -> None:
        """A solver is needed: it is the last to be let go, and another one may be let go for it."""
        self._live = [kept for kept in self._live if kept() is not None and kept() is not holder]
        if len(self._live) >= LIVE[holder.kind] and (oldest := self._live.pop(0)()) is not None:
            oldest.solver = None
        self._live.append(ref(holder))

    def groups(self, game: Game) -> Groups | None:
        """The groups of cards of a game; None where no card is read as another and no family of zones exists."""
        if id(game) not in self._groups:
            none = game.faces.count == game.faces.pack and not any(z.family for z in game.zones)
            self._groups[id(game)] = (game, None if none else Groups(game))
        return self._groups[id(game)][1]

    def safe(self, game: Game) -> dict[int, tuple[bool, object]]:
        """For parts of a game, by their identity, whether play can never stop there."""
        return self._safe.setdefault(id(game), (game, {}))[1]
