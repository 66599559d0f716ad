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
MOST_ENCODED = 24_000
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
            kept = tuple(found[number] for number in _inductive(frame, vocabulary, conditions))
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


MOST_HARD_PATHS = 6
"""The greatest number of paths at which all conditions are proved one by one, since the solver gives up on all together."""


def _all_hold(frame: TransitionSystem, conditions: Sequence[Expr]) -> bool:
    """Prove by induction that all these conditions hold in every state that awaits a move."""

    def each(path: SymbolicPath, state: SymbolicState) -> list[Cond]:
        encoder = path.session.acts.encoder
        return [encoder.truth(condition, TermScope(state, state.turn)) for condition in conditions]

    def before(path: SymbolicPath) -> Cond:
        return True if path.before is None else terms.all_of(each(path, path.before))

    def after(path: SymbolicPath) -> list[Cond]:
        found = each(path, path.state)
        return found if id(path) in hard else [terms.all_of(found)]

    paths, hard = list(paths_to(frame, AWAIT)), set[int]()
    while True:
        proof = prove(paths, after, before)
        if proof.answer != "unknown" or proof.path is None or id(proof.path) in hard or len(hard) == MOST_HARD_PATHS:
            return proof.answer == "no"
        hard.add(id(proof.path))


def _inductive(frame: TransitionSystem, vocabulary: Vocabulary, conditions: Sequence[Expr]) -> list[int]:
    """Return the numbers of conditions that hold together and imply all others that do."""
    kept = _largest_inductive_set(frame, _Encoded(vocabulary, conditions))
    few = _independent(frame, conditions, sorted(kept, key=lambda number: len(repr(conditions[number]))))
    return few if _all_hold(frame, [conditions[number] for number in few]) else kept


class _Encoded:
    """Conditions in the states before and after some moves, encoded when they are first needed."""

    def __init__(self, vocabulary: Vocabulary, conditions: Sequence[Expr]) -> None:
        self.conditions = conditions
        self._word = vocabulary.name
        self._shared = {*vocabulary.of_mover, *map(id, vocabulary.of_mover.values())}
        """The identities of the conditions and numbers that many candidates have."""
        self.left = set(range(len(conditions)))
        """The conditions that have not failed."""
        self._known = dict[tuple[int, int], Cond]()
        self._states = list[SymbolicState]()

    def at(self, path: SymbolicPath, state: SymbolicState) -> dict[int, Cond]:
        """Return the conditions that are left in a state; a condition that may have no value is dropped."""
        encoder, scope = path.session.acts.encoder, TermScope(state, state.turn)
        missing = [n for n in sorted(self.left) if (id(state), n) not in self._known]
        with encoder.sharing(self._shared, self._word):
            for n in missing:
                with encoder.watched() as breaks, suppress(NotCovered):
                    self._known[id(state), n] = encoder.truth(self.conditions[n], scope)
                if breaks or (id(state), n) not in self._known:
                    self.left.discard(n)
        self._states.append(state)  # kept alive, so that its identity is not used again
        return {n: self._known[id(state), n] for n in sorted(self.left)}


def _largest_inductive_set(frame: TransitionSystem, encoded: _Encoded) -> list[int]:
    """Return the numbers of the conditions that remain after all failing ones have been dropped."""
    paths = list(paths_to(frame, AWAIT))
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
    with path.session.assuming(*given):
        return _failing(path.session, goals)


def _failing(session: SolverSession, goals: Mapping[int, Cond], steps: int | None = None) -> set[int]:
    """Return some goals that fail in a model and, if the solver gives up, those of each half. A single goal on which it gives
    up is taken to fail. If there are none, no goal fails.
    """
    answer, model = session.possible(terms.not_(terms.all_of(goals.values())), steps=steps)
    if answer == "no":
        return set()
    failing = {n for n, c in goals.items() if model is not None and not model.truth(c)}
    if failing or len(goals) == 1:
        return failing or set(goals)
    middle, items = len(goals) // 2, list(goals.items())
    return set[int]().union(*(_failing(session, dict(half), QUICK_STEPS) for half in (items[:middle], items[middle:])))


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
