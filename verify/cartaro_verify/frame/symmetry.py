"""Turning the table: where the rules treat all seats alike, a state is as good as its turn by some seats.

A game whose clauses name no particular seat (`the last player`) means the same after every player has moved one seat
on.  What is proved for the turn of player 1 then holds for every turn, which divides the work by the number of players.
"""

from __future__ import annotations

from collections.abc import Mapping

from cartaro_grammar import EffectFacts, Game, facts_of, parts
from cartaro_grammar import game as g
from cartaro_verify.terms import walk
from cartaro_verify.terms.symbols import Board, OwnedPlace, SymbolicState
from cartaro_verify.terms.values import Value, as_guarded


def rotatable(game: Game) -> bool:
    """Whether turning the table is sure to change nothing."""
    sides = game.sides
    if any(side != player % sides for player, side in enumerate(game.side_of)):
        return False
    if walk.mentions((game.standing, game.acts), g.LastPlayer):
        return False
    if any(walk.mentions(c.initial, g.LastPlayer) for c in game.cells if c.period != "match"):
        return False
    effects = [p for p in parts((game.standing, game.acts)) if isinstance(p, g.Effect)]
    return all(e.each is None or _order_is_idle(game, e) for e in effects)


def _order_is_idle(game: Game, effect: g.Effect) -> bool:
    """Whether it is the same in which order the owners of an effect's `each` come: nobody's turn of it reads what another's
    writes, and what several write comes out the same.
    """
    facts, cases = facts_of(effect.body), (effect.when, effect.unless)
    if facts.cell is not None:
        own = _own(effect, facts.cell.owner)
        adds = isinstance(effect.body, g.Add)
        return (own or adds) and _unread(game, effect, facts.cell.cell, (*cases, facts.reads), own)
    if facts.mark is not None:
        return _unread(game, effect, facts.mark, (*cases, facts.reads), own=False)
    if not facts.takes:
        return facts == EffectFacts(shows=facts.shows)
    sources = [c.zone for c in facts.takes if isinstance(c, g.InZone) and _own(effect, c.owner)]
    to = facts.to if isinstance(facts.to, g.InZone) and facts.to.owner is None else None
    if to is None or facts.chance or len(sources) < len(facts.takes):
        return False
    return all(_unread(game, effect, zone, cases, own=zone != to.zone) for zone in (*sources, to.zone))


def _own(effect: g.Effect, owner: g.Expr | None) -> bool:
    """Whether an owner is the one whose turn it is in an effect's `each`."""
    return isinstance(owner, g.Local) and owner.name == effect.each


def _unread(game: Game, effect: g.Effect, name: str, reads: tuple[object, ...], own: bool) -> bool:
    """Whether a zone or cell is not read, or (`own`) of each owner only in that owner's own turn."""
    direct = [p for p in parts(reads) if isinstance(p, g.Recall | g.InZone)]
    allowed = sum(_own(effect, p.owner) for p in direct if _name(p) == name) if own else 0
    return sum(isinstance(p, g.Recall | g.InZone) and _name(p) == name for p in walk.reached(game, reads)) == allowed


def _name(place: g.Recall | g.InZone) -> str:
    return place.cell if isinstance(place, g.Recall) else place.zone


def turned(game: Game, state: SymbolicState, seats: int) -> SymbolicState:
    """The state after every player has moved this many seats back: player `seats` becomes player 0."""
    if seats == 0:
        return state
    kinds = {z.name: z.owner for z in game.zones} | {c.name: c.owner for c in game.cells}
    types = {c.name: c.type.kind for c in game.cells if c.kind == "reference" and c.type.kind in ("player", "side")}

    def place(old: OwnedPlace) -> OwnedPlace:
        owner = kinds.get(old[0], "table")
        return old if owner == "table" else (old[0], (old[1] - seats) % _count(game, owner))

    def value(name: str, old: Value) -> Value:
        return turned_value(game, old, types[name], seats) if name in types else old

    zones = {place(p): v for p, v in state.zones.items()}
    cells: Mapping[OwnedPlace, Value] = {place(p): value(p[0], v) for p, v in state.cells.items()}
    player = (state.turn - seats) % game.players if state.turn >= 0 else state.turn
    return SymbolicState(Board(zones, cells, player), state.step, state.facts)


def turned_value(game: Game, old: Value, kind: str, seats: int) -> Value:
    """A player or side after the table was turned."""
    count = _count(game, kind)
    return as_guarded(old).moved(lambda owner: (owner - seats) % count)


def _count(game: Game, owner: str) -> int:
    return game.players if owner == "player" else game.sides
