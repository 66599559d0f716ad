"""The course of play: matches, hands and turns, from one choice to the next.

Works on a row of cells in place.  `watch`, where given, is called at every moment of which a claim can speak, with the
moment's name and the state then: after an act and what follows it, and after the course of each event.  A hand that is void
from its deal has not begun, and a turn in whose last clauses the hand ends has not ended: of these it is not told.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from cartaro_grammar import Message, say
from cartaro_grammar import game as g
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.play.turn import Choice, next_step, obliged, open_steps
from cartaro_interpreter.state.budget import counted
from cartaro_interpreter.state.chance import Chance
from cartaro_interpreter.state.fault import Faulted
from cartaro_interpreter.state.layout import (
    END_MATCH,
    END_TURN,
    ENDING,
    GOING_ON,
    NOBODY,
    OUT_OF_SIGHT,
    PHASE,
    PHASE_BEFORE,
    PHASE_COUNTED,
    PHASE_OVER,
    PHASE_TURN,
    STEP,
    TURN,
    VOID_HAND,
    VOID_MATCH,
)  # fmt: skip
from cartaro_interpreter.state.move import END_OF_TURN, Move
from cartaro_interpreter.state.state import State

MOST_IDLE_TURNS = 1_000
_NO_FRAME: list[int] = []

Watch = Callable[[tuple[str, str], State], None]


@dataclass(frozen=True, slots=True)
class Play:
    """Rules in play, with the source of chance."""

    rules: Rules
    chance: Chance
    watch: Watch | None = None

    def begin_match(self) -> list[int]:
        """Return the cells before the first hand, after the clauses `at the start of the match`."""
        with self._counted():
            cells = self._blank()
            self._happen(cells, "start", "match")
            cells[PHASE] = PHASE_OVER if cells[ENDING] >= END_MATCH else PHASE_BEFORE
            return cells

    def blank(self) -> list[int]:
        """Return cells in which nothing has happened yet, for a position that is described and not played."""
        with self._counted():
            return self._blank()

    def _blank(self) -> list[int]:
        cells = [0] * self.rules.layout.size
        cells[OUT_OF_SIGHT] = self.rules.layout.pack
        cells[TURN] = NOBODY
        if self.rules.layout.playing:
            cells[self.rules.layout.playing] = (1 << self.rules.game.players) - 1
        for period in ("match", "hand", "turn"):
            self._clear(cells, period)
        cells[PHASE] = PHASE_BEFORE
        return cells

    def begin_hand(self, cells: list[int]) -> None:
        """Play up to the first choice of a hand.  A match that is over, as by its first clauses, has no further hand."""
        if cells[PHASE] != PHASE_OVER:
            with self._counted():
                self._begin_hand(cells)

    def first_hand(self) -> list[int]:
        """Return the cells at the first choice of a match.  A hand that is dealt alone is such a first hand."""
        cells = self.begin_match()
        self.begin_hand(cells)
        return cells

    def _begin_hand(self, cells: list[int]) -> None:
        cells[TURN] = NOBODY
        cells[ENDING] = GOING_ON
        self.settle_company(cells)
        self._clear(cells, "hand")
        self._clear(cells, "turn")
        self._happen(cells, "start", "hand")
        if cells[ENDING]:
            self._end_hand(cells)
            return
        cells[TURN] = self._someone(
            self.rules.begins(cells, _NO_FRAME), say("nobody begins the play: the clause that says who finds no player")
        )
        self._turns(cells)

    def begin_turn(self, cells: list[int]) -> None:
        """What happens at the start of a turn for whom the cards are set out; where that ends it, up to the next choice."""
        with self._counted():
            self._happen(cells, "start", "turn")
            if cells[ENDING]:
                self._end_turn(cells)

    def settle_company(self, cells: list[int]) -> None:
        """Who is in the match from now on."""
        if self.rules.company is not None:
            cells[self.rules.layout.playing] = self.rules.company(cells, _NO_FRAME)

    def act(self, cells: list[int], option: Choice) -> None:
        """A move, and everything up to the next choice."""
        with self._counted():
            self._act(cells, option)

    def _act(self, cells: list[int], option: Choice) -> None:
        if option.move.act == END_OF_TURN:
            self._end_turn(cells)
            return
        self.rules.acts[option.move.act].perform(cells, option.player, option.move.args, self.chance)
        if self.watch is not None:
            self.watch(("after", option.move.act), State(tuple(cells)))
        cells[STEP] = next_step(self.rules, option.step)
        if cells[ENDING] or self._turn_over(cells):
            self._end_turn(cells)

    def rule(self, cells: list[int], finding: Move) -> None:
        """A finding, and everything up to the next choice.  It does no step of the turn, and the turn goes on, unless its
        effects end it or leave nothing to be chosen.
        """
        with self._counted():
            self.rules.acts[finding.act].perform(cells, cells[TURN], finding.args, self.chance)
            if self.watch is not None:
                self.watch(("after", finding.act), State(tuple(cells)))
            if cells[ENDING] or self._turn_over(cells):
                self._end_turn(cells)

    def _counted(self) -> AbstractContextManager[None]:
        return counted(self.rules.compiler.work)

    # ------------------------------------------------------------------ turns

    def _turns(self, cells: list[int]) -> None:
        """Begin turns until one awaits a choice, or the hand has ended."""
        for _ in range(MOST_IDLE_TURNS):
            self._clear(cells, "turn")
            cells[STEP] = 0
            cells[PHASE] = PHASE_TURN
            self._happen(cells, "start", "turn")
            if not cells[ENDING] and not self._turn_over(cells):
                return
            if self._finish_turn(cells):
                return
        raise Faulted("C0808", say("{n} turns have passed in which nobody could do anything", n=MOST_IDLE_TURNS))

    def _turn_over(self, cells: list[int]) -> bool:
        """Whether nothing is left to be chosen in the turn."""
        rules = self.rules
        if cells[STEP] < len(rules.steps):
            steps = [step for _, step in open_steps(rules, cells)]
            for step in reversed(steps):  # one that must be done is the last of those that are open
                player = step.actor(cells, _NO_FRAME)
                if step.must or (player >= 0 and any(rules.acts[a].possible(cells, player) for a in step.acts)):
                    return bool(rules.ends["turn"](cells, _NO_FRAME))
        return not rules.obligations or not obliged(rules, cells)

    def _end_turn(self, cells: list[int]) -> None:
        if not self._finish_turn(cells):
            self._turns(cells)

    def _finish_turn(self, cells: list[int]) -> bool:
        """The end of a turn; whether the hand ended with it.  If not, it is the next player's turn."""
        rules = self.rules
        if cells[ENDING] <= 1:
            cells[ENDING] = GOING_ON
            self._happen(cells, "end", "turn")
        if cells[ENDING] > 1 or rules.ends["hand"](cells, _NO_FRAME):
            self._end_hand(cells)
            return True
        cells[ENDING] = GOING_ON
        cells[TURN] = self._someone(
            rules.passes(cells, _NO_FRAME), say("nobody has the next turn: the clause that says who finds no player")
        )
        return False

    def _someone(self, player: int, lacking: Message) -> int:
        if player < 0:
            raise Faulted("C0809", lacking)
        return player

    # ------------------------------------------------------------------ hands

    def _end_hand(self, cells: list[int]) -> None:
        """The end and the count of a hand; a hand ended as void, or by the match, is not counted."""
        ending = cells[ENDING]
        cells[PHASE] = PHASE_COUNTED
        if ending < VOID_HAND:
            cells[ENDING] = GOING_ON
            self._happen(cells, "end", "hand")
            if cells[ENDING] < END_MATCH:
                self._happen(cells, "count", "hand")
        if cells[ENDING] >= END_MATCH or (ending != VOID_HAND and self.rules.ends["match"](cells, _NO_FRAME)):
            if cells[ENDING] != VOID_MATCH:
                cells[ENDING] = GOING_ON
                self._happen(cells, "end", "match")
            cells[PHASE] = PHASE_OVER
        cells[ENDING] = GOING_ON

    def _happen(self, cells: list[int], moment: str, period: g.Period) -> None:
        course = self.rules.courses.get((moment, period))
        if course is not None:
            course(cells, self.chance)
        broken_off = cells[ENDING] > END_TURN and (period == "turn" or moment == "start")
        if self.watch is not None and not broken_off:
            self.watch((moment, period), State(tuple(cells)))

    def _clear(self, cells: list[int], period: g.Period) -> None:
        for slot, run in self.rules.initial[period]:
            cells[slot] = run(cells, _NO_FRAME)
