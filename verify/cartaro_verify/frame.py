"""The frame of all proofs: every way from one state that awaits a move to the next, and the invariants that hold in them.

A `Case` fixes whose turn it is, at which step the turn stands, and what the references to players are; where the table can
be turned, the turn is always player 1's.  For each case and each sort of move (an act in a step, the end of the turn, a
finding) a `Transition` holds the symbolic state before, the arguments, and the states after.  The invariants are the
largest set of candidates that every deal makes true and every transition keeps (Houdini): they are proved, not assumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import cast

from cartaro_grammar import game as g
from cartaro_grammar.game import Game
from cartaro_verify import foresight, moves, symbols, terms, walk
from cartaro_verify.acts import Acts, Arguments
from cartaro_verify.company import leaves, takes_part
from cartaro_verify.invariants import Fact, candidates
from cartaro_verify.moves import Sort
from cartaro_verify.scope import Scope
from cartaro_verify.solve import Session
from cartaro_verify.symbols import NOWHERE, Guarded, Place, State, Value, exactly
from cartaro_verify.symmetry import rotatable, turned
from cartaro_verify.terms import Cond
from cartaro_verify.transition import Course, Deed, Path


@dataclass(frozen=True, slots=True)
class Case:
    """Whose turn it is, to which players the references refer, and at which step the turn stands."""

    turn: int
    roles: tuple[tuple[Place, int | None], ...]
    step: int = 0


@dataclass
class Transition:
    """One sort of move from any state of one case."""

    case: Case
    sort: Sort
    arguments: Arguments
    state: State
    course: Course
    session: Session
    possible: bool
    after: list[Path] = field(default_factory=list[Path])
    """After the act and what follows it at once; nothing where the turn is just left."""
    turn_ends: list[Path] = field(default_factory=list[Path])
    """After the clauses at the end of the turn; where the hand was ended before, without them."""
    ended: list[Path] = field(default_factory=list[Path])
    """At the end of the hand: after its clauses, before the count."""
    staying: list[tuple[Case, State]] = field(default_factory=list[tuple[Case, State]])
    """A further move of the same turn is awaited."""
    passing: list[tuple[Case, State]] = field(default_factory=list[tuple[Case, State]])
    """The next turn has begun."""

    checked: tuple[Fact, ...] | None = None
    """The facts before under which it was last made sure that the facts after hold."""

    @property
    def following(self) -> list[tuple[Case, State]]:
        return [*self.staying, *self.passing]

    @cached_property
    def counted(self) -> list[Path]:
        """After the count of the hand."""
        return [q for p in self.ended for q in self.course.counted(p)]


class Frame:
    """Cases, transitions and proved invariants of one game."""

    def __init__(self, game: Game, samples: Sequence[State], turn_table: bool = True) -> None:
        self.game = game
        self.plain = moves.plain(game)
        self.steps = sum(isinstance(c.sentence, g.Step) for c in game.standing)
        self.turning = turn_table and rotatable(game)
        self.queries = 0
        grouped: dict[Case, list[State]] = {}
        for sample in samples:
            for case, state in self.cases(sample):
                grouped.setdefault(case, []).append(state)
        self.facts: dict[Case, tuple[Fact, ...]] = {c: candidates(game, s) for c, s in sorted(grouped.items(), key=repr)}
        self.facts = {c: tuple(dict.fromkeys((*facts, *self.guessed(c)))) for c, facts in self.facts.items()}
        self.between = tuple(
            Fact("somebody", place)
            for cell, place in symbols.cell_places(game)
            if cell.kind == "reference" and cell.period == "match"
        )
        self.shared: dict[Case, tuple[Fact, ...]] = {}
        self.void_deals: list[Path] = []
        self.lemmas: list[g.Expr] = []
        self.out_of_sight = False
        self.sorts: dict[Case, tuple[Sort, ...]] = {}
        self.transitions: dict[tuple[Case, Sort], Transition] = {}
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
                yield Case(canonical.turn, roles, canonical.step), replace(canonical, cells=cells).having(condition)

    def roles(self) -> list[Place]:
        return [p for c, p in symbols.cell_places(self.game) if c.kind == "reference" and c.type.kind == "player"]

    def start(self, case: Case) -> State:
        """Any state of a case."""
        empty = [f.place for f in self.assumed(case) if f.sort == "exactly" and f.number == 0]
        known: dict[Place, Value] = {p: exactly(v) for p, v in case.roles}
        return symbols.anywhere(self.game, case.turn, "s", known, empty, self.out_of_sight).at_step(case.step)

    def known(self, case: Case, state: State, acts: Acts) -> list[Cond]:
        """The invariants and lemmas of a case, as conditions on a state."""
        lemmas = [acts.encoder.truth(e, Scope(state, state.turn)) for e in self.lemmas]
        return [f.holds(state) for f in self.assumed(case)] + lemmas

    def assumed(self, case: Case) -> tuple[Fact, ...]:
        """The invariants of a case, or of a group of cases."""
        return self.facts.get(case, self.shared.get(case, ()))

    def groups(self) -> dict[Case, list[Case]]:
        """Cases that differ only in what the references refer to, as one case that leaves it open, with their common facts."""
        found: dict[Case, list[Case]] = {}
        for case in self.facts:
            found.setdefault(Case(case.turn, (), case.step), []).append(case)
        groups = {c: cases for c, cases in found.items() if len(cases) > 1}
        self.shared = {c: self.common(cases) for c, cases in groups.items()}
        return groups

    def common(self, cases: list[Case]) -> tuple[Fact, ...]:
        """The facts of all these cases."""
        return tuple(f for f in self.facts[cases[0]] if all(f in self.facts[c] for c in cases))

    # -------------------------------------------------------------------------------- transitions

    def moves(self, case: Case) -> tuple[Sort, ...]:
        """The sorts of moves from a case."""
        if case not in self.sorts:
            self.sorts[case] = tuple(moves.sorts(self.game, case.turn, case.step))
        return self.sorts[case]

    def build(self, case: Case, sort: Sort) -> Transition:
        """The symbolic transition of one sort of move from one case; the invariants are not assumed yet."""
        acts, state = Acts(self.game), self.start(case)
        arguments, legal = moves.conditions(acts, sort, state)
        session = Session(acts, (*state.facts, legal))
        if not self.plain and legal is not False:
            few, more = moves.outline(acts, sort, arguments, state)
            session = Session(acts, (*state.facts, legal), outline=(*state.facts, *few), more=more)
        course = Course(acts, session.feasible)
        before = replace(state, facts=())
        if legal is not False:
            before = moves.known(acts, sort, arguments, before)
        made = Transition(case, sort, arguments, before, course, session, legal is not False)
        if made.possible:
            self.follow(made)
        return made

    def follow(self, made: Transition) -> None:
        """What comes after a move."""
        course, leaving = made.course, [Path(made.state)]
        if made.sort.act:
            act, step = self.game.act[made.sort.act], made.state.step
            made.after = course.acted(act, Deed(made.arguments, made.sort.player), made.state)
            step = step if act.finding else course.turns.following(made.sort.step)
            made.staying = [c for p in made.after for s in course.staying(p, step) for c in self.cases(self.foreseen(act, s))]
            leaving = [q for p in made.after for q in course.leaving(p, step)]
        made.turn_ends, made.ended, passing = self.end(course, leaving)
        made.passing = [c for path in passing for p in course.next_turn(path.state) for c in self.cases(p.state)]

    def foreseen(self, act: g.Act, state: State) -> State:
        """A state in which a further move is awaited, with what its completion needs, where a player's legal move led there."""
        if act.finding or foresight.blind(self.game, act):
            return state
        if state.step == self.steps:
            return state.having(False)
        zones = (state.zones[name, state.turn] for name in foresight.needed(self.game, state.step))
        return state.having(*(terms.at_least(terms.total(zone), 1) for zone in zones))

    def end(self, course: Course, leaving: list[Path]) -> tuple[list[Path], list[Path], list[Path]]:
        """After the end of the turn; of these, after the end of the hand; and where the turn passes on."""
        ends = [q for p in leaving for q in course.turn_ended(p)]
        ways = [r for p in ends for r in course.hand_ends(p)]
        over = [q for path, ended in ways if ended for q in course.hand_over(path)]
        return ends, over, [path for path, ended in ways if not ended]

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
        taking = (takes_part(acts, state, p) for p in range(self.game.players)) if leaves(self.game) else ()
        session = Session(acts, (*state.facts, *(f.holds(state) for f in self.between), *taking))
        course = Course(acts, session.feasible)
        dealt = course.dealt(replace(state, facts=()))
        self.void_deals = [p for p in dealt if p.void]
        return session, [c for p in course.hand_begun(dealt) for c in self.cases(p.state)]

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
        """Drop candidates until every deal makes the rest true and every transition keeps it."""
        while not self.settle_once():
            pass
        for (case, _), made in self.transitions.items():
            made.session.assume(*self.known(case, made.state, made.session.acts))
            made.staying = [(c, s) for c, s in made.staying if made.session.feasible(s)]
            made.passing = [(c, s) for c, s in made.passing if made.session.feasible(s)]
            made.ended = [p for p in made.ended if made.session.feasible(p.state)]

    def settle_once(self) -> bool:
        """One round over all transitions; whether nothing had to be dropped."""
        steady = self.settle_between()
        session, dealt = self.dealt
        self.settle_pack(session, dealt)
        for case, state in dealt:
            steady &= self.keep(session, case, state, [])
        for case in list(self.facts):
            for sort in self.moves(case):
                if (case, sort) not in self.transitions:
                    self.transitions[case, sort] = self.build(case, sort)
                made, facts = self.transitions[case, sort], self.facts[case]
                if made.checked is facts:
                    continue
                made.checked = facts
                for target, state in made.following:
                    known = self.known(case, made.state, made.session.acts)
                    steady &= self.keep(made.session, target, state, known)
        return steady

    def settle_pack(self, session: Session, dealt: list[tuple[Case, State]]) -> None:
        """Whether a deal may leave cards out of sight."""
        left = [(s, terms.equal(terms.total(s.zones[NOWHERE]), 0)) for _, s in dealt]
        if not self.out_of_sight and any(session.possible(*s.facts, terms.no(c))[0] != "no" for s, c in left):
            self.out_of_sight = True
            self.transitions.clear()

    def settle_between(self) -> bool:
        """Drop what does not hold between two hands."""
        steady = True
        session, opened = self.opening
        ways = [(session, p.state, list[Cond]()) for p in opened]
        ways += [(self.dealt[0], p.state, list[Cond]()) for p in self.void_deals]
        for (case, _), made in self.transitions.items():
            known = self.known(case, made.state, made.session.acts)
            ways += [(made.session, p.state, known) for p in self.overs(made) if p.stopped != "match"]
        for session, state, known in ways:
            for fact in self.between:
                if session.possible(*known, *state.facts, terms.no(fact.holds(state)))[0] != "no":
                    self.between = tuple(f for f in self.between if f != fact)
                    self.__dict__.pop("dealt", None)
                    steady = False
        return steady

    def overs(self, made: Transition) -> list[Path]:
        """The states between two hands, as far as `between` speaks of them: the count is done where it changes such memory."""
        names = {f.place[0] for f in self.between}
        effects = walk.parts(tuple(c.sentence for c in self.game.consequences("count", "hand")))
        touched = any(isinstance(e, g.Become) and e.cell.cell in names for e in effects)
        return made.counted if touched else made.ended

    def keep(self, session: Session, case: Case, state: State, known: list[Cond]) -> bool:
        """Drop the facts of a case that a way into it breaks; whether there was nothing to drop."""
        if case not in self.facts:
            if session.possible(*known, *state.facts)[0] == "no":
                return True
            self.facts[case] = self.guessed(case)
            return False
        steady, given = True, set(terms.keys(known))
        while True:
            goals = [(f, c) for f in self.facts[case] if terms.key(c := f.holds(state)) not in given]
            if not goals:
                return steady
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
            for sort in self.moves(case):
                self.transitions.pop((case, sort), None)

    def guessed(self, case: Case) -> tuple[Fact, ...]:
        """Candidates for a case that few hands or none have met: those of other steps of the same turn."""
        others = (f for c, f in self.facts.items() if (c.turn, c.roles) == (case.turn, case.roles) and c.step != case.step)
        return tuple(f for facts in others for f in facts if f.sort != "exactly" or case not in self.facts)
