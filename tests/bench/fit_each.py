"""Recover the house rules of single records: `python -m tests.bench.fit_each [N]` plays N hands of scopa, each under its own
hidden settings, and prints the time and how often the record distinguishes the values of each option.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from itertools import product
from time import process_time

from tests.shipped_games import game_of

from cartaro_engine import played_by_the_interpreter
from cartaro_grammar import Game, choose
from cartaro_interpreter import NONE, ChoiceFitting, FittedRecord, Played, Rules, compile_game, write_record


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    game, draw = game_of("scopa"), random.Random(44)
    fitting = ChoiceFitting(game)
    names = tuple(name for name in fitting.sets.options if name != "players")
    every = list(product(*(fitting.sets.options[name] for name in names)))
    told, missed, left, spent = Counter[str](), 0, 0, 0.0
    for seed in range(number):
        hidden = dict(zip(names, draw.choice(every), strict=True))
        chosen = choose(game, hidden)
        rules = compile_game(chosen) if isinstance(chosen, Game) else None
        played = played_by_the_interpreter(rules, 1, seed) if isinstance(rules, Rules) else None
        assert isinstance(rules, Rules)
        assert isinstance(played, Played)
        record = {**write_record(rules, played)}
        started = process_time()
        found = fitting.fit(record)
        spent += process_time() - started
        assert isinstance(found, FittedRecord)
        missed += fitting.sets.both(found.fitting, fitting.sets.of({**hidden, "players": "2"})) == NONE
        left += fitting.sets.count(found.fitting)
        told.update(name for name in names if fitting.sets.possible(found.fitting, name) == (hidden[name],))
    lines = [f"{name:20} told apart in {told[name]} of {number}" for name in names]
    sys.stdout.write("\n".join((*lines, f"hidden setting excluded: {missed}; choices left on average: {left / number:.0f}",
                                f"fitting took {spent:.1f} s")) + "\n")  # fmt: skip


if __name__ == "__main__":
    main()
