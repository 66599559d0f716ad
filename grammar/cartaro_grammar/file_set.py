"""The files of a ruleset: what it stands on, gathered from wherever its texts are, and sent through every pass.

A ruleset names others by words (`use`, `of`, `with`); a `Shelf` says where a word leads.  `load` has that of the file system,
and here is that of texts given by name: an editor's, a page's.  This module reads no file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePath, PurePosixPath
from typing import Protocol

from cartaro_grammar.check import check
from cartaro_grammar.model.game import Game
from cartaro_grammar.model.settings import choose
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.tree_cache import parsed
from cartaro_grammar.text.diagnostic import Diagnostic, Fix, Label
from cartaro_grammar.text.identity import Same
from cartaro_grammar.text.messages import say
from cartaro_grammar.text.nearness import did_you_mean
from cartaro_grammar.text.source import Source
from cartaro_grammar.text.source_file import source_from_bytes
from cartaro_grammar.words.merge import merge

ENDING = ".regole"
MAX_FILES = 40
NAME = re.compile(r"[a-z][a-z0-9_]*")
KINDS = {"game": say("a game"), "library": say("a library"), "variant": say("a variant"), "annex": say("an annex")}
Trees = tree.File | tuple[Diagnostic, ...]
"""The tree of a text, or what is wrong with it."""


class Shelf(Protocol):
    """Where texts are found, each at a place whose last part is its name."""

    def same(self, place: PurePath) -> PurePath:
        """The one place that this is a way to."""
        ...

    def tree(self, place: PurePath) -> Trees:
        """The tree of the text at a place."""
        ...

    def beside(self, place: PurePath) -> Sequence[PurePath]:
        """The places of the texts beside one, by name: its annexes are among them."""
        ...

    def named(self, near: PurePath) -> Sequence[PurePath]:
        """The places that a text may name, the nearest first."""
        ...


class NamedTexts:
    """Texts by their names (`scopa.regole`), all beside each other."""

    def __init__(self, texts: Mapping[str, str | bytes]) -> None:
        self.texts = {PurePosixPath(name): text for name, text in sorted(texts.items())}

    def same(self, place: PurePath) -> PurePath:
        return place

    def tree(self, place: PurePath) -> Trees:
        return _tree(str(place), self.bytes_of(place))

    def bytes_of(self, place: PurePath) -> bytes:
        text = self.texts[PurePosixPath(place)]
        return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")

    def beside(self, place: PurePath) -> Sequence[PurePath]:
        return [other for other in self.texts if other.name.endswith(ENDING)]

    def named(self, near: PurePath) -> Sequence[PurePath]:
        return self.beside(near)


@lru_cache(maxsize=64)
def _tree(name: str, text: bytes) -> Trees:
    """The tree of a text, made once for each text: what does not change between two questions is not parsed again."""
    source = source_from_bytes(text, name)
    return parsed(source, shipped=False) if isinstance(source, Source) else source


def load_texts(
    texts: Mapping[str, str | bytes], main: str, settings: Mapping[str, str] | None = None
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The checked game of one of these texts, or None where there are errors; and all that was found, warnings too.

    `texts` are named as files are (`scopa.regole`, `scopa.prove.regole`, the libraries too); `main` is the name of one.
    """
    place = PurePosixPath(main)
    if main not in texts:
        return None, (unknown_text(main, texts),)
    gathered = FileSet(NamedTexts(texts))
    gathered.load(place, None, ())
    if gathered.found:
        return None, tuple(gathered.found)
    return game_of([*gathered.files, *gathered.annexes], settings, doubts=True)


def unknown_text(name: str, texts: Iterable[str]) -> Diagnostic:
    """What is said of a name that is none of some texts."""
    guess = did_you_mean(name, sorted(texts))
    advice = say("did you mean `{guess}`?", guess=guess) if guess else say("it is the name of one of the texts")
    return Diagnostic("C0101", say("there is no text `{name}`", name=name), None, help=advice, path=name)


def game_of(
    files: Sequence[tree.File], settings: Mapping[str, str] | None, *, doubts: bool
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The checked game of files in the order of their merge; `doubts` asks for warnings too."""
    game, found = _checked(Same(tuple(files)), doubts)
    if game is None:
        return None, found
    chosen = choose(game, settings or {})
    return (chosen, found) if isinstance(chosen, Game) else (None, found + chosen)


@lru_cache(maxsize=32)
def _checked(files: Same[tree.File], doubts: bool) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The game as its files say it, or None where they have errors; worked out once while its texts stay the same."""
    merged, found = merge(files.values)
    game, more = check(merged, doubts=doubts)
    found += more
    if doubts and game is not None:
        found += misnamed(files.values)
    return (None if any(told.severity == "error" for told in found) else game), found


def misnamed(files: Iterable[tree.File]) -> tuple[Diagnostic, ...]:
    """Return a warning for each file whose header has another name than its path, where the path's could be a ruleset's.

    A ruleset is found by the name of its file wherever one is named: after `use`, `of` and `with`, and on the command line.
    A file that another text names is refused instead (`FileSet.load`).
    """
    return tuple(told for file in files if (told := _misnamed(file)) is not None)


def _misnamed(file: tree.File) -> Diagnostic | None:
    path = PurePath(file.source.name).name
    stem, name = path.removesuffix(ENDING), file.name
    if stem == path:
        return None  # a text that is in no file of rules
    if file.kind != "annex":
        if stem == name.text or not NAME.fullmatch(stem):
            return None  # a stem such as `My game` is no name that a text could mean
        message = say("the file `{path}` declares another name, `{name}`", path=path, name=name.text)
        advice = say("a ruleset is found by the name of its file: give both the same name, here or by renaming the file")
        label = Label(name.span, say("nobody finds it by this name"))
        return Diagnostic("C0305", message, label, help=advice, fix=Fix(name.span, stem), severity="warning")
    if file.base is None or stem.startswith(f"{file.base.text}."):
        return None
    message = say("the file `{path}` declares an annex of `{base}`", path=path, base=file.base.text)
    advice = say("rename the file `{wanted}`", wanted=f"{file.base.text}.{name.text}{ENDING}")
    label = Label(file.base.span, say("it is not found beside this ruleset"))
    return Diagnostic("C0305", message, label, help=advice, severity="warning")


@dataclass(slots=True, eq=False, repr=False)
class FileSet:
    """The files of a ruleset, in the order in which they are merged, and what is wrong with them; `rest` gives what can be read
    of a text in which something cannot, for who wants that.
    """

    shelf: Shelf
    rest: Callable[[PurePath], tree.File | None] = lambda place: None
    files: list[tree.File] = field(default_factory=list[tree.File])
    annexes: list[tree.File] = field(default_factory=list[tree.File])
    found: list[Diagnostic] = field(default_factory=list[Diagnostic])
    done: set[PurePath] = field(default_factory=set[PurePath])

    def load(self, path: PurePath, asked: tree.Word | None, chain: tuple[PurePath, ...]) -> None:
        """Read a file, first those that it stands on, and after it its annexes."""
        place = self.shelf.same(path)
        if place in chain:
            self._circle(asked, [*chain[chain.index(place) :], place])
            return
        if place in self.done:
            return
        self.done.add(place)
        if len(self.done) > MAX_FILES:
            label = Label(asked.span, say("one file too many")) if asked else None
            self.found.append(
                Diagnostic("C0304", say("a ruleset may have at most {n} files", n=MAX_FILES), label, path=str(path))
            )
            return
        file = self._read(path)
        if file is None:
            return
        for word in (*file.uses, *([file.base] if file.base else []), *file.mixins)[: MAX_FILES + 1]:
            if any(told.code == "C0304" for told in self.found) or len(self.found) > MAX_FILES:
                return
            self._load_word(word, path, (*chain, place), file)
        if file.kind != "annex":
            self.files.append(file)
            self._load_annexes(path, file)
        elif all(annex.source != file.source for annex in self.annexes):
            self._add_annex(path, file)

    def _read(self, path: PurePath) -> tree.File | None:
        found = self.shelf.tree(path)
        if isinstance(found, tuple):
            self.found += found
            return self.rest(path)
        return found

    def _load_word(self, word: tree.Word, near: PurePath, chain: tuple[PurePath, ...], file: tree.File) -> None:
        found = next((p for p in self.shelf.named(near) if p.name == word.text + ENDING), None)
        if found is None:
            known = [p.name.removesuffix(ENDING) for p in self.shelf.named(near) if p.name.count(".") == 1]
            guess = did_you_mean(word.text, known)
            advice = (
                say("did you mean `{guess}`?", guess=guess)
                if guess
                else say("it should lie beside this file, or be a shipped one")
            )
            label = Label(word.span, say("no such ruleset"))
            fix = Fix(word.span, guess) if guess else None
            self.found.append(
                Diagnostic("C0301", say("there is no ruleset `{word}`", word=word.text), label, help=advice, fix=fix)
            )
            return
        self.load(found, word, chain)
        loaded = next((f for f in self.files if f.name.text == word.text), None)
        if loaded is None and not self.found:
            message = say("the file of `{word}` declares another name", word=word.text)
            advice = say("name the ruleset in `{found}` as its file, or the file as its ruleset", found=found.name)
            self.found.append(
                Diagnostic("C0305", message, Label(word.span, say("asked for here")), help=advice, path=str(found))
            )
        elif loaded is not None and file.kind != "annex" and (loaded.kind == "library") != (word in file.uses):
            used = word in file.uses
            advice = (
                say("write `variant {file} of {word}`", file=file.name.text, word=word.text)
                if used
                else say("begin `game {file}`, and `use` it", file=file.name.text)
            )
            label = Label(word.span, say("this is {kind}", kind=KINDS[loaded.kind]))
            name, kind = word.text, KINDS[loaded.kind]
            message = say("only a game can be varied, and `{name}` is {kind}", name=name, kind=kind)
            if used:
                message = say("only a library can be used, and `{name}` is {kind}", name=name, kind=kind)
            self.found.append(Diagnostic("C0306", message, label, help=advice))

    def _load_annexes(self, path: PurePath, file: tree.File) -> None:
        if file.kind == "annex":
            return
        begins = path.name.removesuffix(ENDING) + "."
        for beside in self.shelf.beside(path):
            if not beside.name.startswith(begins) or beside.name == path.name:
                continue
            annex = self._read(beside)
            if annex is None:
                continue
            if annex.kind != "annex" or annex.base is None or annex.base.text != file.name.text:
                message = say("`{beside}` should be an annex of `{file}`", beside=beside.name, file=file.name.text)
                label = Label(annex.name.span, say("this is {kind}", kind=KINDS[annex.kind]))
                self.found.append(
                    Diagnostic("C0306", message, label, help=say("begin it `annex NAME of {file}`", file=file.name.text))
                )
                continue
            self._add_annex(beside, annex)

    def _add_annex(self, path: PurePath, annex: tree.File) -> None:
        if annex.uses:
            label = Label(annex.uses[0].span, say("this stays unused"))
            advice = say("write it into the ruleset that the annex is of")
            self.found.append(Diagnostic("C0306", say("an annex cannot `use` a library"), label, help=advice, path=str(path)))
        same = next((a for a in self.annexes if (a.name.text, a.base) == (annex.name.text, annex.base)), None)
        if same is not None:
            message = say(
                "two annexes of `{base}` are called `{annex}`",
                base=annex.base.text if annex.base else "",
                annex=annex.name.text,
            )
            label, other = (
                Label(annex.name.span, say("the same name again")),
                Label(same.name.span, say("it is already the name of this")),
            )
            self.found.append(Diagnostic("C0501", message, label, (other,), help=say("give one of them another name")))
        self.annexes.append(annex)

    def _circle(self, asked: tree.Word | None, circle: list[PurePath]) -> None:
        names = " → ".join(p.name.removesuffix(ENDING) for p in circle)
        label = Label(asked.span, say("this leads back to itself")) if asked else None
        self.found.append(
            Diagnostic("C0302", say("these rulesets stand on each other in a circle: {names}", names=names), label)
        )
