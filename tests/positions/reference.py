"""Scopa, scopone, napola and rebello, programmed by hand from the sources, without any use of the language.

An independent second opinion: the tests compare the interpreter with it, position by position and hand by hand.  Moves are
`(act, card, taken)` with `taken` a frozen set; positions and records have the JSON forms of the command line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

RANKS, SUITS = "A234567FCR", "BCDS"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)
VALUE = {card: RANKS.index(card[0]) + 1 for card in PACK}
PRIME = dict(zip(RANKS, (16, 12, 13, 14, 15, 18, 21, 10, 10, 10), strict=True))

OPTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "scopa": {
        "per_volta": ("3", "9"),
        "tre_re": ("a_monte", "valida"),
        "precedenza": ("pari", "poche", "nessuna"),
        "rifiuto": ("vietato", "libero"),
        "ultima": ("giocata", "presa", "vale"),
        "punti": ("11", "15", "16", "21"),
        "insieme": ("piu_punti", "nel_conto"),
    },
    "scopone": {
        "accoppiamenti": ("amichevoli", "prestabiliti"),
        "rifusa": ("deroga", "scelta"),
        "scura": ("non_denari", "nera"),
        "punti": ("8", "11", "16", "21"),
    },
}
OPTIONS["napola"] = OPTIONS["rebello"] = OPTIONS["scopa"]
DEFAULTS = {game: {name: values[0] for name, values in options.items()} for game, options in OPTIONS.items()}
DEFAULTS["scopone"]["punti"] = "11"

Move = tuple[str, str, frozenset[str]]


@dataclass(frozen=True)
class House:
    """A game, its house rules (defaults where not given) and the number of players."""

    game: str
    rules: Mapping[str, str] = field(default_factory=dict[str, str])
    players: int = 2

    def rule(self, name: str) -> str:
        return self.rules.get(name, DEFAULTS[self.game].get(name, ""))

    @property
    def sides(self) -> int:
        return self.players if self.players < 4 else self.players // 2

    @property
    def at_a_time(self) -> int:
        return 3 if self.players in {3, 6} else int(self.rule("per_volta"))


# ---------------------------------------------------------------------------------------------- moves


def takes(house: House, table: Sequence[str], card: str) -> list[frozenset[str]]:
    """Return the sets that a card may take from the table."""
    value = VALUE[card]
    low = [c for c in table if VALUE[c] < value]
    equal = [frozenset({c}) for c in table if VALUE[c] == value]
    sums = [frozenset(s) for n in range(2, 8) for s in combinations(low, n) if sum(VALUE[c] for c in s) == value]
    priority = "pari" if house.game == "scopone" else house.rule("precedenza")
    if priority == "nessuna":
        return equal + sums
    if equal:
        return equal
    if priority == "poche" and sums:
        fewest = min(map(len, sums))
        return [s for s in sums if len(s) == fewest]
    return sums


def declines(house: House, hand: Sequence[str], card: str) -> bool:
    """Return whether a card that takes may nevertheless be laid."""
    if house.game != "scopone":
        return house.rule("rifiuto") == "libero"
    dark = "BS" if house.rule("scura") == "nera" else "BCS"
    twin = any(VALUE[c] == VALUE[card] and c[1] in dark for c in hand)
    return house.rule("rifusa") == "deroga" and card[1] == "D" and twin


def moves(house: House, table: Sequence[str], hand: Sequence[str]) -> set[Move]:
    """All legal moves of a player with this hand."""
    found: set[Move] = set()
    for card in hand:
        ways = takes(house, table, card)
        found |= {("take", card, taken) for taken in ways}
        if not ways or declines(house, hand, card):
            found.add(("lay", card, frozenset()))
    return found


# ---------------------------------------------------------------------------------------------- the count


def prime(won: Sequence[str]) -> int:
    best = [max((PRIME[c[0]] for c in won if c[1] == suit), default=0) for suit in SUITS]
    return sum(best) if all(best) else 0


def most(amounts: Sequence[int]) -> list[int]:
    """Return one point for the side with the only highest amount, nothing for the others."""
    top = max(amounts)
    return [int(n == top and amounts.count(top) == 1) for n in amounts]


def straight(won: Sequence[str]) -> int:
    return next((n for n, rank in enumerate(RANKS) if rank + "D" not in won), len(RANKS))


def score(house: House, won: Sequence[Sequence[str]], scope: Sequence[int]) -> list[dict[str, int]]:
    """Return the score of each side, heading by heading."""
    cards, coins = [len(w) for w in won], [sum(c[1] == "D" for c in w) for w in won]
    federal = house.game == "scopone"
    headings = {
        "scope": list(scope),
        "carte": [int(n >= 21) for n in cards] if federal else most(cards),
        "denari": [int(n >= 6) for n in coins] if federal else most(coins),
        "settebello": [int("7D" in w) for w in won],
        "primiera": most([prime(w) for w in won]),
    }
    if house.game == "napola":
        headings["napola"] = [n if n >= 3 else 0 for n in map(straight, won)]
    if house.game == "rebello":
        headings["rebello"] = [int("RD" in w) for w in won]
    return [{name: amounts[side] for name, amounts in headings.items()} for side in range(len(won))]


# ---------------------------------------------------------------------------------------------- a hand


class Table:
    """A hand in play, from the shuffled pack."""

    def __init__(self, house: House, pack: Sequence[str]) -> None:
        self.house = house
        self.stock = list(pack)
        self.table: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(house.players)]
        self.won: list[list[str]] = [[] for _ in range(house.sides)]
        self.scope = [0] * house.sides
        self.turn, self.last, self.swept = 0, -1, False
        if house.game == "scopone":
            for part in range(3):
                self.deal(3)
                self.table += self.draw(2 if part < 2 else 0)
        else:
            self.deal(house.at_a_time)
            self.table += self.draw(4)

    def draw(self, n: int) -> list[str]:
        drawn, self.stock = self.stock[:n], self.stock[n:]
        return drawn

    def deal(self, n: int) -> None:
        for hand in self.hands:
            hand.extend(self.draw(n))

    @property
    def void(self) -> bool:
        """Whether the rules require a new deal of these cards."""
        kings = sum(c[0] == "R" for c in self.table)
        if self.house.game == "scopone":
            return kings >= 3 or sum(VALUE[c] for c in self.table) <= 10
        return kings >= 3 and self.house.rule("tre_re") == "a_monte"

    @property
    def over(self) -> bool:
        return not self.stock and not any(self.hands)

    def play(self, move: Move) -> None:
        act, card, taken = move
        hand, side = self.hands[self.turn], self.turn % self.house.sides
        hand.remove(card)
        if act == "take":
            self.table = [c for c in self.table if c not in taken]
            self.won[side] += [card, *taken]
            self.last, self.swept = side, not self.table
            self.scope[side] += int(self.swept and not self._last_play(hand))
        else:
            self.table.append(card)
        self.turn = (self.turn + 1) % self.house.players
        if self.over:
            self._finish()
        elif not any(self.hands):
            self.deal(self.house.at_a_time)

    def _last_play(self, hand: Sequence[str]) -> bool:
        if self.house.game == "scopone":
            return not hand and self.turn == self.house.players - 1
        return self.over and self.house.rule("ultima") == "giocata"

    def _finish(self) -> None:
        if self.last >= 0:
            self.won[self.last] += self.table
            self.table = []
        if self.swept and self.house.rule("ultima") == "presa":
            self.scope[self.last] -= 1

    def legal(self) -> list[Move]:
        return sorted(moves(self.house, self.table, self.hands[self.turn]), key=lambda m: (m[0], m[1], sorted(m[2])))


def written(move: Move) -> dict[str, Any]:
    """Return a move in its JSON form."""
    act, card, taken = move
    return {"act": act, "args": {"taken": sorted(taken), "card": card} if act == "take" else {"card": card}}


SEATING = sorted(PACK, key=lambda card: -VALUE[card] if card in ("RD", "7D", "4D", "AD") else 0)
"""A pack from which four players draw their seats at the start of a match; all values that are drawn differ."""


def random_hand(house: House, random: Random) -> tuple[dict[str, Any], Table]:
    """Play a whole random hand; return its record, and the table at its end."""
    while True:
        pack = random.sample(PACK, len(PACK))
        table = Table(house, pack)
        if not table.void:
            break
    played: list[dict[str, Any]] = []
    while not table.over:
        move = random.choice(table.legal())
        played.append(written(move))
        table.play(move)
    return {"stock": [SEATING, pack] if house.game == "scopone" else pack, "moves": played}, table


def random_position(house: House, random: Random) -> dict[str, Any]:
    """Return a random position in which somebody has to play, with some cards out of sight."""
    pack = random.sample(PACK, len(PACK))
    cut = random.choice((0, 1, 2, 4, 4, 6, 8, 12))
    table, rest = pack[:cut], pack[cut:]
    hands = {str(seat + 1): [rest.pop() for _ in range(random.randint(1, 3))] for seat in range(house.players)}
    won: dict[str, list[str]] = {str(side + 1): [] for side in range(house.sides)}
    for card in rest[: random.randint(0, len(rest))]:
        won[random.choice(list(won))].append(card)
    scope = {side: random.choice((0, 0, 1, 3)) for side in won}
    zones = {"table": table, "hand": hands, "won": won}
    return {"zones": zones, "turn": random.randint(1, house.players), "counters": {"scope": scope}}
