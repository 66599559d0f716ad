"""A user's first minutes: the list of games, help, a position to try, completion, one language throughout, and the text of the
README.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from tests import levels
from tests.cli.command_calls import ROOT, answer, cartaro
from tests.conftest import Golden

from cartaro.main import COMMANDS as MAIN_COMMANDS
from cartaro.main import cartaro as command
from cartaro_grammar import shipped
from cartaro_workbench import SCHEMAS

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [line.split("  #")[0].strip() for line in README.splitlines() if line.startswith("cartaro ")]
SOON_DONE = {"cartaro book build": "cartaro book build rubamazzo --no-verify --no-statistics"}
"""The book's own tests run this command as it is written; here it is run with one game."""
DIFFERENT = "cartaro diff scopa scopa_popolare"
BY_DAY = {
    "cartaro simulate scopa -n 100000": "cartaro simulate scopa -n 1000",
    "cartaro compare scopa --vary ultima": "cartaro compare scopa --vary ultima -n 1000",
    "cartaro verify rubamazzo": "cartaro verify rubamazzo --only conserved",
    DIFFERENT: f"{DIFFERENT} --hands 2",
    "cartaro ask scopa": "cartaro ask guerra",
    "cartaro book build": "cartaro book build --help",
}
"""The same commands with fewer hands and proofs. `make test` builds a book elsewhere."""


def completed(*words: str) -> list[str]:
    """Return the words that completion offers for the last word."""
    found = ShellComplete(command, {}, "cartaro", "_CARTARO_COMPLETE").get_completions(list(words[:-1]), words[-1])
    return [item.value for item in found]


def test_without_a_word_the_command_shows_its_help() -> None:
    done = cartaro()
    assert done.returncode == 0
    assert done.stdout == cartaro("help").stdout == cartaro("--help").stdout


def test_help_of_a_command_is_its_help() -> None:
    assert cartaro("help", "verify").stdout == cartaro("verify", "--help").stdout
    assert cartaro("help", "verifiy").returncode == 2


def test_the_manual_page_is_that_of_the_commands(golden: Golden) -> None:
    """`pytest --rewrite` writes it."""
    golden(ROOT / "cli" / "cartaro.1", cartaro("help", "--man").stdout.decode())


def test_all_games_are_listed_with_their_players() -> None:
    games = {game["name"]: game for game in answer(cartaro("games", "--json", "--language", "it"))["games"]}
    assert tuple(sorted(games)) == shipped()
    assert games["scopa_francese"] == {
        "name": "scopa_francese", "family": "fishing", "title": "Scopa alla francese", "players": [2, 3, 4, 6],
        "options": ["tirage", "qui_coupe", "rifiuto", "priorite", "ultima", "comparaison", "punti", "insieme"], "base": "scopa",
        "also": [], "regions": [],
    }  # fmt: skip
    assert games["hearts"]["regions"] == ["Stati Uniti", "Italia", "Australia"]
    assert "Black Lady" in games["hearts"]["also"]
    assert "shooting the moon" not in games["hearts"]["also"], "it is what a house rule is called"
    lines = cartaro("games", "--language", "it").stdout.decode().splitlines()
    assert lines[0] == "Giochi della famiglia della scopa"
    assert "  scala40              Scala 40, per 2, 3, 4, 5, 6 giocatori" in lines


def test_a_game_of_this_folder_is_listed_and_found_by_its_name(tmp_path: Path) -> None:
    text = 'variant mia of scopa\n  title "La mia"\n'
    (tmp_path / "mia.regole").write_text(text, encoding="utf-8")
    listed = in_folder(tmp_path, "games").stdout
    assert "in this folder\n  mia                  La mia, for 2, 3, 4, 6 players; a variant of scopa" in listed
    assert in_folder(tmp_path, "check", "mia").returncode == 0


@pytest.mark.parametrize(
    "place", levels.at_night(["mia.regole", "mia.words.regole", "lib/own.regole"], by_day=["lib/own.regole"])
)
def test_the_list_of_games_is_kept_until_a_text_changes(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "mine"
    (folder / "lib").mkdir(parents=True)
    (folder / "lib" / "own.regole").write_text('library own\n  title "Own"\n', encoding="utf-8")
    (folder / "mia.regole").write_text('variant mia of guerra\n  title "La mia"\n  use own\n', encoding="utf-8")
    monkeypatch.setattr("cartaro.commands.games.shipped", lambda: ("guerra",))
    first = cartaro("games", folder=folder).stdout
    assert b"La mia" in first
    with monkeypatch.context() as kept:
        kept.setattr("cartaro.commands.games.load_game", None)
        assert cartaro("games", folder=folder).stdout == first
    (folder / place).write_text("no ruleset", encoding="utf-8")
    assert b"La mia" not in cartaro("games", folder=folder).stdout


def test_the_variant_of_the_readme_has_no_mistakes_and_no_warnings(tmp_path: Path) -> None:
    text = next(block for block in README.split("```") if block.startswith("\nvariant bella"))
    (tmp_path / "bella.regole").write_text(text.lstrip("\n"), encoding="utf-8")
    done = cartaro("check", "bella.regole", "--language", "en", folder=tmp_path)
    assert (done.stdout, done.stderr) == (b"bella.regole: no mistakes found\n", b"")


def test_a_shipped_name_means_the_shipped_ruleset(tmp_path: Path) -> None:
    (tmp_path / "scopa.regole").write_text("no ruleset", encoding="utf-8")
    assert in_folder(tmp_path, "check", "scopa").returncode == 0
    assert in_folder(tmp_path, "check", "scopa.regole").returncode == 1


def in_folder(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cartaro", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.mark.sweep("scopa", "briscola_in_cinque", "scala40")
@pytest.mark.parametrize("name", shipped())
def test_a_position_of_any_game_can_be_asked_about(name: str) -> None:
    position = cartaro("example-position", name, "--seed", "3")
    assert position.stdout == cartaro("example-position", name, "--seed", "3").stdout
    assert answer(cartaro("moves", "--json", name, "--position", "-", given=position.stdout))["moves"]


def test_a_schema_is_written_by_its_name() -> None:
    assert cartaro("schema").stdout.decode().split() == list(SCHEMAS)
    for name in SCHEMAS:
        assert cartaro("schema", name).stdout == (ROOT / "docs" / "schemas" / f"{name}.schema.json").read_bytes()


def test_games_house_rules_and_claims_are_completed() -> None:
    assert completed("check", "scopo") == ["scopone", "scopone_scientifico"]
    assert completed("verify", "scopa", "--set", "prec") == ["precedenza=pari", "precedenza=poche", "precedenza=nessuna"]
    assert completed("moves", "scopa", "--set", "players=") == [f"players={n}" for n in (2, 3, 4, 6)]
    assert completed("verify", "scopa", "--only", "solo") == ["solo_pari", "solo_le_meno"]
    assert completed("verify", "nessuna", "--set", "x") == []


@pytest.mark.parametrize(("shell", "place"), [("bash", "bash-completion"), ("fish", "fish"), ("zsh", ".zfunc")])
def test_completion_is_installed_where_the_shell_looks(
    shell: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    script = cartaro("completion", shell).stdout
    assert b"_CARTARO_COMPLETE" in script
    assert cartaro("completion", shell, "--install").returncode == 0
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [place in str(path) for path in written] == [True]
    assert written[0].read_bytes() == script


@pytest.mark.parametrize("home", ["", "relative", "{}/none", "{}/file"])
def test_completion_is_installed_in_no_other_place_than_a_home(
    home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HOME", home.format(tmp_path))
    done = cartaro("completion", "bash", "--install", folder=tmp_path)
    assert (done.returncode, b"C0904" in done.stderr) == (2, True), done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "CARTARO_LANGUAGE": "it"}, "it"),
    ],
)
def test_every_command_reports_mistakes_in_the_language_of_the_environment(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CARTARO_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    said = {"en": "there is no ruleset", "it": "non c'è nessun regolamento", "fr": "il n'y a pas de règlement"}[language]
    for words in (("check",), ("play",), ("score", "--position", "-"), ("simulate",), ("verify",), ("book", "pdf")):
        command, *rest = words
        more, rules = (rest[:1], rest[1:]) if command == "book" else ([], rest)
        assert said in cartaro(command, *more, "nessuno", *rules).stderr.decode(), words
    assert said in cartaro("check", "nessuno").stderr.decode()
    assert "there is no ruleset" in cartaro("score", "nessuno", "--position", "-", "--language", "en").stderr.decode()


def test_every_command_of_the_readme_is_run_as_written() -> None:
    """The test below runs each of them, except for the commands that install a checkout or run `make`; the targets of `make`
    exist.
    """
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    lines = [line.split("  #")[0].strip() for language, block in blocks if language == "" for line in block.splitlines()]
    commands = [line for line in lines if re.match(r"(pip|cartaro|make|\./|python)", line)]
    others = [line for line in commands if line not in COMMANDS]
    assert others == ["pip install '.[author]'", "pip install '.[verify]'", "pip install .", "make run", "make test"]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert {"author", "verify"} <= extras.keys()
    done = subprocess.run(["make", "--dry-run", "run", "test"], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert [line for line in re.findall(r"`(cartaro [^`]+)`", README) if line.split()[1] not in MAIN_COMMANDS] == []


def test_the_python_of_the_readme_runs() -> None:
    (written,) = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    exec(compile(f"import cartaro\n{written}", "README.md", "exec"), {})


def called(line: str, folder: Path) -> tuple[int, str]:
    """Return the exit code and the errors of a command in a folder. By day only a line that needs a shell is given to one."""
    if not levels.night_has_come and not re.search("[<>|&;$]", line):
        done = cartaro(*line.split()[1:], given=b"q\n", folder=folder)
        return done.returncode, done.stderr.decode()
    place = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    shell = subprocess.run(
        ["bash", "-c", line], cwd=folder, env={**os.environ, "PATH": place}, input=b"q\n", capture_output=True, check=False
    )
    return shell.returncode, shell.stderr.decode()


@pytest.mark.slow
def test_the_commands_of_the_readme_work_as_written(tmp_path: Path) -> None:
    """The commands run one after the other, starting in an empty folder; a player leaves at once."""
    assert len(COMMANDS) > 8
    shorter = SOON_DONE if levels.night_has_come else SOON_DONE | BY_DAY
    assert shorter.keys() <= set(COMMANDS)
    for line in COMMANDS:
        code, errors = called(shorter.get(line, line), tmp_path)
        assert code == (line == DIFFERENT), (line, errors)
    assert json.loads((tmp_path / "position.json").read_text(encoding="utf-8"))["turn"]
    assert re.search(r"^title", (tmp_path / "mia.regole").read_text(encoding="utf-8"), re.MULTILINE) is None
