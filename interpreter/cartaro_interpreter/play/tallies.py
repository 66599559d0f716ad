"""Tallies: counts that the rules define by name, such as a pot or the tricks that a player has made, as one player knows them.

A definition is a tally if it has no parameter or one player or side, and if its values only count and add: numbers, sizes of
sets of cards, totals, counters, and sums, products and quotients of these and of other tallies (0108). Other definitions, such
as differences, have a meaning only when the rules ask for them. A player knows a tally if the player sees all cards that it
reads, or knows them by remembering the play (`trackable_zones`); the sizes of zones and all memory are public.

A heading of the score has a *figure* for each side (0129): the number by which the rules choose the side that scores, the
points if they only count and add, or the number that a condition compares with a constant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from cartaro_grammar import Diagnostic, Expr, Game, IdentityKey, Type, conjuncts, default, parts, rewrite
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


def tallies_seen(rules: Rules, state: State, player: int | None) -> Iterator[tuple[Tally, Mapping[int, int]]]:
    """Yield the tallies of a state that a player knows, each with a map from owners to values. Players and owners are numbered
    from 0. A tally that the rules do not decide in this state is left out. If there is no player, as at the end of a hand,
    yield the tallies on which the score depends, whoever knows them.
    """
    if player is None:
        yield from _tallies_counted(rules, state)
        return
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


def _tallies_counted(rules: Rules, state: State) -> Iterator[tuple[Tally, Mapping[int, int]]]:
    """Yield the tallies on which the score depends, directly or through the values and conditions of definitions."""
    game = rules.game
    owners = {"table": 1, "player": game.players, "side": game.sides}
    asked = {part.function for part in parts(tuple(game.headings)) if isinstance(part, g.Apply)}
    scored = _depended_on(game, tuple(asked))
    for tally, expr, _ in _tallies_of(IdentityKey((game,))):
        if tally.function in scored:
            asking = question(rules, expr, () if tally.owner == "table" else (_OWNER,))
            values = (
                [asking]
                if isinstance(asking, Diagnostic)
                else [asking(state, {_OWNER: n}, None) for n in range(owners[tally.owner])]
            )
            if all(isinstance(value, int) for value in values):
                yield tally, {n: value for n, value in enumerate(values) if isinstance(value, int)}


@dataclass(frozen=True, slots=True)
class HeadingFigure:
    """The figure of a heading of the score for each side, counted from 0. `points` is true if it is the points of the heading,
    which a side has whatever happens later.
    """

    heading: str
    points: bool
    values: Mapping[int, int]


def heading_figures(rules: Rules, state: State, player: int | None) -> Iterator[HeadingFigure]:
    """Yield the figures of the headings of the score that a player knows; all of them if there is no player, as at the end of a
    hand. If a heading compares several numbers, its figure is the first that is not the same for all sides.
    """
    game, found = rules.game, dict[str, HeadingFigure]()
    for each in _figures_of(IdentityKey((game,))):
        earlier = found.get(each.heading)
        if earlier is not None and len({*earlier.values.values()}) > 1:
            continue
        if player is not None and _is_hidden(rules, state, player, each):
            continue
        asking = question(rules, each.number, (each.local,))
        if isinstance(asking, Diagnostic):
            continue
        values = [asking(state, {each.local: side}, None) for side in range(game.sides)]
        known = {side: value for side, value in enumerate(values) if isinstance(value, int)}
        if len(known) == game.sides:
            found[each.heading] = HeadingFigure(each.heading, each.points, known)
    yield from found.values()


def _is_hidden(rules: Rules, state: State, player: int, figure: _Figure) -> bool:
    """Return whether a figure depends on cards that a player does not know."""
    try:
        return figure.reads.hides_result(state.cells, player, rules.layout, rules.visibility, rules.game.side_of)
    except Faulted:
        return True


@dataclass(frozen=True, slots=True)
class _Figure:
    """A number that a heading of the score asks for, with the local that is the side."""

    heading: str
    points: bool
    local: str
    number: Expr
    reads: ResultDependences


@lru_cache(maxsize=8)
def _figures_of(one: IdentityKey[Game]) -> tuple[_Figure, ...]:
    (game,) = one.values
    return tuple(
        _Figure(clause.name, points, local, number, _dependences(game, static_visibility.zones_read(game, number)))
        for clause, sentence in game.headings
        for points, local, number in _numbers_of(game, clause, sentence)
    )


def _numbers_of(game: Game, clause: g.Clause, sentence: g.Score) -> Iterator[tuple[bool, str, Expr]]:
    """Yield the numbers that a heading asks for, each with whether it is the points, and its local. Points under a condition
    are no such number: a side that does not meet the condition does not have them.
    """
    if sentence.chosen is not None:
        for _, key in sentence.chosen.keys:
            yield False, sentence.chosen.variable, key
    elif not clause.when and not clause.unless and _is_counted(game, sentence.amount) and _is_sum(game, sentence.amount, ()):
        yield True, SIDE, sentence.amount
    else:
        conditions = (part for one in (*clause.when, *clause.unless) for part in conjuncts(one))
        for number in map(_compared, conditions):
            if number is not None and _is_of_the_side(number) and _is_counted(game, number):
                yield False, SIDE, number


def _is_of_the_side(number: Expr) -> bool:
    """Return whether a number can differ between the sides: *the cards in its pile*, but not *the knocker's hand*."""
    return any(isinstance(part, g.Local) and part.name == SIDE for part in parts(number))


def _compared(condition: Expr) -> Expr | None:
    """Return the number that a condition compares with a constant."""
    match condition:
        case g.Operation("<" | "<=" | "=", (g.Number(), number)) | g.Operation("<" | "<=" | "=", (number, g.Number())):
            return number
        case _:
            return default(condition, None)


_OWNER = "owner"
SIDE = "side"
OWNERS: Mapping[tuple[str, ...], g.Owner] = {(): "table", ("player",): "player", ("side",): "side"}
"""The owner that a count is about, by the kinds of the parameters of its definition."""


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
        owner = OWNERS.get(kinds)
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


def _is_counted(game: Game, number: Expr) -> bool:
    """Return whether a number counts or adds up cards or the like, rather than being only constants and memory."""
    if any(isinstance(part, g.Size | g.Total | g.OverSets) for part in parts(number)):
        return True
    return any(_counts(game, part.function) for part in parts(number) if isinstance(part, g.Apply))


def _counts(game: Game, function: str) -> bool:
    """Return whether some value of a definition counts or adds up something, itself or through another definition."""
    values = tuple(_values(game, name) for name in _applied(game, (function,)))
    return any(isinstance(part, g.Size | g.Total | g.OverSets) for part in parts(values))


def _applied(game: Game, functions: tuple[str, ...]) -> tuple[str, ...]:
    """Return definitions with those on whose values they depend."""
    todo = [*functions]
    for name in todo:
        applied = (part.function for part in parts(_values(game, name)) if isinstance(part, g.Apply))
        todo += (one for one in dict.fromkeys(applied) if one not in todo)
    return tuple(todo)


def _depended_on(game: Game, functions: tuple[str, ...]) -> tuple[str, ...]:
    """Return definitions with those on which their values and the conditions of their clauses depend."""
    todo = [*functions]
    for name in todo:
        asked = game.asked_by(name)
        todo += (
            one for one in dict.fromkeys(part.function for part in parts(asked) if isinstance(part, g.Apply)) if one not in todo
        )
    return tuple(todo)


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
            return members.type.kind == "cards" or isinstance(members, g.Everyone)
        case g.Total(amount=amount) | g.OverSets(which="total", amount=amount):
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
    return _dependences(
        game, ((zone, is_own and (owner, game.zone[zone].owner) != ("side", "player"), top) for zone, is_own, top in zones)
    )


def _dependences(game: Game, zones: Iterable[tuple[str, bool, bool]]) -> ResultDependences:
    """Return zones as dependences, without those whose cards everybody knows who remembers the play."""
    known = _trackable(IdentityKey((game,)))
    return ResultDependences(False, tuple(dict.fromkeys(zone for zone in zones if zone[0] not in known)))


@lru_cache(maxsize=8)
def _trackable(one: IdentityKey[Game]) -> frozenset[str]:
    (game,) = one.values
    return static_visibility.trackable_zones(game)
