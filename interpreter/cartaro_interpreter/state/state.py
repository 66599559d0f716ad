"""A state of play: an immutable value, equal and hashed by what it holds.

A state says where every card lies, what the memory holds, whose turn it is, how far the turn has come, and whether a
turn is awaited, a hand has been counted or the match is over.  Everything in it is read through a game's layout.
"""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_interpreter.state.layout import PHASE, TURN, Layout, groups_of, pile_of


@dataclass(frozen=True, slots=True)
class State:
    """One row of numbers; see `layout`."""

    cells: tuple[int, ...]

    @property
    def phase(self) -> int:
        """What is awaited: `PHASE_BEFORE` (a hand), `PHASE_TURN` (a move), `PHASE_COUNTED` (the next hand) or
        `PHASE_OVER` (nothing).
        """
        return self.cells[PHASE]

    @property
    def turn(self) -> int:
        """Whose turn it is, from 0, or `NOBODY`."""
        return self.cells[TURN]


def conserved(layout: Layout, state: State) -> bool:
    """Whether each card of the deck lies in exactly one zone, and each pile's order has just the cards of the pile."""
    seen = 0
    for slot in layout.holders:
        held = state.cells[slot]
        if held & seen:
            return False
        seen |= held
    for place in layout.families:
        for group in groups_of(state.cells, place):
            cards = layout.faces.physical(group)
            if cards & seen or cards.bit_count() != group.bit_count():
                return False
            seen |= cards
    return seen == layout.pack and all(_in_order(state, slot, order) for slot, order in layout.order_of.items())


def _in_order(state: State, slot: int, order: int) -> bool:
    mask = state.cells[slot]
    ordered = 0
    for card in pile_of(mask, state.cells[order]):
        ordered |= 1 << card
    return ordered == mask and state.cells[order] >> (8 * mask.bit_count()) == 0
