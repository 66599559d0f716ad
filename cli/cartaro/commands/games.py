"""`cartaro games`: list the rulesets that can be played.

Games are loaded and checked before they are listed, which takes some seconds in total. The list is kept in the cache folder,
under the digest of all texts on which it may depend.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any, cast

import click

from cartaro.shell import json_option, language_option, write_json
from cartaro.terminal.streams import print_line, steps
from cartaro_grammar import (
    FILE_SUFFIX,
    LANGUAGES,
    Game,
    cache_folder,
    load_game,
    msg,
    read_ordinary,
    shipped,
    shipped_folder,
    translate,
)

MOST_BYTES = 1_000_000
"""The greatest number of bytes in a text; a larger text would not be read as rules either."""
Titles = Mapping[str, str]
"""A title by language."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A ruleset. A shipped ruleset also has its folder and the title of that folder."""

    name: str
    family: str | None
    heading: Titles
    title: Titles
    players: Sequence[int]
    options: Sequence[str]
    base: str | None
    also: Mapping[str, Sequence[str]]
    regions: Mapping[str, Sequence[str]]
    """What sources report of the game itself, by language (0132)."""


@click.command("games")
@language_option
@json_option
def command(language: str, as_json: bool) -> None:
    """List the shipped games by family, then those in this folder: names for commands, titles and numbers of players.

    \b
    cartaro games
    cartaro games --json --language it
    """
    installed = _digest([b"shipped"], sorted(shipped_folder().glob(f"*/*{FILE_SUFFIX}")))
    found = [*_kept("games", installed, _shipped), *_beside(installed)]
    if as_json:
        write_json({"games": [_as_json(listed, language) for listed in found]})
        return
    width = max(len(listed.name) for listed in found)
    for family, members in groupby(found, key=lambda listed: listed.family):
        together = list(members)
        print_line(_heading(family, together, language))
        for listed in together:
            print_line(f"  {listed.name:<{width}}  {_in_words(listed, language)}")


# ---------------------------------------------------------------------------------------------- finding


def _shipped() -> list[Listed]:
    """Load the shipped games, by family."""
    folders = {file.name: file.parent.name for file in shipped_folder().glob(f"*/*{FILE_SUFFIX}")}
    found = _loaded((name, name, folders[f"{name}{FILE_SUFFIX}"]) for name in shipped())
    return sorted(found, key=lambda listed: (str(listed.family), listed.name))


def _beside(installed: bytes) -> list[Listed]:
    """Return the rulesets in the working directory that can be played and are not shipped."""
    files = sorted(Path().glob(f"*{FILE_SUFFIX}"))
    names = {file.name.removesuffix(FILE_SUFFIX): file for file in files}
    own = [(name, str(file), None) for name, file in names.items() if "." not in name and name not in shipped()]
    if not own:
        return []
    here = str(Path.cwd()).encode("utf-8", "surrogateescape")
    key = _digest([installed, here], [*files, *sorted(Path("lib").glob(f"*{FILE_SUFFIX}"))])
    return _kept(f"games-{cache_folder.cache_key(here).hex()[:12]}", key, lambda: _loaded(own))


def _loaded(rulesets: Iterable[tuple[str, str, str | None]]) -> list[Listed]:
    """Load rulesets, each with its name, its path and its family. Rulesets with mistakes are skipped."""
    wanted, found = list(rulesets), list[Listed]()
    with steps(len(wanted)) as work:
        for name, place, family in wanted:
            work.begin(msg("reading {name}", name=name))
            game = load_game(place)
            if isinstance(game, Game):
                found.append(_listed(name, family, game))
            work.end()
    return found


def _listed(name: str, family: str | None, game: Game) -> Listed:
    """Describe a game; the title of its family is the title of the library with the family's name."""
    from cartaro_rulebook import localized, reported  # imported late: a cached list does not need them

    ruleset = game.ruleset
    homes = [title for home, title in ruleset.homes if home == family]
    itself = [known for known in ruleset.elsewhere if not known.under]
    return Listed(
        name,
        family,
        {code: localized(homes[0], code, family or "") for code in LANGUAGES} if homes else {},
        {code: localized(ruleset.title, code, name) for code in LANGUAGES},
        ruleset.player_counts,
        [option.name for option in ruleset.options],
        ruleset.base,
        {code: reported(itself, "name", code) for code in LANGUAGES},
        {code: reported(itself, "region", code) for code in LANGUAGES},
    )


# ------------------------------------------------------------------------------------------------ cache


def _digest(parts: Sequence[bytes], files: Sequence[Path]) -> bytes:
    """Return the digest of some texts with their names, and of the code that reads them."""
    # find_spec does not import the packages, which would take longer
    specs = [find_spec(package) for package in ("cartaro_grammar", "cartaro_rulebook")]
    code = cache_folder.code_digest(*(Path(place) for spec in specs if spec for place in spec.submodule_search_locations or ()))
    texts = (part for file in files for part in (str(file).encode("utf-8", "surrogateescape"), _text_of(file)))
    return cache_folder.cache_key(code, Path(__file__).read_bytes(), *parts, *texts)


def _text_of(file: Path) -> bytes:
    return read_ordinary(file, MOST_BYTES) or b""


def _kept(name: str, key: bytes, make: Callable[[], list[Listed]]) -> list[Listed]:
    """Return the list that is stored under this key; if there is none, make and store it."""
    body = cache_folder.read(f"{name}.list", key)
    if body is not None:
        return [Listed(**cast("dict[str, Any]", row)) for row in json.loads(body)]
    found = make()
    cache_folder.write(f"{name}.list", key, json.dumps([asdict(listed) for listed in found]).encode())
    return found


# ---------------------------------------------------------------------------------------------- wording


def _heading(family: str | None, members: list[Listed], language: str) -> str:
    """Return the title of a family in a language."""
    if family is None:
        return translate(msg("in this folder"), language)
    return next((listed.heading[language] for listed in members if listed.heading), family)


def _as_json(listed: Listed, language: str) -> dict[str, object]:
    return {
        "name": listed.name, "family": listed.family, "title": listed.title[language], "players": list(listed.players),
        "options": list(listed.options), "base": listed.base,
        "also": list(listed.also[language]), "regions": list(listed.regions[language]),
    }  # fmt: skip


def _in_words(listed: Listed, language: str) -> str:
    title, counts = listed.title[language], ", ".join(map(str, listed.players))
    if listed.base is None:
        return translate(msg("{title}, for {counts} players", title=title, counts=counts), language)
    return translate(
        msg("{title}, for {counts} players; a variant of {base}", title=title, counts=counts, base=listed.base), language
    )
