"""The search for the arguments of an act under a permission: nested loops over its parameters.

One parameter is set after the other.  Each condition, and each prohibition, is tested as soon as the parameters that it
mentions are set; the bounds on a set of cards are handed to the search for that set.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from cartaro_engine.expressions.bounds import Bounds, Condition, absorb
from cartaro_engine.expressions.equal_cards import apart
from cartaro_engine.expressions.set_search import choose_set
from cartaro_engine.expressions.sets import mask, printed
from cartaro_engine.expressions.warrants import bars, domain, mentions, prohibitions, subject, within
from cartaro_engine.ir.folding import common, every, negation
from cartaro_engine.ir.nodes import Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.scope import Scope
from cartaro_grammar import Act, Clause, Expr, Parameter
from cartaro_interpreter import conjuncts, free_locals

if TYPE_CHECKING:
    from cartaro_engine.expressions.expressions import Lowering

Arguments = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of an act: who acts, the arguments that are given, further conditions, whether prohibitions count, and
    whether it is enough that there is some way.
    """

    actor: Value
    sure: frozenset[str]
    given: Arguments
    where: Callable[[Arguments], tuple[Condition, ...]]
    barred: bool
    any_will_do: bool


def order(act: Act, sought: Collection[str]) -> tuple[int, ...]:
    """The order in which parameters are set: each after those that its domain mentions, sets of cards last."""
    left = [n for n, parameter in enumerate(act.parameters) if parameter.name in sought]
    found: list[int] = []
    while left:
        placed = {act.parameters[n].name for n in found}
        ready = [n for n in left if _needed(act.parameters[n], sought) <= placed] or left
        found.append(min(ready, key=lambda n: (act.parameters[n].choice == "some", n)))
        left.remove(found[-1])
    return tuple(found)


def _needed(parameter: Parameter, names: Collection[str]) -> frozenset[str]:
    return frozenset() if parameter.domain is None else free_locals(parameter.domain).intersection(names)


class Search:
    """Writes the search under one permission; what is done with the arguments found, `found` writes."""

    def __init__(
        self, lo: Lowering, w: Writer, act: Act, title: Clause, asked: Question, found: Callable[[Arguments], None]
    ) -> None:  # fmt: skip
        self._lo, self._w, self._act, self._found = lo, w, act, found
        self._any = asked.any_will_do
        sought = [p.name for p in act.parameters if p.name not in asked.given]
        self._names: dict[str, Value] = dict(asked.given)
        self._variables = {name: w.fresh(name) for name in sought}
        self._names.update(self._variables)
        self._scope = Scope(asked.actor, self._names, asked.sure | set(sought))
        self._done = set(asked.given)
        self._tests = self._tests_of(title, asked)
        own = {p.name: p.name for p in act.parameters}
        conditions = (Condition(part, self._scope, own) for expr in title.when for part in conjuncts(expr))
        self._left = [*conditions, *asked.where(self._names)]
        self._order = [act.parameters[n] for n in order(act, sought)]

    def write(self) -> None:
        """Write the whole search."""
        self._level(0)

    def _tests_of(self, title: Clause, asked: Question) -> list[tuple[frozenset[str], Test]]:
        """The tests that bound no choice, each with the parameters that it needs: domains of what is given come first."""
        lo, scope, act = self._lo, self._scope, self._act
        given = (p for p in act.parameters if p.name in asked.given)
        found = [(_needed(p, self._variables), within(lo, p, self._names[p.name], scope)) for p in given]
        found.append((frozenset(), subject(lo, title, scope)))
        found += [(self._mentioned(expr), negation(lo.test(expr, scope))) for expr in title.unless]
        for one in prohibitions(lo, title) if asked.barred else ():
            needs = frozenset[str]().union(*map(self._mentioned, mentions(lo, one)))
            found.append((needs, negation(bars(lo, one, scope))))
        return found

    def _mentioned(self, expr: Expr) -> frozenset[str]:
        return free_locals(expr) & {p.name for p in self._act.parameters}

    def _due(self) -> Test:
        """The tests that can be made now; they are taken off the lists."""
        ready = [test for needs, test in self._tests if needs <= self._done]
        ready += [self._lo.test(c.expr, c.scope) for c in self._left if c.needs() <= self._done]
        self._tests = [(needs, test) for needs, test in self._tests if not needs <= self._done]
        self._left = [c for c in self._left if not c.needs() <= self._done]
        return every(*ready)

    def _level(self, depth: int) -> None:
        with self._w.when(self._due()):
            if depth == len(self._order):
                self._found(self._names)
            else:
                self._choose(self._order[depth], depth)

    def _choose(self, parameter: Parameter, depth: int) -> None:
        lo, w, variable = self._lo, self._w, self._variables[parameter.name]
        among = domain(lo, parameter, self._scope)
        match parameter.choice:
            case "all":
                w.assign(variable, among)
                self._next(parameter, depth)
            case "one" | "either":
                with w.each(self._narrowed(parameter, apart(lo, parameter, among)), parameter.name) as member:
                    w.assign(variable, member)
                    self._next(parameter, depth)
            case "some":
                self._choose_set(parameter, among, variable, depth)
            case _:
                assert_never(parameter.choice)

    def _next(self, parameter: Parameter, depth: int) -> None:
        self._done.add(parameter.name)
        self._level(depth + 1)

    def _narrowed(self, parameter: Parameter, among: Value) -> Value:
        """A domain without the members that break a condition on what is printed on them."""
        for condition in tuple(self._left):
            if condition.needs() == frozenset((parameter.name,)) and parameter.domain is not None:
                word = condition.word(parameter.name)
                held = printed(self._lo, parameter.domain, word, condition.expr, without_name(condition.scope, word))
                if held is not None:
                    self._left.remove(condition)
                    among = common(among, mask(held))
        return among

    def _choose_set(self, parameter: Parameter, among: Value, variable: Var, depth: int) -> None:
        bounds = Bounds()
        for condition in tuple(self._left):
            needs = condition.needs()
            known = {parameter.name} <= needs <= self._done | {parameter.name}
            if known and absorb(self._lo, bounds, condition, parameter.name):
                self._left.remove(condition)
        last = self._any and depth + 1 == len(self._order) and not self._left and not self._tests
        choose_set(self._lo, self._w, bounds, among, variable, lambda: self._next(parameter, depth), any_will_do=last)


def without_name(scope: Scope, name: str) -> Scope:
    """A scope without one of its names."""
    return Scope(scope.actor, {n: v for n, v in scope.names.items() if n != name}, scope.sure - {name})
