"""Sets and what is done with them, whatever a set is in words: `SetAlgebra` is what the lowering asks.

Players, sides, symbols and groups are always few, and their sets one word (`OneWord`); those of cards are, where there are at
most 63 faces.  `ManyWords` (`wide_sets`) has the others.

Sets of several words: a value is the address of a block of words, 63 members to a word.

A block is where a set is kept in the state, in an option or on the stack, stands among the sets known before play, or is
passing: made on the way by an expression.  Passing blocks are taken one after the other; a function that gives no set
forgets, when it ends, those made in it, and a search those of each way that it has gone.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from cartaro_engine.ir.builder import ModuleDraft, Writer
from cartaro_engine.ir.folding import (
    NOBODY,
    ONE,
    ZERO,
    binary,
    choose,
    common,
    compare,
    differ,
    equal,
    every,
    has,
    joined,
    load,
    lowest,
    minus,
    number,
    ones,
    plus,
    set_of,
    single,
    without,
)
from cartaro_engine.ir.nodes import Call, Const, Known, Test, Value, Var
from cartaro_engine.memory.layout import MEMBERS_IN_A_WORD, MemoryPlan
from cartaro_engine.memory.traps import FULL

# ------------------------------------------------------------------- set algebra


class SetAlgebra(Protocol):
    """What is done with sets.  A set is never changed, but for those made by `begin` or `own`, or stored at an address."""

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

    def common(self, first: Value, second: Value) -> Value: ...

    def joined(self, *sets: Value) -> Value: ...

    def without(self, first: Value, second: Value) -> Value: ...

    def single(self, member: Value) -> Value: ...

    def has(self, members: Value, member: Value) -> Test: ...

    def filled(self, members: Value) -> Test:
        """Whether a set has members."""
        ...

    def meet(self, first: Value, second: Value) -> Test:
        """Whether two sets have something in common."""
        ...

    def within(self, first: Value, second: Value) -> Test: ...

    def same(self, first: Value, second: Value) -> Test: ...

    def below(self, first: Value, second: Value) -> Test:
        """Whether a set comes before another: where they differ, the highest member is the other's."""
        ...

    def size(self, members: Value) -> Value: ...

    def only(self, members: Value) -> Value:
        """The one member of a set, or nobody."""
        ...

    def each(self, w: Writer, members: Value, hint: str) -> AbstractContextManager[Var]:
        """What is done for each member, from the lowest up."""
        ...

    def begin(self, w: Writer, hint: str) -> Var:
        """An empty set that may be changed by `add` and `insert`."""
        ...

    def own(self, w: Writer, members: Value, hint: str) -> Var:
        """A set as it is now, whatever becomes of where it was read."""
        ...

    def add(self, w: Writer, to: Var, members: Value) -> None: ...

    def insert(self, w: Writer, to: Var, member: Value) -> None: ...

    def store(self, w: Writer, address: Value, members: Value) -> None:
        """Lay a set at an address."""
        ...

    def pass_by(self, w: Writer, before: Value | None) -> Value | None:
        """What to come back to (with None), and to come back: sets that were made in between are forgotten."""
        ...


class OneWord:
    """Sets that are one word: a value is the set."""

    def __init__(self, draft: ModuleDraft) -> None:
        self._draft = draft

    def known(self, value: Value) -> int | None:
        return value.value if isinstance(value, Const) else None

    def constant(self, mask: int) -> Value:
        return Const(mask)

    def look_up(self, masks: Sequence[int], index: Value) -> Value:
        return self._draft.look_up(tuple(masks), index)

    def at(self, address: Value) -> Value:
        return load(address)

    def common(self, first: Value, second: Value) -> Value:
        return common(first, second)

    def joined(self, *sets: Value) -> Value:
        return joined(*sets)

    def without(self, first: Value, second: Value) -> Value:
        return without(first, second)

    def single(self, member: Value) -> Value:
        return single(member)

    def has(self, members: Value, member: Value) -> Test:
        return has(members, member)

    def filled(self, members: Value) -> Test:
        return set_of(members)

    def meet(self, first: Value, second: Value) -> Test:
        return set_of(common(first, second))

    def within(self, first: Value, second: Value) -> Test:
        return equal(without(first, second), ZERO)

    def same(self, first: Value, second: Value) -> Test:
        return equal(first, second)

    def below(self, first: Value, second: Value) -> Test:
        return compare("<", first, second)

    def size(self, members: Value) -> Value:
        return ones(members)

    def only(self, members: Value) -> Value:
        one = Var("members")

        def write(w: Writer) -> None:
            w.give(choose(every(set_of(one), equal(common(one, minus(one, ONE)), ZERO)), lowest(one), NOBODY))

        return Call(self._draft.define("only", "only", ("members",), write), (members,))

    def each(self, w: Writer, members: Value, hint: str) -> AbstractContextManager[Var]:
        return w.each(members, hint)

    def begin(self, w: Writer, hint: str) -> Var:
        return w.variable(ZERO, hint)

    def own(self, w: Writer, members: Value, hint: str) -> Var:
        return w.variable(members, hint)

    def add(self, w: Writer, to: Var, members: Value) -> None:
        w.assign(to, joined(to, members))

    def insert(self, w: Writer, to: Var, member: Value) -> None:
        w.assign(to, joined(to, single(member)))

    def store(self, w: Writer, address: Value, members: Value) -> None:
        w.store(address, members)

    def pass_by(self, w: Writer, before: Value | None) -> Value | None:
        del w
        return before


# --------------------------------------------------------------------- wide sets


FIRST, SECOND = Var("first"), Var("second")


class ManyWords:
    """Sets of `plan.width` words, of so many faces."""

    def __init__(self, draft: ModuleDraft, plan: MemoryPlan, faces: int) -> None:
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

    def common(self, first: Value, second: Value) -> Value:
        return self._both("common", first, second, common, lambda a, b: a & b)

    def joined(self, *sets: Value) -> Value:
        found = sets[0] if sets else self.constant(0)
        for one in sets[1:]:
            if self.known(one) == 0:
                continue
            found = one if self.known(found) == 0 else self._both("joined", found, one, joined, lambda a, b: a | b)
        return found

    def without(self, first: Value, second: Value) -> Value:
        if self.known(second) == 0:
            return first
        return self._both("without", first, second, without, lambda a, b: a & ~b)

    def single(self, member: Value) -> Value:
        if isinstance(member, Const):
            return self.constant(1 << member.value)

        def write(w: Writer) -> None:
            found = self.begin(w, "found")
            self.insert(w, found, Var("member"))
            w.give(found)

        return Call(self._draft.define("single", "single", ("member",), write, keeps=True), (member,))

    def _both(
        self, name: str, first: Value, second: Value,
        words: Callable[[Value, Value], Value], masks: Callable[[int, int], int],
    ) -> Value:  # fmt: skip
        one, other = self.known(first), self.known(second)
        if one is not None and other is not None:
            return self.constant(masks(one, other))

        def write(w: Writer) -> None:
            found = self._fresh(w)
            for n in range(self._width):
                w.store(plus(found, Const(n)), words(load(FIRST, Const(n)), load(SECOND, Const(n))))
            w.give(found)

        return Call(self._draft.define(("set", name), name, ("first", "second"), write, keeps=True), (first, second))

    def _fresh(self, w: Writer) -> Var:
        """Write that a passing block is taken, whose words mean nothing yet."""
        return w.variable(Call(self._taking(), ()), "taken")

    def _taking(self) -> str:
        plan = self._plan

        def write(w: Writer) -> None:
            found = w.variable(load(Const(plan.passing)), "found")
            with w.when(compare(">", found, Const(plan.sets_end - self._width))):
                w.trap(FULL)
            w.store(Const(plan.passing), plus(found, Const(self._width)))
            w.give(found)

        return self._draft.define("taking_set", "take_set", (), write, keeps=True)

    # ------------------------------------------------------------------ questions

    def has(self, members: Value, member: Value) -> Test:
        known = self.known(members)
        if known is not None and isinstance(member, Const):
            return Known(bool(known >> member.value & 1))
        if known is not None:
            return set_of(self._draft.look_up(tuple(known >> n & 1 for n in range(self._faces)), member))
        word, bit = self._place(member)
        if isinstance(bit, Const):
            return set_of(common(load(members, word), Const(1 << bit.value)))
        return set_of(common(binary(">>", load(members, word), bit), ONE))

    def _place(self, member: Value) -> tuple[Value, Value]:
        """The word of a member, and its bit there."""
        numbers = range(self._width * MEMBERS_IN_A_WORD)
        word = self._draft.look_up(tuple(n // MEMBERS_IN_A_WORD for n in numbers), member)
        return word, self._draft.look_up(tuple(n % MEMBERS_IN_A_WORD for n in numbers), member)

    def filled(self, members: Value) -> Test:
        known = self.known(members)
        if known is not None:
            return Known(bool(known))
        return set_of(self._asked("filled", members, lambda w: w.give(joined(*self._of(FIRST)))))

    def meet(self, first: Value, second: Value) -> Test:
        words = zip(self._of(FIRST), self._of(SECOND), strict=True)
        return set_of(self._asked("meet", first, lambda w: w.give(joined(*(common(a, b) for a, b in words))), second))

    def within(self, first: Value, second: Value) -> Test:
        words = zip(self._of(FIRST), self._of(SECOND), strict=True)
        lies = every(*(equal(without(a, b), ZERO) for a, b in words))
        return set_of(self._asked("within", first, lambda w: w.give(number(lies)), second))

    def same(self, first: Value, second: Value) -> Test:
        words = zip(self._of(FIRST), self._of(SECOND), strict=True)
        return set_of(self._asked("same", first, lambda w: w.give(number(every(*(equal(a, b) for a, b in words)))), second))

    def below(self, first: Value, second: Value) -> Test:
        def write(w: Writer) -> None:
            for n in reversed(range(self._width)):
                one, other = load(FIRST, Const(n)), load(SECOND, Const(n))
                with w.when(differ(one, other)):
                    w.give(number(compare("<", one, other)))

        return set_of(self._asked("below", first, write, second))

    def size(self, members: Value) -> Value:
        known = self.known(members)
        if known is not None:
            return Const(known.bit_count())
        return self._asked("size", members, lambda w: w.give(plus(*map(ones, self._of(FIRST)))))

    def only(self, members: Value) -> Value:
        def write(w: Writer) -> None:
            found = w.variable(NOBODY, "found")
            with self.each(w, FIRST, "member") as member:
                with w.when(compare(">=", found, ZERO)):
                    w.give(NOBODY)
                w.assign(found, member)
            w.give(found)

        return self._asked("only", members, write)

    def _of(self, block: Value) -> list[Value]:
        return [load(block, Const(n)) for n in range(self._width)]

    def _asked(self, name: str, first: Value, write: Callable[[Writer], None], *more: Value) -> Value:
        """A question of one set or of two."""
        parameters = ("first", "second")[: 1 + len(more)]
        return Call(self._draft.define(("asked", name), name, parameters, write), (first, *more))

    # ------------------------------------------------------------------ statements

    def each(self, w: Writer, members: Value, hint: str) -> AbstractContextManager[Var]:
        return self._each(w, members, hint)

    @contextmanager
    def _each(self, w: Writer, members: Value, hint: str) -> Generator[Var, None, None]:
        block = w.let(members, "members")
        left, word = w.variable(load(block), "left"), w.variable(ZERO, "word")
        base, member = w.variable(ZERO, "base"), w.fresh(hint)
        with w.loop(self._width * (MEMBERS_IN_A_WORD + 1)):
            with w.when(equal(left, ZERO)):
                w.assign(word, plus(word, ONE))
                with w.when(compare(">=", word, Const(self._width))):
                    w.leave()
                w.assign(base, plus(base, Const(MEMBERS_IN_A_WORD)))
                w.assign(left, load(block, word))
                w.again()
            w.assign(member, plus(base, lowest(left)))
            w.assign(left, common(left, minus(left, ONE)))
            yield member

    def begin(self, w: Writer, hint: str) -> Var:
        del hint
        found = self._fresh(w)
        for n in range(self._width):
            w.store(plus(found, Const(n)), ZERO)
        return found

    def own(self, w: Writer, members: Value, hint: str) -> Var:
        del hint
        found = self._fresh(w)
        self.store(w, found, members)
        return found

    def add(self, w: Writer, to: Var, members: Value) -> None:
        if self.known(members) == 0:
            return

        def write(v: Writer) -> None:
            for n in range(self._width):
                v.store(plus(FIRST, Const(n)), joined(load(FIRST, Const(n)), load(SECOND, Const(n))))

        w.do(self._draft.define(("set", "add"), "add", ("first", "second"), write), to, members)

    def insert(self, w: Writer, to: Var, member: Value) -> None:
        word, bit = self._place(member)
        at = w.let(plus(to, word), "at")
        w.store(at, joined(load(at), binary("<<", ONE, bit)))

    def store(self, w: Writer, address: Value, members: Value) -> None:
        def write(v: Writer) -> None:
            for n in range(self._width):
                v.store(plus(FIRST, Const(n)), load(SECOND, Const(n)))

        w.do(self._draft.define(("set", "store"), "keep", ("first", "second"), write), address, members)

    def pass_by(self, w: Writer, before: Value | None) -> Value | None:
        if before is None:
            return w.variable(load(Const(self._plan.passing)), "before")
        w.store(Const(self._plan.passing), before)
        return before
