"""Statements about sets of choices, made with boxes, are true of the choices when these are enumerated one by one."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from cartaro_verify import boxes
from cartaro_verify.boxes import Box

AXES = {"a": ("1", "2", "3"), "b": ("1", "2"), "c": ("1", "2", "3")}
CHOICES = [dict(zip(AXES, values, strict=True)) for values in product(*AXES.values())]
VALUES = {name: st.frozensets(st.sampled_from(values), min_size=1) for name, values in AXES.items()}
BOX = st.fixed_dictionaries({}, optional=VALUES)
BOXES = st.lists(BOX, max_size=5)


def within(*some: Box) -> list[dict[str, str]]:
    """Return the choices in a union of boxes."""
    return [each for each in CHOICES if any(all(each[name] in box[name] for name in box) for box in some)]


def are_disjoint(some: list[Box]) -> bool:
    return sum(len(within(box)) for box in some) == len(within(*some))


@given(BOX)
def test_a_box_has_its_choices(box: Box) -> None:
    assert [each for each in CHOICES if boxes.contains(box, each)] == within(box)
    assert boxes.size(AXES, box) == len(within(box))


@given(BOX, BOX)
def test_an_intersection_has_the_choices_of_both(first: Box, second: Box) -> None:
    both, found = [each for each in within(first) if each in within(second)], boxes.intersection(first, second)
    assert (within(found) if found is not None else []) == both
    assert (found is None) == (not both)


@given(BOX, BOX)
def test_a_difference_has_the_other_choices(box: Box, other: Box) -> None:
    found = boxes.difference(AXES, box, other)
    assert within(*found) == [each for each in within(box) if each not in within(other)]
    assert are_disjoint(found)
    assert all(within(each) for each in found)


@given(BOX, BOXES)
def test_what_boxes_leave_out_is_what_they_do_not_cover(box: Box, others: list[Box]) -> None:
    left, found = [each for each in within(box) if each not in within(*others)], boxes.outside(AXES, box, others)
    assert within(*found) == left
    assert are_disjoint(found)
    assert boxes.is_covered(AXES, box, others) == (not left)


@given(BOXES)
def test_choices_in_several_boxes_are_counted_once(some: list[Box]) -> None:
    assert boxes.count(AXES, some) == len(within(*some))


@given(BOXES)
def test_the_fewest_boxes_have_the_same_choices(some: list[Box]) -> None:
    found = boxes.fewest(AXES, some)
    assert within(*found) == within(*some)
    assert all(within(*(other for other in found if other is not box)) != within(*found) for box in found)


@given(BOX, BOXES)
def test_what_is_kept_clear_of_some_boxes_meets_none_of_them(box: Box, others: list[Box]) -> None:
    found = boxes.largest_outside(AXES, box, others)
    if found is not None:
        assert within(found)
        assert all(each in within(box) and each not in within(*others) for each in within(found))


def test_pairs_that_make_up_one_box_are_that_box() -> None:
    pairs = [{"a": frozenset({value}), "b": frozenset({other})} for value in "23" for other in "12"]
    assert boxes.fewest(AXES, pairs) == [{"a": frozenset({"2", "3"})}]
    assert boxes.largest_outside(AXES, {}, [{"b": frozenset({"1"}), "a": frozenset({"2", "3"})}]) == {"b": frozenset({"2"})}
    assert boxes.largest_outside(AXES, {"b": frozenset({"1"})}, [{"b": frozenset({"1"})}]) is None
