"""Small games that each test a single question: a test puts its own lines into the text of the smallest game."""

from __future__ import annotations

from pathlib import Path

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_interpreter import Json, Rules, State, compile_game, legal_moves, phrase, read_position, step

OPENING = """game prova
  title "Prova"
  use italian_deck
article 1 "Luoghi"
  pile stock it "il mazzo" en "the stock" fr "le talon"
  zone hand of each player it "la mano" en "the hand" fr "la main"
  zone done of each side it "le giocate (pl)" en "the cards played (pl)" fr "les cartes jouées (pl)"
  counter points of each side for the match it "il punto" en "the point" fr "le point"
  giocatori: there are 2 players
  senso: play runs clockwise
  mano: each player sees hand
  viste: everyone sees done
  at the start of the hand
    mescola: shuffle all cards into stock
    distribuisce: deal 2 from stock to each hand
  avanti: the play begins with the last player
  passa: the turn passes to the player after player
  fine: the hand ends when every hand is empty
  conto: each side scores number of done
  somma: at the count of the hand, add score of side to points for each side
  vince: the match ends when some x in sides has points of x is at least 1
"""


def text_of(lines: str) -> str:
    """Return the smallest game with further lines, indented as in an article."""
    return OPENING + "".join(f"  {line}\n" if line.strip() else "\n" for line in lines.strip("\n").split("\n"))


def game_with(folder: Path, lines: str) -> Game:
    """The game with further lines, as it is loaded from a file."""
    path = folder / "prova.regole"
    path.write_text(text_of(lines), encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), [(found.code, found.message, found.help) for found in game]
    return game


def rules_with(folder: Path, lines: str) -> Rules:
    """The game with additional lines, ready to play."""
    rules = compile_game(game_with(folder, lines))
    assert isinstance(rules, Rules), rules
    return rules


def position(rules: Rules, zones: dict[str, Json], **more: Json) -> State:
    """Return the state of a position whose zones hold these cards."""
    state = read_position(rules, {"zones": zones, **more})
    assert isinstance(state, State), state
    return state


def legal(rules: Rules, state: State) -> list[str]:
    """Return the legal moves, in words."""
    moves = legal_moves(rules, state)
    assert isinstance(moves, tuple), moves
    return [phrase(rules.game, move) for move in moves]


def after(rules: Rules, state: State, said: str) -> State:
    """Return the state after a legal move given in words."""
    moves = legal_moves(rules, state)
    assert isinstance(moves, tuple), moves
    found = step(rules, state, next(move for move in moves if phrase(rules.game, move) == said))
    assert isinstance(found, State), found
    return found
