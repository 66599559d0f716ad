"""Lemmas in the words of the text: the largest set of candidates that every deal makes true and every move keeps true.

The search drops candidates that fail, in the models of the solver, until none fails (Houdini).  The lemmas are then proved by
one induction over all of them, which shares nothing with the search: only this proof counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from cartaro_grammar import Expr
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.solver import QUICK_STEPS, SolverSession
from cartaro_verify.frame.transition_system import SymbolicPath, TransitionSystem, paths_to, prove
from cartaro_verify.obligations.lemma_candidates import LemmaCandidate, Vocabulary, guesses
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import NotCovered, SymbolicState, TermScope
from cartaro_verify.terms.terms import Cond

AWAIT = ("await", "")
MOST_ENCODED = 20_000
"""The greatest number of candidates, times the number of paths at whose ends each of them is encoded."""


def lemmas_in_words(prepared: PreparedGame) -> list[Expr]:
    """Return conditions in the words of the text that are proved to hold whenever a move is awaited; raise `NotCovered` if the
    encoding does not cover the game.
    """
    vocabulary, frame, log = Vocabulary(prepared.game), prepared.frame, prepared.context.log

    def search() -> _Lemmas:
        with log.aside():
            found = guesses(vocabulary, prepared.table, MOST_ENCODED // max(1, len(list(paths_to(frame, AWAIT)))))
            conditions = [vocabulary.expression(candidate) for candidate in found]
            kept = tuple(found[number] for number in _inductive(frame, conditions))
        return proved(kept)

    def proved(kept: tuple[LemmaCandidate, ...]) -> _Lemmas:
        conditions = [vocabulary.expression(candidate) for candidate in kept]
        return _Lemmas(kept, conditions if _all_hold(frame, conditions) else [])

    def suggested(kept: tuple[LemmaCandidate, ...]) -> _Lemmas | None:
        found = proved(kept)
        return found if found.conditions else None

    form = tuple[LemmaCandidate, ...]
    return log.found("in words", form, search, lambda found: found.candidates, proved, suggested).conditions


@dataclass(frozen=True, slots=True)
class _Lemmas:
    """Candidates, and their conditions if these are proved."""

    candidates: tuple[LemmaCandidate, ...]
    conditions: list[Expr]


def _all_hold(frame: TransitionSystem, conditions: Sequence[Expr]) -> bool:
    """Prove by induction that all these conditions hold in every state that awaits a move."""

    def whole(path: SymbolicPath, state: SymbolicState) -> Cond:
        encoder = path.session.acts.encoder
        return terms.all_of([encoder.truth(each, TermScope(state, state.turn)) for each in conditions])

    def before(path: SymbolicPath) -> Cond:
        return True if path.before is None else whole(path, path.before)

    paths = list(paths_to(frame, AWAIT))
    return prove(paths, lambda path: [whole(path, path.state)], before).answer == "no"


def _inductive(frame: TransitionSystem, conditions: Sequence[Expr]) -> list[int]:
    """Return the numbers of conditions that hold together and imply all others that do."""
    kept = _largest_inductive_set(frame, conditions)
    few = _independent(frame, conditions, sorted(kept, key=lambda number: len(repr(conditions[number]))))
    return few if _all_hold(frame, [conditions[number] for number in few]) else kept


class _Encoded:
    """Conditions in the states before and after some moves, encoded when they are first needed."""

    def __init__(self, conditions: Sequence[Expr]) -> None:
        self.conditions = conditions
        self.left = set(range(len(conditions)))
        """The conditions that have not failed."""
        self._known = dict[tuple[int, int], Cond]()
        self._states = list[SymbolicState]()

    def at(self, path: SymbolicPath, state: SymbolicState) -> dict[int, Cond]:
        """Return the conditions that are left in a state; a condition that may have no value is dropped."""
        encoder, scope = path.session.acts.encoder, TermScope(state, state.turn)
        for n in sorted(self.left):
            if (id(state), n) not in self._known:
                with encoder.watched() as breaks, suppress(NotCovered):
                    self._known[id(state), n] = encoder.truth(self.conditions[n], scope)
                if breaks or (id(state), n) not in self._known:
                    self.left.discard(n)
        self._states.append(state)  # kept alive, so that its identity is not used again
        return {n: self._known[id(state), n] for n in sorted(self.left)}


def _largest_inductive_set(frame: TransitionSystem, conditions: Sequence[Expr]) -> list[int]:
    """Return the numbers of the conditions that remain after all failing ones have been dropped."""
    paths, encoded = list(paths_to(frame, AWAIT)), _Encoded(conditions)
    steady_with = dict[int, int]()
    while any(steady_with.get(number) != len(encoded.left) for number in range(len(paths))):
        for number, path in enumerate(paths):
            while steady_with.get(number) != len(encoded.left):
                broken = _broken(path, encoded)
                encoded.left -= broken
                if not broken:
                    steady_with[number] = len(encoded.left)
    return sorted(encoded.left)


def _broken(path: SymbolicPath, encoded: _Encoded) -> set[int]:
    """Return some conditions that may fail after a move before which all are true."""
    before = {} if path.before is None else encoded.at(path, path.before)
    goals = {n: c for n, c in encoded.at(path, path.state).items() if c is not True}
    given = [*path.state.facts, *(c for n, c in before.items() if n in encoded.left)]
    if not goals:
        return set()
    answer, model = path.session.possible(*given, terms.not_(terms.all_of(goals.values())))
    failing = {n for n, c in goals.items() if model is not None and not model.truth(c)}
    return set() if answer == "no" else failing or _undecided(path, given, goals)


def _undecided(path: SymbolicPath, given: Sequence[Cond], goals: Mapping[int, Cond]) -> set[int]:
    """Return the conditions that a quick query does not prove: query half of them at a time, until one is left."""
    if path.session.possible(*given, terms.not_(terms.all_of(goals.values())), steps=QUICK_STEPS)[0] == "no":
        return set()
    if len(goals) == 1:
        return set(goals)
    middle, items = len(goals) // 2, list(goals.items())
    return _undecided(path, given, dict(items[:middle])) | _undecided(path, given, dict(items[middle:]))


def _independent(frame: TransitionSystem, conditions: Sequence[Expr], numbers: Sequence[int]) -> list[int]:
    """Return the numbers of the conditions that do not follow from earlier ones in every state."""
    acts = Acts(frame.game, frame.context)
    state = symbols.anywhere(frame.context.variables, frame.game, 0, "w", {}, (), frame.out_of_sight)
    session, found = SolverSession(acts, state.facts), list[int]()
    for number in numbers:
        condition = acts.encoder.truth(conditions[number], TermScope(state, 0))
        if session.possible(terms.not_(condition), steps=QUICK_STEPS)[0] != "no":
            session.assume(condition)
            found.append(number)
    return found
