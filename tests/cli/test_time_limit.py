"""The processor time that `verify` may use: statements that remain when it is used up are reported as undecided for that
reason, and can be decided later.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command_calls import ROOT, answer, cartaro
from tests.levels import at_night

from cartaro.time_limit import OutOfTime, time_limit
from cartaro.verdicts import VerdictJson, load_or_decide
from cartaro_verify import Result, from_json
from cartaro_verify import decide as decide_all
from cartaro_verify import decide_everywhere as decide_all_everywhere

SMALL = str(ROOT / "tests" / "verify" / "soundness" / "under.regole")
Place = tuple[object, ...]


class Clock:
    """The processor time used so far, which advances only when a test lets it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
        self.seconds = 0.0
        monkeypatch.setattr(time, "process_time", lambda: self.seconds)
        monkeypatch.setenv("XDG_CACHE_HOME", str(cache))

    def until_stopped(self) -> None:
        """Let the time pass, and work until the limit is noticed."""
        self.seconds += 3600
        while True:
            pass


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Clock:
    return Clock(monkeypatch, tmp_path)


def decided(**options: Any) -> list[VerdictJson]:
    found = load_or_decide(SMALL, {}, None, **options)
    assert isinstance(found, list)
    return found


def place(value: VerdictJson) -> Place:
    return value["name"], value["players"], str(value["settings"])


def reasons(values: list[VerdictJson]) -> list[str | None]:
    """Return, by form, the reason why each result is unknown, and None for the other results."""
    return [getattr(from_json(value).reason, "form", None) for value in values]


STOPPED_AND_PROFILED = """
import sys
from cartaro.time_limit import OutOfTime, time_limit
try:
    with time_limit(0.01):
        while True:
            pass
except OutOfTime:
    pass
sys.setprofile(lambda *_: None)
(lambda: None)()
sys.setprofile(None)
"""


def test_a_profiler_works_after_work_was_stopped() -> None:
    """An exception that is caught and dropped leaves Python 3.11 in a loop at the next call that is profiled."""
    subprocess.run([sys.executable, "-c", STOPPED_AND_PROFILED], check=True, timeout=100)


def test_work_is_stopped_also_where_an_exception_is_lost(clock: Clock) -> None:
    lost = list[str]()

    def work() -> None:
        try:
            clock.until_stopped()
        except OutOfTime:
            lost.append("as in a callback")
        clock.until_stopped()

    with pytest.raises(OutOfTime), time_limit(1):
        work()
    assert lost


def test_nothing_is_raised_within_the_time_or_after_it(clock: Clock) -> None:
    with time_limit(1):
        pass
    clock.seconds = 5
    with time_limit(None):
        clock.seconds += 5000
    assert sum(range(100_000)) == 4_999_950_000


def test_what_is_left_is_undecided_and_decided_later(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*given: Any, **named: Any) -> Iterator[Result]:
        results = decide_all(*given, **named)
        yield from (next(results) for _ in range(3))
        clock.until_stopped()

    with monkeypatch.context() as patched:
        patched.setattr("cartaro_verify.decide", stopped)
        told = list[VerdictJson]()
        cut = decided(minutes=1, report=told.append)
    assert told == cut
    assert reasons(cut) == [None] * 3 + ["out_of_time"] * (len(cut) - 3)
    whole = [value for value in decided(minutes=1) if value["kind"] != "advice"]
    assert "out_of_time" not in reasons(whole)
    assert {place(value) for value in cut} == {place(value) for value in whole}
    texts = {place(value): (value["text"], value["house_rules"], value["cites"]) for value in whole}
    assert {place(value): (value["text"], value["house_rules"], value["cites"]) for value in cut} == texts


@pytest.mark.parametrize("made", at_night([0, 14], by_day=[0]))
def test_under_every_house_rule_no_choice_is_forgotten(made: int, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*given: Any, **named: Any) -> Iterator[Result]:
        results = decide_all_everywhere(*given, **named)
        yield from (next(results) for _ in range(made))
        clock.until_stopped()

    def choices(values: list[VerdictJson]) -> dict[Place, int]:
        found = dict[Place, int]()
        for value in values:
            found[place(value)] = found.get(place(value), 0) + value["everywhere"]["choices"]
        return found

    with monkeypatch.context() as patched:
        patched.setattr("cartaro_verify.decide_everywhere", stopped)
        cut = decided(minutes=1, everywhere=True)
    whole = decided(minutes=1, everywhere=True)
    assert len(cut) == len(whole) > 14
    assert choices(cut) == choices(whole)
    assert reasons(cut).count("out_of_time") == len(whole) - made


def test_the_command_states_what_is_left_and_how_to_go_on(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*given: Any, **named: Any) -> Iterator[Result]:
        clock.until_stopped()
        yield from ()

    monkeypatch.setattr("cartaro_verify.decide", stopped)
    done = cartaro("verify", SMALL, "--minutes", "0.5", "--only", "ca")
    assert done.returncode == 3
    assert done.stdout.decode().endswith("undecided after 0.5 minutes of processor time: 2; `--minutes 0` sets no limit\n")
    done = cartaro("verify", SMALL, "--minutes", "0.5", "--json")
    assert done.returncode == 3
    assert {value["verdict"] for value in answer(done)["results"]} == {"unknown"}
    done = cartaro("verify", SMALL, "--certificate", "proofs", "--language", "it")
    assert done.returncode == 1
    assert "il tempo concesso è scaduto" in done.stderr.decode()
    assert not (ROOT / "proofs").exists()
