"""Where a state keeps what: the cells of one flat row of integers.

Takes the checked game's zones and memory and gives each its cells.  A zone is a bit mask over the cards of the deck; an
ordered pile has a second cell with its order, one byte a card, the top in the lowest.  A family is a row of cells, one for
each of its groups, as masks of faces (a card with its reading), in the order of these numbers and then empty.  Memory is plain
numbers: a counter's value, a flag as 0 or 1, a mark as a mask, a reference as a number or `NOBODY`.  Refuses decks over 255
cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cartaro_grammar import Game, say
from cartaro_grammar import game as g
from cartaro_interpreter.state.face_sets import FaceSets
from cartaro_interpreter.state.fault import Faulted
from cartaro_interpreter.state.masks import mask_of as mask_of  # noqa: PLC0414 — whoever reads a layout reads its masks
from cartaro_interpreter.state.masks import members as members  # noqa: PLC0414 — as above

Cells = Sequence[int]
"""The row of a state, to be read."""

TURN: Final = 0
STEP: Final = 1
PHASE: Final = 2
ENDING: Final = 3
OUT_OF_SIGHT: Final = 4
_FIRST: Final = 5

NOBODY: Final = -1
MOST_CARDS: Final = 255
MOST_GROUPS: Final = 62
"""How many groups a family can have at most: a set of them is a mask in one word of the engine.  A pack of so few cards fits
into any groups that it can be laid in; with more cards, one group more is a limit of the program, C0804.
"""

PHASE_BEFORE: Final = 0
PHASE_TURN: Final = 1
PHASE_COUNTED: Final = 2
PHASE_OVER: Final = 3

GOING_ON: Final = 0
END_TURN: Final = 1
END_HAND: Final = 2
VOID_HAND: Final = 3
END_MATCH: Final = 4
VOID_MATCH: Final = 5


@dataclass(frozen=True, slots=True)
class Place:
    """A zone's cells: those of owner number i are `slot + i` and, in a pile, `order + i` (0 where it has no order).  In a
    family `slot + i` is the cell of its group number i.
    """

    zone: g.Zone
    slot: int
    order: int
    count: int


@dataclass(frozen=True, slots=True)
class Slot:
    """A memory cell's place in the row: that of owner number i is `slot + i`."""

    cell: g.Cell
    slot: int
    count: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole row: its size, the places of zones and memory, and the cells that hold cards: `holders` those of plain zones,
    `families` those of groups.  `playing` is the cell with the mask of who is still in the match, 0 where nobody leaves it.
    """

    size: int
    pack: int
    places: dict[str, Place]
    memory: dict[str, Slot]
    holders: tuple[int, ...]
    order_of: dict[int, int]
    families: tuple[Place, ...]
    faces: FaceSets
    playing: int


def lay_out(game: Game) -> Layout:
    """The layout of a game's states."""
    owners: dict[g.Owner, int] = {"table": 1, "player": game.players, "side": game.sides}
    free = _FIRST
    places: dict[str, Place] = {}
    memory: dict[str, Slot] = {}
    order_of: dict[int, int] = {}
    playing = free if game.saying(g.TakesPart) else 0
    free += 1 if playing else 0
    for zone in game.zones:
        count = min(len(game.deck.cards), MOST_GROUPS) if zone.family else owners[zone.owner]
        order = free + count if zone.ordered else 0
        places[zone.name] = Place(zone, free, order, count)
        if order:
            order_of.update((free + i, order + i) for i in range(count))
        free += 2 * count if order else count
    for cell in game.cells:
        memory[cell.name] = Slot(cell, free, owners[cell.owner])
        free += owners[cell.owner]
    plain = (place for place in places.values() if not place.zone.family)
    slots = (slot for place in plain for slot in range(place.slot, place.slot + place.count))
    families = tuple(place for place in places.values() if place.zone.family)
    pack = (1 << len(game.deck.cards)) - 1
    faces = FaceSets(game.faces)
    return Layout(free, pack, places, memory, (OUT_OF_SIGHT, *slots), order_of, families, faces, playing)


def pile_of(mask: int, order: int) -> tuple[int, ...]:
    """The cards of a pile, the top first."""
    count = mask.bit_count()
    return tuple((order & (1 << 8 * count) - 1).to_bytes(count, "little"))


def order_of_pile(cards: Sequence[int]) -> int:
    """The order cell of a pile with these cards, the top first."""
    return int.from_bytes(bytes(cards), "little")


def arranged(cells: Cells, layout: Layout, slot: int) -> tuple[int, ...]:
    """The cards that a cell holds: a pile from the top down, another zone in the deck's order."""
    order = layout.order_of.get(slot)
    return members(cells[slot]) if order is None else pile_of(cells[slot], cells[order])


def relocate(cells: list[int], layout: Layout, cards: int, to: int) -> None:
    """Move cards from wherever they lie to one cell; onto a pile they come together, as they lay, and on its top."""
    if layout.families or layout.faces.read:
        cards = lift(cells, layout, cards)
    order = layout.order_of.get(to)
    lifted = _lifted(cells, layout, cards) if order is not None else ()
    order_of = layout.order_of
    for slot in layout.holders:
        here = cells[slot] & cards
        if here:
            cells[slot] ^= here
            if slot in order_of and here == 1 << (cells[order_of[slot]] & 255):
                cells[order_of[slot]] >>= 8
            elif slot in order_of:
                rest = (c for c in pile_of(cells[slot] | here, cells[order_of[slot]]) if not here >> c & 1)
                cells[order_of[slot]] = order_of_pile(tuple(rest))
    cells[to] |= cards
    if order is not None:
        cells[order] = cells[order] << (8 * len(lifted)) | order_of_pile(lifted)


def lift(cells: list[int], layout: Layout, cards: int) -> int:
    """Take cards out of the groups in which they lie, and their readings off, and lay them out of sight; the cards."""
    if cards & ~layout.pack:
        cards = layout.faces.physical(cards)
    for place in layout.families:
        slot, end = place.slot, place.slot + place.count
        while slot < end and cells[slot]:
            faces = layout.faces.expanded(cards)
            if cells[slot] & faces:
                groups = groups_of(cells, place)
                cells[OUT_OF_SIGHT] |= layout.faces.physical(sum(groups) & faces)
                put_groups(cells, place, [left for group in groups if (left := group & ~faces)])
                break
            slot += 1
    return cards


def groups_of(cells: Cells, place: Place) -> list[int]:
    """The groups of a family, as masks of faces: they lie in its first cells."""
    found: list[int] = []
    for group in cells[place.slot : place.slot + place.count]:
        if not group:
            break
        found.append(group)
    return found


def put_groups(cells: list[int], place: Place, groups: Sequence[int]) -> None:
    """Make some groups the groups of a family."""
    if len(groups) > place.count:
        raise Faulted("C0804", say("{what} has more than {n} groups", what=f"`{place.zone.name}`", n=place.count))
    cells[place.slot : place.slot + place.count] = [*sorted(groups), *([0] * (place.count - len(groups)))]


def _lifted(cells: Cells, layout: Layout, cards: int) -> tuple[int, ...]:
    """Some cards in the order in which they lie, zone after zone."""
    if cards & (cards - 1) == 0:
        return members(cards)
    held = (slot for slot in layout.holders if cells[slot] & cards)
    return tuple(c for slot in held for c in arranged(cells, layout, slot) if cards >> c & 1)


def deal_from(cells: list[int], source: int, order: int, count: int) -> int:
    """Take up to `count` cards off the top of a pile; their mask."""
    left = min(count, cells[source].bit_count())
    dealt = 0
    pile = cells[order]
    for _ in range(left):
        dealt |= 1 << (pile & 255)
        pile >>= 8
    cells[order] = pile
    cells[source] ^= dealt
    return dealt
