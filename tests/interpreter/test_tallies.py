"""Tallies: which definitions are counts that a table shows, and to which player."""

from __future__ import annotations

from pathlib import Path

from tests.interpreter.small_games import position, text_of

from cartaro_grammar import Game, load_game
from cartaro_interpreter import Json, Rules, compile_game, counted_cards, heading_figures, mask_of, tallies_seen

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


def test_cards_that_everybody_saw_on_their_way_are_counted_for_all(tmp_path: Path) -> None:
    """The same pile is not counted if cards come to it out of a hand."""
    open_way = """
zone kept of each side it "il mazzetto" en "the pile" fr "le tas"
alla_fine: at the end of the turn, move done of side of the player to kept of side of the player
presi: coins_kept of x is number of denari in kept of x
each_coin: each side scores 2 * number of denari in kept
"""
    hidden_way = open_way.replace("move done of side of the player", "move hand of the player")
    words = 'words\n  coins_kept it "i denari (pl)" en "the coins (pl)" fr "les deniers (pl)"\n'
    table: dict[str, Json] = {**TABLE, "kept": {"1": ["2D", "3D"], "2": ["4D"]}, "hand": {"1": [], "2": []}}
    for lines, known in ((open_way, {"coins_kept": {0: 2, 1: 1}}), (hidden_way, {})):
        rules = rules_of(tmp_path, lines, words)
        state = position(rules, table, turn=1)
        assert {tally.function: dict(values) for tally, values in tallies_seen(rules, state, 0)} == known
        figures = [(one.heading, one.points, dict(one.values)) for one in heading_figures(rules, state, 0)]
        figures.remove(("conto", True, {0: 3, 1: 0}))
        assert figures == ([("each_coin", True, {0: 4, 1: 2})] if known else [])
        assert {one.heading for one in heading_figures(rules, state, None)} == {"conto", "each_coin"}


def test_a_heading_has_the_first_number_on_which_the_sides_differ(tmp_path: Path) -> None:
    """A number that cannot differ between the sides is not shown."""
    lines = """
piu_carte: the side with highest number of done then highest number of denari in done scores 1
tre: each side scores 1 when number of done is at least 3
uno: each side scores 1 when 7S is in done
vuoto: each side scores 1 when number of done of players is at least 3
"""
    rules = rules_of(tmp_path, lines, "")
    for laid, expected in (
        ({"1": ["5D", "6D", "7S"], "2": []}, {"piu_carte": {0: 3, 1: 0}, "tre": {0: 3, 1: 0}}),
        ({"1": ["5D", "6D"], "2": ["7S", "7D"]}, {"piu_carte": {0: 2, 1: 1}, "tre": {0: 2, 1: 2}}),
    ):
        state = position(rules, {**TABLE, "done": laid}, turn=1)
        figures = [one for one in heading_figures(rules, state, None) if one.heading != "conto"]
        assert {one.heading: dict(one.values) for one in figures} == expected
        assert not any(one.points for one in figures)
