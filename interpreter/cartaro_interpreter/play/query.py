"""Questions to a state: any checked expression, evaluated."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cartaro_grammar import Diagnostic, Expr
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.expressions.code import CodeScope, Frames, at
from cartaro_interpreter.expressions.sets import values_in
from cartaro_interpreter.state.budget import counted
from cartaro_interpreter.state.fault import Faulted, Unsupported, diagnosed
from cartaro_interpreter.state.layout import TURN
from cartaro_interpreter.state.masks import Value
from cartaro_interpreter.state.state import State

Query = Callable[[State, Mapping[str, int], "int | None"], "int | Diagnostic"]


def question(rules: Rules, expr: Expr, names: tuple[str, ...] = ()) -> Query | Diagnostic:
    """Compile an expression in which some names stand free.  The answer takes a state, their values, and who acts (None: whose
    turn it is); it is a number, as in `code`, or a diagnostic where the rules do not decide it.
    """
    frames = Frames()
    scope = CodeScope(frames, at(frames.place()), {name: at(frames.place()) for name in names})
    rules.compiler.written = 0
    try:
        run = rules.compiler.code(expr, scope).run
    except Unsupported as missing:
        rules.compiler.inside.clear()
        return diagnosed(missing)

    def answer(state: State, values: Mapping[str, int], actor: int | None) -> int | Diagnostic:
        frame = frames.fresh()
        frame[0] = state.cells[TURN] if actor is None else actor
        frame[1 : 1 + len(names)] = [values[name] for name in names]
        try:
            with counted(rules.compiler.work):
                return run(state.cells, frame)
        except Faulted as fault:
            return diagnosed(fault)

    return answer


def ask(rules: Rules, state: State, expr: Expr, actor: int | None = None) -> int | Diagnostic:
    """The value of a closed expression in a state."""
    asking = question(rules, expr)
    return asking if isinstance(asking, Diagnostic) else asking(state, {}, actor)


def ask_members(rules: Rules, state: State, expr: Expr, actor: int | None = None) -> tuple[Value, ...] | Diagnostic:
    """The members of a set in a state; of a set of groups, the groups."""
    found = ask(rules, state, expr, actor)
    return found if isinstance(found, Diagnostic) else values_in(rules.compiler, state.cells, expr, found)
