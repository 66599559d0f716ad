"""The checked game: cards, what is printed on them, and what they may be read as."""

from __future__ import annotations

from cartaro_grammar.model.types import Names
from cartaro_grammar.text.frozen import frozen


@frozen
class Card:
    """A card of the pack: its code, its attributes as (attribute, value) and, where it has one, its special kind."""

    code: str
    attributes: tuple[tuple[str, str], ...]
    kind: str | None
    copy: int


@frozen
class SymbolInfo:
    """A value of an attribute: its name, the sign that card codes use, its names in the rulebook's languages; how it is drawn,
    and what stands for it in the corner of a card, where that is not its sign.
    """

    name: str
    sign: str
    names: Names
    drawing: str | None = None
    corner: Names = ()


@frozen
class AttributeInfo:
    name: str
    values: tuple[SymbolInfo, ...]
    names: Names


@frozen
class MeasureInfo:
    """A number on every card: `values[c]` for card c, None where the card has none."""

    name: str
    values: tuple[int | None, ...]


@frozen
class Reading:
    """What some cards may be read as besides themselves, by a clause: the same card with other measures (`settings`), or, with
    none, any card.
    """

    clause: str
    cards: tuple[int, ...]
    settings: tuple[tuple[str, int], ...]


@frozen
class Deck:
    cards: tuple[Card, ...]
    attributes: tuple[AttributeInfo, ...]
    measures: tuple[MeasureInfo, ...]
    readings: tuple[Reading, ...] = ()
