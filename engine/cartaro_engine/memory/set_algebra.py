"""Sets and what is done with them, whatever a set is in words: `SetAlgebra` is what the lowering asks.

Players, sides, symbols and groups are always few, and their sets one word (`OneWord`); those of cards are, where there are at
most 63 faces.  `ManyWords` (`wide_sets`) has the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from cartaro_engine.ir.folding import (
    NOBODY,
    ONE,
    ZERO,
    choose,
    common,
    compare,
    equal,
    every,
    has,
    joined,
    load,
    lowest,
    minus,
    ones,
    set_of,
    single,
    without,
)
from cartaro_engine.ir.module_draft import ModuleDraft
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.ir.writer import Writer


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
