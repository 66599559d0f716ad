"""A server of a folder to this machine alone.

What cannot be opened is not found, a reader who goes away is nothing to tell of, and only requests to this machine by its own
names are answered: a page of another site whose name was made to lead here (DNS rebinding) reads nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import BaseRequestHandler
from typing import BinaryIO
from urllib.parse import urlsplit

HOST = "127.0.0.1"
OWN_NAMES = frozenset({HOST, "localhost", "::1"})


class LocalHandler(SimpleHTTPRequestHandler):
    """Gives the files of a folder."""

    def parse_request(self) -> bool:
        """Read a request; one to another name than this machine's own is refused."""
        if not super().parse_request():
            return False
        host = self.headers.get("Host")
        if host is None or _name_in(host) in OWN_NAMES:
            return True
        self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
        return False

    def send_head(self) -> BinaryIO | None:
        """Answer with a file's head; a name that no file can have (with a NUL, too long) is not found."""
        try:
            return super().send_head()
        except ConnectionError:
            raise
        except (OSError, ValueError):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None


def _name_in(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


class LocalServer(ThreadingHTTPServer):
    """The server; requests under way do not keep it from ending."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Nothing of a reader who has gone away; a traceback of anything else, which is a fault of this program."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # as the library calls it


def local_server(handler: Callable[..., BaseRequestHandler], folder: Path, port: int) -> LocalServer:
    """A server of a folder by some handler; OSError where the port cannot be used."""
    return LocalServer((HOST, port), partial(handler, directory=str(folder)))
