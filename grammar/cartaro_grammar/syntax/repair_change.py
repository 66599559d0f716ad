"""A change to a sentence that cannot be read, and the words and signs that sentences are made of."""

from __future__ import annotations

import re
from typing import Literal

from cartaro_grammar.syntax.recovery import LineEdit
from cartaro_grammar.text.frozen import frozen

MendSort = Literal[
    "word", "sign", "quotes", "missing", "superfluous", "capital", "card", "margin", "silent", "brackets", "comment",
    "joined", "said", "it", "fr", "advice",
]  # fmt: skip
"""`word` is a spelling, `said` other English, `it` and `fr` those languages; `advice` changes nothing, and leaves the sentence
out.
"""

PIECE = re.compile(r"\"[^\"\n]*\"|[\w♠♥♦♣'/]+|[<>=!]=|\S")


@frozen
class Piece:
    """A word or sign of a sentence, where it stands."""

    line: int
    start: int
    end: int
    text: str


@frozen
class Mend:
    """A change that makes a sentence readable: of what sort, at which piece, and what is written.  `choices` are all that may
    have been meant, where that is more than one.
    """

    sort: MendSort
    piece: Piece
    written: str
    edits: tuple[LineEdit, ...]
    choices: tuple[str, ...] = ()


def change(sort: MendSort, piece: Piece, text: str) -> Mend:
    """Another text in the place of a piece."""
    return Mend(sort, piece, text, (LineEdit(piece.line, piece.start, piece.end, text),))
