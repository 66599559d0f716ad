"""The frame of all proofs: every way from one state that awaits a move to the next, and the invariants that hold in them.

A `TurnCase` fixes whose turn it is, at which step the turn stands, and what the references to players are; where the table can
be turned, the turn is always player 1's.  For each case and each sort of move (an act in a step, the end of the turn, a
finding) a `Transition` holds the symbolic state before, the arguments, and the states after.  The candidates for
invariants are what the states of some hands have in common; `invariant_search` finds which of them hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product

from cartaro_grammar import Game, parts
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts, SymbolicArguments
from cartaro_verify.encode.participants import leaves, takes_part
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import Deed, TermCourse
from cartaro_verify.frame import completion_needs, moves
from cartaro_verify.frame.invariants import Invariant, candidates
from cartaro_verify.frame.moves import MoveSort
from cartaro_verify.frame.symmetry import rotatable, turned
from cartaro_verify.terms import symbols, terms
from cartaro_verify.terms.paths import Path
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import NOBODY, NOWHERE, Board, OwnedPlace, SymbolicState
from cartaro_verify.terms.unknowns import Cond
from cartaro_verify.terms.values import Value, exactly


@dataclass(frozen=True, slots=True)
class TurnCase:
    """Whose turn it is, to which players the references refer, and at which step the turn stands."""

    turn: int
    roles: tuple[tuple[OwnedPlace, int | None], ...]
    step: int = 0

    def __str__(self) -> str:
        """As it is told: players and steps are counted from 1."""
        roles = (f"{place[0]} is {'nobody' if who is None else f'player {who + 1}'}" for place, who in self.roles)
        return ", ".join((f"player {self.turn + 1} at step {self.step + 1}", *roles))


Refuted = Mapping[TurnCase, set[Invariant]]
"""Facts that were candidates in a case and do not hold there."""


@dataclass
class Transition:
    """One sort of move from any state of one case."""

    case: TurnCase
    sort: MoveSort
    arguments: SymbolicArguments
    state: SymbolicState
    course: TermCourse
    session: SolverSession
    possible: bool
    after: list[Path] = field(default_factory=list[Path])
    """After the act and what follows it at once; nothing where the turn is just left."""
    turn_ends: list[Path] = field(default_factory=list[Path])
    """After the clauses at the end of the turn; where the hand was ended before, without them."""
    ended: list[Path] = field(default_factory=list[Path])
    """At the end of the hand: after its clauses, before the count."""
    staying: list[tuple[TurnCase, SymbolicState]] = field(default_factory=list[tuple[TurnCase, SymbolicState]])
    """A further move of the same turn is awaited."""
    passing: list[tuple[TurnCase, SymbolicState]] = field(default_factory=list[tuple[TurnCase, SymbolicState]])
    """The next turn has begun."""

    checked: tuple[Invariant, ...] | None = None
    """The facts before under which it was last made sure that the facts after hold."""
    settled: tuple[tuple[Invariant, ...], tuple[Invariant, ...]] | None = None
    """The facts before, and those between hands, under which it was last made sure of the latter."""

    @property
    def following(self) -> list[tuple[TurnCase, SymbolicState]]:
        return [*self.staying, *self.passing]

    @cached_property
    def counted(self) -> list[Path]:
        """After the count of the hand."""
        return [q for p in self.ended for q in self.course.counted(p)]


class TransitionSystem:
    """Cases, transitions and proved invariants of one game."""

    def __init__(
        self,
        game: Game,
        samples: Sequence[SymbolicState],
        context: ProofContext,
        turn_table: bool = True,
        refuted: Refuted | None = None,
    ) -> None:
        """With candidates that nothing has been asked of; nothing is known of the deal."""
        self.game = game
        self.context = context
        self.plain = moves.plain(game)
        self.steps = len(game.steps)
        self.turning = turn_table and rotatable(game)
        grouped: dict[TurnCase, list[SymbolicState]] = {}
        for sample in samples:
            for case, state in self.cases(sample):
                grouped.setdefault(case, []).append(state)
        self.facts: dict[TurnCase, tuple[Invariant, ...]] = {
            c: candidates(game, s) for c, s in sorted(grouped.items(), key=repr)
        }
        self.refuted = {case: set(facts) for case, facts in (refuted or {}).items()}
        """What was a candidate and does not hold, also what is not worth trying."""
        self.facts = {c: self.likely(c, (*facts, *self.guessed(c))) for c, facts in self.facts.items()}
        self.between = tuple(
            Invariant("somebody", place)
            for cell, place in symbols.cell_places(game)
            if cell.kind == "reference" and cell.period == "match"
        )
        self.shared: dict[TurnCase, tuple[Invariant, ...]] = {}
        self.void_deals: list[Path] = []
        self.good_deals: list[Path] = []
        self.lemmas: list[g.Expr] = []
        self._dealt: tuple[SolverSession, list[tuple[TurnCase, SymbolicState]]] | None = None
        self.out_of_sight = True
        """Whether cards may lie where no zone is, after a deal."""
        self.sorts: dict[TurnCase, tuple[MoveSort, ...]] = {}
        self.starts: dict[object, SymbolicState] = {}
        """Any state of each case, without its step."""
        self.transitions: dict[tuple[TurnCase, MoveSort], Transition] = {}

    # -------------------------------------------------------------------------------- cases

    def cases(self, state: SymbolicState) -> Iterator[tuple[TurnCase, SymbolicState]]:
        """The cases that a state belongs to, each with the state in the case's own seating."""
        canonical = turned(self.game, state, state.turn) if self.turning else state
        places = self.roles()
        choices = [canonical.refers(p).items for p in places]
        for combination in product(*choices):
            condition = terms.all_of(c for _, c in combination)
            if condition is not False:
                roles = tuple((p, v if isinstance(v, int) else None) for p, (v, _) in zip(places, combination, strict=True))
                known = canonical.recalling({p: exactly(v) for p, v in roles})
                yield TurnCase(canonical.turn, roles, canonical.step), known.having(condition)

    def roles(self) -> list[OwnedPlace]:
        return [p for c, p in symbols.cell_places(self.game) if c.kind == "reference" and c.type.kind == "player"]

    def start(self, case: TurnCase) -> SymbolicState:
        """Any state of a case."""
        empty = tuple(f.place for f in self.assumed(case) if f.sort == "exactly" and f.number == 0)
        key = (case.turn, case.roles, empty, self.out_of_sight)
        if key not in self.starts:
            known: dict[OwnedPlace, Value] = {p: exactly(v) for p, v in case.roles}
            self.starts[key] = symbols.anywhere(
                self.context.unknowns, self.game, case.turn, "s", known, empty, self.out_of_sight
            )
        return self.starts[key].at_step(case.step)

    def known(self, case: TurnCase, state: SymbolicState, acts: Acts) -> list[Cond]:
        """The invariants and lemmas of a case, as conditions on a state."""
        lemmas = [acts.encoder.truth(e, TermScope(state, state.turn)) for e in self.lemmas]
        return [f.holds(state) for f in self.assumed(case)] + lemmas

    def assumed(self, case: TurnCase) -> tuple[Invariant, ...]:
        """The invariants of a case, or of a group of cases."""
        return self.facts.get(case, self.shared.get(case, ()))

    def groups(self) -> dict[TurnCase, list[TurnCase]]:
        """Cases that differ only in what the references refer to, as one case that leaves it open, with their common facts."""
        found: dict[TurnCase, list[TurnCase]] = {}
        for case in self.facts:
            found.setdefault(TurnCase(case.turn, (), case.step), []).append(case)
        groups = {c: cases for c, cases in found.items() if len(cases) > 1}
        self.shared = {c: self.common(cases) for c, cases in groups.items()}
        return groups

    def told(self) -> tuple[str, ...]:
        """The invariants as they are shown, each with the cases in which it holds unless these are all."""
        cases: dict[Invariant, list[TurnCase]] = {}
        for case, facts in self.facts.items():
            for fact in facts:
                cases.setdefault(fact, []).append(case)
        everywhere = len(self.facts)
        return tuple(
            str(fact) if len(there) == everywhere else f"{fact} ({'; '.join(map(str, there))})" for fact, there in cases.items()
        )

    def common(self, cases: list[TurnCase]) -> tuple[Invariant, ...]:
        """The facts of all these cases."""
        return tuple(f for f in self.facts[cases[0]] if all(f in self.facts[c] for c in cases))

    # -------------------------------------------------------------------------------- transitions

    def moves(self, case: TurnCase) -> tuple[MoveSort, ...]:
        """The sorts of moves from a case."""
        if case not in self.sorts:
            self.sorts[case] = tuple(moves.sorts(self.game, case.turn, case.step))
        return self.sorts[case]

    def build(self, case: TurnCase, sort: MoveSort, known: bool = False, followed: bool = True) -> Transition:
        """The symbolic transition of one sort of move from one case; the facts of the case are assumed only where they are
        `known`.
        """
        acts, state = Acts(self.game, self.context), self.start(case)
        arguments, legal = moves.conditions(acts, sort, state)
        few, more = moves.outline(acts, sort, arguments, state) if legal is not False else ([], [])
        lying = (*state.facts, *few)
        session = SolverSession(acts, (*state.facts, legal), outline=None if self.plain else (*lying, *more), lying=lying)
        if known:
            session.assume(*self.known(case, state, acts))
        course = TermCourse(acts, session.feasible)
        before = replace(state, facts=())
        if legal is not False:
            before = moves.known(acts, sort, arguments, before)
        made = Transition(case, sort, arguments, before, course, session, legal is not False)
        if made.possible and followed:
            self.follow(made)
        return made

    def anyhow(self, act: str) -> Iterator[Transition]:
        """An act from every state in which a move could be awaited, reachable or not; what follows is left out."""
        for turn, step in product(range(1 if self.turning else self.game.players), range(self.steps + 1)):
            for sort in self.moves(TurnCase(turn, (), step)):
                if sort.act == act:
                    yield self.build(TurnCase(turn, (), step), sort, followed=False)

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

    def foreseen(self, act: g.Act, state: SymbolicState) -> SymbolicState:
        """A state in which a further move is awaited, with what its completion needs, where a player's legal move led there."""
        if act.finding or completion_needs.blind(self.game, act):
            return state
        if state.step == self.steps:
            return state.having(False)
        zones = (state.zones[name, state.turn] for name in completion_needs.needed(self.game, state.step))
        return state.having(*(terms.at_least(terms.total(zone), 1) for zone in zones))

    def end(self, course: TermCourse, leaving: list[Path]) -> tuple[list[Path], list[Path], list[Path]]:
        """After the end of the turn; of these, after the end of the hand; and where the turn passes on."""
        ends = [q for p in leaving for q in course.turn_ended(p)]
        ways = [r for p in ends for r in course.hand_ends(p)]
        over = [q for path, ended in ways if ended for q in course.hand_over(path)]
        return ends, over, [path for path, ended in ways if not ended]

    @property
    def dealt(self) -> tuple[SolverSession, list[tuple[TurnCase, SymbolicState]]]:
        """`deal`, under what is known between two hands; made anew when less is known."""
        if self._dealt is None:
            self._dealt = self.deal()
        return self._dealt

    def deal_anew(self) -> None:
        """Less is known between two hands than when the deal was made."""
        self._dealt = None

    @cached_property
    def opening(self) -> tuple[SolverSession, list[Path]]:
        return self.opened()

    def deal(self) -> tuple[SolverSession, list[tuple[TurnCase, SymbolicState]]]:
        """From any state between two hands to the first state that awaits a move."""
        acts = Acts(self.game, self.context)
        pivot = next((f.place for f in self.between if self.turning and f.place in self.roles()), None)
        known: dict[OwnedPlace, Value] = {} if pivot is None else {pivot: exactly(0)}
        state = symbols.anywhere(self.context.unknowns, self.game, NOBODY, "b", known, out_of_sight=True)
        taking = (takes_part(acts, state, p) for p in range(self.game.players)) if leaves(self.game) else ()
        session = SolverSession(acts, (*state.facts, *(f.holds(state) for f in self.between), *taking))
        course = TermCourse(acts, session.feasible)
        dealt = course.dealt(replace(state, facts=()))
        self.void_deals = [p for p in dealt if p.void]
        self.good_deals = [p for p in dealt if not p.stopped]
        return session, [c for p in course.hand_begun(dealt) for c in self.cases(p.state)]

    def opened(self) -> tuple[SolverSession, list[Path]]:
        """The start of the match, to before the first deal."""
        acts, size = Acts(self.game, self.context), len(self.game.deck.cards)
        zones = dict.fromkeys(symbols.places(self.game), (0,) * size) | {NOWHERE: (1,) * size}
        cells: dict[OwnedPlace, Value] = {p: symbols.cleared(c) for c, p in symbols.cell_places(self.game)}
        session = SolverSession(acts)
        course = TermCourse(acts, session.feasible)
        state = SymbolicState(Board(zones, cells, NOBODY))
        for period in ("match", "hand", "turn"):
            state = course.cleared(state, period)
        return session, course.event("start", "match", state)

    # -------------------------------------------------------------------------------- invariants

    def overs(self, made: Transition) -> list[Path]:
        """The states between two hands, as far as `between` speaks of them: the count is done where it changes such memory."""
        names = {f.place[0] for f in self.between}
        effects = parts(tuple(c.sentence for c in self.game.consequences("count", "hand")))
        touched = any(isinstance(e, g.Become) and e.cell.cell in names for e in effects)
        return made.counted if touched else made.ended

    def likely(self, case: TurnCase, facts: Iterable[Invariant]) -> tuple[Invariant, ...]:
        """These facts without those that are refuted, each once."""
        return tuple(dict.fromkeys(f for f in facts if f not in self.refuted.get(case, ())))

    def guessed(self, case: TurnCase) -> tuple[Invariant, ...]:
        """Candidates for a case that few hands or none have met: those of other steps of the same turn."""
        others = (f for c, f in self.facts.items() if (c.turn, c.roles) == (case.turn, case.roles) and c.step != case.step)
        return tuple(f for facts in others for f in facts if f.sort != "exactly" or case not in self.facts)
