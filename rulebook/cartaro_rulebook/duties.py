"""What keeps a turn from being ended, in words: the values on which an obligation, or what bars the last act, rests.

Takes a state and a move that would leave the turn without an end; gives sentences about the state as it is, or about the one
that the move would lead to.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import game as g
from cartaro_grammar.types import PLAYER, element
from cartaro_interpreter import END_OF_TURN, Move, State, ask
from cartaro_interpreter.fault import Faulted
from cartaro_interpreter.grounds import Fact, actor_of
from cartaro_interpreter.mentions import free_locals
from cartaro_interpreter.turn import Option, after, blind, open_steps
from cartaro_rulebook import conditions
from cartaro_rulebook.facts import Told

_COMPARED = ("=", "<", "<=")


def duty(told: Told, move: Move, clause: g.Clause) -> str:
    """What a clause comes to after the move, or as it is; empty where its case holds in neither, or names the move's cards."""
    parts = tuple(part for condition in _case(clause) for part in conditions.conjuncts(condition))
    if not parts or any(free_locals(part) for part in parts):
        return ""
    actor = actor_of(told.rules, told.state, move.act)
    for key, state in _states(told, move, actor):
        facts = [_fact(told, state, part, actor) for part in parts]
        if all(fact.holds for fact in facts):
            again = told.scope.about(g.Actor(PLAYER, clause.span))
            said = [told.fact(fact, again if number else told.scope) for number, fact in enumerate(facts)]
            return told.lang.say(key, x="; ".join(said))
    return ""


def _case(clause: g.Clause) -> tuple[g.Expr, ...]:
    match clause.sentence:
        case g.Obligation(condition):
            return (condition,)
        case g.Prohibition() if not clause.unless:
            return clause.when
        case _:
            return ()


def _states(told: Told, move: Move, actor: int) -> Iterator[tuple[str, State]]:
    """The state that the move leads to, where the player sees it; then the one there is."""
    rules, cells = told.rules, told.state.cells
    steps = [number for number, step in open_steps(rules, cells) if move.act in step.acts]
    option = Option(steps[0] if steps else -1, actor, move)
    if steps and move.act != END_OF_TURN and not blind(rules, cells, option):
        try:
            yield "ruling_then", State(tuple(after(rules, cells, option)))
        except Faulted:
            return
    yield "ruling_here", told.state


def _fact(told: Told, state: State, expr: g.Expr, actor: int) -> Fact:
    """A part of a case in a state, with what shows it."""

    def value(of: g.Expr) -> int:
        found = ask(told.rules, state, of, actor)
        return found if isinstance(found, int) else 0

    holds = bool(value(expr))
    match expr:
        case g.Operation(operator, operands) if operator in _COMPARED:
            shown = [e for e in operands if not isinstance(e, g.Number | g.Setting | g.Nobody | g.Actor | g.Symbol)]
            return Fact(expr, holds, tuple((e, value(e)) for e in shown))
        case g.Quantified("some", variable, members, condition) if element(members.type) is not None:
            where = g.Where(variable, members, condition, members.type, expr.span)
            return Fact(expr, holds, members=value(where))
        case _:
            return Fact(expr, holds)
