"""Where the cards of a set may lie: the zones that an expression draws from, by name before play and by place in a state.

A card known to lie in one zone is taken from it by a linear update; where its domain draws from several, each zone is a case.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from cartaro_grammar import game as g
from cartaro_grammar.game import Expr, Game
from cartaro_verify.scope import Scope
from cartaro_verify.symbols import Place, Read

if TYPE_CHECKING:
    from cartaro_verify.encoder import Encoder


def zones(game: Game, expr: Expr) -> frozenset[str] | None:
    """The names of the zones that a set of cards draws from, or None where it may draw from any."""
    found = set[str]()
    for part in _parts(game, expr, ()):
        if part is None:
            return None
        found.add(part.zone)
    return frozenset(found)


def places(encoder: Encoder, expr: Expr, scope: Scope) -> frozenset[Place] | None:
    """The places that a set of cards draws from in a state, or None where it may draw from any."""
    match expr:
        case g.InZone(zone=zone, owner=None):
            return frozenset({(zone, -1)})
        case g.InZone(zone=zone, owner=owner):
            found = encoder.guarded(cast(Expr, owner), scope).items
            return frozenset((zone, cast(int, v)) for v, c in found if v is not None and c is not False)
        case g.Where():
            return places(encoder, expr.members, scope)
        case g.Top():
            return places(encoder, expr.pile, scope)
        case g.Single():
            return places(encoder, expr.member, scope)
        case g.Local() if isinstance(group := scope.locals.get(expr.name), Read) and group.family:
            return frozenset({(group.family, -1)})
        case g.Operation(operator="minus"):
            return places(encoder, expr.operands[0], scope)
        case g.Operation(operator="union"):
            return _joined(places(encoder, operand, scope) for operand in expr.operands)
        case g.Apply():
            arguments = tuple(encoder.value(a, scope) for a in expr.arguments)
            return _joined(
                places(encoder, cast(g.Definition, clause.sentence).value, inner)
                for clause in encoder.definitions(expr.function)
                if encoder.applies(clause, inner := encoder.applying(clause, arguments, scope)) is not False
            )
        case _:
            return None


def _joined(parts: Iterator[frozenset[Place] | None]) -> frozenset[Place] | None:
    found = list(parts)
    return None if None in found else frozenset[Place]().union(*(f for f in found if f is not None))


def _parts(game: Game, expr: Expr, inside: tuple[str, ...]) -> Iterator[g.InZone | None]:
    """The zones of an expression; None where there is something else."""
    match expr:
        case g.InZone():
            yield expr
        case g.Where():
            yield from _parts(game, expr.members, inside)
        case g.Top():
            yield from _parts(game, expr.pile, inside)
        case g.Operation(operator="minus"):
            yield from _parts(game, expr.operands[0], inside)
        case g.Operation(operator="union"):
            for operand in expr.operands:
                yield from _parts(game, operand, inside)
        case g.Apply(function=function) if function not in inside:
            for clause in game.standing:
                if isinstance(clause.sentence, g.Definition) and clause.sentence.function == function:
                    yield from _parts(game, clause.sentence.value, (*inside, function))
        case _:
            yield None
