"""Effects, compiled to code that changes a row of cells in place. Effects move cards, change memory, and continue, repeat or
end the course of play.

A card is removed from its zone before it is put elsewhere, so no card is copied or lost. Cards for a zone without an owner do
not move.

The cards of a group keep the readings with which they entered it. A card that leaves a group is read as itself again. A card
that is exchanged for a card of a group takes over that card's reading.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from cartaro_grammar import Expr, msg
from cartaro_grammar import game as g
from cartaro_interpreter.evaluate import expressions
from cartaro_interpreter.evaluate.code import Code, CodeScope, Compiler, Frame, at, changed
from cartaro_interpreter.state.card_sets import members  # fmt: skip
from cartaro_interpreter.state.chance import Chance
from cartaro_interpreter.state.faults import Faulted, Unsupported
from cartaro_interpreter.state.state import (
    END_HAND,
    END_MATCH,
    END_TURN,
    ENDING,
    NOBODY,
    VOID_HAND,
    VOID_MATCH,
    Cells,
    Layout,
    Place,
    deal_from,
    groups_of,
    order_of_pile,
    pile_of,
    put_groups,
    relocate,
    take_away,
    take_seats,
)

# ----------------------------------------------------------------- group effects


EffectCode = Callable[[list[int], Frame, Chance], int]
"""Changes the cells. Returns the number of the clause to go back to, counted from 1, or 0 to continue."""


def as_cards(c: Compiler, faces: Code) -> Code:
    """Return code for the cards of a set of faces."""
    return changed(faces, c.layout.faces.physical)


def as_card(c: Compiler, expr: Expr, value: Code) -> Code:
    """Return code that turns a face into its card and leaves other values unchanged."""
    return changed(value, (*c.layout.faces.base, NOBODY).__getitem__) if expr.type.kind == "card" else value


def form(c: Compiler, family: Place, faces: Code) -> EffectCode:
    """Compile the formation of a new group of a family."""
    layout = c.layout

    def do(cells: list[int], frame: Frame, chance: Chance) -> int:
        group = faces(cells, frame)
        if group:
            take_away(cells, layout, group)
            put_groups(cells, family, [*groups_of(cells, family), group])
        return 0

    return do


def add_to_group(c: Compiler, faces: Code, to: Code) -> EffectCode:
    """Compile the addition of cards with their readings to a group; a card that is in it gets its new reading. Nothing moves if
    the group no longer exists.
    """
    layout, faces_of = c.layout, c.layout.faces

    def do(cells: list[int], frame: Frame, chance: Chance) -> int:
        added, group = faces(cells, frame), to(cells, frame)
        family = _family_with(cells, layout, group)
        if family is not None and added:
            put_groups(cells, family, [other for other in groups_of(cells, family) if other != group])
            take_away(cells, layout, added)
            kept = group & ~faces_of.expanded(faces_of.physical(added))
            put_groups(cells, family, [*groups_of(cells, family), kept | added])
        return 0

    return do


def _family_with(cells: Cells, layout: Layout, group: int) -> Place | None:
    return next((place for place in layout.families if group and group in groups_of(cells, place)), None)


def exchange(c: Compiler, first: Code, second: Code) -> EffectCode:
    """Exchange the places of two cards. Two cards in the same place do not move."""
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
"""The place of a card (its family and group, or None and its cell), and the face of the card there."""


def _whereabouts(cells: Cells, layout: Layout, card: int) -> _CardPlace:
    for place in layout.families:
        for group in groups_of(cells, place):
            here = group & layout.faces.expansion[card]
            if here:
                return place, group, here.bit_length() - 1
    return None, next(slot for slot in layout.holders if cells[slot] >> card & 1), card


def _put_for(cells: list[int], layout: Layout, where: _CardPlace, card: int) -> None:
    """Put a card in place of another."""
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


# ----------------------------------------------------------------------- effects


_ENDINGS = {
    ("turn", False): END_TURN, ("turn", True): END_TURN, ("hand", False): END_HAND, ("hand", True): VOID_HAND,
    ("match", False): END_MATCH, ("match", True): VOID_MATCH,
}  # fmt: skip


def effect(c: Compiler, line: g.Effect, scope: CodeScope, course: tuple[str, ...], begins: Code) -> EffectCode:
    """Compile an effect with its conditions. `course` names the clauses of its event. `begins` computes the player who
    begins.
    """
    if line.each is None:
        return _when(c.case(line.when, line.unless, scope), _body(c, line, scope, course, begins))
    place = scope.frames.place()
    within = scope.bind(line.each, at(place))
    do = _when(c.case(line.when, line.unless, within), _body(c, line, within, course, begins))
    everyone = expressions.everyone(c, sides=line.each == "side")

    def for_each(cells: list[int], frame: Frame, chance: Chance) -> int:
        for number in members(everyone(cells, frame)):
            frame[place] = number
            do(cells, frame, chance)
        return 0

    return for_each


def _when(case: Code, do: EffectCode) -> EffectCode:
    return lambda cells, frame, chance: do(cells, frame, chance) if case(cells, frame) else 0


def _body(c: Compiler, line: g.Effect, scope: CodeScope, course: tuple[str, ...], begins: Code) -> EffectCode:
    body = line.body
    match body:
        case g.MoveCards(cards=cards, to=to) if to.type.kind == "group":
            return add_to_group(c, union(c, cards, scope), c.code(to, scope))
        case g.MoveCards(cards=cards, to=to, under=under):
            return _move(c, union(c, cards, scope), _place(c, to, scope), under=under)
        case g.Deal():
            return _deal(c, body, scope, begins)
        case g.Shuffle(cards=cards, into=into):
            return _shuffle(c, as_cards(c, union(c, cards, scope)), _place(c, into, scope))
        case g.Add(cell=cell, amount=amount):
            return _add(_cell(c, cell, scope), c.code(amount, scope))
        case g.Become(cell=cell, value=value):
            return _become(_cell(c, cell, scope), as_card(c, value, c.code(value, scope)))
        case g.MarkAs(cards=cards, mark=mark):
            return _mark(as_cards(c, union(c, cards, scope)), c.layout.memory[mark].slot)
        case g.Form(family=family, cards=cards):
            return form(c, c.layout.places[family], union(c, (cards,), scope))
        case g.Exchange(first=first, second=second):
            return exchange(c, c.code(first, scope), c.code(second, scope))
        case g.Show() | g.Nothing():
            return lambda cells, frame, chance: 0
        case g.Seat(players=players):
            return _seat(c, tuple(_seated(c.code(p, scope), p) for p in players), body)
        case g.Repeat(clause=clause):
            if clause not in course:
                raise Unsupported(msg("a repeat from a clause of another event"), body.span)
            index = course.index(clause) + 1
            return lambda cells, frame, chance: index
        case g.End(period=period, void=void):
            return _end(_ENDINGS[period, void])
        case _:
            assert_never(body)


def union(c: Compiler, cards: tuple[Expr, ...], scope: CodeScope) -> Code:
    """Return code for the union of several operands, each a set of cards or a single card."""
    sets = tuple(_as_set(c.code(expr, scope), expr) for expr in cards)

    def together(cells: Cells, frame: Frame) -> int:
        mask = 0
        for one in sets:
            mask |= one(cells, frame)
        return mask

    return together


def _as_set(code: Code, expr: Expr) -> Code:
    if expr.type.kind in ("cards", "group"):
        return code
    if expr.type.kind != "card":
        raise Unsupported(msg("an effect on {type}", type=str(expr.type)), expr.span)

    def single(cells: Cells, frame: Frame) -> int:
        card = code(cells, frame)
        return 1 << card if card >= 0 else 0

    return single


def _place(c: Compiler, to: Expr, scope: CodeScope) -> Code:
    if not isinstance(to, g.InZone) or c.layout.places[to.zone].zone.family:
        raise Unsupported(msg("a move to something other than one zone"), to.span)
    return c.slot(to, scope)


def _cell(c: Compiler, cell: g.Recall, scope: CodeScope) -> Code:
    return c.slot(cell, scope)


def _move(c: Compiler, cards: Code, to: Code, *, under: bool) -> EffectCode:
    layout = c.layout

    def move(cells: list[int], frame: Frame, chance: Chance) -> int:
        slot = to(cells, frame)
        moved = cards(cells, frame)
        if slot != NOBODY and moved:
            relocate(cells, layout, moved, slot, under=under)
        return 0

    return move


def _deal(c: Compiler, deal: g.Deal, scope: CodeScope, begins: Code) -> EffectCode:
    """Compile a deal to one zone, or to the zone of each active player or side, beginning with the given player or side."""
    source, count, order_of = _place(c, deal.source, scope), c.code(deal.count, scope), c.layout.order_of
    if deal.each is None:
        to = _place(c, deal.to, scope)

        def deal_once(cells: list[int], frame: Frame, chance: Chance) -> int:
            pile, number, slot = source(cells, frame), count(cells, frame), to(cells, frame)
            _hand_over(cells, pile, slot, number, order_of)
            return 0

        return deal_once
    place = scope.frames.place()
    to_each = _place(c, deal.to, scope.bind(deal.each, at(place)))
    everyone = expressions.everyone(c, sides=deal.each == "side")
    begins = begins if deal.first is None else c.code(deal.first, scope)
    side_of = tuple(range(c.game.players)) if deal.each == "player" else c.game.side_of
    owners = c.game.players if deal.each == "player" else c.game.sides

    def deal_to_each(cells: list[int], frame: Frame, chance: Chance) -> int:
        pile, number = source(cells, frame), count(cells, frame)
        first, dealt_to = begins(cells, frame), everyone(cells, frame)
        for offset in range(owners):
            owner = ((side_of[first] if first >= 0 else 0) + offset) % owners
            if dealt_to >> owner & 1:
                frame[place] = owner
                _hand_over(cells, pile, to_each(cells, frame), number, order_of)
        return 0

    return deal_to_each


def _hand_over(cells: list[int], pile: int, slot: int, number: int, order_of: dict[int, int]) -> None:
    """Move up to `number` cards from the top of a pile to a zone. If the zone is a pile, the cards are moved one by one."""
    if NOBODY in (pile, slot):
        return
    if slot not in order_of:
        cells[slot] |= deal_from(cells, pile, order_of[pile], max(0, number))
        return
    for _ in range(min(number, cells[pile].bit_count())):
        card = deal_from(cells, pile, order_of[pile], 1)
        cells[slot] |= card
        cells[order_of[slot]] = cells[order_of[slot]] << 8 | card.bit_length() - 1


def _shuffle(c: Compiler, cards: Code, into: Code) -> EffectCode:
    """Compile a shuffle. The shuffled cards are put under the cards already in the pile."""
    layout = c.layout

    def shuffle(cells: list[int], frame: Frame, chance: Chance) -> int:
        slot = into(cells, frame)
        shuffled = cards(cells, frame)
        if slot == NOBODY or not shuffled:
            return 0
        pack = chance.shuffle(members(shuffled))
        take_away(cells, layout, shuffled)
        order = layout.order_of[slot]
        rest = pile_of(cells[slot], cells[order])
        cells[slot] |= shuffled
        cells[order] = order_of_pile(pack) << (8 * len(rest)) | order_of_pile(rest)
        return 0

    return shuffle


def _add(cell: Code, amount: Code) -> EffectCode:
    def add(cells: list[int], frame: Frame, chance: Chance) -> int:
        slot = cell(cells, frame)
        if slot != NOBODY:
            cells[slot] += amount(cells, frame)
        return 0

    return add


def _become(cell: Code, value: Code) -> EffectCode:
    def become(cells: list[int], frame: Frame, chance: Chance) -> int:
        slot = cell(cells, frame)
        if slot != NOBODY:
            cells[slot] = value(cells, frame)
        return 0

    return become


def _mark(cards: Code, slot: int) -> EffectCode:
    def mark(cells: list[int], frame: Frame, chance: Chance) -> int:
        cells[slot] |= cards(cells, frame)
        return 0

    return mark


def _end(ending: int) -> EffectCode:
    def end(cells: list[int], frame: Frame, chance: Chance) -> int:
        cells[ENDING] = max(cells[ENDING], ending)
        return 0

    return end


def _seated(code: Code, expr: Expr) -> Callable[[list[int], Frame], tuple[int, ...]]:
    if expr.type.kind == "players":
        return lambda cells, frame: members(code(cells, frame))
    return lambda cells, frame: (code(cells, frame),)


def _seat(c: Compiler, named: tuple[Callable[[list[int], Frame], tuple[int, ...]], ...], body: g.Seat) -> EffectCode:
    game, layout = c.game, c.layout

    def seat(cells: list[int], frame: Frame, chance: Chance) -> int:
        seated = tuple(player for part in named for player in part(cells, frame))
        if sorted(seated) != list(range(game.players)):
            raise Faulted("C0805", msg("the seats do not name each player exactly once"), body.span)
        take_seats(cells, layout, game, seated)
        return 0

    return seat
