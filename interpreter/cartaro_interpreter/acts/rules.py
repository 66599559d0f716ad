"""A game compiled for play: its acts, its courses of events, the questions that the course of play asks.

Takes a checked game; guarantees that everything in it is compiled, or answers with a diagnostic that names the construct that
is not played yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from cartaro_grammar import Clause, Diagnostic, Game, Same, say
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import ActRules, act_rules
from cartaro_interpreter.acts.courses import EventCourse, course
from cartaro_interpreter.acts.headings import Scoring, scoring
from cartaro_interpreter.acts.hidden_results import Looks, looks
from cartaro_interpreter.acts.influence import Influence, influence
from cartaro_interpreter.acts.sight import Sight, sight
from cartaro_interpreter.acts.stuck_cards import Reach, reaches
from cartaro_interpreter.expressions.code import Code, CodeScope, Frames, Run, any_of, at, constant, none_of
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.expressions.definitions import ClauseAnswer, settled
from cartaro_interpreter.expressions.expressions import compiler
from cartaro_interpreter.expressions.participants import company
from cartaro_interpreter.state.fault import Faulted, Unsupported, diagnosed
from cartaro_interpreter.state.layout import MOST_CARDS, NOBODY, TURN, Cells, Layout, lay_out


@dataclass(frozen=True, slots=True)
class StepRules:
    """A step of the turn: whose it is, whether it is open at all, its acts; `last` where no step after it must be done."""

    clause: Clause
    acts: tuple[str, ...]
    must: bool
    often: bool
    actor: Run
    open: Run | None
    last: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """One compiled game."""

    game: Game
    layout: Layout
    compiler: Compiler
    acts: dict[str, ActRules]
    steps: tuple[StepRules, ...]
    obligations: tuple[tuple[Clause, Run], ...]
    courses: dict[tuple[str, str], EventCourse]
    begins: Run
    passes: Run
    ends: dict[g.Period, Run]
    initial: dict[g.Period, tuple[tuple[int, Run], ...]]
    sight: Sight
    looks: dict[str, Looks]
    scoring: Scoring
    company: Run | None
    influence: dict[str, Influence]
    reaches: tuple[Reach, ...]


def compile_game(game: Game) -> Rules | tuple[Diagnostic, ...]:
    """The game, ready to be played; or what in it is not played yet."""
    if len(game.deck.cards) > MOST_CARDS:
        return (Diagnostic("C0800", say("a deck of more than {n} cards is not played yet", n=MOST_CARDS)),)
    try:
        return _compiled(Same((game,)))
    except RecursionError:
        return (Diagnostic("C0800", say("a game with sentences nested this deeply is not played yet")),)
    except (Faulted, Unsupported) as fault:
        return (diagnosed(fault),)


@lru_cache(maxsize=16)
def _compiled(one: Same[Game]) -> Rules:
    (game,) = one.values
    for clause, said in game.saying(g.Material):
        if said.what == "reading" and (clause.when or clause.unless):
            raise Unsupported(say("a reading that holds in some cases only"), clause.span)
    layout = lay_out(game)
    c = compiler(game, layout)
    begins = _course_question(c, g.Begins, say("who begins the play"))
    passes = _course_question(c, g.Passes, say("whose turn is next"))
    courses = {
        (moment, period): found
        for moment in ("start", "end", "count")
        for period in ("turn", "hand", "match")
        if (found := course(c, moment, period, begins)) is not None
    }
    steps = _steps(c)
    acts = {act.name: act_rules(c, act, begins) for act in game.acts}
    looked = {act.name: looks(game, act) for act in game.acts}
    for shapes in c.shapes.values():
        shapes.find()
    periods: tuple[g.Period, ...] = ("turn", "hand", "match")
    ends: dict[g.Period, Run] = {period: _ends(c, period) for period in periods}
    initial: dict[g.Period, tuple[tuple[int, Run], ...]] = {period: _initial(c, period) for period in periods}
    made = Rules(
        game, layout, c, acts, steps, _obligations(c), courses, begins, passes, ends, initial, sight(c), looked, scoring(c),
        company(c), {act.name: influence(game, act) for act in game.acts},
        reaches(c),
    )  # fmt: skip
    c.sealed = True
    return made


def standalone(c: Compiler, make: Code, frames: Frames) -> Run:
    """Code with a frame of its own, whose first place holds whose turn it is; the frame given is not used."""
    if make.constant is not None:
        return make.run
    run = make.run

    def alone(cells: Cells, frame: list[int]) -> int:
        own = frames.fresh()
        own[0] = cells[TURN]
        return run(cells, own)

    return alone


def turn_scope() -> CodeScope:
    """A scope outside of any act: `the player` is whose turn it is."""
    frames = Frames()
    return CodeScope(frames, at(frames.place()))


def _course_question(c: Compiler, kind: type[g.Begins] | type[g.Passes], what: str) -> Run:
    scope = turn_scope()
    clauses = c.game.saying(kind)
    answers: list[ClauseAnswer] = []
    for clause, said in clauses:
        over = c.game.yields_to(clause.name)
        mask = sum(1 << n for n, (other, _) in enumerate(clauses) if other.name in over)
        value = c.code(said.player, scope)
        answers.append(ClauseAnswer(clause, c.condition(clause, scope), value, mask))
    return standalone(c, Code(settled(what, tuple(answers), None)), scope.frames)


def _whose_turn(cells: Cells, frame: list[int]) -> int:
    return cells[TURN]


def _steps(c: Compiler) -> tuple[StepRules, ...]:
    found: list[StepRules] = []
    last = True
    for clause, step in reversed(c.game.steps):
        found.append(_step(c, clause, step, last=last))
        last = last and not step.must
    return tuple(reversed(found))


def _step(c: Compiler, clause: Clause, step: g.Step, *, last: bool) -> StepRules:
    scope = turn_scope()
    case = c.condition(clause, scope)
    is_open = None if case.constant == 1 else standalone(c, case, scope.frames)
    actor = _whose_turn if isinstance(step.actor, g.Actor) else standalone(c, c.code(step.actor, scope), scope.frames)
    return StepRules(clause, step.acts, step.must, step.often, actor, is_open, last)


def _ends(c: Compiler, period: g.Period) -> Run:
    scope = turn_scope()
    clauses = c.game.ends_of(period)
    if not clauses:
        return constant(0).run
    cases: list[Code] = []
    for clause in clauses:
        over = any_of(tuple(c.condition(other, scope) for other in c.game.overriding(clause, clauses)))
        applies = c.condition(clause, scope)
        cases.append(applies if over.constant == 0 else _and_not(applies, over))
    return standalone(c, any_of(tuple(cases)), scope.frames)


def _and_not(applies: Code, over: Code) -> Code:
    first, second = applies.run, none_of(over).run
    return Code(lambda cells, frame: first(cells, frame) and second(cells, frame))


def _obligations(c: Compiler) -> tuple[tuple[Clause, Run], ...]:
    found: list[tuple[Clause, Run]] = []
    for clause, said in c.game.obligations:
        scope = turn_scope()
        case, condition = c.condition(clause, scope), c.code(said.condition, scope)
        both = _and_not(case, none_of(condition))
        found.append((clause, standalone(c, both, scope.frames)))
    return tuple(found)


def _initial(c: Compiler, period: g.Period) -> tuple[tuple[int, Run], ...]:
    """What memory is set to when a period begins."""
    found: list[tuple[int, Run]] = []
    for slot in c.layout.memory.values():
        if slot.cell.period == period:
            scope = turn_scope()
            value = constant(NOBODY if slot.cell.kind == "reference" else 0)
            if slot.cell.initial is not None:
                value = c.code(slot.cell.initial, scope)
            run = standalone(c, value, scope.frames)
            found += [(slot.slot + owner, run) for owner in range(slot.count)]
    return tuple(found)
