"""The rounds of a course that goes back: by what they are counted, and whether any of them may be the last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from cartaro_grammar import Clause, Game, facts_of, parts
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.effects import TermEffects
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import NOTHING, TermCourse
from cartaro_verify.frame.invariants import compared
from cartaro_verify.frame.transition_system import TransitionSystem
from cartaro_verify.play.table import Moment
from cartaro_verify.terms import symbols, terms
from cartaro_verify.terms.messages import FormText, words
from cartaro_verify.terms.paths import Path, Round
from cartaro_verify.terms.symbols import OwnedPlace, SymbolicState
from cartaro_verify.terms.unknowns import Cond, Num, Vec


@dataclass(frozen=True, slots=True)
class RepeatedCourse:
    """A clause that goes back, in the course of an event, with all from the clause to which it goes."""

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
        """Whether some other clause of it goes back too."""
        return sum(facts_of(e.body).back_to is not None for _, e in self.effects) > 1

    def goes_back(self, course: TermCourse, state: SymbolicState) -> Cond:
        """Whether its last clause goes back in a state, or has done so; unknown where it does something else before."""
        effect, scope = self.body[-1].effects[0], course.scope(state, NOTHING)
        if facts_of(effect.body).back_to is None:
            return True
        happens = course.happens(self.clauses, self.end, scope)
        return terms.every(happens, course.encoder.holds(effect.when, effect.unless, scope))

    def again(self, course: TermCourse, starts: Iterable[SymbolicState]) -> list[SymbolicState]:
        """The states in which it goes back after a round from any of these."""
        paths = [Path(state) for state in starts]
        for number in range(self.start, self.end + 1):
            course.repeating.clear()
            paths = [after for path in paths for after in course.clause(self.clauses, number, path, NOTHING)]
        found = list(course.repeating)
        course.repeating.clear()
        return found


def loops_of(game: Game) -> Iterator[RepeatedCourse]:
    """Every clause that goes back."""
    for event in game.events:
        clauses = game.consequences(*event)
        names = [c.name for c in clauses]
        for number, clause in enumerate(clauses):
            for effect in clause.effects:
                back = facts_of(effect.body).back_to
                if back in names and effect.each is None:
                    yield RepeatedCourse(event, clauses, names.index(back), number)


# ------------------------------------------------------------------------------------------------ by count


def by_count(frame: TransitionSystem, loop: RepeatedCourse) -> FormText | None:
    """Why the rounds end by something that is counted, if they do."""
    met = _rounds(frame, loop)
    if met and not any(session.feasible(s, quick=False) for session, around in met for s in around.repeating):
        return words("goes_back_once", clause=words("clause", name=loop.name))
    for tally in _tallies(frame.game) if met else ():
        if all(_counts(session, around, tally) for session, around in met):
            return words(tally.form, x=words(tally.kind, name=tally.places[0][0]), clause=words("clause", name=loop.name))
    return None


def _rounds(frame: TransitionSystem, loop: RepeatedCourse) -> list[tuple[SolverSession, Round]]:
    """Every round that is not the first, from any state that may lead to one; none where that is not known."""
    if loop.nested or loop.event[0] == "after":
        return []
    sessions = [frame.opening[0], frame.dealt[0], *(t.session for t in frame.transitions.values())]
    met = [(s, r) for s in sessions for r in s.acts.rounds if r.clause == loop.name]
    return met or [_any_round(frame, loop)]


def _any_round(frame: TransitionSystem, loop: RepeatedCourse) -> tuple[SolverSession, Round]:
    """A round from any state in which the clause has gone back."""
    acts = Acts(frame.game, frame.context)
    state = symbols.anywhere(frame.context.unknowns, frame.game, 0, "round", out_of_sight=True)
    session = SolverSession(acts, state.facts)
    course = TermCourse(acts, session.feasible)
    start = replace(state, facts=()).having(loop.goes_back(course, state))
    return session, Round(loop.name, start, tuple(loop.again(course, [start])))


@dataclass(frozen=True, slots=True)
class RoundCount:
    """Something that is counted: the cards in a zone, or a counter up or down to a number; `sign` is the way it should go."""

    places: tuple[OwnedPlace, ...]
    sign: int
    form: str
    limit: int | None = None
    """Where a counter goes, at most: none is needed for cards, of which there are only so many."""

    @property
    def kind(self) -> str:
        return "zone" if self.limit is None else "cell"

    def of(self, state: SymbolicState) -> Num:
        """How much is counted."""
        if self.limit is not None:
            return state.number(self.places[0])
        return terms.total(x for place in self.places for x in state.zones[place])

    def goes_on(self, before: SymbolicState, after: SymbolicState) -> Cond:
        """That it has gone on its way, and not beyond its limit."""
        low, high = (self.of(before), self.of(after)) if self.sign > 0 else (self.of(after), self.of(before))
        within: Cond = True
        if self.limit is not None:
            within = terms.at_most(high, self.limit) if self.sign > 0 else terms.at_least(low, self.limit)
        return terms.every(terms.less(low, high), within)


def _tallies(game: Game) -> Iterator[RoundCount]:
    """What may go on with every round, but not for ever."""
    for zone in game.zones:
        places = tuple((zone.name, o) for o in symbols.owners(game, zone.owner))
        yield RoundCount(places, -1, "rounds_empty")
        yield RoundCount(places, 1, "rounds_fill")
    for cell, place in symbols.cell_places(game):
        for number in compared(game, cell) if cell.kind == "counter" else ():
            yield RoundCount((place,), 1, "rounds_grow", number)
            yield RoundCount((place,), -1, "rounds_fall", number)


def _counts(session: SolverSession, around: Round, tally: RoundCount) -> bool:
    """Whether something goes on its way with every round."""
    ways = ((s, tally.goes_on(around.start, s)) for s in around.repeating)
    return all(session.possible(*s.facts, terms.no(goes_on))[0] == "no" for s, goes_on in ways)


# ------------------------------------------------------------------------------------------------ by luck


class Lucky(TermEffects):
    """Effects where every deal gives none of some cards; `short` are the cases in which there are not enough others."""

    def __init__(self, course: TermCourse, avoided: Vec) -> None:
        super().__init__(course.encoder, course.split)
        self.avoided = avoided
        self.short = list[tuple[Cond, ...]]()

    def dealt(self, state: SymbolicState, count: Num, source: OwnedPlace, to: OwnedPlace) -> SymbolicState:
        """Cards of the pile that are not among those avoided."""
        pile = state.zones[source]
        others = terms.total(terms.without(a, b) for a, b in zip(pile, self.avoided, strict=True))
        self.short.append((*state.facts, terms.less(others, count)))
        after = super().dealt(state, count, source, to)
        left = zip(pile, after.zones[source], self.avoided, strict=True)
        return after.having(*(terms.equal(x, y) for x, y, avoided in left if avoided))


def by_luck(frame: TransitionSystem, loop: RepeatedCourse) -> FormText | None:
    """Why a round may always be the last: the cards it deals are of another rank or suit than some."""
    if not _shuffled(loop):
        return None
    met = _rounds(frame, loop)
    for name, avoided in _kinds(frame.game, loop) if met else ():
        if all(_last(session, around, loop, avoided) for session, around in met):
            clause = words("clause", name=loop.name)
            named = words("rounds_without", clause=clause, kind=words("kind", name=name))
            return named if name else words("rounds_last", clause=clause)
    return None


def _shuffled(loop: RepeatedCourse) -> bool:
    """Whether cards are dealt from one pile, and what goes to it is shuffled with all of it, and something is."""
    facts = [facts_of(e.body) for _, e in loop.effects]
    piles = {f.dealt_from.zone for f in facts if isinstance(f.dealt_from, g.InZone)}
    back = [f for f in facts if f.to is not None and (_of(f.to, piles) or not isinstance(f.to, g.InZone))]
    whole = (f.chance and any(isinstance(c, g.AllCards) or _of(c, piles) for c in f.takes) for f in back)
    odd = any(f.swaps or f.seats or f.family is not None for f in facts)
    return len(piles) == 1 and bool(back) and all(whole) and not odd


def _of(cards: g.Expr, zones: set[str]) -> bool:
    return isinstance(cards, g.InZone) and cards.zone in zones


def _kinds(game: Game, loop: RepeatedCourse) -> Iterator[tuple[str, Vec]]:
    """No cards, and those of each rank, suit or other symbol that the course speaks of, with its name."""
    yield "", (0,) * len(game.deck.cards)
    spoken = {p.name for p in parts(tuple((c.sentence, c.when, c.unless) for c in loop.body)) if isinstance(p, g.Symbol)}
    for symbol in sorted(spoken):
        yield symbol, tuple(int(symbol in dict(c.attributes).values()) for c in game.deck.cards)


def _last(session: SolverSession, around: Round, loop: RepeatedCourse, avoided: Vec) -> bool:
    """Whether a round after one that has gone back can always be dealt without some cards, and does then not go back."""
    course = TermCourse(session.acts, session.feasible)
    course.effects = lucky = Lucky(course, avoided)
    again = loop.again(course, around.repeating)
    short = any(session.possible(*conditions)[0] != "no" for conditions in lucky.short)
    return not short and not any(session.feasible(state, quick=False) for state in again)
