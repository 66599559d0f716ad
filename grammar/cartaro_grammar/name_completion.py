"""Which names fit at a place of a text: clauses after `despite`, acts after `may`, the values of the option after `under … is`.

Takes a text, broken ones too, a place in it, and the names that are known (`check_texts`); guarantees that a name which may
stand there is among those given, and leaves out the others as far as the words before the place tell.  Whether a name may
stand there at all, `expected` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cartaro_grammar.resolve.names import Declaration, NameKind, Occurrence
from cartaro_grammar.syntax.expectation import TEXT_OR_COMMENT, word_start
from cartaro_grammar.syntax.recovery import Draft, SentenceLines

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
"""What an expression may name."""

ROW = r"(?:\w+ (?:, |or |and ))*$"
AFTER: tuple[tuple[re.Pattern[str], frozenset[NameKind]], ...] = tuple(
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
        (r"\bcounts? as $", frozenset[NameKind]({"definition"})),
    )
)
"""What the words before a name tell of its kind, where they tell more than that it stands in an expression."""

LOCALS: frozenset[NameKind] = frozenset({"local"})


def fitting_names(text: str, offset: int, known: Iterable[Occurrence]) -> tuple[Declaration, ...]:
    """The known names that may stand where the word at an offset of a text stands, in alphabetical order; words that a sentence
    binds only where they are known of this very text.
    """
    offset = max(0, min(offset, len(text)))
    start = word_start(text, offset)
    draft = Draft.of(text)
    sentence = SentenceLines.at(draft, start)
    first = draft.offset(sentence.first) - len(draft.lines[sentence.first])
    around = [draft.lines[line] for line in sentence.above]
    end = draft.offset(sentence.end - 1)
    lines = range(first, end + 1)
    names = {one.of for one in known if one.of.kind != "local" or _binds(one, text, lines)}
    if any(line.strip() in {"words", "pictures", "telling"} for line in around):
        return _sorted(names)
    before = _plain(text[first:start])
    found = next(((match, kinds) for pattern, kinds in AFTER if (match := pattern.search(before))), None)
    kinds = PHRASE if found is None else found[1]
    given = {} if found is None else found[0].groupdict()
    owner = given.get("owner") or given.get("of")
    named = {*re.findall(r"\w+", " ".join([*around, text[first:end]]))}
    return _sorted(
        one
        for one in names
        if one.kind in kinds
        and (owner is None or one.owner == owner)
        and (one.kind != "parameter" or one.owner in named or _declared_within(one, lines))
    )


def _binds(one: Occurrence, text: str, lines: range) -> bool:
    """Whether a word is bound in these lines of this text."""
    bound = one.of.span
    return bound is not None and bound.source.text == text and bound.start in lines


def _declared_within(one: Declaration, lines: range) -> bool:
    return one.span is not None and one.span.start in lines


def _plain(before: str) -> str:
    """What stands before a place in its sentence: words and signs, without texts, comments and articles."""
    words = re.findall(r"\w+|[^\w\s]", TEXT_OR_COMMENT.sub(" ", before))
    return "".join(f"{word} " for word in words if word not in {"the", "a", "an"})


def _sorted(names: Iterable[Declaration]) -> tuple[Declaration, ...]:
    return tuple(sorted(names, key=lambda one: (one.name, one.kind, one.owner)))
