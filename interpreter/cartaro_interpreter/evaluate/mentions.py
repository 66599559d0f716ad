"""The free variables and dependences of an expression: its parts, the locals that it leaves free, and whether it reads the
state.
Pure walks over the checked game; the compiler uses them to hoist conditions and to remember results.
"""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from cartaro_grammar import Expr, Game
from cartaro_grammar import game as g


def parts(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside an expression, in the order of the text."""
    match expr:
        case g.Number() | g.Truth() | g.Symbol() | g.Symbols() | g.Cards() | g.AllCards() | g.Everyone() | g.LastPlayer():
            return ()
        case g.Nobody() | g.Actor() | g.Local() | g.Setting() | g.Applies():
            return ()
        case g.InZone(owner=owner) | g.Recall(owner=owner):
            return () if owner is None else (owner,)
        case g.Attribute(card=card):
            return (card,)
        case g.Apply(arguments=arguments):
            return arguments
        case g.ScoreOf(side=side):
            return (side,)
        case g.Operation(operands=operands):
            return operands
        case g.Single(member=member):
            return (member,)
        case g.Only(members=members) | g.Size(members=members):
            return (members,)
        case g.Where() | g.Quantified():
            return (expr.members, expr.condition)
        case g.Total():
            return (expr.members, expr.amount)
        case g.Extreme(cards=cards) | g.Pattern(cards=cards):
            return (cards,)
        case g.Select():
            return (expr.members, *(key for _, key in expr.keys))
        case g.Neighbour(player=player) | g.SideOf(player=player):
            return (player,)
        case g.Top(pile=pile):
            return (pile,)
        case g.Can():
            given = tuple(value for _, value in expr.given)
            return (expr.actor, *given) if expr.where is None else (expr.actor, *given, expr.where)
        case g.ReadAs():
            return (expr.card, expr.reading)
        case _:
            assert_never(expr)


@lru_cache(maxsize=1 << 14)
def free_locals(expr: Expr) -> frozenset[str]:
    """The locals of an expression that nothing inside it binds."""
    inner = frozenset[str]().union(*(free_locals(part) for part in parts(expr)))
    match expr:
        case g.Where() | g.Quantified() | g.Total() | g.Select():
            return inner - {expr.variable}
        case g.Can():
            return inner - {name for _, name in expr.free}
        case g.Local():
            return frozenset((expr.name,))
        case (
            g.Number() | g.Truth() | g.Symbol() | g.Symbols() | g.Cards() | g.AllCards() | g.Everyone() | g.LastPlayer()
            | g.Nobody() | g.Actor() | g.Setting() | g.InZone() | g.Recall() | g.Attribute() | g.Apply() | g.ScoreOf()
            | g.Operation() | g.Single() | g.Only() | g.Size() | g.Extreme() | g.Neighbour() | g.SideOf() | g.Top()
            | g.Applies() | g.Pattern() | g.ReadAs()
        ):  # fmt: skip
            return inner
        case _:
            assert_never(expr)


def steady(game: Game, expr: Expr) -> bool:
    """Return whether an expression's value depends on its free locals alone: not on the state, nor on who acts."""
    return _steady(game, expr, frozenset())


def _steady(game: Game, expr: Expr, inside: frozenset[str]) -> bool:
    if _reads_state(game, expr):
        return False
    if isinstance(expr, g.Apply) and not _steady_function(game, expr.function, inside):
        return False
    return all(_steady(game, part, inside) for part in parts(expr))


def _reads_state(game: Game, expr: Expr) -> bool:
    """Return whether an expression itself, its parts aside, reads the state or who acts."""
    match expr:
        case g.InZone() | g.Recall() | g.Can() | g.ScoreOf() | g.Top() | g.Applies() | g.Actor() | g.ReadAs():
            return True
        case g.Everyone() | g.LastPlayer() | g.Neighbour():  # who is still in the match is part of the state
            return bool(game.saying(g.TakesPart))
        case (
            g.Number() | g.Truth() | g.Symbol() | g.Symbols() | g.Cards() | g.AllCards() | g.Nobody() | g.Local() | g.Setting()
            | g.Attribute() | g.Apply() | g.Operation() | g.Single() | g.Only() | g.Size() | g.Where() | g.Quantified()
            | g.Total() | g.Extreme() | g.Select() | g.SideOf() | g.Pattern()
        ):  # fmt: skip
            return False
        case _:
            assert_never(expr)


def steady_function(game: Game, name: str) -> bool:
    """Return whether a definition's value depends on its arguments alone."""
    return _steady_function(game, name, frozenset())


def _steady_function(game: Game, name: str, inside: frozenset[str]) -> bool:
    if name in inside:
        return False
    inside |= {name}
    return all(_steady(game, expr, inside) for expr in game.asked_by(name))
