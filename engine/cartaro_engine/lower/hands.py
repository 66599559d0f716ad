"""The course of play: matches, hands and turns, from one choice to the next; batches and searches; the module of a
whole game.

Hand (or match) number n of a seed depends only on n and the seed. Shuffles and choices draw from one random source, and each
choice is uniform over the ordered list of legal moves. The interpreter, which draws from the same source, therefore plays the
same hand.

A search plays random hands and tests each moment of play, until a hand shows one of the goals. One word has a bit for each goal
that is still open, and another a bit for each goal that the hand has reached. Both are at the address that is otherwise used
for the sums of a batch. The moments are the ones at which the interpreter calls `watch`, and `running/hand_search` replays the
hand found by the interpreter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from cartaro_engine.ir.builder import FunctionBuilder
from cartaro_engine.ir.folding import (
    FALSE,
    NOBODY,
    ONE,
    TRUE,
    ZERO,
    all_of,
    any_of,
    binary,
    compare,
    contains,
    difference,
    equal,
    load,
    minus,
    negation,
    nonzero,
    plus,
    single,
    unequal,
    union,
)
from cartaro_engine.ir.nodes import Call, Const, Module, Test, Value, Var
from cartaro_engine.ir.passes import Meter, meter, reachable
from cartaro_engine.lower import effects, expressions
from cartaro_engine.lower import turns as look_ahead
from cartaro_engine.lower.batches import BatchSums
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.lower.courses import emit_event
from cartaro_engine.lower.expressions import lowering_of
from cartaro_engine.lower.solving import Solving
from cartaro_engine.lower.tree_search import TreePlan, TreeSearch
from cartaro_engine.lower.turns import (
    ACT,
    PLAYER,
    acts_of_players,
    advance,
    arguments_of,
    is_end,
    legal,
    record,
    turn_over,
)
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
    Unit,
    columns,
    plan_memory,
)
from cartaro_engine.memory.sets import ManyWords
from cartaro_engine.memory.traps import (
    ENDLESS,
    GOES_ON,
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
    """Define a function that sets up the state before the first hand of a match, after the clauses at its start."""

    def write(w: FunctionBuilder) -> None:
        with w.count(ZERO, Const(lo.plan.state), "word") as word:
            w.store(word, ZERO)
        w.store(Const(lo.plan.top), Const(lo.plan.stack))
        if lo.plan.width > 1:
            w.store(Const(lo.plan.next_temporary), Const(lo.plan.temporaries))
        lo.cards.store(w, lo.plan.set_address(lo.rules.layout.holders[0]), lo.cards.constant(lo.rules.layout.pack))
        w.store(TURN_CELL, NOBODY)
        if lo.rules.layout.playing:
            w.store(Const(lo.rules.layout.playing), Const((1 << lo.game.players) - 1))
        for period in ("match", "hand", "turn"):
            _clear(lo, w, period)
        _observed_event(lo, w, "start", "match")
        w.store(PHASE_CELL, Const(PHASE_BEFORE))
        with w.if_(compare(">=", ENDING_NOW, END_MATCH)):
            _end_match(lo, w)

    return lo.define("begin_match", "begin_match", (), write)


def beginning_hand(lo: Lowering) -> str:
    """Define a function that runs up to the first choice of a hand; a match that is over has no further hand."""

    def write(w: FunctionBuilder) -> None:
        with w.if_(equal(load(PHASE_CELL), Const(PHASE_OVER))):
            w.return_(ZERO)
        w.store(TURN_CELL, NOBODY)
        w.store(ENDING_CELL, ZERO)
        w.store(Const(lo.plan.shares), ZERO)
        expressions.settle_active_players(lo, w)
        _clear(lo, w, "hand")
        _clear(lo, w, "turn")
        _observed_event(lo, w, "start", "hand")
        with w.if_(nonzero(ENDING_NOW)):
            w.call(_ending_hand(lo))
            w.return_(ZERO)
        w.store(TURN_CELL, _someone(w, Call(effects.first_player(lo), ())))
        w.call(_turning(lo))

    return lo.define("begin_hand", "begin_hand", (), write)


def acting(lo: Lowering) -> str:
    """Define a function that performs an option, given by its address, and everything up to the next choice."""

    def write(w: FunctionBuilder) -> None:
        at = Var("at")
        with w.if_(is_end(lo, at)):
            w.call(_ending_turn(lo))
            w.return_(ZERO)
        advance(lo, w, at)
        _observe_act(lo, w, at)
        with w.if_(any_of(nonzero(ENDING_NOW), nonzero(Call(turn_over(lo), ())))):
            w.call(_ending_turn(lo))

    return lo.define("act", "act", ("at",), write)


def _someone(w: FunctionBuilder, player: Value) -> Value:
    """Return a player, or trap if it is nobody."""
    found = w.variable(player, "player")
    with w.if_(compare("<", found, ZERO)):
        w.trap(NOBODY_NEXT)
    return found


def _turning(lo: Lowering) -> str:
    """Define a function that runs turns until one of them has a choice or the hand ends."""

    def write(w: FunctionBuilder) -> None:
        with w.count(ZERO, Const(MOST_IDLE_TURNS), "idle"):
            _clear(lo, w, "turn")
            w.store(STEP_CELL, ZERO)
            w.store(PHASE_CELL, Const(PHASE_TURN))
            _observed_event(lo, w, "start", "turn")
            with w.if_(all_of(equal(ENDING_NOW, ZERO), equal(Call(turn_over(lo), ()), ZERO))):
                w.return_(ZERO)
            with w.if_(nonzero(Call(_finishing_turn(lo), ()))):
                w.return_(ZERO)
        w.trap(IDLE_TURNS)

    return lo.define("turns", "turns", (), write)


def _ending_turn(lo: Lowering) -> str:
    def write(w: FunctionBuilder) -> None:
        with w.if_(equal(Call(_finishing_turn(lo), ()), ZERO)):
            w.call(_turning(lo))

    return lo.define("end_turn", "end_turn", (), write)


def _finishing_turn(lo: Lowering) -> str:
    """Define a function for the end of a turn, which returns whether the hand ended with it."""

    def write(w: FunctionBuilder) -> None:
        with w.if_(compare("<=", ENDING_NOW, END_TURN)):
            w.store(ENDING_CELL, ZERO)
            _observed_event(lo, w, "end", "turn")
        with w.if_(any_of(compare(">", ENDING_NOW, END_TURN), effects.ends(lo, "hand"))):
            w.call(_ending_hand(lo))
            w.return_(ONE)
        w.store(ENDING_CELL, ZERO)
        w.store(TURN_CELL, _someone(w, Call(effects.next_player(lo), ())))
        w.return_(ZERO)

    return lo.define("finish_turn", "finish_turn", (), write)


def _ending_hand(lo: Lowering) -> str:
    """The end and the count of a hand. A hand ended as void, or by the match, is not counted, also if a clause of its end does
    this.
    """

    def write(w: FunctionBuilder) -> None:
        w.store(PHASE_CELL, Const(PHASE_COUNTED))
        with w.if_(compare("<", ENDING_NOW, VOID_HAND)):
            w.store(ENDING_CELL, ZERO)
            _observed_event(lo, w, "end", "hand")
            w.call(scoring(lo))
            with w.if_(compare("<", ENDING_NOW, VOID_HAND)):
                w.store(ENDING_CELL, ZERO)
                _observed_event(lo, w, "count", "hand")
        ends = all_of(unequal(ENDING_NOW, VOID_HAND), effects.ends(lo, "match"))
        with w.if_(any_of(compare(">=", ENDING_NOW, END_MATCH), ends)):
            _end_match(lo, w)
        w.store(ENDING_CELL, ZERO)

    return lo.define("end_hand", "end_hand", (), write)


def _end_match(lo: Lowering, w: FunctionBuilder) -> None:
    """Write the end of the match; a match ended as void has no end."""
    with w.if_(unequal(ENDING_NOW, VOID_MATCH)):
        w.store(ENDING_CELL, ZERO)
        _observed_event(lo, w, "end", "match")
    w.store(PHASE_CELL, Const(PHASE_OVER))


def scoring(lo: Lowering) -> str:
    """Define a function that records the points of each side under each heading, and in total. The first word marks them as
    recorded.
    """

    def write(w: FunctionBuilder) -> None:
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


def _observed_event(lo: Lowering, w: FunctionBuilder, moment: str, period: g.Period) -> None:
    """Emit an event and its observation; the start or end of a turn is not observed if its own consequences break it off."""
    emit_event(lo, w, moment, period)
    watching = lo.watched.get((moment, period))
    if watching is not None:
        broken_off = compare(">", ENDING_NOW, END_TURN) if period == "turn" or moment == "start" else FALSE
        with w.if_(negation(broken_off)):
            w.call(watching)


def _observe_act(lo: Lowering, w: FunctionBuilder, at: Value) -> None:
    """Emit the observation of an act that was done; the address of its option identifies it."""
    for number, act in enumerate(acts_of_players(lo)):
        watching = lo.watched.get(("after", act.name))
        if watching is not None:
            with w.if_(equal(load(at, ACT), Const(number))):
                w.call(watching, at)


def _clear(lo: Lowering, w: FunctionBuilder, period: g.Period) -> None:
    """Emit the initial values of memory when a period begins."""
    for slot in lo.rules.layout.memory.values():
        if slot.cell.period == period:
            for owner in range(slot.count):
                empty = NOBODY if slot.cell.kind == "reference" else ZERO
                if slot.cell.kind == "mark":
                    lo.cards.store(w, lo.plan.set_address(slot.slot, Const(owner)), lo.cards.constant(0))
                    continue
                value = empty if slot.cell.initial is None else lo.value(slot.cell.initial, OF_THE_TURN)
                w.store(Const(slot.slot + owner), value)


# ---------------------------------------------------------------------- playouts


MOST_MOVES: Final = 10_000
MOST_HANDS: Final = 1_000
MOST_OFFERED: Final = 1_000_000
"""The greatest total number of legal moves over all choices of a hand or match. The interpreter has the same bound."""


def hand(lo: Lowering) -> str:
    """Define a function that plays one hand: the first of a match."""

    def write(w: FunctionBuilder) -> None:
        _begin(lo, w)
        hands = w.variable(ZERO, "hands")
        with w.if_(unequal(load(PHASE_CELL), Const(PHASE_OVER))):
            w.call(_playing_hand(lo))
            w.assign(hands, ONE)
        BatchSums(lo).unit(w, hands, match=False)

    return lo.define("hand", "hand", ("low", "high", "number"), write)


def match(lo: Lowering) -> str:
    """Define a function that plays one match."""

    def write(w: FunctionBuilder) -> None:
        _begin(lo, w)
        hands, offered = w.variable(ZERO, "hands"), w.variable(ZERO, "offered")
        with w.loop():
            with w.if_(equal(load(PHASE_CELL), Const(PHASE_OVER))):
                w.break_()
            with w.if_(compare(">=", hands, Const(MOST_HANDS))):
                w.trap(GOES_ON)
            w.assign(offered, plus(offered, Call(_playing_hand(lo), ())))
            with w.if_(compare("<", Const(MOST_OFFERED), offered)):
                w.trap(ENDLESS)
            w.assign(hands, plus(hands, ONE))
        BatchSums(lo).unit(w, hands, match=True)

    return lo.define("match", "match", ("low", "high", "number"), write)


def _begin(lo: Lowering, w: FunctionBuilder) -> None:
    w.store(Const(lo.plan.number), Var("number"))
    w.call(effects.seeding(lo), Var("low"), Var("high"), Var("number"))
    w.call(beginning_match(lo))


def _playing_hand(lo: Lowering) -> str:
    """Define a function that plays the next hand, adds its results to the sums, and returns the number of legal moves at its
    choices.
    """
    sums = BatchSums(lo)

    def write(w: FunctionBuilder) -> None:
        sums.forget_done(w)
        w.call(beginning_hand(lo))
        sums.count_clauses(w)
        moves, beginner = w.variable(ZERO, "moves"), w.variable(NOBODY, "beginner")
        offered = w.variable(ZERO, "offered")
        sampled = sums.sampled(w)
        with w.loop():
            with w.if_(unequal(load(PHASE_CELL), Const(PHASE_TURN))):
                w.break_()
            with w.if_(compare(">=", moves, Const(MOST_MOVES))):
                w.trap(ENDLESS)
            with w.if_(equal(moves, ZERO)):
                w.assign(beginner, TURN_NOW)
            count = w.variable(Call(legal(lo), ()), "count")
            with w.if_(equal(count, ZERO)):
                w.trap(NO_MOVE)
            w.assign(offered, plus(offered, count))
            with w.if_(compare("<", Const(MOST_OFFERED), offered)):
                w.trap(ENDLESS)
            chosen = w.variable(record(lo, Call(effects.below(lo), (count,))), "chosen")
            with w.if_(sampled):
                sums.barred(w)
            sums.choice(w, count, chosen)
            w.call(acting(lo), chosen)
            sums.count_clauses(w)
            w.assign(moves, plus(moves, ONE))
        sums.hand(w, moves, beginner, sampled)
        w.return_(offered)

    return lo.define("playing_hand", "play_hand", (), write)


STEPS_OF: Final[dict[Unit, int]] = {"hand": 1, "match": 10}
"""The factor by which a batch may exceed the steps of a call, since a match has many hands."""


def batch(lo: Lowering, unit: Unit) -> str:
    """Define a function that plays the hands, or the matches, of a seed from one number to another, which is excluded."""

    def write(w: FunctionBuilder) -> None:
        steps = Const(lo.plan.steps)
        w.store(steps, binary("*", load(steps), Const(STEPS_OF[unit])))
        with w.count(Var("first"), Var("end"), "number") as number:
            w.call(hand(lo) if unit == "hand" else match(lo), Var("low"), Var("high"), number)

    return lo.define(("batch", unit), f"batch_of_{unit}", ("low", "high", "first", "end"), write)


# ----------------------------------------------------------------- watched hands


MOST_WATCHED_MOVES: Final = 400
SELDOM: Final = 16
"""If chance draws an act that should be rare, the act is kept only one time in this number."""
SOUGHT_IN_A_WORD: Final = 60
BETWEEN_TURNS: Final[Moment] = ("start", "hand")
"""The moment at which nobody has the turn."""
MOMENTS: Final = frozenset({"await", "start", "end", "count", "before", "after"})


@dataclass(frozen=True, slots=True)
class SoughtWords:
    """The addresses of the words for the open goals and for the reached goals, and the number of goals."""

    sought: int
    seen: int
    count: int

    @staticmethod
    def of(plan: MemoryPlan, game: Game, things: int) -> SoughtWords:
        """Return the words that hold the bits of some goals: their addresses and their number."""
        count = things // SOUGHT_IN_A_WORD + 1
        if 2 * count > SumsPlan.of(game).words:
            raise LoweringRefused(Construct.MANY_SOUGHT)
        return SoughtWords(plan.statistics, plan.statistics + count, count)


def searching(lo: Lowering, sought: dict[int, Sought], words: SoughtWords, seldom: frozenset[str]) -> str:
    """Define a function that plays the hands of a seed from one number to another, which is excluded. It stops after the first
    hand that shows something sought, and returns the number of the next hand.
    """
    for moment in dict.fromkeys(one.moment for one in sought.values()):
        lo.watched[moment] = _checking(lo, moment, {n: one for n, one in sought.items() if one.moment == moment}, words)

    def write(w: FunctionBuilder) -> None:
        with w.count(Var("first"), Var("end"), "number") as number:
            w.store(Const(lo.plan.number), number)
            w.call(effects.seeding(lo), Var("low"), Var("high"), number)
            w.call(beginning_match(lo))
            w.call(beginning_hand(lo))
            w.call(_watching_on(lo, seldom))
            with w.if_(any_of(*(nonzero(load(Const(words.seen + n))) for n in range(words.count)))):
                w.return_(plus(number, ONE))
        w.return_(Var("end"))

    return lo.define("searching", "search", ("low", "high", "first", "end"), write)


# ------------------------------------------------------------------ goals of a search


def _checking(lo: Lowering, moment: Moment, sought: dict[int, Sought], words: SoughtWords) -> str:
    """Define a function that tests all conditions sought at a moment; for an act, it takes the address of the option."""
    act = lo.game.act.get(moment[1]) if moment[0] in ("before", "after") else None

    def write(w: FunctionBuilder) -> None:
        found = dict[str, Value]() if act is None else arguments_of(lo, act, Var("at"))
        names = {name: w.variable(value, name) for name, value in found.items()}
        who = w.variable(TURN_NOW if act is None else load(Var("at"), PLAYER), "who")
        known = names if moment == BETWEEN_TURNS else (ACTOR, *names)
        scope = Scope(who, names, frozenset(known))
        for number, one in sought.items():
            word, bit = divmod(number, SOUGHT_IN_A_WORD)
            left, seen = Const(words.sought + word), Const(words.seen + word)
            with w.if_(all_of(contains(load(left), Const(bit)), holds(lo, one, scope))):
                w.store(left, difference(load(left), single(Const(bit))))
                w.store(seen, union(load(seen), single(Const(bit))))

    return lo.define(("looking", moment), "look", () if act is None else ("at",), write)


def holds(lo: Lowering, sought: Sought, scope: Scope) -> Test:
    """Test whether a condition has the truth value that is sought."""
    condition = sought.condition
    if condition is None:
        return TRUE
    sides = range(lo.game.sides) if sought.each_side else ()
    scopes = [scope.bind("side", Const(side)) for side in sides] or [scope]
    tests = (lo.test(condition, one) for one in scopes)
    return any_of(*(test if sought.wanted else negation(test) for test in tests))


# ------------------------------------------------------------------ the hands


def _watching_on(lo: Lowering, seldom: frozenset[str]) -> str:
    """Define a function that plays a hand at random, to its end or to a bound on its moves."""
    awaiting = lo.watched.get(AWAIT)

    def write(w: FunctionBuilder) -> None:
        with w.count(ZERO, Const(MOST_WATCHED_MOVES), "moves"):
            with w.if_(unequal(load(PHASE_CELL), Const(PHASE_TURN))):
                w.break_()
            if awaiting is not None:
                w.call(awaiting)
            count = w.variable(Call(legal(lo), ()), "count")
            with w.if_(equal(count, ZERO)):
                w.trap(NO_MOVE)
            chosen = w.variable(record(lo, Call(effects.below(lo), (count,))), "chosen")
            _choose_again(lo, w, chosen, count, seldom)
            for number, act in enumerate(acts_of_players(lo)):
                before = lo.watched.get(("before", act.name))
                if before is not None:
                    with w.if_(equal(load(chosen, ACT), Const(number))):
                        w.call(before, chosen)
            w.call(acting(lo), chosen)

    return lo.define("playing_watched", "play_watched", (), write)


def _choose_again(lo: Lowering, w: FunctionBuilder, chosen: Var, count: Value, seldom: frozenset[str]) -> None:
    """Emit code that usually replaces a rarely chosen act by another one."""
    acts = [n for n, act in enumerate(acts_of_players(lo)) if act.name in seldom]
    if not acts:
        return

    def is_seldom(at: Value) -> Test:
        return any_of(*(equal(load(at, ACT), Const(n)) for n in acts))

    with w.if_(all_of(is_seldom(chosen), nonzero(Call(effects.below(lo), (Const(SELDOM),))))):
        others = w.variable(ZERO, "others")
        with w.count(ZERO, count, "option") as option, w.if_(negation(is_seldom(record(lo, option)))):
            w.assign(others, plus(others, ONE))
        with w.if_(nonzero(others)):
            w.assign(others, Call(effects.below(lo), (others,)))
            with w.count(ZERO, count, "option") as option, w.if_(negation(is_seldom(record(lo, option)))):
                with w.if_(equal(others, ZERO)):
                    w.assign(chosen, record(lo, option))
                w.assign(others, minus(others, ONE))


def can_be_sought(lo: Lowering, sought: Sought) -> bool:
    """Return whether something is sought at a moment that a hand reaches, and its condition can be lowered."""
    kind, name = sought.moment
    if kind not in MOMENTS:
        return False
    if kind in ("before", "after") and name not in {act.name for act in acts_of_players(lo)}:
        return False
    try:
        _checking(lo, sought.moment, {0: sought}, SoughtWords(0, 1, 1))
    except LoweringRefused:
        return False
    return True


# -------------------------------------------------------------------------- game


MOST_STEPS: Final = 200_000_000
"""The steps of each call, which take some seconds (`ir/passes`)."""


@dataclass(frozen=True, slots=True)
class Lowered:
    """A game's module, the plans of its memory and of the memory of a search, its acts indexed by number, and the number of
    steps of each call.
    """

    module: Module
    plan: MemoryPlan
    tree: TreePlan
    acts: tuple[str, ...]
    steps: int


@dataclass(frozen=True, slots=True)
class LoweredSearch:
    """A module that searches hands, the plan of its memory, the addresses of its results, and the numbers of the goals."""

    module: Module
    plan: MemoryPlan
    words: SoughtWords
    sought: frozenset[int]


def lower(rules: Rules, steps: int = MOST_STEPS, width: int = 0) -> Lowered | NotLowered:
    """Return the module of a game, or the construct that is not lowered. The module may take `steps` steps in each call, and
    its sets have at least `width` words (by default as many as they need).
    """
    try:
        plan = plan_memory(rules, width)
        tree = TreePlan.of(rules, plan)
        plan = replace(plan, words=tree.end)
        lo = lowering_of(rules, plan)
        exports = tuple(_exports(lo, tree).items())
        acts = tuple(act.name for act in acts_of_players(lo))
    except LoweringRefused as refused:
        return refused.refusal
    return Lowered(module_of(lo, exports, steps), plan, tree, acts, steps)


def lower_search(rules: Rules, sought: Mapping[int, Sought], seldom: frozenset[str], steps: int) -> LoweredSearch | None:
    """Return the module that searches hands and chooses some acts only rarely. Return None if the game is not lowered."""
    try:
        plan = plan_memory(rules)
        words = SoughtWords.of(plan, rules.game, len(sought))
        kept = {n: one for n, one in sought.items() if can_be_sought(lowering_of(rules, plan), one)}
        lo = lowering_of(rules, plan)
        exports = (("search", searching(lo, kept, words, seldom)),)
    except LoweringRefused:
        return None
    return LoweredSearch(module_of(lo, exports, steps), plan, words, frozenset(kept))


def module_of(lo: Lowering, exports: tuple[tuple[str, str], ...], steps: int) -> Module:
    """Return the module of some functions: with the functions that they call, the tables, and counted steps."""
    functions = reachable(tuple(lo.functions.values()), tuple(inside for _, inside in exports))
    tables = tuple((name, values) for values, name in lo.tables.items())
    words = lo.cards.data() if isinstance(lo.cards, ManyWords) else ()
    plan = lo.plan
    module = Module(functions, tables, plan.words + len(words), plan.trap, exports, ((plan.words, words),) if words else ())
    return meter(module, Meter(plan.steps, steps, STEPS))


def _exports(lo: Lowering, tree: TreePlan) -> dict[str, str]:
    """Return the exported functions, each under its own name."""
    search = TreeSearch(lo, tree, acting(lo), scoring(lo))
    solving = Solving(search, beginning_match(lo), beginning_hand(lo))
    return {
        "legal": look_ahead.legal(lo),
        "act": acting(lo),
        "begin_match": beginning_match(lo),
        "begin_hand": beginning_hand(lo),
        "scoring": scoring(lo),
        "hands": batch(lo, "hand"),
        "matches": batch(lo, "match"),
        "forget": search.forgetting(),
        "explore": search.exploring(),
        "weigh": search.weighing(),
        "rehearse": search.rehearsing(beginning_match(lo), beginning_hand(lo)),
        "recall": search.recalling(),
        "solve": solving.solving(),
        "advise": solving.advising(),
        "seed": effects.seeding(lo),
    }
