"""What keeps a turn from being ended, in words: the values on which an obligation, or what bars the last act, rests.

Takes a state and a move that would leave the turn without an end; gives sentences about the state as it is, or about the one
that the move would lead to, and about all that the turn can come to after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cartaro_grammar import NUMBER, PLAYER, TRUTH, Diagnostic, element
from cartaro_grammar import game as g
from cartaro_interpreter import (
    END_OF_TURN,
    Choice,
    Fact,
    Faulted,
    Move,
    State,
    actor_of,
    after,
    ask,
    ask_members,
    blind,
    dead_ends,
    free_locals,
    obliged,
    open_steps,
    settled_before_the_end,
)
from cartaro_rulebook.answers.facts import ToldState
from cartaro_rulebook.prose import joined_conditions

_COMPARED = ("=", "<", "<=")


def duty(told: ToldState, move: Move, clause: g.Clause) -> str:
    """What a clause comes to after the move, or as it is; empty where its case holds in neither, or names the move's cards."""
    parts = tuple(part for condition in _case(clause) for part in joined_conditions.conjuncts(condition))
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


def lasting(told: ToldState, move: Move, clause: g.Clause) -> str:
    """What an obligation comes to whatever else is done in the turn after the move: the bounds of what it compares; empty where
    nothing else changes that, where it can be lifted, and where that is not known.
    """
    said = clause.sentence
    actor = actor_of(told.rules, told.state, move.act)
    step = next((number for number, step in open_steps(told.rules, told.state.cells) if move.act in step.acts), None)
    if step is None or not isinstance(said, g.Obligation):
        return ""
    reached = dead_ends(told.rules, told.state, Choice(step, actor, move))
    if not reached or not all(clause.name in obliged(told.rules, state.cells) for state in reached):
        return ""
    parts = joined_conditions.conjuncts(said.condition)
    found = [bound for part in parts for bound in bounds(told, reached, part, actor)]
    if found == [*parts]:
        return ""
    again = told.scope.about(g.Actor(PLAYER, clause.span))
    facts = [(again if number else told.scope).condition(bound, False) for number, bound in enumerate(found)]
    return told.lang.say("ruling_lasting", x="; ".join(facts))


def bounds(told: ToldState, reached: tuple[State, ...], part: g.Expr, actor: int) -> Iterator[g.Expr]:
    """A part of a case that holds everywhere, with the bounds of what it compares in place of the comparison, as far as they
    are others than in the first state.
    """
    numbers = part.operands if isinstance(part, g.Operation) and part.operator in _COMPARED else ()
    found: list[g.Expr] = []
    for cell in (e for e in numbers if e.type == NUMBER and settled_before_the_end(told.rules, e)):
        values = [ask(told.rules, state, cell, actor) for state in reached]
        known = [value for value in values if isinstance(value, int)]
        if len(known) == len(values):
            found += [_compared(cell, min(known), least=True)] if min(known) < known[0] else []
            found += [_compared(cell, max(known), least=False)] if max(known) > known[0] else []
    yield from found or (part,)


def _compared(cell: g.Expr, number: int, *, least: bool) -> g.Operation:
    """A bound as if it were written: the cell first, then the number."""
    after = replace(cell.span, start=cell.span.end)
    bound = g.Number(number, NUMBER, after)
    return g.Operation("<=", (bound, cell) if least else (cell, bound), TRUTH, cell.span)


def _case(clause: g.Clause) -> tuple[g.Expr, ...]:
    match clause.sentence:
        case g.Obligation(condition):
            return (condition,)
        case g.Prohibition() if not clause.unless:
            return clause.when
        case (
            g.Prohibition() | g.Permission() | g.Step() | g.Definition() | g.Sees() | g.Score() | g.Begins() | g.Passes()
            | g.Ends() | g.SidesAre() | g.TakesPart() | g.Runs() | g.Consequence() | g.Breach() | g.Conduct() | g.Material()
        ):  # fmt: skip
            return ()


def _states(told: ToldState, move: Move, actor: int) -> Iterator[tuple[str, State]]:
    """The state that the move leads to, where the player sees it; then the one there is."""
    rules, cells = told.rules, told.state.cells
    steps = [number for number, step in open_steps(rules, cells) if move.act in step.acts]
    option = Choice(steps[0] if steps else -1, actor, move)
    if steps and move.act != END_OF_TURN and not blind(rules, cells, option):
        try:
            yield "ruling_then", State(tuple(after(rules, cells, option)))
        except Faulted:
            return
    yield "ruling_here", told.state


def _fact(told: ToldState, state: State, expr: g.Expr, actor: int) -> Fact:
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
            found = ask_members(told.rules, state, where, actor)
            return Fact(expr, holds, members=() if isinstance(found, Diagnostic) else found)
        case _:
            return Fact(expr, holds)
