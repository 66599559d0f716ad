"""The rules in the hand-written pages are checked; those marked as wrong get the message that is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.text.diagnostic import CODES
from cartaro_rulebook.publication.pages import GROUPS, error_index, error_pages

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"```regole\n(.*?)```", re.DOTALL)
HEADER = re.compile(r"(?:game|variant|library) (\w+)")
FRAGMENT = """variant {name} of scopa
  title "{name}"
  source D "Scopa, con Napola e Rebello" covers D1 to D9

"""


def blocks() -> list[tuple[str, str]]:
    return [
        (f"{path.stem.replace('.', '_')}_{n}", block)
        for path in sorted(DOCS.glob("*.md"))
        for n, block in enumerate(BLOCK.findall(path.read_text(encoding="utf-8")))
    ]


@pytest.mark.parametrize(("name", "block"), blocks(), ids=[name for name, _ in blocks()])
def test_rules_of_a_page(name: str, block: str, tmp_path: Path) -> None:
    header = HEADER.match(block)
    name = header[1] if header else name
    path = tmp_path / f"{name}.regole"
    path.write_text(block if header else FRAGMENT.format(name=name) + block, encoding="utf-8")
    found = load_game(path)
    codes = [] if isinstance(found, Game) else [d.code for d in found if d.severity == "error"]
    assert codes == re.findall(r"-- (C\d{4})", block), found


def test_the_guide_has_the_same_rules_in_every_language() -> None:
    english, italian = ((DOCS / name).read_text(encoding="utf-8") for name in ("guide.md", "guide.it.md"))
    assert BLOCK.findall(italian) == BLOCK.findall(english)
    assert headings(italian) == headings(english)
    assert key_words(italian) >= key_words(english)


@pytest.mark.parametrize("code", ["it", "fr"])
def test_the_scope_is_the_same_in_every_language(code: str) -> None:
    english, other = ((DOCS / name).read_text(encoding="utf-8") for name in ("scope.md", f"scope.{code}.md"))
    assert BLOCK.findall(other) == BLOCK.findall(english)
    assert headings(other) == headings(english)
    assert [line.count(" | ") for line in other.splitlines() if line[:1] == "|"] == [
        line.count(" | ") for line in english.splitlines() if line[:1] == "|"
    ]
    assert key_words(other) == key_words(english)


def headings(text: str) -> list[int]:
    """How deep each heading of a page is."""
    return [len(found) for found in re.findall(r"^(#+) ", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)]


def key_words(text: str) -> set[str]:
    """What a page names of the language, apart from its blocks."""
    return set(re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)))


def test_there_are_rules_to_check() -> None:
    assert len(blocks()) > 10


def test_every_code_has_its_page() -> None:
    pages = dict(error_pages())
    assert sorted(pages) == sorted(f"{code}.md" for code in CODES)
    assert all(f"({code}.md)" in error_index() for code in CODES)
    assert all(code.startswith(tuple(GROUPS)) for code in CODES)
