"""What is true or false, as a sentence without its first capital and final stop."""

from __future__ import annotations

from dataclasses import replace

from cartaro_grammar import TRUTH, Type
from cartaro_grammar import game as g
from cartaro_rulebook.prose import acts, comparisons, quantifiers, sets, values
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.nouns import Noun, Phrase

RELATIVE = "\ue010"
"""Stands for the subject of a relative clause until it is known whether the clause begins with it."""


def condition(e: g.Expr, scope: ProseScope, negated: bool = False) -> str:
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
        case g.Operation("in", (member, g.Recall(mark))) if _is_mark(mark, scope):
            x = scope.naming.quoted(scope.naming.cell(mark).form(True))
            return lang.say("is_marked", values.subject(member, scope), negated, x=x)
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
            spoken = cards in (scope.relative, scope.again, scope.salient)
            subject = values.subject(cards, scope) if spoken else sets.set_phrase(cards, scope)
            same = lang.forms.determined(lang.derived("same", noun), "the").text
            other = lang.derived("different", noun)
            the = lang.forms.determined(noun, "the").text
            return lang.say(
                f"is_{pattern}", subject, negated, x=the, same=same, different=other.form(False), differents=other.form(True)
            )
        case g.ReadAs(card, reading):
            key = "stands_for_not" if negated else "stands_for"
            return lang.say(key, values.subject(card, scope), x=values.value(reading, scope).text)
        case _:
            text = values.value(e, scope).text
            return lang.say("not", x=text) if negated else text


def _is_mark(cell: str, scope: ProseScope) -> bool:
    return cell in scope.naming.game.cell and scope.naming.game.cell[cell].kind == "mark"


def dict_names(attribute: str, scope: ProseScope) -> g.Names:
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


def joined(e: g.Operation, scope: ProseScope, negated: bool) -> str:
    """A and B; either A or B.  The denial of the one is said with the other."""
    parts = conjuncts(e) if e.operator == "and" else _disjuncts(e)
    if (e.operator == "and") != negated:
        return all_hold(parts, scope, negated)
    texts = [condition(part, scope, negated) for part in parts]
    return either(texts, scope)


def either(texts: list[str], scope: ProseScope) -> str:
    """A or B; with a word in front where the parts are long."""
    if len(texts) == 2:
        return scope.lang.say("either", a=texts[0], b=texts[1])
    return scope.lang.series(texts, "or")


def case(e: tuple[g.Expr, ...], scope: ProseScope) -> str:
    """What follows `when`: in some languages its parts are joined otherwise than whole sentences."""
    parts = tuple(part for each in e for part in conjuncts(each))
    if len(parts) == 1:
        others = _disjuncts(parts[0])
        if len(others) == 2:
            texts = [condition(part, scope) for part in others]
            return scope.lang.say("either_when", a=texts[0], b=texts[1])
    return all_hold(parts, scope, word="and_when")


def all_hold(parts: tuple[g.Expr, ...], scope: ProseScope, negated: bool = False, word: str = "and") -> str:
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
        scope = scope.repeating(None if alternative or negated else _said_of(part))
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
        case g.Operation("=", (g.Actor() as actor, _)) | g.Can(_, g.Actor() as actor) | g.Recall(_, g.Actor() as actor):
            return actor
        case g.Operation("=" | "<" | "<=", operands):
            first = min(operands, key=lambda e: e.span.start)
            return first.owner if isinstance(first, g.Recall) and isinstance(first.owner, g.Actor) else None
        case g.Operation("not", (inner,)):
            return _subject_of(inner)
        case _:
            return None


def _said_of(part: g.Expr) -> g.Expr | None:
    """What a condition is said of: its grammatical subject, where that is plain."""
    match part:
        case g.Operation("in" | "subset", (subject, _)) | g.Pattern(_, subject) | g.ReadAs(subject):
            return subject
        case g.Apply(_, (subject,)) if part.type == TRUTH:
            return subject
        case g.Operation("=", (g.Attribute(_, subject), other)) if other.type.kind == "symbol":
            return subject
        case g.Operation("=" | "<" | "<=", operands):
            first = min(operands, key=lambda e: e.span.start)
            if isinstance(first, g.Recall) and first.type.kind == "number":
                return first.owner
            return None
        case g.Recall(_, owner) | g.Can(_, owner):
            return owner
        case g.Operation("not", (inner,)):
            return _said_of(inner)
        case _:
            return None


def relative(parts: tuple[g.Expr, ...], local: g.Local, scope: ProseScope, plural: bool) -> str:
    """`that are dark and …`; where the thing is not the subject of all parts, `such that …`."""
    lang = scope.lang
    mention = scope.mentions.get(local.name, Phrase(""))
    mention = replace(mention, plural=plural) if plural else mention
    inner = scope.mention(local.name, mention)
    said = predicates(parts, local, inner)
    if said is not None:
        who = local.type.kind in ("player", "side")
        return f"{lang.say('who_relative' if who else 'that_relative')} {said}"
    return lang.say("such_that", mention, x=all_hold(parts, scope.about(local)))


def predicates(parts: tuple[g.Expr, ...], local: g.Local, scope: ProseScope, negated: bool = False) -> str | None:
    """What is said of the thing, without it (`is dark and has a value of 3`); None where it is not the subject."""
    texts: list[str] = []
    inner = scope.relating(local, RELATIVE)
    for part in parts:
        text = condition(part, inner, negated).strip()
        if not text.startswith(RELATIVE) or RELATIVE in text[1:]:
            return None
        texts.append(text[1:].strip())
    return scope.lang.series(texts)


def applied(e: g.Apply, scope: ProseScope, negated: bool) -> str:
    """A truth that the game defines: a kind of thing, or a sentence of its own."""
    lang = scope.lang
    noun = values.function_noun(e.function, scope)
    if not e.arguments:
        text = scope.naming.sentence(e.function, scope.naming.game.function[e.function].names)
        return denied(text, scope).strip() if negated else text
    if values.PLACED.search(noun.singular):
        said = scope.naming.sentence(e.function, scope.naming.game.function[e.function].names)
        text = values.placed(said, e.arguments, scope)
        return lang.say("not", x=text) if negated else text
    one, *others = e.arguments
    subject = values.subject(one, scope)
    if others:
        subject = Phrase(lang.series([values.value(a, scope).text for a in e.arguments]), plural=True)
    kind = lang.forms.determined(noun, "a").text if noun.named else noun.singular
    if made_of_cards(one.type, noun) and not others:
        if isinstance(one, g.Operation):
            subject = replace(subject, text=lang.say("together", x=subject.text))
        return lang.say("make_not" if negated else "make", subject, x=kind)
    return lang.say("is", subject, negated, x=kind)


def made_of_cards(of: Type, noun: Noun) -> bool:
    """Whether a kind is what several cards make together: they *make* a pair, where a card *is* a king."""
    return of.kind in ("cards", "group") and noun.named and not noun.only_plural


def flag(e: g.Recall, scope: ProseScope, negated: bool) -> str:
    """A flag's name is a sentence, or, of a player or side, what is said of them."""
    if scope.naming.game.cell[e.cell].kind != "flag":
        text = values.value(e, scope).text
        return scope.lang.say("not", x=text) if negated else text
    text = scope.naming.sentence(e.cell, scope.naming.game.cell[e.cell].names)
    if e.owner is None:
        return denied(text, scope).strip() if negated else text
    return denied(text, scope, values.subject(e.owner, scope).text, negated).strip()


def denied(text: str, scope: ProseScope, subject: str = "", negated: bool = True) -> str:
    """An author's words, of a subject where they have none, denied: at the verb where they begin with one, else as a whole."""
    lang = scope.lang
    first, _, rest = text.partition(" ")
    if negated and first in lang.phrases["auxiliaries"].split():
        return f"{subject} {lang.say('denied', first=first, rest=rest)}"
    said = f"{subject} {text}".strip()
    return lang.say("not", x=said) if negated else said
