"""The actions: words of a fixed alphabet, of which a move is spelt.

A move may name any set of cards, and of sets there are too many for a list.  So a move is spelt: its act, then for each
parameter a card, a number or nothing, or the members of a set and a word that ends it.  Each word means the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from cartaro_grammar import Game
from cartaro_grammar import game as g
from cartaro_interpreter import END_OF_TURN, OPEN_CARD, Move, in_order, members

AlphabetWord = tuple[Literal["act", "card", "number", "nothing", "end", "unseen"], int]


@dataclass(frozen=True)
class Alphabet:
    """The words of a game, by their numbers: the acts of players in the order of the text, the end of the turn, the cards in
    all their readings, numbers (of players, sides, answers, values of an attribute), nothing, the end of a set and,
    where an act has one, a card that is chosen unseen.
    """

    game: Game

    @cached_property
    def acts(self) -> tuple[str, ...]:
        """The acts of players, and last the end of the turn."""
        return (*(act.name for act in self.game.acts if not act.finding), END_OF_TURN)

    @cached_property
    def words(self) -> tuple[AlphabetWord, ...]:
        """All words."""
        acts: list[AlphabetWord] = [("act", n) for n in range(len(self.acts))]
        cards: list[AlphabetWord] = [("card", n) for n in range(len(self.game.faces.faces))]
        numbers: list[AlphabetWord] = [("number", n) for n in range(self._numbers())]
        unseen: list[AlphabetWord] = [("unseen", 0)] if any(p.unseen for a in self.game.acts for p in a.parameters) else []
        return (*acts, *cards, *numbers, ("nothing", 0), ("end", 0), *unseen)

    @cached_property
    def number_of(self) -> dict[AlphabetWord, int]:
        """The number of each word."""
        return {word: number for number, word in enumerate(self.words)}

    def _numbers(self) -> int:
        parameters = [p for act in self.game.acts for p in act.parameters]
        answers = max((len(p.answers) for p in parameters), default=0)
        values = max((len(a.values) for a in self.game.deck.attributes), default=0)
        return max(self.game.players, self.game.sides, answers, values)

    def spelling(self, move: Move) -> tuple[int, ...]:
        """The words of a move, by their numbers."""
        found: list[AlphabetWord] = [("act", self.acts.index(move.act))]
        parameters = () if move.act == END_OF_TURN else self.game.act[move.act].parameters
        for parameter, value in zip(parameters, move.args, strict=True):
            found += self._spelt(parameter, value)
        return tuple(self.number_of[word] for word in found)

    def _spelt(self, parameter: g.Parameter, value: int) -> list[AlphabetWord]:
        kind = parameter.type.kind
        if value == OPEN_CARD:
            return [("unseen", 0)]
        if value < 0:
            return [("nothing", 0)]
        if parameter.choice == "either" or kind in ("player", "side", "symbol"):
            return [("number", value)]
        if kind == "card":
            return [("card", value)]
        if kind in ("cards", "group"):
            return [*(("card", face) for face in in_order(self.game, value)), ("end", 0)]
        return [*(("number", member) for member in members(value)), ("end", 0)]

    def text(self, number: int) -> str:
        """A word as it is written."""
        kind, value = self.words[number]
        match kind:
            case "act":
                return self.acts[value]
            case "card":
                return self.game.faces.codes[value]
            case "number":
                return str(value + 1)
            case "nothing":
                return "none"
            case "end":
                return "."
            case "unseen":
                return "unseen"
