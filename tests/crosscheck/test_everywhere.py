"""The verdicts under all house rules that ship with the rulesets belong to their texts, and are complete."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.crosscheck import differences, everywhere, mutants
from tests.shipped_games import game_of

from cartaro.kept_results import EVERYWHERE, KeptResults
from cartaro.verdicts import VerdictCache, everywhere_text, known_everywhere, shipped_everywhere, whole_rows
from cartaro_grammar.file_set import shipped
from cartaro_verify import OBLIGATIONS, Coverage, CoverFault, Result, cover_faults, from_json


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
    text = EVERYWHERE.path(name).read_text(encoding="utf-8")
    assert known_everywhere(name)
    whole = json.loads(text)
    first = whole["results"][0]
    forgeries: list[dict[str, Any]] = [
        {**whole, "meaning": "0" * 64},
        {**whole, "form": 2},
        {**whole, "results": whole["results"][1:2]},
        {**whole, "results": [{**whole["results"][0], "verdict": "sure"}, *whole["results"][1:]]},
        {**whole, "results": [{**first, "everywhere": {**first["everywhere"], "proved": []}}, *whole["results"][1:]]},
        {},
    ]
    stale = tmp_path / "stale.json"

    def forged(*_: object) -> Path:
        return stale

    monkeypatch.setattr(KeptResults, "path", forged)
    for forgery in forgeries:
        stale.write_text(json.dumps(forgery), encoding="utf-8")
        assert shipped_everywhere(game_of(name), cache(name)) == []


def test_what_is_shipped_is_written_as_it_is_read() -> None:
    name = "guerra"
    found = [from_json(value) for value in shipped_everywhere(game_of(name), cache(name))]
    assert everywhere_text(game_of(name), found) == EVERYWHERE.path(name).read_text(encoding="utf-8")


# ------------------------------------------------------------------ boxes

PROVED, REFUTED = "conserved", "ends"
"""A statement that the file of this game has as proved, and one that it has as refuted under some house rules only."""
Change = Callable[[Result], Result]


def covering(**changes: object) -> Change:
    return lambda result: replace(result, coverage=replace(covered(result), **changes))  # type: ignore[arg-type]


def covered(result: Result) -> Coverage:
    assert result.coverage is not None
    return result.coverage


def without_a_box(result: Result) -> Result:
    return covering(proved=covered(result).proved[1:])(result)


def with_a_box_enlarged(result: Result) -> Result:
    first, *rest = covered(result).proved
    return covering(proved=(first[1:], *rest))(result)


def with_an_exempted_box_enlarged(result: Result) -> Result:
    one, *rest = covered(result).exempted
    return covering(exempted=(replace(one, under=()), *rest))(result)


def with_another_value(result: Result) -> Result:
    return covering(proved=((("nessuna", ("regola",)),),))(result)


def with_an_empty_box(result: Result) -> Result:
    return covering(proved=(*covered(result).proved, ((option_of(result), ()),)))(result)


def option_of(result: Result) -> str:
    return covered(result).exempted[0].under[0][0]


TAMPERED: dict[str, tuple[str, Change, CoverFault]] = {
    "a box is missing": (REFUTED, without_a_box, "gap"),
    "the only box is missing": (PROVED, without_a_box, "holding"),
    "a box is enlarged": (REFUTED, with_a_box_enlarged, "overlap"),
    "an exempted choice is missing": (REFUTED, covering(exempted=()), "gap"),
    "a proved choice is exempted": (REFUTED, with_an_exempted_box_enlarged, "overlap"),
    "no exempted choice, and a verdict of all": (REFUTED, lambda r: replace(covering(exempted=())(r), verdict="proved"), "gap"),
    "a refuted statement is proved": (REFUTED, lambda result: replace(result, verdict="proved"), "verdict"),
    "a proved statement is refuted": (PROVED, lambda result: replace(result, verdict="refuted"), "verdict"),
    "a proved statement is open": (PROVED, lambda result: replace(result, verdict="unknown"), "verdict"),
    "a value that the text does not have": (REFUTED, with_another_value, "values"),
    "a box without choices": (REFUTED, with_an_empty_box, "values"),
    "another number of players": (PROVED, lambda result: replace(result, players=99), "players"),
    "fewer choices": (PROVED, covering(choices=1, holding=1), "choices"),
    "more choices that hold": (REFUTED, lambda r: covering(holding=covered(r).holding + 1)(r), "holding"),
    "fewer choices that hold": (REFUTED, lambda r: covering(holding=covered(r).holding - 1)(r), "holding"),
    "a part of the choices": (PROVED, covering(within=(("nessuna", ("regola",)),)), "values"),
}


@pytest.mark.parametrize("kind", TAMPERED)
def test_boxes_that_do_not_give_the_verdict_are_refused(kind: str) -> None:
    name, changed, fault = TAMPERED[kind]
    game = game_of("ramino")
    rows = [from_json(row) for row in whole_rows(game, json.loads(EVERYWHERE.path("ramino").read_bytes())["results"])]
    result = next(row for row in rows if row.name == name and row.verdict == ("refuted" if name == REFUTED else "proved"))
    assert list(cover_faults(game.ruleset, [result])) == []
    assert list(cover_faults(game.ruleset, [changed(result)])) == [(name, fault)]
    assert list(cover_faults(game.ruleset, [result, result])) == [(name, "twice")]


def test_a_claim_is_not_proved_beyond_the_values_that_it_names() -> None:
    game = game_of("rubamazzo")
    rows = [from_json(row) for row in whole_rows(game, json.loads(EVERYWHERE.path("rubamazzo").read_bytes())["results"])]
    result = next(row for row in rows if row.verdict == "proved" and covered(row).under)
    assert list(cover_faults(game.ruleset, [result])) == []
    assert list(cover_faults(game.ruleset, [covering(proved=((),))(result)])) == [(result.name, "beyond")]


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

    def written(*_: object) -> Path:
        return kept

    monkeypatch.setattr(KeptResults, "path", written)
    kept.write_text(everywhere_text(before, rest), encoding="utf-8")
    assert everywhere.before_added_claims("guerra", game) == (rest, (added.name,))
    assert everywhere.in_order(game, [*rest, *(each for each in found if each.name == added.name)]) == found
    ruled_otherwise = replace(game, ruleset=replace(game.ruleset, clauses=game.ruleset.clauses[1:]))
    assert everywhere.before_added_claims("guerra", ruled_otherwise) == ([], ())


def test_no_shipped_file_names_a_place_of_the_machine_that_made_it() -> None:
    for path in (Path(__file__).parents[2] / "rulesets").rglob("*.json"):
        assert '"at":' not in path.read_text(encoding="utf-8"), path.name
