"""From a name or a path to a checked game: finds and reads a ruleset's files, and sends them through every pass.

The only module of the package that reads files: those that the ruleset names (`use`, `of`, `with`), which are words and not
paths, are looked for beside it and among the shipped rulesets; its annexes (`NAME.*.regole`) lie beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path, PurePath

from cartaro_grammar.file_set import ENDING, FileSet, Trees, load_from, readable_text
from cartaro_grammar.model.game import Game
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.tree.files import ReadablePart
from cartaro_grammar.syntax.tree_cache import parsed
from cartaro_grammar.text.diagnostic import MAX_WORD, Diagnostic
from cartaro_grammar.text.messages import say, short
from cartaro_grammar.text.nearness import did_you_mean
from cartaro_grammar.text.source import Source
from cartaro_grammar.text.source_file import read_source


def shipped_folder() -> Path:
    """Where the shipped rulesets are: in a checkout its own, else those installed with the package."""
    here = Path(__file__).resolve()
    checkout = here.parents[2] / "rulesets"
    return checkout if checkout.is_dir() else here.parents[1] / "cartaro_rulesets"


def shipped() -> tuple[str, ...]:
    """The names of the shipped rulesets that can be played, libraries and annexes left out, in alphabetical order."""
    files = shipped_folder().glob(f"*/*{ENDING}")
    return tuple(sorted(f.name.removesuffix(ENDING) for f in files if f.parent.name != "lib" and f.name.count(".") == 1))


def nameable(place: Path) -> tuple[Path, ...]:
    """The files that a ruleset at a place may name, the nearest first: beside it, in a `lib` there, and the shipped ones."""
    return tuple(_Disk().named(place))


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
    place = _place_of(str(rules))
    return (None, (place,)) if isinstance(place, Diagnostic) else load_from(_Disk(), place, settings, doubts=doubts)


def load_files(rules: str | Path) -> tuple[tree.File, ...] | tuple[Diagnostic, ...]:
    """The files of a ruleset, in the order libraries, base, variants, annexes; or what is wrong with them."""
    place = _place_of(str(rules))
    if isinstance(place, Diagnostic):
        return (place,)
    loader = FileSet(_Disk())
    loader.load(place, None, ())
    if loader.found:
        return tuple(loader.found)
    return tuple(loader.files + loader.annexes)


def _place_of(rules: str) -> Path | Diagnostic:
    """Where a ruleset is, or that there is none."""
    path = _path_of(rules)
    if path is None:
        return _unknown(rules)
    try:
        path.resolve()
    except (OSError, RuntimeError, ValueError):  # too long a name, links in a circle, a null character
        return _unknown(rules)
    return path


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
    advice = (
        say("did you mean `{guess}`?", guess=guess)
        if guess
        else say("the shipped ones are {names}; or give a path", names=", ".join(shipped()))
    )
    return Diagnostic("C0101", say("there is no ruleset `{word}`", word=short(rules, MAX_WORD)), None, help=advice, path=rules)


class _Disk:
    """The files of the file system."""

    def same(self, place: PurePath) -> PurePath:
        return Path(place).resolve()

    def tree(self, place: PurePath) -> Trees:
        source = read_source(Path(place), str(place))
        return _tree(source, place.parent.parent == shipped_folder()) if isinstance(source, Source) else source

    def readable(self, place: PurePath) -> ReadablePart | None:
        source = read_source(Path(place), str(place))
        return readable_text(source.name, source.text.encode("utf-8", "surrogatepass")) if isinstance(source, Source) else None

    def beside(self, place: PurePath) -> list[Path]:
        return _files_in(Path(place).parent)

    def named(self, near: PurePath) -> list[Path]:
        """Beside a file, in a `lib` there that is no way out, and among the shipped ones."""
        beside, lib = Path(near).parent, Path(near).parent / "lib"
        own = [beside, lib] if _within(lib, beside.resolve()) else [beside]
        folders = [*own, *sorted(p for p in shipped_folder().glob("*") if p.is_dir())]
        return [file for folder in folders for file in _files_in(folder)]


@lru_cache(maxsize=64)
def _tree(source: Source, shipped: bool) -> Trees:
    """The tree of a text: the very same for the same text, so that the game made of it is found again."""
    return parsed(source, shipped)


def _files_in(folder: Path) -> list[Path]:
    """The ruleset files in a folder, by name; a link that leads out of it is none of them."""
    inside = folder.resolve()
    return [file for file in sorted(folder.glob(f"*{ENDING}")) if _within(file, inside)]


def _within(file: Path, folder: Path) -> bool:
    try:
        return not file.is_symlink() or file.resolve().is_relative_to(folder)
    except (OSError, RuntimeError):  # links in a circle
        return False
