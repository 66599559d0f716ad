"""`cartaro new`: the file that it writes passes the check unchanged, and no existing file is lost."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cartaro.commands.book import command as book
from cartaro.commands.new import command
from cartaro_grammar import Source, format_source, load_checked


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def new(*words: str) -> int:
    return CliRunner().invoke(command, list(words)).exit_code


def test_a_new_variant_has_no_mistakes_and_the_one_layout() -> None:
    assert new("mia", "--of", "scopa") == 0
    game, found = load_checked("mia.regole")
    assert game is not None
    assert (game.ruleset.base, found) == ("scopa", ())
    for name in ("mia.regole", "mia.prove.regole"):
        text = Path(name).read_text(encoding="utf-8")
        assert format_source(Source(name, text)) == text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("mine",), "error[C0915]: `--of` is missing"),
        (("mine",), "begins with `game mine`"),
        (("mine", "--of", "trumps"), "only a game can be varied, and `trumps` is a library"),
    ],
)
def test_what_cannot_be_varied_is_refused_with_the_way_to_begin_a_game(words: tuple[str, ...], told: str) -> None:
    done = CliRunner().invoke(command, list(words))
    assert done.exit_code != 0
    assert told in done.stderr
    assert not list(Path().iterdir())


@pytest.mark.parametrize("name", ["nul", "aux", "con", "prn", "com1", "lpt9"])
def test_the_name_of_a_device_is_refused(name: str) -> None:
    """On Windows `nul.regole` is the null device: data written to it would be lost."""
    assert new(name, "--of", "scopa") == 2
    assert not list(Path().iterdir())


def test_a_name_that_no_file_can_have_is_refused() -> None:
    done = CliRunner().invoke(command, ["a" * 300, "--of", "scopa"])
    assert (done.exit_code, "C0904" in done.stderr) == (2, True)


@pytest.mark.parametrize("words", [["pdf", "nul.regole"], ["build", "nul.regole", "--no-verify", "--no-statistics"]])
def test_nothing_is_named_after_a_ruleset_that_has_the_name_of_a_device(words: list[str]) -> None:
    assert new("mia", "--of", "scopa") == 0
    Path("nul.regole").write_text(Path("mia.regole").read_text(encoding="utf-8").replace("mia", "nul"), encoding="utf-8")
    done = CliRunner().invoke(book, words)
    assert (done.exit_code, "Windows" in done.stderr) == (2, True)
    assert not Path("site").exists()
    assert not Path("nul.pdf").exists()


def test_a_variant_of_a_file_in_the_folder() -> None:
    assert new("mia", "--of", "napola") == 0
    assert new("mia_di_casa", "--of", "mia.regole") == 0
    game, _ = load_checked("mia_di_casa.regole")
    assert game is not None
    assert game.ruleset.bases == ("mia", "napola", "scopa")


@pytest.mark.parametrize("there", ["mia.regole", "mia.prove.regole"])
def test_nothing_is_overwritten(there: str) -> None:
    Path(there).write_text("mine", encoding="utf-8")
    assert new("mia", "--of", "scopa") == 2
    assert [path.name for path in Path().iterdir()] == [there]
    assert Path(there).read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["Mia", "../mia", "mia.regole", "", "1"])
def test_what_is_no_name_is_refused(name: str) -> None:
    assert new(name, "--of", "scopa") in (1, 2)
    assert list(Path().iterdir()) == []


def test_a_base_that_does_not_exist_or_is_elsewhere_is_refused(tmp_path: Path) -> None:
    assert new("mia", "--of", "nessuna") == 2
    (tmp_path / "altrove").mkdir()
    (tmp_path / "altrove" / "lontana.regole").write_text('variant lontana of scopa\n  title "L"\n', encoding="utf-8")
    assert new("mia", "--of", "altrove/lontana.regole") != 0
    assert [path.name for path in Path().iterdir()] == ["altrove"]


@pytest.mark.parametrize(("language", "first"), [("it", "in italiano"), ("fr", "en français"), ("en", "variant mia of scopa")])
def test_a_variant_is_begun_in_the_key_words_that_are_asked_for(language: str, first: str) -> None:
    assert new("mia", "--of", "scopa", "--language", language) == 0
    assert Path("mia.regole").read_text(encoding="utf-8").startswith(first)
    assert Path("mia.prove.regole").read_text(encoding="utf-8").startswith(first) == (language != "en")
    assert load_checked("mia.regole")[0] is not None


FILES = {
    ".github/workflows/rules.yml", ".gitignore", "README.md", "check.sh", "nostri.prove.regole", "nostri.regole",
}  # fmt: skip
STEPS = ['pip install "$CARTARO"', "sh check.sh"]


@pytest.mark.parametrize("code", ["en", "it", "fr"])
def test_a_collection_is_a_folder_with_a_variant_a_script_and_a_workflow(code: str) -> None:
    assert new("nostri", "--of", "guerra", "--pack", "--language", code) == 0
    assert {str(path.relative_to("nostri")) for path in Path("nostri").rglob("*") if path.is_file()} == FILES
    game, found = load_checked("nostri/nostri.regole")
    assert game is not None
    assert (game.ruleset.base, found) == ("guerra", ())
    readme = Path("nostri/README.md").read_text(encoding="utf-8")
    assert "cartaro play https://…/nostri.regole" in readme
    assert "{" not in readme
    workflow = Path("nostri/.github/workflows/rules.yml").read_text(encoding="utf-8")
    assert re.findall(r"^      - run: (.*)$", workflow, re.MULTILINE) == STEPS
    Path("nostri/README.md").write_text("mine", encoding="utf-8")
    assert new("nostri", "--of", "guerra", "--pack") == 2
    assert Path("nostri/README.md").read_text(encoding="utf-8") == "mine"


def test_nothing_is_left_of_a_collection_whose_base_is_elsewhere() -> None:
    assert new("mia", "--of", "scopa") == 0
    assert new("nostri", "--of", "mia.regole", "--pack") == 2
    assert not Path("nostri").exists()


@pytest.mark.nightly
def test_the_script_of_a_collection_checks_proves_and_prints_it() -> None:
    assert new("nostri", "--of", "guerra", "--pack") == 0
    place = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    checked = subprocess.run(["sh", "nostri/check.sh"], env={**os.environ, "PATH": place}, capture_output=True, check=False)
    assert checked.returncode == 0, checked.stderr.decode()
    assert Path("nostri/site/en/nostri.html").is_file()
    assert "proved" in Path("nostri/site/badge.svg").read_text(encoding="utf-8")
    with Path("nostri/nostri.prove.regole").open("a", encoding="utf-8") as annex:
        annex.write('\nclaim mai it "mai" en "never" fr "jamais"\n  never number of all cards is at least 1\n')
    refuted = subprocess.run(["sh", "nostri/check.sh"], env={**os.environ, "PATH": place}, capture_output=True, check=False)
    assert refuted.returncode != 0
