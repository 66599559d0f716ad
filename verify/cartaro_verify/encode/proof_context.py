"""The shared data of the proofs of one run: variables, Z3 contexts, the solvers that are kept, the steps of queries, and cached
facts about each game.  Contexts share nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Protocol
from weakref import ref

from cartaro_grammar import Game
from cartaro_grammar import game as g
from cartaro_verify.encode.possible_groups import Groups
from cartaro_verify.proof_log import ProofLog
from cartaro_verify.terms import terms
from cartaro_verify.terms.focus import Form, Forms
from cartaro_verify.terms.sketch import Sketch
from cartaro_verify.terms.symbolic_state import ActivePlayers, Guarded
from cartaro_verify.terms.terms import Cond, Variables
from cartaro_verify.terms.z3_backend import SolverKind, Z3Backend, Z3Solver

PATIENCE = 4
"""The factor by which the solver steps increase when a query is repeated."""
LIVE: dict[SolverKind, int] = {"legacy": 80, "linear": 36, "general": 36, "propositional": 36}
"""The number of solvers that are kept at a time, by the kind of solver; the most recently used ones are kept. A large game has
more moves, and every claim queries each of them in turn. Keeping a solver for each move would save another tenth of the time,
but need a gigabyte instead of 600 MB. Solvers of games with groups are larger, and they answer more slowly the longer they are
kept.
"""
BACKEND_TERMS = 100_000
"""The number of translated terms, of about three kilobytes each, above which new solvers get a new Z3 context."""


class Holder(Protocol):
    """An owner of a solver that may lose it for a while."""

    solver: Z3Solver | None
    kind: SolverKind


class GameFacts:
    """Cached facts about one game.  They keep the game alive, so that the identities of its parts are not used again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.safe = dict[int, tuple[bool, object]]()
        """A map from parts of the game, by identity, to whether play can never stop there."""
        self.looking = dict[str, bool]()
        """For the definitions for which this is known, whether they depend on more than their arguments."""
        self.active_sets: tuple[ActivePlayers, ...] | None = None
        """The sets of active players, if `encode/participants.py` has found them."""

    @cached_property
    def groups(self) -> Groups | None:
        """The possible groups; None if no card has other readings and no family of zones exists."""
        none = self.game.faces.count == self.game.faces.pack and not any(z.family for z in self.game.zones)
        return None if none else Groups(self.game)

    @cached_property
    def dividing(self) -> Groups:
        """The known divisions of the cards into groups, even if the game has no families."""
        return self.groups or Groups(self.game)


class ProofContext:
    """The variables, solvers and cached facts that the proofs of one run share."""

    def __init__(self, log: ProofLog | None = None) -> None:
        self.log = log or ProofLog()
        """The results of the searches of the run, or of an earlier one."""
        self.variables = Variables()
        self.sketch = Sketch(self.variables.lengths)
        self.sketching = False
        """Whether a sketch has decided a query on which the solver gave up; from then on, sketches are queried first."""
        self._backend = Z3Backend()
        self.steps_times = 1
        """The current factor of the steps of queries."""
        self._live = list[ref[Holder]]()
        """The owners of solvers that are kept, the most recently used last."""
        self._facts = dict[int, GameFacts]()
        self._choices = dict[g.Option, Guarded]()
        self.supposed: tuple[Cond, ...] = ()
        """Conditions on the open options that are assumed in every query now; proofs are valid under these conditions."""
        self.forms = Forms()
        self.lemmas = dict[Form, bool]()
        """A map from the forms of lemmas to whether they were proved."""
        self.refuting: Mapping[str, str] | None = None
        """The values of the open options in the last state with which a proof has failed."""

    @property
    def backend(self) -> Z3Backend:
        """Return the Z3 context for new solvers.  A context that has become large is replaced; its memory is freed with the
        last of its solvers.
        """
        if self._backend.size > BACKEND_TERMS:
            self._backend = Z3Backend()
        return self._backend

    @contextmanager
    def patience(self) -> Generator[None]:
        """Multiply the solver steps of queries by `PATIENCE` within the block."""
        before, self.steps_times = self.steps_times, PATIENCE
        try:
            yield
        finally:
            self.steps_times = before

    @contextmanager
    def supposing(self, *conditions: Cond) -> Generator[None]:
        """Assume these conditions on the open options, and no others, in all queries within the block.

        Objects that are built to be used again (frames, paths, lemmas) are built without suppositions.
        """
        before, self.supposed = self.supposed, tuple(c for c in conditions if c is not True)
        try:
            yield
        finally:
            self.supposed = before

    def choice(self, option: g.Option) -> Guarded:
        """Return the value of an open option, made of uninterpreted constants that are the same in every state.

        Each value is a conjunction of propositions, so that exactly one holds and no axiom is needed.
        """
        if option not in self._choices:
            items = list[tuple[int | str | None, Cond]]()
            others: Cond = True
            for value in option.values[:-1]:
                here = self.variables.truth(f"{option.name}.{value}")
                items.append((value, terms.and_(others, here)))
                others = terms.and_(others, terms.not_(here))
            self._choices[option] = Guarded((*items, (option.values[-1], others)))
        return self._choices[option]

    def asked(self, holder: Holder) -> None:
        """Record that a solver is needed: it becomes the last to be released, and another solver may be released to
        make room.
        """
        self._live = [kept for kept in self._live if kept() is not None and kept() is not holder]
        if len(self._live) >= LIVE[holder.kind] and (oldest := self._live.pop(0)()) is not None:
            oldest.solver = None
        self._live.append(ref(holder))

    def of(self, game: Game) -> GameFacts:
        """Return the cached facts about a game."""
        if id(game) not in self._facts:
            self._facts[id(game)] = GameFacts(game)
        return self._facts[id(game)]
