"""Turning the table: where the rules treat all seats alike, a state is as good as its turn by some seats.

A game whose clauses name no particular seat (`the last player`) means the same after every player has moved one seat
on.  What is proved for the turn of player 1 then holds for every turn, which divides the work by the number of players.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from cartaro_grammar import game as g
from cartaro_grammar.game import Game
from cartaro_verify import walk
from cartaro_verify.symbols import Guarded, Place, State, Value


def rotatable(game: Game) -> bool:
    """Whether turning the table is sure to change nothing."""
    sides = game.sides
    if any(side != player % sides for player, side in enumerate(game.side_of)):
        return False
    if walk.mentions((game.standing, game.acts), g.LastPlayer):
        return False
    if any(walk.mentions(c.initial, g.LastPlayer) for c in game.cells if c.period != "match"):
        return False
    effects = [p for p in walk.parts((game.standing, game.acts)) if isinstance(p, g.Effect)]
    return all(e.each is None or _order_is_idle(e) for e in effects)


def _order_is_idle(effect: g.Effect) -> bool:
    """Whether it is the same in which order the owners of an effect's `each` come."""
    body = effect.body
    if isinstance(body, g.Move):
        sources = [c for c in body.cards if isinstance(c, g.InZone) and c.owner is not None]
        owned = isinstance(body.to, g.InZone) and body.to.owner is not None
        return len(sources) == len(body.cards) and not owned
    return isinstance(body, g.Add | g.Become | g.MarkAs | g.Nothing | g.Show)


def turned(game: Game, state: State, seats: int) -> State:
    """The state after every player has moved this many seats back: player `seats` becomes player 0."""
    if seats == 0:
        return state
    kinds = {z.name: z.owner for z in game.zones} | {c.name: c.owner for c in game.cells}
    types = {c.name: c.type.kind for c in game.cells if c.kind == "reference" and c.type.kind in ("player", "side")}

    def place(old: Place) -> Place:
        owner = kinds.get(old[0], "table")
        return old if owner == "table" else (old[0], (old[1] - seats) % _count(game, owner))

    def value(name: str, old: Value) -> Value:
        return turned_value(game, old, types[name], seats) if name in types else old

    zones = {place(p): v for p, v in state.zones.items()}
    cells: Mapping[Place, Value] = {place(p): value(p[0], v) for p, v in state.cells.items()}
    player = (state.turn - seats) % game.players if state.turn >= 0 else state.turn
    return replace(State(zones, cells, player, state.step), facts=state.facts)


def turned_value(game: Game, old: Value, kind: str, seats: int) -> Value:
    """A player or side after the table was turned."""
    count = _count(game, kind)
    items = cast(Guarded, old).items
    return Guarded(tuple((None if v is None else (cast(int, v) - seats) % count, c) for v, c in items))


def _count(game: Game, owner: str) -> int:
    return game.players if owner == "player" else game.sides
