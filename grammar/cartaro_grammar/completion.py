"""Complete a text: the tokens that the grammar accepts at an offset, and the declared names that fit there.

`expected_at` takes any text, even with syntax errors, and an offset. The parser accepts every returned keyword at this offset.
The text after the offset is ignored, as are sentences before it that do not parse. `complete_names` also takes the known names
(`check_texts`) and returns the names whose kind is possible after the words before the offset. `expected_at` decides whether
any name is possible there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from cartaro_grammar.resolve.occurrences import Declaration, NameKind, Occurrence
from cartaro_grammar.syntax.edit_buffer import MAX_ERRORS, MAX_REREAD, EditBuffer, SentenceLines
from cartaro_grammar.syntax.lark_parser import ParseFailure, acceptable_after, literal_terminals, terminal_pattern
from cartaro_grammar.text.key_phrases import PHRASE_TERMINALS, english_phrases, read_table
from cartaro_grammar.text.opening import ENGLISH, key_word_language

# --------------------------------------------------------------------------------- acceptable tokens


NO_WORDS: Mapping[str, str] = {}

UserToken = Literal["name", "number", "card", "text", "citation", "letter", "mark"]
"""A token that is not a keyword: a name, `12`, `7D`, a text in quotes, `F9`, `F`, a wording's mark."""

USER_TOKENS: Mapping[str, UserToken] = {
    "NAME": "name", "NUMBER": "number", "CODE": "card", "STRING": "text", "CITE": "citation", "LETTER": "letter",
    "MARK": "mark",
}  # fmt: skip
"""The kinds of tokens that an author makes up, by terminal."""
MOMENTS = ("count", "end", "start")
PHRASES = (*PHRASE_TERMINALS.items(), ("_LISTED", ","))
"""The kinds of tokens of several words, or whose reading depends on the next word, and their texts."""
WORD = re.compile(r"[\wà-öø-ÿ]*")
WORD_CHARACTER = re.compile(r"[\wà-öø-ÿ]")
TEXT_OR_COMMENT = re.compile(r'"[^"\n]*"?|--[^\n]*')


@dataclass(frozen=True, slots=True)
class Expectation:
    """The tokens accepted instead of the word from `start` to `end` (offsets in code points; equal without a word).

    `keywords` are keywords and signs in alphabetical order, `user_tokens` the kinds of tokens that the author makes up;
    `can_end` is true if the line may end here.
    """

    start: int
    end: int
    keywords: tuple[str, ...]
    user_tokens: tuple[UserToken, ...]
    can_end: bool


def expected_at(text: str, offset: int) -> Expectation:
    """Return the tokens accepted instead of the word at an offset; none within a comment or a text in quotes."""
    offset = max(0, min(offset, len(text)))
    if any(match.start() < offset <= _inner_end(text, match) for match in TEXT_OR_COMMENT.finditer(text)):
        return Expectation(offset, offset, (), (), can_end=False)
    after = WORD.match(text, offset)
    start, end = word_start(text, offset), after.end() if after else offset
    language = key_word_language(text)
    found = _acceptable_kinds(text[:start], language)
    line = text.rfind("\n", 0, start) + 1
    if not text[line:start].strip():
        found = _without_continuing_kinds(found, language) | _continuing_kinds(text[:line], language)
    own: tuple[UserToken, ...] = tuple(name for kind, name in USER_TOKENS.items() if kind in found)
    return Expectation(start, end, tuple(sorted(_keywords_of(found, language))), own, can_end="_NL" in found)


def word_start(text: str, offset: int) -> int:
    """Return the offset at which the word before an offset begins. Each character of the word is read once.

    A regular expression that ends at the end of the text would read the rest of the word again from each of its characters.
    """
    while offset and WORD_CHARACTER.match(text[offset - 1]):
        offset -= 1
    return offset


def _inner_end(text: str, match: re.Match[str]) -> int:
    """Return the last offset within a comment or a text in quotes. The text in quotes may still be without its closing mark."""
    quoted = text[match.start()] == '"'
    return match.end() - 1 if quoted and match.end() - match.start() > 1 and text[match.end() - 1] == '"' else match.end()


def _keywords_of(kinds: frozenset[str], language: str) -> set[str]:
    fixed = literal_terminals(language)
    known = {phrase for kind, phrase in PHRASES if kind in kinds} | {word for word in MOMENTS if "MOMENT" in kinds}
    if language != ENGLISH:
        silent = read_table(language)["silent"]
        phrases = (english_phrases(language).get(phrase, phrase).split() for phrase in known)
        known = {" ".join(words[1:] if words[0] in silent and len(words) > 1 else words) for words in phrases}
    return {fixed[kind] for kind in kinds if kind in fixed} | known


def _continuing_kinds(text: str, language: str) -> frozenset[str]:
    """Return the kinds of tokens with which a new line may continue the sentence of the line before."""
    kinds = _acceptable_kinds(text.rstrip(), language)
    return kinds - _without_continuing_kinds(kinds, language)


def _without_continuing_kinds(kinds: frozenset[str], language: str) -> frozenset[str]:
    """Return the kinds of tokens with which a new line begins a new sentence."""
    fixed, goes_on = literal_terminals(language), _continuation_pattern(language)
    return frozenset(kind for kind in kinds if kind not in fixed or not goes_on.match("\n" + fixed[kind]))


@cache
def _continuation_pattern(language: str) -> re.Pattern[str]:
    return re.compile(terminal_pattern("_CONTINUED", language))


def _acceptable_kinds(text: str, language: str) -> frozenset[str]:
    """Return the kinds of tokens that may follow a text. Sentences that do not parse are skipped, up to a limit."""
    buffer = EditBuffer.from_text(text + "\0")
    room = MAX_REREAD * len(text) + 10_000
    for _ in range(MAX_ERRORS):
        written = "\n".join(buffer.lines).removesuffix("\0")
        found = acceptable_after(written, language)
        if not isinstance(found, ParseFailure):
            return found
        sentence = SentenceLines.at(buffer, found.start)
        room -= len(written)
        if room < 0 or sentence.end >= len(buffer.lines):
            return frozenset()
        buffer.blank_sentence(sentence)
    return frozenset()


# ------------------------------------------------------------------------------------- fitting names


RULESETS: frozenset[NameKind] = frozenset({"game", "library", "variant"})
CLAUSES: frozenset[NameKind] = frozenset({"clause", "heading"})
MEMORY: frozenset[NameKind] = frozenset({"counter", "flag", "mark", "reference"})
ACTS: frozenset[NameKind] = frozenset({"act", "finding"})
OPTION: frozenset[NameKind] = frozenset({"option"})
THINGS: frozenset[NameKind] = frozenset({"zone", "pile", "family", *MEMORY, *ACTS, *OPTION})
VALUES: frozenset[NameKind] = frozenset({"value of an option"})
OF_CARDS: frozenset[NameKind] = frozenset({"attribute", "measure"})
PHRASE: frozenset[NameKind] = frozenset(
    {
        *(THINGS - ACTS), *OF_CARDS, *VALUES, "heading", "parameter", "answer", "value of an attribute", "definition", "local",
        "word of the language",
    }
)  # fmt: skip
"""The kinds of names that an expression may contain."""

ROW = r"(?:\w+ (?:, |or |and ))*$"
KINDS_AFTER: tuple[tuple[re.Pattern[str], frozenset[NameKind]], ...] = tuple(
    (re.compile(pattern), kinds)
    for pattern, kinds in (
        (rf"^use {ROW}|^(?:variant|annex) \w+ of $|^variant \w+ of \w+ with {ROW}|\barticle \w+ of $", RULESETS),
        (r"\barticle $", frozenset[NameKind]({"article"})),
        (r"^quotes $", frozenset[NameKind]({"source"})),
        (r"^quotes \w+ in $", frozenset[NameKind]()),
        (rf"\b(?:despite|subject to|because|repeat from|breach of|ruled) {ROW}", CLAUSES),
        (rf"\b(?:repeal|replace) {ROW}|\badd (?:before|after) $", CLAUSES | THINGS),
        (r"\bby $", CLAUSES | PHRASE),
        (r"^(?:set|under|under every) $", OPTION),
        (rf"^under (?P<owner>\w+) is {ROW}|^(?:set|option) (?P<of>\w+) .*\b(?:to|is|among) {ROW}", VALUES),
        (rf"\b(?:may|may not|may only|can|cannot|must|do) {ROW}|\bmay only .*\bor $", ACTS),
        (r"\b(?:after|before) $", PHRASE | ACTS | CLAUSES),
        (r"\b(?:after|before) every $", ACTS),
        (rf"\b(?:alike|distinct|consecutive) in $|\bpack has \w+ of every {ROW}", OF_CARDS),
        (r"\b(?:when|unless|and|or|not|always|never|check|happen|has|means|where) $|[,(] $", PHRASE | CLAUSES),
        (r"\bmark .* as $", frozenset[NameKind]({"mark"})),
        (r"\bform new $", frozenset[NameKind]({"family"})),
        (r"\bsplits? into $", frozenset[NameKind]({"definition"})),
        (r"\bcounts? as $", frozenset[NameKind]({"definition"})),
    )
)
"""The kinds of names that are possible after certain words. Other words show at most that the name is in an expression."""


def complete_names(
    text: str, offset: int, known: Iterable[Occurrence], declared: Mapping[str, str] = NO_WORDS
) -> tuple[Declaration, ...]:
    """Return the known names that fit instead of the word at an offset, in alphabetical order. A name that a sentence binds
    fits only if it is known from this sentence of this text. `declared` maps words of the text to declared names.
    """
    offset = max(0, min(offset, len(text)))
    start = word_start(text, offset)
    buffer = EditBuffer.from_text(text)
    sentence = SentenceLines.at(buffer, start)
    first = buffer.end_offset(sentence.first) - len(buffer.lines[sentence.first])
    around = [buffer.lines[line] for line in sentence.above]
    end = buffer.end_offset(sentence.end - 1)
    lines = range(first, end + 1)
    names = {one.declaration for one in known if one.declaration.kind != "local" or _binds(one, text, lines)}
    if any(_words_before(line, buffer.language).strip() in {"words", "pictures", "telling"} for line in around):
        return _sorted(names)
    before = _words_before(text[first:start], buffer.language)
    found = next(((match, kinds) for pattern, kinds in KINDS_AFTER if (match := pattern.search(before))), None)
    kinds = PHRASE if found is None else found[1]
    given = {} if found is None else found[0].groupdict()
    owner = given.get("owner") or given.get("of")
    owner = declared.get(owner, owner) if owner is not None else None
    named = {declared.get(word, word) for word in re.findall(r"\w+", " ".join([*around, text[first:end]]))}
    return _sorted(
        one
        for one in names
        if one.kind in kinds
        and (owner is None or one.owner == owner)
        and (one.kind != "parameter" or one.owner in named or _declared_within(one, lines))
    )


def _binds(one: Occurrence, text: str, lines: range) -> bool:
    """Return whether a name is bound in these lines of this text."""
    bound = one.declaration.span
    return bound is not None and bound.source.text == text and bound.start in lines


def _declared_within(one: Declaration, lines: range) -> bool:
    return one.span is not None and one.span.start in lines


def _words_before(before: str, language: str) -> str:
    """Return the words and signs of a sentence, in English, without texts, comments and noise words."""
    words = re.findall(r"\w+|[^\w\s]", TEXT_OR_COMMENT.sub(" ", before))
    if language != ENGLISH:
        from cartaro_grammar.syntax.key_words import words_in_english

        words = words_in_english(words, language)
    return "".join(f"{word} " for word in words if word not in {"the", "a", "an"})


def _sorted(names: Iterable[Declaration]) -> tuple[Declaration, ...]:
    return tuple(sorted(names, key=lambda one: (one.name, one.kind, one.owner)))
