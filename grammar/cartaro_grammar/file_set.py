"""Gather the files of a ruleset: the files that it names (`use`, `of`, `with`), itself, and its annexes.

A file names others by words, not paths; a `SourceProvider` resolves them: the file system (in the same folder, in its `lib`,
among the shipped rulesets) or texts held in memory, as an editor or a page has them. `FileSet` parses them in the order in
which they are merged, as far as they can be parsed, and collects the diagnostics. Annexes (`NAME.*.regole`) are in the folder
of their ruleset.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePath, PurePosixPath
from typing import TYPE_CHECKING, Protocol

from cartaro_grammar.model.parts import parts
from cartaro_grammar.resolve.names_in_words import title_as_name, with_declared_names
from cartaro_grammar.resolve.reporter import defined_names, mentioned_names, parameters_of
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.tree_cache import parse_cached
from cartaro_grammar.text.diagnostic import Diagnostic, Fix, Label
from cartaro_grammar.text.messages import msg
from cartaro_grammar.text.opening import key_word_language
from cartaro_grammar.text.reading import MAX_BYTES, read_ordinary, read_source, source_from_bytes
from cartaro_grammar.text.shared_texts import (
    LOCK,
    LockedText,
    address_fault,
    file_of_address,
    fingerprint_of_bytes,
    read_lock,
)
from cartaro_grammar.text.source import Source
from cartaro_grammar.text.spelling import did_you_mean

if TYPE_CHECKING:
    from cartaro_grammar.syntax.parser import ReadablePart

FILE_SUFFIX = ".regole"
MAX_FILES = 40

SYNTAX_CODES = "C02"
"""The prefix of the codes of syntax errors."""

LOCAL_CODES = frozenset(
    f"C0{number}" for number in (303, 307, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 415, 502, 505, 506)
)
"""The codes of errors that depend only on one sentence, and perhaps on the names that it mentions."""

NAME = re.compile(r"[a-z][a-z0-9_]*")
KINDS = {"game": msg("a game"), "library": msg("a library"), "variant": msg("a variant"), "annex": msg("an annex")}

TreeOrErrors = tree.File | tuple[Diagnostic, ...]
"""The tree of a text, or its diagnostics."""


# ---------------------------------------------------------------------------------- source providers


class SourceProvider(Protocol):
    """A collection of texts by paths; the last part of a path is the name of its file."""

    def canonical(self, place: PurePath) -> PurePath:
        """Return a canonical path, the same for all paths of the same text."""
        ...

    def tree(self, place: PurePath) -> TreeOrErrors:
        """Return the tree of the text at a path."""
        ...

    def readable_part(self, place: PurePath) -> ReadablePart | None:
        """Parse the part of a text that has no syntax errors."""
        ...

    def siblings(self, place: PurePath) -> Sequence[PurePath]:
        """Return the texts next to a text, by name; its annexes are among them."""
        ...

    def candidates(self, near: PurePath) -> Sequence[PurePath]:
        """Return the texts that a text may name, the nearest first."""
        ...

    def libraries(self, near: PurePath) -> Sequence[PurePath]:
        """Return the libraries among them that can be recognized without a parser."""
        ...

    def is_copy(self, place: PurePath, address: str) -> bool:
        """Return whether a text is the copy of the text at an address."""
        ...


LIBRARY = re.compile(rb"(?:[^\S\n]*(?:--[^\n]*)?\n|(?:in|en) [^\n]*\n)*(?:library|libreria|biblioth\xc3\xa8que)\s")
"""The pattern of the beginning of a library in the key words of any language, after comments and the line that names the
language.
"""


class NamedTexts:
    """A map from names (`scopa.regole`) to texts in memory; all are in one folder."""

    def __init__(self, texts: Mapping[str, str | bytes]) -> None:
        self.texts = {PurePosixPath(name): text for name, text in sorted(texts.items())}
        self.rules = [place for place in self.texts if place.name.endswith(FILE_SUFFIX)]

    def canonical(self, place: PurePath) -> PurePath:
        return place

    def tree(self, place: PurePath) -> TreeOrErrors:
        return parse_bytes(str(place), self.bytes_of(place))

    def readable_part(self, place: PurePath) -> ReadablePart | None:
        return readable_text(str(place), self.bytes_of(place))

    def bytes_of(self, place: PurePath) -> bytes:
        text = self.texts[PurePosixPath(place)]
        return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")

    def siblings(self, place: PurePath) -> Sequence[PurePath]:
        return self.rules

    def candidates(self, near: PurePath) -> Sequence[PurePath]:
        return self.siblings(near)

    def libraries(self, near: PurePath) -> Sequence[PurePath]:
        return [place for place in self.siblings(near) if LIBRARY.match(self.bytes_of(place))]

    def is_copy(self, place: PurePath, address: str) -> bool:
        """Return whether a text has the name in an address: whoever gave the texts has compared them with a lock file."""
        return place.name == file_of_address(address)


@dataclass(slots=True)
class FileSystem:
    """The provider of the file system for one load. It lists each folder and reads each lock file only once."""

    listed: dict[Path, list[Path]] = field(default_factory=dict[Path, list[Path]])
    locks: dict[Path, Mapping[str, LockedText]] = field(default_factory=dict[Path, Mapping[str, LockedText]])

    def canonical(self, place: PurePath) -> PurePath:
        return Path(place).resolve()

    def tree(self, place: PurePath) -> TreeOrErrors:
        changed = self._change_of_copy(Path(place))
        if changed is not None:
            return (changed,)
        source = read_source(Path(place), str(place))
        return _tree(source, place.parent.parent == shipped_folder()) if isinstance(source, Source) else source

    def readable_part(self, place: PurePath) -> ReadablePart | None:
        if self._change_of_copy(Path(place)) is not None:
            return None
        source = read_source(Path(place), str(place))
        return readable_text(source.name, source.text.encode("utf-8", "surrogatepass")) if isinstance(source, Source) else None

    def siblings(self, place: PurePath) -> list[Path]:
        return self._files_in(Path(place).parent)

    def candidates(self, near: PurePath) -> list[Path]:
        """Return the files in the folder of a file, the files in its `lib` unless that leads out of the folder, and the shipped
        files.
        """
        beside, lib = Path(near).parent, Path(near).parent / "lib"
        own = [beside, lib] if _within(lib, beside.resolve()) else [beside]
        folders = [*own, *sorted(p for p in shipped_folder().glob("*") if p.is_dir())]
        return [file for folder in folders for file in self._files_in(folder)]

    def libraries(self, near: PurePath) -> list[Path]:
        """Return the files of the folders for libraries."""
        return [file for file in self.candidates(near) if file.parent.name == "lib"]

    def is_copy(self, place: PurePath, address: str) -> bool:
        locked = self._locked(Path(place))
        return locked is not None and locked.address == address

    def _locked(self, place: Path) -> LockedText | None:
        """Return the entry of a file in the lock file of its folder."""
        if place.parent not in self.locks:
            self.locks[place.parent] = read_lock(place.parent)
        return self.locks[place.parent].get(place.name)

    def _change_of_copy(self, place: Path) -> Diagnostic | None:
        """Report a copy whose fingerprint is not the one in the lock file."""
        locked = self._locked(place)
        data = None if locked is None else read_ordinary(place, MAX_BYTES)
        if locked is None or data is None or fingerprint_of_bytes(data) == locked.sha256:
            return None
        message = msg("`{name}` is not the text that `{lock}` records", name=str(place), lock=LOCK)
        advice = msg("`cartaro fetch --update` fetches it again; if you changed it, give your text another name")
        return Diagnostic("C0312", message, help=advice, path=str(place))

    def _files_in(self, folder: Path) -> list[Path]:
        """Return the ruleset files in a folder, by name, without links to files outside the folder."""
        if folder not in self.listed:
            inside = folder.resolve()
            self.listed[folder] = [file for file in sorted(folder.glob(f"*{FILE_SUFFIX}")) if _within(file, inside)]
        return self.listed[folder]


def shipped_folder() -> Path:
    """Return the folder of the shipped rulesets: the folder of the checkout, or the one that is installed with the package."""
    here = Path(__file__).resolve()
    checkout = here.parents[2] / "rulesets"
    return checkout if checkout.is_dir() else here.parents[1] / "cartaro_rulesets"


def shipped() -> tuple[str, ...]:
    """Return the names of the shipped rulesets that can be played, without libraries and annexes, in alphabetical order."""
    files = shipped_folder().glob(f"*/*{FILE_SUFFIX}")
    return tuple(sorted(f.name.removesuffix(FILE_SUFFIX) for f in files if f.parent.name != "lib" and f.name.count(".") == 1))


@lru_cache(maxsize=256)
def _tree(source: Source, shipped: bool) -> TreeOrErrors:
    """Parse a source; return the identical tree for the same text, so that the game checked from it is found in the cache."""
    return parse_cached(source, shipped)


def _within(file: Path, folder: Path) -> bool:
    try:
        return not file.is_symlink() or file.resolve().is_relative_to(folder)
    except (OSError, RuntimeError):  # links in a circle
        return False


@lru_cache(maxsize=256)
def parse_bytes(name: str, text: bytes) -> TreeOrErrors:
    """Parse a text once for each content, because an editor repeats the request after each keystroke although only one file has
    changed.
    """
    source = source_from_bytes(text, name)
    return parse_cached(source, shipped=False) if isinstance(source, Source) else source


@lru_cache(maxsize=64)
def readable_text(name: str, text: bytes) -> ReadablePart | None:
    """Parse the part of a text that has no syntax errors, once for each content."""
    from cartaro_grammar.syntax.parser import parse_readable_part  # imported late: it loads lark, which most runs do not need

    source = source_from_bytes(text, name)
    return parse_readable_part(source) if isinstance(source, Source) else None


@dataclass(frozen=True, slots=True)
class Overlay:
    """A provider that replaces one of its texts by another; the text is named as in diagnostics."""

    provider: SourceProvider
    name: str
    text: bytes

    def canonical(self, place: PurePath) -> PurePath:
        return self.provider.canonical(place)

    def tree(self, place: PurePath) -> TreeOrErrors:
        return parse_bytes(self.name, self.text) if str(place) == self.name else self.provider.tree(place)

    def readable_part(self, place: PurePath) -> ReadablePart | None:
        return readable_text(self.name, self.text) if str(place) == self.name else self.provider.readable_part(place)

    def siblings(self, place: PurePath) -> Sequence[PurePath]:
        return self.provider.siblings(place)

    def candidates(self, near: PurePath) -> Sequence[PurePath]:
        return self.provider.candidates(near)

    def libraries(self, near: PurePath) -> Sequence[PurePath]:
        return self.provider.libraries(near)

    def is_copy(self, place: PurePath, address: str) -> bool:
        return self.provider.is_copy(place, address)


# ----------------------------------------------------------------------------------------- gathering


@dataclass(slots=True, eq=False, repr=False)
class FileSet:
    """The files of a ruleset in the order in which they are merged, as far as they parse, and the diagnostics. `unread` are the
    words of sentences that do not parse. `has_unreadable_file` is true if there is a file without a part that parses.
    """

    provider: SourceProvider
    files: list[tree.File] = field(default_factory=list[tree.File])
    annexes: list[tree.File] = field(default_factory=list[tree.File])
    found: list[Diagnostic] = field(default_factory=list[Diagnostic])
    done: set[PurePath] = field(default_factory=set[PurePath])
    unread: set[str] = field(default_factory=set[str])
    has_unreadable_file: bool = False

    @property
    def is_readable(self) -> bool:
        """True if all errors so far are sentences that do not parse, and every file with such a sentence still has
        other parts.
        """
        return (
            bool(self.files)
            and not self.has_unreadable_file
            and all(diagnostic.code.startswith(SYNTAX_CODES) for diagnostic in self.found)
        )

    def combine_diagnostics(self, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return the syntax errors, and the errors in the rest that are not consequences of them, in the order of the texts."""
        kept = dict.fromkeys(self.found)
        names = list(dict.fromkeys(one.file for one in self.found))
        if self.is_readable:
            lost = self.unread | self._lost()
            own = {*names, self.files[-1].source.name}
            kept |= dict.fromkeys(one for one in found if one.file in own and self._is_independent(one, lost))
        order = {name: number for number, name in enumerate(names)}
        return tuple(sorted(kept, key=lambda d: (order.get(d.file, len(names)), d.primary.span.start if d.primary else 0)))

    def _lost(self) -> set[str]:
        """Return the names of definitions that depend on a name that only sentences that do not parse have."""
        clauses = [one for file in self.files for one in parts(file) if isinstance(one, tree.Clause)]
        found = [(mentioned_names(one) - parameters_of(one), defined_names(one)) for one in clauses]
        known = frozenset[str]().union(*(defined for _, defined in found), *(frozenset((c.name.text,)) for c in clauses))
        lost, before = self.unread - known, -1
        while len(lost) > before:
            before = len(lost)
            lost |= {name for names, defined in found if names & lost for name in defined}
        return lost

    def _is_independent(self, diagnostic: Diagnostic, lost: set[str]) -> bool:
        """Return whether an error remains an error whatever the content of the sentences that do not parse, on which the lost
        names depend. An error in a text that is used, such as a library, is a consequence: the text has no such error alone.
        """
        if diagnostic.severity != "error" or diagnostic.code not in LOCAL_CODES:
            return False
        if diagnostic.code == "C0405" and self.unread & {"card", "pack"}:
            return False
        return not lost.intersection(re.findall(r"\w+", " ".join(re.findall("`([^`]*)`", diagnostic.message))))

    def load(self, path: PurePath) -> None:
        """Load a file with the files that it names and its annexes; their trees have declared names (decision 0091)."""
        self._load(path, None, ())
        trees = with_declared_names((*self.files, *self.annexes))
        self.files, self.annexes = list(trees[: len(self.files)]), list(trees[len(self.files) :])

    def _load(self, path: PurePath, reference: tree.Word | None, chain: tuple[PurePath, ...]) -> None:
        """Load the files that a file names, then the file itself, then its annexes."""
        place = self.provider.canonical(path)
        if place in chain:
            self._circle(reference, [*chain[chain.index(place) :], place])
            return
        if place in self.done:
            return
        self.done.add(place)
        if len(self.done) > MAX_FILES:
            label = Label(reference.span, msg("this file exceeds the limit")) if reference else None
            self.found.append(
                Diagnostic("C0304", msg("a ruleset may have at most {n} files", n=MAX_FILES), label, path=str(path))
            )
            return
        file = self._read(path)
        if file is None:
            return
        for word in (*file.uses, *([file.base] if file.base else []), *file.mixins)[: MAX_FILES + 1]:
            if any(diagnostic.code == "C0304" for diagnostic in self.found) or len(self.found) > MAX_FILES:
                return
            self._load_reference(word, path, (*chain, place), file)
        if file.kind != "annex":
            self.files.append(file)
            self._load_annexes(path, file)
        elif all(annex.source != file.source for annex in self.annexes):
            self._add_annex(path, file)

    def _read(self, path: PurePath) -> tree.File | None:
        found = self.provider.tree(path)
        if isinstance(found, tuple):
            self.found += found
            part = self.provider.readable_part(path)
            self.has_unreadable_file = self.has_unreadable_file or part is None
            self.unread.update(part.unread if part else ())
            return part.file if part else None
        return found

    def _load_reference(self, word: tree.Word, near: PurePath, chain: tuple[PurePath, ...], file: tree.File) -> None:
        origin = next((one for one in file.origins if one.name is word), None)
        if origin is not None:
            found, titled = self._copy(origin, near), None
            if found is None:
                return
        else:
            found = next((p for p in self.provider.candidates(near) if p.name == word.text + FILE_SUFFIX), None)
            titled = self._library_titled(word, near, found) if word in file.uses else None
            found = titled or found
        if found is None:
            known = [p.name.removesuffix(FILE_SUFFIX) for p in self.provider.candidates(near) if p.name.count(".") == 1]
            guess = did_you_mean(word.text, known)
            advice = (
                msg("did you mean `{guess}`?", guess=guess)
                if guess
                else msg("it should be next to this file, or be a shipped ruleset")
            )
            label = Label(word.span, msg("no such ruleset"))
            fix = Fix(word.span, guess) if guess else None
            self.found.append(
                Diagnostic("C0301", msg("there is no ruleset `{word}`", word=word.text), label, help=advice, fix=fix)
            )
            return
        self._load(found, word, chain)
        name = word.text if titled is None else titled.name.removesuffix(FILE_SUFFIX)
        loaded = next((f for f in self.files if f.name.text == name), None)
        if loaded is None and not self.found:
            message = msg("the file of `{word}` declares another name", word=word.text)
            advice = msg("name the ruleset in `{found}` as its file, or the file as its ruleset", found=found.name)
            self.found.append(
                Diagnostic("C0305", message, Label(word.span, msg("this uses the library")), help=advice, path=str(found))
            )
        elif loaded is not None and file.kind != "annex" and (loaded.kind == "library") != (word in file.uses):
            used = word in file.uses
            advice = (
                msg("write `variant {file} of {word}`", file=file.name.text, word=word.text)
                if used
                else msg("begin with `game {file}`, and `use` it", file=file.name.text)
            )
            label = Label(word.span, msg("this is {kind}", kind=KINDS[loaded.kind]))
            kind = KINDS[loaded.kind]
            message = msg("only a game can be varied, and `{name}` is {kind}", name=name, kind=kind)
            if used:
                message = msg("only a library can be used, and `{name}` is {kind}", name=name, kind=kind)
            self.found.append(Diagnostic("C0306", message, label, help=advice))

    def _copy(self, origin: tree.Origin, near: PurePath) -> PurePath | None:
        """Return the copy of the text at an address, or report why there is none."""
        name, address = origin.name, origin.address
        fault = address_fault(address)
        if fault is None and file_of_address(address) != name.text + FILE_SUFFIX:
            fault = msg("the address of `{name}` ends with `{file}`", name=name.text, file=name.text + FILE_SUFFIX)
        if fault is not None:
            label = Label(name.span, msg("the address is here"))
            self.found.append(Diagnostic("C0313", msg("a text cannot come from this address"), label, help=fault))
            return None
        copies = (p for p in self.provider.candidates(near) if p.name == name.text + FILE_SUFFIX)
        found = next((place for place in copies if self.provider.is_copy(place, address)), None)
        if found is None:
            message = msg("`{name}` has not been fetched from its address", name=name.text)
            label = Label(name.span, msg("there is no copy of it here"))
            advice = msg("`cartaro fetch {file}` fetches it", file=near.name)
            self.found.append(Diagnostic("C0311", message, label, help=advice))
        return found

    def _library_titled(self, word: tree.Word, near: PurePath, named: PurePath | None) -> PurePath | None:
        """Return the library that has a word as its title, in the language of the text. Return None if a library has the word
        as its name.
        """
        if named is not None and self._is_library(named):
            return None
        language = key_word_language(word.span.source.text)
        for place in self.provider.candidates(near):
            if place.name.count(".") == 1 and place != named and self._is_library(place):
                file = self.provider.tree(place)
                if isinstance(file, tree.File) and title_as_name(file, language) == word.text:
                    return place
        return None

    def _is_library(self, place: PurePath) -> bool:
        file = self.provider.tree(place)
        return isinstance(file, tree.File) and file.kind == "library"

    def _load_annexes(self, path: PurePath, file: tree.File) -> None:
        if file.kind == "annex":
            return
        begins = path.name.removesuffix(FILE_SUFFIX) + "."
        for beside in self.provider.siblings(path):
            if not beside.name.startswith(begins) or beside.name == path.name:
                continue
            annex = self._read(beside)
            if annex is None:
                continue
            if annex.kind != "annex" or annex.base is None or annex.base.text != file.name.text:
                message = msg("`{beside}` should be an annex of `{file}`", beside=beside.name, file=file.name.text)
                label = Label(annex.name.span, msg("this is {kind}", kind=KINDS[annex.kind]))
                self.found.append(
                    Diagnostic("C0306", message, label, help=msg("begin it with `annex NAME of {file}`", file=file.name.text))
                )
                continue
            self._add_annex(beside, annex)

    def _add_annex(self, path: PurePath, annex: tree.File) -> None:
        if annex.uses:
            label = Label(annex.uses[0].span, msg("this stays unused"))
            advice = msg("write it in the ruleset to which the annex belongs")
            self.found.append(Diagnostic("C0306", msg("an annex cannot `use` a library"), label, help=advice, path=str(path)))
        same = next((a for a in self.annexes if (a.name.text, a.base) == (annex.name.text, annex.base)), None)
        if same is not None:
            message = msg(
                "two annexes of `{base}` are called `{annex}`",
                base=annex.base.text if annex.base else "",
                annex=annex.name.text,
            )
            label, other = (
                Label(annex.name.span, msg("this has the same name")),
                Label(same.name.span, msg("this already has the name")),
            )
            self.found.append(Diagnostic("C0501", message, label, (other,), help=msg("give one of them another name")))
        self.annexes.append(annex)

    def _circle(self, asked: tree.Word | None, circle: list[PurePath]) -> None:
        names = " → ".join(p.name.removesuffix(FILE_SUFFIX) for p in circle)
        label = Label(asked.span, msg("this clause leads back to itself")) if asked else None
        self.found.append(
            Diagnostic("C0302", msg("these rulesets depend on each other in a circle: {names}", names=names), label)
        )


def misnamed(files: Iterable[tree.File]) -> tuple[Diagnostic, ...]:
    """Return a warning for each file whose header has a different name from its path, if the name in the path could be the name
    of a ruleset.

    Wherever a ruleset is named (after `use`, `of` and `with`, and on the command line), it is found by the name of its file. If
    another text names the file, the file is rejected instead (`FileSet.load`).
    """
    return tuple(warning for file in files if (warning := _misnamed(file)) is not None)


def _misnamed(file: tree.File) -> Diagnostic | None:
    path = PurePath(file.source.name).name
    stem, name = path.removesuffix(FILE_SUFFIX), file.name
    if stem == path:
        return None  # the text is not in a ruleset file
    if file.kind != "annex":
        if stem == name.text or not NAME.fullmatch(stem):
            return None  # a text cannot refer to a file name such as `My game`
        message = msg("the file `{path}` declares another name, `{name}`", path=path, name=name.text)
        advice = msg("a ruleset is found by the name of its file: give both the same name, here or by renaming the file")
        label = Label(name.span, msg("it cannot be found by this name"))
        return Diagnostic("C0305", message, label, help=advice, fix=Fix(name.span, stem), severity="warning")
    if file.base is None or stem.startswith(f"{file.base.text}."):
        return None
    message = msg("the file `{path}` declares an annex of `{base}`", path=path, base=file.base.text)
    advice = msg("rename the file `{wanted}`", wanted=f"{file.base.text}.{name.text}{FILE_SUFFIX}")
    label = Label(file.base.span, msg("it was not found next to this ruleset"))
    return Diagnostic("C0305", message, label, help=advice, severity="warning")
