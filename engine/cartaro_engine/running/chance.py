"""The engine's chance for the interpreter: from the same seed and number of a hand, the same shuffles and the same choices.

The generator is sfc32, as `acts/chance` writes it, here in plain Python, so that each is a check of the other.
"""

from __future__ import annotations

from typing import Final

from cartaro_engine.memory.sums import Unit
from cartaro_grammar import Diagnostic
from cartaro_interpreter import Played, RandomPlayer, Rules, SeededChance, play_hand, play_match

LOW: Final = (1 << 32) - 1
ROUNDS: Final = 15


class HandChance(SeededChance):
    """What is left to chance in hand number `hand` of a seed; keeps the packs it gave, for a record."""

    def __init__(self, seed: int, hand: int) -> None:
        super().__init__(0)
        low, high = halves(seed)
        self.words = [low, high, hand & LOW, 1]
        for _ in range(ROUNDS):
            self._draw()

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """An even shuffle: each card, from the last down, is exchanged with one of those before it or itself."""
        pack = list(cards)
        for last in range(len(pack) - 1, 0, -1):
            other = self.below(last + 1)
            pack[last], pack[other] = pack[other], pack[last]
        self.packs.append(tuple(pack))
        return self.packs[-1]

    def below(self, end: int) -> int:
        """A number from 0 up to, and without, another."""
        return self._draw() * end >> 32

    def _draw(self) -> int:
        a, b, c, counter = self.words
        drawn = (a + b + counter) & LOW
        turned = (c << 21 | c >> 11) & LOW
        self.words = [b ^ b >> 9, (c + (c << 3)) & LOW, (turned + drawn) & LOW, (counter + 1) & LOW]
        return drawn


class HandPlayer(RandomPlayer):
    """Chooses evenly among the legal moves, from the source of the shuffles."""

    def __init__(self, chance: HandChance) -> None:
        super().__init__(0)
        self._chance = chance

    def pick(self, count: int) -> int:
        """A number below a count."""
        return self._chance.below(count)


def halves(seed: int) -> tuple[int, int]:
    """The two halves of a seed, of which 64 bits count."""
    return seed & LOW, seed >> 32 & LOW


def played_by_the_interpreter(rules: Rules, seed: int, number: int, unit: Unit = "hand") -> Played | Diagnostic:
    """Hand, or match, number `number` of a seed, as the engine plays it, with all that a record of it needs."""
    chance = HandChance(seed, number)
    play = play_hand if unit == "hand" else play_match
    return play(rules, [HandPlayer(chance)] * rules.game.players, chance)
