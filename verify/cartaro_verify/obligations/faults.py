"""Freedom from faults: whenever the rules need a player, a seat, a divisor or a deal that is not void, there is one.

Clashes and gaps between clauses are in `clashes`, the existence of a legal move in `legal_move`. This module decides, on every
path of the frame, whether somebody begins and somebody is next, whether each player gets exactly one seat, whether every
divisor is greater than 0, and (by `termination`) whether every course that goes back ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cartaro_grammar import Clause
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.expressions import Definedness, Encoder, FaultCondition
from cartaro_verify.encode.solver import Model, SolverSession
from cartaro_verify.encode.somebody import is_excluded
from cartaro_verify.frame.transition_system import Transition, TransitionSystem
from cartaro_verify.obligations import termination as redeals
from cartaro_verify.play.table import Tables
from cartaro_verify.results import statements as st
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import NotCovered, SymbolicState, TermScope, exactly
from cartaro_verify.terms.terms import Answer, Cond

LATE = (g.Ends, g.Passes)
"""Sentences that are evaluated when a turn has ended, or a hand. A score is evaluated when the hand has ended; an expression
that reads it is treated as all expressions are.
"""


@dataclass(frozen=True, slots=True)
class Faultless:
    """The answer `no` means that play never stops; otherwise the reason and the state in which it may."""

    answer: Answer
    queries: int
    rounds: tuple[st.RoundsReason, ...] = ()
    reason: st.Reason | None = None
    session: SolverSession | None = None
    model: Model | None = None
    """The path on which play may stop, and one of its states."""


def faultless(frame: TransitionSystem, tables: Tables) -> Faultless:
    """Decide whether every clause has the value that it needs in play."""
    queries = 0
    for session, fault in fault_conditions(frame):
        queries += 1
        answer, model = session.decide(*fault.conditions)
        if answer == "unknown" and is_excluded(session, fault.conditions[:-1], fault.conditions[-1]):
            continue
        if answer == "unknown":
            with frame.context.patience():
                answer, model = session.decide(*fault.conditions)
        if answer != "no":
            reason = fault.what or st.PlainReason.NO_DIVISOR_OR_SEATS
            return Faultless(answer, queries, (), reason if answer == "yes" else st.PlainReason.GAVE_UP, session, model)
    found = redeals.ending(frame, tables)
    return Faultless("no" if found.reason is None else "unknown", queries, found.reasons, found.reason)


def fault_conditions(frame: TransitionSystem) -> Iterator[tuple[SolverSession, FaultCondition]]:
    """Yield every condition under which play might stop. The session has the constraints of the path."""
    _check_covered(frame)
    session, _ = frame.opening
    yield from ((session, d) for d in session.acts.fault_conditions)
    session, dealt = frame.dealt
    yield from ((session, d) for d in session.acts.fault_conditions)
    for path in frame.good_deals:
        yield from _nobody_named(session, path.state, g.Begins, st.PlainReason.NOBODY_BEGINS)
    for _, state in dealt:
        yield from _awaiting(session, state)
    for transition in frame.transitions.values():
        yield from ((transition.session, d) for d in transition.completed.acts.fault_conditions)
        yield from _turn_over(transition)
        for _, state in transition.following:
            yield from _awaiting(transition.session, state)


def _check_covered(frame: TransitionSystem) -> None:
    """Raise `NotCovered` for undefined values in places that are not encoded here."""
    game = frame.game
    definedness = Definedness(Encoder(game, frame.context))
    unseen = [c for c in game.clauses if isinstance(c.sentence, g.Sees | g.TakesPart)]
    if any(definedness.may_be_undefined(n) for n in (*unseen, *(p.domain for a in game.acts for p in a.parameters))):
        raise NotCovered(st.Construct.DIVISOR_SEEN)
    if any(definedness.may_be_undefined(cell.initial) for cell in game.cells if cell.initial is not None):
        raise NotCovered(st.Construct.DIVISOR_INITIAL)


# ------------------------------------------------------------------------------------------------ who


def _turn_over(transition: Transition) -> Iterator[tuple[SolverSession, FaultCondition]]:
    """Yield the conditions of faults at the end of a turn: nobody is next, or a clause at the end of a turn or hand is
    undefined.
    """
    clauses = transition.session.acts.game.clauses
    scores = [c for c in clauses if isinstance(c.sentence, g.Score)]
    for path in transition.turn_ends:
        ends: Cond = True
        if path.stopped not in ("hand", "match"):
            ends = transition.course.turns.ends("hand", path.state)
            yield from _nobody_named(transition.session, path.state, g.Passes, st.PlainReason.NOBODY_NEXT, terms.not_(ends))
        yield from _undefined_clauses(transition.session, scores, TermScope(path.state, path.state.turn), ends)
    late = [c for c in clauses if isinstance(c.sentence, LATE)]
    for state in (p.state for p in (*transition.turn_ends, *transition.counted)):
        yield from _undefined_clauses(transition.session, late, TermScope(state, state.turn))
    for state in (p.state for p in transition.counted):
        yield from _undefined_clauses(transition.session, scores, TermScope(state, state.turn))


def _nobody_named(
    session: SolverSession, state: SymbolicState, kind: type[g.Begins] | type[g.Passes], what: st.Reason, given: Cond = True
) -> Iterator[tuple[SolverSession, FaultCondition]]:
    """Yield the condition that the clauses of this kind name nobody."""
    encoder, game = session.acts.encoder, session.acts.game
    stating = game.with_sentence(kind)
    clauses = tuple(clause for clause, _ in stating)
    scope, named = TermScope(state, state.turn), list[Cond]()
    for clause, sentence in stating:
        players = encoder.guarded(sentence.player, scope)
        somebody = terms.any_of(c for player, c in players.items if player is not None)
        named.append(terms.and_(encoder.in_force(clause, clauses, scope), somebody))
    nobody = terms.not_(terms.any_of(named))
    if nobody is not False and given is not False:
        yield session, FaultCondition((*state.facts, given, nobody), what)
    yield from _undefined_clauses(session, clauses, scope)


# ------------------------------------------------------------------------------------------------ by what


def _awaiting(session: SolverSession, state: SymbolicState) -> Iterator[tuple[SolverSession, FaultCondition]]:
    """Yield the conditions under which clauses of the turn or of an act are undefined while a move is awaited."""
    acts = session.acts
    early = [c for c in acts.game.clauses if isinstance(c.sentence, g.Step | g.Obligation)]
    yield from _undefined_clauses(session, early, TermScope(state, state.turn))
    for act in acts.game.acts:
        law = [
            c for c in acts.game.clauses if isinstance(c.sentence, g.Permission | g.Prohibition) and act.name in c.sentence.acts
        ]
        if any(Definedness(acts.encoder).may_be_undefined(c) for c in law):
            yield from _lawful(session, act, law, state)


def _lawful(
    session: SolverSession, act: g.Act, law: list[Clause], state: SymbolicState
) -> Iterator[tuple[SolverSession, FaultCondition]]:
    """Yield the conditions under which clauses of an act are undefined and computed, with any arguments and for any player."""
    acts: Acts = session.acts
    arguments = acts.unknown_arguments(act, {}, "asked")
    for player in range(acts.game.players):
        scope = TermScope(state, player)
        inside = acts.in_domain(act, arguments, scope)
        for clause in law:
            inner = replace(scope, locals=arguments)
            computed = terms.and_(inside, _is_computed(acts, act, clause, inner))
            yield from _undefined_clauses(session, (clause,), inner, computed)


def _is_computed(acts: Acts, act: g.Act, clause: Clause, scope: TermScope) -> Cond:
    """Return whether the reference has a clause of an act computed: a prohibition if a permission that it bars applies, an
    exemption if the case of a computed prohibition that it lifts holds, and what overrides an exemption if that one applies.
    """
    game, sentence = acts.game, clause.sentence

    def applies(other: Clause) -> Cond:
        assert isinstance(other.sentence, g.Permission | g.Prohibition)
        return acts.applies_to_actor(other, other.sentence.subject, scope)

    if isinstance(sentence, g.Permission):
        lifted = (bar for bar, _ in game.prohibitions_of(act.name) if bar.name in sentence.lifts)
        found = (terms.and_(_is_computed(acts, act, bar, scope), applies(bar)) for bar in lifted)
        return terms.any_of(found) if sentence.lifts else True
    bars = sentence.bars if isinstance(sentence, g.Prohibition) else ()
    barred = terms.any_of(applies(permission) for permission, _ in game.permissions_of(act.name) if permission.name in bars)
    exempting = (c for c, s in game.with_sentence(g.Permission) if s.lifts and clause.name in game.yields_to(c.name))
    return terms.any_of((barred, *map(applies, exempting)))


def _undefined_clauses(
    session: SolverSession, clauses: Sequence[Clause], scope: TermScope, given: Cond = True
) -> Iterator[tuple[SolverSession, FaultCondition]]:
    """Yield the conditions under which these clauses are undefined."""
    definedness = Definedness(session.acts.encoder)
    for clause in clauses:
        if definedness.may_be_undefined(clause):
            inner = _side_scopes(session, clause, scope)
            for each in inner:
                undefined = terms.or_(definedness.clause(clause, each), definedness.parts(clause.sentence, each))
                yield (
                    session,
                    FaultCondition(
                        (*scope.state.facts, given, undefined),
                        st.ClauseReason(st.ClauseReasonSort.NO_DIVISOR, st.clause(clause.name)),
                    ),
                )


def _side_scopes(session: SolverSession, clause: Clause, scope: TermScope) -> list[TermScope]:
    """Return the scopes in which a clause is evaluated: a score for each side."""
    if not isinstance(clause.sentence, g.Score):
        return [scope]
    return [scope.binding("side", exactly(s)) for s in range(session.acts.game.sides)]
