"""The file of the verdicts on a game, which a site has for its page: written where they were decided, read by the service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cartaro_grammar import Diagnostic, Game, choose
from cartaro_interpreter import parse_json, write_json
from cartaro_workbench.editing.document import opened
from cartaro_workbench.editing.problems import Problem, problem
from cartaro_workbench.proofs.kept_verdicts import KeptVerdicts, kept
from cartaro_workbench.service.calls import WrongArgument, decoded
from cartaro_workbench.service.json_values import json_values

if TYPE_CHECKING:
    from cartaro_verify import Result


def kept_verdicts(
    texts: Mapping[str, str], name: str, results: Sequence[Result], settings: Mapping[str, str] | None = None
) -> str | tuple[Problem, ...]:
    """The file of all that was decided of a text among those around it, under some settings, as JSON text; or what is wrong
    with the text.
    """
    document = opened(texts, name)
    game = choose(document.checked.game, settings or {}) if document.checked.game is not None else document.checked.found
    if not isinstance(game, Game):
        return tuple(map(problem, game))
    return write_json(json_values(kept(document, game, results)))


def read_kept(text: str) -> KeptVerdicts | None:
    """What `kept_verdicts` has written; None for anything else."""
    value = parse_json(text)
    try:
        found = None if isinstance(value, Diagnostic) else decoded(value, KeptVerdicts, "")
    except WrongArgument:
        return None
    return found if isinstance(found, KeptVerdicts) and _is_whole(found) else None


def _is_whole(found: KeptVerdicts) -> bool:
    """Whether every record that is named is there."""
    numbers = {str(number) for number in range(len(found.records))}
    named = (verdict.witness for told in found.verdicts.values() for verdict in told)
    return all(witness is None or witness.record in numbers for witness in named)
