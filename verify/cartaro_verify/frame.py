"""The frame of all proofs: every way from one state that awaits a move to the next, and the invariants that hold in them.

A `Case` fixes whose turn it is and what the references to players are; where the table can be turned, the turn is
always player 1's.  For each case and act a `Step` holds the symbolic state before, the act's arguments, and the states
after.  The invariants are the largest set of candidates that every deal makes true and every step keeps (Houdini):
they are proved, not assumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import cast

from cartaro_grammar import game as g
from cartaro_grammar.game import Game
from cartaro_verify import symbols, terms, walk
from cartaro_verify.acts import Acts, Arguments
from cartaro_verify.invariants import Fact, candidates
from cartaro_verify.scope import Scope
from cartaro_verify.solve import Session
from cartaro_verify.symbols import NOWHERE, Guarded, Place, State, Value, exactly
from cartaro_verify.symmetry import rotatable, turned
from cartaro_verify.terms import Cond
from cartaro_verify.transition import Course, Path, awaits_one_step


@dataclass(frozen=True, slots=True)
class Case:
    """Whose turn it is, and to which players the references refer."""

    turn: int
    roles: tuple[tuple[Place, int | None], ...]


@dataclass
class Step:
    """One act from any state of one case."""

    case: Case
    act: g.Act
    arguments: Arguments
    state: State
    legal: Cond
    course: Course
    session: Session
    after: list[Path] = field(default_factory=list[Path])
    turn_ends: list[Path] = field(default_factory=list[Path])
    ended: list[Path] = field(default_factory=list[Path])
    """At the end of the hand: after its clauses, before the count."""
    following: list[tuple[Case, State]] = field(default_factory=list[tuple[Case, State]])

    @cached_property
    def counted(self) -> list[Path]:
        """After the count of the hand."""
        return [q for p in self.ended for q in self.course.counted(p)]


class Frame:
    """Cases, steps and proved invariants of one game."""

    def __init__(self, game: Game, samples: Sequence[State], turn_table: bool = True) -> None:
        self.game = game
        self.acts = awaits_one_step(game)
        self.turning = turn_table and rotatable(game)
        self.queries = 0
        grouped: dict[Case, list[State]] = {}
        for sample in samples:
            for case, state in self.cases(sample):
                grouped.setdefault(case, []).append(state)
        self.facts: dict[Case, tuple[Fact, ...]] = {c: candidates(game, s) for c, s in sorted(grouped.items(), key=repr)}
        self.between = tuple(
            Fact("somebody", place)
            for cell, place in symbols.cell_places(game)
            if cell.kind == "reference" and cell.period == "match"
        )
        self.lemmas: list[g.Expr] = []
        self.out_of_sight = False
        self.steps: dict[tuple[Case, str], Step] = {}
        self.settle()

    # -------------------------------------------------------------------------------- cases

    def cases(self, state: State) -> Iterator[tuple[Case, State]]:
        """The cases that a state belongs to, each with the state in the case's own seating."""
        canonical = turned(self.game, state, state.turn) if self.turning else state
        places = self.roles()
        choices = [cast(Guarded, canonical.cells[p]).items for p in places]
        for combination in product(*choices):
            condition = terms.all_of(c for _, c in combination)
            if condition is not False:
                roles = tuple((p, cast(int | None, v)) for p, (v, _) in zip(places, combination, strict=True))
                cells: dict[Place, Value] = {**canonical.cells, **{p: exactly(v) for p, v in roles}}
                yield Case(canonical.turn, roles), replace(canonical, cells=cells).having(condition)

    def roles(self) -> list[Place]:
        return [p for c, p in symbols.cell_places(self.game) if c.kind == "reference" and c.type.kind == "player"]

    def start(self, case: Case) -> State:
        """Any state of a case."""
        empty = [f.place for f in self.facts[case] if f.sort == "exactly" and f.number == 0]
        known: dict[Place, Value] = {p: exactly(v) for p, v in case.roles}
        return symbols.anywhere(self.game, case.turn, "s", known, empty, self.out_of_sight)

    def known(self, case: Case, state: State, acts: Acts) -> list[Cond]:
        """The invariants and lemmas of a case, as conditions on a state."""
        lemmas = [acts.encoder.truth(e, Scope(state, state.turn)) for e in self.lemmas]
        return [f.holds(state) for f in self.facts.get(case, ())] + lemmas

    # -------------------------------------------------------------------------------- steps

    def build(self, case: Case, name: str) -> Step:
        """The symbolic step of one act from one case; the invariants are not assumed yet."""
        acts, act, state = Acts(self.game), self.game.act[name], self.start(case)
        arguments = acts.unknown_arguments(act, {}, name)
        legal = acts.legal(state, case.turn, act, arguments)
        session = Session(acts, (*state.facts, legal))
        course = Course(acts, session.feasible)
        step = Step(
            case, act, arguments, acts.inclusions(act, arguments, replace(state, facts=()), case.turn), legal, course, session
        )
        step.after = course.acted(act, arguments, step.state)
        step.turn_ends = [q for p in step.after for q in course.turn_ended(p)]
        for path, ends in (r for p in step.turn_ends for r in course.hand_ends(p)):
            if ends:
                step.ended += course.hand_over(path)
            else:
                step.following += [c for p in course.next_turn(path.state) for c in self.cases(p.state)]
        return step

    @cached_property
    def dealt(self) -> tuple[Session, list[tuple[Case, State]]]:
        """`deal`, under what is known between two hands; forgotten when less is known."""
        return self.deal()

    @cached_property
    def opening(self) -> tuple[Session, list[Path]]:
        return self.opened()

    def deal(self) -> tuple[Session, list[tuple[Case, State]]]:
        """From any state between two hands to the first state that awaits a move."""
        acts = Acts(self.game)
        pivot = next((f.place for f in self.between if self.turning and f.place in self.roles()), None)
        known: dict[Place, Value] = {} if pivot is None else {pivot: exactly(0)}
        state = symbols.anywhere(self.game, 0, "b", known, out_of_sight=True)
        session = Session(acts, (*state.facts, *(f.holds(state) for f in self.between)))
        course = Course(acts, session.feasible)
        dealt = course.hand_begun(replace(state, facts=()))
        return session, [c for p in dealt for c in self.cases(p.state)]

    def opened(self) -> tuple[Session, list[Path]]:
        """The start of the match, to before the first deal."""
        acts, size = Acts(self.game), len(self.game.deck.cards)
        zones = dict.fromkeys(symbols.places(self.game), (0,) * size) | {NOWHERE: (1,) * size}
        cells: dict[Place, Value] = {p: symbols.cleared(c) for c, p in symbols.cell_places(self.game)}
        session = Session(acts)
        course = Course(acts, session.feasible)
        return session, course.event("start", "match", course.cleared(State(zones, cells, 0), "match"))

    # -------------------------------------------------------------------------------- invariants

    def settle(self) -> None:
        """Drop candidates until every deal makes the rest true and every step keeps it."""
        while not self.settle_once():
            pass
        for (case, _), step in self.steps.items():
            step.session.assume(*self.known(case, step.state, step.session.acts))
            step.following = [(c, s) for c, s in step.following if step.session.feasible(s)]
            step.ended = [p for p in step.ended if step.session.feasible(p.state)]

    def settle_once(self) -> bool:
        """One round over all steps; whether nothing had to be dropped."""
        steady = self.settle_between()
        session, dealt = self.dealt
        self.settle_pack(session, dealt)
        for case, state in dealt:
            steady &= self.keep(session, case, state, [])
        for case in list(self.facts):
            for name in self.acts:
                if (case, name) not in self.steps:
                    self.steps[case, name] = self.build(case, name)
                step = self.steps[case, name]
                for target, state in step.following:
                    known = self.known(case, step.state, step.session.acts)
                    steady &= self.keep(step.session, target, state, known)
        return steady

    def settle_pack(self, session: Session, dealt: list[tuple[Case, State]]) -> None:
        """Whether a deal may leave cards out of sight."""
        left = [(s, terms.equal(terms.total(s.zones[NOWHERE]), 0)) for _, s in dealt]
        if not self.out_of_sight and any(session.possible(*s.facts, terms.no(c))[0] != "no" for s, c in left):
            self.out_of_sight = True
            self.steps.clear()

    def settle_between(self) -> bool:
        """Drop what does not hold between two hands."""
        steady = True
        session, opened = self.opening
        ways = [(session, p.state, list[Cond]()) for p in opened]
        for (case, _), step in self.steps.items():
            known = self.known(case, step.state, step.session.acts)
            ways += [(step.session, p.state, known) for p in self.overs(step)]
        for session, state, known in ways:
            for fact in self.between:
                if session.possible(*known, *state.facts, terms.no(fact.holds(state)))[0] != "no":
                    self.between = tuple(f for f in self.between if f != fact)
                    self.__dict__.pop("dealt", None)
                    steady = False
        return steady

    def overs(self, step: Step) -> list[Path]:
        """The states between two hands, as far as `between` speaks of them: the count is done where it changes such memory."""
        names = {f.place[0] for f in self.between}
        effects = walk.parts(tuple(c.sentence for c in self.game.consequences("count", "hand")))
        touched = any(isinstance(e, g.Become) and e.cell.cell in names for e in effects)
        return step.counted if touched else step.ended

    def keep(self, session: Session, case: Case, state: State, known: list[Cond]) -> bool:
        """Drop the facts of a case that a step into it breaks; whether there was nothing to drop."""
        if case not in self.facts:
            if session.possible(*known, *state.facts)[0] == "no":
                return True
            self.facts[case] = ()
            return False
        steady = True
        while True:
            goals = [(f, f.holds(state)) for f in self.facts[case]]
            answer, model = session.possible(*known, *state.facts, terms.no(terms.all_of(c for _, c in goals)))
            if answer == "no":
                return steady
            broken = [f for f, c in goals if model is None or not model.truth(c)]
            if model is None:
                broken = [f for f, c in goals if session.possible(*known, *state.facts, terms.no(c))[0] != "no"]
            self.drop(case, broken)
            steady = False

    def drop(self, case: Case, broken: list[Fact]) -> None:
        self.facts[case] = tuple(f for f in self.facts[case] if f not in broken)
        if any(f.sort == "exactly" and f.number == 0 for f in broken):
            for name in self.acts:
                self.steps.pop((case, name), None)
