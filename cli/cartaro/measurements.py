"""Measurements of random play for the rulebook: hands and matches of a ruleset, and hands under each house rule.

The sums are cached between runs under a digest of the texts, the settings and the code; a cached file that is not valid is
computed again.  A game with a large pack, whose hands take long, is played 1,000 hands, and one that the engine does not
compile 100, by the interpreter; both without matches and house rules.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from cartaro_engine import Simulation, Statistics, Sums, Unit, contrasts, run, simulation_of
from cartaro_grammar import Diagnostic, Game, cache_folder, choose, load_files, tree
from cartaro_rulebook import Measurements, RuleChange

DEFAULT_HANDS: Final = 20_000
HANDS_PER_MATCH: Final = 10
"""One match is played for so many hands."""
LEAST_COUNTED: Final = 10
"""Matches are played where one hand in so many comes to a count; else a match by chance goes on for hundreds of hands."""
LARGE_PACK: Final = 60
LARGE_PACK_HANDS: Final = 1_000
SLOW_HANDS: Final = 100
SEED: Final = 0


def measure(rules: str, game: Game, count: int = DEFAULT_HANDS) -> Measurements | Diagnostic:
    """Measure a ruleset in `count` hands, or return why its hands cannot be played."""
    kept = CachedSums.for_ruleset(rules, count)
    hands = kept.statistics(game, "hand")
    if isinstance(hands, Diagnostic):
        return hands
    if hands.by != "engine" or _has_large_pack(game):
        return Measurements(hands)
    counted = hands.counted * LEAST_COUNTED >= hands.hands
    matches = kept.statistics(game, "match") if counted else None
    others = [(option.name, value) for option in game.ruleset.options for value in option.values if value != option.default]
    changes = tuple(_rule_change(game, kept, hands, name, value) for name, value in others)
    return Measurements(
        hands, matches if isinstance(matches, Statistics) else None, tuple(change for change in changes if change is not None)
    )


def _rule_change(game: Game, kept: CachedSums, hands: Statistics, name: str, value: str) -> RuleChange | None:
    """Return the differences that a house rule makes beyond chance; None where it cannot be played."""
    other = choose(game, {name: value})
    found = kept.statistics(other, "hand") if isinstance(other, Game) else None
    if not isinstance(found, Statistics):
        return None
    return RuleChange(name, value, tuple(one for one in contrasts(hands, found) if one.difference.excludes_zero))


@dataclass(frozen=True, slots=True)
class CachedSums:
    """The cache of a ruleset's sums, under the digest of its texts and of the code that plays it."""

    texts: bytes
    count: int

    @staticmethod
    def for_ruleset(rules: str, count: int) -> CachedSums:
        """Open the cache for a ruleset's present texts and a number of hands."""
        files = [file for file in load_files(rules) if isinstance(file, tree.File)]
        parts = [part.encode() for file in files for part in (file.kind, file.name.text, file.source.text)]
        return CachedSums(cache_folder.cache_key(_code_digest(), str(count).encode(), *parts), count)

    def statistics(self, game: Game, unit: Unit) -> Statistics | Diagnostic:
        """Return the statistics of a game under its house rules, cached or played now."""
        chosen = [part.encode() for name, value in game.settings for part in (name, value)]
        key = cache_folder.cache_key(self.texts, unit.encode(), str(game.players).encode(), *chosen)
        name = f"{game.name[:40]}-{key.hex()[:32]}.sums"
        body = cache_folder.read(name, key)
        cached = None if body is None else parse_statistics(body, game, unit)
        if cached is not None:
            return cached
        found = play_statistics(game, unit, self.count if unit == "hand" else max(1, self.count // HANDS_PER_MATCH))
        if isinstance(found, Statistics):
            sums = found.sums
            value = {"by": found.by, "sums": sums.sums, "least": sums.least, "greatest": sums.greatest}
            cache_folder.write(name, key, json.dumps(value).encode())
        return found


def _has_large_pack(game: Game) -> bool:
    return len(game.deck.cards) > LARGE_PACK


def play_statistics(game: Game, unit: Unit, count: int) -> Statistics | Diagnostic:
    """Play `count` hands or matches of a game, or fewer where they take long, and return the statistics."""
    simulation = simulation_of(game, SEED, unit)
    if not isinstance(simulation, Simulation):
        return simulation[0]
    if simulation.refused is not None:
        return run(simulation, min(count, SLOW_HANDS))
    # so few hands take less than to compile the game for a second thread
    return run(simulation, min(count, LARGE_PACK_HANDS) if _has_large_pack(game) else count)


def parse_statistics(body: bytes, game: Game, unit: Unit) -> Statistics | None:
    """Parse cached sums; return None where they have not the form that `CachedSums` writes."""
    nothing = Statistics.nothing(game, unit, SEED, "engine")
    try:
        value: object = json.loads(body)
        row = cast("dict[str, object]", value)
        parts = [_numbers(row[name]) for name in ("sums", "least", "greatest")]
        sums = Sums(nothing.sums.plan, *parts)
        right = [len(part) for part in parts] == [len(nothing.sums.sums), len(nothing.sums.least), len(nothing.sums.greatest)]
        by = row["by"]
    except (ValueError, RecursionError, TypeError, KeyError):
        return None
    if not right or by not in ("engine", "interpreter") or sums.units < 1:
        return None
    return Statistics(nothing.names, unit, SEED, by, sums)


def _numbers(value: object) -> tuple[int, ...]:
    """Return a list of whole numbers as a tuple; raise TypeError for anything else."""
    if not isinstance(value, list) or not all(type(number) is int for number in cast("list[object]", value)):
        raise TypeError
    return tuple(cast("list[int]", value))


def _code_digest() -> bytes:
    """Digest the code and the limits that the sums depend on."""
    import cartaro_engine
    import cartaro_grammar
    import cartaro_interpreter

    packages = (cartaro_grammar, cartaro_interpreter, cartaro_engine)
    counts = str((HANDS_PER_MATCH, LARGE_PACK_HANDS, SLOW_HANDS)).encode()
    return cache_folder.cache_key(cache_folder.code_digest(*(Path(package.__path__[0]) for package in packages)), counts)
