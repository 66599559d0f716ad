"""Inputs of the rulebook for `cartaro book`: rulesets with their bases, the verifier's results, and the results of their
examples.

`load_with_bases` reads rulesets once, for a build. `reload_changed` reads rulesets again if they have changed, for a site that
is served while its author writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cartaro.shell import disclosures_of
from cartaro.verdicts import VerdictJson
from cartaro_grammar import FILE_SUFFIX, Diagnostic, Game, check_files, load_files, load_game, shipped, tree

if TYPE_CHECKING:
    from cartaro_rulebook import Measurements, Ruleset
    from cartaro_verify import Result


def rulesets_in_folder() -> tuple[str, ...]:
    """List the rulesets in the working directory, without libraries and annexes."""
    found = (path.name for path in sorted(Path().glob(f"*{FILE_SUFFIX}")) if path.name.count(".") == 1)
    return tuple(name for name in found if not is_library(name))


def is_library(rules: str) -> bool:
    """Return whether a ruleset is a library."""
    read = [file for file in load_files(rules) if isinstance(file, tree.File) and file.kind != "annex"]
    return bool(read) and read[-1].kind == "library"


def warnings_of(rules: str) -> tuple[Diagnostic, ...]:
    """Return the warnings of a ruleset that can be played."""
    files = [file for file in load_files(rules) if isinstance(file, tree.File)]
    return tuple(found for found in check_files(files, None, doubts=True)[1] if found.severity == "warning") if files else ()


def bases_of(rules: str, game: Game) -> tuple[str, ...]:
    """List the bases of a variant, beginning with the nearest: their shipped names, or the files from which they were read."""
    return _bases_in(load_files(rules), game) if game.ruleset.bases else ()


def _bases_in(loaded: Sequence[tree.File | Diagnostic], game: Game) -> tuple[str, ...]:
    files = [file for file in loaded if isinstance(file, tree.File) and file.kind != "annex"]
    places = {file.name.text: file.source.name for file in files}
    return tuple(_reference_to(name, places[name]) for name in game.ruleset.bases if name in places)


def _reference_to(name: str, place: str) -> str:
    """Return the name of a shipped ruleset, or the file of any other ruleset."""
    own = [file for file in load_files(name) if isinstance(file, tree.File)] if name in shipped() else []
    return name if any(file.source.name == place for file in own) else place


@dataclass(frozen=True, slots=True)
class LoadedRuleset:
    """A ruleset as loaded: its game or its diagnostics, and the game of its base."""

    game: Game | tuple[Diagnostic, ...]
    base: Game | None


def load_with_bases(rules: tuple[str, ...]) -> dict[str, LoadedRuleset]:
    """Load rulesets and their bases, by name; each ruleset comes after its base."""
    found: dict[str, LoadedRuleset] = {}

    def read(name: str) -> LoadedRuleset:
        if name not in found:
            read_game = load_game(name)
            game = (disclosures_of(read_game) or read_game) if isinstance(read_game, Game) else read_game
            bases = [read(base).game for base in bases_of(name, game)[:1]] if isinstance(game, Game) else []
            found[name] = LoadedRuleset(game, next((base for base in bases if isinstance(base, Game)), None))
        return found[name]

    for name in rules:
        read(name)
    return found


def to_print(
    game: Game,
    base: Game | None,
    found: list[VerdictJson],
    measured: Measurements | None = None,
    everywhere: list[VerdictJson] | None = None,
    kept: bool = False,
    past: Sequence[Game] = (),
) -> Ruleset:
    """Gather the inputs of a game's rulebook: its base and their comparison, the verdicts, also under all house rules and with
    the information whether they are kept ones, the outcomes of examples, measurements, and those of the games `past` that are
    earlier editions.
    """
    from cartaro.match_lengths import shipped_lengths
    from cartaro.mutant_scores import shipped_mutants
    from cartaro.rule_comparisons import shipped_comparison
    from cartaro.worked_hands import shipped_hand
    from cartaro_rulebook import Ruleset, example_outcomes, texts_in_address
    from cartaro_workbench import variant_texts

    results, under_all = _results(found), _merged(everywhere or [])
    own = f"my_{game.name}"
    differently = texts_in_address(own + FILE_SUFFIX, variant_texts(own, game))
    beside = None if base is None else shipped_comparison(game, base)[1]
    return Ruleset(
        game,
        base,
        results,
        example_outcomes(game),
        measured,
        everywhere=under_all,
        mutants=shipped_mutants(game),
        beside=beside or {},
        kept=kept,
        differently=differently,
        earlier=tuple(each for each in past if each.name == game.name),
        hand=shipped_hand(game),
        lengths=shipped_lengths(game),
    )


def _merged(found: list[VerdictJson]) -> tuple[Result, ...]:
    if not found:
        return ()
    from cartaro_verify import merged

    return merged(_results(found))


def _results(found: list[VerdictJson]) -> tuple[Result, ...]:
    """Decode verdicts as results; if there are none, the verifier is not imported."""
    if not found:
        return ()
    from cartaro_verify import from_json

    return tuple(from_json(value) for value in found)


@dataclass(frozen=True, slots=True)
class ParsedRuleset:
    """A ruleset read from its present texts: the input of its rulebook, without verdicts (None if there are errors), the
    diagnostics, and the bases, beginning with the nearest.
    """

    texts: tuple[str, ...]
    ruleset: Ruleset | None
    found: tuple[Diagnostic, ...]
    bases: tuple[str, ...]


def parse_ruleset(rules: str, cache: dict[str, ParsedRuleset]) -> ParsedRuleset:
    """Read a ruleset and its bases; `cache` keeps each of them as long as its texts do not change."""
    loaded = load_files(rules)
    files = [file for file in loaded if isinstance(file, tree.File)]
    texts = tuple(file.source.text for file in files)
    known = cache.get(rules)
    if known is not None and files and known.texts == texts:
        return known
    game, found = (
        check_files(files, None, doubts=True) if files else (None, tuple(d for d in loaded if isinstance(d, Diagnostic)))
    )
    bases = _bases_in(loaded, game) if game is not None and game.ruleset.bases else ()
    read = [parse_ruleset(base, cache).ruleset for base in bases]
    base = next((each.game for each in read if each is not None), None)
    cache[rules] = ParsedRuleset(texts, None if game is None else to_print(game, base, []), found, bases)
    return cache[rules]


def files_of(rules: str) -> tuple[Path, ...]:
    """List the files from which a ruleset is read; only its own file if none can be read."""
    found = [Path(file.source.name) for file in load_files(rules) if isinstance(file, tree.File)]
    return tuple(dict.fromkeys([*found, *([Path(rules)] if rules.endswith(FILE_SUFFIX) else [])]))


def reload_changed(rules: tuple[str, ...], cache: dict[str, ParsedRuleset]) -> tuple[Ruleset | Diagnostic, ...]:
    """Read rulesets and their bases, again only if their texts have changed. Return them with warnings, or only the diagnostics
    if any of them has errors.
    """
    rulesets: dict[str, Ruleset | None] = {}
    found: tuple[Diagnostic, ...] = ()
    for name in rules:
        one = parse_ruleset(name, cache)
        found += one.found
        for each in (*reversed(one.bases), name):
            rulesets[each] = parse_ruleset(each, cache).ruleset
    failed = any(diagnostic.severity == "error" for diagnostic in found)
    return found if failed else (*(each for each in rulesets.values() if each is not None), *found)
