"""Truths about cards and players, checked: comparisons, `some … has …`, `every hand is empty`, `alike in suit`."""

from __future__ import annotations

from typing import Literal

from cartaro_grammar.model import game as g
from cartaro_grammar.model.types import (
    CARD,
    CARDS,
    NUMBER,
    PLAYER,
    PLAYERS,
    SIDE,
    SIDES,
    TRUTH,
    UNKNOWN,
    collection,
    element,
    symbol,
)
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.messages import say
from cartaro_grammar.words.context import (
    Context,
    PhraseScope,
    bind,
    bind_new,
    check,
    check_members,
    check_number,
    check_truth,
    coerce,
    fresh,
    look_into,
    wrong,
)


def check_quantified(context: Context, node: tree.Quantified, scope: PhraseScope) -> g.Expr:
    if node.members is None:
        return _every_owner(context, node, scope)
    members = check_members(context, node.members, scope)
    of = element(members.type)
    if of is None:
        look_into(context, (node.condition,), bind(context, node.variable, CARD, scope))
        return wrong(node.span)
    inner = bind_new(context, node.variable, of, scope)
    condition = check_truth(context, node.condition, inner)
    return g.Quantified(node.quantifier, node.variable.text, members, condition, TRUTH, node.span)


def _every_owner(context: Context, node: tree.Quantified, scope: PhraseScope) -> g.Expr:
    """`every hand is empty`: for every player who has a hand."""
    word = node.variable
    zone, cell = context.words.zones.get(word.text), context.words.cells.get(word.text)
    owner = zone.owner if zone else (cell[0].owner if cell else "table")
    if owner == "table":
        owned = [z.name for z in context.words.zones.values() if z.owner != "table"]
        context.report.unknown(say("no thing that each player or side has"), word, owned)
        return wrong(node.span)
    context.means(word, "thing")
    one, many = (PLAYER, PLAYERS) if owner == "player" else (SIDE, SIDES)
    variable = fresh(context, owner)
    inner = scope.consider(g.Local(variable, one, word.span))
    condition = check_truth(context, node.condition, inner)
    return g.Quantified(node.quantifier, variable, g.Everyone(many, word.span), condition, TRUTH, node.span)


def check_patterned(context: Context, node: tree.Patterned, scope: PhraseScope) -> g.Expr:
    cards = check(context, node.left, scope, CARDS)
    known = {**context.words.attributes, **context.words.measures}
    if node.attribute.text not in known:
        context.report.unknown(say("no attribute of the cards"), node.attribute, known)
    context.means(node.attribute, "attribute" if node.attribute.text in context.words.attributes else "measure")
    return g.Pattern(node.pattern, cards, node.attribute.text, TRUTH, node.span)


def check_applies(context: Context, node: tree.AppliesTest) -> g.Expr:
    word = node.left
    if not isinstance(word, tree.Name) or word.text not in context.words.clauses:
        named = tree.Word(word.text, word.span) if isinstance(word, tree.Name) else tree.Word("…", word.span)
        context.report.unknown(say("no clause"), named, context.words.clauses, "C0502")
        return wrong(node.span)
    context.means(word, "clause")
    test = g.Applies(word.text, TRUTH, node.span)
    return test if node.positive else g.Operation("not", (test,), TRUTH, node.span)


def check_comparison(context: Context, node: tree.Compare, scope: PhraseScope) -> g.Expr:
    match node.comparison:
        case "is in" | "is not in":
            found = _membership(context, node, scope)
            positive = node.comparison == "is in"
        case "is" | "is not" | "=":
            found = _equal(context, node, scope)
            positive = node.comparison != "is not"
        case "read as":
            reading = check(context, node.right, scope, CARD)
            return g.ReadAs(check(context, node.left, scope, CARD), reading, TRUTH, node.span)
        case ">=" | "<=" | ">" | "<":
            return _ordered(context, node, scope)
    return found if positive or found.type == UNKNOWN else g.Operation("not", (found,), TRUTH, node.span)


def _ordered(context: Context, node: tree.Compare, scope: PhraseScope) -> g.Expr:
    left, right = check_number(context, node.left, scope), check_number(context, node.right, scope)
    if node.comparison in {"<=", "<"}:
        operator: Literal["<", "<="] = "<" if node.comparison == "<" else "<="
        return g.Operation(operator, (left, right), TRUTH, node.span)
    operator = "<" if node.comparison == ">" else "<="
    return g.Operation(operator, (right, left), TRUTH, node.span)


def _membership(context: Context, node: tree.Compare, scope: PhraseScope) -> g.Expr:
    members = check_members(context, node.right, scope)
    left = check(context, node.left, scope)
    if left.type == members.type:
        return g.Operation("subset", (left, members), TRUTH, node.span)
    of = element(members.type)
    return g.Operation("in", (coerce(context, left, of or UNKNOWN), members), TRUTH, node.span)


def _equal(context: Context, node: tree.Compare, scope: PhraseScope) -> g.Expr:
    left = check(context, node.left, scope)
    right, span = node.right, node.span
    if isinstance(right, tree.Name) and right.text not in scope.bound:
        if right.text == "empty":
            size = g.Size(coerce(context, left, left.type if element(left.type) else CARDS), NUMBER, span)
            return g.Operation("=", (size, g.Number(0, NUMBER, span)), TRUTH, span)
        if right.text == "none":
            return g.Operation("=", (left, g.Nobody(left.type, right.span)), TRUTH, span)
        kind = context.words.functions.get(right.text)
        if kind is not None and kind.truth and kind.arity == 1 and left.type != TRUTH:
            context.means(right, "definition")
            argument = coerce(context, left, kind.parameters[0] or UNKNOWN)
            return g.Apply(right.text, (argument,), TRUTH, span)
        attribute = context.words.attribute_of(right.text)
        if left.type == CARD and attribute is not None:
            context.means(right, "value", attribute)
            of = symbol(attribute)
            has = g.Attribute(attribute, left, of, left.span)
            return g.Operation("=", (has, g.Symbol(right.text, of, right.span)), TRUTH, span)
    other = context.expression(context, right, scope, left.type)
    if collection(left.type) == other.type and other.type.kind == "cards":
        left = coerce(context, left, other.type)
    return g.Operation("=", (left, coerce(context, other, left.type)), TRUTH, span)
