"""Advice: likely mistakes in a ruleset, with their places and the changes that would correct them.

Advice does not change the exit code. It is given only if it is certain. A proof over the frame shows that a clause can never
apply, or that an exemption or prohibition has no effect. A hand shows that the order of two consequences matters, or that a
counter falls below 0; a counter that the ruleset claims can fall below 0 is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise, product

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
    parts_reached,
    sentence_facts,
)
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.participants import active_sets
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import SCALAR
from cartaro_verify.frame.transition_system import Transition, TransitionSystem, is_reachable, paths_to, sessions
from cartaro_verify.obligations.clashes import any_arguments
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.obligations.termination import reads
from cartaro_verify.play.search import Goal, GoalSearch, searched
from cartaro_verify.play.table import AWAIT, MOST_MOVES, Faulted, History, HistoryTable, Moment, Move, Position
from cartaro_verify.proof_log import ProofLog
from cartaro_verify.results import statements as st
from cartaro_verify.results.verdicts import Result
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import Locals, NotCovered, SymbolicState, TermScope, exactly
from cartaro_verify.terms.terms import Cond

# ------------------------------------------------------------------ clause order


ORDER_HANDS = 40
CONSTANT = (g.Number, g.Truth, g.Symbol, g.Nobody)


@dataclass(frozen=True, slots=True)
class OrderDependence:
    """Two clauses whose order matters, with a hand after which memory differs if `second` comes first."""

    first: Clause
    second: Clause
    cell: str
    history: History


def order_dependences(table: HistoryTable) -> Iterator[OrderDependence]:
    """Yield adjacent clauses of one event whose order matters, each pair with the first hand that shows it.

    Each hand is also played with the two clauses in the other order; if memory then differs, the hand up to that point is the
    evidence. Pairs with a preference between the two clauses are left out, because their order is stated in the text.
    """
    for event, first, second in _adjacent_clauses(table.game):
        try:
            other = HistoryTable(_with_exchanged(table.game, first, second))
        except NotCovered:
            continue
        found = next(
            (o for seed in range(ORDER_HANDS) if (o := _first_difference(table, other, seed, event)) is not None), None
        )
        if found is not None:
            yield OrderDependence(first, second, *found)


def _adjacent_clauses(game: Game) -> Iterator[tuple[Moment, Clause, Clause]]:
    """Yield pairs of adjacent clauses of an event that change only memory and use the same memory."""
    for event in game.events:
        for first, second in pairwise(game.consequences(*event)):
            own = game.name in (first.home, second.home)
            if (
                own
                and not game.ordered(first, second)
                and all(_changes_memory_only(c) for c in (first, second))
                and _share_memory(game, first, second)
                and not _computed_for(game, first, second)
            ):
                yield event, first, second


def _changes_memory_only(clause: Clause) -> bool:
    return all(isinstance(e.body, SCALAR) for e in clause.effects)


def _share_memory(game: Game, first: Clause, second: Clause) -> bool:
    """Return whether one of two clauses changes memory that the other reads or changes. Two additions to one counter are
    ignored, since their order does not matter.
    """
    asks, adds = [_cells_read(game, c) for c in (first, second)], [_cells_written(c, g.Add) for c in (first, second)]
    changed = [_cells_written(c, object) for c in (first, second)]
    read = changed[0] & asks[1] or changed[1] & asks[0]
    return bool(read or (changed[0] & changed[1]) - (adds[0] & adds[1]))


def _computed_for(game: Game, first: Clause, second: Clause) -> bool:
    """Return whether two clauses share only values that the first computes and the second reads, for example who takes a trick
    and then the count of that trick.  A constant does not count as computed, since clearing a cell before it is read is often a
    mistake.
    """
    written = [_cells_written(c, object) for c in (first, second)]
    shared = (written[0] & _cells_read(game, second)) | (written[1] & _cells_read(game, first)) | (written[0] & written[1])
    bodies = (body for body in (e.body for e in first.effects) if isinstance(body, g.Become))
    computed = {b.cell.cell for b in bodies if not isinstance(b.value, CONSTANT) and b.cell.cell not in reads(game, b.value)}
    return shared <= computed - written[1]


def _cells_read(game: Game, clause: Clause) -> set[str]:
    parts = ((e.when, e.unless, facts_of(e.body).reads) for e in clause.effects)
    return reads(game, (clause.when, clause.unless, *parts)) - {""}


def _cells_written(clause: Clause, kind: type) -> set[str]:
    """Return the memory that effects of a kind change."""
    bodies = (e.body for e in clause.effects)
    return {name for b in bodies if isinstance(b, kind) and (name := facts_of(b).memory) is not None}


def _with_exchanged(game: Game, first: Clause, second: Clause) -> Game:
    """Return the game with these two clauses swapped."""
    swap = {id(first): second, id(second): first}
    return replace(game, clauses=tuple(swap.get(id(c), c) for c in game.clauses))


def _first_difference(table: HistoryTable, other: HistoryTable, seed: int, event: Moment) -> tuple[str, History] | None:
    """Return the first cell that differs in the other game after the same event of the same hand, with the hand up to that
    event.
    """
    mine, theirs = list[Position](), list[Position]()
    hand = table.hand(seed, lambda moment, position: mine.append(position) if moment == event else None)
    same = other.hand(seed, lambda moment, position: theirs.append(position) if moment == event else None)
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
    cell = _different_cell(table, mine, theirs)
    return None if cell is None else (cell, History(hand.packs, tuple(moves), hand.position))


def _different_cell(table: HistoryTable, mine: list[Position], theirs: list[Position]) -> str | None:
    """Return the first cell that differs."""
    for one, two in zip(mine, theirs, strict=False):
        for name, kept in table.rules.layout.memory.items():
            places = slice(kept.slot, kept.slot + kept.count)
            if one.cells[places] != two.cells[places]:
                return name
    return None


# ------------------------------------------------------------------ dead clauses


Application = tuple[SolverSession, tuple[Cond, ...]]
"""A path on which a clause may apply: the conditions of its application, and the session with the facts of the path."""


@dataclass(frozen=True, slots=True)
class DeadClause:
    """A clause that can never apply; `before` is a clause of its event that makes its case false."""

    clause: Clause
    before: str = ""


def dead_clauses(prepared: PreparedGame) -> Iterator[DeadClause]:
    """Find the game's own clauses that can never apply; inherited clauses are reported for their base.

    Clauses that never apply only because of the house rules or the number of players chosen are left out. As with a claim, the
    proof has to cover all hands, including those with fewer players; otherwise `NotCovered` is raised. If no path leads to the
    moment at which a clause is evaluated, the clause is left out. No system is built for advice if the proofs needed only a
    coarser one, in which every path of the game is possible too.
    """
    built = prepared.built
    frame = built.frame
    frames = (frame, *(fewer.frame for fewer in built.fewer_players))
    for clause in frame.game.clauses:
        if clause.home != frame.game.name or not (clause.when or clause.unless):
            continue
        try:
            if all(_never_applies(each, clause) for each in frames) and not _applies_otherwise(
                frame.game, clause, frame.context
            ):
                yield DeadClause(clause, _undone_by(frame, clause))
        except NotCovered:
            continue


def _never_applies(frame: TransitionSystem, clause: Clause) -> bool:
    """Return whether a clause never applies in the hands of a frame, though some path leads to its evaluation."""
    own = frame.game.clause.get(clause.name)
    return own is not None and _is_reached(frame, own) and _is_impossible(applications(frame, own))


def _is_reached(frame: TransitionSystem, clause: Clause) -> bool:
    """Return whether a path leads to the moment at which a clause is evaluated."""
    match clause.sentence:
        case g.Consequence(event=event):
            return is_reachable(paths_to(frame, event))
        case g.Begins():
            return is_reachable(paths_to(frame, ("start", "hand")))
        case g.Ends(period="match") | g.Score():
            return is_reachable(paths_to(frame, ("end", "hand")))
        case g.Ends(period="hand") | g.Passes():
            return is_reachable(paths_to(frame, ("end", "turn")))
        case g.Definition():
            return True  # its condition is tested in any state, reachable or not
        case (
            g.Permission() | g.Prohibition() | g.Obligation() | g.Step() | g.Ends() | g.Runs() | g.Breach() | g.Conduct()
            | g.Material() | g.Sees() | g.TakesPart() | g.SidesAre()
        ):  # fmt: skip
            return is_reachable(paths_to(frame, AWAIT))


def _is_impossible(found: Iterable[Application]) -> bool:
    """Return whether all these applications are impossible. No verdict rests on advice, and a certificate has no condition of
    it.
    """
    for session, conditions in found:
        with session.acts.context.log.aside():
            if session.possible(*conditions)[0] != "no":
                return False
    return True


def applications(frame: TransitionSystem, clause: Clause) -> Iterator[Application]:
    """Yield every path on which a clause may apply."""
    match clause.sentence:
        case g.Consequence():
            yield from ((s, met.conditions) for s in sessions(frame) for met in s.acts.met if met.clause == clause.name)
        case g.Permission() | g.Prohibition() as law:
            yield from _law_applications(frame, clause, law)
        case g.Definition():
            yield from _in_any_state(frame.game, clause, frame.context)
        case g.Begins():
            yield from (_applying(frame.dealt[0], clause, p.state) for p in frame.good_deals)
        case g.Ends() | g.Passes() | g.Score():
            for transition in frame.transitions.values():
                for state in (p.state for p in (*transition.turn_ends, *transition.ended, *transition.counted)):
                    yield from (_applying(transition.session, clause, state, side) for side in range(frame.game.sides))
        case g.Obligation() | g.Step() | g.Runs() | g.Breach() | g.Conduct() | g.Material():
            yield from (_applying(session, clause, state) for session, state in _awaiting(frame))
        case g.Sees() | g.TakesPart() | g.SidesAre():
            raise symbols.Unread  # these are evaluated in other states, and for several players in turn


def _awaiting(frame: TransitionSystem) -> Iterator[tuple[SolverSession, SymbolicState]]:
    """Yield, for each case, an arbitrary state that awaits a move."""
    for case in frame.facts:
        acts, state = Acts(frame.game, frame.context), frame.start(case)
        yield SolverSession(acts, (*state.facts, *frame.known(case, state, acts))), replace(state, facts=())


def _applying(session: SolverSession, clause: Clause, state: SymbolicState, side: int = 0) -> Application:
    scope = TermScope(state, state.turn).binding("side", exactly(side))
    return session, (*state.facts, session.acts.encoder.applies(clause, scope))


# ------------------------------------------------------------------------------------------------ the law


def _law_applications(frame: TransitionSystem, clause: Clause, sentence: g.Permission | g.Prohibition) -> Iterator[Application]:
    """Yield the cases in which a permission allows an act, or a prohibition or an exemption makes a difference."""
    if isinstance(sentence, g.Permission) and not sentence.lifts:
        transitions = (t for t in frame.transitions.values() if t.sort.act == sentence.act and t.possible)
        yield from ((t.session, (_title(t, clause, sentence),)) for t in transitions)
        return
    for session, state in _awaiting(frame):
        acts = session.acts
        for act in (frame.game.act[name] for name in sentence.acts):
            arguments = acts.unknown_arguments(act, {}, "dead")
            for player in range(frame.game.players):
                scope = TermScope(state, player)
                inside = acts.in_domain(act, arguments, scope)
                makes_difference = _makes_difference(acts, clause, sentence, act, replace(scope, locals=arguments))
                yield session, (inside, makes_difference)


def _title(transition: Transition, clause: Clause, sentence: g.Permission) -> Cond:
    return transition.session.acts.title(
        clause, sentence, TermScope(transition.state, transition.sort.player, transition.arguments)
    )


def _makes_difference(
    acts: Acts, clause: Clause, sentence: g.Permission | g.Prohibition, act: g.Act, scope: TermScope
) -> Cond:  # fmt: skip
    """Return whether a prohibition bars a permitted act with some arguments, or an exemption lifts such a prohibition."""
    if isinstance(sentence, g.Prohibition):
        return _barring(acts, clause, sentence, act, scope)
    bars = [(b, p) for b, p in acts.game.prohibitions_of(act.name) if b.name in sentence.lifts]
    exempt = acts.applies_to_actor(clause, sentence.subject, scope)
    return terms.and_(exempt, terms.any_of(_barring(acts, bar, prohibition, act, scope) for bar, prohibition in bars))


def _barring(acts: Acts, bar: Clause, prohibition: g.Prohibition, act: g.Act, scope: TermScope) -> Cond:
    """Return whether a prohibition's case holds together with a permission of the act that it bars."""
    permissions = acts.game.permissions_of(act.name)
    permitted = (acts.applies_to_actor(c, p.subject, scope) for c, p in permissions if c.name in prohibition.bars)
    return terms.and_(acts.applies_to_actor(bar, prohibition.subject, scope), terms.any_of(permitted))


# ------------------------------------------------------------------------------------------------ in any state at all


def _in_any_state(game: Game, clause: Clause, context: ProofContext) -> Iterator[Application]:
    """Yield whether the case of a clause can hold, for any placement of the cards and any local values."""
    acts = Acts(game, context)
    for turn, active in product(range(game.players), active_sets(game, context)):
        state = symbols.anywhere(context.variables, game, turn, "any", out_of_sight=True, active=active)
        session = SolverSession(acts, state.facts)
        scope = TermScope(replace(state, facts=()), turn)
        for locals_ in _any_locals(session, clause):
            yield session, (acts.encoder.applies(clause, replace(scope, locals=locals_)),)


def _any_locals(session: SolverSession, clause: Clause) -> Iterator[Locals]:
    """Yield arbitrary values of the local words of a clause."""
    game, sentence = session.acts.game, clause.sentence
    if isinstance(sentence, g.Definition):
        for values in any_arguments(session, game.function[sentence.function].parameters):
            yield dict(zip(sentence.parameters, values, strict=True))
    elif (act := sentence_facts(sentence).act) is not None:
        yield session.acts.unknown_arguments(game.act[act], {}, "any")
    else:
        yield from ({"side": exactly(side)} for side in range(game.sides))


def _applies_otherwise(game: Game, clause: Clause, context: ProofContext) -> bool:
    """Return whether a clause may apply under other house rules, or with another number of players."""
    if not _is_impossible(_in_any_state(game, clause, context)) and not _depends_on_options(game, clause):
        return False
    return any(
        clause.name in other.clause and not _is_impossible(_in_any_state(other, clause, context))
        for other in _other_choices(game)
    )


def _depends_on_options(game: Game, clause: Clause) -> bool:
    """Return whether a clause depends on a house rule or on the number of players."""
    parts = list(parts_reached(game, clause))
    players = any(isinstance(p, g.Size) and isinstance(p.members, g.Everyone) for p in parts)
    return players or any(_of_option(p) or (isinstance(p, Clause) and p.under) for p in parts)


def _of_option(part: object) -> bool:
    return isinstance(part, g.Number | g.Symbol) and bool(part.option)


def _other_choices(game: Game) -> Iterator[Game]:
    """Yield the game under each other value of an option, one at a time, and for each other number of players."""
    changes = [(o.name, v) for o in game.ruleset.options for v in o.values if v != game.chosen[o.name]]
    changes += [(PLAYERS_SETTING, str(n)) for n in game.ruleset.player_counts if n != game.players]
    for option, value in changes:
        other = choose(game, {option: value})
        if isinstance(other, Game):
            yield other


# ------------------------------------------------------------------------------------------------ undone before


def _undone_by(frame: TransitionSystem, clause: Clause) -> str:
    """Return an earlier clause of the same event that makes the case of a clause false. Return an empty name if the clause
    could not have applied before that clause.
    """
    if not isinstance(clause.sentence, g.Consequence):
        return ""
    clauses = frame.game.consequences(*clause.sentence.event)
    for earlier in clauses[: clauses.index(clause)]:
        found = [(s, m.scope) for s in sessions(frame) for m in s.acts.met if m.clause == earlier.name]
        cases = ((s, (*scope.state.facts, s.acts.encoder.applies(clause, scope))) for s, scope in found)
        if not _is_impossible(cases):
            last = [c for c in clauses[clauses.index(earlier) : clauses.index(clause)] if _undoes(frame, clause, c)]
            return last[0].name if last else earlier.name
    return ""


def _undoes(frame: TransitionSystem, clause: Clause, other: Clause) -> bool:
    """Return whether a clause writes what another reads."""
    read = reads(frame.game, (clause.when, clause.unless))
    return any(facts_of(e.body).memory in read for e in other.effects)


# ------------------------------------------------------------------------ advice


HANDS = 300


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice on a clause or a counter: the observation, its remedy, and a hand that shows it."""

    name: str
    kind: str
    found: st.Observation
    remedy: st.Remedy
    span: Span
    history: History | None = None


def place_of_advice(game: Game, result: Result) -> str:
    """Return the position, in the present text, of the clause or counter that advice is about."""
    owner: g.Clause | g.Cell = (
        game.cell[result.name] if isinstance(result.method, st.FallsBelowZero) else game.clause[result.name]
    )
    return place_in_text(owner.span)


def place_in_text(span: Span) -> str:
    """Return the place of a span: the name of its text, the line and the column."""
    return f"{span.source.name}:{span.line}:{span.column}"


def advice(prepared: PreparedGame) -> Iterator[Advice]:
    """Yield all advice on a game."""
    idle = list[DeadClause]()
    with suppress(NotCovered):
        idle += dead_clauses(prepared)
    yield from map(_dead_clause_advice, idle)
    reported = {d.clause.name for d in idle}
    for order in order_dependences(prepared.table):
        if not reported & {order.first.name, order.second.name}:
            first, second = order.first.name, order.second.name
            found = st.OrderDecides(st.cell(order.cell), st.clause(first), st.clause(second))
            remedy = st.OrderOrPrefer(first, second, st.clause(first), st.clause(second))
            yield Advice(order.second.name, "order", found, remedy, order.second.span, order.history)
    with prepared.context.log.at("advice"):
        below = list(_below_zero(prepared.table, prepared.context.log))
    yield from below


def _dead_clause_advice(found: DeadClause) -> Advice:
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


def _below_zero(table: HistoryTable, log: ProofLog) -> Iterator[Advice]:
    """Yield counters that fall below 0 in a hand that is played, unless the ruleset claims that they can."""
    counters = [c for c in table.game.cells if c.kind == "counter" and not _is_claimed(table.game, c)]
    places = {c.name: place for c in counters if (place := next(_subtractions(table.game, c), None)) is not None}
    cells = [cell for cell in counters if cell.name in places]
    goals = {cell.name: [Goal(moment, _below_zero_condition(cell)) for moment in _moments(table.game)] for cell in cells}
    if goals:
        every = [goal for found in goals.values() for goal in found]
        search = GoalSearch(table, every)
        searched(log, "below zero", search, every, lambda: search.run(HANDS))
    for cell in cells:
        history = next((goal.found for goal in goals[cell.name] if goal.found is not None), None)
        if history is not None:
            name = st.cell(cell.name)
            sort = st.BelowSort.OF_TABLE if cell.owner == "table" else st.BelowSort.OF_EACH
            remedy = st.SubtractUnlessZero(sort, name, f"{cell.owner}s")
            yield Advice(cell.name, "below", st.FallsBelowZero(name), remedy, places[cell.name], history)


def _subtractions(game: Game, cell: g.Cell) -> Iterator[Span]:
    """Yield the places of the clauses and acts that may subtract something from a counter: if a score is added to it, of the
    headings that may be negative. A heading that begins with `0 - …` is a loss that the author has written, so it is left out.
    """
    holders: tuple[g.Clause | g.Act, ...] = (*game.clauses, *game.acts)
    for holder in holders:
        for change in parts(holder):
            if not isinstance(change, g.Add) or change.cell.cell != cell.name:
                continue
            scores = [part for part in parts_reached(game, change.amount) if isinstance(part, g.ScoreOf)]
            own = parts(change.amount) if scores else parts_reached(game, change.amount)
            if any(map(_is_subtraction, own)):
                yield holder.span
            for heading, score in game.headings if scores else ():
                if not _is_loss(score.amount) and any(map(_is_subtraction, parts_reached(game, score))):
                    yield heading.span


def _is_loss(amount: Expr) -> bool:
    """Return whether an amount is written as less than nothing: a negative number, or `0 - …`."""
    while isinstance(amount, g.Operation) and amount.operator == "-":
        amount = amount.operands[0]
        if isinstance(amount, g.Number) and amount.value == 0:
            return True
    return isinstance(amount, g.Number) and amount.value < 0


def _is_subtraction(part: object) -> bool:
    if isinstance(part, g.Number):
        return part.value < 0
    return isinstance(part, g.Operation) and part.operator == "-"


def _is_claimed(game: Game, cell: g.Cell) -> bool:
    """Return whether the ruleset claims that something about a counter is possible."""
    lines = [line for claim in game.claims for line in claim.lines if isinstance(line, g.Possible)]
    return any(isinstance(p, g.Recall) and p.cell == cell.name for p in parts(tuple(line.condition for line in lines)))


def _moments(game: Game) -> list[tuple[str, str]]:
    return [*(("after", act.name) for act in game.acts), ("end", "turn"), ("end", "hand"), ("count", "hand")]


def _below_zero_condition(cell: g.Cell) -> Expr:
    """Return the condition that a counter is less than 0, for at least one owner."""
    span, nothing = cell.span, g.Number(0, NUMBER, cell.span)
    if cell.owner == "table":
        return g.Operation("<", (g.Recall(cell.name, None, NUMBER, span), nothing), TRUTH, span)
    owner, owners = (PLAYER, PLAYERS) if cell.owner == "player" else (SIDE, SIDES)
    here = g.Recall(cell.name, g.Local("owner", owner, span), NUMBER, span)
    return g.Quantified("some", "owner", g.Everyone(owners, span), g.Operation("<", (here, nothing), TRUTH, span), TRUTH, span)
