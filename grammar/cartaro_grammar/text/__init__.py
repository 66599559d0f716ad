"""Texts and the places in them: bytes become a source, and what is wrong at a place is a value with a code."""
