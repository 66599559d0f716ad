"""A proof tries the findings of an earlier one before it searches, and checks them as it checks its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.verify.small import small

from cartaro.verdicts import load_or_decide
from cartaro_verify import ProofLog, decide
from cartaro_verify.frame import invariant_search
from cartaro_verify.play import enumeration

ADDED = """wins: the winner is the side with highest number of won
extra: each side scores 1 when number of red in won is at least 1
ends: the match ends"""


@pytest.fixture(autouse=True)
def without_enumeration(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(enumeration, "MOST_RUNS", 0)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def verdicts(folder: Path, log: ProofLog, **parts: str) -> dict[str, str]:
    return {found.name: found.verdict for found in decide(small(folder, **parts), log=log)}


def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def searched(_: object) -> bool:
        raise AssertionError("the invariants are searched for again")

    monkeypatch.setattr(invariant_search, "drop_once", searched)


def test_a_changed_text_is_proved_by_the_invariants_of_the_text_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ProofLog()
    before = verdicts(tmp_path, first)
    no_search(monkeypatch)
    assert verdicts(tmp_path, ProofLog(suggested=first.entries), match=ADDED) == before


def test_findings_that_do_not_hold_are_not_used(tmp_path: Path) -> None:
    first = ProofLog()
    before = verdicts(tmp_path, first)
    wrong = json.loads(json.dumps(first.entries).replace('"exactly"', '"at_most"').replace('"at_least"', '"exactly"'))
    assert wrong != first.entries
    assert verdicts(tmp_path, ProofLog(suggested=wrong)) == before


def test_findings_of_another_form_are_not_used(tmp_path: Path) -> None:
    first = ProofLog()
    before = verdicts(tmp_path, first)
    for value in (None, 7, [], [[["exactly", ["nowhere", 0], 3]], [], [], False]):
        assert verdicts(tmp_path, ProofLog(suggested=dict.fromkeys(first.entries, value))) == before


def test_the_command_keeps_findings_for_the_next_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small(tmp_path)
    path = str(tmp_path / "small.regole")
    before = load_or_decide(path, {}, "movable")
    small(tmp_path, match=ADDED)
    no_search(monkeypatch)
    after = load_or_decide(path, {}, "movable")
    assert [row["verdict"] for row in after if isinstance(row, dict)] == [
        row["verdict"] for row in before if isinstance(row, dict)
    ]
    with pytest.raises(AssertionError, match="searched for again"):
        load_or_decide(path, {}, "movable", fresh=True)
