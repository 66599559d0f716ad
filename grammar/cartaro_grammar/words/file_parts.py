"""Every part of a file, gone through once: an editor asks again at each key, and of its files one has changed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from cartaro_grammar.model.parts import parts
from cartaro_grammar.syntax import tree


@dataclass(frozen=True, slots=True, eq=False)
class _This:
    """A file, which is the same as itself alone: to compare two would take as long as to go through one."""

    file: tree.File

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _This) and other.file is self.file

    def __hash__(self) -> int:
        return id(self.file)


def file_parts(file: tree.File) -> tuple[object, ...]:
    """A file and all nodes inside it, from the outside in."""
    return _parts(_This(file))


@lru_cache(maxsize=64)
def _parts(this: _This) -> tuple[object, ...]:
    return tuple(parts(this.file))
