"""Verdicts under every house rule at once, for every number of players.

`decide_everywhere` opens all options of a game that can be left open (`encode/house_rules.py`), so that one proof is for all
their choices; under each choice of the others it is a game of its own.  Of each obligation and claim it says for how many
choices it holds, and where not:

1. A few hands are played under the defaults, and under each other value of one option: what they break is refuted there.
2. The rest is to be proved, where nothing is refuted.
3. What is not proved then fails in some state under some values.  Of these the fewest are sought that differ from the defaults
   and without which it is not known to fail (`_culprit`); they are excluded, and the rest is tried again.
4. Under values that were excluded, more hands are played.

What only play can show, that something can happen or that an extreme is attained, is shown by a hand that is replayed under as
many choices as there is patience for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import cast

from cartaro_grammar import PLAYERS_SETTING, TRUTH, Game, choose, instantiate, leave_open, setting_is
from cartaro_grammar import game as g
from cartaro_verify.claims import Attempt, LineProof, begun, search_extreme
from cartaro_verify.encode import house_rules
from cartaro_verify.obligation_proofs import OBLIGATIONS, REFUTING, TEXTS, WITHOUT_INVARIANTS
from cartaro_verify.obligations.clashes import negated
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.play.histories import search_matches
from cartaro_verify.play.repetition import look_for_repetition
from cartaro_verify.play.search import Goal, GoalSearch, HandSearch
from cartaro_verify.play.table import History, HistoryTable
from cartaro_verify.results import statements as st
from cartaro_verify.results.verdicts import Counterexample, Coverage, Exempted, Result, Verdict
from cartaro_verify.results.verdicts import Under as WrittenUnder
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import NotCovered
from cartaro_verify.terms.terms import Cond
from cartaro_verify.verify import (
    ClaimProof,
    ObligationProof,
    Progress,
    Proof,
    Stopwatch,
    jointly,
    prove,
    shown,
    verify,
    with_lemmas,
)

HANDS = 10
"""The number of hands played under each value of an option."""
MORE_HANDS = 200
"""The number of hands played under values for which nothing is proved."""
CULPRITS = 6
"""The number of times that values are excluded from what is to be proved."""
REPLAYS = 300
"""The number of choices under which a hand is replayed at most."""

SLICES = 12
"""The number of choices of open options that are each decided by themselves, where they cannot be decided at once."""

Under = Mapping[str, frozenset[str]]
"""Values of options, all of which are meant together."""


def decide_everywhere(
    game: Game,
    only: str | None = None,
    progress: Progress | None = None,
    fixed: Collection[str] = (),
    hand_search: HandSearch | None = None,
) -> Iterator[Result]:
    """Yield the verdicts on all obligations and claims, or on one, for every number of players and under all house rules.

    Options that are `fixed`, and the number of players if that is, are as in the game.  A `hand_search` looks through many more
    hands than are played here.
    """
    varied = [option.name for option in game.ruleset.options if option.name not in fixed]
    report = progress or _no_progress
    for players in (game.players,) if PLAYERS_SETTING in fixed else game.ruleset.player_counts:
        here = _checked(choose(game, {PLAYERS_SETTING: str(players)}))
        try:
            slices = list(house_rules.slices(game.ruleset, varied))
        except NotCovered as missing:
            yield from _undecided(here, varied, only, missing.reason)
            continue
        for ruleset in slices:
            within = house_rules.narrowed_to(ruleset, game.ruleset)
            single = {o.name: o.default for o in ruleset.options if o.name in varied and len(o.values) == 1}
            usual = {o.name: o.default for o in ruleset.options if o.name in varied}
            sliced = _checked(instantiate(ruleset, {**here.chosen, **usual, PLAYERS_SETTING: str(players)}))
            open_game = _checked(leave_open(sliced, [name for name in varied if name not in single]))
            yield from _decided(open_game, game.ruleset, within, only, report, hand_search)


def _decided(
    game: Game, ruleset: g.Ruleset, within: Under, only: str | None, report: Progress, hand_search: HandSearch | None
) -> Iterator[Result]:
    """Decide a game with open options; where its proofs fail from the outset, under each choice of them, if these are few."""
    whole = _Everywhere(game, ruleset, within, report, hand_search)
    choices = list(house_rules.choices(game, game.open)) if whole.missing is not None and whole.choices <= SLICES else []
    if len(choices) < 2:
        yield from whole.results(only)
        return
    for choice in choices:
        chosen = {name: frozenset({value}) for name, value in choice.items()}
        alone = _checked(choose(game, choice))
        yield from _Everywhere(alone, ruleset, {**within, **chosen}, report, hand_search).results(only)


def out_of_time_everywhere(game: Game, only: str | None, fixed: Collection[str], found: Iterable[Result]) -> Iterator[Result]:
    """Yield, where `decide_everywhere` was stopped after the results `found`, that all other choices are undecided."""
    known = Counter[tuple[str, int]]()
    for result in found:
        known[result.name, result.players] += 0 if result.coverage is None else result.coverage.choices
    varied = [option for option in game.ruleset.options if option.name not in fixed]
    for players in (game.players,) if PLAYERS_SETTING in fixed else game.ruleset.player_counts:
        here = _checked(choose(game, {PLAYERS_SETTING: str(players)}))
        for name, claim in (*((name, None) for name in OBLIGATIONS), *((claim.name, claim) for claim in here.claims)):
            named = {} if claim is None else dict(claim.under)
            elsewhere = any(here.all_settings[option] not in values for option, values in named.items() if option in fixed)
            under = {o.name: tuple(v for v in o.values if v in named[o.name]) for o in varied if o.name in named}
            open_choices = prod(len(under.get(option.name, option.values)) for option in varied) - known[name, players]
            if only in (None, name) and not elsewhere and open_choices > 0:
                coverage = Coverage(open_choices, 0, under=tuple(under.items()))
                yield _result_of(here, name, claim, "unknown", coverage, 0.0, reason=st.PlainReason.OUT_OF_TIME)


def _undecided(game: Game, varied: Sequence[str], only: str | None, reason: st.Reason) -> Iterator[Result]:
    """Yield that nothing is decided of a game whose house rules are too many."""
    options = game.ruleset.option
    everything = prod(len(options[name].values) for name in varied)
    for name, claim in (*((name, None) for name in OBLIGATIONS), *((claim.name, claim) for claim in game.claims)):
        if only in (None, name):
            yield _result_of(game, name, claim, "unknown", Coverage(everything, 0), 0.0, reason=reason)


def _result_of(
    game: Game,
    name: str,
    claim: g.Claim | None,
    verdict: Verdict,
    coverage: Coverage,
    seconds: float,
    method: st.Method | None = None,
    reason: st.Reason | None = None,
    witness: Counterexample | None = None,
) -> Result:
    return Result(
        game.name, name, "claim" if claim else "obligation", verdict, method, seconds,
        claim.names if claim else TEXTS[name], claim.cites if claim else (), reason=reason, witness=witness,
        players=game.players, house_rules=tuple(game.settings), told_false=claim is not None and bool(claim.refuted),
        coverage=coverage,
    )  # fmt: skip


def _checked(found: Game | tuple[object, ...]) -> Game:
    assert isinstance(found, Game), found
    return found


def _no_progress(name: str) -> None:
    """Do nothing."""


# ---------------------------------------------------------------------- subjects


@dataclass
class _Subject:
    """An obligation, or a claim under the values that it names; what is found out of it."""

    name: str
    claim: g.Claim | None
    under: Under
    base: Mapping[str, str]
    """The choice of the open options that it is decided under first: their defaults, where it is for these."""
    proof: Proof
    exempted: list[tuple[Under, Counterexample | None]] = field(default_factory=list[tuple[Under, Counterexample | None]])
    """The values under which it is not proved, with a hand that refutes it."""
    refuted: Counterexample | None = None
    """A hand that refutes it under its base."""
    open_by_default: bool = False
    one_by_one: st.Method | None = None
    """How it is proved, where it was decided under each choice by itself, or under each value of one option."""
    shown_in: int | None = None
    """The number of choices under which a hand was replayed that shows what play alone can show."""
    example: Counterexample | None = None
    hands: int = 0
    """The number of hands in which that was not met."""
    histories: tuple[History, ...] = ()
    """The hands that show it under the base."""

    @property
    def lines(self) -> tuple[g.ClaimLine, ...]:
        return () if self.claim is None else self.claim.lines

    @property
    def shown_by_play(self) -> bool:
        """Return whether play alone can show it, or a part of it: that it is false, that something can happen, an extreme."""
        told_false = self.claim is not None and bool(self.claim.refuted)
        return self.refuted is not None or told_false or self.has_extremes

    @property
    def impossible(self) -> bool:
        """Return whether it is proved that an extreme is never reached, or that what it says to be possible is not."""
        lines = self.proof.lines if isinstance(self.proof, ClaimProof) else ()
        return any(line.proved and not line.attaining for line in lines if isinstance(line.line, g.Possible | g.ExtremeClaim))

    @property
    def has_extremes(self) -> bool:
        return any(isinstance(line, g.Possible | g.ExtremeClaim) for line in self.lines)


class _Everywhere:
    """One game with open options."""

    def __init__(self, game: Game, whole: g.Ruleset, within: Under, report: Progress, hand_search: HandSearch | None) -> None:
        self.game = game
        self.whole = whole
        """The ruleset with all its house rules."""
        self.within = within
        """The values of the house rules that this is a part of, and not all."""
        self.report = report
        self.hand_search = hand_search
        self.options = [option for option in game.ruleset.options if option.name in game.open]
        self.slices: dict[tuple[tuple[str, str], ...], _Everywhere] = {}
        """The same game with some options that are no longer open."""
        self.choices = prod(len(option.values) for option in self.options)
        self.watch = Stopwatch()
        self.missing: st.Reason | None = None
        """Why there are no invariants, where there are none."""
        self.playable = False
        report("invariants")
        try:
            self.prepared = PreparedGame(game)
            self.playable = True
            _ = self.prepared.frame
        except NotCovered as missing:
            self.missing = missing.reason

    def results(self, only: str | None) -> Iterator[Result]:
        """Yield the results, each as soon as it is known."""
        subjects = [s for s in self.subjects() if only is None or s.name == only]
        if not subjects:
            return
        if self.missing is not None:
            for subject in subjects:
                subject.open_by_default = subject.claim is not None or not self._needs_no_invariants(subject)
                yield self._result(subject, self.missing)
            return
        self._play(subjects)
        left = list[_Subject]()
        for subject in subjects:
            self.report(subject.name)
            if self.attempt(subject):
                self._show(subject)
                yield self._result(subject)
            else:
                left.append(subject)
        self._together(left)
        found = {subject.name: self._finished(subject) for subject in sorted(left, key=lambda s: s.claim is None)}
        yield from (found[subject.name] for subject in left)

    def _finished(self, subject: _Subject) -> Result:
        """Decide where a subject holds that does not hold, or is not proved, everywhere.

        Claims come before obligations, for these may rest on them: where a claim is proved, an obligation may be so too.
        """
        self.report(subject.name)
        if subject.claim is not None and subject.claim.refuted and subject.refuted is None:
            self._play_under([subject], subject.base, {}, MORE_HANDS, self.hand_search)
        self._exclude(subject)
        if subject.open_by_default:
            self._each(subject)
        if subject.open_by_default:
            self._by_one_option(subject)
        self._show(subject)
        return self._result(subject)

    def _needs_no_invariants(self, subject: _Subject) -> bool:
        """Return whether an obligation is proved without invariants."""
        return self.playable and subject.name in WITHOUT_INVARIANTS and self.attempt(subject)

    # -------------------------------------------------------------------------------- subjects

    def subjects(self) -> Iterator[_Subject]:
        default = {option.name: option.default for option in self.options}
        for name in OBLIGATIONS:
            yield _Subject(name, None, {}, default, ObligationProof(name, (), ()))
        for claim in self.game.claims:
            under = {name: frozenset(values) for name, values in claim.under}
            chosen = self.game.all_settings
            if any(chosen[name] not in values for name, values in under.items() if name in chosen):
                continue
            under = {o.name: under[o.name].intersection(o.values) for o in self.options if o.name in under}
            if not all(under.values()):
                continue
            under = {name: values for name, values in under.items() if len(values) < len(self.whole.option[name].values)}
            base = {
                o.name: o.default
                if o.default in under.get(o.name, o.values)
                else next(v for v in o.values if v in under[o.name])
                for o in self.options
            }
            told = [line for line in claim.lines if claim.refuted or not isinstance(line, g.Possible)]
            lines = tuple(begun(self._guarded(line, under)) for line in told)
            yield _Subject(claim.name, claim, under, base, ClaimProof(claim, (), lines))

    def _guarded(self, line: g.ClaimLine, under: Under) -> g.ClaimLine:
        """Return a line that holds of itself where the options have other values than its claim names."""
        if not under or isinstance(line, g.Possible | g.ExtremeClaim):
            return line
        span = line.condition.span
        option = self.game.ruleset.option
        others = tuple(negated(setting_is(option[name], values, span)) for name, values in under.items())
        return replace(line, condition=g.Operation("or", (*others, line.condition), TRUTH, span))

    # -------------------------------------------------------------------------------- play

    def _play(self, subjects: Sequence[_Subject]) -> None:
        """Play a few hands under each value of one option, and keep what they refute."""
        tables = self.prepared.tables
        default = {option.name: option.default for option in self.options}
        for changed in ({}, *({name: value} for name, value in tables.one_changed())):
            settings = {**default, **changed}
            here = [s for s in subjects if all(settings[name] in values for name, values in s.under.items())]
            self.report("playing hands")
            self._play_under(here, settings, changed, HANDS)

    def _play_under(
        self,
        subjects: Sequence[_Subject],
        settings: Mapping[str, str],
        changed: Mapping[str, str],
        hands: int,
        hand_search: HandSearch | None = None,
    ) -> None:
        """Play hands under some settings, and exempt them from what the hands refute."""
        try:
            table = self.prepared.tables.under(settings)
        except NotCovered:
            return
        watched = [(subject, _violations(subject, table.game)) for subject in subjects]
        search = GoalSearch(table, [goal for _, goals in watched for goal in goals])
        look_for_repetition(search)
        if hand_search is not None:
            search.search_elsewhere(hand_search)
        search.run(hands)
        for subject, goals in watched:
            history = next((goal.found for goal in goals if goal.found is not None), None)
            if history is None:
                continue
            counterexample = shown(table, history)
            others = {name: value for name, value in changed.items() if value != subject.base[name]}
            if not others:
                subject.refuted = subject.refuted or counterexample
                subject.histories = subject.histories or (history,)
            else:
                self._exempt(subject, {name: frozenset({value}) for name, value in others.items()}, counterexample)

    def _exempt(self, subject: _Subject, under: Under, counterexample: Counterexample | None) -> None:
        """Exempt values of options from what is to be proved; one hand that refutes it is kept."""
        for number, (known, shown_by) in enumerate(subject.exempted):
            if known == under:
                subject.exempted[number] = known, shown_by or counterexample
                return
        subject.exempted.append((under, counterexample))

    # -------------------------------------------------------------------------------- proofs

    def _supposed(self, subject: _Subject, fixed: Mapping[str, str] | None = None) -> list[Cond]:
        """Return the conditions on the options under which a subject is to be proved now."""
        context, game = self.prepared.context, self.game
        fixed_values: Under = {name: frozenset({value}) for name, value in (fixed or {}).items()}
        return [
            house_rules.box(context, game, subject.under),
            house_rules.box(context, game, fixed_values),
            *(terms.not_(house_rules.box(context, game, under)) for under, _ in subject.exempted),
        ]

    def attempt(self, subject: _Subject, fixed: Mapping[str, str] | None = None) -> bool:
        """Try to prove a subject, with some options fixed; return whether it is proved."""
        if subject.refuted is not None:
            return False
        with self.prepared.context.supposing(*self._supposed(subject, fixed)):
            found = prove(self.prepared, subject.proof)
            if _solver_gave_up(found):
                with self.prepared.context.patience():
                    found = prove(self.prepared, found)
        subject.proof = subject.proof if fixed and not found.proved else found
        return found.proved

    def _together(self, subjects: Sequence[_Subject]) -> None:
        """Try what failed by itself with the rest, where nothing was excluded."""
        whole = [s for s in subjects if s.refuted is None and not s.exempted]
        if all(s.proof.proved for s in whole):
            return
        _, proofs = jointly(self.prepared, [], [s.proof for s in whole])
        for subject, proof in zip(whole, proofs, strict=True):
            subject.proof = with_lemmas(self.prepared, proof)

    def _exclude(self, subject: _Subject) -> None:
        """Exclude the values under which a subject is not proved, until the rest is."""
        for _ in range(CULPRITS):
            if subject.refuted is not None:
                return
            if subject.proof.proved:
                break
            culprit = self._culprit(subject)
            if culprit is None:
                break
            under: Under = {name: frozenset({value}) for name, value in culprit.items()}
            self._exempt(subject, under, None)
            self._play_under([subject], {**subject.base, **culprit}, culprit, MORE_HANDS)
            self.attempt(subject)
        if not subject.proof.proved:
            subject.open_by_default = True
            return
        subject.exempted = [
            (under, hand)
            for under, hand in subject.exempted
            if hand is not None or not self._proof_alone(subject, under).proved
        ]

    def _each(self, subject: _Subject) -> None:
        """Decide a subject under each choice by itself, if these are few."""
        if self.choices > SLICES or subject.has_extremes:
            return
        chosen = [c for c in house_rules.choices(self.game, self.game.open) if _meets(c, subject.under)]
        found = [(choice, self._alone(subject, choice)) for choice in chosen]
        subject.one_by_one = next((result.method for _, result in found if result.verdict == "proved"), None)
        if subject.one_by_one is None:
            return
        subject.open_by_default = False
        subject.exempted = [
            ({name: frozenset({value}) for name, value in choice.items()}, result.witness)
            for choice, result in found
            if result.verdict != "proved"
        ]

    def _alone(self, subject: _Subject, choice: Mapping[str, str]) -> Result:
        game = _checked(choose(self.game, choice))
        return next(r for r in verify(game, subject.name, self.report, self.hand_search) if not r.settings)

    def _by_one_option(self, subject: _Subject) -> None:
        """Decide a subject in the games in which one option that a hand reads has a value, and the rest stays open."""
        if subject.has_extremes or subject.refuted is not None:
            return
        before, subject.exempted = subject.exempted, [each for each in subject.exempted if each[1] is not None]
        read = house_rules.of_a_hand(self.game)
        for option in (option for option in self.options if option.name in read and len(option.values) > 1):
            values = [value for value in option.values if value in subject.under.get(option.name, option.values)]
            parts = {value: {option.name: frozenset({value})} for value in values}
            base = subject.base[option.name]
            proof = self._proof_alone(subject, parts.pop(base))
            if not proof.proved:
                continue
            subject.open_by_default, subject.one_by_one = False, _method_of(proof)
            for value, under in parts.items():
                if not self._proof_alone(subject, under).proved:
                    self._exempt(subject, under, None)
                    self._play_under([subject], {**subject.base, option.name: value}, {option.name: value}, MORE_HANDS)
            return
        subject.exempted = before

    def _proof_alone(self, subject: _Subject, under: Under) -> Proof:
        """Return how far a subject is proved in the game in which these values are fixed: more of its text is plain."""
        fixed = {name: next(iter(values)) for name, values in under.items()}
        key = tuple(sorted(fixed.items()))
        if key not in self.slices:
            self.slices[key] = _Everywhere(_checked(choose(self.game, fixed)), self.whole, self.within, self.report, None)
        alone = self.slices[key]
        if alone.missing is not None:
            return subject.proof
        same = next(s for s in alone.subjects() if s.name == subject.name)
        for box, hand in subject.exempted:
            if box != under and all(fixed.get(n, next(iter(v))) in v for n, v in box.items()):
                same.exempted.append(({n: v for n, v in box.items() if n not in fixed}, hand))
        alone.attempt(same)
        return same.proof

    def _culprit(self, subject: _Subject) -> dict[str, str] | None:
        """Return values other than the base's with which a subject is not proved, as few as are found; None where it is not
        proved under the base either.
        """
        if self._failing(subject, subject.base) is not None:
            return None
        left = self._failing(subject, {})
        if left is None:
            return {}
        while True:
            for name in left:
                fixed = {n: subject.base[n] for n in subject.base if n not in left or n == name}
                fewer = self._failing(subject, fixed)
                if fewer is not None:
                    left = {n: v for n, v in fewer.items() if n not in fixed}
                    break
            else:
                return left or None
            if not left:
                return None

    def _failing(self, subject: _Subject, fixed: Mapping[str, str]) -> dict[str, str] | None:
        """Return the values, other than the base's, under which a proof fails with some options fixed; None where it does not.

        Where no state shows which, all that are not fixed.
        """
        context = self.prepared.context
        context.refuting = None
        before = subject.proof
        if self.attempt(subject, fixed):
            subject.proof = before
            return None
        found = cast("Mapping[str, str] | None", context.refuting)  # the attempt may have set it
        if found is None:
            free = [option for option in self.options if option.name not in fixed and len(option.values) > 1]
            return {o.name: next(v for v in o.values if v != subject.base[o.name]) for o in free}
        return {name: value for name, value in found.items() if value != subject.base[name]}

    # -------------------------------------------------------------------------------- what play shows

    def _show(self, subject: _Subject) -> None:
        """Look for a hand that shows what only play can, and replay it under as many choices as there is patience for."""
        if not subject.shown_by_play:
            return
        table = self.prepared.tables.under(subject.base)
        if not subject.histories and subject.has_extremes and not subject.impossible:
            lines, search = self._sought(subject, table)
            if self.hand_search is not None:
                search.search_elsewhere(self.hand_search)
            search.run(MORE_HANDS)
            for line in lines:
                search_extreme(table, line)
            search_matches(search)
            subject.histories = tuple(goal.found for goal in search.goals if goal.found is not None)
            subject.hands = search.hands_searched(search.goals)
        if subject.histories and self._shows(subject, table):
            subject.example = shown(table, subject.histories[0])
            subject.shown_in = self._replayed(subject)

    def _sought(self, subject: _Subject, table: HistoryTable) -> tuple[list[LineProof], GoalSearch]:
        """Return the lines that play is to show in a game, of a subject that it has not refuted, and a search for that."""
        found = [] if subject.claim is None else [begun(line) for line in table.game.claim[subject.name].lines]
        lines = [replace(line, found=Attempt(proved=True)) for line in found if isinstance(line.line, g.ExtremeClaim)]
        lines += [line for line in found if isinstance(line.line, g.Possible)]
        return lines, GoalSearch(table, [goal for line in lines for goal in line.attaining])

    def _shows(self, subject: _Subject, table: HistoryTable) -> bool:
        """Return whether the hands that show something under the base, replayed in a game, show it there too."""
        if subject.refuted is None:
            lines, search = self._sought(subject, table)
            groups = [line.attaining for line in lines]
        else:
            groups = [_violations(subject, table.game)]
            search = GoalSearch(table, groups[0])
        for history in subject.histories:
            search.follow(history.packs, history.moves, history.match)
        return all(any(goal.found is not None for goal in group) for group in groups)

    def _replayed(self, subject: _Subject) -> int:
        """Return the number of choices under which the hands were replayed, and show the same.

        A hand that does not depend on an option is the same whatever its value.
        """
        read = house_rules.of_a_hand(self.game) | house_rules.options_read(self.game, subject.lines)
        others = prod(len(subject.under.get(o.name, o.values)) for o in self.options if o.name not in read)
        found = 0
        for number, settings in enumerate(house_rules.choices(self.game, read)):
            if number >= REPLAYS:
                break
            if all(settings.get(name, subject.base[name]) in values for name, values in subject.under.items()):
                table = self.prepared.tables.under({**subject.base, **settings})
                found += others if self._shows(subject, table) else 0
        return found

    # -------------------------------------------------------------------------------- results

    def _result(self, subject: _Subject, reason: st.Reason | None = None) -> Result:
        claim, everything = subject.claim, self._count(subject.under)
        coverage = self._coverage(subject, everything)
        verdict = self._verdict(subject)
        if isinstance(subject.proof, ObligationProof):
            reason = reason or (None if subject.proof.found is None else subject.proof.found.outcome.reason)
        else:
            reason = reason or next((line.found.reason for line in subject.proof.lines if not line.proved), None)
        witness = subject.refuted or subject.example
        if subject.has_extremes and subject.proof.proved and subject.example is None and not subject.impossible:
            reason = st.NeverMet(subject.hands)
        return _result_of(
            self.game, subject.name, claim, verdict, coverage, self.watch.lap(),
            (subject.one_by_one or _method_of(subject.proof)) if coverage.holding else None,
            reason if verdict == "unknown" else None, witness,
        )  # fmt: skip

    def _verdict(self, subject: _Subject) -> Verdict:
        if subject.refuted is not None or subject.impossible or any(hand is not None for _, hand in subject.exempted):
            return "refuted"
        if subject.open_by_default or subject.exempted or not (subject.proof.proved or subject.one_by_one):
            return "unknown"
        if subject.has_extremes:
            return "unknown" if subject.example is None else "attained"
        return "proved"

    def _coverage(self, subject: _Subject, everything: int) -> Coverage:
        """Return for how many choices a subject holds, and where it does not."""
        exemptions = [] if subject.refuted is not None else subject.exempted
        failing = subject.refuted is not None or subject.open_by_default
        holding = 0 if failing else self._count_outside(subject.under, [under for under, _ in exemptions])
        exempted = (
            Exempted(
                tuple(map(_written, under.items())),
                "unknown" if hand is None else "refuted",
                self._count({**subject.under, **under}),
                hand,
            )
            for under, hand in exemptions
        )
        under, within = (tuple(map(_written, values.items())) for values in (subject.under, self.within))
        return Coverage(everything, holding, tuple(exempted), under, subject.shown_in, within, self._remedy(subject, holding))

    def _remedy(self, subject: _Subject, holding: int) -> WrittenUnder:
        """Return the values that a claim would have to name, with those that it does, to be proved wherever it is claimed."""
        if subject.claim is None or not holding or not subject.exempted:
            return ()
        kept = {o.name: {*o.values} & subject.under.get(o.name, {*o.values}) for o in self.options}
        for under, _ in subject.exempted:
            if all(kept[name] & values for name, values in under.items()):
                name = next(iter(under))
                kept[name] -= under[name]
        return tuple(
            (o.name, tuple(v for v in o.values if v in kept[o.name]))
            for o in self.options
            if len(kept[o.name]) < len(self.whole.option[o.name].values)
        )

    def _count(self, under: Under) -> int:
        """Return the number of choices of the open options with such values."""
        return prod(len(under.get(option.name, option.values)) for option in self.options)

    def _count_outside(self, within: Under, boxes: Sequence[Under]) -> int:
        """Return the number of choices within some values that are in none of some boxes."""
        values = {o.name: [v for v in o.values if v in within.get(o.name, o.values)] for o in self.options}
        return choices_outside(list(values.items()), boxes)


def choices_outside(options: Sequence[tuple[str, Sequence[str]]], boxes: Sequence[Under]) -> int:
    """Return the number of choices of some options that are in none of some boxes."""
    if not boxes:
        return prod(len(values) for _, values in options)
    if not options or not all(boxes):
        return 0
    (name, values), *others = options
    within = Counter(tuple(n for n, box in enumerate(boxes) if value in box.get(name, {value})) for value in values)
    left = ((times, [boxes[n] for n in kept]) for kept, times in within.items())
    return sum(
        times * choices_outside(others, [{o: v for o, v in box.items() if o != name} for box in each]) for times, each in left
    )


def _meets(choice: Mapping[str, str], under: Under) -> bool:
    """Return whether a choice has some of these values."""
    return all(choice[name] in values for name, values in under.items())


def _solver_gave_up(proof: Proof) -> bool:
    """Return whether a claim is open because the solver gave up, whose past is another one here than in the game by itself."""
    return isinstance(proof, ClaimProof) and any(line.found.gave_up for line in proof.lines if not line.proved)


def _method_of(proof: Proof) -> st.Method | None:
    """Return how something was proved."""
    match proof:
        case ObligationProof():
            return None if proof.found is None else proof.found.outcome.method
        case ClaimProof():
            return st.series(line.found.method for line in proof.lines)


def _written(part: tuple[str, frozenset[str]]) -> tuple[str, tuple[str, ...]]:
    """Return the values of an option as a result has them."""
    return part[0], tuple(sorted(part[1]))


def _violations(subject: _Subject, game: Game) -> tuple[Goal, ...]:
    """Return the goals that refute a subject in a game without open options."""
    if subject.claim is None:
        return tuple(Goal(moment, None) for moment in REFUTING[subject.name])
    lines: tuple[LineProof, ...] = tuple(begun(line) for line in game.claim[subject.name].lines)
    return tuple(goal for line in lines for goal in line.violation)
