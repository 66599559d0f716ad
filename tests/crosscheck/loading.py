"""Rulesets that are named on a command line, loaded one by one."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from cartaro_grammar import Diagnostic, Game, load_game


def loaded(names: Iterable[str]) -> Iterator[tuple[str, Game | None]]:
    """Yield each ruleset with its game; if it does not load, yield it with None, and print a line with the reason."""
    for name in names:
        game = load_game(name)
        if isinstance(game, Game):
            yield name, game
        else:
            report(name, game)
            yield name, None


def report(name: str, found: tuple[Diagnostic, ...]) -> None:
    """Say why a ruleset does not load."""
    print(f"{name}: {found[0].code}: {found[0].message}", file=sys.stderr, flush=True)  # noqa: T201 - for programs
