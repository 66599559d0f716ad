"""A hand that attains an extreme: a beam of hands, played so that a number grows (or falls) as far as it can.

Besides the moves, the pack is chosen as the hand goes on: a card that nobody has played may change places with one in the
hand of who plays, as if the pack had lain otherwise.  Whether the rest of the play would have been the same is not
asked here: what is found is a pack and moves, and counts only if the interpreter replays it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cartaro_grammar import game as g
from cartaro_grammar.diagnostic import Diagnostic
from cartaro_interpreter.chance import SeededChance
from cartaro_interpreter.fault import Faulted
from cartaro_interpreter.layout import PHASE, PHASE_TURN, members, order_of_pile, pile_of
from cartaro_interpreter.move import Move
from cartaro_interpreter.playing import Play
from cartaro_interpreter.query import question
from cartaro_interpreter.state import State as Position
from cartaro_interpreter.turn import Option, legal
from cartaro_verify.play import History, Table

STARTS = 2000
WIDTH = 240
EACH = 5
"""As many hands of one deal are kept at most, for what a deal can come to shows late."""
TRIED = 6
WORST = -1_000_000
Amount = Callable[[Position], int]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand under way: from which deal, its cells, its pack, the moves, and the number so far."""

    deal: int
    cells: tuple[int, ...]
    pack: tuple[int, ...]
    moves: tuple[Move, ...]
    amount: int
    ended: Position | None = None


class Climb:
    """Looks for a hand at whose end a number is as claimed; the greater `amount`, the better."""

    def __init__(self, table: Table, amount: Amount, wanted: int) -> None:
        self.table = table
        self.amount = amount
        self.wanted = wanted
        self.random = random.Random(wanted)
        layout = table.rules.layout
        self.unseen = [
            p.slot + i for p in layout.places.values() if p.order or p.zone.owner == "player" for i in range(p.count)
        ]
        self.held = {
            i: [p.slot + i for p in layout.places.values() if p.zone.owner == "player"] for i in range(table.game.players)
        }

    def run(self) -> History | None:
        """A hand that attains what is wanted, replayed; or None."""
        beam = [hand for seed in range(STARTS) if (hand := self.start(seed)) is not None]
        while beam:
            grown = [new for hand in beam for new in self.expand(hand)]
            for hand in grown:
                if hand.ended is not None and hand.amount >= self.wanted:
                    history = History(hand.pack, hand.moves, hand.ended)
                    if self.table.replay(history) is not None:
                        return history
            beam = self.best([hand for hand in grown if hand.ended is None])
        return None

    def best(self, hands: list[Hand]) -> list[Hand]:
        """The best of some hands, chance deciding between equal ones."""
        ranked = sorted((-hand.amount, self.random.random(), i) for i, hand in enumerate(hands))
        kept, count = list[Hand](), dict[int, int]()
        for _, _, i in ranked:
            deal = hands[i].deal
            count[deal] = count.get(deal, 0) + 1
            if count[deal] <= EACH:
                kept.append(hands[i])
        return kept[:WIDTH]

    def start(self, seed: int) -> Hand | None:
        """A hand that is dealt."""
        chance = SeededChance(seed)
        cells = self.table.opened(chance)
        try:
            Play(self.table.rules, chance).begin_hand(cells)
        except Faulted:
            return None
        return Hand(seed, tuple(cells), chance.packs[-1], (), 0) if chance.packs else None

    def expand(self, hand: Hand) -> list[Hand]:
        """The hand one move on, by a card in the hand or by one not played yet that might have been in it."""
        player = Position(hand.cells).turn
        played = {c for move in hand.moves for c in self.cards(move)}
        mine = [c for slot in self.held[player] for c in members(hand.cells[slot]) if c not in played]
        if not mine:
            return [new for option in self.options(hand.cells) if (new := self.act(hand, option)) is not None]
        own = self.random.choice(mine)
        others = [c for slot in self.unseen for c in members(hand.cells[slot]) if c not in played and c not in mine]
        chosen = self.random.sample(others, min(len(others), TRIED))
        found = list[Hand]()
        for card in (*mine, *chosen):
            here = hand if card in mine else self.exchanged(hand, own, card)
            options = [o for o in self.options(here.cells) if card in self.cards(o.move)]
            found += [new for o in options if (new := self.act(here, o)) is not None]
        return found

    def options(self, cells: tuple[int, ...]) -> list[Option]:
        try:
            return legal(self.table.rules, cells)
        except Faulted:
            return []

    def cards(self, move: Move) -> tuple[int, ...]:
        """The cards of a move's arguments."""
        act = self.table.game.act.get(move.act)
        found = list[int]()
        for parameter, value in zip(act.parameters if act else (), move.args, strict=True):
            if parameter.type.kind == "card":
                found.append(value)
            elif parameter.type.kind == "cards":
                found += members(value)
        return tuple(found)

    def exchanged(self, hand: Hand, first: int, second: int) -> Hand:
        """The hand as it would be, had these two cards lain in each other's place in the pack."""
        swap = {first: second, second: first}
        cells, both = list(hand.cells), (1 << first) | (1 << second)
        for slot in self.table.rules.layout.holders:
            inside = cells[slot] & both
            if inside:
                order = self.table.rules.layout.order_of.get(slot)
                pile = pile_of(cells[slot], cells[order]) if order is not None else ()
                if inside != both:
                    cells[slot] ^= both
                if order is not None:
                    cells[order] = order_of_pile([swap.get(c, c) for c in pile])
        return Hand(hand.deal, tuple(cells), tuple(swap.get(c, c) for c in hand.pack), hand.moves, hand.amount)

    def act(self, hand: Hand, option: Option) -> Hand | None:
        """The hand after a move, its number read at the end of the hand or now."""
        ended, cells = list[Position](), list(hand.cells)

        def watch(moment: tuple[str, str], position: Position) -> None:
            if moment == ("end", "hand"):
                ended.append(position)

        try:
            Play(self.table.rules, SeededChance(0), watch).act(cells, option)
        except Faulted:
            return None
        position = ended[0] if ended else Position(tuple(cells))
        moves = (*hand.moves, option.move)
        over = ended[0] if ended else None
        if over is None and cells[PHASE] != PHASE_TURN:
            return None
        return Hand(hand.deal, tuple(cells), hand.pack, moves, self.amount(position), over)


def reach(table: Table, line: g.ExtremeClaim, value: int, sides: bool) -> History | None:
    """A hand at whose end the amount of a claim is as great (or as small) as a value, for some side where it is about each."""
    if (line.moment, line.period) != ("end", "hand"):
        return None
    direction = 1 if line.which == "greatest" else -1
    asking = question(table.rules, line.amount, ("side",) if sides else ())
    if isinstance(asking, Diagnostic):
        return None
    for side in range(table.game.sides if sides else 1):

        def amount(position: Position, words: Mapping[str, int] = MappingProxyType({"side": side})) -> int:
            found = asking(position, words, None)
            return direction * found if isinstance(found, int) else WORST

        history = Climb(table, amount, direction * value).run()
        if history is not None:
            return history
    return None
