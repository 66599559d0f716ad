"""One result in the making: an obligation or a claim, with its tasks and the goals that play may meet."""

from __future__ import annotations

from dataclasses import dataclass, field

from cartaro_grammar import game as g
from cartaro_verify.claims.line_proofs import LineProof
from cartaro_verify.claims.outcomes import Outcome
from cartaro_verify.play.goals import Goal
from cartaro_verify.play.matches import Match

SettingPairs = tuple[tuple[str, str], ...]


@dataclass(eq=False)
class Job:
    """One result in the making: its tasks or, for an obligation, its proof and what would refute it."""

    name: str
    claim: g.Claim | None
    settings: SettingPairs
    tasks: list[LineProof] = field(default_factory=list[LineProof])
    seconds: float = 0.0
    found: Outcome | None = None
    watched: list[Goal] = field(default_factory=list[Goal])
    """What refutes an obligation, or contradicts its proof."""
    seen: list[Goal] = field(default_factory=list[Goal])
    """A clash or a gap that the decision of an obligation has met: where it was."""
    match: Match | None = None
    """A match that refutes it."""

    @property
    def proved(self) -> bool:
        """Whether all of it is proved."""
        return all(task.proved for task in self.tasks) and (self.claim is not None or self.holds)

    @property
    def holds(self) -> bool:
        """Whether it is an obligation that is proved."""
        return self.found is not None and self.found.verdict == "proved"

    @property
    def refuting(self) -> list[Goal]:
        return [] if self.holds else [*self.seen, *self.watched]

    @property
    def goals(self) -> list[Goal]:
        return [*self.refuting, *(goal for task in self.tasks for goal in task.goals)]

    @property
    def contrary(self) -> list[Goal]:
        """What would contradict what is proved."""
        return [*(self.watched if self.holds else ()), *(goal for task in self.tasks for goal in task.contrary)]

    @property
    def broken(self) -> bool:
        """Whether play has refuted it, and what it shows is what will be shown: nothing before it is open.  What clashes, or is
        missing, its own decision tells better.
        """
        if self.claim is None:
            return self.name != "decided" and any(goal.found is not None for goal in self.watched)
        return next((task.broken for task in self.tasks if not task.proved), False)
