"""A text in the one layout."""

from __future__ import annotations

from cartaro_grammar import format_source
from cartaro_workbench.editing.document import Document
from cartaro_workbench.editing.positions import Edit, Range, position_in


def formatted(document: Document) -> tuple[Edit, ...]:
    """The change, from the first character that differs to the last, that lays a text out anew; none where it is laid out so,
    or cannot be read.
    """
    source = document.source
    before, after = source.text, format_source(source)
    if not isinstance(after, str) or after == before:
        return ()
    first = _shared(before, after)
    last = _shared(before[first:][::-1], after[first:][::-1])
    place = Range(position_in(source, first), position_in(source, len(before) - last))
    return (Edit(document.name, place, after[first : len(after) - last]),)


def _shared(one: str, other: str) -> int:
    """With how many characters two texts begin alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
