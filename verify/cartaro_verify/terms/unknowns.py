"""Unknown numbers and truths, which Z3 keeps; what its solvers are told and asked, and what these are in its models.

Only this module and `terms` touch Z3; the rest handles a term as an opaque value.  A number is a Python `int` or a
`NumberTerm`, a condition a Python `bool` or a `TruthTerm`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any, Literal, cast

import z3

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


class Unknowns:
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

    def number(self, hint: str) -> NumberTerm:
        """An unknown integer; its bounds are for the caller to assert."""
        return self._variable(self.fresh(hint))

    def truth(self, hint: str) -> TruthTerm:
        made = _z3.Bool(self.fresh(hint), self.context)  # held until it is counted
        return TruthTerm(made.ast, self)

    def cards(self, hint: str, size: int, allowed: Vec | None = None) -> Vec:
        """Unknown 0/1 numbers, 0 where `allowed` is the constant 0."""
        name = self.fresh(hint)
        return tuple(
            0 if allowed is not None and isinstance(allowed[i], int) and allowed[i] == 0 else self._variable(f"{name}.{i}")
            for i in range(size)
        )

    def _variable(self, name: str) -> NumberTerm:
        made = _z3.Int(name, self.context)  # held until it is counted
        return NumberTerm(made.ast, self)

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

    def __init__(self, ast: Any, home: Unknowns) -> None:
        if not ast:
            raise TypeError("a term that is not well sorted")
        self.ast, self.home = ast, home
        self.key = ("z", int(ast.value))
        _inc_ref(home.ref, ast)

    def __del__(self, let_go: Any = _dec_ref) -> None:
        if self.home.context.ctx is not None:
            let_go(self.home.ref, self.ast)


class NumberTerm(Term):
    """A number that is not known, or not known yet."""

    __slots__ = ()


class TruthTerm(Term):
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
    home = next((condition.home for condition in conditions if not isinstance(condition, bool)), None) or Unknowns()
    asked = _z3.Solver(ctx=home.context)
    for condition in conditions:
        tell(asked, condition)
    return str(asked.to_smt2())


def holds_in(model: Any, condition: TruthTerm) -> bool:
    """Whether a condition with unknowns is true in a model of Z3's, which gives those that it leaves open a value too."""
    return bool(_z3.Z3_get_bool_value(condition.home.ref, _in(model, condition)) == _z3.Z3_L_TRUE)


def number_in(model: Any, number: NumberTerm) -> int:
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


def home_of(a: Num, b: Num) -> Unknowns:
    """Where two numbers, of which one at least is unknown, are kept."""
    unknown = b if isinstance(a, int) else a
    assert not isinstance(unknown, int)
    return unknown.home


def raw(home: Unknowns, value: Num) -> Any:
    """A number as Z3's own pointer, kept alive by the caller or by the table of numerals."""
    return home.literal(value) if isinstance(value, int) else value.ast


Answer = Literal["no", "yes", "unknown"]
Num = int | NumberTerm
Cond = bool | TruthTerm
Vec = tuple[Num, ...]
"""One 0/1 number for each card."""
