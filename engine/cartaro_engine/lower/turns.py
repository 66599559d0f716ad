"""The options of a choice: records in memory, one for each legal move, in the interpreter's order.

A record is the number of the act (that of the end of the turn is after the last), who acts, the number of the step, and the
arguments.  A search finds the moves under one permission in their order, unless they make groups or a set has several words.
Several permissions may warrant one move: from the second on, each new record is compared with those before it, and comes to
stand where its arguments belong.

The turn: which steps are open, what some permission warrants in them, what obliges, and what is left to choose.

Cards that must leave a zone in this turn and certainly cannot: a quick no before a long search, as the interpreter has it.

What a card can go into are groups that fit, made of what is in the zone, what can be had by exchange, and of one group on the
table, of which all stays but what can be exchanged.  Groups are compared by the classes of their faces.  Which obligations are
of this form, and what their acts may do, the interpreter has told (`Reach`).

The states from which a search has been on, and what it found: a table in memory, by a number made of all their words.

Each place has a mark, the number of the search and the answer, and the address of its state; the states of a search stand one
behind the other, so that a short one stays in few pages of memory.  A new search has a new number, so that nothing need be
cleared.

Looking ahead to the turn's end: a move is legal only if the turn can still be completed after it.

Where no obligation is in force and no further step must be done, nothing need be looked at.  Else the move is done, the turn is
searched on depth first, and the state is laid back from a copy.  A state from which a move must be tried is copied once, into a
table, with what has been found of it; one that is already being searched on is not entered again.  Most are never entered:
what an act cannot do to an obligation is known beforehand, and where no act is warranted nothing is to be tried.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Final

from cartaro_engine.ir.builder import Writer
from cartaro_engine.ir.folding import (
    FALSE,
    NOBODY,
    ONE,
    TRUE,
    ZERO,
    binary,
    common,
    compare,
    differ,
    equal,
    every,
    has,
    joined,
    load,
    minus,
    negation,
    number,
    plus,
    set_of,
    some,
    without,
)
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.lower import sets as faces
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.lower.courses import always_blind, blind, performing
from cartaro_engine.lower.effects import ends
from cartaro_engine.lower.expressions import ArgumentQuestion, Arguments, SearchWriter, groups_there, order, possible
from cartaro_engine.memory.layout import (
    ACTOR,
    ENDING_NOW,
    MEMBERS_IN_A_WORD,
    MOST_OPTIONS,
    OF_THE_TURN,
    STEP_CELL,
    STEP_NOW,
    TURN_NOW,
    WORDS_OF_A_PLACE,
    argument_words,
    is_set,
)
from cartaro_engine.memory.traps import FULL
from cartaro_grammar import Clause, Expr, caused_by, drawn_from, facts_of, parts
from cartaro_grammar import game as g
from cartaro_interpreter import Reach, some_marked

# ----------------------------------------------------------------------- options


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
        for index, act in enumerate(played(lo)):
            with w.when(equal(load(at, ACT), Const(index))):
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


# ------------------------------------------------------------------------- turns


def later_must(lo: Lowering, step: int) -> bool:
    """Whether a step after one must be done."""
    return any(said.must for _, said in lo.game.steps[step + 1 :])


def steps_where(lo: Lowering, holds: Callable[[int, g.Step], bool]) -> Const:
    """The set of the steps for which something holds."""
    return Const(sum(1 << n for n, (_, said) in enumerate(lo.game.steps) if holds(n, said)))


def each_open(lo: Lowering, w: Writer, visit: Callable[[int, Clause, g.Step], None]) -> None:
    """Write what is done for each step that can be done next: up to the first that must be."""
    stop = w.variable(ZERO, "stop")
    reached: Test = TRUE
    for index, (clause, step) in enumerate(lo.game.steps):
        with w.when(every(reached, compare("<=", STEP_NOW, Const(index)), lo.condition(clause, OF_THE_TURN))):
            visit(index, clause, step)
            if step.must:
                w.assign(stop, ONE)
        reached = equal(stop, ZERO)


def doer(lo: Lowering, w: Writer, step: g.Step) -> Value:
    """Who does a step."""
    return w.let(lo.value(step.actor, OF_THE_TURN), "doer")


def warranted(lo: Lowering) -> str:
    """The function that writes an option for each warranted move and gives their number."""

    def write(w: Writer) -> None:
        count, must = w.variable(ZERO, "count"), w.variable(ZERO, "must")
        often = [act for act in lo.game.act if sum(act in step.acts for _, step in lo.game.steps) > 1]
        done = {act: w.variable(ZERO, "done") for act in often}

        def visit(index: int, _: Clause, step: g.Step) -> None:
            player = doer(lo, w, step)
            for name in step.acts:
                fresh = equal(done[name], ZERO) if name in done else TRUE
                with w.when(every(compare(">=", player, ZERO), fresh)):
                    w.assign(count, Call(collecting(lo, lo.game.act[name]), (player, Const(index), count)))
                    if name in done:
                        w.assign(done[name], ONE)
            w.assign(must, Const(int(step.must)))

        each_open(lo, w, visit)
        with w.when(every(equal(must, ZERO), differ(count, ZERO))):
            write_head(w, record(lo, count), len(played(lo)), TURN_NOW, Const(len(lo.game.steps)))
            w.assign(count, plus(count, ONE))
        w.give(count)

    return lo.define("warranted", "warranted", (), write)


def advance(lo: Lowering, w: Writer, at: Value) -> None:
    """Write that an option's act is done and its step left behind, unless it can be done again."""
    step = w.variable(load(at, STEP), "step")
    w.do(doing(lo), at)
    often = steps_where(lo, lambda _, said: said.often)
    w.store(STEP_CELL, plus(step, number(negation(has(often, step)) if often.value else TRUE)))


def obliged(lo: Lowering) -> str:
    """The function that gives the set of the obligations in force; while there are some, the turn may not end."""

    def write(w: Writer) -> None:
        found = w.variable(ZERO, "found")
        for index, (clause, said) in enumerate(lo.game.obligations):
            with w.when(every(lo.condition(clause, OF_THE_TURN), lo.test(said.condition, OF_THE_TURN))):
                w.assign(found, joined(found, Const(1 << index)))
        w.give(found)

    return lo.define("obliged", "obliged", (), write)


def turn_over(lo: Lowering) -> str:
    """The function that says whether nothing is left to be chosen in the turn."""

    def write(w: Writer) -> None:
        live = w.variable(ZERO, "live")

        def visit(_: int, __: Clause, step: g.Step) -> None:
            if step.must:
                w.assign(live, ONE)
                return
            player = doer(lo, w, step)
            for act in step.acts:
                with w.when(every(equal(live, ZERO), compare(">=", player, ZERO))):
                    w.assign(live, Call(possible(lo, lo.game.act[act]), (player,)))

        if any(step.must for _, step in lo.game.steps):
            each_open(lo, w, lambda _, __, step: w.assign(live, ONE) if step.must else None)
        with w.when(equal(live, ZERO)):
            each_open(lo, w, visit)
        with w.when(set_of(live)):
            w.give(number(ends(lo, "turn")))
        w.give(number(equal(Call(obliged(lo), ()), ZERO)))

    return lo.define("turn_over", "turn_over", (), write)


# ------------------------------------------------------------------- stuck cards


def hopeless(lo: Lowering) -> Test:
    """Whether some card that must leave its zone in this turn certainly cannot."""
    return some(*(set_of(Call(_hopeless(lo, n, reach), (TURN_NOW,))) for n, reach in enumerate(lo.rules.reaches)))


def left_behind(lo: Lowering, act: g.Act, force: Value, at: Value) -> Test:
    """Whether an obligation in force certainly stays so after the last act of a turn, given by the address of its option: some
    card that must leave its zone is not among those that the act moves.
    """
    if any(parameter.type.kind != "card" for parameter in act.parameters):
        return FALSE
    return some(*(
        every(has(force, Const(number)), set_of(Call(_leaving_behind(lo, act, *marked), (at,))))
        for number, (clause, said) in enumerate(lo.game.obligations)
        if (marked := _stays_but_for_arguments(lo, act, clause, said)) is not None
    ))  # fmt: skip


def _leaving_behind(lo: Lowering, act: g.Act, zone: g.InZone, mark: g.Recall) -> str:
    """The function that says whether a zone of the player in turn, or of the table, has cards with a mark that are not among
    the arguments of an option, which are single cards.
    """
    owner = TURN_NOW if isinstance(zone.owner, g.Actor) else ZERO
    there, marked = lo.rules.layout.places[zone.zone].slot, lo.rules.layout.memory[mark.cell].slot

    def write(w: Writer) -> None:
        kept = w.variable(lo.cards.common(lo.cards.at(lo.plan.kept(there, owner)), lo.cards.at(lo.plan.kept(marked))), "kept")
        moved = lo.cards.begin(w, "moved")
        for place in argument_places(lo, act):
            lo.cards.insert(w, moved, faces.card_of(lo, load(Var("at"), ARGUMENTS, Const(place))))
        w.give(number(negation(lo.cards.within(kept, moved))))

    return lo.define(("leaving_behind", act.name, zone, mark), f"{act.name}_leaves_behind", ("at",), write)


def _stays_but_for_arguments(
    lo: Lowering, act: g.Act, clause: g.Clause, said: g.Obligation
) -> tuple[g.InZone, g.Recall] | None:  # fmt: skip
    """The zone and the mark of an obligation on marked cards that an act may lift only by moving its own arguments."""
    found = None if clause.when or clause.unless else some_marked(said.condition)
    if found is None or not isinstance(found[0].owner, g.Actor | None):
        return None
    own = {parameter.name for parameter in act.parameters}
    for line in caused_by(lo.game, act):
        facts = facts_of(line.body)
        if facts.dealt_from is not None or facts.swaps or facts.seats or facts.ends is not None or facts.back_to is not None:
            return None
        if not all(isinstance(one, g.Local) and one.name in own for one in map(_alone, facts.takes)):
            return None
    return found


def _alone(cards: Expr) -> Expr:
    """A single card where it stands for the set of it."""
    return cards.member if isinstance(cards, g.Single) else cards


def _hopeless(lo: Lowering, number: int, reach: Reach) -> str:
    sets = lo.cards

    def write(w: Writer) -> None:
        with w.when(compare("<", STEP_NOW, Const(reach.from_step))):
            w.give(ZERO)
        hand = w.variable(sets.at(lo.plan.kept(reach.zone, Var("player"))), "hand")
        owed = w.variable(sets.common(hand, sets.at(lo.plan.kept(reach.mark))), "owed")
        with w.when(sets.filled(owed)):
            groups = w.variable(load(Const(lo.plan.top)), "groups")
            have = w.variable(Call(_having(lo, reach), (hand, groups)), "have")
            end = w.variable(load(Const(lo.plan.top)), "end")
            w.store(Const(lo.plan.top), groups)
            with sets.each(w, owed, "card") as card:
                leaves = Call(_leaving(lo, number, reach), (card, have, groups, end))
                with w.when(equal(leaves, ZERO)):
                    w.give(ONE)

    return lo.define(("hopeless", number), "hopeless", ("player",), write)


def _classes(lo: Lowering, of: Value) -> Value:
    """The classes of some faces."""

    def write(w: Writer) -> None:
        found = lo.cards.begin(w, "found")
        with lo.cards.each(w, Var("faces"), "face") as face:
            lo.cards.insert(w, found, lo.look_up(lo.rules.layout.faces.class_of, face))
        w.give(found)

    return Call(lo.define("classes_of", "classes_of", ("faces",), write, keeps=True), (of,))


def _having(lo: Lowering, reach: Reach) -> str:
    """The function that gives the classes that can be made of a hand and of what can be exchanged, and lays on the stack, for
    each group: its faces, its classes, the classes of what stays in it, and how many cards it has.
    """
    sets, width = lo.cards, lo.plan.width
    exchanged, top = sets.constant(reach.exchanged), Const(lo.plan.top)

    def write(w: Writer) -> None:
        held, at = sets.own(w, Var("hand"), "held"), w.variable(Var("groups"), "at")
        for place in lo.rules.layout.families:
            with w.each(groups_there(lo, place.zone.name), "nth") as nth:
                with w.when(compare(">", at, Const(lo.plan.known - _row(lo)))):
                    w.trap(FULL)
                group = w.variable(sets.at(lo.plan.kept(place.slot, nth)), "group")
                sets.add(w, held, faces.cards_of(lo, sets.common(group, exchanged)))
                sets.store(w, at, group)
                sets.store(w, plus(at, Const(width)), _classes(lo, group))
                sets.store(w, plus(at, Const(2 * width)), _classes(lo, sets.without(group, exchanged)))
                w.store(plus(at, Const(3 * width)), sets.size(group))
                w.assign(at, plus(at, Const(_row(lo))))
        w.store(top, at)
        have = sets.begin(w, "have")
        with sets.each(w, held, "card") as card:
            sets.add(w, have, sets.look_up(lo.rules.layout.faces.classes_of_card, card))
        w.give(have)

    return lo.define(("having", reach.exchanged), "classes_at_hand", ("hand", "groups"), write, keeps=True)


def _row(lo: Lowering) -> int:
    """The words that lie on the stack for each group."""
    return 3 * lo.plan.width + 1


def _leaving(lo: Lowering, number: int, reach: Reach) -> str:
    """The function that says whether a card may leave: into some shape that has it, or one that it can be exchanged for."""
    sets, known_faces, width = lo.cards, lo.rules.layout.faces, lo.plan.width
    card, have, groups, end = names = tuple(map(Var, ("card", "have", "groups", "end")))
    cards = range(known_faces.faces.pack)
    like = [known_faces.like_card(one) for one in cards]
    wanted = [known_faces.classes_of_card[one] | (known_faces.classes_of(like[one]) if reach.exchanged else 0) for one in cards]

    def write(w: Writer) -> None:
        within = sets.own(w, have, "within")
        with _rows(lo, w, groups, end) as at:
            if reach.exchanged:
                with w.when(sets.meet(sets.at(at), sets.look_up(like, card))):
                    w.give(ONE)
            sets.add(w, within, sets.at(plus(at, Const(width))))
        with sets.each(w, sets.look_up(wanted, card), "known") as known:
            found = Call(_into_shape(lo, number, reach), (known, have, within, groups, end))
            with w.when(set_of(found)):
                w.give(ONE)

    return lo.define(("leaving", number), "can_leave", tuple(name.name for name in names), write)


@contextmanager
def _rows(lo: Lowering, w: Writer, groups: Value, end: Value) -> Generator[Var, None, None]:
    """What is done for each group, as it lies on the stack."""
    at = w.variable(minus(groups, Const(_row(lo))), "at")
    with w.loop():
        w.assign(at, plus(at, Const(_row(lo))))
        with w.when(compare(">=", at, end)):
            w.leave()
        yield at


def _into_shape(lo: Lowering, number: int, reach: Reach) -> str:
    """The function that says whether some shape that has a class can be made: of what is at hand alone, or with one group."""
    sets, width = lo.cards, lo.plan.width
    keys = sorted({key for shapes in reach.shapes for key in shapes.keys})
    masks = [sum(1 << known for known in set(key)) for key in keys]
    rows: list[list[int]] = [[] for _ in range(lo.game.faces.count)]
    for n, key in enumerate(keys):
        for one in set(key):
            rows[one].append(2 * n + (key.count(one) > 1))
    starts = tuple(sum(map(len, rows[:known])) for known in range(len(rows) + 1))
    known, have, within, groups, end = names = tuple(map(Var, ("known", "have", "within", "groups", "end")))

    def write(w: Writer) -> None:
        last = lo.look_up(starts, plus(known, ONE))
        with w.count(lo.look_up(starts, known), w.let(last, "last"), "row") as row:
            entry = w.variable(lo.look_up(tuple(one for of in rows for one in of) or (0,), row), "entry")
            shape = w.variable(sets.look_up(masks or [0], binary(">>", entry, ONE)), "shape")
            with w.when(sets.within(shape, within)):
                before = sets.pass_by(w, None)
                missing = w.variable(sets.without(shape, have), "missing")
                with w.when(negation(sets.filled(missing))):
                    w.give(ONE)
                size = lo.look_up(tuple(map(len, keys)) or (0,), binary(">>", entry, ONE))
                with _rows(lo, w, groups, end) as at:
                    classes, stays = (sets.at(plus(at, Const(n * width))) for n in (1, 2))
                    once = some(set_of(common(entry, ONE)), negation(sets.has(classes, known)))
                    larger = compare(">", size, load(at, Const(3 * width)))
                    with w.when(every(sets.within(missing, classes), sets.within(stays, shape), larger, once)):
                        w.give(ONE)
                sets.pass_by(w, before)

    return lo.define(("into_shape", number), "into_shape", tuple(name.name for name in names), write)


# ------------------------------------------------------------------ known states


LOW: Final = Const((1 << 32) - 1)
MIXER: Final = 0x5BD1_E995
"""An odd number of 31 bits, by which a number of a state is multiplied: no product overflows, and all bits depend on all (the
multiplier of MurmurHash2, A. Appleby).
"""


def forget(lo: Lowering, w: Writer) -> None:
    """Write that a new search begins."""
    w.store(Const(lo.plan.search), plus(load(Const(lo.plan.search)), ONE))
    w.store(Const(lo.plan.looks), ZERO)
    w.store(Const(lo.plan.entered), ZERO)


def look(lo: Lowering, w: Writer) -> None:
    """Write that one more state is looked at."""
    w.store(Const(lo.plan.looks), plus(load(Const(lo.plan.looks)), ONE))


def is_known(lo: Lowering, place: Value) -> Test:
    """Whether the state of a place is one of this search."""
    return equal(binary(">>", load(place), ONE), load(Const(lo.plan.search)))


def answer(place: Value) -> Value:
    """What has been found of a state."""
    return common(load(place), ONE)


def state_of(place: Value) -> Value:
    """The address of the state of a place."""
    return load(place, ONE)


def enter(lo: Lowering, w: Writer, place: Value) -> None:
    """Write that the state in memory stands in a place, and that nothing has been found of it yet."""
    entered = w.variable(load(Const(lo.plan.entered)), "entered")
    with w.when(compare(">=", entered, Const(lo.plan.known_states // 2))):
        w.trap(FULL)
    state = w.variable(plus(Const(lo.plan.states), binary("*", entered, Const(lo.plan.state))), "state")
    w.store(Const(lo.plan.entered), plus(entered, ONE))
    w.store(plus(place, ONE), state)
    w.do(copying(lo, in_turn=True), ZERO, state)
    note(lo, w, place, ZERO)


def note(lo: Lowering, w: Writer, place: Value, found: Value) -> None:
    """Write what has been found of the state of a place, 0 or 1."""
    w.store(place, plus(binary("<<", load(Const(lo.plan.search)), ONE), found))


def place_of(lo: Lowering) -> str:
    """The function that gives the place of the state in memory: where it stands, or the free one where it is to stand."""
    numbered = _numbering(lo)

    def write(w: Writer) -> None:
        number = w.variable(Call(numbered, ()), "number")
        with w.loop():
            w.assign(number, common(number, Const(lo.plan.known_states - 1)))
            offset = binary("*", number, Const(WORDS_OF_A_PLACE))
            place = w.variable(plus(Const(lo.plan.known), offset), "place")
            with w.when(differ(binary(">>", load(place), ONE), load(Const(lo.plan.search)))):
                w.give(place)
            with w.when(set_of(Call(_comparing(lo), (state_of(place),)))):
                w.give(place)
            w.assign(number, plus(number, ONE))

    return lo.define("place_of", "place_of_state", (), write)


def _numbering(lo: Lowering) -> str:
    """The function that makes a number of the state in memory; of a large one without the order of its piles."""

    def write(w: Writer) -> None:
        number = w.variable(ZERO, "number")
        for words in _parts(lo, w, ZERO, _lasting(lo), ordered=False):
            with words as word:
                halves = binary("^", load(word), binary(">>", load(word), Const(32)))
                w.assign(number, common(binary("^", number, halves), LOW))
                product = w.variable(binary("*", number, Const(MIXER)), "product")
                w.assign(number, common(binary("^", product, binary(">>", product, Const(32))), LOW))
        w.give(number)

    return lo.define("numbering", "number_of_state", (), write)


def _comparing(lo: Lowering) -> str:
    """The function that says whether the state in memory is the same as another."""

    def write(w: Writer) -> None:
        for words in _parts(lo, w, ZERO, _lasting(lo)):
            with words as word, w.when(differ(load(word), load(Var("other"), word))):
                w.give(ZERO)
        w.give(ONE)

    return lo.define("comparing", "is_same_state", ("other",), write)


def copying(lo: Lowering, *, in_turn: bool) -> str:
    """The function that copies a state; where both are of one turn, without what is the same in all of it."""
    lasting = _lasting(lo) if in_turn else frozenset[int]()

    def write(w: Writer) -> None:
        for words in _parts(lo, w, Var("source"), lasting):
            with words as word:
                w.store(plus(Var("target"), word), load(Var("source"), word))

    return lo.define(("copying", lasting), "copy_state", ("source", "target"), write)


def _lasting(lo: Lowering) -> frozenset[int]:
    """The cells of piles that no act changes past which a search looks."""
    acts = tuple(act for act in played(lo) if not always_blind(lo, act.name))
    lines = [(act, facts_of(line.body)) for act in acts for line in caused_by(lo.game, act)]
    changed: set[str] = set()
    for act, facts in lines:
        taken = [drawn_from(lo.game, cards, act) for cards in (*facts.takes, facts.dealt_from) if cards is not None]
        if facts.seats or None in taken:
            return frozenset()
        changed.update(*(zones for zones in taken if zones is not None))
        changed |= {facts.to.zone} if isinstance(facts.to, g.InZone) else set()
    places = (place for name, place in lo.rules.layout.places.items() if name not in changed)
    return frozenset(slot for place in places for slot in range(place.slot, place.slot + place.count) if slot in lo.plan.piles)


def _parts(
    lo: Lowering, w: Writer, start: Value, lasting: frozenset[int], *, ordered: bool = True
) -> Iterator[AbstractContextManager[Var]]:  # fmt: skip
    """What is done for each word that matters of the state at an address, part after part: of a large state, in which much is
    empty, nothing of the piles that are left out, no more of another than its cards, nor of a family than its groups and the
    empty one after them; of a zone without groups only the words of unread cards, and nothing of the cells whose sets stand in
    blocks.  The cards of a pile are a set too: its array says only how they lie.
    """
    plan = lo.plan
    if plan.width == 1:
        yield w.count(ZERO, Const(plan.state), "word")
        return
    families = {place.slot: place.count for place in lo.rules.layout.families}
    for first, last in _runs([cell for cell in range(plan.row) if cell not in plan.blocks]):
        yield w.count(Const(first), Const(last), "word")
    for pile in (pile for slot, pile in plan.piles.items() if ordered and slot not in lasting):
        yield w.count(Const(pile), plus(load(start, Const(pile)), Const(pile + 1)), "word", plan.pile_words)
    single = [
        slot
        for slot in plan.blocks
        if slot not in lasting and not any(first <= slot < first + count for first, count in families.items())
    ]
    plain = -(-len(lo.game.deck.cards) // MEMBERS_IN_A_WORD)
    for slot in single:
        words = plain if slot in lo.rules.layout.holders else plan.width
        yield w.count(Const(plan.blocks[slot]), Const(plan.blocks[slot] + words), "word")
    for slot, count in families.items():
        block = plan.blocks[slot]
        end = w.variable(Const(block), "end")
        with w.count(ONE, Const(count), "nth"):
            with w.when(negation(lo.cards.filled(plus(start, end)))):
                w.leave()
            w.assign(end, plus(end, Const(plan.width)))
        yield w.count(Const(block), plus(end, Const(plan.width)), "word", count * plan.width)


def _runs(cells: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Cells that lie one behind the other, taken together: where they begin and end."""
    first = 0
    for n, cell in enumerate(cells):
        if n + 1 == len(cells) or cells[n + 1] != cell + 1:
            yield cells[first], cell + 1
            first = n + 1


# -------------------------------------------------------------------- look ahead


FIRST_ASKED, SOON_FOUND = 4, 12
"""States after which it is asked once whether a search is hopeless, and after which this is asked of each state."""


def legal(lo: Lowering) -> str:
    """The function that writes an option for each legal move and gives their number."""
    open_ended = steps_where(lo, lambda n, _: later_must(lo, n))

    def write(w: Writer) -> None:
        count = w.variable(Call(warranted(lo), ()), "count")
        if lo.game.obligations:
            _keep_completable(lo, w, count)
        elif open_ended.value:
            with w.when(every(differ(count, ZERO), has(open_ended, load(record(lo, ZERO), STEP)))):
                _keep_completable(lo, w, count)
        w.give(count)

    return lo.define("legal", "legal", (), write)


def _keep_completable(lo: Lowering, w: Writer, count: Var) -> None:
    """Write that those options are kept after which the turn can be completed."""
    forget(lo, w)
    top, state = w.variable(load(Const(lo.plan.top)), "top"), w.variable(ZERO, "state")
    force = w.variable(Call(obliged(lo), ()), "force")
    kept = w.variable(ZERO, "kept")
    last = w.variable(count, "all")
    with w.count(ZERO, last, "number") as one:
        found = w.variable(Call(_foretelling(lo), (one, force)), "found")
        with w.when(compare("<", found, ZERO)):
            with w.when(equal(state, ZERO)):
                w.assign(state, top)
                _take(lo, w, top, lo.plan.state)
                w.do(copying(lo, in_turn=True), ZERO, state)
            w.assign(found, Call(_completing(lo), (one, count, state)))
        with w.when(set_of(found)):
            with w.when(differ(kept, one)), w.count(ZERO, Const(lo.plan.option_words), "word") as word:
                w.store(plus(record(lo, kept), word), load(record(lo, one), word))
            w.assign(kept, plus(kept, ONE))
    w.assign(count, kept)
    w.store(Const(lo.plan.top), top)


def _take(lo: Lowering, w: Writer, place: Value, words: int) -> None:
    """Write that so many words of the stack are taken, from a place on."""
    end = plus(place, Const(words))
    with w.when(compare(">", end, Const(lo.plan.known))):
        w.trap(FULL)
    w.store(Const(lo.plan.top), end)


def _foretelling(lo: Lowering) -> str:
    """The function that says, without doing it, whether the turn can be completed after an option: 1, 0, or -1 where that is
    still to be seen.  It is given the obligations that are in force.
    """
    force = Var("force")

    def write(w: Writer) -> None:
        at = w.let(record(lo, Var("option")), "at")
        with w.when(is_end(lo, at)):
            w.give(number(equal(force, ZERO)))
        over = steps_where(lo, lambda n, said: not later_must(lo, n) and not said.often)
        with w.when(every(equal(force, ZERO), has(over, load(at, STEP)), has(_harmless(lo), load(at, ACT)))):
            w.give(ONE)
        last = steps_where(lo, lambda n, said: n + 1 == len(lo.game.steps) and not said.often)
        for index, act in enumerate(played(lo)):
            with w.when(equal(load(at, ACT), Const(index))):
                with w.when(set_of(Call(blind(lo, act.name), (load(at, PLAYER),)))):
                    w.give(ONE)
                with w.when(every(set_of(force), has(last, load(at, STEP)), left_behind(lo, act, force, at))):
                    w.give(ZERO)
        w.give(NOBODY)

    return lo.define("foretelling", "foretells", ("option", "force"), write)


def _completing(lo: Lowering) -> str:
    """The function that says whether the turn can be completed after an option, by doing it; what is done is undone from the
    copy of the state at an address.  Options from `count` on are free.
    """

    def write(w: Writer) -> None:
        advance(lo, w, w.let(record(lo, Var("option")), "at"))
        found = w.variable(Call(_ending(lo), (Var("count"),)), "found")
        w.do(copying(lo, in_turn=True), Var("state"), ZERO)
        w.give(found)

    return lo.define("completing", "completes", ("option", "count", "state"), write)


def _harmless(lo: Lowering) -> Const:
    """The acts, by their numbers, that bring no obligation into force."""
    return Const(sum(1 << n for n, act in enumerate(played(lo)) if not lo.rules.influence[act.name].raises))


def _ending(lo: Lowering) -> str:
    """The function that says whether the turn can be brought to its end from here, and remembers it of a state from which it
    had to look further.
    """

    def write(w: Writer) -> None:
        with w.when(set_of(ENDING_NOW)):
            w.give(ONE)
        look(lo, w)
        entry = w.variable(load(Const(lo.plan.top)), "entry")
        _take(lo, w, entry, 1)
        w.store(entry, ZERO)
        found = w.variable(Call(_leading_on(lo), (Var("count"), entry)), "found")
        with w.when(set_of(load(entry))):
            note(lo, w, load(entry), found)
        w.store(Const(lo.plan.top), entry)
        w.give(found)

    return lo.define("ending", "can_end", ("count",), write)


def _leading_on(lo: Lowering) -> str:
    """The function that says whether nothing must be done and nothing obliges, or acts that may be done lead there.  `entry` is
    the address of a word that has the place of the state among those remembered, once it has one.
    """
    return lo.define("leading_on", "leads_to_end", ("count", "entry"), lambda w: _end(lo, w))


def _end(lo: Lowering, w: Writer) -> None:
    force, must = w.variable(Call(obliged(lo), ()), "force"), w.variable(ZERO, "must")
    _give_up(lo, w, force)
    opened = [w.variable(ZERO, "opened") for _ in lo.game.steps]

    def note(index: int, __: Clause, step: g.Step) -> None:
        w.assign(opened[index], ONE)
        if step.must:
            w.assign(must, ONE)

    each_open(lo, w, note)
    with w.when(every(equal(must, ZERO), equal(force, ZERO))):
        w.give(ONE)
    steps = list(enumerate(step for _, step in lo.game.steps))
    with w.when(equal(force, ZERO)):
        _first_that_ends(lo, w, force, opened, steps[::-1])
    with w.when(set_of(force)):
        _first_that_ends(lo, w, force, opened, steps)
    w.give(ZERO)


def _give_up(lo: Lowering, w: Writer, force: Var) -> None:
    """Write that nothing is searched where it is hopeless: asked once, when a search
    does not end soon, and always when it has become long.
    """
    looks = load(Const(lo.plan.looks))
    pays = some(equal(looks, Const(FIRST_ASKED)), compare(">", looks, Const(SOON_FOUND)))
    with w.when(every(set_of(force), pays, hopeless(lo))):
        w.give(ZERO)


def _first_that_ends(lo: Lowering, w: Writer, force: Var, opened: list[Var], steps: list[tuple[int, g.Step]]) -> None:
    for index, step in steps:
        with w.when(every(set_of(opened[index]), set_of(Call(_trying(lo, index, step), (Var("count"), Var("entry"), force))))):
            w.give(ONE)


def _trying(lo: Lowering, index: int, step: g.Step) -> str:
    """The function that says whether the turn can end after some act of a step."""
    return lo.define(("trying", index), "tries", ("count", "entry", "force"), lambda w: _try(lo, w, Var("force"), index, step))


def _try(lo: Lowering, w: Writer, force: Var, index: int, step: g.Step) -> None:
    """Write the search for an act of a step after which the turn can end."""
    player = doer(lo, w, step)
    over = not later_must(lo, index) and not step.often
    for act in step.acts:
        known = lo.rules.influence[act]
        lifts = Const(sum(1 << n for n, (clause, _) in enumerate(lo.game.obligations) if clause.name in known.lifts))
        hope = equal(without(force, lifts), ZERO) if over and lo.game.obligations else TRUE
        with w.when(every(compare(">=", player, ZERO), hope)):
            if over and not known.raises:
                with w.when(every(equal(force, ZERO), set_of(Call(possible(lo, lo.game.act[act]), (player,))))):
                    w.give(ONE)
            searched = set_of(force) if over and not known.raises else TRUE
            with w.when(searched):
                _search_on(lo, w, act, index, player)


def _search_on(lo: Lowering, w: Writer, act: str, index: int, player: Value) -> None:
    """Write that every way to do an act is tried.  The state is looked up, and remembered, before the first that must be done
    to be known.
    """
    ways = Call(collecting(lo, lo.game.act[act], to_choose=False), (player, Const(index), Var("count")))
    end = w.variable(ways, "end")
    with w.count(Var("count"), end, "option") as one:
        found = w.variable(Call(_foretelling(lo), (one, Var("force"))), "found")
        with w.when(compare("<", found, ZERO)):
            place = w.variable(load(Var("entry")), "place")
            with w.when(equal(place, ZERO)):
                w.assign(place, Call(place_of(lo), ()))
                with w.when(is_known(lo, place)):
                    w.give(answer(place))
                enter(lo, w, place)
                w.store(Var("entry"), place)
            w.assign(found, Call(_completing(lo), (one, end, state_of(place))))
        with w.when(set_of(found)):
            w.give(ONE)
