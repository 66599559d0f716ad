"""Effects to statements: cards move, memory changes, the course goes back or to its end.

What would go to a zone that nobody owns stays where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from cartaro_engine.acts import cards, group_effects, seats, succession
from cartaro_engine.expressions import faces, operators, participants
from cartaro_engine.expressions.expressions import card_set, owner_of, slot_of
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import ZERO, choose, compare, every, has, load, plus
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import (
    END_HAND,
    END_MATCH,
    END_TURN,
    ENDING_CELL,
    ENDING_NOW,
    VOID_HAND,
    VOID_MATCH,
    cell,
)
from cartaro_engine.memory.refusals import Construct, LoweringRefused
from cartaro_engine.memory.scope import Scope
from cartaro_grammar import Expr, drawn_from
from cartaro_grammar import game as g

ENDINGS = {
    ("turn", False): END_TURN, ("turn", True): END_TURN, ("hand", False): END_HAND, ("hand", True): VOID_HAND,
    ("match", False): END_MATCH, ("match", True): VOID_MATCH,
}  # fmt: skip


def effect(lo: Lowering, w: Writer, line: g.Effect, scope: Scope, back: Callable[[str], None]) -> None:
    """Write an effect with its conditions, for each player or side where it is so said; `back` writes that the course goes back
    to a clause.
    """
    if line.each is None:
        with w.when(lo.case(line.when, line.unless, scope)):
            _body(lo, w, line.body, scope, back)
        return
    whose = w.let(participants.everyone(lo, sides=line.each == "side"), "whose")
    for number in range(lo.game.players if line.each == "player" else lo.game.sides):
        inside = scope.bind(line.each, Const(number))
        with w.when(every(has(whose, Const(number)), lo.case(line.when, line.unless, inside))):
            _body(lo, w, line.body, inside, _no_way_back)


def _no_way_back(_: str) -> None:
    """What is done for each player or side does not go back: the interpreter passes over it there."""


def _body(lo: Lowering, w: Writer, body: g.EffectBody, scope: Scope, back: Callable[[str], None]) -> None:
    match body:
        case g.MoveCards(cards=moved, to=to) if to.type.kind == "group":
            sources = _sources(lo, moved, scope)
            group_effects.add_to_group(lo, w, card_set(lo, moved, scope), lo.value(to, scope), sources)
        case g.MoveCards():
            _move(lo, w, body, scope)
        case g.Deal():
            _deal(lo, w, body, scope)
        case g.Shuffle():
            _shuffle(lo, w, body, scope)
        case g.Add(cell=place, amount=amount):
            _keep(lo, w, place, scope, lambda at: _bounded(lo, place, plus(load(at), lo.value(amount, scope))))
        case g.Become(cell=place, value=value):
            kept = faces.card_of if value.type.kind == "card" else _as_it_is
            _keep(lo, w, place, scope, lambda _: _bounded(lo, place, kept(lo, lo.value(value, scope))))
        case g.MarkAs(cards=marked, mark=mark):
            at = lo.plan.kept(lo.rules.layout.memory[mark].slot)
            lo.cards.store(w, at, lo.cards.joined(lo.cards.at(at), faces.cards_of(lo, card_set(lo, marked, scope))))
        case g.Show() | g.Nothing():
            pass
        case g.Repeat(clause=clause):
            back(clause)
        case g.End(period=period, void=void):
            ending = ENDINGS[period, void]
            w.store(ENDING_CELL, choose(compare("<", ENDING_NOW, ending), ending, ENDING_NOW))
        case g.Form(family=family, cards=grouped):
            group_effects.form(lo, w, family, card_set(lo, (grouped,), scope), _sources(lo, (grouped,), scope))
        case g.Exchange(first=first, second=second):
            w.do(group_effects.exchanging(lo), lo.value(first, scope), lo.value(second, scope))
        case g.Seat():
            seats.seat(lo, w, body, scope)
        case _:
            assert_never(body)


def _as_it_is(_: Lowering, value: Value) -> Value:
    return value


def _place(lo: Lowering, to: Expr, scope: Scope) -> tuple[int, Value, Test]:
    """The cell of a zone's first owner, the number of the owner meant, and whether it is anybody."""
    if not isinstance(to, g.InZone) or lo.game.zone[to.zone].family:
        raise LoweringRefused(Construct.OTHER, to.span)
    return (slot_of(lo, to), *owner_of(lo, to, scope))


def _move(lo: Lowering, w: Writer, body: g.MoveCards, scope: Scope) -> None:
    slot, owner, anybody = _place(lo, body.to, scope)
    moved, sources = lo.cards.own(w, card_set(lo, body.cards, scope), "moved"), _sources(lo, body.cards, scope)
    with w.when(every(anybody, lo.cards.filled(moved))):
        if slot in lo.plan.piles:
            w.do(cards.stacking(lo, sources), lo.plan.kept(slot, owner), lo.plan.pile(slot, owner), moved)
        else:
            w.do(cards.moving(lo, sources), moved, lo.plan.kept(slot, owner))


def _sources(lo: Lowering, moved: tuple[Expr, ...], scope: Scope) -> frozenset[str] | None:
    """The zones from which cards that are moved can come, where the words tell."""
    found = [drawn_from(lo.game, one, scope.act) for one in moved]
    known = [zones for zones in found if zones is not None]
    return frozenset[str]().union(*known) if len(known) == len(found) else None


def _shuffle(lo: Lowering, w: Writer, body: g.Shuffle, scope: Scope) -> None:
    slot, owner, anybody = _place(lo, body.into, scope)
    shuffled = lo.cards.own(w, faces.cards_of(lo, card_set(lo, body.cards, scope)), "shuffled")
    with w.when(every(anybody, lo.cards.filled(shuffled))):
        w.do(cards.shuffling(lo), lo.plan.kept(slot, owner), lo.plan.pile(slot, owner), shuffled)


def _keep(lo: Lowering, w: Writer, place: g.Recall, scope: Scope, value: Callable[[Value], Value]) -> None:
    """Write what a cell of memory becomes, where it is anybody's."""
    owner, anybody = owner_of(lo, place, scope)
    with w.when(anybody):
        at = w.let(cell(slot_of(lo, place), owner), "at")
        w.store(at, value(at))


def _bounded(lo: Lowering, place: g.Recall, value: Value) -> Value:
    """A value that is to be kept: of a counter, one that is not too large."""
    if lo.game.cell[place.cell].kind != "counter" or isinstance(value, Const):
        return value
    return Call(operators.bounded(lo), (value,))


def _deal(lo: Lowering, w: Writer, body: g.Deal, scope: Scope) -> None:
    """To each owner in turn from the player who begins, all that each gets at once."""
    slot, owner, anybody = _place(lo, body.source, scope)
    source = (w.let(lo.plan.kept(slot, owner), "slot"), w.let(lo.plan.pile(slot, owner), "pile"))
    number = w.variable(lo.value(body.count, scope), "number")
    if body.each is None:
        with w.when(anybody):
            _hand_over(lo, w, source, body.to, scope, number)
        return
    owners = lo.game.players if body.each == "player" else lo.game.sides
    first = w.variable(Call(succession.first_player(lo), ()), "first")
    if body.each == "side":
        w.assign(first, lo.look_up((-1, *lo.game.side_of), plus(first, Const(1))))
    with w.when(compare("<", first, ZERO)):
        w.assign(first, ZERO)
    whose = w.let(participants.everyone(lo, sides=body.each == "side"), "whose")
    with w.when(anybody), w.count(ZERO, Const(owners), "offset"):
        with w.when(has(whose, first)):
            _hand_over(lo, w, source, body.to, scope.bind(body.each, first), number)
        w.assign(first, plus(first, Const(1)))
        with w.when(compare(">=", first, Const(owners))):
            w.assign(first, ZERO)


def _hand_over(lo: Lowering, w: Writer, source: tuple[Value, Value], to: g.InZone, scope: Scope, number: Var) -> None:
    """Up to a number of cards from the top of a pile to a zone; onto another pile one by one."""
    slot, owner, anybody = _place(lo, to, scope)
    at = w.let(lo.plan.kept(slot, owner), "to")
    with w.when(anybody):
        if slot in lo.plan.piles:
            cards.deal_to_pile(lo, w, source, (at, w.let(lo.plan.pile(slot, owner), "onto")), number)
        else:
            dealt = w.variable(Call(cards.dealing(lo), (*source, number)), "dealt")
            lo.cards.store(w, at, lo.cards.joined(lo.cards.at(at), dealt))
