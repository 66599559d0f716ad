"""`cartaro games`: the rulesets that can be played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import click

from cartaro.shell import json_option, language_option, write_json
from cartaro.terminal.streams import print_line
from cartaro_grammar import FILE_SUFFIX, Game, Ruleset, load_game, msg, shipped, shipped_folder, translate
from cartaro_rulebook import localized


@dataclass(frozen=True, slots=True)
class _Listed:
    """A ruleset, and the folder of shipped rulesets in which it is, if it is one."""

    name: str
    family: str | None
    ruleset: Ruleset


@click.command("games")
@language_option
@json_option
def command(language: str, as_json: bool) -> None:
    """List the shipped games by family, then those in this folder: names for commands, titles and numbers of players.

    \b
    cartaro games
    cartaro games --json --language it
    """
    found = [*sorted(_shipped(), key=lambda listed: (str(listed.family), listed.name)), *_beside()]
    if as_json:
        write_json({"games": [_as_json(listed, language) for listed in found]})
        return
    width = max(len(listed.name) for listed in found)
    for family, members in groupby(found, key=lambda listed: listed.family):
        together = list(members)
        print_line(_heading(family, together, language))
        for listed in together:
            print_line(f"  {listed.name:<{width}}  {_in_words(listed.ruleset, language)}")


def _shipped() -> Iterator[_Listed]:
    folders = {file.name: file.parent.name for file in shipped_folder().glob(f"*/*{FILE_SUFFIX}")}
    for name in shipped():
        game = load_game(name)
        if isinstance(game, Game):
            yield _Listed(name, folders[f"{name}{FILE_SUFFIX}"], game.ruleset)


def _beside() -> Iterator[_Listed]:
    """Yield the rulesets in the folder of the command that can be played and are not shipped."""
    for file in sorted(Path().glob(f"*{FILE_SUFFIX}")):
        name = file.name.removesuffix(FILE_SUFFIX)
        game = None if "." in name or name in shipped() else load_game(file)
        if isinstance(game, Game):
            yield _Listed(name, None, game.ruleset)


def _heading(family: str | None, members: list[_Listed], language: str) -> str:
    """Return the title of the library that is named like a family and that one of its members uses."""
    if family is None:
        return translate(msg("in this folder"), language)
    titles = (title for listed in members for name, title in listed.ruleset.homes if name == family)
    return localized(next(titles, ()), language, family)


def _as_json(listed: _Listed, language: str) -> dict[str, object]:
    ruleset = listed.ruleset
    return {
        "name": listed.name, "family": listed.family, "title": localized(ruleset.title, language, listed.name),
        "players": list(ruleset.player_counts), "options": [option.name for option in ruleset.options], "base": ruleset.base,
    }  # fmt: skip


def _in_words(ruleset: Ruleset, language: str) -> str:
    title, counts = localized(ruleset.title, language, ruleset.name), ", ".join(map(str, ruleset.player_counts))
    if ruleset.base is None:
        return translate(msg("{title}, for {counts} players", title=title, counts=counts), language)
    text = msg("{title}, for {counts} players; a variant of {base}", title=title, counts=counts, base=ruleset.base)
    return translate(text, language)
