"""Expressions lowered to values and tests, and the search for the arguments of an act.

Takes expressions of a checked game, in a scope; returns a `Value`, or a `Test` for a truth. What needs a loop becomes a
separate function, whose parameters are the parts of the scope that the expression uses; values known before play are folded. A
set is a bit mask, nobody is -1, as in the interpreter.

Numbers have to stay small, since a word has 64 bits and the interpreter's numbers have no bound. A number of the text has nine
digits at most. Every counter and every product stays below 2^40 in absolute value. A larger number is a trap, and the
interpreter then continues. A text can contain at most a few thousand such numbers, so their sum fits a word.

A definition has the value of the clauses in force, which are the applying clauses that no other applying clause overrides. The
same is true of every query that several clauses may answer. Different answers in force are a clash; no answer in force is a gap
(for a truth, it counts as false). Clashes and gaps are traps. The score under each heading is recorded before the count;
consequences of the count mostly add it to counters that no heading reads, and use the recorded score.

The search for arguments is nested loops over the parameters of an act under a permission. Each condition, and each prohibition,
is tested as soon as the parameters that it mentions are bound; bounds on a set of cards are passed to the search for that set.
`the player can take with card` is a function that stops at the first way to do the act. From a condition that may be a trap on,
conditions are tested in the stated order and for all ways to do the act (decision 0116).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial, reduce
from typing import Final, assert_never

from cartaro_engine.ir.builder import FunctionBuilder
from cartaro_engine.ir.folding import (
    FALSE,
    NOBODY,
    ONE,
    TRUE,
    ZERO,
    all_of,
    any_of,
    as_number,
    binary,
    choose,
    compare,
    contains,
    difference,
    equal,
    is_pure,
    is_simple,
    load,
    minus,
    negation,
    nonzero,
    plus,
    single,
    unequal,
    union,
)
from cartaro_engine.ir.nodes import Binary, Call, Const, Known, Load, Lookup, PopCount, Test, Value, Var
from cartaro_engine.lower import divisions, sets, subset_enumeration
from cartaro_engine.lower.compiler import LARGEST_PRODUCT, LIMIT, Lowering, bounded
from cartaro_engine.lower.sets import each, family_of, mask, printed
from cartaro_engine.lower.subset_enumeration import LoweredBounds, ScopedCondition, absorb, choose_set
from cartaro_engine.memory.layout import ACTOR, TURN_NOW, MemoryPlan, Scope, cell, is_set, may_be_nobody
from cartaro_engine.memory.traps import CLASH, FULL, GAP, LARGE, REMAINDER, Construct, LoweringRefused
from cartaro_grammar import Clause, Expr, conjuncts, facts_of, parts, read_argument
from cartaro_grammar import game as g
from cartaro_interpreter import Rules, assignment_order, domain_locals, free_locals

# --------------------------------------------------------------------- operators


FACTOR: Final = 1 << 31
SMALL: Final = 1 << 12


def operation(lo: Lowering, expr: g.Operation, scope: Scope) -> Value:
    """The value of an operator applied to its operands."""
    match expr.operator, expr.operands:
        case (("and" | "or" | "not" | "=" | "<" | "<=" | "in" | "subset"), _):
            return as_number(lo.test(expr, scope))
        case "-", (one,):
            return minus(ZERO, lo.value(one, scope))
        case "half", (one,):
            return binary(">>", lo.value(one, scope), ONE)
        case "+", operands:
            return plus(*(lo.value(operand, scope) for operand in operands))
        case "*", operands:
            return reduce(lambda a, b: _product(lo, expr, a, b), (lo.value(operand, scope) for operand in operands))
        case "union", operands:
            return lo.sets_of(expr.type).union(*(lo.value(operand, scope) for operand in operands))
        case "-", (first, second):
            return minus(lo.value(first, scope), lo.value(second, scope))
        case "minus", (first, second) if is_set(expr.type):
            taken = sets.all_faces(lo, sets.without_readings(lo, second, scope))
            return lo.cards.difference(lo.value(first, scope), taken)
        case "minus", (first, second):
            return difference(lo.value(first, scope), lo.value(second, scope))
        case "remainder", (first, second):
            return _remainder(lo, lo.value(first, scope), lo.value(second, scope))
        case (("quotient" | "quotient up") as operator, (first, second)):
            return _quotient(lo, lo.value(first, scope), lo.value(second, scope), up=operator == "quotient up")
        case _:
            raise LoweringRefused(Construct.OTHER, expr.span)


def operation_test(lo: Lowering, expr: g.Operation, scope: Scope) -> Test:
    """The truth of an operator applied to its operands."""
    match expr.operator, expr.operands:
        case "and", operands:
            return all_of(*(lo.test(operand, scope) for operand in operands))
        case "or", operands:
            return any_of(*(lo.test(operand, scope) for operand in operands))
        case "not", (one,):
            return negation(lo.test(one, scope))
        case "in", (member, members) if member.type.kind not in ("cards", "players", "sides", "symbols"):
            return _member(lo, member, sets.without_readings(lo, members, scope), scope)
        case (("subset" | "in"), (first, second)):
            return lo.sets_of(first.type).is_subset(
                sets.without_readings(lo, first, scope), sets.without_readings(lo, second, scope)
            )
        case "=", (first, second) if is_set(first.type):
            return lo.cards.equals(sets.without_readings(lo, first, scope), sets.without_readings(lo, second, scope))
        case "=", (first, second):
            return compare("==", sets.without_readings(lo, first, scope), sets.without_readings(lo, second, scope))
        case ("<" | "<=") as sign, (first, second):
            return compare(sign, lo.value(first, scope), lo.value(second, scope))
        case _:
            raise LoweringRefused(Construct.OTHER, expr.span)


def exists(lo: Lowering, member: Expr, scope: Scope) -> Test:
    """Test whether a member is not nobody."""
    return compare(">=", lo.value(member, scope), ZERO) if may_be_nobody(member, scope) else TRUE


def _member(lo: Lowering, member: Expr, members: Value, scope: Scope) -> Test:
    """Test whether a member is in a set. `nobody` is not in any set."""
    value = sets.without_readings(lo, member, scope)
    algebra = lo.cards if member.type.kind == "card" else lo.words
    if isinstance(value, Const):
        return algebra.contains(members, value) if value.value >= 0 else FALSE
    return all_of(exists(lo, member, scope), algebra.contains(members, value))


def _product(lo: Lowering, expr: g.Operation, first: Value, second: Value) -> Value:
    """A product, or a trap if the product does not fit into a word."""
    folded = binary("*", first, second)
    if isinstance(folded, Const) and abs(folded.value) >= LIMIT:
        raise LoweringRefused(Construct.LARGE_NUMBER, expr.span)
    if not isinstance(folded, Binary) or _is_modest(first, second) or _is_modest(second, first):
        return folded
    a, b = Var("a"), Var("b")

    def write(w: FunctionBuilder) -> None:
        outside = (compare(">=", v, Const(FACTOR)) for v in (a, b))
        below = (compare("<=", v, Const(-FACTOR)) for v in (a, b))
        with w.if_(any_of(*outside, *below)):
            with w.if_(compare("==", b, ZERO)):
                w.return_(ZERO)
            sizes = (w.let(choose(compare("<", v, ZERO), minus(ZERO, v), v), "size") for v in (a, b))
            with w.if_(compare(">=", next(sizes), Binary("//", Const(LARGEST_PRODUCT), next(sizes)))):
                w.trap(LARGE)
        w.return_(Call(bounded(lo, LARGEST_PRODUCT), (Binary("*", a, b),)))

    return Call(lo.define("product", "product", ("a", "b"), write), (first, second))


def _is_modest(factor: Value, value: Value) -> bool:
    """Return whether a product is certainly small: a stored, printed or counted number times a count or a small constant."""
    counted = isinstance(factor, PopCount) or (isinstance(factor, Const) and abs(factor.value) <= SMALL)
    return counted and isinstance(value, Load | Lookup | PopCount)


def _remainder(lo: Lowering, first: Value, second: Value) -> Value:
    """Return a remainder that is never negative. A divisor that is not more than 0 is a trap."""
    if isinstance(second, Const) and second.value > 0 and isinstance(first, Const):
        return Const(first.value % second.value)
    a, b = Var("a"), Var("b")

    def write(w: FunctionBuilder) -> None:
        with w.if_(compare("<=", b, ZERO)):
            w.trap(REMAINDER)
        with w.if_(compare(">=", a, ZERO)):
            w.return_(Binary("%", a, b))
        w.return_(minus(minus(b, ONE), Binary("%", minus(Const(-1), a), b)))

    return Call(lo.define("remainder", "remainder", ("a", "b"), write), (first, second))


def _quotient(lo: Lowering, first: Value, second: Value, *, up: bool) -> Value:
    """Return a quotient rounded down, or up. A divisor that is not more than 0 is a trap."""
    if isinstance(second, Const) and second.value > 0 and isinstance(first, Const):
        return Const(-(-first.value // second.value) if up else first.value // second.value)
    a, b = Var("a"), Var("b")
    enough = minus(plus(a, b), ONE) if up else a
    owed = minus(ZERO, a) if up else minus(minus(b, ONE), a)

    def write(w: FunctionBuilder) -> None:
        with w.if_(compare("<=", b, ZERO)):
            w.trap(REMAINDER)
        with w.if_(compare(">=", a, ZERO)):
            w.return_(Binary("//", enough, b))
        w.return_(minus(ZERO, Binary("//", owed, b)))

    name = "quotient_up" if up else "quotient"
    return Call(lo.define(name, name, ("a", "b"), write), (first, second))


# ------------------------------------------------------------------ participants


def active_players(lo: Lowering) -> Value | None:
    """Return the players who are in the match, if that can change; else None."""
    cell = lo.rules.layout.playing
    return load(Const(cell)) if cell else None


def everyone(lo: Lowering, *, sides: bool) -> Value:
    """All players or sides that are in the match."""
    here = active_players(lo)
    if here is None:
        return Const((1 << (lo.game.sides if sides else lo.game.players)) - 1)
    if not sides or lo.game.side_of == tuple(range(lo.game.players)):
        return here

    def write(w: FunctionBuilder) -> None:
        found = w.variable(ZERO, "found")
        with w.each(here, "player") as player:
            w.assign(found, union(found, single(lo.look_up(lo.game.side_of, player))))
        w.return_(found)

    return Call(lo.define("sides_here", "sides_here", (), write), ())


def last(lo: Lowering) -> Value:
    """Return the player in the last occupied seat, or nobody if no seat is occupied."""
    here = active_players(lo)
    if here is None:
        return Const(lo.game.players - 1)

    def write(w: FunctionBuilder) -> None:
        found = w.variable(NOBODY, "found")
        with w.each(here, "player") as player:
            w.assign(found, player)
        w.return_(found)

    return Call(lo.define("last_here", "last_here", (), write), ())


def neighbour(lo: Lowering, player: Value, steps: int) -> Value:
    """Return the player a number of seats further on, among the players in the match; nobody if there is no player to start
    from.
    """
    seats, here = lo.game.players, active_players(lo)
    if here is None:
        return lo.look_up((-1, *((seat + steps) % seats for seat in range(seats))), plus(player, ONE))
    beside = tuple((seat + (1 if steps > 0 else -1)) % seats for seat in range(seats))

    def write(w: FunctionBuilder) -> None:
        seat = Var("seat")
        with w.if_(any_of(compare("<", seat, ZERO), equal(here, ZERO))):
            w.return_(NOBODY)
        with w.count(ZERO, Const(abs(steps)), "step"), w.loop():
            w.assign(seat, lo.look_up(beside, seat))
            with w.if_(contains(here, seat)):
                w.break_()
        w.return_(seat)

    return Call(lo.define(("neighbour", steps), "neighbour", ("seat",), write), (player,))


def _first_of(lo: Lowering, expr: g.FirstOf, scope: Scope) -> Value:
    """Return the first of some players in the order of the seats after a given player, who comes last."""
    seats = lo.game.players
    beside = tuple((seat + expr.direction) % seats for seat in range(seats))

    def write(w: FunctionBuilder) -> None:
        seat = Var("seat")
        with w.if_(any_of(compare("<", seat, ZERO), equal(Var("members"), ZERO))):
            w.return_(NOBODY)
        with w.loop():
            w.assign(seat, lo.look_up(beside, seat))
            with w.if_(contains(Var("members"), seat)):
                w.break_()
        w.return_(seat)

    name = lo.define(("first_of", expr.direction), "first_of", ("members", "seat"), write)
    return Call(name, (lo.value(expr.members, scope), lo.value(expr.player, scope)))


def settle_active_players(lo: Lowering, w: FunctionBuilder) -> None:
    """Emit code that evaluates the clauses about taking part and sets which players are active from now on."""
    if not lo.rules.layout.playing:
        return
    found = w.variable(ZERO, "found")
    for player in range(lo.game.players):
        scopes = (
            (clause, Scope(NOBODY, {sentence.who: Const(player)}, frozenset({sentence.who})))
            for clause, sentence in lo.game.with_sentence(g.TakesPart)
        )
        with w.if_(any_of(*(lo.condition(clause, scope) for clause, scope in scopes))):
            w.assign(found, union(found, Const(1 << player)))
    w.store(Const(lo.rules.layout.playing), found)


# ------------------------------------------------------------------- definitions


@dataclass(frozen=True, slots=True)
class LoweredAnswer:
    """One clause's part in a query: the clause, in its scope, and the expression that is its answer."""

    clause: Clause
    scope: Scope
    value: Expr


def application(lo: Lowering, expr: g.Apply, scope: Scope) -> Value:
    """Return the application of a definition: inline if exactly one clause certainly applies, else as a function."""
    if read_argument(lo.game, expr) is not None:
        raise LoweringRefused(Construct.READINGS, expr.span)
    arguments = tuple(lo.value(argument, scope) for argument in expr.arguments)
    sure = tuple(not may_be_nobody(argument, scope) for argument in expr.arguments)
    if all(map(is_simple, arguments)):
        inline = _known_answer(lo, _answers(lo, expr.function, scope.actor, arguments, sure, scope))
        if inline is not None:
            return inline
    names = tuple(f"of_{n}" for n in range(len(arguments)))
    inside = tuple(v if isinstance(v, Const) else Var(name) for v, name in zip(arguments, names, strict=True))
    known = tuple(v.value if isinstance(v, Const) else None for v in arguments)
    actor = scope.actor if isinstance(scope.actor, Const) else Var("actor")
    truth = lo.game.function[expr.function].result.kind == "truth"

    def write(w: FunctionBuilder) -> None:
        emit_answer(lo, w, _answers(lo, expr.function, actor, inside, sure, scope), ZERO if truth else None)

    given = [("actor", scope.actor), *zip(names, arguments, strict=True)]
    parameters = tuple(name for name, value in given if not isinstance(value, Const))
    key = ("definition", expr.function, known, sure, ACTOR in scope.sure, isinstance(scope.actor, Const))
    name = lo.define(key, expr.function, parameters, write)
    return Call(name, tuple(value for _, value in given if not isinstance(value, Const)))


def _answers(
    lo: Lowering, function: str, actor: Value, arguments: tuple[Value, ...], sure: tuple[bool, ...], outer: Scope
) -> tuple[LoweredAnswer, ...]:
    found: list[LoweredAnswer] = []
    for clause, sentence in lo.game.definitions_of(function):
        names = dict(zip(sentence.parameters, arguments, strict=True))
        certain = frozenset(name for name, is_sure in zip(sentence.parameters, sure, strict=True) if is_sure)
        found.append(LoweredAnswer(clause, Scope(actor, names, certain | outer.sure & {ACTOR}), sentence.value))
    return tuple(found)


def _known_answer(lo: Lowering, answers: tuple[LoweredAnswer, ...]) -> Value | None:
    """Return the value of a definition if it is known at compile time which clause is in force, and that it is the only one.
    Otherwise return None.
    """
    live = [(answer, lo.condition(answer.clause, answer.scope)) for answer in answers]
    if not all(isinstance(applies, Known) for _, applies in live):
        return None
    applying = [answer for answer, applies in live if applies == Known(True)]
    names = {answer.clause.name for answer in applying}
    in_force = [answer for answer in applying if not lo.game.yields_to(answer.clause.name) & names]
    return lo.value(in_force[0].value, in_force[0].scope) if len(in_force) == 1 else None


def emit_answer(lo: Lowering, w: FunctionBuilder, answers: tuple[LoweredAnswer, ...], otherwise: Value | None) -> None:
    """Emit code that returns the answer of the clauses in force, or `otherwise` if none is in force."""
    applies = {a.clause.name: let_test(w, lo.condition(a.clause, a.scope)) for a in answers}
    forces = tuple((answer, in_force(lo, answer.clause, applies)) for answer in answers)
    if len(answers) == 1:
        with w.if_(forces[0][1]):
            w.return_(lo.value(answers[0].value, answers[0].scope))
    else:
        found, spoken = w.variable(ZERO, "found"), w.variable(ZERO, "spoken")
        before: Test = FALSE
        for answer, force in forces:
            with w.if_(force):
                value = w.let(lo.value(answer.value, answer.scope), "value")
                with w.if_(all_of(before, unequal(value, found))):
                    w.trap(CLASH)
                w.assign(found, value)
                w.assign(spoken, ONE)
            before = nonzero(spoken)
        with w.if_(nonzero(spoken)):
            w.return_(found)
    if otherwise is None:
        w.trap(GAP)
    else:
        w.return_(otherwise)


def let_test(w: FunctionBuilder, test: Test) -> Test:
    """Return a test that is evaluated here, once."""
    return test if isinstance(test, Known) else nonzero(w.variable(as_number(test), "holds"))


def in_force(lo: Lowering, clause: Clause, applies: dict[str, Test]) -> Test:
    """Test whether a clause applies and no applying clause overrides it."""
    over = lo.game.yields_to(clause.name)
    return all_of(applies[clause.name], negation(any_of(*(test for name, test in applies.items() if name in over))))


# ---------------------------------------------------------------------- headings


def score(lo: Lowering, expr: g.ScoreOf, scope: Scope) -> Value:
    """Return the score of a side now, under one heading or under all."""
    if scope.counted:
        return _recorded_score(lo, expr, scope)
    wanted = (clause for clause, _ in lo.game.headings if expr.heading in (None, clause.name))
    return plus(*(under_heading(lo, clause, lo.value(expr.side, scope), scope) for clause in wanted))


def _recorded_score(lo: Lowering, expr: g.ScoreOf, scope: Scope) -> Value:
    names = [clause.name for clause, _ in lo.game.headings]
    row = len(names) if expr.heading is None else names.index(expr.heading)
    side = lo.value(expr.side, scope)
    share = load(plus(Const(lo.plan.shares + 1 + row * lo.game.sides), side))
    return choose(compare(">=", side, ZERO), share, ZERO)


def changed_by(lo: Lowering, clauses: tuple[Clause, ...]) -> bool:
    """Return whether clauses may change the score: they do more than set memory that no heading reads."""
    effects = [facts_of(line.body) for clause in clauses for line in clause.effects]
    if any(facts.moves_cards or facts.back_to or facts.family for facts in effects):
        return True
    query = list(_queried(lo))
    read = {part.cell for part in query if isinstance(part, g.Recall)}
    return any(isinstance(part, g.Can) for part in query) or any(facts.memory in read for facts in effects)


def _queried(lo: Lowering) -> Iterator[object]:
    """Yield all parts of the queries in the headings, including the definitions that they apply."""
    todo: list[object] = [lo.game.headings]
    known: set[str] = set()
    while todo:
        for part in parts(todo.pop()):
            yield part
            if isinstance(part, g.Apply) and part.function not in known:
                known.add(part.function)
                todo.append(tuple(lo.game.definitions_of(part.function)))


def for_all(lo: Lowering, w: FunctionBuilder, clause: Clause, scope: Scope) -> list[Value]:
    """Emit the points of each side under one heading. A choice that does not depend on the side is evaluated once."""
    sentence = _heading_value(lo, clause)
    over = _preferred(lo, clause)
    query = (sentence.chosen, *(expr for one in (clause, *over) for expr in (*one.when, *one.unless)))
    sides = [Const(side) for side in range(lo.game.sides)]
    if sentence.chosen is None or any("side" in free_locals(expr) for expr in query if expr is not None):
        return [under_heading(lo, clause, side, scope) for side in sides]
    chosen = w.variable(NOBODY, "chosen")
    with w.if_(all_of(lo.condition(clause, scope), *(negation(lo.condition(other, scope)) for other in over))):
        w.assign(chosen, lo.value(sentence.chosen, scope))
    return [choose(equal(chosen, side), lo.value(sentence.amount, scope.bind("side", side)), ZERO) for side in sides]


def _heading_value(lo: Lowering, clause: Clause) -> g.Score:
    return next(sentence for other, sentence in lo.game.headings if other is clause)


def _preferred(lo: Lowering, clause: Clause) -> tuple[Clause, ...]:
    return lo.game.overriding(clause, tuple(other for other, _ in lo.game.headings))


def under_heading(lo: Lowering, clause: Clause, side: Value, scope: Scope) -> Value:
    """Return the points that one heading gives a side: 0 if its clause does not apply or is overridden."""
    sure = frozenset({"side"}) | scope.sure & {ACTOR}
    inside = Scope(Var("actor"), {"side": Var("side")}, sure)
    sentence = _heading_value(lo, clause)

    def write(w: FunctionBuilder) -> None:
        over = (negation(lo.condition(other, inside)) for other in _preferred(lo, clause))
        with w.if_(all_of(compare(">=", Var("side"), ZERO), lo.condition(clause, inside), *over)):
            if sentence.chosen is not None:
                with w.if_(unequal(lo.value(sentence.chosen, inside), Var("side"))):
                    w.return_(ZERO)
            w.return_(lo.value(sentence.amount, inside))

    name = lo.define(("heading", clause.name, sure), f"score_{clause.name}", ("actor", "side"), write)
    return Call(name, (scope.actor, side))


# --------------------------------------------------------- permissions, prohibitions


def subject(lo: Lowering, clause: Clause, scope: Scope) -> Test:
    """Test whether the actor is the clause's subject; a subject other than `the player` is evaluated with the player whose turn
    it is.
    """
    sentence = clause.sentence
    assert isinstance(sentence, g.Permission | g.Prohibition)
    if isinstance(sentence.subject, g.Actor):
        return TRUE
    named = lo.value(sentence.subject, Scope(TURN_NOW, scope.names, scope.sure - {ACTOR}))
    return contains(named, scope.actor) if sentence.subject.type.kind == "players" else equal(named, scope.actor)


def holds(lo: Lowering, clause: Clause, scope: Scope) -> Test:
    """Test whether the case of a permission or a prohibition holds."""
    return all_of(subject(lo, clause, scope), lo.condition(clause, scope))


def permits(lo: Lowering, permission: Clause, scope: Scope) -> Test:
    """Test whether a permission covers a move whose arguments are in their domains."""
    return all_of(holds(lo, permission, scope), *(negation(bars(lo, one, scope)) for one, _ in lo.game.barring(permission)))


def bars(lo: Lowering, prohibition: Clause, scope: Scope) -> Test:
    """Test whether a prohibition is in force: its condition holds, and no exemption from it applies. An exemption that needs no
    search is tested before a case that needs one.
    """
    quick: list[Test] = []
    late: list[Test] = []
    others = tuple(other for other, _ in lo.game.with_sentence(g.Prohibition))
    for exemption, _ in lo.game.lifting(prohibition):
        over = lo.game.overriding(exemption, others)
        undone = any_of(*(holds(lo, other, scope) for other in over if other.name != prohibition.name))
        lifts = all_of(holds(lo, exemption, scope), negation(undone))
        first = searches(prohibition) and not any(map(searches, (exemption, *over))) and not lo.may_stop(exemption)
        (quick if first else late).append(lifts)
    return all_of(negation(any_of(*quick)), holds(lo, prohibition, scope), negation(any_of(*late)))


def searches(clause: Clause) -> bool:
    """Return whether the condition of a clause depends on the possible acts of a player."""
    return any(isinstance(part, g.Can) for part in parts((clause.when, clause.unless)))


def deciding_clauses(lo: Lowering, prohibition: Clause) -> tuple[Clause, ...]:
    """Return the clauses that decide whether a prohibition forbids."""
    exempting = tuple(exemption for exemption, _ in lo.game.lifting(prohibition))
    return (prohibition, *exempting, *(other for one in exempting for other in lo.game.overriding(one, lo.game.clauses)))


def domain(lo: Lowering, parameter: g.Parameter, scope: Scope) -> Value:
    """Return the set from which a parameter is chosen. For an answer, it has all answers; for a group, the places of the
    groups.
    """
    if parameter.type.kind == "groups":
        raise LoweringRefused(Construct.OTHER, parameter.span)
    if parameter.domain is None:
        return Const((1 << len(parameter.answers)) - 1)
    return lo.value(parameter.domain, scope)


def within(lo: Lowering, parameter: g.Parameter, value: Value, scope: Scope) -> Test:
    """Test whether an argument is in its domain."""
    if isinstance(parameter.domain, g.Numbers):
        least, most = bounds(lo, parameter.domain, scope)
        return all_of(compare("<=", least, value), compare("<=", value, most))
    if parameter.type.kind == "group" and parameter.domain is not None:
        return _is_one_of(lo, parameter.domain, domain(lo, parameter, scope), value)
    algebra, among = lo.cards if parameter.type.kind in ("card", "cards") else lo.words, domain(lo, parameter, scope)
    match parameter.choice:
        case "one" | "either":
            card = sets.card_of(lo, value) if parameter.freely else value
            return all_of(TRUE if parameter.name in scope.sure else compare(">=", value, ZERO), algebra.contains(among, card))
        case "some" if parameter.freely:
            cards = sets.cards_of(lo, value)
            once = equal(algebra.size(cards), algebra.size(value))
            return all_of(algebra.nonempty(value), once, algebra.is_subset(cards, among))
        case "some":
            return all_of(algebra.nonempty(value), algebra.is_subset(value, among))
        case "all":
            return algebra.equals(value, among)
        case _:
            assert_never(parameter.choice)


def bounds(lo: Lowering, numbers: g.Numbers, scope: Scope) -> tuple[Value, Value]:
    """Return the least and the greatest number from which a player chooses. A bound that is greater than any possible argument
    is a trap.
    """
    least, most = lo.value(numbers.low, scope), lo.value(numbers.high, scope)
    if not isinstance(least, Const):
        least = choose(compare("<", least, ZERO), ZERO, least)
    elif least.value < 0:
        least = ZERO
    if isinstance(most, Const) and most.value <= g.MOST_CHOSEN_NUMBER:
        return least, most

    def write(w: FunctionBuilder) -> None:
        with w.if_(all_of(compare(">", Var("most"), Const(g.MOST_CHOSEN_NUMBER)), compare("<=", Var("least"), Var("most")))):
            w.trap(FULL)
        w.return_(Var("most"))

    return least, Call(lo.define("greatest_number", "greatest_number", ("least", "most"), write), (least, most))


def _is_one_of(lo: Lowering, family: Expr, among: Value, group: Value) -> Test:
    """Test whether a set of faces is one of the groups."""

    def write(w: FunctionBuilder) -> None:
        with each(lo, w, family, Var("among"), "place") as (_, other), w.if_(lo.cards.equals(other, Var("group"))):
            w.return_(ONE)

    name = lo.define(("one_of", family_of(lo, family)), "one_of", ("among", "group"), write)
    return nonzero(Call(name, (among, group)))


# --------------------------------------------------------------------- arguments


Arguments = Mapping[str, Value]
ArgumentsFound = Callable[[Arguments], None]
"""Emits the code that uses the arguments found."""


@dataclass(frozen=True, slots=True)
class ArgumentQuery:
    """A query about an act: the actor, the given arguments, further conditions, whether prohibitions count, and whether it is
    enough that one possibility exists. For the parameters in `read`, the card is given and its reading is searched for.
    """

    actor: Value
    sure: frozenset[str]
    given: Arguments
    where: Callable[[Arguments], tuple[ScopedCondition, ...]]
    barred: bool
    any_will_do: bool
    read: Arguments = field(default_factory=dict[str, Value])


class SearchEmitter:
    """Emitter of the search under one permission."""

    def __init__(self, lo: Lowering, w: FunctionBuilder, act: g.Act, title: Clause, query: ArgumentQuery) -> None:
        self._lo, self._w, self._act = lo, w, act
        self._any, self._read = query.any_will_do, query.read
        sought = [p.name for p in act.parameters if p.name not in query.given]
        self._names: dict[str, Value] = dict(query.given)
        self._variables = {name: w.new_local(name) for name in sought}
        self._names.update(self._variables)
        self._scope = Scope(query.actor, self._names, query.sure | set(sought))
        self._done = set(query.given)
        given = (p for p in act.parameters if p.name in query.given)
        self._tests = [(domain_locals(p, self._variables), within(lo, p, self._names[p.name], self._scope)) for p in given]
        self._left: list[ScopedCondition] = []
        self._late: list[Test] = []
        self._divide(title, query)
        self._any &= not self._late
        self._order = [act.parameters[n] for n in assignment_order(act, sought)]
        self._known: dict[str, Value] = {}

    def emit(self, found: ArgumentsFound) -> None:
        """Emit the whole search; `found` emits the code that uses the arguments found."""
        self._found = found
        self._level(0)

    @property
    def is_exhaustive(self) -> bool:
        """Return whether all arguments must be tried, although one is enough for the answer: another one may cause a trap."""
        return bool(self._late)

    def _divide(self, title: Clause, query: ArgumentQuery) -> None:
        """Divide the conditions into tests that bound no choice (with the parameters that they need), conditions that may bound
        one, and those from the first that may be a trap on. A reading of cards is chosen by its conditions, whatever their
        order.
        """
        lo, act = self._lo, self._act
        in_order = any(lo.may_stop(parameter.domain) for parameter in act.parameters)
        for test, needs, reads in self._stated(title, query):
            in_order |= lo.may_stop(reads)
            chooses = any(p.freely for p in act.parameters) and isinstance(test, ScopedCondition) and not lo.may_stop(reads)
            if in_order and not chooses:
                self._late.append(lo.test(test.expr, test.scope) if isinstance(test, ScopedCondition) else test)
            elif isinstance(test, ScopedCondition):
                self._left.append(test)
            else:
                self._tests.append((needs, test))

    def _stated(
        self, title: Clause, query: ArgumentQuery
    ) -> Iterator[tuple[Test | ScopedCondition, frozenset[str], object]]:  # fmt: skip
        """Yield the conditions in the order in which the reference states them, with the sentences that they read."""
        lo, scope, act = self._lo, self._scope, self._act
        own = {p.name: p.name for p in act.parameters}
        sentence = title.sentence
        assert isinstance(sentence, g.Permission | g.Prohibition)
        for condition in query.where(self._names):
            yield condition, frozenset(), condition.expr
        yield subject(lo, title, scope), frozenset(), sentence.subject
        for part in conjuncts(*title.when):
            yield ScopedCondition(part, scope, own), frozenset(), part
        for expr in title.unless:
            yield negation(lo.test(expr, scope)), self._mentioned(expr), expr
        for one, _ in lo.game.barring(title) if query.barred else ():
            clauses = deciding_clauses(lo, one)
            conditions = (expr for clause in clauses for expr in (*clause.when, *clause.unless))
            yield negation(bars(lo, one, scope)), frozenset[str]().union(*map(self._mentioned, conditions)), clauses

    def _mentioned(self, expr: Expr) -> frozenset[str]:
        return free_locals(expr) & {p.name for p in self._act.parameters}

    def _due(self) -> Test:
        """Return the tests that can be made now, and remove them from the lists."""
        ready = [test for needs, test in self._tests if needs <= self._done]
        ready += [self._lo.test(c.expr, c.scope) for c in self._left if c.needs() <= self._done]
        self._tests = [(needs, test) for needs, test in self._tests if not needs <= self._done]
        self._left = [c for c in self._left if not c.needs() <= self._done]
        return all_of(*ready)

    def _level(self, depth: int) -> None:
        with self._w.if_(self._due()):
            if depth == len(self._order):
                with self._w.if_(all_of(*self._late)):
                    self._found(self._names)
            else:
                if depth == 0:
                    self._find_beforehand()
                self._choose(self._order[depth], depth)

    def _find_beforehand(self) -> None:
        """Emit the domains of later parameters before the loops over earlier parameters, if they do not depend on these and
        need a call.
        """
        for parameter in self._order[1:]:
            if (
                parameter.choice in ("one", "either")
                and parameter.type.kind == "card"
                and not domain_locals(parameter, self._variables)
            ):
                found = self._members(parameter)
                self._known[parameter.name] = found if is_pure(found) else self._w.variable(found, "among")

    def _choose(self, parameter: g.Parameter, depth: int) -> None:
        lo, w, variable = self._lo, self._w, self._variables[parameter.name]
        if isinstance(parameter.domain, g.Numbers):
            least, most = bounds(lo, parameter.domain, self._scope)
            end = plus(most, ONE)
            with w.count(least, end, parameter.name, g.MOST_CHOSEN_NUMBER + 1) as number, self._way(variable, number):
                self._next(parameter, depth)
            return
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
        """Emit the trial of one value of a parameter; the sets made for it are released."""
        before = self._lo.cards.release(self._w, None)
        self._w.assign(variable, value)
        yield
        self._lo.cards.release(self._w, before)

    def _members(self, parameter: g.Parameter) -> Value:
        """Return the members of a domain, without members that break a condition on their print, and without members that an
        equal one represents. The members of a card read freely are its faces, to which the conditions refer.
        """
        among = domain(self._lo, parameter, self._scope)
        if parameter.freely:
            return self._fitting(parameter, self._of_card(parameter, among))
        return self._of_card(parameter, self._w.let(self._fitting(parameter, among), "fitting"))

    def _of_card(self, parameter: g.Parameter, among: Value) -> Value:
        lo, given = self._lo, self._read.get(parameter.name)
        if given is not None:
            card = self._w.let(sets.card_of(lo, given), "card")
            there = all_of(compare(">=", card, ZERO), lo.cards.contains(among, card))
            return choose(there, lo.cards.look_up(lo.rules.layout.faces.expansion, card), lo.cards.constant(0))
        cards = sets.representatives(lo, parameter, among)
        return sets.all_faces(lo, sets.cards_of(lo, cards)) if parameter.freely else cards

    def _next(self, parameter: g.Parameter, depth: int) -> None:
        self._done.add(parameter.name)
        self._level(depth + 1)

    def _fitting(self, parameter: g.Parameter, among: Value) -> Value:
        """Return the members that break no condition on their print."""
        for condition in tuple(self._left):
            if condition.needs() == frozenset({parameter.name}) and parameter.domain is not None:
                word, sets = condition.word(parameter.name), self._lo.sets_of(parameter.domain.type)
                held = printed(self._lo, parameter.domain, word, condition.expr, without_name(condition.scope, word))
                if held is not None:
                    self._left.remove(condition)
                    among = sets.intersection(among, sets.constant(mask(held)))
        return among

    def _narrowed(self, parameter: g.Parameter, among: Value) -> Value:
        """Return the members that a table does not exclude: together with others chosen before, they can make a set that
        passes.
        """
        own = frozenset((parameter.name,))
        for condition in tuple(self._left):
            if own <= condition.needs() <= self._done | own and parameter.type.kind == "card":
                among = subset_enumeration.narrowed(self._lo, among, condition, parameter.name)
        return among

    def _choose_set(self, parameter: g.Parameter, among: Value, variable: Var, depth: int) -> None:
        shapes = subset_enumeration.tabulated(self._lo, parameter, self._left)
        if shapes is not None:
            with subset_enumeration.for_each_satisfying_subset(self._lo, self._w, shapes, among, variable):
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
    """Test whether the act can be done: under any permission that no prohibition overrides, or under one given permission."""
    act = lo.game.act[expr.act]
    titles = tuple(clause for clause, _ in lo.game.permissions_of(expr.act) if expr.by in (None, clause.name))
    given = {name: (f"given_{n}", lo.value(value, scope)) for n, (name, value) in enumerate(expr.given)}
    sure = frozenset(name for name, value in expr.given if not may_be_nobody(value, scope))
    sure |= frozenset() if may_be_nobody(expr.actor, scope) else {ACTOR}

    def write(w: FunctionBuilder, inside: Scope) -> None:
        def where(names: Arguments) -> tuple[ScopedCondition, ...]:
            outer = inside
            for parameter, word in expr.free:
                outer = outer.bind(word, names[parameter])
            words = {word: parameter for parameter, word in expr.free}
            return () if expr.where is None else tuple(ScopedCondition(part, outer, words) for part in conjuncts(expr.where))

        _require_actor(w, sure)
        arguments: dict[str, Value] = {name: Var(variable) for name, (variable, _) in given.items()}
        read = {p.name: arguments.pop(p.name) for p in act.parameters if p.freely and p.type.kind == "card" and p.name in given}
        query = ArgumentQuery(Var("who"), sure, arguments, where, barred=expr.by is None, any_will_do=True, read=read)
        some_way(lo, w, act, titles, query)

    uses = () if expr.where is None else (expr.where,)
    key = ("can", expr, sure)
    return nonzero(
        lo.outlined(key, f"can_{act.name}", uses, scope, write, ("who", lo.value(expr.actor, scope)), *given.values())
    )


def applies(lo: Lowering, expr: g.Applies, scope: Scope) -> Test:
    """Test whether the case of a clause holds now; for a permission or a prohibition, with some arguments."""
    clause = lo.game.clause.get(expr.clause)
    if clause is None:
        return FALSE
    sentence = clause.sentence
    if not isinstance(sentence, g.Permission | g.Prohibition):
        return lo.condition(clause, scope)
    acts, sure = (lo.game.act[act] for act in sentence.acts), scope.sure & {ACTOR}
    return any_of(*(_case_with_some_arguments(lo, clause, act, sure, scope) for act in acts))


def _case_with_some_arguments(lo: Lowering, clause: Clause, act: g.Act, sure: frozenset[str], scope: Scope) -> Test:
    def write(w: FunctionBuilder) -> None:
        _require_actor(w, sure)
        some_way(lo, w, act, (clause,), ArgumentQuery(Var("who"), sure, {}, lambda _: (), barred=False, any_will_do=True))

    name = lo.define(("applies", clause.name, act.name, sure), f"applies_{clause.name}", ("who",), write)
    return nonzero(Call(name, (scope.actor,)))


def _require_actor(w: FunctionBuilder, sure: frozenset[str]) -> None:
    """Emit code that returns 0 if there is no actor, because there is no player who could do an act."""
    if ACTOR not in sure:
        with w.if_(compare("<", Var("who"), ZERO)):
            w.return_(ZERO)


def some_way(lo: Lowering, w: FunctionBuilder, act: g.Act, titles: tuple[Clause, ...], query: ArgumentQuery) -> None:
    """Emit a function that returns 1 when it finds the first possibility, and 0 if there is no possibility. It leaves the stack
    as before.
    """
    top = Const(lo.plan.top)
    entered = w.variable(load(top), "entered")

    def found(_: Arguments) -> None:
        w.store(top, entered)
        w.return_(ONE)

    for title in titles:
        search = SearchEmitter(lo, w, act, title, query)
        if search.is_exhaustive:
            some = w.variable(ZERO, "some")
            search.emit(partial(_note, w, some))
            with w.if_(nonzero(some)):
                found({})
        else:
            search.emit(found)
    w.return_(ZERO)


def _note(w: FunctionBuilder, some: Var, _: Arguments) -> None:
    w.assign(some, ONE)


def possible(lo: Lowering, act: g.Act) -> str:
    """Define a function that returns whether a player can do an act in some way."""
    titles = tuple(clause for clause, _ in lo.game.permissions_of(act.name))
    query = ArgumentQuery(Var("who"), frozenset({ACTOR}), {}, lambda _: (), barred=True, any_will_do=True)
    return lo.define(("possible", act.name), f"possible_{act.name}", ("who",), lambda w: some_way(lo, w, act, titles, query))


# ------------------------------------------------------------------- expressions


def lowering_of(rules: Rules, plan: MemoryPlan) -> Lowering:
    """Return a new lowering of a game."""
    passing = plan.next_temporary if plan.width > 1 else None
    return Lowering(passing=passing, game=rules.game, rules=rules, plan=plan, to_value=_value, to_test=_test)


def _test(lo: Lowering, expr: Expr, scope: Scope) -> Test:
    """A truth."""
    if isinstance(expr, g.Operation):
        return operation_test(lo, expr, scope)
    if isinstance(expr, g.Quantified):
        return sets.quantified(lo, expr, scope)
    if isinstance(expr, g.Can):
        return can(lo, expr, scope)
    if isinstance(expr, g.Applies):
        return applies(lo, expr, scope)
    return nonzero(sets.pattern(lo, expr, scope) if isinstance(expr, g.Pattern) else lo.value(expr, scope))


def _value(lo: Lowering, expr: Expr, scope: Scope) -> Value:
    """A number, a member or a set; a truth as 1 or 0."""
    match expr:
        case g.Number(value=known):
            return Const(known)
        case g.Truth(value=truth):
            return Const(int(truth))
        case g.Symbol(name=name):
            return Const(lo.rules.compiler.symbol(expr.type.enumeration, name))
        case g.Symbols(attribute=attribute):
            return Const(next((1 << len(a.values)) - 1 for a in lo.game.deck.attributes if a.name == attribute))
        case g.Numbers():  # only arguments are numbers, and they are counted up
            raise LoweringRefused(Construct.OTHER, expr.span)
        case g.Cards():
            return sets.literal_cards(lo, expr)
        case g.AllCards():
            return lo.cards.constant(lo.rules.layout.pack)
        case g.Everyone():
            return everyone(lo, sides=expr.type.kind == "sides")
        case g.LastPlayer():
            return last(lo)
        case g.Nobody():
            return NOBODY
        case g.Actor():
            return scope.actor
        case g.Local(name=name):
            return scope.names[name]
        case g.Setting():
            raise g.OpenOptionError(expr.option)
        case g.InZone() | g.Recall():
            return stored(lo, expr, scope)
        case g.Neighbour(player=player, steps=steps):
            return neighbour(lo, lo.value(player, scope), steps)
        case g.FirstOf():
            return _first_of(lo, expr, scope)
        case g.Attribute() | g.SideOf():
            return _table_entry(lo, expr, scope)
        case g.Top(pile=pile):
            return _top(lo, pile, scope)
        case g.Operation():
            return operation(lo, expr, scope)
        case g.Quantified() | g.Can() | g.Applies():
            return as_number(lo.test(expr, scope))
        case g.Single(member=member):
            return set_of_one(lo, member, scope)
        case g.Only(members=members):
            return lo.sets_of(members.type).only(lo.value(members, scope))
        case g.Size(members=members):
            return lo.sets_of(members.type).size(lo.value(members, scope))
        case g.Where():
            return sets.where(lo, expr, scope)
        case g.Total():
            return sets.total(lo, expr, scope)
        case g.OverSets():
            return subset_enumeration.over_sets(lo, expr, scope)
        case g.Extreme():
            return sets.extreme(lo, expr, scope)
        case g.Select():
            return sets.select(lo, expr, scope)
        case g.Pattern():
            return sets.pattern(lo, expr, scope)
        case g.Apply():
            return application(lo, expr, scope)
        case g.ScoreOf():
            return score(lo, expr, scope)
        case g.Splits():
            return divisions.splits(lo, expr, scope)
        case g.ReadAs():
            return sets.read_as(lo, expr, scope)
        case _:
            assert_never(expr)


def owner_of(lo: Lowering, place: g.InZone | g.Recall, scope: Scope) -> tuple[Value, Test]:
    """Return the number of the owner of a place, or 0 if it has no owner, and whether the owner may be any player or side."""
    if place.owner is None:
        return ZERO, TRUE
    return lo.value(place.owner, scope), exists(lo, place.owner, scope)


def slot_of(lo: Lowering, place: g.InZone | g.Recall) -> int:
    """The cell of a place's first owner."""
    layout = lo.rules.layout
    return layout.places[place.zone].slot if isinstance(place, g.InZone) else layout.memory[place.cell].slot


def stored(lo: Lowering, expr: g.InZone | g.Recall, scope: Scope) -> Value:
    """Return a cell's value. Without an owner it is empty: an empty zone, a counter at 0, a reference to nobody."""
    slot = slot_of(lo, expr)
    if isinstance(expr, g.InZone) and lo.game.zone[expr.zone].family:
        return groups_there(lo, expr.zone)
    if is_set(expr.type):
        return _set_stored(lo, expr, scope)
    absent = NOBODY if isinstance(expr, g.Recall) and lo.game.cell[expr.cell].kind == "reference" else ZERO
    owner, anybody = owner_of(lo, expr, scope)
    return choose(anybody, load(cell(slot, owner)), absent)


def _set_stored(lo: Lowering, expr: g.InZone | g.Recall, scope: Scope) -> Value:
    """Return the cards of a zone or a mark, or an empty set if the owner is nobody."""
    if isinstance(expr, g.InZone) and expr.owner is not None and expr.owner.type.kind in ("players", "sides"):
        return _together(lo, expr, expr.owner, scope)
    owner, anybody = owner_of(lo, expr, scope)
    return choose(anybody, lo.cards.at(lo.plan.set_address(slot_of(lo, expr), owner)), lo.cards.constant(0))


def groups_there(lo: Lowering, zone: str) -> Value:
    """Return the groups of a family, as a mask of their places: they are in its first cells."""
    place = lo.rules.layout.places[zone]

    def write(w: FunctionBuilder) -> None:
        with w.count(ZERO, Const(place.count), "place") as nth:
            here = lo.cards.at(lo.plan.set_address(place.slot, nth))
            with w.if_(negation(lo.cards.nonempty(here))):
                w.return_(minus(single(nth), ONE))
        w.return_(Const((1 << place.count) - 1))

    return Call(lo.define(("groups", zone), f"groups_of_{zone}", (), write), ())


def _together(lo: Lowering, expr: g.InZone, owners: Expr, scope: Scope) -> Value:
    """The cards of all zones with this name, of several owners."""
    slot, who = slot_of(lo, expr), lo.value(owners, scope)
    if isinstance(who, Const):
        return lo.cards.union(
            *(lo.cards.at(lo.plan.set_address(slot, Const(n))) for n in range(lo.game.players) if who.value >> n & 1)
        )

    def write(w: FunctionBuilder) -> None:
        found = lo.cards.new(w, "found")
        with w.each(Var("who"), "owner") as owner:
            lo.cards.add(w, found, lo.cards.at(lo.plan.set_address(slot, owner)))
        w.return_(found)

    return Call(lo.define(("together", slot), "together", ("who",), write, keeps=True), (who,))


def set_of_one(lo: Lowering, member: Expr, scope: Scope) -> Value:
    """The set with one member, or the empty set for nobody."""
    value, sets = lo.value(member, scope), lo.cards if member.type.kind == "card" else lo.words
    if isinstance(value, Const):
        return sets.constant(1 << value.value if value.value >= 0 else 0)
    return choose(exists(lo, member, scope), sets.single(value), sets.constant(0))


def card_set(lo: Lowering, cards: tuple[Expr, ...], scope: Scope) -> Value:
    """Several sets of cards and single cards, together."""
    return lo.cards.union(*(set_of_one(lo, e, scope) if e.type.kind == "card" else lo.value(e, scope) for e in cards))


def attribute_table(lo: Lowering, name: str) -> tuple[int, ...]:
    """The number of a measure, or the symbol of an attribute, first for nobody and then for each card."""
    if name not in lo.printed:
        faces, symbol = lo.game.faces, lo.rules.compiler.symbol
        if name in lo.game.measure:
            lo.printed[name] = (0, *(value or 0 for value in faces.measure(name)))
        else:
            found = faces.attribute(name)
            lo.printed[name] = (-1, *(-1 if value is None else symbol(name, value) for value in found))
    return lo.printed[name]


def _table_entry(lo: Lowering, expr: g.Attribute | g.SideOf, scope: Scope) -> Value:
    """Return the entry of a table for a member. The first entry belongs to nobody."""
    match expr:
        case g.Attribute(name=name, card=of):
            table = attribute_table(lo, name)
        case g.SideOf(player=of):
            table = (-1, *lo.game.side_of)
            if lo.game.side_of == tuple(range(lo.game.players)):
                return lo.value(of, scope)
    if not may_be_nobody(of, scope):
        return lo.look_up(table[1:], lo.value(of, scope))
    return lo.look_up(table, plus(lo.value(of, scope), ONE))


def _top(lo: Lowering, pile: Expr, scope: Scope) -> Value:
    if not isinstance(pile, g.InZone) or not lo.game.zone[pile.zone].ordered:
        raise LoweringRefused(Construct.OTHER, pile.span)
    owner, anybody = owner_of(lo, pile, scope)
    array = lo.plan.pile(slot_of(lo, pile), owner)
    return choose(all_of(anybody, nonzero(load(array))), load(plus(load(array), array)), NOBODY)
