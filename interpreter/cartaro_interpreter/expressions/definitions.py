"""Definitions applied to arguments, and the score.

A definition's answer is that of the clauses in force: those that apply and to which no other applying one is preferred.
Different answers in force are a clash, none is a gap (false, for a truth); both stop play with a fault.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, product
from math import prod
from typing import TypeVar

from cartaro_grammar import Clause, Expr, Span, read_argument, remedies, say
from cartaro_grammar import game as g
from cartaro_interpreter.expressions.code import Code, CodeScope, Frames, Run, any_of, at, constant
from cartaro_interpreter.expressions.compiler import Called, Compiler
from cartaro_interpreter.expressions.mentions import steady_function
from cartaro_interpreter.expressions.printed_values import REMEMBERED
from cartaro_interpreter.state.budget import Work, too_much
from cartaro_interpreter.state.fault import Faulted, Unsupported
from cartaro_interpreter.state.layout import Cells, mask_of, members

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
        raise Unsupported(say("`{name}`, which goes round in a circle,", name=name), span)
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
    message = say(
        "{what} has two answers: the clauses `{one}` and `{other}` both apply and neither yields",
        what=what,
        one=one.name,
        other=other.name,
    )
    return Faulted("C0801", message, other.span, remedies.advice(remedies.of_answers(one, other)))


def _gap(what: str, answers: tuple[ClauseAnswer, ...]) -> Faulted:
    if not answers:
        return Faulted("C0802", say("{what} has no answer: no clause says it", what=what))
    names = ", ".join(f"`{answer.clause.name}`" for answer in answers)
    return Faulted(
        "C0802",
        say("{what} has no answer: none of its clauses applies ({names})", what=what, names=names),
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
