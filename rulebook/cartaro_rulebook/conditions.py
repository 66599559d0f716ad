"""What is true or false, as a sentence without its first capital and final stop."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import cast

from cartaro_grammar import game as g
from cartaro_grammar.source import Span
from cartaro_grammar.types import Type
from cartaro_rulebook import acts, comparisons, sets, values
from cartaro_rulebook.inline import marked
from cartaro_rulebook.nouns import Phrase
from cartaro_rulebook.scope import Scope

RELATIVE = "\ue010"
"""Stands for the subject of a relative clause until it is known whether the clause begins with it."""


def condition(e: g.Expr, scope: Scope, negated: bool = False) -> str:
    """The sentence; denied when `negated`."""
    lang = scope.lang
    match e:
        case g.Truth(yes):
            return lang.say("true" if yes != negated else "false")
        case g.Operation("not", (inner,)):
            return condition(inner, scope, not negated)
        case g.Operation("and" | "or"):
            return joined(e, scope, negated)
        case g.Operation("=" | "<" | "<="):
            return comparisons.comparison(e, scope, negated)
        case g.Operation("in" | "subset", (member, members)):
            phrase = values.subject(member, scope)
            return lang.say("is_in", phrase, negated, place=sets.among(members, scope))
        case g.Quantified():
            return quantified(e, scope, negated)
        case g.Apply():
            return applied(e, scope, negated)
        case g.Recall():
            return flag(e, scope, negated)
        case g.Can():
            return acts.can(e, scope, negated)
        case g.Applies(clause):
            return lang.say("applies_not" if negated else "applies", x=scope.naming.clause(clause))
        case g.Pattern(pattern, cards, attribute):
            noun = scope.naming.noun(attribute, dict_names(attribute, scope))
            subject = values.subject(cards, scope) if cards == scope.relative else sets.set_phrase(cards, scope)
            return lang.say(f"is_{pattern}", subject, negated, x=noun.form(False), y=noun.form(True))
        case g.ReadAs(card, reading):
            return lang.say("is_read_as", values.subject(card, scope), negated, x=values.value(reading, scope).text)
        case _:
            text = values.value(e, scope).text
            return lang.say("not", x=text) if negated else text


def dict_names(attribute: str, scope: Scope) -> g.Names:
    return next((a.names for a in scope.naming.game.deck.attributes if a.name == attribute), ())


def conjuncts(e: g.Expr) -> tuple[g.Expr, ...]:
    """The parts of a condition that all must hold."""
    match e:
        case g.Operation("and", operands):
            return tuple(part for operand in operands for part in conjuncts(operand))
        case _:
            return (e,)


def _disjuncts(e: g.Expr) -> tuple[g.Expr, ...]:
    match e:
        case g.Operation("or", operands):
            return tuple(part for operand in operands for part in _disjuncts(operand))
        case _:
            return (e,)


def joined(e: g.Operation, scope: Scope, negated: bool) -> str:
    """A and B; either A or B.  The denial of the one is said with the other."""
    parts = conjuncts(e) if e.operator == "and" else _disjuncts(e)
    if (e.operator == "and") != negated:
        return all_hold(parts, scope, negated)
    texts = [condition(part, scope, negated) for part in parts]
    return either(texts, scope)


def either(texts: list[str], scope: Scope) -> str:
    """A or B; with a word in front where the parts are long."""
    if len(texts) == 2:
        return scope.lang.say("either", a=texts[0], b=texts[1])
    return scope.lang.series(texts, "or")


def all_hold(parts: tuple[g.Expr, ...], scope: Scope, negated: bool = False) -> str:
    """A, B and C; what the first reckons with is only *theirs* in the others."""
    texts: list[str] = []
    for part in parts:
        texts.append(condition(part, scope, negated))
        topic = _topic(part)
        if topic is not None:
            scope = scope.speaking_of(*topic)
        if scope.salient is None and scope.relative is None:
            scope = replace(scope, salient=_subject_of(part))
        if scope.relative is not None:
            scope = replace(scope, pronoun="")
    return scope.lang.series(texts)


def _topic(part: g.Expr) -> tuple[g.Expr, bool] | None:
    """The cards that a condition counts, and whether there is one of them."""
    match part:
        case g.Operation("=", (g.Size(members), g.Number(1))) if members.type.kind == "cards":
            return members, True
        case g.Operation("=" | "<" | "<=", (g.Size(members), _) | (_, g.Size(members))) if members.type.kind == "cards":
            return members, False
        case _:
            return None


def _subject_of(part: g.Expr) -> g.Expr | None:
    """The player whom a condition is about."""
    match part:
        case g.Operation("=", (g.Actor() as actor, _)) | g.Can(_, g.Actor() as actor):
            return actor
        case _:
            return None


def relative(parts: tuple[g.Expr, ...], local: g.Local, scope: Scope, plural: bool) -> str:
    """`that are dark and …`; where the thing is not the subject of all parts, `such that …`."""
    lang = scope.lang
    mention = scope.mentions.get(local.name, Phrase(""))
    mention = replace(mention, plural=plural) if plural else mention
    inner = scope.mention(local.name, mention)
    said = predicates(parts, local, inner)
    if said is not None:
        return f"{lang.say('that_relative')} {said}"
    return lang.say("such_that", mention, x=all_hold(parts, scope.about(local)))


def predicates(parts: tuple[g.Expr, ...], local: g.Local, scope: Scope, negated: bool = False) -> str | None:
    """What is said of the thing, without it (`is dark and has a value of 3`); None where it is not the subject."""
    texts: list[str] = []
    inner = scope.relating(local, RELATIVE)
    for part in parts:
        text = condition(part, inner, negated).strip()
        if not text.startswith(RELATIVE) or RELATIVE in text[1:]:
            return None
        texts.append(text[1:].strip())
    return scope.lang.series(texts)


def quantified(e: g.Quantified, scope: Scope, negated: bool = False) -> str:
    """Some, every or no member of a set has a property."""
    flipped = {"some": "no", "no": "some", "every": "every"}
    if negated and e.quantifier == "every":
        return scope.lang.say("not", x=quantified(e, scope))
    quantifier = flipped[e.quantifier] if negated else e.quantifier
    condition_, quantifier = _positive(e.condition, quantifier)
    local = g.Local(e.variable, sets.element(e.members.type) or e.members.type, e.span)
    owned = _each_zone(condition_, local, e.members)
    if owned is not None:
        return _zones(owned, quantifier, condition_, scope)
    of = sets.elements(e.members, scope)
    that = scope.lang.forms.determined(of.noun, "that")
    if _alike(e, scope):
        return _lettered(e, quantifier, of, condition_, scope)
    inner = scope.mention(e.variable, that)
    said = predicates(conjuncts(condition_), local, inner)
    if said is None:
        people = e.members.type.kind in ("players", "sides")
        return _for(quantifier, of, condition(condition_, inner.about(local if people else scope.salient)), scope)
    return _subject(quantifier, of, said, scope, e.members.type.kind in ("players", "sides"))


def _alike(e: g.Quantified, scope: Scope) -> bool:
    """Whether two things of one sort are spoken of, so that each needs a letter."""
    return e.variable in scope.lettered or _nests(e.condition, e.members.type)


def _nests(e: object, of: Type) -> bool:
    if isinstance(e, g.Quantified) and e.members.type == of:
        return True
    if isinstance(e, tuple):
        return any(_nests(part, of) for part in cast("tuple[object, ...]", e))
    return is_dataclass(e) and not isinstance(e, Span) and any(_nests(getattr(e, f.name), of) for f in fields(e))


def _lettered(e: g.Quantified, quantifier: str, of: sets.Elements, said: g.Expr, scope: Scope) -> str:
    """`for every side x, for every side y, …`."""
    letter = " " + marked("word", e.variable, e.variable)
    inner = scope.mention(e.variable, scope.lang.forms.determined(of.noun, "the").then(letter))
    nested = tuple(name for name in _bound(e.condition) if name not in scope.lettered)
    inner = replace(inner, lettered=(*scope.lettered, *nested), salient=None)
    named = sets.Elements(of.noun, letter + of.modifiers, of.place)
    return _for(quantifier, named, condition(said, inner), scope)


def _bound(e: object) -> tuple[str, ...]:
    """The names that quantifiers bind in an expression."""
    own = (e.variable,) if isinstance(e, g.Quantified) else ()
    if isinstance(e, tuple):
        return tuple(name for part in cast("tuple[object, ...]", e) for name in _bound(part))
    if is_dataclass(e) and not isinstance(e, Span):
        return own + tuple(name for f in fields(e) for name in _bound(getattr(e, f.name)))
    return own


def _positive(e: g.Expr, quantifier: str) -> tuple[g.Expr, str]:
    """`no x has not …` is `every x has …`."""
    match e:
        case g.Operation("not", (inner,)) if quantifier == "no":
            return inner, "every"
        case _:
            return e, quantifier


def _for(quantifier: str, of: sets.Elements, said: str, scope: Scope) -> str:
    lang = scope.lang
    agreeing = Phrase("", of.noun.feminine)
    if quantifier == "some":
        return lang.say("for_some", agreeing, x=lang.forms.counted(1, of.noun).text + of.rest, c=said)
    if quantifier == "no":
        return lang.say("for_no", agreeing, x=lang.forms.determined(of.noun, "any").text + of.rest, c=said)
    return lang.say("for_each", agreeing, x=of.noun.form(False) + of.rest, c=said)


def _subject(quantifier: str, of: sets.Elements, said: str, scope: Scope, people: bool) -> str:
    """The quantified thing as the subject of what is said."""
    lang = scope.lang
    if quantifier == "every":
        return f"{lang.forms.determined(of.noun, 'each').text}{of.rest} {said}"
    if quantifier == "no":
        before = lang.phrases["nobody_before_verb"]
        return f"{lang.forms.determined(of.noun, 'no').text}{of.rest} {before}{said}"
    one = lang.forms.counted(1, of.noun).text
    if people:
        return f"{lang.say('at_least_one', x=one)}{of.rest} {said}"
    article = lang.forms.determined(of.noun, "a").text
    return lang.say("exists", x=article + of.rest, c=said)


def _each_zone(e: g.Expr, local: g.Local, members: g.Expr) -> g.InZone | None:
    """`every hand is empty`: the zone, when the condition is only that."""
    match e:
        case g.Operation("=", (g.Size(g.InZone(_, owner) as zone), g.Number(0))) if (
            owner == local and isinstance(members, g.Everyone)
        ):
            return zone
        case _:
            return None


def _zones(zone: g.InZone, quantifier: str, e: g.Expr, scope: Scope) -> str:
    noun = scope.naming.zone(zone.zone)
    if quantifier == "some":
        one = scope.lang.say("at_least_one", x=scope.lang.forms.counted(1, noun).text)
        return scope.lang.say("is_empty", Phrase(one, noun.feminine))
    if noun.only_plural and quantifier == "every":
        owner = scope.lang.forms.determined(scope.naming.of_type(zone.owner.type), "each") if zone.owner else Phrase("")
        phrase = scope.lang.forms.determined(noun, "the").then(scope.lang.of(owner.text))
        return scope.lang.say("is_empty", phrase)
    phrase = scope.lang.forms.determined(noun, "each" if quantifier == "every" else "no")
    return scope.lang.say("is_empty", phrase)


def applied(e: g.Apply, scope: Scope, negated: bool) -> str:
    """A truth that the game defines: a kind of thing, or a sentence of its own."""
    lang = scope.lang
    noun = values.function_noun(e.function, scope)
    if not e.arguments:
        text = scope.naming.sentence(e.function, scope.naming.game.function[e.function].names)
        return denied(text, scope) if negated else text
    if values.PLACED.search(noun.singular):
        text = values.placed(noun.singular, e.arguments, scope)
        return lang.say("not", x=text) if negated else text
    subject = values.subject(e.arguments[0], scope)
    if len(e.arguments) > 1:
        subject = Phrase(lang.series([values.value(a, scope).text for a in e.arguments]), plural=True)
    kind = lang.forms.determined(noun, "a").text if noun.named else noun.singular
    return lang.say("is", subject, negated, x=kind)


def flag(e: g.Recall, scope: Scope, negated: bool) -> str:
    """A flag's name is a sentence, or, of a player or side, what is said of them."""
    if scope.naming.game.cell[e.cell].kind != "flag":
        text = values.value(e, scope).text
        return scope.lang.say("not", x=text) if negated else text
    text = scope.naming.sentence(e.cell, scope.naming.game.cell[e.cell].names)
    if e.owner is None:
        return denied(text, scope) if negated else text
    said = denied(text, scope) if negated else text
    return f"{values.subject(e.owner, scope).text} {said}".strip()


def denied(text: str, scope: Scope) -> str:
    """An author's words denied: at its verb where they begin with one, else as a whole."""
    lang = scope.lang
    first, _, rest = text.partition(" ")
    if first in lang.phrases["auxiliaries"].split():
        return lang.say("denied", first=first, rest=rest)
    return lang.say("not", x=text)
