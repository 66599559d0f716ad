"""Why a course that goes back comes to an end: `repeat from …` cannot go on for ever.

Four reasons are looked for, from the plainest on.

1. Each round gathers and shuffles all cards and knows nothing of the rounds before it: it is the same game of chance again.
   Then one round that was seen to stand is enough, for it has the same chance every time.
2. Each round leads to the same deals, whatever is remembered, and one deal that was seen would stand whatever is remembered.
3. Something bounded grows or falls with every round: the cards in a zone, or a counter that the repeating clause bounds.
4. Whatever goes back under the pile is shuffled with it, and a round always can deal, and would then be the last, cards none of
   which is of one rank or suit: after each shuffle that has a chance, and without one the pile runs out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cartaro_grammar import Game, facts_of
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import SCALAR, TermCourse
from cartaro_verify.frame.invariants import Invariant
from cartaro_verify.frame.transition_system import TransitionSystem
from cartaro_verify.obligations.repeat_rounds import RepeatedCourse, by_count, by_luck, loops_of
from cartaro_verify.play.symbolic_positions import symbolic
from cartaro_verify.play.table import HistoryTable, Moment, Position
from cartaro_verify.terms import symbols, walk
from cartaro_verify.terms.loops import gathers
from cartaro_verify.terms.messages import FormText, words
from cartaro_verify.terms.symbols import SymbolicState
from cartaro_verify.terms.unknowns import Cond

DEALS = 40
"""So many hands are played to see a course come to its end."""


@dataclass(frozen=True, slots=True)
class RedealEnding:
    """Why each course that goes back ends; `what` says of which that is not known."""

    reasons: tuple[FormText, ...]
    what: FormText | None = None


def ending(frame: TransitionSystem, table: HistoryTable) -> RedealEnding:
    """Why every course that goes back ends, or of which that is not known."""
    loops, reasons = list(loops_of(frame.game)), list[FormText]()
    seen = _seen(table) if loops else {}
    for loop in loops:
        reason = _by_chance(frame, loop, table, seen) or by_count(frame, loop) or by_luck(frame, loop)
        if not reason:
            return RedealEnding(tuple(reasons), words("rounds_open", clause=words("clause", name=loop.name)))
        reasons.append(reason)
    return RedealEnding(tuple(reasons))


def _seen(table: HistoryTable) -> dict[Moment, list[Position]]:
    """The positions after each event in a few hands that were played."""
    found = dict[Moment, list[Position]]()
    for seed in range(DEALS // 10):
        for moment, position in table.events(seed, 10):
            found.setdefault(moment, []).append(position)
    return found


# ------------------------------------------------------------------------------------------------ by chance


def _by_chance(
    frame: TransitionSystem, loop: RepeatedCourse, table: HistoryTable, seen: dict[Moment, list[Position]]
) -> FormText | None:
    """Why the rounds end sooner or later by chance, if they do."""
    game = frame.game
    if loop.event not in seen or not gathers(game, loop.clauses, loop.body[0]):
        return None
    clause = words("clause", name=loop.name)
    if _alike(frame, loop, _remembered(game, loop)):
        return words("rounds_alike", clause=clause)
    unknown = _remembered(game, replace(loop, end=loop.end - 1)) if loop.end > loop.start else {""}
    moved = any(not isinstance(e.body, SCALAR) for c in loop.clauses[loop.end + 1 :] for e in c.effects)
    if not unknown and not moved and any(_stands(frame, loop, symbolic(table.rules, p)) for p in seen[loop.event][:DEALS]):
        return words("rounds_stand", clause=clause)
    return None


def _alike(frame: TransitionSystem, loop: RepeatedCourse, known: set[str]) -> bool:
    """Whether all rounds are alike, by what they may know from before them: nothing, or, where all players are treated alike,
    who one of them is.
    """
    if not known:
        return True
    cell = frame.game.cell.get(next(iter(known)))
    if cell is None or len(known) > 1 or not frame.turning or cell.kind != "reference" or cell.type.kind != "player":
        return False
    written = any(facts_of(e.body).memory == cell.name for _, e in loop.effects)
    return not written and Invariant("somebody", (cell.name, -1)) in frame.between


def _stands(frame: TransitionSystem, loop: RepeatedCourse, state: SymbolicState) -> bool:
    """Whether a clause does not go back in a state, whatever is remembered."""
    game, context = frame.game, frame.context
    cells, facts = dict(state.cells), list[Cond]()
    for cell, place in symbols.cell_places(game):
        cells[place], bounds = symbols.unknown_value(context.unknowns, game, cell, "any")
        facts += bounds
    acts = Acts(game, context)
    course = TermCourse(acts, SolverSession(acts).feasible)
    back = loop.goes_back(course, state.recalling(cells))
    return SolverSession(acts, facts).possible(back)[0] == "no"


def _remembered(game: Game, loop: RepeatedCourse) -> set[str]:
    """What a round may know from before it: cells read before they are given a value in it; "" stands for whose turn it is."""
    assigned, found = set[str](), set[str]()
    turn = loop.event[0] == "after" or loop.event[1] == "turn"
    for clause, effect in loop.effects:
        facts = facts_of(effect.body)
        rivals = game.overriding(clause, tuple(loop.clauses))
        cases = (clause.when, clause.unless, effect.when, effect.unless, *((c.when, c.unless) for c in rivals))
        needed = reads(game, cases)
        if isinstance(effect.body, g.Become):
            value = reads(game, effect.body.value) - assigned
            whole = effect.body.cell.owner is None or effect.each is not None
            if whole and not value and not any(cases) and not rivals:
                assigned.add(effect.body.cell.cell)
        elif facts.memory is None:
            needed |= reads(game, facts.reads)
        found |= needed - assigned
    return found if turn else found - {""}


def reads(game: Game, node: object) -> set[str]:
    """The cells that a node reads, itself or by what it asks for; "" stands for whose turn it is."""
    found = set[str]()
    for part in walk.reached(game, node):
        if isinstance(part, g.Recall):
            found.add(part.cell)
        elif isinstance(part, g.Actor | g.Can):
            found.add("")
    return found
