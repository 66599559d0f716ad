"""Hands in which groups of cards lie on the table, and the moves of such hands in the form in which a proof makes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from tests.verify.material import cards_of, is_state, table_of, vector_of

from cartaro_grammar.model import game as g
from cartaro_grammar.model.game import Game
from cartaro_interpreter.play.course import Play
from cartaro_interpreter.play.turn import Choice, legal
from cartaro_interpreter.state.chance import SeededChance
from cartaro_interpreter.state.state import PHASE, PHASE_TURN, STEP
from cartaro_interpreter.state.state import State as Position
from cartaro_verify.encode.acts import Acts, SymbolicArguments
from cartaro_verify.encode.possible_groups import Groups
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import TermCourse
from cartaro_verify.frame import transition_system as moves
from cartaro_verify.frame.transition_system import MoveSort, conditions, sorts
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.play.table import HistoryTable
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import SymbolicState

FAMILY = "melds"
CONTEXT = ProofContext()
MOST_MOVES = 150
HANDS = 6
OFTEN = {"draw": 0.05, "discard": 0.1, "attach": 0.5}
"""The share of moves that are kept, for kinds of acts that are frequent in the hands."""


@dataclass(frozen=True, slots=True)
class Done:
    """A legal move in a hand: the state before it, the states at the moments on the way, and the state after it."""

    before: Position
    option: Choice
    seen: dict[tuple[str, str], Position]
    after: Position

    @property
    def awaits(self) -> bool:
        """Whether the turn waits for a further move."""
        return self.after.cells[PHASE] == PHASE_TURN and ("end", "turn") not in self.seen


def hand(table: HistoryTable, seed: int) -> Iterator[Done]:
    """Return a random hand that lays, adds and exchanges cards more often than a uniform choice would."""
    random, seen = Random(seed), dict[tuple[str, str], Position]()

    def watch(moment: tuple[str, str], reached: Position) -> None:
        seen.setdefault(moment, reached)

    play = Play(table.rules, SeededChance(seed), watch)
    cells = play.first_hand()
    for _ in range(MOST_MOVES):
        if cells[PHASE] != PHASE_TURN:
            return
        options = legal(table.rules, cells)
        if not options:
            return
        often = [o for o in options if table.rules.steps[min(o.step, len(table.rules.steps) - 1)].often]
        if often and random.random() < 0.8:
            act = random.choice(sorted({o.move.act for o in often}))
            options = [o for o in often if o.move.act == act]
        option, before = random.choice(options), Position(tuple(cells))
        seen.clear()
        play.act(cells, option)
        yield Done(before, option, dict(seen), Position(tuple(cells)))


@cache
def played(name: str, players: str) -> tuple[Done, ...]:
    """Return moves of a few hands; only some moves of the most frequent kinds are kept."""
    table, random, found = table_of(name, players=players), Random(5), list[Done]()
    for seed in range(HANDS):
        found += [d for d in hand(table, seed) if random.random() < OFTEN.get(d.option.move.act, 1)]
    return tuple(found)


def known_groups(game: Game) -> Groups:
    found = CONTEXT.of(game).groups
    assert found is not None
    return found


def family(game: Game) -> tuple[int, ...]:
    shapes = known_groups(game).of_family(FAMILY)
    assert shapes is not None
    return shapes


def sort_of(table: HistoryTable, done: Done) -> MoveSort:
    found = [
        s
        for s in sorts(table.game, done.before.turn, done.before.cells[STEP])
        if (s.act, s.player, s.step) == (done.option.move.act, done.option.player, done.option.step)
    ]
    assert len(found) == 1
    return found[0]


def made(table: HistoryTable, done: Done) -> tuple[MoveSort, SymbolicArguments, SymbolicState, SolverSession]:
    """Return the move as a proof makes it: its arguments are any that the conditions allow, except that their cards are
    known.
    """
    acts, state, sort = Acts(table.game, CONTEXT), symbolic(table.rules, done.before), sort_of(table, done)
    arguments, law = conditions(acts, sort, state)
    act = table.game.act[sort.act]
    same = [
        terms.equal(x, y)
        for p, n in zip(act.parameters, done.option.move.args, strict=True)
        for x, y in zip(
            acts.encoder.vector(arguments[p.name], p.type), vector_of(table, cards_of(table, p.type, n)), strict=True
        )
    ]
    return sort, arguments, moves.with_known_sources(acts, sort, arguments, state), SolverSession(acts, (law, *same))


def reaches(session: SolverSession, states: list[SymbolicState], known: SymbolicState) -> bool:
    return any(is_state(session, state, known) for state in states)


def definitions(game: Game, function: str) -> list[tuple[g.Clause, g.Definition]]:
    found = [(c, c.sentence) for c in game.clauses if isinstance(c.sentence, g.Definition)]
    return [(clause, said) for clause, said in found if said.function == function]


def symbolic_deal(table: HistoryTable) -> tuple[SolverSession, list[SymbolicState]]:
    """Return the result of a deal, from any state between two hands."""
    acts = Acts(table.game, CONTEXT)
    state = symbols.anywhere(acts.variables, table.game, 0, "b", out_of_sight=True)
    session = SolverSession(acts, state.facts)
    course = TermCourse(acts, session.feasible)
    return session, [p.state for p in course.hand_begun(course.dealt(replace(state, facts=())))]
