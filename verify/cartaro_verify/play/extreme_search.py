"""A hand that attains an extreme: a beam of hands, played so that a number grows (or falls) as far as it can.

Besides the moves, the pack is chosen as the hand goes on: a card that nobody has played may change places with one in the
hand of who plays, as if the pack had lain otherwise.  Whether the rest of the play would have been the same is not
asked here: what is found is a pack and moves, and counts only if the interpreter replays it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from cartaro_grammar import game as g
from cartaro_interpreter import members, order_of_pile, pile_of
from cartaro_verify.play.questions import asking
from cartaro_verify.play.table import MOST_MOVES, Choice, Faulted, History, HistoryTable, Move, Position

STARTS = 2000
WIDTH = 240
EACH = 5
"""As many hands of one deal are kept at most, for what a deal can come to shows late."""
TRIED = 6
WORST = -1_000_000
Amount = Callable[[Position], int]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A hand under way: from which deal, its position, its packs, of which some were shuffled before the hand, the moves, and
    the number so far.
    """

    deal: int
    position: Position
    packs: tuple[tuple[int, ...], ...]
    opened: int
    moves: tuple[Move, ...]
    amount: int
    ended: Position | None = None


class Climb:
    """Looks for a hand at whose end a number is as claimed; the greater `amount`, the better."""

    def __init__(self, table: HistoryTable, amount: Amount, wanted: int) -> None:
        self.table = table
        self.amount = amount
        self.wanted = wanted
        self.random = random.Random(wanted)
        self.kinds = {act.name: tuple(p.type.kind for p in act.parameters) for act in table.game.acts}

    def cards(self, move: Move) -> list[int]:
        """The cards among a move's arguments."""
        found = list[int]()
        for kind, value in zip(self.kinds.get(move.act, ()), move.args, strict=True):
            found += (value,) if kind == "card" else members(value) if kind == "cards" else ()
        return found

    def run(self) -> History | None:
        """A hand that attains what is wanted, replayed; or None.  Hands that go on and on are given up."""
        beam = [hand for seed in range(STARTS) if (hand := self.start(seed)) is not None]
        for _ in range(MOST_MOVES):
            grown = [new for hand in beam for new in self.expand(hand)]
            for hand in grown:
                if hand.ended is not None and hand.amount >= self.wanted:
                    history = History(hand.packs, hand.moves, hand.ended)
                    if self.table.replay(history) is not None:
                        return history
            beam = self.best([hand for hand in grown if hand.ended is None])
            if not beam:
                break
        return None

    def best(self, hands: list[Candidate]) -> list[Candidate]:
        """The best of some hands, chance deciding between equal ones."""
        ranked = sorted((-hand.amount, self.random.random(), i) for i, hand in enumerate(hands))
        kept, count = list[Candidate](), dict[int, int]()
        for _, _, i in ranked:
            deal = hands[i].deal
            count[deal] = count.get(deal, 0) + 1
            if count[deal] <= EACH:
                kept.append(hands[i])
        return kept[:WIDTH]

    def start(self, seed: int) -> Candidate | None:
        """A hand that is dealt."""
        sitting = self.table.sitting(seed)
        try:
            sitting.deal()
        except Faulted:
            return None
        dealt = len(sitting.packs) > sitting.opened
        return Candidate(seed, sitting.position, sitting.packs, sitting.opened, (), 0) if dealt else None

    def expand(self, hand: Candidate) -> list[Candidate]:
        """The hand one move on, by a card in the hand or by one not played yet that might have been in it."""
        played = {c for move in hand.moves for c in self.cards(move)}
        mine = [c for c in _lying(self.table, hand.position, hand.position.turn) if c not in played]
        if not mine:
            return self.grown(hand, None)
        own = self.random.choice(mine)
        others = [c for c in _lying(self.table, hand.position, None) if c not in played and c not in mine]
        chosen = self.random.sample(others, min(len(others), TRIED))
        options = self.options(hand)
        idle = [o for o in options if not self.cards(o.move)]
        kept = [new for card in mine for new in self.taken(hand, options, card)] + self.taken(hand, idle, None)
        return kept + [new for card in chosen for new in self.grown(self.exchanged(hand, own, card), card)]

    def exchanged(self, hand: Candidate, first: int, second: int) -> Candidate:
        """The hand as it would be, had these two cards lain in each other's place in the pack."""
        swap = {first: second, second: first}
        packs = (tuple(swap.get(c, c) for c in pack) for pack in hand.packs[hand.opened :])
        position = _exchanged(self.table, hand.position, first, second)
        return replace(hand, position=position, packs=(*hand.packs[: hand.opened], *packs))

    def options(self, hand: Candidate) -> list[Choice]:
        try:
            return self.table.lasting(self.table.sitting(0, at=hand.position).options())
        except Faulted:
            return []

    def grown(self, hand: Candidate, card: int | None) -> list[Candidate]:
        """The hand one move on, by every move with this card (None: by every move)."""
        return self.taken(hand, self.options(hand), card)

    def taken(self, hand: Candidate, options: list[Choice], card: int | None) -> list[Candidate]:
        """The hand one move on, by those options that have this card."""
        wanted = (o for o in options if card is None or card in self.cards(o.move))
        return [new for option in wanted if (new := self.act(hand, option)) is not None]

    def act(self, hand: Candidate, option: Choice) -> Candidate | None:
        """The hand after a move, its number read at the end of the hand or now."""
        ended = list[Position]()

        def watch(moment: tuple[str, str], position: Position) -> None:
            if moment == ("end", "hand"):
                ended.append(position)

        sitting = self.table.sitting(0, watch, hand.position)
        try:
            sitting.act(option)
        except Faulted:
            return None
        if not ended and not sitting.awaiting:
            return None
        moves, last = (*hand.moves, option.move), ended[0] if ended else None
        packs = (*hand.packs, *sitting.chance.packs)
        amount = self.amount(last or sitting.position)
        return Candidate(hand.deal, sitting.position, packs, hand.opened, moves, amount, last)


def reach(table: HistoryTable, line: g.ExtremeClaim, value: int, sides: bool) -> History | None:
    """A hand at whose end the amount of a claim is as great (or as small) as a value, for some side where it is about each."""
    if (line.moment, line.period) != ("end", "hand"):
        return None
    direction = 1 if line.which == "greatest" else -1
    asked = asking(table.rules, line.amount, ("side",) if sides else ())
    for side in range(table.game.sides if sides else 1):

        def amount(position: Position, words: Mapping[str, int] = MappingProxyType({"side": side})) -> int:
            found = asked(position, words, None)
            return WORST if found is None else direction * found

        history = Climb(table, amount, direction * value).run()
        if history is not None:
            return history
    return None


# ---------------------------------------------------------------------------------------------- positions and moves


def _lying(table: HistoryTable, position: Position, player: int | None) -> tuple[int, ...]:
    """The cards in the zones of a player; with None, those of all players and in piles."""
    places = table.rules.layout.places.values()
    mine = [p.slot + player for p in places if p.zone.owner == "player"] if player is not None else [
        p.slot + i for p in places if p.order or p.zone.owner == "player" for i in range(p.count)
    ]  # fmt: skip
    return tuple(c for slot in mine for c in members(position.cells[slot]))


def _exchanged(table: HistoryTable, position: Position, first: int, second: int) -> Position:
    """The position with two cards in each other's place."""
    swap, layout = {first: second, second: first}, table.rules.layout
    cells, both = list(position.cells), (1 << first) | (1 << second)
    for slot in layout.holders:
        inside = cells[slot] & both
        order = layout.order_of.get(slot)
        if inside and order is not None:
            cells[order] = order_of_pile([swap.get(c, c) for c in pile_of(cells[slot], cells[order])])
        if inside and inside != both:
            cells[slot] ^= both
    return Position(tuple(cells))
