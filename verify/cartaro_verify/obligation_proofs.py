"""The proofs of the obligations of every game, and the goals that would refute each in play.

`attempt` takes the name of an obligation and returns the outcome of its proof, for hands with all players and with each smaller
number that may be left in the match.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cartaro_grammar import game as g
from cartaro_verify.frame import invariants
from cartaro_verify.obligations import conservation, discretion, faults, legal_move, match_end, open_case
from cartaro_verify.obligations.ordered_counts import BoundedCount
from cartaro_verify.obligations.outcomes import Outcome
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.play.exhaustive import ExhaustiveSearch
from cartaro_verify.play.knowledge import moves_reveal_nothing
from cartaro_verify.play.search import AGAIN, FAULT, SILENT, STUCK, Goal
from cartaro_verify.play.table import Match, Moment
from cartaro_verify.results import statements as st
from cartaro_verify.results.verdicts import OpenCase
from cartaro_verify.terms.symbolic_state import NotCovered
from cartaro_verify.terms.terms import Answer

OBLIGATIONS = ("conserved", "movable", "ends", "decided", "faultless", "endable", "discreet")
FAULTLESS = "faultless"
AS_FAR_AS_PLAY = {"decided": st.PlainReason.AS_FAR_AS_DECIDED, FAULTLESS: st.PlainReason.AS_FAR_AS_FAULTLESS}
"""The obligations which guarantee that play does not stop. Unless they are proved, other proofs hold only as long as play goes
on.
"""
OF_EFFECTS = ("conserved",)
"""The obligations that are proved about the effects in the text, so that they hold however many players are still in
the match.
"""
WITHOUT_INVARIANTS = (*OF_EFFECTS, "decided")
"""The obligations that are proved for any placement of the cards, reachable or not."""
REFUTING: dict[str, tuple[Moment, ...]] = {
    "conserved": (), "movable": (STUCK,), "ends": (AGAIN,), "decided": (SILENT,), "faultless": (FAULT,), "endable": (),
    "discreet": (),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Attempt:
    """The outcome of a proof of an obligation.

    `clash` is a goal by which play would show the clash or gap that the proof has found; `match` is a match that refutes the
    obligation.
    """

    outcome: Outcome
    clash: Goal | None = None
    match: Match | None = None

    @property
    def proved(self) -> bool:
        return self.outcome.verdict == "proved"

    @property
    def came_to_something(self) -> bool:
        """Return whether the outcome decides the obligation, or may decide it together with play."""
        return self.outcome.verdict in ("proved", "refuted") or self.clash is not None


def is_quick(name: str, game: g.Game) -> bool:
    """Return whether an obligation is decided without invariants."""
    return name in WITHOUT_INVARIANTS or (name == "discreet" and discretion.evident(game) is not None)


def attempt(name: str, prepared: PreparedGame) -> Attempt:
    """Try to prove an obligation; the result is unknown if the encoding does not cover it."""
    evident = discretion.evident(prepared.game) if name == "discreet" else None
    if evident is not None:
        return Attempt(Outcome("proved", evident))
    try:
        return prove(name, prepared)
    except NotCovered as missing:
        return Attempt(Outcome("unknown", reason=missing.reason))


def prove(name: str, prepared: PreparedGame) -> Attempt:
    """Prove an obligation for all hands, including hands with fewer players; raise `NotCovered` if some hands are not
    covered.
    """
    if name in OF_EFFECTS:
        return PROOFS[name](prepared)
    fewer_players = prepared.fewer_players
    whole = PROOFS[name](prepared)
    if not whole.proved:
        return whole
    for fewer in fewer_players:
        found = PROOFS[name](fewer)
        if not found.proved:
            return found
    method = whole.outcome.method
    return replace(whole, outcome=replace(whole.outcome, method=method and prepared.with_fewer_players(method)))


# -------------------------------------------------------------------- the proofs


def _conserved(prepared: PreparedGame) -> Attempt:
    found = conservation.conserved(prepared.game, prepared.context)
    return _answered(found.answer, st.EffectsConserveCards(found.cases))


def _movable(prepared: PreparedGame) -> Attempt:
    answer, cases, case, state = legal_move.movable(prepared.frame)
    where = None if case is None else open_case.of_case(prepared.frame, case, _helps(answer), state)
    return _answered(answer, st.MoveInEveryState(cases), where)


def _ends(prepared: PreparedGame) -> Attempt:
    found = prepared.measure
    where = None if found.escaping is None else open_case.of_pairs(prepared.frame, found.escaping, found.against)
    if found.weights is None:
        return Attempt(Outcome("unknown", reason=st.PlainReason.NO_WEIGHT, open=where))
    findings = any(act.finding for act in prepared.game.acts)
    if not found.paths:
        return _answered(found.answer, st.HandEndsAtOnce(findings))
    if found.order:
        moving = (_moving(prepared.game, count) for count in found.order)
        counts: st.CountFalls | st.CountGrows | st.Joined | None = st.joined(st.Joint.SERIES, moving)
        return _answered(found.answer, st.CountsInOrder(counts, found.paths, findings))
    weighed = (of if weight == 1 else st.Times(weight, of) for of, weight in found.weights)
    named = (_counted(prepared.game, name) for name in found.counters)
    counters: st.Name | st.HowMany | st.Joined | None = st.joined(st.Joint.BOTH, named)
    if counters is not None and not found.weights:
        return _answered(found.answer, st.CounterGrows(counters, found.paths, findings), where)
    level, grow = found.level, None if counters is None else st.CountersGrow(counters)
    otherwise: st.Level | st.CountersGrow | st.Joined | None = st.joined(st.Joint.AFTER, (level, grow))
    return _answered(found.answer, st.MeasureFalls(st.joined(st.Joint.SUM, weighed), otherwise, found.paths, findings), where)


def _counted(game: g.Game, name: str) -> st.Name | st.HowMany:
    """Return the growing number: a counter, or the number of owners for whom a flag holds."""
    return st.HowMany(st.cell(name)) if game.cell[name].kind == "flag" else st.cell(name)


def _moving(game: g.Game, count: BoundedCount) -> st.CountFalls | st.CountGrows:
    """Return a number with the direction in which it changes."""
    of = _number(game, count)
    return st.CountFalls(of) if count.direction < 0 else st.CountGrows(of)


def _number(
    game: g.Game, count: BoundedCount
) -> st.CardsIn | st.OthersCardsIn | st.Name | st.HowMany | st.WhetherReferred | st.MeasureReferred:
    if count.name in game.zone:
        return (st.OthersCardsIn if count.others else st.CardsIn)(st.zone(count.name))
    if count.measure:
        return st.MeasureReferred(st.Name(st.NameSort.MEASURE, count.measure), st.cell(count.name))
    if game.cell[count.name].kind == "reference":
        return st.WhetherReferred(st.cell(count.name))
    return _counted(game, count.name)


def _decided(prepared: PreparedGame) -> Attempt:
    found = prepared.decision
    clash = None if found.shown_by is None else Goal(*found.shown_by)
    if found.answer == "no":
        return Attempt(Outcome("proved", st.NoClashOrGap(found.pairs, found.queries)), clash)
    return Attempt(Outcome("unknown", reason=found.reason or st.PlainReason.GAVE_UP), clash)


def _faultless(prepared: PreparedGame) -> Attempt:
    found = faults.faultless(prepared.frame, prepared.tables)
    if found.answer != "no":
        session = found.session
        where = None if session is None else open_case.of_session(prepared.frame, session, _helps(found.answer), found.model)
        return Attempt(Outcome("unknown", reason=found.reason or st.PlainReason.GAVE_UP, open=where))
    if invariants.needs_search(prepared.game) and not _turns_end(prepared):
        return Attempt(Outcome("unknown", reason=st.PlainReason.NO_END_OF_TURN))
    method: st.Method | None = st.series((st.NoFault(found.queries), *found.rounds))
    return Attempt(Outcome("proved", method))


def _turns_end(prepared: PreparedGame) -> bool:
    return prepared.measure.answer == "no" or prepared.turn_measure.answer == "no"


def _endable(prepared: PreparedGame) -> Attempt:
    found = match_end.endable(prepared.frame, prepared.tables)
    if found.method is not None:
        return Attempt(Outcome("proved", found.method))
    if found.unending is not None:
        return Attempt(Outcome("refuted", st.PlainMethod.UNENDING), match=found.unending)
    where = open_case.between(prepared.frame)
    return Attempt(Outcome("unknown", reason=found.reason or st.PlainReason.GAVE_UP, open=where))


def enumerated(name: str, watched: tuple[Goal, ...], play: ExhaustiveSearch) -> Attempt | None:
    """Return the result of the enumeration of all play for an obligation; None if it decides nothing, or play already shows
    that the obligation is broken.
    """
    graph = play.play
    if not play.closed:
        return None
    match name:
        case "conserved":
            kept = graph.lost is None
        case "movable" | "decided":
            kept = play.nowhere(watched)
        case "faultless":
            kept = play.nowhere(watched) and not graph.dealt_for_ever()
        case "ends":
            kept = graph.circle() is None
        case "endable":
            return _still_endable(play)
        case "discreet":
            kept = moves_reveal_nothing(graph)
        case _:
            return None
    return Attempt(Outcome("proved", play.method)) if kept else None


def _still_endable(play: ExhaustiveSearch) -> Attempt | None:
    graph = play.play
    if graph.carried:
        return None
    if graph.unending(ruled=False) is None:
        return Attempt(Outcome("proved", play.method))
    if graph.unending(ruled=True) is None:
        return None
    match = play.unending()
    if match is None:
        return Attempt(Outcome("refuted", play.method, st.PlainReason.NEVER_COMPLETED))
    return Attempt(Outcome("refuted", st.PlainMethod.UNENDING), match=match)


LISTS = 20_000
"""The greatest number of lists of legal moves that are computed to find two hands that a player cannot distinguish."""


def _discreet(prepared: PreparedGame) -> Attempt:
    """Search play before the proof if the clauses themselves read hidden cards, and after it if only the look-ahead does."""
    doubtful = discretion.doubtful(prepared.game)
    shown = _disclosed(prepared) if doubtful else None
    if shown is not None:
        return Attempt(shown)
    found = discretion.discreet(prepared.frame)
    if found.answer == "no":
        return Attempt(Outcome("proved", found.method))
    shown = None if doubtful else _disclosed(prepared)
    return Attempt(shown or Outcome("unknown", reason=found.reason))


def _disclosed(prepared: PreparedGame) -> Outcome | None:
    """Return two hands that a player cannot distinguish, if they are found."""
    table, log = prepared.table, prepared.context.log
    shown = log.found(
        "disclosed", bool, lambda: table.disclosed(LISTS), lambda shown: shown is not None,
        lambda known: table.disclosed(LISTS) if known else None,
    )  # fmt: skip
    return None if shown is None else Outcome("refuted", st.PlainMethod.DISCLOSED, history=shown)


def _answered(answer: Answer, method: st.Method, where: OpenCase | None = None) -> Attempt:
    if answer == "no":
        return Attempt(Outcome("proved", method))
    return Attempt(Outcome("unknown", reason=st.PlainReason.ALLOWED if answer == "yes" else st.PlainReason.GAVE_UP, open=where))


def _helps(answer: Answer) -> st.Help | None:
    """Return the change that would help an obligation that was not proved."""
    return st.Help.CLAIM if answer == "yes" else None


PROOFS: dict[str, Callable[[PreparedGame], Attempt]] = {
    "conserved": _conserved, "movable": _movable, "ends": _ends, "decided": _decided, "faultless": _faultless,
    "endable": _endable, "discreet": _discreet,
}  # fmt: skip
