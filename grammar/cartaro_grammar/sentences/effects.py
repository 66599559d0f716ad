"""Effects, checked: cards go to zones, numbers to counters, values to memory."""

from __future__ import annotations

from typing import Literal, assert_never

from cartaro_grammar.expressions.expressions import Phrases
from cartaro_grammar.model import game as g
from cartaro_grammar.model.types import CARD, CARDS, NUMBER, PLAYER, SIDE, UNKNOWN
from cartaro_grammar.sentences.acts import ActPhrases
from cartaro_grammar.syntax import tree
from cartaro_grammar.words.context import PhraseScope
from cartaro_grammar.words.vocabulary import period_of

_Naming = Literal["mark", "form", "repeat", "end", "void"]


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
        operands, span = line.operands, line.span
        match line.verb:
            case "move" | "shuffle":
                return self._move(line, scope)
            case "deal" | "deal each":
                return self._deal(line, scope)
            case "add" | "subtract":
                return self._add(line, scope)
            case "become":
                return self._become(line, scope)
            case "exchange":
                first, second = (self.phrases.check(o, scope, CARD) for o in operands)
                return g.Exchange(first, second, span)
            case "show":
                return g.Show(tuple(self.phrases.check(o, scope, CARDS) for o in operands), span)
            case "seat":
                return g.Seat(tuple(self.phrases.check(o, scope, PLAYER) for o in operands), span)
            case "nothing":
                return g.Nothing(span)
            case "mark" | "form" | "repeat" | "end" | "void" as verb:
                return None if line.name is None else self._named(line, verb, line.name, scope, clause)
            case _:
                assert_never(line.verb)

    def _named(self, line: tree.EffectLine, verb: _Naming, name: tree.Word, scope: PhraseScope, clause: str) -> g.EffectBody:
        """The effects that name a mark, a family, a clause or a period."""
        span = line.span
        match verb:
            case "mark":
                cell = self.words.cells.get(name.text)
                if cell is None or cell[0].kind != "mark":
                    self.report.unknown("mark", name, [c.name for c, _ in self.words.cells.values() if c.kind == "mark"])
                return g.MarkAs(tuple(self.phrases.check(o, scope, CARDS) for o in line.operands), name.text, span)
            case "form":
                zone = self.words.zones.get(name.text)
                if zone is None or not zone.family:
                    self.report.unknown("family of zones", name, [z.name for z in self.words.zones.values() if z.family])
                return g.Form(name.text, self.phrases.check(line.operands[0], scope, CARDS), span)
            case "repeat":
                self.repeats.append((name, clause))
                return g.Repeat(name.text, span)
            case "end" | "void":
                return g.End(period_of(self.words, name), verb == "void", span)
            case _:
                assert_never(verb)

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

    def _move(self, line: tree.EffectLine, scope: PhraseScope) -> g.EffectBody | None:
        cards = tuple(self.phrases.check(o, scope, CARDS) for o in line.operands[:-1])
        to = self._zone(line.operands[-1], scope)
        if to is None:
            return None
        if line.verb == "move":
            return g.Move(cards, to, line.span)
        if isinstance(to, g.InZone) and self.words.zones[to.zone].ordered:
            return g.Shuffle(cards, to, line.span)
        piles = ", ".join(sorted(z.name for z in self.words.zones.values() if z.ordered))
        self.report.error("C0402", "cards are shuffled into a pile", to.span, "this has no order", f"the piles are {piles}")
        return None

    def _deal(self, line: tree.EffectLine, scope: PhraseScope) -> g.EffectBody | None:
        count = self.phrases.number(line.operands[0], scope)
        source = self._pile(line.operands[1], scope)
        if line.verb == "deal":
            to = self._zone(line.operands[2], scope)
            return g.Deal(count, source, to, None, line.span) if isinstance(to, g.InZone) and source else None
        target = line.operands[2]
        zone = self.words.zones.get(target.text) if isinstance(target, tree.Name) else None
        if zone is None or zone.owner == "table":
            owned = ", ".join(sorted(z.name for z in self.words.zones.values() if z.owner != "table"))
            self.report.error(
                "C0402",
                "cards are dealt to each of a zone that players or sides have",
                target.span,
                "here",
                f"those are {owned}",
            )
            return None
        local = g.Local(zone.owner, PLAYER if zone.owner == "player" else SIDE, target.span)
        to_each = g.InZone(zone.name, local, CARDS, target.span)
        return g.Deal(count, source, to_each, zone.owner, line.span) if source else None

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

    def _add(self, line: tree.EffectLine, scope: PhraseScope) -> g.EffectBody | None:
        amount = self.phrases.number(line.operands[0], scope)
        cell = self._cell(line.operands[1], scope)
        if cell is None:
            return None
        self.phrases.coerce(cell, NUMBER)
        if line.verb == "subtract":
            nothing = g.Number(0, NUMBER, amount.span)
            amount = g.Operation("-", (nothing, amount), NUMBER, amount.span)
        return g.Add(cell, amount, line.span)

    def _become(self, line: tree.EffectLine, scope: PhraseScope) -> g.EffectBody | None:
        cell = self._cell(line.operands[0], scope)
        if cell is None:
            return None
        return g.Become(cell, self.phrases.check(line.operands[1], scope, cell.type), line.span)


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
