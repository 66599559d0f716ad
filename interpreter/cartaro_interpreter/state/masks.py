"""Sets as bit masks: bit n is set where n is a member; and values as what they are, one thing or a set of things.

A state and a move hold plain integers.  The type says what one stands for: a number for a card, a player, a side or a symbol;
a mask for a set, and for a group of cards, although an act takes it as one thing.  `decoded` tells them apart once, and a type
checker refuses one in place of the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from cartaro_grammar import Type


@dataclass(frozen=True, slots=True)
class Member:
    """One card or face, player, side, symbol or answer, by its number; -1 is nobody."""

    number: int


@dataclass(frozen=True, slots=True)
class MemberSet:
    """Several of them, or the faces of a group of cards: a mask in which bit n is set where n is a member."""

    mask: int


Value = Member | MemberSet


def decoded(of: Type, value: int) -> Value:
    """The value of a type that an integer of a state or move stands for; `groups`, a mask of places in a family, is none."""
    assert of.kind != "groups"
    return MemberSet(value) if of.kind in ("cards", "group", "players", "sides", "symbols") else Member(value)


def as_set(value: Value) -> MemberSet:
    """A value as a set: one thing as the set of it alone, nobody as the empty set."""
    if isinstance(value, MemberSet):
        return value
    return MemberSet(1 << value.number if value.number >= 0 else 0)


@lru_cache(maxsize=1 << 16)
def members(mask: int) -> tuple[int, ...]:
    """The numbers in a mask, from the lowest up."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def mask_of(numbers: Iterable[int]) -> int:
    """The mask of some numbers."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask
