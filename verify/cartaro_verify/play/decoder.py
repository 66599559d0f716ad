"""Conversion between positions of the interpreter and symbolic states without unknowns.

The position states only the cards of a pile, not their order. Cards outside all zones are omitted, and the groups of a family
are written as one group. Encoding a decoded position gives the same state: the same cards in the same places, the same memory
and the same turn.
"""

from __future__ import annotations

from cartaro_grammar import Game
from cartaro_grammar import game as g
from cartaro_interpreter import STEP, Rules
from cartaro_interpreter import State as Position
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms.symbolic_state import (
    EVERYBODY,
    NOBODY,
    ActivePlayers,
    Board,
    Guarded,
    OwnedPlace,
    Read,
    SingleCard,
    SymbolicState,
    Value,
    exactly,
)
from cartaro_verify.terms.terms import Vec

# ----------------------------------------------------------------------- decoder


def position(game: Game, state: SymbolicState) -> dict[str, object]:
    """Return a known state as a position."""
    found: dict[str, object] = {"players": game.players, "zones": {z.name: _zone(game, z, state) for z in game.zones}}
    if state.turn != NOBODY:
        found["turn"] = state.turn + 1
        if game.consequences("start", "turn"):
            found["begun"] = True
    if state.step:
        found["step"] = state.step + 1
    return found | {"counters": {c.name: _cell(game, c, state) for c in game.cells}}


def _zone(game: Game, zone: g.Zone, state: SymbolicState) -> object:
    held = {owner: _codes(game, state.zones[zone.name, owner]) for owner in symbols.owners(game, zone.owner)}
    if zone.family:
        return [codes for codes in held.values() if codes]
    return held[-1] if zone.owner == "table" else {str(owner + 1): codes for owner, codes in held.items()}


def _cell(game: Game, cell: g.Cell, state: SymbolicState) -> object:
    kept = {owner: _remembered(game, cell, state.cells[cell.name, owner]) for owner in symbols.owners(game, cell.owner)}
    return kept[-1] if cell.owner == "table" else {str(owner + 1): value for owner, value in kept.items()}


def _remembered(game: Game, cell: g.Cell, value: Value) -> object:
    """Return a cell's value in its written form."""
    if cell.kind == "reference" and cell.type.kind == "card" and isinstance(value, tuple):
        return next(iter(_codes(game, value)), None)
    return written(game, "cards" if cell.kind == "mark" else cell.type.kind, value)


def written(game: Game, kind: str, value: Value) -> object:
    """Return a known value in its written form: a number, a truth, codes of cards, a player's or side's
    number, a symbol, or None.
    """
    match value:
        case Read():
            return written(game, kind, value.cards)
        case tuple():
            codes = _codes(game, value)
            return next(iter(codes), None) if kind == "card" else codes
        case Guarded():
            found = [item for item, condition in value.items if condition is True]
            numbered = [item + 1 if isinstance(item, int) else item for item in found]
            return numbered if kind in ("players", "sides", "symbols") else next(iter(numbered), None)
        case SingleCard():
            return game.deck.cards[value.number].code
        case _:
            return value


def _codes(game: Game, cards: Vec) -> list[str]:
    return [card.code for card, lies in zip(game.deck.cards, cards or (), strict=bool(cards)) if lies]


# ------------------------------------------------------------ symbolic positions


def symbolic(rules: Rules, position: Position) -> SymbolicState:
    """Return a position as a state of the encoder without unknowns."""
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
    return SymbolicState(Board(zones, memory, position.turn, _active(rules, position)), cells[STEP])


def _active(rules: Rules, position: Position) -> ActivePlayers:
    """Return the players who take part in the match, if some do not."""
    playing, players = rules.layout.playing, range(rules.game.players)
    active = tuple(p for p in players if not playing or position.cells[playing] >> p & 1)
    return EVERYBODY if len(active) == rules.game.players else active


def remembered(rules: Rules, cell: g.Cell, value: int) -> Value:
    """Return a cell's value as a value of the encoder."""
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
