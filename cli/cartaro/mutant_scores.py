"""Mutation scores of the shipped rulesets, kept as `NAME.mutants.json` next to their texts (0042)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from cartaro.verdicts import beside_text
from cartaro_grammar import Game, evidence_digest

if TYPE_CHECKING:
    from cartaro_rulebook import MutantScore
    from cartaro_workbench import MutationReport

FORM = 1


def mutants_path(name: str) -> Path:
    """Return the place of the mutants of a shipped ruleset; raise StopIteration if no ruleset has the name."""
    return beside_text(name, "mutants.json")


def shipped_mutants(game: Game) -> MutantScore | None:
    """Return the score that comes with a shipped ruleset, if it is for the present rules and examples."""
    from cartaro_rulebook import MutantScore

    try:
        found = json.loads(mutants_path(game.name).read_bytes())
        if (found["form"], found["evidence"]) != (FORM, evidence_digest(game.ruleset)):
            return None
        caught, missed = int(found["caught"]), sum(each["outcome"] == "free" for each in found["missed"])
    except (OSError, StopIteration, ValueError, RecursionError, LookupError, TypeError):
        return None
    return MutantScore(caught, caught + missed)


def mutants_text(game: Game, report: MutationReport) -> str:
    """Return a report as it is shipped: the number of mutants caught, the wordings of the guide that no example or claim
    checks, and the mutants that are not caught, one a line.
    """
    outcomes = Counter(result.outcome for result in report.results)
    head = {
        "form": FORM,
        "game": game.name,
        "evidence": evidence_digest(game.ruleset),
        "caught": outcomes["caught"],
        "equal": outcomes["equal"],
        "not_borne_out": [" ".join(wording.names) for wording in report.not_borne_out],
    }
    missed = (result for result in report.results if result.outcome in ("free", "not told apart"))
    told = ("outcome", "clause", "kind", "sentence", "mutant")
    rows = (json.dumps({name: getattr(each, name) for name in told}, ensure_ascii=False) for each in missed)
    return json.dumps(head, ensure_ascii=False)[:-1] + ',\n "missed": [\n  ' + ",\n  ".join(rows) + "\n ]}\n"
