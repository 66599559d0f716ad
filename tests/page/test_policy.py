"""The page and its workers reach nothing but the page's own files, and no other page can show it in a frame."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.page.served_page import BUILT, new_page

pytestmark = pytest.mark.slow

FETCH = "(address) => fetch(address).then(() => 'arrived', (reason) => String(reason))"


@contextmanager
def stranger(body: bytes = b"") -> Generator[tuple[str, list[str]], None, None]:
    """The address of a server of another origin that permits all requests, and the paths that were requested from it."""
    asked: list[str] = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            del format, args

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", asked
        server.shutdown()


def test_no_worker_reaches_another_host(begun: Page) -> None:
    expect(begun.get_by_role("group", name="Possible moves")).to_be_visible()  # from here on no worker starts or ends
    with stranger() as (address, asked):
        assert begun.workers
        reported = [
            begun.evaluate(FETCH, address + "page"),
            *(worker.evaluate(FETCH, address + "worker") for worker in begun.workers),
        ]
    assert [text for text in reported if "arrived" in text] == []
    assert asked == []


def test_a_worker_still_reaches_the_pages_own_files(begun: Page, address: str) -> None:
    assert begun.workers[0].evaluate(FETCH, f"{address}texts.json") == "arrived"


def test_the_page_is_not_shown_in_a_frame(browser: Browser, address: str) -> None:
    frame = f'<iframe src="{address}#game=scopa" width="800" height="600"></iframe>'
    with stranger(frame.encode()) as (other, _):
        page = new_page(browser)
        page.goto(other)
        inside = page.frame_locator("iframe")
        expect(inside.get_by_role("link", name="Open it in its own window")).to_be_visible()
        expect(inside.get_by_role("button")).to_have_count(0)
        assert page.workers == []
        page.context.close()


def test_the_headers_of_the_build_are_the_pages_own_policy_for_every_file() -> None:
    headers = (BUILT / "_headers").read_text(encoding="utf-8")
    markup = (BUILT / "index.html").read_text(encoding="utf-8")
    policy = markup.split('http-equiv="Content-Security-Policy" content="')[1].split('"')[0]
    assert headers.startswith("/*\n")
    assert f"  Content-Security-Policy: {policy}; frame-ancestors 'none'\n" in headers


def test_each_file_has_a_header_once_and_what_has_a_digest_in_its_name_is_kept() -> None:
    written = (BUILT / "_headers").read_text(encoding="utf-8")
    parts = [part.split("\n  ") for part in written.rstrip("\n").split("\n/")]
    for path in ["index.html", *(file.relative_to(BUILT).as_posix() for file in BUILT.rglob("*") if file.is_file())]:
        fitting = [lines for pattern, *lines in parts if fnmatchcase(f"/{path}", "/" + pattern.lstrip("/"))]
        names = [line.partition(":")[0] for lines in fitting for line in lines]
        assert len(names) == len(set(names)), (path, names)
        assert ("immutable" in str(fitting)) == path.startswith("chunks/")
        assert ("application/wasm" in str(fitting)) == path.endswith(".wasm")
