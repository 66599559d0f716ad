"""The mutants that ship with the rulesets belong to their texts and examples, and nearly all are noticed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.shipped_games import game_of

from cartaro.kept_results import MUTANTS, KeptResults
from cartaro.mutant_scores import shipped_mutants
from cartaro_grammar.file_set import shipped

NOTICED = 95
"""The least number that the examples notice, of a hundred mutants that play can tell from the original."""


@pytest.mark.parametrize("name", [name for name in shipped() if MUTANTS.path(name).exists()])
def test_nearly_all_small_changes_are_noticed(name: str) -> None:
    """If this fails, `make mutants` tries them again."""
    score = shipped_mutants(game_of(name))
    assert score is not None, "of another text"
    assert 100 * score.noticed >= NOTICED * score.mutants, score


@pytest.mark.parametrize("name", [name for name in shipped() if MUTANTS.path(name).exists()])
def test_every_sentence_of_the_guide_is_supported(name: str) -> None:
    assert json.loads(MUTANTS.path(name).read_bytes())["not_borne_out"] == []


def test_a_score_of_other_texts_is_left_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = json.loads(MUTANTS.path("guerra").read_text(encoding="utf-8"))
    assert shipped_mutants(game_of("guerra")) is not None
    stale = tmp_path / "stale.json"

    def forged(*_: object) -> Path:
        return stale

    monkeypatch.setattr(KeptResults, "path", forged)
    for forgery in ({**whole, "evidence": "0" * 64}, {**whole, "form": 2}, {**whole, "missed": [3]}, {}):
        stale.write_text(json.dumps(forgery), encoding="utf-8")
        assert shipped_mutants(game_of("guerra")) is None
