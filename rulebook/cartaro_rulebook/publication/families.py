"""The families of games: which games stand together in a list, and in which order.

A family is the library whose acts a game plays with; where there are several, the one with most acts.  A game without
such a library belongs to the others.  Nothing is declared for it, and no game is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cartaro_grammar import Game
from cartaro_grammar import game as g


@dataclass(frozen=True, slots=True)
class Family:
    """Games by one library, each behind what it varies; `name` is "" and `title` empty for those without a library."""

    name: str
    title: g.Names
    games: tuple[Game, ...]


def families(games: Sequence[Game]) -> tuple[Family, ...]:
    """The families of some games, the largest first, those without a family last."""
    members = dict[str, list[Game]]()
    for game in games:
        members.setdefault(family_of(game), []).append(game)
    titles = {home: title for game in games for home, title in game.homes}
    order = sorted(members, key=lambda name: (name == "", -len(members[name]), name))
    return tuple(Family(name, titles.get(name, ()), tuple(_by_base(members[name]))) for name in order)


def family_of(game: Game) -> str:
    """The library whose acts a game plays with, "" without one."""
    acts = {act.name for act in game.acts}
    own = {game.name, *game.bases}
    counted = Counter(
        article.home
        for article in game.articles
        for declared in article.declares
        if declared in acts and article.home not in own and "." not in article.home
    )
    return min(counted, key=lambda home: (-counted[home], home), default="")


def _by_base(games: list[Game]) -> Iterator[Game]:
    """Games by name, each followed by its variants."""
    names = {game.name for game in games}
    ordered = sorted(games, key=lambda game: game.name)

    def with_variants(game: Game) -> Iterator[Game]:
        yield game
        for variant in ordered:
            if variant.base == game.name and variant is not game:
                yield from with_variants(variant)

    for game in ordered:
        if game.base not in names:
            yield from with_variants(game)
