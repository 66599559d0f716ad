"""JSON forms that are declared as Python types: they are decoded, encoded, and published as schemas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NotRequired, TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cartaro_interpreter import Json, json_model
from cartaro_interpreter.formats.json_model import Bounds, Form, Keys, Named, WrongValue, decode, encode, form_of, json_schema

Name = Annotated[str, Bounds(1), Named("name", "A name.")]


@dataclass(frozen=True)
class Seat:
    """A seat."""

    number: int
    kind: Literal["person", "machine"] = "person"


@dataclass(frozen=True)
class Table:
    """A table."""

    seats: tuple[Seat, ...]
    size: tuple[int, float]
    titles: Mapping[str, str | None]


@json_model.open_to(int)
class Sheet(TypedDict):
    """A sheet of points."""

    by: Annotated[Name, "Whose."]
    rows: NotRequired[Annotated[Sequence[Annotated[int, Bounds(0, 9)]], Bounds(1)]]
    sums: NotRequired[Annotated[Mapping[str, int], Keys("^[a-z]+$")]]


tables = st.builds(
    Table,
    st.lists(st.builds(Seat, st.integers(), st.sampled_from(["person", "machine"]))).map(tuple),
    st.tuples(st.integers(), st.floats(allow_nan=False, allow_infinity=False)),
    st.dictionaries(st.text(), st.none() | st.text()),
)


@given(tables)
def test_decoding_undoes_encoding(table: Table) -> None:
    assert decode(encode(table), form_of(Table), "") == table


@pytest.mark.parametrize(
    ("value", "form", "message"),
    [
        (True, form_of(int), "`x` has the wrong type"),
        (None, form_of(str), "`x` has the wrong type"),
        ("robot", form_of(Literal["person", "machine"]), "`x` has the wrong type"),
        ([1], form_of(tuple[int, int]), "`x` should have 2 members"),
        ([1, "2"], form_of(tuple[int, ...]), "`x[1]` has the wrong type"),
        ({"a": 1}, form_of(Mapping[str, str]), "`x.a` has the wrong type"),
        ([], form_of(Seat), "`x` should be an object"),
        ({"numbr": 1}, form_of(Seat), "there is no argument `numbr`: the arguments are `number`, `kind`"),
        ({"kind": "person"}, form_of(Seat), "the argument `number` is missing: the arguments are `number`, `kind`"),
    ],
)
def test_a_value_of_another_form_is_refused_at_its_place(value: Json, form: Form, message: str) -> None:
    with pytest.raises(WrongValue) as refused:
        decode(value, form, ".x")
    assert str(refused.value.message) == message


def test_a_member_with_a_default_may_be_absent() -> None:
    assert decode({"number": 3}, form_of(Seat), "") == Seat(3)


def test_a_schema_has_the_members_bounds_and_names_that_are_declared() -> None:
    schema = json_schema(Sheet, "Sheet")
    Draft202012Validator.check_schema(schema)
    assert schema == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Sheet",
        "description": "A sheet of points.",
        "type": "object",
        "required": ["by"],
        "properties": {
            "by": {"$ref": "#/$defs/name", "description": "Whose."},
            "rows": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 9}, "minItems": 1},
            "sums": {"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}, "additionalProperties": {"type": "integer"}},
        },
        "additionalProperties": {"type": "integer"},
        "$defs": {"name": {"type": "string", "minLength": 1, "description": "A name."}},
    }


def test_a_type_that_json_does_not_have_is_no_form() -> None:
    with pytest.raises(TypeError):
        form_of(set[int])
    with pytest.raises(TypeError):
        encode(object())
