"""The verdicts under all house rules that ship with the rulesets belong to their texts, and are complete."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.crosscheck import differences, everywhere, mutants
from tests.shipped_games import game_of

from cartaro import verdicts
from cartaro.verdicts import VerdictCache, everywhere_path, everywhere_text, known_everywhere, shipped_everywhere
from cartaro_grammar.file_set import shipped
from cartaro_verify import OBLIGATIONS, from_json


def cache(name: str) -> VerdictCache:
    return VerdictCache.for_game(game_of(name), None, frozenset())


TOLD = frozenset({("ramino", "ends")})
"""The claims that are refuted under some house rule, as the text next to the ruleset says."""


@pytest.mark.parametrize("name", shipped())
def test_what_holds_everywhere_is_shipped_for_these_rules(name: str) -> None:
    """If this fails, `make everywhere` decides them again."""
    game = game_of(name)
    found = [from_json(value) for value in shipped_everywhere(game, cache(name))]
    kept = {(each.name, each.players) for each in found}
    assert {(each, players) for each in OBLIGATIONS for players in game.ruleset.player_counts} <= kept
    for each in found:
        assert each.coverage is not None
        assert not each.coverage.within
        refuted = any(exempted.verdict == "refuted" for exempted in each.coverage.exempted)
        assert refuted == ((name, each.name) in TOLD), f"{each.name}: a claim to be mended"


def test_shipped_verdicts_of_other_texts_are_left_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "guerra"
    text = everywhere_path(name).read_text(encoding="utf-8")
    assert known_everywhere(name)
    whole = json.loads(text)
    forgeries: list[dict[str, Any]] = [
        {**whole, "meaning": "0" * 64},
        {**whole, "form": 1},
        {**whole, "results": whole["results"][1:2]},
        {**whole, "results": [{**whole["results"][0], "verdict": "sure"}, *whole["results"][1:]]},
        {},
    ]
    stale = tmp_path / "stale.json"

    def forged(_: str) -> Path:
        return stale

    monkeypatch.setattr(verdicts, "everywhere_path", forged)
    for forgery in forgeries:
        stale.write_text(json.dumps(forgery), encoding="utf-8")
        assert shipped_everywhere(game_of(name), cache(name)) == []


def test_what_is_shipped_is_written_as_it_is_read() -> None:
    name = "guerra"
    found = [from_json(value) for value in shipped_everywhere(game_of(name), cache(name))]
    assert everywhere_text(game_of(name), found) == everywhere_path(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("program", [everywhere, mutants, differences])
def test_a_ruleset_that_does_not_load_is_reported(program: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["scoponne"]) == 1
    assert capsys.readouterr().err == "scoponne: C0101: there is no ruleset `scoponne`\n"


def test_only_claims_that_were_added_are_decided_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, kept = game_of("guerra"), tmp_path / "kept.json"
    found = [from_json(value) for value in shipped_everywhere(game, cache("guerra"))]
    *known, added = game.ruleset.claims
    before = replace(game, ruleset=replace(game.ruleset, claims=tuple(known)))
    rest = [each for each in found if each.name != added.name]

    def written(_: str) -> Path:
        return kept

    monkeypatch.setattr(everywhere, "everywhere_path", written)
    kept.write_text(everywhere_text(before, rest), encoding="utf-8")
    assert everywhere.before_added_claims("guerra", game) == (rest, (added.name,))
    assert everywhere.in_order(game, [*rest, *(each for each in found if each.name == added.name)]) == found
    ruled_otherwise = replace(game, ruleset=replace(game.ruleset, clauses=game.ruleset.clauses[1:]))
    assert everywhere.before_added_claims("guerra", ruled_otherwise) == ([], ())
