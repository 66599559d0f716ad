"""A game in play: the interpreter deals, plays, replays and records hands.

A hand is known by its packs and the moves chosen, so that every result can be replayed. All random numbers come from fixed
seeds, so that the same game gives the same hands. Only the modules of this package and `possible_groups` import the
interpreter.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from cartaro_grammar import Diagnostic, Expr, Game, MemoryReading, choose, memory_readings, parts
from cartaro_grammar import game as g
from cartaro_interpreter import (
    AWAIT,
    ENDING,
    PHASE,
    PHASE_COUNTED,
    PHASE_OVER,
    PHASE_TURN,
    STEP,
    TURN,
    Choice,
    Faulted,
    Moment,
    Move,
    Play,
    Rules,
    ScriptedChance,
    SeededChance,
    Watch,
    cites,
    compile_game,
    describe,
    disclosure,
    legal,
    next_step,
    question,
    some_legal,
    write_position,
)
from cartaro_interpreter import State as Position
from cartaro_verify.results import statements as st
from cartaro_verify.terms import walk as loops
from cartaro_verify.terms.symbolic_state import NotCovered, OwnedPlace

# ------------------------------------------------------------------------- table


FOUND: Moment = ("await", "found")
"""A player has to move after a finding."""
PASSED: Moment = ("await", "passed")
"""A turn that continues although it could be over: a sample of continuations that random play does not reach."""
DEALT: Moment = ("dealt", "")
"""A hand has been dealt; earlier play belongs to another hand."""
MOST_MOVES = 400
RULINGS = 1 / 12
"""The probability that the arbiter enters a finding in random hands, if the game has findings."""


@dataclass(frozen=True, slots=True)
class History:
    """A history of play: the packs of the deal and of later shuffles, each with the top card first; the moves; and the position
    at the end; `note` describes the observation there.
    """

    packs: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]
    position: Position
    note: st.Note | None = None
    match: bool = False
    """Whether the history contains the whole match so far, and not only its first hand."""
    least: bool = False
    """Whether no shorter history shows the same."""


class ScriptThenSeed:
    """Chance that uses the packs of a script and, after these, a seed."""

    def __init__(self, packs: Sequence[tuple[int, ...]]) -> None:
        self._script = ScriptedChance(packs)
        self._seeded = SeededChance(0)
        self.packs = list[tuple[int, ...]]()

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        self.packs.append((self._script if self.left() else self._seeded).shuffle(cards))
        return self.packs[-1]

    def left(self) -> int:
        """Return the number of packs of the script that have not been used."""
        return self._script.left()


class HandInProgress:
    """One hand under way; every method may raise `Faulted`, if the rules do not decide the next event."""

    def __init__(
        self, table: HistoryTable, chance: SeededChance | ScriptedChance, watch: Watch | None, at: Position | None
    ) -> None:
        self.table = table
        self.rules = table.rules
        self.chance = chance
        self.play = Play(table.rules, chance, watch)
        self.cells = self.play.blank() if at is None else list(at.cells)
        self.opened = 0
        self.dealt = 1

    def deal(self) -> None:
        """Begin a match and its first hand."""
        self.cells = self.play.begin_match()
        self.opened = len(self.chance.packs)
        self.play.begin_hand(self.cells)
        self.dealt = len(self.chance.packs) if self.table.redeals_forget else 1

    @property
    def packs(self) -> tuple[tuple[int, ...], ...]:
        """Return the packs that were shuffled at the start of the match, the pack from which the hand was dealt, top card
        first, and the packs that were shuffled during the hand; if a repeated deal leaves something behind, also the packs of
        the earlier deals.
        """
        packs = tuple(self.chance.packs)
        return packs[: self.opened] + packs[max(self.opened, self.dealt - 1) :]

    @property
    def awaiting(self) -> bool:
        return self.cells[PHASE] == PHASE_TURN

    @property
    def position(self) -> Position:
        return Position(tuple(self.cells))

    def options(self) -> list[Choice]:
        return legal(self.rules, self.cells)

    def chance_findings(self, choice: Callable[[], float]) -> list[Choice]:
        """Return the findings from which chance may now choose. Usually there are none."""
        return self.table.chance_findings(self.cells, choice)

    def act(self, option: Choice) -> None:
        self.table.perform(self.play, self.cells, option)


class Tables:
    """A game that is played under each choice of its open options, or under its only choice."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._made: dict[tuple[tuple[str, str], ...], HistoryTable] = {}

    @property
    def default(self) -> HistoryTable:
        """Return the game under the defaults of its open options."""
        return self.under({})

    def under(self, settings: Mapping[str, str]) -> HistoryTable:
        """Return the game under values of its open options, and the defaults of the others."""
        options = [option for option in self.game.ruleset.options if option.name in self.game.open]
        chosen = {option.name: settings.get(option.name, option.default) for option in options}
        key = tuple(chosen.items())
        if key not in self._made:
            game = choose(self.game, chosen) if chosen else self.game
            if not isinstance(game, Game):
                raise NotCovered(st.RefusedByInterpreter("; ".join(d.message for d in game)))
            self._made[key] = HistoryTable(game)
        return self._made[key]

    def one_changed(self) -> Iterator[tuple[str, str]]:
        """Yield each value of an open option that is not its default."""
        for option in self.game.ruleset.options:
            if option.name in self.game.open:
                yield from ((option.name, value) for value in option.values if value != option.default)


def as_read(cells: tuple[int, ...], readings: Mapping[int, MemoryReading]) -> tuple[int, ...]:
    """Return the cells of a state with the representative of each value that is not told apart from others."""
    if not readings:
        return cells
    read = list(cells)
    for number, reading in readings.items():
        read[number] = reading.representative(read[number])
    return tuple(read)


class HistoryTable:
    """A game at play."""

    def __init__(self, game: Game) -> None:
        rules = compile_game(game)
        if not isinstance(rules, Rules):
            raise NotCovered(st.RefusedByInterpreter("; ".join(d.message for d in rules)))
        self.game = game
        self.rules = rules
        self.rulings = frozenset(act.name for act in game.acts if act.finding)
        self.ending = frozenset(act.name for act in game.acts if _ends_hand(game, act))
        self.redeals_forget = _shuffles_once(game) and not loops.loops(game, game.consequences("start", "hand"))
        """Whether each deal has one shuffle, and a repeated deal keeps no memory of the earlier one."""
        self._readings = self.readings()

    def readings(self, asked: object = ()) -> Mapping[int, MemoryReading]:
        """Return the cells of memory not all of whose values are told apart by a rule, or by what else is `asked`."""
        memory = self.rules.layout.memory
        return {
            number: reading
            for name, reading in memory_readings(self.game, asked).items()
            for number in range(memory[name].slot, memory[name].slot + memory[name].count)
        }

    def read_cells(self, cells: tuple[int, ...]) -> tuple[int, ...]:
        """Return the representatives of the cells of a state; play is the same from states with equal results."""
        return as_read(cells, self._readings)

    # -------------------------------------------------------------------------------- playing

    def matches(self, seed: int, hands: int, fewer: bool = False) -> Iterator[tuple[Moment, Position]]:
        """Yield states of a few hands of one match: after a deal, whenever a player has to move, and at the end of a hand. Stop
        if the rules do not decide the next event. Stop at the first hand of fewer players, unless `fewer` is true.

        Acts that may end the hand at once are avoided if the seed is even. In some games, as in those with an auction, the
        players must do such an act in most hands.
        """
        try:
            yield from self._matches(seed, hands, fewer)
        except Faulted:
            return

    def _matches(self, seed: int, hands: int, fewer: bool) -> Iterator[tuple[Moment, Position]]:
        chance, seen = SeededChance(seed), list[tuple[Moment, Position]]()
        choice = random.Random(seed).random
        play = Play(self.rules, chance, lambda moment, position: seen.append((moment, position)))
        cells = play.begin_match()
        for _ in range(hands):
            play.begin_hand(cells)
            if not fewer and not self.complete(cells):
                return
            yield DEALT, Position(tuple(cells))
            moves, moment = 0, AWAIT
            while cells[PHASE] == PHASE_TURN and moves < MOST_MOVES:
                yield moment, Position(tuple(cells))
                found = [o for o in self.chance_findings(cells, choice) if o.move.act not in self.ending]
                moment = FOUND if found else AWAIT
                options = found or legal(self.rules, cells)
                options = options if seed % 2 else self.lasting(options)
                if not options:
                    return
                option = options[int(choice() * len(options))]
                self.perform(play, cells, option)
                yield from self.passed(option, seen)
                moves += 1
            yield from ((m, p) for m, p in seen if m == ("end", "hand"))
            seen.clear()
            if cells[PHASE] != PHASE_COUNTED:
                return

    def events(self, seed: int, hands: int) -> Iterator[tuple[Moment, Position]]:
        """Yield every event in a few hands of one match, until the rules do not decide the next event."""
        seen = list[tuple[Moment, Position]]()
        play, choice = Play(self.rules, SeededChance(seed), lambda m, p: seen.append((m, p))), random.Random(seed).random
        with suppress(Faulted):
            cells = play.begin_match()
            for _ in range(hands):
                play.begin_hand(cells)
                for _ in range(MOST_MOVES):
                    options = self.lasting(legal(self.rules, cells)) if cells[PHASE] == PHASE_TURN else []
                    if not options:
                        break
                    self.perform(play, cells, options[int(choice() * len(options))])
                if cells[PHASE] != PHASE_COUNTED:
                    break
        yield from seen

    def complete(self, cells: list[int]) -> bool:
        """Return whether all players are still in the match."""
        playing = self.rules.layout.playing
        return not playing or cells[playing] == (1 << self.game.players) - 1

    def passed(self, option: Choice, seen: list[tuple[Moment, Position]]) -> Iterator[tuple[Moment, Position]]:
        """Yield the state after an act in which the next step may be done, if the act does not belong to the last step and does
        not end the turn.
        """
        if 0 <= option.step < len(self.rules.steps) - 1:
            after = next((p for m, p in reversed(seen) if m == ("after", option.move.act)), None)
            if after is not None and not after.cells[ENDING]:
                cells = list(after.cells)
                cells[STEP] = next_step(self.rules, option.step)
                yield PASSED, Position(tuple(cells))

    def findings(self, cells: list[int]) -> list[Choice]:
        """Return every finding that the arbiter may enter here."""
        acts, turn = [act for act in self.game.acts if act.finding], cells[TURN]
        return [Choice(-1, turn, move) for act in acts for move in self.rules.acts[act.name].moves(cells, turn)]

    def chance_findings(self, cells: list[int], choice: Callable[[], float]) -> list[Choice]:
        """Return the findings with which random play may continue. Usually there are none."""
        if not self.rulings or choice() >= RULINGS:
            return []
        return self.findings(cells)

    def perform(self, play: Play, cells: list[int], option: Choice) -> None:
        """Perform a move of a player, or a finding."""
        if option.move.act in self.rulings:
            play.rule(cells, option.move)
        else:
            play.act(cells, option)

    def lasting(self, options: list[Choice]) -> list[Choice]:
        """Return the options that cannot end the hand at once, or all options if there are no others, because random hands
        should be long.
        """
        return [o for o in options if o.move.act not in self.ending] or options

    def hand(self, seed: int, watch: Watch | None = None, at: Position | None = None) -> HandInProgress:
        """Return a hand with the chance of a seed, not dealt yet, or under way at some position."""
        return HandInProgress(self, SeededChance(seed), watch, at)

    def hand_with(self, chance: SeededChance | ScriptedChance, watch: Watch | None) -> HandInProgress:
        """Return a hand with this chance, not dealt yet."""
        return HandInProgress(self, chance, watch, None)

    def replay(self, history: History) -> Position | None:
        """Return the position that a history leads to, or None if it is not a legal course of play. If the note of a history is
        that the rules do not decide the next event, the history leads to the position before it.
        """
        try:
            return Position(tuple(self._replayed(history)[1]))
        except Faulted as fault:
            return history.position if fault.message == history.note else None

    def _replayed(self, history: History, chance: ScriptThenSeed | None = None) -> tuple[Play, list[int]]:
        """Replay a history, with its own packs unless another random source is given. May raise `Faulted`."""
        script = chance or ScriptedChance(history.packs)
        play = Play(self.rules, script)
        cells = play.first_hand()
        for move in history.moves:
            while history.match and cells[PHASE] == PHASE_COUNTED:
                play.begin_hand(cells)
            options = self.findings(cells) if move.act in self.rulings else legal(self.rules, cells)
            option = next((o for o in options if o.move.same(move)), None)
            if option is None:
                raise Faulted("C0818", f"`{move.act}` is not legal here")
            self.perform(play, cells, option)
        while history.match and cells[PHASE] == PHASE_COUNTED and script.left():
            play.begin_hand(cells)
        return play, cells

    def completed(self, history: History) -> History | None:
        """Return the history continued to the end of its hand with the first legal move at each choice; None if the hand does
        not end.
        """
        moves, chance = list(history.moves), ScriptThenSeed(history.packs)
        try:
            play, cells = self._replayed(history, chance)
            while cells[PHASE] == PHASE_TURN:
                options = self.lasting(legal(self.rules, cells))
                if not options or len(moves) > MOST_MOVES:
                    return None
                moves.append(options[0].move)
                play.act(cells, options[0])
        except Faulted:
            return None
        return History(tuple(chance.packs), tuple(moves), Position(tuple(cells)), match=history.match)

    def disclosed(self, most: int) -> History | None:
        """Return a course of play that a player cannot distinguish from another course with different legal moves, and a note
        on the difference. At most `most` lists of legal moves are computed.
        """
        found = disclosure(self.rules, most)
        if found is None:
            return None
        one, two = (self.game.faces.codes[card] for card in found.exchanged)
        here = bool(found.only_here)
        sort = st.DisclosedSort.HERE if here else st.DisclosedSort.THERE
        move = (found.only_here if here else found.only_there)[0]
        note = st.Disclosed(sort, found.player + 1, one, two, st.act(move.act))
        return History(found.packs, found.moves, found.state, note, match=True)

    # -------------------------------------------------------------------------------- written

    def position(self, position: Position) -> dict[str, object]:
        """Return a position in the form in which it is drawn."""
        return dict(write_position(self.rules, position))

    def parameters(self, act: str) -> tuple[str, ...]:
        """Return the parameters of an act. Other moves have none."""
        return tuple(p.name for p in self.game.act[act].parameters) if act in self.game.act else ()


def _shuffles_once(game: Game) -> bool:
    """Return whether the clauses at the start of a hand have one shuffle, and do it once."""
    shuffles = [e for c in game.consequences("start", "hand") for e in c.effects if isinstance(e.body, g.Shuffle)]
    return len(shuffles) == 1 and shuffles[0].each is None


def _ends_hand(game: Game, act: g.Act) -> bool:
    """Return whether an act may end the hand or the match at once."""
    effects = parts((act.effects, tuple(c.sentence for c in game.consequences("after", act.name))))
    return any(isinstance(e, g.End) and e.period != "turn" for e in effects)


__all__ = [
    "AWAIT",
    "DEALT",
    "FOUND",
    "MOST_MOVES",
    "PASSED",
    "Choice",
    "Faulted",
    "HandInProgress",
    "History",
    "HistoryTable",
    "Moment",
    "Move",
    "Position",
]  # fmt: skip


# --------------------------------------------------------------------- questions


PositionQuery = Callable[[Position, Mapping[str, int], int | None], int | None]
"""Return the value of an expression in a position, for its free words and the player of the act (None: the player to move);
None if the rules do not decide it.
"""


def position_query(rules: Rules, expr: Expr, words: tuple[str, ...] = ()) -> PositionQuery:
    """Compile an expression that can be evaluated in positions."""
    query = question(rules, expr, words)
    if isinstance(query, Diagnostic):
        raise NotCovered(st.RefusedByInterpreter(query.message))

    def answer(position: Position, values: Mapping[str, int], actor: int | None = None) -> int | None:
        found = query(position, values, actor)
        return None if isinstance(found, Diagnostic) else found

    return answer


# ----------------------------------------------------------------------- matches


COUNT: Moment = ("count", "hand")


@dataclass(frozen=True, slots=True)
class MatchHand:
    """A hand that was counted: the seed of its chance, the gain of each counter of the match in the whole hand and before the
    count (`gained_before`), the position before the count (`uncounted`) and after the hand, and whether the match was over.
    """

    seed: int
    gained: Mapping[OwnedPlace, int]
    gained_before: Mapping[OwnedPlace, int]
    uncounted: Position
    position: Position
    over: bool


@dataclass(frozen=True, slots=True)
class Match:
    """A match up to the end of a hand: its packs and moves, and the position between the hands."""

    packs: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]
    position: Position


def hands(
    table: HistoryTable,
    memory: Mapping[OwnedPlace, int],
    seeds: Iterable[int],
    without: frozenset[str],
    *,
    looking_ahead: bool = True,
    acts_first: bool = False,
) -> Iterator[MatchHand]:
    """Yield random counted hands that begin with this memory, and in which some acts are not done.

    Without `looking_ahead`, only one legal move is searched for at a time, which gives other hands and is faster.  With
    `acts_first` the act is drawn before its arguments, so that an act with few possible arguments is done as often as an act
    with many.
    """
    for seed in seeds:
        seen = dict[Moment, Position]()

        def watch(moment: Moment, position: Position, seen: dict[Moment, Position] = seen) -> None:
            seen[moment] = position

        play = Play(table.rules, SeededChance(seed), watch)
        try:
            cells = play.begin_match()
            for place, value in memory.items():
                cells[slot(table, place)] = value
            before = counters(table, cells)
            play.begin_hand(cells)
            choice = random.Random(seed).random
            _play_on(table, play, cells, choice, without, looking_ahead=looking_ahead, acts_first=acts_first)
        except Faulted:
            continue
        if COUNT in seen:
            uncounted = seen["end", "hand"]
            gained_before, gained = (
                {place: number - before[place] for place, number in counters(table, after).items()}
                for after in (uncounted.cells, cells)
            )
            yield MatchHand(seed, gained, gained_before, uncounted, Position(tuple(cells)), cells[PHASE] == PHASE_OVER)


def unended(table: HistoryTable, seeds: Iterable[int], most: int) -> Iterator[list[Match]]:
    """Yield random matches that have not ended after this many hands; each is yielded after every one of its hands."""
    for seed in seeds:
        chance, moves, after = SeededChance(seed), list[Move](), list[Match]()
        play, choice = Play(table.rules, chance), random.Random(seed).random
        try:
            cells = play.begin_match()
            for _ in range(most):
                play.begin_hand(cells)
                moves += _play_on(table, play, cells, choice, frozenset())
                if cells[PHASE] != PHASE_COUNTED:
                    break
                after.append(Match(tuple(chance.packs), tuple(moves), Position(tuple(cells))))
        except Faulted:
            continue
        if len(after) == most:
            yield after


def replays(table: HistoryTable, match: Match) -> bool:
    """Return whether a match reaches its position again when its record is played."""
    play, moves = Play(table.rules, ScriptedChance(match.packs)), list(match.moves)
    try:
        cells = play.begin_match()
        while moves:
            play.begin_hand(cells)
            while moves and cells[PHASE] == PHASE_TURN:
                move = moves.pop(0)
                play.act(cells, next(o for o in legal(table.rules, cells) if o.move.same(move)))
    except (Faulted, StopIteration):
        return False
    return Position(tuple(cells)) == match.position


def _play_on(
    table: HistoryTable,
    play: Play,
    cells: list[int],
    choice: Callable[[], float],
    without: frozenset[str],
    *,
    looking_ahead: bool = True,
    acts_first: bool = False,
) -> list[Move]:
    """Play the unfinished hand at random to its end, or until nobody can move. Return the moves."""

    def order(options: list[Choice]) -> list[Choice]:
        allowed = [o for o in options if o.move.act not in without]
        acts = dict.fromkeys(o.move.act for o in allowed) if acts_first else ()
        drawn = {act: choice() for act in acts}
        return sorted(allowed, key=lambda o: (drawn.get(o.move.act, 0), choice()))

    moves = list[Move]()
    while cells[PHASE] == PHASE_TURN and len(moves) < MOST_MOVES:
        if looking_ahead and not acts_first:
            options = [o for o in legal(table.rules, cells) if o.move.act not in without]
            option = options[int(choice() * len(options))] if options else None
        else:
            option = some_legal(table.rules, cells, order)
        if option is None:
            break
        moves.append(option.move)
        play.act(cells, option)
    return moves


def slot(table: HistoryTable, place: OwnedPlace) -> int:
    """Return the interpreter's cell for a memory cell."""
    return table.rules.layout.memory[place[0]].slot + max(0, place[1])


def counters(table: HistoryTable, cells: list[int] | tuple[int, ...]) -> dict[OwnedPlace, int]:
    """Return the counters of the match."""
    kept = [c for c in table.game.cells if c.kind == "counter" and c.period == "match"]
    owners = {"table": range(-1, 0), "player": range(table.game.players), "side": range(table.game.sides)}
    return {(c.name, o): cells[slot(table, (c.name, o))] for c in kept for o in owners[c.owner]}


# ----------------------------------------------------------------------- records


def record(table: HistoryTable, history: History, *, left: bool = False) -> dict[str, object]:
    """Return the history as a record of play: the pack and the moves; with `left`, the record stops before the end of
    its hand.
    """
    deck = table.game.deck.cards
    moves = [entry(table, m) for m in history.moves]
    settings = dict(table.game.settings)
    packs = [[deck[c].code for c in pack] for pack in history.packs]
    return {
        "players": table.game.players,
        "settings": settings,
        "stock": packs[0] if len(packs) == 1 else packs,
        "moves": moves,
        **({"match": True} if history.match else {}),
        **({"left": True} if history.match or left else {}),
    }


def entry(table: HistoryTable, move: Move) -> dict[str, object]:
    """Return a move, or a finding, as an entry of a record."""
    args = describe(table.game, move)
    if move.act in table.rulings:
        return {"ruling": move.act, "args": args}
    return {"act": move.act, "args": args, "by": list(move.by), "cites": list(cites(table.game, move.by))}


def match_record(table: HistoryTable, match: Match) -> dict[str, object]:
    """Return an interrupted match as a record of play."""
    return record(table, History(match.packs, match.moves, match.position, match=True))
