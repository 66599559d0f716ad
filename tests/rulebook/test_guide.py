"""The rules on the hand-written pages are checked; the rules marked as wrong cause the message that is named there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.parser import parse
from cartaro_grammar.text.diagnostic import CODES
from cartaro_grammar.text.key_phrases import phrase_in
from cartaro_grammar.text.source import Source
from cartaro_rulebook.publication.pages import GROUPS, error_index, error_pages

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"```regole\n(.*?)```", re.DOTALL)
HEADER = re.compile(r"(?:in italiano\n)?(?:game|variant|library|gioco|variante|libreria) (\w+)")
ITALIAN = """in italiano
variante {name} di scopa
  titolo "{name}"
  fonte D "Scopa, con Napola e Rebello" copre D1 fino a D9

"""
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
    path.write_text(whole(name, block), encoding="utf-8")
    found = load_game(path)
    codes = [] if isinstance(found, Game) else [d.code for d in found if d.severity == "error"]
    assert codes == re.findall(r"-- (C\d{4})", block), found


def whole(name: str, block: str) -> str:
    """Return a block; if it has no header, give it the header of a variant."""
    if HEADER.match(block):
        return block
    return (ITALIAN if name.startswith("guide_it") else FRAGMENT).format(name=name) + block


OWN_NAMES = "piccola"
"""The game in which names are in the guide's language too."""


def test_the_guide_has_the_same_rules_in_every_language() -> None:
    english, italian = ((DOCS / name).read_text(encoding="utf-8") for name in ("guide.md", "guide.it.md"))
    pairs = list(zip(BLOCK.findall(english), BLOCK.findall(italian), strict=True))
    assert len(pairs) > 10
    for one, other in pairs:
        if OWN_NAMES not in one:
            assert items(whole("guide", one)) == items(whole("guide_it", other))
    assert headings(italian) == headings(english)


def items(text: str) -> tuple[object, ...]:
    parsed = parse(Source("guide.regole", text))
    assert isinstance(parsed, tree.File), parsed
    return parsed.items


def test_the_italian_guide_quotes_no_english_key_words() -> None:
    """The Italian guide quotes the language in Italian at the places at which the English guide quotes it in English, because
    an English phrase would be wrong there.
    """
    english, italian = (key_words((DOCS / name).read_text(encoding="utf-8")) for name in ("guide.md", "guide.it.md"))
    alike = {"a", "in", "no", "check", "{players}", "(on)"}
    assert not {said for said in english & italian if phrase_in(said, "it") != said} - alike - NAMES_OF_FILES


NAMES_OF_FILES = frozenset({"mia.prove.regole"})


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
    """Return the depth of each heading of a page."""
    return [len(found) for found in re.findall(r"^(#+) ", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)]


def key_words(text: str) -> set[str]:
    """Return the words of the language that a page names, apart from its blocks."""
    return set(re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)))


def test_there_are_rules_to_check() -> None:
    assert len(blocks()) > 10


def test_every_code_has_its_page() -> None:
    pages = dict(error_pages())
    assert sorted(pages) == sorted(f"{code}.md" for code in CODES)
    assert all(f"({code}.md)" in error_index() for code in CODES)
    assert all(code.startswith(tuple(GROUPS)) for code in CODES)
