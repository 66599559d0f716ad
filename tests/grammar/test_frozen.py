"""Frozen classes behave like the dataclasses of the library in every visible respect."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartaro_grammar.text.frozen import frozen


@frozen
class Pair:
    left: int
    right: str = "r"
    kept: tuple[int, ...] = field(default_factory=tuple[int, ...], repr=False)
    place: object = field(compare=False, default=None)


@frozen
class Other:
    left: int
    right: str = "r"


@frozen
class Empty:
    pass


PAIR: Callable[..., object] = Pair
OTHER: Callable[..., object] = Other


class Library:
    @dataclass(frozen=True, slots=True)
    class Pair:
        left: int
        right: str = "r"
        kept: tuple[int, ...] = field(default_factory=tuple[int, ...], repr=False)
        place: object = field(compare=False, default=None)


PAIRS = st.tuples(st.integers(0, 2), st.sampled_from("rs"), st.sampled_from([(), (1,)]), st.integers(0, 1))


@given(PAIRS, PAIRS)
def test_values_compare_as_the_librarys_do(
    one: tuple[int, str, tuple[int, ...], int], other: tuple[int, str, tuple[int, ...], int]
) -> None:
    assert (Pair(*one) == Pair(*other)) == (Library.Pair(*one) == Library.Pair(*other))
    assert hash(Pair(*one)) == hash(Library.Pair(*one))
    assert f"Library.{Pair(*one)!r}" == repr(Library.Pair(*one))


def test_values_of_two_classes_are_never_equal() -> None:
    @frozen
    class New:
        left: int

    @frozen
    class Newer:
        left: int

    assert cast(object, New(1)) != Newer(1)
    assert cast(object, Newer(1)) != 1
    assert New(1) == New(1)
    assert len({New(1), New(1), Newer(1)}) == 2


def test_a_value_can_be_hashed_before_it_is_compared() -> None:
    @frozen
    class New:
        left: int

    assert hash(New(1)) == hash((1,))
    assert New(1) == New(1)


def test_values_are_given_in_order_or_by_name() -> None:
    assert Pair(1, "b", (2,), 3) == Pair(right="b", left=1, kept=(2,))
    assert Pair(1).right == "r"
    assert Pair(1).kept == ()
    assert replace(Pair(1), right="x") == Pair(1, "x")
    assert [part.name for part in fields(Pair)] == ["left", "right", "kept", "place"]
    assert Empty() == Empty()


@pytest.mark.parametrize("named", [{}, {"left": 1, "middle": 2}, {"right": "b"}])
def test_missing_and_surplus_values_are_refused(named: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        PAIR(**named)
    with pytest.raises(TypeError):
        OTHER(1, "b", *named.values(), 3)


def test_a_value_given_twice_is_refused() -> None:
    with pytest.raises(TypeError):
        OTHER(1, "b", left=1)


def test_values_do_not_change() -> None:
    pair = Pair(1)
    with pytest.raises(FrozenInstanceError):
        object.__getattribute__(pair, "__setattr__")("left", 2)
    with pytest.raises(FrozenInstanceError):
        object.__getattribute__(pair, "__delattr__")("left")
    assert not hasattr(pair, "__dict__")


def test_values_are_matched_copied_and_pickled() -> None:
    match Pair(1, "b"):
        case Pair(left, right):
            assert (left, right) == (1, "b")
    pair = Pair(1, "b", (2,), 3)
    for again in (copy.copy(pair), copy.deepcopy(pair), pickle.loads(pickle.dumps(pair))):
        assert again == pair
        assert again.place == 3
