"""A table whose moves are told to whoever watches, as far as an onlooker can remember them."""

from __future__ import annotations

from collections.abc import Iterable

from cartaro_engine import SeatedOpponent
from cartaro_interpreter import Choice, Proceedings, Rules, SeededChance


class WatchedTable(Proceedings):
    """Proceedings with opponents who follow what lies open and what moves name."""

    def __init__(self, rules: Rules, chance: SeededChance, match: bool) -> None:
        super().__init__(rules, chance, match)
        self.opponents: tuple[SeatedOpponent, ...] = ()

    def seat(self, opponents: Iterable[SeatedOpponent]) -> None:
        """Say who watches."""
        self.opponents = tuple(opponents)

    def act(self, option: Choice) -> None:
        """A legal move, seen by all."""
        before, packs = self.state, len(self.chance.packs)
        super().act(option)
        for opponent in self.opponents:
            opponent.onlooker.saw(before, option.move, self.state, shuffled=len(self.chance.packs) > packs)
