"""Verdicts under every house rule at once, for every number of players.

`decide_everywhere` leaves open all options of a game for which this is possible (`encode/house_rules.py`), so that one proof
covers all their choices.  The values of the other options divide the game into several games, which are decided separately.
For each obligation and claim it returns the number of choices for which it holds, and the choices for which it does not:

1. A few hands are played under the defaults, and under each other value of one option: they may refute a subject there. 2. A
proof of each subject that is not refuted is tried. 3. If the proof fails, the subject fails in some state under some values.  A
smallest set of non-default values is searched for without which no failure is known (`_culprit`).  These values are excluded,
and the proof is tried again. 4. Each excluded set of values is tried in the game in which these values are fixed, without the
values that are still excluded. 5. More hands are played under the choices that no proof covers.

Subjects are values, and each pass returns new ones. Each proof adds the boxes of choices that it covers to the boxes of its
subject (`_Subject.proved`). Verdicts depend only on these boxes: `boxes.outside` returns the choices that no proof covers, and
these are refuted or open.

Only play can show that something can happen or that an extreme is attained.  A hand that shows it is replayed under as many
choices as `REPLAYS` allows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from math import prod

from cartaro_grammar import PLAYERS_SETTING, TRUTH, Game, choose, instantiate, leave_open, setting_is
from cartaro_grammar import game as g
from cartaro_verify import boxes
from cartaro_verify.boxes import Box
from cartaro_verify.claims import Attempt, LineProof, begun, search_extreme, use_lemmas_of
from cartaro_verify.encode import house_rules
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.obligation_proofs import OBLIGATIONS, REFUTING, WITHOUT_INVARIANTS
from cartaro_verify.obligations.clashes import negated
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.play.histories import search_matches
from cartaro_verify.play.repetition import look_for_repetition
from cartaro_verify.play.search import Goal, GoalSearch, HandSearch, searched
from cartaro_verify.play.table import History, HistoryTable
from cartaro_verify.proof_log import Diverged, ProofLog
from cartaro_verify.results import statements as st
from cartaro_verify.results.verdicts import Counterexample, Coverage, Exempted, Result, Verdict
from cartaro_verify.results.verdicts import Under as WrittenUnder
from cartaro_verify.results.wording import title_of
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import NotCovered
from cartaro_verify.terms.terms import Cond
from cartaro_verify.verify import (
    PROOF,
    ClaimProof,
    ObligationProof,
    Progress,
    Proof,
    Stopwatch,
    decide,
    jointly,
    place_by_cost,
    prove,
    shown,
    try_lemma,
    undecided_result,
    with_lemmas,
)

HANDS = 10
"""The number of hands played under each value of an option."""
MORE_HANDS = 200
"""The number of hands played under values that no proof covers."""
CULPRITS = 6
"""The number of times that values are excluded before the subject is left undecided."""
REPLAYS = 300
"""The greatest number of choices under which a hand is replayed."""

ALONE = "alone"
"""The last name of the place of a game that is decided by itself, under one choice of all house rules."""
OWN_LEMMAS = "own lemmas"
"""The part with the lemma that the clauses themselves suggest, which is tried before all subjects."""
SLICES = 12
"""The greatest number of choices that are decided one by one, if they cannot be decided at once."""


Refuting = tuple[tuple[str, str], ...] | None
"""The values of options in the state in which a proof fails, if a state shows them."""


@dataclass(frozen=True, slots=True)
class ProvedBox:
    """The choices that one proof of a subject covers."""

    name: str
    players: int
    box: WrittenUnder
    place: str
    """The names of the game in which it is proved, as they begin the names of its parts of the proof."""
    part: str | None
    """The first name of the parts of its own, after those of the place; None if the proof has several attempts."""


def decide_everywhere(
    game: Game,
    only: str | None = None,
    progress: Progress | None = None,
    fixed: Collection[str] = (),
    hand_search: HandSearch | None = None,
    log: ProofLog | None = None,
    proved: list[ProvedBox] | None = None,
) -> Iterator[Result]:
    """Yield the verdicts on all obligations and claims, or on one, for every number of players and under all house rules.

    Options in `fixed`, and the number of players if it is fixed, keep their values in the game.  A `hand_search` searches many
    more hands than are played here.

    The results of searches are kept in a `log`, or taken from it; raise `Diverged` if the log does not fit. If the search was
    stopped, the choices that had no result by then are open here too. The choices that each successful proof covers are added
    to `proved`.
    """
    log, proved = log or ProofLog(), [] if proved is None else proved
    varied = [option.name for option in game.ruleset.options if option.name not in fixed]
    report = progress or _no_progress
    for players in (game.players,) if PLAYERS_SETTING in fixed else game.ruleset.player_counts:
        here = _checked(choose(game, {PLAYERS_SETTING: str(players)}))
        results = _under_all(here, varied, only, report, hand_search, log, proved)
        stopped = results_before_stop(log, players)
        if stopped is None:
            yield from results
            continue
        found = list(islice(results, stopped))
        results.close()
        yield from found
        yield from out_of_time_everywhere(here, only, {PLAYERS_SETTING, *fixed}, found)


STOPPED = "stopped after"
"""The entry of a log with the number of results after which a search was stopped; the choices without a result stay open."""


def record_stop(log: ProofLog, players: int, results: int) -> None:
    """Record that the search for a number of players was stopped after this number of results."""
    log.entries[f"{PLAYERS_SETTING}={players}/{STOPPED}"] = results


def results_before_stop(log: ProofLog, players: int) -> int | None:
    """Return the number of results after which the search of a log was stopped, if it was."""
    with log.under(f"{PLAYERS_SETTING}={players}"):
        if not (log.replays and log.may_find(STOPPED)):
            return None
        return log.value(STOPPED, int, _never)


def _never() -> int:
    raise Diverged


def _under_all(
    here: Game,
    varied: Sequence[str],
    only: str | None,
    report: Progress,
    hand_search: HandSearch | None,
    log: ProofLog,
    proved: list[ProvedBox],
) -> Generator[Result]:
    """Yield the verdicts for one number of players."""
    try:
        slices = list(house_rules.slices(here.ruleset, varied))
    except NotCovered as missing:
        yield from _undecided(here, varied, only, missing.reason)
        return
    for ruleset in slices:
        within = house_rules.narrowed_to(ruleset, here.ruleset)
        single = {o.name: o.default for o in ruleset.options if o.name in varied and len(o.values) == 1}
        usual = {o.name: o.default for o in ruleset.options if o.name in varied}
        sliced = _checked(instantiate(ruleset, {**here.chosen, **usual, PLAYERS_SETTING: str(here.players)}))
        open_game = _checked(leave_open(sliced, [name for name in varied if name not in single]))
        with log.under(f"{PLAYERS_SETTING}={here.players}", *_named(here.ruleset, within)):
            yield from _decided(open_game, here.ruleset, within, only, report, hand_search, log, proved)


def _named(ruleset: g.Ruleset, box: Box) -> Iterator[str]:
    """Yield the names of a box in the names of parts of a proof."""
    for option in ruleset.options:
        if option.name in box:
            yield f"{option.name}={'+'.join(value for value in option.values if value in box[option.name])}"


def _decided(
    game: Game,
    ruleset: g.Ruleset,
    within: Box,
    only: str | None,
    report: Progress,
    hand_search: HandSearch | None,
    log: ProofLog,
    proved: list[ProvedBox],
) -> Iterator[Result]:
    """Decide a game with open options; if it has no invariants, decide it under each choice, unless there are many choices."""
    whole = OpenGame(game, ruleset, within, report, hand_search, log, proved)
    choices = list(house_rules.choices(game, game.open)) if whole.missing is not None and whole.choices <= SLICES else []
    if len(choices) < 2:
        yield from whole.results(only)
        return
    for choice in choices:
        chosen = {name: frozenset({value}) for name, value in choice.items()}
        alone = _checked(choose(game, choice))
        with log.under(*_named(ruleset, chosen)):
            yield from OpenGame(alone, ruleset, {**within, **chosen}, report, hand_search, log, proved).results(only)


def out_of_time_everywhere(game: Game, only: str | None, fixed: Collection[str], found: Iterable[Result]) -> Iterator[Result]:
    """Yield results that leave all other choices undecided, after `decide_everywhere` was stopped with the results `found`."""
    known = dict[tuple[str, int], list[Box]]()
    for result in found:
        if result.coverage is not None:
            known.setdefault((result.name, result.players), []).append(boxes.of_values(result.coverage.within))
    varied = [option for option in game.ruleset.options if option.name not in fixed]
    for players in (game.players,) if PLAYERS_SETTING in fixed else game.ruleset.player_counts:
        here = _checked(choose(game, {PLAYERS_SETTING: str(players)}))
        for name, claim in (*((name, None) for name in OBLIGATIONS), *((claim.name, claim) for claim in here.claims)):
            named = {} if claim is None else dict(claim.under)
            elsewhere = any(here.all_settings[option] not in values for option, values in named.items() if option in fixed)
            under = {o.name: tuple(v for v in o.values if v in named[o.name]) for o in varied if o.name in named}
            axes = {option.name: under.get(option.name, option.values) for option in varied}
            left = boxes.outside(axes, {}, known.get((name, players), ()))
            open_choices = boxes.count(axes, left)
            if only in (None, name) and not elsewhere and open_choices:
                coverage = Coverage(open_choices, 0, under=tuple(under.items()))
                result = _result_of(here, name, claim, "unknown", coverage, 0.0, reason=st.PlainReason.OUT_OF_TIME)
                yield _under_fixed(result, under_all=[option.name for option in varied])


def _undecided(game: Game, varied: Sequence[str], only: str | None, reason: st.Reason) -> Iterator[Result]:
    """Yield unknown results for a game that has too many house rules."""
    options = game.ruleset.option
    everything = prod(len(options[name].values) for name in varied)
    for name, claim in (*((name, None) for name in OBLIGATIONS), *((claim.name, claim) for claim in game.claims)):
        if only in (None, name):
            yield _under_fixed(_result_of(game, name, claim, "unknown", Coverage(everything, 0), 0.0, reason=reason), varied)


def _under_fixed(result: Result, under_all: Collection[str]) -> Result:
    """Return a result about all values of some house rules without the values that these have in its game."""
    return replace(result, house_rules=tuple(each for each in result.house_rules if each[0] not in under_all))


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
        claim.names if claim else title_of(name), claim.cites if claim else (), reason=reason, witness=witness,
        players=game.players, house_rules=tuple(game.settings), told_false=claim is not None and bool(claim.refuted),
        coverage=coverage,
    )  # fmt: skip


def _checked(found: Game | tuple[object, ...]) -> Game:
    assert isinstance(found, Game), found
    return found


def _no_progress(name: str) -> None:
    """Do nothing."""


# ---------------------------------------------------------------------- subjects


@dataclass(frozen=True, slots=True)
class _Exempted:
    """Values of options under which a proof of a subject is not tried.

    `hand`, if any, refutes the subject under one choice of these values; `history` is the same hand, to be replayed under the
    other choices.
    """

    box: Box
    hand: Counterexample | None = None
    history: History | None = None


@dataclass(frozen=True, slots=True)
class _Subject:
    """An obligation, or a claim under the values that it names, and its proofs and refutations so far."""

    name: str
    claim: g.Claim | None
    under: Box
    base: Mapping[str, str]
    """The choice of the open options under which the subject is decided first: the defaults, if the subject applies to them."""
    proof: Proof
    """The last attempt to prove the subject without the exempted values."""
    proved: tuple[Box, ...] = ()
    """The choices that proofs cover; for an extreme, the choices under which it is bounded."""
    method: st.Method | None = None
    """The method of its first proof."""
    exempted: tuple[_Exempted, ...] = ()
    refuted: Counterexample | None = None
    """A hand that refutes it under its base."""
    shown: tuple[Box, ...] | None = None
    """The choices under which a replayed hand shows the subject, if only play can show it."""
    example: Counterexample | None = None
    hands: int = 0
    """The number of hands that were searched without success."""
    histories: tuple[History, ...] = ()
    """Hands that show the subject under the base choice."""

    @property
    def lines(self) -> tuple[g.ClaimLine, ...]:
        return () if self.claim is None else self.claim.lines

    @property
    def shown_by_play(self) -> bool:
        """Return whether some part of the subject can only be shown by play: something is false, something can happen, or an
        extreme is attained.
        """
        told_false = self.claim is not None and bool(self.claim.refuted)
        return self.refuted is not None or told_false or self.has_extremes

    @property
    def impossible(self) -> bool:
        """Return whether it is proved that an extreme is never reached, or that a possibility never occurs."""
        lines = self.proof.lines if isinstance(self.proof, ClaimProof) else ()
        return any(line.proved and not line.attaining for line in lines if isinstance(line.line, g.Possible | g.ExtremeClaim))

    @property
    def has_extremes(self) -> bool:
        return any(isinstance(line, g.Possible | g.ExtremeClaim) for line in self.lines)

    @property
    def holds(self) -> bool:
        """Return whether the last attempt proves the subject, and no hand refutes it under its base."""
        return self.refuted is None and self.proof.proved

    @property
    def is_open(self) -> bool:
        """Return whether the subject is neither refuted nor proved under its base."""
        return self.refuted is None and not any(boxes.contains(box, self.base) for box in self.proved)

    def without(self, one: _Exempted) -> _Subject:
        """Return the subject with further exempted values; the first hand that refutes it under the same values is kept."""
        if not any(known.box == one.box for known in self.exempted):
            return replace(self, exempted=(*self.exempted, one))
        kept = tuple(one if known.box == one.box and known.hand is None else known for known in self.exempted)
        return replace(self, exempted=kept)

    def refuted_by(self, hand: Counterexample, history: History, changed: Box) -> _Subject:
        """Return the subject after a hand has refuted it under its base with some values changed."""
        if changed:
            return self.without(_Exempted(changed, hand, history))
        return replace(self, refuted=self.refuted or hand, histories=self.histories or (history,))


def _among(
    subjects: Sequence[_Subject], wanted: Sequence[bool], change: Callable[[list[_Subject]], Sequence[_Subject]]
) -> list[_Subject]:
    """Return subjects in the same order after a change of the wanted ones."""
    changed = iter(change([subject for subject, chosen in zip(subjects, wanted, strict=True) if chosen]))
    return [next(changed) if chosen else subject for subject, chosen in zip(subjects, wanted, strict=True)]


class OpenGame:
    """One game with open options."""

    def __init__(
        self,
        game: Game,
        whole: g.Ruleset,
        within: Box,
        report: Progress,
        hand_search: HandSearch | None,
        log: ProofLog,
        proved: list[ProvedBox],
        *,
        coarse_first: bool = True,
    ) -> None:
        self.game = game
        self.whole = whole
        """The ruleset with all its house rules."""
        self.within = within
        """The values of the house rules that cannot be left open."""
        self.report = report
        self.hand_search = hand_search
        self.log = log
        self.covered = proved
        self.tried = dict[str, int]()
        """The number of attempts to prove each subject."""
        self.plays = 0
        self.options = [option for option in game.ruleset.options if option.name in game.open]
        self.axes: boxes.Axes = {option.name: option.values for option in self.options}
        self.slices: dict[tuple[tuple[str, str], ...], OpenGame] = {}
        """The same game with some more options fixed."""
        self.choices = boxes.size(self.axes, {})
        self.watch = Stopwatch()
        self.missing: st.Reason | None = None
        """The reason for which there are no invariants, if there are none."""
        self.playable = False
        report("invariants")
        try:
            self.prepared = self.fine = PreparedGame(game, ProofContext(log))
            self.playable = True
            if coarse_first and self._is_large():
                self.prepared = self.fine.coarse
            _ = self.prepared.frame
            try_lemma(self.prepared, OWN_LEMMAS)
        except NotCovered as missing:
            self.missing = missing.reason

    def _is_large(self) -> bool:
        """Return whether everything is first tried over few transitions.  Older logs contain proofs over many."""
        return self.log.may_find("coarse first") and self.log.value("coarse first", bool, lambda: self.fine.is_large)

    def results(self, only: str | None) -> Iterator[Result]:
        """Yield each result as soon as it is known."""
        subjects = [s for s in self.subjects() if only is None or s.name == only]
        if not subjects:
            return
        if self.missing is not None:
            for subject in subjects:
                provable = self.playable and subject.claim is None and subject.name in WITHOUT_INVARIANTS
                yield self._result(self.attempt(subject) if provable else subject, self.missing)
            return
        left = list[_Subject]()
        for subject in self._in_order(self._play(subjects)):
            self.report(subject.name)
            tried = self.attempt(subject)
            if tried.holds:
                yield self._result(self._show(tried))
            else:
                left.append(tried)
        left = self._together(left)
        if self._refined(left):
            left = self._together([self._again(subject) for subject in left])
        for subject in sorted(self._find_where(left), key=lambda subject: subject.claim is not None):
            yield self._result(self._show(subject))

    def _in_order(self, subjects: list[_Subject]) -> list[_Subject]:
        """Return the subjects in the order in which they are tried: by cost over few transitions, since claims are lemmas of
        what comes after them. Older logs have them in the order of the text.
        """
        if self.prepared is self.fine or not (self.log.may_find("by cost") and self.log.value("by cost", bool, lambda: True)):
            return subjects
        return sorted(subjects, key=lambda subject: place_by_cost(subject.proof))

    def _again(self, subject: _Subject) -> _Subject:
        self.report(subject.name)
        return subject if subject.proof.proved else self.attempt(subject)

    def _refined(self, subjects: Sequence[_Subject]) -> bool:
        """Go on with the fine transition system, with the lemmas of the coarse one, if a subject that may be true is open."""
        coarse = self.prepared
        wanted = [s for s in subjects if s.refuted is None and not s.proof.proved and (s.claim is None or not s.claim.refuted)]
        if coarse is self.fine or not wanted:
            return False
        self.report("invariants")
        self.prepared = self.fine
        self.prepared.share_decisions(coarse)
        try:
            _ = self.prepared.frame
        except NotCovered:
            self.prepared = coarse
            return False
        use_lemmas_of(self.prepared, coarse)
        coarse.release()
        return True

    def _find_where(self, subjects: Sequence[_Subject]) -> list[_Subject]:
        """For a subject that is not proved under all choices, find the choices under which it holds.

        Claims come before obligations, because a proved claim may be needed for the proof of an obligation.
        """
        claims_first = sorted(subjects, key=lambda subject: subject.claim is None)
        divided = [self._divided(subject) for subject in claims_first]
        each = _among(divided, [s.is_open and not s.has_extremes for s in divided], self._each)
        return [self._further(subject) for subject in each]

    def _divided(self, subject: _Subject) -> _Subject:
        """Exclude values under which a subject is not proved."""
        self.report(subject.name)
        if subject.claim is not None and subject.claim.refuted and subject.refuted is None:
            (subject,) = self._play_under([subject], subject.base, {}, MORE_HANDS, self.hand_search)
        return self._exclude(subject)

    def _further(self, subject: _Subject) -> _Subject:
        """Decide a subject under choices that are still open."""
        self.report(subject.name)
        return self._play_where_open(self._by_one_option(subject) if subject.is_open else subject)

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
            lines_to_prove = [line for line in claim.lines if claim.refuted or not isinstance(line, g.Possible)]
            lines = tuple(begun(self._guarded(line, under)) for line in lines_to_prove)
            yield _Subject(claim.name, claim, under, base, ClaimProof(claim, (), lines))

    def _guarded(self, line: g.ClaimLine, under: Box) -> g.ClaimLine:
        """Return the line weakened so that it is true whenever the options have values that its claim does not name."""
        if not under or isinstance(line, g.Possible | g.ExtremeClaim):
            return line
        span = line.condition.span
        option = self.game.ruleset.option
        others = tuple(negated(setting_is(option[name], values, span)) for name, values in under.items())
        return replace(line, condition=g.Operation("or", (*others, line.condition), TRUTH, span))

    # -------------------------------------------------------------------------------- play

    def _play(self, subjects: list[_Subject]) -> list[_Subject]:
        """Play a few hands under each value of one option, and keep the hands that refute a subject."""
        tables = self.prepared.tables
        default = {option.name: option.default for option in self.options}
        for changed in ({}, *({name: value} for name, value in tables.one_changed())):
            settings = {**default, **changed}
            here = [boxes.contains(s.under, settings) for s in subjects]
            self.report("playing hands")
            play = partial(self._play_under, settings=settings, changed=changed, hands=HANDS)
            subjects = _among(subjects, here, play)
        return subjects

    def _play_under(
        self,
        subjects: Sequence[_Subject],
        settings: Mapping[str, str],
        changed: Mapping[str, str],
        hands: int,
        hand_search: HandSearch | None = None,
        within: Box | None = None,
    ) -> Sequence[_Subject]:
        """Play hands under some settings.  If a hand refutes a subject, exempt the settings in `changed`, in all choices that
        have them or only in those within a box.
        """
        try:
            table = self.prepared.tables.under(settings)
        except NotCovered:
            return subjects
        watched = [(subject, _violations(subject, table.game)) for subject in subjects]
        search = GoalSearch(table, [goal for _, goals in watched for goal in goals])

        def play() -> None:
            look_for_repetition(search)
            if hand_search is not None:
                search.search_elsewhere(hand_search)
            search.run(hands)

        self._searched(search, play)
        return [self._played(subject, goals, table, changed, within or {}) for subject, goals in watched]

    def _played(
        self, subject: _Subject, goals: Sequence[Goal], table: HistoryTable, changed: Mapping[str, str], within: Box
    ) -> _Subject:
        """Return a subject after a search for hands that refute it."""
        history = next((goal.found for goal in goals if goal.found is not None), None)
        if history is None:
            return subject
        others = {name: value for name, value in changed.items() if value != subject.base[name]}
        return subject.refuted_by(shown(table, history), history, {**within, **_single(others)} if others else {})

    def _searched(self, search: GoalSearch, play: Callable[[], None]) -> None:
        """Search for goals in play, or take the hands that meet them from the log."""
        self.plays += 1
        with self.log.at("play", str(self.plays)):
            searched(self.log, "hands", search, search.goals, play)

    def _play_where_open(self, subject: _Subject) -> _Subject:
        """Play hands under the choices that no proof covers.  In each box, play the choice nearest to the base and, with fewer
        hands, the choices that differ from that choice in one option.

        Several values may refute a subject together even if none of them does so separately.
        """
        if subject.refuted is not None:
            return subject
        known = [*subject.proved, *(each.box for each in subject.exempted if each.hand is not None)]
        played = [each.box for each in subject.exempted]
        for box in boxes.fewest(self.axes, boxes.outside(self.axes, subject.under, known))[:CULPRITS]:
            nearest = self._nearest(subject, box)
            further = (
                {**nearest, n: v} for n, values in self.axes.items() for v in values if nearest[n] != v in box.get(n, values)
            )
            for settings, hands in ((nearest, MORE_HANDS), *((each, HANDS) for each in further)):
                changed = {name: value for name, value in settings.items() if value != subject.base[name]}
                if _single(changed) not in played and subject.refuted is None:
                    (subject,) = self._play_under([subject], settings, changed, hands, within=box)
                    played.append(_single(changed))
        return subject

    def _nearest(self, subject: _Subject, box: Box) -> dict[str, str]:
        """Return the choice of a box that differs least from the base."""
        base = subject.base
        return {n: v if v in box.get(n, {v}) else min(box[n], key=self.axes[n].index) for n, v in base.items()}

    # -------------------------------------------------------------------------------- proofs

    def _supposed(self, subject: _Subject, fixed: Mapping[str, str]) -> list[Cond]:
        """Return the conditions on the options under which a proof of a subject is tried."""
        context, game = self.prepared.context, self.game
        return [
            house_rules.box(context, game, subject.under),
            house_rules.box(context, game, _single(fixed)),
            *(terms.not_(house_rules.box(context, game, each.box)) for each in subject.exempted),
        ]

    def attempt(self, subject: _Subject) -> _Subject:
        """Try to prove a subject, unless a hand refutes it under its base."""
        if subject.refuted is not None:
            return subject
        found, part = self._prove(subject, {})
        return self._keep(replace(subject, proof=found), found, subject.under, subject.exempted, part)

    def _prove(self, subject: _Subject, fixed: Mapping[str, str]) -> tuple[Proof, str | None]:
        """Return an attempt to prove a subject with some options fixed, and the first name of its parts; None if there were two
        attempts.
        """
        with self.prepared.context.supposing(*self._supposed(subject, fixed)):
            part = self._next_part(subject.name)
            found = prove(self.prepared, subject.proof, part)
            with self.log.at(part, subject.name):
                gave_up = self.log.value("gave up", bool, lambda: _solver_gave_up(found))
            if found.proved or not gave_up:
                return found, part
            with self.prepared.context.patience():
                return prove(self.prepared, found, self._next_part(subject.name)), None

    def _next_part(self, name: str) -> str:
        """Return the first name of the parts of the next attempt to prove a subject."""
        self.tried[name] = self.tried.get(name, 0) + 1
        return PROOF if self.tried[name] == 1 else f"{PROOF} {self.tried[name]}"

    def _keep(
        self, subject: _Subject, proof: Proof, about: Box, excluded: Sequence[_Exempted], part: str | None = None
    ) -> _Subject:
        """Keep the choices that a successful proof covers: the choices in a box without the excluded choices."""
        if not proof.proved:
            return subject
        covered = boxes.outside(self.axes, about, [each.box for each in excluded])
        return self._cover(subject, covered, _method_of(proof), self.log.place, part)

    def _cover(
        self, subject: _Subject, covered: Sequence[Box], method: st.Method | None, place: str, part: str | None = None
    ) -> _Subject:
        for box in covered:
            of_the_whole = {**self.within, **box}
            options = ((option.name, option.values) for option in self.whole.options if option.name in of_the_whole)
            written = tuple((name, tuple(v for v in values if v in of_the_whole[name])) for name, values in options)
            self.covered.append(ProvedBox(subject.name, self.game.players, written, place, part))
        return replace(subject, proved=(*subject.proved, *covered), method=subject.method or method)

    def _together(self, subjects: Sequence[_Subject]) -> list[_Subject]:
        """Try together the subjects that failed separately, except subjects with excluded values."""
        return _among(subjects, [s.refuted is None and not s.exempted for s in subjects], self._jointly)

    def _jointly(self, subjects: Sequence[_Subject]) -> Sequence[_Subject]:
        if all(s.proof.proved for s in subjects):
            return subjects
        _, proofs = jointly(self.prepared, [], [s.proof for s in subjects])
        found = list[_Subject]()
        for subject, proof in zip(subjects, proofs, strict=True):
            tried = replace(subject, proof=with_lemmas(self.prepared, proof))
            found.append(self._keep(tried, tried.proof, tried.under, ()))
        return found

    def _exclude(self, subject: _Subject) -> _Subject:
        """Exclude values under which a subject is not proved, until it is proved under the remaining values; then try the
        excluded ones.
        """
        for _ in range(CULPRITS):
            if subject.refuted is not None or subject.proof.proved:
                break
            culprit = self._culprit(subject)
            if culprit is None:
                break
            if culprit:
                excluding = subject.without(_Exempted(_single(culprit)))
                (subject,) = self._play_under([excluding], {**subject.base, **culprit}, culprit, MORE_HANDS)
            subject = self.attempt(subject)
        return self._take_back(subject) if subject.holds else subject

    def _take_back(self, subject: _Subject) -> _Subject:
        """Try to prove a subject under the values that were excluded without a hand, one box after the other, in the game in
        which they are fixed.

        A box is tried first without the boxes that are still excluded; if that proves it, it is no longer excluded.  Otherwise
        it is tried without any of the boxes that were excluded first; the choices that it shares with them then stay open.
        """
        first = subject.exempted
        for one in (each for each in first if each.hand is None):
            others = tuple(each for each in subject.exempted if each is not one)
            proved = self._proved_alone(subject, one.box, others)
            if proved is not None:
                subject = replace(proved, exempted=others)
            elif len(others) + 1 < len(first):
                subject = self._proved_alone(subject, one.box, [each for each in first if each is not one]) or subject
        return subject

    def _each(self, subjects: Sequence[_Subject]) -> Sequence[_Subject]:
        """Decide subjects under each choice separately, if there are few choices; all subjects of a choice are decided in one
        run.
        """
        if self.choices > SLICES or not subjects:
            return subjects
        narrowed = [
            replace(
                subject,
                exempted=tuple(
                    _Exempted(_single(self._nearest(subject, each.box)), each.hand)
                    for each in subject.exempted
                    if each.hand is not None
                ),
            )
            for subject in subjects
        ]
        for choice in house_rules.choices(self.game, self.game.open):
            here = [boxes.contains(subject.under, choice) for subject in narrowed]
            narrowed = _among(narrowed, here, partial(self._under_choice, choice))
        return narrowed

    def _under_choice(self, choice: Mapping[str, str], subjects: Sequence[_Subject]) -> Sequence[_Subject]:
        """Decide subjects under one choice of all house rules."""
        if not subjects:
            return subjects
        names = tuple(subject.name for subject in subjects)
        with self.log.under(*_named(self.whole, _single(choice)), ALONE):
            alone, place = _checked(choose(self.game, choice)), self.log.place
            results = tuple(decide(alone, names, self.report, self.hand_search, self.log))
        found = {result.name: result for result in results if not result.settings}
        return [self._as_found(subject, choice, found[subject.name], place) for subject in subjects]

    def _as_found(self, subject: _Subject, choice: Mapping[str, str], result: Result, place: str) -> _Subject:
        """Return a subject with the result of its decision under one choice."""
        match result.verdict:
            case "proved":
                return self._cover(subject, [_single(choice)], result.method, place)
            case "refuted":
                return subject.without(_Exempted(_single(choice), result.witness))
            case _:
                return subject

    def _by_one_option(self, subject: _Subject) -> _Subject:
        """Decide a subject in the games in which one option that a hand reads is fixed and the other options stay open."""
        if subject.has_extremes:
            return subject
        refuted, read = [each for each in subject.exempted if each.hand is not None], house_rules.of_a_hand(self.game)
        for option in (option for option in self.options if option.name in read and len(option.values) > 1):
            base = subject.base[option.name]
            found = self._proved_alone(subject, _single({option.name: base}), refuted)
            if found is not None:
                for value in (v for v in option.values if v in subject.under.get(option.name, option.values) and v != base):
                    found = self._proved_alone(found, _single({option.name: value}), refuted) or found
                return found
        return subject

    def _proved_alone(self, subject: _Subject, box: Box, excluded: Sequence[_Exempted]) -> _Subject | None:
        """Try to prove a subject, without the excluded choices, in the game in which the values of a box are fixed: fewer
        clauses depend on open options there. Return None if it is not proved.
        """
        if boxes.is_covered(self.axes, box, [each.box for each in excluded]):
            return None
        with self.log.under(*_named(self.whole, box)):
            return self._proved_in_slice(subject, box, excluded)

    def _proved_in_slice(self, subject: _Subject, box: Box, excluded: Sequence[_Exempted]) -> _Subject | None:
        """Try the same within the names of the slice."""
        fixed = {name: value for name, values in box.items() for value in values}
        key = tuple(sorted(fixed.items()))
        if key not in self.slices:
            game = _checked(choose(self.game, fixed))
            self.slices[key] = OpenGame(game, self.whole, self.within, self.report, None, self.log, [], coarse_first=False)
        alone = self.slices[key]
        if alone.missing is not None:
            return None
        begun_there = next(s for s in alone.subjects() if s.name == subject.name)
        meeting = (both for each in excluded if (both := boxes.intersection(box, each.box)) is not None)
        left_out = tuple(_Exempted({n: values for n, values in both.items() if n not in fixed}) for both in meeting)
        proof, part = alone._prove(replace(begun_there, exempted=left_out), {})
        same = replace(begun_there, proof=proof)
        about = boxes.intersection(subject.under, box)
        if not proof.proved or about is None or same.impossible is not subject.impossible:
            return None
        return self._keep(subject, proof, about, excluded, part)

    def _culprit(self, subject: _Subject) -> dict[str, str] | None:
        """Return a small set of values that differ from the base and with which a subject is not proved; None if it is not
        proved under the base either. The set is empty if the subject is proved under all values now, with newer lemmas.
        """
        if self._failing(subject, subject.base) is not None:
            return None
        left = self._failing(subject, {})
        if left is None:
            return {}
        while left:
            fewer = self._fewer(subject, left)
            if fewer is None:
                return left
            left = fewer
        return None

    def _fewer(self, subject: _Subject, values: Mapping[str, str]) -> dict[str, str] | None:
        """Return the values with which a proof still fails if one more option has its value of the base; None if it succeeds
        for each of these options.
        """
        for name in values:
            fixed = {n: subject.base[n] for n in subject.base if n not in values or n == name}
            failing = self._failing(subject, fixed)
            if failing is not None:
                return {n: v for n, v in failing.items() if n not in fixed}
        return None

    def _failing(self, subject: _Subject, fixed: Mapping[str, str]) -> dict[str, str] | None:
        """Return the values, different from the base, under which a proof fails if other options are fixed; None if it
        succeeds.

        If no state shows the values, return another value of each option that is not fixed.
        """
        context = self.prepared.context
        context.refuting = None
        proof, _ = self._prove(subject, fixed)
        if proof.proved:
            return None
        with self.log.at("refuting", subject.name, str(self.tried[subject.name])):
            values = self.log.value("values", Refuting, lambda: _pairs(context.refuting))
        if values is None:
            free = [option for option in self.options if option.name not in fixed and len(option.values) > 1]
            return {o.name: next(v for v in o.values if v != subject.base[o.name]) for o in free}
        return {name: value for name, value in values if value != subject.base[name]}

    # -------------------------------------------------------------------------------- results of play

    def _show(self, subject: _Subject) -> _Subject:
        """Search for a hand that shows the parts that only play can show, and replay it under at most `REPLAYS` choices."""
        if not subject.shown_by_play:
            return subject
        table = self.prepared.tables.under(subject.base)
        if not subject.histories and subject.has_extremes and not subject.impossible:
            subject = self._searched_for(subject, table)
        refuting = subject.refuted is not None
        if not subject.histories or not self._shows(subject, table, subject.histories, refuting=refuting):
            return subject
        example = shown(table, subject.histories[0])
        replayed = self._replayed(subject, subject.under, subject.histories, refuting=refuting)
        return replace(subject, example=example, shown=tuple(replayed))

    def _searched_for(self, subject: _Subject, table: HistoryTable) -> _Subject:
        """Search for hands that show the parts of a subject that only play can show, under its base."""
        lines, search = self._sought(subject, table)

        def play() -> None:
            if self.hand_search is not None:
                search.search_elsewhere(self.hand_search)
            search.run(MORE_HANDS)
            for line in lines:
                search_extreme(table, line)
            search_matches(search)

        self._searched(search, play)
        histories = tuple(goal.found for goal in search.goals if goal.found is not None)
        return replace(subject, histories=histories, hands=search.hands_searched(search.goals))

    def _sought(self, subject: _Subject, table: HistoryTable) -> tuple[list[LineProof], GoalSearch]:
        """Return the lines of a subject that only play can show in a game, and a search for hands that show them."""
        found = [] if subject.claim is None else [begun(line) for line in table.game.claim[subject.name].lines]
        lines = [replace(line, found=Attempt(proved=True)) for line in found if isinstance(line.line, g.ExtremeClaim)]
        lines += [line for line in found if isinstance(line.line, g.Possible)]
        return lines, GoalSearch(table, [goal for line in lines for goal in line.attaining])

    def _shows(self, subject: _Subject, table: HistoryTable, histories: Sequence[History], *, refuting: bool) -> bool:
        """Return whether hands that show something under one choice also show it when they are replayed in a game."""
        if refuting:
            groups = [_violations(subject, table.game)]
            search = GoalSearch(table, groups[0])
        else:
            lines, search = self._sought(subject, table)
            groups = [line.attaining for line in lines]
        for history in histories:
            search.follow(history.packs, history.moves, history.match)
        return all(any(goal.found is not None for goal in group) for group in groups)

    def _replayed(self, subject: _Subject, box: Box, histories: Sequence[History], *, refuting: bool) -> list[Box]:
        """Return the choices in a box under which replayed hands show the subject too.

        A hand is replayed once for all values of an option that it does not depend on; the end of a match depends on more.
        """
        whole = any(history.match for history in histories) or any(map(_speaks_of_match, subject.lines))
        read = house_rules.of_a_match(self.game) if whole else house_rules.of_a_hand(self.game)
        read |= house_rules.options_read(self.game, subject.lines)
        here = (
            settings
            for settings in house_rules.choices(self.game, read, most=self.choices)
            if all(value in box.get(name, {value}) for name, value in settings.items())
        )
        found = list[Box]()
        for settings in islice(here, REPLAYS):
            table = self.prepared.tables.under({**self._nearest(subject, box), **settings})
            if self._shows(subject, table, histories, refuting=refuting):
                found.append({**box, **_single(settings)})
        return found

    # -------------------------------------------------------------------------------- results

    def _result(self, subject: _Subject, reason: st.Reason | None = None) -> Result:
        if isinstance(subject.proof, ObligationProof):
            reason = reason or (None if subject.proof.found is None else subject.proof.found.outcome.reason)
        else:
            reason = reason or next((line.found.reason for line in subject.proof.lines if not line.proved), None)
        if subject.has_extremes and subject.proof.proved and subject.example is None and not subject.impossible:
            reason = st.NeverMet(subject.hands)
        verdict = self._verdict(subject)
        coverage = self._coverage(subject, verdict)
        example = None if coverage.shown is None else subject.example
        result = _result_of(
            self.game, subject.name, subject.claim, verdict, coverage, self.watch.lap(),
            subject.method if coverage.proved else None,
            reason if verdict == "unknown" else None, subject.refuted or example,
        )  # fmt: skip
        return undecided_result(self.log, result) if verdict == "unknown" else result

    def _verdict(self, subject: _Subject) -> Verdict:
        if subject.refuted is not None or subject.impossible or any(each.hand is not None for each in subject.exempted):
            return "refuted"
        if not boxes.is_covered(self.axes, subject.under, subject.proved):
            return "unknown"
        if subject.has_extremes:
            return "unknown" if subject.shown is None else "attained"
        return "proved"

    def _coverage(self, subject: _Subject, verdict: Verdict) -> Coverage:
        """Return the number of choices for which a subject holds, and the choices for which it does not.

        A hand that attains an extreme proves nothing if the subject is refuted under other choices, or if no choice has a
        proved bound.
        """
        proved = [] if subject.refuted is not None else boxes.fewest(self.axes, subject.proved)
        holding = [] if subject.impossible else proved
        if subject.has_extremes:
            met = (boxes.intersection(one, each) for one in holding for each in subject.shown or ())
            holding = [both for both in met if both is not None]
        exempted = list(self._not_proved(subject)) if subject.refuted is None else []
        wholly = len(exempted) == 1 and exempted[0].witness is None and exempted[0].choices == self._count([subject.under])
        nothing = isinstance(subject.proof, ClaimProof) and not subject.proof.lines
        count = self._count(holding)
        shows = subject.refuted is not None or verdict == "attained" or (verdict == "unknown" and count > 0)
        shown = self._count(subject.shown) if shows and subject.shown is not None else None
        return Coverage(
            self._count([subject.under]), count, () if wholly else tuple(exempted), self._written(subject.under),
            shown, tuple(map(_written, self.within.items())),
            self._remedy(subject, exempted), () if nothing else tuple(map(self._written, proved)),
        )  # fmt: skip

    def _not_proved(self, subject: _Subject) -> Iterator[Exempted]:
        """Yield the choices under which a subject does not hold, in few boxes: refuted by a hand, or open. Yield the choices
        under which a subject is proved impossible.
        """
        refuted = [each for each in subject.exempted if each.hand is not None]
        for box in boxes.fewest(self.axes, [each.box for each in refuted]):
            here = [each for each in refuted if boxes.is_covered(self.axes, each.box, [box])]
            shown = [some for each in here for some in self._refuting(subject, each)]
            yield Exempted(self._written(box), "refuted", self._count([box]), here[0].hand, self._count(shown))
        if subject.impossible:
            for box in boxes.fewest(self.axes, subject.proved):
                yield Exempted(self._written(box), "refuted", self._count([box]))
        known = [*subject.proved, *(each.box for each in refuted)]
        for box in boxes.fewest(self.axes, boxes.outside(self.axes, subject.under, known)):
            yield Exempted(self._written(box), "unknown", self._count([box]))

    def _refuting(self, subject: _Subject, exempted: _Exempted) -> list[Box]:
        """Return the choices under which a hand refutes a subject."""
        within = boxes.intersection(subject.under, exempted.box)
        if within is None or exempted.history is None:
            return [exempted.box]
        return self._replayed(subject, within, (exempted.history,), refuting=True)

    def _remedy(self, subject: _Subject, exempted: Sequence[Exempted]) -> WrittenUnder:
        """Return the values that a claim should name in order to be proved under all values that it names."""
        if subject.claim is None or subject.impossible or not subject.proved or not exempted:
            return ()
        kept = boxes.largest_outside(self.axes, subject.under, [boxes.of_values(each.under) for each in exempted])
        if kept is None or not boxes.is_covered(self.axes, kept, subject.proved):
            return ()
        narrowed = {o.name: frozenset(o.values) for o in self.options if len(o.values) < len(self.whole.option[o.name].values)}
        return self._written({**narrowed, **kept})

    def _count(self, some: Sequence[Box]) -> int:
        """Return the number of choices of the open options that are in at least one box."""
        return boxes.count(self.axes, some)

    def _written(self, box: Box) -> WrittenUnder:
        """Return a box in the form of a result, in the order of the text."""
        return tuple((name, tuple(v for v in values if v in box[name])) for name, values in self.axes.items() if name in box)


def _single(settings: Mapping[str, str]) -> Box:
    """Return the box of the choices with these values."""
    return {name: frozenset({value}) for name, value in settings.items()}


def _pairs(values: Mapping[str, str] | None) -> Refuting:
    """Return the values of options as pairs, for the log."""
    return None if values is None else tuple(values.items())


def _speaks_of_match(line: g.ClaimLine) -> bool:
    """Return whether a line describes a moment of a whole match."""
    return isinstance(line, g.AtEvery | g.ExtremeClaim) and line.period == "match"


def _solver_gave_up(proof: Proof) -> bool:
    """Return whether a claim is open because the solver gave up; the solver's answers depend on its earlier queries."""
    return isinstance(proof, ClaimProof) and any(line.found.gave_up for line in proof.lines if not line.proved)


def _method_of(proof: Proof) -> st.Method | None:
    """Return the method of a proof."""
    match proof:
        case ObligationProof():
            return None if proof.found is None else proof.found.outcome.method
        case ClaimProof():
            return st.series(line.found.method for line in proof.lines)


def _written(part: tuple[str, frozenset[str]]) -> tuple[str, tuple[str, ...]]:
    """Return the values of an option in the form of a result."""
    return part[0], tuple(sorted(part[1]))


def _violations(subject: _Subject, game: Game) -> tuple[Goal, ...]:
    """Return the goals that refute a subject in a game without open options."""
    if subject.claim is None:
        return tuple(Goal(moment, None) for moment in REFUTING[subject.name])
    lines: tuple[LineProof, ...] = tuple(begun(line) for line in game.claim[subject.name].lines)
    return tuple(goal for line in lines for goal in line.violation)
