"""The texts that an editor has open, those around them on the disk, and what has been checked of them.

An unsaved text goes before its file.  Around a text stand those that a ruleset there may name, the nearest first; of a library
in a `lib`, those beside that folder too, which use it.  An annex is of the ruleset beside it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cartaro_grammar import ENDING, nameable
from cartaro_workbench import Document, opened

MOST_FILES = 1_000
MOST_KEPT = 200
"""How many checked texts are kept; the one checked longest ago goes first."""

MOST_BYTES = 300_000
"""A longer text is cut, and told to be too long."""

SKIPPED = frozenset({"node_modules", "__pycache__", "build", "dist", "site", "venv"})


@dataclass(frozen=True, slots=True)
class OpenText:
    """A text checked among those around it, and where each of these lies."""

    document: Document
    places: dict[str, Path]


@dataclass(slots=True)
class EditorSession:
    """What an editor works on."""

    folders: tuple[Path, ...] = ()
    unsaved: dict[Path, str] = field(default_factory=dict[Path, str])
    kept: dict[Path, OpenText] = field(default_factory=dict[Path, OpenText])
    files: dict[Path, tuple[tuple[int, int], str]] = field(default_factory=dict[Path, tuple[tuple[int, int], str]])

    def text(self, place: Path) -> OpenText:
        """The text at a place, as it is now; checked anew only where it, or one around it, has changed."""
        texts, places = self._around(place)
        before = self.kept.get(place)
        if before is None or before.document.texts != texts:
            before = OpenText(opened(texts, place.name, before.document if before else None), places)
            self.kept.pop(place, None)
            self.kept[place] = before
            if len(self.kept) > MOST_KEPT:
                del self.kept[next(iter(self.kept))]
        return before

    def is_own(self, place: Path) -> bool:
        """Whether a text is one that the author works on: open, or in a folder of the workspace."""
        return place in self.unsaved or any(place.is_relative_to(folder) for folder in self.folders)

    def rulesets(self) -> tuple[Path, ...]:
        """The texts in the folders of the workspace, in their order."""
        found = (place for folder in self.folders for place in _within(folder))
        return tuple(sorted({place for place, _ in zip(found, range(MOST_FILES), strict=False)}))

    def _around(self, place: Path) -> tuple[dict[str, str], dict[str, Path]]:
        """The texts among which a text stands, by their names, and their places."""
        places: dict[str, Path] = {place.name: place}
        near = (*self._nameable(place), *(self._nameable(place.parent) if place.parent.name == "lib" else ()))
        homes: dict[str, Path] = {}
        for other in (place, *near):
            if other.name.count(".") == 1:
                homes.setdefault(other.stem, other.parent)
        for other in near:
            if other.parent in (place.parent, homes.get(other.name.partition(".")[0])):
                places.setdefault(other.name, other)
        texts = {name: self._read(other) for name, other in sorted(places.items())[:MOST_FILES]}
        return texts, places

    def _nameable(self, place: Path) -> Iterable[Path]:
        """The files that a ruleset at a place may name, with the unsaved ones beside it."""
        own = (other for other in self.unsaved if other.parent == place.parent and other.name.endswith(ENDING))
        return dict.fromkeys((*own, *nameable(place)))

    def _read(self, place: Path) -> str:
        """Return the text at a place; nothing where it cannot be read or is no ordinary file."""
        if place in self.unsaved:
            return self.unsaved[place]
        try:
            state = place.stat()
            if not stat.S_ISREG(state.st_mode):
                return ""  # to open a named pipe would wait for a writer for ever
            stamp = (state.st_mtime_ns, state.st_size)
            if place not in self.files or self.files[place][0] != stamp:
                with place.open("rb") as file:
                    self.files[place] = stamp, file.read(MOST_BYTES).decode("utf-8", "replace")
            return self.files[place][1]
        except OSError:
            return ""


def _within(folder: Path) -> Iterator[Path]:
    """The ruleset files of a folder and of those in it, but for hidden ones and what programs make."""
    for path, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in SKIPPED)
        found = (Path(path) / name for name in sorted(files) if name.endswith(ENDING))
        yield from (file for file in found if file.is_file())
