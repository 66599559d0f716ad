"""Texts from elsewhere, from a file server on this machine: fetched once, with a lock file, and refused if they change."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command_calls import cartaro

from cartaro import sharing
from cartaro_grammar import MAX_TEXT_BYTES, address_fault

CASA = """variant casa of guerra
  title "La guerra di casa"
"""
BANCO = """library banco
  title "Un banco"
"""


@dataclass
class Server:
    """A file server: the answers by path, and the paths that were asked for."""

    port: int = 0
    texts: dict[str, bytes] = field(default_factory=dict[str, bytes])
    headers: dict[str, str] = field(default_factory=dict[str, str])
    status: int = 200
    asked: list[str] = field(default_factory=list[str])

    def address(self, name: str) -> str:
        return f"http://127.0.0.1:{self.port}/giochi/{name}.regole"

    def put(self, name: str, text: str) -> None:
        self.texts[f"/giochi/{name}.regole"] = text.encode()


@contextmanager
def serving() -> Generator[Server]:
    served = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append(self.path)
            text = served.texts.get(self.path)
            self.send_response(served.status if text is not None else 404)
            for name, value in served.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text or b"")

        def log_message(self, format: str, *args: Any) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        served.port = server.server_port
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield served
        server.shutdown()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Server]:
    def user_data_path(name: str) -> Path:
        return tmp_path / "data" / name

    monkeypatch.setattr(sharing, "user_data_path", user_data_path)
    with serving() as served:
        served.put("casa", CASA)
        yield served


@pytest.fixture
def mine(server: Server, tmp_path: Path) -> Path:
    """A variant of a text on the server, in a folder of its own."""
    place = tmp_path / "games" / "mia.regole"
    place.parent.mkdir()
    place.write_text(f'variant mia of casa from "{server.address("casa")}"\n  title "La mia"\n', encoding="utf-8")
    return place


def codes(place: Path, *words: str) -> tuple[int, str]:
    done = cartaro(*words, folder=place.parent)
    return done.returncode, done.stderr.decode()


def test_a_text_is_fetched_once_and_then_read_without_a_network(server: Server, mine: Path) -> None:
    code, said = codes(mine, "check", "mia.regole")
    assert (code, "C0311" in said, server.asked) == (1, True, [])
    assert codes(mine, "fetch", "mia.regole") == (0, "")
    lock = json.loads((mine.parent / "lib" / "cartaro.lock").read_text(encoding="utf-8"))
    assert lock["texts"]["casa.regole"]["address"] == server.address("casa")
    assert (mine.parent / "lib" / "casa.regole").read_text(encoding="utf-8") == CASA
    for words in (["check", "mia.regole"], ["fetch", "mia.regole"], ["play", "mia.regole", "--seats", "random,random"]):
        assert codes(mine, *words)[0] == 0
    assert server.asked == ["/giochi/casa.regole"]


def test_an_address_is_an_argument_of_every_command(server: Server, mine: Path) -> None:
    for words in (["check", server.address("casa")], ["describe", server.address("casa")]):
        assert codes(mine, *words) == (0, "")
    assert server.asked == ["/giochi/casa.regole"]
    assert list(mine.parent.iterdir()) == [mine]


def test_an_address_is_a_ruleset_to_compare_and_to_fit(server: Server, mine: Path) -> None:
    casa = server.address("casa")
    assert codes(mine, "compare", "guerra", casa, "-n", "20")[0] == 0
    assert codes(mine, "compare", casa, casa, "-n", "20")[0] == 0
    assert codes(mine, "diff", casa, "guerra", "--hands", "2")[0] == 0
    assert codes(mine, "diff", "guerra", casa, "--hands", "2")[0] == 0
    assert codes(mine, "play", "guerra", "--seats", "random,random", "--record", "hand.json")[0] == 0
    assert codes(mine, "fit", "hand.json", "--rules", casa, "--only") == (0, "")
    assert server.asked == ["/giochi/casa.regole"]


def test_a_variant_is_started_from_an_address_with_its_copy_and_lock(server: Server, mine: Path) -> None:
    casa = server.address("casa")
    assert codes(mine, "new", "nostra", "--of", casa) == (0, "")
    first = (mine.parent / "nostra.regole").read_text(encoding="utf-8").splitlines()[0]
    assert first == f'variant nostra of casa from "{casa}"'
    lock = json.loads((mine.parent / "lib" / "cartaro.lock").read_text(encoding="utf-8"))
    assert lock["texts"]["casa.regole"]["address"] == casa
    server.texts.clear()
    assert codes(mine, "check", "nostra.regole") == (0, "")


def test_a_collection_is_started_from_an_address(server: Server, mine: Path) -> None:
    assert codes(mine, "new", "nostri", "--of", server.address("casa"), "--pack") == (0, "")
    home = mine.parent / "nostri"
    assert (home / "lib" / "casa.regole").read_text(encoding="utf-8") == CASA
    assert (home / "check.sh").is_file()
    assert codes(mine, "check", "nostri/nostri.regole") == (0, "")


def test_no_variant_is_started_over_a_text_that_is_not_the_copy_of_its_base(server: Server, mine: Path) -> None:
    (mine.parent / "lib").mkdir()
    (mine.parent / "lib" / "casa.regole").write_text(BANCO, encoding="utf-8")
    code, said = codes(mine, "new", "nostra", "--of", server.address("casa"))
    assert (code, "C0904" in said, (mine.parent / "nostra.regole").exists()) == (2, True, False)


def test_texts_that_a_text_names_are_fetched_with_it(server: Server, mine: Path) -> None:
    server.put("casa", f'{CASA}  use banco from "{server.address("banco")}"\n')
    server.put("banco", BANCO)
    assert codes(mine, "fetch", "mia.regole") == (0, "")
    assert codes(mine, "check", "mia.regole") == (0, "")
    assert server.asked == ["/giochi/casa.regole", "/giochi/banco.regole"]


def test_a_circle_of_addresses_ends(server: Server, mine: Path) -> None:
    server.put("casa", f'{CASA}  use banco from "{server.address("banco")}"\n')
    server.put("banco", f'{BANCO}  use casa from "{server.address("casa")}"\n')
    assert codes(mine, "fetch", "mia.regole") == (0, "")
    assert len(server.asked) == 2


def test_a_text_whose_fingerprint_differs_is_refused(server: Server, mine: Path) -> None:
    codes(mine, "fetch", "mia.regole")
    copy, lock = mine.parent / "lib" / "casa.regole", mine.parent / "lib" / "cartaro.lock"
    locked = lock.read_text(encoding="utf-8")
    copy.write_text(f"{CASA}-- changed by hand\n", encoding="utf-8")
    for words in (["check", "mia.regole"], ["check", "lib/casa.regole"], ["fetch", "mia.regole"]):
        code, said = codes(mine, *words)
        assert (code, "C0312" in said) == (1, True), words
    copy.unlink()
    server.put("casa", f"{CASA}-- changed on the server\n")
    code, said = codes(mine, "fetch", "mia.regole")
    assert (code, "C0918" in said, copy.exists(), lock.read_text(encoding="utf-8")) == (2, True, False, locked)
    assert codes(mine, "fetch", "--update", "mia.regole") == (0, "")
    assert codes(mine, "check", "mia.regole") == (0, "")
    assert lock.read_text(encoding="utf-8") != locked


def test_only_the_copy_of_its_own_address_is_used(server: Server, mine: Path) -> None:
    codes(mine, "fetch", "mia.regole")
    mine.write_text(mine.read_text(encoding="utf-8").replace("/giochi/", "/altri/"), encoding="utf-8")
    assert "C0311" in codes(mine, "check", "mia.regole")[1]
    code, said = codes(mine, "fetch", "mia.regole")
    assert (code, "is already the copy of another address" in said) == (2, True)


def test_a_file_of_the_author_is_not_overwritten(server: Server, mine: Path) -> None:
    own = mine.parent / "lib" / "casa.regole"
    own.parent.mkdir()
    own.write_text("my own text", encoding="utf-8")
    code, said = codes(mine, "fetch", "mia.regole")
    assert (code, "C0904" in said, own.read_text(encoding="utf-8")) == (2, True, "my own text")
    assert "C0311" in codes(mine, "check", "mia.regole")[1]


@pytest.mark.parametrize(
    ("text", "status", "headers", "code", "reason"),
    [
        (CASA, 302, {"Location": "https://example.org/other.regole"}, "C0917", "refers to another address"),
        (CASA, 500, {}, "C0917", "answers with status 500"),
        (" " * (MAX_TEXT_BYTES + 1), 200, {}, "C0917", "is larger than"),
        (CASA, 200, {"Content-Length": "1000"}, "C0917", "gives an invalid answer"),
        ("<!doctype html>", 200, {}, "C0201", ""),
        ("\u202e", 200, {}, "C0106", ""),
    ],
)
def test_other_answers_are_refused_and_nothing_is_written(
    text: str, status: int, headers: dict[str, str], code: str, reason: str, server: Server, mine: Path
) -> None:
    server.put("casa", text)
    server.status, server.headers = status, headers
    left, said = codes(mine, "fetch", "mia.regole")
    assert left in (1, 2)
    assert code in said
    assert reason in said
    assert list(mine.parent.iterdir()) == [mine]
    assert len(server.asked) == 1


def test_a_server_that_does_not_end_its_answer_is_given_up(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "MAX_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/casa.regole"
        code, said = codes(mine, "fetch", address)
    assert (code, "does not answer in time" in said) == (2, True)


@pytest.mark.parametrize(
    "number", ["10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "fe80::1", "::ffff:10.0.0.1", "224.0.0.1"]
)
def test_a_name_that_leads_into_a_private_network_is_refused(number: str, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(*_: object, **__: object) -> list[tuple[object, ...]]:
        public = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))
        return [public, (socket.AF_INET6 if ":" in number else socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, 443))]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(socket, "socket", None)  # no connection is tried
    code, said = codes(mine, "fetch", "https://example.org/casa.regole")
    assert (code, "is on a private network" in said) == (2, True)


def test_a_text_from_elsewhere_cannot_name_this_machine(server: Server, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f'{CASA}  use banco from "{server.address("banco")}"\n'

    def download(address: str) -> bytes:
        return text.encode()

    monkeypatch.setattr(sharing, "download", download)
    code, said = codes(mine, "fetch", "https://example.org/casa.regole")
    assert (code, "C0313" in said, server.asked) == (2, True, [])


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/casa.regole", "file:///etc/casa.regole", "ftp://example.org/casa.regole", "https:///casa.regole",
        "https://example.org/casa.txt", "https://example.org/.regole", "https://example.org/casa.prove.regole",
        "https://example.org/Casa.regole", "https://me@example.org/casa.regole", "https://example.org/casa.regole#x",
        "https://example.org/%2e%2e%2fcasa.regole", "https://example.org/a\\casa.regole", "https://example.org/a b/casa.regole",
        "https://example.org/casa.regole\r\nHost: other", "https://[::1/casa.regole", "https://example.org:99999/casa.regole",
        f"https://example.org/{'a' * 500}.regole",
    ],
)  # fmt: skip
def test_no_text_comes_from_an_address_of_another_form(address: str) -> None:
    assert address_fault(address) is not None


@pytest.mark.parametrize(
    "address", ["https://example.org/a/casa.regole?v=2", "https://example.org:8443/x.regole", "http://[::1]:80/casa.regole"]
)
def test_other_addresses_are_accepted(address: str) -> None:
    assert address_fault(address) is None
