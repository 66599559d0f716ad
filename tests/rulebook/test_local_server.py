"""The answers of `book serve` to odd requests: they are "not found", give away no files of the server's own, and cause no
traceback at the author's terminal.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cartaro_rulebook.publication.live_site import LiveSite, live_server
from cartaro_rulebook.publication.serving import LocalHandler, LocalServer, local_server

PAGE = "<!doctype html><html><body>here</body></html>"


@pytest.fixture(params=["site", "live"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[LocalServer]:
    """Both kinds of server, each with a folder of one page."""
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
    live = LiveSite(tmp_path.resolve(), tuple)
    live.rulesets = ()
    with (
        local_server(LocalHandler, tmp_path, 0) if request.param == "site" else live_server(live, 0) as made,
        running(made),
    ):
        yield made


@contextmanager
def running(server: LocalServer) -> Generator[None]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()


def answer(server: LocalServer, request: str) -> str:
    """Return everything that comes back for the lines of a request."""
    with socket.create_connection(("127.0.0.1", server.server_address[1])) as asked:
        asked.sendall((request + "\r\nConnection: close\r\n\r\n").encode())
        found = b""
        while data := asked.recv(65_536):
            found += data
    return found.decode()


@pytest.mark.parametrize("path", ["/%00.html", "/%00", f"/{'x' * 5_000}.html", f"/{'x' * 5_000}", "/a/%00/../index.html"])
def test_what_cannot_be_opened_is_answered(server: LocalServer, path: str, capfd: pytest.CaptureFixture[str]) -> None:
    found = answer(server, f"GET {path} HTTP/1.0\r\nHost: localhost")
    assert found.startswith("HTTP/1.0 404") or "200 OK" in found.partition("\n")[0]
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "LOCALHOST:1", "[::1]:8000"])
def test_this_machines_own_names_are_answered(server: LocalServer, host: str) -> None:
    assert " 200 " in answer(server, f"GET /index.html HTTP/1.0\r\nHost: {host}").partition("\n")[0]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "[", "localhost.evil.example"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_another_name_is_refused(server: LocalServer, host: str, method: str) -> None:
    found = answer(server, f"{method} /index.html HTTP/1.0\r\nHost: {host}")
    assert " 421 " in found.partition("\n")[0]
    assert "here" not in found


def test_a_reader_who_goes_away_is_nothing_to_tell_of(server: LocalServer, capfd: pytest.CaptureFixture[str]) -> None:
    try:
        raise BrokenPipeError
    except BrokenPipeError:
        server.handle_error(None, ("127.0.0.1", 1))
    assert not capfd.readouterr().err
    try:
        raise KeyError("a fault of the program")
    except KeyError:
        server.handle_error(None, ("127.0.0.1", 1))
    assert "KeyError" in capfd.readouterr().err
