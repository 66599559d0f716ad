"""What a player sees of a state, and nothing else: never anything that depends on cards the player may not see.

A view holds the cards of the zones that the clauses of sight give, the sizes of the others, all memory, and how far the play
has come.  The acts of the past, which all have seen, are in the record of play.
"""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_grammar import Diagnostic
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.acts.sight import SEEN, UNSEEN
from cartaro_interpreter.state.fault import Faulted, diagnosed
from cartaro_interpreter.state.layout import NOBODY, OUT_OF_SIGHT, PHASE, STEP, TURN, arranged, groups_of, members
from cartaro_interpreter.state.state import State


@dataclass(frozen=True, slots=True)
class ZoneView:
    """One owner's part of a zone, the owner counted from 0; of a family, one group (its cards are faces).  `cards` are None
    where unseen, and then `top` is the top card of a pile of which that alone is seen, or None.
    """

    zone: str
    owner: int
    size: int
    cards: tuple[int, ...] | None
    top: int | None


@dataclass(frozen=True, slots=True)
class View:
    """What one player sees."""

    player: int
    turn: int
    step: int
    phase: int
    zones: tuple[ZoneView, ...]
    out_of_sight: int
    memory: tuple[tuple[str, tuple[int, ...]], ...]

    def cards(self, zone: str, owner: int = 0) -> tuple[int, ...] | None:
        """The cards of a zone, as far as they are seen."""
        return next((z.cards for z in self.zones if z.zone == zone and z.owner == owner), None)


def view(rules: Rules, state: State, player: int) -> View | Diagnostic:
    """What a player, counted from 0, sees of a state."""
    try:
        return _view(rules, state, player)
    except Faulted as fault:
        return diagnosed(fault)


def _view(rules: Rules, state: State, player: int) -> View:
    cells = state.cells
    zones: list[ZoneView] = []
    for name, place in rules.layout.places.items():
        if place.zone.family:
            seen = rules.sight.of(cells, player, place, 0)
            groups = enumerate(groups_of(cells, place))
            zones += [ZoneView(name, n, g.bit_count(), members(g) if seen == SEEN else None, None) for n, g in groups]
            continue
        for owner in range(place.count):
            cards = arranged(cells, rules.layout, place.slot + owner)
            seen = rules.sight.of(cells, player, place, owner)
            top = cards[0] if seen not in (SEEN, UNSEEN) and cards and place.order else None
            zones.append(ZoneView(name, owner, len(cards), cards if seen == SEEN else None, top))
    memory = tuple((name, cells[slot.slot : slot.slot + slot.count]) for name, slot in rules.layout.memory.items())
    hidden = cells[OUT_OF_SIGHT].bit_count()
    return View(player, cells[TURN], cells[STEP], cells[PHASE], tuple(zones), hidden, memory)


def hidden_slots(rules: Rules, state: State, player: int) -> tuple[int, ...]:
    """The cells of the zones whose cards a player does not see at all, out of sight included."""
    found = [OUT_OF_SIGHT]
    for place in rules.layout.places.values():
        owners = range(0 if place.zone.family else place.count)
        found += [place.slot + o for o in owners if rules.sight.of(state.cells, player, place, o) == UNSEEN]
    return tuple(slot for slot in found if slot != NOBODY)
