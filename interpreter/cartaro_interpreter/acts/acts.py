"""A game compiled for play (`Rules`): its courses of events, its acts, its score.

`compile_game` takes a checked game. It compiles the whole game, or returns a diagnostic that names the unsupported construct.

- A course of an event performs the event's clauses in the order of the text. A clause does nothing when its case does not hold
or when a clause that overrides it applies; both are tested when the course reaches the clause. `repeat from` goes back to an
earlier clause, a bounded number of times. An effect that ends a period stops the course.
- For each act there is a search for the arguments of its warranted moves under each permission, its list of separate conditions
for rulings, and the code that performs it.
- The score has the headings of each side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from cartaro_grammar import Clause, Diagnostic, Game, IdentityKey, msg
from cartaro_grammar import game as g
from cartaro_grammar import visibility as static_visibility
from cartaro_interpreter.acts.effects import EffectCode, effect
from cartaro_interpreter.acts.visibility import ResultDependences, Visibility, result_dependences, visibility
from cartaro_interpreter.evaluate.code import (
    Code,
    CodeScope,
    Compiler,
    Frame,
    Frames,
    OptionReader,
    all_of,
    any_of,
    at,
    constant,
    none_of,
)
from cartaro_interpreter.evaluate.expressions import (
    ArgumentSearch,
    ArgumentTuples,
    ClauseAnswer,
    Requirements,
    SoughtArguments,
    active_players,
    bars,
    case_holds,
    compiler,
    domain_search,
    heading,
    headings,
    overriding,
    permission_search,
    permissions,
    resolved,
    sought_arguments,
    within,
)
from cartaro_interpreter.evaluate.mentions import assignment_order
from cartaro_interpreter.state.chance import Chance
from cartaro_interpreter.state.faults import Faulted, Unsupported, Work, diagnosed
from cartaro_interpreter.state.state import ENDING, MOST_CARDS, NOBODY, TURN, Cells, Layout, Move, lay_out

# ----------------------------------------------------------------------- courses


MOST_REPEATS = 2_000

EventCourse = Callable[[list[int], Chance], None]
"""Performs all consequences of an event."""

Perform = Callable[[list[int], int, tuple[int, ...], Chance], None]
"""Performs an act by a player with the given arguments, then its consequences."""


@dataclass(frozen=True, slots=True)
class _CourseClause:
    applies: Code
    over: Code
    effects: tuple[EffectCode, ...]


def course(c: Compiler, moment: str, period: str, begins: Code) -> EventCourse | None:
    """Compile the clauses that apply at the start, the end or the count of a period. Return None if no case applies."""
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


def performance(c: Compiler, act: g.Act, begins: Code) -> tuple[Perform, Perform]:
    """Return two pieces of code: one performs an act's own effects, in the order of the text, and then the clauses after the
    act; the second performs only the act's own effects.
    """
    frames = Frames()
    actor = at(frames.place())
    names = {parameter.name: at(frames.place()) for parameter in act.parameters}
    scope = CodeScope(frames, actor, names)
    own = tuple(effect(c, line, scope, (), begins) for line in act.effects)
    clauses = c.game.consequences("after", act.name)
    entries = _entries(c, clauses, scope, begins)

    def begun(cells: list[int], player: int, arguments: tuple[int, ...], chance: Chance) -> Frame:
        frame = frames.fresh()
        frame[: 1 + len(arguments)] = [player, *arguments]
        for do in own:
            do(cells, frame, chance)
            if cells[ENDING]:
                break
        return frame

    def perform(cells: list[int], player: int, arguments: tuple[int, ...], chance: Chance) -> None:
        frame = begun(cells, player, arguments, chance)
        if entries and not cells[ENDING]:
            _run(c.work, entries, clauses, cells, frame, chance)

    def begin(cells: list[int], player: int, arguments: tuple[int, ...], chance: Chance) -> None:
        begun(cells, player, arguments, chance)

    return perform, begin


def _entries(c: Compiler, clauses: tuple[Clause, ...], scope: CodeScope, begins: Code) -> tuple[_CourseClause, ...]:
    names = tuple(clause.name for clause in clauses)
    found: list[_CourseClause] = []
    for clause in clauses:
        over = any_of(tuple(c.condition(other, scope) for other in c.game.overriding(clause, clauses)))
        effects = tuple(effect(c, line, scope, names, begins) for line in clause.effects)
        found.append(_CourseClause(c.condition(clause, scope), over, effects))
    return tuple(found)


def _run(
    work: Work, entries: tuple[_CourseClause, ...], clauses: tuple[Clause, ...], cells: list[int], frame: Frame, chance: Chance
) -> None:
    index, repeats, count = 0, 0, len(entries)
    while index < count:
        entry = entries[index]
        index += 1
        if not entry.applies(cells, frame) or entry.over(cells, frame):
            continue
        if work.done is not None:
            work.done.add(clauses[index - 1].name)
        if work.noted is not None:
            work.noted(clauses[index - 1].name, cells)
        for do in entry.effects:
            back = do(cells, frame, chance)
            if back:
                repeats += 1
                if repeats > MOST_REPEATS:
                    message = msg("`{clause}` has gone back {n} times", clause=clauses[index - 1].name, n=MOST_REPEATS)
                    raise Faulted("C0806", message, clauses[index - 1].span, msg("no deal was found that satisfies it"))
                index = back - 1
                break
            if cells[ENDING]:
                return


# -------------------------------------------------------------------------- acts


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The separate conditions on an act, for a ruling: the domain of each parameter, and in `cases` each permission by name,
    with its case and the prohibitions that can bar it.
    """

    frames: Frames
    places: tuple[int, ...]
    domains: tuple[Code, ...]
    cases: tuple[tuple[str, Code, tuple[tuple[str, Code], ...]], ...]

    def frame(self, player: int, arguments: tuple[int, ...]) -> list[int]:
        """Return a frame with the actor and the arguments in their places."""
        frame = self.frames.fresh()
        frame[0] = player
        for place, value in zip(self.places, arguments, strict=True):
            frame[place] = value
        return frame


@dataclass(frozen=True, slots=True)
class ActRules:
    """One act. `searches` find its arguments under each of its permissions, all in one frame. A finding has a single search of
    its domains, under its own name. `inquiry` are the act's separate conditions. `unbarred` holds the searches without the
    prohibitions; they show why the act cannot be done. `begin` performs only the act's own effects. `face_down` are the
    positions of the arguments whose cards are not shown to all players. `on_the_way` is True if somebody may see these cards
    while the move is done.
    """

    act: g.Act
    inquiry: Inquiry
    frames: Frames
    searches: tuple[tuple[str, ArgumentSearch], ...]
    order: tuple[int, ...]
    perform: Perform
    begin: Perform
    face_down: tuple[int, ...]
    on_the_way: bool
    unbarred: tuple[tuple[str, ArgumentSearch], ...]
    unbarred_frames: Frames

    def moves(self, cells: Cells, player: int) -> list[Move]:
        """Return every warranted move of a player with this act, sorted by the arguments in the order in which they are
        assigned.
        """
        found: dict[tuple[int, ...], tuple[str, ...]] = {}
        mixed = False
        for name, search in self.searches:
            frame = self.frames.fresh()
            frame[0] = player
            ways: ArgumentTuples = []
            search(cells, frame, ways)
            if not found:
                found = dict.fromkeys(ways, (name,))
            elif ways:
                mixed = True
                for way in ways:
                    found[way] = (*found.get(way, ()), name)
        name = self.act.name
        if not mixed:
            return [Move(name, way, by) for way, by in found.items()]
        ordered = sorted(found, key=self._rank)
        return [Move(name, way, found[way]) for way in ordered]

    def possible(self, cells: Cells, player: int) -> bool:
        """Return whether the player has a warranted move with this act."""
        frame = self.frames.fresh()
        frame[0] = player
        return any(search(cells, frame, None) for _, search in self.searches)

    def _rank(self, way: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([way[number] for number in self.order])


def act_rules(c: Compiler, act: g.Act, begins: Code) -> ActRules:
    """Compile one act."""
    frames = Frames()
    scope = CodeScope(frames, at(frames.place()))
    sought = sought_arguments(c, act, scope)
    permitted = permissions(c, act.name)
    c.inside.append(f"{act.name} by None")
    searches = tuple((clause.name, _search(c, sought, clause)) for clause in permitted)
    if act.finding:
        searches = ((act.name, domain_search(c, sought)),)
    c.inside.pop()
    others = Frames()
    unbarred_sought = sought_arguments(c, act, CodeScope(others, at(others.place())))
    unbarred = tuple(
        (clause.name, permission_search(c, unbarred_sought, clause, Requirements((), barred=False))) for clause in permitted
    )
    done, begun = performance(c, act, begins)
    names = static_visibility.laid_face_down(c.game, act)
    return ActRules(
        act, _inquiry(c, act), frames, searches, assignment_order(act, sought.places), done, begun,
        tuple(n for n, parameter in enumerate(act.parameters) if parameter.name in names),
        static_visibility.passes_through(c.game, act), unbarred, others,
    )  # fmt: skip


def _search(c: Compiler, sought: SoughtArguments, permission: Clause) -> ArgumentSearch:
    return permission_search(c, sought, permission, Requirements((), barred=True))


def _inquiry(c: Compiler, act: g.Act) -> Inquiry:
    frames = Frames()
    sought = sought_arguments(c, act, CodeScope(frames, at(frames.place())))
    domains = tuple(within(c, p, sought.scope.names[p.name], sought.scope) for p in act.parameters)
    cases = tuple(
        (
            permission.name,
            case_holds(c, permission, sought.scope),
            tuple((p.name, bars(c, p, sought.scope)) for p, _ in c.game.barring(permission)),
        )
        for permission in permissions(c, act.name)
    )
    return Inquiry(frames, tuple(sought.places.values()), domains, cases)


# ---------------------------------------------------------------------- headings


@dataclass(frozen=True, slots=True)
class Scoring:
    """The code for each heading of the score, by side and name; it all runs in one frame."""

    frames: Frames
    headings: tuple[tuple[tuple[str, Code], ...], ...]


def scoring(c: Compiler) -> Scoring:
    """Compile the score."""
    frames = Frames()
    scope = CodeScope(frames, at(frames.place()))
    sides = range(c.game.sides)
    found = tuple(tuple((clause.name, heading(c, clause, constant(side), scope)) for clause in headings(c)) for side in sides)
    return Scoring(frames, found)


# ------------------------------------------------------------------------- rules


@dataclass(frozen=True, slots=True)
class StepRules:
    """A step of the turn: its actor, the code that tests whether it is open, and its acts. `last` is True if no mandatory step
    follows it.
    """

    clause: Clause
    acts: tuple[str, ...]
    must: bool
    often: bool
    actor: Code
    open: Code
    last: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """One compiled game."""

    game: Game
    layout: Layout
    compiler: Compiler
    acts: dict[str, ActRules]
    steps: tuple[StepRules, ...]
    obligations: tuple[tuple[Clause, Code], ...]
    courses: dict[tuple[str, str], EventCourse]
    begins: Code
    passes: Code
    chooses: dict[type[g.Begins] | type[g.Passes], Code]
    """Which clause decides who begins, or whose turn is next: its place among the clauses on that question."""
    ends: dict[g.Period, Code]
    initial: dict[g.Period, tuple[tuple[int, Code], ...]]
    visibility: Visibility
    result_dependences: dict[str, ResultDependences]
    scoring: Scoring
    active_players: Code | None


def compile_game(game: Game) -> Rules | tuple[Diagnostic, ...]:
    """Compile a game, or return diagnostics for unsupported constructs. Raise OpenOptionError if options are left open."""
    if game.open:
        raise g.OpenOptionError(", ".join(sorted(game.open)))
    if len(game.deck.cards) > MOST_CARDS:
        return (Diagnostic("C0800", msg("a deck of more than {n} cards cannot be played yet", n=MOST_CARDS)),)
    return _reported(lambda: _compiled(IdentityKey((game,))))


def compile_open(game: Game, reads: OptionReader) -> Rules | tuple[Diagnostic, ...]:
    """Compile a game whose open options are read while play goes on. Raise `TabulatedOption` if a table of sets of cards
    depends on an open option.

    These rules serve only to find the options that a step of play reads. Evaluate them only within such a step.
    """
    if len(game.deck.cards) > MOST_CARDS:
        return compile_game(replace(game, open=frozenset()))
    return _reported(lambda: _compiled_once(game, reads))


def _reported(compile_: Callable[[], Rules]) -> Rules | tuple[Diagnostic, ...]:
    try:
        return compile_()
    except RecursionError:
        return (Diagnostic("C0800", msg("a game with sentences nested this deeply cannot be played yet")),)
    except (Faulted, Unsupported) as fault:
        return (diagnosed(fault),)


@lru_cache(maxsize=16)
def _compiled(one: IdentityKey[Game]) -> Rules:
    (game,) = one.values
    return _compiled_once(game, None)


def _compiled_once(game: Game, reads: OptionReader | None) -> Rules:
    for clause, sentence in game.with_sentence(g.Material):
        if sentence.what == "reading" and (clause.when or clause.unless):
            raise Unsupported(msg("a reading that holds in some cases only"), clause.span)
    layout = lay_out(game)
    c = compiler(game, layout, reads)
    begins = _course_question(c, g.Begins, msg("who begins the play"))
    passes = _course_question(c, g.Passes, msg("whose turn is next"))
    courses = {
        (moment, period): found
        for moment in ("start", "end", "count")
        for period in ("turn", "hand", "match")
        if (found := course(c, moment, period, begins)) is not None
    }
    steps = _steps(c)
    acts = {act.name: act_rules(c, act, begins) for act in game.acts}
    looked = {act.name: result_dependences(game, act) for act in game.acts}
    for shapes in tuple(c.shapes.values()):
        shapes.find()
    periods: tuple[g.Period, ...] = ("turn", "hand", "match")
    ends: dict[g.Period, Code] = {period: _ends(c, period) for period in periods}
    initial: dict[g.Period, tuple[tuple[int, Code], ...]] = {period: _initial(c, period) for period in periods}
    kinds: tuple[type[g.Begins] | type[g.Passes], ...] = (g.Begins, g.Passes)
    chooses = {kind: _choosing_clause(c, kind) for kind in kinds}
    made = Rules(
        game, layout, c, acts, steps, _obligations(c), courses, begins, passes, chooses, ends, initial,
        visibility(c),
        looked,
        scoring(c),
        active_players(c),
    )  # fmt: skip
    c.sealed = True
    return made


def standalone(code: Code, frames: Frames) -> Code:
    """Return code that runs in its own frame, whose first place holds the player whose turn it is. It ignores the frame passed
    to it.
    """

    def alone(cells: Cells, frame: Frame) -> int:
        own = frames.fresh()
        own[0] = cells[TURN]
        return code(cells, own)

    return alone


def turn_scope() -> CodeScope:
    """Return a scope outside any act: `the player` is the player whose turn it is."""
    frames = Frames()
    return CodeScope(frames, at(frames.place()))


def _course_question(c: Compiler, kind: type[g.Begins] | type[g.Passes], what: str) -> Code:
    scope = turn_scope()
    clauses = c.game.with_sentence(kind)
    answers = tuple(
        ClauseAnswer(clause, c.condition(clause, scope), c.code(sentence.player, scope), overriding(c.game, clause, clauses))
        for clause, sentence in clauses
    )
    return standalone(resolved(what, answers, None), scope.frames)


def _choosing_clause(c: Compiler, kind: type[g.Begins] | type[g.Passes]) -> Code:
    """Return code for the place of the clause that decides a question of the course."""
    scope = turn_scope()
    clauses = c.game.with_sentence(kind)
    answers = tuple(
        ClauseAnswer(clause, c.condition(clause, scope), constant(place), overriding(c.game, clause, clauses))
        for place, (clause, _) in enumerate(clauses)
    )
    return standalone(resolved("", answers, None), scope.frames)


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
    is_open = standalone(c.condition(clause, scope), scope.frames)
    actor = _whose_turn if isinstance(step.actor, g.Actor) else standalone(c.code(step.actor, scope), scope.frames)
    return StepRules(clause, step.acts, step.must, step.often, actor, is_open, last)


def _ends(c: Compiler, period: g.Period) -> Code:
    scope = turn_scope()
    clauses = c.game.ends_of(period)
    cases: list[Code] = []
    for clause in clauses:
        over = any_of(tuple(c.condition(other, scope) for other in c.game.overriding(clause, clauses)))
        cases.append(all_of((c.condition(clause, scope), none_of(over))))
    return standalone(any_of(tuple(cases)), scope.frames)


def _obligations(c: Compiler) -> tuple[tuple[Clause, Code], ...]:
    found: list[tuple[Clause, Code]] = []
    for clause, sentence in c.game.obligations:
        scope = turn_scope()
        in_force = all_of((c.condition(clause, scope), c.code(sentence.condition, scope)))
        found.append((clause, standalone(in_force, scope.frames)))
    return tuple(found)


def _initial(c: Compiler, period: g.Period) -> tuple[tuple[int, Code], ...]:
    """Return, for each cell of a period's memory, code for its initial value."""
    found: list[tuple[int, Code]] = []
    for slot in c.layout.memory.values():
        if slot.cell.period == period:
            scope = turn_scope()
            value = constant(NOBODY if slot.cell.kind == "reference" else 0)
            if slot.cell.initial is not None:
                value = c.code(slot.cell.initial, scope)
            run = standalone(value, scope.frames)
            found += [(slot.slot + owner, run) for owner in range(slot.count)]
    return tuple(found)
