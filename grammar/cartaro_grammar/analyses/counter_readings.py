"""How a game reads its memory: two values that no rule can tell apart count as one.

A rule may set memory that no rule reads, compare a counter only with limited numbers (`k is at least 3`, `k is more than number
of hand`) or ask only for its remainders. From some number on, such a counter may grow without any effect on play. Positions
that differ only in such values lead to the same play. So an enumeration of all play ends although a counter always grows, and a
hand that returns to a position that is the same but for such values need never end.

`memory_readings` derives for each memory the values that are told apart. Its result is sound for a counter because

- each comparison has the same answer for all values from `below` on, as the other number is never so great;
- values from `below` on stay there: every amount that a rule adds is at least 0;
- equal remainders stay equal if the same amount is added;
- anything else that reads the counter, also to set other memory, makes all its values count (the counter is left out).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf, lcm

from cartaro_grammar.analyses.dead_clauses import AbstractState, NumberRange
from cartaro_grammar.model import game as g
from cartaro_grammar.model.facts import unread_memory
from cartaro_grammar.model.parts import default, parts
from cartaro_grammar.text.frozen import frozen

COMPARISONS = ("=", "<", "<=")
MOST_TOLD_APART = 10_000
"""A counter that is compared with greater numbers is left out."""


@frozen
class MemoryReading:
    """The values of one memory that are told apart: those under `below`, and from there on the remainders by `period`. If
    `below` is None, only remainders are told apart.
    """

    below: int | None = None
    period: int = 1

    def representative(self, value: int) -> int:
        """Return the same number for all values that no rule tells apart."""
        if self.below is None:
            return value % self.period
        return value if value < self.below else self.below + (value - self.below) % self.period


def memory_readings(game: g.Game, asked: object = ()) -> Mapping[str, MemoryReading]:
    """Return how memory is read by the rules of a game, and by what else is `asked`; without the memory all of whose values
    count.
    """
    initial = tuple(cell.initial for cell in game.cells)
    recalled = {part.cell for part in parts((initial, asked)) if isinstance(part, g.Recall)}
    unread = {name: MemoryReading() for name in unread_memory(game) if name not in recalled}
    counters = (cell.name for cell in game.cells if cell.kind == "counter" and cell.name not in unread)
    nodes = tuple(parts((game.acts, game.clauses, initial, asked)))
    found = {name: reading for name in counters if (reading := _counter_reading(name, nodes, game)) is not None}
    return {**unread, **found}


def _counter_reading(counter: str, nodes: tuple[object, ...], game: g.Game) -> MemoryReading | None:
    """Return how a counter is read; None if all its values count."""
    state = AbstractState(game.deck, (game.players,), {}, {})
    uses = sum(isinstance(node, g.Recall) and node.cell == counter for node in nodes)
    changes = [node for node in nodes if isinstance(node, g.Add | g.Become) and node.cell.cell == counter]
    operations = [node for node in nodes if isinstance(node, g.Operation)]
    added = [found for change in changes if (found := _change(change, counter, state)) is not None]
    periods = [period for e in operations if (period := _period(e, counter)) is not None]
    compared = [most + 1 for e in operations for most in _most_compared(e, counter, state)]
    kept = sum(isinstance(change, g.Become) and _added(change.value, counter, state) is not None for change in changes)
    below, period = max(compared, default=-inf), lcm(*periods)
    exactly = uses > len(changes) + kept + len(periods) + len(compared)
    if exactly or below + period > MOST_TOLD_APART or (compared and any(low < 0 for low, _ in added)):
        return None
    return MemoryReading(max(0, int(below)) if compared else None, period)


def _change(change: g.Add | g.Become, counter: str, state: AbstractState) -> NumberRange | None:
    """Return the range of what a change adds to a counter; None if it sets the counter to another number."""
    return state.number(change.amount) if isinstance(change, g.Add) else _added(change.value, counter, state)


def _period(e: g.Operation, counter: str) -> int | None:
    """Return the number by which an operation takes a counter's remainder; None for other operations."""
    if e.operator != "remainder":
        return None
    recalled, divisor = e.operands
    of_counter = isinstance(recalled, g.Recall) and recalled.cell == counter
    return divisor.value if of_counter and isinstance(divisor, g.Number) and divisor.value > 0 else None


def _most_compared(e: g.Operation, counter: str, state: AbstractState) -> Iterator[float]:
    """Yield the greatest value of a counter for which a comparison may differ from that of all greater values."""
    if e.operator not in COMPARISONS:
        return
    for one, other in (e.operands, e.operands[::-1]):
        added = _added(one, counter, state)
        if added is not None and (most := state.number(other)[1] - added[0]) < inf:
            yield most


def _added(expr: g.Expr, counter: str, state: AbstractState) -> NumberRange | None:
    """Return the range of what is added to a counter in an expression (0 for the counter itself); None if it is neither."""
    match expr:
        case g.Recall(cell=name) if name == counter:
            return (0, 0)
        case g.Operation("+", (g.Recall(cell=name), amount) | (amount, g.Recall(cell=name))) if name == counter:
            return state.number(amount)
        case g.Operation("-", (g.Recall(cell=name), amount)) if name == counter:
            low, high = state.number(amount)
            return (-high, -low)
        case _:
            return default(expr, None)
