"""A sample of the queries that the verdicts on a shipped ruleset depend on, kept as texts for a second solver.

The sample is taken while the verdicts are found (`proofs`), from all settings and claims. It holds every n-th of the final
queries, so that it stays small. It is kept in `build/crosscheck/RULESET` with a digest of the inputs of the verdicts and of the
sampling code; a sample of another state of the code is not used. If there is no sample, a few queries are recorded without
searching for a proof.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.crosscheck.recorder import recorded

from cartaro.verdicts import VerdictCache
from cartaro_grammar.model.game import Game
from cartaro_grammar.syntax.cache_folder import cache_key, code_digest
from cartaro_verify.frame.transition_system import TransitionSystem
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.terms.smt_lib import script
from cartaro_verify.terms.terms import Cond

FOLDER = Path(__file__).parents[2] / "build" / "crosscheck"
MOST = 6
"""The greatest number of queries kept for a ruleset. At least half as many are kept, if there are that many."""
KEY = "made-from"


@dataclass
class Sample:
    """Every n-th of the recorded queries, by number; n doubles when there are too many."""

    most: int = MOST
    every: int = 1
    queries: int = 0
    kept: dict[int, str] = field(default_factory=dict[int, str])

    def record(self, conditions: Sequence[Cond]) -> None:
        """Keep a query as a text, if it is the n-th."""
        self.queries += 1
        if self.queries % self.every:
            return
        self.kept[self.queries] = script(conditions)
        while len(self.kept) > self.most:
            self.every *= 2
            self.kept = {number: text for number, text in self.kept.items() if number % self.every == 0}


def state_of(rules: str, game: Game) -> str:
    """The digest of the inputs of a sample: the verdicts, and the sampling code."""
    return cache_key(VerdictCache.for_game(game, None).key, code_digest(Path(__file__).parent)).hex()


def keep(sample: Sample, rules: str, game: Game, folder: Path = FOLDER) -> None:
    """Replace the sample of a ruleset. A process that is killed in between leaves none."""
    place = folder / game.name
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for number, text in sample.kept.items():
        (place / f"{number}.smt2").write_text(text, encoding="utf-8")
    (place / KEY).write_text(state_of(rules, game), encoding="utf-8")


def kept(rules: str, game: Game, folder: Path = FOLDER) -> tuple[str, ...] | None:
    """Return the kept queries of a ruleset, or None if they were not taken from its present state. The first queries are spread
    over the whole sample; the others fill the gaps between them.
    """
    place = folder / game.name
    try:
        if (place / KEY).read_text(encoding="utf-8") != state_of(rules, game):
            return None
        numbers = sorted(int(path.stem) for path in place.glob("*.smt2"))
        spread = sorted(numbers, key=lambda number: -(number & -number))
        return tuple((place / f"{number}.smt2").read_text(encoding="utf-8") for number in spread)
    except (OSError, ValueError):
        return None


def without_proof(game: Game, most: int = MOST // 2) -> tuple[str, ...]:
    """Return the first queries that the deal and the moves of a game depend on from any state, without any invariant."""
    sample = Sample(most)
    prepared = PreparedGame(game)
    frame = TransitionSystem(game, prepared.samples.awaiting, prepared.context)
    with recorded(sample.record):
        frame.opened()
        frame.deal()
        for case in frame.facts:
            for sort in frame.moves(case):
                if sample.queries >= most:
                    return tuple(sample.kept.values())
                frame.build(case, sort)
    return tuple(sample.kept.values())
