"""The free variables of an expression, the order of parameters that follows, and whether an expression reads the state.

Pure functions of the checked game; the compiler uses them to hoist conditions and to remember results.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
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


def assignment_order(act: g.Act, sought: Collection[str]) -> tuple[int, ...]:
    """Return the order in which parameters are assigned. A parameter comes after the parameters that its domain mentions; sets
    of cards come last. If there are groups, they come first, then parameters that depend on others, then parameters that are
    read freely.
    """
    left = [number for number, parameter in enumerate(act.parameters) if parameter.name in sought]
    placed: set[str] = set()
    found: list[int] = []
    while left:
        ready = [n for n in left if domain_locals(act.parameters[n], sought) <= placed] or left
        n = min(ready, key=lambda n: _rank_of_choice(act, n))
        left.remove(n)
        placed.add(act.parameters[n].name)
        found.append(n)
    return tuple(found)


def domain_locals(parameter: g.Parameter, among: Collection[str]) -> frozenset[str]:
    """Return the locals, among some, that the domain of a parameter mentions."""
    return frozenset() if parameter.domain is None else free_locals(parameter.domain).intersection(among)


def _rank_of_choice(act: g.Act, number: int) -> tuple[bool, bool, int, int]:
    parameter = act.parameters[number]
    some = parameter.choice == "some"
    if not any(other.type.kind == "group" for other in act.parameters):
        return some, False, 0, number
    depends = bool(domain_locals(parameter, {other.name for other in act.parameters}))
    return some, parameter.freely, 0 if parameter.type.kind == "group" else 1 if depends else 2, number


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
