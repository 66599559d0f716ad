"""The turn: which steps are open, what is warranted in them, what is legal, and looking ahead to the turn's end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from cartaro_grammar import say
from cartaro_interpreter.acts.rules import Rules, StepRules
from cartaro_interpreter.state.budget import counted
from cartaro_interpreter.state.chance import Chance, ScriptedChance
from cartaro_interpreter.state.fault import Faulted
from cartaro_interpreter.state.layout import ENDING, STEP, TURN, Cells
from cartaro_interpreter.state.move import END_OF_TURN, Move

MOST_LOOKS = 20_000
SOON_FOUND = 12
_NO_CHANCE = ScriptedChance(())
_NO_FRAME: list[int] = []


class Choice(NamedTuple):
    """A warranted move: in which step, by whom."""

    step: int
    player: int
    move: Move


def open_steps(rules: Rules, cells: Cells) -> Iterator[tuple[int, StepRules]]:
    """The steps that can be done next: up to the first that must be."""
    for number in range(cells[STEP], len(rules.steps)):
        step = rules.steps[number]
        if step.open is None or step.open(cells, _NO_FRAME):
            yield number, step
            if step.must:
                return


def warranted(rules: Rules, cells: Cells) -> list[Choice]:
    """Every move that some permission warrants in an open step, in the order of steps, acts and cards."""
    found: list[Choice] = []
    done: set[str] = set()
    must = False
    for number, step in open_steps(rules, cells):
        player = step.actor(cells, _NO_FRAME)
        for act in step.acts:
            if act not in done and player >= 0:
                done.add(act)
                found += [Choice(number, player, move) for move in rules.acts[act].moves(cells, player)]
        must = step.must
    if not must and found:
        found.append(Choice(len(rules.steps), cells[TURN], Move(END_OF_TURN, (), ())))
    return found


def legal(rules: Rules, cells: Cells) -> list[Choice]:
    """Every legal move: warranted, and the turn can still be completed after it."""
    with counted(rules.compiler.work):
        options = warranted(rules, cells)
        if not rules.obligations and (not options or not later_must(rules, options[0].step)):
            return options
        ahead, force = LookAhead(rules), obliged(rules, cells)
        return [option for option in options if ahead.completes(cells, option, force)]


def later_must(rules: Rules, step: int) -> bool:
    """Whether a step after one must be done; whether it is open then is not known yet."""
    return step < len(rules.steps) and not rules.steps[step].last


def obliged(rules: Rules, cells: Cells) -> tuple[str, ...]:
    """The obligations in force: while they are, the turn may not end."""
    return tuple(clause.name for clause, run in rules.obligations if run(cells, _NO_FRAME))


def blind(rules: Rules, cells: Cells, option: Choice) -> bool:
    """Whether the player does not see what the move leads to."""
    if option.move.act == END_OF_TURN:
        return False
    looks = rules.looks[option.move.act]
    if not looks.always and not looks.zones:
        return False
    return looks.blind(cells, option.player, rules.layout, rules.sight, rules.game.side_of)


@dataclass(slots=True)
class LookAhead:
    """Searches for a completion of the turn; remembers what it found, and gives up after `MOST_LOOKS` positions.

    Where no obligation is in force, it tries to end the turn at once; where one is, first the acts that may lift it.  What an
    act cannot do to an obligation is known beforehand (`influence`), and spares trying it.
    """

    rules: Rules
    known: dict[tuple[int, ...], bool]

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.known = {}

    def completes(self, cells: Cells, option: Choice, force: tuple[str, ...] | None = None) -> bool:
        """Whether the turn can be completed after a warranted move, or its result is not seen.  `force` names the obligations
        in force before it, where they are known.
        """
        rules = self.rules
        if force is None:
            force = obliged(rules, cells)
        if option.move.act == END_OF_TURN:
            return not force
        over = rules.steps[option.step].last and not rules.steps[option.step].often
        if over and self._settled(option, force):
            return True
        if blind(rules, cells, option):
            return True
        return self._endable(after(rules, cells, option))

    def _settled(self, option: Choice, force: tuple[str, ...]) -> bool:
        """Whether no obligation is in force after the last thing to do, as can be told without doing it."""
        return not force and not self.rules.influence[option.move.act].raises

    def _endable(self, cells: list[int]) -> bool:
        if cells[ENDING]:
            return True
        key = tuple(cells)
        if key in self.known:
            return self.known[key]
        if len(self.known) >= MOST_LOOKS:
            message = say("the turn can go on in more than {n} ways", n=MOST_LOOKS)
            raise Faulted("C0807", message, None, say("a step that can be repeated without end?"))
        self.known[key] = False
        self.known[key] = found = self._ends(cells)
        return found

    def _pays(self) -> bool:
        """Whether to ask, before searching on, if there is hope at all: at the beginning, and where the search has become
        long.
        """
        return len(self.known) == 1 or len(self.known) > SOON_FOUND

    def _ends(self, cells: list[int]) -> bool:
        rules = self.rules
        force = obliged(rules, cells)
        if force and self._pays() and any(reach.hopeless(cells, cells[TURN]) for reach in rules.reaches):
            return False
        steps = tuple(open_steps(rules, cells))
        if not force and not any(step.must for _, step in steps):
            return True
        for number, step in steps if force else reversed(steps):
            player = step.actor(cells, _NO_FRAME)
            over = step.last and not step.often
            for act in step.acts if player >= 0 else ():
                known = rules.influence[act]
                if over and not known.lifts.issuperset(force):
                    continue
                if over and not force and not known.raises:
                    if rules.acts[act].possible(cells, player):
                        return True
                    continue
                for move in rules.acts[act].moves(cells, player):
                    if self.completes(cells, Choice(number, player, move), force):
                        return True
        return False


def after(rules: Rules, cells: Cells, option: Choice, chance: Chance = _NO_CHANCE) -> list[int]:
    """The cells after a move and what follows it at once, the turn not yet ended."""
    changed = list(cells)
    rules.acts[option.move.act].perform(changed, option.player, option.move.args, chance)
    changed[STEP] = next_step(rules, option.step)
    return changed


def next_step(rules: Rules, step: int) -> int:
    """The step at which a turn stands after an act of a step."""
    return step if rules.steps[step].often else step + 1
