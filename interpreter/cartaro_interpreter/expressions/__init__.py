"""Expressions compiled to code: the meaning of every construct that has a value, and the search for what a parameter may be."""
