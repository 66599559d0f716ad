from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartaro_grammar.text.catalogue import LANGUAGES
from cartaro_grammar.text.diagnostic import CODES, MAX_COLUMNS, Diagnostic, Fix, Label, as_json, render
from cartaro_grammar.text.source import Source, Span
from cartaro_grammar.text.spelling import did_you_mean

Golden = Callable[[Path, str], None]

GOLDEN = Path(__file__).parent / "golden"

RULES = Source(
    "tavola.regole", 'game tavola\n\n  zone mazzo "the pack"\n  mazzo: player may lay cc\n\n\n  zone mazzo "again"\n'
)
WIDE = Source("large.regole", 'zone 牌桌 "卓" x\n')
LONG = Source("long.regole", "x " * 100 + "here " + "y " * 100 + "there\n")


def at(source: Source, word: str, text: str = "here", skip: int = 0) -> Label:
    start = source.text.index(word, skip)
    return Label(Span(source, start, start + len(word)), text)


CASES = {
    "place": Diagnostic(
        "C0101",
        "`cc` is not the name of cards",
        at(RULES, "cc", "no card has this name"),
        help="did you mean `c`?",
        fix=Fix(at(RULES, "cc").span, "c"),
    ),
    "two_places": Diagnostic(
        "C0101",
        "the name `mazzo` is given twice",
        at(RULES, "mazzo", "this has the same name", 70),
        (at(RULES, "mazzo", "this already has the name"), at(RULES, "mazzo:", "and of this")),
    ),
    "one_line": Diagnostic("C0101", "a word too many", at(RULES, "lay", "laid"), (at(RULES, "player", "by whom"),)),
    "two_files": Diagnostic("C0101", "`mazzo` is amended", at(WIDE, "x"), (at(RULES, "mazzo", "what is amended"),)),
    "wide": Diagnostic("C0101", "wide characters are measured", at(WIDE, '"卓"', "under the text"), (at(WIDE, "牌桌"),)),
    "long": Diagnostic("C0101", "a long line is cut", at(LONG, "here", "near the place"), (at(LONG, "there", "and far"),)),
    "end": Diagnostic("C0101", "the file ends", Label(Span(RULES, len(RULES.text), len(RULES.text)), "at its end")),
    "file": Diagnostic("C0101", "there is no file `none.regole`", None, help="or give a path", path="none.regole"),
    "warning": Diagnostic("C0101", "this is doubtful", at(RULES, "lay", ""), severity="warning"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_diagnostic_renders_as_its_golden_file(name: str, golden: Golden) -> None:
    golden(GOLDEN / f"{name}.txt", render(CASES[name]))


def test_colours_add_nothing_but_colours() -> None:
    painted = render(CASES["two_places"], color=True)
    assert "\x1b[1;31m" in painted
    assert re.sub(r"\x1b\[[\d;]*m", "", painted) == render(CASES["two_places"])


def test_json_has_every_field(golden: Golden) -> None:
    golden(GOLDEN / "place.json", json.dumps(as_json(CASES["place"]), indent=2, ensure_ascii=False))


def test_a_code_must_be_registered() -> None:
    with pytest.raises(ValueError, match="C9999"):
        Diagnostic("C9999", "no such code")


def test_codes_are_well_formed_and_their_titles_differ() -> None:
    assert all(re.fullmatch(r"C0[1-9]\d\d", code) for code in CODES)
    assert list(CODES) == sorted(CODES)
    assert len({info.title for info in CODES.values()}) == len(CODES)
    assert all(info.summary.endswith(".") and not info.title.endswith(".") for info in CODES.values())


@pytest.mark.parametrize(
    ("word", "candidates", "meant"),
    [
        ("mazo", ["mazzo", "tavola"], "mazzo"),
        ("Mazzo", ["mazzo"], "mazzo"),
        ("mazzo", ["mazzo"], None),
        ("quadri", ["mazzo", "tavola"], None),
        ("a", [], None),
        ("x" * 1000, ["x" * 999], None),
    ],
)
def test_a_close_word_is_suggested(word: str, candidates: list[str], meant: str | None) -> None:
    assert did_you_mean(word, candidates) == meant


def test_no_line_is_wider_than_can_be_read() -> None:
    source = Source("a.regole", "牌" * 500_000 + "e\u0301" * 200_000)
    for offset in (0, 400_000, 700_000, 899_999):
        shown = render(Diagnostic("C0101", "long", Label(Span(source, offset, offset + 5), "here")))
        assert max(len(line) for line in shown.splitlines()) < 5 * MAX_COLUMNS


ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60)
SOURCES = st.builds(Source, ANY_TEXT, ANY_TEXT)
SPANS = st.builds(Span, SOURCES, st.integers(-5, 70), st.integers(-5, 70))
LABELS = st.builds(Label, SPANS, ANY_TEXT)
FIXES = st.builds(Fix, SPANS, ANY_TEXT)
DIAGNOSTICS = st.builds(
    Diagnostic,
    st.sampled_from(sorted(CODES)),
    ANY_TEXT,
    st.none() | LABELS,
    st.lists(LABELS, max_size=3).map(tuple),
    st.none() | ANY_TEXT,
    st.none() | FIXES,
    st.sampled_from(["error", "warning"]),
    ANY_TEXT,
)


@given(DIAGNOSTICS, st.booleans(), st.sampled_from(LANGUAGES))
def test_any_diagnostic_renders(diagnostic: Diagnostic, color: bool, language: str) -> None:
    shown = render(diagnostic, color, language)
    shown.encode("utf-8")
    assert shown.count(f"[{diagnostic.code}]") >= 1
    assert "\r" not in shown
    if not color:
        assert "\x1b" not in shown
    json.dumps(as_json(diagnostic, language))
