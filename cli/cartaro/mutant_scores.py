"""Mutation scores of the shipped rulesets, kept as `NAME.mutants.json` next to their texts (0042)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cartaro.kept_results import MUTANTS
from cartaro_grammar import Game, evidence_digest

if TYPE_CHECKING:
    from cartaro_rulebook import MutantScore
    from cartaro_workbench import MutationReport


def shipped_mutants(game: Game) -> MutantScore | None:
    """Return the score that comes with a shipped ruleset, if it is for the present rules and examples."""
    from cartaro_rulebook import MutantScore

    def parsed(found: Mapping[str, Any]) -> MutantScore:
        caught = int(found["caught"])
        return MutantScore(caught, caught + sum(each["outcome"] == "free" for each in found["missed"]))

    return MUTANTS.read(game.name, evidence_digest(game.ruleset), parsed)


def mutants_text(game: Game, report: MutationReport) -> str:
    """Return a report as it is shipped: the number of mutants caught, the wordings of the guide that no example or claim
    checks, and the mutants that are not caught, one a line.
    """
    outcomes = Counter(result.outcome for result in report.results)
    more: dict[str, object] = {
        "caught": outcomes["caught"],
        "equal": outcomes["equal"],
        "not_borne_out": [" ".join(wording.names) for wording in report.not_borne_out],
    }
    missed = (result for result in report.results if result.outcome in ("free", "not told apart"))
    columns = ("outcome", "clause", "kind", "sentence", "mutant")
    rows = (json.dumps({name: getattr(each, name) for name in columns}, ensure_ascii=False) for each in missed)
    return MUTANTS.text(game, evidence_digest(game.ruleset), rows, more)
