"""What an expression mentions: its parts, the locals that it leaves free, and whether it reads the state.

Pure walks over the checked game; the compiler uses them to hoist conditions and to remember results.
"""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from cartaro_grammar import (
    Actor,
    AllCards,
    Applies,
    Apply,
    Attribute,
    Can,
    Cards,
    Everyone,
    Expr,
    Extreme,
    Game,
    InZone,
    LastPlayer,
    Local,
    Neighbour,
    Nobody,
    Number,
    Only,
    Operation,
    Pattern,
    Quantified,
    ReadAs,
    Recall,
    ScoreOf,
    Select,
    Setting,
    SideOf,
    Single,
    Size,
    Symbol,
    Symbols,
    Top,
    Total,
    Truth,
    Where,
)


def parts(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside an expression, in the order of the text."""
    match expr:
        case Number() | Truth() | Symbol() | Symbols() | Cards() | AllCards() | Everyone() | LastPlayer() | Nobody():
            return ()
        case Actor() | Local() | Setting() | Applies():
            return ()
        case InZone(owner=owner) | Recall(owner=owner):
            return () if owner is None else (owner,)
        case Attribute(card=card):
            return (card,)
        case Apply(arguments=arguments):
            return arguments
        case ScoreOf(side=side):
            return (side,)
        case Operation(operands=operands):
            return operands
        case Single(member=member):
            return (member,)
        case Only(members=members) | Size(members=members):
            return (members,)
        case Where() | Quantified():
            return (expr.members, expr.condition)
        case Total():
            return (expr.members, expr.amount)
        case Extreme(cards=cards) | Pattern(cards=cards):
            return (cards,)
        case Select():
            return (expr.members, *(key for _, key in expr.keys))
        case Neighbour(player=player) | SideOf(player=player):
            return (player,)
        case Top(pile=pile):
            return (pile,)
        case Can():
            given = tuple(value for _, value in expr.given)
            return (expr.actor, *given) if expr.where is None else (expr.actor, *given, expr.where)
        case ReadAs():
            return (expr.card, expr.reading)
        case _:
            assert_never(expr)


@lru_cache(maxsize=1 << 14)
def free_locals(expr: Expr) -> frozenset[str]:
    """The locals of an expression that nothing inside it binds."""
    inner = frozenset[str]().union(*(free_locals(part) for part in parts(expr)))
    match expr:
        case Where() | Quantified() | Total() | Select():
            return inner - {expr.variable}
        case Can():
            return inner - {name for _, name in expr.free}
        case Local():
            return frozenset((expr.name,))
        case (
            Number() | Truth() | Symbol() | Symbols() | Cards() | AllCards() | Everyone() | LastPlayer() | Nobody() | Actor()
            | Setting() | InZone() | Recall() | Attribute() | Apply() | ScoreOf() | Operation() | Single() | Only() | Size()
            | Extreme() | Neighbour() | SideOf() | Top() | Applies() | Pattern() | ReadAs()
        ):  # fmt: skip
            return inner
        case _:
            assert_never(expr)


def steady(game: Game, expr: Expr) -> bool:
    """Whether an expression's value depends on its free locals alone: not on the state, nor on who acts."""
    return _steady(game, expr, frozenset())


def _steady(game: Game, expr: Expr, inside: frozenset[str]) -> bool:
    if isinstance(expr, InZone | Recall | Can | ScoreOf | Top | Applies | Actor | ReadAs):
        return False
    if isinstance(expr, Apply) and not _steady_function(game, expr.function, inside):
        return False
    return all(_steady(game, part, inside) for part in parts(expr))


def steady_function(game: Game, name: str) -> bool:
    """Whether a definition's value depends on its arguments alone."""
    return _steady_function(game, name, frozenset())


def _steady_function(game: Game, name: str, inside: frozenset[str]) -> bool:
    if name in inside:
        return False
    inside |= {name}
    return all(_steady(game, expr, inside) for expr in game.asked_by(name))
