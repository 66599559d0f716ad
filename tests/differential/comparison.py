"""One game of the bench: it is made, explored and verified, and the two answers are compared."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from pathlib import Path
from random import Random
from typing import cast

from tests.differential import claims, games
from tests.differential.claims import Claim
from tests.differential.draft import Draft
from tests.differential.effort import little_effort
from tests.differential.exploration import AWAIT, ENDLESS, World, explore
from tests.differential.knowledge import Telling, telling
from tests.differential.oracle import Questions, Truth, obligations, truth
from tests.differential.themes import theme_of

from cartaro_grammar.load import load_checked
from cartaro_grammar.model import game as g
from cartaro_grammar.model.game import PLAYERS_SETTING, Game
from cartaro_grammar.model.settings import choose
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import Rules, compile_game
from cartaro_verify import Result, Verdict, decide_everywhere, verify
from cartaro_verify.results.verdicts import Under

TITLE = "prova"
TRIES = 100
FEW = 6
SMALL = 300
"""The greatest number of states that a game with several house rules may have by default, since it is explored under each
choice of them.
"""
UNMET = "its premise is never met"
MOSTLY = 0.95
"""The share of uninteresting games that are skipped."""
Settings = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Wrong:
    """A verdict that is untrue."""

    name: str
    settings: Settings
    said: str
    truth: str


@dataclass(frozen=True)
class Texts:
    """A ruleset and its annex."""

    rules: str
    annex: str

    def loaded(self, folder: Path) -> tuple[Game | None, tuple[Diagnostic, ...]]:
        (folder / f"{TITLE}.regole").write_text(self.rules, encoding="utf-8")
        (folder / f"{TITLE}.prove.regole").write_text(self.annex, encoding="utf-8")
        return load_checked(folder / f"{TITLE}.regole")


@dataclass
class Facts:
    """The truth about a game under one choice of its settings; the answer to each question is computed once."""

    world: World
    game: Game
    lines: dict[str, tuple[tuple[g.ClaimLine, Truth], ...]] = field(
        default_factory=dict[str, tuple[tuple[g.ClaimLine, Truth], ...]]
    )

    @cached_property
    def obligations(self) -> Mapping[str, Truth]:
        return obligations(self.world)

    @cached_property
    def telling(self) -> Telling:
        return telling(self.world)

    def claim(self, name: str) -> tuple[tuple[g.ClaimLine, Truth], ...]:
        """Return the lines of a claim as they read under these settings, each with its truth."""
        if name not in self.lines:
            questions = Questions(self.world)
            self.lines[name] = tuple((line, truth(questions, line)) for line in self.game.claim[name].lines)
        return self.lines[name]


@dataclass
class Case:
    """A game with its claims, and for each choice of settings everything that can happen under it."""

    seed: int
    texts: Texts
    game: Game
    worlds: dict[Settings, World] = field(default_factory=dict[Settings, World])
    known: dict[Settings, Facts] = field(default_factory=dict[Settings, Facts])

    def game_under(self, settings: Settings) -> Game:
        """Return the game under some settings; its claims are filled in with the values of the options."""
        found = choose(self.game, self._all_settings(settings))
        assert isinstance(found, Game), found
        return found

    def _all_settings(self, settings: Settings) -> dict[str, str]:
        return {**self.game.all_settings, **dict(settings)}

    def lines(self, claim: str, settings: Settings) -> tuple[g.ClaimLine, ...]:
        """Return the lines of a claim as they read under some settings."""
        return self.game_under(settings).claim[claim].lines

    def is_played(self, settings: Settings) -> bool:
        """Whether a game exists under some settings."""
        found = choose(self.game, self._all_settings(settings))
        return isinstance(found, Game) and isinstance(compile_game(found), Rules)

    def world(self, settings: Settings) -> World:
        """Return everything that can happen under some settings."""
        key = tuple(sorted(self._all_settings(settings).items()))
        if key not in self.worlds:
            rules = compile_game(self.game_under(settings))
            assert isinstance(rules, Rules), rules
            self.worlds[key] = explore(rules)
        return self.worlds[key]

    def facts(self, settings: Settings) -> Facts:
        """Return the truth under some settings."""
        key = tuple(sorted(self._all_settings(settings).items()))
        if key not in self.known:
            self.known[key] = Facts(self.world(settings), self.game_under(settings))
        return self.known[key]

    @cached_property
    def by_name(self) -> Mapping[str, g.Claim]:
        return self.game.claim


def case_of(seed: int, house_rules: int = 0) -> Case:
    """Return the game of a seed with the claims chosen for it, and with a given number of house rules unless the number
    is 0.
    """
    for attempt in range(TRIES):
        own = f"{seed}/{attempt}"
        made = games.make(own, theme_of(seed), house_rules)
        with tempfile.TemporaryDirectory() as folder:
            if house_rules and not _is_small(made, Path(folder)):
                continue
            found = _with_claims(made, own, Path(folder), seed)
        if found is not None:
            return found
    raise AssertionError(f"no game for seed {seed}")


def _is_small(made: Draft, folder: Path) -> bool:
    """Whether a game has few states by default, and can be played under each choice of its house rules."""
    texts = Texts(made.text(TITLE), claims.annex(TITLE, (), []))
    game, _ = texts.loaded(folder)
    if game is None or not all(map(Case(0, texts, game).is_played, choices(game))):
        return False
    rules = compile_game(game)
    assert isinstance(rules, Rules), rules
    world = explore(rules, most=SMALL)
    return world.closed and not dull(world)


def _with_claims(made: Draft, own: str, folder: Path, seed: int) -> Case | None:
    rules = made.text(TITLE)
    candidates, memory = claims.make(made, own)
    while True:
        texts = Texts(rules, claims.annex(TITLE, memory, candidates))
        game, reported = texts.loaded(folder)
        if game is not None:
            break
        bad = {claim.name for claim in candidates if faulty(texts.annex, claim, reported)}
        if not bad:
            return None
        candidates = [claim for claim in candidates if claim.name not in bad]
    if not isinstance(compile_game(game), Rules):
        return None
    case = Case(seed, texts, game)
    if dull(case.world(())) and Random(own).random() < MOSTLY:
        return None
    kept = claims.chosen(list(_tried(case, candidates, own)), own)
    texts = Texts(rules, claims.annex(TITLE, memory, kept))
    game, _ = texts.loaded(folder)
    assert game is not None
    return Case(seed, texts, game, case.worlds)  # the case is kept although it has no claims: claims do not affect play


def dull(world: World) -> bool:
    """Return whether hardly anything can be played, or the cards can be dealt again without end, which takes long to play."""
    return ENDLESS in world.faults or len(world.met.get(AWAIT, ())) < FEW


def faulty(annex: str, claim: Claim, told: tuple[Diagnostic, ...]) -> bool:
    """Whether an error is about a line of a claim."""
    start = annex.index(claim.text())
    first = annex.count("\n", 0, start) + 1
    last = first + claim.text().count("\n")
    labels = [d.primary.span for d in told if d.severity == "error" and d.primary is not None]
    return any(f"{TITLE}.prove" in span.source.name and first <= span.line <= last for span in labels)


def _tried(case: Case, candidates: list[Claim], own: str) -> Iterator[tuple[Claim, int, int]]:
    """Return each claim with how many states were tested and how many break it; extremes get a number near the true one."""
    random = Random(f"values {own}")
    for claim in candidates:
        settings = next(iter(_combinations(case, case.by_name[claim.name])))
        line = case.lines(claim.name, settings)[0]
        found = truth(Questions(case.world(settings)), line)
        if isinstance(line, g.ExtremeClaim):
            off = random.choice((0, 0, 0, 1, -1)) * (1 if line.which == "greatest" else -1)
            value = (found.value or 0) + off
            yield claim.valued(max(0, value)), int(off < 0), found.asked
        else:
            yield claim, found.against, found.asked


def _combinations(case: Case, claim: g.Claim) -> Iterator[Settings]:
    """Every choice of settings for which a claim is to be decided."""
    yield from (
        tuple((option, value) for (option, _), value in zip(claim.under, values, strict=True))
        for values in product(*(values for _, values in claim.under))
    )


# ---------------------------------------------------------------------------------------------- compared


@dataclass
class Report:
    """The result for one game: the wrong verdicts, and the number of verdicts of each kind."""

    seed: int
    wrong: list[Wrong] = field(default_factory=list[Wrong])
    verdicts: Counter[str] = field(default_factory=Counter[str])
    unmet: int = 0
    states: int = 0
    closed: bool = True


def compare(case: Case, only: tuple[str, ...] | None = None) -> Report:
    """Verify a game, or the parts named in `only`, and compare every verdict with the truth."""
    report = Report(case.seed)
    with little_effort():
        results = [result for result in verify(case.game, only) if result.kind != "advice"]
    answered: dict[str, list[Result]] = {}
    for result in results:
        answered.setdefault(result.name, []).append(result)
        report.verdicts[result.verdict] += 1
        report.unmet += result.vacuous
        report.wrong += judged(case, result)
    for claim in (claim for claim in case.game.claims if only is None or claim.name in only):
        for settings in _combinations(case, claim):
            if not any(_same(case, settings, r) for r in answered.get(claim.name, ())):
                _left_out(case, report, claim, settings, answered.get(claim.name, []))
    report.states = sum(world.states for world in case.worlds.values())
    report.closed = all(world.closed for world in case.worlds.values())
    return report


def _same(case: Case, settings: Settings, result: Result) -> bool:
    now = case.game.all_settings
    return {**now, **dict(settings)} == {**now, **dict(result.settings)}


def _left_out(case: Case, report: Report, claim: g.Claim, settings: Settings, results: list[Result]) -> None:
    """Check a choice of settings that no result decides, because statements about the others are taken to cover it."""
    for result in results:
        for wrong in judged(case, Result(result.game, result.name, result.kind, result.verdict, result.method, 0.0,
                                         settings=settings, vacuous=result.vacuous)):  # fmt: skip
            report.wrong.append(wrong)


def compare_everywhere(case: Case) -> Report:
    """Verify a game under all its house rules at once, and compare the verdict for each choice with the truth. This mode does
    not check whether the verifier is right that a claim's premise is never met.
    """
    report = Report(case.seed)
    with little_effort():
        results = list(decide_everywhere(case.game, fixed={PLAYERS_SETTING}))
    for result in results:
        report.verdicts[result.verdict] += 1
        report.wrong += _judged_everywhere(case, result)
    report.states = sum(world.states for world in case.worlds.values())
    report.closed = all(world.closed for world in case.worlds.values())
    return report


def _judged_everywhere(case: Case, result: Result) -> Iterator[Wrong]:
    """Return the error in a verdict under all house rules, for one choice that it covers, or for a number of choices."""
    covered = result.coverage
    assert covered is not None
    claim = case.by_name.get(result.name) if result.kind == "claim" else None
    played = claim is not None and any(isinstance(line, g.Possible | g.ExtremeClaim) for line in claim.lines)
    here = [each for each in choices(case.game) if _within(each, (*covered.under, *covered.within))]
    proved = [each for each in here if any(_within(each, box) for box in covered.proved)]
    if not played:
        for settings in proved:
            yield from _wrong(case, result, settings, "proved")
        if result.verdict == "proved" and len(proved) < covered.choices:
            yield Wrong(
                result.name, (), "proved", f"no proof is about {covered.choices - len(proved)} of {covered.choices} choices"
            )
    witnesses = [each.witness for each in covered.exempted if each.witness is not None]
    witnesses += [result.witness] if result.witness is not None and result.verdict == "refuted" else []
    for witness in witnesses:
        settings = tuple(cast("Mapping[str, str]", witness.record["settings"]).items())
        yield from _wrong(case, result, settings, "refuted")
    counts: list[tuple[str, int, Verdict, list[Settings]]] = [
        ("refuted", each.shown, "refuted", [s for s in here if _within(s, each.under)])
        for each in covered.exempted
        if each.shown is not None
    ]
    if covered.shown is not None and result.verdict != "unknown":
        counts.append(("shown", covered.shown, "refuted" if result.verdict == "refuted" else "attained", here))
    counts.append(("holding", covered.holding, "attained" if played else "proved", here))
    for said, number, verdict, among in counts:
        right = sum(not list(_wrong(case, result, settings, verdict)) for settings in among)
        if number > right:
            yield Wrong(result.name, (), f"{said} under {number} choices", f"it is so under {right}")


def _wrong(case: Case, result: Result, settings: Settings, verdict: Verdict) -> Iterator[Wrong]:
    """Return the error in a verdict under one choice of the house rules."""
    each = replace(result, verdict=verdict, settings=settings, coverage=None)
    yield from (wrong for wrong in judged(case, each) if wrong.truth != UNMET)


def choices(game: Game) -> list[Settings]:
    """Every choice of the house rules of a game."""
    options = game.ruleset.options
    return [
        tuple(zip((option.name for option in options), values, strict=True))
        for values in product(*(option.values for option in options))
    ]


def _within(settings: Settings, under: Under) -> bool:
    return all(dict(settings)[name] in values for name, values in under)


def judged(case: Case, result: Result) -> list[Wrong]:
    """Return the error in a verdict."""
    if result.contradicted:
        return [Wrong(result.name, result.settings, "proved", "play contradicts it")]
    if result.verdict == "unknown":
        return []
    facts = case.facts(result.settings)
    closed = facts.world.closed
    if result.name == "discreet" and result.kind == "obligation":
        seen = facts.telling
        return list(_judged(result, Truth(seen.against, seen.asked), seen.whole, None))
    if result.kind == "obligation":
        known = facts.obligations.get(result.name)
        return [] if known is None else list(_judged(result, known, closed, None))
    return [wrong for line, known in facts.claim(result.name) for wrong in _judged(result, known, closed, line)]


def _judged(result: Result, known: Truth, closed: bool, line: g.ClaimLine | None) -> Iterator[Wrong]:
    said = f"{result.verdict}{' (vacuous)' if result.vacuous else ''}"

    def wrong(truth: str) -> Wrong:
        return Wrong(result.name, result.settings, said, truth)

    match line:
        case g.Possible():
            if result.verdict == "refuted" and known.against:
                yield wrong(f"it happens in {known.against} of {known.asked} states")
            if result.verdict == "attained" and closed and not known.against:
                yield wrong(f"it happens in none of {known.asked} states")
        case g.ExtremeClaim():
            if result.verdict in ("attained", "proved") and known.against:
                yield wrong(f"it can be {known.value}")
            if result.verdict in ("attained", "proved") and closed and known.value != line.value:
                yield wrong(f"it is {known.value}")
            if result.verdict == "refuted" and closed and not known.against and known.value == line.value:
                yield wrong(f"it is {known.value}")
        case _:
            if result.verdict == "proved" and known.against:
                yield wrong(f"{known.against} of {known.asked} states break it")
            if result.verdict == "proved" and known.undecided and not result.reason:
                # a reason restricts the proof to states from which play can continue
                yield wrong(f"in {known.undecided} of {known.asked} states the rules do not decide it")
            if result.verdict == "refuted" and closed and not known.against and result.name != "decided":
                yield wrong(f"none of {known.asked} states breaks it")
            if line is not None and result.verdict == "proved":
                met = known.met and known.asked > 0
                if not result.vacuous and closed and not met:
                    yield wrong(UNMET)
