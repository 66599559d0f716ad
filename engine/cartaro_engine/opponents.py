"""Opponents: one chooses the move with the best immediate result, and one searches with many simulated hands.

A world is a state that agrees with everything that a player knows. It is constructed only from the player's view and memory:
the cards whose places the player does not know are shuffled into the places whose cards are hidden, and each place keeps its
number of cards. Cards that would have made a move of another player illegal are not put into that player's hand (`RuledOut`).
How likely a world is, given the other moves, is considered only in games that are rehearsed (`Rehearsal`). Each opponent gets
the view and the memory of its player and draws from its own seed. The same view, memory and seed give the same choice. Its work
is bounded by a number of simulations and of steps of the engine, and not by time.

The search is `lower/tree_search`, in compiled code; this module gives it worlds. If the engine does not play the game, or stops
in it, the moves are tried at a table, each in the same few worlds, with random play to the end of the hand.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import hypot, sqrt
from random import Random
from types import MappingProxyType
from typing import Final, Protocol
from weakref import WeakKeyDictionary

from cartaro_engine.lower.tree_search import (
    ASKED,
    ENTRIES,
    ENTRY_WORDS,
    MOST_COMPARED,
    OFFSET,
    ROW_WORDS,
    UNIT,
    history_of,
)
from cartaro_engine.running.engine import Engine
from cartaro_engine.running.machines import HandChance, PythonMachine, Trapped, halves
from cartaro_engine.table.tables import (
    EngineTable,
    GamePosition,
    GameTable,
    KnownCards,
    Onlooker,
    Remembered,
    chance_from,
    in_sight,
    payoff_of_points,
    points_of,
)
from cartaro_interpreter import (
    PHASE,
    PHASE_TURN,
    STEP,
    TURN,
    Choice,
    Faulted,
    Move,
    Play,
    Rules,
    SeededChance,
    State,
    View,
    ZoneView,
    after,
    cards_in_sight,
    choice_of,
    hides_result,
    mask_of,
    members,
    named_to_all,
    order_of_pile,
    unlaid,
)

# ---------------------------------------------------------------------- imagined


EMPTY: Final[Mapping[int, int]] = MappingProxyType({})
MOST_DEALT: Final = 20


def imagined(rules: Rules, seen: View, known: KnownCards, random: Random, ruled_out: Mapping[int, int] = EMPTY) -> State | None:
    """Return a state that looks to the player as the real state does. Return None if a family of zones is not seen, or nothing
    fits. `ruled_out` has the cards that are hardly in a cell (`RuledOut`).
    """
    layout = rules.layout
    cells = [0] * layout.size
    cells[TURN], cells[STEP], cells[PHASE] = seen.turn, seen.step, seen.phase
    for name, values in seen.memory:
        slot = layout.memory[name]
        cells[slot.slot : slot.slot + slot.count] = values
    remembered = dict(zip(layout.holders, known, strict=True))
    hidden = [_Hidden(layout.holders[0], seen.out_of_sight, (), remembered[layout.holders[0]])]
    shown = 0
    for zone in seen.zones:
        place = layout.places[zone.zone]
        slot_of = place.slot + zone.owner
        if zone.cards is not None:
            _lay_open(rules, cells, slot_of, zone)
            shown |= layout.faces.physical(mask_of(zone.cards))
        elif place.zone.family:
            return None
        else:
            top = () if zone.top is None else (zone.top,)
            shown |= mask_of(top)
            hidden.append(_Hidden(slot_of, zone.size, top, remembered[slot_of] & ~mask_of(top)))
    if not _fill(rules, cells, hidden, shown, random, ruled_out):
        return None
    Play(rules, SeededChance(0)).settle_active_players(cells)
    return State(tuple(cells))


class _Hidden:
    """A place with hidden cards: the number of its cards, and the known cards."""

    def __init__(self, slot: int, size: int, top: tuple[int, ...], known: int) -> None:
        self.slot, self.size, self.top, self.known = slot, size, top, known

    @property
    def room(self) -> int:
        return self.size - len(self.top) - self.known.bit_count()


def _lay_open(rules: Rules, cells: list[int], slot: int, zone: ZoneView) -> None:
    """Set the cards of a place that is seen; a place in a family is a group."""
    cards, order = zone.cards or (), rules.layout.order_of.get(slot)
    cells[slot] = mask_of(cards)
    if order is not None:
        cells[order] = order_of_pile(cards)


def _fill(
    rules: Rules, cells: list[int], hidden: list[_Hidden], shown: int, random: Random, ruled_out: Mapping[int, int]
) -> bool:
    """Deal the unknown cards to the places that have room. Return whether they fit."""
    placed = shown
    for place in hidden:
        placed |= place.known
    cards = shuffled(members(rules.layout.pack & ~placed), random)
    if any(place.room < 0 for place in hidden) or sum(place.room for place in hidden) != len(cards):
        return False
    apart = _dealt_apart(cards, hidden, ruled_out, random) if ruled_out else []
    for n, place in enumerate(hidden):
        dealt = apart[n] if apart else [cards.pop() for _ in range(place.room)]
        held = (*place.top, *shuffled((*members(place.known), *dealt), random))
        cells[place.slot] = mask_of(held)
        order = rules.layout.order_of.get(place.slot)
        if order is not None:
            cells[order] = order_of_pile(held)
    return True


def _dealt_apart(cards: list[int], hidden: list[_Hidden], ruled_out: Mapping[int, int], random: Random) -> list[list[int]]:
    """Return cards for each place, none of which is ruled out there; or nothing if that fails some times."""
    barred = [ruled_out.get(place.slot, 0) for place in hidden]
    hardest_first = sorted(cards, key=lambda card: -sum(mask >> card & 1 for mask in barred))
    for _ in range(MOST_DEALT):
        found, room = [list[int]() for _ in hidden], [place.room for place in hidden]
        for card in hardest_first:
            weights = [0 if mask >> card & 1 else left for mask, left in zip(barred, room, strict=True)]
            if not any(weights):
                break
            place = drawn([weight / sum(weights) for weight in weights], random)
            found[place].append(card)
            room[place] -= 1
        else:
            return found
    return []


def drawn(shares: Sequence[float], random: Random) -> int:
    """Return the index of a share, drawn in proportion to it."""
    left = random.random()
    for n, share in enumerate(shares):
        left -= share
        if left < 0:
            return n
    return max(range(len(shares)), key=lambda n: shares[n])


def shuffled(cards: tuple[int, ...], random: Random) -> list[int]:
    """Return cards in a random order, made only with `random()`, whose sequence Python promises to keep."""
    found = list(cards)
    for last in range(len(found) - 1, 0, -1):
        other = int(random.random() * (last + 1))
        found[last], found[other] = found[other], found[last]
    return found


# ----------------------------------------------------------------------- options


Tried = tuple[tuple[Move, tuple[int, ...]], ...]
"""Each move that was tried, with the points of each side."""
MoveKey = tuple[str, tuple[int, ...]]
"""A move in the form in which its player chooses it (`choice_of`), as its act and arguments."""
Wanted = frozenset[MoveKey]
"""The moves to try."""


def key_of(rules: Rules, move: Move) -> MoveKey:
    """Return the key of a move as its player chooses it."""
    choice = choice_of(rules.game, move)
    return choice.act, choice.args


def wanted_of(rules: Rules, options: Sequence[Choice], wanted: Wanted) -> Iterator[tuple[int, Move]]:
    """Yield the wanted moves among legal moves, with their indices."""
    return ((n, option.move) for n, option in enumerate(options) if key_of(rules, option.move) in wanted)


# --------------------------------------------------------------------- opponents


SIMULATIONS: Final = 16_000
MOST_SPENT: Final = 600_000_000
"""The largest number of simulations for a choice, and of steps of the engine in them: about a second."""
IN_A_WORLD: Final = 4
COMPARED_IN_A_WORLD: Final = 8
"""The number of simulations in a world, first of all moves, then of those that are compared: a world costs about as much."""
UNGUIDED: Final = 64
FIRST_SPREAD: Final = 1 << 20
"""The first simulations try all moves of a choice about as often, with this weight of exploration; then the weight is the
greatest deviation of all values, times `EXPLORATION`.
"""
EXPLORATION: Final = 0.7
COMPARING: Final = 0.2
"""The part of the deviation that is the weight of exploration while moves are compared: what follows is to be played well."""
PYTHON_IS_SLOWER: Final = 200
FEWER_IN_PYTHON: Final = 800
"""A machine that runs in Python makes fewer steps, and fewer simulations, by these factors."""
REHEARSED: Final = 100_000
REHEARSED_TOGETHER: Final = 128
MOST_REHEARSED: Final = 4 * MOST_SPENT
TRIAL_MATCHES: Final = 256
REHEARSAL_SEED: Final = 20_261_201
"""The largest number of matches of which hands are played before the first choice, how many in a call, the largest number of
steps, and the seed. A game is not rehearsed if `TRIAL_MATCHES` fill a sixteenth of the memory; a quarter is left to the search.
"""
MOST_CONCLUSIONS: Final = 256
"""The number of moves of which an opponent remembers what they rule out."""
POOL: Final = 600
SMOOTHING: Final = 20
"""The number of worlds among which the likely ones are drawn; how many hands as the others could have them are added to those
that were found in the rehearsal, so that no hand is impossible.
"""
NOT_MADE: Final = (0, 0.0)
NO_OPTION: Final = -1
FIRST_PART: Final = 0.3
"""The part of the work in which the search chooses all moves."""
UNLAID: Final = 0.5
"""The value of a point that stays in the hand, if all groups are laid, besides its value in the simulations."""
TRIAL_ROUNDS: Final = (8, 64, 512, 1_024)
"""The rounds of a solution after which the sizes of the game are looked at: it is small if nearly all information sets are
found in half of them.
"""
ROUNDS: Final = 160_000
ROUNDS_IN_A_CALL: Final = 4_000
SOLVING_SEED: Final = 20_261_129
"""The number of rounds, and their seed: some seconds, once for a table."""
FEW_WORLDS: Final = 3
FEW_MOVES: Final = 24
"""The number of worlds, and of moves that are played on in each, if the engine does not play the game."""
GREEDY_WORLDS: Final = 4
MOST_TRIED: Final = 60
"""The largest number of moves tried for a choice without the engine; if there are more, this number is drawn at random."""


class Opponent(Protocol):
    """Chooses one of the legal moves, which are not empty."""

    def choose(self, seen: View, known: KnownCards, moves: Sequence[Move]) -> int:
        """Return the index of the chosen move."""
        ...


class RandomOpponent:
    """Chooses uniformly, independently of its view."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def choose(self, seen: View, known: KnownCards, moves: Sequence[Move]) -> int:
        """See `Opponent`."""
        del seen, known
        return int(self._random.random() * len(moves))


class ImaginingOpponent:
    """Values moves in a few possible worlds, all of them or a sample of `MOST_TRIED`, and chooses the best, the first of
    several. If it cannot construct a world, it chooses at random. A card that is chosen unseen is equally likely to be each
    possible card, so the mean over these cards counts.
    """

    def __init__(self, rules: Rules, seed: str, valuer: Valuer) -> None:
        self._rules, self._random, self._valuer = rules, Random(seed), valuer

    def choose(self, seen: View, known: KnownCards, moves: Sequence[Move]) -> int:
        """See `Opponent`."""
        if len(moves) == 1:
            return 0
        sample = self._sample(len(moves))
        values, place_of = [0.0] * len(sample), {(moves[n].act, moves[n].args): place for place, n in enumerate(sample)}
        wanted = frozenset(place_of)
        imaginable = False
        for _ in range(self._valuer.worlds):
            world = imagined(self._rules, seen, known, self._random)
            if world is None:
                break
            imaginable = True
            worth = dict[int, list[float]]()
            for move, points in self._valuer.tried(world, wanted):
                place = place_of[key_of(self._rules, move)]
                worth.setdefault(place, []).append(payoff_of_points(self._rules, points)[seen.player])
            for place, found in worth.items():
                values[place] += sum(found) / len(found)
        return sample[values.index(max(values))] if imaginable else int(self._random.random() * len(moves))

    def _sample(self, count: int) -> Sequence[int]:
        """Return the indices of the moves to be tried, in their order."""
        if count <= MOST_TRIED:
            return range(count)
        return sorted(shuffled(tuple(range(count)), self._random)[:MOST_TRIED])


class Valuer(Protocol):
    """Evaluates moves in a world; `worlds` is the number of worlds that it evaluates."""

    worlds: int

    def tried(self, world: State, wanted: Wanted) -> Tried:
        """Return the wanted moves that are legal in a world, each with the points of each side."""
        ...


class ImmediateValue:
    """Values a move by the points for the cards as they are after the move."""

    def __init__(self, table: GameTable, worlds: int) -> None:
        self._table, self.worlds = table, worlds

    def tried(self, world: State, wanted: Wanted) -> Tried:
        """See `Valuer`."""
        table, position = self._table, GamePosition(world, (1, 1, 1, 1))
        try:
            tried = tuple(wanted_of(table.rules, table.legal(position), wanted))
            after = [table.after(position, number) for number, _ in tried]
            points = [one.points or points_of(table.rules, one.state) for one in after]
        except Faulted:
            return ()
        return tuple((move, own) for (_, move), own in zip(tried, points, strict=True))


class PlayoutValue:
    """Values a move by the points when the hand is played on at random at a table, with the same chance for all moves of a
    world. A hand that is still not over after some moves is counted as the cards are then.
    """

    def __init__(self, table: GameTable, seed: str, worlds: int) -> None:
        self._table, self._seed = table, int(Random(seed).random() * 2**32)
        self.worlds, self._number = worlds, 0

    def tried(self, world: State, wanted: Wanted) -> Tried:
        """See `Valuer`."""
        self._number += 1
        position = GamePosition(world, tuple(HandChance(self._seed, self._number).words))
        try:
            tried = tuple(wanted_of(self._table.rules, self._table.legal(position), wanted))
            return tuple((move, self._played(self._table.after(position, n))) for n, move in tried)
        except Faulted:
            return ()

    def _played(self, position: GamePosition) -> tuple[int, ...]:
        for _ in range(FEW_MOVES):
            if position.state.phase != PHASE_TURN:
                return position.points or (0,) * self._table.rules.game.sides
            chance = chance_from(position.chance)
            number = chance.below(len(self._table.legal(position)))
            position = self._table.after(GamePosition(position.state, tuple(chance.words)), number)
        return points_of(self._table.rules, position.state)


def entries_in(engine: Engine) -> int:
    """Return the number of entries that the memory of a search has in use."""
    return sum(map(bool, engine.machine.read(engine.lowered.tree.entries, ENTRIES * ENTRY_WORDS)[::ENTRY_WORDS]))


class Solution:
    """A strategy of a small game, by self-play in the engine (`lower/solving`)."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @staticmethod
    def of(engine: Engine) -> Solution | None:
        """Return the strategy after `ROUNDS` rounds; or None if the game is too large."""
        found = Solution(engine)
        engine.machine.call("forget")
        first, before, entries = 0, 0, 0
        for end in TRIAL_ROUNDS:
            try:
                if not engine.machine.call("solve", *halves(SOLVING_SEED), first, end):
                    return None
            except Trapped:
                return None
            first, before, entries = end, entries, entries_in(engine)
            if not 0 < entries <= ENTRIES // 4:
                return None
        if entries - before > before // 8:
            return None
        rounds = ROUNDS // (PYTHON_IS_SLOWER if isinstance(engine.machine, PythonMachine) else 1)
        for start in range(first, rounds, ROUNDS_IN_A_CALL):
            engine.machine.call("solve", *halves(SOLVING_SEED), start, start + ROUNDS_IN_A_CALL)
        return found

    def weights(self, world: State, moves: Iterable[Move]) -> dict[MoveKey, int]:
        """Return the weight of each legal move in the average strategy, for the player to move in a state after some moves."""
        engine, machine = self._engine, self._engine.machine
        history = history_of(engine.rules, engine.lowered.plan.width, moves)
        engine.load(world.cells)
        rows = machine.read(engine.lowered.tree.rows, machine.call("advise", history) * ROW_WORDS)[::ROW_WORDS]
        return {
            key_of(engine.rules, option.move): machine.read(entry, ENTRY_WORDS)[-1] if entry > 0 else 0
            for option, entry in zip(engine.legal(), rows, strict=True)
        }


class Rehearsal:
    """The moves and hands in hands that are played from their deal, for a game in which the same standings occur again and
    again, as in rounds of bets. It is made once for a table.
    """

    def __init__(self) -> None:
        self._words: Sequence[int] = ()

    @staticmethod
    def of(engine: Engine) -> Rehearsal | None:
        """Return the rehearsal of some matches; None if hardly any standing occurs twice."""
        found, machine, tree = Rehearsal(), engine.machine, engine.lowered.tree
        if isinstance(machine, PythonMachine):  # the few hands for which there is time show nothing
            return None
        machine.call("forget")
        machine.write(tree.spread, [FIRST_SPREAD])
        end, spent = 0, 0
        while end < REHEARSED and spent < MOST_REHEARSED:
            try:
                machine.call("rehearse", *halves(REHEARSAL_SEED), end, end + REHEARSED_TOGETHER)
            except Trapped:
                return None
            end += REHEARSED_TOGETHER
            spent += engine.lowered.steps - machine.read(engine.lowered.plan.steps, 1)[0]
            machine.write(tree.spread, [int(EXPLORATION * deviation(engine) * UNIT)])
            if end <= TRIAL_MATCHES and entries_in(engine) > ENTRIES // 16:
                return None
            if end % (8 * TRIAL_MATCHES) == 0 and entries_in(engine) > ENTRIES * 3 // 4:
                break
        found._words = array("q", machine.read(tree.entries, ENTRIES * ENTRY_WORDS))
        return found

    def recall(self, engine: Engine) -> None:
        """Put the findings into the memory of a search."""
        engine.machine.write(engine.lowered.tree.entries, self._words)
        engine.machine.write(engine.lowered.tree.rehearsed, [1])


_rehearsed: WeakKeyDictionary[EngineTable, Rehearsal | None] = WeakKeyDictionary()


def rehearsal_of(table: EngineTable) -> Rehearsal | None:
    """Return what hands at a table show, played at the first call; or None if hardly any standing occurs twice."""
    if table not in _rehearsed:
        _rehearsed[table] = Rehearsal.of(table.engine.another())
    return _rehearsed[table]


_solved: WeakKeyDictionary[EngineTable, Solution | None] = WeakKeyDictionary()


def solution_of(table: EngineTable) -> Solution | None:
    """Return the strategy of a table's game, made at the first call; or None if the game is too large."""
    if table not in _solved:
        _solved[table] = Solution.of(table.engine.another())
    return _solved[table]


class RuledOut:
    """The cards that other players do not hold, because a move of theirs would have been illegal with them: after a card of
    another suit than the one led, the cards of the suit led.

    A move of the player in turn rules cards out if it is illegal in one of a few worlds that look as the table did before it.
    Then each card that was not seen is tried next to the cards of the move, as the only card of the hand. A finding holds
    as long as the hand gets no further cards.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine, self._rules = engine, engine.rules
        self._found = dict[tuple[View, Move], tuple[int, int]]()
        self._random = Random(0)

    def of(self, seen: View, known: KnownCards) -> Mapping[int, int]:
        """Return the cards that are ruled out, for the cell of each hand."""
        found, later = dict[int, int](), self._sizes(seen)
        if not isinstance(known, Remembered) or self._rules.game.deck.readings:
            return found
        for was, move in zip(reversed(known.views), reversed(known.moves), strict=True):
            before, mover, cards, played = self._sizes(was), 0, 0, 0
            if was.turn != seen.player and move.act in self._rules.acts:
                mover, cards = self._of_move(was, move)
                played = (named_to_all(self._rules, move) & ~cards_in_sight(self._rules, was)).bit_count()
            # a hand that got cards since holds nothing of what was found before
            later = {
                slot: size
                for slot, size in before.items()
                if slot in later and later[slot] <= size - (played if slot == mover else 0)
            }
            if cards and mover in later:
                found[mover] = found.get(mover, 0) | cards
        return found

    def _sizes(self, seen: View) -> dict[int, int]:
        """Return the number of cards in the cell of each hand that the player does not see."""
        places = self._rules.layout.places
        hands = [z for z in seen.zones if z.cards is None and places[z.zone].zone.owner == "player"]
        return {places[zone.zone].slot + zone.owner: zone.size for zone in hands if not places[zone.zone].zone.family}

    def _of_move(self, was: View, move: Move) -> tuple[int, int]:
        if (was, move) not in self._found:
            if len(self._found) > MOST_CONCLUSIONS:
                self._found.clear()
            try:
                self._found[was, move] = self._tried(was, move)
            except Trapped:
                self._found[was, move] = (0, 0)
        return self._found[was, move]

    def _tried(self, was: View, move: Move) -> tuple[int, int]:
        """Return the cell of the mover's hand, and the cards that are ruled out there. The worlds do not depend on earlier
        trials, so that the same view and memory give the same result.
        """
        self._random = Random(0)
        rules, layout = self._rules, self._rules.layout
        own = {layout.places[z.zone].slot + z.owner for z in was.zones if z.owner == was.turn} & self._sizes(was).keys()
        named = named_to_all(rules, move) & ~cards_in_sight(rules, was)
        for slot in sorted(own) if named else ():
            if not self._is_legal(was, slot, named, move, alone=True):
                continue
            if all(self._is_legal(was, slot, named, move, alone=False) for _ in range(FEW_WORLDS)):
                return slot, 0
            unseen = members(layout.pack & ~cards_in_sight(rules, was) & ~named)
            return slot, mask_of(c for c in unseen if not self._is_legal(was, slot, named | 1 << c, move, alone=True))
        return 0, 0

    def _is_legal(self, was: View, slot: int, cards: int, move: Move, *, alone: bool) -> bool:
        """Return whether a move is legal in a world in which a hand has some cards, or only these: the others are then out of
        sight. It is if there is no such world.
        """
        rules, layout = self._rules, self._rules.layout
        held = (known | cards if at == slot else known for at, known in zip(layout.holders, in_sight(rules, was), strict=True))
        world = imagined(rules, was, tuple(held), self._random)
        if world is None:
            return True
        cells = list(world.cells)
        if alone:
            cells[layout.holders[0]] |= cells[slot] & ~cards
            cells[slot] = cards
        self._engine.load(cells)
        wanted = key_of(rules, move)
        return any(key_of(rules, option.move) == wanted for option in self._engine.legal())


class _Trial:
    """The simulations for one choice: their number, the steps spent, and the worlds in which they begin. If the game was
    rehearsed, worlds are drawn from a pool by how likely what has been done makes the hands in them.
    """

    def __init__(self, searched: SearchingOpponent, seen: View, known: KnownCards, *, rehearsed: bool) -> None:
        self._engine, self._random = searched.engine, searched.random
        self._seen, self._known, self._ruled_out = seen, known, searched.ruled_out.of(seen, known)
        self._seed = halves(int(self._random.random() * 2**63))
        self.made, self.spent, self.widest, self._number = 0, 0, 0.0, 0
        self.state: State | None = None
        self._asked, self._options = self._engine.lowered.tree.asked, 0
        self._pool, self._sums = list[State](), list[float]()
        if rehearsed:
            self._weigh_worlds()

    def _weigh_worlds(self) -> None:
        """Make a pool of worlds, each with its weight: how much more often than elsewhere the other players' hands had these
        shapes at this standing, in the rehearsal.
        """
        engine, players = self._engine, self._engine.rules.game.players
        weights = list[float]()
        for _ in range(POOL):
            world = imagined(engine.rules, self._seen, self._known, self._random, self._ruled_out)
            if world is None:
                return
            engine.load(world.cells)
            engine.machine.call("recall")
            numbers = engine.machine.read(engine.lowered.tree.rows, 4 * players)
            weight = 1.0
            for player in range(players):
                here, all_here, anywhere, all_of_them = numbers[4 * player : 4 * player + 4]
                if player != self._seen.player and anywhere:
                    part = anywhere / all_of_them
                    weight *= (here + SMOOTHING * part) / (all_here + SMOOTHING) / part
            self._pool.append(world)
            weights.append(weight)
        self._sums = list(accumulate(weights))

    def world(self) -> bool:
        """Load another world into the engine; return False if none fits the view."""
        if self._sums:
            world: State | None = self._pool[bisect_right(self._sums, self._random.random() * self._sums[-1], hi=POOL - 1)]
        else:
            world = imagined(self._engine.rules, self._seen, self._known, self._random, self._ruled_out)
        self.state = world
        if world is not None:
            self._engine.load(world.cells)
        return world is not None

    def ask(self, options: Sequence[int]) -> None:
        """Let simulations begin with these options, or with any move if there is only `NO_OPTION`."""
        self._options = len(options)
        zeros = [0] * (3 * MOST_COMPARED - len(options))
        self._engine.machine.write(self._asked + len(ASKED), [*options, *zeros])

    def explore(self, count: int) -> None:
        """Make some simulations for each option that was asked for."""
        machine, plan = self._engine.machine, self._engine.lowered.plan
        first = self._number
        machine.write(self._asked, [self._seen.player, *self._seed, first, first + count, self._options])
        machine.call("explore")
        self._number += count
        self.spent += self._engine.lowered.steps - machine.read(plan.steps, 1)[0]
        self.made += count * self._options

    def sums(self) -> list[tuple[int, int]]:
        """Return the sums of the values, and of their squares, of the simulations with each option that was asked for."""
        words = self._engine.machine.read(self._asked + len(ASKED) + MOST_COMPARED, 2 * MOST_COMPARED)
        return [(words[n], words[MOST_COMPARED + n]) for n in range(self._options)]


class SearchingOpponent:
    """Searches with simulations in worlds, and makes the move with the best mean of the moves that are compared to the end. The
    memory of the search is cleared before each choice. In a small game, the opponent draws its move by a strategy that is near
    an equilibrium.
    """

    def __init__(self, table: EngineTable, seed: str, simulations: int, plain: Opponent) -> None:
        self.engine, self.random, self._plain = table.searcher, Random(seed), plain
        self._table, self.ruled_out = table, RuledOut(self.engine)
        in_python = isinstance(self.engine.machine, PythonMachine)
        self._simulations = max(IN_A_WORLD, simulations // FEWER_IN_PYTHON if in_python else simulations)
        self._most_spent = MOST_SPENT // PYTHON_IS_SLOWER if in_python else MOST_SPENT

    def choose(self, seen: View, known: KnownCards, moves: Sequence[Move]) -> int:
        """See `Opponent`."""
        if len(moves) == 1:
            return 0
        shares = self.shares(seen, known, moves)
        if shares:
            return drawn(shares, self.random)
        try:
            found = self._searched(seen, known)
        except Trapped:
            found = None
        if not found:
            return self._plain.choose(seen, known, moves)
        rules = self.engine.rules
        return max(range(len(moves)), key=lambda n: (found.get(key_of(rules, moves[n]), NOT_MADE), -n))

    def shares(self, seen: View, known: KnownCards, moves: Sequence[Move]) -> list[float]:
        """Return how often each move is made, if the game is small enough to be solved; otherwise nothing."""
        solution = solution_of(self._table) if isinstance(known, Remembered) else None
        world = imagined(self.engine.rules, seen, known, self.random) if solution is not None else None
        if solution is None or world is None or not isinstance(known, Remembered):
            return []
        found = solution.weights(world, known.moves)
        weights = [found.get(key_of(self.engine.rules, move), 0) for move in moves]
        return [weight / sum(weights) for weight in weights] if sum(weights) else []

    def _searched(self, seen: View, known: KnownCards) -> dict[MoveKey, tuple[int, float]]:
        """Return how far each move has come and its mean value; nothing if no world fits the view.

        In a first part, the search chooses all moves. In the second, the moves with the most simulations begin as many each, in
        the same worlds and with the same chance, and after each round half of them are left out (sequential halving).
        """
        engine, rules = self.engine, self.engine.rules
        machine, tree = engine.machine, engine.lowered.tree
        rehearsal = rehearsal_of(self._table)
        machine.call("forget")
        if rehearsal is not None:
            rehearsal.recall(engine)
        trial = _Trial(self, seen, known, rehearsed=rehearsal is not None)
        machine.write(tree.spread, [FIRST_SPREAD])
        trial.ask([NO_OPTION])
        while trial.made < self._simulations * FIRST_PART and trial.spent < self._most_spent * FIRST_PART:
            if not trial.world():
                return {}
            trial.explore(IN_A_WORLD)
            trial.widest = max(trial.widest, deviation(engine))
            if trial.made >= UNGUIDED:
                machine.write(tree.spread, [int(EXPLORATION * trial.widest * UNIT)])
        options, counts = self._weighed()
        found = {key_of(rules, option.move): (0, float(times)) for option, times in zip(options, counts, strict=True)}
        if len(found) < len(options):  # cards chosen unseen: an option is another move in another world
            return found
        left: list[int] = sorted(range(len(counts)), key=lambda n: -counts[n])[:MOST_COMPARED]
        sums, squares, made = dict.fromkeys(left, 0), dict.fromkeys(left, 0), 0
        owed = self._unlaid_after(trial, options)
        rounds_means = list[tuple[dict[int, float], dict[int, float]]]()
        rounds = max(1, len(left).bit_length() - 1)
        share = min(self._simulations - trial.made, trial.made * self._most_spent // max(1, trial.spent)) // rounds
        machine.write(tree.spread, [int(COMPARING * trial.widest * UNIT)])
        for level in range(1, rounds + 1):
            trial.ask(left)
            times = max(1, COMPARED_IN_A_WORLD // len(left))
            for _ in range(max(1, share // (len(left) * times))):
                if len(left) == 1 or not trial.world():
                    break
                trial.explore(times)
                made += times
            for option, (total, squared) in zip(left, trial.sums(), strict=True):
                sums[option] += total
                squares[option] += squared
            means = {option: hopeful(sums[option], squares[option], max(1, made)) - owed.get(option, 0.0) for option in left}
            rounds_means.append(
                (means, {option: standard_error(sums[option], squares[option], max(1, made)) for option in left})
            )
            left = sorted(left, key=means.__getitem__, reverse=True)[: max(1, len(left) // 2)]
            for option in left:
                found[key_of(rules, options[option].move)] = (level, means[option])
        first = self._to_do_first(trial.state, left[0], rounds_means)
        if first is not None:
            found[key_of(rules, options[first].move)] = (rounds + 1, 0.0)
        return found

    def _to_do_first(
        self, state: State | None, best: int, compared: Sequence[tuple[Mapping[int, float], Mapping[int, float]]]
    ) -> int | None:
        """Return a move that is not shown to be worse than the best one, and that costs nothing: the best move is still legal
        in the same turn, and if the hand were counted then, the player would have more than without the first move. So a
        card that can be laid off is laid off before the discard. Return None if there is no such move.
        """
        if state is None:
            return None
        later = self._counted_after(state, (best,))
        level = [
            (means[option], option)
            for (means, errors), (left, _) in zip(compared, (*compared[1:], ({best: 0.0}, {})), strict=True)
            for option in means
            if option not in left and means[best] - means[option] <= hypot(errors[best], errors[option])
        ]
        for _, option in sorted(level, reverse=True) if later is not None else ():
            both = self._counted_after(state, (option, best))
            if later is not None and both is not None and both > later:
                return option
        return None

    def _counted_after(self, state: State, numbers: Sequence[int]) -> float | None:
        """Return the value of the hand to the player in turn, if it were counted after these moves of one turn, which are
        options of the state. Return None if they are not, or their results are hidden or end the hand.
        """
        engine, rules = self.engine, self.engine.rules
        engine.load(state.cells)
        options = engine.legal()
        wanted, player = [key_of(rules, options[number].move) for number in numbers], options[0].player
        try:
            for key in wanted:
                cells, options = engine.state().cells, engine.legal()
                place = next(
                    (n for n, one in enumerate(options) if one.player == player and key_of(rules, one.move) == key), None
                )
                if place is None or hides_result(rules, cells, options[place]):
                    return None
                engine.act(place)
                if engine.awaits() != PHASE_TURN:
                    return None
            return payoff_of_points(rules, points_of(rules, engine.state()))[player]
        except (Trapped, Faulted):
            return None

    def _unlaid_after(self, trial: _Trial, options: Sequence[Choice]) -> dict[int, float]:
        """Return, for each move, the totals of the hand that it leaves beyond the totals of its act's best move, if groups of
        the hand are laid (`unlaid`): simulations rarely live to see a group that is laid many turns later. The last world is
        used; a player sees these cards in every world.
        """
        rules, state, player = self.engine.rules, trial.state, options[0].player
        by_act = dict[str, dict[int, int]]()
        for number, option in enumerate(options):
            if state is None or option.move.act not in rules.acts or hides_result(rules, state.cells, option):
                continue
            try:
                reached = State(tuple(after(rules, state.cells, option)))
            except Faulted:
                continue
            totals = [one.least for one in unlaid(rules, reached, player)]
            if totals:
                by_act.setdefault(option.move.act, {})[number] = sum(totals)
        return {n: UNLAID * (total - min(some.values())) for some in by_act.values() for n, total in some.items()}

    def _weighed(self) -> tuple[tuple[Choice, ...], list[int]]:
        """Return the legal moves of the world in the engine, with their numbers of simulations."""
        machine, tree = self.engine.machine, self.engine.lowered.tree
        rows = machine.read(tree.rows, machine.call("weigh") * ROW_WORDS)[::ROW_WORDS]
        return self.engine.legal(), [machine.read(entry + 1, 1)[0] if entry > 0 else 0 for entry in rows]


def hopeful(total: int, squared: int, number: int) -> float:
    """Return the mean of some values, plus its standard error: a move with a certain value (a fold) gives up the chance
    that another of about the same mean is better.
    """
    return total / number + standard_error(total, squared, number)


def standard_error(total: int, squared: int, number: int) -> float:
    """Return the standard error of the mean of some values."""
    return sqrt(max(0.0, squared / number - (total / number) ** 2) / number)


def deviation(engine: Engine) -> float:
    """Return the standard deviation of the values of all simulations so far."""
    tree, players = engine.lowered.tree, engine.rules.game.players
    (number,) = engine.machine.read(tree.number, 1)
    sums = engine.machine.read(tree.sums, 2 * players)
    variances = (sums[players + n] / number - (sums[n] / number - OFFSET) ** 2 for n in range(players))
    return sqrt(max(0.0, sum(variances) / players))


def greedy(table: GameTable, seed: str, worlds: int = GREEDY_WORLDS) -> Opponent:
    """Return an opponent that takes the move with the best points for its side as the cards are after the move."""
    return ImaginingOpponent(table.rules, seed, ImmediateValue(table, worlds))


def good(table: GameTable, seed: str, simulations: int = SIMULATIONS) -> Opponent:
    """Return an opponent that searches, in compiled code if the engine plays the game."""
    plain = ImaginingOpponent(table.rules, seed, PlayoutValue(table, seed, FEW_WORLDS))
    return SearchingOpponent(table, seed, simulations, plain) if isinstance(table, EngineTable) else plain


class SeatedOpponent:
    """An opponent in a seat of the interpreter's own play, which receives every move that is made (see the interpreter's
    `Player`).
    """

    def __init__(self, rules: Rules, seat: int, opponent: Opponent) -> None:
        self.onlooker = Onlooker(rules, seat)
        self._opponent = opponent

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        """One of the moves."""
        return moves[self._opponent.choose(view, self.onlooker.known(view), moves)]
