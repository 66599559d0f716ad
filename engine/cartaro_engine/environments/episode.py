"""One hand, or one match, as a row of single choices, each of one word.

A move is done as soon as the words chosen for it leave no other: words that leave no choice are not asked for, but for the
first of each move.  A hand that the rules do not decide, or that does not end, is cut off, and worth nothing to anybody.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from cartaro_engine.environments.alphabet import Alphabet
from cartaro_engine.environments.observations import Observer
from cartaro_engine.memory.sums import Unit
from cartaro_engine.table.knowledge import KnownCards, known_after, known_at_first, seen_by
from cartaro_engine.table.payoffs import payoff_of_match, payoff_of_points
from cartaro_engine.table.position import GamePosition, GameTable, awaited
from cartaro_engine.table.tables import chance_from
from cartaro_interpreter import PHASE_COUNTED, PHASE_TURN, Faulted, Move, choice_of, is_open

MOST_MOVES: Final = 10_000

Spelt = tuple[int, int, Move, tuple[int, ...]]
"""A legal move: its place among them, who makes it, and its words."""


@dataclass(frozen=True, slots=True)
class Episode:
    """How far a hand or a match has come: `moves` are the legal ones that the words chosen so far leave, cards that are chosen
    unseen being open; `done` what was done before, each move with the position that it was done in and what was known there;
    `cut` says why it cannot go on.
    """

    position: GamePosition
    known: tuple[KnownCards, ...]
    moves: tuple[Spelt, ...]
    words: tuple[int, ...] = ()
    done: tuple[tuple[GamePosition, tuple[KnownCards, ...], int, Move], ...] = ()
    cut: str | None = None

    @property
    def player(self) -> int | None:
        """Who chooses; nobody where all is over."""
        return self.moves[0][1] if self.moves else None

    @property
    def legal(self) -> tuple[int, ...]:
        """The words that may come next."""
        return tuple(sorted({spelling[len(self.words)] for _, _, _, spelling in self.moves}))

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        """Itself: it is a value."""
        return self


class Episodes:
    """The hands, or matches, of a table."""

    def __init__(self, table: GameTable, unit: Unit = "hand") -> None:
        self.table, self.rules, self.unit = table, table.rules, unit
        self.alphabet = Alphabet(table.rules.game)
        self.observer = Observer(table.rules, len(self.alphabet.words))

    def __deepcopy__(self, memo: dict[int, Any]) -> Episodes:
        """Itself: all that changes is in the values that it gives."""
        return self

    def begin(self, seed: int, number: int) -> Episode | str:
        """Hand or match `number` of a seed; or why it cannot be dealt."""
        try:
            return self._at(self.table.deal(seed, number))
        except Faulted as fault:
            return fault.message

    def after(self, episode: Episode, word: int) -> Episode:
        """What the choice of a word leads to; it must be one of those that may come next."""
        place = len(episode.words)
        left = [move for move in episode.moves if move[3][place] == word]
        if not left:
            raise ValueError(f"word {word} is not legal here")
        if len(left) > 1:
            return replace(episode, moves=tuple(left), words=(*episode.words, word))
        number, player, move, _ = left[0]
        before, done = episode.position, episode.done
        try:
            if is_open(move):
                before, number, move = self._settled(before, move)
            done = (*done, (before, episode.known, player, move))
            if len(done) > MOST_MOVES:
                raise Faulted("C0824", f"it has not ended after {MOST_MOVES} moves")
            position = self.table.after(before, number)
            known = known_after(self.rules, episode.known, before, move, position)
            return self._at(position, known, done)
        except Faulted as fault:
            return replace(episode, moves=(), words=(), done=done, cut=fault.message)

    def _settled(self, position: GamePosition, choice: Move) -> tuple[GamePosition, int, Move]:
        """A choice whose unseen card chance has settled: the position with what is then left to chance, and the legal move."""
        moves = [(n, o.move) for n, o in awaited(self.table.legal(position)) if choice_of(self.rules.game, o.move).same(choice)]
        chance = chance_from(position.chance)
        number, move = moves[chance.below(len(moves))]
        return replace(position, chance=tuple(chance.words)), number, move

    def _at(
        self,
        position: GamePosition,
        known: tuple[KnownCards, ...] = (),
        done: tuple[tuple[GamePosition, tuple[KnownCards, ...], int, Move], ...] = (),
    ) -> Episode:
        """The choice at a position, after the deals of hands that begin there."""
        while self.unit == "match" and position.state.phase == PHASE_COUNTED:
            position, known = self.table.next_hand(position), ()
        known = known or known_at_first(self.rules, position.state)
        moves: tuple[Spelt, ...] = ()
        if position.state.phase == PHASE_TURN:
            choices = dict[tuple[int, ...], Spelt]()
            for number, option in awaited(self.table.legal(position)):
                choice = choice_of(self.rules.game, option.move)
                spelling = self.alphabet.spelling(choice)
                choices.setdefault(spelling, (number, option.player, choice, spelling))
            moves = tuple(choices.values())
        return Episode(position, known, moves, (), done)

    # ------------------------------------------------------------------ what it is worth, and what is seen of it

    def payoffs(self, episode: Episode) -> tuple[float, ...]:
        """What the end is worth to each player; nothing before the end, or where there is none."""
        if episode.cut is not None or episode.moves:
            return (0.0,) * self.rules.game.players
        if self.unit == "match":
            return payoff_of_match(self.rules, episode.position.state)
        points = episode.position.points
        return (0.0,) * self.rules.game.players if points is None else payoff_of_points(self.rules, points)

    def observation(self, episode: Episode, player: int) -> list[float]:
        """What a player sees and remembers, as numbers."""
        words = episode.words if player == episode.player else ()
        return self.observer.numbers(seen_by(self.rules, episode.position.state, player), episode.known[player], words)

    def told(self, episode: Episode, player: int) -> str:
        """What a player sees and remembers, as a line."""
        seen = self.observer.text(seen_by(self.rules, episode.position.state, player), episode.known[player])
        words = episode.words if player == episode.player else ()
        return "; ".join([seen, *(self.alphabet.text(word) for word in words)])

    def recalled(self, episode: Episode, player: int) -> str:
        """All that a player has seen since the beginning: each position as it was seen, and every move."""
        lines: list[str] = []
        for position, known, who, move in episode.done:
            lines.append(self.observer.text(seen_by(self.rules, position.state, player), known[player]))
            spelling = self.alphabet.spelling(choice_of(self.rules.game, move))
            lines.append(" ".join([str(who + 1), *map(self.alphabet.text, spelling)]))
        return "\n".join([*lines, self.told(episode, player)])
