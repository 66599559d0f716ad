"""Imports run one way, between packages and between the rooms of a package, and a package is known by its face alone.

Packages: grammar ← interpreter ← {engine, verify, rulebook} ← workbench ← cli.  What one takes of another it takes from the
package itself, whose `__init__` says what is public.  Inside of a package the rooms (folders) stand in one order, the first
knowing none of the others; the modules that lie beside the rooms know them all.  No modules import each other in a circle,
for types or inside of functions either.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.house.packages import PACKAGES, files_of, text_of, tree_of

FOLDERS = {folder.name: folder for folder in PACKAGES}
BEFORE_THE_WORKBENCH = frozenset(
    {"cartaro_grammar", "cartaro_interpreter", "cartaro_engine", "cartaro_verify", "cartaro_rulebook"}
)
MAY_IMPORT = {
    "cartaro_grammar": frozenset[str](),
    "cartaro_interpreter": frozenset({"cartaro_grammar"}),
    "cartaro_engine": frozenset({"cartaro_grammar", "cartaro_interpreter"}),
    "cartaro_verify": frozenset({"cartaro_grammar", "cartaro_interpreter"}),
    "cartaro_rulebook": frozenset({"cartaro_grammar", "cartaro_interpreter"}),
    "cartaro_workbench": BEFORE_THE_WORKBENCH,
    "cartaro": BEFORE_THE_WORKBENCH | {"cartaro_workbench"},
}
ROOMS = {
    "cartaro_grammar": ("text", "model", "syntax", "resolve", "check", "analyses"),
    "cartaro_interpreter": ("state", "evaluate", "acts", "play", "ruling", "formats", "table"),
    "cartaro_engine": ("ir", "memory", "lower", "printers", "running", "statistics", "table", "environments"),
    "cartaro_verify": ("terms", "play", "encode", "frame", "obligations"),
    "cartaro_rulebook": ("words", "prose", "answers", "cards", "guide", "site", "publication"),
    "cartaro_workbench": ("editing", "table", "live_page", "proofs", "statistics", "service"),
    "cartaro": ("terminal", "language_server", "commands"),
}
"""The rooms of each package, each of which may import from those before it."""
TABLES = frozenset({"Faulted", "State", "conjuncts", "free_locals", "members", "of_a_sum", "on_the_set", "shapes_of"})
"""What the verifier takes of the interpreter in `possible_groups`: the tables of the groups that an act may be done with.  Only
its room `play` knows more of it: what plays a history, watches it, asks a claim's expression of its states, writes it down."""
MEANING = frozenset(
    {
        "ClauseCase",
        "DecisiveOption",
        "Irregular",
        "JsonReader",
        "dead_ends",
        "grounds",
        "judge",
        "legal_moves",
        "nearest",
        "score",
    }
)
"""What the verifier takes of it nowhere: answers to questions that it is to answer by itself."""


def modules() -> list[tuple[str, Path]]:
    return [(package, path) for package, folder in FOLDERS.items() for path in files_of(folder)]


def named(path: Path) -> str:
    return "/".join(path.parts[-3:])


@cache
def imported(path: Path) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The modules that a file imports, anywhere in it, each with the names taken from it."""
    found = list[tuple[str, tuple[str, ...]]]()
    for node in ast.walk(tree_of(text_of(path))):
        if isinstance(node, ast.Import):
            found += [(alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{named(path)}: a relative import"
            found.append((node.module or "", tuple(alias.name for alias in node.names)))
    return tuple(found)


def for_types(tree: ast.Module) -> set[ast.AST]:
    """What a file imports for its type checker alone."""
    blocks = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    return {node for block in blocks for statement in block.body for node in ast.walk(statement)}


def own_modules(package: str) -> dict[str, str]:
    """The modules of a package with their texts, by the names that they are imported by."""
    root = FOLDERS[package].parent
    files = files_of(FOLDERS[package])
    named = {".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): file for file in files}
    return {name: text_of(file) for name, file in named.items()}


def import_graph(texts: dict[str, str], *, types: bool) -> dict[str, set[str]]:
    """For each module the others that it imports, at its top or inside of functions; those for types too, or not."""
    graph = dict[str, set[str]]()
    for module, text in texts.items():
        tree = tree_of(text)
        spared = set[ast.AST]() if types else for_types(tree)
        found = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node not in spared]
        named = {f"{node.module}.{alias.name}" for node in found for alias in node.names} | {str(node.module) for node in found}
        graph[module] = named & texts.keys() - {module}
    return graph


def in_circles(graph: dict[str, set[str]]) -> list[str]:
    """The modules that import each other, or are between such: what is left when all that import no other are taken away,
    and all that no other imports.
    """
    left = set(graph)
    while True:
        idle = {module for module in left if not graph[module] & left}
        idle |= left - {other for module in left for other in graph[module]}
        if not idle:
            return sorted(left)
        left -= idle


def room_of(package: str, module: str) -> str | None:
    """The room that a module lies in; None for what lies beside the rooms."""
    part = module.partition(".")[2].partition(".")[0].removesuffix(".py")
    return part if part in ROOMS[package] else None


def upward(package: str, path: Path) -> Iterator[str]:
    """What a module imports from a room after its own, or from beside the rooms."""
    own = room_of(package, ".".join((package, *path.relative_to(FOLDERS[package]).parts)))
    if own in (None, "commands"):  # a subcommand may use all that the command shares
        return
    before = ROOMS[package][: ROOMS[package].index(own) + 1]
    yield from (m for m, _ in imported(path) if m.partition(".")[0] == package and room_of(package, m) not in before)


def beside_faces(package: str, path: Path) -> Iterator[str]:
    """What a module takes of a package that it may not know, or that the package does not offer."""
    for module, names in imported(path):
        top = module.partition(".")[0]
        if top not in FOLDERS:
            continue
        if top not in MAY_IMPORT[package] | {package}:
            yield f"{package} may not import {module}"
        elif top not in {package, module}:
            yield f"{module}: of {top} take only what {top} itself offers"
        elif any(name.startswith("_") for name in names):
            yield f"{names} of {module}"


@pytest.mark.parametrize("package", FOLDERS)
def test_packages_know_each_other_by_their_faces_and_one_way(package: str) -> None:
    found = {named(path): list(beside_faces(package, path)) for path in files_of(FOLDERS[package])}
    assert {path: told for path, told in found.items() if told} == {}


@pytest.mark.parametrize("package", FOLDERS)
def test_rooms_know_those_before_them(package: str) -> None:
    found = {named(path): list(upward(package, path)) for path in files_of(FOLDERS[package])}
    assert {path: told for path, told in found.items() if told} == {}


@pytest.mark.parametrize("package", FOLDERS)
def test_every_room_is_in_order_and_has_a_docstring(package: str) -> None:
    rooms = {path.parent.name for path in FOLDERS[package].glob("*/__init__.py")}
    assert rooms == {room for room in ROOMS[package] if not (FOLDERS[package] / f"{room}.py").exists()}
    for room in rooms:
        assert ast.get_docstring(tree_of(text_of(FOLDERS[package] / room / "__init__.py"))), room


@pytest.mark.parametrize("types", [False, True])
@pytest.mark.parametrize("package", FOLDERS)
def test_no_modules_import_each_other_in_a_circle(package: str, types: bool) -> None:
    assert in_circles(import_graph(own_modules(package), types=types)) == []


def test_a_circle_is_seen() -> None:
    late = "def f():\n from p.a import g\n"
    texts = {"p": "from p.a import f", "p.a": "from p.b import f", "p.b": "from p.c import f", "p.c": late, "p.d": "import os"}
    assert in_circles(import_graph(texts, types=False)) == ["p.a", "p.b", "p.c"]
    texts["p.c"] = "if TYPE_CHECKING:\n from p.a import g\n"
    assert in_circles(import_graph(texts, types=False)) == []
    assert in_circles(import_graph(texts, types=True)) == ["p.a", "p.b", "p.c"]


def test_the_verifier_only_replays() -> None:
    for path in files_of(FOLDERS["cartaro_verify"]):
        taken = {name for module, names in imported(path) if module == "cartaro_interpreter" for name in names}
        if path.name == "possible_groups.py":
            assert taken <= TABLES, taken - TABLES
        elif path.parent.name == "play":
            assert not taken & MEANING, (named(path), taken & MEANING)
        else:
            assert not taken, f"{named(path)} should leave the interpreter to the room `play`"


def test_there_is_something_to_look_at() -> None:
    assert {package for package, _ in modules()} == set(FOLDERS)
    knowing = {package for package, path in modules() for module, _ in imported(path) if module == "cartaro_grammar"}
    assert knowing == set(FOLDERS) - {"cartaro_grammar"}


def test_the_parsers_library_is_read_only_where_a_text_is_parsed() -> None:
    """Who reads kept trees starts without it, the page's service too; all that the face offers is there all the same."""
    asked = """import sys, cartaro_grammar as c, cartaro_workbench.service.service
print("lark" in sys.modules, "in" in c.words_of_the_language(), "lark" in sys.modules)
[getattr(c, name) for name in c.__all__]"""
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "False True True\n"


def test_what_serves_sites_is_read_only_where_one_is_made() -> None:
    """Who plays, or reads a page, starts without it; all that the face offers is there all the same."""
    asked = "import sys, cartaro_rulebook as c; print('http.server' in sys.modules); [getattr(c, name) for name in c.__all__]"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_way_back_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the rooms in the other order, what runs one way now runs the other."""
    monkeypatch.setitem(ROOMS, "cartaro_rulebook", tuple(reversed(ROOMS["cartaro_rulebook"])))
    assert any(list(upward(p, f)) for p, f in modules() if p == "cartaro_rulebook")
