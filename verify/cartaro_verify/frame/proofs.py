"""Proofs over the frame: at every moment of play of one sort, from any state that the invariants allow, a condition holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from cartaro_grammar import Expr
from cartaro_grammar import game as g
from cartaro_verify.encode.solver import Model
from cartaro_verify.frame.moments import Leaving, Way, reached, ways
from cartaro_verify.frame.transition_system import TransitionSystem
from cartaro_verify.play.table import Moment
from cartaro_verify.terms import terms, walk
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.unknowns import Answer, Cond


@dataclass(frozen=True, slots=True)
class Proof:
    """`no`: nothing breaks it.  `yes`: `model` is a state that does, which need not be reachable.  Where there is no way at all
    (`ways` is 0), nothing is proved.
    """

    answer: Answer
    ways: int
    way: Way | None = None
    model: Model | None = None
    undefined: bool = False
    """Whether it breaks where it cannot be worked out."""


Conditions = Callable[[Way], Iterable[Cond]]
Wanted = tuple[Expr, bool]
"""A condition, and whether it is to be true or false."""
Refutation = tuple[Answer, Model | None, bool]
"""The answer, a state, and whether what is asked cannot be worked out there."""


def prove(found: Sequence[Way], conditions: Conditions, assumed: Callable[[Way], Cond] | None = None) -> Proof:
    """Whether conditions hold in every one of these ways, each by a query of its own, given what may be assumed before."""
    given, kept = assumed or _nothing, set[Leaving]()
    with ExitStack() as asides:
        for session in dict.fromkeys(way.session for way in found):
            asides.enter_context(session.aside())
        for way in sorted(found, key=lambda w: w.leaving is not None):
            answer, model, undefined = _broken(way, conditions, given) if way.leaving not in kept else ("no", None, False)
            if answer == "no":
                continue
            if way.leaving is None or not _kept(way.leaving, conditions, given):
                return Proof(answer, len(found), way, model, undefined)
            kept.add(way.leaving)
        return Proof("no", len(found)) if reached(found) else Proof("unknown", 0)


def _broken(way: Way, conditions: Conditions, given: Callable[[Way], Cond], held: Iterable[Cond] = ()) -> Refutation:
    """Whether one of the conditions can be false on a way, or cannot be worked out there."""
    with way.session.acts.encoder.watched() as breaks:
        goals = list(conditions(way))
    for number, goal in enumerate((*(terms.no(b) for b in breaks), *goals)):
        if goal is not True:
            answer, model = way.session.decide(*way.state.facts, given(way), *held, terms.no(goal))
            if answer != "no":
                return answer, model, number < len(breaks)
    return "no", None, False


def _nothing(way: Way) -> Cond:
    return True


def _kept(leaving: Leaving, conditions: Conditions, given: Callable[[Way], Cond]) -> bool:
    """Whether conditions hold wherever a turn is left, by induction over the moves of the turn."""
    if not leaving.sound:
        return False
    for left, before in leaving.pairs():
        held = [terms.some(*(terms.no(f) for f in w.state.facts), c) for w in before for c in conditions(w)]
        if any(_broken(way, conditions, given, held)[0] != "no" for way in left):
            return False
    return True


def settled_moments(condition: Expr) -> tuple[Moment, ...]:
    """When `always`, `never` and `it can happen` speak: where a move is awaited and, unless they are about whose turn it is, at
    the end of every turn.
    """
    return (("await", ""),) if walk.mentions(condition, g.Actor) else (("await", ""), ("end", "turn"))


def always(frame: TransitionSystem, condition: Expr, wanted: bool = True, beside: Sequence[Wanted] = ()) -> Proof:
    """By induction: true after every deal, and kept by every act; what was proved to be true always may be used of the same
    moment too.  What stands `beside` is assumed before an act as the condition itself is: it is proved together with it.
    """

    def holds(way: Way) -> list[Cond]:
        return way.parts(condition) if wanted else [terms.no(way.truth(condition))]

    def before(way: Way) -> Cond:
        if way.before is None:
            return True
        encoder, scope = way.session.acts.encoder, TermScope(way.before, way.before.turn)
        given = dict.fromkeys(((condition, wanted), *beside))
        truths = ((encoder.truth(each, scope), so) for each, so in given)
        return terms.every(*(truth if so else terms.no(truth) for truth, so in truths))

    def now_too(way: Way) -> Cond:
        truths = (way.truth(e) for e in frame.lemmas if len(settled_moments(e)) >= len(moments))
        return terms.every(before(way), *truths)

    moments = settled_moments(condition)
    found = [w for m in moments for w in ways(frame, m)]
    proof = prove(found, holds, before)
    return prove(found, holds, now_too) if proof.answer != "no" and frame.lemmas else proof
