"""Only the test that takes too much memory or too long is ended, and it is reported by name; files that take long come
first.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.durations import RECORDED
from tests.memory_limit import STATM
from tests.project.packages import ROOT

CASES = """
import time

def test_greedy():
    ballast = bytearray(400_000_000)
    time.sleep(60)

def test_hung():
    while True:
        time.sleep(0.01)

def test_hung_beyond_reach():
    import ctypes
    ctypes.PyDLL(None).sleep(60)

def test_fine():
    pass
"""


def run(folder: Path, case: str, *options: str) -> tuple[int, str]:
    """Run pytest on one of the cases with the suite's own limits; return its exit code and its output."""
    (folder / "test_cases.py").write_text(CASES, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.memory_limit",
        "-p",
        "no:cacheprovider",
        f"--rootdir={folder}",
        "-q",
    ]
    command += ["-c", str(ROOT / "pyproject.toml"), *options, f"{folder}/test_cases.py", "-k", case]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout + done.stderr


measured = pytest.mark.skipif(not STATM.exists(), reason="memory is bounded where the system tells how much there is")


@measured
def test_a_test_that_takes_too_much_memory_ends_the_process(tmp_path: Path) -> None:
    code, output = run(tmp_path, "greedy or fine", "--most-memory=300")
    assert code == 1
    assert "MB in memory, more than 300: " in output
    assert "test_cases.py::test_greedy" in output
    assert " in test_greedy" in output


@measured
@pytest.mark.nightly
def test_a_worker_that_takes_too_much_memory_ends_the_run(tmp_path: Path) -> None:
    code, output = run(tmp_path, "greedy or fine", "--most-memory=300", "-n1", "--dist=loadfile", "--max-worker-restart=0")
    assert code == 1
    assert "crashed while running" in output
    assert "test_cases.py::test_greedy" in output
    assert "1 failed" in output


@pytest.mark.slow
def test_a_test_that_takes_too_long_fails_by_its_name(tmp_path: Path) -> None:
    code, output = run(tmp_path, "(hung and not reach) or fine", "--timeout=1")
    assert code == 1
    assert "Failed: Timeout (>1.0s)" in output
    assert re.search(r"^FAILED .*test_cases.py::test_hung\b", output, re.MULTILINE)
    assert "1 failed, 1 passed" in output


@pytest.mark.nightly
def test_what_python_cannot_interrupt_ends_the_process(tmp_path: Path) -> None:
    code, output = run(tmp_path, "reach", "-o", "faulthandler_timeout=1")
    assert code == 1
    assert " in test_hung_beyond_reach" in output


def test_a_test_within_the_limits_passes(tmp_path: Path) -> None:
    assert run(tmp_path, "fine")[0] == 0


def test_files_that_take_long_come_first() -> None:
    assert [name for name in json.loads(RECORDED.read_text(encoding="utf-8")) if not (ROOT / name).exists()] == []
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-q",
        "tests/project/test_no_game_words.py",
        "tests/differential/test_differential.py",
    ]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert list(dict.fromkeys(re.findall(r"^tests/[\w/]+\.py", found, re.MULTILINE))) == [
        "tests/differential/test_differential.py",
        "tests/project/test_no_game_words.py",
    ]
