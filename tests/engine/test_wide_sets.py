"""Sets that take several words behave like sets: on every machine, each operation gives the same result as Python on the masks.

The module uses the memory plan of a game with 340 faces. It has a function for each operation, which takes its sets from the
stack and leaves its result there.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from tests.engine.side_by_side import MachineOf, rules_of
from tests.engine.test_machines import MACHINES

from cartaro_engine.ir import nodes as ir
from cartaro_engine.ir.builder import FunctionBuilder
from cartaro_engine.ir.folding import as_number
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.lower.expressions import lowering_of
from cartaro_engine.memory.layout import plan_memory
from cartaro_engine.memory.sets import ManyWords
from cartaro_engine.running.engine import set_in, words_of

A, B = ir.Var("a"), ir.Var("b")
NUMBER = 199
KNOWN = 1 << 300 | 1 << 62 | 5
Written = Callable[[Lowering, FunctionBuilder], ir.Value]

Tested = dict[str, tuple[Written, Callable[[int, int], int]]]


def _doubled(lo: Lowering, w: FunctionBuilder) -> ir.Value:
    """Return the union of two sets: each member of one is inserted into a copy of the other, which stays unchanged."""
    found = lo.cards.copy(w, B, "found")
    with lo.cards.each(w, A, "member") as member:
        lo.cards.insert(w, found, member)
    return found


def _is_known(lo: Lowering, w: FunctionBuilder) -> ir.Value:
    """Return whether a known set has a member that is not known at compile time."""
    return as_number(lo.cards.contains(lo.cards.constant(KNOWN), lo.cards.size(A)))


def _folded(lo: Lowering, w: FunctionBuilder) -> ir.Value:
    """Return a known set without a member that is known at compile time."""
    return lo.cards.difference(lo.cards.constant(KNOWN), lo.cards.single(ir.Const(62)))


SETS: Tested = {
    "common": (lambda lo, w: lo.cards.intersection(A, B), lambda a, b: a & b),
    "joined": (lambda lo, w: lo.cards.union(A, B, lo.cards.constant(KNOWN)), lambda a, b: a | b | KNOWN),
    "without": (lambda lo, w: lo.cards.difference(A, B), lambda a, b: a & ~b),
    "with nothing": (lambda lo, w: lo.cards.union(A, lo.cards.constant(0)), lambda a, b: a),
    "single": (lambda lo, w: lo.cards.single(lo.cards.size(A)), lambda a, b: 1 << a.bit_count()),
    "folded": (_folded, lambda a, b: 1 << 300 | 5),
    "looked up": (lambda lo, w: lo.cards.look_up([7, KNOWN], as_number(lo.cards.nonempty(A))), lambda a, b: KNOWN if a else 7),
    "each": (_doubled, lambda a, b: a | b),
}
NUMBERS: Tested = {
    "has": (lambda lo, w: as_number(lo.cards.contains(A, ir.Const(NUMBER))), lambda a, b: a >> NUMBER & 1),
    "has a known": (_is_known, lambda a, b: KNOWN >> a.bit_count() & 1),
    "filled": (lambda lo, w: as_number(lo.cards.nonempty(A)), lambda a, b: int(a != 0)),
    "meet": (lambda lo, w: as_number(lo.cards.intersects(A, B)), lambda a, b: int(a & b != 0)),
    "within": (lambda lo, w: as_number(lo.cards.is_subset(A, B)), lambda a, b: int(a & ~b == 0)),
    "same": (lambda lo, w: as_number(lo.cards.equals(A, B)), lambda a, b: int(a == b)),
    "below": (lambda lo, w: as_number(lo.cards.precedes(A, B)), lambda a, b: int(a < b)),
    "size": (lambda lo, w: lo.cards.size(A), lambda a, b: a.bit_count()),
    "only": (lambda lo, w: lo.cards.only(A), lambda a, b: a.bit_length() - 1 if a.bit_count() == 1 else -1),
}


@pytest.fixture(scope="module")
def lowered() -> tuple[Lowering, ir.Module]:
    """Return the lowering, and a module with a function for each operation."""
    rules = rules_of("ramino", {})
    lo = lowering_of(rules, plan_memory(rules))
    for name, (written, _) in SETS.items():
        lo.define(("tested", name), "set", ("a", "b"), _laying(lo, written))
    for name, (written, _) in NUMBERS.items():
        lo.define(("tested", name), "number", ("a", "b"), _giving(lo, written))
    assert isinstance(lo.cards, ManyWords)
    words = lo.cards.data()
    tables = tuple((name, values) for values, name in lo.tables.items())
    exports = tuple((f"f{n}", lo.made["tested", name]) for n, name in enumerate((*SETS, *NUMBERS)))
    data = ((lo.plan.words, words),)
    return lo, ir.Module(tuple(lo.functions.values()), tables, lo.plan.words + len(words), lo.plan.trap, exports, data)


def _laying(lo: Lowering, written: Written) -> Callable[[FunctionBuilder], None]:
    return lambda w: lo.cards.store(w, ir.Const(lo.plan.stack), written(lo, w))


def _giving(lo: Lowering, written: Written) -> Callable[[FunctionBuilder], None]:
    return lambda w: w.return_(written(lo, w))


def pairs(seed: int) -> list[tuple[int, int]]:
    """Sets with no, one, a few and many members; some of them are equal or contained in others."""
    random = Random(seed)
    few = [sum(1 << n for n in random.sample(range(340), size)) for size in (0, 1, 1, 3, 20, 330)]
    return [(a, b) for a in few for b in (*few, a & random.getrandbits(340), a | 1 << 63)]


@pytest.mark.parametrize("made", MACHINES)
def test_they_are_what_python_makes_of_the_masks(lowered: tuple[Lowering, ir.Module], made: MachineOf) -> None:
    lo, module = lowered
    plan, machine = lo.plan, made(module)
    first, second = plan.stack + plan.width, plan.stack + 2 * plan.width
    machine.write(plan.next_temporary, [plan.temporaries])
    for a, b in pairs(1):
        machine.write(first, words_of(a, plan.width))
        machine.write(second, words_of(b, plan.width))
        for n, (name, (_, meant)) in enumerate((SETS | NUMBERS).items()):
            given = machine.call(f"f{n}", first, second)
            found = set_in(machine.read(plan.stack, plan.width)) if name in SETS else given
            assert found == meant(a, b), name
        assert machine.read(plan.next_temporary, 1) == [plan.temporaries], "what was made on the way is forgotten"
        assert set_in(machine.read(first, plan.width)) == a, "what is given is not changed"


@pytest.mark.parametrize("made", MACHINES)
def test_only_a_set_of_one_card_has_an_only_card(made: MachineOf) -> None:
    """Here a set takes one word; the table above tests sets of several words."""
    rules = rules_of("scopa", {})
    lo = lowering_of(rules, plan_memory(rules))
    lo.define("tested", "only", ("a",), lambda w: w.return_(lo.cards.only(A)))
    tables = tuple((name, values) for values, name in lo.tables.items())
    exports = (("only", lo.made["tested"]),)
    machine = made(ir.Module(tuple(lo.functions.values()), tables, lo.plan.words, lo.plan.trap, exports, ()))
    assert [machine.call("only", cards) for cards in (0, 1, 1 << 39, 3)] == [-1, 0, 39, -1]
