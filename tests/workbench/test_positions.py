"""Positions counted in UTF-16 units are converted to offsets and back, in texts of any kind."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cartaro_grammar import Source, Span
from cartaro_workbench.editing.document import (
    Edit,
    Position,
    Range,
    apply_edits,
    offset_in,
    plain_text,
    position_in,
    range_of,
    units,
)

TEXT = st.text(alphabet=st.sampled_from('ab \n"é♠𝄞🂡'), max_size=40)


@given(TEXT, st.integers(0, 50))
def test_there_and_back(text: str, offset: int) -> None:
    source = Source("x", text)
    place = position_in(source, min(offset, len(text)))
    assert offset_in(source, place) == min(offset, len(text))
    assert place.character == len(source.line_text(place.line + 1)[: source.column(offset) - 1].encode("utf-16-le")) // 2


def test_characters_beyond_the_first_plane_are_two() -> None:
    source = Source("x", "a🂡b\n♠é")
    assert position_in(source, 2) == Position(0, 3)
    assert offset_in(source, Position(0, 2)) == 1
    assert position_in(source, 6) == Position(1, 2)
    assert units("a🂡♠") == 4


def test_what_lies_outside_counts_as_the_nearest_end() -> None:
    source = Source("x", "ab\nc")
    assert offset_in(source, Position(0, 9)) == 2
    assert offset_in(source, Position(7, 0)) == 4
    assert offset_in(source, Position(-1, 3)) == 0


@given(TEXT, st.integers(0, 40), st.integers(0, 40), st.text(max_size=5))
def test_an_edit_is_of_its_place(text: str, one: int, other: int, new: str) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    place = range_of(Span(Source("x", text), start, end))
    assert apply_edits(text, (Edit("x", place, new),)) == text[:start] + new + text[end:]


def test_several_edits_and_other_line_ends() -> None:
    def at(line: int, start: int, end: int, text: str) -> Edit:
        return Edit("x", Range(Position(line, start), Position(line, end)), text)

    assert apply_edits("ab\r\ncd\rab", (at(0, 0, 1, "A"), at(2, 1, 2, "BB"), at(1, 0, 2, ""))) == "Ab\n\naBB"
    assert plain_text("\ufeffa\r\nb\rc\n") == "a\nb\nc\n"
