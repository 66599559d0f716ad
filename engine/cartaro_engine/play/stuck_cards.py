"""Cards that must leave a zone in this turn and certainly cannot: a quick no before a long search, as the interpreter has it.

What a card can go into are groups that fit, made of what is in the zone, what can be had by exchange, and of one group on the
table, of which all stays but what can be exchanged.  Groups are compared by the classes of their faces.  Which obligations are
of this form, and what their acts may do, the interpreter has told (`Reach`).
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from cartaro_engine.expressions import faces
from cartaro_engine.expressions.expressions import groups_there
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import (
    FALSE,
    ONE,
    ZERO,
    binary,
    common,
    compare,
    equal,
    every,
    has,
    load,
    minus,
    negation,
    number,
    plus,
    set_of,
    some,
)
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import STEP_NOW, TURN_NOW
from cartaro_engine.memory.traps import FULL
from cartaro_engine.play.options import ARGUMENTS, argument_places
from cartaro_grammar import Expr, caused_by, facts_of
from cartaro_grammar import game as g
from cartaro_interpreter import Reach, some_marked


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
