"""The tree-sitter grammar is made from the parser's grammar, and reads every shipped text in each language of key words."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from cartaro import format_text
from cartaro_grammar import KEY_WORD_LANGUAGES
from cartaro_grammar.syntax.tree_sitter import generated

tree_sitter: Any = pytest.importorskip("tree_sitter")

Golden = Callable[[Path, str], None]
FOLDER = Path(__file__).parents[2] / "editors" / "tree-sitter-cartaro"
TEXTS = sorted((Path(__file__).parents[2] / "rulesets").rglob("*.regole"))
COMPILER = shutil.which("cc")


@pytest.mark.parametrize("place", generated())
def test_a_file_of_the_grammar_is_up_to_date(place: str, golden: Golden) -> None:
    golden(FOLDER / place, generated()[place])


def test_the_parser_is_made_from_this_grammar() -> None:
    """After a change, `make tree-sitter` makes the parser again."""
    made_from = sha256(b"".join((FOLDER / name).read_bytes() for name in ("grammar.js", "key_words.json"))).hexdigest()
    assert (FOLDER / "src" / "made_from").read_text(encoding="utf-8").split()[0] == made_from


@pytest.fixture(scope="module")
def language(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The compiled grammar."""
    if COMPILER is None:
        pytest.skip("no C compiler")
    library = tmp_path_factory.mktemp("tree_sitter") / "cartaro.so"
    sources = [str(FOLDER / "src" / name) for name in ("parser.c", "scanner.c")]
    options = ["-std=c11", "-O0", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-shared", "-fPIC"]
    subprocess.run([COMPILER, *options, "-I", str(FOLDER / "src"), *sources, "-o", str(library)], check=True)
    function = ctypes.CDLL(str(library)).tree_sitter_cartaro
    function.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return tree_sitter.Language(capsule(function(), b"tree_sitter.Language", None))


def faults(language: Any, text: str) -> list[str]:
    """Return the first line of each part of a text that the grammar does not read."""
    waiting, found = [tree_sitter.Parser(language).parse(text.encode()).root_node], list[str]()
    while waiting:
        node = waiting.pop()
        if node.type == "ERROR" or node.is_missing:
            found.append(f"{node.start_point[0] + 1}: {text.splitlines()[node.start_point[0]]}")
        elif node.has_error:
            waiting += node.children
    return found


@pytest.mark.parametrize("code", ["", *KEY_WORD_LANGUAGES])
def test_every_shipped_text_is_read(language: Any, code: str) -> None:
    for path in TEXTS if not code else TEXTS[::4]:
        text = path.read_text(encoding="utf-8")
        assert faults(language, format_text(text, code) if code else text) == [], path.name


TEXT = """\
-- two cards, and more
game prova
  title "Prova"

article 1 "Regole"
  zone hand of each player "the hand"
  counter giri of each side for the hand "the round / the rounds"

  alte: a card is high when rank of the card is one of asso, tre,
      re   -- the list goes on
    and suit of the card is denari
  muove: at the start of the hand when giri of side is one of 1, 2,
    deal 3 from the hand of player to each player
"""


def test_articles_comments_and_continued_lines_are_read(language: Any) -> None:
    tree = tree_sitter.Parser(language).parse(TEXT.encode())
    assert faults(language, TEXT) == []
    assert faults(language, f"in english, edition 1\n\n{TEXT}") == []
    assert faults(language, f"{format_text(TEXT, 'fr').replace('anglais', 'anglais, édition 1')}") == []
    assert [child.type for child in tree.root_node.children if child.is_named] == ["comment", "game", "article"]


@pytest.mark.parametrize(
    "wrong", ["  alte a card is high", "  alte: a card is", "alte: a card is high", '  zone hand "the hand']
)
def test_a_text_that_the_parser_refuses_has_an_error(language: Any, wrong: str) -> None:
    assert faults(language, TEXT + wrong + "\n")


def test_the_queries_name_nodes_of_the_grammar(language: Any) -> None:
    for path in (FOLDER / "queries").glob("*.scm"):
        tree_sitter.Query(language, path.read_text(encoding="utf-8"))
