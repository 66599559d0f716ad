"""Chance in memory: the generator sfc32, four words of 32 bits, begun anew for every hand.

Chris Doty-Humphrey's Small Fast Counting generator (PractRand), seeded with the batch's seed, in two halves, and the number of
the hand, and run for fifteen rounds.  Its additions, shifts and exclusive ors stay below 2^36, so that no word overflows and
every printer gives the same numbers.  A number below n is the upper half of a draw times n: of 2^32 draws each comes up
equally often but for one.  `running/chance` is the same in plain Python.
"""

from __future__ import annotations

from typing import Final

from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import ONE, binary, common, joined, load, plus
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer

LOW: Final = Const((1 << 32) - 1)
ROUNDS: Final = 15


def _exclusive(first: Value, second: Value) -> Value:
    return binary("^", first, second)


def _draw(lo: Lowering) -> str:
    """The function that gives the next 32 bits."""
    places = [Const(lo.plan.chance + n) for n in range(4)]

    def write(w: Writer) -> None:
        a, b, c, counter = (w.variable(load(place), name) for place, name in zip(places, "abcd", strict=True))
        drawn = w.variable(common(plus(a, b, counter), LOW), "drawn")
        w.store(places[0], _exclusive(b, binary(">>", b, Const(9))))
        w.store(places[1], common(plus(c, binary("<<", c, Const(3))), LOW))
        turned = common(joined(binary("<<", c, Const(21)), binary(">>", c, Const(11))), LOW)
        w.store(places[2], common(plus(turned, drawn), LOW))
        w.store(places[3], common(plus(counter, ONE), LOW))
        w.give(drawn)

    return lo.define("draw", "draw", (), write)


def below(lo: Lowering) -> str:
    """The function that gives a number from 0 up to, and without, another."""

    def write(w: Writer) -> None:
        w.give(binary(">>", binary("*", Call(_draw(lo), ()), Var("end")), Const(32)))

    return lo.define("below", "below", ("end",), write)


def seeding(lo: Lowering) -> str:
    """The function that begins the generator for one hand of a seed, which is given in two halves."""

    def write(w: Writer) -> None:
        words: tuple[Value, ...] = (Var("low"), Var("high"), Var("hand"), ONE)
        for n, value in enumerate(words):
            w.store(Const(lo.plan.chance + n), value)
        with w.count(Const(0), Const(ROUNDS), "round"):
            w.do(_draw(lo))

    return lo.define("seeding", "seed", ("low", "high", "hand"), write)
