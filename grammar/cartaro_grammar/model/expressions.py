"""The checked ruleset: types, and expressions with their types and spans.

A type is a value; two types are the same if they are equal. A `symbol` type has the name of its enumeration: an attribute of
the cards (`suit`), an option (`punti`) or the answers of an act's parameter.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span

# --------------------------------------------------------------------------------------------- types


Kind = Literal[
    "truth", "number", "card", "cards", "player", "players", "side", "sides", "symbol", "symbols", "group", "groups",
    "numbers", "unknown",
]  # fmt: skip


@frozen
class Type:
    """A type; `enumeration` is empty except for symbols: there it names the list that contains their values."""

    kind: Kind
    enumeration: str = ""

    def __str__(self) -> str:
        return self.enumeration or self.kind


TRUTH = Type("truth")
NUMBER = Type("number")
CARD = Type("card")
CARDS = Type("cards")
PLAYER = Type("player")
PLAYERS = Type("players")
SIDE = Type("side")
SIDES = Type("sides")
UNKNOWN = Type("unknown")
"""The type of an expression whose error was reported. It is compatible with every type, so that one error is reported once."""

NUMBERS = Type("numbers")
"""The type of a set of numbers from which an argument is chosen. No other sets contain numbers."""
GROUP = Type("group")
GROUPS = Type("groups")


def symbol(enumeration: str) -> Type:
    """The type of the values of one attribute or option."""
    return Type("symbol", enumeration)


def element(of: Type) -> Type | None:
    """The type of a member of a set of this type, or None if the type is not a set."""
    members: dict[Kind, Type] = {
        "cards": CARD, "players": PLAYER, "sides": SIDE, "groups": GROUP, "group": CARD, "numbers": NUMBER,
    }  # fmt: skip
    return symbol(of.enumeration) if of.kind == "symbols" else members.get(of.kind)


def collection(of: Type) -> Type | None:
    """The type of a set whose members have this type, or None if no such set exists."""
    sets: dict[Kind, Type] = {"card": CARDS, "player": PLAYERS, "side": SIDES, "group": GROUPS}
    return Type("symbols", of.enumeration) if of.kind == "symbol" else sets.get(of.kind)


Names = tuple[tuple[str, str], ...]
"""A text in several languages, as pairs (language, text); the language "" means all languages."""

Owner = Literal["table", "player", "side"]
Period = Literal["turn", "hand", "match"]


# --------------------------------------------------------------------------------------- expressions


@frozen
class Number:
    """A number. In a game, `option` is the option that the number is the value of; it is only for prose."""

    value: int
    type: Type
    span: Span = field(compare=False)
    option: str = field(default="", compare=False)


@frozen
class Truth:
    value: bool
    type: Type
    span: Span = field(compare=False)


@frozen
class Symbol:
    """One value of an enumeration: a suit, a rank, an option's value; `option` as in `Number`."""

    name: str
    type: Type
    span: Span = field(compare=False)
    option: str = field(default="", compare=False)


@frozen
class Symbols:
    """All values of an attribute, in the order of its declaration."""

    attribute: str
    type: Type
    span: Span = field(compare=False)


MOST_CHOSEN_NUMBER = 1_000
"""The greatest number that an argument can be."""


@frozen
class Numbers:
    """The numbers from `low` to `high` without negative numbers, from which an argument is chosen (decision 0046)."""

    low: Expr
    high: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Cards:
    """Named cards: their numbers in the deck, in the order written.

    `readings` has an entry for each card: the card as which it is read (`JK/7♥`), or None. It is empty if no card has a
    reading.
    """

    cards: tuple[int, ...]
    type: Type
    span: Span = field(compare=False)
    readings: tuple[int | None, ...] = ()


@frozen
class AllCards:
    type: Type
    span: Span = field(compare=False)


@frozen
class Everyone:
    """All players (type players) or all sides (type sides)."""

    type: Type
    span: Span = field(compare=False)


@frozen
class LastPlayer:
    """The player in the last seat."""

    type: Type
    span: Span = field(compare=False)


@frozen
class Nobody:
    """`none`: the value of an empty reference, with the type of its possible referents."""

    type: Type
    span: Span = field(compare=False)


@frozen
class Actor:
    """`the player`: the player who acts, or would act; outside an act of a player, the player whose turn it is."""

    type: Type
    span: Span = field(compare=False)


@frozen
class Local:
    """A name bound by the clause: a parameter, or the `x` of `some x in …`. A bound name never hides another."""

    name: str
    type: Type
    span: Span = field(compare=False)


@frozen
class Setting:
    """The value of an option: a number, or a symbol of the option's enumeration. It occurs in a ruleset, and in a game only for
    open options.
    """

    option: str
    type: Type
    span: Span = field(compare=False)


@frozen
class InZone:
    """The cards in a zone; `owner` is None for a zone of the table, else a player or a side, whichever owns zones of this name.

    Several owners (players for a player's zone, sides for a side's) mean all their cards together.
    """

    zone: str
    owner: Expr | None
    type: Type
    span: Span = field(compare=False)


@frozen
class Recall:
    """The value of a cell of memory (counter, flag, reference, mark); `owner` is None if the cell has none."""

    cell: str
    owner: Expr | None
    type: Type
    span: Span = field(compare=False)


@frozen
class Attribute:
    """An attribute of a card (`suit of c`), a symbol, or a measure of a card (`value of c`), a number."""

    name: str
    card: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Apply:
    """A definition applied to arguments: `prime_of of s`, `straight(denari, s)`, `d is dark`, `played_out`."""

    function: str
    arguments: tuple[Expr, ...]
    type: Type
    span: Span = field(compare=False)


@frozen
class ScoreOf:
    """The present score of a side under one heading, or under all (`heading` is None: `score of x`)."""

    heading: str | None
    side: Expr
    type: Type
    span: Span = field(compare=False)


Operator = Literal[
    "+", "-", "*", "half", "remainder", "quotient", "quotient up",
    "=", "<", "<=", "and", "or", "not",
    "union", "minus", "in", "subset",
]  # fmt: skip
"""`=` compares two values of one type; `half` rounds down; `remainder` is never negative; `quotient` rounds down, `quotient up`
up; `minus` removes the members of the second set from the first; `in` tests whether a value is a member of a set; `subset`
tests whether all members of the first set are in the second. `>=`, `>` and `not in` are written with these and `not`.
"""


DIVISIONS: tuple[Operator, ...] = ("remainder", "quotient", "quotient up")
"""The operators whose second operand must be more than 0."""


@frozen
class Operation:
    operator: Operator
    operands: tuple[Expr, ...]
    type: Type
    span: Span = field(compare=False)


@frozen
class Single:
    """The set whose only member is the operand (cards, players or sides)."""

    member: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Only:
    """The only member of a set, or nobody if the set does not have exactly one member."""

    members: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Size:
    """The number of members of a set."""

    members: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Where:
    """The members of a set for which a condition holds."""

    variable: str
    members: Expr
    condition: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Quantified:
    """`some`, `every` or `no` member of a set has a property."""

    quantifier: Literal["some", "every", "no"]
    variable: str
    members: Expr
    condition: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Total:
    """The sum of a number over the members of a set."""

    variable: str
    members: Expr
    amount: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class OverSets:
    """The sum, or an extreme, of a number over the sets of one or more of some cards that meet a condition. The number of these
    sets is the sum of 1. An extreme is 0 if there is no such set.
    """

    which: Literal["total", "highest", "lowest"]
    variable: str
    cards: Expr
    condition: Expr
    amount: Expr
    type: Type
    span: Span = field(compare=False)

    @property
    def counts(self) -> bool:
        """Whether this is the number of the sets."""
        return self.which == "total" and isinstance(self.amount, Number) and self.amount.value == 1


@frozen
class Extreme:
    """The highest or lowest of a measure over a set of cards; 0 if the set is empty."""

    which: Literal["highest", "lowest"]
    measure: str
    cards: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Select:
    """The member that is first by the keys, in their order, or nobody if several members are level or the set is empty."""

    variable: str
    members: Expr
    keys: tuple[tuple[Literal["highest", "lowest"], Expr], ...]
    type: Type
    span: Span = field(compare=False)


@frozen
class Neighbour:
    """The player `steps` seats after a player, in the order of play. If `steps` is negative, the player is before."""

    player: Expr
    steps: int
    type: Type
    span: Span = field(compare=False)


@frozen
class FirstOf:
    """The first of some players who is met going round from a player, against the order of play if `direction` is -1; the
    player themself comes last. The result is nobody if there are no such players, or if there is no player from whom to start.
    """

    members: Expr
    player: Expr
    direction: Literal[1, -1]
    type: Type
    span: Span = field(compare=False)


@frozen
class SideOf:
    player: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Top:
    """The top card of a pile, or nobody."""

    pile: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Can:
    """A test of whether an actor can do an act in some way. `given` fixes some parameters; the test ranges over the others,
    which have the names in `free`. `where` is a condition on them. With `by`, only the case of that permission counts, and no
    prohibitions; without it, all permissions and prohibitions count.
    """

    act: str
    actor: Expr
    by: str | None
    given: tuple[tuple[str, Expr], ...]
    free: tuple[tuple[str, str], ...]
    where: Expr | None
    type: Type
    span: Span = field(compare=False)


@frozen
class Applies:
    """A test of whether the case of a clause holds now (in examples and claims)."""

    clause: str
    type: Type
    span: Span = field(compare=False)


@frozen
class Pattern:
    """`s is alike in suit`, `distinct in suit`, `consecutive in place`."""

    pattern: Literal["alike", "distinct", "consecutive"]
    cards: Expr
    attribute: str
    type: Type
    span: Span = field(compare=False)


@frozen
class Splits:
    """A test of whether some cards can be divided into groups of one kind, in some reading of their cards.

    `kind` is the condition on one group, `variable`. Any of the `spare` cards may be added. The empty set counts as divided.
    """

    cards: Expr
    spare: Expr | None
    variable: str
    kind: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class ReadAs:
    """A test of whether a card lying in a meld is read as another card."""

    card: Expr
    reading: Expr
    type: Type
    span: Span = field(compare=False)


Expr = (
    Number | Truth | Symbol | Symbols | Numbers | Cards | AllCards | Everyone | LastPlayer | Nobody | Actor | Local | Setting
    | InZone | Recall | Attribute | Apply | ScoreOf | Operation | Single | Only | Size | Where | Quantified | Total
    | OverSets | Extreme | Select | Neighbour | FirstOf | SideOf | Top | Can | Applies | Pattern | Splits | ReadAs
)  # fmt: skip

Binder = Where | Quantified | Total | OverSets | Select
"""The expressions that bind the name of a member in their other parts, as `variable`."""
