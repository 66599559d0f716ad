"""The turn and the course of play over symbolic states: the open steps and their acts; the conditions under which the turn may
end or is over; and the states after an act with its consequences, after the deal and after the count.

It agrees with the interpreter with two exceptions, both over-approximations: the look-ahead of legality is left out, so that
every warranted act counts as a move; and an optional act with arguments is treated as both possible and impossible, so that the
turn may go on and may also be over. The proved property holds for all these courses of play, and so for the legal ones.

The state in which a further round of a loop (`repeat from …`) begins is not found by counting rounds: it is any state that
satisfies the invariants of the rounds. An invariant may be that owners with equally many cards still have equally many, that a
counter is not less than it was before the loop, or that a reference refers to something. Invariants are guessed, and proved for
every round, including the first. If every round of a loop is a fresh start, the continuation is the same as after the first
round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from cartaro_grammar import Clause, Game
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts, SymbolicArguments
from cartaro_verify.encode.effects import TermEffects, Where
from cartaro_verify.encode.expressions import Definedness, FaultCondition
from cartaro_verify.results import statements as st
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms, walk
from cartaro_verify.terms.symbolic_state import (
    Feasible,
    NotCovered,
    OwnedPlace,
    Path,
    ReachedClause,
    Round,
    SymbolicState,
    TermScope,
    Value,
    exactly,
)
from cartaro_verify.terms.terms import Cond, Num

# ------------------------------------------------------------------------- turns


@dataclass(frozen=True, slots=True)
class OpenAct:
    """An act that a player may do in a step, if the condition holds and the act is warranted."""

    step: int
    player: int
    act: str
    condition: Cond


class Turns:
    """The turn of one game."""

    def __init__(self, acts: Acts) -> None:
        self.acts = acts
        self.encoder = acts.encoder
        self.game = acts.game
        self.steps = acts.game.steps

    def sentence(self, number: int) -> g.Step:
        return self.steps[number][1]

    def remaining_steps(self, state: SymbolicState) -> Iterator[tuple[int, Clause, g.Step]]:
        """Return the steps that the turn has not reached yet."""
        for number in range(state.step, len(self.steps)):
            yield number, *self.steps[number]

    def step_applies(self, clause: Clause, state: SymbolicState) -> Cond:
        """Return whether the case of a step holds."""
        return self.encoder.applies(clause, TermScope(state, state.turn))

    def actors(self, step: g.Step, state: SymbolicState) -> list[tuple[int, Cond]]:
        """Return the players who may do a step, each with the condition for it."""
        return list(self.encoder.guarded(step.actor, TermScope(state, state.turn)).owners)

    # -------------------------------------------------------------------------------- open acts

    def options(self, state: SymbolicState) -> list[OpenAct]:
        """Return the open acts in the steps up to the first open mandatory step, each act with the first step that has it."""
        found = list[OpenAct]()
        waiting: Cond = True
        taken: dict[str, list[Cond]] = {}
        for number, clause, step in self.remaining_steps(state):
            here = terms.and_(waiting, self.step_applies(clause, state))
            if here is False:
                continue
            actors = self.actors(step, state)
            for player, condition in actors:
                for act in step.acts:
                    free = terms.and_(here, condition, *(terms.not_(t) for t in taken.get(act, ())))
                    if free is not False:
                        found.append(OpenAct(number, player, act, free))
            for act in step.acts:
                taken.setdefault(act, []).append(terms.and_(here, terms.any_of(c for _, c in actors)))
            if step.must:
                waiting = terms.and_(waiting, terms.not_(here))
        return found

    def due(self, state: SymbolicState, number: int) -> Cond:
        """Return whether a step is open and no open mandatory step comes before it."""
        before = [(clause, step) for n, clause, step in self.remaining_steps(state) if n < number and step.must]
        earlier = (terms.not_(self.step_applies(clause, state)) for clause, _ in before)
        return terms.and_(self.step_applies(self.steps[number][0], state), *earlier)

    def must(self, state: SymbolicState) -> Cond:
        """Return whether an open step is mandatory."""
        return terms.any_of(self.step_applies(clause, state) for _, clause, step in self.remaining_steps(state) if step.must)

    def obliged(self, state: SymbolicState) -> Cond:
        """Return whether an obligation is in force."""
        scope = TermScope(state, state.turn)
        return terms.any_of(
            terms.and_(self.encoder.applies(clause, scope), self.encoder.truth(sentence.condition, scope))
            for clause, sentence in self.game.obligations
        )

    def may_end(self, state: SymbolicState) -> Cond:
        """Return whether the player may leave the rest of the turn undone."""
        must = self.must(state)
        return False if must is True else terms.and_(terms.not_(must), terms.not_(self.obliged(state)))

    # -------------------------------------------------------------------------------- when the turn is over

    def following(self, step: int) -> int:
        """Return the step of the turn after an act of a step."""
        return step if self.sentence(step).often else step + 1

    def outcomes(self, state: SymbolicState) -> tuple[Cond, Cond]:
        """Return whether the turn may now await a move, and whether it may be over without a choice."""
        must = self.must(state)
        surely, perhaps = (must, must) if must is True else (
            terms.or_(must, self.possible(state, surely=s)) for s in (True, False)
        )  # fmt: skip
        early, obliged = self.ends("turn", state), self.obliged(state)
        awaits = terms.and_(terms.not_(early), terms.or_(perhaps, terms.and_(terms.not_(surely), obliged)))
        over = terms.or_(early, terms.and_(terms.not_(surely), terms.not_(obliged)))
        return awaits, over

    def possible(self, state: SymbolicState, *, surely: bool) -> Cond:
        """Return whether an optional act is open and can be done, as two answers: an act with arguments may be possible, but is
        never certain to be.
        """
        found = list[Cond]()
        for _, clause, step in self.remaining_steps(state):
            here = False if step.must else self.step_applies(clause, state)
            for player, condition in self.actors(step, state) if here is not False else ():
                acts = [self.acts.game.act[name] for name in step.acts]
                if any(act.parameters for act in acts) and not surely:
                    found.append(terms.and_(here, condition))
                    continue
                warranted = (self.acts.warranted(act, {}, TermScope(state, player)) for act in acts if not act.parameters)
                found.append(terms.and_(here, condition, terms.any_of(warranted)))
        return terms.any_of(found)

    def ends(self, period: g.Period, state: SymbolicState) -> Cond:
        """Return whether the clauses end a period now."""
        clauses = self.game.ends_of(period)
        scope = TermScope(state, state.turn)
        return terms.any_of(self.encoder.in_force(c, clauses, scope) for c in clauses)


# ----------------------------------------------------------------------- repeats


Reader = Callable[[SymbolicState], TermScope]
"""The scope in which the clauses of an event are evaluated, for a state."""

Returns = list[tuple[int, SymbolicState]]
Straight = Callable[[range, list[Path]], tuple[list[Path], Returns]]
"""Runs clauses in order; returns the paths on which nothing repeats, and the clauses that go back, each with its state."""

Keeping = Callable[[SymbolicState], Cond]


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds of one loop."""

    acts: Acts
    feasible: Feasible
    clauses: tuple[Clause, ...]
    loop: walk.CourseLoop
    straight: Straight
    read: Reader

    def all(self, entry: Path) -> list[Path]:
        """Return the paths out of the loop from an entry, after one round or several."""
        acts, loop = self.acts, self.loop
        first, returns = self.straight(range(loop.first, loop.last + 1), [entry])
        if not returns:
            return first
        anything = _anything(acts, self.clauses[loop.first : loop.last + 1], entry.state)
        guessed = [f for f in _kept(acts.game, entry.state, anything) if not self.possible([entry.state], f)]
        kept = {number: guessed for number, _ in loop.backs}
        while True:
            later, again, rounds = self.further(replace(entry, state=anything), kept, returns)
            ends = {number: [s for n, s in again if n == number] for number in kept}
            still = {n: [f for f in facts if not self.possible(ends[n], f)] for n, facts in kept.items()}
            if still == kept:
                acts.rounds += rounds
                return first + later
            kept = still

    def further(
        self, anything: Path, kept: Mapping[int, list[Keeping]], returns: Returns
    ) -> tuple[list[Path], Returns, list[Round]]:
        """Run every further round from an arbitrary state that satisfies the facts kept up to each clause that goes back.
        Return the paths out of the rounds, all returns, including the returns of the first round, and the rounds.
        """
        later, again, reached, rounds = list[Path](), list(returns), set[int](), list[Round]()
        while left := [number for number, _ in again if number not in reached]:
            number, state = left[0], anything.state
            reached.add(number)
            known = (fact(state) for fact in kept[number])
            start = state.having(*known, self.goes_back(number, self.read(state)))
            if self.feasible(start):
                rest = range(dict(self.loop.backs)[number], self.loop.last + 1)
                paths, more = self.straight(rest, [replace(anything, state=start)])
                later, again = later + paths, again + more
                rounds.append(Round(self.clauses[number].name, start, tuple(s for _, s in more)))
        return later, again, rounds

    def goes_back(self, number: int, scope: TermScope) -> Cond:
        """Return whether a clause may repeat the course in a state; true if another of its effects comes first."""
        effect = self.clauses[number].effects[0]
        if not isinstance(effect.body, g.Repeat):
            return True
        happens = self.acts.encoder.in_force(self.clauses[number], self.clauses, scope)
        return terms.and_(happens, self.acts.encoder.holds(effect.when, effect.unless, scope))

    def possible(self, states: list[SymbolicState], fact: Keeping) -> bool:
        """Return whether a fact may be false in one of some states."""
        return any(self.feasible(s.having(terms.not_(fact(s))), quick=False) for s in states)


def _anything(acts: Acts, body: tuple[Clause, ...], state: SymbolicState) -> SymbolicState:
    """Return the state with arbitrary contents of the zones and cells that a round changes; no card is lost."""
    names, cells = walk.changed(acts.game, body)
    fresh = symbols.anywhere(acts.variables, acts.game, state.turn, "round", out_of_sight=symbols.NOWHERE in state.zones)
    places = [p for p in state.zones if names is None or p[0] in names]
    zones = {p: fresh.zones[p] for p in places if p in fresh.zones}
    facts = [bound for zone in zones.values() for bound in terms.bit_bounds(zone)]
    for card in range(acts.encoder.size):
        before, after = (terms.sum_of(z[p][card] for p in zones) for z in (state.zones, fresh.zones))
        facts.append(terms.equal(before, after))
    made = state.placing(zones, *facts)
    made = made.having(terms.equal(terms.sum_of(x for zone in made.zones.values() for x in zone), acts.encoder.size))
    for cell, place in symbols.cell_places(acts.game):
        if cell.name in cells:
            value, bounds = symbols.unknown_value(acts.variables, acts.game, cell, "round")
            made = made.remembering(place, value).having(*bounds)
    return replace(made, inside={})


# ------------------------------------------------------------------------------------------------ what rounds keep


def _kept(game: g.Game, before: SymbolicState, after: SymbolicState) -> Iterator[Keeping]:
    """Yield facts about the changes of a round that all rounds may keep, guessed from the state before the loop."""
    for zone in game.zones:
        places: list[OwnedPlace] = [(zone.name, o) for o in symbols.taking_part(game, before.active, zone.owner)]
        if any(before.zones[p] is not after.zones[p] for p in places):
            yield from (_as_many(places[0], place) for place in places[1:])
    for cell, place in symbols.cell_places(game):
        if before.cells[place] is after.cells[place]:
            continue
        if cell.kind == "counter":
            yield _not_less(place, before.number(place))
        elif cell.kind == "reference" and cell.type.kind != "card":
            yield _somebody(place)


def _as_many(first: OwnedPlace, second: OwnedPlace) -> Keeping:
    return lambda state: terms.equal(terms.sum_of(state.zones[first]), terms.sum_of(state.zones[second]))


def _not_less(place: OwnedPlace, number: Num) -> Keeping:
    return lambda state: terms.at_least(state.number(place), number)


def _somebody(place: OwnedPlace) -> Keeping:
    return lambda state: terms.not_(state.refers(place).when(None))


# -------------------------------------------------------------------- transition


MERGED = (g.MoveCards, g.Deal, g.Shuffle)
SCALAR = (g.Add, g.Become, g.MarkAs, g.Nothing, g.Show)


@dataclass(frozen=True, slots=True)
class ActInstance:
    """An act with its arguments and actor, for the clauses that refer to it; the actor None is the player to move."""

    arguments: SymbolicArguments = field(default_factory=dict[str, Value])
    actor: int | None = None


NO_ACT = ActInstance()


def restricting(feasible: Feasible) -> Where:
    """Return a function that adds a condition to a state, and returns no state if that is not feasible."""

    def where(state: SymbolicState, condition: Cond) -> list[SymbolicState]:
        if isinstance(condition, bool):
            return [state] if condition else []
        found = state.having(condition)
        return [found] if feasible(found) else []

    return where


Split = Callable[[SymbolicState, Cond], list[tuple[SymbolicState, bool]]]


def splitting(feasible: Feasible) -> Split:
    """Return a function that splits a state by a condition and returns the feasible cases."""

    def split(state: SymbolicState, condition: Cond) -> list[tuple[SymbolicState, bool]]:
        if isinstance(condition, bool):
            return [(state, condition)]
        both = [(state.having(condition), True), (state.having(terms.not_(condition)), False)]
        return [(s, truth) for s, truth in both if feasible(s)]

    return split


class TermCourse:
    """The course of play of one game."""

    def __init__(self, acts: Acts, feasible: Feasible, *, merging: bool = False) -> None:
        self.merging = merging
        self.game: Game = acts.game
        self.acts = acts
        self.encoder = acts.encoder
        self.feasible = feasible
        self.split = splitting(feasible)
        self.where = restricting(feasible)
        self.effects = TermEffects(acts.encoder, self.where)
        self.definedness = Definedness(acts.encoder)
        self.turns = Turns(acts)
        self.repeating = list[SymbolicState]()
        """The states in which the current clause goes back."""

    # -------------------------------------------------------------------------------- paths

    def event(self, moment: str, name: str, state: SymbolicState, instance: ActInstance = NO_ACT) -> list[Path]:
        """Run all clauses of an event in order, the clauses of a loop as often as they may repeat."""
        clauses = self.game.consequences(moment, name)

        def straight(numbers: range, paths: list[Path]) -> tuple[list[Path], Returns]:
            returns: Returns = []
            for number in numbers:
                paths = [new for path in paths for new in self.clause(clauses, number, path, instance)]
                returns += [(number, s) for s in self.repeating]
                self.repeating.clear()
            return paths, returns

        def read(state: SymbolicState) -> TermScope:
            return self.scope(state, instance)

        paths, done = [Path(state)], 0
        for loop in walk.loops(self.game, clauses):
            before, _ = straight(range(done, loop.first), paths)
            rounds = Rounds(self.acts, self.feasible, clauses, loop, straight, read)
            paths = [new for path in before for new in rounds.all(path)]
            done = loop.last + 1
        return straight(range(done, len(clauses)), paths)[0]

    def clause(self, clauses: tuple[Clause, ...], number: int, path: Path, instance: ActInstance) -> list[Path]:
        """Run one clause of an event."""
        if path.stopped:
            return [path]
        scope = self.scope(path.state, instance)
        self.add_fault_condition(scope, self.definedness.clause(clauses[number], scope))
        happens = self.happens(clauses, number, scope)
        self.acts.met.append(ReachedClause(clauses[number].name, scope, happens))
        effects = clauses[number].effects
        return self.guarded(happens, effects, path, instance)

    def happens(self, clauses: tuple[Clause, ...], number: int, scope: TermScope) -> Cond:
        """Return whether a clause of an event applies and no clause that takes precedence over it does."""
        return self.encoder.in_force(clauses[number], clauses, scope)

    def guarded(self, happens: Cond, effects: tuple[g.Effect, ...], path: Path, instance: ActInstance) -> list[Path]:
        """Run effects under a condition: effects on memory are merged into one path, and all others split the path."""
        if happens is False:
            return [path]
        if all(isinstance(e.body, SCALAR) for e in effects):
            for effect in effects:
                path = self.scalar(happens, effect, path, instance)
            return [path]
        if self.merging and happens is not True and all(isinstance(e.body, (*SCALAR, *MERGED)) for e in effects):
            merged = self.merged(happens, effects, path, instance)
            if merged is not None:
                return [merged]
        found = list[Path]()
        for state, truth in self.split(path.state, happens):
            new = [replace(path, state=state)]
            for effect in effects if truth else ():
                new = [q for p in new for q in self.effect(effect, p, instance)]
            found += new
        return found

    def scopes(self, effect: g.Effect, state: SymbolicState) -> Iterable[tuple[str, int] | None]:
        """Return the bindings of an effect's `each`."""
        if effect.each is None:
            return (None,)
        return [(effect.each, i) for i in symbols.taking_part(self.game, state.active, effect.each)]

    def scope(self, state: SymbolicState, instance: ActInstance, each: tuple[str, int] | None = None) -> TermScope:
        scope = TermScope(state, state.turn if instance.actor is None else instance.actor, instance.arguments)
        return scope if each is None else scope.binding(each[0], exactly(each[1]))

    def scalar(self, happens: Cond, effect: g.Effect, path: Path, instance: ActInstance) -> Path:
        for each in self.scopes(effect, path.state):
            scope = self.scope(path.state, instance, each)
            self.add_fault_condition(scope, terms.and_(happens, self.definedness.effect(effect, scope)))
            guard = terms.and_(happens, self.encoder.holds(effect.when, effect.unless, scope))
            path = replace(path, state=self.effects.update_memory(effect.body, guard, scope))
        return path

    def merged(self, happens: Cond, effects: tuple[g.Effect, ...], path: Path, instance: ActInstance) -> Path | None:
        """Run effects under a condition in one path; None if their moves of cards need several."""
        for effect in effects:
            if isinstance(effect.body, SCALAR):
                path = self.scalar(happens, effect, path, instance)
                continue
            for each in self.scopes(effect, path.state):
                scope = self.scope(path.state, instance, each)
                self.add_fault_condition(scope, terms.and_(happens, self.definedness.effect(effect, scope)))
                guard = terms.and_(happens, self.encoder.holds(effect.when, effect.unless, scope))
                assert isinstance(effect.body, MERGED)
                state = scope.state if guard is False else self.effects.moved_if(guard, effect.body, scope)
                if state is None:
                    return None
                path = replace(path, state=state)
        return path

    def effect(self, effect: g.Effect, path: Path, instance: ActInstance) -> list[Path]:
        paths = [path]
        for each in self.scopes(effect, path.state):
            paths = [q for p in paths for q in self.once(effect, p, instance, each)]
        return paths

    def once(self, effect: g.Effect, path: Path, instance: ActInstance, each: tuple[str, int] | None) -> list[Path]:
        if path.stopped:
            return [path]
        scope = self.scope(path.state, instance, each)
        self.add_fault_condition(scope, self.definedness.effect(effect, scope))
        guard = self.encoder.holds(effect.when, effect.unless, scope)
        body = effect.body
        if isinstance(body, SCALAR):
            return [replace(path, state=self.effects.update_memory(body, guard, scope))]
        if self.merging and isinstance(body, MERGED):
            merged = scope.state if guard is False else self.effects.moved_if(guard, body, scope)
            if merged is not None:
                return [replace(path, state=merged)]
        found = list[Path]()
        for state, truth in self.split(path.state, guard):
            here = replace(scope, state=state)
            if not truth:
                found.append(replace(path, state=state))
            elif isinstance(body, g.End):
                found.append(replace(path, state=state, stopped=body.period, void=body.void))
            elif isinstance(body, g.Repeat) and each is None:
                self.repeating.append(state)
            elif isinstance(body, g.Repeat):
                found.append(replace(path, state=state))
            else:
                found += [replace(path, state=s) for s in self.effects.update_zones(body, here)]
        return found

    def add_fault_condition(self, scope: TermScope, condition: Cond) -> None:
        """Record that play stops here if the condition holds; whether the condition can hold is decided later."""
        if condition is not False:
            self.acts.fault_conditions.append(FaultCondition((*scope.state.facts, condition)))

    # -------------------------------------------------------------------------------- the turn

    def acted(self, act: g.Act, instance: ActInstance, state: SymbolicState) -> list[Path]:
        """Return the paths after an act and its consequences, before the turn goes on or ends."""
        paths = [Path(state)]
        for effect in act.effects:
            paths = [q for p in paths for q in self.effect(effect, p, instance)]
        return [q for p in paths for q in ([p] if p.stopped else self.event("after", act.name, p.state, instance))]

    def staying(self, path: Path, step: int) -> list[SymbolicState]:
        """Return the states that await a further move of the same turn, at this step."""
        if path.stopped:
            return []
        state = path.state.at_step(step)
        return self.where(state, self.turns.outcomes(state)[0])

    def leaving(self, path: Path, step: int) -> list[Path]:
        """Return the paths on which the turn is over without a choice, or has been ended."""
        if path.stopped:
            return [path]
        state = path.state.at_step(step)
        return [Path(s) for s in self.where(state, self.turns.outcomes(state)[1])]

    def turn_ended(self, path: Path) -> list[Path]:
        """Return the paths after the clauses at the end of the turn."""
        if path.stopped in ("hand", "match"):
            return [path]
        return self.event("end", "turn", path.state)

    def hand_ends(self, path: Path) -> list[tuple[Path, bool]]:
        """Return the feasible paths, and for each whether the hand is over at its end."""
        if path.stopped in ("hand", "match"):
            return [(path, True)]
        ends = self.turns.ends("hand", path.state)
        return [(replace(path, state=s), truth) for s, truth in self.split(path.state, ends)]

    def next_turn(self, state: SymbolicState) -> list[Path]:
        """Return the next states in which a player has to move, after the turn has passed."""
        return [p for s in self.with_turn_given(state, g.Passes) for p in self.turn_begun(s)]

    def with_turn_given(self, state: SymbolicState, kind: type[g.Passes] | type[g.Begins]) -> list[SymbolicState]:
        """Return the states in which the player whom the clauses of this kind name has the turn."""
        clauses = self.game.with_sentence(kind)
        scope, found = TermScope(state, state.turn), list[SymbolicState]()
        for clause, sentence in clauses:
            force = self.encoder.in_force(clause, tuple(c for c, _ in clauses), scope)
            player = self.encoder.guarded(sentence.player, scope)
            for value, condition in player.owners:
                here = terms.and_(force, condition)
                found += [s.taking_turn(value) for s in self.where(state, here)]
        return found

    def turn_begun(self, state: SymbolicState) -> list[Path]:
        begun = self.event("start", "turn", self.cleared(state, "turn").at_step(0))
        if any(p.stopped for p in begun):
            raise NotCovered(st.Construct.TURN_OVER_AT_START)
        if any(self.where(p.state, self.turns.outcomes(p.state)[1]) for p in begun):
            raise NotCovered(st.Construct.TURN_WITHOUT_MOVE)
        return begun

    # -------------------------------------------------------------------------------- the hand

    def cleared(self, state: SymbolicState, period: g.Period) -> SymbolicState:
        """Return the state with the cells of a period as they are when it begins."""
        for cell, place in symbols.cell_places(self.game):
            if cell.period == period:
                value = symbols.cleared(cell)
                if cell.initial is not None:
                    value = self.encoder.value(cell.initial, TermScope(state, state.turn))
                state = state.remembering(place, value)
        return state

    def dealt(self, state: SymbolicState) -> list[Path]:
        """Return the paths from between two hands to before the first turn; the path of a void deal ends there."""
        dealt = self.event("start", "hand", self.cleared(self.cleared(state, "hand"), "turn"))
        if any(p.stopped and not p.void for p in dealt):
            raise NotCovered(st.Construct.HAND_WITHOUT_TURN)
        return dealt

    def hand_begun(self, dealt: list[Path]) -> list[Path]:
        """Return the first states in which a player has to move after deals that are not void."""
        return [q for p in dealt if not p.stopped for s in self.with_turn_given(p.state, g.Begins) for q in self.turn_begun(s)]

    def hand_over(self, path: Path) -> list[Path]:
        """Return the paths after the clauses at the end of the hand, before the count."""
        return [path] if path.uncounted else [replace(p, reached="end") for p in self.event("end", "hand", path.state)]

    def counted(self, path: Path) -> list[Path]:
        return [path] if path.uncounted else [replace(p, reached="count") for p in self.event("count", "hand", path.state)]
