"""The values that a parameter of an act may take: cards of a zone, groups of a family, sets of cards, cards with a reading.

What the act's conditions say of a parameter narrows its choice beforehand, where they are of a form that does; the others are
left to be tested one by one.  Of equal cards that nothing tells apart one stands for all.
"""

from __future__ import annotations

from collections.abc import Callable

from cartaro_grammar import Expr, say
from cartaro_grammar import game as g
from cartaro_interpreter.expressions.bounds import Choices, CodeBounds, CodeCondition, absorb, search
from cartaro_interpreter.expressions.code import CodeScope, Frame, Run
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.expressions.group_shapes import shapes_of
from cartaro_interpreter.expressions.mentions import free_locals, parts
from cartaro_interpreter.expressions.printed_values import each
from cartaro_interpreter.expressions.set_conditions import has_pattern, of_a_sum, on_the_set
from cartaro_interpreter.expressions.sets import listed
from cartaro_interpreter.expressions.warrants import domain
from cartaro_interpreter.state.fault import Unsupported
from cartaro_interpreter.state.layout import Cells, members

ToldApart = Callable[[Cells], int]


def choices(c: Compiler, parameter: g.Parameter, scope: CodeScope, left: list[CodeCondition], done: set[str]) -> Choices:
    """The values that a parameter may take; conditions that narrow the choice are taken off the list."""
    if parameter.type.kind == "groups":
        raise Unsupported(say("a choice of several groups of cards"), parameter.span)
    if parameter.type.kind == "group" and parameter.choice == "one" and parameter.domain is not None:
        groups = listed(c, parameter.domain, scope)
        return lambda cells, frame: tuple(groups(cells, frame))
    run = domain(c, parameter, scope).run
    if parameter.choice == "all":
        return lambda cells, frame: (run(cells, frame),)
    if parameter.choice != "some":
        return _one(c, parameter, run, scope, left, done)
    table = _tabulated(c, parameter, run, left)
    if table is not None:
        return table
    if parameter.freely:
        raise Unsupported(say("a set of cards read freely on which no condition stands by itself"), parameter.span)
    bounds = CodeBounds()
    own = {parameter.name}
    for condition in tuple(left):
        needs = condition.needs()
        if own <= needs <= done | own and absorb(c, bounds, condition, parameter.name):
            left.remove(condition)
    return search(bounds, run)


def rank_of_choice(act: g.Act, number: int) -> tuple[bool, bool, int, int]:
    """Which parameter to set first: sets of cards last; where there are groups, these first, then what depends on others, and
    what is read freely after that.
    """
    parameter = act.parameters[number]
    some = parameter.choice == "some"
    if not any(other.type.kind == "group" for other in act.parameters):
        return some, False, 0, number
    names = {other.name for other in act.parameters}
    depends = parameter.domain is not None and bool(free_locals(parameter.domain) & names)
    return some, parameter.freely, 0 if parameter.type.kind == "group" else 1 if depends else 2, number


# ---------------------------------------------------------------------------------------------- one card


def _one(
    c: Compiler, parameter: g.Parameter, run: Run, scope: CodeScope, left: list[CodeCondition], done: set[str]
) -> Choices:  # fmt: skip
    faces = c.layout.faces
    if parameter.type.kind != "card" or not (faces.read or faces.plural):
        return lambda cells, frame: members(run(cells, frame))
    narrowed = _narrowed(c, parameter, scope, left, done)
    told = told_apart(c) if faces.plural and not parameter.unseen and _unordered(c, parameter.domain) else None
    freely, expanded, apart = parameter.freely, faces.expanded, faces.told_apart

    def one(cells: Cells, frame: Frame) -> tuple[int, ...]:
        mask = run(cells, frame)
        if told is not None:
            mask = apart(mask, told(cells) & mask)
        if freely:
            mask = expanded(mask)
        for keep in narrowed:
            if not mask:
                return ()
            mask &= keep(cells, frame)
        return members(mask)

    return one


def readings_of(
    c: Compiler, parameter: g.Parameter, card: Run, scope: CodeScope, left: list[CodeCondition], done: set[str]
) -> Choices:  # fmt: skip
    """The readings of a given card, where it lies in the parameter's domain."""
    run = domain(c, parameter, scope).run
    narrowed = _narrowed(c, parameter, scope, left, done)
    base, expansion = c.layout.faces.base, c.layout.faces.expansion

    def readings(cells: Cells, frame: Frame) -> tuple[int, ...]:
        given = card(cells, frame)
        if given < 0:
            return ()
        mask = expansion[base[given]]
        for keep in narrowed:
            mask &= keep(cells, frame)
            if not mask:
                return ()
        return members(mask) if run(cells, frame) >> base[given] & 1 else ()

    return readings


def _narrowed(c: Compiler, parameter: g.Parameter, scope: CodeScope, left: list[CodeCondition], done: set[str]) -> list[Run]:
    """Masks of the faces that pass conditions; these are taken off the list."""
    found: list[Run] = []
    own = frozenset((parameter.name,))
    for condition in tuple(left):
        needs = condition.needs()
        if not own <= needs <= done | own:
            continue
        name = next(own for own, known in condition.parameters if known == parameter.name)
        kept = _by_itself(c, parameter, condition, name) if needs == own else _added(c, condition, name)
        if kept is not None:
            left.remove(condition)
            found.append(kept)
    return found


def _by_itself(c: Compiler, parameter: g.Parameter, condition: CodeCondition, name: str) -> Run | None:
    """The faces that pass a condition on the card alone."""
    assert parameter.domain is not None
    held = each(c, parameter.domain, name, condition.expr, condition.scope)
    if held is None:
        return None
    mask = sum(1 << number for number, value in enumerate(held) if value)
    return lambda cells, frame: mask


def _added(c: Compiler, condition: CodeCondition, name: str) -> Run | None:
    """The faces that pass a condition on the card together with other cards."""
    known = of_a_sum(c, condition.expr, name)
    if known is None or not has_pattern(c, known[0]):
        return None
    shapes = shapes_of(c, known[0])
    runs = tuple(c.code(other, condition.scope).run for other in known[1])
    if len(runs) == 1:
        only = runs[0]
        return lambda cells, frame: shapes.additions(only(cells, frame))

    def together(cells: Cells, frame: Frame) -> int:
        mask = 0
        for run in runs:
            mask |= run(cells, frame)
        return shapes.additions(mask)

    return together


def _unordered(c: Compiler, expr: Expr | None) -> bool:
    """Whether the cards are not out of a pile, where equal ones differ in their place."""
    if expr is None:
        return True
    if isinstance(expr, g.InZone) and c.layout.places[expr.zone].order:
        return False
    return all(_unordered(c, part) for part in parts(expr))


def told_apart(c: Compiler) -> ToldApart:
    """The cards that marks and references name now, and those that a rule names: they are told from their equals."""
    layout = c.layout
    marks = [slot.slot for slot in layout.memory.values() if slot.cell.kind == "mark"]
    kept = [slot for slot in layout.memory.values() if slot.cell.kind == "reference" and slot.cell.type.kind == "card"]
    cards = [slot.slot + number for slot in kept for number in range(slot.count)]

    def told(cells: Cells) -> int:
        mask = c.named
        for slot in marks:
            mask |= cells[slot]
        for slot in cards:
            if cells[slot] >= 0:
                mask |= 1 << cells[slot]
        return mask

    return told


# ---------------------------------------------------------------------------------------------- a set of cards


def _tabulated(c: Compiler, parameter: g.Parameter, run: Run, left: list[CodeCondition]) -> Choices | None:
    """A set whose conditions are patterns, or which is read freely, is looked up in a table of the sets that fit."""
    alone = [condition for condition in left if condition.needs() == frozenset((parameter.name,))]
    named = [(condition, next(own for own, known in condition.parameters if known == parameter.name)) for condition in alone]
    fitting = [(condition, name, on_the_set(c, [condition.expr], name)) for condition, name in named]
    wholes = [(condition, whole) for condition, _, whole in fitting if whole is not None]
    if not wholes or not any(parameter.freely or has_pattern(c, whole) for _, whole in wholes):
        return None
    condition = wholes[0][1] if len(wholes) == 1 else None
    if condition is None:
        together = on_the_set(c, [one.expr for one, _ in wholes], named[0][1])
        if together is None:
            return None
        condition = together
    for one, _ in wholes:
        left.remove(one)
    shapes = shapes_of(c, condition)
    told = told_apart(c)
    physical, pack = c.layout.faces.physical, c.layout.faces.pack

    def fitting_sets(cells: Cells, frame: Frame) -> tuple[int, ...]:
        cards = run(cells, frame)
        if cards & ~pack:
            cards = physical(cards)
        return shapes.made_of(cards, told(cells) & cards)

    return fitting_sets
