"""A position in words: what a part of a condition comes to here, and where cards lie.

Takes what the interpreter found (`cartaro_interpreter.grounds`); the sentences are those of the rules, their things given the
values that they have.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cartaro_grammar import Type, element
from cartaro_grammar import game as g
from cartaro_interpreter import NOBODY, Fact, Json, Member, Move, State, Value, View, members, view
from cartaro_rulebook.answers.things import Things
from cartaro_rulebook.prose import sets, values
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.nouns import Phrase


@dataclass(frozen=True)
class ToldState(Things):
    """A state under its rules, to be spoken of in a language."""

    state: State = field(kw_only=True)

    # ------------------------------------------------------------------ facts

    def fact(self, fact: Fact, scope: ProseScope) -> str:
        """What a part of a condition comes to: a way to do it, the values compared, or the sentence as it holds or fails."""
        if fact.way is not None and isinstance(fact.expr, g.Can):
            return self._way(fact.expr, fact.way, scope)
        numbers = [(expr, value) for expr, value in fact.values if expr.type.kind == "number"]
        if numbers and len(numbers) == len(fact.values):
            return self.lang.series([self._amount(expr, value, scope) for expr, value in numbers])
        said = scope.condition(fact.expr, not fact.holds)
        if fact.members and isinstance(fact.expr, g.Quantified):
            return f"{said}: {self.values(fact.expr.members.type, fact.members)}"
        known = [(e, v) for e, v in fact.values if isinstance(e, g.Recall) and e.type.kind in ("card", "player", "side")]
        return "; ".join([said, *(self._held(expr, value, scope) for expr, value in known)])

    def _way(self, can: g.Can, way: Move, scope: ProseScope) -> str:
        text = self.lang.say("can", values.subject(can.actor, scope), do=self.move(way))
        return text if can.by is None else f"{text} {self.lang.say('by', x=scope.naming.clause(can.by))}"

    def _amount(self, expr: g.Expr, value: int, scope: ProseScope) -> str:
        """How much something is; of a sum, whose parts have been told, only that."""
        if isinstance(expr, g.Recall) and expr.owner is not None:
            noun = self.scope.naming.cell(expr.cell)
            owner = values.subject(expr.owner, scope)
            return self.lang.say("have_count", owner, q=f"{value} {noun.form(value != 1)}")
        if isinstance(expr, g.Operation) and expr.operator == "+":
            subject = self.lang.forms.determined(self.lang.noun("sum"), "the")
        else:
            subject = scope.value(expr)
        return self.lang.say("amounts_to", subject, x=str(value))

    def _held(self, expr: g.Expr, value: int, scope: ProseScope) -> str:
        subject = scope.value(expr)
        if value == NOBODY:
            return self.lang.say("is_none", subject)
        return self.lang.say("is", subject, x=self.things(expr, value))

    def value_json(self, expr: g.Expr, value: int) -> Json:
        """A value as records write it."""
        return self._json(expr.type, value)

    def _json(self, of: Type, value: int) -> Json:
        several = element(of)
        if several is not None:
            return [self._json(several, number) for number in members(value)]
        match of.kind:
            case "number":
                return value
            case "truth":
                return bool(value)
            case _ if value == NOBODY:
                return None
            case "card":
                return self.game.faces.codes[value]
            case "symbol":
                return self.rules.compiler.symbol_name(of.enumeration, value)
            case _:
                return value + 1

    # ------------------------------------------------------------------ where cards lie

    def not_among(self, parameter: g.Parameter, beyond: tuple[Value, ...], scope: ProseScope) -> str:
        """Some of an argument is not in the set from which it is chosen; of cards, also where they lie instead."""
        domain = parameter.domain
        assert domain is not None
        named = Phrase(self.values(domain.type, beyond), plural=len(beyond) > 1)
        text = self.lang.say("is_in", named, True, place=sets.among(domain, scope))
        if domain.type.kind != "cards":
            return text
        places = [self._lies(one.number, several=named.plural) for one in beyond if isinstance(one, Member)]
        return "; ".join([text, *(place for place in places if place)])

    def _lies(self, card: int, *, several: bool) -> str:
        """Where a card lies, as far as the player in turn sees it: an answer tells nothing of what is hidden."""
        noun = self.lang.forms.determined(self.scope.naming.card(card), "the")
        subject = noun if several else Phrase(self.lang.say("it_again", noun), noun.feminine)
        seen = view(self.rules, self.state, self.state.turn)
        base = self.rules.layout.faces.base
        for zone in seen.zones if isinstance(seen, View) else ():
            if base[card] in (base[face] for face in (*(zone.cards or ()), *(() if zone.top is None else (zone.top,)))):
                return self.lang.say("lies", subject, place=self._place(self.game.zone[zone.zone], zone.owner))
        return self.lang.say("out_of_sight", subject)

    def _place(self, zone: g.Zone, owner: int) -> str:
        noun, the = self.scope.naming.zone(zone.name), self.zone(zone, owner).text
        if zone.family or self.scope.naming.is_of_cards(noun):
            return self.lang.say("among", x=the)
        return f"{noun.place or self.lang.word('place')} {the}"
