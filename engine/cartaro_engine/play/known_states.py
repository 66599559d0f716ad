"""The states from which a search has been on, and what it found: a table in memory, by a number made of all their words.

Each place has a mark, the number of the search and the answer, and then the state.  A new search has a new number, so that
nothing need be cleared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cartaro_engine.ir.folding import ONE, ZERO, binary, common, compare, differ, equal, load, plus, set_of
from cartaro_engine.ir.nodes import Const, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import KNOWN_STATES
from cartaro_engine.memory.traps import FULL

if TYPE_CHECKING:
    from cartaro_engine.expressions.expressions import Lowering

LOW: Final = Const((1 << 32) - 1)


def forget(lo: Lowering, w: Writer) -> None:
    """Write that a new search begins."""
    w.store(Const(lo.plan.search), plus(load(Const(lo.plan.search)), ONE))
    w.store(Const(lo.plan.looks), ZERO)


def is_known(lo: Lowering, place: Value) -> Test:
    """Whether the state of a place is one of this search."""
    return equal(binary(">>", load(place), ONE), load(Const(lo.plan.search)))


def answer(place: Value) -> Value:
    """What has been found of a state."""
    return common(load(place), ONE)


def enter(lo: Lowering, w: Writer, place: Value) -> None:
    """Write that the state in memory stands in a place, and that nothing has been found of it yet."""
    w.store(Const(lo.plan.looks), plus(load(Const(lo.plan.looks)), ONE))
    with w.when(compare(">", load(Const(lo.plan.looks)), Const(KNOWN_STATES // 2))):
        w.trap(FULL)
    w.do(copying(lo), ZERO, plus(place, ONE))
    note(lo, w, place, ZERO)


def note(lo: Lowering, w: Writer, place: Value, found: Value) -> None:
    """Write what has been found of the state of a place, 0 or 1."""
    w.store(place, plus(binary("<<", load(Const(lo.plan.search)), ONE), found))


def place_of(lo: Lowering) -> str:
    """The function that gives the place of the state in memory: where it stands, or the free one where it is to stand."""
    state = Const(lo.plan.state)

    def write(w: Writer) -> None:
        number = w.variable(ZERO, "number")
        with w.count(ZERO, state, "word") as word:
            mixed = binary("^", binary("<<", number, Const(5)), binary(">>", number, Const(27)))
            halves = binary("^", load(word), binary(">>", load(word), Const(32)))
            w.assign(number, common(binary("^", mixed, halves), LOW))
        with w.loop():
            w.assign(number, common(number, Const(KNOWN_STATES - 1)))
            offset = binary("*", number, Const(lo.plan.state + 1))
            place = w.variable(plus(Const(lo.plan.known), offset), "place")
            with w.when(differ(binary(">>", load(place), ONE), load(Const(lo.plan.search)))):
                w.give(place)
            same = w.variable(ONE, "same")
            with w.count(ZERO, state, "word") as word, w.when(differ(load(word), load(plus(place, ONE), word))):
                w.assign(same, ZERO)
                w.leave()
            with w.when(set_of(same)):
                w.give(place)
            w.assign(number, plus(number, ONE))

    return lo.define("place_of", "place_of_state", (), write)


def copying(lo: Lowering) -> str:
    """The function that copies a state."""

    def write(w: Writer) -> None:
        with w.count(ZERO, Const(lo.plan.state), "word") as word:
            w.store(plus(Var("target"), word), load(Var("source"), word))

    return lo.define("copying", "copy_state", ("source", "target"), write)
