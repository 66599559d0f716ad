"""Many hands in a page: they run on the browser's machine as on every other, with the same result however they are divided."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from tests.shipped_games import rules_of
from tests.workbench.script_host import ScriptHost, instantiate
from tests.workbench.service_calls import Page
from tests.workbench.shipped_texts import TEXTS

from cartaro.commands.simulate import command
from cartaro_engine import Engine, HostMachine, Machine, NotLowered, PythonMachine, Trapped, engine_of, lower
from cartaro_engine.memory.traps import STEPS
from cartaro_workbench.service.service import Service
from cartaro_workbench.statistics import BrowserInstance, browser_machine

pytestmark = pytest.mark.slow


def simulated(page: Page, name: str, parts: list[int], unit: str = "hand") -> Any:
    found = page.answer("begin_simulation", name=f"{name}.regole", settings={}, seed=7, unit=unit, language="it")
    for count in parts:
        found = page.answer("simulate", count=count, language="it")
    return found


def in_a_browser() -> Page:
    page = Page()
    page.service = Service(TEXTS, instantiate=instantiate)
    return page


@pytest.mark.parametrize("name", ["scopa", "scopone", "rebello", "tablanette", "scala40"])
def test_a_browser_plays_the_same_hands_as_wasmtime(name: str) -> None:
    native = engine_of(rules_of(name))
    assert not isinstance(native, NotLowered)
    machine = browser_machine(instantiate)(native.lowered.module)
    assert native.hands(7, 0, 20) == Engine(native.rules, native.lowered, machine).hands(7, 0, 20)


@pytest.mark.parametrize("unit", ["hand", "match"])
def test_the_parts_do_not_matter_nor_does_the_machine(unit: str) -> None:
    whole = simulated(in_a_browser(), "scopa", [60], unit)
    assert whole["played"] == 60
    assert simulated(in_a_browser(), "scopa", [1, 20, 39], unit) == whole
    assert simulated(Page(), "scopa", [30, 30], unit) == whole


def test_python_plays_the_same_where_there_is_no_webassembly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartaro_workbench.service.service.best_machine", PythonMachine)
    found, whole = simulated(Page(), "scopa", [40]), simulated(in_a_browser(), "scopa", [40])
    assert found["played_by"] == "python"
    assert found["rows"] == whole["rows"]


def refused_by_the_host(content: bytes) -> ScriptHost:
    raise ValueError(f"{len(content)} bytes are no module")


def test_python_plays_the_same_where_the_browser_refuses_the_engine() -> None:
    page = Page()
    page.service = Service(TEXTS, instantiate=refused_by_the_host)
    found, whole = simulated(page, "scopa", [40]), simulated(in_a_browser(), "scopa", [40])
    assert (found["played_by"], found["not_lowered"]) == ("python", "questo browser non può eseguirlo")
    assert found["rows"] == whole["rows"]


def test_a_page_answers_what_the_command_answers() -> None:
    reported = json.loads(CliRunner().invoke(command, ["scopa", "-n", "50", "--seed", "7", "--json"]).output)
    del reported["seconds"], reported["per_second"]
    assert json.loads(simulated(in_a_browser(), "scopa", [50])["json"]) == reported


def test_measures_have_titles_and_intervals() -> None:
    rows = simulated(in_a_browser(), "scopa", [200])["rows"]
    shares = [row for row in rows if row["kind"] == "shares"]
    assert {row["side"] for row in shares} == {0, 1}
    assert all(row["title"] for row in shares)
    assert all(row["low"] <= row["value"] <= row["high"] for row in rows)
    assert next(row for row in rows if row["kind"] == "moves")["value"] == 36


def test_what_cannot_be_begun_is_refused() -> None:
    page = Page()
    assert page.outcome("simulate", count=1, language="it")["error"]["reason"] == "refused"
    wrong = {"name": "scopa.regole", "settings": {"players": "99"}, "seed": 1, "unit": "hand", "language": "it"}
    assert page.outcome("begin_simulation", **wrong)["error"]["problems"]
    assert page.outcome("begin_simulation", **{**wrong, "settings": {}, "seed": -1})["error"]["reason"] == "refused"


def test_a_module_that_stops_states_why_and_the_next_time_again() -> None:
    lowered = lower(rules_of("scopa"))
    assert not isinstance(lowered, NotLowered)
    machine = HostMachine.of(lowered.module, lambda content: BrowserInstance(instantiate(content)))
    plain = PythonMachine(lowered.module)
    assert stopped(machine) == stopped(machine.another()) == stopped(plain) == STEPS
    assert machine.read(lowered.module.trap, 1) == [0]


def stopped(machine: Machine) -> int | None:
    """Return the reason why a hand stops when it may not take any steps."""
    with pytest.raises(Trapped) as found:
        machine.call("begin_hand")
    return found.value.reason
