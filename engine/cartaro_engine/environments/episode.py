"""Episodes: an episode is a hand or match as a sequence of choices of single words, with observations as numbers.

A move may name any set of cards, and there are too many sets for a list of actions. So a move is spelt in words of a fixed
alphabet: its act, then for each parameter a card, a number or nothing, or the members of a set and a word that ends it. Each
word has one fixed meaning. A move is done as soon as its words leave only one move. Words that leave no choice are skipped,
except the first of each move. A hand that the rules do not decide, or that does not end, is cut off, and has the value 0 for
all players.

An observation contains everything that a player sees and remembers, in a fixed order, and nothing that the player may not know.
Owners are counted from the player on, in the order of the seats: the same numbers have the same meaning for each player. A card
in a pile counts less the deeper it is; a card in a group has the number of its group.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from cartaro_engine.memory.features import COUNTER_AT_HALF, Alphabet, Features, ObservedSection
from cartaro_engine.memory.layout import Unit
from cartaro_engine.table.tables import (
    GamePosition,
    GameTable,
    KnownCards,
    awaited,
    chance_from,
    known_after,
    known_at_first,
    payoff_of_match,
    payoff_of_points,
    seen_by,
)
from cartaro_grammar import game as g
from cartaro_interpreter import (
    NOBODY,
    PHASE_COUNTED,
    PHASE_TURN,
    Faulted,
    Move,
    Rules,
    State,
    View,
    ZoneView,
    as_known_to,
    choice_of,
    is_open,
    members,
)

# ------------------------------------------------------------------ observations


@dataclass(frozen=True)
class Observer:
    """Observations of a game, from its views."""

    rules: Rules
    features: Features

    @property
    def sections(self) -> tuple[ObservedSection, ...]:
        """The parts of an observation, in their order."""
        return self.features.sections

    @property
    def length(self) -> int:
        """The number of entries of an observation."""
        return self.features.length

    @property
    def _first(self) -> dict[str, int]:
        return self.features.first

    def numbers(self, seen: View, known: KnownCards, words: tuple[int, ...] = ()) -> list[float]:
        """Return an observation. `words` are the words that the player has chosen so far for the move under way."""
        found = [0.0] * self.length
        self._standing(found, seen)
        self._cards(found, seen, known)
        for name, values in seen.memory:
            cell = self.rules.layout.memory[name].cell
            for owner, value in enumerate(values):
                named = f"{name} {self._from(seen.player, cell.owner, owner)}"
                self._memory(found, self._first[named], cell, value, seen.player)
        for word in words:
            found[self._first["move"] + word] += 1 / self.features.most_times
        return found

    def _standing(self, found: list[float], seen: View) -> None:
        found[self._first["seat"] + seen.player] = 1
        if seen.turn != NOBODY:
            found[self._first["turn"] + self._from(seen.player, "player", seen.turn)] = 1
        found[self._first["step"] + min(seen.step, len(self.rules.game.steps))] = 1
        found[self._first["phase"] + seen.phase] = 1

    def _cards(self, found: list[float], seen: View, known: KnownCards) -> None:
        layout, pack = self.rules.layout, len(self.rules.game.deck.cards)
        remembered = dict(zip(layout.holders, known, strict=True))
        self._part(found, "out of sight", seen.out_of_sight, remembered[layout.holders[0]])
        for zone in seen.zones:
            place = layout.places[zone.zone]
            if place.zone.family:
                first = self._first[zone.zone]
                found[first] = (zone.owner + 1) / place.count
                for face in zone.cards or ():
                    found[first + 1 + face] = (zone.owner + 1) / place.count
                continue
            name = f"{zone.zone} {self._from(seen.player, place.zone.owner, zone.owner)}"
            self._part(found, name, zone.size, remembered[place.slot + zone.owner])
            for depth, card in enumerate(_in_a_pile(zone)) if place.zone.ordered else ():
                found[self._first[name] + 1 + card] = (pack + 1 - depth) / (pack + 1)

    def _part(self, found: list[float], name: str, size: int, cards: int) -> None:
        first, pack = self._first[name], len(self.rules.game.deck.cards)
        found[first] = size / pack
        for card in members(cards):
            found[first + 1 + card] = 1 / (pack + 1) if self._ordered(name) else 1

    def _ordered(self, name: str) -> bool:
        place = self.rules.layout.places.get(name.rpartition(" ")[0])
        return place is not None and place.zone.ordered

    def _memory(self, found: list[float], first: int, cell: g.Cell, value: int, player: int) -> None:
        match cell.kind:
            case "counter":
                found[first] = value / (COUNTER_AT_HALF + abs(value))
            case "flag":
                found[first] = float(value)
            case "mark":
                for card in members(value):
                    found[first + card] = 1
            case "reference":
                if value != NOBODY:
                    kind = cell.type.kind
                    found[first + (self._from(player, kind, value) if kind in ("player", "side") else value)] = 1

    def _from(self, player: int, owner: g.Owner, number: int) -> int:
        """An owner's number, counted from the player or from the player's side."""
        game = self.rules.game
        match owner:
            case "player":
                return (number - player) % game.players
            case "side":
                return (number - game.side_of[player]) % game.sides
            case "table":
                return number

    def text(self, seen: View, known: KnownCards) -> str:
        """Return a view and the remembered cards as one line."""
        game, layout = self.rules.game, self.rules.layout
        parts = [f"seat {seen.player + 1}", f"turn {seen.turn + 1}", f"step {seen.step}", f"phase {seen.phase}"]
        remembered = dict(zip(layout.holders, known, strict=True))
        for zone in seen.zones:
            place = layout.places[zone.zone]
            cards = zone.cards
            if cards is None:
                cards = _in_a_pile(zone) if place.zone.family else members(remembered[place.slot + zone.owner])
            codes = " ".join(game.faces.codes[card] for card in cards)
            parts.append(f"{zone.zone} {zone.owner + 1}: {codes} ({zone.size})")
        parts += [f"{name}: {' '.join(map(str, values))}" for name, values in seen.memory]
        return "; ".join(parts)


def _in_a_pile(zone: ZoneView) -> tuple[int, ...]:
    """The open cards of a pile, from the top down."""
    return zone.cards or (() if zone.top is None else (zone.top,))


# ----------------------------------------------------------------------- episode


MOST_MOVES: Final = 10_000

Spelt = tuple[int, int, Move, tuple[int, ...]]
"""A legal move: its index among the legal moves, the player who makes it, and its words."""


@dataclass(frozen=True, slots=True)
class DoneMove:
    """A move made by a player, with the position before it, the knowledge of each player there, and the state after it; None if
    play could not go on.
    """

    before: GamePosition
    known: tuple[KnownCards, ...]
    player: int
    move: Move
    after: State | None


@dataclass(frozen=True, slots=True)
class Episode:
    """A hand or match in progress: `moves` are the legal moves that the words chosen so far leave, cards that are chosen unseen
    being open; `done` the moves made; `cut` the reason why play cannot go on.
    """

    position: GamePosition
    known: tuple[KnownCards, ...]
    moves: tuple[Spelt, ...]
    words: tuple[int, ...] = ()
    done: tuple[DoneMove, ...] = ()
    cut: str | None = None

    @property
    def player(self) -> int | None:
        """The seat to choose; nobody if the episode is over."""
        return self.moves[0][1] if self.moves else None

    @property
    def legal(self) -> tuple[int, ...]:
        """The words that may come next."""
        return tuple(sorted({spelling[len(self.words)] for _, _, _, spelling in self.moves}))

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        """Return the episode itself: it is a value."""
        return self


class Episodes:
    """The hands, or matches, of a table."""

    def __init__(self, table: GameTable, unit: Unit = "hand") -> None:
        self.table, self.rules, self.unit = table, table.rules, unit
        self.alphabet = Alphabet(table.rules.game)
        self.observer = Observer(table.rules, Features(table.rules, self.alphabet))

    def __deepcopy__(self, memo: dict[int, Any]) -> Episodes:
        """Return the object itself, since it does not change; only the values that it returns differ."""
        return self

    def begin(self, seed: int, number: int) -> Episode | str:
        """Return hand or match `number` of a seed; or the reason why it cannot be dealt."""
        try:
            return self._at(self.table.deal(seed, number))
        except Faulted as fault:
            return fault.message

    def after(self, episode: Episode, word: int) -> Episode:
        """Return the episode after the choice of a word, which must be one of those allowed."""
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
            done = (*done, DoneMove(before, episode.known, player, move, None))
            if len(done) > MOST_MOVES:
                raise Faulted("C0824", f"it has not ended after {MOST_MOVES} moves")
            position = self.table.after(before, number)
            done = (*done[:-1], replace(done[-1], after=position.state))
            known = known_after(self.rules, episode.known, before, move, position)
            return self._at(position, known, done)
        except Faulted as fault:
            return replace(episode, moves=(), words=(), done=done, cut=fault.message)

    def _settled(self, position: GamePosition, choice: Move) -> tuple[GamePosition, int, Move]:
        """Choose the unseen card of a choice by chance. Return the position with the remaining chance, the number of the legal
        move, and the move.
        """
        moves = [(n, o.move) for n, o in awaited(self.table.legal(position)) if choice_of(self.rules.game, o.move).same(choice)]
        chance = chance_from(position.chance)
        number, move = moves[chance.below(len(moves))]
        return replace(position, chance=tuple(chance.words)), number, move

    def _at(
        self,
        position: GamePosition,
        known: tuple[KnownCards, ...] = (),
        done: tuple[DoneMove, ...] = (),
    ) -> Episode:
        """Return the choice at a position, after the deals of hands that begin there."""
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

    # ------------------------------------------------------------------ value and observations

    def payoffs(self, episode: Episode) -> tuple[float, ...]:
        """Return the final value for each player: 0 before the end, or if the end has no value."""
        if episode.cut is not None or episode.moves:
            return (0.0,) * self.rules.game.players
        if self.unit == "match":
            return payoff_of_match(self.rules, episode.position.state)
        points = episode.position.points
        return (0.0,) * self.rules.game.players if points is None else payoff_of_points(self.rules, points)

    def observation(self, episode: Episode, player: int) -> list[float]:
        """Return what a player sees and remembers, as numbers."""
        words = episode.words if player == episode.player else ()
        return self.observer.numbers(seen_by(self.rules, episode.position.state, player), episode.known[player], words)

    def observation_text(self, episode: Episode, player: int) -> str:
        """Return what a player sees and remembers, as a line of text."""
        seen = self.observer.text(seen_by(self.rules, episode.position.state, player), episode.known[player])
        words = episode.words if player == episode.player else ()
        return "; ".join([seen, *(self.alphabet.text(word) for word in words)])

    def recalled(self, episode: Episode, player: int) -> str:
        """Return everything that a player has seen since the beginning: the visible part of each position, and the known part
        of every move.
        """
        lines: list[str] = []
        for one in episode.done:
            before = one.before.state
            lines.append(self.observer.text(seen_by(self.rules, before, player), one.known[player]))
            move = as_known_to(self.rules, player, before, one.move, one.after or before)
            lines.append(" ".join([str(one.player + 1), *self.alphabet.told(move)]))
        return "\n".join([*lines, self.observation_text(episode, player)])
