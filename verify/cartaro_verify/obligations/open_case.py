"""Open cases of results: the case and the move in which a proof fails, decoded from the solver's state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cartaro_grammar import Game
from cartaro_verify.encode.acts import SymbolicArguments
from cartaro_verify.encode.solver import Model, SolverSession
from cartaro_verify.frame.transition_system import Proof, Transition, TransitionSystem, TurnCase
from cartaro_verify.play import decoder
from cartaro_verify.results import statements as st
from cartaro_verify.results.verdicts import OpenCase
from cartaro_verify.results.wording import english
from cartaro_verify.terms.symbolic_state import OwnedPlace, SymbolicState, Value

NOTE = "allowed by the invariants, not known to be reachable"


def of_proof(frame: TransitionSystem, proof: Proof, helps: st.Help | None = None) -> OpenCase | None:
    """Return the case in which a proof over all paths fails; None if the proof had no paths at all."""
    path, model = proof.path, proof.model
    if path is None:
        return None
    at = None if model is None else _allowed(frame, model.state(path.state))
    if path.transition is not None:
        return of_move(frame, path.transition, helps, model, None if path.before is path.state else at)
    case: st.Case = st.PlainCase.HAND_BEGINS
    known = tuple[st.Fact | st.FactUnder, ...]()
    if path.dealt is not None:
        case, known = _case(frame, path.dealt), _facts(frame, path.dealt)
    return OpenCase(frame.game.players, case, st.PlainMove.DEAL, known, helps, position=at)


def of_move(
    frame: TransitionSystem,
    transition: Transition,
    helps: st.Help | None,
    model: Model | None = None,
    after: Mapping[str, object] | None = None,
) -> OpenCase:
    """Return an open case at a move: in the position before it or, if known, `after` it."""
    found = OpenCase(
        frame.game.players, _case(frame, transition.case), _move(transition), _facts(frame, transition.case), helps
    )
    if model is None:
        return found
    before, played = (
        _allowed(frame, model.state(transition.state)),
        {"act": transition.sort.act, "args": _arguments(frame.game, transition, model)},
    )
    if after is None:
        return replace(found, position=before, played=played)
    return replace(found, before=before, position=after, played=played)


def of_case(frame: TransitionSystem, case: TurnCase, helps: st.Help | None, state: SymbolicState | None = None) -> OpenCase:
    """Return an open case of the position itself."""
    at = None if state is None else _allowed(frame, state)
    return OpenCase(frame.game.players, _case(frame, case), None, _facts(frame, case), helps, position=at)


def of_pairs(frame: TransitionSystem, transition: Transition, pairs: Sequence[tuple[SymbolicState, SymbolicState]]) -> OpenCase:
    """Return an open case at a move, with the first of some pairs of known states before and after it."""
    found = of_move(frame, transition, None)
    for before, after in pairs[:1]:
        return replace(found, before=_allowed(frame, before), position=_allowed(frame, after))
    return found


def of_session(frame: TransitionSystem, session: SolverSession, helps: st.Help | None, model: Model | None) -> OpenCase:
    """Return an open case at the move, or the deal, of a session."""
    transition = next((t for t in frame.transitions.values() if t.session is session), None)
    return between(frame, helps, st.PlainMove.DEAL) if transition is None else of_move(frame, transition, helps, model)


def between(frame: TransitionSystem, helps: st.Help | None = None, move: st.OpenMove | None = None) -> OpenCase:
    """Return an open case of a state between two hands."""
    return OpenCase(
        frame.game.players, st.PlainCase.BETWEEN_HANDS, move, tuple(fact.statement for fact in frame.between), helps
    )


def _allowed(frame: TransitionSystem, state: SymbolicState) -> dict[str, object]:
    """Return a known state as a position, marked as allowed by the invariants and not known to be reachable."""
    turned = english(st.Aside.TURNED) if frame.turning else ""
    return {**decoder.position(frame.game, state), "note": f"{NOTE}{turned}"}


def _facts(frame: TransitionSystem, case: TurnCase) -> tuple[st.Fact | st.FactUnder, ...]:
    return tuple(fact.statement for fact in frame.assumed(case))


def _case(frame: TransitionSystem, case: TurnCase) -> st.PlayerToMove:
    """Return the turn, the step and the roles, counted from 1."""
    held = [_role(place, who) for place, who in case.roles]
    roles: st.RoleHeld | st.RoleOfNobody | st.Joined | None = st.joined(st.Joint.AFTER, held)
    return st.PlayerToMove(case.turn + 1, case.step + 1, roles, frame.turning)


def _role(place: OwnedPlace, who: int | None) -> st.RoleHeld | st.RoleOfNobody:
    cell = st.cell(place[0])
    role = cell if place[1] < 0 else st.OwnedBy(cell, place[1] + 1)
    return st.RoleOfNobody(role) if who is None else st.RoleHeld(role, who + 1)


def _move(transition: Transition) -> st.OpenMove:
    if not transition.sort.act:
        return st.PlainMove.TURN_LEFT
    return st.ActBy(st.act(transition.sort.act), transition.sort.player + 1)


def _arguments(game: Game, transition: Transition, model: Model) -> dict[str, object]:
    """Return the known arguments of a move."""
    act, given = game.act.get(transition.sort.act), transition.arguments
    values = {} if act is None else {p.name: (p.type.kind, _known(given, p.name, model)) for p in act.parameters}
    written = {name: decoder.written(game, kind, value) for name, (kind, value) in values.items() if value is not None}
    return {name: value for name, value in written.items() if value is not None}


def _known(given: SymbolicArguments, name: str, model: Model) -> Value | None:
    return model.value(given[name]) if name in given else None
