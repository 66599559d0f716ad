"""Search of one world after another, with one memory of moves for all of them: information-set Monte Carlo tree search.

A simulation plays a hand from the position in memory to its end. At each choice in the tree it takes the move with the highest
bound of confidence (UCB1), and after the first new choice it plays on by what earlier simulations have shown of single cards.
The memory holds, for each move, how often it was made and the sum of the values of the hands for its player. It is kept at
four levels, and the value of a move is the first level, completed by the next ones if there are few simulations:

1. the move, for a player who sees exactly this: open cards, memory, the step of the turn;
2. the move, for this shape of hand, after these moves since the root; in a game that is rehearsed, at this standing;
3. the move, after exactly these moves since the root, whatever the player holds;
4. the words of the move: the act with each of its cards, at any moment of the hand.

No level contains anything that the player to move does not see: a card that is chosen unseen or laid face down is not part of
the history. In a new world the same memory is used, so that a player cannot have a plan for each world. A choice considers few
moves at first, the most promising by the lower levels, and more with each simulation (progressive widening), so that hundreds
of ways to pass three cards are narrowed down by the knowledge of each card.

Sources: P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search" (2012), for one memory over
determinized worlds, with moves of the player's own view; H. Finnsson, Y. Björnsson, "Simulation-Based Approach to General Game
Playing" (2008), for averages of single moves in playouts; R. Coulom, "Computing Elo Ratings of Move Patterns" (2007), for
progressive widening.

The memory is behind the rest of the engine's memory. It is cleared by `forget`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isqrt, log, sqrt
from typing import Final

from cartaro_engine.ir.builder import LOW, MIXER, FunctionBuilder
from cartaro_engine.ir.folding import (
    NOBODY,
    ONE,
    TRUE,
    ZERO,
    all_of,
    any_of,
    as_number,
    binary,
    choose,
    compare,
    equal,
    intersection,
    load,
    minus,
    negation,
    nonzero,
    plus,
    unequal,
)
from cartaro_engine.ir.nodes import Call, Const, Value, Var
from cartaro_engine.lower import effects
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.lower.courses import SEEN, TOP_SEEN, sees
from cartaro_engine.lower.turns import ACT, ARGUMENTS, PLAYER, acts_of_players, argument_places, copying, legal, record
from cartaro_engine.memory.layout import (
    MEMBERS_IN_A_WORD,
    MOST_OPTIONS,
    PHASE_CELL,
    STEP_NOW,
    TURN_NOW,
    MemoryPlan,
    argument_words,
    columns,
    is_set,
)
from cartaro_engine.memory.traps import FULL, NO_MOVE
from cartaro_grammar import game as g
from cartaro_grammar import parts
from cartaro_interpreter import PHASE_TURN, Move, Rules, fewest_win

# -------------------------------------------------------------------------- plan


ENTRIES: Final = 1 << 16
ENTRY_WORDS: Final = 3
"""The number of entries of moves; each has its key, the number of simulations and the sum of their values."""
PROBES: Final = 8
WORD_ENTRIES: Final = 1 << 12
"""The number of entries of words of moves; words with the same place share one."""
MOST_PATH: Final = 512
MOST_SAID: Final = 4_096
"""The number of moves on the path of a simulation, and of words said in it; the later ones are not recorded."""
LEVELS: Final = ("seen", "shape", "history")
"""The levels of the memory, from the most special to the most general."""
ROW_WORDS: Final = len(LEVELS) + 2
"""The words of a move of a choice: its entries, the number of simulations and their mean value."""
ASKED: Final = ("player", "low", "high", "first", "end", "count")
MOST_COMPARED: Final = 16
"""What `explore` is told, and the largest number of options with which simulations can begin. These options follow, then the
sums of their values, then those of the squares.
"""
UNIT: Final = 1 << 10
"""One point, in the fixed-point numbers of the search."""
PART: Final = 16
"""One simulation, in the numbers of simulations that are completed by the second level."""
OFFSET: Final = 1 << 20
"""A value is stored with this number added, so that no sum is negative."""
OF_THE_LEVEL: Final = 16
OF_THE_WORDS: Final = 4
"""The simulations at a level that halve the weight of the next; the weight of the last level, in simulations."""
TIERS: Final = 4
"""The number of parts into which the values of the largest attribute, such as the ranks, are divided."""
OF_THE_MEAN: Final = 4
"""The weight of the mean of all simulations in the value of a word."""
FIRST_MOVES: Final = 2
WIDENING: Final = 2
"""The number of moves that a choice considers at first, and how many more for each unit of the root of its simulations."""
REHEARSING: Final = 2
HORIZON: Final = 60
"""The number of moves after which a simulation is cut off, and the cards are counted as they are. Hands of tricks are shorter;
hands of rummy, which random moves prolong, are not.
"""
OF_HANDS: Final = 1 << 16
"""Added to the number of a player, so that entries of hands differ from those of moves."""
CONTESTANTS: Final = 3
RANDOM_MOVE: Final = 8
"""A playout draws this number of moves and takes the best by its words; once in so many moves, it draws only one."""
TABLE_END: Final = 4_096
LOG_UNIT: Final = 6
ROOT_UNIT: Final = 12
"""The entries of the tables of roots and logarithms, and the bits after their points."""
LOGARITHMS: Final = tuple(round(sqrt(log(n + 1)) * (1 << LOG_UNIT)) for n in range(TABLE_END))
INVERSE_ROOTS: Final = tuple(round((1 << ROOT_UNIT) / sqrt(max(1, n))) for n in range(TABLE_END))
ROOTS: Final = tuple(isqrt(n) for n in range(TABLE_END))


@dataclass(frozen=True, slots=True)
class TreePlan:
    """Addresses, in words. `spread` is the weight of exploration, written by the caller; `number` is the number of simulations;
    `sums` has for each player the sum of their values, and `squares` that of the squares. `fresh` is set if a choice takes a
    move for the first time, `rehearsed` if hands have been played from their deal, and `REHEARSING` while they are. `asked` has
    the task of `explore`, and its results; `stages` the sizes of each player's hand that were last counted in a rehearsal.
    `rows` has the moves of a choice, `made` its simulations at each level.
    """

    spread: int
    number: int
    fresh: int
    rehearsed: int
    asked: int
    stages: int
    sums: int
    squares: int
    path_end: int
    path: int
    said_end: int
    said: int
    rows: int
    made: int
    entries: int
    spoken: int
    end: int

    @staticmethod
    def of(rules: Rules, plan: MemoryPlan) -> TreePlan:
        """Return the memory of a search, behind the memory of the engine."""
        players, spread = rules.game.players, plan.words
        asked = spread + 4
        stages = asked + len(ASKED) + 3 * MOST_COMPARED
        sums = stages + players
        squares = sums + players
        path_end = squares + players
        path = path_end + 1
        said_end = path + 2 * len(LEVELS) * MOST_PATH
        said = said_end + 1
        rows = said + 2 * MOST_SAID
        made = rows + ROW_WORDS * MOST_OPTIONS
        entries = made + len(LEVELS)
        spoken = entries + ENTRIES * ENTRY_WORDS
        end = spoken + 2 * WORD_ENTRIES
        return TreePlan(
            spread, spread + 1, spread + 2, spread + 3, asked, stages, sums, squares, path_end, path, said_end, said, rows,
            made, entries, spoken, end,
        )  # fmt: skip


class TreeSearch:
    """Emitter of the functions of a search. `acting` is the function that makes a move, and `scoring` counts the points."""

    def __init__(self, lo: Lowering, tree: TreePlan, acting: str, scoring: str) -> None:
        self.lo, self.tree = lo, tree
        self.acting, self.scoring = acting, scoring
        self.acts = acts_of_players(lo)

    # ---------------------------------------------------------------- exported

    def forgetting(self) -> str:
        """Define a function that clears the memory of the search."""

        def write(w: FunctionBuilder) -> None:
            with w.count(Const(self.tree.spread), Const(self.tree.end), "word") as word:
                w.store(word, ZERO)

        return self.lo.define("tree_forget", "forget", (), write)

    def exploring(self) -> str:
        """Define a function that makes a simulation of the position in memory for each of a range of numbers of a seed and for
        each of some options, with the move of which it begins; or, if it is below 0, with any move. The values for a player,
        and their squares, are added to the sums of the option. Its task is in memory (`ASKED`). The position is
        restored at the end.
        """
        lo, top, asked = self.lo, Const(self.lo.plan.top), self.tree.asked
        player, low, high, first, end, count = (load(Const(asked + n)) for n in range(len(ASKED)))
        options, results = asked + len(ASKED), asked + len(ASKED) + MOST_COMPARED

        def write(w: FunctionBuilder) -> None:
            kept = w.variable(load(top), "kept")
            free = w.let(plus(kept, Const(lo.plan.state)), "free")
            with w.if_(compare(">", free, Const(lo.plan.visited))):
                w.trap(FULL)
            w.call(copying(lo, in_turn=False), ZERO, kept)
            w.store(top, free)
            with w.count(first, end, "number") as number, w.count(ZERO, count, "place") as place:
                w.call(copying(lo, in_turn=False), kept, ZERO)
                w.call(effects.seeding(lo), low, high, number)
                before = w.variable(load(plus(Const(self.tree.sums), player)), "before")
                w.call(self._simulating(), load(plus(Const(options), place)))
                gain = minus(load(plus(Const(self.tree.sums), player)), plus(before, Const(OFFSET)))
                value, result = w.variable(gain, "value"), w.variable(plus(Const(results), place), "result")
                w.store(result, plus(load(result), value))
                squares = plus(result, Const(MOST_COMPARED))
                w.store(squares, plus(load(squares), binary("*", value, value)))
            w.call(copying(lo, in_turn=False), kept, ZERO)
            w.store(top, kept)

        return lo.define("tree_explore", "explore", (), write)

    def weighing(self) -> str:
        """Define a function that lists the legal moves of the position in memory and returns their number. The rows have the
        entry of each for its player, or 0.
        """
        lo = self.lo

        def write(w: FunctionBuilder) -> None:
            count = w.variable(Call(legal(lo), ()), "count")
            with w.if_(nonzero(count)):
                seen = w.variable(Call(self.view(), (load(record(lo, ZERO), PLAYER),)), "seen")
                w.call(self._looking_up(), seen, ONE, ONE, count)
            w.return_(count)

        return lo.define("tree_weigh", "weigh", (), write)

    # ---------------------------------------------------------------- rehearsal

    def rehearsing(self, begin_match: str, begin_hand: str) -> str:
        """Define a function that plays hands for each of a range of numbers of a seed, from the deal, and keeps its findings
        on moves: as many hands of a match as there are players, so that each is the dealer. At each choice it counts the
        shapes of the other players' hands.
        """
        lo = self.lo

        def write(w: FunctionBuilder) -> None:
            w.store(Const(self.tree.rehearsed), Const(REHEARSING))
            with w.count(Var("first"), Var("end"), "number") as number:
                w.call(effects.seeding(lo), Var("low"), Var("high"), number)
                w.call(begin_match)
                with w.count(ZERO, Const(lo.game.players), "hand"):
                    with w.count(ZERO, Const(lo.game.players), "player") as player:
                        w.store(plus(Const(self.tree.stages), player), ZERO)
                    w.call(begin_hand)
                    w.call(self._simulating(), NOBODY)
            w.store(Const(self.tree.rehearsed), ONE)

        return lo.define("tree_rehearse", "rehearse", ("low", "high", "first", "end"), write)

    def recalling(self) -> str:
        """Define a function that writes into the rows, for each player, the number of hands in the rehearsal that had the shape
        of the hand in memory at this standing, the number of all hands at it, and both numbers at any standing.
        """
        lo = self.lo

        def write(w: FunctionBuilder) -> None:
            standing, place = w.variable(Call(self.standing(), ()), "standing"), self.tree.rows
            for player in range(lo.game.players):
                shape = w.variable(Call(self.shape(), (Const(player), ZERO)), "shape")
                stage = w.variable(Call(self._stage(), (Const(player),)), "stage")
                for start, which in ((standing, shape), (standing, ZERO), (stage, shape), (stage, ZERO)):
                    entry = w.variable(self._hand_entry(w, Const(player), start, which, ZERO), "entry")
                    w.store(Const(place), choose(nonzero(entry), load(entry, ONE), ZERO))
                    place += 1

        return lo.define("tree_recall", "recall", (), write)

    def _stage(self) -> str:
        """Define a function that returns a number for the sizes of a player's hand and of the open cards of the table."""
        lo, sets = self.lo, self.lo.cards

        def write(w: FunctionBuilder) -> None:
            held, lying = self._seen_cards(w)
            w.return_(plus(binary("*", sets.size(held), Const(1 << 10)), sets.size(lying), ONE))

        return lo.define("tree_stage", "stage_of", ("viewer",), write)

    def _hand_entry(self, w: FunctionBuilder, player: Value, start: Value, shape: Value, make: Value) -> Value:
        """Emit the entry of a shape of a player's hand at a standing or stage, or of all shapes (0)."""
        where = w.variable(start, "where")
        w.mix(where, plus(player, Const(OF_HANDS)))
        return Call(self.finding(), (where, shape, make))

    def _noting_hands(self) -> str:
        """Define a function that counts the shapes of the hands of all players but one at this standing; and once for each
        stage, which is before anything was done at it.
        """
        lo = self.lo

        def write(w: FunctionBuilder) -> None:
            standing = w.variable(Call(self.standing(), ()), "standing")
            with w.count(ZERO, Const(lo.game.players), "player") as player:
                shape = w.variable(Call(self.shape(), (player, ZERO)), "shape")
                stage = w.variable(Call(self._stage(), (player,)), "stage")
                last = w.variable(plus(Const(self.tree.stages), player), "last")
                for start, wanted in ((standing, unequal(player, Var("mover"))), (stage, unequal(load(last), stage))):
                    with w.if_(wanted):
                        for which in (shape, ZERO):
                            entry = w.variable(self._hand_entry(w, player, start, which, ONE), "entry")
                            with w.if_(nonzero(entry)):
                                w.store(plus(entry, ONE), plus(load(entry, ONE), ONE))
                w.store(last, stage)

        return lo.define("tree_note_hands", "note_hands", ("mover",), write)

    # -------------------------------------------------------------- simulations

    def _simulating(self) -> str:
        """Define a function that plays a hand to its end, or for `HORIZON` moves, and records its value; its first move may be
        given as an option.
        """
        lo, tree = self.lo, self.tree

        def write(w: FunctionBuilder) -> None:
            w.store(Const(lo.plan.shares), ZERO)
            w.store(Const(tree.path_end), Const(tree.path))
            w.store(Const(tree.said_end), Const(tree.said))
            history, moves = w.variable(ONE, "history"), w.variable(ZERO, "moves")
            w.store(Const(tree.fresh), ZERO)
            with w.loop():
                with w.if_(unequal(load(PHASE_CELL), Const(PHASE_TURN))):
                    w.break_()
                with w.if_(compare(">=", moves, Const(HORIZON))):
                    w.call(self.scoring)
                    w.break_()
                count = w.variable(Call(legal(lo), ()), "count")
                with w.if_(equal(count, ZERO)):
                    w.trap(NO_MOVE)
                chosen = w.variable(record(lo, ZERO), "chosen")
                with w.if_(compare(">", count, ONE)):
                    with w.if_(equal(load(Const(tree.rehearsed)), Const(REHEARSING))):
                        w.call(self._noting_hands(), load(chosen, PLAYER))
                    given = all_of(equal(moves, ZERO), compare(">=", Var("option"), ZERO))
                    given = all_of(given, compare("<", Var("option"), count))
                    with w.if_(given):
                        w.assign(chosen, record(lo, Var("option")))
                        w.call(self._giving(), history, Var("option"))
                    with w.if_(negation(given)):
                        with w.if_(nonzero(load(Const(tree.fresh)))):
                            w.assign(chosen, Call(self._playing_out(), (count,)))
                        with w.if_(equal(load(Const(tree.fresh)), ZERO)):
                            w.assign(chosen, Call(self._selecting(), (history, count)))
                    w.call(self._noting_words(), chosen)
                w.assign(history, Call(self.key(own=False), (history, chosen)))
                w.call(self.acting, chosen)
                w.assign(moves, plus(moves, ONE))
            w.call(self._recording())

        return lo.define("tree_simulate", "simulate", ("option",), write)

    def _recording(self) -> str:
        """Define a function that adds the values of the hand that has ended to all moves of the simulation."""
        lo, tree = self.lo, self.tree

        def write(w: FunctionBuilder) -> None:
            values = value_of(lo, w)
            for player, value in enumerate(values):
                with w.if_(compare("<", value, Const(-OFFSET))):
                    w.assign(value, Const(-OFFSET))
                with w.if_(compare(">", value, Const(OFFSET))):
                    w.assign(value, Const(OFFSET))
                squares = Const(tree.squares + player)
                w.store(squares, plus(load(squares), binary("*", value, value)))
                w.assign(value, plus(value, Const(OFFSET)))
                sums = Const(tree.sums + player)
                w.store(sums, plus(load(sums), value))
            w.store(Const(tree.number), plus(load(Const(tree.number)), ONE))
            for begin, end, to in ((tree.path, tree.path_end, 1), (tree.said, tree.said_end, 0)):
                at = w.variable(Const(begin), "at")
                with w.loop():
                    with w.if_(compare(">=", at, load(Const(end)))):
                        w.break_()
                    entry, own = w.variable(plus(load(at), Const(to)), "entry"), w.variable(ZERO, "own")
                    for seat, value in enumerate(values):
                        with w.if_(equal(load(at, ONE), Const(seat))):
                            w.assign(own, value)
                    w.store(entry, plus(load(entry), ONE))
                    w.store(plus(entry, ONE), plus(load(entry, ONE), own))
                    w.assign(at, plus(at, Const(2)))

        return lo.define("tree_record", "record_value", (), write)

    def _note(self, w: FunctionBuilder, end: int, most: int, entry: Value, player: Value) -> None:
        """Emit code that adds an entry and its player to a list, if there is room."""
        at = w.variable(load(Const(end)), "place")
        with w.if_(compare("<", at, Const(most))):
            w.store(at, entry)
            w.store(plus(at, ONE), player)
            w.store(Const(end), plus(at, Const(2)))

    # ------------------------------------------------------------------ choices

    def row(self, option: Value) -> Value:
        return plus(Const(self.tree.rows), binary("*", option, Const(ROW_WORDS)))

    def _looking_up(self) -> str:
        """Define a function that writes the entries of the moves of a choice into its rows, for the player of the first move.
        The moves of other players have no row: their first word is -1. The sums of the simulations at each level are stored
        too.
        """
        lo, tree = self.lo, self.tree

        def write(w: FunctionBuilder) -> None:
            player = w.let(load(record(lo, ZERO), PLAYER), "player")
            made = [w.variable(ZERO, "made") for _ in LEVELS]
            with w.count(ZERO, Var("count"), "option") as option:
                at, row = w.variable(record(lo, option), "at"), w.variable(self.row(option), "row")
                w.store(row, NOBODY)
                with w.if_(equal(load(at, PLAYER), player)):
                    moves = self._names(w, at)
                    for n, level in enumerate(LEVELS):
                        entry = w.variable(Call(self.finding(), (Var(level), moves[n], ZERO)), "entry")
                        w.store(plus(row, Const(n)), entry)
                        with w.if_(nonzero(entry)):
                            w.assign(made[n], plus(made[n], load(entry, ONE)))
            for n, number in enumerate(made):
                w.store(Const(tree.made + n), number)

        return lo.define("tree_look_up", "look_up", (*LEVELS, "count"), write)

    def _weighing(self, w: FunctionBuilder, option: Value, factors: Sequence[Value]) -> tuple[Var, Var]:
        """Emit the number of simulations of a move, each level counting with its factor, and the value of the move; both are
        stored in its row.
        """
        row = w.let(self.row(option), "row")
        number, value = w.variable(ZERO, "number"), w.variable(ZERO, "value")
        for n, factor in enumerate(factors):
            entry = w.variable(load(row, Const(n)), "entry")
            with w.if_(nonzero(entry)):
                w.assign(number, plus(number, binary("*", factor, load(entry, ONE))))
                w.assign(value, plus(value, binary("*", factor, load(entry, Const(2)))))
        words = w.variable(Call(self._worth(), (record(self.lo, option),)), "words")
        weighted = plus(binary("*", value, Const(UNIT)), binary("*", words, Const(PART * OF_THE_WORDS)))
        w.assign(value, binary("//", weighted, plus(number, Const(PART * OF_THE_WORDS))))
        w.store(plus(row, Const(len(LEVELS))), number)
        w.store(plus(row, Const(len(LEVELS) + 1)), value)
        return number, value

    def _selecting(self) -> str:
        """Define a function that returns the option of the move to be tried at a choice in the tree, and notes its entries."""
        lo, tree = self.lo, self.tree

        def write(w: FunctionBuilder) -> None:
            count, player = Var("count"), w.variable(load(record(lo, ZERO), PLAYER), "player")
            views = self._levels(w, player)
            w.call(self._looking_up(), *views, count)
            factors: list[Value] = [Const(PART)]
            for n in range(len(LEVELS) - 1):
                share = binary("*", factors[-1], Const(OF_THE_LEVEL))
                factors.append(w.variable(binary("//", share, plus(load(Const(tree.made + n)), Const(OF_THE_LEVEL))), "factor"))
            total, tried, best_new = w.variable(ZERO, "total"), w.variable(ZERO, "tried"), w.variable(NOBODY, "best_new")
            chosen = w.variable(NOBODY, "chosen")
            start = w.variable(Call(effects.below(lo), (count,)), "start")
            with w.count(ZERO, count, "turn") as turn:
                option = w.variable(plus(start, turn), "option")
                with w.if_(compare(">=", option, count)):
                    w.assign(option, minus(option, count))
                with w.if_(compare("<", load(self.row(option)), ZERO)):
                    w.continue_()
                number, value = self._weighing(w, option, factors)
                w.assign(total, plus(total, number))
                with w.if_(nonzero(number)):
                    w.assign(tried, plus(tried, ONE))
                with w.if_(all_of(equal(number, ZERO), compare(">", value, best_new))):
                    w.assign(best_new, value)
                    w.assign(chosen, option)
            w.assign(total, self._capped(total))
            room = plus(Const(FIRST_MOVES), binary("*", Const(WIDENING), lo.look_up(ROOTS, total)))
            with w.if_(any_of(compare("<", chosen, ZERO), compare(">=", tried, room))):
                w.assign(chosen, Call(self._most_promising(), (count, total)))
            w.store(Const(tree.fresh), as_number(equal(load(self.row(chosen), Const(len(LEVELS))), ZERO)))
            self._note_entries(w, views, chosen, player)
            w.return_(record(lo, chosen))

        return lo.define("tree_select", "select_move", ("history", "count"), write)

    def _giving(self) -> str:
        """Define a function that notes the entries of a move that is given."""

        def write(w: FunctionBuilder) -> None:
            player = w.variable(load(record(self.lo, ZERO), PLAYER), "player")
            self._note_entries(w, self._levels(w, player), Var("option"), player)

        return self.lo.define("tree_give", "give_move", ("history", "option"), write)

    def _levels(self, w: FunctionBuilder, player: Value) -> tuple[Value, ...]:
        """Emit the numbers of a choice at each level."""
        seen = w.variable(Call(self.view(), (player,)), "seen")
        shape = w.variable(Var("history"), "shape")
        with w.if_(nonzero(load(Const(self.tree.rehearsed)))):
            w.assign(shape, Call(self.standing(), ()))
        w.mix(shape, Call(self.shape(), (player, ZERO)))
        return seen, shape, Var("history")

    def _note_entries(self, w: FunctionBuilder, views: Sequence[Value], chosen: Value, player: Value) -> None:
        """Emit code that notes the entries of a move at each level. If one has no room, the simulation leaves the tree. Hands
        that are played from their deal note only the level of the shapes.
        """
        moves, wanted = self._names(w, record(self.lo, chosen)), unequal(load(Const(self.tree.rehearsed)), Const(REHEARSING))
        for level, view, move in zip(LEVELS, views, moves, strict=True):
            with w.if_(TRUE if level == "shape" else wanted):
                entry = w.variable(Call(self.finding(), (view, move, ONE)), "entry")
                with w.if_(equal(entry, ZERO)):
                    w.store(Const(self.tree.fresh), ONE)
                with w.if_(nonzero(entry)):
                    self._note(w, self.tree.path_end, self.tree.said_end, entry, player)

    def _names(self, w: FunctionBuilder, at: Value) -> tuple[Value, ...]:
        """Emit the numbers of a move at each level. For a shape of hand, a move of hidden cards is the shape that it leaves."""
        own = w.variable(Call(self.key(own=True), (ZERO, at)), "own")
        outline = w.variable(own, "outline")
        for number, act in enumerate(self.acts):
            if self.hidden_of(act):
                with w.if_(equal(load(at, ACT), Const(number))):
                    w.assign(outline, Call(self.key(own=False), (ZERO, at)))
                    w.mix(outline, Call(self.shape(), (load(at, PLAYER), at)))
        return own, outline, own

    def hidden_of(self, act: g.Act) -> list[int]:
        """Return the places of the parameters whose cards only the player of an act sees."""
        hidden = self.lo.rules.acts[act.name].face_down
        return [n for n, parameter in enumerate(act.parameters) if n in hidden and not parameter.unseen]

    def _most_promising(self) -> str:
        """Define a function that returns the index of the move with the highest bound of confidence, among the moves that were
        made.
        """
        lo = self.lo

        def write(w: FunctionBuilder) -> None:
            spread = binary("*", load(Const(self.tree.spread)), lo.look_up(LOGARITHMS, Var("total")))
            spread, best, chosen = w.variable(spread, "spread"), w.variable(NOBODY, "best"), w.variable(NOBODY, "chosen")
            with w.count(ZERO, Var("count"), "option") as option:
                row = w.variable(self.row(option), "row")
                with w.if_(compare(">=", load(row), ZERO)):
                    number = w.variable(load(row, Const(len(LEVELS))), "number")
                    with w.if_(nonzero(number)):
                        bonus = binary("*", spread, lo.look_up(INVERSE_ROOTS, self._capped(number)))
                        bonus = binary(">>", bonus, Const(LOG_UNIT + ROOT_UNIT))
                        bound = w.variable(plus(load(row, Const(len(LEVELS) + 1)), bonus), "bound")
                        with w.if_(compare(">", bound, best)):
                            w.assign(best, bound)
                            w.assign(chosen, option)
            w.return_(chosen)

        return lo.define("tree_promise", "most_promising", ("count", "total"), write)

    def _capped(self, parts: Value) -> Value:
        """Return a number of simulations, from its parts, as an index of the tables."""
        number = binary(">>", parts, Const(PART.bit_length() - 1))
        return choose(compare("<", number, Const(TABLE_END)), number, Const(TABLE_END - 1))

    def _playing_out(self) -> str:
        """Define a function that returns the option of a move of a playout: usually the best of a few by their words."""
        lo = self.lo

        def write(w: FunctionBuilder) -> None:
            chosen = w.variable(record(lo, Call(effects.below(lo), (Var("count"),))), "chosen")
            with w.if_(equal(Call(effects.below(lo), (Const(RANDOM_MOVE),)), ZERO)):
                w.return_(chosen)
            best = w.variable(Call(self._worth(), (chosen,)), "best")
            with w.count(ONE, Const(CONTESTANTS), "other"):
                other = w.variable(record(lo, Call(effects.below(lo), (Var("count"),))), "other")
                worth = w.variable(Call(self._worth(), (other,)), "worth")
                with w.if_(compare(">", worth, best)):
                    w.assign(best, worth)
                    w.assign(chosen, other)
            w.return_(chosen)

        return lo.define("tree_play_out", "play_out", ("count",), write)

    # -------------------------------------------------------------------- words

    def _each_word(self, w: FunctionBuilder, visit: Callable[[Value], None]) -> None:
        """Emit a visit of the entry of each word of the option at `at`: its act with each card or other argument, or the act
        alone.
        """
        lo, at = self.lo, Var("at")
        alone = len(self.acts)
        head = w.variable(ONE, "head")
        w.mix(head, load(at, PLAYER))
        w.mix(head, load(at, ACT))
        said = w.variable(ZERO, "said")

        def word(place: int, value: Value) -> None:
            number = w.variable(head, "number")
            w.mix(number, Const(place))
            w.mix(number, value)
            visit(w.variable(self._spoken(number), "word"))
            w.assign(said, ONE)

        for number, act in enumerate(self.acts):
            seen = [(n, p) for n, p in enumerate(act.parameters) if not p.unseen]
            if not seen:
                continue
            offsets = argument_places(lo, act)
            with w.if_(equal(load(at, ACT), Const(number))):
                for n, parameter in seen:
                    place = plus(at, ARGUMENTS, Const(offsets[n]))
                    if is_set(parameter.type):
                        with lo.cards.each(w, lo.cards.at(place), "card") as card:
                            word(n, card)
                    else:
                        word(n, load(place))
        with w.if_(equal(said, ZERO)):
            word(alone, ZERO)

    def _spoken(self, number: Value) -> Value:
        return plus(Const(self.tree.spoken), binary("*", intersection(number, Const(WORD_ENTRIES - 1)), Const(2)))

    def _noting_words(self) -> str:
        """Define a function that notes the words of a move."""

        def write(w: FunctionBuilder) -> None:
            player = w.variable(load(Var("at"), PLAYER), "player")
            self._each_word(w, lambda word: self._note(w, self.tree.said_end, self.tree.rows, word, player))

        return self.lo.define("tree_say", "note_words", ("at",), write)

    def _worth(self) -> str:
        """Define a function that returns the value of a move by its words: the mean of their values."""
        tree = self.tree

        def write(w: FunctionBuilder) -> None:
            mean, player = w.variable(Const(OFFSET * UNIT), "mean"), load(Var("at"), PLAYER)
            made = w.let(load(Const(tree.number)), "made")
            with w.if_(nonzero(made)):
                w.assign(mean, binary("//", binary("*", load(plus(Const(tree.sums), player)), Const(UNIT)), made))
            total, words = w.variable(ZERO, "total"), w.variable(ZERO, "words")

            def add(word: Value) -> None:
                value = plus(binary("*", load(word, ONE), Const(UNIT)), binary("*", mean, Const(OF_THE_MEAN)))
                w.assign(total, plus(total, binary("//", value, plus(load(word), Const(OF_THE_MEAN)))))
                w.assign(words, plus(words, ONE))

            self._each_word(w, add)
            w.return_(binary("//", total, words))

        return self.lo.define("tree_worth", "worth_of", ("at",), write)

    # --------------------------------------------------------------------- keys

    def key(self, *, own: bool) -> str:
        """Define a function that mixes a move into a number: as its player knows it, or as everybody knows it, with the number
        of hidden cards.
        """
        lo, at = self.lo, Var("at")

        def write(w: FunctionBuilder) -> None:
            key = w.variable(Var("start"), "key")
            w.mix(key, load(at, ACT))
            for number, act in enumerate(self.acts):
                hidden = [] if own else self.hidden_of(act)
                offsets = argument_places(lo, act)
                shown = [n for n, p in enumerate(act.parameters) if not p.unseen and n not in hidden]
                counted = [n for n in hidden if is_set(act.parameters[n].type)]
                if shown or counted:
                    with w.if_(equal(load(at, ACT), Const(number))):
                        for n in counted:
                            w.mix(key, lo.cards.size(lo.cards.at(plus(at, ARGUMENTS, Const(offsets[n])))))
                        for n in shown:
                            for word in range(argument_words(act.parameters[n], lo.plan.width)):
                                _mix_word(w, key, load(at, plus(ARGUMENTS, Const(offsets[n] + word))))
            w.return_(key)

        return lo.define(("tree_key", own), "key_of", ("start", "at"), write)

    def view(self, *, of_match: bool = True) -> str:
        """Define a function that returns a number for a player's view: memory, open cards, and the step of the turn. Without
        `of_match`, counters of the match are left out.
        """
        lo, viewer = self.lo, Var("viewer")
        layout = lo.rules.layout

        def write(w: FunctionBuilder) -> None:
            key = w.variable(Const(2), "key")
            for word in (viewer, TURN_NOW, STEP_NOW):
                w.mix(key, word)
            for slot in layout.memory.values():
                if slot.cell.kind == "counter" and slot.cell.period == "match" and not of_match:
                    continue
                for owner in range(slot.count):
                    if slot.cell.kind == "mark":
                        self._mix_set(w, key, lo.plan.set_address(slot.slot, Const(owner)))
                    else:
                        w.mix(key, load(Const(slot.slot + owner)))
            for name, place in layout.places.items():
                if place.zone.family:
                    with (
                        w.if_(equal(Call(sees(lo, name, 0), (viewer,)), SEEN)),
                        w.count(ZERO, Const(place.count), "group") as group,
                    ):
                        address = w.let(lo.plan.set_address(place.slot, group), "address")
                        with w.if_(negation(lo.cards.nonempty(lo.cards.at(address)))):
                            w.break_()
                        self._mix_set(w, key, address)
                    continue
                for owner in range(place.count):
                    if not any(lo.game.sights_of(name)):
                        continue
                    address = lo.plan.set_address(place.slot + owner)
                    sight = w.variable(Call(sees(lo, name, owner), (viewer,)), "sight")
                    w.mix(key, lo.cards.size(lo.cards.at(address)))
                    with w.if_(equal(sight, SEEN)):
                        self._mix_set(w, key, address)
                    if place.zone.ordered:
                        pile = lo.plan.pile(place.slot + owner, ZERO)
                        with w.if_(all_of(equal(sight, TOP_SEEN), nonzero(load(pile)))):
                            w.mix(key, load(plus(pile, load(pile))))
            w.return_(key)

        return lo.define(("tree_view", of_match), "view_of", ("viewer",), write)

    def standing(self) -> str:
        """Define a function that returns a number for what everybody knows of the hand so far besides open cards: the step of
        the turn, the memory of the hand, and the number of cards of each place.
        """
        lo = self.lo

        def write(w: FunctionBuilder) -> None:
            key = w.variable(Const(3), "key")
            w.mix(key, TURN_NOW)
            w.mix(key, STEP_NOW)
            for slot in lo.rules.layout.memory.values():
                if slot.cell.kind != "mark" and slot.cell.period != "match":
                    for owner in range(slot.count):
                        w.mix(key, load(Const(slot.slot + owner)))
            for place in lo.rules.layout.places.values():
                for owner in range(0 if place.zone.family else place.count):
                    w.mix(key, lo.cards.size(lo.cards.at(lo.plan.set_address(place.slot + owner))))
            w.return_(key)

        return lo.define("tree_standing", "standing", (), write)

    def shape(self) -> str:
        """Define a function that returns a number for the shape of a player's hand together with the open cards of the table:
        the number of cards that share a value of an attribute (rank, suit), and the place of this value in its order; or, if it
        has none, whether open cards share it. If `at` is not 0, the hidden cards of the move there are left out.
        """
        lo, sets = self.lo, self.lo.cards
        attributes = sorted(lo.game.deck.attributes, key=lambda one: -len(one.values))[:2]

        def write(w: FunctionBuilder) -> None:
            held, lying = self._seen_cards(w)
            with w.if_(nonzero(Var("at"))):
                self._drop_hidden(w, held)
            key = w.variable(sets.size(held), "key")
            for attribute in attributes:
                best, second = w.variable(ZERO, "best"), w.variable(ZERO, "second")
                values, named = self._in_order(attribute)
                for number, value in enumerate(values):
                    alike = sets.constant(self._cards_of(attribute.name, value))
                    own = w.variable(sets.size(sets.intersection(held, alike)), "own")
                    with w.if_(nonzero(own)):
                        open_too = as_number(sets.intersects(lying, alike))
                        rank = Const(number * min(TIERS, len(values)) // len(values)) if named else open_too
                        both = plus(own, sets.size(sets.intersection(lying, alike)))
                        worth = w.variable(plus(binary("*", both, Const(TIERS)), rank), "worth")
                        with w.if_(compare(">", worth, best)):
                            w.assign(second, best)
                            w.assign(best, worth)
                        with w.if_(all_of(compare("<=", worth, best), compare(">", worth, second), unequal(worth, best))):
                            w.assign(second, worth)
                w.mix(key, best)
                w.mix(key, binary("//", second, Const(TIERS)))
            w.return_(key)

        return lo.define("tree_shape", "shape_of", ("viewer", "at"), write)

    def _seen_cards(self, w: FunctionBuilder) -> tuple[Var, Var]:
        """Emit the cards that `viewer` holds and sees, and the open cards of the table."""
        lo, viewer, sets = self.lo, Var("viewer"), self.lo.cards
        held, lying = sets.new(w, "held"), sets.new(w, "lying")
        for name, place in lo.rules.layout.places.items():
            if place.zone.family or not any(lo.game.sights_of(name)) or place.zone.owner == "side":
                continue
            for owner in range(place.count):
                mine = TRUE if place.zone.owner == "table" else equal(viewer, Const(owner))
                with w.if_(mine), w.if_(equal(Call(sees(lo, name, owner), (viewer,)), SEEN)):
                    cards = sets.at(lo.plan.set_address(place.slot + owner))
                    sets.add(w, lying if place.zone.owner == "table" else held, cards)
        return held, lying

    def _drop_hidden(self, w: FunctionBuilder, held: Var) -> None:
        """Emit code that takes the hidden cards of the move at `at` out of a set."""
        lo, at, sets = self.lo, Var("at"), self.lo.cards
        for number, act in enumerate(self.acts):
            hidden, offsets = self.hidden_of(act), argument_places(lo, act)
            if hidden:
                with w.if_(equal(load(at, ACT), Const(number))):
                    for n in hidden:
                        place = plus(at, ARGUMENTS, Const(offsets[n]))
                        cards = sets.at(place) if is_set(act.parameters[n].type) else sets.single(load(place))
                        left = sets.difference(held, cards)
                        w.assign(held, left)

    def _in_order(self, attribute: g.AttributeInfo) -> tuple[list[str], bool]:
        """Return the values of an attribute, in the order of the first measure that gives each of them a number of its own; or,
        if there is none, as they are declared. Return also whether it matters which is which: there is such a measure, or the
        rules name some of them.
        """
        game, values = self.lo.game, [value.name for value in attribute.values]
        for measure in game.deck.measures:
            numbers = dict[str, set[int | None]]()
            for card, number in zip(game.deck.cards, measure.values, strict=True):
                numbers.setdefault(dict(card.attributes).get(attribute.name, ""), set()).add(number)
            own = {number: name for name, found in numbers.items() if len(found) == 1 for number in found if number is not None}
            if sorted(own.values()) == sorted(values):
                return [own[number] for number in sorted(own)], True
        clauses = (part for clause in game.ruleset.clauses for part in parts(clause))
        return values, any(isinstance(part, g.Symbol) and part.name in values for part in clauses)

    def _cards_of(self, attribute: str, value: str) -> int:
        cards = enumerate(self.lo.game.deck.cards)
        return sum(1 << n for n, card in cards if dict(card.attributes).get(attribute) == value)

    def _mix_set(self, w: FunctionBuilder, key: Var, address: Value) -> None:
        for word in range(self.lo.plan.width):
            _mix_word(w, key, load(address, Const(word)))

    def finding(self) -> str:
        """Define a function that returns the entry of a move after a number for the view or the history; 0 if there is none. It
        is made if asked for and there is room.
        """
        lo, tree = self.lo, self.tree

        def write(w: FunctionBuilder) -> None:
            key = w.variable(Var("start"), "key")
            w.mix(key, Var("move"))
            w.assign(key, plus(key, ONE))
            with w.count(ZERO, Const(PROBES), "probe") as probe:
                place = w.variable(intersection(plus(key, probe), Const(ENTRIES - 1)), "place")
                at = w.variable(plus(Const(tree.entries), binary("*", place, Const(ENTRY_WORDS))), "at")
                with w.if_(equal(load(at), key)):
                    w.return_(at)
                with w.if_(equal(load(at), ZERO)):
                    with w.if_(nonzero(Var("make"))):
                        w.store(at, key)
                        w.return_(at)
                    w.return_(ZERO)
            w.return_(ZERO)

        return lo.define("tree_find", "find_entry", ("start", "move", "make"), write)


def _mix_word(w: FunctionBuilder, key: Var, word: Value) -> None:
    """Emit code that mixes both halves of a word into a hash: sets that differ in two members 32 apart must differ."""
    whole = w.let(word, "whole")
    w.mix(key, intersection(whole, LOW))
    w.mix(key, binary(">>", whole, Const(32)))


def value_of(lo: Lowering, w: FunctionBuilder) -> list[Var]:
    """Emit the value of the hand that has ended for each player: the points of their side less the mean of the others, times
    the number of the others; 0 if it was not counted.
    """
    sides = lo.game.sides
    first = lo.plan.shares + 1 + columns(lo.game) - sides
    values = [w.variable(ZERO, "value") for _ in range(lo.game.players)]
    with w.if_(nonzero(load(Const(lo.plan.shares)))):
        points = [w.variable(load(Const(first + side)), "points") for side in range(sides)]
        total = w.variable(plus(*points), "total")
        for value, side in zip(values, lo.game.side_of, strict=True):
            own = points[side]
            gain = own if sides == 1 else minus(binary("*", own, Const(sides)), total)
            w.assign(value, minus(ZERO, gain) if fewest_win(lo.game) else gain)
    return values


def history_of(rules: Rules, width: int, moves: Iterable[Move]) -> int:
    """Return the number for some moves, as `TreeSearch.key` mixes them if everybody is to know them; a set of cards has `width`
    words.
    """
    acts = {act.name: (number, act) for number, act in enumerate(act for act in rules.game.acts if not act.finding)}
    found = 1
    for move in moves:
        number, act = acts.get(move.act, (len(acts), None))
        found = _mixed(found, number)
        hidden = () if act is None else rules.acts[act.name].face_down
        parameters = tuple(enumerate(() if act is None else act.parameters))
        for place, parameter in parameters:
            if place in hidden and not parameter.unseen and is_set(parameter.type):
                unnamed = move.face_down[place] if move.face_down else 0
                found = _mixed(found, move.args[place].bit_count() + unnamed)
        for place, parameter in parameters:
            if not parameter.unseen and place not in hidden:
                value = move.args[place]
                count = argument_words(parameter, width)
                parts = [value] if count == 1 else [value >> MEMBERS_IN_A_WORD * n & MEMBERS for n in range(count)]
                for word in parts:
                    found = _mixed(_mixed(found, word & LOW.value), word >> 32)
    return found


MEMBERS: Final = (1 << MEMBERS_IN_A_WORD) - 1


def _mixed(number: int, word: int) -> int:
    """Return a hash with a word mixed into it, as `FunctionBuilder.mix` does."""
    product = ((number ^ word ^ word >> 32) & LOW.value) * MIXER
    return (product ^ product >> 32) & LOW.value
