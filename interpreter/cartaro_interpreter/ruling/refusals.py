"""The reasons why a move is not legal, and the legal alternatives, in words."""

from __future__ import annotations

from typing import Final

from cartaro_grammar import Diagnostic, Message, join_and, msg
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.play.course import legal_choices
from cartaro_interpreter.ruling.grounds import Judgement, judge
from cartaro_interpreter.state.faults import Faulted
from cartaro_interpreter.state.state import Move, State, phrase

MOST_SHOWN: Final = 6


def illegal(rules: Rules, state: State, move: Move, what: str, more: str = "") -> Faulted:
    """Return a fault for a move that is not legal, with the reason and the legal moves. `more` is added to its help."""
    verdict = judge(rules, state, move)
    written = phrase(rules.game, move)
    if isinstance(verdict, Diagnostic):
        return Faulted(verdict.code, verdict.message)
    moves = legal_choices(rules, state)
    legal = [] if isinstance(moves, Diagnostic) else [f"`{phrase(rules.game, m)}`" for m in moves]
    shown = ", ".join(legal[:MOST_SHOWN])
    advice = msg("legal here: {moves}", moves=shown) if legal else msg("no move is legal here")
    if len(legal) > MOST_SHOWN:
        advice = msg("legal here: {moves} and {n} more", moves=shown, n=len(legal) - MOST_SHOWN)
    message = msg("{what}, `{written}`, is not legal: {why}", what=what, written=written, why=reason(verdict))
    return Faulted("C0818", message, None, msg("{advice}; {more}", advice=advice, more=more) if more else advice)


def reason(verdict: Judgement) -> Message:
    """Return the reason of a ruling against a move, in words."""
    names = join_and(f"`{name}`" for name in verdict.clauses) or msg("no clause")
    match verdict.reason:
        case "legal":
            return msg("it is legal")
        case "no choice":
            if verdict.clauses:
                return msg("the hand is over ({names})", names=names)
            return msg("no player has to move now")
        case "step":
            return msg("this act is not possible at this time") if verdict.clauses else msg("no step of the turn has this act")
        case "domain":
            return msg("the value of `{parameter}` is not one of the choices", parameter=verdict.parameter)
        case "permission":
            return msg("no permission applies ({names})", names=names)
        case "barred":
            return (
                msg("{names} forbids it", names=names) if len(verdict.clauses) == 1 else msg("{names} forbid it", names=names)
            )
        case "ruled":
            return msg("the ruling {names} requires another move", names=names)
        case "turn":
            return msg("the turn could not be completed ({names})", names=names)
