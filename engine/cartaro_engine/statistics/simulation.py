"""Simulations: random hands or matches of a game, played in parts on this thread, on threads or processes, or by an executor on
other machines. Also comparisons of two games, and the JSON forms of both.

Number n of a seed is the same hand or match however it is played (decision 0008), and the sums of parts are added, so the
result depends only on the game, the seed and the count. A fault is reported for the first number that has one.

A comparison has every measure of both games, and the difference of the second from the first. Both are played from one seed, so
that each has the same figures as a separate simulation. This does not make the hands pairs: from the first choice that a
difference affects, the same random numbers choose other moves. The intervals assume independent runs, so they are too wide if a
difference affects few choices, or only the count.

`docs/schemas` describes the JSON forms. Sides, seats and owners are numbered from 1. Means and shares include the integers from
which they are computed, so that two results can be added.
"""

from __future__ import annotations

import pickle
import zlib
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from itertools import islice
from threading import local
from time import perf_counter
from typing import Final, cast

from cartaro_engine.ir.nodes import Module
from cartaro_engine.lower.hands import Lowered, lower
from cartaro_engine.memory.layout import Sums, SumsPlan, Unit
from cartaro_engine.memory.traps import NotLowered
from cartaro_engine.running.engine import Engine, best_machine
from cartaro_engine.running.machines import Machine, PythonMachine
from cartaro_engine.running.observed_play import observed
from cartaro_engine.statistics.statistics import (
    Beginner,
    Frequency,
    Interval,
    Mean,
    Measure,
    Share,
    Statistics,
    difference,
)
from cartaro_engine.statistics.statistics_forms import (
    BeginnerJson,
    ComparisonJson,
    DifferenceJson,
    EventJson,
    MeanJson,
    PlayedBy,
    QuantityKind,
    ShareJson,
    StatisticsJson,
)
from cartaro_grammar import Diagnostic, Game, Message, msg
from cartaro_interpreter import Rules, compile_game

# -------------------------------------------------------------------- simulation


FIRST_PART: Final[dict[tuple[PlayedBy, Unit], int]] = {
    ("engine", "hand"): 100, ("engine", "match"): 5, ("python", "hand"): 5, ("python", "match"): 1,
    ("interpreter", "hand"): 1, ("interpreter", "match"): 1,
}  # fmt: skip
"""The number of hands or matches played at a time until the speed is known."""
LARGEST_PART: Final = 20_000
SECONDS_A_PART: Final = 0.3
PARTS_A_WORKER: Final = 8
WAITING: Final = 3
"""The number of parts per worker that are submitted before the first is awaited."""


class NoExecutor(Exception):
    """The requested executor is not available, or returns an invalid result; `why` is the reason."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class PlayTask:
    """A part of a simulation, in the form sent to a worker: the game is packed bytes, unpacked by the same program."""

    game: bytes
    unit: Unit
    seed: int
    by: PlayedBy
    cut_off: bool = False
    """Whether matches with too many hands are counted and left out, instead of a fault."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """A game that is ready to play. If the engine does not play it, `refused` is the reason."""

    game: Game
    task: PlayTask
    rules: Rules
    lowered: Lowered | NotLowered | None
    """The module that plays it; the reason why it is not lowered; or None if the interpreter was requested."""

    @property
    def refused(self) -> NotLowered | None:
        """The reason why the interpreter plays although the engine was allowed."""
        return self.lowered if isinstance(self.lowered, NotLowered) else None

    def nothing(self) -> Statistics:
        """The statistics of no hands."""
        return Statistics.nothing(self.game, self.task.unit, self.task.seed, self.task.by)


def simulation_of(
    game: Game, seed: int, unit: Unit = "hand", wanted: PlayedBy | None = None, *, cut_off: bool = False
) -> Simulation | tuple[Diagnostic, ...]:
    """Return a game with its player: the engine, or the interpreter if the game is not lowered; unless one is `wanted`. With
    `cut_off`, matches with too many hands are counted and left out; the statistics are then those of the other matches.
    """
    rules = compile_game(game)
    if not isinstance(rules, Rules):
        return rules
    lowered = None if wanted == "interpreter" else lower(rules)
    by: PlayedBy = "interpreter" if isinstance(lowered, NotLowered) else wanted or "engine"
    return Simulation(game, PlayTask(zlib.compress(pickle.dumps(game)), unit, seed, by, cut_off), rules, lowered)


class _Plays:
    """A game that one thread plays. The memory of an engine, and the interpreter's count of steps, belong to that thread."""

    def __init__(
        self,
        task: PlayTask,
        rules: Rules,
        lowered: Lowered | NotLowered | None,
        compiled: Callable[[Module], Machine] = best_machine,
    ) -> None:
        self.task, self.rules = task, rules
        self._engine: Engine | None = None
        if isinstance(lowered, Lowered):
            machine = PythonMachine if task.by == "python" else compiled
            self._engine = Engine(rules, lowered, machine(lowered.module))

    @staticmethod
    def elsewhere(task: PlayTask) -> _Plays:
        """Return the task for another thread, process or machine than the one that has the game."""
        rules = compile_game(cast("Game", pickle.loads(zlib.decompress(task.game))))
        assert isinstance(rules, Rules)
        return _Plays(task, rules, None if task.by == "interpreter" else lower(rules))

    def sums(self, first: int, end: int) -> Sums | Diagnostic:
        """Return the sums of the numbers from `first` to `end`, excluding `end`."""
        unit, seed = self.task.unit, self.task.seed
        if self._engine is not None:
            if unit == "hand":
                return self._engine.hands(seed, first, end)
            return self._engine.matches(seed, first, end, cut_off=self.task.cut_off)
        total = Sums.zero(SumsPlan.of(self.rules.game))
        for number in range(first, end):
            found = observed(self.rules, seed, number, unit, cut_off=self.task.cut_off)
            if isinstance(found, Diagnostic):
                return found
            total = total.merge(found)
        return total


class SimulationUnderWay:
    """A simulation that this thread plays on machines of one kind, several hands at a time; `found` are the sums so far. The
    size of the parts does not matter.
    """

    def __init__(self, simulation: Simulation, machine: Callable[[Module], Machine] = best_machine) -> None:
        self.found = simulation.nothing()
        self._plays = _Plays(simulation.task, simulation.rules, simulation.lowered, machine)

    def play(self, count: int) -> Statistics | Diagnostic:
        """Play the next numbers, and return the sums of all so far. Return the diagnostic of the first hand that cannot be
        played. In that case none of these hands is counted.
        """
        part = self._plays.sums(self.found.begun, self.found.begun + count)
        if isinstance(part, Diagnostic):
            return part
        self.found = self.found.merge(part)
        return self.found


class _Own(local):
    plays: _Plays | None = None


_own = _Own()


def sums_of(task: PlayTask, first: int, end: int) -> Sums | Diagnostic:
    """Run a task; executors call this, in any thread, process or machine."""
    plays = _own.plays
    if plays is None or plays.task != task:
        plays = _own.plays = _Plays.elsewhere(task)
    return plays.sums(first, end)


def run(
    simulation: Simulation,
    count: int,
    executor: Executor | None = None,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Statistics | Diagnostic:
    """Return the statistics of the first `count` numbers, or the diagnostic of the first that cannot be played.

    Without an executor they are played here. `progress` is called with the number done. An interrupt ends a run early. The
    statistics of the finished hands are then returned, if there are any.
    """
    found = simulation.nothing()
    parts = _parts(simulation, count, executor, workers)
    try:
        for part in parts:
            if isinstance(part, Diagnostic):
                return part
            found = found.merge(part)
            if progress is not None:
                progress(found.begun)
    except KeyboardInterrupt:
        if not found.begun:
            raise
    finally:
        parts.close()
    return found


def _parts(simulation: Simulation, count: int, executor: Executor | None, workers: int) -> Generator[Sums | Diagnostic]:
    """Yield the sums of one range after the other. When the generator is closed, the waiting ranges are cancelled."""
    task = simulation.task
    pace = _Pace(count, FIRST_PART[task.by, task.unit], workers)
    if executor is None:
        plays = _Plays(task, simulation.rules, simulation.lowered)
        for first, end in pace.ranges():
            found = plays.sums(first, end)
            pace.done = end
            yield found
        return
    plan = SumsPlan.of(simulation.rules.game)
    waiting = deque[tuple[int, Future[Sums | Diagnostic]]]()
    ranges = pace.ranges()
    try:
        for first, end in islice(ranges, WAITING * workers):
            waiting.append((end, executor.submit(sums_of, task, first, end)))
        while waiting:
            pace.done, future = waiting.popleft()
            yield _fitting(future.result(), plan)
            for first, end in islice(ranges, 1):
                waiting.append((end, executor.submit(sums_of, task, first, end)))
    finally:
        for _, future in waiting:
            future.cancel()


def _fitting(found: Sums | Diagnostic, plan: SumsPlan) -> Sums | Diagnostic:
    """Return the sums of a worker if they belong to this game; a worker with another version of the program may count something
    else.
    """
    if isinstance(found, Sums) and (found.plan, len(found.sums)) != (plan, plan.words):
        raise NoExecutor(msg("its workers run another version of this program"))
    return found


class _Pace:
    """Cuts the numbers from 0 up to `count` into parts that keep all workers busy and report progress soon.

    The cut depends on time, but the total of the parts does not depend on the cut.
    """

    def __init__(self, count: int, first_part: int, workers: int) -> None:
        self.count, self.first_part, self.workers = count, first_part, workers
        self.done = 0
        self._begun = perf_counter()

    def ranges(self) -> Generator[tuple[int, int]]:
        """Yield the parts, each cut when it is requested."""
        first = 0
        most = min(LARGEST_PART, self.count // (PARTS_A_WORKER * self.workers))
        while first < self.count:
            rate = self.done / (perf_counter() - self._begun)
            size = max(1, min(most, max(self.first_part, int(rate * SECONDS_A_PART / self.workers))))
            yield first, min(self.count, first + size)
            first += size


# -------------------------------------------------------------------- comparison


@dataclass(frozen=True, slots=True)
class Quantity:
    """A measured quantity: its heading, act or clause. If it belongs to a side, it has the number of the side,
    counted from 0.
    """

    kind: QuantityKind
    name: str | None = None
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Contrast:
    """A measure in two games, and the difference of the second from the first."""

    what: Quantity
    first: Measure
    second: Measure
    difference: Interval


def measures(found: Statistics) -> Mapping[Quantity, Measure]:
    """Return every measure of a game, in the order of the report."""
    return dict(_measures(found))


def contrasts(first: Statistics, second: Statistics) -> tuple[Contrast, ...]:
    """Return every measure that two games have, compared. A measure that was never observed in one of the simulations is left
    out.
    """
    one, other = measures(first), measures(second)
    both = [what for what in one if what in other and one[what].count and other[what].count]
    return tuple(Contrast(what, one[what], other[what], difference(one[what], other[what])) for what in both)


def _measures(found: Statistics) -> Iterator[tuple[Quantity, Measure]]:
    yield Quantity("counted"), Share(found.hands, found.counted)
    yield from _sides("points", None, found.points)
    yield from _sides("ahead", None, found.ahead)
    yield Quantity("level"), found.level
    yield from _sides("wins", None, found.wins)
    yield Quantity("moves"), found.moves
    yield Quantity("options"), found.options
    if found.unit == "match":
        yield Quantity("lengths"), found.lengths
    for name, shares in found.headings.items():
        yield from _sides("shares", name, shares)
    for name, event in found.acts.items():
        yield Quantity("acts", name), event.a_hand
    for name, event in found.clauses.items():
        yield Quantity("clauses", name), event.a_hand


def _sides(
    kind: QuantityKind, name: str | None, of: tuple[Measure, ...] | tuple[Mean, ...]
) -> Iterator[tuple[Quantity, Measure]]:
    yield from ((Quantity(kind, name, side), measure) for side, measure in enumerate(of))


# ----------------------------------------------------------------------- answers


DIGITS = 6


def statistics_json(found: Statistics) -> StatisticsJson:
    """Return the statistics in their published form."""
    answer: StatisticsJson = {
        "game": found.names.game,
        "players": found.names.players,
        "house_rules": dict(found.names.settings),
        "unit": found.unit,
        "played": found.played,
        "seed": found.seed,
        "played_by": found.by,
        "hands": found.hands,
        "counted": found.counted,
        "moves": _mean_json(found.moves),
        "options": _mean_json(found.options),
        "points": _means(found.points),
        "shares": {name: _means(shares) for name, shares in found.headings.items()},
        "ahead": _shares(found.ahead),
        "level": _share_json(found.level),
        "acts": _events(found.acts),
        "clauses": _events(found.clauses),
        "permissions": _events(found.permissions),
        "prohibitions": _events(found.prohibitions),
        "counters": {name: _means(values) for name, values in found.counters.items()},
        "beginners": {str(seat): _beginner(one) for seat, one in enumerate(found.beginners, 1) if one.points[0].count},
    }
    if found.unit == "match":
        answer["lengths"] = _mean_json(found.lengths)
        if found.cut_off:
            answer["cut_off"] = found.cut_off
        if found.wins:
            answer["wins"] = _shares(found.wins)
    return answer


def _mean_json(mean: Mean) -> MeanJson:
    found: MeanJson = {
        "mean": interval_json(mean.interval()),
        "count": mean.count,
        "total": mean.total,
        "squares": mean.squares,
    }
    if mean.least is not None and mean.greatest is not None:
        found["least"], found["greatest"] = mean.least, mean.greatest
    return found


def _share_json(share: Share) -> ShareJson:
    return {"share": interval_json(share.interval()), "count": share.count, "times": share.times}


def interval_json(interval: Interval) -> list[float]:
    """Return a value and the two ends of its interval, rounded."""
    return [round(number, DIGITS) + 0.0 for number in (interval.value, interval.low, interval.high)]


def _means(means: tuple[Mean, ...]) -> dict[str, MeanJson]:
    return {str(number): _mean_json(mean) for number, mean in enumerate(means, 1)}


def _shares(shares: tuple[Share, ...]) -> dict[str, ShareJson]:
    return {str(number): _share_json(share) for number, share in enumerate(shares, 1)}


def _events(events: Mapping[str, Frequency]) -> dict[str, EventJson]:
    return {name: {"a_hand": _mean_json(event.a_hand), "hands": _share_json(event.hands)} for name, event in events.items()}


def _beginner(beginner: Beginner) -> BeginnerJson:
    return {"points": _means(beginner.points), "ahead": _shares(beginner.ahead)}


def comparison_json(base: Statistics, others: tuple[tuple[Mapping[str, str], Statistics], ...]) -> ComparisonJson:
    """Return a game and its differences from others, each with the settings changed in it."""
    return {
        "base": statistics_json(base),
        "others": [
            {
                "changed": dict(changed),
                "statistics": statistics_json(found),
                "differences": [_contrast(contrast) for contrast in contrasts(base, found)],
            }
            for changed, found in others
        ],
    }


def _contrast(contrast: Contrast) -> DifferenceJson:
    what, found = contrast.what, cast("DifferenceJson", {"of": contrast.what.kind})
    if what.name is not None:
        found["name"] = what.name
    if what.side is not None:
        found["side"] = what.side + 1
    found["difference"] = interval_json(contrast.difference)
    found["differs"] = contrast.difference.excludes_zero
    return found
