"""Expressions, checked: every word resolved, every node typed; what is wrong is told, and the check goes on.

Where a bare word is the owner's (`hand`, `won`, `points`), it belongs to the thing that the phrase considers (`some x in sides
has points …`), and else to the player, or side, that the sentence is about.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar.expressions.acts import check_can
from cartaro_grammar.expressions.comparisons import check_applies, check_comparison, check_patterned, check_quantified
from cartaro_grammar.expressions.definitions import apply_definition
from cartaro_grammar.expressions.names import check_name, check_of
from cartaro_grammar.expressions.set_expressions import (
    check_arithmetic,
    check_cards,
    check_kind_in,
    check_ranked,
    check_reckon,
    check_total_over,
    filtered,
)
from cartaro_grammar.model import game as g
from cartaro_grammar.model.types import CARD, CARDS, NUMBER, PLAYER, TRUTH, UNKNOWN, Type
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.messages import say
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.context import (
    Context,
    PhraseScope,
    check,
    check_members,
    check_number,
    check_truth,
    fresh,
    look_into,
)


def check_expression(context: Context, node: tree.Expr, scope: PhraseScope, want: Type | None) -> g.Expr:
    match node:
        case tree.Name():
            return check_name(context, node, scope, want)
        case tree.NumberLit(value, span):
            return g.Number(value, NUMBER, span)
        case tree.Codes(codes, span):
            return check_cards(context, codes, span)
        case tree.AllCards(span):
            return g.AllCards(CARDS, span)
        case tree.LastPlayer(span):
            return g.LastPlayer(PLAYER, span)
        case tree.Group(inner, _):
            return context.expression(context, inner, scope, want)
        case tree.Filter():
            return _filter(context, node, scope)
        case tree.FunctionCall():
            return _call(context, node, scope)
        case tree.Of():
            return check_of(context, node, scope)
        case tree.Beside():
            return _beside(context, node, scope)
        case tree.KindIn():
            return check_kind_in(context, node, scope)
        case tree.Ranked():
            return check_ranked(context, node, scope)
        case tree.Reckon():
            return check_reckon(context, node, scope)
        case tree.Remainder(number, by, span):
            operands = (check_number(context, number, scope), check_number(context, by, scope))
            return g.Operation("remainder", operands, NUMBER, span)
        case tree.TotalOver():
            return check_total_over(context, node, scope)
        case tree.Arithmetic():
            return check_arithmetic(context, node, scope)
        case tree.Compare():
            return check_comparison(context, node, scope)
        case tree.Patterned():
            return check_patterned(context, node, scope)
        case tree.CanDo():
            return check_can(context, node, None, scope)
        case tree.AppliesTest():
            return check_applies(context, node)
        case tree.Quantified():
            return check_quantified(context, node, scope)
        case tree.Negation(operand, span):
            return g.Operation("not", (check_truth(context, operand, scope),), TRUTH, span)
        case tree.Logic():
            return _logic(context, node, scope)


def _logic(context: Context, node: tree.Logic, scope: PhraseScope) -> g.Expr:
    for side in (node.left, node.right):
        if isinstance(side, tree.Logic) and side.operator != node.operator:
            advice = say("put brackets around the part that belongs together")
            context.report.error("C0408", say("`and` and `or` are mixed"), side.span, say("is this meant first?"), advice)
    ended = {word.text: Span(node.span.source, start, node.right.span.end) for word, start in _quantifiers_in(node.left)}
    operands = (check_truth(context, node.left, scope), check_truth(context, node.right, scope.after(ended)))
    return g.Operation(node.operator, operands, TRUTH, node.span)


def _quantifiers_in(node: tree.Expr) -> Iterator[tuple[tree.Word, int]]:
    """The words that quantifiers bind in a truth, outside of brackets, each with the offset of what is said of it."""
    if isinstance(node, tree.Quantified) and node.members is not None:
        yield node.variable, node.condition.span.start
    elif isinstance(node, tree.Logic):
        yield from (*_quantifiers_in(node.left), *_quantifiers_in(node.right))


def _filter(context: Context, node: tree.Filter, scope: PhraseScope) -> g.Expr:
    inner = node.inner
    while isinstance(inner, tree.Group):
        inner = inner.inner
    if isinstance(inner, tree.CanDo):
        return check_can(context, inner, node.condition, scope)
    members = check_members(context, inner, scope)
    if members.type == UNKNOWN:
        card = g.Local(fresh(context, "card"), CARD, node.span)
        look_into(context, (node.condition,), scope.consider(card))
    return filtered(context, members, lambda inner: check_truth(context, node.condition, inner), scope, node.span)


def _call(context: Context, node: tree.FunctionCall, scope: PhraseScope) -> g.Expr:
    return apply_definition(context, node.function, node.arguments, scope, node.span)


def _beside(context: Context, node: tree.Beside, scope: PhraseScope) -> g.Expr:
    if node.what.text != "player":
        advice = say("write `player {where} …`", where=node.where)
        message = say("only a player sits {where} another", where=node.where)
        context.report.error("C0402", message, node.what.span, say("this is not `player`"), advice)
    player = check(context, node.of, scope, PLAYER)
    return g.Neighbour(player, 1 if node.where == "after" else -1, PLAYER, node.span)
