"""Every state that play can reach by every deal, every move and every finding, hand after hand of a match.

It uses the interpreter's rules and is independent of the verifier. States are kept by the moment of play, because claims are
about moments. States between two hands count too, so a complete exploration has seen all matches of any length; it is then
`closed`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.differential.effort import few_repeats
from tests.differential.nodes import has, nodes
from tests.differential.packs import Cells, Dealer, Outcome, Revealed, Stock, TooMany, canonical, outcomes

from cartaro_grammar.model import game as g
from cartaro_grammar.model.game import Game
from cartaro_interpreter import (
    PHASE_OVER,
    PHASE_TURN,
    Move,
    Rules,
    State,
)
from cartaro_interpreter.play.course import Play
from cartaro_interpreter.play.turn import Choice, legal
from cartaro_interpreter.ruling.rulings import findings
from cartaro_interpreter.state.faults import Faulted
from cartaro_interpreter.state.state import PHASE, TURN, conserved

Moment = tuple[str, str]


@dataclass(frozen=True, slots=True)
class AtShuffle:
    """A point at which cards are shuffled, and whose state is nothing but this key."""

    key: Cells


Node = Cells | AtShuffle
Label = tuple[str, tuple[int, ...]] | None
"""A move or finding: its act and its arguments."""
ENDLESS = "C0806"
AWAIT: Moment = ("await", "")
MOST_STATES = 3_000
MOST_RUNS = 8_000
MOST_ENDLESS = 20
"""The number of endless courses after which the exploration stops."""
MOST_PACKS = 20
"""A course that goes back this often, each time with other cards, is not counted as endless."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A state at some moment, with the player and the arguments of the act, if the moment belongs to an act."""

    cells: Cells
    arguments: tuple[int, ...] = ()
    actor: int | None = None


@dataclass(slots=True)
class World:
    """The result of an exploration. The nodes of its graph are states, and shuffles after which play continues alike; the empty
    state comes before all others.
    """

    rules: Rules
    stock: Stock | None
    met: dict[Moment, dict[Seen, None]] = field(default_factory=dict[Moment, dict[Seen, None]])
    leads: dict[Node, set[Node]] = field(default_factory=dict[Node, set[Node]])
    moved: dict[Node, set[Node]] = field(default_factory=dict[Node, set[Node]])
    acted: dict[Cells, dict[Label, set[Node]]] = field(default_factory=dict[Cells, dict[Label, set[Node]]])
    """The successors of each state, by the move or finding that was made, or by None where a hand begins."""
    faults: dict[str, Cells] = field(default_factory=dict[str, Cells])
    stuck: Cells | None = None
    lost: Cells | None = None
    closed: bool = True
    runs: int = 0

    @property
    def states(self) -> int:
        return len(self.leads)


def explore(rules: Rules, *, hiding: bool = True, most: int = MOST_STATES) -> World:
    """Explore every state of every match, the nearest first, until `most` states or `MOST_RUNS` are reached. Without `hiding`,
    each order of the stock is a state of its own.
    """
    stock = hidden_stock(rules) if hiding else None
    with few_repeats():
        try:
            return _Explorer(World(rules, stock), most).run()
        except Revealed:
            return _Explorer(World(rules, None), most).run()


def hidden_stock(rules: Rules) -> Stock | None:
    """Return the only pile, provided that no rule or claim reads its order except by dealing from its top, and that cards come
    onto it only by a shuffle.
    """
    game = rules.game
    effects = [p for p in nodes((game.clauses, game.acts)) if isinstance(p, g.Effect)]
    piles = {e.body.into.zone for e in effects if isinstance(e.body, g.Shuffle) and isinstance(e.body.into, g.InZone)}
    tops = has((game.clauses, game.acts, game.claims), g.Top)
    given = {e.body.to.zone for e in effects if isinstance(e.body, g.MoveCards | g.Deal) and isinstance(e.body.to, g.InZone)}
    if tops or len(piles) != 1 or piles & given or any(isinstance(e.body, g.Exchange) for e in effects):
        return None
    place = rules.layout.places[piles.pop()]
    if place.zone.owner != "table" or sum(zone.ordered for zone in game.zones) > 1:
        return None
    return Stock(place.slot, place.order)


def only_one_shuffle(game: Game) -> bool:
    """Return whether all shuffling is done by one clause, at the start, the end or the count of a period."""
    acts = [p for p in nodes(game.acts) if isinstance(p, g.Shuffle)]
    shuffles = [(c, p) for c in game.clauses for p in nodes(c.sentence) if isinstance(p, g.Shuffle)]
    events = [c.sentence.event for c, _ in shuffles if isinstance(c.sentence, g.Consequence)]
    return not acts and len(shuffles) == 1 and events[0][0] != "after" and events[0][1] != "match"


class _Explorer:
    def __init__(self, world: World, most: int) -> None:
        self.world = world
        self.most = most
        self.rules = world.rules
        self.memo: set[Cells] | None = set() if only_one_shuffle(world.rules.game) else None
        self.frontier: deque[Cells] = deque()
        self.courses_without_end = 0

    def run(self) -> World:
        for outcome in self.outcomes(None, lambda play, cells: play.begin_match(), None):
            self.note((), None, outcome)
        while self.frontier:
            if self.enough:
                self.world.closed = False
                break
            self.visit(self.frontier.popleft())
        if self.world.closed and self.endless():
            self.world.faults.setdefault(ENDLESS, ())
        return self.world

    @property
    def enough(self) -> bool:
        """Whether the exploration should stop."""
        return self.world.states >= self.most or self.world.runs >= MOST_RUNS or self.courses_without_end >= MOST_ENDLESS

    def endless(self) -> bool:
        """Return whether some shuffle can be followed only by further shuffles."""
        shuffles = {n: to for n, to in self.world.leads.items() if isinstance(n, AtShuffle)}
        ending: set[Node] = {n for n, to in shuffles.items() if not to or any(t not in shuffles for t in to)}
        grown = True
        while grown:
            more: set[Node] = {n for n, to in shuffles.items() if n not in ending and to & ending}
            ending |= more
            grown = bool(more)
        return len(ending) < len(shuffles)

    def visit(self, cells: Cells) -> None:
        state = State(cells)
        if state.phase == PHASE_OVER:
            return
        if state.phase != PHASE_TURN:
            self.follow(cells, self.begin, None)
            return
        self.met(AWAIT, Seen(cells))
        try:
            options = legal(self.rules, cells)
        except Faulted as fault:
            self.world.faults.setdefault(fault.code, cells)
            return
        if not options and self.world.stuck is None:
            self.world.stuck = cells
        for option in options:
            self.met(("before", option.move.act), Seen(cells, option.move.args, option.player))
            self.follow(cells, _acting(option), option)
        found = findings(self.rules, state)
        for finding in found if isinstance(found, tuple) else ():
            self.met(("before", finding.act), Seen(cells, finding.args))
            self.follow(cells, _ruling(finding), Choice(-1, cells[TURN], finding))
        if not isinstance(found, tuple):
            self.world.closed = False

    def begin(self, play: Play, cells: list[int]) -> list[int]:
        play.begin_hand(cells)
        return cells

    def follow(self, cells: Cells, play: Callable[[Play, list[int]], list[int]], option: Choice | None) -> None:
        for outcome in self.outcomes(cells, play, option):
            self.note(cells, option, outcome)

    def outcomes(
        self, before: Cells | None, play: Callable[[Play, list[int]], list[int]], option: Choice | None
    ) -> Iterator[Outcome]:
        watched: list[tuple[Moment, Seen]] = []

        def watch(moment: Moment, state: State) -> None:
            known = Seen(canonical(self.world.stock, list(state.cells)))
            if moment[0] == "after" and option is not None:
                known = Seen(known.cells, option.move.args, option.player)
            watched.append((moment, known))

        def fresh() -> None:
            if self.enough:
                raise TooMany
            self.world.runs += 1
            watched.clear()

        def accepted() -> None:
            for moment, known in watched:
                self.met(moment, known)

        def run(dealer: Dealer, cells: list[int]) -> list[int]:
            return play(Play(self.rules, dealer, watch), cells)

        try:
            yield from outcomes(self.rules.layout, self.world.stock, before, run, self.memo, accepted, fresh)
        except TooMany:
            self.world.closed = False

    def met(self, moment: Moment, known: Seen) -> None:
        self.world.met.setdefault(moment, {})[known] = None

    def note(self, before: Cells, option: Choice | None, outcome: Outcome) -> None:
        world = self.world
        source: Node = before if outcome.since is None else AtShuffle(outcome.since)
        if outcome.fault == ENDLESS and outcome.packs > MOST_PACKS:  # the random deal may still end it
            world.closed = False
            return
        self.courses_without_end += outcome.fault == ENDLESS
        if outcome.fault:
            world.faults.setdefault(outcome.fault, before)
            world.leads.setdefault(source, set())
            return
        if outcome.since is None:
            target: Node | None = outcome.cells if outcome.met is None else AtShuffle(outcome.met)
            label = None if option is None else (option.move.act, option.move.args)
            assert target is not None
            world.acted.setdefault(before, {}).setdefault(label, set()).add(target)
        if outcome.met is not None:
            world.leads.setdefault(source, set()).add(AtShuffle(outcome.met))
            if option is not None and option.step >= 0:
                world.moved.setdefault(source, set()).add(AtShuffle(outcome.met))
            return
        after = outcome.cells
        assert after is not None
        world.leads.setdefault(source, set()).add(after)
        if option is not None and option.step >= 0 and after[PHASE] == PHASE_TURN:
            world.moved.setdefault(source, set()).add(after)
        if after not in world.leads:
            world.leads[after] = set()
            if world.lost is None and not conserved(self.rules.layout, State(after)):
                world.lost = after
            self.frontier.append(after)


def _acting(option: Choice) -> Callable[[Play, list[int]], list[int]]:
    def act(play: Play, cells: list[int]) -> list[int]:
        play.act(cells, option)
        return cells

    return act


def _ruling(finding: Move) -> Callable[[Play, list[int]], list[int]]:
    def rule(play: Play, cells: list[int]) -> list[int]:
        play.rule(cells, finding)
        return cells

    return rule


__all__ = ["AWAIT", "AtShuffle", "Moment", "Node", "Seen", "World", "explore"]
