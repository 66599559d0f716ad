"""Faults that the verifier once had, put back on purpose: a good bench finds them.

Each fault is a context manager that patches the one place of the fault.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from unittest.mock import patch

from cartaro_grammar import visibility
from cartaro_grammar.analyses.visibility import Viewer, Visibility
from cartaro_grammar.model import game as g
from cartaro_grammar.model.game import PLAYERS_SETTING, Game
from cartaro_verify import verify
from cartaro_verify.encode import expressions
from cartaro_verify.encode import transition as repeats
from cartaro_verify.encode.expressions import Encoder
from cartaro_verify.frame import invariant_search
from cartaro_verify.frame import transition_system as symmetry
from cartaro_verify.terms import terms
from cartaro_verify.terms import walk as loops
from cartaro_verify.terms.symbolic_state import Board, Guarded, Path, TermScope, Value
from cartaro_verify.terms.terms import Num


def always(*_: object) -> bool:
    return True


@contextmanager
def memory_of_redeals_forgotten() -> Generator[None]:
    """A repeat from a clause that gathers all cards is dropped, whatever the repeated rounds did to memory."""
    with patch.object(loops, "_anew", always):
        yield


@contextmanager
def invariants_between_hands_unchecked() -> Generator[None]:
    """Invariants between hands are guessed and believed; the pass that checks all invariants again is skipped."""
    with patch.object(invariant_search, "drop_between", always), patch.object(invariant_search, "_between", always):
        yield


@contextmanager
def definitions_shared_by_cases() -> Generator[None]:
    """Facts that were derived for a state are applied to copies whose memory differs."""

    def same(one: Board, other: object) -> bool:
        return isinstance(other, Board) and one.zones is other.zones and one.turn == other.turn

    def numbered(one: Board) -> int:
        return hash((id(one.zones), one.turn))

    with patch.object(Board, "__eq__", same), patch.object(Board, "__hash__", numbered):
        yield


@contextmanager
def order_of_seats_overlooked() -> Generator[None]:
    """The seats are rotated although the outcome for each player depends on who comes first."""
    with patch.object(symmetry, "_order_is_idle", always):
        yield


@contextmanager
def loops_in_loops_dropped() -> Generator[None]:
    """In a further round of an outer loop, inner repeats are dropped."""
    rounds = repeats.Rounds.all

    def dropping(self: repeats.Rounds, entry: Path) -> list[Path]:
        if len(self.loop.backs) < 2:
            return rounds(self, entry)
        outer = min(self.loop.backs, key=lambda back: (back[1], -back[0]))
        inner = tuple(back for back in self.loop.backs if back != outer)
        inside = loops.CourseLoop(min(start for _, start in inner), max(number for number, _ in inner), inner)
        before, _ = self.straight(range(self.loop.first, inside.first), [entry])
        there = [path for one in before for path in dropping(replace(self, loop=inside), one)]
        first, _ = self.straight(range(inside.last + 1, self.loop.last + 1), there)

        def straight(numbers: range, paths: list[Path]) -> tuple[list[Path], repeats.Returns]:
            done, back = self.straight(numbers, paths)
            return done, [r for r in back if r[0] == outer[0]]

        alone = loops.CourseLoop(self.loop.first, self.loop.last, (outer,))
        return first + rounds(replace(self, loop=alone, straight=straight), entry)

    with patch.object(repeats.Rounds, "all", dropping):
        yield


@contextmanager
def one_number_of_players_only() -> Generator[None]:
    """Only one of the numbers of players in a claim is decided."""
    plan = verify.__globals__["_plan"]

    def first_only(game: Game, only: object) -> object:
        def fewer(claim: g.Claim) -> g.Claim:
            now = str(game.players)
            under = ((o, v if o != PLAYERS_SETTING else (now,) if now in v else v[:1]) for o, v in claim.under)
            return replace(claim, under=tuple(under))

        return plan(replace(game, claims=tuple(fewer(claim) for claim in game.claims)), only)

    with patch.dict(verify.__globals__, {"_plan": first_only}):
        yield


@contextmanager
def cards_without_attribute_overlooked() -> Generator[None]:
    """No attribute of a card is none, even if some card lacks it; the lowest measure counts such cards as 0."""
    extreme, any_attribute = expressions.extreme, expressions.attribute

    def attribute(encoder: Encoder, name: str, card: Value) -> Value:
        if name in encoder.game.measure or not isinstance(card, tuple):
            return any_attribute(encoder, name, card)
        values = encoder.attributes[name]
        pairs = [(s, [x for x, v in zip(card, values, strict=True) if v == s]) for s in dict.fromkeys(values)]
        found = [(symbol, terms.is_member(terms.sum_of(here))) for symbol, here in pairs]
        bare = [] if None in dict(found) else [(None, terms.equal(terms.sum_of(card), 0))]
        return Guarded((*found, *bare))

    def lowest(encoder: Encoder, expr: g.Extreme, scope: TermScope) -> Num:
        lacking = None in encoder.game.measure[expr.measure] and expr.which == "lowest"
        return 0 if lacking else extreme(encoder, expr, scope)

    with patch.object(expressions, "attribute", attribute), patch.object(expressions, "extreme", lowest):
        yield


@contextmanager
def divisors_taken_to_be_positive() -> Generator[None]:
    """A remainder by a negative number, or by 0, is some number."""

    def as_if_positive(_: Encoder, number: Num, divisor: Num) -> Num:
        return terms.remainder(number, divisor)

    with patch.object(expressions, "remainder", as_if_positive):
        yield


@contextmanager
def all_cards_taken_as_ones_own() -> Generator[None]:
    """If a player sees cards of their own, assume that the player sees the same cards of everybody else."""
    whole = Viewer.visibility

    def own(self: Viewer, read: visibility.ZoneRead, *, ahead: bool) -> Visibility:
        return whole(self, visibility.ZoneRead(read.zone, True, read.top, read.viewer, read.span), ahead=ahead)

    with patch.object(Viewer, "visibility", own):
        yield


FAULTS = {
    "W1": memory_of_redeals_forgotten,
    "W2": invariants_between_hands_unchecked,
    "W3": definitions_shared_by_cases,
    "W4": order_of_seats_overlooked,
    "W5": loops_in_loops_dropped,
    "W7": one_number_of_players_only,
    "W8 attributes": cards_without_attribute_overlooked,
    "W8 divisors": divisors_taken_to_be_positive,
    "W9": all_cards_taken_as_ones_own,
}
