"""The verifier: obligations and claims of a checked game, proved over all deals or refuted by a replayed hand."""

from __future__ import annotations

from cartaro_verify.obligation_proofs import OBLIGATIONS
from cartaro_verify.results.json_form import as_json, from_json
from cartaro_verify.results.verdicts import Counterexample, OpenCase, Result, Verdict
from cartaro_verify.results.wording import english
from cartaro_verify.verify import decide, verify

__all__ = [
    "OBLIGATIONS",
    "Counterexample",
    "OpenCase",
    "Result",
    "Verdict",
    "as_json",
    "decide",
    "english",
    "from_json",
    "verify",
]
