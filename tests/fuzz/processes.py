"""A command in a separate process that has little address space or is killed at some moment.

With little address space it must end with a documented exit code. If it is killed, it must leave no process behind, every file
must be in its old or its new state, and the same command must then work in the same folder.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.cli.command_calls import PROGRAM, processes_of, seconds_of
from tests.fuzz.cases import SMALL
from tests.fuzz.command import EXIT_CODES, clean, folder, promise

from cartaro_grammar.syntax.format import format_source
from cartaro_grammar.text.opening import KEY_WORD_LANGUAGES
from cartaro_grammar.text.reading import source_from_bytes
from cartaro_grammar.text.source import Source

SECONDS = 60
"""Seconds of processor time for one process."""
DEADLINE = 300
"""Seconds by the clock for a command and the processes that it leaves."""
GIVEN = b"1\n" * 400


def run_process(limit: str, words: Sequence[str], text: bytes) -> None:
    """Call a command next to a ruleset, under a limit: `memory KILOBYTES`, or `SIGKILL MILLISECONDS` of processor time."""
    kind, _, amount = limit.partition(" ")
    if not amount.isdecimal() or not (kind == "memory" or kind in signal.Signals.__members__):
        return
    files = {path.name.replace("under", "small"): path.read_bytes() for path in SMALL.glob("under.*")} | {"mine.regole": text}
    with folder(files), tempfile.TemporaryDirectory(prefix="cartaro-fuzz-") as cache:
        if kind == "memory":
            code, output = _called(words, cache, memory=int(amount))
            promise(code in EXIT_CODES, f"the exit code is {code}")
        else:
            number = signal.Signals[kind]
            code, output = _called(words, cache, ending=(number, int(amount) / 1000))
            promise(code in (*EXIT_CODES, -number), f"the exit code is {code}")
        _quiet(output)
        _whole(text)
        if kind != "memory" and code == -signal.Signals[kind]:
            code, output = _called(words, cache)
            promise(code in EXIT_CODES, f"called again, the exit code is {code}")
            _quiet(output)
            _whole(text)


def _called(
    words: Sequence[str], cache: str, memory: int | None = None, ending: tuple[signal.Signals, float] | None = None
) -> tuple[int, str]:
    """Return the exit code of a command (negative if a signal ended it) and all its output."""
    limits = f"ulimit -t {SECONDS};" + (f"ulimit -v {memory};" if memory is not None else "")
    env = {**os.environ, "XDG_CACHE_HOME": cache, "RUST_BACKTRACE": "0"}
    command = ["sh", "-c", f'{limits} exec "$@"', "sh", sys.executable, "-c", PROGRAM, *words]
    with (
        tempfile.TemporaryFile() as output,
        subprocess.Popen(
            command, env=env, stdin=subprocess.PIPE, stdout=output, stderr=output, start_new_session=True
        ) as process,
    ):
        try:
            if ending is not None:
                _until(lambda: process.poll() is not None or seconds_of(process.pid) >= ending[1], "it neither works nor ends")
                process.send_signal(ending[0])
            with suppress(BrokenPipeError):
                process.communicate(GIVEN, timeout=DEADLINE)
            _until(lambda: not processes_of(process.pid), "a process is left")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        output.seek(0)
        return process.returncode, output.read().decode("utf-8", "replace")


def _until(met: object, what: str) -> None:
    begun = time.monotonic()
    assert callable(met)
    while not met():
        promise(time.monotonic() - begun < DEADLINE, what)
        time.sleep(0.01)


def _quiet(output: str) -> None:
    for word in ("Traceback", "panicked"):
        promise(word not in output, f"there is a {word.lower()}:\n{output[-3000:]}")
    clean(output)


def _whole(text: bytes) -> None:
    """Check that the ruleset is unchanged or formatted, and that everything written as JSON can be read."""
    left = Path("mine.regole").read_bytes()
    source = source_from_bytes(text, "mine.regole")
    laid_out = (
        [format_source(source, language) for language in (None, *KEY_WORD_LANGUAGES)] if isinstance(source, Source) else []
    )
    promise(left == text or left in [one.encode() for one in laid_out if isinstance(one, str)], "the ruleset is damaged")
    for path in Path().rglob("*.json"):
        json.loads(path.read_bytes())
