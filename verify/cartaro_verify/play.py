"""Hands that the interpreter plays: material for guesses, witnesses, and counterexamples that are really reached.

A hand is known by its pack and the moves chosen, so that whatever is found can be replayed.  All chance comes from fixed
seeds: the same game, the same hands.  A `Goal` is a condition looked for at some moment of play; what is found first
is kept with its history.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cartaro_grammar import game as g
from cartaro_grammar.diagnostic import Diagnostic
from cartaro_grammar.game import Expr, Game
from cartaro_interpreter.chance import Chance, ScriptedChance, SeededChance
from cartaro_interpreter.fault import Faulted
from cartaro_interpreter.layout import NOBODY, PHASE, PHASE_COUNTED, PHASE_TURN
from cartaro_interpreter.move import Move, cites, describe
from cartaro_interpreter.playing import Play
from cartaro_interpreter.position import write_position
from cartaro_interpreter.query import question
from cartaro_interpreter.rules import Rules, compile_game
from cartaro_interpreter.state import State as Position
from cartaro_interpreter.turn import Option, legal
from cartaro_verify.symbols import Place, State, Unsupported, Value, exactly

Moment = tuple[str, str]
AWAIT: Moment = ("await", "")
STUCK: Moment = ("stuck", "")
AGAIN: Moment = ("again", "")
FAULT: Moment = ("fault", "")
MOST_MOVES = 400
MOST_MOVES_IN_ALL = 80_000


@dataclass(frozen=True, slots=True)
class History:
    """A hand up to some position: the pack, top first, the moves, and the position reached.  `note` says what is seen there."""

    pack: tuple[int, ...]
    moves: tuple[Move, ...]
    position: Position
    note: str = ""


@dataclass(slots=True)
class Goal:
    """A condition to look for; `values` are free words of it, given one after the other (`side`)."""

    moment: Moment
    expr: Expr | None
    wanted: bool = True
    free: tuple[str, ...] = ()
    found: History | None = None
    tested: int = 0


Choose = Callable[[Sequence[Option]], int]


class Table:
    """A game at play."""

    def __init__(self, game: Game) -> None:
        rules = compile_game(game)
        if not isinstance(rules, Rules):
            raise Unsupported("; ".join(d.message for d in rules))
        self.game = game
        self.rules = rules

    # -------------------------------------------------------------------------------- playing

    def opened(self, chance: Chance) -> list[int]:
        """Before the first hand, the seats as they are numbered."""
        return Play(self.rules, chance).begin_match(first_clauses=False)

    def matches(self, seed: int, hands: int) -> Iterator[tuple[Moment, Position]]:
        """The states that await a move, and those at the end of a hand, in a few hands of one match, as far as the rules
        decide what happens.
        """
        try:
            yield from self._matches(seed, hands)
        except Faulted:
            return

    def _matches(self, seed: int, hands: int) -> Iterator[tuple[Moment, Position]]:
        chance, seen = SeededChance(seed), list[tuple[Moment, Position]]()
        choice = random.Random(seed).random
        play = Play(self.rules, chance, lambda moment, position: seen.append((moment, position)))
        cells = play.begin_match()
        for _ in range(hands):
            play.begin_hand(cells)
            moves = 0
            while cells[PHASE] == PHASE_TURN and moves < MOST_MOVES:
                yield AWAIT, Position(tuple(cells))
                options = legal(self.rules, cells)
                if not options:
                    return
                play.act(cells, options[int(choice() * len(options))])
                moves += 1
            yield from ((m, p) for m, p in seen if m == ("end", "hand"))
            seen.clear()
            if cells[PHASE] != PHASE_COUNTED:
                return

    def replay(self, history: History) -> Position | None:
        """The position that a history leads to, or None where it is not a legal course of play.  A history whose note is that
        the rules do not decide what comes next leads to the position before that.
        """
        try:
            return Position(tuple(self._replayed(history)[1]))
        except Faulted as fault:
            return history.position if fault.message == history.note else None

    def _replayed(self, history: History) -> tuple[Play, list[int]]:
        """Play a history again; may raise `Faulted`."""
        play = Play(self.rules, ScriptedChance([history.pack]))
        cells = self.opened(ScriptedChance(()))
        play.begin_hand(cells)
        for move in history.moves:
            option = next((o for o in legal(self.rules, cells) if o.move.same(move)), None)
            if option is None:
                raise Faulted("C0818", f"`{move.act}` is not legal here")
            play.act(cells, option)
        return play, cells

    def completed(self, history: History) -> History | None:
        """The history played on to the end of its hand, by whatever is legal first; None where that does not end."""
        moves = list(history.moves)
        try:
            play, cells = self._replayed(history)
            while cells[PHASE] == PHASE_TURN:
                options = legal(self.rules, cells)
                if not options or len(moves) > MOST_MOVES:
                    return None
                moves.append(options[0].move)
                play.act(cells, options[0])
        except Faulted:
            return None
        return History(history.pack, tuple(moves), Position(tuple(cells)))

    # -------------------------------------------------------------------------------- symbolic and written

    def state(self, position: Position) -> State:
        """The same state as a constant one for the encoder."""
        size, cells = len(self.game.deck.cards), position.cells
        zones: dict[Place, tuple[int, ...]] = {}
        for name, place in self.rules.layout.places.items():
            for owner in range(place.count):
                held = cells[place.slot + owner]
                key = (name, -1 if place.zone.owner == "table" else owner)
                zones[key] = tuple(held >> card & 1 for card in range(size))
        memory: dict[Place, Value] = {}
        for name, slot in self.rules.layout.memory.items():
            for owner in range(slot.count):
                key = (name, -1 if slot.cell.owner == "table" else owner)
                memory[key] = remembered(slot.cell, cells[slot.slot + owner], size)
        return State(zones, memory, position.turn)

    def record(self, history: History) -> dict[str, object]:
        """The history as a record of play: the pack and the moves."""
        deck = self.game.deck.cards
        moves = [
            {"act": m.act, "args": describe(self.game, m), "by": list(m.by), "cites": list(cites(self.game, m.by))}
            for m in history.moves
        ]
        settings = dict(self.game.settings)
        pack = [deck[c].code for c in history.pack]
        return {"players": self.game.players, "settings": settings, "stock": pack, "moves": moves}

    def position(self, position: Position) -> dict[str, object]:
        """A position as it is drawn."""
        return dict(write_position(self.rules, position))


def remembered(cell: g.Cell, value: int, size: int) -> Value:
    """A cell's value in the encoder's terms."""
    match cell.kind:
        case "counter":
            return value
        case "flag":
            return bool(value)
        case "mark":
            return tuple(value >> card & 1 for card in range(size))
        case "reference":
            return exactly(None if value < 0 else value)


# ------------------------------------------------------------------------------------------------ looking for goals


@dataclass
class Search:
    """Looks for many goals at once in random hands."""

    table: Table
    goals: Sequence[Goal]
    hands: int = 0
    moves: int = 0
    asked: dict[int, Callable[[Position, Mapping[str, int], int | None], int | Diagnostic]] = field(
        default_factory=dict[int, Callable[[Position, Mapping[str, int], int | None], "int | Diagnostic"]]
    )

    def __post_init__(self) -> None:
        for goal in self.goals:
            if goal.expr is not None:
                names = goal.free if goal.moment[0] not in ("before", "after") else self.words(goal.moment[1])
                asking = question(self.table.rules, goal.expr, names)
                if isinstance(asking, Diagnostic):
                    raise Unsupported(asking.message)
                self.asked[id(goal)] = asking

    def words(self, act: str) -> tuple[str, ...]:
        return tuple(p.name for p in self.table.game.act[act].parameters)

    @property
    def open_goals(self) -> list[Goal]:
        return [goal for goal in self.goals if goal.found is None]

    def run(self, hands: int, first_seed: int = 0) -> None:
        """Play hands until every goal is found, at most so many."""
        for seed in range(first_seed, first_seed + hands):
            if not self.open_goals or self.moves >= MOST_MOVES_IN_ALL:
                return
            self.hands += 1
            self.play(SeededChance(seed), random.Random(seed))

    def play(self, chance: SeededChance, choice: random.Random) -> None:
        """One hand, watched."""
        moves, hand = list[Move](), Hand(self, chance)
        play = Play(self.table.rules, chance, hand.watch)
        hand.moves = moves
        try:
            cells = self.table.opened(chance)
            play.begin_hand(cells)
            while cells[PHASE] == PHASE_TURN and len(moves) < MOST_MOVES:
                position = Position(tuple(cells))
                hand.awaiting(position)
                options = legal(self.table.rules, cells)
                if not options:
                    hand.happened(STUCK, position)
                    break
                option = options[int(choice.random() * len(options))]
                hand.before(option, position)
                moves.append(option.move)
                play.act(cells, option)
        except Faulted as fault:
            hand.note = fault.message
            hand.happened(FAULT, hand.last)
        self.moves += len(moves)


class Hand:
    """One hand as the goals watch it."""

    def __init__(self, search: Search, chance: SeededChance) -> None:
        self.search = search
        self.chance = chance
        self.moves = list[Move]()
        self.values: dict[str, int] = {}
        self.note = ""
        self.last = Position((0,) * search.table.rules.layout.size)
        self.fresh = True
        self.seen = dict[tuple[int, ...], int]()
        self.by_moment: dict[Moment, list[Goal]] = {}
        for goal in search.open_goals:
            self.by_moment.setdefault(goal.moment, []).append(goal)

    def watch(self, moment: Moment, position: Position) -> None:
        if moment != ("start", "hand"):
            self.happened(moment, position)

    def awaiting(self, position: Position) -> None:
        """A move is awaited; the first one is also the start of the hand."""
        self.last = position
        if self.fresh:
            self.fresh = False
            self.happened(("start", "hand"), position)
        self.happened(AWAIT, position)
        if AGAIN in self.by_moment:
            before = self.seen.setdefault(position.cells, len(self.moves))
            if before != len(self.moves):
                self.note = f"the position is the same as before move {before + 1}"
                self.happened(AGAIN, position)

    def before(self, option: Option, position: Position) -> None:
        names = self.search.words(option.move.act) if option.move.act in self.search.table.game.act else ()
        self.values = dict(zip(names, option.move.args, strict=True))
        self.happened(("before", option.move.act), position, option)

    def happened(self, moment: Moment, position: Position, option: Option | None = None) -> None:
        for goal in self.by_moment.get(moment, ()):
            if goal.found is None and self.holds(goal, position):
                pack = self.chance.packs[-1] if self.chance.packs else ()
                moves = (*self.moves, option.move) if option is not None else tuple(self.moves)
                goal.found = History(pack, moves, position, self.note)

    def holds(self, goal: Goal, position: Position) -> bool:
        goal.tested += 1
        if goal.expr is None:
            return True
        asking = self.search.asked[id(goal)]
        if "side" in goal.free:
            answers = [asking(position, {"side": s}, None) for s in range(self.search.table.game.sides)]
        else:
            answers = [asking(position, self.values, self.actor(position))]
        return any(not isinstance(a, Diagnostic) and bool(a) == goal.wanted for a in answers)

    def actor(self, position: Position) -> int | None:
        return None if position.turn != NOBODY else 0
