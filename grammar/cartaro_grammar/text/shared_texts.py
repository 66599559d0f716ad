"""Texts from elsewhere: the addresses that a text may name, and the lock file next to the copies (decision 0100).

`use casa from "https://example.org/casa.regole"` names a text by its address. The cores never use the network: `cartaro fetch`
writes a copy into the folder `lib` next to the text, and its address and fingerprint into `lib/cartaro.lock`. A copy is read
only if its fingerprint is the one in the lock file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import cast
from urllib.parse import SplitResult, urlsplit

from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.messages import Message, msg
from cartaro_grammar.text.reading import read_ordinary

LOCK = "cartaro.lock"
"""The name of the lock file, in the folder of the copies."""

FORM = 1
MAX_LOCK_BYTES = 100_000
MAX_ADDRESS = 500
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""The hosts of this machine; only from these a text may come without encryption."""

_PLAIN = re.compile(r"[!-~]+")
_FILE = re.compile(r"[a-z][a-z0-9_]*\.regole")


@frozen
class LockedText:
    """The address of a copy, and the SHA-256 of its bytes in hexadecimal digits."""

    address: str
    sha256: str


def fingerprint_of_bytes(data: bytes) -> str:
    """Return the fingerprint that a lock file records for a copy."""
    return hashlib.sha256(data).hexdigest()


def address_fault(address: str) -> Message | None:
    """Return why a text cannot come from an address; None if it can.

    The last part of an address is the name of a file of rules, which the copy gets: an address cannot choose a folder.
    """
    parts = _split(address)
    if parts is None or parts.scheme not in ("https", "http") or not parts.hostname:
        return msg("an address begins with `https://` and a host")
    if parts.scheme == "http" and parts.hostname not in LOOPBACK:
        return msg("a text comes over `https`; `http` is only for this machine")
    if parts.username is not None or parts.password is not None:
        return msg("an address contains no user name and no password")
    if parts.fragment or "#" in address:
        return msg("an address contains no `#`")
    if not _FILE.fullmatch(file_of_address(address)):
        return msg("an address ends with the name of a file of rules, such as `casa.regole`")
    return None


def _split(address: str) -> SplitResult | None:
    """Return the parts of an address; None if it is too long, is not plain ASCII, or has no valid port."""
    if len(address) > MAX_ADDRESS or not _PLAIN.fullmatch(address) or "\\" in address:
        return None
    try:
        parts = urlsplit(address)
        return parts if parts.port is None or parts.port > 0 else None
    except ValueError:
        return None


def file_of_address(address: str) -> str:
    """Return the name of the file at the end of an address's path."""
    return urlsplit(address).path.rpartition("/")[2]


def is_on_this_machine(address: str) -> bool:
    """Return whether the host of a valid address is this machine."""
    return urlsplit(address).hostname in LOOPBACK


def read_lock(folder: Path) -> Mapping[str, LockedText]:
    """Return the copies in a folder by the names of their files; empty if there is no lock file, or one that cannot be read."""
    data = read_ordinary(folder / LOCK, MAX_LOCK_BYTES)
    try:
        written = json.loads(data) if data is not None else None
    except (ValueError, RecursionError):
        return {}
    texts = cast("dict[str, object]", written).get("texts") if isinstance(written, dict) else None
    if not isinstance(texts, dict):
        return {}
    found: dict[str, LockedText] = {}
    for name, entry in cast("dict[str, object]", texts).items():
        if _FILE.fullmatch(name) and isinstance(entry, dict):
            address, digest = (cast("dict[str, object]", entry).get(key) for key in ("address", "sha256"))
            if isinstance(address, str) and isinstance(digest, str) and address_fault(address) is None:
                found[name] = LockedText(address, digest)
    return found


def lock_text(texts: Mapping[str, LockedText]) -> str:
    """Return the content of a lock file."""
    entries = {name: {"address": texts[name].address, "sha256": texts[name].sha256} for name in sorted(texts)}
    return json.dumps({"form": FORM, "texts": entries}, indent=2) + "\n"
