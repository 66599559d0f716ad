"""The free variables of an expression, and whether it reads the state.

Pure functions of the checked game; the compiler uses them to hoist conditions and to remember results.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import assert_never

from cartaro_grammar import Expr, Game, fold
from cartaro_grammar import game as g


@lru_cache(maxsize=1 << 14)
def free_locals(expr: Expr) -> frozenset[str]:
    """Return the locals that an expression mentions and does not bind."""
    match expr:
        case g.Local():
            return frozenset((expr.name,))
        case g.Where() | g.Quantified() | g.Total() | g.OverSets() | g.Select():
            return fold(expr, free_locals, _union) - {expr.variable}
        case g.Splits():
            spare = frozenset[str]() if expr.spare is None else free_locals(expr.spare)
            return free_locals(expr.cards) | spare | free_locals(expr.kind) - {expr.variable}
        case g.Can():
            return fold(expr, free_locals, _union) - {name for _, name in expr.free}
        case _:
            return fold(expr, free_locals, _union)


def _union(found: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*found)


def steady(game: Game, expr: Expr) -> bool:
    """Return whether an expression's value depends only on its free locals: not on the state, nor on the actor."""
    return _steady(game, expr, frozenset())


def _steady(game: Game, expr: Expr, inside: frozenset[str]) -> bool:
    if reads_state(game, expr):
        return False
    if isinstance(expr, g.Apply) and not _steady_function(game, expr.function, inside):
        return False
    return fold(expr, lambda part: _steady(game, part, inside), all)


def reads_state(game: Game, expr: Expr) -> bool:
    """Return whether an expression itself, without its subexpressions, reads the state or the actor."""
    match expr:
        case g.InZone() | g.Recall() | g.Can() | g.ScoreOf() | g.Top() | g.Applies() | g.Actor() | g.ReadAs():
            return True
        case g.Everyone() | g.LastPlayer() | g.Neighbour():  # the state contains the players who are still in the match
            return bool(game.with_sentence(g.TakesPart))
        case (
            g.Number() | g.Truth() | g.Symbol() | g.Symbols() | g.Numbers() | g.Cards() | g.AllCards() | g.Nobody()
            | g.Local() | g.Setting() | g.Attribute() | g.Apply() | g.Operation() | g.Single() | g.Only() | g.Size() | g.Where()
            | g.Quantified() | g.Total() | g.OverSets() | g.Extreme() | g.Select() | g.FirstOf() | g.SideOf()
            | g.Pattern() | g.Splits()
        ):  # fmt: skip
            return False
        case _:
            assert_never(expr)


def steady_function(game: Game, name: str) -> bool:
    """Return whether a definition's value depends only on its arguments."""
    return _steady_function(game, name, frozenset())


def _steady_function(game: Game, name: str, inside: frozenset[str]) -> bool:
    if name in inside:
        return False
    inside |= {name}
    return all(_steady(game, expr, inside) for expr in game.asked_by(name))
