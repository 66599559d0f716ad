"""Texts that stand on each other, each checked once: what an answer about all of them goes through.

A text knows the names of those that it stands on, so that only those that stand on the text which declares a name may speak of
it.  The check of a ruleset is that of its annexes too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from cartaro_grammar import ENDING, Checked
from cartaro_workbench.editing.document import opened

HEADER = re.compile(r"^(?:variant|annex) +\w+ +of +(\w+)(?: +with +(.*))?|^ +use +(.*)", re.MULTILINE)


@dataclass(slots=True)
class TextSet:
    """Texts by their names, with what has been checked of them."""

    texts: Mapping[str, str]
    done: dict[str, Checked] = field(default_factory=dict[str, Checked])

    def checked(self, name: str) -> Checked:
        """A text with what it stands on, checked."""
        if name not in self.done:
            self.done[name] = opened(self.texts, name).checked
        return self.done[name]

    def knowing(self, declared_in: frozenset[str], words: frozenset[str]) -> tuple[str, ...]:
        """The rulesets in which one of some words may stand for what some texts declare, in alphabetical order."""
        written = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(words)))})\b")
        above = self._standing_on(declared_in)
        found = {self.ruleset_of(name) for name in above if written.search(self.texts[name])}
        return tuple(sorted(found | {self.ruleset_of(name) for name in declared_in}))

    def ruleset_of(self, name: str) -> str:
        """The text whose check is that of a text: of an annex its ruleset, where that is there."""
        ruleset = name.partition(".")[0] + ENDING
        return ruleset if ruleset in self.texts else name

    def _standing_on(self, names: frozenset[str]) -> frozenset[str]:
        """Some texts with all that stand on them, directly or not."""
        found = frozenset(names)
        while True:
            stems = {name.partition(".")[0] for name in found}
            more = found.union(name for name in self.texts if not stems.isdisjoint(self._named_by(name)))
            if more == found:
                return found
            found = more

    def _named_by(self, name: str) -> Iterator[str]:
        """The rulesets that a text's header names, and for an annex its own."""
        yield name.partition(".")[0]
        for match in HEADER.finditer(self.texts[name]):
            yield from re.findall(r"\w+", " ".join(filter(None, match.groups())))
