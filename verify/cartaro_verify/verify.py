"""One result in the making: an obligation or a claim, with its tasks and the goals that play may meet.

The proofs of what every game must keep, and what would refute it in play.

What was found, as results: each with its verdict, its method and what shows it.

Verification of a game: its obligations, then its claims, each with verdict, method and time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from itertools import product

from cartaro_grammar import PLAYERS_SETTING, Game, choose
from cartaro_grammar import game as g
from cartaro_verify.advice import TEXTS as ADVICE_TEXTS
from cartaro_verify.advice import advice
from cartaro_verify.claims import LineProof, Outcome, attempt, begun, climb, joined, outcome, together
from cartaro_verify.frame import invariants as completion_needs
from cartaro_verify.frame.invariants import Invariant
from cartaro_verify.frame.transition_system import TurnCase
from cartaro_verify.obligations import conservation, discretion, faults, legal_move, match_end, open_case
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.play.histories import play_matches, shortest
from cartaro_verify.play.search import AGAIN, FAULT, SILENT, STUCK, Goal, GoalSearch, HandSearch
from cartaro_verify.play.table import History, HistoryTable, Match, match_record, record
from cartaro_verify.results import statements as st
from cartaro_verify.results.verdicts import Counterexample, OpenCase, Result
from cartaro_verify.terms.symbolic_state import NotCovered
from cartaro_verify.terms.terms import Answer

# -------------------------------------------------------------------------- jobs


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


# ------------------------------------------------------------- obligation proofs


OBLIGATIONS = ("conserved", "movable", "ends", "decided", "faultless", "endable", "discreet")
FAULTLESS = "faultless"
AS_FAR = {"decided": st.PlainReason.AS_FAR_AS_DECIDED, FAULTLESS: st.PlainReason.AS_FAR_AS_FAULTLESS}
STOPPING = tuple(AS_FAR)
"""Where one of these is not proved, play may come to a state in which it cannot go on."""
OF_EFFECTS = ("conserved",)
"""Proved of the effects in the text: it holds however many players are still in the match."""
WITHOUT_INVARIANTS = (*OF_EFFECTS, "decided")
"""Proved of any placement of the cards, reachable or not."""
REFUTING = {
    "conserved": (), "movable": (STUCK,), "ends": (AGAIN,), "decided": (SILENT,), "faultless": (FAULT,), "endable": (),
    "discreet": (),
}  # fmt: skip
TEXTS: dict[str, g.Names] = {
    "conserved": (("it", "nessuna carta si perde o si raddoppia"), ("en", "no card is lost or doubled"),
                  ("fr", "aucune carte n'est perdue ni doublée")),
    "movable": (("it", "chi è di turno ha sempre una mossa legale"), ("en", "whoever has the turn has a legal move"),
                ("fr", "qui a le tour a toujours un coup légal")),
    "ends": (("it", "ogni smazzata finisce"), ("en", "every hand ends"), ("fr", "toute manche finit")),
    "decided": (("it", "le clausole non si contraddicono e non tacciono"), ("en", "no clauses clash and none is missing"),
                ("fr", "aucune clause n'en contredit une autre et aucune ne manque")),
    "endable": (("it", "la partita può sempre ancora finire"), ("en", "a match can always still end"),
                ("fr", "la partie peut toujours encore finir")),
    "faultless": (("it", "il gioco non si arresta per un difetto delle regole"), ("en", "play never breaks down"),
                  ("fr", "le jeu ne s'arrête jamais par la faute des règles")),
    "discreet": (("it", "le mosse legali non rivelano a chi gioca carte che non può vedere"),
                 ("en", "the legal moves tell a player no card that the player may not see"),
                 ("fr", "les coups légaux ne révèlent au joueur aucune carte qu'il ne peut pas voir")),
}  # fmt: skip


def obligation(prepared: PreparedGame, job: Job) -> None:
    """Try to prove an obligation; it is unknown where the encoding does not cover what it asks."""
    method = discretion.at_once(prepared.game) if job.name == "discreet" else None
    if method is not None:
        job.found = Outcome("proved", method)
        return
    try:
        prove(prepared, job)
    except NotCovered as missing:
        job.found = Outcome("unknown", reason=missing.reason)


def prove(prepared: PreparedGame, job: Job) -> None:
    """An obligation of all hands: those with all players, and with each smaller number that may be left in the match."""
    if job.name in OF_EFFECTS:
        PROOFS[job.name](prepared, job)
        return
    company = prepared.company
    PROOFS[job.name](prepared, job)
    whole = job.found
    for fewer in company if whole is not None and whole.verdict == "proved" else ():
        PROOFS[job.name](fewer, job)
        if job.found is None or job.found.verdict != "proved":
            return
    job.found = (
        None if whole is None or job.found is None else replace(whole, method=whole.method and prepared.also(whole.method))
    )


def _conserved(prepared: PreparedGame, job: Job) -> None:
    found = conservation.conserved(prepared.game, prepared.context)
    job.found = _outcome(found.answer, st.EffectsConserveCards(found.asked))


def _movable(prepared: PreparedGame, job: Job) -> None:
    answer, cases, case, state = legal_move.movable(prepared.frame)
    where = None if case is None else open_case.of_case(prepared.frame, case, _helps(answer), state)
    job.found = _outcome(answer, st.MoveInEveryState(cases), where)


def _ends(prepared: PreparedGame, job: Job) -> None:
    found = prepared.measure
    where = None if found.made is None else open_case.of_ways(prepared.frame, found.made, found.against)
    if found.weights is None:
        job.found = Outcome("unknown", reason=st.PlainReason.NO_WEIGHT, open=where)
        return
    aside = any(act.finding for act in prepared.game.acts)
    if not found.ways:
        job.found = _outcome(found.answer, st.HandEndsAtOnce(aside))
        return
    weighed = (of if weight == 1 else st.Times(weight, of) for of, weight in found.weights)
    counters = st.joined(st.Joint.BOTH, map(st.cell, found.counters))
    level, grow = st.Level.STEPS if found.level else None, None if counters is None else st.CountersGrow(counters)
    otherwise: st.Level | st.CountersGrow | st.Joined | None = st.joined(st.Joint.AFTER, (level, grow))
    job.found = _outcome(found.answer, st.MeasureFalls(st.joined(st.Joint.SUM, weighed), otherwise, found.ways, aside), where)


def _decided(prepared: PreparedGame, job: Job) -> None:
    found = prepared.decision
    proved = Outcome("proved", st.NoClashOrGap(found.pairs, found.asked))
    job.found = proved if found.answer == "no" else Outcome("unknown", reason=found.reason or st.PlainReason.GAVE_UP)
    if found.seen is not None:
        job.seen = [Goal(*found.seen)]


def _faultless(prepared: PreparedGame, job: Job) -> None:
    found = faults.faultless(prepared.frame, prepared.table)
    method: st.Method | None = st.series((st.NoFault(found.asked), *found.rounds))
    if found.answer == "no":
        ends = not completion_needs.searched(prepared.game) or prepared.measure.answer == "no"
        job.found = Outcome("proved", method) if ends else Outcome("unknown", reason=st.PlainReason.NO_END_OF_TURN)
        return
    helps, session = _helps(found.answer), found.session
    where = None if session is None else open_case.of_session(prepared.frame, session, helps, found.model)
    job.found = Outcome("unknown", reason=found.what or st.PlainReason.GAVE_UP, open=where)


def _endable(prepared: PreparedGame, job: Job) -> None:
    found = match_end.endable(prepared.frame, prepared.table)
    if found.method is not None:
        job.found = Outcome("proved", found.method)
    elif found.stuck is not None:
        job.found, job.match = Outcome("refuted", st.PlainMethod.UNENDING), found.stuck
    else:
        job.found = Outcome("unknown", reason=found.reason or st.PlainReason.GAVE_UP, open=open_case.between(prepared.frame))


LISTS = 20_000
"""How often the legal moves are listed to find two hands that a player cannot tell apart."""


def _discreet(prepared: PreparedGame, job: Job) -> None:
    """Play is asked first where the clauses themselves read hidden cards, and last where only the look-ahead does."""
    doubtful = discretion.doubtful(prepared.game)
    job.found = _disclosed(prepared) if doubtful else None
    if job.found is None:
        found = discretion.discreet(prepared.frame)
        shown = None if doubtful or found.answer == "no" else _disclosed(prepared)
        proved = Outcome("proved", found.method) if found.answer == "no" else Outcome("unknown", reason=found.reason)
        job.found = shown or proved


def _disclosed(prepared: PreparedGame) -> Outcome | None:
    """Two hands that a player cannot tell apart, where they are found."""
    shown = prepared.table.disclosed(LISTS)
    return None if shown is None else Outcome("refuted", st.PlainMethod.DISCLOSED, history=shown)


def _outcome(answer: Answer, method: st.Method, where: OpenCase | None = None) -> Outcome:
    if answer == "no":
        return Outcome("proved", method)
    return Outcome("unknown", reason=st.PlainReason.ALLOWED if answer == "yes" else st.PlainReason.GAVE_UP, open=where)


def _helps(answer: Answer) -> st.Help | None:
    """What would help an obligation that was not proved."""
    return st.Help.CLAIM if answer == "yes" else None


PROOFS: dict[str, Callable[[PreparedGame, Job], None]] = {
    "conserved": _conserved, "movable": _movable, "ends": _ends, "decided": _decided, "faultless": _faultless,
    "endable": _endable, "discreet": _discreet,
}  # fmt: skip


# ------------------------------------------------------------------- job results


def result_of(prepared: PreparedGame, job: Job, hands: int) -> Result:
    found = job.found if job.found is not None else joined([outcome(task, hands) for task in job.tasks])
    broken = next((goal.found for goal in job.refuting if goal.found is not None), None)
    if broken is not None:
        found = Outcome("refuted", st.PlainMethod.REPLAYED, found.reason if job.name == "decided" else None, history=broken)
    against = next((goal.found for goal in job.contrary if goal.found is not None), None)
    if against is not None:
        found = Outcome("unknown", reason=st.PlainReason.CONTRADICTED, history=against)
    found = replace(found, history=_shortest(prepared.table, job, found.history))
    claim, where = job.claim, found.open if found.verdict == "unknown" else None
    method = None if found.verdict == "unknown" else found.method
    helps = None if where is None else where.help
    reason: st.Reason | None = st.series((found.reason, helps))
    return Result(
        prepared.game.name, job.name, "claim" if claim else "obligation", found.verdict, method, job.seconds,
        claim.names if claim else TEXTS[job.name], claim.cites if claim else (), job.settings, reason, found.vacuous,
        _witness(prepared.table, job, found.history),
        prepared.invariants if found.verdict == "proved" and job.name not in WITHOUT_INVARIANTS else (), against is not None,
        players=prepared.game.players, house_rules=_house_rules(prepared.game),
        hands=hands if found.verdict == "unknown" and job.goals else 0,
        open=where, told_false=claim is not None and bool(claim.refuted),
    )  # fmt: skip


def unplayed(game: Game, settings: SettingPairs, name: str | g.Claim, reason: st.Reason) -> Result:
    claim = name if isinstance(name, g.Claim) else None
    return Result(
        game.name,
        name.name if isinstance(name, g.Claim) else name,
        "claim" if claim else "obligation",
        "unknown",
        None,
        0.0,
        claim.names if claim else TEXTS[str(name)],
        claim.cites if claim else (),
        settings,
        reason,
        players=game.players,
        house_rules=_house_rules(game),
        told_false=claim is not None and bool(claim.refuted),
    )


def advised(prepared: PreparedGame) -> Iterator[Result]:
    """What there is to tell of a game, as results."""
    start = time.perf_counter()
    for found in advice(prepared):
        now, source = time.perf_counter(), found.span.source
        witness = None if found.history is None else _shown(prepared.table, found.history)
        yield Result(
            prepared.game.name, found.name, "advice", "told", found.found, now - start, ADVICE_TEXTS[found.kind],
            reason=found.remedy, witness=witness, at=f"{source.name}:{found.span.line}:{found.span.column}",
            players=prepared.game.players, house_rules=_house_rules(prepared.game),
        )  # fmt: skip
        start = now


def doubted(jobs: list[Job]) -> list[str]:
    """What of it is not proved, as far as it is asked, that play can always go on: it stops where clauses clash, where none
    answers, and where it breaks down.
    """
    asked = [job for job in jobs if job.name in STOPPING and job.claim is None]
    return [job.name for job in asked if job.found is None or job.found.verdict != "proved"]


def limited(result: Result, limit: str | None) -> Result:
    """`faultless` where a hand has stopped at a limit of the program: the verdict says which."""
    if limit is None or result.name != FAULTLESS or result.kind != "obligation" or result.verdict == "refuted":
        return result
    return replace(result, reason=st.series((result.reason, st.LimitMet(st.Limit[limit]))))


def as_far_as_play(result: Result, job: Job, doubted: list[str]) -> Result:
    """A claim that is proved of every state, or its bound, where play may stop: it holds of what can be played, and says so."""
    bounded = any(isinstance(task.line, g.ExtremeClaim) for task in job.tasks)
    if job.claim is None or not doubted or not (result.verdict == "proved" or (result.verdict == "attained" and bounded)):
        return result
    return replace(result, reason=st.series((result.reason, *(AS_FAR[name] for name in doubted))))


def _witness(table: HistoryTable, job: Job, history: History | None) -> Counterexample | None:
    """The hand, or the match, that shows what was found."""
    if job.match is not None:
        return Counterexample(match_record(table, job.match), table.position(job.match.position))
    return None if history is None else _shown(table, history)


def _shortest(table: HistoryTable, job: Job, history: History | None) -> History | None:
    """What shows the same as a history that a goal has found, in as few moves as trials come to."""
    goal = next((goal for goal in (*job.goals, *job.contrary) if goal.found is not None and goal.found is history), None)
    return history if goal is None else shortest(table, goal)


def _shown(table: HistoryTable, history: History) -> Counterexample:
    """A history, replayed before it is shown."""
    if table.replay(history) is None:
        raise AssertionError("a history that does not replay")
    whole = table.completed(history)
    hand = None if whole is None else record(table, whole)
    return Counterexample(record(table, history), table.position(history.position), history.note, hand)


def _house_rules(game: Game) -> SettingPairs:
    """The value of every option, in the order of the text."""
    return tuple((option.name, game.chosen[option.name]) for option in game.options)


# ------------------------------------------------------------------------ verify


HANDS = 2000
MORE_HANDS = 1000
SOME_HANDS = 300
FIRST_HANDS = 30
"""What so many hands decide need not be proved."""
Progress = Callable[[str], None]


def verify(
    game: Game,
    only: str | tuple[str, ...] | None = None,
    progress: Progress | None = None,
    hand_search: HandSearch | None = None,
) -> tuple[Result, ...]:
    """Decide every obligation and claim of a game (or those named `only`): proved, refuted with a replayed hand, or unknown.

    What is asked for by name and not proved by itself is tried once more with what other claims say `always`, where that is
    proved; of these nothing is told.

    Everything is deterministic but the seconds.  `progress` is told what is being decided.  What is to be met in play is looked
    for in hands of the interpreter; by a `hand_search`, in many more.
    """
    found = {(result.settings, result.name): result for result in decide(game, only, progress, hand_search)}
    named = (
        (settings, name if isinstance(name, str) else name.name) for settings, names in _plan(game, only) for name in names
    )
    told = tuple(result for result in found.values() if result.kind == ADVICE)
    return (*(found[place] for place in dict.fromkeys(named) if place[1] != ADVICE), *told)


def decide(
    game: Game,
    only: str | tuple[str, ...] | None = None,
    progress: Progress | None = None,
    hand_search: HandSearch | None = None,
) -> Iterator[Result]:
    """The same results one by one, each as soon as it is known; if play then contradicts one, another follows in its place."""
    tell, refuted = progress or _quiet, dict[TurnCase, set[Invariant]]()
    everything = {} if only is None else dict(_plan(game, None))
    for settings, names in _plan(game, only):
        others = [name for name in everything.get(settings, ()) if isinstance(name, g.Claim) and name not in names]
        chosen = game if not settings else choose(game, dict(settings))
        if not isinstance(chosen, Game):
            raise ValueError("; ".join(d.message for d in chosen))
        yield from _decide(chosen, settings, names, others, tell, refuted, hand_search)


def _quiet(text: str) -> None:
    """Takes what there is to tell, and tells nobody."""


ADVICE = "advice"
"""No obligation, but asked for with everything else: what a ruleset may well not mean."""


def _plan(game: Game, only: str | tuple[str, ...] | None) -> Iterator[tuple[SettingPairs, list[str | g.Claim]]]:
    """What is decided under which settings: the game's own first, with the obligations; a claim under each number of players
    and each value that it names.
    """
    asked = (only,) if isinstance(only, str) else only
    plan: dict[SettingPairs, list[str | g.Claim]] = {(): [n for n in (*OBLIGATIONS, ADVICE) if asked is None or n in asked]}
    for claim in game.claims:
        if asked is None or claim.name in asked:
            for values in product(*(values for _, values in claim.under)):
                now = {**game.chosen, PLAYERS_SETTING: str(game.players)}
                chosen = tuple((o, v) for (o, _), v in zip(claim.under, values, strict=True) if now.get(o) != v)
                plan.setdefault(chosen, []).append(claim)
    yield from ((settings, names) for settings, names in plan.items() if names)


def _decide(
    game: Game,
    settings: SettingPairs,
    names: list[str | g.Claim],
    others: list[g.Claim],
    tell: Progress,
    refuted: dict[TurnCase, set[Invariant]],
    hand_search: HandSearch | None,
) -> Iterator[Result]:
    """Decide all that is asked under one choice of the options.  What is not invariant under the game's own is `refuted`, and
    not tried again under others with as many players, unless a claim is not proved without it.  What is asked may lean on
    `others`.
    """
    start = time.perf_counter()
    try:
        prepared = PreparedGame(game, None, refuted if settings and PLAYERS_SETTING not in dict(settings) else None)
    except NotCovered as missing:
        yield from (unplayed(game, settings, name, missing.what) for name in names if name != ADVICE)
        return
    jobs, told = [_begun(name, settings) for name in names if name != ADVICE], list[Job]()
    search = _first_look(prepared.table, jobs)
    for number, job in enumerate(jobs):
        tell(job.name)
        _try(prepared, job)
        job.seconds = time.perf_counter() - start
        start = time.perf_counter()
        if (job.broken or _closed(job)) and not (job.claim and doubted(jobs[: number + 1])):
            told.append(job)
            yield limited(result_of(prepared, job, search.looked_through(job.goals)), search.limit)
    if not settings:
        refuted.update(prepared.refuted)
    helping = _helping(prepared, jobs, others, tell)
    _together(prepared, [*helping, *jobs])
    for job in jobs:
        _again_with_lemmas(prepared, job)
    _again_without_lemmas(prepared, jobs)
    tell("playing hands")
    whole = [*_proved_only(helping), *jobs]
    _search(search, whole, hand_search)
    for job in jobs:
        if job not in told or any(goal.found is not None for goal in job.contrary):
            result = limited(result_of(prepared, job, search.looked_through(job.goals)), search.limit)
            yield as_far_as_play(result, job, doubted(whole))
    if ADVICE in names:
        tell(ADVICE)
        yield from advised(prepared)


def _begun(name: str | g.Claim, settings: SettingPairs) -> Job:
    if isinstance(name, str):
        return Job(name, None, settings, watched=[Goal(m, None) for m in REFUTING[name]])
    return Job(name.name, name, settings, [begun(line) for line in name.lines])


def _first_look(table: HistoryTable, jobs: list[Job]) -> GoalSearch:
    """The search for all that play can show of these jobs, after its first hands."""
    search = GoalSearch(table, [goal for job in jobs for goal in job.goals])
    search.run(FIRST_HANDS)
    return search


def _try(prepared: PreparedGame, job: Job) -> None:
    """Try to prove what play has not decided."""
    if job.claim is not None:
        job.tasks = [attempt(prepared, task) for task in job.tasks]
    elif job.broken:
        job.found = Outcome("unknown")
    else:
        obligation(prepared, job)


def _closed(job: Job) -> bool:
    """Whether a job needs nothing more: it is proved, and what must be found in play has been."""
    return job.proved and all(goal.found is not None for goal in job.goals)


def _helping(prepared: PreparedGame, jobs: list[Job], others: list[g.Claim], tell: Progress) -> list[Job]:
    """What other claims say `always`, tried where something asked for was not proved without it; then that, once more."""
    if all(job.proved or job.broken for job in jobs):
        return []
    start = time.perf_counter()
    lines = ((claim, [line for line in claim.lines if isinstance(line, g.Always)]) for claim in others)
    helping = [Job(claim.name, claim, jobs[0].settings, [begun(line) for line in always]) for claim, always in lines if always]
    _first_look(prepared.table, helping)
    for job in helping:
        tell(job.name)
        _try(prepared, job)
    if any(task.proved for job in helping for task in job.tasks):
        for job in jobs:
            _try_open(prepared, job)
    for job in jobs:
        job.seconds += (time.perf_counter() - start) / len(jobs)
    return helping


def _try_open(prepared: PreparedGame, job: Job) -> None:
    """Try once more to prove the lines of a claim that are not."""
    job.tasks = [task if task.proved else _better(task, attempt(prepared, task)) for task in job.tasks]


def _proved_only(helping: list[Job]) -> Iterator[Job]:
    """Of what has helped, what is proved: play must not contradict it, but nothing else of it need be met."""
    for job in helping:
        tasks = [replace(task, premises=[]) for task in job.tasks if task.proved]
        if tasks:
            yield replace(job, tasks=tasks)


def _together(prepared: PreparedGame, jobs: list[Job]) -> None:
    """Lines that failed one by one, together, but for those that a few hands break; and what failed besides, given them."""
    start = time.perf_counter()
    open_still = [job for job in jobs if any(isinstance(t.line, g.Always) and not t.proved for t in job.tasks)]
    if not open_still:
        return
    if together(prepared, [(job.name, task) for job in jobs for task in job.tasks]):
        for job in jobs:
            _try_open(prepared, job)
    for job in open_still:
        job.seconds += (time.perf_counter() - start) / len(open_still)


def _better(task: LineProof, again: LineProof) -> LineProof:
    return again if again.proved else task


def _again_without_lemmas(prepared: PreparedGame, jobs: list[Job]) -> None:
    """Where the solver gave up, what other claims have proved may have burdened it: each such line again, without, and with
    more patience, so that it does not depend on little whether a claim is decided.  So too where an invariant may be missing.
    """
    start = time.perf_counter()
    for job in jobs:
        for number, task in enumerate(job.tasks):
            if task.gave_up or (prepared.unlikely and not task.proved and not task.shown):
                with prepared.context.patience() if task.gave_up else nullcontext():
                    again = attempt(PreparedGame(prepared.game, prepared.context), task)
                job.tasks[number] = again if again.proved else task
                job.seconds += time.perf_counter() - start
                start = time.perf_counter()


def _again_with_lemmas(prepared: PreparedGame, job: Job) -> None:
    """Once more with the claims that were proved, for an obligation that was not; else it is to be refuted."""
    if job.claim is not None or job.broken or (job.found is not None and job.found.verdict in ("proved", "refuted")):
        return
    start = time.perf_counter()
    with suppress(NotCovered):
        if prepared.frame.lemmas and job.name != "decided":
            prove(prepared, job)
    job.seconds += time.perf_counter() - start


def _search(search: GoalSearch, jobs: list[Job], hand_search: HandSearch | None) -> None:
    """Go on looking for everything that only play can show, in one pass; the time counts for those that asked."""
    asking = [job for job in jobs if job.goals or job.contrary]
    start = time.perf_counter()
    search.look_for([goal for job in asking for goal in job.goals], [goal for job in asking for goal in job.contrary])
    if hand_search is not None and any(_pressing(job) for job in asking):
        search.ask(hand_search)
    search.run(SOME_HANDS)
    if any(_pressing(job) for job in asking):
        search.run(MORE_HANDS)
    for task in (task for job in asking for task in job.tasks):
        climb(search.table, task)
    if any(_pressing(job) for job in asking):
        search.run(HANDS)
    play_matches(search)
    for job in asking:
        job.seconds += (time.perf_counter() - start) / len(asking)


def _pressing(job: Job) -> bool:
    """Whether more hands could change a verdict."""
    if job.refuting and all(goal.found is None for goal in job.refuting):
        return True
    return any(_undecided(task) for task in job.tasks)


def _undecided(task: LineProof) -> bool:
    shown_by_play = task.proved or isinstance(task.line, g.Possible)
    groups = [task.attaining, *task.premises] if shown_by_play else [task.violation]
    return any(group and all(goal.found is None for goal in group) for group in groups)
