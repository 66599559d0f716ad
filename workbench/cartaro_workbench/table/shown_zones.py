"""Zones and cards as a page draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from cartaro_interpreter import Rules, ZoneView, as_laid, in_sequence
from cartaro_rulebook import CardPictures, CardSigns, Naming, card_in_words, language, zone_in_words, zone_name


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card: its code, its name, and the parts of its picture."""

    code: str
    name: str
    signs: CardSigns


@dataclass(frozen=True, slots=True)
class ShownZone:
    """A zone: the kind of its owner, whether it is ordered, its owner, counted from 0 (for a family, the number of the group),
    its name, its title, which names the owner, the number of its cards, and the visible cards. If only the top of a pile is
    visible, it is `top`. If the rules require the cards laid in groups, `groups` has the number of cards of each.
    """

    zone: str
    owned_by: Literal["table", "player", "side"]
    ordered: bool
    owner: int | None
    name: str
    title: str
    size: int
    cards: tuple[ShownCard, ...] | None
    top: ShownCard | None
    groups: tuple[int, ...] = ()


def shown_zone(rules: Rules, zone: ZoneView, code: str) -> ShownZone:
    """Return a zone as a player sees it."""
    game = rules.game
    of = game.zone[zone.zone]
    owner = None if of.owner == "table" else zone.owner
    faces = game.faces
    held = zone.cards
    if held is not None and of.family:
        held = in_sequence(game, held)
    elif held is not None and not of.ordered:
        held = tuple(sorted(held, key=lambda number: (faces.kind[faces.faces[number].like], number)))
    cards, groups = shown_cards(rules, zone.zone, held or (), code)
    return ShownZone(
        zone.zone,
        of.owner,
        of.ordered,
        zone.owner if of.family else owner,
        zone_name(rules, zone.zone, code),
        zone_in_words(rules, zone.zone, code, 0 if of.family else zone.owner),
        zone.size,
        None if held is None else cards,
        None if zone.top is None else shown_card(rules, zone.top, code),
        groups,
    )


def shown_cards(rules: Rules, zone: str, cards: Sequence[int], code: str) -> tuple[tuple[ShownCard, ...], tuple[int, ...]]:
    """Return cards of a zone in the order in which they are laid, and the number of cards of each group, if they are laid in
    groups.
    """
    groups = as_laid(rules.game, zone, cards)
    return tuple(shown_card(rules, number, code) for number in (chain(*groups) if groups else cards)), tuple(map(len, groups))


def shown_card(rules: Rules, number: int, code: str) -> ShownCard:
    """Return the card, or the face of a card, with this number."""
    signs = CardPictures(Naming(rules.game, language(code))).signs(number)
    return ShownCard(rules.game.faces.codes[number], card_in_words(rules, number, code), signs)
