"""The kinds of value that an expression may have over a symbolic state, a class for each.

A number is an `int` or a `NumberTerm` of the solver's, a truth a `bool` or a `TruthTerm`: what is known is a plain Python
value, so that nothing is wrapped where most of the work is done.  A set of cards is a tuple with a 0/1 number for each card; a
card that is known is a `SingleCard`; players, sides and symbols are `Guarded`, cards with a reading are `Read`.  A `Value` is
told apart by `match`.  The functions here give it as the kind that an expression's type says, or raise `TypeError`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cartaro_verify.terms import terms
from cartaro_verify.terms.unknowns import Cond, Num, NumberTerm, TruthTerm, Vec


@dataclass(frozen=True, slots=True)
class SingleCard:
    """One card, by its number in the deck."""

    number: int


@dataclass(frozen=True, slots=True)
class Guarded:
    """Players, sides or symbols, each with the condition under which it is (in) the value; None stands for nobody.

    As a single value exactly one condition is true; as a set, those that are true are its members.
    """

    items: tuple[tuple[int | str | None, Cond], ...]

    def when(self, value: int | str | None) -> Cond:
        return terms.any_of(c for v, c in self.items if v == value)

    @property
    def owners(self) -> tuple[tuple[int, Cond], ...]:
        """The players or sides that it may be, or that may be in it, each with its condition."""
        return tuple((v, c) for v, c in self.items if isinstance(v, int) and c is not False)

    def moved(self, to: Callable[[int], int]) -> Guarded:
        """Another player or side for each; nobody stays nobody."""
        return Guarded(tuple((to(v) if isinstance(v, int) else v, c) for v, c in self.items))

    @property
    def constant(self) -> int | str | None:
        """The single value where it is known; raises ValueError where it is not."""
        found = [v for v, c in self.items if c is True]
        if len(found) != 1 or any(not isinstance(c, bool) for _, c in self.items):
            raise ValueError("not a constant")
        return found[0]

    @property
    def known(self) -> bool:
        return all(isinstance(c, bool) for _, c in self.items)


def exactly(value: int | str | None) -> Guarded:
    return Guarded(((value, True),))


def merge(condition: Cond, yes: Guarded, other: Guarded) -> Guarded:
    """`yes` where the condition holds, else `other`."""
    if isinstance(condition, bool):
        return yes if condition else other
    values = dict.fromkeys([v for v, _ in yes.items] + [v for v, _ in other.items])
    return Guarded(tuple((v, terms.either(condition, yes.when(v), other.when(v))) for v in values))


@dataclass(frozen=True, slots=True)
class Read:
    """Cards with a reading each: which cards they are is represented, what they are read as is not.

    Equal signs with equal cards mean equal readings.  `shapes` are the sets of faces one of which it is, up to equal cards
    (None: any); `family` is that of the group that it is, if it is one.
    """

    cards: Vec | SingleCard
    sign: object
    shapes: tuple[int, ...] | None = None
    family: str = ""


Value = Num | Cond | Vec | SingleCard | Guarded | Read
Locals = Mapping[str, Value]


def as_number(value: Value) -> Num:
    match value:
        case bool():
            raise TypeError("a truth for a number")
        case int() | NumberTerm():
            return value
        case _:
            raise TypeError(f"{type(value).__name__} for a number")


def as_truth(value: Value) -> Cond:
    match value:
        case bool() | TruthTerm():
            return value
        case _:
            raise TypeError(f"{type(value).__name__} for a truth")


def as_guarded(value: Value) -> Guarded:
    match value:
        case Guarded():
            return value
        case _:
            raise TypeError(f"{type(value).__name__} for players, sides or symbols")


def as_cards(value: Value) -> Vec:
    """A set of cards, or an unknown card; () is no card."""
    match value:
        case tuple():
            return value
        case _:
            raise TypeError(f"{type(value).__name__} for cards")


def value_key(value: Value) -> object:
    """Equal keys mean equal values."""
    match value:
        case tuple():
            return terms.keys(value)
        case SingleCard():
            return ("card", value.number)
        case Read():
            return ("read", value.sign, value_key(value.cards))
        case Guarded():
            return tuple((v, terms.key(c)) for v, c in value.items)
        case _:
            return terms.key(value)
