"""Search for goals by playing hands.

A `Goal` is a condition at some moment of play. The first history that meets it is kept. A goal without a condition is met when
its moment occurs: nobody can move, a position is repeated, or the rules do not decide the next event. Another program may
search for goals in many more hands than are played here; such a hand counts after the goal is met when the hand is played here.

`BeamSearch` looks for a hand that attains an extreme: a beam of hands, played so that a number grows (or falls) as far as it
can. The search chooses the pack as well as the moves: it may swap a card that nobody has played with a card in the hand of the
player to move, as if the pack had been shuffled that way. This search does not check whether the rest of the play would have
been the same. Its result is a pack and moves, and counts only if the interpreter replays it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from cartaro_grammar import Expr
from cartaro_grammar import game as g
from cartaro_interpreter import (
    AGAIN,
    AWAIT,
    FAULT,
    LIMIT,
    PHASE,
    PHASE_COUNTED,
    PHASE_TURN,
    SILENT,
    STUCK,
    HandSearch,
    Play,
    ScriptedChance,
    SeededChance,
    Sought,
    legal,
    members,
    moment_of,
    order_of_pile,
    pile_of,
)
from cartaro_verify.play.table import (
    MOST_MOVES,
    Choice,
    Faulted,
    HandInProgress,
    History,
    HistoryTable,
    Moment,
    Move,
    Position,
    PositionQuery,
    position_query,
)
from cartaro_verify.proof_log import Diverged, ProofLog
from cartaro_verify.results import statements as st

__all__ = [
    "AGAIN",
    "FAULT",
    "SILENT",
    "START",
    "STUCK",
    "Goal",
    "GoalSearch",
    "HandSearch",
    "WatchedHand",
]

# ------------------------------------------------------------------------- goals


OF_SCRIPTS = frozenset({"C0812", "C0813"})
"""The faults that come from the given packs and not from the rules."""
START: Moment = ("start", "hand")
MOST_MOVES_IN_ALL = 80_000
TRIED = 30
"""The number of hands, besides a few matches, in which proved lines are tested too."""
ENDINGS = 1 / 16
"""The probability that an act which may end the hand at once is among the choices."""


@dataclass(slots=True)
class Goal:
    """A condition to search for, separately for each side if `side` is among its free words. A history that is found has been
    replayed.
    """

    moment: Moment
    expr: Expr | None
    wanted: bool = True
    free: tuple[str, ...] = ()
    found: History | None = None
    hands: int = 0
    """The number of hands that another program has searched for the goal."""


@dataclass
class GoalSearch:
    """A simultaneous search for many goals in random hands. The n-th hand is the same in every search."""

    table: HistoryTable
    goals: Sequence[Goal]
    contrary: Sequence[Goal] = ()
    """The goals that contradict a proof. They are searched for in the hands that are played anyway, and in at least `TRIED`
    hands.
    """
    hands: int = 0
    moves: int = 0
    """The number of moves and shuffles so far, which measures the cost of the hands."""
    limit: str | None = None
    """The code of the first limit of the program at which a hand stopped."""
    queries: dict[int, tuple[Goal, PositionQuery]] = field(default_factory=dict[int, tuple[Goal, PositionQuery]])

    def __post_init__(self) -> None:
        self.look_for(self.goals, self.contrary)

    def look_for(self, goals: Sequence[Goal], contrary: Sequence[Goal] = ()) -> None:
        """Search for these from the next hand on."""
        self.goals, self.contrary = goals, contrary
        for goal in (*goals, *contrary):
            if goal.expr is not None and id(goal) not in self.queries:
                words = self.table.parameters(goal.moment[1]) if goal.moment[0] in ("before", "after") else goal.free
                self.queries[id(goal)] = goal, position_query(self.table.rules, goal.expr, words)

    @property
    def open_goals(self) -> list[Goal]:
        return [goal for goal in self.goals if goal.found is None]

    @property
    def is_wanted(self) -> bool:
        """Return whether more hands may find something.  Goals that another search has covered are skipped, except in games
        with an arbiter's rulings, which occur only here.
        """
        return any(self.table.rulings or not goal.hands for goal in self.open_goals)

    def search_elsewhere(self, search: HandSearch) -> None:
        """Let another program search thousands of hands for goals that it has not searched for yet, and follow each hand that
        it returns.
        """
        goals = [goal for goal in self.open_goals if not goal.hands]
        if not goals:
            return
        sought = tuple(Sought(goal.moment, goal.expr, goal.wanted, "side" in goal.free) for goal in goals)
        searched = search(self.table.rules, sought, self.table.ending)
        for shown in searched.shown:
            self.follow(shown.packs, shown.moves)
        for number in searched.looked_for:
            goals[number].hands = searched.hands

    def hands_searched(self, goals: Sequence[Goal]) -> int:
        """Return the number of hands in which all of some goals, unless found earlier, have been searched for."""
        return self.hands + min((goal.hands for goal in goals if goal.found is None), default=0)

    def run(self, hands: int, moves: int = MOST_MOVES_IN_ALL) -> None:
        """Play hands until every goal is met, or until this number of hands or moves has been played in total."""
        for seed in range(self.hands, hands):
            tried = self.hands >= TRIED or all(goal.found is not None for goal in self.contrary)
            if (tried and not self.is_wanted) or self.moves >= moves:
                return
            self.hands += 1
            self.play(seed)

    def play(self, seed: int) -> None:
        """Play and watch one random hand."""
        choice, hand = random.Random(seed).random, WatchedHand(self)
        progress = self.table.hand(seed, hand.watch)
        self._play(hand, progress, lambda options: self.chosen(progress.chance_findings(choice) or options, choice))
        self.moves += len(hand.moves) + len(progress.chance.packs)

    def deal(self, seed: int) -> None:
        """Deal one random hand, and watch only its start."""
        self.play_with(SeededChance(seed), lambda _: None)

    def play_with(self, chance: SeededChance | ScriptedChance, choose: Callable[[list[Choice]], Choice | None]) -> None:
        """Play and watch a hand with given chance, as long as a move is chosen."""
        hand = WatchedHand(self)
        self._play(hand, self.table.hand_with(chance, hand.watch), choose)

    def follow(self, packs: Sequence[tuple[int, ...]], moves: Sequence[Move], match: bool = False) -> None:
        """Play and watch a hand, or a match, with known packs and moves (including findings)."""
        left = iter(moves)

        def known(options: list[Choice], cells: list[int]) -> Choice | None:
            move = next(left, None)
            if move is not None and move.act in self.table.rulings:
                options = self.table.findings(cells)
            return next((option for option in options if move is not None and option.move.same(move)), None)

        if match:
            WatchedMatch(self, ScriptedChance(packs), self.open_goals).run(len(packs), known)
            return
        hand = WatchedHand(self)
        progress = self.table.hand_with(ScriptedChance(packs), hand.watch)
        self._play(hand, progress, lambda options: known(options, progress.cells))

    def _play(self, hand: WatchedHand, progress: HandInProgress, choose: Callable[[list[Choice]], Choice | None]) -> None:
        """Play a hand to its end, or as long as something is chosen."""
        hand.progress = progress
        try:
            progress.deal()
            hand.start()
            while progress.awaiting and len(hand.moves) < MOST_MOVES:
                position = progress.position
                hand.awaiting(position)
                options = progress.options()
                if not options:
                    hand.happened(STUCK, position)
                    break
                option = choose(options)
                if option is None:
                    break
                hand.before(option, position)
                hand.moves.append(option.move)
                progress.act(option)
                if option.move.act in self.table.rulings:
                    hand.seen.clear()
        except Faulted as fault:
            if fault.code not in OF_SCRIPTS:
                hand.broken_down(fault, progress.position)

    def chosen(self, options: list[Choice], choice: Callable[[], float]) -> Choice:
        """Choose an option at random; options that may end the hand at once are chosen only rarely."""
        lasting = self.table.lasting(options)
        if len(lasting) < len(options) and choice() < ENDINGS:
            lasting = options
        return lasting[int(choice() * len(lasting))]


@dataclass(frozen=True, slots=True)
class ShownGoals:
    """The packs and moves of a hand, and the goals, by number, that are met in it."""

    packs: tuple[tuple[int, ...], ...]
    moves: tuple[tuple[str, tuple[int, ...]], ...]
    goals: tuple[int, ...]
    match: bool = False
    """Whether the search plays several hands of one match, or hands other than the first."""


@dataclass(frozen=True, slots=True)
class SearchedGoals:
    """The outcome of a search: the number of hands here and, for each goal, elsewhere; the limit met; the hands that show
    goals.
    """

    hands: int
    elsewhere: tuple[int, ...]
    limit: str | None
    shown: tuple[ShownGoals, ...]


def searched(log: ProofLog, what: str, search: GoalSearch, goals: Sequence[Goal], run: Callable[[], None]) -> None:
    """Run a search for goals, or follow the hands that meet them according to the log."""
    missing = [number for number, goal in enumerate(goals) if goal.found is None]

    def short(_: None) -> SearchedGoals:
        shown = list[ShownGoals]()
        met = [(number, history) for number in missing if (history := goals[number].found) is not None]
        for number, history in sorted(met, key=lambda each: -len(each[1].moves)):
            moves = tuple((move.act, move.args) for move in history.moves)
            alike = (hand for hand in shown if (hand.packs, hand.match) == (history.packs, history.match))
            hand = next((hand for hand in alike if hand.moves[: len(moves)] == moves), None)
            if hand is not None:
                shown.remove(hand)
            hand = hand or ShownGoals(history.packs, moves, (), history.match)
            shown.append(replace(hand, goals=(*hand.goals, number)))
        return SearchedGoals(search.hands, tuple(goal.hands for goal in goals), search.limit, tuple(shown))

    def given(found: SearchedGoals) -> None:
        if len(found.elsewhere) != len(goals):
            raise Diverged
        for hand in found.shown:
            search.follow(hand.packs, [Move(act, args, ()) for act, args in hand.moves], hand.match)
            if not all(0 <= number < len(goals) and goals[number].found is not None for number in hand.goals):
                raise Diverged
        search.hands, search.limit = found.hands, found.limit
        for goal, number in zip(goals, found.elsewhere, strict=True):
            goal.hands = number

    log.found(what, SearchedGoals, run, short, given)


class WatchedHand:
    """One hand in progress, in which goals are checked."""

    def __init__(self, search: GoalSearch, goals: Sequence[Goal] | None = None) -> None:
        self.search = search
        self.progress: HandInProgress | None = None
        self.moves = list[Move]()
        self.values: dict[str, int] = {}
        self.actor: int | None = None
        self.note: st.Note | None = None
        self.last: Position | None = None
        self.dealt: Position | None = None
        self.seen = dict[tuple[int, ...], int]()
        self.by_moment: dict[Moment, list[Goal]] = {}
        watched = (*search.open_goals, *(search.contrary if search.hands <= TRIED else ()))
        for goal in watched if goals is None else goals:
            self.by_moment.setdefault(goal.moment, []).append(goal)

    def watch(self, moment: Moment, position: Position) -> None:
        if moment == START:
            self.dealt = position
        else:
            self.happened(moment, position)

    def start(self) -> None:
        """Check the goals at the start of the hand, once its packs are known."""
        if self.dealt is not None:
            self.happened(START, self.dealt)
            self.dealt = None

    def broken_down(self, fault: Faulted, position: Position) -> None:
        """Check the goals at an event that the rules do not decide; if it is the choice of the player who begins, the hand
        counts as started.
        """
        self.note = fault.message
        self.start()
        moment = moment_of(fault)
        if moment == LIMIT and self.search.limit is None:
            self.search.limit = fault.code
        self.happened(moment, self.last or position)

    def awaiting(self, position: Position) -> None:
        self.last = position
        self.happened(AWAIT, position)
        if AGAIN in self.by_moment:
            before = self.seen.setdefault(self.search.table.read_cells(position.cells), len(self.moves))
            if before != len(self.moves):
                self.note = st.Repeated(before + 1)
                self.happened(AGAIN, position)

    def before(self, option: Choice, position: Position) -> None:
        names = self.search.table.parameters(option.move.act)
        self.values = dict(zip(names, option.move.args, strict=True))
        self.actor = option.player
        self.happened(("before", option.move.act), position, option)

    def happened(self, moment: Moment, position: Position, option: Choice | None = None) -> None:
        for goal in self.by_moment.get(moment, ()):
            if goal.found is None and self.holds(goal, position):
                moves = (*self.moves, option.move) if option is not None else tuple(self.moves)
                history = self.history(moves, position)
                goal.found = history if self.search.table.replay(history) is not None else None

    def history(self, moves: tuple[Move, ...], position: Position) -> History:
        return History(self.progress.packs if self.progress is not None else (), moves, position, self.note)

    def holds(self, goal: Goal, position: Position) -> bool:
        if goal.expr is None:
            return True
        _, query = self.search.queries[id(goal)]
        if "side" in goal.free:
            answers = [query(position, {"side": s}, None) for s in range(self.search.table.game.sides)]
        else:
            spoken = goal.moment[0] in ("before", "after")
            answers = [query(position, self.values, self.actor if spoken else None)]
        return any(a is not None and bool(a) == goal.wanted for a in answers)


class WatchedMatch:
    """One match, and the goals that are searched for in it; `before` are the moves of the earlier hands."""

    def __init__(self, search: GoalSearch, chance: SeededChance | ScriptedChance, goals: Sequence[Goal]) -> None:
        self.search, self.table = search, search.table
        self.chance, self.goals = chance, goals
        self.before: tuple[Move, ...] = ()
        self.hand: _HandOfMatch | None = None

    def run(self, hands: int, choose: Callable[[list[Choice], list[int]], Choice | None]) -> None:
        """Play a number of hands, up to the end of the match or as long as something is chosen."""
        play = Play(self.table.rules, self.chance, self.watch)
        try:
            cells = play.begin_match()
        except Faulted:  # a fault here also occurs in the first hand of the match
            return
        for _ in range(hands):
            hand = self.hand = _HandOfMatch(self.search, self)
            try:
                play.begin_hand(cells)
                hand.start()
                if not self._goes_on(play, cells, hand, choose):
                    return
            except Faulted as fault:
                if fault.code not in OF_SCRIPTS:
                    hand.broken_down(fault, Position(tuple(cells)))
                return
            self.before = (*self.before, *hand.moves)
            if cells[PHASE] != PHASE_COUNTED:
                return

    def watch(self, moment: Moment, position: Position) -> None:
        if self.hand is not None:
            self.hand.watch(moment, position)

    def _goes_on(
        self, play: Play, cells: list[int], hand: WatchedHand, choose: Callable[[list[Choice], list[int]], Choice | None]
    ) -> bool:
        """Play the hand under way to its end; return whether the end was reached."""
        while cells[PHASE] == PHASE_TURN and len(hand.moves) < MOST_MOVES:
            position = Position(tuple(cells))
            hand.awaiting(position)
            options = legal(self.table.rules, cells)
            if not options:
                hand.happened(STUCK, position)
                return False
            option = choose(options, cells)
            if option is None:
                return False
            hand.before(option, position)
            hand.moves.append(option.move)
            self.table.perform(play, cells, option)
            if option.move.act in self.table.rulings:
                hand.seen.clear()
        return True


class _HandOfMatch(WatchedHand):
    """A hand of a match, whose history includes the hands before it."""

    def __init__(self, search: GoalSearch, match: WatchedMatch) -> None:
        super().__init__(search, match.goals)
        self.match = match

    def history(self, moves: tuple[Move, ...], position: Position) -> History:
        packs = tuple(self.match.chance.packs)
        return History(packs, (*self.match.before, *moves), position, self.note, match=True)


# ---------------------------------------------------------------- extreme search


STARTS = 2000
WIDTH = 240
EACH = 5
"""The greatest number of hands of one deal that are kept, because the value of a deal is known late."""
BEAM_TRIED = 6
WORST = -1_000_000
Amount = Callable[[Position], int]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An unfinished hand: its deal, its position, its packs (some were shuffled before the hand), its moves, and the present
    value of the number.
    """

    deal: int
    position: Position
    packs: tuple[tuple[int, ...], ...]
    opened: int
    moves: tuple[Move, ...]
    amount: int
    ended: Position | None = None


class BeamSearch:
    """A search for a hand at whose end a number has the claimed value; a greater `amount` is better."""

    def __init__(self, table: HistoryTable, amount: Amount, wanted: int) -> None:
        self.table = table
        self.amount = amount
        self.wanted = wanted
        self.random = random.Random(wanted)
        self.kinds = {act.name: tuple(p.type.kind for p in act.parameters) for act in table.game.acts}

    def cards(self, move: Move) -> list[int]:
        """Return the cards among a move's arguments."""
        found = list[int]()
        for kind, value in zip(self.kinds.get(move.act, ()), move.args, strict=True):
            found += (value,) if kind == "card" else members(value) if kind == "cards" else ()
        return found

    def run(self) -> History | None:
        """Return a replayed hand that attains the wanted number; None if none is found. Hands that do not end are given up."""
        beam = [hand for seed in range(STARTS) if (hand := self.start(seed)) is not None]
        for _ in range(MOST_MOVES):
            grown = [new for hand in beam for new in self.expand(hand)]
            for hand in grown:
                if hand.ended is not None and hand.amount >= self.wanted:
                    history = History(hand.packs, hand.moves, hand.ended)
                    if self.table.replay(history) is not None:
                        return history
            beam = self.best([hand for hand in grown if hand.ended is None])
            if not beam:
                break
        return None

    def best(self, hands: list[Candidate]) -> list[Candidate]:
        """Return the best of some hands, chosen at random among equally good ones."""
        ranked = sorted((-hand.amount, self.random.random(), i) for i, hand in enumerate(hands))
        kept, count = list[Candidate](), dict[int, int]()
        for _, _, i in ranked:
            deal = hands[i].deal
            count[deal] = count.get(deal, 0) + 1
            if count[deal] <= EACH:
                kept.append(hands[i])
        return kept[:WIDTH]

    def start(self, seed: int) -> Candidate | None:
        """Return a dealt hand."""
        progress = self.table.hand(seed)
        try:
            progress.deal()
        except Faulted:
            return None
        dealt = len(progress.packs) > progress.opened
        return Candidate(seed, progress.position, progress.packs, progress.opened, (), 0) if dealt else None

    def expand(self, hand: Candidate) -> list[Candidate]:
        """Yield the hand extended by a move with a card in the hand, or with a card that has not been played and might have
        been in the hand.
        """
        played = {c for move in hand.moves for c in self.cards(move)}
        mine = [c for c in _lying(self.table, hand.position, hand.position.turn) if c not in played]
        if not mine:
            return self.grown(hand, None)
        own = self.random.choice(mine)
        others = [c for c in _lying(self.table, hand.position, None) if c not in played and c not in mine]
        chosen = self.random.sample(others, min(len(others), BEAM_TRIED))
        options = self.options(hand)
        idle = [o for o in options if not self.cards(o.move)]
        kept = [new for card in mine for new in self.taken(hand, options, card)] + self.taken(hand, idle, None)
        return kept + [new for card in chosen for new in self.grown(self.exchanged(hand, own, card), card)]

    def exchanged(self, hand: Candidate, first: int, second: int) -> Candidate:
        """Return the hand as if these two cards had been exchanged in the pack."""
        swap = {first: second, second: first}
        packs = (tuple(swap.get(c, c) for c in pack) for pack in hand.packs[hand.opened :])
        position = _exchanged(self.table, hand.position, first, second)
        return replace(hand, position=position, packs=(*hand.packs[: hand.opened], *packs))

    def options(self, hand: Candidate) -> list[Choice]:
        try:
            return self.table.lasting(self.table.hand(0, at=hand.position).options())
        except Faulted:
            return []

    def grown(self, hand: Candidate, card: int | None) -> list[Candidate]:
        """Yield the hand extended by each move with this card (None: by each move)."""
        return self.taken(hand, self.options(hand), card)

    def taken(self, hand: Candidate, options: list[Choice], card: int | None) -> list[Candidate]:
        """Yield the hand extended by each option that has this card."""
        wanted = (o for o in options if card is None or card in self.cards(o.move))
        return [new for option in wanted if (new := self.act(hand, option)) is not None]

    def act(self, hand: Candidate, option: Choice) -> Candidate | None:
        """Return the hand after a move, with its number evaluated at the end of the hand if it is over, or now."""
        ended = list[Position]()

        def watch(moment: tuple[str, str], position: Position) -> None:
            if moment == ("end", "hand"):
                ended.append(position)

        progress = self.table.hand(0, watch, hand.position)
        try:
            progress.act(option)
        except Faulted:
            return None
        if not ended and not progress.awaiting:
            return None
        moves, last = (*hand.moves, option.move), ended[0] if ended else None
        packs = (*hand.packs, *progress.chance.packs)
        amount = self.amount(last or progress.position)
        return Candidate(hand.deal, progress.position, packs, hand.opened, moves, amount, last)


def reach(table: HistoryTable, line: g.ExtremeClaim, value: int, sides: bool) -> History | None:
    """Return a hand at whose end the amount of a claim is at least (or at most) a value, for some side
    if it is about each.
    """
    if (line.moment, line.period) != ("end", "hand"):
        return None
    direction = 1 if line.which == "greatest" else -1
    query = position_query(table.rules, line.amount, ("side",) if sides else ())
    for side in range(table.game.sides if sides else 1):

        def amount(position: Position, words: Mapping[str, int] = MappingProxyType({"side": side})) -> int:
            found = query(position, words, None)
            return WORST if found is None else direction * found

        history = BeamSearch(table, amount, direction * value).run()
        if history is not None:
            return history
    return None


# ---------------------------------------------------------------------------------------------- positions and moves


def _lying(table: HistoryTable, position: Position, player: int | None) -> tuple[int, ...]:
    """Return the cards in the zones of a player; with None, the cards of all players and in piles."""
    places = table.rules.layout.places.values()
    mine = [p.slot + player for p in places if p.zone.owner == "player"] if player is not None else [
        p.slot + i for p in places if p.order or p.zone.owner == "player" for i in range(p.count)
    ]  # fmt: skip
    return tuple(c for slot in mine for c in members(position.cells[slot]))


def _exchanged(table: HistoryTable, position: Position, first: int, second: int) -> Position:
    """Return the position with two cards swapped."""
    swap, layout = {first: second, second: first}, table.rules.layout
    cells, both = list(position.cells), (1 << first) | (1 << second)
    for slot in layout.holders:
        inside = cells[slot] & both
        order = layout.order_of.get(slot)
        if inside and order is not None:
            cells[order] = order_of_pile([swap.get(c, c) for c in pile_of(cells[slot], cells[order])])
        if inside and inside != both:
            cells[slot] ^= both
    return Position(tuple(cells))
