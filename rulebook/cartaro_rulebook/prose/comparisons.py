"""Comparisons: how many there are, who has how much, whether two things are the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from cartaro_grammar import CARD
from cartaro_grammar import game as g
from cartaro_rulebook.prose import definitions, sets, values
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.nouns import Noun, Phrase

RelationKey = Literal["eq", "ne", "ge", "le", "gt", "lt"]

OPPOSITE: dict[RelationKey, RelationKey] = {"eq": "ne", "ne": "eq", "ge": "lt", "lt": "ge", "le": "gt", "gt": "le"}


def comparison(e: g.Operation, scope: ProseScope, negated: bool) -> str:
    """The sentence for `=`, `<`, `<=`, in the order in which the author wrote the two sides."""
    relation, left, right = _read(e)
    if negated:
        relation = OPPOSITE[relation]
    if isinstance(right, g.Nobody):
        return _nobody(left, relation == "eq", scope)
    if left.type.kind != "number":
        return _sameness(left, right, relation == "ne", scope)
    match left:
        case g.Size(members):
            return size(members, relation, right, scope)
        case g.Recall(cell, owner) if owner is not None:
            return _has(cell, owner, relation, right, scope)
        case g.Recall(cell) if isinstance(right, g.Number | g.Setting) and scope.naming.cell(cell).named:
            figure = scope.lang.say(f"q_{relation}", n=scope.value(right).text)
            return scope.lang.say("they_are", scope.value(left), q=figure, noun=scope.naming.cell(cell).form(True))
        case g.Attribute(name, card) if card in (scope.relative, scope.salient):
            return _measured(name, card, relation, right, scope)
        case _:
            return _plainly(left, relation, right, scope)


def _read(e: g.Operation) -> tuple[RelationKey, g.Expr, g.Expr]:
    """The relation as written: `a is at least b` is kept as `b <= a`, with `b` later in the text."""
    first, second = e.operands
    if e.operator == "=":
        return "eq", first, second
    turned = second.span.start < first.span.start
    if e.operator == "<=":
        return ("ge", second, first) if turned else ("le", first, second)
    return ("gt", second, first) if turned else ("lt", first, second)


def _nobody(left: g.Expr, nobody: bool, scope: ProseScope) -> str:
    lang = scope.lang
    noun = bare_noun(left, scope)
    if noun is None:
        return lang.say("is_none" if nobody else "is_someone", values.subject(left, scope))
    determined = lang.forms.determined(noun, "any" if nobody else "a")
    return lang.say("is_nobody" if nobody else "is_somebody", x=determined.text)


def bare_noun(e: g.Expr, scope: ProseScope) -> Noun | None:
    """The noun of something with a name of its own."""
    if isinstance(e, g.Recall) and e.owner is None:
        noun = scope.naming.cell(e.cell)
    elif isinstance(e, g.Apply) and not e.arguments:
        noun = definitions.function_noun(e.function, scope)
    else:
        return None
    return noun if noun.named else None


def _sameness(left: g.Expr, right: g.Expr, different: bool, scope: ProseScope) -> str:
    """The same card, player, suit or truth."""
    lang = scope.lang
    match left, right:
        case g.Attribute(attribute, card), g.Symbol(name):
            symbol = scope.naming.symbol(attribute, name)
            subject = values.subject(card, scope)
            if symbol.named:
                return lang.say("is", subject, different, x=lang.forms.determined(symbol, "a").text)
            return lang.say("is_of", subject, different, x=symbol.form(True))
        case g.Attribute(attribute, card), g.Attribute(other, like) if attribute == other:
            same = lang.derived("same", scope.naming.attribute(attribute))
            slots = {"same": lang.forms.determined(same, "the").text, "x": scope.value(like).text}
            return lang.say("is_same_as", values.subject(card, scope), different, **slots)
        case g.Attribute(_, card), _:
            return lang.say("is_of", values.subject(card, scope), different, x=scope.value(right).text)
        case g.Setting(option), g.Symbol(name):
            x = scope.naming.quoted(scope.naming.option_value(name))
            return lang.say("is", scope.naming.option_phrase(option), different, x=x)
        case g.InZone(), _ if left.type.kind == "cards" and not different:
            cards = sets.set_phrase(right, scope)
            agreeing = Phrase("", lang.noun("card").feminine, cards.plural)
            return lang.say("only_cards", agreeing, place=sets.place(left, scope), x=cards.text)
        case _, g.Actor() if not isinstance(left, g.Actor):
            return lang.say("is", values.subject(right, scope), different, x=scope.value(left).text)
        case _, g.InZone() if right.type.kind == "cards" and not scope.naming.is_family(right.zone):
            there = sets.set_phrase(right, scope)
            return lang.say("is", values.subject(left, scope), different, x=lang.say("all_there", there, x=there.text))
        case _:
            return lang.say("is", values.subject(left, scope), different, x=scope.value(right).text)


def quantity(relation: RelationKey, number: g.Expr, noun: Noun, scope: ProseScope) -> Phrase:
    """At least three kings; a single card; more than that many points."""
    lang = scope.lang
    if isinstance(number, g.Number):
        counted = lang.forms.counted(number.value, noun)
        if relation == "eq" and number.value == 1:
            only = lang.say("q_one", counted, noun=noun.form(False))
            return Phrase(only, noun.feminine)
        plural = counted.plural or (relation in ("gt", "ge") and number.value != 1)
        return Phrase(lang.say(f"q_{relation}", n=counted.text), noun.feminine, plural)
    found = scope.value(number)
    if isinstance(number, g.Setting):
        return Phrase(lang.say(f"q_{relation}", n=f"{found.text} {noun.form(True)}"), noun.feminine, True)
    text = lang.say(f"amount_{relation}", Phrase("", noun.feminine, True), noun=noun.form(True), x=found.text)
    return Phrase(text, noun.feminine, True)


def size(members: g.Expr, relation: RelationKey, number: g.Expr, scope: ProseScope) -> str:
    """How many there are."""
    lang = scope.lang
    empty = isinstance(number, g.Number) and number.value == 0
    if isinstance(members, g.InZone) and empty and relation in ("eq", "ne"):
        return lang.say("is_empty", _zone_subject(members, scope), relation == "ne")
    if isinstance(members, g.Apply) and len(members.arguments) == 1 and values.is_person(members.arguments[0], scope):
        held = definitions.function_noun(members.function, scope)
        if empty and relation == "eq" and held.named and not definitions.PLACED.search(held.singular):
            return lang.say("has_no", values.subject(members.arguments[0], scope), x=lang.forms.determined(held, "any").text)
    found = sets.elements(members, scope)
    if empty and relation in ("eq", "gt", "ne"):
        key = "there_are_no" if relation == "eq" else "there_are_some"
        noun = lang.forms.determined(found.noun, "any" if relation == "eq" else "bare", relation != "eq")
        return lang.say(key, x=noun.text + found.modifiers, place=_at(found))
    if not isinstance(number, g.Number | g.Setting):
        return _more(members, relation, number, scope)
    how_many = quantity(relation, number, found.noun, scope)
    if isinstance(members, g.Local) and members.type.kind == "cards":
        return _those(members, relation, number, scope)
    holder = _holder(members)
    if holder is not None and holder in (scope.relative, scope.salient):
        there = sets.elements(members, scope, how_many.plural)
        return lang.say("have_in", values.subject(holder, scope), q=how_many.text + there.modifiers, place=there.place)
    found = sets.elements(members, scope, how_many.plural)
    return lang.say("there_are", how_many, q=how_many.text + found.modifiers, place=_at(found))


def _more(members: g.Expr, relation: RelationKey, number: g.Expr, scope: ProseScope) -> str:
    """Those cards are fewer than the cards taken: two sets that have names; of others, their numbers are compared."""
    others = number.members if isinstance(number, g.Size) else None
    if isinstance(members, g.Local) and isinstance(others, g.Local) and relation in ("lt", "gt"):
        key = "fewer_than" if relation == "lt" else "more_than"
        return scope.lang.say(key, scope.value(members), x=scope.value(others).text)
    return _plainly(g.Size(members, number.type, members.span), relation, number, scope)


def _holder(members: g.Expr) -> g.Expr | None:
    """Whose place it is in which cards are counted, so that they *have* them."""
    if isinstance(members, g.Where):
        return _holder(members.members)
    return members.owner if isinstance(members, g.InZone) else None


def _at(found: sets.Elements) -> str:
    return f" {found.place}" if found.place else ""


def _zone_subject(zone: g.InZone, scope: ProseScope) -> Phrase:
    return scope.value(zone)


def _those(members: g.Local, relation: RelationKey, number: g.Expr, scope: ProseScope) -> str:
    """`the cards taken are at least two`: what a move or a definition names is counted as such."""
    noun = scope.roles.get(members.name) or scope.naming.of_type(CARD)
    one = isinstance(number, g.Number) and number.value == 1 and relation == "eq"
    if members.name in scope.roles:
        subject = scope.lang.forms.determined(Noun(noun.singular, noun.plural, noun.feminine), "the", not one)
    else:
        subject = values.subject(members, scope)
    if isinstance(number, g.Number):
        bare = scope.lang.forms.counted(number.value, Noun("", "", noun.feminine)).text.strip()
        figure = scope.lang.say("q_alone", subject) if one else scope.lang.say(f"q_{relation}", n=bare)
    else:
        figure = scope.lang.say(f"q_{relation}", n=scope.value(number).text)
    counted = noun.form(not one)
    return scope.lang.say("they_are", subject, q=figure, noun=counted)


def _has(cell: str, owner: g.Expr, relation: RelationKey, number: g.Expr, scope: ProseScope) -> str:
    """A side has at least eleven points."""
    noun = scope.naming.cell(cell)
    subject = values.subject(owner, scope)
    if isinstance(number, g.Number) and number.value == 0 and relation in ("eq", "gt", "ne"):
        none = scope.lang.forms.determined(noun, "any" if relation == "eq" else "bare", relation != "eq")
        return scope.lang.say("have_none" if relation == "eq" else "have_some", subject, x=none.text)
    return scope.lang.say("have_count", subject, q=quantity(relation, number, noun, scope).text)


def _measured(name: str, card: g.Expr, relation: RelationKey, number: g.Expr, scope: ProseScope) -> str:
    """The card has a value of at least three."""
    noun = scope.naming.noun(name)
    x = scope.value(number).text
    if isinstance(number, g.Attribute) and number.name == name:
        x = scope.lang.say("that_of", Phrase("", noun.feminine), x=scope.value(number.card).text)
    measured = scope.lang.say(f"measured_{relation}", Phrase("", noun.feminine), m=noun.form(False), x=x)
    return scope.lang.say("have_count", values.subject(card, scope), q=measured)


def _plainly(left: g.Expr, relation: RelationKey, right: g.Expr, scope: ProseScope) -> str:
    """`the total value of … equals the value of …`."""
    subject = scope.value(left)
    if left == scope.again:
        subject = replace(subject, text=scope.lang.say("it_again", subject))
    x = scope.speaking_of(None).value(right).text
    if isinstance(right, g.Attribute) and right.name == _measure_of(left, scope):
        noun = scope.naming.noun(right.name)
        x = scope.lang.say("that_of", Phrase("", noun.feminine), x=scope.value(right.card).text)
    return scope.lang.say(f"is_{relation}", subject, x=x)


def _measure_of(e: g.Expr, scope: ProseScope) -> str | None:
    """The measure that a value is spoken of as."""
    if isinstance(e, g.Total) and scope.single and e.members == scope.topic:
        e = e.amount
    return e.name if isinstance(e, g.Attribute) else None
