"""Expressions of the game's, asked of positions as the interpreter works them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cartaro_grammar import Diagnostic, Expr
from cartaro_interpreter import Rules, question
from cartaro_interpreter import State as Position
from cartaro_verify.terms import messages
from cartaro_verify.terms.symbols import NotCovered

Asking = Callable[[Position, Mapping[str, int], int | None], int | None]
"""The value of an expression in a position, its free words and who acts given (None: whose turn it is); None where the rules do
not decide it.
"""


def asking(rules: Rules, expr: Expr, words: tuple[str, ...] = ()) -> Asking:
    """An expression, to be asked of positions."""
    asked = question(rules, expr, words)
    if isinstance(asked, Diagnostic):
        raise NotCovered(messages.words("un_play", x=asked.message))

    def answer(position: Position, values: Mapping[str, int], actor: int | None = None) -> int | None:
        found = asked(position, values, actor)
        return None if isinstance(found, Diagnostic) else found

    return answer
