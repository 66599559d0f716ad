"""Errors of the operating system are worded in the reader's language, or quoted."""

from __future__ import annotations

import errno

import pytest

from cartaro_grammar import os_error_reason, translate


@pytest.mark.parametrize(
    ("number", "english", "italian"),
    [
        (errno.ENOSPC, "there is no space left", "non c'è più spazio"),
        (errno.EACCES, "permission is denied", "il permesso è negato"),
        (errno.EPIPE, "the system reports: “Broken pipe”", "il sistema segnala: «Broken pipe»"),
    ],
)
def test_an_os_error_is_worded_or_quoted(number: int, english: str, italian: str) -> None:
    reported = os_error_reason(OSError(number, "Broken pipe"))
    assert reported is not None
    assert (reported, translate(reported, "it")) == (english, italian)


def test_an_os_error_without_a_text_has_no_reason() -> None:
    assert os_error_reason(ValueError("embedded null byte")) is None
    assert os_error_reason(OSError()) is None
