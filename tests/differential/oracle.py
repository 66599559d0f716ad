"""The truth about obligations and claims, taken from an exploration.

`Truth.false` holds a state that breaks the claim, if one was found. If none was found and the exploration was closed, the claim
is true; otherwise nothing is known about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tests.differential.exploration import AWAIT, Moment, Node, Seen, World
from tests.differential.nodes import has, nodes

from cartaro_grammar.model import game as g
from cartaro_grammar.text.diagnostic import CODES, Diagnostic
from cartaro_interpreter import PHASE_BEFORE, PHASE_COUNTED, PHASE_OVER, State, question
from cartaro_interpreter.play.questions import Query
from cartaro_interpreter.state.state import PHASE

NOWHERE: Node = ()
CLASHES = frozenset({"C0801", "C0802"})
TOO_MANY = frozenset(code for code, info in CODES.items() if info.limit)
"""Limits of the program, about which no obligation says anything."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The known facts about one obligation or line.

    `against` counts the states, out of `asked`, that break it (or, for `it can happen`, that make it true). `undecided` counts
    the states in which the rules do not decide it. `met` is true if its premise was met. `value` is the greatest or least value
    of an extreme.
    """

    against: int
    asked: int
    undecided: int = 0
    met: bool = True
    value: int | None = None
    where: tuple[Moment, Seen] | None = None


@dataclass(slots=True)
class Questions:
    """Evaluates expressions in the states of a world; each expression is compiled once."""

    world: World

    def ask(self, expr: g.Expr, moments: tuple[Moment, ...], free: bool = False) -> Iterator[tuple[Moment, Seen, int | None]]:
        """Return the value of an expression at every moment; None if the rules do not decide it."""
        sides = range(self.world.rules.game.sides) if free else ()
        for moment in moments:
            words = self.words(moment)
            asking = question(self.world.rules, expr, ("side",) if free else words)
            if isinstance(asking, Diagnostic):
                raise TypeError(asking.message)
            for seen in self.world.met.get(moment, ()):
                for values in [{"side": s} for s in sides] or [dict(zip(words, seen.arguments, strict=True))]:
                    yield moment, seen, _value(asking, seen, values)

    def words(self, moment: Moment) -> tuple[str, ...]:
        game = self.world.rules.game
        act = game.act.get(moment[1]) if moment[0] in ("before", "after") else None
        return tuple(p.name for p in act.parameters) if act else ()


def _value(asking: Query, seen: Seen, values: dict[str, int]) -> int | None:
    found = asking(State(seen.cells), values, seen.actor)
    return None if isinstance(found, Diagnostic) else found


# ---------------------------------------------------------------------------------------------- claims


def spoken_of(line: g.ClaimLine) -> tuple[Moment, ...]:
    """Return the moments that a line is about."""
    match line:
        case g.Always(condition=condition):
            return settled(condition)
        case g.Possible(condition=condition, after=after):
            return (("after", after),) if after else settled(condition)
        case g.AtEvery(moment=moment, period=period) | g.ExtremeClaim(moment=moment, period=period):
            return ((moment, period),)
        case g.BeforeEvery(act=act):
            return (("before", act),)
        case g.AfterEvery(act=act):
            return (("after", act),)


def settled(condition: g.Expr) -> tuple[Moment, ...]:
    """Return the moments that `always`, `never` and `it can happen` are about."""
    return (AWAIT,) if has(condition, g.Actor) else (AWAIT, ("end", "turn"))


def truth(questions: Questions, line: g.ClaimLine) -> Truth:
    """Evaluate a line in every state."""
    moments = spoken_of(line)
    if isinstance(line, g.ExtremeClaim):
        return _extreme(questions, line, moments)
    against = asked = undecided = 0
    where: tuple[Moment, Seen] | None = None
    for moment, seen, value in questions.ask(line.condition, moments):
        asked += 1
        undecided += value is None
        if value is not None and bool(value) is isinstance(line, g.Possible):
            against += 1
            where = where or (moment, seen)
    return Truth(against, asked, undecided, _premise_met(questions, line, moments), None, where)


def _extreme(questions: Questions, line: g.ExtremeClaim, moments: tuple[Moment, ...]) -> Truth:
    free = any(isinstance(n, g.Local) and n.name == "side" for n in nodes(line.amount))
    values = [value for _, _, value in questions.ask(line.amount, moments, free)]
    known = [v for v in values if v is not None]
    best = (max if line.which == "greatest" else min)(known, default=None)
    beyond = sum(v > line.value if line.which == "greatest" else v < line.value for v in known)
    return Truth(beyond, len(values), len(values) - len(known), True, best)


def _premise_met(questions: Questions, line: g.ClaimLine, moments: tuple[Moment, ...]) -> bool:
    """Return whether the presupposition of a claim is true somewhere: for `A or B`, that A is false; for `every x in s …`, that
    s has members.
    """
    if isinstance(line, g.ExtremeClaim | g.Possible):
        return True
    needed = list(_premises(line.condition))
    return not needed or any(all(value for _, _, value in found) for found in _together(questions, needed, moments))


def _together(
    questions: Questions, needed: list[g.Expr], moments: tuple[Moment, ...]
) -> Iterator[tuple[tuple[Moment, Seen, int | None], ...]]:
    return zip(*(questions.ask(expr, moments) for expr in needed), strict=True)


def _premises(expr: g.Expr) -> Iterator[g.Expr]:
    if isinstance(expr, g.Operation) and expr.operator == "or":
        for operand in expr.operands[:-1]:
            yield g.Operation("not", (operand,), operand.type, operand.span)
        yield from _premises(expr.operands[-1])
    if isinstance(expr, g.Quantified) and expr.quantifier == "every":
        inner = list(_premises(expr.condition))
        met = inner[0] if len(inner) == 1 else g.Operation("and", tuple(inner), expr.type, expr.span) if inner else None
        yield g.Quantified(
            "some", expr.variable, expr.members, met or g.Truth(True, expr.type, expr.span), expr.type, expr.span
        )


# ---------------------------------------------------------------------------------------------- obligations


def obligations(world: World) -> dict[str, Truth]:
    """Return the obligations by name: `against` is 1 if one is broken."""
    asked = len(world.met.get(AWAIT, ()))
    broken = {
        "conserved": world.lost is not None,
        "movable": world.stuck is not None,
        "ends": circle(world.moved),
        "decided": bool(world.faults.keys() & CLASHES),
        "endable": world.closed and not ends_from_everywhere(world),
        "faultless": bool(world.faults.keys() - CLASHES - TOO_MANY),
    }
    return {name: Truth(int(against), asked) for name, against in broken.items()}


def circle(edges: Mapping[Node, set[Node]]) -> bool:
    """Return whether a walk along edges can return to its start."""
    done: set[Node] = set()
    on_path: set[Node] = set()
    for start in edges:
        stack: list[tuple[Node, Iterator[Node]]] = []
        if start not in done:
            done.add(start)
            on_path.add(start)
            stack.append((start, iter(edges.get(start, ()))))
        while stack:
            node, rest = stack[-1]
            following = next(rest, NOWHERE)
            if following is NOWHERE:
                on_path.discard(node)
                stack.pop()
            elif following in on_path:
                return True
            elif following not in done:
                done.add(following)
                on_path.add(following)
                stack.append((following, iter(edges.get(following, ()))))
    return False


def ends_from_everywhere(world: World) -> bool:
    """Return whether from every state between two hands the match can be ended by some further hands."""
    into: dict[Node, set[Node]] = {}
    for source, targets in world.leads.items():
        for target in targets:
            into.setdefault(target, set()).add(source)
    reached: list[Node] = [node for node in world.leads if isinstance(node, tuple) and node[PHASE:][:1] == (PHASE_OVER,)]
    known = set(reached)
    while reached:
        for source in into.get(reached.pop(), ()):
            if source not in known:
                known.add(source)
                reached.append(source)
    between = (n for n in world.leads if isinstance(n, tuple) and n[PHASE:][:1] in ((PHASE_BEFORE,), (PHASE_COUNTED,)))
    return all(node in known for node in between)
