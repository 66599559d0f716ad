"""What of a ruleset could be checked, where mistakes stand in the way of a game: for completion and help while a text is being
written.  Nothing that plays, proves or prints takes it.
"""

from __future__ import annotations

from typing import TypeVar

from cartaro_grammar.model import game as g
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_grammar.text.frozen import frozen

T = TypeVar("T", g.Act, g.Clause, g.Claim, g.Example)


@frozen
class PartialGame:
    """What is declared, and the acts, clauses, claims and examples in which no mistake was found."""

    options: tuple[g.Option, ...]
    deck: g.Deck
    zones: tuple[g.Zone, ...]
    cells: tuple[g.Cell, ...]
    acts: tuple[g.Act, ...]
    clauses: tuple[g.Clause, ...]
    claims: tuple[g.Claim, ...]
    examples: tuple[g.Example, ...]


def without_mistakes(parts: tuple[T, ...], found: tuple[Diagnostic, ...]) -> tuple[T, ...]:
    """Those in which no error has its place."""
    spans = [told.primary.span for told in found if told.severity == "error" and told.primary is not None]
    return tuple(
        part
        for part in parts
        if not any(s.source == part.span.source and s.start in range(part.span.start, part.span.end) for s in spans)
    )
