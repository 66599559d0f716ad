"""What the verifier answers: one result for each obligation and claim, under each setting it was decided for.

What an `unknown` tells: the case in which a proof came to nothing, the move, and a position decoded from the solver's state.

The position is one that the invariants allow and is not known to be reachable, which its note says.  Where the table is turned,
seat 1 is whoever has the turn in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

from cartaro_grammar import Game
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import SymbolicArguments
from cartaro_verify.encode.solver import Model, SolverSession
from cartaro_verify.frame.transition_system import Proof, Transition, TransitionSystem, TurnCase
from cartaro_verify.play import decoder
from cartaro_verify.terms.messages import FormText, joined, words, words_from_json, words_json
from cartaro_verify.terms.symbolic_state import OwnedPlace, SymbolicState, Value

# ----------------------------------------------------------------------- results


Verdict = Literal["proved", "refuted", "attained", "unknown", "told"]


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A legal history that the interpreter has replayed: the record of play, and the position it leads to.

    `hand` is the record of the whole hand, the history played on to the end in some legal way; None where it does not end.
    """

    record: Mapping[str, object]
    position: Mapping[str, object]
    note: str = ""
    hand: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class OpenCase:
    """Where a proof came to nothing: the case (who has the turn, the step, the roles; of a hand of so many players), the move,
    the invariants of the case, and what would help.

    `position` is decoded from the solver's state: it breaks what is claimed, is allowed by the invariants, and is not known to
    be reachable, as its note says.  `before` is the one that the move `played` starts from, where that is another.
    """

    players: int
    case: str
    move: str = ""
    invariants: tuple[str, ...] = ()
    help: str = ""
    before: Mapping[str, object] | None = None
    position: Mapping[str, object] | None = None
    played: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict on one obligation (`kind` "obligation", of every game) or claim (of the author); or advice, which is `told`
    of a clause or a counter with the place `at` which it stands: `method` says what was found, `reason` what would mend it.

    `witness` reaches what is `attained`, or, with `refuted`, breaks what is claimed.  `reason` says why it is unknown and what
    would help, or how far it is proved where play may stop.  `vacuous` means that no play was found in which the premise
    holds: the ruleset falls short.

    It holds for `players` under all of `house_rules`, option by option; `settings` are those that differ from what was asked
    for, because the claim names them.  `hands` is how many random hands, from seed 0 on, did not break what is unknown; `open`
    says of it where a proof came to nothing, as far as one was begun.  What is unknown has no method.
    """

    game: str
    name: str
    kind: Literal["obligation", "claim", "advice"]
    verdict: Verdict
    method: str
    seconds: float
    text: g.Names = ()
    cites: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    reason: str = ""
    vacuous: bool = False
    witness: Counterexample | None = None
    invariants: tuple[str, ...] = field(default=())
    contradicted: bool = False
    """Whether play contradicts what was proved: a fault of the prover, and no verdict; `witness` shows it."""
    at: str = ""
    players: int = 0
    house_rules: tuple[tuple[str, str], ...] = ()
    hands: int = 0
    open: OpenCase | None = None
    told_false: bool = False
    """Whether the ruleset tells the claim as false: then it is kept where it is refuted."""

    @property
    def place(self) -> tuple[object, ...]:
        """What it is about; of several results of one place the last counts."""
        return self.kind, self.name, self.settings, self.at

    @property
    def fine(self) -> bool:
        """Whether the ruleset keeps what it promises here."""
        if self.told_false:
            return self.verdict == "refuted"
        return self.verdict in ("proved", "attained", "told") and not self.vacuous


def as_json(result: Result) -> dict[str, object]:
    """A result for machines.  The history's `record` goes on to the end of the hand, where it has one, so that it replays; the
    `position` is the one after its first `moves` moves.
    """
    found: dict[str, object] = {
        "game": result.game, "name": result.name, "kind": result.kind, "verdict": result.verdict,
        "method": result.method, "seconds": round(result.seconds, 3), "settings": dict(result.settings),
        "cites": list(result.cites), "text": dict(result.text),
        "players": result.players, "house_rules": dict(result.house_rules),
    }  # fmt: skip
    if result.hands:
        found["tested"] = {"hands": result.hands, "seed": 0}
    if result.reason:
        found["reason"] = result.reason
    if result.at:
        found["at"] = result.at
    said = {**_said("method", result.method), **_said("reason", result.reason)}
    if said:
        found["words"] = said
    if result.vacuous:
        found["vacuous"] = True
    if result.told_false:
        found["told_false"] = True
    if result.open is not None:
        found["open"] = _open_json(result.open)
    if result.invariants:
        found["invariants"] = list(result.invariants)
    if result.witness is not None:
        witness = result.witness
        shown: dict[str, object] = {"record": dict(witness.hand or witness.record), "position": dict(witness.position)}
        shown["moves"] = len(cast("list[object]", witness.record.get("moves", [])))
        if witness.note:
            shown["note"] = {"text": witness.note, **_said("words", witness.note)}
        found[_shown_as(result)] = shown
    return found


def _open_json(case: OpenCase) -> dict[str, object]:
    """An open case, without what is not known of it."""
    texts = {"case": case.case, "move": case.move, "help": case.help}
    said = {key: part for name, text in texts.items() for key, part in _said(name, text).items()}
    if any(isinstance(fact, FormText) for fact in case.invariants):
        said["invariants"] = [words_json(fact) for fact in case.invariants]
    known = {"before": case.before, "position": case.position, "played": case.played}
    return {
        "players": case.players, **{key: text for key, text in texts.items() if text},
        "invariants": list(case.invariants), **{key: dict(value) for key, value in known.items() if value is not None},
        **({"words": said} if said else {}),
    }  # fmt: skip


def _open(value: Mapping[str, Any]) -> OpenCase:
    said = value.get("words", {})
    case, move, helps = (_text(said, key, value.get(key, "")) for key in ("case", "move", "help"))
    facts = tuple(cast("list[str]", words_from_json(said.get("invariants", value["invariants"]))))
    shown = (value.get(key) for key in ("before", "position", "played"))
    return OpenCase(value["players"], case, move, facts, helps, *shown)


def _shown_as(result: Result) -> str:
    """What a history is to its result."""
    if result.contradicted:
        return "contradiction"
    return "counterexample" if result.verdict == "refuted" else "example"


def _said(key: str, text: str) -> dict[str, object]:
    """A text's form under a key, where it has one."""
    return {key: words_json(text)} if isinstance(text, FormText) else {}


def from_json(value: Mapping[str, Any]) -> Result:
    """The result that `as_json` gave this value for; seconds are rounded."""
    shown = value.get("counterexample") or value.get("example") or value.get("contradiction")
    note: Mapping[str, Any] = shown.get("note", {}) if shown else {}
    witness = _witness(shown, _text(note, "words", note.get("text", ""))) if shown else None
    said = value.get("words", {})
    return Result(
        value["game"], value["name"], value["kind"], value["verdict"], _text(said, "method", value["method"]),
        value["seconds"], tuple(value["text"].items()), tuple(value["cites"]), tuple(value["settings"].items()),
        _text(said, "reason", value.get("reason", "")), value.get("vacuous", False), witness,
        tuple(value.get("invariants", ())), "contradiction" in value, value.get("at", ""),
        value["players"], tuple(value["house_rules"].items()), value.get("tested", {}).get("hands", 0),
        _open(value["open"]) if "open" in value else None, value.get("told_false", False),
    )  # fmt: skip


def _text(said: Mapping[str, Any], key: str, plain: str) -> str:
    """The text with its form, where that was written."""
    return cast(str, words_from_json(said[key])) if key in said else plain


def _witness(shown: Mapping[str, Any], note: str) -> Counterexample:
    whole = shown["record"]
    history = {**whole, "moves": whole.get("moves", [])[: shown["moves"]]}
    return Counterexample(history, shown["position"], note, whole)


# --------------------------------------------------------------------- open case


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
