"""Comparisons of shipped variants with their bases, kept as `NAME.difference.json` next to the variant's text (0041).

Each comparison is computed once for each language, since its positions are described in words. A comparison that was made from
other texts is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Literal, cast

from cartaro.kept_results import DIFFERENCES
from cartaro_grammar import LANGUAGES, PLAYERS_SETTING, Game, choose, evidence_digest

if TYPE_CHECKING:
    from cartaro_rulebook import Comparison
    from cartaro_workbench import Differences, Distinction, WordChange

WORDED = ("first", "second")
"""The fields that depend on the language; the rest of a comparison is the same in all languages."""
KeptState = Literal["none", "stale", "kept"]


def shipped_comparison(game: Game, base: Game) -> tuple[KeptState, Mapping[str, Comparison]]:
    """Return, by language, the comparison of a shipped variant with its base, if it is for the present rules and examples of
    both.
    """
    found = DIFFERENCES.read(
        game.name, _digests(game, base), lambda found: {code: _read(found["whole"], code) for code in LANGUAGES}
    )
    if found is not None:
        return "kept", found
    return "none" if DIFFERENCES.content(game.name) is None else "stale", {}


def compared(first: Game, second: Game, language: str, *, clauses: bool) -> Comparison | None:
    """Return the comparison of two games as a page shows it, from the first game to the second; with `clauses`, also of each
    clause separately.
    """
    from cartaro_workbench import Differences, differences

    found = differences(first, second, language, clauses=clauses)
    if not isinstance(found, Differences):
        return None
    whole = _comparison(found, first)
    return replace(whole, clauses={change.renamed or change.name: _comparison(change, first) for change in found.words})


def difference_text(game: Game, base: Game) -> str:
    """Return the comparison of a variant with its base as it is shipped, for the least number of players that both allow; "" if
    they have no number in common.
    """
    numbers = [n for n in game.ruleset.player_counts if n in base.ruleset.player_counts]
    chosen = [choose(each, {PLAYERS_SETTING: str(numbers[0])}) for each in (base, game)] if numbers else []
    if not all(isinstance(each, Game) for each in chosen) or not chosen:
        return ""
    one, other = cast("list[Game]", chosen)
    by_language = {code: compared(one, other, code, clauses=True) for code in LANGUAGES}
    known = {code: found for code, found in by_language.items() if found is not None}
    if len(known) < len(LANGUAGES):
        return ""
    head = {"form": DIFFERENCES.form, "game": game.name, "base": base.name, "of": _digests(game, base)}
    written = {**head, "whole": _written(known)}
    return json.dumps(written, ensure_ascii=False) + "\n"


def _digests(game: Game, base: Game) -> list[str]:
    return [evidence_digest(each.ruleset) for each in (base, game)]


def _comparison(found: Differences | WordChange, first: Game) -> Comparison:
    """Return the parts of a difference that are shown: what can be drawn of a hand or of a constructed position, and the first
    line of the reasons.
    """
    from cartaro_rulebook import Comparison
    from cartaro_workbench import Differences

    if isinstance(found, Differences):
        known = Comparison(found.relation, found.proved, found.hands, settings=first.all_settings)
        by_hand = found.shown is not None and (found.built is None or found.built.table is None)
        shown: Distinction | None = found.shown if by_hand else found.built
    else:
        known = Comparison(found.meaning or "", found.proved, 0, settings=first.all_settings)
        shown = found.shown
    if shown is None:
        return known
    first_line, second_line = (answer.split("\n", 1)[0] for answer in (shown.first, shown.second))
    return replace(
        known, first=first_line, second=second_line, seed=shown.seed, moves=shown.moves,
        position=cast("Mapping[str, object] | None", shown.table), lines=shown.position,
    )  # fmt: skip


def _written(known: Mapping[str, Comparison]) -> dict[str, Any]:
    """Return comparisons in all languages, combined into one."""
    one = next(iter(known.values()))
    clauses = {name: _written({code: each.clauses[name] for code, each in known.items()}) for name in one.clauses}
    known_answers = {code: [each.first, each.second] for code, each in known.items()} if one.first else {}
    fields = {key: value for key, value in asdict(replace(one, clauses={})).items() if key not in (*WORDED, "clauses")}
    return {key: value for key, value in fields.items() if value not in ((), {}, None, "", 0, False)} | (
        ({"told": known_answers} if known_answers else {}) | ({"clauses": clauses} if clauses else {})
    )


def _read(found: Mapping[str, Any], code: str) -> Comparison:
    from cartaro_rulebook import Comparison

    first, second = found["told"][code] if "told" in found else ("", "")
    position = found.get("position")
    return Comparison(
        str(found.get("relation", "")), bool(found.get("proved")), int(found.get("hands", 0)), str(first), str(second),
        found.get("seed"), tuple(map(str, found.get("moves", ()))), position, tuple(map(str, found.get("lines", ()))),
        found.get("settings", {}), {name: _read(each, code) for name, each in found.get("clauses", {}).items()},
    )  # fmt: skip
