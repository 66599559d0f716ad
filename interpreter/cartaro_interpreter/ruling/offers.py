"""Findings as they can be offered to somebody at the table, without telling what that player may not see.

An argument is listed where its domain looks only at what the viewer sees; where it would tell unseen cards it is left open, to
be given by whoever enters the finding.  So an offer never depends on cards that the viewer does not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from cartaro_grammar import Diagnostic, Expr
from cartaro_grammar import game as g
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.acts.sight import SEEN, TOP_SEEN
from cartaro_interpreter.expressions.argument_search import order
from cartaro_interpreter.expressions.mentions import free_locals, parts
from cartaro_interpreter.expressions.sets import values_in
from cartaro_interpreter.play.query import question
from cartaro_interpreter.state.fault import Faulted, diagnosed
from cartaro_interpreter.state.layout import PHASE, PHASE_TURN, TURN, Place, members
from cartaro_interpreter.state.masks import Member
from cartaro_interpreter.state.state import State


@dataclass(frozen=True, slots=True)
class Offer:
    """A finding with its arguments, in the order of its parameters; None where one is left open."""

    act: str
    args: tuple[int | None, ...]


def offers(rules: Rules, state: State, viewer: int) -> tuple[Offer, ...] | Diagnostic:
    """Every finding as it can be offered to a player, counted from 0; none where no move is awaited."""
    if state.cells[PHASE] != PHASE_TURN:
        return ()
    asking = _OfferSearch(rules, state, viewer)
    try:
        return tuple(offer for act in rules.game.acts if act.finding for offer in asking.offers(act))
    except Faulted as fault:
        return diagnosed(fault)


class _OfferSearch:
    """The questions of one viewer to one state."""

    def __init__(self, rules: Rules, state: State, viewer: int) -> None:
        self.rules = rules
        self.state = state
        self.viewer = viewer

    def offers(self, act: g.Act) -> Iterator[Offer]:
        names = [parameter.name for parameter in act.parameters]
        sought = [act.parameters[number] for number in order(act, names)]
        for given in self._given(sought, {}):
            yield Offer(act.name, tuple(given[name] for name in names))

    def _given(self, sought: list[g.Parameter], given: dict[str, int | None]) -> Iterator[dict[str, int | None]]:
        if not sought:
            yield given
            return
        parameter, *rest = sought
        for value in self._values(parameter, given):
            yield from self._given(rest, {**given, parameter.name: value})

    def _values(self, parameter: g.Parameter, given: Mapping[str, int | None]) -> tuple[int | None, ...]:
        """The values to be listed for a parameter, or None alone where it is left open."""
        if parameter.domain is None:
            return tuple(range(len(parameter.answers)))
        known = {name: value for name, value in given.items() if value is not None}
        if parameter.choice == "some" or not self._seen(parameter.domain, known, frozenset()):
            return (None,)
        mask = self._value(parameter.domain, known)
        if parameter.choice == "all":
            return (mask,)
        found = values_in(self.rules.compiler, self.state.cells, parameter.domain, mask)
        return tuple(one.number if isinstance(one, Member) else one.mask for one in found)

    def _value(self, expr: Expr, known: Mapping[str, int]) -> int:
        asked = question(self.rules, expr, tuple(known))
        found = asked if isinstance(asked, Diagnostic) else asked(self.state, known, self.state.cells[TURN])
        if isinstance(found, Diagnostic):
            raise Faulted(found.code, found.message, found.primary.span if found.primary else None)
        return found

    # ------------------------------------------------------------------ what is looked at

    def _seen(self, expr: Expr, known: Mapping[str, int], inside: frozenset[str]) -> bool:
        """Whether the viewer sees all that an expression looks at, the words known standing for these values."""
        match expr:
            case g.InZone():
                return self._sees(expr, known, SEEN) and self._all_seen(parts(expr), known, inside)
            case g.Top(pile=g.InZone() as pile):
                return self._sees(pile, known, TOP_SEEN) and self._all_seen(parts(pile), known, inside)
            case g.Size(members=g.InZone() as zone):  # everybody sees how many they are
                return self._all_seen(parts(zone), known, inside)
            case g.Can() | g.Applies() | g.ScoreOf():
                return False
            case g.Apply(function=function) if function not in inside:
                bodies = self.rules.game.asked_by(function)
                return self._all_seen(bodies, {}, inside | {function}) and self._all_seen(expr.arguments, known, inside)
            case (
                g.Number() | g.Truth() | g.Symbol() | g.Symbols() | g.Cards() | g.AllCards() | g.Everyone()
                | g.LastPlayer() | g.Nobody() | g.Actor() | g.Local() | g.Setting() | g.Recall() | g.Attribute()
                | g.Apply() | g.Operation() | g.Single() | g.Only() | g.Size() | g.Where() | g.Quantified() | g.Total()
                | g.Extreme() | g.Select() | g.Neighbour() | g.SideOf() | g.Top() | g.Pattern() | g.ReadAs()
            ):  # fmt: skip
                return self._all_seen(parts(expr), known, inside)
            case _:
                assert_never(expr)

    def _all_seen(self, exprs: tuple[Expr, ...], known: Mapping[str, int], inside: frozenset[str]) -> bool:
        return all(self._seen(expr, known, inside) for expr in exprs)

    def _sees(self, zone: g.InZone, known: Mapping[str, int], enough: int) -> bool:
        place, sight = self.rules.layout.places[zone.zone], self.rules.sight
        return all(
            sight.of(self.state.cells, self.viewer, place, owner) >= enough for owner in self._owners(zone, place, known)
        )

    def _owners(self, zone: g.InZone, place: Place, known: Mapping[str, int]) -> tuple[int, ...]:
        """Whose part of a zone is looked at; any, where that is not known."""
        if zone.owner is None or not free_locals(zone.owner) <= known.keys():
            return tuple(range(place.count))
        value = self._value(zone.owner, known)
        return members(value) if zone.owner.type.kind in ("players", "sides") else (value,) if value >= 0 else ()
