"""Several chosen cards that do not make one move together, but can be moved one by one by the same act.

Only the player's view decides: a series ends before a move whose result the player does not see.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cartaro_grammar import Diagnostic
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.play.course import cards_of, legal_choices
from cartaro_interpreter.play.turn import Choice, after, hides_result, open_steps
from cartaro_interpreter.state.faults import Faulted
from cartaro_interpreter.state.state import ENDING, Move, State

MOST_CARDS = 8
MOST_TRIED = 60
"""The greatest number of positions in which the search looks for a next card."""


def move_series(rules: Rules, state: State, cards: Collection[int]) -> tuple[Move, ...]:
    """Return moves of one act, one for each chosen card, in an order in which all are legal. Return none if there are
    no such moves, or fewer than two cards.
    """
    if not 1 < len(cards) <= MOST_CARDS:
        return ()
    search = _Search(rules)
    acts = dict.fromkeys(move.act for move in search.moves(state))
    try:
        return next((found for act in acts if (found := search.run(state, act, tuple(cards)))), ())
    except Faulted:
        return ()


class _Search:
    """A depth-first search of the orders of some cards, in the order in which they were chosen."""

    def __init__(self, rules: Rules) -> None:
        self._rules, self._left = rules, MOST_TRIED

    def run(self, state: State, act: str, cards: tuple[int, ...]) -> tuple[Move, ...]:
        """Return the moves of an act for some cards, one after the other."""
        self._left -= 1
        if self._left < 0:
            return ()
        for card in cards:
            found = [move for move in self.moves(state) if move.act == act and self._names_only(move, card)]
            if len(found) != 1:
                continue
            rest = tuple(other for other in cards if other != card)
            if not rest:
                return (found[0],)
            then = self._after(state, found[0])
            further = () if then is None else self.run(then, act, rest)
            if further:
                return (found[0], *further)
        return ()

    def moves(self, state: State) -> tuple[Move, ...]:
        """Return the legal moves of a state, or none if the rules do not decide."""
        found = legal_choices(self._rules, state)
        return () if isinstance(found, Diagnostic) else found

    def _names_only(self, move: Move, card: int) -> bool:
        named, groups = cards_of(self._rules, move)
        return named == frozenset({card}) and not groups

    def _after(self, state: State, move: Move) -> State | None:
        """Return the state after a move in the same turn; None if the turn ends, or the player does not see the result."""
        for number, _ in self._steps(state, move):
            option = Choice(number, state.turn, move)
            if hides_result(self._rules, state.cells, option):
                return None
            cells = after(self._rules, state.cells, option)
            return None if cells[ENDING] else State(tuple(cells))
        return None

    def _steps(self, state: State, move: Move) -> Iterator[tuple[int, object]]:
        return ((number, step) for number, step in open_steps(self._rules, state.cells) if move.act in step.acts)
