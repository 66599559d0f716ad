"""The turns of Scala 40, programmed by hand from the source, without any use of the language.

An independent second opinion for `test_rummy.py`.  A card is its code (`7♥`, `7♥'`, `JK`); a card read is `(code, place, suit)`
with place 1 for an ace before the two and 14 after the king.  A turn is judged by trying everything: hands should be small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from random import Random
from typing import Any

SUITS = "♥♦♣♠"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PLACE = {"A": 14, "J": 11, "Q": 12, "K": 13} | {str(n): n for n in range(2, 11)}
PACK = (*(rank + suit + copy for copy in ("", "'") for suit in SUITS for rank in RANKS), "JK", "JK'", "JK''", "JK'''")

Read = tuple[str, int, str]
Meld = frozenset[Read]
Move = tuple[str, Any]


def joker(code: str) -> bool:
    return code.startswith("JK")


def readings(code: str) -> list[Read]:
    """Return every card that a card may be read as in a meld."""
    if joker(code):
        return [(code, place, suit) for place in range(1, 15) for suit in SUITS]
    plain = code.rstrip("'")
    rank, suit = plain[:-1], plain[-1]
    return [(code, place, suit) for place in ((1, 14) if rank == "A" else (PLACE[rank],))]


def worth(meld: Meld) -> int:
    return sum(1 if p == 1 else 11 if p == 14 else min(p, 10) for _, p, _ in meld)


def is_meld(meld: Meld) -> bool:
    """K3, K4, K5."""
    cards = sorted((place, suit) for _, place, suit in meld)
    jokers = sum(joker(code) for code, _, _ in meld)
    if len(cards) < 3 or jokers > 1:
        return False
    places, suits = [p for p, _ in cards], [s for _, s in cards]
    run = len(set(suits)) == 1 and places == list(range(places[0], places[0] + len(cards)))
    alike = len(set(places)) == 1 and places[0] != 1 and len(cards) <= 4 and len(set(suits)) == len(cards)
    return (run and len(cards) - jokers <= 13) or alike


@dataclass(frozen=True)
class Turn:
    """A turn after its draw: the hand, the table, the cards laid, and the cards that must be used."""

    hand: frozenset[str]
    melds: frozenset[Meld]
    opened: bool
    players: int
    laid: int = 0
    picked: str | None = None
    owed: frozenset[str] = frozenset()
    all_have_played: bool = True
    yields: bool = True


def attaches(turn: Turn, code: str) -> bool:
    return any(is_meld(meld | {read}) for meld in turn.melds for read in readings(code))


def may_discard(turn: Turn, code: str) -> bool:
    """K11, K12, K17 and the option for K20."""
    if code in turn.owed or code == turn.picked:
        return False
    last = len(turn.hand) == 1
    if last and not turn.all_have_played:
        return False
    if not attaches(turn, code) or last or (turn.players == 2 and turn.opened):
        return True
    return turn.yields and all(attaches(turn, other) for other in turn.hand)


def melds_in(hand: frozenset[str]) -> Iterator[Meld]:
    """Every meld in a hand, K3 to K5."""
    for size in range(3, len(hand) + 1):
        for cards in combinations(sorted(hand), size):
            if sum(map(joker, cards)) < 2:
                for reads in product(*map(readings, cards)):
                    meld = frozenset(reads)
                    if is_meld(meld):
                        yield meld


def acts(turn: Turn) -> Iterator[tuple[Move, Turn]]:
    """Return the possible acts before the discard, whether or not the turn can then be completed, with their results."""
    for meld in melds_in(turn.hand):
        laid = turn.laid + worth(meld)
        hand = turn.hand - {code for code, _, _ in meld}
        opened = turn.opened or laid >= 40
        yield ("meld", meld), replace(turn, hand=hand, melds=turn.melds | {meld}, laid=laid, opened=opened)
    for meld in turn.melds if turn.opened else ():
        for code in turn.hand:
            for read in readings(code):
                if is_meld(meld | {read}):
                    melds = turn.melds - {meld} | {meld | {read}}
                    yield ("attach", (read, meld)), replace(turn, hand=turn.hand - {code}, melds=melds)
        for other, place, suit in meld:
            for code in turn.hand if joker(other) else ():
                if not joker(code) and (code, place, suit) in readings(code):
                    melds = turn.melds - {meld} | {meld - {(other, place, suit)} | {(code, place, suit)}}
                    swapped = replace(turn, hand=turn.hand - {code} | {other}, melds=melds, owed=turn.owed | {other})
                    yield ("swap", (code, other, meld)), swapped


def done(turn: Turn) -> bool:
    """K6, K10, K11: return whether the turn may end."""
    return (turn.opened or turn.laid == 0) and not turn.owed & turn.hand


def completes(turn: Turn, known: dict[Turn, bool]) -> bool:
    """K15: return whether some continuation ends with a permitted discard after every card that must be used was used."""
    if turn not in known:
        known[turn] = any(may_discard(turn, c) and done(replace(turn, hand=turn.hand - {c})) for c in turn.hand) or any(
            completes(after, known) for _, after in acts(turn)
        )
    return known[turn]


def moves(turn: Turn) -> set[Move]:
    """Return all legal moves; of moves with equal cards only one."""
    known: dict[Turn, bool] = {}
    found = {alike(turn, move) for move, after in acts(turn) if completes(after, known)}
    cards = (c for c in turn.hand if may_discard(turn, c) and done(replace(turn, hand=turn.hand - {c})))
    return found | {alike(turn, ("discard", card)) for card in cards}


def alike(turn: Turn, move: Move) -> Move:
    """Return a move in which equal cards have the same name, except for the card picked up and the cards that must be used."""
    act, what = move

    def name(code: str) -> str:
        return code if code in turn.owed or code == turn.picked else code.rstrip("'")

    match act:
        case "meld":
            return act, frozenset((name(code), place, suit) for code, place, suit in what)
        case "attach":
            (code, place, suit), meld = what
            return act, ((name(code), place, suit), meld)
        case "swap":
            code, other, meld = what
            return act, (name(code), other, meld)
        case _:
            return act, name(what)


# ---------------------------------------------------------------------------------------------- positions


def random_turn(random: Random, players: int) -> Turn:
    """Return a position after the draw, with some melds on the table and a small hand in which something can often be done."""
    left = list(PACK)
    random.shuffle(left)
    melds = [meld for _ in range(random.randint(0, 4)) if (meld := _random_meld(random, left))]
    hand: list[str] = []
    for _ in range(random.randint(0, 2)):
        meld = _random_meld(random, left)
        hand += sorted(code for code, _, _ in meld or ())
    while len(hand) < random.randint(2, 7):
        hand.append(left.pop())
    hand = hand[:8]
    opened = bool(melds) and random.random() < 0.6
    return Turn(frozenset(hand), frozenset(melds), opened, players, all_have_played=random.random() < 0.7)


def _random_meld(random: Random, left: list[str]) -> Meld | None:
    """Take a meld from the remaining cards; return None if chance finds none."""
    suit, start, length = random.choice(SUITS), random.randint(1, 12), random.choice((3, 3, 4, 5))
    if random.random() < 0.5:
        wanted = [(place, suit) for place in range(start, min(start + length, 15))]
    else:
        wanted = [(start + 1, s) for s in random.sample(SUITS, random.choice((3, 3, 4)))]
    wild = random.randrange(len(wanted)) if random.random() < 0.3 else -1
    chosen: list[Read] = []
    for number, (place, of) in enumerate(wanted):
        fits = [c for c in left if (joker(c) if number == wild else not joker(c)) and (c, place, of) in readings(c)]
        fits = [c for c in fits if c not in {code for code, _, _ in chosen}]
        if not fits:
            return None
        chosen.append((fits[0], place, of))
    meld = frozenset(chosen)
    if not is_meld(meld):
        return None
    for code, _, _ in meld:
        left.remove(code)
    return meld
