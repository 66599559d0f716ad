"""A web server for this machine only, and the replacement of a folder in one step.

The server answers only requests that address this machine by one of its own names.  So a page of another site cannot read
anything by letting its name resolve to this machine (DNS rebinding).  A missing file is "not found", and a reader who
disconnects is ignored.

A folder is replaced so that a reader finds either the complete old folder or the complete new one.  The new one is made in a
work folder with a mark that names its purpose.  If the system can exchange two folders in one step, that is done.  Else the old
folder is moved into the work folder, and moved back if anything fails.  If a run is killed, the next run finishes its work
(`work_folder`).  If the system has locks, a run holds a lock on its mark, so that a mark without a holder was left by a killed
run.
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
from fnmatch import fnmatchcase
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import BaseRequestHandler
from typing import BinaryIO, TextIO
from urllib.parse import urlsplit

# ------------------------------------------------------------------ local server


HOST = "127.0.0.1"
OWN_NAMES = frozenset({HOST, "localhost", "::1"})


HEADERS = "_headers"
"""The file at the top of a folder that lists the headers for a server to send with its files.  It has the form that some hosts
read: a pattern of paths, and below it indented lines `Name: value`.
"""


class LocalHandler(SimpleHTTPRequestHandler):
    """Serve the files of a folder, with the headers that its `_headers` file names."""

    timeout = 60
    """Seconds for which a connection may be silent."""
    extensions_map = {  # noqa: RUF012 - as the library has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def parse_request(self) -> bool:
        """Read a request; refuse it if it is addressed to a name that is not this machine's own."""
        if not super().parse_request():
            return False
        if all(_name_in(host) in OWN_NAMES for host in self.headers.get_all("Host", [])):
            return True
        self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
        return False

    def end_headers(self) -> None:
        """Add the headers that the folder specifies for the file."""
        for name, value in _wanted_headers(Path(self.directory), getattr(self, "path", "")):
            if name != "Content-Type":  # it is sent already
                self.send_header(name, value)
        super().end_headers()

    def send_head(self) -> BinaryIO | None:
        """Answer with the head of a file; a name that no file can have (too long, or with a NUL) is not found."""
        try:
            return super().send_head()
        except ConnectionError:
            raise
        except (OSError, ValueError):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None


def _wanted_headers(folder: Path, path: str) -> list[tuple[str, str]]:
    found, asked = list[tuple[str, str]](), False
    with suppress(OSError, ValueError):
        for line in (folder / HEADERS).read_text(encoding="utf-8").splitlines():
            if line.startswith(" "):
                name, _, value = line.partition(":")
                found += [(name.strip(), value.strip())] if asked else []
            else:
                asked = fnmatchcase(urlsplit(path).path, line.strip())
    return found


def _name_in(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


class LocalServer(ThreadingHTTPServer):
    """The server; it can end while requests are still in progress."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a reader who has disconnected; print a traceback of any other error, since that is a bug in this program."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # as the library calls it


def local_server(handler: Callable[..., BaseRequestHandler], folder: Path, port: int) -> LocalServer:
    """Return a server of a folder with a given handler; raise OSError if the port cannot be used."""
    return LocalServer((HOST, port), partial(handler, directory=str(folder)))


class _Quiet(LocalHandler):
    """Serve without printing."""

    def log_message(self, format: str, *args: object) -> None:
        del format, args


def folder_server(folder: Path, port: int) -> LocalServer:
    """Return a server of a folder that prints nothing; raise OSError if the port cannot be used."""
    return local_server(_Quiet, folder, port)


# ------------------------------------------------------------ folder replacement


PREFIX = ".cartaro-"
MARK = ".for"
"""The file in a work folder that names the folder that it is to replace."""

LEFT_OVER = 3_600
"""The age in seconds from which a work folder counts as left by a killed run, on a system without locks."""

_AT_FDCWD = -100
_EXCHANGE = 2
"""RENAME_EXCHANGE of Linux and RENAME_SWAP of macOS have the same value."""


@contextmanager
def work_folder(out: Path, whole: Callable[[Path], bool]) -> Generator[Path, None, None]:
    """Yield a folder next to `out` in which the new folder is made.  First, finish or remove the work folders of killed runs;
    `whole` returns whether a folder is complete.  Remove the folder afterwards, unless it holds contents of `out` that could
    not be moved back.
    """
    _recover(out, whole)
    work = Path(tempfile.mkdtemp(prefix=PREFIX, dir=out.parent))
    try:
        with (work / MARK).open("w", encoding="utf-8", errors="surrogateescape") as mark:
            _lock(mark)
            mark.write(out.name)
            mark.flush()
            yield work
    finally:
        if out.exists() or not (work / "old").exists():
            shutil.rmtree(work, ignore_errors=True)


def replace_folder(work: Path, out: Path) -> None:
    """Replace `out` by the folder `new` of the work folder; if that fails, `out` is unchanged."""
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
    """Finish the replacement of `out` that a killed run has begun; remove the work folders of other killed runs."""
    for work in _left(out):
        for kept in (work / "new", work / "old"):
            if (work / "old").exists() and not out.exists() and whole(kept):
                kept.rename(out)
        with suppress(OSError):
            if out.exists() and _is_left(work / MARK):
                shutil.rmtree(work)


def _is_left(mark: Path) -> bool:
    """Return whether the run that made a mark has ended: nobody holds the mark or, without locks, it is old."""
    with mark.open("r+", encoding="utf-8") as opened:
        locked = _lock(opened)
    return time.time() - mark.stat().st_mtime > LEFT_OVER if locked is None else locked


def _lock(mark: TextIO) -> bool | None:
    """Lock an open file until it is closed; return whether that succeeded, or None if the system has no locks."""
    try:
        import fcntl
    except ImportError:
        return None
    try:
        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _left(out: Path) -> Iterator[Path]:
    """Yield the work folders of `out`, which are in the same folder."""
    for work in sorted(out.parent.glob(f"{PREFIX}*")):
        with suppress(OSError, ValueError):
            if not work.is_symlink() and (work / MARK).read_text(encoding="utf-8", errors="surrogateescape") == out.name:
                yield work


def exchanged(one: Path, other: Path) -> bool:
    """Exchange two folders in one step, if the system and the file system support it; return whether they were exchanged."""
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
