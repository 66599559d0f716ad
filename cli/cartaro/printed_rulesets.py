"""What the rulebook prints of rulesets: their games, the games that they vary, whether their examples held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cartaro.verdicts import KeptVerdict
from cartaro_grammar import ENDING, Diagnostic, Game, game_of, load_files, load_game, shipped, tree

if TYPE_CHECKING:
    from cartaro_rulebook import Measurements, Ruleset
    from cartaro_verify import Result


def in_this_folder() -> tuple[str, ...]:
    """The rulesets that lie in the folder where the command is run, libraries and annexes left out."""
    found = (path.name for path in sorted(Path().glob(f"*{ENDING}")) if path.name.count(".") == 1)
    return tuple(name for name in found if not _is_library(load_files(name)))


def _is_library(files: tuple[tree.File, ...] | tuple[Diagnostic, ...]) -> bool:
    """Whether files are of a library; of what cannot be read it is told later."""
    read = [file for file in files if isinstance(file, tree.File) and file.kind != "annex"]
    return bool(read) and read[-1].kind == "library"


def bases_of(rules: str, game: Game) -> tuple[str, ...]:
    """The rulesets that a variant varies, the nearest first: their shipped names, or the files that it was read with."""
    return _bases_in(load_files(rules), game) if game.bases else ()


def _bases_in(loaded: Sequence[tree.File | Diagnostic], game: Game) -> tuple[str, ...]:
    files = [file for file in loaded if isinstance(file, tree.File) and file.kind != "annex"]
    places = {file.name.text: file.source.name for file in files}
    return tuple(_named(name, places[name]) for name in game.bases if name in places)


def _named(name: str, place: str) -> str:
    """A shipped ruleset by its name, as elsewhere; another by its file."""
    own = [file for file in load_files(name) if isinstance(file, tree.File)] if name in shipped() else []
    return name if any(file.source.name == place for file in own) else place


@dataclass(frozen=True, slots=True)
class ReadRuleset:
    """A ruleset as it was read, once: its game or what is wrong with it, and the game that it varies."""

    game: Game | tuple[Diagnostic, ...]
    base: Game | None


def read_with_bases(rules: tuple[str, ...]) -> dict[str, ReadRuleset]:
    """Rulesets by name, each after those that it varies."""
    found: dict[str, ReadRuleset] = {}

    def read(name: str) -> ReadRuleset:
        if name not in found:
            game = load_game(name)
            bases = [read(base).game for base in bases_of(name, game)[:1]] if isinstance(game, Game) else []
            found[name] = ReadRuleset(game, next((base for base in bases if isinstance(base, Game)), None))
        return found[name]

    for name in rules:
        read(name)
    return found


def printed(game: Game, base: Game | None, found: list[KeptVerdict], measured: Measurements | None = None) -> Ruleset:
    """What the rulebook prints of a game: its base, findings, whether its examples held, what random hands of it came to."""
    from cartaro_rulebook import Ruleset, example_outcomes

    return Ruleset(game, base, _findings(found), example_outcomes(game), measured)


def _findings(found: list[KeptVerdict]) -> tuple[Result, ...]:
    """Read kept verdicts as results; without any, the verifier is not needed."""
    if not found:
        return ()
    from cartaro_verify import from_json

    return tuple(from_json(value) for value in found)


@dataclass(frozen=True, slots=True)
class RulesetReading:
    """A ruleset as its texts say it: what the rulebook prints of it without verdicts, None where it has mistakes; what is wrong
    or doubtful; the rulesets that it varies, the nearest first.
    """

    texts: tuple[str, ...]
    ruleset: Ruleset | None
    found: tuple[Diagnostic, ...]
    bases: tuple[str, ...]


def reading(rules: str, kept: dict[str, RulesetReading]) -> RulesetReading:
    """A ruleset read, with those that it varies; as it is in `kept` while its texts are the same, and kept there."""
    loaded = load_files(rules)
    files = [file for file in loaded if isinstance(file, tree.File)]
    texts = tuple(file.source.text for file in files)
    known = kept.get(rules)
    if known is not None and files and known.texts == texts:
        return known
    game, found = game_of(files, None, doubts=True) if files else (None, tuple(d for d in loaded if isinstance(d, Diagnostic)))
    bases = _bases_in(loaded, game) if game is not None and game.bases else ()
    read = [reading(base, kept).ruleset for base in bases]
    base = next((each.game for each in read if each is not None), None)
    kept[rules] = RulesetReading(texts, None if game is None else printed(game, base, []), found, bases)
    return kept[rules]


def files_of(rules: str) -> tuple[Path, ...]:
    """The files that a ruleset is read from; its own where nothing can be read."""
    found = [Path(file.source.name) for file in load_files(rules) if isinstance(file, tree.File)]
    return tuple(dict.fromkeys([*found, *([Path(rules)] if rules.endswith(ENDING) else [])]))
