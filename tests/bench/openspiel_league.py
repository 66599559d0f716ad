"""Our opponents against OpenSpiel's search: `python -m tests.bench.openspiel_league euchre oh_hell leduc --hands 50`.

The other player is OpenSpiel's information-set Monte Carlo tree search (`ISMCTSBot`), with 1,000 simulations for a choice. Each
hand is played at our table and, move by move, in OpenSpiel's own game (`tests/crosscheck/openspiel_games`), so that both sides
see their own form of the same hand. OpenSpiel's search imagines only worlds in which the other players have cards that were
dealt to them (`resample_from_infostate`), so it knows which cards were not; with `--equal`, our players know this too. Each
deal is played once with each way of seating the two kinds, with partners of the same kind. Moves that OpenSpiel's game does not
have are nobody's: a player announces to play alone in Euchre at another moment there, so nobody plays alone, and the dealer may
not discard the turned card.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, cast

import pyspiel
from tests.bench.strength import kind_of, maker_of
from tests.crosscheck.openspiel_games import Euchre, Move, OhHell, Peer, Position, TexasHoldem, act, words

from cartaro_engine import GameTable, Opponent, table_of
from cartaro_engine.table.tables import (
    KnownCards,
    Remembered,
    awaited,
    known_after,
    known_at_first,
    payoff_of_points,
    seen_by,
)
from cartaro_grammar import Game, choose, load_game, render
from cartaro_interpreter import PHASE_TURN, Rules, State, compile_game, move_json, write_position

SIMULATIONS = 1_000
UNDEALT: Mapping[str, tuple[str, ...]] = {"oh_hell": ("stock",), "euchre": ("stock",)}
"""The places whose cards OpenSpiel's search knows: in its worlds the other players have only cards that were dealt to them."""


class Leduc(Peer):
    """Six cards, two rounds, an ante of one, bets of two and four, two bets a round."""

    name = "leduc"
    players = (2,)
    house_rules: Mapping[str, str] = {}

    def __init__(self) -> None:
        self.first = 0

    def dealt(self, position: Position) -> pyspiel.State:
        self.first = position["counters"]["dealer"] % 2
        hand = pyspiel.load_game("leduc_poker").new_initial_state()
        for seat in (self.first, 1 - self.first):
            (held,) = position["zones"]["hand"][str(seat + 1)]
            hand.apply_action(self.number(held))
        return hand

    def results(self, hand: pyspiel.State) -> list[int]:
        found = super().results(hand)
        return [found[(seat - self.first) % 2] for seat in range(2)]

    @staticmethod
    def number(code: str) -> int:
        """Return OpenSpiel's number of a card."""
        return 2 * "JQK".index(code[0]) + int(code[1] in "♠♣")

    def word(self, move: Move) -> str:
        return {"fold": "Fold", "call": "Call", "check": "Call", "bet": "Raise", "raise": "Raise"}[move["act"]]

    def made(self, hand: pyspiel.State, move: Move, before: Position) -> None:
        act(hand, self.word(move))
        if hand.is_chance_node():
            hand.apply_action(self.number(before["zones"]["stock"][0]))


class PlainEuchre(Euchre):
    """Euchre in which nobody plays alone."""

    def word(self, move: Move) -> str:
        found = super().word(move)
        return "" if found.endswith(" Alone") else found


PEERS: Mapping[str, tuple[Peer, int, float]] = {
    "euchre": (PlainEuchre(stick_the_dealer=True), 4, 2.0),
    "oh_hell": (OhHell(), 3, 10.0),
    "leduc": (Leduc(), 2, 5.0),
    "texas_holdem": (TexasHoldem(), 2, 20.0),
}
"""The games, each with its number of players and the weight of exploration of the search."""


class Searcher:
    """OpenSpiel's search in a seat."""

    def __init__(self, seed: int, exploration: float) -> None:
        spiel: Any = pyspiel  # its stubs leave the bots out
        evaluator = spiel.RandomRolloutEvaluator(1, seed)
        policy = spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        self.bot = spiel.ISMCTSBot(seed, evaluator, exploration, SIMULATIONS, -1, policy, False, False)

    def choose(self, hand: pyspiel.State, offered: Sequence[str]) -> int:
        """Return the index of the move that the search chooses. Of moves that begin with its action, take the first."""
        chosen = words(hand, [self.bot.step(hand)]).pop().rpartition("=")[2]  # hold'em: `player=0 move=Call`
        return next(n for n, word in enumerate(offered) if word == chosen or word.startswith(f"{chosen} "))


def worth(
    table: GameTable, peer: Peer, players: Sequence[Opponent | Searcher], number: int, *, equal: bool
) -> tuple[float, ...]:
    """Return the value of a hand to each player; `equal` is as for `league`."""
    rules = table.rules
    position = table.deal(0, number)
    mirrored = peer.dealt(written(rules, position.state))
    assert mirrored is not None
    known = known_at_first(rules, position.state)
    while position.state.phase == PHASE_TURN:
        options = awaited(table.legal(position))
        offered = [(n, option, peer.word(cast("Move", move_json(rules, option.move)))) for n, option in options]
        offered = [one for one in offered if one[2] in peer.words(mirrored)]
        who = options[0][1].player
        player = players[who]
        if isinstance(player, Searcher):
            place = player.choose(mirrored, [word for _, _, word in offered])
        else:
            facts = with_undealt(rules, position.state, known[who], peer.name) if equal else known[who]
            place = player.choose(seen_by(rules, position.state, who), facts, [option.move for _, option, _ in offered])
        chosen, option, _ = offered[place]
        before = written(rules, position.state)
        after = table.after(position, chosen)
        known = known_after(rules, known, position, option.move, after)
        peer.made(mirrored, cast("Move", move_json(rules, option.move)), before)
        position = after
    assert position.points is not None
    gained = [position.points[rules.game.side_of[seat]] for seat in range(rules.game.players)]
    assert peer.value(gained[: rules.game.sides] if peer.name == "euchre" else gained) == peer.results(mirrored), str(mirrored)
    return payoff_of_points(rules, position.points)


def with_undealt(rules: Rules, state: State, known: KnownCards, name: str) -> KnownCards:
    """Return the cards known to a player, and the cards that were not dealt, as OpenSpiel's search of a game knows them."""
    cells = [rules.layout.places[zone].slot for zone in UNDEALT.get(name, ())]
    told = [had | state.cells[slot] if slot in cells else had for had, slot in zip(known, rules.layout.holders, strict=True)]
    return Remembered(tuple(told), known.moves, known.views) if isinstance(known, Remembered) else tuple(told)


def written(rules: Rules, state: Any) -> Position:
    """Return a position as the other games read it."""
    return {"players": rules.game.players, **write_position(rules, state)}


def league(name: str, first: str, hands: int, *, equal: bool = False) -> tuple[float, float]:
    """Return the mean value of a hand to our kind of players, and half the width of its 95 % interval. If `equal`, our players
    know the cards that were not dealt, as OpenSpiel's search does.
    """
    peer, seats, exploration = PEERS[name]
    game = load_game(name)
    chosen = choose(game, {"players": str(seats), **peer.house_rules}) if isinstance(game, Game) else game
    rules = compile_game(chosen) if isinstance(chosen, Game) else chosen
    if not isinstance(rules, Rules):
        sys.exit("\n".join(render(found) for found in rules))
    table, make, found = table_of(rules), maker_of(first), list[float]()
    side_of, sides = rules.game.side_of, rules.game.sides
    for number in range(hands):
        values = list[float]()
        for turned in range(sides):
            ours = [kind_of(side, turned, sides) == 0 for side in side_of]
            players: list[Opponent | Searcher] = [
                make(table, f"{number}/{turned}/{seat}") if own else Searcher(1000 * number + 10 * turned + seat, exploration)
                for seat, own in enumerate(ours)
            ]
            paid = worth(table, peer, players, number, equal=equal)
            own_values = [value for value, own in zip(paid, ours, strict=True) if own]
            values.append(sum(own_values) / len(own_values))
        found.append(sum(values) / len(values))
    mean = sum(found) / hands
    return mean, 1.96 * sqrt(sum((value - mean) ** 2 for value in found) / max(1, hands - 1) / hands)


def main(given: Sequence[str]) -> None:
    """Play the hands that the command line asks for."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("games", nargs="+", choices=sorted(PEERS))
    reader.add_argument("--hands", type=int, default=50)
    reader.add_argument("--player", default="good")
    reader.add_argument("--equal", action="store_true", help="tell our players the cards that were not dealt")
    asked = reader.parse_args(given)
    for name in asked.games:
        mean, half = league(name, asked.player, asked.hands, equal=asked.equal)
        sys.stdout.write(f"{name:<10} {asked.player} against OpenSpiel's ISMCTS {mean:+7.2f} ± {half:.2f} points a hand\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
