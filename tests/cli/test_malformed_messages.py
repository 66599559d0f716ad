"""Messages that break the protocol of editors: every request still gets an answer, and no traceback is printed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest
from tests.levels import by_level

from cartaro_grammar.file_set import shipped_folder

pytestmark = pytest.mark.slow

SERVER = "import sys; from cartaro.main import main; sys.argv[1:] = ['lsp']; main()"
SECONDS = 60

Answer = dict[str, object]


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def message(**parts: object) -> bytes:
    return framed(json.dumps({"jsonrpc": "2.0", **parts}).encode())


def spoken(*messages: bytes) -> tuple[list[Answer], str]:
    """Return the answers to some messages after an initialisation and before an exit, and the output on the error stream."""
    begin = message(id="begin", method="initialize", params={"capabilities": {}, "processId": None, "rootUri": None})
    end = message(id="end", method="shutdown") + message(method="exit")
    sent = begin + message(method="initialized", params={}) + b"".join(messages) + end
    done = subprocess.run([sys.executable, "-c", SERVER], input=sent, capture_output=True, timeout=SECONDS, check=False)
    assert done.returncode == 0
    return answers(done.stdout), done.stderr.decode()


def answers(written: bytes) -> list[Answer]:
    found: list[Answer] = []
    while written:
        head, _, rest = written.partition(b"\r\n\r\n")
        length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length"))
        found.append(cast("Answer", json.loads(rest[:length])))
        written = rest[length:]
    return found


PLACE = {"textDocument": {"uri": "file:///x/mia.regole"}}


def outline_of(number: object, place: Path) -> bytes:
    return message(id=number, method="textDocument/documentSymbol", params={"textDocument": {"uri": place.as_uri()}})


def at_line(line: object) -> Answer:
    return {"method": "textDocument/hover", "params": {**PLACE, "position": {"line": line, "character": 0}}}


BROKEN: dict[str, Answer] = {
    "no params": {"method": "textDocument/hover"},
    "params are null": {"method": "textDocument/hover", "params": None},
    "params are a list": {"method": "textDocument/hover", "params": [1]},
    "no position": {"method": "textDocument/hover", "params": PLACE},
    "a line before the first": at_line(-5),
    "a line beyond numbers": at_line(10**30),
    "a line that is none": at_line("x"),
    "no address": {"method": "textDocument/documentSymbol", "params": {"textDocument": {}}},
    "an unknown command": {"method": "workspace/executeCommand", "params": {"command": "x"}},
    "an unknown method": {"method": "textDocument/nothing"},
    "a method that is no text": {"method": 5},
    "a nested message": {"method": "textDocument/hover", "params": {"jsonrpc": "2.0"}},
}


def test_every_request_is_answered() -> None:
    sent = [message(id=name, **parts) for name, parts in BROKEN.items()]
    found, printed = spoken(*sent)
    errors = {answer["id"]: answer["error"] for answer in found if "error" in answer}
    assert set(errors) == set(BROKEN)
    codes = {name: cast("Answer", error)["code"] for name, error in errors.items()}
    assert {codes.pop("an unknown method")} == {-32601}
    assert set(codes.values()) == {-32602}
    assert "end" in {answer.get("id") for answer in found}
    assert "Traceback" not in printed
    assert "File " not in printed


def test_a_malformed_message_is_answered_without_an_id() -> None:
    bodies = (b"{", b"\xff\xfe", b"[1]", b"5", b'"x"', b"[" * 100_000, b"{}", b'{"jsonrpc": "1.0", "id": 7}')
    none = map(framed, bodies)
    found, printed = spoken(*none, message(method=[]), message(method="textDocument/didOpen"), message(id=3, result=4))
    errors = [(answer["id"], cast("Answer", answer["error"])["code"]) for answer in found if "error" in answer]
    assert errors == [(None, -32700)] * 2 + [(None, -32600)] * 3 + [(None, -32700), (None, -32600), (7, -32600)]
    assert "end" in {answer.get("id") for answer in found}
    assert "Traceback" not in printed
    assert all(line.startswith("cartaro lsp: ") for line in printed.splitlines())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_named_pipe_next_to_a_text_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "altra.regole")
    place = tmp_path / "mia.regole"
    text = {"uri": place.as_uri(), "languageId": "cartaro", "version": 1, "text": "game mia\n"}
    ask = outline_of(1, place)
    pipe = outline_of(2, tmp_path / "altra.regole")
    found, _ = spoken(message(method="textDocument/didOpen", params={"textDocument": text}), ask, pipe)
    assert {1, 2} <= {answer["id"] for answer in found if "id" in answer and "error" not in answer}


@pytest.mark.nightly
def test_shipped_files_have_an_outline() -> None:
    files = sorted(shipped_folder().glob("*/*.regole"))[:: by_level(day=12, night=1)]
    found, _ = spoken(*(outline_of(file.name, file) for file in files))
    assert {answer["id"] for answer in found if answer.get("result")} >= {file.name for file in files}
