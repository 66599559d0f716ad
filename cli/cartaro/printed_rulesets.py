"""What the rulebook prints of rulesets: their games, the games that they vary, whether their examples held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cartaro.verdicts import KeptVerdict
from cartaro_grammar import ENDING, Diagnostic, Game, load_files, load_game, shipped, tree

if TYPE_CHECKING:
    from cartaro_rulebook import Ruleset


def in_this_folder() -> tuple[str, ...]:
    """The rulesets that lie in the folder where the command is run, libraries and annexes left out."""
    found = (path.name for path in sorted(Path().glob(f"*{ENDING}")) if path.name.count(".") == 1)
    return tuple(name for name in found if not _is_library(load_files(name)))


def _is_library(files: tuple[tree.File, ...] | tuple[Diagnostic, ...]) -> bool:
    """Whether files are of a library; of what cannot be read it is told later."""
    read = [file for file in files if isinstance(file, tree.File) and file.kind != "annex"]
    return bool(read) and read[-1].kind == "library"


def bases_of(rules: str) -> tuple[str, ...]:
    """The rulesets that a variant varies, the nearest first: their shipped names, or the files that it was read with."""
    found = load_game(rules)
    if not isinstance(found, Game):
        return ()
    files = [file for file in load_files(rules) if isinstance(file, tree.File) and file.kind != "annex"]
    places = {file.name.text: file.source.name for file in files}
    return tuple(_named(name, places[name]) for name in found.bases if name in places)


def _named(name: str, place: str) -> str:
    """A shipped ruleset by its name, as elsewhere; another by its file."""
    own = [file for file in load_files(name) if isinstance(file, tree.File)] if name in shipped() else []
    return name if any(file.source.name == place for file in own) else place


def with_bases(rules: tuple[str, ...]) -> tuple[str, ...]:
    """Rulesets, each after those that it varies."""

    def each() -> Iterator[str]:
        for name in rules:
            yield from reversed(bases_of(name))
            yield name

    return tuple(dict.fromkeys(each()))


def base_of(rules: str) -> Game | None:
    """The game that a variant varies."""
    found = (load_game(base) for base in bases_of(rules)[:1])
    return next((game for game in found if isinstance(game, Game)), None)


def printed(rules: str, game: Game, found: list[KeptVerdict]) -> Ruleset:
    """What the rulebook prints of a game: its findings, and whether its examples held."""
    from cartaro_interpreter import run_examples
    from cartaro_rulebook import Ruleset
    from cartaro_verify import from_json

    outcomes: Mapping[str, bool] = {result.example.name: not result.failures for result in run_examples(game)}
    findings = tuple(from_json(value) for value in found)
    return Ruleset(game, base_of(rules), findings, outcomes)


@lru_cache(maxsize=32)
def _printed_of(rules: str, texts: tuple[str, ...]) -> Ruleset | None:
    del texts
    game = load_game(rules)
    return printed(rules, game, []) if isinstance(game, Game) else None


def printed_again(rules: str) -> Ruleset | None:
    """What the rulebook prints of a ruleset without verdicts, kept while its texts are the same; None where it has mistakes."""
    files = load_files(rules)
    return _printed_of(rules, tuple(file.source.text for file in files if isinstance(file, tree.File)))


def files_of(rules: str) -> tuple[Path, ...]:
    """The files that a ruleset is read from; its own where nothing can be read."""
    found = [Path(file.source.name) for file in load_files(rules) if isinstance(file, tree.File)]
    return tuple(dict.fromkeys([*found, *([Path(rules)] if rules.endswith(ENDING) else [])]))
