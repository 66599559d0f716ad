"""What a batch adds up while it plays: the numbers of `memory/sums`, in memory.

At every choice: how many moves were legal, which act was done, on which permissions it stands, and which clauses then happened,
up to the next choice.  At the end of a hand: how many choices it had, how often each of these came, and the shares, if it was
counted.  At the end of what is played as a whole, a hand or a match: its hands, the counters, and who has won.  Clauses that a
look ahead tries do not count.
"""

from __future__ import annotations

from typing import Final

from cartaro_engine.ir.builder import Writer
from cartaro_engine.ir.folding import FALSE, ONE, ZERO, binary, compare, equal, every, load, number, plus, set_of, some
from cartaro_engine.ir.nodes import Const, Test, Value, Var
from cartaro_engine.lower import barred_moves
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.lower.expressions import warrants
from cartaro_engine.lower.turns import ACT, PLAYER, arguments_of, played
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
    """Writes what is added, for one game."""

    def __init__(self, lo: Lowering) -> None:
        self.lo = lo
        self.plan = SumsPlan.of(lo.game)
        self.start = lo.plan.statistics

    def place(self, name: SumPlace) -> Const:
        """The address of a part of the sums."""
        return Const(self.start + self.plan.place(name))

    # ------------------------------------------------------------------ choices

    def forget_done(self, w: Writer) -> None:
        """Write that no clause has been done."""
        for word in self._done_words():
            w.store(word, ZERO)

    def choice(self, w: Writer, count: Value, chosen: Value) -> None:
        """Write that an option was chosen of so many; nothing has been done of it yet."""
        self._observe(w, "options", ZERO, count)
        _add(w, plus(Const(self.lo.plan.in_hand), load(plus(chosen, ACT))), ONE)
        for act in dict.fromkeys(act for act, _ in shared_permissions(self.lo.game)):
            with w.when(equal(load(chosen, ACT), Const(played(self.lo).index(act)))):
                w.do(self._standing(act), chosen)
        self.forget_done(w)

    def _standing(self, act: g.Act) -> str:
        """The function that counts the permissions on which an option stands, given by its address."""
        lo, events_of_hand = self.lo, self.lo.plan.in_hand
        shared = shared_permissions(lo.game)
        first = events_of_hand + len(events(lo.game)) - len(shared)

        def write(w: Writer) -> None:
            names = {name: w.variable(value, name) for name, value in arguments_of(lo, act, Var("at")).items()}
            scope = Scope(w.variable(load(Var("at"), PLAYER), "who"), names, frozenset((ACTOR, *names)))
            for number_of_title, (of, title) in enumerate(shared):
                if of == act:
                    with w.when(warrants(lo, title, scope)):
                        _add(w, Const(first + number_of_title), ONE)

        return lo.define(("standing", act.name), f"stands_on_{act.name}", ("at",), write)

    def happened(self, w: Writer) -> None:
        """Write that what has been done since is counted in the hand."""
        first = self.lo.plan.in_hand + len(played(self.lo)) + 1
        for number_of_word, word in enumerate(self._done_words()):
            with w.each(load(word), "clause") as clause:
                _add(w, plus(clause, Const(first + number_of_word * MARKED_IN_A_WORD)), ONE)

    def sampled(self, w: Writer) -> Test:
        """Whether what prohibitions bar is counted in this hand, if there are any."""
        if not self.plan.prohibitions:
            return FALSE
        rest = w.variable(binary("%", load(Const(self.lo.plan.number)), Const(SAMPLED)), "rest")
        return equal(rest, ZERO)

    def barred(self, w: Writer) -> None:
        """Write that the prohibitions that bar something at a choice are counted."""
        w.do(barred_moves.counting(self.lo))

    def _done_words(self) -> tuple[Const, ...]:
        return tuple(Const(address) for address in range(self.lo.plan.done, self.lo.plan.in_hand))

    # ------------------------------------------------------------------ hands

    def hand(self, w: Writer, moves: Value, beginner: Value, sampled: Test) -> None:
        """Write that a hand has ended; `beginner` had its first choice, or is nobody."""
        _add(w, self.place("hands"), ONE)
        self._observe(w, "moves", ZERO, moves)
        at_events = Const(self.lo.plan.in_hand)
        self._in_hand(w, at_events, len(events(self.lo.game)), self.place("events"))
        with w.when(sampled):
            _add(w, self.place("sampled"), ONE)
            self._in_hand(w, Const(self.lo.plan.barred_in_hand), self.plan.prohibitions, self.place("barred"))
        with w.when(set_of(load(Const(self.lo.plan.shares)))):
            self._shares(w, beginner)

    def _in_hand(self, w: Writer, counts: Const, number_of_them: int, sums: Const) -> None:
        """Write that each of some counts of the hand is added up, and begins anew."""
        with w.count(ZERO, Const(number_of_them), "event") as event:
            at = w.let(plus(event, counts), "at")
            often = w.variable(load(at), "often")
            with w.when(set_of(often)):
                place = w.variable(plus(binary("*", event, TRIPLE), sums), "place")
                _add(w, place, often)
                _add(w, plus(place, ONE), binary("*", often, often))
                _add(w, plus(place, PAIR), ONE)
                w.store(at, ZERO)

    def _shares(self, w: Writer, beginner: Value) -> None:
        _add(w, self.place("counted"), ONE)
        with w.count(ZERO, Const(self.plan.columns), "column") as column:
            self._observe(w, "shares", column, load(plus(column, Const(self.lo.plan.shares + 1))))
        first = self.lo.plan.shares + 1 + columns(self.lo.game) - self.plan.sides
        totals = [w.variable(load(Const(first + side)), "total") for side in range(self.plan.sides)]
        ahead = [w.variable(number(_most(totals, side)), "ahead") for side in range(self.plan.sides)]
        for side, is_ahead in enumerate(ahead):
            _add(w, plus(self.place("ahead"), Const(side)), is_ahead)
        with w.when(compare(">=", beginner, ZERO)):
            self._beginner(w, beginner, totals, ahead)

    def _beginner(self, w: Writer, beginner: Value, totals: list[Var], ahead: list[Var]) -> None:
        """Write that the totals are added for the seat that began."""
        words = binary("*", beginner, Const(self.plan.beginner_words))
        row = w.variable(plus(words, self.place("beginners")), "row")
        _add(w, row, ONE)
        for side, (total, is_ahead) in enumerate(zip(totals, ahead, strict=True)):
            for offset, value in enumerate((total, binary("*", total, total), is_ahead)):
                _add(w, plus(row, Const(1 + 3 * side + offset)), value)

    # ------------------------------------------------------------------ what is played as a whole

    def unit(self, w: Writer, hands: Value, *, match: bool) -> None:
        """Write that a hand or a match has come to its end, after so many hands."""
        _add(w, self.place("units"), ONE)
        self._observe(w, "lengths", ZERO, hands)
        index = 0
        for name, count in counters(self.lo.game):
            slot = self.lo.rules.layout.memory[name].slot
            for owner in range(count):
                self._observe(w, "counters", Const(index), load(Const(slot + owner)))
                index += 1
        asked = winner_asked(self.lo.game) if match else None
        if asked is not None:
            self._winner(w, asked)

    def _winner(self, w: Writer, asked: g.Apply) -> None:
        won = w.variable(self.lo.value(asked, OF_THE_TURN), "won")
        if asked.type.kind == "player":
            w.assign(won, self.lo.look_up((-1, *self.lo.game.side_of), plus(won, ONE)))
        with w.when(compare(">=", won, ZERO)):
            _add(w, plus(won, self.place("wins")), ONE)

    # ------------------------------------------------------------------ numbers

    def _observe(self, w: Writer, name: Sample, index: Value, value: Value) -> None:
        """Write that a value is added to a sample: its sum, its squares, its extremes."""
        pairs = Const(index.value * 2) if isinstance(index, Const) else binary("*", index, PAIR)
        extreme = Const(self.start + self.plan.words + self.plan.extreme(name))
        w.do(_observing(self.lo, self.plan.extremes), plus(pairs, self.place(name)), plus(index, extreme), value)


def _observing(lo: Lowering, extremes: int) -> str:
    """The function that adds a value to a sample, given where its sum and its least value stand."""
    place, least, value = Var("place"), Var("least"), Var("value")

    def write(w: Writer) -> None:
        with w.when(some(compare(">", value, Const(LARGEST)), compare("<", value, Const(-LARGEST)))):
            w.trap(LARGE)
        _add(w, place, value)
        _add(w, plus(place, ONE), binary("*", value, value))
        with w.when(compare("<", value, load(least))):
            w.store(least, value)
        greatest = w.let(plus(least, Const(extremes)), "greatest")
        with w.when(compare(">", value, load(greatest))):
            w.store(greatest, value)

    return lo.define("observing", "observe", ("place", "least", "value"), write)


def _most(totals: list[Var], side: int) -> Test:
    """Whether a side has more than every other."""
    return every(*(compare(">", totals[side], total) for other, total in enumerate(totals) if other != side))


def _add(w: Writer, place: Value, value: Value) -> None:
    w.store(place, plus(load(place), value))
