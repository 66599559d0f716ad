"""`python -m tests.crosscheck.openspiel_games [GAME …] [--hands N]`: shipped games and the same in OpenSpiel, move by move.

The interpreter plays random matches. OpenSpiel is given the same dealer and the same cards for each hand. Before each move both
list the legal moves, which must be the same; after the last move the scores of the hand must be the same. The house rules are
those of OpenSpiel. A line is printed for each game and number of players; the exit code is 1 if there is a difference.
"""

from __future__ import annotations

import argparse
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

import pyspiel

import cartaro

HANDS = 1000
RARELY = 0.1
SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}

Position = Mapping[str, Any]
Move = Mapping[str, Any]


class Peer(ABC):
    """A game of OpenSpiel: how a hand of Cartaro is dealt in it, and how a move is said and made."""

    name: str
    """The name of the ruleset."""
    players: tuple[int, ...]
    """The numbers of players that are compared."""
    house_rules: Mapping[str, str]
    """The house rules of OpenSpiel."""
    rare: ClassVar[frozenset[str]] = frozenset()
    """Acts that are tried one time in ten only, because they end a hand early."""

    @abstractmethod
    def dealt(self, position: Position) -> pyspiel.State | None:
        """Return the hand that has just been dealt; None if OpenSpiel would deal it in another way."""

    @abstractmethod
    def word(self, move: Move) -> str:
        """Return the word for a move; an empty string if OpenSpiel leaves it out for a stated reason."""

    def made(self, hand: pyspiel.State, move: Move, before: Position) -> None:
        """Make a move in a position."""
        act(hand, self.word(move))

    def words(self, hand: pyspiel.State) -> set[str]:
        """Return the words of all legal moves."""
        return words(hand, hand.legal_actions())

    def value(self, gained: Sequence[int]) -> list[int]:
        """Return the value of the hand for each player, from the points that each side gained."""
        return list(gained)

    def is_over(self, hand: pyspiel.State, after: Position) -> bool:
        """Return whether a hand is over after a move that led to a position."""
        return hand.is_terminal()

    def results(self, hand: pyspiel.State) -> list[int]:
        """Return the value of a hand for each player in OpenSpiel."""
        return [round(number) for number in hand.returns()]


def act(hand: pyspiel.State, word: str) -> None:
    """Make the move with this word; at a chance node, deal the card with this name."""
    hand.apply_action(next(action for action in hand.legal_actions() if words(hand, [action]) == {word}))


def words(hand: pyspiel.State, actions: Iterable[int]) -> set[str]:
    """Return the words of some actions of the player to move."""
    return {hand.action_to_string(hand.current_player(), action) for action in actions}


def card(text: str) -> str:
    """Return the name of a card in OpenSpiel: `HT` for `10♥`."""
    return SUITS[text[-1]] + text[:-1].replace("10", "T")


class OhHell(Peer):
    """Ten points for an exact bid, a point for each trick, and a dealer who may not make the bids come out even."""

    name = "oh_hell"
    players = (3, 4, 5, 6)

    def __init__(self) -> None:
        self.house_rules = {"premio": "10", "chi_sbaglia": "una_per_presa", "ultima_dichiarazione": "vincolata"}

    def dealt(self, position: Position) -> pyspiel.State:
        hands = [position["zones"]["hand"][str(seat + 1)] for seat in range(position["players"])]
        hand = pyspiel.load_game("oh_hell", {"players": len(hands)}).new_initial_state()
        for word in (len(hands[0]), position["counters"]["dealer"] - 1):
            act(hand, str(word))
        for each in (*(each for trick in zip(*hands, strict=True) for each in trick), *position["zones"]["turned"]):
            act(hand, card(each))
        return hand

    def word(self, move: Move) -> str:
        return str(move["args"]["amount"]) if move["act"] == "bid" else card(move["args"]["card"])


class Euchre(Peer):
    """The dealer must name a suit after seven passes, or the hand is void after eight.

    Whoever makes trumps in OpenSpiel says afterwards, and after the dealer's discard, whether they play alone; in Cartaro they
    say it at once. In OpenSpiel the dealer may not discard the turned card; the sources of the ruleset have no such rule. It
    gives the makers what they win and the others the opposite; in Cartaro nobody loses points.
    """

    name = "euchre"
    players = (4,)
    suits: ClassVar = {"cuori": "Hearts", "quadri": "Diamonds", "fiori": "Clubs", "picche": "Spades"}
    company: ClassVar = {"together": "Partner", "alone": "Alone"}

    def __init__(self, *, stick_the_dealer: bool) -> None:
        self.stick_the_dealer = stick_the_dealer
        self.house_rules = {"tutti_passano": "obbligo" if stick_the_dealer else "a_monte", "compagno": "libero"}
        self.turned = self.alone = ""

    def dealt(self, position: Position) -> pyspiel.State:
        hand = pyspiel.load_game("euchre", {"stick_the_dealer": self.stick_the_dealer}).new_initial_state()
        dealer, self.turned = position["counters"]["dealer"] - 1, card(position["zones"]["turned"][0])
        hand.apply_action(dealer)
        hands = [list(position["zones"]["hand"][str(seat + 1)]) for seat in range(4)]
        for number in range(20):
            act(hand, card(hands[(dealer + number) % 4].pop()))
        act(hand, self.turned)
        return hand

    def word(self, move: Move) -> str:
        match move["act"], move["args"]:
            case "pass", _:
                return "Pass"
            case "order_up", args:
                return f"{self.suit_of_turned} {self.company[args['company']]}"
            case "name_suit", args:
                return f"{self.suits[args['suit_named']]} {self.company[args['company']]}"
            case "bury", args:
                return "" if card(args["card"]) == self.turned else card(args["card"])
            case _, args:
                return card(args["card"])

    def words(self, hand: pyspiel.State) -> set[str]:
        found = super().words(hand)
        suits = found & set(self.suits.values())
        return found - suits | {f"{suit} {how}" for suit in suits for how in self.company.values()}

    def made(self, hand: pyspiel.State, move: Move, before: Position) -> None:
        suit, _, how = self.word(move).partition(" ")
        act(hand, suit)
        self.alone = how or self.alone
        if move["act"] in ("bury", "name_suit"):
            act(hand, self.alone)

    def value(self, gained: Sequence[int]) -> list[int]:
        return [gained[seat % 2] - gained[1 - seat % 2] for seat in range(4)]

    @property
    def suit_of_turned(self) -> str:
        """The suit of the turned card."""
        return next(suit for suit in self.suits.values() if suit[0] == self.turned[0])


def of_one_act(options: Mapping[str, cartaro.Move], random: Random, rare: frozenset[str]) -> list[str]:
    """Return the words of the moves of one act, so that passing is as likely as all bids together."""
    acts = {word: str(move.to_json()["act"]) for word, move in options.items()}
    usual = set(acts.values()) - rare
    chosen = random.choice(sorted(usual if usual and random.random() >= RARELY else set(acts.values())))
    return sorted(word for word, act in acts.items() if act == chosen)


class GoFish(Peer):
    """A hand that ends when the stock or a player's hand is empty; in OpenSpiel the players go on until all books are made.

    So the books are compared when the hand ends in Cartaro. OpenSpiel deals another card to a player who is dealt a book; such
    hands are left out.
    """

    name = "go_fish"
    players = (2, 3, 4, 5)
    ranks: ClassVar = (
        "asso",
        "due",
        "tre",
        "quattro",
        "cinque",
        "sei",
        "sette",
        "otto",
        "nove",
        "dieci",
        "fante",
        "donna",
        "re",
    )
    signs: ClassVar = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

    def __init__(self) -> None:
        self.house_rules = {"carta_pescata": "si_continua", "turno": "al_vicino", "senza_carte": "finisce", "smazzate": "1"}
        self.first = self.seats = 0

    def dealt(self, position: Position) -> pyspiel.State | None:
        self.seats = position["players"]
        self.first = position["counters"]["dealer"] % self.seats
        hands = [position["zones"]["hand"][str((self.first + seat) % self.seats + 1)] for seat in range(self.seats)]
        if len({len(cards) for cards in hands}) > 1:
            return None
        settings = {"players": self.seats, "initial_cards": len(hands[0])}
        hand = pyspiel.load_game("go_fish", settings).new_initial_state()
        for each in (each for cards in hands for each in cards):
            act(hand, self.letter(self.signs.index(each[:-1])))
        return hand

    def word(self, move: Move) -> str:
        seat = (move["args"]["victim"] - 1 - self.first) % self.seats
        return f"{seat}{self.letter(self.ranks.index(move['args']['wanted']))}"

    def made(self, hand: pyspiel.State, move: Move, before: Position) -> None:
        act(hand, self.word(move))
        if hand.is_chance_node():
            act(hand, self.letter(self.signs.index(before["zones"]["stock"][0][:-1])))

    def is_over(self, hand: pyspiel.State, after: Position) -> bool:
        return bool(after["counters"]["hands_played"])

    def results(self, hand: pyspiel.State) -> list[int]:
        books = [int(line.partition(":")[2]) for line in str(hand).splitlines()[2 : 2 + self.seats]]
        return [books[(seat - self.first) % self.seats] for seat in range(self.seats)]

    @staticmethod
    def letter(number: int) -> str:
        """Return the letter of a rank."""
        return chr(ord("a") + number)


class TexasHoldem(Peer):
    """Limit hold'em with blinds of one and two chips, bets of two and four, and four bets a round.

    OpenSpiel has no fold for a player with nothing to call, and shares a pot in fractions; in Cartaro the chips left over go
    to the first winner after the dealer. OpenSpiel reads the chips of four players at most.
    """

    name = "texas_holdem"
    players = (2, 3, 4)
    rare: ClassVar = frozenset({"fold"})
    said: ClassVar = {"fold": "Fold", "call": "Call", "check": "Call", "bet": "Bet", "raise": "Bet"}
    pair: ClassVar = (1, 2)
    """The small and the big blind; with two players the dealer, who is the second in OpenSpiel, posts the small one."""

    def __init__(self) -> None:
        self.house_rules = {"massimo": "4"}
        self.first = self.seats = 0
        self.hand: pyspiel.State

    def dealt(self, position: Position) -> pyspiel.State:
        self.seats = position["players"]
        self.first = position["counters"]["dealer"] % self.seats
        alone = self.seats == len(self.pair)
        blinds = self.pair[::-1] if alone else (*self.pair, *[0] * (self.seats - len(self.pair)))
        settings = {
            "betting": "limit",
            "numPlayers": self.seats,
            "numRounds": 4,
            "blind": " ".join(map(str, blinds)),
            "raiseSize": "2 2 4 4",
            "firstPlayer": "2 1 1 1" if alone else "3 1 1 1",
            "maxRaises": "3 4 4 4",
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            "stack": " ".join(["100"] * self.seats),
        }
        self.hand = pyspiel.load_game("universal_poker", settings).new_initial_state()
        for seat in range(self.seats):
            for each in position["zones"]["hand"][str((self.first + seat) % self.seats + 1)]:
                self.hand.apply_action(self.number(each))
        return self.hand

    def word(self, move: Move) -> str:
        return "" if move["act"] == "fold" and self.nothing_to_call() else self.said[move["act"]]

    def words(self, hand: pyspiel.State) -> set[str]:
        return {word.rpartition("=")[2] for word in super().words(hand)}

    def made(self, hand: pyspiel.State, move: Move, before: Position) -> None:
        act(hand, f"player={hand.current_player()} move={self.word(move)}")
        after_the_burnt = iter(before["zones"]["stock"][1:])
        while hand.is_chance_node():
            hand.apply_action(self.number(next(after_the_burnt)))

    def results(self, hand: pyspiel.State) -> list[int]:
        taken = [value + spent for value, spent in zip(hand.returns(), self.spent(hand), strict=True)]
        whole = [int(number) for number in taken]
        winners = [seat for seat, number in enumerate(taken) if number]
        whole[winners[0]] += sum(self.spent(hand)) - sum(whole)
        net = [number - spent for number, spent in zip(whole, self.spent(hand), strict=True)]
        return [net[(seat - self.first) % self.seats] for seat in range(self.seats)]

    def nothing_to_call(self) -> bool:
        """Return whether the player to move in OpenSpiel has put in as much as anybody."""
        spent = self.spent(self.hand)
        return spent[self.hand.current_player()] == max(spent)

    @staticmethod
    def spent(hand: pyspiel.State) -> list[int]:
        """Return how many chips each player has put in the pot."""
        line = next(line for line in str(hand).splitlines() if line.startswith("Spent:"))
        return [int(number) for number in re.findall(r"P\d+: (\d+)", line)]

    @staticmethod
    def number(code: str) -> int:
        """Return OpenSpiel's number of a card."""
        return 4 * "23456789TJQKA".index(code[:-1].replace("10", "T")) + "♣♦♥♠".index(code[-1])


class Cribbage(Peer):
    """Six-card Cribbage for two. Each hand is compared from zero points, but not the last of a match, which ends early.

    In OpenSpiel the dealer lays away first, and players without cards, or after *go*, are asked again and can only
    pass. It counts four points for four cards of a suit in the crib; by the sources of the ruleset the starter must be of
    this suit too.
    """

    name = "cribbage"
    players = (2,)
    after_go = "Pass"

    def __init__(self) -> None:
        self.house_rules = {"target": "121"}
        self.dealer, self.starter, self.laid, self.crib, self.gone = 0, "", "", "", set[int]()

    def dealt(self, position: Position) -> pyspiel.State:
        self.dealer, self.starter = position["counters"]["dealer"], position["zones"]["stock"][0]
        hand = pyspiel.load_game(self.name).new_initial_state()
        for seat in (self.dealer, 3 - self.dealer):
            for each in position["zones"]["hand"][str(seat)]:
                self.apply(hand, f"Deal {self.card(each)}")
        return hand

    def word(self, move: Move) -> str:
        if move["act"] == "go":
            return self.after_go
        cards = move["args"]["cards"] if move["act"] == "lay_away" else [move["args"]["card"]]
        return " ".join(("Choose", *sorted(map(self.card, cards))))

    def words(self, hand: pyspiel.State) -> set[str]:
        """Return the words of the player who moves in Cartaro, who is the other one if the dealer has still to lay away."""
        if "Phase: Card" in str(hand) and not self.laid:
            hand = hand.clone()
            hand.apply_action(hand.legal_actions()[0])
        return {self.sorted(word) for word in super().words(hand)}

    def made(self, hand: pyspiel.State, move: Move, before: Position) -> None:
        word = self.word(move)
        if move["act"] == "lay_away" and not self.laid:
            self.laid = word
            return
        if word == self.after_go:
            self.gone.add(hand.current_player())
        self.apply(hand, word)
        if move["act"] == "lay_away":
            self.crib = f"{word} {self.laid}"
            self.apply(hand, self.laid)
            self.apply(hand, f"Deal {self.card(self.starter)}")
            self.laid = ""
        while not hand.is_chance_node() and self.asked_again(hand):
            self.apply(hand, self.after_go)

    def asked_again(self, hand: pyspiel.State) -> bool:
        """Return whether the player to move can only pass, and is not asked in Cartaro."""
        if "Played cards: \n" in str(hand):
            self.gone.clear()
        seat = hand.current_player()
        waits = seat in self.gone or f"P{seat} Hand:\n" in str(hand)
        return waits and super().words(hand) == {self.after_go}

    def is_over(self, hand: pyspiel.State, after: Position) -> bool:
        return not after["zones"]["starter"] and not after["zones"]["crib"]

    def results(self, hand: pyspiel.State) -> list[int]:
        line = next(line for line in str(hand).splitlines() if line.startswith("Scores:"))
        dealer, other = map(int, line.split()[1:])
        suits = {each[-1] for each in self.crib.split() if each != "Choose"}
        if len(suits) == 1 and self.card(self.starter)[-1] not in suits:
            dealer -= 4
        return [dealer, other] if self.dealer == 1 else [other, dealer]

    def apply(self, hand: pyspiel.State, word: str) -> None:
        """Make the move with this word, whatever the order of its cards."""
        of = hand.current_player()
        hand.apply_action(
            next(a for a in hand.legal_actions() if self.sorted(hand.action_to_string(of, a)) == self.sorted(word))
        )

    @staticmethod
    def sorted(word: str) -> str:
        """Return a word with its cards in one order."""
        first, *cards = word.split()
        return " ".join((first, *sorted(cards)))

    @staticmethod
    def card(text: str) -> str:
        """Return the name of a card in OpenSpiel's game: `TH` for `10♥`."""
        return card(text)[1:] + card(text)[0]


PEERS: tuple[Peer, ...] = (
    OhHell(),
    Euchre(stick_the_dealer=True),
    Euchre(stick_the_dealer=False),
    GoFish(),
    TexasHoldem(),
    Cribbage(),
)


@dataclass(frozen=True, slots=True)
class Compared:
    """How many hands and moves were compared, and the first difference, or the empty string."""

    hands: int
    moves: int
    difference: str = ""


def compared(peer: Peer, players: int, hands: int, seed: int = 0) -> Compared:
    """Compare whole matches until enough hands have been played, or until there is a difference."""
    game, random = cartaro.load(peer.name).game(players=players, **peer.house_rules), Random(seed)
    played = moves = 0
    while played < hands:
        state = game.deal(random.getrandbits(32))
        position, before = state.to_json(), dict[str, int]()
        hand = peer.dealt(position)
        while hand is not None and not state.over:
            options = {word: move for move in state.legal_moves() if (word := peer.word(move.to_json()))}
            if options.keys() != peer.words(hand):
                return Compared(played, moves, f"moves {sorted(options.keys() ^ peer.words(hand))} in {position}")
            chosen = options[random.choice(of_one_act(options, random, peer.rare))]
            state = state.play(chosen, random.getrandbits(32))
            peer.made(hand, chosen.to_json(), position)
            position, moves = state.to_json(), moves + 1
            if peer.is_over(hand, position):
                after = {seat: round(number) for seat, number in position["counters"]["points"].items()}
                gained = [number - before.get(seat, 0) for seat, number in after.items()]
                if peer.value(gained) != peer.results(hand):
                    return Compared(played, moves, f"points {gained} and {peer.results(hand)} after {hand}")
                played, before = played + 1, after
                hand = None if state.over else peer.dealt(position)
    return Compared(played, moves)


def main(given: list[str]) -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.crosscheck.openspiel_games", description=__doc__)
    reader.add_argument("games", nargs="*", metavar="GAME", help="all that OpenSpiel has, unless named")
    reader.add_argument("--hands", type=int, default=HANDS)
    asked, code = reader.parse_args(given), 0
    for peer in PEERS:
        for players in peer.players if not asked.games or peer.name in asked.games else ():
            found = compared(peer, players, asked.hands)
            same = found.difference or "no difference"
            rules = ", ".join(f"{option}={value}" for option, value in peer.house_rules.items())
            line = f"{peer.name} for {players}, {rules}: {found.hands} hands, {found.moves} moves; {same}"
            print(line, flush=True)  # noqa: T201 - a program
            code |= bool(found.difference)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
