"""What may stand at a place of a text: the words of the language that the grammar takes there, and whether a name, a number, a
card or another thing of the author's own.

Takes any text, broken ones too, and a place in it; guarantees that each word offered, written there, can be read up to its
end.  What stands after the place is not looked at.  A sentence before it that cannot be read is left out, as when a text
is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from cartaro_grammar.syntax.parser import MAX_ERRORS, MAX_REREAD
from cartaro_grammar.syntax.parser_tables import Broken, acceptable_after, fixed_texts, pattern
from cartaro_grammar.syntax.recovery import Draft, SentenceLines

Own = Literal["name", "number", "card", "text", "citation", "letter", "mark"]
"""What an author writes that is not a word of the language: a word of their own, `12`, `7D`, a text in quotes, `F9`, `F`."""

OWN: Mapping[str, Own] = {
    "NAME": "name", "NUMBER": "number", "CODE": "card", "STRING": "text", "CITE": "citation", "LETTER": "letter",
    "MARK": "mark",
}  # fmt: skip
MOMENTS = ("count", "end", "start")
WORD = re.compile(r"[\wà-öø-ÿ]*")
WORD_CHARACTER = re.compile(r"[\wà-öø-ÿ]")
TEXT_OR_COMMENT = re.compile(r'"[^"\n]*"?|--[^\n]*')


@dataclass(frozen=True, slots=True)
class Expected:
    """What may stand in the place of the word from `start` to `end` (offsets in code points; equal where no word stands).

    `words` are words and signs of the language, in alphabetical order; `own` what the author may write of their own;
    `ends` whether the line may end here.
    """

    start: int
    end: int
    words: tuple[str, ...]
    own: tuple[Own, ...]
    ends: bool


def expected(text: str, offset: int) -> Expected:
    """What may stand where the word at this offset stands, or would; within a comment or a text in quotes, nothing."""
    offset = max(0, min(offset, len(text)))
    if any(match.start() < offset <= _inner_end(text, match) for match in TEXT_OR_COMMENT.finditer(text)):
        return Expected(offset, offset, (), (), ends=False)
    after = WORD.match(text, offset)
    start, end = word_start(text, offset), after.end() if after else offset
    found = _acceptable(text[:start])
    line = text.rfind("\n", 0, start) + 1
    if not text[line:start].strip():
        found |= _going_on(text[:line])
    own: tuple[Own, ...] = tuple(name for kind, name in OWN.items() if kind in found)
    return Expected(start, end, tuple(sorted(_words(found))), own, ends="_NL" in found)


def word_start(text: str, offset: int) -> int:
    """Return where the word before an offset begins, reading each of its characters once.

    A search for a word that ends there would read its rest again from each of its characters.
    """
    while offset and WORD_CHARACTER.match(text[offset - 1]):
        offset -= 1
    return offset


def _inner_end(text: str, match: re.Match[str]) -> int:
    """The last offset that is within a comment or a text in quotes, which may be still without its end."""
    quoted = text[match.start()] == '"'
    return match.end() - 1 if quoted and match.end() - match.start() > 1 and text[match.end() - 1] == '"' else match.end()


def _words(kinds: frozenset[str]) -> set[str]:
    fixed = fixed_texts()
    return {fixed[kind] for kind in kinds if kind in fixed} | {word for word in MOMENTS if "MOMENT" in kinds}


def _going_on(text: str) -> frozenset[str]:
    """The kinds with which a new line may go on with the sentence of the line before."""
    fixed = fixed_texts()
    return frozenset(kind for kind in _acceptable(text.rstrip()) if kind in fixed and _continues().match("\n" + fixed[kind]))


@cache
def _continues() -> re.Pattern[str]:
    return re.compile(pattern("_CONTINUED"))


def _acceptable(text: str) -> frozenset[str]:
    """The kinds of tokens that may come after a text; what cannot be read in it is left out, within bounds."""
    draft = Draft.of(text + "\0")
    room = MAX_REREAD * len(text) + 10_000
    for _ in range(MAX_ERRORS):
        written = "\n".join(draft.lines).removesuffix("\0")
        found = acceptable_after(written)
        if not isinstance(found, Broken):
            return found
        sentence = SentenceLines.at(draft, found.start)
        room -= len(written)
        if room < 0 or sentence.end >= len(draft.lines):
            return frozenset()
        draft.leave_out(sentence)
    return frozenset()
