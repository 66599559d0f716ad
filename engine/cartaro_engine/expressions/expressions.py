"""Expressions to values and tests: what every construct of the language is in words of memory.

Takes expressions of a checked game, in a scope; gives a `Value`, or a `Test` for a truth.  What needs a loop becomes a function
of its own, whose parameters are what the expression uses of its scope; what is known before play is folded away.  A set is a
mask of bits, nobody is -1, as in the interpreter.
"""

from __future__ import annotations

from typing import assert_never

from cartaro_engine.expressions import arguments, definitions, faces, headings, operators, participants, patterns, sets
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import (
    NOBODY,
    ONE,
    TRUE,
    ZERO,
    choose,
    every,
    load,
    minus,
    negation,
    number,
    plus,
    set_of,
    single,
)
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import MemoryPlan, cell, is_set
from cartaro_engine.memory.refusals import Construct, LoweringRefused
from cartaro_engine.memory.scope import Scope, may_be_nobody
from cartaro_grammar import Expr
from cartaro_grammar import game as g
from cartaro_interpreter import Rules


def lowering_of(rules: Rules, plan: MemoryPlan) -> Lowering:
    """The lowering of a game of which nothing has been written yet."""
    passing = plan.passing if plan.width > 1 else None
    return Lowering(passing=passing, game=rules.game, rules=rules, plan=plan, to_value=_value, to_test=_test)


def _test(lo: Lowering, expr: Expr, scope: Scope) -> Test:
    """A truth."""
    if isinstance(expr, g.Operation):
        return operators.operation_test(lo, expr, scope)
    if isinstance(expr, g.Quantified):
        return sets.quantified(lo, expr, scope)
    if isinstance(expr, g.Can):
        return arguments.can(lo, expr, scope)
    if isinstance(expr, g.Applies):
        return arguments.applies(lo, expr, scope)
    return set_of(patterns.pattern(lo, expr, scope) if isinstance(expr, g.Pattern) else lo.value(expr, scope))


def _value(lo: Lowering, expr: Expr, scope: Scope) -> Value:
    """A number, a member or a set; a truth as 1 or 0."""
    match expr:
        case g.Number(value=known):
            return Const(known)
        case g.Truth(value=truth):
            return Const(int(truth))
        case g.Symbol(name=name):
            return Const(lo.rules.compiler.symbol(expr.type.enumeration, name))
        case g.Symbols(attribute=attribute):
            return Const(next((1 << len(a.values)) - 1 for a in lo.game.deck.attributes if a.name == attribute))
        case g.Cards():
            return faces.written(lo, expr)
        case g.AllCards():
            return lo.cards.constant(lo.rules.layout.pack)
        case g.Everyone():
            return participants.everyone(lo, sides=expr.type.kind == "sides")
        case g.LastPlayer():
            return participants.last(lo)
        case g.Nobody():
            return NOBODY
        case g.Actor():
            return scope.actor
        case g.Local(name=name):
            return scope.names[name]
        case g.Setting(option=option):
            return _setting(lo, option, expr)
        case g.InZone() | g.Recall():
            return stored(lo, expr, scope)
        case g.Neighbour(player=player, steps=steps):
            return participants.neighbour(lo, lo.value(player, scope), steps)
        case g.Attribute() | g.SideOf():
            return _looked_up(lo, expr, scope)
        case g.Top(pile=pile):
            return _top(lo, pile, scope)
        case g.Operation():
            return operators.operation(lo, expr, scope)
        case g.Quantified() | g.Can() | g.Applies():
            return number(lo.test(expr, scope))
        case g.Single(member=member):
            return set_of_one(lo, member, scope)
        case g.Only(members=members):
            return lo.sets_of(members.type).only(lo.value(members, scope))
        case g.Size(members=members):
            return lo.sets_of(members.type).size(lo.value(members, scope))
        case g.Where():
            return sets.where(lo, expr, scope)
        case g.Total():
            return sets.total(lo, expr, scope)
        case g.Extreme():
            return sets.extreme(lo, expr, scope)
        case g.Select():
            return sets.select(lo, expr, scope)
        case g.Pattern():
            return patterns.pattern(lo, expr, scope)
        case g.Apply():
            return definitions.applied(lo, expr, scope)
        case g.ScoreOf():
            return headings.score(lo, expr, scope)
        case g.ReadAs():
            return faces.read_as(lo, expr, scope)
        case _:
            assert_never(expr)


def owner_of(lo: Lowering, place: g.InZone | g.Recall, scope: Scope) -> tuple[Value, Test]:
    """The number of a place's owner, 0 where it has none, and whether it is anybody."""
    if place.owner is None:
        return ZERO, TRUE
    return lo.value(place.owner, scope), operators.exists(lo, place.owner, scope)


def slot_of(lo: Lowering, place: g.InZone | g.Recall) -> int:
    """The cell of a place's first owner."""
    layout = lo.rules.layout
    return layout.places[place.zone].slot if isinstance(place, g.InZone) else layout.memory[place.cell].slot


def stored(lo: Lowering, expr: g.InZone | g.Recall, scope: Scope) -> Value:
    """A cell's value; of nobody's, nothing: an empty zone, a counter at 0, a reference to nobody."""
    slot = slot_of(lo, expr)
    if isinstance(expr, g.InZone) and lo.game.zone[expr.zone].family:
        return groups_there(lo, expr.zone)
    if is_set(expr.type):
        return _set_stored(lo, expr, scope)
    absent = NOBODY if isinstance(expr, g.Recall) and lo.game.cell[expr.cell].kind == "reference" else ZERO
    owner, anybody = owner_of(lo, expr, scope)
    return choose(anybody, load(cell(slot, owner)), absent)


def _set_stored(lo: Lowering, expr: g.InZone | g.Recall, scope: Scope) -> Value:
    """The cards of a zone or a mark; of nobody's, none."""
    if isinstance(expr, g.InZone) and expr.owner is not None and expr.owner.type.kind in ("players", "sides"):
        return _together(lo, expr, expr.owner, scope)
    owner, anybody = owner_of(lo, expr, scope)
    return choose(anybody, lo.cards.at(lo.plan.kept(slot_of(lo, expr), owner)), lo.cards.constant(0))


def groups_there(lo: Lowering, zone: str) -> Value:
    """The groups of a family, as a mask of their places: they lie in its first cells."""
    place = lo.rules.layout.places[zone]

    def write(w: Writer) -> None:
        with w.count(ZERO, Const(place.count), "place") as nth:
            here = lo.cards.at(lo.plan.kept(place.slot, nth))
            with w.when(negation(lo.cards.filled(here))):
                w.give(minus(single(nth), ONE))
        w.give(Const((1 << place.count) - 1))

    return Call(lo.define(("groups", zone), f"groups_of_{zone}", (), write), ())


def _together(lo: Lowering, expr: g.InZone, owners: Expr, scope: Scope) -> Value:
    """The cards of a zone of several owners, all together."""
    slot, who = slot_of(lo, expr), lo.value(owners, scope)
    if isinstance(who, Const):
        return lo.cards.joined(
            *(lo.cards.at(lo.plan.kept(slot, Const(n))) for n in range(lo.game.players) if who.value >> n & 1)
        )

    def write(w: Writer) -> None:
        found = lo.cards.begin(w, "found")
        with w.each(Var("who"), "owner") as owner:
            lo.cards.add(w, found, lo.cards.at(lo.plan.kept(slot, owner)))
        w.give(found)

    return Call(lo.define(("together", slot), "together", ("who",), write, keeps=True), (who,))


def set_of_one(lo: Lowering, member: Expr, scope: Scope) -> Value:
    """The set of one member, or the empty one of nobody."""
    value, sets = lo.value(member, scope), lo.cards if member.type.kind == "card" else lo.words
    if isinstance(value, Const):
        return sets.constant(1 << value.value if value.value >= 0 else 0)
    return choose(operators.exists(lo, member, scope), sets.single(value), sets.constant(0))


def card_set(lo: Lowering, cards: tuple[Expr, ...], scope: Scope) -> Value:
    """Several sets of cards and single cards, together."""
    return lo.cards.joined(*(set_of_one(lo, e, scope) if e.type.kind == "card" else lo.value(e, scope) for e in cards))


def attribute_table(lo: Lowering, name: str) -> tuple[int, ...]:
    """A measure's number, or an attribute's symbol, for nobody and then for each card."""
    if name not in lo.printed:
        faces, symbol = lo.game.faces, lo.rules.compiler.symbol
        if name in lo.game.measure:
            lo.printed[name] = (0, *(value or 0 for value in faces.measure(name)))
        else:
            found = faces.attribute(name)
            lo.printed[name] = (-1, *(-1 if value is None else symbol(name, value) for value in found))
    return lo.printed[name]


def _looked_up(lo: Lowering, expr: g.Attribute | g.SideOf, scope: Scope) -> Value:
    """What a table says of a member; its first entry is of nobody."""
    match expr:
        case g.Attribute(name=name, card=of):
            table = attribute_table(lo, name)
        case g.SideOf(player=of):
            table = (-1, *lo.game.side_of)
            if lo.game.side_of == tuple(range(lo.game.players)):
                return lo.value(of, scope)
    if not may_be_nobody(of, scope):
        return lo.look_up(table[1:], lo.value(of, scope))
    return lo.look_up(table, plus(lo.value(of, scope), ONE))


def _top(lo: Lowering, pile: Expr, scope: Scope) -> Value:
    if not isinstance(pile, g.InZone) or not lo.game.zone[pile.zone].ordered:
        raise LoweringRefused(Construct.OTHER, pile.span)
    owner, anybody = owner_of(lo, pile, scope)
    array = lo.plan.pile(slot_of(lo, pile), owner)
    return choose(every(anybody, set_of(load(array))), load(plus(load(array), array)), NOBODY)


def _setting(lo: Lowering, option: str, expr: g.Setting) -> Value:
    chosen = lo.game.chosen[option]
    if expr.type.kind == "number":
        return Const(int(chosen))
    return Const(lo.rules.compiler.symbol(expr.type.enumeration, chosen))
