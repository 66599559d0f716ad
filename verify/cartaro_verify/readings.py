"""What depends on readings, as far as it is known: the same for every group that there can be, or open.

A truth or number about what cards are read as becomes an unknown: the same one wherever the same is asked of the same cards
with the same readings.  Where it speaks of one group alone, its values over all groups that there can be bound it, or settle
it.  This allows more than the rules, never less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cartaro_grammar import game as g
from cartaro_grammar.game import Expr
from cartaro_verify import terms
from cartaro_verify.groups import Groups, free_words
from cartaro_verify.scope import Scope, value_key
from cartaro_verify.symbols import Read, Value, fresh

if TYPE_CHECKING:
    from cartaro_verify.encoder import Encoder


def left_open(encoder: Encoder, groups: Groups, expr: Expr, scope: Scope) -> Value:
    """A truth or number that depends on readings."""
    words = sorted(free_words(expr))
    values = tuple((w, value_key(scope.locals[w])) for w in words if w in scope.locals)
    here = () if groups.closed(expr) else (scope.state.serial, scope.actor)
    key = ("open", expr, values, here)
    if key not in encoder.memo:
        encoder.memo[key] = (_open(encoder, groups, expr, scope, words), (scope, values))
    return encoder.memo[key][0]


def _open(encoder: Encoder, groups: Groups, expr: Expr, scope: Scope, words: list[str]) -> Value:
    found = _possible(groups, expr, scope, words)
    if expr.type.kind == "truth":
        return 1 in found if found is not None and len(found) == 1 else terms.proposition(fresh("open"))
    if found is not None and len(found) == 1:
        return next(iter(found))
    number = terms.variable(fresh("open"))
    least = min(found) if found else 0 if isinstance(expr, g.Size) else None
    encoder.axioms += [] if least is None else [terms.at_least(number, least)]
    encoder.axioms += [terms.at_most(number, max(found))] if found else []
    return number


def _possible(groups: Groups, expr: Expr, scope: Scope, words: list[str]) -> frozenset[int] | None:
    """The values that an expression can have, where it speaks of one group, or of every group of a family."""
    match expr:
        case g.Quantified(members=g.InZone(zone=family), variable=variable) if expr.members.type.kind == "groups":
            shapes = groups.of_family(family)
            each = None if shapes is None else groups.values(expr.condition, variable, shapes, family)
            if not shapes or each is None:
                return None
            settled = {"every": {1: 1}, "no": {0: 1}, "some": {0: 0}}[expr.quantifier]
            return frozenset(settled[v] for v in each) if len(each) == 1 and each <= settled.keys() else None
        case _:
            pass
    group = alone(groups, expr, scope)
    return None if group is None or group.shapes is None else groups.values(expr, words[0], group.shapes, group.family)


def alone(groups: Groups, expr: Expr, scope: Scope) -> Read | None:
    """The one group that an expression speaks of and of nothing else, where it is known which groups there can be."""
    if not any(isinstance(value, Read) and value.shapes is not None for value in scope.locals.values()):
        return None
    words = free_words(expr)
    group = scope.locals.get(next(iter(words))) if len(words) == 1 else None
    return group if isinstance(group, Read) and group.shapes is not None and groups.closed(expr) else None
