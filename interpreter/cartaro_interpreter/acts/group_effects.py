"""Effects on groups of cards: a new group of a family, cards added to one, a card exchanged for another.

The cards of a group keep the readings with which they came into it.  A card that leaves a group is itself again; one that takes
another's place there takes over its reading too.
"""

from __future__ import annotations

from collections.abc import Callable

from cartaro_grammar import Expr
from cartaro_interpreter.expressions.code import Frame, Run
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.state.chance import Chance
from cartaro_interpreter.state.layout import (
    Cells,
    Layout,
    Place,
    groups_of,
    lift,
    order_of_pile,
    pile_of,
    put_groups,
)  # fmt: skip

EffectCode = Callable[[list[int], Frame, Chance], int]
"""Changes the cells; answers 0, or the number of the clause to go back to, counted from 1."""


def as_cards(c: Compiler, run: Run) -> Run:
    """A set of faces as the cards that they are on."""
    if not c.layout.faces.read:
        return run
    physical = c.layout.faces.physical
    return lambda cells, frame: physical(run(cells, frame))


def as_card(c: Compiler, expr: Expr, run: Run) -> Run:
    """A face as its card; other values as they are."""
    if not c.layout.faces.read or expr.type.kind != "card":
        return run
    base = (*c.layout.faces.base, -1)
    return lambda cells, frame: base[run(cells, frame)]


def form(c: Compiler, family: Place, faces: Run) -> EffectCode:
    """A new group of a family."""
    layout = c.layout

    def do(cells: list[int], frame: Frame, chance: Chance) -> int:
        group = faces(cells, frame)
        if group:
            take_away(cells, layout, group)
            put_groups(cells, family, [*groups_of(cells, family), group])
        return 0

    return do


def add_to_group(c: Compiler, faces: Run, to: Run) -> EffectCode:
    """Cards with their readings to a group; nothing moves where the group is no longer there."""
    layout = c.layout

    def do(cells: list[int], frame: Frame, chance: Chance) -> int:
        added, group = faces(cells, frame), to(cells, frame)
        family = _family_with(cells, layout, group)
        if family is not None and added:
            put_groups(cells, family, [other for other in groups_of(cells, family) if other != group])
            take_away(cells, layout, added)
            put_groups(cells, family, [*groups_of(cells, family), group | added])
        return 0

    return do


def _family_with(cells: Cells, layout: Layout, group: int) -> Place | None:
    return next((place for place in layout.families if group and group in groups_of(cells, place)), None)


def take_away(cells: list[int], layout: Layout, faces: int) -> None:
    """Take cards out of wherever they lie."""
    cards = layout.faces.physical(faces)
    lift(cells, layout, cards)
    for slot in layout.holders:
        here = cells[slot] & cards
        if here:
            order = layout.order_of.get(slot)
            if order is not None:
                rest = tuple(card for card in pile_of(cells[slot], cells[order]) if not here >> card & 1)
                cells[order] = order_of_pile(rest)
            cells[slot] ^= here


def exchange(c: Compiler, first: Run, second: Run) -> EffectCode:
    """Each of two cards goes where the other lies; two of one place stay where they are."""
    layout = c.layout
    base = layout.faces.base

    def do(cells: list[int], frame: Frame, chance: Chance) -> int:
        one, other = first(cells, frame), second(cells, frame)
        if one < 0 or other < 0:
            return 0
        here, there = _whereabouts(cells, layout, base[one]), _whereabouts(cells, layout, base[other])
        if here[:2] != there[:2]:
            _put_for(cells, layout, here, base[other])
            _put_for(cells, layout, there, base[one])
        return 0

    return do


_CardPlace = tuple[Place | None, int, int]
"""Where a card lies: the family and the group, or no family and the cell; and the card as it is read there."""


def _whereabouts(cells: Cells, layout: Layout, card: int) -> _CardPlace:
    for place in layout.families:
        for group in groups_of(cells, place):
            here = group & layout.faces.expansion[card]
            if here:
                return place, group, here.bit_length() - 1
    return None, next(slot for slot in layout.holders if cells[slot] >> card & 1), card


def _put_for(cells: list[int], layout: Layout, where: _CardPlace, card: int) -> None:
    """Put a card in the place of the one that lies there."""
    family, number, met = where
    if family is not None:
        changed = number ^ 1 << met | 1 << layout.faces.taken_over(card, met)
        put_groups(cells, family, [changed if group == number else group for group in groups_of(cells, family)])
        return
    cells[number] = cells[number] ^ 1 << met | 1 << card
    order = layout.order_of.get(number)
    if order is not None:
        pile = pile_of(cells[number], cells[order])
        cells[order] = order_of_pile(tuple(card if other == met else other for other in pile))
