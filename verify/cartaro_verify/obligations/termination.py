"""Termination: a bounded measure that falls or grows with every move of a hand; and the end of courses that go back.

Three measures are tried, the simplest first. 1. A weighted number of cards, with weights by zone, that no move increases. If a
move leaves it unchanged, the move leads to another case (player to move, step, roles), and play cannot return from there until
the number falls. 2. Like 1, but the weights also depend on the kind of card and, in the zones of the player to move, on whether
the card has a mark of the turn; the weighted number must fall with every move. 3. Like 2, except for moves that increase a
bounded counter which never falls: a counter of the text, or the number of players whose flag of the hand is true. If none of
these is found, several numbers in an order are tried (`ordered_counts.py`).

A weighted number of cards is a sum of weights that are not negative, one for each card, so that it is never negative and cannot
fall for ever. A bounded counter that never falls grows only a bounded number of times; after the last time, the weighted number
falls with every move. Only finitely many moves can therefore follow each other in a hand. Findings do not count: the arbiter is
not a player.

The same is done for the moves after which the turn goes on. Even if hands need not end, turns may end, which is enough to
search the rest of a turn.

The weights are guessed from pairs of played states, and from models that refute a guess. The proof that they are a measure
covers every path from one state in which a player has to move to the next.

`repeat from …` cannot go on for ever for one of four reasons, the simplest first. 1. Each round gathers and shuffles all cards
and does not depend on earlier rounds. Then it is enough to observe one round that is not repeated, because it has the same
chance every time. 2. Each round leads to the same deals for any memory, and one observed deal would not be repeated for any
memory. 3. Something bounded grows or falls with every round: the cards in a zone, or a counter that the repeating clause
bounds. 4. Cards that return to the pile are shuffled with it. A round that deals no card of a certain rank, suit or kind is
always possible, and would be the last. Each shuffle makes such a round possible, and without shuffles the pile runs out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cartaro_grammar import Clause, Game, facts_of, parts, parts_reached
from cartaro_grammar import game as g
from cartaro_verify.encode import house_rules
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.effects import TermEffects
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import STEPS, Facts, SolverSession
from cartaro_verify.encode.transition import NO_ACT, SCALAR, TermCourse
from cartaro_verify.frame.invariants import Invariant, acyclic, compared, size
from cartaro_verify.frame.transition_system import Transition, TransitionSystem, TurnCase, sessions
from cartaro_verify.obligations.ordered_counts import BoundedCount, Pair, counted, in_order, is_order
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.play.table import Moment, Position, Tables
from cartaro_verify.proof_log import Diverged
from cartaro_verify.results import statements as st
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import ActivePlayers, OwnedPlace, Path, Round, SingleCard, SymbolicState, as_cards
from cartaro_verify.terms.terms import Answer, Cond, Num, Vec
from cartaro_verify.terms.walk import gathers

# ------------------------------------------------------------------ card weights


LARGEST = 8
AT_ONCE = 2_000_000
"""The solver steps for many conditions at once, before each is tried separately."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Cards with the same weight: the cards of one kind in a zone, with a mark of the turn or without one."""

    zone: str
    kind: str | None
    marked: bool = False


@dataclass
class WeighedMove:
    """One path of a move, prepared for any weights: the counts of each feature after it (with factor 1) and before it (with
    factor -1), and the known facts about these numbers.
    """

    transition: Transition
    state: SymbolicState
    steady: Cond
    """The condition that no counter grows."""
    counts: list[tuple[Feature, Num, int]] = field(default_factory=list[tuple[Feature, Num, int]])
    known: list[Cond] = field(default_factory=list[Cond])

    def stays(self, weights: dict[Feature, int]) -> Cond:
        """Return the condition that the weighted number does not fall."""
        change = terms.sum_of([n for _, n, _ in self.counts], [weights[f] * sign for f, _, sign in self.counts])
        return terms.at_least(change, 0)


class WeightFeatures:
    """The features of one game that have weights, and their counts."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.marks = tuple(c.name for c in game.cells if c.kind == "mark" and c.period == "turn" and c.owner == "table")
        self.kinds = tuple(dict.fromkeys(card.kind for card in game.deck.cards))
        self.owned = tuple(z.name for z in game.zones if z.owner != "table") if self.marks else ()
        zones = [(z.name, False) for z in game.zones] + [(name, True) for name in self.owned]
        self.features = tuple(Feature(name, kind, marked) for name, marked in zones for kind in self.kinds)

    def numbers(self, state: SymbolicState) -> dict[Feature, int]:
        """Return the number of cards of each feature in a known state."""
        found, marked = dict.fromkeys(self.features, 0), self.marked(state)
        for place, zone in state.zones.items():
            for card, x in enumerate(zone):
                if x and place != symbols.NOWHERE:
                    bears = self.is_own(place, state) and marked[card] == 1
                    found[Feature(place[0], self.game.deck.cards[card].kind, bears)] += 1
        return found

    def marked(self, state: SymbolicState) -> Vec:
        """Return the cards that bear a mark of the turn."""
        found: Vec = (0,) * len(self.game.deck.cards)
        for name in self.marks:
            cards = as_cards(state.cells[name, -1]) or (0,) * len(found)
            found = tuple(terms.union(a, b) for a, b in zip(found, cards, strict=True))
        return found

    def is_own(self, place: OwnedPlace, state: SymbolicState) -> bool:
        """Return whether marks count in this zone, which they do in a zone of the player to move or of that player's side."""
        owner = self.game.zone[place[0]].owner if place[0] else "table"
        mine = {"player": state.turn, "side": self.game.side_of[state.turn]}
        return bool(self.marks) and owner in mine and place[1] == mine[owner]

    def weighed_move(self, transition: Transition, state: SymbolicState, steady: Cond) -> WeighedMove:
        """Prepare one path for any weights; if a counter is known to grow, nothing is counted."""
        move = WeighedMove(transition, state, steady)
        if transition.session.possible(*state.facts, move.steady)[0] == "no":
            return move
        for here, sign in ((transition.state, -1), (state, 1)):
            move.counts += [
                (Feature(place[0], card.kind), x, sign)
                for place, zone in here.zones.items()
                if place != symbols.NOWHERE
                for card, x in zip(self.game.deck.cards, zone, strict=True)
            ]
        for zone in self.owned:
            self.count_marked(move, zone)
        return move

    def count_marked(self, move: WeighedMove, zone: str) -> None:
        """Count the cards with a mark in a zone of the player to move as marked cards only.

        Each change is a separate number that is bounded by inequalities, and not a separate case. If it is known that cards are
        only added or only removed, and that marks are only set or only removed, the change of the zone bounds it.
        """
        states = move.transition.state, move.state
        lies = [next(z for p, z in s.zones.items() if p[0] == zone and self.is_own(p, s)) for s in states]
        marked = [self.marked(s) for s in states]
        stays = [terms.at_least(b, a) for a, b in zip(*(_lying(s, zone) for s in states), strict=True)]
        some = [
            possible_of_each(
                move, [terms.and_(terms.is_member(x), terms.is_member(m)) for x, m in zip(z, n, strict=True)], stays
            )
            for z, n in zip(lies, marked, strict=True)
        ]
        for kind in self.kinds:
            cards = [i for i, card in enumerate(self.game.deck.cards) if card.kind == kind and (some[0][i] or some[1][i])]
            now, was, set_, had = ([v[i] for i in cards] for v in (lies[1], lies[0], marked[1], marked[0]))
            both = [_both(move, *c) if some[0][i] else 0 for i, *c in zip(cards, was, had, strict=True)]
            then = [_both(move, *c) if some[1][i] else 0 for i, *c in zip(cards, now, set_, strict=True)]
            for sign, numbers in ((-1, both), (1, then)):
                move.counts += [(Feature(zone, kind, True), n, sign) for n in numbers]
                move.counts += [(Feature(zone, kind), n, -sign) for n in numbers]
            if any(some[0]) and any(some[1]):
                fewer, more = _steps(move, was, now), _steps(move, now, was)
                set_more, set_fewer = _steps(move, set_, had), _steps(move, had, set_)
                for i in range(len(cards)):
                    lost, gone = terms.subtract(both[i], then[i]), terms.subtract(was[i], now[i])
                    bounds = [(fewer, set_more, lost, gone), (more, set_more, lost, 0)]
                    bounds += [(more, set_fewer, terms.subtract(0, lost), terms.subtract(0, gone)), (fewer, set_fewer, 0, lost)]
                    move.known += [terms.implies(terms.and_(a[i], b[i]), terms.at_most(x, y)) for a, b, x, y in bounds]

    # ---------------------------------------------------------------------------------- in results

    def weighed(self, weights: dict[Feature, int]) -> tuple[tuple[st.Weighed, int], ...]:
        """Return the weights with the kinds of cards that have them."""
        found = list[tuple[st.Weighed, int]]()
        for zone, marked in dict.fromkeys((f.zone, f.marked) for f in self.features):
            name: st.Name | st.MarkedIn = st.zone(zone)
            if marked:
                name = st.MarkedIn(st.zone(zone), st.joined(st.Joint.EITHER, map(st.cell, self.marks)))
            each = {kind: weights[Feature(zone, kind, marked)] for kind in self.kinds}
            if len(set(each.values())) == 1:
                found.append((name, next(iter(each.values()))))
                continue
            found += [
                (st.CardsOfKind(st.Name(st.NameSort.KIND, kind) if kind else st.OtherCards.OTHERS, name), weight)
                for kind, weight in each.items()
            ]
        return tuple((name, weight) for name, weight in found if weight)


def possible_of_each(move: WeighedMove, conditions: list[Cond], stays: Sequence[Cond] = ()) -> list[bool]:
    """Return for each of these conditions, one for each card, whether it may hold on a path: by one query for all if it is
    quick, else by one query each until the solver gives up. The query is then split into three: the card stays in its place, it
    is the only card that moves, or other cards move too.
    """
    session, facts = move.transition.session, move.state.facts
    answer, _ = session.possible(*facts, terms.any_of(conditions), steps=AT_ONCE)
    found = list[bool]()
    for number, condition in enumerate(conditions):
        each = answer
        if answer == "unknown":
            each, _ = session.possible(*facts, condition, steps=AT_ONCE)
        if each == "unknown" and stays:
            others = terms.all_of(c for n, c in enumerate(stays) if n != number)
            moves = terms.not_(stays[number])
            cases = (stays[number],), (moves, others), (moves, terms.not_(others))
            each = "no" if all(possible_or_alone(session, *facts, condition, *case) == "no" for case in cases) else each
        answer = "yes" if answer == each == "unknown" else answer
        found.append(each != "no")
    return found


def _lying(state: SymbolicState, zone: str) -> Vec:
    """Return for each card whether it is in a zone with this name, whatever its owner."""
    return tuple(terms.sum_of(column) for column in zip(*(z for p, z in state.zones.items() if p[0] == zone), strict=True))


def possible_or_alone(session: SolverSession, *conditions: Cond) -> Answer:
    """Decide whether some conditions can be true at the same time. If the solver gives up, a fresh solver is also tried."""
    answer, _ = session.possible(*conditions, steps=AT_ONCE)
    return answer if answer != "unknown" else session.fresh_facts(session.facts.asserted).possible(conditions, STEPS)[0]


def _steps(move: WeighedMove, greater: list[Num], less: list[Num]) -> list[Cond]:
    """Return for each card whether one number is known to be at least another."""
    possible = possible_of_each(move, [terms.less(a, b) for a, b in zip(greater, less, strict=True)])
    return [not fails or terms.at_least(a, b) for a, b, fails in zip(greater, less, possible, strict=True)]


def _both(move: WeighedMove, lies: Num, marked: Num) -> Num:
    """Return whether a card both is in a zone and bears a mark, as a 0/1 number."""
    if isinstance(lies, int) or isinstance(marked, int):
        return terms.intersection(lies, marked)
    both = move.transition.session.acts.variables.number("borne")
    move.known += [terms.at_least(both, 0), terms.at_most(both, lies), terms.at_most(both, marked),
                  terms.at_least(terms.add(both, 1), terms.add(lies, marked))]  # fmt: skip
    return both


def least(features: Sequence[Feature], rows: Sequence[tuple[int, ...]], context: ProofContext) -> dict[Feature, int] | None:
    """Return weights with which every row falls. The bound on all weights is minimal; the weights are the same for all kinds if
    that works, and then each is minimized in turn.
    """
    weights = {f: context.variables.number("weight") for f in features}
    facts = Facts(context, [terms.at_least(w, 0) for w in weights.values()])
    facts.add([terms.less(terms.sum_of(weights.values(), row), 0) for row in rows])

    def settle(*conditions: Cond) -> bool:
        """Assert conditions if they can hold; return whether they can."""
        answer, _ = facts.possible(conditions, STEPS)
        facts.add(conditions if answer == "yes" else ())
        return answer == "yes"

    bounds = ([terms.at_most(w, bound) for w in weights.values()] for bound in range(1, LARGEST + 1))
    if not any(settle(*bound) for bound in bounds):
        return None
    for feature, weight in weights.items():
        settle(*(terms.equal(weight, w) for f, w in weights.items() if replace(f, kind=feature.kind) == feature))
    found = {f: next((n for n in range(LARGEST + 1) if settle(terms.equal(w, n))), None) for f, w in weights.items()}
    known = {f: n for f, n in found.items() if n is not None}
    return known if known.keys() == weights.keys() else None


# ------------------------------------------------------------------- termination


GUESSES = 12
MORE_GUESSES = 40


@dataclass(frozen=True, slots=True)
class TerminationMeasure:
    """Weights, and the answer to whether some move escapes them; with `no`, they are a measure. `level` describes how moves
    leave the measure unchanged, and `counters` are the counters that grow with the other moves. If there are no `paths`, no
    move is followed by another.
    """

    weights: tuple[tuple[st.Weighed, int], ...] | None
    answer: Answer
    paths: int = 0
    level: st.Level | None = None
    against: tuple[Pair, ...] = ()
    counters: tuple[str, ...] = ()
    escaping: Transition | None = None
    """The move that escapes the weights, or the last weights that were tried; `against` then begins with pairs of
    such a move.
    """
    found: FoundWeights | None = None
    """The weights as plain values, if they are a measure."""
    order: tuple[BoundedCount, ...] = ()
    """The ordered numbers, if they are the measure: the first one that changes moves in its direction."""


@dataclass(frozen=True, slots=True)
class FoundWeights:
    """The weights of a measure: of zones, or of kinds of cards in them."""

    zones: tuple[tuple[str, int], ...] = ()
    features: tuple[tuple[Feature, int], ...] = ()


def measured(frame: TransitionSystem, pairs: Callable[[], Sequence[Pair]], *, within_turns: bool = False) -> TerminationMeasure:
    """Return a measure that falls with every move, with the simplest weights that are sufficient; `pairs` to guess them from.
    Whether the measure only decreases with moves that do not end the turn.
    """
    paths = moves(frame, within_turns)
    if not paths:
        over = within_turns or any(transition.ended for transition in frame.transitions.values())
        return TerminationMeasure((), "no" if over else "unknown")

    def played() -> list[Pair]:
        return [(a, b) for a, b in pairs() if not within_turns or a.turn == b.turn]

    def searched() -> TerminationMeasure:
        return _searched(frame, played(), paths)

    def given(weights: FoundWeights | None) -> TerminationMeasure:
        if weights is None:
            return TerminationMeasure(None, "unknown")
        if weights.features:
            return RankingSearch(frame, paths).proved(dict(weights.features))
        return _by_zones(frame, weights.zones, _falls(paths, dict(weights.zones)))

    def suggested(weights: FoundWeights | None) -> TerminationMeasure | None:
        measure = None if weights is None else given(weights)
        return measure if measure is not None and measure.answer == "no" else None

    if frame.grain != "fine":  # a search for weights takes long; if few cases have weights, an order usually exists
        return _by_order(frame, paths, played, TerminationMeasure(None, "unknown", len(paths)))
    kept = FoundWeights | None
    found = frame.context.log.found("weights", kept, searched, lambda measure: measure.found, given, suggested)
    return found if found.answer == "no" else _by_order(frame, paths, played, found)


def _by_order(
    frame: TransitionSystem, paths: Sequence[MovePath], played: Callable[[], Sequence[Pair]], otherwise: TerminationMeasure
) -> TerminationMeasure:
    """Return numbers in an order as a measure, if no weights are one."""
    plain = [(transition, state) for transition, _, state in paths]

    def given(counts: tuple[BoundedCount, ...] | None) -> tuple[BoundedCount, ...] | None:
        if counts is not None and not is_order(frame, plain, counts):
            raise Diverged
        return counts

    kept = tuple[BoundedCount, ...] | None
    order = frame.context.log.found("order", kept, lambda: in_order(frame, plain, played()), _named, given, given)
    return otherwise if order is None else TerminationMeasure((), "no", len(paths), order=order)


def _named(counts: tuple[BoundedCount, ...] | None) -> tuple[BoundedCount, ...] | None:
    """Return numbers without the measures of values, as a log keeps them."""
    return None if counts is None else tuple(replace(count, measured=()) for count in counts)


def _searched(frame: TransitionSystem, pairs: Sequence[Pair], paths: Sequence[MovePath]) -> TerminationMeasure:
    seen = list(pairs)
    for _ in range(GUESSES):
        weights = decreasing(frame, seen)
        if weights is None:
            return RankingSearch(frame, paths).measured(pairs)
        found = _falls(paths, dict(weights))
        if found.answer != "yes":
            return _by_zones(frame, weights, found)
        seen += found.against
    return TerminationMeasure(None, "unknown")


def _by_zones(frame: TransitionSystem, weights: tuple[tuple[str, int], ...], found: TerminationMeasure) -> TerminationMeasure:
    """Return the result for some weights of zones, with their names."""
    names = frame.game.zone
    if not all(name in names and weight >= 0 for name, weight in weights):
        raise Diverged
    named = tuple((st.zone(name), weight) for name, weight in weights)
    kept = FoundWeights(weights) if found.answer == "no" else None
    return replace(found, weights=named, against=(), found=kept)


MovePath = tuple[Transition, TurnCase, SymbolicState]
"""A path from a player's move to the next state that awaits one, with its case."""


def moves(frame: TransitionSystem, within_turns: bool = False) -> list[MovePath]:
    """Return every path from a player's move to the next state that awaits one (within turns: in the same turn)."""
    transitions = [t for t in frame.transitions.values() if not (t.sort.act and frame.game.act[t.sort.act].finding)]
    return [(t, case, state) for t in transitions for case, state in (t.staying if within_turns else t.following)]


# ------------------------------------------------------------------------------------------------ weights of zones


def decreasing(frame: TransitionSystem, pairs: Iterable[Pair], largest: int = 3) -> tuple[tuple[str, int], ...] | None:
    """Return the least weights of zones such that the weighted number of cards never grows from the first to the second state
    of a pair; if it stays the same, the second state belongs to a case from which play does not return to the first.
    """
    names = [z.name for z in frame.game.zones]
    changes = {((_case(frame, a), _case(frame, b)), tuple(_held(b, n) - _held(a, n) for n in names)) for a, b in pairs}
    if not changes:
        return None
    moving = [i for i in range(len(names)) if any(c[i] for _, c in changes)]
    for weights in sorted(_weights(len(moving), largest), key=lambda w: (sum(w), w)):
        falls = [(move, sum(w * c[i] for w, i in zip(weights, moving, strict=True))) for move, c in changes]
        if all(change <= 0 for _, change in falls) and acyclic(move for move, change in falls if change == 0):
            return tuple((names[i], w) for w, i in zip(weights, moving, strict=True) if w)
    return None


def _case(frame: TransitionSystem, state: SymbolicState) -> TurnCase:
    """Return the case of a known state."""
    return next(case for case, _ in frame.cases(state))


def _held(state: SymbolicState, zone: str) -> int:
    return sum(terms.constant_value(size(state, p)) for p in state.zones if p[0] == zone)


def _weights(count: int, largest: int) -> Iterator[tuple[int, ...]]:
    if count == 0:
        yield ()
        return
    for rest in _weights(count - 1, largest):
        for weight in range(largest + 1):
            yield (*rest, weight)


def _falls(paths: Sequence[MovePath], weights: dict[str, int]) -> TerminationMeasure:
    """Decide whether these weights are a measure; if not, return the pairs of states that refute it."""

    def measure(state: SymbolicState) -> Num:
        zones = [(z, weights[p[0]]) for p, z in state.zones.items() if p[0] in weights]
        return terms.sum_of([terms.sum_of(z) for z, _ in zones], [w for _, w in zones])

    level = list[MovePath]()
    for transition, case, state in paths:
        now, before = measure(state), measure(transition.state)
        if case != transition.case and terms.identical(now, before):
            level.append((transition, case, state))
            continue
        answer, model = transition.session.decide(*state.facts, terms.not_(terms.less(now, before)))
        if answer == "yes" and case != transition.case:
            answer, model = transition.session.decide(*state.facts, terms.less(before, now))
            level += [(transition, case, state)] if answer == "no" else []
        if answer != "no":
            against = () if model is None else ((model.state(transition.state), model.state(state)),)
            return TerminationMeasure(None, answer, len(paths), against=against, escaping=transition)
    if acyclic((transition.case, case) for transition, case, _ in level):
        steps = all(transition.case.turn == case.turn and transition.case.step < case.step for transition, case, _ in level)
        return TerminationMeasure(None, "no", len(paths), (st.Level.STEPS if steps else st.Level.CASES) if level else None)
    return TerminationMeasure(
        None, "yes", len(paths), against=tuple(pair for transition, _, state in level for pair in _shown(transition, state))
    )


def _shown(transition: Transition, state: SymbolicState) -> Iterator[Pair]:
    """Yield a pair of states on this path that refutes the weights."""
    _, model = transition.session.possible(*state.facts)
    if model is not None:
        yield model.state(transition.state), model.state(state)


# ------------------------------------------------------------------------------------------------ weights of cards


class RankingSearch:
    """A search for weights of cards by zone, kind and mark, with counters that may grow instead."""

    def __init__(self, frame: TransitionSystem, paths: Sequence[MovePath]) -> None:
        self.frame, self.game = frame, frame.game
        self.scales = WeightFeatures(frame.game)
        self.moves = [(transition, state) for transition, _, state in paths]
        self.escaped: tuple[Transition, tuple[Pair, ...]] | None = None
        """The last move that was seen to escape a guess, if any, with a pair of states."""
        self.counters = tuple(c.name for c in self.game.cells if self.bounded(c) and self.rises(c.name))

    def bounded(self, cell: g.Cell) -> bool:
        """Return whether the invariants bound a counter of every owner; the number of owners for whom a flag holds
        counts too.
        """
        if cell.kind != "counter":
            return cell.kind == "flag" and cell.period == "hand"
        places = [p for c, p in symbols.cell_places(self.game) if c is cell]
        ceilings = [{f.place for f in facts if f.bounds("ceiling")} for facts in self.frame.facts.values()]
        return all(found.issuperset(places) for found in ceilings)

    def rises(self, name: str) -> bool:
        """Return whether no move makes a counter fall, summed over its owners."""
        falls = ((t, s, terms.less(counted(s, name), counted(t.state, name))) for t, s in self.moves)
        return all(transition.session.possible(*state.facts, fall)[0] == "no" for transition, state, fall in falls)

    def steady(self, before: SymbolicState, after: SymbolicState) -> Cond:
        """Return the condition that no counter grows. No counter ever falls, except when another hand has begun."""
        return terms.all_of(terms.equal(counted(after, name), counted(before, name)) for name in self.counters)

    def measured(self, pairs: Sequence[Pair]) -> TerminationMeasure:
        """Return weights that are a measure, if some are found."""
        rows = {row for pair in pairs for row in self.rows(pair)}
        paths = list[WeighedMove]()
        for _ in range(MORE_GUESSES):
            weights = least(self.scales.features, sorted(rows), self.frame.context)
            if weights is None:
                break
            paths = paths or [self.scales.weighed_move(t, s, self.steady(t.state, s)) for t, s in self.moves]
            found = [self.against(move, weights, rows) for move in paths]
            if "yes" not in found:
                answer: Answer = "unknown" if "unknown" in found else "no"
                return self.found(answer, weights, len(paths))
        return self.found("unknown")

    def proved(self, weights: dict[Feature, int]) -> TerminationMeasure:
        """Return whether these weights are a measure."""
        if weights.keys() != set(self.scales.features) or min(weights.values(), default=0) < 0:
            raise Diverged
        paths = [self.scales.weighed_move(t, s, self.steady(t.state, s)) for t, s in self.moves]
        fall = all(self.against(move, weights, set()) == "no" for move in paths)
        return self.found("no" if fall else "unknown", weights, len(paths))

    def found(self, answer: Answer, weights: dict[Feature, int] | None = None, paths: int = 0) -> TerminationMeasure:
        """Return a measure or, if none is found, the move that escaped the last guess."""
        transition, against = self.escaped if self.escaped is not None and answer != "no" else (None, ())
        if weights is None:
            return TerminationMeasure(None, answer, paths, against=against, escaping=transition)
        kept = FoundWeights(features=tuple(weights.items())) if answer == "no" else None
        return TerminationMeasure(self.scales.weighed(weights), answer, paths, None, against, self.counters, transition, kept)

    def against(self, move: WeighedMove, weights: dict[Feature, int], rows: set[tuple[int, ...]]) -> Answer:
        """Decide whether a path may be taken without a fall. If so, add the changes that show this to the rows."""
        session, conditions = move.transition.session, (*move.known, *move.state.facts, move.steady, move.stays(weights))
        if possible_or_alone(session, *conditions) == "no":
            return "no"
        answer, model = session.decide(*conditions)
        if model is None:
            self.escaped = (move.transition, ()) if answer != "no" else self.escaped
            return answer
        pair = model.state(move.transition.state), model.state(move.state)
        self.escaped = move.transition, (pair,)
        new = set(self.rows(pair)) - rows
        rows |= new
        return "yes" if new else "unknown"

    def rows(self, pair: Pair) -> Iterator[tuple[int, ...]]:
        """Yield the change of each feature from one known state to another, if no counter grows."""
        if self.steady(*pair) is True:
            before, after = (self.scales.numbers(state) for state in pair)
            yield tuple(after[f] - before[f] for f in self.scales.features)


# ----------------------------------------------------------------- repeat rounds


@dataclass(frozen=True, slots=True)
class RepeatedCourse:
    """A clause that repeats a part of the course of an event, and the clauses that are repeated."""

    event: Moment
    clauses: tuple[Clause, ...]
    start: int
    end: int

    @property
    def body(self) -> tuple[Clause, ...]:
        return self.clauses[self.start : self.end + 1]

    @property
    def name(self) -> str:
        return self.clauses[self.end].name

    @property
    def effects(self) -> Iterator[tuple[Clause, g.Effect]]:
        return ((c, e) for c in self.body for e in c.effects)

    @property
    def nested(self) -> bool:
        """Return whether some other of its clauses goes back too."""
        return sum(facts_of(e.body).back_to is not None for _, e in self.effects) > 1

    def goes_back(self, course: TermCourse, state: SymbolicState) -> Cond:
        """Return whether the last clause repeats the course in a state, or has done so. True is also returned if another effect
        of the clause comes first.
        """
        effect, scope = self.body[-1].effects[0], course.scope(state, NO_ACT)
        if facts_of(effect.body).back_to is None:
            return True
        happens = course.happens(self.clauses, self.end, scope)
        return terms.and_(happens, course.encoder.holds(effect.when, effect.unless, scope))

    def again(self, course: TermCourse, starts: Iterable[SymbolicState]) -> list[SymbolicState]:
        """Return the states in which the clause repeats the course after a round from any of the given states."""
        paths = [Path(state) for state in starts]
        for number in range(self.start, self.end + 1):
            course.repeating.clear()
            paths = [after for path in paths for after in course.clause(self.clauses, number, path, NO_ACT)]
        found = list(course.repeating)
        course.repeating.clear()
        return found


def loops_of(game: Game) -> Iterator[RepeatedCourse]:
    """Yield every clause that returns to an earlier one."""
    for event in game.events:
        clauses = game.consequences(*event)
        names = [c.name for c in clauses]
        for number, clause in enumerate(clauses):
            for effect in clause.effects:
                back = facts_of(effect.body).back_to
                if back in names and effect.each is None:
                    yield RepeatedCourse(event, clauses, names.index(back), number)


# ------------------------------------------------------------------------------------------------ by count


def by_count(frame: TransitionSystem, loop: RepeatedCourse) -> st.RoundsReason | None:
    """Return why the rounds end by a bounded number, if they do."""
    met = _rounds(frame, loop)
    if met and not any(session.feasible(s, quick=False) for session, around in met for s in around.repeating):
        return st.RoundsEnd(st.RoundsSort.ONCE, st.clause(loop.name))
    tallies = list(_counts_of_game(frame.game)) if met else []
    number = first_shown(
        frame, "count", len(tallies), lambda n: all(_counts(session, around, tallies[n]) for session, around in met)
    )
    if number is None:
        return None
    tally = tallies[number]
    return st.RoundsCounted(tally.sort, st.Name(tally.kind, tally.places[0][0]), st.clause(loop.name))


def first_shown(frame: TransitionSystem, what: str, most: int, shows: Callable[[int], bool]) -> int | None:
    """Return the first number below `most` that shows the goal. If the log contains a number, only that number is tried."""

    def given(number: int | None) -> int | None:
        return number if number is not None and 0 <= number < most and shows(number) else None

    def search() -> int | None:
        return next((number for number in range(most) if shows(number)), None)

    return frame.context.log.found(what, int | None, search, lambda number: number, given)


def _rounds(frame: TransitionSystem, loop: RepeatedCourse) -> list[tuple[SolverSession, Round]]:
    """Return every round except the first, from any state that may lead to one; nothing if these rounds are unknown."""
    if loop.nested or loop.event[0] == "after":
        return []
    met = [(session, around) for session in sessions(frame) for around in session.acts.rounds if around.clause == loop.name]
    return met or [_any_round(frame, loop, active) for active in frame.active_sets]


def _any_round(frame: TransitionSystem, loop: RepeatedCourse, active: ActivePlayers) -> tuple[SolverSession, Round]:
    """Return a round from any state in which the clause has repeated the course."""
    acts = Acts(frame.game, frame.context)
    state = symbols.anywhere(frame.context.variables, frame.game, 0, "round", out_of_sight=True, active=active)
    session = SolverSession(acts, state.facts)
    course = TermCourse(acts, session.feasible)
    start = replace(state, facts=()).having(loop.goes_back(course, state))
    return session, Round(loop.name, start, tuple(loop.again(course, [start])))


@dataclass(frozen=True, slots=True)
class RoundCount:
    """A bounded number: the cards in a zone, or a counter that runs up or down to a limit; `sign` is its direction."""

    places: tuple[OwnedPlace, ...]
    sign: int
    sort: st.CountSort
    limit: int | None = None
    """The bound of a counter. Cards need no bound, because there are finitely many."""

    @property
    def kind(self) -> st.NameSort:
        return st.NameSort.ZONE if self.limit is None else st.NameSort.CELL

    def of(self, state: SymbolicState) -> Num:
        """Return its number in a state."""
        if self.limit is not None:
            return state.number(self.places[0])
        return terms.sum_of(x for place in self.places for x in state.zones[place])

    def goes_on(self, before: SymbolicState, after: SymbolicState) -> Cond:
        """Return the condition that it has changed in its direction, and not beyond its limit."""
        low, high = (self.of(before), self.of(after)) if self.sign > 0 else (self.of(after), self.of(before))
        within: Cond = True
        if self.limit is not None:
            within = terms.at_most(high, self.limit) if self.sign > 0 else terms.at_least(low, self.limit)
        return terms.and_(terms.less(low, high), within)


def _counts_of_game(game: Game) -> Iterator[RoundCount]:
    """Yield the numbers that may change with every round, but cannot change for ever."""
    for zone in game.zones:
        places = tuple((zone.name, o) for o in symbols.owners(game, zone.owner))
        yield RoundCount(places, -1, st.CountSort.EMPTY)
        yield RoundCount(places, 1, st.CountSort.FILL)
    for cell, place in symbols.cell_places(game):
        for number in compared(game, cell) if cell.kind == "counter" else ():
            yield RoundCount((place,), 1, st.CountSort.GROW, number)
            yield RoundCount((place,), -1, st.CountSort.FALL, number)


def _counts(session: SolverSession, around: Round, tally: RoundCount) -> bool:
    """Return whether something changes in its direction with every round."""
    paths = ((s, tally.goes_on(around.start, s)) for s in around.repeating)
    return all(session.possible(*s.facts, terms.not_(goes_on))[0] == "no" for s, goes_on in paths)


# ------------------------------------------------------------------------------------------------ by luck


class AvoidingDeals(TermEffects):
    """Effects in which no deal gives any of certain cards; `short` are the cases in which there are too few other cards."""

    def __init__(self, course: TermCourse, avoided: Vec) -> None:
        super().__init__(course.encoder, course.where)
        self.avoided = avoided
        self.short = list[tuple[Cond, ...]]()

    def dealt(self, state: SymbolicState, count: Num, source: OwnedPlace, to: OwnedPlace) -> SymbolicState:
        """Deal cards from the pile, except excluded ones."""
        pile = state.zones[source]
        others = terms.sum_of(terms.difference(a, b) for a, b in zip(pile, self.avoided, strict=True))
        self.short.append((*state.facts, terms.less(others, count)))
        after = super().dealt(state, count, source, to)
        left = zip(pile, after.zones[source], self.avoided, strict=True)
        return after.having(*(terms.equal(x, y) for x, y, avoided in left if avoided))


def by_luck(frame: TransitionSystem, loop: RepeatedCourse) -> st.RoundsReason | None:
    """Return why any round may be the last: it may deal only cards that do not have a certain rank, suit or kind."""
    if not _shuffled(loop):
        return None
    met = _rounds(frame, loop)
    kinds = list(_kinds(frame.game, loop, *met[0])) if met else []
    number = first_shown(
        frame, "luck", len(kinds), lambda n: all(_last(session, around, loop, kinds[n][1]) for session, around in met)
    )
    if number is None:
        return None
    clause, name = st.clause(loop.name), kinds[number][0]
    return st.RoundsWithout(clause, name) if name else st.RoundsEnd(st.RoundsSort.LAST, clause)


def _shuffled(loop: RepeatedCourse) -> bool:
    """Return whether cards are dealt from one pile only, and some cards return to it, all of which are shuffled with the whole
    pile.
    """
    facts = [facts_of(e.body) for _, e in loop.effects]
    piles = {f.dealt_from.zone for f in facts if isinstance(f.dealt_from, g.InZone)}
    back = [f for f in facts if f.to is not None and (_of(f.to, piles) or not isinstance(f.to, g.InZone))]
    whole = (f.chance and any(isinstance(c, g.AllCards) or _of(c, piles) for c in f.takes) for f in back)
    odd = any(f.swaps or f.seats or f.family is not None for f in facts)
    return len(piles) == 1 and bool(back) and all(whole) and not odd


def _of(cards: g.Expr, zones: set[str]) -> bool:
    return isinstance(cards, g.InZone) and cards.zone in zones


def _kinds(game: Game, loop: RepeatedCourse, session: SolverSession, around: Round) -> Iterator[tuple[st.Name | None, Vec]]:
    """Yield sets of cards that a final deal might avoid, with their names: the empty set, the cards of each rank, suit or other
    symbol in the course, and the cards that may count as each kind in it (some only under house rules).
    """
    yield None, (0,) * len(game.deck.cards)
    spoken = list(parts(tuple((c.sentence, c.when, c.unless) for c in loop.body)))
    for symbol in sorted({p.name for p in spoken if isinstance(p, g.Symbol)}):
        yield st.Name(st.NameSort.KIND, symbol), tuple(int(symbol in dict(c.attributes).values()) for c in game.deck.cards)
    course = TermCourse(session.acts, session.feasible)
    scope = course.scope(around.start, NO_ACT)
    for kind, among in sorted(dict(_filters_by_kind(spoken)).items()):
        with course.encoder.watched():
            truths = [
                course.encoder.truth(among.condition, scope.binding(among.variable, SingleCard(card)))
                for card in range(len(game.deck.cards))
            ]
        yield st.Name(st.NameSort.KIND, kind), tuple(int(truth is not False) for truth in truths)


def _filters_by_kind(spoken: Iterable[object]) -> Iterator[tuple[str, g.Where]]:
    """Yield the sets of cards of one kind, with the name of the kind."""
    for part in spoken:
        if isinstance(part, g.Where) and isinstance(part.condition, g.Apply) and len(part.condition.arguments) == 1:
            whose = part.condition.arguments[0]
            one = whose.member if isinstance(whose, g.Single) else whose
            if isinstance(one, g.Local) and one.name == part.variable:
                yield part.condition.function, part


def _last(session: SolverSession, around: Round, loop: RepeatedCourse, avoided: Vec) -> bool:
    """Return whether a repeated round can always be dealt without certain cards, and is then the last round."""
    course = TermCourse(session.acts, session.feasible)
    course.effects = lucky = AvoidingDeals(course, avoided)
    again = loop.again(course, around.repeating)
    short = any(session.possible(*conditions)[0] != "no" for conditions in lucky.short)
    return not short and not any(session.feasible(state, quick=False) for state in again)


# ----------------------------------------------------------------------- redeals


DEALS = 40
"""The number of hands played to see a course end."""
HANDS = 10
"""The number of these hands in one match."""


@dataclass(frozen=True, slots=True)
class RedealEnding:
    """The reasons for which each repeated course ends. There is a `reason` if no method is known for some course."""

    reasons: tuple[st.RoundsReason, ...]
    reason: st.Reason | None = None


def ending(frame: TransitionSystem, tables: Tables) -> RedealEnding:
    """Return why every repeated course ends, or the courses for which this is not known."""
    loops, reasons = list(loops_of(frame.game)), list[st.RoundsReason]()
    played = PlayedEvents(tables)
    for loop in loops:
        reason = _by_chance(frame, loop, played) or by_count(frame, loop) or by_luck(frame, loop)
        if not reason:
            return RedealEnding(tuple(reasons), st.ClauseReason(st.ClauseReasonSort.ROUNDS_OPEN, st.clause(loop.name)))
        reasons.append(reason)
    return RedealEnding(tuple(reasons))


@dataclass
class PlayedEvents:
    """The events of a few hands under each choice of the open options."""

    tables: Tables
    _met: dict[object, dict[Moment, list[Position]]] = field(default_factory=dict[object, dict[Moment, list[Position]]])

    def after(self, frame: TransitionSystem, loop: RepeatedCourse) -> list[tuple[Mapping[str, str], list[SymbolicState]]]:
        """Return states after the event of a loop, under each currently assumed choice of the options that its rounds read.

        For the start of the match no hand is played.
        """
        game, found = self.tables.game, list[tuple[Mapping[str, str], list[SymbolicState]]]()
        begins = tuple(clause for clause, _ in game.with_sentence(g.Begins))
        match loop.event:
            case ("start", "match"):
                read, hands = house_rules.options_read(game, (loop.clauses, tuple(cell.initial for cell in game.cells))), 0
            case ("start", "hand"):
                read, hands = house_rules.options_read(game, (loop.clauses, begins)), HANDS
            case _:
                read, hands = house_rules.of_a_hand(game), HANDS
        for settings in house_rules.choices(game, read):
            if house_rules.supposed(frame.context, game, settings):
                rules, met = self.tables.under(settings).rules, self._events(settings, hands).get(loop.event, [])
                found.append((settings, [symbolic(rules, position) for position in met[:DEALS]]))
        return found

    def _events(self, settings: Mapping[str, str], hands: int) -> dict[Moment, list[Position]]:
        key = (tuple(settings.items()), hands)
        if key not in self._met:
            self._met[key] = {}
            for seed in range(DEALS // HANDS):
                for moment, position in self.tables.under(settings).events(seed, hands):
                    self._met[key].setdefault(moment, []).append(position)
        return self._met[key]


# ------------------------------------------------------------------------------------------------ random rounds


def _by_chance(frame: TransitionSystem, loop: RepeatedCourse, played: PlayedEvents) -> st.RoundsReason | None:
    """Return why random rounds end sooner or later; None if that is not known."""
    game = frame.game
    if not gathers(game, loop.clauses, loop.body[0]) or len(frame.active_sets) > 1:
        return None
    seen = played.after(frame, loop)
    if not all(states for _, states in seen):
        return None
    clause = st.clause(loop.name)
    if _rounds_are_alike(frame, loop, _known_from_before(game, loop)):
        return st.RoundsEnd(st.RoundsSort.ALIKE, clause)
    unknown = _known_from_before(game, replace(loop, end=loop.end - 1)) if loop.end > loop.start else {""}
    moved = any(not isinstance(e.body, SCALAR) for c in loop.clauses[loop.end + 1 :] for e in c.effects)
    if (
        not unknown
        and not moved
        and all(any(_is_last_whatever_memory(frame, loop, s, settings) for s in states) for settings, states in seen)
    ):
        return st.RoundsEnd(st.RoundsSort.STAND, clause)
    return None


def _rounds_are_alike(frame: TransitionSystem, loop: RepeatedCourse, known: set[str]) -> bool:
    """Return whether every round depends in the same way on earlier rounds: not at all, or only on the identity of one player,
    if all players are treated alike.
    """
    if not known:
        return True
    cell = frame.game.cell.get(next(iter(known)))
    if cell is None or len(known) > 1 or not frame.turning or cell.kind != "reference" or cell.type.kind != "player":
        return False
    written = any(facts_of(e.body).memory == cell.name for _, e in loop.effects)
    return not written and Invariant("somebody", (cell.name, -1)) in frame.between


def _is_last_whatever_memory(
    frame: TransitionSystem, loop: RepeatedCourse, state: SymbolicState, settings: Mapping[str, str]
) -> bool:
    """Return whether a clause does not go back in a state, for these values of the open options and any memory."""
    game, context = frame.game, frame.context
    cells, facts = dict(state.cells), list[Cond]()
    for cell, place in symbols.cell_places(game):
        cells[place], bounds = symbols.unknown_value(context.variables, game, cell, "any")
        facts += bounds
    acts = Acts(game, context, settings)
    course = TermCourse(acts, SolverSession(acts).feasible)
    back = loop.goes_back(course, state.recalling(cells))
    return SolverSession(acts, facts).possible(back)[0] == "no"


def _known_from_before(game: Game, loop: RepeatedCourse) -> set[str]:
    """Return what a round may know about earlier rounds: the cells that it reads before it writes them; "" is the player to
    move.
    """
    assigned, found = set[str](), set[str]()
    turn = loop.event[0] == "after" or loop.event[1] == "turn"
    for clause, effect in loop.effects:
        facts = facts_of(effect.body)
        rivals = game.overriding(clause, tuple(loop.clauses))
        cases = (clause.when, clause.unless, effect.when, effect.unless, *((c.when, c.unless) for c in rivals))
        needed = reads(game, cases)
        if isinstance(effect.body, g.Become):
            value = reads(game, effect.body.value) - assigned
            whole = effect.body.cell.owner is None or effect.each is not None
            if whole and not value and not any(cases) and not rivals:
                assigned.add(effect.body.cell.cell)
        elif facts.memory is None:
            needed |= reads(game, facts.reads)
        found |= needed - assigned
    return found if turn else found - {""}


def reads(game: Game, node: object) -> set[str]:
    """Return the cells that a node reads, itself or in clauses to which it refers; "" is the player to move."""
    found = set[str]()
    for part in parts_reached(game, node):
        if isinstance(part, g.Recall):
            found.add(part.cell)
        elif isinstance(part, g.Actor | g.Can):
            found.add("")
    return found
