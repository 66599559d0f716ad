"""Draws `docs/assets/workbench.png`, the picture of the page in the README.  Run by `make picture`."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import sync_playwright
from tests.chromium import FLAGS, WITHOUT_WINDOWS

ROOT = Path(__file__).parents[2]
ADDRESS = "#game=scopa&pane=table&lang=en&deal=7&seats=person.good"


def main() -> None:
    """Open the built page at a deal, and save its picture."""
    folder = ROOT / "build" / "workbench"
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=WITHOUT_WINDOWS, args=FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.emulate_media(reduced_motion="reduce", color_scheme="light")
            page.goto(f"http://127.0.0.1:{server.server_port}/{ADDRESS}")
            page.get_by_role("group", name="Possible moves").wait_for(timeout=120_000)
            page.get_by_text("No mistakes").wait_for()
            page.screenshot(path=ROOT / "docs" / "assets" / "workbench.png")
            browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
