"""The course of play: matches, hands and turns, from one choice to the next.

Hands and matches played by chance, one or a whole batch of them, and what they came to.

Hand, or match, number n of a seed depends on both and on nothing else.  Shuffles and choices are drawn from one source, each
choice evenly from the legal moves in their order: so the interpreter, drawing from the same source, plays the same.

A legal move of a position tried: the hand played on after it by chance, so many times.

The position is kept on the stack, with the sums of the points of each side behind it.  At the end it stands where it stood,
and the sums are left on the free stack, to be read before anything else is done.

Hands played by chance until something is seen in one of them: what is sought, as tests at the moments of play.

A word has a bit for each thing that is still sought, another for each that the hand has shown.  They lie where a batch has its
sums, which this module does not add up.  The moments are those of the interpreter's `watch`, and the same hands are played
here by the module and in `running/hand_search` by the interpreter.

A whole game lowered: what stands in the way of it, and the module with all that is called from outside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cartaro_engine.ir.builder import Writer
from cartaro_engine.ir.folding import (
    FALSE,
    NOBODY,
    ONE,
    TRUE,
    ZERO,
    choose,
    compare,
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
from cartaro_engine.ir.nodes import Call, Const, Module, Test, Value, Var
from cartaro_engine.ir.passes import Meter, metered, reachable
from cartaro_engine.lower import effects, expressions
from cartaro_engine.lower import turns as look_ahead
from cartaro_engine.lower.batches import BatchSums
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.lower.courses import happen
from cartaro_engine.lower.expressions import lowering_of
from cartaro_engine.lower.turns import ACT, PLAYER, advance, arguments_of, copying, is_end, legal, played, record, turn_over
from cartaro_engine.memory.layout import (
    ACTOR,
    END_MATCH,
    END_TURN,
    ENDING_CELL,
    ENDING_NOW,
    OF_THE_TURN,
    PHASE_CELL,
    STEP_CELL,
    TURN_CELL,
    TURN_NOW,
    VOID_HAND,
    VOID_MATCH,
    MemoryPlan,
    Scope,
    SumsPlan,
    columns,
    planned,
)
from cartaro_engine.memory.sets import ManyWords
from cartaro_engine.memory.traps import (
    ENDLESS,
    FULL,
    IDLE_TURNS,
    NO_MOVE,
    NOBODY_NEXT,
    STEPS,
    Construct,
    LoweringRefused,
    NotLowered,
)
from cartaro_grammar import Game
from cartaro_grammar import game as g
from cartaro_interpreter import AWAIT, PHASE_BEFORE, PHASE_COUNTED, PHASE_OVER, PHASE_TURN, Moment, Rules, Sought

# ------------------------------------------------------------------------- hands


MOST_IDLE_TURNS: Final = 1_000


def beginning_match(lo: Lowering) -> str:
    """The function that sets up the state before the first hand of a match, after the clauses at its start."""

    def write(w: Writer) -> None:
        with w.count(ZERO, Const(lo.plan.state), "word") as word:
            w.store(word, ZERO)
        w.store(Const(lo.plan.top), Const(lo.plan.stack))
        if lo.plan.width > 1:
            w.store(Const(lo.plan.passing), Const(lo.plan.sets))
        lo.cards.store(w, lo.plan.kept(lo.rules.layout.holders[0]), lo.cards.constant(lo.rules.layout.pack))
        w.store(TURN_CELL, NOBODY)
        if lo.rules.layout.playing:
            w.store(Const(lo.rules.layout.playing), Const((1 << lo.game.players) - 1))
        for period in ("match", "hand", "turn"):
            _clear(lo, w, period)
        _happen(lo, w, "start", "match")
        over = compare(">=", ENDING_NOW, END_MATCH)
        w.store(PHASE_CELL, choose(over, Const(PHASE_OVER), Const(PHASE_BEFORE)))

    return lo.define("begin_match", "begin_match", (), write)


def beginning_hand(lo: Lowering) -> str:
    """The function that goes up to the first choice of a hand; a match that is over has no further hand."""

    def write(w: Writer) -> None:
        with w.when(equal(load(PHASE_CELL), Const(PHASE_OVER))):
            w.give(ZERO)
        w.store(TURN_CELL, NOBODY)
        w.store(ENDING_CELL, ZERO)
        w.store(Const(lo.plan.shares), ZERO)
        expressions.settle_participants(lo, w)
        _clear(lo, w, "hand")
        _clear(lo, w, "turn")
        _happen(lo, w, "start", "hand")
        with w.when(set_of(ENDING_NOW)):
            w.do(_ending_hand(lo))
            w.give(ZERO)
        w.store(TURN_CELL, _someone(w, Call(effects.first_player(lo), ())))
        w.do(_turning(lo))

    return lo.define("begin_hand", "begin_hand", (), write)


def acting(lo: Lowering) -> str:
    """The function that does an option, given by its address, and everything up to the next choice."""

    def write(w: Writer) -> None:
        at = Var("at")
        with w.when(is_end(lo, at)):
            w.do(_ending_turn(lo))
            w.give(ZERO)
        advance(lo, w, at)
        _watched(lo, w, at)
        with w.when(some(set_of(ENDING_NOW), set_of(Call(turn_over(lo), ())))):
            w.do(_ending_turn(lo))

    return lo.define("act", "act", ("at",), write)


def _someone(w: Writer, player: Value) -> Value:
    """A player, or a trap where it is nobody."""
    found = w.variable(player, "player")
    with w.when(compare("<", found, ZERO)):
        w.trap(NOBODY_NEXT)
    return found


def _turning(lo: Lowering) -> str:
    """The function that goes from turn to turn up to one in which there is something to choose, or to the end of the hand."""

    def write(w: Writer) -> None:
        with w.count(ZERO, Const(MOST_IDLE_TURNS), "idle"):
            _clear(lo, w, "turn")
            w.store(STEP_CELL, ZERO)
            w.store(PHASE_CELL, Const(PHASE_TURN))
            _happen(lo, w, "start", "turn")
            with w.when(every(equal(ENDING_NOW, ZERO), equal(Call(turn_over(lo), ()), ZERO))):
                w.give(ZERO)
            with w.when(set_of(Call(_finishing_turn(lo), ()))):
                w.give(ZERO)
        w.trap(IDLE_TURNS)

    return lo.define("turns", "turns", (), write)


def _ending_turn(lo: Lowering) -> str:
    def write(w: Writer) -> None:
        with w.when(equal(Call(_finishing_turn(lo), ()), ZERO)):
            w.do(_turning(lo))

    return lo.define("end_turn", "end_turn", (), write)


def _finishing_turn(lo: Lowering) -> str:
    """The function for the end of a turn, which says whether the hand ended with it."""

    def write(w: Writer) -> None:
        with w.when(compare("<=", ENDING_NOW, END_TURN)):
            w.store(ENDING_CELL, ZERO)
            _happen(lo, w, "end", "turn")
        with w.when(some(compare(">", ENDING_NOW, END_TURN), effects.ends(lo, "hand"))):
            w.do(_ending_hand(lo))
            w.give(ONE)
        w.store(ENDING_CELL, ZERO)
        w.store(TURN_CELL, _someone(w, Call(effects.next_player(lo), ())))
        w.give(ZERO)

    return lo.define("finish_turn", "finish_turn", (), write)


def _ending_hand(lo: Lowering) -> str:
    """The end and the count of a hand; a hand ended as void, or by the match, is not counted."""

    def write(w: Writer) -> None:
        ending = w.variable(ENDING_NOW, "ending")
        w.store(PHASE_CELL, Const(PHASE_COUNTED))
        with w.when(compare("<", ending, VOID_HAND)):
            w.store(ENDING_CELL, ZERO)
            _happen(lo, w, "end", "hand")
            w.do(scoring(lo))
            with w.when(compare("<", ENDING_NOW, END_MATCH)):
                _happen(lo, w, "count", "hand")
        ends = every(differ(ending, VOID_HAND), effects.ends(lo, "match"))
        with w.when(some(compare(">=", ENDING_NOW, END_MATCH), ends)):
            with w.when(differ(ENDING_NOW, VOID_MATCH)):
                w.store(ENDING_CELL, ZERO)
                _happen(lo, w, "end", "match")
            w.store(PHASE_CELL, Const(PHASE_OVER))
        w.store(ENDING_CELL, ZERO)

    return lo.define("end_hand", "end_hand", (), write)


def scoring(lo: Lowering) -> str:
    """The function that notes what each side gets under each heading, and in all; the first word says that it is noted."""

    def write(w: Writer) -> None:
        sides, place = lo.game.sides, Const(lo.plan.shares)
        totals = [w.variable(ZERO, "total") for _ in range(sides)]
        w.store(place, ONE)
        for index, (clause, _) in enumerate(lo.game.headings):
            shares = expressions.for_all(lo, w, clause, OF_THE_TURN)
            for side, (total, value) in enumerate(zip(totals, shares, strict=True)):
                share = w.variable(value, "share")
                w.store(plus(place, Const(1 + index * sides + side)), share)
                w.assign(total, plus(total, share))
        for side, total in enumerate(totals):
            w.store(plus(place, Const(1 + columns(lo.game) - sides + side)), total)

    return lo.define("scoring", "count_shares", (), write)


def _happen(lo: Lowering, w: Writer, moment: str, period: g.Period) -> None:
    """Write that an event comes about, and who watches is told: but not of a start, or of the end of a turn, that is broken
    off by what happens.
    """
    happen(lo, w, moment, period)
    watching = lo.watched.get((moment, period))
    if watching is not None:
        broken_off = compare(">", ENDING_NOW, END_TURN) if period == "turn" or moment == "start" else FALSE
        with w.when(negation(broken_off)):
            w.do(watching)


def _watched(lo: Lowering, w: Writer, at: Value) -> None:
    """Write that who watches is told of an act, given by the address of its option, that has been done."""
    for number, act in enumerate(played(lo)):
        watching = lo.watched.get(("after", act.name))
        if watching is not None:
            with w.when(equal(load(at, ACT), Const(number))):
                w.do(watching, at)


def _clear(lo: Lowering, w: Writer, period: g.Period) -> None:
    """Write what memory is set to when a period begins."""
    for slot in lo.rules.layout.memory.values():
        if slot.cell.period == period:
            for owner in range(slot.count):
                empty = NOBODY if slot.cell.kind == "reference" else ZERO
                if slot.cell.kind == "mark":
                    lo.cards.store(w, lo.plan.kept(slot.slot, Const(owner)), lo.cards.constant(0))
                    continue
                value = empty if slot.cell.initial is None else lo.value(slot.cell.initial, OF_THE_TURN)
                w.store(Const(slot.slot + owner), value)


# ---------------------------------------------------------------------- playouts


MOST_MOVES: Final = 10_000
MOST_HANDS: Final = 1_000
MOST_OFFERED: Final = 1_000_000
"""Legal moves of which one is chosen, counted over all choices of a hand or match: the interpreter's bound."""


def hand(lo: Lowering) -> str:
    """The function that plays one hand: the first of a match."""

    def write(w: Writer) -> None:
        _begin(lo, w)
        hands = w.variable(ZERO, "hands")
        with w.when(differ(load(PHASE_CELL), Const(PHASE_OVER))):
            w.do(_playing_hand(lo))
            w.assign(hands, ONE)
        BatchSums(lo).unit(w, hands, match=False)

    return lo.define("hand", "hand", ("low", "high", "number"), write)


def match(lo: Lowering) -> str:
    """The function that plays one match."""

    def write(w: Writer) -> None:
        _begin(lo, w)
        hands, offered = w.variable(ZERO, "hands"), w.variable(ZERO, "offered")
        with w.loop():
            with w.when(equal(load(PHASE_CELL), Const(PHASE_OVER))):
                w.leave()
            with w.when(compare(">=", hands, Const(MOST_HANDS))):
                w.trap(ENDLESS)
            w.assign(offered, plus(offered, Call(_playing_hand(lo), ())))
            with w.when(compare("<", Const(MOST_OFFERED), offered)):
                w.trap(ENDLESS)
            w.assign(hands, plus(hands, ONE))
        BatchSums(lo).unit(w, hands, match=True)

    return lo.define("match", "match", ("low", "high", "number"), write)


def _begin(lo: Lowering, w: Writer) -> None:
    w.store(Const(lo.plan.number), Var("number"))
    w.do(effects.seeding(lo), Var("low"), Var("high"), Var("number"))
    w.do(beginning_match(lo))


def _playing_hand(lo: Lowering) -> str:
    """The function that plays the next hand and adds its results to the sums; gives how many legal moves its choices had."""
    sums = BatchSums(lo)

    def write(w: Writer) -> None:
        sums.forget_done(w)
        w.do(beginning_hand(lo))
        sums.happened(w)
        moves, beginner = w.variable(ZERO, "moves"), w.variable(NOBODY, "beginner")
        offered = w.variable(ZERO, "offered")
        sampled = sums.sampled(w)
        with w.loop():
            with w.when(differ(load(PHASE_CELL), Const(PHASE_TURN))):
                w.leave()
            with w.when(compare(">=", moves, Const(MOST_MOVES))):
                w.trap(ENDLESS)
            with w.when(equal(moves, ZERO)):
                w.assign(beginner, TURN_NOW)
            count = w.variable(Call(legal(lo), ()), "count")
            with w.when(equal(count, ZERO)):
                w.trap(NO_MOVE)
            w.assign(offered, plus(offered, count))
            with w.when(compare("<", Const(MOST_OFFERED), offered)):
                w.trap(ENDLESS)
            chosen = w.variable(record(lo, Call(effects.below(lo), (count,))), "chosen")
            with w.when(sampled):
                sums.barred(w)
            sums.choice(w, count, chosen)
            w.do(acting(lo), chosen)
            sums.happened(w)
            w.assign(moves, plus(moves, ONE))
        sums.hand(w, moves, beginner, sampled)
        w.give(offered)

    return lo.define("playing_hand", "play_hand", (), write)


def batch(lo: Lowering, unit: str) -> str:
    """The function that plays the hands, or the matches, of a seed from one number up to, and without, another."""

    def write(w: Writer) -> None:
        with w.count(Var("first"), Var("end"), "number") as number:
            w.do(hand(lo) if unit == "hand" else match(lo), Var("low"), Var("high"), number)

    return lo.define(("batch", unit), f"batch_of_{unit}", ("low", "high", "first", "end"), write)


# ------------------------------------------------------------------------ trials


def trying(lo: Lowering) -> str:
    """The function that tries one of the legal moves, by its place among them, with the numbers of a seed from one up to, and
    without, another.
    """
    sides, top = Const(lo.game.sides), Const(lo.plan.top)

    def write(w: Writer) -> None:
        kept = w.variable(load(top), "kept")
        sums = w.variable(plus(kept, Const(lo.plan.state)), "sums")
        free = w.let(plus(sums, sides), "free")
        with w.when(compare(">", free, Const(lo.plan.known))):
            w.trap(FULL)
        w.do(copying(lo, in_turn=False), ZERO, kept)
        w.store(top, free)
        with w.count(sums, free, "place") as place:
            w.store(place, ZERO)
        with w.count(Var("first"), Var("end"), "number") as number:
            w.do(copying(lo, in_turn=False), kept, ZERO)
            w.do(effects.seeding(lo), Var("low"), Var("high"), number)
            w.do(legal(lo))
            w.store(Const(lo.plan.shares), ZERO)
            w.do(acting(lo), record(lo, Var("option")))
            w.do(_playing_on(lo))
            _add_points(lo, w, sums)
        w.do(copying(lo, in_turn=False), kept, ZERO)
        w.store(top, kept)

    return lo.define("trying", "try_move", ("option", "low", "high", "first", "end"), write)


def _playing_on(lo: Lowering) -> str:
    """The function that plays a hand on by chance, to its end."""

    def write(w: Writer) -> None:
        moves = w.variable(ZERO, "moves")
        with w.loop():
            with w.when(differ(load(PHASE_CELL), Const(PHASE_TURN))):
                w.leave()
            with w.when(compare(">=", moves, Const(MOST_MOVES))):
                w.trap(ENDLESS)
            count = w.variable(Call(legal(lo), ()), "count")
            with w.when(equal(count, ZERO)):
                w.trap(NO_MOVE)
            w.do(acting(lo), record(lo, Call(effects.below(lo), (count,))))
            w.assign(moves, plus(moves, ONE))

    return lo.define("playing_on", "play_on", (), write)


def _add_points(lo: Lowering, w: Writer, place: Value) -> None:
    """Write that the points of each side in the hand that has ended, if it was counted, are added to its sum."""
    points = lo.plan.shares + 1 + columns(lo.game) - lo.game.sides
    with w.when(set_of(load(Const(lo.plan.shares)))):
        for side in range(lo.game.sides):
            at = plus(place, Const(side))
            w.store(at, plus(load(at), load(Const(points + side))))


# ----------------------------------------------------------------- watched hands


MOST_WATCHED_MOVES: Final = 400
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
            w.do(effects.seeding(lo), Var("low"), Var("high"), number)
            w.do(beginning_match(lo))
            w.do(beginning_hand(lo))
            w.do(_watching_on(lo, seldom))
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


def _watching_on(lo: Lowering, seldom: frozenset[str]) -> str:
    """The function that plays a hand on by chance, to its end or until it has had too many moves."""
    awaiting = lo.watched.get(AWAIT)

    def write(w: Writer) -> None:
        with w.count(ZERO, Const(MOST_WATCHED_MOVES), "moves"):
            with w.when(differ(load(PHASE_CELL), Const(PHASE_TURN))):
                w.leave()
            if awaiting is not None:
                w.do(awaiting)
            count = w.variable(Call(legal(lo), ()), "count")
            with w.when(equal(count, ZERO)):
                w.trap(NO_MOVE)
            chosen = w.variable(record(lo, Call(effects.below(lo), (count,))), "chosen")
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

    with w.when(every(is_seldom(chosen), set_of(Call(effects.below(lo), (Const(SELDOM),))))):
        others = w.variable(ZERO, "others")
        with w.count(ZERO, count, "option") as option, w.when(negation(is_seldom(record(lo, option)))):
            w.assign(others, plus(others, ONE))
        with w.when(set_of(others)):
            w.assign(others, Call(effects.below(lo), (others,)))
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


# -------------------------------------------------------------------------- game


MOST_STEPS: Final = 200_000_000
"""Some seconds of work for each call (`ir/step_budget`)."""


@dataclass(frozen=True, slots=True)
class Lowered:
    """A game's module, the plan of its memory, its acts by their numbers, and how many steps each call has."""

    module: Module
    plan: MemoryPlan
    acts: tuple[str, ...]
    steps: int


@dataclass(frozen=True, slots=True)
class LoweredSearch:
    """The module that looks for things in hands, the plan of its memory, where it has what it has seen, and the numbers of the
    things that it looks for.
    """

    module: Module
    plan: MemoryPlan
    words: SightingWords
    sought: frozenset[int]


def lower(rules: Rules, steps: int = MOST_STEPS, width: int = 0) -> Lowered | NotLowered:
    """The module of a game, which may take so many steps in each call, and whose sets have at least so many words (they have as
    many as they need); or what in the game is not lowered.
    """
    try:
        plan = planned(rules, width)
        lo = lowering_of(rules, plan)
        exports = tuple(_exports(lo).items())
        acts = tuple(act.name for act in played(lo))
    except LoweringRefused as refused:
        return refused.refusal
    return Lowered(_module(lo, exports, steps), plan, acts, steps)


def lower_search(rules: Rules, sought: Mapping[int, Sought], seldom: frozenset[str], steps: int) -> LoweredSearch | None:
    """The module that looks for things in hands, of which some acts are chosen seldom; None where the game is not lowered."""
    try:
        plan = planned(rules)
        words = SightingWords.of(plan, rules.game, len(sought))
        kept = {n: one for n, one in sought.items() if can_be_watched(lowering_of(rules, plan), one)}
        lo = lowering_of(rules, plan)
        exports = (("search", searching(lo, kept, words, seldom)),)
    except LoweringRefused:
        return None
    return LoweredSearch(_module(lo, exports, steps), plan, words, frozenset(kept))


def _module(lo: Lowering, exports: tuple[tuple[str, str], ...], steps: int) -> Module:
    """What is called from some functions, with its tables, and its steps counted."""
    functions = reachable(tuple(lo.functions.values()), tuple(inside for _, inside in exports))
    tables = tuple((name, values) for values, name in lo.tables.items())
    words = lo.cards.data() if isinstance(lo.cards, ManyWords) else ()
    plan = lo.plan
    module = Module(functions, tables, plan.words + len(words), plan.trap, exports, ((plan.words, words),) if words else ())
    return metered(module, Meter(plan.steps, steps, STEPS))


def _exports(lo: Lowering) -> dict[str, str]:
    """The functions that are called from outside, each by its own name."""
    return {
        "legal": look_ahead.legal(lo),
        "act": acting(lo),
        "begin_match": beginning_match(lo),
        "begin_hand": beginning_hand(lo),
        "scoring": scoring(lo),
        "hands": batch(lo, "hand"),
        "matches": batch(lo, "match"),
        "trial": trying(lo),
        "seed": effects.seeding(lo),
    }
