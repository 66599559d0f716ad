"""Positions of the interpreter's as states of the encoder's, in which nothing is unknown."""

from __future__ import annotations

from cartaro_grammar import game as g
from cartaro_interpreter import (
    STEP,
    Rules,
)
from cartaro_interpreter import State as Position
from cartaro_verify.terms.symbols import Board, OwnedPlace, SymbolicState
from cartaro_verify.terms.values import Value, exactly


def symbolic(rules: Rules, position: Position) -> SymbolicState:
    """The same state as a constant one for the encoder."""
    size, cells = len(rules.game.deck.cards), position.cells
    zones: dict[OwnedPlace, tuple[int, ...]] = {}
    for name, place in rules.layout.places.items():
        held = list(cells[place.slot : place.slot + place.count])
        if place.zone.family:
            held = [rules.layout.faces.physical(group) for group in held]
            held = [sum(held)]
        for owner, here in enumerate(held):
            key = (name, -1 if place.zone.owner == "table" else owner)
            zones[key] = tuple(here >> card & 1 for card in range(size))
    memory: dict[OwnedPlace, Value] = {}
    for name, slot in rules.layout.memory.items():
        for owner in range(slot.count):
            key = (name, -1 if slot.cell.owner == "table" else owner)
            memory[key] = remembered(rules, slot.cell, cells[slot.slot + owner])
    return SymbolicState(Board(zones, memory, position.turn), cells[STEP])


def remembered(rules: Rules, cell: g.Cell, value: int) -> Value:
    """A cell's value in the encoder's terms."""
    match cell.kind:
        case "counter":
            return value
        case "flag":
            return bool(value)
        case "mark":
            return tuple(value >> card & 1 for card in range(len(rules.game.deck.cards)))
        case "reference" if cell.type.kind == "card":
            return tuple(int(card == value) for card in range(len(rules.game.deck.cards)))
        case "reference" if cell.type.kind == "symbol" and value >= 0:
            return exactly(rules.compiler.symbol_name(cell.type.enumeration, value))
        case "reference":
            return exactly(None if value < 0 else value)
