"""The system's Firefox, driven over its own protocol, Marionette: Playwright drives only a Firefox of its own.

A message is a JSON list after its length, `[0, number, command, parameters]`, and is answered by `[1, number, error, result]`.
See https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
PATIENCE = 120
"""Seconds after which a test gives up on a page, on a machine that is busy with other work."""
LEAST_WIDTH = 500
"""Firefox makes no window narrower than this; a phone is a window with larger pixels."""


class FirefoxFault(Exception):
    """Raised if Firefox answers a command with an error."""


class Firefox:
    """A window of Firefox of some size, in which a person presses places with a mouse or a finger."""

    def __init__(self, profile: Path, width: int, height: int, *, dark: bool) -> None:
        assert FIREFOX is not None
        self.width, self.height = width, height
        self.scale = max(1.0, LEAST_WIDTH / width)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port: int = free.getsockname()[1]
        wanted: dict[str, object] = {
            "marionette.port": port,
            "layout.css.devPixelsPerPx": str(self.scale),
            "layout.css.prefers-color-scheme.content-override": 0 if dark else 1,
            "ui.prefersReducedMotion": 1,
            "intl.accept_languages": "en-GB",
            "dom.serviceWorkers.enabled": False,
        }
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in wanted.items())
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.number, self.socket = 0, self._connected(port)
        self.answers = self.socket.makefile("rb")
        self._read()  # a greeting
        self.command("WebDriver:NewSession", capabilities={})
        self.command("WebDriver:SetTimeouts", script=PATIENCE * 1000, pageLoad=PATIENCE * 1000)
        self._resize()

    def _connected(self, port: int) -> socket.socket:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def _resize(self) -> None:
        """Give the page its size; the window has a frame around it."""
        wide, high = self.run("return [outerWidth - innerWidth, outerHeight - innerHeight]")
        size = [round((inner + frame) * self.scale) for inner, frame in ((self.width, wide), (self.height, high))]
        self.command("WebDriver:SetWindowRect", width=size[0], height=size[1])

    def _read(self) -> Any:
        length = b""
        while (sign := self.answers.read(1)) != b":":
            if not sign:
                raise FirefoxFault("Firefox has ended")
            length += sign
        return json.loads(self.answers.read(int(length)))

    def command(self, name: str, **parameters: object) -> Any:
        """Give a command, and return its result."""
        self.number += 1
        message = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._read()
        if error:
            raise FirefoxFault(f"{name}: {error['message']}")
        return result

    def go(self, address: str) -> None:
        """Open an address."""
        self.command("WebDriver:Navigate", url=address)

    def run(self, script: str, *arguments: object) -> Any:
        """Run the body of a function in the page, and return its result."""
        return self.command("WebDriver:ExecuteScript", script=script, args=list(arguments))["value"]

    def until(self, script: str, *arguments: object) -> Any:
        """Run the body of a function in the page until it returns something, and return that."""
        end = time.monotonic() + PATIENCE
        while (found := self.run(script, *arguments)) is None:
            if time.monotonic() > end:
                raise FirefoxFault("the page did not answer")
            time.sleep(0.02)
        return found

    def press(self, x: float, y: float, *, touch: bool = False) -> None:
        """Press a place of the page with a finger or with the mouse."""
        there = {"type": "pointerMove", "x": round(x), "y": round(y), "origin": "viewport", "duration": 0}
        actions = [there, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        kind = "touch" if touch else "mouse"
        pointer = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}
        self.command("WebDriver:PerformActions", actions=[pointer])

    def close(self) -> None:
        """End this Firefox."""
        self.command("Marionette:Quit", flags=["eForceQuit"])
        self.process.wait(PATIENCE)
        self.answers.close()
        self.socket.close()
