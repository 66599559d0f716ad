"""Pictures of a move while its cards are still open: the full trick before it is taken, the capture before it is laid away.

A move and its consequences are done in one step, after which the cards may be out of sight. A player has a picture if cards
that the player saw leave their place. One picture shows the state before the act, with the cards that the act names next to the
cards that it takes away. If the end of the turn or hand takes cards away, another picture shows the state after the act. A
picture is made from the player's view of these states; the destination of cards is read only from the sizes of zones (0085).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from cartaro_grammar import Diagnostic
from cartaro_interpreter import Move, Rules, State, View, ZoneView, cards_of, is_open, mask_of, members, view
from cartaro_rulebook import (
    announcements,
    in_words,
    move_done_in_words,
    move_in_words,
    players_in_words,
    sides_in_words,
    zone_in_words,
    zone_name,
)
from cartaro_workbench.table.game_table import MoveCourse, Table
from cartaro_workbench.table.shown_zones import ShownCard, ShownZone, shown_card, shown_zone

Spot = tuple[str, int]
"""A zone and its owner; 0 for a zone of the table, and for all groups of a family."""
CardSet = frozenset[int]


@dataclass(frozen=True, slots=True)
class SweptCards:
    """A picture of the table during a move. It has the number of the move in the log, from 1; the player, the move in words and
    the move as done by that player, in the second person if it is the reader, if there is such a form; the zones at that
    moment, without the cards in `laid`, which the player lays; the codes of the cards that leave their place; and the zone to
    which they go, as `zone-owner` and in words, or nothing if the sizes of the zones do not show it. The words begin with the
    events that are announced, such as a sweep.
    """

    number: int
    seat: int
    text: str
    done: str
    zones: tuple[ShownZone, ...]
    laid: tuple[ShownCard, ...]
    leaving: tuple[str, ...]
    to: str | None
    went: str


def swept_cards(table: Table, seat: int, code: str) -> tuple[SweptCards, ...]:
    """Return the pictures of the last move that has any, for the player in a seat."""
    for course in reversed(table.courses):
        found = tuple(_pictures(table, course, seat, code))
        if found:
            return found
    return ()


def _pictures(table: Table, course: MoveCourse, seat: int, code: str) -> Iterator[SweptCards]:
    rules, done = table.rules, table.done[course.number - 1]
    before, acted, after = (view(rules, state, seat) for state in (course.before, course.acted, course.after))
    if isinstance(before, Diagnostic) or isinstance(acted, Diagnostic) or isinstance(after, Diagnostic):
        return
    own = _spots_of(rules, done.seat)
    leaving = _left(rules, before, acted, own)
    if leaving:
        laid = _laid(rules, course.before, done.known[seat], own)
        yield _picture(
            table, course, code, seat, (before, acted), leaving, laid, announcements(rules, course.before, course.acted, code)
        )
    leaving = _left(rules, acted, after, frozenset())
    if leaving:
        yield _picture(
            table, course, code, seat, (acted, after), leaving, {}, announcements(rules, course.acted, course.after, code)
        )


def _picture(
    table: Table,
    course: MoveCourse,
    code: str,
    seat: int,
    seen: tuple[View, View],
    leaving: CardSet,
    laid: Mapping[Spot, CardSet],
    announced: tuple[str, ...],
) -> SweptCards:
    rules, done, deck = table.rules, table.done[course.number - 1], table.rules.game.deck.cards
    cards = frozenset[int]().union(*laid.values())
    spot = _grown(rules, *seen, {len(leaving), len(leaving | cards)})
    went = "" if spot is None else _went(rules, spot, len(leaving | cards), code)
    return SweptCards(
        course.number,
        done.seat,
        move_in_words(rules, done.known[seat], code),
        move_done_in_words(rules, done.known[seat], code, addressed=done.seat == seat),
        tuple(shown_zone(rules, _without(rules, zone, laid), code) for zone in seen[0].zones),
        tuple(shown_card(rules, card, code) for card in sorted(cards)),
        tuple(deck[card].code for card in sorted(leaving)),
        None if spot is None else f"{spot[0]}-{'' if rules.game.zone[spot[0]].owner == 'table' else spot[1]}",
        " ".join((*announced, went)).strip(),
    )


def _went(rules: Rules, spot: Spot, count: int, code: str) -> str:
    """Return in words that some cards went to a spot: *player 2 takes 4 cards (tricks)*."""
    zone, owner = spot
    of = rules.game.zone[zone].owner
    if of == "table" or count == 1:
        return in_words("page_table_went", code, place=zone_in_words(rules, zone, code, owner), n=count)
    names = players_in_words(rules.game, code) if of == "player" else sides_in_words(rules.game, code)
    cards = in_words("terminal_cards_taken", code, n=count)
    return in_words("terminal_takes", code, who=names[owner], cards=cards, place=zone_name(rules, zone, code))


# ------------------------------------------------------------------------- spots


def _spot(rules: Rules, zone: ZoneView) -> Spot:
    return zone.zone, 0 if rules.game.zone[zone.zone].family else zone.owner


def _spots_of(rules: Rules, player: int) -> frozenset[Spot]:
    """Return the spots of a player and of their side."""
    owner = {"player": player, "side": rules.game.side_of[player]}
    return frozenset((zone.name, owner[zone.owner]) for zone in rules.game.zones if zone.owner in owner and not zone.family)


def _open(rules: Rules, seen: View) -> dict[Spot, CardSet]:
    """Return a map from spots to the cards that a player sees."""
    found = dict[Spot, CardSet]()
    for zone in seen.zones:
        faces = zone.cards if zone.cards is not None else () if zone.top is None else (zone.top,)
        cards = frozenset(members(rules.layout.faces.physical(mask_of(faces))))
        found[_spot(rules, zone)] = found.get(_spot(rules, zone), frozenset()) | cards
    return found


def _left(rules: Rules, then: View, later: View, apart: frozenset[Spot]) -> CardSet:
    """Return the cards that a player saw in places that they have left, without the cards of some spots.

    If only the top of a pile is seen, it has left if the pile has become smaller.
    """
    now, sizes = _open(rules, later), _sizes(rules, later)
    before = _sizes(rules, then)
    gone = (
        cards - now.get(spot, frozenset())
        for spot, cards in _open(rules, then).items()
        if spot not in apart and (sizes.get(spot, 0) < before[spot] or _is_seen_whole(rules, then, spot))
    )
    return frozenset[int]().union(*gone)


def _is_seen_whole(rules: Rules, seen: View, spot: Spot) -> bool:
    return all(zone.cards is not None for zone in seen.zones if _spot(rules, zone) == spot)


def _sizes(rules: Rules, seen: View) -> Counter[Spot]:
    found = Counter[Spot]()
    for zone in seen.zones:
        found[_spot(rules, zone)] += zone.size
    return found


def _grown(rules: Rules, then: View, later: View, by: set[int]) -> Spot | None:
    """Return the one spot that has grown by a number of cards, or none if there are several, or if it is a family."""
    more = _sizes(rules, later)
    more.subtract(_sizes(rules, then))
    found = [spot for spot, count in more.items() if count in by]
    return found[0] if len(found) == 1 and not rules.game.zone[found[0][0]].family else None


def _laid(rules: Rules, before: State, move: Move, own: frozenset[Spot]) -> dict[Spot, CardSet]:
    """Return the cards of a move that were in some spots, or none if the move has unknown cards."""
    if is_open(move):
        return {}
    named, _ = cards_of(rules, move)
    places = {(name, owner): rules.layout.places[name].slot + owner for name, owner in own}
    lay = {spot: frozenset(members(before.cells[slot])) & named for spot, slot in places.items()}
    return {spot: cards for spot, cards in lay.items() if cards}


def _without(rules: Rules, zone: ZoneView, laid: Mapping[Spot, CardSet]) -> ZoneView:
    """Return a zone without the cards that are laid from it."""
    gone = laid.get(_spot(rules, zone), frozenset())
    if not gone:
        return zone
    cards = None if zone.cards is None else tuple(card for card in zone.cards if card not in gone)
    return replace(zone, size=zone.size - len(gone), cards=cards, top=None if zone.top in gone else zone.top)
