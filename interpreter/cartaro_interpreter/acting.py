"""The acts of a game, compiled: the ways to do each, and what it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cartaro_grammar.game import Act, Clause
from cartaro_interpreter.asking import Asked, Question, Search, Ways, ask, order, permissions, title_search
from cartaro_interpreter.code import Frames, Run, Scope, at
from cartaro_interpreter.course import Perform, performance
from cartaro_interpreter.layout import Cells
from cartaro_interpreter.move import Move

if TYPE_CHECKING:
    from cartaro_interpreter.evaluate import Compiler


@dataclass(frozen=True, slots=True)
class ActRules:
    """One act: the search under each of its permissions, in one frame, and its performance."""

    act: Act
    frames: Frames
    titles: tuple[tuple[str, Search], ...]
    order: tuple[int, ...]
    perform: Perform

    def moves(self, cells: Cells, player: int) -> list[Move]:
        """Every warranted way for a player to do the act, in canonical order: by the arguments as they are set."""
        found: dict[tuple[int, ...], tuple[str, ...]] = {}
        mixed = False
        for name, search in self.titles:
            frame = self.frames.fresh()
            frame[0] = player
            ways: Ways = []
            search(cells, frame, ways)
            if not found:
                found = dict.fromkeys(ways, (name,))
            elif ways:
                mixed = True
                for way in ways:
                    found[way] = (*found.get(way, ()), name)
        name = self.act.name
        if not mixed:
            return [Move(name, way, by) for way, by in found.items()]
        ordered = sorted(found, key=self._rank)
        return [Move(name, way, found[way]) for way in ordered]

    def possible(self, cells: Cells, player: int) -> bool:
        """Whether there is a warranted way at all."""
        frame = self.frames.fresh()
        frame[0] = player
        return any(search(cells, frame, None) for _, search in self.titles)

    def _rank(self, way: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([way[number] for number in self.order])


def act_rules(c: Compiler, act: Act, begins: Run) -> ActRules:
    """Compile one act."""
    frames = Frames()
    scope = Scope(frames, at(frames.place()))
    asked = ask(c, act, scope)
    titles = permissions(c, act.name)
    c.inside.append(f"{act.name} by None")
    searches = tuple((title.name, _search(c, asked, title)) for title in titles)
    c.inside.pop()
    return ActRules(act, frames, searches, order(act, frozenset()), performance(c, act, begins))


def _search(c: Compiler, asked: Asked, title: Clause) -> Search:
    return title_search(c, asked, title, Question({}, (), barred=True))
