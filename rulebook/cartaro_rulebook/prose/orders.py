"""Moves that one player makes in a fixed order before all others, such as the exchange of cards after the bids.

An author permits each of these moves under conditions on memory that the moves before it set: *may give a card back if a
card was asked for, somebody gave it and no card was given back*.  A reader wants the order.  It is certain if it holds in every
state in which the moves are possible.  These states are explored here with the memory that decides the conditions:

- flags of the table, references (somebody or nobody), the levels of announcements;
- the number of cards in the hand of the player and in places of the table, between a least and a greatest number.

Everything else is unknown, and an unknown condition may hold or not.  The moves have an order if, in each state that is
reached by making them in this order and by leaving out impossible ones, no other move is possible than the next
one.  A rule at the end of a turn has a place in the order if it certainly takes effect first at this place, and does nothing
later.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import inf

from cartaro_grammar import CARDS, conjuncts, operands_of, parts, rewrite
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions, sentences
from cartaro_rulebook.prose.clauses import clause_prose, finish_sentence
from cartaro_rulebook.prose.composed import Composed
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.prose.interludes import Interlude, Move, MovesInOrder, interludes_of
from cartaro_rulebook.prose.plainer import substituted
from cartaro_rulebook.prose.stages import Beginning, Stages, changed_in_first
from cartaro_rulebook.words.naming import destinations

MOST_MOVES = 4
"""The greatest number of moves whose order is looked for."""
MOST_STATES = 200
"""The greatest number of states that are explored."""

Count = tuple[float, float]
"""The least and the greatest number of cards in a place."""
Held = bool | int | str


@dataclass(frozen=True, slots=True)
class _State:
    """The known memory and numbers of cards; `given` are the cards that the holder of a role certainly has,
    `others` the roles that certainly belong to another player, and `fired` the rules that have taken effect.
    """

    memory: frozenset[tuple[str, Held]]
    counts: frozenset[tuple[str, Count]]
    given: frozenset[tuple[str, g.Expr]] = frozenset()
    others: frozenset[str] = frozenset()
    fired: frozenset[str] = frozenset()

    def with_memory(self, cell: str, value: Held | None) -> _State:
        left = {pair for pair in self.memory if pair[0] != cell}
        known = left if value is None else {*left, (cell, value)}
        given = frozenset(pair for pair in self.given if pair[0] != cell)
        return replace(self, memory=frozenset(known), given=given, others=self.others - {cell})

    def with_count(self, place: str, count: Count | None) -> _State:
        left = {pair for pair in self.counts if pair[0] != place}
        return replace(self, counts=frozenset(left if count is None else {*left, (place, count)}))

    def count(self, place: str) -> Count:
        return dict(self.counts).get(place, (0, inf))


class _Known(Beginning):
    """What certainly holds, or does not, in a state in which a player with a `role` is to move, after the first part."""

    def __init__(self, game: g.Game, over: g.Expr, role: g.Recall, state: _State) -> None:
        super().__init__(game)
        self._over, self._role, self._state = over, role, state
        self._memory = dict(state.memory)

    def holds(self, e: g.Expr) -> bool | None:
        if e == self._over:
            return False
        match (e,):
            case (g.Operation("=", pair),) if self._is_player(pair[0]) and self._is_player(pair[1]):
                return True
            case (g.Operation("=" | "<" | "<=", (first, second)),) if isinstance(first, g.Size) or isinstance(second, g.Size):
                return self._counted(e.operator, self._between(first), self._between(second))
            case (g.Quantified(quantifier, x, g.Everyone(), condition),):
                of_player = self.holds(substituted(condition, {x: self._role}))
                decisive = quantifier != "every"
                return None if of_player is not decisive else quantifier == "some"
            case _:
                return super().holds(e)

    def flag(self, e: g.Recall) -> bool | None:
        value = None if e.owner is not None else self._memory.get(e.cell)
        return value if isinstance(value, bool) else None

    def value(self, e: g.Expr) -> int | str | None:
        match (e,):
            case (g.Number() | g.Nobody(),):
                return super().value(e)
            case (g.Recall(cell, None),):
                value = self._memory.get(cell)
                return None if isinstance(value, bool) else value
            case _:
                return None

    def count(self, cards: g.Expr) -> Count:
        """Return how many cards some cards are."""
        match (cards,):
            case (g.InZone(),):
                place = place_of(cards, self._role)
                return (0, inf) if place is None else self._state.count(place)
            case (g.Single(),):
                return 1, 1
            case (g.Where(variable, g.InZone(_, owner) as there, condition),):
                certain = _of_member(condition, variable) in {e for role, e in self._state.given if _is_role(owner, role)}
                least, most = (1 if certain else 0), self.count(there)[1]
                return least, max(least, min(most, 1 if sentences.is_of_one_card(condition, variable, self._game) else inf))
            case _:
                return 0, inf

    def _is_player(self, e: g.Expr) -> bool:
        return isinstance(e, g.Actor) or e == self._role

    def _between(self, e: g.Expr) -> Count | None:
        match (e,):
            case (g.Number(value),):
                return value, value
            case (g.Size(members),):
                return self.count(members)
            case _:
                return None

    def _counted(self, operator: str, one: Count | None, other: Count | None) -> bool | None:
        if one is None or other is None:
            return None
        if operator == "=":
            if one[1] < other[0] or other[1] < one[0]:
                return False
            return True if one[0] == one[1] == other[0] == other[1] else None
        below, above = (one[1] < other[0], other[1] <= one[0]) if operator == "<" else (one[1] <= other[0], other[1] < one[0])
        return True if below else False if above else None


OF_PLAYER = " of the player"


def place_of(cards: g.InZone, role: g.Recall) -> str | None:
    """Return the name of a place of the table, or of the player with a role; None for places of others."""
    if cards.owner is None:
        return cards.zone
    return f"{cards.zone}{OF_PLAYER}" if isinstance(cards.owner, g.Actor) or cards.owner == role else None


def _is_role(owner: g.Expr | None, role: str) -> bool:
    return isinstance(owner, g.Recall) and owner.owner is None and owner.cell == role


def _of_member(condition: g.Expr, variable: str) -> g.Expr:
    """Return a condition on a member with the same name for every member."""
    return rewrite(condition, lambda p: replace(p, name="*") if isinstance(p, g.Local) and p.name == variable else p)


# ------------------------------------------------------------------------------------------------ the states


class _Course:
    """The states that the moves of a player with a role can reach before the others may move."""

    def __init__(self, found: Stages, before: Interlude, role: g.Recall, game: g.Game, scope: ProseScope) -> None:
        self._game, self._over, self.role, self._levels = game, found.condition, role, scope.levels
        step = found.step.sentence
        self.acts = tuple(act for act in step.acts if game.permissions_of(act)) if isinstance(step, g.Step) else ()
        self.going_on = conjuncts(*before.passing.when)
        self.rules = tuple(c for c in game.consequences("end", "turn") if found.condition not in conjuncts(*c.when))
        self.once = frozenset(c.name for c in self.rules if _takes_effect_once(c, self.rules, game))
        self.begun = list(dict.fromkeys(self._first_states(found)))

    def known(self, state: _State) -> _Known:
        return _Known(self._game, self._over, self.role, state)

    def goes_on(self, state: _State) -> bool | None:
        """Return whether the turn passes to the player again."""
        return _all_hold(self.known(state).holds(e) for e in self.going_on)

    def possible(self, act: str, state: _State) -> bool | None:
        """Return whether a player may do an act in a state, with some argument; None if that depends on unknown memory."""
        known, permitted = self.known(state), list[bool | None]()
        for clause, node in self._game.permissions_of(act):
            whole = isinstance(node.subject, g.Actor) and not node.lifts
            applies = _applies(clause, known)
            permitted.append(None if applies and not whole else applies)
        barred = [self._bars(clause, node, act, known) for clause, node in self._game.prohibitions_of(act)]
        if True in barred or not any(one is not False for one in permitted):
            return False
        return True if True in permitted and None not in barred else None

    def _bars(self, clause: g.Clause, node: g.Prohibition, act: str, known: _Known) -> bool | None:
        applies = _applies(clause, known)
        return None if applies and not self._is_certain(clause, node, act) else applies

    def _is_certain(self, clause: g.Clause, node: g.Prohibition, act: str) -> bool:
        """Return whether a prohibition bars an act by whatever permission, without exceptions in other clauses."""
        whole = {c.name for c, _ in self._game.permissions_of(act)} <= set(node.bars)
        return whole and isinstance(node.subject, g.Actor) and not self._game.yields_to(clause.name)

    def _first_states(self, found: Stages) -> Iterator[_State]:
        """Yield the states in which the second part of a hand may begin, after the rules at the end of a turn."""
        game, beginning = self._game, Beginning(self._game)
        state = _State(frozenset(), frozenset(_dealt(found, game)))
        choices: list[tuple[str, Collection[int]]] = []
        for cell in (cell for cell in game.cells if cell.owner == "table" and cell.period == "hand"):
            recalled = g.Recall(cell.name, None, cell.type, cell.span)
            if cell.name == self.role.cell:
                state = state.with_memory(cell.name, "somebody")
            elif cell.name in self._levels:
                choices.append((cell.name, self._levels_of_role(cell.name)))
            elif cell.kind == "flag" and beginning.flag(recalled) is False and not changed_in_first(recalled, found, game):
                state = state.with_memory(cell.name, False)
            elif cell.kind in ("counter", "reference") and not changed_in_first(recalled, found, game):
                state = state.with_memory(cell.name, beginning.value(recalled))
        for numbers in product(*(of for _, of in choices)):
            one = state
            for (name, _), number in zip(choices, numbers, strict=True):
                one = one.with_memory(name, number)
            yield from self._after_turn(one)

    def _levels_of_role(self, cell: str) -> Collection[int]:
        """Return the numbers that a counter of announcements may be once there is somebody in the role."""
        together, alone = set[int](), False
        for act in self._game.acts:
            numbers = {number for e in act.effects if (number := _number_set(e, cell))}
            if any(isinstance(e.body, g.Become) and e.body.cell == self.role for e in act.effects):
                together |= numbers
                alone = alone or not numbers
        changes = [p for p in self._game.in_clauses(g.Become) if p.cell == self.role]
        return {0, *self._levels[cell]} if alone or changes or not together else together

    def _after_turn(self, state: _State) -> list[_State]:
        """Return the states after the rules at the end of a turn."""
        found = [state]
        for clause in self.rules:
            found = [after for one in found for after in self._after_rule(clause, one)]
        return list(dict.fromkeys(found))

    def _after_rule(self, clause: g.Clause, state: _State) -> list[_State]:
        applies = _applies(clause, self.known(state))
        if applies is False:
            return [state]
        done = self._done(clause.effects, state, None)
        if clause.name in self.once:
            done = [replace(one, fired=one.fired | {clause.name}) for one in done]
        return done if applies and not self._game.yields_to(clause.name) else [state, *done]

    def after(self, act: str, state: _State) -> list[_State]:
        """Return the states after an act and the end of its turn."""
        found = self._done(self._game.act[act].effects, state, self._game.act[act])
        for clause in self._game.consequences("after", act):
            found = [after for one in found for after in self._after_rule(clause, one)]
        return list(dict.fromkeys(after for one in found for after in self._after_turn(one)))

    def _done(self, effects: tuple[g.Effect, ...], state: _State, act: g.Act | None) -> list[_State]:
        found = [state]
        for effect in effects:
            changed = [after for one in found for after in self._changed(effect.body, one, act)]
            found = changed if _is_certain(effect) else [*changed, *found]
        return list(dict.fromkeys(found))

    def _changed(self, body: g.EffectBody, state: _State, act: g.Act | None) -> Iterator[_State]:
        """Yield the states after an effect."""
        match (body,):
            case (g.Become(g.Recall(cell, None), value),):
                yield from self._become(cell, value, state, act)
            case (g.Add(g.Recall(cell, None)),):
                yield state.with_memory(cell, None)
            case (g.Add() | g.Become() | g.MarkAs() | g.Show() | g.Nothing(),):
                yield state
            case (g.MoveCards(cards, g.InZone() as to),):
                for one in cards:
                    state = self._moved(one, to, state, act)
                yield replace(state, given=frozenset())
            case _:
                yield replace(state, counts=frozenset(), given=frozenset())

    def _become(self, cell: str, value: g.Expr, state: _State, act: g.Act | None) -> Iterator[_State]:
        match (value,):
            case (g.Truth(known) | g.Number(known),):
                yield state.with_memory(cell, known)
            case (g.Nobody(),):
                yield state.with_memory(cell, NOBODY)
            case (g.Actor(),):
                yield state.with_memory(cell, SOMEBODY)
            case (g.FirstOf(g.Where(x, g.Everyone(), asked)),):
                yield state.with_memory(cell, NOBODY)
                one = state.with_memory(cell, SOMEBODY)
                held = {(cell, found) for e in conjuncts(asked) if (found := _card_held(e, x)) is not None}
                other = act is not None and self._is_barred(act, substituted(asked, {x: self.role}))
                yield replace(one, given=one.given | held, others=one.others | ({cell} if other else set()))
            case _:
                yield state.with_memory(cell, None)

    def _is_barred(self, act: g.Act, asked: g.Expr) -> bool:
        """Return whether an act is barred if a condition holds of the player who does it."""
        for clause, node in self._game.prohibitions_of(act.name):
            when = rewrite(clause.when, lambda p: self.role if isinstance(p, g.Actor) else p)
            if self._is_certain(clause, node, act.name) and not clause.unless and [_alike(e) for e in when] == [_alike(asked)]:
                return True
        return False

    def _moved(self, cards: g.Expr, to: g.InZone, state: _State, act: g.Act | None) -> _State:
        source, (least, most) = self._origin(cards, state, act)
        if source is None:
            return replace(state, counts=frozenset())
        if self._may_stay(source, to, state):
            least = 0
        left, joined = place_of(source, self.role), place_of(to, self.role)
        if left is not None:
            before = state.count(left)
            state = state.with_count(left, (max(0, before[0] - most), max(0, before[1] - least)))
        if joined is not None:
            before = state.count(joined)
            state = state.with_count(joined, (before[0] + least, before[1] + most))
        return state

    def _origin(self, cards: g.Expr, state: _State, act: g.Act | None) -> tuple[g.InZone | None, Count]:
        """Return the place that some cards leave, and their number."""
        inside = cards.member if isinstance(cards, g.Single) else cards
        match (inside,):
            case (g.Local(name),) if act is not None:
                chosen = next(one for one in act.parameters if one.name == name)
                place = chosen.domain if isinstance(chosen.domain, g.InZone) else None
                permits = self._game.permissions_of(act.name)
                when = permits[0][0].when if len(permits) == 1 else ()
                exact = [n for e in conjuncts(*when) if (n := _number_of(e, name)) is not None]
                exact = [1] if chosen.choice == "one" else exact
                return place, (exact[0], exact[0]) if exact else (1, inf)
            case (g.InZone() as there,) | (g.Where(_, g.InZone() as there),):
                nobody = self._holder(there.owner, state) == NOBODY
                return there, (0, 0) if nobody else self.known(state).count(inside)
            case _:
                return None, (0, inf)

    def _holder(self, owner: g.Expr | None, state: _State) -> Held | None:
        return dict(state.memory).get(owner.cell) if isinstance(owner, g.Recall) and owner.owner is None else None

    def _may_stay(self, source: g.InZone, to: g.InZone, state: _State) -> bool:
        """Return whether cards may go to the place in which they are, or to nobody."""
        if self._holder(to.owner, state) == NOBODY or source.zone != to.zone:
            return source.zone == to.zone
        known = [place_of(one, self.role) for one in (source, to)]
        other = [isinstance(one.owner, g.Recall) and one.owner.cell in state.others for one in (source, to)]
        apart = all(place is not None or of_other for place, of_other in zip(known, other, strict=True))
        return not apart or known[0] == known[1]


NOBODY, SOMEBODY = "nobody", "somebody"


def _all_hold(found: Iterator[bool | None]) -> bool | None:
    each = list(found)
    return False if False in each else None if None in each else True


def _applies(clause: g.Clause, known: _Known) -> bool | None:
    """Return whether a clause applies by its own conditions."""
    exceptions = (known.holds(e) for e in clause.unless)
    denied = [None if one is None else not one for one in exceptions]
    return _all_hold(iter([*(known.holds(e) for e in clause.when), *denied]))


def _number_set(effect: g.Effect, cell: str) -> int:
    """Return the number to which an effect sets a counter; 0 if it does not."""
    match (effect.body,):
        case (g.Become(g.Recall(name), g.Number(number)),) if name == cell:
            return number
        case _:
            return 0


def _number_of(e: g.Expr, name: str) -> int | None:
    """Return the number that a condition asks of the cards with a name."""
    match operands_of(e, "="):
        case (g.Size(g.Local(of)), g.Number(number)) if of == name:
            return number
        case _:
            return None


def _card_held(e: g.Expr, x: str) -> g.Expr | None:
    """Return the condition on a card, if somebody is asked to have a card with it."""
    match (e,):
        case (g.Quantified("some", variable, g.InZone(_, g.Local(owner)), condition),) if owner == x:
            return _of_member(condition, variable)
        case _:
            return None


def _alike(e: g.Expr) -> g.Expr:
    """Return a condition on some cards with the same name for every card."""
    return replace(e, variable="*", condition=_of_member(e.condition, e.variable)) if isinstance(e, g.Quantified) else e


def _dealt(found: Stages, game: g.Game) -> Iterator[tuple[str, Count]]:
    """Yield the numbers of cards in hands and places of the table after the deal, if the first part does not change them."""
    counts, all_dealt = dict[str, int](), 0
    for clause in game.consequences("start", "hand"):
        for effect in clause.effects:
            match effect:
                case g.Effect(g.Shuffle((g.AllCards(),)), None, (), ()) if not all_dealt:
                    pass
                case g.Effect(g.Deal(g.Number(number), _, g.InZone(zone), each), _, (), ()) if not clause.when:
                    place = zone if each is None else f"{zone}{OF_PLAYER}"
                    counts[place] = counts.get(place, 0) + number
                    all_dealt += number * {"player": game.players, "side": game.sides}.get(each or "", 1)
                case g.Effect(g.Become() | g.Add() | g.Show()):
                    pass
                case _:
                    return
    for place, number in counts.items() if all_dealt <= len(game.deck.cards) else ():
        zone = place.removesuffix(OF_PLAYER)
        there = g.InZone(zone, None, CARDS, found.step.span)
        if not changed_in_first(there, found, game):
            yield place, (number, number)


def _takes_effect_once(clause: g.Clause, rules: Collection[g.Clause], game: g.Game) -> bool:
    """Return whether a rule only shows or moves cards of places of the table that are filled in the deal only, and which rules
    with the same conditions empty.
    """
    emptied, every = set[str](), [c for c in rules if c.when == clause.when and not (c.unless or c.despite)]
    for effect in (effect for one in every for effect in one.effects if _is_certain(effect)):
        moved = effect.body.cards if isinstance(effect.body, g.MoveCards) else ()
        emptied |= {e.zone for e in moved if isinstance(e, g.InZone) and e.owner is None}
    for effect in clause.effects:
        cards = effect.body.cards if isinstance(effect.body, g.Show | g.MoveCards) else (None,)
        there = {e.zone for e in cards if isinstance(e, g.InZone) and e.owner is None}
        if not _is_certain(effect) or len(there) < len(cards) or not there <= emptied:
            return False
        if not all(_is_filled_in_deal_only(zone, game) for zone in there):
            return False
    return bool(clause.when) and clause in every


def _is_certain(effect: g.Effect) -> bool:
    return effect.each is None and not (effect.when or effect.unless)


def _is_filled_in_deal_only(zone: str, game: g.Game) -> bool:
    dealt = game.consequences("start", "hand")
    origins: list[g.Clause | g.Act] = [*game.clauses, *game.acts]
    filling = [c for c in origins for effect in c.effects if zone in _zones(destinations(effect.body))]
    return all(isinstance(c, g.Clause) and c in dealt for c in filling)


def _zones(places: tuple[g.Expr, ...]) -> set[str]:
    return {p.zone for p in parts(places) if isinstance(p, g.InZone)}


# ------------------------------------------------------------------------------------------------ the order


def order_of_moves(found: Stages, game: g.Game, scope: ProseScope, mentioned: Container[str]) -> MovesInOrder | None:
    """Return the order of the moves that one player makes at the beginning of the second part; None if they have none, or if a
    wording has one of them in `mentioned`.  `game` has the conditions of the parts, which the rules of the scope do not repeat.
    """
    before = next(interludes_of(scope), None)
    if before is None or not isinstance(before.to, g.Recall) or before.to.owner is not None:
        return None
    permits = {act: game.permissions_of(act) for act in before.acts}
    names = [*before.acts, *(clause.name for rows in permits.values() for clause, _ in rows), *before.names]
    single = all(len(rows) == 1 and not (rows[0][0].unless or rows[0][0].under) for rows in permits.values())
    if not single or any(name in mentioned for name in names) or not 1 < len(before.acts) <= MOST_MOVES:
        return None
    changes = [effect.body for act in before.acts for effect in game.act[act].effects]
    changes += [effect.body for clause in game.clauses for effect in clause.effects]
    if any(isinstance(body, g.Become) and body.cell == before.to for body in changes):
        return None
    if game.consequences("start", "turn") or any(isinstance(body, g.Seat | g.Repeat) for body in changes):
        return None
    course = _Course(found, before, before.to, game, scope)
    return next((order for acts in permutations(before.acts) if (order := _in_order(acts, before, course, scope))), None)


def _in_order(acts: tuple[str, ...], before: Interlude, course: _Course, scope: ProseScope) -> MovesInOrder | None:
    """Return the moves with the conditions that decide whether each is made, if this is their order."""
    reached = [state for state in course.begun if course.goes_on(state) is not False]
    stages, moves, ended = list[tuple[list[_State], list[_State]]](), list[Move](), list[_State]()
    for act in acts:
        live = [state for state in reached if course.possible(act, state) is not False]
        others = [other for other in course.acts if other != act]
        if not live or any(course.possible(other, state) is not False for state in live for other in others):
            return None
        stages.append((reached, live))
        moves.append(Move(act, _deciding(act, reached, live, course, scope)))
        after = list(dict.fromkeys(one for state in live for one in course.after(act, state)))
        if len(after) > MOST_STATES:
            return None
        ended += [state for state in after if course.goes_on(state) is not True]
        reached = [state for state in reached if state not in live] + [s for s in after if course.goes_on(s) is not False]
    if reached:
        return None
    steps = list[Move | tuple[str, ...]]()
    placed = {name: at for name in course.once if (at := _place_of_rule(name, stages, ended)) is not None}
    for at, move in enumerate((*moves, None)):
        together = tuple(clause.name for clause in course.rules if placed.get(clause.name) == at)
        steps += [together] if together else []
        steps += [move] if move is not None else []
    begun = course.begun
    when = tuple(e for e in course.going_on if not all(course.known(state).holds(e) is True for state in begun))
    return MovesInOrder(course.role, when, tuple(steps), before.names)


def _deciding(act: str, reached: list[_State], live: list[_State], course: _Course, scope: ProseScope) -> tuple[g.Expr, ...]:
    """Return the conditions of a move without the conditions that follow from its place in the order."""
    ((clause, _),) = scope.naming.game.permissions_of(act)
    asked = list(conjuncts(*clause.when))
    apart = [state for state in reached if state not in live]
    for e in tuple(asked):
        rest = [one for one in asked if one != e]
        certain = all(course.known(state).holds(e) is True for state in live)
        if certain and all(any(course.known(state).holds(one) is False for one in rest) for state in apart):
            asked = rest
    return tuple(asked)


def _place_of_rule(name: str, stages: list[tuple[list[_State], list[_State]]], ended: list[_State]) -> int | None:
    """Return before which move a rule certainly takes effect, and not before an earlier one; None if that is not certain."""
    for at in range(len(stages) + 1):
        before = [state for _, live in stages[:at] for state in live]
        after = [state for reached, _ in stages[at:] for state in reached] + ended
        if all(name not in state.fired for state in before) and all(name in state.fired for state in after):
            return at
    return None


# ------------------------------------------------------------------------------------------------ in words


def moves_in_order(
    found: MovesInOrder, scope: ProseScope, covered: Container[str], told: Callable[[g.Act, ProseScope], str]
) -> Composed:
    """Word the moves of an order with their conditions and effects; `told` words the effects of an act."""
    lang, game, names = scope.lang, scope.naming.game, list[str]()
    flags = _flags_of_order(found, game)
    somebody = scope.value(found.role)
    case = sentences.cases(found.when, (), scope).strip()
    lead = lang.text("guide_moves_in_order_case" if case else "guide_moves_in_order", somebody, case=case)
    steps = list[str]()
    for step in found.steps:
        if isinstance(step, Move):
            texts, of = _move_in_words(step, found.role, scope, covered, lambda act, inner: told(_without(act, flags), inner))
            names += of
        else:
            clauses = [game.clause[name] for name in step]
            does = "; ".join(sentences.effects(clause.effects, scope) for clause in clauses)
            texts = [finish_sentence(does, scope, of=clauses[0].span)]
            names += step
        steps.append(" ".join(texts))
    names += _no_longer_used(names, found, scope)
    return Composed(tuple(names), " ".join((finish_sentence(lead, scope, ":"), *steps)), steps=tuple(steps))


def _flags_of_order(found: MovesInOrder, game: g.Game) -> frozenset[str]:
    """Return the flags of the table that only decide this order: only the rules that the order states read them."""
    stated = {*found.names, *(name for step in found.steps if not isinstance(step, Move) for name in step)}
    stated |= {clause.name for act in found.acts for clause, _ in game.permissions_of(act)}
    left = [clause for clause in game.clauses if clause.name not in stated and not _is_used_only_in(stated, clause, game)]
    effects = [e for act in game.acts for e in act.effects]
    read = {p.cell for p in parts(left) if isinstance(p, g.Recall)}
    read |= {p.cell for e in effects for p in parts((e.when, e.unless)) if isinstance(p, g.Recall)}
    return frozenset(
        cell.name for cell in game.cells if cell.kind == "flag" and cell.owner == "table" and cell.name not in read
    )


def _is_used_only_in(names: Collection[str], clause: g.Clause, game: g.Game) -> bool:
    """Return whether a clause defines a word that only some clauses use."""
    if not isinstance(clause.sentence, g.Definition):
        return False
    users = {one.name for one in game.clauses_with_word.get(clause.sentence.function, [])}
    return bool(users) and users <= set(names)


def _without(act: g.Act, flags: Container[str]) -> g.Act:
    """Return an act without the effects that only set some flags."""
    return replace(
        act, effects=tuple(e for e in act.effects if not (isinstance(e.body, g.Become) and e.body.cell.cell in flags))
    )


def _move_in_words(
    move: Move, role: g.Recall, scope: ProseScope, covered: Container[str], told: Callable[[g.Act, ProseScope], str]
) -> tuple[list[str], list[str]]:
    """Word a move with its effects and consequences; return the text and the names that it explains."""
    game, act = scope.naming.game, scope.naming.game.act[move.act]
    ((clause, _),) = game.permissions_of(move.act)
    when = rewrite(move.when, lambda p: role if isinstance(p, g.Actor) else p)
    known = expressions.argument_details(act, when, scope)
    case = sentences.cases(known.left, (), scope.with_salient(role)).strip()
    do = expressions.open_act(act, scope, known)
    text = scope.lang.text("guide_move_of_order_case" if case else "guide_move_of_order", scope.value(role), case=case, do=do)
    texts = [finish_sentence(text, scope, of=clause.span)]
    effects = rewrite(act.effects, lambda p: role if isinstance(p, g.Actor) else p)
    does = told(replace(act, effects=effects), scope)
    texts += [finish_sentence(does, scope, of=act.span)] if does else []
    following = [c for c in game.consequences("after", move.act) if c.name not in covered and not (c.despite or c.under)]
    texts += [clause_prose(c, scope, True, running=True).text for c in following]
    return texts, [clause.name, move.act, *(c.name for c in following)]


def _no_longer_used(names: Collection[str], found: MovesInOrder, scope: ProseScope) -> Iterator[str]:
    """Yield the definitions of words that only conditions of these rules use which the order states."""
    game = scope.naming.game
    asked = [e for step in found.steps if isinstance(step, Move) for e in step.when]
    told = {p.function for e in (*asked, *found.when) for p in parts(e) if isinstance(p, g.Apply)}
    told |= {p.function for act in game.acts for p in parts(act) if isinstance(p, g.Apply)}
    told |= {p.function for c in game.clauses if c.name not in names for p in parts(c) if isinstance(p, g.Apply)}
    used = {p.function for name in names if name in game.clause for p in parts(game.clause[name]) if isinstance(p, g.Apply)}
    return (clause.name for function in sorted(used - told) for clause, _ in game.definitions_of(function))
