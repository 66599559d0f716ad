"""Z3 as a solver of terms: the only module that imports it.

It takes terms and returns answers and models; Z3's own objects do not leave this module.  Each term is translated once, when a
solver first asserts it, and the translation lives as long as the term: Z3's memory is returned by reference counts, since
Python's cycle collector does not know its size.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import c_int
from functools import wraps
from typing import Any, Literal, ParamSpec, TypeVar, cast

import z3

from cartaro_verify.terms.terms import Answer, BoolTerm, Cond, IntTerm, Op, Term

_z3 = cast(Any, z3)

SolverKind = Literal["linear", "general", "legacy", "propositional"]
"""Z3's solver for linear integer arithmetic, its general solver, the general solver with its older arithmetic, and the general
solver after 0/1 numbers have been turned into propositions. Each often answers queries on which another gives up.
"""
LEGACY_ARITHMETIC = 2

_VARIADIC: dict[Op, Callable[..., Any]] = {
    "+": _z3.Z3_mk_add,
    "*": _z3.Z3_mk_mul,
    "and": _z3.Z3_mk_and,
    "or": _z3.Z3_mk_or,
}
_FIXED: dict[Op, Callable[..., Any]] = {
    "div": _z3.Z3_mk_div,
    "mod": _z3.Z3_mk_mod,
    "ite": _z3.Z3_mk_ite,
    "<=": _z3.Z3_mk_le,
    "<": _z3.Z3_mk_lt,
    "=": _z3.Z3_mk_eq,
    "not": _z3.Z3_mk_not,
}


SHORT_OF_MEMORY = ("out of memory", "model is not available", "unreachable")
"""Messages of Z3 after it ran out of memory; the second is for a model that it found but could not write."""


def _unchecked(function: Any) -> Any:
    """Return a function of Z3 without the check of its error code after each call, which takes most of the time of short
    calls.
    """
    return function.__defaults__[-1].f


_eval, _bool_value, _numeral_int = map(_unchecked, (_z3.Z3_model_eval, _z3.Z3_get_bool_value, _z3.Z3_get_numeral_int))

P = ParamSpec("P")
R = TypeVar("R")


def _in_memory(call: Callable[P, R]) -> Callable[P, R]:
    """Raise Python's error if Z3 has run out of memory."""

    @wraps(call)
    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return call(*args, **kwargs)
        except z3.Z3Exception as error:
            if _is_short_of_memory(error):
                raise MemoryError from None
            raise

    return called


def _is_short_of_memory(error: Exception) -> bool:
    return any(reason in str(error) for reason in SHORT_OF_MEMORY)


class Z3Backend:
    """The Z3 objects of one run: the context and the translations of terms.  Every call may raise `MemoryError`."""

    @_in_memory
    def __init__(self) -> None:
        self.context = _z3.Context()
        self.reference = self.context.ref()
        self._sorts: dict[type[Term], Any] = {IntTerm: _z3.IntSort(self.context), BoolTerm: _z3.BoolSort(self.context)}
        self._translated = dict[Term | int, Any]()
        self._held = _z3.AstVector(ctx=self.context)
        self._found, self._number = (_z3.Ast * 1)(), (c_int * 1)()
        """Where Z3 writes the value of a variable."""

    @property
    def size(self) -> int:
        """Return the number of terms translated."""
        return len(self._translated)

    @_in_memory
    def solver(self, kind: SolverKind) -> Z3Solver:
        if kind == "linear":
            made = _z3.SolverFor("QF_LIA", ctx=self.context)
        elif kind == "propositional":
            made = _z3.Then("lia2card", "smt", ctx=self.context).solver()
        else:
            made = _z3.SimpleSolver(ctx=self.context)
        made.set("ctrl_c", False)  # Python handles interrupts; the solver must not return one as an answer
        if kind == "legacy":
            made.set("arith.solver", LEGACY_ARITHMETIC)
            made.set("auto_config", False)  # otherwise the solver chooses other settings
        return Z3Solver(self, made)

    @_in_memory
    def translate(self, root: BoolTerm) -> Any:
        """Return Z3's pointer to a term, valid as long as the backend is."""
        translated, stack = self._translated, list[Term | int]([root])
        while stack:
            term = stack[-1]
            if term in translated:
                stack.pop()
                continue
            arguments = [] if isinstance(term, int) else [translated.get(argument) for argument in term.args]
            if not isinstance(term, int) and None in arguments:
                stack += [argument for argument in reversed(term.args) if argument not in translated]
                continue
            translated[term] = made = self._build(term, arguments)
            _z3.Z3_ast_vector_push(self.reference, self._held.vector, made)
        return translated[root]

    @_in_memory
    def value(self, model: Any, variable: Term) -> int:
        """Return a variable's value in a model of Z3; 0, or false, if the model leaves it open."""
        pointer = self._translated.get(variable)
        if pointer is None:
            return 0
        if not _eval(self.reference, model.model, pointer, True, self._found):
            _z3.Z3_model_eval(self.reference, model.model, pointer, True, self._found)  # raises an error of Z3
            raise ValueError("a variable that has no value in a model")
        if isinstance(variable, BoolTerm):
            return bool(_bool_value(self.reference, self._found[0]) == _z3.Z3_L_TRUE)
        if _numeral_int(self.reference, self._found[0], self._number):
            return int(self._number[0])
        return int(_z3.Z3_get_numeral_string(self.reference, self._found[0]))

    def _build(self, term: Term | int, arguments: list[Any]) -> Any:
        if isinstance(term, int):
            return _z3.Z3_mk_int(self.reference, term, self._sorts[IntTerm].ast)
        if term.op == "variable":
            symbol = _z3.Z3_mk_string_symbol(self.reference, term.name)
            return _z3.Z3_mk_const(self.reference, symbol, self._sorts[type(term)].ast)
        if (make := _VARIADIC.get(term.op)) is not None:
            return make(self.reference, len(arguments), (_z3.Ast * len(arguments))(*arguments))
        return _FIXED[term.op](self.reference, *arguments)


class Z3Solver:
    """A stack of assertions, checked within a number of Z3's own steps so that answers do not depend on the machine."""

    def __init__(self, backend: Z3Backend, solver: Any) -> None:
        self._backend = backend
        self._solver = solver

    @_in_memory
    def add(self, condition: Cond) -> None:
        """Assert a condition."""
        if isinstance(condition, bool):
            self._solver.add(condition)
        else:
            _z3.Z3_solver_assert(self._backend.reference, self._solver.solver, self._backend.translate(condition))

    @_in_memory
    def push(self) -> None:
        self._solver.push()

    @_in_memory
    def pop(self) -> None:
        self._solver.pop()

    @_in_memory
    def check(self, steps: int) -> Answer:
        """Return whether the assertions can hold together; "unknown" if `steps` are not enough."""
        self._solver.set("rlimit", steps)
        found = self._solver.check()
        return "no" if found == _z3.unsat else "yes" if found == _z3.sat else "unknown"

    @_in_memory
    def model(self) -> Callable[[Term], int]:
        """Return the values of the variables in a model of the assertions, after a check that answered "yes"."""
        backend, model = self._backend, self._solver.model()
        return lambda variable: backend.value(model, variable)


@_in_memory
def answers(script: str, steps: int) -> list[str]:
    """Return Z3's answer to each `check-sat` of a script that has been read with suspicion.

    Raise `ValueError` if Z3 cannot read it.
    """
    context = _z3.Context()
    text = f"(set-option :rlimit {steps})\n{script}"
    try:
        found = str(_z3.Z3_eval_smtlib2_string(context.ref(), text))
    except z3.Z3Exception as error:
        if _is_short_of_memory(error):
            raise
        raise ValueError("Z3 cannot read the script") from error
    return [line for line in found.split("\n") if line]
