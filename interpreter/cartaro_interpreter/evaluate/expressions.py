"""The operators: arithmetic, comparison, logic and sets.

Who is still in the match: all players, or those for whom a clause says that they take part.

Where players leave the match before its end, who is in it is kept in a cell and settled before each hand: the others are dealt
nothing, have no turn and are none of `players` or `sides`.

Sets: filters, counts, sums, extremes, choices of one member, quantifiers and patterns.

A set is a bit mask.  A filter or a sum that looks only at what is printed on the cards becomes a mask or a table before
play; a condition over all players or sides is written out for each of them.

Definitions applied to arguments, and the score.

A definition's answer is that of the clauses in force: those that apply and to which no other applying one is preferred.
Different answers in force are a clash, none is a gap (false, for a truth); both stop play with a fault.

Warrants: the permissions of an act, what bars them, what lifts a bar, and the domains of arguments.

The values that a parameter of an act may take: cards of a zone, groups of a family, sets of cards, cards with a reading.

What the act's conditions say of a parameter narrows its choice beforehand, where they are of a form that does; the others are
left to be tested one by one.  Of equal cards that nothing tells apart one stands for all.

Who may do what: the search for the arguments of an act under a permission, and the questions `can` and `applies`.

The search sets one parameter after the other.  Each condition, and each prohibition, is tested as soon as the parameters
that it mentions are set; the bounds on a set of cards are handed to the search for that set.

Expressions to code: the meaning of every construct of the language.

Takes expressions of the checked game, gives code that is a pure function of a state and a frame.  What is known before play
(settings, named cards, sets of cards by their attributes) is worked out once.  A set of cards is a mask of faces, a group of
a family too; a set of groups is a mask of their places in the family.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice, product
from math import prod
from typing import TypeVar, assert_never

from cartaro_grammar import Clause, Expr, Game, Span, clash_advice, msg, read_argument
from cartaro_grammar import game as g
from cartaro_interpreter.evaluate.card_groups import (
    REMEMBERED,
    Choices,
    CodeBounds,
    CodeCondition,
    absorb,
    conjuncts,
    each,
    has_pattern,
    of_a_sum,
    on_the_set,
    remembered,
    search,
    shapes_of,
)
from cartaro_interpreter.evaluate.code import (
    FALSE,
    TRUE,
    Called,
    Code,
    CodeScope,
    Compiler,
    Frame,
    Frames,
    Run,
    all_of,
    any_of,
    at,
    changed,
    constant,
    none_of,
)
from cartaro_interpreter.evaluate.mentions import free_locals, parts, steady_function
from cartaro_interpreter.state.card_sets import Member, MemberSet, Value, mask_of, members
from cartaro_interpreter.state.faults import Faulted, Unsupported, Work, too_much
from cartaro_interpreter.state.state import NOBODY, TURN, Cells, Layout, Place, groups_of

# --------------------------------------------------------------------- operators


def operation(c: Compiler, expr: g.Operation, scope: CodeScope) -> Code:
    """The code of an operator and its operands."""
    if expr.operator == "=":
        empty = _emptiness(c, expr, scope)
        if empty is not None:
            return empty
    operands = tuple(c.code(operand, scope) for operand in expr.operands)
    if c.layout.faces.read:
        operands = _unread(c, expr, operands)
    code = _operator(expr, operands)
    if all(operand.constant is not None for operand in operands) and code.constant is None:
        return _worked_out(code)
    return code


def _unread(c: Compiler, expr: g.Operation, operands: tuple[Code, ...]) -> tuple[Code, ...]:
    """Which card it is does not depend on what it is read as: cards are compared, and looked for in sets, as themselves; what
    is taken out of a set is taken out in every reading.
    """
    if expr.operator not in ("=", "in", "subset", "minus"):
        return operands
    if expr.operator == "minus":
        first, second = operands
        return first, changed(changed(second, c.layout.faces.physical), c.layout.faces.expanded)
    base = (*c.layout.faces.base, -1)
    found: list[Code] = []
    for operand, code in zip(expr.operands, operands, strict=True):
        if operand.type.kind == "card":
            found.append(changed(code, base.__getitem__))
        elif operand.type.kind in ("cards", "group"):
            found.append(changed(code, c.layout.faces.physical))
        else:
            found.append(code)
    return tuple(found)


def _worked_out(code: Code) -> Code:
    """What depends on constants alone is a constant, unless working it out goes wrong: that waits for play."""
    try:
        return constant(code.run((), []))
    except Faulted:
        return code


def _emptiness(c: Compiler, expr: g.Operation, scope: CodeScope) -> Code | None:
    """`… is empty`, the most frequent comparison: the size of a set against 0."""
    first, second = expr.operands
    if isinstance(first, g.Size) and c.code(second, scope).constant == 0:
        return none_of(c.code(first.members, scope))
    return None


def _operator(expr: g.Operation, operands: tuple[Code, ...]) -> Code:
    match expr.operator, operands:
        case "and", _:
            return all_of(operands)
        case "or", _:
            return any_of(operands)
        case "not", (one,):
            return none_of(one)
        case "-", (one,):
            run = one.run
            return Code(lambda cells, frame: -run(cells, frame))
        case "half", (one,):
            run = one.run
            return Code(lambda cells, frame: run(cells, frame) // 2)
        case "+" | "*" | "union", (first, second, third, *rest):
            pair = _operator(expr, (first, second))
            return _operator(expr, (pair, third, *rest))
        case _, (first, second):
            return _binary(expr, first, second)
        case _:
            raise Unsupported(msg("`{operator}` of {n} values", operator=expr.operator, n=len(operands)), expr.span)


def _binary(expr: g.Operation, first: Code, second: Code) -> Code:
    a, b = first.run, second.run
    match expr.operator:
        case "+":
            return Code(lambda cells, frame: a(cells, frame) + b(cells, frame))
        case "-":
            return Code(lambda cells, frame: a(cells, frame) - b(cells, frame))
        case "*":
            return Code(lambda cells, frame: a(cells, frame) * b(cells, frame))
        case "remainder":
            return _remainder(a, b, expr)
        case "=":
            return _equal(first, second)
        case "<":
            return Code(lambda cells, frame: 1 if a(cells, frame) < b(cells, frame) else 0)
        case "<=":
            return Code(lambda cells, frame: 1 if a(cells, frame) <= b(cells, frame) else 0)
        case "union":
            return Code(lambda cells, frame: a(cells, frame) | b(cells, frame))
        case "minus":
            return Code(lambda cells, frame: a(cells, frame) & ~b(cells, frame))
        case "in":
            return _member(first, second, expr.operands[0])
        case "subset":
            return Code(lambda cells, frame: 0 if a(cells, frame) & ~b(cells, frame) else 1)
        case _:
            raise Unsupported(msg("`{operator}` of 2 values", operator=expr.operator), expr.span)


def _equal(first: Code, second: Code) -> Code:
    if first.constant is not None:
        first, second = second, first
    a, b, known = first.run, second.run, second.constant
    if known is not None:
        return Code(lambda cells, frame: 1 if a(cells, frame) == known else 0)
    return Code(lambda cells, frame: 1 if a(cells, frame) == b(cells, frame) else 0)


def _member(first: Code, second: Code, member: Expr) -> Code:
    """Whether a member is in a set; nobody is in none."""
    a, b = first.run, second.run
    if member.type.kind in ("cards", "players", "sides", "symbols"):
        return Code(lambda cells, frame: 0 if a(cells, frame) & ~b(cells, frame) else 1)
    if first.constant is not None and first.constant >= 0:
        known = first.constant
        return Code(lambda cells, frame: b(cells, frame) >> known & 1)

    def within(cells: Cells, frame: Frame) -> int:
        number = a(cells, frame)
        return 0 if number < 0 else b(cells, frame) >> number & 1

    return Code(within)


def _remainder(a: Run, b: Run, expr: g.Operation) -> Code:
    def remainder(cells: Cells, frame: Frame) -> int:
        divisor = b(cells, frame)
        if divisor <= 0:
            raise Faulted(
                "C0803", msg("the remainder is taken by {divisor}, which is not more than 0", divisor=divisor), expr.span
            )
        return a(cells, frame) % divisor

    return Code(remainder)


# ------------------------------------------------------------------ participants


def everyone(c: Compiler, *, sides: bool) -> Code:
    """All players or sides that are in the match."""
    if not c.layout.playing:
        return constant((1 << (c.game.sides if sides else c.game.players)) - 1)
    slot, side_of = c.layout.playing, c.game.side_of
    if not sides or side_of == tuple(range(c.game.players)):
        return Code(lambda cells, frame: cells[slot])

    def of_sides(cells: Cells, frame: Frame) -> int:
        found = 0
        for player in members(cells[slot]):
            found |= 1 << side_of[player]
        return found

    return Code(of_sides)


def last(c: Compiler) -> Code:
    """The player in the last seat of those that are taken."""
    if not c.layout.playing:
        return constant(c.game.players - 1)
    slot = c.layout.playing
    return Code(lambda cells, frame: cells[slot].bit_length() - 1)


def neighbour(c: Compiler, player: Code, steps: int) -> Code:
    """The player some seats on among those in the match; of nobody, nobody."""
    count = c.game.players
    table = (*((seat + steps) % count for seat in range(count)), NOBODY)
    if not c.layout.playing:
        if player.constant is not None:
            return constant(table[player.constant])
        plain = player.run
        return Code(lambda cells, frame: table[plain(cells, frame)])
    slot, run = c.layout.playing, player.run

    def beside(cells: Cells, frame: Frame) -> int:
        seat, here = run(cells, frame), cells[slot]
        if seat < 0 or not here:
            return NOBODY
        step = 1 if steps > 0 else -1
        for _ in range(abs(steps)):
            seat = (seat + step) % count
            while not here >> seat & 1:
                seat = (seat + step) % count
        return seat

    return Code(beside)


def company(c: Compiler) -> Run | None:
    """Who is in the match now, by the clauses that say so; None where all always are."""
    if not c.layout.playing:
        return None
    frames = Frames()
    actor, place = frames.place(), frames.place()
    scopes = [(clause, CodeScope(frames, at(actor), {said.who: at(place)})) for clause, said in c.game.saying(g.TakesPart)]
    takes_part = any_of(tuple(c.condition(clause, scope) for clause, scope in scopes)).run

    def settle(cells: Cells, frame: Frame) -> int:
        own = frames.fresh()
        own[actor] = NOBODY
        found = 0
        for player in range(c.game.players):
            own[place] = player
            if takes_part(cells, own):
                found |= 1 << player
        return found

    return settle


# -------------------------------------------------------------------------- sets


Collected = g.Single | g.Only | g.Size | g.Where | g.Quantified | g.Total | g.Extreme | g.Select | g.Pattern
_WRITTEN_OUT = 8


def collected(c: Compiler, expr: Collected, scope: CodeScope) -> Code:
    """The code of a construct over sets."""
    match expr:
        case g.Single(member=member):
            return changed(c.code(member, scope), lambda number: 1 << number if number >= 0 else 0)
        case g.Only(members=inner):
            return changed(c.code(inner, scope), _only)
        case g.Size(members=inner):
            return changed(c.code(inner, scope), int.bit_count)
        case g.Where():
            return _where(c, expr, scope)
        case g.Quantified():
            return _quantified(c, expr, scope)
        case g.Total():
            return _total(c, expr, scope)
        case g.Extreme():
            return _extreme(c, expr, scope)
        case g.Select():
            return _select(c, expr, scope)
        case g.Pattern():
            return _pattern(c, expr, scope)


def _only(mask: int) -> int:
    return mask.bit_length() - 1 if mask and mask & (mask - 1) == 0 else NOBODY


def _where(c: Compiler, expr: g.Where, scope: CodeScope) -> Code:
    inner = c.code(expr.members, scope)
    if expr.members.type.kind == "groups":
        return _groups_where(c, expr, inner, scope)
    held = each(c, expr.members, expr.variable, expr.condition, scope)
    if held is not None:
        kept = mask_of([number for number, value in enumerate(held) if value])
        return changed(inner, lambda mask: mask & kept)
    run = inner.run
    place = scope.frames.place()
    condition = c.code(expr.condition, scope.bind(expr.variable, at(place))).run
    work = c.work

    def where(cells: Cells, frame: Frame) -> int:
        kept = 0
        numbers = members(run(cells, frame))
        work.left -= len(numbers) + 1
        if work.left < 0:
            raise too_much()
        for number in numbers:
            frame[place] = number
            if condition(cells, frame):
                kept |= 1 << number
        return kept

    masks = remembered(c, expr, scope)
    if masks is None:
        return Code(where)

    def quickly(cells: Cells, frame: Frame) -> int:
        passing = masks(cells, frame)
        return where(cells, frame) if passing < 0 else run(cells, frame) & passing

    return Code(quickly)


def _groups_where(c: Compiler, expr: g.Where, inner: Code, scope: CodeScope) -> Code:
    place, first = scope.frames.place(), family_of(c, expr.members).slot
    run, condition = inner.run, c.code(expr.condition, scope.bind(expr.variable, at(place))).run
    work = c.work

    def where(cells: Cells, frame: Frame) -> int:
        kept = 0
        numbers = members(run(cells, frame))
        work.left -= len(numbers) + 1
        if work.left < 0:
            raise too_much()
        for number in numbers:
            frame[place] = cells[first + number]
            if condition(cells, frame):
                kept |= 1 << number
        return kept

    return Code(where)


Listed = Callable[[Cells, Frame], Sequence[int]]


def listed(c: Compiler, expr: Expr, scope: CodeScope) -> Listed:
    """The members of a set, one by one: numbers, or groups as the masks of their faces."""
    run = c.code(expr, scope).run
    if expr.type.kind != "groups":
        return lambda cells, frame: members(run(cells, frame))
    if isinstance(expr, g.InZone):
        family = c.layout.places[expr.zone]
        return lambda cells, frame: groups_of(cells, family)
    first = family_of(c, expr).slot
    return lambda cells, frame: [cells[first + number] for number in members(run(cells, frame))]


def values_in(c: Compiler, cells: Cells, expr: Expr, mask: int) -> tuple[Value, ...]:
    """The members of a set, from the value of its expression; of a set of groups, which is a mask of places in a family, the
    groups.
    """
    if expr.type.kind != "groups":
        return tuple(map(Member, members(mask)))
    first = family_of(c, expr).slot
    return tuple(MemberSet(cells[first + number]) for number in members(mask))


def family_of(c: Compiler, expr: Expr) -> Place:
    """The family whose groups an expression stands for."""
    while isinstance(expr, g.Where):
        expr = expr.members
    if not isinstance(expr, g.InZone):
        raise Unsupported(msg("a choice among groups that are no family's"), expr.span)
    return c.layout.places[expr.zone]


def _quantified(c: Compiler, expr: g.Quantified, scope: CodeScope) -> Code:
    """`no` is the denial of `some`."""
    if expr.quantifier == "no":
        denied = g.Quantified("some", expr.variable, expr.members, expr.condition, expr.type, expr.span)
        return none_of(_quantified(c, denied, scope))
    inner = c.code(expr.members, scope)
    if inner.constant is not None and inner.constant.bit_count() <= _WRITTEN_OUT:
        numbers = members(inner.constant)
        cases = tuple(c.code(expr.condition, scope.bind(expr.variable, constant(number))) for number in numbers)
        return any_of(cases) if expr.quantifier == "some" else all_of(cases)
    held = None if expr.members.type.kind == "groups" else each(c, expr.members, expr.variable, expr.condition, scope)
    if held is not None:
        kept = mask_of([number for number, value in enumerate(held) if value])
        if expr.quantifier == "some":
            return changed(inner, lambda mask: 1 if mask & kept else 0)
        return changed(inner, lambda mask: 0 if mask & ~kept else 1)
    within = _meeting(c, expr, inner, scope)
    if within is not None:
        return within
    place = scope.frames.place()
    condition = c.code(expr.condition, scope.bind(expr.variable, at(place))).run
    return _over(c.work, listed(c, expr.members, scope), condition, place, wanted=expr.quantifier == "some")


def _meeting(c: Compiler, expr: g.Quantified, inner: Code, scope: CodeScope) -> Code | None:
    """Whether some, or every, member of a set is in another: two masks against each other."""
    condition = expr.condition
    if not (isinstance(condition, g.Operation) and condition.operator == "in") or expr.members.type.kind == "groups":
        return None
    member, other = condition.operands
    if not (isinstance(member, g.Local) and member.name == expr.variable) or member.name in free_locals(other):
        return None
    first, second = inner.run, c.code(other, scope).run
    if expr.quantifier == "some":
        return Code(lambda cells, frame: 1 if first(cells, frame) & second(cells, frame) else 0)
    return Code(lambda cells, frame: 0 if first(cells, frame) & ~second(cells, frame) else 1)


def _over(work: Work, run: Listed, condition: Run, place: int, *, wanted: bool) -> Code:
    """Whether some member has (`wanted`), or every one has, a property."""

    def quantified(cells: Cells, frame: Frame) -> int:
        numbers = run(cells, frame)
        work.left -= len(numbers) + 1
        if work.left < 0:
            raise too_much()
        for number in numbers:
            frame[place] = number
            if bool(condition(cells, frame)) is wanted:
                return 1 if wanted else 0
        return 0 if wanted else 1

    return Code(quantified)


def _total(c: Compiler, expr: g.Total, scope: CodeScope) -> Code:
    inner = c.code(expr.members, scope)
    weights = None if expr.members.type.kind == "groups" else each(c, expr.members, expr.variable, expr.amount, scope)
    if weights is not None:
        return changed(inner, sums(weights))
    place = scope.frames.place()
    run = listed(c, expr.members, scope)
    amount = c.code(expr.amount, scope.bind(expr.variable, at(place))).run
    work = c.work

    def total(cells: Cells, frame: Frame) -> int:
        numbers = run(cells, frame)
        work.left -= len(numbers) + 1
        if work.left < 0:
            raise too_much()
        found = 0
        for number in numbers:
            frame[place] = number
            found += amount(cells, frame)
        return found

    return Code(total)


def sums(weights: tuple[int, ...]) -> Callable[[int], int]:
    """The function from a mask to the sum of its members' weights; remembers results."""

    @lru_cache(maxsize=REMEMBERED)
    def total(mask: int) -> int:
        return sum(weights[number] for number in members(mask))

    return total


def _extreme(c: Compiler, expr: g.Extreme, scope: CodeScope) -> Code:
    """0 for no cards; cards without the measure are passed over."""
    if expr.cards.type.kind not in ("cards", "group"):
        raise Unsupported(msg("the {which} of {type}", which=expr.which, type=str(expr.cards.type)), expr.span)
    values = c.game.faces.measure(expr.measure)
    choose = max if expr.which == "highest" else min

    @lru_cache(maxsize=REMEMBERED)
    def extreme(mask: int) -> int:
        found = (values[number] for number in members(mask))
        return choose((value for value in found if value is not None), default=0)

    return changed(c.code(expr.cards, scope), extreme)


def _select(c: Compiler, expr: g.Select, scope: CodeScope) -> Code:
    place = scope.frames.place()
    run = listed(c, expr.members, scope)
    within = scope.bind(expr.variable, at(place))
    keys = tuple((1 if which == "highest" else -1, c.code(key, within).run) for which, key in expr.keys)
    work = c.work

    def select(cells: Cells, frame: Frame) -> int:
        numbers = run(cells, frame)
        work.left -= len(numbers) + 1
        if work.left < 0:
            raise too_much()
        best: tuple[int, ...] = ()
        found = NOBODY
        for number in numbers:
            frame[place] = number
            rank = tuple(sign * key(cells, frame) for sign, key in keys)
            if not best or rank > best:
                best, found = rank, number
            elif rank == best:
                found = NOBODY
        return found

    return Code(select)


def _pattern(c: Compiler, expr: g.Pattern, scope: CodeScope) -> Code:
    if expr.cards.type.kind not in ("cards", "group"):
        raise Unsupported(msg("a pattern of {type}", type=str(expr.cards.type)), expr.span)
    table: tuple[int | None, ...]
    if expr.attribute in c.game.measure:
        table = c.game.faces.measure(expr.attribute)
    else:
        found = c.game.faces.attribute(expr.attribute)
        table = tuple(None if name is None else c.symbol(expr.attribute, name) for name in found)

    return changed(c.code(expr.cards, scope), _alike(table) if expr.pattern == "alike" else _unlike(table, expr.pattern))


def _alike(table: Sequence[int | None]) -> Callable[[int], int]:
    """Whether all members of a set have the same value; a card without one fits no pattern."""
    having: dict[int, int] = {}
    for number, value in enumerate(table):
        if value is not None:
            having[value] = having.get(value, 0) | 1 << number
    others = [-1 if value is None else ~having[value] for value in table]

    def alike(mask: int) -> int:
        return 0 if mask and mask & others[(mask & -mask).bit_length() - 1] else 1

    return alike


def _unlike(table: Sequence[int | None], pattern: str) -> Callable[[int], int]:
    """Whether no two members of a set have the same value, and, where they are to be consecutive, none is left out between."""

    @lru_cache(maxsize=REMEMBERED)
    def unlike(mask: int) -> int:
        numbers = members(mask)
        values = {value for number in numbers if (value := table[number]) is not None}
        if len(values) < len(numbers):
            return 0
        return 1 if pattern == "distinct" or not values or max(values) - min(values) == len(values) - 1 else 0

    return unlike


# ------------------------------------------------------------------- definitions


Made = TypeVar("Made")
MOST_READINGS = 512
MOST_READINGS_OF_CARDS = 4_096


@dataclass(frozen=True, slots=True)
class ClauseAnswer:
    """One clause's part in a value question: when it applies, what it answers, and which others are preferred to it."""

    clause: Clause
    applies: Code
    value: Code
    over: int


def applied(c: Compiler, expr: g.Apply, scope: CodeScope) -> Code:
    """The code of a definition applied to arguments."""
    some_reading = _in_some_reading(c, expr, scope)
    if some_reading is not None:
        return some_reading
    arguments = tuple(c.code(argument, scope) for argument in expr.arguments)
    place = read_argument(c.game, expr)
    if place is not None:
        return _in_each_reading(c, expr, arguments, place, scope)
    inline = _inlined(c, expr, arguments, scope)
    if inline is not None:
        return inline
    known = tuple(argument.constant for argument in arguments)
    key = (expr.function, known)
    if key not in c.functions:
        c.functions[key] = _enter(c, expr.function, expr.span, lambda: _called(c, expr.function, known))
    called = c.functions[key]
    runs = tuple(argument.run for argument in arguments)
    actor = scope.actor.run
    if steady_function(c.game, expr.function):
        return _remembered(called, arguments)
    match runs:
        case ():
            return Code(lambda cells, frame: called(cells, actor(cells, frame), ()))
        case (one,):
            return Code(lambda cells, frame: called(cells, actor(cells, frame), (one(cells, frame),)))
        case _:
            return Code(lambda cells, frame: called(cells, actor(cells, frame), tuple(r(cells, frame) for r in runs)))


def _in_some_reading(c: Compiler, expr: g.Apply, scope: CodeScope) -> Code | None:
    """A truth about cards written by their codes holds where it does for some reading of them; None where there is but one."""
    written = [argument for argument in expr.arguments if isinstance(argument, g.Cards) and argument.type.kind == "cards"]
    if len(written) != 1 or expr.type.kind != "truth" or not c.layout.faces.read:
        return None
    ways = list(islice(product(*c.written_faces(written[0])), MOST_READINGS))
    if len(ways) < 2:
        return None
    word = "written"
    read = replace(expr, arguments=tuple(g.Local(word, a.type, a.span) if a is written[0] else a for a in expr.arguments))
    return any_of(tuple(applied(c, read, scope.bind(word, constant(mask_of(way)))) for way in ways))


Readings = Callable[[int], tuple[int, ...]]
"""From a set of cards to the sets of faces that it may be read as, the cards as themselves first."""


def _in_each_reading(c: Compiler, expr: g.Apply, arguments: tuple[Code, ...], place: int, scope: CodeScope) -> Code:
    """A definition asked of cards that are read as nothing yet: a truth holds where it does for some reading of them; of a
    value each clause applies where its `when` holds for some reading and its `unless` for none, and answers in that reading.
    """
    readings = _readings_of(c, expr.arguments[place])
    key = (f"{expr.function} read at {place}", (None,) * len(arguments))
    of_cards = isinstance(expr.arguments[place], g.Cards)
    if of_cards or key not in c.functions:
        make = _called_in_some if expr.type.kind == "truth" else _called_in_readings
        made = _enter(c, expr.function, expr.span, lambda: make(c, expr.function, len(arguments), place, readings))
        if of_cards:
            called = made
        else:
            called = c.functions[key] = made
    else:
        called = c.functions[key]
    runs, actor = tuple(argument.run for argument in arguments), scope.actor.run
    return Code(lambda cells, frame: called(cells, actor(cells, frame), tuple(run(cells, frame) for run in runs)))


def _readings_of(c: Compiler, expr: Expr) -> Readings:
    if isinstance(expr, g.Cards):
        written = tuple(mask_of(way) for way in islice(product(*c.written_faces(expr)), MOST_READINGS))
        return lambda mask: written
    of_card = c.layout.faces.faces.of_card

    @lru_cache(maxsize=REMEMBERED)
    def readings(mask: int) -> tuple[int, ...]:
        faces = [of_card[card] for card in members(c.layout.faces.physical(mask))]
        if prod(len(each) for each in faces) > MOST_READINGS_OF_CARDS:
            raise too_much()
        return tuple(mask_of(way) for way in product(*faces))

    return readings


def _called_in_some(c: Compiler, function: str, count: int, place: int, readings: Readings) -> Called:
    """A truth, asked of each reading until it holds."""
    asked = _called(c, function, (None,) * count)

    def called(cells: Cells, who: int, given: tuple[int, ...]) -> int:
        ways = readings(given[place])
        return 1 if any(asked(cells, who, (*given[:place], way, *given[place + 1 :])) for way in ways) else 0

    return called


def _called_in_readings(c: Compiler, function: str, count: int, place: int, readings: Readings) -> Called:
    """A value: each clause asked of each reading."""
    frames = Frames()
    actor = frames.place()
    places = tuple(frames.place() for _ in range(count))
    clauses = c.game.definitions_of(function)
    answers: list[ClauseAnswer] = []
    for clause, definition in clauses:
        read = frames.place()
        names = {name: at(read if n == place else places[n]) for n, name in enumerate(definition.parameters)}
        scope = CodeScope(frames, at(actor), names)
        over = c.game.yields_to(clause.name)
        mask = sum(1 << n for n, (other, _) in enumerate(clauses) if other.name in over)
        when, unless = c.case(clause.when, (), scope), any_of(tuple(c.code(expr, scope) for expr in clause.unless))
        applies = _applying(c.work, when, unless, places[place], read, readings)
        answers.append(ClauseAnswer(clause, applies, c.code(definition.value, scope), mask))
    return _counted(c, settled(f"`{function}`", tuple(answers), None), frames)


def _applying(work: Work, when: Code, unless: Code, given: int, read: int, readings: Readings) -> Code:
    """Whether a clause applies, and for the clause's value the reading in which it does."""

    def applies(cells: Cells, frame: list[int]) -> int:
        ways = readings(frame[given])
        work.left -= len(ways)
        if work.left < 0:
            raise too_much()
        for way in ways:
            frame[read] = way
            if unless.run(cells, frame):
                return 0
        for way in ways:
            frame[read] = way
            if when.run(cells, frame):
                return 1
        return 0

    return Code(applies)


def _enter(c: Compiler, name: str, span: Span, make: Callable[[], Made]) -> Made:
    """Compile something that must not need itself."""
    if name in c.inside:
        raise Unsupported(msg("`{name}`, which goes round in a circle,", name=name), span)
    c.inside.append(name)
    made = make()
    c.inside.pop()
    return made


def _inlined(c: Compiler, expr: g.Apply, arguments: tuple[Code, ...], scope: CodeScope) -> Code | None:
    """A definition of one clause without conditions, written in place, where each argument is known or is just read."""
    clauses = c.game.definitions_of(expr.function)
    if len(clauses) != 1 or len(c.inside) > 3:
        return None
    clause, definition = clauses[0]
    if clause.when or clause.unless or (steady_function(c.game, expr.function) and arguments):
        return None
    names = dict(zip(definition.parameters, arguments, strict=True))
    within = CodeScope(scope.frames, scope.actor, names)
    return _enter(c, expr.function, expr.span, lambda: c.code(definition.value, within))


def _remembered(called: Called, arguments: tuple[Code, ...]) -> Code:
    """A definition whose value depends on its arguments alone."""
    if all(argument.constant is not None for argument in arguments):
        known = tuple(argument.constant or 0 for argument in arguments)
        return _lazily(called, known)

    @lru_cache(maxsize=REMEMBERED)
    def value(given: tuple[int, ...]) -> int:
        return called((), 0, given)

    if len(arguments) == 1:
        one = arguments[0].run
        return Code(lambda cells, frame: value((one(cells, frame),)))
    runs = tuple(argument.run for argument in arguments)
    return Code(lambda cells, frame: value(tuple(run(cells, frame) for run in runs)))


def _lazily(called: Called, known: tuple[int, ...]) -> Code:
    try:
        return constant(called((), 0, known))
    except Faulted:
        return Code(lambda cells, frame: called(cells, 0, known))


def _called(c: Compiler, function: str, known: tuple[int | None, ...]) -> Called:
    frames = Frames()
    actor = frames.place()
    places = tuple(frames.place() for _ in known)
    clauses = c.game.definitions_of(function)
    arguments = tuple(at(p) if value is None else constant(value) for p, value in zip(places, known, strict=True))
    answers: list[ClauseAnswer] = []
    for clause, definition in clauses:
        scope = CodeScope(frames, at(actor), dict(zip(definition.parameters, arguments, strict=True)))
        over = c.game.yields_to(clause.name)
        mask = sum(1 << n for n, (other, _) in enumerate(clauses) if other.name in over)
        answers.append(ClauseAnswer(clause, c.condition(clause, scope), c.code(definition.value, scope), mask))
    truth = c.game.function[function].result.kind == "truth"
    return _counted(c, settled(f"`{function}`", tuple(answers), 0 if truth else None), frames)


def _counted(c: Compiler, run: Run, frames: Frames) -> Called:
    """A definition's code in a frame of its own, a step of work each time."""
    work = c.work

    def called(cells: Cells, who: int, given: tuple[int, ...]) -> int:
        work.left -= 1
        if work.left < 0:
            raise too_much()
        return run(cells, [who, *given, *([0] * (frames.size - 1 - len(given)))])

    return called


def settled(what: str, answers: tuple[ClauseAnswer, ...], otherwise: int | None) -> Run:
    """Run a value question: the answer of the clauses in force, or `otherwise` where none is."""
    if len(answers) == 1 and answers[0].applies.constant == 1:
        return answers[0].value.run

    def settle(cells: Cells, frame: list[int]) -> int:
        live = 0
        for number, answer in enumerate(answers):
            if answer.applies.run(cells, frame):
                live |= 1 << number
        found: int | None = None
        speaker: ClauseAnswer | None = None
        for number, answer in enumerate(answers):
            if live >> number & 1 and not live & answer.over:
                value = answer.value.run(cells, frame)
                if speaker is not None and value != found:
                    raise _clash(what, speaker, answer)
                found, speaker = value, answer
        if found is not None:
            return found
        if otherwise is None:
            raise _gap(what, answers)
        return otherwise

    return settle


def _clash(what: str, first: ClauseAnswer, second: ClauseAnswer) -> Faulted:
    one, other = first.clause, second.clause
    message = msg(
        "{what} has two answers: the clauses `{one}` and `{other}` both apply and neither yields",
        what=what,
        one=one.name,
        other=other.name,
    )
    return Faulted("C0801", message, other.span, clash_advice.join_fixes(clash_advice.fixes_for_rivals(one, other)))


def _gap(what: str, answers: tuple[ClauseAnswer, ...]) -> Faulted:
    if not answers:
        return Faulted("C0802", msg("{what} has no answer: no clause says it", what=what))
    names = ", ".join(f"`{answer.clause.name}`" for answer in answers)
    return Faulted(
        "C0802",
        msg("{what} has no answer: none of its clauses applies ({names})", what=what, names=names),
        answers[0].clause.span,
    )


# ---------------------------------------------------------------------------------------------- the score


def headings(c: Compiler) -> tuple[Clause, ...]:
    """The clauses that score, in the order of the text."""
    return tuple(clause for clause, _ in c.game.headings)


def score(c: Compiler, expr: g.ScoreOf, scope: CodeScope) -> Code:
    """What a side scores now, under one heading or under all."""
    side = c.code(expr.side, scope)
    wanted = tuple(h for h in headings(c) if expr.heading is None or h.name == expr.heading)
    codes = tuple(heading(c, clause, side, scope) for clause in wanted)
    runs = tuple(code.run for code in codes)
    if len(runs) == 1:
        return codes[0]
    return Code(lambda cells, frame: sum(run(cells, frame) for run in runs))


def heading(c: Compiler, clause: Clause, side: Code, scope: CodeScope) -> Code:
    """What one heading gives a side: nothing where its clause does not apply, or yields to one that does."""
    return _enter(c, clause.name, clause.span, lambda: _heading(c, clause, side, scope))


def _heading(c: Compiler, clause: Clause, side: Code, scope: CodeScope) -> Code:
    sentence = clause.sentence
    assert isinstance(sentence, g.Score)
    place = scope.frames.place()
    within = CodeScope(scope.frames, scope.actor, {"side": at(place)})
    applies = c.condition(clause, within).run
    over = tuple(c.condition(other, within).run for other in c.game.overriding(clause, headings(c)))
    chosen = None if sentence.chosen is None else c.code(sentence.chosen, within).run
    amount, of = c.code(sentence.amount, within).run, side.run

    def given(cells: Cells, frame: list[int]) -> int:
        number = of(cells, frame)
        frame[place] = number
        if number < 0 or not applies(cells, frame) or any(other(cells, frame) for other in over):
            return 0
        if chosen is not None and chosen(cells, frame) != number:
            return 0
        return amount(cells, frame)

    return Code(given)


# ---------------------------------------------------------------------- warrants


def permissions(c: Compiler, act: str) -> tuple[Clause, ...]:
    """The permissions of an act, in the order of the text; exemptions are none."""
    return tuple(clause for clause, _ in c.game.permissions_of(act))


def prohibitions(c: Compiler, permission: Clause) -> tuple[Clause, ...]:
    """The prohibitions that bar a permission."""
    return tuple(clause for clause, said in c.game.saying(g.Prohibition) if permission.name in said.bars)


def exemptions(c: Compiler, prohibition: Clause) -> tuple[Clause, ...]:
    """The exemptions that lift a prohibition."""
    return tuple(clause for clause, said in c.game.saying(g.Permission) if prohibition.name in said.lifts)


def subject(c: Compiler, of: Expr, scope: CodeScope) -> Code:
    """Whether who acts is the clause's subject; a subject that is not `the player` is found from whose turn it is."""
    if isinstance(of, g.Actor):
        return TRUE
    actor = scope.actor.run
    named = c.code(of, CodeScope(scope.frames, Code(lambda cells, frame: cells[TURN]), scope.names)).run
    if of.type.kind == "players":
        return Code(lambda cells, frame: named(cells, frame) >> actor(cells, frame) & 1)
    return Code(lambda cells, frame: 1 if named(cells, frame) == actor(cells, frame) else 0)


def holds(c: Compiler, clause: Clause, scope: CodeScope) -> Code:
    """Whether the case of a permission or a prohibition holds: its subject is who acts, and its conditions are met."""
    sentence = clause.sentence
    assert isinstance(sentence, g.Permission | g.Prohibition)
    return all_of((subject(c, sentence.subject, scope), c.condition(clause, scope)))


def bars(c: Compiler, prohibition: Clause, scope: CodeScope) -> Code:
    """Whether a prohibition bars: its case holds, and no exemption that lifts it applies."""
    lifting: list[Code] = []
    quick: list[Code] = []
    searching = asks_what_can_be_done(prohibition)
    for exemption in exemptions(c, prohibition):
        over = c.game.overriding(exemption, tuple(other for other, _ in c.game.saying(g.Prohibition)))
        undone = any_of(tuple(holds(c, other, scope) for other in over if other.name != prohibition.name))
        lifts = all_of((holds(c, exemption, scope), none_of(undone)))
        first = searching and not any(asks_what_can_be_done(clause) for clause in (exemption, *over))
        (quick if first else lifting).append(lifts)
    return all_of((none_of(any_of(tuple(quick))), holds(c, prohibition, scope), none_of(any_of(tuple(lifting)))))


def asks_what_can_be_done(clause: Clause) -> bool:
    """Whether a clause's case asks what somebody can do: a search, which is put off where something simpler may settle it."""
    return any(_asks(expr) for expr in (*clause.when, *clause.unless))


def _asks(expr: Expr) -> bool:
    return isinstance(expr, g.Can) or any(_asks(part) for part in parts(expr))


def domain(c: Compiler, parameter: g.Parameter, scope: CodeScope) -> Code:
    """The set from which a parameter is chosen; of an answer, all answers."""
    if parameter.domain is None:
        return constant((1 << len(parameter.answers)) - 1)
    return c.code(parameter.domain, scope)


def within(c: Compiler, parameter: g.Parameter, value: Run, scope: CodeScope) -> Code:
    """Whether an argument lies in its domain."""
    if parameter.type.kind == "group" and parameter.domain is not None:
        groups = listed(c, parameter.domain, scope)
        return Code(lambda cells, frame: 1 if value(cells, frame) in groups(cells, frame) else 0)
    run = domain(c, parameter, scope).run
    if parameter.freely:
        run, value = _read_within(c, run, value, single=parameter.choice == "one")
    match parameter.choice:
        case "one" | "either":
            return Code(lambda cells, frame: run(cells, frame) >> n & 1 if (n := value(cells, frame)) >= 0 else 0)
        case "some":
            return Code(lambda cells, frame: _is_part(value(cells, frame), run(cells, frame)))
        case "all":
            return Code(lambda cells, frame: 1 if value(cells, frame) == run(cells, frame) else 0)


def _read_within(c: Compiler, run: Run, value: Run, *, single: bool) -> tuple[Run, Run]:
    """A domain and a value of it as cards, whatever they are read as; a set that has a card in two readings is in no domain."""
    base, physical = (*c.layout.faces.base, -1), c.layout.faces.physical
    if single:
        return run, lambda cells, frame: base[value(cells, frame)]

    def cards(cells: Cells, frame: Frame) -> int:
        mask = value(cells, frame)
        found = physical(mask)
        return found if found.bit_count() == mask.bit_count() else 0

    return run, cards


def _is_part(part: int, mask: int) -> int:
    return 1 if part and not part & ~mask else 0


# -------------------------------------------------------------- parameter values


ToldApart = Callable[[Cells], int]


def choices(c: Compiler, parameter: g.Parameter, scope: CodeScope, left: list[CodeCondition], done: set[str]) -> Choices:
    """The values that a parameter may take; conditions that narrow the choice are taken off the list."""
    if parameter.type.kind == "groups":
        raise Unsupported(msg("a choice of several groups of cards"), parameter.span)
    if parameter.type.kind == "group" and parameter.choice == "one" and parameter.domain is not None:
        groups = listed(c, parameter.domain, scope)
        return lambda cells, frame: tuple(groups(cells, frame))
    run = domain(c, parameter, scope).run
    if parameter.choice == "all":
        return lambda cells, frame: (run(cells, frame),)
    if parameter.choice != "some":
        return _one(c, parameter, run, scope, left, done)
    table = _tabulated(c, parameter, run, left)
    if table is not None:
        return table
    if parameter.freely:
        raise Unsupported(msg("a set of cards read freely on which no condition stands by itself"), parameter.span)
    bounds = CodeBounds()
    own = {parameter.name}
    for condition in tuple(left):
        needs = condition.needs()
        if own <= needs <= done | own and absorb(c, bounds, condition, parameter.name):
            left.remove(condition)
    return search(bounds, run)


def rank_of_choice(act: g.Act, number: int) -> tuple[bool, bool, int, int]:
    """Which parameter to set first: sets of cards last; where there are groups, these first, then what depends on others, and
    what is read freely after that.
    """
    parameter = act.parameters[number]
    some = parameter.choice == "some"
    if not any(other.type.kind == "group" for other in act.parameters):
        return some, False, 0, number
    names = {other.name for other in act.parameters}
    depends = parameter.domain is not None and bool(free_locals(parameter.domain) & names)
    return some, parameter.freely, 0 if parameter.type.kind == "group" else 1 if depends else 2, number


# ---------------------------------------------------------------------------------------------- one card


def _one(
    c: Compiler, parameter: g.Parameter, run: Run, scope: CodeScope, left: list[CodeCondition], done: set[str]
) -> Choices:  # fmt: skip
    faces = c.layout.faces
    if parameter.type.kind != "card" or not (faces.read or faces.plural):
        return lambda cells, frame: members(run(cells, frame))
    narrowed = _narrowed(c, parameter, scope, left, done)
    told = told_apart(c) if faces.plural and not parameter.unseen and _unordered(c, parameter.domain) else None
    freely, expanded, apart = parameter.freely, faces.expanded, faces.told_apart

    def one(cells: Cells, frame: Frame) -> tuple[int, ...]:
        mask = run(cells, frame)
        if told is not None:
            mask = apart(mask, told(cells) & mask)
        if freely:
            mask = expanded(mask)
        for keep in narrowed:
            if not mask:
                return ()
            mask &= keep(cells, frame)
        return members(mask)

    return one


def readings_of(
    c: Compiler, parameter: g.Parameter, card: Run, scope: CodeScope, left: list[CodeCondition], done: set[str]
) -> Choices:  # fmt: skip
    """The readings of a given card, where it lies in the parameter's domain."""
    run = domain(c, parameter, scope).run
    narrowed = _narrowed(c, parameter, scope, left, done)
    base, expansion = c.layout.faces.base, c.layout.faces.expansion

    def readings(cells: Cells, frame: Frame) -> tuple[int, ...]:
        given = card(cells, frame)
        if given < 0:
            return ()
        mask = expansion[base[given]]
        for keep in narrowed:
            mask &= keep(cells, frame)
            if not mask:
                return ()
        return members(mask) if run(cells, frame) >> base[given] & 1 else ()

    return readings


def _narrowed(c: Compiler, parameter: g.Parameter, scope: CodeScope, left: list[CodeCondition], done: set[str]) -> list[Run]:
    """Masks of the faces that pass conditions; these are taken off the list."""
    found: list[Run] = []
    own = frozenset((parameter.name,))
    for condition in tuple(left):
        needs = condition.needs()
        if not own <= needs <= done | own:
            continue
        name = next(own for own, known in condition.parameters if known == parameter.name)
        kept = _by_itself(c, parameter, condition, name) if needs == own else _added(c, condition, name)
        if kept is not None:
            left.remove(condition)
            found.append(kept)
    return found


def _by_itself(c: Compiler, parameter: g.Parameter, condition: CodeCondition, name: str) -> Run | None:
    """The faces that pass a condition on the card alone."""
    assert parameter.domain is not None
    held = each(c, parameter.domain, name, condition.expr, condition.scope)
    if held is None:
        return None
    mask = sum(1 << number for number, value in enumerate(held) if value)
    return lambda cells, frame: mask


def _added(c: Compiler, condition: CodeCondition, name: str) -> Run | None:
    """The faces that pass a condition on the card together with other cards."""
    known = of_a_sum(c, condition.expr, name)
    if known is None or not has_pattern(c, known[0]):
        return None
    shapes = shapes_of(c, known[0])
    runs = tuple(c.code(other, condition.scope).run for other in known[1])
    if len(runs) == 1:
        only = runs[0]
        return lambda cells, frame: shapes.additions(only(cells, frame))

    def together(cells: Cells, frame: Frame) -> int:
        mask = 0
        for run in runs:
            mask |= run(cells, frame)
        return shapes.additions(mask)

    return together


def _unordered(c: Compiler, expr: Expr | None) -> bool:
    """Whether the cards are not out of a pile, where equal ones differ in their place."""
    if expr is None:
        return True
    if isinstance(expr, g.InZone) and c.layout.places[expr.zone].order:
        return False
    return all(_unordered(c, part) for part in parts(expr))


def told_apart(c: Compiler) -> ToldApart:
    """The cards that marks and references name now, and those that a rule names: they are told from their equals."""
    layout = c.layout
    marks = [slot.slot for slot in layout.memory.values() if slot.cell.kind == "mark"]
    kept = [slot for slot in layout.memory.values() if slot.cell.kind == "reference" and slot.cell.type.kind == "card"]
    cards = [slot.slot + number for slot in kept for number in range(slot.count)]

    def told(cells: Cells) -> int:
        mask = c.named
        for slot in marks:
            mask |= cells[slot]
        for slot in cards:
            if cells[slot] >= 0:
                mask |= 1 << cells[slot]
        return mask

    return told


# ---------------------------------------------------------------------------------------------- a set of cards


def _tabulated(c: Compiler, parameter: g.Parameter, run: Run, left: list[CodeCondition]) -> Choices | None:
    """A set whose conditions are patterns, or which is read freely, is looked up in a table of the sets that fit."""
    alone = [condition for condition in left if condition.needs() == frozenset((parameter.name,))]
    named = [(condition, next(own for own, known in condition.parameters if known == parameter.name)) for condition in alone]
    fitting = [(condition, name, on_the_set(c, [condition.expr], name)) for condition, name in named]
    wholes = [(condition, whole) for condition, _, whole in fitting if whole is not None]
    if not wholes or not any(parameter.freely or has_pattern(c, whole) for _, whole in wholes):
        return None
    condition = wholes[0][1] if len(wholes) == 1 else None
    if condition is None:
        together = on_the_set(c, [one.expr for one, _ in wholes], named[0][1])
        if together is None:
            return None
        condition = together
    for one, _ in wholes:
        left.remove(one)
    shapes = shapes_of(c, condition)
    told = told_apart(c)
    physical, pack = c.layout.faces.physical, c.layout.faces.pack

    def fitting_sets(cells: Cells, frame: Frame) -> tuple[int, ...]:
        cards = run(cells, frame)
        if cards & ~pack:
            cards = physical(cards)
        return shapes.made_of(cards, told(cells) & cards)

    return fitting_sets


# --------------------------------------------------------------- argument search


Ways = list[tuple[int, ...]]
ArgumentSearch = Callable[[Cells, Frame, "Ways | None"], bool]
"""Collects the arguments that fit, in order, and answers False; or, with nothing to collect in, whether some fit."""


@dataclass(frozen=True, slots=True)
class SoughtArguments:
    """One act, the places in the frame of the parameters that are sought, and the scope of its clauses; `given` are the
    parameters that are not sought, in so far as it must be tested that they lie in their domains.  Of those in `read` the card
    is given and only its reading is sought.
    """

    act: g.Act
    places: dict[str, int]
    scope: CodeScope
    given: tuple[g.Parameter, ...] = ()
    read: Mapping[str, Code] = field(default_factory=dict[str, Code])


def ask(c: Compiler, act: g.Act, scope: CodeScope, given: Mapping[str, Code] | None = None) -> SoughtArguments:
    """Prepare an act's parameters in a frame; the actor is the scope's, and only the parameters are in sight."""
    known = dict(given or {})
    read = {p.name: known.pop(p.name) for p in act.parameters if p.freely and p.type.kind == "card" and p.name in known}
    places = {parameter.name: scope.frames.place() for parameter in act.parameters if parameter.name not in known}
    names = {**known, **{name: at(place) for name, place in places.items()}}
    inside = {parameter.name: parameter for parameter in act.parameters}
    return SoughtArguments(
        act, places, CodeScope(scope.frames, scope.actor, names, inside), tuple(inside[name] for name in known), read
    )


def ask_whether(
    c: Compiler, expr: g.Can, scope: CodeScope, actor: Code, given: Mapping[str, Code]
) -> tuple[SoughtArguments, OpenQuestion]:
    """Prepare what `can` asks: its act's parameters, and what they must meet besides, in the words of the question."""
    asked = ask(c, c.game.act[expr.act], CodeScope(scope.frames, actor), given)
    for parameter, name in expr.free:
        scope = scope.bind(name, asked.scope.names[parameter])
    named = tuple((name, parameter) for parameter, name in expr.free)
    where = () if expr.where is None else tuple(CodeCondition(part, scope, named) for part in conjuncts(expr.where))
    return asked, OpenQuestion(where, expr.by is None)


def order(act: g.Act, sought: Collection[str]) -> tuple[int, ...]:
    """The order in which parameters are set: each after those that its domain mentions, sets of cards last."""
    left = [number for number, parameter in enumerate(act.parameters) if parameter.name in sought]
    placed: set[str] = set()
    found: list[int] = []
    while left:
        ready = [n for n in left if _needed(act.parameters[n], sought) <= placed] or left
        n = min(ready, key=lambda n: rank_of_choice(act, n))
        left.remove(n)
        placed.add(act.parameters[n].name)
        found.append(n)
    return tuple(found)


def _needed(parameter: g.Parameter, names: Collection[str]) -> frozenset[str]:
    return frozenset() if parameter.domain is None else free_locals(parameter.domain).intersection(names)


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What a search must meet besides the permission's case: further conditions, prohibitions."""

    where: tuple[CodeCondition, ...]
    barred: bool


def title_search(c: Compiler, asked: SoughtArguments, permission: Clause, question: OpenQuestion) -> ArgumentSearch:
    """The search for the arguments with which an act is done under one permission."""
    act, scope = asked.act, asked.scope
    own = tuple((parameter.name, parameter.name) for parameter in act.parameters)
    conditions = [CodeCondition(part, scope, own) for expr in permission.when for part in conjuncts(expr)]
    sentence = permission.sentence
    assert isinstance(sentence, g.Permission | g.Prohibition)
    tests = [(_needed(p, asked.places), within(c, p, scope.names[p.name].run, scope)) for p in asked.given]
    tests += [(frozenset[str](), subject(c, sentence.subject, scope))]
    tests += [(_free(expr, act), none_of(c.code(expr, scope))) for expr in permission.unless]
    if question.barred:
        tests += [(_mentioned(c, p, act), none_of(bars(c, p, scope))) for p in prohibitions(c, permission)]
    left = [*conditions, *question.where]
    levels: list[tuple[int, Choices, tuple[Run, ...]]] = []
    done = {parameter.name for parameter in act.parameters if parameter.name not in asked.places}
    first = _due(tests, left, done, c)
    for number in order(act, asked.places):
        parameter = act.parameters[number]
        choices = _given_or(c, asked, parameter, left, done)
        done.add(parameter.name)
        levels.append((asked.places[parameter.name], choices, _due(tests, left, done, c)))
    return _nested(c.work, tuple(asked.places.values()), first, levels)


def domain_search(c: Compiler, asked: SoughtArguments) -> ArgumentSearch:
    """The search for all arguments that lie in their domains: those of a finding, which needs no permission."""
    act, places = asked.act, asked.places
    sought = [act.parameters[number] for number in order(act, places)]
    levels = [(places[p.name], _given_or(c, asked, p, [], set()), ()) for p in sought]
    return _nested(c.work, tuple(places.values()), (), [*levels])


def _free(expr: Expr, act: g.Act) -> frozenset[str]:
    return free_locals(expr) & {parameter.name for parameter in act.parameters}


def _mentioned(c: Compiler, prohibition: Clause, act: g.Act) -> frozenset[str]:
    clauses = [prohibition, *exemptions(c, prohibition)]
    for exemption in tuple(clauses[1:]):
        clauses += c.game.overriding(exemption, c.game.clauses)
    return frozenset[str]().union(*(_free(e, act) for clause in clauses for e in (*clause.when, *clause.unless)))


def _due(tests: list[tuple[frozenset[str], Code]], left: list[CodeCondition], done: set[str], c: Compiler) -> tuple[Run, ...]:
    """The tests that can be made now, those of domains first; they are taken off the lists."""
    ready = [code for needs, code in tests if needs <= done]
    ready += [c.code(condition.expr, condition.scope) for condition in left if condition.needs() <= done]
    left[:] = [condition for condition in left if not condition.needs() <= done]
    tests[:] = [(needs, code) for needs, code in tests if not needs <= done]
    return tuple(code.run for code in ready if code.constant != 1)


def _given_or(
    c: Compiler, asked: SoughtArguments, parameter: g.Parameter, left: list[CodeCondition], done: set[str]
) -> Choices:
    """The values of a parameter; where its card is given, the readings of that card."""
    if parameter.name not in asked.read:
        return choices(c, parameter, asked.scope, left, done)
    return readings_of(c, parameter, asked.read[parameter.name].run, asked.scope, left, done)


def _nested(
    work: Work, places: tuple[int, ...], first: tuple[Run, ...], levels: list[tuple[int, Choices, tuple[Run, ...]]]
) -> ArgumentSearch:
    def leaf(cells: Cells, frame: Frame, ways: Ways | None) -> bool:
        if ways is None:
            return True
        ways.append(tuple([frame[place] for place in places]))
        return False

    inner: ArgumentSearch = leaf
    for place, choices, tests in reversed(levels):
        inner = _level(work, place, choices, tests, inner)
    return _guarded(first, inner) if first else inner


def _level(work: Work, place: int, choices: Choices, tests: tuple[Run, ...], inner: ArgumentSearch) -> ArgumentSearch:
    def level(cells: Cells, frame: Frame, ways: Ways | None) -> bool:
        for value in choices(cells, frame):
            frame[place] = value
            work.left -= 1
            if work.left < 0:
                raise too_much()
            for test in tests:
                if not test(cells, frame):
                    break
            else:
                if inner(cells, frame, ways):
                    return True
        return False

    return level


def _guarded(tests: tuple[Run, ...], inner: ArgumentSearch) -> ArgumentSearch:
    def guarded(cells: Cells, frame: Frame, ways: Ways | None) -> bool:
        for test in tests:
            if not test(cells, frame):
                return False
        return inner(cells, frame, ways)

    return guarded


# ---------------------------------------------------------------------------------------------- questions


def can(c: Compiler, expr: g.Can, scope: CodeScope) -> Code:
    """Whether there is a way: under any permission that no prohibition bars, or in the case of one alone."""
    actor = c.code(expr.actor, scope)
    asked, question = ask_whether(c, expr, scope, actor, {name: c.code(value, scope) for name, value in expr.given})
    asked = _trusting(expr, scope, actor, asked)
    titles = tuple(p for p in permissions(c, expr.act) if expr.by in (None, p.name))
    key = f"{expr.act} by {expr.by}"
    if expr.by is None and key in c.inside:
        raise Unsupported(msg("a prohibition on `{act}` that asks whether `{act}` can be done", act=expr.act), expr.span)
    c.inside.append(key)
    searches = tuple(title_search(c, asked, title, question) for title in titles)
    c.inside.pop()
    return _somebody(actor, any_of(tuple(_found(one) for one in searches)))


def _somebody(actor: Code, able: Code) -> Code:
    """Whether somebody acts, and is able: nobody can do anything."""
    return all_of((changed(actor, lambda player: 1 if player >= 0 else 0), able))


def _trusting(expr: g.Can, scope: CodeScope, actor: Code, asked: SoughtArguments) -> SoughtArguments:
    """An argument that its clause knows to lie in just the domain that is asked for need not be tested again."""
    values = dict(expr.given)

    def known(parameter: g.Parameter) -> bool:
        value = values[parameter.name]
        own = scope.within.get(value.name) if isinstance(value, g.Local) else None
        if own is None or actor is not scope.actor or own.domain is None or free_locals(own.domain):
            return False
        return (own.choice, own.domain) == (parameter.choice, parameter.domain)

    return replace(asked, given=tuple(parameter for parameter in asked.given if not known(parameter)))


def _found(one: ArgumentSearch) -> Code:
    return Code(lambda cells, frame: 1 if one(cells, frame, None) else 0)


def applies(c: Compiler, expr: g.Applies, scope: CodeScope) -> Code:
    """Whether the case of a clause holds now; of a permission or prohibition, with some arguments."""
    clause = c.game.clause.get(expr.clause)
    if clause is None:
        return FALSE
    sentence = clause.sentence
    if not isinstance(sentence, g.Permission | g.Prohibition):
        return c.condition(clause, scope)
    asked = ask(c, c.game.act[sentence.act], CodeScope(scope.frames, scope.actor))
    return _somebody(scope.actor, _found(title_search(c, asked, clause, OpenQuestion((), barred=False))))


# ------------------------------------------------------------------- expressions


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
            return everyone(c, sides=expr.type.kind == "sides")
        case g.LastPlayer():
            return last(c)
        case g.Nobody():
            return constant(NOBODY)
        case g.Actor():
            return scope.actor
        case g.Local(name=name):
            return scope.names[name]
        case g.Setting():
            raise g.OpenOptionError(expr.option)
        case g.InZone() | g.Recall():
            return _stored(c, expr, scope)
        case g.Attribute():
            return _attribute(c, expr, scope)
        case g.Neighbour() | g.SideOf():
            return _related(c, expr, scope)
        case g.Top(pile=pile):
            return _top(c, pile, scope)
        case g.Operation():
            return operation(c, expr, scope)
        case g.Single() | g.Only() | g.Size() | g.Where() | g.Quantified() | g.Total() | g.Extreme() | g.Select() | g.Pattern():
            return collected(c, expr, scope)
        case g.Apply():
            return applied(c, expr, scope)
        case g.ScoreOf():
            return score(c, expr, scope)
        case g.Can():
            return can(c, expr, scope)
        case g.Applies():
            return applies(c, expr, scope)
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
        return neighbour(c, player, expr.steps)
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
        raise Unsupported(msg("the top of what is no pile"), pile.span)
    place = c.layout.places[pile.zone]
    run = c.slot(pile, scope).run
    shift = place.order - place.slot

    def top(cells: Cells, frame: list[int]) -> int:
        slot = run(cells, frame)
        return NOBODY if slot == NOBODY or not cells[slot] else cells[slot + shift] & 255

    return Code(top)
