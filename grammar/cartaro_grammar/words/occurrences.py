"""Where the names of a ruleset stand, and what each means there: for whoever jumps to a declaration, lists what refers to
it, or renames it.

Takes the files of a ruleset and the notes of the checker on the names in its sentences; guarantees that no place is listed
twice, and that two occurrences are of equal declarations if and only if they mean the same thing.  A name that means nothing,
because it is a mistake or stands in a sentence that could not be checked, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from cartaro_grammar.syntax import tree
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.identity import Same
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.file_parts import file_parts
from cartaro_grammar.words.vocabulary import FIXED, PERIODS

NameKind = Literal[
    "game", "library", "variant", "annex", "source", "row", "article", "zone", "pile", "family", "counter", "flag", "mark",
    "reference", "act", "finding", "parameter", "answer", "option", "value of an option", "attribute", "value of an attribute",
    "measure", "definition", "clause", "heading", "claim", "example", "local", "text", "word of the language",
]  # fmt: skip
"""What a declaration makes: `heading` is a clause by which points are scored, `local` a word that a sentence binds, `text` what
is said in `words` of a name that is declared elsewhere.
"""

Space = Literal[
    "ruleset", "source", "row", "article", "thing", "parameter", "value", "attribute", "measure", "definition", "clause",
    "claim", "example", "local", "language", "text",
]  # fmt: skip
"""Within which names say one thing: a `value` within its attribute, option or parameter, a `parameter` within its act, an
`article` within its ruleset.  A `text` is a line of `words`, which is of all that has the name.
"""

LANGUAGE = FIXED | {*PERIODS, "play", "clockwise", "anticlockwise"}
"""The words of the language that the parser reads as names."""


@frozen
class Note:
    """A name at a place, in a space and, where there are several, in whose; what it declares there, or else where the word
    that it means was bound, if it was.
    """

    span: Span
    name: str
    space: Space
    owner: str = ""
    declares: NameKind | None = None
    bound: Span | None = None


@frozen
class Declaration:
    """What a name means: the first place that declares it (a definition, or a clause that is replaced, has others); the
    language's own words have none.
    """

    kind: NameKind
    name: str
    owner: str
    span: Span | None


@frozen
class Occurrence:
    """A name where it stands; `also` is what else it is the name of, in a line of `words`."""

    span: Span
    of: Declaration
    declares: bool
    also: tuple[Declaration, ...] = ()


@dataclass(slots=True)
class _Declared:
    """Everything declared, by space, owner and name, and by place; the first to declare a name is the one that is meant."""

    named: dict[tuple[Space, str, str], Declaration] = field(default_factory=dict[tuple[Space, str, str], Declaration])
    placed: dict[tuple[str, int], Declaration] = field(default_factory=dict[tuple[str, int], Declaration])
    of_all: dict[str, list[Declaration]] = field(default_factory=dict[str, list[Declaration]])
    """All that have a name, whatever they are."""
    of_any: dict[tuple[Space, str], Declaration] = field(default_factory=dict[tuple[Space, str], Declaration])
    """The first of a space that has a name, whoever its owner is."""
    owners: set[str] = field(default_factory=set[str])

    def add(self, note: Note) -> None:
        if note.declares is None:
            return
        made = Declaration(note.declares, note.name, note.owner, note.span)
        key = note.space, note.owner, note.name
        if note.space != "local" and key not in self.named:
            self.named[key] = made
            self.of_all.setdefault(note.name, []).append(made)
            self.of_any.setdefault((note.space, note.name), made)
            self.owners.add(note.owner)
        self.placed.setdefault(_place(note.span), self.named.get(key, made))

    def of(self, note: Note) -> tuple[Declaration, ...]:
        """What a name means, the likeliest first; nothing where it is not declared."""
        if note.space == "language" or (note.space == "text" and note.name in LANGUAGE):
            return (_own_word(note.name),)
        if note.bound is not None or note.space == "local":
            own = _own_word(note.name) if note.name in LANGUAGE else None  # `for each side` binds `side`
            found = self.placed.get(_place(note.bound or note.span), own)
        elif note.space == "text":
            return tuple(self.of_all.get(note.name, ())) or (Declaration("text", note.name, "", note.span),)
        elif note.space in {"value", "article"} and (note.owner == "" or note.owner not in self.owners):
            found = self.of_any.get((note.space, note.name))
        else:
            found = self.named.get((note.space, note.owner, note.name))
        return () if found is None else (found,)


@lru_cache(maxsize=256)
def _own_word(name: str) -> Declaration:
    return Declaration("word of the language", name, "", None)


def occurrences(files: Sequence[tree.File], said: Iterable[Note], checked: Iterable[Note]) -> tuple[Occurrence, ...]:
    """Every name of some files, in their order and that of their texts: `said` is known by the place of a word in a sentence,
    and `checked` by the checker, which knows better.
    """
    notes = {_place(note.span): note for note in (*said, *checked)}
    declared = _Declared()
    for note in (*said, *notes.values()):
        declared.add(note)
    order = {file.source.name: number for number, file in enumerate(files)}
    found: list[Occurrence] = []
    for note in (*notes.values(), *_own_words(files, notes.keys())):
        if meant := declared.of(note):
            found.append(Occurrence(note.span, meant[0], note.declares is not None, meant[1:]))
    places = [(order[one.span.source.name], one.span.start, number) for number, one in enumerate(found)]
    return tuple([found[number] for _, _, number in sorted(places)])


def _own_words(files: Sequence[tree.File], known: Iterable[tuple[str, int]]) -> Iterator[Note]:
    """Words of the language that no check needs to ask about: `play` in `the play begins with …`."""
    noted = set(known)
    for note in (note for file in files for note in _language_words(Same((file,)))):
        if _place(note.span) not in noted:
            noted.add(_place(note.span))
            yield note


@lru_cache(maxsize=64)
def _language_words(file: Same[tree.File]) -> tuple[Note, ...]:
    (one,) = file.values
    words = (node for node in file_parts(one) if isinstance(node, tree.Word | tree.Name) and node.text in LANGUAGE)
    return tuple(Note(word.span, word.text, "language") for word in words)


def _place(span: Span) -> tuple[str, int]:
    return span.source.name, span.start
