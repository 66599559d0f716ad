from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cartaro_grammar.text.diagnostic import Diagnostic, render
from cartaro_grammar.text.reading import (
    MAX_BYTES,
    MAX_DIAGNOSTICS,
    ReadResult,
    read_source,
    source_from_bytes,
    source_from_text,
)
from cartaro_grammar.text.source import Source, Span


def the_only(loaded: ReadResult) -> Diagnostic:
    assert not isinstance(loaded, Source)
    assert len(loaded) == 1
    return loaded[0]


def of_bytes(data: bytes) -> Source:
    loaded = source_from_bytes(data, "a.regole")
    assert isinstance(loaded, Source), loaded
    return loaded


def test_byte_order_marks_and_line_ends_are_normalized() -> None:
    assert of_bytes(b"\xef\xbb\xbfgame a\r\nb\rc\n").text == "game a\nb\nc\n"


def test_lines_and_columns_count_code_points_from_one() -> None:
    source = of_bytes("game è\n  𝄞x\n".encode())
    at = source.text.index("x")
    assert (Span(source, at, at + 1).line, Span(source, at, at + 1).column) == (2, 4)
    assert Span(source, at, at + 1).text == "x"
    assert [source.line_text(n) for n in (1, 2, 3)] == ["game è", "  𝄞x", ""]


@pytest.mark.parametrize(("offset", "place"), [(-5, (1, 1)), (0, (1, 1)), (6, (1, 7)), (7, (2, 1)), (8, (2, 2)), (99, (2, 2))])
def test_an_offset_outside_is_clamped(offset: int, place: tuple[int, int]) -> None:
    source = of_bytes(b"game a\nb")
    assert (source.line(offset), source.column(offset)) == place


@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [
        (b"game a\n  caff\xe8 b\n", "C0102", 2, 7),
        (b"\xef\xbb\xbfgame a\r\n\xff\n", "C0102", 2, 1),
        (b"game \x00a\n", "C0106", 1, 6),
        ("game a\u202eb\n".encode(), "C0106", 1, 7),
        (b"game a\n\tx\n", "C0105", 2, 1),
        (b"game a -- said\tso\n", "C0105", 1, 15),
        ("game\u00a0a\n".encode(), "C0108", 1, 5),
    ],
)
def test_errors_are_reported_at_their_place(data: bytes, code: str, line: int, column: int) -> None:
    found = the_only(source_from_bytes(data, "a.regole"))
    assert found.code == code
    assert found.primary is not None
    assert (found.primary.span.line, found.primary.span.column) == (line, column)


def test_a_byte_that_is_not_utf8_is_reported_with_its_offset() -> None:
    found = the_only(source_from_bytes(b"\xef\xbb\xbfcaff\xe8\n", "a.regole"))
    assert "byte 7" in found.message
    assert found.help is not None
    assert "`è`" in found.help


def test_utf16_is_named() -> None:
    found = the_only(source_from_bytes("game a\n".encode("utf-16"), "a.regole"))
    assert found.help == "the file is encoded as UTF-16: save it as UTF-8"


@pytest.mark.parametrize("text", ["", "\n", "  \n\n", "-- only this", "  -- this\n\n-- and that\n"])
def test_a_file_without_rules_is_empty(text: str) -> None:
    assert the_only(source_from_text(text, "a.regole")).code == "C0104"


@pytest.mark.parametrize("text", ['a "one\ttwo"\n', 'a "-- no comment\t"\n', 'a "b\u00a0c" -- d\u00a0e\n', "a -- so it's\n"])
def test_quoted_texts_and_comments_keep_their_spaces(text: str) -> None:
    assert source_from_text(text, "a.regole") == Source("a.regole", text)


def test_a_tab_is_fixed() -> None:
    found = the_only(source_from_text("game a\n\t\tb\n", "a.regole"))
    assert found.fix is not None
    span = found.fix.span
    text = span.source.text
    assert text[: span.start] + found.fix.replacement + text[span.end :] == "game a\n    b\n"


def test_the_number_of_diagnostics_is_bounded() -> None:
    loaded = source_from_text("\ta\n" * 1000, "a.regole")
    assert isinstance(loaded, tuple)
    assert len(loaded) == MAX_DIAGNOSTICS


def test_files_are_read_and_refused(tmp_path: Path) -> None:
    good, large = tmp_path / "good.regole", tmp_path / "large.regole"
    good.write_bytes(b"game a\n")
    large.write_bytes(b"-" * (MAX_BYTES + 1))
    assert read_source(good, "good.regole") == Source("good.regole", "game a\n")
    assert the_only(read_source(large, "large.regole")).code == "C0103"
    assert the_only(read_source(tmp_path / "none.regole", "none.regole")).code == "C0101"
    assert the_only(read_source(tmp_path, "here")).code == "C0107"
    assert the_only(read_source(tmp_path / "a\0b", "a")).code == "C0101"
    assert the_only(read_source(tmp_path / ("a" * 300), "a")).code == "C0107"
    assert the_only(read_source(good / "inside", "inside")).code in {"C0101", "C0107"}


@given(
    st.one_of(st.binary(max_size=200), st.text(st.sampled_from('a \t\n\r"-\u00a0\u2028\ufeffè'), max_size=30).map(str.encode))
)
@example(b"\xef\xbb\xbf")
@example(b"\r\xff")
@example(b"a\r\xff")
def test_any_bytes_are_a_source_or_diagnostics(data: bytes) -> None:
    loaded = source_from_bytes(data, "a.regole")
    if isinstance(loaded, Source):
        assert loaded.text == data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        assert not loaded.text.startswith("\ufeff")
        return
    assert loaded
    for found in loaded:
        assert "\n" not in found.message
        assert found.message in render(found)


@given(st.text(max_size=80), st.integers(-3, 90))
def test_a_line_and_a_column_lead_back_to_the_offset(text: str, offset: int) -> None:
    source = Source("a.regole", text)
    back = source.line_start(source.line(offset)) + source.column(offset) - 1
    assert back == max(0, min(offset, len(text)))


UNSEEN = (
    "\u00ad",
    "\u034f",
    "\u180e",
    "\u200b",
    "\u200d",
    "\u2060",
    "\u3164",
    "\ufe0e",
    "\ufe0f",
    "\ufeff",
    "\U000e0041",
    "\x07",
)


@pytest.mark.parametrize("character", UNSEEN, ids=lambda one: f"U+{ord(one):04X}")
def test_a_character_that_cannot_be_seen_is_reported_in_a_word(character: str) -> None:
    found = the_only(source_from_text(f"game piccola\n  -- so\n  win{character}ner\n", "a.regole"))
    assert (found.code, found.primary and found.primary.span.column, found.fix and found.fix.replacement) == ("C0106", 6, "")
    assert f"U+{ord(character):04X}" in found.message
    assert "fix" not in render(found)


@pytest.mark.parametrize("character", UNSEEN[:-1], ids=lambda one: f"U+{ord(one):04X}")
def test_a_character_that_cannot_be_seen_is_reported_in_a_title(character: str) -> None:
    assert the_only(source_from_text(f'title "Pic{character}cola"\n', "a.regole")).code == "C0106"


EMOJI = (
    "\u2660\ufe0f",
    "\U0001f469\u200d\U0001f680",
    "\U0001f3f4\U000e0067\U000e0062\U000e007f",
    "1\ufe0f\u20e3",
    "\u0646\u200c\u0647",
)


@pytest.mark.parametrize("emoji", EMOJI)
def test_emoji_and_joined_letters_are_kept_in_quoted_texts_and_comments(emoji: str) -> None:
    text = f'a "b {emoji} c" -- {emoji}\n'
    assert source_from_text(text, "a.regole") == Source("a.regole", text)


def test_a_soft_hyphen_is_kept_in_a_comment_and_a_direction_mark_is_not() -> None:
    assert isinstance(source_from_text("a -- so\u00adso\n", "a.regole"), Source)
    assert the_only(source_from_text("a -- so\u202eso\n", "a.regole")).code == "C0106"


def test_accents_apart_from_their_letters_are_composed_by_one_fix() -> None:
    text = 'la carta e\u0300 la cima "perche\u0301"\npuo\u0300\n'
    found = the_only(source_from_text(text, "a.regole"))
    assert found.fix is not None
    assert (found.code, found.primary and found.primary.span.text) == ("C0106", "e\u0300")
    assert found.fix.span.text == text
    assert found.fix.replacement == 'la carta è la cima "perché"\npuò\n'
    assert isinstance(source_from_text(found.fix.replacement, "a.regole"), Source)


def test_an_accent_without_a_letter_is_deleted() -> None:
    found = the_only(source_from_text("game x\u0302\n", "a.regole"))
    assert (found.code, found.fix and found.fix.span.start, found.fix and found.fix.replacement) == ("C0106", 6, "")
