"""The score: what each side gets under each heading, in any state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cartaro_grammar import Diagnostic
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.state.budget import counted
from cartaro_interpreter.state.fault import Faulted, diagnosed
from cartaro_interpreter.state.layout import TURN
from cartaro_interpreter.state.state import State


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Shares by side, then by heading in the order of the text; `points` are each side's sum.  Sides count from 0."""

    shares: tuple[Mapping[str, int], ...]

    @property
    def points(self) -> tuple[int, ...]:
        """The sum of each side's shares."""
        return tuple(sum(share.values()) for share in self.shares)


def score(rules: Rules, state: State) -> ScoreSheet | Diagnostic:
    """What each side scores in a state: every heading, 0 included."""
    try:
        with counted(rules.compiler.work):
            return ScoreSheet(tuple(_shares(rules, state, side) for side in range(rules.game.sides)))
    except Faulted as fault:
        return diagnosed(fault)


def _shares(rules: Rules, state: State, side: int) -> Mapping[str, int]:
    frame = rules.scoring.frames.fresh()
    frame[0] = state.cells[TURN]
    return {name: run(state.cells, frame) for name, run in rules.scoring.headings[side]}
