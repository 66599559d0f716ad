"""Proofs by the service: verdicts are reported when they are decided, with their locations and hands, and stored for unchanged
texts.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from tests.shipped_games import game_of
from tests.workbench.service_calls import Page
from tests.workbench.shipped_texts import TEXTS, document

from cartaro_engine import search_hands
from cartaro_interpreter import json_model
from cartaro_verify import Result, check_scripts, decided_by_z3, read_manifest, verify
from cartaro_workbench.service.page_files import kept_verdicts, read_kept

pytestmark = pytest.mark.slow

FALSE = 'annex prove of mia\n\nclaim mai_vuota "false"\n  always table is not empty\n'
ASKED = ("conservate", "quattro_punti")


def variant() -> Page:
    """A page with a variant that makes a false claim."""
    page = Page()
    page.answer("put", files={"mia.regole": 'variant mia of scopa\n  title "Mia"\n', "mia.prove.regole": FALSE})
    assert page.answer("problems", name="mia.prove.regole") == []
    return page


@cache
def results() -> tuple[Result, ...]:
    """Two verdicts on a shipped game."""
    game = game_of("scopa")
    return verify(game, ASKED, hand_search=search_hands)


@cache
def asked() -> tuple[Any, list[Any]]:
    """The same two verdicts, as the service reports new results, and its events; results already reported must not change."""
    page = Page()
    return page.answer("prove", name="scopa.regole", language="it", settings={}, only=list(ASKED)), page.events


def proved() -> Any:
    return asked()[0]


@cache
def files_of(name: str, claim: str) -> dict[str, str]:
    """The certificate of one claim or obligation of a shipped game."""
    found: dict[str, str] = Page().answer("proof", name=f"{name}.regole", settings={}, claim=claim)
    return found


def test_a_proof_has_the_conditions_of_one_claim() -> None:
    """The page gives them to the checker in JavaScript, script by script, with a solver that is asked by `solve`."""
    files = files_of("leduc", "puntate")
    manifest = read_manifest(files["manifest.json"].encode())
    (verdict,) = manifest.verdicts
    assert (verdict["name"], verdict["verdict"]) == ("puntate", "proved")
    assert any(part.startswith("proof/puntate") for part in verdict["rests_on"])
    checked = tuple(check_scripts(manifest, lambda name: files[name].encode(), decided_by_z3))
    assert {answer for script in checked for answer in script.answers} == {"unsat"}


def test_scripts_of_a_proof_are_solved() -> None:
    page, script = Page(), files_of("leduc", "puntate")["0001.smt2"]
    answers = page.answer("solve", script=script, steps=30_000_000)
    assert answers == ["unsat"] * script.count("(check-sat)")
    assert page.answer("solve", script="(declare-const a!1 Int)\n(assert (< a!1 0))\n(check-sat)", steps=1_000_000) == ["sat"]
    assert page.outcome("solve", script="(assert a!2)", steps=1_000_000)["error"]["reason"] == "refused"


@pytest.mark.parametrize("language", ["it", "fr"])
def test_a_false_claim_is_refuted_by_a_hand_to_be_followed(language: str) -> None:
    page = variant()
    found = page.answer("prove", name="mia.prove.regole", language=language, settings={}, only=["mai_vuota"])
    (verdict,) = found["verdicts"]
    assert (verdict["verdict"], verdict["fine"], verdict["title"]) == ("refuted", False, "false")
    assert verdict["location"]["name"] == "mia.prove.regole"
    assert verdict["location"]["range"]["start"] == {"line": 2, "character": 6}
    reported = [event["verdict"] for event in page.events if event["event"] == "verdict"]
    assert reported == [verdict]
    assert {"event": "deciding", "what": "playing hands", "title": ""} in page.events
    witness = verdict["witness"]
    steps = page.answer("record_steps", name="mia.regole", record=witness["record"], language=language)["steps"]
    table = [zone for zone in steps[witness["moves"]]["zones"] if zone["zone"] == "table"]
    assert table[0]["size"] == 0
    assert witness["terms"] == [
        {"text": {"it": "il numero di carte sulla tavola", "fr": "le nombre de cartes sur le tapis"}[language], "value": "0"}
    ]


def test_the_named_claims_are_decided_in_words() -> None:
    page = Page()
    found, events = proved()["verdicts"], asked()[1]
    assert {"event": "deciding", "what": "conservate", "title": found[0]["title"]} in events
    assert [(one["name"], one["verdict"]) for one in found] == [("conservate", "proved"), ("quattro_punti", "attained")]
    assert found[0]["method"] == "è vero dopo ogni distribuzione, e nessuna mossa può renderlo falso"
    assert found[0]["technical"].startswith("per induzione")
    assert found[1]["witness"] is not None
    assert page.answer("prove", name="scopa.regole", language="it", settings={}, only=["nulla"])["verdicts"] == []
    wrong = page.outcome("prove", name="scopa.regole", language="it", settings={"players": "99"})
    assert wrong["error"]["problems"]


def test_kept_verdicts_are_those_that_would_be_found() -> None:
    page = Page()
    kept = kept_verdicts(TEXTS, "scopa.regole", results())
    assert isinstance(kept, str)
    digest = page.answer("keep_verdicts", kept=kept)
    reported = page.answer("verdicts", name="scopa.regole", language="it", settings={})
    assert reported["digest"] == proved()["digest"] == digest
    kept_ones, found = ([{**one, "seconds": None} for one in answer["verdicts"]] for answer in (reported, proved()))
    assert kept_ones == found


def test_stored_verdicts_are_returned_for_unchanged_texts_alone() -> None:
    page = Page()
    kept = kept_verdicts(TEXTS, "scopa.regole", results())
    page.answer("keep_verdicts", kept=kept)
    assert page.answer("verdicts", name="scopa.prove.regole", language="it", settings={})["verdicts"]
    assert page.answer("verdicts", name="escoba.regole", language="it", settings={})["verdicts"] == []
    assert page.answer("verdicts", name="scopa.regole", language="it", settings={"players": "4"})["verdicts"] == []
    page.answer("put", files={"scopa.regole": TEXTS["scopa.regole"] + "-- changed\n"})
    assert page.answer("verdicts", name="scopa.regole", language="it", settings={})["verdicts"] == []


def test_a_file_of_verdicts_is_read_as_it_was_written_or_not_at_all() -> None:
    kept = kept_verdicts(TEXTS, "scopa.regole", results())
    assert isinstance(kept, str)
    read = read_kept(kept)
    assert read is not None
    assert json_model.encode(read) == json.loads(kept)
    value = json.loads(kept)
    value["records"] = []
    for text in ("", "[]", "{}", kept.replace('"proved"', '"proven"'), kept.replace('"digest"', '"digst"'), json.dumps(value)):
        assert read_kept(text) is None
    assert Page().outcome("keep_verdicts", kept="{}")["error"]["reason"] == "refused"
    assert isinstance(kept_verdicts({"a.regole": "game"}, "a.regole", ()), tuple)


def test_the_claim_or_example_at_the_cursor_is_found() -> None:
    page = Page()
    of = document("scopa.prove.regole")
    for symbol in page.answer("outline", name=of.name, language="it"):
        found: Any = page.answer("evidence", name=of.name, position=symbol["selection"]["start"])
        is_one = symbol["kind"] in ("claim", "example")
        assert found == ({"kind": symbol["kind"], "name": symbol["name"]} if is_one else None)
