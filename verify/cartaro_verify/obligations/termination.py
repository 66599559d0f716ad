"""Why every hand ends: something bounded that falls, or grows, with every move.

Three things are tried, from the plainest on.

1. A weighted number of cards, the weight being the zone's, that never grows by a move and, where it stays as it is, takes the
   turn to a step from which it does not come back unless it falls.
2. The same with weights that depend on the kind of card too and, in the zones of whoever has the turn, on whether the card
   bears a mark of the turn; this must fall with every move.
3. As 2, except for moves with which a counter grows that never falls, and that the invariants bound.

A weighted number of cards is a sum of weights that are not negative, one for each card, so that it is never negative and
cannot fall for ever; and a counter that never falls and is bounded grows a bounded number of times: after the last time the
weighted number falls with every move.  So only finitely many moves can follow one another in a hand.  Findings do not count:
the arbiter is no player.

The weights are guessed from pairs of states played, and from what refutes a guess; that they are a measure is proved of every
way from one state that awaits a move to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cartaro_grammar import Game
from cartaro_grammar import game as g
from cartaro_verify.frame.invariants import acyclic, size
from cartaro_verify.frame.transition_system import Transition, TransitionSystem
from cartaro_verify.obligations.card_weights import Feature, Scales, WeighedMove, asked, least
from cartaro_verify.terms import symbols, terms
from cartaro_verify.terms.symbols import SymbolicState
from cartaro_verify.terms.unknowns import Answer, Cond, Num

GUESSES = 12
MORE_GUESSES = 40
Pair = tuple[SymbolicState, SymbolicState]


@dataclass(frozen=True, slots=True)
class TerminationMeasure:
    """Weights of what is counted, and whether they are a measure: `no` move escapes it.  `level`: some moves leave it as it is.
    `counters`: with which some moves are told, that make them grow.  Without any `ways`, no move is followed by another.
    """

    weights: tuple[tuple[str, int], ...] | None
    answer: Answer
    ways: int = 0
    level: bool = False
    against: tuple[Pair, ...] = ()
    counters: tuple[str, ...] = ()
    made: Transition | None = None
    """The move that escapes it, or escaped the last that was tried; `against` then begins with such pairs."""


def measured(frame: TransitionSystem, pairs: Sequence[Pair]) -> TerminationMeasure:
    """A measure that falls with every move, by the plainest weights that will do."""
    seen = list(pairs)
    if not moves(frame):
        return TerminationMeasure((), "no" if any(made.ended for made in frame.transitions.values()) else "unknown")
    for _ in range(GUESSES):
        weights = decreasing(frame.game, seen)
        if weights is None:
            return RankingSearch(frame).measured(pairs)
        found = _falls(frame, dict(weights))
        if found.answer != "yes":
            return TerminationMeasure(weights, found.answer, found.ways, found.level, made=found.made)
        seen += found.against
    return TerminationMeasure(None, "unknown")


def moves(frame: TransitionSystem) -> list[tuple[Transition, SymbolicState]]:
    """Every way that a player's move may take to the next state that awaits one."""
    made = [t for t in frame.transitions.values() if not (t.sort.act and frame.game.act[t.sort.act].finding)]
    return [(t, state) for t in made for _, state in t.following]


# ------------------------------------------------------------------------------------------------ weights of zones


def decreasing(game: Game, pairs: Iterable[Pair], largest: int = 3) -> tuple[tuple[str, int], ...] | None:
    """The least weights of zones whose weighted number of cards never grows from the first to the second state of a pair and,
    where it stays as it is, leads the turn through its steps without coming back.
    """
    names = [z.name for z in game.zones]
    changes = {((a.step, b.step), tuple(_held(b, n) - _held(a, n) for n in names)) for a, b in pairs}
    if not changes:
        return None
    moving = [i for i in range(len(names)) if any(c[i] for _, c in changes)]
    for weights in sorted(_weights(len(moving), largest), key=lambda w: (sum(w), w)):
        falls = [(way, sum(w * c[i] for w, i in zip(weights, moving, strict=True))) for way, c in changes]
        if all(change <= 0 for _, change in falls) and acyclic(way for way, change in falls if change == 0):
            return tuple((names[i], w) for w, i in zip(weights, moving, strict=True) if w)
    return None


def _held(state: SymbolicState, zone: str) -> int:
    return sum(terms.known(size(state, p)) for p in state.zones if p[0] == zone)


def _weights(count: int, largest: int) -> Iterator[tuple[int, ...]]:
    if count == 0:
        yield ()
        return
    for rest in _weights(count - 1, largest):
        for weight in range(largest + 1):
            yield (*rest, weight)


def _falls(frame: TransitionSystem, weights: dict[str, int]) -> TerminationMeasure:
    """Whether these weights are a measure; if not, the pairs of states that show it."""

    def measure(state: SymbolicState) -> Num:
        zones = [(z, weights[p[0]]) for p, z in state.zones.items() if p[0] in weights]
        return terms.total([terms.total(z) for z, _ in zones], [w for _, w in zones])

    level, ways = list[tuple[Transition, SymbolicState]](), moves(frame)
    for made, state in ways:
        now, before = measure(state), measure(made.state)
        if state.step != made.state.step and terms.same(now, before):
            level.append((made, state))
            continue
        answer, model = made.session.decide(*state.facts, terms.no(terms.less(now, before)))
        if answer == "yes" and state.step != made.state.step:
            answer, model = made.session.decide(*state.facts, terms.less(before, now))
            level += [(made, state)] if answer == "no" else []
        if answer != "no":
            against = () if model is None else ((model.state(made.state), model.state(state)),)
            return TerminationMeasure(None, answer, len(ways), against=against, made=made)
    if acyclic((made.state.step, state.step) for made, state in level):
        return TerminationMeasure(None, "no", len(ways), bool(level))
    return TerminationMeasure(
        None, "yes", len(ways), against=tuple(pair for made, state in level for pair in _shown(made, state))
    )


def _shown(made: Transition, state: SymbolicState) -> Iterator[Pair]:
    """A pair of states on this way."""
    _, model = made.session.possible(*state.facts)
    if model is not None:
        yield model.state(made.state), model.state(state)


# ------------------------------------------------------------------------------------------------ weights of cards


class RankingSearch:
    """Weights of cards by zone, kind and mark, with counters that may grow instead."""

    def __init__(self, frame: TransitionSystem) -> None:
        self.frame, self.game = frame, frame.game
        self.scales = Scales(frame.game)
        self.moves = moves(frame)
        self.escaped: tuple[Transition, tuple[Pair, ...]] | None = None
        """The last move that was seen to escape a guess, if any, with a pair of states."""
        self.counters = tuple(c.name for c in self.game.cells if c.kind == "counter" and self.bounded(c) and self.rises(c.name))

    def bounded(self, cell: g.Cell) -> bool:
        """Whether the invariants bound a counter, whosoever it is."""
        places = [p for c, p in symbols.cell_places(self.game) if c is cell]
        ceilings = [{f.place for f in facts if f.sort == "ceiling"} for facts in self.frame.facts.values()]
        return all(found.issuperset(places) for found in ceilings)

    def rises(self, name: str) -> bool:
        """Whether no move makes a counter fall, that of all its owners together."""
        falls = ((t, s, terms.less(_counted(s, name), _counted(t.state, name))) for t, s in self.moves)
        return all(made.session.possible(*state.facts, fall)[0] == "no" for made, state, fall in falls)

    def steady(self, before: SymbolicState, after: SymbolicState) -> Cond:
        """That no counter grows: none ever falls, unless another hand has begun."""
        return terms.all_of(terms.equal(_counted(after, name), _counted(before, name)) for name in self.counters)

    def measured(self, pairs: Sequence[Pair]) -> TerminationMeasure:
        """Weights that are a measure, if some are found."""
        rows = {row for pair in pairs for row in self.rows(pair)}
        ways = list[WeighedMove]()
        for _ in range(MORE_GUESSES):
            weights = least(self.scales.features, sorted(rows), self.frame.context)
            if weights is None:
                break
            ways = ways or [self.scales.way(t, s, self.steady(t.state, s)) for t, s in self.moves]
            found = [self.against(way, weights, rows) for way in ways]
            if "yes" not in found:
                answer: Answer = "unknown" if "unknown" in found else "no"
                return self.found(answer, self.scales.told(weights), len(ways))
        return self.found("unknown")

    def found(self, answer: Answer, weights: tuple[tuple[str, int], ...] | None = None, ways: int = 0) -> TerminationMeasure:
        """A measure, or none; with the move that escaped the last guess, where it is none."""
        made, against = self.escaped if self.escaped is not None and answer != "no" else (None, ())
        return TerminationMeasure(
            weights, answer, ways, against=against, counters=self.counters if weights is not None else (), made=made
        )

    def against(self, way: WeighedMove, weights: dict[Feature, int], rows: set[tuple[int, ...]]) -> Answer:
        """Whether a move may go this way without a fall; what shows that it may is added to the rows."""
        session, conditions = way.made.session, (*way.known, *way.state.facts, way.steady, way.stays(weights))
        if asked(session, *conditions) == "no":
            return "no"
        answer, model = session.decide(*conditions)
        if model is None:
            self.escaped = (way.made, ()) if answer != "no" else self.escaped
            return answer
        pair = model.state(way.made.state), model.state(way.state)
        self.escaped = way.made, (pair,)
        new = set(self.rows(pair)) - rows
        rows |= new
        return "yes" if new else "unknown"

    def rows(self, pair: Pair) -> Iterator[tuple[int, ...]]:
        """What changes of each feature from one known state to another, where no counter grows."""
        if self.steady(*pair) is True:
            before, after = (self.scales.numbers(state) for state in pair)
            yield tuple(after[f] - before[f] for f in self.scales.features)


def _counted(state: SymbolicState, name: str) -> Num:
    """A counter of all its owners together."""
    return terms.total(state.number(place) for place in state.cells if place[0] == name)
