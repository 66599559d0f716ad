"""A text on its way through its errors: sentences are mended or left out, and every place still leads back to the source.

Lines are numbered from 0 and are never added or taken away; columns are counted from 0.

A change to a sentence that cannot be read, and the words and signs that sentences are made of.

Other words for the words of a sentence: the language's own for those of another tongue or wording, or for a misspelt one.

No word is offered that says the opposite of the one written (see `spelling`), and a word of the language is never taken for
a misspelt one, nor is one that is known to say something else.

What an author most likely meant by a sentence that cannot be read: a small change after which it can.

Every change is tried: the sentence, with the openers of the blocks around it, is read again, and only a change that lets
the parser past the sentence is offered.  The first that does is taken; the likelier ones are tried first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Literal

from cartaro_grammar.syntax import synonyms
from cartaro_grammar.syntax.edit_buffer import Draft, LineEdit, SentenceLines, depth, goes_on
from cartaro_grammar.syntax.lark_parser import SILENT, Broken, Whole, read, words_of_the_language
from cartaro_grammar.syntax.synonyms import Near, Tongue
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.spelling import MEANING_CHANGING, close_words

# ----------------------------------------------------------------- repair change

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


# -------------------------------------------------------------------- rewordings

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
    if word in words_of_the_language() or synonyms.known(word) or not word[:1].isalpha():
        return
    yield from (change("word", piece, close) for close in close_words(word, words_of_the_language())[:4])


def advised(pieces: list[Piece], here: int, broken: Broken) -> Mend | None:
    """What to write where the language has no word for the one at which the parser stumbles, or for the one before it."""
    for at in (here, here - 1):
        if not 0 <= at < len(pieces):
            continue
        known = synonyms.advice().get(pieces[at].text.casefold())
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
    found = synonyms.found([piece.text for piece in pieces[after:]], tongue)
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


# ----------------------------------------------------------------------- repairs

MAX_TRIALS = 120
MAX_TRIED = 4_000
"""The longest sentence, with its block, that is worth mending, in characters."""

MAX_TRIED_IN_ALL = 150_000
"""How many characters the parser may read on trial, for all errors of a text together."""

CURLY = re.compile("[\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\uff02]")
SIGNS = {
    ">=": ("is at least", "at least"), "≥": ("is at least", "at least"), "<=": ("is at most", "at most"),
    "≤": ("is at most", "at most"), ">": ("is more than", "more than"), "<": ("is less than", "less than"),
    "!=": ("is not", "not"), "≠": ("is not", "not"), "==": ("=",), "&": ("and",), "|": ("or",), "×": ("*",),
    "–": ("-", "to"), "—": ("-", "to"), "−": ("-",), "-": ("to",), ";": (",",), "{": ("(",), "}": (")",),
    "[": ("(",), "]": (")",), ".": ("", ","), ":": ("", "is"), "/": ("or",),
}  # fmt: skip
JOINTS = (":", ",", "is", ")", "(", "to", "of", "in", "with", "from", "as", "each", "among", "has", "for", "into")
"""What is most often left out between two words; none that would turn the sentence round."""

JOINED = (":", ",", "is")
"""What may be missing further back than where the parser stumbles."""

ITEMS = frozenset({"article", "in", "set", "repeal", "claim", "example", "words", "pictures", "telling", "quotes"})
"""What begins at the margin, after a file's header."""


def mended(draft: Draft, sentence: SentenceLines, broken: Broken, whole: Whole) -> Mend | None:
    """The likeliest change after which the sentence can be read, if a small one is enough."""
    trial = _Trial(draft, sentence, whole)
    if trial.size > MAX_TRIED:
        return None
    pieces = list(_pieces(draft, sentence))
    if not pieces:
        return None
    at = draft.position(broken.start)
    here = next((i for i, p in enumerate(pieces) if (p.line, p.end) > at), len(pieces))
    found = trial.first(_sure(draft, sentence, pieces, here)) or trial.first(reworded(pieces, here))
    if found is None and here < len(pieces):
        known = (m for m in (*_capitals(pieces, here), *reworded(pieces, here)) if m.written and _touches(m, pieces, here))
        found = next((mend for mend in known if trial.goes_further(mend, pieces[here])), None)
    found = (
        found or advised(pieces, here, broken) or trial.first(m for piece in pieces[here : here + 1] for m in respelt(piece))
    )
    found = found or foreign(pieces, here)
    if found is None:
        found = trial.first(_guesses(draft, pieces, here, broken))
    if found is None and here < len(pieces):
        found = next((mend for mend in respelt(pieces[here]) if trial.goes_further(mend, pieces[here])), None)
    return found if found is None else trial.with_choices(found, pieces, here)


def _touches(mend: Mend, pieces: list[Piece], here: int) -> bool:
    """Whether a change is of the piece at which the parser stumbles, or of the one before it; not of words alone that the
    parser has taken for the language's own.
    """
    near = pieces[max(0, here - 1) : here + 1]
    taken = pieces[here - 1] if here > 0 else None
    if taken is not None and taken.text in words_of_the_language() and mend.piece == taken:
        return False
    return any(e.line == p.line and e.start <= p.start and p.end <= e.end for e in mend.edits for p in near)


def _pieces(draft: Draft, sentence: SentenceLines) -> Iterator[Piece]:
    for number in range(sentence.first, sentence.last + 1):
        for match in PIECE.finditer(draft.lines[number]):
            yield Piece(number, match.start(), match.end(), match[0])


class _Trial:
    """A sentence in its surroundings, to be read with changes."""

    def __init__(self, draft: Draft, sentence: SentenceLines, whole: Whole) -> None:
        self.read: dict[tuple[LineEdit, ...], tuple[int, int] | None] = {}
        self.draft = draft
        self.sentence = sentence
        self.header: Whole = whole
        self.size = sum(len(draft.lines[n]) for n in range(sentence.first, sentence.end))

    def first(self, mends: Iterable[Mend]) -> Mend | None:
        """The first change with which the parser gets past the sentence."""
        return next((mend for mend in islice(mends, MAX_TRIALS) if self.passes(mend)), None)

    def passes(self, mend: Mend) -> bool:
        """Whether the parser gets past the sentence, and past the opening of its block, with a change."""
        return mend.sort == "comment" or self._end(mend) is None

    def goes_further(self, mend: Mend, piece: Piece) -> bool:
        """Whether the parser gets past a piece with a change, though not past the sentence."""
        end = self._end(mend)
        moved = sum(len(e.text) - (e.end - e.start) for e in mend.edits if e.line == piece.line and e.start <= piece.start)
        return end is None or end > (piece.line, piece.end + moved)

    def with_choices(self, mend: Mend, pieces: list[Piece], here: int) -> Mend:
        """The change with the others of its sort and place that are as good, if there are any."""
        if mend.sort not in {"word", "said", "it", "fr"} or len(mend.edits) != 1 or mend.choices:
            return mend
        others = respelt(mend.piece) if mend.sort == "word" else reworded(pieces, here)
        same = [m for m in others if (m.sort, m.piece, len(m.edits)) == (mend.sort, mend.piece, 1)]
        whole = [m for m in same if self.passes(m)]
        good = whole if self.passes(mend) else [m for m in same if self.goes_further(m, pieces[here])]
        choices = tuple(dict.fromkeys(m.written for m in good))
        return replace(mend, choices=choices) if len(choices) > 1 else mend

    def _end(self, mend: Mend) -> tuple[int, int] | None:
        """The place in the sentence where the parser still breaks off with a change."""
        if mend.edits not in self.read:
            self.read[mend.edits] = self._end_read(mend)
        return self.read[mend.edits]

    def _end_read(self, mend: Mend) -> tuple[int, int] | None:
        above, last = self.sentence.above, self.sentence.last
        if mend.sort == "margin":
            above = openers_for(self.draft, self.sentence.first, int(mend.written))
            last = max(edit.line for edit in mend.edits)
        numbers = [*reversed(above), *range(self.sentence.first, max(self.sentence.end, last + 1))]
        whole: Whole = self.header if numbers[0] == self.draft.first_written else "rest"
        changed = Draft([self.draft.lines[n] for n in numbers])
        moved = {number: place for place, number in enumerate(numbers)}
        changed.put(LineEdit(moved[e.line], e.start, e.end, e.text) for e in mend.edits)
        if self.draft.tried > MAX_TRIED_IN_ALL:
            return self.sentence.first, 0
        text = changed.text
        found = read(text, whole)
        self.draft.tried += found.start if isinstance(found, Broken) else len(text)
        if not isinstance(found, Broken):
            return None
        line, column = changed.position(found.start)
        return None if numbers[line] > last and found.kind != "_INDENT" else (numbers[line], column)


def _sure(draft: Draft, sentence: SentenceLines, pieces: list[Piece], here: int) -> Iterator[Mend]:
    """Changes of layout and signs, which leave the words as they are."""
    yield from _comment(draft, pieces)
    yield from _quotes(draft, sentence)
    yield from _margins(draft, sentence, pieces[0])
    yield from joined(pieces)
    yield from _capitals(pieces, here)


def _guesses(draft: Draft, pieces: list[Piece], here: int, broken: Broken) -> Iterator[Mend]:
    """Changes of one word or sign, the likeliest first; `here` is the piece that the parser stumbled over."""
    if here < len(pieces):
        yield from _brackets(pieces, here)
        yield from _signs(pieces[here])
        yield from respelt(pieces[here])
    yield from _silent(pieces[: here + 1])
    if here > 0 and "STRING" in broken.accepts and here < len(pieces):
        yield _quoted(draft, pieces[here])
    yield from _inserted(pieces, here, broken)
    for piece in reversed(pieces[:here]):
        yield from _signs(piece)
        yield from respelt(piece)
    for position in range(1, here if here < len(pieces) else 0):
        yield from (_insertion(pieces[position - 1], joint) for joint in JOINED if pieces[position - 1].text not in SILENT)
    for piece in reversed(pieces[max(0, here - 1) : here + 1]):
        sign = not piece.text[0].isalnum() and piece.text[0] != '"'
        word = piece.text in words_of_the_language() and piece.text not in MEANING_CHANGING and here < len(pieces)
        if sign or word or _twice(pieces, piece):
            yield change("superfluous", piece, "")


def _twice(pieces: list[Piece], piece: Piece) -> bool:
    at = pieces.index(piece)
    return at > 0 and pieces[at - 1].text == piece.text


def _comment(draft: Draft, pieces: list[Piece]) -> Iterator[Mend]:
    """A comment begun as other languages do."""
    for piece in pieces:
        if piece.text in {"#", "//", "/*", "%"}:
            yield Mend("comment", piece, "--", (LineEdit(piece.line, piece.start, len(draft.lines[piece.line]), ""),))


def _quotes(draft: Draft, sentence: SentenceLines) -> Iterator[Mend]:
    """Typographic quotation marks made plain; a closing one put where a text is not closed."""
    for number in range(sentence.first, sentence.last + 1):
        line = draft.lines[number]
        curly = [m.start() for m in CURLY.finditer(re.sub('"[^"]*"', lambda m: " " * len(m[0]), line))]
        if curly:
            piece = Piece(number, curly[0], curly[0] + 1, line[curly[0]])
            yield Mend("quotes", piece, '"', tuple(LineEdit(number, c, c + 1, '"') for c in curly))
        if line.count('"') % 2:
            for place in re.finditer(r"(?<!\s)(?=\s+\(|\s+[a-z]{2} \"|\s*$|\s*:|,)", line):
                before = line.rfind('"', 0, place.start() or None)
                if before >= 0:
                    piece = Piece(number, before, before + 1, '"')
                    yield Mend("quotes", piece, "", (LineEdit(number, place.start(), place.start(), '"'),))


def _quoted(draft: Draft, piece: Piece) -> Mend:
    """What stands from a piece to its line's end, as a text."""
    end = len(draft.lines[piece.line].rstrip())
    return Mend(
        "quotes", piece, "text", (LineEdit(piece.line, piece.start, piece.start, '"'), LineEdit(piece.line, end, end, '"'))
    )


def openers_for(draft: Draft, first: int, margin: int) -> tuple[int, ...]:
    """The lines that would open the blocks around a line, did it begin at a margin."""
    found: list[int] = []
    for number in range(first - 1, -1, -1):
        if margin == 0:
            break
        if draft.lines[number].strip() and depth(draft.lines[number]) < margin and not goes_on(draft.lines, number):
            found.append(number)
            margin = depth(draft.lines[number])
    return tuple(found)


def _margins(draft: Draft, sentence: SentenceLines, first: Piece) -> Iterator[Mend]:
    """The sentence, with its block, begun where its neighbours begin."""
    here = depth(draft.lines[sentence.first])
    before = next((n for n in range(sentence.first - 1, -1, -1) if draft.lines[n].strip()), None)
    if before is None:
        return
    neighbours = [depth(draft.lines[n]) for n in (before, *openers_for(draft, before, depth(draft.lines[before])))]
    for margin in dict.fromkeys([*neighbours, neighbours[0] + 2]):
        if margin != here:
            for end in (_paragraph(draft, sentence), sentence.last + 1, sentence.end):
                written = [n for n in range(sentence.first, end) if draft.lines[n].strip()]
                if sum(len(draft.lines[n]) for n in written) > MAX_TRIED:
                    continue
                yield Mend("margin", first, str(margin), tuple(_shift(draft, n, margin - here) for n in written))


def _paragraph(draft: Draft, sentence: SentenceLines) -> int:
    """The line after the last that stands, without a gap, at the sentence's depth or deeper."""
    here = depth(draft.lines[sentence.first])
    for number in range(sentence.end, len(draft.lines)):
        line = draft.lines[number]
        if not line.strip() or depth(line) < here or (here == 0 and line.split()[0] in ITEMS):
            return number
    return len(draft.lines)


def _shift(draft: Draft, number: int, by: int) -> LineEdit:
    return LineEdit(number, 0, 0, " " * by) if by > 0 else LineEdit(number, 0, min(-by, depth(draft.lines[number])), "")


def _capitals(pieces: list[Piece], here: int) -> Iterator[Mend]:
    """Words written small, all at once; and a card's code written large."""
    large = [p for p in pieces if re.match(r"[^\W\d_a-zà-ÿ]\w*[a-zà-ÿ]", p.text)]
    if large:
        edits = tuple(LineEdit(p.line, p.start, p.end, p.text.lower()) for p in large)
        yield Mend("capital", large[0], large[0].text.lower(), edits)
    for piece in pieces[max(0, here - 1) : here + 1]:
        if re.fullmatch("[0-9]{1,2}[a-z]|[a-z]{2}", piece.text) and piece.text not in words_of_the_language():
            yield change("card", piece, piece.text.upper())


def _brackets(pieces: list[Piece], here: int) -> Iterator[Mend]:
    """`where` put in brackets with what it is about."""
    if pieces[here].text != "where":
        return
    for piece in reversed(pieces[:here]):
        if piece.text in {"when", "unless", "and", "or", "not", "has", "of", "is", "in"}:
            opening = LineEdit(piece.line, piece.end, piece.end, " (")
            for last in _ends(pieces, here):
                closing = LineEdit(last.line, last.end, last.end, ")")
                yield Mend("brackets", pieces[here], "", (opening, closing))


def _ends(pieces: list[Piece], here: int) -> Iterator[Piece]:
    """Where a bracket may close: at the sentence's end, or before a word that goes on with it."""
    yield pieces[-1]
    for position in range(len(pieces) - 1, here + 1, -1):
        if pieces[position].text in {"is", "and", "or", "when", "unless", "="}:
            yield pieces[position - 1]


def _signs(piece: Piece) -> Iterator[Mend]:
    """A sign of arithmetic as the words for it."""
    yield from (change("sign", piece, sign) for sign in SIGNS.get(piece.text, ()))


def _silent(pieces: list[Piece]) -> Iterator[Mend]:
    """`a`, `an` or `the` as a name, which they cannot be."""
    for piece in pieces:
        if piece.text in SILENT:
            yield change("silent", piece, piece.text + "_")


def _inserted(pieces: list[Piece], here: int, broken: Broken) -> Iterator[Mend]:
    while here > 0 and pieces[here - 1].text in SILENT:
        here -= 1
    if here == 0:
        return
    signs = {":": "COLON", ",": "COMMA", ")": "RPAR", "(": "LPAR"}
    near = {piece.text for piece in pieces[here - 1 : here + 1]}
    at_end = here == len(pieces) or pieces[here].line > pieces[here - 1].line
    for joint in JOINTS:
        if signs.get(joint, joint.upper()) in broken.accepts and joint not in near and not (joint == "," and at_end):
            yield _insertion(pieces[here - 1], joint)


def _insertion(before: Piece, joint: str) -> Mend:
    text = joint if joint in ":,)" else f" {joint}"
    return Mend("missing", before, joint, (LineEdit(before.line, before.end, before.end, text),))
