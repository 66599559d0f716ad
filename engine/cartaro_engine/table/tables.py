"""Games in progress as values: positions, legal moves, the knowledge of each player, the value of an end.

There are two tables: one over the interpreter, for every game, and one over the engine, for lowered games. Both draw from the
same source of chance, and give the same positions. If the engine stops (`memory/traps`), the interpreter takes the step, and
reports the fault or plays on.

A player knows the place of a card that is visible, or that was visible in this place or on its way to it. A card that was open,
or that a move showed to the player, is followed to its new place. A shuffle erases this memory. If more cards have left a place
than could be tracked, all cards that were remembered there are forgotten, since one of them may have left. A move shows the
cards that it names, except cards that are chosen unseen or laid face down (the interpreter's `as_known_to`).

The value of a hand is the points of the player's side minus the mean of the other sides' points, or the negative of this if the
lowest points win. A match is worth 1 to the side that wins; the other sides share a loss of 1. It is worth 0 to all if the
rules do not define a winner. The values of all sides sum to 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from cartaro_engine.ir.nodes import Module
from cartaro_engine.running.engine import Engine, best_machine, engine_of
from cartaro_engine.running.machines import HandChance, Machine, Trapped
from cartaro_grammar import Diagnostic, Game, load_game, render
from cartaro_interpreter import (
    PHASE_TURN,
    Choice,
    Faulted,
    Move,
    Play,
    Rules,
    ScoreSheet,
    State,
    View,
    cards_in_sight,
    compile_game,
    disclosures,
    fewest_win,
    legal,
    mask_of,
    named_to_all,
    score,
    seen_on_the_way,
    view,
    winner,
)

# ---------------------------------------------------------------------- position


ChanceWords = tuple[int, ...]
"""The remaining chance, as the four words of the generator (`running/machines`)."""


@dataclass(frozen=True, slots=True)
class GamePosition:
    """A state, the remaining chance after it, and the points of each side in the hand that has ended with it; None if no hand
    has ended, or it was not counted.
    """

    state: State
    chance: ChanceWords
    points: tuple[int, ...] | None = None


class GameTable(Protocol):
    """A game, played from position to position. Raises the interpreter's `Faulted` if the rules do not decide."""

    rules: Rules

    def deal(self, seed: int, number: int) -> GamePosition:
        """The first choice of a match of a seed; its first hand may have ended with its deal."""
        ...

    def next_hand(self, position: GamePosition) -> GamePosition:
        """Go from a hand that has been counted to the first choice of the next of its match."""
        ...

    def legal(self, position: GamePosition) -> tuple[Choice, ...]:
        """Return every legal move, in the interpreter's order, or none if no player has to move."""
        ...

    def after(self, position: GamePosition, number: int) -> GamePosition:
        """Return the position after one of the legal moves, given by its index."""
        ...


def awaited(options: tuple[Choice, ...]) -> tuple[tuple[int, Choice], ...]:
    """Return the moves of the player who chooses next, each with its index among all moves. This player is the one who can make
    the first of them.
    """
    return tuple((n, option) for n, option in enumerate(options) if option.player == options[0].player)


def faulted(found: Diagnostic) -> Faulted:
    """Return a diagnostic of play as the corresponding fault."""
    return Faulted(found.code, found.message, found.primary.span if found.primary else None, found.help or "")


# ------------------------------------------------------------------------ tables


CHANCE_WORDS = 4


def table_of(rules: Rules, machine: Callable[[Module], Machine] | None = best_machine) -> GameTable:
    """Return the engine's table on a machine of some kind if the game is lowered. Return the interpreter's table if it is not
    lowered, or if no machine is given.
    """
    engine = None if machine is None else engine_of(rules, machine)
    return EngineTable(engine) if isinstance(engine, Engine) else InterpreterTable(rules)


def is_lowered(table: GameTable) -> bool:
    """Return whether the engine plays at a table."""
    return isinstance(table, EngineTable)


class InterpreterTable:
    """Play by the interpreter."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def deal(self, seed: int, number: int) -> GamePosition:
        """See `GameTable`."""
        chance = HandChance(seed, number)
        cells = Play(self.rules, chance).begin_match()
        return self.next_hand(GamePosition(State(tuple(cells)), tuple(chance.words)))

    def next_hand(self, position: GamePosition) -> GamePosition:
        """See `GameTable`."""
        under_way = _UnderWay(self.rules, position)
        under_way.play.begin_hand(under_way.cells)
        return under_way.position()

    def legal(self, position: GamePosition) -> tuple[Choice, ...]:
        """See `GameTable`."""
        if position.state.phase != PHASE_TURN:
            return ()
        options = tuple(legal(self.rules, position.state.cells))
        if not options:
            raise Faulted("C0823", f"the player in seat {position.state.turn + 1} has no legal move, and the turn may not end")
        return options

    def after(self, position: GamePosition, number: int) -> GamePosition:
        """See `GameTable`."""
        under_way = _UnderWay(self.rules, position)
        under_way.play.act(under_way.cells, self.legal(position)[number])
        return under_way.position()


class _UnderWay:
    """A position that is being played on to the next one, with the points that are counted on the way."""

    def __init__(self, rules: Rules, position: GamePosition) -> None:
        self.rules, self.cells = rules, list(position.state.cells)
        self.points: tuple[int, ...] | None = None
        self.chance = chance_from(position.chance)
        self.play = Play(rules, self.chance, self._watch)

    def position(self) -> GamePosition:
        return GamePosition(State(tuple(self.cells)), tuple(self.chance.words), self.points)

    def _watch(self, moment: tuple[str, str], state: State) -> None:
        if moment == ("end", "hand"):
            self.points = points_of(self.rules, state)


def chance_from(words: ChanceWords) -> HandChance:
    """The random stream that continues after these words."""
    chance = HandChance(0, 0)
    chance.words = list(words)
    return chance


def points_of(rules: Rules, state: State) -> tuple[int, ...]:
    """Return each side's points as the cards are now."""
    found = score(rules, state)
    if isinstance(found, ScoreSheet):
        return found.points
    raise faulted(found)


class EngineTable:
    """Play by the engine, whose memory holds the position of the last query, and its legal moves."""

    def __init__(self, engine: Engine) -> None:
        self.rules, self.engine = engine.rules, engine
        self._plain = InterpreterTable(engine.rules)
        self._listed: GamePosition | None = None

    @cached_property
    def searcher(self) -> Engine:
        """An engine with its own memory, for the searches of all opponents at the table."""
        return self.engine.another()

    def deal(self, seed: int, number: int) -> GamePosition:
        """See `GameTable`."""
        try:
            self._listed = None
            self.engine.seed(seed, number)
            self.engine.begin_match()
            self.engine.begin_hand()
            return self._position()
        except Trapped:
            return self._plain.deal(seed, number)

    def next_hand(self, position: GamePosition) -> GamePosition:
        """See `GameTable`."""
        try:
            self._listed = None
            self._lay(position)
            self.engine.begin_hand()
            return self._position()
        except Trapped:
            return self._plain.next_hand(position)

    def legal(self, position: GamePosition) -> tuple[Choice, ...]:
        """See `GameTable`."""
        if position.state.phase != PHASE_TURN:
            return ()
        try:
            self._lay(position)
            options = self.engine.legal()
            self._listed = position
        except Trapped:
            options = ()
        return options or self._plain.legal(position)

    def after(self, position: GamePosition, number: int) -> GamePosition:
        """See `GameTable`."""
        if self._listed is not position:
            self.legal(position)
        try:
            if self._listed is position:
                self._lay(position)
                self.engine.act(number)
                return self._position()
        except Trapped:
            pass
        return self._plain.after(position, number)

    def _lay(self, position: GamePosition) -> None:
        self.engine.load(position.state.cells)
        self.engine.machine.write(self.engine.lowered.plan.chance, position.chance)

    def _position(self) -> GamePosition:
        words = self.engine.machine.read(self.engine.lowered.plan.chance, CHANCE_WORDS)
        shares = self.engine.shares()
        return GamePosition(self.engine.state(), tuple(words), None if shares is None else shares[-1])


# ------------------------------------------------------------------- named table


def named_table(rules: str, settings: Mapping[str, str]) -> GameTable:
    """Return the table, with house rules and number of players chosen. A mistake in the ruleset raises `ValueError` with its
    description.
    """
    game = load_game(rules, dict(settings))
    compiled = (disclosures(game) or compile_game(game)) if isinstance(game, Game) else game
    if not isinstance(compiled, Rules):
        raise ValueError("\n".join(render(found) for found in compiled))
    return table_of(compiled)


# --------------------------------------------------------------------- knowledge


KnownCards = tuple[int, ...]
"""For each cell of `layout.holders` the set of the cards that a player knows to lie there."""


class Remembered(tuple[int, ...]):
    """Known cards together with all moves since the last shuffle, and what the player saw before each of them."""

    moves: tuple[Move, ...]
    views: tuple[View, ...]

    def __new__(cls, known: KnownCards, moves: tuple[Move, ...] = (), views: tuple[View, ...] = ()) -> Remembered:
        """Return known cards with moves."""
        made = super().__new__(cls, known)
        made.moves, made.views = moves, views
        return made


def _and(known: KnownCards, before: KnownCards, move: Move, was: View) -> KnownCards:
    """Return known cards with one more move, if the earlier ones are known."""
    if not isinstance(before, Remembered):
        return known
    return Remembered(known, (*before.moves, move), (*before.views, was))


def seen_by(rules: Rules, state: State, player: int) -> View:
    """Return a player's view. Raise `Faulted` if the rules clash about it."""
    found = view(rules, state, player)
    if isinstance(found, Diagnostic):
        raise faulted(found)
    return found


def in_sight(rules: Rules, seen: View) -> KnownCards:
    """Return a map from cells to the cards in them that are open to a player."""
    at = dict.fromkeys(rules.layout.holders, 0)
    for zone in seen.zones:
        place = rules.layout.places[zone.zone]
        if not place.zone.family:
            at[place.slot + zone.owner] = mask_of(zone.cards or (() if zone.top is None else (zone.top,)))
    return tuple(at.values())


def known_at_first(rules: Rules, state: State) -> tuple[KnownCards, ...]:
    """Return the knowledge of each player at the start, without memory of earlier moves."""
    return tuple(Remembered(in_sight(rules, seen_by(rules, state, player))) for player in range(rules.game.players))


def known_after(
    rules: Rules, known: tuple[KnownCards, ...], before: GamePosition, move: Move, after: GamePosition
) -> tuple[KnownCards, ...]:
    """Return the knowledge of each player after a move and its consequences."""
    if before.chance != after.chance:
        return known_at_first(rules, after.state)
    views = [seen_by(rules, before.state, player) for player in range(rules.game.players)]
    return tuple(
        _and(_followed(rules, had, was, before.state, move, after.state), had, move, was)
        for had, was in zip(known, views, strict=True)
    )


class Onlooker:
    """The knowledge of one player during a hand, used when positions are not stored."""

    def __init__(self, rules: Rules, player: int) -> None:
        self._rules, self._player = rules, player
        self._last: tuple[View, KnownCards] | None = None

    def saw(self, before: State, move: Move, after: State, *, shuffled: bool) -> None:
        """Record a move; `shuffled` is True if the move led to a shuffle."""
        was = seen_by(self._rules, before, self._player)
        known = self.known(was)
        seen = seen_by(self._rules, after, self._player)
        if shuffled:
            self._last = seen, Remembered(in_sight(self._rules, seen))
        else:
            self._last = seen, _and(_followed(self._rules, known, was, before, move, after), known, move, was)

    def known(self, seen: View) -> KnownCards:
        """Return the knowledge of a player with this view, including memory if nothing has happened since the last move that
        was seen.
        """
        if self._last is None:
            return Remembered(in_sight(self._rules, seen))
        return self._last[1] if self._last[0] == seen else in_sight(self._rules, seen)


def _followed(rules: Rules, known: KnownCards, was: View, before: State, move: Move, after: State) -> KnownCards:
    open_before = cards_in_sight(rules, was) | named_to_all(rules, move)
    open_before |= seen_on_the_way(rules, was.player, before, move)
    seen = seen_by(rules, after, was.player)
    holders = rules.layout.holders
    sure = [open_before & after.cells[slot] | shown for slot, shown in zip(holders, in_sight(rules, seen), strict=True)]
    elsewhere = open_before | cards_in_sight(rules, seen)
    for cards in sure:
        elsewhere |= cards
    found: list[int] = []
    for slot, remembered, cards in zip(holders, known, sure, strict=True):
        unseen = (before.cells[slot] & ~open_before).bit_count()
        room = after.cells[slot].bit_count() - cards.bit_count()
        kept = remembered & ~elsewhere
        found.append(cards | kept if kept.bit_count() <= unseen <= room else cards)
    return tuple(found)


# ----------------------------------------------------------------------- payoffs


def payoff_of_points(rules: Rules, points: tuple[int, ...]) -> tuple[float, ...]:
    """Return the value of the points of a hand for each player."""
    sides, sign = rules.game.sides, -1 if fewest_win(rules.game) else 1
    if sides == 1:
        return tuple(float(sign * points[0]) for _ in range(rules.game.players))
    worth = [sign * (own * sides - sum(points)) / (sides - 1) for own in points]
    return tuple(worth[rules.game.side_of[player]] for player in range(rules.game.players))


def payoff_of_match(rules: Rules, state: State) -> tuple[float, ...]:
    """Return the value of the end of a match for each player."""
    won, side_of = winner(rules, state), rules.game.side_of
    if won is None or won.number is None or rules.game.sides == 1:
        return (0.0,) * rules.game.players
    side = won.number if won.kind == "side" else side_of[won.number]
    return tuple(1.0 if side_of[player] == side else -1 / (rules.game.sides - 1) for player in range(rules.game.players))
