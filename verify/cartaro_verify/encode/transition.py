"""The course of play over symbolic states: what an act and its consequences, the deal and the count make of a state.

Every function takes a state and returns the states that may follow, each with the facts of its path.  A path that
`feasible` refuses is dropped.  Where the encoding says less than the rules (the order of a pile, who sits where after
seats are drawn) it allows more, never less; a `repeat` is taken to have ended, so that what is proved holds of every
deal that stands (`repeats`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from cartaro_grammar import Clause, Game
from cartaro_grammar import game as g
from cartaro_verify.encode import repeats
from cartaro_verify.encode.acts import Acts, SymbolicArguments
from cartaro_verify.encode.definedness import Definedness, Doubt
from cartaro_verify.encode.effects import Split, TermEffects
from cartaro_verify.encode.turns import Turns
from cartaro_verify.terms import loops, symbols, terms
from cartaro_verify.terms.messages import words
from cartaro_verify.terms.paths import Feasible, Met, Path
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import NotCovered, SymbolicState
from cartaro_verify.terms.unknowns import Cond
from cartaro_verify.terms.values import Value, exactly

SCALAR = (g.Add, g.Become, g.MarkAs, g.Nothing, g.Show)


@dataclass(frozen=True, slots=True)
class Deed:
    """What is done, for the clauses that speak of it: the arguments, and who does it (None: whoever has the turn)."""

    arguments: SymbolicArguments = field(default_factory=dict[str, Value])
    actor: int | None = None


NOTHING = Deed()


def splitting(feasible: Feasible) -> Split:
    """A state where a condition holds, and where it does not, as far as each can be."""

    def split(state: SymbolicState, condition: Cond) -> list[tuple[SymbolicState, bool]]:
        if isinstance(condition, bool):
            return [(state, condition)]
        both = [(state.having(condition), True), (state.having(terms.no(condition)), False)]
        return [(s, truth) for s, truth in both if feasible(s)]

    return split


class TermCourse:
    """The course of play of one game."""

    def __init__(self, acts: Acts, feasible: Feasible) -> None:
        self.game: Game = acts.game
        self.acts = acts
        self.encoder = acts.encoder
        self.feasible = feasible
        self.split = splitting(feasible)
        self.effects = TermEffects(acts.encoder, self.split)
        self.definedness = Definedness(acts.encoder)
        self.turns = Turns(acts)
        self.repeating = list[SymbolicState]()
        """Where the clause that is done goes back; each clause looks what it has led to."""

    # -------------------------------------------------------------------------------- paths

    def event(self, moment: str, name: str, state: SymbolicState, deed: Deed = NOTHING) -> list[Path]:
        """All clauses of an event, one after the other, those of a loop as often as they may come."""
        clauses = self.game.consequences(moment, name)

        def straight(numbers: range, paths: list[Path]) -> tuple[list[Path], repeats.Returns]:
            returns: repeats.Returns = []
            for number in numbers:
                paths = [new for path in paths for new in self.clause(clauses, number, path, deed)]
                returns += [(number, s) for s in self.repeating]
                self.repeating.clear()
            return paths, returns

        def read(state: SymbolicState) -> TermScope:
            return self.scope(state, deed)

        paths, done = [Path(state)], 0
        for loop in loops.loops(self.game, clauses):
            before, _ = straight(range(done, loop.first), paths)
            rounds = repeats.Rounds(self.acts, self.feasible, clauses, loop, straight, read)
            paths = [new for path in before for new in rounds.all(path)]
            done = loop.last + 1
        return straight(range(done, len(clauses)), paths)[0]

    def clause(self, clauses: tuple[Clause, ...], number: int, path: Path, deed: Deed) -> list[Path]:
        """One clause of an event."""
        if path.stopped:
            return [path]
        scope = self.scope(path.state, deed)
        self.doubted(scope, self.definedness.clause(clauses[number], scope))
        happens = self.happens(clauses, number, scope)
        self.acts.met.append(Met(clauses[number].name, scope, happens))
        effects = clauses[number].effects
        return self.guarded(happens, effects, path, deed)

    def happens(self, clauses: tuple[Clause, ...], number: int, scope: TermScope) -> Cond:
        """Whether a clause of an event applies, and none that is preferred to it."""
        return self.encoder.in_force(clauses[number], clauses, scope)

    def guarded(self, happens: Cond, effects: tuple[g.Effect, ...], path: Path, deed: Deed) -> list[Path]:
        """Effects under a condition: memory is merged, anything else splits the path."""
        if happens is False:
            return [path]
        if all(isinstance(e.body, SCALAR) for e in effects):
            for effect in effects:
                path = self.scalar(happens, effect, path, deed)
            return [path]
        found = list[Path]()
        for state, truth in self.split(path.state, happens):
            new = [replace(path, state=state)]
            for effect in effects if truth else ():
                new = [q for p in new for q in self.effect(effect, p, deed)]
            found += new
        return found

    def scopes(self, effect: g.Effect) -> Iterable[tuple[str, int] | None]:
        """The bindings of an effect's `each`."""
        if effect.each is None:
            return (None,)
        return [(effect.each, i) for i in symbols.owners(self.game, effect.each)]

    def scope(self, state: SymbolicState, deed: Deed, each: tuple[str, int] | None = None) -> TermScope:
        scope = TermScope(state, state.turn if deed.actor is None else deed.actor, deed.arguments)
        return scope if each is None else scope.binding(each[0], exactly(each[1]))

    def scalar(self, happens: Cond, effect: g.Effect, path: Path, deed: Deed) -> Path:
        for each in self.scopes(effect):
            scope = self.scope(path.state, deed, each)
            self.doubted(scope, terms.every(happens, self.definedness.effect(effect, scope)))
            guard = terms.every(happens, self.encoder.holds(effect.when, effect.unless, scope))
            path = replace(path, state=self.effects.remember(effect.body, guard, scope))
        return path

    def effect(self, effect: g.Effect, path: Path, deed: Deed) -> list[Path]:
        paths = [path]
        for each in self.scopes(effect):
            paths = [q for p in paths for q in self.once(effect, p, deed, each)]
        return paths

    def once(self, effect: g.Effect, path: Path, deed: Deed, each: tuple[str, int] | None) -> list[Path]:
        if path.stopped:
            return [path]
        scope = self.scope(path.state, deed, each)
        self.doubted(scope, self.definedness.effect(effect, scope))
        guard = self.encoder.holds(effect.when, effect.unless, scope)
        body = effect.body
        if isinstance(body, SCALAR):
            return [replace(path, state=self.effects.remember(body, guard, scope))]
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
                found += [replace(path, state=s) for s in self.effects.place(body, here)]
        return found

    def doubted(self, scope: TermScope, condition: Cond) -> None:
        """Play stops here where the condition holds; whether it can is asked later."""
        if condition is not False:
            self.acts.doubts.append(Doubt((*scope.state.facts, condition)))

    # -------------------------------------------------------------------------------- the turn

    def acted(self, act: g.Act, deed: Deed, state: SymbolicState) -> list[Path]:
        """After an act and its consequences, before the turn goes on or ends."""
        paths = [Path(state)]
        for effect in act.effects:
            paths = [q for p in paths for q in self.effect(effect, p, deed)]
        return [q for p in paths for q in ([p] if p.stopped else self.event("after", act.name, p.state, deed))]

    def staying(self, path: Path, step: int) -> list[SymbolicState]:
        """The states that await a further move of the same turn, at this step."""
        if path.stopped:
            return []
        state = path.state.at_step(step)
        return self.where(state, self.turns.outcomes(state)[0])

    def leaving(self, path: Path, step: int) -> list[Path]:
        """The paths on which the turn is over by itself, or has been ended."""
        if path.stopped:
            return [path]
        state = path.state.at_step(step)
        return [Path(s) for s in self.where(state, self.turns.outcomes(state)[1])]

    def where(self, state: SymbolicState, condition: Cond) -> list[SymbolicState]:
        """The state where the condition holds, if it can."""
        if isinstance(condition, bool):
            return [state] if condition else []
        found = state.having(condition)
        return [found] if self.feasible(found) else []

    def turn_ended(self, path: Path) -> list[Path]:
        """After the clauses at the end of the turn."""
        if path.stopped in ("hand", "match"):
            return [path]
        return self.event("end", "turn", path.state)

    def hand_ends(self, path: Path) -> list[tuple[Path, bool]]:
        """Whether the hand is over now."""
        if path.stopped in ("hand", "match"):
            return [(path, True)]
        ends = self.turns.ends("hand", path.state)
        return [(replace(path, state=s), truth) for s, truth in self.split(path.state, ends)]

    def next_turn(self, state: SymbolicState) -> list[Path]:
        """The turn passes: the next state that awaits a move."""
        return [p for s in self.led(state, g.Passes) for p in self.turn_begun(s)]

    def led(self, state: SymbolicState, kind: type[g.Passes] | type[g.Begins]) -> list[SymbolicState]:
        """The states in which the player whom the clauses of this kind name has the turn."""
        clauses = self.game.saying(kind)
        scope, found = TermScope(state, state.turn), list[SymbolicState]()
        for clause, said in clauses:
            force = self.encoder.in_force(clause, tuple(c for c, _ in clauses), scope)
            player = self.encoder.guarded(said.player, scope)
            for value, condition in player.owners:
                here = terms.every(force, condition)
                found += [s.taking_turn(value) for s, truth in self.split(state, here) if truth]
        return found

    def turn_begun(self, state: SymbolicState) -> list[Path]:
        begun = self.event("start", "turn", self.cleared(state, "turn").at_step(0))
        if any(p.stopped for p in begun):
            raise NotCovered(words("un_turn_over"))
        if any(self.where(p.state, self.turns.outcomes(p.state)[1]) for p in begun):
            raise NotCovered(words("un_turn_idle"))
        return begun

    # -------------------------------------------------------------------------------- the hand

    def cleared(self, state: SymbolicState, period: g.Period) -> SymbolicState:
        """The cells of a period as they are when it begins."""
        for cell, place in symbols.cell_places(self.game):
            if cell.period == period:
                value = symbols.cleared(cell)
                if cell.initial is not None:
                    value = self.encoder.value(cell.initial, TermScope(state, state.turn))
                state = state.remembering(place, value)
        return state

    def dealt(self, state: SymbolicState) -> list[Path]:
        """From between two hands to before the first turn; a void deal is stopped there."""
        dealt = self.event("start", "hand", self.cleared(state, "hand"))
        if any(p.stopped and not p.void for p in dealt):
            raise NotCovered(words("un_hand_over"))
        return dealt

    def hand_begun(self, dealt: list[Path]) -> list[Path]:
        """The first states that await a move after deals that are not void."""
        return [q for p in dealt if not p.stopped for s in self.led(p.state, g.Begins) for q in self.turn_begun(s)]

    def hand_over(self, path: Path) -> list[Path]:
        """After the clauses at the end of the hand, before the count."""
        return [path] if path.uncounted else [replace(p, over=True) for p in self.event("end", "hand", path.state)]

    def counted(self, path: Path) -> list[Path]:
        return [path] if path.uncounted else self.event("count", "hand", path.state)
