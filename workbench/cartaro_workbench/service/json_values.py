"""Answers as JSON: a dataclass is an object by the names of its fields, a tuple a list, a message its text in a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import cast

from cartaro_grammar import in_language
from cartaro_interpreter import Json


def json_values(value: object, language: str = "en") -> Json:
    """An answer of the workbench as JSON values; TypeError for what is none."""
    match value:
        case str():
            return in_language(value, language)
        case None | bool() | int() | float():
            return value
        case tuple() | list():
            return [json_values(member, language) for member in cast("Sequence[object]", value)]
        case Mapping():
            entries = cast("Mapping[object, object]", value)
            return {str(key): json_values(member, language) for key, member in entries.items()}
        case _ if is_dataclass(value) and not isinstance(value, type):
            return {field.name: json_values(getattr(value, field.name), language) for field in fields(value)}
        case _:
            raise TypeError(f"{type(value).__name__} is no answer")
