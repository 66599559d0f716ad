"""What a player knows, as sets of courses of play: whether the legal moves tell a player anything that the player may not know.

In enumerated play, the states are divided by what one player has seen so far: a set holds all states that play can have reached
if the player has seen a certain sequence of views (this is the powerset construction for automata). If in every such set all
states have the same moves of the player, the legal moves reveal nothing.

The player is assumed to see less than a player does: the views of the states in which a move is awaited or a hand has ended,
without the moves of others, and of a pile only the cards that the enumeration knows. So the sets are too large rather than too
small, and a result is a proof. If there is no result, the search shows nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from cartaro_grammar import Diagnostic, parts_reached
from cartaro_grammar import game as g
from cartaro_interpreter import PHASE_TURN, Faulted, Move, View, choices, legal, view
from cartaro_interpreter import State as Position
from cartaro_verify.play.enumeration import START, Enumeration, reached

MOST_SETS = 20_000
"""The greatest number of sets of states that are examined for a player."""
MOST_MEMBERS = 400_000
"""The greatest total number of states in all these sets."""


class TooManyCourses(Exception):
    """There are more sets of courses than are looked at, or a state has no view."""


def moves_reveal_nothing(play: Enumeration) -> bool:
    """Return whether in closed play the moves of every player are the same in all states that the player cannot distinguish."""
    game = play.rules.game
    sights = tuple(clause for clause, _ in game.with_sentence(g.Sees))
    if not play.closed or any(isinstance(part, g.Top) for part in parts_reached(game, sights)):
        return False
    try:
        return all(_PlayerInPlay(play, player).has_same_moves() for player in range(play.rules.game.players))
    except (TooManyCourses, Faulted):
        return False


class _PlayerInPlay:
    """All play of a game, as one player sees it."""

    def __init__(self, play: Enumeration, player: int) -> None:
        self.play, self.player = play, player
        self._views: dict[int, View] = {}
        self._moves: dict[int, frozenset[tuple[str, tuple[int, ...]]]] = {}
        self._left = MOST_MEMBERS

    def has_same_moves(self) -> bool:
        """Return whether all states of each set have the same moves of the player."""
        waiting, known = [frozenset[int]((START,))], set[frozenset[int]]()
        while waiting:
            together = waiting.pop()
            awaiting = [number for number in together if number != START and self.play.nodes[number].phase == PHASE_TURN]
            if len({self._moves_at(number) for number in awaiting}) > 1:
                return False
            found = set(self._later(together)) - known
            known |= found
            waiting += found
            self._left -= sum(map(len, found))
            if len(known) > MOST_SETS or self._left < 0:
                raise TooManyCourses
        return True

    def _later(self, together: Iterable[int]) -> Iterator[frozenset[int]]:
        """Yield the sets of states that may follow the states of a set, each with one view."""
        found = dict[View, set[int]]()
        for number in together:
            for target in self._following[number]:
                found.setdefault(self._view(target), set()).add(target)
        yield from map(frozenset, found.values())

    @cached_property
    def _following(self) -> Mapping[int, frozenset[int]]:
        """The states that may follow each state. A shuffle, and a state from which play looks at a card, stand for the states
        after it.
        """
        edges, nodes = self.play.edges, self.play.nodes
        passed = {n for n, node in enumerate(nodes) if node.cells is None or self._looks_on(n)}
        onward = {n: [t for t in edges.get(n, ()) if nodes[n].cells is None or self._is_look(n, t)] for n in passed}

        def states(targets: Iterable[int]) -> frozenset[int]:
            return frozenset(reached(targets, onward) - passed)

        own = {n: [t for t in edges.get(n, ()) if not self._is_look(n, t)] for n in (START, *range(len(nodes)))}
        return {n: states(targets) for n, targets in own.items() if n not in passed}

    def _looks_on(self, number: int) -> bool:
        return any(self._is_look(number, target) for target in self.play.edges.get(number, ()))

    def _is_look(self, number: int, target: int) -> bool:
        return any(edge.sort == "seen" for edge in self.play.edges[number][target])

    def _view(self, number: int) -> View:
        """Return the view of a state without the cards that are in no known order."""
        if number not in self._views:
            node, rules = self.play.nodes[number], self.play.rules
            assert node.cells is not None
            seen = view(rules, Position(node.cells), self.player)
            if isinstance(seen, Diagnostic):
                raise TooManyCourses
            rest = {(name, owner): count for name, owner, count in self._hidden(number)}
            zones = tuple(
                z if not (count := rest.get((z.zone, z.owner), 0)) else replace(
                    z, cards=None if z.cards is None else z.cards[: z.size - count], top=z.top if z.size > count else None
                )
                for z in seen.zones
            )  # fmt: skip
            self._views[number] = replace(seen, zones=zones)
        return self._views[number]

    def _hidden(self, number: int) -> Iterator[tuple[str, int, int]]:
        """Yield the piles of a state of which some cards are in no known order, with the number of these cards."""
        layout = self.play.rules.layout
        slots = {order: slot for slot, order in layout.order_of.items()}
        for order, count in self.play.nodes[number].hidden:
            name, place = next((n, p) for n, p in layout.places.items() if p.slot <= slots[order] < p.slot + p.count)
            yield name, slots[order] - place.slot, count

    def _moves_at(self, number: int) -> frozenset[tuple[str, tuple[int, ...]]]:
        """Return the legal moves of the player in a state, without the cards that are chosen unseen."""
        if number not in self._moves:
            rules, cells = self.play.rules, self.play.laid_out(number)
            own = [option.move for option in legal(rules, cells) if option.player == self.player]
            found = choices(rules.game, (Move(move.act, move.args, ()) for move in own))
            self._moves[number] = frozenset((move.act, move.args) for move in found)
        return self._moves[number]
