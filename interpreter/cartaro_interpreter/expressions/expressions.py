"""Expressions to code: the meaning of every construct of the language.

Takes expressions of the checked game, gives code that is a pure function of a state and a frame.  What is known before play
(settings, named cards, sets of cards by their attributes) is worked out once.  A set of cards is a mask of faces, a group of
a family too; a set of groups is a mask of their places in the family.
"""

from __future__ import annotations

from typing import assert_never

from cartaro_grammar import Expr, Game, say
from cartaro_grammar import game as g
from cartaro_interpreter.expressions import argument_search, definitions, operators, participants, sets
from cartaro_interpreter.expressions.code import FALSE, TRUE, Code, CodeScope, constant
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.state.fault import Unsupported
from cartaro_interpreter.state.layout import NOBODY, Cells, Layout, Place, mask_of, members


def meaning(c: Compiler, expr: Expr, scope: CodeScope) -> Code:
    """The code of every construct."""
    match expr:
        case g.Number(value=value):
            return constant(value)
        case g.Truth(value=truth):
            return TRUE if truth else FALSE
        case g.Symbol(name=name):
            return constant(c.symbol(expr.type.enumeration, name))
        case g.Symbols(attribute=attribute):
            return constant((1 << _size_of(c.game, attribute)) - 1)
        case g.Cards():
            return _written(c, expr)
        case g.AllCards():
            return constant(c.layout.pack)
        case g.Everyone():
            return participants.everyone(c, sides=expr.type.kind == "sides")
        case g.LastPlayer():
            return participants.last(c)
        case g.Nobody():
            return constant(NOBODY)
        case g.Actor():
            return scope.actor
        case g.Local(name=name):
            return scope.names[name]
        case g.Setting(option=option):
            return constant(c.setting(option, expr.type))
        case g.InZone() | g.Recall():
            return _stored(c, expr, scope)
        case g.Attribute():
            return _attribute(c, expr, scope)
        case g.Neighbour() | g.SideOf():
            return _related(c, expr, scope)
        case g.Top(pile=pile):
            return _top(c, pile, scope)
        case g.Operation():
            return operators.operation(c, expr, scope)
        case g.Single() | g.Only() | g.Size() | g.Where() | g.Quantified() | g.Total() | g.Extreme() | g.Select() | g.Pattern():
            return sets.collected(c, expr, scope)
        case g.Apply():
            return definitions.applied(c, expr, scope)
        case g.ScoreOf():
            return definitions.score(c, expr, scope)
        case g.Can():
            return argument_search.can(c, expr, scope)
        case g.Applies():
            return argument_search.applies(c, expr, scope)
        case g.ReadAs():
            return _read_as(c, expr, scope)
        case _:
            assert_never(expr)


def compiler(game: Game, layout: Layout) -> Compiler:
    """A compiler for one game, with the symbols of its attributes numbered in the order of their declaration."""
    named = {(a.name, value.name): number for a in game.deck.attributes for number, value in enumerate(a.values)}
    return Compiler(game, layout, named, meaning)


def _size_of(game: Game, attribute: str) -> int:
    return next(len(a.values) for a in game.deck.attributes if a.name == attribute)


def _stored(c: Compiler, expr: g.InZone | g.Recall, scope: CodeScope) -> Code:
    """A cell's value; of nobody's, nothing: an empty zone, a counter at 0, a reference to nobody."""
    if isinstance(expr, g.InZone) and c.layout.places[expr.zone].zone.family:
        return _family(c.layout.places[expr.zone])
    if isinstance(expr, g.InZone) and expr.owner is not None and expr.owner.type.kind in ("players", "sides"):
        return _together(c, expr, expr.owner, scope)
    absent = NOBODY if isinstance(expr, g.Recall) and c.layout.memory[expr.cell].cell.kind == "reference" else 0
    slot = c.slot(expr, scope)
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


def _together(c: Compiler, expr: g.InZone, owners: Expr, scope: CodeScope) -> Code:
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


def _attribute(c: Compiler, expr: g.Attribute, scope: CodeScope) -> Code:
    """An attribute of a card; of nobody, 0 for a measure and nothing for another attribute."""
    absent = 0 if expr.name in c.game.measure else NOBODY
    table = (*attribute_table(c, expr.name), absent)
    card = c.code(expr.card, scope)
    if card.constant is not None:
        return constant(table[card.constant])
    run = card.run
    return Code(lambda cells, frame: table[run(cells, frame)])


def _related(c: Compiler, expr: g.Neighbour | g.SideOf, scope: CodeScope) -> Code:
    """The player some seats on, or the side of a player; of nobody, nobody."""
    player = c.code(expr.player, scope)
    if isinstance(expr, g.Neighbour):
        return participants.neighbour(c, player, expr.steps)
    table = (*c.game.side_of, NOBODY)
    if player.constant is not None:
        return constant(table[player.constant])
    run = player.run
    return Code(lambda cells, frame: table[run(cells, frame)])


def _written(c: Compiler, expr: g.Cards) -> Code:
    """Cards by their codes: each as it is written to be read, or as itself."""
    numbers = c.written_faces(expr)
    if not c.sealed:
        c.named |= mask_of(expr.cards)
    chosen = [options[0] if options else card for options, card in zip(numbers, expr.cards, strict=True)]
    return constant(chosen[0] if expr.type.kind == "card" else mask_of(chosen))


def _read_as(c: Compiler, expr: g.ReadAs, scope: CodeScope) -> Code:
    """Whether a card lying in a group is read as another: as a card with the same printed on it."""
    kind = c.game.faces.kind
    signs = (*((sign[0] if n < c.game.faces.pack else sign[1]) for n, sign in enumerate(c.layout.faces.signs)), NOBODY)
    own = (*(kind[card] for card in c.layout.faces.base), NOBODY)
    card, reading = c.code(expr.card, scope).run, c.code(expr.reading, scope).run
    return Code(lambda cells, frame: 1 if signs[card(cells, frame)] == own[reading(cells, frame)] else 0)


def _top(c: Compiler, pile: Expr, scope: CodeScope) -> Code:
    if not isinstance(pile, g.InZone) or not c.layout.places[pile.zone].order:
        raise Unsupported(say("the top of what is no pile"), pile.span)
    place = c.layout.places[pile.zone]
    run = c.slot(pile, scope).run
    shift = place.order - place.slot

    def top(cells: Cells, frame: list[int]) -> int:
        slot = run(cells, frame)
        return NOBODY if slot == NOBODY or not cells[slot] else cells[slot + shift] & 255

    return Code(top)
