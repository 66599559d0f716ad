"""The length of matches between machine players, and how often looking ahead beats playing at random (decision 0148).

A shipped ruleset has them next to its text (`NAME.lengths.json`), for exactly these rules; `python -m tests.crosscheck.lengths`
plays them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cartaro.kept_results import KeptResults
from cartaro_grammar import Game, cache_folder, play_digest
from cartaro_rulebook import PlayedLengths

LENGTHS = KeptResults("lengths", 1, rows="matches")


def shipped_lengths(game: Game) -> PlayedLengths | None:
    """Return the lengths that are kept for a ruleset, if they are for these rules."""

    def parsed(found: Mapping[str, Any]) -> PlayedLengths:
        matches = [(int(hands), int(moves)) for hands, moves in found["matches"]]
        won, deals = (int(value) for value in found["won"])
        return PlayedLengths(len(matches), sum(hands for hands, _ in matches), sum(moves for _, moves in matches), won, deals)

    return LENGTHS.read(game.name, lengths_digest(game), parsed)


def lengths_text(game: Game, matches: list[tuple[int, int]], won: tuple[int, int]) -> str:
    """Return the lengths as they are shipped: hands and moves of each match; how many half deals were won, of how many."""
    return LENGTHS.text(game, lengths_digest(game), [f"[{hands}, {moves}]" for hands, moves in matches], {"won": [*won]})


def lengths_digest(game: Game) -> str:
    """Return the digest of the rules of play with the values chosen, in hexadecimal digits."""
    chosen = repr((game.settings, game.players)).encode()
    return cache_folder.cache_key(play_digest(game.ruleset).encode(), chosen).hex()[:32]
