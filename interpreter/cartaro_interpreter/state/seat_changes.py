"""Players change seats: whatever belongs to a player goes along, and references follow."""

from __future__ import annotations

from collections.abc import Sequence

from cartaro_grammar import Game
from cartaro_interpreter.state.layout import TURN, Layout


def take_seats(cells: list[int], layout: Layout, game: Game, seated: tuple[int, ...]) -> None:
    """Seat n is taken by player `seated[n]`.  Sides change with their players where whole sides change places."""
    firsts = [game.side_of.index(side) for side in range(game.sides)]
    sides = tuple(game.side_of[seated[first]] for first in firsts)
    came_from = {"player": seated, "side": sides if sorted(sides) == list(range(game.sides)) else tuple(range(game.sides))}
    for place in layout.places.values():
        if place.zone.owner != "table":
            source = came_from[place.zone.owner]
            _permute(cells, place.slot, source)
            if place.order:
                _permute(cells, place.order, source)
    for slot in layout.memory.values():
        if slot.cell.owner != "table":
            _permute(cells, slot.slot, came_from[slot.cell.owner])
        if slot.cell.kind == "reference" and slot.cell.type.kind in ("player", "side"):
            moved = came_from[slot.cell.type.kind]
            for number in range(slot.slot, slot.slot + slot.count):
                cells[number] = moved.index(cells[number]) if cells[number] >= 0 else cells[number]
    if cells[TURN] >= 0:
        cells[TURN] = seated.index(cells[TURN])


def _permute(cells: list[int], start: int, source: Sequence[int]) -> None:
    cells[start : start + len(source)] = [cells[start + number] for number in source]
