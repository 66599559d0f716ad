"""Sets of things, chosen from them and reckoned over them, checked: `denari in won`, `number of …`, `total … over …`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from cartaro_grammar.model import game as g
from cartaro_grammar.model.parts import parts
from cartaro_grammar.model.types import CARD, CARDS, NUMBER, PLAYERS, SIDES, TRUTH, UNKNOWN, collection, element, symbol
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import Diagnostic, Label
from cartaro_grammar.text.messages import Message, say
from cartaro_grammar.text.nearness import did_you_mean
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.context import (
    Context,
    PhraseScope,
    bind,
    bind_new,
    check,
    check_members,
    check_number,
    coerce,
    fresh,
    look_into,
    said_type,
    wrong,
)
from cartaro_grammar.words.vocabulary import exchange


def check_cards(context: Context, codes: tuple[tree.Word, ...], span: Span) -> g.Expr:
    """Cards written by their codes; each must be in the deck, and named once."""
    numbers = {card.code: number for number, card in enumerate(context.words.deck.cards)}
    found: dict[int, int | None] = {}
    for word in codes:
        code, _, reading = word.text.partition("/")
        missing = [c for c in (code, reading) if c and c not in numbers]
        for other in missing:
            guess = did_you_mean(other, numbers) if len(other) > 2 else None
            advice = say("did you mean `{guess}`?", guess=guess) if guess else _signs(context)
            fix = exchange(word, guess) if guess and other == word.text else None
            label = Label(word.span, say("no such card"))
            told = Diagnostic("C0405", say("there is no card `{code}` in the deck", code=other), label, help=advice, fix=fix)
            context.report.found.append(told)
        if missing:
            continue
        if numbers[code] in found:
            context.report.error("C0406", say("the card `{code}` is named twice", code=code), word.span, say("again here"))
        else:
            found[numbers[code]] = numbers[reading] if reading else None
    readings = tuple(found.values()) if any(reading is not None for reading in found.values()) else ()
    return g.Cards(tuple(found), CARDS, span, readings)


def _signs(context: Context) -> Message:
    """The signs that the codes of this deck are made of."""
    tables = [table for table in context.words.deck.attributes if table.values]
    said = ", ".join(f"{table.name} {' '.join(value.sign for value in table.values)}" for table in reversed(tables))
    return say("a code is made of {signs}", signs=said) if said else say("the pack has no cards")


def filtered(
    context: Context, members: g.Expr, condition: Callable[[PhraseScope], g.Expr], scope: PhraseScope, span: Span
) -> g.Expr:
    of = element(members.type)
    if of is None:
        return wrong(span)
    variable = fresh(context, of.kind)
    local = g.Local(variable, of, span)
    return g.Where(variable, members, condition(scope.consider(local)), members.type, span)


def check_kind_in(context: Context, node: tree.KindIn, scope: PhraseScope) -> g.Expr:
    """`denari in won`, `jolly in s`, or a kind that cards count as."""
    members = check(context, node.members, scope, CARDS)
    word, span = node.what, node.span
    attribute = context.words.attribute_of(word.text)
    kind = context.words.functions.get(word.text)

    context.means(word, "definition" if attribute is None else "value", attribute or "")

    def condition(inner: PhraseScope) -> g.Expr:
        card = inner.things[0]
        if attribute is not None:
            of = symbol(attribute)
            has = g.Attribute(attribute, card, of, word.span)
            return g.Operation("=", (has, g.Symbol(word.text, of, word.span)), TRUTH, word.span)
        return g.Apply(word.text, (card,), TRUTH, word.span)

    if attribute is None and not (kind and kind.truth and kind.arity == 1):
        known = [v for a in context.words.attributes for v in context.words.enumeration(a)]
        context.report.unknown(say("no kind of card"), word, known)
        return wrong(span)
    return filtered(context, members, condition, scope, span)


def check_ranked(context: Context, node: tree.Ranked, scope: PhraseScope) -> g.Expr:
    """`the side with highest points then lowest …`."""
    whole: dict[str, g.Expr] = {
        "side": g.Everyone(SIDES, node.what.span),
        "player": g.Everyone(PLAYERS, node.what.span),
    }
    if node.members is not None:
        members = check_members(context, node.members, scope)
    elif node.what.text in whole:
        members = whole[node.what.text]
    else:
        context.report.unknown(say("no kind of thing to choose"), node.what, [*whole, "card in …"])
        return wrong(node.span)
    of = element(members.type)
    if of is None:
        look_into(context, tuple(key for _, key in node.keys), scope)
        return wrong(node.span)
    variable = fresh(context, of.kind)
    inner = scope.consider(g.Local(variable, of, node.what.span))
    keys: tuple[tuple[Literal["highest", "lowest"], g.Expr], ...] = ()
    for which, key in node.keys:
        found = check_number(context, key, inner)
        if found.type == NUMBER and not any(isinstance(part, g.Local) and part.name == variable for part in parts(found)):
            _level(context, which, found.span)
        keys = (*keys, (which, found))
    return g.Select(variable, members, keys, of, node.span)


def _level(context: Context, which: str, span: Span) -> None:
    """Report a key of an order that is the same for all whom it compares."""
    context.report.warning(
        "C0514",
        say("what `{which}` compares does not depend on which of them is considered", which=which),
        span,
        say("all are level, so none is first"),
        say("leave out whose it is: a bare name is that of each in turn, and `the player` is who acts"),
    )


def check_reckon(context: Context, node: tree.Reckon, scope: PhraseScope) -> g.Expr:
    if node.how == "half":
        return g.Operation("half", (check_number(context, node.of, scope),), NUMBER, node.span)
    if node.how == "number":
        members = check_members(context, node.of, scope)
        return members if members.type == UNKNOWN else g.Size(members, NUMBER, node.span)
    measure = node.measure
    if measure is None or measure.text not in context.words.measures:
        if measure is not None:
            context.report.unknown(say("no measure of cards"), measure, context.words.measures)
        look_into(context, (node.of,), scope)
        return wrong(node.span)
    context.means(measure, "measure")
    cards = check(context, node.of, scope, CARDS)
    if node.how == "total":
        variable = fresh(context, "card")
        amount = g.Attribute(measure.text, g.Local(variable, CARD, node.span), NUMBER, measure.span)
        return g.Total(variable, cards, amount, NUMBER, node.span)
    which: Literal["highest", "lowest"] = "highest" if node.how == "highest" else "lowest"
    return g.Extreme(which, measure.text, cards, NUMBER, node.span)


def check_total_over(context: Context, node: tree.TotalOver, scope: PhraseScope) -> g.Expr:
    members = check_members(context, node.members, scope)
    of = element(members.type)
    if of is None:
        look_into(context, (node.amount,), bind(context, node.variable, CARD, scope))
        return wrong(node.span)
    inner = bind_new(context, node.variable, of, scope)
    return g.Total(node.variable.text, members, check_number(context, node.amount, inner), NUMBER, node.span)


def check_arithmetic(context: Context, node: tree.Arithmetic, scope: PhraseScope) -> g.Expr:
    left = check(context, node.left, scope)
    if left.type in {NUMBER, UNKNOWN} or node.operator == "*":
        operands = (coerce(context, left, NUMBER), check_number(context, node.right, scope))
        return g.Operation(node.operator, operands, NUMBER, node.span)
    many = left.type if element(left.type) else collection(left.type)
    if left.type.kind == "group":
        many = CARDS
    if many is None or many.kind == "symbols":
        context.report.error(
            "C0401", say("this can be neither added nor taken away"), left.span, say("it is {type}", type=said_type(left.type))
        )
        return wrong(node.span)
    operator: Literal["union", "minus"] = "union" if node.operator == "+" else "minus"
    operands = (coerce(context, left, many), check(context, node.right, scope, many))
    return g.Operation(operator, operands, many, node.span)
