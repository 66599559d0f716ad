"""A turn that cannot be completed: everything it can come to after a move, as the search that failed has seen it."""

from __future__ import annotations

from cartaro_grammar import Expr
from cartaro_grammar import game as g
from cartaro_interpreter.acts.influence import EVERYTHING, changes
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.play.turn import Choice, LookAhead
from cartaro_interpreter.state.fault import Faulted
from cartaro_interpreter.state.layout import TURN
from cartaro_interpreter.state.state import State


def dead_ends(rules: Rules, state: State, option: Choice) -> tuple[State, ...]:
    """Every state to which a turn without an end can come after a move, before its last act; the first is what the move itself
    leads to.  None where the turn can be completed, or where the search was spared (`stuck_cards`) and has not seen them all.
    """
    ahead = LookAhead(rules)
    try:
        if ahead.completes(state.cells, option):
            return ()
    except Faulted:
        return ()
    seen = tuple(ahead.known)
    if any(reach.hopeless(cells, cells[TURN]) for cells in seen for reach in rules.reaches):
        return ()
    return tuple(State(cells) for cells in seen)


def settled_before_the_end(rules: Rules, expr: Expr) -> bool:
    """Whether a value is a cell of memory that no last act of the turn changes."""
    if not isinstance(expr, g.Recall):
        return False
    closing = {act for step in rules.steps if step.last and not step.often for act in step.acts}
    changed = frozenset[str]().union(*(changes(rules.game, rules.game.act[act])[0] for act in closing))
    return expr.cell not in changed and EVERYTHING not in changed
