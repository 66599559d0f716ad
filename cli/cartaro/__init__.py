"""Cartaro: a language for the rules of card games. One text is played, proved and printed.

    scopa = cartaro.load("scopa")           a `Ruleset`; an error in its text raises `RulesetError`
    game = scopa.game(players=4, punti=21)  a `Game`: number of players, house rules
    state = game.deal(seed=1)               a `State`: legal moves, play, explanations
    game.play("good", "random")             a `Record` of a hand or a match
    game.verify("conserved")                a `Verdict` on each obligation and claim
    game.rulebook("it")                     the rulebook as HTML

All other modules are private. A name's module is imported when the name is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cartaro.api import (
        Example,
        Game,
        Language,
        Move,
        PlayerKind,
        Record,
        Ruleset,
        RulesetError,
        State,
        Verdict,
        check,
        format_text,
        load,
        load_text,
        shipped,
    )
    from cartaro_grammar import Diagnostic, Fix, Label, Span

__all__ = [
    "Diagnostic",
    "Example",
    "Fix",
    "Game",
    "Label",
    "Language",
    "Move",
    "PlayerKind",
    "Record",
    "Ruleset",
    "RulesetError",
    "Span",
    "State",
    "Verdict",
    "check",
    "format_text",
    "load",
    "load_text",
    "shipped",
]
FROM_THE_GRAMMAR = frozenset({"Diagnostic", "Fix", "Label", "Span"})


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module("cartaro_grammar" if name in FROM_THE_GRAMMAR else "cartaro.api"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
