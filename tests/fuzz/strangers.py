"""Foreign inputs that are not texts: folders of certificates, and the output of other programs.

A case about a certificate names one of its files in the first line, followed by the file's content. The case is the complete
output of a program.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from unittest.mock import patch

from tests.fuzz.command import FEW_STEPS, folder, run
from tests.fuzz.mutations import mutated, mutated_json

from cartaro.certificates import decide_and_certify
from cartaro_verify import decided_by_z3

GAME = Path(__file__).parents[1] / "verify" / "soundness" / "under.regole"
MANIFEST = "manifest.json"
COPIED = (MANIFEST, "0001.smt2", "0002.smt2", "certificate.json")
"""The files of a certificate that are changed."""
ANSWERS = (
    b'{"id": 1, "moves": [{"act": "lay", "args": {"card": "7D"}}]}\n{"id": 2, "legal": false}\n{"id": 3, "legal": true}\n',
    b'{"id": 1, "unknown": true}\n{"id": 2, "points": {"1": 2, "2": 1}}\n{"id": 3, "zones": {"table": ["7D"]}}\n',
)
PRINT = "import sys; sys.stdout.buffer.write(open('answers', 'rb').read()); sys.stdout.flush(); sys.stdin.read()"


@cache
def certificate() -> dict[str, bytes]:
    """The files of the certificate of a small game."""
    with tempfile.TemporaryDirectory(prefix="cartaro-fuzz-") as made:
        decide_and_certify(str(GAME), {}, Path(made))
        return {path.name: path.read_bytes() for path in (Path(made) / "under").iterdir()}


def changed_certificate(chance: Random) -> bytes:
    """Return the name of a file of the certificate, then its content with random changes."""
    files, name = certificate(), chance.choice(COPIED)
    others = [files[other] for other in COPIED]
    change = mutated_json if name.endswith(".json") and chance.randrange(4) else mutated
    return name.encode() + b"\n" + change(files[name], others, chance)


def check_certificate(data: bytes) -> None:
    """Check that the command refuses its input or accepts it."""
    name, _, body = data.partition(b"\n")
    files = certificate() | {name.decode("ascii", "replace") if name.decode("ascii", "replace") in COPIED else MANIFEST: body}
    with suppress(ValueError, LookupError, TypeError, RecursionError):  # a file that is not a valid manifest is left unchanged
        files[MANIFEST] = _listing(files)
    steps = patch.object(import_module("cartaro_verify.certificates.checker"), "STEPS", FEW_STEPS)
    with folder(files), steps, patch("cartaro.certificates.limited_solver", _in_this_process):
        run(["certify", ".", "--rules", str(GAME), "--minutes", "0.2"], b"")


def _listing(files: dict[str, bytes]) -> bytes:
    """Return the manifest with the actual digests and numbers of queries of the scripts; otherwise no solver would see them."""
    listed = json.loads(files[MANIFEST])
    for script in listed["scripts"]:
        text = files[script["file"]]
        script["sha256"] = hashlib.sha256(text).hexdigest()
        if sum(count for _, count in script["parts"]) != (count := text.count(b"(check-sat)")):
            script["parts"] = [[script["parts"][0][0], count]]
    return json.dumps(listed).encode()


@contextmanager
def _in_this_process(name: str, seconds: float | None) -> Generator[object]:
    del name, seconds
    yield decided_by_z3


def check_program(data: bytes) -> None:
    """Check a program that writes this data in answer to any request."""
    with folder({"answers": data}), patch("cartaro.commands.conform.SECONDS", 3):
        run(["conform", "guerra", "-n", "2", "--", sys.executable, "-I", "-S", "-c", PRINT], b"")
