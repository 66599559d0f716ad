"""Opponents: the first chooses the move with the best immediate result, and one tries every move in simulated worlds.

A world is a state that agrees with everything that a player knows. It is constructed only from the player's view and memory:
the cards whose places the player does not know are shuffled into the places whose cards are hidden, and each place keeps its
number of cards. How likely a world is, given the moves of the other players, is not considered. Each opponent gets the view and
the memory of its player and draws from its own seed. The same view, memory and seed give the same choice. Its work is bounded
by a number of worlds, and not by time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from cartaro_engine.lower.hands import MOST_STEPS
from cartaro_engine.running.engine import Engine
from cartaro_engine.running.machines import HandChance, Trapped, halves
from cartaro_engine.table.tables import (
    EngineTable,
    GamePosition,
    GameTable,
    KnownCards,
    Onlooker,
    chance_from,
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
    choice_of,
    mask_of,
    members,
    order_of_pile,
)

# ---------------------------------------------------------------------- imagined


def imagined(rules: Rules, seen: View, known: KnownCards, random: Random) -> State | None:
    """Return a state that looks to the player as the real state does. Return None if a family of zones is not seen, or nothing
    fits.
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
    if not _fill(rules, cells, hidden, shown, random):
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


def _fill(rules: Rules, cells: list[int], hidden: list[_Hidden], shown: int, random: Random) -> bool:
    """Deal the unknown cards to the places that have room. Return whether they fit."""
    placed = shown
    for place in hidden:
        placed |= place.known
    cards = shuffled(members(rules.layout.pack & ~placed), random)
    if any(place.room < 0 for place in hidden) or sum(place.room for place in hidden) != len(cards):
        return False
    for place in hidden:
        dealt = [cards.pop() for _ in range(place.room)]
        held = (*place.top, *shuffled((*members(place.known), *dealt), random))
        cells[place.slot] = mask_of(held)
        order = rules.layout.order_of.get(place.slot)
        if order is not None:
            cells[order] = order_of_pile(held)
    return True


def shuffled(cards: tuple[int, ...], random: Random) -> list[int]:
    """Return cards in a random order, made only with `random()`, whose sequence Python promises to keep."""
    found = list(cards)
    for last in range(len(found) - 1, 0, -1):
        other = int(random.random() * (last + 1))
        found[last], found[other] = found[other], found[last]
    return found


# -------------------------------------------------------------------- trial play


Tried = tuple[tuple[Move, tuple[int, ...]], ...]
"""Each move that was tried, with the points of each side summed over all trials."""
MoveKey = tuple[str, tuple[int, ...]]
"""A move in the form in which its player chooses it (`choice_of`), as its act and arguments."""
Wanted = frozenset[MoveKey]
"""The moves to try."""
MOST_MOVES: Final = 1_000
FEW_MOVES: Final = 24
"""The number of moves that are played on if the engine does not play the game; after these, the points are counted as the cards
are.
"""
SLOW_HAND: Final = 5_000_000
"""The assumed cost of a hand that is played on in this way, in steps of the engine."""


class Trials(Protocol):
    """Tries the legal moves of a state; `spent` is the work done so far, in steps of the engine."""

    spent: int

    def of(self, state: State, wanted: Wanted, seed: int, first: int, end: int) -> Tried:
        """Return the value of each of these moves that is legal, for each number of the seed, or nothing if the rules do not
        decide.
        """
        ...


def key_of(rules: Rules, move: Move) -> MoveKey:
    """Return the key of a move as its player chooses it."""
    choice = choice_of(rules.game, move)
    return choice.act, choice.args


def wanted_of(rules: Rules, options: Sequence[Choice], wanted: Wanted) -> Iterator[tuple[int, Move]]:
    """Yield the wanted moves among legal moves, with their indices."""
    return ((n, option.move) for n, option in enumerate(options) if key_of(rules, option.move) in wanted)


def trials_of(table: GameTable) -> Trials:
    """Return trials by the player of a table: the engine or the interpreter."""
    plain = TableTrials(table, FEW_MOVES)
    return EngineTrials(table.engine.another(), plain) if isinstance(table, EngineTable) else plain


@dataclass(slots=True)
class EngineTrials:
    """Trials in the engine, with all trials of a move in one call. If the engine stops, the interpreter makes the trials."""

    engine: Engine
    plain: Trials
    spent: int = 0

    def of(self, state: State, wanted: Wanted, seed: int, first: int, end: int) -> Tried:
        """See `Trials`."""
        try:
            self.engine.load(state.cells)
            tried = wanted_of(self.engine.rules, self.engine.legal(), wanted)
            return tuple((move, self._sums(n, seed, first, end)) for n, move in tried)
        except Trapped:
            before = self.plain.spent
            found = self.plain.of(state, wanted, seed, first, end)
            self.spent += self.plain.spent - before
            return found

    def _sums(self, option: int, seed: int, first: int, end: int) -> tuple[int, ...]:
        plan, machine = self.engine.lowered.plan, self.engine.machine
        machine.call("trial", option, *halves(seed), first, end)
        self.spent += MOST_STEPS - machine.read(plan.steps, 1)[0]
        return tuple(machine.read(plan.stack + plan.state, self.engine.rules.game.sides))


@dataclass(slots=True)
class TableTrials:
    """Trials at a table, move by move."""

    table: GameTable
    most: int = MOST_MOVES
    spent: int = 0

    def of(self, state: State, wanted: Wanted, seed: int, first: int, end: int) -> Tried:
        """See `Trials`."""
        try:
            tried = wanted_of(self.table.rules, self.table.legal(GamePosition(state, (0, 0, 0, 0))), wanted)
            return tuple((move, self._sums(state, n, seed, range(first, end))) for n, move in tried)
        except Faulted:
            return ()

    def _sums(self, state: State, option: int, seed: int, numbers: range) -> tuple[int, ...]:
        sums = [0] * self.table.rules.game.sides
        for number in numbers:
            self.spent += SLOW_HAND
            points = self._played(self.table.after(GamePosition(state, tuple(HandChance(seed, number).words)), option))
            sums = [total + own for total, own in zip(sums, points, strict=True)]
        return tuple(sums)

    def _played(self, position: GamePosition) -> tuple[int, ...]:
        """Play a hand on. Return the points of the hand, or None if the hand is not counted."""
        for _ in range(self.most):
            if position.state.phase != PHASE_TURN:
                return position.points or (0,) * self.table.rules.game.sides
            chance = chance_from(position.chance)
            number = chance.below(len(self.table.legal(position)))
            position = self.table.after(GamePosition(position.state, tuple(chance.words)), number)
        return points_of(self.table.rules, position.state)


# --------------------------------------------------------------------- opponents


WORLDS: Final = 100
TRIALS: Final = 8
"""The largest number of worlds imagined for a choice, and of trials of each move in each world."""
MOST_SPENT: Final = 300_000_000
"""The work for a choice, in steps of the engine, about one second: the cost of a world determines the number of worlds."""
GREEDY_WORLDS: Final = 4
MOST_TRIED: Final = 60
"""The largest number of moves tried for a choice; if there are more, this number is drawn at random."""


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
    """Values moves in possible worlds, all of them or a sample of `MOST_TRIED`, and chooses the best, the first of several. If
    it cannot construct a world, it chooses at random. A card that is chosen unseen is equally likely to be each possible card,
    so the mean over these cards counts.
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
        left, imaginable = self._valuer.worlds, False
        while left:
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
            left = self._valuer.further(left)
        return sample[values.index(max(values))] if imaginable else int(self._random.random() * len(moves))

    def _sample(self, count: int) -> Sequence[int]:
        """Return the indices of the moves to be tried, in their order."""
        if count <= MOST_TRIED:
            return range(count)
        return sorted(shuffled(tuple(range(count)), self._random)[:MOST_TRIED])


class Valuer(Protocol):
    """Evaluates moves in a world; `worlds` is the largest number of worlds that it evaluates."""

    worlds: int

    def tried(self, world: State, wanted: Wanted) -> Tried:
        """Return the wanted moves that are legal in a world, each with the points of each side."""
        ...

    def further(self, left: int) -> int:
        """Return the number of worlds still to be evaluated after one of `left` such worlds."""
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

    def further(self, left: int) -> int:
        """See `Valuer`."""
        return left - 1


class PlayoutValue:
    """Values a move by the points when the hand is played on at random, with the same chance for all moves of a world. In the
    first world each move is tried once; the cost of this world decides the number of further worlds and of trials in each.
    """

    def __init__(self, table: GameTable, seed: str, worlds: int) -> None:
        self._trials, self._seed = trials_of(table), int(Random(seed).random() * 2**32)
        self.worlds, self._each, self._number, self._before = worlds, 1, 0, 0

    def tried(self, world: State, wanted: Wanted) -> Tried:
        """See `Valuer`."""
        self._number += self._each
        return self._trials.of(world, wanted, self._seed, self._number - self._each, self._number)

    def further(self, left: int) -> int:
        """See `Valuer`."""
        if left == self.worlds:
            cost = max(1, self._trials.spent - self._before)
            self._each = max(1, min(TRIALS, MOST_SPENT // (cost * left)))
            left = max(1, min(left, MOST_SPENT // cost))
        if left == 1:
            self._each, self._before = 1, self._trials.spent
        return left - 1


def greedy(table: GameTable, seed: str, worlds: int = GREEDY_WORLDS) -> Opponent:
    """Return an opponent that takes the move with the best points for its side as the cards are after the move."""
    return ImaginingOpponent(table.rules, seed, ImmediateValue(table, worlds))


def good(table: GameTable, seed: str, worlds: int = WORLDS) -> Opponent:
    """Return an opponent that plays every move on to the end of the hand at random, in each world with the same chance for all
    moves.
    """
    return ImaginingOpponent(table.rules, seed, PlayoutValue(table, seed, worlds))


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
