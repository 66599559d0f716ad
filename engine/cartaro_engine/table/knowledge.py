"""Where a player knows cards to lie: those that are seen, and those that were seen there, or on their way there.

A card that lay open, or was named by a move, is followed to where it comes to lie.  A shuffle mixes what was remembered: after
it a player knows what is seen and no more.  Where more cards have left a place than were followed from it, those remembered
there are forgotten, since one of them may have gone.  Moves are made openly, with the cards that they name, as in the
interpreter's `view`; nothing else that depends on unseen cards comes into this.
"""

from __future__ import annotations

from cartaro_engine.table.position import GamePosition, faulted
from cartaro_grammar import Diagnostic
from cartaro_interpreter import Move, Rules, State, View, as_set, decoded, mask_of, view

KnownCards = tuple[int, ...]
"""For each cell of `layout.holders` the set of the cards that a player knows to lie there."""


def seen_by(rules: Rules, state: State, player: int) -> View:
    """What a player sees; raises `Faulted` where the rules clash about it."""
    found = view(rules, state, player)
    if isinstance(found, Diagnostic):
        raise faulted(found)
    return found


def in_sight(rules: Rules, seen: View) -> KnownCards:
    """The cards that lie open to a player, by the cells that hold them."""
    at = dict.fromkeys(rules.layout.holders, 0)
    for zone in seen.zones:
        place = rules.layout.places[zone.zone]
        if not place.zone.family:
            at[place.slot + zone.owner] = mask_of(zone.cards or (() if zone.top is None else (zone.top,)))
    return tuple(at.values())


def known_at_first(rules: Rules, state: State) -> tuple[KnownCards, ...]:
    """What each player knows where nothing is remembered."""
    return tuple(in_sight(rules, seen_by(rules, state, player)) for player in range(rules.game.players))


def known_after(
    rules: Rules, known: tuple[KnownCards, ...], before: GamePosition, move: Move, after: GamePosition
) -> tuple[KnownCards, ...]:
    """What each player knows after a move, and after what followed it."""
    if before.chance != after.chance:
        return known_at_first(rules, after.state)
    return tuple(_followed(rules, known[p], before.state, move, after.state, p) for p in range(rules.game.players))


class Onlooker:
    """What one player knows while a hand goes on, for play whose positions are not kept."""

    def __init__(self, rules: Rules, player: int) -> None:
        self._rules, self._player = rules, player
        self._last: tuple[View, KnownCards] | None = None

    def saw(self, before: State, move: Move, after: State, *, shuffled: bool) -> None:
        """A move was made; `shuffled` says whether it led to a shuffle."""
        known = self.known(seen_by(self._rules, before, self._player))
        seen = seen_by(self._rules, after, self._player)
        known = in_sight(self._rules, seen) if shuffled else _followed(self._rules, known, before, move, after, self._player)
        self._last = seen, known

    def known(self, seen: View) -> KnownCards:
        """What is known by one who sees this: what is remembered, if nothing has happened since the last move that was seen."""
        if self._last is not None and self._last[0] == seen:
            return self._last[1]
        return in_sight(self._rules, seen)


def _followed(rules: Rules, known: KnownCards, before: State, move: Move, after: State, player: int) -> KnownCards:
    open_before = open_to(rules, seen_by(rules, before, player)) | named_by(rules, move)
    seen = seen_by(rules, after, player)
    holders = rules.layout.holders
    sure = [open_before & after.cells[slot] | shown for slot, shown in zip(holders, in_sight(rules, seen), strict=True)]
    elsewhere = open_before | open_to(rules, seen)
    for cards in sure:
        elsewhere |= cards
    found: list[int] = []
    for slot, remembered, cards in zip(holders, known, sure, strict=True):
        unseen = (before.cells[slot] & ~open_before).bit_count()
        room = after.cells[slot].bit_count() - cards.bit_count()
        kept = remembered & ~elsewhere
        found.append(cards | kept if kept.bit_count() <= unseen <= room else cards)
    return tuple(found)


def open_to(rules: Rules, seen: View) -> int:
    """All cards that lie open to a player, those of groups included."""
    cards = mask_of([card for zone in seen.zones for card in zone.cards or (() if zone.top is None else (zone.top,))])
    return rules.layout.faces.physical(cards)


def named_by(rules: Rules, move: Move) -> int:
    """The cards that a move names."""
    if move.act not in rules.game.act:
        return 0
    faces = 0
    for parameter, value in zip(rules.game.act[move.act].parameters, move.args, strict=True):
        if parameter.type.kind in ("card", "cards", "group"):
            faces |= as_set(decoded(parameter.type, value)).mask
    return rules.layout.faces.physical(faces)
