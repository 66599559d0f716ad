"""Shared fixtures of the verifier's tests."""

from __future__ import annotations

import pytest


@pytest.fixture
def proofs_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave small games to proofs: no play is enumerated."""
    from cartaro_verify.play import enumeration

    monkeypatch.setattr(enumeration, "MOST_RUNS", 0)
