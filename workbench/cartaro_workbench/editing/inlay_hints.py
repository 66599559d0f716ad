"""Inlay hints: words that a text leaves out, which an editor shows between the author's own.

An `owner` follows a place or memory that names nobody: in `hand is empty`, the hand is that of the player who acts. Its edit
writes the same words into the text, without a change of meaning. An owner that an author cannot write there (that of `each
hand` or `every hand`) has no hint. A `unit` follows a number or a house rule: `deal 3` deals three cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from cartaro_grammar import Noun, Span, Type, default, element, key_word_language, parts, phrase_in
from cartaro_grammar import game as g
from cartaro_rulebook import Naming, language
from cartaro_workbench.editing.document import Document, Edit, Position, Range, position_in

COMPARED: frozenset[g.Operator] = frozenset({"=", "<", "<=", "+", "-"})
"""The operators whose two operands have the same unit."""


@dataclass(frozen=True, slots=True)
class InlayHint:
    """Words shown at a position, and the edit that writes them, if there is one."""

    kind: Literal["owner", "unit"]
    position: Position
    text: str
    edit: Edit | None = None


def inlay_hints(document: Document, code: str = "en") -> tuple[InlayHint, ...]:
    """Return the hints of a text in its order; owners are in the text's key words, units in a language."""
    checked = document.checked
    rules = checked.partial if checked.game is None else checked.game.ruleset
    if rules is None:
        return ()
    owners, units = _Owners(document), _Units(document, code)
    found: dict[Position, InlayHint] = {}
    for node in parts((rules.clauses, rules.acts, rules.claims)):
        for hint in (*owners.of(node), *units.of(node)):
            found.setdefault(hint.position, hint)
    return tuple(found[position] for position in sorted(found))


def _written(span: Span) -> str:
    return span.source.text[span.start : span.end]


# ------------------------------------------------------------------------ owners


class _Owners:
    """The owners that a text leaves out."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.key_words = key_word_language(document.source.text)
        self.dealt: set[Span] = set()
        self.quantified: set[str] = set()
        self.bound = {one.declaration.name for one in document.occurrences if one.declaration.kind in ("local", "parameter")}

    def of(self, node: object) -> Iterator[InlayHint]:
        """Yield the owner of a place or of memory whose name is all that is written."""
        if isinstance(node, g.Deal):
            self.dealt.add(node.to.span)
        if isinstance(node, g.Quantified):
            self.quantified.add(node.variable)
        if not isinstance(node, g.InZone | g.Recall) or node.owner is None or node.span in self.dealt:
            return
        owner = self._words(node.owner)
        if owner and node.span.source.name == self.document.name and _written(node.span).isidentifier():
            text = phrase_in(f"of {owner}", self.key_words)
            place = position_in(node.span.source, node.span.end)
            yield InlayHint("owner", place, text, Edit(self.document.name, Range(place, place), f" {text}"))

    def _words(self, owner: g.Expr) -> str:
        """Return the words for an owner: a name that the author has bound, the player or the side; empty if there are none."""
        match owner:
            case g.Actor():
                return "the player"
            case g.Local(name=name) if name in self.bound:
                return name
            case g.Local(name=name) if name in self.quantified:
                return ""
            case g.Local(type=Type(kind="side")) | g.SideOf():
                return "the side"
            case g.Where(condition=g.Operation(operands=(g.SideOf(), whose))):
                return self._words(whose)
            case _:
                return default(owner, "")


# ------------------------------------------------------------------------- units


class _Units:
    """The units of numbers; none for a text of which no game is known."""

    def __init__(self, document: Document, code: str) -> None:
        self.document = document
        game = document.checked.game or document.whole
        self.naming = None if game is None else Naming(game, language(code))

    def of(self, node: object) -> Iterator[InlayHint]:
        """Yield the units of the numbers that a node gives, counts, or compares."""
        if isinstance(node, g.Score):
            yield from self._hint(node.amount, self._points())
        elif isinstance(node, g.Deal):
            yield from self._hint(node.count, self._things(Type("card")))
        elif isinstance(node, g.Add):
            yield from self._hint(node.amount, self._unit(node.cell))
        elif isinstance(node, g.Operation) and node.operator in COMPARED:
            first, second = node.operands
            yield from self._hint(first, self._unit(second))
            yield from self._hint(second, self._unit(first))

    def _hint(self, number: g.Expr, unit: Noun | None) -> Iterator[InlayHint]:
        """Yield the unit of a number, or of a house rule, that the text names."""
        if unit is None or not isinstance(number, g.Number | g.Setting) or number.span.source.name != self.document.name:
            return
        as_written = str(number.value) if isinstance(number, g.Number) else number.option
        if _written(number.span) == as_written:
            plural = as_written not in ("1", "-1")
            yield InlayHint("unit", position_in(number.span.source, number.span.end), unit.form(plural))

    def _unit(self, of: g.Expr) -> Noun | None:
        """Return the noun for what an expression counts, or None if it counts nothing."""
        match of:
            case g.Size(members=members):
                return self._things(element(members.type))
            case g.ScoreOf():
                return self._points()
            case g.Recall(cell=cell, type=Type(kind="number")) if self.naming is not None:
                counts = cell in self.naming.game.cell and self.naming.game.cell[cell].kind == "counter"
                return self.naming.cell(cell) if counts else None
            case g.Total(amount=amount):
                return self._unit(amount)
            case g.Operation(operator="+" | "-", operands=operands):
                return next((unit for unit in map(self._unit, operands) if unit is not None), None)
            case _:
                return default(of, None)

    def _points(self) -> Noun | None:
        return None if self.naming is None else self.naming.language.noun("point")

    def _things(self, of: Type | None) -> Noun | None:
        return None if self.naming is None or of is None else self.naming.of_type(of)
