"""Repair a sentence that does not parse: find the small change that its author most likely meant.

Every candidate is tried: the sentence is parsed again, with the openers of the blocks around it. A change is returned only if
the parser then reads the whole sentence. The first change with which the sentence parses is used. Likelier changes are tried
first: layout and signs, then replacing other wordings and words of another language by key words, then a misspelt word, then
inserting or deleting one sign or word. A word that means the opposite of the written word is never offered
(`text/spelling.py`). A keyword or a known synonym is never treated as a misspelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, product
from typing import Literal

from cartaro_grammar.syntax import synonyms
from cartaro_grammar.syntax.edit_buffer import EditBuffer, LineEdit, SentenceLines, continues_sentence, depth
from cartaro_grammar.syntax.lark_parser import ParseFailure, StartRule, keyword_kind, keywords, noise_words, parse_text
from cartaro_grammar.syntax.synonyms import Synonym, SynonymTable
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.key_phrases import english_phrases, phrase_in
from cartaro_grammar.text.opening import ENGLISH
from cartaro_grammar.text.spelling import MEANING_CHANGING, close_words

# ------------------------------------------------------------------------------------------- repairs

RepairKind = Literal[
    "word", "sign", "quotes", "missing", "superfluous", "capital", "card", "margin", "noise word", "brackets", "comment",
    "joined name", "reserved name", "sum", "set", "mark", "unnamed", "en", "it", "fr", "advice",
]  # fmt: skip
"""`word` is a spelling; `en` is a synonym in other English words, or in other words of the text's language; `it` and `fr` are
synonyms in those languages in an English text; `advice` makes no change, and the sentence is skipped.
"""

PIECE = re.compile(r"\"[^\"\n]*\"|[\w♠♥♦♣♡♢♤♧'/]+|[<>=!]=|\S")


@frozen
class Piece:
    """A word or sign of a sentence, with its position."""

    line: int
    start: int
    end: int
    text: str


@frozen
class Repair:
    """A change that makes a sentence parse: its kind, the piece it is about, the replacement and the edits. `choices` are all
    replacements that may have been meant, if there are several.
    """

    kind: RepairKind
    piece: Piece
    replacement: str
    edits: tuple[LineEdit, ...]
    choices: tuple[str, ...] = ()


def replace_piece(sort: RepairKind, piece: Piece, text: str) -> Repair:
    """Return the repair that replaces a piece."""
    return Repair(sort, piece, text, (LineEdit(piece.line, piece.start, piece.end, text),))


# ------------------------------------------------------------------------ synonyms, spelling, advice

MAX_READINGS = 8
NOUNS = frozenset(["player", "players", "side", "sides", "card", "cards", "hand", "turn", "match", "true", "false", "empty"])
"""Words of other languages that a ruleset is likely to use as names."""

ACTS, ACT_WORDS = ("act", "finding"), 3
"""The keywords that declare an act. Several words after them, with no preposition in between, are not a single name."""

FOREIGN: tuple[SynonymTable, ...] = ("it", "fr")


def synonym_repairs(pieces: list[Piece], here: int, language: str) -> Iterator[Repair]:
    """Yield the sentence with synonyms replaced by keywords: first all synonyms of another language at once, then single
    synonyms, then other wordings in the text's own language up to the failure.
    """
    upto = min(here + 1, len(pieces))
    if language != ENGLISH:
        yield from _english_repairs(pieces, here, language)
        for synonym in reversed([n for n in _synonyms_in(pieces, 0, synonyms.OWN_WORDINGS[language]) if n.first < upto]):
            yield from (_rephrased(pieces, synonym, replacement) for replacement in synonym.replacements)
        return
    after = _after_name(pieces)
    for table in _foreign_tables(pieces, after):
        phrases = _synonyms_in(pieces, after, table)
        for replacements in islice(product(*(synonym.replacements for synonym in phrases)), MAX_READINGS):
            yield _translation(pieces, table, list(zip(phrases, replacements, strict=True)))
        for synonym in phrases:
            yield from (_translation(pieces, table, [(synonym, replacement)]) for replacement in synonym.replacements)
    for synonym in reversed([n for n in _synonyms_in(pieces, 0, "en") if n.first < upto]):
        yield from (_rephrased(pieces, synonym, replacement) for replacement in synonym.replacements)


def _english_repairs(pieces: list[Piece], here: int, language: str) -> Iterator[Repair]:
    """Yield versions of a sentence with non-English key words in which English words are replaced: first all words up to the
    failure, then only one.
    """
    phrases = english_phrases(language)
    upto = min(here + 1, len(pieces))
    words = [piece.text.casefold() for piece in pieces]
    found: list[tuple[Piece, str]] = []
    at = _after_name(pieces)
    while at < upto:
        sizes = (n for n in range(min(5, len(pieces) - at), 0, -1) if pieces[at].line == pieces[at + n - 1].line)
        size = next((n for n in sizes if " ".join(words[at : at + n]) in phrases), 0)
        if size:
            whole = _whole(pieces, Synonym(at, at + size, ()))
            found.append((whole, phrases[" ".join(words[at : at + size])]))
        at += size or 1
    if found:
        edits = tuple(LineEdit(one.line, one.start, one.end, phrase) for one, phrase in found)
        yield Repair("en", found[0][0], found[0][1], edits) if len(found) > 1 else replace_piece("en", *found[0])
    yield from (replace_piece("en", one, phrase) for one, phrase in found)


def joined_name_repairs(pieces: list[Piece], language: str) -> Iterator[Repair]:
    """Yield the name of a clause or declaration that is written as several words, joined into one."""
    if pieces[0].text in ACTS and len(pieces) > 1 + ACT_WORDS:
        return
    start = 1 if pieces[0].text in keywords(language) else 0
    for words in (pieces[start : start + size] for size in (2, 3, 4)):
        plain = all(re.fullmatch(r"[^\W\d_A-Z]\w*", w.text) and w.text not in keywords(language) for w in words)
        if len(words) > 1 and plain and len({word.line for word in words}) == 1:
            first, last = words[0], words[-1]
            whole = Piece(first.line, first.start, last.end, " ".join(word.text for word in words))
            yield replace_piece("joined name", whole, "_".join(word.text for word in words))


def spelling_repairs(piece: Piece, language: str) -> Iterator[Repair]:
    """Yield the keywords that a word is a misspelling of."""
    word = piece.text.casefold()
    known = keywords(language)
    if word in known or synonyms.is_synonym(word, language) or not word[:1].isalpha():
        return
    yield from (replace_piece("word", piece, close) for close in close_words(word, known)[:4])


def advice_repair(pieces: list[Piece], here: int, failure: ParseFailure, language: str) -> Repair | None:
    """Return the advice for a word that the language lacks, or for two words, at the failure or before it."""
    words = [piece.text.casefold() for piece in pieces]
    table = synonyms.advice(language)
    for at in (here, here - 1):
        if not 0 <= at < len(pieces):
            continue
        known = table.get(" ".join(words[max(0, at - 1) : at + 1])) or table.get(words[at])
        if known is None or (known.where and keyword_kind(known.where.lower(), language) not in failure.accepts):
            continue
        if not known.after or (at > 0 and pieces[at - 1].text == known.after):
            return Repair("advice", pieces[at], known.text, ())
    return None


def foreign_repair(pieces: list[Piece], here: int) -> Repair | None:
    """Return the translation of foreign words around the failure, even though it does not parse either."""
    after = _after_name(pieces)
    for table in _foreign_tables(pieces, after):
        phrases = _synonyms_in(pieces, after, table)
        if any(synonym.first <= here <= synonym.end and not NOUNS & set(synonym.replacements) for synonym in phrases):
            repair = _translation(pieces, table, [(synonym, synonym.replacements[0]) for synonym in phrases])
            return Repair(repair.kind, repair.piece, repair.replacement, repair.edits, ("",))
    return None


def _after_name(pieces: list[Piece]) -> int:
    """Return the index at which a clause's sentence begins, after its name and titles."""
    return next((at + 1 for at, piece in enumerate(pieces) if piece.text == ":"), 0)


def _foreign_tables(pieces: list[Piece], after: int) -> list[SynonymTable]:
    """Return the languages of the words in a sentence, the most frequent language first."""
    count = {table: sum(synonym.end - synonym.first for synonym in _synonyms_in(pieces, after, table)) for table in FOREIGN}
    return sorted((table for table in FOREIGN if count[table]), key=lambda table: -count[table])


def _synonyms_in(pieces: list[Piece], after: int, table: SynonymTable) -> list[Synonym]:
    """Return the synonyms in a sentence, except synonyms that extend over two lines."""
    found = synonyms.find_synonyms([piece.text for piece in pieces[after:]], table)
    moved = (Synonym(synonym.first + after, synonym.end + after, synonym.replacements) for synonym in found)
    return [synonym for synonym in moved if pieces[synonym.first].line == pieces[synonym.end - 1].line]


def _whole(pieces: list[Piece], synonym: Synonym) -> Piece:
    """Return the words of a synonym as one piece."""
    first, last = pieces[synonym.first], pieces[synonym.end - 1]
    return Piece(first.line, first.start, last.end, " ".join(piece.text for piece in pieces[synonym.first : synonym.end]))


def _translation(pieces: list[Piece], table: SynonymTable, phrases: list[tuple[Synonym, str]]) -> Repair:
    edits: list[LineEdit] = []
    for synonym, replacement in phrases:
        whole = _whole(pieces, synonym)
        edits.append(LineEdit(whole.line, whole.start, whole.end, replacement))
    return Repair("it" if table == "it" else "fr", _whole(pieces, phrases[0][0]), phrases[0][1], tuple(edits))


def _rephrased(pieces: list[Piece], synonym: Synonym, replacement: str) -> Repair:
    return replace_piece("en", _whole(pieces, synonym), replacement)


# -------------------------------------------------------------------------------------------- search

MAX_TRIALS = 120
MAX_SENTENCE = 4_000
"""The greatest length of a sentence that is repaired, including its block, in characters."""

MAX_TRIAL_CHARACTERS = 150_000
"""The greatest total number of characters that trials may parse for the errors of a text."""

CURLY = re.compile("[\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\uff02]")
SIGNS = {
    ">=": ("is at least", "at least"), "≥": ("is at least", "at least"), "<=": ("is at most", "at most"),
    "≤": ("is at most", "at most"), ">": ("is more than", "more than"), "<": ("is less than", "less than"),
    "!=": ("is not", "not"), "≠": ("is not", "not"), "==": ("=",), "&": ("and",), "|": ("or",), "×": ("*",),
    "–": ("-", "to"), "—": ("-", "to"), "−": ("-",), "-": ("to",), ";": (",",), "{": ("(",), "}": (")",),
    "[": ("(",), "]": (")",), ".": ("", ","), ":": ("", "is"), "/": ("or",),
}  # fmt: skip
INSERTABLE = (":", ",", "is", ")", "(", "to", "of", "in", "with", "from", "as", "each", "among", "has", "for", "into")
"""Words and signs that are often left out between two words; words that would reverse the sentence are not included."""

INSERTABLE_EARLIER = (":", ",", "is")
"""The words and signs among the frequently omitted ones that may be missing before the failure."""

ITEMS = frozenset({"article", "in", "set", "repeal", "claim", "example", "words", "pictures", "telling", "quotes", "elsewhere"})
"""Words that begin a line without indentation, after a file's header."""


def find_repair(buffer: EditBuffer, sentence: SentenceLines, failure: ParseFailure, rule: StartRule) -> Repair | None:
    """Return the likeliest change with which the sentence parses, if a small one is enough."""
    trial = _Trial(buffer, sentence, rule)
    if trial.size > MAX_SENTENCE:
        return None
    pieces = list(_pieces(buffer, sentence))
    if not pieces:
        return None
    at = buffer.position(failure.start)
    here = next((i for i, p in enumerate(pieces) if (p.line, p.end) > at), len(pieces))
    found = trial.first(_layout_repairs(buffer, sentence, pieces, here)) or trial.first(
        synonym_repairs(pieces, here, buffer.language)
    )
    if found is None and here < len(pieces):
        known = (
            m
            for m in (*_capital_repairs(pieces, here, buffer.language), *synonym_repairs(pieces, here, buffer.language))
            if m.replacement and _touches(m, pieces, here, buffer.language)
        )
        found = next((repair for repair in known if trial.goes_further(repair, pieces[here])), None)
    found = (
        found
        or advice_repair(pieces, here, failure, buffer.language)
        or trial.first(m for piece in pieces[here : here + 1] for m in spelling_repairs(piece, buffer.language))
    )
    found = found or (foreign_repair(pieces, here) if buffer.language == ENGLISH else None)
    if found is None:
        found = trial.first(_word_repairs(buffer, pieces, here, failure))
    if found is None and here < len(pieces):
        found = next(
            (repair for repair in spelling_repairs(pieces[here], buffer.language) if trial.goes_further(repair, pieces[here])),
            None,
        )
    return found if found is None else trial.with_choices(found, pieces, here)


def _touches(repair: Repair, pieces: list[Piece], here: int, language: str) -> bool:
    """Return whether a repair is about the piece at the failure or the piece before it. A repair that only changes a word that
    parsed as a keyword does not count.
    """
    nearby = pieces[max(0, here - 1) : here + 1]
    taken = pieces[here - 1] if here > 0 else None
    if taken is not None and taken.text in keywords(language) and repair.piece == taken:
        return False
    return any(e.line == p.line and e.start <= p.start and p.end <= e.end for e in repair.edits for p in nearby)


def _pieces(buffer: EditBuffer, sentence: SentenceLines) -> Iterator[Piece]:
    for number in range(sentence.first, sentence.last + 1):
        for match in PIECE.finditer(buffer.lines[number]):
            yield Piece(number, match.start(), match.end(), match[0])


class _Trial:
    """A sentence in its surroundings, parsed with candidate repairs."""

    def __init__(self, buffer: EditBuffer, sentence: SentenceLines, rule: StartRule) -> None:
        self.read: dict[tuple[LineEdit, ...], tuple[int, int] | None] = {}
        self.buffer = buffer
        self.sentence = sentence
        self.header: StartRule = rule
        self.size = sum(len(buffer.lines[n]) for n in range(sentence.first, sentence.end))

    def first(self, repairs: Iterable[Repair]) -> Repair | None:
        """Return the first repair with which the parser gets past the sentence."""
        return next((repair for repair in islice(repairs, MAX_TRIALS) if self.passes(repair)), None)

    def passes(self, repair: Repair) -> bool:
        """Return whether the parser gets past the sentence, and past the opening of its block, with a repair."""
        return repair.kind == "comment" or self._failure_after(repair) is None

    def goes_further(self, repair: Repair, piece: Piece) -> bool:
        """Return whether the parser gets past a piece with a repair, even if it does not get past the sentence."""
        end = self._failure_after(repair)
        moved = sum(len(e.text) - (e.end - e.start) for e in repair.edits if e.line == piece.line and e.start <= piece.start)
        return end is None or end > (piece.line, piece.end + moved)

    def with_choices(self, repair: Repair, pieces: list[Piece], here: int) -> Repair:
        """Return the repair, together with equally good repairs of the same kind and place, if there are any."""
        if repair.kind not in {"word", "en", "it", "fr"} or len(repair.edits) != 1 or repair.choices:
            return repair
        others = (
            spelling_repairs(repair.piece, self.buffer.language)
            if repair.kind == "word"
            else synonym_repairs(pieces, here, self.buffer.language)
        )
        same = [m for m in others if (m.kind, m.piece, len(m.edits)) == (repair.kind, repair.piece, 1)]
        whole = [m for m in same if self.passes(m)]
        good = whole if self.passes(repair) else [m for m in same if self.goes_further(m, pieces[here])]
        choices = tuple(dict.fromkeys(m.replacement for m in good))
        return replace(repair, choices=choices) if len(choices) > 1 else repair

    def _failure_after(self, repair: Repair) -> tuple[int, int] | None:
        """Return the position in the sentence at which parsing fails with a repair, or None."""
        if repair.edits not in self.read:
            self.read[repair.edits] = self._parse_with(repair)
        return self.read[repair.edits]

    def _parse_with(self, repair: Repair) -> tuple[int, int] | None:
        above, last = self.sentence.above, self.sentence.last
        if repair.kind == "margin":
            above = block_openers(self.buffer, self.sentence.first, int(repair.replacement))
            last = max(edit.line for edit in repair.edits)
        numbers = [*reversed(above), *range(self.sentence.first, max(self.sentence.end, last + 1))]
        rule: StartRule = self.header if numbers[0] == self.buffer.first_written else "rest"
        changed = EditBuffer([self.buffer.lines[n] for n in numbers], language=self.buffer.language)
        moved = {number: place for place, number in enumerate(numbers)}
        changed.apply(LineEdit(moved[e.line], e.start, e.end, e.text) for e in repair.edits)
        if self.buffer.trial_characters > MAX_TRIAL_CHARACTERS:
            return self.sentence.first, 0
        text = changed.text
        found = parse_text(text, rule, self.buffer.language)
        self.buffer.trial_characters += found.start if isinstance(found, ParseFailure) else len(text)
        if not isinstance(found, ParseFailure):
            return None
        line, column = changed.position(found.start)
        return None if numbers[line] > last and found.kind != "_INDENT" else (numbers[line], column)


def _layout_repairs(buffer: EditBuffer, sentence: SentenceLines, pieces: list[Piece], here: int) -> Iterator[Repair]:
    """Yield changes of layout and signs that keep the words, and changes of clause names that are words of the language."""
    yield from _reserved_name_repairs(buffer, sentence, pieces)
    yield from _mark_repairs(buffer, sentence, pieces)
    yield from _comment_repairs(buffer, pieces)
    yield from _quote_repairs(buffer, sentence)
    yield from _margin_repairs(buffer, sentence, pieces[0])
    yield from joined_name_repairs(pieces, buffer.language)
    yield from _capital_repairs(pieces, here, buffer.language)
    yield from _unnamed_repairs(buffer, sentence, pieces)


def _word_repairs(buffer: EditBuffer, pieces: list[Piece], here: int, failure: ParseFailure) -> Iterator[Repair]:
    """Yield changes of one word or sign, the likeliest first; `here` is the piece at the failure."""
    if here < len(pieces):
        yield from _bracket_repairs(pieces, here)
        yield from _sum_repairs(pieces, here)
        yield from _set_repairs(pieces, here, buffer.language)
        yield from _total_repairs(pieces, here, buffer.language)
        yield from _first_player_repairs(pieces, here, buffer.language)
        yield from _sign_repairs(pieces[here], buffer.language)
        yield from spelling_repairs(pieces[here], buffer.language)
    yield from _flag_repairs(pieces, here, buffer.language)
    yield from _noise_word_repairs(pieces[: here + 1], buffer.language)
    if here > 0 and "STRING" in failure.accepts and here < len(pieces):
        yield _quoted_repair(buffer, pieces[here])
    yield from _insertion_repairs(pieces, here, failure, buffer.language)
    for piece in reversed(pieces[:here]):
        yield from _sign_repairs(piece, buffer.language)
        yield from spelling_repairs(piece, buffer.language)
    for position in range(1, here if here < len(pieces) else 0):
        yield from (
            _insertion(pieces[position - 1], joint)
            for joint in _insertable(INSERTABLE_EARLIER, buffer.language)
            if pieces[position - 1].text not in noise_words(buffer.language)
        )
    for piece in reversed(pieces[max(0, here - 1) : here + 1]):
        sign = not piece.text[0].isalnum() and piece.text[0] != '"'
        word = piece.text in keywords(buffer.language) and here < len(pieces)
        if _is_repeated(pieces, piece) or ((sign or word) and not _changes_meaning(piece.text, buffer.language)):
            yield replace_piece("superfluous", piece, "")


def _changes_meaning(word: str, language: str) -> bool:
    """Return whether a sentence without this word or sign would have a different meaning, even if it parses."""
    if language == ENGLISH:
        return word == "-" or word in MEANING_CHANGING
    phrases = english_phrases(language)
    words = {part for english in (*MEANING_CHANGING, "may only") for part in phrases.get(english, "").split()}
    return word == "-" or word in words.difference(noise_words(language))


QUANTIFIERS = ("every", "some", "no")


def _flag_repairs(pieces: list[Piece], here: int, language: str) -> Iterator[Repair]:
    """Yield `every player has gone` or `every side has gone` for `every gone`, where `gone` is a flag."""
    words = {word if language == ENGLISH else phrase_in(word, language) for word in QUANTIFIERS}
    if here >= 2 and pieces[here - 2].text in words and pieces[here - 1].text not in keywords(language):
        for owner in ("player has", "side has"):
            yield _insertion(pieces[here - 2], owner if language == ENGLISH else phrase_in(owner, language))


def _is_repeated(pieces: list[Piece], piece: Piece) -> bool:
    at = pieces.index(piece)
    return at > 0 and pieces[at - 1].text == piece.text


def _comment_repairs(buffer: EditBuffer, pieces: list[Piece]) -> Iterator[Repair]:
    """Yield a comment that begins as in other languages."""
    for piece in pieces:
        if piece.text in {"#", "//", "/*", "%"}:
            yield Repair("comment", piece, "--", (LineEdit(piece.line, piece.start, len(buffer.lines[piece.line]), ""),))


def _quote_repairs(buffer: EditBuffer, sentence: SentenceLines) -> Iterator[Repair]:
    """Yield changes of typographic quotation marks to plain ones, and a closing mark for a text that is not closed."""
    for number in range(sentence.first, sentence.last + 1):
        line = buffer.lines[number]
        curly = [m.start() for m in CURLY.finditer(re.sub('"[^"]*"', lambda m: " " * len(m[0]), line))]
        if curly:
            piece = Piece(number, curly[0], curly[0] + 1, line[curly[0]])
            yield Repair("quotes", piece, '"', tuple(LineEdit(number, c, c + 1, '"') for c in curly))
        if line.count('"') % 2:
            for place in re.finditer(r"(?<!\s)(?=\s+\(|\s+[a-z]{2} \"|\s*$|\s*:|,)", line):
                before = line.rfind('"', 0, place.start() or None)
                if before >= 0:
                    piece = Piece(number, before, before + 1, '"')
                    yield Repair("quotes", piece, "", (LineEdit(number, place.start(), place.start(), '"'),))


def _quoted_repair(buffer: EditBuffer, piece: Piece) -> Repair:
    """Return the rest of a line, from a piece on, as a text in quotes."""
    end = len(buffer.lines[piece.line].rstrip())
    return Repair(
        "quotes", piece, "text", (LineEdit(piece.line, piece.start, piece.start, '"'), LineEdit(piece.line, end, end, '"'))
    )


def block_openers(buffer: EditBuffer, first: int, margin: int) -> tuple[int, ...]:
    """Return the lines that would open the blocks around a line if it were indented by `margin`."""
    found: list[int] = []
    for number in range(first - 1, -1, -1):
        if margin == 0:
            break
        if (
            buffer.lines[number].strip()
            and depth(buffer.lines[number]) < margin
            and not continues_sentence(buffer.lines, number, buffer.language)
        ):
            found.append(number)
            margin = depth(buffer.lines[number])
    return tuple(found)


def _margin_repairs(buffer: EditBuffer, sentence: SentenceLines, first: Piece) -> Iterator[Repair]:
    """Yield the sentence, with its block, at the indentations of its neighbours."""
    here = depth(buffer.lines[sentence.first])
    before = next((n for n in range(sentence.first - 1, -1, -1) if buffer.lines[n].strip()), None)
    if before is None:
        return
    neighbours = [depth(buffer.lines[n]) for n in (before, *block_openers(buffer, before, depth(buffer.lines[before])))]
    for margin in dict.fromkeys([*neighbours, neighbours[0] + 2]):
        if margin != here:
            for end in (_paragraph(buffer, sentence), sentence.last + 1, sentence.end):
                written = [n for n in range(sentence.first, end) if buffer.lines[n].strip()]
                if sum(len(buffer.lines[n]) for n in written) > MAX_SENTENCE:
                    continue
                yield Repair("margin", first, str(margin), tuple(_shift(buffer, n, margin - here) for n in written))


def _paragraph(buffer: EditBuffer, sentence: SentenceLines) -> int:
    """Return the line after the last consecutive line that has the sentence's indentation or is indented further."""
    here = depth(buffer.lines[sentence.first])
    for number in range(sentence.end, len(buffer.lines)):
        line = buffer.lines[number]
        if not line.strip() or depth(line) < here or (here == 0 and line.split()[0] in ITEMS):
            return number
    return len(buffer.lines)


def _shift(buffer: EditBuffer, number: int, by: int) -> LineEdit:
    return LineEdit(number, 0, 0, " " * by) if by > 0 else LineEdit(number, 0, min(-by, depth(buffer.lines[number])), "")


SMALL_CODE = re.compile("[0-9]{1,2}[a-z]|[a-zA-Z][a-z]|[a-z][♠♥♦♣♡♢♤♧]")
"""A card's code in small letters."""


def _capital_repairs(pieces: list[Piece], here: int, language: str) -> Iterator[Repair]:
    """Yield the sentence with all capitalized words in lower case, and with a card's code in upper case."""
    large = [p for p in pieces if re.match(r"[^\W\d_a-zà-ÿ]\w*[a-zà-ÿ]", p.text)]
    if large:
        edits = tuple(LineEdit(p.line, p.start, p.end, p.text.lower()) for p in large)
        yield Repair("capital", large[0], large[0].text.lower(), edits)
    for piece in pieces[max(0, here - 1) : here + 1]:
        if SMALL_CODE.fullmatch(piece.text) and piece.text not in keywords(language):
            yield replace_piece("card", piece, piece.text.upper())


def _bracket_repairs(pieces: list[Piece], here: int) -> Iterator[Repair]:
    """Yield `where` in brackets together with its subject."""
    if pieces[here].text != "where":
        return
    for piece in reversed(pieces[:here]):
        if piece.text in {"when", "unless", "and", "or", "not", "has", "of", "is", "in"}:
            opening = LineEdit(piece.line, piece.end, piece.end, " (")
            for last in _ends(pieces, here):
                closing = LineEdit(last.line, last.end, last.end, ")")
                yield Repair("brackets", pieces[here], "", (opening, closing))


def _sum_repairs(pieces: list[Piece], here: int) -> Iterator[Repair]:
    """Yield a sum in brackets, up to a comma or the end of its line, from the word before its sign or from one further back."""
    if here == 0 or pieces[here].text not in {"+", "-"}:
        return
    line = pieces[here].line
    last = next((at for at in range(here, len(pieces)) if pieces[at].text == "," or pieces[at].line != line), len(pieces))
    if last - 1 == here:
        return
    closing = LineEdit(line, pieces[last - 1].end, pieces[last - 1].end, ")")
    for first in range(here - 1, max(0, here - 4), -1):
        if pieces[first].line == line:
            opening = LineEdit(line, pieces[first].start, pieces[first].start, "(")
            yield Repair("sum", pieces[here], "", (opening, closing))


def _set_repairs(pieces: list[Piece], here: int, language: str) -> Iterator[Repair]:
    """Yield the set in brackets for `over c in trump in s`: two sets, of which the second belongs to the first."""
    among = "in" if language == ENGLISH else phrase_in("in", language)
    if 2 <= here < len(pieces) - 1 and pieces[here].text == pieces[here - 2].text == among:
        opening = LineEdit(pieces[here - 1].line, pieces[here - 1].start, pieces[here - 1].start, "(")
        for last in (*_ends(pieces, here), pieces[here + 1]):
            yield Repair("set", pieces[here], "", (opening, LineEdit(last.line, last.end, last.end, ")")))


def _first_player_repairs(pieces: list[Piece], here: int, language: str) -> Iterator[Repair]:
    """Yield `the first player after dealer where winning` in brackets."""
    phrase = "first player" if language == ENGLISH else phrase_in("first player", language)
    words = [word for word in phrase.split() if word not in noise_words(language)]
    for at in range(min(here, len(pieces) - len(words)), max(-1, here - len(words)), -1):
        if [piece.text for piece in pieces[at : at + len(words)]] == words:
            first = pieces[at - 1] if at > 0 and pieces[at - 1].text in noise_words(language) else pieces[at]
            opening = LineEdit(first.line, first.start, first.start, "(")
            for last in _ends(pieces, here):
                yield Repair("set", pieces[here], "", (opening, LineEdit(last.line, last.end, last.end, ")")))


def _total_repairs(pieces: list[Piece], here: int, language: str) -> Iterator[Repair]:
    """Yield `total of X over` for `total X over`: the words for a sum over a set, before an amount of each of its cards."""
    over, total, total_of = (
        english if language == ENGLISH else phrase_in(english, language) for english in ("over", "total", "total of")
    )
    silent = noise_words(language)
    words = [word for word in total.split() if word not in silent]
    if pieces[here].text != over:
        return
    for at in range(here - len(words), -1, -1):
        found = pieces[at : at + len(words)]
        if [piece.text for piece in found] == words and found[0].line == found[-1].line:
            whole = Piece(found[0].line, found[0].start, found[-1].end, " ".join(words))
            yield replace_piece("en", whole, " ".join(word for word in total_of.split() if word not in silent))


def _ends(pieces: list[Piece], here: int) -> Iterator[Piece]:
    """Yield the pieces after which a bracket may close: the sentence's last, or pieces before a word that continues the
    sentence.
    """
    yield pieces[-1]
    for position in range(len(pieces) - 1, here + 1, -1):
        if pieces[position].text in {"is", "and", "or", "when", "unless", "="}:
            yield pieces[position - 1]


def _sign_repairs(piece: Piece, language: str) -> Iterator[Repair]:
    """Yield the words for a sign of arithmetic."""
    signs = SIGNS.get(piece.text, ())
    yield from (replace_piece("sign", piece, s if language == ENGLISH else phrase_in(s, language)) for s in signs)


NAMING = re.compile(r'\s*([^\W\d]\w*)(?:"[^"]*"|[^":])*:')
"""The beginning of a line that seems to name a clause."""


def _reserved_name_repairs(buffer: EditBuffer, sentence: SentenceLines, pieces: list[Piece]) -> Iterator[Repair]:
    """Yield the names of clauses that are words of the language, each replaced by a name that is not; the parser then shows
    whether the word was the mistake.
    """
    known = {*keywords(buffer.language), *noise_words(buffer.language)}
    firsts = {piece.line: piece for piece in reversed(pieces)}
    for line in range(sentence.first, sentence.last + 1):
        name = firsts.get(line)
        if name is not None and name.text in known and NAMING.match(buffer.lines[line]):
            yield replace_piece("reserved name", name, name.text + "_")


def _mark_repairs(buffer: EditBuffer, sentence: SentenceLines, pieces: list[Piece]) -> Iterator[Repair]:
    """Yield `shown is 7D` for `7D has shown`, a line of a position in which cards get a mark in the words of a table."""
    has, is_ = (english if buffer.language == ENGLISH else phrase_in(english, buffer.language) for english in ("has", "is"))
    line = buffer.lines[sentence.first]
    found = re.fullmatch(rf" *((?:[A-Z0-9♠♥♦♣/']+ +)+)({re.escape(has)}) +([^\W\d]\w*) *", line)
    if found is not None:
        said = f"{found[3]} {is_} {found[1].strip()}"
        verb = next(piece for piece in pieces if piece.start == found.start(2))
        yield Repair("mark", verb, said, (LineEdit(sentence.first, found.start(1), found.end(3), said),))


RULE = {"en": "rule", "it": "regola", "fr": "regle"}
"""The name that is suggested for a clause without a name."""


def _unnamed_repairs(buffer: EditBuffer, sentence: SentenceLines, pieces: list[Piece]) -> Iterator[Repair]:
    """Yield the sentence with a name and a colon before it, if its first line has no colon: the author left out the name of the
    clause.
    """
    first = pieces[0]
    if first.start == 0 or any(piece.text == ":" and piece.line == first.line for piece in pieces):
        return
    stem = RULE[buffer.language]
    taken = set(PIECE.findall(buffer.text))
    name = next(name for n in range(1, len(taken) + 2) if (name := f"{stem}_{n}") not in taken)
    yield Repair("unnamed", first, name, (LineEdit(first.line, first.start, first.start, f"{name}: "),))


def _noise_word_repairs(pieces: list[Piece], language: str) -> Iterator[Repair]:
    """Yield a change of `a`, `an` or `the`, used as a name, into a possible name."""
    for piece in pieces:
        if piece.text in noise_words(language):
            yield replace_piece("noise word", piece, piece.text + "_")


def _insertion_repairs(pieces: list[Piece], here: int, failure: ParseFailure, language: str) -> Iterator[Repair]:
    while here > 0 and pieces[here - 1].text in noise_words(language):
        here -= 1
    if here == 0 or pieces[here - 1].text in _before_a_verb(language):
        return
    signs = {":": "COLON", ",": "COMMA", ")": "RPAR", "(": "LPAR"}
    nearby = {piece.text for piece in pieces[here - 1 : here + 1]}
    at_end = here == len(pieces) or pieces[here].line > pieces[here - 1].line
    for joint in _insertable(INSERTABLE, language):
        if signs.get(joint, joint.upper()) in failure.accepts and joint not in nearby and not (joint == "," and at_end):
            yield _insertion(pieces[here - 1], joint)


BEFORE_A_VERB = ("may", "can", "cannot", "may only", "not", "must")
"""Key words that are followed by an act or a condition. The parser reads one in the place of a name, if the sentence is wrong
before it, and so a word that makes the sentence parse there is not what is missing.
"""


@cache
def _before_a_verb(language: str) -> frozenset[str]:
    words = (word if language == ENGLISH else phrase_in(word, language) for word in BEFORE_A_VERB)
    return frozenset(part for phrase in words for part in phrase.split())


def _insertable(joints: tuple[str, ...], language: str) -> tuple[str, ...]:
    """Return words and signs in the key words of a language."""
    if language == ENGLISH:
        return joints
    return tuple(joint if not joint.isalpha() else english_phrases(language)[joint].split()[0] for joint in joints)


def _insertion(before: Piece, joint: str) -> Repair:
    text = joint if joint in ":,)" else f" {joint}"
    return Repair("missing", before, joint, (LineEdit(before.line, before.end, before.end, text),))
