"""Verdicts on claims: from how far the proof of each line came, and what was found of it by play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cartaro_grammar import game as g
from cartaro_verify.claims.line_proofs import LineProof
from cartaro_verify.obligations.results import OpenCase, Verdict
from cartaro_verify.play.table import History
from cartaro_verify.terms.messages import joined as joined_words
from cartaro_verify.terms.messages import words


@dataclass(frozen=True, slots=True)
class Outcome:
    verdict: Verdict
    method: str
    reason: str = ""
    vacuous: bool = False
    history: History | None = None
    open: OpenCase | None = None


def outcome(task: LineProof, hands: int) -> Outcome:
    """The verdict on a line after the search."""
    broken = next((goal.found for goal in task.violation if goal.found is not None), None)
    if broken is not None:
        return Outcome("refuted", words("replayed"), history=broken)
    match line := task.line:
        case g.Possible():
            return _possible(task, hands)
        case g.ExtremeClaim():
            return _attained(task, line, hands)
        case g.Always() | g.AtEvery() | g.BeforeEvery() | g.AfterEvery():
            return _holding(task, hands)


def _holding(task: LineProof, hands: int) -> Outcome:
    if not task.proved:
        return Outcome("unknown", "", words("not_broken", x=task.reason, hands=hands), open=task.open)
    met = all(any(goal.found is not None for goal in goals) for goals in task.premises)
    return Outcome("proved", task.method, "" if met else words("premise_unmet", hands=hands), not met)


def _possible(task: LineProof, hands: int) -> Outcome:
    found = next((goal.found for goal in task.attaining if goal.found is not None), None)
    if found is not None:
        return Outcome("attained", words("replayed"), history=found)
    if task.proved:
        return Outcome("refuted", words("nowhere"), words("nothing_true"))
    never = words("never_met", hands=hands)
    return Outcome("unknown", "", joined_words("series", (task.reason, never)) if task.reason else never, open=task.open)


def _attained(task: LineProof, line: g.ExtremeClaim, hands: int) -> Outcome:
    if task.proved and task.beyond_reach:
        return Outcome("refuted", task.method, words("beyond_reach", n=line.value))
    found = task.attaining[0].found
    if task.proved and found is not None:
        return Outcome("attained", task.method, history=found)
    if task.proved:
        reason = words("not_attained", hands=hands, n=line.value)
        return Outcome("unknown", "", reason)
    return Outcome("unknown", "", words(f"no_{line.which}", n=line.value, x=task.reason), open=task.open)


ORDER: tuple[Verdict, ...] = ("refuted", "unknown", "attained", "proved")


def joined(outcomes: Sequence[Outcome]) -> Outcome:
    """The verdict on a claim: that of its weakest line, with the methods of all."""
    weakest = min(outcomes, key=lambda o: ORDER.index(o.verdict))
    if weakest.verdict not in ("attained", "proved"):
        return weakest
    history = next((o.history for o in outcomes if o.history is not None), None)
    methods = joined_words("series", (o.method for o in outcomes))
    vacuous = [o for o in outcomes if o.vacuous]
    return Outcome(weakest.verdict, methods, vacuous[0].reason if vacuous else "", bool(vacuous), history)
