"""Turns: the open steps, the options of a choice, obligations, and the look-ahead to the turn's end.

An option is a record in memory, one for each legal move, in the interpreter's order: the number of the act (the end of the turn
has the number after the last), the actor, the number of the step, and the arguments. A search finds the moves under one
permission in their order, unless they make groups or a set has several words. Several permissions may cover one move. From the
second permission on, each new record is compared with the earlier ones and inserted in the order of its arguments.

A move is legal only if the turn can still be completed after it. If no obligation is in force and no further step must be done,
there is nothing to search. Otherwise the move is performed, the turn is searched depth first, and the state is restored from a
copy. A state from which a move must be tried is copied once, into a hash table that maps visited states to results. The search
does not enter a state again while it is searching from it. Each entry has the number of the search with the result, and the
address of its state; the states of a search are contiguous, so that a short one touches few pages, and a new search needs no
clearing.

Two checks spare most searches. First, the obligations that an act cannot influence are known beforehand. Second, a card that
must leave its zone in this turn may be unplayable, that is, fit into no group made of its zone, of the cards available by
exchange, and of one group on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial

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
    compare,
    contains,
    difference,
    equal,
    intersection,
    load,
    minus,
    negation,
    nonzero,
    plus,
    unequal,
    union,
)
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.lower import sets as faces
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.lower.courses import act_function, always_hides_result, hides_result
from cartaro_engine.lower.effects import ends
from cartaro_engine.lower.expressions import ArgumentQuery, Arguments, SearchEmitter, groups_there, possible
from cartaro_engine.lower.turn_analysis import Reach, influence, reaches, some_marked
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
from cartaro_interpreter import assignment_order, completing_acts

# ----------------------------------------------------------------------- options


ACT, PLAYER, STEP, ARGUMENTS = (Const(n) for n in range(4))


def acts_of_players(lo: Lowering) -> tuple[g.Act, ...]:
    """The acts of players, in the order of their numbers; findings are the arbiter's."""
    return tuple(act for act in lo.game.acts if not act.finding)


def record(lo: Lowering, number: Value) -> Value:
    """The address of an option."""
    words = lo.plan.option_words
    return plus(
        Const(lo.plan.options), Const(number.value * words) if isinstance(number, Const) else binary("*", number, Const(words))
    )


def write_head(w: FunctionBuilder, at: Value, act: int, player: Value, step: Value) -> None:
    """Emit the words of an option before its arguments."""
    for place, value in ((ACT, Const(act)), (PLAYER, player), (STEP, step)):
        w.store(plus(at, place), value)


def collecting(lo: Lowering, act: g.Act, *, to_choose: bool = True) -> str:
    """Define a function that adds all permitted ways to do an act to the `count` options, and returns their number. Without
    `to_choose`, the options may come in any order, and with duplicates if several permissions apply.
    """
    count = Var("count")
    titles = [title for title, _ in lo.game.permissions_of(act.name)]
    is_sorted = [to_choose and (number > 0 or not _comes_in_order(lo, act)) for number in range(len(titles))]

    def write(w: FunctionBuilder) -> None:
        first = w.variable(count, "first")

        def found(arguments: Arguments, function: str) -> None:
            values = (arguments[parameter.name] for parameter in act.parameters)
            w.assign(count, Call(function, (first, count, Var("who"), Var("step"), *values)))

        query = ArgumentQuery(Var("who"), frozenset({ACTOR}), {}, lambda _: (), barred=True, any_will_do=False)
        for title, among_others in zip(titles, is_sorted, strict=True):
            offer = _offering(lo, act, in_order=not among_others)
            SearchEmitter(lo, w, act, title, query).emit(partial(found, function=offer))
        w.return_(count)

    return lo.define(("collecting", act.name, any(is_sorted)), f"ways_to_{act.name}", ("who", "step", "count"), write)


def _comes_in_order(lo: Lowering, act: g.Act) -> bool:
    """Return whether a search is certain to find the ways to do an act in order and without duplicates."""
    if lo.plan.width > 1 or any(p.freely or p.type.kind in ("group", "groups") for p in act.parameters):
        return False
    return not any(isinstance(part, g.Pattern) for part in parts((lo.game.clauses, lo.game.acts)))


def _offering(lo: Lowering, act: g.Act, *, in_order: bool) -> str:
    """Define a function that inserts an option among the options of its act and returns the new count. With `in_order` the
    option is appended. Otherwise it is inserted in its place, unless it is already there.
    """
    names = tuple(f"of_{n}" for n in range(len(act.parameters)))
    ranks = assignment_order(act, [parameter.name for parameter in act.parameters])

    def write(w: FunctionBuilder) -> None:
        place = w.variable(record(lo, Var("count")), "place")
        with w.if_(compare(">=", Var("count"), Const(MOST_OPTIONS))):
            w.trap(FULL)
        if not in_order:
            _make_room(lo, w, act, place, ranks)
        write_head(w, place, acts_of_players(lo).index(act), Var("who"), Var("step"))
        for parameter, name, word in zip(act.parameters, names, argument_places(lo, act), strict=True):
            at = plus(place, ARGUMENTS, Const(word))
            if is_set(parameter.type):
                lo.cards.store(w, at, Var(name))
            else:
                w.store(at, Var(name))
        w.return_(plus(Var("count"), ONE))

    key = ("offering", act.name, in_order)
    return lo.define(key, f"offer_{act.name}", ("first", "count", "who", "step", *names), write)


def _make_room(lo: Lowering, w: FunctionBuilder, act: g.Act, place: Var, ranks: tuple[int, ...]) -> None:
    """Emit the search, from the end backwards, for the place of a new option, and move the options behind it."""
    words = lo.plan.option_words
    first = w.let(record(lo, Var("first")), "least")
    with w.loop():
        with w.if_(compare("<=", place, first)):
            w.break_()
        before = w.variable(minus(place, Const(words)), "before")
        below, same = _compared(lo, act, before, ranks)
        with w.if_(same):
            w.return_(Var("count"))
        with w.if_(below):
            w.break_()
        w.assign(place, before)
    moved = w.variable(record(lo, Var("count")), "moved")
    with w.loop():
        with w.if_(compare("<=", moved, place)):
            w.break_()
        w.assign(moved, minus(moved, ONE))
        w.store(plus(moved, Const(words)), load(moved))


def argument_places(lo: Lowering, act: g.Act) -> tuple[int, ...]:
    """Return the offset of each argument of an act, in words from the first."""
    words = [argument_words(parameter, lo.plan.width) for parameter in act.parameters]
    return tuple(sum(words[:n]) for n in range(len(words)))


def _compared(lo: Lowering, act: g.Act, before: Value, ranks: tuple[int, ...]) -> tuple[Test, Test]:
    """Test whether an option's arguments come before new ones, and whether they are the same, in the order in which they are
    set.
    """
    below, same = FALSE, TRUE
    tests: tuple[Test, Test] = (below, same)
    places = argument_places(lo, act)
    for n in reversed(ranks):
        sets = lo.sets_of(act.parameters[n].type)
        old, new = sets.at(plus(before, ARGUMENTS, Const(places[n]))), Var(f"of_{n}")
        alike = sets.equals(old, new)
        tests = (any_of(sets.precedes(old, new), all_of(alike, tests[0])), all_of(alike, tests[1]))
    return tests


def option_function(lo: Lowering) -> str:
    """Define a function that performs the act of an option, given by its address, and its consequences."""

    def write(w: FunctionBuilder) -> None:
        at = Var("at")
        for index, act in enumerate(acts_of_players(lo)):
            with w.if_(equal(load(at, ACT), Const(index))):
                w.call(act_function(lo, act), load(at, PLAYER), *arguments_of(lo, act, at).values())
                w.return_(ZERO)

    return lo.define("doing", "do_option", ("at",), write)


def arguments_of(lo: Lowering, act: g.Act, at: Value) -> Arguments:
    """The arguments of an option of an act, given by its address."""
    places = zip(act.parameters, argument_places(lo, act), strict=True)
    return {p.name: lo.sets_of(p.type).at(plus(at, ARGUMENTS, Const(word))) for p, word in places}


def is_end(lo: Lowering, at: Value) -> Test:
    """Test whether an option is the end of the turn."""
    return equal(load(at, ACT), Const(len(acts_of_players(lo))))


def is_act(lo: Lowering, at: Value) -> Test:
    """Test whether an option is an act."""
    return negation(is_end(lo, at))


# ------------------------------------------------------------------------- turns


def later_must(lo: Lowering, step: int) -> bool:
    """Return whether some later step must be done."""
    return any(sentence.must for _, sentence in lo.game.steps[step + 1 :])


def steps_where(lo: Lowering, holds: Callable[[int, g.Step], bool]) -> Const:
    """Return the set of the steps for which a condition holds."""
    return Const(sum(1 << n for n, (_, sentence) in enumerate(lo.game.steps) if holds(n, sentence)))


def each_open(lo: Lowering, w: FunctionBuilder, visit: Callable[[int, Clause, g.Step], None]) -> None:
    """Emit code for each step that can be done next: up to the first mandatory one."""
    stop = w.variable(ZERO, "stop")
    reached: Test = TRUE
    for index, (clause, step) in enumerate(lo.game.steps):
        with w.if_(all_of(reached, compare("<=", STEP_NOW, Const(index)), lo.condition(clause, OF_THE_TURN))):
            visit(index, clause, step)
            if step.must:
                w.assign(stop, ONE)
        reached = equal(stop, ZERO)


def doer(lo: Lowering, w: FunctionBuilder, step: g.Step) -> Value:
    """Return the player who does a step."""
    return w.let(lo.value(step.actor, OF_THE_TURN), "doer")


def permitted_moves(lo: Lowering) -> str:
    """Define a function that writes an option for each permitted move and returns their number."""

    def write(w: FunctionBuilder) -> None:
        count, must = w.variable(ZERO, "count"), w.variable(ZERO, "must")
        often = [act for act in lo.game.act if sum(act in step.acts for _, step in lo.game.steps) > 1]
        done = {act: w.variable(ZERO, "done") for act in often}

        def visit(index: int, _: Clause, step: g.Step) -> None:
            player = doer(lo, w, step)
            for name in step.acts:
                fresh = equal(done[name], ZERO) if name in done else TRUE
                with w.if_(all_of(compare(">=", player, ZERO), fresh)):
                    w.assign(count, Call(collecting(lo, lo.game.act[name]), (player, Const(index), count)))
                    if name in done:
                        w.assign(done[name], ONE)
            w.assign(must, Const(int(step.must)))

        each_open(lo, w, visit)
        with w.if_(all_of(equal(must, ZERO), unequal(count, ZERO))):
            write_head(w, record(lo, count), len(acts_of_players(lo)), TURN_NOW, Const(len(lo.game.steps)))
            w.assign(count, plus(count, ONE))
        w.return_(count)

    return lo.define("warranted", "warranted", (), write)


def advance(lo: Lowering, w: FunctionBuilder, at: Value) -> None:
    """Emit code that performs the act of an option and leaves its step, unless the step can be repeated."""
    step = w.variable(load(at, STEP), "step")
    w.call(option_function(lo), at)
    often = steps_where(lo, lambda _, step: step.often)
    w.store(STEP_CELL, plus(step, as_number(negation(contains(often, step)) if often.value else TRUE)))


def obligations_in_force(lo: Lowering) -> str:
    """Define a function that returns the set of the obligations in force; while there are some, the turn may not end."""

    def write(w: FunctionBuilder) -> None:
        found = w.variable(ZERO, "found")
        for index, (clause, sentence) in enumerate(lo.game.obligations):
            with w.if_(all_of(lo.condition(clause, OF_THE_TURN), lo.test(sentence.condition, OF_THE_TURN))):
                w.assign(found, union(found, Const(1 << index)))
        w.return_(found)

    return lo.define("obliged", "obliged", (), write)


def turn_over(lo: Lowering) -> str:
    """Define a function that returns whether a clause ends the turn, or it has no choice left."""

    def write(w: FunctionBuilder) -> None:
        with w.if_(ends(lo, "turn")):
            w.return_(ONE)
        live = w.variable(ZERO, "live")

        def visit(_: int, __: Clause, step: g.Step) -> None:
            if step.must:
                w.assign(live, ONE)
                return
            player = doer(lo, w, step)
            for act in step.acts:
                with w.if_(all_of(equal(live, ZERO), compare(">=", player, ZERO))):
                    w.assign(live, Call(possible(lo, lo.game.act[act]), (player,)))

        if any(step.must for _, step in lo.game.steps):
            each_open(lo, w, lambda _, __, step: w.assign(live, ONE) if step.must else None)
        with w.if_(equal(live, ZERO)):
            each_open(lo, w, visit)
        with w.if_(nonzero(live)):
            w.return_(ZERO)
        w.return_(as_number(equal(Call(obligations_in_force(lo), ()), ZERO)))

    return lo.define("turn_over", "turn_over", (), write)


# ------------------------------------------------------------------- stuck cards


def has_unplayable_card(lo: Lowering) -> Test:
    """Test whether some card that must leave its zone in this turn certainly cannot."""
    return any_of(
        *(nonzero(Call(_tests_for_unplayable_cards(lo, n, reach), (TURN_NOW,))) for n, reach in enumerate(reaches(lo)))
    )


def leaves_obligation(lo: Lowering, act: g.Act, force: Value, at: Value) -> Test:
    """Test whether an obligation certainly remains in force after the last act of a turn, given by the address of its option:
    some card that must leave its zone is not among the cards that the act moves.
    """
    if any(parameter.type.kind != "card" for parameter in act.parameters):
        return FALSE
    return any_of(*(
        all_of(contains(force, Const(number)), nonzero(Call(_leaving_behind(lo, act, *marked), (at,))))
        for number, (clause, sentence) in enumerate(lo.game.obligations)
        if (marked := _stays_but_for_arguments(lo, act, clause, sentence)) is not None
    ))  # fmt: skip


def _leaving_behind(lo: Lowering, act: g.Act, zone: g.InZone, mark: g.Recall) -> str:
    """Define a function that returns whether a zone of the player in turn, or of the table, has marked cards that are not among
    the arguments of an option. The arguments are single cards.
    """
    owner = TURN_NOW if isinstance(zone.owner, g.Actor) else ZERO
    there, marked = lo.rules.layout.places[zone.zone].slot, lo.rules.layout.memory[mark.cell].slot

    def write(w: FunctionBuilder) -> None:
        kept = w.variable(
            lo.cards.intersection(lo.cards.at(lo.plan.set_address(there, owner)), lo.cards.at(lo.plan.set_address(marked))),
            "kept",
        )
        moved = lo.cards.new(w, "moved")
        for place in argument_places(lo, act):
            lo.cards.insert(w, moved, faces.card_of(lo, load(Var("at"), ARGUMENTS, Const(place))))
        w.return_(as_number(negation(lo.cards.is_subset(kept, moved))))

    return lo.define(("leaving_behind", act.name, zone, mark), f"{act.name}_leaves_behind", ("at",), write)


def _stays_but_for_arguments(
    lo: Lowering, act: g.Act, clause: g.Clause, obligation: g.Obligation
) -> tuple[g.InZone, g.Recall] | None:  # fmt: skip
    """The zone and the mark of an obligation on marked cards that an act may lift only by moving its own arguments."""
    found = None if clause.when or clause.unless else some_marked(obligation.condition)
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
    """Return the card of a set that is written as a single card, or the expression itself."""
    return cards.member if isinstance(cards, g.Single) else cards


def _tests_for_unplayable_cards(lo: Lowering, number: int, reach: Reach) -> str:
    sets = lo.cards

    def write(w: FunctionBuilder) -> None:
        with w.if_(compare("<", STEP_NOW, Const(reach.from_step))):
            w.return_(ZERO)
        hand = w.variable(sets.at(lo.plan.set_address(reach.zone, Var("player"))), "hand")
        owed = w.variable(sets.intersection(hand, sets.at(lo.plan.set_address(reach.mark))), "owed")
        with w.if_(sets.nonempty(owed)):
            groups = w.variable(load(Const(lo.plan.top)), "groups")
            have = w.variable(Call(_available_classes(lo, reach), (hand, groups)), "have")
            end = w.variable(load(Const(lo.plan.top)), "end")
            w.store(Const(lo.plan.top), groups)
            with sets.each(w, owed, "card") as card:
                leaves = Call(_leaving(lo, number, reach), (card, have, groups, end))
                with w.if_(equal(leaves, ZERO)):
                    w.return_(ONE)

    return lo.define(("hopeless", number), "hopeless", ("player",), write)


def _classes(lo: Lowering, of: Value) -> Value:
    """The classes of some faces."""

    def write(w: FunctionBuilder) -> None:
        found = lo.cards.new(w, "found")
        with lo.cards.each(w, Var("faces"), "face") as face:
            lo.cards.insert(w, found, lo.look_up(lo.rules.layout.faces.class_of, face))
        w.return_(found)

    return Call(lo.define("classes_of", "classes_of", ("faces",), write, keeps=True), (of,))


def _available_classes(lo: Lowering, reach: Reach) -> str:
    """Define a function that returns the classes available from a hand and by exchange. It pushes, for each group: its faces,
    its classes, the classes of the cards that stay in it, and its size.
    """
    sets, width = lo.cards, lo.plan.width
    exchanged, top = sets.constant(reach.exchanged), Const(lo.plan.top)

    def write(w: FunctionBuilder) -> None:
        held, at = sets.copy(w, Var("hand"), "held"), w.variable(Var("groups"), "at")
        for place in lo.rules.layout.families:
            with w.each(groups_there(lo, place.zone.name), "nth") as nth:
                with w.if_(compare(">", at, Const(lo.plan.visited - _row(lo)))):
                    w.trap(FULL)
                group = w.variable(sets.at(lo.plan.set_address(place.slot, nth)), "group")
                sets.add(w, held, faces.cards_of(lo, sets.intersection(group, exchanged)))
                sets.store(w, at, group)
                sets.store(w, plus(at, Const(width)), _classes(lo, group))
                sets.store(w, plus(at, Const(2 * width)), _classes(lo, sets.difference(group, exchanged)))
                w.store(plus(at, Const(3 * width)), sets.size(group))
                w.assign(at, plus(at, Const(_row(lo))))
        w.store(top, at)
        have = sets.new(w, "have")
        with sets.each(w, held, "card") as card:
            sets.add(w, have, sets.look_up(lo.rules.layout.faces.classes_of_card, card))
        w.return_(have)

    return lo.define(("having", reach.exchanged), "classes_at_hand", ("hand", "groups"), write, keeps=True)


def _row(lo: Lowering) -> int:
    """The words on the stack for each group."""
    return 3 * lo.plan.width + 1


def _leaving(lo: Lowering, number: int, reach: Reach) -> str:
    """Define a function that returns whether a card may leave. It may join a shape that contains it, or be exchanged for a card
    of a shape.
    """
    sets, known_faces, width = lo.cards, lo.rules.layout.faces, lo.plan.width
    card, have, groups, end = names = tuple(map(Var, ("card", "have", "groups", "end")))
    cards = range(known_faces.faces.pack)
    like = [known_faces.like_card(one) for one in cards]
    wanted = [known_faces.classes_of_card[one] | (known_faces.classes_of(like[one]) if reach.exchanged else 0) for one in cards]

    def write(w: FunctionBuilder) -> None:
        within = sets.copy(w, have, "within")
        with _rows(lo, w, groups, end) as at:
            if reach.exchanged:
                with w.if_(sets.intersects(sets.at(at), sets.look_up(like, card))):
                    w.return_(ONE)
            sets.add(w, within, sets.at(plus(at, Const(width))))
        with sets.each(w, sets.look_up(wanted, card), "known") as known:
            found = Call(_into_shape(lo, number, reach), (known, have, within, groups, end))
            with w.if_(nonzero(found)):
                w.return_(ONE)

    return lo.define(("leaving", number), "can_leave", tuple(name.name for name in names), write)


@contextmanager
def _rows(lo: Lowering, w: FunctionBuilder, groups: Value, end: Value) -> Generator[Var, None, None]:
    """Emit a loop over the groups on the stack."""
    at = w.variable(minus(groups, Const(_row(lo))), "at")
    with w.loop():
        w.assign(at, plus(at, Const(_row(lo))))
        with w.if_(compare(">=", at, end)):
            w.break_()
        yield at


def _into_shape(lo: Lowering, number: int, reach: Reach) -> str:
    """Define a function that returns whether some shape that has a class can be formed from available cards, or from these with
    one group.
    """
    sets, width = lo.cards, lo.plan.width
    keys = sorted({key for shapes in reach.shapes for key in shapes.keys})
    masks = [sum(1 << known for known in set(key)) for key in keys]
    rows: list[list[int]] = [[] for _ in range(lo.game.faces.count)]
    for n, key in enumerate(keys):
        for one in set(key):
            rows[one].append(2 * n + (key.count(one) > 1))
    starts = tuple(sum(map(len, rows[:known])) for known in range(len(rows) + 1))
    known, have, within, groups, end = names = tuple(map(Var, ("known", "have", "within", "groups", "end")))

    def write(w: FunctionBuilder) -> None:
        last = lo.look_up(starts, plus(known, ONE))
        with w.count(lo.look_up(starts, known), w.let(last, "last"), "row") as row:
            entry = w.variable(lo.look_up(tuple(one for of in rows for one in of) or (0,), row), "entry")
            shape = w.variable(sets.look_up(masks or [0], binary(">>", entry, ONE)), "shape")
            with w.if_(sets.is_subset(shape, within)):
                before = sets.release(w, None)
                missing = w.variable(sets.difference(shape, have), "missing")
                with w.if_(negation(sets.nonempty(missing))):
                    w.return_(ONE)
                size = lo.look_up(tuple(map(len, keys)) or (0,), binary(">>", entry, ONE))
                with _rows(lo, w, groups, end) as at:
                    classes, stays = (sets.at(plus(at, Const(n * width))) for n in (1, 2))
                    once = any_of(nonzero(intersection(entry, ONE)), negation(sets.contains(classes, known)))
                    larger = compare(">", size, load(at, Const(3 * width)))
                    with w.if_(all_of(sets.is_subset(missing, classes), sets.is_subset(stays, shape), larger, once)):
                        w.return_(ONE)
                sets.release(w, before)

    return lo.define(("into_shape", number), "into_shape", tuple(name.name for name in names), write)


# ------------------------------------------------------------------ known states


def begin_search(lo: Lowering, w: FunctionBuilder) -> None:
    """Emit the beginning of a new search."""
    w.store(Const(lo.plan.search), plus(load(Const(lo.plan.search)), ONE))
    w.store(Const(lo.plan.visits), ZERO)
    w.store(Const(lo.plan.entered), ZERO)


def count_visit(lo: Lowering, w: FunctionBuilder) -> None:
    """Emit code that counts one more visited state."""
    w.store(Const(lo.plan.visits), plus(load(Const(lo.plan.visits)), ONE))


def is_known(lo: Lowering, place: Value) -> Test:
    """Test whether the state of an entry belongs to this search."""
    return equal(binary(">>", load(place), ONE), load(Const(lo.plan.search)))


def result_of(place: Value) -> Value:
    """Return the recorded result of a state."""
    return intersection(load(place), ONE)


def state_of(place: Value) -> Value:
    """The address of the state in a place of the table."""
    return load(place, ONE)


def add_entry(lo: Lowering, w: FunctionBuilder, place: Value) -> None:
    """Emit code that stores the state in memory in an entry, without a result."""
    entered = w.variable(load(Const(lo.plan.entered)), "entered")
    with w.if_(compare(">=", entered, Const(lo.plan.visited_capacity // 2))):
        w.trap(FULL)
    state = w.variable(plus(Const(lo.plan.states), binary("*", entered, Const(lo.plan.state))), "state")
    w.store(Const(lo.plan.entered), plus(entered, ONE))
    w.store(plus(place, ONE), state)
    w.call(copying(lo, in_turn=True), ZERO, state)
    record_result(lo, w, place, ZERO)


def record_result(lo: Lowering, w: FunctionBuilder, place: Value, found: Value) -> None:
    """Emit the result, 0 or 1, of the state of an entry."""
    w.store(place, plus(binary("<<", load(Const(lo.plan.search)), ONE), found))


def entry_of(lo: Lowering) -> str:
    """Define a function that returns the hash table's entry of the state in memory: its own, or a free one."""
    numbered = _hashing(lo)

    def write(w: FunctionBuilder) -> None:
        number = w.variable(Call(numbered, ()), "number")
        with w.loop():
            w.assign(number, intersection(number, Const(lo.plan.visited_capacity - 1)))
            offset = binary("*", number, Const(WORDS_OF_A_PLACE))
            place = w.variable(plus(Const(lo.plan.visited), offset), "place")
            with w.if_(unequal(binary(">>", load(place), ONE), load(Const(lo.plan.search)))):
                w.return_(place)
            with w.if_(nonzero(Call(_comparing(lo), (state_of(place),)))):
                w.return_(place)
            w.assign(number, plus(number, ONE))

    return lo.define("place_of", "place_of_state", (), write)


def _hashing(lo: Lowering) -> str:
    """Define a function that hashes the state in memory; the order of piles is ignored in a large state."""

    def write(w: FunctionBuilder) -> None:
        number = w.variable(ZERO, "number")
        for words in _parts(lo, w, ZERO, _lasting(lo), ordered=False):
            with words as word:
                w.mix(number, load(word))
        w.return_(number)

    return lo.define("numbering", "number_of_state", (), write)


def _comparing(lo: Lowering) -> str:
    """Define a function that returns whether the state in memory equals another."""

    def write(w: FunctionBuilder) -> None:
        for words in _parts(lo, w, ZERO, _lasting(lo)):
            with words as word, w.if_(unequal(load(word), load(Var("other"), word))):
                w.return_(ZERO)
        w.return_(ONE)

    return lo.define("comparing", "is_same_state", ("other",), write)


def copying(lo: Lowering, *, in_turn: bool) -> str:
    """Define a function that copies a state; with `in_turn`, both states belong to one turn, and constants of a turn are left
    out.
    """
    lasting = _lasting(lo) if in_turn else frozenset[int]()

    def write(w: FunctionBuilder) -> None:
        for words in _parts(lo, w, Var("source"), lasting):
            with words as word:
                w.store(plus(Var("target"), word), load(Var("source"), word))

    return lo.define(("copying", lasting), "copy_state", ("source", "target"), write)


def _lasting(lo: Lowering) -> frozenset[int]:
    """Return the cells of the piles that no act performed in a search can change."""
    acts = tuple(act for act in acts_of_players(lo) if not always_hides_result(lo, act.name))
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
    lo: Lowering, w: FunctionBuilder, start: Value, lasting: frozenset[int], *, ordered: bool = True
) -> Iterator[AbstractContextManager[Var]]:  # fmt: skip
    """Yield loops over the words that matter of the state at an address. A large state is mostly empty, so they leave out:

    - the piles that are not wanted, and the words of another pile behind its cards;
    - the words of a family behind its groups and the empty group after them;
    - in a zone without groups, all but the words of unread cards;
    - the cells whose sets are stored in blocks.

    The cards of a pile are a set too: its array only gives their order.
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
            with w.if_(negation(lo.cards.nonempty(plus(start, end)))):
                w.break_()
            w.assign(end, plus(end, Const(plan.width)))
        yield w.count(Const(block), plus(end, Const(plan.width)), "word", count * plan.width)


def _runs(cells: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the end of each run of consecutive cells."""
    first = 0
    for n, cell in enumerate(cells):
        if n + 1 == len(cells) or cells[n + 1] != cell + 1:
            yield cells[first], cell + 1
            first = n + 1


# -------------------------------------------------------------------- look ahead


FIRST_ASKED, SOON_FOUND = 4, 12
"""A search is tested once for being hopeless after the first number of states, and at each state after the second."""


def legal(lo: Lowering) -> str:
    """Define a function that writes an option for each legal move and returns their number."""
    open_ended = steps_where(lo, lambda n, _: later_must(lo, n))

    def write(w: FunctionBuilder) -> None:
        count = w.variable(Call(permitted_moves(lo), ()), "count")
        if lo.game.obligations:
            _keep_completable(lo, w, count)
        elif open_ended.value:
            with w.if_(all_of(unequal(count, ZERO), contains(open_ended, load(record(lo, ZERO), STEP)))):
                _keep_completable(lo, w, count)
        w.return_(count)

    return lo.define("legal", "legal", (), write)


def _keep_completable(lo: Lowering, w: FunctionBuilder, count: Var) -> None:
    """Emit the filter of the options after which the turn can be completed."""
    begin_search(lo, w)
    top, state = w.variable(load(Const(lo.plan.top)), "top"), w.variable(ZERO, "state")
    force = _force(lo, w, all_of(unequal(count, ZERO), is_end(lo, record(lo, minus(count, ONE)))))
    kept = w.variable(ZERO, "kept")
    last = w.variable(count, "all")
    with w.count(ZERO, last, "number") as one:
        found = w.variable(Call(_predicting(lo), (one, force)), "found")
        with w.if_(compare("<", found, ZERO)):
            with w.if_(equal(state, ZERO)):
                w.assign(state, top)
                _take(lo, w, top, lo.plan.state)
                w.call(copying(lo, in_turn=True), ZERO, state)
            w.assign(found, Call(_completing(lo), (one, count, state)))
        with w.if_(nonzero(found)):
            with w.if_(unequal(kept, one)), w.count(ZERO, Const(lo.plan.option_words), "word") as word:
                w.store(plus(record(lo, kept), word), load(record(lo, one), word))
            w.assign(kept, plus(kept, ONE))
    w.assign(count, kept)
    w.store(Const(lo.plan.top), top)


def _force(lo: Lowering, w: FunctionBuilder, may_end: Test) -> Var:
    """Emit the set of the obligations in force. Those that may be traps are evaluated only if no step must be done, and are
    otherwise all in the set.
    """
    if not lo.may_stop(lo.game.obligations):
        return w.variable(Call(obligations_in_force(lo), ()), "force")
    force = w.variable(Const((1 << len(lo.game.obligations)) - 1), "force")
    with w.if_(may_end):
        w.assign(force, Call(obligations_in_force(lo), ()))
    return force


def _looks_closely(lo: Lowering) -> bool:
    """Return whether the look-ahead tries every move that it may try: a clause may end the turn, or play may stop ahead, which
    makes a move legal (decision 0116).
    """
    return bool(lo.game.ends_of("turn")) or lo.may_stop(lo.game.clauses) or lo.may_stop(lo.game.acts)


def _take(lo: Lowering, w: FunctionBuilder, place: Value, words: int) -> None:
    """Emit the allocation of `words` words of the stack, from an address on."""
    end = plus(place, Const(words))
    with w.if_(compare(">", end, Const(lo.plan.visited))):
        w.trap(FULL)
    w.store(Const(lo.plan.top), end)


def _predicting(lo: Lowering) -> str:
    """Define a function that returns, without performing it, whether the turn can be completed after an option: 1, 0, or -1 if
    that is unknown. Its argument is the set of the obligations in force.
    """
    force = Var("force")

    def write(w: FunctionBuilder) -> None:
        at = w.let(record(lo, Var("option")), "at")
        with w.if_(is_end(lo, at)):
            w.return_(as_number(equal(force, ZERO)))
        sure = completing_acts(lo.game)
        completing = sum(1 << n for n, act in enumerate(acts_of_players(lo)) if act.name in sure)
        with w.if_(contains(Const(completing), load(at, ACT))):
            w.return_(ONE)
        over = steps_where(lo, lambda n, step: not later_must(lo, n) and not step.often)
        with w.if_(all_of(equal(force, ZERO), contains(over, load(at, STEP)), contains(_harmless(lo), load(at, ACT)))):
            w.return_(ONE)
        last = steps_where(lo, lambda n, step: n + 1 == len(lo.game.steps) and not step.often)
        for index, act in enumerate(acts_of_players(lo)):
            with w.if_(equal(load(at, ACT), Const(index))):
                with w.if_(nonzero(Call(hides_result(lo, act.name), (load(at, PLAYER),)))):
                    w.return_(ONE)
                if _looks_closely(lo):
                    continue
                with w.if_(all_of(nonzero(force), contains(last, load(at, STEP)), leaves_obligation(lo, act, force, at))):
                    w.return_(ZERO)
        w.return_(NOBODY)

    return lo.define("foretelling", "foretells", ("option", "force"), write)


def _completing(lo: Lowering) -> str:
    """Define a function that returns whether the turn can be completed after an option, by performing it; the state is restored
    from the copy at an address. Options from `count` on are free.
    """

    def write(w: FunctionBuilder) -> None:
        advance(lo, w, w.let(record(lo, Var("option")), "at"))
        found = w.variable(Call(_ending(lo), (Var("count"),)), "found")
        w.call(copying(lo, in_turn=True), Var("state"), ZERO)
        w.return_(found)

    return lo.define("completing", "completes", ("option", "count", "state"), write)


def _harmless(lo: Lowering) -> Const:
    """The numbers of the acts that bring no obligation into force."""
    return Const(sum(1 << n for n, act in enumerate(acts_of_players(lo)) if not influence(lo.game, act).raises))


def _ending(lo: Lowering) -> str:
    """Define a function that returns whether the turn can be brought to its end from here, and records the result of a state
    from which it had to look further.
    """

    def write(w: FunctionBuilder) -> None:
        with w.if_(nonzero(ENDING_NOW)):
            w.return_(ONE)
        count_visit(lo, w)
        entry = w.variable(load(Const(lo.plan.top)), "entry")
        _take(lo, w, entry, 1)
        w.store(entry, ZERO)
        found = w.variable(Call(_leading_on(lo), (Var("count"), entry)), "found")
        with w.if_(nonzero(load(entry))):
            record_result(lo, w, load(entry), found)
        w.store(Const(lo.plan.top), entry)
        w.return_(found)

    return lo.define("ending", "can_end", ("count",), write)


def _leading_on(lo: Lowering) -> str:
    """Define a function that returns whether the turn may end here, or can end after possible acts. `entry` is the address of a
    word that holds the state's entry in the hash table, once it has one.
    """
    return lo.define("leading_on", "leads_to_end", ("count", "entry"), lambda w: _end(lo, w))


def _end(lo: Lowering, w: FunctionBuilder) -> None:
    with w.if_(ends(lo, "turn")):
        w.return_(ONE)
    must = w.variable(ZERO, "must")
    stops = lo.may_stop(lo.game.obligations)
    force = w.variable(ZERO if stops else Call(obligations_in_force(lo), ()), "force")
    if not _looks_closely(lo):
        _prune(lo, w, force)
    opened = [w.variable(ZERO, "opened") for _ in lo.game.steps]

    def note(index: int, __: Clause, step: g.Step) -> None:
        w.assign(opened[index], ONE)
        if step.must:
            w.assign(must, ONE)

    each_open(lo, w, note)
    if stops:
        w.assign(force, _force(lo, w, equal(must, ZERO)))
    with w.if_(all_of(equal(must, ZERO), equal(force, ZERO))):
        w.return_(ONE)
    steps = list(enumerate(step for _, step in lo.game.steps))
    with w.if_(equal(force, ZERO)):
        _first_that_ends(lo, w, force, opened, steps[::-1])
    with w.if_(nonzero(force)):
        _first_that_ends(lo, w, force, opened, steps)
    w.return_(ZERO)


def _prune(lo: Lowering, w: FunctionBuilder, force: Var) -> None:
    """Emit the return of no if the search is hopeless. This is tested once, when a search does not end soon, and always when it
    has become long.
    """
    looks = load(Const(lo.plan.visits))
    pays = any_of(equal(looks, Const(FIRST_ASKED)), compare(">", looks, Const(SOON_FOUND)))
    with w.if_(all_of(nonzero(force), pays, has_unplayable_card(lo))):
        w.return_(ZERO)


def _first_that_ends(lo: Lowering, w: FunctionBuilder, force: Var, opened: list[Var], steps: list[tuple[int, g.Step]]) -> None:
    for index, step in steps:
        with w.if_(
            all_of(nonzero(opened[index]), nonzero(Call(_trying(lo, index, step), (Var("count"), Var("entry"), force))))
        ):
            w.return_(ONE)


def _trying(lo: Lowering, index: int, step: g.Step) -> str:
    """Define a function that returns whether the turn can end after some act of a step."""
    return lo.define(("trying", index), "tries", ("count", "entry", "force"), lambda w: _try(lo, w, Var("force"), index, step))


def _try(lo: Lowering, w: FunctionBuilder, force: Var, index: int, step: g.Step) -> None:
    """Emit the search for an act of a step after which the turn can end."""
    player = doer(lo, w, step)
    over = not later_must(lo, index) and not step.often and not _looks_closely(lo)
    for act in step.acts:
        known = influence(lo.game, lo.game.act[act])
        lifts = Const(sum(1 << n for n, (clause, _) in enumerate(lo.game.obligations) if clause.name in known.lifts))
        hope = equal(difference(force, lifts), ZERO) if over and lo.game.obligations else TRUE
        with w.if_(all_of(compare(">=", player, ZERO), hope)):
            if over and not known.raises:
                with w.if_(all_of(equal(force, ZERO), nonzero(Call(possible(lo, lo.game.act[act]), (player,))))):
                    w.return_(ONE)
            searched = nonzero(force) if over and not known.raises else TRUE
            with w.if_(searched):
                _search_on(lo, w, act, index, player)


def _search_on(lo: Lowering, w: FunctionBuilder, act: str, index: int, player: Value) -> None:
    """Emit the trial of every way to do an act. The state is looked up, and recorded, before the first way that has to be
    performed.
    """
    ways = Call(collecting(lo, lo.game.act[act], to_choose=False), (player, Const(index), Var("count")))
    end = w.variable(ways, "end")
    with w.count(Var("count"), end, "option") as one:
        found = w.variable(Call(_predicting(lo), (one, Var("force"))), "found")
        with w.if_(compare("<", found, ZERO)):
            place = w.variable(load(Var("entry")), "place")
            with w.if_(equal(place, ZERO)):
                w.assign(place, Call(entry_of(lo), ()))
                with w.if_(is_known(lo, place)):
                    w.return_(result_of(place))
                add_entry(lo, w, place)
                w.store(Var("entry"), place)
            w.assign(found, Call(_completing(lo), (one, end, state_of(place))))
        with w.if_(nonzero(found)):
            w.return_(ONE)
