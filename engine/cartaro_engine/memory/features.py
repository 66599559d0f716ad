"""Actions and observations: words in which moves are spelt, and numbers for what a seat sees and remembers.

A move is spelt in words of a fixed alphabet: its act, then for each parameter a card, a number or nothing, or the members of a
set and a word that ends it. An observation is a row of numbers in sections, whose owners are counted from the observer on, in
the order of the seats. Python (`environments/episode`) and compiled code (`lower/learning`) both write them; this module
defines the place and size of each part.

All numbers are between 0 and 1, except counters, which the rules do not bound: v counts as v / (16 + |v|), between -1 and 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

from cartaro_grammar import Game
from cartaro_grammar import game as g
from cartaro_interpreter import END_OF_TURN, OPEN_CARD, Move, Rules, in_order, members, numbers_of

# ---------------------------------------------------------------------- alphabet


AlphabetWord = tuple[Literal["act", "card", "number", "nothing", "end", "unseen", "amount"], int]


@dataclass(frozen=True)
class Alphabet:
    """The words of a game, indexed by their numbers: the acts of players in the order of the text, the end of the turn, the
    cards in all their readings, numbers (of players, sides, answers, values of an attribute), nothing, the end of a set, a card
    that is chosen unseen (if an act has one), and the numbers that can be chosen.
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
        chosen = (p for act in self.game.acts for p in act.parameters if p.type.kind == "number")
        amounts: list[AlphabetWord] = [("amount", n) for n in range(max((numbers_of(p).stop for p in chosen), default=0))]
        return (*acts, *cards, *numbers, ("nothing", 0), ("end", 0), *unseen, *amounts)

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
        """Return the numbers of the words of a move."""
        found: list[AlphabetWord] = [("act", self.acts.index(move.act))]
        parameters = () if move.act == END_OF_TURN else self.game.act[move.act].parameters
        for parameter, value in zip(parameters, move.args, strict=True):
            found += self._spelt(parameter, value)
        return tuple(self.number_of[word] for word in found)

    def told(self, move: Move) -> tuple[str, ...]:
        """Return a move in words as a player knows it; cards that the player does not know are only counted."""
        found = [self.text(self.number_of["act", self.acts.index(move.act)])]
        parameters = () if move.act == END_OF_TURN else self.game.act[move.act].parameters
        hidden = move.face_down or (0,) * len(move.args)
        for parameter, value, count in zip(parameters, move.args, hidden, strict=True):
            if count:
                codes = () if value < 0 else (self.game.faces.codes[face] for face in in_order(self.game, value))
                found += [*codes, "unseen" if value == OPEN_CARD else f"{count} unseen"]
            else:
                found += [self.text(self.number_of[word]) for word in self._spelt(parameter, value)]
        return tuple(found)

    def _spelt(self, parameter: g.Parameter, value: int) -> list[AlphabetWord]:
        kind = parameter.type.kind
        if value == OPEN_CARD:
            return [("unseen", 0)]
        if value < 0:
            return [("nothing", 0)]
        if parameter.choice == "either" or kind in ("player", "side", "symbol"):
            return [("number", value)]
        if kind == "number":
            return [("amount", value)]
        if kind == "card":
            return [("card", value)]
        if kind in ("cards", "group"):
            return [*(("card", face) for face in in_order(self.game, value)), ("end", 0)]
        return [*(("number", member) for member in members(value)), ("end", 0)]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each word: the name of an act or a card, and otherwise a kind with a name."""
        plain = ("act", "card", "nothing", "end", "unseen")
        return tuple(self.text(n) if kind in plain else f"{kind} {self.text(n)}" for n, (kind, _) in enumerate(self.words))

    def text(self, number: int) -> str:
        """Return a word in its written form."""
        kind, value = self.words[number]
        match kind:
            case "act":
                return self.acts[value]
            case "card":
                return self.game.faces.codes[value]
            case "number":
                return str(value + 1)
            case "amount":
                return str(value)
            case "nothing":
                return "none"
            case "end":
                return "."
            case "unseen":
                return "unseen"


# ------------------------------------------------------------------ observations


COUNTER_AT_HALF: Final = 16
"""The value of a counter that is observed as 1/2."""


class ObservedSection(NamedTuple):
    """A part of an observation: its name, its offset and its length."""

    name: str
    first: int
    length: int


@dataclass(frozen=True)
class Features:
    """The parts of an observation of a game."""

    rules: Rules
    alphabet: Alphabet

    @cached_property
    def sections(self) -> tuple[ObservedSection, ...]:
        """The parts of an observation, in their order."""
        found: list[ObservedSection] = []
        for name, length in self._lengths():
            found.append(ObservedSection(name, found[-1].first + found[-1].length if found else 0, length))
        return tuple(found)

    @property
    def length(self) -> int:
        """The number of entries of an observation."""
        last = self.sections[-1]
        return last.first + last.length

    @cached_property
    def first(self) -> dict[str, int]:
        """Return a map from the name of each part to its offset. The parts of several owners follow each other, from `NAME 0`
        on.
        """
        return {section.name: section.first for section in self.sections}

    @property
    def pack(self) -> int:
        """The number of cards."""
        return len(self.rules.game.deck.cards)

    @property
    def most_times(self) -> int:
        """The most times that a word can be chosen in one move: once for each parameter."""
        return max(1, *(len(act.parameters) for act in self.rules.game.acts))

    def _lengths(self) -> list[tuple[str, int]]:
        game, layout = self.rules.game, self.rules.layout
        found = [("seat", game.players), ("turn", game.players), ("step", len(game.steps) + 1), ("phase", len(PHASES))]
        found.append(("out of sight", 1 + self.pack))
        for name, place in layout.places.items():
            if place.zone.family:
                found.append((name, 1 + len(game.faces.faces)))
            else:
                found += [(f"{name} {owner}", 1 + self.pack) for owner in range(place.count)]
        for name, slot in layout.memory.items():
            found += [(f"{name} {owner}", len(self.values(slot.cell))) for owner in range(slot.count)]
        return [*found, ("move", len(self.alphabet.words))]

    def values(self, cell: g.Cell) -> tuple[str, ...]:
        """Return the names of the numbers that describe an owner's cell. A counter or a flag has one number."""
        game = self.rules.game
        match cell.kind:
            case "counter" | "flag":
                return ("",)
            case "mark":
                return game.faces.codes
            case "reference":
                owners = {"player": game.players, "side": game.sides}
                if cell.type.kind == "card":
                    return game.faces.codes
                if cell.type.kind in owners:
                    return tuple(f"+{owner}" for owner in range(owners[cell.type.kind]))
                attributes = (a for a in game.deck.attributes if a.name == cell.type.enumeration)
                return next((tuple(value.name for value in a.values) for a in attributes), ("",))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each number of an observation: `hand+1:7D` is the seven of coins in the hand of the next seat."""
        game, layout = self.rules.game, self.rules.layout
        cards = ("cards", *game.faces.codes[: self.pack])
        found = [f"seat:{seat + 1}" for seat in range(game.players)]
        found += [f"turn:+{seat}" for seat in range(game.players)]
        found += [f"step:{clause.name}" for clause, _ in game.steps] + ["step:"]
        found += [f"phase:{phase}" for phase in PHASES]
        found += [f"out of sight:{card}" for card in cards]
        for name, place in layout.places.items():
            if place.zone.family:
                found += [f"{name}:{face}" for face in ("groups", *game.faces.codes)]
            else:
                found += [f"{name}{_owner(place.zone.owner, owner)}:{card}" for owner in range(place.count) for card in cards]
        for name, slot in layout.memory.items():
            values = [f":{value}" if value else "" for value in self.values(slot.cell)]
            owners = [_owner(slot.cell.owner, owner) for owner in range(slot.count)]
            found += [f"{name}{owner}{value}" for owner in owners for value in values]
        return (*found, *(f"move:{word}" for word in self.alphabet.names))

    @cached_property
    def lowest(self) -> tuple[int, ...]:
        """The lower bound of each number, -1 or 0; the upper is 1."""
        found = [0] * self.length
        for name, slot in self.rules.layout.memory.items():
            if slot.cell.kind == "counter":
                for owner in range(slot.count):
                    found[self.first[f"{name} {owner}"]] = -1
        return tuple(found)


PHASES: Final = ("before", "turn", "counted", "over")


def _owner(owner: g.Owner, number: int) -> str:
    return "" if owner == "table" else f"+{number}"
