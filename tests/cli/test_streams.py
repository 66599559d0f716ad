"""The command under unusual conditions: closed streams, odd terminals, names and inputs that would control a terminal, exit
codes.
"""

from __future__ import annotations

import json
import os
import pty
import re
import stat
import subprocess
import sys
import time
import unicodedata
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.command_calls import ROOT
from tests.levels import at_night

from cartaro import inputs, shell
from cartaro.main import cartaro, main
from cartaro.shell import FAILURE, OK, UNDECIDED, USAGE_ERROR, read_documents, worst_exit_code, write_file
from cartaro.terminal.streams import without_controls
from cartaro_grammar.text.diagnostic import sanitize
from cartaro_interpreter import write_json

PROGRAM = f"{sys.executable} -c 'from cartaro.main import main; main()'"
CONTROLS = "\x1b]0;x\x07 \x9b31m \u202e \x85 \u2028 \u2066 \x7f \x08 \ufeff \udcff \u200b"


def run(*words: str, given: str = "") -> tuple[int, str, str]:
    """Run the command in this process; return its exit code, output and errors."""
    done = CliRunner().invoke(cartaro, words, input=given)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


def commands(text: str) -> list[str]:
    """The characters of a text, except line feeds, that a terminal or a reader of lines would obey."""
    return [c for c in text if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and c != "\n"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        *at_night(
            [
                ("play rubamazzo <&-", 0),
                ("moves rubamazzo --position - <&-", 2),
                ("moves rubamazzo --position - <&- >&- 2>&-", 2),
                ("check rubamazzo >&-", 0),
                ("check nosuch 2>&-", 2),
                ("score rubamazzo --position - >&- </dev/null", 2),
            ],
            by_day=[
                ("play rubamazzo <&-", 0),
                ("moves rubamazzo --position - <&- >&- 2>&-", 2),
                ("check rubamazzo >&-", 0),
                ("check nosuch 2>&-", 2),
            ],
        ),
    ],
)
def test_closed_streams_end_quietly(words: str, code: int) -> None:
    done = subprocess.run(["sh", "-c", f"{PROGRAM} {words}"], capture_output=True, check=False)
    assert done.returncode == code
    assert b"Traceback" not in done.stdout + done.stderr


def test_a_closed_output_ends_with_the_code_of_sigpipe() -> None:
    """The exit code is not 1, which reports a ruleset that falls short."""
    with subprocess.Popen(
        ["sh", "-c", f"{PROGRAM} vectors scopa -n 3000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as done:
        assert done.stdout is not None
        assert done.stderr is not None
        assert done.stdout.readline()
        done.stdout.close()
        assert done.stderr.read() == b""
    assert done.returncode == 141


def test_warnings_come_before_the_sum_of_a_check_in_one_stream(tmp_path: Path) -> None:
    head = 'variant caso of scopa\n  title it "Un caso" en "A case"\n\n'
    text = head + "in article 5 add\n  pair: each side scores 9 when RD is in won\n"
    (tmp_path / "caso.regole").write_text(text, encoding="utf-8")
    words = f"{PROGRAM} check {tmp_path}/caso.regole --language en 2>&1"
    lines = subprocess.run(["sh", "-c", words], capture_output=True, check=False).stdout.decode("utf-8").splitlines()
    assert [line for line in lines if line.startswith("warning[")]
    assert lines[-2] == "", "the warning ends before the sum begins"
    assert lines[-1].endswith(": no mistakes found, 1 warning")


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of address space is Linux's")
@pytest.mark.parametrize("kilobytes", at_night([4_000_000, 1_500_000], by_day=[1_500_000]))
def test_hands_are_played_where_few_addresses_may_be_reserved(kilobytes: int) -> None:
    """wasmtime reserves 4 GB of address space for each machine if it can; the engine plays the same with less."""
    limited = f"ulimit -v {kilobytes}; {PROGRAM} simulate scopa -n 50 -j 1 --json"
    done = subprocess.run(["sh", "-c", limited], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    here = run("simulate", "scopa", "-n", "50", "-j", "1", "--json")[1]
    limited_answer, answer = ({**json.loads(one), "seconds": 0, "per_second": 0} for one in (done.stdout, here))
    assert limited_answer == answer


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of address space is Linux's")
@pytest.mark.parametrize("kilobytes", at_night([110_000, 200_000, 280_000], by_day=[200_000]))
def test_a_proof_for_which_there_is_no_memory_ends_with_a_sentence(kilobytes: int, tmp_path: Path) -> None:
    """Z3 at random answers, raises or breaks down with its process; the command reports it in each case."""
    limited = f"ulimit -v {kilobytes}; {PROGRAM} verify guerra --fresh"
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run(["sh", "-c", limited], capture_output=True, check=False, env=env)
    said = done.stderr.decode().strip()
    assert done.returncode == 2, said
    assert said.splitlines()[-1] in (
        "cartaro: there is not enough memory for this",
        "cartaro: a worker process was ended from outside",
    )


@pytest.mark.parametrize(
    "words", at_night(["simulate scopa -n 2000", "sources", "verify --help"], by_day=["simulate scopa -n 2000"])
)
def test_a_reader_that_stops_ends_the_command_as_in_a_shell(words: str) -> None:
    """The reader closes the pipe before the command writes anything."""
    begin = f"import os, sys; sys.argv = ['cartaro', *{words.split()!r}]"
    code = f"{begin}; from cartaro.main import main; os.read(0, 1); main()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write(b"\n")
        process.stdin.close()
        assert process.wait() == 141


def test_of_a_file_that_is_not_there_no_mistakes_are_counted() -> None:
    code, out, errors = run("check", "nosuch", "--language", "en")
    assert (code, out, "mistake" in errors, "C0101" in errors) == (USAGE_ERROR, "", False, True)


def test_a_name_that_nothing_has_is_asked_back_before_anything_is_decided() -> None:
    small = str(ROOT / "tests" / "verify" / "soundness" / "under.regole")
    code, out, errors = run("verify", small, "--only", "conservd", "--language", "en")
    assert (code, out) == (USAGE_ERROR, "")
    assert "did you mean `conserved`?" in errors


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the device is of Linux")
@pytest.mark.parametrize("words", ["check nosuch", "nosuch", "check"])
def test_an_error_stream_that_is_full_changes_no_exit_code(words: str) -> None:
    done = subprocess.run(["sh", "-c", f"{PROGRAM} {words} 2>/dev/full"], capture_output=True, check=False)
    assert done.returncode == 2


def test_a_picture_makes_no_home(tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if name not in ("XDG_CACHE_HOME", "MPLCONFIGDIR")}
    words = f"{PROGRAM} compare scopa --vary punti -n 5 --plot {tmp_path / 'p.svg'}"
    done = subprocess.run(["sh", "-c", words], capture_output=True, check=False, env={**env, "HOME": str(tmp_path / "none")})
    assert done.returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["p.svg"]


def at_a_terminal(environment: dict[str, str], typed: bytes, *words: str) -> tuple[int, bytes]:
    """Run the command at a terminal of its own; return its exit code and the visible text."""
    environment_without_terminal = {
        name: value for name, value in os.environ.items() if name not in {"TERM", "COLUMNS", "LINES"}
    }
    command = [sys.executable, "-c", "from cartaro.main import main; main()", *words]
    terminal, theirs = pty.openpty()
    # not a fork in Python: the child could wait for a lock that a thread of this process holds
    process = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment_without_terminal | environment,
        start_new_session=True,
    )
    os.close(theirs)
    os.write(terminal, typed)
    seen = b""
    while True:
        try:
            more = os.read(terminal, 65_536)
        except OSError:  # raised when the other end is closed
            break
        if not more:
            break
        seen += more
    os.close(terminal)
    return process.wait(), seen


def screen(seen: bytes) -> list[str]:
    """Return the lines that a terminal shows in the end, without colours."""
    lines, row, column = [""], 0, 0
    for part in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|[\r\n]|[^\x1b\r\n]+", seen.decode()):
        if part == "\r":
            column = 0
        elif part == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif part == "\x1b[2K":
            lines[row] = ""
        elif part.startswith("\x1b[") and part.endswith("A"):
            row -= int(part[2:-1] or 1)
        elif not part.startswith("\x1b"):
            lines[row] = lines[row][:column].ljust(column) + part + lines[row][column + len(part) :]
            column += len(part)
    return lines


def test_progress_and_verdicts_on_one_terminal_leave_each_other_whole(tmp_path: Path) -> None:
    """The status line names the ruleset that is being decided and its position among all of them; nothing of it is left at the
    end.
    """
    games = [str(ROOT / "tests" / "verify" / "soundness" / f"{name}.regole") for name in ("under", "tries")]
    place = {"TERM": "xterm", "COLUMNS": "60", "XDG_CACHE_HOME": str(tmp_path)}
    code, seen = at_a_terminal(place, b"", "verify", *games, "--only", "conserved", "--how")
    assert code == 0, seen
    status = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", seen)
    assert b"verifying" in status
    assert b"0/2" in status
    shown = [line.rstrip() for line in screen(seen) if line.strip()]
    assert [line.split()[:3] for line in shown if "conserved" in line] == [["\N{CHECK MARK}", "proved", "conserved"]] * 2
    assert not any("verifying" in line or "/2" in line for line in shown)
    assert max(map(len, shown)) <= 60


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"TERM": "dumb", "COLUMNS": "1"},
        {"TERM": "nosuch", "PYTHONIOENCODING": "ascii:strict", "LC_ALL": "C", "COLUMNS": "-5"},
    ],
    ids=["no kind", "one column", "ascii"],
)
def test_odd_terminals(environment: dict[str, str]) -> None:
    typed = b"\xff\xfe\n" + b"9" * 3_000 + b"\n!\nq\n"
    code, seen = at_a_terminal(environment, typed, "play", "rubamazzo", "--seed", "1")
    assert code == 0
    assert b"Traceback" not in seen


def test_a_number_may_be_of_any_length() -> None:
    code, _, errors = run("play", "rubamazzo", "--seed", "1", given="9" * 10_000 + "\nq\n")
    assert (code, errors) == (0, "")


@pytest.mark.parametrize(
    ("words", "broken", "code", "errors"),
    [
        ((), MemoryError(), 2, "cartaro: there is not enough memory for this"),
        (
            (),
            ImportError("_ctypes.so: failed to map segment from shared object"),
            2,
            "cartaro: there is not enough memory for this",
        ),
        ((), RuntimeError("can't start new thread"), 2, "cartaro: there is not enough memory for this"),
        (("--language", "it"), MemoryError(), 2, "cartaro: la memoria non basta"),
        (("--language=fr",), RecursionError(), 2, "cartaro: l'imbrication est trop profonde"),
        (("it", "--language"), RecursionError(), 2, "cartaro: this is nested too deeply"),
        (("--language", "fr", "--language", "it"), OSError(28, "x"), 2, "cartaro: non c'è più spazio"),
        (("--language", "it"), OSError("odd"), 2, "cartaro: lettura o scrittura non riuscita"),
        (("--language", "fr"), KeyboardInterrupt(), 130, "interrompu"),
    ],
)
def test_a_fatal_error_is_reported_in_the_language_of_the_command(
    words: tuple[str, ...],
    broken: BaseException,
    code: int,
    errors: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def breaks(**_: object) -> None:
        raise broken

    monkeypatch.setattr(cartaro, "main", breaks)
    monkeypatch.setattr(sys, "argv", ["cartaro", "check", *words])
    output = sys.stdout
    monkeypatch.setattr(sys, "stdout", output)  # restored, because a stream that cannot be written to is replaced
    with pytest.raises(SystemExit) as ended:
        main()
    if sys.stdout is not output:
        sys.stdout.close()
    assert (ended.value.code, capsys.readouterr().err.strip()) == (code, errors)


def test_file_names_do_not_control_the_terminal(tmp_path: Path) -> None:
    good, bad = tmp_path / f"a{CONTROLS[:-2]}.regole", tmp_path / f"b{CONTROLS[:-2]}.regole"
    good.write_text('library caso\n  title "A"\n', encoding="utf-8")
    bad.write_text("game", encoding="utf-8")
    for words in (
        ("check", str(good), str(bad)),
        ("format", str(good), str(bad)),
        ("test", str(good)),
        ("book", "build", str(bad)),
    ):
        _, out, errors = run(*words)
        assert out + errors
        assert commands(out + errors) == []


def test_json_is_one_line_that_controls_nothing(tmp_path: Path) -> None:
    position = {"zones": {CONTROLS[:-2]: ["7D"]}, "turn": CONTROLS[:-4]}
    code, out, errors = run("moves", "rubamazzo", "--position", "-", "--json", given=json.dumps(position))
    assert code == USAGE_ERROR
    assert commands(out + errors) == []
    assert len(out.splitlines()) == 1
    _, out, _ = run("check", f"nosuch{CONTROLS}", "--json")
    assert commands(out) == []
    assert json.loads(out)["rulesets"][0]["rules"].startswith("nosuch\x1b]0;x")


def test_escaped_characters_are_read_as_written_ones() -> None:
    value = {CONTROLS[:-4]: [CONTROLS[:-4], "èé♥️ \U0001f0a1 \u200d"]}
    assert commands(write_json(value).replace("\u200d", "")) == []
    assert json.loads(write_json(value)) == value
    assert write_json(value).splitlines() == [write_json(value)]


def test_printable_text_is_unchanged() -> None:
    assert without_controls("perché\nc'è “7♦” e \u200d") == "perché\nc'è “7♦” e \u200d"
    assert commands(without_controls(CONTROLS)) == []
    assert sanitize("a\nb") == "a b"


def test_the_worst_exit_code_counts() -> None:
    assert [worst_exit_code(c) for c in ((), (0, 3), (3, 1), (1, 2), (2, 1, 0))] == [
        OK,
        UNDECIDED,
        FAILURE,
        USAGE_ERROR,
        USAGE_ERROR,
    ]


@pytest.mark.parametrize("command", ["check", "test", "verify", "sources"])
def test_one_rule_for_exit_codes(tmp_path: Path, command: str) -> None:
    (tmp_path / "bad.regole").write_text("game bad\n", encoding="utf-8")
    bad = str(tmp_path / "bad.regole")
    assert run(command, bad)[0] == FAILURE
    assert run(command, "nosuch", bad)[0] == run(command, bad, "nosuch")[0] == USAGE_ERROR


def test_a_repeated_ruleset_is_answered_once() -> None:
    _, out, _ = run("test", *["rubamazzo"] * 30)
    assert len(out.splitlines()) == 1


# ---------------------------------------------------------------------------------------------- files


def test_lines_are_read_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The input has sixteen million lines. None of them is kept in memory, and after several are refused the rest is
    skipped.
    """
    (tmp_path / "a.jsonl").write_bytes(b"1\n" * 200_000)
    lines = read_documents(str(tmp_path / "a.jsonl"))
    assert next(lines) == (f"{tmp_path / 'a.jsonl'}:1", b"1")
    assert next(lines)[1] == b"1"
    monkeypatch.setattr(inputs, "MAX_REFUSED", 5)
    code, out, _ = run("moves", "rubamazzo", "--position", str(tmp_path / "a.jsonl"), "--json")
    assert code == USAGE_ERROR
    assert len(out.splitlines()) == 6
    assert "the rest is not read" in out


def test_format_reports_what_it_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.regole"
    path.write_text('library caso\n  title   "A"\n', encoding="utf-8")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as changed:
        changed.setattr("cartaro.shell.tempfile.mkstemp", full)
        code, out, errors = run("format", str(path))
    assert (code, out) == (USAGE_ERROR, "")
    assert "no space left" in errors
    assert run("format", str(path)) == (OK, f"{path}: formatted\n", "")


def test_a_file_is_written_in_its_place(tmp_path: Path) -> None:
    """A link stays a link, a special file is written to, and a new file has the permissions that the user's mask allows."""
    before = os.umask(0o077)
    try:
        write_file(tmp_path / "a", "one")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o600
    (tmp_path / "link").symlink_to(tmp_path / "a")
    write_file(tmp_path / "link", "two")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a").read_text(encoding="utf-8") == "two"
    write_file(Path(os.devnull), "three")
    assert not Path(os.devnull).is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "link"]


def test_partial_files_of_killed_runs_are_removed(tmp_path: Path) -> None:
    left, fresh, mine = tmp_path / ".cartaro-1.part", tmp_path / ".cartaro-2.part", tmp_path / "mine.part"
    for path in (left, fresh, mine):
        path.write_bytes(b"half")
    for path in (left, mine):
        os.utime(path, (0, time.time() - 2 * shell.STALE_AFTER))
    write_file(tmp_path / "a", "one")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".cartaro-2.part", "a", "mine.part"]
