"""The referee: what can be done in a state, and what comes of it.  States are values; nothing is changed in place.

Takes a compiled game and its states.  What the rules do not decide (a clash, a gap, an endless course) is answered with a
diagnostic instead of a state or of moves.
"""

from __future__ import annotations

from cartaro_grammar import Diagnostic, say
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.play.engine import Play, Watch
from cartaro_interpreter.play.match_moves import matching
from cartaro_interpreter.play.turn import Choice, legal
from cartaro_interpreter.play.unseen_choices import choices, settled
from cartaro_interpreter.state.chance import CardChance, Chance, SeededChance
from cartaro_interpreter.state.fault import Faulted, diagnosed
from cartaro_interpreter.state.layout import PHASE, PHASE_BEFORE, PHASE_COUNTED, PHASE_TURN
from cartaro_interpreter.state.move import Move
from cartaro_interpreter.state.state import State


def begin_match(rules: Rules, chance: Chance) -> State | Diagnostic:
    """Return the state before the first hand, after the clauses `at the start of the match`."""
    try:
        return State(tuple(Play(rules, chance).begin_match()))
    except Faulted as fault:
        return diagnosed(fault)


def begin_hand(rules: Rules, state: State, chance: Chance, watch: Watch | None = None) -> State | Diagnostic:
    """From before a hand to its first choice."""
    if state.phase not in (PHASE_BEFORE, PHASE_COUNTED):
        return Diagnostic("C0818", say("no hand can begin here: one is being played, or the match is over"))
    try:
        cells = list(state.cells)
        Play(rules, chance, watch).begin_hand(cells)
        return State(tuple(cells))
    except Faulted as fault:
        return diagnosed(fault)


def legal_moves(rules: Rules, state: State) -> tuple[Move, ...] | Diagnostic:
    """Every legal move, in canonical order: steps and acts as in the text, then cards as in the deck.  None where no move
    is awaited.
    """
    if state.cells[PHASE] != PHASE_TURN:
        return ()
    try:
        return tuple(option.move for option in legal(rules, state.cells))
    except Faulted as fault:
        return diagnosed(fault)


def legal_choices(rules: Rules, state: State) -> tuple[Move, ...] | Diagnostic:
    """What whoever is to move can choose among: the legal moves, with the cards left open that are chosen unseen."""
    moves = legal_moves(rules, state)
    return moves if isinstance(moves, Diagnostic) else choices(rules.game, moves)


def step(
    rules: Rules, state: State, move: Move, chance: CardChance | None = None, watch: Watch | None = None
) -> State | Diagnostic:
    """The state after a move and all that follows it, up to the next choice or the end of the hand or match.

    A move is known by its act and arguments.  One that is not legal is answered with a diagnostic.  `chance` is needed only
    where a move may lead to a shuffle, or leaves a card open that is chosen unseen.
    """
    try:
        option = find(rules, state, move)
        if option is None:
            return Diagnostic("C0818", say("`{act}` is not legal here with these arguments", act=move.act))
        return perform(rules, state, option, chance or SeededChance(0), watch)
    except Faulted as fault:
        return diagnosed(fault)


def find(rules: Rules, state: State, move: Move) -> Choice | None:
    """The legal option that a move names, with its open cards left open.  May raise `Faulted`."""
    if state.cells[PHASE] != PHASE_TURN:
        return None
    return matching(rules, state.cells, legal(rules, state.cells), move)


def perform(rules: Rules, state: State, option: Choice, chance: CardChance, watch: Watch | None = None) -> State:
    """The state after a legal option.  May raise `Faulted`."""
    cells = list(state.cells)
    Play(rules, chance, watch).act(cells, settled(rules, cells, option, chance.pick))
    return State(tuple(cells))
