"""Where the cards of a set may lie in a state: the places that an expression draws from.

A card known to lie in one zone is taken from it by a linear update; where its domain draws from several, each zone is a case.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from cartaro_grammar import Expr
from cartaro_grammar import game as g
from cartaro_verify.encode.encoder import Encoder
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import OwnedPlace
from cartaro_verify.terms.values import Read


def places(encoder: Encoder, expr: Expr, scope: TermScope) -> frozenset[OwnedPlace] | None:
    """The places that a set of cards draws from in a state, or None where it may draw from any."""
    match expr:
        case g.InZone(zone=zone, owner=owner):
            owners = ((-1, True),) if owner is None else encoder.guarded(owner, scope).owners
            return frozenset((zone, o) for o, _ in owners)
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
                places(encoder, said.value, inner)
                for clause, said in encoder.game.definitions_of(expr.function)
                if encoder.applies(clause, inner := encoder.applying(said, arguments, scope)) is not False
            )
        case g.AllCards() | g.Cards() | g.Local() | g.Nobody() | g.Only() | g.Recall() | g.Select() | g.Setting():
            return None
        case (
            g.Actor() | g.Applies() | g.Attribute() | g.Can() | g.Everyone() | g.Extreme() | g.LastPlayer() | g.Neighbour()
            | g.Number() | g.Operation() | g.Pattern() | g.Quantified() | g.ReadAs() | g.ScoreOf() | g.SideOf() | g.Size()
            | g.Symbol() | g.Symbols() | g.Total() | g.Truth()
        ):  # fmt: skip
            return None  # no cards
        case _:
            assert_never(expr)


def _joined(parts: Iterator[frozenset[OwnedPlace] | None]) -> frozenset[OwnedPlace] | None:
    found = list(parts)
    return None if None in found else frozenset[OwnedPlace]().union(*(f for f in found if f is not None))
