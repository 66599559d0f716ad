"""Laws of the formatter: its output parses to the same tree, with the same comments, and is a fixpoint."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.levels import examples

from cartaro_grammar.model.parts import parts
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.format import FIRST, THEN, WIDTH, format_source
from cartaro_grammar.syntax.parser import parse
from cartaro_grammar.text.source import Source
from cartaro_grammar.translation import format_in_language

ROOT = Path(__file__).parents[2]
RULESETS = sorted([*(ROOT / "rulesets").rglob("*.regole"), *(ROOT / "tests" / "rulesets").rglob("*.regole")])
MISTAKES = Path(__file__).parent.parent / "diagnostics" / "cases"

LEFT = """-- on top
game   caso
  title "A case"   -- of a game
  use   tavolo

-- before an article
article 1 "Rules"
      -- in a block
      prende : the player may take when number of taken is at least 2 and total value of taken=value of card -- long
      peso: weight( s ) is total value of s

      semi: every card has a suit
         cuori "H" it "cuori" en "hearts"
         q "K" it "fiori" en "clubs"
      -- at the end of a block
-- at the end
"""
RIGHT = """-- on top
game caso
  title "A case"  -- of a game
  use tavolo

-- before an article
article 1 "Rules"
  -- in a block
  prende: the player may take
    when number of taken is at least 2 and total value of taken = value of card  -- long
  peso: weight(s) is total value of s

  semi: every card has a suit
    cuori "H" it "cuori" en "hearts"
    q     "K" it "fiori" en "clubs"
  -- at the end of a block
-- at the end
"""


def read(text: str) -> tree.File:
    parsed = parse(Source("a.regole", text))
    assert isinstance(parsed, tree.File), parsed
    return parsed


def said(file: tree.File) -> tuple[object, ...]:
    """Return the content of a file, without spans and layout."""
    header = (file.kind, file.name, file.base, file.mixins, file.title, file.sources, file.uses, file.origins)
    return (*header, file.items, tuple(comment.text for comment in file.comments))


@cache
def formatted(text: str) -> str:
    written = format_source(Source("a.regole", text))
    assert isinstance(written, str), written
    return written


def holds(text: str) -> None:
    written = formatted(text)
    assert said(read(written)) == said(read(text))
    assert formatted(written) == written


@pytest.mark.slow
@pytest.mark.sweep("scala40", "scopone")
@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_formatting_keeps_every_rulesets_tree(path: Path) -> None:
    holds(path.read_text(encoding="utf-8"))


def test_formatting_keeps_comments_in_place() -> None:
    assert formatted(LEFT) == RIGHT
    assert formatted(RIGHT) == RIGHT


def test_texts_without_a_language_are_aligned_behind_the_whole_declaration() -> None:
    head = 'game caso\n  title "A case"\n\narticle 1 "Rules"\n'
    loose = f'{head}  counter bid for the hand "the bid"\n  flag passed of each player for the hand "has passed"\n'
    gap = " " * len(" of each player")
    aligned = loose.replace('counter bid for the hand "', f'counter bid for the hand{gap} "')
    assert formatted(loose) == aligned


def test_only_texts_are_wider_than_a_page() -> None:
    for path in RULESETS:
        for line in formatted(path.read_text(encoding="utf-8")).splitlines():
            breakable = any(word in FIRST | THEN for word in line.split()[1:])
            assert len(line) <= WIDTH or '"' in line or "--" in line or not breakable


def test_a_claim_of_what_can_happen_after_an_act_is_one_line() -> None:
    head = 'annex prove of caso\n  title "A case"\n\nclaim vuota "it may be empty"\n'
    loose = f"{head}  it can happen  after a take ,\n      table is empty\n  it can happen table is empty\n"
    assert formatted(loose) == f"{head}  it can happen after a take, table is empty\n  it can happen table is empty\n"


def test_a_list_is_distinguished_from_the_effect_behind_it() -> None:
    head = 'game caso\n  title "A case"\n\narticle 1 "Rules"\n'
    loose = f"{head}  c: after a play when rank is one of asso ,\n      tre,led becomes suit of card\n"
    assert formatted(loose) == f"{head}  c: after a play when rank is one of asso, tre, led becomes suit of card\n"
    effects = [node for node in parts(read(loose).items) if isinstance(node, tree.EffectLine)]
    assert [type(effect.body) for effect in effects] == [tree.Become]


def test_a_text_that_does_not_parse_is_reported() -> None:
    reported = format_source(Source("a.regole", "game caso\n  titel\n"))
    assert isinstance(reported, tuple)
    assert reported


@pytest.mark.parametrize("path", sorted(MISTAKES.glob("C02*.regole")), ids=lambda path: path.stem)
def test_a_text_that_does_not_parse_is_reported_in_every_language(path: Path) -> None:
    source = Source(path.name, path.read_text(encoding="utf-8", errors="surrogateescape"))
    refused = format_source(source)
    for language in ("it", "fr"):
        assert isinstance(format_in_language(source, language), tuple) == isinstance(refused, tuple)


WORDS = [p.read_text(encoding="utf-8") for p in RULESETS]


@st.composite
def disturbed(draw: st.DrawFn) -> str:
    """Return a ruleset with a changed layout but the same meaning: other spaces, blank lines, comments and line breaks."""
    lines: list[str] = []
    for written in draw(st.sampled_from(WORDS)).splitlines():
        line = written
        choice = draw(st.integers(0, 40)) if line.strip() else 40
        margin = line[: len(line) - len(line.lstrip())]
        if choice == 0:
            lines += ["", f"{margin}-- said before, and"]
        elif choice == 1:
            lines += ["", ""]
        elif choice == 2:
            lines.append(f"{' ' * draw(st.integers(0, 9))}-- anywhere")
        plain = '"' not in line and "--" not in line
        if choice == 3 and plain:
            line = line.replace(" when ", f"\n{margin}   when ")
        elif choice == 4 and plain:
            line = margin + line.strip().replace(" ", "  ").replace(",", " ,")
        elif choice == 5 and plain:
            line = f"{line}   -- behind, it has"
        lines.append(line)
    return "\n".join(lines) + draw(st.sampled_from(["", "\n", "\n\n  -- last", "\n-- last\n"]))


@given(disturbed())
@examples(15)
def test_formatting_is_independent_of_layout(text: str) -> None:
    holds(text)
