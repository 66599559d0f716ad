"""Effects on symbolic states: moves of cards and changes of memory.

A move of cards known to be in one zone is a linear update, zone' = zone - cards, so that sums of cards stay linear; if the zone
is not known, the cards are removed from each zone that may contain them.  No effect creates or loses a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from cartaro_grammar import game as g
from cartaro_verify.encode import expressions as card_origins
from cartaro_verify.encode.expressions import Encoder
from cartaro_verify.results import statements as st
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import (
    Guarded,
    NotCovered,
    OwnedPlace,
    Read,
    SymbolicState,
    TermScope,
    Value,
    as_guarded,
    as_number,
)
from cartaro_verify.terms.terms import Cond, Num, Variables, Vec

Where = Callable[[SymbolicState, Cond], list[SymbolicState]]


class TermEffects:
    """Effects of one game on symbolic states; `where` adds a condition to a state, and returns no state if it cannot hold."""

    def __init__(self, encoder: Encoder, where: Where) -> None:
        self.encoder = encoder
        self.game = encoder.game
        self.where = where
        self.named = list[tuple[tuple[Cond, ...], Cond]]()
        """For each effect that names a player or side by a case, the facts of the path and the condition that nobody is named.
        """

    # -------------------------------------------------------------------------------- memory

    def update_memory(self, body: g.EffectBody, guard: Cond, scope: TermScope) -> SymbolicState:
        """Return the state after an effect on memory that takes place only if the guard holds."""
        if guard is False:
            return scope.state
        match body:
            case g.Add():
                return self.write_cell(
                    body.cell,
                    lambda old: terms.add(as_number(old), terms.ite(guard, self.encoder.number(body.amount, scope), 0)),
                    scope,
                )
            case g.Become():
                new, kind = self.encoder.value(body.value, scope), body.cell.type
                # the reference stores a card without its reading
                new = self.encoder.vector(new, kind) if isinstance(new, Read) else new
                if isinstance(new, Guarded) and kind.kind in ("player", "side"):
                    new, scope = self.named_owner(new, guard, scope)
                if kind.kind == "card":
                    known = self.with_known_places(scope, [(body.value, self.encoder.vector(new, kind))])
                    scope = replace(scope, state=known)
                return self.write_cell(body.cell, lambda old: self.encoder.choose(guard, new, old, kind), scope)
            case g.MarkAs():
                marked = scope.state.cells[(body.mark, -1)]
                vector = self.encoder.vector(marked, body.cards[0].type)
                for cards in body.cards:
                    new = self.encoder.cards(cards, scope)
                    vector = tuple(terms.ite(guard, terms.union(a, b), a) for a, b in zip(vector, new, strict=True))
                return scope.state.remembering((body.mark, -1), vector)
            case (
                g.MoveCards()
                | g.Deal()
                | g.Shuffle()
                | g.Form()
                | g.Exchange()
                | g.Show()
                | g.Seat()
                | g.Repeat()
                | g.End()
                | g.Nothing()
            ):
                return scope.state
            case _:
                assert_never(body)

    def named_owner(self, owner: Guarded, guard: Cond, scope: TermScope) -> tuple[Guarded, TermScope]:
        """Replace a player or side that depends on more than memory by an unknown of its own, with the facts that define it."""
        if all(isinstance(c, bool) or c.op in ("=", "variable") for _, c in owner.items):
            return owner, scope
        self.encoder.context.sketching = True
        index, values = self.encoder.variables.number("who"), [(v, c) for v, c in owner.items if c is not False]
        numbers = [v if isinstance(v, int) else -1 for v, _ in values]
        here = [terms.equal(index, number) for number in numbers]
        facts = [terms.iff(is_, condition) for is_, (_, condition) in zip(here, values, strict=True)]
        facts += [terms.at_least(index, min(numbers)), terms.at_most(index, max(numbers))]
        state = scope.state.having(*facts)
        found = Guarded(tuple((value, is_) for (value, _), is_ in zip(values, here, strict=True)))
        nobody = terms.and_(guard, owner.when(None))
        if nobody is not False:
            self.named.append((state.facts, nobody))
        return found, replace(scope, state=state)

    def write_cell(self, cell: g.Recall, change: Callable[[Value], Value], scope: TermScope) -> SymbolicState:
        state = scope.state
        if cell.owner is None:
            return state.remembering((cell.cell, -1), change(state.cells[(cell.cell, -1)]))
        for owner, condition in self.encoder.guarded(cell.owner, scope).owners:
            old = state.cells[cell.cell, owner]
            state = state.remembering((cell.cell, owner), self.encoder.choose(condition, change(old), old, cell.type))
        return state

    # -------------------------------------------------------------------------------- cards

    def update_zones(self, body: g.EffectBody, scope: TermScope) -> list[SymbolicState]:
        """Return the states after an effect on cards."""
        match body:
            case g.MoveCards():
                return self.moved(body.cards, body.to, scope)
            case g.Form():
                return [self.move(scope.state, self.encoder.cards(body.cards, scope), (body.family, -1))]
            case g.Exchange():
                return [self.exchanged(body, scope)]
            case g.Shuffle():
                return self.moved(body.cards, body.into, scope)
            case g.Deal():
                return self.deal(body, scope)
            case g.Seat():
                return [self.reseated(scope.state)]
            case _:
                raise NotCovered(st.UncoveredEffect(st.Sentence(type(body).__name__.lower())))

    def moved(self, cards: tuple[g.Expr, ...], to: g.Expr, scope: TermScope) -> list[SymbolicState]:
        vectors = [self.encoder.cards(c, scope) for c in cards]
        scope = replace(scope, state=self.with_known_places(scope, zip(cards, vectors, strict=True)))
        found = list[SymbolicState]()
        for state, place in self.destinations(to, scope):
            here = state
            for expr, vector in zip(cards, vectors, strict=True):
                here = here if place is None else self.move(here, vector, place, self.whole_zones(expr, scope))
            found.append(here)
        return found

    def moved_if(self, guard: Cond, body: g.MoveCards | g.Shuffle | g.Deal, scope: TermScope) -> SymbolicState | None:
        """Return the single state after a move of cards that takes place only if the guard holds, whoever owns its zones.

        For each zone that cards may leave and each that they may reach there is a vector of moved cards. It is empty unless the
        guard and the owner are. Return None if this cannot be one state.
        """
        if isinstance(body, g.Deal):
            return self.dealt_if(guard, body, scope)
        to = body.into if isinstance(body, g.Shuffle) else body.to
        targets = self.possible_places(to, guard, scope)
        if targets is None:
            return None
        vectors = [self.encoder.cards(c, scope) for c in body.cards]
        scope = replace(scope, state=self.with_known_places(scope, zip(body.cards, vectors, strict=True)))
        state = scope.state
        for expr, vector in zip(body.cards, vectors, strict=True):
            state = self.move_if(state, vector, targets, self.whole_zones(expr, scope))
        return state

    def move_if(
        self, state: SymbolicState, cards: Vec, targets: Sequence[tuple[OwnedPlace, Cond]], sources: tuple[OwnedPlace, ...] = ()
    ) -> SymbolicState:
        """Move these cards to the single zone whose condition holds, if there is one."""
        if len(targets) == 1 and targets[0][1] is True:
            return self.move(state, cards, targets[0][0], sources)
        facts = list[Cond]()
        pieces = self.origins(state, cards, sources, facts)
        zones = dict(state.zones)
        for place, piece in pieces.items():
            for target, condition in targets:
                if place != target:
                    moved = self.encoder.variables.cards("m", self.encoder.size, piece)
                    number = terms.ite(condition, terms.sum_of(piece), 0)
                    facts += [*terms.bit_bounds(moved), terms.subset(moved, piece), terms.equal(terms.sum_of(moved), number)]
                    zones[place] = _difference(zones[place], moved)
                    zones[target] = _sum(zones[target], moved)
        inside = _outside(state, set(pieces))
        return replace(state.placing(zones, *facts), inside=inside)

    def dealt_if(self, guard: Cond, body: g.Deal, scope: TermScope) -> SymbolicState | None:
        """Return the single state after a deal to one zone that takes place only if the guard holds."""
        if body.each is not None:
            return None
        sources, targets = self.possible_places(body.source, True, scope), self.possible_places(body.to, guard, scope)
        if sources is None or targets is None or len(sources) != 1 or sources[0][1] is not True:
            return None
        wanted, state = self.encoder.number(body.count, scope), scope.state
        count = terms.ite(terms.less(wanted, 0), 0, wanted)
        for target, condition in targets:
            state = self.dealt(state, terms.ite(condition, count, 0), sources[0][0], target)
        return state

    def possible_places(self, expr: g.Expr, guard: Cond, scope: TermScope) -> list[tuple[OwnedPlace, Cond]] | None:
        """Return the zones that an expression may name, each with its condition; None if it is of another kind."""
        if not isinstance(expr, g.InZone):
            return None
        if expr.owner is None:
            return [((expr.zone, -1), guard)]
        owners = self.encoder.guarded(expr.owner, scope).owners
        return [((expr.zone, owner), c) for owner, condition in owners if (c := terms.and_(guard, condition)) is not False]

    def origins(
        self, state: SymbolicState, cards: Vec, sources: tuple[OwnedPlace, ...], facts: list[Cond]
    ) -> dict[OwnedPlace, Vec]:
        """Return for each zone which of some cards are in it; `facts` gets the facts about these numbers."""
        known = state.inside.get(terms.keys(cards))
        if known is not None:
            return {known[0]: cards}
        if sources and _united(state, sources) == cards:
            return {place: state.zones[place] for place in sources}
        return _pieces(self.encoder.variables, cards, state.zones, facts)

    def whole_zones(self, expr: g.Expr, scope: TermScope) -> tuple[OwnedPlace, ...]:
        """Return the zones that an expression names as a whole, for several owners."""
        if not isinstance(expr, g.InZone) or expr.owner is None or expr.owner.type.kind not in ("players", "sides"):
            return ()
        owners = self.encoder.guarded(expr.owner, scope)
        return tuple((expr.zone, owner) for owner, _ in owners.owners) if owners.known else ()

    def with_known_places(self, scope: TermScope, cards: Iterable[tuple[g.Expr, Vec]]) -> SymbolicState:
        """Return the state in which the place of each of these cards is known, if their expression determines it."""
        inside = dict(scope.state.inside)
        for expr, vector in cards:
            found = card_origins.places(self.encoder, expr, scope) or ()
            if len(found) == 1:
                inside.setdefault(terms.keys(vector), (next(iter(found)), vector))
        return replace(scope.state, inside=inside)

    def exchanged(self, body: g.Exchange, scope: TermScope) -> SymbolicState:
        """Return the state with two cards swapped."""
        vectors = [self.encoder.cards(e, scope) for e in (body.first, body.second)]
        places = [scope.state.inside.get(terms.keys(v)) for v in vectors]
        if places[0] is None or places[1] is None:
            raise NotCovered(st.Construct.EXCHANGE)
        state = self.move(scope.state, vectors[0], places[1][0])
        return self.move(state, vectors[1], places[0][0])

    def destinations(self, expr: g.Expr, scope: TermScope) -> list[tuple[SymbolicState, OwnedPlace | None]]:
        """Return the zone that an expression names, in each state where its owner is known; None for a zone of nobody."""
        group = scope.locals.get(expr.name) if isinstance(expr, g.Local) else None
        if isinstance(group, Read) and group.family:
            return [(scope.state, (group.family, -1))]
        if not isinstance(expr, g.InZone):
            raise NotCovered(st.Construct.TARGET)
        if expr.owner is None:
            return [(scope.state, (expr.zone, -1))]
        found = list[tuple[SymbolicState, OwnedPlace | None]]()
        for owner, condition in self.encoder.guarded(expr.owner, scope).items:
            place = (expr.zone, owner) if isinstance(owner, int) else None
            found += [(s, place) for s in self.where(scope.state, condition)]
        return found

    def move(self, state: SymbolicState, cards: Vec, to: OwnedPlace, sources: tuple[OwnedPlace, ...] = ()) -> SymbolicState:
        """Move these cards to one zone. If they are all the cards of the zones in `sources`, they come from these, otherwise
        from any zone. A pile or family that already contains them may change its order or its groups.
        """
        facts = list[Cond]()
        pieces = self.origins(state, cards, sources, facts)
        pieces.pop(to, None)
        if not pieces:
            zone = next((z for z in self.game.zones if z.name == to[0]), None)
            return state.placing({}, *facts) if zone is not None and (zone.ordered or zone.family) else state.having(*facts)
        zones = {p: _difference(state.zones[p], piece) for p, piece in pieces.items()}
        zones[to] = _sum(state.zones[to], *pieces.values())
        inside = {**_outside(state, set(pieces)), terms.keys(cards): (to, cards)}
        return replace(state.placing(zones, *facts), inside=inside)

    def deal(self, body: g.Deal, scope: TermScope) -> list[SymbolicState]:
        wanted = self.encoder.number(body.count, scope)
        count = terms.ite(terms.less(wanted, 0), 0, wanted)
        found = list[SymbolicState]()
        for state, source in self.destinations(body.source, scope):
            here = replace(scope, state=state)
            if source is None:
                found.append(state)
            elif body.each is None:
                found += [s if to is None else self.dealt(s, count, source, to) for s, to in self.destinations(body.to, here)]
            else:
                found += self.dealt_round(body, body.each, here, count, source)
        return found

    def dealt_round(self, body: g.Deal, each: g.Owner, scope: TermScope, count: Num, source: OwnedPlace) -> list[SymbolicState]:
        """Deal to the owners who take part, in order, beginning with the named player, or by default with the player who begins
        the play.
        """
        found, everybody = list[SymbolicState](), symbols.owners(self.game, each)
        dealt_to = symbols.taking_part(self.game, scope.state.active, each)
        firsts = self.first_owners(scope.state, each) if body.first is None else self.owners_from(body.first, scope, each)
        for state, first in firsts:
            here = state
            for offset in everybody:
                owner = (first + offset) % len(everybody)
                if owner in dealt_to:
                    here = self.dealt(here, count, source, (body.to.zone, owner))
            found.append(here)
        return found

    def owners_from(self, player: g.Expr, scope: TermScope, each: g.Owner) -> list[tuple[SymbolicState, int]]:
        """Return the first owner of a deal that begins with a player, for each case of that player. If there is no such player,
        it is the first seat.
        """
        found = list[tuple[SymbolicState, int]]()
        for who, condition in self.encoder.guarded(player, scope).items:
            seat = who if isinstance(who, int) else 0
            first = seat if each == "player" else self.game.side_of[seat]
            found += [(s, first) for s in self.where(scope.state, condition)]
        return found

    def first_owners(self, state: SymbolicState, each: g.Owner) -> list[tuple[SymbolicState, int]]:
        """Return the first owner of a deal round the table: the player who begins the play, or any player if that is not known
        yet.
        """
        scope, found = TermScope(state, state.turn), list[tuple[SymbolicState, int]]()
        clauses = self.game.with_sentence(g.Begins)
        for clause, sentence in clauses:
            force = self.encoder.in_force(clause, tuple(c for c, _ in clauses), scope)
            for player, condition in self.encoder.guarded(sentence.player, scope).items:
                here = self.where(state, terms.and_(force, condition))
                firsts = list(symbols.owners(self.game, each))
                if isinstance(player, int):
                    firsts = [player if each == "player" else self.game.side_of[player]]
                found += [(s, first) for s in here for first in firsts]
        return found

    def dealt(self, state: SymbolicState, count: Num, source: OwnedPlace, to: OwnedPlace) -> SymbolicState:
        """Move any `count` cards of the pile, or all its cards if it has fewer."""
        if source == to:
            return state
        pile = state.zones[source]
        cards = self.encoder.variables.cards("d", self.encoder.size, pile)
        held, taken = terms.sum_of(pile), terms.sum_of(cards)
        known = min(held, count) if isinstance(held, int) and isinstance(count, int) else None
        size = (
            terms.equal(taken, known)
            if known is not None
            else terms.and_(terms.at_most(taken, count), terms.or_(terms.equal(taken, count), terms.equal(taken, held)))
        )
        zones = {source: _difference(pile, cards), to: _sum(state.zones[to], cards)}
        inside = _outside(state, {source})
        return replace(state.placing(zones, *terms.bit_bounds(cards), terms.subset(cards, pile), size), inside=inside)

    def reseated(self, state: SymbolicState) -> SymbolicState:
        """Return the state with players in other seats, as an over-approximation: the places of any owner may become the places
        of any other owner.
        """
        any_state = symbols.anywhere(self.encoder.variables, self.game, state.turn, "seat")
        facts, zones, cells = list[Cond](), dict(state.zones), dict(state.cells)
        for zone in self.game.zones:
            if zone.owner != "table":
                places = [(zone.name, o) for o in symbols.owners(self.game, zone.owner)]
                zones.update({p: any_state.zones[p] for p in places})
                for before, after in zip(_columns(state, places), _columns(any_state, places), strict=True):
                    facts.append(terms.equal(terms.sum_of(before), terms.sum_of(after)))
                for place in places:
                    facts += terms.bit_bounds(zones[place])
        for cell, place in symbols.cell_places(self.game):
            if cell.kind == "reference" and cell.type.kind in ("player", "side"):
                cells[place], bounds = symbols.unknown_value(self.encoder.variables, self.game, cell, "seat")
                facts += [*bounds, terms.iff(state.refers(place).when(None), as_guarded(cells[place]).when(None))]
            elif cell.owner != "table":
                cells[place] = any_state.cells[place]
        return replace(state.placing(zones, *facts).recalling(cells), inside={})


def _columns(state: SymbolicState, places: list[OwnedPlace]) -> list[tuple[Num, ...]]:
    return list(zip(*(state.zones[p] for p in places), strict=True))


def _pieces(variables: Variables, cards: Vec, zones: Mapping[OwnedPlace, Vec], facts: list[Cond]) -> dict[OwnedPlace, Vec]:
    """Return for each zone which of some cards are in it, as 0/1 numbers, with the facts about these numbers."""
    found = {place: list[Num]() for place in zones}
    names = {place: variables.fresh("p") for place in zones}
    bounds = {place: list[tuple[Cond, ...]]() for place in zones}
    for number, card in enumerate(cards):
        alike = [p for p, z in zones.items() if not isinstance(z[number], int) and terms.identical(card, z[number])]
        for place, zone in zones.items():
            here = zone[number]
            if alike or (isinstance(card, int) and card == 0):
                found[place].append(card if alike and place == alike[0] else 0)
            elif isinstance(card, int) or isinstance(here, int):
                found[place].append(terms.intersection(card, here))
            else:
                both = variables.card(names[place], number)
                found[place].append(both)
                bounds[place].append(
                    (
                        terms.at_least(both, 0),
                        terms.at_most(both, card),
                        terms.at_most(both, here),
                        terms.at_least(terms.add(both, 1), terms.add(card, here)),
                    )
                )
    facts += [terms.all_of(each) for of in bounds.values() for each in zip(*of, strict=True)]
    return {place: tuple(piece) for place, piece in found.items() if any(not isinstance(x, int) or x for x in piece)}


def _difference(a: Vec, b: Vec) -> Vec:
    return tuple(terms.subtract(x, y) for x, y in zip(a, b, strict=True))


def _united(state: SymbolicState, places: Iterable[OwnedPlace]) -> Vec:
    """Return all cards in the zones that an expression names."""
    zones = [state.zones[place] for place in places]
    return tuple(terms.sum_of(column) for column in zip(*zones, strict=True))


def _sum(a: Vec, *others: Vec) -> Vec:
    return tuple(terms.sum_of(column) for column in zip(a, *others, strict=True))


def _outside(state: SymbolicState, touched: set[OwnedPlace]) -> dict[object, tuple[OwnedPlace, Vec]]:
    """Return the sets of cards whose zone is still known after cards have left the touched zones."""
    return {k: p for k, p in state.inside.items() if p[0] not in touched}
