"""Reading and writing JSON text."""

from __future__ import annotations

import pytest

from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import parse_json

HARD = {
    "escaped quotes without an end": '"\\' * 1_000_000,
    "a long text": '"' + "a" * 4_900_000,
    "backslashes": '"' + "\\\\" * 2_400_000,
    "quotes": '"a' * 2_000_000,
    "objects": '{"a":' * 900_000,
}


@pytest.mark.parametrize("name", HARD)
def test_a_text_is_read_in_one_pass(name: str) -> None:
    """Each fault is reported; a reader that started again at every quotation mark would take almost forever."""
    assert isinstance(parse_json(HARD[name]), Diagnostic)
