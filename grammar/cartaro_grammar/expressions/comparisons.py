"""Truths about cards and players, checked: comparisons, `some … has …`, `every hand is empty`, `alike in suit`."""

from __future__ import annotations

from typing import Literal

from cartaro_grammar.expressions.set_expressions import Reckoning
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
from cartaro_grammar.words.context import PhraseScope


class Truths(Reckoning):
    """The part of the checker that compares."""

    def quantified(self, node: tree.Quantified, scope: PhraseScope) -> g.Expr:
        if node.members is None:
            return self._every_owner(node, scope)
        members = self.members(node.members, scope)
        of = element(members.type)
        if of is None:
            return self.wrong(node.span)
        inner = self.bind_new(node.variable, of, scope)
        condition = self.truth(node.condition, inner)
        return g.Quantified(node.quantifier, node.variable.text, members, condition, TRUTH, node.span)

    def _every_owner(self, node: tree.Quantified, scope: PhraseScope) -> g.Expr:
        """`every hand is empty`: for every player who has a hand."""
        word = node.variable
        zone, cell = self.words.zones.get(word.text), self.words.cells.get(word.text)
        owner = zone.owner if zone else (cell[0].owner if cell else "table")
        if owner == "table":
            owned = [z.name for z in self.words.zones.values() if z.owner != "table"]
            self.report.unknown("thing that each player or side has", word, owned)
            return self.wrong(node.span)
        one, many = (PLAYER, PLAYERS) if owner == "player" else (SIDE, SIDES)
        variable = self.fresh(owner)
        inner = scope.consider(g.Local(variable, one, word.span))
        condition = self.truth(node.condition, inner)
        return g.Quantified(node.quantifier, variable, g.Everyone(many, word.span), condition, TRUTH, node.span)

    def patterned(self, node: tree.Patterned, scope: PhraseScope) -> g.Expr:
        cards = self.check(node.left, scope, CARDS)
        known = {**self.words.attributes, **self.words.measures}
        if node.attribute.text not in known:
            self.report.unknown("attribute of the cards", node.attribute, known)
        return g.Pattern(node.pattern, cards, node.attribute.text, TRUTH, node.span)

    def applies(self, node: tree.AppliesTest) -> g.Expr:
        word = node.left
        if not isinstance(word, tree.Name) or word.text not in self.words.clauses:
            named = tree.Word(word.text, word.span) if isinstance(word, tree.Name) else tree.Word("…", word.span)
            self.report.unknown("clause", named, self.words.clauses, "C0502")
            return self.wrong(node.span)
        test = g.Applies(word.text, TRUTH, node.span)
        return test if node.positive else g.Operation("not", (test,), TRUTH, node.span)

    def compare(self, node: tree.Compare, scope: PhraseScope) -> g.Expr:
        match node.comparison:
            case "is in" | "is not in":
                found = self._membership(node, scope)
                positive = node.comparison == "is in"
            case "is" | "is not" | "=":
                found = self._equal(node, scope)
                positive = node.comparison != "is not"
            case "read as":
                reading = self.check(node.right, scope, CARD)
                return g.ReadAs(self.check(node.left, scope, CARD), reading, TRUTH, node.span)
            case ">=" | "<=" | ">" | "<":
                return self._ordered(node, scope)
        return found if positive or found.type == UNKNOWN else g.Operation("not", (found,), TRUTH, node.span)

    def _ordered(self, node: tree.Compare, scope: PhraseScope) -> g.Expr:
        left, right = self.number(node.left, scope), self.number(node.right, scope)
        if node.comparison in {"<=", "<"}:
            operator: Literal["<", "<="] = "<" if node.comparison == "<" else "<="
            return g.Operation(operator, (left, right), TRUTH, node.span)
        operator = "<" if node.comparison == ">" else "<="
        return g.Operation(operator, (right, left), TRUTH, node.span)

    def _membership(self, node: tree.Compare, scope: PhraseScope) -> g.Expr:
        members = self.members(node.right, scope)
        left = self.check(node.left, scope)
        if left.type == members.type:
            return g.Operation("subset", (left, members), TRUTH, node.span)
        of = element(members.type)
        return g.Operation("in", (self.coerce(left, of or UNKNOWN), members), TRUTH, node.span)

    def _equal(self, node: tree.Compare, scope: PhraseScope) -> g.Expr:
        left = self.check(node.left, scope)
        right, span = node.right, node.span
        if isinstance(right, tree.Name) and right.text not in scope.bound:
            if right.text == "empty":
                size = g.Size(self.coerce(left, left.type if element(left.type) else CARDS), NUMBER, span)
                return g.Operation("=", (size, g.Number(0, NUMBER, span)), TRUTH, span)
            if right.text == "none":
                return g.Operation("=", (left, g.Nobody(left.type, right.span)), TRUTH, span)
            kind = self.words.functions.get(right.text)
            if kind is not None and kind.truth and kind.arity == 1 and left.type != TRUTH:
                argument = self.coerce(left, kind.parameters[0] or UNKNOWN)
                return g.Apply(right.text, (argument,), TRUTH, span)
            attribute = self.words.attribute_of(right.text)
            if left.type == CARD and attribute is not None:
                of = symbol(attribute)
                has = g.Attribute(attribute, left, of, left.span)
                return g.Operation("=", (has, g.Symbol(right.text, of, right.span)), TRUTH, span)
        other = self.expression(right, scope, left.type)
        if collection(left.type) == other.type and other.type.kind == "cards":
            left = self.coerce(left, other.type)
        return g.Operation("=", (left, self.coerce(other, left.type)), TRUTH, span)
