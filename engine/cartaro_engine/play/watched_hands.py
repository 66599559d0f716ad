"""Hands played by chance until something is seen in one of them: what is sought, as tests at the moments of play.

A word has a bit for each thing that is still sought, another for each that the hand has shown.  They lie where a batch has its
sums, which this module does not add up.  The moments are those of the interpreter's `watch`, and the same hands are played
here by the module and in `running/hand_search` by the interpreter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cartaro_engine.acts import chance
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import (
    ONE,
    TRUE,
    ZERO,
    differ,
    equal,
    every,
    has,
    joined,
    load,
    minus,
    negation,
    plus,
    set_of,
    single,
    some,
    without,
)
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import PHASE_CELL, TURN_NOW, MemoryPlan
from cartaro_engine.memory.refusals import Construct, LoweringRefused
from cartaro_engine.memory.scope import ACTOR, Scope
from cartaro_engine.memory.sums import SumsPlan
from cartaro_engine.memory.traps import NO_MOVE
from cartaro_engine.play.hands import acting, beginning_hand, beginning_match
from cartaro_engine.play.look_ahead import legal
from cartaro_engine.play.options import ACT, PLAYER, arguments_of, played, record
from cartaro_grammar import Game
from cartaro_interpreter import AWAIT, PHASE_TURN, Moment, Sought

MOST_MOVES: Final = 400
SELDOM: Final = 16
"""Where chance comes upon an act that is chosen seldom, another is chosen but one time in so many."""
SOUGHT_IN_A_WORD: Final = 60
BETWEEN_TURNS: Final[Moment] = ("start", "hand")
"""When nobody has the turn."""
MOMENTS: Final = frozenset({"await", "start", "end", "count", "before", "after"})


@dataclass(frozen=True, slots=True)
class SightingWords:
    """Where the words of what is still sought begin, where those of what has been seen, and how many there are of each."""

    sought: int
    seen: int
    count: int

    @staticmethod
    def of(plan: MemoryPlan, game: Game, things: int) -> SightingWords:
        """The words for so many things."""
        count = things // SOUGHT_IN_A_WORD + 1
        if 2 * count > SumsPlan.of(game).words:
            raise LoweringRefused(Construct.MANY_SOUGHT)
        return SightingWords(plan.statistics, plan.statistics + count, count)


def searching(lo: Lowering, sought: dict[int, Sought], words: SightingWords, seldom: frozenset[str]) -> str:
    """The function that plays the hands of a seed from one number up to, and without, another, and stops after the first that
    shows something; it gives the number of the hand that it would play next.
    """
    for moment in dict.fromkeys(one.moment for one in sought.values()):
        lo.watched[moment] = _looking(lo, moment, {n: one for n, one in sought.items() if one.moment == moment}, words)

    def write(w: Writer) -> None:
        with w.count(Var("first"), Var("end"), "number") as number:
            w.store(Const(lo.plan.number), number)
            w.do(chance.seeding(lo), Var("low"), Var("high"), number)
            w.do(beginning_match(lo))
            w.do(beginning_hand(lo))
            w.do(_playing_on(lo, seldom))
            with w.when(some(*(set_of(load(Const(words.seen + n))) for n in range(words.count)))):
                w.give(plus(number, ONE))
        w.give(Var("end"))

    return lo.define("searching", "search", ("low", "high", "first", "end"), write)


# ------------------------------------------------------------------ what is looked for


def _looking(lo: Lowering, moment: Moment, sought: dict[int, Sought], words: SightingWords) -> str:
    """The function that looks for all that is sought at a moment; of an act, it is given the address of the option."""
    act = lo.game.act.get(moment[1]) if moment[0] in ("before", "after") else None

    def write(w: Writer) -> None:
        found = dict[str, Value]() if act is None else arguments_of(lo, act, Var("at"))
        names = {name: w.variable(value, name) for name, value in found.items()}
        who = w.variable(TURN_NOW if act is None else load(Var("at"), PLAYER), "who")
        known = names if moment == BETWEEN_TURNS else (ACTOR, *names)
        scope = Scope(who, names, frozenset(known))
        for number, one in sought.items():
            word, bit = divmod(number, SOUGHT_IN_A_WORD)
            left, seen = Const(words.sought + word), Const(words.seen + word)
            with w.when(every(has(load(left), Const(bit)), holds(lo, one, scope))):
                w.store(left, without(load(left), single(Const(bit))))
                w.store(seen, joined(load(seen), single(Const(bit))))

    return lo.define(("looking", moment), "look", () if act is None else ("at",), write)


def holds(lo: Lowering, sought: Sought, scope: Scope) -> Test:
    """Whether a condition is as it is sought."""
    condition = sought.condition
    if condition is None:
        return TRUE
    sides = range(lo.game.sides) if sought.each_side else ()
    scopes = [scope.bind("side", Const(side)) for side in sides] or [scope]
    tests = (lo.test(condition, one) for one in scopes)
    return some(*(test if sought.wanted else negation(test) for test in tests))


# ------------------------------------------------------------------ the hands


def _playing_on(lo: Lowering, seldom: frozenset[str]) -> str:
    """The function that plays a hand on by chance, to its end or until it has had too many moves."""
    awaiting = lo.watched.get(AWAIT)

    def write(w: Writer) -> None:
        with w.count(ZERO, Const(MOST_MOVES), "moves"):
            with w.when(differ(load(PHASE_CELL), Const(PHASE_TURN))):
                w.leave()
            if awaiting is not None:
                w.do(awaiting)
            count = w.variable(Call(legal(lo), ()), "count")
            with w.when(equal(count, ZERO)):
                w.trap(NO_MOVE)
            chosen = w.variable(record(lo, Call(chance.below(lo), (count,))), "chosen")
            _choose_again(lo, w, chosen, count, seldom)
            for number, act in enumerate(played(lo)):
                before = lo.watched.get(("before", act.name))
                if before is not None:
                    with w.when(equal(load(chosen, ACT), Const(number))):
                        w.do(before, chosen)
            w.do(acting(lo), chosen)

    return lo.define("playing_watched", "play_watched", (), write)


def _choose_again(lo: Lowering, w: Writer, chosen: Var, count: Value, seldom: frozenset[str]) -> None:
    """Write that, where chance has come upon an act that is to be chosen seldom, one of the others is chosen mostly."""
    acts = [n for n, act in enumerate(played(lo)) if act.name in seldom]
    if not acts:
        return

    def is_seldom(at: Value) -> Test:
        return some(*(equal(load(at, ACT), Const(n)) for n in acts))

    with w.when(every(is_seldom(chosen), set_of(Call(chance.below(lo), (Const(SELDOM),))))):
        others = w.variable(ZERO, "others")
        with w.count(ZERO, count, "option") as option, w.when(negation(is_seldom(record(lo, option)))):
            w.assign(others, plus(others, ONE))
        with w.when(set_of(others)):
            w.assign(others, Call(chance.below(lo), (others,)))
            with w.count(ZERO, count, "option") as option, w.when(negation(is_seldom(record(lo, option)))):
                with w.when(equal(others, ZERO)):
                    w.assign(chosen, record(lo, option))
                w.assign(others, minus(others, ONE))


def can_be_watched(lo: Lowering, sought: Sought) -> bool:
    """Whether something is sought at a moment that a hand comes to, and its condition can be lowered."""
    kind, name = sought.moment
    if kind not in MOMENTS:
        return False
    if kind in ("before", "after") and name not in {act.name for act in played(lo)}:
        return False
    try:
        _looking(lo, sought.moment, {0: sought}, SightingWords(0, 1, 1))
    except LoweringRefused:
        return False
    return True
