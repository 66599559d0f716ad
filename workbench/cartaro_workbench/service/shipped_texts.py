"""What the shipped texts are, read from their headers alone: their kinds and titles, what each stands on, its family.

A family is the library with acts that a game plays with, as in the site's list; where there are several, the one with most.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, cast

from cartaro_grammar import ENDING
from cartaro_workbench.editing.text_set import HEADER

KIND = re.compile(r"^(game|variant|library|annex) +(\w+)(?: +of +(\w+))?", re.MULTILINE)
TITLE = re.compile(r'^ +title +((?:(?:[a-z]{2} +)?"[^"\n]*" *)+)', re.MULTILINE)
NAMED = re.compile(r'(?:([a-z]{2}) +)?"([^"\n]*)"')
ACT = re.compile(r"^ +act\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ShippedText:
    """A shipped ruleset or library by its file's name: its titles by language ("" where there is one for all), what it varies,
    its family (the name of a library, or ""), its annexes, and all that it stands on, by the names of files.
    """

    file: str
    name: str
    kind: Literal["game", "variant", "library"]
    titles: Mapping[str, str]
    base: str | None
    family: str
    annexes: tuple[str, ...]
    stands_on: tuple[str, ...]


def shipped_texts(texts: Mapping[str, str]) -> tuple[ShippedText, ...]:
    """All of them but the annexes, by name."""
    return tuple(_told(texts, file) for file in sorted(texts) if file.count(".") == 1 and KIND.search(texts[file]))


def _told(texts: Mapping[str, str], file: str) -> ShippedText:
    header = KIND.search(texts[file])
    assert header is not None
    name = file.removesuffix(ENDING)
    below = tuple(_below(texts, file, {file}))
    kind = cast("Literal['game', 'variant', 'library']", header[1])
    annexes = tuple(other for other in sorted(texts) if other.startswith(f"{name}.") and other != file)
    return ShippedText(file, name, kind, _titles(texts[file]), header[3], _family(texts, (file, *below)), annexes, below)


def _titles(text: str) -> dict[str, str]:
    found = TITLE.search(text)
    return {} if found is None else dict(NAMED.findall(found[1]))


def _below(texts: Mapping[str, str], file: str, seen: set[str]) -> Iterator[str]:
    """The files that one stands on, each once."""
    for match in HEADER.finditer(texts[file]):
        for name in re.findall(r"\w+", " ".join(filter(None, match.groups()))):
            other = name + ENDING
            if other in texts and other not in seen:
                seen.add(other)
                yield other
                yield from _below(texts, other, seen)


def _family(texts: Mapping[str, str], files: tuple[str, ...]) -> str:
    libraries = (file for file in files if (header := KIND.search(texts[file])) and header[1] == "library")
    acts = {file: len(ACT.findall(texts[file])) for file in libraries}
    return min((file for file in acts if acts[file]), key=lambda file: (-acts[file], file), default="").removesuffix(ENDING)
