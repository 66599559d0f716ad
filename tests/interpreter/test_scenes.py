"""Examples that break a rule, enter a finding, or leave something undone in a turn."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.interpreter.material import RULESETS
from tests.shipped_games import amended

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_interpreter import run_examples

HANDS = """  hand holds 2D 3C AB
  hand of player after player holds 4B 5S
  table holds 4C
"""


def failures(folder: Path, lines: str) -> list[str]:
    """Return the failures of one example about the arbiter's game."""
    (folder / "arbitro.regole").write_text((RULESETS / "arbitro.regole").read_text(encoding="utf-8"), encoding="utf-8")
    text = f'annex prove of arbitro\n\nexample e "e"\n{HANDS}{lines}'
    (folder / "arbitro.prove.regole").write_text(text, encoding="utf-8")
    game = load_game(folder / "arbitro.regole")
    assert isinstance(game, Game), [(d.code, d.message) for d in game]
    [result] = run_examples(game)
    return [d.message for d in result.failures]


HOLDING = {
    "a barred move is done": "  do lay 3C despite seme\n  check table = 3C 4C\n  do lay 4B\n",
    "as far as all that bars it is named": "  do lay AB despite asso, seme\n  check AB is in table\n",
    "a finding": "  do exposed 2D from player\n  player may only lay 2D\n  do lay 2D\n  check shown is empty\n",
    "a finding of another's": "  do exposed 5S from seen_next\n  check shown of player after player = 5S\n",
    "the player is whoever is in turn": "  do lay 2D\n  do exposed 5S from player\n  check shown = 5S and seen is player\n",
    "an answer and a side": "  do miscount from player as stop\n  check points of side = 6\n",
    "a finding that ends the turn": "  do miscount from player as skip\n  player may only lay 4B or lay 5S\n",
    "a check after the turn": "  do lay 2D\n  check knocks of side = 0\n  player may only lay 4B or lay 5S\n",
    "a may of the next turn": "  do lay 2D\n  player may lay 4B\n  do lay 4B\n  do lay 3C\n",
    "a line that goes on with the turn": "  do lay 2D\n  player may knock\n  check player can knock\n",
    "a check before what goes on with the turn": "  do lay 2D\n  check 2D is in table\n  do knock\n  check knocks = 1\n",
    "a move taken back has not happened": "  do lay 3C ruled rimessa\n  check table = 4C\n  do lay 2D\n",
    "each that bars it has its ruling": "  do lay AB ruled asso_rimesso, rimessa\n  check AB is in hand\n",
    "a ruling in the next turn": "  do lay 2D\n  do lay 4B\n  do lay AB ruled asso_rimesso\n  player may lay 3C\n",
    "nothing is left out before anything was done": "  check number of table = 1\n  player may lay 2D\n",
}
FAILING = {
    "legal": ("  do lay 2D despite seme\n", "`lay 2D` is legal: nothing forbids it"),
    "not all is named": ("  do lay AB despite asso\n", "`lay AB` is forbidden only by `seme` and `asso`"),
    "too much is named": ("  do lay 3C despite asso, seme\n", "`lay 3C` is forbidden only by `seme`"),
    "legal, and ruled on": ("  do lay 2D ruled rimessa\n", "`lay 2D` is legal: nothing forbids it"),
    "not all is ruled on": (
        "  do lay AB ruled rimessa\n",
        "`lay AB` is forbidden by `seme` and `asso`: give the ruling of each of them, and no other"
    ),
    "too much is ruled on": (
        "  do lay 3C ruled rimessa, asso_rimesso\n",
        "`lay 3C` is forbidden by `seme`: give the ruling of each of them, and no other"
    ),
    "ruled on for another reason": (
        "  do lay 4B ruled rimessa\n",
        "`lay 4B` is not legal for another reason as well: the value of `card` is not one of the choices",
    ),
    "another reason": (
        "  do lay 4B despite seme\n",
        "`lay 4B` is not legal for another reason as well: the value of `card` is not one of the choices",
    ),
    "not told": ("  do lay 3C\n", "`lay 3C` is not legal: `seme` forbids it"),
    "a finding of another card": (
        "  do exposed 4B from player\n", "`exposed 4B from 1` cannot be entered: the value of `card` is not one of the choices"
    ),
    "a finding that says too little": ("  do exposed 4B\n", "the move does not give its `who` as the act requires"),
    "what was open is not": (
        "  do lay 2D\n  player may lay 4B\n  player may knock\n", "`knock` is not legal: this act is not possible at this time"
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", HOLDING)
def test_what_an_example_does_comes_to_what_it_says(tmp_path: Path, case: str) -> None:
    assert failures(tmp_path, HOLDING[case]) == []


@pytest.mark.parametrize("case", FAILING)
def test_an_example_that_cannot_be_states_why(tmp_path: Path, case: str) -> None:
    lines, message = FAILING[case]
    assert failures(tmp_path, lines)[0] == message


OUT = """variant fuori of scopa
  title "Fuori"

article 8 "Fuori"
  act call_out
    says it "chiamarsi fuori" en "call out" fr "se déclarer dehors"
    end the match
  si_chiama: in a turn, after gioca, the player may call_out
  fuori: the player may call_out
"""


def test_a_step_that_is_added_leaves_the_examples_of_the_base_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "fuori.regole").write_text(OUT, encoding="utf-8")
    game, base = load_game(tmp_path / "fuori.regole"), load_game("scopa")
    assert isinstance(game, Game), [(d.code, d.message) for d in game]
    assert isinstance(base, Game)
    results = run_examples(amended(game, examples=base.ruleset.examples))
    assert len(results) > 30
    assert [(result.example.name, result.failures) for result in results if not result.holds] == []


SCOPONE_HANDS = "  table holds 6C AS 5D 2B\n  hand holds 7B 6S RD\n  hand of player after player holds FS 3S\n"
MADE_GOOD: dict[str, tuple[str, list[str]]] = {
    "a take of the card": ("  do take 6C AS with 7B\n  check won of side = 6C AS 7B\n", []),
    "another card": ("  do lay RD\n", ["`lay RD` is not legal: the ruling `rilevata` requires another move"]),
    "another card is legal": ("  player may lay RD\n", ["`lay RD` is not legal: the ruling `rilevata` requires another move"]),
    "all that is legal": (
        "  player may only take 6C AS with 7B\n", ["`take 2B 5D with 7B` is legal too"]
    ),
    "because of the ruling": ("  player may not lay RD because rilevata\n", []),
    "noticed again": (
        "  do lay 6S ruled rilevata\n", ["`lay 6S` is not legal: the ruling `rilevata` requires another move"]
    ),
    "unnoticed": (
        "  do lay 6S despite obbligo\n", ["`lay 6S` is not legal: the ruling `rilevata` requires another move"]
    ),
    "a finding": (
        "  do exposed 6S from player\n", ["`exposed 6S from 1` cannot be entered: the ruling `rilevata` requires another move"]
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", MADE_GOOD)
def test_what_a_ruling_leaves_to_do(case: str, tmp_path: Path) -> None:
    lines, reported = MADE_GOOD[case]
    text = f'variant prova of scopone\n  title "Prova"\n\nexample e "e"\n{SCOPONE_HANDS}  do lay 7B ruled rilevata\n{lines}'
    (tmp_path / "prova.regole").write_text(text, encoding="utf-8")
    game = load_game(tmp_path / "prova.regole")
    assert isinstance(game, Game), [(d.code, d.message) for d in game]
    [result] = [one for one in run_examples(game) if one.example.name == "e"]
    assert [d.message for d in result.failures] == reported


EQUAL_CARDS = """game doppio
  title "Doppio"

article 1 "Carte"
  semi: every card has a suit
    cuori "H"
    fiori "K"
  valori: every card has a rank with value
    asso "A" 1
    due "2" 2
  mazzi: the pack has 2 of every rank and suit
  pile stock
  zone table
  zone hand of each player
  zone won of each player

article 2 "Turni"
  act take taken with card
    card is one of hand
    taken is one of table
    move card, taken to won
  act lay card
    card is one of hand
    move card to table
  giocatori: there are 2 players
  gioca: in a turn the player must take or lay
  inizia: the play begins with the last player
  passa: the turn passes to the player after player
  dare: at the start of the hand, shuffle all cards into stock
  prende: the player may take when value of taken = value of card
  lascia: the player may lay
  obbligo despite lascia: the player may not lay when the player can take with card
  rilevata: on breach of obbligo at once, the player must take with card
  fine: the hand ends when every hand is empty

"""


@pytest.mark.parametrize("card", ["AK", "AK'"])
def test_an_equal_card_makes_a_breach_good(card: str, tmp_path: Path) -> None:
    example = f"""example e "e"
  table holds AH AH'
  hand holds AK AK' 2K
  hand of player after player holds 2H
  do lay {card} ruled rilevata
  player may take AH with {card}
  player may take AH' with {card}
  player may not lay 2K because rilevata
  do take AH with {card}
  check number of won is 2
"""
    (tmp_path / "doppio.regole").write_text(EQUAL_CARDS + example, encoding="utf-8")
    game = load_game(tmp_path / "doppio.regole")
    assert isinstance(game, Game), [(d.code, d.message) for d in game]
    [result] = run_examples(game)
    assert [d.message for d in result.failures] == []
