"""Equilibrium strategies of small games: counterfactual regret minimization by self-play from the beginning of a hand.

A round deals a hand and goes through it once, for one player: all moves of this player are tried, and those of the others, and
the deal, are drawn at random (external sampling). Each move at each information set has a regret, and the weight with which it
was part of the strategy. The average strategy of all rounds approaches an equilibrium in games of two players with opposite
interests. Regrets may fall below 0: to cut them off there, as CFR+ does, made the strategy worse with sampled hands.

An information set is all that a player sees: open cards, memory, the step of the turn, and the moves of the hand so far.
Counters of the match, such as the score so far, are left out: a hand is played for its own points.

A round that visits more than `MOST_VISITED` choices is given up: the game is too large. The caller also compares the number of
information sets found so far with that of earlier rounds.

Source: M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, "Monte Carlo Sampling for Regret Minimization in Extensive Games"
(2009).
"""

from __future__ import annotations

from typing import Final

from cartaro_engine.ir.builder import FunctionBuilder
from cartaro_engine.ir.folding import (
    NOBODY,
    ONE,
    ZERO,
    all_of,
    binary,
    choose,
    compare,
    equal,
    load,
    minus,
    nonzero,
    plus,
    unequal,
)
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.lower import effects
from cartaro_engine.lower.tree_search import TreeSearch, value_of
from cartaro_engine.lower.turns import PLAYER, copying, legal, record
from cartaro_engine.memory.layout import PHASE_CELL
from cartaro_engine.memory.traps import FULL, NO_MOVE
from cartaro_interpreter import PHASE_TURN

MOST_VISITED: Final = 2_000
MOST_TRIED: Final = 32
"""The largest number of choices of a round, and of moves of a choice; a game with more is too large."""
REGRET: Final = Const(1)
WEIGHT: Final = Const(2)
"""The words of an entry after its key."""
SHARE: Final = 1 << 10
"""A whole strategy, as the sum of the shares of its moves."""
MOST_ROUNDS: Final = 1 << 20
MOST_REGRET: Final = 1 << 50
"""The weight of a round is its number, at most this; regrets are bounded too, so that no sum overflows."""


class Solving:
    """Emitter of the functions that solve a game, over the memory of a search. The words of the plan have other uses here:
    `number` is the number of rounds, `fresh` the number of choices in the round.
    """

    def __init__(self, search: TreeSearch, begin_match: str, begin_hand: str) -> None:
        self.lo, self.tree, self.search = search.lo, search.tree, search
        self.begin_match, self.begin_hand = begin_match, begin_hand

    def solving(self) -> str:
        """Define a function that makes rounds for each of a range of numbers of a seed, one for each player in each deal. It
        returns the number of the last deal, plus 1; or 0 if the game is too large.
        """
        lo, tree = self.lo, self.tree

        def write(w: FunctionBuilder) -> None:
            with w.count(Var("first"), Var("end"), "number") as number:
                with w.count(ZERO, Const(lo.game.players), "player") as player:
                    w.call(effects.seeding(lo), Var("low"), Var("high"), number)
                    w.call(self.begin_match)
                    with w.count(ZERO, binary("%", number, Const(lo.game.players)), "hand"):
                        w.call(self._skipping())
                    w.call(self.begin_hand)
                    w.store(Const(tree.fresh), ZERO)
                    w.store(Const(lo.plan.shares), ZERO)
                    w.call(self._going_through(), player, ONE)
                    with w.if_(compare(">", load(Const(tree.fresh)), Const(MOST_VISITED))):
                        w.return_(ZERO)
                with w.if_(compare("<", load(Const(tree.number)), Const(MOST_ROUNDS))):
                    w.store(Const(tree.number), plus(load(Const(tree.number)), ONE))
            w.return_(Var("end"))

        return lo.define("solve", "solve", ("low", "high", "first", "end"), write)

    def _skipping(self) -> str:
        """Define a function that plays a hand at random, so that the next one has another dealer."""
        lo = self.lo

        def write(w: FunctionBuilder) -> None:
            w.call(self.begin_hand)
            with w.count(ZERO, Const(MOST_VISITED), "move"):
                with w.if_(unequal(load(PHASE_CELL), Const(PHASE_TURN))):
                    w.return_(ZERO)
                count = w.variable(Call(legal(lo), ()), "count")
                with w.if_(equal(count, ZERO)):
                    w.trap(NO_MOVE)
                w.call(self.search.acting, record(lo, Call(effects.below(lo), (count,))))

        return lo.define("solve_skip", "skip_hand", (), write)

    def advising(self) -> str:
        """Define a function that lists the legal moves of the position in memory and returns their number. The rows have the
        entry of each, or 0. `history` is a number for the moves of the hand so far (`history_of`).
        """
        lo = self.lo

        def write(w: FunctionBuilder) -> None:
            count = w.variable(Call(legal(lo), ()), "count")
            with w.if_(nonzero(count)):
                self._look_up(w, count, ZERO)
            w.return_(count)

        return lo.define("advise", "advise", ("history",), write)

    def _look_up(self, w: FunctionBuilder, count: Value, make: Value) -> None:
        """Emit code that writes the entry of each move into its row."""
        lo, search = self.lo, self.search
        player = w.variable(load(record(lo, ZERO), PLAYER), "player")
        seen = w.variable(Var("history"), "seen")
        w.mix(seen, Call(search.view(of_match=False), (player,)))
        with w.count(ZERO, count, "option") as option:
            row, at = w.variable(search.row(option), "row"), w.variable(record(lo, option), "at")
            w.store(row, NOBODY)
            with w.if_(equal(load(at, PLAYER), player)):
                w.store(row, Call(search.finding(), (seen, Call(search.key(own=True), (ZERO, at)), make)))

    def _going_through(self) -> str:
        """Define a function that goes through the rest of a hand for a player, and returns its value to this player."""
        lo, tree, search = self.lo, self.tree, self.search
        top = Const(lo.plan.top)

        def write(w: FunctionBuilder) -> None:
            with w.if_(unequal(load(PHASE_CELL), Const(PHASE_TURN))):
                for seat, value in enumerate(value_of(lo, w)):
                    with w.if_(equal(Var("mine"), Const(seat))):
                        w.return_(value)
            w.store(Const(tree.fresh), plus(load(Const(tree.fresh)), ONE))
            count = w.variable(Call(legal(lo), ()), "count")
            with w.if_(equal(count, ZERO)):
                w.trap(NO_MOVE)
            with w.if_(compare(">", count, Const(MOST_TRIED))):
                w.store(Const(tree.fresh), Const(MOST_VISITED + 1))
            with w.if_(compare(">", load(Const(tree.fresh)), Const(MOST_VISITED))):
                w.return_(ZERO)
            with w.if_(equal(count, ONE)):
                history = w.variable(Call(search.key(own=False), (Var("history"), record(lo, ZERO))), "history")
                w.call(search.acting, record(lo, ZERO))
                w.return_(Call(self._going_through(), (Var("mine"), history)))
            player = w.variable(load(record(lo, ZERO), PLAYER), "player")
            self._look_up(w, count, ONE)
            # a frame: the entries and shares of the moves, their values, and the state
            frame = w.variable(load(top), "frame")
            shares = w.variable(plus(frame, count), "shares")
            kept = w.variable(plus(frame, count, count, count), "kept")
            free = w.variable(plus(kept, Const(lo.plan.state)), "free")
            with w.if_(compare(">", free, Const(lo.plan.visited))):
                w.trap(FULL)
            self._read_strategy(w, count, frame, shares)
            with w.if_(unequal(player, Var("mine"))):
                self._drawn(w, count, frame, shares)
            w.store(top, free)
            w.call(copying(lo, in_turn=False), ZERO, kept)
            mean = self._all_tried(w, count, frame, kept)
            w.store(top, frame)
            self._regret(w, count, frame, mean)
            w.return_(binary(">>", mean, Const(SHARE.bit_length() - 1)))

        return lo.define("solve_hand", "go_through", ("mine", "history"), write)

    def _all_tried(self, w: FunctionBuilder, count: Value, frame: Value, kept: Value) -> Var:
        """Emit the trial of all moves, whose values are written into the frame, and return their mean in shares."""
        lo = self.lo
        mean, tried = w.variable(ZERO, "mean"), w.variable(ZERO, "tried")
        with w.count(ZERO, count, "option") as option, w.if_(compare(">=", load(plus(frame, option)), ZERO)):
            with w.if_(nonzero(tried)):
                w.call(copying(lo, in_turn=False), kept, ZERO)
                w.store(Const(lo.plan.shares), ZERO)
                w.call(legal(lo))
            w.assign(tried, ONE)
            history = w.variable(Call(self.search.key(own=False), (Var("history"), record(lo, option))), "history")
            w.call(self.search.acting, record(lo, option))
            value = w.variable(Call(self._going_through(), (Var("mine"), history)), "value")
            w.store(plus(frame, count, count, option), value)
            w.assign(mean, plus(mean, binary("*", value, load(plus(frame, count, option)))))
        return mean

    def _regret(self, w: FunctionBuilder, count: Value, frame: Value, mean: Value) -> None:
        """Emit code that adds to the regret of each move its gain over the mean."""
        with w.count(ZERO, count, "option") as option:
            entry = w.variable(load(plus(frame, option)), "entry")
            with w.if_(compare(">", entry, ZERO)):
                gain = minus(binary("*", load(plus(frame, count, count, option)), Const(SHARE)), mean)
                regret = w.variable(plus(load(entry, REGRET), gain), "regret")
                with w.if_(compare("<", regret, Const(-MOST_REGRET))):
                    w.assign(regret, Const(-MOST_REGRET))
                with w.if_(compare(">", regret, Const(MOST_REGRET))):
                    w.assign(regret, Const(MOST_REGRET))
                w.store(plus(entry, REGRET), regret)

    def _drawn(self, w: FunctionBuilder, count: Value, frame: Value, shares: Value) -> None:
        """Emit code that draws a move of another player by the strategy, adds the shares to its average, and goes on."""
        lo, tree = self.lo, self.tree
        left = w.variable(Call(effects.below(lo), (Const(SHARE),)), "left")
        drawn, likely = w.variable(NOBODY, "drawn"), w.variable(ZERO, "likely")
        with w.count(ZERO, count, "option") as option:
            entry = w.variable(load(plus(frame, option)), "entry")
            share = w.variable(load(plus(shares, option)), "share")
            with w.if_(nonzero(share)):
                w.assign(likely, option)
                with w.if_(compare(">", entry, ZERO)):
                    weight = plus(entry, WEIGHT)
                    w.store(weight, plus(load(weight), binary("*", share, plus(load(Const(tree.number)), ONE))))
                with w.if_(all_of(compare("<", drawn, ZERO), compare("<", left, share))):
                    w.assign(drawn, option)
                w.assign(left, minus(left, share))
        with w.if_(compare("<", drawn, ZERO)):
            w.assign(drawn, likely)
        history = w.variable(Call(self.search.key(own=False), (Var("history"), record(lo, drawn))), "history")
        w.call(self.search.acting, record(lo, drawn))
        w.return_(Call(self._going_through(), (Var("mine"), history)))

    def _positive(self, entry: Value) -> Value:
        regret = load(entry, REGRET)
        return choose(compare("<", regret, ZERO), ZERO, regret)

    def _read_strategy(self, w: FunctionBuilder, count: Value, frame: Value, shares: Value) -> None:
        """Emit code that copies the entries from the rows, and writes the share of each move: in proportion to its
        regret, if that is positive.
        """
        total, number = w.variable(ZERO, "total"), w.variable(ZERO, "number")
        with w.count(ZERO, count, "option") as option:
            entry = w.variable(load(self.search.row(option)), "entry")
            w.store(plus(frame, option), entry)
            w.store(plus(shares, option), ZERO)
            with w.if_(compare(">=", entry, ZERO)):
                w.assign(number, plus(number, ONE))
                with w.if_(nonzero(entry)):
                    w.assign(total, plus(total, self._positive(entry)))
        with w.count(ZERO, count, "option") as option:
            entry = w.variable(load(plus(frame, option)), "entry")
            with w.if_(compare(">=", entry, ZERO)):
                w.store(plus(shares, option), binary("//", Const(SHARE), number))
                with w.if_(nonzero(total)):
                    w.store(plus(shares, option), ZERO)
                    with w.if_(nonzero(entry)):
                        part = binary("//", binary("*", self._positive(entry), Const(SHARE)), total)
                        w.store(plus(shares, option), part)
