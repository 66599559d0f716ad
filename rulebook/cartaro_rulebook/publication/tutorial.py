"""The steps of a tutorial: texts that grow from block to block of a hand-written page, and links to the workbench.

A block of rules titled `war.regole` is that file whole; one titled `war.regole +` is added at its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cartaro_rulebook.publication.workbench import texts_in_address
from cartaro_rulebook.site.markup import escaped, tag

_BLOCK = re.compile(
    r'^```(?:regole title="(?P<name>\w+\.regole)(?P<added> \+)?"|(?P<console>console))\n(?P<text>.*?)^```\n', re.M | re.S
)


@dataclass(frozen=True, slots=True)
class Step:
    """A block of a tutorial: a file as it stands after it, or where `name` is empty, what a terminal shows."""

    name: str
    text: str
    end: int
    """Where the block ends in the page."""


def steps(page: str) -> Iterator[Step]:
    """The steps of a page, in order."""
    files = dict[str, str]()
    for found in _BLOCK.finditer(page):
        if found["console"]:
            yield Step("", found["text"], found.end())
            continue
        name = found["name"]
        files[name] = f"{files[name].rstrip()}\n\n{found['text']}" if found["added"] else found["text"]
        yield Step(name, files[name], found.end())


def with_links(page: str, label: str, address: str, code: str) -> str:
    """The page with a link below each text, which opens it in the workbench at `address`."""
    parts, done = list[str](), 0
    for step in steps(page):
        if step.name:
            link = tag(
                "a",
                escaped(label),
                href=f"{address}#lang={code}&texts={texts_in_address(step.name, {step.name: step.text})}",
                class_="opens",
            )
            parts += [page[done : step.end], f"\n{tag('p', link)}\n"]
            done = step.end
    return "".join((*parts, page[done:]))
