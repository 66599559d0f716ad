"""The rows of sources: their order, and what is advised where one is named that no source has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cartaro_grammar.model import game as g
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.messages import Message, say


def row_key(row: str) -> tuple[str, int]:
    """What rows are in the order of: the letter, then the number."""
    digits = re.sub(r"\D.*", "", row[1:])
    return row[0], int(digits or 0)


def in_order(rows: Iterable[str]) -> list[str]:
    """Rows in their order, each once."""
    return sorted(set(rows), key=row_key)


def advice_on_row(word: tree.Word, sources: Sequence[g.SourceInfo]) -> Message:
    """Which rows the source of a word's letter has, or which sources there are, or how one is declared."""
    same = in_order(row for source in sources for row, _ in source.rows if row[0] == word.text[0])
    if same:
        return say("the source {word} has {same}", word=word.text[0], same=_listed(same))
    letters = ", ".join(sorted(source.letter for source in sources))
    if letters:
        return say("the sources are {letters}", letters=letters)
    return say('declare it: `source F "TITLE" covers F1 to F9`')


def _listed(rows: list[str]) -> str:
    return ", ".join(rows) if len(rows) <= 3 else say("{first} to {last}", first=rows[0], last=rows[-1])
