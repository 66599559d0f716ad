"""Find invisible characters in a text, from their Unicode properties, and accents that are separate from their letters.

`invisible_characters` and `blank_runs` yield the places of characters that a text of rules must not hold; `first_apart` finds a
letter whose accent is a character of its own; `without_presentation` removes the characters that telephones add to signs of
suits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_QUOTED_OR_COMMENT = re.compile(r'(?P<quoted>"[^"\n]*")|(?P<comment>--[^\n]*)')
_PLAIN = frozenset(" \t\n")

_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""The property Default_Ignorable_Code_Point (DerivedCoreProperties.txt of Unicode), which `unicodedata` does not have."""

_MOVES = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
"""Direction marks and a byte-order mark. They are rejected even in comments, because a reader would see a different text from
the program.
"""

_JOINERS = "\u200c\u200d"
_VARIATION = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_TAG = re.compile("[\U000e0020-\U000e007f]")
_BRAILLE_BLANK = "\u2800"


def is_ignorable(character: str) -> bool:
    """Return whether a character takes no space when it is shown."""
    return _IGNORABLE.match(character) is not None or unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}


def is_combining(character: str) -> bool:
    """Return whether a character is drawn over the one before it."""
    return unicodedata.category(character) in {"Mn", "Me", "Mc"}


def invisible_characters(text: str) -> Iterator[int]:
    """Yield the offsets of invisible characters. In quoted text and in comments, characters that are necessary to write a word
    or an emoji are not reported.
    """
    if not any(map(_is_unseen, set(text))):  # a set, because a text has many characters but few different ones
        return
    at = 0
    for part in _QUOTED_OR_COMMENT.finditer(text):
        yield from (n for n in range(at, part.start()) if _is_unseen(text[n]))
        yield from (n for n in range(part.start(), part.end()) if _is_unseen_in(text, n, comment=part["quoted"] is None))
        at = part.end()
    yield from (n for n in range(at, len(text)) if _is_unseen(text[n]))


def _is_unseen(character: str) -> bool:
    """Return whether a character of the rules themselves cannot be seen, or is an accent without its letter."""
    return character not in _PLAIN and (is_ignorable(character) or is_combining(character))


def _is_unseen_in(text: str, at: int, *, comment: bool) -> bool:
    """Return whether a character of a quoted text, or of a comment, is invisible and does not belong to a visible sign."""
    character = text[at]
    if character in _PLAIN or not is_ignorable(character):
        return False
    if _MOVES.match(character) or unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}:
        return True
    return not comment and not _belongs(text, at)


def _belongs(text: str, at: int) -> bool:
    """Return whether an invisible character has a use: it selects the form of a sign, or joins two signs of an emoji or two
    letters of a script with joined letters.
    """
    character, before = text[at], text[at - 1 : at]
    after = text[at + 1 : at + 2]
    if _VARIATION.match(character):
        return _is_sign(before) or _is_joining(before) or (before in "#*0123456789" and after == "\u20e3")
    if _TAG.match(character):
        return _is_sign(before) or _TAG.match(before) is not None
    if character in _JOINERS:
        joins = _is_sign(before) or _VARIATION.match(before) is not None or _is_joining(before)
        return joins and (_is_sign(after) or _is_joining(after))
    return False


def _is_sign(character: str) -> bool:
    """Return whether a character is a sign, such as a suit or an emoji, and not a letter."""
    return bool(character) and (
        unicodedata.category(character) in {"So", "Sk", "Sm"} or character in "\u203c\u2049\u3030\u303d"
    )


def _is_joining(character: str) -> bool:
    """Return whether a character is a letter, or a mark on one, of a script that is not Latin, Greek or Cyrillic."""
    return bool(character) and ord(character) > 0x0590 and unicodedata.category(character)[0] in "LM"


def blank_runs(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of unusual spaces outside quoted texts and comments."""
    if not any(map(_is_unusual_space, set(text))):
        return
    held = _QUOTED_OR_COMMENT.sub(lambda part: " " * len(part[0]), text)
    at = 0
    while at < len(held):
        end = at
        while end < len(held) and _is_unusual_space(held[end]):
            end += 1
        if end > at:
            yield at, end
        at = end + 1


def _is_unusual_space(character: str) -> bool:
    return character != " " and (unicodedata.category(character) == "Zs" or character == _BRAILLE_BLANK)


def can_be_seen(text: str) -> bool:
    """Return whether some character of a text is drawn on its own."""
    return any(not (character.isspace() or is_ignorable(character) or is_combining(character)) for character in text)


def first_apart(text: str) -> int | None:
    """Return the offset of the first letter outside quoted texts and comments whose accent is a character of its own, if
    the two can be composed to one.
    """
    if not any(map(is_combining, set(text))):
        return None
    held = _QUOTED_OR_COMMENT.sub(lambda part: " " * len(part[0]), text)
    pairs = (at for at in range(1, len(held)) if is_combining(held[at]))
    return next((at - 1 for at in pairs if len(unicodedata.normalize("NFC", held[at - 1 : at + 1])) == 1), None)


def composed(text: str) -> str:
    """Return a text in which each letter and its accents are one character, if such a character exists (Unicode form NFC)."""
    return unicodedata.normalize("NFC", text)


def without_presentation(text: str) -> str:
    """Return a text without the characters that select how a sign is drawn, and without other invisible characters."""
    return text if text.isascii() else "".join(character for character in text if not _IGNORABLE.match(character))
