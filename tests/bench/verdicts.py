"""The cost of each verdict of a ruleset: `python tests/bench/verdicts.py scopone`.

Prints for each verdict, in the order of the reports, the seconds of processor time and their ratio to the median of the run,
which is typical of a plain claim; the abilities and axioms that the sessions have afterwards, which a claim must not change;
and the peak memory so far. No test measures time; this program is run by hand.
"""

from __future__ import annotations

import resource
import sys
from statistics import median
from time import process_time
from typing import Any
from unittest.mock import patch

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.text.diagnostic import render
from cartaro_verify import decide
from cartaro_verify.obligations.prepared_game import PreparedGame

MOST_SECONDS, MOST_MEMORY = 40, 1000
"""The limits in seconds and megabytes for deciding Scopone, the largest of the shipped rulesets."""


def main(names: list[str]) -> None:
    """Measure each ruleset."""
    for name in names or ["scopone"]:
        game = load_game(name)
        if not isinstance(game, Game):
            sys.exit("\n".join(render(found) for found in game))
        measure(game)


def measure(game: Game) -> None:
    """Measure every verdict of one ruleset."""
    made = list[PreparedGame]()
    first: Any = PreparedGame.__init__

    def watched(self: PreparedGame, *given: object) -> None:
        made[:] = [self]
        first(self, *given)

    rows, begun = list[tuple[str, float, int, int, int]](), process_time()
    with patch.object(PreparedGame, "__init__", watched):
        for result in decide(game):
            seconds, begun = process_time() - begun, process_time()
            under = "".join(f" {option}={value}" for option, value in result.settings)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            rows.append((f"{result.verdict} {result.name}{under}", seconds, *carried(made[-1]), memory))
    plain = median(row[1] for row in rows)
    for reported, seconds, abilities, axioms, memory in rows:
        sys.stdout.write(f"{reported:<48}{seconds:8.2f} s {seconds / plain:8.1f}{abilities:7}{axioms:8}{memory:7} MB\n")
    whole, most = sum(row[1] for row in rows), rows[-1][4]
    over = "" if whole <= MOST_SECONDS and most <= MOST_MEMORY else f"  (more than {MOST_SECONDS} s or {MOST_MEMORY} MB)"
    sys.stdout.write(f"{game.name}: {whole:.1f} s, {most} MB{over}\n")


def carried(of: PreparedGame) -> tuple[int, int]:
    """Return the abilities and axioms of all sessions of a frame, or none if there is no frame."""
    acts = [made.session.acts for made in of.frame.transitions.values()] if of.has_frame else []
    return sum(len(a.introduced) for a in acts), sum(len(a.axioms) for a in acts)


if __name__ == "__main__":
    main(sys.argv[1:])
