"""What is printed on the cards: values of members of a set that can be worked out once, before or between plays.

An expression is worked out for every possible member, also for those that are in no set that comes up; where that goes wrong
(a clash, a gap), nothing is known beforehand and the expression waits for play.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from cartaro_grammar import Expr, say
from cartaro_grammar import game as g
from cartaro_interpreter.expressions.code import Code, CodeScope, Frame, Frames, at, constant
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.expressions.mentions import free_locals, parts, steady
from cartaro_interpreter.state.fault import Faulted, Unsupported
from cartaro_interpreter.state.layout import NOBODY, Cells

REMEMBERED = 1 << 16
_SMALL = ("truth", "number", "card", "player", "side", "symbol")


def each(c: Compiler, over: Expr, variable: str, expr: Expr, scope: CodeScope) -> tuple[int, ...] | None:
    """The value of an expression for each possible member of a set; None where it is not known before play."""
    names = free_locals(expr) - {variable}
    if not steady(c.game, expr) or any(scope.names[name].constant is None for name in names):
        return None
    place = scope.frames.place()
    code = c.code(expr, scope.bind(variable, at(place)))
    members = range(possible(c, over))
    if code.constant is not None:
        return (code.constant,) * len(members)
    found: list[int] = []
    frame = scope.frames.fresh()
    try:
        for number in members:
            frame[place] = number
            found.append(code.run((), frame))
    except Faulted:
        return None
    return tuple(found)


def possible(c: Compiler, over: Expr) -> int:
    """How many members a set can have at most: they are numbered from 0."""
    match over.type.kind:
        case "cards" | "group":
            return c.game.faces.count
        case "players":
            return c.game.players
        case "sides":
            return c.game.sides
        case "symbols":
            name = over.type.enumeration
            return max((n + 1 for (enumeration, _), n in c.symbols.items() if enumeration == name), default=0)
        case _:
            raise Unsupported(say("a set of {type}", type=str(over.type)), over.span)


def remembered(c: Compiler, expr: g.Where, scope: CodeScope) -> Callable[[Cells, Frame], int] | None:
    """The mask of all members that pass a filter, for the values that the filter's other words have: one mask for each of those
    values, `NOBODY` where it cannot be worked out.  None for a filter that looks at more than single things.
    """
    types = {local.name: local.type.kind for local in _locals(expr.condition)}
    names = tuple(sorted(free_locals(expr.condition) - {expr.variable}))
    if not steady(c.game, expr.condition) or any(types[name] not in _SMALL for name in names):
        return None
    reads = tuple(scope.names[name].run for name in names)
    kept = _masks(c, expr, names)
    if len(reads) == 1:
        read = reads[0]
        return lambda cells, frame: kept((read(cells, frame),))
    return lambda cells, frame: kept(tuple([read(cells, frame) for read in reads]))


def _masks(c: Compiler, expr: g.Where, names: tuple[str, ...]) -> Callable[[tuple[int, ...]], int]:
    frames = Frames()
    own: dict[str, Code] = {name: at(frames.place()) for name in names}
    place = frames.place()
    condition = c.code(expr.condition, CodeScope(frames, constant(NOBODY), {**own, expr.variable: at(place)})).run
    numbers = range(possible(c, expr.members))

    @lru_cache(maxsize=REMEMBERED)
    def kept(values: tuple[int, ...]) -> int:
        mask = 0
        frame = [*values, *([0] * (frames.size - len(values)))]
        try:
            for number in numbers:
                frame[place] = number
                if condition((), frame):
                    mask |= 1 << number
        except Faulted:
            return NOBODY
        return mask

    return kept


def _locals(expr: Expr) -> tuple[g.Local, ...]:
    if isinstance(expr, g.Local):
        return (expr,)
    return tuple(local for part in parts(expr) for local in _locals(part))
