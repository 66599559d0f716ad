"""Linear integer and Boolean terms: Python constants as long as possible, Z3 terms where something is unknown.

Every constructor folds constants, so that a state whose cards are all known is evaluated without the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cartaro_verify.terms.unknowns import Cond, Num, NumberTerm, TruthTerm, Unknowns, Vec, array, home_of, raw, unchecked

_mk_add = unchecked("Z3_mk_add")
_mk_and = unchecked("Z3_mk_and")
_mk_div = unchecked("Z3_mk_div")
_mk_eq = unchecked("Z3_mk_eq")
_mk_ite = unchecked("Z3_mk_ite")
_mk_le = unchecked("Z3_mk_le")
_mk_lt = unchecked("Z3_mk_lt")
_mk_mod = unchecked("Z3_mk_mod")
_mk_mul = unchecked("Z3_mk_mul")
_mk_not = unchecked("Z3_mk_not")
_mk_or = unchecked("Z3_mk_or")


def key(value: Num | Cond) -> tuple[str, int]:
    """Equal keys mean the same term (while both are alive)."""
    if isinstance(value, bool):
        return ("b", int(value))
    return ("n", value) if isinstance(value, int) else value.key


def keys(values: Iterable[Num | Cond]) -> tuple[tuple[str, int], ...]:
    return tuple(key(v) for v in values)


def known(value: Num) -> int:
    """A number of a state without unknowns."""
    if isinstance(value, int):
        return value
    raise TypeError("an unknown for a known number")


def same(a: Num | Cond, b: Num | Cond) -> bool:
    return key(a) == key(b)


# ------------------------------------------------------------------------------------------------ numbers


def add(*values: Num) -> Num:
    return total(values)


def total(values: Iterable[Num], weights: Sequence[int] | None = None) -> Num:
    """The (weighted) sum."""
    constant, terms = 0, list[NumberTerm]()
    for position, value in enumerate(values):
        weight = 1 if weights is None else weights[position]
        if weight == 0:
            continue
        if isinstance(value, int):
            constant += weight * value
        else:
            terms.append(value if weight == 1 else _scaled(weight, value))
    if not terms:
        return constant
    if len(terms) == 1 and not constant:
        return terms[0]
    home, pointers = terms[0].home, [term.ast for term in terms]
    if constant:
        pointers.append(home.literal(constant))
    return NumberTerm(_mk_add(home.ref, len(pointers), array(pointers)), home)


def _scaled(weight: int, value: NumberTerm) -> NumberTerm:
    return _product(value.home, value.home.literal(weight), value.ast)


def _product(home: Unknowns, a: Any, b: Any) -> NumberTerm:
    return NumberTerm(_mk_mul(home.ref, 2, array([a, b])), home)


def minus(a: Num, b: Num) -> Num:
    if isinstance(b, int):
        return total((a, -b))
    if not isinstance(a, int) and same(a, b):
        return 0
    return total((a, b), (1, -1))


def times(a: Num, b: Num) -> Num:
    if isinstance(a, int):
        return total((b,), (a,))
    if isinstance(b, int):
        return total((a,), (b,))
    return _product(a.home, a.ast, b.ast)


def half(a: Num) -> Num:
    return a // 2 if isinstance(a, int) else NumberTerm(_mk_div(a.home.ref, a.ast, raw(a.home, 2)), a.home)


def remainder(a: Num, b: Num) -> Num:
    if isinstance(a, int) and isinstance(b, int):
        return a % b if b else a
    home = home_of(a, b)
    return NumberTerm(_mk_mod(home.ref, raw(home, a), raw(home, b)), home)


def choose(condition: Cond, yes: Num, no: Num) -> Num:
    if isinstance(condition, bool):
        return yes if condition else no
    if same(yes, no):
        return yes
    home = condition.home
    return NumberTerm(_mk_ite(home.ref, condition.ast, raw(home, yes), raw(home, no)), home)


# ------------------------------------------------------------------------------------------------ conditions


def at_most(a: Num, b: Num) -> Cond:
    if isinstance(a, int) and isinstance(b, int):
        return a <= b
    return _compared(_mk_le, a, b)


def at_least(a: Num, b: Num) -> Cond:
    return at_most(b, a)


def less(a: Num, b: Num) -> Cond:
    if isinstance(a, int) and isinstance(b, int):
        return a < b
    return _compared(_mk_lt, a, b)


def equal(a: Num, b: Num) -> Cond:
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    if same(a, b):
        return True
    return _compared(_mk_eq, a, b)


def _compared(make: Any, a: Num, b: Num) -> TruthTerm:
    home = home_of(a, b)
    return TruthTerm(make(home.ref, raw(home, a), raw(home, b)), home)


def member(element: Num) -> Cond:
    """Whether a 0/1 number is 1."""
    return at_least(element, 1)


def indicator(condition: Cond) -> Num:
    return choose(condition, 1, 0)


def no(condition: Cond) -> Cond:
    if isinstance(condition, bool):
        return not condition
    return TruthTerm(_mk_not(condition.home.ref, condition.ast), condition.home)


def every(*conditions: Cond) -> Cond:
    return all_of(conditions)


def some(*conditions: Cond) -> Cond:
    return any_of(conditions)


def all_of(conditions: Iterable[Cond]) -> Cond:
    open_ones = list[TruthTerm]()
    for condition in conditions:
        if isinstance(condition, bool):
            if not condition:
                return False
        else:
            open_ones.append(condition)
    if not open_ones:
        return True
    return _joined(_mk_and, open_ones)


def _joined(make: Any, conditions: list[TruthTerm]) -> TruthTerm:
    home = conditions[0].home
    if len(conditions) == 1:
        return conditions[0]
    return TruthTerm(make(home.ref, len(conditions), array([condition.ast for condition in conditions])), home)


def any_of(conditions: Iterable[Cond]) -> Cond:
    open_ones = list[TruthTerm]()
    for condition in conditions:
        if isinstance(condition, bool):
            if condition:
                return True
        else:
            open_ones.append(condition)
    if not open_ones:
        return False
    return _joined(_mk_or, open_ones)


def implies(a: Cond, b: Cond) -> Cond:
    return some(no(a), b)


def same_truth(a: Cond, b: Cond) -> Cond:
    if isinstance(a, bool):
        return b if a else no(b)
    if isinstance(b, bool):
        return a if b else no(a)
    return True if same(a, b) else TruthTerm(_mk_eq(a.home.ref, a.ast, b.ast), a.home)


def either(condition: Cond, yes: Cond, other: Cond) -> Cond:
    """If-then-else between conditions."""
    if isinstance(condition, bool):
        return yes if condition else other
    return every(some(no(condition), yes), some(condition, other))


# ------------------------------------------------------------------------------------------------ vectors of cards


def bits(values: Vec) -> list[Cond]:
    """The bounds of a vector's unknowns, as one condition; none where nothing is unknown."""
    unknown = [v for v in values if not isinstance(v, int)]
    return [all_of(c for v in unknown for c in (at_least(v, 0), at_most(v, 1)))] if unknown else []


def within(a: Vec, b: Vec) -> Cond:
    """Whether the set a is a subset of the set b."""
    return all_of(_not_beyond(x, y) for x, y in zip(a, b, strict=True))


def _not_beyond(a: Num, b: Num) -> Cond:
    """Whether one 0/1 number is at most another."""
    if isinstance(a, int):
        return member(b) if a else True
    if isinstance(b, int):
        return True if b else equal(a, 0)
    return True if same(a, b) else at_most(a, b)


def join(a: Num, b: Num) -> Num:
    """The greater of two 0/1 numbers."""
    if isinstance(a, int):
        return 1 if a else b
    if isinstance(b, int):
        return 1 if b else a
    return a if same(a, b) else choose(member(a), 1, b)


def meet(a: Num, b: Num) -> Num:
    """The smaller of two 0/1 numbers."""
    if isinstance(a, int):
        return b if a else 0
    if isinstance(b, int):
        return a if b else 0
    return a if same(a, b) else choose(member(a), b, 0)


def without(a: Num, b: Num) -> Num:
    """A where b is 0, else 0."""
    if isinstance(b, int):
        return 0 if b else a
    if isinstance(a, int):
        return minus(1, b) if a else 0
    return 0 if same(a, b) else choose(member(b), 0, a)
