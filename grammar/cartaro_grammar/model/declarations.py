"""The checked ruleset: zones, memory, acts, definitions, options, articles, sources; the cards of its deck, and their faces.

A face is a way to read a card, identified by a number. If the card is read as itself, the number of the face is the number of
the card; otherwise it is greater than all card numbers. So a set of cards, each with a reading, is a set of faces, and the
attributes and measures of a face are looked up like a card's. In a deck without readings the faces are just the cards.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from cartaro_grammar.model.effects import Effect
from cartaro_grammar.model.expressions import Expr, Names, Owner, Period, Type
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span

# -------------------------------------------------------------------------- declarations of the text


@frozen
class Zone:
    """A place for cards; `ordered` for a pile, `family` for a growing list of zones on the table."""

    name: str
    owner: Owner
    ordered: bool
    family: bool
    names: Names
    span: Span = field(compare=False)


@frozen
class Cell:
    """A cell of memory that belongs to the table or to each player or side. It is cleared when its period begins.

    A counter begins at 0, a flag at false, a mark with no cards, a reference at nobody or at `initial`. If `annex` is true, an
    annex keeps the cell for its claims, and no rule reads it.
    """

    name: str
    kind: Literal["counter", "flag", "reference", "mark"]
    owner: Owner
    period: Period
    type: Type
    initial: Expr | None
    names: Names
    annex: bool
    span: Span = field(compare=False)


@frozen
class Parameter:
    """A parameter of an act. Its argument is one member of a domain (a card, a player, a number, …), a non-empty subset of the
    domain, or the whole domain; or one of several answers.

    A card chosen `unseen` is determined at random when the act is done; no condition of the act mentions it.
    """

    name: str
    preposition: str | None
    choice: Literal["one", "some", "all", "either"]
    domain: Expr | None
    answers: tuple[str, ...]
    freely: bool
    unseen: bool
    type: Type
    span: Span = field(compare=False)


@frozen
class Act:
    """An act of a player (or, as a finding, of the arbiter): its parameters, wording and effects."""

    name: str
    parameters: tuple[Parameter, ...]
    says: Names
    effects: tuple[Effect, ...]
    finding: bool
    cites: tuple[str, ...]
    span: Span = field(compare=False)


@frozen
class Function:
    """A definition as a whole: its type and its clauses, by name.

    The clause in force is the only applying clause over which no other applying clause has precedence. Two such clauses with
    different values clash. If there is no such clause, the definition has a gap, and a condition is false.
    """

    name: str
    parameters: tuple[Type, ...]
    result: Type
    clauses: tuple[str, ...]
    names: Names


@frozen
class Option:
    """A house rule: its values, the default, and the reason for the default."""

    name: str
    default: str
    values: tuple[str, ...]
    names: Names
    cites: tuple[str, ...]
    reason: Names
    article: str
    span: Span = field(compare=False)


@frozen
class Article:
    """An article as printed: its number, its title, and in `declares` the places, memory, acts and options that it declares, in
    order.

    `home` is the ruleset or library that contains it. `see` names the articles to which it refers, as "home/number".
    """

    key: str
    number: str
    home: str
    names: Names
    cites: tuple[str, ...]
    see: tuple[str, ...]
    declares: tuple[str, ...]
    span: Span = field(compare=False)


@frozen
class Date:
    """A day, or only a month or a year, as a ruleset declares it; missing parts are 0."""

    year: int
    month: int
    day: int


@frozen
class Edition:
    """The edition of its rules that a ruleset declares, with its date."""

    name: str
    date: Date | None


@frozen
class Quotation:
    """A quotation of one row of a source: its language, a text for each paragraph."""

    row: str
    language: str
    paragraphs: tuple[str, ...]
    span: Span = field(compare=False)


@frozen
class SourceInfo:
    """A source document: its letter, its title, and its rows. A row has the number of an article if the declaration gives one.

    `publisher` and `date` are as the ruleset gives them, else "" and None. `quotations` are quotations from the document, if
    there are any, in the order of the rows. `owed` are the rows that the ruleset itself and its annexes name and therefore must
    cover; the other rows belong to its bases and libraries.
    """

    letter: str
    title: str
    rows: tuple[tuple[str, str | None], ...]
    owed: tuple[str, ...]
    publisher: str = ""
    date: Date | None = None
    quotations: tuple[Quotation, ...] = ()


@frozen
class Known:
    """A report of a source about the game under some house rules: another name, a region in which it is played, its history."""

    kind: Literal["name", "region", "history"]
    texts: Names
    cites: tuple[str, ...]
    under: tuple[tuple[str, tuple[str, ...]], ...]
    span: Span = field(compare=False)


@frozen
class Wording:
    """The text of the player's guide for one or several declarations, or for the `aim`. It is used if `under` holds. `home` is
    the ruleset to which it belongs, `mark` the place of its mark, and `facts` the second part of the mark.
    """

    names: tuple[str, ...]
    under: tuple[tuple[str, tuple[str, ...]], ...]
    texts: Names
    home: str
    span: Span = field(compare=False)
    mark: Span | None = field(default=None, compare=False)
    facts: str = field(default="", compare=False)


# ---------------------------------------------------------------------------------------------- deck


@frozen
class Card:
    """A card of the pack: its code, its attributes as (attribute, value) and, if it is special, the name of the clause that
    adds it.
    """

    code: str
    attributes: tuple[tuple[str, str], ...]
    kind: str | None
    copy: int


@frozen
class SymbolInfo:
    """A value of an attribute: its name, its sign in card codes, its names in the rulebook's languages, its drawing, and the
    text in the corner of a card if that differs from the sign.
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
    """A measure of cards: `values[c]` is the number of card c, or None if the card has none."""

    name: str
    values: tuple[int | None, ...]


@frozen
class Reading:
    """The readings that a clause gives to cards: the same card with other measures (`settings`), or any card if there are no
    settings.
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


# --------------------------------------------------------------------------------------------- faces


@frozen
class Face:
    """A way to read a card: `card` is its number, `like` the number of the card that it is read as (its own if it is read as
    itself), `settings` the measures that this reading changes.
    """

    card: int
    like: int
    settings: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Faces:
    """All faces of a deck, indexed by number; the first `pack` of them are the cards themselves."""

    deck: Deck
    faces: tuple[Face, ...]

    @property
    def pack(self) -> int:
        """The number of cards."""
        return len(self.deck.cards)

    @property
    def count(self) -> int:
        """The number of faces."""
        return len(self.faces)

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The code of each face: `7♥`, `JK/7♥`; with a number that its reading changes, `A♥/1`."""
        return tuple(self._code(face) for face in self.faces)

    def _code(self, face: Face) -> str:
        cards = self.deck.cards
        like = f"/{cards[face.like].code}" if face.like != face.card else ""
        return f"{cards[face.card].code}{like}" + "".join(f"/{number}" for _, number in face.settings[:1])

    @cached_property
    def numbered(self) -> Mapping[str, int]:
        """A map from the code of each face to its number."""
        return {code: number for number, code in enumerate(self.codes)}

    @cached_property
    def of_card(self) -> tuple[tuple[int, ...], ...]:
        """The faces of each card: itself first."""
        found: list[list[int]] = [[] for _ in self.deck.cards]
        for number, face in enumerate(self.faces):
            found[face.card].append(number)
        return tuple(tuple(numbers) for numbers in found)

    @cached_property
    def kind(self) -> tuple[int, ...]:
        """For each card, the first card that is equal to it in everything that is printed on it."""
        first: dict[tuple[object, ...], int] = {}
        cards = enumerate(self.deck.cards)
        return tuple(first.setdefault((card.attributes, card.kind), number) for number, card in cards)

    @cached_property
    def plural(self) -> bool:
        """True if some cards are equal."""
        return len(set(self.kind)) < self.pack

    @cached_property
    def _attributes(self) -> dict[str, tuple[str | None, ...]]:
        return {}

    @cached_property
    def _measures(self) -> dict[str, tuple[int | None, ...]]:
        return {}

    def attribute(self, name: str) -> tuple[str | None, ...]:
        """An attribute of each face: the attribute of the card as which it is read, or of its own card if it has no such
        reading.
        """
        if name not in self._attributes:
            own = [dict(card.attributes) for card in self.deck.cards]
            self._attributes[name] = tuple(own[face.like].get(name) or own[face.card].get(name) for face in self.faces)
        return self._attributes[name]

    def measure(self, name: str) -> tuple[int | None, ...]:
        """A measure of each face: the number that its reading sets, or the number of the card as which it is read."""
        if name not in self._measures:
            table = next(measure.values for measure in self.deck.measures if measure.name == name)
            self._measures[name] = tuple(dict(face.settings).get(name, table[face.like]) for face in self.faces)
        return self._measures[name]


def faces_of(deck: Deck, standing: Container[str]) -> Faces:
    """Return the faces that the readings in force add to a deck: first each card as itself with other measures, then each card
    as any other card, both in the order of the deck.
    """
    cards = range(len(deck.cards))
    readings = [reading for reading in deck.readings if reading.clause in standing]
    own = [Face(n, n, ()) for n in cards]
    changed = [Face(n, n, r.settings) for n in cards for r in readings if r.settings and n in r.cards]
    wild = [n for n in cards if any(not r.settings and n in r.cards for r in readings)]
    plain = [face for face in (*own, *changed) if deck.cards[face.card].kind is None and deck.cards[face.card].copy == 0]
    read = [Face(n, face.card, face.settings) for n in wild for face in plain if _differs(deck, n, face.card)]
    return Faces(deck, (*own, *changed, *read))


def _differs(deck: Deck, card: int, other: int) -> bool:
    return deck.cards[card].attributes != deck.cards[other].attributes
