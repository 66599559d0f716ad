"""Verification of a game: its obligations, then its claims, each with verdict, method and time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import product

from cartaro_grammar import game as g
from cartaro_grammar.game import Claim, Game
from cartaro_grammar.settings import PLAYERS, choose
from cartaro_verify import automatic, clashes, ranking, symbols
from cartaro_verify.bench import Bench
from cartaro_verify.claims import Outcome, Task, attempt, climb, joined, outcome
from cartaro_verify.goals import AGAIN, FAULT, STUCK, Goal, Search
from cartaro_verify.play import History, Table
from cartaro_verify.results import Counterexample, Result
from cartaro_verify.solve import patience
from cartaro_verify.symbols import Unsupported

HANDS = 2000
MORE_HANDS = 1000
SOME_HANDS = 300
PATIENCE = 4
"""How many times the usual steps a question may take that is asked once more."""
Settings = tuple[tuple[str, str], ...]
Progress = Callable[[str], None]


@dataclass
class Job:
    """One result in the making: its tasks or, for an obligation, its proof and the goals that would refute it."""

    name: str
    claim: Claim | None
    settings: Settings
    tasks: list[Task] = field(default_factory=list[Task])
    seconds: float = 0.0
    found: Outcome | None = None
    refuting: list[Goal] = field(default_factory=list[Goal])

    @property
    def goals(self) -> list[Goal]:
        return [*self.refuting, *(goal for task in self.tasks for goal in task.goals)]


def verify(game: Game, only: str | tuple[str, ...] | None = None, progress: Progress | None = None) -> tuple[Result, ...]:
    """Decide every obligation and claim of a game (or those named `only`): proved, refuted with a replayed hand, or unknown.

    Everything is deterministic but the seconds.  `progress` is told what is being decided.
    """
    tell = progress or _quiet
    results = list[Result]()
    for settings, names in _plan(game, only):
        chosen = game if not settings else choose(game, dict(settings))
        if not isinstance(chosen, Game):
            raise ValueError("; ".join(d.message for d in chosen))
        results += _decide(chosen, settings, names, tell)
    return tuple(results)


def _quiet(text: str) -> None:
    """Nobody wants to know."""


OBLIGATIONS = ("conserved", "movable", "ends", "decided")


def _plan(game: Game, only: str | tuple[str, ...] | None) -> Iterator[tuple[Settings, list[str | Claim]]]:
    """What is decided under which settings; the game's own first, with the obligations."""
    asked = (only,) if isinstance(only, str) else only
    plan: dict[Settings, list[str | Claim]] = {(): [n for n in OBLIGATIONS if asked is None or n in asked]}
    for claim in game.claims:
        if asked is None or claim.name in asked:
            for values in product(*(_wanted(game, option, values) for option, values in claim.under)):
                now = {**game.chosen, PLAYERS: str(game.players)}
                chosen = tuple((o, v) for (o, _), v in zip(claim.under, values, strict=True) if now.get(o) != v)
                plan.setdefault(chosen, []).append(claim)
    yield from ((settings, names) for settings, names in plan.items() if names)


def _wanted(game: Game, option: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """The values under which a claim is decided: all that it names; of numbers of players the game's, or the first."""
    if option != PLAYERS:
        return values
    return (str(game.players),) if str(game.players) in values else values[:1]


def _decide(game: Game, settings: Settings, names: list[str | Claim], tell: Progress) -> Iterator[Result]:
    start = time.perf_counter()
    symbols.restart()
    try:
        bench = Bench(game)
    except Unsupported as missing:
        yield from (_unplayed(game, settings, name, str(missing)) for name in names)
        return
    jobs = list[Job]()
    for name in names:
        tell(name if isinstance(name, str) else name.name)
        job = _obligation(bench, name) if isinstance(name, str) else _claim(bench, name)
        job.settings = settings
        job.seconds = time.perf_counter() - start
        start = time.perf_counter()
        jobs.append(job)
    for job in jobs:
        _again_with_lemmas(bench, job)
    _again_without_lemmas(game, jobs)
    tell("playing hands")
    hands = _search(bench.table, jobs)
    for job in jobs:
        yield _result(bench, job, hands)


def _again_without_lemmas(game: Game, jobs: list[Job]) -> None:
    """Where the solver gave up, what other claims have proved may have burdened it: each such line again, without, and with
    more patience, so that it does not depend on little whether a claim is decided.
    """
    start = time.perf_counter()
    for job in jobs:
        for number, task in enumerate(job.tasks):
            if task.gave_up:
                with patience(PATIENCE):
                    again = attempt(Bench(game), task.line)
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
    )


# ---------------------------------------------------------------------------------------------- jobs


def _claim(bench: Bench, claim: Claim) -> Job:
    return Job(claim.name, claim, (), [attempt(bench, line) for line in claim.lines])


def _obligation(bench: Bench, name: str) -> Job:
    job = Job(name, None, ())
    try:
        _proved(bench, job)
    except Unsupported as missing:
        job.found = Outcome("unknown", "", f"the encoding does not cover {missing}")
    return job


def _proved(bench: Bench, job: Job) -> None:
    """An obligation of all hands: those with all players, and with each smaller number that may be left in the match."""
    company = bench.company
    PROOFS[job.name](bench, job)
    whole = job.found
    for fewer in company if whole is not None and whole.verdict == "proved" else ():
        PROOFS[job.name](fewer, job)
        if job.found is None or job.found.verdict != "proved":
            return
    job.found = None if whole is None or job.found is None else replace(whole, method=f"{whole.method}{bench.also}")


def _again_with_lemmas(bench: Bench, job: Job) -> None:
    """Once more with the claims that were proved, for an obligation that was not; else it is to be refuted."""
    if job.claim is not None or (job.found is not None and job.found.verdict == "proved"):
        return
    start = time.perf_counter()
    with suppress(Unsupported):
        if bench.frame.lemmas and job.name != "decided":
            _proved(bench, job)
    if job.found is None or job.found.verdict != "proved":
        job.refuting += [Goal(m, None) for m in REFUTING[job.name]]
    job.seconds += time.perf_counter() - start


def _conserved(bench: Bench, job: Job) -> None:
    proof = automatic.conserved(bench.frame)
    method = f"exhaustive over all placements that the invariants allow: {proof.ways} ways through deal, act, end and count"
    job.found = _outcome(proof.answer, method)


def _movable(bench: Bench, job: Job) -> None:
    answer, cases, _ = automatic.movable(bench.frame)
    job.found = _outcome(answer, f"no state that the invariants allow is without a legal move ({cases} cases)")


def _ends(bench: Bench, job: Job) -> None:
    found = ranking.measured(bench.frame, bench.moves)
    if found.weights is None:
        job.found = Outcome("unknown", "", "no weighted number of cards falls with every move")
        return
    measure = " + ".join(name if weight == 1 else f"{weight} × {name}" for name, weight in found.weights)
    level = ", or stays as it is while the turn goes on to a step from which it does not come back" if found.level else ""
    aside = "; findings aside, for the arbiter is no player" if any(act.finding for act in bench.game.acts) else ""
    grows = " and ".join(found.counters)
    level += f", or {grows} grows, which never falls and which the invariants bound" if found.counters else ""
    method = (
        f"the number of cards in {measure} falls with every act{level} ({found.ways} ways) and is never negative; "
        f"a deal that is made again counts when it stands{aside}"
    )
    job.found = _outcome(found.answer, method)


def _decided(bench: Bench, job: Job) -> None:
    found = clashes.decided(bench.game)
    method = f"{found.pairs} pairs and gaps, {found.asked} put to the solver over all placements of the cards"
    job.found = (
        Outcome("proved", method) if found.answer == "no" else Outcome("unknown", method, found.text or "the solver gave up")
    )
    if found.seen is not None:
        job.refuting = [Goal(*found.seen)]


def _outcome(answer: str, method: str) -> Outcome:
    if answer == "no":
        return Outcome("proved", method)
    broken = "the invariants allow a position that breaks it, not known to be reachable"
    return Outcome("unknown", method, broken if answer == "yes" else "the solver gave up")


PROOFS: dict[str, Callable[[Bench, Job], None]] = {
    "conserved": _conserved, "movable": _movable, "ends": _ends, "decided": _decided,
}  # fmt: skip
REFUTING = {"conserved": (), "movable": (STUCK,), "ends": (AGAIN,), "decided": (FAULT,)}
TEXTS: dict[str, g.Names] = {
    "conserved": (("it", "nessuna carta si perde o si raddoppia"), ("en", "no card is lost or doubled"),
                  ("fr", "aucune carte n'est perdue ni doublée")),
    "movable": (("it", "chi è di turno ha sempre una mossa legale"), ("en", "whoever has the turn has a legal move"),
                ("fr", "qui a le tour a toujours un coup légal")),
    "ends": (("it", "ogni mano finisce"), ("en", "every hand ends"), ("fr", "toute manche finit")),
    "decided": (("it", "le clausole non si contraddicono e non tacciono"), ("en", "no clauses clash and none is missing"),
                ("fr", "aucune clause n'en contredit une autre et aucune ne manque")),
}  # fmt: skip


# ---------------------------------------------------------------------------------------------- search and results


def _search(table: Table, jobs: list[Job]) -> int:
    """Look for everything that only play can show, in one pass; the time counts for those that asked."""
    asking = [job for job in jobs if job.goals]
    start = time.perf_counter()
    search = Search(table, [goal for job in asking for goal in job.goals])
    search.run(SOME_HANDS)
    if any(_pressing(job) for job in asking):
        search.run(MORE_HANDS - SOME_HANDS, SOME_HANDS)
    for task in (task for job in asking for task in job.tasks):
        climb(table, task)
    if any(_pressing(job) for job in asking):
        search.run(HANDS - MORE_HANDS, MORE_HANDS)
    for job in asking:
        job.seconds += (time.perf_counter() - start) / len(asking)
    return search.hands


def _pressing(job: Job) -> bool:
    """Whether more hands could change a verdict."""
    if job.refuting and all(goal.found is None for goal in job.refuting):
        return True
    return any(_undecided(task) for task in job.tasks)


def _undecided(task: Task) -> bool:
    groups = [task.attaining, task.premises] if task.proved else [task.violation]
    return any(group and all(goal.found is None for goal in group) for group in groups)


def _result(bench: Bench, job: Job, hands: int) -> Result:
    found = job.found if job.found is not None else joined([outcome(task, hands) for task in job.tasks])
    broken = next((goal.found for goal in job.refuting if goal.found is not None), None)
    if broken is not None:
        found = Outcome(
            "refuted", "a hand that the interpreter has replayed", found.reason if job.name == "decided" else "", history=broken
        )
    claim = job.claim
    return Result(
        bench.game.name, job.name, "claim" if claim else "obligation", found.verdict, found.method, job.seconds,
        claim.names if claim else TEXTS[job.name], claim.cites if claim else (), job.settings, found.reason, found.vacuous,
        None if found.history is None else _shown(bench.table, found.history),
        bench.invariants if found.verdict == "proved" and job.name != "decided" else (),
    )  # fmt: skip


def _shown(table: Table, history: History) -> Counterexample:
    """A history, replayed before it is shown."""
    if table.replay(history) is None:
        raise AssertionError("a history that does not replay")
    whole = table.completed(history)
    hand = None if whole is None else table.record(whole)
    return Counterexample(table.record(history), table.position(history.position), history.note, hand)
