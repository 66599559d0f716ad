"""Bounds of amounts: a sum is at most the sum of the bounds of its addends, each bounded by a separate query."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cartaro_grammar import Expr, Game, default
from cartaro_grammar import game as g
from cartaro_verify.encode.expressions import Encoder
from cartaro_verify.frame.transition_system import Proof, SymbolicPath, prove
from cartaro_verify.results import statements as st
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import EVERYBODY, SymbolicState, TermScope, Value, exactly
from cartaro_verify.terms.terms import Num

RAISES = 20
"""The number of times that a bound is raised, by twice as much each time, before the search for a bound gives up."""

Exceeded = Callable[[int], int | None]
"""Returns an amount that is beyond a limit; the limit itself if there is none; None if that is not known."""


@dataclass(frozen=True, slots=True)
class Addend:
    """A signed addend of an amount, with values of its free words."""

    sign: int
    expr: Expr
    locals: tuple[tuple[str, Value], ...]

    def value(self, encoder: Encoder, scope: TermScope) -> Num:
        for name, value in self.locals:
            scope = scope.binding(name, value)
        return terms.sum_of((encoder.number(self.expr, scope),), (self.sign,))


@dataclass(frozen=True, slots=True)
class Bound:
    """A proved bound with its arithmetic, or the reason why none is proved."""

    proved: bool
    bounds: st.Bounds | None = None
    reason: st.Reason | None = None
    proof: Proof | None = None
    """The last proof that failed."""
    within: bool = False
    """Whether a smaller bound than the claimed one is proved."""


def addends(game: Game, expr: Expr, bound: tuple[tuple[str, Value], ...] = (), sign: int = 1) -> list[Addend]:
    """Return the addends of a sum, of sums over all players or sides, who all take part, and of scores under all headings."""
    match expr:
        case g.Operation(operator="+"):
            return [addend for operand in expr.operands for addend in addends(game, operand, bound, sign)]
        case g.Operation(operator="-", operands=operands) if len(operands) == 2:
            return [*addends(game, operands[0], bound, sign), *addends(game, operands[1], bound, -sign)]
        case g.Total(variable=variable, members=g.Everyone(type=kind)):
            owners = range(game.players if kind.kind == "players" else game.sides)
            given = [(*bound, (variable, exactly(owner))) for owner in owners]
            return [addend for each in given for addend in addends(game, expr.amount, each, sign)]
        case g.ScoreOf(heading=None):
            each = [g.ScoreOf(clause.name, expr.side, expr.type, expr.span) for clause, _ in game.headings]
            return [Addend(sign, heading, bound) for heading in each]
        case _:
            return _undivided(expr, bound, sign)


def _undivided(expr: Expr, bound: tuple[tuple[str, Value], ...], sign: int) -> list[Addend]:
    return [Addend(sign, expr, bound)]


def bounded(
    game: Game,
    claim: g.ExtremeClaim,
    found: Sequence[SymbolicPath],
    samples: Callable[[], Sequence[SymbolicState]],
    given: tuple[tuple[str, Value], ...],
) -> Bound:
    """Decide whether the amount is never beyond the claimed value, and find its actual bound, if that is less."""
    direction = 1 if claim.which == "greatest" else -1
    groups: dict[tuple[int, Expr], list[Addend]] = {}
    whole = all(path.state.active == EVERYBODY for path in found)
    for addend in addends(game, claim.amount, given) if whole else _undivided(claim.amount, given, 1):
        groups.setdefault((addend.sign, addend.expr), []).append(addend)
    limits = {key: _limit(game, group, direction, found, samples) for key, group in groups.items()}
    missing = [key for key, limit in limits.items() if limit is None]
    if len(missing) == 1:
        rest = claim.value - sum(limit for limit in limits.values() if limit is not None)
        if _within(groups[missing[0]], direction, direction * rest, found).answer == "no":
            limits[missing[0]] = rest
    known = {key: limit for key, limit in limits.items() if limit is not None}
    total = sum(known.values())
    if len(known) < len(limits) or direction * total > direction * claim.value:
        return _jointly(claim, found, given, direction)
    relation = st.AtMost if direction > 0 else st.AtLeast
    parts = [relation(_amount_name(expr, sign), limit) for (sign, expr), limit in known.items()]
    bounds = st.Together(st.Joined(st.Joint.LISTED, tuple(parts)), total) if len(parts) > 1 else parts[0]
    return Bound(True, bounds, within=direction * total < direction * claim.value)


def limits_of(game: Game, line: g.AtEvery) -> list[tuple[g.ExtremeClaim, tuple[tuple[str, Value], ...]]]:
    """Return the claims of extremes that are equivalent to a line which bounds a number, or a number of every player or side,
    by a known number.
    """
    condition, given = line.condition, [tuple[tuple[str, Value], ...]()]
    if isinstance(condition, g.Quantified) and condition.quantifier == "every" and isinstance(condition.members, g.Everyone):
        owners = range(game.players if condition.members.type.kind == "players" else game.sides)
        given, condition = [((condition.variable, exactly(owner)),) for owner in owners], condition.condition
    if not isinstance(condition, g.Operation) or condition.operator != "<=":
        return []
    amount, limit = condition.operands
    if not isinstance(limit, g.Number):
        return []
    claim = g.ExtremeClaim("greatest", amount, line.moment, line.period, limit.value)
    return [(claim, each) for each in given]


def _limit(
    game: Game,
    group: list[Addend],
    direction: int,
    found: Sequence[SymbolicPath],
    samples: Callable[[], Sequence[SymbolicState]],
) -> int | None:
    """Return the least bound proved for a group of addends, or None. A sample in which they are undefined is skipped."""
    if not found:
        return None
    context = found[0].session.acts.context

    def attained() -> int:
        constant = Encoder(game, context)
        seen = [terms.sum_of(a.value(constant, TermScope(s, s.turn)) for a in group) for s in samples()]
        return max((direction * n for n in seen if isinstance(n, int)), default=0)

    def exceeded(limit: int) -> int | None:
        proof = _within(group, direction, limit, found)
        if proof.answer == "no":
            return limit
        return None if proof.model is None or proof.path is None else proof.model.number(_amount(group, direction, proof.path))

    def given(limit: int | None) -> int | None:
        return limit if limit is None or _within(group, direction, limit, found).answer == "no" else None

    limit = context.log.found("limit", int | None, lambda: least_limit(exceeded, attained()), lambda limit: limit, given)

    return None if limit is None else direction * limit


def least_limit(exceeded: Exceeded, start: int) -> int | None:
    """Return the least limit, from `start` on, that is proved not to be exceeded; None if no limit was proved.

    A state may exceed a limit by one only, so the limit is raised in growing steps until one is proved. A binary search between
    that limit and the greatest amount found then gives the least.
    """
    least = limit = start
    for raised in range(RAISES):
        found = exceeded(limit)
        if found is None:
            return None
        if found <= limit:
            break
        least, limit = found, found + (1 << raised) - 1
    else:
        return None
    while least < limit:
        middle = (least + limit) // 2
        found = exceeded(middle)
        if found is not None and found <= middle:
            limit = middle
        else:
            least = middle + 1 if found is None else found
    return limit


def _within(group: list[Addend], direction: int, limit: int, found: Sequence[SymbolicPath]) -> Proof:
    """Decide whether a group of addends never goes beyond a limit (with direction -1: the negated group)."""
    return prove(found, lambda path: [terms.at_most(_amount(group, direction, path), limit)])


def _amount(group: list[Addend], direction: int, path: SymbolicPath) -> Num:
    scope = TermScope(path.state, path.state.turn, path.locals)
    return terms.sum_of([a.value(path.session.acts.encoder, scope) for a in group], [direction] * len(group))


def _jointly(
    claim: g.ExtremeClaim, found: Sequence[SymbolicPath], given: tuple[tuple[str, Value], ...], direction: int
) -> Bound:
    """Bound all addends in one query."""

    def within(path: SymbolicPath) -> list[terms.Cond]:
        scope = TermScope(path.state, path.state.turn, {**path.locals, **dict(given)})
        amount = path.session.acts.encoder.number(claim.amount, scope)
        return [terms.at_most(amount, claim.value) if direction > 0 else terms.at_least(amount, claim.value)]

    proof = prove(found, within)
    return (
        Bound(True, st.PlainMethod.ONE_QUERY)
        if proof.answer == "no"
        else Bound(False, reason=st.PlainReason.NO_BOUND, proof=proof)
    )


def _amount_name(expr: Expr, sign: int) -> st.Amount:
    return st.Negative(_positive_name(expr)) if sign < 0 else _positive_name(expr)


def _positive_name(expr: Expr) -> st.Positive:
    match expr:
        case g.ScoreOf(heading=str(heading)):
            return st.Name(st.NameSort.HEADING, heading)
        case g.Recall(cell=cell):
            return st.cell(cell)
        case g.Apply(function=function):
            return st.Name(st.NameSort.MEASURE, function)
        case g.Size(members=g.InZone(zone=zone)):
            return st.CardsIn(st.zone(zone))
        case g.Number(value=value):
            return st.TheNumber(value)
        case _:
            return default(expr, st.Addend.UNNAMED)
