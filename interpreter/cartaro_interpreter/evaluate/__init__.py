"""Expressions compiled to closures: their values, the search for arguments, groups of cards that satisfy a condition."""
