"""That play never breaks down: wherever the rules need a player, a seat, a divisor or a deal that stands, there is one.

Clashes and gaps between clauses are `clashes`', whether a move is possible `legal_move`'s.  Here is asked, of every way that
the frame knows: whether somebody begins and somebody is next; whether the seats are for each player once; whether a remainder
is by more than 0; and (`redeals`) whether a course that goes back comes to an end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cartaro_grammar import Clause
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.expressions import Definedness, Doubt, encoder_of
from cartaro_verify.encode.solver import Model, SolverSession
from cartaro_verify.frame.transition_system import Transition, TransitionSystem
from cartaro_verify.obligations import termination as redeals
from cartaro_verify.play.table import HistoryTable
from cartaro_verify.results import statements as st
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import NotCovered, SymbolicState, TermScope, exactly
from cartaro_verify.terms.terms import Answer, Cond

LATE = (g.Ends, g.Passes, g.Score)
"""Sentences that are asked when a turn has ended, or a hand."""


@dataclass(frozen=True, slots=True)
class Faultless:
    """`no`: play breaks down nowhere; else where it might."""

    answer: Answer
    asked: int
    rounds: tuple[st.RoundsReason, ...] = ()
    what: st.Reason | None = None
    session: SolverSession | None = None
    model: Model | None = None
    """The way on which it might, and a state of it."""


def faultless(frame: TransitionSystem, table: HistoryTable) -> Faultless:
    """Whether play goes on wherever the rules are asked who, where or by what."""
    asked = 0
    for session, doubt in doubts(frame):
        asked += 1
        answer, model = session.decide(*doubt.conditions)
        if answer != "no":
            return Faultless(answer, asked, (), doubt.what or st.PlainReason.NO_DIVISOR_OR_SEATS, session, model)
    found = redeals.ending(frame, table)
    return Faultless("no" if found.what is None else "unknown", asked, found.reasons, found.what)


def doubts(frame: TransitionSystem) -> Iterator[tuple[SolverSession, Doubt]]:
    """Every place where play might break down, in the session that knows what led there."""
    _looked_at(frame)
    session, _ = frame.opening
    yield from ((session, d) for d in session.acts.doubts)
    session, dealt = frame.dealt
    yield from ((session, d) for d in session.acts.doubts)
    for path in frame.good_deals:
        yield from _unnamed(session, path.state, g.Begins, st.PlainReason.NOBODY_BEGINS)
    for _, state in dealt:
        yield from _awaiting(session, state)
    for made in frame.transitions.values():
        yield from ((made.session, d) for d in made.session.acts.doubts)
        yield from _turn_over(made)
        for _, state in made.following:
            yield from _awaiting(made.session, state)


def _looked_at(frame: TransitionSystem) -> None:
    """Places of which is not asked here; a doubt about one of them stays."""
    game = frame.game
    definedness = Definedness(encoder_of(game, frame.context))
    unseen = [c for c in game.clauses if isinstance(c.sentence, g.Sees | g.TakesPart)]
    if any(definedness.looks(n) for n in (*unseen, *(p.domain for a in game.acts for p in a.parameters))):
        raise NotCovered(st.Construct.DIVISOR_SEEN)
    if any(definedness.looks(cell.initial) for cell in game.cells if cell.initial is not None):
        raise NotCovered(st.Construct.DIVISOR_INITIAL)


# ------------------------------------------------------------------------------------------------ who


def _turn_over(made: Transition) -> Iterator[tuple[SolverSession, Doubt]]:
    """Where a turn is over: whether somebody is next, and what is asked at the end of a turn or hand."""
    for path in made.turn_ends:
        if path.stopped in ("hand", "match"):
            continue
        ends = made.course.turns.ends("hand", path.state)
        yield from _unnamed(made.session, path.state, g.Passes, st.PlainReason.NOBODY_NEXT, terms.not_(ends))
    late = [c for c in made.session.acts.game.clauses if isinstance(c.sentence, LATE)]
    for state in (p.state for p in (*made.turn_ends, *made.counted)):
        yield from _asked(made.session, late, TermScope(state, state.turn))


def _unnamed(
    session: SolverSession, state: SymbolicState, kind: type[g.Begins] | type[g.Passes], what: st.Reason, given: Cond = True
) -> Iterator[tuple[SolverSession, Doubt]]:
    """Whether the clauses of this kind name nobody."""
    encoder, game = session.acts.encoder, session.acts.game
    saying = game.saying(kind)
    clauses = tuple(clause for clause, _ in saying)
    scope, named = TermScope(state, state.turn), list[Cond]()
    for clause, said in saying:
        players = encoder.guarded(said.player, scope)
        somebody = terms.any_of(c for player, c in players.items if player is not None)
        named.append(terms.and_(encoder.in_force(clause, clauses, scope), somebody))
    nobody = terms.not_(terms.any_of(named))
    if nobody is not False and given is not False:
        yield session, Doubt((*state.facts, given, nobody), what)
    yield from _asked(session, clauses, scope)


# ------------------------------------------------------------------------------------------------ by what


def _awaiting(session: SolverSession, state: SymbolicState) -> Iterator[tuple[SolverSession, Doubt]]:
    """What is asked where a move is awaited: of the turn, and of every act."""
    acts = session.acts
    early = [c for c in acts.game.clauses if isinstance(c.sentence, g.Step | g.Obligation)]
    yield from _asked(session, early, TermScope(state, state.turn))
    for act in acts.game.acts:
        law = [
            c for c in acts.game.clauses if isinstance(c.sentence, g.Permission | g.Prohibition) and c.sentence.act == act.name
        ]
        if any(Definedness(acts.encoder).looks(c) for c in law):
            yield from _lawful(session, act, law, state)


def _lawful(
    session: SolverSession, act: g.Act, law: list[Clause], state: SymbolicState
) -> Iterator[tuple[SolverSession, Doubt]]:
    """What is asked of an act, with any arguments, by anybody."""
    acts: Acts = session.acts
    arguments = acts.unknown_arguments(act, {}, "asked")
    for player in range(acts.game.players):
        scope = TermScope(state, player)
        inside = acts.in_domain(act, arguments, scope)
        yield from _asked(session, law, replace(scope, locals=arguments), inside)


def _asked(
    session: SolverSession, clauses: Sequence[Clause], scope: TermScope, given: Cond = True
) -> Iterator[tuple[SolverSession, Doubt]]:
    """Whether these clauses may be asked what has no value."""
    definedness = Definedness(session.acts.encoder)
    for clause in clauses:
        if definedness.looks(clause):
            inner = _bound(session, clause, scope)
            for each in inner:
                undefined = terms.or_(definedness.clause(clause, each), definedness.parts(clause.sentence, each))
                yield (
                    session,
                    Doubt(
                        (*scope.state.facts, given, undefined),
                        st.ClauseReason(st.ClauseReasonSort.NO_DIVISOR, st.clause(clause.name)),
                    ),
                )


def _bound(session: SolverSession, clause: Clause, scope: TermScope) -> list[TermScope]:
    """A clause that scores is asked of each side."""
    if not isinstance(clause.sentence, g.Score):
        return [scope]
    return [scope.binding("side", exactly(s)) for s in range(session.acts.game.sides)]
