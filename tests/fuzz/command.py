"""A command of the program, run in this process: which commands may run, and what their answers must satisfy."""

from __future__ import annotations

import io
import os
import shutil
import sys
import tempfile
import unicodedata
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

from cartaro import measurements
from cartaro.main import main
from cartaro_engine import Statistics, Unit
from cartaro_grammar import Diagnostic, Game
from cartaro_grammar.file_set import shipped
from cartaro_grammar.text.diagnostic import JOINERS
from cartaro_verify.encode.solver import Facts, Model
from cartaro_verify.terms.terms import Answer, Cond

MAX_OUTPUT = 20_000_000
EXIT_CODES = (0, 1, 2, 3)
UNSAFE = {
    "format": ("--check",),
    "play": ("--seats",),
    "book": ("--no-verify",),
    "simulate": ("-n",),
    "compare": ("-n",),
    "vectors": ("-n",),
}
"""Commands that write, wait or work for long, each with the word that it must contain to be run; `--help` is accepted too."""
FEW_STEPS = 100_000
"""The steps that the solver may spend on a question: the fuzzer looks for crashes and hangs, not for proofs."""
FEW_HANDS = 20

CONTROLLING = ("Cc", "Cf", "Cs", "Zl", "Zp")


class Broken(Exception):
    """The program broke a promise."""


def promise(holds: bool, what: str) -> None:
    if not holds:
        raise Broken(what)


def is_bounded(words: list[str]) -> bool:
    """Return whether a command neither writes outside its folder nor works for long. It must not verify a shipped game or
    simulate many hands.
    """
    if "--record" in " ".join(words) or not all(word in words for word in UNSAFE.get(words[0], ())):
        return False
    match words[0]:
        case "verify" | "ask" | "diff":
            return (
                "GAME" not in words
                and not set(words).intersection(shipped())
                and not any(word.startswith(("-j", "--jobs")) for word in words)
            )
        case "compare" if any(word.startswith("--plot") for word in words):
            return False
        case "simulate" | "compare" | "vectors":
            many = [word.removeprefix("-n") for word in words if word.startswith("-n")]
            many += [after for word, after in pairwise(words) if word == "-n"]
            return all(not text or (text.isdecimal() and len(text) < 9 and int(text) <= FEW_HANDS) for text in many)
        case "book":
            return not any("/" in word or ".." in word for word in words)
        case "mutate" | "conform" | "page" | "count":  # these commands work for long, run other programs, or wait
            return False
        case _:
            return "--out" not in " ".join(words)


@contextmanager
def hurried() -> Generator[None]:
    """Inside this block the verifier gives up early, and only a few hands are played for a page, however many are requested."""
    possible, played = Facts.possible, measurements.play_statistics

    def soon(facts: Facts, conditions: Sequence[Cond], steps: int) -> tuple[Answer, Model | None]:
        return possible(facts, conditions, min(steps, FEW_STEPS))

    def few(game: Game, unit: Unit, count: int) -> Statistics | Diagnostic:
        return played(game, unit, min(count, FEW_HANDS))

    hands = dict.fromkeys(("HANDS", "MORE_HANDS", "SOME_HANDS", "FIRST_HANDS"), FEW_HANDS)
    with (
        patch.multiple(import_module("cartaro_verify.verify"), **cast("Any", hands)),
        patch.multiple(measurements, play_statistics=few, SLOW_HANDS=2, LARGE_PACK_HANDS=2),
        patch.object(Facts, "possible", soon),
    ):
        yield


def run(words: list[str], given: bytes) -> None:
    """Run the command in this process, from its words to its exit code."""
    saved = sys.argv, sys.stdin, sys.stdout, sys.stderr
    streams = [io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", write_through=True) for data in (given, b"", b"")]
    sys.argv = ["cartaro", *words]
    sys.stdin, sys.stdout, sys.stderr = streams
    code: object = None
    try:
        main()
    except SystemExit as ended:
        code = ended.code
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = saved
    promise((0 if code is None else code) in EXIT_CODES, f"the exit code is {code}")
    for stream in streams[1:]:
        stream.seek(0)
        output = stream.read(MAX_OUTPUT + 1)
        promise(len(output) <= MAX_OUTPUT, "there is more output than can be read")
        clean(output)


def clean(text: str) -> None:
    if text.isascii() and text.replace("\n", "").isprintable():
        return
    found = next((c for c in text if unicodedata.category(c) in CONTROLLING and c not in f"\n{JOINERS}"), "")
    promise(not found, f"an answer holds U+{ord(found or ' '):04X}")


@contextmanager
def folder(files: Mapping[str, bytes]) -> Generator[None, None, None]:
    """A temporary folder with these files."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="cartaro-fuzz-") as folder:
        for name, data in files.items():
            (Path(folder) / name).write_bytes(data)
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


@contextmanager
def environment(changed: Mapping[str, str]) -> Generator[str, None, None]:
    """Change environment variables inside this block. The first of the new values is a folder that is deleted in the end."""
    before = dict(os.environ)
    os.environ.update(changed)
    folder = next(iter(changed.values()))
    try:
        yield folder
    finally:
        os.environ.clear()
        os.environ.update(before)
        shutil.rmtree(folder, ignore_errors=True)
