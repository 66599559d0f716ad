"""What an `unknown` tells: the case in which a proof came to nothing, the move, and a position decoded from the solver's state.

The position is one that the invariants allow and is not known to be reachable, which its note says.  Where the table is turned,
seat 1 is whoever has the turn in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cartaro_grammar import Game
from cartaro_verify.encode.acts import SymbolicArguments
from cartaro_verify.encode.solver import Model, SolverSession
from cartaro_verify.frame.proofs import Proof
from cartaro_verify.frame.transition_system import Transition, TransitionSystem, TurnCase
from cartaro_verify.obligations.results import OpenCase
from cartaro_verify.play import decoder
from cartaro_verify.terms.messages import joined, words
from cartaro_verify.terms.symbols import OwnedPlace, SymbolicState
from cartaro_verify.terms.values import Value

NOTE = "allowed by the invariants, not known to be reachable"


# ------------------------------------------------------------------------------------------------ what is open


def of_proof(frame: TransitionSystem, proof: Proof, helps: str = "") -> OpenCase | None:
    """Where a proof of what every way keeps came to nothing; None where there was no way at all."""
    way, model = proof.way, proof.model
    if way is None:
        return None
    at = None if model is None else _allowed(frame, model.state(way.state))
    if way.made is not None:
        return of_move(frame, way.made, helps, model, None if way.before is way.state else at)
    case: str = words("case_deal")
    known = tuple[str, ...]()
    if way.dealt is not None:
        case, known = _case(frame, way.dealt), _facts(frame, way.dealt)
    return OpenCase(frame.game.players, case, words("move_deal"), known, helps, position=at)


def of_move(
    frame: TransitionSystem, made: Transition, helps: str, model: Model | None = None, after: Mapping[str, object] | None = None
) -> OpenCase:
    """A move of which something could not be shown: in the position before it or, where that is known, `after` it."""
    found = OpenCase(frame.game.players, _case(frame, made.case), _move(made), _facts(frame, made.case), helps)
    if model is None:
        return found
    before, played = (
        _allowed(frame, model.state(made.state)),
        {"act": made.sort.act, "args": _arguments(frame.game, made, model)},
    )
    if after is None:
        return replace(found, position=before, played=played)
    return replace(found, before=before, position=after, played=played)


def of_case(frame: TransitionSystem, case: TurnCase, helps: str, state: SymbolicState | None = None) -> OpenCase:
    """A case in which something could not be shown of the position itself."""
    at = None if state is None else _allowed(frame, state)
    return OpenCase(frame.game.players, _case(frame, case), "", _facts(frame, case), helps, position=at)


def of_ways(frame: TransitionSystem, made: Transition, pairs: Sequence[tuple[SymbolicState, SymbolicState]]) -> OpenCase:
    """A move of which something could not be shown, with the first of some pairs of known states before and after it."""
    found = of_move(frame, made, "")
    for before, after in pairs[:1]:
        return replace(found, before=_allowed(frame, before), position=_allowed(frame, after))
    return found


def of_session(frame: TransitionSystem, session: SolverSession, helps: str, model: Model | None) -> OpenCase:
    """The move, or the deal, that a session is about."""
    made = next((t for t in frame.transitions.values() if t.session is session), None)
    return between(frame, helps, words("move_deal")) if made is None else of_move(frame, made, helps, model)


def between(frame: TransitionSystem, helps: str, move: str = "") -> OpenCase:
    """Any state between two hands."""
    return OpenCase(frame.game.players, words("case_between"), move, tuple(map(str, frame.between)), helps)


def _allowed(frame: TransitionSystem, state: SymbolicState) -> dict[str, object]:
    """A known state as a position that says what it is."""
    turned = words("turned") if frame.turning else ""
    return {**decoder.position(frame.game, state), "note": f"{NOTE}{turned}"}


def _facts(frame: TransitionSystem, case: TurnCase) -> tuple[str, ...]:
    return tuple(map(str, frame.assumed(case)))


def _case(frame: TransitionSystem, case: TurnCase) -> str:
    """Who has the turn, the step and the roles, counted from 1."""
    roles = joined("after", [_role(place, who) for place, who in case.roles])
    turned = words("turned") if frame.turning else ""
    return words("case", n=case.turn + 1, step=case.step + 1, roles=roles, turned=turned)


def _role(place: OwnedPlace, who: int | None) -> str:
    cell = words("cell", name=place[0])
    said = cell if place[1] < 0 else words("cell_of", x=cell, n=place[1] + 1)
    return words("role_nobody", x=said) if who is None else words("role", x=said, n=who + 1)


def _move(made: Transition) -> str:
    if not made.sort.act:
        return words("move_end")
    return words("move_act", name=words("act", name=made.sort.act), n=made.sort.player + 1)


def _arguments(game: Game, made: Transition, model: Model) -> dict[str, object]:
    """The arguments of a move; what is not known of them is left out."""
    act, given = game.act.get(made.sort.act), made.arguments
    values = {} if act is None else {p.name: (p.type.kind, _known(given, p.name, model)) for p in act.parameters}
    written = {name: decoder.written(game, kind, value) for name, (kind, value) in values.items() if value is not None}
    return {name: value for name, value in written.items() if value is not None}


def _known(given: SymbolicArguments, name: str, model: Model) -> Value | None:
    return model.value(given[name]) if name in given else None
