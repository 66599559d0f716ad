"""Outcomes of obligations and claims, before they become results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cartaro_verify.play.table import History
from cartaro_verify.results import statements as st
from cartaro_verify.results.verdicts import OpenCase, Verdict


@dataclass(frozen=True, slots=True)
class Outcome:
    """A verdict with its method or reason, the history that shows it, and the case in which a proof failed."""

    verdict: Verdict
    method: st.Method | None = None
    reason: st.Reason | None = None
    vacuous: bool = False
    history: History | None = None
    open: OpenCase | None = None


ORDER: tuple[Verdict, ...] = ("refuted", "unknown", "attained", "proved")
"""From the weakest on."""


def weakest(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the outcome of a claim: the outcome of its weakest line, with the methods of all lines if the claim holds."""
    least = min(outcomes, key=lambda o: ORDER.index(o.verdict))
    if least.verdict not in ("attained", "proved"):
        return least
    history = next((o.history for o in outcomes if o.history is not None), None)
    methods: st.Method | None = st.series(o.method for o in outcomes)
    vacuous = [o for o in outcomes if o.vacuous]
    return Outcome(least.verdict, methods, vacuous[0].reason if vacuous else None, bool(vacuous), history)
