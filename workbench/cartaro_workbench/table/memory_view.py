"""What is remembered at a table, in words: counters, what has happened, who was the last to take.

Left out are what an annex keeps for its claims and what lasts no longer than a turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from cartaro_interpreter import Rules, View, members
from cartaro_rulebook import cell_in_words, in_words, value_in_words

NOTHING = "—"


@dataclass(frozen=True, slots=True)
class ShownMemory:
    """What is remembered, for the table, each player or each side, in their order: as words, and as numbers where it counts."""

    name: str
    title: str
    owner: Literal["table", "player", "side"]
    values: tuple[str, ...]
    counts: tuple[int, ...] | None


def memory_shown(rules: Rules, found: View, code: str) -> Iterator[ShownMemory]:
    """The memory of a view, in a language."""
    cells = {cell.name: cell for cell in rules.game.cells if not cell.annex and cell.period != "turn"}
    for name, values in found.memory:
        cell = cells.get(name)
        if cell is not None:
            words = tuple(_value(rules, name, value, code) for value in values)
            counts = values if cell.kind == "counter" else None
            yield ShownMemory(name, cell_in_words(rules, name, code), cell.owner, words, counts)


def _value(rules: Rules, name: str, value: int, code: str) -> str:
    cell = rules.game.cell[name]
    match cell.kind:
        case "counter":
            return str(value)
        case "flag":
            return in_words("ui_yes" if value else "ui_no", code)
        case "mark":
            cards = [value_in_words(rules, cell.type, card, code) for card in members(value)]
            return ", ".join(cards) or NOTHING
        case "reference":
            return value_in_words(rules, cell.type, value, code) if value >= 0 else NOTHING
