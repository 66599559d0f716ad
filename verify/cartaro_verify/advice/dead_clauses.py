"""Clauses that can never apply, and exemptions that can lift nothing: proved over the frame, where play never comes to them.

A clause is dead when its case holds on none of the ways that the frame knows.  Clauses that never apply only because of the
house rules or the number of players chosen are not told of: under others they may.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from cartaro_grammar import PLAYERS_SETTING, Clause, Game, choose, facts_of, sentence_facts
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.frame.moments import reached, ways
from cartaro_verify.frame.transition_system import Transition, TransitionSystem
from cartaro_verify.obligations.clashes import any_arguments
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.obligations.redeals import reads
from cartaro_verify.play.table import AWAIT
from cartaro_verify.terms import symbols, terms, walk
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import NotCovered, SymbolicState
from cartaro_verify.terms.unknowns import Cond
from cartaro_verify.terms.values import Locals, exactly

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
    for clause in frame.game.standing:
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
    return terms.every(exempt, terms.any_of(_barring(acts, bar, prohibition, scope) for bar, prohibition in bars))


def _barring(acts: Acts, bar: Clause, prohibition: g.Prohibition, scope: TermScope) -> Cond:
    """Whether a prohibition's case holds where a permission that it bars does."""
    permissions = acts.game.permissions_of(prohibition.act)
    permitted = (acts.speaks(c, p.subject, scope) for c, p in permissions if c.name in prohibition.bars)
    return terms.every(acts.speaks(bar, prohibition.subject, scope), terms.any_of(permitted))


# ------------------------------------------------------------------------------------------------ in any state at all


def _anywhere(game: Game, clause: Clause, context: ProofContext) -> Iterator[Occasion]:
    """Whether the case of a clause can hold with the cards anywhere, and any words."""
    acts = Acts(game, context)
    for turn in range(game.players):
        state = symbols.anywhere(context.unknowns, game, turn, "any", out_of_sight=True)
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
    return players or any(isinstance(p, g.Setting) or (isinstance(p, Clause) and p.under) for p in parts)


def _others(game: Game) -> Iterator[Game]:
    """The game under each other value of an option, one at a time, and for each other number of players."""
    changes = [(o.name, v) for o in game.options for v in o.values if v != game.chosen[o.name]]
    changes += [(PLAYERS_SETTING, str(n)) for n in game.player_counts if n != game.players]
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
