"""Every offered fix works: after it, there is no error at its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cartaro_grammar.file_set import shipped_folder
from cartaro_grammar.load import MAX_CHECKED_FIXES, MAX_RECHECKED, check_texts
from cartaro_grammar.text.diagnostic import Diagnostic

CASES = Path(__file__).parent / "cases"
CASE_TEXTS = {path.name: path.read_text(encoding="utf-8") for path in [*CASES.glob("*.regole"), *CASES.glob("lib/*.regole")]}
SHIPPED = {path.name: path.read_text(encoding="utf-8") for path in sorted(shipped_folder().glob("*/*.regole"))}
RULES = [name for name in SHIPPED if name.count(".") == 1]
TYPOS = 6
"""The number of misspelt words in each text."""


def worse(texts: dict[str, str], main: str, told: Diagnostic, found: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    """Return the mistakes that remain at a fix's place, or that it causes there, including a sentence that cannot be read."""
    assert told.fix is not None
    span, new = told.fix.span, told.fix.replacement
    name = span.source.name
    text = span.source.text[: span.start] + new + span.source.text[span.end :]
    known = [(one.code, one.message) for one in found if one is not told]
    left: list[Diagnostic] = []
    for one in check_texts(texts | {name: text}, main).diagnostics:
        if one.severity != "error" or one.primary is None or one.file != name:
            continue
        if (one.code, one.message) in known:
            known.remove((one.code, one.message))
            continue
        at = one.primary.span
        overlaps = at.start <= span.start + len(new) and span.start <= at.end
        unread = one.code < "C03" and at.line == span.line
        if overlaps or unread:
            left.append(one)
    return left


def offered(texts: dict[str, str], main: str) -> Iterator[tuple[Diagnostic, list[Diagnostic]]]:
    """Yield each fix that is offered for a text, with the mistakes that remain after it."""
    found = check_texts(texts, main).diagnostics
    for reported in found:
        if reported.fix is not None and reported.severity == "error":
            yield reported, worse(texts, main, reported, found)


@pytest.mark.slow
def test_every_fix_of_the_cases_removes_its_error() -> None:
    all_offered = [(name, *one) for name in CASE_TEXTS for one in offered(CASE_TEXTS, name)]
    assert len(all_offered) >= 40
    assert [(name, reported, left) for name, reported, left in all_offered if left] == []


def misspelt(text: str, random: Random) -> Iterator[str]:
    """Yield a text with one misspelt word or sign in a sentence, for a few places."""
    body = re.sub(r'"[^"\n]*"|--[^\n]*', lambda found: " " * len(found[0]), text)
    words = list(re.finditer(r"\b[a-z_]{2,}\b|\b[0-9A-Z]{1,2}[A-Z]\b|[(),:=]", body))
    for found in random.sample(words, min(TYPOS, len(words))):
        word = found[0]
        at = random.randrange(len(word))
        others = [word[:at] + word[at + 1 :], word[:at] + word[at:][:2][::-1] + word[at + 2 :], word.upper(), word.lower(), ""]
        yield text[: found.start()] + random.choice([o for o in others if o != word]) + text[found.end() :]


@pytest.mark.sweep("scala40", "scopa")
@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_every_fix_of_a_typing_error_removes_it(name: str) -> None:
    random = Random(name)
    wrong = [
        (changed, reported, left)
        for changed in misspelt(SHIPPED[name], random)
        for reported, left in offered(SHIPPED | {name: changed}, name)
        if left
    ]
    assert [(reported.message, reported.fix, left) for _, reported, left in wrong] == []


HEAD = """game caso
  title "A case"
  use tavolo

article 1 "Rules"
  prende: the player may take
"""
SENTENCES = [
    "each side scores 1 when AH in won",
    "each side scores 1 when due of cuori in won",
    "each side scores 1 when AH is in won or of table",
    "the player may not lay or take",
    "the sides are alternate players",
    "the match ends when some y in sides has won of y is empty and points of y is 0",
    "each side scores 1 wen 2h is in wonn",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_every_fix_of_a_sentence_removes_its_error(sentence: str) -> None:
    text = f'game caso\n  title "A case"\n  use tavolo\n\narticle 1 "Rules"\n  prende: the player may take\n  x: {sentence}\n'
    texts = CASE_TEXTS | {"caso.regole": text}
    assert [(reported.message, reported.fix, left) for reported, left in offered(texts, "caso.regole") if left] == []


def test_no_more_is_read_again_than_is_quick() -> None:
    """For a long text with many errors, only a few fixes are tried."""
    mistakes = "".join(f"  y{number}: each side scorse {number}\n" for number in range(15))
    short = CASE_TEXTS | {"caso.regole": HEAD + mistakes}
    assert sum(one.fix is not None for one in check_texts(short, "caso.regole").diagnostics) == MAX_CHECKED_FIXES
    long = CASE_TEXTS | {"caso.regole": HEAD + mistakes + f"-- {'x' * 100}\n" * (MAX_RECHECKED // 350)}
    assert sum(one.fix is not None for one in check_texts(long, "caso.regole").diagnostics) == 3
