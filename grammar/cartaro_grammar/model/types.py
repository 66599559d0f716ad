"""The types of the language: what a checked expression stands for.

A type is a value; two types are the same when they are equal.  `symbol` types carry the name of their enumeration:
an attribute of the cards (`suit`), an option (`punti`) or the answers of an act's parameter.
"""

from __future__ import annotations

from typing import Literal

from cartaro_grammar.text.frozen import frozen

Kind = Literal[
    "truth", "number", "card", "cards", "player", "players", "side", "sides", "symbol", "symbols", "group", "groups",
    "unknown",
]  # fmt: skip


@frozen
class Type:
    """A type; `enumeration` is empty except for symbols, where it names the list of values they come from."""

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
"""The type of what has already been told to be wrong; it fits everywhere, so that one mistake is told once."""

GROUP = Type("group")
GROUPS = Type("groups")


def symbol(enumeration: str) -> Type:
    """The type of the values of one attribute or option."""
    return Type("symbol", enumeration)


def element(of: Type) -> Type | None:
    """The type of a member of a set of this type, or None where the type is no set."""
    members: dict[Kind, Type] = {"cards": CARD, "players": PLAYER, "sides": SIDE, "groups": GROUP, "group": CARD}
    return symbol(of.enumeration) if of.kind == "symbols" else members.get(of.kind)


def collection(of: Type) -> Type | None:
    """The type of a set whose members have this type, or None where no such set exists."""
    sets: dict[Kind, Type] = {"card": CARDS, "player": PLAYERS, "side": SIDES, "group": GROUPS}
    return Type("symbols", of.enumeration) if of.kind == "symbol" else sets.get(of.kind)


Names = tuple[tuple[str, str], ...]
"""A text in several languages, as pairs (language, text); the language "" stands for every one of them."""

Owner = Literal["table", "player", "side"]
Period = Literal["turn", "hand", "match"]
