"""Shipped games played by both evaluators: some hands of each, with the smallest number of players."""

from __future__ import annotations

from tests.core_meaning.comparison import Comparison, Report
from tests.core_meaning.states import left_out
from tests.shipped_games import game_of, rules_of

GAMES = (
    "agram", "asino", "asso_piglia_tutto", "basra", "bestia", "briscola", "briscola_in_cinque", "casino", "chkobba", "cicera",
    "cirulla", "crazy_eights", "cribbage", "cucu", "durak", "escoba", "euchre", "five_card_draw", "go_fish", "guerra", "hearts",
    "leduc", "madrasso", "marianna", "napola", "oh_hell", "president", "rebello", "rubamazzo", "scopa", "scopa_a_perdere",
    "scopa_francese", "scopa_popolare", "scopone", "scopone_scientifico", "sette_e_mezzo", "spades", "sueca",
    "tablanette", "terziglio", "texas_holdem", "traversone", "tressette", "whist",
)  # fmt: skip
"""All shipped games whose constructs are covered: 44 of 49."""
LONG = frozenset({"scopa", "briscola", "tressette", "agram", "whist", "hearts", "guerra", "cucu", "asino", "rubamazzo"})
"""The games that are played for longer. In some others a capture from a full table has too many ways to list them all."""


def compare_shipped(name: str, hands: int, most_moves: int) -> Report:
    """Play some hands of a shipped game by both evaluators."""
    assert not left_out(game_of(name))
    report = Report()
    Comparison(rules_of(name), name, report, most_moves).play(hands)
    return report
