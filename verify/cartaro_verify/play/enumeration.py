"""Enumeration of play: every state of every match, by the interpreter.

A match is a graph: its nodes are the states before a hand, the states in which a player has to move, and the states after a
hand; its edges are deals, moves and findings. States are values, so a state that is reached again is the same node, and a fully
explored graph has all matches of any length. Values of memory that no rule tells apart do not distinguish states. The nearest
nodes are explored first: the first result is found in the fewest moves.

Only the chance outcomes that play looks at are enumerated.  A pile is known from its top down to some card. The cards below
form a rest that is stored in deck order and may be in any order.  If play inspects a card of the rest (a deal, the top of a
pile, a claim), the run stops and is repeated once for each possible card. Cards that are dealt together into one zone are
inspected as a set.  Four hands of one card from a pack of eight are therefore 1,680 deals and not 40,320 shuffles.

The places of cards before they are shuffled make no difference. So the shuffle at the start of a hand is also a node, to which
many hands lead. A shuffle that a deal reaches again and again is a node too.

Everything is bounded by the number of runs.  Games of a usual pack are given up after the first deal: they are too large.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import comb
from typing import Final, Literal, SupportsIndex

from cartaro_grammar import MemoryReading, parts
from cartaro_grammar import game as g
from cartaro_interpreter import (
    AWAIT,
    LIMIT,
    PHASE,
    PHASE_BEFORE,
    PHASE_COUNTED,
    PHASE_OVER,
    PHASE_TURN,
    STUCK,
    Choice,
    Faulted,
    Moment,
    Pack,
    Play,
    Rules,
    conserved,
    legal,
    mask_of,
    moment_of,
    order_of_pile,
    pile_of,
)
from cartaro_interpreter import State as Position
from cartaro_verify.play.table import HistoryTable, as_read

# ------------------------------------------------------------------- piles


Blocks = tuple[tuple[int, ...], ...]
"""The cards that a script fixes, block by block from the first; the order within a block is not looked at."""
Script = tuple[Blocks, ...]
"""The chance of one run: first the piles whose order was not known before it, then each shuffle."""


class Looked(Exception):
    """Raised if a run needs cards whose order its script does not fix: `count` more cards together or, if `count` is 0, the
    cards of the block with this number.
    """

    def __init__(self, source: Source, count: int, block: int = 0) -> None:
        super().__init__()
        self.source, self.count, self.block = source, count, block


@dataclass(slots=True, eq=False)
class Source:
    """Cards in an order that a script fixes as far as `blocks` go; the others follow below in the order of the deck."""

    number: int
    blocks: Blocks
    cards: tuple[int, ...]

    @property
    def fixed(self) -> int:
        return sum(map(len, self.blocks))

    def look(self, start: int, stop: int, *, together: bool) -> None:
        """Raise `Looked` unless the cards from `start` up to `stop` are fixed, in their order or all together."""
        end = 0
        for number, block in enumerate(self.blocks):
            begin, end = end, end + len(block)
            if len(block) > 1 and begin < stop and end > start and not (together and begin >= start and end <= stop):
                raise Looked(self, 0, number)
        if stop > end:
            raise Looked(self, stop - end if together and start <= end else 1)


def source_of(number: int, blocks: Blocks, cards: Sequence[int]) -> Source:
    """Return cards of which the first are fixed."""
    fixed = tuple(card for block in blocks for card in block)
    return Source(number, blocks, (*fixed, *sorted(card for card in cards if card not in fixed)))


class PileOrder(int):
    """The order cell of a pile whose first `head` cards are known, and whose other cards are the cards of a source from `at`
    on.

    It acts as the number of a pile in this order, and stops the run when play looks beyond the cards whose order is fixed.
    """

    source: Source
    head: int
    at: int

    def _look(self, count: int, *, together: bool) -> None:
        if count > self.head:
            stop = min(self.at + count - self.head, len(self.source.cards))
            self.source.look(self.at, stop, together=together)

    def __and__(self, mask: int) -> int:
        count = (mask.bit_length() + 7) // 8
        self._look(count, together=count > 1)
        return int.__and__(self, mask)

    def to_bytes(
        self, length: SupportsIndex = 1, byteorder: Literal["little", "big"] = "big", *, signed: bool = False
    ) -> bytes:
        self._look(length.__index__(), together=False)
        return int.to_bytes(self, length, byteorder, signed=signed)

    def __rshift__(self, bits: int) -> int:
        gone = bits // 8
        return pile_order(int.__rshift__(self, bits), self.source, max(0, self.head - gone), self.at + max(0, gone - self.head))

    def __lshift__(self, bits: int) -> int:
        return pile_order(int.__lshift__(self, bits), self.source, self.head + bits // 8, self.at)

    def __or__(self, cards: int) -> int:
        return pile_order(int.__or__(self, cards), self.source, self.head, self.at)


def pile_order(value: int, source: Source, head: int, at: int) -> int:
    """Return an order cell. It is a plain number if nothing remains of the random source."""
    if at >= len(source.cards):
        return value
    order = PileOrder(value)
    order.source, order.head, order.at = source, head, at
    return order


class ShuffledPack(Pack):
    """A pack that records how many of its cards play looks at."""

    source: Source

    @property
    def order(self) -> int:
        return pile_order(super().order, self.source, 0, 0)


# -------------------------------------------------------------------- runs


class AtShuffle(Exception):
    """A run has reached a shuffle that its script does not fix; equal values of `key` mean equal shuffles."""

    def __init__(self, key: tuple[object, ...] | None) -> None:
        super().__init__()
        self.key = key


class TooMany(Exception):
    """There is more to play than is enumerated."""


class _LastClause(set[str]):
    """Keep only the name of the last clause that happened, while the interpreter adds all of them."""

    last: str | None = None

    def add(self, name: str, /) -> None:
        self.last = name


@dataclass(slots=True)
class _Dealer:
    """The random choices of one run."""

    option: Choice | None
    script: Script
    cells: list[int] | None
    sources: list[Source]
    key: Callable[[Choice | None, list[int] | None, tuple[int, ...]], tuple[object, ...] | None]

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        number = len(self.sources)
        if number >= len(self.script):
            raise AtShuffle(self.key(self.option, self.cells, cards))
        pack = ShuffledPack((source := source_of(number, self.script[number], cards)).cards)
        pack.source = source
        self.sources.append(source)
        return pack


# ------------------------------------------------------------------- graph


Sort = Literal["moved", "ruled", "dealt", "seen"]
"""The sorts of edges: a move, a finding, the start of a hand (or of a match), and a card of a pile that is looked at."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge from one node to another: from the state `before`, by a move or finding, with a script of chance.  `laid` has the
    cards of each source of the script, with the number of fixed cards; `rests` maps each pile of the target with unknown order
    to its source.
    """

    before: int
    option: Choice | None
    script: Script
    sort: Sort
    laid: tuple[tuple[tuple[int, ...], int], ...] = ()
    rests: tuple[tuple[int, int], ...] = ()

    def with_laid(self, sources: Iterable[Source]) -> Edge:
        return replace(self, laid=tuple((source.cards, source.fixed) for source in sources))


@dataclass(frozen=True, slots=True)
class Node:
    """A state, or a shuffle (`cells` is None).  `hidden` has the order cell of each pile that is not known to its last card,
    with the number of its cards whose order may be any; `first` is the edge by which the node was reached first.
    """

    cells: tuple[int, ...] | None
    hidden: tuple[tuple[int, int], ...]
    first: Edge

    @property
    def phase(self) -> int | None:
        return None if self.cells is None else self.cells[PHASE]


@dataclass(frozen=True, slots=True)
class Event:
    """A moment of play: on the way from a node along an edge, with the state of the random sources, or at a node if there is no
    edge.
    """

    moment: Moment
    position: Position
    node: int
    option: Choice | None = None
    edge: Edge | None = None
    sources: tuple[Source, ...] | list[Source] = ()
    note: str | None = None


Observer = Callable[[Event], None]
"""A function that notes an event.  It may inspect cards and so stop the run. It is then called again."""
MOST_RUNS = 40_000
MOST_SHUFFLES = 4
"""The greatest number of shuffles in one run for which it is unknown whether they equal an earlier one."""
MOST_ROUNDS = 12
"""The greatest number of shuffles in one run that are known to differ from all earlier ones. If rounds are counted, a run could
otherwise reach the program's own bound on rounds, although play need not.
"""
START: Final = -1
"""The first node: no match has begun."""


class Enumeration:
    """The part of all play of one game that has been enumerated; `closed` is true when everything has been.  Hands are about
    `length` moves long.
    """

    def __init__(
        self, table: HistoryTable, length: int, observe: Observer, watched: frozenset[Moment],
        readings: Mapping[int, MemoryReading] | None = None,
    ) -> None:  # fmt: skip
        self.table, self.rules = table, table.rules
        self.readings = readings or {}
        """The cells not all of whose values distinguish states, as the rules and the observed goals read them."""
        self.length, self.observe, self.watched = max(1, length), observe, watched
        self.nodes: list[Node] = []
        self.edges: dict[int, dict[int, list[Edge]]] = {}
        self.dealt = dict[int, None]()
        """The states in which hands begin."""
        self.lost: int | None = None
        """A state in which a card is lost or doubled."""
        self.carried = False
        """Whether the order of some pile is the same in the next hand."""
        self.closed = False
        self.runs = 0
        self._known: dict[object, int] = {}
        self._frontier = deque[int]()
        self._spread = 1
        self._clauses = _LastClause()
        self._single_shuffles = _single_shuffles(self.rules)
        self._goes_back = _goes_back(self.rules)
        self._slot_of = {order: slot for slot, order in self.rules.layout.order_of.items()}

    def run(self) -> None:
        """Enumerate all play, or as much as the limits allow."""
        work = self.rules.compiler.work
        work.done = self._clauses
        try:
            self._expand(START, None)
            while self._frontier:
                self._visit(self._frontier.popleft())
            self.closed = True
        except TooMany:
            return
        finally:
            work.done = None

    @property
    def states(self) -> int:
        """Return the number of states; a state of a hand includes all memory."""
        return sum(node.cells is not None for node in self.nodes)

    # ------------------------------------------------------------------ states

    def _visit(self, number: int) -> None:
        phase = self.nodes[number].phase
        if phase == PHASE_OVER:
            return
        if phase != PHASE_TURN:
            self._expand(number, None)
            if len(self.dealt) * self.length > MOST_RUNS:
                raise TooMany
            return
        for option in self._options(number):
            self._expand(number, option)

    def _options(self, number: int) -> list[Choice]:
        """Return all options in a state.  If finding them requires a look at unknown cards, record the states in which these
        cards are known instead.
        """
        pending = deque[Script]([((),) * len(self.nodes[number].hidden)])
        found = list[Choice]()
        while pending:
            script = pending.popleft()
            self._spend()
            cells, sources = self._laid(number, script)
            try:
                options = self._looked_at(number, cells)
                if any(script):
                    self._note(number, Edge(number, None, script, "seen").with_laid(sources), cells)
                else:
                    found = options
            except Looked as looked:
                pending.extendleft(reversed(self._branches(script, looked)))
        return found

    def _looked_at(self, number: int, cells: list[int]) -> list[Choice]:
        """Return the options in a state whose piles have been set, after the observer has seen all events that it watches."""
        position = Position(tuple(cells))
        self.observe(Event(AWAIT, position, number))
        try:
            options = legal(self.rules, cells)
        except Faulted as fault:
            self._faulted(fault, Event(moment_of(fault), position, number, note=fault.message))
            return []
        if not options:
            self.observe(Event(STUCK, position, number))
        found = [*options, *self.table.findings(cells)]
        for option in found:
            self.observe(Event(("before", option.move.act), position, number, option))
        return found

    def _faulted(self, fault: Faulted, event: Event) -> None:
        """Note an event that the rules do not decide; give up if a limit of the program is met."""
        if event.moment == LIMIT:
            raise TooMany
        self.observe(event)

    # -------------------------------------------------------------------- runs

    def _expand(self, number: int, option: Choice | None) -> None:
        """Make a move in a state, or begin a hand from it (a match from `START`), with every outcome of chance."""
        hidden = () if number == START else self.nodes[number].hidden
        ruled = option is not None and option.move.act in self.table.rulings
        sort: Sort = "dealt" if option is None else "ruled" if ruled else "moved"
        pending = deque[tuple[Script, int]]([(((),) * len(hidden), number)])
        first = not self.dealt
        while pending:
            script, origin = pending.popleft()
            self._spend()
            try:
                self._run(number, origin, Edge(number, option, script, sort))
                first = False
            except Looked as looked:
                branches = self._branches(script, looked)
                if first:
                    self._spread *= len(branches)
                    if self._spread * max(1, self.length) > MOST_RUNS:
                        raise TooMany from None
                pending.extendleft((branch, origin) for branch in reversed(branches))
            except AtShuffle as shuffle:
                target = origin
                if len(script) - len(hidden) >= (MOST_SHUFFLES if shuffle.key is None else MOST_ROUNDS):
                    raise TooMany from None
                if shuffle.key is not None:
                    known = self._known.get(shuffle.key)
                    target = len(self.nodes) if known is None else known
                    self._link(origin, target, Edge(number, option, script, sort))
                    if known is not None:
                        continue
                    self._known[shuffle.key], self._spread = target, 1
                    self.nodes.append(Node(None, (), Edge(number, option, script, sort)))
                pending.appendleft(((*script, ()), target))

    def _run(self, number: int, origin: int, edge: Edge) -> None:
        """Play on from a state to the next choice, by one script of chance."""
        cells, sources = ([], list[Source]()) if number == START else self._laid(number, edge.script)
        last = Position(tuple(cells))
        self._clauses.last = None
        dealer = _Dealer(edge.option, edge.script, None if number == START else cells, sources, self._key)

        def watch(moment: Moment, position: Position) -> None:
            if moment in self.watched:
                self.observe(Event(moment, position, number, edge.option, edge, sources))

        play = Play(self.rules, dealer, watch if self.watched else None)
        try:
            if number == START:
                cells = play.begin_match()
            elif edge.option is None:
                play.begin_hand(cells)
            else:
                self.table.perform(play, cells, edge.option)
        except Faulted as fault:
            self._faulted(fault, Event(moment_of(fault), last, number, edge.option, edge, sources, fault.message))
            return
        self._note(origin, edge.with_laid(sources), cells)

    def _key(self, option: Choice | None, cells: list[int] | None, cards: tuple[int, ...]) -> tuple[object, ...] | None:
        """Return the values that decide how play goes on after some cards are shuffled: the place in the text, and everything
        except the present places of the cards; None if these values are not known.
        """
        layout, clause = self.rules.layout, self._clauses.last
        if cells is None or clause not in self._single_shuffles or (option is not None and not self._goes_back):
            return None
        gone, now = mask_of(cards), list(cells)
        for slot in layout.holders:
            order, left = layout.order_of.get(slot), now[slot] & ~gone
            if order is not None and left != now[slot]:
                if left:
                    return None
                now[order] = 0
            now[slot] = left
        for place in layout.families:
            for slot in range(place.slot, place.slot + place.count):
                group = layout.faces.physical(now[slot])
                if group & gone and group & ~gone:
                    return None
                now[slot] = 0 if group & gone else now[slot]
        if any(isinstance(value, PileOrder) for value in now):
            return None
        move = None if option is None else (option.step, option.player, option.move.act, option.move.args)
        return clause, move, gone, self._read(tuple(now))

    def _read(self, cells: tuple[int, ...]) -> tuple[int, ...]:
        return as_read(cells, self.readings)

    def laid_out(self, number: int) -> list[int]:
        """Return the cells of a state, whose unknown cards may not be looked at."""
        return self._laid(number, ((),) * len(self.nodes[number].hidden))[0]

    def _laid(self, number: int, script: Script) -> tuple[list[int], list[Source]]:
        """Return the cells of a state with its piles in the order that a script fixes."""
        node = self.nodes[number]
        assert node.cells is not None
        cells, sources = list(node.cells), list[Source]()
        for place, (order, count) in enumerate(node.hidden):
            pile = pile_of(node.cells[self._slot_of[order]], node.cells[order])
            head = len(pile) - count
            source = source_of(place, script[place], pile[head:])
            sources.append(source)
            cells[order] = pile_order(order_of_pile((*pile[:head], *source.cards)), source, head, 0)
        return cells, sources

    def _branches(self, script: Script, looked: Looked) -> list[Script]:
        """Return the scripts that fix, in every possible way, the cards that a run has looked at."""
        source, number = looked.source, looked.source.number
        blocks = source.blocks
        if not looked.count:
            split = blocks[looked.block]
            ways = [
                (*blocks[: looked.block], *((card,) for card in order), *blocks[looked.block + 1 :])
                for order in permutations(split)
            ]
        else:
            rest = source.cards[source.fixed :]
            if comb(len(rest), looked.count) > MOST_RUNS:
                raise TooMany
            ways = [(*blocks, chosen) for chosen in combinations(rest, looked.count)]
        return [(*script[:number], way, *script[number + 1 :]) for way in ways]

    def _spend(self) -> None:
        self.runs += 1
        if self.runs > MOST_RUNS:
            raise TooMany

    # ------------------------------------------------------------------- nodes

    def _note(self, origin: int, edge: Edge, cells: list[int]) -> None:
        """Note the result of a run: a node, new or known, and the edge to it."""
        hidden, rests = list[tuple[int, int]](), list[tuple[int, int]]()
        for order in self._slot_of:
            value = cells[order]
            if isinstance(value, PileOrder):
                source, below = value.source, max(value.at, value.source.fixed)
                source.look(value.at, below, together=False)
                if len(source.cards) - below > 1:
                    hidden.append((order, len(source.cards) - below))
                    rests.append((order, source.number))
                cells[order] = int(value)
        state = tuple(cells)
        key = (self._read(state), tuple(hidden))
        target, edge = self._known.get(key), replace(edge, rests=tuple(rests))
        if target is None:
            target = self._known[key] = len(self.nodes)
            self.nodes.append(Node(state, tuple(hidden), edge))
            (self._frontier.appendleft if edge.sort == "seen" else self._frontier.append)(target)
            if self.lost is None and not conserved(self.rules.layout, Position(state)):
                self.lost = target
        if edge.sort == "dealt" and edge.before != START:
            kept = len(self.nodes[edge.before].hidden)
            self.carried = self.carried or any(edge.script[:kept]) or any(number < kept for _, number in rests)
            if state[PHASE] == PHASE_TURN:
                self.dealt[target] = None
        self._link(origin, target, edge)

    def _link(self, origin: int, target: int, edge: Edge) -> None:
        found = self.edges.setdefault(origin, {}).setdefault(target, [])
        if all(other.sort != edge.sort for other in found):
            found.append(edge)

    # ------------------------------------------------------------------- graph

    def way_to(self, number: int) -> list[Edge]:
        """Return the edges from `START` by which a node was reached first."""
        found = list[Edge]()
        while number != START:
            found.append(self.nodes[number].first)
            number = found[-1].before
        return found[::-1]

    def packs(self, edges: Sequence[Edge]) -> list[tuple[int, ...]]:
        """Return the packs of a course of play along some edges from `START`.  Each pack has the cards that were looked at
        later in their places, and the other cards in the order of the deck.
        """
        packs, rests = list[tuple[int, ...]](), dict[int, tuple[int, ...]]()
        for edge in reversed(edges):
            below = {number: rests[order] for order, number in edge.rests if order in rests}
            whole = [
                (*cards[:fixed], *below[number]) if number in below else cards
                for number, (cards, fixed) in enumerate(edge.laid)
            ]
            hidden = () if edge.before == START else self.nodes[edge.before].hidden
            packs = [*whole[len(hidden) :], *packs]
            rests = {order: whole[place] for place, (order, _) in enumerate(hidden)}
        return packs

    def circle(self) -> list[Edge] | None:
        """Return a shortest sequence of moves in one hand that returns to its first state; None if there is none."""
        leads = {
            origin: [
                (target, edge) for target, edges in targets.items() for edge in edges if self._goes_on(origin, target, edge)
            ]
            for origin, targets in self.edges.items()
        }
        on_circles = circles({origin: [target for target, _ in to] for origin, to in leads.items()})
        return _shortest_circle(leads, on_circles) if on_circles else None

    def _goes_on(self, origin: int, target: int, edge: Edge) -> bool:
        """Return whether an edge goes on with the turn or hand under way."""
        if edge.sort == "moved":
            return self.nodes[target].phase in (PHASE_TURN, None)
        return edge.sort == "seen"

    def dealt_for_ever(self) -> bool:
        """Return whether some shuffle is only followed by further shuffles."""
        into = dict[int, list[int]]()
        shuffles = [number for number, node in enumerate(self.nodes) if node.cells is None]
        leaving = list[int]()
        for number in shuffles:
            for target in self.edges.get(number, ()):
                into.setdefault(target, []).append(number)
                if self.nodes[target].cells is not None:
                    leaving.append(number)
        return not reached(leaving, into).issuperset(shuffles)

    def unending(self, *, ruled: bool) -> int | None:
        """Return a state from which no play ends the match, with or without findings of an arbiter. The state is between two
        hands or, if there is no such state, before the first hand; None if neither exists.
        """
        into = dict[int, list[int]]()
        for origin, targets in self.edges.items():
            for target, edges in targets.items():
                if ruled or any(edge.sort != "ruled" for edge in edges):
                    into.setdefault(target, []).append(origin)
        ending = reached((number for number, node in enumerate(self.nodes) if node.phase == PHASE_OVER), into)
        left = [number for number in range(len(self.nodes)) if number not in ending]
        return next((n for phase in (PHASE_COUNTED, PHASE_BEFORE) for n in left if self.nodes[n].phase == phase), None)


def reached(starts: Iterable[int], leads: Mapping[int, Iterable[int]]) -> set[int]:
    """Return the given nodes and all nodes that can be reached from them."""
    found = set(starts)
    waiting = list(found)
    while waiting:
        for target in leads.get(waiting.pop(), ()):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


def circles(leads: Mapping[int, Sequence[int]]) -> set[int]:
    """Return the nodes that remain after nodes without outgoing edges have been removed repeatedly. All their paths end in
    cycles.
    """
    left = {origin: len(set(targets)) for origin, targets in leads.items()}
    into = dict[int, list[int]]()
    for origin, targets in leads.items():
        for target in set(targets):
            into.setdefault(target, []).append(origin)
    nodes = {*left, *into}
    waiting = [node for node in nodes if not left.get(node)]
    gone = set(waiting)
    while waiting:
        for origin in into.get(waiting.pop(), ()):
            left[origin] -= 1
            if not left[origin] and origin not in gone:
                gone.add(origin)
                waiting.append(origin)
    return nodes - gone


def _shortest_circle(leads: Mapping[int, Sequence[tuple[int, Edge]]], nodes: set[int]) -> list[Edge]:
    """Return the edges of a shortest cycle through the first of some nodes that is on a cycle."""
    for start in sorted(nodes):
        came: dict[int, tuple[int, Edge]] = {}
        waiting = deque([start])
        while waiting and start not in came:
            origin = waiting.popleft()
            for target, edge in leads.get(origin, ()):
                if target in nodes and target not in came:
                    came[target] = origin, edge
                    waiting.append(target)
        if start in came:
            way = [came[start]]
            while way[-1][0] != start:
                way.append(came[way[-1][0]])
            return [edge for _, edge in reversed(way)]
    raise AssertionError("no circle among the nodes of circles")


def _single_shuffles(rules: Rules) -> frozenset[str]:
    """Return the clauses that shuffle cards once."""
    shuffles = {
        clause.name: [e for e in sentence.effects if isinstance(e.body, g.Shuffle)]
        for clause, sentence in rules.game.with_sentence(g.Consequence)
    }
    return frozenset(name for name, effects in shuffles.items() if len(effects) == 1 and effects[0].each is None)


def _goes_back(rules: Rules) -> bool:
    """Return whether some clause returns to an earlier one, so that a course of events can reach a shuffle again."""
    return any(isinstance(part, g.Repeat) for part in parts(tuple(clause.sentence for clause in rules.game.clauses)))
