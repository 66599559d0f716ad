"""The order of files in a run: those that take long come first, so that no worker is left with one when the others are done.

pytest-xdist would begin with those that have many tests, and a few long ones would come last (`--no-loadscope-reorder` in the
Makefile).  A file belongs here from some eight seconds of processor time on.
"""

from __future__ import annotations

import pytest

LONGEST = (
    "differential/test_differential.py",
    "verify/test_groups.py",
    "engine/test_same_play.py",
    "grammar/test_robustness.py",
    "rulesets/test_matches.py",
    "verify/test_agreement.py",
    "rulebook/test_site.py",
    "verify/test_ranking.py",
    "cli/test_watched_rulesets.py",
    "engine/test_machines.py",
    "engine/test_generated_games.py",
    "grammar/test_checked_texts.py",
    "workbench/test_references.py",
    "fuzz/test_fuzz.py",
    "cli/test_command.py",
    "crosscheck/test_crosscheck.py",
    "workbench/test_statistics.py",
    "interpreter/test_laws.py",
    "verify/test_endable.py",
    "workbench/test_proofs.py",
    "verify/test_verify.py",
    "interpreter/test_information.py",
    "rulebook/test_paper.py",
    "workbench/test_hidden_cards.py",
    "cli/test_play.py",
    "page/test_editing.py",
    "page/test_table.py",
    "page/test_proofs.py",
    "rulebook/test_site_in_browser.py",
    "page/test_same_answers.py",
    "page/test_rulebook.py",
    "page/test_first_visit.py",
    "page/test_offline.py",
    "page/test_matches.py",
    "page/test_shared_hands.py",
)
PLACES = {f"tests/{name}": place for place, name in enumerate(LONGEST)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: PLACES.get(item.nodeid.split("::")[0], len(LONGEST)))
