"""The order of files in a run: those that take long come first, so that no worker is left with one when the others are done.

pytest-xdist would begin with those that have many tests, and a few long ones would come last (`--no-loadscope-reorder` in the
Makefile).  A file belongs here from some eight seconds of processor time on.
"""

from __future__ import annotations

import pytest

LONGEST = (
    "engine/test_same_play.py",
    "differential/test_differential.py",
    "verify/test_agreement.py",
    "verify/test_groups.py",
    "rulesets/test_matches.py",
    "grammar/test_robustness.py",
    "crosscheck/test_crosscheck.py",
    "verify/test_verify.py",
    "rulebook/test_site.py",
    "fuzz/test_fuzz.py",
    "cli/test_explain.py",
    "engine/test_machines.py",
    "verify/test_ranking.py",
    "verify/test_endable.py",
    "grammar/test_checked_texts.py",
    "workbench/test_proofs.py",
    "interpreter/test_information.py",
    "engine/test_generated_games.py",
    "rulebook/test_measurements.py",
    "rulebook/test_histories.py",
    "interpreter/test_laws.py",
    "cli/test_followed_rulesets.py",
    "rulesets/test_groups_in_play.py",
    "rulesets/test_claims_in_play.py",
    "rulesets/test_rulesets.py",
    "cache/test_cache.py",
    "workbench/test_pages.py",
    "verify/test_parts.py",
)
PLACES = {f"tests/{name}": place for place, name in enumerate(LONGEST)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: PLACES.get(item.nodeid.split("::")[0], len(LONGEST)))
