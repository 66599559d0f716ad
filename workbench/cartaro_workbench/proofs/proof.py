"""Proofs under way: what is asked of a game decided one by one, each told in words as soon as it is known.

The verifier, and with it the solver, is imported where something is to be proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal

from cartaro_engine import Machine, Module, PythonMachine, search_hands
from cartaro_grammar import Game, tree
from cartaro_workbench.editing.document import Document
from cartaro_workbench.editing.positions import Position, offset_in
from cartaro_workbench.proofs.verdicts import ShownVerdict, claim_places, shown


def proved(
    document: Document,
    game: Game,
    only: tuple[str, ...],
    code: str,
    tell: Callable[[str], None],
    machine: Callable[[Module], Machine],
) -> Iterator[ShownVerdict]:
    """Verdicts on all that is asked of a document's game under the settings of `game`, or on those named `only`; `tell` hears
    what is being decided.  Hands are searched on a machine, unless it is Python's, slower than the verifier's own play.
    """
    from cartaro_verify import decide

    places = claim_places(document.checked.files)
    search = None if machine is PythonMachine else partial(search_hands, machine=machine)
    for result in decide(game, only or None, tell, search):
        yield shown(result, game, places, document.texts, code)


def evidence_at(document: Document, position: Position) -> tuple[Literal["claim", "example"], str] | None:
    """The claim or example of a text that a place is in, by its name."""
    offset = offset_in(document.source, position)
    for item in document.file.items if document.file else ():
        if isinstance(item, tree.Claim | tree.Example) and item.span.start <= offset <= item.span.end:
            return ("claim" if isinstance(item, tree.Claim) else "example"), item.name.text
    return None
