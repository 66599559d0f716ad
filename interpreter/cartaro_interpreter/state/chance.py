"""Sources of chance: the order of a shuffled pack and the card chosen unseen, from a seed or from a script."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol

from cartaro_grammar import msg
from cartaro_interpreter.state.faults import Faulted


class Chance(Protocol):
    """A source of orders for shuffled cards."""

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return these cards in their new order, the top first."""
        ...


class CardChance(Chance, Protocol):
    """A source of chance that can also draw the card that is chosen unseen."""

    def pick(self, count: int, number: int | None = None) -> int:
        """Return a number below a count, for the entry with the given number in a record. Without such a number, return the
        next number of a separate sequence.
        """
        ...


class SeededChance:
    """Shuffles from a seed; equal seeds give equal packs. Keeps the packs for a record."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._picks = 0
        self.packs: list[tuple[int, ...]] = []

    @cached_property
    def _random(self) -> Callable[[], float]:
        """Return the random function of this seed. It is made at the first shuffle, because most moves do not shuffle."""
        return random.Random(self._seed).random

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return a uniformly random order, computed only from `random()`, whose sequence Python promises to keep."""
        pack = list(cards)
        draw = self._random
        for last in range(len(pack) - 1, 0, -1):
            other = int(draw() * (last + 1))
            pack[last], pack[other] = pack[other], pack[last]
        self.packs.append(tuple(pack))
        return self.packs[-1]

    def pick(self, count: int, number: int | None = None) -> int:
        """Return a number that depends only on the seed and `number`, so that picks and shuffles do not affect each other."""
        if number is None:
            number, self._picks = -1 - self._picks, self._picks + 1
        return int(random.Random(f"{self._seed}/unseen/{number}").random() * count)


class ScriptedChance:
    """Returns the packs of a script in order, and keeps the packs used. Raises a fault if no pack is left or the next pack has
    other cards.
    """

    def __init__(self, packs: Sequence[tuple[int, ...]], codes: Sequence[str] = ()) -> None:
        self._left = list(reversed(packs))
        self.packs: list[tuple[int, ...]] = []
        self._codes = codes

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return the next pack."""
        if not self._left:
            message = msg(
                "the cards are shuffled {n} times, but only {packs} packs are given",
                n=len(self.packs) + 1,
                packs=len(self.packs),
            )
            raise Faulted("C0812", message, None, msg("give one list of cards for each shuffle, in their order"))
        pack = self._left.pop()
        self.packs.append(pack)
        if sorted(pack) != sorted(cards):
            missing = [c for c in cards if c not in pack] or [c for c in pack if c not in cards]
            shown = ", ".join(f"`{self._codes[c]}`" if self._codes else str(c) for c in missing[:5])
            raise Faulted(
                "C0813",
                msg("pack {n} does not consist of the cards that are shuffled: see {shown}", n=len(self.packs), shown=shown),
            )
        return pack

    def pick(self, count: int, number: int | None = None) -> int:
        """Refuse to draw one of several cards, because the moves of a script name the cards."""
        del number
        return _not_named(count)

    def fork(self) -> ScriptedChance:
        """Return the same script at the same place."""
        other = ScriptedChance((), self._codes)
        other._left, other.packs = list(self._left), list(self.packs)
        return other

    def left(self) -> int:
        """Return the number of packs that have not been used."""
        return len(self._left)


def _not_named(count: int) -> int:
    """Return the only card. Raise a fault if there are several."""
    if count > 1:
        message = msg("the move does not say which of {n} cards was chosen unseen", n=count)
        raise Faulted("C0818", message, None, msg("name the card that was turned up"))
    return 0


class NoChance:
    """Refuses chance. Shuffling at most one card is allowed, because there is only one order; shuffling more cards is a fault,
    with help.
    """

    def __init__(self, advice: str) -> None:
        self._advice = advice

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return the cards, of which there is at most one."""
        if len(cards) > 1:
            message = msg("{n} cards have to be shuffled, but their new order is not given", n=len(cards))
            raise Faulted("C0812", message, None, self._advice)
        return cards

    def pick(self, count: int, number: int | None = None) -> int:
        """Return the only card. Raise a fault if there are several: then one has to be named."""
        del number
        return _not_named(count)
