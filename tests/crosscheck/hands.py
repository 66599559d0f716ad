"""`python -m tests.crosscheck.hands [RULESET …]`: the hands, played by opponents that look ahead, that rulebooks show (0133).

Hands for the present rules stay as they are, unless `--fresh` is given. With `--check` nothing is written: each hand is played
again from its own seed, and a ruleset whose players now play it in another way is reported; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import cast

from tests.crosscheck.loading import report

from cartaro.kept_results import HANDS
from cartaro.shell import write_file
from cartaro.terminal.human_player import ObservedTable
from cartaro.worked_hands import hand_text, shipped_hand
from cartaro_engine import SeatedOpponent, good, table_of
from cartaro_grammar import Diagnostic, Game, load_game, shipped
from cartaro_interpreter import Move, Played, Player, Rules, SeededChance, View, compile_game, play_out
from cartaro_rulebook import most_telling

SEEDS = 12
"""The number of hands of which one is kept."""
MOST_MOVES = 150
"""The greatest number of moves of a hand that is kept: nobody follows a longer one."""
MOST_CHOICES = 300
"""The greatest number of legal moves at one place: to compare more would take minutes for each move."""


class TooLongError(Exception):
    """A hand has too many moves, or too many choices, to be played or followed."""


class Numbered:
    """A player whose choices are noted as numbers among the legal moves."""

    def __init__(self, player: Player, numbers: list[int]) -> None:
        self._player, self._numbers = player, numbers

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        if len(self._numbers) >= MOST_MOVES or len(moves) > MOST_CHOICES:
            raise TooLongError
        chosen = cast("Move", self._player.choose(view, moves))
        self._numbers.append(next(number for number, move in enumerate(moves) if move.same(chosen)))
        return chosen


def played_well(rules: Rules, seed: int) -> tuple[list[int], Played] | Diagnostic | None:
    """Play a hand with `good` at every seat; return the numbers of its moves among the legal ones, and the hand; None if it is
    too long.
    """
    searched, table = table_of(rules), ObservedTable(rules, SeededChance(seed), match=False)
    players = [SeatedOpponent(rules, seat, good(searched, f"{seed}/{seat}")) for seat in range(rules.game.players)]
    table.set_observers(players)
    numbers = list[int]()
    try:
        played = play_out(table, [Numbered(player, numbers) for player in players])
    except TooLongError:
        return None
    return played if isinstance(played, Diagnostic) else (numbers, played)


def best_hand(game: Game) -> str | Diagnostic | None:
    """Play some hands and return the one that tells most of the game, as it is shipped; None if all are too long, or the reason
    if none can be played.
    """
    rules = compile_game(game)
    if not isinstance(rules, Rules):
        return rules[0]
    hands = [(seed, played_well(rules, seed)) for seed in range(SEEDS)]
    found = [(seed, *hand) for seed, hand in hands if isinstance(hand, tuple)]
    if not found:
        return next((hand for _, hand in hands if isinstance(hand, Diagnostic)), None)
    best = most_telling(rules, [played for _, _, played in found])
    return hand_text(rules, *next(hand for hand in found if hand[2] is best))


def played_again(game: Game, kept: Path) -> str | Diagnostic | None:
    """Return the hand of the seed of a kept hand, as it would be shipped; None if there is no kept hand or it is too long."""
    rules = compile_game(game)
    if not isinstance(rules, Rules):
        return rules[0]
    if not kept.is_file():
        return None
    seed = int(json.loads(kept.read_text(encoding="utf-8"))["seed"])
    hand = played_well(rules, seed)
    return hand_text(rules, seed, *hand) if isinstance(hand, tuple) else hand


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crosscheck.hands", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all that are shipped, unless named")
    parser.add_argument("--fresh", action="store_true", help="play also what has not changed")
    parser.add_argument("--check", action="store_true", help="play again, write nothing, and report what differs")
    given, lines = parser.parse_args(words), list[str | None]()
    for name in given.rulesets or shipped():
        lines.append(_renewed(name, fresh=given.fresh, check=given.check))
        print(lines[-1] or f"{name}: another hand, or none", flush=True)  # noqa: T201 - a program
    return 1 if None in lines else 0


def _renewed(name: str, *, fresh: bool, check: bool) -> str | None:
    """Write the hand of a shipped ruleset, or compare it with the kept one; return a line about it, or None if they differ or
    none can be played.
    """
    game, start = load_game(name), time.process_time()
    if not isinstance(game, Game):
        report(name, game)
        return None
    if not (fresh or check) and shipped_hand(game) is not None:
        return f"{name}: kept"
    path = HANDS.path(name)
    text = played_again(game, path) if check else best_hand(game)
    if isinstance(text, Diagnostic):
        report(name, (text,))
        return None
    took = f"{time.process_time() - start:.0f} s"
    if check:
        kept = path.read_text(encoding="utf-8") if path.is_file() else None
        return f"{name}: the same hand, {took}" if kept == text else None
    if text is None:
        path.unlink(missing_ok=True)
        return f"{name}: the hands are too long to be followed, {took}"
    write_file(path, text)
    return f"{name}: played in {took}, {len(text)} bytes"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
