"""`cartaro mutate`: the same answer for any number of workers, its exit codes, and JSON that follows its schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.cli.command_calls import cartaro
from tests.workbench.test_mutants import EXAMPLE, GAME, TELLING

from cartaro_workbench import schema_of


@pytest.fixture(name="rules")
def written(tmp_path: Path) -> str:
    (tmp_path / "prova.regole").write_text(GAME, encoding="utf-8")
    (tmp_path / "prova.prove.regole").write_text(EXAMPLE, encoding="utf-8")
    return str(tmp_path / "prova.regole")


@pytest.mark.nightly
def test_a_free_mutant_is_shown_with_its_example_for_any_number_of_workers(rules: str) -> None:
    words = ("mutate", rules, "--only", "settebello")
    one, two = cartaro(*words, "--jobs", "1"), cartaro(*words, "--jobs", "2")
    assert (one.returncode, one.stdout) == (two.returncode, two.stdout)
    assert one.returncode == 1
    assert "+ settebello: each side scores 2 unless 7D is in won" in one.stdout.decode()
    assert "example prova_settebello_" in one.stdout.decode()


def test_the_answer_in_json_has_its_schema(rules: str) -> None:
    done = cartaro("mutate", rules, "--only", "obbligo", "--json", "--jobs", "1")
    answer = json.loads(done.stdout)
    checker: Any = Draft202012Validator(schema_of("mutation"))
    assert list(checker.iter_errors(answer)) == []
    assert answer["tried"] == len(answer["results"])
    assert {each["name"] for each in answer["results"] if each["outcome"] == "caught"} == {"pari"}
    assert done.returncode == any(each["outcome"] == "free" for each in answer["results"])


def test_a_clause_that_is_not_there_is_wrong_use(rules: str) -> None:
    done = cartaro("mutate", rules, "--only", "primiera")
    assert done.returncode == 2
    assert "no change of `primiera` can be made" in done.stderr.decode()


@pytest.mark.nightly
def test_a_sentence_of_the_guide_that_nothing_supports_is_reported(rules: str) -> None:
    annex = Path(rules).with_name("prova.prove.regole")
    annex.write_text(EXAMPLE + TELLING, encoding="utf-8")
    done = cartaro("mutate", rules, "--only", "settebello", "--jobs", "1")
    assert done.returncode == 1
    assert (
        "prova.prove.regole:11  the guide describes `settebello`, but no example or claim notices any of their"
        in done.stdout.decode()
    )
