"""Sessions of `cartaro play` under a pseudo-terminal: whole hands, narrow windows, wrong lines, the end of the input."""

from __future__ import annotations

import os
import pty
import re
import struct
import subprocess
import sys
from fcntl import ioctl
from termios import TIOCSWINSZ

import pytest

pytestmark = pytest.mark.slow

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Session:
    """A game at a terminal of some columns: the screen so far, without its control sequences."""

    def __init__(self, *words: str, columns: int, language: str) -> None:
        self.terminal, theirs = pty.openpty()
        self.resize(columns)
        environment = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
        command = [sys.executable, "-c", "from cartaro.main import main; main()", "play", *words]
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**environment, "TERM": "xterm", "CARTARO_LANGUAGE": language},
            start_new_session=True,
        )
        os.close(theirs)
        self.screen = ""
        self.read()

    def resize(self, columns: int) -> None:
        ioctl(self.terminal, TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

    def read(self) -> str:
        """Read up to the next prompt or the end, and return the new text."""
        seen = b""
        while not CODES.sub("", seen.decode(errors="replace")).endswith("\n> "):
            try:
                more = os.read(self.terminal, 65_536)
            except OSError:  # raised when the other end is closed
                break
            if not more:
                break
            seen += more
        new = CODES.sub("", seen.decode()).replace("\r\n", "\n")
        self.screen += new
        return new

    def type(self, line: str) -> str:
        os.write(self.terminal, line.encode())
        return self.read()

    def end(self) -> int:
        """Leave the table if the person is still asked, and return the exit code."""
        os.close(self.terminal)
        return self.process.wait(60)


@pytest.mark.parametrize(
    ("game", "language", "columns", "phrases"),
    [
        ("briscola", "fr", 60, ("place 2 joue ", " prend ", "couleur d'atout : ")),
        ("leduc", "it", 60, ("fiche messe nel piatto: ", "posto 2 ", "punti")),
        ("scopa", "en", 80, ("last capturer: seat ", "│ settebello │", "seat 2 captures ")),
    ],
)
def test_a_whole_hand_is_played_within_the_window(game: str, language: str, columns: int, phrases: tuple[str, ...]) -> None:
    session = Session(game, "--seats", "you,random", "--seed", "5", columns=columns, language=language)
    for _ in range(40):
        if not session.screen.endswith("> "):
            break
        session.type("1\n")
    assert session.end() == 0
    assert [phrase for phrase in phrases if phrase not in session.screen] == []
    assert [line for line in session.screen.split("\n") if len(line) > columns] == []


def test_the_table_is_as_wide_as_the_window_after_a_resize() -> None:
    session = Session("president", "--seats", "you,random,random,random", "--seed", "5", columns=100, language="en")
    assert max(map(len, session.screen.split("\n"))) > 50
    session.resize(50)
    assert max(map(len, session.type("table\n").split("\n"))) <= 50
    session.type("q\n")
    assert session.end() == 0


@pytest.mark.parametrize("key", ["\x04", "quit\n"])
def test_the_end_of_the_input_leaves_the_table(key: str) -> None:
    session = Session("scopa", "--seats", "you,random", "--seed", "3", columns=80, language="en")
    left = session.type(key)
    assert "you left the table" in left
    assert "Traceback" not in left
    assert session.end() == 0


def test_a_wrong_line_changes_nothing_and_an_earlier_line_is_brought_back() -> None:
    session = Session("scopa", "--seats", "you,random", "--seed", "3", columns=80, language="en")
    assert "`zzz` is not a move" in session.type("zzz\n")
    assert "`zzz` is not a move" in session.type("\x1b[A\n")
    assert "seat 1 captures CS with CC" in session.type("1\n")
    session.type("q\n")
    assert session.end() == 0
