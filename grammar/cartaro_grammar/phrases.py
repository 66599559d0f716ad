"""Expressions, checked: every word resolved, every node typed; what is wrong is told, and the check goes on.

Where a bare word is the owner's (`hand`, `won`, `points`), it belongs to the thing that the phrase considers (`some x in sides
has points …`), and else to the player, or side, that the sentence is about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from cartaro_grammar import game as g
from cartaro_grammar import tree
from cartaro_grammar.diagnostic import did_you_mean
from cartaro_grammar.source import Span
from cartaro_grammar.types import (
    CARD,
    CARDS,
    NUMBER,
    PLAYER,
    PLAYERS,
    SIDE,
    SIDES,
    TRUTH,
    UNKNOWN,
    Type,
    collection,
    element,
    symbol,
)  # fmt: skip
from cartaro_grammar.vocabulary import Vocabulary

if TYPE_CHECKING:
    from cartaro_grammar.acts import ActPhrases


@dataclass(frozen=True, slots=True)
class Scope:
    """What words mean where a phrase stands: the words bound, the things considered (innermost first), and whether
    there is a player who acts.
    """

    bound: Mapping[str, g.Expr] = field(default_factory=dict[str, g.Expr])
    things: tuple[g.Expr, ...] = ()
    actor: bool = False

    def bind(self, name: str, value: g.Expr) -> Scope:
        return replace(self, bound={**self.bound, name: value})

    def consider(self, thing: g.Expr) -> Scope:
        return replace(self, things=(thing, *self.things))


class Phrases:
    """Checks expressions against a vocabulary.  `definitions` gives a definition's result type when asked."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.report = words.report
        self.results: dict[str, Type] = {}
        self.acts: ActPhrases
        self._fresh = 0

    def result_type(self, function: str, span: Span) -> Type:
        """The type of a definition's value; overridden by the checker of clauses, which knows their bodies."""
        raise NotImplementedError

    def fresh(self, hint: str) -> str:
        """A name for a thing the text leaves unnamed; no author can write it."""
        self._fresh += 1
        return f"{hint} {self._fresh}"

    def wrong(self, span: Span) -> g.Expr:
        """Stands for what has been told to be wrong."""
        return g.Truth(False, UNKNOWN, span)

    # ------------------------------------------------------------------ types

    def coerce(self, expr: g.Expr, want: Type) -> g.Expr:
        """The expression as the type wanted: one card for a set of one, a player for that player's side."""
        has, span = expr.type, expr.span
        if UNKNOWN in {has, want} or has == want:
            return expr
        if collection(has) == want:
            return g.Single(expr, want, span)
        if element(has) == want and want.kind in {"card", "player", "side"}:
            return g.Only(expr, want, span)
        if want == SIDE and has == PLAYER:
            return g.SideOf(expr, SIDE, span)
        if want == SIDES and has == PLAYER:
            return g.Single(g.SideOf(expr, SIDE, span), SIDES, span)
        if want == CARDS and has.kind == "group":
            return expr
        self.report.error("C0401", f"this should be {_a(want)}", span, f"it is {_a(has)}", _instead(has, want))
        return self.wrong(span)

    def check(self, node: tree.Expr, scope: Scope, want: Type | None = None) -> g.Expr:
        """The checked expression, coerced to the type wanted where one is."""
        found = self._expr(node, scope, want)
        return self.coerce(found, want) if want is not None else found

    def truth(self, node: tree.Expr, scope: Scope) -> g.Expr:
        return self.check(node, scope, TRUTH)

    def truths(self, nodes: tuple[tree.Expr, ...], scope: Scope) -> tuple[g.Expr, ...]:
        return tuple(self.truth(node, scope) for node in nodes)

    def number(self, node: tree.Expr, scope: Scope) -> g.Expr:
        return self.check(node, scope, NUMBER)

    def members(self, node: tree.Expr, scope: Scope) -> g.Expr:
        """A set of anything; one member stands for the set of it."""
        if isinstance(node, tree.Name) and node.text in self.words.attributes and node.text not in scope.bound:
            return g.Symbols(node.text, Type("symbols", node.text), node.span)
        found = self.check(node, scope)
        many = collection(found.type)
        if many is not None and element(found.type) is None:
            return self.coerce(found, many)
        if element(found.type) is None and found.type != UNKNOWN:
            self.report.error("C0401", "this should be several things", found.span, f"it is {_a(found.type)}")
            return self.wrong(found.span)
        return found

    # ------------------------------------------------------------------ the forms

    def _expr(self, node: tree.Expr, scope: Scope, want: Type | None) -> g.Expr:
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
                return self._expr(inner, scope, want)
            case tree.Filter():
                return self._filter(node, scope)
            case tree.Call():
                return self._call(node, scope)
            case tree.Of():
                return self._of(node, scope)
            case tree.Beside():
                return self._beside(node, scope)
            case tree.KindIn():
                return self._kind_in(node, scope)
            case tree.Ranked():
                return self.ranked(node, scope)
            case tree.Reckon():
                return self._reckon(node, scope)
            case tree.Remainder(number, by, span):
                operands = (self.number(number, scope), self.number(by, scope))
                return g.Operation("remainder", operands, NUMBER, span)
            case tree.TotalOver():
                return self._total_over(node, scope)
            case tree.Arithmetic():
                return self._arithmetic(node, scope)
            case tree.Compare():
                return self._compare(node, scope)
            case tree.Patterned():
                return self._patterned(node, scope)
            case tree.CanDo():
                return self.acts.can(node, None, scope)
            case tree.AppliesTest():
                return self._applies(node)
            case tree.Quantified():
                return self._quantified(node, scope)
            case tree.Not(operand, span):
                return g.Operation("not", (self.truth(operand, scope),), TRUTH, span)
            case tree.Logic():
                return self._logic(node, scope)

    def cards(self, codes: tuple[tree.Word, ...], span: Span) -> g.Expr:
        """Cards written by their codes; each must be in the deck, and named once."""
        numbers = {card.code: number for number, card in enumerate(self.words.deck.cards)}
        found: list[int] = []
        for word in codes:
            code = word.text.partition("/")[0]
            if code not in numbers:
                guess = did_you_mean(code, numbers) if len(code) > 2 else None
                advice = f"did you mean `{guess}`?" if guess else self._signs()
                self.report.error("C0405", f"there is no card `{code}` in the deck", word.span, "no such card", advice)
            elif numbers[code] in found:
                self.report.error("C0406", f"the card `{code}` is named twice", word.span, "again here")
            else:
                found.append(numbers[code])
        return g.Cards(tuple(found), CARDS, span)

    def _signs(self) -> str:
        """The signs that the codes of this deck are made of."""
        tables = [table for table in self.words.deck.attributes if table.values]
        said = ", ".join(f"{table.name} {' '.join(value.sign for value in table.values)}" for table in reversed(tables))
        return f"a code is made of {said}" if said else "the pack has no cards"

    def _logic(self, node: tree.Logic, scope: Scope) -> g.Expr:
        for side in (node.left, node.right):
            if isinstance(side, tree.Logic) and side.operator != node.operator:
                advice = "put brackets around the part that belongs together"
                self.report.error("C0408", "`and` and `or` are mixed", side.span, "is this meant first?", advice)
        operands = (self.truth(node.left, scope), self.truth(node.right, scope))
        return g.Operation(node.operator, operands, TRUTH, node.span)

    def _filter(self, node: tree.Filter, scope: Scope) -> g.Expr:
        inner = node.inner
        while isinstance(inner, tree.Group):
            inner = inner.inner
        if isinstance(inner, tree.CanDo):
            return self.acts.can(inner, node.condition, scope)
        members = self.members(inner, scope)
        return self._where(members, lambda inner: self.truth(node.condition, inner), scope, node.span)

    def _where(self, members: g.Expr, condition: Callable[[Scope], g.Expr], scope: Scope, span: Span) -> g.Expr:
        of = element(members.type)
        if of is None:
            return self.wrong(span)
        variable = self.fresh(of.kind)
        local = g.Local(variable, of, span)
        return g.Where(variable, members, condition(scope.consider(local)), members.type, span)

    def _call(self, node: tree.Call, scope: Scope) -> g.Expr:
        return self.apply(node.function, node.arguments, scope, node.span)

    def apply(self, word: tree.Word, arguments: tuple[tree.Expr, ...], scope: Scope, span: Span) -> g.Expr:
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

    def _beside(self, node: tree.Beside, scope: Scope) -> g.Expr:
        if node.what.text != "player":
            advice = f"write `player {node.where} …`"
            message = f"only a player sits {node.where} another"
            self.report.error("C0402", message, node.what.span, "this is not `player`", advice)
        player = self.check(node.of, scope, PLAYER)
        return g.Neighbour(player, 1 if node.where == "after" else -1, PLAYER, node.span)

    def _kind_in(self, node: tree.KindIn, scope: Scope) -> g.Expr:
        """`denari in won`, `jolly in s`, or a kind that cards count as."""
        members = self.check(node.members, scope, CARDS)
        word, span = node.what, node.span
        attribute = self.words.attribute_of(word.text)
        kind = self.words.functions.get(word.text)

        def condition(inner: Scope) -> g.Expr:
            card = inner.things[0]
            if attribute is not None:
                of = symbol(attribute)
                has = g.Attribute(attribute, card, of, word.span)
                return g.Operation("=", (has, g.Symbol(word.text, of, word.span)), TRUTH, word.span)
            return g.Apply(word.text, (card,), TRUTH, word.span)

        if attribute is None and not (kind and kind.truth and kind.arity == 1):
            known = [v for a in self.words.attributes for v in self.words.enumeration(a)]
            self.report.unknown("kind of card", word, known)
            return self.wrong(span)
        return self._where(members, condition, scope, span)

    def ranked(self, node: tree.Ranked, scope: Scope) -> g.Expr:
        """`the side with highest points then lowest …`."""
        whole: dict[str, g.Expr] = {
            "side": g.Everyone(SIDES, node.what.span),
            "player": g.Everyone(PLAYERS, node.what.span),
        }
        if node.members is not None:
            members = self.members(node.members, scope)
        elif node.what.text in whole:
            members = whole[node.what.text]
        else:
            self.report.unknown("kind of thing to choose", node.what, [*whole, "card in …"])
            return self.wrong(node.span)
        of = element(members.type)
        if of is None:
            return self.wrong(node.span)
        variable = self.fresh(of.kind)
        inner = scope.consider(g.Local(variable, of, node.what.span))
        keys: tuple[tuple[Literal["highest", "lowest"], g.Expr], ...] = ()
        for which, key in node.keys:
            keys = (*keys, (which, self.number(key, inner)))
        return g.Select(variable, members, keys, of, node.span)

    # ------------------------------------------------------------------ reckoning

    def _reckon(self, node: tree.Reckon, scope: Scope) -> g.Expr:
        if node.how == "half":
            return g.Operation("half", (self.number(node.of, scope),), NUMBER, node.span)
        if node.how == "number":
            members = self.members(node.of, scope)
            return members if members.type == UNKNOWN else g.Size(members, NUMBER, node.span)
        measure = node.measure
        if measure is None or measure.text not in self.words.measures:
            if measure is not None:
                self.report.unknown("measure of cards", measure, self.words.measures)
            return self.wrong(node.span)
        cards = self.check(node.of, scope, CARDS)
        if node.how == "total":
            variable = self.fresh("card")
            amount = g.Attribute(measure.text, g.Local(variable, CARD, node.span), NUMBER, measure.span)
            return g.Total(variable, cards, amount, NUMBER, node.span)
        which: Literal["highest", "lowest"] = "highest" if node.how == "highest" else "lowest"
        return g.Extreme(which, measure.text, cards, NUMBER, node.span)

    def _total_over(self, node: tree.TotalOver, scope: Scope) -> g.Expr:
        members = self.members(node.members, scope)
        of = element(members.type)
        if of is None:
            return self.wrong(node.span)
        inner = self.bind_new(node.variable, of, scope)
        return g.Total(node.variable.text, members, self.number(node.amount, inner), NUMBER, node.span)

    def bind_new(self, word: tree.Word, of: Type, scope: Scope) -> Scope:
        """The scope with a new word; it may not hide one already in use."""
        if word.text in scope.bound:
            message = f"`{word.text}` already stands for something here"
            self.report.error("C0307", message, word.span, "used again", "choose another word")
        local = g.Local(word.text, of, word.span)
        return scope.bind(word.text, local).consider(local)

    def _arithmetic(self, node: tree.Arithmetic, scope: Scope) -> g.Expr:
        left = self.check(node.left, scope)
        if left.type in {NUMBER, UNKNOWN} or node.operator == "*":
            operands = (self.coerce(left, NUMBER), self.number(node.right, scope))
            return g.Operation(node.operator, operands, NUMBER, node.span)
        many = left.type if element(left.type) else collection(left.type)
        if left.type.kind == "group":
            many = CARDS
        if many is None or many.kind == "symbols":
            self.report.error("C0401", "this can be neither added nor taken away", left.span, f"it is {_a(left.type)}")
            return self.wrong(node.span)
        operator: Literal["union", "minus"] = "union" if node.operator == "+" else "minus"
        operands = (self.coerce(left, many), self.check(node.right, scope, many))
        return g.Operation(operator, operands, many, node.span)

    # ------------------------------------------------------------------ truths

    def _quantified(self, node: tree.Quantified, scope: Scope) -> g.Expr:
        if node.members is None:
            return self._every_owner(node, scope)
        members = self.members(node.members, scope)
        of = element(members.type)
        if of is None:
            return self.wrong(node.span)
        inner = self.bind_new(node.variable, of, scope)
        condition = self.truth(node.condition, inner)
        return g.Quantified(node.quantifier, node.variable.text, members, condition, TRUTH, node.span)

    def _every_owner(self, node: tree.Quantified, scope: Scope) -> g.Expr:
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

    def _patterned(self, node: tree.Patterned, scope: Scope) -> g.Expr:
        cards = self.check(node.left, scope, CARDS)
        known = {**self.words.attributes, **self.words.measures}
        if node.attribute.text not in known:
            self.report.unknown("attribute of the cards", node.attribute, known)
        return g.Pattern(node.pattern, cards, node.attribute.text, TRUTH, node.span)

    def _applies(self, node: tree.AppliesTest) -> g.Expr:
        word = node.left
        if not isinstance(word, tree.Name) or word.text not in self.words.clauses:
            named = tree.Word(word.text, word.span) if isinstance(word, tree.Name) else tree.Word("…", word.span)
            self.report.unknown("clause", named, self.words.clauses, "C0502")
            return self.wrong(node.span)
        test = g.Applies(word.text, TRUTH, node.span)
        return test if node.positive else g.Operation("not", (test,), TRUTH, node.span)

    def _compare(self, node: tree.Compare, scope: Scope) -> g.Expr:
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

    def _ordered(self, node: tree.Compare, scope: Scope) -> g.Expr:
        left, right = self.number(node.left, scope), self.number(node.right, scope)
        if node.comparison in {"<=", "<"}:
            operator: Literal["<", "<="] = "<" if node.comparison == "<" else "<="
            return g.Operation(operator, (left, right), TRUTH, node.span)
        operator = "<" if node.comparison == ">" else "<="
        return g.Operation(operator, (right, left), TRUTH, node.span)

    def _membership(self, node: tree.Compare, scope: Scope) -> g.Expr:
        members = self.members(node.right, scope)
        left = self.check(node.left, scope)
        if left.type == members.type:
            return g.Operation("subset", (left, members), TRUTH, node.span)
        of = element(members.type)
        return g.Operation("in", (self.coerce(left, of or UNKNOWN), members), TRUTH, node.span)

    def _equal(self, node: tree.Compare, scope: Scope) -> g.Expr:
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
        other = self._expr(right, scope, left.type)
        if collection(left.type) == other.type and other.type.kind == "cards":
            left = self.coerce(left, other.type)
        return g.Operation("=", (left, self.coerce(other, left.type)), TRUTH, span)

    # ------------------------------------------------------------------ words

    def name(self, node: tree.Name, scope: Scope, want: Type | None) -> g.Expr:
        """A bare word, by what it can be here; see the language's rule of words in the decision record."""
        raise NotImplementedError

    def _of(self, node: tree.Of, scope: Scope) -> g.Expr:
        """`WORD of THING`."""
        raise NotImplementedError


def _instead(has: Type, want: Type) -> str | None:
    """What is often meant by one kind of thing where another is needed."""
    many = has.kind in {"cards", "players", "sides", "groups", "group"}
    if want == NUMBER and many:
        return "to count them, write `number of …`"
    if want == TRUTH and many:
        return "write what is said of them: `… is empty`, `… is not empty`"
    if want == TRUTH and has == NUMBER:
        return "compare it: `… is 1`, `… is at least 1`"
    if has == NUMBER and want.kind in {"cards", "card"}:
        return "to count cards, write `number of …`; a card is written by its code"
    return None


def _a(of: Type) -> str:
    """A type as an author would say it."""
    said: dict[str, str] = {
        "truth": "a truth", "number": "a number", "card": "a card", "cards": "cards", "player": "a player",
        "players": "players", "side": "a side", "sides": "sides", "group": "a group of cards", "groups": "groups",
        "symbol": f"a value of `{of.enumeration}`", "symbols": f"the values of `{of.enumeration}`", "unknown": "unknown",
    }  # fmt: skip
    return said[of.kind]
