"""The proofs of what every game must keep, and what would refute it in play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cartaro_grammar import game as g
from cartaro_verify.claims.outcomes import Outcome
from cartaro_verify.frame import completion_needs
from cartaro_verify.obligations import conservation, faults, legal_move, match_end, open_case
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.obligations.results import OpenCase
from cartaro_verify.play.goals import AGAIN, FAULT, SILENT, STUCK, Goal
from cartaro_verify.terms.messages import FormText, words
from cartaro_verify.terms.messages import joined as joined_words
from cartaro_verify.terms.symbols import NotCovered
from cartaro_verify.terms.unknowns import Answer
from cartaro_verify.verdicts.jobs import Job

OBLIGATIONS = ("conserved", "movable", "ends", "decided", "faultless", "endable")
FAULTLESS = "faultless"
STOPPING = ("decided", FAULTLESS)
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


def obligation(prepared: PreparedGame, job: Job) -> None:
    """Try to prove an obligation; it is unknown where the encoding does not cover what it asks."""
    try:
        prove(prepared, job)
    except NotCovered as missing:
        job.found = Outcome("unknown", "", missing.reason)


def prove(prepared: PreparedGame, job: Job) -> None:
    """An obligation of all hands: those with all players, and with each smaller number that may be left in the match."""
    company = prepared.company
    PROOFS[job.name](prepared, job)
    whole = job.found
    for fewer in company if whole is not None and whole.verdict == "proved" else ():
        PROOFS[job.name](fewer, job)
        if job.found is None or job.found.verdict != "proved":
            return
    job.found = None if whole is None or job.found is None else replace(whole, method=prepared.also(whole.method))


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


def _zone(name: str) -> FormText:
    """What is weighed: cards with their zone, or a zone by its name."""
    return name if isinstance(name, FormText) else words("zone", name=name)


def _decided(prepared: PreparedGame, job: Job) -> None:
    found = prepared.decision
    method = words("decided", pairs=found.pairs, asked=found.asked)
    job.found = Outcome("proved", method) if found.answer == "no" else Outcome("unknown", "", found.text or words("gave_up"))
    if found.seen is not None:
        job.seen = [Goal(*found.seen)]


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
