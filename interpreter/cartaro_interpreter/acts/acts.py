"""The acts of a game, compiled: the ways to do each, and what it does."""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_grammar import Clause
from cartaro_grammar import game as g
from cartaro_interpreter.acts.courses import Perform, performance
from cartaro_interpreter.expressions.argument_search import (
    ArgumentSearch,
    OpenQuestion,
    SoughtArguments,
    Ways,
    ask,
    domain_search,
    order,
    title_search,
)
from cartaro_interpreter.expressions.code import CodeScope, Frames, Run, at
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.expressions.warrants import bars, holds, permissions, prohibitions, within
from cartaro_interpreter.state.layout import Cells
from cartaro_interpreter.state.move import Move


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The conditions on an act taken one by one, for a ruling: the domain of each parameter, the case of each permission
    and of each prohibition that bars it.
    """

    frames: Frames
    places: tuple[int, ...]
    domains: tuple[Run, ...]
    titles: tuple[tuple[str, Run, tuple[tuple[str, Run], ...]], ...]

    def frame(self, player: int, arguments: tuple[int, ...]) -> list[int]:
        """A frame with the actor and the arguments in their places."""
        frame = self.frames.fresh()
        frame[0] = player
        for place, value in zip(self.places, arguments, strict=True):
            frame[place] = value
        return frame


@dataclass(frozen=True, slots=True)
class ActRules:
    """One act: the search under each of its permissions (of a finding, the one search of its domains, under its own name), in
    one frame, its conditions one by one, and its performance; and, to say why it cannot be done, the searches with prohibitions
    aside.
    """

    act: g.Act
    inquiry: Inquiry
    frames: Frames
    titles: tuple[tuple[str, ArgumentSearch], ...]
    order: tuple[int, ...]
    perform: Perform
    unbarred: tuple[tuple[str, ArgumentSearch], ...]
    unbarred_frames: Frames

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


def act_rules(c: Compiler, act: g.Act, begins: Run) -> ActRules:
    """Compile one act."""
    frames = Frames()
    scope = CodeScope(frames, at(frames.place()))
    asked = ask(c, act, scope)
    titles = permissions(c, act.name)
    c.inside.append(f"{act.name} by None")
    searches = tuple((title.name, _search(c, asked, title)) for title in titles)
    if act.finding:
        searches = ((act.name, domain_search(c, asked)),)
    c.inside.pop()
    others = Frames()
    aside = ask(c, act, CodeScope(others, at(others.place())))
    unbarred = tuple((title.name, title_search(c, aside, title, OpenQuestion((), barred=False))) for title in titles)
    done = performance(c, act, begins)
    return ActRules(act, _inquiry(c, act), frames, searches, order(act, asked.places), done, unbarred, others)


def _search(c: Compiler, asked: SoughtArguments, title: Clause) -> ArgumentSearch:
    return title_search(c, asked, title, OpenQuestion((), barred=True))


def _inquiry(c: Compiler, act: g.Act) -> Inquiry:
    frames = Frames()
    asked = ask(c, act, CodeScope(frames, at(frames.place())))
    domains = tuple(within(c, p, asked.scope.names[p.name].run, asked.scope).run for p in act.parameters)
    titles = tuple(
        (
            title.name,
            holds(c, title, asked.scope).run,
            tuple((p.name, bars(c, p, asked.scope).run) for p in prohibitions(c, title)),
        )
        for title in permissions(c, act.name)
    )
    return Inquiry(frames, tuple(asked.places.values()), domains, titles)
