"""Fetch texts from their addresses, once: the only network access of the command, apart from a cluster that you name (0100).

A text is fetched only on request: by `cartaro fetch`, or because its address is an argument of a command. Its copy is stored
next to a lock file with its address and fingerprint, and is read without the network from then on. Connections go to public
addresses, or to this machine if the address names it; redirections are not followed; size, time and number are bounded. The
bytes that arrive are a text like any other untrusted text: it is parsed before it is stored, and nothing in it is run.
"""

from __future__ import annotations

import hashlib
import ipaddress
import socket
import ssl
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from threading import Timer
from typing import NoReturn
from urllib.parse import urlsplit

from platformdirs import user_data_path

from cartaro.shell import fail, write_bytes, write_file
from cartaro_grammar import (
    LOCK,
    MAX_FILES,
    MAX_TEXT_BYTES,
    Diagnostic,
    LockedText,
    Message,
    address_fault,
    file_of_address,
    fingerprint_of_bytes,
    is_on_this_machine,
    lock_text,
    msg,
    os_error_reason,
    parse_bytes,
    read_lock,
    shorten,
    tree,
)

WAIT = 10.0
"""Seconds to wait for a connection or for the next bytes."""

MAX_SECONDS = 30.0
"""Seconds after which a text that has not arrived completely is given up."""

FOUND = 200
REDIRECTED = range(300, 400)
CHUNK = 65_536


# ------------------------------------------------------------------------------------------------ network


class Unreachable(Exception):
    """A text could not be fetched, for a reason in words."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


def download(address: str) -> bytes:
    """Return the bytes at a valid address; raise `Unreachable`."""
    parts = urlsplit(address)
    host, secure = parts.hostname or "", parts.scheme == "https"
    late: list[bool] = []
    try:
        plain = _connected(host, parts.port or (443 if secure else 80), is_on_this_machine(address))
        alarm = Timer(MAX_SECONDS, _give_up, (plain, late))
        alarm.daemon = True
        alarm.start()
        try:
            with plain if not secure else ssl.create_default_context().wrap_socket(plain, server_hostname=host) as stream:
                return _answered(stream, address)
        finally:
            alarm.cancel()
    except TimeoutError as error:
        raise Unreachable(msg("its server does not answer in time")) from error
    except (OSError, HTTPException, ValueError) as error:
        if late:
            raise Unreachable(msg("its server does not answer in time")) from error
        raise Unreachable(_reason(error)) from error


def _give_up(stream: socket.socket, late: list[bool]) -> None:
    late.append(True)
    try:
        stream.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it has ended


def _reason(error: Exception) -> Message:
    if isinstance(error, ssl.SSLError):
        return msg("the certificate of its server is not valid for this address")
    if isinstance(error, socket.gaierror):
        return msg("its host cannot be found")
    return os_error_reason(error) or msg("its server gives an invalid answer")


def _connected(host: str, port: int, here: bool) -> socket.socket:
    """Connect to a host. All IP addresses of the host are checked, and the connection goes to one of the checked addresses: a
    name of this machine must resolve to this machine, and any other name to a public host.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    places = [(family, kind, protocol, place) for family, kind, protocol, _, place in found]
    if not all(_is_allowed(str(place[0]), here) for *_, place in places):
        raise Unreachable(msg("its host is on a private network"))
    fault: OSError | None = None
    for family, kind, protocol, place in places:
        stream = socket.socket(family, kind, protocol)
        stream.settimeout(WAIT)
        try:
            stream.connect(place)
        except OSError as error:
            stream.close()
            fault = error
        else:
            return stream
    raise fault or OSError


def _is_allowed(number: str, here: bool) -> bool:
    ip = ipaddress.ip_address(number.partition("%")[0])
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return ip.is_loopback if here else ip.is_global and not ip.is_multicast


def _answered(stream: socket.socket, address: str) -> bytes:
    """Ask for the text on a connection, and return its bytes."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.hostname or "", parts.port)
    connection.sock = stream
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection.request("GET", path, headers={"Accept-Encoding": "identity", "User-Agent": "cartaro", "Connection": "close"})
    response = connection.getresponse()
    if response.status in REDIRECTED:
        target = shorten(response.getheader("Location") or "?")
        raise Unreachable(msg("its server refers to another address, which is not followed: {address}", address=target))
    if response.status != FOUND:
        raise Unreachable(msg("its server answers with status {n}", n=response.status))
    return _content(response)


def _content(response: HTTPResponse) -> bytes:
    data = b""
    while len(data) <= MAX_TEXT_BYTES and (chunk := response.read1(CHUNK)):
        data += chunk
    if len(data) > MAX_TEXT_BYTES:
        raise Unreachable(msg("the text is larger than {n} bytes", n=MAX_TEXT_BYTES))
    if response.length:
        raise Unreachable(msg("its server gives an invalid answer"))
    return data


# ------------------------------------------------------------------------------------------------ copies


@dataclass(frozen=True, slots=True)
class Fetched:
    """A copy that was written: its file, its address and fingerprint, and the fingerprint of the copy that it replaces."""

    file: Path
    address: str
    sha256: str
    before: str | None


@dataclass(slots=True)
class Copies:
    """The copies in a folder, and the copies that will be written there. With `update`, texts are fetched although there are
    copies.
    """

    folder: Path
    update: bool
    texts: dict[str, bytes] = field(default_factory=dict[str, bytes])
    locked: dict[str, LockedText] = field(default_factory=dict[str, LockedText])

    def fetch(self, addresses: Iterable[str]) -> list[Fetched]:
        """Fetch the texts at addresses, with the texts at the addresses that they name. All are written, or none. Exit with a
        diagnostic if one cannot be fetched, or is not the text in the lock file.
        """
        self.locked = dict(read_lock(self.folder))
        before = dict(self.locked)
        waiting, done = list(addresses), set[str]()
        while waiting:
            address = waiting.pop(0)
            if address in done:
                continue
            done.add(address)
            if len(done) > MAX_FILES:
                _refuse("C0917", msg("more than {n} texts name each other", n=MAX_FILES), address)
            waiting += self._named_by(address, self._text(address))
        written = [self._write(name, data, before.get(name)) for name, data in self.texts.items()]
        if written:
            write_file(self.folder / LOCK, lock_text(self.locked))
        return written

    def _text(self, address: str) -> bytes:
        """Return the text of an address: the copy, if there is one, or else the bytes from the server."""
        name = file_of_address(address)
        place, locked = self.folder / name, self.locked.get(name)
        if locked is not None and locked.address != address:
            _refuse(
                "C0917",
                msg("`{name}` is already the copy of another address, {other}", name=name, other=locked.address),
                address,
            )
        kept = place.read_bytes() if place.is_file() and not place.is_symlink() else None
        if locked is None and (kept is not None or place.is_symlink()):
            _refuse("C0904", msg("`{name}` already exists", name=str(place)), address)
        if locked is not None and kept is not None and not self.update:
            if fingerprint_of_bytes(kept) != locked.sha256:
                message = msg("`{name}` is not the text that `{lock}` records", name=str(place), lock=LOCK)
                fail((Diagnostic("C0312", message, path=str(place)),), code=1)
            return kept
        try:
            data = download(address)
        except Unreachable as fault:
            _refuse("C0917", msg("the text could not be fetched"), address, fault.reason)
        found = fingerprint_of_bytes(data)
        if locked is not None and found != locked.sha256 and not self.update:
            message = msg(
                "the text at this address has changed: its fingerprint is {found}, and `{lock}` records {wanted}",
                found=found[:12],
                lock=LOCK,
                wanted=locked.sha256[:12],
            )
            _refuse("C0918", message, address, msg("`cartaro fetch --update` accepts the new text"))
        if kept != data:
            self.texts[name] = data
        self.locked[name] = LockedText(address, found)
        return data

    def _named_by(self, address: str, data: bytes) -> Iterator[str]:
        """Yield the addresses that a text names. A text from another machine cannot name this machine."""
        file = parse_bytes(address, data)
        if not isinstance(file, tree.File):
            fail(file, code=1)
        for origin in file.origins:
            fault = address_fault(origin.address)
            if fault is None and is_on_this_machine(origin.address) and not is_on_this_machine(address):
                fault = msg("a text from elsewhere cannot name an address of this machine")
            if fault is not None:
                _refuse("C0313", msg("a text cannot come from this address"), origin.address, fault)
            yield origin.address

    def _write(self, name: str, data: bytes, before: LockedText | None) -> Fetched:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            _refuse("C0904", msg("`{name}` cannot be written", name=str(self.folder)), str(self.folder), os_error_reason(error))
        write_bytes(self.folder / name, data)
        entry = self.locked[name]
        return Fetched(self.folder / name, entry.address, entry.sha256, None if before is None else before.sha256)


def _refuse(code: str, message: Message, path: str, advice: Message | None = None) -> NoReturn:
    fail((Diagnostic(code, message, help=advice, path=shorten(path)),))


def copy_of(address: str, update: bool = False) -> tuple[Path, list[Fetched]]:
    """Return the copy of the text at an address that the user gave, which is fetched the first time, and the copies that were
    written.
    """
    fault = address_fault(address)
    if fault is not None:
        _refuse("C0313", msg("a text cannot come from this address"), address, fault)
    folder = user_data_path("cartaro") / "shared" / hashlib.sha256(address.encode()).hexdigest()[:16]
    fetched = Copies(folder, update).fetch([address])
    return folder / file_of_address(address), fetched


def fetch_named(place: Path, update: bool = False) -> list[Fetched]:
    """Fetch the texts that a file names by their addresses into the folder `lib` next to it."""
    try:
        data = place.read_bytes()
    except OSError as error:
        _refuse("C0902", msg("`{name}` cannot be read", name=shorten(str(place))), str(place), os_error_reason(error))
    file = parse_bytes(str(place), data)
    if not isinstance(file, tree.File):
        fail(file, code=1)
    return fetch_next_to(place, [origin.address for origin in file.origins], update)


def fetch_next_to(place: Path, addresses: list[str], update: bool = False) -> list[Fetched]:
    """Fetch the texts at addresses into the folder `lib` next to a file, which names them or is to name them."""
    for address in addresses:
        fault = address_fault(address)
        if fault is not None:
            _refuse("C0313", msg("a text cannot come from this address"), address, fault)
    folder = place.parent if place.parent.name == "lib" else place.parent / "lib"
    if folder.is_symlink():
        _refuse("C0904", msg("`{name}` is a link", name=str(folder)), str(folder))
    return Copies(folder, update).fetch(addresses)
