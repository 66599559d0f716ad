"""Who may do what: the search for the arguments of an act under a permission, and the questions `can` and `applies`.

The search sets one parameter after the other.  Each condition, and each prohibition, is tested as soon as the parameters
that it mentions are set; the bounds on a set of cards are handed to the search for that set.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from cartaro_grammar import Clause, Expr, say
from cartaro_grammar import game as g
from cartaro_interpreter.expressions.bounds import Choices, CodeCondition, conjuncts
from cartaro_interpreter.expressions.code import FALSE, Code, CodeScope, Frame, Run, all_of, any_of, at, changed, none_of
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.expressions.mentions import free_locals
from cartaro_interpreter.expressions.parameter_values import choices as choices_of
from cartaro_interpreter.expressions.parameter_values import rank_of_choice, readings_of
from cartaro_interpreter.expressions.warrants import bars, exemptions, permissions, prohibitions, subject, within
from cartaro_interpreter.state.budget import Work, too_much
from cartaro_interpreter.state.fault import Unsupported
from cartaro_interpreter.state.layout import Cells

Ways = list[tuple[int, ...]]
ArgumentSearch = Callable[[Cells, Frame, "Ways | None"], bool]
"""Collects the arguments that fit, in order, and answers False; or, with nothing to collect in, whether some fit."""


@dataclass(frozen=True, slots=True)
class SoughtArguments:
    """One act, the places in the frame of the parameters that are sought, and the scope of its clauses; `given` are the
    parameters that are not sought, in so far as it must be tested that they lie in their domains.  Of those in `read` the card
    is given and only its reading is sought.
    """

    act: g.Act
    places: dict[str, int]
    scope: CodeScope
    given: tuple[g.Parameter, ...] = ()
    read: Mapping[str, Code] = field(default_factory=dict[str, Code])


def ask(c: Compiler, act: g.Act, scope: CodeScope, given: Mapping[str, Code] | None = None) -> SoughtArguments:
    """Prepare an act's parameters in a frame; the actor is the scope's, and only the parameters are in sight."""
    known = dict(given or {})
    read = {p.name: known.pop(p.name) for p in act.parameters if p.freely and p.type.kind == "card" and p.name in known}
    places = {parameter.name: scope.frames.place() for parameter in act.parameters if parameter.name not in known}
    names = {**known, **{name: at(place) for name, place in places.items()}}
    inside = {parameter.name: parameter for parameter in act.parameters}
    return SoughtArguments(
        act, places, CodeScope(scope.frames, scope.actor, names, inside), tuple(inside[name] for name in known), read
    )


def ask_whether(
    c: Compiler, expr: g.Can, scope: CodeScope, actor: Code, given: Mapping[str, Code]
) -> tuple[SoughtArguments, OpenQuestion]:
    """Prepare what `can` asks: its act's parameters, and what they must meet besides, in the words of the question."""
    asked = ask(c, c.game.act[expr.act], CodeScope(scope.frames, actor), given)
    for parameter, name in expr.free:
        scope = scope.bind(name, asked.scope.names[parameter])
    named = tuple((name, parameter) for parameter, name in expr.free)
    where = () if expr.where is None else tuple(CodeCondition(part, scope, named) for part in conjuncts(expr.where))
    return asked, OpenQuestion(where, expr.by is None)


def order(act: g.Act, sought: Collection[str]) -> tuple[int, ...]:
    """The order in which parameters are set: each after those that its domain mentions, sets of cards last."""
    left = [number for number, parameter in enumerate(act.parameters) if parameter.name in sought]
    placed: set[str] = set()
    found: list[int] = []
    while left:
        ready = [n for n in left if _needed(act.parameters[n], sought) <= placed] or left
        n = min(ready, key=lambda n: rank_of_choice(act, n))
        left.remove(n)
        placed.add(act.parameters[n].name)
        found.append(n)
    return tuple(found)


def _needed(parameter: g.Parameter, names: Collection[str]) -> frozenset[str]:
    return frozenset() if parameter.domain is None else free_locals(parameter.domain).intersection(names)


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What a search must meet besides the permission's case: further conditions, prohibitions."""

    where: tuple[CodeCondition, ...]
    barred: bool


def title_search(c: Compiler, asked: SoughtArguments, permission: Clause, question: OpenQuestion) -> ArgumentSearch:
    """The search for the arguments with which an act is done under one permission."""
    act, scope = asked.act, asked.scope
    own = tuple((parameter.name, parameter.name) for parameter in act.parameters)
    conditions = [CodeCondition(part, scope, own) for expr in permission.when for part in conjuncts(expr)]
    sentence = permission.sentence
    assert isinstance(sentence, g.Permission | g.Prohibition)
    tests = [(_needed(p, asked.places), within(c, p, scope.names[p.name].run, scope)) for p in asked.given]
    tests += [(frozenset[str](), subject(c, sentence.subject, scope))]
    tests += [(_free(expr, act), none_of(c.code(expr, scope))) for expr in permission.unless]
    if question.barred:
        tests += [(_mentioned(c, p, act), none_of(bars(c, p, scope))) for p in prohibitions(c, permission)]
    left = [*conditions, *question.where]
    levels: list[tuple[int, Choices, tuple[Run, ...]]] = []
    done = {parameter.name for parameter in act.parameters if parameter.name not in asked.places}
    first = _due(tests, left, done, c)
    for number in order(act, asked.places):
        parameter = act.parameters[number]
        choices = _given_or(c, asked, parameter, left, done)
        done.add(parameter.name)
        levels.append((asked.places[parameter.name], choices, _due(tests, left, done, c)))
    return _nested(c.work, tuple(asked.places.values()), first, levels)


def domain_search(c: Compiler, asked: SoughtArguments) -> ArgumentSearch:
    """The search for all arguments that lie in their domains: those of a finding, which needs no permission."""
    act, places = asked.act, asked.places
    sought = [act.parameters[number] for number in order(act, places)]
    levels = [(places[p.name], _given_or(c, asked, p, [], set()), ()) for p in sought]
    return _nested(c.work, tuple(places.values()), (), [*levels])


def _free(expr: Expr, act: g.Act) -> frozenset[str]:
    return free_locals(expr) & {parameter.name for parameter in act.parameters}


def _mentioned(c: Compiler, prohibition: Clause, act: g.Act) -> frozenset[str]:
    clauses = [prohibition, *exemptions(c, prohibition)]
    for exemption in tuple(clauses[1:]):
        clauses += c.game.overriding(exemption, c.game.standing)
    return frozenset[str]().union(*(_free(e, act) for clause in clauses for e in (*clause.when, *clause.unless)))


def _due(tests: list[tuple[frozenset[str], Code]], left: list[CodeCondition], done: set[str], c: Compiler) -> tuple[Run, ...]:
    """The tests that can be made now, those of domains first; they are taken off the lists."""
    ready = [code for needs, code in tests if needs <= done]
    ready += [c.code(condition.expr, condition.scope) for condition in left if condition.needs() <= done]
    left[:] = [condition for condition in left if not condition.needs() <= done]
    tests[:] = [(needs, code) for needs, code in tests if not needs <= done]
    return tuple(code.run for code in ready if code.constant != 1)


def _given_or(
    c: Compiler, asked: SoughtArguments, parameter: g.Parameter, left: list[CodeCondition], done: set[str]
) -> Choices:
    """The values of a parameter; where its card is given, the readings of that card."""
    if parameter.name not in asked.read:
        return choices_of(c, parameter, asked.scope, left, done)
    return readings_of(c, parameter, asked.read[parameter.name].run, asked.scope, left, done)


def _nested(
    work: Work, places: tuple[int, ...], first: tuple[Run, ...], levels: list[tuple[int, Choices, tuple[Run, ...]]]
) -> ArgumentSearch:
    def leaf(cells: Cells, frame: Frame, ways: Ways | None) -> bool:
        if ways is None:
            return True
        ways.append(tuple([frame[place] for place in places]))
        return False

    inner: ArgumentSearch = leaf
    for place, choices, tests in reversed(levels):
        inner = _level(work, place, choices, tests, inner)
    return _guarded(first, inner) if first else inner


def _level(work: Work, place: int, choices: Choices, tests: tuple[Run, ...], inner: ArgumentSearch) -> ArgumentSearch:
    def level(cells: Cells, frame: Frame, ways: Ways | None) -> bool:
        for value in choices(cells, frame):
            frame[place] = value
            work.left -= 1
            if work.left < 0:
                raise too_much()
            for test in tests:
                if not test(cells, frame):
                    break
            else:
                if inner(cells, frame, ways):
                    return True
        return False

    return level


def _guarded(tests: tuple[Run, ...], inner: ArgumentSearch) -> ArgumentSearch:
    def guarded(cells: Cells, frame: Frame, ways: Ways | None) -> bool:
        for test in tests:
            if not test(cells, frame):
                return False
        return inner(cells, frame, ways)

    return guarded


# ---------------------------------------------------------------------------------------------- questions


def can(c: Compiler, expr: g.Can, scope: CodeScope) -> Code:
    """Whether there is a way: under any permission that no prohibition bars, or in the case of one alone."""
    actor = c.code(expr.actor, scope)
    asked, question = ask_whether(c, expr, scope, actor, {name: c.code(value, scope) for name, value in expr.given})
    asked = _trusting(expr, scope, actor, asked)
    titles = tuple(p for p in permissions(c, expr.act) if expr.by in (None, p.name))
    key = f"{expr.act} by {expr.by}"
    if expr.by is None and key in c.inside:
        raise Unsupported(say("a prohibition on `{act}` that asks whether `{act}` can be done", act=expr.act), expr.span)
    c.inside.append(key)
    searches = tuple(title_search(c, asked, title, question) for title in titles)
    c.inside.pop()
    return _somebody(actor, any_of(tuple(_found(one) for one in searches)))


def _somebody(actor: Code, able: Code) -> Code:
    """Whether somebody acts, and is able: nobody can do anything."""
    return all_of((changed(actor, lambda player: 1 if player >= 0 else 0), able))


def _trusting(expr: g.Can, scope: CodeScope, actor: Code, asked: SoughtArguments) -> SoughtArguments:
    """An argument that its clause knows to lie in just the domain that is asked for need not be tested again."""
    values = dict(expr.given)

    def known(parameter: g.Parameter) -> bool:
        value = values[parameter.name]
        own = scope.within.get(value.name) if isinstance(value, g.Local) else None
        if own is None or actor is not scope.actor or own.domain is None or free_locals(own.domain):
            return False
        return (own.choice, own.domain) == (parameter.choice, parameter.domain)

    return replace(asked, given=tuple(parameter for parameter in asked.given if not known(parameter)))


def _found(one: ArgumentSearch) -> Code:
    return Code(lambda cells, frame: 1 if one(cells, frame, None) else 0)


def applies(c: Compiler, expr: g.Applies, scope: CodeScope) -> Code:
    """Whether the case of a clause holds now; of a permission or prohibition, with some arguments."""
    clause = c.game.clause.get(expr.clause)
    if clause is None:
        return FALSE
    sentence = clause.sentence
    if not isinstance(sentence, g.Permission | g.Prohibition):
        return c.condition(clause, scope)
    asked = ask(c, c.game.act[sentence.act], CodeScope(scope.frames, scope.actor))
    return _somebody(scope.actor, _found(title_search(c, asked, clause, OpenQuestion((), barred=False))))
