"""The score of a hand that has ended is the one that was counted, though the count moves the dealer on."""

from __future__ import annotations

from pathlib import Path

from cartaro_grammar import Diagnostic, Game, load_game
from cartaro_interpreter import (
    Played,
    RandomPlayer,
    Record,
    ReplayedStep,
    Rules,
    SeededChance,
    compile_game,
    play_hand,
    read_record,
    replay,
    run_examples,
    score,
    write_record,
)

BANKER = """game banker
  title "Banker"
  use french_deck, parlour

in article 2 of parlour repeal cambio

article 1 "Rules"
  two: there are 2 players
  round: play runs clockwise
  pack: the pack has 1 of every rank and suit
  at the start of the hand
    share: deal 1 from stock to each hand
  act lay card
    card is one of hand
    move card to stock
  may: the player may lay
  turn: in a turn the player must lay
  over: the hand ends when every hand is empty
  bank: each side scores 5 when side is side of dealer
  next_dealer: at the count of the hand, dealer becomes the player after dealer
  best: the winner is the side with highest points
  end: the match ends when some side has points at least 20

example dealt "the dealer of the hand gets five, and the next player deals"
  dealer is player
  hand holds 4♥
  do lay 4♥
  check score of side = 5 and dealer is player after player
  check points = 5
  check score of side of player after player = 0
"""


def banker(folder: Path) -> Game:
    (folder / "banker.regole").write_text(BANKER, encoding="utf-8")
    game = load_game(folder / "banker.regole")
    assert isinstance(game, Game), game
    return game


def test_an_example_checks_the_score_that_was_counted(tmp_path: Path) -> None:
    [result] = run_examples(banker(tmp_path))
    assert result.failures == ()


def test_a_replayed_hand_has_the_state_in_which_it_was_counted(tmp_path: Path) -> None:
    rules = compile_game(banker(tmp_path))
    assert isinstance(rules, Rules)
    played = play_hand(rules, [RandomPlayer(1), RandomPlayer(2)], SeededChance(1))
    assert isinstance(played, Played)
    record = read_record(rules, write_record(rules, played))
    assert isinstance(record, Record)
    steps = list[ReplayedStep]()
    replay(rules, record, seen=steps.append)
    last = steps[-1]
    assert last.counted is not None
    counted, after = score(rules, last.counted), score(rules, last.state)
    assert not isinstance(counted, Diagnostic)
    assert not isinstance(after, Diagnostic)
    assert [shares["bank"] for shares in counted.shares] == [shares["bank"] for shares in reversed(after.shares)]
    assert all(step.counted is None for step in steps[:-1])
