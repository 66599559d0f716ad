"""Cards that come into a player's hand, or to a side, by the rules and not by the words of a move: who gets them, and from
where.

A move such as *ask player 2 for the ten* has words that do not state its result. Its result is read from the states before and
after it; how much of it a player learns is decided by what that player sees in these states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from cartaro_grammar import Game, IdentityKey, parts
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.play.course import cards_of
from cartaro_interpreter.play.questions import View, ask, view
from cartaro_interpreter.play.turn import in_sight
from cartaro_interpreter.state.card_sets import mask_of, members
from cartaro_interpreter.state.state import PHASE_TURN, Move, Place, State


@dataclass(frozen=True, slots=True)
class Received:
    """Cards that came into the hand of a player from the place `zone`, of the player `giver` or of the table: the known
    cards, by number, and the number of all. They are `open` if everybody saw them before.
    """

    player: int
    giver: int | None
    zone: str
    cards: tuple[int, ...]
    count: int
    open: bool = False


def received(rules: Rules, players: Iterable[int], before: State, move: Move, after: State) -> Iterator[Received]:
    """Yield the cards that came into hands in a move, with the cards that each of some players knows; all without players.

    Cards from the table count if they are drawn for one player, because of the move and not by it: *go fish*. Open cards count
    also if the words of the act state that they are taken, but not which they are: *pick up the last discard*. If all draw, as
    after a trick of Briscola, nothing is reported.
    """
    if after.phase != PHASE_TURN or before.phase != PHASE_TURN:
        return
    found, drawn = [*_between(rules, before, after)], [*_drawn(rules, before, after)]
    was_open, known = _open_before(rules, before) if drawn else 0, -1
    if len({one.player for one, _ in drawn}) == 1:
        stated, named = _named_by(rules, move), mask_of(cards_of(rules, move)[0])
        found += [
            (replace(one, open=not cards & ~was_open), cards)
            for one, cards in drawn
            if one.zone not in stated or not cards & (~was_open | named)
        ]
    elif found and len(drawn) > 1:  # the cards were dealt again
        return
    for player in players if found else ():
        known &= in_sight(rules, player, before) | in_sight(rules, player, after)
    for one, cards in found:
        yield replace(one, cards=tuple(members(cards & known)), count=cards.bit_count())


def _open_before(rules: Rules, before: State) -> int:
    """Return the cards that all players see in a state."""
    seen = -1
    for player in range(rules.game.players):
        seen &= in_sight(rules, player, before)
    return seen


def _between(rules: Rules, before: State, after: State) -> Iterator[tuple[Received, int]]:
    """Yield the cards that went from a player's place into the hand of another player."""
    for place, player, gained in _gained(rules, before, after):
        for other in _places(rules, "player"):
            for giver in range(other.count):
                cards = gained & before.cells[other.slot + giver]
                if cards and giver != player and is_hand(rules, after, place.zone, player):
                    yield Received(player, giver, other.zone.name, (), 0), cards


def _drawn(rules: Rules, before: State, after: State) -> Iterator[tuple[Received, int]]:
    """Yield the cards that went from a place of the table into the hand of a player."""
    for place, player, gained in _gained(rules, before, after):
        for other in _places(rules, "table"):
            cards = gained & before.cells[other.slot]
            if cards and is_hand(rules, after, place.zone, player):
                yield Received(player, None, other.zone.name, (), 0), cards


def _named_by(rules: Rules, move: Move) -> frozenset[str]:
    """Return the places that the effects of an act name; all for the end of a turn."""
    act = rules.game.act.get(move.act)
    if act is None:
        return frozenset(rules.layout.places)
    return frozenset(part.zone for part in parts(act.effects) if isinstance(part, g.InZone))


def _gained(rules: Rules, before: State, after: State) -> Iterator[tuple[Place, int, int]]:
    """Yield the players' places that have gained cards, with the player and the cards."""
    for place in _places(rules, "player"):
        for player in range(place.count):
            gained = after.cells[place.slot + player] & ~before.cells[place.slot + player]
            if gained:
                yield place, player, gained


def _places(rules: Rules, owner: g.Owner) -> Iterator[Place]:
    return (place for place in rules.layout.places.values() if place.zone.owner == owner and not place.zone.family)


def is_hand(rules: Rules, state: State, zone: g.Zone, owner: int) -> bool:
    """Return whether the owner of a place sees its cards, and no other player does."""
    sides = rules.game.side_of
    for player in range(rules.game.players):
        seen = view(rules, state, player)
        shown = isinstance(seen, View) and seen.cards(zone.name, owner) is not None
        if shown != (owner == (player if zone.owner == "player" else sides[player])):
            return False
    return True


# ------------------------------------------------------------------------- taker


def taker(rules: Rules, state: State, zone: str, side: int) -> int | None:
    """Return the player who won cards for a side of several players, in the state after it, if the rules move cards to this
    zone of the side of a player whom they remember.
    """
    for player in _takers(IdentityKey((rules.game,)), zone):
        found = ask(rules, state, player)
        if isinstance(found, int) and 0 <= found < rules.game.players and rules.game.side_of[found] == side:
            return found
    return None


@lru_cache(maxsize=64)
def _takers(one: IdentityKey[Game], zone: str) -> tuple[g.Recall, ...]:
    """Return the remembered players to whose side the rules move cards, to a zone of this name."""
    (game,) = one.values
    moved = (part.to for part in parts(tuple(one for one in game.clauses if not one.annex)) if isinstance(part, g.MoveCards))
    owners = (to.owner for to in moved if isinstance(to, g.InZone) and to.zone == zone)
    players = (owner.player for owner in owners if isinstance(owner, g.SideOf))
    return tuple(dict.fromkeys(player for player in players if isinstance(player, g.Recall)))
