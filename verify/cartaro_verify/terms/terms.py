"""Linear integer and Boolean terms: Python constants as long as possible, Z3 terms where something is unknown.

The only module, with `solver`, that touches Z3; the rest handles `Term` as an opaque value.  A number is a Python `int`
or a term, a condition a Python `bool` or a term, and every constructor folds constants, so that a state whose cards
are all known is evaluated without the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import z3

_z3 = cast(Any, z3)


def _unchecked(name: str) -> Any:
    """A function of Z3's without the look afterwards whether it failed, which costs as much again: terms made here are well
    sorted.  Where Z3's Python layer is another, the function as it is.
    """
    function = getattr(_z3, name)
    return getattr((function.__defaults__ or (None,))[-1], "f", function)


_dec_ref = _unchecked("Z3_dec_ref")
_inc_ref = _unchecked("Z3_inc_ref")
_mk_add = _unchecked("Z3_mk_add")
_mk_and = _unchecked("Z3_mk_and")
_mk_div = _unchecked("Z3_mk_div")
_mk_eq = _unchecked("Z3_mk_eq")
_mk_ite = _unchecked("Z3_mk_ite")
_mk_le = _unchecked("Z3_mk_le")
_mk_lt = _unchecked("Z3_mk_lt")
_mk_mod = _unchecked("Z3_mk_mod")
_mk_mul = _unchecked("Z3_mk_mul")
_mk_not = _unchecked("Z3_mk_not")
_mk_or = _unchecked("Z3_mk_or")


class _Terms:
    """Where Z3 keeps the terms; a fresh one forgets all terms made before."""

    def __init__(self) -> None:
        self.context = _z3.Context()
        self.ref = self.context.ref()
        self.literals = dict[int, Number]()


class Term:
    """What Z3 holds of an unknown number or truth; let go with the last reference to it."""

    __slots__ = ("ast", "context", "key")

    def __init__(self, ast: Any, context: Any) -> None:
        if not ast:
            raise TypeError("a term that is not well sorted")
        self.ast, self.context = ast, context
        self.key = ("z", int(ast.value))
        _inc_ref(context.ctx, ast)

    def __del__(self, let_go: Any = _dec_ref) -> None:
        if self.context.ctx is not None:
            let_go(self.context.ctx, self.ast)


class Number(Term):
    """A number that is not known, or not known yet."""

    __slots__ = ()


class Truth(Term):
    """A truth that is not known, or not known yet."""

    __slots__ = ()


_now = [_Terms()]


def restart() -> None:
    """Forget every term: what is asked next does not depend on what was asked before.  No earlier term may be used again."""
    _now[0] = _Terms()


def solver(logic: str) -> Any:
    """A new solver for these terms."""
    made = _z3.SolverFor(logic, ctx=_now[0].context)
    made.set("ctrl_c", False)  # an interrupt is for Python to see, and never an answer of the solver's
    return made


def other_solver() -> Any:
    """A new solver that goes about it otherwise: it often answers what the first gives up on."""
    made = _z3.SimpleSolver(ctx=_now[0].context)
    made.set("ctrl_c", False)
    return made


def tell(solver: Any, fact: Cond) -> None:
    """Assert a fact; as Z3's own `add`, without what that asks of each term again."""
    if isinstance(fact, bool):
        solver.add(fact)
    else:
        _z3.Z3_solver_assert(_now[0].ref, solver.solver, fact.ast)


def script(conditions: Iterable[Cond]) -> str:
    """Conditions as an SMT-LIB text that asks whether they can hold together."""
    asked = _z3.Solver(ctx=_now[0].context)
    for condition in conditions:
        tell(asked, condition)
    return str(asked.to_smt2())


def holds_in(model: Any, condition: Truth) -> bool:
    """Whether a condition with unknowns is true in a model of Z3's, which gives those that it leaves open a value too."""
    return bool(_z3.Z3_get_bool_value(_now[0].ref, _in(model, condition)) == _z3.Z3_L_TRUE)


def number_in(model: Any, number: Number) -> int:
    """What a number with unknowns is in a model of Z3's, which gives those that it leaves open a value too."""
    return int(_z3.Z3_get_numeral_string(_now[0].ref, _in(model, number)))


def _in(model: Any, term: Term) -> Any:
    found = (_z3.Ast * 1)()
    if not _z3.Z3_model_eval(_now[0].ref, model.model, term.ast, True, found):
        raise ValueError("a term that has no value in a model")
    return found[0]


def _number(ast: Any) -> Number:
    return Number(ast, _now[0].context)


def _truth(ast: Any) -> Truth:
    return Truth(ast, _now[0].context)


def _array(values: Sequence[Term]) -> Any:
    return (_z3.Ast * len(values))(*[v.ast for v in values])


def _raw(value: Num) -> Any:
    """A number or term as Z3's own pointer, kept alive by the caller or by the table of numerals."""
    return _literal(value).ast if isinstance(value, int) else value.ast


def _literal(value: int) -> Number:
    literals = _now[0].literals
    if value not in literals:
        made = _z3.IntVal(value, _now[0].context)  # held until it is counted
        literals[value] = _number(made.ast)
    return literals[value]


Num = int | Number
Cond = bool | Truth
Vec = tuple[Num, ...]
"""One 0/1 number for each card."""


def variable(name: str) -> Number:
    """An integer unknown; its bounds are for the caller to assert."""
    made = _z3.Int(name, _now[0].context)  # held until it is counted
    return _number(made.ast)


def proposition(name: str) -> Truth:
    made = _z3.Bool(name, _now[0].context)  # held until it is counted
    return _truth(made.ast)


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
    constant, terms = 0, list[Number]()
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
    if constant:
        terms.append(_literal(constant))
    return terms[0] if len(terms) == 1 else _number(_mk_add(_now[0].ref, len(terms), _array(terms)))


def _scaled(weight: int, value: Number) -> Number:
    return _product(_literal(weight), value)


def _product(a: Number, b: Number) -> Number:
    return _number(_mk_mul(_now[0].ref, 2, _array([a, b])))


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
    return _product(a, b)


def half(a: Num) -> Num:
    return a // 2 if isinstance(a, int) else _number(_mk_div(_now[0].ref, a.ast, _raw(2)))


def remainder(a: Num, b: Num) -> Num:
    if isinstance(a, int) and isinstance(b, int):
        return a % b if b else a
    return _number(_mk_mod(_now[0].ref, _raw(a), _raw(b)))


def choose(condition: Cond, yes: Num, no: Num) -> Num:
    if isinstance(condition, bool):
        return yes if condition else no
    if same(yes, no):
        return yes
    return _number(_mk_ite(_now[0].ref, condition.ast, _raw(yes), _raw(no)))


# ------------------------------------------------------------------------------------------------ conditions


def at_most(a: Num, b: Num) -> Cond:
    if isinstance(a, int) and isinstance(b, int):
        return a <= b
    return _truth(_mk_le(_now[0].ref, _raw(a), _raw(b)))


def at_least(a: Num, b: Num) -> Cond:
    return at_most(b, a)


def less(a: Num, b: Num) -> Cond:
    if isinstance(a, int) and isinstance(b, int):
        return a < b
    return _truth(_mk_lt(_now[0].ref, _raw(a), _raw(b)))


def equal(a: Num, b: Num) -> Cond:
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    if same(a, b):
        return True
    return _truth(_mk_eq(_now[0].ref, _raw(a), _raw(b)))


def member(element: Num) -> Cond:
    """Whether a 0/1 number is 1."""
    return at_least(element, 1)


def indicator(condition: Cond) -> Num:
    return choose(condition, 1, 0)


def no(condition: Cond) -> Cond:
    if isinstance(condition, bool):
        return not condition
    return _truth(_mk_not(_now[0].ref, condition.ast))


def every(*conditions: Cond) -> Cond:
    return all_of(conditions)


def some(*conditions: Cond) -> Cond:
    return any_of(conditions)


def all_of(conditions: Iterable[Cond]) -> Cond:
    open_ones = list[Truth]()
    for condition in conditions:
        if isinstance(condition, bool):
            if not condition:
                return False
        else:
            open_ones.append(condition)
    if not open_ones:
        return True
    return _joined(_mk_and, open_ones)


def _joined(make: Any, conditions: list[Truth]) -> Truth:
    return conditions[0] if len(conditions) == 1 else _truth(make(_now[0].ref, len(conditions), _array(conditions)))


def any_of(conditions: Iterable[Cond]) -> Cond:
    open_ones = list[Truth]()
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
    return True if same(a, b) else _truth(_mk_eq(_now[0].ref, a.ast, b.ast))


def either(condition: Cond, yes: Cond, other: Cond) -> Cond:
    """If-then-else between conditions."""
    if isinstance(condition, bool):
        return yes if condition else other
    return every(some(no(condition), yes), some(condition, other))


# ------------------------------------------------------------------------------------------------ vectors of cards


def vector(name: str, size: int, allowed: Vec | None = None) -> Vec:
    """Unknown 0/1 numbers, 0 where `allowed` is the constant 0."""
    return tuple(
        0 if allowed is not None and isinstance(allowed[i], int) and allowed[i] == 0 else variable(f"{name}.{i}")
        for i in range(size)
    )


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
