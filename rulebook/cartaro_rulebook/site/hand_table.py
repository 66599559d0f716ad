"""A hand step by step on a drawn table (decision 0143): the cards and counters of each player at the seat, the table's cards in
the middle, the cards and counters of pairs below.

The steps are a list that is complete without a script. A step has the rows that it changes, the first has all with a value; a
row that loses its value is marked.  `stepper.js` lays the rows at their seats, which the attributes of the list name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from cartaro_grammar import Game
from cartaro_rulebook.cards.steps import Drawing, HandStep, memory_parts, places, zone_rows
from cartaro_rulebook.site.markup import tag
from cartaro_rulebook.site.seats import Seats
from cartaro_rulebook.words.nouns import capitalized, plain


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step of a hand: its number, its words, the moves that could have been made instead, the position after it and the
    player who made it, counted from 0.
    """

    number: int
    text: str
    behind: str
    position: Mapping[str, object]
    player: int | None


def hand_steps(
    shown: Sequence[ShownStep], whole: Sequence[HandStep], seats: Seats, drawing: Drawing, loaded: Mapping[str, str]
) -> str:
    """Render some steps of a `whole` hand; `loaded` are the attributes with the address of its other steps."""
    positions = [one.position for one in whole]
    used = {key for position in positions for key, value in _contents(position, drawing).items() if value}
    items, before = list[str](), dict[str, object]()
    for step in shown:
        rows = "".join(_changed(step.position, before, used, drawing))
        words = tag("p", step.text, class_="said") + step.behind + tag("dl", rows, class_="position")
        seat = {} if step.player is None else {"data_by": str(seats.around.index(step.player))}
        items.append(tag("li", words, class_="step", id=f"hand-{step.number}", **seat))
        before = _contents(step.position, drawing)
    steps = tag("ol", "".join(items), start="0")
    return tag("div", steps, class_="steps", data_steps="first", **_laid(used, seats, drawing), **loaded)


def _contents(position: Mapping[str, object], drawing: Drawing) -> dict[str, object]:
    """Return the cards of each place and the value of each cell, by the key of its row."""
    zones: dict[str, object] = {**position, "counters": {}}
    return places(zones) | {key: value for key, value, _ in memory_parts(_lasting(position, drawing.game), drawing)}


def _lasting(position: Mapping[str, object], game: Game) -> Mapping[str, object]:
    """Return the memory of a position, without that of a turn or of annexes."""
    held = cast("Mapping[str, object]", position.get("counters") or {})
    cells = game.cell
    return {"counters": {n: v for n, v in held.items() if n in cells and not cells[n].annex and cells[n].period != "turn"}}


def _changed(
    position: Mapping[str, object], before: Mapping[str, object], used: set[str], drawing: Drawing
) -> Iterator[str]:  # fmt: skip
    now = _contents(position, drawing)
    wanted = frozenset(key for key, value in now.items() if key in used and (key not in before or value != before[key]))
    zones = zone_rows(position, drawing, before, wanted)
    memory = ((key, html) for key, _, html in memory_parts(_lasting(position, drawing.game), drawing))
    for key, html in (*zones, *memory):
        if key in wanted and (now[key] or before):
            yield html if now[key] else html.replace("<div ", "<div data-none ", 1)


def _laid(used: set[str], seats: Seats, drawing: Drawing) -> dict[str, str]:
    """Return the attributes that name the seats, clockwise from the bottom, each with the keys of its rows, and the keys of the
    rows in the middle.
    """
    game = drawing.game
    owners = {zone.name: zone.owner for zone in game.zones} | {cell.name: cell.owner for cell in game.cells}
    at_seats = {player: list[str]() for player in seats.around}
    middle = list[str]()
    for key in sorted(used):
        name, _, number = key.rpartition("-")
        if not name and key in game.zone:
            middle.append(key)
        elif name and (owners[name] == "player" or game.sides == game.players):
            owner = int(number) - 1
            at_seats[owner if owners[name] == "player" else game.side_of.index(owner)].append(key)
    named = (f"{plain(capitalized(seats.players[player].text))}|{' '.join(keys)}" for player, keys in at_seats.items())
    return {"data_seats": ";".join(named), "data_middle": " ".join(middle)}
