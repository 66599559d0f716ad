"""Consequences of one event whose order decides, though nothing in them says so.

Two clauses that stand one after the other and change or ask for the same memory are done in the other order too, in the hands
that are played; where what is remembered afterwards differs, the hand up to there shows it.  Clauses of which one is preferred
to the other are left out: there the order is said.

Clauses that can never apply, and exemptions that can lift nothing: proved over the frame, where play never comes to them.

A clause is dead when its case holds on none of the ways that the frame knows.  Clauses that never apply only because of the
house rules or the number of players chosen are not told of: under others they may.

Advice: what a ruleset may well not mean, told with its place and with the sentence that would mend it.

Advice breaks no promise: no exit code changes for it.  It is given where it is sure: a clause that can never apply, proved over
the frame; an exemption that can lift nothing; two consequences whose order decides, shown by a hand; a counter that falls below
0, shown by a hand, unless the ruleset claims that this can happen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise

from cartaro_grammar import (
    NUMBER,
    PLAYER,
    PLAYERS,
    PLAYERS_SETTING,
    SIDE,
    SIDES,
    TRUTH,
    Clause,
    Expr,
    Game,
    Span,
    choose,
    facts_of,
    parts,
    sentence_facts,
)
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.expressions import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import SCALAR
from cartaro_verify.frame.transition_system import Transition, TransitionSystem, reached, ways
from cartaro_verify.obligations.clashes import any_arguments
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.obligations.termination import reads
from cartaro_verify.play.search import Goal, GoalSearch
from cartaro_verify.play.table import AWAIT, MOST_MOVES, Faulted, History, HistoryTable, Moment, Move, Position
from cartaro_verify.results import statements as st
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms, walk
from cartaro_verify.terms.symbolic_state import Locals, NotCovered, SymbolicState, TermScope, exactly
from cartaro_verify.terms.terms import Cond

# ------------------------------------------------------------------ clause order


ORDER_HANDS = 40


@dataclass(frozen=True, slots=True)
class DecidingOrder:
    """Two clauses whose order decides: a hand after which something is remembered otherwise if `second` comes first."""

    first: Clause
    second: Clause
    cell: str
    history: History


def deciding(table: HistoryTable) -> Iterator[DecidingOrder]:
    """The neighbours whose order decides, each with the first hand that shows it."""
    for event, first, second in _neighbours(table.game):
        try:
            other = HistoryTable(_exchanged(table.game, first, second))
        except NotCovered:
            continue
        found = next((o for seed in range(ORDER_HANDS) if (o := _differs(table, other, seed, event)) is not None), None)
        if found is not None:
            yield DecidingOrder(first, second, *found)


def _neighbours(game: Game) -> Iterator[tuple[Moment, Clause, Clause]]:
    """Clauses that follow one another in an event, change memory alone, and concern the same memory."""
    for event in game.events:
        for first, second in pairwise(game.consequences(*event)):
            own = game.name in (first.home, second.home)
            if (
                own
                and not game.ordered(first, second)
                and all(_scalar(c) for c in (first, second))
                and _concerned(game, first, second)
            ):
                yield event, first, second


def _scalar(clause: Clause) -> bool:
    return all(isinstance(e.body, SCALAR) for e in clause.effects)


def _concerned(game: Game, first: Clause, second: Clause) -> bool:
    """Whether one of two clauses changes what the other asks for or changes; that both add does not count."""
    asks, adds = [_asked(game, c) for c in (first, second)], [_set(c, g.Add) for c in (first, second)]
    changed = [_set(c, object) for c in (first, second)]
    asked = changed[0] & asks[1] or changed[1] & asks[0]
    return bool(asked or (changed[0] & changed[1]) - (adds[0] & adds[1]))


def _asked(game: Game, clause: Clause) -> set[str]:
    parts = ((e.when, e.unless, facts_of(e.body).reads) for e in clause.effects)
    return reads(game, (clause.when, clause.unless, *parts)) - {""}


def _set(clause: Clause, kind: type) -> set[str]:
    """The memory that effects of a kind change."""
    bodies = (e.body for e in clause.effects)
    return {name for b in bodies if isinstance(b, kind) and (name := facts_of(b).memory) is not None}


def _exchanged(game: Game, first: Clause, second: Clause) -> Game:
    """The game with these two clauses in each other's place."""
    swap = {id(first): second, id(second): first}
    return replace(game, clauses=tuple(swap.get(id(c), c) for c in game.clauses))


def _differs(table: HistoryTable, other: HistoryTable, seed: int, event: Moment) -> tuple[str, History] | None:
    """What is remembered otherwise in the other game after the same event of the same hand, if anything."""
    mine, theirs = list[Position](), list[Position]()
    hand = table.sitting(seed, lambda moment, position: mine.append(position) if moment == event else None)
    same = other.sitting(seed, lambda moment, position: theirs.append(position) if moment == event else None)
    moves = list[Move]()
    try:
        hand.deal()
        same.deal()
        while hand.awaiting and same.awaiting and len(moves) < MOST_MOVES:
            options = hand.options()
            if not options:
                break
            option = options[(seed + 7 * len(moves)) % len(options)]
            found = next((o for o in same.options() if o.move.same(option.move)), None)
            if found is None:
                break
            moves.append(option.move)
            hand.act(option)
            same.act(found)
            if mine and theirs and mine[-1] != theirs[-1]:
                break
    except Faulted:
        return None
    cell = _other_memory(table, mine, theirs)
    return None if cell is None else (cell, History(hand.packs, tuple(moves), hand.position))


def _other_memory(table: HistoryTable, mine: list[Position], theirs: list[Position]) -> str | None:
    """The cell that first holds something else."""
    for one, two in zip(mine, theirs, strict=False):
        for name, kept in table.rules.layout.memory.items():
            places = slice(kept.slot, kept.slot + kept.count)
            if one.cells[places] != two.cells[places]:
                return name
    return None


# ------------------------------------------------------------------ dead clauses


Occasion = tuple[SolverSession, tuple[Cond, ...]]
"""A way on which a clause may apply: what would have to be so, in the session that knows what led there."""


@dataclass(frozen=True, slots=True)
class Dead:
    """A clause that can never apply; `before` is a clause of its event that takes away what it asks for."""

    clause: Clause
    before: str = ""


def dead(prepared: PreparedGame) -> Iterator[Dead]:
    """Find the game's own clauses that can never apply; what is inherited is its base's to mend.

    As with a claim, all hands have to be covered, those of fewer players too, and a way has to lead to where the clause is
    asked; else `NotCovered` is raised, or nothing is said of the clause.
    """
    frame = prepared.frame
    frames = (frame, *(fewer.frame for fewer in prepared.company))
    for clause in frame.game.clauses:
        if clause.home != frame.game.name or not (clause.when or clause.unless):
            continue
        try:
            if all(_never_in(each, clause) for each in frames) and not _elsewhere(frame.game, clause, frame.context):
                yield Dead(clause, _undone(frame, clause))
        except NotCovered:
            continue


def _never_in(frame: TransitionSystem, clause: Clause) -> bool:
    """Whether a clause never applies in the hands of a frame, though some way leads to where it is asked."""
    own = frame.game.clause.get(clause.name)
    return own is not None and _is_asked(frame, own) and _never(chances(frame, own))


def _is_asked(frame: TransitionSystem, clause: Clause) -> bool:
    """Whether a way leads to the moment at which a clause is asked."""
    match clause.sentence:
        case g.Consequence(event=event):
            return reached(ways(frame, event))
        case g.Begins():
            return reached(ways(frame, ("start", "hand")))
        case g.Ends(period="match") | g.Score():
            return reached(ways(frame, ("end", "hand")))
        case g.Ends(period="hand") | g.Passes():
            return reached(ways(frame, ("end", "turn")))
        case g.Definition():
            return True  # its case is looked at in any state, reachable or not
        case (
            g.Permission() | g.Prohibition() | g.Obligation() | g.Step() | g.Ends() | g.Runs() | g.Breach() | g.Conduct()
            | g.Material() | g.Sees() | g.TakesPart() | g.SidesAre()
        ):  # fmt: skip
            return reached(ways(frame, AWAIT))


def _never(found: Iterable[Occasion]) -> bool:
    """Whether nothing of this can be."""
    return all(session.possible(*conditions)[0] == "no" for session, conditions in found)


def chances(frame: TransitionSystem, clause: Clause) -> Iterator[Occasion]:
    """Every way on which a clause may apply."""
    match clause.sentence:
        case g.Consequence():
            yield from ((s, met.conditions) for s in sessions(frame) for met in s.acts.met if met.clause == clause.name)
        case g.Permission() | g.Prohibition() as law:
            yield from _lawful(frame, clause, law)
        case g.Definition():
            yield from _anywhere(frame.game, clause, frame.context)
        case g.Begins():
            yield from (_applying(frame.dealt[0], clause, p.state) for p in frame.good_deals)
        case g.Ends() | g.Passes() | g.Score():
            for made in frame.transitions.values():
                for state in (p.state for p in (*made.turn_ends, *made.ended, *made.counted)):
                    yield from (_applying(made.session, clause, state, side) for side in range(frame.game.sides))
        case g.Obligation() | g.Step() | g.Runs() | g.Breach() | g.Conduct() | g.Material():
            yield from (_applying(session, clause, state) for session, state in _awaiting(frame))
        case g.Sees() | g.TakesPart() | g.SidesAre():
            raise symbols.Unread  # these are asked of other states, and of one player after the other


def sessions(frame: TransitionSystem) -> list[SolverSession]:
    """The sessions of all ways of play."""
    return [frame.opening[0], frame.dealt[0], *(t.session for t in frame.transitions.values())]


def _awaiting(frame: TransitionSystem) -> Iterator[tuple[SolverSession, SymbolicState]]:
    """Any state that awaits a move, of each case."""
    for case in frame.facts:
        acts, state = Acts(frame.game, frame.context), frame.start(case)
        yield SolverSession(acts, (*state.facts, *frame.known(case, state, acts))), replace(state, facts=())


def _applying(session: SolverSession, clause: Clause, state: SymbolicState, side: int = 0) -> Occasion:
    scope = TermScope(state, state.turn).binding("side", exactly(side))
    return session, (*state.facts, session.acts.encoder.applies(clause, scope))


# ------------------------------------------------------------------------------------------------ the law


def _lawful(frame: TransitionSystem, clause: Clause, sentence: g.Permission | g.Prohibition) -> Iterator[Occasion]:
    """Where a permission gives title, or a prohibition or an exemption makes a difference."""
    if isinstance(sentence, g.Permission) and not sentence.lifts:
        made = (t for t in frame.transitions.values() if t.sort.act == sentence.act and t.possible)
        yield from ((t.session, (_title(t, clause, sentence),)) for t in made)
        return
    act = frame.game.act[sentence.act]
    for session, state in _awaiting(frame):
        acts = session.acts
        arguments = acts.unknown_arguments(act, {}, "dead")
        for player in range(frame.game.players):
            scope = TermScope(state, player)
            inside = acts.in_domain(act, arguments, scope)
            yield session, (inside, _matters(acts, clause, sentence, replace(scope, locals=arguments)))


def _title(made: Transition, clause: Clause, sentence: g.Permission) -> Cond:
    return made.session.acts.title(clause, sentence, TermScope(made.state, made.sort.player, made.arguments))


def _matters(acts: Acts, clause: Clause, sentence: g.Permission | g.Prohibition, scope: TermScope) -> Cond:
    """Whether a prohibition bars something that is permitted; whether an exemption lifts one that does."""
    if isinstance(sentence, g.Prohibition):
        return _barring(acts, clause, sentence, scope)
    bars = [(b, p) for b, p in acts.game.prohibitions_of(sentence.act) if b.name in sentence.lifts]
    exempt = acts.speaks(clause, sentence.subject, scope)
    return terms.and_(exempt, terms.any_of(_barring(acts, bar, prohibition, scope) for bar, prohibition in bars))


def _barring(acts: Acts, bar: Clause, prohibition: g.Prohibition, scope: TermScope) -> Cond:
    """Whether a prohibition's case holds where a permission that it bars does."""
    permissions = acts.game.permissions_of(prohibition.act)
    permitted = (acts.speaks(c, p.subject, scope) for c, p in permissions if c.name in prohibition.bars)
    return terms.and_(acts.speaks(bar, prohibition.subject, scope), terms.any_of(permitted))


# ------------------------------------------------------------------------------------------------ in any state at all


def _anywhere(game: Game, clause: Clause, context: ProofContext) -> Iterator[Occasion]:
    """Whether the case of a clause can hold with the cards anywhere, and any words."""
    acts = Acts(game, context)
    for turn in range(game.players):
        state = symbols.anywhere(context.variables, game, turn, "any", out_of_sight=True)
        session = SolverSession(acts, state.facts)
        scope = TermScope(replace(state, facts=()), turn)
        for locals_ in _words(session, clause):
            yield session, (acts.encoder.applies(clause, replace(scope, locals=locals_)),)


def _words(session: SolverSession, clause: Clause) -> Iterator[Locals]:
    """Any values of the words that a clause speaks of."""
    game, sentence = session.acts.game, clause.sentence
    if isinstance(sentence, g.Definition):
        for values in any_arguments(session, game.function[sentence.function].parameters):
            yield dict(zip(sentence.parameters, values, strict=True))
    elif (act := sentence_facts(sentence).act) is not None:
        yield session.acts.unknown_arguments(game.act[act], {}, "any")
    else:
        yield from ({"side": exactly(side)} for side in range(game.sides))


def _elsewhere(game: Game, clause: Clause, context: ProofContext) -> bool:
    """Whether a clause may apply under other house rules, or with another number of players."""
    if not _never(_anywhere(game, clause, context)) and not _chosen(game, clause):
        return False
    return any(clause.name in other.clause and not _never(_anywhere(other, clause, context)) for other in _others(game))


def _chosen(game: Game, clause: Clause) -> bool:
    """Whether a clause asks for something that is chosen: a house rule, or how many play."""
    parts = list(walk.reached(game, clause))
    players = any(isinstance(p, g.Size) and isinstance(p.members, g.Everyone) for p in parts)
    return players or any(_of_option(p) or (isinstance(p, Clause) and p.under) for p in parts)


def _of_option(part: object) -> bool:
    return isinstance(part, g.Number | g.Symbol) and bool(part.option)


def _others(game: Game) -> Iterator[Game]:
    """The game under each other value of an option, one at a time, and for each other number of players."""
    changes = [(o.name, v) for o in game.ruleset.options for v in o.values if v != game.chosen[o.name]]
    changes += [(PLAYERS_SETTING, str(n)) for n in game.ruleset.player_counts if n != game.players]
    for option, value in changes:
        other = choose(game, {option: value})
        if isinstance(other, Game):
            yield other


# ------------------------------------------------------------------------------------------------ undone before


def _undone(frame: TransitionSystem, clause: Clause) -> str:
    """The clause of the same event that takes away what a clause asks for, which might apply if it stood before it."""
    if not isinstance(clause.sentence, g.Consequence):
        return ""
    clauses = frame.game.consequences(*clause.sentence.event)
    for earlier in clauses[: clauses.index(clause)]:
        found = [(s, m.scope) for s in sessions(frame) for m in s.acts.met if m.clause == earlier.name]
        cases = ((s, (*scope.state.facts, s.acts.encoder.applies(clause, scope))) for s, scope in found)
        if not _never(cases):
            last = [c for c in clauses[clauses.index(earlier) : clauses.index(clause)] if _undoes(frame, clause, c)]
            return last[0].name if last else earlier.name
    return ""


def _undoes(frame: TransitionSystem, clause: Clause, other: Clause) -> bool:
    """Whether a clause sets what another asks for."""
    asked = reads(frame.game, (clause.when, clause.unless))
    return any(facts_of(e.body).memory in asked for e in other.effects)


# ------------------------------------------------------------------------ advice


HANDS = 300
TEXTS: dict[str, g.Names] = {
    "dead": (("it", "una clausola che non si applica mai"), ("en", "a clause that can never apply"),
             ("fr", "une clause qui ne s'applique jamais")),
    "idle": (("it", "una clausola che non toglie niente"), ("en", "a clause that lifts or bars nothing"),
             ("fr", "une clause qui ne lève ni n'interdit rien")),
    "order": (("it", "l'ordine di due conseguenze decide"), ("en", "the order of two consequences decides"),
              ("fr", "l'ordre de deux conséquences décide")),
    "below": (("it", "un conto che scende sotto zero"), ("en", "a counter that falls below zero"),
              ("fr", "un compte qui descend au-dessous de zéro")),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Advice:
    """What is told of a clause or a counter: its kind, what was found, what would mend it, and a hand that shows it."""

    name: str
    kind: str
    found: st.Observation
    remedy: st.Remedy
    span: Span
    history: History | None = None


def advice(prepared: PreparedGame) -> Iterator[Advice]:
    """Everything that there is to tell of a game."""
    idle = list[Dead]()
    with suppress(NotCovered):
        idle += dead(prepared)
    yield from map(_dead, idle)
    told = {d.clause.name for d in idle}
    for order in deciding(prepared.table):
        if not told & {order.first.name, order.second.name}:
            first, second = order.first.name, order.second.name
            found = st.OrderDecides(st.cell(order.cell), st.clause(first), st.clause(second))
            remedy = st.OrderOrPrefer(first, second, st.clause(first), st.clause(second))
            yield Advice(order.second.name, "order", found, remedy, order.second.span, order.history)
    yield from _below(prepared.table)


def _dead(found: Dead) -> Advice:
    clause, name = found.clause, st.clause(found.clause.name)
    if found.before:
        before = st.clause(found.before)
        return Advice(clause.name, "dead", st.UndoneBefore(name, before), st.WriteBefore(name, before), clause.span)
    match clause.sentence:
        case g.Permission(lifts=(lifted, *_)):
            bar = st.clause(lifted)
            return Advice(clause.name, "idle", st.LiftsNothing(name, bar), st.WriteAsPermission(name, bar), clause.span)
        case g.Prohibition():
            return Advice(clause.name, "idle", st.BarsNothing(name), st.ChangeOrRepeal(name), clause.span)
        case (
            g.Permission() | g.Obligation() | g.Step() | g.Definition() | g.Sees() | g.Score() | g.Begins() | g.Passes()
            | g.Ends() | g.SidesAre() | g.TakesPart() | g.Runs() | g.Consequence() | g.Breach() | g.Conduct() | g.Material()
        ):  # fmt: skip
            return Advice(clause.name, "dead", st.NeverApplies(name), st.ChangeOrRepeal(name), clause.span)


# ------------------------------------------------------------------------------------------------ below zero


def _below(table: HistoryTable) -> Iterator[Advice]:
    """Counters that fall below 0 in a hand that is played, where the ruleset does not claim that they can."""
    cells = [c for c in table.game.cells if c.kind == "counter" and _falls(table.game, c) and not _claimed(table.game, c)]
    goals = {cell.name: [Goal(moment, _negative(cell)) for moment in _moments(table.game)] for cell in cells}
    if goals:
        GoalSearch(table, [goal for found in goals.values() for goal in found]).run(HANDS)
    for cell in cells:
        history = next((goal.found for goal in goals[cell.name] if goal.found is not None), None)
        if history is not None:
            name = st.cell(cell.name)
            sort = st.BelowSort.OF_TABLE if cell.owner == "table" else st.BelowSort.OF_EACH
            remedy = st.SubtractUnlessZero(sort, name, f"{cell.owner}s")
            yield Advice(cell.name, "below", st.FallsBelowZero(name), remedy, cell.span, history)


def _falls(game: Game, cell: g.Cell) -> bool:
    """Whether something may be subtracted from a counter."""
    changes = (p for p in parts((game.clauses, game.acts)) if isinstance(p, g.Add) and p.cell.cell == cell.name)
    return any(_minus(part) for change in changes for part in walk.reached(game, change.amount))


def _minus(part: object) -> bool:
    if isinstance(part, g.Number):
        return part.value < 0
    return isinstance(part, g.Operation) and part.operator == "-"


def _claimed(game: Game, cell: g.Cell) -> bool:
    """Whether a claim says that a counter can be so."""
    lines = [line for claim in game.claims for line in claim.lines if isinstance(line, g.Possible)]
    return any(isinstance(p, g.Recall) and p.cell == cell.name for p in parts(tuple(line.condition for line in lines)))


def _moments(game: Game) -> list[tuple[str, str]]:
    return [*(("after", act.name) for act in game.acts), ("end", "turn"), ("end", "hand"), ("count", "hand")]


def _negative(cell: g.Cell) -> Expr:
    """That a counter, or that of some owner, is less than 0."""
    span, nothing = cell.span, g.Number(0, NUMBER, cell.span)
    if cell.owner == "table":
        return g.Operation("<", (g.Recall(cell.name, None, NUMBER, span), nothing), TRUTH, span)
    owner, owners = (PLAYER, PLAYERS) if cell.owner == "player" else (SIDE, SIDES)
    here = g.Recall(cell.name, g.Local("owner", owner, span), NUMBER, span)
    return g.Quantified("some", "owner", g.Everyone(owners, span), g.Operation("<", (here, nothing), TRUTH, span), TRUTH, span)
