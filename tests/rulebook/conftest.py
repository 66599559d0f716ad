"""Shared data of the rulebook tests: a small site that is built once for all processes of a run and kept for the next run."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).parents[2]
MADE_OF = (
    "grammar",
    "interpreter",
    "verify",
    "rulebook",
    "rulesets",
    "docs",
    "tests/rulebook",
    "mkdocs.yml",
    "requirements.lock",
)


def digest() -> str:
    """The digest of the inputs from which a site is built."""
    found = sha256()
    for name in MADE_OF:
        place = ROOT / name
        for file in [place] if place.is_file() else sorted(place.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                found.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:32]


@pytest.fixture(scope="session")
def site() -> Path:
    """The small site, built strictly. Sites that were built from other inputs are deleted."""
    from tests.rulebook.small_site import rulesets

    from cartaro_rulebook import build_site

    folder, now = Path(os.environ["XDG_CACHE_HOME"]) / "small-site", digest()
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("[0-9a-f]" * len(now)):
        if old.name != now:
            shutil.rmtree(old, ignore_errors=True)
    if not (folder / now).exists():
        with TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as place:
            build_site(rulesets(), Path(place) / "site", strict=True)
            with suppress(OSError):  # another process was faster
                (Path(place) / "site").rename(folder / now)
    return folder / now
