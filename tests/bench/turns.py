"""How many turns per second random players take in games with groups of cards: `python tests/bench/turns.py scala40 2 200`.

Takes a ruleset, a number of players and a number of hands. Prints turns and decisions a second of processor time, the slowest
decisions, the longest list of legal moves, and the memory in use after each quarter. No test measures time; this program is run
by hand.
"""

from __future__ import annotations

import resource
import sys
from time import process_time

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.text.diagnostic import render
from cartaro_interpreter import PHASE_TURN, RandomPlayer, Rules, SeededChance, compile_game
from cartaro_interpreter.play.course import Play
from cartaro_interpreter.play.turn import legal
from cartaro_interpreter.state.state import PHASE, TURN


def main(name: str, players: str, hands: str) -> None:
    """Measure one ruleset."""
    game = load_game(name, {"players": players})
    rules = compile_game(game) if isinstance(game, Game) else game
    if not isinstance(rules, Rules):
        sys.exit("\n".join(render(found) for found in rules))
    times: list[float] = []
    longest = turns = 0
    begun = process_time()
    for number in range(int(hands)):
        play, player = Play(rules, SeededChance(number)), RandomPlayer(number)
        cells = play.begin_match()
        play.begin_hand(cells)
        while cells[PHASE] == PHASE_TURN:
            before = process_time()
            options = legal(rules, cells)
            times.append(process_time() - before)
            longest = max(longest, len(options))
            option = options[player.pick(len(options))]
            turn = cells[TURN]
            play.act(cells, option)
            turns += cells[TURN] != turn or cells[PHASE] != PHASE_TURN
        if (number + 1) % max(1, int(hands) // 4) == 0:
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            sys.stdout.write(f"{number + 1:6} hands, {memory} MB\n")
    seconds = process_time() - begun
    slow = ", ".join(f"{1000 * one:.1f}" for one in sorted(times, reverse=True)[:5])
    sys.stdout.write(f"{name}, {players} players: {turns / seconds:.0f} turns/s, {len(times) / seconds:.0f} decisions/s\n")
    sys.stdout.write(f"slowest decisions: {slow} ms; longest list: {longest} moves\n")


if __name__ == "__main__":
    main(*sys.argv[1:4])
