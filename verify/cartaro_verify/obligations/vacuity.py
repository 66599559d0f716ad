"""When a claim says something: the premises that must be met in some play, or the claim is vacuous."""

from __future__ import annotations

from typing import assert_never

from cartaro_grammar import TRUTH, Expr
from cartaro_grammar import game as g


def negated(expr: Expr) -> Expr:
    """The contrary, without two negations in a row."""
    if isinstance(expr, g.Operation) and expr.operator == "not":
        return expr.operands[0]
    return g.Operation("not", (expr,), TRUTH, expr.span)


def premises(expr: Expr, wanted: bool = True) -> tuple[Expr, ...]:
    """What must each be true at some time for a condition, or (`wanted` false) its contrary, to say all that it says: of
    `A or B` that A is false, of `every x in S has …` that there is such an x, of `A and B` all that A and B need.  Nothing
    where the condition says something anyway.
    """
    match expr:
        case g.Operation(operator="not", operands=(operand,)):
            return premises(operand, not wanted)
        case g.Operation(operator="and" | "or") if (expr.operator == "and") is wanted:
            return tuple(dict.fromkeys(p for operand in expr.operands for p in premises(operand, wanted)))
        case g.Operation(operator="and" | "or", operands=(*others, last)):
            given = tuple(negated(o) if wanted else o for o in others)
            return tuple(_all_of((*given, needed)) for needed in premises(last, wanted)) or (_all_of(given),)
        case g.Quantified() if (expr.quantifier == "some") is not wanted:
            found = premises(expr.condition, expr.quantifier == "every")
            if not found and isinstance(expr.members, g.Everyone | g.AllCards | g.Symbols):
                return ()
            return tuple(_some(expr, p) for p in found or (g.Truth(True, TRUTH, expr.span),))
        case (
            g.Operation() | g.Quantified() | g.Applies() | g.Apply() | g.Can() | g.Local() | g.Pattern() | g.ReadAs()
            | g.Recall() | g.Truth()
        ):  # fmt: skip
            return ()
        case (
            g.Actor() | g.AllCards() | g.Attribute() | g.Cards() | g.Everyone() | g.Extreme() | g.InZone() | g.LastPlayer()
            | g.Neighbour() | g.Nobody() | g.Number() | g.Only() | g.ScoreOf() | g.Select() | g.Setting() | g.SideOf()
            | g.Single() | g.Size() | g.Symbol() | g.Symbols() | g.Top() | g.Total() | g.Where()
        ):  # fmt: skip
            return ()  # no truths
        case _:
            assert_never(expr)


def _all_of(parts: tuple[Expr, ...]) -> Expr:
    return parts[0] if len(parts) == 1 else g.Operation("and", parts, TRUTH, parts[0].span)


def _some(every: g.Quantified, condition: Expr) -> Expr:
    return g.Quantified("some", every.variable, every.members, condition, TRUTH, every.span)
