"""Tallies: counts that the rules define by name, such as a pot or the tricks that a player has made, as one player knows them.

A definition is a tally if it has no parameter or one player or side, and if its values only count and add: numbers, sizes of
sets of cards, totals, counters, and sums, products and quotients of these and of other tallies (0108). Other definitions, such
as differences, have a meaning only when the rules ask for them. A player knows a tally if the player sees all cards that it
reads; the sizes of zones and all memory are public.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from cartaro_grammar import Diagnostic, Expr, Game, IdentityKey, Type, default, parts, rewrite
from cartaro_grammar import game as g
from cartaro_grammar import visibility as static_visibility
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.acts.visibility import ResultDependences
from cartaro_interpreter.play.questions import question
from cartaro_interpreter.state.faults import Faulted
from cartaro_interpreter.state.state import State


@dataclass(frozen=True, slots=True)
class Tally:
    """The name of a definition that counts, and whether it has one value for the table, or one for each player or side."""

    function: str
    owner: g.Owner


def tallies_seen(rules: Rules, state: State, player: int) -> Iterator[tuple[Tally, Mapping[int, int]]]:
    """Yield the tallies of a state that a player knows, each with a map from owners to values. Players and owners are numbered
    from 0. A tally that the rules do not decide in this state is left out.
    """
    game, cells = rules.game, state.cells
    owners = {"table": 1, "player": game.players, "side": game.sides}
    for tally, expr, reads in _tallies_of(IdentityKey((game,))):
        own = player if tally.owner == "player" else game.side_of[player]
        values = dict[int, int]()
        for owner in range(owners[tally.owner]):
            try:
                if reads[owner == own].hides_result(cells, player, rules.layout, rules.visibility, game.side_of):
                    continue
            except Faulted:
                continue
            asking = question(rules, expr, () if tally.owner == "table" else (_OWNER,))
            found = asking if isinstance(asking, Diagnostic) else asking(state, {_OWNER: owner}, player)
            if isinstance(found, int):
                values[owner] = found
        if values:
            yield tally, values


_OWNER = "owner"


@lru_cache(maxsize=8)
def _tallies_of(
    one: IdentityKey[Game],
) -> tuple[tuple[Tally, g.Apply, tuple[ResultDependences, ResultDependences]], ...]:
    """Return the tallies of a game. Each has the expression of its value, and what it reads for other owners and for the
    viewer.
    """
    (game,) = one.values
    found = list[tuple[Tally, g.Apply, tuple[ResultDependences, ResultDependences]]]()
    for function in game.functions:
        kinds = tuple(of.kind for of in function.parameters)
        owner: g.Owner | None = "table" if not kinds else kinds[0] if kinds in (("player",), ("side",)) else None
        if owner is None or function.result.kind != "number" or not dict(game.ruleset.words).get(function.name):
            continue
        if not _counts(game, function.name) or not _adds(game, function.name, ()):
            continue
        span = game.ruleset.clause[function.clauses[0]].span
        arguments = tuple(g.Local(_OWNER, of, span) for of in function.parameters)
        expr = g.Apply(function.name, arguments, function.result, span)
        found.append(
            (Tally(function.name, owner), expr, (_reads(game, expr, owner, own=False), _reads(game, expr, owner, own=True)))
        )
    return tuple(found)


def _counts(game: Game, function: str) -> bool:
    """Return whether some value of a definition counts or adds up something, itself or through another definition."""
    known, todo = {function}, [function]
    for name in todo:
        for part in parts(_values(game, name)):
            if isinstance(part, g.Size | g.Total):
                return True
            if isinstance(part, g.Apply) and part.function not in known:
                known.add(part.function)
                todo.append(part.function)
    return False


def _values(game: Game, function: str) -> tuple[Expr, ...]:
    return tuple(sentence.value for _, sentence in game.definitions_of(function))


def _adds(game: Game, function: str, inside: tuple[str, ...]) -> bool:
    """Return whether all values of a definition only count and add."""
    if function in inside:
        return False
    return all(_is_sum(game, value, (*inside, function)) for value in _values(game, function))


def _is_sum(game: Game, expr: Expr, inside: tuple[str, ...]) -> bool:
    match expr:
        case g.Number() | g.Attribute():
            return True
        case g.Recall():
            return expr.type.kind == "number"
        case g.Size(members=members):
            return members.type.kind == "cards"
        case g.Total(amount=amount):
            return _is_sum(game, amount, inside)
        case g.Operation(operator="+" | "*" | "half" | "quotient" | "quotient up" | "remainder", operands=operands):
            return all(_is_sum(game, operand, inside) for operand in operands)
        case g.Apply(function=function):
            return _adds(game, function, inside)
        case _:
            return default(expr, False)


def _reads(game: Game, expr: g.Apply, owner: g.Owner, *, own: bool) -> ResultDependences:
    """Return the zones that a tally reads. If its argument is the viewer or the viewer's side (`own`), reads of the argument's
    zones are reads of the viewer's own.
    """
    actor = g.Actor(Type("player"), expr.span)
    me: Expr = g.SideOf(actor, Type("side"), expr.span) if owner == "side" else actor
    zones, known, todo = list[tuple[str, bool, bool]](), {expr.function}, [expr.function]

    def owned(node: object) -> object:
        """Replace the argument by the viewer; definitions of the viewer are followed by name."""
        if isinstance(node, g.Local) and node.name == parameter:
            return me
        if isinstance(node, g.Apply) and node.arguments == (me,):
            if node.function not in known:
                known.add(node.function)
                todo.append(node.function)
            return g.Truth(True, node.type, node.span)
        return node

    for name in todo:
        for clause, sentence in game.definitions_of(name):
            parameter = next(iter(sentence.parameters), "")
            asked = (*clause.when, *clause.unless, sentence.value)
            zones += static_visibility.zones_read(game, rewrite(asked, owned) if own else asked, (name,))
    exact = ((zone, is_own and (owner, game.zone[zone].owner) != ("side", "player"), top) for zone, is_own, top in zones)
    return ResultDependences(False, tuple(dict.fromkeys(exact)))
