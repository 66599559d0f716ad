"""Several conditions in one sentence: joined by `and` and `or`, after `when`, and in a relative clause."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from cartaro_grammar import CARDS, TRUTH
from cartaro_grammar import game as g
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.nouns import Phrase
from cartaro_rulebook.words.references import RELATIVE


def operands_of(e: g.Expr, *operators: g.Operator) -> tuple[g.Expr, ...]:
    """The operands of an operation with one of some operators; of anything else, none."""
    return e.operands if isinstance(e, g.Operation) and e.operator in operators else ()


def conjuncts(e: g.Expr) -> tuple[g.Expr, ...]:
    """The parts of a condition that all must hold."""
    return tuple(part for operand in operands_of(e, "and") for part in conjuncts(operand)) or (e,)


def disjuncts(e: g.Expr) -> tuple[g.Expr, ...]:
    """The parts of a condition of which one must hold."""
    return tuple(part for operand in operands_of(e, "or") for part in disjuncts(operand)) or (e,)


def either(texts: list[str], scope: ProseScope) -> str:
    """A or B; with a word in front where the parts are long."""
    if len(texts) == 2:
        return scope.lang.say("either", a=texts[0], b=texts[1])
    return scope.lang.series(texts, "or")


def case(e: tuple[g.Expr, ...], scope: ProseScope) -> str:
    """What follows `when`: in some languages its parts are joined otherwise than whole sentences."""
    parts = tuple(part for each in e for part in conjuncts(each))
    if len(parts) == 1:
        others = disjuncts(parts[0])
        if len(others) == 2:
            texts = [scope.condition(part) for part in others]
            return scope.lang.say("either_when", a=texts[0], b=texts[1])
        if len(others) > 2:
            return scope.lang.series([scope.condition(part) for part in others], "or_when")
    return all_hold(parts, scope, word="and_when")


def all_hold(parts: tuple[g.Expr, ...], scope: ProseScope, negated: bool = False, word: str = "and") -> str:
    """A, B and C; what the first reckons with is only *theirs* in the others."""
    texts: list[str] = []
    for part in parts if negated else _in_one_place(parts):
        said = scope.condition(part, negated)
        alternative = isinstance(part, g.Operation) and part.operator == ("and" if negated else "or")
        texts.append(f"({said})" if alternative and len(parts) > 1 else said)
        reckoned = topic(part)
        if reckoned is not None:
            scope = scope.speaking_of(*reckoned)
        spoken_of = _said_of(part)
        if scope.salient is None and scope.relative is None:
            scope = replace(scope, salient=_subject_of(part))
        elif spoken_of is not None and _another(spoken_of, scope):
            scope = replace(scope, salient=None)
        scope = scope.repeating(None if alternative or negated else spoken_of)
        if scope.relative is not None:
            scope = replace(scope, pronoun="")
    return scope.lang.series(texts, word)


def _another(spoken_of: g.Expr, scope: ProseScope) -> bool:
    """Whether somebody else has been spoken of than the sentence is about, so that a pronoun would be theirs."""
    return spoken_of.type.kind in ("player", "side") and spoken_of != scope.salient and scope.relative is None


def _in_one_place(parts: tuple[g.Expr, ...]) -> tuple[g.Expr, ...]:
    """The parts, with one for cards that are all to be in the same place: the knave, the knight and the king."""
    joined: list[g.Expr] = []
    for part in parts:
        match operands_of(joined[-1], "in", "subset") if joined else (), operands_of(part, "in", "subset"):
            case (g.Cards(before, readings=()), there), (g.Cards(more, readings=()), here) if here == there:
                cards = g.Cards((*before, *more), CARDS, part.span)
                joined[-1] = g.Operation("subset", (cards, here), TRUTH, part.span)
            case _:
                joined.append(part)
    return tuple(joined)


def topic(part: g.Expr) -> tuple[g.Expr, bool] | None:
    """The cards that a condition counts, and whether there is one of them."""
    match operands_of(part, "=", "<", "<="):
        case (g.Size(members), g.Number(1)) if members.type.kind == "cards" and operands_of(part, "="):
            return members, True
        case (g.Size(members), _) | (_, g.Size(members)) if members.type.kind == "cards":
            return members, False
        case _:
            return None


def _subject_of(part: g.Expr) -> g.Expr | None:
    """The player whom a condition is about."""
    if isinstance(part, g.Can | g.Recall):
        owner = part.actor if isinstance(part, g.Can) else part.owner
        return owner if isinstance(owner, g.Actor) else None
    match operands_of(part, "=", "<", "<=", "not"):
        case (inner,):
            return _subject_of(inner)
        case (g.Actor() as actor, _) if operands_of(part, "="):
            return actor
        case (one, other):
            first = min(one, other, key=lambda e: e.span.start)
            return first.owner if isinstance(first, g.Recall) and isinstance(first.owner, g.Actor) else None
        case _:
            return None


def _said_of(part: g.Expr) -> g.Expr | None:
    """What a condition is said of: its grammatical subject, where that is plain."""
    match part:
        case g.Pattern(_, subject) | g.ReadAs(subject) | g.Recall(_, subject) | g.Can(_, subject):
            return subject
        case g.Operation():
            return _said_of_operation(part)
        case g.Apply(_, arguments):
            return arguments[0] if len(arguments) == 1 and part.type == TRUTH else None
        case (
            g.Number() | g.Truth() | g.Symbol() | g.Symbols() | g.Cards() | g.AllCards() | g.Everyone() | g.LastPlayer()
            | g.Nobody() | g.Actor() | g.Local() | g.Setting() | g.InZone() | g.Attribute() | g.ScoreOf() | g.Single()
            | g.Only() | g.Size() | g.Where() | g.Quantified() | g.Total() | g.Extreme() | g.Select() | g.Neighbour()
            | g.SideOf() | g.Top() | g.Applies()
        ):  # fmt: skip
            return None
        case _:
            assert_never(part)


def _said_of_operation(part: g.Operation) -> g.Expr | None:
    match part.operator, part.operands:
        case ("in" | "subset", (subject, _)):
            return subject
        case "=", (g.Attribute(_, subject), other) if other.type.kind == "symbol":
            return subject
        case ("=" | "<" | "<=", operands):
            first = min(operands, key=lambda e: e.span.start)
            return first.owner if isinstance(first, g.Recall) and first.type.kind == "number" else None
        case "not", (inner,):
            return _said_of(inner)
        case _:
            return None


def relative(parts: tuple[g.Expr, ...], local: g.Local, scope: ProseScope, plural: bool) -> str:
    """`that are dark and …`; where the thing is not the subject of all parts, `such that …`."""
    lang = scope.lang
    mention = scope.mentions.get(local.name, Phrase(""))
    mention = replace(mention, plural=plural) if plural else mention
    inner = scope.mention(local.name, mention)
    bare = _with_nothing(parts, local, scope)
    if bare is not None:
        return bare
    said = predicates(parts, local, inner)
    if said is not None:
        who = local.type.kind in ("player", "side")
        return f"{lang.say('who_relative' if who else 'that_relative')} {said}"
    return lang.say("such_that", mention, x=all_hold(parts, scope.about(local)))


def _with_nothing(parts: tuple[g.Expr, ...], local: g.Local, scope: ProseScope) -> str | None:
    """`whose hand is empty`, where that is all that is said of a player or a side."""
    match [operands_of(part, "=") for part in parts]:
        case [(g.Size(g.InZone(zone, owner)), g.Number(0))] if owner == local:
            noun = scope.naming.zone(zone)
            the = scope.lang.forms.determined(noun, "the", noun.only_plural)
            return scope.lang.say("whose_empty", the, the=the.text, x=noun.form(noun.only_plural))
        case _:
            return None


def predicates(parts: tuple[g.Expr, ...], local: g.Local, scope: ProseScope, negated: bool = False) -> str | None:
    """What is said of the thing, without it (`is dark and has a value of 3`); None where it is not the subject."""
    texts: list[str] = []
    inner = scope.relating(local, RELATIVE)
    for part in parts:
        alternatives = disjuncts(part)
        if len(alternatives) > 1 and not negated:
            said = [predicates((one,), local, scope) for one in alternatives]
            if None in said:
                return None
            joined_said = scope.lang.series([one for one in said if one is not None], "or")
            texts.append(f"({joined_said})" if len(parts) > 1 else joined_said)
            continue
        text = inner.condition(part, negated).strip()
        if not text.startswith(RELATIVE) or RELATIVE in text[1:]:
            return None
        texts.append(text[1:].strip())
    return scope.lang.series(texts)


def joined(e: g.Operation, scope: ProseScope, negated: bool) -> str:
    """A and B; either A or B.  The denial of the one is said with the other."""
    parts = conjuncts(e) if e.operator == "and" else disjuncts(e)
    if (e.operator == "and") != negated:
        return all_hold(parts, scope, negated)
    texts = [scope.condition(part, negated) for part in parts]
    return either(texts, scope)
