"""Tallies: which definitions are counts that a table shows, and to which player."""

from __future__ import annotations

from pathlib import Path

from tests.interpreter.small_games import position, text_of

from cartaro_grammar import Game, load_game
from cartaro_interpreter import Rules, compile_game, counted_cards, mask_of, tallies_seen

PLAY = """
act lay card
  card is one of hand
  move card to done of side of the player
libera: the player may lay
gioca: in a turn the player must lay
"""

TALLIES = """
counter chips of each player for the hand it "la fiche" en "the chip" fr "le jeton"
tutte: pool is total of chips of x over x in players
doppie: twice is pool * 2
restano: lacking is 10 - pool
meta: half_done of x is number of done of x divided by 2, rounded down
mie: held of x is number of denari in hand of x
di_denari: shown_coins of x is number of denari in done of x
quanti: lucky is number of (players where chips is 1)
segreto: unnamed is total of chips of x over x in players
"""

WORDS = """words
  pool        it "il piatto" en "the pool" fr "le pot"
  twice       it "il doppio" en "the double" fr "le double"
  lacking     it "ciò che manca" en "the rest" fr "le reste"
  half_done   it "le coppie (pl)" en "the pairs (pl)" fr "les paires (pl)"
  held        it "i denari in mano (pl)" en "the coins in hand (pl)" fr "les deniers en main (pl)"
  shown_coins it "i denari giocati (pl)" en "the coins played (pl)" fr "les deniers joués (pl)"
  lucky       it "i fortunati (pl)" en "the lucky (pl)" fr "les chanceux (pl)"
"""

TABLE = {"hand": {"1": ["2D", "3D"], "2": ["4D"]}, "done": {"1": ["5D", "6D", "7S"], "2": []}}


def rules_of(folder: Path, lines: str, words: str = WORDS) -> Rules:
    path = folder / "prova.regole"
    path.write_text(text_of(PLAY.strip() + lines) + words, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    rules = compile_game(game)
    assert isinstance(rules, Rules), rules
    return rules


def test_a_definition_that_only_counts_and_adds_is_a_tally(tmp_path: Path) -> None:
    """A difference is none, nor a number of players, nor a definition without a name in words."""
    rules = rules_of(tmp_path, TALLIES)
    state = position(rules, dict(TABLE), counters={"chips": {"1": 1, "2": 3}}, turn=1)
    found = {tally.function: dict(values) for tally, values in tallies_seen(rules, state, 0)}
    assert found == {
        "pool": {0: 4},
        "twice": {0: 8},
        "half_done": {0: 1, 1: 0},
        "held": {0: 2},
        "shown_coins": {0: 2, 1: 0},
    }


def test_a_tally_of_hidden_cards_is_known_to_their_owner_only(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, TALLIES)
    state = position(rules, dict(TABLE), turn=1)
    for player, held in ((0, {0: 2}), (1, {1: 1})):
        assert [dict(values) for tally, values in tallies_seen(rules, state, player) if tally.function == "held"] == [held]


def test_the_cards_that_are_counted_or_shown_at_the_count_lie_open(tmp_path: Path) -> None:
    """A size is public and opens nothing; cards that are shown under a condition lie open only if it holds."""
    lines = """
counter chips of each player for the hand it "la fiche" en "the chip" fr "le jeton"
denari_presi: each side scores number of denari in done
mostrano: at the count of the hand, show hand of (players where chips is 1) when stock is empty
"""
    rules = rules_of(tmp_path, lines, "")
    state = position(rules, dict(TABLE), counters={"chips": {"1": 0, "2": 1}}, turn=1)
    number = rules.game.card_number
    assert counted_cards(rules, state) == mask_of([number[code] for code in ("5D", "6D", "7S", "4D")])
    full = position(rules, {**TABLE, "stock": ["RC"]}, counters={"chips": {"1": 0, "2": 1}}, turn=1)
    assert counted_cards(rules, full) == mask_of([number[code] for code in ("5D", "6D", "7S")])
