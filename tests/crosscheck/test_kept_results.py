"""Verdicts and totals of random play that are kept next to a shipped ruleset are used only for the rules from which they were
computed.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from tests.crosscheck import statistics
from tests.crosscheck.certificates import still_good
from tests.rulebook.small_site import one_page
from tests.shipped_games import game_of

from cartaro import measurements
from cartaro.commands import book
from cartaro.kept_results import STATISTICS, VERDICTS, KeptResults
from cartaro.measurements import has_shipped_sums, measure, statistics_text
from cartaro.verdicts import as_shipped, shipped_verdicts, verdicts_text
from cartaro_grammar import meaning_digest, play_digest
from cartaro_rulebook import Measurements

NAME = "agram"
"""A game whose hands take microseconds to play and whose proofs take seconds."""


def test_sums_of_play_are_the_kept_ones(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert statistics_text(game_of(NAME)) == STATISTICS.path(NAME).read_text(encoding="utf-8")


def test_a_check_of_the_proofs_has_the_kept_verdicts() -> None:
    game = game_of(NAME)
    checked = still_good(game)
    assert checked is not None
    _, results = checked
    assert shipped_verdicts(game) == as_shipped(game, results)
    assert verdicts_text(game, results) == VERDICTS.path(NAME).read_text(encoding="utf-8")


def test_sums_are_of_the_rules_and_verdicts_of_the_claims_too() -> None:
    ruleset = game_of(NAME).ruleset
    retitled = replace(ruleset, title=(("en", "Something else"),), examples=())
    unclaimed = replace(ruleset, claims=ruleset.claims[1:])
    other = replace(ruleset, clauses=ruleset.clauses[:-1])
    assert play_digest(ruleset) == play_digest(retitled) == play_digest(unclaimed) != play_digest(other)
    assert meaning_digest(ruleset) == meaning_digest(retitled)
    assert meaning_digest(ruleset) not in (meaning_digest(unclaimed), meaning_digest(other))


def test_kept_sums_are_used_and_others_left_aside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game, played = game_of(NAME), list[object]()

    def noted(*asked: object) -> object:
        played.append(asked)
        raise InterruptedError

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(measurements, "play_statistics", noted)
    assert isinstance(measure(NAME, game), Measurements)
    assert not played
    with pytest.raises(InterruptedError):
        measure(NAME, game, 100)
    whole: dict[str, Any] = json.loads(STATISTICS.path(NAME).read_bytes())
    forged = tmp_path / "forged.json"

    def place(*_: object) -> Path:
        return forged

    monkeypatch.setattr(KeptResults, "path", place)
    first = whole["runs"][0]
    forgeries: list[object] = [
        {**whole, "of": "0" * 64},
        {**whole, "form": 2},
        {**whole, "runs": [{**first, "sums": [1]}]},
        {"runs": 3},
        [],
    ]
    for forgery in forgeries:
        forged.write_text(json.dumps(forgery), encoding="utf-8")
        with pytest.raises(InterruptedError):
            measure(NAME, game)
    forged.write_text(json.dumps(whole), encoding="utf-8")
    assert has_shipped_sums(game)
    assert not has_shipped_sums(replace(game, ruleset=replace(game.ruleset, clauses=game.ruleset.clauses[:-1])))


def test_an_installed_wheel_has_its_kept_results_in_an_archive(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    family = tmp_path / "family"
    family.mkdir()
    (family / "one.regole").touch()
    monkeypatch.setattr("cartaro.kept_results.shipped_folder", lambda: tmp_path)
    assert VERDICTS.content("one") is None
    archive = tmp_path / "kept.zip"
    archive.write_bytes(b"no archive")
    assert VERDICTS.content("one") is None
    with ZipFile(archive, "w") as out:
        out.writestr("one.verdicts.json", b"archived")
    assert VERDICTS.content("one") == b"archived"
    assert STATISTICS.content("one") is None
    assert VERDICTS.content("two") is None
    (family / "one.verdicts.json").write_bytes(b"a file")
    assert VERDICTS.content("one") == b"a file"


def test_kept_verdicts_of_other_rules_are_left_aside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game, forged = game_of(NAME), tmp_path / "forged.json"
    whole: dict[str, Any] = json.loads(VERDICTS.path(NAME).read_bytes())
    results: list[dict[str, Any]] = whole["results"]

    def place(*_: object) -> Path:
        return forged

    monkeypatch.setattr(KeptResults, "path", place)
    unsure = [{**results[0], "verdict": "sure"}, *results[1:]]
    changes: list[dict[str, object]] = [{"of": "0" * 64}, {"form": 1}, {"results": results[1:]}, {"results": unsure}]
    forgeries: list[object] = [*({**whole, **change} for change in changes), {}, []]
    for forgery in forgeries:
        forged.write_text(json.dumps(forgery), encoding="utf-8")
        assert shipped_verdicts(game) == []
    forged.write_text(json.dumps(whole), encoding="utf-8")
    claim = replace(game.ruleset.claims[0], names=(("en", "said otherwise"),))
    renamed = replace(game, ruleset=replace(game.ruleset, claims=(claim, *game.ruleset.claims[1:])))
    found = {value["name"]: value for value in shipped_verdicts(renamed)}
    assert found[claim.name]["text"] == {"en": "said otherwise"}


def test_a_book_of_kept_results_proves_and_plays_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sources = one_page(tmp_path)
    monkeypatch.setattr("cartaro_rulebook.publication.site.shipped_sources", lambda: sources)
    monkeypatch.setattr(book, "load_or_decide", None)
    monkeypatch.setattr(measurements, "play_statistics", None)
    out = tmp_path / "site"
    done = CliRunner().invoke(book.command, ["build", NAME, "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert "verdicts kept with their rulesets: 1" in done.output
    page = (out / "en" / f"{NAME}-proofs.html").read_text(encoding="utf-8")
    assert "come with the ruleset" in page
    assert "random-play" in page


def test_a_ruleset_that_does_not_load_is_reported(capfd: pytest.CaptureFixture[str]) -> None:
    assert statistics.renew("agramm") is None
    assert "C0101" in capfd.readouterr().err
