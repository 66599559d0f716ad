"""The grounds of a ruling: the cases of the clauses about an act, each part of them with its values in a state.

Takes a compiled game, a state and a move whose step is open; gives, for every permission of its act, whether its case holds and
which parts of it decide that, the prohibitions whose case holds against it, and what lifts them or would.  Words are made of
this elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cartaro_grammar import Diagnostic, Expr, remedies
from cartaro_grammar import game as g
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.expressions import warrants
from cartaro_interpreter.expressions.argument_search import Ways, ask_whether, title_search
from cartaro_interpreter.expressions.code import Code, CodeScope, Frame, Frames, at
from cartaro_interpreter.expressions.sets import values_in
from cartaro_interpreter.play.turn import open_steps
from cartaro_interpreter.state.budget import counted
from cartaro_interpreter.state.fault import Faulted, Unsupported, diagnosed
from cartaro_interpreter.state.layout import TURN
from cartaro_interpreter.state.masks import Member, Value, as_set, decoded, members
from cartaro_interpreter.state.move import OPEN_CARD, Move
from cartaro_interpreter.state.state import State

_ARITHMETIC = ("+", "-", "*", "half", "remainder")
_COMPARED = ("=", "<", "<=", "in", "subset")


@dataclass(frozen=True, slots=True)
class Fact:
    """A part of a condition as it is in a state, and what shows it.

    `values` are what is compared in it, with their values; `members` those of a set for which it holds or fails; `way` is a
    way to do what can be done.
    """

    expr: Expr
    holds: bool
    values: tuple[tuple[Expr, int], ...] = ()
    members: tuple[Value, ...] = ()
    way: Move | None = None


@dataclass(frozen=True, slots=True)
class ClauseCase:
    """A permission or prohibition in a state: whether its case holds, and the facts that decide it; `mine` says whether it is
    about whoever acts.
    """

    clause: g.Clause
    holds: bool
    mine: bool
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A prohibition whose case holds; it is in force unless one of its exceptions lifts it."""

    case: ClauseCase
    in_force: bool
    exceptions: tuple[ClauseCase, ...]


@dataclass(frozen=True, slots=True)
class Title:
    """A permission, and the prohibitions whose case holds against it."""

    case: ClauseCase
    bars: tuple[Bar, ...]


def actor_of(rules: Rules, state: State, act: str) -> int:
    """Who would do an act now: the actor of the first open step that has it, else whose turn it is."""
    steps = (step for _, step in open_steps(rules, state.cells) if act in step.acts)
    return next((step.actor(state.cells, []) for step in steps), state.cells[TURN])


def grounds(rules: Rules, state: State, move: Move, legal: Sequence[Move] = ()) -> tuple[Title, ...] | Diagnostic:
    """The titles of a move, one by one.  Of several ways to do something that can be done, one of the `legal` moves is shown
    where there is one.
    """
    permissions = warrants.permissions(rules.compiler, move.act)
    return _read(rules, state, move, legal, lambda reading: tuple(map(reading.title, permissions)))


def exceptions_alone(rules: Rules, state: State, move: Move) -> tuple[ClauseCase, ...] | Diagnostic:
    """The exemptions of a move whose case holds: where no permission applies, they permit nothing."""
    own = [clause for clause, said in rules.game.saying(g.Permission) if said.lifts and said.act == move.act]
    return _read(rules, state, move, (), lambda reading: tuple(case for case in map(reading.case, own) if case.holds))


def clashing(rules: Rules, state: State, move: Move) -> tuple[tuple[g.Clause, g.Clause], ...] | Diagnostic:
    """Find the clauses that answer a legal move differently: a prohibition in force, and a permission that makes it legal,
    where the text does not say which of them prevails.
    """
    permissions = [rules.game.clause[name] for name in move.by]
    pairs = [
        (bar, permission)
        for bar, said in rules.game.saying(g.Prohibition)
        for permission in permissions
        if said.act == move.act and not remedies.speaks_of(bar, permission) and not rules.game.ordered(bar, permission)
    ]
    if not pairs:
        return ()
    return _read(rules, state, move, (), lambda reading: tuple((b, p) for b, p in pairs if reading.bar(b).in_force))


Found = TypeVar("Found")


def _read(
    rules: Rules, state: State, move: Move, legal: Sequence[Move], read: Callable[[_Grounds], Found]
) -> Found | Diagnostic:
    try:
        with counted(rules.compiler.work):
            return read(_Grounds(rules, state, move, legal))
    except Faulted as fault:
        return diagnosed(fault)
    except Unsupported as missing:
        rules.compiler.inside.clear()
        return diagnosed(missing)


def outside(rules: Rules, state: State, move: Move, name: str) -> tuple[Value, ...] | Diagnostic:
    """What of an argument does not lie in its domain: the members of a set that are not in it, the one thing that is not."""
    pairs = zip(rules.game.act[move.act].parameters, move.args, strict=True)
    parameter, argument = next((p, value) for p, value in pairs if p.name == name)
    if argument == OPEN_CARD:
        return ()
    domain = _read(rules, state, move, (), lambda reading: reading.domain(parameter))
    if isinstance(domain, Diagnostic):
        return domain
    value = decoded(parameter.type, argument)
    if parameter.type.kind == "group":
        return () if value in domain else (value,)
    faces = rules.layout.faces
    mask = faces.physical(as_set(value).mask) if parameter.freely else as_set(value).mask
    return tuple(one for one in map(Member, members(mask)) if one not in domain)


class _Grounds:
    """Reads conditions in a state, with the arguments of a move in their places."""

    def __init__(self, rules: Rules, state: State, move: Move, legal: Sequence[Move]) -> None:
        self.rules = rules
        self.c = rules.compiler
        self.cells = state.cells
        self.legal = {(other.act, other.args) for other in legal}
        self.frames = Frames()
        self.given = (actor_of(rules, state, move.act), *move.args)
        actor = at(self.frames.place())
        names = {p.name: at(self.frames.place()) for p in rules.game.act[move.act].parameters}
        self.scope = CodeScope(self.frames, actor, names)

    # ------------------------------------------------------------------ clauses

    def title(self, clause: g.Clause) -> Title:
        bars = [self.bar(p) for p in warrants.prohibitions(self.c, clause)]
        return Title(self.case(clause), tuple(bar for bar in bars if bar.case.holds))

    def bar(self, prohibition: g.Clause) -> Bar:
        exceptions = tuple(self.case(e) for e in warrants.exemptions(self.c, prohibition))
        return Bar(self.case(prohibition), bool(self.run(warrants.bars(self.c, prohibition, self.scope))), exceptions)

    def case(self, clause: g.Clause) -> ClauseCase:
        """The parts that make a case hold, or fail."""
        said = clause.sentence
        assert isinstance(said, g.Permission | g.Prohibition)
        mine = bool(self.run(warrants.subject(self.c, said.subject, self.scope)))
        parts = [(expr, True) for expr in clause.when] + [(expr, False) for expr in clause.unless]
        found = [(expr, self.truth(expr) == wanted) for expr, wanted in parts]
        holds = mine and all(met for _, met in found)
        facts = [fact for expr, met in found if met == holds for fact in self.facts(expr)] if mine else []
        return ClauseCase(clause, holds, mine, tuple(facts))

    def domain(self, parameter: g.Parameter) -> frozenset[Value]:
        """What a parameter is chosen from: the members of its domain, or the groups."""
        if parameter.domain is None:
            return frozenset(map(Member, range(len(parameter.answers))))
        return frozenset(self.listed(parameter.domain))

    # ------------------------------------------------------------------ conditions

    def listed(self, expr: Expr) -> tuple[Value, ...]:
        """The members of a set, one by one; of a set of groups, the groups."""
        return values_in(self.c, self.cells, expr, self.value(expr))

    def _frame(self) -> Frame:
        frame = self.frames.fresh()
        frame[: len(self.given)] = self.given
        return frame

    def run(self, code: Code) -> int:
        return code.run(self.cells, self._frame())

    def value(self, expr: Expr) -> int:
        self.c.written = 0
        return self.run(self.c.code(expr, self.scope))

    def truth(self, expr: Expr) -> bool:
        return bool(self.value(expr))

    def facts(self, expr: Expr) -> list[Fact]:
        """The parts of a condition that decide whether it holds."""
        if not isinstance(expr, g.Operation) or expr.operator not in ("not", "and", "or"):
            return [self.fact(expr)]
        if expr.operator == "not":
            return self.facts(expr.operands[0])
        truth = self.truth(expr)
        same = [operand for operand in expr.operands if self._decided(operand) == truth]
        return [fact for operand in (same[:1] if truth and expr.operator == "or" else same) for fact in self.facts(operand)]

    def _decided(self, expr: Expr) -> bool | None:
        """The truth of a part; None where nothing decides it, which another part may have made idle."""
        try:
            return self.truth(expr)
        except Faulted:
            return None

    def fact(self, expr: Expr) -> Fact:
        holds = self.truth(expr)
        match expr:
            case g.Operation(operator, operands) if operator in _COMPARED:
                found = dict(pair for operand in operands for pair in self.amounts(operand))
                return Fact(expr, holds, tuple(found.items()))
            case g.Quantified():
                return Fact(expr, holds, members=self.members(expr, holds))
            case g.Can() if holds:
                return Fact(expr, holds, way=self.way(expr))
            case _:
                return Fact(expr, holds)

    def amounts(self, expr: Expr) -> list[tuple[Expr, int]]:
        """What is reckoned in an expression, its parts first; what the text says outright is left out, and so are all groups of
        a family, which are no value.
        """
        if expr.type.kind == "groups" or isinstance(expr, g.Number | g.Truth | g.Symbol | g.Setting | g.Nobody | g.Actor):
            return []
        inner = expr.operands if isinstance(expr, g.Operation) and expr.operator in _ARITHMETIC else ()
        return [*(pair for operand in inner for pair in self.amounts(operand)), (expr, self.value(expr))]

    def members(self, expr: g.Quantified, holds: bool) -> tuple[Value, ...]:
        """The members that make it so: those that have the property, or those of `every` that have it not."""
        if holds != (expr.quantifier == "some"):
            return ()
        condition = expr.condition
        if expr.quantifier == "every":
            condition = g.Operation("not", (condition,), condition.type, condition.span)
        return self.listed(g.Where(expr.variable, expr.members, condition, expr.members.type, expr.span))

    def way(self, expr: g.Can) -> Move | None:
        """A way to do what can be done: a legal one before others."""
        c, act = self.c, self.rules.game.act[expr.act]
        given = {name: c.code(value, self.scope) for name, value in expr.given}
        asked, question = ask_whether(c, expr, self.scope, c.code(expr.actor, self.scope), given)
        found: list[Move] = []
        for title in warrants.permissions(c, expr.act):
            if expr.by in (None, title.name):
                search = title_search(c, asked, title, question)
                ways: Ways = []
                search(self.cells, self._frame(), ways)
                known = {name: self.run(code) for name, code in given.items()}
                for way in ways:
                    values = known | dict(zip(asked.places, way, strict=True))
                    found.append(Move(act.name, tuple(values[p.name] for p in act.parameters), (title.name,)))
        return next((move for move in found if (move.act, move.args) in self.legal), found[0] if found else None)
