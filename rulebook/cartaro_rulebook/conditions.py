"""What is true or false, as a sentence without its first capital and final stop."""

from __future__ import annotations

from dataclasses import replace

from cartaro_grammar import game as g
from cartaro_rulebook import acts, comparisons, quantifiers, sets, values
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
            return quantifiers.quantified(e, scope, negated)
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


def case(e: tuple[g.Expr, ...], scope: Scope) -> str:
    """What follows `when`: in some languages its parts are joined otherwise than whole sentences."""
    parts = tuple(part for each in e for part in conjuncts(each))
    if len(parts) == 1:
        others = _disjuncts(parts[0])
        if len(others) == 2:
            texts = [condition(part, scope) for part in others]
            return scope.lang.say("either_when", a=texts[0], b=texts[1])
    return all_hold(parts, scope, word="and_when")


def all_hold(parts: tuple[g.Expr, ...], scope: Scope, negated: bool = False, word: str = "and") -> str:
    """A, B and C; what the first reckons with is only *theirs* in the others."""
    texts: list[str] = []
    for part in parts:
        said = condition(part, scope, negated)
        alternative = isinstance(part, g.Operation) and part.operator == ("and" if negated else "or")
        texts.append(f"({said})" if alternative and len(parts) > 1 else said)
        topic = _topic(part)
        if topic is not None:
            scope = scope.speaking_of(*topic)
        if scope.salient is None and scope.relative is None:
            scope = replace(scope, salient=_subject_of(part))
        if scope.relative is not None:
            scope = replace(scope, pronoun="")
    return scope.lang.series(texts, word)


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
