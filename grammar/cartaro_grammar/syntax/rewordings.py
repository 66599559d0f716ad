"""Other words for the words of a sentence: the language's own for those of another tongue or wording, or for a misspelt one.

No word is offered that says the opposite of the one written (see `nearness`), and a word of the language is never taken for
a misspelt one, nor is one that is known to say something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product

from cartaro_grammar.syntax import near_words
from cartaro_grammar.syntax.near_words import Near, Tongue
from cartaro_grammar.syntax.parser_tables import Broken, words_of_the_language
from cartaro_grammar.syntax.recovery import LineEdit
from cartaro_grammar.syntax.repair_change import Mend, Piece, change
from cartaro_grammar.text.nearness import close_words

MAX_READINGS = 8
NOUNS = frozenset(["player", "players", "side", "sides", "card", "cards", "hand", "turn", "match", "true", "false", "empty"])
"""Words that a ruleset may well have as names in another tongue."""

ACTS, ACT_WORDS = ("act", "finding"), 3
"""What declares an act; more words than these, none of them between things, are not one name."""

FOREIGN: tuple[Tongue, ...] = ("it", "fr")


def reworded(pieces: list[Piece], here: int) -> Iterator[Mend]:
    """The words up to where the parser stumbles in other words: first a whole sentence of another tongue, then a phrase."""
    after = _after_name(pieces)
    for tongue in _spoken(pieces, after):
        phrases = _phrases(pieces, after, tongue)
        for readings in islice(product(*(near.readings for near in phrases)), MAX_READINGS):
            yield _translated(pieces, tongue, list(zip(phrases, readings, strict=True)))
        for near in phrases:
            yield from (_translated(pieces, tongue, [(near, reading)]) for reading in near.readings)
    upto = min(here + 1, len(pieces))
    for near in reversed([n for n in _phrases(pieces, 0, "said") if n.first < upto]):
        yield from (_said(pieces, near, reading) for reading in near.readings)


def joined(pieces: list[Piece]) -> Iterator[Mend]:
    """The name with which a clause begins, or that a declaration gives, as one word."""
    if pieces[0].text in ACTS and len(pieces) > 1 + ACT_WORDS:
        return
    start = 1 if pieces[0].text in words_of_the_language() else 0
    for words in (pieces[start : start + size] for size in (2, 3, 4)):
        plain = all(re.fullmatch(r"[^\W\d_A-Z]\w*", w.text) and w.text not in words_of_the_language() for w in words)
        if len(words) > 1 and plain and len({word.line for word in words}) == 1:
            first, last = words[0], words[-1]
            whole = Piece(first.line, first.start, last.end, " ".join(word.text for word in words))
            yield change("joined", whole, "_".join(word.text for word in words))


def respelt(piece: Piece) -> Iterator[Mend]:
    """A word as one of the language that is spelt nearly so."""
    word = piece.text.casefold()
    if word in words_of_the_language() or near_words.known(word) or not word[:1].isalpha():
        return
    yield from (change("word", piece, close) for close in close_words(word, words_of_the_language())[:4])


def advised(pieces: list[Piece], here: int, broken: Broken) -> Mend | None:
    """What to write where the language has no word for the one at which the parser stumbles, or for the one before it."""
    for at in (here, here - 1):
        if not 0 <= at < len(pieces):
            continue
        known = near_words.advice().get(pieces[at].text.casefold())
        if known is None or (known.where and known.where not in broken.accepts):
            continue
        if not known.after or (at > 0 and pieces[at - 1].text == known.after):
            return Mend("advice", pieces[at], known.text, ())
    return None


def foreign(pieces: list[Piece], here: int) -> Mend | None:
    """The words of another tongue around which the parser stumbles, though the sentence in the language's is none either."""
    after = _after_name(pieces)
    for tongue in _spoken(pieces, after):
        phrases = _phrases(pieces, after, tongue)
        if any(near.first <= here <= near.end and not NOUNS & set(near.readings) for near in phrases):
            mend = _translated(pieces, tongue, [(near, near.readings[0]) for near in phrases])
            return Mend(mend.sort, mend.piece, mend.written, mend.edits, ("",))
    return None


def _after_name(pieces: list[Piece]) -> int:
    """Where a clause's sentence begins: after its name and titles."""
    return next((at + 1 for at, piece in enumerate(pieces) if piece.text == ":"), 0)


def _spoken(pieces: list[Piece], after: int) -> list[Tongue]:
    """The tongues that a sentence has words of, the one with more of them first."""
    count = {tongue: sum(near.end - near.first for near in _phrases(pieces, after, tongue)) for tongue in FOREIGN}
    return sorted((tongue for tongue in FOREIGN if count[tongue]), key=lambda tongue: -count[tongue])


def _phrases(pieces: list[Piece], after: int, tongue: Tongue) -> list[Near]:
    """The phrases of a tongue in a sentence, none of them over two lines."""
    found = near_words.found([piece.text for piece in pieces[after:]], tongue)
    moved = (Near(near.first + after, near.end + after, near.readings) for near in found)
    return [near for near in moved if pieces[near.first].line == pieces[near.end - 1].line]


def _whole(pieces: list[Piece], near: Near) -> Piece:
    """The words of a phrase as one piece."""
    first, last = pieces[near.first], pieces[near.end - 1]
    return Piece(first.line, first.start, last.end, " ".join(piece.text for piece in pieces[near.first : near.end]))


def _translated(pieces: list[Piece], tongue: Tongue, phrases: list[tuple[Near, str]]) -> Mend:
    edits: list[LineEdit] = []
    for near, reading in phrases:
        whole = _whole(pieces, near)
        edits.append(LineEdit(whole.line, whole.start, whole.end, reading))
    return Mend("it" if tongue == "it" else "fr", _whole(pieces, phrases[0][0]), phrases[0][1], tuple(edits))


def _said(pieces: list[Piece], near: Near, reading: str) -> Mend:
    return change("said", _whole(pieces, near), reading)
