"""The shipped rulesets as texts, by name, and as documents."""

from __future__ import annotations

from functools import cache

from cartaro_grammar.file_set import shipped_folder
from cartaro_workbench import Document, Position, open_document

TEXTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(shipped_folder().glob("*/*.regole"))}
RULES = [name for name in TEXTS if name.count(".") == 1]


@cache
def document(name: str) -> Document:
    return open_document(TEXTS, name)


def changed(name: str, old: str, new: str) -> Document:
    """Return a document whose text has one part replaced after it was opened as shipped."""
    assert old in TEXTS[name]
    return open_document(TEXTS | {name: TEXTS[name].replace(old, new, 1)}, name, document(name))


def place(of: Document, words: str, after: int = 0) -> Position:
    """Return the place of some words in a text, or of a character some way after it."""
    text = of.source.text
    at = text.index(words) + after
    return Position(text.count("\n", 0, at), len(text[text.rfind("\n", 0, at) + 1 : at].encode("utf-16-le")) // 2)
