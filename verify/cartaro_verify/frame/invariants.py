"""Candidate invariants: simple facts about sizes of zones and about memory, guessed from states that occurred in play.

A guess proves nothing: `invariant_search` keeps the largest set of candidates that hold after every deal and that every act
keeps true.

The look-ahead of the rules makes a move legal only when the turn can be completed after it. So if a turn awaits a further move
of a player, the turn can be completed, and the cards that the remaining steps need are there. This does not apply after an act
whose outcome the player does not see.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import pairwise
from math import gcd
from operator import add, mul, sub
from typing import Literal

from cartaro_grammar import Game, caused_by, default, facts_of, parts, visibility
from cartaro_grammar import game as g
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.results import statements as st
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import Guarded, OwnedPlace, SymbolicState, Value, as_number, as_truth
from cartaro_verify.terms.terms import BoolTerm, Cond, Num

# -------------------------------------------------------------- completion needs


def has_look_ahead(game: Game) -> bool:
    """Return whether the look-ahead excludes more than each step does separately: because of obligations, mandatory steps that
    repeat, or mandatory steps that may take away the cards which later steps need.
    """
    if game.obligations or any(step.must and step.often for _, step in game.steps):
        return True
    seeing = (
        n
        for n, (_, s) in enumerate(game.steps)
        if s.must and not all(outcome_is_unseen(game, game.act[name]) for name in s.acts)
    )
    return any(needed_zones(game, number + 1) for number in seeing)


def needs_search(game: Game) -> bool:
    """Return whether finding out that a move is legal may need a search through turns in which a step is done any number of
    times.
    """
    steps = [step for _, step in game.steps]
    first = next((number for number, step in enumerate(steps) if step.often), len(steps))
    return first < len(steps) and (bool(game.obligations) or any(step.must for step in steps[first:]))


def outcome_is_unseen(game: Game, act: g.Act) -> bool:
    """Return whether the player may not see the outcome of an act, so that it may lead to a turn that cannot be completed."""
    read = visibility.outcome_reads(game, act)
    if read is None:
        return True
    return not all(_seen(game, *at) for expr in read for at in visibility.zones_read(game, expr))


def _seen(game: Game, zone: str, own: bool, top: bool) -> bool:
    """Return whether a player always sees the cards of a zone; with `own`, only the player's own part counts, and with `top`,
    only the top card.
    """
    sights = game.sights_of(zone)
    always = [s for c, s in sights if not c.when and not c.unless]
    return all(s.yes for _, s in sights) and any((own or not s.own) and (top or not s.top) for s in always)


def needed_zones(game: Game, step: int) -> tuple[str, ...]:
    """Return the player's zones that must contain a card if a turn at this step can be completed: a remaining step uses one of
    their cards, no earlier act can bring a card there, and the player sees the outcome of every earlier act.
    """
    found, before = list[str](), list[str]()
    for clause, sentence in game.steps[step:]:
        if sentence.must and not (clause.when or clause.unless) and isinstance(sentence.actor, g.Actor):
            drawn = [tuple(_source_zones(game.act[name])) for name in sentence.acts]
            common = [zone for zone in drawn[0] if all(zone in zones for zones in drawn)]
            found += [zone for zone in common if not any(_may_refill(game, game.act[name], zone) for name in before)]
        before += sentence.acts
    return tuple(dict.fromkeys(found))


def _source_zones(act: g.Act) -> Iterator[str]:
    """Yield the zones of the player from which an act takes one card."""
    for parameter in act.parameters:
        domain = parameter.domain
        if parameter.choice == "one" and isinstance(domain, g.InZone) and isinstance(domain.owner, g.Actor):
            yield domain.zone


def _may_refill(game: Game, act: g.Act, zone: str) -> bool:
    """Return whether an act or its consequences may leave more cards in a zone than before, or whether its outcome is
    not seen.
    """
    return outcome_is_unseen(game, act) or any(_may_bring_cards(effect.body, zone) for effect in caused_by(game, act))


def _may_bring_cards(body: g.EffectBody, zone: str) -> bool:
    """Return whether an effect may bring cards to a zone, or lead to other effects that may."""
    facts = facts_of(body)
    if facts.seats or facts.back_to is not None or facts.ends is not None:
        return True
    if facts.to is None:
        return False
    return facts.to.zone == zone if isinstance(facts.to, g.InZone) else facts.to.type.kind != "group"


# -------------------------------------------------------------------- invariants


FactSort = Literal[
    "exactly", "at_least", "at_most", "difference", "modulo", "nobody", "somebody", "unless", "holder", "counter", "level",
    "cleared", "set", "ceiling", "bears", "empties", "while_set", "while_unset", "share",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Invariant:
    """A candidate invariant; the meaning of `place`, `other`, `number` and `modulus` depends on its sort."""

    sort: FactSort
    place: OwnedPlace
    number: int = 0
    other: OwnedPlace | None = None
    modulus: int = 0
    given: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The values of open options for which the invariant holds; empty if it holds for all."""
    guard: Cond = field(default=True, compare=False)
    """The condition that the options have such values."""
    values: tuple[str, ...] = field(default=(), repr=False)
    """For each card the value of the attribute to which a reference refers; empty if it has none."""

    def bounds(self, sort: Literal["counter", "ceiling"]) -> bool:
        """Return whether the invariant bounds a counter from below or from above, whatever values the open options have."""
        return self.sort == sort and not self.given

    def read_back(self, game: Game, context: ProofContext) -> Invariant | None:
        """Return the invariant of a log with the condition of its values, which is never taken from the log; None if the game
        has no such options, or if it is of no form that a search finds.
        """
        options = game.ruleset.option
        named = all(name in game.open and set(values) <= set(options[name].values) for name, values in self.given)
        if self.guard is not True or not named or (self.sort == "modulo" and self.modulus < 1):
            return None
        return self.guarded(game, context)

    def guarded(self, game: Game, context: ProofContext) -> Invariant:
        """Return the invariant with the condition that the open options have the values that are given."""
        return replace(self, guard=_guard(game, context, self.given)) if self.given else self

    def holds(self, state: SymbolicState) -> Cond:
        """Return the invariant as a condition on a state."""
        return terms.implies(self.guard, self._holds_there(state))

    def _holds_there(self, state: SymbolicState) -> Cond:
        """Return the invariant with the condition that the values are those for which it holds."""
        match self.sort:
            case "exactly":
                return terms.equal(size(state, self.place), self.number)
            case "at_least":
                return terms.at_least(size(state, self.place), self.number)
            case "at_most":
                return terms.at_most(size(state, self.place), self.number)
            case "difference":
                return terms.equal(terms.subtract(size(state, self.place), size(state, self.second)), self.number)
            case "modulo":
                return terms.equal(terms.remainder(size(state, self.place), self.modulus), self.number)
            case "counter":
                return terms.at_least(state.number(self.place), self.number)
            case "ceiling":
                return terms.at_most(state.number(self.place), self.number)
            case "share":
                return terms.at_least(size(state, self.second), terms.multiply(self.number, state.number(self.place)))
            case "level":
                here, other = (state.number(p) for p in (self.place, self.second))
                return terms.equal(terms.subtract(here, other), self.number)
            case "cleared":
                return _is_clear(state.cells[self.place])
            case "bears":
                return self.bears(state)
            case "empties":
                return terms.or_(terms.at_least(size(state, self.place), 1), terms.equal(size(state, self.second), 0))
            case "set":
                return as_truth(state.cells[self.place])
            case "while_set":
                return terms.implies(as_truth(state.cells[self.place]), _is_bare(state, self.second))
            case "while_unset":
                return terms.or_(as_truth(state.cells[self.place]), _is_bare(state, self.second))
            case "nobody":
                return terms.implies(self.nobody(state), terms.equal(size(state, self.second), 0))
            case "somebody":
                return terms.not_(self.nobody(state))
            case "unless":
                zones = (p for p in state.zones if p[0] == self.second[0])
                filled = terms.any_of(terms.at_least(size(state, p), 1) for p in zones)
                return terms.or_(terms.not_(self.nobody(state)), terms.not_(filled))
            case "holder":
                refers = state.refers(self.place).when(self.number)
                return terms.implies(refers, terms.at_least(size(state, self.second), 1))

    def allows(self, cards: int) -> bool:
        """Return whether the invariant is only about the size of a place, and allows this number of cards."""
        match self.sort:
            case "at_least":
                return cards >= self.number
            case "at_most":
                return cards <= self.number
            case "modulo":
                return cards % self.modulus == self.number
            case _:
                return False

    def seated(self, game: Game, seats: Sequence[int]) -> Invariant:
        """Return the invariant for players in other seats: player n takes seat `seats[n]`."""
        owners = {zone.name: zone.owner for zone in game.zones} | {cell.name: cell.owner for cell in game.cells}

        def moved(place: OwnedPlace) -> OwnedPlace:
            owner = owners[place[0].split(TOGETHER)[0]]
            return (place[0], _in_seat(game, owner, place[1], seats))

        number = _in_seat(game, "side", self.number, seats) if self.sort == "holder" else self.number
        return replace(self, place=moved(self.place), number=number, other=None if self.other is None else moved(self.other))

    @property
    def second(self) -> OwnedPlace:
        assert self.other is not None
        return self.other

    def nobody(self, state: SymbolicState) -> Cond:
        """Return whether a reference refers to nothing: to no player, side or symbol, or to no card."""
        return _is_clear(state.cells[self.place])

    def bears(self, state: SymbolicState) -> Cond:
        """Return whether every card of a zone has the attribute's value to which a reference refers."""
        zone, refers = state.zones[self.second], state.refers(self.place)
        found = [terms.implies(refers.when(None), terms.equal(size(state, self.second), 0))]
        for value in dict.fromkeys(self.values):
            others = [card for card, of in zip(zone, self.values, strict=True) if of != value]
            if value:
                found.append(terms.implies(refers.when(value), terms.equal(terms.sum_of(others), 0)))
        return terms.all_of(found)

    @property
    def statement(self) -> st.Fact | st.FactUnder:
        """Return the invariant as a part of results."""
        return st.FactUnder(self._fact_there(), st.under(self.given)) if self.given else self._fact_there()

    def _fact_there(self) -> st.Fact:
        match self.sort:
            case "exactly":
                return self._fact(st.Relation.SIZE if self.number else st.Relation.EMPTY)
            case "at_least":
                return self._fact(st.Relation.SIZE_AT_LEAST)
            case "at_most":
                return self._fact(st.Relation.SIZE_AT_MOST)
            case "difference":
                more = st.Relation.MORE if self.number > 0 else st.Relation.FEWER if self.number else st.Relation.AS_MANY
                return self._fact(more, number=abs(self.number))
            case "modulo":
                return replace(self._fact(st.Relation.MODULO), modulus=self.modulus)
            case "counter":
                return self._fact(st.Relation.AT_LEAST)
            case "ceiling":
                return self._fact(st.Relation.AT_MOST)
            case "share":
                return self._fact(st.Relation.SHARE)
            case "level":
                return self._fact(st.Relation.APART if self.number else st.Relation.SAME)
            case "cleared":
                return self._fact(st.Relation.CLEARED)
            case "bears":
                return self._fact(st.Relation.CARDS_AS_REFERRED)
            case "empties":
                return replace(self._fact(st.Relation.EMPTY_WHILE_EMPTY), place=_place(self.place, st.NameSort.ZONE))
            case "set":
                return self._fact(st.Relation.TRUE)
            case "while_set" | "while_unset":
                return self._bare()
            case "nobody":
                return self._fact(st.Relation.EMPTY_UNLESS_REFERRED)
            case "somebody":
                return self._fact(st.Relation.REFERS)
            case "unless":
                return replace(self._fact(st.Relation.EMPTY_OF_ALL_UNLESS_REFERRED), other=st.zone(self.second[0]))
            case "holder":
                return self._fact(st.Relation.FILLED_WHILE_REFERRED, number=self.number + 1)

    def _bare(self) -> st.Fact:
        """Return the condition that a zone is empty, or memory is at its initial value, while a flag holds or does not;
        `number` is 1 for a zone.
        """
        of_zones = {"while_set": st.Relation.EMPTY_WHILE_TRUE, "while_unset": st.Relation.EMPTY_UNLESS_TRUE}
        of_memory = {"while_set": st.Relation.CLEARED_WHILE_TRUE, "while_unset": st.Relation.CLEARED_UNLESS_TRUE}
        second, relations = (st.NameSort.ZONE, of_zones) if self.number else (st.NameSort.CELL, of_memory)
        return replace(self._fact(relations[self.sort], number=0), other=_place(self.second, second))

    def _fact(self, relation: st.Relation, number: int | None = None) -> st.Fact:
        """Return a relation between the invariant's places and its number, or another number if one is given."""
        about = st.NameSort.ZONE if self.sort in SIZES else st.NameSort.CELL
        second = st.NameSort.CELL if self.sort == "level" else st.NameSort.ZONE
        other = None if self.other is None else _place(self.other, second)
        return st.Fact(relation, _place(self.place, about), self.number if number is None else number, other)


def _in_seat(game: Game, owner: str, number: int, seats: Sequence[int]) -> int:
    """Return the player or side whose seat a given player or side takes."""
    match owner:
        case "player":
            return seats[number]
        case "side":
            return game.side_of[seats[game.side_of.index(number)]]
        case _:
            return number


SIZES = ("exactly", "at_least", "at_most", "difference", "modulo")
"""The sorts of invariants that are about the sizes of zones."""


def _place(place: OwnedPlace, sort: st.NameSort) -> st.Name | st.Joined | st.OwnedBy:
    """Return a zone or cell, or two zones together, with the owner."""
    names = tuple(st.Name(sort, part) for part in place[0].split(TOGETHER))
    name = names[0] if len(names) == 1 else st.Joined(st.Joint.BOTH, names)
    return name if place[1] < 0 else st.OwnedBy(name, place[1] + 1)


def _is_clear(value: Value) -> Cond:
    """Return whether memory is as `symbols.cleared` leaves it."""
    match value:
        case tuple():
            return terms.equal(terms.sum_of(value), 0)
        case Guarded():
            return value.when(None)
        case bool() | BoolTerm():
            return terms.not_(value)
        case _:
            return terms.equal(as_number(value), 0)


def _is_bare(state: SymbolicState, place: OwnedPlace) -> Cond:
    """Return whether a zone is empty, or memory is as `symbols.cleared` leaves it."""
    return _is_clear(state.cells[place]) if place in state.cells else terms.equal(terms.sum_of(state.zones[place]), 0)


TOGETHER = " and "


def _all_of_players(game: Game) -> tuple[str, ...]:
    """Return the name for all zones of a player together, if a finding may move cards from one of them to another."""
    names = [z.name for z in game.zones if z.owner == "player"]
    return (TOGETHER.join(names),) if len(names) > 1 and any(act.finding for act in game.acts) else ()


def size(state: SymbolicState, place: OwnedPlace) -> Num:
    """Return the number of cards in a place; `a and b` are two zones together."""
    return terms.sum_of([state.board.size((name, place[1])) for name in place[0].split(TOGETHER)])


def candidates(
    game: Game, states: Sequence[SymbolicState], left_open: Sequence[OwnedPlace] = (), *, flags: bool = False
) -> tuple[Invariant, ...]:
    """Return the facts that hold in all these states, without duplicates. The states have no unknowns. Include facts about
    references that the cases leave open, about zones and memory that are bare while a flag holds, or while it does not, and
    about the greatest or least number of a counter.
    """
    sizes = list(_sizes(game, states))
    fixed = {f.place: f.number for f in sizes if f.sort == "exactly"}
    found = [*sizes, *_differences(game, states, set(fixed)), *_emptied(game, states), *_memory(game, states, fixed)]
    found += _left_open(game, left_open)
    found += (*_flagged(game, states), *_greatest(game, states), *_least(game, states)) if flags else ()
    return tuple(f for f in dict.fromkeys(found) if all(f.holds(s) is True for s in states))


Played = tuple[Mapping[str, str], Sequence[SymbolicState]]
"""States that occurred in play under some values of the open options."""


def conditional_candidates(
    game: Game, context: ProofContext, played: Sequence[Played], left_open: Sequence[OwnedPlace] = (), *, flags: bool = False
) -> tuple[Invariant, ...]:
    """Return the facts that hold in all states played under some values of the open options, each once.

    The first group was played under the defaults, and each other group with one option changed.  A fact that does not hold in
    all groups is taken to hold for those values of the options that the groups with the fact have.
    """
    found = dict.fromkeys(f for _, states in played if states for f in candidates(game, states, left_open, flags=flags))
    if len(played) == 1:
        return tuple(found)
    default, _ = played[0]
    facts = list[Invariant]()
    for fact in found:
        true = [all(fact.holds(s) is True for s in states) for _, states in played]
        given = tuple((name, values) for name in default if (values := _values_for(name, played, true)) is not None)
        if all(true) or given:
            facts.append(replace(fact, given=given).guarded(game, context))
    return tuple(facts)


def _values_for(name: str, played: Sequence[Played], true: Sequence[bool]) -> tuple[str, ...] | None:
    """Return the values of an option with which a fact was true, if it was not true with all of them."""
    default, _ = played[0]
    seen = {
        settings[name]: so
        for (settings, _), so in zip(played, true, strict=True)
        if all(settings[other] == default[other] for other in default if other != name)
    }
    return tuple(value for value, so in seen.items() if so) if len(set(seen.values())) > 1 else None


def _guard(game: Game, context: ProofContext, given: tuple[tuple[str, tuple[str, ...]], ...]) -> Cond:
    """Return the condition that open options have some of these values."""
    choices = ((context.choice(game.ruleset.option[name]), values) for name, values in given)
    return terms.all_of(terms.any_of(choice.when(value) for value in values) for choice, values in choices)


def _sizes(game: Game, states: Sequence[SymbolicState]) -> Iterator[Invariant]:
    together = tuple((name, owner) for name in _all_of_players(game) for owner in range(game.players))
    dealt = {part.to.zone for part in game.in_clauses(g.Deal)}
    for place in (*symbols.places(game), *together):
        seen = sorted({terms.constant_value(size(s, place)) for s in states})
        if len(seen) == 1:
            yield Invariant("exactly", place, seen[0])
            continue
        if seen[0] > 0:
            yield Invariant("at_least", place, 1)
        # this bound does not hold for cards that are collected in play
        owned = place[1] >= 0 and not dealt.isdisjoint(place[0].split(TOGETHER))
        if owned or seen[-1] == 1:
            yield Invariant("at_most", place, seen[-1])
        step = gcd(*(b - a for a, b in pairwise(seen)))
        if step > 1:
            yield Invariant("modulo", place, seen[0] % step, modulus=step)


def _emptied(game: Game, states: Sequence[SymbolicState]) -> Iterator[Invariant]:
    """Yield zones that are empty whenever another zone, which never has more than one card, is empty."""
    held = {p: [terms.constant_value(size(s, p)) for s in states] for p in symbols.places(game)}
    for place, here in held.items():
        if {0, 1}.issuperset(here) and 0 in here:
            yield from (Invariant("empties", place, other=other) for other, there in held.items() if any(there))


def _differences(game: Game, states: Sequence[SymbolicState], fixed: set[OwnedPlace]) -> Iterator[Invariant]:
    named = [(zone.name, symbols.owners(game, zone.owner)) for zone in game.zones]
    for name, owners in (*named, *((name, range(game.players)) for name in _all_of_players(game))):
        for owner in owners[1:]:
            pair = (name, owners[0]), (name, owner)
            if fixed.issuperset(pair):
                continue
            seen = {terms.constant_value(terms.subtract(size(s, pair[0]), size(s, pair[1]))) for s in states}
            if len(seen) == 1:
                yield Invariant("difference", pair[0], seen.pop(), pair[1])


def _memory(game: Game, states: Sequence[SymbolicState], fixed: dict[OwnedPlace, int]) -> Iterator[Invariant]:
    for cell, place in symbols.cell_places(game):
        if cell.period == "turn" and cell.initial is None and has_look_ahead(game):
            yield Invariant("cleared", place)
        if cell.kind == "flag" and cell.period == "hand":
            yield Invariant("set" if states[0].cells[place] is True else "cleared", place)
        if cell.kind == "counter":
            seen = {terms.constant_value(s.number(place)) for s in states}
            if cell.period == "hand" and cell.owner == "table" and len(seen) == 1:
                yield from (Invariant(sort, place, next(iter(seen))) for sort in ("counter", "ceiling"))
            if min(terms.constant_value(s.number(place)) for s in states) >= 0:
                yield Invariant("counter", place, 0)
            if cell.period == "hand":
                numbers = {number - less for number in compared(game, cell) for less in (0, 1) if number >= less}
                yield from (Invariant("ceiling", place, number) for number in sorted(numbers))
            yield from (*_levels(game, cell, place, states), *_shares(game, cell, place, states))
        elif cell.kind == "reference" and cell.type.kind == "side":
            yield from _references(game, place, fixed)
        elif cell.kind == "reference" and cell.type.kind == "symbol":
            yield Invariant("somebody", place)
            yield from _borne(game, cell, place, states)


def _flagged(game: Game, states: Sequence[SymbolicState]) -> Iterator[Invariant]:
    """Yield the facts that a zone is empty, or memory is at its initial value, while a flag of the same owner holds, or while
    it does not.
    """
    flags = [(cell, place) for cell, place in symbols.cell_places(game) if (cell.kind, cell.period) == ("flag", "hand")]
    memory = [(c.owner, p) for c, p in symbols.cell_places(game) if c.period == "hand" and c.kind != "mark"]
    zones = [(zone.owner, (zone.name, owner)) for zone in game.zones for owner in symbols.owners(game, zone.owner)]
    alone = game.side_of == tuple(range(game.players))
    for flag, here in flags:
        if len({s.cells[here] is True for s in states}) < 2:
            continue
        for is_zone, (owner, there) in (*((0, m) for m in memory), *((1, z) for z in zones)):
            same = here[1] == there[1] and (owner == flag.owner or (alone and {owner, flag.owner} == {"player", "side"}))
            if there != here and same and len({_is_bare(s, there) is True for s in states}) == 2:
                yield from (Invariant(sort, here, is_zone, there) for sort in ("while_set", "while_unset"))


MOST_TIMES = 4
"""The greatest number of cards for each time that a counter was counted."""


def _shares(game: Game, cell: g.Cell, place: OwnedPlace, states: Sequence[SymbolicState]) -> Iterator[Invariant]:
    """Yield for a counter of a claim that each time it was counted some cards came to a zone of the same owner, and stay there:
    nobody has more sweeps than half the cards that they took.
    """
    claimed = cell.name in game.ruleset.cells_of_claims
    counted = [(terms.constant_value(s.number(place)), s) for s in states] if claimed and cell.period == "hand" else []
    some = [(number, state) for number, state in counted if number > 0]
    if not some or any(number < 0 for number, _ in counted):
        return
    for zone in (zone for zone in game.zones if zone.owner == cell.owner):
        there = (zone.name, place[1])
        times = min(terms.constant_value(size(state, there)) // number for number, state in some)
        yield from (Invariant("share", place, number, there) for number in range(1, min(times, MOST_TIMES) + 1))


def _greatest(game: Game, states: Sequence[SymbolicState]) -> Iterator[Invariant]:
    """Yield for each counter of a hand that it is never more than the most that any owner has had: a definition may bound it
    that no clause compares with it.
    """
    for name in (cell.name for cell in game.cells if (cell.kind, cell.period) == ("counter", "hand")):
        places = [place for _, place in symbols.cell_places(game) if place[0] == name]
        most = max(terms.constant_value(state.number(place)) for state in states for place in places)
        yield from (Invariant("ceiling", place, most) for place in places)


def lasting_counters(game: Game) -> tuple[OwnedPlace, ...]:
    """Return the counters of the table that last for the match."""
    found = (cell for cell in game.cells if (cell.kind, cell.period, cell.owner) == ("counter", "match", "table"))
    return tuple((cell.name, -1) for cell in found)


def _least(game: Game, states: Sequence[SymbolicState]) -> Iterator[Invariant]:
    """Yield for each counter of the table that lasts for the match that it is never less than its least number, if that is
    above 0: each hand may begin with a stake.
    """
    for place in lasting_counters(game):
        least = min(terms.constant_value(state.number(place)) for state in states)
        if least > 0:
            yield Invariant("counter", place, least)


def _left_open(game: Game, left_open: Sequence[OwnedPlace]) -> Iterator[Invariant]:
    """Yield the facts that references which cases leave open refer to somebody, or to nobody. If there are any, yield also that
    references to symbols name nothing yet.
    """
    symbol = [p for c, p in symbols.cell_places(game) if c.kind == "reference" and c.type.kind == "symbol"]
    yield from (Invariant("somebody", place) for place in left_open)
    yield from (Invariant("cleared", place) for place in ((*left_open, *symbol) if left_open else ()))


def compared(game: Game, cell: g.Cell) -> tuple[int, ...]:
    """Return the numbers with which clauses compare a counter, and the greatest numbers that an act may name above it."""
    found = set[int]()
    for numbers in (p for act in game.acts for p in parts(act.parameters) if isinstance(p, g.Numbers)):
        above = any(isinstance(e, g.Recall) and e.cell == cell.name for e in parts(numbers.low))
        if above and isinstance(numbers.high, g.Number):
            found.add(numbers.high.value)
    for part in game.clause_parts:
        if isinstance(part, g.Operation) and any(isinstance(e, g.Recall) and e.cell == cell.name for e in part.operands):
            found |= {number for e in part.operands if (number := _known_number(game, e)) is not None}
            settings = (e for e in part.operands if isinstance(e, g.Setting) and e.type.kind == "number")
            found |= {int(value) for e in settings for value in game.ruleset.option[e.option].values}
    return tuple(sorted(found))


def _known_number(game: Game, expr: g.Expr) -> int | None:
    """Return the value of a number that is computed from constants and the number of players or sides; None for others."""
    match expr:
        case g.Number():
            return expr.value
        case g.Size(members=g.Everyone(type=kind)):
            return game.players if kind.kind == "players" else game.sides
        case g.Operation(operator="+" | "-" | "*", operands=operands):
            numbers = [_known_number(game, operand) for operand in operands]
            known = [number for number in numbers if number is not None]
            return reduce({"+": add, "-": sub, "*": mul}[expr.operator], known) if len(known) == len(numbers) else None
        case _:
            return default(expr, None)


def _levels(game: Game, cell: g.Cell, place: OwnedPlace, states: Sequence[SymbolicState]) -> Iterator[Invariant]:
    """Yield pairs of counters of one owner whose difference is constant."""
    for other, there in symbols.cell_places(game):
        if other.kind == "counter" and other.owner == cell.owner and there[1] == place[1] and there[0] > place[0]:
            seen = {terms.constant_value(terms.subtract(s.number(place), s.number(there))) for s in states}
            if len(seen) == 1:
                yield Invariant("level", place, seen.pop(), there)


def _references(game: Game, place: OwnedPlace, fixed: dict[OwnedPlace, int]) -> Iterator[Invariant]:
    """Yield facts about a reference to a side; references to players are fixed in each case."""
    yield Invariant("somebody", place)
    for zone in game.zones:
        for owner in symbols.owners(game, zone.owner):
            if (zone.name, owner) in fixed:
                continue
            yield Invariant("nobody", place, other=(zone.name, owner))
            if zone.owner == "side":
                yield Invariant("holder", place, owner, (zone.name, owner))


def _borne(game: Game, cell: g.Cell, place: OwnedPlace, states: Sequence[SymbolicState]) -> Iterator[Invariant]:
    """Yield the zones whose cards all have the value of an attribute that a reference holds."""
    if any(attribute.name == cell.type.enumeration for attribute in game.deck.attributes):
        values = tuple(dict(card.attributes).get(cell.type.enumeration) or "" for card in game.deck.cards)
        for zone in symbols.places(game):
            if any(terms.constant_value(size(state, zone)) for state in states):
                yield Invariant("bears", place, other=zone, values=values)


def acyclic(relation: Iterable[tuple[Hashable, Hashable]]) -> bool:
    """Return whether a relation has no cycle."""
    left = set(relation)
    while left:
        last = {pair for pair in left if all(start != pair[1] for start, _ in left)}
        if not last:
            return False
        left -= last
    return True
