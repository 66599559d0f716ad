"""The colour in which a card is shown: that of its suit's sign, where that is a sign with a colour of its own.

The suit is, of the attributes of a deck, the one with the second most values.  Red and black are those of Unicode's signs for
suits; any other sign has the colour of its place in the declaration.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from cartaro_grammar import game as g

TONES = 4
OF_SIGNS: Mapping[str, str] = {**dict.fromkeys("♥♦♡♢", "red"), **dict.fromkeys("♠♣♤♧", "black")}


@cache
def by_size(deck: g.Deck) -> tuple[g.AttributeInfo, ...]:
    """The attributes of a deck, the one with most values first."""
    return tuple(sorted(deck.attributes, key=lambda a: (-len(a.values), a.name)))


def tone(deck: g.Deck, number: int) -> str:
    """`red`, `black`, the place of the suit among four, or `none` for a card without a suit."""
    attributes = by_size(deck)
    values = dict(deck.cards[number].attributes)
    if len(attributes) < 2 or attributes[1].name not in values:
        return "none"
    suits = [(v.name, v.sign) for v in attributes[1].values]
    at = next(n for n, (name, _) in enumerate(suits) if name == values[attributes[1].name])
    return OF_SIGNS.get(suits[at][1].rstrip("\ufe0e\ufe0f"), str(at % TONES))
