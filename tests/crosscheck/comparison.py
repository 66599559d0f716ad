"""Compare with a second solver the answers of Z3 that a case is impossible, while a game is verified."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.crosscheck.recorder import recorded

from cartaro.solvers import Answer as Said
from cartaro.solvers import ask_cvc5 as ask
from cartaro_grammar.model.game import Game
from cartaro_verify.terms.smt_lib import script
from cartaro_verify.terms.terms import Cond
from cartaro_verify.verify import decide

Second = Callable[[str, int], Said]
SAMPLE_STEPS = 3_000_000
"""How much work cvc5 may spend on one query of a sample."""


@dataclass
class Comparison:
    """Counts the recorded queries that a second solver confirms, and keeps the others as scripts."""

    every: int = 1
    """Only every n-th query is checked."""
    steps: int = SAMPLE_STEPS
    second: Second = ask
    queries: int = 0
    repeated: int = 0
    """How many queries were skipped because the same query, word for word, had already been checked."""
    confirmed: int = 0
    undecided: list[str] = field(default_factory=list[str])
    contradicted: list[str] = field(default_factory=list[str])
    seen: set[bytes] = field(default_factory=set[bytes])

    def record(self, conditions: Sequence[Cond]) -> None:
        """Ask the second solver about conditions that were reported to be impossible together."""
        self.queries += 1
        if (self.queries - 1) % self.every:
            return
        text = script(conditions)
        digest = hashlib.sha256(text.encode()).digest()
        if digest in self.seen:
            self.repeated += 1
            return
        self.seen.add(digest)
        match self.second(text, self.steps):
            case "unsat":
                self.confirmed += 1
            case "unknown":
                self.undecided.append(text)
            case "sat":
                self.contradicted.append(text)

    def __str__(self) -> str:
        repeated = f" ({self.repeated} repeated)" if self.repeated else ""
        return (
            f"{self.queries} queries{repeated}: {self.confirmed} confirmed, {len(self.undecided)} undecided, "
            f"{len(self.contradicted)} contradicted"
        )


def compare(
    game: Game, made: Comparison, only: str | tuple[str, ...] | None = None, tell: Callable[[str], None] | None = None
) -> None:
    """Verify a game (or the parts named in `only`), and compare its final queries with the second solver; `tell` receives
    each verdict when it is known, with the counts so far.
    """
    with recorded(made.record):
        for result in decide(game, only):
            (tell or _ignore_progress)(f"{result.name} {result.verdict}; {made}")


def _ignore_progress(text: str) -> None:
    """Print nothing."""
