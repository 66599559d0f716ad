"""The author's claims: the goals of each line in play, the outcome of its proof, and the verdict.

A line under one choice of options begins with goals, which are searched for together in played hands: a premise that is met, a
value that is attained, a violation.  If a few hands have not decided a line, a proof is tried, of this line only (`attempt`) or
together with other lines (`together`).  If a line is proved, a violation found by play would contradict the proof.  `outcome`
combines proof and play into a verdict.

Lines are values: a further attempt returns a new line with the same goals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from cartaro_grammar import TRUTH, Expr, parts, parts_reached
from cartaro_grammar import game as g
from cartaro_verify.frame import transition_system as proofs
from cartaro_verify.frame.transition_system import (
    Lemma,
    Proof,
    SymbolicPath,
    TransitionSystem,
    paths_from_any_state,
    paths_to,
)
from cartaro_verify.obligations import open_case
from cartaro_verify.obligations.clashes import negated, premises
from cartaro_verify.obligations.extremes import bounded, limits_of
from cartaro_verify.obligations.lemma_search import lemmas_in_words
from cartaro_verify.obligations.outcomes import Outcome
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.play.exhaustive import ExhaustiveSearch
from cartaro_verify.play.search import Goal, reach
from cartaro_verify.play.table import HistoryTable, Moment
from cartaro_verify.proof_log import Diverged
from cartaro_verify.results import statements as st
from cartaro_verify.results.verdicts import OpenCase
from cartaro_verify.terms import terms, walk
from cartaro_verify.terms.symbolic_state import NotCovered, SymbolicState, TermScope, Value, exactly

# ------------------------------------------------------------------------- lines


@dataclass(frozen=True, slots=True)
class LineGoals:
    """The goals of a line in play: violations, values attained, and for each premise the moments at which it may be met."""

    violation: tuple[Goal, ...] = ()
    premises: tuple[tuple[Goal, ...], ...] = ()
    attaining: tuple[Goal, ...] = ()


@dataclass(frozen=True, slots=True)
class Attempt:
    """The outcome of a proof of a line.  `open` is the case in which the proof failed; `gave_up` is true if the solver gave up;
    `beyond_reach` is true if it is proved that a claimed extreme is never reached.
    """

    proved: bool = False
    method: st.Method | None = None
    reason: st.Reason | None = None
    open: OpenCase | None = None
    gave_up: bool = False
    beyond_reach: bool = False
    vacuous: bool = False
    """Whether all play was enumerated, and some premise of the line is met nowhere."""


UNTRIED = Attempt()


@dataclass(frozen=True, slots=True)
class LineProof:
    """A line with its goals and the last attempt to prove it.

    Once a line is proved, play is not searched for a violation, since it would contradict the proof.
    """

    line: g.ClaimLine
    goals_at_start: LineGoals
    found: Attempt = UNTRIED

    @property
    def proved(self) -> bool:
        return self.found.proved

    @property
    def violation(self) -> tuple[Goal, ...]:
        return () if self.proved else self.goals_at_start.violation

    @property
    def premises(self) -> tuple[tuple[Goal, ...], ...]:
        return self.goals_at_start.premises

    @property
    def attaining(self) -> tuple[Goal, ...]:
        impossible = self.proved and (self.found.beyond_reach or isinstance(self.line, g.Possible))
        return () if impossible else self.goals_at_start.attaining

    @property
    def contrary(self) -> tuple[Goal, ...]:
        """Return the goals that would contradict the proof."""
        if not self.proved:
            return ()
        return (*self.goals_at_start.violation, *(() if self.attaining else self.goals_at_start.attaining))

    @property
    def goals(self) -> tuple[Goal, ...]:
        """Return the goals that are still being searched for in play."""
        return (*self.violation, *(goal for goals in self.premises for goal in goals), *self.attaining)

    @property
    def broken(self) -> bool:
        """Return whether play has broken the line."""
        return any(goal.found is not None for goal in self.violation)

    @property
    def shown(self) -> bool:
        """Return whether play has decided the line, so that nothing is left to prove: the line is broken, or the claimed
        possibility is shown.
        """
        return self.broken or (isinstance(self.line, g.Possible) and any(goal.found is not None for goal in self.attaining))

    def without_premises(self) -> LineProof:
        """Return the same line with the search for its premises switched off."""
        return replace(self, goals_at_start=replace(self.goals_at_start, premises=()))


def begun(line: g.ClaimLine) -> LineProof:
    """Return a line with its goals, before any attempt."""
    moments = _moments(line)
    match line:
        case g.Possible():
            return LineProof(line, LineGoals(attaining=tuple(Goal(m, line.condition) for m in moments)))
        case g.ExtremeClaim():
            free = ("side",) if speaks_of_side(line.amount) else ()
            value = g.Number(line.value, line.amount.type, line.amount.span)
            beyond = (value, line.amount) if line.which == "greatest" else (line.amount, value)
            attaining = Goal(moments[0], _compare("=", line.amount, value), free=free)
            beaten = Goal(moments[0], _compare("<", *beyond), free=free)
            return LineProof(line, LineGoals((beaten,), (), (attaining,)))
        case g.Always() | g.AtEvery() | g.BeforeEvery() | g.AfterEvery():
            violation = tuple(Goal(m, line.condition, False) for m in moments)
            needed = premises(line.condition) or (None,)
            return LineProof(line, LineGoals(violation, tuple(tuple(Goal(m, premise) for m in moments) for premise in needed)))


def moment_of(line: g.AtEvery | g.BeforeEvery | g.AfterEvery | g.ExtremeClaim) -> Moment:
    """Return the moment at which a line must hold."""
    match line:
        case g.AtEvery() | g.ExtremeClaim():
            return line.moment, line.period
        case g.BeforeEvery():
            return "before", line.act
        case g.AfterEvery():
            return "after", line.act


def _moment_of_possible(line: g.Possible) -> Moment | None:
    return ("after", line.after) if line.after else line.at


def _moments(line: g.ClaimLine) -> tuple[Moment, ...]:
    match line:
        case g.Possible() if (moment := _moment_of_possible(line)) is not None:
            return (moment,)
        case g.Always() | g.Possible():
            return proofs.moments_of_always(line.condition)
        case g.AtEvery() | g.BeforeEvery() | g.AfterEvery() | g.ExtremeClaim():
            return (moment_of(line),)


def _compare(operator: g.Operator, first: Expr, second: Expr) -> Expr:
    return g.Operation(operator, (first, second), TRUTH, first.span)


def search_extreme(table: HistoryTable, proof: LineProof) -> None:
    """Search play for an extreme, or for a value beyond it, if random play has not reached it; the result is kept with the
    goal.
    """
    line = proof.line
    if not isinstance(line, g.ExtremeClaim) or (proof.proved and proof.found.beyond_reach):
        return
    goal = proof.attaining[0] if proof.proved else proof.violation[0]
    if goal.found is None:
        beyond = 0 if proof.proved else 1 if line.which == "greatest" else -1
        history = reach(table, line, line.value + beyond, speaks_of_side(line.amount))
        goal.found = history if history is not None and table.replay(history) is not None else None


def speaks_of_side(expr: Expr) -> bool:
    return any(isinstance(p, g.Local) and p.name == "side" for p in parts(expr))


# ------------------------------------------------------------- a single line


def attempt(prepared: PreparedGame, begun: LineProof) -> LineProof:
    """Try to prove a line that play has not decided.  A value that the text leaves undecided cannot be proved."""
    untried = replace(begun, found=UNTRIED)
    return untried if untried.shown else replace(untried, found=_attempted(prepared, untried.line))


def _attempted(prepared: PreparedGame, line: g.ClaimLine) -> Attempt:
    try:
        ambiguous = _ambiguous(prepared, line)
        if ambiguous is not None:
            return Attempt(reason=ambiguous)
        whole = _proof(prepared, line)
        return _of_fewer(prepared, line, whole) if whole.proved else whole
    except NotCovered as missing:
        return Attempt(reason=missing.reason)


def _ambiguous(prepared: PreparedGame, line: g.ClaimLine) -> st.Reason | None:
    """Return why the text leaves the value of a line undecided: some definition may have no value, or several."""
    functions = {part.function for part in parts_reached(prepared.game, line) if isinstance(part, g.Apply)}
    if not functions:
        return None
    return next((reason for name, reason in prepared.decision.open.items() if name in functions), None)


def _of_fewer(prepared: PreparedGame, line: g.ClaimLine, whole: Attempt) -> Attempt:
    """Prove the same for hands with each smaller number of players that may be left in the match."""
    beyond_reach = whole.beyond_reach
    for fewer in prepared.fewer_players:
        found = _proof(fewer, line)
        if not found.proved:
            return replace(found, reason=st.OfFewerPlayers(fewer.game.players, found.reason or st.PlainReason.NOT_EXCLUDED))
        beyond_reach = beyond_reach and found.beyond_reach
    return replace(whole, method=whole.method and prepared.with_fewer_players(whole.method), beyond_reach=beyond_reach)


def _proof(prepared: PreparedGame, line: g.ClaimLine) -> Attempt:
    if isinstance(line, g.BeforeEvery) and not prepared.has_frame:
        lawful = _by_law_alone(prepared, line)
        if lawful.proved:
            return lawful
    frame = prepared.unturned if walk.mentions(line, g.LastPlayer) else prepared.frame
    match line:
        case g.Always():
            found = _found(frame, proofs.always(frame, line.condition), st.PlainMethod.INDUCTIVE)
            if found.proved:
                _remember(prepared, line)
            return found
        case g.Possible():
            return _impossible(frame, line)
        case g.ExtremeClaim():
            return _extreme(prepared, frame, line)
        case g.AtEvery() | g.BeforeEvery() | g.AfterEvery():
            paths = list(paths_to(frame, moment_of(line)))
            proof = proofs.prove(paths, lambda path: path.parts(line.condition))
            found = _found(frame, proof, st.FromEveryState(st.every(moment_of(line))))
            by_addends = _by_addends(prepared, line, paths) if found.gave_up and isinstance(line, g.AtEvery) else None
            return by_addends or found


def _found(frame: TransitionSystem, proof: Proof, method: st.Induction) -> Attempt:
    """Return the result of a proof over all paths of play."""
    on_paths = st.OnEveryPath(method, proof.paths, frame.turning)
    where = open_case.of_proof(frame, proof, _helps(proof))
    match proof.answer:
        case "no":
            return Attempt(True, on_paths, open=where)
        case "yes":
            reason = st.PlainReason.NO_VALUE if proof.undefined else st.PlainReason.NOT_INDUCTIVE
            return Attempt(False, on_paths, reason, where)
        case "unknown":
            gave_up = proof.paths > 0
            return Attempt(False, on_paths, st.PlainReason.GAVE_UP if gave_up else st.PlainReason.NO_PATH, where, gave_up)


def _helps(proof: Proof) -> st.Help:
    """Return the change that would help a failed proof."""
    return st.Help.CLAIM_BEFORE if proof.answer == "yes" else st.Help.SPLIT


def _impossible(frame: TransitionSystem, line: g.Possible) -> Attempt:
    """Try to prove that something that is claimed to be possible never happens."""
    moment = _moment_of_possible(line)
    if moment is not None:
        paths = list(paths_to(frame, moment))
        never = proofs.prove(paths, lambda path: [terms.not_(path.truth(line.condition))])
    else:
        never = proofs.always(frame, negated(line.condition))
    proved = never.answer == "no"
    method = st.PlainMethod.NEVER_HOLDS if proved else None
    return Attempt(proved, method, open=open_case.of_proof(frame, never, _helps(never)))


def _by_law_alone(prepared: PreparedGame, line: g.BeforeEvery) -> Attempt:
    """Try to prove that an act is never legal in a position that violates the line, whatever the position, so that no
    invariants are needed.
    """
    frame = TransitionSystem(prepared.game, (), prepared.context, turn_table=not walk.mentions(line, g.LastPlayer))
    proof = proofs.prove(list(paths_from_any_state(frame, line.act)), lambda path: path.parts(line.condition))
    return _found(frame, proof, st.FromAnyPosition(st.every(moment_of(line)))) if proof.answer == "no" else UNTRIED


def _extreme(prepared: PreparedGame, frame: TransitionSystem, line: g.ExtremeClaim) -> Attempt:
    paths = list(paths_to(frame, (line.moment, line.period)))
    bounds, within = list[st.Bounds | None](), list[bool]()
    for given in _sides(prepared, line.amount):
        bound = bounded(prepared.game, line, paths, lambda: _samples(prepared, line), given)
        if not bound.proved:
            where = None if bound.proof is None else open_case.of_proof(frame, bound.proof, _helps(bound.proof))
            return Attempt(reason=bound.reason, open=where)
        bounds.append(bound.bounds)
        within.append(bound.within)
    return Attempt(True, st.Bounded(st.series(bounds)), beyond_reach=all(within))


def _by_addends(prepared: PreparedGame, line: g.AtEvery, paths: list[SymbolicPath]) -> Attempt | None:
    """Bound a sum addend by addend, if one query about the whole sum is too hard; return None if some addend has no bound."""
    bounds = list[st.Bounds | None]()
    for claim, given in limits_of(prepared.game, line):
        bound = bounded(prepared.game, claim, paths, lambda: _samples(prepared, line), given)
        if not bound.proved:
            return None
        bounds.append(bound.bounds)
    return Attempt(True, st.Bounded(st.series(bounds))) if bounds else None


def _samples(prepared: PreparedGame, line: g.ExtremeClaim | g.AtEvery) -> Sequence[SymbolicState]:
    """Return states of the moment of a line, if any are known."""
    return prepared.samples.ended if (line.moment, line.period) == ("end", "hand") else ()


def _sides(prepared: PreparedGame, amount: Expr) -> Iterator[tuple[tuple[str, Value], ...]]:
    """Yield the values of the free word `side`, if an amount is about each side."""
    if speaks_of_side(amount):
        yield from ((("side", exactly(s)),) for s in range(prepared.game.sides))
    else:
        yield ()


def _remember(prepared: PreparedGame, line: g.Always) -> None:
    """Make a proved line a lemma for later proofs, if it is the same for every seat and does not slow them down."""
    _use(prepared, Lemma(line.condition, prepared.context.supposed))


def _use(prepared: PreparedGame, lemma: Lemma) -> None:
    """Use a proved lemma for later proofs, if it is the same for every seat and does not slow them down."""
    condition = lemma.condition
    if walk.mentions(condition, g.LastPlayer) or walk.mentions(condition, g.Can):
        return
    if _assume(prepared, lemma):
        prepared.context.log.lemmas.append(prepared.context.log.path)


def _assume(prepared: PreparedGame, lemma: Lemma) -> bool:
    """Assume a lemma in later proofs over a transition system; return whether it says something new there. Moves that the lemma
    excludes are removed.
    """
    if any(map(lemma.follows_from, prepared.frame.lemmas)):
        return False
    prepared.frame.lemmas.append(lemma)
    for place, transition in list(prepared.frame.transitions.items()):
        fact = lemma.holds(transition.session.acts.encoder, TermScope(transition.state, transition.state.turn))
        if transition.is_excluded_by(fact):
            del prepared.frame.transitions[place]
        else:
            transition.session.assume(fact)
    return True


def use_lemmas_of(prepared: PreparedGame, coarser: PreparedGame) -> None:
    """Assume what was proved over a coarser transition system of the same game: it is true of every state that play reaches."""
    with suppress(NotCovered):
        for lemma in coarser.lemmas:
            _assume(prepared, lemma)


def hands_go_on(prepared: PreparedGame) -> bool:
    """Try to prove the lemma that no clause ends the hand when a turn begins, since none ended it after the previous turn.

    Return whether it is proved.
    """
    condition = _no_end(prepared.game)
    if condition is None or walk.mentions(condition, g.LastPlayer) or walk.mentions(condition, g.Can):
        return False
    try:
        proved = proofs.as_turns_begin(prepared.frame, condition).answer == "no"
    except NotCovered:
        return False
    if proved:
        _use(prepared, Lemma(condition, prepared.context.supposed, as_turns_begin=True))
    return proved


def use_words(prepared: PreparedGame) -> bool:
    """Find lemmas in the words of the text, prove them, and use them; return whether there are any."""
    prepared.has_words = True
    try:
        found = lemmas_in_words(prepared)
    except NotCovered:
        return False
    for condition in found:
        _use(prepared, Lemma(condition, prepared.context.supposed, awaiting=True))
    return bool(found)


def _no_end(game: g.Game) -> Expr | None:
    """Return the condition that no clause ends the hand; None if one ends it in any case."""
    found = list[Expr]()
    for clause in game.ends_of("hand"):
        case = (*clause.when, *map(negated, clause.unless))
        if not case:
            return None
        found.append(negated(case[0] if len(case) == 1 else g.Operation("and", case, TRUTH, clause.span)))
    if not found:
        return None
    return found[0] if len(found) == 1 else g.Operation("and", tuple(found), TRUTH, found[0].span)


# --------------------------------------------------------------- lines together


def together(prepared: PreparedGame, named: Sequence[tuple[str, LineProof]]) -> list[LineProof]:
    """Try together the `always` lines whose separate proofs failed: assume all of them before a move, and prove each after it.
    Return the lines, each with the name of its claim.

    Lines that fail are dropped and the rest are tried again, until all that are left hold.  They are true after every deal, and
    every act keeps them true if all of them were true before it. So each of them is always true, by induction over all of them
    together. A dropped line is not used.
    """
    log = prepared.context.log
    worth = log.value("tried", tuple[int, ...], lambda: tuple(n for n, (_, proof) in enumerate(named) if _worth(proof)))
    tried = [(n, name, p.line) for n, (name, p) in enumerate(named) if isinstance(p.line, g.Always) and n in worth]
    known = [proof.line for _, proof in named if isinstance(proof.line, g.Always) and proof.proved]
    known = [line for line in known if not walk.mentions(line, g.Can)]
    found = [proof for _, proof in named]
    if len(tried) + len(known) < 2:
        return found
    lines = [line for _, _, line in tried]
    try:
        whole, *others = [list(joint_inductions(each, lines, known)) for each in (prepared, *prepared.fewer_players)]
    except NotCovered:
        return found
    kept = set[int]().union(*(each.proofs for each in whole))
    for smaller in others:
        kept &= set[int]().union(*(each.proofs for each in smaller))
    for each in reversed(whole):
        for n in kept & each.proofs.keys():
            place, name, _ = tried[n]
            method = _beside(name, [tried[other][1] for other in each.proofs if other != n])
            transition = _found(each.frame, each.proofs[n], method)
            found[place] = replace(
                found[place],
                found=replace(transition, method=transition.method and prepared.with_fewer_players(transition.method)),
            )
    for n in kept:
        _remember(prepared, lines[n])
    return found


def _worth(proof: LineProof) -> bool:
    """Return whether the separate attempt at a line failed, and no play has broken it."""
    return not proof.proved and proof.found.open is not None and not proof.broken


def _beside(name: str, names: Sequence[str]) -> st.Induction:
    """Return the method of a line that was proved together with lines of claims of these names."""
    others = st.joined(st.Joint.LISTED, (st.Name(st.NameSort.CLAIM, other) for other in names if other != name))
    if others is not None:
        return st.InductiveWith(others)
    return st.PlainMethod.INDUCTIVE_LINES if names else st.PlainMethod.INDUCTIVE


@dataclass(frozen=True, slots=True)
class JointInduction:
    """The lines that hold together over one frame, indexed by their position among the lines tried, each with its proof."""

    frame: TransitionSystem
    proofs: dict[int, Proof]


def joint_inductions(prepared: PreparedGame, lines: Sequence[g.Always], known: Sequence[g.Always]) -> Iterator[JointInduction]:
    """Yield the lines that can be proved together, given the lines that are proved. They are proved over the frame in which the
    table is turned, if the game has one; if a line names a particular seat, also over the frame without turning.
    """
    seated = {n for n, line in enumerate(lines) if walk.mentions(line, g.LastPlayer)}
    free = [line for line in known if not walk.mentions(line, g.LastPlayer)]
    with prepared.context.log.at(prepared.part, "turned"):
        turned = _drop_failing(prepared.frame, {n: line for n, line in enumerate(lines) if n not in seated}, free)
    yield turned
    if seated:
        with prepared.context.log.at(prepared.part, "seated"):
            unturned = _drop_failing(prepared.unturned, dict(enumerate(lines)), known)
        yield unturned


def _drop_failing(frame: TransitionSystem, lines: dict[int, g.Always], known: Sequence[g.Always]) -> JointInduction:
    """Return the lines that remain after all failing ones have been dropped."""

    def proofs_of(left: dict[int, g.Always]) -> dict[int, Proof]:
        beside = [line.condition for line in (*known, *left.values())]
        return {n: proof for n, line in left.items() if (proof := _joint_proof(frame, line, beside)) is not None}

    def search() -> JointInduction:
        left = dict(lines)
        while left:
            proofs = proofs_of(left)
            if len(proofs) == len(left):
                return JointInduction(frame, proofs)
            left = {n: left[n] for n in proofs}
        return JointInduction(frame, {})

    def given(kept: tuple[int, ...]) -> JointInduction:
        if not lines.keys() >= set(kept):
            raise Diverged
        proofs = proofs_of({n: lines[n] for n in kept})
        return JointInduction(frame, proofs if len(proofs) == len(kept) else {})

    return frame.context.log.found("together", tuple[int, ...], search, lambda joint: tuple(joint.proofs), given)


def _joint_proof(frame: TransitionSystem, line: g.Always, beside: Sequence[Expr]) -> Proof | None:
    """Return the proof of a line under further assumptions; None if it fails."""
    try:
        proof = proofs.always(frame, line.condition, beside)
    except NotCovered:
        return None
    return proof if proof.answer == "no" else None


# ------------------------------------------------------------------- enumeration


def enumerated(proof: LineProof, play: ExhaustiveSearch) -> LineProof:
    """Return a line with the result of the enumeration of all play: the line is never broken, its premise is never met, or a
    number is not reached.
    """
    goals, found = proof.goals_at_start, proof.found
    by_play = Attempt(True, play.method)
    match proof.line:
        case g.ExtremeClaim():
            if not proof.proved and play.nowhere(goals.violation):
                found = by_play
            if found.proved and not found.beyond_reach and play.nowhere(goals.attaining):
                found = replace(by_play, beyond_reach=True)
        case g.Possible():
            found = by_play if not proof.proved and play.nowhere(goals.attaining) else found
        case g.Always() | g.AtEvery() | g.BeforeEvery() | g.AfterEvery():
            found = by_play if not proof.proved and play.nowhere(goals.violation) else found
            found = replace(found, vacuous=found.proved and any(play.nowhere(premise) for premise in goals.premises))
    return replace(proof, found=found)


# ---------------------------------------------------------------------- outcomes


def outcome(proof: LineProof, hands: int) -> Outcome:
    """Return the verdict on a line after a number of hands has been searched."""
    broken = next((goal.found for goal in proof.violation if goal.found is not None), None)
    if broken is not None:
        return Outcome("refuted", st.PlainMethod.REPLAYED, history=broken)
    match line := proof.line:
        case g.Possible():
            return _possible(proof, hands)
        case g.ExtremeClaim():
            return _attained(proof, line, hands)
        case g.Always() | g.AtEvery() | g.BeforeEvery() | g.AfterEvery():
            return _holding(proof, hands)


def _holding(proof: LineProof, hands: int) -> Outcome:
    if not proof.proved:
        return Outcome("unknown", reason=st.NotBroken(proof.found.reason, hands), open=proof.found.open)
    if proof.found.vacuous:
        return Outcome("proved", proof.found.method, st.PlainReason.PREMISE_NOWHERE, vacuous=True)
    met = all(any(goal.found is not None for goal in goals) for goals in proof.premises)
    return Outcome("proved", proof.found.method, None if met else st.PremiseUnmet(hands), not met)


def _possible(proof: LineProof, hands: int) -> Outcome:
    shown = next((goal.found for goal in proof.attaining if goal.found is not None), None)
    if shown is not None:
        return Outcome("attained", st.PlainMethod.REPLAYED, history=shown)
    if proof.proved:
        method = proof.found.method
        by_play = isinstance(method, st.Exhaustive)
        return Outcome("refuted", method if by_play else st.PlainMethod.HOLDS_NOWHERE, st.PlainReason.NOTHING_TRUE)
    return Outcome("unknown", reason=st.series((proof.found.reason, st.NeverMet(hands))), open=proof.found.open)


def _attained(proof: LineProof, line: g.ExtremeClaim, hands: int) -> Outcome:
    found = proof.found
    if found.proved and found.beyond_reach:
        return Outcome("refuted", found.method, st.BeyondReach(line.value))
    shown = proof.attaining[0].found
    if found.proved and shown is not None:
        return Outcome("attained", found.method, history=shown)
    if found.proved:
        return Outcome("unknown", reason=st.NotAttained(hands, line.value))
    sort = st.ExtremeSort.GREATEST if line.which == "greatest" else st.ExtremeSort.LEAST
    return Outcome("unknown", reason=st.NoExtreme(sort, line.value, found.reason), open=found.open)
