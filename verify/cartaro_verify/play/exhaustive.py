"""Search for goals in all play of a game. If play can be enumerated, a goal that is not found can never be met.

An `ExhaustiveSearch` watches an enumeration for goals.  A goal that is met gets the first history that meets it, once the
interpreter has replayed it. No other history that meets the goal has fewer moves.  For a goal that is never met, `nowhere` is
True once all play has been enumerated and the condition has had a value every time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cartaro_interpreter import PHASE, PHASE_COUNTED, PHASE_TURN, Choice, Faulted, Play, legal, moment_of
from cartaro_interpreter import State as Position
from cartaro_verify.play.enumeration import START, Edge, Enumeration, Event, PileOrder
from cartaro_verify.play.search import Goal
from cartaro_verify.play.table import (
    History,
    HistoryTable,
    Match,
    Moment,
    PositionQuery,
    ScriptThenSeed,
    position_query,
)
from cartaro_verify.results import statements as st

AT_NODES = ("await", "before", "stuck")
"""The moments that are watched in states and not during a run."""


@dataclass(slots=True)
class _Watched:
    """A goal that is being searched for."""

    goal: Goal
    query: PositionQuery | None = None
    event: Event | None = None
    undecided: bool = False

    @property
    def met(self) -> bool:
        return self.goal.found is not None or self.event is not None


class ExhaustiveSearch:
    """All play of a game, enumerated as far as possible, watched for goals."""

    def __init__(self, table: HistoryTable, goals: Sequence[Goal], length: int) -> None:
        self.table = table
        self._all = {id(goal): _Watched(goal) for goal in goals}
        self._sought: dict[Moment, list[_Watched]] = {}
        for watched in self._all.values():
            if watched.goal.found is None:
                self._sought.setdefault(watched.goal.moment, []).append(watched)
        moments = frozenset(moment for moment in self._sought if moment[0] not in AT_NODES)
        self._seen: dict[Moment, set[object]] = {moment: set() for moment in moments}
        readings = table.readings((table.game.claims, tuple(goal.expr for goal in goals)))
        self.play = Enumeration(table, length, self._observe, moments, readings)

    def run(self) -> None:
        """Enumerate all play. Store with each goal the history that meets it."""
        self.play.run()
        for watched in self._all.values():
            if watched.event is not None:
                watched.goal.found = self._shown(watched, watched.event)

    @property
    def closed(self) -> bool:
        """Return whether all play was enumerated."""
        return self.play.closed

    @property
    def method(self) -> st.Exhaustive:
        return st.Exhaustive(len(self.play.dealt), self.play.states)

    def nowhere(self, goals: Sequence[Goal]) -> bool:
        """Return whether no play reaches any of some goals."""
        each = [self._all.get(id(goal)) for goal in goals]
        return self.closed and all(w is not None and not w.met and not w.undecided for w in each)

    # ------------------------------------------------------------------ watching

    def _observe(self, event: Event) -> None:
        sought = self._sought.get(event.moment)
        if not sought:
            return
        seen = self._seen.get(event.moment)
        key = None if seen is None else _key(event)
        if seen is not None and key in seen:
            return
        for watched in tuple(sought):
            truth = self._holds(watched, event.position, event.option)
            watched.undecided = watched.undecided or truth is None
            if truth:
                edge = None if event.edge is None else event.edge.with_laid(event.sources)
                watched.event = replace(event, edge=edge, sources=())
                sought.remove(watched)
        if seen is not None:
            seen.add(key)

    def _holds(self, watched: _Watched, position: Position, option: Choice | None) -> bool | None:
        """Return whether a goal is met; None if the rules do not decide its condition."""
        goal = watched.goal
        if goal.expr is None:
            return True
        spoken = goal.moment[0] in ("before", "after") and option is not None
        names = self.table.parameters(goal.moment[1]) if spoken else goal.free
        if watched.query is None:
            watched.query = position_query(self.table.rules, goal.expr, names)
        if "side" in goal.free:
            answers = [watched.query(position, {"side": side}, None) for side in range(self.table.game.sides)]
        elif spoken and option is not None:
            answers = [watched.query(position, dict(zip(names, option.move.args, strict=True)), option.player)]
        else:
            answers = [watched.query(position, {}, None)]
        if any(answer is not None and bool(answer) == goal.wanted for answer in answers):
            return True
        return None if None in answers else False

    # ------------------------------------------------------------------ showing

    def _shown(self, watched: _Watched, event: Event) -> History | None:
        """Return the history in which a goal was met, after the interpreter has replayed it and met the goal."""
        edges = [*self.play.way_to(event.node), *(() if event.edge is None else (event.edge,))]
        moves = tuple(edge.option.move for edge in edges if edge.option is not None)
        moves = moves if event.edge is not None or event.option is None else (*moves, event.option.move)
        for chance, position, option in self._met(edges, event):
            if event.note is not None or self._holds(watched, position, option):
                match = sum(edge.sort == "dealt" for edge in edges) > 2
                history = History(tuple(chance.packs), moves, position, event.note, match, least=True)
                return history if self.table.replay(history) is not None else None
        return None

    def _met(self, edges: Sequence[Edge], event: Event) -> Iterator[tuple[ScriptThenSeed, Position, Choice | None]]:
        """Play along some edges. Then yield every position at their end in which an event may be met."""
        chance, found = ScriptThenSeed(self.play.packs(edges)), list[Position]()
        last = False

        def watch(moment: Moment, position: Position) -> None:
            if last and moment == event.moment:
                found.append(position)

        play, cells = Play(self.table.rules, chance, watch), list[int]()
        for number, edge in enumerate(edges):
            last = number == len(edges) - 1 and event.edge is not None
            before = Position(tuple(cells))
            try:
                self._along(play, cells, edge)
            except Faulted as fault:
                if last and moment_of(fault) == event.moment and fault.message == event.note:
                    yield chance, before, event.option
                    return
                if not last:
                    return
        if event.edge is None:
            found.append(Position(tuple(cells)))
        yield from ((chance, position, event.option) for position in found)

    def _along(self, play: Play, cells: list[int], edge: Edge) -> Choice | None:
        """Play along an edge; return the move or finding."""
        if edge.before == START:
            cells[:] = play.begin_match()
        elif edge.sort == "dealt":
            play.begin_hand(cells)
        elif edge.option is not None:
            wanted = edge.option.move
            options = self.table.findings(cells) if edge.sort == "ruled" else legal(self.table.rules, cells)
            option = next((o for o in options if o.move.same(wanted)), None)
            if option is None:
                raise AssertionError("a move of the enumeration is not legal where it is played again")
            self.table.perform(play, cells, option)
            return option
        return None

    def again(self) -> History | None:
        """Return a hand in which a position is repeated, if moves lead back to a state. Return None if none is shown."""
        circle = self.play.circle()
        if circle is None or any(self.play.nodes[edge.before].cells is None for edge in circle):
            return None
        edges = [*self.play.way_to(circle[0].before), *circle, *circle]
        chance, cells = ScriptThenSeed(self.play.packs(edges)), list[int]()
        play, seen, moves = Play(self.table.rules, chance), dict[tuple[int, ...], int](), list[Choice]()
        match = sum(edge.sort == "dealt" for edge in edges) > 2
        for edge in edges:
            option = self._along(play, cells, edge)
            if edge.sort in ("dealt", "ruled"):
                seen.clear()
            if option is not None:
                moves.append(option)
            if cells[PHASE] != PHASE_TURN or edge.sort == "seen":
                continue
            before = seen.setdefault(tuple(cells), len(moves))
            if before != len(moves):
                done = tuple(option.move for option in moves)
                history = History(tuple(chance.packs), done, Position(tuple(cells)), st.Repeated(before + 1), match, least=True)
                return history if self.table.replay(history) is not None else None
        return None

    def unending(self) -> Match | None:
        """Return a match that no further play can end, after one of its hands; None if there is none.

        If not even the first hand is ever completed, no match can show that matches do not end.
        """
        number = self.play.unending(ruled=True)
        if number is None or self.play.nodes[number].phase != PHASE_COUNTED:
            return None
        edges, cells = self.play.way_to(number), list[int]()
        chance = ScriptThenSeed(self.play.packs(edges))
        play = Play(self.table.rules, chance)
        done = [option.move for edge in edges if (option := self._along(play, cells, edge)) is not None]
        return Match(tuple(chance.packs), tuple(done), Position(tuple(cells)))


def _key(event: Event) -> object:
    """Return the identity of an event: the state, the known part of the order of its piles, the move."""
    cells, option = event.position.cells, event.option
    known = tuple((value.head + max(0, value.source.fixed - value.at)) for value in cells if isinstance(value, PileOrder))
    return cells, known, None if option is None else (option.player, option.move.args)
