"""From a name or a path to a checked game: finds and reads a ruleset's files, and sends them through every pass.

The only module of the package that reads files: those that the ruleset names (`use`, `of`, `with`), which are words and not
paths, are looked for beside it and among the shipped rulesets; its annexes (`NAME.*.regole`) lie beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cartaro_grammar.check import check
from cartaro_grammar.model.game import Game
from cartaro_grammar.model.settings import choose
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.tree_cache import parsed
from cartaro_grammar.text.diagnostic import MAX_WORD, Diagnostic, Label, short
from cartaro_grammar.text.nearness import did_you_mean
from cartaro_grammar.text.source import Source, read_source
from cartaro_grammar.words.merge import merge

ENDING = ".regole"
MAX_FILES = 40


def shipped_folder() -> Path:
    """Where the shipped rulesets are: in a checkout its own, else those installed with the package."""
    here = Path(__file__).resolve()
    checkout = here.parents[2] / "rulesets"
    return checkout if checkout.is_dir() else here.parents[1] / "cartaro_rulesets"


def shipped() -> tuple[str, ...]:
    """The names of the shipped rulesets that can be played, libraries and annexes left out, in alphabetical order."""
    files = shipped_folder().glob(f"*/*{ENDING}")
    return tuple(sorted(f.name.removesuffix(ENDING) for f in files if f.parent.name != "lib" and f.name.count(".") == 1))


def load_game(rules: str | Path, settings: Mapping[str, str] | None = None) -> Game | tuple[Diagnostic, ...]:
    """The checked game of a ruleset (a path, or a shipped name) under some settings, or what is wrong with it."""
    game, found = _loaded(rules, settings, doubts=False)
    return found if game is None else game


def load_checked(rules: str | Path, settings: Mapping[str, str] | None = None) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The checked game, or None where there are errors; and all that was found, warnings too."""
    return _loaded(rules, settings, doubts=True)


def _loaded(
    rules: str | Path, settings: Mapping[str, str] | None, *, doubts: bool
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    loaded = load_files(rules)
    files = [file for file in loaded if isinstance(file, tree.File)]
    if not files:
        return None, tuple(told for told in loaded if isinstance(told, Diagnostic))
    merged, found = merge(files)
    game, more = check(merged, doubts=doubts)
    found += more
    if game is None or any(told.severity == "error" for told in found):
        return None, found
    chosen = choose(game, settings or {})
    return (chosen, found) if isinstance(chosen, Game) else (None, found + chosen)


def load_files(rules: str | Path) -> tuple[tree.File, ...] | tuple[Diagnostic, ...]:
    """The files of a ruleset, in the order libraries, base, variants, annexes; or what is wrong with them."""
    loader = _Loader()
    path = _path_of(str(rules))
    if path is None:
        return (_unknown(str(rules)),)
    try:
        path.resolve()
    except (OSError, RuntimeError, ValueError):  # too long a name, links in a circle, a null character
        return (_unknown(str(rules)),)
    loader.load(path, None, ())
    if loader.found:
        return tuple(loader.found)
    return tuple(loader.files + loader.annexes)


def _path_of(rules: str) -> Path | None:
    """A path as given, or the file of a shipped name."""
    if rules.endswith(ENDING) or "/" in rules:
        return Path(rules)
    found = (p for p in sorted(shipped_folder().glob(f"*/*{ENDING}")) if p.name == rules + ENDING)
    return next(found, None) or (Path(rules) if _is_there(rules) else None)


def _is_there(rules: str) -> bool:
    try:
        return Path(rules).exists()
    except OSError:
        return False


def _unknown(rules: str) -> Diagnostic:
    guess = did_you_mean(rules, shipped())
    advice = f"did you mean `{guess}`?" if guess else f"the shipped ones are {', '.join(shipped())}; or give a path"
    return Diagnostic("C0101", f"there is no ruleset `{short(rules, MAX_WORD)}`", None, help=advice, path=rules)


@dataclass(slots=True)
class _Loader:
    files: list[tree.File] = field(default_factory=list[tree.File])
    annexes: list[tree.File] = field(default_factory=list[tree.File])
    found: list[Diagnostic] = field(default_factory=list[Diagnostic])
    done: set[Path] = field(default_factory=set[Path])

    def load(self, path: Path, asked: tree.Word | None, chain: tuple[Path, ...]) -> None:
        """Read a file, first those that it stands on, and after it its annexes."""
        place = path.resolve()
        if place in chain:
            self._circle(asked, [*chain[chain.index(place) :], place])
            return
        if place in self.done:
            return
        self.done.add(place)
        if len(self.done) > MAX_FILES:
            label = Label(asked.span, "one file too many") if asked else None
            self.found.append(Diagnostic("C0304", f"a ruleset may have at most {MAX_FILES} files", label, path=str(path)))
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

    def _read(self, path: Path) -> tree.File | None:
        source = read_source(path, str(path))
        if not isinstance(source, Source):
            self.found += source
            return None
        found = parsed(source, shipped=path.parent.parent == shipped_folder())
        if isinstance(found, tuple):
            self.found += found
            return None
        return found

    def _load_word(self, word: tree.Word, near: Path, chain: tuple[Path, ...], file: tree.File) -> None:
        found = _find(word.text, near)
        if found is None:
            known = [p.name.removesuffix(ENDING) for p in _places(near) if p.name.count(".") == 1]
            guess = did_you_mean(word.text, known)
            advice = f"did you mean `{guess}`?" if guess else "it should lie beside this file, or be a shipped one"
            label = Label(word.span, "no such ruleset")
            self.found.append(Diagnostic("C0301", f"there is no ruleset `{word.text}`", label, help=advice))
            return
        self.load(found, word, chain)
        loaded = next((f for f in self.files if f.name.text == word.text), None)
        if loaded is None and not self.found:
            message = f"the file of `{word.text}` declares another name"
            advice = f"name the ruleset in `{found.name}` as its file, or the file as its ruleset"
            self.found.append(Diagnostic("C0305", message, Label(word.span, "asked for here"), help=advice, path=str(found)))
        elif loaded is not None and file.kind != "annex" and (loaded.kind == "library") != (word in file.uses):
            used = word in file.uses
            wanted = "a library can be used" if used else "a game can be varied"
            advice = (
                f"write `variant {file.name.text} of {word.text}`" if used else f"begin `game {file.name.text}`, and `use` it"
            )
            label = Label(word.span, f"this is a {loaded.kind}")
            message = f"only {wanted}, and `{word.text}` is a {loaded.kind}"
            self.found.append(Diagnostic("C0306", message, label, help=advice))

    def _load_annexes(self, path: Path, file: tree.File) -> None:
        if file.kind == "annex":
            return
        begins = path.name.removesuffix(ENDING) + "."
        for beside in _files_in(path.parent):
            if not beside.name.startswith(begins) or beside.name == path.name:
                continue
            annex = self._read(beside)
            if annex is None:
                continue
            if annex.kind != "annex" or annex.base is None or annex.base.text != file.name.text:
                message = f"`{beside.name}` should be an annex of `{file.name.text}`"
                label = Label(annex.name.span, f"this is a {annex.kind}")
                self.found.append(Diagnostic("C0306", message, label, help=f"begin it `annex NAME of {file.name.text}`"))
                continue
            self._add_annex(beside, annex)

    def _add_annex(self, path: Path, annex: tree.File) -> None:
        if annex.uses:
            label = Label(annex.uses[0].span, "this stays unused")
            advice = "write it into the ruleset that the annex is of"
            self.found.append(Diagnostic("C0306", "an annex cannot `use` a library", label, help=advice, path=str(path)))
        same = next((a for a in self.annexes if (a.name.text, a.base) == (annex.name.text, annex.base)), None)
        if same is not None:
            message = f"two annexes of `{annex.base.text if annex.base else ''}` are called `{annex.name.text}`"
            label, other = (
                Label(annex.name.span, "the same name again"),
                Label(same.name.span, "it is already the name of this"),
            )
            self.found.append(Diagnostic("C0501", message, label, (other,), help="give one of them another name"))
        self.annexes.append(annex)

    def _circle(self, asked: tree.Word | None, circle: list[Path]) -> None:
        names = " → ".join(p.name.removesuffix(ENDING) for p in circle)
        label = Label(asked.span, "this leads back to itself") if asked else None
        self.found.append(Diagnostic("C0302", f"these rulesets stand on each other in a circle: {names}", label))


def _places(near: Path) -> list[Path]:
    """The ruleset files that a ruleset may name: beside it, in a `lib` there that is no way out, and the shipped ones."""
    beside, lib = near.parent, near.parent / "lib"
    own = [beside, lib] if _within(lib, beside.resolve()) else [beside]
    folders = [*own, *sorted(p for p in shipped_folder().glob("*") if p.is_dir())]
    return [file for folder in folders for file in _files_in(folder)]


def _files_in(folder: Path) -> list[Path]:
    """The ruleset files in a folder, by name; a link that leads out of it is none of them."""
    inside = folder.resolve()
    return [file for file in sorted(folder.glob(f"*{ENDING}")) if _within(file, inside)]


def _within(file: Path, folder: Path) -> bool:
    try:
        return file.resolve().is_relative_to(folder)
    except (OSError, RuntimeError):  # links in a circle
        return False


def _find(name: str, near: Path) -> Path | None:
    return next((p for p in _places(near) if p.name == name + ENDING), None)
