"""What the conditions of a choice say about a set of cards, so that it need not be looked for blindly.

Takes conditions on a parameter that stands for a set; separates those that fix its total under a measure, fix it outright, or
bound its number.  The others are left to be tested set by set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.expressions.sets import printed
from cartaro_engine.ir.folding import ZERO, compare, every, minus, plus
from cartaro_engine.ir.nodes import Const, Test, Value
from cartaro_engine.memory.scope import Scope
from cartaro_engine.memory.set_algebra import SetAlgebra
from cartaro_grammar import Expr
from cartaro_grammar import game as g
from cartaro_interpreter import KnownTotal, NumberBound, SameSet, SignedTerms, TotalBound, free_locals, told_of_set

ANY_NUMBER = 1 << 10
HEAVIEST = 1 << 10
"""Totals of larger weights, or of some below 0, are tested set by set."""


@dataclass(frozen=True, slots=True)
class ScopedCondition:
    """A condition in its scope; `words` has, for the words by which it calls parameters of the act, these parameters."""

    expr: Expr
    scope: Scope
    words: Mapping[str, str]

    def needs(self) -> frozenset[str]:
        """The parameters that it mentions."""
        return frozenset(self.words[name] for name in free_locals(self.expr) if name in self.words)

    def word(self, parameter: str) -> str:
        """The word by which it calls a parameter."""
        return next(word for word, known in self.words.items() if known == parameter)


@dataclass(slots=True)
class LoweredBounds:
    """What is known of a set before it is looked for: its weights and their total, the set itself, bounds on its number."""

    weights: tuple[int, ...] | None = None
    total: Value = ZERO
    exactly: Value | None = None
    low: int = 1
    high: int = ANY_NUMBER
    least: list[Value] = field(default_factory=list[Value])
    most: list[Value] = field(default_factory=list[Value])

    def fits(self, sets: SetAlgebra, chosen: Value) -> Test:
        """Whether the number of a set that is not empty lies within the bounds."""
        size = sets.size(chosen)
        low = compare(">=", size, Const(self.low)) if self.low > 1 else sets.filled(chosen)
        high = [compare("<=", size, Const(self.high))] if self.high < ANY_NUMBER else []
        more = (compare(">=", size, value) for value in self.least)
        return every(low, *high, *more, *(compare("<=", size, value) for value in self.most))

    def fixed_number(self) -> bool:
        """Whether the bounds on the number are known before play, and no more than "some" or "several"."""
        return self.low <= 2 and self.high == ANY_NUMBER and not self.least and not self.most

    def at_least(self, value: Value) -> None:
        """Bound the number from below."""
        if isinstance(value, Const):
            self.low = max(self.low, value.value)
        else:
            self.least.append(value)

    def at_most(self, value: Value) -> None:
        """Bound the number from above."""
        if isinstance(value, Const):
            self.high = min(self.high, value.value)
        else:
            self.most.append(value)


def absorb(lo: Lowering, bounds: LoweredBounds, condition: ScopedCondition, parameter: str) -> bool:
    """Take a condition into the bounds of a set, where it has a form that bounds one; whether that was so."""
    scope = condition.scope
    match told_of_set(condition.expr, condition.word(parameter)):
        case SameSet(other) if bounds.exactly is None:
            bounds.exactly = lo.value(other, scope)
        case KnownTotal(total, value) if bounds.weights is None and (weights := _weights(lo, total, scope)) is not None:
            bounds.weights, bounds.total = weights, _signed(lo, value, scope)
        case NumberBound(value, least, most):
            number = _signed(lo, value, scope)
            if least is not None:
                bounds.at_least(plus(number, Const(least)))
            if most is not None:
                bounds.at_most(minus(number, Const(-most)))
        case SameSet() | KnownTotal() | TotalBound() | None:
            return False
    return True


def _weights(lo: Lowering, total: g.Total, scope: Scope) -> tuple[int, ...] | None:
    """What each card adds to a sum that looks only at what is printed on the cards, and of small weights."""
    alone = free_locals(total.amount) <= {total.variable}
    weights = printed(lo, total.members, total.variable, total.amount, scope) if alone else None
    return weights if weights is not None and all(0 <= weight <= HEAVIEST for weight in weights) else None


def _signed(lo: Lowering, terms: SignedTerms, scope: Scope) -> Value:
    """The value of a signed sum."""
    value: Value = ZERO
    for sign, term in terms:
        value = (plus if sign > 0 else minus)(value, lo.value(term, scope))
    return value
