"""Positions drawn: where the cards lie, place by place, and what is remembered, each a row with a name.

A row has a key (`hand-2`), by which the row of one position takes the place of that of another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from cartaro_grammar import Diagnostic, Game, say
from cartaro_grammar import game as g
from cartaro_interpreter import Json, JsonReader
from cartaro_rulebook.cards.card_pictures import CardPictures
from cartaro_rulebook.cards.elements import escaped, tag
from cartaro_rulebook.cards.marked_text import inline
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.references import capital

MOST_SHOWN = 14
"""The cards of a place that are all shown beside those of other positions; of more, their number and those that just came."""
MOST_NEW = 8
NOTHING = "—"

PositionRow = tuple[str, str]
"""A row's key and its HTML."""


class HistoryFault(Exception):
    """A record or position of a finding that does not fit its game."""


def history_fault(game: Game, found: Sequence[Diagnostic]) -> HistoryFault:
    """What of a game's history cannot be drawn, told."""
    return HistoryFault(f"a history of `{game.name}` cannot be drawn: {'; '.join(d.message for d in found)}")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A game under the settings of a record, in one language, with its cards."""

    game: Game
    scope: ProseScope
    pictures: CardPictures

    def label(self, key: str, **slots: str) -> str:
        """A label of the pages, as a text."""
        return self.scope.lang.say(f"ui_{key}", **slots)


def row(name: str, content: list[tuple[int, ...]] | str, drawing: Drawing, key: str = "") -> str:
    """A line of a position: a name, and groups of cards or what is HTML already."""
    shown = content if isinstance(content, str) else " ".join(drawing.pictures.row(group) for group in content or [()])
    inside = tag("dt", inline(capital(name), drawing.pictures)) + tag("dd", shown)
    return tag("div", inside, class_="place", data_place=key) if key else tag("div", inside, class_="place")


# ---------------------------------------------------------------------------------------------- cards


def places(position: Mapping[str, object]) -> dict[str, object]:
    """What a position says, by the keys of its rows: the cards of each place, and what is remembered."""
    found = dict[str, object]()
    for zone, content in cast("Mapping[str, object]", position.get("zones") or {}).items():
        owned = cast("Mapping[str, object]", content) if isinstance(content, Mapping) else None
        found |= {zone: content} if owned is None else {f"{zone}-{n}": cards for n, cards in owned.items()}
    return found | dict(cast("Mapping[str, object]", position.get("counters") or {}))


def zone_rows(
    position: Mapping[str, object], drawing: Drawing, before: Mapping[str, object], wanted: frozenset[str]
) -> Iterator[PositionRow]:
    """Where the cards lie, of the places wanted.  A large one shows its number of cards and those that it did not have before.

    HistoryFault for what is no zone, and no card of the game.
    """
    reader = JsonReader(drawing.game)
    for zone, content in cast("Mapping[str, Json]", position.get("zones") or {}).items():
        for key, name, cards in _zone(zone, content, reader, drawing):
            if key in wanted:
                yield key, row(name, _held(cards[0], before.get(key), drawing) if len(cards) == 1 else cards, drawing, key)
    if reader.found:
        raise history_fault(drawing.game, reader.found)


def _zone(zone: str, content: Json, reader: JsonReader, drawing: Drawing) -> Iterator[tuple[str, str, list[tuple[int, ...]]]]:
    """A place by key and name with its cards: a family group by group, what each player or side has by itself."""
    naming, lang = drawing.scope.naming, drawing.scope.lang
    found = drawing.game.zone.get(zone)
    if found is None:
        reader.unknown(say("the game has no zone `{name}`", name=zone), zone, drawing.game.zone)
        return
    name = lang.forms.determined(naming.zone(zone), "the", found.family).text
    if found.family:
        yield zone, name, [_first_faces(reader.group(cards, f"`{zone}`")) for cards in reader.items(content, f"`{zone}`")]
    elif found.owner == "table":
        yield zone, name, [reader.cards(content, f"`{zone}`")]
    else:
        whose = naming.kernel(found.owner).form(False)
        for n, cards in (reader.table(content, f"`{zone}`", None) or {}).items():
            yield f"{zone}-{n}", f"{name} ({whose} {n})", [reader.cards(cards, f"`{zone}` of {n}")]


def _first_faces(options: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The face that each code of a group names."""
    return tuple(faces[0] for faces in options)


def _held(cards: tuple[int, ...], before: object, drawing: Drawing) -> list[tuple[int, ...]] | str:
    """The cards of a place; of many, how many there are and which were not there before, where that is known."""
    if len(cards) <= MOST_SHOWN or before is None:
        return [cards]
    deck, known = drawing.game.deck.cards, cast("list[str]", before)
    new = tuple(card for card in cards if deck[card].code not in known)
    count = tag("span", escaped(drawing.label("cards", n=str(len(cards)))), class_="count")
    return count + (" " + drawing.pictures.row(new[:MOST_NEW]) if new and len(new) < len(cards) else "")


# ---------------------------------------------------------------------------------------------- memory


def memory_rows(position: Mapping[str, object], drawing: Drawing) -> Iterator[PositionRow]:
    """What is remembered, of each owner in their order."""
    for name, value in cast("Mapping[str, object]", position.get("counters") or {}).items():
        cell = drawing.game.cell[name]
        noun = drawing.scope.naming.cell(name)
        many = noun.only_plural or cell.kind == "counter"
        title = drawing.scope.lang.forms.determined(noun, "the", many).text
        held = _where_it_holds(cell, value, drawing) or " / ".join(_value(cell, one, drawing) for one in each_owner(value))
        yield name, row(title, held, drawing, name)


def _where_it_holds(cell: g.Cell, value: object, drawing: Drawing) -> str:
    """Of which players or sides a flag holds; nothing for another memory, and where it holds of none."""
    if cell.kind != "flag" or not isinstance(value, Mapping):
        return ""
    noun = drawing.scope.naming.kernel("side" if cell.owner == "side" else "player").form(False)
    return escaped(", ".join(f"{noun} {n}" for n, holds in cast("Mapping[str, object]", value).items() if holds))


def each_owner(value: object) -> list[object]:
    """What a memory holds, of each owner in their order."""
    return list(cast("Mapping[str, object]", value).values()) if isinstance(value, Mapping) else [value]


def _value(cell: g.Cell, value: object, drawing: Drawing) -> str:
    scope = drawing.scope
    if value is None or value == []:
        return NOTHING
    if isinstance(value, bool):
        return escaped(scope.lang.say("ui_yes" if value else "ui_no"))
    if cell.kind == "mark" or cell.type.kind == "card":
        return drawing.pictures.row(known_cards(cast("list[object]", value) if isinstance(value, list) else [value], drawing))
    if cell.type.kind == "symbol":
        return escaped(scope.naming.symbol(cell.type.enumeration, str(value)).form(False))
    noun = scope.naming.of_type(cell.type)
    if cell.kind == "reference" and cell.type.kind in ("player", "side"):
        return escaped(f"{noun.form(False)} {value}")
    return escaped(str(value))


def known_cards(codes: object, drawing: Drawing) -> tuple[int, ...]:
    """Cards by their codes, those of several groups one after the other; what is no card is left out."""
    found = list[str]()
    for code in cast("list[object]", codes):
        found += cast("list[str]", code) if isinstance(code, list) else [str(code)]
    return tuple(drawing.game.card_number[code] for code in found if code in drawing.game.card_number)
