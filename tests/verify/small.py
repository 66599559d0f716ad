"""Small games for the verifier's tests: two suits with three ranks each; each player gets a card, and they are kept one after
the other.
"""

from __future__ import annotations

from pathlib import Path

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_verify import Result, verify

BASE = """
game small
  title "Small"
  source T "Home" covers T1 to T4

article 1 "Pack" (T1)
  suits: every card has a suit
    red "R" "red / reds"
    black "N" "black / blacks"
  ranks: every card has a rank with value
    ace "A" 1 "ace / aces"
    two "2" 2 "two / twos"
    three "3" 3 "three / threes"
  pack "pack": the pack has 1 of every rank and suit
  seats: there are {players} players
  direction: play runs anticlockwise
  sides: the sides are single players

article 2 "Places" (T2)
  pile stock "the stock"
  zone table "the table"
  zone hand of each player "the hand / the hands"
  zone won of each side "the cards won (pl)"
  own: each player sees hand
  open: everyone sees table
{places}

article 3 "Course" (T3)
  at the start of the hand
    shuffles: shuffle all cards into stock
{deal}
  act keep card
    says "keep {{card}}"
    card is one of hand of player
{lays}
  keeps: {may}
  plays: {plays}
  over: the hand ends when every hand is empty
{course}

article 4 "Match" (T4)
{match}

{claims}
"""

USUAL = {
    "players": "2",
    "places": "",
    "deal": "deals: deal 1 from stock to each hand",
    "lays": "move card to won",
    "may": "the player may keep",
    "plays": "in a turn the player must keep",
    "course": "begins: the play begins with the last player\npasses: the turn passes to the player after player",
    "claims": "",
    "match": "wins: the winner is the side with highest number of won\nends: the match ends",
}
DEPTH = {"places": 2, "deal": 4, "lays": 4, "course": 2, "match": 2}


def small(folder: Path, **parts: str) -> Game:
    """Return the small game, with these parts instead of the usual ones."""
    texts = {**USUAL, **parts}
    laid = {k: "\n".join(" " * DEPTH.get(k, 0) + line for line in t.splitlines()) for k, t in texts.items()}
    path = folder / "small.regole"
    path.write_text(BASE.format(**laid), encoding="utf-8")
    game = load_game(path, {})
    assert isinstance(game, Game), [found.message for found in game]
    return game


def decided(name: str, game: Game) -> Result:
    """Return the verifier's result on one obligation or claim."""
    (found,) = verify(game, only=name)
    return found
