"""Shared fixtures of the verifier's tests."""

from __future__ import annotations

import pytest


@pytest.fixture
def proofs_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave small games to proofs: no play is enumerated."""
    from cartaro_verify.play import enumeration

    monkeypatch.setattr(enumeration, "MOST_RUNS", 0)


@pytest.fixture
def no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the text suggest no lemmas, with which other ways to a proof are seldom needed."""
    from cartaro_verify.obligations import lemma_candidates

    monkeypatch.setattr(lemma_candidates, "MOST_CANDIDATES", 0)
