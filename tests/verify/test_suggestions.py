"""Before it searches, a proof tries the findings of an earlier proof, and checks them like its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.verify.small import USUAL, small

from cartaro.verdicts import EarlierFindings, load_or_decide
from cartaro_grammar import Game, load_game, shipped_folder
from cartaro_verify import Certificate, ProofLog, decide
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


def test_a_subject_that_the_findings_do_not_prove_is_decided_by_a_search(tmp_path: Path) -> None:
    """The first text had no counter, so its findings contain no fact about one."""
    first = ProofLog()
    verdicts(tmp_path, first)
    parts = {
        "places": 'counter kept for the hand "the kept"',
        "course": USUAL["course"] + "\ncounted: after a keep, add 1 to kept",
        "claims": 'claim few "few"\n  always kept is at most 2',
    }
    assert verdicts(tmp_path, ProofLog(suggested=first.entries), **parts)["few"] == "proved"


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


def test_words_for_readers_cost_no_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such words are titles, citations of claims and comments; line numbers may change too. The verdicts get the words and
    places of the present text.
    """
    parts = {
        "places": 'counter left for the hand "the rest"',
        "course": f"{USUAL['course']}\nless: after a keep, subtract 1 from left\n"
        "none: after a keep when 2 is less than 1, subtract 1 from left",
        "claims": 'claim few "few cards"\n  always number of hand of players is at most 2',
    }
    small(tmp_path, **parts)
    path = tmp_path / "small.regole"
    before = load_or_decide(str(path), {}, None)
    monkeypatch.setattr("cartaro_verify.decide", None)
    text = path.read_text(encoding="utf-8").replace("few cards", "a few cards").replace('title "Small"', 'title "Tiny"')
    path.write_text("-- a comment\n" + text.replace('"the rest"', '"what is left"'), encoding="utf-8")
    after = load_or_decide(str(path), {}, None)
    for old, new in zip(before, after, strict=True):
        assert isinstance(old, dict)
        assert isinstance(new, dict)
        changed = {key for key in old if old[key] != new[key]}
        assert changed == {"claim": {"text"}, "advice": {"at"}}.get(old["kind"], set()), old
    assert {row["name"] for row in after if isinstance(row, dict) and row["kind"] == "advice"} == {"left", "none"}


def test_the_findings_of_a_shipped_ruleset_are_tried_for_a_changed_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = shipped_folder() / "tricks" / "briscola.regole"
    text = shipped.read_text(encoding="utf-8").replace("each side scores total worth of won", "each side scores number of won")
    (tmp_path / "briscola.regole").write_text(text, encoding="utf-8")
    game = load_game(tmp_path / "briscola.regole")
    assert isinstance(game, Game)
    assert EarlierFindings(game).read() == Certificate.read(shipped.with_suffix(".certificate.json").read_bytes()).log
