"""A folder that replaces another: if the process is killed at any moment, either the old folder or the new one is left."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from cartaro_rulebook.publication import serving
from cartaro_rulebook.publication.serving import LEFT_OVER, MARK, replace_folder, work_folder
from cartaro_rulebook.publication.site import is_free

KILLED = 9
KILLING = """
import os, sys
from pathlib import Path
from cartaro_rulebook.publication import serving as replacement

out, exchanging, left = Path(sys.argv[1]), sys.argv[2] == "exchanging", int(sys.argv[3])
if not exchanging:
    replacement.exchanged = lambda one, other: False
plain = Path.rename

def rename(self, target):
    global left
    if left == 0:
        os._exit(9)
    left -= 1
    return plain(self, target)

Path.rename = rename
with replacement.work_folder(out, lambda folder: (folder / "whole").is_file()) as work:
    (work / "new").mkdir()
    (work / "new" / "page").write_text("new")
    (work / "new" / "whole").write_text("")
    replacement.replace_folder(work, out)
"""


def whole(folder: Path) -> bool:
    return (folder / "whole").is_file()


def site(out: Path) -> Path:
    out.mkdir()
    (out / "page").write_text("old", encoding="utf-8")
    (out / "whole").write_text("", encoding="utf-8")
    return out


def kill(out: Path, how: str, renames: int) -> int:
    command = [sys.executable, "-c", KILLING, str(out), how, str(renames)]
    return subprocess.run(command, check=False).returncode


def failing_build(out: Path) -> None:
    with pytest.raises(RuntimeError), work_folder(out, whole):
        raise RuntimeError


@pytest.mark.parametrize("renames", [0, 1])
def test_a_killed_build_and_one_that_fails_leave_a_site(tmp_path: Path, renames: int) -> None:
    """On a system that cannot exchange folders, the process is killed before each of the two steps; then the next build fails
    too.
    """
    out = site(tmp_path / "site")
    assert kill(out, "step by step", renames) == KILLED
    failing_build(out)
    assert (out / "page").read_text(encoding="utf-8") == ("old", "new")[renames]
    assert whole(out)


def test_folders_are_exchanged_in_one_step(tmp_path: Path) -> None:
    out = site(tmp_path / "site")
    if not serving.exchanged(site(tmp_path / "a"), site(tmp_path / "b")):
        pytest.skip("this system cannot exchange folders")
    assert kill(out, "exchanging", 0) == 0
    assert (out / "page").read_text(encoding="utf-8") == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "site"]


@pytest.mark.parametrize("exchanging", [True, False])
def test_nothing_of_the_user_is_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exchanging: bool) -> None:
    if not exchanging:
        monkeypatch.setattr(serving, "exchanged", never)
    out = site(tmp_path / "site")
    for name in (".site.old", ".cartaro-mine", "site.old"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine").write_text("", encoding="utf-8")
        os.utime(tmp_path / name / "mine", (0, 0))
    with work_folder(out, whole) as work:
        site(work / "new")
        replace_folder(work, out)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".cartaro-mine", ".site.old", "site", "site.old"]
    assert all((tmp_path / name / "mine").is_file() for name in (".site.old", ".cartaro-mine", "site.old"))


def without_locks(mark: object) -> None:
    del mark


def never(one: Path, other: Path) -> bool:
    return one == other


def test_a_failure_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "exchanged", never)
    out = site(tmp_path / "site")
    with pytest.raises(FileNotFoundError), work_folder(out, whole) as work:
        replace_folder(work, out)  # the work folder contains nothing to move
    assert (out / "page").read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_what_killed_builds_left_is_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a system without locks, the age decides."""
    monkeypatch.setattr(serving, "_lock", without_locks)
    out = site(tmp_path / "site")
    for name, of, age in (("1", "site", 2 * LEFT_OVER), ("2", "site", 0), ("3", "another", 2 * LEFT_OVER)):
        work = tmp_path / f"{serving.PREFIX}{name}"
        work.mkdir()
        (work / MARK).write_text(of, encoding="utf-8")
        os.utime(work / MARK, (0, time.time() - age))
    failing_build(out)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".cartaro-2", ".cartaro-3", "site"]


@pytest.mark.skipif(find_spec("fcntl") is None, reason="the system has no locks")
def test_what_a_killed_build_left_is_cleared_by_the_next(tmp_path: Path) -> None:
    """A build at work holds its lock, whatever the lock's age; the lock of a killed build is free at once."""
    out = site(tmp_path / "site")
    with work_folder(out, whole) as at_work:
        os.utime(at_work / MARK, (0, 0))
        kill(out, "renaming", 0)
        assert len(left_over(tmp_path)) == 2
        failing_build(out)
        assert left_over(tmp_path) == [at_work.name]
    assert left_over(tmp_path) == []


def left_over(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith(serving.PREFIX))


def test_what_is_no_site_is_not_free(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    assert is_free(tmp_path / "none")
    assert is_free(tmp_path / "mine")
    (tmp_path / "mine" / "a").write_text("", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "none")
    assert not is_free(tmp_path / "mine")
    assert not is_free(tmp_path / "mine" / "a")
    assert not is_free(tmp_path / "link")
