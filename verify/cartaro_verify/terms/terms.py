"""Unknown numbers and truths, which Z3 keeps; what its solvers are told and asked, and what these are in its models.

Only this module and `terms` touch Z3; the rest handles a term as an opaque value.  A number is a Python `int` or a
`NumberTerm`, a condition a Python `bool` or a `TruthTerm`.

Linear integer and Boolean terms: Python constants as long as possible, Z3 terms where something is unknown.

Every constructor folds constants, so that a state whose cards are all known is evaluated without the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any, Literal, cast

import z3

# ---------------------------------------------------------------------- unknowns


_z3 = cast(Any, z3)

SolverKind = Literal["tailored", "general", "older"]
"""Z3's solvers go about it differently, and one often answers what another gives up on: the one made for sums of whole numbers,
the general one, and the general one with the arithmetic that Z3 had before.
"""
OLDER_ARITHMETIC = 2


def unchecked(name: str) -> Any:
    """A function of Z3's without the look afterwards whether it failed, which costs as much again: terms made here are well
    sorted.  Where Z3's Python layer is another, the function as it is.
    """
    function = getattr(_z3, name)
    return getattr((function.__defaults__ or (None,))[-1], "f", function)


_dec_ref = unchecked("Z3_dec_ref")
_inc_ref = unchecked("Z3_inc_ref")


class Variables:
    """Where Z3 keeps the terms of one run, and where its unknowns come from: each has a name, made of a hint and a number.

    Terms of two runs do not meet, and a run does not depend on what was asked in another.  Nothing here refers to a `Term`,
    which refers to this: all that Z3 holds is given back with the last reference, and not when Python next looks for cycles.
    """

    def __init__(self) -> None:
        self.context = _z3.Context()
        self.ref = self.context.ref()
        self.literals = dict[int, Any]()
        self.numbers = count()

    def fresh(self, hint: str) -> str:
        return f"{hint}!{next(self.numbers)}"

    def number(self, hint: str) -> IntTerm:
        """An unknown integer; its bounds are for the caller to assert."""
        return self._variable(self.fresh(hint))

    def truth(self, hint: str) -> BoolTerm:
        made = _z3.Bool(self.fresh(hint), self.context)  # held until it is counted
        return BoolTerm(made.ast, self)

    def cards(self, hint: str, size: int, allowed: Vec | None = None) -> Vec:
        """Unknown 0/1 numbers, 0 where `allowed` is the constant 0."""
        name = self.fresh(hint)
        return tuple(
            0 if allowed is not None and isinstance(allowed[i], int) and allowed[i] == 0 else self._variable(f"{name}.{i}")
            for i in range(size)
        )

    def _variable(self, name: str) -> IntTerm:
        made = _z3.Int(name, self.context)  # held until it is counted
        return IntTerm(made.ast, self)

    def literal(self, value: int) -> Any:
        """A known number as Z3's own pointer, which lasts as long as this does."""
        if value not in self.literals:
            self.literals[value] = _z3.IntVal(value, self.context)
        return self.literals[value].ast

    def solver(self, kind: SolverKind) -> Any:
        """A new solver for these terms."""
        made = _z3.SolverFor("QF_LIA", ctx=self.context) if kind == "tailored" else _z3.SimpleSolver(ctx=self.context)
        made.set("ctrl_c", False)  # an interrupt is for Python to see, and never an answer of the solver's
        if kind == "older":
            made.set("arith.solver", OLDER_ARITHMETIC)
            made.set("auto_config", False)  # or it looks for settings of its own, and finds others
        return made


class Term:
    """What Z3 holds of an unknown number or truth; let go with the last reference to it."""

    __slots__ = ("ast", "home", "key")

    def __init__(self, ast: Any, home: Variables) -> None:
        if not ast:
            raise TypeError("a term that is not well sorted")
        self.ast, self.home = ast, home
        self.key = ("z", int(ast.value))
        _inc_ref(home.ref, ast)

    def __del__(self, let_go: Any = _dec_ref) -> None:
        if self.home.context.ctx is not None:
            let_go(self.home.ref, self.ast)


class IntTerm(Term):
    """A number that is not known, or not known yet."""

    __slots__ = ()


class BoolTerm(Term):
    """A truth that is not known, or not known yet."""

    __slots__ = ()


def tell(solver: Any, fact: Cond) -> None:
    """Assert a fact; as Z3's own `add`, without what that asks of each term again."""
    if isinstance(fact, bool):
        solver.add(fact)
    else:
        _z3.Z3_solver_assert(fact.home.ref, solver.solver, fact.ast)


def answer(solver: Any, steps: int) -> Answer:
    """Whether what a solver was told can hold together, as far as it can tell in so many steps of its own count."""
    solver.set("rlimit", steps)
    found = solver.check()
    return "no" if found == _z3.unsat else "yes" if found == _z3.sat else "unknown"


def script(conditions: Sequence[Cond]) -> str:
    """Conditions as an SMT-LIB text that asks whether they can hold together."""
    home = next((condition.home for condition in conditions if not isinstance(condition, bool)), None) or Variables()
    asked = _z3.Solver(ctx=home.context)
    for condition in conditions:
        tell(asked, condition)
    return str(asked.to_smt2())


def holds_in(model: Any, condition: BoolTerm) -> bool:
    """Whether a condition with unknowns is true in a model of Z3's, which gives those that it leaves open a value too."""
    return bool(_z3.Z3_get_bool_value(condition.home.ref, _in(model, condition)) == _z3.Z3_L_TRUE)


def number_in(model: Any, number: IntTerm) -> int:
    """What a number with unknowns is in a model of Z3's, which gives those that it leaves open a value too."""
    return int(_z3.Z3_get_numeral_string(number.home.ref, _in(model, number)))


def _in(model: Any, term: Term) -> Any:
    found = (_z3.Ast * 1)()
    if not _z3.Z3_model_eval(term.home.ref, model.model, term.ast, True, found):
        raise ValueError("a term that has no value in a model")
    return found[0]


def array(pointers: Sequence[Any]) -> Any:
    """Pointers as Z3's functions take several."""
    return (_z3.Ast * len(pointers))(*pointers)


def home_of(a: Num, b: Num) -> Variables:
    """Where two numbers, of which one at least is unknown, are kept."""
    unknown = b if isinstance(a, int) else a
    assert not isinstance(unknown, int)
    return unknown.home


def raw(home: Variables, value: Num) -> Any:
    """A number as Z3's own pointer, kept alive by the caller or by the table of numerals."""
    return home.literal(value) if isinstance(value, int) else value.ast


Answer = Literal["no", "yes", "unknown"]
Num = int | IntTerm
Cond = bool | BoolTerm
Vec = tuple[Num, ...]
"""One 0/1 number for each card."""


# ------------------------------------------------------------------------- terms


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


def constant_value(value: Num) -> int:
    """A number of a state without unknowns."""
    if isinstance(value, int):
        return value
    raise TypeError("an unknown for a known number")


def identical(a: Num | Cond, b: Num | Cond) -> bool:
    return key(a) == key(b)


# ------------------------------------------------------------------------------------------------ numbers


def add(*values: Num) -> Num:
    return sum_of(values)


def sum_of(values: Iterable[Num], weights: Sequence[int] | None = None) -> Num:
    """The (weighted) sum."""
    constant, terms = 0, list[IntTerm]()
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
    return IntTerm(_mk_add(home.ref, len(pointers), array(pointers)), home)


def _scaled(weight: int, value: IntTerm) -> IntTerm:
    return _product(value.home, value.home.literal(weight), value.ast)


def _product(home: Variables, a: Any, b: Any) -> IntTerm:
    return IntTerm(_mk_mul(home.ref, 2, array([a, b])), home)


def subtract(a: Num, b: Num) -> Num:
    if isinstance(b, int):
        return sum_of((a, -b))
    if not isinstance(a, int) and identical(a, b):
        return 0
    return sum_of((a, b), (1, -1))


def multiply(a: Num, b: Num) -> Num:
    if isinstance(a, int):
        return sum_of((b,), (a,))
    if isinstance(b, int):
        return sum_of((a,), (b,))
    return _product(a.home, a.ast, b.ast)


def half(a: Num) -> Num:
    return a // 2 if isinstance(a, int) else IntTerm(_mk_div(a.home.ref, a.ast, raw(a.home, 2)), a.home)


def remainder(a: Num, b: Num) -> Num:
    if isinstance(a, int) and isinstance(b, int):
        return a % b if b else a
    home = home_of(a, b)
    return IntTerm(_mk_mod(home.ref, raw(home, a), raw(home, b)), home)


def ite(condition: Cond, yes: Num, no: Num) -> Num:
    if isinstance(condition, bool):
        return yes if condition else no
    if identical(yes, no):
        return yes
    home = condition.home
    return IntTerm(_mk_ite(home.ref, condition.ast, raw(home, yes), raw(home, no)), home)


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
    if identical(a, b):
        return True
    return _compared(_mk_eq, a, b)


def _compared(make: Any, a: Num, b: Num) -> BoolTerm:
    home = home_of(a, b)
    return BoolTerm(make(home.ref, raw(home, a), raw(home, b)), home)


def is_member(element: Num) -> Cond:
    """Whether a 0/1 number is 1."""
    return at_least(element, 1)


def indicator(condition: Cond) -> Num:
    return ite(condition, 1, 0)


def not_(condition: Cond) -> Cond:
    if isinstance(condition, bool):
        return not condition
    return BoolTerm(_mk_not(condition.home.ref, condition.ast), condition.home)


def and_(*conditions: Cond) -> Cond:
    return all_of(conditions)


def or_(*conditions: Cond) -> Cond:
    return any_of(conditions)


def all_of(conditions: Iterable[Cond]) -> Cond:
    open_ones = list[BoolTerm]()
    for condition in conditions:
        if isinstance(condition, bool):
            if not condition:
                return False
        else:
            open_ones.append(condition)
    if not open_ones:
        return True
    return _joined(_mk_and, open_ones)


def _joined(make: Any, conditions: list[BoolTerm]) -> BoolTerm:
    home = conditions[0].home
    if len(conditions) == 1:
        return conditions[0]
    return BoolTerm(make(home.ref, len(conditions), array([condition.ast for condition in conditions])), home)


def any_of(conditions: Iterable[Cond]) -> Cond:
    open_ones = list[BoolTerm]()
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
    return or_(not_(a), b)


def iff(a: Cond, b: Cond) -> Cond:
    if isinstance(a, bool):
        return b if a else not_(b)
    if isinstance(b, bool):
        return a if b else not_(a)
    return True if identical(a, b) else BoolTerm(_mk_eq(a.home.ref, a.ast, b.ast), a.home)


def ite_cond(condition: Cond, yes: Cond, other: Cond) -> Cond:
    """If-then-else between conditions."""
    if isinstance(condition, bool):
        return yes if condition else other
    return and_(or_(not_(condition), yes), or_(condition, other))


# ------------------------------------------------------------------------------------------------ vectors of cards


def bit_bounds(values: Vec) -> list[Cond]:
    """The bounds of a vector's unknowns, as one condition; none where nothing is unknown."""
    unknown = [v for v in values if not isinstance(v, int)]
    return [all_of(c for v in unknown for c in (at_least(v, 0), at_most(v, 1)))] if unknown else []


def subset(a: Vec, b: Vec) -> Cond:
    """Whether the set a is a subset of the set b."""
    return all_of(_not_beyond(x, y) for x, y in zip(a, b, strict=True))


def _not_beyond(a: Num, b: Num) -> Cond:
    """Whether one 0/1 number is at most another."""
    if isinstance(a, int):
        return is_member(b) if a else True
    if isinstance(b, int):
        return True if b else equal(a, 0)
    return True if identical(a, b) else at_most(a, b)


def union(a: Num, b: Num) -> Num:
    """The greater of two 0/1 numbers."""
    if isinstance(a, int):
        return 1 if a else b
    if isinstance(b, int):
        return 1 if b else a
    return a if identical(a, b) else ite(is_member(a), 1, b)


def intersection(a: Num, b: Num) -> Num:
    """The smaller of two 0/1 numbers."""
    if isinstance(a, int):
        return b if a else 0
    if isinstance(b, int):
        return a if b else 0
    return a if identical(a, b) else ite(is_member(a), b, 0)


def difference(a: Num, b: Num) -> Num:
    """A where b is 0, else 0."""
    if isinstance(b, int):
        return 0 if b else a
    if isinstance(a, int):
        return subtract(1, b) if a else 0
    return 0 if identical(a, b) else ite(is_member(b), 0, a)
