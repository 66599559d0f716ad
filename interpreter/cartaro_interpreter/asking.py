"""Who may do what: the search for the arguments of an act under a permission, and the questions `can` and `applies`.

The search sets one parameter after the other.  Each condition, and each prohibition, is tested as soon as the parameters
that it mentions are set; the bounds on a set of cards are handed to the search for that set.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cartaro_grammar.game import (
    Act,
    Actor,
    Applies,
    Can,
    Clause,
    Expr,
    Parameter,
    Permission,
    Prohibition,
)  # fmt: skip
from cartaro_interpreter.code import FALSE, TRUE, Code, Frame, Run, Scope, all_of, any_of, at, constant, none_of
from cartaro_interpreter.fault import Unsupported
from cartaro_interpreter.layout import TURN, Cells, members
from cartaro_interpreter.mentions import free_locals
from cartaro_interpreter.narrowing import Bounds, Choices, Condition, absorb, conjuncts, search

if TYPE_CHECKING:
    from cartaro_interpreter.evaluate import Compiler

Ways = list[tuple[int, ...]]
Search = Callable[[Cells, Frame, "Ways | None"], bool]
"""Collects the arguments that fit, in order, and answers False; or, with nothing to collect in, whether some fit."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One act, its parameters' places in the frame, and the scope of its clauses."""

    act: Act
    places: tuple[int, ...]
    scope: Scope


def ask(c: Compiler, act: Act, scope: Scope) -> Asked:
    """Prepare an act's parameters in a frame; the actor is the scope's, and only the parameters are in sight."""
    for parameter in act.parameters:
        if parameter.freely:
            raise Unsupported("a card read freely", parameter.span)
        if parameter.type.kind in ("group", "groups"):
            raise Unsupported("a choice among groups of cards", parameter.span)
    places = tuple(scope.frames.place() for _ in act.parameters)
    names = {parameter.name: at(place) for parameter, place in zip(act.parameters, places, strict=True)}
    return Asked(act, places, Scope(scope.frames, scope.actor, names))


def permissions(c: Compiler, act: str) -> tuple[Clause, ...]:
    """The permissions of an act, in the order of the text; exemptions are none."""
    standing = ((clause, clause.sentence) for clause in c.game.standing)
    return tuple(cl for cl, s in standing if isinstance(s, Permission) and s.act == act and not s.lifts)


def prohibitions(c: Compiler, permission: Clause) -> tuple[Clause, ...]:
    """The prohibitions that bar a permission."""
    standing = ((clause, clause.sentence) for clause in c.game.standing)
    return tuple(cl for cl, s in standing if isinstance(s, Prohibition) and permission.name in s.bars)


def exemptions(c: Compiler, prohibition: Clause) -> tuple[Clause, ...]:
    """The exemptions that lift a prohibition."""
    standing = ((clause, clause.sentence) for clause in c.game.standing)
    return tuple(cl for cl, s in standing if isinstance(s, Permission) and prohibition.name in s.lifts)


def subject(c: Compiler, of: Expr, scope: Scope) -> Code:
    """Whether who acts is the clause's subject; a subject that is not `the player` is found from whose turn it is."""
    if isinstance(of, Actor):
        return TRUE
    actor = scope.actor.run
    named = c.code(of, Scope(scope.frames, Code(lambda cells, frame: cells[TURN]), scope.names)).run
    if of.type.kind == "players":
        return Code(lambda cells, frame: named(cells, frame) >> actor(cells, frame) & 1)
    return Code(lambda cells, frame: 1 if named(cells, frame) == actor(cells, frame) else 0)


def holds(c: Compiler, clause: Clause, scope: Scope) -> Code:
    """Whether the case of a permission or a prohibition holds: its subject is who acts, and its conditions are met."""
    sentence = clause.sentence
    assert isinstance(sentence, Permission | Prohibition)
    return all_of((subject(c, sentence.subject, scope), c.condition(clause, scope)))


def bars(c: Compiler, prohibition: Clause, scope: Scope) -> Code:
    """Whether a prohibition bars: its case holds, and no exemption that lifts it applies."""
    lifting: list[Code] = []
    for exemption in exemptions(c, prohibition):
        over = c.precedence.among(exemption, tuple(x for x in c.game.standing if isinstance(x.sentence, Prohibition)))
        undone = any_of(tuple(holds(c, other, scope) for other in over if other.name != prohibition.name))
        lifting.append(all_of((holds(c, exemption, scope), none_of(undone))))
    return all_of((holds(c, prohibition, scope), none_of(any_of(tuple(lifting)))))


def domain(c: Compiler, parameter: Parameter, scope: Scope) -> Code:
    """The set from which a parameter is chosen; of an answer, all answers."""
    if parameter.domain is None:
        return constant((1 << len(parameter.answers)) - 1)
    return c.code(parameter.domain, scope)


def within(c: Compiler, parameter: Parameter, value: Run, scope: Scope) -> Code:
    """Whether an argument lies in its domain."""
    run = domain(c, parameter, scope).run
    match parameter.choice:
        case "one" | "either":
            return Code(lambda cells, frame: run(cells, frame) >> n & 1 if (n := value(cells, frame)) >= 0 else 0)
        case "some":
            return Code(lambda cells, frame: _is_part(value(cells, frame), run(cells, frame)))
        case "all":
            return Code(lambda cells, frame: 1 if value(cells, frame) == run(cells, frame) else 0)


def _is_part(part: int, mask: int) -> int:
    return 1 if part and not part & ~mask else 0


def order(act: Act, given: frozenset[str]) -> tuple[int, ...]:
    """The order in which parameters are set: each after those that its domain mentions, sets of cards last."""
    left = list(range(len(act.parameters)))
    names = {parameter.name for parameter in act.parameters}
    placed: set[str] = set()
    found: list[int] = []
    while left:
        ready = [n for n in left if _needed(act.parameters[n], names) <= placed] or left
        n = min(ready, key=lambda n: (act.parameters[n].choice == "some" and act.parameters[n].name not in given, n))
        left.remove(n)
        placed.add(act.parameters[n].name)
        found.append(n)
    return tuple(found)


def _needed(parameter: Parameter, names: set[str]) -> frozenset[str]:
    return frozenset() if parameter.domain is None else free_locals(parameter.domain) & names


@dataclass(frozen=True, slots=True)
class Question:
    """What a search must meet besides the permission's case: parameters given, further conditions, prohibitions."""

    given: dict[str, Code]
    where: tuple[Condition, ...]
    barred: bool


def title_search(c: Compiler, asked: Asked, permission: Clause, question: Question) -> Search:
    """The search for the arguments with which an act is done under one permission."""
    act, scope = asked.act, asked.scope
    own = tuple((parameter.name, parameter.name) for parameter in act.parameters)
    conditions = [Condition(part, scope, own) for expr in permission.when for part in conjuncts(expr)]
    tests = [(frozenset[str](), subject(c, permission.sentence.subject, scope))]  # type: ignore[union-attr]
    tests += [(_free(expr, act), none_of(c.code(expr, scope))) for expr in permission.unless]
    if question.barred:
        tests += [(_mentioned(c, p, act), none_of(bars(c, p, scope))) for p in prohibitions(c, permission)]
    left = [*conditions, *question.where]
    levels: list[tuple[int, Choices, tuple[Run, ...]]] = []
    done: set[str] = set()
    first = _due(tests, left, done, c)
    for number in order(act, frozenset(question.given)):
        parameter = act.parameters[number]
        choices = _choices(c, asked, number, question, left, done)
        done.add(parameter.name)
        levels.append((asked.places[number], choices, _due(tests, left, done, c)))
    return _nested(asked.places, first, levels)


def _free(expr: Expr, act: Act) -> frozenset[str]:
    return free_locals(expr) & {parameter.name for parameter in act.parameters}


def _mentioned(c: Compiler, prohibition: Clause, act: Act) -> frozenset[str]:
    clauses = [prohibition, *exemptions(c, prohibition)]
    for exemption in tuple(clauses[1:]):
        clauses += c.precedence.among(exemption, c.game.standing)
    return frozenset[str]().union(*(_free(e, act) for clause in clauses for e in (*clause.when, *clause.unless)))


def _due(tests: list[tuple[frozenset[str], Code]], left: list[Condition], done: set[str], c: Compiler) -> tuple[Run, ...]:
    """The tests that can be made now; they are taken off the lists."""
    ready = [c.code(condition.expr, condition.scope) for condition in left if condition.needs() <= done]
    left[:] = [condition for condition in left if not condition.needs() <= done]
    ready += [code for needs, code in tests if needs <= done]
    tests[:] = [(needs, code) for needs, code in tests if not needs <= done]
    return tuple(code.run for code in ready if code.constant != 1)


def _choices(c: Compiler, asked: Asked, number: int, question: Question, left: list[Condition], done: set[str]) -> Choices:
    """The values that a parameter may take; conditions that narrow a set are taken off the list."""
    parameter = asked.act.parameters[number]
    if parameter.name in question.given:
        value = question.given[parameter.name].run
        fits = within(c, parameter, value, asked.scope).run
        return lambda cells, frame: (value(cells, frame),) if fits(cells, frame) else ()
    run = domain(c, parameter, asked.scope).run
    if parameter.choice == "all":
        return lambda cells, frame: (run(cells, frame),)
    if parameter.choice != "some":
        return lambda cells, frame: members(run(cells, frame))
    bounds = Bounds()
    own = {parameter.name}
    for condition in tuple(left):
        needs = condition.needs()
        if own <= needs <= done | own and absorb(c, bounds, condition, parameter.name):
            left.remove(condition)
    return search(bounds, run)


def _nested(places: tuple[int, ...], first: tuple[Run, ...], levels: list[tuple[int, Choices, tuple[Run, ...]]]) -> Search:
    def leaf(cells: Cells, frame: Frame, ways: Ways | None) -> bool:
        if ways is None:
            return True
        ways.append(tuple([frame[place] for place in places]))
        return False

    inner: Search = leaf
    for place, choices, tests in reversed(levels):
        inner = _level(place, choices, tests, inner)
    return _guarded(first, inner) if first else inner


def _level(place: int, choices: Choices, tests: tuple[Run, ...], inner: Search) -> Search:
    def level(cells: Cells, frame: Frame, ways: Ways | None) -> bool:
        for value in choices(cells, frame):
            frame[place] = value
            for test in tests:
                if not test(cells, frame):
                    break
            else:
                if inner(cells, frame, ways):
                    return True
        return False

    return level


def _guarded(tests: tuple[Run, ...], inner: Search) -> Search:
    def guarded(cells: Cells, frame: Frame, ways: Ways | None) -> bool:
        for test in tests:
            if not test(cells, frame):
                return False
        return inner(cells, frame, ways)

    return guarded


# ---------------------------------------------------------------------------------------------- questions


def can(c: Compiler, expr: Can, scope: Scope) -> Code:
    """Whether there is a way: under any permission that no prohibition bars, or in the case of one alone."""
    actor = c.code(expr.actor, scope)
    act = c.game.act[expr.act]
    asked = ask(c, act, Scope(scope.frames, actor))
    given = {name: c.code(value, scope) for name, value in expr.given}
    outer = scope
    for parameter, name in expr.free:
        outer = outer.bind(name, asked.scope.names[parameter])
    named = tuple((name, parameter) for parameter, name in expr.free)
    where = () if expr.where is None else tuple(Condition(part, outer, named) for part in conjuncts(expr.where))
    if expr.by is not None:
        titles = tuple(p for p in permissions(c, expr.act) if p.name == expr.by)
    else:
        titles = permissions(c, expr.act)
    key = f"{expr.act} by {expr.by}"
    if expr.by is None and key in c.inside:
        raise Unsupported(f"a prohibition on `{expr.act}` that asks whether `{expr.act}` can be done", expr.span)
    c.inside.append(key)
    searches = tuple(title_search(c, asked, title, Question(given, where, expr.by is None)) for title in titles)
    c.inside.pop()
    if not searches:
        return FALSE
    return any_of(tuple(_found(one) for one in searches))


def _found(one: Search) -> Code:
    return Code(lambda cells, frame: 1 if one(cells, frame, None) else 0)


def applies(c: Compiler, expr: Applies, scope: Scope) -> Code:
    """Whether the case of a clause holds now; of a permission or prohibition, with some arguments."""
    clause = c.game.clause.get(expr.clause)
    if clause is None:
        return FALSE
    sentence = clause.sentence
    if not isinstance(sentence, Permission | Prohibition):
        return c.condition(clause, scope)
    asked = ask(c, c.game.act[sentence.act], Scope(scope.frames, scope.actor))
    return _found(title_search(c, asked, clause, Question({}, (), barred=False)))
