"""A folder put in the place of another, so that whoever looks finds the old one or the new one, whole.

The new folder is made beside its place, in a work folder with a mark that names what it is for.  Where the system can exchange
two folders in one step, it does; elsewhere the old one is moved into the work folder and back if anything fails, and what a
killed run has left half done is finished by the next (`work_folder`).
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = ".cartaro-"
MARK = ".for"
"""The file of a work folder that names the folder it is for."""

LEFT_OVER = 3_600
"""After how many seconds a work folder is one that a killed run has left."""

_AT_FDCWD = -100
_EXCHANGE = 2
"""RENAME_EXCHANGE of Linux and RENAME_SWAP of macOS have the same value."""


@contextmanager
def work_folder(out: Path, whole: Callable[[Path], bool]) -> Generator[Path, None, None]:
    """A folder beside `out` to make the new one in.  First, what killed runs have left there is finished (`whole` says of a
    folder whether it is) or cleared away.  It is gone afterwards, unless it holds what should be at `out` and could not be.
    """
    _recover(out, whole)
    work = Path(tempfile.mkdtemp(prefix=PREFIX, dir=out.parent))
    try:
        (work / MARK).write_text(out.name, encoding="utf-8", errors="surrogateescape")
        yield work
    finally:
        if out.exists() or not (work / "old").exists():
            shutil.rmtree(work, ignore_errors=True)


def replace(work: Path, out: Path) -> None:
    """Put the folder `new` of the work folder in the place of `out`; on a failure `out` stays as it was."""
    new = work / "new"
    if not out.exists():
        new.rename(out)
    elif not exchanged(new, out):
        out.rename(work / "old")
        try:
            new.rename(out)
        except BaseException:
            (work / "old").rename(out)
            raise


def _recover(out: Path, whole: Callable[[Path], bool]) -> None:
    """Put at `out` what a killed run was about to put there; clear away what others left."""
    for work in _left(out):
        for kept in (work / "new", work / "old"):
            if (work / "old").exists() and not out.exists() and whole(kept):
                kept.rename(out)
        with suppress(OSError):
            if out.exists() and time.time() - (work / MARK).stat().st_mtime > LEFT_OVER:
                shutil.rmtree(work)


def _left(out: Path) -> Iterator[Path]:
    """The work folders for `out` that lie beside it."""
    for work in sorted(out.parent.glob(f"{PREFIX}*")):
        with suppress(OSError, ValueError):
            if not work.is_symlink() and (work / MARK).read_text(encoding="utf-8", errors="surrogateescape") == out.name:
                yield work


def exchanged(one: Path, other: Path) -> bool:
    """Two folders exchanged in one step, where the system and the file system can."""
    try:
        system = ctypes.CDLL(None, use_errno=True)
        first, second = os.fsencode(one), os.fsencode(other)
        if sys.platform == "darwin":
            done = system.renamex_np(first, second, _EXCHANGE)
        else:
            done = system.renameat2(_AT_FDCWD, first, _AT_FDCWD, second, _EXCHANGE)
    except (AttributeError, OSError, TypeError):
        return False
    return bool(done == 0)
