"""Expressions to code: the meaning of every construct of the language.

Takes expressions of the checked game, gives code that is a pure function of a state and a frame.  What is known before play
(settings, named cards, sets of cards by their attributes) is worked out once.  A set of cards is a mask of faces, a group of
a family too; a set of groups is a mask of their places in the family.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from cartaro_grammar import (
    Actor,
    AllCards,
    Applies,
    Apply,
    Attribute,
    Can,
    Cards,
    Clause,
    Everyone,
    Expr,
    Extreme,
    Game,
    InZone,
    LastPlayer,
    Local,
    Neighbour,
    Nobody,
    Number,
    Only,
    Operation,
    Pattern,
    Quantified,
    ReadAs,
    Recall,
    ScoreOf,
    Select,
    Setting,
    SideOf,
    Single,
    Size,
    Symbol,
    Symbols,
    Top,
    Total,
    Truth,
    Type,
    Where,
)
from cartaro_interpreter.expressions import argument_search, definitions, operators, participants, sets
from cartaro_interpreter.expressions.code import FALSE, TRUE, Code, CodeScope, all_of, constant, none_of
from cartaro_interpreter.expressions.group_shapes import Shapes
from cartaro_interpreter.expressions.precedence import Precedence
from cartaro_interpreter.state.budget import Work
from cartaro_interpreter.state.fault import Unsupported
from cartaro_interpreter.state.layout import NOBODY, Cells, Layout, Place, mask_of, members

MOST_CODE = 200_000


@dataclass(slots=True)
class Compiler:
    """Compiles the expressions of one game; remembers its definitions, and the circles that it must not enter.  `named` are the
    cards that the rules name by their codes; once the game is compiled (`sealed`), what is asked of it names none.
    """

    game: Game
    layout: Layout
    precedence: Precedence
    symbols: dict[tuple[str, str], int]
    functions: dict[tuple[str, tuple[int | None, ...]], definitions.Called] = field(
        default_factory=dict[tuple[str, tuple[int | None, ...]], definitions.Called]
    )
    inside: list[str] = field(default_factory=list[str])
    named: int = 0
    sealed: bool = False
    tables: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    shapes: dict[Expr, Shapes] = field(default_factory=dict[Expr, Shapes])
    written: int = 0
    work: Work = field(default_factory=Work)

    def symbol(self, enumeration: str, name: str) -> int:
        """The number of a symbol within its enumeration."""
        known = self.symbols.get((enumeration, name))
        if known is None:
            known = sum(1 for other, _ in self.symbols if other == enumeration)
            self.symbols[enumeration, name] = known
        return known

    def symbol_name(self, enumeration: str, number: int) -> str | None:
        """The name of a symbol by its number."""
        return next((name for (e, name), n in self.symbols.items() if e == enumeration and n == number), None)

    def condition(self, clause: Clause, scope: CodeScope) -> Code:
        """Whether a clause applies: every `when`, and no `unless`."""
        return self.case(clause.when, clause.unless, scope)

    def case(self, when: tuple[Expr, ...], unless: tuple[Expr, ...], scope: CodeScope) -> Code:
        """Whether all of some conditions hold and none of some others."""
        return all_of((
            *(self.code(expr, scope) for expr in when),
            *(none_of(self.code(expr, scope)) for expr in unless),
        ))  # fmt: skip

    def code(self, expr: Expr, scope: CodeScope) -> Code:
        """The code of an expression."""
        self.written += 1
        if self.written > MOST_CODE:
            raise Unsupported("a game in which definitions use each other this often", expr.span)
        match expr:
            case Number(value=value):
                return constant(value)
            case Truth(value=truth):
                return TRUE if truth else FALSE
            case Symbol(name=name):
                return constant(self.symbol(expr.type.enumeration, name))
            case Symbols(attribute=attribute):
                return constant((1 << _size_of(self.game, attribute)) - 1)
            case Cards():
                return _written(self, expr)
            case AllCards():
                return constant(self.layout.pack)
            case Everyone():
                return participants.everyone(self, sides=expr.type.kind == "sides")
            case LastPlayer():
                return participants.last(self)
            case Nobody():
                return constant(NOBODY)
            case Actor():
                return scope.actor
            case Local(name=name):
                return scope.names[name]
            case Setting(option=option):
                return constant(self._setting(option, expr.type))
            case InZone() | Recall():
                return _stored(self, expr, scope)
            case Attribute():
                return _attribute(self, expr, scope)
            case Neighbour() | SideOf():
                return _related(self, expr, scope)
            case Top(pile=pile):
                return _top(self, pile, scope)
            case Operation():
                return operators.operation(self, expr, scope)
            case Single() | Only() | Size() | Where() | Quantified() | Total() | Extreme() | Select() | Pattern():
                return sets.collected(self, expr, scope)
            case Apply():
                return definitions.applied(self, expr, scope)
            case ScoreOf():
                return definitions.score(self, expr, scope)
            case Can():
                return argument_search.can(self, expr, scope)
            case Applies():
                return argument_search.applies(self, expr, scope)
            case ReadAs():
                return _read_as(self, expr, scope)
            case _:
                assert_never(expr)

    def written_faces(self, expr: Cards) -> list[tuple[int, ...]]:
        """The faces that each of some written cards may mean; itself first, where it may be meant."""
        readings = expr.readings or (None,) * len(expr.cards)
        return [self.layout.faces.faces_like(card, like) for card, like in zip(expr.cards, readings, strict=True)]

    def slot(self, expr: InZone | Recall, scope: CodeScope) -> Code:
        """The cell that a zone or a memory cell is kept in, or `NOBODY` where its owner is nobody."""
        return slot_of(self, expr, scope)

    def _setting(self, option: str, of: Type) -> int:
        chosen = self.game.chosen[option]
        return int(chosen) if of.kind == "number" else self.symbol(of.enumeration, chosen)


def compiler(game: Game, layout: Layout) -> Compiler:
    """A compiler for one game, with the symbols of its attributes numbered in the order of their declaration."""
    named = {(a.name, value.name): number for a in game.deck.attributes for number, value in enumerate(a.values)}
    return Compiler(game, layout, Precedence(game), named)


def _size_of(game: Game, attribute: str) -> int:
    return next(len(a.values) for a in game.deck.attributes if a.name == attribute)


def slot_of(c: Compiler, expr: InZone | Recall, scope: CodeScope) -> Code:
    """The cell that a zone or a memory cell is kept in, or `NOBODY` where its owner is nobody."""
    base = c.layout.places[expr.zone].slot if isinstance(expr, InZone) else c.layout.memory[expr.cell].slot
    if expr.owner is None:
        return constant(base)
    owner = c.code(expr.owner, scope)
    if owner.constant is not None:
        return constant(NOBODY if owner.constant == NOBODY else base + owner.constant)
    run = owner.run

    def slot(cells: Cells, frame: list[int]) -> int:
        number = run(cells, frame)
        return NOBODY if number == NOBODY else base + number

    return Code(slot)


def _stored(c: Compiler, expr: InZone | Recall, scope: CodeScope) -> Code:
    """A cell's value; of nobody's, nothing: an empty zone, a counter at 0, a reference to nobody."""
    if isinstance(expr, InZone) and c.layout.places[expr.zone].zone.family:
        return _family(c.layout.places[expr.zone])
    if isinstance(expr, InZone) and expr.owner is not None and expr.owner.type.kind in ("players", "sides"):
        return _together(c, expr, expr.owner, scope)
    absent = NOBODY if isinstance(expr, Recall) and c.layout.memory[expr.cell].cell.kind == "reference" else 0
    slot = slot_of(c, expr, scope)
    if slot.constant is not None:
        place = slot.constant
        return constant(absent) if place == NOBODY else Code(lambda cells, frame: cells[place])
    run = slot.run

    def read(cells: Cells, frame: list[int]) -> int:
        found = run(cells, frame)
        return absent if found == NOBODY else cells[found]

    return Code(read)


def _family(place: Place) -> Code:
    """The groups of a family, as a mask of their places: they lie in its first cells."""
    first, end = place.slot, place.slot + place.count

    def groups(cells: Cells, frame: list[int]) -> int:
        count = 0
        while first + count < end and cells[first + count]:
            count += 1
        return (1 << count) - 1

    return Code(groups)


def _together(c: Compiler, expr: InZone, owners: Expr, scope: CodeScope) -> Code:
    """The cards of a zone of several owners, all together."""
    base, run = c.layout.places[expr.zone].slot, c.code(owners, scope).run

    def gather(cells: Cells, frame: list[int]) -> int:
        cards = 0
        for owner in members(run(cells, frame)):
            cards |= cells[base + owner]
        return cards

    return Code(gather)


def attribute_table(c: Compiler, name: str) -> tuple[int, ...]:
    """An attribute's symbol or a measure's number for each face: 0 for one without the measure."""
    if name not in c.tables:
        c.tables[name] = _table(c, name)
    return c.tables[name]


def _table(c: Compiler, name: str) -> tuple[int, ...]:
    if name in c.game.measure:
        return tuple(value or 0 for value in c.game.faces.measure(name))
    found = c.game.faces.attribute(name)
    return tuple(NOBODY if value is None else c.symbol(name, value) for value in found)


def _attribute(c: Compiler, expr: Attribute, scope: CodeScope) -> Code:
    """An attribute of a card; of nobody, 0 for a measure and nothing for another attribute."""
    absent = 0 if expr.name in c.game.measure else NOBODY
    table = (*attribute_table(c, expr.name), absent)
    card = c.code(expr.card, scope)
    if card.constant is not None:
        return constant(table[card.constant])
    run = card.run
    return Code(lambda cells, frame: table[run(cells, frame)])


def _related(c: Compiler, expr: Neighbour | SideOf, scope: CodeScope) -> Code:
    """The player some seats on, or the side of a player; of nobody, nobody."""
    player = c.code(expr.player, scope)
    if isinstance(expr, Neighbour):
        return participants.neighbour(c, player, expr.steps)
    table = (*c.game.side_of, NOBODY)
    if player.constant is not None:
        return constant(table[player.constant])
    run = player.run
    return Code(lambda cells, frame: table[run(cells, frame)])


def _written(c: Compiler, expr: Cards) -> Code:
    """Cards by their codes: each as it is written to be read, or as itself."""
    numbers = c.written_faces(expr)
    if not c.sealed:
        c.named |= mask_of(expr.cards)
    chosen = [options[0] if options else card for options, card in zip(numbers, expr.cards, strict=True)]
    return constant(chosen[0] if expr.type.kind == "card" else mask_of(chosen))


def _read_as(c: Compiler, expr: ReadAs, scope: CodeScope) -> Code:
    """Whether a card lying in a group is read as another: as a card with the same printed on it."""
    kind = c.game.faces.kind
    signs = (*((sign[0] if n < c.game.faces.pack else sign[1]) for n, sign in enumerate(c.layout.faces.signs)), NOBODY)
    own = (*(kind[card] for card in c.layout.faces.base), NOBODY)
    card, reading = c.code(expr.card, scope).run, c.code(expr.reading, scope).run
    return Code(lambda cells, frame: 1 if signs[card(cells, frame)] == own[reading(cells, frame)] else 0)


def _top(c: Compiler, pile: Expr, scope: CodeScope) -> Code:
    if not isinstance(pile, InZone) or not c.layout.places[pile.zone].order:
        raise Unsupported("the top of what is no pile", pile.span)
    place = c.layout.places[pile.zone]
    run = slot_of(c, pile, scope).run
    shift = place.order - place.slot

    def top(cells: Cells, frame: list[int]) -> int:
        slot = run(cells, frame)
        return NOBODY if slot == NOBODY or not cells[slot] else cells[slot + shift] & 255

    return Code(top)
