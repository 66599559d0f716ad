"""The two tables: one over the interpreter, for every game, and one over the engine, for those that are lowered.

Both draw from the same source of chance, and give the same positions.  Where the engine stops (`memory/traps`), the interpreter
takes the step, and says what is wrong or plays on.
"""

from __future__ import annotations

from collections.abc import Callable

from cartaro_engine.ir.nodes import Module
from cartaro_engine.running.chance import HandChance
from cartaro_engine.running.engine import Engine, best_machine, engine_of
from cartaro_engine.running.machine import Machine, Trapped
from cartaro_engine.table.position import ChanceWords, GamePosition, GameTable, faulted
from cartaro_interpreter import PHASE_TURN, Choice, Faulted, Play, Rules, ScoreSheet, State, legal, score

CHANCE_WORDS = 4


def table_of(rules: Rules, machine: Callable[[Module], Machine] | None = best_machine) -> GameTable:
    """The engine's table on a machine of some kind where the game is lowered; the interpreter's where it is not, or without a
    machine.
    """
    engine = None if machine is None else engine_of(rules, machine)
    return EngineTable(engine) if isinstance(engine, Engine) else InterpreterTable(rules)


def is_lowered(table: GameTable) -> bool:
    """Whether the engine plays at a table."""
    return isinstance(table, EngineTable)


class InterpreterTable:
    """Play by the interpreter."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def deal(self, seed: int, number: int) -> GamePosition:
        """See `GameTable`."""
        chance = HandChance(seed, number)
        cells = Play(self.rules, chance).begin_match()
        return self.next_hand(GamePosition(State(tuple(cells)), tuple(chance.words)))

    def next_hand(self, position: GamePosition) -> GamePosition:
        """See `GameTable`."""
        under_way = _UnderWay(self.rules, position)
        under_way.play.begin_hand(under_way.cells)
        return under_way.position()

    def legal(self, position: GamePosition) -> tuple[Choice, ...]:
        """See `GameTable`."""
        if position.state.phase != PHASE_TURN:
            return ()
        options = tuple(legal(self.rules, position.state.cells))
        if not options:
            raise Faulted("C0823", f"the player in seat {position.state.turn + 1} has no legal move, and the turn may not end")
        return options

    def after(self, position: GamePosition, number: int) -> GamePosition:
        """See `GameTable`."""
        under_way = _UnderWay(self.rules, position)
        under_way.play.act(under_way.cells, self.legal(position)[number])
        return under_way.position()


class _UnderWay:
    """A position on its way to the next, with the points that are counted on the way."""

    def __init__(self, rules: Rules, position: GamePosition) -> None:
        self.rules, self.cells = rules, list(position.state.cells)
        self.points: tuple[int, ...] | None = None
        self.chance = chance_from(position.chance)
        self.play = Play(rules, self.chance, self._watch)

    def position(self) -> GamePosition:
        return GamePosition(State(tuple(self.cells)), tuple(self.chance.words), self.points)

    def _watch(self, moment: tuple[str, str], state: State) -> None:
        if moment == ("end", "hand"):
            self.points = points_of(self.rules, state)


def chance_from(words: ChanceWords) -> HandChance:
    """The source of chance that goes on from these words."""
    chance = HandChance(0, 0)
    chance.words = list(words)
    return chance


def points_of(rules: Rules, state: State) -> tuple[int, ...]:
    """What each side's points are as the cards lie now."""
    found = score(rules, state)
    if isinstance(found, ScoreSheet):
        return found.points
    raise faulted(found)


class EngineTable:
    """Play by the engine, whose memory holds the position that was asked about last, and its legal moves."""

    def __init__(self, engine: Engine) -> None:
        self.rules, self.engine = engine.rules, engine
        self._plain = InterpreterTable(engine.rules)
        self._listed: GamePosition | None = None

    def deal(self, seed: int, number: int) -> GamePosition:
        """See `GameTable`."""
        try:
            self._listed = None
            self.engine.seed(seed, number)
            self.engine.begin_match()
            self.engine.begin_hand()
            return self._position()
        except Trapped:
            return self._plain.deal(seed, number)

    def next_hand(self, position: GamePosition) -> GamePosition:
        """See `GameTable`."""
        try:
            self._listed = None
            self._lay(position)
            self.engine.begin_hand()
            return self._position()
        except Trapped:
            return self._plain.next_hand(position)

    def legal(self, position: GamePosition) -> tuple[Choice, ...]:
        """See `GameTable`."""
        if position.state.phase != PHASE_TURN:
            return ()
        try:
            self._lay(position)
            options = self.engine.legal()
            self._listed = position
        except Trapped:
            options = ()
        return options or self._plain.legal(position)

    def after(self, position: GamePosition, number: int) -> GamePosition:
        """See `GameTable`."""
        if self._listed is not position:
            self.legal(position)
        try:
            if self._listed is position:
                self._lay(position)
                self.engine.act(number)
                return self._position()
        except Trapped:
            pass
        return self._plain.after(position, number)

    def _lay(self, position: GamePosition) -> None:
        self.engine.load(position.state.cells)
        self.engine.machine.write(self.engine.lowered.plan.chance, position.chance)

    def _position(self) -> GamePosition:
        words = self.engine.machine.read(self.engine.lowered.plan.chance, CHANCE_WORDS)
        shares = self.engine.shares()
        return GamePosition(self.engine.state(), tuple(words), None if shares is None else shares[-1])
