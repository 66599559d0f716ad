"""A position in words: a move with its cards by name, and what a part of a condition comes to here.

Takes what the interpreter found (`cartaro_interpreter.grounds`); the sentences are those of the rules, their things given the
values that they have.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cartaro_grammar import Type, element
from cartaro_grammar import game as g
from cartaro_interpreter import END_OF_TURN, NOBODY, Fact, Json, Move, Rules, State, View, describe, members, phrase, view
from cartaro_rulebook.prose import acts, sets, values
from cartaro_rulebook.prose.clauses import scope_for
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.language import Language
from cartaro_rulebook.words.nouns import Phrase
from cartaro_rulebook.words.references import plain

Answer = dict[str, Json]


@dataclass(frozen=True)
class Told:
    """A state under its rules, to be spoken of in a language; `spoken` are the cards that the move in question names."""

    rules: Rules
    state: State
    code: str
    spoken: tuple[int, ...] = ()

    @cached_property
    def scope(self) -> ProseScope:
        return scope_for(self.rules.game, self.code)

    @property
    def lang(self) -> Language:
        return self.scope.lang

    @property
    def game(self) -> g.Game:
        return self.rules.game

    # ------------------------------------------------------------------ moves

    def move(self, move: Move, others: tuple[Move, ...] = ()) -> str:
        """A move in the infinitive, its cards by name; with others that differ in their one card, `A or B`."""
        if move.act == END_OF_TURN:
            return self.lang.say("end_turn")
        act = self.game.act[move.act]
        texts: dict[str, str] = {}
        for number, parameter in enumerate(act.parameters):
            found = [self.argument(parameter, other.args[number]) for other in (move, *others)]
            texts[parameter.name] = self.lang.series(tuple(dict.fromkeys(found)), "or")
        return acts.doing(act, texts, self.scope)

    def move_json(self, move: Move) -> Answer:
        """A move: act and arguments, as an author writes it, and in words."""
        args: Answer = dict(describe(self.game, move))
        text = plain(self.lang.forms.polish(self.move(move)))
        return {"act": move.act, "args": args, "phrase": phrase(self.game, move), "text": text}

    def argument(self, parameter: g.Parameter, value: int) -> str:
        """One argument of a move."""
        if parameter.choice == "either":
            return self.scope.naming.title(parameter.answers[value])
        if parameter.type.kind == "card" and not parameter.freely:
            return self.card(self.game.faces.faces[value].card).text
        return self.thing(parameter.type, value)

    def things(self, of: g.Expr, value: int) -> str:
        return self.thing(of.type, value)

    def thing(self, of: Type, value: int) -> str:
        """A value by its name: cards, players with their numbers, a number, a symbol."""
        several = element(of)
        if of.kind == "group":
            cards = ", ".join(self.scope.naming.card(number).singular for number in self.in_order(value))
            the = self.lang.forms.determined(self.scope.naming.of_type(of), "the").text
            return self.lang.say("group_of", the=the, cards=cards)
        if several is not None:
            ordered = self.in_order(value) if several.kind == "card" else members(value)
            return self.lang.series([self.thing(several, number) for number in ordered]) or self.lang.say("nothing_named")
        if value == NOBODY and of.kind in ("card", "player", "side", "symbol"):
            return self.lang.say("nobody")
        match of.kind:
            case "card":
                return self.card(value).text
            case "player" | "side":
                return self.numbered(of, value).text
            case "symbol":
                name = self.rules.compiler.symbol_name(of.enumeration, value) or ""
                return self.scope.naming.symbol(of.enumeration, name).form(True)
            case "truth":
                return self.lang.say("true" if value else "false")
            case _:
                return str(value)

    def in_order(self, mask: int) -> list[int]:
        """The cards of a set; where a card may be read as another, in the order of what they are read as."""
        deck, faces = self.game.deck, self.game.faces
        if not (deck.readings and deck.measures):
            return [*members(mask)]
        measure = faces.measure(deck.measures[0].name)
        return sorted(members(mask), key=lambda number: (measure[number] or 0, faces.faces[number].like, number))

    def card(self, number: int) -> Phrase:
        """A card by its name; beside another of the same name that is spoken of, as the other."""
        noun = self.scope.naming.card(number)
        if number in self.spoken or all(plain(self.scope.naming.card(n).singular) != plain(noun.singular) for n in self.spoken):
            return self.lang.forms.determined(noun, "the")
        deck = self.game.deck.cards
        copies = sum(card.attributes == deck[number].attributes for card in deck) if number < len(deck) else 0
        return self.lang.forms.determined(self.lang.derived("other", noun), "the" if copies == 2 else "a")

    def numbered(self, of: Type, number: int) -> Phrase:
        """A player or side by its number."""
        noun = self.scope.naming.of_type(of)
        the = self.lang.forms.determined(noun, "the").text
        return Phrase(self.lang.say("numbered", the=the, noun=noun.form(False), n=str(number + 1)), noun.feminine)

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
            return f"{said}: {self.things(fact.expr.members, fact.members)}"
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

    def not_among(self, parameter: g.Parameter, cards: int, scope: ProseScope) -> str:
        """Some members of an argument are not in the set from which it is chosen; cards, and where they lie instead."""
        named = Phrase(self.things_of(parameter, cards), plural=cards & (cards - 1) != 0)
        domain = parameter.domain
        assert domain is not None
        text = self.lang.say("is_in", named, True, place=sets.among(domain, scope))
        if (element(parameter.type) or parameter.type).kind != "card":
            return text
        places = [self._lies(card, several=named.plural) for card in members(cards)]
        return "; ".join([text, *(place for place in places if place)])

    def things_of(self, parameter: g.Parameter, mask: int) -> str:
        one = element(parameter.type) or parameter.type
        return self.lang.series([self.thing(one, number) for number in members(mask)])

    def _lies(self, card: int, *, several: bool) -> str:
        """Where a card lies, as far as the player in turn sees it: an answer tells nothing of what is hidden."""
        noun = self.lang.forms.determined(self.scope.naming.card(card), "the")
        subject = noun if several else Phrase(self.lang.say("it_again", noun), noun.feminine)
        seen = view(self.rules, self.state, self.state.turn)
        for zone in seen.zones if isinstance(seen, View) else ():
            if card in (zone.cards or ()) or card == zone.top:
                return self.lang.say("lies", subject, place=self._place(self.game.zone[zone.zone], zone.owner))
        return self.lang.say("out_of_sight", subject)

    def _place(self, zone: g.Zone, owner: int) -> str:
        noun = self.scope.naming.zone(zone.name)
        if zone.family:
            return self.lang.say("among", x=self.lang.forms.determined(noun, "the", True).text)
        the = self.lang.forms.determined(noun, "the")
        if zone.owner != "table":
            the = the.then(self.lang.of(self.numbered(Type(zone.owner), owner).text))
        if self.scope.naming.is_of_cards(noun):
            return self.lang.say("among", x=the.text)
        return f"{noun.place or self.lang.word('place')} {the.text}"
