"""The trees of the shipped rulesets, kept from one run to the next: reading them takes a third of a short command's time.

A tree is kept in this package's folder, named by its file, with a digest of what it was made from: the text, the name it is
shown under, and this package's own code.  A stale or damaged one is made again; where the folder cannot be written,
nothing is kept.  Only shipped rulesets are kept, so that the folder does not grow and no stranger's text is.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from functools import cache
from pathlib import Path

from cartaro_grammar import tree
from cartaro_grammar.diagnostic import Diagnostic
from cartaro_grammar.source import Source

FOLDER = Path(__file__).parent
KEPT = FOLDER / ".trees"


def parsed(source: Source, shipped: bool) -> tree.File | tuple[Diagnostic, ...]:
    """The tree of a source, or its syntax errors; a shipped ruleset's from where it is kept."""
    place = KEPT / f"{Path(source.name).name}.pickle"
    digest = _digest(source) if shipped else b""
    found = _read(place, digest) if shipped else None
    if found is not None:
        return found
    from cartaro_grammar.parse import parse  # the parser's library is read only where a text is parsed

    made = parse(source)
    if shipped and isinstance(made, tree.File):
        _write(place, digest, made)
    return made


def _digest(source: Source) -> bytes:
    return hashlib.sha256(b"\0".join((_code(), source.name.encode(), source.text.encode()))).digest()


@cache
def _code() -> bytes:
    """A digest of the code that makes trees."""
    digest = hashlib.sha256(sys.version.encode())
    for file in sorted([*FOLDER.glob("*.py"), *FOLDER.glob("*.lark")]):
        digest.update(file.read_bytes())
    return digest.digest()


def _read(place: Path, digest: bytes) -> tree.File | None:
    try:
        data = place.read_bytes()
        found = pickle.loads(data[len(digest) :]) if data.startswith(digest) else None
    except Exception:
        return None
    return found if isinstance(found, tree.File) else None


def _write(place: Path, digest: bytes, made: tree.File) -> None:
    """Keep a tree, whole or not at all."""
    part = place.with_suffix(f".{os.getpid()}.part")
    try:
        place.parent.mkdir(exist_ok=True)
        part.write_bytes(digest + pickle.dumps(made, pickle.HIGHEST_PROTOCOL))
        part.replace(place)
    except OSError:
        part.unlink(missing_ok=True)
