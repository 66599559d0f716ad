"""Conditions taken apart: what must hold together is proved one part after the other."""

from __future__ import annotations

from cartaro_grammar import game as g
from cartaro_grammar.game import Expr
from cartaro_verify import sets, terms
from cartaro_verify.encoder import Encoder
from cartaro_verify.scope import Scope
from cartaro_verify.terms import Cond


def conjuncts(encoder: Encoder, expr: Expr, scope: Scope) -> list[Cond]:
    """An expression as a conjunction: `and`, and `every` or `no` over players, sides and symbols, taken apart."""
    match expr:
        case g.Operation(operator="and"):
            return [c for operand in expr.operands for c in conjuncts(encoder, operand, scope)]
        case g.Operation(operator="or"):
            others = [encoder.truth(o, scope) for o in expr.operands[:-1]]
            return [terms.some(*others, c) for c in conjuncts(encoder, expr.operands[-1], scope)]
        case g.Quantified(quantifier="every" | "no") if expr.members.type.kind in ("players", "sides", "symbols"):
            found = list[Cond]()
            for member in sets.members(encoder, expr.members, scope):
                inner = scope.binding(expr.variable, member.value)
                each = (
                    conjuncts(encoder, expr.condition, inner)
                    if expr.quantifier == "every"
                    else [terms.no(encoder.truth(expr.condition, inner))]
                )
                found += [terms.implies(member.present, c) for c in each]
            return found
        case _:
            return [encoder.truth(expr, scope)]
