"""The sentences of a guide that differ under another value of a house rule.

A house rule without a text of its author is a name with values: *hook: screw; or free*.  The guide under the other value says
what this changes: these sentences are added, and those do not apply.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from cartaro_rulebook.guide import OtherRule
from cartaro_rulebook.site.book import Page
from cartaro_rulebook.site.our_table import page_of_table
from cartaro_rulebook.words.nouns import capitalized, plain

MOST_CHANGED = 3
"""The greatest number of sentences that are added, or that do not apply, for the page to list them."""


def what_changes(rule: OtherRule, page: Page) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Yield each other value with the sentences that it adds and those that it takes away, if they are few, and say more than
    the value itself.
    """
    chosen = page.game.chosen[rule.name]
    before = tuple(_sentences(page_of_table(page, {}) or page))  # without keys of phrases, like the other pages
    option = next(one for one in page.game.ruleset.options if one.name == rule.name)
    for value in (one for one in option.values if one != chosen):
        other = page_of_table(page, {rule.name: value})
        if other is None:
            continue
        after = tuple(_sentences(other))
        numbers = _Numbers(chosen, value, page.scope.lang.forms.words)
        added = [one for one in after if one not in before]
        gone = [one for one in before if one not in after]
        same = {one: old for one in added for old in gone if numbers.only_difference(old, one) or _hardly_differs(old, one)}
        added = [one for one in added if one not in same]
        gone = [one for one in gone if one not in same.values()]
        if (added or gone) and max(len(added), len(gone)) <= MOST_CHANGED:
            # a sentence that another replaces need not be quoted
            lost = tuple(old for old in gone if not any(_likeness(old, one) >= REPLACED for one in added))
            yield page.scope.naming.option_value(value), tuple(added), lost


def _sentences(page: Page) -> Iterator[str]:
    """Yield the sentences of a guide one by one, also the steps of its lists and the rows of the count."""
    for text in _texts(page):
        yield from _END.split(text)


_END = re.compile(r"(?<=[.!?]) +(?=\S*[A-ZÀ-Ý])")
"""The space between two sentences; marks may precede the capital letter."""


def _texts(page: Page) -> Iterator[str]:
    sections = [section for section in page.guide.sections if section.heading != "aim"]
    for section in sections:
        for sentence in (*section.sentences, *section.behind):
            yield from sentence.steps or (sentence.text,)
        for row in section.scores:
            yield f"{capitalized(row.title)}{page.label('colon')} {row.text}"


LONG = 20
"""The number of words from which a sentence is long."""
ALIKE, REPLACED = 0.8, 0.3
"""The part that is common to two sentences that hardly differ, and to a sentence and the one in its place."""


def _hardly_differs(one: str, other: str) -> bool:
    """Return whether two long sentences differ in a few words, which the name of the value tells."""
    return min(len(plain(one).split()), len(plain(other).split())) >= LONG and _likeness(one, other) >= ALIKE


def _likeness(one: str, other: str) -> float:
    """Return the part of the words that two sentences have in common, in the same order."""
    return SequenceMatcher(None, plain(one).split(), plain(other).split()).ratio()


class _Numbers:
    """The chosen number of a house rule and another one, which texts may write as words."""

    def __init__(self, chosen: str, value: str, words: tuple[str, ...]) -> None:
        self._words: dict[str, str] = {word: str(number) for number, word in enumerate(words) if number}
        self._pair = chosen, value

    def only_difference(self, one: str, other: str) -> bool:
        """Return whether two sentences differ only in this number."""
        first, second = self._tokens(one), self._tokens(other)
        different = {(a, b) for a, b in zip(first, second, strict=False) if a != b}
        inflected = {(a, b) for a, b in different if a.isalpha() and b.isalpha() and (a[:-1] in (b, b[:-1]) or a == b[:-1])}
        return len(first) == len(second) and different - inflected == {self._pair}

    def _tokens(self, text: str) -> list[str]:
        tokens: list[str] = re.findall(r"\w+|\S", plain(text))
        return [self._words.get(token, token) for token in tokens]
