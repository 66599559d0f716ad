"""Expressions, checked: every word resolved, every node typed; what is wrong is told, and the check goes on.

Where a bare word is the owner's (`hand`, `won`, `points`), it belongs to the thing that the phrase considers (`some x in sides
has points …`), and else to the player, or side, that the sentence is about.
"""

from __future__ import annotations

from cartaro_grammar.expressions.comparisons import Truths
from cartaro_grammar.model import game as g
from cartaro_grammar.model.types import CARDS, NUMBER, PLAYER, TRUTH, UNKNOWN, Type
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.context import PhraseScope


class Phrases(Truths):
    """Checks expressions against a vocabulary: each form by its part of the checker."""

    def expression(self, node: tree.Expr, scope: PhraseScope, want: Type | None) -> g.Expr:
        match node:
            case tree.Name():
                return self.name(node, scope, want)
            case tree.NumberLit(value, span):
                return g.Number(value, NUMBER, span)
            case tree.Codes(codes, span):
                return self.cards(codes, span)
            case tree.AllCards(span):
                return g.AllCards(CARDS, span)
            case tree.LastPlayer(span):
                return g.LastPlayer(PLAYER, span)
            case tree.Group(inner, _):
                return self.expression(inner, scope, want)
            case tree.Filter():
                return self._filter(node, scope)
            case tree.Call():
                return self._call(node, scope)
            case tree.Of():
                return self._of(node, scope)
            case tree.Beside():
                return self._beside(node, scope)
            case tree.KindIn():
                return self.kind_in(node, scope)
            case tree.Ranked():
                return self.ranked(node, scope)
            case tree.Reckon():
                return self.reckon(node, scope)
            case tree.Remainder(number, by, span):
                operands = (self.number(number, scope), self.number(by, scope))
                return g.Operation("remainder", operands, NUMBER, span)
            case tree.TotalOver():
                return self.total_over(node, scope)
            case tree.Arithmetic():
                return self.arithmetic(node, scope)
            case tree.Compare():
                return self.compare(node, scope)
            case tree.Patterned():
                return self.patterned(node, scope)
            case tree.CanDo():
                return self.can(node, None, scope)
            case tree.AppliesTest():
                return self.applies(node)
            case tree.Quantified():
                return self.quantified(node, scope)
            case tree.Not(operand, span):
                return g.Operation("not", (self.truth(operand, scope),), TRUTH, span)
            case tree.Logic():
                return self.logic(node, scope)

    def logic(self, node: tree.Logic, scope: PhraseScope) -> g.Expr:
        for side in (node.left, node.right):
            if isinstance(side, tree.Logic) and side.operator != node.operator:
                advice = "put brackets around the part that belongs together"
                self.report.error("C0408", "`and` and `or` are mixed", side.span, "is this meant first?", advice)
        operands = (self.truth(node.left, scope), self.truth(node.right, scope))
        return g.Operation(node.operator, operands, TRUTH, node.span)

    def _filter(self, node: tree.Filter, scope: PhraseScope) -> g.Expr:
        inner = node.inner
        while isinstance(inner, tree.Group):
            inner = inner.inner
        if isinstance(inner, tree.CanDo):
            return self.can(inner, node.condition, scope)
        members = self.members(inner, scope)
        return self.where(members, lambda inner: self.truth(node.condition, inner), scope, node.span)

    def _call(self, node: tree.Call, scope: PhraseScope) -> g.Expr:
        return self.apply(node.function, node.arguments, scope, node.span)

    def apply(self, word: tree.Word, arguments: tuple[tree.Expr, ...], scope: PhraseScope, span: Span) -> g.Expr:
        """A definition applied."""
        signature = self.words.functions.get(word.text)
        if signature is None:
            self.report.unknown("definition", word, self.words.functions)
            return self.wrong(span)
        if len(arguments) != signature.arity:
            message = f"`{word.text}` is defined of {signature.arity} things, not of {len(arguments)}"
            self.report.error("C0403", message, span, "used here")
            return self.wrong(span)
        wanted = signature.parameters
        checked = tuple(self.check(a, scope, t or UNKNOWN) for a, t in zip(arguments, wanted, strict=True))
        return g.Apply(word.text, checked, self.result_type(word.text, span), span)

    def _beside(self, node: tree.Beside, scope: PhraseScope) -> g.Expr:
        if node.what.text != "player":
            advice = f"write `player {node.where} …`"
            message = f"only a player sits {node.where} another"
            self.report.error("C0402", message, node.what.span, "this is not `player`", advice)
        player = self.check(node.of, scope, PLAYER)
        return g.Neighbour(player, 1 if node.where == "after" else -1, PLAYER, node.span)

    # ------------------------------------------------------------------ words

    def name(self, node: tree.Name, scope: PhraseScope, want: Type | None) -> g.Expr:
        """A bare word, by what it can be here; see the language's rule of words in the decision record."""
        raise NotImplementedError

    def _of(self, node: tree.Of, scope: PhraseScope) -> g.Expr:
        """`WORD of THING`."""
        raise NotImplementedError
