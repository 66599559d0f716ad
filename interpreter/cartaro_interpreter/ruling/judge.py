"""Why a move is, or is not, legal: the place where it fails and the clauses that own that place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cartaro_grammar import Diagnostic, Expr
from cartaro_grammar import game as g
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.expressions.mentions import parts
from cartaro_interpreter.play.match_moves import meanings
from cartaro_interpreter.play.turn import Choice, LookAhead, after, obliged, open_steps
from cartaro_interpreter.ruling.blockers import barring
from cartaro_interpreter.state.budget import counted
from cartaro_interpreter.state.fault import Faulted, diagnosed
from cartaro_interpreter.state.layout import PHASE, PHASE_TURN, TURN
from cartaro_interpreter.state.move import END_OF_TURN, Move
from cartaro_interpreter.state.state import State

RulingReason = Literal["legal", "no choice", "step", "domain", "permission", "barred", "turn", "ruled"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A ruling on one move.

    `reason` says where it fails: no move is awaited (`no choice`); no open step has the act (`step`); an argument is outside
    its domain (`domain`, with the parameter's name); no permission applies (`permission`); every permission that applies is
    barred (`barred`); the turn could not be completed (`turn`); a ruling asks for another move (`ruled`, which only tables and
    examples know).  `clauses` names the clauses of that place: the step that must be done first and those that have the act,
    the definitions in the domain, the permissions that do not apply, the prohibitions that bar, the obligations, the rulings;
    of a legal move, the permissions it stands on.
    """

    legal: bool
    reason: RulingReason
    clauses: tuple[str, ...]
    parameter: str = ""


_HOW_FAR: tuple[RulingReason, ...] = ("no choice", "step", "domain", "permission", "barred", "turn", "legal")


def judge(rules: Rules, state: State, move: Move) -> Judgement | Diagnostic:
    """The ruling on a move in a state (where its cards may be read in several ways, on the way that comes furthest); of a
    finding, whether it can be entered.
    """
    try:
        with counted(rules.compiler.work):
            found = [_judge(rules, state, meaning) for meaning in meanings(rules, state.cells, move)]
        return max(found, key=lambda verdict: _HOW_FAR.index(verdict.reason))
    except Faulted as fault:
        return diagnosed(fault)


def _judge(rules: Rules, state: State, move: Move) -> Judgement:
    cells = state.cells
    if cells[PHASE] != PHASE_TURN:
        return Judgement(False, "no choice", ())
    if move.act == END_OF_TURN:
        return _end_of_turn(rules, state)
    if rules.game.act[move.act].finding:
        return _within(rules, state, move, cells[TURN]) or Judgement(True, "legal", ())
    opened = [(number, step) for number, step in open_steps(rules, cells) if move.act in step.acts]
    if not opened:
        return Judgement(False, "step", _awaited(rules, state, move))
    number, step = opened[0]
    player = step.actor(cells, [])
    ruling = _warrant(rules, state, move, player)
    option = Choice(number, player, move)
    if ruling.legal and not LookAhead(rules).completes(cells, option):
        return Judgement(False, "turn", _obstacles(rules, after(rules, cells, option)))
    return ruling


def _awaited(rules: Rules, state: State, move: Move) -> tuple[str, ...]:
    """The steps that must be done first, then those that have the act."""
    having = [step.clause.name for step in rules.steps if move.act in step.acts]
    first = [step.clause.name for _, step in open_steps(rules, state.cells) if step.must and having]
    return tuple(dict.fromkeys([*first, *having]))


def _obstacles(rules: Rules, cells: list[int]) -> tuple[str, ...]:
    """The clauses that keep a turn from being completed: obligations in force, else the steps that must still be done, with
    what bars them.
    """
    found = obliged(rules, cells)
    steps = [step for _, step in open_steps(rules, cells) if step.must]
    return found or (*(step.clause.name for step in steps), *(name for step in steps for name in barring(rules, cells, step)))


def _end_of_turn(rules: Rules, state: State) -> Judgement:
    musts = tuple(step.clause.name for _, step in open_steps(rules, state.cells) if step.must)
    if musts:
        return Judgement(False, "step", musts)
    found = obliged(rules, state.cells)
    return Judgement(False, "turn", found) if found else Judgement(True, "legal", ())


def _within(rules: Rules, state: State, move: Move, player: int) -> Judgement | None:
    """Where an argument is not what it may be."""
    act = rules.game.act[move.act]
    if len(move.args) != len(act.parameters):
        return Judgement(False, "domain", ())
    inquiry = rules.acts[move.act].inquiry
    frame = inquiry.frame(player, move.args)
    for parameter, lies_within in zip(act.parameters, inquiry.domains, strict=True):
        if not lies_within(state.cells, frame):
            return Judgement(False, "domain", _definitions(rules, parameter.domain), parameter.name)
    return None


def _warrant(rules: Rules, state: State, move: Move, player: int) -> Judgement:
    """Whether a move is warranted, and by what; or where it fails to be."""
    outside = _within(rules, state, move, player)
    if outside is not None:
        return outside
    inquiry = rules.acts[move.act].inquiry
    frame = inquiry.frame(player, move.args)
    applying = [title for title in inquiry.titles if title[1](state.cells, frame)]
    if not applying:
        return Judgement(False, "permission", tuple(name for name, _, _ in inquiry.titles))
    barring: dict[str, None] = {}
    free: list[str] = []
    for title, _, prohibitions in applying:
        found = [name for name, bars in prohibitions if bars(state.cells, frame)]
        barring.update(dict.fromkeys(found))
        free += [] if found else [title]
    return Judgement(True, "legal", tuple(free)) if free else Judgement(False, "barred", tuple(barring))


def _definitions(rules: Rules, domain: Expr | None) -> tuple[str, ...]:
    """The clauses of the definitions that a domain uses."""
    if domain is None:
        return ()
    found: list[str] = []
    if isinstance(domain, g.Apply):
        found += [clause.name for clause, _ in rules.game.definitions_of(domain.function)]
    for part in parts(domain):
        found += _definitions(rules, part)
    return tuple(found)
