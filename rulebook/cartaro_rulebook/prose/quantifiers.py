"""Some, every, no: what holds of the members of a set, with the member as the subject wherever it can be."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import cast

from cartaro_grammar import NUMBER, TRUTH, Span, Type, element
from cartaro_grammar import game as g
from cartaro_rulebook.prose import acts, comparisons, joined_conditions, sets
from cartaro_rulebook.prose.joined_conditions import operands_of
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.nouns import Phrase
from cartaro_rulebook.words.references import marked


def quantified(e: g.Quantified, scope: ProseScope, negated: bool = False) -> str:
    """Some, every or no member of a set has a property."""
    if negated and e.quantifier == "every" and not _is_done_to_each(e):
        denied = g.Operation("not", (e.condition,), TRUTH, e.span)
        return quantified(replace(e, quantifier="some", condition=denied), scope)
    flipped = {"some": "no", "no": "some", "every": "every"}
    quantifier = flipped[e.quantifier] if negated else e.quantifier
    condition_, quantifier = _positive(e.condition, quantifier)
    local = g.Local(e.variable, element(e.members.type) or e.members.type, e.span)
    if quantifier != "every" and isinstance(e.members, g.InZone) and sets.is_kind(condition_, local, scope):
        there = g.Where(e.variable, e.members, condition_, e.members.type, e.span)
        return comparisons.size(there, "gt" if quantifier == "some" else "eq", g.Number(0, NUMBER, e.span), scope)
    owned = _each_zone(condition_, local, e.members)
    if owned is not None:
        return _zones(owned, quantifier, condition_, scope)
    of = sets.elements(e.members, scope)
    if quantifier == "every" and isinstance(condition_, g.Can) and _is_done_to_each(e):
        mention = _all(of, scope) if negated else scope.lang.forms.determined(of.noun, "each").then(of.rest)
        return acts.can(condition_, scope.mention(e.variable, mention), negated)
    that = scope.lang.forms.determined(of.noun, "that")
    if _alike(e, scope):
        return _lettered(e, quantifier, of, condition_, scope)
    inner = scope.mention(e.variable, that)
    said = joined_conditions.predicates(joined_conditions.conjuncts(condition_), local, inner)
    if said is None or (quantifier == "no" and _denies(condition_)):
        people = e.members.type.kind in ("players", "sides")
        return _for(
            quantifier,
            of,
            inner.about(local if people else scope.salient).condition(condition_),
            scope,
            _joins(condition_),
        )
    chosen = isinstance(e.members, g.Local) and e.members.name in scope.roles
    return _subject(quantifier, of, said, scope, e.members.type.kind in ("players", "sides"), chosen)


def _is_done_to_each(e: g.Quantified) -> bool:
    """Whether what is said of each thing is that somebody can do something with it: *who can lay off each card*."""
    local = g.Local(e.variable, element(e.members.type) or e.members.type, e.span)
    return isinstance(e.condition, g.Can) and local in (given for _, given in e.condition.given)


def _all(of: sets.Elements, scope: ProseScope) -> Phrase:
    """All the things together: who cannot do something with *all* may do it with some."""
    things = scope.lang.forms.determined(of.noun, "the", plural=True).then(of.rest)
    return replace(things, text=scope.lang.say("all_there", things, x=things.text))


def _alike(e: g.Quantified, scope: ProseScope) -> bool:
    """Whether two things of one sort are spoken of, so that each needs a letter."""
    return e.variable in scope.lettered or _nests(e.condition, e.members.type)


def _nests(e: object, of: Type) -> bool:
    if isinstance(e, g.Quantified) and e.members.type == of:
        return True
    if isinstance(e, tuple):
        return any(_nests(part, of) for part in cast("tuple[object, ...]", e))
    return is_dataclass(e) and not isinstance(e, Span) and any(_nests(getattr(e, f.name), of) for f in fields(e))


def _lettered(e: g.Quantified, quantifier: str, of: sets.Elements, said: g.Expr, scope: ProseScope) -> str:
    """`for every side x, for every side y, …`."""
    letter = " " + marked("word", e.variable, e.variable)
    inner = scope.mention(e.variable, scope.lang.forms.determined(of.noun, "the").then(letter))
    nested = tuple(name for name in _bound(e.condition) if name not in scope.lettered)
    inner = replace(inner, lettered=(*scope.lettered, *nested), salient=None)
    named = sets.Elements(of.noun, letter + of.modifiers, of.place)
    return _for(quantifier, named, inner.condition(said), scope, _joins(said))


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
    denied = operands_of(e, "not")
    return (denied[0], "every") if denied and quantifier == "no" else (e, quantifier)


def _denies(e: g.Expr) -> bool:
    """Whether a condition has a negated part, which after `no card` would be denied twice."""
    return isinstance(e, g.Operation) and (
        e.operator == "not" or (e.operator in ("and", "or") and any(map(_denies, e.operands)))
    )


def _joins(e: g.Expr) -> bool:
    """Whether a condition has parts, which then belong together."""
    return isinstance(e, g.Operation) and e.operator in ("and", "or")


def _for(quantifier: str, of: sets.Elements, said: str, scope: ProseScope, joined: bool = False) -> str:
    lang = scope.lang
    agreeing = Phrase("", of.noun.feminine)
    said = f"({said})" if joined else said
    if quantifier == "some":
        return lang.say("for_some", agreeing, x=lang.forms.counted(1, of.noun).text + of.rest, c=said)
    if quantifier == "no":
        return lang.say("for_no", agreeing, x=lang.forms.determined(of.noun, "any").text + of.rest, c=said)
    return lang.say("for_each", agreeing, x=of.noun.form(False) + of.rest, c=said)


def _subject(quantifier: str, of: sets.Elements, said: str, scope: ProseScope, people: bool, chosen: bool) -> str:
    """The quantified thing as the subject of what is said; one of those chosen, where they are known."""
    lang = scope.lang
    if quantifier == "every":
        return f"{lang.forms.determined(of.noun, 'each').text}{of.rest} {said}"
    if quantifier == "no":
        before = lang.word("nobody_before_verb")
        return f"{lang.forms.determined(of.noun, 'no').text}{of.rest} {before}{said}"
    one = lang.forms.counted(1, of.noun).text
    if people:
        return f"{lang.say('at_least_one', x=one)}{of.rest} {said}"
    if chosen:
        those = lang.forms.determined(of.noun, "the", True).then(of.rest)
        return lang.say("one_of_these", Phrase("", of.noun.feminine), x=lang.of(those.text).strip(), c=said)
    article = lang.forms.determined(of.noun, "a").text
    return lang.say("exists", x=article + of.rest, c=said)


def _each_zone(e: g.Expr, local: g.Local, members: g.Expr) -> g.InZone | None:
    """`every hand is empty`: the zone, when the condition is only that."""
    match operands_of(e, "="):
        case (g.Size(g.InZone(_, owner) as zone), g.Number(0)) if owner == local and isinstance(members, g.Everyone):
            return zone
        case _:
            return None


def _zones(zone: g.InZone, quantifier: str, e: g.Expr, scope: ProseScope) -> str:
    noun = scope.naming.zone(zone.zone)
    if quantifier == "some":
        one = scope.lang.say("at_least_one", x=scope.lang.forms.counted(1, noun).text)
        return scope.lang.say("is_empty", Phrase(one, noun.feminine))
    if noun.only_plural and quantifier == "every":
        owner = scope.lang.forms.determined(scope.naming.of_type(zone.owner.type), "each") if zone.owner else Phrase("")
        phrase = scope.lang.forms.determined(noun, "the").then(scope.lang.of(owner.text))
        return scope.lang.say("is_empty", phrase)
    phrase = scope.lang.forms.determined(noun, "each" if quantifier == "every" else "no")
    if quantifier == "no":
        phrase = phrase.then(" " + scope.lang.word("nobody_before_verb"))
    return scope.lang.say("is_empty", phrase)
