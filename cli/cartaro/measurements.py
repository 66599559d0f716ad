"""Measurements of random play for the rulebook: hands and matches of a ruleset, and hands under each house rule.

Shipped rulesets have their sums next to their texts (`NAME.statistics.json`), with a digest of the rules of play, the number of
hands and the limits below (0086); sums with another digest are not used. Other sums are cached between runs under a digest of
the texts, the settings and the code; a cached file that is not valid is computed again. Only 1,000 hands are played of a game
with a large pack, whose hands take long.  Only 100 are played of a game that the engine does not compile, by the interpreter.
In both cases no matches are played, and no house rules are compared.

The same file has the spread of the first hands and matches, which the sums do not contain.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

from cartaro.kept_results import STATISTICS, CachedResult
from cartaro_engine import Histogram, Simulation, Spread, Statistics, Sums, Unit, contrasts, run, simulation_of, spread
from cartaro_grammar import Diagnostic, Game, cache_folder, choose, load_files, play_digest, tree
from cartaro_rulebook import Measurements, RuleChange

DEFAULT_HANDS: Final = 20_000
HANDS_PER_MATCH: Final = 10
"""The number of hands per match that is played."""
LEAST_COUNTED: Final = 10
"""Matches are played only if at least one in this number of hands is counted; otherwise a random match would go on for hundreds
of hands.
"""
LARGE_PACK: Final = 60
LARGE_PACK_HANDS: Final = 1_000
SLOW_HANDS: Final = 100
SPREAD_HANDS: Final = 2_000
SPREAD_MATCHES: Final = 400
SEED: Final = 0


def measure(rules: str, game: Game, count: int = DEFAULT_HANDS) -> Measurements | Diagnostic:
    """Measure a ruleset in `count` hands; if its hands cannot be played, return the reason."""
    return _measured(game, KnownSums.for_ruleset(rules, game, count))


def _measured(game: Game, known: KnownSums) -> Measurements | Diagnostic:
    hands = known.statistics(game, "hand")
    if isinstance(hands, Diagnostic):
        return hands
    if hands.by != "engine" or _has_large_pack(game):
        return Measurements(hands)
    counted = hands.counted * LEAST_COUNTED >= hands.hands
    matches = known.statistics(game, "match") if counted else None
    others = [(option.name, value) for option in game.ruleset.options for value in option.values if value != option.default]
    changes = tuple(_rule_change(game, known, hands, name, value) for name, value in others)
    return Measurements(
        hands,
        matches if isinstance(matches, Statistics) else None,
        tuple(change for change in changes if change is not None),
        known.spread(game, with_matches=isinstance(matches, Statistics)),
    )


def _rule_change(game: Game, known: KnownSums, hands: Statistics, name: str, value: str) -> RuleChange | None:
    """Return the statistically significant differences that a house rule makes; None if the game cannot be played under it."""
    other = choose(game, {name: value})
    found = known.statistics(other, "hand") if isinstance(other, Game) else None
    if not isinstance(found, Statistics):
        return None
    return RuleChange(name, value, tuple(one for one in contrasts(hands, found) if one.difference.excludes_zero))


RunName = tuple[Unit, tuple[tuple[str, str], ...]]
"""A run: hands or matches, and the house rules that differ from the default."""


@dataclass(frozen=True, slots=True)
class KnownSums:
    """The sums of a ruleset's runs. They are kept next to its text, cached under the digest of its texts and of the code that
    plays it, or played now. `found` gets all sums that were requested.
    """

    texts: bytes
    count: int
    kept: Mapping[RunName, object]
    kept_spread: Spread | None = None
    found: dict[RunName, Statistics] = field(default_factory=dict[RunName, Statistics])

    @staticmethod
    def for_ruleset(rules: str, game: Game, count: int) -> KnownSums:
        """Return the sums for a ruleset's present texts and a number of hands."""
        files = [file for file in load_files(rules) if isinstance(file, tree.File)]
        parts = [part.encode() for file in files for part in (file.kind, file.name.text, file.source.text)]
        texts = cache_folder.cache_key(_code_digest(), str(count).encode(), *parts)
        return KnownSums(texts, count, _shipped_sums(game, count), shipped_spread(game, count))

    def statistics(self, game: Game, unit: Unit) -> Statistics | Diagnostic:
        """Return the statistics of a game under its house rules, whether they are kept, cached or played now."""
        name = run_name(game, unit)
        found = parse_statistics(self.kept[name], game, unit) if name in self.kept else None
        made = found or self._cached_or_played(game, unit)
        if isinstance(made, Statistics):
            self.found[name] = made
        return made

    def spread(self, game: Game, *, with_matches: bool) -> Spread | None:
        """Return the spread of the first hands and matches, kept or played now; None if a hand cannot be played."""
        if self.kept_spread is not None:
            return self.kept_spread
        of_hands, of_matches = simulation_of(game, SEED, "hand"), simulation_of(game, SEED, "match") if with_matches else None
        if not isinstance(of_hands, Simulation):
            return None
        long = of_matches if isinstance(of_matches, Simulation) else None
        few = min(self.count, SPREAD_HANDS)
        made = spread(of_hands, few, long, min(max(1, self.count // HANDS_PER_MATCH), SPREAD_MATCHES))
        return made if isinstance(made, Spread) else None

    def _cached_or_played(self, game: Game, unit: Unit) -> Statistics | Diagnostic:
        chosen = [part.encode() for name, value in game.settings for part in (name, value)]
        key = cache_folder.cache_key(self.texts, unit.encode(), str(game.players).encode(), *chosen)
        cached = CachedResult(game, "sums", key)
        known = parse_statistics(cached.read(), game, unit)
        if known is not None:
            return known
        found = play_statistics(game, unit, self.count if unit == "hand" else max(1, self.count // HANDS_PER_MATCH))
        if isinstance(found, Statistics):
            cached.write(_sums_json(found))
        return found


# ---------------------------------------------------------------------- kept next to the text


def run_name(game: Game, unit: Unit) -> RunName:
    """Name the run of a game under its house rules."""
    usual = {option.name: option.default for option in game.ruleset.options}
    return unit, tuple(sorted((name, value) for name, value in game.settings if usual.get(name) != value))


def has_shipped_sums(game: Game) -> bool:
    """Return whether the sums that are kept next to a ruleset are for its present rules, with the spread if it was played."""
    known = _shipped_sums(game, DEFAULT_HANDS)
    by_engine = any(cast("dict[str, object]", row)["by"] == "engine" for row in known.values() if isinstance(row, dict))
    return bool(known) and (not by_engine or _has_large_pack(game) or shipped_spread(game) is not None)


def shipped_spread(game: Game, count: int = DEFAULT_HANDS) -> Spread | None:
    """Return the spread that is kept next to a ruleset, if it is for its present rules and this number of hands."""
    return STATISTICS.read(game.name, _sums_digest(game, count), lambda found: read_spread(found["spread"]))


def _shipped_sums(game: Game, count: int) -> Mapping[RunName, object]:
    """Return the unparsed sums that are kept for the current rules and this number of hands, or nothing if those are for other
    rules or another number.
    """

    def parsed(found: dict[str, list[dict[str, Any]]]) -> dict[RunName, object]:
        return {(row["unit"], tuple(sorted(row["changed"].items()))): row for row in found["runs"]}

    return STATISTICS.read(game.name, _sums_digest(game, count), parsed) or {}


def statistics_text(game: Game, count: int = DEFAULT_HANDS, *, fresh: bool = True) -> str | Diagnostic:
    """Play the runs of a ruleset and return their sums as they are shipped, one run a line; if they cannot be played, return
    the reason.  Unless it is `fresh`, take the sums that are kept.
    """
    known = KnownSums.for_ruleset(game.name, game, count)
    if fresh:
        known = KnownSums(known.texts, count, {})
    made = _measured(game, known)
    if isinstance(made, Diagnostic):
        return made
    runs = ({"unit": unit, "changed": dict(changed), **_sums_json(found)} for (unit, changed), found in known.found.items())
    rows = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in runs)
    more: dict[str, object] = {"hands": count}
    more |= {} if made.spread is None else {"spread": spread_json(cast("Spread", made.spread))}
    return STATISTICS.text(game, _sums_digest(game, count), rows, more)


def _sums_digest(game: Game, count: int) -> str:
    """Return the digest of the inputs of a game's sums, in hexadecimal digits."""
    limits = str((count, game.players, HANDS_PER_MATCH, LEAST_COUNTED, LARGE_PACK, LARGE_PACK_HANDS, SLOW_HANDS, SEED))
    return cache_folder.cache_key(play_digest(game.ruleset).encode(), limits.encode()).hex()


# ---------------------------------------------------------------------- play and forms


def _has_large_pack(game: Game) -> bool:
    return len(game.deck.cards) > LARGE_PACK


def play_statistics(game: Game, unit: Unit, count: int) -> Statistics | Diagnostic:
    """Play `count` hands or matches of a game, or fewer if they take long, and return the statistics."""
    simulation = simulation_of(game, SEED, unit)
    if not isinstance(simulation, Simulation):
        return simulation[0]
    if simulation.refused is not None:
        return run(simulation, min(count, SLOW_HANDS))
    # compiling the game for a second thread takes longer than playing these few hands
    return run(simulation, min(count, LARGE_PACK_HANDS) if _has_large_pack(game) else count)


def _sums_json(found: Statistics) -> dict[str, object]:
    sums = found.sums
    return {"by": found.by, "sums": sums.sums, "least": sums.least, "greatest": sums.greatest}


def spread_json(found: Spread) -> dict[str, object]:
    headings = {name: _histogram_json(each) for name, each in found.headings.items()}
    parts = {"points": found.points, "lengths": found.lengths}
    drawn = {name: _histogram_json(each) for name, each in parts.items() if each is not None}
    return {"hands": found.hands, "matches": found.matches, **drawn, "headings": headings}


def _histogram_json(found: Histogram) -> list[object]:
    return [found.first, found.step, list(found.counts), int(found.below), int(found.above)]


def read_spread(value: Any) -> Spread:
    """Return a spread from the form of `spread_json`; raise ValueError, TypeError or LookupError for anything else."""

    def read(row: Any) -> Histogram:
        first, step, counts, below, above = row
        numbers = _numbers([first, step, *counts])
        if step < 1 or not counts or min(counts) < 0 or not sum(counts):
            raise ValueError
        return Histogram(first, step, numbers[2:], bool(below), bool(above))

    points, lengths = (read(value[name]) if name in value else None for name in ("points", "lengths"))
    headings = {str(name): read(row) for name, row in value["headings"].items()}
    hands, matches = _numbers([value["hands"], value["matches"]])
    return Spread(hands, matches, points, headings, lengths)


def parse_statistics(value: object, game: Game, unit: Unit) -> Statistics | None:
    """Parse kept sums; return None if they do not have the form of `_sums_json`."""
    nothing = Statistics.nothing(game, unit, SEED, "engine")
    try:
        row = cast("dict[str, object]", value)
        parts = [_numbers(row[name]) for name in ("sums", "least", "greatest")]
        own, least, greatest = parts
        sums = Sums(nothing.sums.plan, own, least, greatest)
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
