"""Imports run one way: grammar ← interpreter ← {verify, rulebook} ← cli; of the interpreter, verify takes what replays."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

FOLDERS = {
    "cartaro_grammar": ROOT / "grammar",
    "cartaro_interpreter": ROOT / "interpreter",
    "cartaro_verify": ROOT / "verify",
    "cartaro_rulebook": ROOT / "rulebook",
    "cartaro": ROOT / "cli",
}
MAY_IMPORT = {
    "cartaro_grammar": frozenset[str](),
    "cartaro_interpreter": frozenset({"cartaro_grammar"}),
    "cartaro_verify": frozenset({"cartaro_grammar", "cartaro_interpreter"}),
    "cartaro_rulebook": frozenset({"cartaro_grammar", "cartaro_interpreter"}),
    "cartaro": frozenset({"cartaro_grammar", "cartaro_interpreter", "cartaro_verify", "cartaro_rulebook"}),
}
REPLAY = frozenset({"chance", "fault", "layout", "move", "playing", "position", "query", "rules", "state", "turn"})
"""The modules of the interpreter that the verifier may use, in `play` and `climb`: those that play a history, watch it,
ask a claim's expression of its states and write it down."""
TABLES = frozenset({"branching", "choosing", "fault", "layout", "mentions", "narrowing", "state"})
"""Those that it may use in `groups`: the tables of the groups that an act may be done with.  No other module of the verifier
knows the interpreter."""


def modules() -> list[tuple[str, Path]]:
    return [(package, path) for package, folder in FOLDERS.items() for path in sorted((folder / package).rglob("*.py"))]


def imported(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The modules that a file imports, anywhere in it, each with the names taken from it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, ()) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: a relative import"
            yield node.module or "", tuple(alias.name for alias in node.names)


@pytest.mark.parametrize(("package", "path"), [pytest.param(p, f, id=f"{p}/{f.name}") for p, f in modules()])
def test_imports_run_one_way(package: str, path: Path) -> None:
    allowed = MAY_IMPORT[package] | {package}
    for module, _ in imported(path):
        top = module.partition(".")[0]
        assert top not in FOLDERS or top in allowed, f"{package} may not import {module}"


@pytest.mark.parametrize("path", [pytest.param(f, id=f.name) for p, f in modules() if p == "cartaro_verify"])
def test_the_verifier_only_replays(path: Path) -> None:
    for module, names in imported(path):
        top, _, inside = module.partition(".")
        if top != "cartaro_interpreter":
            continue
        taken = {inside.partition(".")[0]} if inside else set(names)
        players = {"play.py", "matches.py", "trials.py", "climb.py", "groups.py"}
        assert path.name in players, f"{path.name} should leave the interpreter to play.py"
        assert taken
        allowed = TABLES if path.name == "groups.py" else REPLAY
        assert taken <= allowed, f"{path.name} imports {', '.join(sorted(taken - allowed))} of the interpreter"
        private = [n for n in names if n.startswith("_")]
        assert not private, f"{path.name} imports {private} of the interpreter"


def test_there_is_something_to_look_at() -> None:
    assert {package for package, _ in modules()} == set(FOLDERS)
