"""The zones that an expression draws cards from, by name: as far as the words tell, before play."""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import Expr, Game
from cartaro_grammar import game as g


def zones(game: Game, expr: Expr) -> frozenset[str] | None:
    """The names of the zones that a set of cards draws from, or None where it may draw from any."""
    found = set[str]()
    for part in _parts(game, expr, ()):
        if part is None:
            return None
        found.add(part.zone)
    return frozenset(found)


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
            for _, said in game.definitions_of(function):
                yield from _parts(game, said.value, (*inside, function))
        case _:
            yield None
