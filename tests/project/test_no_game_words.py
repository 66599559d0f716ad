"""No game is built into Python: no name or text in the packages is a word of a game, except in docstrings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.project.packages import PACKAGES, files_of, text_of, tree_of

GAME_WORDS = frozenset({"scopa", "scopone", "primiera", "napola", "settebello", "rebello", "escoba"}) | frozenset(
    {"pari", "dispari", "denari", "meld", "joker", "pozzo", "tallone"}
)
PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def words(text: str) -> set[str]:
    """Return the words of a text or a name; `snake_case` and `CamelCase` are split."""
    return {part.lower() for part in PARTS.findall(text)}


def documentation(tree: ast.Module) -> set[int]:
    """Return the ids of the string statements: docstrings, also of constants."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def names_and_texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    spared = documentation(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text), lineno=line) if id(node) not in spared:
                yield line, text
            case ast.Name(id=name, lineno=line) | ast.Attribute(attr=name, lineno=line) | ast.arg(arg=name, lineno=line):
                yield line, name
            case ast.FunctionDef(name=name, lineno=line) | ast.ClassDef(name=name, lineno=line):
                yield line, name
            case ast.keyword(arg=str(name), lineno=line):
                yield line, name
            case ast.alias(name=name, asname=other, lineno=line):
                yield line, f"{name} {other or ''}"
            case ast.MatchAs(name=str(name), lineno=line) | ast.MatchStar(name=str(name), lineno=line):
                yield line, name
            case _:
                pass


def game_words_of(text: str) -> list[str]:
    return [f"line {line}: {name}" for line, name in names_and_texts(tree_of(text)) if words(name) & GAME_WORDS]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_no_word_of_a_game(package: Path) -> None:
    found = {str(file.relative_to(package)): game_words_of(text_of(file)) for file in files_of(package)}
    assert {file: words for file, words in found.items() if words} == {}


@pytest.mark.parametrize(
    "text",
    [
        "scopa = 1",
        "is_meld = 1",
        "class Joker: ...",
        "class IsJoker: ...",
        "f(pari=1)",
        "x = 'the Primiera'",
        "x.tallone",
        "def napola_of(): ...",
    ],
)
def test_a_word_of_a_game_is_found(text: str) -> None:
    assert game_words_of(text)


@pytest.mark.parametrize(
    "text", ["compari = disparity = 1", "'''scopa'''", "def f():\n  '''Settebello.'''", "# pozzo", "melding = 1"]
)
def test_other_words_are_not_found(text: str) -> None:
    assert game_words_of(text) == []
