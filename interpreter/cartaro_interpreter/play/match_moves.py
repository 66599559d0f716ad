"""Moves as people write them, and the legal moves that they mean.

A code may leave open what a card is read as (`JK`, or an ace of a sequence), a group may be written by its cards alone, and of
equal cards any may be named.  `matching` finds the legal move that is meant, done with the very cards that were named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, product

from cartaro_grammar import game as g
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.expressions.parameter_values import told_apart
from cartaro_interpreter.play.turn import Choice
from cartaro_interpreter.state.face_sets import FaceSets
from cartaro_interpreter.state.layout import Cells, groups_of, mask_of, members
from cartaro_interpreter.state.move import Move

MOST_MEANINGS = 4_096


def matching(rules: Rules, cells: Cells, options: Iterable[Choice], move: Move) -> Choice | None:
    """The option that a move means; None where it means none of them."""
    options = tuple(options)
    exact = next((option for option in options if option.move.same(move)), None)
    faces = rules.layout.faces
    if exact is not None or not (faces.read or faces.plural) or move.act not in rules.acts:
        return exact
    told = told_apart(rules.compiler)(cells)
    known = {_likeness(rules, option.move, told): option for option in reversed(options) if option.move.act == move.act}
    for meaning in meanings(rules, cells, move):
        option = known.get(_likeness(rules, meaning, told))
        if option is not None and _in_domain(rules, cells, option, meaning):
            return Choice(option.step, option.player, Move(meaning.act, meaning.args, option.move.by))
    return None


def meanings(rules: Rules, cells: Cells, move: Move) -> list[Move]:
    """What a move may mean, each card read in some way; the move as it is given comes first."""
    act = rules.game.act.get(move.act)
    faces = rules.layout.faces
    if act is None or len(act.parameters) != len(move.args) or not (faces.read or rules.layout.families):
        return [move]
    ways = [_ways(rules, cells, parameter, value) for parameter, value in zip(act.parameters, move.args, strict=True)]
    return [Move(move.act, args, move.by) for args in islice(product(*ways), MOST_MEANINGS)]


def _ways(rules: Rules, cells: Cells, parameter: g.Parameter, value: int) -> Sequence[int]:
    faces = rules.layout.faces
    match parameter.type.kind:
        case "group":
            return (_group_of(rules, cells, value),)
        case "card" if parameter.freely:
            return _loosened(faces, value)
        case "card":
            return (_as_it_lies(rules, cells, value),)
        case "cards" if parameter.freely:
            return readings_of_set(faces, [_loosened(faces, face) for face in members(value)])
        case _:
            return (value,)


def readings_of_set(faces: FaceSets, each: Sequence[Sequence[int]]) -> list[int]:
    """The sets of one face out of each of several lists."""
    return [mask_of(chosen) for chosen in islice(product(*each), MOST_MEANINGS)]


def _loosened(faces: FaceSets, number: int) -> tuple[int, ...]:
    """The faces that one may stand for that was written, perhaps, without saying all."""
    face = faces.faces.faces[number]
    if face.settings:
        return (number,)
    return faces.faces_like(face.card, face.like if face.like != face.card else None)


def _group_of(rules: Rules, cells: Cells, given: int) -> int:
    """The group on the table that has these cards, or the cards as they are given."""
    cards = rules.layout.faces.physical(given)
    groups = (group for place in rules.layout.families for group in groups_of(cells, place))
    return next((group for group in groups if rules.layout.faces.physical(group) == cards), given)


def _as_it_lies(rules: Rules, cells: Cells, given: int) -> int:
    """A card's face in the group where it lies, or the card itself."""
    card = rules.layout.faces.base[given] if given >= 0 else given
    for place in rules.layout.families:
        for group in groups_of(cells, place):
            here = group & rules.layout.faces.expansion[card]
            if here:
                return here.bit_length() - 1
    return card


def _likeness(rules: Rules, move: Move, told: int) -> tuple[object, ...]:
    """What is the same of two moves that differ in equal cards only."""
    pairs = zip(rules.game.act[move.act].parameters, move.args, strict=True)
    return tuple(_argument_likeness(rules, parameter, value, told) for parameter, value in pairs)


def _argument_likeness(rules: Rules, parameter: g.Parameter, value: int, told: int) -> object:
    faces = rules.layout.faces

    def sign(face: int) -> tuple[int, int]:
        return faces.class_of[face], told >> faces.base[face] & 1

    match parameter.type.kind:
        case "card" if value >= 0:
            return sign(value)
        case "cards":
            return tuple(sorted(map(sign, members(value))))
        case _:
            return value


def alike(rules: Rules, cells: Cells, parameter: g.Parameter, first: int, second: int) -> bool:
    """Whether two arguments of an act differ in equal cards at most."""
    if first == second:
        return True
    told = told_apart(rules.compiler)(cells)
    return _argument_likeness(rules, parameter, first, told) == _argument_likeness(rules, parameter, second, told)


def _in_domain(rules: Rules, cells: Cells, option: Choice, move: Move) -> bool:
    inquiry = rules.acts[move.act].inquiry
    frame = inquiry.frame(option.player, move.args)
    return all(lies_within(cells, frame) for lies_within in inquiry.domains)


def group_meant(rules: Rules, each: Sequence[Sequence[int]]) -> int:
    """A group lying on the table, of cards that may be read in several ways: the first reading that an act could have made,
    or the first of all.
    """
    ways = readings_of_set(rules.layout.faces, each)
    shapes = rules.compiler.shapes.values()
    return next((way for way in ways if any(shape.fits(way) for shape in shapes)), ways[0] if ways else 0)
