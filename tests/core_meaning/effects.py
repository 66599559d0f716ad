"""Effects as functions from state to state, and the clauses of one event, which happen one after the other (see `states`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import assert_never

from tests.core_meaning.expressions import applies, cards, in_force, members, number, one, unless_overridden, value
from tests.core_meaning.states import (
    CLASH,
    ENDLESS,
    GAP,
    MOST_REPEATS,
    NOBODYS_TURN,
    TABLE,
    WRONG_SEATS,
    At,
    Place,
    State,
    Stops,
    Value,
    empty_value,
    everybody,
    owners_of,
)

from cartaro_grammar.model import game as g
from cartaro_grammar.model.parts import parts


@dataclass(frozen=True)
class Outcome:
    """The state after some effects, and what ended them early: the end of a period, or the clause that play goes back to."""

    state: State
    stopped: g.End | g.Repeat | None = None


# ------------------------------------------------------------------------------------ one effect


def body(at: At, body: g.EffectBody) -> State:
    """Return the state after an effect. All its expressions are evaluated in the state before it."""
    state = at.state
    match body:
        case g.MoveCards(cards=terms, to=to, under=under):
            place = _place(at, to)
            found = frozenset[int]().union(*(cards(at, term) for term in terms))
            if place is None:
                return state
            together, after = _as_they_lie(state, found), state.without(found)
            kept = after.zones[place]
            return after.with_zone(place, _laid(at.game, place, kept + together if under else together + kept))
        case g.Deal():
            return _deal(at, body)
        case g.Shuffle(cards=terms, into=into):
            place = _place(at, into)
            found = frozenset[int]().union(*(cards(at, term) for term in terms))
            if place is None:
                return state
            order = at.chance(state.shuffles, tuple(sorted(found))) if found else ()
            after = replace(state.without(found), shuffles=state.shuffles + bool(found))
            return after.with_zone(place, after.zones[place] + order)
        case g.Add(cell=cell, amount=amount):
            return _set(at, cell, lambda: number(at, cell) + number(at, amount))
        case g.Become(cell=cell, value=new):
            return _set(at, cell, lambda: value(at, new))
        case g.MarkAs(cards=terms, mark=mark):
            marked = state.memory[mark, TABLE]
            assert isinstance(marked, frozenset)
            return state.with_value((mark, TABLE), marked.union(*(members(at, term) for term in terms)))
        case g.Exchange(first=first, second=second):
            a, b = one(at, first), one(at, second)
            if a is None or b is None:
                return state
            other = {a: b, b: a}
            swapped = {place: tuple(other.get(c, c) for c in held) for place, held in state.zones.items()}
            zones = {place: _laid(at.game, place, held) for place, held in swapped.items()}
            return replace(state, zones=MappingProxyType(zones))
        case g.Seat(players=players):
            return _seated(at, [one(at, p) for p in players])
        case g.Show() | g.Nothing() | g.Repeat() | g.End():
            return state
        case g.Form():
            raise NotImplementedError("Form")
        case _:
            assert_never(body)


def _place(at: At, zone: g.Expr) -> Place | None:
    """Return a zone as a place; None if its owner is nobody."""
    assert isinstance(zone, g.InZone), zone
    owner = TABLE if zone.owner is None else one(at, zone.owner)
    return None if owner is None else (zone.zone, owner)


def _laid(game: g.Game, place: Place, held: tuple[int, ...]) -> tuple[int, ...]:
    """Return cards in the form in which a place holds them: only a pile keeps their order."""
    return held if game.zone[place[0]].ordered else tuple(sorted(held))


def _as_they_lie(state: State, found: frozenset[int]) -> tuple[int, ...]:
    """Return cards in the order in which they are moved together, the top card first: zone after zone, in the order of
    declaration.
    """
    lying = [c for held in state.zones.values() for c in held if c in found]
    return (*lying, *sorted(found.difference(lying)))


def _deal(at: At, deal: g.Deal) -> State:
    """Deal to each owner in turn, or to one zone; cards are dealt to a pile one by one."""
    state, count, source = at.state, number(at, deal.count), _place(at, deal.source)
    if deal.each is None:
        places = [_place(at, deal.to)]
    else:
        first, row = _first_dealt(at, deal), everybody(at, deal.each)
        begin = first or 0
        later = [owner for owner in row if owner >= begin]
        round_table = (*later, *(owner for owner in row if owner < begin))
        places = [_place(at.named({deal.each: owner}), deal.to) for owner in round_table]
    for place in places:
        if source is None or place is None:
            continue
        dealt = state.zones[source][: max(0, count)]
        state = state.without(frozenset(dealt))
        state = state.with_zone(place, _laid(at.game, place, (*reversed(dealt), *state.zones[place])))
    return state


def _first_dealt(at: At, deal: g.Deal) -> int | None:
    """Return the player or side with whom a deal begins: the named one, otherwise the player who begins play, if there
    is one.
    """
    if deal.first is not None:
        first, is_side = one(at, deal.first), deal.first.type.kind == "side"
    else:
        clauses = in_force(at.by(None), (c for c, _ in at.game.with_sentence(g.Begins)))
        sentences = [c.sentence for c in clauses if isinstance(c.sentence, g.Begins)]
        first, is_side = one(at.by(None), sentences[0].player) if sentences else None, False
    return first if first is None or is_side or deal.each == "player" else at.game.side_of[first]


def _set(at: At, cell: g.Recall, new: Callable[[], Value]) -> State:
    owner = TABLE if cell.owner is None else one(at, cell.owner)
    return at.state if owner is None else at.state.with_value((cell.cell, owner), new())


def _seated(at: At, players: list[int | None]) -> State:
    """Give the players new seats. Everything that belongs to them, or to the side of which they are the first, moves
    with them.
    """
    game, state = at.game, at.state
    if sorted(-1 if p is None else p for p in players) != list(range(game.players)):
        raise Stops(WRONG_SEATS)
    old = [p for p in players if p is not None]
    seat = {player: n for n, player in enumerate(old)}
    side = {game.side_of[player]: game.side_of[n] for n, player in reversed(list(enumerate(old)))}

    def moved(place: Place, owner: g.Owner) -> Place:
        return (place[0], {"table": {TABLE: TABLE}, "player": seat, "side": side}[owner][place[1]])

    def referring(name: str, found: Value) -> Value:
        kind = game.cell[name].type.kind
        return (
            seat[int(found)]
            if kind == "player" and isinstance(found, int)
            else (side[int(found)] if kind == "side" and isinstance(found, int) else found)
        )

    return replace(
        state,
        zones=MappingProxyType({moved(p, game.zone[p[0]].owner): held for p, held in state.zones.items()}),
        memory=MappingProxyType({moved(p, game.cell[p[0]].owner): referring(p[0], v) for p, v in state.memory.items()}),
        playing=frozenset(seat[p] for p in state.playing),
        turn=None if state.turn is None else seat[state.turn],
    )


def _effect(at: At, effect: g.Effect) -> Outcome:
    """Perform an effect, once or for each player or side. Conditions that do not depend on the member are evaluated
    only once.
    """
    if effect.each is None:
        if not applies(at, effect):
            return Outcome(at.state)
        return Outcome(body(at, effect.body), effect.body if isinstance(effect.body, g.End | g.Repeat) else None)
    word = effect.each

    def of_each(conditions: tuple[g.Expr, ...], wanted: bool) -> tuple[g.Expr, ...]:
        return tuple(e for e in conditions if (word in {p.name for p in parts(e) if isinstance(p, g.Local)}) is wanted)

    once, each = (replace(effect, when=of_each(effect.when, w), unless=of_each(effect.unless, w)) for w in (False, True))
    for owner in everybody(at, word) if applies(at, once) else ():
        here = at.named({word: owner})
        if applies(here, each):
            at = at.then(body(here, effect.body))
    return Outcome(at.state)


def effects(at: At, row: Sequence[g.Effect]) -> Outcome:
    """Perform effects one after the other, until one of them ends a period or goes back."""
    for effect in row:
        outcome = _effect(at, effect)
        if outcome.stopped is not None:
            return outcome
        at = at.then(outcome.state)
    return Outcome(at.state)


# ------------------------------------------------------------------------------------- an event


def event(at: At, moment: str, name: str) -> Outcome:
    """Perform the clauses of an event in the order of the text, each in the state that the clause before it left.

    A clause does nothing if its case does not hold, or if a clause marked `despite` it applies.
    """
    clauses = at.game.consequences(moment, name)
    names = [clause.name for clause in clauses]
    following, repeats = 0, 0
    while following < len(clauses):
        clause = clauses[following]
        following += 1
        if not unless_overridden(at, clause, clauses):
            continue
        outcome = effects(at, clause.effects)
        at = at.then(outcome.state)
        if isinstance(outcome.stopped, g.End):
            return outcome
        if isinstance(outcome.stopped, g.Repeat):
            repeats += 1
            if repeats >= MOST_REPEATS:
                raise Stops(ENDLESS)
            following = names.index(outcome.stopped.clause)
    return Outcome(at.state)


# ------------------------------------------------------------------------------------- the course


def chosen_player(at: At, kind: type[g.Begins] | type[g.Passes]) -> int:
    """Return the player who begins or is next, by the clauses in force; they must agree."""
    sentences = {clause.name: sentence for clause, sentence in at.game.with_sentence(kind)}
    found = in_force(at, (at.game.clause[name] for name in sentences))
    players = [one(at, sentences[clause.name].player) for clause in found]
    if not players:
        raise Stops(GAP)
    if any(p != players[0] for p in players):
        raise Stops(CLASH)
    if players[0] is None:
        raise Stops(NOBODYS_TURN)
    return players[0]


def ends(at: At, period: g.Period) -> bool:
    clauses = at.game.ends_of(period)
    return any(unless_overridden(at, clause, clauses) for clause in clauses)


def cleared(at: At, periods: Sequence[g.Period]) -> State:
    """Return the state in which the memory of some periods has its initial values again."""
    state = at.state
    for cell in at.game.cells:
        if cell.period in periods:
            for owner in owners_of(at.game, cell.owner):
                first = empty_value(cell) if cell.initial is None else value(at.then(state), cell.initial)
                state = state.with_value((cell.name, owner), first)
    return state


def in_the_match(at: At) -> frozenset[int]:
    """Return the players who take part in the next hand: those for whom a clause about taking part applies, if there is one."""
    clauses = tuple(at.game.with_sentence(g.TakesPart))
    players = range(at.game.players)
    return frozenset(p for p in players if not clauses or any(applies(at.named({s.who: p}), c) for c, s in clauses))
