"""The built page, served to a browser by a thread. If it does not exist, it is built first."""

from __future__ import annotations

import fcntl
import os
import subprocess
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, Page
from tests.project.packages import ROOT

BUILT = ROOT / "build" / "workbench"
PATIENCE = 120_000
"""Milliseconds after which a test gives up on a page, on a machine that is busy with other work."""
AT_ONCE = """
const later = window.setTimeout;
globalThis.watched = 0;
const isMachine = (act, pause) => pause === 500 && String(act).includes("[native code]");
window.setTimeout = (act, pause, ...more) => later(act, isMachine(act, pause) ? (watched += 1, 0) : pause, ...more);
"""
"""Machines do not pause to be watched; the pauses that they would have made are counted. A machine's pause is recognised
because the browser's own `resolve` ends it. Other timers of the same length, such as those that watch a worker, are unchanged.
"""
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm"}


class Quiet(SimpleHTTPRequestHandler):
    """A server that logs nothing and knows the media types of modules."""

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return TYPES.get(Path(path).suffix) or super().guess_type(path)

    def log_message(self, format: str, *args: object) -> None:
        del format, args


def built_page() -> Path:
    """The folder of the page; one process builds it, the others wait."""
    BUILT.parent.mkdir(exist_ok=True)
    with (BUILT.parent / "workbench.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (BUILT / "texts.json").exists():
            subprocess.run(["make", "workbench"], cwd=ROOT, check=True, capture_output=True)
    return BUILT


class Server(ThreadingHTTPServer):
    """Serves many requests at a time. It is not a fault if a browser leaves in the middle of an answer."""

    def handle_error(self, request: object, client_address: object) -> None:
        del request, client_address


@contextmanager
def served(folder: Path) -> Generator[str, None, None]:
    """Serve a folder inside this block, and give its address."""
    with Server(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def new_page(
    browser: Browser,
    width: int = 1400,
    height: int = 900,
    *,
    dark: bool = False,
    locale: str = "en-GB",
    phone: bool = False,
    kept: bool = False,
    still: bool = True,
) -> Page:
    """Return a page of a new reader, before its first request. `kept` makes the page available without a network; `still` is
    for a reader who wants no motion, because moving things are drawn sixty times a second.
    """
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        locale=locale,
        reduced_motion="reduce" if still else "no-preference",
        accept_downloads=True,
        has_touch=phone,
        is_mobile=phone,
        service_workers="allow" if kept else "block",
    )
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def wait_until_it_needs_no_network(page: Page) -> None:
    """Wait until the page needs no network. (`wait_for_function` would take a promise for a yes.)"""
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def opened_from(browser: Browser, address: str, file: Path) -> Page:
    """Return a page on which a new reader opens a file."""
    page = new_page(browser)
    page.goto(address)
    page.get_by_role("button", name="Play and look around").click()
    page.get_by_role("button", name="File", exact=True).click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open files…").click()
    chooser.value.set_files(file)
    return page
