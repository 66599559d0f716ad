"""Conditions taken apart: what must hold together is proved one part after the other."""

from __future__ import annotations

from dataclasses import replace

from cartaro_grammar import Expr
from cartaro_grammar import game as g
from cartaro_verify.encode import sets
from cartaro_verify.encode.encoder import Encoder
from cartaro_verify.terms import terms
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.unknowns import Cond


def conjuncts(encoder: Encoder, expr: Expr, scope: TermScope) -> list[Cond]:
    """An expression as a conjunction: `and`, and `every` or `no` over players, sides and symbols, taken apart."""
    match expr:
        case g.Operation(operator="and"):
            return _in_turn(encoder, expr.operands, scope)
        case g.Operation(operator="or"):
            *others, last = expr.operands
            before = encoder.truth(replace(expr, operands=tuple(others)) if len(others) > 1 else others[0], scope)
            with encoder.where(terms.no(before)):
                return [terms.some(before, c) for c in conjuncts(encoder, last, scope)]
        case g.Quantified(quantifier="every" | "no") if expr.members.type.kind in ("players", "sides", "symbols"):
            found = list[Cond]()
            for member in sets.members(encoder, expr.members, scope):
                inner = scope.binding(expr.variable, member.value)
                with encoder.where(member.present):
                    each = (
                        conjuncts(encoder, expr.condition, inner)
                        if expr.quantifier == "every"
                        else [terms.no(encoder.truth(expr.condition, inner))]
                    )
                found += [terms.implies(member.present, c) for c in each]
            return found
        case _:
            return _whole(encoder, expr, scope)


def _whole(encoder: Encoder, expr: Expr, scope: TermScope) -> list[Cond]:
    """An expression as one condition."""
    return [encoder.truth(expr, scope)]


def _in_turn(encoder: Encoder, operands: tuple[Expr, ...], scope: TermScope) -> list[Cond]:
    """Conditions that together are `and`: each operand is asked for where those before it hold."""
    found = list[Cond]()
    for operand in operands:
        with encoder.where(terms.all_of(found) if encoder.divides else True):
            found += conjuncts(encoder, operand, scope)
    return found
