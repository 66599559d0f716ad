"""HTML of a script with its repeated parts abbreviated: the cards in the drawings of a hand are two thirds of its bytes, a
step repeats most of the step before, and examples repeat names and sentences.  In a search index, games repeat sentences.

A sign of the private use area of Unicode replaces each occurrence of a part: a place with its cards, a card, a name or a tag,
a phrase.  Parts contain signs of parts that come later in the list.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

FIRST_SIGN: Final = 0xE000
"""The script that expands the signs subtracts this number."""
_MOST: Final = 0x1900
_SIGNS: Final = re.compile(r"[\ue000-\uf8ff]")
_PARTS: Final = tuple(
    re.compile(pattern, re.DOTALL)
    for pattern in (
        r"<div(?: data-[^<>]*)?><dt>.*?</div>",  # a place
        r'<b class="face.*?</b>|<dt>[^<]*</dt> <dd>|<[^>]*>',  # a card, the name of a place, a tag
        r" role=img aria-label=.*?</b>",  # the card in another size
        r' role=img aria-label=|<b class="?face [\w-]+ |<div data-place=',
        r'[^<>="\ue000-\uf8ff]{6,}',  # a phrase
    )
)
"""The parts of HTML that may be replaced, the largest first; a later pattern also applies inside of the parts of an earlier
one.
"""
SENTENCES: Final = (re.compile(r'(?<!\\)[^.;:<>"\\\[\]{}\ue000-\uf8ff]{12,}[.;:]?'),)
"""The parts of a search index that may be replaced: sentences and halves of sentences within its quoted texts."""
_COST: Final = 3
"""The bytes of a sign."""


def abbreviated(text: str, patterns: Sequence[re.Pattern[str]] = _PARTS) -> tuple[str, tuple[str, ...]]:
    """Return HTML, or a text with other `patterns`, with signs in place of repeated parts, and the parts."""
    (whole,), parts = abbreviated_together([text], patterns)
    return whole, parts


def abbreviated_together(
    texts: Sequence[str], patterns: Sequence[re.Pattern[str]] = _PARTS
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return several texts with signs in place of the parts that repeat in any of them, and the parts."""
    if any(map(_SIGNS.search, texts)):
        return tuple(texts), ()
    found = [*texts]
    for pattern in patterns:
        replaced, others = _replaced(found, pattern, len(found) - len(texts))
        found = replaced + others
    return tuple(found[: len(texts)]), tuple(found[len(texts) :])


def _replaced(texts: Sequence[str], pattern: re.Pattern[str], first: int) -> tuple[list[str], list[str]]:
    """Return texts with signs in place of the parts that repeat, and the parts; the sign of the first has a number."""
    counts = Counter(part for text in texts for part in pattern.findall(text))
    parts = [part for part, times in counts.most_common() if (times - 1) * len(part) > (times + 2) * _COST][: _MOST - first]
    signs = {part: chr(FIRST_SIGN + first + at) for at, part in enumerate(parts)}
    return [pattern.sub(lambda found: signs.get(found[0], found[0]), text) for text in texts], parts
