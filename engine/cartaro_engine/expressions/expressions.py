"""Expressions to values and tests: what every construct of the language is in words of memory.

Takes expressions of a checked game, in a scope; gives a `Value`, or a `Test` for a truth.  What needs a loop becomes a function
of its own, whose parameters are what the expression uses of its scope; what is known before play is folded away.  A set is a
mask of bits, nobody is -1, as in the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import assert_never

from cartaro_engine.expressions import arguments, definitions, faces, headings, operators, participants, patterns, sets
from cartaro_engine.expressions.set_algebra import OneWord, SetAlgebra
from cartaro_engine.expressions.wide_sets import ManyWords
from cartaro_engine.ir.endings import restoring
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
from cartaro_engine.ir.nodes import Call, Const, Function, Lookup, Test, Value, Var
from cartaro_engine.ir.reach import calls
from cartaro_engine.ir.writer import Writer, plain
from cartaro_engine.memory.plan import MemoryPlan, cell, is_set
from cartaro_engine.memory.refusals import Construct, Refused
from cartaro_engine.memory.scope import ACTOR, Scope, may_be_nobody
from cartaro_grammar import Expr, Game, Type
from cartaro_grammar import game as g
from cartaro_interpreter import Moment, Rules, free_locals


@dataclass(slots=True)
class Lowering:
    """The lowering of one game: the functions and tables made so far."""

    game: Game
    rules: Rules
    plan: MemoryPlan
    functions: dict[str, Function] = field(default_factory=dict[str, Function])
    tables: dict[tuple[int, ...], str] = field(default_factory=dict[tuple[int, ...], str])
    made: dict[Hashable, str] = field(default_factory=dict[Hashable, str])
    printed: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    """What is printed on the cards, as tables, by attribute or measure."""
    words: SetAlgebra = field(init=False)
    """Sets of one word: of players, sides, symbols and groups."""
    cards: SetAlgebra = field(init=False)
    """Sets of cards."""
    leaving: set[str] = field(default_factory=set[str])
    """The functions that leave sets of several words behind."""
    watched: dict[Moment, str] = field(default_factory=dict[Moment, str])
    """The functions to be called at moments of play, where hands are watched."""

    def __post_init__(self) -> None:
        self.words = OneWord(self)
        self.cards = self.words if self.plan.width == 1 else ManyWords(self)

    def sets_of(self, of: Type) -> SetAlgebra:
        """What is done with the sets of a type."""
        return self.cards if is_set(of) else self.words

    def table(self, values: tuple[int, ...]) -> str:
        """The name of a table with these entries."""
        return self.tables.setdefault(values, f"table_{len(self.tables)}")

    def look_up(self, values: tuple[int, ...], index: Value) -> Value:
        """An entry of a table."""
        return Const(values[index.value]) if isinstance(index, Const) else Lookup(self.table(values), index)

    def define(
        self, key: Hashable, hint: str, parameters: tuple[str, ...], write: Callable[[Writer], None], *, keeps: bool = False
    ) -> str:
        """The function for a key, written when it is first wanted; it may call itself.  Unless it `keeps` them, since it gives
        one, sets of several words that it has made are forgotten at its end.
        """
        if key not in self.made:
            name = f"{plain(hint)}_{len(self.made)}"
            self.made[key] = name
            writer = Writer(name, *parameters)
            write(writer)
            function = writer.function()
            if keeps and self.plan.width > 1:
                self.leaving.add(name)
            elif not self.leaving.isdisjoint(calls(function.body)):
                function = restoring(function, self.plan.passing)
            self.functions[name] = function
        return self.made[key]

    def lifted(
        self,
        kind: Hashable,
        hint: str,
        uses: tuple[Expr, ...],
        scope: Scope,
        write: Callable[[Writer, Scope], None],
        *more: tuple[str, Value],
        keeps: bool = False,
    ) -> Call:
        """A function of the actor, of what some expressions use of their scope, and of further values; called."""
        free = sorted(frozenset[str]().union(*(free_locals(expr) for expr in uses)) & scope.names.keys())
        bound = [("actor", scope.actor), *((f"of_{n}", scope.names[name]) for n, name in enumerate(free))]
        given = [*((name, value) for name, value in bound if not isinstance(value, Const)), *more]
        actor, *values = (value if isinstance(value, Const) else Var(name) for name, value in bound)
        sure = scope.sure & {ACTOR, *free}
        inside = Scope(actor, dict(zip(free, values, strict=True)), sure)
        key = (kind, tuple(value if isinstance(value, Const) else None for _, value in bound), sure)
        name = self.define(key, hint, tuple(name for name, _ in given), lambda w: write(w, inside), keeps=keeps)
        return Call(name, tuple(value for _, value in given))

    def case(self, when: tuple[Expr, ...], unless: tuple[Expr, ...], scope: Scope) -> Test:
        """Whether all of some conditions hold and none of some others."""
        return every(*(self.test(e, scope) for e in when), *(negation(self.test(e, scope)) for e in unless))

    def condition(self, clause: g.Clause, scope: Scope) -> Test:
        """Whether a clause applies."""
        return self.case(clause.when, clause.unless, scope)

    def test(self, expr: Expr, scope: Scope) -> Test:
        """A truth."""
        if isinstance(expr, g.Operation):
            return operators.operation_test(self, expr, scope)
        if isinstance(expr, g.Quantified):
            return sets.quantified(self, expr, scope)
        if isinstance(expr, g.Can):
            return arguments.can(self, expr, scope)
        if isinstance(expr, g.Applies):
            return arguments.applies(self, expr, scope)
        return set_of(patterns.pattern(self, expr, scope) if isinstance(expr, g.Pattern) else self.value(expr, scope))

    def value(self, expr: Expr, scope: Scope) -> Value:
        """A number, a member or a set; a truth as 1 or 0."""
        match expr:
            case g.Number(value=known):
                return Const(known)
            case g.Truth(value=truth):
                return Const(int(truth))
            case g.Symbol(name=name):
                return Const(self.rules.compiler.symbol(expr.type.enumeration, name))
            case g.Symbols(attribute=attribute):
                return Const(next((1 << len(a.values)) - 1 for a in self.game.deck.attributes if a.name == attribute))
            case g.Cards():
                return faces.written(self, expr)
            case g.AllCards():
                return self.cards.constant(self.rules.layout.pack)
            case g.Everyone():
                return participants.everyone(self, sides=expr.type.kind == "sides")
            case g.LastPlayer():
                return participants.last(self)
            case g.Nobody():
                return NOBODY
            case g.Actor():
                return scope.actor
            case g.Local(name=name):
                return scope.names[name]
            case g.Setting(option=option):
                return _setting(self, option, expr)
            case g.InZone() | g.Recall():
                return stored(self, expr, scope)
            case g.Neighbour(player=player, steps=steps):
                return participants.neighbour(self, self.value(player, scope), steps)
            case g.Attribute() | g.SideOf():
                return _looked_up(self, expr, scope)
            case g.Top(pile=pile):
                return _top(self, pile, scope)
            case g.Operation():
                return operators.operation(self, expr, scope)
            case g.Quantified() | g.Can() | g.Applies():
                return number(self.test(expr, scope))
            case g.Single(member=member):
                return set_of_one(self, member, scope)
            case g.Only(members=members):
                return self.sets_of(members.type).only(self.value(members, scope))
            case g.Size(members=members):
                return self.sets_of(members.type).size(self.value(members, scope))
            case g.Where():
                return sets.where(self, expr, scope)
            case g.Total():
                return sets.total(self, expr, scope)
            case g.Extreme():
                return sets.extreme(self, expr, scope)
            case g.Select():
                return sets.select(self, expr, scope)
            case g.Pattern():
                return patterns.pattern(self, expr, scope)
            case g.Apply():
                return definitions.applied(self, expr, scope)
            case g.ScoreOf():
                return headings.score(self, expr, scope)
            case g.ReadAs():
                return faces.read_as(self, expr, scope)
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
        raise Refused(Construct.OTHER, pile.span)
    owner, anybody = owner_of(lo, pile, scope)
    array = lo.plan.pile(slot_of(lo, pile), owner)
    return choose(every(anybody, set_of(load(array))), load(plus(load(array), array)), NOBODY)


def _setting(lo: Lowering, option: str, expr: g.Setting) -> Value:
    chosen = lo.game.chosen[option]
    if expr.type.kind == "number":
        return Const(int(chosen))
    return Const(lo.rules.compiler.symbol(expr.type.enumeration, chosen))
