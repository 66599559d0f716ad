"""Differences planted into shipped games. Each is one changed clause, and an example of the game fails because of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tests.shipped_games import game_of

from cartaro_grammar import MUTATION_KINDS, Game, Mutation, Ruleset, choose, instantiate, load_files, mutant, mutations_of, tree
from cartaro_interpreter import Rules, compile_game, run_example

GAMES = ("scopa", "briscola", "sette_e_mezzo", "guerra", "cucu", "escoba", "tressette", "crazy_eights", "scopone", "rubamazzo")
NUMBER = 30
Setting = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Planted:
    """A game, the same game with one clause changed, and the settings of an example that then fails."""

    first: Game
    second: Game
    mutation: Mutation
    example: str


@cache
def _files(name: str) -> tuple[tree.File, ...]:
    return tuple(file for file in load_files(name) if isinstance(file, tree.File))


@cache
def _mutations(name: str) -> tuple[Mutation, ...]:
    return mutations_of(game_of(name).ruleset, _files(name))


def planted(number: int = NUMBER) -> Iterator[Planted]:
    """Yield a given number of differences: one of each kind in turn, each in the next game that allows it."""
    met, ahead = set[tuple[str, str, int]](), 0
    while number:
        for kind in MUTATION_KINDS:
            ahead += 1
            turned = (GAMES[(ahead + turn) % len(GAMES)] for turn in range(len(GAMES)))
            one = next((found for name in turned if (found := _of(name, kind, met)) is not None), None)
            if one is not None:
                yield one
                number -= 1
            if not number:
                return


def _of(name: str, kind: str, met: set[tuple[str, str, int]]) -> Planted | None:
    """Return a difference of a kind, in a clause that has no difference yet."""
    candidates = [mutation for mutation in _mutations(name) if mutation.kind == kind]
    random.Random(kind).shuffle(candidates)
    for mutation in candidates:
        place = (name, mutation.subject, mutation.line)
        changed = None if place in met else mutant(_files(name), mutation)
        met.add(place)
        noticed = None if changed is None else _noticed(game_of(name), changed)
        if noticed is not None:
            return Planted(*noticed[:2], mutation, noticed[2])
    return None


def _noticed(game: Game, changed: Ruleset) -> tuple[Game, Game, str] | None:
    known = dict[Setting, Rules | None]()
    for example in changed.examples:
        under = dict(example.under)
        if example.under not in known:
            second = instantiate(changed, under)
            rules = compile_game(second) if isinstance(second, Game) else None
            known[example.under] = rules if isinstance(rules, Rules) else None
        rules = known[example.under]
        first = choose(game, under) if under else game
        if rules is not None and isinstance(first, Game) and not run_example(rules, rules.game.example[example.name]).holds:
            return first, rules.game, example.name
    return None
