"""What can be done with the examples and claims of a text, above the line that each begins on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cartaro_grammar import tree
from cartaro_workbench.editing.document import Document
from cartaro_workbench.editing.positions import Range, range_of


@dataclass(frozen=True, slots=True)
class Lens:
    """Something to do at a place: run an example, prove a claim."""

    action: Literal["run example", "prove claim"]
    name: str
    range: Range


def lenses(document: Document) -> tuple[Lens, ...]:
    """The examples and claims of a text, in its order."""
    items = document.file.items if document.file else ()
    return tuple(
        Lens("run example" if isinstance(item, tree.Example) else "prove claim", item.name.text, range_of(item.name.span))
        for item in items
        if isinstance(item, tree.Example | tree.Claim)
    )
