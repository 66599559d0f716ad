"""The possible groups of cards in a game: the groups that an act can make, and the changes to groups on the table.

A group is a set of faces (cards with a reading each, see `cartaro_grammar.faces`), known up to equal cards. The sets that an
act may lay down are the entries of the interpreter's own table for the act's conditions; the groups of a family are the least
set that contains these and is closed under the changes that acts make to a group: adding cards and exchanging a card.
Conditions of an act count only if they depend on nothing but the group and the cards added to it, so there may be more groups
than play can produce, but never fewer. If there is no such table for the conditions, or if some cards may leave a group without
all the others, any group is possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from cartaro_grammar import Expr, Game, conjuncts, drawn_from, facts_of, parts
from cartaro_grammar import game as g
from cartaro_interpreter import (
    Divisions,
    Faulted,
    KnownTotal,
    NumberBound,
    SignedTerms,
    facts_about_set,
    free_locals,
    members,
    of_a_sum,
    on_the_set,
    steady,
)
from cartaro_interpreter import State as Position
from cartaro_verify.play.table import HistoryTable, PositionQuery, Tables, position_query

FaceMasks = tuple[int, ...] | None
"""Masks of faces, one for each group up to equal cards; None if any group is possible."""

Readable = Mapping[int, frozenset[int]]
"""The kinds that each kind of card is read as in some group."""

DivisionTable = Divisions
"""The known divisions of a game's cards into groups of a kind."""

STATE = (g.InZone, g.Recall, g.Can, g.ScoreOf, g.Top, g.Applies, g.Actor)
PARTICIPANTS = (g.Everyone, g.LastPlayer, g.Neighbour)
"""The constructs that depend on the state if players leave the match."""


class Groups:
    """The possible groups of one game, computed on demand."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._state = STATE + (PARTICIPANTS if game.with_sentence(g.TakesPart) else ())
        faces = game.faces
        attributes = {a.name: faces.attribute(a.name) for a in game.deck.attributes}
        printed = {**attributes, **{m.name: faces.measure(m.name) for m in game.deck.measures}}
        self.fixed = frozenset(n for n, v in printed.items() if all(v[f] == v[face.card] for f, face in enumerate(faces.faces)))
        """The attributes that are the same for every reading of a card."""
        self._answers: dict[object, frozenset[int] | None] = {}
        self._questions: dict[object, PositionQuery] = {}
        self._families: dict[str, FaceMasks] = {}
        self._laid: dict[tuple[str, str], FaceMasks] = {}
        self._closed: dict[Expr, bool] = {}
        self.readable: dict[str, Readable | None] = {}
        """The possible readings of each word that names a card of a group; see `card_readings`."""

    @cached_property
    def table(self) -> HistoryTable:
        """Return the compiled game, under its defaults if options are open, since no open option decides which groups are
        possible.
        """
        return Tables(self.game).default

    # -------------------------------------------------------------------------------- of an act

    def laid(self, act: g.Act, name: str) -> FaceMasks:
        """Return the possible sets of a parameter, by the permissions of its act."""
        key = (act.name, name)
        if key not in self._laid:
            self._laid[key] = self._joined(self._sets(title, name) for title, _ in self.game.permissions_of(act.name))
        return self._laid[key]

    def _sets(self, title: g.Clause, name: str) -> FaceMasks:
        wholes = (on_the_set(self.game, [part], name) for part in conjuncts(*title.when))
        return self._tabled(next((w for w in wholes if w is not None), None))

    def _sums(self, title: g.Clause, name: str, to: str) -> FaceMasks:
        """Return the sets formed by a card and the group to which it is added, if a condition concerns both together."""
        sums = (of_a_sum(self.game, part, name) for part in conjuncts(*title.when))
        return self._tabled(next((s[0] for s in sums if s is not None and _is_group(s[1], to)), None))

    def _tabled(self, condition: Expr | None) -> FaceMasks:
        if condition is None:
            return None
        try:
            keys = self.table.rules.compiler.shapes_of(condition).keys
        except Faulted:
            return None
        return tuple(sorted(self._mask(key) for key in keys))

    def _mask(self, key: Iterable[int]) -> int:
        """Return a set of faces of these classes, each on a different card."""
        faces, mask = self.table.rules.layout.faces, 0
        for known in key:
            free = faces.of_class[known] & ~faces.expanded(faces.physical(mask))
            mask |= free & -free
        return mask

    @staticmethod
    def _joined(parts: Iterable[FaceMasks]) -> FaceMasks:
        found = list(parts)
        return None if None in found else tuple(sorted({s for part in found for s in part or ()}))

    # -------------------------------------------------------------------------------- of a division

    def divisions(self, test: g.Splits) -> Divisions | None:
        """Return the divisions of a test, if they are the same under every house rule that is left open; else None."""
        condition = on_the_set(self.game, [test.kind], test.variable)
        if condition is None or not self.closed(test.kind):
            return None
        found = self.table.rules.compiler.divisions_of(condition)
        try:
            found.pieces()
        except Faulted:
            return None
        return found

    # -------------------------------------------------------------------------------- of a family

    def of_family(self, name: str) -> FaceMasks:
        """Return the groups that a family can have."""
        if name not in self._families:
            self._families[name] = self._closure(name)
        return self._families[name]

    def _closure(self, family: str) -> FaceMasks:
        made, exchanges = self._made(family)
        if made is None:
            return None
        faces = self.table.rules.layout.faces
        known = {faces.key(mask): mask for mask in made}
        todo = list(known.values())
        while todo:
            group = todo.pop()
            for act, first, second in exchanges:
                for new in self._exchanged(family, group, act, first, second):
                    if faces.key(new) not in known:
                        known[faces.key(new)] = new
                        todo.append(new)
        return tuple(sorted(known.values()))

    def _made(self, family: str) -> tuple[FaceMasks, list[tuple[g.Act, str, str]]]:
        """Return the groups that acts make by laying or adding cards, and the exchanges that acts may make in them."""
        found, exchanges = list[FaceMasks](), list[tuple[g.Act, str, str]]()
        for act in self.game.acts:
            bodies = [e.body for e in act.effects if not self._leaves_alone(family, act.effects, e.body)]
            if act.finding and bodies:
                return None, []
            if not self.game.permissions_of(act.name) or not bodies:
                continue
            match bodies:
                case [g.Form(family=name, cards=g.Local() as group)] if name == family and self._from_elsewhere(
                    family, act.effects, group
                ):
                    found.append(self.laid(act, group.name))
                case [g.MoveCards(cards=(g.Single(member=g.Local() as card),), to=g.Local(name=to))] if _of(
                    act, to
                ) == family and self._from_elsewhere(family, act.effects, card):
                    found.append(
                        self._joined(self._sums(title, card.name, to) for title, _ in self.game.permissions_of(act.name))
                    )
                case [g.Exchange(first=g.Local() as one, second=g.Local() as other)] if all(
                    self._within(family, act, e.name) or self._from_elsewhere(family, act.effects, e) for e in (one, other)
                ):
                    exchanges.append((act, one.name, other.name))
                case _:
                    return None, []
        for _, sentence in self.game.with_sentence(g.Consequence):
            alone = all(self._leaves_alone(family, sentence.effects, effect.body) for effect in sentence.effects)
            found.append(() if alone else None)
        return self._joined(found), exchanges

    def _within(self, family: str, act: g.Act, card: str) -> bool:
        """Return whether a card is one of a group of the family."""
        return _of(act, _group(act, card)) == family

    def _leaves_alone(self, family: str, effects: tuple[g.Effect, ...], body: g.EffectBody) -> bool:
        """Return whether an effect leaves the groups of a family unchanged, or takes all their cards."""
        facts = facts_of(body)
        if facts.family is not None or facts.swaps:
            return False
        aside = facts.to is None or (isinstance(facts.to, g.InZone) and facts.to.zone != family)
        return aside and all(self._from_elsewhere(family, effects, cards) for cards in facts.takes)

    def _from_elsewhere(self, family: str, effects: tuple[g.Effect, ...], cards: Expr) -> bool:
        whole = cards.member if isinstance(cards, g.Single) else cards
        if isinstance(whole, g.AllCards):
            return True
        if isinstance(whole, g.Recall):
            first, body = effects[0], effects[0].body
            set_here = isinstance(body, g.Become) and body.cell == whole and not (first.when or first.unless)
            whole = body.value if isinstance(body, g.Become) and set_here else whole
        if isinstance(whole, g.Local):
            act = next((a for a in self.game.acts if a.effects is effects), None)
            whole = (_domain(act, whole.name) if act else None) or whole
        zones = drawn_from(self.game, whole)
        return zones is not None and family not in zones

    def _exchanged(self, family: str, group: int, act: g.Act, first: str, second: str) -> Iterator[int]:
        """Yield the groups in which one card of a group is replaced by another card."""
        for inside, outside in ((first, second), (second, first)):
            if self._within(family, act, inside):
                plain = not any(p.name == outside and (p.freely or isinstance(p.domain, g.Local)) for p in act.parameters)
                yield from self._replaced(family, group, act, inside, outside if plain else "")

    def _replaced(self, family: str, group: int, act: g.Act, inside: str, outside: str) -> Iterator[int]:
        """Yield the groups in which the card of one word is replaced by the card of another, which may have any reading
        if it is free.
        """
        faces = self.table.rules.layout.faces
        place = _group(act, inside)
        alone, both = (self._tests(act, words) for words in ((inside, place), (inside, place, *filter(None, (outside,)))))
        taken = faces.physical(group)
        firsts = {faces.class_of[c]: c for c in reversed(range(len(self.game.deck.cards))) if not taken >> c & 1}
        for face in members(group):
            if not self._passes(alone, family, group, {place: group, inside: face}):
                continue
            for card in firsts.values():
                if self._passes(both, family, group, {place: group, inside: face, outside: card}):
                    yield group ^ 1 << face | 1 << faces.taken_over(card, face)

    def _tests(self, act: g.Act, words: tuple[str, ...]) -> list[list[tuple[Expr, tuple[str, ...]]]]:
        """Return for each permission of an act its conditions that depend on these words only."""
        conditions = [conjuncts(*title.when) for title, _ in self.game.permissions_of(act.name)]
        return [[(e, tuple(sorted(free_locals(e)))) for e in each if self.closed(e) and free_locals(e) <= {*words}]
                for each in conditions]  # fmt: skip

    def _passes(self, tests: list[list[tuple[Expr, tuple[str, ...]]]], family: str, group: int, values: dict[str, int]) -> bool:
        return any(all(self._ask(e, names, family, group, values) for e, names in each) for each in tests)

    def _ask(self, expr: Expr, names: tuple[str, ...], family: str, group: int, values: dict[str, int]) -> int:
        answer = self._asking(expr, names)(self._laid_out(family, group), values, 0)
        return 1 if answer is None else answer

    def _asking(self, expr: Expr, names: tuple[str, ...]) -> PositionQuery:
        if (expr, names) not in self._questions:
            self._questions[expr, names] = position_query(self.table.rules, expr, names)
        return self._questions[expr, names]

    def _laid_out(self, family: str, group: int) -> Position:
        """Return a state with only this group on the table."""
        layout = self.table.rules.layout
        cells = [0] * layout.size
        cells[layout.places[family].slot] = group
        return Position(tuple(cells))

    # ------------------------------------------------------------------------------ queries

    def values(self, expr: Expr, name: str, shapes: tuple[int, ...], family: str = "") -> frozenset[int] | None:
        """Return the values of an expression over all possible sets of faces, if it depends on one such set only; otherwise
        None.
        """
        key = (expr, name, id(shapes))
        if key not in self._answers:
            self._answers[key] = self._values(expr, name, shapes, family)
        return self._answers[key]

    def _values(self, expr: Expr, name: str, shapes: tuple[int, ...], family: str) -> frozenset[int] | None:
        if not self.closed(expr) or free_locals(expr) != frozenset((name,)):
            return None
        query, found = position_query(self.table.rules, expr, (name,)), set[int]()
        for mask in shapes:
            place = self._laid_out(family, mask) if family else self._nothing
            answer = query(place, {name: mask}, 0)
            if answer is None:
                return None
            found.add(answer)
        return frozenset(found)

    @cached_property
    def _nothing(self) -> Position:
        return Position((0,) * self.table.rules.layout.size)

    def closed(self, expr: Expr) -> bool:
        """Return whether an expression depends only on its words, and not on the state or on which of several equal cards is
        meant.
        """
        if expr not in self._closed:
            self._closed[expr] = self._is_closed(expr)
        return self._closed[expr]

    def _is_closed(self, expr: Expr) -> bool:
        inside, todo = set[str](), list[object]([expr])
        while todo:
            for part in parts(todo.pop()):
                if isinstance(part, (*self._state, g.Setting)) or (
                    isinstance(part, g.Cards) and not self._whole_kinds(part.cards)
                ):
                    return False
                if isinstance(part, g.Apply) and part.function not in inside:
                    inside.add(part.function)
                    todo += self.game.asked_by(part.function)
        return True

    def _whole_kinds(self, cards: tuple[int, ...]) -> bool:
        """Return whether these cards include all or none of each kind of equal cards."""
        kind = self.game.faces.kind
        kinds = {kind[card] for card in cards}
        return {card for card in range(len(kind)) if kind[card] in kinds} == {*cards}

    def sizes(self, shapes: tuple[int, ...]) -> tuple[int, int]:
        """Return the least and the greatest number of cards."""
        counts = [mask.bit_count() for mask in shapes]
        return min(counts, default=0), max(counts, default=0)


def card_numbers(mask: int) -> tuple[int, ...]:
    """Return the numbers of the cards in a mask."""
    return members(mask)


def free_words(expr: Expr) -> frozenset[str]:
    """Return the free words of an expression."""
    return free_locals(expr)


def is_steady(game: Game, *exprs: Expr) -> bool:
    """Return whether expressions depend only on their free words, and not on the state or the player."""
    return all(steady(game, expr) for expr in exprs)


Addends = SignedTerms
"""The terms of a sum, each with its sign."""


def total_and_size(condition: Expr, name: str) -> tuple[g.Total, Addends, Addends | None] | None:
    """Return the total that a condition requires of the named set, with its value, and the required size. Return None if the
    condition requires anything else.
    """
    facts = [facts_about_set(part, name) for part in conjuncts(condition)]
    totals = [fact for fact in facts if isinstance(fact, KnownTotal)]
    sizes = [fact.value for fact in facts if isinstance(fact, NumberBound) and fact.least == 0 and fact.most == 0]
    if len(totals) != 1 or len(sizes) > 1 or len(totals) + len(sizes) < len(facts):
        return None
    return totals[0].total, totals[0].value, sizes[0] if sizes else None


def _domain(act: g.Act, name: str) -> Expr | None:
    return next((p.domain for p in act.parameters if p.name == name), None)


def _is_group(operands: tuple[Expr, ...], name: str) -> bool:
    """Return whether these are one operand, the named group."""
    return len(operands) == 1 and isinstance(operands[0], g.Local) and operands[0].name == name


def _group(act: g.Act, card: str) -> str:
    """Return the parameter to whose cards a card belongs; empty if there is none."""
    domain = _domain(act, card)
    return domain.name if isinstance(domain, g.Local) else ""


def _of(act: g.Act, name: str) -> str:
    """Return the family to which a group parameter belongs; empty if there is none."""
    domain = _domain(act, name)
    return domain.zone if isinstance(domain, g.InZone) else ""
