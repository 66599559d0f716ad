"""Playouts: hands and matches played to their end by players, with what was shuffled and done on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cartaro_grammar.diagnostic import Diagnostic
from cartaro_interpreter.chance import SeededChance
from cartaro_interpreter.fault import Faulted
from cartaro_interpreter.hindrances import hindrances
from cartaro_interpreter.layout import PHASE, PHASE_BEFORE, PHASE_COUNTED, PHASE_TURN
from cartaro_interpreter.move import Move
from cartaro_interpreter.players import Player, RandomPlayer
from cartaro_interpreter.playing import Play
from cartaro_interpreter.referee import diagnosed
from cartaro_interpreter.rules import Rules
from cartaro_interpreter.score import Score, score
from cartaro_interpreter.state import State
from cartaro_interpreter.turn import Option, legal
from cartaro_interpreter.view import view

MOST_MOVES = 10_000
MOST_HANDS = 1_000


@dataclass(frozen=True, slots=True)
class Played:
    """A hand or a match that was played: the state at its end, the packs as shuffled, the moves, and each hand's score
    as it stood before the count (a void hand has none).
    """

    state: State
    packs: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]
    scores: tuple[Score, ...]
    hands: int


@dataclass(slots=True)
class Scorekeeper:
    """Watches play and keeps the score of each hand at its end, before it is counted."""

    rules: Rules
    scores: list[Score]

    def watch(self, moment: tuple[str, str], state: State) -> None:
        """See `playing.Watch`."""
        if moment == ("end", "hand"):
            found = score(self.rules, state)
            if isinstance(found, Diagnostic):
                raise Faulted(found.code, found.message, found.primary.span if found.primary else None, found.help or "")
            self.scores.append(found)


def play_hand(rules: Rules, players: Sequence[Player], chance: SeededChance) -> Played | Diagnostic:
    """One hand, the first of a match in which nothing happened before it."""
    return _played(rules, players, chance, match=False)


def play_match(rules: Rules, players: Sequence[Player], chance: SeededChance) -> Played | Diagnostic:
    """A whole match."""
    return _played(rules, players, chance, match=True)


def _played(rules: Rules, players: Sequence[Player], chance: SeededChance, *, match: bool) -> Played | Diagnostic:
    keeper = Scorekeeper(rules, [])
    play = Play(rules, chance, keeper.watch)
    moves: list[Move] = []
    before = len(chance.packs)
    hands = 0
    try:
        cells = play.begin_match(first_clauses=match)
        while cells[PHASE] == PHASE_BEFORE or (match and cells[PHASE] == PHASE_COUNTED):
            if hands == MOST_HANDS:
                return Diagnostic("C0824", f"the match has not ended after {MOST_HANDS} hands")
            hands += 1
            _hand(play, players, cells, moves)
    except Faulted as fault:
        return diagnosed(fault)
    return Played(State(tuple(cells)), tuple(chance.packs[before:]), tuple(moves), tuple(keeper.scores), hands)


def _hand(play: Play, players: Sequence[Player], cells: list[int], moves: list[Move]) -> None:
    play.begin_hand(cells)
    for _ in range(MOST_MOVES):
        if cells[PHASE] != PHASE_TURN:
            return
        options = legal(play.rules, cells)
        if not options:
            raise stuck(play.rules, cells)
        option = _chosen(play.rules, players[options[0].player], cells, options)
        moves.append(option.move)
        play.act(cells, option)
    raise Faulted("C0824", f"the hand has not ended after {MOST_MOVES} moves")


def _chosen(rules: Rules, player: Player, cells: list[int], options: list[Option]) -> Option:
    """A player's choice; one that does not look is shown nothing."""
    if isinstance(player, RandomPlayer):
        return options[player.pick(len(options))]
    who = options[0].player
    mine = [option for option in options if option.player == who]
    seen = view(rules, State(tuple(cells)), who)
    if isinstance(seen, Diagnostic):
        raise Faulted(seen.code, seen.message)
    chosen = player.choose(seen, tuple(option.move for option in mine))
    found = next((option for option in mine if option.move.same(chosen)), None)
    if found is None:
        raise Faulted("C0818", f"the player in seat {who + 1} chose a move that is not legal")
    return found


def stuck(rules: Rules, cells: Sequence[int]) -> Faulted:
    """The fault of a state that awaits a move and has no legal one."""
    names = hindrances(rules, cells)
    advice = f"in the way: {', '.join(f'`{name}`' for name in names)}" if names else ""
    known = [rules.game.clause[name].span for name in names if name in rules.game.clause]
    span = known[0] if known else rules.steps[0].clause.span if rules.steps else None
    return Faulted("C0823", f"the player in seat {cells[0] + 1} must act and has no legal move", span, advice)
