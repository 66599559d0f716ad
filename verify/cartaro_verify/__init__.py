"""The verifier: obligations and claims of a checked game, proved over all deals or refuted by a replayed hand."""

from cartaro_verify.results import Counterexample, Result, as_json, from_json
from cartaro_verify.verify import verify

__all__ = ["Counterexample", "Result", "as_json", "from_json", "verify"]
