"""When a claim says something: the premise that must be met in some play, or the claim is vacuous."""

from __future__ import annotations

from cartaro_grammar import game as g
from cartaro_grammar.game import Expr
from cartaro_grammar.types import TRUTH


def negated(expr: Expr) -> Expr:
    """The contrary, without two negations in a row."""
    if isinstance(expr, g.Operation) and expr.operator == "not":
        return expr.operands[0]
    return g.Operation("not", (expr,), TRUTH, expr.span)


def premise(expr: Expr) -> Expr | None:
    """What must be true for a condition to say anything: of `A or B` that A is false, of `every x has …` that this is so
    for some x.  None where it says something anyway.
    """
    match expr:
        case g.Operation(operator="or", operands=operands):
            inner = premise(operands[-1])
            parts = (*(negated(o) for o in operands[:-1]), *((inner,) if inner else ()))
            return parts[0] if len(parts) == 1 else g.Operation("and", parts, TRUTH, expr.span)
        case g.Quantified(quantifier="every"):
            inner = premise(expr.condition)
            if inner is None:
                return None
            return g.Quantified("some", expr.variable, expr.members, inner, TRUTH, expr.span)
        case _:
            return None
