"""`python -m tests.crosscheck.lengths [RULESET …]`: matches between machine players, and deals against random players (0148).

Lengths for the present rules stay as they are, unless `--fresh` is given. A match is stopped after `MOST_MOVES` moves, and then
the game gets the lengths of its hands only. The machine players make few simulations, so that most games take about a minute.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, fields
from itertools import count
from typing import cast

from tests.bench.strength import worth
from tests.crosscheck.loading import report

from cartaro.kept_results import LENGTHS
from cartaro.match_lengths import lengths_text, shipped_lengths
from cartaro.shell import write_file
from cartaro.terminal.human_player import ObservedTable
from cartaro_engine import GameTable, Opponent, RandomOpponent, SeatedOpponent, good, table_of
from cartaro_grammar import Diagnostic, Game, load_game, shipped
from cartaro_interpreter import Move, Player, Rules, SeededChance, View, compile_game, play_out

MOST_MOVES = 3_000
"""The number of moves after which a match is given up."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The simulations of a machine player for a move, the least number of hands in all, the deals against random players, each
    played with both kinds of players in the other's seats; and the seconds of processor time after which no further match or
    deal is begun.
    """

    simulations: int = 300
    hands: int = 12
    deals: int = 30
    seconds: int = 90


class TooLongError(Exception):
    """A match has too many moves."""


class Counted:
    """A player whose moves are counted."""

    def __init__(self, player: Player, made: list[int]) -> None:
        self._player, self._made = player, made

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        self._made[0] += 1
        if self._made[0] > MOST_MOVES:
            raise TooLongError
        return moves[0] if len(moves) == 1 else cast("Move", self._player.choose(view, moves))


def played_match(rules: Rules, searched: GameTable, seed: int, effort: Effort) -> tuple[int, int] | None:
    """Play a match with machine players at all seats; return its hands and moves, or None if it is too long."""
    table = ObservedTable(rules, SeededChance(seed), match=True)
    players = [
        SeatedOpponent(rules, seat, good(searched, f"{seed}/{seat}", effort.simulations)) for seat in range(rules.game.players)
    ]
    table.set_observers(players)
    made = [0]
    try:
        played = play_out(table, [Counted(player, made) for player in players])
    except TooLongError:
        return None
    return None if isinstance(played, Diagnostic) else (max(1, len(played.scores)), made[0])


def deals_won(table: GameTable, effort: Effort, until: float) -> tuple[int, int]:
    """Return how many deals players that look ahead win against random players, in halves, and twice the number of deals."""
    sides, side_of = table.rules.game.sides, table.rules.game.side_of
    won = played = 0
    for number in range(effort.deals):
        for turned in range(2):
            ahead = [(side_of[seat] + turned) % 2 == 0 for seat in range(len(side_of))]
            seeds = [f"{number}/{turned}/{seat}" for seat in range(len(side_of))]
            players: list[Opponent] = [
                good(table, seed, effort.simulations) if looks else RandomOpponent(seed)
                for seed, looks in zip(seeds, ahead, strict=True)
            ]
            paid = worth(table, players, number)
            own = [value for value, looks in zip(paid, ahead, strict=True) if looks]
            others = [value for value, looks in zip(paid, ahead, strict=True) if not looks]
            difference = sum(own) / len(own) - sum(others) / len(others)
            won, played = won + (2 if difference > 0 else difference == 0), played + 2
        if time.process_time() > until:
            break
    return won, played if sides > 1 else 0


def renewed(name: str, effort: Effort, *, fresh: bool = False) -> str | None:
    """Write the lengths of a shipped ruleset; return a line about them, or None if they cannot be made."""
    game, start = load_game(name), time.process_time()
    if not isinstance(game, Game):
        report(name, game)
        return None
    if not fresh and shipped_lengths(game) is not None:
        return f"{name}: kept"
    rules = compile_game(game)
    if not isinstance(rules, Rules):
        report(name, rules)
        return None
    searched, matches = table_of(rules), list[tuple[int, int]]()
    for seed in count():
        found = played_match(rules, searched, seed, effort)
        if found is None:
            matches = []
            break
        matches.append(found)
        late = time.process_time() - start > effort.seconds
        if late or sum(hands for hands, _ in matches) >= effort.hands:
            break
    won = deals_won(searched, effort, time.process_time() + effort.seconds)
    write_file(LENGTHS.path(name), lengths_text(game, matches, won))
    return f"{name}: {matches}, {won[0]} of {won[1]}, {time.process_time() - start:.0f} s"


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crosscheck.lengths", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all that are shipped, unless named")
    parser.add_argument("--fresh", action="store_true", help="play also what has not changed")
    for each in fields(Effort):
        parser.add_argument(f"--{each.name}", type=int, default=each.default)
    given, lines = parser.parse_args(words), list[str | None]()
    effort = Effort(given.simulations, given.hands, given.deals, given.seconds)
    for name in given.rulesets or shipped():
        lines.append(renewed(name, effort, fresh=given.fresh))
        print(lines[-1] or f"{name}: cannot be played", flush=True)  # noqa: T201 - a program
    return 1 if None in lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
