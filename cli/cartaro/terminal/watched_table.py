"""A table whose moves are told to whoever watches, as far as an onlooker can remember them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cartaro_engine import SeatedOpponent
from cartaro_interpreter import Choice, Move, Proceedings, Rules, SeededChance, as_known_to, is_open


class WatchedTable(Proceedings):
    """Proceedings with opponents who follow what lies open and what moves name."""

    def __init__(self, rules: Rules, chance: SeededChance, match: bool) -> None:
        super().__init__(rules, chance, match)
        self.opponents: tuple[SeatedOpponent, ...] = ()
        self.people: tuple[int, ...] = ()
        self.turned_out: Callable[[Move], None] | None = None

    def seat(self, opponents: Iterable[SeatedOpponent]) -> None:
        """Say who watches."""
        self.opponents = tuple(opponents)

    def show_to(self, people: Iterable[int], turned_out: Callable[[Move], None]) -> None:
        """Say in which seats people sit, and how they are told which card one that was chosen unseen turned out to be."""
        self.people, self.turned_out = tuple(people), turned_out

    def act(self, option: Choice) -> None:
        """A legal move, seen by all but for a card that is chosen unseen."""
        before, packs = self.state, len(self.chance.packs)
        super().act(option)
        move = self.entries[-1]
        assert isinstance(move, Move)
        for opponent in self.opponents:
            opponent.onlooker.saw(before, move, self.state, shuffled=len(self.chance.packs) > packs)
        if is_open(option.move) and self.turned_out is not None and self.people:
            after = self.state  # people share the screen: what one of them does not see is not shown
            if not any(is_open(as_known_to(self.rules, seat, before, move, after)) for seat in self.people):
                self.turned_out(move)
