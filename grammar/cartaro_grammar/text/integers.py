"""Integers as authors write them: digits, with a minus sign before them if they are negative."""

from __future__ import annotations


def is_integer(text: str) -> bool:
    """Return whether a word is an integer in ASCII digits, `-10` included; then `int` reads it."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit()
