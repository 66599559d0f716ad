"""Chance, enumerated: every order of a shuffled pack that can make a difference to one step of play.

`outcomes` runs a step of play again and again. Each run fixes the order of the shuffled cards (and of the stock, if its order
is not known yet) only as far as a `Prefix` states; the rest is in the order of the deck. If a run took more cards than its
prefix fixes, its outcome is discarded and the longer prefixes are run instead. So a pack of eight cards of which two are dealt
takes 56 runs, not 40,320. This is exact as long as no rule reads the order of the stock except by dealing from its top. For
other games (`hidden` is None) every order is fixed to its last card.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import permutations

from cartaro_interpreter.state.card_sets import members
from cartaro_interpreter.state.faults import Faulted
from cartaro_interpreter.state.state import Layout, order_of_pile, pile_of

Prefix = tuple[int, ...]
Cells = tuple[int, ...]
MOST_SHUFFLES = 5
"""The greatest number of shuffles in a step of play whose repeated deals cannot be distinguished."""


@dataclass(frozen=True, slots=True)
class Stock:
    """The pile whose order is hidden: the cell of its cards, and the cell of its order."""

    slot: int
    order: int


class Longer(Exception):
    """A run needs a longer fixed order of one pack."""

    def __init__(self, pack: int, length: int, cards: tuple[int, ...]) -> None:
        super().__init__()
        self.pack, self.length, self.cards = pack, length, cards


class Known(Exception):
    """A run has reached a shuffle in the same state as an earlier one."""

    def __init__(self, key: Cells) -> None:
        super().__init__()
        self.key = key


class Again(Exception):
    """A run has reached a new shuffle."""

    def __init__(self, key: Cells | None) -> None:
        super().__init__()
        self.key = key


class TooMany(Exception):
    """There are more shuffles than are examined."""


class Revealed(Exception):
    """The order of the stock is not hidden after all: cards are shuffled and put under others."""


@dataclass(slots=True)
class Dealer:
    """The random choices of one run. Pack 0 is the stock before the step, pack n is the result of the n-th shuffle."""

    cells: list[int] | None
    layout: Layout
    stock: Stock | None
    prefixes: tuple[Prefix, ...]
    memo: set[Cells] | None
    orders: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])

    def begin(self) -> None:
        """Put the stock into the order that is fixed for pack 0."""
        if self.stock is None or self.cells is None:
            self.orders.append(())
            return
        order = _completed(self.prefixes[0], members(self.cells[self.stock.slot]))
        self.cells[self.stock.order] = order_of_pile(order)
        self.orders.append(order)

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return the order fixed for the next pack."""
        self.settle()
        number = len(self.orders)
        if self.stock is not None and self.cells is not None and self.cells[self.stock.slot] & ~_mask(cards):
            raise Revealed
        if number >= len(self.prefixes):
            key = None if self.memo is None or self.cells is None else self._key(cards)
            if key is None and number > MOST_SHUFFLES:
                raise TooMany
            if key is not None and self.memo is not None:
                if key in self.memo:
                    raise Known(key)
                self.memo.add(key)
            raise Again(key)
        prefix = self.prefixes[number]
        if (self.stock is None or self.cells is None) and len(prefix) < len(cards):
            raise Longer(number, len(cards), tuple(sorted(cards)))
        self.orders.append(_completed(prefix, cards))
        return self.orders[-1]

    def settle(self) -> None:
        """Raise `Longer` if more cards were taken from the last pack than are fixed."""
        if self.stock is None or self.cells is None:
            return
        number, left = len(self.orders) - 1, self.cells[self.stock.slot]
        order = self.orders[number]
        taken = max((place + 1 for place, card in enumerate(order) if not left >> card & 1), default=0)
        if taken > len(self.prefixes[number]):
            raise Longer(number, taken, tuple(sorted(order)))

    def _key(self, cards: tuple[int, ...]) -> Cells:
        """Return the part of the state that is left when the shuffled cards are removed."""
        assert self.cells is not None
        gone, now = _mask(cards), list(self.cells)
        for slot in self.layout.holders:
            order = self.layout.order_of.get(slot)
            if order is not None:
                now[order] = order_of_pile([c for c in pile_of(now[slot], now[order]) if not gone >> c & 1])
            now[slot] &= ~gone
        for place in self.layout.families:
            for slot in range(place.slot, place.slot + place.count):
                now[slot] = 0 if self.layout.faces.physical(now[slot]) & gone else now[slot]
        return (_mask(cards), *now)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a run: the cells, or the shuffle in a state that an earlier shuffle had, or the fault that stopped the
    run. `since` is the shuffle after which the outcome was reached, None before the first; `packs` is the number of packs.
    """

    since: Cells | None
    cells: Cells | None
    met: Cells | None
    fault: str
    packs: int = 1


def outcomes(
    layout: Layout,
    stock: Stock | None,
    before: Cells | None,
    play: Callable[[Dealer, list[int]], list[int]],
    memo: set[Cells] | None,
    accepted: Callable[[], None],
    fresh: Callable[[], None],
) -> Iterator[Outcome]:
    """Yield every outcome of a step of play; those with few shuffles come first. `fresh` is called before each run, `accepted`
    after each run that counts.
    """
    waiting = deque[tuple[tuple[Prefix, ...], Cells | None]]([(((),), None)])
    while waiting:
        prefixes, since = waiting.popleft()
        cells = [] if before is None else list(before)
        dealer = Dealer(None if before is None else cells, layout, stock, prefixes, memo)
        fresh()
        try:
            dealer.begin()
            try:
                after = play(dealer, cells)
                dealer.settle()
                outcome = Outcome(since, canonical(stock, after), None, "")
            except Faulted as fault:
                dealer.settle()
                outcome = Outcome(since, None, None, fault.code, len(dealer.orders))
            except Known as known:
                outcome = Outcome(since, None, known.key, "")
            except Again as again:
                waiting.append(((*prefixes, ()), again.key))
                if again.key is None:
                    continue
                outcome = Outcome(since, None, again.key, "")
        except Longer as longer:
            waiting += [(p, since) for p in _longer(prefixes, longer)]
            continue
        accepted()
        yield outcome


def canonical(stock: Stock | None, cells: list[int]) -> Cells:
    """Return the cells, with the stock in the order of the deck if its order is hidden."""
    if stock is not None:
        cells[stock.order] = order_of_pile(members(cells[stock.slot]))
    return tuple(cells)


def _longer(prefixes: tuple[Prefix, ...], longer: Longer) -> Iterator[tuple[Prefix, ...]]:
    fixed = prefixes[longer.pack]
    rest = [card for card in longer.cards if card not in fixed]
    for more in permutations(rest, longer.length - len(fixed)):
        yield (*prefixes[: longer.pack], (*fixed, *more), *prefixes[longer.pack + 1 :])


def _completed(prefix: Prefix, cards: tuple[int, ...]) -> tuple[int, ...]:
    fixed = tuple(card for card in prefix if card in cards)
    return (*fixed, *(card for card in sorted(cards) if card not in fixed))


def _mask(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)
