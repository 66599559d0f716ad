"""A line of a claim under one choice of options: how far its proof came, and what is to be found of it by play.

It begins with goals, all of which are looked for together in played hands: a premise met, a value attained, a violation.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cartaro_grammar import TRUTH, Expr, parts
from cartaro_grammar import game as g
from cartaro_verify.frame import proofs
from cartaro_verify.obligations.results import OpenCase
from cartaro_verify.obligations.vacuity import premises
from cartaro_verify.play.extreme_search import reach
from cartaro_verify.play.goals import Goal
from cartaro_verify.play.table import HistoryTable, Moment
from cartaro_verify.terms.messages import words


@dataclass
class LineProof:
    """One line: how far its proof came, and the goals that play may still find."""

    line: g.ClaimLine
    proved: bool = False
    method: str = ""
    reason: str = ""
    open: OpenCase | None = None
    """Where its proof came to nothing."""
    violation: list[Goal] = field(default_factory=list[Goal])
    gave_up: bool = False
    premises: list[list[Goal]] = field(default_factory=list[list[Goal]])
    """For each premise that must be met: where that may be."""
    attaining: list[Goal] = field(default_factory=list[Goal])

    beyond_reach: bool = False
    """Whether what it says is the greatest, or the least, is proved never to be reached."""
    contrary: list[Goal] = field(default_factory=list[Goal])
    """What would contradict the proof."""

    @property
    def goals(self) -> list[Goal]:
        return [*self.violation, *(goal for goals in self.premises for goal in goals), *self.attaining]

    @property
    def broken(self) -> bool:
        """Whether play has broken the line."""
        return any(goal.found is not None for goal in self.violation)

    @property
    def shown(self) -> bool:
        """Whether play has decided the line, with nothing to be proved: broken it, or shown what it says can happen."""
        return self.broken or (isinstance(self.line, g.Possible) and any(goal.found is not None for goal in self.attaining))

    def again(self) -> LineProof:
        """The same line with the same goals, of which nothing is proved."""
        return LineProof(self.line, violation=self.violation, premises=self.premises, attaining=self.attaining)

    def settle(self) -> None:
        """What would break the line, once it is proved, would contradict the proof."""
        if self.proved and isinstance(self.line, g.Possible):
            self.contrary, self.attaining = self.attaining, []
        elif self.proved and self.beyond_reach:
            self.contrary, self.violation, self.attaining = [*self.violation, *self.attaining], [], []
        elif self.proved:
            self.contrary, self.violation = self.violation, []


def begun(line: g.ClaimLine) -> LineProof:
    """A line with what is to be found of it, and nothing tried."""
    task, moments = LineProof(line), _moments(line)
    match line:
        case g.Possible():
            task.attaining = [Goal(m, line.condition) for m in moments]
        case g.ExtremeClaim():
            free = ("side",) if speaks_of_side(line.amount) else ()
            value = g.Number(line.value, line.amount.type, line.amount.span)
            beyond = (value, line.amount) if line.which == "greatest" else (line.amount, value)
            task.attaining = [Goal(moments[0], _compare("=", line.amount, value), free=free)]
            task.violation = [Goal(moments[0], _compare("<", *beyond), free=free)]
        case g.Always() | g.AtEvery() | g.BeforeEvery() | g.AfterEvery():
            wanted = not (isinstance(line, g.Always) and line.never)
            task.violation = [Goal(m, line.condition, not wanted) for m in moments]
            needed = premises(line.condition, wanted) or (None,)
            task.premises = [[Goal(m, premise) for m in moments] for premise in needed]
    return task


def moment_of(line: g.AtEvery | g.BeforeEvery | g.AfterEvery | g.ExtremeClaim) -> Moment:
    """When a line must hold."""
    match line:
        case g.AtEvery() | g.ExtremeClaim():
            return line.moment, line.period
        case g.BeforeEvery():
            return "before", line.act
        case g.AfterEvery():
            return "after", line.act


def in_words(line: g.AtEvery | g.BeforeEvery | g.AfterEvery) -> str:
    what, name = moment_of(line)
    if what in ("before", "after"):
        return words(f"{what}_every", name=words("act", name=name))
    return words(f"at_the_{what}", name=words("period", name=name))


def _moments(line: g.ClaimLine) -> tuple[Moment, ...]:
    match line:
        case g.Possible(after=act) if act:
            return (("after", act),)
        case g.Always() | g.Possible():
            return proofs.settled_moments(line.condition)
        case g.AtEvery() | g.BeforeEvery() | g.AfterEvery() | g.ExtremeClaim():
            return (moment_of(line),)


def _compare(operator: g.Operator, first: Expr, second: Expr) -> Expr:
    return g.Operation(operator, (first, second), TRUTH, first.span)


def climb(table: HistoryTable, task: LineProof) -> None:
    """Where chance has not met an extreme, or gone beyond it, play for it."""
    line = task.line
    if not isinstance(line, g.ExtremeClaim) or (task.proved and task.beyond_reach):
        return
    goal = task.attaining[0] if task.proved else task.violation[0]
    if goal.found is None:
        beyond = 0 if task.proved else 1 if line.which == "greatest" else -1
        history = reach(table, line, line.value + beyond, speaks_of_side(line.amount))
        goal.found = history if history is not None and table.replay(history) is not None else None


def speaks_of_side(expr: Expr) -> bool:
    return any(isinstance(p, g.Local) and p.name == "side" for p in parts(expr))
