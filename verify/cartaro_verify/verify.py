"""Verification of a game: its obligations, then its claims, each with verdict, method and time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from itertools import product

from cartaro_grammar import PLAYERS_SETTING, Game, choose
from cartaro_grammar import game as g
from cartaro_verify.claims.claims import attempt, together
from cartaro_verify.claims.line_proofs import LineProof, begun, climb
from cartaro_verify.claims.outcomes import Outcome
from cartaro_verify.frame.invariants import Invariant
from cartaro_verify.frame.transition_system import TurnCase
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.obligations.results import Result
from cartaro_verify.play.goals import Goal, GoalSearch, HandSearch
from cartaro_verify.play.table import HistoryTable
from cartaro_verify.play.trials import play_matches
from cartaro_verify.terms.symbols import NotCovered
from cartaro_verify.verdicts.job_results import advised, as_far_as_play, doubted, limited, result_of, unplayed
from cartaro_verify.verdicts.jobs import Job, SettingPairs
from cartaro_verify.verdicts.obligation_proofs import OBLIGATIONS, REFUTING, obligation, prove

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
        job.found = Outcome("unknown", "")
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
