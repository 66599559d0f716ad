"""The state of a page: the reader's texts in front of the shipped ones, each checked once; the table; the list of shipped
texts.

`Session.put` refuses names that are not file names of a ruleset, and more texts than a page may have. A single text that is too
large is an error in it (C0103). The shipped texts are described only by their headers: kinds and titles, dependencies, family.
A family is the library with acts that a game plays with, as in the site's list. If there are several, it is the one with most
acts; if none has acts, the one with places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, cast

from cartaro_grammar import FILE_SUFFIX, Game, msg
from cartaro_workbench.editing.document import HEADER, Document, Problem, TextSet, open_document, problem
from cartaro_workbench.proofs import KeptVerdicts
from cartaro_workbench.statistics import Batch
from cartaro_workbench.table.game_table import Machines, Table

# ----------------------------------------------------------------------- session


LanguageCode = Literal["en", "fr", "it"]
"""The languages of answers; a test compares them with the languages of the catalogue."""
Report = Callable[[str], None]
"""Takes an event, as JSON, while a call goes on."""

FILE_NAME = re.compile(r"[a-z0-9_]{1,60}(?:\.[a-z0-9_]{1,60})?" + re.escape(FILE_SUFFIX))
MOST_TEXTS: Final = 100
MOST_CHARACTERS: Final = 2_000_000
"""The largest number of a reader's texts, and of characters in all of them."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason why a call has no answer; `problems` are problems of the ruleset or of the arguments."""

    reason: Literal["unknown method", "wrong arguments", "refused", "broken"]
    message: str
    problems: tuple[Problem, ...] = ()


def refusal(problems: tuple[Problem, ...]) -> Failure:
    """Return a failure with the problems of a text, a move or a record."""
    return Failure("refused", problems[0].message if problems else "", problems)


def refused(message: str) -> Failure:
    """Return a failure with the problem of a call."""
    return Failure("refused", message)


def ignore_event(event: str) -> None:
    """Event sink that does nothing."""


@dataclass(slots=True)
class Session:
    """The texts and the table of one page, dealt by the text `dealt_as`; the simulation in progress, and the stored verdicts by
    their digests.
    """

    shipped: Mapping[str, str]
    report: Report = ignore_event
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
        """A map from names to all texts; a reader's text takes precedence over a shipped one."""
        return {**self.shipped, **self.own}

    def put(self, files: Mapping[str, str | None]) -> Failure | None:
        """Store the reader's texts, and remove those whose new text is None; if one change fails, none is made."""
        own = {**self.own, **{name: text for name, text in files.items() if text is not None}}
        own = {name: text for name, text in own.items() if files.get(name, text) is not None}
        wrong = next((name for name in own if not FILE_NAME.fullmatch(name)), None)
        if wrong is not None:
            return refused(
                msg("`{name}` is not a name for a file of rules, such as `name{ending}`", name=wrong[:80], ending=FILE_SUFFIX)
            )
        if len(own) > MOST_TEXTS or sum(map(len, own.values())) > MOST_CHARACTERS:
            return refused(
                msg(
                    "there can be at most {n} texts, with {most} characters in total",
                    n=MOST_TEXTS,
                    most=f"{MOST_CHARACTERS:_}".replace("_", " "),
                )
            )
        self.own = own
        self._forget(frozenset(files))
        return None

    def _forget(self, changed: frozenset[str]) -> None:
        """Drop the checked documents that depend on changed texts, or that have errors which a changed text might fix."""
        texts, stems = self.texts, {name.partition(".")[0] for name in changed}
        self._documents = {
            name: replace(document, texts=texts)
            for name, document in self._documents.items()
            if document.checked.game is not None and stems.isdisjoint(_stems(document))
        }
        self._before = {name: document for name, document in self._before.items() if name in texts}

    def document(self, name: str) -> Document | Failure:
        """Return a text, checked with the texts that it depends on."""
        if name not in self._documents:
            texts = self.texts
            if name not in texts:
                return refused(msg("there is no text `{name}`", name=name[:80]))
            self._documents[name] = self._before[name] = open_document(texts, name, self._before.get(name))
        return self._documents[name]

    def game(self, name: str) -> Game | Failure:
        """Return the game of a text, or of the ruleset of an annex. Refuse if it has errors."""
        document = self.document(TextSet(self.texts).ruleset_of(name))
        if isinstance(document, Failure):
            return document
        if document.checked.game is None:
            return refusal(tuple(problem(one) for one in document.checked.diagnostics if one.severity == "error"))
        return document.checked.game

    def seated(self, seat: int | None = None) -> Table | Failure:
        """Return the table in play, for the person in a seat."""
        if self.table is None:
            return refused(msg("no hand has been dealt"))
        if seat is not None and (seat not in range(len(self.table.seats)) or self.table.seats[seat] != "person"):
            return refused(msg("no person sits in seat {n}", n=seat + 1))
        return self.table


def _stems(document: Document) -> Iterator[str]:
    """Yield the names of the rulesets that a document consists of; an annex has the name of its ruleset."""
    return (file.source.name.partition(".")[0] for file in document.checked.files)


# ----------------------------------------------------------------- shipped texts


KIND = re.compile(r"^(game|variant|library|annex) +(\w+)(?: +of +(\w+))?", re.MULTILINE)
TITLE = re.compile(r'^ +title +((?:(?:[a-z]{2} +)?"[^"\n]*" *)+)', re.MULTILINE)
NAMED = re.compile(r'(?:([a-z]{2}) +)?"([^"\n]*)"')
ACT = re.compile(r"^ +act\b", re.MULTILINE)
PLACE = re.compile(r"^ +(?:zone|pile|family)\b", re.MULTILINE)
PLAYERS = re.compile(r": there are (\d+)((?: or \d+)*)(?: to (\d+))? players", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ShippedText:
    """A shipped ruleset or library: the name of its file, its titles by language (with the key "" if there is one for all), its
    base, its family (the name of a library, or ""), the file names of its annexes and of all its dependencies, and the numbers
    of players that its text, or the nearest of these, names.
    """

    file: str
    name: str
    kind: Literal["game", "variant", "library"]
    titles: Mapping[str, str]
    base: str | None
    family: str
    annexes: tuple[str, ...]
    stands_on: tuple[str, ...]
    players: tuple[int, ...]


def shipped_texts(texts: Mapping[str, str]) -> tuple[ShippedText, ...]:
    """Return all shipped texts but the annexes, by name."""
    return tuple(_shipped_text(texts, file) for file in sorted(texts) if file.count(".") == 1 and KIND.search(texts[file]))


def _shipped_text(texts: Mapping[str, str], file: str) -> ShippedText:
    header = KIND.search(texts[file])
    assert header is not None
    name = file.removesuffix(FILE_SUFFIX)
    below = tuple(_dependencies(texts, file, {file}))
    kind = cast("Literal['game', 'variant', 'library']", header[1])
    annexes = tuple(other for other in sorted(texts) if other.startswith(f"{name}.") and other != file)
    titles, family, players = _titles(texts[file]), _family(texts, (file, *below)), _players(texts, (file, *below))
    return ShippedText(file, name, kind, titles, header[3], family, annexes, below, players)


def _players(texts: Mapping[str, str], files: tuple[str, ...]) -> tuple[int, ...]:
    found = next(filter(None, (PLAYERS.search(texts[file]) for file in files)), None)
    if found is None:
        return ()
    least, others, most = int(found[1]), found[2], found[3]
    return tuple(range(least, int(most) + 1)) if most else (least, *map(int, re.findall(r"\d+", others)))


def _titles(text: str) -> dict[str, str]:
    found = TITLE.search(text)
    return {} if found is None else dict(NAMED.findall(found[1]))


def _dependencies(texts: Mapping[str, str], file: str, seen: set[str]) -> Iterator[str]:
    """Yield the files that a file depends on, each once."""
    for match in HEADER.finditer(texts[file]):
        for name in re.findall(r"\w+", " ".join(filter(None, match.groups()))):
            other = name + FILE_SUFFIX
            if other in texts and other not in seen:
                seen.add(other)
                yield other
                yield from _dependencies(texts, other, seen)


def _family(texts: Mapping[str, str], files: tuple[str, ...]) -> str:
    libraries = [file for file in files if (header := KIND.search(texts[file])) and header[1] == "library"]
    for declared in (ACT, PLACE):
        counts = {file: count for file in libraries if (count := len(declared.findall(texts[file])))}
        if counts:
            return min(counts, key=lambda file: (-counts[file], file)).removesuffix(FILE_SUFFIX)
    return ""
