"""The course of an event: its clauses, done one after the other in the order of the text.

A clause does nothing when its case does not hold or when a clause preferred to it applies; both are read when its turn has
come.  `repeat from` goes back, a bounded number of times; an effect that ends a period stops the course.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cartaro_grammar import Clause, say
from cartaro_grammar import game as g
from cartaro_interpreter.acts.effects import effect
from cartaro_interpreter.acts.group_effects import EffectCode
from cartaro_interpreter.expressions.code import CodeScope, Frame, Frames, Run, any_of, at
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.state.budget import Work
from cartaro_interpreter.state.chance import Chance
from cartaro_interpreter.state.fault import Faulted
from cartaro_interpreter.state.layout import ENDING, TURN

MOST_REPEATS = 2_000

EventCourse = Callable[[list[int], Chance], None]
"""Does all that happens at an event."""

Perform = Callable[[list[int], int, tuple[int, ...], Chance], None]
"""Does an act, by a player and with arguments, and what happens after it."""


@dataclass(frozen=True, slots=True)
class _CourseClause:
    applies: Run | None
    over: Run | None
    effects: tuple[EffectCode, ...]


def course(c: Compiler, moment: str, period: str, begins: Run) -> EventCourse | None:
    """What happens at the start, the end or the count of a period; None where nothing does."""
    clauses = c.game.consequences(moment, period)
    if not clauses:
        return None
    frames = Frames()
    scope = CodeScope(frames, at(frames.place()))
    entries = _entries(c, clauses, scope, begins)

    def happen(cells: list[int], chance: Chance) -> None:
        frame = frames.fresh()
        frame[0] = cells[TURN]
        _run(c.work, entries, clauses, cells, frame, chance)

    return happen


def performance(c: Compiler, act: g.Act, begins: Run) -> Perform:
    """An act's own effects, in the order written, then the clauses after it."""
    frames = Frames()
    actor = at(frames.place())
    names = {parameter.name: at(frames.place()) for parameter in act.parameters}
    scope = CodeScope(frames, actor, names)
    own = tuple(effect(c, line, scope, (), begins) for line in act.effects)
    clauses = c.game.consequences("after", act.name)
    entries = _entries(c, clauses, scope, begins)
    rest = frames.size - 1 - len(act.parameters)

    def perform(cells: list[int], player: int, arguments: tuple[int, ...], chance: Chance) -> None:
        frame = [player, *arguments, *([0] * rest)]
        for do in own:
            do(cells, frame, chance)
            if cells[ENDING]:
                return
        if entries:
            _run(c.work, entries, clauses, cells, frame, chance)

    return perform


def _entries(c: Compiler, clauses: tuple[Clause, ...], scope: CodeScope, begins: Run) -> tuple[_CourseClause, ...]:
    names = tuple(clause.name for clause in clauses)
    found: list[_CourseClause] = []
    for clause in clauses:
        applies = c.condition(clause, scope)
        over = any_of(tuple(c.condition(other, scope) for other in c.game.overriding(clause, clauses)))
        effects = tuple(effect(c, line, scope, names, begins) for line in clause.effects)
        found.append(
            _CourseClause(
                None if applies.constant == 1 else applies.run,
                None if over.constant == 0 else over.run,
                effects,
            )
        )
    return tuple(found)


def _run(
    work: Work, entries: tuple[_CourseClause, ...], clauses: tuple[Clause, ...], cells: list[int], frame: Frame, chance: Chance
) -> None:
    index, repeats, count = 0, 0, len(entries)
    while index < count:
        entry = entries[index]
        index += 1
        if entry.applies is not None and not entry.applies(cells, frame):
            continue
        if entry.over is not None and entry.over(cells, frame):
            continue
        if work.done is not None:
            work.done.add(clauses[index - 1].name)
        for do in entry.effects:
            back = do(cells, frame, chance)
            if back:
                repeats += 1
                if repeats > MOST_REPEATS:
                    message = say("`{clause}` has gone back {n} times", clause=clauses[index - 1].name, n=MOST_REPEATS)
                    raise Faulted("C0806", message, clauses[index - 1].span, say("no deal seems to satisfy it"))
                index = back - 1
                break
            if cells[ENDING]:
                return
