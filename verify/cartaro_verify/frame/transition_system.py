"""The transition system of a game: cases of states that await a move, symbolic transitions from each, and proofs over them.

A case fixes the player to move, the step and the players to whom references refer; its facts are invariants. A transition is
one sort of move from any state of a case, with everything that follows until the next move is awaited. If turning the table
changes nothing (`rotatable`), seat 1 represents every seat.

`paths_to` yields the symbolic paths to a moment of play, `prove` decides whether conditions hold at the end of all these paths,
and `always` proves a condition by induction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Literal

from cartaro_grammar import EffectFacts, Expr, Game, drawn_from, facts_of, parts, parts_reached
from cartaro_grammar import game as g
from cartaro_verify.encode import expressions
from cartaro_verify.encode.acts import Acts, SymbolicArguments
from cartaro_verify.encode.counted_hands import ending_numbers
from cartaro_verify.encode.expressions import Encoder
from cartaro_verify.encode.participants import active_sets, beginnings, may_go_on
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import Model, SolverSession
from cartaro_verify.encode.transition import ActInstance, TermCourse, Turns
from cartaro_verify.frame import invariants
from cartaro_verify.frame.invariants import Invariant, Played, conditional_candidates
from cartaro_verify.play.table import Moment
from cartaro_verify.results import statements as st
from cartaro_verify.results.wording import english
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms, walk
from cartaro_verify.terms.symbolic_state import (
    EVERYBODY,
    NOBODY,
    NOWHERE,
    ActivePlayers,
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
class Source:
    """The zone in which a card lies before a move, and its owner; None if the text determines the owner."""

    zone: str
    owner: int | None = None

    def covers(self, place: OwnedPlace) -> bool:
        """Return whether a card of this source may lie in a place."""
        return place[0] == self.zone and self.owner in (None, place[1])


@dataclass(frozen=True, slots=True)
class MoveSort:
    """A sort of move: an act (none: the turn is left), its player, its step (-1: none), the players and sides among its
    arguments, and the sources of its single cards.
    """

    act: str
    player: int
    step: int = -1
    given: tuple[tuple[str, int], ...] = ()
    sources: tuple[tuple[str, Source], ...] = ()


def plain(game: Game) -> bool:
    """Return whether every turn is a single act of the player whose turn it is, and nothing else happens."""
    return len(game.steps) == 1 and not game.steps[0][1].often and not any(act.finding for act in game.acts)


def sorts(game: Game, turn: int, step: int) -> Iterator[MoveSort]:
    """Yield every sort of move in the turn of a player at a step, possible or not."""
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
    """Yield an act with each choice of the players and sides whose zones it concerns, and of the sources of its cards."""
    clauses = (game.consequences("after", act.name), [c for c in game.clauses if _speaks_of(c.sentence, act)])
    spoken = (act.effects, tuple(p.domain for p in act.parameters), *map(tuple, clauses))
    owners = tuple(p.owner for p in parts(spoken) if isinstance(p, g.InZone))
    needed = {p.name for p in parts(owners) if isinstance(p, g.Local)}
    named = [p for p in act.parameters if p.name in needed and p.type.kind in ("player", "side")]
    ranges = [range(game.players if p.type.kind == "player" else game.sides) for p in named]
    drawn = {p.name: _sources(game, act, p.domain) for p in act.parameters if p.type.kind == "card" and p.domain is not None}
    several = {name: sources for name, sources in drawn.items() if len(sources) > 1}
    for values in product(*ranges):
        given = tuple((p.name, n) for p, n in zip(named, values, strict=True))
        for chosen in product(*several.values()):
            yield MoveSort(act.name, player, step, given, tuple(zip(several, chosen, strict=True)))


def _sources(game: Game, act: g.Act, domain: Expr) -> list[Source]:
    """Return the sources of a single card: the zones of its domain, each with every owner if a reference names the owner. If
    the zones are not known, they are all places of the game.
    """
    zones, everywhere = drawn_from(game, domain, act), (*symbols.places(game), NOWHERE)
    named = {p.zone for p in parts(domain) if isinstance(p, g.InZone) and walk.mentions(p.owner, g.Recall)}
    apart = [Source(*place) for place in everywhere if zones is None or place[0] in zones & named]
    return [*apart, *(Source(zone) for zone in sorted((zones or frozenset()) - named))]


def _speaks_of(sentence: g.Sentence, act: g.Act) -> bool:
    return isinstance(sentence, g.Permission | g.Prohibition) and act.name in sentence.acts


def conditions(acts: Acts, sort: MoveSort, state: SymbolicState) -> tuple[SymbolicArguments, Cond]:
    """Return arguments for a move of a sort, and the condition under which it may be made with them in a state."""
    arguments, legal = _conditions(acts, sort, state)
    if legal is False:
        return arguments, False
    lies = (
        terms.any_of(terms.subset(vector, state.zones[p]) for p in places)
        for name, vector, places in _argument_sources(acts, sort, arguments, state)
        if name in dict(sort.sources)
    )
    return arguments, terms.and_(legal, *lies)


def possible_with(acts: Acts, sort: MoveSort, arguments: SymbolicArguments, state: SymbolicState) -> Cond:
    """Return the condition under which a move of a sort may be made in a state with the arguments of another state."""
    turns = Turns(acts)
    if not sort.act:
        return turns.may_end(state)
    return terms.and_(_step_is_open(turns, sort, state), acts.legal(state, sort.player, acts.game.act[sort.act], arguments))


def with_known_sources(acts: Acts, sort: MoveSort, arguments: SymbolicArguments, state: SymbolicState) -> SymbolicState:
    """Return the state with the zone of each argument that has only one possible zone."""
    inside = dict(state.inside)
    for _, vector, places in _argument_sources(acts, sort, arguments, state):
        if len(places) == 1:
            inside[terms.keys(vector)] = (places[0], vector)
    return replace(state, inside=inside)


def argument_bounds(
    acts: Acts, sort: MoveSort, arguments: SymbolicArguments, state: SymbolicState
) -> tuple[list[Cond], list[Cond]]:
    """Return an over-approximation of the legality of a move: only the conditions on the number of cards in its arguments and
    on the places they come from.
    """
    found = list[Cond]()
    if not sort.act:
        return found, found
    for name, vector, places in _argument_sources(acts, sort, arguments, state):
        parameter = next(p for p in acts.game.act[sort.act].parameters if p.name == name)
        found += terms.bit_bounds(vector)
        found += [terms.subset(vector, state.zones[place]) for place in places if len(places) == 1]
        found += [terms.equal(terms.sum_of(vector), 1)] if parameter.type.kind == "card" else []
    act, scope = acts.game.act[sort.act], TermScope(state, sort.player, arguments)
    permitted = act.finding or terms.any_of(
        acts.applies_to_actor(c, p.subject, scope) for c, p in acts.game.permissions_of(act.name)
    )
    return found, [acts.in_domain(act, arguments, scope), permitted]


def _argument_sources(
    acts: Acts, sort: MoveSort, arguments: SymbolicArguments, state: SymbolicState
) -> Iterator[tuple[str, Vec, list[OwnedPlace]]]:
    """Yield the arguments that are cards, and the zones from which each is drawn."""
    scope, sources = TermScope(state, sort.player, arguments), dict(sort.sources)
    for parameter in acts.game.act[sort.act].parameters if sort.act else ():
        if parameter.type.kind in ("card", "cards", "group") and parameter.domain is not None:
            found = expressions.places(acts.encoder, parameter.domain, scope)
            source = sources.get(parameter.name)
            if source is not None:
                found = frozenset(p for p in (state.zones if found is None else found) if source.covers(p))
            vector = acts.encoder.vector(arguments[parameter.name], parameter.type)
            yield parameter.name, vector, sorted(found or ())


def _conditions(acts: Acts, sort: MoveSort, state: SymbolicState) -> tuple[SymbolicArguments, Cond]:
    turns = Turns(acts)
    if not sort.act:
        return {}, turns.may_end(state)
    act = acts.game.act[sort.act]
    given: SymbolicArguments = {name: exactly(number) for name, number in sort.given}
    if act.finding:
        arguments = acts.unknown_arguments(act, given, act.name)
        return arguments, acts.in_domain(act, arguments, TermScope(state, sort.player, arguments))
    if _step_is_open(turns, sort, state) is False:
        return given, False
    arguments = acts.unknown_arguments(act, given, act.name)
    return arguments, possible_with(acts, sort, arguments, state)


def _step_is_open(turns: Turns, sort: MoveSort, state: SymbolicState) -> Cond:
    """Return whether a step is open in which the player of a sort of move may do its act."""
    wanted = (sort.step, sort.player, sort.act)
    return terms.any_of(o.condition for o in turns.options(state) if (o.step, o.player, o.act) == wanted)


# ---------------------------------------------------------------------- symmetry


def rotatable(game: Game) -> bool:
    """Return whether a rotation of the table certainly changes nothing."""
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
    """Return whether the order of the owners in an effect's `each` does not matter: nothing that is written for one owner is
    read for another.
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
    chosen = [c.condition for c in facts.takes if isinstance(c, g.Where)]
    taken = [c.members if isinstance(c, g.Where) else c for c in facts.takes]
    sources = [c.zone for c in taken if isinstance(c, g.InZone) and _own(effect, c.owner)]
    to = facts.to if isinstance(facts.to, g.InZone) else None
    if to is None or to.zone in sources or facts.chance or len(sources) < len(taken):
        return False
    reads = (*cases, *chosen, to.owner)
    return all(_unread(game, effect, zone, reads, own=zone != to.zone) for zone in (*sources, to.zone))


def _own(effect: g.Effect, owner: g.Expr | None) -> bool:
    """Return whether an owner is the one for whom an effect's `each` is being applied."""
    return isinstance(owner, g.Local) and owner.name == effect.each


def _unread(game: Game, effect: g.Effect, name: str, reads: tuple[object, ...], own: bool) -> bool:
    """Return whether a zone or cell is not read or, with `own`, whether each owner's part is read only when the effect is
    applied for that owner.
    """
    direct = [p for p in parts(reads) if isinstance(p, g.Recall | g.InZone)]
    allowed = sum(_own(effect, p.owner) for p in direct if _name(p) == name) if own else 0
    return sum(isinstance(p, g.Recall | g.InZone) and _name(p) == name for p in parts_reached(game, reads)) == allowed


def _name(place: g.Recall | g.InZone) -> str:
    return place.cell if isinstance(place, g.Recall) else place.zone


def turned(game: Game, state: SymbolicState, seats: int) -> SymbolicState:
    """Return the state after every player has moved this many seats back: player `seats` becomes player 0."""
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
    active = tuple(sorted((other - seats) % game.players for other in state.active))
    return SymbolicState(Board(zones, cells, player, active), state.step, state.facts)


def turned_value(game: Game, old: Value, kind: str, seats: int) -> Value:
    """Return a player or side after the table was turned."""
    count = _count(game, kind)
    return as_guarded(old).moved(lambda owner: (owner - seats) % count)


def _count(game: Game, owner: str) -> int:
    return game.players if owner == "player" else game.sides


# ------------------------------------------------------------- transition system


@dataclass(frozen=True, slots=True)
class TurnCase:
    """A case of states that await a move: the player to move, the players to whom the references refer, the step of the turn,
    and the players who take part.
    """

    turn: int
    roles: tuple[tuple[OwnedPlace, int | None], ...]
    step: int = 0
    active: ActivePlayers = EVERYBODY

    def of_roles(self, places: Sequence[OwnedPlace]) -> TurnCase:
        """Return the case in which only these references are fixed."""
        return replace(self, roles=tuple((place, who) for place, who in self.roles if place in places))

    def __str__(self) -> str:
        """Return the case in words, with players and steps counted from 1."""
        roles = (f"{place[0]} is {'nobody' if who is None else f'player {who + 1}'}" for place, who in self.roles)
        left = [f"{' and '.join(str(who + 1) for who in self.active)} take part"] if self.active else []
        return ", ".join((f"player {self.turn + 1} at step {self.step + 1}", *roles, *left))


def _likeness(game: Game, one: TurnCase, other: TurnCase) -> tuple[int, tuple[int, ...]] | None:
    """Return how many roles two cases share after players are reseated, and for each player of the first case the seat in the
    other case. A rotation of the seats keeps the order of the players who take part, and that of the others. Return None if the
    cases differ in another way.
    """
    if len(one.active) != len(other.active) or one.step != other.step:
        return None
    seats = dict(zip(_from_turn(game, one), _from_turn(game, other), strict=True))
    there = [(place, None if who is None else seats[who]) for place, who in one.roles]
    return sum(a == b for a, b in zip(there, other.roles, strict=True)), tuple(seats[player] for player in range(game.players))


def _from_turn(game: Game, case: TurnCase) -> list[int]:
    """Return the players in the order of their seats from the player to move, the players who take part before the others."""
    active = symbols.taking_part(game, case.active, "player")
    around = [(case.turn + offset) % game.players for offset in range(game.players)]
    return sorted(around, key=lambda player: player not in active)


Grain = Literal["coarse", "middle", "fine"]
"""How finely a transition system distinguishes cases: by no reference to a player, by one, or by all of them."""
MOST_CASES = 32
"""The greatest number of cases of the same players for which every reference to a player distinguishes cases."""
OFTEN = 8
"""The number of sampled states of a case that is enough to know its facts."""


def _rules_of_turns(game: Game) -> tuple[object, ...]:
    """Return the acts of a game and the clauses that affect its turns, without the clauses that concern only a deal or the end
    of a hand.
    """
    apart = {("start", "match"), ("start", "hand"), ("end", "hand"), ("count", "hand")}
    clauses = (c for c in game.clauses if not isinstance(c.sentence, g.Begins))
    return (game.acts, *(c for c in clauses if not (isinstance(c.sentence, g.Consequence) and c.sentence.event in apart)))


Refuted = Mapping[TurnCase, set[Invariant]]
"""Facts that were candidates in some case and do not hold in it."""


@dataclass
class Transition:
    """One sort of move from any state of one case, with the paths that follow it."""

    case: TurnCase
    sort: MoveSort
    arguments: SymbolicArguments
    start: SymbolicState
    """The arbitrary state of the case from which it was built."""
    state: SymbolicState
    """The same state, without its facts and with the zones of arguments."""
    course: TermCourse
    session: SolverSession
    possible: bool
    after: list[Path] = field(default_factory=list[Path])
    """The paths after the act and its immediate consequences; empty if the turn is just left."""
    turn_ends: list[Path] = field(default_factory=list[Path])
    """The paths after the clauses at the end of the turn; these clauses are not run if the hand was ended before."""
    ended: list[Path] = field(default_factory=list[Path])
    """The paths at the end of the hand: after its clauses and before the count."""
    staying: list[tuple[TurnCase, SymbolicState]] = field(default_factory=list[tuple[TurnCase, SymbolicState]])
    """The states in which a further move of the same turn is awaited."""
    passing: list[tuple[TurnCase, SymbolicState]] = field(default_factory=list[tuple[TurnCase, SymbolicState]])
    """The states in which the next turn has begun."""

    somebody: list[Cond] = field(default_factory=list[Cond])
    """Lemmas that follow from the facts before the move: an effect that names a player or side names somebody."""
    checked: tuple[Invariant, ...] | None = None
    """The facts before the move under which the facts after it were last proved."""
    settled: tuple[tuple[Invariant, ...], tuple[Invariant, ...]] | None = None
    """The facts before the move and between hands under which the facts between hands were last proved."""

    @property
    def following(self) -> list[tuple[TurnCase, SymbolicState]]:
        return [*self.staying, *self.passing]

    def is_excluded_by(self, fact: Cond) -> bool:
        """Return whether a fact about the state before a possible move excludes the move, under all house rules. No condition
        may then be checked under the fact, because contradictory facts prove every condition.
        """
        if not self.possible or fact is True:
            return False
        with self.session.acts.context.supposing():
            return not self.session.feasible(replace(self.state, facts=(fact,)))

    @property
    def completed(self) -> SolverSession:
        """Return the session after following everything that the move may lead to, up to the count of the hand. Only then are
        its records of possible faults and of consequences that occur complete.
        """
        _ = self.counted
        return self.session

    @cached_property
    def counted(self) -> list[Path]:
        """Return the paths after the count of the hand."""
        with self.session.acts.context.supposing():
            return [q for p in self.ended for q in self.course.counted(p)]


@dataclass(frozen=True, slots=True)
class Lemma:
    """A proved claim, valid if the conditions on the open options hold under which it was proved."""

    condition: Expr
    supposed: tuple[Cond, ...] = ()
    as_turns_begin: bool = False
    """Whether the lemma is only about states in which the first move of a turn is awaited."""
    awaiting: bool = False
    """Whether the lemma is only about states in which a move is awaited, not about the end of a turn."""

    def holds(self, encoder: Encoder, scope: TermScope) -> Cond:
        """Return the lemma as a condition on a state that awaits a move or, if the lemma is about the ends of turns, on a state
        that ends one.
        """
        if self.as_turns_begin and scope.state.step != 0:
            return True
        return terms.or_(*(terms.not_(c) for c in self.supposed), encoder.truth(self.condition, scope))

    @property
    def moments(self) -> tuple[Moment, ...]:
        """Return the moments to which the statement applies."""
        return (("await", ""),) if self.as_turns_begin or self.awaiting else moments_of_always(self.condition)

    def follows_from(self, other: Lemma) -> bool:
        """Return whether another lemma has the same condition, for at least the same choices and states."""
        if (other.as_turns_begin and not self.as_turns_begin) or not {*self.moments} <= {*other.moments}:
            return False
        return self.condition == other.condition and {*terms.keys(other.supposed)} <= {*terms.keys(self.supposed)}


class TransitionSystem:
    """The cases, transitions and proved invariants of one game."""

    def __init__(
        self,
        game: Game,
        samples: Sequence[SymbolicState],
        context: ProofContext,
        turn_table: bool = True,
        refuted: Refuted | None = None,
        otherwise: Sequence[Played] = (),
        *,
        grain: Grain = "fine",
        merging: bool = False,
    ) -> None:
        """Begin with unchecked candidates guessed from samples, and from those played under other values of the open options;
        nothing is known about the deal yet.
        """
        self.game = game
        self.context = context
        self.plain = plain(game)
        self.steps = len(game.steps)
        self.turning = turn_table and rotatable(game)
        default = {option.name: option.default for option in game.ruleset.options if option.name in game.open}
        played: tuple[Played, ...] = ((default, samples), *otherwise)
        self.grain = grain
        self.merging = merging
        """Whether a move of cards is a single path, for all owners of its zones and whether or not it takes place."""
        references = self.player_references()
        met = [[found for sample in states for found in self.cases(sample, references)] for _, states in played]
        self.roles = self._telling_apart(references, [each for found in met for each in found])
        """The references to players that distinguish cases; the others are open in each case."""
        grouped: dict[TurnCase, list[tuple[Mapping[str, str], list[SymbolicState]]]] = {}
        for number, found in enumerate(met):
            for full, state in found:
                case = full.of_roles(self.roles)
                here = grouped.setdefault(case, [(settings, list[SymbolicState]()) for settings, _ in played])
                here[number][1].append(state)
        self.facts: dict[TurnCase, tuple[Invariant, ...]] = {
            c: conditional_candidates(game, context, s, self._left_open(), flags=grain != "fine")
            for c, s in sorted(grouped.items(), key=lambda item: repr(item[0]))
        }
        self.refuted = {case: set(facts) for case, facts in (refuted or {}).items()}
        """The candidates that do not hold or are not worth trying."""
        bounds = [
            bound.guarded(game, context)
            for end in ending_numbers(game, context)
            for bound in (Invariant("counter", end.place, 0), Invariant("ceiling", end.place, end.number - 1, given=end.given))
        ]
        self.facts = {c: self.likely(c, (*facts, *self.guessed(c), *bounds)) for c, facts in self.facts.items()}
        named = (p for c, p in symbols.cell_places(game) if c.kind == "reference" and c.period == "match")
        stakes = [] if grain == "fine" else [Invariant("counter", place, 0) for place in invariants.lasting_counters(game)]
        self.between = tuple(dict.fromkeys((*(Invariant("somebody", place) for place in named), *bounds, *stakes)))
        self.active_sets = active_sets(game, context)
        """The sets of players who may take part in a hand."""
        self.going_on = len(self.active_sets) > 1
        """Whether no clause ends the match in any state in which a hand begins."""
        self.shared: dict[TurnCase, tuple[Invariant, ...]] = {}
        self.void_deals: list[Path] = []
        self.good_deals: list[Path] = []
        self.lemmas: list[Lemma] = []
        self._dealt: tuple[SolverSession, list[tuple[TurnCase, SymbolicState]]] | None = None
        self.out_of_sight = True
        """Whether cards may be outside all zones after a deal."""
        self.sorts: dict[TurnCase, tuple[MoveSort, ...]] = {}
        self.starts: dict[object, SymbolicState] = {}
        """An arbitrary state of each case, without its step."""
        self.is_checked = False
        """Whether the facts have been checked by a pass that is independent of the search."""
        self.transitions: dict[tuple[TurnCase, MoveSort], Transition] = {}
        self.kept_by_deals: dict[int, tuple[Invariant, ...] | None] = {}
        """For the index of each deal, the facts of its case that it was last proved to make true."""
        self.deals_settled: tuple[Invariant, ...] | None = None
        """The facts between two hands under which these facts were last proved of the deals."""
        self.rebuilt = Counter[TurnCase]()
        """The number of transitions of a case that were discarded because a fact that they were built under failed."""

    # -------------------------------------------------------------------------------- cases

    def cases(
        self, state: SymbolicState, roles: Sequence[OwnedPlace] | None = None
    ) -> Iterator[tuple[TurnCase, SymbolicState]]:
        """Yield the cases to which a state belongs, and for each the state in the seating of the case. Other references than
        `self.roles` may distinguish the cases.
        """
        canonical = turned(self.game, state, state.turn) if self.turning else state
        places = self.roles if roles is None else roles
        choices = [canonical.refers(p).items for p in places]
        for combination in product(*choices):
            condition = terms.all_of(c for _, c in combination)
            if condition is not False:
                held = tuple((p, v if isinstance(v, int) else None) for p, (v, _) in zip(places, combination, strict=True))
                known = canonical.recalling({p: exactly(v) for p, v in held})
                yield TurnCase(canonical.turn, held, canonical.step, canonical.active), known.having(condition)

    def player_references(self) -> tuple[OwnedPlace, ...]:
        """Return the places of all references to players."""
        return tuple(p for c, p in symbols.cell_places(self.game) if c.kind == "reference" and c.type.kind == "player")

    def _left_open(self) -> list[OwnedPlace]:
        """Return the references to players that do not distinguish cases."""
        return [place for place in self.player_references() if place not in self.roles]

    def _telling_apart(
        self, references: tuple[OwnedPlace, ...], met: Sequence[tuple[TurnCase, SymbolicState]]
    ) -> tuple[OwnedPlace, ...]:
        """Return the references that distinguish cases: in a fine system all, unless there are more than `MOST_CASES` cases of
        the same players.

        If there are more, and in a system of middle grain, it is the single reference that determines most sizes of zones in
        the sampled states, as the leader of a trick does. If no reference determines at least one further size per state, it is
        the one that the rules of a turn mention most often.
        """
        if self.grain == "coarse" or not references:
            return ()
        cases = Counter(case.active for case in {replace(case, step=0) for case, _ in met})
        if self.grain == "fine" and max(cases.values(), default=0) <= MOST_CASES:
            return references
        places = symbols.places(self.game)
        sizes = [(case, tuple(terms.constant_value(state.board.size(p)) for p in places)) for case, state in met]

        def known(roles: Sequence[OwnedPlace]) -> int:
            """Return how many zone sizes are the same in all states of their case, summed over the cases with enough
            samples.
            """
            there: dict[TurnCase, list[tuple[int, ...]]] = {}
            for case, of_zones in sizes:
                there.setdefault(case.of_roles(roles), []).append(of_zones)
            often = [states for states in there.values() if len(states) >= OFTEN]
            return sum(len(states) for states in often for seen in zip(*states, strict=True) if len(set(seen)) == 1)

        most = max(references, key=lambda place: known((place,)))
        if known((most,)) - known(()) >= len(met):
            return (most,)
        spoken_of = Counter(part.cell for part in parts(_rules_of_turns(self.game)) if isinstance(part, g.Recall))
        return (max(references, key=lambda place: spoken_of[place[0]]),)

    def start(self, case: TurnCase) -> SymbolicState:
        """Return an arbitrary state of a case."""
        empty = tuple(f.place for f in self.assumed(case) if f.sort == "exactly" and f.number == 0 and not f.given)
        key = (case.turn, case.roles, empty, self.out_of_sight, case.active)
        if key not in self.starts:
            known: dict[OwnedPlace, Value] = {p: exactly(v) for p, v in case.roles}
            self.starts[key] = symbols.anywhere(
                self.context.variables, self.game, case.turn, "s", known, empty, self.out_of_sight, case.active
            )
        return self.starts[key].at_step(case.step)

    def known(self, case: TurnCase, state: SymbolicState, acts: Acts) -> list[Cond]:
        """Return the invariants and lemmas of a case as conditions on a state."""
        lemmas = [lemma.holds(acts.encoder, TermScope(state, state.turn)) for lemma in self.lemmas]
        return [f.holds(state) for f in self.assumed(case)] + lemmas

    def assumed(self, case: TurnCase) -> tuple[Invariant, ...]:
        """Return the invariants of a case, or of a group of cases."""
        return self.facts.get(case, self.shared.get(case, ()))

    def groups(self) -> dict[TurnCase, list[TurnCase]]:
        """Return cases that differ only in the players to whom references refer as one case that leaves them open, with their
        common facts.
        """
        found: dict[TurnCase, list[TurnCase]] = {}
        for case in self.facts:
            found.setdefault(TurnCase(case.turn, (), case.step, case.active), []).append(case)
        groups = {c: cases for c, cases in found.items() if len(cases) > 1}
        self.shared = {c: self.common(cases) for c, cases in groups.items()}
        return groups

    def invariant_texts(self) -> tuple[str, ...]:
        """Return the invariants in English. If an invariant does not hold in all cases, its cases are listed with it."""
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
        """Return the facts of all these cases."""
        return tuple(f for f in self.facts[cases[0]] if all(f in self.facts[c] for c in cases))

    # -------------------------------------------------------------------------------- transitions

    def moves(self, case: TurnCase) -> tuple[MoveSort, ...]:
        """Return the sorts of moves from a case."""
        if case not in self.sorts:
            self.sorts[case] = tuple(sorts(self.game, case.turn, case.step))
        return self.sorts[case]

    def build(self, case: TurnCase, sort: MoveSort, known: bool = False, followed: bool = True) -> Transition:
        """Build the transition of one sort of move from one case. The facts of the case are assumed only if `known` is true,
        and the continuation is left out unless `followed` is true. If the facts exclude the move, no condition is checked under
        them, because contradictory facts prove every condition.
        """
        acts, state = Acts(self.game, self.context), self.start(case)
        arguments, legal = conditions(acts, sort, state)
        few, more = argument_bounds(acts, sort, arguments, state) if legal is not False else ([], [])
        lying = (*state.facts, *few)
        session = SolverSession(acts, (*state.facts, legal), outline=None if self.plain else (*lying, *more), placement=lying)
        possible = legal is not False
        if known:
            facts = tuple(self.known(case, state, acts))
            possible = possible and session.feasible(replace(state, facts=facts))
            session.assume(*facts)
        course = TermCourse(acts, session.plausible if self.merging else session.feasible, merging=self.merging)
        before = replace(state, facts=())
        if legal is not False:
            before = with_known_sources(acts, sort, arguments, before)
        transition = Transition(case, sort, arguments, state, before, course, session, possible)
        if transition.possible and followed:
            with session.following():
                self.follow(transition)
        return transition

    def from_any_state(self, act: str) -> Iterator[Transition]:
        """Yield an act from every state in which a move could be awaited, reachable or not; the continuation is left out."""
        turns = range(1 if self.turning else self.game.players)
        for turn, step, active in product(turns, range(self.steps + 1), self.active_sets):
            case = TurnCase(turn, (), step, active)
            yield from (self.build(case, sort, followed=False) for sort in self.moves(case) if sort.act == act)

    def follow(self, transition: Transition) -> None:
        """Add the continuation of a move to its transition."""
        course, leaving = transition.course, [Path(transition.state)]
        if transition.sort.act:
            act, step = self.game.act[transition.sort.act], transition.state.step
            transition.after = course.acted(act, ActInstance(transition.arguments, transition.sort.player), transition.state)
            step = step if act.finding else course.turns.following(transition.sort.step)
            transition.staying = [
                c for p in transition.after for s in course.staying(p, step) for c in self.cases(self.completable(act, s))
            ]
            leaving = [q for p in transition.after for q in course.leaving(p, step)]
        transition.turn_ends, transition.ended, passing = self.end(course, leaving)
        transition.passing = [c for path in passing for p in course.next_turn(path.state) for c in self.cases(p.state)]
        if self.context.sketching:
            transition.passing = [(c, s) for c, s in transition.passing if transition.session.feasible(s)]

    def completable(self, act: g.Act, state: SymbolicState) -> SymbolicState:
        """Return a state that awaits a further move; if a player's legal move led there, add the condition that the turn can be
        completed.
        """
        if act.finding or invariants.outcome_is_unseen(self.game, act):
            return state
        if state.step == self.steps:
            return state.having(False)
        zones = (state.zones[name, state.turn] for name in invariants.needed_zones(self.game, state.step))
        return state.having(*(terms.at_least(terms.sum_of(zone), 1) for zone in zones))

    def end(self, course: TermCourse, leaving: list[Path]) -> tuple[list[Path], list[Path], list[Path]]:
        """Return the paths after the end of the turn; those after the end of the hand among them; and the states in which the
        turn passes on.
        """
        ends = [q for p in leaving for q in course.turn_ended(p)]
        paths = [r for p in ends for r in course.hand_ends(p)]
        over = [q for path, ended in paths if ended for q in course.hand_over(path)]
        return ends, over, [path for path, ended in paths if not ended]

    @property
    def dealt(self) -> tuple[SolverSession, list[tuple[TurnCase, SymbolicState]]]:
        """The result of `deal` under the facts known between two hands; it is built again when fewer facts are known."""
        if self._dealt is None:
            self._dealt = self.deal()
        return self._dealt

    def deal_anew(self) -> None:
        """Discard the deal, because fewer facts are known between two hands than when it was built."""
        self._dealt = None
        self.kept_by_deals.clear()
        self.deals_settled = None

    @cached_property
    def opening(self) -> tuple[SolverSession, list[Path]]:
        return self.opened()

    def deal(self) -> tuple[SolverSession, list[tuple[TurnCase, SymbolicState]]]:
        """Build the deal, from any state between two hands to the first state that awaits a move."""
        acts = Acts(self.game, self.context)
        somebody = (f.place for f in self.between if f.sort == "somebody" and not f.given)
        pivot = next((place for place in somebody if self.turning and place in self.player_references()), None)
        known: dict[OwnedPlace, Value] = {} if pivot is None else {pivot: exactly(0)}
        state = symbols.anywhere(self.context.variables, self.game, NOBODY, "b", known, out_of_sight=True)
        session = SolverSession(acts, (*state.facts, *(f.holds(state) for f in self.between)))
        course = TermCourse(acts, session.feasible)
        begun = beginnings(acts, session, replace(state, facts=()), self.going_on)
        dealt = [path for start in begun for path in course.dealt(start)]
        self.void_deals = [p for p in dealt if p.void]
        self.good_deals = [p for p in dealt if not p.stopped]
        return session, [c for p in course.hand_begun(dealt) for c in self.cases(p.state)]

    def opened(self) -> tuple[SolverSession, list[Path]]:
        """Build the start of the match, to before the first deal."""
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

    def goes_on(self, acts: Acts, path: Path) -> list[Cond]:
        """Return the conditions that a state between two hands must satisfy for `going_on`; there are none after a counted hand
        that has not ended the match.
        """
        return [may_go_on(acts, path.state)] if self.going_on and (path.void or path.state.turn == NOBODY) else []

    def states_between_hands(self, transition: Transition) -> list[Path]:
        """Return the states between two hands, as far as `between` concerns them: after the count if it changes such memory.
        If `between` bounds a counter, the match goes on there: another hand begins.
        """
        names = {f.place[0] for f in self.between}
        bounded = any(f.sort == "ceiling" for f in self.between)
        effects = (e for c in self.game.consequences("count", "hand") for e in c.effects)
        if not bounded and not any(facts_of(e.body).memory in names for e in effects):
            return transition.ended
        acts = transition.session.acts
        return [
            replace(p, state=p.state.having(may_go_on(acts, p.state))) if bounded and not p.uncounted else p
            for p in transition.counted
        ]

    def likely(self, case: TurnCase, facts: Iterable[Invariant]) -> tuple[Invariant, ...]:
        """Return these facts, each once, without the refuted ones."""
        return tuple(dict.fromkeys(f for f in facts if f not in self.refuted.get(case, ())))

    def guessed(self, case: TurnCase) -> tuple[Invariant, ...]:
        """Return candidates for a case that few hands or none have met: the facts of other steps of the same turn and, if no
        hand has met it, the facts of cases that differ only in the seats and share the most roles; without such cases, the
        facts common to all cases.
        """
        others = (f for c, f in self.facts.items() if replace(c, step=case.step) == case and c.step != case.step)
        found = tuple(f for facts in others for f in facts if f.sort != "exactly" or case not in self.facts)
        if case in self.facts:
            return found
        alike = [(likeness, f) for c, f in self.facts.items() if (likeness := _likeness(self.game, c, case)) is not None]
        if not found and not alike:
            return tuple(f for f in next(iter(self.facts.values()), ()) if all(f in facts for facts in self.facts.values()))
        most = max((roles for (roles, _), _ in alike), default=0)
        return (*found, *(f.seated(self.game, seats) for (roles, seats), facts in alike if roles == most for f in facts))

    def weaker(self, case: TurnCase, broken: Iterable[Invariant]) -> tuple[Invariant, ...]:
        """Return facts from other cases of the same step about the places whose sizes are not fixed here, if they allow these
        sizes.
        """
        sizes = {f.place: f.number for f in broken}
        alike = (facts for c, facts in self.facts.items() if c != case and replace(c, roles=case.roles) == case)
        found = (f for facts in alike for f in facts if f.place in sizes and f.allows(sizes[f.place]))
        return tuple(f for f in self.likely(case, found) if f not in self.facts[case])


# --------------------------------------------------------------------- conjuncts


def conjuncts(encoder: Encoder, expr: Expr, scope: TermScope) -> list[Cond]:
    """Return an expression as a list of conjuncts: `and` is split, and `every` and `no` over players, sides and symbols are
    split.
    """
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
    """Return an expression as one condition."""
    return [encoder.truth(expr, scope)]


def _in_turn(encoder: Encoder, operands: tuple[Expr, ...], scope: TermScope) -> list[Cond]:
    """Return conditions whose conjunction is `and`: each operand is evaluated under the condition that the earlier
    ones hold.
    """
    found = list[Cond]()
    for operand in operands:
        with encoder.where(terms.all_of(found) if encoder.divides else True):
            found += conjuncts(encoder, operand, scope)
    return found


# ----------------------------------------------------------------------- moments


@dataclass(frozen=True, slots=True)
class SymbolicPath:
    """A path to a moment of play: its last state, in the session that has the constraints of the path."""

    session: SolverSession
    state: SymbolicState
    locals: Locals
    before: SymbolicState | None = None
    """The state before the move that led here; None after a deal."""
    actor: int | None = None
    """The player of the act, if one is evaluated; else the player to move."""
    transition: Transition | None = None
    """The move that led here, or is awaited; None after a deal."""
    dealt: TurnCase | None = None
    """The case of the state, if a deal leads to it."""
    left_turn: LeftTurn | None = None
    """Another way to prove conditions here, if the turn was left by choice."""

    @property
    def scope(self) -> TermScope:
        return TermScope(self.state, self.state.turn if self.actor is None else self.actor, self.locals)

    def truth(self, expr: Expr) -> Cond:
        return self.session.acts.encoder.truth(expr, self.scope)

    def parts(self, expr: Expr) -> list[Cond]:
        """Return conditions whose conjunction is the expression: separate queries may succeed when a single query for all of
        them does not.
        """
        return conjuncts(self.session.acts.encoder, expr, self.scope)


@dataclass(frozen=True, slots=True)
class LeftTurn:
    """The moment at the end of a turn that is left by choice, or of the hand that ends with it."""

    frame: TransitionSystem
    moment: Moment

    @property
    def sound(self) -> bool:
        """Return whether no turn can be left at its start, so that at least one move is made in every turn."""
        return not any(case.step == 0 and self.open(case) for case in self.frame.facts)

    def open(self, case: TurnCase) -> bool:
        """Return whether a turn may be left here, judged by its steps only."""
        return MoveSort("", case.turn) in self.frame.moves(case)

    def pairs(self) -> Iterator[tuple[list[SymbolicPath], list[SymbolicPath]]]:
        """Yield, for each move after which the turn may end, the paths on which the turn ends, and the paths on which it would
        have ended instead of the move.
        """
        for transition in self.frame.transitions.values():
            for case, state in transition.staying:
                if self.open(case):
                    yield (
                        self.paths(transition, state),
                        self.paths(transition, transition.state) if self.open(transition.case) else [],
                    )

    def paths(self, transition: Transition, state: SymbolicState) -> list[SymbolicPath]:
        """Return the paths on which the turn is left in a state."""
        paths = [Path(s) for s in transition.course.where(state, transition.course.turns.may_end(state))]
        ends, over, _ = self.frame.end(transition.course, paths)
        if self.moment == ("count", "hand"):
            over = [q for p in over for q in transition.course.counted(p)]
        return [
            SymbolicPath(transition.session, s, {}, transition.state, transition=transition)
            for s in end_states(self.moment, ends, over)
        ]


def end_states(moment: Moment, ends: Iterable[Path], over: Iterable[Path]) -> list[SymbolicState]:
    """Return the states in which claims about the end of a turn, or about the end or count of a hand, are looked at: not on
    paths that ended the hand before.
    """
    if moment == ("end", "turn"):
        return [p.state for p in ends if p.stopped not in ("hand", "match")]
    return [p.state for p in over if p.reached == moment[0]]


def sessions(frame: TransitionSystem) -> list[SolverSession]:
    """Return the sessions of all symbolic paths, with everything that is recorded on them."""
    return [frame.opening[0], frame.dealt[0], *(transition.completed for transition in frame.transitions.values())]


def paths_to(frame: TransitionSystem, moment: Moment) -> Iterator[SymbolicPath]:
    """Yield every symbolic path to a moment of play."""
    match moment:
        case ("start", "match"):
            session, opened = frame.opening
            yield from (SymbolicPath(session, path.state, {}) for path in opened)
        case ("start", "hand"):
            session, _ = frame.dealt
            yield from (SymbolicPath(session, path.state, {}) for path in frame.good_deals)
        case ("await", ""):
            yield from _dealt(frame)
            yield from _led(frame, lambda t: (s for _, s in t.following))
        case ("start", "turn"):
            yield from _dealt(frame)
            yield from _led(frame, lambda t: (s for _, s in t.passing))
        case ("end", "turn" | "hand"):
            yield from _led(frame, lambda t: end_states(moment, t.turn_ends, t.ended), LeftTurn(frame, moment))
        case ("count", "hand"):
            yield from _led(frame, lambda t: end_states(moment, (), t.counted), LeftTurn(frame, moment))
        case ("before", act):
            for transition in _of(frame, act):
                yield _acting(transition, transition.state)
        case ("after", act):
            for transition in _of(frame, act):
                for path in transition.after:
                    yield _acting(transition, path.state)
        case _:
            raise NotCovered(st.UncoveredMoment(st.every(moment)))


def is_reachable(found: Iterable[SymbolicPath]) -> bool:
    """Return whether one of these paths is feasible. If none is known to be feasible, nothing is proved and no advice
    is given.
    """
    return any(path.session.reaches(path.state) for path in found)


def paths_from_any_state(frame: TransitionSystem, act: str) -> Iterator[SymbolicPath]:
    """Yield every path to the moment before an act, from any state, reachable or not."""
    for transition in frame.from_any_state(act):
        if transition.possible:
            yield _acting(transition, transition.state)


def _acting(transition: Transition, state: SymbolicState) -> SymbolicPath:
    """Return the path to before or after an act, evaluated for its player."""
    return SymbolicPath(transition.session, state, transition.arguments, transition.state, transition.sort.player, transition)


def _dealt(frame: TransitionSystem) -> Iterator[SymbolicPath]:
    session, dealt = frame.dealt
    yield from (SymbolicPath(session, state, {}, dealt=case) for case, state in dealt)


def _led(
    frame: TransitionSystem, states: Callable[[Transition], Iterable[SymbolicState]], leaving: LeftTurn | None = None
) -> Iterator[SymbolicPath]:
    for transition in frame.transitions.values():
        left = None if transition.sort.act else leaving
        yield from (
            SymbolicPath(transition.session, state, {}, transition.state, transition=transition, left_turn=left)
            for state in states(transition)
        )


def _of(frame: TransitionSystem, act: str) -> Iterator[Transition]:
    return (t for t in frame.transitions.values() if t.sort.act == act and t.possible)


# ------------------------------------------------------------------------ proofs


@dataclass(frozen=True, slots=True)
class Proof:
    """The answer to whether something breaks conditions on some paths. With `no`, nothing does. With `yes`, `model` is a state
    that breaks them, which need not be reachable. Without `paths`, the proof shows nothing.
    """

    answer: Answer
    paths: int
    path: SymbolicPath | None = None
    model: Model | None = None
    undefined: bool = False
    """Whether the condition fails because it is undefined."""


Conditions = Callable[[SymbolicPath], Iterable[Cond]]
Refutation = tuple[Answer, Model | None, bool]
"""The answer, a state, and whether the condition is undefined there."""


def prove(
    found: Sequence[SymbolicPath], conditions: Conditions, assumed: Callable[[SymbolicPath], Cond] | None = None
) -> Proof:
    """Decide whether conditions hold on every one of these paths, given the assumptions before the move, by separate queries
    for each path.
    """
    given, kept = assumed or _nothing, set[LeftTurn]()
    with ExitStack() as asides:
        for session in dict.fromkeys(path.session for path in found):
            asides.enter_context(session.scoped())
        for path in sorted(found, key=lambda path: path.left_turn is not None):
            answer, model, undefined = _broken(path, conditions, given) if path.left_turn not in kept else ("no", None, False)
            if answer == "no":
                continue
            if path.left_turn is None or not _kept(path.left_turn, conditions, given):
                return Proof(answer, len(found), path, model, undefined)
            kept.add(path.left_turn)
        return Proof("no", len(found)) if is_reachable(found) else Proof("unknown", 0)


def _broken(
    path: SymbolicPath, conditions: Conditions, given: Callable[[SymbolicPath], Cond], held: Iterable[Cond] = ()
) -> Refutation:
    """Decide whether one of the conditions can be false at the end of a path, or undefined there."""
    with path.session.acts.encoder.watched() as breaks:
        goals = list(conditions(path))
    for number, goal in enumerate((*(terms.not_(b) for b in breaks), *goals)):
        if goal is not True:
            answer, model = path.session.decide(*path.state.facts, given(path), *held, terms.not_(goal))
            if answer != "no":
                return answer, model, number < len(breaks)
    return "no", None, False


def _nothing(path: SymbolicPath) -> Cond:
    return True


def _kept(leaving: LeftTurn, conditions: Conditions, given: Callable[[SymbolicPath], Cond]) -> bool:
    """Return whether it is proved, by induction over the moves of a turn, that conditions hold whenever a turn is left."""
    if not leaving.sound:
        return False
    for left, before in leaving.pairs():
        held = [terms.or_(*(terms.not_(f) for f in w.state.facts), c) for w in before for c in conditions(w)]
        if any(_broken(path, conditions, given, held)[0] != "no" for path in left):
            return False
    return True


def moments_of_always(condition: Expr) -> tuple[Moment, ...]:
    """Return the moments at which `always` and `it can happen` are evaluated: when a move is awaited and, unless they concern
    the player to move, at the end of every turn.
    """
    return (("await", ""),) if walk.mentions(condition, g.Actor) else (("await", ""), ("end", "turn"))


def always(frame: TransitionSystem, condition: Expr, beside: Sequence[Expr] = ()) -> Proof:
    """Prove by induction that a condition is true after every deal and kept by every act; lemmas may also be used at the same
    moment. The conditions in `beside` are assumed before an act as well, because they are proved together with the condition.
    """

    def before(path: SymbolicPath) -> Cond:
        if path.before is None:
            return True
        encoder, scope = path.session.acts.encoder, TermScope(path.before, path.before.turn)
        return terms.and_(*(encoder.truth(each, scope) for each in dict.fromkeys((condition, *beside))))

    def now_too(path: SymbolicPath) -> Cond:
        encoder = path.session.acts.encoder
        known = (lemma for lemma in frame.lemmas if len(lemma.moments) >= len(moments))
        return terms.and_(before(path), *(lemma.holds(encoder, path.scope) for lemma in known))

    moments = moments_of_always(condition)
    found = [w for m in moments for w in paths_to(frame, m)]
    proof = prove(found, lambda path: path.parts(condition), before)
    return prove(found, lambda path: path.parts(condition), now_too) if proof.answer != "no" and frame.lemmas else proof


def as_turns_begin(frame: TransitionSystem, condition: Expr) -> Proof:
    """Prove by induction that a condition is true in every state that awaits the first move of a turn."""

    def before(path: SymbolicPath) -> Cond:
        if path.before is None or path.before.step != 0:
            return True
        return path.session.acts.encoder.truth(condition, TermScope(path.before, path.before.turn))

    found = [path for path in paths_to(frame, ("await", "")) if path.state.step == 0]
    return prove(found, lambda path: path.parts(condition), before)
