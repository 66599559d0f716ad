"""The author's claims: each line proved over the frame where that can be, and what must be found by play.

A `Task` is one line of a claim under one choice of options.  First it is tried to be proved; then all goals of all
tasks are looked for together in played hands: a premise met, a value attained, or a violation of what was not proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from cartaro_grammar import game as g
from cartaro_grammar.game import Expr
from cartaro_grammar.types import TRUTH
from cartaro_verify import prove, terms, walk
from cartaro_verify.bench import Bench
from cartaro_verify.bounds import bounded, limits_of
from cartaro_verify.climb import reach
from cartaro_verify.frame import Frame
from cartaro_verify.goals import Goal
from cartaro_verify.play import AWAIT, History, Moment, Table
from cartaro_verify.premises import negated, premise
from cartaro_verify.prove import Proof
from cartaro_verify.results import Verdict
from cartaro_verify.scope import Scope
from cartaro_verify.symbols import Unsupported, Value, exactly
from cartaro_verify.ways import Way, ways


@dataclass
class Task:
    """One line: how far its proof came, and the goals that play may still find."""

    line: g.ClaimLine
    proved: bool = False
    method: str = ""
    reason: str = ""
    violation: list[Goal] = field(default_factory=list[Goal])
    gave_up: bool = False
    premises: list[Goal] = field(default_factory=list[Goal])
    attaining: list[Goal] = field(default_factory=list[Goal])

    @property
    def goals(self) -> list[Goal]:
        return [*self.violation, *self.premises, *self.attaining]


@dataclass(frozen=True, slots=True)
class Outcome:
    verdict: Verdict
    method: str
    reason: str = ""
    vacuous: bool = False
    history: History | None = None


def attempt(bench: Bench, line: g.ClaimLine) -> Task:
    """Try to prove a line, and say what has to be found."""
    task = Task(line)
    try:
        _proof(bench, task)
        if task.proved and not isinstance(line, g.Possible):
            _of_fewer(bench, task)
    except Unsupported as missing:
        task.proved, task.reason = False, f"the encoding does not cover {missing}"
    _goals(task)
    return task


# ---------------------------------------------------------------------------------------------- proofs


def _of_fewer(bench: Bench, task: Task) -> None:
    """The same of hands with each smaller number of players that may be left in the match."""
    method = task.method
    for fewer in bench.company:
        _proof(fewer, task)
        if not task.proved:
            task.reason = f"of hands of {fewer.game.players} players: {task.reason}"
            return
    task.method = f"{method}{bench.also}"


def _proof(bench: Bench, task: Task) -> None:
    line = task.line
    frame = bench.unturned if walk.mentions(line, g.LastPlayer) else bench.frame
    match line:
        case g.Always():
            proof = prove.always(frame, line.condition, not line.never)
            _told(task, proof, "inductive: true after every deal and kept by every act", frame)
            if task.proved and not line.never and frame is bench.frame and not walk.mentions(line, g.Can):
                frame.lemmas.append(line.condition)
                _assume(frame, line.condition)
        case g.Possible():
            last = list(ways(frame, ("after", line.after) if line.after else ("end", "hand")))
            never = prove.prove(last, lambda way: [terms.no(way.truth(line.condition))])
            task.proved = never.answer == "no"
            if task.proved and not line.after:
                task.proved = prove.always(frame, line.condition, False).answer == "no"
            task.method = "proved never to hold" if task.proved else ""
        case g.ExtremeClaim():
            _extreme(bench, frame, task, line)
        case _:
            found = list(ways(frame, moment(line)))
            proof = prove.prove(found, lambda way: way.parts(line.condition))
            _told(task, proof, f"from every state that the invariants allow, {_when(line)}", frame)
            if task.gave_up and isinstance(line, g.AtEvery):
                _by_addends(bench, task, line, found)


def _assume(frame: Frame, lemma: Expr) -> None:
    """Let what is proved help to prove what follows."""
    for made in frame.transitions.values():
        encoder = made.session.acts.encoder
        made.session.assume(encoder.truth(lemma, Scope(made.state, made.state.turn)))


def _told(task: Task, proof: Proof, method: str, frame: Frame) -> None:
    task.proved = proof.answer == "no"
    turned = ", the table turned so that seat 1 has the turn" if frame.turning else ""
    task.method = f"{method} ({proof.ways} ways{turned})"
    if proof.answer == "yes":
        task.reason = (
            "not inductive: the invariants allow a position that breaks it, which is not known to be reachable; "
            "a claim `always …` that excludes it, placed before, would help"
        )
    elif proof.answer == "unknown":
        task.gave_up = True
        task.reason = "the solver gave up; splitting the claim into several would help"


def _extreme(bench: Bench, frame: Frame, task: Task, line: g.ExtremeClaim) -> None:
    found = list(ways(frame, (line.moment, line.period)))
    samples = bench.ended if (line.moment, line.period) == ("end", "hand") else ()
    texts = list[str]()
    for given in _sides(bench, line.amount):
        bound = bounded(bench.game, line, found, samples, given)
        if not bound.proved:
            task.reason = bound.text
            return
        texts.append(bound.text)
    task.proved = True
    task.method = "bounded: " + "; ".join(dict.fromkeys(texts))


def _by_addends(bench: Bench, task: Task, line: g.AtEvery, found: list[Way]) -> None:
    """A sum that is at most a number, where one query about it is too much: bounded addend by addend."""
    samples = bench.ended if (line.moment, line.period) == ("end", "hand") else ()
    limits = limits_of(bench.game, line)
    texts = list[str]()
    for claim, given in limits:
        bound = bounded(bench.game, claim, found, samples, given)
        if not bound.proved:
            return
        texts.append(bound.text)
    if limits:
        task.proved, task.gave_up, task.reason = True, False, ""
        task.method = "bounded: " + "; ".join(dict.fromkeys(texts))


def _sides(bench: Bench, amount: Expr) -> Iterator[tuple[tuple[str, Value], ...]]:
    """The values of the free word `side`, where an amount is about each side."""
    if speaks_of_side(amount):
        yield from ((("side", exactly(s)),) for s in range(bench.game.sides))
    else:
        yield ()


def speaks_of_side(expr: Expr) -> bool:
    return any(isinstance(p, g.Local) and p.name == "side" for p in walk.parts(expr))


# ---------------------------------------------------------------------------------------------- goals


def moment(line: g.ClaimLine) -> Moment:
    """When a line must hold."""
    match line:
        case g.AtEvery() | g.ExtremeClaim():
            return line.moment, line.period
        case g.BeforeEvery():
            return "before", line.act
        case g.AfterEvery():
            return "after", line.act
        case _:
            return AWAIT


def _when(line: g.ClaimLine) -> str:
    what, name = moment(line)
    return f"{what} every {name}" if what in ("before", "after") else f"at the {what} of every {name}"


def _goals(task: Task) -> None:
    line = task.line
    moments = _moments(line)
    match line:
        case g.Possible():
            if not task.proved:
                task.attaining = [Goal(m, line.condition) for m in moments]
        case g.ExtremeClaim():
            free = ("side",) if speaks_of_side(line.amount) else ()
            value = g.Number(line.value, line.amount.type, line.amount.span)
            beyond = (value, line.amount) if line.which == "greatest" else (line.amount, value)
            task.attaining = [Goal(moments[0], _compare("=", line.amount, value), free=free)]
            if not task.proved:
                task.violation = [Goal(moments[0], _compare("<", *beyond), free=free)]
        case _:
            wanted = not (isinstance(line, g.Always) and line.never)
            if not task.proved:
                task.violation = [Goal(m, line.condition, not wanted) for m in moments]
            needed = premise(line.condition if wanted else negated(line.condition))
            task.premises = [Goal(m, needed) for m in moments]


def _moments(line: g.ClaimLine) -> tuple[Moment, ...]:
    match line:
        case g.Always():
            return prove.settled_moments(line.condition)
        case g.Possible() if line.after:
            return (("after", line.after),)
        case g.Possible():
            return (*prove.settled_moments(line.condition), ("end", "hand"))
        case _:
            return (moment(line),)


def _compare(operator: g.Operator, first: Expr, second: Expr) -> Expr:
    return g.Operation(operator, (first, second), TRUTH, first.span)


def climb(table: Table, task: Task) -> None:
    """Where chance has not met an extreme, or gone beyond it, play for it."""
    line = task.line
    if not isinstance(line, g.ExtremeClaim):
        return
    goal = task.attaining[0] if task.proved else task.violation[0]
    if goal.found is None:
        beyond = 0 if task.proved else 1 if line.which == "greatest" else -1
        goal.found = reach(table, line, line.value + beyond, speaks_of_side(line.amount))


# ---------------------------------------------------------------------------------------------- verdicts


def outcome(task: Task, hands: int) -> Outcome:
    """The verdict on a line after the search."""
    broken = next((goal.found for goal in task.violation if goal.found is not None), None)
    if broken is not None:
        return Outcome("refuted", "a hand that the interpreter has replayed", history=broken)
    match task.line:
        case g.Possible():
            return _possible(task, hands)
        case g.ExtremeClaim():
            return _attained(task, hands)
        case _:
            pass
    if not task.proved:
        return Outcome("unknown", task.method, f"{task.reason}; {hands} random hands do not break it")
    met = any(goal.found is not None for goal in task.premises)
    return Outcome("proved", task.method, "" if met else f"its premise was met in none of {hands} random hands", not met)


def _possible(task: Task, hands: int) -> Outcome:
    found = next((goal.found for goal in task.attaining if goal.found is not None), None)
    if found is not None:
        return Outcome("attained", "a hand that the interpreter has replayed", history=found)
    if task.proved:
        return Outcome("refuted", "inductive: it holds in no state", "no state that play can reach makes it true")
    return Outcome("unknown", "", f"it was met in none of {hands} random hands, and is not proved impossible")


def _attained(task: Task, hands: int) -> Outcome:
    line, found = cast(g.ExtremeClaim, task.line), task.attaining[0].found
    if task.proved and found is not None:
        return Outcome("attained", task.method, history=found)
    if task.proved:
        reason = f"the bound is proved, but none of {hands} hands attains {line.value}"
        return Outcome("unknown", task.method, reason)
    return Outcome("unknown", task.method, f"no proof that {line.value} is the {line.which}: {task.reason}", history=None)


ORDER: tuple[Verdict, ...] = ("refuted", "unknown", "bounded", "tested", "attained", "proved")


def joined(outcomes: Sequence[Outcome]) -> Outcome:
    """The verdict on a claim: that of its weakest line, with the methods of all."""
    weakest = min(outcomes, key=lambda o: ORDER.index(o.verdict))
    if weakest.verdict not in ("attained", "proved"):
        return weakest
    history = next((o.history for o in outcomes if o.history is not None), None)
    methods = "; ".join(dict.fromkeys(o.method for o in outcomes))
    vacuous = [o for o in outcomes if o.vacuous]
    return Outcome(weakest.verdict, methods, vacuous[0].reason if vacuous else "", bool(vacuous), history)
