"""The meaning of every construct of the language.

Takes expressions of the checked game and returns code (see `code.py`): a pure function of a state and a frame. A set of cards
is a mask of faces, and so is a group of a family. A set of groups is a mask of their places in the family.

The constructs come in this order: operators; players and sides; sets; definitions and scores; permissions and prohibitions; the
values of an act's parameters; the search for arguments, with `can` and `applies`. At the end, `meaning` lists all constructs.

- A definition has the value of its clauses in force: the applying clauses that no other applying clause overrides. Two
  different values in force are a clash (C0801). No value in force is a gap (C0802), except that a truth is then false.
- The argument search assigns the parameters one by one. It tests each condition and prohibition as soon as all parameters in it
  are assigned, but in the stated order if a condition may stop play (decision 0116). Conditions whose form describes a set
  (`card_groups.py`) generate the candidates for it.
- Of equal cards that neither marks nor references distinguish, the first represents the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice, product
from math import prod
from typing import TypeVar, assert_never

from cartaro_grammar import Clause, Expr, Game, Span, clash_advice, conjuncts, fold, msg, parts, read_argument
from cartaro_grammar import game as g
from cartaro_interpreter.evaluate.card_groups import (
    KnownTotal,
    NumberBound,
    SameSet,
    Shapes,
    SignedTerms,
    TotalBound,
    facts_about_set,
    has_pattern,
    of_a_sum,
    on_the_set,
    printed,
    subsets,
    subsets_of_total,
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
    OptionReader,
    all_of,
    any_of,
    at,
    changed,
    constant,
    none_of,
)
from cartaro_interpreter.evaluate.divisions import Divisions
from cartaro_interpreter.evaluate.mentions import assignment_order, domain_locals, free_locals, steady, steady_function
from cartaro_interpreter.state.card_sets import REMEMBERED, Member, MemberSet, Value, mask_of, members
from cartaro_interpreter.state.faults import MOST_STEPS, Faulted, Unsupported, Work, too_much
from cartaro_interpreter.state.state import NOBODY, TURN, Cells, Layout, Place, groups_of

# --------------------------------------------------------------------- operators


def operation(c: Compiler, expr: g.Operation, scope: CodeScope) -> Code:
    """Compile an operator and its operands."""
    operands = tuple(c.code(operand, scope) for operand in expr.operands)
    if c.layout.faces.read:
        operands = _unread(c, expr, operands)
    return _operator(expr, operands)


def _unread(c: Compiler, expr: g.Operation, operands: tuple[Code, ...]) -> tuple[Code, ...]:
    """Ignore the readings of cards in operators that compare identities. Cards are compared, and looked up in sets, as
    themselves. A card that is removed from a set is removed in every reading.
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


def _operator(expr: g.Operation, operands: tuple[Code, ...]) -> Code:
    match expr.operator, operands:
        case "and", _:
            return all_of(operands)
        case "or", _:
            return any_of(operands)
        case "not", (one,):
            return none_of(one)
        case "-", (one,):
            return changed(one, lambda value: -value)
        case "half", (one,):
            return changed(one, lambda value: value // 2)
        case "+" | "*" | "union", (first, second, third, *rest):
            pair = _operator(expr, (first, second))
            return _operator(expr, (pair, third, *rest))
        case _, (first, second):
            return _binary(expr, first, second)
        case _:
            raise Unsupported(msg("`{operator}` of {n} values", operator=expr.operator, n=len(operands)), expr.span)


def _binary(expr: g.Operation, a: Code, b: Code) -> Code:
    match expr.operator:
        case "+":
            return lambda cells, frame: a(cells, frame) + b(cells, frame)
        case "-":
            return lambda cells, frame: a(cells, frame) - b(cells, frame)
        case "*":
            return lambda cells, frame: a(cells, frame) * b(cells, frame)
        case "remainder":
            return _remainder(a, b, expr)
        case "quotient" | "quotient up":
            return _quotient(a, b, expr)
        case "=":
            return lambda cells, frame: 1 if a(cells, frame) == b(cells, frame) else 0
        case "<":
            return lambda cells, frame: 1 if a(cells, frame) < b(cells, frame) else 0
        case "<=":
            return lambda cells, frame: 1 if a(cells, frame) <= b(cells, frame) else 0
        case "union":
            return lambda cells, frame: a(cells, frame) | b(cells, frame)
        case "minus":
            return lambda cells, frame: a(cells, frame) & ~b(cells, frame)
        case "in":
            return _member(a, b, expr.operands[0])
        case "subset":
            return lambda cells, frame: 0 if a(cells, frame) & ~b(cells, frame) else 1
        case _:
            raise Unsupported(msg("`{operator}` of 2 values", operator=expr.operator), expr.span)


def _member(a: Code, b: Code, member: Expr) -> Code:
    """Test whether a member, or every member of a set, is in a set. Nobody is not in any set."""
    if member.type.kind in ("cards", "players", "sides", "symbols"):
        return lambda cells, frame: 0 if a(cells, frame) & ~b(cells, frame) else 1

    def within(cells: Cells, frame: Frame) -> int:
        number = a(cells, frame)
        return 0 if number < 0 else b(cells, frame) >> number & 1

    return within


def _remainder(a: Code, b: Code, expr: g.Operation) -> Code:
    def remainder(cells: Cells, frame: Frame) -> int:
        dividend, divisor = a(cells, frame), b(cells, frame)
        if divisor <= 0:
            raise Faulted(
                "C0803",
                msg("the divisor of the remainder is {divisor}, which is not greater than 0", divisor=divisor),
                expr.span,
            )
        return dividend % divisor

    return remainder


def _quotient(a: Code, b: Code, expr: g.Operation) -> Code:
    sign = -1 if expr.operator == "quotient up" else 1

    def quotient(cells: Cells, frame: Frame) -> int:
        dividend, divisor = a(cells, frame), b(cells, frame)
        if divisor <= 0:
            raise Faulted("C0803", msg("the divisor is {divisor}, which is not greater than 0", divisor=divisor), expr.span)
        return sign * (sign * dividend // divisor)

    return quotient


def _numbers(c: Compiler, expr: g.Numbers, scope: CodeScope) -> Code:
    """Compile a range of numbers, as a mask."""
    low, high = c.code(expr.low, scope), c.code(expr.high, scope)

    def numbers(cells: Cells, frame: Frame) -> int:
        least, most = max(0, low(cells, frame)), high(cells, frame)
        if most < least:
            return 0
        if most > g.MOST_CHOSEN_NUMBER:
            advice = msg("count in tens, or in hundreds")
            message = msg("the choice is a number up to {most}, which is more than {n}", most=most, n=g.MOST_CHOSEN_NUMBER)
            raise Faulted("C0804", message, expr.span, advice)
        return (2 << most) - (1 << least)

    return numbers


# ------------------------------------------------------------- players and sides


def everyone(c: Compiler, *, sides: bool) -> Code:
    """Return code for all players or sides that take part in the match."""
    if not c.layout.playing:
        return constant((1 << (c.game.sides if sides else c.game.players)) - 1)
    slot, side_of = c.layout.playing, c.game.side_of
    if not sides:
        return lambda cells, frame: cells[slot]
    return lambda cells, frame: mask_of(side_of[player] for player in members(cells[slot]))


def last(c: Compiler) -> Code:
    """Return code for the player in the last taken seat."""
    everybody = everyone(c, sides=False)
    return lambda cells, frame: everybody(cells, frame).bit_length() - 1


def neighbour(c: Compiler, player: Code, steps: int) -> Code:
    """Return code for the player some seats on from a given player, among the players in the match. The result is nobody if the
    given player is nobody.
    """
    count, direction, everybody = c.game.players, 1 if steps > 0 else -1, everyone(c, sides=False)

    def beside(cells: Cells, frame: Frame) -> int:
        seat, taken = player(cells, frame), everybody(cells, frame)
        if seat < 0 or not taken:
            return NOBODY
        for _ in range(abs(steps)):
            seat = (seat + direction) % count
            while not taken >> seat & 1:
                seat = (seat + direction) % count
        return seat

    return beside


def _first_of(c: Compiler, expr: g.FirstOf, scope: CodeScope) -> Code:
    """Compile the first of some players in the order of the seats after a given player, who comes last."""
    count, direction = c.game.players, expr.direction
    among, player = c.code(expr.members, scope), c.code(expr.player, scope)

    def first(cells: Cells, frame: Frame) -> int:
        found, start = among(cells, frame), player(cells, frame)
        if start < 0:
            return NOBODY
        seats = ((start + direction * steps) % count for steps in range(1, count + 1))
        return next((seat for seat in seats if found >> seat & 1), NOBODY)

    return first


def active_players(c: Compiler) -> Code | None:
    """Return code for the players that take part in the match by its clauses. Return None if all players always take part."""
    if not c.layout.playing:
        return None
    frames = Frames()
    actor, place = frames.place(), frames.place()
    scopes = [
        (clause, CodeScope(frames, at(actor), {sentence.who: at(place)}))
        for clause, sentence in c.game.with_sentence(g.TakesPart)
    ]
    takes_part = any_of(tuple(c.condition(clause, scope) for clause, scope in scopes))

    def active(cells: Cells, frame: Frame) -> int:
        own = frames.fresh()
        own[actor] = NOBODY
        found = 0
        for player in range(c.game.players):
            own[place] = player
            if takes_part(cells, own):
                found |= 1 << player
        return found

    return active


# -------------------------------------------------------------------------- sets


SetOperation = g.Single | g.Only | g.Size | g.Where | g.Quantified | g.Total | g.OverSets | g.Extreme | g.Select | g.Pattern


def set_operation(c: Compiler, expr: SetOperation, scope: CodeScope) -> Code:
    """Compile a construct over sets."""
    match expr:
        case g.Single(member=member):
            return changed(c.code(member, scope), lambda number: 1 << number if number >= 0 else 0)
        case g.Only(members=inner):
            return changed(c.code(inner, scope), lambda mask: mask.bit_length() - 1 if mask.bit_count() == 1 else NOBODY)
        case g.Size(members=inner):
            return changed(c.code(inner, scope), int.bit_count)
        case g.Where():
            return _where(c, expr, scope)
        case g.Quantified():
            return _quantified(c, expr, scope)
        case g.Total():
            return _total(c, expr, scope)
        case g.OverSets():
            return _over_sets(c, expr, scope)
        case g.Extreme():
            return _extreme(c, expr, scope)
        case g.Select():
            return _select(c, expr, scope)
        case g.Pattern():
            return _pattern(c, expr, scope)


Elements = Callable[[Cells, Frame], Sequence[int]]


def elements(c: Compiler, expr: Expr, scope: CodeScope) -> Elements:
    """Return code for the members of a set, one by one: numbers, or groups as the masks of their faces."""
    code = c.code(expr, scope)
    if expr.type.kind != "groups":
        return lambda cells, frame: members(code(cells, frame))
    first = family_of(c, expr).slot
    return lambda cells, frame: [cells[first + number] for number in members(code(cells, frame))]


def _counted(work: Work, listed: Elements) -> Elements:
    """Return code that also counts one step of work for the set and one for each member."""

    def counted(cells: Cells, frame: Frame) -> Sequence[int]:
        found = listed(cells, frame)
        work.spend(len(found) + 1)
        return found

    return counted


def values_in(c: Compiler, cells: Cells, expr: Expr, mask: int) -> tuple[Value, ...]:
    """Return the members of a set from the value of its expression. The value of a set of groups is a mask of places in a
    family; its members are the groups.
    """
    if expr.type.kind != "groups":
        return tuple(map(Member, members(mask)))
    first = family_of(c, expr).slot
    return tuple(MemberSet(cells[first + number]) for number in members(mask))


def family_of(c: Compiler, expr: Expr) -> Place:
    """Return the family whose groups an expression denotes."""
    while isinstance(expr, g.Where):
        expr = expr.members
    if not isinstance(expr, g.InZone):
        raise Unsupported(msg("a choice among groups that belong to no family"), expr.span)
    return c.layout.places[expr.zone]


def _where(c: Compiler, expr: g.Where, scope: CodeScope) -> Code:
    code, place, work = c.code(expr.members, scope), scope.frames.place(), c.work
    family = family_of(c, expr.members) if expr.members.type.kind == "groups" else None
    condition = c.code(expr.condition, scope.bind(expr.variable, at(place)))

    def where(cells: Cells, frame: Frame) -> int:
        numbers = members(code(cells, frame))
        work.spend(len(numbers) + 1)
        kept = 0
        for number in numbers:
            frame[place] = number if family is None else cells[family.slot + number]
            if condition(cells, frame):
                kept |= 1 << number
        return kept

    return where


def _quantified(c: Compiler, expr: g.Quantified, scope: CodeScope) -> Code:
    place = scope.frames.place()
    listed = _counted(c.work, elements(c, expr.members, scope))
    condition = c.code(expr.condition, scope.bind(expr.variable, at(place)))
    decisive = expr.quantifier != "every"
    found, otherwise = (1, 0) if expr.quantifier == "some" else (0, 1)

    def quantified(cells: Cells, frame: Frame) -> int:
        for value in listed(cells, frame):
            frame[place] = value
            if bool(condition(cells, frame)) is decisive:
                return found
        return otherwise

    def computed_for_all(cells: Cells, frame: Frame) -> int:
        result = otherwise
        for value in listed(cells, frame):
            frame[place] = value
            if bool(condition(cells, frame)) is decisive:
                result = found
        return result

    return computed_for_all if c.stopping.at(expr.condition) else quantified


def _total(c: Compiler, expr: g.Total, scope: CodeScope) -> Code:
    place = scope.frames.place()
    listed = _counted(c.work, elements(c, expr.members, scope))
    amount = c.code(expr.amount, scope.bind(expr.variable, at(place)))

    def total(cells: Cells, frame: Frame) -> int:
        found = 0
        for value in listed(cells, frame):
            frame[place] = value
            found += amount(cells, frame)
        return found

    return total


def _extreme(c: Compiler, expr: g.Extreme, scope: CodeScope) -> Code:
    """Compile `highest` and `lowest` of a measure: 0 for no cards; cards without the measure are ignored."""
    if expr.cards.type.kind not in ("cards", "group"):
        raise Unsupported(msg("the {which} of {type}", which=expr.which, type=str(expr.cards.type)), expr.span)
    values = c.game.faces.measure(expr.measure)
    choose = max if expr.which == "highest" else min

    def extreme(mask: int) -> int:
        found = (values[number] for number in members(mask))
        return choose((value for value in found if value is not None), default=0)

    return changed(c.code(expr.cards, scope), extreme)


def _select(c: Compiler, expr: g.Select, scope: CodeScope) -> Code:
    """Compile the choice of the member with the greatest keys. The result is nobody if several members have them."""
    place = scope.frames.place()
    listed = _counted(c.work, elements(c, expr.members, scope))
    within = scope.bind(expr.variable, at(place))
    keys = tuple((1 if which == "highest" else -1, c.code(key, within)) for which, key in expr.keys)

    def select(cells: Cells, frame: Frame) -> int:
        best: tuple[int, ...] = ()
        found = NOBODY
        for value in listed(cells, frame):
            frame[place] = value
            rank = tuple(sign * key(cells, frame) for sign, key in keys)
            if not best or rank > best:
                best, found = rank, value
            elif rank == best:
                found = NOBODY
        return found

    return select


def _pattern(c: Compiler, expr: g.Pattern, scope: CodeScope) -> Code:
    """Compile `alike`, `distinct` and `consecutive`. If a card lacks the attribute, the set does not fit any pattern."""
    if expr.cards.type.kind not in ("cards", "group"):
        raise Unsupported(msg("a pattern of {type}", type=str(expr.cards.type)), expr.span)
    table = printed(c.game, expr.attribute)

    def fits(mask: int) -> int:
        values = [value for number in members(mask) if (value := table[number]) is not None]
        distinct = set(values)
        if len(values) < mask.bit_count():
            return 0
        match expr.pattern:
            case "alike":
                return 1 if len(distinct) <= 1 else 0
            case "distinct":
                return 1 if len(distinct) == len(values) else 0
            case "consecutive":
                return (
                    1 if max(values, default=0) - min(values, default=0) + 1 == len(distinct) == len(values) or not mask else 0
                )

    return changed(c.code(expr.cards, scope), fits)


def divisions_of(c: Compiler, expr: g.Splits) -> Divisions:
    """Return the divisions into groups of the kind that a test names."""
    condition = on_the_set(c.game, [expr.kind], expr.variable)
    if condition is None:
        raise Unsupported(msg("a division into groups of a kind that depends on more than their cards"), expr.span)
    return c.divisions_of(condition)


def _splits(c: Compiler, expr: g.Splits, scope: CodeScope) -> Code:
    """Compile the test whether cards, perhaps with some of the spare cards, can be divided into groups of a kind."""
    divisions, work = divisions_of(c, expr), c.work
    cards = c.code(expr.cards, scope)
    spare = constant(0) if expr.spare is None else c.code(expr.spare, scope)

    def splits(cells: Cells, frame: Frame) -> int:
        needed = cards(cells, frame)
        work.spend(needed.bit_count() + 1)
        return 1 if divisions.divides(needed, spare(cells, frame)) else 0

    return splits


# ------------------------------------------------------------------- definitions


T = TypeVar("T")
MOST_READINGS = 512
MOST_READINGS_OF_CARDS = 4_096


@dataclass(frozen=True, slots=True)
class ClauseAnswer:
    """One clause of a definition: code for whether it applies and for its value, and a mask of the places of the clauses that
    override it.
    """

    clause: Clause
    applies: Code
    value: Code
    over: int


def applied(c: Compiler, expr: g.Apply, scope: CodeScope) -> Code:
    """Compile a definition applied to arguments."""
    some_reading = _in_some_reading(c, expr, scope)
    if some_reading is not None:
        return some_reading
    arguments = tuple(c.code(argument, scope) for argument in expr.arguments)
    place = read_argument(c.game, expr)
    if place is not None:
        called = _called_in_each_reading(c, expr, place)
    else:
        called = _compiled_once(c, expr.function, expr.span, lambda: _called(c, expr.function))
    actor = scope.actor
    return lambda cells, frame: called(cells, actor(cells, frame), tuple([one(cells, frame) for one in arguments]))


def _in_some_reading(c: Compiler, expr: g.Apply, scope: CodeScope) -> Code | None:
    """Compile a condition on cards that are named by their codes. It holds if it holds for at least one of their readings.
    Return None if there is only one reading.
    """
    written = [argument for argument in expr.arguments if isinstance(argument, g.Cards) and argument.type.kind == "cards"]
    if len(written) != 1 or expr.type.kind != "truth" or not c.layout.faces.read:
        return None
    readings = list(islice(product(*c.written_faces(written[0])), MOST_READINGS))
    if len(readings) < 2:
        return None
    word = "written"
    read = replace(expr, arguments=tuple(g.Local(word, a.type, a.span) if a is written[0] else a for a in expr.arguments))
    return any_of(tuple(applied(c, read, scope.bind(word, constant(mask_of(reading)))) for reading in readings))


Readings = Callable[[int], list[int]]
"""Maps a set of cards to the sets of faces as which it can be read. The reading of all cards as themselves comes first."""


def _called_in_each_reading(c: Compiler, expr: g.Apply, place: int) -> Called:
    """Compile a definition applied to cards that have no reading yet. A truth holds if it holds for some reading. In the
    definition of a value, each clause applies if its `when` holds for some reading and its `unless` for none, and has its value
    in that reading.
    """
    argument = expr.arguments[place]
    make = _called_in_some if expr.type.kind == "truth" else _called_in_readings
    if isinstance(argument, g.Cards):
        written = [mask_of(reading) for reading in islice(product(*c.written_faces(argument)), MOST_READINGS)]
        return _enter(c, expr.function, expr.span, lambda: make(c, expr.function, place, lambda _: written))
    name = f"{expr.function} read at {place}"

    @lru_cache(maxsize=REMEMBERED)
    def readings(mask: int) -> list[int]:
        return _readings(c, mask)

    return _compiled_once(c, name, expr.span, lambda: make(c, expr.function, place, readings))


def _readings(c: Compiler, mask: int) -> list[int]:
    faces = [c.layout.faces.faces.of_card[card] for card in members(c.layout.faces.physical(mask))]
    if prod(len(each) for each in faces) > MOST_READINGS_OF_CARDS:
        raise too_much()
    return [mask_of(reading) for reading in product(*faces)]


def _called_in_some(c: Compiler, function: str, place: int, readings: Readings) -> Called:
    truth = _called(c, function)

    def called(cells: Cells, actor: int, given: tuple[int, ...]) -> int:
        read = readings(given[place])
        return 1 if any(truth(cells, actor, (*given[:place], one, *given[place + 1 :])) for one in read) else 0

    return called


def _called_in_readings(c: Compiler, function: str, place: int, readings: Readings) -> Called:
    frames = Frames()
    actor = frames.place()
    clauses = c.game.definitions_of(function)
    places = tuple(frames.place() for _ in c.game.function[function].parameters)
    answers: list[ClauseAnswer] = []
    for clause, definition in clauses:
        read = frames.place()
        names = {name: at(read if n == place else places[n]) for n, name in enumerate(definition.parameters)}
        scope = CodeScope(frames, at(actor), names)
        when, unless = c.case(clause.when, (), scope), any_of(tuple(c.code(expr, scope) for expr in clause.unless))
        applies = _applying(c.work, when, unless, places[place], read, readings)
        answers.append(ClauseAnswer(clause, applies, c.code(definition.value, scope), overriding(c.game, clause, clauses)))
    return _framed(c, resolved(f"`{function}`", tuple(answers), None), frames)


def _applying(work: Work, when: Code, unless: Code, given: int, read: int, readings: Readings) -> Code:
    """Test whether a clause applies in some reading. Keep that reading in the frame for the clause's value."""

    def applies(cells: Cells, frame: Frame) -> int:
        found = readings(frame[given])
        work.spend(len(found))
        for reading in found:
            frame[read] = reading
            if unless(cells, frame):
                return 0
        for reading in found:
            frame[read] = reading
            if when(cells, frame):
                return 1
        return 0

    return applies


def _compiled_once(c: Compiler, name: str, span: Span, make: Callable[[], Called]) -> Called:
    if name not in c.functions:
        c.functions[name] = _enter(c, name, span, make)
    return c.functions[name]


def _enter(c: Compiler, name: str, span: Span, make: Callable[[], T]) -> T:
    """Compile a construct that must not depend on itself."""
    if name in c.inside:
        raise Unsupported(msg("`{name}`, whose definition is circular,", name=name), span)
    c.inside.append(name)
    made = make()
    c.inside.pop()
    return made


def _called(c: Compiler, function: str) -> Called:
    frames = Frames()
    actor = at(frames.place())
    clauses = c.game.definitions_of(function)
    arguments = tuple(at(frames.place()) for _ in c.game.function[function].parameters)
    answers: list[ClauseAnswer] = []
    for clause, definition in clauses:
        scope = CodeScope(frames, actor, dict(zip(definition.parameters, arguments, strict=True)))
        value = c.code(definition.value, scope)
        answers.append(ClauseAnswer(clause, c.condition(clause, scope), value, overriding(c.game, clause, clauses)))
    truth = c.game.function[function].result.kind == "truth"
    called = _framed(c, resolved(f"`{function}`", tuple(answers), 0 if truth else None), frames)
    kinds = [parameter.kind for parameter in c.game.function[function].parameters]
    if c.game.open or not steady_function(c.game, function):
        return called
    if kinds == ["card"]:
        return _remembered(c.work, called)
    composed = any(isinstance(part, g.Apply) for part in parts(tuple(definition for _, definition in clauses)))
    return _remembered_in_a_decision(c.work, function, called) if "cards" in kinds and composed else called


def _remembered(work: Work, called: Called) -> Called:
    """Remember the values of a definition that depends only on one card. Every call, even the first, counts as one step, so
    that the steps of a query do not depend on earlier queries.
    """
    known = dict[int, int]()

    def remembered(cells: Cells, actor: int, given: tuple[int, ...]) -> int:
        work.spend(1)
        (card,) = given
        if card not in known:
            left = work.left
            work.left = MOST_STEPS
            try:
                known[card] = called(cells, actor, given)
            finally:
                work.left = left
        return known[card]

    return remembered


def _remembered_in_a_decision(work: Work, function: str, called: Called) -> Called:
    """Remember the values of a definition that depends only on its arguments, such as the worth of a hand, until the next
    decision of play. The first call counts its steps, each later one a single step.
    """

    def remembered(cells: Cells, actor: int, given: tuple[int, ...]) -> int:
        key = function, given
        if key in work.known:
            work.spend(1)
            return work.known[key]
        value = called(cells, actor, given)
        work.known[key] = value
        return value

    return remembered


def _framed(c: Compiler, code: Code, frames: Frames) -> Called:
    """Run a definition's code in a frame of its own, for one step of work."""
    work = c.work

    def called(cells: Cells, actor: int, given: tuple[int, ...]) -> int:
        work.spend(1)
        return code(cells, [actor, *given, *([0] * (frames.size - 1 - len(given)))])

    return called


def overriding(game: Game, clause: Clause, clauses: Sequence[tuple[Clause, object]]) -> int:
    """Return the places, as a mask, of the clauses among some that override a given clause."""
    over = game.yields_to(clause.name)
    return mask_of(n for n, (other, _) in enumerate(clauses) if other.name in over)


def resolved(what: str, answers: tuple[ClauseAnswer, ...], otherwise: int | None) -> Code:
    """Return code for the value of the clauses in force, or for `otherwise` if none is in force."""

    def value(cells: Cells, frame: Frame) -> int:
        applying = mask_of([n for n, answer in enumerate(answers) if answer.applies(cells, frame)])
        found: int | None = None
        speaker: ClauseAnswer | None = None
        for number, answer in enumerate(answers):
            if applying >> number & 1 and not applying & answer.over:
                value = answer.value(cells, frame)
                if speaker is not None and value != found:
                    raise _clash(what, speaker, answer)
                found, speaker = value, answer
        if found is not None:
            return found
        if otherwise is None:
            raise _gap(what, answers)
        return otherwise

    return value


def _clash(what: str, first: ClauseAnswer, second: ClauseAnswer) -> Faulted:
    one, other = first.clause, second.clause
    message = msg(
        "{what} has two answers: the clauses `{one}` and `{other}` both apply and neither overrides the other",
        what=what,
        one=one.name,
        other=other.name,
    )
    return Faulted("C0801", message, other.span, clash_advice.join_fixes(clash_advice.fixes_for_rivals(one, other)))


def _gap(what: str, answers: tuple[ClauseAnswer, ...]) -> Faulted:
    if not answers:
        return Faulted("C0802", msg("{what} has no answer: no clause defines it", what=what))
    names = ", ".join(f"`{answer.clause.name}`" for answer in answers)
    return Faulted(
        "C0802",
        msg("{what} has no answer: none of its clauses applies ({names})", what=what, names=names),
        answers[0].clause.span,
    )


# ------------------------------------------------------------------------ scores


def headings(c: Compiler) -> tuple[Clause, ...]:
    """Return the clauses that score, in the order of the text."""
    return tuple(clause for clause, _ in c.game.headings)


def score(c: Compiler, expr: g.ScoreOf, scope: CodeScope) -> Code:
    """Compile the score of a side, under one heading or under all."""
    side = c.code(expr.side, scope)
    wanted = tuple(h for h in headings(c) if expr.heading is None or h.name == expr.heading)
    codes = tuple(heading(c, clause, side, scope) for clause in wanted)
    return lambda cells, frame: sum(code(cells, frame) for code in codes)


def heading(c: Compiler, clause: Clause, side: Code, scope: CodeScope) -> Code:
    """Compile the points that one heading gives a side: 0 if its clause does not apply or is overridden by a clause that
    does.
    """
    return _enter(c, clause.name, clause.span, lambda: _heading(c, clause, side, scope))


def _heading(c: Compiler, clause: Clause, side: Code, scope: CodeScope) -> Code:
    sentence = clause.sentence
    assert isinstance(sentence, g.Score)
    place = scope.frames.place()
    within = CodeScope(scope.frames, scope.actor, {"side": at(place)})
    applies = c.condition(clause, within)
    over = tuple(c.condition(other, within) for other in c.game.overriding(clause, headings(c)))
    chosen = None if sentence.chosen is None else c.code(sentence.chosen, within)
    amount = c.code(sentence.amount, within)

    def given(cells: Cells, frame: Frame) -> int:
        number = side(cells, frame)
        frame[place] = number
        if number < 0 or not applies(cells, frame) or any(other(cells, frame) for other in over):
            return 0
        if chosen is not None and chosen(cells, frame) != number:
            return 0
        return amount(cells, frame)

    return given


# -------------------------------------------------- permissions and prohibitions


def permissions(c: Compiler, act: str) -> tuple[Clause, ...]:
    """Return the permissions of an act, in the order of the text; exemptions are not among them."""
    return tuple(clause for clause, _ in c.game.permissions_of(act))


def subject(c: Compiler, of: Expr, scope: CodeScope) -> Code:
    """Test whether the actor is the clause's subject. A subject other than `the player` is evaluated for the player whose turn
    it is.
    """
    if isinstance(of, g.Actor):
        return TRUE
    actor = scope.actor
    named = c.code(of, CodeScope(scope.frames, lambda cells, frame: cells[TURN], scope.names))
    if of.type.kind == "players":
        return lambda cells, frame: named(cells, frame) >> actor(cells, frame) & 1
    return lambda cells, frame: 1 if named(cells, frame) == actor(cells, frame) else 0


def case_holds(c: Compiler, clause: Clause, scope: CodeScope) -> Code:
    """Test whether the case of a permission or a prohibition holds: its subject is the actor, and its conditions hold."""
    sentence = clause.sentence
    assert isinstance(sentence, g.Permission | g.Prohibition)
    return all_of((subject(c, sentence.subject, scope), c.condition(clause, scope)))


def bars(c: Compiler, prohibition: Clause, scope: CodeScope) -> Code:
    """Test whether a prohibition bars: its case holds, and no exemption that lifts it applies."""
    lifting: list[Code] = []
    for exemption, _ in c.game.lifting(prohibition):
        over = c.game.overriding(exemption, tuple(other for other, _ in c.game.with_sentence(g.Prohibition)))
        undone = any_of(tuple(case_holds(c, other, scope) for other in over if other.name != prohibition.name))
        lifting.append(all_of((case_holds(c, exemption, scope), none_of(undone))))
    return all_of((case_holds(c, prohibition, scope), none_of(any_of(tuple(lifting)))))


# -------------------------------------------------------------- parameter values

Values = Callable[[Cells, Frame], Sequence[int]]
"""The values that a parameter may take in a state."""


def domain(c: Compiler, parameter: g.Parameter, scope: CodeScope) -> Code:
    """Return code for the set from which a parameter is chosen. The set for an answer is all answers."""
    if parameter.domain is None:
        return constant((1 << len(parameter.answers)) - 1)
    return c.code(parameter.domain, scope)


def within(c: Compiler, parameter: g.Parameter, value: Code, scope: CodeScope) -> Code:
    """Test whether an argument is in its domain. A set that contains a card in two readings is not in any domain."""
    if parameter.type.kind == "group" and parameter.domain is not None:
        groups = elements(c, parameter.domain, scope)
        return lambda cells, frame: 1 if value(cells, frame) in groups(cells, frame) else 0
    among, faces = domain(c, parameter, scope), c.layout.faces

    def lies_within(cells: Cells, frame: Frame) -> int:
        argument, allowed = value(cells, frame), among(cells, frame)
        if parameter.freely:
            allowed = faces.physical(allowed)
        if parameter.choice in ("one", "either"):
            number = faces.base[argument] if parameter.freely and argument >= 0 else argument
            return allowed >> number & 1 if number >= 0 else 0
        if parameter.freely:
            cards = faces.physical(argument)
            argument = cards if cards.bit_count() == argument.bit_count() else 0
        if parameter.choice == "all":
            return 1 if argument == allowed else 0
        return 1 if argument and not argument & ~allowed else 0

    return lies_within


@dataclass(frozen=True, slots=True)
class CodeCondition:
    """A condition with its scope, and the name that it uses for each parameter of the act."""

    expr: Expr
    scope: CodeScope
    parameters: tuple[tuple[str, str], ...]

    def needs(self) -> frozenset[str]:
        """Return the parameters that the condition mentions."""
        free = free_locals(self.expr)
        return frozenset(parameter for name, parameter in self.parameters if name in free)

    def name_of(self, parameter: str) -> str:
        """Return the name that the condition uses for a parameter."""
        return next(name for name, known in self.parameters if known == parameter)


def candidates(
    c: Compiler, parameter: g.Parameter, scope: CodeScope, left: list[CodeCondition], done: set[str]
) -> Values:  # fmt: skip
    """Return code for the values that a parameter may take.  Conditions that are used to find them are removed from `left`;
    `done` names the parameters assigned before.
    """
    if parameter.type.kind == "groups":
        raise Unsupported(msg("a choice of several groups of cards"), parameter.span)
    if parameter.type.kind == "group" and parameter.choice == "one" and parameter.domain is not None:
        return elements(c, parameter.domain, scope)
    among = domain(c, parameter, scope)
    if parameter.choice == "all":
        return lambda cells, frame: (among(cells, frame),)
    if parameter.choice != "some":
        return _single_values(c, parameter, among, left, done)
    table = _tabulated(c, parameter, among, left)
    if table is not None:
        return table
    if parameter.freely:
        raise Unsupported(msg("a set of freely read cards that has no condition of its own"), parameter.span)
    return _subsets(c, parameter, among, left, done)


def _single_values(
    c: Compiler, parameter: g.Parameter, among: Code, left: list[CodeCondition], done: set[str]
) -> Values:  # fmt: skip
    faces = c.layout.faces
    if parameter.type.kind != "card" or not (faces.read or faces.plural):
        return lambda cells, frame: members(among(cells, frame))
    additions = _additions(c, parameter, left, done)
    unordered = faces.plural and not parameter.unseen and _unordered(c, parameter.domain)
    marked = distinguished(c)

    def values(cells: Cells, frame: Frame) -> tuple[int, ...]:
        mask = among(cells, frame)
        if unordered:
            mask = faces.representatives(mask, marked(cells) & mask)
        if parameter.freely:
            mask = faces.expanded(faces.physical(mask))
        for kept in additions:
            mask &= kept(cells, frame)
        return members(mask)

    return values


def readings_of(
    c: Compiler, parameter: g.Parameter, card: Code, scope: CodeScope, left: list[CodeCondition], done: set[str]
) -> Values:  # fmt: skip
    """Return code for the readings of a given card if it is in the parameter's domain."""
    among, faces = domain(c, parameter, scope), c.layout.faces
    additions = _additions(c, parameter, left, done)

    def readings(cells: Cells, frame: Frame) -> tuple[int, ...]:
        given = card(cells, frame)
        if given < 0 or not faces.physical(among(cells, frame)) >> faces.base[given] & 1:
            return ()
        mask = faces.expansion[faces.base[given]]
        for kept in additions:
            mask &= kept(cells, frame)
        return members(mask)

    return readings


def _additions(c: Compiler, parameter: g.Parameter, left: list[CodeCondition], done: set[str]) -> list[Code]:
    """Find the conditions on a card together with given cards (`place + card is …`). Return for each of them code that looks up
    the faces that satisfy it in its table. Remove these conditions from the list.
    """
    found: list[Code] = []
    for condition in tuple(left):
        if not parameter.name in condition.needs() <= done | {parameter.name}:
            continue
        known = of_a_sum(c.game, condition.expr, condition.name_of(parameter.name))
        if known is not None and has_pattern(c.game, known[0]):
            left.remove(condition)
            found.append(_added(c.shapes_of(known[0]), tuple(c.code(other, condition.scope) for other in known[1])))
    return found


def _added(shapes: Shapes, others: tuple[Code, ...]) -> Code:
    def added(cells: Cells, frame: Frame) -> int:
        mask = 0
        for other in others:
            mask |= other(cells, frame)
        return shapes.additions(mask)

    return added


def _unordered(c: Compiler, expr: Expr | None) -> bool:
    """Return whether an expression reads no pile. In a pile, equal cards differ in their place."""
    if expr is None:
        return True
    if isinstance(expr, g.InZone) and c.layout.places[expr.zone].order:
        return False
    return fold(expr, lambda part: _unordered(c, part), all)


def distinguished(c: Compiler) -> Callable[[Cells], int]:
    """Return a function for the cards that differ from equal cards, because a mark, a reference or a rule names them."""
    layout = c.layout
    marks = [slot.slot for slot in layout.memory.values() if slot.cell.kind == "mark"]
    kept = [slot for slot in layout.memory.values() if slot.cell.kind == "reference" and slot.cell.type.kind == "card"]
    cards = [slot.slot + number for slot in kept for number in range(slot.count)]

    def cards_distinguished(cells: Cells) -> int:
        mask = c.named
        for slot in marks:
            mask |= cells[slot]
        for slot in cards:
            if cells[slot] >= 0:
                mask |= 1 << cells[slot]
        return mask

    return cards_distinguished


def _tabulated(c: Compiler, parameter: g.Parameter, among: Code, left: list[CodeCondition]) -> Values | None:
    """Return code that looks up a set in the table of its conditions, if the set is read freely or must fit a pattern. Return
    None if no condition requires this.
    """
    alone = [condition for condition in left if condition.needs() == frozenset((parameter.name,))]
    wholes = [
        (condition, whole)
        for condition in alone
        if (whole := on_the_set(c.game, [condition.expr], condition.name_of(parameter.name))) is not None
    ]
    if not wholes or not any(parameter.freely or has_pattern(c.game, whole) for _, whole in wholes):
        return None
    together = on_the_set(c.game, [one.expr for one, _ in wholes], alone[0].name_of(parameter.name))
    if together is None:
        return None
    for one, _ in wholes:
        left.remove(one)
    shapes, marked, faces = c.shapes_of(together), distinguished(c), c.layout.faces

    def fitting_sets(cells: Cells, frame: Frame) -> tuple[int, ...]:
        cards = faces.physical(among(cells, frame))
        return shapes.made_of(cards, marked(cells) & cards, freely=parameter.freely)

    return fitting_sets


# ---------------------------------------------------------------------------------------------- a set by its facts


MOST_CARDS_OF_A_SET = 1 << 10


@dataclass(slots=True)
class _Facts:
    """The facts that conditions state about a set: its value, totals with the weights of the cards, and bounds on its size."""

    same: Code | None = None
    total: tuple[tuple[int, ...], Code, bool] | None = None
    least: list[Code] = field(default_factory=list[Code])
    most: list[Code] = field(default_factory=list[Code])


def _subsets(
    c: Compiler, parameter: g.Parameter, among: Code, left: list[CodeCondition], done: set[str]
) -> Values:  # fmt: skip
    """Return code for the non-empty subsets of a domain that agree with the facts that conditions state about them."""
    facts = _Facts()
    for condition in tuple(left):
        if parameter.name in condition.needs() <= done | {parameter.name} and _absorb(c, facts, condition, parameter.name):
            left.remove(condition)

    def found(cells: Cells, frame: Frame) -> tuple[int, ...]:
        fewest = max([1, *[code(cells, frame) for code in facts.least]])
        largest = min([MOST_CARDS_OF_A_SET, *[code(cells, frame) for code in facts.most]])
        if largest < fewest:
            return ()
        cards = among(cells, frame)
        if facts.same is not None:
            only = facts.same(cells, frame)
            if only & ~cards or not fewest <= only.bit_count() <= largest:
                return ()
            cards, fewest = only, only.bit_count()
        if facts.total is None:
            return subsets(cards, fewest, largest)
        weights, total, exactly = facts.total
        return subsets_of_total(weights, cards, total(cells, frame), fewest, largest, exactly=exactly)

    return found


def _absorb(c: Compiler, facts: _Facts, condition: CodeCondition, parameter: str) -> bool:
    """Add the facts that a condition states about a set. Return whether there is a usable fact."""
    scope = condition.scope
    match facts_about_set(condition.expr, condition.name_of(parameter)):
        case SameSet(other) if facts.same is None:
            facts.same = c.code(other, scope)
        case KnownTotal(total, value) if facts.total is None and (weights := _weights(c, total)) is not None:
            facts.total = weights, _signed_sum(c, value, 0, scope), True
        case TotalBound(total, value, most) if facts.total is None and (weights := _weights(c, total)) and min(weights) >= 0:
            facts.total = weights, _signed_sum(c, value, most, scope), False
        case NumberBound(value, least, most):
            facts.least += [] if least is None else [_signed_sum(c, value, least, scope)]
            facts.most += [] if most is None else [_signed_sum(c, value, most, scope)]
        case SameSet() | KnownTotal() | TotalBound() | None:
            return False
    return True


def _over_sets(c: Compiler, expr: g.OverSets, scope: CodeScope) -> Code:
    """Compile a sum or an extreme over the sets of some cards. The conditions narrow the search as they do for an act, unless
    one of them may stop play: then all sets are tested in the stated order.
    """
    place, work = scope.frames.place(), c.work
    within = scope.bind(expr.variable, at(place))
    left = [CodeCondition(one, within, ((expr.variable, expr.variable),)) for one in conjuncts(expr.condition)]
    parameter = g.Parameter(expr.variable, None, "some", expr.cards, (), False, False, expr.cards.type, expr.span)
    absorbed = [] if c.stopping.at(expr.condition) else left
    listed = _subsets(c, parameter, c.code(expr.cards, scope), absorbed, set())
    fits = all_of(tuple(c.code(condition.expr, condition.scope) for condition in left))
    amount = c.code(expr.amount, within)
    join: Callable[[list[int]], int] = sum if expr.which == "total" else max if expr.which == "highest" else min

    def over_sets(cells: Cells, frame: Frame) -> int:
        found = listed(cells, frame)
        work.spend(len(found) + 1)
        values = list[int]()
        for cards in found:
            frame[place] = cards
            if fits(cells, frame):
                values.append(amount(cells, frame))
        return join(values) if values else 0

    return over_sets


def _weights(c: Compiler, total: g.Total) -> tuple[int, ...] | None:
    """Return each card's weight in a total that depends only on the prints of the cards. Return None if it depends on more, or
    is not defined for some card.
    """
    plain = isinstance(total.members, g.Local) and total.members.type.kind == "cards"
    if not plain or not (free_locals(total.amount) <= {total.variable} and steady(c.game, total.amount)):
        return None
    frames = Frames()
    place = frames.place()
    amount = c.code(total.amount, CodeScope(frames, constant(NOBODY), {total.variable: at(place)}))
    found: list[int] = []
    try:
        for card in range(c.game.faces.count):
            frame = frames.fresh()
            frame[place] = card
            found.append(amount((), frame))
    except Faulted:
        return None
    return tuple(found)


def _signed_sum(c: Compiler, value: SignedTerms, added: int, scope: CodeScope) -> Code:
    terms = tuple((sign, c.code(part, scope)) for sign, part in value)
    if added == 0 and [sign for sign, _ in terms] == [1]:
        return terms[0][1]
    return lambda cells, frame: added + sum([sign * term(cells, frame) for sign, term in terms])


# --------------------------------------------------------------- argument search


ArgumentTuples = list[tuple[int, ...]]
ArgumentSearch = Callable[[Cells, Frame, "ArgumentTuples | None"], bool]
"""Appends the arguments that it finds to the list, in order, and returns False. Without a list, returns whether there are
any.
"""


@dataclass(frozen=True, slots=True)
class SoughtArguments:
    """The arguments of one act that a search has to find: their places in the frame, and the scope of the act's clauses.

    `given` are the parameters whose values are given; only their domains must be tested. For a parameter in `read`, the card is
    given and only its reading is sought.
    """

    act: g.Act
    places: dict[str, int]
    scope: CodeScope
    given: tuple[g.Parameter, ...] = ()
    read: Mapping[str, Code] = field(default_factory=dict[str, Code])


@dataclass(frozen=True, slots=True)
class Requirements:
    """The requirements of a search in addition to the permission's case: further conditions, and whether no prohibition may bar
    the move.
    """

    where: tuple[CodeCondition, ...]
    barred: bool


def sought_arguments(
    c: Compiler, act: g.Act, scope: CodeScope, given: Mapping[str, Code] | None = None
) -> SoughtArguments:  # fmt: skip
    """Allocate places for an act's parameters. The actor is the actor of `scope`; no other names of `scope` are visible."""
    known = dict(given or {})
    read = {p.name: known.pop(p.name) for p in act.parameters if p.freely and p.type.kind == "card" and p.name in known}
    places = {parameter.name: scope.frames.place() for parameter in act.parameters if parameter.name not in known}
    names = {**known, **{name: at(place) for name, place in places.items()}}
    given_parameters = tuple(parameter for parameter in act.parameters if parameter.name in known)
    return SoughtArguments(act, places, CodeScope(scope.frames, scope.actor, names), given_parameters, read)


def possibility(
    c: Compiler, expr: g.Can, scope: CodeScope, actor: Code, given: Mapping[str, Code]
) -> tuple[SoughtArguments, Requirements]:
    """Return the search of a `can` expression: the arguments of its act, and the requirements, in which parameters have the
    names that its `where` uses.
    """
    sought = sought_arguments(c, c.game.act[expr.act], CodeScope(scope.frames, actor), given)
    for parameter, name in expr.free:
        scope = scope.bind(name, sought.scope.names[parameter])
    named = tuple((name, parameter) for parameter, name in expr.free)
    where = () if expr.where is None else tuple(CodeCondition(part, scope, named) for part in conjuncts(expr.where))
    return sought, Requirements(where, expr.by is None)


def permission_search(
    c: Compiler, sought: SoughtArguments, permission: Clause, requirements: Requirements
) -> ArgumentSearch:  # fmt: skip
    """Return the search for the arguments with which an act is done under one permission.

    Tests from the first that may stop play are done one after the other, for all arguments that pass the tests before it.
    """
    act, scope = sought.act, sought.scope
    tests = [(domain_locals(p, sought.places), within(c, p, scope.names[p.name], scope)) for p in sought.given]
    left: list[CodeCondition] = []
    late: list[Code] = []
    in_order = any(c.stopping.at(parameter.domain) for parameter in act.parameters)
    for row in _stated_tests(c, sought, permission, requirements):
        in_order |= c.stopping.at(row.reads)
        if in_order and not _is_early(c, act, row):
            late.append(_code_of(c, row.test))
        elif isinstance(row.test, CodeCondition):
            left.append(row.test)
        else:
            tests.append((row.needs, row.test))
    search = _search(c, sought, tests, left)
    return _for_all_found(tuple(sought.places.values()), search, tuple(late)) if late else search


@dataclass(frozen=True, slots=True)
class _StatedTest:
    """A test of the arguments of an act, the parameters that it mentions, and the sentences that it reads."""

    test: Code | CodeCondition
    needs: frozenset[str]
    reads: object


def _stated_tests(
    c: Compiler, sought: SoughtArguments, permission: Clause, requirements: Requirements
) -> list[_StatedTest]:  # fmt: skip
    """Return the tests under one permission in the order in which the reference states them."""
    act, scope, sentence = sought.act, sought.scope, permission.sentence
    assert isinstance(sentence, g.Permission | g.Prohibition)
    own = tuple((parameter.name, parameter.name) for parameter in act.parameters)
    conditions = [*requirements.where, *(CodeCondition(part, scope, own) for part in conjuncts(*permission.when))]
    found = [_StatedTest(one, one.needs(), one.expr) for one in conditions]
    found.insert(len(requirements.where), _StatedTest(subject(c, sentence.subject, scope), frozenset(), sentence.subject))
    found += [_StatedTest(none_of(c.code(e, scope)), _free(e, act), e) for e in permission.unless]
    for prohibition, _ in c.game.barring(permission) if requirements.barred else ():
        reads = _clauses_of(c, prohibition)
        found.append(_StatedTest(none_of(bars(c, prohibition, scope)), _mentioned(reads, act), reads))
    return found


def _is_early(c: Compiler, act: g.Act, row: _StatedTest) -> bool:
    """Return whether a test belongs to the choice of the arguments: a reading of cards is chosen by its conditions."""
    return any(p.freely for p in act.parameters) and isinstance(row.test, CodeCondition) and not c.stopping.at(row.reads)


def _code_of(c: Compiler, test: Code | CodeCondition) -> Code:
    return c.code(test.expr, test.scope) if isinstance(test, CodeCondition) else test


def _for_all_found(places: tuple[int, ...], search: ArgumentSearch, tests: tuple[Code, ...]) -> ArgumentSearch:
    """Return the search for the arguments that a search finds and that pass further tests; these are done for all of them."""
    passes = all_of(tests)

    def searched(cells: Cells, frame: Frame, found: ArgumentTuples | None) -> bool:
        ways: ArgumentTuples = []
        search(cells, frame, ways)
        passing: ArgumentTuples = []
        for way in ways:
            for place, value in zip(places, way, strict=True):
                frame[place] = value
            if passes(cells, frame):
                passing.append(way)
        if found is None:
            return bool(passing)
        found += passing
        return False

    return searched


def _search(
    c: Compiler, sought: SoughtArguments, tests: list[tuple[frozenset[str], Code]], left: list[CodeCondition]
) -> ArgumentSearch:  # fmt: skip
    act = sought.act
    levels: list[tuple[int, Values, tuple[Code, ...]]] = []
    done = {parameter.name for parameter in act.parameters if parameter.name not in sought.places}
    first = _due(tests, left, done, c)
    for number in assignment_order(act, sought.places):
        parameter = act.parameters[number]
        values = _given_or(c, sought, parameter, left, done)
        done.add(parameter.name)
        levels.append((sought.places[parameter.name], values, _due(tests, left, done, c)))
    return _nested(c.work, tuple(sought.places.values()), first, levels)


def domain_search(c: Compiler, sought: SoughtArguments) -> ArgumentSearch:
    """Return the search for all arguments within their domains. A finding, which needs no permission, uses it."""
    act, places = sought.act, sought.places
    parameters = [act.parameters[number] for number in assignment_order(act, places)]
    levels = [(places[p.name], _given_or(c, sought, p, [], set()), ()) for p in parameters]
    return _nested(c.work, tuple(places.values()), (), [*levels])


def _free(expr: Expr, act: g.Act) -> frozenset[str]:
    return free_locals(expr) & {parameter.name for parameter in act.parameters}


def _clauses_of(c: Compiler, prohibition: Clause) -> tuple[Clause, ...]:
    """Return the clauses that decide whether a prohibition bars."""
    exempting = tuple(exemption for exemption, _ in c.game.lifting(prohibition))
    over = (other for exemption in exempting for other in c.game.overriding(exemption, c.game.clauses))
    return (prohibition, *exempting, *over)


def _mentioned(clauses: tuple[Clause, ...], act: g.Act) -> frozenset[str]:
    return frozenset[str]().union(*(_free(e, act) for clause in clauses for e in (*clause.when, *clause.unless)))


def _due(tests: list[tuple[frozenset[str], Code]], left: list[CodeCondition], done: set[str], c: Compiler) -> tuple[Code, ...]:
    """Return the tests whose parameters are all assigned, tests of domains first. Remove them from the lists."""
    ready = [code for needs, code in tests if needs <= done]
    ready += [c.code(condition.expr, condition.scope) for condition in left if condition.needs() <= done]
    left[:] = [condition for condition in left if not condition.needs() <= done]
    tests[:] = [(needs, code) for needs, code in tests if not needs <= done]
    return tuple(ready)


def _given_or(
    c: Compiler, sought: SoughtArguments, parameter: g.Parameter, left: list[CodeCondition], done: set[str]
) -> Values:
    """Return code for the values of a parameter, or for the readings of its card if the card is given."""
    if parameter.name not in sought.read:
        return candidates(c, parameter, sought.scope, left, done)
    return readings_of(c, parameter, sought.read[parameter.name], sought.scope, left, done)


def _nested(
    work: Work, places: tuple[int, ...], first: tuple[Code, ...], levels: list[tuple[int, Values, tuple[Code, ...]]]
) -> ArgumentSearch:
    def leaf(cells: Cells, frame: Frame, found: ArgumentTuples | None) -> bool:
        if found is None:
            return True
        found.append(tuple([frame[place] for place in places]))
        return False

    inner: ArgumentSearch = leaf
    for place, values, tests in reversed(levels):
        inner = _level(work, place, values, all_of(tests), inner)
    return _guarded(all_of(first), inner)


def _level(work: Work, place: int, values: Values, test: Code, inner: ArgumentSearch) -> ArgumentSearch:
    def level(cells: Cells, frame: Frame, found: ArgumentTuples | None) -> bool:
        for value in values(cells, frame):
            frame[place] = value
            work.spend(1)
            if test(cells, frame) and inner(cells, frame, found):
                return True
        return False

    return level


def _guarded(test: Code, inner: ArgumentSearch) -> ArgumentSearch:
    return lambda cells, frame, found: bool(test(cells, frame)) and inner(cells, frame, found)


# ----------------------------------------------------------- `can` and `applies`


def can(c: Compiler, expr: g.Can, scope: CodeScope) -> Code:
    """Test whether an act can be done. Without `by`, some permission must apply that no prohibition bars. With `by`, only the
    case of the named permission must hold.
    """
    actor = c.code(expr.actor, scope)
    sought, requirements = possibility(c, expr, scope, actor, {name: c.code(value, scope) for name, value in expr.given})
    granting = tuple(p for p in permissions(c, expr.act) if expr.by in (None, p.name))
    key = f"{expr.act} by {expr.by}"
    if expr.by is None and key in c.inside:
        raise Unsupported(msg("a prohibition on `{act}` that depends on whether `{act}` can be done", act=expr.act), expr.span)
    c.inside.append(key)
    searches = tuple(permission_search(c, sought, permission, requirements) for permission in granting)
    c.inside.pop()
    able = any_of(tuple(_found(one) for one in searches))
    given = tuple(sought.scope.names[name] for name, value in expr.given if c.stopping.at(value))
    return _somebody(actor, _after(given, able) if given else able)


def _after(computed: tuple[Code, ...], code: Code) -> Code:
    """Return code that computes some values before its own."""

    def run(cells: Cells, frame: Frame) -> int:
        for value in computed:
            value(cells, frame)
        return code(cells, frame)

    return run


def _somebody(actor: Code, able: Code) -> Code:
    """Test whether the actor is somebody, and able to do the act."""
    return all_of((changed(actor, lambda player: 1 if player >= 0 else 0), able))


def _found(search: ArgumentSearch) -> Code:
    return lambda cells, frame: 1 if search(cells, frame, None) else 0


def applies(c: Compiler, expr: g.Applies, scope: CodeScope) -> Code:
    """Test whether the case of a clause holds. The case of a permission or prohibition must hold for some arguments."""
    clause = c.game.clause.get(expr.clause)
    if clause is None:
        return FALSE
    sentence = clause.sentence
    if not isinstance(sentence, g.Permission | g.Prohibition):
        return c.condition(clause, scope)
    acts = (sought_arguments(c, c.game.act[act], CodeScope(scope.frames, scope.actor)) for act in sentence.acts)
    searches = (permission_search(c, sought, clause, Requirements((), barred=False)) for sought in acts)
    return _somebody(scope.actor, any_of(tuple(map(_found, searches))))


# ---------------------------------------------------------------- all constructs


def compiler(game: Game, layout: Layout, reads: OptionReader | None = None) -> Compiler:
    """Return a compiler for one game, with the symbols of its attributes and the answers of its acts numbered in the order of
    their declaration; `reads` gives the values of its open options.
    """
    named = {(a.name, value.name): number for a in game.deck.attributes for number, value in enumerate(a.values)}
    choices = (parameter for act in game.acts for parameter in act.parameters if parameter.choice == "either")
    named |= {(one.type.enumeration, answer): number for one in choices for number, answer in enumerate(one.answers)}
    return Compiler(game, layout, named, meaning, reads=reads)


def meaning(c: Compiler, expr: Expr, scope: CodeScope) -> Code:
    """Compile any construct."""
    match expr:
        case g.Number(value=value):
            return constant(value)
        case g.Truth(value=truth):
            return TRUE if truth else FALSE
        case g.Symbol(name=name):
            return constant(c.symbol(expr.type.enumeration, name))
        case g.Symbols(attribute=attribute):
            declared = next(a for a in c.game.deck.attributes if a.name == attribute)
            return constant((1 << len(declared.values)) - 1)
        case g.Numbers():
            return _numbers(c, expr, scope)
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
            return c.setting(expr)
        case g.InZone() | g.Recall():
            return _stored(c, expr, scope)
        case g.Attribute():
            return _attribute(c, expr, scope)
        case g.Neighbour(player=player, steps=steps):
            return neighbour(c, c.code(player, scope), steps)
        case g.FirstOf():
            return _first_of(c, expr, scope)
        case g.SideOf(player=player):
            return changed(c.code(player, scope), (*c.game.side_of, NOBODY).__getitem__)
        case g.Top(pile=pile):
            return _top(c, pile, scope)
        case g.Operation():
            return operation(c, expr, scope)
        case (
            g.Single() | g.Only() | g.Size() | g.Where() | g.Quantified() | g.Total() | g.OverSets() | g.Extreme() | g.Select()
            | g.Pattern()
        ):  # fmt: skip
            return set_operation(c, expr, scope)
        case g.Apply():
            return applied(c, expr, scope)
        case g.ScoreOf():
            return score(c, expr, scope)
        case g.Can():
            return can(c, expr, scope)
        case g.Applies():
            return applies(c, expr, scope)
        case g.Splits():
            return _splits(c, expr, scope)
        case g.ReadAs():
            return _read_as(c, expr, scope)
        case _:
            assert_never(expr)


def _stored(c: Compiler, expr: g.InZone | g.Recall, scope: CodeScope) -> Code:
    """Read a cell. Without an owner the result is empty: an empty zone, a counter at 0, a reference to nobody."""
    if isinstance(expr, g.InZone) and c.layout.places[expr.zone].zone.family:
        family = c.layout.places[expr.zone]
        return lambda cells, frame: (1 << len(groups_of(cells, family))) - 1
    if isinstance(expr, g.InZone) and expr.owner is not None and expr.owner.type.kind in ("players", "sides"):
        return _together(c, expr, expr.owner, scope)
    absent = NOBODY if isinstance(expr, g.Recall) and c.layout.memory[expr.cell].cell.kind == "reference" else 0
    slot = c.slot(expr, scope)

    def read(cells: Cells, frame: Frame) -> int:
        found = slot(cells, frame)
        return absent if found == NOBODY else cells[found]

    return read


def _together(c: Compiler, expr: g.InZone, owners: Expr, scope: CodeScope) -> Code:
    """Return code for the union of the cards in a zone of several owners."""
    base, of = c.layout.places[expr.zone].slot, c.code(owners, scope)

    def gather(cells: Cells, frame: Frame) -> int:
        cards = 0
        for owner in members(of(cells, frame)):
            cards |= cells[base + owner]
        return cards

    return gather


def _attribute(c: Compiler, expr: g.Attribute, scope: CodeScope) -> Code:
    """Read an attribute of a card. If there is no card, or the card lacks the attribute, the value is 0 for a measure and
    nothing for another attribute.
    """
    absent = 0 if expr.name in c.game.measure else NOBODY
    table = [*(absent if value is None else value for value in printed(c.game, expr.name)), absent]
    return changed(c.code(expr.card, scope), table.__getitem__)


def _written(c: Compiler, expr: g.Cards) -> Code:
    """Return code for cards that are named by their codes, each in its written reading or as itself."""
    numbers = c.written_faces(expr)
    if not c.sealed:
        c.named |= mask_of(expr.cards)
    chosen = [options[0] if options else card for options, card in zip(numbers, expr.cards, strict=True)]
    return constant(chosen[0] if expr.type.kind == "card" else mask_of(chosen))


def _read_as(c: Compiler, expr: g.ReadAs, scope: CodeScope) -> Code:
    """Test whether a card in a group is read as a given card, that is, as a card with the same print."""
    kind = c.game.faces.kind
    signs = (*((sign[0] if n < c.game.faces.pack else sign[1]) for n, sign in enumerate(c.layout.faces.signs)), NOBODY)
    own = (*(kind[card] for card in c.layout.faces.base), NOBODY)
    card, reading = c.code(expr.card, scope), c.code(expr.reading, scope)
    return lambda cells, frame: 1 if signs[card(cells, frame)] == own[reading(cells, frame)] else 0


def _top(c: Compiler, pile: Expr, scope: CodeScope) -> Code:
    if not isinstance(pile, g.InZone) or not c.layout.places[pile.zone].order:
        raise Unsupported(msg("the top of something other than a pile"), pile.span)
    place = c.layout.places[pile.zone]
    slot_of = c.slot(pile, scope)
    shift = place.order - place.slot

    def top(cells: Cells, frame: Frame) -> int:
        slot = slot_of(cells, frame)
        return NOBODY if slot == NOBODY or not cells[slot] else cells[slot + shift] & 255

    return top
