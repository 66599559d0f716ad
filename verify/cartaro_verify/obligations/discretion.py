"""Prove noninterference: the legal moves do not depend on hidden cards. Two courses of play that a player cannot distinguish
have the same list of legal moves.

The text determines which facts can influence the list (`observability` of the grammar). Up to three statements are left to
prove for the states that satisfy the invariants. If clauses read hidden cards, two states that look the same to the player must
have the same moves (self-composition: two copies of the state, equal in everything that is seen). If a zone is seen under a
condition, it must be seen every time a move is awaited. If only the look-ahead reads hidden cards, it must exclude no move:
after every warranted act of the turn, the step that must still be done can be done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cartaro_grammar import PLAYER, PLAYERS, SIDES, TRUTH, Game, Span, rewrite, visibility
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import ActInstance, Turns
from cartaro_verify.frame import transition_system as moves
from cartaro_verify.frame.transition_system import TransitionSystem, TurnCase, always
from cartaro_verify.obligations.legal_move import undone
from cartaro_verify.results import statements as st
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import Board, OwnedPlace, SymbolicState, TermScope, exactly
from cartaro_verify.terms.terms import Answer, Cond, Vec


@dataclass(frozen=True, slots=True)
class Discretion:
    """The answer `no` means that no list of moves depends on hidden cards, proved by this method; otherwise the reason why one
    may.
    """

    answer: Answer
    method: st.Method | None = None
    reason: st.Reason | None = None


def evident(game: Game) -> st.Method | None:
    """Return the method if the text shows discretion without a proof, for every number of players that may be left; otherwise
    None.
    """
    return st.PlainMethod.SEEN if visibility.observability(game).clear else None


def doubtful(game: Game) -> bool:
    """Return whether the text leaves discretion open for the moves themselves, without the look-ahead, so that play may refute
    it.
    """
    return visibility.observability(game).may_leak


def discreet(frame: TransitionSystem) -> Discretion:
    """Decide whether the legal moves depend on nothing hidden in the states that the invariants allow."""
    found = visibility.observability(frame.game)
    read = next((read for read in found.hidden if not read.ahead), None)
    how = list[st.Method]([st.PlainMethod.SEEN])
    if read is not None:
        queries = _same_lists(frame)
        if queries is None:
            return Discretion("unknown", reason=_hidden(read))
        how = list[st.Method]([st.SameMoves(queries)])
    wanted = (one.read for one in found.sometimes if read is None or one.ahead)
    for seen in dict.fromkeys(wanted):
        zone = st.zone(seen.zone)
        if not (_visible_by_induction(frame, seen) or all(_always_visible(frame, case, seen) for case in frame.facts)):
            return Discretion("unknown", reason=st.HiddenSometimes(zone))
        how.append(st.ZoneIsSeen(zone))
    ahead = next((read for read in found.hidden if read.ahead), None)
    if ahead is not None:
        queries = _completable_courses(frame)
        if queries is None:
            return Discretion("unknown", reason=_hidden(ahead))
        how.append(st.TurnCanBeCompleted(queries))
    return Discretion("no", st.series(how))


def _hidden(read: visibility.HiddenRead) -> st.HiddenCardsRead:
    """Return the clause or act that reads a hidden zone."""
    reader = st.clause(read.name) if read.role != "effect" else st.act(read.name)
    sort = st.HiddenSort.AHEAD if read.ahead else st.HiddenSort.READ
    return st.HiddenCardsRead(sort, reader, st.zone(read.read.zone))


# ------------------------------------------------------------------------------------------------ visibility


def _visible_by_induction(frame: TransitionSystem, read: visibility.ZoneRead) -> bool:
    """Return whether it is proved by induction, like a claim `always …`, that the player to move sees a zone."""
    conditions = _visibility_conditions(frame, read) if isinstance(read.viewer, g.Actor) else ()
    return any(always(frame, condition).answer == "no" for condition in conditions)


def _visibility_conditions(frame: TransitionSystem, read: visibility.ZoneRead) -> Iterator[g.Expr]:
    """Yield conditions from the clauses of visibility. Each condition is sufficient. One is for every owner's part of a zone,
    which may be inductive even if a weaker condition is not. Another, if no other part is read, is for the part of the player
    to move.
    """
    game, span = frame.game, read.span
    owner = game.zone[read.zone].owner
    lines = [(c, s) for c, s in game.sights_of(read.zone) if read.own or owner == "table" or not s.own]

    def force(clause: g.Clause) -> g.Expr:
        rivals = game.overriding(clause, tuple(c for c, _ in lines))
        return _operation("and", (_case(clause, span), *(_operation("not", (_case(c, span),), span) for c in rivals)), span)

    shown = [force(c) for c, s in lines if s.yes and (read.top or not s.top)]
    hidden = [_operation("not", (force(c),), span) for c, s in lines if not s.yes]
    whole = _operation("and", (_operation("or", tuple(shown), span), *hidden), span)
    if owner == "table":
        yield whole
        return
    everyone = g.Everyone(PLAYERS if owner == "player" else SIDES, span)
    yield g.Quantified("every", "owner", everyone, whole, TRUTH, span)
    if owner == "player" and read.own:
        yield _with_owner(whole, g.Actor(PLAYER, span))


def _case(clause: g.Clause, span: Span) -> g.Expr:
    return _operation("and", (*clause.when, *(_operation("not", (e,), span) for e in clause.unless)), span)


def _operation(operator: g.Operator, operands: tuple[g.Expr, ...], span: Span) -> g.Expr:
    """Return truths joined by an operator; the conjunction of none is true."""
    if operator == "and" and not operands:
        return g.Truth(True, TRUTH, span)
    return operands[0] if len(operands) == 1 and operator != "not" else g.Operation(operator, operands, TRUTH, span)


def _with_owner(condition: g.Expr, owner: g.Expr) -> g.Expr:
    """Return a condition with the owner of a zone replaced by an expression."""
    return rewrite(condition, lambda part: owner if isinstance(part, g.Local) and part.name == "owner" else part)


def _always_visible(frame: TransitionSystem, case: TurnCase, read: visibility.ZoneRead) -> bool:
    """Return whether a viewer sees a zone in every state of a case."""
    acts, state = Acts(frame.game, frame.context), frame.start(case)
    session = SolverSession(acts, (*state.facts, *frame.known(case, state, acts)))
    for player, condition in _viewers(acts, state, read.viewer):
        for owner in _owners(frame.game, read.zone, player, own=read.own):
            unseen = terms.not_(_is_visible(acts, state, read.zone, player, owner, top=read.top))
            if session.decide(condition, unseen)[0] != "no":
                return False
    return True


def _viewers(acts: Acts, state: SymbolicState, viewer: g.Expr | None) -> Iterator[tuple[int, Cond]]:
    for _, step in acts.game.steps:
        if step.actor == viewer:
            yield from Turns(acts).actors(step, state)
            return


def _owners(game: Game, zone: str, player: int, *, own: bool) -> range | tuple[int, ...]:
    owner = game.zone[zone].owner
    if not own or owner == "table":
        return symbols.owners(game, owner)
    return (player,) if owner == "player" else (game.side_of[player],)


def _is_visible(acts: Acts, state: SymbolicState, zone: str, player: int, owner: int, *, top: bool) -> Cond:
    """Return whether, by the clauses in force, a player sees the cards of an owner's zone, or its top card."""
    game = acts.game
    mine = game.zone[zone].owner == "table" or owner == (player if game.zone[zone].owner == "player" else game.side_of[player])
    scope = TermScope(state, state.turn)
    if owner >= 0:
        scope = scope.binding("owner", exactly(owner))
    lines = [(clause, sentence) for clause, sentence in game.sights_of(zone) if mine or not sentence.own]
    rivals = tuple(clause for clause, _ in lines)
    force = [(acts.encoder.in_force(clause, rivals, scope), sentence) for clause, sentence in lines]
    shown = terms.any_of(condition for condition, sentence in force if sentence.yes and (top or not sentence.top))
    return terms.and_(shown, *(terms.not_(condition) for condition, sentence in force if not sentence.yes))


# ------------------------------------------------------------------------------------------------ two states that look alike


def _same_lists(frame: TransitionSystem) -> int | None:
    """Return the number of proved cases. In each case, two states that look the same to a player have the same moves for that
    player; None if they may not.

    The two states share the memory, the cards that the player sees, and the cards of zones that can be followed; for other
    zones, they share the sizes. Both satisfy the invariants. The two are interchangeable, so it is enough that every move
    possible in the first is possible in the second.
    """
    game, queries = frame.game, 0
    parameters = [p for _, step in game.steps for name in step.acts for p in game.act[name].parameters]
    others = any(not isinstance(step.actor, g.Actor) for _, step in game.steps)
    if any(zone.family for zone in game.zones) or any(p.unseen for p in parameters):
        return None
    if others and not all(step.must for _, step in game.steps):
        return None  # the end of the turn may depend on the acts of another player
    known = visibility.trackable_zones(game)
    for case in frame.facts:
        for sort in frame.moves(case):
            if sort.act and sort.step < 0:
                continue
            acts, here = Acts(game, frame.context), frame.start(case)
            arguments, legal = moves.conditions(acts, sort, here)
            if legal is False:
                continue
            there = _look_alike(acts, here, sort.player, known)
            facts = (*here.facts, *there.facts, *frame.known(case, here, acts), *frame.known(case, there, acts))
            session = SolverSession(acts, facts)
            queries += 1
            if session.decide(legal, terms.not_(moves.possible_with(acts, sort, arguments, there)))[0] != "no":
                return None
    return queries


def _look_alike(acts: Acts, here: SymbolicState, player: int, known: frozenset[str]) -> SymbolicState:
    """Return an arbitrary second state that looks the same to a player."""
    zones, facts = dict[OwnedPlace, Vec](), list[Cond]()
    for place, cards in here.zones.items():
        seen: Cond = place[0] in known
        if place[0] and seen is False:
            seen = _is_visible(acts, here, place[0], player, place[1], top=False)
        if seen is True or all(isinstance(value, int) and not value for value in cards):
            zones[place] = cards
            continue
        zones[place] = other = acts.variables.cards(f"like.{place[0]}{place[1]}", len(cards))
        facts += [*terms.bit_bounds(other), terms.equal(terms.sum_of(other), terms.sum_of(cards))]
        alike = terms.all_of(terms.equal(one, two) for one, two in zip(cards, other, strict=True))
        facts.append(terms.implies(seen, alike))
    return SymbolicState(Board(zones, here.cells, here.turn, here.active), here.step).having(*facts, *symbols.partition(zones))


# ------------------------------------------------------------------------------------------------ the look-ahead


def _completable_courses(frame: TransitionSystem) -> int | None:
    """Return the number of courses of a turn in which the look-ahead was shown to exclude no move; None if it may.

    After each warranted act, the step that must be done next can be done, whatever the act has led to. This step is the last
    mandatory one, and no obligation can be in force.
    """
    game, queries = frame.game, 0
    due = [number for number, (_, step) in enumerate(game.steps) if step.must]
    if game.obligations or game.ends_of("turn"):
        return None
    for case in frame.facts:
        for sort in frame.moves(case):
            later = [number for number in due if number > sort.step] if sort.act and sort.step >= 0 else []
            if sort.step in due and game.steps[sort.step][1].often:
                return None
            if not later:
                continue
            if len(later) > 1:
                return None
            transition = frame.build(case, sort, known=True, followed=False)
            if not transition.possible:
                continue
            for path in transition.course.acted(
                game.act[sort.act], ActInstance(transition.arguments, sort.player), transition.state
            ):
                if path.stopped:
                    continue
                state = path.state.at_step(transition.course.turns.following(sort.step))
                queries += 1
                if not _can_be_done(transition.session, state, later[0]):
                    return None
    return queries


def _can_be_done(session: SolverSession, state: SymbolicState, number: int) -> bool:
    split, cases = 0, 1
    while split < cases:
        answer, cases, _ = undone(session.acts, session, state, number, split, state.facts)
        if answer != "no":
            return False
        split += 1
    return True
