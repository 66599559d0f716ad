"""What `simulate`, `compare` and `book` share: who plays the hands, how many, and statistics found by them.

What the rulebook tells of random play: hands and matches of a ruleset from one seed, and hands under each house rule.

The sums are kept from one run to the next, under what they depend on; what is read is numbers of the right count, or found
anew.  A game with a large pack, whose hands take long, is played a thousand hands; one that is not compiled, by the
interpreter, a hundred; both without matches and without house rules.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import click

from cartaro.shell import FALLS_SHORT, fail
from cartaro_engine import (
    NoExecutor,
    PlayedBy,
    Simulation,
    Statistics,
    Sums,
    Unit,
    contrasts,
    cores,
    dask_executor,
    local_executor,
    run,
    simulation_of,
)
from cartaro_grammar import Diagnostic, Game, cache_folder, cache_key, choose, code_digest, load_files, msg, shorten, tree
from cartaro_rulebook import Measurements, RuleChange

# ------------------------------------------------------------------- simulations


SCHEME = "dask://"
MOST_PLAYED = 1_000_000_000
WANTED: dict[str, PlayedBy | None] = {"auto": None, "python": "python", "interpreter": "interpreter"}

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class RunPlan:
    """How hands are played: how many of which seed, by what, and where."""

    count: int
    seed: int
    unit: Unit
    wanted: PlayedBy | None
    jobs: int | None
    address: str | None


def run_options(function: F) -> F:
    """The options that say how hands are played; the command takes them together, as `how`."""
    options = (
        click.option("-n", "count", type=click.IntRange(1, MOST_PLAYED), default=1000, show_default=True, help="how many"),
        click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="where chance begins"),
        click.option("--matches", is_flag=True, help="whole matches instead of hands"),
        click.option(
            "--engine",
            type=click.Choice(tuple(WANTED)),
            default="auto",
            show_default=True,
            help="what plays; auto is the compiled engine, or the interpreter where a game is not compiled yet",
        ),
        click.option("--jobs", "-j", type=click.IntRange(1, 256), help="so many at a time; by default all cores"),
        click.option("--executor", metavar="dask://HOST:PORT", help="let the workers of a Dask cluster play"),
    )
    for option in reversed(options):
        function = option(function)
    return function


def run_of(given: dict[str, Any]) -> RunPlan:
    """The options as they were given."""
    unit: Unit = "match" if given["matches"] else "hand"
    return RunPlan(given["count"], given["seed"], unit, WANTED[given["engine"]], given["jobs"], given["executor"])


def prepared(game: Game, how: RunPlan, as_json: bool) -> Simulation:
    """A game ready to be played, or the end of the command."""
    made = simulation_of(game, how.seed, how.unit, how.wanted)
    if not isinstance(made, Simulation):
        fail(made, as_json, FALLS_SHORT)
    return made


def simulated(simulation: Simulation, how: RunPlan, as_json: bool, progress: Callable[[int], None] | None = None) -> Statistics:
    """The statistics of a game, or the end of the command."""
    try:
        with _executor(simulation, how) as (executor, workers):
            found = run(simulation, how.count, executor, workers, progress)
    except NoExecutor as missing:
        advice = msg("start one with `dask scheduler` and `dask worker`, or leave `--executor` out to use this machine")
        wrong = msg("`{address}` cannot play: {reason}", address=shorten(how.address or ""), reason=missing.why)
        fail((Diagnostic("C0909", wrong, help=advice),), as_json)
    if isinstance(found, Diagnostic):
        fail((found,), as_json, FALLS_SHORT)
    return found


@contextmanager
def _executor(simulation: Simulation, how: RunPlan) -> Generator[tuple[Executor | None, int]]:
    """Who plays, and how many of them there are."""
    if how.address is not None:
        if not how.address.startswith(SCHEME):
            raise NoExecutor(msg("an executor is named as in `{example}`", example=f"{SCHEME}host:port"))
        with dask_executor(how.address) as found:
            yield found
        return
    by = simulation.task.by
    jobs = how.jobs or (cores() if by == "engine" else 1)
    with local_executor(by, jobs) as executor:
        yield executor, jobs


# ------------------------------------------------------------------ measurements


HANDS: Final = 20_000
HANDS_A_MATCH: Final = 10
"""For so many hands one match is played."""
LARGE_PACK: Final = 60
LARGE_PACK_HANDS: Final = 1_000
SLOW_HANDS: Final = 100
SEED: Final = 0


def measurements(rules: str, game: Game, count: int = HANDS) -> Measurements | Diagnostic:
    """What was measured of a ruleset in some hands, or why its hands cannot be played at random."""
    kept = KeptSums.of(rules, count)
    hands = kept.statistics(game, "hand")
    if isinstance(hands, Diagnostic):
        return hands
    if hands.by != "engine" or _large(game):
        return Measurements(hands)
    matches = kept.statistics(game, "match")
    others = [(option.name, value) for option in game.options for value in option.values if value != option.default]
    changes = tuple(_change(game, kept, hands, name, value) for name, value in others)
    return Measurements(
        hands, None if isinstance(matches, Diagnostic) else matches, tuple(change for change in changes if change is not None)
    )


def _change(game: Game, kept: KeptSums, hands: Statistics, name: str, value: str) -> RuleChange | None:
    """What one house rule changes, by more than chance; None where it cannot be played."""
    other = choose(game, {name: value})
    found = kept.statistics(other, "hand") if isinstance(other, Game) else None
    if not isinstance(found, Statistics):
        return None
    return RuleChange(name, value, tuple(one for one in contrasts(hands, found) if one.difference.excludes_zero))


@dataclass(frozen=True, slots=True)
class KeptSums:
    """The sums of a ruleset's batches, kept under the digest of its texts and of the code that plays it."""

    texts: bytes
    count: int

    @staticmethod
    def of(rules: str, count: int) -> KeptSums:
        """Those of a ruleset as it is now, of so many hands."""
        files = [file for file in load_files(rules) if isinstance(file, tree.File)]
        parts = [part.encode() for file in files for part in (file.kind, file.name.text, file.source.text)]
        return KeptSums(cache_key(_player(), str(count).encode(), *parts), count)

    def statistics(self, game: Game, unit: Unit) -> Statistics | Diagnostic:
        """Of a game under its house rules; kept, or found by playing."""
        chosen = [part.encode() for name, value in game.settings for part in (name, value)]
        key = cache_key(self.texts, unit.encode(), str(game.players).encode(), *chosen)
        name = f"{game.name[:40]}-{key.hex()[:32]}.sums"
        body = cache_folder.read(name, key)
        kept = None if body is None else read(body, game, unit)
        if kept is not None:
            return kept
        found = played(game, unit, self.count if unit == "hand" else max(1, self.count // HANDS_A_MATCH))
        if isinstance(found, Statistics):
            sums = found.sums
            value = {"by": found.by, "sums": sums.sums, "least": sums.least, "greatest": sums.greatest}
            cache_folder.write(name, key, json.dumps(value).encode())
        return found


def _large(game: Game) -> bool:
    """Whether its hands take long."""
    return len(game.deck.cards) > LARGE_PACK


def played(game: Game, unit: Unit, count: int) -> Statistics | Diagnostic:
    """Of a game under its house rules, found by playing so many hands or matches, or fewer where they take long."""
    simulation = simulation_of(game, SEED, unit)
    if not isinstance(simulation, Simulation):
        return simulation[0]
    if simulation.refused is not None:
        return run(simulation, min(count, SLOW_HANDS))
    # so few hands take less than to compile the game for a second thread
    return run(simulation, min(count, LARGE_PACK_HANDS) if _large(game) else count)


def read(body: bytes, game: Game, unit: Unit) -> Statistics | None:
    """Kept sums, if they are of the form that is written here."""
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
    """A list of whole numbers; TypeError for anything else."""
    if not isinstance(value, list) or not all(type(number) is int for number in cast("list[object]", value)):
        raise TypeError
    return tuple(cast("list[int]", value))


def _player() -> bytes:
    """The digest of the code that the sums depend on, and the most hands played of what takes long."""
    import cartaro_engine
    import cartaro_grammar
    import cartaro_interpreter

    packages = (cartaro_grammar, cartaro_interpreter, cartaro_engine)
    counts = str((HANDS_A_MATCH, LARGE_PACK_HANDS, SLOW_HANDS)).encode()
    return cache_key(code_digest(*(Path(package.__path__[0]) for package in packages)), counts)
