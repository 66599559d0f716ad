"""`cartaro new`: the file that it writes passes the check unchanged, and no existing file is lost."""

from __future__ import annotations

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
