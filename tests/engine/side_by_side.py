"""The engine and the interpreter play side by side with the same chance, and differences between them are reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import inf
from random import Random

from cartaro_engine import Engine, HandChance, Lowered, Machine, Trapped, lower
from cartaro_engine.ir.nodes import Module
from cartaro_engine.memory import traps
from cartaro_grammar import Game, load_game
from cartaro_interpreter import (
    PHASE,
    PHASE_OVER,
    PHASE_TURN,
    TURN,
    Choice,
    Faulted,
    Play,
    Rules,
    ScoreSheet,
    State,
    compile_game,
    legal,
    score,
)

REASONS_OF: dict[str | None, set[int | None]] = {
    None: {None},
    "C0801": {traps.CLASH},
    "C0802": {traps.GAP},
    "C0803": {traps.REMAINDER},
    "C0804": {traps.FULL},
    "C0805": {traps.SEATS},
    "C0806": {traps.REPEATS},
    "C0807": {traps.FULL},
    "C0808": {traps.IDLE_TURNS},
    "C0809": {traps.NOBODY_NEXT},
}
"""The reasons for which the engine may stop where the interpreter reports a fault with this code."""

MOST_HANDS = 3
MOST_AHEAD = 4
"""The number of moves within which play must stop if the engine stopped in its look-ahead."""

MachineOf = Callable[[Module], Machine]


def rules_of(name: str, settings: dict[str, str]) -> Rules:
    game = load_game(name, settings)
    assert isinstance(game, Game), [found.message for found in game]
    rules = compile_game(game)
    assert isinstance(rules, Rules), [found.message for found in rules]
    return rules


def move_of(choice: Choice) -> tuple[int, int, str, tuple[int, ...]]:
    """Return a legal move without the permissions on which it is based."""
    return choice.step, choice.player, choice.move.act, choice.move.args


class StoppedEarly(AssertionError):
    """The engine stopped and the interpreter did not; `codes` are the faults that could be the reason."""

    def __init__(self, codes: set[str]) -> None:
        super().__init__(f"only the engine stopped, as for {codes}")
        self.codes = codes


class SideBySide:
    """Plays matches with both. Every position, list of legal moves and score must be the same."""

    def __init__(self, rules: Rules, machine: MachineOf, seed: int, width: int = 0) -> None:
        lowered = lower(rules, width=width)
        assert isinstance(lowered, Lowered), lowered
        self.engine, self.rules = Engine(rules, lowered, machine(lowered.module)), rules
        self.positions = 0
        self.faults = Counter[str]()
        self._seed, self._random = seed, Random(seed)
        self._scores: list[ScoreSheet] = []

    def play(self, positions: int) -> None:
        """Play match after match until a given number of positions has been compared and the current hand has ended."""
        number = 0
        while self.positions < positions:
            self._match(number, positions)
            number += 1

    def play_matches(self, matches: int) -> None:
        """Play a given number of matches, each to its end, to a stop of both, or for some hands."""
        for number in range(matches):
            self._match(number)

    def _match(self, number: int, positions: float = inf) -> None:
        chance = HandChance(self._seed, number)
        self.engine.seed(self._seed, number)
        play = Play(self.rules, chance, self._watch)
        cells: list[int] = []
        going_on = self._both(lambda: cells.extend(play.begin_match()), self.engine.begin_match)
        if going_on:
            self._compare(cells, chance)
            self._points(cells)
            self.engine.load(cells)
        hands = 0
        while going_on and cells[PHASE] != PHASE_OVER and hands < MOST_HANDS and self.positions < positions:
            going_on = self._hand(play, cells, chance)
            hands += 1

    def _hand(self, play: Play, cells: list[int], chance: HandChance) -> bool:
        """Play a hand; return whether it ended."""
        self._scores.clear()
        going_on = self._both(lambda: play.begin_hand(cells), self.engine.begin_hand)
        while going_on:
            self._compare(cells, chance)
            if cells[PHASE] != PHASE_TURN:
                self._compare_score()
                return True
            going_on = self._turn(play, cells)
        return False

    def _turn(self, play: Play, cells: list[int]) -> bool:
        """Compare the legal moves and play one of them; return whether the hand continues."""
        self.positions += 1
        mine: list[Choice] = []
        options: list[Choice] = []
        try:
            if not self._both(lambda: options.extend(legal(self.rules, cells)), lambda: mine.extend(self.engine.legal())):
                return False
        except StoppedEarly as early:
            if not self._stops_ahead(cells, early.codes, MOST_AHEAD):
                raise
            return False
        assert [move_of(o) for o in mine] == [move_of(o) for o in options]
        if not options:
            return False
        chosen = self._random.randrange(len(options))
        return self._both(lambda: play.act(cells, options[chosen]), lambda: self.engine.act(chosen))

    def _both(self, interpreter: Callable[[], None], engine: Callable[[], None]) -> bool:
        """Take the same step with both; return whether neither stopped. If one stops, the other must stop too, for the same
        reason.
        """
        reported: str | None = None
        reason: int | None = None
        try:
            interpreter()
        except Faulted as fault:
            reported = fault.code
            self.faults[reported] += 1
        try:
            engine()
        except Trapped as trap:
            reason = trap.reason
        if reported is None and reason is not None:
            raise StoppedEarly({code for code, reasons in REASONS_OF.items() if reason in reasons and code is not None})
        assert reason in REASONS_OF[reported]
        return reported is None

    def _stops_ahead(self, cells: list[int], codes: set[str], moves: int) -> bool:
        """Return whether the interpreter stops after some of the next moves: the engine already does in its look-ahead."""
        for option in legal(self.rules, cells) if moves else ():
            ahead, turn = list(cells), cells[TURN]
            try:
                Play(self.rules, HandChance(self._seed, 0)).act(ahead, option)
                stops = ahead[TURN] == turn and self._stops_ahead(ahead, codes, moves - 1)
            except Faulted as fault:
                stops = fault.code in codes
            if stops:
                return True
        return False

    def _points(self, cells: list[int]) -> None:
        """Set some counters of the match to values other than 0, as in a match under way."""
        for slot in self.rules.layout.memory.values():
            if slot.cell.kind == "counter" and slot.cell.period == "match" and self._random.random() < 0.5:
                for owner in range(slot.count):
                    cells[slot.slot + owner] = self._random.randrange(12)

    def _compare(self, cells: list[int], chance: HandChance) -> None:
        assert self.engine.state() == State(tuple(cells))
        assert self.engine.machine.read(self.engine.lowered.plan.chance, 4) == chance.words

    def _compare_score(self) -> None:
        shares = self.engine.shares()
        assert (shares is None) == (not self._scores)
        if shares is not None:
            sheet = self._scores[-1]
            headings = [clause.name for clause, _ in self.rules.game.headings]
            under = [tuple(share[name] for share in sheet.shares) for name in headings]
            assert list(shares) == [*under, sheet.points]

    def _watch(self, moment: tuple[str, str], state: State) -> None:
        if moment == ("end", "hand"):
            found = score(self.rules, state)
            assert isinstance(found, ScoreSheet)
            self._scores.append(found)
