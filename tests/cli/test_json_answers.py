"""Every answer in JSON, and the message of a command that is called wrongly, has its published form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.cli.command_calls import answer, cartaro

from cartaro_workbench import schema_of

POSITION: dict[str, object] = {"zones": {"table": ["7D"], "hand": {"1": ["7C"]}, "won": {"1": [], "2": []}}, "turn": 1}


def faults(name: str, text: bytes) -> list[str]:
    checker: Any = Draft202012Validator(schema_of(name))
    found = [json.loads(line) for line in text.splitlines()]
    assert found, "an answer"
    return [f"{fault.json_path}: {fault.message}" for one in found for fault in checker.iter_errors(one)]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder: Path = tmp_path_factory.mktemp("answers")
    (folder / "p.json").write_text(json.dumps(POSITION), encoding="utf-8")
    (folder / "wrong.regole").write_text("game wrong\n  nonsense\n", encoding="utf-8")
    assert cartaro("simulate", "guerra", "-n", "2", "--records", str(folder / "r.jsonl")).returncode == 0
    return {"POSITION": str(folder / "p.json"), "RECORDS": str(folder / "r.jsonl"), "WRONG": str(folder / "wrong.regole")}


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ("check", "check scopa guerra"), ("check", "check WRONG"), ("test", "test guerra"), ("test", "test WRONG"),
        ("verify", "verify guerra --only conserved"), ("explanation", "explain scopa --position POSITION"),
        ("explanation", "explain scopa --position POSITION --move lay:7C"), ("score", "score scopa --position POSITION"),
        ("count", "count guerra --depth 1"), ("sources", "sources scopa guerra"), ("games", "games"),
        ("replay", "replay guerra RECORDS"), ("replay", "replay guerra RECORDS --set mani=every"),
        ("verify", "verify scopa --set punti=1000"),
        ("moves", "moves scopa --position POSITION"), ("differences", "diff guerra guerra"),
    ],
)  # fmt: skip
def test_an_answer_is_of_its_published_form(schema: str, words: str, files: dict[str, str]) -> None:
    called = [files.get(word, word).replace("lay:", "lay ") for word in words.split()]
    assert faults(schema, cartaro(*called, "--json").stdout) == []


@pytest.mark.parametrize(
    "words",
    [
        "check", "check scopa --no-such-option", "score scopa --position nowhere.json", "count scopa --depth many",
        "diff scopa nessuno", "nonsense", "explain scopa", "replay scopa nowhere.jsonl", "fit nowhere.jsonl",
        "ask nessuno", "mutate nessuno", "describe nessuno", "games --family", "sources nessuno",
    ],
)  # fmt: skip
def test_a_wrong_use_is_json_too(words: str) -> None:
    done = cartaro(*words.split(), "--json")
    assert done.returncode == 2
    assert faults("diagnostics", done.stdout) == []


@pytest.mark.parametrize(
    "words",
    [
        ("moves", "scopa", "--position", "-"), ("explain", "scopa", "--position", "-"), ("score", "scopa", "--position", "-"),
        ("count", "scopa", "--depth", "1"), ("describe", "scopa"), ("sources", "scopone"),
    ],
)  # fmt: skip
def test_an_answer_is_in_json_only_if_it_is_asked_for(words: tuple[str, ...]) -> None:
    """The commands write to a pipe, not to a terminal, and still answer in text unless `--json` is given."""
    given = b'{"zones": {"table": ["7D"], "hand": {"1": ["7C"]}, "won": {"1": [], "2": []}}}'
    text, as_json = (cartaro(*words, *more, given=given) for more in ((), ("--json",)))
    assert text.returncode == as_json.returncode == 0
    assert not text.stdout.startswith(b"{")
    assert answer(as_json)
