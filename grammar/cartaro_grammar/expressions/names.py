"""What a bare word means: the language's rule of words.

In this order: a word bound by the sentence; where a value is expected, one of its list; a word of the language; a zone or a
cell of memory, of the thing considered or of the player the sentence is about; a definition; an option; an attribute of
the card considered; a heading of the side considered; a value of an attribute.
"""

from __future__ import annotations

from typing import Literal

from cartaro_grammar.expressions.expressions import Phrases
from cartaro_grammar.model import game as g
from cartaro_grammar.model.types import (
    CARD,
    CARDS,
    GROUPS,
    NUMBER,
    PLAYER,
    PLAYERS,
    SIDE,
    SIDES,
    TRUTH,
    UNKNOWN,
    Type,
    symbol,
)  # fmt: skip
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.context import PhraseScope
from cartaro_grammar.words.vocabulary import Vocabulary


class Resolver(Phrases):
    """The part of the checker that looks words up."""

    def __init__(self, words: Vocabulary) -> None:
        super().__init__(words)

    def name(self, node: tree.Name, scope: PhraseScope, want: Type | None) -> g.Expr:
        text, span = node.text, node.span
        if text in scope.bound:
            bound = scope.bound[text]
            return g.Local(bound.name, bound.type, span) if isinstance(bound, g.Local) else bound
        if want is not None and want.kind == "symbol" and text in self.words.enumeration(want.enumeration):
            return g.Symbol(text, want, span)
        found = (
            self._fixed(text, scope, want, span)
            or self._owned(text, scope, span)
            or self._defined(text, span)
            or self._of_card(text, scope, span)
            or self._of_side(text, scope, span)
            or self._symbol(text, span)
        )
        if found is not None:
            return found
        if want is not None and want.kind == "symbol":
            word = tree.Word(text, span)
            self.report.unknown(f"value of `{want.enumeration}`", word, self.words.enumeration(want.enumeration))
            return self.wrong(span)
        known = {*self.words.known(), *scope.bound} if self.report.guessing else ()
        self.report.unknown("word", tree.Word(text, span), known)
        return self.wrong(span)

    def _fixed(self, text: str, scope: PhraseScope, want: Type | None, span: Span) -> g.Expr | None:
        match text:
            case "player":
                return self.actor(scope, span)
            case "side":
                return self._side(scope, span)
            case "players":
                return g.Everyone(PLAYERS, span)
            case "sides":
                return g.Everyone(SIDES, span)
            case "true" | "false":
                return g.Truth(text == "true", TRUTH, span)
            case "none":
                return g.Nobody(want or UNKNOWN, span)
            case _:
                return None

    def actor(self, scope: PhraseScope, span: Span) -> g.Expr:
        """`the player`: who acts, where somebody does."""
        if scope.actor:
            return g.Actor(PLAYER, span)
        players = [cell.name for cell, _ in self.words.cells.values() if cell.type == PLAYER and cell.owner == "table"]
        named = ", ".join(f"`{name}`" for name in [*players, "last player"])
        self.report.error("C0407", "nobody is playing at this moment", span, "which player is this?", f"name one: {named}, …")
        return self.wrong(span)

    def _side(self, scope: PhraseScope, span: Span) -> g.Expr:
        side = next((t for t in scope.things if t.type == SIDE), None)
        if side is not None:
            return side
        return g.SideOf(self.actor(scope, span), SIDE, span)

    # ------------------------------------------------------------------ owned things

    def _owned(self, text: str, scope: PhraseScope, span: Span) -> g.Expr | None:
        zone = self.words.zones.get(text)
        if zone is not None:
            owner = None if zone.owner == "table" else self._owner(zone.owner, text, scope, span)
            return g.InZone(text, owner, GROUPS if zone.family else CARDS, span)
        if text not in self.words.cells:
            return None
        cell = self.words.cells[text][0]
        if cell.kind == "mark":
            marked = g.Recall(text, None, CARDS, span)
            card = next((t for t in scope.things if t.type == CARD), None)
            return marked if card is None else g.Operation("in", (card, marked), TRUTH, span)
        owner = None if cell.owner == "table" else self._owner(cell.owner, text, scope, span)
        if owner is not None and owner.type == PLAYERS:
            message = f"each player has a `{text}`, and a side has several players"
            self.report.error("C0407", message, span, "whose is meant?", f"write `{text} of …`")
            return self.wrong(span)
        return g.Recall(text, owner, cell.type, span)

    def _owner(self, kind: g.Owner, text: str, scope: PhraseScope, span: Span) -> g.Expr:
        """Whose a bare word is: of the innermost player or side considered, else of who acts."""
        for thing in scope.things:
            if thing.type == PLAYER:
                return thing if kind == "player" else g.SideOf(thing, SIDE, span)
            if thing.type == SIDE:
                return thing if kind == "side" else self._players_of(thing, span)
        if scope.actor:
            actor = g.Actor(PLAYER, span)
            return actor if kind == "player" else g.SideOf(actor, SIDE, span)
        message = f"whose `{text}` is meant?"
        self.report.error("C0407", message, span, f"each {kind} has one", f"write `{text} of …`")
        return self.wrong(span)

    def _players_of(self, sides: g.Expr, span: Span) -> g.Expr:
        """The players of a side, or of several."""
        name = self.fresh("player")
        side = g.SideOf(g.Local(name, PLAYER, span), SIDE, span)
        operator: Literal["=", "in"] = "=" if sides.type == SIDE else "in"
        return g.Where(name, g.Everyone(PLAYERS, span), g.Operation(operator, (side, sides), TRUTH, span), PLAYERS, span)

    def _sides_of(self, players: g.Expr, span: Span) -> g.Expr:
        """The sides of several players."""
        name, player = self.fresh("side"), self.fresh("player")
        side = g.SideOf(g.Local(player, PLAYER, span), SIDE, span)
        same = g.Operation("=", (side, g.Local(name, SIDE, span)), TRUTH, span)
        among = g.Quantified("some", player, players, same, TRUTH, span)
        return g.Where(name, g.Everyone(SIDES, span), among, SIDES, span)

    def owned_by(self, word: tree.Word, owner: g.Expr, span: Span) -> g.Expr | None:
        """`hand of x`, `points of x`: a zone or cell of the owner given."""
        zone, cell = self.words.zones.get(word.text), self.words.cells.get(word.text)
        if zone is None and cell is None:
            return None
        kind = zone.owner if zone else (cell[0].owner if cell else "table")
        if kind == "table":
            message = f"`{word.text}` belongs to the table, not to a player or side"
            self.report.error("C0402", message, word.span, "nobody has one", f"write only `{word.text}`")
            return self.wrong(span)
        if zone is not None and kind == "player" and owner.type in {SIDE, SIDES}:
            owner = self._players_of(owner, span)
        elif zone is not None and kind == "side" and owner.type == PLAYERS:
            owner = self._sides_of(owner, span)
        if zone is not None and owner.type in {SIDES, PLAYERS}:
            return g.InZone(word.text, owner, CARDS, span)
        whose = self.coerce(owner, PLAYER if kind == "player" else SIDE)
        if zone is not None:
            return g.InZone(word.text, whose, CARDS, span)
        return g.Recall(word.text, whose, cell[0].type if cell else UNKNOWN, span)

    # ------------------------------------------------------------------ definitions, options, cards, scores

    def _defined(self, text: str, span: Span) -> g.Expr | None:
        signature = self.words.functions.get(text)
        if signature is not None and signature.arity == 0:
            return g.Apply(text, (), self.result_type(text, span), span)
        if text in self.words.options:
            return g.Setting(text, self.words.option_type(text), span)
        return None

    def _of_card(self, text: str, scope: PhraseScope, span: Span) -> g.Expr | None:
        card = next((t for t in scope.things if t.type == CARD), None)
        if card is None:
            return None
        return self.attribute(text, card, span)

    def attribute(self, text: str, card: g.Expr, span: Span) -> g.Expr | None:
        """`suit of c`, `value of c`."""
        if text in self.words.attributes:
            return g.Attribute(text, card, symbol(text), span)
        if text in self.words.measures:
            return g.Attribute(text, card, NUMBER, span)
        return None

    def _of_side(self, text: str, scope: PhraseScope, span: Span) -> g.Expr | None:
        side = next((t for t in scope.things if t.type == SIDE), None)
        if side is None or (text not in self.words.headings and text != "score"):
            return None
        return g.ScoreOf(None if text == "score" else text, side, NUMBER, span)

    def _symbol(self, text: str, span: Span) -> g.Expr | None:
        attribute = self.words.attribute_of(text)
        return None if attribute is None else g.Symbol(text, symbol(attribute), span)

    def _top(self, pile: g.Expr, span: Span) -> g.Expr:
        zone = self.words.zones.get(pile.zone) if isinstance(pile, g.InZone) else None
        one = isinstance(pile, g.InZone) and (pile.owner is None or pile.owner.type not in (PLAYERS, SIDES))
        if pile.type.kind != "unknown" and (zone is None or not zone.ordered or not one):
            piles = ", ".join(sorted(z.name for z in self.words.zones.values() if z.ordered))
            text = "these are several" if zone is not None and zone.ordered else "this has no order"
            self.report.error("C0402", "only one pile has a top", pile.span, text, f"the piles are {piles}" if piles else None)
        return g.Top(pile, CARD, span)

    def _of(self, node: tree.Of, scope: PhraseScope) -> g.Expr:
        word, span = node.what, node.span
        text = word.text
        if text == "top":
            return self._top(self.check(node.of, scope, CARDS), span)
        if text == "side":
            return g.SideOf(self.check(node.of, scope, PLAYER), SIDE, span)
        if text in self.words.zones or text in self.words.cells:
            owner = self.check(node.of, scope)
            return self.owned_by(word, owner, span) or self.wrong(span)
        if text in self.words.attributes or text in self.words.measures:
            card = self.check(node.of, scope, CARD)
            return self.attribute(text, card, span) or self.wrong(span)
        if text in self.words.functions and self.words.functions[text].arity == 1:
            return self.apply(word, (node.of,), scope, span)
        if text in self.words.headings or text == "score":
            side = self.check(node.of, scope, SIDE)
            return g.ScoreOf(None if text == "score" else text, side, NUMBER, span)
        known = {*self.words.known(), "top", "side"} if self.report.guessing else ()
        self.report.unknown("word", word, known)
        return self.wrong(span)
