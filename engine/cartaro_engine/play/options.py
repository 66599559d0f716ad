"""The options of a choice: records in memory, one for each legal move, in the interpreter's order.

A record is the number of the act (that of the end of the turn is after the last), who acts, the number of the step, and the
arguments.  A search finds the moves under one permission in their order, unless they make groups or a set has several words.
Several permissions may warrant one move: from the second on, each new record is compared with those before it, and comes to
stand where its arguments belong.
"""

from __future__ import annotations

from functools import partial

from cartaro_engine.acts.courses import performing
from cartaro_engine.expressions.arguments import ArgumentQuestion, Arguments, SearchWriter, order
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import FALSE, ONE, TRUE, ZERO, binary, compare, equal, every, load, minus, negation, plus, some
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import MOST_OPTIONS, argument_words, is_set
from cartaro_engine.memory.scope import ACTOR
from cartaro_engine.memory.traps import FULL
from cartaro_grammar import game as g
from cartaro_grammar import parts

ACT, PLAYER, STEP, ARGUMENTS = (Const(n) for n in range(4))


def played(lo: Lowering) -> tuple[g.Act, ...]:
    """The acts of players, in the order of their numbers; findings are the arbiter's."""
    return tuple(act for act in lo.game.acts if not act.finding)


def record(lo: Lowering, number: Value) -> Value:
    """The address of an option."""
    words = lo.plan.option_words
    return plus(
        Const(lo.plan.options), Const(number.value * words) if isinstance(number, Const) else binary("*", number, Const(words))
    )


def write_head(w: Writer, at: Value, act: int, player: Value, step: Value) -> None:
    """Write what an option has before its arguments."""
    for place, value in ((ACT, Const(act)), (PLAYER, player), (STEP, step)):
        w.store(plus(at, place), value)


def collecting(lo: Lowering, act: g.Act, *, to_choose: bool = True) -> str:
    """The function that adds all warranted ways to do an act to the `count` options, and gives their number; where none is
    chosen from them, in any order, and what several permissions warrant more than once.
    """
    count = Var("count")
    titles = [title for title, _ in lo.game.permissions_of(act.name)]
    is_sorted = [to_choose and (number > 0 or not _comes_in_order(lo, act)) for number in range(len(titles))]

    def write(w: Writer) -> None:
        first = w.variable(count, "first")

        def found(arguments: Arguments, function: str) -> None:
            values = (arguments[parameter.name] for parameter in act.parameters)
            w.assign(count, Call(function, (first, count, Var("who"), Var("step"), *values)))

        asked = ArgumentQuestion(Var("who"), frozenset({ACTOR}), {}, lambda _: (), barred=True, any_will_do=False)
        for title, among_others in zip(titles, is_sorted, strict=True):
            offer = _offering(lo, act, in_order=not among_others)
            SearchWriter(lo, w, act, title, asked, partial(found, function=offer)).write()
        w.give(count)

    return lo.define(("collecting", act.name, any(is_sorted)), f"ways_to_{act.name}", ("who", "step", "count"), write)


def _comes_in_order(lo: Lowering, act: g.Act) -> bool:
    """Whether a search certainly finds the ways to do an act in their order, and each once."""
    if lo.plan.width > 1 or any(p.freely or p.type.kind in ("group", "groups") for p in act.parameters):
        return False
    return not any(isinstance(part, g.Pattern) for part in parts((lo.game.standing, lo.game.acts)))


def _offering(lo: Lowering, act: g.Act, *, in_order: bool) -> str:
    """The function that adds an option to those of its act and gives the new count: behind them where all come in order, else
    in its place among them, unless it is there.
    """
    names = tuple(f"of_{n}" for n in range(len(act.parameters)))
    ranks = order(act, [parameter.name for parameter in act.parameters])

    def write(w: Writer) -> None:
        place = w.variable(record(lo, Var("count")), "place")
        with w.when(compare(">=", Var("count"), Const(MOST_OPTIONS))):
            w.trap(FULL)
        if not in_order:
            _make_room(lo, w, act, place, ranks)
        write_head(w, place, played(lo).index(act), Var("who"), Var("step"))
        for parameter, name, word in zip(act.parameters, names, argument_places(lo, act), strict=True):
            at = plus(place, ARGUMENTS, Const(word))
            if is_set(parameter.type):
                lo.cards.store(w, at, Var(name))
            else:
                w.store(at, Var(name))
        w.give(plus(Var("count"), ONE))

    key = ("offering", act.name, in_order)
    return lo.define(key, f"offer_{act.name}", ("first", "count", "who", "step", *names), write)


def _make_room(lo: Lowering, w: Writer, act: g.Act, place: Var, ranks: tuple[int, ...]) -> None:
    """Write that the place of a new option is found from the end backwards, and what is behind it moved on."""
    words = lo.plan.option_words
    first = w.let(record(lo, Var("first")), "least")
    with w.loop():
        with w.when(compare("<=", place, first)):
            w.leave()
        before = w.variable(minus(place, Const(words)), "before")
        below, same = _compared(lo, act, before, ranks)
        with w.when(same):
            w.give(Var("count"))
        with w.when(below):
            w.leave()
        w.assign(place, before)
    moved = w.variable(record(lo, Var("count")), "moved")
    with w.loop():
        with w.when(compare("<=", moved, place)):
            w.leave()
        w.assign(moved, minus(moved, ONE))
        w.store(plus(moved, Const(words)), load(moved))


def argument_places(lo: Lowering, act: g.Act) -> tuple[int, ...]:
    """Where the arguments of an act begin, in words behind the first."""
    words = [argument_words(parameter, lo.plan.width) for parameter in act.parameters]
    return tuple(sum(words[:n]) for n in range(len(words)))


def _compared(lo: Lowering, act: g.Act, before: Value, ranks: tuple[int, ...]) -> tuple[Test, Test]:
    """Whether an option's arguments come before new ones, and whether they are the same, in the order in which they are set."""
    below, same = FALSE, TRUE
    tests: tuple[Test, Test] = (below, same)
    places = argument_places(lo, act)
    for n in reversed(ranks):
        sets = lo.sets_of(act.parameters[n].type)
        old, new = sets.at(plus(before, ARGUMENTS, Const(places[n]))), Var(f"of_{n}")
        alike = sets.same(old, new)
        tests = (some(sets.below(old, new), every(alike, tests[0])), every(alike, tests[1]))
    return tests


def doing(lo: Lowering) -> str:
    """The function that does the act of an option, given by its address, and what happens after it."""

    def write(w: Writer) -> None:
        at = Var("at")
        for number, act in enumerate(played(lo)):
            with w.when(equal(load(at, ACT), Const(number))):
                w.do(performing(lo, act), load(at, PLAYER), *arguments_of(lo, act, at).values())
                w.give(ZERO)

    return lo.define("doing", "do_option", ("at",), write)


def arguments_of(lo: Lowering, act: g.Act, at: Value) -> Arguments:
    """The arguments of an option of an act, given by its address."""
    places = zip(act.parameters, argument_places(lo, act), strict=True)
    return {p.name: lo.sets_of(p.type).at(plus(at, ARGUMENTS, Const(word))) for p, word in places}


def is_end(lo: Lowering, at: Value) -> Test:
    """Whether an option is the end of the turn."""
    return equal(load(at, ACT), Const(len(played(lo))))


def is_act(lo: Lowering, at: Value) -> Test:
    """Whether an option is an act."""
    return negation(is_end(lo, at))
