"""Cards weighed by the zone in which they lie, their kind and the marks that they bear; see `termination` for what this shows.

Marks count in the zones of whoever has the turn, and only those of the turn; a card weighs there as marked where it bears any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cartaro_grammar import Game
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import STEPS, Facts, SolverSession
from cartaro_verify.frame.transition_system import Transition
from cartaro_verify.terms import symbols, terms
from cartaro_verify.terms.messages import FormText, joined, words
from cartaro_verify.terms.symbols import OwnedPlace, SymbolicState
from cartaro_verify.terms.unknowns import Answer, Cond, Num, Vec
from cartaro_verify.terms.values import as_cards

LARGEST = 8
AT_ONCE = 2_000_000
"""Steps of the solver for many conditions at once, before each is asked by itself."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Cards that weigh the same: those of one kind in a zone, with a mark of the turn or without one."""

    zone: str
    kind: str | None
    marked: bool = False


@dataclass
class WeighedMove:
    """One way of a move, made ready for any weights: what is counted of each feature, with 1 after it and with -1 before it,
    and what is known of these numbers.
    """

    made: Transition
    state: SymbolicState
    steady: Cond
    """That no counter grows."""
    counts: list[tuple[Feature, Num, int]] = field(default_factory=list[tuple[Feature, Num, int]])
    known: list[Cond] = field(default_factory=list[Cond])

    def stays(self, weights: dict[Feature, int]) -> Cond:
        """That the weighted number does not fall."""
        change = terms.total([n for _, n, _ in self.counts], [weights[f] * sign for f, _, sign in self.counts])
        return terms.at_least(change, 0)


class Scales:
    """What is weighed in one game, and how it is counted."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.marks = tuple(c.name for c in game.cells if c.kind == "mark" and c.period == "turn" and c.owner == "table")
        self.kinds = tuple(dict.fromkeys(card.kind for card in game.deck.cards))
        self.owned = tuple(z.name for z in game.zones if z.owner != "table") if self.marks else ()
        zones = [(z.name, False) for z in game.zones] + [(name, True) for name in self.owned]
        self.features = tuple(Feature(name, kind, marked) for name, marked in zones for kind in self.kinds)

    def numbers(self, state: SymbolicState) -> dict[Feature, int]:
        """How many cards of each feature there are in a known state."""
        found, marked = dict.fromkeys(self.features, 0), self.marked(state)
        for place, zone in state.zones.items():
            for card, x in enumerate(zone):
                if x and place != symbols.NOWHERE:
                    bears = self.own(place, state) and marked[card] == 1
                    found[Feature(place[0], self.game.deck.cards[card].kind, bears)] += 1
        return found

    def marked(self, state: SymbolicState) -> Vec:
        """The cards that bear a mark of the turn."""
        found: Vec = (0,) * len(self.game.deck.cards)
        for name in self.marks:
            cards = as_cards(state.cells[name, -1]) or (0,) * len(found)
            found = tuple(terms.join(a, b) for a, b in zip(found, cards, strict=True))
        return found

    def own(self, place: OwnedPlace, state: SymbolicState) -> bool:
        """Whether marks count in this zone: that of whoever has the turn, or of their side."""
        owner = self.game.zone[place[0]].owner if place[0] else "table"
        mine = {"player": state.turn, "side": self.game.side_of[state.turn]}
        return bool(self.marks) and owner in mine and place[1] == mine[owner]

    def way(self, made: Transition, state: SymbolicState, steady: Cond) -> WeighedMove:
        """One way, made ready for any weights; where it is known that a counter grows, nothing is weighed."""
        way = WeighedMove(made, state, steady)
        if made.session.possible(*state.facts, way.steady)[0] == "no":
            return way
        for here, sign in ((made.state, -1), (state, 1)):
            way.counts += [
                (Feature(place[0], card.kind), x, sign)
                for place, zone in here.zones.items()
                if place != symbols.NOWHERE
                for card, x in zip(self.game.deck.cards, zone, strict=True)
            ]
        for zone in self.owned:
            self.borne(way, zone)
        return way

    def borne(self, way: WeighedMove, zone: str) -> None:
        """Of the cards in an own zone, those that bear a mark: they count there as marked, and not as others.

        Each is a number of its own, bounded by inequalities, and not a case of its own: where it is known that no card comes or
        none goes, and that no mark is set or none taken away, how much it changes is bounded by how much the zone does.
        """
        states = way.made.state, way.state
        lies = [next(z for p, z in s.zones.items() if p[0] == zone and self.own(p, s)) for s in states]
        marked = [self.marked(s) for s in states]
        stays = [terms.at_least(b, a) for a, b in zip(*(_lying(s, zone) for s in states), strict=True)]
        some = [may(way, [terms.every(terms.member(x), terms.member(m)) for x, m in zip(z, n, strict=True)], stays)
                for z, n in zip(lies, marked, strict=True)]  # fmt: skip
        for kind in self.kinds:
            cards = [i for i, card in enumerate(self.game.deck.cards) if card.kind == kind and (some[0][i] or some[1][i])]
            now, was, set_, had = ([v[i] for i in cards] for v in (lies[1], lies[0], marked[1], marked[0]))
            both = [_both(way, *c) if some[0][i] else 0 for i, *c in zip(cards, was, had, strict=True)]
            then = [_both(way, *c) if some[1][i] else 0 for i, *c in zip(cards, now, set_, strict=True)]
            for sign, numbers in ((-1, both), (1, then)):
                way.counts += [(Feature(zone, kind, True), n, sign) for n in numbers]
                way.counts += [(Feature(zone, kind), n, -sign) for n in numbers]
            if any(some[0]) and any(some[1]):
                fewer, more = _steps(way, was, now), _steps(way, now, was)
                set_more, set_fewer = _steps(way, set_, had), _steps(way, had, set_)
                for i in range(len(cards)):
                    lost, gone = terms.minus(both[i], then[i]), terms.minus(was[i], now[i])
                    bounds = [(fewer, set_more, lost, gone), (more, set_more, lost, 0)]
                    bounds += [(more, set_fewer, terms.minus(0, lost), terms.minus(0, gone)), (fewer, set_fewer, 0, lost)]
                    way.known += [terms.implies(terms.every(a[i], b[i]), terms.at_most(x, y)) for a, b, x, y in bounds]

    # -------------------------------------------------------------------------------- as it is told

    def told(self, weights: dict[Feature, int]) -> tuple[tuple[str, int], ...]:
        """The weights with what they are of; kinds that weigh the same together."""
        found = list[tuple[FormText, int]]()
        for zone, marked in dict.fromkeys((f.zone, f.marked) for f in self.features):
            name = words("zone", name=zone)
            if marked:
                name = words("marked", zone=name, marks=joined("either", (words("cell", name=mark) for mark in self.marks)))
            each = {kind: weights[Feature(zone, kind, marked)] for kind in self.kinds}
            if len(set(each.values())) == 1:
                found.append((name, next(iter(each.values()))))
                continue
            found += [
                (words("cards_of", kind=words("kind", name=kind) if kind else words("others"), zone=name), weight)
                for kind, weight in each.items()
            ]
        return tuple((name, weight) for name, weight in found if weight)


def may(way: WeighedMove, conditions: list[Cond], stays: Sequence[Cond] = ()) -> list[bool]:
    """Which of these conditions, one for each card, may hold on a way: all at once where that is answered quickly, else one by
    one, until the solver gives up.  Where it does, the cases are told apart that the card stays where it is, that it alone does
    not, and that others do not either.
    """
    session, facts = way.made.session, way.state.facts
    answer, _ = session.possible(*facts, terms.any_of(conditions), steps=AT_ONCE)
    found = list[bool]()
    for number, condition in enumerate(conditions):
        each = answer
        if answer == "unknown":
            each, _ = session.possible(*facts, condition, steps=AT_ONCE)
        if each == "unknown" and stays:
            others = terms.all_of(c for n, c in enumerate(stays) if n != number)
            moves = terms.no(stays[number])
            cases = (stays[number],), (moves, others), (moves, terms.no(others))
            each = "no" if all(asked(session, *facts, condition, *case) == "no" for case in cases) else each
        answer = "yes" if answer == each == "unknown" else answer
        found.append(each != "no")
    return found


def _lying(state: SymbolicState, zone: str) -> Vec:
    """For each card, whether it lies in a zone of this name, whosoever it is."""
    return tuple(terms.total(column) for column in zip(*(z for p, z in state.zones.items() if p[0] == zone), strict=True))


def asked(session: SolverSession, *conditions: Cond) -> Answer:
    """Whether conditions may hold together; where the solver gives up, one that was asked nothing before is asked too."""
    answer, _ = session.possible(*conditions, steps=AT_ONCE)
    return answer if answer != "unknown" else session.alone(session.facts.told).possible(conditions, STEPS)[0]


def _steps(way: WeighedMove, greater: list[Num], less: list[Num]) -> list[Cond]:
    """Of each card, whether one number is at least another; true where it is known."""
    possible = may(way, [terms.less(a, b) for a, b in zip(greater, less, strict=True)])
    return [not fails or terms.at_least(a, b) for a, b, fails in zip(greater, less, possible, strict=True)]


def _both(way: WeighedMove, lies: Num, marked: Num) -> Num:
    """Whether a card both lies in a zone and bears a mark, as a 0/1 number."""
    if isinstance(lies, int) or isinstance(marked, int):
        return terms.meet(lies, marked)
    both = way.made.session.acts.unknowns.number("borne")
    way.known += [terms.at_least(both, 0), terms.at_most(both, lies), terms.at_most(both, marked),
                  terms.at_least(terms.add(both, 1), terms.add(lies, marked))]  # fmt: skip
    return both


def least(features: Sequence[Feature], rows: Sequence[tuple[int, ...]], context: ProofContext) -> dict[Feature, int] | None:
    """Weights with which every row falls: with the least bound on all, the same for all kinds where that will do, then each in
    turn the least.
    """
    weights = {f: context.unknowns.number("weight") for f in features}
    facts = Facts(context, [terms.at_least(w, 0) for w in weights.values()])
    facts.add([terms.less(terms.total(weights.values(), row), 0) for row in rows])

    def settle(*conditions: Cond) -> bool:
        """Whether these can be had too; if so, they are."""
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
