"""Looking ahead to the turn's end: a move is legal only if the turn can still be completed after it.

Where no obligation is in force and no further step must be done, nothing need be looked at.  Else the move is done, the turn is
searched on depth first, and the state is laid back from a copy.  A state from which a move must be tried is copied once, into a
table, with what has been found of it; one that is already being searched on is not entered again.  Most are never entered:
what an act cannot do to an obligation is known beforehand, and where no act is warranted nothing is to be tried.
"""

from __future__ import annotations

from cartaro_engine.acts.sight import blind
from cartaro_engine.expressions.arguments import possible
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import (
    NOBODY,
    ONE,
    TRUE,
    ZERO,
    compare,
    differ,
    equal,
    every,
    has,
    load,
    number,
    plus,
    set_of,
    some,
    without,
)
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import ENDING_NOW
from cartaro_engine.memory.traps import FULL
from cartaro_engine.play import known_states
from cartaro_engine.play.known_states import copying
from cartaro_engine.play.options import ACT, PLAYER, STEP, collecting, is_end, played, record
from cartaro_engine.play.stuck_cards import hopeless, left_behind
from cartaro_engine.play.turns import advance, doer, each_open, later_must, obliged, steps_where, warranted
from cartaro_grammar import Clause
from cartaro_grammar import game as g

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
    known_states.forget(lo, w)
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
        known_states.look(lo, w)
        entry = w.variable(load(Const(lo.plan.top)), "entry")
        _take(lo, w, entry, 1)
        w.store(entry, ZERO)
        found = w.variable(Call(_leading_on(lo), (Var("count"), entry)), "found")
        with w.when(set_of(load(entry))):
            known_states.note(lo, w, load(entry), found)
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
                w.assign(place, Call(known_states.place_of(lo), ()))
                with w.when(known_states.is_known(lo, place)):
                    w.give(known_states.answer(place))
                known_states.enter(lo, w, place)
                w.store(Var("entry"), place)
            w.assign(found, Call(_completing(lo), (one, end, known_states.state_of(place))))
        with w.when(set_of(found)):
            w.give(ONE)
