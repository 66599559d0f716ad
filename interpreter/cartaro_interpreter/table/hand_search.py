"""What is looked for in hands played by chance, and what a search of them answers.

These are the words between who asks (the verifier) and who plays (the interpreter or the engine).  A search says of a hand
only from what packs and by what moves it goes: what is seen in it is for the interpreter to say, which plays it again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cartaro_grammar import CODES, Expr
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.state.fault import Faulted
from cartaro_interpreter.state.move import Move

Moment = tuple[str, str]
"""When something is looked for: what `Play.watch` is told, `before` an act, or one of those below."""
AWAIT: Final[Moment] = ("await", "")
STUCK: Final[Moment] = ("stuck", "")
"""A move is awaited, and none is legal."""
AGAIN: Final[Moment] = ("again", "")
"""A position comes again."""
SILENT: Final[Moment] = ("fault", "silent")
"""The clauses clash, or none speaks."""
FAULT: Final[Moment] = ("fault", "")
"""Play breaks down otherwise, by a fault of the rules."""
LIMIT: Final[Moment] = ("fault", "limit")
"""The program gives up: nothing is known of how play would go on."""
UNDECIDED: Final = ("C0801", "C0802")
"""The codes of clashes and gaps."""


@dataclass(frozen=True, slots=True)
class Sought:
    """A condition that is to be true, or false, at a moment; without a condition, the moment itself.

    Before and after an act the condition may speak of its arguments; with `each_side`, `side` stands for any side.
    """

    moment: Moment
    condition: Expr | None
    wanted: bool = True
    each_side: bool = False


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand in which something was seen: its number, the packs that were shuffled, the moves to where play ends or stops."""

    number: int
    packs: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class SearchedHands:
    """What a search came to: the places in what was sought of all that it can see, how many hands it played, and for each thing
    that was seen the first hand that shows it, in their order.
    """

    looked_for: frozenset[int]
    hands: int
    shown: tuple[ShownHand, ...]


NOT_SEARCHED: Final = SearchedHands(frozenset(), 0, ())

HandSearch = Callable[[Rules, tuple[Sought, ...], frozenset[str]], SearchedHands]
"""Looks for some things in the first hands of matches; acts that are named are chosen seldom, so that hands last."""


def moment_of(fault: Faulted) -> Moment:
    """As what a fault is looked for."""
    if CODES[fault.code].limit:
        return LIMIT
    return SILENT if fault.code in UNDECIDED else FAULT
