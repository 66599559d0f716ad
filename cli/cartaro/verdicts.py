"""Verdicts of rulesets, found by the verifier or kept from an earlier run: the same text under the same verifier has the same.

They travel as JSON values, between processes as between runs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import cast

from cartaro.verdict_cache import KeptPlace, KeptVerdict
from cartaro_grammar import Diagnostic, Game, load_game
from cartaro_interpreter import Rules, SearchedHands, Sought

__all__ = ["KeptVerdict", "verdicts"]


def verdicts(
    rules: str,
    settings: Mapping[str, str],
    only: str | None,
    progress: Callable[[str], None] | None = None,
    fresh: bool = False,
    tell: Callable[[KeptVerdict], None] | None = None,
) -> list[KeptVerdict] | tuple[Diagnostic, ...]:
    """The results for one ruleset; found anew when `fresh`, or not kept before.  Each is told as soon as it is known."""
    game = load_game(rules, settings)
    if not isinstance(game, Game):
        return game
    place = KeptPlace.of(rules, game, only)
    kept = None if fresh else place.read()
    told = tell or _kept_quiet
    if kept is not None:
        for value in kept:
            told(value)
        return kept
    from cartaro_verify import as_json, decide

    found: dict[object, KeptVerdict] = {}
    for result in decide(game, only, progress, _in_compiled_hands):
        found[result.place] = cast("KeptVerdict", json.loads(json.dumps(as_json(result))))
        told(found[result.place])
    values = list(found.values())
    place.write(values)
    return values


def _in_compiled_hands(rules: Rules, sought: tuple[Sought, ...], seldom: frozenset[str]) -> SearchedHands:
    """The engine's search of hands, which is loaded where it is wanted."""
    from cartaro_engine import search_hands

    return search_hands(rules, sought, seldom)


def _kept_quiet(value: KeptVerdict) -> None:
    """Takes what there is to tell, and tells nobody."""
