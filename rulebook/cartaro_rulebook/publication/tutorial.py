"""The steps of a tutorial: texts that grow from block to block of a hand-written page, and links to the workbench.

A block of rules titled `war.regole` is the whole file; a block titled `war.regole +` is added at its end.  A block titled
`trump` has the lines of the piece of rules with that name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cartaro_grammar import FILE_SUFFIX, shipped_folder
from cartaro_rulebook.publication.workbench import texts_in_address
from cartaro_rulebook.site.markup import escaped, tag

_BLOCK = re.compile(
    r'^```(?:regole title="(?P<name>\w+\.regole)(?P<added> \+)?"|(?P<console>console))\n(?P<text>.*?)^```\n', re.M | re.S
)
_PIECE = re.compile(r'^```regole title="(?P<name>\w+)"\n.*?^```\n', re.M | re.S)
_VARIANT = re.compile(r"variant \w+ of (?P<base>\w+)")


@dataclass(frozen=True, slots=True)
class Step:
    """A block of a tutorial: a file in its state after the block, or, if `name` is empty, the output of a terminal."""

    name: str
    text: str
    end: int
    """The offset in the page at which the block ends."""


def steps(page: str) -> Iterator[Step]:
    """Return the steps of a page, in order."""
    files = dict[str, str]()
    for found in _BLOCK.finditer(page):
        if found["console"]:
            yield Step("", found["text"], found.end())
            continue
        name = found["name"]
        files[name] = f"{files[name].rstrip()}\n\n{found['text']}" if found["added"] else found["text"]
        yield Step(name, files[name], found.end())


def with_links(page: str, label: str, address: str, code: str) -> str:
    """Return the page with a link below each text, which opens it in the workbench at `address`."""
    texts = ((step.end, step.name, {step.name: step.text}) for step in steps(page) if step.name)
    return _linked(page, texts, label, f"{address}#lang={code}")


def with_terminal_folded(page: str) -> str:
    """Return a tutorial whose texts can be opened in the page, with each terminal session folded under its first command; other
    pages are unchanged.
    """
    return _BLOCK.sub(_folded, page) if any(step.name for step in steps(page)) else page


def _folded(block: re.Match[str]) -> str:
    if not block["console"]:
        return block[0]
    command = block["text"].partition("\n")[0].replace('"', "'")
    inside = "".join(f"    {line}" if line.strip() else line for line in block[0].splitlines(keepends=True))
    return f'??? terminal "{command}"\n\n{inside}'


def with_links_of_pieces(page: str, label: str, address: str, code: str) -> str:
    """Return the page with a link below each piece of rules.  The link opens the variant that has the piece, together with its
    bases, in the workbench at `address`.
    """
    texts = ((found.end(), f"{found['name']}{FILE_SUFFIX}", piece_files(found["name"])) for found in _PIECE.finditer(page))
    return _linked(page, texts, label, f"{address}#lang={code}")


def piece_files(name: str) -> dict[str, str]:
    """Return the text of a piece, and of its bases that are also pieces, by file name."""
    path = shipped_folder() / "lib" / "pieces" / f"{name}{FILE_SUFFIX}"
    if not path.is_file():
        return {}
    text = path.read_text(encoding="utf-8")
    base = _VARIANT.match(text)
    return {path.name: text} | (piece_files(base["base"]) if base else {})


def _linked(page: str, texts: Iterable[tuple[int, str, Mapping[str, str]]], label: str, address: str) -> str:
    """Return the page with a link at each of some places, which opens the named text together with the others."""
    parts, done = list[str](), 0
    for end, name, files in texts:
        link = tag("a", escaped(label), href=f"{address}&texts={texts_in_address(name, files)}", class_="opens")
        parts += [page[done:end], f"\n{tag('p', link)}\n"]
        done = end
    return "".join((*parts, page[done:]))
