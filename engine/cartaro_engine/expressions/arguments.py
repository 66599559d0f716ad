"""The search for the arguments of an act under a permission: nested loops over its parameters; and whether there are any.

One parameter is set after the other.  Each condition, and each prohibition, is tested as soon as the parameters that it
mentions are set; the bounds on a set of cards are handed to the search for that set.  What can be done (`the player can take
with card`) is a function that stops at the first way it finds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import assert_never

from cartaro_engine.expressions import faces, made_sets, shape_search
from cartaro_engine.expressions.bounds import LoweredBounds, ScopedCondition, absorb
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.expressions.set_search import choose_set
from cartaro_engine.expressions.sets import each, mask, printed
from cartaro_engine.expressions.warrants import bars, domain, mentions, prohibitions, subject, within
from cartaro_engine.ir.folding import FALSE, ONE, ZERO, choose, compare, every, is_pure, load, negation, set_of
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.refusals import Construct, LoweringRefused
from cartaro_engine.memory.scope import ACTOR, Scope, may_be_nobody
from cartaro_grammar import Clause, Expr
from cartaro_grammar import game as g
from cartaro_interpreter import conjuncts, free_locals

Arguments = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class ArgumentQuestion:
    """What is asked of an act: who acts, the arguments that are given, further conditions, whether prohibitions count, and
    whether it is enough that there is some way.  Of the parameters in `read` the card is given, and its reading sought.
    """

    actor: Value
    sure: frozenset[str]
    given: Arguments
    where: Callable[[Arguments], tuple[ScopedCondition, ...]]
    barred: bool
    any_will_do: bool
    read: Arguments = field(default_factory=dict[str, Value])


def order(act: g.Act, sought: Collection[str]) -> tuple[int, ...]:
    """The order in which parameters are set: each after those that its domain mentions, sets of cards last."""
    left = [n for n, parameter in enumerate(act.parameters) if parameter.name in sought]
    found: list[int] = []
    while left:
        placed = {act.parameters[n].name for n in found}
        ready = [n for n in left if _needed(act.parameters[n], sought) <= placed] or left
        found.append(min(ready, key=lambda n: _rank(act, n)))
        left.remove(found[-1])
    return tuple(found)


def _rank(act: g.Act, number: int) -> tuple[bool, bool, int, int]:
    """Sets of cards last; where there are groups, these first, then what depends on others, then what is read freely."""
    parameter = act.parameters[number]
    some = parameter.choice == "some"
    if not any(other.type.kind == "group" for other in act.parameters):
        return some, False, 0, number
    depends = bool(_needed(parameter, {other.name for other in act.parameters}))
    return some, parameter.freely, 0 if parameter.type.kind == "group" else 1 if depends else 2, number


def _needed(parameter: g.Parameter, names: Collection[str]) -> frozenset[str]:
    return frozenset() if parameter.domain is None else free_locals(parameter.domain).intersection(names)


class SearchWriter:
    """Writes the search under one permission; what is done with the arguments found, `found` writes."""

    def __init__(
        self, lo: Lowering, w: Writer, act: g.Act, title: Clause, asked: ArgumentQuestion, found: Callable[[Arguments], None]
    ) -> None:  # fmt: skip
        self._lo, self._w, self._act, self._found = lo, w, act, found
        self._any, self._read = asked.any_will_do, asked.read
        sought = [p.name for p in act.parameters if p.name not in asked.given]
        self._names: dict[str, Value] = dict(asked.given)
        self._variables = {name: w.fresh(name) for name in sought}
        self._names.update(self._variables)
        self._scope = Scope(asked.actor, self._names, asked.sure | set(sought))
        self._done = set(asked.given)
        self._tests = self._tests_of(title, asked)
        own = {p.name: p.name for p in act.parameters}
        conditions = (ScopedCondition(part, self._scope, own) for expr in title.when for part in conjuncts(expr))
        self._left = [*conditions, *asked.where(self._names)]
        self._order = [act.parameters[n] for n in order(act, sought)]
        self._known: dict[str, Value] = {}

    def write(self) -> None:
        """Write the whole search."""
        self._level(0)

    def _tests_of(self, title: Clause, asked: ArgumentQuestion) -> list[tuple[frozenset[str], Test]]:
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
                if depth == 0:
                    self._find_beforehand()
                self._choose(self._order[depth], depth)

    def _find_beforehand(self) -> None:
        """Write that the cards among which later parameters are chosen are found before the loops of those set before them,
        where these do not change them and it takes a call.
        """
        for parameter in self._order[1:]:
            if (
                parameter.choice in ("one", "either")
                and parameter.type.kind == "card"
                and not _needed(parameter, self._variables)
            ):
                found = self._members(parameter)
                self._known[parameter.name] = found if is_pure(found) else self._w.variable(found, "among")

    def _choose(self, parameter: g.Parameter, depth: int) -> None:
        lo, w, variable = self._lo, self._w, self._variables[parameter.name]
        among = domain(lo, parameter, self._scope)
        match parameter.choice:
            case "all":
                w.assign(variable, among)
                self._next(parameter, depth)
            case "one" if parameter.type.kind == "group" and parameter.domain is not None:
                with each(lo, w, parameter.domain, among, parameter.name) as (_, group), self._way(variable, group):
                    self._next(parameter, depth)
            case "one" | "either":
                sets = lo.cards if parameter.type.kind == "card" else lo.words
                among = self._known.get(parameter.name) or self._members(parameter)
                with sets.each(w, self._narrowed(parameter, among), parameter.name) as member, self._way(variable, member):
                    self._next(parameter, depth)
            case "some":
                self._choose_set(parameter, among, variable, depth)
            case _:
                assert_never(parameter.choice)

    @contextmanager
    def _way(self, variable: Var, value: Value) -> Generator[None, None, None]:
        """One value of a parameter; the sets made on its way are forgotten."""
        before = self._lo.cards.pass_by(self._w, None)
        self._w.assign(variable, value)
        yield
        self._lo.cards.pass_by(self._w, before)

    def _members(self, parameter: g.Parameter) -> Value:
        """The members of a domain, without those that break a condition on what is printed on them, and those for which an
        equal one stands; of a card read freely, its faces, for which the conditions are.
        """
        among = domain(self._lo, parameter, self._scope)
        if parameter.freely:
            return self._fitting(parameter, self._of_card(parameter, among))
        return self._of_card(parameter, self._w.let(self._fitting(parameter, among), "fitting"))

    def _of_card(self, parameter: g.Parameter, among: Value) -> Value:
        lo, given = self._lo, self._read.get(parameter.name)
        if given is not None:
            card = self._w.let(faces.card_of(lo, given), "card")
            there = every(compare(">=", card, ZERO), lo.cards.has(among, card))
            return choose(there, lo.cards.look_up(lo.rules.layout.faces.expansion, card), lo.cards.constant(0))
        cards = faces.apart(lo, parameter, among)
        return faces.all_faces(lo, cards) if parameter.freely else cards

    def _next(self, parameter: g.Parameter, depth: int) -> None:
        self._done.add(parameter.name)
        self._level(depth + 1)

    def _fitting(self, parameter: g.Parameter, among: Value) -> Value:
        """Members without those that break a condition on what is printed on them."""
        for condition in tuple(self._left):
            if condition.needs() == frozenset({parameter.name}) and parameter.domain is not None:
                word, sets = condition.word(parameter.name), self._lo.sets_of(parameter.domain.type)
                held = printed(self._lo, parameter.domain, word, condition.expr, without_name(condition.scope, word))
                if held is not None:
                    self._left.remove(condition)
                    among = sets.common(among, sets.constant(mask(held)))
        return among

    def _narrowed(self, parameter: g.Parameter, among: Value) -> Value:
        """Members without those that a table says make no set that passes, together with others chosen before."""
        own = frozenset((parameter.name,))
        for condition in tuple(self._left):
            if own <= condition.needs() <= self._done | own and parameter.type.kind == "card":
                among = shape_search.narrowed(self._lo, among, condition, parameter.name)
        return among

    def _choose_set(self, parameter: g.Parameter, among: Value, variable: Var, depth: int) -> None:
        shapes = shape_search.tabulated(self._lo, parameter, self._left)
        if shapes is not None:
            with made_sets.each_made(self._lo, self._w, shapes, among, variable):
                self._next(parameter, depth)
            return
        if parameter.freely:
            raise LoweringRefused(Construct.OTHER, parameter.span)
        bounds = LoweredBounds()
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


# ---------------------------------------------------------------------------------------------- is there any way?


def can(lo: Lowering, expr: g.Can, scope: Scope) -> Test:
    """Whether there is a way: under any permission that no prohibition bars, or in the case of one alone."""
    act = lo.game.act[expr.act]
    titles = tuple(clause for clause, _ in lo.game.permissions_of(expr.act) if expr.by in (None, clause.name))
    given = {name: (f"given_{n}", lo.value(value, scope)) for n, (name, value) in enumerate(expr.given)}
    sure = frozenset(name for name, value in expr.given if not may_be_nobody(value, scope))
    sure |= frozenset() if may_be_nobody(expr.actor, scope) else {ACTOR}

    def write(w: Writer, inside: Scope) -> None:
        def where(names: Arguments) -> tuple[ScopedCondition, ...]:
            outer = inside
            for parameter, word in expr.free:
                outer = outer.bind(word, names[parameter])
            words = {word: parameter for parameter, word in expr.free}
            return () if expr.where is None else tuple(ScopedCondition(part, outer, words) for part in conjuncts(expr.where))

        _somebody(w, sure)
        arguments: dict[str, Value] = {name: Var(variable) for name, (variable, _) in given.items()}
        read = {p.name: arguments.pop(p.name) for p in act.parameters if p.freely and p.type.kind == "card" and p.name in given}
        asked = ArgumentQuestion(Var("who"), sure, arguments, where, barred=expr.by is None, any_will_do=True, read=read)
        some_way(lo, w, act, titles, asked)

    uses = () if expr.where is None else (expr.where,)
    key = ("can", expr, sure)
    return set_of(lo.lifted(key, f"can_{act.name}", uses, scope, write, ("who", lo.value(expr.actor, scope)), *given.values()))


def applies(lo: Lowering, expr: g.Applies, scope: Scope) -> Test:
    """Whether the case of a clause holds now; of a permission or a prohibition, with some arguments."""
    clause = lo.game.clause.get(expr.clause)
    if clause is None:
        return FALSE
    sentence = clause.sentence
    if not isinstance(sentence, g.Permission | g.Prohibition):
        return lo.condition(clause, scope)
    act, sure = lo.game.act[sentence.act], scope.sure & {ACTOR}

    def write(w: Writer) -> None:
        _somebody(w, sure)
        some_way(lo, w, act, (clause,), ArgumentQuestion(Var("who"), sure, {}, lambda _: (), barred=False, any_will_do=True))

    name = lo.define(("applies", clause.name, sure), f"applies_{clause.name}", ("who",), write)
    return set_of(Call(name, (scope.actor,)))


def _somebody(w: Writer, sure: frozenset[str]) -> None:
    """Write that the function gives 0 where nobody acts: nobody can do anything."""
    if ACTOR not in sure:
        with w.when(compare("<", Var("who"), ZERO)):
            w.give(ZERO)


def some_way(lo: Lowering, w: Writer, act: g.Act, titles: tuple[Clause, ...], asked: ArgumentQuestion) -> None:
    """Write a function that gives 1 as soon as there is a way, and 0 where there is none; the stack is left as it was."""
    top = Const(lo.plan.top)
    entered = w.variable(load(top), "entered")

    def found(_: Arguments) -> None:
        w.store(top, entered)
        w.give(ONE)

    for title in titles:
        SearchWriter(lo, w, act, title, asked, found).write()
    w.give(ZERO)


def possible(lo: Lowering, act: g.Act) -> str:
    """The function that says whether a player can do an act in some way."""
    titles = tuple(clause for clause, _ in lo.game.permissions_of(act.name))
    asked = ArgumentQuestion(Var("who"), frozenset({ACTOR}), {}, lambda _: (), barred=True, any_will_do=True)
    return lo.define(("possible", act.name), f"possible_{act.name}", ("who",), lambda w: some_way(lo, w, act, titles, asked))
