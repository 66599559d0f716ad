"""How many random hands a second the interpreter plays, for each ruleset named: `python tests/bench/hands.py scopa scopone`.

Prints the rate in hands and in moves a second of processor time, the best of several rounds, and the ratio to the first.
No test measures time: this is for people.
"""

from __future__ import annotations

import sys
from time import process_time

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.text.diagnostic import Diagnostic, render
from cartaro_interpreter import Rules, compile_game, simulate

HANDS = 200
ROUNDS = 5
WANTED = 300


def rate(rules: Rules) -> tuple[float, float]:
    """Hands and moves a second, in the best round."""
    best = (0.0, 0.0)
    for seed in range(ROUNDS):
        begun = process_time()
        found = simulate(rules, HANDS, seed)
        seconds = process_time() - begun
        if isinstance(found, Diagnostic):
            sys.exit(render(found))
        best = max(best, (HANDS / seconds, found.moves.total / seconds))
    return best


def main(names: list[str]) -> None:
    """Measure each ruleset."""
    first = 0.0
    for name in names or ["scopa", "scopone", "napola", "rebello"]:
        game = load_game(name)
        rules = compile_game(game) if isinstance(game, Game) else game
        if not isinstance(rules, Rules):
            sys.exit("\n".join(render(found) for found in rules))
        hands, moves = rate(rules)
        first = first or hands
        enough = "" if hands >= WANTED else f"  (fewer than {WANTED})"
        sys.stdout.write(f"{name:<12}{hands:8.0f} hands/s {moves:10.0f} moves/s   {hands / first:5.2f}{enough}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
