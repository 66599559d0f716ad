"""A cache of bytes on disk, from one run to the next, in a folder of the user's own.

An entry has a name, the digest of its inputs (`cache_key`) and its own digest. No file is read that another user could have
written: the folder, and each file in it, belongs to the user and is writable by nobody else. If this folder does not exist or
is not writable, nothing is cached, which only costs time. Pickles may hold only plain values and the classes named by the
reader, so that reading one runs no code.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import stat
import sys
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_cache_path

NAME = "cartaro"
MAX_BYTES = 64_000_000
ABANDONED_AFTER = 3_600
"""Seconds after which a partly written file is assumed to be left by a killed run."""

STALE_AFTER = 90 * 24 * 3_600
"""An entry that was not written again is removed after this number of seconds."""

_DIGEST = hashlib.sha256().digest_size
_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def cache_key(*parts: bytes) -> bytes:
    """Return the digest of the parts from which an entry is made. Parts are separated unambiguously."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.digest()


@cache
def code_digest(*packages: Path) -> bytes:
    """Return the digest of the code that makes entries: Python, the parser library, and every file of the packages."""
    parts = [sys.version.encode()]
    library = find_spec("lark")
    if library is not None and library.origin is not None:
        # this file contains the version; reading it is quicker than reading the metadata of the package
        parts.append(Path(library.origin).read_bytes())
    for package in packages:
        names = (f"{folder}/{name}" for folder, _, inside in os.walk(package) for name in inside)
        for name in sorted(name for name in names if name.endswith((".py", ".lark", ".toml"))):
            parts += [name.removeprefix(str(package)).encode(), Path(name).read_bytes()]
    return cache_key(*parts)


def installation_id(package: Path) -> str:
    """Return a short id of the folder in which a package is installed, for entries that each installation keeps for itself."""
    return hashlib.sha256(os.fsencode(package)).hexdigest()[:12]


def read(name: str, key: bytes) -> bytes | None:
    """Return the entry with a name if it has this key and is intact, else None."""
    folder = _folder()
    data = None if folder is None else _read_private(folder / name)
    if data is None or data[:_DIGEST] != key:
        return None
    body = data[2 * _DIGEST :]
    return body if hashlib.sha256(body).digest() == data[_DIGEST : 2 * _DIGEST] else None


def write(name: str, key: bytes, body: bytes) -> None:
    """Write an entry atomically, and remove files that killed runs left. Ignore failures."""
    folder = _folder()
    if folder is None:
        return
    _remove_stale(folder)
    with suppress(OSError):
        import tempfile  # imported late: the module is slow to import, and most runs write nothing

        # mkstemp makes a file that only the user can read
        descriptor, part = tempfile.mkstemp(prefix=f"{name}.", suffix=".part", dir=folder)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(key + hashlib.sha256(body).digest() + body)
            Path(part).replace(folder / name)
        except BaseException:
            with suppress(OSError):
                Path(part).unlink()
            raise


def unpickle(
    body: bytes, classes: Collection[type], calls: Mapping[Callable[[], object], Callable[[], object]] | None = None
) -> object:
    """Unpickle plain values and instances of these classes; if the pickle calls a function that is a key of `calls`, call its
    value instead. Raise `pickle.UnpicklingError` for anything else.
    """
    return _RestrictedUnpickler(_Reader(body), classes, calls or {}).load()


class _Reader:
    """A stream without `readinto`, since with that method CPython prints a `SystemError` if there is not enough memory for a
    bytearray.
    """

    def __init__(self, body: bytes) -> None:
        stream = io.BytesIO(body)
        self.read = stream.read
        self.readline = stream.readline


class _RestrictedUnpickler(pickle.Unpickler):
    def __init__(
        self, file: _Reader, classes: Collection[type], calls: Mapping[Callable[[], object], Callable[[], object]]
    ) -> None:
        super().__init__(file)
        self._known: dict[tuple[str, str], Callable[..., object]] = {(one.__module__, one.__qualname__): one for one in classes}
        self._known |= {(one.__module__, one.__qualname__): instead for one, instead in calls.items()}

    def find_class(self, module_name: str, global_name: str, /) -> Callable[..., object]:
        found = self._known.get((module_name, global_name))
        if found is None:
            raise pickle.UnpicklingError(f"{module_name}.{global_name} is not among what is kept")
        return found


# ---------------------------------------------------------------------------------- folder and files


def _folder() -> Path | None:
    """Return the folder, and create it if it is missing. Return None if it does not belong to the user or cannot be created."""
    try:
        folder = user_cache_path(NAME, appauthor=False)
        if not folder.is_absolute() or _is_in_missing_home(folder):
            return None
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        about = folder.stat()
        if _is_owned(about) and about.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            folder.chmod(0o700)
    except (OSError, RuntimeError, ValueError):
        return None
    return folder if _is_owned(about) else None


def home_folder() -> Path | None:
    """Return the user's home folder. Return None if it does not exist or is not known. It is never created."""
    try:
        home = Path.home()
    except RuntimeError:  # a user without an entry
        return None
    return home if os.environ.get("HOME", "given") and home.is_absolute() and home.is_dir() else None


def _is_in_missing_home(folder: Path) -> bool:
    """Return whether a folder would be in a home folder that does not exist."""
    if home_folder() is not None:
        return False
    named = os.environ.get("HOME", "")
    return not os.environ.get("XDG_CACHE_HOME") or (named != "" and folder.is_relative_to(named))


def _is_owned(about: os.stat_result) -> bool:
    """Return whether a file belongs to the user. This is always true on systems whose files have no owners."""
    return not hasattr(os, "geteuid") or about.st_uid == os.geteuid()


def _read_private(path: Path) -> bytes | None:
    try:
        descriptor = os.open(path, _OPEN_FLAGS)
    except (OSError, ValueError):
        return None
    with suppress(OSError), os.fdopen(descriptor, "rb") as stream:
        about = os.fstat(descriptor)
        private = _is_owned(about) and not (hasattr(os, "geteuid") and about.st_mode & (stat.S_IWGRP | stat.S_IWOTH))
        if stat.S_ISREG(about.st_mode) and private and about.st_size <= MAX_BYTES:
            return stream.read(MAX_BYTES)
    return None


def _remove_stale(folder: Path) -> None:
    """Remove files that killed runs left, and entries that have not been written for a long time."""
    now = time.time()
    with suppress(OSError):
        for file in folder.iterdir():
            with suppress(OSError):
                about = file.lstat()
                old = now - about.st_mtime
                if stat.S_ISREG(about.st_mode) and (old > STALE_AFTER or (old > ABANDONED_AFTER and file.suffix == ".part")):
                    file.unlink()
