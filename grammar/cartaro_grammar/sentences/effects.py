"""Effects, checked: cards go to zones, numbers to counters, values to memory."""

from __future__ import annotations

from typing import assert_never

from cartaro_grammar.expressions.expressions import Phrases
from cartaro_grammar.model import game as g
from cartaro_grammar.model.types import CARD, CARDS, NUMBER, PLAYER, SIDE, UNKNOWN, Type
from cartaro_grammar.sentences.acts import ActPhrases
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.context import PhraseScope
from cartaro_grammar.words.vocabulary import period_of


class EffectPhrases:
    """Checks effects; `repeats` keeps the clauses that `repeat from` names, to be checked when all are known."""

    def __init__(self, phrases: Phrases, acts: ActPhrases) -> None:
        self.phrases = phrases
        self.words = phrases.words
        self.report = phrases.report
        self.acts = acts
        self.repeats: list[tuple[tree.Word, str]] = []

    def effect(self, line: tree.EffectLine, scope: PhraseScope, clause: str) -> g.Effect | None:
        """An effect with its own conditions; None where it has been told to be wrong."""
        each: g.Owner | None = None
        if line.for_each is not None:
            each = self._each(line.for_each)
            local = g.Local(each, PLAYER if each == "player" else SIDE, line.for_each.span)
            scope = scope.bind(each, local).consider(local)
        when, unless = self.phrases.truths(line.when, scope), self.phrases.truths(line.unless, scope)
        body = self._body(line, scope, clause)
        return None if body is None else g.Effect(body, each, when, unless, line.span)

    def _each(self, word: tree.Word) -> g.Owner:
        if word.text in {"player", "side"}:
            return "player" if word.text == "player" else "side"
        message = f"an effect is done for each player or for each side, not for each `{word.text}`"
        self.report.error("C0402", message, word.span, "here")
        return "side"

    def _body(self, line: tree.EffectLine, scope: PhraseScope, clause: str) -> g.EffectBody | None:
        body, span = line.body, line.span
        match body:
            case tree.Move(cards, to):
                return self._move(cards, to, scope, span)
            case tree.Shuffle(cards, into):
                return self._shuffle(cards, into, scope, span)
            case tree.Deal():
                return self._deal(body, scope, span)
            case tree.DealEach():
                return self._deal_each(body, scope, span)
            case tree.Add():
                return self._add(body, scope, span)
            case tree.Become(cell, value):
                return self._become(cell, value, scope, span)
            case tree.MarkAs(cards, mark):
                return self._mark(cards, mark, scope, span)
            case tree.Form(family, cards):
                return self._form(family, cards, scope, span)
            case tree.Exchange(first, second):
                return g.Exchange(self.phrases.check(first, scope, CARD), self.phrases.check(second, scope, CARD), span)
            case tree.Show(cards):
                return g.Show(self._all(cards, scope, CARDS), span)
            case tree.Seat(players):
                return g.Seat(self._all(players, scope, PLAYER), span)
            case tree.Repeat(word):
                self.repeats.append((word, clause))
                return g.Repeat(word.text, span)
            case tree.End(void, period):
                return g.End(period_of(self.words, period), void, span)
            case tree.Nothing():
                return g.Nothing(span)
            case _:
                assert_never(body)

    def _all(self, nodes: tuple[tree.Expr, ...], scope: PhraseScope, want: Type) -> tuple[g.Expr, ...]:
        return tuple(self.phrases.check(node, scope, want) for node in nodes)

    def _mark(self, cards: tuple[tree.Expr, ...], mark: tree.Word, scope: PhraseScope, span: Span) -> g.MarkAs:
        cell = self.words.cells.get(mark.text)
        if cell is None or cell[0].kind != "mark":
            self.report.unknown("mark", mark, [c.name for c, _ in self.words.cells.values() if c.kind == "mark"])
        return g.MarkAs(self._all(cards, scope, CARDS), mark.text, span)

    def _form(self, family: tree.Word, cards: tree.Expr, scope: PhraseScope, span: Span) -> g.Form:
        zone = self.words.zones.get(family.text)
        if zone is None or not zone.family:
            self.report.unknown("family of zones", family, [z.name for z in self.words.zones.values() if z.family])
        return g.Form(family.text, self.phrases.check(cards, scope, CARDS), span)

    # ------------------------------------------------------------------ cards

    def _zone(self, node: tree.Expr, scope: PhraseScope) -> g.Expr | None:
        """A place that cards can go to: a zone, or a meld of a family."""
        found = self.phrases.check(node, scope)
        if isinstance(found, g.InZone) and not self.words.zones[found.zone].family:
            single = found.owner is None or found.owner.type in {PLAYER, UNKNOWN}
            if single or (found.owner and found.owner.type == SIDE and self.words.zones[found.zone].owner == "side"):
                return found
        if found.type.kind in {"group", "unknown"}:
            return found
        zones = ", ".join(sorted(self.words.zones))
        self.report.error("C0402", "cards go to one zone", found.span, "this is not one", f"the zones are {zones}")
        return None

    def _move(self, cards: tuple[tree.Expr, ...], to: tree.Expr, scope: PhraseScope, span: Span) -> g.Move | None:
        moved = self._all(cards, scope, CARDS)
        zone = self._zone(to, scope)
        return None if zone is None else g.Move(moved, zone, span)

    def _shuffle(self, cards: tuple[tree.Expr, ...], into: tree.Expr, scope: PhraseScope, span: Span) -> g.Shuffle | None:
        shuffled = self._all(cards, scope, CARDS)
        pile = self._zone(into, scope)
        if pile is None:
            return None
        if isinstance(pile, g.InZone) and self.words.zones[pile.zone].ordered:
            return g.Shuffle(shuffled, pile, span)
        piles = ", ".join(sorted(z.name for z in self.words.zones.values() if z.ordered))
        self.report.error("C0402", "cards are shuffled into a pile", pile.span, "this has no order", f"the piles are {piles}")
        return None

    def _deal(self, body: tree.Deal, scope: PhraseScope, span: Span) -> g.Deal | None:
        count, source = self.phrases.number(body.count, scope), self._pile(body.source, scope)
        to = self._zone(body.to, scope)
        return g.Deal(count, source, to, None, span) if isinstance(to, g.InZone) and source else None

    def _deal_each(self, body: tree.DealEach, scope: PhraseScope, span: Span) -> g.Deal | None:
        count, source = self.phrases.number(body.count, scope), self._pile(body.source, scope)
        target = body.zone
        zone = self.words.zones.get(target.text) if isinstance(target, tree.Name) else None
        if zone is None or zone.owner == "table":
            owned = ", ".join(sorted(z.name for z in self.words.zones.values() if z.owner != "table"))
            message = "cards are dealt to each of a zone that players or sides have"
            self.report.error("C0402", message, target.span, "here", f"those are {owned}")
            return None
        local = g.Local(zone.owner, PLAYER if zone.owner == "player" else SIDE, target.span)
        to_each = g.InZone(zone.name, local, CARDS, target.span)
        return g.Deal(count, source, to_each, zone.owner, span) if source else None

    def _pile(self, node: tree.Expr, scope: PhraseScope) -> g.Expr | None:
        found = self.phrases.check(node, scope)
        if isinstance(found, g.InZone) and self.words.zones[found.zone].ordered:
            return found
        if found.type != UNKNOWN:
            piles = ", ".join(sorted(z.name for z in self.words.zones.values() if z.ordered))
            self.report.error("C0402", "cards are dealt from a pile", found.span, "this has no order", f"the piles are {piles}")
        return None

    # ------------------------------------------------------------------ memory

    def _cell(self, node: tree.Expr, scope: PhraseScope) -> g.Recall | None:
        found = self.phrases.check(node, scope)
        if isinstance(found, g.Recall):
            return found
        if found.type != UNKNOWN:
            cells = ", ".join(sorted(self.words.cells))
            self.report.error(
                "C0402", "only memory can change so", found.span, "this is no counter, flag or reference", f"there is {cells}"
            )
        return None

    def _add(self, body: tree.Add, scope: PhraseScope, span: Span) -> g.Add | None:
        amount = self.phrases.number(body.amount, scope)
        cell = self._cell(body.cell, scope)
        if cell is None:
            return None
        self.phrases.coerce(cell, NUMBER)
        if body.sign == "-":
            nothing = g.Number(0, NUMBER, amount.span)
            amount = g.Operation("-", (nothing, amount), NUMBER, amount.span)
        return g.Add(cell, amount, span)

    def _become(self, node: tree.Expr, value: tree.Expr, scope: PhraseScope, span: Span) -> g.Become | None:
        cell = self._cell(node, scope)
        return None if cell is None else g.Become(cell, self.phrases.check(value, scope, cell.type), span)


def touched(body: g.EffectBody) -> str | None:
    """The cell of memory that an effect sets, if that is what it does."""
    match body:
        case g.Add(cell, _, _) | g.Become(cell, _, _):
            return cell.cell
        case g.MarkAs(_, mark, _):
            return mark
        case (
            g.Move() | g.Deal() | g.Shuffle() | g.Form() | g.Exchange() | g.Show() | g.Seat() | g.Repeat() | g.End()
            | g.Nothing()
        ):  # fmt: skip
            return None
        case _:
            assert_never(body)
