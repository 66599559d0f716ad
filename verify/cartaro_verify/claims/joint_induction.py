"""Lines `always …` and `never …` that fail one by one, tried together: all are assumed before a move, each is asked after it.

What fails is dropped and the rest asked again, until all that are left stand.  Those are true after every deal, and kept by
every act as long as all of them were true before it: so each of them is always true, by one induction over all.  Nothing that
was dropped is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cartaro_grammar import game as g
from cartaro_verify.frame import proofs
from cartaro_verify.frame.proofs import Proof
from cartaro_verify.frame.transition_system import TransitionSystem
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.terms import walk
from cartaro_verify.terms.symbols import NotCovered


@dataclass(frozen=True, slots=True)
class StandingLines:
    """The lines that stand together over one frame, by their place among those tried, each with its proof."""

    frame: TransitionSystem
    proofs: dict[int, Proof]


def standing(prepared: PreparedGame, lines: Sequence[g.Always], known: Sequence[g.Always]) -> Iterator[StandingLines]:
    """What stands of some lines, given others that are proved: over the frame whose table is turned, if it can be; and where
    one of them names a particular seat, over the one in which it is not.
    """
    seated = {n for n, line in enumerate(lines) if walk.mentions(line, g.LastPlayer)}
    free = [line for line in known if not walk.mentions(line, g.LastPlayer)]
    yield _left(prepared.frame, {n: line for n, line in enumerate(lines) if n not in seated}, free)
    if seated:
        yield _left(prepared.unturned, dict(enumerate(lines)), known)


def _left(frame: TransitionSystem, lines: dict[int, g.Always], known: Sequence[g.Always]) -> StandingLines:
    """What is left of some lines when all that fails has been dropped."""
    left = dict(lines)
    while left:
        beside = [(line.condition, not line.never) for line in (*known, *left.values())]
        proofs = {n: proof for n, line in left.items() if (proof := _proof(frame, line, beside)) is not None}
        if len(proofs) == len(left):
            return StandingLines(frame, proofs)
        left = {n: left[n] for n in proofs}
    return StandingLines(frame, {})


def _proof(frame: TransitionSystem, line: g.Always, beside: Sequence[proofs.Wanted]) -> Proof | None:
    """The proof of a line with what stands beside it, if it is one."""
    try:
        proof = proofs.always(frame, line.condition, not line.never, beside)
    except NotCovered:
        return None
    return proof if proof.answer == "no" else None
