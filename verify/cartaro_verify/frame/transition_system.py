"""The sorts of moves that a turn may see, and when each may be made: acts in the steps of the turn, its end, findings.

A finding is the arbiter's, and may come wherever a move is awaited; in its clauses `the player` is whoever is in turn.

Turning the table: where the rules treat all seats alike, a state is as good as its turn by some seats.

A game whose clauses name no particular seat (`the last player`) means the same after every player has moved one seat
on.  What is proved for the turn of player 1 then holds for every turn, which divides the work by the number of players.

The frame of all proofs: every way from one state that awaits a move to the next, and the invariants that hold in them.

A `TurnCase` fixes whose turn it is, at which step the turn stands, and what the references to players are; where the table can
be turned, the turn is always player 1's.  For each case and each sort of move (an act in a step, the end of the turn, a
finding) a `Transition` holds the symbolic state before, the arguments, and the states after.  The candidates for
invariants are what the states of some hands have in common; `invariant_search` finds which of them hold.

Conditions taken apart: what must hold together is proved one part after the other.

Every way to a moment of play, from any state that the invariants allow: a state, and the session that knows what led there.

A turn that is left by choice ends from a state of which only the invariants are known.  Where they do not suffice for what
holds at the end of a turn or hand, `Leaving` asks instead whether it would hold if each further move of a turn were followed
by its end, given that it would have held without that move: by induction over the moves of one turn.

Proofs over the frame: at every moment of play of one sort, from any state that the invariants allow, a condition holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product

from cartaro_grammar import EffectFacts, Expr, Game, drawn_from, facts_of, parts
from cartaro_grammar import game as g
from cartaro_verify.encode import expressions
from cartaro_verify.encode.acts import Acts, SymbolicArguments
from cartaro_verify.encode.expressions import Encoder, ProofContext
from cartaro_verify.encode.solver import Model, SolverSession
from cartaro_verify.encode.transition import Deed, TermCourse, Turns, leaves, takes_part
from cartaro_verify.frame import invariants as completion_needs
from cartaro_verify.frame.invariants import Invariant, candidates
from cartaro_verify.play.table import Moment
from cartaro_verify.results import statements as st
from cartaro_verify.results.wording import english
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms, walk
from cartaro_verify.terms.symbolic_state import (
    NOBODY,
    NOWHERE,
    Board,
    Locals,
    NotCovered,
    OwnedPlace,
    Path,
    SymbolicState,
    TermScope,
    Value,
    as_guarded,
    exactly,
)
from cartaro_verify.terms.terms import Answer, Cond, Vec

# ------------------------------------------------------------------------- moves


@dataclass(frozen=True, slots=True)
class MoveSort:
    """A sort of move: an act (none: the turn is left), who does it, in which step (-1: in none), those of its arguments that
    are known players or sides, and the zones from which single cards come that may come from several.
    """

    act: str
    player: int
    step: int = -1
    given: tuple[tuple[str, int], ...] = ()
    sources: tuple[tuple[str, str], ...] = ()


def plain(game: Game) -> bool:
    """Whether every turn is one act of the player in turn, and nothing else happens."""
    return len(game.steps) == 1 and not game.steps[0][1].often and not any(act.finding for act in game.acts)


def sorts(game: Game, turn: int, step: int) -> Iterator[MoveSort]:
    """Every sort of move in the turn of a player that stands at a step; whether it can be made is not asked yet."""
    compulsory = False
    for number, (clause, sentence) in list(enumerate(game.steps))[step:]:
        players = (turn,) if isinstance(sentence.actor, g.Actor) else range(game.players)
        for player in players:
            for name in sentence.acts:
                yield from _sorts(game, game.act[name], player, number)
        if sentence.must and not (clause.when or clause.unless):
            compulsory = True
            break
    if not compulsory:
        yield MoveSort("", turn)
    for act in game.acts:
        if act.finding:
            yield from _sorts(game, act, turn, -1)


def _sorts(game: Game, act: g.Act, player: int, step: int) -> Iterator[MoveSort]:
    """An act with each choice of the players and sides whose zones it speaks of, and of the zones of its single cards."""
    clauses = (game.consequences("after", act.name), [c for c in game.clauses if getattr(c.sentence, "act", "") == act.name])
    spoken = (act.effects, tuple(p.domain for p in act.parameters), *map(tuple, clauses))
    owners = tuple(p.owner for p in parts(spoken) if isinstance(p, g.InZone))
    needed = {p.name for p in parts(owners) if isinstance(p, g.Local)}
    named = [p for p in act.parameters if p.name in needed and p.type.kind in ("player", "side")]
    ranges = [range(game.players if p.type.kind == "player" else game.sides) for p in named]
    drawn = {p.name: drawn_from(game, p.domain) for p in act.parameters if p.type.kind == "card" and p.domain is not None}
    several = {name: sorted(zones) for name, zones in drawn.items() if zones is not None and len(zones) > 1}
    for values in product(*ranges):
        given = tuple((p.name, n) for p, n in zip(named, values, strict=True))
        for chosen in product(*several.values()):
            yield MoveSort(act.name, player, step, given, tuple(zip(several, chosen, strict=True)))


def conditions(acts: Acts, sort: MoveSort, state: SymbolicState) -> tuple[SymbolicArguments, Cond]:
    """Arguments for a move of a sort, and when it may be made with them in a state."""
    arguments, legal = _conditions(acts, sort, state)
    if legal is False:
        return arguments, False
    lies = (
        terms.any_of(terms.subset(vector, state.zones[p]) for p in places)
        for name, vector, places in _drawn(acts, sort, arguments, state)
        if name in dict(sort.sources)
    )
    return arguments, terms.and_(legal, *lies)


def possible_with(acts: Acts, sort: MoveSort, arguments: SymbolicArguments, state: SymbolicState) -> Cond:
    """When a move of a sort may be made in a state with arguments that another state has."""
    turns = Turns(acts)
    if not sort.act:
        return turns.may_end(state)
    return terms.and_(_offered(turns, sort, state), acts.legal(state, sort.player, acts.game.act[sort.act], arguments))


def known_before(acts: Acts, sort: MoveSort, arguments: SymbolicArguments, state: SymbolicState) -> SymbolicState:
    """The state, knowing of each argument in which zone it lies, where there is one only."""
    inside = dict(state.inside)
    for _, vector, places in _drawn(acts, sort, arguments, state):
        if len(places) == 1:
            inside[terms.keys(vector)] = (places[0], vector)
    return replace(state, inside=inside)


def outline(acts: Acts, sort: MoveSort, arguments: SymbolicArguments, state: SymbolicState) -> tuple[list[Cond], list[Cond]]:
    """Of what makes a move legal, only how many cards its arguments are, and where they come from; and as more of it, that they
    lie in their domains and that some permission's case holds.
    """
    found = list[Cond]()
    if not sort.act:
        return found, found
    for name, vector, places in _drawn(acts, sort, arguments, state):
        parameter = next(p for p in acts.game.act[sort.act].parameters if p.name == name)
        found += terms.bit_bounds(vector)
        found += [terms.subset(vector, state.zones[place]) for place in places if len(places) == 1]
        found += [terms.equal(terms.sum_of(vector), 1)] if parameter.type.kind == "card" else []
    act, scope = acts.game.act[sort.act], TermScope(state, sort.player, arguments)
    permitted = act.finding or terms.any_of(acts.speaks(c, p.subject, scope) for c, p in acts.game.permissions_of(act.name))
    return found, [acts.in_domain(act, arguments, scope), permitted]


def _drawn(
    acts: Acts, sort: MoveSort, arguments: SymbolicArguments, state: SymbolicState
) -> Iterator[tuple[str, Vec, list[OwnedPlace]]]:
    """The arguments that are cards, each with the places from which it is drawn."""
    scope, sources = TermScope(state, sort.player, arguments), dict(sort.sources)
    for parameter in acts.game.act[sort.act].parameters if sort.act else ():
        if parameter.type.kind in ("card", "cards", "group") and parameter.domain is not None:
            found = expressions.places(acts.encoder, parameter.domain, scope) or ()
            vector = acts.encoder.vector(arguments[parameter.name], parameter.type)
            yield parameter.name, vector, sorted(p for p in found if sources.get(parameter.name) in (None, p[0]))


def _conditions(acts: Acts, sort: MoveSort, state: SymbolicState) -> tuple[SymbolicArguments, Cond]:
    turns = Turns(acts)
    if not sort.act:
        return {}, turns.may_end(state)
    act = acts.game.act[sort.act]
    given: SymbolicArguments = {name: exactly(number) for name, number in sort.given}
    if act.finding:
        arguments = acts.unknown_arguments(act, given, act.name)
        return arguments, acts.in_domain(act, arguments, TermScope(state, sort.player, arguments))
    if _offered(turns, sort, state) is False:
        return given, False
    arguments = acts.unknown_arguments(act, given, act.name)
    return arguments, possible_with(acts, sort, arguments, state)


def _offered(turns: Turns, sort: MoveSort, state: SymbolicState) -> Cond:
    """Whether a step is open in which the act of a sort may be done by its player."""
    wanted = (sort.step, sort.player, sort.act)
    return terms.any_of(o.condition for o in turns.options(state) if (o.step, o.player, o.act) == wanted)


# ---------------------------------------------------------------------- symmetry


def rotatable(game: Game) -> bool:
    """Whether turning the table is sure to change nothing."""
    sides = game.sides
    if any(side != player % sides for player, side in enumerate(game.side_of)):
        return False
    if walk.mentions((game.clauses, game.acts), g.LastPlayer):
        return False
    if any(walk.mentions(c.initial, g.LastPlayer) for c in game.cells if c.period != "match"):
        return False
    effects = [p for p in parts((game.clauses, game.acts)) if isinstance(p, g.Effect)]
    return all(e.each is None or _order_is_idle(game, e) for e in effects)


def _order_is_idle(game: Game, effect: g.Effect) -> bool:
    """Whether it is the same in which order the owners of an effect's `each` come: nobody's turn of it reads what another's
    writes, and what several write comes out the same.
    """
    facts, cases = facts_of(effect.body), (effect.when, effect.unless)
    if facts.cell is not None:
        own = _own(effect, facts.cell.owner)
        adds = isinstance(effect.body, g.Add)
        return (own or adds) and _unread(game, effect, facts.cell.cell, (*cases, facts.reads), own)
    if facts.mark is not None:
        return _unread(game, effect, facts.mark, (*cases, facts.reads), own=False)
    if not facts.takes:
        return facts == EffectFacts(shows=facts.shows)
    sources = [c.zone for c in facts.takes if isinstance(c, g.InZone) and _own(effect, c.owner)]
    to = facts.to if isinstance(facts.to, g.InZone) and facts.to.owner is None else None
    if to is None or facts.chance or len(sources) < len(facts.takes):
        return False
    return all(_unread(game, effect, zone, cases, own=zone != to.zone) for zone in (*sources, to.zone))


def _own(effect: g.Effect, owner: g.Expr | None) -> bool:
    """Whether an owner is the one whose turn it is in an effect's `each`."""
    return isinstance(owner, g.Local) and owner.name == effect.each


def _unread(game: Game, effect: g.Effect, name: str, reads: tuple[object, ...], own: bool) -> bool:
    """Whether a zone or cell is not read, or (`own`) of each owner only in that owner's own turn."""
    direct = [p for p in parts(reads) if isinstance(p, g.Recall | g.InZone)]
    allowed = sum(_own(effect, p.owner) for p in direct if _name(p) == name) if own else 0
    return sum(isinstance(p, g.Recall | g.InZone) and _name(p) == name for p in walk.reached(game, reads)) == allowed


def _name(place: g.Recall | g.InZone) -> str:
    return place.cell if isinstance(place, g.Recall) else place.zone


def turned(game: Game, state: SymbolicState, seats: int) -> SymbolicState:
    """The state after every player has moved this many seats back: player `seats` becomes player 0."""
    if seats == 0:
        return state
    kinds = {z.name: z.owner for z in game.zones} | {c.name: c.owner for c in game.cells}
    types = {c.name: c.type.kind for c in game.cells if c.kind == "reference" and c.type.kind in ("player", "side")}

    def place(old: OwnedPlace) -> OwnedPlace:
        owner = kinds.get(old[0], "table")
        return old if owner == "table" else (old[0], (old[1] - seats) % _count(game, owner))

    def value(name: str, old: Value) -> Value:
        return turned_value(game, old, types[name], seats) if name in types else old

    zones = {place(p): v for p, v in state.zones.items()}
    cells: Mapping[OwnedPlace, Value] = {place(p): value(p[0], v) for p, v in state.cells.items()}
    player = (state.turn - seats) % game.players if state.turn >= 0 else state.turn
    return SymbolicState(Board(zones, cells, player), state.step, state.facts)


def turned_value(game: Game, old: Value, kind: str, seats: int) -> Value:
    """A player or side after the table was turned."""
    count = _count(game, kind)
    return as_guarded(old).moved(lambda owner: (owner - seats) % count)


def _count(game: Game, owner: str) -> int:
    return game.players if owner == "player" else game.sides


# ------------------------------------------------------------- transition system


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
        self.plain = plain(game)
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
                self.context.variables, self.game, case.turn, "s", known, empty, self.out_of_sight
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
            english(fact.statement) + ("" if len(there) == everywhere else f" ({'; '.join(map(str, there))})")
            for fact, there in cases.items()
        )

    def common(self, cases: list[TurnCase]) -> tuple[Invariant, ...]:
        """The facts of all these cases."""
        return tuple(f for f in self.facts[cases[0]] if all(f in self.facts[c] for c in cases))

    # -------------------------------------------------------------------------------- transitions

    def moves(self, case: TurnCase) -> tuple[MoveSort, ...]:
        """The sorts of moves from a case."""
        if case not in self.sorts:
            self.sorts[case] = tuple(sorts(self.game, case.turn, case.step))
        return self.sorts[case]

    def build(self, case: TurnCase, sort: MoveSort, known: bool = False, followed: bool = True) -> Transition:
        """The symbolic transition of one sort of move from one case; the facts of the case are assumed only where they are
        `known`.
        """
        acts, state = Acts(self.game, self.context), self.start(case)
        arguments, legal = conditions(acts, sort, state)
        few, more = outline(acts, sort, arguments, state) if legal is not False else ([], [])
        lying = (*state.facts, *few)
        session = SolverSession(acts, (*state.facts, legal), outline=None if self.plain else (*lying, *more), placement=lying)
        if known:
            session.assume(*self.known(case, state, acts))
        course = TermCourse(acts, session.feasible)
        before = replace(state, facts=())
        if legal is not False:
            before = known_before(acts, sort, arguments, before)
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
        return state.having(*(terms.at_least(terms.sum_of(zone), 1) for zone in zones))

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
        state = symbols.anywhere(self.context.variables, self.game, NOBODY, "b", known, out_of_sight=True)
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


# --------------------------------------------------------------------- conjuncts


def conjuncts(encoder: Encoder, expr: Expr, scope: TermScope) -> list[Cond]:
    """An expression as a conjunction: `and`, and `every` or `no` over players, sides and symbols, taken apart."""
    match expr:
        case g.Operation(operator="and"):
            return _in_turn(encoder, expr.operands, scope)
        case g.Operation(operator="or"):
            *others, last = expr.operands
            before = encoder.truth(replace(expr, operands=tuple(others)) if len(others) > 1 else others[0], scope)
            with encoder.where(terms.not_(before)):
                return [terms.or_(before, c) for c in conjuncts(encoder, last, scope)]
        case g.Quantified(quantifier="every" | "no") if expr.members.type.kind in ("players", "sides", "symbols"):
            found = list[Cond]()
            for member in expressions.members(encoder, expr.members, scope):
                inner = scope.binding(expr.variable, member.value)
                with encoder.where(member.present):
                    each = (
                        conjuncts(encoder, expr.condition, inner)
                        if expr.quantifier == "every"
                        else [terms.not_(encoder.truth(expr.condition, inner))]
                    )
                found += [terms.implies(member.present, c) for c in each]
            return found
        case _:
            return _whole(encoder, expr, scope)


def _whole(encoder: Encoder, expr: Expr, scope: TermScope) -> list[Cond]:
    """An expression as one condition."""
    return [encoder.truth(expr, scope)]


def _in_turn(encoder: Encoder, operands: tuple[Expr, ...], scope: TermScope) -> list[Cond]:
    """Conditions that together are `and`: each operand is asked for where those before it hold."""
    found = list[Cond]()
    for operand in operands:
        with encoder.where(terms.all_of(found) if encoder.divides else True):
            found += conjuncts(encoder, operand, scope)
    return found


# ----------------------------------------------------------------------- moments


@dataclass(frozen=True, slots=True)
class Way:
    """A state at some moment of play, in the session that knows what led there."""

    session: SolverSession
    state: SymbolicState
    locals: Locals
    before: SymbolicState | None = None
    """The state that awaited the move which led here; None after a deal."""
    actor: int | None = None
    """Who acts, where an act is spoken of; else whoever has the turn."""
    made: Transition | None = None
    """The move that led here, or is awaited; None after a deal."""
    dealt: TurnCase | None = None
    """After a deal, the case of the state."""
    leaving: Leaving | None = None
    """Another way to prove what holds here, where the turn was left by choice."""

    @property
    def scope(self) -> TermScope:
        return TermScope(self.state, self.state.turn if self.actor is None else self.actor, self.locals)

    def truth(self, expr: Expr) -> Cond:
        return self.session.acts.encoder.truth(expr, self.scope)

    def parts(self, expr: Expr) -> list[Cond]:
        """Conditions that together are the expression: a query each is answered where one for all is not."""
        return conjuncts(self.session.acts.encoder, expr, self.scope)


@dataclass(frozen=True, slots=True)
class Leaving:
    """The moment at which a turn that is left, or the hand that ends with it, is looked at."""

    frame: TransitionSystem
    moment: Moment

    @property
    def sound(self) -> bool:
        """Whether no turn can be left at its start, so that a move of the turn has always gone before."""
        return not any(case.step == 0 and self.open(case) for case in self.frame.facts)

    def open(self, case: TurnCase) -> bool:
        """Whether a turn may be left here, as far as its steps show."""
        return MoveSort("", case.turn) in self.frame.moves(case)

    def pairs(self) -> Iterator[tuple[list[Way], list[Way]]]:
        """For each move after which its turn may be left: the ways on which that happens, and those on which it would have
        happened instead of the move.
        """
        for made in self.frame.transitions.values():
            for case, state in made.staying:
                if self.open(case):
                    yield self.left(made, state), self.left(made, made.state) if self.open(made.case) else []

    def left(self, made: Transition, state: SymbolicState) -> list[Way]:
        """The ways on which the turn is left in a state."""
        paths = [Path(s) for s in made.course.where(state, made.course.turns.may_end(state))]
        ends, over, _ = self.frame.end(made.course, paths)
        if self.moment == ("count", "hand"):
            over = [q for p in over for q in made.course.counted(p)]
        return [Way(made.session, s, {}, made.state, made=made) for s in seen(self.moment, ends, over)]


def seen(moment: Moment, ends: Iterable[Path], over: Iterable[Path]) -> list[SymbolicState]:
    """The states in which the end of a turn or of a hand comes to pass: not after what has ended the hand before."""
    if moment == ("end", "turn"):
        return [p.state for p in ends if p.stopped not in ("hand", "match")]
    return [p.state for p in over if not p.uncounted or (p.over and moment == ("end", "hand"))]


def ways(frame: TransitionSystem, moment: Moment) -> Iterator[Way]:
    """Every way to a moment of play."""
    match moment:
        case ("start", "match"):
            session, opened = frame.opening
            yield from (Way(session, path.state, {}) for path in opened)
        case ("start", "hand"):
            session, _ = frame.dealt
            yield from (Way(session, path.state, {}) for path in frame.good_deals)
        case ("await", ""):
            yield from _dealt(frame)
            yield from _led(frame, lambda t: (s for _, s in t.following))
        case ("start", "turn"):
            yield from _dealt(frame)
            yield from _led(frame, lambda t: (s for _, s in t.passing))
        case ("end", "turn" | "hand"):
            yield from _led(frame, lambda t: seen(moment, t.turn_ends, t.ended), Leaving(frame, moment))
        case ("count", "hand"):
            yield from _led(frame, lambda t: seen(moment, (), t.counted), Leaving(frame, moment))
        case ("before", act):
            for made in _of(frame, act):
                yield _acting(made, made.state)
        case ("after", act):
            for made in _of(frame, act):
                for path in made.after:
                    yield _acting(made, path.state)
        case _:
            raise NotCovered(st.UncoveredMoment(st.every(moment)))


def reached(found: Iterable[Way]) -> bool:
    """Whether one of these ways may be taken.  Where none is known nothing is proved, and no advice is given."""
    return any(way.session.reaches(way.state) for way in found)


def anyhow(frame: TransitionSystem, act: str) -> Iterator[Way]:
    """Every way to before an act, from any state whatever."""
    for made in frame.anyhow(act):
        if made.possible:
            yield _acting(made, made.state)


def _acting(made: Transition, state: SymbolicState) -> Way:
    """A state before or after an act, seen by whoever does it."""
    return Way(made.session, state, made.arguments, made.state, made.sort.player, made)


def _dealt(frame: TransitionSystem) -> Iterator[Way]:
    session, dealt = frame.dealt
    yield from (Way(session, state, {}, dealt=case) for case, state in dealt)


def _led(
    frame: TransitionSystem, states: Callable[[Transition], Iterable[SymbolicState]], leaving: Leaving | None = None
) -> Iterator[Way]:
    for made in frame.transitions.values():
        left = None if made.sort.act else leaving
        yield from (Way(made.session, state, {}, made.state, made=made, leaving=left) for state in states(made))


def _of(frame: TransitionSystem, act: str) -> Iterator[Transition]:
    return (t for t in frame.transitions.values() if t.sort.act == act and t.possible)


# ------------------------------------------------------------------------ proofs


@dataclass(frozen=True, slots=True)
class Proof:
    """`no`: nothing breaks it.  `yes`: `model` is a state that does, which need not be reachable.  Where there is no way at all
    (`ways` is 0), nothing is proved.
    """

    answer: Answer
    ways: int
    way: Way | None = None
    model: Model | None = None
    undefined: bool = False
    """Whether it breaks where it cannot be worked out."""


Conditions = Callable[[Way], Iterable[Cond]]
Wanted = tuple[Expr, bool]
"""A condition, and whether it is to be true or false."""
Refutation = tuple[Answer, Model | None, bool]
"""The answer, a state, and whether what is asked cannot be worked out there."""


def prove(found: Sequence[Way], conditions: Conditions, assumed: Callable[[Way], Cond] | None = None) -> Proof:
    """Whether conditions hold in every one of these ways, each by a query of its own, given what may be assumed before."""
    given, kept = assumed or _nothing, set[Leaving]()
    with ExitStack() as asides:
        for session in dict.fromkeys(way.session for way in found):
            asides.enter_context(session.scoped())
        for way in sorted(found, key=lambda w: w.leaving is not None):
            answer, model, undefined = _broken(way, conditions, given) if way.leaving not in kept else ("no", None, False)
            if answer == "no":
                continue
            if way.leaving is None or not _kept(way.leaving, conditions, given):
                return Proof(answer, len(found), way, model, undefined)
            kept.add(way.leaving)
        return Proof("no", len(found)) if reached(found) else Proof("unknown", 0)


def _broken(way: Way, conditions: Conditions, given: Callable[[Way], Cond], held: Iterable[Cond] = ()) -> Refutation:
    """Whether one of the conditions can be false on a way, or cannot be worked out there."""
    with way.session.acts.encoder.watched() as breaks:
        goals = list(conditions(way))
    for number, goal in enumerate((*(terms.not_(b) for b in breaks), *goals)):
        if goal is not True:
            answer, model = way.session.decide(*way.state.facts, given(way), *held, terms.not_(goal))
            if answer != "no":
                return answer, model, number < len(breaks)
    return "no", None, False


def _nothing(way: Way) -> Cond:
    return True


def _kept(leaving: Leaving, conditions: Conditions, given: Callable[[Way], Cond]) -> bool:
    """Whether conditions hold wherever a turn is left, by induction over the moves of the turn."""
    if not leaving.sound:
        return False
    for left, before in leaving.pairs():
        held = [terms.or_(*(terms.not_(f) for f in w.state.facts), c) for w in before for c in conditions(w)]
        if any(_broken(way, conditions, given, held)[0] != "no" for way in left):
            return False
    return True


def settled_moments(condition: Expr) -> tuple[Moment, ...]:
    """When `always`, `never` and `it can happen` speak: where a move is awaited and, unless they are about whose turn it is, at
    the end of every turn.
    """
    return (("await", ""),) if walk.mentions(condition, g.Actor) else (("await", ""), ("end", "turn"))


def always(frame: TransitionSystem, condition: Expr, wanted: bool = True, beside: Sequence[Wanted] = ()) -> Proof:
    """By induction: true after every deal, and kept by every act; what was proved to be true always may be used of the same
    moment too.  What stands `beside` is assumed before an act as the condition itself is: it is proved together with it.
    """

    def holds(way: Way) -> list[Cond]:
        return way.parts(condition) if wanted else [terms.not_(way.truth(condition))]

    def before(way: Way) -> Cond:
        if way.before is None:
            return True
        encoder, scope = way.session.acts.encoder, TermScope(way.before, way.before.turn)
        given = dict.fromkeys(((condition, wanted), *beside))
        truths = ((encoder.truth(each, scope), so) for each, so in given)
        return terms.and_(*(truth if so else terms.not_(truth) for truth, so in truths))

    def now_too(way: Way) -> Cond:
        truths = (way.truth(e) for e in frame.lemmas if len(settled_moments(e)) >= len(moments))
        return terms.and_(before(way), *truths)

    moments = settled_moments(condition)
    found = [w for m in moments for w in ways(frame, m)]
    proof = prove(found, holds, before)
    return prove(found, holds, now_too) if proof.answer != "no" and frame.lemmas else proof
