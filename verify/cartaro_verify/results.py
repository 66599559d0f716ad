"""What the verifier answers: one result for each obligation and claim, under each setting it was decided for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from cartaro_grammar.game import Names

Verdict = Literal["proved", "refuted", "attained", "bounded", "tested", "unknown"]


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
class Result:
    """The verdict on one obligation (`kind` "obligation", of every game) or claim (of the author).

    `witness` reaches what is `attained`, or, with `refuted`, breaks what is claimed.  `reason` says why it is unknown and what
    would help.  `vacuous` means that no play was found in which the premise holds: the ruleset falls short.
    """

    game: str
    name: str
    kind: Literal["obligation", "claim"]
    verdict: Verdict
    method: str
    seconds: float
    text: Names = ()
    cites: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    reason: str = ""
    vacuous: bool = False
    witness: Counterexample | None = None
    invariants: tuple[str, ...] = field(default=())

    @property
    def fine(self) -> bool:
        """Whether the ruleset keeps what it promises here."""
        return self.verdict in ("proved", "attained") and not self.vacuous


def as_json(result: Result) -> dict[str, object]:
    """A result for machines.  The history's `record` goes on to the end of the hand, where it has one, so that it replays; the
    `position` is the one after its first `moves` moves.
    """
    found: dict[str, object] = {
        "game": result.game, "name": result.name, "kind": result.kind, "verdict": result.verdict,
        "method": result.method, "seconds": round(result.seconds, 3), "settings": dict(result.settings),
        "cites": list(result.cites), "text": dict(result.text),
    }  # fmt: skip
    if result.reason:
        found["reason"] = result.reason
    if result.vacuous:
        found["vacuous"] = True
    if result.invariants:
        found["invariants"] = list(result.invariants)
    if result.witness is not None:
        witness = result.witness
        shown: dict[str, object] = {"record": dict(witness.hand or witness.record), "position": dict(witness.position)}
        shown["moves"] = len(cast("list[object]", witness.record.get("moves", [])))
        if witness.note:
            shown["note"] = {"text": witness.note}
        found["counterexample" if result.verdict == "refuted" else "example"] = shown
    return found


def from_json(value: Mapping[str, Any]) -> Result:
    """The result that `as_json` gave this value for; seconds are rounded."""
    shown = value.get("counterexample") or value.get("example")
    note = shown.get("note", {}).get("text", "") if shown else ""
    witness = _witness(shown, note) if shown else None
    return Result(
        value["game"], value["name"], value["kind"], value["verdict"], value["method"], value["seconds"],
        tuple(value["text"].items()), tuple(value["cites"]), tuple(value["settings"].items()), value.get("reason", ""),
        value.get("vacuous", False), witness,
        tuple(value.get("invariants", ())),
    )  # fmt: skip


def _witness(shown: Mapping[str, Any], note: str) -> Counterexample:
    whole = shown["record"]
    history = {**whole, "moves": whole.get("moves", [])[: shown["moves"]]}
    return Counterexample(history, shown["position"], note, whole)
