"""Conditions on a set of cards, taken apart so that the sets that pass can be built up.

Takes a condition on one set that depends on nothing else; writes definitions out, gives its alternatives, each of conditions
that all must hold, and says which of these are lasting: broken once, they stay broken however the set grows.  Of a condition
that depends on more, tells whether it makes the set known, or its number or a total of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, cast

from cartaro_grammar import CARDS, TRUTH, Expr, say
from cartaro_grammar import game as g
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.expressions.mentions import free_locals, steady
from cartaro_interpreter.state.fault import Faulted

THE_SET = "·"
"""The name of the set in a condition that is tabulated; no author's word is like it."""
MOST_SHAPES = 50_000
MOST_BRANCHES = 64


def renamed(expr: Expr, old: str) -> Expr:
    """An expression in which a free word that stands for a set of cards is `THE_SET`."""
    the_set = g.Local(THE_SET, CARDS, expr.span)
    return cast("Expr", _replaced_if(expr, lambda part: isinstance(part, g.Local) and part.name == old, the_set))


def branches(c: Compiler, expr: Expr) -> list[list[Expr]]:
    """A condition as alternatives, each of several conditions that all must hold; definitions are written out."""
    return _alternatives(c, expr, denied=False)


def _alternatives(c: Compiler, expr: Expr, *, denied: bool) -> list[list[Expr]]:
    """The alternatives of a condition, or of its denial; what is no truth made of others is an alternative by itself."""
    if isinstance(expr, g.Truth):
        return [[]] if expr.value != denied else []
    if isinstance(expr, g.Apply) and len(expr.arguments) == 1 and _is_the_set(expr.arguments[0]):
        return _alternatives(c, written_out(c, expr), denied=denied)
    if isinstance(expr, g.Operation) and expr.operator == "not":
        return _alternatives(c, expr.operands[0], denied=not denied)
    if isinstance(expr, g.Operation) and expr.operator in ("and", "or"):
        each = [_alternatives(c, operand, denied=denied) for operand in expr.operands]
        return _conjoined(each) if (expr.operator == "and") != denied else _bounded([one for found in each for one in found])
    return [[denial(expr) if denied else expr]]


def _is_the_set(expr: Expr) -> bool:
    return isinstance(expr, g.Local) and expr.name == THE_SET


def _conjoined(each: list[list[list[Expr]]]) -> list[list[Expr]]:
    found: list[list[Expr]] = [[]]
    for alternatives in each:
        found = _bounded([[*one, *other] for one in found for other in alternatives])
    return found


def _bounded(found: list[list[Expr]]) -> list[list[Expr]]:
    if len(found) > MOST_BRANCHES:
        raise too_many_shapes()
    return found


def denial(expr: Expr) -> Expr:
    """`not` an expression."""
    return g.Operation("not", (expr,), TRUTH, expr.span)


def written_out(c: Compiler, applied: g.Apply) -> Expr:
    """A kind or definition of the set, by its clauses: some clause says so and none preferred to it applies."""
    own = c.game.definitions_of(applied.function)
    cases: list[Expr] = []
    for clause, sentence in own:
        over = c.game.yields_to(clause.name)
        preferred = [_case(other, s, applied) for other, s in own if other.name in over]
        value = renamed(sentence.value, sentence.parameters[0])
        parts = (_case(clause, sentence, applied), value, *(denial(other) for other in preferred))
        cases.append(g.Operation("and", parts, TRUTH, applied.span))
    return g.Operation("or", tuple(cases), TRUTH, applied.span)


def _case(clause: g.Clause, sentence: g.Definition, applied: g.Apply) -> Expr:
    parts = (*clause.when, *(denial(expr) for expr in clause.unless))
    named = tuple(renamed(part, sentence.parameters[0]) for part in parts)
    return g.Operation("and", named, TRUTH, applied.span)


def lasting(expr: Expr) -> bool:
    """Whether what breaks a condition on a set breaks it for every larger set too, as far as its form tells."""
    if isinstance(expr, g.Pattern):
        return expr.pattern != "consecutive" and _is_the_set(expr.cards)
    if isinstance(expr, g.Quantified):
        return expr.quantifier != "some" and _over_the_set(expr)
    return isinstance(expr, g.Operation) and _limits(expr)


def _limits(expr: g.Operation) -> bool:
    """Whether a comparison or a denial keeps the set small: `at most`, `is 0`, `not more than`, `not some x`."""
    match expr.operator, expr.operands:
        case ("<" | "<=", (small, g.Number())) | ("=", (small, g.Number(value=0))):
            return _counts(small)
        case "not", (g.Operation(operator="<" | "<=", operands=(g.Number(), large)),):
            return _counts(large)
        case "not", (g.Quantified(quantifier="some") as inner,):
            return _over_the_set(inner)
        case _:
            return False


def _counts(expr: Expr) -> bool:
    """Whether an expression is the number of the set's cards, or of those of a kind."""
    if not isinstance(expr, g.Size):
        return False
    inner = expr.members
    return _over_the_set(inner) if isinstance(inner, g.Where) else _is_the_set(inner)


def _over_the_set(expr: g.Quantified | g.Where) -> bool:
    return _is_the_set(expr.members) and THE_SET not in free_locals(expr.condition)


def has_pattern(c: Compiler, expr: Expr) -> bool:
    """Whether a condition on the set asks for a pattern."""
    return any(isinstance(part, g.Pattern) for branch in branches(c, expr) for part in branch)


def too_many_shapes() -> Faulted:
    """The fault of a condition that too many sets of cards pass, or that does not narrow the search for them."""
    advice = say(
        "what narrows it is said of all the cards: `alike in`, `distinct in`, `consecutive in`, `number of s is at most`"
    )
    message = say("there are more than {n} groups of cards that may fit this, or too many to look through", n=MOST_SHAPES)
    return Faulted("C0804", message, None, advice)


# ---------------------------------------------------------------------------------------------- which condition


def on_the_set(c: Compiler, exprs: list[Expr], name: str) -> Expr | None:
    """Some conditions on a set as one condition on `THE_SET`; None where one of them depends on more."""
    if not exprs or any(free_locals(expr) != frozenset((name,)) or not steady(c.game, expr) for expr in exprs):
        return None
    parts = tuple(renamed(expr, name) for expr in exprs)
    return parts[0] if len(parts) == 1 else g.Operation("and", parts, TRUTH, exprs[0].span)


def of_a_sum(c: Compiler, expr: Expr, name: str) -> tuple[Expr, tuple[Expr, ...]] | None:
    """A condition that speaks of a card only as added to other cards: as a condition on `THE_SET`, and those others."""
    sums = [part for part in _sums(expr) if name in free_locals(part)]
    if len(sums) != 1:
        return None
    whole = _replaced_if(expr, lambda part: part is sums[0], g.Local(THE_SET, CARDS, expr.span))
    others = tuple(operand for operand in sums[0].operands if name not in free_locals(operand))
    if len(others) != len(sums[0].operands) - 1 or free_locals(whole) != frozenset((THE_SET,)) or not steady(c.game, whole):
        return None
    return whole, others


def _sums(expr: Any) -> Iterator[g.Operation]:
    if isinstance(expr, g.Operation) and expr.operator == "union":
        yield expr
    elif isinstance(expr, tuple):
        for item in cast("tuple[object, ...]", expr):
            yield from _sums(item)
    elif is_dataclass(expr) and not isinstance(expr, type) and hasattr(expr, "type"):
        for f in fields(expr):
            yield from _sums(getattr(expr, f.name))


def _replaced_if(expr: Any, which: Callable[[Any], bool], new: Expr) -> Any:
    if which(expr):
        return new
    if isinstance(expr, tuple):
        return tuple(_replaced_if(item, which, new) for item in cast("tuple[object, ...]", expr))
    if is_dataclass(expr) and not isinstance(expr, type) and hasattr(expr, "type"):
        names = (f.name for f in fields(expr) if f.name not in ("type", "span"))
        return replace(expr, **{name: _replaced_if(getattr(expr, name), which, new) for name in names})
    return expr


# ---------------------------------------------------------------------------------------------- what is told of a set

SignedTerms = tuple[tuple[int, Expr], ...]
"""Expressions, each added (1) or taken off (-1)."""


@dataclass(frozen=True, slots=True)
class SameSet:
    """The set is the same as another."""

    other: Expr


@dataclass(frozen=True, slots=True)
class KnownTotal:
    """A total of the set."""

    total: g.Total
    value: SignedTerms


@dataclass(frozen=True, slots=True)
class NumberBound:
    """The number of the set is at least, and at most, a value with so much added to it; None where it is not bound so."""

    value: SignedTerms
    least: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class TotalBound:
    """A total of the set is at most a value with so much added to it."""

    total: g.Total
    value: SignedTerms
    most: int


def told_of_set(expr: Expr, name: str) -> SameSet | KnownTotal | NumberBound | TotalBound | None:
    """What a condition tells of a set that it calls by a name; None where its form does not tell."""
    denied = False
    while isinstance(expr, g.Operation) and expr.operator == "not":
        expr, denied = expr.operands[0], not denied
    if not isinstance(expr, g.Operation) or expr.operator not in ("=", "<", "<=") or (denied and expr.operator == "="):
        return None
    first, second = expr.operands
    if expr.operator == "=" and first.type.kind == "cards":
        return _same_set(first, second, name) or _same_set(second, first, name)
    isolated = _isolated(first, second, name)
    if isolated is None:
        return None
    subject, value = isolated
    if expr.operator == "=":
        return KnownTotal(subject, value) if isinstance(subject, g.Total) else NumberBound(value, 0, 0)
    strict = int((expr.operator == "<") is not denied)
    below = (name in free_locals(first)) is not denied
    if isinstance(subject, g.Total):
        return TotalBound(subject, value, -strict) if below else None
    return NumberBound(value, None, -strict) if below else NumberBound(value, strict, None)


def _same_set(one: Expr, other: Expr, name: str) -> SameSet | None:
    itself = isinstance(one, g.Local) and one.name == name
    return SameSet(other) if itself and name not in free_locals(other) else None


def _isolated(first: Expr, second: Expr, name: str) -> tuple[g.Size | g.Total, SignedTerms] | None:
    """Solve an equation for its one term that mentions a name: the term, and signed terms that make up its value."""
    terms = [*_terms(first, 1), *_terms(second, -1)]
    own = [(sign, term) for sign, term in terms if name in free_locals(term)]
    if len(own) != 1:
        return None
    sign, subject = own[0]
    if not isinstance(subject, g.Size | g.Total) or not isinstance(subject.members, g.Local) or subject.members.name != name:
        return None
    in_first = any(term is subject for _, term in _terms(first, 1))
    if (sign > 0) is not in_first:
        return None
    return subject, tuple((-s * sign, term) for s, term in terms if term is not subject)


def _terms(expr: Expr, sign: int) -> list[tuple[int, Expr]]:
    """A sum taken apart into signed terms."""
    if isinstance(expr, g.Operation) and expr.operator == "+":
        return [term for operand in expr.operands for term in _terms(operand, sign)]
    if isinstance(expr, g.Operation) and expr.operator == "-" and expr.type.kind == "number":
        head, *tail = expr.operands
        if not tail:
            return _terms(head, -sign)
        return _terms(head, sign) + [term for operand in tail for term in _terms(operand, -sign)]
    return [(sign, expr)]
