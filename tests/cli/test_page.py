"""`cartaro page`: how it finds the built page, a game in the address, and the server's responses."""

from __future__ import annotations

import base64
import json
import threading
import webbrowser
import zlib
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from cartaro import extras
from cartaro.commands import page
from cartaro.main import cartaro
from cartaro_rulebook import folder_server

VARIANT = """variant bella of scopa
  title it "Bella" en "Bella" fr "Bella"
"""
HEADERS = """/*
  Referrer-Policy: no-referrer
/inside/*
  X-Frame-Options: DENY
"""


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "built"
    (folder / "inside").mkdir(parents=True)
    for name, text in {
        "index.html": "<!doctype html>", "service-worker.js": "", "texts.json": '{"files": {}}', "_headers": HEADERS,
        "inside/program.wasm": "", "inside/program.mjs": "",
    }.items():  # fmt: skip
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def opened_by(words: list[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """The address that the program opens in a browser."""
    opened: list[str] = []

    def end(address: str) -> None:
        opened.append(address)
        raise KeyboardInterrupt

    monkeypatch.setattr(webbrowser, "open", end)
    done = CliRunner().invoke(cartaro, ["page", "--port", "0", *words])
    assert done.exit_code == 0, done.output
    [address] = opened
    return address


def test_a_shipped_game_is_opened_by_its_name(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = opened_by(["scopa", "--folder", str(built)], monkeypatch)
    assert address.startswith("http://127.0.0.1:")
    assert address.endswith("/#game=scopa")


def test_a_text_of_ones_own_travels_in_the_address_without_the_shipped_ones(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bella.regole").write_text(VARIANT, encoding="utf-8")
    address = opened_by(["bella.regole", "--folder", str(built)], monkeypatch)
    code = address.partition("#texts=")[2]
    texts = json.loads(zlib.decompress(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)), wbits=-zlib.MAX_WBITS))
    assert texts == {"main": "bella.regole", "files": {"bella.regole": VARIANT}}


@pytest.mark.parametrize(
    ("words", "code"),
    [(["mai_vista"], "C0101"), (["--folder", "empty"], "C0902"), (["scopa", "--port", "-1"], "--port")],
)
def test_a_page_that_cannot_be_opened_is_reported(words: list[str], code: str) -> None:
    done = CliRunner().invoke(cartaro, ["page", "--no-browser", *words])
    assert done.exit_code == 2
    assert code in done.stderr


def test_the_page_is_found_in_the_checkout_from_which_the_command_was_installed(
    built: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(extras, "shipped_folder", lambda: tmp_path / "installed" / "rulesets")
    for module in (page, extras):
        monkeypatch.setattr(module, "installed_from", lambda: tmp_path)
    done = CliRunner().invoke(cartaro, ["page", "--no-browser", "--language", "en"])
    assert (done.exit_code, f"run `make workbench` in `{tmp_path}`" in done.stderr) == (2, True)
    (tmp_path / "build").mkdir()
    built.rename(tmp_path / "build" / "workbench")
    assert opened_by([], monkeypatch).startswith("http://127.0.0.1:")


def test_without_a_built_page_the_extra_that_brings_one_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(extras, "shipped_folder", lambda: tmp_path / "rulesets")
    for module in (page, extras):
        monkeypatch.setattr(module, "installed_from", lambda: None)
    done = CliRunner().invoke(cartaro, ["page", "--no-browser"])
    assert done.exit_code == 2
    assert "cartaro[page]" in done.stderr


def test_a_port_in_use_is_reported(built: Path) -> None:
    with folder_server(built, 0) as server:
        done = CliRunner().invoke(cartaro, ["page", "--no-browser", "--folder", str(built), "--port", str(server.server_port)])
    assert (done.exit_code, "C0904" in done.stderr) == (2, True)


def test_the_server_sends_the_headers_that_the_folder_asks_for(built: Path) -> None:
    with folder_server(built, 0) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        found = {path: urlopen(address + path).headers for path in ("/", "/inside/program.wasm", "/inside/program.mjs")}
        server.shutdown()
    assert {path: headers.get("Referrer-Policy") for path, headers in found.items()} == dict.fromkeys(found, "no-referrer")
    assert [headers.get("X-Frame-Options") for headers in found.values()] == [None, "DENY", "DENY"]
    assert found["/inside/program.wasm"]["Content-Type"] == "application/wasm"
    assert found["/inside/program.mjs"]["Content-Type"] == "text/javascript"
