"""Cartaro: one text in a language for the rules of card games; play it, prove it, print it.

The public functions, for programs: `load_game` gives a checked game; `cartaro_interpreter`, `cartaro_verify` and
`cartaro_rulebook` play, prove and print it.
"""

from cartaro_grammar import Diagnostic, Game, load_game, render, shipped

__all__ = ["Diagnostic", "Game", "load_game", "render", "shipped"]
