"""Verification of a game: its obligations, then its claims, each with verdict, method and time."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from itertools import product

from cartaro_grammar import PLAYERS_SETTING, Claim, Game, choose
from cartaro_grammar import game as g
from cartaro_verify.advice import advice
from cartaro_verify.claims.claims import Outcome, Task, attempt, climb, joined, outcome, together
from cartaro_verify.encode.solver import Answer
from cartaro_verify.frame import completion_needs
from cartaro_verify.frame.invariants import Invariant
from cartaro_verify.frame.transition_system import TurnCase
from cartaro_verify.obligations import conservation, faults, legal_move, match_end, open_case
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.obligations.results import Counterexample, OpenCase, Result
from cartaro_verify.play import matches
from cartaro_verify.play.goals import AGAIN, FAULT, SILENT, STUCK, Goal, Search
from cartaro_verify.play.matches import Match
from cartaro_verify.play.table import History, Table
from cartaro_verify.play.trials import play_matches
from cartaro_verify.terms.messages import Words, words
from cartaro_verify.terms.messages import joined as joined_words
from cartaro_verify.terms.symbols import NotCovered

HANDS = 2000
MORE_HANDS = 1000
SOME_HANDS = 300
FIRST_HANDS = 30
Settings = tuple[tuple[str, str], ...]
Progress = Callable[[str], None]


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


def verify(game: Game, only: str | tuple[str, ...] | None = None, progress: Progress | None = None) -> tuple[Result, ...]:
    """Decide every obligation and claim of a game (or those named `only`): proved, refuted with a replayed hand, or unknown.

    Everything is deterministic but the seconds.  `progress` is told what is being decided.
    """
    found = {(result.settings, result.name): result for result in decide(game, only, progress)}
    named = (
        (settings, name if isinstance(name, str) else name.name) for settings, names in _plan(game, only) for name in names
    )
    advised = tuple(result for result in found.values() if result.kind == ADVICE)
    return (*(found[place] for place in dict.fromkeys(named) if place[1] != ADVICE), *advised)


def decide(game: Game, only: str | tuple[str, ...] | None = None, progress: Progress | None = None) -> Iterator[Result]:
    """The same results one by one, each as soon as it is known; if play then contradicts one, another follows in its place."""
    tell, refuted = progress or _quiet, dict[TurnCase, set[Invariant]]()
    for settings, names in _plan(game, only):
        chosen = game if not settings else choose(game, dict(settings))
        if not isinstance(chosen, Game):
            raise ValueError("; ".join(d.message for d in chosen))
        yield from _decide(chosen, settings, names, tell, refuted)


def _quiet(text: str) -> None:
    """Takes what there is to tell, and tells nobody."""


OBLIGATIONS = ("conserved", "movable", "ends", "decided", "faultless", "endable")
ADVICE = "advice"
"""No obligation, but asked for with everything else: what a ruleset may well not mean."""


def _plan(game: Game, only: str | tuple[str, ...] | None) -> Iterator[tuple[Settings, list[str | Claim]]]:
    """What is decided under which settings: the game's own first, with the obligations; a claim under each number of players
    and each value that it names.
    """
    asked = (only,) if isinstance(only, str) else only
    plan: dict[Settings, list[str | Claim]] = {(): [n for n in (*OBLIGATIONS, ADVICE) if asked is None or n in asked]}
    for claim in game.claims:
        if asked is None or claim.name in asked:
            for values in product(*(values for _, values in claim.under)):
                now = {**game.chosen, PLAYERS_SETTING: str(game.players)}
                chosen = tuple((o, v) for (o, _), v in zip(claim.under, values, strict=True) if now.get(o) != v)
                plan.setdefault(chosen, []).append(claim)
    yield from ((settings, names) for settings, names in plan.items() if names)


def _decide(
    game: Game, settings: Settings, names: list[str | Claim], tell: Progress, refuted: dict[TurnCase, set[Invariant]]
) -> Iterator[Result]:
    """Decide all that is asked under one choice of the options.  What is not invariant under the game's own is `refuted`, and
    not tried again under others with as many players, unless a claim is not proved without it.
    """
    start = time.perf_counter()
    gc.collect()  # solvers of the last settings are held by cycles, and hold much that Python does not know of
    try:
        prepared = PreparedGame(game, None, refuted if settings and PLAYERS_SETTING not in dict(settings) else None)
    except NotCovered as missing:
        yield from (_unplayed(game, settings, name, missing.what) for name in names if name != ADVICE)
        return
    jobs, told = list[Job](), list[Job]()
    for name in (name for name in names if name != ADVICE):
        tell(name if isinstance(name, str) else name.name)
        job = _obligation(prepared, name) if isinstance(name, str) else _claim(prepared, name)
        job.settings = settings
        job.seconds = time.perf_counter() - start
        start = time.perf_counter()
        jobs.append(job)
        if _closed(prepared.table, job) and not (job.claim and _doubted(jobs)):
            told.append(job)
            yield _result(prepared, job, FIRST_HANDS)
    if not settings:
        refuted.update(prepared.refuted)
    _together(prepared, jobs)
    for job in jobs:
        _again_with_lemmas(prepared, job)
    _again_without_lemmas(prepared, jobs)
    tell("playing hands")
    hands = _search(prepared.table, jobs)
    for job in jobs:
        if job not in told or any(goal.found is not None for goal in job.contrary):
            yield _as_far_as_play(_result(prepared, job, hands), job, _doubted(jobs))
    if ADVICE in names:
        tell(ADVICE)
        yield from _advised(prepared)


def _advised(prepared: PreparedGame) -> Iterator[Result]:
    """What there is to tell of a game, as results."""
    start = time.perf_counter()
    for found in advice.advice(prepared):
        now, source = time.perf_counter(), found.span.source
        witness = None if found.history is None else _shown(prepared.table, found.history)
        yield Result(
            prepared.game.name, found.name, "advice", "told", found.found, now - start, advice.TEXTS[found.kind],
            reason=found.mend, witness=witness, at=f"{source.name}:{found.span.line}:{found.span.column}",
            players=prepared.game.players, house_rules=_house_rules(prepared.game),
        )  # fmt: skip
        start = now


def _closed(table: Table, job: Job) -> bool:
    """Whether a job needs nothing more, once a few hands have been looked at: what must be found in play has been."""
    proved = all(task.proved for task in job.tasks) and (job.found is None or job.found.verdict == "proved")
    if proved and job.goals:
        Search(table, job.goals).run(FIRST_HANDS)
    return proved and all(goal.found is not None for goal in job.goals)


def _together(prepared: PreparedGame, jobs: list[Job]) -> None:
    """Lines that failed one by one, together, but for those that a few hands break; and what failed besides, given them."""
    start = time.perf_counter()
    open_still = [job for job in jobs if any(isinstance(t.line, g.Always) and not t.proved for t in job.tasks)]
    if not open_still:
        return
    Search(prepared.table, [goal for job in open_still for task in job.tasks for goal in task.violation]).run(FIRST_HANDS)
    if together(prepared, [(job.name, task) for job in jobs for task in job.tasks]):
        for job in jobs:
            job.tasks = [task if task.proved else _better(task, attempt(prepared, task.line)) for task in job.tasks]
    for job in open_still:
        job.seconds += (time.perf_counter() - start) / len(open_still)


def _better(task: Task, again: Task) -> Task:
    return again if again.proved else task


def _again_without_lemmas(prepared: PreparedGame, jobs: list[Job]) -> None:
    """Where the solver gave up, what other claims have proved may have burdened it: each such line again, without, and with
    more patience, so that it does not depend on little whether a claim is decided.  So too where an invariant may be missing.
    """
    start = time.perf_counter()
    for job in jobs:
        for number, task in enumerate(job.tasks):
            if task.gave_up or (prepared.unlikely and not task.proved):
                with prepared.context.patience() if task.gave_up else nullcontext():
                    again = attempt(PreparedGame(prepared.game, prepared.context), task.line)
                job.tasks[number] = again if again.proved else task
                job.seconds += time.perf_counter() - start
                start = time.perf_counter()


def _unplayed(game: Game, settings: Settings, name: str | Claim, reason: str) -> Result:
    claim = name if isinstance(name, Claim) else None
    return Result(
        game.name,
        name.name if isinstance(name, Claim) else name,
        "claim" if claim else "obligation",
        "unknown",
        "",
        0.0,
        claim.names if claim else TEXTS[str(name)],
        claim.cites if claim else (),
        settings,
        reason,
        players=game.players,
        house_rules=_house_rules(game),
    )


def _house_rules(game: Game) -> Settings:
    """The value of every option, in the order of the text."""
    return tuple((option.name, game.chosen[option.name]) for option in game.options)


# ---------------------------------------------------------------------------------------------- jobs


def _claim(prepared: PreparedGame, claim: Claim) -> Job:
    return Job(claim.name, claim, (), [attempt(prepared, line) for line in claim.lines])


def _obligation(prepared: PreparedGame, name: str) -> Job:
    job = Job(name, None, ())
    try:
        _proved(prepared, job)
    except NotCovered as missing:
        job.found = Outcome("unknown", "", missing.reason)
    return job


def _proved(prepared: PreparedGame, job: Job) -> None:
    """An obligation of all hands: those with all players, and with each smaller number that may be left in the match."""
    company = prepared.company
    PROOFS[job.name](prepared, job)
    whole = job.found
    for fewer in company if whole is not None and whole.verdict == "proved" else ():
        PROOFS[job.name](fewer, job)
        if job.found is None or job.found.verdict != "proved":
            return
    job.found = None if whole is None or job.found is None else replace(whole, method=prepared.also(whole.method))


def _again_with_lemmas(prepared: PreparedGame, job: Job) -> None:
    """Once more with the claims that were proved, for an obligation that was not; else it is to be refuted."""
    if job.claim is not None or (job.found is not None and job.found.verdict in ("proved", "refuted")):
        return
    start = time.perf_counter()
    with suppress(NotCovered):
        if prepared.frame.lemmas and job.name != "decided":
            _proved(prepared, job)
    if job.found is None or job.found.verdict != "proved":
        job.refuting += [Goal(m, None) for m in REFUTING[job.name]]
    job.seconds += time.perf_counter() - start


def _conserved(prepared: PreparedGame, job: Job) -> None:
    proof = conservation.conserved(prepared.frame)
    method = words("conserved", ways=proof.ways)
    job.found = _outcome(proof.answer, method, open_case.of_proof(prepared.frame, proof, _helps(proof.answer)))


def _movable(prepared: PreparedGame, job: Job) -> None:
    answer, cases, case, state = legal_move.movable(prepared.frame)
    where = None if case is None else open_case.of_case(prepared.frame, case, _helps(answer), state)
    job.found = _outcome(answer, words("movable", cases=cases), where)


def _ends(prepared: PreparedGame, job: Job) -> None:
    found = prepared.measure
    where = None if found.made is None else open_case.of_ways(prepared.frame, found.made, found.against)
    if found.weights is None:
        job.found = Outcome("unknown", "", words("no_weight"), open=where)
        return
    weighed = (_zone(name) if weight == 1 else words("times", n=weight, x=_zone(name)) for name, weight in found.weights)
    level = [words("ends_level")] if found.level else []
    counters = joined_words("both", (words("cell", name=name) for name in found.counters))
    level += [words("ends_grows", counters=counters)] if counters else []
    aside = words("ends_aside") if any(act.finding for act in prepared.game.acts) else ""
    if not found.ways:
        job.found = _outcome(found.answer, words("ends_at_once", aside=aside))
        return
    method = words(
        "ends", measure=joined_words("sum", weighed), more=joined_words("after", level), ways=found.ways, aside=aside
    )
    job.found = _outcome(found.answer, method, where)


def _zone(name: str) -> Words:
    """What is weighed: cards with their zone, or a zone by its name."""
    return name if isinstance(name, Words) else words("zone", name=name)


def _decided(prepared: PreparedGame, job: Job) -> None:
    found = prepared.decision
    method = words("decided", pairs=found.pairs, asked=found.asked)
    job.found = Outcome("proved", method) if found.answer == "no" else Outcome("unknown", "", found.text or words("gave_up"))
    if found.seen is not None:
        job.refuting = [Goal(*found.seen)]


def _faultless(prepared: PreparedGame, job: Job) -> None:
    found = faults.faultless(prepared.frame, prepared.table)
    method = joined_words("series", (words("faultless", asked=found.asked), *found.rounds))
    if found.answer == "no":
        ends = not completion_needs.searched(prepared.game) or prepared.measure.answer == "no"
        job.found = Outcome("proved", method) if ends else Outcome("unknown", "", words("no_end_of_turn"))
        return
    helps, session = _helps(found.answer), found.session
    where = None if session is None else open_case.of_session(prepared.frame, session, helps, found.model)
    job.found = Outcome("unknown", "", found.what or words("gave_up"), open=where)


def _endable(prepared: PreparedGame, job: Job) -> None:
    found = match_end.endable(prepared.frame, prepared.table)
    if found.method is not None:
        job.found = Outcome("proved", found.method)
    elif found.stuck is not None:
        job.found, job.match = Outcome("refuted", words("unending")), found.stuck
    else:
        job.found = Outcome("unknown", "", found.reason or words("gave_up"), open=open_case.between(prepared.frame, ""))


def _outcome(answer: Answer, method: str, where: OpenCase | None = None) -> Outcome:
    if answer == "no":
        return Outcome("proved", method)
    return Outcome("unknown", "", words("allowed" if answer == "yes" else "gave_up"), open=where)


def _helps(answer: Answer) -> str:
    """What would help an obligation that was not proved."""
    return words("help_claim") if answer == "yes" else ""


PROOFS: dict[str, Callable[[PreparedGame, Job], None]] = {
    "conserved": _conserved, "movable": _movable, "ends": _ends, "decided": _decided, "faultless": _faultless,
    "endable": _endable,
}  # fmt: skip
STOPPING = ("decided", "faultless")
"""Where one of these is not proved, play may come to a state in which it cannot go on."""
REFUTING = {"conserved": (), "movable": (STUCK,), "ends": (AGAIN,), "decided": (SILENT,), "faultless": (FAULT,), "endable": ()}
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
}  # fmt: skip


# ---------------------------------------------------------------------------------------------- search and results


def _search(table: Table, jobs: list[Job]) -> int:
    """Look for everything that only play can show, in one pass; the time counts for those that asked."""
    for job in jobs:
        if job.claim is None and job.found is not None and job.found.verdict == "proved":
            job.contradicting = [Goal(m, None) for m in REFUTING[job.name]]
    asking = [job for job in jobs if job.goals or job.contrary]
    start = time.perf_counter()
    contrary = [goal for job in asking for goal in job.contrary]
    search = Search(table, [goal for job in asking for goal in job.goals], contrary)
    search.run(SOME_HANDS)
    if any(_pressing(job) for job in asking):
        search.run(MORE_HANDS - SOME_HANDS, SOME_HANDS)
    for task in (task for job in asking for task in job.tasks):
        climb(table, task)
    if any(_pressing(job) for job in asking):
        search.run(HANDS - MORE_HANDS, MORE_HANDS)
    play_matches(search)
    for job in asking:
        job.seconds += (time.perf_counter() - start) / len(asking)
    return search.hands


def _pressing(job: Job) -> bool:
    """Whether more hands could change a verdict."""
    if job.refuting and all(goal.found is None for goal in job.refuting):
        return True
    return any(_undecided(task) for task in job.tasks)


def _undecided(task: Task) -> bool:
    groups = [task.attaining, *task.premises] if task.proved else [task.violation]
    return any(group and all(goal.found is None for goal in group) for group in groups)


def _result(prepared: PreparedGame, job: Job, hands: int) -> Result:
    found = job.found if job.found is not None else joined([outcome(task, hands) for task in job.tasks])
    broken = next((goal.found for goal in job.refuting if goal.found is not None), None)
    if broken is not None:
        found = Outcome("refuted", words("replayed"), found.reason if job.name == "decided" else "", history=broken)
    against = next((goal.found for goal in job.contrary if goal.found is not None), None)
    if against is not None:
        found = Outcome("unknown", "", words("contradicted"), history=against)
    claim, where = job.claim, found.open if found.verdict == "unknown" else None
    method = "" if found.verdict == "unknown" else found.method
    reason = joined_words("series", (t for t in (found.reason, where.help) if t)) if where is not None else found.reason
    return Result(
        prepared.game.name, job.name, "claim" if claim else "obligation", found.verdict, method, job.seconds,
        claim.names if claim else TEXTS[job.name], claim.cites if claim else (), job.settings, reason, found.vacuous,
        _witness(prepared.table, job, found.history),
        prepared.invariants if found.verdict == "proved" and job.name != "decided" else (), against is not None,
        players=prepared.game.players, house_rules=_house_rules(prepared.game),
        hands=hands if found.verdict == "unknown" and job.goals else 0,
        open=where,
    )  # fmt: skip


def _doubted(jobs: list[Job]) -> list[str]:
    """What of it is not proved, as far as it is asked, that play can always go on: it stops where clauses clash, where none
    answers, and where it breaks down.
    """
    asked = [job for job in jobs if job.name in STOPPING and job.claim is None]
    return [job.name for job in asked if job.found is None or job.found.verdict != "proved"]


def _as_far_as_play(result: Result, job: Job, doubted: list[str]) -> Result:
    """A claim that is proved of every state, or its bound, where play may stop: it holds of what can be played, and says so."""
    bounded = any(isinstance(task.line, g.ExtremeClaim) for task in job.tasks)
    if job.claim is None or not doubted or not (result.verdict == "proved" or (result.verdict == "attained" and bounded)):
        return result
    told = [result.reason] if result.reason else []
    return replace(result, reason=joined_words("series", (*told, *(words(f"as_far_{name}") for name in doubted))))


def _witness(table: Table, job: Job, history: History | None) -> Counterexample | None:
    """The hand, or the match, that shows what was found."""
    if job.match is not None:
        return Counterexample(matches.record(table, job.match), table.position(job.match.position))
    return None if history is None else _shown(table, history)


def _shown(table: Table, history: History) -> Counterexample:
    """A history, replayed before it is shown."""
    if table.replay(history) is None:
        raise AssertionError("a history that does not replay")
    whole = table.completed(history)
    hand = None if whole is None else table.record(whole)
    return Counterexample(table.record(history), table.position(history.position), history.note, hand)
