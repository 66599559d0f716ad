"""A state as it may be, for all that a player knows: made of the player's view and memory alone.

The cards that the player neither sees nor knows to lie somewhere are shuffled into the places whose cards are not seen, as many
into each as lie there.  That some of these worlds are likelier than others, as the others have played, is not considered.
"""

from __future__ import annotations

from random import Random

from cartaro_engine.table.knowledge import KnownCards
from cartaro_interpreter import (
    PHASE,
    STEP,
    TURN,
    Play,
    Rules,
    SeededChance,
    State,
    View,
    ZoneView,
    mask_of,
    members,
    order_of_pile,
)


def imagined(rules: Rules, seen: View, known: KnownCards, random: Random) -> State | None:
    """A state that looks to the player as the real one does; None where a family of zones is not seen, or nothing fits."""
    layout = rules.layout
    cells = [0] * layout.size
    cells[TURN], cells[STEP], cells[PHASE] = seen.turn, seen.step, seen.phase
    for name, values in seen.memory:
        slot = layout.memory[name]
        cells[slot.slot : slot.slot + slot.count] = values
    remembered = dict(zip(layout.holders, known, strict=True))
    hidden = [_Hidden(layout.holders[0], seen.out_of_sight, (), remembered[layout.holders[0]])]
    shown = 0
    for zone in seen.zones:
        place = layout.places[zone.zone]
        slot_of = place.slot + zone.owner
        if zone.cards is not None:
            _lay_open(rules, cells, slot_of, zone)
            shown |= layout.faces.physical(mask_of(zone.cards))
        elif place.zone.family:
            return None
        else:
            top = () if zone.top is None else (zone.top,)
            shown |= mask_of(top)
            hidden.append(_Hidden(slot_of, zone.size, top, remembered[slot_of] & ~mask_of(top)))
    if not _fill(rules, cells, hidden, shown, random):
        return None
    Play(rules, SeededChance(0)).settle_company(cells)
    return State(tuple(cells))


class _Hidden:
    """A place whose cards are not all seen: how many they are, and which of them are known."""

    def __init__(self, slot: int, size: int, top: tuple[int, ...], known: int) -> None:
        self.slot, self.size, self.top, self.known = slot, size, top, known

    @property
    def room(self) -> int:
        return self.size - len(self.top) - self.known.bit_count()


def _lay_open(rules: Rules, cells: list[int], slot: int, zone: ZoneView) -> None:
    """The cards of a place that is seen; of a family, a group."""
    cards, order = zone.cards or (), rules.layout.order_of.get(slot)
    cells[slot] = mask_of(cards)
    if order is not None:
        cells[order] = order_of_pile(cards)


def _fill(rules: Rules, cells: list[int], hidden: list[_Hidden], shown: int, random: Random) -> bool:
    """Deal the cards of which nothing is known to the places that have room; whether they fit."""
    placed = shown
    for place in hidden:
        placed |= place.known
    cards = shuffled(members(rules.layout.pack & ~placed), random)
    if any(place.room < 0 for place in hidden) or sum(place.room for place in hidden) != len(cards):
        return False
    for place in hidden:
        dealt = [cards.pop() for _ in range(place.room)]
        held = (*place.top, *shuffled((*members(place.known), *dealt), random))
        cells[place.slot] = mask_of(held)
        order = rules.layout.order_of.get(place.slot)
        if order is not None:
            cells[order] = order_of_pile(held)
    return True


def shuffled(cards: tuple[int, ...], random: Random) -> list[int]:
    """Cards in a random order, made of nothing but `random()`, whose sequence Python promises to keep."""
    found = list(cards)
    for last in range(len(found) - 1, 0, -1):
        other = int(random.random() * (last + 1))
        found[last], found[other] = found[other], found[last]
    return found
