"""Observations: what a player sees and remembers, as numbers in a fixed order.

Made of a view and of what is known from before, and so of nothing that the player may not know.  Owners are counted from the
player on, in the order of the seats: the same numbers mean the same to each player.  A card in a pile counts less the deeper it
lies; a card in a group has the number of its group.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from cartaro_engine.table.knowledge import KnownCards
from cartaro_grammar import game as g
from cartaro_interpreter import NOBODY, Rules, View, ZoneView, members


class ObservedSection(NamedTuple):
    """A part of an observation, by name: where it begins and how long it is."""

    name: str
    first: int
    length: int


@dataclass(frozen=True)
class Observer:
    """Observations of a game; `words` is how many words its alphabet has."""

    rules: Rules
    words: int

    @cached_property
    def sections(self) -> tuple[ObservedSection, ...]:
        """The parts of an observation, in their order."""
        found: list[ObservedSection] = []
        for name, length in self._lengths():
            found.append(ObservedSection(name, found[-1].first + found[-1].length if found else 0, length))
        return tuple(found)

    @property
    def length(self) -> int:
        """How many numbers an observation has."""
        last = self.sections[-1]
        return last.first + last.length

    @cached_property
    def _first(self) -> dict[str, int]:
        return {section.name: section.first for section in self.sections}

    def _lengths(self) -> list[tuple[str, int]]:
        game, layout = self.rules.game, self.rules.layout
        pack = len(game.deck.cards)
        found = [("seat", game.players), ("turn", game.players), ("step", len(game.steps) + 1), ("phase", 4)]
        found.append(("out of sight", 1 + pack))
        for name, place in layout.places.items():
            if place.zone.family:
                found.append((name, 1 + len(game.faces.faces)))
            else:
                found += [(f"{name} {owner}", 1 + pack) for owner in range(place.count)]
        for name, slot in layout.memory.items():
            found += [(f"{name} {owner}", self._width(slot.cell)) for owner in range(slot.count)]
        return [*found, ("move", self.words)]

    def _width(self, cell: g.Cell) -> int:
        game = self.rules.game
        match cell.kind:
            case "counter" | "flag":
                return 1
            case "mark":
                return len(game.faces.faces)
            case "reference":
                widths = {"card": len(game.faces.faces), "player": game.players, "side": game.sides}
                values = (len(a.values) for a in game.deck.attributes if a.name == cell.type.enumeration)
                return widths.get(cell.type.kind) or next(values, 1)

    def numbers(self, seen: View, known: KnownCards, words: tuple[int, ...] = ()) -> list[float]:
        """An observation; `words` are those that the player has chosen so far for the move under way."""
        found = [0.0] * self.length
        self._standing(found, seen)
        self._cards(found, seen, known)
        for name, values in seen.memory:
            cell = self.rules.layout.memory[name].cell
            for owner, value in enumerate(values):
                named = f"{name} {self._from(seen.player, cell.owner, owner)}"
                self._memory(found, self._first[named], cell, value, seen.player)
        for word in words:
            found[self._first["move"] + word] += 1
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
                found[self._first[name] + 1 + card] = 1 - depth / (pack + 1)

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
            case "counter" | "flag":
                found[first] = float(value)
            case "mark":
                for card in members(value):
                    found[first + card] = 1
            case "reference":
                if value != NOBODY:
                    kind = cell.type.kind
                    found[first + (self._from(player, kind, value) if kind in ("player", "side") else value)] = 1

    def _from(self, player: int, owner: g.Owner, number: int) -> int:
        """An owner's number, counted from the player on, or from the player's side."""
        game = self.rules.game
        match owner:
            case "player":
                return (number - player) % game.players
            case "side":
                return (number - game.side_of[player]) % game.sides
            case "table":
                return number

    def text(self, seen: View, known: KnownCards) -> str:
        """What is seen and remembered, as one line."""
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
    """The cards of a pile that lie open, from the top down."""
    return zone.cards or (() if zone.top is None else (zone.top,))
