"""Calls of the command as from a shell: in this process, which is quick, or in another process with its own environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import chdir, suppress
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cartaro.main import main

ROOT = Path(__file__).parents[2]
FOLDERS = ("grammar", "interpreter", "verify", "rulebook", "cli")
PATHS = os.pathsep.join(str(ROOT / folder) for folder in FOLDERS)
PROGRAM = "from cartaro.main import main; main()"


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a command."""

    returncode: int
    stdout: bytes
    stderr: bytes


def cartaro(*words: str, given: bytes = b"", folder: Path = ROOT) -> Done:
    """Run the command in this process, in a folder (by default the checkout). An exception that the command does not catch is
    raised here.
    """
    stdin, stdout, stderr = BytesIO(given), BytesIO(), BytesIO()
    streams = [TextIOWrapper(stream, encoding="utf-8") for stream in (stdin, stdout, stderr)]
    code: object = 0
    with patch.multiple(sys, argv=["cartaro", *words], stdin=streams[0], stdout=streams[1], stderr=streams[2]), chdir(folder):
        try:
            main()
        except SystemExit as ended:
            code = ended.code or 0
        for stream in streams[1:]:
            stream.flush()
    assert isinstance(code, int)
    return Done(code, stdout.getvalue(), stderr.getvalue())


def in_a_process(*words: str, given: bytes = b"", env: dict[str, str] | None = None) -> Done:
    """Run the command in a separate process and return its output."""
    environment = {**os.environ, "PYTHONPATH": PATHS, **(env or {})}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], input=given, capture_output=True, env=environment, check=False, cwd=ROOT
    )
    return Done(done.returncode, done.stdout, done.stderr)


def answer(done: Done) -> Any:
    """The JSON that a command has written."""
    return json.loads(done.stdout)


def processes_of(group: int) -> set[int]:
    """Return the numbers of the living processes of a session."""
    found = set[int]()
    for place in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, _, session = place.read_text().rpartition(")")[2].split()[:4]
            if int(session) == group and state != "Z":
                found.add(int(place.parent.name))
    return found


def seconds_of(process: int) -> float:
    """Return the processor time that a process has used."""
    with suppress(OSError, ValueError):
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0
