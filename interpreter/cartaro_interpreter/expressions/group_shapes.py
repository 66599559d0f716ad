"""What groups of cards there can be: all sets of faces that a condition lets pass, found from the condition's own words.

Takes a condition on one set of cards that depends on nothing else (its patterns, counts and kinds); gives a `Shapes`, which
has the sets that fit.  They are found by building them up card by card, in the order of a measure where the condition asks
that they be consecutive in it; what is left aside on the way is only what no larger set can mend (two cards not alike where
all must be, one wild card too many).  Every set found is tested by the condition itself as the interpreter means it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cartaro_grammar import TRUTH, Expr
from cartaro_grammar import game as g
from cartaro_interpreter.expressions.code import CodeScope, Frames, at, constant
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.expressions.set_conditions import MOST_SHAPES, THE_SET, branches, lasting, too_many_shapes
from cartaro_interpreter.state.face_sets import FaceSets, Key
from cartaro_interpreter.state.fault import Faulted
from cartaro_interpreter.state.shapes import Shapes

MOST_TRIED = 200_000

ShapeTest = Callable[[int], bool]
"""Whether a mask of faces passes."""


def shapes_of(c: Compiler, condition: Expr) -> Shapes:
    """The table of a condition, made once; it is filled by `find`, which may raise `Faulted`: the sets are too many, or the
    condition does not lead to them.
    """

    def search() -> frozenset[Key]:
        try:
            return _found(c, condition)
        except Faulted as fault:
            raise Faulted(fault.code, fault.message, fault.span or condition.span, fault.help) from None

    return c.shapes.setdefault(condition, Shapes(c.layout.faces, search))


def _found(c: Compiler, condition: Expr) -> frozenset[Key]:
    """All sets that fit, up to equal cards."""
    whole = _test(c, condition)
    found: set[Key] = set()
    tried = 0
    for branch in branches(c, condition):
        for mask in _candidates(c, branch):
            tried += 1
            if tried > MOST_TRIED or len(found) > MOST_SHAPES:
                raise too_many_shapes()
            if whole(mask):
                found.add(c.layout.faces.key(mask))
    return frozenset(found)


def _test(c: Compiler, condition: Expr) -> ShapeTest:
    frames = Frames()
    place = frames.place()
    run = c.code(condition, CodeScope(frames, constant(-1), {THE_SET: at(place)})).run
    frame = [0] * frames.size

    def test(mask: int) -> bool:
        frame[place] = mask
        return bool(run((), frame))

    return test


def _candidates(c: Compiler, branch: list[Expr]) -> Iterator[int]:
    """The sets that may fit an alternative, at least all that do."""
    kept = [expr for expr in branch if lasting(expr)]
    bound = _test(c, g.Operation("and", tuple(kept), TRUTH, kept[0].span)) if kept else _anything
    order = next((expr.attribute for expr in branch if isinstance(expr, g.Pattern) and expr.pattern == "consecutive"), None)
    classes = c.layout.faces.classes
    if order is None:
        yield from _built(c, bound, [*classes], 0)
        return
    values = c.game.faces.measure(order) if order in c.game.measure else _numbers(c, order)
    by_value: dict[int, list[int]] = {}
    for known in classes:
        value = values[known]
        if value is not None:
            by_value.setdefault(value, []).append(known)
    for value in sorted(by_value):
        yield from _chained(c, bound, by_value, value, 0)


def _anything(mask: int) -> bool:
    return True


def _numbers(c: Compiler, attribute: str) -> tuple[int | None, ...]:
    names = c.game.faces.attribute(attribute)
    return tuple(None if name is None else c.symbol(attribute, name) for name in names)


def _chained(c: Compiler, bound: ShapeTest, by_value: dict[int, list[int]], value: int, mask: int) -> Iterator[int]:
    """Sets of one face of each value, from a value on."""
    for known in by_value.get(value, ()):
        more = _with(c.layout.faces, mask, known)
        if more and bound(more):
            yield more
            yield from _chained(c, bound, by_value, value + 1, more)


def _built(c: Compiler, bound: ShapeTest, classes: list[int], mask: int) -> Iterator[int]:
    """Sets of faces in the order of their classes; those left over after one are those that can still be added."""
    possible = [(known, more) for known in classes if (more := _with(c.layout.faces, mask, known)) and bound(more)]
    left = [known for known, _ in possible]
    for index, (_, more) in enumerate(possible):
        yield more
        yield from _built(c, bound, left[index:], more)


def _with(faces: FaceSets, mask: int, known: int) -> int:
    """A set and one more face of a class, of a card that is not in it; 0 where there is none."""
    taken = faces.expanded(faces.physical(mask))
    free = faces.of_class[known] & ~taken
    return mask | (free & -free) if free else 0
