"""A match can always still end: from any state between two hands, some hands lead to its end.

Proved by a hand that can be played again and again. A hand that does not depend on earlier counts counts the same every time it
is played, unless a consequence ends the match before. Suppose that for every state of the other memory some hand was seen in
which, for example, one side gains more than every other. Repeating such hands makes that side's counter arbitrarily large, and
arbitrarily larger than the others. The solver decides whether the match then ends, with the cards in their places at the end of
the hand.

A counter of hands that ends the match is also memory with few values, and a hand in which it grows is enough.

`HandDependence` follows the counters of the match through the clauses: the memory that depends on them, the acts whose law
does, and whether anything else of a hand does. If clauses read only the remainders of a counter (no cards are passed in every
fourth hand), the counter counts as memory with few values, because hands with equal remainders are alike. If the counters
affect only the count of a hand and not its play (every tenth overtrick costs a hundred points), the hand must lead towards the
end for every earlier count. So its count is encoded with these counters unknown.

The obligation is refuted by a match in which counters that never fall have reached a point from which no play ends the match.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from cartaro_grammar import Clause, Game, caused_by, facts_of, memory_readings, parts
from cartaro_grammar import game as g
from cartaro_verify.encode import house_rules, participants
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import TermCourse, Turns
from cartaro_verify.frame.invariants import Invariant
from cartaro_verify.frame.transition_system import Transition, TransitionSystem
from cartaro_verify.obligations.termination import reads
from cartaro_verify.play import table as matches
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.play.table import HistoryTable, Match, MatchHand, Position, Tables
from cartaro_verify.results import statements as st
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import (
    NOBODY,
    ActivePlayers,
    NotCovered,
    OwnedPlace,
    Path,
    SymbolicState,
    TermScope,
    Value,
    as_number,
    exactly,
)
from cartaro_verify.terms.terms import Cond, Num

# -------------------------------------------------------------- match dependence


MATCH = (("start", "match"), ("end", "match"))
COUNT = ("count", "hand")
COURSE_SENTENCES = (g.Begins, g.Passes, g.Ends, g.Step, g.Obligation)
"""The sentences on which the course of a hand depends, except permissions, prohibitions and consequences."""


@dataclass(slots=True)
class HandDependence:
    """The dependence of a hand on the counters of the match: `dependent` are the cells that may depend on them, and
    `excluded_acts` the acts whose permissions or prohibitions may. `depending_clause` is a clause through which they change the
    hand itself, and `counting_clause` one through which they change only its count.
    """

    game: Game
    context: ProofContext
    bounded: Mapping[str, int] = field(default_factory=dict[str, int])
    """The counters of the match that are below a fixed number whenever a hand begins."""
    recurring: dict[str, int] = field(init=False)
    """The counters for the match of which only remainders are read, and the period of each."""
    counters: frozenset[str] = field(init=False)
    dependent: set[str] = field(init=False)
    excluded_acts: frozenset[str] = field(init=False)
    may_end_early: bool = False
    """Whether a consequence in a hand ends the match if the counters have reached something."""
    depending_clause: str | None = None
    counting_clause: str | None = None

    def __post_init__(self) -> None:
        kept = [c.name for c in self.game.cells if c.kind == "counter" and c.period == "match"]
        recurring = _recurring(self.game)
        self.recurring = {name: recurring[name] for name in kept if name in recurring and name not in self.bounded}
        self.counters = frozenset(kept) - self.recurring.keys() - self.bounded.keys()
        self.dependent = set(self.counters)
        lines = [(c, e) for c, e in self._lines() if not self._never_happens(c)]
        while self.depending_clause is None and sum(self._follow_effect(*line) for line in lines):
            pass
        aside = {sentence.act for clause, sentence in self.game.with_sentence(g.Permission) if self._depends(clause)}
        aside |= {
            act for clause, sentence in self.game.with_sentence(g.Prohibition) if self._depends(clause) for act in sentence.acts
        }
        aside |= {a.name for a in self.game.acts if a.finding or self._depends(a)}
        self.excluded_acts = frozenset(aside)
        standing = (c for c in self.game.clauses if isinstance(c.sentence, COURSE_SENTENCES) and not _of_match(c))
        self.depending_clause = self.depending_clause or next((c.name for c in standing if self._depends(c)), None)
        initial = (c.name for c in self.game.cells if c.initial is not None and self._depends(c.initial))
        self.depending_clause = self.depending_clause or next(initial, None)

    def _depends(self, node: object) -> bool:
        return bool(reads(self.game, node) & self.dependent)

    def _lines(self) -> Iterator[tuple[Clause, g.Effect]]:
        """Yield the effects of all events in a hand, and the clause of each."""
        for clause, sentence in self.game.with_sentence(g.Consequence):
            if sentence.event not in MATCH:
                yield from ((clause, effect) for effect in sentence.effects)

    def _never_happens(self, clause: Clause) -> bool:
        """Return whether a clause never applies unless the arbiter enters a finding, because only findings write the memory
        that it reads.
        """
        if any(clause is c for a in self._findings() for c in self.game.consequences("after", a.name)):
            return True
        cells = symbols.cell_places(self.game)
        still = {place: symbols.cleared(c) for c, place in cells if c.period != "match" and c.name not in self._written()}
        state = symbols.anywhere(self.context.variables, self.game, 0, "asleep", still, out_of_sight=True)
        try:
            acts = Acts(self.game, self.context)
            return acts.encoder.applies(clause, TermScope(state, 0)) is False
        except (NotCovered, KeyError):
            return False

    def _findings(self) -> list[g.Act]:
        return [act for act in self.game.acts if act.finding]

    def _written(self) -> set[str | None]:
        """Return the cells that are written while the arbiter enters nothing, or that have an initial value."""
        ruled = [e for act in self._findings() for e in caused_by(self.game, act)]
        acts = [e for act in self.game.acts for e in act.effects]
        effects = [e for e in (*acts, *(line for _, line in self._lines())) if not any(e is other for other in ruled)]
        return {facts_of(e.body).memory for e in effects} | {c.name for c in self.game.cells if c.initial is not None}

    def _follow_effect(self, clause: Clause, effect: g.Effect) -> bool:
        """Propagate dependence through an effect; return whether a further cell has become dependent."""
        facts = facts_of(effect.body)
        rivals = self.game.overriding(clause, self.game.clauses)
        cases = (clause.when, clause.unless, effect.when, effect.unless, tuple((c.when, c.unless) for c in rivals))
        depends = self._depends((cases, facts.reads))
        if facts.memory in self.counters and (depends or not isinstance(effect.body, g.Add)):
            if isinstance(clause.sentence, g.Consequence) and clause.sentence.event == COUNT:
                self.counting_clause = self.counting_clause or clause.name
            else:
                self.depending_clause = self.depending_clause or clause.name
        if not depends or facts.memory in self.counters:
            return False
        if facts.ends == "match":  # under other values of the counters the match may have ended before
            self.may_end_early = True
            return False
        if facts.memory is None:
            self.depending_clause = self.depending_clause or clause.name
            return False
        new = facts.memory not in self.dependent
        self.dependent.add(facts.memory)
        return new


def _recurring(game: Game) -> dict[str, int]:
    """Return the counters that rules only add to and read by their remainders, and the period of each."""
    set_to = {part.cell.cell for part in parts((game.clauses, game.acts)) if isinstance(part, g.Become)}
    readings = memory_readings(game).items()
    return {name: read.period for name, read in readings if read.below is None and read.period > 1 and name not in set_to}


def _of_match(clause: Clause) -> bool:
    return isinstance(clause.sentence, g.Ends) and clause.sentence.period == "match"


# --------------------------------------------------------------------- match end


FAR = 100_000
"""A number greater than the target of any match."""
TRIES, SOME_TRIES, MORE_TRIES = 60, 240, 400
"""The numbers of hands played from each memory to find one that leads towards the end of the match. If the first number is not
enough, more hands are played, and as many without each of the acts: a player who bids higher and higher at random wins no hand.
After the first number, the act is drawn before its arguments, since a hand may be counted only after an act that has few
arguments.
"""
MEMORIES = 256
MATCHES = 200
LONG = 30
"""The number of matches, and of hands in each, that are played to find a match that cannot end."""


@dataclass(frozen=True, slots=True)
class Lead:
    """A pattern of gains by which repeated hands lead to the end: counters that rise (`sign` 1) or fall (-1), further than
    others, and counters that stay. With `beside`, a counter of the table rises too, such as the number of hands.
    """

    lead: st.Lead
    going: tuple[OwnedPlace, ...] = ()
    beyond: tuple[OwnedPlace, ...] = ()
    still: tuple[OwnedPlace, ...] = ()
    sign: int = 1
    beside: tuple[OwnedPlace, ...] = ()

    def shown(self, hand: MatchHand) -> bool:
        """Return whether a hand has this pattern."""
        gained = {place: self.sign * number for place, number in hand.gained.items()}
        goes = all(gained[p] > max(0, *(gained[o] for o in self.beyond), 0) for p in self.going)
        rises = all(hand.gained[p] > 0 for p in self.beside)
        return goes and rises and all(gained[p] == 0 for p in self.still)

    def far(self, counters: Mapping[OwnedPlace, Num]) -> Iterator[Cond]:
        """Yield the conditions on counters after such hands have been played often enough."""
        for number in self._led(counters):
            yield terms.at_least(number, FAR) if self.sign > 0 else terms.at_most(number, -FAR)
        yield from (terms.at_least(counters[place], FAR) for place in self.beside)

    def missed(self, gained: Mapping[OwnedPlace, Num]) -> Cond:
        """Return the condition that a hand with these gains does not have the pattern."""
        back = (terms.at_most(n, 0) if self.sign > 0 else terms.at_least(n, 0) for n in self._led(gained))
        moved = (terms.not_(terms.equal(gained[place], 0)) for place in self.still)
        lower = (terms.at_most(gained[place], 0) for place in self.beside)
        return terms.any_of((*back, *moved, *lower))

    def _led(self, counters: Mapping[OwnedPlace, Num]) -> Iterator[Num]:
        """Yield the numbers that rise or fall: the advancing counters, and the lead of each over the others."""
        for place in self.going:
            yield counters[place]
            yield from (terms.subtract(counters[place], counters[other]) for other in self.beyond)


@dataclass(frozen=True, slots=True)
class Endable:
    """The method by which a match can still end, the reason why this is unknown, or a match that cannot end."""

    method: st.Method | None = None
    reason: st.Reason | None = None
    unending: Match | None = None


@dataclass(frozen=True, slots=True)
class LeadingHands:
    """The index of the chosen set of leads, which jointly lead to the end, and the seed of a hand for each lead and memory."""

    choice: int
    seeds: tuple[int, ...]


def endable(frame: TransitionSystem, tables: Tables) -> Endable:
    """Decide whether from any state between two hands some hands lead to the end of the match."""
    hands = HandDependence(frame.game, frame.context, _bounded(frame, {}))
    if hands.depending_clause is not None:
        return Endable(reason=st.ClauseReason(st.ClauseReasonSort.HANDS_BOUND, st.clause(hands.depending_clause)))
    if frame.game.open:
        return _endable_under_all(frame, tables, hands)
    ending = MatchEndSearch(frame, tables.default, hands, {})
    if len(frame.active_sets) > 1:
        if hands.counting_clause is not None:
            return Endable(reason=st.ClauseReason(st.ClauseReasonSort.HANDS_BOUND, st.clause(hands.counting_clause)))
        return _endable_for_each_set(frame, ending)
    memories, choices = ending.memories(), _all_choices(frame.game, hands)

    def search() -> LeadingHands | None:
        tried = _tries(frame.game) if frame.grain == "fine" else _tries(frame.game)[:2]
        for tries, (number, choice) in product(tried, enumerate(choices)):
            seeds = list[int]()
            for lead, memory in product(choice, memories):
                seed = ending.leads(lead, memory, tries)
                if seed is None:
                    break
                seeds.append(seed)
            else:
                return LeadingHands(number, tuple(seeds))
        return None

    def given(found: LeadingHands | None) -> LeadingHands | None:
        if found is None:
            return None
        wanted = product(choices[found.choice] if 0 <= found.choice < len(choices) else (), memories)
        shown = [ending.leads(*each, (seed,)) for each, seed in zip(wanted, found.seeds, strict=False)]
        return found if shown == list(found.seeds) and len(shown) == len(choices[found.choice]) * len(memories) else None

    led = frame.context.log.found("leading hands", LeadingHands | None, search, lambda found: found, given)
    if led is not None:
        return Endable(st.MatchCanEnd(choices[led.choice][0].lead, len(memories)))
    unending = unending_match(frame, tables.default, hands) if frame.grain == "fine" else None
    return Endable(reason=st.PlainReason.NOT_ENDABLE, unending=unending)


def _bounded(frame: TransitionSystem, settings: Mapping[str, str]) -> dict[str, int]:
    """Return the counters of the table that are not negative and are below a fixed number whenever a hand begins, with this
    number under some values of open options.
    """
    found = dict[str, int]()
    for fact in frame.between:
        known = all(settings.get(name) in values for name, values in fact.given)
        if fact.sort == "ceiling" and known and Invariant("counter", fact.place, 0) in frame.between:
            found[fact.place[0]] = min(fact.number + 1, found.get(fact.place[0], fact.number + 1))
    return found


def _endable_under_all(frame: TransitionSystem, tables: Tables, hands: HandDependence) -> Endable:
    """Decide the same under every choice of the open options that is assumed now, since a hand is an example only for its own
    choice.
    """
    if len(frame.active_sets) > 1:
        raise NotCovered(st.Construct.MISSING_COUNTS)
    choices, over = _all_choices(frame.game, hands), dict[tuple[Lead, Position], bool]()
    every = house_rules.choices(frame.game, house_rules.of_a_hand(frame.game, hands.excluded_acts))
    assumed = [settings for settings in every if house_rules.supposed(frame.context, frame.game, settings)]

    def begun(settings: Mapping[str, str]) -> MatchEndSearch:
        return MatchEndSearch(frame, tables.under(settings), hands, settings, over=over)

    def search() -> tuple[LeadingHands, ...] | None:
        # a choice that leads to a next hand usually leads to another one
        tries, order, found = _tries(frame.game), list(range(len(choices))), list[LeadingHands]()
        for ending in map(begun, assumed):
            each = (_leading_hands(ending, choices[n], n, tried) for tried in tries for n in order)
            led = next((led for led in each if led is not None), None)
            if led is None:
                return None
            found.append(led)
            order = [led.choice, *(n for n in order if n != led.choice)]
        return tuple(found)

    def given(found: tuple[LeadingHands, ...] | None) -> tuple[LeadingHands, ...] | None:
        if found is None or len(found) != len(assumed):
            return None
        return found if all(map(lead_again, map(begun, assumed), found)) else None

    def lead_again(ending: MatchEndSearch, led: LeadingHands) -> bool:
        wanted = list(product(choices[led.choice] if 0 <= led.choice < len(choices) else (), ending.memories()))
        if not wanted or len(led.seeds) != len(wanted):
            return False
        return all(ending.leads(*each, (seed,)) == seed for each, seed in zip(wanted, led.seeds, strict=True))

    form = tuple[LeadingHands, ...] | None
    led = frame.context.log.found("leading hands under all", form, search, lambda found: found, given)
    if led:
        cases = sum(len(each.seeds) // len(choices[each.choice]) for each in led)
        return Endable(st.MatchCanEnd(choices[led[0].choice][0].lead, cases))
    unending = None if led is not None or frame.context.supposed else unending_match(frame, tables.default, hands)
    return Endable(reason=st.PlainReason.NOT_ENDABLE, unending=unending)


def _tries(game: Game) -> tuple[list[int], ...]:
    """Return the seeds of the hands that are tried, with all acts and without each of them; a few hands are tried
    before more.
    """
    without = [MORE_TRIES * number for number in range(1, len(game.acts) + 1)]
    few, more = ([seed for first in without for seed in range(first, first + tries)] for tries in (TRIES, MORE_TRIES))
    return list(range(TRIES)), list(range(SOME_TRIES)), few, list(range(MORE_TRIES)), more


def _leading_hands(ending: MatchEndSearch, leads: Sequence[Lead], choice: int, seeds: list[int]) -> LeadingHands | None:
    """Return a hand that leads on for each lead and memory, if there are such hands. Their `seeds` are moved to the front."""
    found = list[int]()
    for lead, memory in product(leads, ending.memories()):
        seed = ending.leads(lead, memory, seeds)
        if seed is None:
            return None
        seeds.remove(seed)
        seeds.insert(0, seed)
        found.append(seed)
    return LeadingHands(choice, tuple(found))


@dataclass(frozen=True, slots=True)
class LeadingHandsOfSets:
    """The index of the counter that leads to the end, and a map from each set of active players, and each memory with which
    their hand may begin, to the seed of a hand.
    """

    counter: int
    seeds: tuple[int, ...]


def _endable_for_each_set(frame: TransitionSystem, ending: MatchEndSearch) -> Endable:
    """Decide the same if the state includes the active players: by a hand for each set of active players and each memory, in
    which some counters of one name grow and none falls.

    In a match of such hands, some set and memory recur, so that the counters in their hand grow arbitrarily. Then the match is
    over, or this set can no longer be the set of active players.
    """
    sizes = {len(case.active) for case in frame.facts}
    sets = [active for active in frame.active_sets if len(active) in sizes]
    begun = [(active, memory) for active, memory in product(sets, ending.memories()) if ending.begins(active, memory)]
    kept = [c for c in frame.game.cells if c.name in ending.hands.counters and c.owner != "table"]
    counters = list(product(kept, (1, -1)))

    def search() -> LeadingHandsOfSets | None:
        for number, (cell, sign) in enumerate(counters):
            seeds = list[int]()
            for active, memory in begun:
                seed = ending.leads_among(cell, sign, active, memory)
                if seed is None:
                    break
                seeds.append(seed)
            if len(seeds) == len(begun):
                return LeadingHandsOfSets(number, tuple(seeds))
        return None

    def given(found: LeadingHandsOfSets | None) -> LeadingHandsOfSets | None:
        if found is None or not 0 <= found.counter < len(counters) or len(found.seeds) != len(begun):
            return None
        shown = (ending.leads_among(*counters[found.counter], *each, (n,)) for each, n in zip(begun, found.seeds, strict=True))
        return None if None in shown else found

    led = frame.context.log.found("leading hands", LeadingHandsOfSets | None, search, lambda found: found, given)
    if led is not None:
        return Endable(st.MatchCanEnd(st.Lead.SOME_OF_SET, len(begun)))
    return Endable(reason=st.PlainReason.NOT_ENDABLE)


def _all_choices(game: Game, hands: HandDependence) -> list[tuple[Lead, ...]]:
    """Return the sets of leads in the order in which they are tried, in which logs number them."""
    return [*_choices(game, hands), *_choices_beside(game, hands)]


def _choices(game: Game, hands: HandDependence) -> Iterator[tuple[Lead, ...]]:
    """Yield sets of leads that jointly lead to the end of the match."""
    leaving = participants.leaves(game)
    if not leaving:
        yield from ((Lead(st.Lead.COUNTER, ((name, -1),)),) for name in hands.bounded if name not in hands.dependent)
        yield (Lead(st.Lead.AT_ONCE),)
    kept = [c for c in game.cells if c.name in hands.counters]
    for cell, sign in product(kept, (1, -1)):
        places = tuple((cell.name, o) for o in symbols.owners(game, cell.owner))
        others = {p: tuple(o for o in places if o != p) for p in places}
        if leaving:
            yield tuple(Lead(st.Lead.ALL_BUT_ONE, others[p], still=(p,), sign=sign) for p in places)
            continue
        if cell.owner == "table":
            yield (Lead(st.Lead.COUNTER, places, sign=sign),)
            continue
        for place in places:
            yield (Lead(st.Lead.ONE, (place,), others[place], sign=sign),)
        yield (Lead(st.Lead.ALL, places, sign=sign),)
    for cell, sign in product(() if leaving else kept, (1, -1)):
        places = _places(game, cell)
        if len(places) > 2:
            yield from ((Lead(st.Lead.BEHIND, tuple(o for o in places if o != p), (p,), sign=sign),) for p in places)


def _choices_beside(game: Game, hands: HandDependence) -> Iterator[tuple[Lead, ...]]:
    """Yield the leads of `_choices` over counters with owners, each next to a counter of the table that rises as well: a match
    may end after a number of hands, unless the leaders are level.
    """
    counted = [(c.name, -1) for c in game.cells if c.name in hands.counters and c.owner == "table"]
    owned = (leads for leads in _choices(game, hands) if len(leads) == 1 and leads[0].going and leads[0].going[0][1] >= 0)
    for (lead,), place in product(owned, counted):
        yield (replace(lead, beside=(place,)),)


@dataclass
class MatchEndSearch:
    """One game's matches under some values of its open options: the hands that were played from each memory."""

    frame: TransitionSystem
    table: HistoryTable
    hands: HandDependence
    settings: Mapping[str, str]
    played: dict[tuple[object, ...], list[MatchHand]] = field(default_factory=dict[tuple[object, ...], list[MatchHand]])
    tried: dict[tuple[object, ...], set[int]] = field(default_factory=dict[tuple[object, ...], set[int]])
    """The seeds of all hands that were played from each memory, including hands that were not counted."""
    counters: dict[tuple[object, ...], dict[OwnedPlace, int] | None] = field(
        default_factory=dict[tuple[object, ...], dict[OwnedPlace, int] | None]
    )
    """Values of the counters with which a hand of some active players begins. Return None if there is no such hand."""
    over: dict[tuple[Lead, Position], bool] = field(default_factory=dict[tuple[Lead, Position], bool])
    """Whether the match is over in a position whatever the open options are: shared by the searches under each choice."""
    left: dict[tuple[ActivePlayers, Lead], bool] = field(default_factory=dict[tuple[ActivePlayers, Lead], bool])

    def memories(self) -> list[dict[OwnedPlace, int]]:
        """Return all memory that is kept from hand to hand, except counters that do not recur."""
        game, found, bounded = self.frame.game, dict[OwnedPlace, range](), _bounded(self.frame, self.settings)
        for cell, place in symbols.cell_places(game):
            if cell.period != "match" or cell.name in self.hands.counters:
                continue
            if cell.name in self.hands.recurring:
                found[place] = range(self.hands.recurring[cell.name])
            elif cell.name in self.hands.bounded:
                found[place] = range(bounded[cell.name])
            elif cell.kind == "flag":
                found[place] = range(2)
            elif cell.kind == "reference" and cell.type.kind in ("player", "side"):
                least = 0 if Invariant("somebody", place) in self.frame.between else -1
                found[place] = range(least, game.players if cell.type.kind == "player" else game.sides)
            else:
                raise NotCovered(st.UncoveredUse(st.NameUse.MATCH_CELL, st.cell(cell.name)))
        everything = list(product(*found.values()))
        if len(everything) > MEMORIES:
            raise NotCovered(st.Construct.MATCH_MEMORY)
        return [dict(zip(found, values, strict=True)) for values in everything]

    def begins(self, active: ActivePlayers, memory: Mapping[OwnedPlace, int]) -> bool:
        """Return whether a hand of these players may begin with this memory, for some counts."""
        return self._counted_for(active, memory) is not None

    def _counted_for(self, active: ActivePlayers, memory: Mapping[OwnedPlace, int]) -> dict[OwnedPlace, int] | None:
        """Return values of the counters with which a hand of these players begins. Return None if no hand can begin."""
        key = (active, *memory.values())
        if key not in self.counters:
            game, context = self.frame.game, self.frame.context
            acts, kinds = Acts(game, context), {place: cell for cell, place in symbols.cell_places(game)}
            known = {place: _as_value(kinds[place], number) for place, number in memory.items()}
            state = symbols.anywhere(context.variables, game, NOBODY, "begins", known, out_of_sight=True)
            session, begun = SolverSession(acts, state.facts), participants.begun_by(acts, replace(state, facts=()), active)
            answer, model = session.decide(*begun.facts)
            if answer == "unknown":
                raise NotCovered(st.Construct.MATCH_MEMORY)
            places = [place for place, cell in kinds.items() if cell.name in self.hands.counters]
            found = None if model is None else {place: model.number(state.number(place)) for place in places}
            self.counters[key] = found
        return self.counters[key]

    def leads_among(
        self,
        cell: g.Cell,
        sign: int,
        active: ActivePlayers,
        memory: Mapping[OwnedPlace, int],
        seeds: Sequence[int] = range(TRIES),
    ) -> int | None:
        """Return the seed of a hand of these players that begins with this memory and in which a counter advances."""
        begin, places = {**memory, **(self._counted_for(active, memory) or {})}, _places(self.frame.game, cell)

        def leads_on(hand: MatchHand) -> bool:
            gained = {place: sign * hand.gained[place] for place in places}
            lead = Lead(st.Lead.SOME_OF_SET, tuple(p for p in places if gained[p] > 0), sign=sign)
            there = symbolic(self.table.rules, hand.position).active == active and not self._ended_early(hand)
            goes = there and bool(lead.going) and min(gained.values()) >= 0
            return goes and (self._set_left(active, lead) or self.ends(lead, hand))

        return self._first_seed((active, *memory.values()), begin, seeds, leads_on)

    def _set_left(self, active: ActivePlayers, lead: Lead) -> bool:
        """Return whether, once the counters have changed enough, other players take part than these."""
        key = (active, lead)
        if key not in self.left:
            game, context = self.frame.game, self.frame.context
            acts, state = Acts(game, context), symbols.anywhere(context.variables, game, NOBODY, "left", out_of_sight=True)
            begun = participants.begun_by(acts, replace(state, facts=()), active)
            far = lead.far({place: state.number(place) for place in lead.going})
            self.left[key] = SolverSession(acts, state.facts).decide(*far, *begun.facts)[0] == "no"
        return self.left[key]

    def leads(self, lead: Lead, memory: Mapping[OwnedPlace, int], seeds: Sequence[int] = range(TRIES)) -> int | None:
        """Return the seed of a hand that begins with this memory and was seen to lead towards the end of the match."""
        return self._first_seed(tuple(memory.values()), memory, seeds, lambda hand: self.ends(lead, hand))

    def _first_seed(
        self,
        key: tuple[object, ...],
        memory: Mapping[OwnedPlace, int],
        seeds: Sequence[int],
        leads_on: Callable[[MatchHand], bool],
    ) -> int | None:
        """Return the seed of the first hand that leads on, among the hands that begin with a memory."""
        seen, tried = self.played.setdefault(key, []), self.tried.setdefault(key, set())
        among = frozenset(seeds)
        found = next((hand for hand in seen if hand.seed in among and leads_on(hand)), None)
        if found is not None:
            return found.seed
        # with open house rules there are many choices, and each needs a hand of its own
        one_by_one = bool(self.frame.game.open)
        for seed in [seed for seed in seeds if seed not in tried]:
            tried.add(seed)
            without, acts_first = self.hands.excluded_acts | self._left_out(seed), TRIES <= seed < MORE_TRIES
            played = matches.hands(self.table, memory, (seed,), without, looking_ahead=not one_by_one, acts_first=acts_first)
            for hand in played:
                seen.append(hand)
                if leads_on(hand):
                    return hand.seed
        return None

    def _left_out(self, seed: int) -> frozenset[str]:
        """Return the act that is avoided in the hand with a given seed. No act is avoided in the first `MORE_TRIES` hands; then
        each act is avoided in as many hands.
        """
        number = seed // MORE_TRIES - 1
        return frozenset() if number < 0 else frozenset({self.frame.game.acts[number].name})

    def ends(self, lead: Lead, hand: MatchHand) -> bool:
        """Return whether a hand leads on, and whether the match is over at its end once the counters have changed enough."""
        if not lead.shown(hand) or self._ended_early(hand):
            return False
        if self.hands.counting_clause is not None and not self._gains_whatever_was_counted(lead, hand):
            return False
        if lead.going and all(place[0] in self.hands.bounded for place in lead.going):
            return True  # a sequence of hands that ends with these counts cannot be endless
        if not self.frame.game.open:
            return self._is_over(lead, hand.position, {})
        key = (lead, hand.position)
        if key not in self.over:
            self.over[key] = self._is_over(lead, hand.position, {})
        return self.over[key] or self._is_over(lead, hand.position, self.settings)

    def _ended_early(self, hand: MatchHand) -> bool:
        """Return whether a consequence may have ended the match in a hand, which goes on with other counts."""
        return self.hands.may_end_early and hand.over

    def _gains_whatever_was_counted(self, lead: Lead, hand: MatchHand) -> bool:
        """Return whether a hand has the pattern of a lead for every earlier count, under the current options.

        What the hand gains before its count is the same for every earlier count.
        """
        game, context = self.frame.game, self.frame.context
        state, _, facts = self._anything_counted(hand.uncounted, "counted")
        facts += self._begun_within_bounds(state, hand)
        session = SolverSession(acts := Acts(game, context, self.settings), facts)
        for path in TermCourse(acts, session.feasible).counted(Path(state, reached="end")):
            kept = (p for c, p in symbols.cell_places(game) if c.kind == "counter" and c.period == "match")
            before = {place: state.number(place) for place in kept}
            counted = {place: terms.subtract(path.state.number(place), number) for place, number in before.items()}
            gained = {place: terms.add(number, hand.gained_before[place]) for place, number in counted.items()}
            if path.stopped or session.decide(*path.state.facts, lead.missed(gained))[0] != "no":
                return False
        return True

    def _begun_within_bounds(self, state: SymbolicState, hand: MatchHand) -> Iterator[Cond]:
        """Yield the bounds of the counters of the table when the hand began, from its state before the count."""
        for fact in self.frame.between:
            if fact.place[0] in self.hands.counters and fact.place[1] < 0:
                begun = terms.subtract(state.number(fact.place), hand.gained_before[fact.place])
                if fact.bounds("counter"):
                    yield terms.at_least(begun, fact.number)
                if fact.bounds("ceiling"):
                    yield terms.at_most(begun, fact.number)

    def _anything_counted(self, position: Position, name: str) -> tuple[SymbolicState, dict[OwnedPlace, Value], list[Cond]]:
        """Return a position as a state in which all cells that depend on the counters of the match are unknown, and return
        these unknowns with their bounds.
        """
        game, facts, values = self.frame.game, list[Cond](), dict[OwnedPlace, Value]()
        for cell, place in symbols.cell_places(game):
            if cell.name in self.hands.dependent:
                values[place], bounds = symbols.unknown_value(self.frame.context.variables, game, cell, name)
                facts += bounds
        return symbolic(self.table.rules, position).recalling(values), values, facts

    def _is_over(self, lead: Lead, position: Position, settings: Mapping[str, str]) -> bool:
        """Return whether the match is over here once the counters have changed enough, under all values of the open options."""
        state, values, facts = self._anything_counted(position, "far")
        acts = Acts(self.frame.game, self.frame.context, settings)
        over = Turns(acts).ends("match", state)
        far = lead.far({p: as_number(value) for p, value in values.items() if p[0] in self.hands.counters})
        return SolverSession(acts, facts).decide(*far, terms.not_(over))[0] == "no"


def _places(game: Game, cell: g.Cell) -> tuple[OwnedPlace, ...]:
    return tuple((cell.name, owner) for owner in symbols.owners(game, cell.owner))


def _as_value(cell: g.Cell, number: int) -> Value:
    """Return a flag, a counter or a reference in the encoder's form."""
    if cell.kind == "counter":
        return number
    return bool(number) if cell.kind == "flag" else exactly(None if number < 0 else number)


# ------------------------------------------------------------------------------------------------ that it cannot


def unending_match(frame: TransitionSystem, table: HistoryTable, hands: HandDependence) -> Match | None:
    """Return a match that no hand can end any more, whatever is counted from there on. Return None if nothing was found."""
    game = frame.game
    transitions = list(frame.transitions.values())
    if participants.leaves(game) or _counted_early(game, hands) or not all(_grows(t, hands) for t in transitions):
        return None

    def open_still(match: Match) -> bool:
        counted = matches.counters(table, match.position.cells)
        least = {name: min(n for p, n in counted.items() if p[0] == name) for name in hands.counters}
        return any(_may_end(t, least) for t in transitions)

    for after in matches.unended(table, range(MATCHES), LONG):
        if not open_still(after[-1]):
            match = after[bisect_left(after, True, key=lambda m: not open_still(m))]
            return match if matches.replays(table, match) else None
    return None


def _counted_early(game: Game, hands: HandDependence) -> bool:
    """Return whether some counter of the match changes before the end of a hand, or a hand may end before its first turn."""
    happening = [sentence for _, sentence in game.with_sentence(g.Consequence)]
    late = [("end", "hand"), ("count", "hand"), ("start", "match"), ("end", "match")]
    early = [e for s in happening if s.event not in late for e in s.effects] + [e for a in game.acts for e in a.effects]
    dealing = [e for s in happening if s.event == ("start", "hand") for e in s.effects]
    ends = any(facts_of(e.body).ends is not None for e in dealing)
    return ends or any(facts_of(e.body).memory in hands.counters for e in early)


def _counters(state: SymbolicState, name: str) -> list[Num]:
    return [state.number(place) for place in state.cells if place[0] == name]


def _grows(transition: Transition, hands: HandDependence) -> bool:
    """Return whether no counter of the match falls at the end of a hand."""
    for path in transition.counted:
        for name in hands.counters:
            pairs = zip(_counters(path.state, name), _counters(transition.state, name), strict=True)
            falls = terms.any_of(terms.less(after, before) for after, before in pairs)
            if transition.session.possible(*path.state.facts, falls)[0] != "no":
                return False
    return True


def _may_end(transition: Transition, least: Mapping[str, int]) -> bool:
    """Return whether the match may end after a hand with this last move, if each counter has at least its present value."""
    enough = [terms.at_least(n, least[name]) for name in least for n in _counters(transition.state, name)]
    for path in transition.counted:
        over = True if path.stopped == "match" else False if path.void else transition.course.turns.ends("match", path.state)
        if transition.session.possible(*path.state.facts, *enough, over)[0] != "no":
            return True
    return False
