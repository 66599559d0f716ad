"""One result for each obligation and claim, under each setting for which it was decided."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from cartaro_grammar import game as g
from cartaro_verify.results.statements import Case, Fact, FactUnder, Help, Method, Note, OpenMove, Reason

Verdict = Literal["proved", "refuted", "attained", "unknown", "told"]


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A legal history that the interpreter has replayed: the record of play, and the position at its end.

    `hand` is the record of the whole hand, the history played on to the end in some legal way; None if it does not end.
    """

    record: Mapping[str, object]
    position: Mapping[str, object]
    note: Note | None = None
    hand: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class OpenCase:
    """The case in which a proof fails, for a number of players: the player to move, the step and the roles; the move; the
    invariants of the case; and advice.

    `position` is decoded from the solver's state: it violates the claim, satisfies the invariants, and is not known to be
    reachable, as its note states. `before` is the position from which the move `played` starts, if it differs. If the table is
    turned, seat 1 is the player to move.
    """

    players: int
    case: Case
    move: OpenMove | None = None
    invariants: tuple[Fact | FactUnder, ...] = ()
    help: Help | None = None
    before: Mapping[str, object] | None = None
    position: Mapping[str, object] | None = None
    played: Mapping[str, object] | None = None


Under = tuple[tuple[str, tuple[str, ...]], ...]
"""Values of house rules that are chosen at the same time."""


@dataclass(frozen=True, slots=True)
class Exempted:
    """Values of house rules for which a result is not proved, and the number of choices that they make. The result is refuted
    by a hand, or unknown.
    """

    under: Under
    verdict: Literal["refuted", "unknown"]
    choices: int
    witness: Counterexample | None = None
    shown: int | None = None
    """The number of these choices under which the witness was replayed, and refutes it."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The house rules under which a result holds. It holds for `holding` of the `choices` `under` the values that a claim
    names.

    A result that only play can show holds under the `proved` choices under which it was `shown`.
    """

    choices: int
    holding: int
    exempted: tuple[Exempted, ...] = ()
    under: Under = ()
    shown: int | None = None
    """The number of choices under which the witness was replayed, if only play can show the result."""
    within: Under = ()
    """The values of house rules that cannot be left open, under which all this was decided."""
    remedy: Under = ()
    """The values that the author can name with a claim in order to make it proved wherever it is claimed."""
    proved: tuple[Under, ...] = ()
    """The choices that proofs are about; for an extreme, the choices under which it is bounded."""


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict on one obligation of every game (`kind` "obligation") or on one claim of the author, or advice (verdict
    "told") on the clause or counter `at` a position: `method` is the observation, `reason` the remedy.

    `witness` reaches the value that is `attained`, or, with `refuted`, violates the claim. `reason` explains why the verdict is
    unknown and which change would help, or limits a proof if play may stop. `vacuous` means that no play was found in which the
    premise is true. This is a defect of the ruleset.

    It holds for `players` under all of `house_rules`, option by option; `settings` are the settings that the claim names and
    that differ from those of the game.  `hands` is the number of random hands, from seed 0 on, that did not break an unknown
    subject; `open` is the case in which its proof failed, if a proof was tried.  An unknown verdict has no method.
    """

    game: str
    name: str
    kind: Literal["obligation", "claim", "advice"]
    verdict: Verdict
    method: Method | None
    seconds: float
    text: g.Names = ()
    cites: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    reason: Reason | None = None
    vacuous: bool = False
    witness: Counterexample | None = None
    invariants: tuple[str, ...] = field(default=())
    """The invariants that the proof uses, in English."""
    contradicted: bool = False
    """Whether play contradicts a proof: a fault of the prover, and not a verdict; `witness` shows it."""
    at: str = ""
    players: int = 0
    house_rules: tuple[tuple[str, str], ...] = ()
    hands: int = 0
    open: OpenCase | None = None
    told_false: bool = False
    """Whether the ruleset claims that the statement is false. The expected verdict is then `refuted`."""
    coverage: Coverage | None = None
    """The house rules for which it holds, if it was decided for all at once."""

    @property
    def place(self) -> tuple[object, ...]:
        """Return the subject of the result. If several results have the same subject, the last one counts."""
        within = () if self.coverage is None else self.coverage.within
        return self.kind, self.name, self.settings, self.at, self.players, within

    @property
    def fine(self) -> bool:
        """Return whether the ruleset keeps its promise here."""
        if self.told_false:
            return self.verdict == "refuted"
        return self.verdict in ("proved", "attained", "told") and not self.vacuous


def merged(results: Iterable[Result]) -> tuple[Result, ...]:
    """Return one result for each subject and number of players, by joining the results that differ in house rules that cannot
    be left open.
    """
    found = dict[tuple[str, str, int], list[Result]]()
    for result in results:
        found.setdefault((result.kind, result.name, result.players), []).append(result)
    return tuple(_merged(each) for each in found.values())


def _merged(results: Sequence[Result]) -> Result:
    """Return results on parts of the choices as one result on all of them, which is the weakest."""
    first, parts = results[0], [(each, each.coverage) for each in results if each.coverage is not None]
    if len(results) == 1 or len(parts) != len(results):
        covered = first.coverage
        if covered is None or not covered.within:
            return first
        return replace(first, house_rules=_common(first, (covered,)), coverage=_of_the_whole(covered))
    weakest = next(
        (each for verdict in ("refuted", "unknown", "attained") for each in results if each.verdict == verdict), first
    )
    shown = [covered.shown for each, covered in parts if covered.shown is not None and each.verdict == weakest.verdict]
    exempted = tuple(one for each, covered in parts for one in _exempted(each, covered))
    everything, holding = (sum(n) for n in zip(*((c.choices, c.holding) for _, c in parts), strict=True))
    wholly = not holding and all(not covered.exempted for _, covered in parts)
    remedies = [
        (covered.holding, _remedy(covered)) for _, covered in parts if first.kind == "claim" and exempted and covered.holding
    ]
    coverage = Coverage(
        everything, holding, () if wholly else exempted, parts[0][1].under, sum(shown) if shown else None,
        remedy=max(remedies, key=lambda each: each[0], default=(0, ()))[1],
        proved=tuple(_within(covered, box) for _, covered in parts for box in covered.proved),
    )  # fmt: skip
    house_rules = _common(weakest, [covered for _, covered in parts])
    return replace(weakest, seconds=sum(each.seconds for each in results), house_rules=house_rules, coverage=coverage)


def _common(result: Result, parts: Collection[Coverage]) -> tuple[tuple[str, str], ...]:
    """Return the house rules of a result without those that distinguish parts of the choices: the boxes name their values."""
    apart = {option for covered in parts for option, _ in covered.within}
    return tuple((option, value) for option, value in result.house_rules if option not in apart)


def _of_the_whole(covered: Coverage) -> Coverage:
    """Return the coverage of the only part that a subject has, with all its boxes as boxes of the whole."""
    return replace(
        covered, under=_within(covered, covered.under), within=(),
        exempted=tuple(replace(each, under=_within(covered, each.under)) for each in covered.exempted),
        proved=tuple(_within(covered, box) for box in covered.proved),
        remedy=_within(covered, covered.remedy) if covered.remedy else (),
    )  # fmt: skip


def _remedy(covered: Coverage) -> Under:
    """Return the values to name with a claim for the choices of a part. These are the claim's own values if it is true under
    all of them.
    """
    return _within(covered, covered.remedy) if covered.remedy or covered.holding == covered.choices else ()


def _exempted(result: Result, covered: Coverage) -> tuple[Exempted, ...]:
    """Return the choices under which a result on a part does not hold."""
    if not covered.holding and not covered.exempted and result.verdict in ("refuted", "unknown") and not result.told_false:
        return (Exempted(covered.within, result.verdict, covered.choices, result.witness),)
    return tuple(replace(each, under=_within(covered, each.under)) for each in covered.exempted)


def _within(covered: Coverage, box: Under) -> Under:
    """Convert values of a part to values of the whole."""
    return tuple({**dict(covered.within), **dict(box)}.items())
