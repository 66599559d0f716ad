"""One result in the making: an obligation or a claim, with its tasks and the goals that play may meet."""

from __future__ import annotations

from dataclasses import dataclass, field

from cartaro_grammar import Claim
from cartaro_verify.claims.claims import Outcome, Task
from cartaro_verify.play.goals import Goal
from cartaro_verify.play.matches import Match

Settings = tuple[tuple[str, str], ...]


@dataclass(eq=False)
class Job:
    """One result in the making: its tasks or, for an obligation, its proof and the goals that would refute it."""

    name: str
    claim: Claim | None
    settings: Settings
    tasks: list[Task] = field(default_factory=list[Task])
    seconds: float = 0.0
    found: Outcome | None = None
    refuting: list[Goal] = field(default_factory=list[Goal])
    match: Match | None = None
    """A match that refutes it."""

    @property
    def goals(self) -> list[Goal]:
        return [*self.refuting, *(goal for task in self.tasks for goal in task.goals)]

    contradicting: list[Goal] = field(default_factory=list[Goal])

    @property
    def contrary(self) -> list[Goal]:
        """What would contradict what is proved."""
        return [*self.contradicting, *(goal for task in self.tasks for goal in task.contrary)]
