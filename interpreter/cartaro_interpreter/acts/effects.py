"""Effects on groups of cards: a new group of a family, cards added to one, a card exchanged for another.

The cards of a group keep the readings with which they came into it.  A card that leaves a group is itself again; one that takes
another's place there takes over its reading too.

Effects to code that changes a row of cells: cards move, memory changes, the course goes on, back or to its end.

A card is taken out of the zone where it lies before it is put elsewhere, so none is copied or lost.  What would go to a zone
that nobody owns stays where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from cartaro_grammar import Expr, msg
from cartaro_grammar import game as g
from cartaro_interpreter.evaluate import expressions as participants
from cartaro_interpreter.evaluate.code import Code, CodeScope, Compiler, Frame, Run, constant
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
    lift,
    order_of_pile,
    pile_of,
    put_groups,
    relocate,
    take_seats,
)

# ----------------------------------------------------------------- group effects


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


# ----------------------------------------------------------------------- effects


_ENDINGS = {
    ("turn", False): END_TURN, ("turn", True): END_TURN, ("hand", False): END_HAND, ("hand", True): VOID_HAND,
    ("match", False): END_MATCH, ("match", True): VOID_MATCH,
}  # fmt: skip


def effect(c: Compiler, line: g.Effect, scope: CodeScope, course: tuple[str, ...], begins: Run) -> EffectCode:
    """An effect with its conditions.  `course` names the clauses of its event, `begins` finds who begins the play."""
    if line.each is None:
        return _when(c.case(line.when, line.unless, scope), _body(c, line, scope, course, begins))
    count = c.game.players if line.each == "player" else c.game.sides
    each = tuple(
        _when(c.case(line.when, line.unless, within), _body(c, line, within, course, begins))
        for within in (scope.bind(line.each, constant(number)) for number in range(count))
    )

    everyone = participants.everyone(c, sides=line.each == "side").run

    def for_each(cells: list[int], frame: Frame, chance: Chance) -> int:
        for number in members(everyone(cells, frame)):
            each[number](cells, frame, chance)
        return 0

    return for_each


def _when(case: Code, do: EffectCode) -> EffectCode:
    if case.constant == 1:
        return do
    holds = case.run
    return lambda cells, frame, chance: do(cells, frame, chance) if holds(cells, frame) else 0


def _body(c: Compiler, line: g.Effect, scope: CodeScope, course: tuple[str, ...], begins: Run) -> EffectCode:
    body = line.body
    match body:
        case g.MoveCards(cards=cards, to=to) if to.type.kind == "group":
            return add_to_group(c, union(c, cards, scope), c.code(to, scope).run)
        case g.MoveCards(cards=cards, to=to):
            return _move(c, union(c, cards, scope), _place(c, to, scope))
        case g.Deal():
            return _deal(c, body, scope, begins)
        case g.Shuffle(cards=cards, into=into):
            return _shuffle(c, as_cards(c, union(c, cards, scope)), _place(c, into, scope))
        case g.Add(cell=cell, amount=amount):
            return _add(_cell(c, cell, scope), c.code(amount, scope).run)
        case g.Become(cell=cell, value=value):
            return _become(_cell(c, cell, scope), as_card(c, value, c.code(value, scope).run))
        case g.MarkAs(cards=cards, mark=mark):
            return _mark(as_cards(c, union(c, cards, scope)), c.layout.memory[mark].slot)
        case g.Form(family=family, cards=cards):
            return form(c, c.layout.places[family], union(c, (cards,), scope))
        case g.Exchange(first=first, second=second):
            return exchange(c, c.code(first, scope).run, c.code(second, scope).run)
        case g.Show() | g.Nothing():
            return lambda cells, frame, chance: 0
        case g.Seat(players=players):
            return _seat(c, tuple(_seated(c.code(p, scope), p) for p in players), body)
        case g.Repeat(clause=clause):
            if clause not in course:
                raise Unsupported(msg("going back to a clause of another course"), body.span)
            index = course.index(clause) + 1
            return lambda cells, frame, chance: index
        case g.End(period=period, void=void):
            return _end(_ENDINGS[period, void])
        case _:
            assert_never(body)


def union(c: Compiler, cards: tuple[Expr, ...], scope: CodeScope) -> Run:
    """The mask of several sets of cards, or single cards."""
    runs = tuple(_as_set(c.code(expr, scope), expr) for expr in cards)
    if len(runs) == 1:
        return runs[0]
    if len(runs) == 2:
        first, second = runs
        return lambda cells, frame: first(cells, frame) | second(cells, frame)

    def together(cells: Cells, frame: Frame) -> int:
        mask = 0
        for run in runs:
            mask |= run(cells, frame)
        return mask

    return together


def _as_set(code: Code, expr: Expr) -> Run:
    run = code.run
    if expr.type.kind in ("cards", "group"):
        return run
    if expr.type.kind != "card":
        raise Unsupported(msg("an effect on {type}", type=str(expr.type)), expr.span)

    def single(cells: Cells, frame: Frame) -> int:
        card = run(cells, frame)
        return 1 << card if card >= 0 else 0

    return single


def _place(c: Compiler, to: Expr, scope: CodeScope) -> Run:
    if not isinstance(to, g.InZone) or c.layout.places[to.zone].zone.family:
        raise Unsupported(msg("a move to what is no single zone"), to.span)
    return c.slot(to, scope).run


def _cell(c: Compiler, cell: g.Recall, scope: CodeScope) -> Run:
    return c.slot(cell, scope).run


def _move(c: Compiler, cards: Run, to: Run) -> EffectCode:
    layout = c.layout

    def move(cells: list[int], frame: Frame, chance: Chance) -> int:
        slot = to(cells, frame)
        moved = cards(cells, frame)
        if slot != NOBODY and moved:
            relocate(cells, layout, moved, slot)
        return 0

    return move


def _deal(c: Compiler, deal: g.Deal, scope: CodeScope, begins: Run) -> EffectCode:
    source = _place(c, deal.source, scope)
    count = c.code(deal.count, scope).run
    if deal.each is None:
        return _deal_to(c, count, source, (_place(c, deal.to, scope),), None, ())
    owners = c.game.players if deal.each == "player" else c.game.sides
    targets = tuple(_place(c, deal.to, scope.bind(deal.each, constant(number))) for number in range(owners))
    side_of = tuple(range(c.game.players)) if deal.each == "player" else c.game.side_of
    return _deal_to(c, count, source, targets, (begins, participants.everyone(c, sides=deal.each == "side").run), side_of)


def _deal_to(
    c: Compiler, count: Run, source: Run, targets: tuple[Run, ...], whose: tuple[Run, Run] | None, side_of: tuple[int, ...]
) -> EffectCode:
    """`whose` finds the player with whom to begin, and who is dealt to at all."""
    order_of = c.layout.order_of
    owners = len(targets)

    def deal(cells: list[int], frame: Frame, chance: Chance) -> int:
        pile = source(cells, frame)
        number = max(0, count(cells, frame))
        first, dealt = (0, 1) if whose is None else (whose[0](cells, frame), whose[1](cells, frame))
        start = 0 if first < 0 or not side_of else side_of[first]
        if pile == NOBODY:
            return 0
        for offset in range(owners):
            number_of = (start + offset) % owners
            slot = targets[number_of](cells, frame) if dealt >> number_of & 1 else NOBODY
            if slot != NOBODY:
                _hand_over(cells, pile, slot, number, order_of)
        return 0

    return deal


def _hand_over(cells: list[int], pile: int, slot: int, number: int, order_of: dict[int, int]) -> None:
    """Up to a number of cards from the top of a pile to a zone; onto another pile one by one."""
    if slot not in order_of:
        cells[slot] |= deal_from(cells, pile, order_of[pile], number)
        return
    for _ in range(min(number, cells[pile].bit_count())):
        card = deal_from(cells, pile, order_of[pile], 1)
        cells[slot] |= card
        cells[order_of[slot]] = cells[order_of[slot]] << 8 | card.bit_length() - 1


def _shuffle(c: Compiler, cards: Run, into: Run) -> EffectCode:
    """The shuffled cards come under what lies in the pile."""
    layout = c.layout

    def shuffle(cells: list[int], frame: Frame, chance: Chance) -> int:
        slot = into(cells, frame)
        shuffled = cards(cells, frame)
        if slot == NOBODY or not shuffled:
            return 0
        pack = chance.shuffle(members(shuffled))
        relocate(cells, layout, shuffled, slot)
        order = layout.order_of[slot]
        rest = tuple(card for card in pile_of(cells[slot], cells[order]) if not shuffled >> card & 1)
        cells[order] = order_of_pile((*rest, *pack))
        return 0

    return shuffle


def _add(cell: Run, amount: Run) -> EffectCode:
    def add(cells: list[int], frame: Frame, chance: Chance) -> int:
        slot = cell(cells, frame)
        if slot != NOBODY:
            cells[slot] += amount(cells, frame)
        return 0

    return add


def _become(cell: Run, value: Run) -> EffectCode:
    def become(cells: list[int], frame: Frame, chance: Chance) -> int:
        slot = cell(cells, frame)
        if slot != NOBODY:
            cells[slot] = value(cells, frame)
        return 0

    return become


def _mark(cards: Run, slot: int) -> EffectCode:
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
    run = code.run
    if expr.type.kind == "players":
        return lambda cells, frame: members(run(cells, frame))
    return lambda cells, frame: (run(cells, frame),)


def _seat(c: Compiler, named: tuple[Callable[[list[int], Frame], tuple[int, ...]], ...], body: g.Seat) -> EffectCode:
    game, layout = c.game, c.layout

    def seat(cells: list[int], frame: Frame, chance: Chance) -> int:
        seated = tuple(player for part in named for player in part(cells, frame))
        if sorted(seated) != list(range(game.players)):
            raise Faulted("C0805", msg("the players named for the seats are not each player once"), body.span)
        take_seats(cells, layout, game, seated)
        return 0

    return seat
