"""Chance, made explicit: the order of a shuffled pack, from a seed or from a script."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol

from cartaro_grammar import say
from cartaro_interpreter.state.fault import Faulted


class Chance(Protocol):
    """Whatever decides the order of shuffled cards."""

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """These cards, the top first."""
        ...


class SeededChance:
    """Shuffles from a seed: the same seed, the same packs.  Keeps the packs it gave, for a record."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.packs: list[tuple[int, ...]] = []

    @cached_property
    def _random(self) -> Callable[[], float]:
        """Made when something is shuffled: most moves shuffle nothing."""
        return random.Random(self._seed).random

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """An even shuffle, made of nothing but `random()`, whose sequence Python promises to keep."""
        pack = list(cards)
        draw = self._random
        for last in range(len(pack) - 1, 0, -1):
            other = int(draw() * (last + 1))
            pack[last], pack[other] = pack[other], pack[last]
        self.packs.append(tuple(pack))
        return self.packs[-1]


class ScriptedChance:
    """Gives the packs of a script, one after the other, and keeps those it gave; a fault where it has no more, or one of other
    cards.
    """

    def __init__(self, packs: Sequence[tuple[int, ...]], codes: Sequence[str] = ()) -> None:
        self._left = list(reversed(packs))
        self.packs: list[tuple[int, ...]] = []
        self._codes = codes

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The next pack."""
        if not self._left:
            message = say(
                "the cards are shuffled {n} times, and there are {packs} packs", n=len(self.packs) + 1, packs=len(self.packs)
            )
            raise Faulted("C0812", message, None, say("give one list of cards for each shuffle, in their order"))
        pack = self._left.pop()
        self.packs.append(pack)
        if sorted(pack) != sorted(cards):
            missing = [c for c in cards if c not in pack] or [c for c in pack if c not in cards]
            shown = ", ".join(f"`{self._codes[c]}`" if self._codes else str(c) for c in missing[:5])
            raise Faulted(
                "C0813", say("pack {n} is not made of the cards that are shuffled: see {shown}", n=len(self.packs), shown=shown)
            )
        return pack

    def left(self) -> int:
        """How many packs have not been used."""
        return len(self._left)


class NoChance:
    """Leaves nothing to chance: one card, or none, has one order only, and more are a fault, with an advice."""

    def __init__(self, advice: str) -> None:
        self._advice = advice

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The cards as they are."""
        if len(cards) > 1:
            message = say("{n} cards would be shuffled, and nothing says in what order they then lie", n=len(cards))
            raise Faulted("C0812", message, None, self._advice)
        return cards
