"""The strength of the opponents: `python -m tests.bench.strength scopa scopone --hands 200`; for learnt policies: `--pairs
policy.onnx:random,policy.onnx:greedy`; for bots of others: `--pairs good:rlcard-gin` (`tests/bench/public_bots`).

Each deal is played once with each way of seating the two kinds of players, with partners of the same kind, so that the luck of
the cards cancels out. Prints the mean value of a hand to the first kind (its points minus the others' points), with a 95 %
interval over the deals. No test measures strength; this program is run by hand.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path

from tests.bench.public_bots import BOTS

from cartaro.models import model_opponent
from cartaro_engine import GameTable, Opponent, RandomOpponent, good, greedy, table_of
from cartaro_engine.table.tables import awaited, known_after, known_at_first, payoff_of_points, seen_by
from cartaro_grammar import Game, load_game, render
from cartaro_interpreter import PHASE_TURN, Rules, compile_game

Maker = Callable[[GameTable, str], Opponent]
KINDS: dict[str, Maker] = {"random": lambda _, seed: RandomOpponent(seed), "greedy": greedy, "good": good}
MOST_MOVES = 2_000


def worth(table: GameTable, players: Sequence[Opponent], number: int) -> tuple[float, ...]:
    """Return the value of a hand to each player."""
    rules = table.rules
    position = table.deal(0, number)
    known = known_at_first(rules, position.state)
    for _ in range(MOST_MOVES):
        if position.state.phase != PHASE_TURN:
            break
        options = awaited(table.legal(position))
        who = options[0][1].player
        seen = seen_by(rules, position.state, who)
        place = players[who].choose(seen, known[who], [option.move for _, option in options])
        chosen, option = options[place]
        after = table.after(position, chosen)
        known = known_after(rules, known, position, option.move, after)
        position = after
    points = position.points
    return (0.0,) * rules.game.players if points is None else payoff_of_points(rules, points)


def match(table: GameTable, first: str, second: str, hands: int) -> tuple[float, float]:
    """Return the mean value of a hand to the first kind, and half the width of its 95 % interval."""
    sides, side_of = table.rules.game.sides, table.rules.game.side_of
    found: list[float] = []
    makers = [maker_of(kind) for kind in (first, second)]
    for number in range(hands):
        values: list[float] = []
        for turned in range(sides):
            kinds = [kind_of(side, turned, sides) for side in side_of]
            players = [makers[kind](table, f"{number}/{turned}/{seat}") for seat, kind in enumerate(kinds)]
            paid = worth(table, players, number)
            own = [value for value, kind in zip(paid, kinds, strict=True) if kind == 0]
            values.append(sum(own) / len(own))
        found.append(sum(values) / len(values))
    mean = sum(found) / hands
    variance = sum((value - mean) ** 2 for value in found) / max(1, hands - 1)
    return mean, 1.96 * sqrt(variance / hands)


def kind_of(side: int, turned: int, sides: int) -> int:
    """Return which of two kinds of players, 0 or 1, sits at a side of a table that is turned by some sides. In all turns of a
    deal together, a kind sits at each side as often as at any other, so that the cards of a side favour neither.
    """
    return (side + turned) % sides % 2


def maker_of(kind: str) -> Maker:
    """Return the maker of a kind of players: `good=500` makes at most 500 simulations for a choice."""
    name, _, number = kind.partition("=")
    if number:
        return lambda table, seed: good(table, seed, int(number))
    return KINDS.get(name) or BOTS.get(name) or _learnt(kind)


def _learnt(file: str) -> Maker:
    made = model_opponent(file, "en")
    return lambda table, _: made(table.rules)


def main(words: Sequence[str]) -> None:
    """Play the matches that the command line asks for."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("games", nargs="+")
    reader.add_argument("--hands", type=int, default=100)
    reader.add_argument("--pairs", default="good:random,good:greedy,greedy:random")
    given = reader.parse_args(words)
    for name in given.games:
        game = load_game(name)
        rules = compile_game(game) if isinstance(game, Game) else game
        if not isinstance(rules, Rules):
            sys.exit("\n".join(render(found) for found in rules))
        table = table_of(rules)
        for pair in given.pairs.split(","):
            first, second = pair.split(":")
            mean, half = match(table, first, second, given.hands)
            sys.stdout.write(
                f"{name:<10} {Path(first).name:>12} against {Path(second).name:<12} {mean:+7.2f} ± {half:.2f} points a hand\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
