"""The command as its users meet it: its answers, its exit codes, and its response to bad input of every kind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command_calls import PATHS, PROGRAM, ROOT, Done, answer, cartaro, in_a_process
from tests.levels import at_night

pytestmark = pytest.mark.slow

POSITION = b"""{"zones": {"table": ["7D"], "hand": {"1": ["7C"]}, "won": {"1": [], "2": []}}, "turn": 1,
"counters": {"scope": {"1": 0, "2": 3}}}"""


def test_moves_of_a_position() -> None:
    done = cartaro("moves", "--json", "scopa", "--position", "-", given=POSITION)
    assert done.returncode == 0
    assert answer(done) == {
        "moves": [{"act": "take", "args": {"taken": ["7D"], "card": "7C"}, "by": ["pari"], "cites": ["D3"]}]
    }


def test_score_of_a_position() -> None:
    done = cartaro("score", "--json", "scopa", "--position", "-", given=POSITION)
    found = answer(done)
    assert found["points"] == {"1": 0, "2": 3}
    assert found["shares"]["2"]["scope"] == 3


def test_json_lines_are_answered_line_by_line() -> None:
    one = POSITION.replace(b"\n", b" ")
    done = cartaro(
        "moves", "--json", "scopa", "--position", "-", given=one + b"\n" + b'{"zones": {"table": ["9Z"]}}' + b"\n" + one + b"\n"
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [list(line) for line in lines] == [["moves"], ["diagnostics"], ["moves"]]
    assert done.returncode == 2


def test_play_writes_a_record_that_replays(tmp_path: Path) -> None:
    record = tmp_path / "hand.json"
    done = cartaro("play", "scopa", "--seats", "you,random", "--seed", "3", "--record", str(record), given=b"1\n" * 40)
    assert done.returncode == 0, done.stderr
    replayed = cartaro("replay", "--json", "scopa", str(record))
    assert replayed.returncode == 0, replayed.stderr
    assert answer(replayed)["points"] == json.loads(record.read_text(encoding="utf-8"))["result"]["points"]


def test_simulation_is_the_same_for_a_seed() -> None:
    words = ("simulate", "scopa", "-n", "20", "--json", "--seed")

    def found(done: Done) -> dict[str, Any]:
        value: dict[str, Any] = answer(done)
        return {key: part for key, part in value.items() if key not in {"seconds", "per_second"}}

    once = found(in_a_process(*words, "5", env={"PYTHONHASHSEED": "1"}))
    assert once == found(in_a_process(*words, "5", env={"PYTHONHASHSEED": "2"}))
    assert once != found(cartaro(*words, "6"))


@pytest.mark.parametrize(
    ("words", "given", "code"),
    [
        (("check", "scopa"), b"", 0),
        (("check", "no_such_game"), b"", 2),
        (("check", "/dev/null"), b"", 2),
        (("check", "/dev/zero"), b"", 2),
        (("book", "build", "scopa", "--no-verify", "--out", "tests"), b"", 2),
        (("check", str(ROOT)), b"", 2),
        (("check", "scopa", "--set", "punti=12"), b"", 2),
        (("check", "scopa", "--set", "players=5"), b"", 2),
        (("check", "scopa", "--set", "nonsense"), b"", 2),
        (("check",), b"", 2),
        (("chek", "scopa"), b"", 2),
        (("moves", "scopa", "--position", "/no/such/file"), b"", 2),
        (("moves", "scopa", "--position", "-"), b"", 2),
        (("moves", "scopa", "--position", "-"), b"\xff\xfe", 2),
        (("moves", "scopa", "--position", "-"), b"[" * 100_000, 2),
        (("moves", "scopa", "--position", "-"), b'{"zones": {"table": ["7D", "7D"]}}', 2),
        (("moves", "scopa", "--position", "-"), b'{"turn": NaN}', 2),
        (("moves", "scopa", "--position", "-"), b'{"turn": 99}', 2),
        (("score", "scopa", "--position", "-"), b'{"counters": {"scope": {"1": "many"}}}', 2),
        (("replay", "scopa", "-"), b'{"stock": ["7D"], "moves": []}', 2),
        (("replay", "scopa", "-"), b"{}", 2),
        (("play", "scopa", "--seats", "you"), b"", 2),
        (("play", "scopa", "--seats", "you,robot"), b"", 2),
        (("simulate", "scopa", "-n", "0"), b"", 2),
        (("verify", "scopa", "--only", "no_such_claim"), b"", 2),
        (("format", "/no/such/file"), b"", 2),
    ],
)
def test_exit_codes_and_no_traceback(words: tuple[str, ...], given: bytes, code: int) -> None:
    done = cartaro(*words, given=given)
    assert done.returncode == code, done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0 or done.stderr


@pytest.mark.parametrize(("words", "code"), [(("check", "scopa"), 0), (("replay", "scopa", "-"), 2), (("chek", "scopa"), 2)])
def test_a_process_ends_with_the_exit_code_of_the_command(words: tuple[str, ...], code: int) -> None:
    done, here = in_a_process(*words, given=b"{}"), cartaro(*words, given=b"{}")
    assert (done.returncode, done.stdout) == (here.returncode, here.stdout)
    assert here.returncode == code
    assert bool(done.stderr) == bool(here.stderr)


@pytest.fixture(scope="module")
def here() -> bytes:
    """The moves of a position in the locale of the tests."""
    return in_a_process("moves", "--json", "scopone", "--position", "-", given=POSITION).stdout


@pytest.mark.parametrize("locale", at_night(["it_IT.UTF-8", "C", "tr_TR.UTF-8"], by_day=["tr_TR.UTF-8"]))
def test_the_same_bytes_on_any_locale(locale: str, here: bytes) -> None:
    done = in_a_process("moves", "--json", "scopone", "--position", "-", given=POSITION, env={"LC_ALL": locale, "LANG": locale})
    assert done.stdout == here


def test_a_closed_pipe_ends_quietly() -> None:
    shell = f"{sys.executable} -c '{PROGRAM}' simulate scopa -n 5 | true"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, check=False, env={**os.environ, "PYTHONPATH": PATHS})
    assert b"Traceback" not in done.stderr


def test_format_check_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "mine.regole"
    text = 'variant mine of scopa\n    title "Mine"\n'
    file.write_text(text, encoding="utf-8")
    assert cartaro("format", "--check", str(file)).returncode == 1
    assert file.read_text(encoding="utf-8") == text
    assert cartaro("format", str(file)).returncode == 0
    assert cartaro("format", "--check", str(file)).returncode == 0


def test_heavy_libraries_are_imported_only_where_used() -> None:
    program = (
        "import sys\nfrom cartaro.main import main\nsys.argv = ['cartaro', 'check', 'scopa']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(sorted({'z3', 'mkdocs', 'rich', 'jinja2'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=False, env={**os.environ, "PYTHONPATH": PATHS}
    )
    assert done.stdout.splitlines()[-1] == b"[]"


def test_the_book_of_the_folder(tmp_path: Path) -> None:
    """The rulesets in the folder are printed with the shipped ones, and their bases are found in the same folder."""
    from cartaro import book_inputs

    (tmp_path / "lib").mkdir()
    (tmp_path / "tavolo.regole").write_text('variant tavolo of scopa\n  title "Tavolo"\n', encoding="utf-8")
    (tmp_path / "tavolino.regole").write_text('variant tavolino of tavolo\n  title "Tavolino"\n', encoding="utf-8")
    (tmp_path / "roba.regole").write_text('library roba\n  title "Roba"\n', encoding="utf-8")
    (tmp_path / "tavolo.prove.regole").write_text("annex prove of tavolo\n", encoding="utf-8")
    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        assert book_inputs.rulesets_in_folder() == ("tavolino.regole", "tavolo.regole")
        assert tuple(book_inputs.load_with_bases(("tavolino.regole",))) == ("scopa", "tavolo.regole", "tavolino.regole")
        base = book_inputs.load_with_bases(("tavolino.regole",))["tavolino.regole"].base
        assert base is not None
        assert base.name == "tavolo"
    finally:
        os.chdir(before)
