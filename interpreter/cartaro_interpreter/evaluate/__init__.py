"""Expressions compiled to closures: values, the search for arguments, and groups of cards that satisfy a condition."""
