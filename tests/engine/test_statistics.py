"""Statistics are the same on every machine and for every split of a run, and their intervals are correct."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from math import sqrt
from pathlib import Path
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator
from tests.interpreter.small_games import rules_with
from tests.shipped_games import game_of

from cartaro_engine import (
    Construct,
    Mean,
    NoExecutor,
    PlayedBy,
    Share,
    Simulation,
    Statistics,
    Sums,
    Unit,
    dask_executor,
    difference,
    local_executor,
    observed,
    played_by_the_interpreter,
    run,
    simulation_of,
    statistics_json,
)
from cartaro_engine.memory.layout import SAMPLED
from cartaro_engine.statistics import executors
from cartaro_engine.statistics.executors import cores
from cartaro_grammar import Diagnostic
from cartaro_interpreter import Played

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


def prepared(name: str, unit: Unit = "hand", seed: int = 7) -> Simulation:
    made = simulation_of(game_of(name), seed, unit)
    assert isinstance(made, Simulation)
    return made


def found(simulation: Simulation, count: int, executor: Executor | None = None, workers: int = 1) -> Statistics:
    statistics = run(simulation, count, executor, workers)
    assert isinstance(statistics, Statistics), statistics
    return statistics


# ---------------------------------------------------------------------- measures


def test_the_interval_of_a_mean_is_that_of_its_numbers() -> None:
    numbers = [3, 5, 5, 9, 0, 2]
    mean = Mean(6, sum(numbers), sum(n * n for n in numbers))
    deviation = sqrt(sum((n - 4) ** 2 for n in numbers) / 5)
    interval = mean.interval()
    assert interval.value == 4
    assert interval.high - 4 == pytest.approx(1.95996 * deviation / sqrt(6), rel=1e-5)
    assert interval.low + interval.high == pytest.approx(8)


def test_a_constant_is_sure_and_nothing_is_not_divided_by() -> None:
    assert Mean(5, 15, 45).interval().low == 3
    assert Mean(0, 0, 0).interval().value == 0
    assert Mean(1, 4, 16).interval().high == 4
    assert (Share(0, 0).interval().low, Share(0, 0).interval().high) == (0, 1)


@pytest.mark.parametrize(
    ("times", "count", "low", "high"), [(81, 263, 0.2553, 0.3662), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
)
def test_the_interval_of_a_share_is_wilsons(times: int, count: int, low: float, high: float) -> None:
    """The examples of R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    interval = Share(count, times).interval()
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [((70, 56), (80, 48), 0.0524, 0.3339), ((10, 9), (10, 3), 0.1705, 0.8090), ((10, 0), (10, 0), -0.2775, 0.2775)],
)
def test_the_interval_of_a_difference_is_newcombes(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    """The examples of R. G. Newcombe, Statistics in Medicine 17 (1998), p. 873 ff., table II, method 10."""
    interval = difference(Share(*second), Share(*first))
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_means_differ_by_more_than_chance_or_not() -> None:
    assert difference(Mean(100, 200, 500), Mean(100, 300, 1_000)).excludes_zero
    assert not difference(Mean(100, 200, 500), Mean(100, 201, 503)).excludes_zero


# ---------------------------------------------------------------------- runs


@pytest.mark.parametrize("unit", ["hand", "match"])
def test_engine_python_and_interpreter_find_the_same(unit: Unit) -> None:
    answers: list[Sums] = []
    for by in ("engine", "python", "interpreter"):
        made = simulation_of(game_of("scopa"), 3, unit, by)
        assert isinstance(made, Simulation)
        statistics = found(made, 4)
        assert statistics.by == by
        answers.append(statistics.sums)
    assert answers[0] == answers[1] == answers[2]


def test_threads_find_the_same() -> None:
    simulation = prepared("cirulla")
    alone = found(simulation, 500)
    with ThreadPoolExecutor(3) as pool:
        assert found(simulation, 500, pool, 3) == alone
    with local_executor("engine", 2) as executor:
        assert found(simulation, 500, executor, 2) == alone


@pytest.mark.slow
def test_processes_find_the_same() -> None:
    made = simulation_of(game_of("scopa"), 7, "hand", "interpreter")
    assert isinstance(made, Simulation)
    with local_executor("interpreter", 2) as executor:
        assert found(made, 6, executor, 2) == found(made, 6)


def test_a_cluster_finds_the_same() -> None:
    from distributed import LocalCluster

    start = cast("Callable[..., Any]", LocalCluster)  # the library has no types
    simulation = prepared("napola")
    quiet = {"dashboard_address": None, "protocol": "tcp://", "host": "127.0.0.1"}
    with start(n_workers=1, threads_per_worker=2, processes=False, **quiet) as cluster:
        address = str(cluster.scheduler_address).partition("://")[2]
        with dask_executor(f"dask://{address}") as (executor, workers):
            assert workers == 2
            assert found(simulation, 300, executor, workers) == found(simulation, 300)


STUCK = """
act play card
  says it "giocare {card}" en "play {card}" fr "jouer {card}"
  card is one of hand
  move card to done
gioca: in a turn the player must play
libera: the player may play when suit of card is denari
"""


LARGE = """
act play card
  says it "giocare {card}" en "play {card}" fr "jouer {card}"
  card is one of hand
  move card to done
gioca: in a turn the player must play
libera: the player may play
molto: each side scores 999999999 * 999999999 * 999999999
"""


def test_what_is_not_lowered_is_played_by_the_interpreter(tmp_path: Path) -> None:
    simulation = simulation_of(rules_with(tmp_path, LARGE).game, 7)
    assert isinstance(simulation, Simulation)
    assert simulation.refused is not None
    assert simulation.refused.construct == Construct.LARGE_NUMBER
    assert (simulation.task.by, simulation.nothing().by) == ("interpreter", "interpreter")


def test_the_first_that_is_wrong_is_reported_however_it_is_split(tmp_path: Path) -> None:
    made = simulation_of(rules_with(tmp_path, STUCK).game, 1)
    assert isinstance(made, Simulation)
    alone = run(made, 60)
    assert isinstance(alone, Diagnostic)
    assert alone.code == "C0823"
    with ThreadPoolExecutor(2) as pool:
        assert run(made, 60, pool, 2) == alone


def test_an_interrupted_run_reports_what_it_has_counted() -> None:
    simulation = prepared("scopa")

    def interrupted(after: int) -> Callable[[int], None]:
        def progress(done: int) -> None:
            if done >= after:
                raise KeyboardInterrupt

        return progress

    begun = run(simulation, 800, progress=interrupted(200))
    assert isinstance(begun, Statistics)
    assert 200 <= begun.played < 800
    assert begun == found(simulation, begun.played)


def test_a_run_that_is_interrupted_at_once_has_nothing_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cartaro_engine.statistics.simulation.sums_of", interrupted)
    with ThreadPoolExecutor(1) as pool, pytest.raises(KeyboardInterrupt):
        run(prepared("scopa"), 5, pool)


def test_a_cluster_that_is_not_there_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartaro_engine.statistics.executors.PATIENCE", "1s")
    with pytest.raises(NoExecutor), dask_executor("dask://127.0.0.1:1"):
        pass
    with pytest.raises(NoExecutor), dask_executor("dask://nonsense"):
        pass


class _Cluster(Executor):
    """Answers every task with the same object, or raises it."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        del fn, args, kwargs
        given = Future[Any]()
        if isinstance(self.answer, Exception):
            given.set_exception(self.answer)
        else:
            given.set_result(self.answer)
        return given


@pytest.mark.parametrize("answer", [None, 7, {"sums": []}, AttributeError("no such class"), EOFError()])
def test_an_answer_of_a_cluster_that_is_no_sums_is_reported(answer: object) -> None:
    with pytest.raises(NoExecutor):
        run(prepared("scopa"), 5, executors.ClusterExecutor(_Cluster(answer)))


def test_sums_of_something_else_are_reported() -> None:
    sums = observed(prepared("scopone").rules, 0, 0, "hand")
    with pytest.raises(NoExecutor):
        run(prepared("scopa"), 5, executors.ClusterExecutor(_Cluster(sums)))


# --------------------------------------------------------------------------- reports


@pytest.mark.parametrize("unit", ["hand", "match"])
def test_the_answer_is_of_the_published_form(unit: Unit) -> None:
    schema = json.loads((SCHEMAS / "statistics.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    answer = statistics_json(found(prepared("scopa", unit), 3))
    cast("Any", Draft202012Validator(schema)).validate(json.loads(json.dumps(answer)))
    assert ("wins" in answer) == (unit == "match")


def test_measures_fit_together() -> None:
    statistics = found(prepared("scopa"), 2_000)
    assert statistics.moves.value == 36
    assert (statistics.moves.least, statistics.moves.greatest) == (36, 36)
    for side, points in enumerate(statistics.points):
        assert points.total == sum(means[side].total for means in statistics.headings.values())
    assert sum(share.times for share in statistics.ahead) + statistics.level.times == 2_000
    take = statistics.acts["take"]
    assert take.hands.times == 2_000
    sweeps = sum(mean.total for mean in statistics.headings["scope"])
    assert sweeps <= take.a_hand.total
    assert statistics.beginners[0].points[0].count + statistics.beginners[1].points[0].count == 2_000


def test_every_move_is_based_on_a_permission_and_prohibitions_are_looked_for_in_some_hands() -> None:
    statistics = found(prepared("scopa"), 2_000)
    titles = {act.name: [c.name for c, _ in game_of("scopa").permissions_of(act.name)] for act in game_of("scopa").acts}
    for act, names in titles.items():
        often = [statistics.permissions[name].a_hand.total for name in names]
        assert max(often) <= statistics.acts[act].a_hand.total <= sum(often)
    assert statistics.prohibitions
    for event in statistics.prohibitions.values():
        assert event.hands.count == len(range(0, 2_000, SAMPLED))
        assert 0 < event.hands.times <= event.a_hand.total


BARRED = """
act play card
  says it "giocare {card}" en "play {card}" fr "jouer {card}"
  card is one of hand
  move card to done
gioca: in a turn the player must play
libera: the player may play
prima despite libera: the player may not play when rank of card is re and some x in hand has rank of x is not re
doppia despite libera: the player may not play when rank of card is re and some x in hand has rank of x is asso
mai despite libera: the player may not play when rank of card is asso and number of hand is 5
"""


@pytest.mark.parametrize("by", ["engine", "python", "interpreter"])
def test_a_prohibition_bars_where_no_other_does(by: PlayedBy, tmp_path: Path) -> None:
    rules = rules_with(tmp_path, BARRED)
    made = simulation_of(rules.game, 5, "hand", by)
    assert isinstance(made, Simulation)
    once = 0
    for number in range(0, 1_300, SAMPLED):
        played = played_by_the_interpreter(rules, 5, number)
        assert isinstance(played, Played)
        dealt = (played.packs[0][:2], played.packs[0][2:4])
        ranks = [sorted(rules.game.deck.cards[card].code[0] for card in cards) for cards in dealt]
        once += sum(hand.count("R") == 1 and "A" not in hand for hand in ranks)
    barring = found(made, 1_300).prohibitions
    assert {name: event.hands.count for name, event in barring.items()} == {"prima": 21, "doppia": 21, "mai": 21}
    assert barring["prima"].a_hand.total == once > 0
    assert barring["doppia"].a_hand.total == barring["mai"].a_hand.total == 0


def test_there_is_a_core() -> None:
    assert cores() >= 1
