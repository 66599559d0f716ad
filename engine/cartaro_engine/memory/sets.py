"""Operations on sets, independent of the number of words of a set: the lowering uses a `SetAlgebra`.

Sets of players, sides, symbols and groups are one word (`OneWord`), as are sets of cards if there are at most 63 faces.
`ManyWords` is for all other sets: a value is the address of a block of words, with 63 members in a word. A block is a set of
the state, of an option or on the stack, a set known before play, or a temporary made by an expression. Temporaries are
allocated one after the other. A function that returns no set releases the temporaries made in it when it ends; a search
releases the temporaries of each way that it has tried.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from cartaro_engine.ir.builder import FunctionBuilder, ModuleBuilder
from cartaro_engine.ir.folding import (
    NOBODY,
    ONE,
    ZERO,
    all_of,
    as_number,
    binary,
    choose,
    compare,
    contains,
    difference,
    equal,
    intersection,
    load,
    lowest_bit,
    minus,
    nonzero,
    plus,
    popcount,
    single,
    unequal,
    union,
)
from cartaro_engine.ir.nodes import Call, Const, Known, Test, Value, Var
from cartaro_engine.memory.layout import MEMBERS_IN_A_WORD, MemoryPlan
from cartaro_engine.memory.traps import FULL

# ------------------------------------------------------------------- set algebra


class SetAlgebra(Protocol):
    """Operations on sets. A set is never changed, except sets made by `begin` or `own`, or stored at an address."""

    def known(self, value: Value) -> int | None:
        """The members of a set that is known before play, as a mask."""
        ...

    def constant(self, mask: int) -> Value:
        """A known set."""
        ...

    def look_up(self, masks: Sequence[int], index: Value) -> Value:
        """One of several known sets."""
        ...

    def at(self, address: Value) -> Value:
        """The set at an address."""
        ...

    def intersection(self, first: Value, second: Value) -> Value: ...

    def union(self, *sets: Value) -> Value: ...

    def difference(self, first: Value, second: Value) -> Value: ...

    def single(self, member: Value) -> Value: ...

    def contains(self, members: Value, member: Value) -> Test: ...

    def nonempty(self, members: Value) -> Test:
        """Test whether a set is not empty."""
        ...

    def intersects(self, first: Value, second: Value) -> Test:
        """Test whether two sets intersect."""
        ...

    def is_subset(self, first: Value, second: Value) -> Test: ...

    def equals(self, first: Value, second: Value) -> Test: ...

    def precedes(self, first: Value, second: Value) -> Test:
        """Test whether a set precedes another: the highest member that is in only one of them is in the other set."""
        ...

    def size(self, members: Value) -> Value: ...

    def only(self, members: Value) -> Value:
        """The only member of a set; none if it has several."""
        ...

    def each(self, w: FunctionBuilder, members: Value, hint: str) -> AbstractContextManager[Var]:
        """Emit a loop over the members, from the lowest up."""
        ...

    def new(self, w: FunctionBuilder, hint: str) -> Var:
        """An empty set that may be changed by `add` and `insert`."""
        ...

    def copy(self, w: FunctionBuilder, members: Value, hint: str) -> Var:
        """Return a copy of a set, which later changes to its source do not affect."""
        ...

    def add(self, w: FunctionBuilder, to: Var, members: Value) -> None: ...

    def insert(self, w: FunctionBuilder, to: Var, member: Value) -> None: ...

    def store(self, w: FunctionBuilder, address: Value, members: Value) -> None:
        """Store a set at an address."""
        ...

    def release(self, w: FunctionBuilder, before: Value | None) -> Value | None:
        """Return a mark (with None), or release the sets made since a mark."""
        ...


class OneWord:
    """Sets that fit into one word: the value is the set itself."""

    def __init__(self, draft: ModuleBuilder) -> None:
        self._draft = draft

    def known(self, value: Value) -> int | None:
        return value.value if isinstance(value, Const) else None

    def constant(self, mask: int) -> Value:
        return Const(mask)

    def look_up(self, masks: Sequence[int], index: Value) -> Value:
        return self._draft.look_up(tuple(masks), index)

    def at(self, address: Value) -> Value:
        return load(address)

    def intersection(self, first: Value, second: Value) -> Value:
        return intersection(first, second)

    def union(self, *sets: Value) -> Value:
        return union(*sets)

    def difference(self, first: Value, second: Value) -> Value:
        return difference(first, second)

    def single(self, member: Value) -> Value:
        return single(member)

    def contains(self, members: Value, member: Value) -> Test:
        return contains(members, member)

    def nonempty(self, members: Value) -> Test:
        return nonzero(members)

    def intersects(self, first: Value, second: Value) -> Test:
        return nonzero(intersection(first, second))

    def is_subset(self, first: Value, second: Value) -> Test:
        return equal(difference(first, second), ZERO)

    def equals(self, first: Value, second: Value) -> Test:
        return equal(first, second)

    def precedes(self, first: Value, second: Value) -> Test:
        return compare("<", first, second)

    def size(self, members: Value) -> Value:
        return popcount(members)

    def only(self, members: Value) -> Value:
        one = Var("members")

        def write(w: FunctionBuilder) -> None:
            w.return_(choose(all_of(nonzero(one), equal(intersection(one, minus(one, ONE)), ZERO)), lowest_bit(one), NOBODY))

        return Call(self._draft.define("only", "only", ("members",), write), (members,))

    def each(self, w: FunctionBuilder, members: Value, hint: str) -> AbstractContextManager[Var]:
        return w.each(members, hint)

    def new(self, w: FunctionBuilder, hint: str) -> Var:
        return w.variable(ZERO, hint)

    def copy(self, w: FunctionBuilder, members: Value, hint: str) -> Var:
        return w.variable(members, hint)

    def add(self, w: FunctionBuilder, to: Var, members: Value) -> None:
        w.assign(to, union(to, members))

    def insert(self, w: FunctionBuilder, to: Var, member: Value) -> None:
        w.assign(to, union(to, single(member)))

    def store(self, w: FunctionBuilder, address: Value, members: Value) -> None:
        w.store(address, members)

    def release(self, w: FunctionBuilder, before: Value | None) -> Value | None:
        del w
        return before


# --------------------------------------------------------------------- wide sets


FIRST, SECOND = Var("first"), Var("second")


class ManyWords:
    """Sets of `plan.width` words, of `faces` faces."""

    def __init__(self, draft: ModuleBuilder, plan: MemoryPlan, faces: int) -> None:
        self._draft, self._plan, self._faces = draft, plan, faces
        self._width = plan.width
        self._addresses: dict[int, int] = {}
        self._masks: dict[int, int] = {}

    def data(self) -> tuple[int, ...]:
        """The words of the known sets, in the order of their addresses."""
        return tuple(
            mask >> MEMBERS_IN_A_WORD * n & (1 << MEMBERS_IN_A_WORD) - 1
            for mask in self._masks.values()
            for n in range(self._width)
        )

    def known(self, value: Value) -> int | None:
        return self._masks.get(value.value) if isinstance(value, Const) else None

    def constant(self, mask: int) -> Value:
        if mask not in self._addresses:
            address = self._plan.words + len(self._masks) * self._width
            self._addresses[mask] = address
            self._masks[address] = mask
        return Const(self._addresses[mask])

    def look_up(self, masks: Sequence[int], index: Value) -> Value:
        found = [self.constant(mask) for mask in masks]
        return self._draft.look_up(tuple(one.value for one in found if isinstance(one, Const)), index)

    def at(self, address: Value) -> Value:
        return address

    # ------------------------------------------------------------------ new sets

    def intersection(self, first: Value, second: Value) -> Value:
        return self._both("common", first, second, intersection, lambda a, b: a & b)

    def union(self, *sets: Value) -> Value:
        found = sets[0] if sets else self.constant(0)
        for one in sets[1:]:
            if self.known(one) == 0:
                continue
            found = one if self.known(found) == 0 else self._both("joined", found, one, union, lambda a, b: a | b)
        return found

    def difference(self, first: Value, second: Value) -> Value:
        if self.known(second) == 0:
            return first
        return self._both("without", first, second, difference, lambda a, b: a & ~b)

    def single(self, member: Value) -> Value:
        if isinstance(member, Const):
            return self.constant(1 << member.value)

        def write(w: FunctionBuilder) -> None:
            found = self.new(w, "found")
            self.insert(w, found, Var("member"))
            w.return_(found)

        return Call(self._draft.define("single", "single", ("member",), write, keeps=True), (member,))

    def _both(
        self, name: str, first: Value, second: Value,
        words: Callable[[Value, Value], Value], masks: Callable[[int, int], int],
    ) -> Value:  # fmt: skip
        one, other = self.known(first), self.known(second)
        if one is not None and other is not None:
            return self.constant(masks(one, other))

        def write(w: FunctionBuilder) -> None:
            found = self._fresh(w)
            for n in range(self._width):
                w.store(plus(found, Const(n)), words(load(FIRST, Const(n)), load(SECOND, Const(n))))
            w.return_(found)

        return Call(self._draft.define(("set", name), name, ("first", "second"), write, keeps=True), (first, second))

    def _fresh(self, w: FunctionBuilder) -> Var:
        """Emit the allocation of a temporary block, whose words are not initialised."""
        return w.variable(Call(self._taking(), ()), "taken")

    def _taking(self) -> str:
        plan = self._plan

        def write(w: FunctionBuilder) -> None:
            found = w.variable(load(Const(plan.next_temporary)), "found")
            with w.if_(compare(">", found, Const(plan.temporaries_end - self._width))):
                w.trap(FULL)
            w.store(Const(plan.next_temporary), plus(found, Const(self._width)))
            w.return_(found)

        return self._draft.define("taking_set", "take_set", (), write, keeps=True)

    # ------------------------------------------------------------------ questions

    def contains(self, members: Value, member: Value) -> Test:
        known = self.known(members)
        if known is not None and isinstance(member, Const):
            return Known(bool(known >> member.value & 1))
        if known is not None:
            return nonzero(self._draft.look_up(tuple(known >> n & 1 for n in range(self._faces)), member))
        word, bit = self._place(member)
        if isinstance(bit, Const):
            return nonzero(intersection(load(members, word), Const(1 << bit.value)))
        return nonzero(intersection(binary(">>", load(members, word), bit), ONE))

    def _place(self, member: Value) -> tuple[Value, Value]:
        """The word that contains a member, and the member's bit in it."""
        numbers = range(self._width * MEMBERS_IN_A_WORD)
        word = self._draft.look_up(tuple(n // MEMBERS_IN_A_WORD for n in numbers), member)
        return word, self._draft.look_up(tuple(n % MEMBERS_IN_A_WORD for n in numbers), member)

    def nonempty(self, members: Value) -> Test:
        known = self.known(members)
        if known is not None:
            return Known(bool(known))
        return nonzero(self._asked("filled", members, lambda w: w.return_(union(*self._of(FIRST)))))

    def intersects(self, first: Value, second: Value) -> Test:
        words = zip(self._of(FIRST), self._of(SECOND), strict=True)
        return nonzero(self._asked("meet", first, lambda w: w.return_(union(*(intersection(a, b) for a, b in words))), second))

    def is_subset(self, first: Value, second: Value) -> Test:
        words = zip(self._of(FIRST), self._of(SECOND), strict=True)
        lies = all_of(*(equal(difference(a, b), ZERO) for a, b in words))
        return nonzero(self._asked("within", first, lambda w: w.return_(as_number(lies)), second))

    def equals(self, first: Value, second: Value) -> Test:
        words = zip(self._of(FIRST), self._of(SECOND), strict=True)
        return nonzero(
            self._asked("same", first, lambda w: w.return_(as_number(all_of(*(equal(a, b) for a, b in words)))), second)
        )

    def precedes(self, first: Value, second: Value) -> Test:
        def write(w: FunctionBuilder) -> None:
            for n in reversed(range(self._width)):
                one, other = load(FIRST, Const(n)), load(SECOND, Const(n))
                with w.if_(unequal(one, other)):
                    w.return_(as_number(compare("<", one, other)))

        return nonzero(self._asked("below", first, write, second))

    def size(self, members: Value) -> Value:
        known = self.known(members)
        if known is not None:
            return Const(known.bit_count())
        return self._asked("size", members, lambda w: w.return_(plus(*map(popcount, self._of(FIRST)))))

    def only(self, members: Value) -> Value:
        def write(w: FunctionBuilder) -> None:
            found = w.variable(NOBODY, "found")
            with self.each(w, FIRST, "member") as member:
                with w.if_(compare(">=", found, ZERO)):
                    w.return_(NOBODY)
                w.assign(found, member)
            w.return_(found)

        return self._asked("only", members, write)

    def _of(self, block: Value) -> list[Value]:
        return [load(block, Const(n)) for n in range(self._width)]

    def _asked(self, name: str, first: Value, write: Callable[[FunctionBuilder], None], *more: Value) -> Value:
        """Return a query about one set or two."""
        parameters = ("first", "second")[: 1 + len(more)]
        return Call(self._draft.define(("asked", name), name, parameters, write), (first, *more))

    # ------------------------------------------------------------------ statements

    def each(self, w: FunctionBuilder, members: Value, hint: str) -> AbstractContextManager[Var]:
        return self._each(w, members, hint)

    @contextmanager
    def _each(self, w: FunctionBuilder, members: Value, hint: str) -> Generator[Var, None, None]:
        block = w.let(members, "members")
        left, word = w.variable(load(block), "left"), w.variable(ZERO, "word")
        base, member = w.variable(ZERO, "base"), w.new_local(hint)
        with w.loop(self._width * (MEMBERS_IN_A_WORD + 1)):
            with w.if_(equal(left, ZERO)):
                w.assign(word, plus(word, ONE))
                with w.if_(compare(">=", word, Const(self._width))):
                    w.break_()
                w.assign(base, plus(base, Const(MEMBERS_IN_A_WORD)))
                w.assign(left, load(block, word))
                w.continue_()
            w.assign(member, plus(base, lowest_bit(left)))
            w.assign(left, intersection(left, minus(left, ONE)))
            yield member

    def new(self, w: FunctionBuilder, hint: str) -> Var:
        del hint
        found = self._fresh(w)
        for n in range(self._width):
            w.store(plus(found, Const(n)), ZERO)
        return found

    def copy(self, w: FunctionBuilder, members: Value, hint: str) -> Var:
        del hint
        found = self._fresh(w)
        self.store(w, found, members)
        return found

    def add(self, w: FunctionBuilder, to: Var, members: Value) -> None:
        if self.known(members) == 0:
            return

        def write(v: FunctionBuilder) -> None:
            for n in range(self._width):
                v.store(plus(FIRST, Const(n)), union(load(FIRST, Const(n)), load(SECOND, Const(n))))

        w.call(self._draft.define(("set", "add"), "add", ("first", "second"), write), to, members)

    def insert(self, w: FunctionBuilder, to: Var, member: Value) -> None:
        word, bit = self._place(member)
        at = w.let(plus(to, word), "at")
        w.store(at, union(load(at), binary("<<", ONE, bit)))

    def store(self, w: FunctionBuilder, address: Value, members: Value) -> None:
        def write(v: FunctionBuilder) -> None:
            for n in range(self._width):
                v.store(plus(FIRST, Const(n)), load(SECOND, Const(n)))

        w.call(self._draft.define(("set", "store"), "keep", ("first", "second"), write), address, members)

    def release(self, w: FunctionBuilder, before: Value | None) -> Value | None:
        if before is None:
            return w.variable(load(Const(self._plan.next_temporary)), "before")
        w.store(Const(self._plan.next_temporary), before)
        return before
