"""Lines `always …` and `never …` that fail one by one, tried together: all are assumed before a move, each is asked after it.

What fails is dropped and the rest asked again, until all that are left stand.  Those are true after every deal, and kept by
every act as long as all of them were true before it: so each of them is always true, by one induction over all.  Nothing that
was dropped is used.

A line of a claim under one choice of options: how far its proof came, and what is to be found of it by play.

It begins with goals, all of which are looked for together in played hands: a premise met, a value attained, a violation.

The author's claims: each line proved over the frame where that can be, and what must be found by play.

A `LineProof` is one line of a claim under one choice of options.  It begins with goals, all of which are looked for together in
played hands: a premise met, a value attained, a violation.  What a few hands have not decided is tried to be proved; of what is
proved, a violation found by play would be a contradiction.

Verdicts on claims: from how far the proof of each line came, and what was found of it by play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cartaro_grammar import TRUTH, Expr, parts
from cartaro_grammar import game as g
from cartaro_verify.frame import transition_system as proofs
from cartaro_verify.frame.transition_system import Proof, TransitionSystem, Way, anyhow, ways
from cartaro_verify.obligations import open_case
from cartaro_verify.obligations.clashes import premises
from cartaro_verify.obligations.extremes import bounded, limits_of
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.play.search import Goal, reach
from cartaro_verify.play.table import History, HistoryTable, Moment
from cartaro_verify.results import statements as st
from cartaro_verify.results.verdicts import OpenCase, Verdict
from cartaro_verify.terms import terms, walk
from cartaro_verify.terms.symbolic_state import NotCovered, TermScope, Value, exactly

# --------------------------------------------------------------- joint induction


@dataclass(frozen=True, slots=True)
class StandingLines:
    """The lines that stand together over one frame, by their place among those tried, each with its proof."""

    frame: TransitionSystem
    proofs: dict[int, Proof]


def standing(prepared: PreparedGame, lines: Sequence[g.Always], known: Sequence[g.Always]) -> Iterator[StandingLines]:
    """What stands of some lines, given others that are proved: over the frame whose table is turned, if it can be; and where
    one of them names a particular seat, over the one in which it is not.
    """
    seated = {n for n, line in enumerate(lines) if walk.mentions(line, g.LastPlayer)}
    free = [line for line in known if not walk.mentions(line, g.LastPlayer)]
    yield _left(prepared.frame, {n: line for n, line in enumerate(lines) if n not in seated}, free)
    if seated:
        yield _left(prepared.unturned, dict(enumerate(lines)), known)


def _left(frame: TransitionSystem, lines: dict[int, g.Always], known: Sequence[g.Always]) -> StandingLines:
    """What is left of some lines when all that fails has been dropped."""
    left = dict(lines)
    while left:
        beside = [(line.condition, not line.never) for line in (*known, *left.values())]
        proofs = {n: proof for n, line in left.items() if (proof := _joint_proof(frame, line, beside)) is not None}
        if len(proofs) == len(left):
            return StandingLines(frame, proofs)
        left = {n: left[n] for n in proofs}
    return StandingLines(frame, {})


def _joint_proof(frame: TransitionSystem, line: g.Always, beside: Sequence[proofs.Wanted]) -> Proof | None:
    """The proof of a line with what stands beside it, if it is one."""
    try:
        proof = proofs.always(frame, line.condition, not line.never, beside)
    except NotCovered:
        return None
    return proof if proof.answer == "no" else None


# ------------------------------------------------------------------- line proofs


@dataclass
class LineProof:
    """One line: how far its proof came, and the goals that play may still find."""

    line: g.ClaimLine
    proved: bool = False
    method: st.Method | None = None
    reason: st.Reason | None = None
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


# ------------------------------------------------------------------------ claims


def attempt(prepared: PreparedGame, begun: LineProof) -> LineProof:
    """Try to prove a line that play has not decided.  Nothing is proved of what the text does not decide."""
    task = begun.again()
    if task.shown:
        return task
    try:
        task.reason = _not_decided(prepared, task.line)
        if task.reason is None:
            _proof(prepared, task)
        if task.proved:
            _of_fewer(prepared, task)
    except NotCovered as missing:
        task.proved, task.reason, task.open = False, missing.reason, None
    task.settle()
    return task


def _not_decided(prepared: PreparedGame, line: g.ClaimLine) -> st.Reason | None:
    """Return why the text does not decide what a line asks for: a definition that may have no answer, or several."""
    asked = {part.function for part in walk.reached(prepared.game, line) if isinstance(part, g.Apply)}
    if not asked:
        return None
    return next((reason for name, reason in prepared.decision.open.items() if name in asked), None)


def together(prepared: PreparedGame, tasks: Sequence[tuple[str, LineProof]]) -> bool:
    """Try lines `always …` that fail one by one all at once, each with the name of its claim; whether any is proved so."""
    tried = [(name, task, task.line) for name, task in tasks if isinstance(task.line, g.Always) and _worth(task)]
    known = [task.line for _, task in tasks if isinstance(task.line, g.Always) and task.proved]
    known = [line for line in known if not walk.mentions(line, g.Can)]
    if len(tried) + len(known) < 2:
        return False
    lines = [line for _, _, line in tried]
    try:
        whole, *others = [list(standing(each, lines, known)) for each in (prepared, *prepared.company)]
    except NotCovered:
        return False
    kept = set[int]().union(*(found.proofs for found in whole))
    for smaller in others:
        kept &= set[int]().union(*(found.proofs for found in smaller))
    for found in reversed(whole):
        for n in kept & found.proofs.keys():
            names = [tried[other][0] for other in found.proofs if other != n]
            _stands(prepared, tried[n][1], found.frame, found.proofs[n], _beside(tried[n][0], names))
    for n in kept:
        _remember(prepared, lines[n])
    return bool(kept)


def _worth(task: LineProof) -> bool:
    """Whether a line failed alone where it was asked, and no play has broken it."""
    return not task.proved and task.open is not None and not task.broken


def _beside(name: str, names: Sequence[str]) -> st.Induction:
    """How a line was proved with those of claims of these names."""
    others = st.joined(st.Joint.LISTED, (st.Name(st.NameSort.CLAIM, other) for other in names if other != name))
    if others is not None:
        return st.InductiveWith(others)
    return st.PlainMethod.INDUCTIVE_LINES if names else st.PlainMethod.INDUCTIVE


def _stands(prepared: PreparedGame, task: LineProof, frame: TransitionSystem, proof: Proof, method: st.Induction) -> None:
    """A line that is proved together with others, also of hands of fewer players."""
    _told(task, proof, method, frame)
    task.method, task.reason, task.gave_up = task.method and prepared.also(task.method), None, False
    task.settle()


# ---------------------------------------------------------------------------------------------- proofs


def _of_fewer(prepared: PreparedGame, task: LineProof) -> None:
    """The same of hands with each smaller number of players that may be left in the match."""
    method, beyond_reach = task.method, task.beyond_reach
    for fewer in prepared.company:
        _proof(fewer, task)
        beyond_reach = beyond_reach and task.beyond_reach
        if not task.proved:
            task.reason = st.OfFewerPlayers(fewer.game.players, task.reason or st.PlainReason.NOT_EXCLUDED)
            return
    task.method, task.beyond_reach = method and prepared.also(method), beyond_reach


def _proof(prepared: PreparedGame, task: LineProof) -> None:
    line = task.line
    if isinstance(line, g.BeforeEvery) and not prepared.framed and _by_law_alone(prepared, task, line):
        return
    frame = prepared.unturned if walk.mentions(line, g.LastPlayer) else prepared.frame
    match line:
        case g.Always():
            proof = proofs.always(frame, line.condition, not line.never)
            _told(task, proof, st.PlainMethod.INDUCTIVE, frame)
            if task.proved:
                _remember(prepared, line)
        case g.Possible():
            if line.after:
                found = list(ways(frame, ("after", line.after)))
                never = proofs.prove(found, lambda way: [terms.not_(way.truth(line.condition))])
            else:
                never = proofs.always(frame, line.condition, False)
            task.proved = never.answer == "no"
            task.method = st.PlainMethod.NEVER_HOLDS if task.proved else None
            task.open = open_case.of_proof(frame, never, _helps(never))
        case g.ExtremeClaim():
            _extreme(prepared, frame, task, line)
        case g.AtEvery() | g.BeforeEvery() | g.AfterEvery():
            found = list(ways(frame, moment_of(line)))
            proof = proofs.prove(found, lambda way: way.parts(line.condition))
            _told(task, proof, st.FromEveryState(st.every(moment_of(line))), frame)
            if task.gave_up and isinstance(line, g.AtEvery):
                _by_addends(prepared, task, line, found)


def _by_law_alone(prepared: PreparedGame, task: LineProof, line: g.BeforeEvery) -> bool:
    """Whether an act is never legal in any position whatever where the line does not hold: then no invariants need be found."""
    frame = TransitionSystem(prepared.game, (), prepared.context, turn_table=not walk.mentions(line, g.LastPlayer))
    proof = proofs.prove(list(anyhow(frame, line.act)), lambda way: way.parts(line.condition))
    if proof.answer == "no":
        _told(task, proof, st.FromAnyPosition(st.every(moment_of(line))), frame)
    return task.proved


def _remember(prepared: PreparedGame, line: g.Always) -> None:
    """Let a line that is proved help what follows, where it is the same for every seat and no burden."""
    if not line.never and not walk.mentions(line, g.LastPlayer) and not walk.mentions(line, g.Can):
        prepared.frame.lemmas.append(line.condition)
        _assume(prepared.frame, line.condition)


def _assume(frame: TransitionSystem, lemma: Expr) -> None:
    """Let what is proved help to prove what follows."""
    for made in frame.transitions.values():
        encoder = made.session.acts.encoder
        made.session.assume(encoder.truth(lemma, TermScope(made.state, made.state.turn)))


def _told(task: LineProof, proof: Proof, method: st.Induction, frame: TransitionSystem) -> None:
    task.proved = proof.answer == "no"
    task.open = open_case.of_proof(frame, proof, _helps(proof))
    task.method = st.OnEveryPath(method, proof.ways, frame.turning)
    if proof.answer == "yes":
        task.reason = st.PlainReason.NO_VALUE if proof.undefined else st.PlainReason.NOT_INDUCTIVE
    elif proof.answer == "unknown" and not proof.ways:
        task.reason = st.PlainReason.NO_PATH
    elif proof.answer == "unknown":
        task.gave_up = True
        task.reason = st.PlainReason.GAVE_UP


def _helps(proof: Proof) -> st.Help:
    """What would help a proof that came to nothing."""
    return st.Help.CLAIM_BEFORE if proof.answer == "yes" else st.Help.SPLIT


def _extreme(prepared: PreparedGame, frame: TransitionSystem, task: LineProof, line: g.ExtremeClaim) -> None:
    found = list(ways(frame, (line.moment, line.period)))
    samples = prepared.ended if (line.moment, line.period) == ("end", "hand") else ()
    bounds, within = list[st.Bounds | None](), list[bool]()
    for given in _sides(prepared, line.amount):
        bound = bounded(prepared.game, line, found, samples, given)
        if not bound.proved:
            task.reason = bound.reason
            task.open = None if bound.proof is None else open_case.of_proof(frame, bound.proof, _helps(bound.proof))
            return
        bounds.append(bound.bounds)
        within.append(bound.within)
    task.proved, task.beyond_reach = True, all(within)
    task.method = st.Bounded(st.series(bounds))


def _by_addends(prepared: PreparedGame, task: LineProof, line: g.AtEvery, found: list[Way]) -> None:
    """A sum that is at most a number, where one query about it is too much: bounded addend by addend."""
    samples = prepared.ended if (line.moment, line.period) == ("end", "hand") else ()
    limits = limits_of(prepared.game, line)
    bounds = list[st.Bounds | None]()
    for claim, given in limits:
        bound = bounded(prepared.game, claim, found, samples, given)
        if not bound.proved:
            return
        bounds.append(bound.bounds)
    if limits:
        task.proved, task.gave_up, task.reason, task.open = True, False, None, None
        task.method = st.Bounded(st.series(bounds))


def _sides(prepared: PreparedGame, amount: Expr) -> Iterator[tuple[tuple[str, Value], ...]]:
    """The values of the free word `side`, where an amount is about each side."""
    if speaks_of_side(amount):
        yield from ((("side", exactly(s)),) for s in range(prepared.game.sides))
    else:
        yield ()


# ---------------------------------------------------------------------- outcomes


@dataclass(frozen=True, slots=True)
class Outcome:
    verdict: Verdict
    method: st.Method | None = None
    reason: st.Reason | None = None
    vacuous: bool = False
    history: History | None = None
    open: OpenCase | None = None


def outcome(task: LineProof, hands: int) -> Outcome:
    """The verdict on a line after the search."""
    broken = next((goal.found for goal in task.violation if goal.found is not None), None)
    if broken is not None:
        return Outcome("refuted", st.PlainMethod.REPLAYED, history=broken)
    match line := task.line:
        case g.Possible():
            return _possible(task, hands)
        case g.ExtremeClaim():
            return _attained(task, line, hands)
        case g.Always() | g.AtEvery() | g.BeforeEvery() | g.AfterEvery():
            return _holding(task, hands)


def _holding(task: LineProof, hands: int) -> Outcome:
    if not task.proved:
        return Outcome("unknown", reason=st.NotBroken(task.reason, hands), open=task.open)
    met = all(any(goal.found is not None for goal in goals) for goals in task.premises)
    return Outcome("proved", task.method, None if met else st.PremiseUnmet(hands), not met)


def _possible(task: LineProof, hands: int) -> Outcome:
    found = next((goal.found for goal in task.attaining if goal.found is not None), None)
    if found is not None:
        return Outcome("attained", st.PlainMethod.REPLAYED, history=found)
    if task.proved:
        return Outcome("refuted", st.PlainMethod.HOLDS_NOWHERE, st.PlainReason.NOTHING_TRUE)
    return Outcome("unknown", reason=st.series((task.reason, st.NeverMet(hands))), open=task.open)


def _attained(task: LineProof, line: g.ExtremeClaim, hands: int) -> Outcome:
    if task.proved and task.beyond_reach:
        return Outcome("refuted", task.method, st.BeyondReach(line.value))
    found = task.attaining[0].found
    if task.proved and found is not None:
        return Outcome("attained", task.method, history=found)
    if task.proved:
        return Outcome("unknown", reason=st.NotAttained(hands, line.value))
    sort = st.ExtremeSort.GREATEST if line.which == "greatest" else st.ExtremeSort.LEAST
    return Outcome("unknown", reason=st.NoExtreme(sort, line.value, task.reason), open=task.open)


ORDER: tuple[Verdict, ...] = ("refuted", "unknown", "attained", "proved")


def joined(outcomes: Sequence[Outcome]) -> Outcome:
    """The verdict on a claim: that of its weakest line, with the methods of all."""
    weakest = min(outcomes, key=lambda o: ORDER.index(o.verdict))
    if weakest.verdict not in ("attained", "proved"):
        return weakest
    history = next((o.history for o in outcomes if o.history is not None), None)
    methods: st.Method | None = st.series(o.method for o in outcomes)
    vacuous = [o for o in outcomes if o.vacuous]
    return Outcome(weakest.verdict, methods, vacuous[0].reason if vacuous else None, bool(vacuous), history)
