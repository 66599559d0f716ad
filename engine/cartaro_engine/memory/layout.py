"""The layout of memory, in words; the sums of a batch; the environment of an expression.

The state comes first: the interpreter's row of cells, then an array for each pile (the number of its cards, then the cards from
the bottom up). The cells of the row for the order of piles stay 0. If a set of cards has several words, zones, groups and marks
have blocks behind the piles, and their cells stay 0. A state is one block of memory, so one loop copies it. After the state
come the random source, the words of a trap, the stack pointer, the remaining steps, the table of totals, the memory of
divisions of cards, the shares of the last count, the clauses applied since the last choice, the counts of events and of
forbidden moves in the hand, the sums of a batch, the options of a choice, a stack for enumerated sets and copied states, the
hash table of visited states, and temporary sets of several words. At the end are the sets known before play.

Sums are whole numbers in one order, in memory and elsewhere. A repeated observation has its sum, its sum of squares, its least
and its greatest value; an event is counted. So the sums of two batches are added number by number, the result does not depend
on how a range of hands was split, and it is exact. `statistics/` names them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Literal

from cartaro_engine.ir.folding import ZERO, binary, plus
from cartaro_engine.ir.nodes import Const, Load, Value
from cartaro_grammar import Clause, Expr, Game, Type, parts
from cartaro_grammar import game as g
from cartaro_interpreter import END_OF_TURN, PHASE, RECENT, STEP, TURN, Rules

# -------------------------------------------------------------------------- sums


Unit = Literal["hand", "match"]
"""The unit of a batch. Each hand or match is played from a seed and its number."""

NONE_YET: Final = 1 << 40
"""A number greater than any least value; its negative is less than any greatest value."""
LARGEST: Final = 1 << 20
"""The greatest number whose squares can be summed within a word."""

Sample = Literal["moves", "lengths", "options", "shares", "counters"]
SumPlace = Sample | Literal["units", "hands", "counted", "events", "ahead", "wins", "beginners", "sampled", "barred"]
SAMPLED: Final = 64
"""Barred moves are counted in hands, or matches, whose number is divisible by this."""


def columns(game: Game) -> int:
    """Return the number of values of a count: for each heading, and then for the sum, one for each side."""
    return (len(game.headings) + 1) * game.sides


def counters(game: Game) -> tuple[tuple[str, int], ...]:
    """Return the counters of the rules, except those of annexes, and for each the number of its owners."""
    owners = {"table": 1, "player": game.players, "side": game.sides}
    return tuple((cell.name, owners[cell.owner]) for cell in game.cells if cell.kind == "counter" and not cell.annex)


def events(game: Game) -> tuple[str, ...]:
    """Return the events counted at a choice or in a deal: the acts of players by their numbers, the end of a turn,
    consequences, and the permissions of acts that have several; the only permission of an act is counted as the act.
    """
    acts = (act.name for act in game.acts if not act.finding)
    shared = (clause.name for _, clause in shared_permissions(game))
    return (*acts, END_OF_TURN, *(clause.name for clause in counted_consequences(game)), *shared)


def prohibitions(game: Game) -> tuple[str, ...]:
    """Return the prohibitions that forbid a permission of an act of players, in the order of the text."""
    titles = {clause.name for act in game.acts if not act.finding for clause, _ in game.permissions_of(act.name)}
    return tuple(clause.name for clause, sentence in game.with_sentence(g.Prohibition) if titles.intersection(sentence.bars))


def shared_permissions(game: Game) -> tuple[tuple[g.Act, Clause], ...]:
    """Return the permissions of the acts of players that have several, each with its act."""
    titles = ((act, game.permissions_of(act.name)) for act in game.acts if not act.finding)
    return tuple((act, clause) for act, sentence in titles if len(sentence) > 1 for clause, _ in sentence)


def counted_consequences(game: Game) -> tuple[Clause, ...]:
    """Return the clauses with consequences of an event, in the order of the text, without clauses that only remember for
    claims.
    """
    at_events = {clause.name for event in game.events for clause in game.consequences(*event)}
    return tuple(
        clause
        for clause in game.clauses
        if clause.name in at_events and not all(_remembers(game, line) for line in clause.effects)
    )


def _remembers(game: Game, line: g.Effect) -> bool:
    """Return whether an effect changes nothing but the memory of an annex."""
    return isinstance(line.body, g.Add | g.Become) and game.cell[line.body.cell.cell].annex


@dataclass(frozen=True, slots=True)
class SumsPlan:
    """The number of sums of each kind, and their places."""

    sides: int
    seats: int
    columns: int
    counters: int
    events: int
    prohibitions: int

    @staticmethod
    def of(game: Game) -> SumsPlan:
        """The sums of a game's batches."""
        kept = sum(count for _, count in counters(game))
        return SumsPlan(game.sides, game.players, columns(game), kept, len(events(game)), len(prohibitions(game)))

    @property
    def beginner_words(self) -> int:
        """The words for each seat that begins: the number of hands, and for each side the sum, the squares, and the hands in
        which it was ahead.
        """
        return 1 + 3 * self.sides

    def _layout(self) -> tuple[tuple[SumPlace, int], ...]:
        return (
            ("units", 1), ("hands", 1), ("counted", 1), ("moves", 2), ("lengths", 2), ("options", 2),
            ("shares", 2 * self.columns), ("counters", 2 * self.counters), ("events", 3 * self.events),
            ("ahead", self.sides), ("wins", self.sides), ("beginners", self.seats * self.beginner_words),
            ("sampled", 1), ("barred", 3 * self.prohibitions),
        )  # fmt: skip

    def place(self, name: SumPlace) -> int:
        """The number of the first word of a part."""
        found = 0
        for other, words in self._layout():
            if other == name:
                return found
            found += words
        raise AssertionError(name)

    def extreme(self, name: Sample) -> int:
        """Return the index of the first extreme of a sample, which is the same among the least and the greatest values."""
        before: dict[Sample, int] = {"moves": 0, "lengths": 1, "options": 2, "shares": 3, "counters": 3 + self.columns}
        return before[name]

    @property
    def words(self) -> int:
        """The number of sums."""
        return sum(words for _, words in self._layout())

    @property
    def extremes(self) -> int:
        """The number of least values, which is also the number of greatest values."""
        return 3 + self.columns + self.counters


@dataclass(frozen=True)
class Sums:
    """The sums over several hands or matches."""

    plan: SumsPlan
    sums: tuple[int, ...]
    least: tuple[int, ...]
    greatest: tuple[int, ...]
    cut_off: int = 0
    """The number of further matches that were cut off because they had too many hands. Nothing of them is in the sums."""

    @staticmethod
    def zero(plan: SumsPlan) -> Sums:
        """Return the sums of no hands."""
        return Sums(plan, (0,) * plan.words, (NONE_YET,) * plan.extremes, (-NONE_YET,) * plan.extremes)

    @staticmethod
    def read(plan: SumsPlan, words: list[int]) -> Sums:
        """Return the sums stored in memory."""
        first, second = plan.words, plan.words + plan.extremes
        return Sums(plan, tuple(words[:first]), tuple(words[first:second]), tuple(words[second:]))

    def merge(self, other: Sums) -> Sums:
        """Return the sum of these and some others."""
        return Sums(
            self.plan,
            tuple([one + two for one, two in zip(self.sums, other.sums, strict=True)]),
            tuple(map(min, self.least, other.least)),
            tuple(map(max, self.greatest, other.greatest)),
            self.cut_off + other.cut_off,
        )

    @staticmethod
    def of_a_match_cut_off(plan: SumsPlan) -> Sums:
        """Return the sums of one match that was cut off."""
        return replace(Sums.zero(plan), cut_off=1)

    @staticmethod
    def sum(plan: SumsPlan, parts: Iterable[Sums]) -> Sums:
        """Return the element-wise sum of several parts."""
        found = Sums.zero(plan)
        for part in parts:
            found = found.merge(part)
        return found

    def at(self, name: SumPlace, index: int = 0) -> int:
        """A sum: the number of its place in a part."""
        return self.sums[self.plan.place(name) + index]

    @property
    def units(self) -> int:
        """The number of hands, or matches, that were played as such."""
        return self.at("units")

    @property
    def hands(self) -> int:
        return self.at("hands")

    @property
    def moves(self) -> int:
        return self.at("moves")

    @cached_property
    def shares(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The sum and the sum of squares for each side, under each heading, and last under all together."""
        start, sides = self.plan.place("shares"), self.plan.sides
        words = self.sums[start : start + 2 * self.plan.columns]
        pairs = tuple(zip(words[::2], words[1::2], strict=True))
        return tuple(pairs[n : n + sides] for n in range(0, self.plan.columns, sides))


# -------------------------------------------------------------------------- plan


TURN_CELL: Final = Const(TURN)
STEP_CELL: Final = Const(STEP)
PHASE_CELL: Final = Const(PHASE)
ENDING_CELL: Final = Const(3)
"""The period that has to end now: one of the numbers below, or 0 if no period has to end."""
END_TURN, END_HAND, VOID_HAND, END_MATCH, VOID_MATCH = (Const(n) for n in range(1, 6))

MOST_OPTIONS: Final = 4_096
MOST_STACKED: Final = 1 << 16
MOST_SETS: Final = 1 << 12
"""The number of temporary sets of several words that expressions can hold at once."""
MEMBERS_IN_A_WORD: Final = 63
"""The number of members in a word; the sign bit is not used."""
VISITED_STATES: Final = 1 << 13
VISITED_LARGE_STATES: Final = 1 << 14
"""The numbers of slots for states that a look-ahead has reached: for small states and for large states. At most half of the
slots are used.
"""
WORDS_OF_A_PLACE: Final = 2
"""The words of a place: its mark and the address of its state."""
MOST_PATH_WORDS: Final = 1 << 12
"""The number of words for the paths by which sets were last made from some cards."""
PATH_HEAD_WORDS: Final = 2
"""The words before the cards and the paths: the number of the function that made the paths, and the end of the paths."""
CHANCE_WORDS: Final = 4
TOTAL_WORDS: Final = 3
"""The set whose totals have been noted, the number of the weights, and all totals; the totals below each card follow."""
MARKED_IN_A_WORD: Final = 60
"""The number of clauses for which one word marks the ones done."""


QUERY_WORDS: Final = 4
FIELD_BITS: Final = 60
"""The number of bits of a word that hold numbers of cards."""
DEAD_ENDS: Final = 1 << 11
"""The number of places for remaining cards that a search could not divide."""


@dataclass(frozen=True, slots=True)
class DivisionsPlan:
    """The memory of divisions of cards. The numbers of cards of each kind are stored in fields of `width` bits, `in_a_word` of
    them a word; `fields` is the number of these words. The weights of the kinds begin at `weights`, and the cards that a
    division has not used at `left`. At `query` are the number of the query, the kind of group of the last query, and the
    numbers of remembered divisions and of cards without one. The remembered divisions and these cards follow, and then the dead
    ends of the query.
    """

    width: int
    in_a_word: int
    fields: int
    weights: int
    left: int
    query: int
    made: int
    failed: int
    dead: int
    end: int

    @staticmethod
    def of(game: Game, first: int) -> DivisionsPlan:
        """Return the memory from an address on; empty if no cards are divided."""
        kinds = Counter(game.faces.kind)
        width = max(kinds.values(), default=1).bit_length() + 1
        in_a_word = FIELD_BITS // width
        fields = -(-len(kinds) // in_a_word)
        if not any(isinstance(part, g.Splits) for part in parts((game.clauses, game.acts))):
            return DivisionsPlan(width, in_a_word, fields, *[first] * 7)
        left = first + len(kinds)
        query = left + fields
        made = query + QUERY_WORDS
        failed = made + RECENT * fields
        dead = failed + 2 * RECENT * fields
        return DivisionsPlan(
            width, in_a_word, fields, first, left, query, made, failed, dead, dead + DEAD_ENDS * (1 + 2 * fields)
        )


@dataclass(frozen=True, slots=True)
class MemoryPlan:
    """Addresses, in words. `piles` maps the cell of each pile to the start of its array, and `marks` has the numbers of the
    clauses that are counted. A set of cards takes `width` words. If there are several, `blocks` maps the cell of each set to
    the start of its block.
    """

    width: int
    blocks: dict[int, int]
    row: int
    piles: dict[int, int]
    pile_words: int
    state: int
    chance: int
    trap: int
    top: int
    number: int
    steps: int
    visits: int
    entered: int
    search: int
    totals: int
    divisions: DivisionsPlan
    shares: int
    marks: dict[str, int]
    done: int
    in_hand: int
    barred_in_hand: int
    barred: int
    statistics: int
    options: int
    option_words: int
    stack: int
    visited: int
    visited_capacity: int
    states: int
    recorded_paths: int
    next_temporary: int
    temporaries: int
    temporaries_end: int
    words: int

    def set_address(self, slot: int, owner: Value = ZERO) -> Value:
        """Return the address of the set of an owner's cell; `slot` is the cell of owner 0."""
        return plus(Const(self.blocks.get(slot, slot)), _times(owner, self.width))

    def pile(self, slot: int, owner: Value) -> Value:
        """Return the array of the pile of an owner; `slot` is the cell of owner 0."""
        return plus(Const(self.piles[slot]), _times(owner, self.pile_words))


def _times(value: Value, factor: int) -> Value:
    return Const(value.value * factor) if isinstance(value, Const) else binary("*", value, Const(factor))


def plan_memory(rules: Rules, width: int = 0) -> MemoryPlan:
    """Return the memory of a game's engine, whose sets have at least `width` words."""
    game, layout = rules.game, rules.layout
    pile_words = len(game.deck.cards) + 1
    piles = {slot: layout.size + n * pile_words for n, slot in enumerate(layout.order_of)}
    width = max(width, -(-game.faces.count // MEMBERS_IN_A_WORD))
    behind = layout.size + len(piles) * pile_words
    blocks = {slot: behind + n * width for n, slot in enumerate(set_cells(rules))} if width > 1 else {}
    state = behind + len(blocks) * width
    chance = state
    trap = chance + CHANCE_WORDS
    top, number, steps, looks = trap + 1, trap + 2, trap + 3, trap + 4
    entered = looks + 1
    search = entered + 1
    totals = search + 1
    divisions = DivisionsPlan.of(game, totals + TOTAL_WORDS + len(game.deck.cards))
    shares = divisions.end
    done = shares + columns(game) + 1
    marks = {clause.name: number for number, clause in enumerate(counted_consequences(game))}
    in_hand = done + 1 + len(marks) // MARKED_IN_A_WORD
    barred_in_hand = in_hand + len(events(game))
    barred = barred_in_hand + len(prohibitions(game))
    statistics = barred + len(prohibitions(game))
    sums = SumsPlan.of(game)
    options = statistics + sums.words + 2 * sums.extremes
    option_words = 3 + max((sum(argument_words(p, width) for p in act.parameters) for act in game.acts), default=0)
    stack = options + MOST_OPTIONS * option_words
    known = stack + MOST_STACKED
    known_states = 0 if not looks_ahead(game) else VISITED_STATES if width == 1 else VISITED_LARGE_STATES
    states = known + known_states * WORDS_OF_A_PLACE
    made = states + known_states // 2 * state
    passing = made + PATH_HEAD_WORDS + width + MOST_PATH_WORDS
    sets = passing + 1 if width > 1 else passing
    words = sets + MOST_SETS * width if width > 1 else passing
    return MemoryPlan(
        width, blocks, layout.size, piles, pile_words, state, chance, trap, top, number, steps, looks, entered, search, totals,
        divisions, shares, marks, done, in_hand, barred_in_hand, barred, statistics, options, option_words, stack, known,
        known_states, states, made, passing, sets, words, words,
    )  # fmt: skip


def is_set(of: Type) -> bool:
    """Return whether a type is a type of sets of cards."""
    return of.kind in ("cards", "group")


def argument_words(parameter: g.Parameter, width: int) -> int:
    """Return the number of words of an argument in an option."""
    return width if is_set(parameter.type) else 1


def set_cells(rules: Rules) -> Iterator[int]:
    """Yield the cells that hold sets of cards. The cells of a zone, family or mark are adjacent."""
    layout = rules.layout
    yield layout.holders[0]
    for place in layout.places.values():
        yield from range(place.slot, place.slot + place.count)
    for slot in layout.memory.values():
        if slot.cell.kind == "mark":
            yield from range(slot.slot, slot.slot + slot.count)


def looks_ahead(game: Game) -> bool:
    """Return whether legality may depend on the further course of the turn."""
    musts = [number for number, (_, sentence) in enumerate(game.steps) if sentence.must]
    return bool(game.obligations) or any(number > 0 for number in musts)


def cell(address: int, owner: Value) -> Value:
    """The address of an owner's cell."""
    return plus(Const(address), owner)


TURN_NOW: Final = Load(TURN_CELL)
STEP_NOW: Final = Load(STEP_CELL)
ENDING_NOW: Final = Load(ENDING_CELL)


# ------------------------------------------------------------------------- scope


ACTOR = "the player"
"""The name of the actor among `sure`; it differs from every author's word, since these have no space."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The environment of an expression: the actor and the bound names. `sure` are the names, `ACTOR` among them, whose values
    are certainly not nobody; `act` is the act in progress, while no card has moved: its arguments are still in their
    domains. With `counted`, the score is the one recorded at the last count.
    """

    actor: Value
    names: Mapping[str, Value] = field(default_factory=dict[str, Value])
    sure: frozenset[str] = frozenset()
    act: g.Act | None = None
    counted: bool = False

    def bind(self, name: str, value: Value) -> Scope:
        """The scope with one more name, of a member of a set."""
        return replace(self, names={**self.names, name: value}, sure=self.sure | {name})


OF_THE_TURN = Scope(TURN_NOW)
"""Outside of any act: `the player` is the player whose turn it is, or nobody."""


def may_be_nobody(expr: Expr, scope: Scope) -> bool:
    """Return whether a value of a member may be nobody, judged by its form only."""
    if isinstance(expr, g.Neighbour | g.SideOf):
        return may_be_nobody(expr.player, scope)
    if isinstance(expr, g.Actor):
        return ACTOR not in scope.sure
    if isinstance(expr, g.Local):
        return expr.name not in scope.sure
    return not isinstance(expr, g.Cards | g.Symbol)
