"""Shipped games played by both evaluators: some hands of each, with the smallest number of players."""

from __future__ import annotations

from tests.core_meaning.comparison import Comparison, Report
from tests.core_meaning.states import left_out
from tests.shipped_games import game_of, rules_of

GAMES = (
    "scopa", "briscola", "tressette", "agram", "whist", "hearts", "guerra", "cucu", "asino", "rubamazzo",
)  # fmt: skip


def compare_shipped(name: str, hands: int, most_moves: int) -> Report:
    """Play some hands of a shipped game by both evaluators."""
    assert not left_out(game_of(name))
    report = Report()
    Comparison(rules_of(name), name, report, most_moves).play(hands)
    return report
