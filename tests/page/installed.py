"""`python -m tests.page.installed COMMAND`: an installed `cartaro page` without a network checks, plays, prints and proves.

On Linux the server and the browser have only this machine's own network (`unshare`), if the system allows it. On all systems
the browser finds no other host, and its requests are inspected.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from urllib.parse import urlsplit

from playwright.sync_api import Browser, expect, sync_playwright
from tests.chromium import FLAGS, WITHOUT_WINDOWS
from tests.page.served_page import PATIENCE, new_page
from tests.page.test_first_visit import plays, proves, reads, writes
from tests.page.test_proofs import claim

ALONE = "CARTARO_TEST_WITHOUT_NETWORK"
NO_OTHER_HOST = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"
WITHOUT_NETWORK = ["unshare", "--user", "--map-root-user", "--net"]
LOOPBACK = "import fcntl, socket, struct; s = socket.socket(); fcntl.ioctl(s, 0x8914, struct.pack('16sh', b'lo', 0x49))"
"""Sets the flags of the loopback interface: up and running."""


def main(command: str) -> None:
    """Start without a network, if possible; serve the page, and use it."""
    if ALONE not in os.environ:
        can = (
            shutil.which("unshare")
            and subprocess.run([*WITHOUT_NETWORK, "true"], capture_output=True, check=False).returncode == 0
        )
        again = [sys.executable, "-m", "tests.page.installed", command]
        alone = [
            *WITHOUT_NETWORK,
            "sh",
            "-c",
            'python="$1"; "$python" -c "$2" && shift 2 && exec "$@"',
            "sh",
            sys.executable,
            LOOPBACK,
        ]
        done = subprocess.run(
            [*alone, *again] if can else again, env={**os.environ, ALONE: "yes" if can else "no"}, check=False
        )
        sys.exit(done.returncode)
    words = [command, "page", "--no-browser", "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}) as served:
        try:
            assert served.stdout is not None
            address = served.stdout.readline().partition(" ")[0]
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=WITHOUT_WINDOWS, args=[*FLAGS, NO_OTHER_HOST])
                hosts = used(browser, address)
                browser.close()
        finally:
            served.terminate()
    if hosts != {"127.0.0.1"}:
        sys.exit(f"asked for: {hosts}")
    where = "no network" if os.environ[ALONE] == "yes" else "no other host"
    sys.stdout.write(f"with {where}: a variant was checked and mended, played, read in three languages, proved and refuted\n")


def used(browser: Browser, address: str) -> set[str | None]:
    """Act as a new user, and prove a true claim; return the hosts that were requested."""
    expect.set_options(timeout=PATIENCE)
    page = new_page(browser, still=False)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    writes(page)
    plays(page)
    reads(page)
    page.locator(".language").select_option("en")
    proves(page)
    page.get_by_role("tab", name="Proofs").click()
    claim(page, "conservate").get_by_role("button").first.click()
    expect(claim(page, "conservate")).to_contain_text("True after every deal, and no move can make it false")
    page.context.close()
    return {urlsplit(url).hostname for url in asked if not url.startswith(("data:", "blob:"))}


if __name__ == "__main__":
    main(sys.argv[1])
