"""The certificate that two games are the same is not trusted: the conditions of each compared clause are made again from both
texts, and the rest of the texts is compared.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.crosscheck.test_certificates import change, replace_script
from tests.crosscheck.test_checker import checked, with_node
from tests.levels import at_night

from cartaro.main import cartaro
from cartaro_grammar import shipped_folder

Manifest = dict[str, Any]
CASE = "when faced and taker is not nobody"
SAME = "when not (not faced or taker is nobody)"
OTHER = "when faced"


def text(folder: Path, name: str, case: str) -> Path:
    """Write guerra under another name, with another case of one clause."""
    written = (shipped_folder() / "parlour" / "guerra.regole").read_text(encoding="utf-8")
    assert CASE in written
    path = folder / f"{name}.regole"
    path.write_text(written.replace("game guerra", f"game {name}").replace(CASE, case), encoding="utf-8")
    return path


def compare(first: Path, second: Path, folder: Path, *words: str) -> Result:
    return CliRunner().invoke(cartaro, ["diff", str(first), str(second), "--certificate", str(folder), *words])


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("texts")
    return text(folder, "prima", CASE), text(folder, "seconda", SAME)


@pytest.fixture(scope="module")
def written(texts: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates")
    made = compare(*texts, folder)
    assert made.exit_code == 0, made.output
    return folder / "prima.and.seconda"


@pytest.fixture
def folder(written: Path, tmp_path: Path) -> Path:
    """A copy of the certificate, to tamper with."""
    return Path(shutil.copytree(written, tmp_path / "prima.and.seconda"))


def certify(folder: Path, texts: tuple[Path, ...], *words: str) -> tuple[int, dict[str, Any]]:
    named = (word for path in texts for word in ("--rules", str(path)))
    done = CliRunner().invoke(cartaro, ["certify", str(folder), *named, "--json", *words])
    (found,) = json.loads(done.output)["results"]
    return done.exit_code, found


def test_the_conditions_of_both_directions_are_made_again(written: Path, texts: tuple[Path, Path]) -> None:
    code, found = certify(written, texts)
    assert (code, found["encoded"], found["verdicts"]["proved"]) == (0, True, 1)
    (verdict,) = json.loads((written / "manifest.json").read_text(encoding="utf-8"))["verdicts"]
    assert (verdict["kind"], verdict["name"]) == ("clause", "presa")
    assert {part.rpartition("/")[2] for part in verdict["rests_on"]} >= {"forwards", "backwards"}


def test_conditions_alone_do_not_show_that_the_rest_is_the_same(written: Path, texts: tuple[Path, Path]) -> None:
    code, found = certify(written, texts, "--scripts-only")
    assert (code, found["open"], found["diagnostics"]) == (3, True, [])


def test_games_that_differ_have_no_certificate(texts: tuple[Path, Path], tmp_path: Path) -> None:
    made = compare(texts[0], text(tmp_path, "terza", OTHER), tmp_path / "certificates")
    assert made.exit_code == 1
    assert not (tmp_path / "certificates").exists()


def test_games_that_differ_in_names_only_have_one_without_conditions(texts: tuple[Path, Path], tmp_path: Path) -> None:
    again = text(tmp_path, "quarta", CASE)
    assert compare(texts[0], again, tmp_path / "certificates").exit_code == 0
    found = certify(tmp_path / "certificates", (texts[0], again))[1]
    assert (found["conditions"], found["encoded"], found["open"]) == (0, True, False)
    assert certify(tmp_path / "certificates", (texts[0], again), "--scripts-only")[0] == 3
    assert certify(tmp_path / "certificates", texts)[0] == 1


def test_the_texts_must_be_those_of_the_certificate(written: Path, texts: tuple[Path, Path], tmp_path: Path) -> None:
    other = text(tmp_path, "seconda", OTHER)
    assert certify(written, (texts[0], other))[0] == 1
    assert certify(written, (other, texts[1]))[0] == 1


def change_other(folder: Path) -> None:
    """Let the certificate be about the first game twice."""

    def of_the_first(value: Manifest) -> None:
        value["other"] = {name: value[name] for name in value["other"]}

    change(folder, of_the_first)


def drop_the_clause(value: Manifest) -> None:
    value.update(verdicts=[], scripts=[])


def without(ending: str) -> Callable[[Path], None]:
    """Take the conditions of one direction out, together with their lines in the manifest."""

    def take(folder: Path) -> None:
        listed = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["scripts"]
        for number, each in enumerate(listed, 1):
            lines = (folder / each["file"]).read_text(encoding="ascii").split("\n")
            left, skipped = list[str](), False
            for line in lines:
                skipped = line.startswith(";") and line.endswith(ending) if line.startswith(";") or not skipped else skipped
                if not skipped:
                    left.append(line)
                skipped = skipped and line != "(pop 1)"
            replace_script(folder, number, "\n".join(left))

        def forget(value: Manifest) -> None:
            for script in value["scripts"]:
                script["parts"] = [part for part in script["parts"] if not part[0].endswith(ending)]
            for verdict in value["verdicts"]:
                verdict["rests_on"] = [part for part in verdict["rests_on"] if not part.endswith(ending)]

        change(folder, forget)

    return take


def of_the_manifest(changed: Callable[[Manifest], object]) -> Callable[[Path], None]:
    return lambda folder: change(folder, changed)


def weaken(folder: Path) -> None:
    script = (folder / "0001.smt2").read_text(encoding="ascii")
    replace_script(folder, 1, script.replace("(check-sat)", "(assert false)\n(check-sat)"))


def break_conditions(folder: Path) -> None:
    script = (folder / "0001.smt2").read_text(encoding="ascii")
    lines = script.split("\n")
    kept = [line for number, line in enumerate(lines) if not (line.startswith("(assert") and "(push 1)" in lines[:number][-1:])]
    replace_script(folder, 1, "\n".join(line for line in kept if not line.startswith("(assert")))


TAMPERED: dict[str, tuple[Callable[[Path], None], int]] = {
    "a direction less": (without("/backwards"), 3),
    "the first game twice": (change_other, 1),
    "no clause": (of_the_manifest(drop_the_clause), 3),
    "another clause": (of_the_manifest(lambda value: value["verdicts"][0].update(name="guerra_pari")), 1),
    "the clause twice": (of_the_manifest(lambda value: value["verdicts"].append(value["verdicts"][0])), 1),
    "a clause that is open": (of_the_manifest(lambda value: value["verdicts"][0].update(verdict="unknown")), 1),
    "a part less": (of_the_manifest(lambda value: value["verdicts"][0]["rests_on"].pop()), 1),
    "weaker conditions": (weaken, 3),
    "conditions without assertions": (break_conditions, 1),
    "other house rules": (of_the_manifest(lambda value: value["other"]["house_rules"].update(mani="3")), 1),
}
"""Each kind of tampering, with the exit code of `--scripts-only`."""


@pytest.mark.parametrize("kind", TAMPERED)
def test_tampering_is_refused(folder: Path, texts: tuple[Path, Path], kind: str) -> None:
    tamper, weaker = TAMPERED[kind]
    tamper(folder)
    assert certify(folder, texts)[0] == 1
    assert certify(folder, texts, "--scripts-only")[0] == weaker


MALFORMED: dict[str, Callable[[Manifest], object]] = {
    "another form": lambda value: value.update(form=4),
    "no other game": lambda value: value.pop("other"),
    "players as text": lambda value: value["other"].update(players="2"),
    "invariants as text": lambda value: value.update(invariants="no"),
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_malformed_manifest_is_not_read(folder: Path, texts: tuple[Path, Path], kind: str) -> None:
    change(folder, MALFORMED[kind])
    assert certify(folder, texts)[0] == 2


@with_node
def test_the_second_checker_checks_the_clauses_and_leaves_the_rest_open(written: Path) -> None:
    code, found = checked(written)
    assert (code, found["faults"], [verdict["status"] for verdict in found["verdicts"]]) == (3, [], ["checked"])


ONLY_IN_THE_TEXTS = {"the first game twice", "other house rules"}
"""The kinds of tampering that only the texts show."""


@with_node
@pytest.mark.parametrize("kind", at_night([kind for kind in TAMPERED if kind not in ONLY_IN_THE_TEXTS], {"a direction less"}))
def test_the_second_checker_finds_tampering(folder: Path, kind: str) -> None:
    tamper, weaker = TAMPERED[kind]
    tamper(folder)
    code, found = checked(folder)
    assert code in (1, weaker)
    if kind == "a direction less":
        assert [verdict["status"] for verdict in found["verdicts"]] == ["open"]
