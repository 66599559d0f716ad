"""The cards of a hand that no group takes: the least total of a measure over a hand, if its groups were laid.

The rules of Gin count the cards left in hand, but only after the melds are laid. `unlaid` takes each definition that is such a
total over a player's hand, and the conditions under which an act makes groups of this hand, and returns the least total that is
left over disjoint groups.

The groups are found only by their conditions; whether they may be laid now is left open. Games whose cards can be read as
others are left out, since a joker can belong to many groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from cartaro_grammar import Expr, Game, IdentityKey, conjuncts, parts
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.acts.visibility import SEEN
from cartaro_interpreter.evaluate.card_groups import on_the_set
from cartaro_interpreter.state.card_sets import members
from cartaro_interpreter.state.faults import Faulted, Unsupported
from cartaro_interpreter.state.state import State

MOST_HELD = 14
"""The largest hand that is searched."""
MOST_GROUPS = 200
"""The greatest number of groups of a hand that are compared; any three cards of one suit may be a group in some game."""


@dataclass(frozen=True, slots=True)
class Unlaid:
    """A definition of a total over a hand, the total of a player's hand, and the least that remains of it beyond groups."""

    function: str
    whole: int
    least: int


def unlaid(rules: Rules, state: State, player: int) -> Iterator[Unlaid]:
    """Yield the totals of a player's hand that the player sees, and what remains of them if the player lays the best groups."""
    for one in _totals(IdentityKey((rules.game,))):
        place = rules.layout.places[one.zone]
        held = state.cells[place.slot + player]
        measure = rules.game.measure[one.measure]
        if held.bit_count() > MOST_HELD:
            continue
        try:
            if rules.visibility.of(state.cells, player, place, player) != SEEN:
                continue
            groups = rules.compiler.shapes_of(one.condition).made_of(held, 0)
        except (Faulted, Unsupported):
            continue
        if len(groups) > MOST_GROUPS:
            continue
        whole = sum(measure[card] or 0 for card in members(held))
        yield Unlaid(one.function, whole, whole - _most(groups, measure))


@dataclass(frozen=True, slots=True)
class _Total:
    """A definition that totals a measure over a player's hand, with the condition on the groups that an act makes of it."""

    function: str
    zone: str
    measure: str
    condition: Expr


@lru_cache(maxsize=8)
def _totals(one: IdentityKey[Game]) -> tuple[_Total, ...]:
    (game,) = one.values
    if game.open or game.deck.readings:
        return ()
    found = list[_Total]()
    for function in game.functions:
        definitions = game.definitions_of(function.name)
        if len(definitions) != 1 or not dict(game.ruleset.words).get(function.name):
            continue
        ((clause, sentence),) = definitions
        total = sentence.value
        if clause.when or clause.unless or not isinstance(total, g.Total) or not isinstance(total.amount, g.Attribute):
            continue
        hand = total.members
        if isinstance(hand, g.InZone) and isinstance(hand.owner, g.Local) and hand.owner.name in sentence.parameters:
            condition = _grouped(game, hand.zone)
            if condition is not None and game.zone[hand.zone].owner == "player":
                found.append(_Total(function.name, hand.zone, total.amount.name, condition))
    return tuple(found)


def _grouped(game: Game, zone: str) -> Expr | None:
    """Return the condition on the cards of the groups that an act makes of a player's zone."""
    for act in game.acts:
        bodies = [effect.body for effect in act.effects if isinstance(effect.body, g.Form)]
        formed = {body.cards.name for body in bodies if isinstance(body.cards, g.Local)}
        for parameter in act.parameters:
            own = {part.zone for part in parts(parameter.domain) if isinstance(part, g.InZone)}
            if parameter.name not in formed or own != {zone}:
                continue
            for clause, _ in game.permissions_of(act.name):
                asked = [part for one in clause.when for part in conjuncts(one)]
                of_the_cards = [part for part in asked if _is_of(part, parameter.name)]
                condition = on_the_set(game, of_the_cards, parameter.name)
                if condition is not None:
                    return condition
    return None


def _is_of(condition: Expr, name: str) -> bool:
    return any(isinstance(part, g.Local) and part.name == name for part in parts(condition))


def _most(groups: Sequence[int], measure: Sequence[int | None]) -> int:
    """Return the greatest total of a measure over disjoint groups."""
    worth = {group: sum(measure[card] or 0 for card in members(group)) for group in groups}

    @cache
    def best(free: int) -> int:
        lowest = free & -free
        if not lowest:
            return 0
        taken = (worth[group] + best(free & ~group) for group in groups if group & lowest and not group & ~free)
        return max(best(free & ~lowest), max(taken, default=0))

    everything = 0
    for group in groups:
        everything |= group
    return best(everything)
