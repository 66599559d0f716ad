"""What the conditions of a choice say about a set of cards, so that it need not be looked for blindly.

Takes conditions on a parameter that stands for a set; separates those that fix or bound its total under a measure, fix it
outright, or bound its number, and gives the search for the sets that fit; the other conditions are left to be tested one by
one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeGuard

from cartaro_grammar import Expr
from cartaro_grammar import game as g
from cartaro_interpreter.expressions.code import Code, CodeScope, Frame, Run, constant
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.expressions.mentions import free_locals, steady
from cartaro_interpreter.expressions.printed_values import each
from cartaro_interpreter.expressions.set_conditions import (
    KnownTotal,
    NumberBound,
    SameSet,
    SignedTerms,
    TotalBound,
    told_of_set,
)
from cartaro_interpreter.state.layout import Cells
from cartaro_interpreter.state.subsets import SubsetSearch, subset_sums, subsets, subsets_within

_ANY_NUMBER = 1 << 10

Choices = Callable[[Cells, Frame], tuple[int, ...]]
"""The values that a parameter may take in a state."""


@dataclass(slots=True)
class CodeBounds:
    """What is known about a set before it is looked for; a bound on its number is a value and what is added to it."""

    sums: SubsetSearch | None = None
    total: Run | None = None
    """The total, or where `sums` finds what is not heavier, the bound on it."""
    exactly: Run | None = None
    least: list[tuple[Code, int]] = field(default_factory=list[tuple[Code, int]])
    most: list[tuple[Code, int]] = field(default_factory=list[tuple[Code, int]])


@dataclass(frozen=True, slots=True)
class CodeCondition:
    """A condition in its scope, with the name by which it calls each parameter of the act."""

    expr: Expr
    scope: CodeScope
    parameters: tuple[tuple[str, str], ...]

    def needs(self) -> frozenset[str]:
        """The parameters that it mentions."""
        free = free_locals(self.expr)
        return frozenset(parameter for name, parameter in self.parameters if name in free)


def conjuncts(expr: Expr) -> tuple[Expr, ...]:
    """A condition taken apart at its `and`s."""
    if isinstance(expr, g.Operation) and expr.operator == "and":
        return tuple(part for operand in expr.operands for part in conjuncts(operand))
    return (expr,)


def absorb(c: Compiler, bounds: CodeBounds, condition: CodeCondition, parameter: str) -> bool:
    """Take a condition into the bounds of a set, where it has a form that bounds one; whether that was so."""
    name = next(own for own, known in condition.parameters if known == parameter)
    scope = condition.scope
    match told_of_set(condition.expr, name):
        case SameSet(other) if bounds.exactly is None:
            bounds.exactly = c.code(other, scope).run
        case KnownTotal(total, value) if bounds.sums is None and (weights := _weights(c, total, scope)) is not None:
            bounds.sums, bounds.total = subset_sums(weights), _signed(c, value, scope).run
        case TotalBound(total, value, added) if bounds.sums is None and _are_whole(weights := _weights(c, total, scope)):
            bound = _signed(c, value, scope).run
            bounds.sums, bounds.total = subsets_within(weights), lambda cells, frame: bound(cells, frame) + added
        case NumberBound(value, least, most):
            number = _signed(c, value, scope)
            bounds.least += [] if least is None else [(number, least)]
            bounds.most += [] if most is None else [(number, most)]
        case SameSet() | KnownTotal() | TotalBound() | None:
            return False
    return True


def _are_whole(weights: tuple[int, ...] | None) -> TypeGuard[tuple[int, ...]]:
    """Whether there are weights, and none below 0: then what is too heavy stays so however it grows."""
    return weights is not None and all(weight >= 0 for weight in weights)


def _weights(c: Compiler, total: g.Total, scope: CodeScope) -> tuple[int, ...] | None:
    """What each card adds to a sum, where the sum looks only at what is printed on the cards."""
    plain = (
        isinstance(total.members, g.Local)
        and total.members.type.kind == "cards"
        and (isinstance(total.amount, g.Attribute) or steady(c.game, total.amount))
        and free_locals(total.amount) <= {total.variable}
    )
    return each(c, total.members, total.variable, total.amount, scope) if plain else None


def _signed(c: Compiler, value: SignedTerms, scope: CodeScope) -> Code:
    """The code of a signed sum."""
    terms = tuple((sign, c.code(part, scope)) for sign, part in value)
    if len(terms) == 1 and terms[0][0] == 1:
        return terms[0][1]
    if all(term.constant is not None for _, term in terms):
        return constant(sum(sign * (term.constant or 0) for sign, term in terms))
    runs = tuple((sign, term.run) for sign, term in terms)
    return Code(lambda cells, frame: sum(sign * run(cells, frame) for sign, run in runs))


def search(bounds: CodeBounds, domain: Run) -> Choices:
    """The search for the sets of a domain, not empty, that fit the bounds."""
    low = max([1, *(code.constant + more for code, more in bounds.least if code.constant is not None)])
    high = min([_ANY_NUMBER, *(code.constant + more for code, more in bounds.most if code.constant is not None)])
    least = tuple((code.run, more) for code, more in bounds.least if code.constant is None)
    most = tuple((code.run, more) for code, more in bounds.most if code.constant is None)
    sums, total, exactly = bounds.sums, bounds.total, bounds.exactly
    if not least and not most and exactly is None and sums is not None and total is not None:
        return _of_total(sums, total, domain, low, high)

    def found(cells: Cells, frame: Frame) -> tuple[int, ...]:
        fewest = max([low, *(run(cells, frame) + more for run, more in least)])
        largest = min([high, *(run(cells, frame) + more for run, more in most)])
        if largest < fewest:
            return ()
        cards = domain(cells, frame)
        if exactly is not None:
            return _one(exactly(cells, frame), cards, fewest, largest, sums, total(cells, frame) if total else 0)
        if sums is None or total is None:
            return subsets(cards, fewest, largest)
        return sums(cards, total(cells, frame), fewest, largest)

    return found


def _of_total(sums: SubsetSearch, total: Run, domain: Run, low: int, high: int) -> Choices:
    """The usual case: a total, and bounds on the number that are known before play."""
    return lambda cells, frame: sums(domain(cells, frame), total(cells, frame), low, high)


def _one(only: int, cards: int, low: int, high: int, sums: SubsetSearch | None, total: int) -> tuple[int, ...]:
    """The one set that it can be, if it fits."""
    if only & ~cards or not low <= only.bit_count() <= high:
        return ()
    return (only,) if sums is None or only in sums(only, total, low, high) else ()
