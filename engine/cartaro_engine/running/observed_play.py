"""Play and observe a hand or match of a batch with the interpreter. This gives the engine's sums for hands that the engine does
not play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cartaro_engine.memory.layout import (
    SAMPLED,
    Sample,
    SumPlace,
    Sums,
    SumsPlan,
    Unit,
    counted_consequences,
    counters,
    events,
    prohibitions,
    shared_permissions,
)
from cartaro_engine.running.machines import HandChance, HandPlayer
from cartaro_grammar import Diagnostic, msg
from cartaro_interpreter import (
    NOBODY,
    TURN,
    Choice,
    Move,
    Played,
    PlayInProgress,
    Rules,
    ScoreSheet,
    lone_bars,
    play_out,
    winner,
)


def observed(rules: Rules, seed: int, number: int, unit: Unit, *, cut_off: bool = False) -> Sums | Diagnostic:
    """Return the sums of one hand or match, played by the interpreter as the engine plays it; or the diagnostic of its
    fault. With `cut_off`, a match with too many hands is counted, and not a fault.
    """
    chance = HandChance(seed, number)
    tally = Tally(rules, number)
    table = _ObservedTable(rules, chance, match=unit == "match", tally=tally)
    try:
        played = play_out(table, [_CountingPlayer(chance, tally)] * rules.game.players, tally.hand)
    finally:
        rules.compiler.work.done = None
    if isinstance(played, Diagnostic) and cut_off and table.has_too_many_hands:
        return Sums.of_a_match_cut_off(tally.plan)
    if isinstance(played, Diagnostic):
        where = msg("match {n} of seed {seed}", n=number, seed=seed)
        if unit == "hand":
            where = msg("hand {n} of seed {seed}", n=number, seed=seed)
        return replace(played, message=msg("{what}: {message}", what=where, message=played.message))
    return tally.unit(played, unit)


class Tally:
    """The sums of a hand or match that is being played."""

    def __init__(self, rules: Rules, number: int) -> None:
        self.rules = rules
        self.plan = SumsPlan.of(rules.game)
        clauses = counted_consequences(rules.game)
        shared = shared_permissions(rules.game)
        acts = self.plan.events - len(clauses) - len(shared)
        self._clauses = {clause.name: acts + n for n, clause in enumerate(clauses)}
        self._acts = {name: n for n, name in enumerate(events(rules.game)[:acts])}
        self._permissions = {clause.name: acts + len(clauses) + n for n, (_, clause) in enumerate(shared)}
        self._sums = [0] * self.plan.words
        start = Sums.zero(self.plan)
        self._least, self._greatest = list(start.least), list(start.greatest)
        self._moves = self._scores = 0
        self._beginner = NOBODY
        self._happened = [0] * self.plan.events
        self._prohibitions = {name: n for n, name in enumerate(prohibitions(rules.game))}
        self._barred = [0] * self.plan.prohibitions
        self._is_sampled = number % SAMPLED == 0 and bool(self._prohibitions)

    def begin(self) -> None:
        """Begin to record the clauses that are applied."""
        self.rules.compiler.work.done = set()

    def end(self) -> None:
        """Count the clauses recorded since then in the hand."""
        for name in self._clauses.keys() & (self.rules.compiler.work.done or set[str]()):
            self._happened[self._clauses[name]] += 1
        self.rules.compiler.work.done = None

    def options(self, count: int) -> None:
        """Count a choice of `count` moves."""
        self._observe("options", 0, count)

    def choice(self, turn: int, move: Move) -> None:
        """Record a choice, and whose turn it was."""
        if self._moves == 0:
            self._beginner = turn
        self._moves += 1
        self._happened[self._acts[move.act]] += 1
        for name in self._permissions.keys() & set(move.by):
            self._happened[self._permissions[name]] += 1

    def barred(self, cells: Sequence[int]) -> None:
        """Count the prohibitions that forbid something at a choice, in a sampled hand."""
        for name in lone_bars(self.rules, cells) & self._prohibitions.keys() if self._is_sampled else ():
            self._barred[self._prohibitions[name]] += 1

    def hand(self, table: PlayInProgress) -> None:
        """Take the sums at the end of a hand."""
        self._add("hands", 0, 1)
        self._observe("moves", 0, self._moves)
        self._in_hand("events", self._happened)
        if self._is_sampled:
            self._add("sampled", 0, 1)
            self._in_hand("barred", self._barred)
        for sheet in table.keeper.scores[self._scores :]:
            self._shares(sheet)
        self._scores, self._moves, self._beginner = len(table.keeper.scores), 0, NOBODY
        self._happened = [0] * self.plan.events
        self._barred = [0] * self.plan.prohibitions

    def _in_hand(self, name: SumPlace, counts: Sequence[int]) -> None:
        for index, often in enumerate(counts):
            for offset, value in enumerate((often, often**2, int(often > 0))):
                self._add(name, 3 * index + offset, value)

    def _shares(self, sheet: ScoreSheet) -> None:
        self._add("counted", 0, 1)
        names = [clause.name for clause, _ in self.rules.game.headings]
        points = sheet.points
        for column, share in enumerate((*(share[name] for name in names for share in sheet.shares), *points)):
            self._observe("shares", column, share)
        ahead = [int(all(mine > other for n, other in enumerate(points) if n != side)) for side, mine in enumerate(points)]
        for side, is_ahead in enumerate(ahead):
            self._add("ahead", side, is_ahead)
        if self._beginner != NOBODY:
            row = self._beginner * self.plan.beginner_words
            self._add("beginners", row, 1)
            for side, (total, is_ahead) in enumerate(zip(points, ahead, strict=True)):
                for offset, value in enumerate((total, total**2, is_ahead)):
                    self._add("beginners", row + 1 + 3 * side + offset, value)

    def unit(self, played: Played, unit: Unit) -> Sums:
        """Return the sums after the end of play."""
        self._add("units", 0, 1)
        self._observe("lengths", 0, played.hands)
        slots = [(self.rules.layout.memory[name].slot, count) for name, count in counters(self.rules.game)]
        values = [played.state.cells[slot + owner] for slot, count in slots for owner in range(count)]
        for index, value in enumerate(values):
            self._observe("counters", index, value)
        won = winner(self.rules, played.state) if unit == "match" else None
        if won is not None and won.number is not None:
            self._add("wins", won.number if won.kind == "side" else self.rules.game.side_of[won.number], 1)
        return Sums(self.plan, tuple(self._sums), tuple(self._least), tuple(self._greatest))

    def _add(self, name: SumPlace, index: int, value: int) -> None:
        self._sums[self.plan.place(name) + index] += value

    def _observe(self, name: Sample, index: int, value: int) -> None:
        self._add(name, 2 * index, value)
        self._add(name, 2 * index + 1, value**2)
        at = self.plan.extreme(name) + index
        self._least[at] = min(self._least[at], value)
        self._greatest[at] = max(self._greatest[at], value)


@dataclass(slots=True)
class _ObservedTable(PlayInProgress):
    """A play in progress that reports each act."""

    tally: Tally = field(kw_only=True)

    def begin_hand(self) -> None:
        self.tally.begin()
        PlayInProgress.begin_hand(self)
        self.tally.end()

    def act(self, option: Choice) -> None:
        self.tally.barred(self.cells)
        self.tally.choice(self.cells[TURN], option.move)
        self.tally.begin()
        PlayInProgress.act(self, option)
        self.tally.end()


class _CountingPlayer(HandPlayer):
    """A player who reports the number of moves at each choice."""

    def __init__(self, chance: HandChance, tally: Tally) -> None:
        super().__init__(chance)
        self._tally = tally

    def pick(self, count: int) -> int:
        self._tally.options(count)
        return super().pick(count)
