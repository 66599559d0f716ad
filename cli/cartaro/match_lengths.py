"""The length of matches between machine players, and how often looking ahead beats playing at random (decision 0148).

A shipped ruleset has them next to its text (`NAME.lengths.json`), for exactly these rules; `python -m tests.crosscheck.lengths`
plays them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cartaro.kept_results import LENGTHS, chosen_play_digest
from cartaro_grammar import Game
from cartaro_rulebook import PlayedLengths


def shipped_lengths(game: Game) -> PlayedLengths | None:
    """Return the lengths that are kept for a ruleset, if they are for these rules."""

    def parsed(found: Mapping[str, Any]) -> PlayedLengths:
        matches = [(int(hands), int(moves)) for hands, moves in found["matches"]]
        won, deals = (int(value) for value in found["won"])
        return PlayedLengths(len(matches), sum(hands for hands, _ in matches), sum(moves for _, moves in matches), won, deals)

    return LENGTHS.read(game.name, chosen_play_digest(game), parsed)


def lengths_text(game: Game, matches: list[tuple[int, int]], won: tuple[int, int]) -> str:
    """Return the lengths as they are shipped: hands and moves of each match; how many half deals were won, of how many."""
    return LENGTHS.text(game, chosen_play_digest(game), [f"[{hands}, {moves}]" for hands, moves in matches], {"won": [*won]})
