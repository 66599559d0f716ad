"""What was found, as results: each with its verdict, its method and what shows it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from cartaro_grammar import Game
from cartaro_grammar import game as g
from cartaro_verify.advice import advice
from cartaro_verify.claims.outcomes import Outcome, joined, outcome
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.obligations.results import Counterexample, Result
from cartaro_verify.play.records import match_record, record
from cartaro_verify.play.shorter_history import shortest
from cartaro_verify.play.table import History, HistoryTable
from cartaro_verify.terms.messages import joined as joined_words
from cartaro_verify.terms.messages import words
from cartaro_verify.verdicts.jobs import Job, SettingPairs
from cartaro_verify.verdicts.obligation_proofs import FAULTLESS, STOPPING, TEXTS, WITHOUT_INVARIANTS


def result_of(prepared: PreparedGame, job: Job, hands: int) -> Result:
    found = job.found if job.found is not None else joined([outcome(task, hands) for task in job.tasks])
    broken = next((goal.found for goal in job.refuting if goal.found is not None), None)
    if broken is not None:
        found = Outcome("refuted", words("replayed"), found.reason if job.name == "decided" else "", history=broken)
    against = next((goal.found for goal in job.contrary if goal.found is not None), None)
    if against is not None:
        found = Outcome("unknown", "", words("contradicted"), history=against)
    found = replace(found, history=_shortest(prepared.table, job, found.history))
    claim, where = job.claim, found.open if found.verdict == "unknown" else None
    method = "" if found.verdict == "unknown" else found.method
    reason = joined_words("series", (t for t in (found.reason, where.help) if t)) if where is not None else found.reason
    return Result(
        prepared.game.name, job.name, "claim" if claim else "obligation", found.verdict, method, job.seconds,
        claim.names if claim else TEXTS[job.name], claim.cites if claim else (), job.settings, reason, found.vacuous,
        _witness(prepared.table, job, found.history),
        prepared.invariants if found.verdict == "proved" and job.name not in WITHOUT_INVARIANTS else (), against is not None,
        players=prepared.game.players, house_rules=_house_rules(prepared.game),
        hands=hands if found.verdict == "unknown" and job.goals else 0,
        open=where, told_false=claim is not None and bool(claim.refuted),
    )  # fmt: skip


def unplayed(game: Game, settings: SettingPairs, name: str | g.Claim, reason: str) -> Result:
    claim = name if isinstance(name, g.Claim) else None
    return Result(
        game.name,
        name.name if isinstance(name, g.Claim) else name,
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
        told_false=claim is not None and bool(claim.refuted),
    )


def advised(prepared: PreparedGame) -> Iterator[Result]:
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
    met = words("limit_met", what=words(f"limit_{limit}"))
    return replace(result, reason=joined_words("series", (text for text in (result.reason, met) if text)))


def as_far_as_play(result: Result, job: Job, doubted: list[str]) -> Result:
    """A claim that is proved of every state, or its bound, where play may stop: it holds of what can be played, and says so."""
    bounded = any(isinstance(task.line, g.ExtremeClaim) for task in job.tasks)
    if job.claim is None or not doubted or not (result.verdict == "proved" or (result.verdict == "attained" and bounded)):
        return result
    told = [result.reason] if result.reason else []
    return replace(result, reason=joined_words("series", (*told, *(words(f"as_far_{name}") for name in doubted))))


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
