"""The proofs of what every game must keep, and what would refute it in play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cartaro_grammar import game as g
from cartaro_verify.claims.outcomes import Outcome
from cartaro_verify.frame import completion_needs
from cartaro_verify.obligations import conservation, discretion, faults, legal_move, match_end, open_case
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.obligations.results import OpenCase
from cartaro_verify.play.goals import AGAIN, FAULT, SILENT, STUCK, Goal
from cartaro_verify.terms.messages import FormText, words
from cartaro_verify.terms.messages import joined as joined_words
from cartaro_verify.terms.symbols import NotCovered
from cartaro_verify.terms.unknowns import Answer
from cartaro_verify.verdicts.jobs import Job

OBLIGATIONS = ("conserved", "movable", "ends", "decided", "faultless", "endable", "discreet")
FAULTLESS = "faultless"
STOPPING = ("decided", FAULTLESS)
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
        job.found = Outcome("unknown", "", missing.reason)


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
    job.found = None if whole is None or job.found is None else replace(whole, method=prepared.also(whole.method))


def _conserved(prepared: PreparedGame, job: Job) -> None:
    found = conservation.conserved(prepared.game, prepared.context)
    job.found = _outcome(found.answer, words("conserved", asked=found.asked))


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


LISTS = 20_000
"""How often the legal moves are listed to find two hands that a player cannot tell apart."""


def _discreet(prepared: PreparedGame, job: Job) -> None:
    """Play is asked first where the clauses themselves read hidden cards, and last where only the look-ahead does."""
    doubtful = discretion.doubtful(prepared.game)
    job.found = _disclosed(prepared) if doubtful else None
    if job.found is None:
        found = discretion.discreet(prepared.frame)
        shown = None if doubtful or found.answer == "no" else _disclosed(prepared)
        proved = Outcome("proved", found.text) if found.answer == "no" else Outcome("unknown", "", found.text)
        job.found = shown or proved


def _disclosed(prepared: PreparedGame) -> Outcome | None:
    """Two hands that a player cannot tell apart, where they are found."""
    shown = prepared.table.disclosed(LISTS)
    return None if shown is None else Outcome("refuted", words("disclosed"), history=shown)


def _outcome(answer: Answer, method: str, where: OpenCase | None = None) -> Outcome:
    if answer == "no":
        return Outcome("proved", method)
    return Outcome("unknown", "", words("allowed" if answer == "yes" else "gave_up"), open=where)


def _helps(answer: Answer) -> str:
    """What would help an obligation that was not proved."""
    return words("help_claim") if answer == "yes" else ""


PROOFS: dict[str, Callable[[PreparedGame, Job], None]] = {
    "conserved": _conserved, "movable": _movable, "ends": _ends, "decided": _decided, "faultless": _faultless,
    "endable": _endable, "discreet": _discreet,
}  # fmt: skip
