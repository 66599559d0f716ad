"""What a page has open: its reader's texts over the shipped ones, each checked once, and the table.

Takes texts by their names; refuses names that are no file's of a ruleset, and more texts than a page may have.  A single text
that is too large is a mistake in it (C0103).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from cartaro_grammar import ENDING, Game, say
from cartaro_workbench.editing.document import Document, opened
from cartaro_workbench.editing.problems import Problem, problem
from cartaro_workbench.editing.text_set import TextSet
from cartaro_workbench.proofs.kept_verdicts import KeptVerdicts
from cartaro_workbench.statistics.many_hands import Batch
from cartaro_workbench.table.game_table import Table
from cartaro_workbench.table.machine_moves import Machines

LanguageCode = Literal["en", "fr", "it"]
"""The languages of answers; a test keeps them to those of the catalogue."""
Tell = Callable[[str], None]
"""Takes an event, as JSON, while a call goes on."""

FILE_NAME = re.compile(r"[a-z0-9_]{1,60}(?:\.[a-z0-9_]{1,60})?" + re.escape(ENDING))
MOST_TEXTS: Final = 100
MOST_CHARACTERS: Final = 2_000_000
"""Texts of a reader, and characters in all of them together."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a call has no answer; `problems` are the ruleset's, or those of what was asked of it."""

    reason: Literal["unknown method", "wrong arguments", "refused", "broken"]
    message: str
    problems: tuple[Problem, ...] = ()


def refusal(problems: tuple[Problem, ...]) -> Failure:
    """A failure by what is wrong with a text, a move or a record."""
    return Failure("refused", problems[0].message if problems else "", problems)


def refused(message: str) -> Failure:
    """A failure by what a call asks for."""
    return Failure("refused", message)


def quiet(event: str) -> None:
    """Takes an event, and tells nobody."""


@dataclass(slots=True)
class Session:
    """The texts and the table of one page, which is of the text `dealt_as`; the hands that are played for statistics, and the
    verdicts that were kept, by their digests.
    """

    shipped: Mapping[str, str]
    tell: Tell = quiet
    own: dict[str, str] = field(default_factory=dict[str, str])
    machines: Machines = field(default_factory=Machines)
    batch: Batch | None = None
    kept: dict[str, KeptVerdicts] = field(default_factory=dict[str, KeptVerdicts])
    table: Table | None = None
    dealt_as: str = ""
    _documents: dict[str, Document] = field(default_factory=dict[str, Document])
    _before: dict[str, Document] = field(default_factory=dict[str, Document])

    @property
    def texts(self) -> Mapping[str, str]:
        """All texts by their names, the reader's before the shipped ones."""
        return {**self.shipped, **self.own}

    def put(self, files: Mapping[str, str | None]) -> Failure | None:
        """Take texts of the reader's, and take back those without one; all, or none of them."""
        own = {**self.own, **{name: text for name, text in files.items() if text is not None}}
        own = {name: text for name, text in own.items() if files.get(name, text) is not None}
        wrong = next((name for name in own if not FILE_NAME.fullmatch(name)), None)
        if wrong is not None:
            return refused(
                say("`{name}` is no name of a file of rules, such as `name{ending}`", name=wrong[:80], ending=ENDING)
            )
        if len(own) > MOST_TEXTS or sum(map(len, own.values())) > MOST_CHARACTERS:
            return refused(
                say(
                    "there may be {n} texts, of {most} characters together",
                    n=MOST_TEXTS,
                    most=f"{MOST_CHARACTERS:_}".replace("_", " "),
                )
            )
        self.own = own
        self._forget(frozenset(files))
        return None

    def _forget(self, changed: frozenset[str]) -> None:
        """What was checked of texts that stand on none of these, and found no mistake that one of them might mend, stays."""
        texts, stems = self.texts, {name.partition(".")[0] for name in changed}
        self._documents = {
            name: replace(document, texts=texts)
            for name, document in self._documents.items()
            if document.checked.game is not None and stems.isdisjoint(_stems(document))
        }
        self._before = {name: document for name, document in self._before.items() if name in texts}

    def document(self, name: str) -> Document | Failure:
        """A text among those around it."""
        if name not in self._documents:
            texts = self.texts
            if name not in texts:
                return refused(say("there is no text `{name}`", name=name[:80]))
            self._documents[name] = self._before[name] = opened(texts, name, self._before.get(name))
        return self._documents[name]

    def game(self, name: str) -> Game | Failure:
        """The game of a text, or of the ruleset that it is an annex of; refused while there are mistakes in it."""
        document = self.document(TextSet(self.texts).ruleset_of(name))
        if isinstance(document, Failure):
            return document
        if document.checked.game is None:
            return refusal(tuple(problem(told) for told in document.checked.found if told.severity == "error"))
        return document.checked.game

    def seated(self, seat: int | None = None) -> Table | Failure:
        """The table at which is played, for the person in a seat."""
        if self.table is None:
            return refused(say("nothing is dealt"))
        if seat is not None and (seat not in range(len(self.table.seats)) or self.table.seats[seat] != "person"):
            return refused(say("no person sits in seat {n}", n=seat + 1))
        return self.table


def _stems(document: Document) -> Iterator[str]:
    """The names of the rulesets that a document is made of, without those of its annexes."""
    return (file.source.name.partition(".")[0] for file in document.checked.files)
