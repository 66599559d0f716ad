"""`python -m tests.crosscheck.openspiel_games [GAME …] [--hands N]`: shipped games and the same in OpenSpiel, move by move.

The interpreter plays random matches. OpenSpiel is given the same dealer and the same cards for each hand. Before each move both
list the legal moves, which must be the same; after the last move the scores of the hand must be the same. The house rules are
those of OpenSpiel. A line is printed for each game and number of players; the exit code is 1 if there is a difference.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

import pyspiel

import cartaro

HANDS = 1000
SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}

Position = Mapping[str, Any]
Move = Mapping[str, Any]


class Peer(Protocol):
    """A game of OpenSpiel: how a hand of Cartaro is dealt in it, and how a move is said."""

    @property
    def name(self) -> str:
        """The name of the ruleset."""
        ...

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that are compared."""
        ...

    @property
    def house_rules(self) -> Mapping[str, str]:
        """The house rules of OpenSpiel."""
        ...

    def dealt(self, position: Position) -> pyspiel.State:
        """Return the hand that has just been dealt."""
        ...

    def word(self, move: Move) -> str:
        """Return the word for a move."""
        ...

    def made(self, hand: pyspiel.State, move: Move) -> None:
        """Make a move."""
        ...


def act(hand: pyspiel.State, word: str) -> None:
    """Make the move with this word; at a chance node, deal the card with this name."""
    hand.apply_action(next(action for action in hand.legal_actions() if words(hand, [action]) == {word}))


def words(hand: pyspiel.State, actions: Iterable[int]) -> set[str]:
    """Return the words of some actions of the player to move."""
    return {hand.action_to_string(hand.current_player(), action) for action in actions}


def card(text: str) -> str:
    """Return the name of a card in OpenSpiel: `HT` for `10♥`."""
    return SUITS[text[-1]] + text[:-1].replace("10", "T")


@dataclass(frozen=True, slots=True)
class OhHell:
    """Ten points for an exact bid, a point for each trick, and a dealer who may not make the bids come out even."""

    name: str = "oh_hell"
    players: tuple[int, ...] = (3, 4, 5, 6)
    house_rules: Mapping[str, str] = field(
        default_factory=lambda: {"premio": "10", "chi_sbaglia": "una_per_presa", "ultima_dichiarazione": "vincolata"}
    )

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

    def made(self, hand: pyspiel.State, move: Move) -> None:
        act(hand, self.word(move))


PEERS: tuple[Peer, ...] = (OhHell(),)


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
        hand, before = peer.dealt(state.to_json()), dict[str, int]()
        while not state.over:
            options = [move.to_json() for move in state.legal_moves()]
            here, there = {peer.word(option) for option in options}, words(hand, hand.legal_actions())
            if here != there:
                return Compared(played, moves, f"moves {sorted(here ^ there)} in {state.to_json()}")
            chosen = random.randrange(len(options))
            state = state.play(state.legal_moves()[chosen], random.getrandbits(32))
            peer.made(hand, options[chosen])
            moves += 1
            if hand.is_terminal():
                after = {seat: round(number) for seat, number in state.to_json()["counters"]["points"].items()}
                gained = [number - before.get(seat, 0) for seat, number in after.items()]
                if gained != [round(number) for number in hand.returns()]:
                    return Compared(played, moves, f"points {gained} and {hand.returns()} after {hand}")
                played, before = played + 1, after
                if not state.over:
                    hand = peer.dealt(state.to_json())
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
            print(f"{peer.name} for {players}: {found.hands} hands, {found.moves} moves; {same}", flush=True)  # noqa: T201 - a program
            code |= bool(found.difference)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
