"""A check that the boxes of a verdict under all house rules are the ones that the verdict needs (0079).

It reads a result and the house rules of the text, and counts choices. It proves nothing: whether the statement holds in each
proved box is not checked here. It refuses results whose boxes leave choices out, contradict each other, or do not fit the
verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from cartaro_grammar import game as g
from cartaro_verify import boxes
from cartaro_verify.boxes import Axes, Box
from cartaro_verify.results.verdicts import Coverage, Result, Under

CoverFault = Literal["values", "players", "choices", "beyond", "overlap", "gap", "holding", "verdict", "twice"]
"""In this order: values or a number of players that the text does not have; a wrong number of choices; proved choices for which
nothing is claimed; choices that are both proved and exempted, or neither; a wrong number of choices that hold; a verdict that
does not follow; a second result on the same subject.
"""


def cover_faults(ruleset: g.Ruleset, results: Iterable[Result]) -> Iterator[tuple[str, CoverFault]]:
    """Yield the name of each result whose boxes do not give its verdict, with the first fault. The results are on all house
    rules, one for each subject and number of players.
    """
    seen = set[tuple[str, str, int]]()
    for result in results:
        place = result.kind, result.name, result.players
        fault = "twice" if place in seen else _fault(ruleset, result)
        seen.add(place)
        if fault is not None:
            yield result.name, fault


def _fault(ruleset: g.Ruleset, result: Result) -> CoverFault | None:
    axes: Axes = {option.name: option.values for option in ruleset.options}
    coverage, claim = result.coverage, next((c for c in ruleset.claims if c.name == result.name), None)
    if coverage is None or coverage.within:
        return "values"
    if result.players not in ruleset.player_counts:
        return "players"
    named = {} if claim is None or result.kind != "claim" else {o: frozenset(v) for o, v in claim.under if o in axes}
    written = (coverage.under, *coverage.proved, *(each.under for each in coverage.exempted))
    if not all(_is_of_text(axes, box) for box in written):
        return "values"
    if coverage.choices != boxes.size(axes, named) or boxes.difference(axes, boxes.of_values(coverage.under), named):
        return "choices"
    lines = () if claim is None or result.kind != "claim" else claim.lines
    return _fault_of_boxes(axes, named, coverage) or _fault_of_verdict(axes, named, lines, result, coverage)


def _is_of_text(axes: Axes, box: Under) -> bool:
    """Return whether a box names only house rules of the text, each with at least one of its values and no others."""
    return all(name in axes and values and set(values) <= set(axes[name]) for name, values in box)


def _fault_of_boxes(axes: Axes, named: Box, coverage: Coverage) -> CoverFault | None:
    proved, exempted = list(map(boxes.of_values, coverage.proved)), [boxes.of_values(each.under) for each in coverage.exempted]
    if any(boxes.difference(axes, box, named) for box in proved):
        return "beyond"
    if any(boxes.intersection(one, other) is not None for one in proved for other in exempted):
        return "overlap"
    if any(each.choices != boxes.size(axes, box) for each, box in zip(coverage.exempted, exempted, strict=True)):
        return "choices"
    if (proved or exempted) and not boxes.is_covered(axes, named, [*proved, *exempted]):
        return "gap"
    return None


def _fault_of_verdict(
    axes: Axes, named: Box, lines: tuple[g.ClaimLine, ...], result: Result, coverage: Coverage
) -> CoverFault | None:
    proved = boxes.count(axes, map(boxes.of_values, coverage.proved))
    by_play = any(isinstance(line, g.Possible | g.ExtremeClaim) for line in lines)
    only_by_play = bool(lines) and all(isinstance(line, g.Possible) for line in lines)
    if coverage.holding > (coverage.choices if only_by_play else proved) or (not by_play and coverage.holding < proved):
        return "holding"
    wholly = coverage.holding == coverage.choices and not coverage.exempted
    refuted = any(each.verdict == "refuted" for each in coverage.exempted)
    match result.verdict:
        case "proved":
            follows = wholly and not by_play
        case "attained":
            follows = by_play and not coverage.exempted and coverage.holding > 0
        case "refuted":
            follows = refuted or not coverage.holding
        case "unknown":
            follows = not refuted and not (wholly and not by_play)
        case "told":
            follows = False
    return None if follows else "verdict"
