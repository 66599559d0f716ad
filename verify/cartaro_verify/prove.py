"""Proofs over the frame: at every moment of play of one sort, from any state that the invariants allow, a condition holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from cartaro_grammar import game as g
from cartaro_grammar.game import Expr
from cartaro_verify import sets, terms, walk
from cartaro_verify.encoder import Encoder
from cartaro_verify.frame import Frame
from cartaro_verify.scope import Scope
from cartaro_verify.solve import Answer, Model, Session
from cartaro_verify.symbols import Locals, State, Unsupported
from cartaro_verify.terms import Cond

Moment = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Way:
    """A state at some moment of play, in the session that knows what led there."""

    session: Session
    state: State
    locals: Locals
    before: State | None = None
    """The state that awaited the move which led here; None after a deal."""

    @property
    def scope(self) -> Scope:
        return Scope(self.state, self.state.turn, self.locals)

    def truth(self, expr: Expr) -> Cond:
        return self.session.acts.encoder.truth(expr, self.scope)

    def parts(self, expr: Expr) -> list[Cond]:
        """Conditions that together are the expression: a query each is answered where one for all is not."""
        return conjuncts(self.session.acts.encoder, expr, self.scope)


@dataclass(frozen=True, slots=True)
class Proof:
    """`no`: nothing breaks it.  `yes`: `model` is a state that does, which need not be reachable."""

    answer: Answer
    ways: int
    way: Way | None = None
    model: Model | None = None


def ways(frame: Frame, moment: Moment) -> Iterator[Way]:
    """Every way to a moment of play."""
    match moment:
        case ("start", "hand"):
            yield from _dealt(frame)
        case ("await", "") | ("start", "turn"):
            yield from _dealt(frame)
            yield from _each(frame, "following")
        case ("end", "turn"):
            yield from _each(frame, "turn_ends")
        case ("end", "hand"):
            yield from _each(frame, "ended")
        case ("count", "hand"):
            yield from _each(frame, "counted")
        case ("before", act):
            yield from (Way(s.session, s.state, s.arguments, s.state) for s in frame.steps.values() if s.act.name == act)
        case ("after", act):
            yield from (
                Way(s.session, p.state, s.arguments, s.state)
                for s in frame.steps.values()
                if s.act.name == act
                for p in s.after
            )
        case _:
            raise Unsupported(f"claims about the {moment[0]} of the {moment[1]}")


def _dealt(frame: Frame) -> Iterator[Way]:
    session, dealt = frame.dealt
    yield from (Way(session, state, {}) for _, state in dealt)


def _each(frame: Frame, name: str) -> Iterator[Way]:
    for step in frame.steps.values():
        found = getattr(step, name)
        states = [s for _, s in found] if name == "following" else [p.state for p in found]
        yield from (Way(step.session, state, {}, step.state) for state in states)


def conjuncts(encoder: Encoder, expr: Expr, scope: Scope) -> list[Cond]:
    """An expression as a conjunction: `and`, and `every` or `no` over players, sides and symbols, taken apart."""
    match expr:
        case g.Operation(operator="and"):
            return [c for operand in expr.operands for c in conjuncts(encoder, operand, scope)]
        case g.Operation(operator="or"):
            others = [encoder.truth(o, scope) for o in expr.operands[:-1]]
            return [terms.some(*others, c) for c in conjuncts(encoder, expr.operands[-1], scope)]
        case g.Quantified(quantifier="every" | "no") if expr.members.type.kind in ("players", "sides", "symbols"):
            found = list[Cond]()
            for member in sets.members(encoder, expr.members, scope):
                inner = scope.binding(expr.variable, member.value)
                each = (
                    conjuncts(encoder, expr.condition, inner)
                    if expr.quantifier == "every"
                    else [terms.no(encoder.truth(expr.condition, inner))]
                )
                found += [terms.implies(member.present, c) for c in each]
            return found
        case _:
            return [encoder.truth(expr, scope)]


Conditions = Callable[[Way], Iterable[Cond]]


def prove(found: Sequence[Way], conditions: Conditions, assumed: Callable[[Way], Cond] | None = None) -> Proof:
    """Whether conditions hold in every one of these ways, each by a query of its own, given what may be assumed before."""
    for way in found:
        for goal in conditions(way):
            if goal is True:
                continue
            given = True if assumed is None else assumed(way)
            answer, model = way.session.decide(*way.state.facts, given, terms.no(goal))
            if answer != "no":
                return Proof(answer, len(found), way, model)
    return Proof("no", len(found))


def settled_moments(condition: Expr) -> tuple[Moment, ...]:
    """When `always` speaks: where a move is awaited and, unless it is about whose turn it is, at the end of every turn."""
    return (("await", ""),) if walk.mentions(condition, g.Actor) else (("await", ""), ("end", "turn"))


def always(frame: Frame, condition: Expr, wanted: bool = True) -> Proof:
    """By induction: true after every deal, and kept by every act."""

    def holds(way: Way) -> list[Cond]:
        return way.parts(condition) if wanted else [terms.no(way.truth(condition))]

    def before(way: Way) -> Cond:
        if way.before is None:
            return True
        truth = way.session.acts.encoder.truth(condition, Scope(way.before, way.before.turn))
        return truth if wanted else terms.no(truth)

    return prove([w for m in settled_moments(condition) for w in ways(frame, m)], holds, before)
