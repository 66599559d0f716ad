"""Sums that a batch adds up in memory while it plays (`memory/layout`).

At every choice: the number of legal moves, the act done, its permissions, and the clauses applied up to the next choice. At the
end of a hand it emits the number of the hand's choices, the number of moves of each choice, and the shares, if the hand was
counted. At the end of a hand or match that is counted as one unit it emits the number of hands, the counters, and the winner.
Clauses tried by a look-ahead do not count.
"""

from __future__ import annotations

from typing import Final

from cartaro_engine.ir.builder import FunctionBuilder
from cartaro_engine.ir.folding import FALSE, ONE, ZERO, all_of, any_of, as_number, binary, compare, equal, load, nonzero, plus
from cartaro_engine.ir.nodes import Const, Test, Value, Var
from cartaro_engine.lower import barred_moves
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.lower.expressions import permits
from cartaro_engine.lower.turns import ACT, PLAYER, acts_of_players, arguments_of
from cartaro_engine.memory.layout import (
    ACTOR,
    LARGEST,
    MARKED_IN_A_WORD,
    OF_THE_TURN,
    SAMPLED,
    Sample,
    Scope,
    SumPlace,
    SumsPlan,
    columns,
    counters,
    events,
    shared_permissions,
)
from cartaro_engine.memory.traps import LARGE
from cartaro_grammar import game as g
from cartaro_interpreter import winner_asked

PAIR: Final = Const(2)
TRIPLE: Final = Const(3)


class BatchSums:
    """Emitter of the sums of a batch, for one game."""

    def __init__(self, lo: Lowering) -> None:
        self.lo = lo
        self.plan = SumsPlan.of(lo.game)
        self.start = lo.plan.statistics

    def place(self, name: SumPlace) -> Const:
        """The address of a part of the sums."""
        return Const(self.start + self.plan.place(name))

    # ------------------------------------------------------------------ choices

    def forget_done(self, w: FunctionBuilder) -> None:
        """Emit code that records that no clause has been applied."""
        for word in self._done_words():
            w.store(word, ZERO)

    def choice(self, w: FunctionBuilder, count: Value, chosen: Value) -> None:
        """Emit code that records the choice of one of `count` options, which has not been performed yet."""
        self._observe(w, "options", ZERO, count)
        _add(w, plus(Const(self.lo.plan.in_hand), load(plus(chosen, ACT))), ONE)
        for act in dict.fromkeys(act for act, _ in shared_permissions(self.lo.game)):
            with w.if_(equal(load(chosen, ACT), Const(acts_of_players(self.lo).index(act)))):
                w.call(self._permissions_of(act), chosen)
        self.forget_done(w)

    def _permissions_of(self, act: g.Act) -> str:
        """Define a function that counts the permissions of an option, given by its address."""
        lo, events_of_hand = self.lo, self.lo.plan.in_hand
        shared = shared_permissions(lo.game)
        first = events_of_hand + len(events(lo.game)) - len(shared)

        def write(w: FunctionBuilder) -> None:
            names = {name: w.variable(value, name) for name, value in arguments_of(lo, act, Var("at")).items()}
            scope = Scope(w.variable(load(Var("at"), PLAYER), "who"), names, frozenset((ACTOR, *names)))
            for number_of_title, (of, title) in enumerate(shared):
                if of == act:
                    with w.if_(permits(lo, title, scope)):
                        _add(w, Const(first + number_of_title), ONE)

        return lo.define(("standing", act.name), f"stands_on_{act.name}", ("at",), write)

    def count_clauses(self, w: FunctionBuilder) -> None:
        """Emit code that counts, for the hand, the clauses applied since the choice."""
        first = self.lo.plan.in_hand + len(acts_of_players(self.lo)) + 1
        for number_of_word, word in enumerate(self._done_words()):
            with w.each(load(word), "clause") as clause:
                _add(w, plus(clause, Const(first + number_of_word * MARKED_IN_A_WORD)), ONE)

    def sampled(self, w: FunctionBuilder) -> Test:
        """Test whether forbidden moves are counted in this hand. They are never counted in a game without prohibitions."""
        if not self.plan.prohibitions:
            return FALSE
        rest = w.variable(binary("%", load(Const(self.lo.plan.number)), Const(SAMPLED)), "rest")
        return equal(rest, ZERO)

    def barred(self, w: FunctionBuilder) -> None:
        """Emit that the prohibitions that forbid something at a choice are counted."""
        w.call(barred_moves.counting(self.lo))

    def _done_words(self) -> tuple[Const, ...]:
        return tuple(Const(address) for address in range(self.lo.plan.done, self.lo.plan.in_hand))

    # ------------------------------------------------------------------ hands

    def hand(self, w: FunctionBuilder, moves: Value, beginner: Value, sampled: Test) -> None:
        """Emit the sums at the end of a hand; `beginner` is the player who had the first choice, or nobody."""
        _add(w, self.place("hands"), ONE)
        self._observe(w, "moves", ZERO, moves)
        at_events = Const(self.lo.plan.in_hand)
        self._in_hand(w, at_events, len(events(self.lo.game)), self.place("events"))
        with w.if_(sampled):
            _add(w, self.place("sampled"), ONE)
            self._in_hand(w, Const(self.lo.plan.barred_in_hand), self.plan.prohibitions, self.place("barred"))
        with w.if_(nonzero(load(Const(self.lo.plan.shares)))):
            self._shares(w, beginner)

    def _in_hand(self, w: FunctionBuilder, counts: Const, number_of_them: int, sums: Const) -> None:
        """Emit code that adds each of some counts of the hand to its sum and resets the count."""
        with w.count(ZERO, Const(number_of_them), "event") as event:
            at = w.let(plus(event, counts), "at")
            often = w.variable(load(at), "often")
            with w.if_(nonzero(often)):
                place = w.variable(plus(binary("*", event, TRIPLE), sums), "place")
                _add(w, place, often)
                _add(w, plus(place, ONE), binary("*", often, often))
                _add(w, plus(place, PAIR), ONE)
                w.store(at, ZERO)

    def _shares(self, w: FunctionBuilder, beginner: Value) -> None:
        _add(w, self.place("counted"), ONE)
        with w.count(ZERO, Const(self.plan.columns), "column") as column:
            self._observe(w, "shares", column, load(plus(column, Const(self.lo.plan.shares + 1))))
        first = self.lo.plan.shares + 1 + columns(self.lo.game) - self.plan.sides
        totals = [w.variable(load(Const(first + side)), "total") for side in range(self.plan.sides)]
        ahead = [w.variable(as_number(_most(totals, side)), "ahead") for side in range(self.plan.sides)]
        for side, is_ahead in enumerate(ahead):
            _add(w, plus(self.place("ahead"), Const(side)), is_ahead)
        with w.if_(compare(">=", beginner, ZERO)):
            self._beginner(w, beginner, totals, ahead)

    def _beginner(self, w: FunctionBuilder, beginner: Value, totals: list[Var], ahead: list[Var]) -> None:
        """Emit code that adds the totals for the seat that began."""
        words = binary("*", beginner, Const(self.plan.beginner_words))
        row = w.variable(plus(words, self.place("beginners")), "row")
        _add(w, row, ONE)
        for side, (total, is_ahead) in enumerate(zip(totals, ahead, strict=True)):
            for offset, value in enumerate((total, binary("*", total, total), is_ahead)):
                _add(w, plus(row, Const(1 + 3 * side + offset)), value)

    # ------------------------------------------------------------------ whole hands and matches

    def unit(self, w: FunctionBuilder, hands: Value, *, match: bool) -> None:
        """Emit the sums at the end of a hand, or of a match of `hands` hands."""
        _add(w, self.place("units"), ONE)
        self._observe(w, "lengths", ZERO, hands)
        index = 0
        for name, count in counters(self.lo.game):
            slot = self.lo.rules.layout.memory[name].slot
            for owner in range(count):
                self._observe(w, "counters", Const(index), load(Const(slot + owner)))
                index += 1
        query = winner_asked(self.lo.game) if match else None
        if query is not None:
            self._winner(w, query)

    def _winner(self, w: FunctionBuilder, query: g.Apply) -> None:
        won = w.variable(self.lo.value(query, OF_THE_TURN), "won")
        if query.type.kind == "player":
            w.assign(won, self.lo.look_up((-1, *self.lo.game.side_of), plus(won, ONE)))
        with w.if_(compare(">=", won, ZERO)):
            _add(w, plus(won, self.place("wins")), ONE)

    # ------------------------------------------------------------------ numbers

    def _observe(self, w: FunctionBuilder, name: Sample, index: Value, value: Value) -> None:
        """Emit code that adds a value to a sample: to its sum and its sum of squares, and to its extremes."""
        pairs = Const(index.value * 2) if isinstance(index, Const) else binary("*", index, PAIR)
        extreme = Const(self.start + self.plan.words + self.plan.extreme(name))
        w.call(_observing(self.lo, self.plan.extremes), plus(pairs, self.place(name)), plus(index, extreme), value)


def _observing(lo: Lowering, extremes: int) -> str:
    """Define a function that adds a value to a sample, given the addresses of its sum and its least value."""
    place, least, value = Var("place"), Var("least"), Var("value")

    def write(w: FunctionBuilder) -> None:
        with w.if_(any_of(compare(">", value, Const(LARGEST)), compare("<", value, Const(-LARGEST)))):
            w.trap(LARGE)
        _add(w, place, value)
        _add(w, plus(place, ONE), binary("*", value, value))
        with w.if_(compare("<", value, load(least))):
            w.store(least, value)
        greatest = w.let(plus(least, Const(extremes)), "greatest")
        with w.if_(compare(">", value, load(greatest))):
            w.store(greatest, value)

    return lo.define("observing", "observe", ("place", "least", "value"), write)


def _most(totals: list[Var], side: int) -> Test:
    """Test whether a side has more than every other."""
    return all_of(*(compare(">", totals[side], total) for other, total in enumerate(totals) if other != side))


def _add(w: FunctionBuilder, place: Value, value: Value) -> None:
    w.store(place, plus(load(place), value))
