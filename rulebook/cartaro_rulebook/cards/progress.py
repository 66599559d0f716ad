"""The progress of a turn: counters of the turn that a clause compares with a number, while the rest of its condition holds.

For example, under *a meld opens when at least 40 points are laid and the player has not opened*, the points laid are shown
until the player has opened, and each move is shown with the new number of points.

A move is also shown with the changes that it makes to the mover's own counters, such as the chips that it puts into the pot,
and with what remains of totals of the hand if its groups are laid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from cartaro_grammar import Expr, Game, conjuncts, default, parts
from cartaro_grammar import game as g
from cartaro_interpreter import (
    Choice,
    Faulted,
    Move,
    Rules,
    State,
    after,
    ask,
    free_locals,
    hides_result,
    legal,
    open_steps,
    unlaid,
)
from cartaro_rulebook.answers.names_in_words import Things, cell_in_words
from cartaro_rulebook.cards.state_of_play import at_best
from cartaro_rulebook.words.language import in_words


@dataclass(frozen=True, slots=True)
class Bound:
    """A counter of the turn, the least value for which a condition on it is true, and the other parts of that condition."""

    counter: g.Recall
    least: int
    rest: tuple[Expr, ...]


def progress_in_words(rules: Rules, state: State, code: str) -> tuple[str, ...]:
    """Word the counters of the turn so far, with their targets."""
    values = ((each, _value(rules, state, each)) for each in _in_force(rules, state))
    return tuple(_in_words(rules, each, value, code) for each, value in values if value)


def effects_in_words(rules: Rules, state: State, move: Move, code: str) -> tuple[str, ...]:
    """Word the effects of a legal move on counters: the counters of the turn that a clause compares with a number, and the
    player's own counters for the hand or the match. Return an empty list if the player does not see the result.
    """
    step = next((number for number, step in open_steps(rules, state.cells) if move.act in step.acts), None)
    if step is None:
        return ()
    option = Choice(step, state.turn, move)
    if hides_result(rules, state.cells, option):
        return ()
    try:
        reached = State(tuple(after(rules, state.cells, option)))
    except Faulted:
        return ()
    found = _in_force(rules, state)
    values = ((each, _value(rules, state, each), _value(rules, reached, each, state.turn)) for each in found)
    compared = (_in_words(rules, each, then, code) for each, now, then in values if then != now)
    left = _left_at_best(rules, state, reached) or _left_at_best_later(rules, state, option)
    titles = Things(rules, code)
    totals = (in_words("terminal_counted", code, what=at_best(titles, function), n=least) for function, least in left.items())
    return (*compared, *_changes(rules, state, reached, move, code), *totals)


def _left_at_best(rules: Rules, before: State, reached: State) -> dict[str, int]:
    """Return what remains of totals of the mover's hand if its groups are laid, if the move changes the hand: the points that a
    discard leaves.
    """
    earlier = {each.function: each.whole for each in unlaid(rules, before, before.turn)}
    found = unlaid(rules, reached, before.turn)
    return {each.function: each.least for each in found if earlier.get(each.function) != each.whole}


def _left_at_best_later(rules: Rules, before: State, announced: Choice) -> dict[str, int]:
    """Return, for a move that only announces something, the least that a later step of the turn can leave: the points with
    which one knocks.
    """
    if announced.move.args or announced.move.act not in rules.acts:
        return {}
    found = dict[str, int]()
    for option in legal(rules, before.cells) if any(unlaid(rules, before, before.turn)) else ():
        if option.step <= announced.step or hides_result(rules, before.cells, option):
            continue
        try:
            left = _left_at_best(rules, before, State(tuple(after(rules, before.cells, option))))
        except Faulted:
            continue
        for function, least in left.items():
            found[function] = min(least, found.get(function, least))
    return found


def _changes(rules: Rules, before: State, reached: State, move: Move, code: str) -> Iterator[str]:
    """Yield the changes of the mover's own counters, except those that a number in the move states: `tricks bid: +3`."""
    stated = {value for p, value in zip(rules.game.act[move.act].parameters, move.args, strict=True) if p.type.kind == "number"}
    for cell in rules.game.cells:
        place = rules.layout.memory.get(cell.name)
        if place is None or cell.kind != "counter" or cell.owner == "table" or cell.annex or cell.period == "turn":
            continue
        slot = place.slot + (before.turn if cell.owner == "player" else rules.game.side_of[before.turn])
        change = reached.cells[slot] - before.cells[slot]
        if change and reached.cells[slot] not in stated:
            yield in_words("terminal_counted", code, what=cell_in_words(rules, cell.name, code), n=f"{change:+d}")


def _in_force(rules: Rules, state: State) -> tuple[Bound, ...]:
    """Return, for each counter, the first bound that it has not reached, or else the largest. Ignore bounds if the rest of
    their condition does not hold.
    """
    held = (each for each in _bounds(rules.game) if all(ask(rules, state, part) == 1 for part in each.rest))
    found = dict[str, Bound]()
    for each in sorted(held, key=lambda bound: bound.least):
        found.setdefault(each.counter.cell, each)
        if _value(rules, state, found[each.counter.cell]) >= found[each.counter.cell].least:
            found[each.counter.cell] = each
    return tuple(found.values())


def _value(rules: Rules, state: State, bound: Bound, actor: int | None = None) -> int:
    found = ask(rules, state, bound.counter, actor)
    return found if isinstance(found, int) else 0


def _in_words(rules: Rules, bound: Bound, value: int, code: str) -> str:
    name = cell_in_words(rules, bound.counter.cell, code)
    key = "terminal_counted" if value >= bound.least else "terminal_counted_of"
    return in_words(key, code, what=name, n=value, least=bound.least)


@lru_cache(maxsize=8)
def _bounds(game: Game) -> tuple[Bound, ...]:
    """Return the bounds of a game's own clauses, each once."""
    found = (bound for clause in game.clauses if not clause.annex for part in parts(clause) for bound in _bounds_in(game, part))
    return tuple(dict.fromkeys(found))


def _bounds_in(game: Game, part: object) -> Iterator[Bound]:
    """Yield the bounds in the direct conditions of a clause, an effect or an obligation."""
    conditions: tuple[tuple[Expr, ...], ...] = ()
    if isinstance(part, g.Clause | g.Effect):
        conditions = (part.when, *((one,) for one in part.unless))
    elif isinstance(part, g.Obligation):
        conditions = ((part.condition,),)
    for together in (conjuncts(*each) for each in conditions):
        for number, one in enumerate(together):
            rest = (*together[:number], *together[number + 1 :])
            found = _least(one)
            if found is not None and _is_of_turn(game, found[0]) and not any(map(free_locals, (found[0], *rest))):
                yield Bound(*found, tuple(other for other in rest if _least(other) is None))


def _least(condition: Expr) -> tuple[g.Recall, int] | None:
    """Return the counter and number, more than 1, of a comparison: the least value at which it becomes true, or false."""
    match condition:
        case g.Operation("<=", (g.Number(least), g.Recall() as counter)) | g.Operation(
            "<", (g.Recall() as counter, g.Number(least))
        ):
            return (counter, least) if least > 1 else None
        case g.Operation("<", (g.Number(most), g.Recall() as counter)) | g.Operation(
            "<=", (g.Recall() as counter, g.Number(most))
        ):
            return (counter, most + 1) if most > 0 else None
        case _:
            return default(condition, None)


def _is_of_turn(game: Game, recall: g.Recall) -> bool:
    cell = game.cell[recall.cell]
    return cell.kind == "counter" and cell.period == "turn"
