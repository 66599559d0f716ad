"""Verify a game: decide its obligations and then its claims. Each result has a verdict, a method and a time.

`decide` goes through the choices of options that claims name.  Under each, the obligations and claims are a list of proofs, and
every pass returns a new list:

1. `_begin`: the goals in play; a few hands are played first. 2. `prove`: one proof after the other (`_order`); a proof that is
decided at that point is a result at once. 3. `_with_other_claims`, `jointly`, `_with_words`, `with_lemmas`, `_without_lemmas`:
another attempt at open proofs, with further lemmas. 4. `_search`: play for everything that only play can show, and against
everything that is proved. 5. `_result`: the verdict from proof and play.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any, cast

from cartaro_grammar import PLAYERS_SETTING, Game, choose
from cartaro_grammar import game as g
from cartaro_verify import claims
from cartaro_verify import obligation_proofs as obligations
from cartaro_verify.advice import advice, place_in_text
from cartaro_verify.claims import (
    LineProof,
    attempt,
    begun,
    hands_go_on,
    outcome,
    search_extreme,
    together,
    use_lemmas_of,
    use_words,
)
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.frame.invariants import Invariant
from cartaro_verify.frame.transition_system import TurnCase
from cartaro_verify.obligation_proofs import (
    AS_FAR_AS_PLAY,
    FAULTLESS,
    OBLIGATIONS,
    REFUTING,
    WITHOUT_INVARIANTS,
    is_quick,
)
from cartaro_verify.obligations import clashes
from cartaro_verify.obligations.outcomes import Outcome, weakest
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.play.exhaustive import ExhaustiveSearch
from cartaro_verify.play.histories import play_matches, search_matches, shortest
from cartaro_verify.play.repetition import look_for_repetition
from cartaro_verify.play.search import AGAIN, Goal, GoalSearch, HandSearch, searched
from cartaro_verify.play.table import History, HistoryTable, Match, match_record, record
from cartaro_verify.proof_log import Diverged, ProofLog
from cartaro_verify.results import statements as st
from cartaro_verify.results.json_form import as_json, from_json
from cartaro_verify.results.verdicts import Counterexample, Result
from cartaro_verify.results.wording import title_of
from cartaro_verify.terms.symbolic_state import NotCovered

HANDS = 2000
MORE_HANDS = 1000
SOME_HANDS = 300
FIRST_HANDS = 30
"""The number of hands played before anything is proved; a subject that they decide needs no proof."""
FIRST_MOVES = 2000
"""The number of moves after which no further hand of these is begun: hands of some games have hundreds of moves."""
PROOF, COARSE_PROOF, MIDDLE_PROOF = "proof", "coarse proof", "middle proof"
"""The parts of a log with the attempts at proofs: over all cases, over the fewest (`PreparedGame.coarse`), and between."""
EARLY_PROOF = "coarse proof of claims"
"""The part with the attempts that come before the search for lemmas in the words of the text (`_before_words`)."""
WORDS_PROOF = "coarse proof with words"
"""The part with the second attempts over the fewest cases, with lemmas in the words of the text."""
COSTS = {"faultless": 0, "discreet": 3, "movable": 4, "endable": 5, "ends": 6}
"""The places of the obligations in an order by cost; claims have place 1 if they may be lemmas, and else place 2."""
ADVICE = "advice"
"""The name under which advice is requested; it is not an obligation, but is decided with everything else."""
SettingPairs = tuple[tuple[str, str], ...]
Progress = Callable[[str], None]

# ------------------------------------------------------------------------ verify


def verify(
    game: Game,
    only: str | tuple[str, ...] | None = None,
    progress: Progress | None = None,
    hand_search: HandSearch | None = None,
) -> tuple[Result, ...]:
    """Decide every obligation and claim of a game (or those named `only`): proved, refuted with a replayed hand, or unknown.

    A named subject that is not proved separately is tried once more with proved `always` lines of other claims; these get no
    results.

    Everything except the seconds is deterministic.  `progress` is called with the name of the current subject.  Goals are
    searched for in hands of the interpreter and, with a `hand_search`, in many more hands.
    """
    found = {(result.settings, result.name): result for result in decide(game, only, progress, hand_search)}
    named = (
        (settings, name if isinstance(name, str) else name.name) for settings, names in _plan(game, only) for name in names
    )
    advised = tuple(result for result in found.values() if result.kind == ADVICE)
    return (*(found[place] for place in dict.fromkeys(named) if place[1] != ADVICE), *advised)


def decide(
    game: Game,
    only: str | tuple[str, ...] | None = None,
    progress: Progress | None = None,
    hand_search: HandSearch | None = None,
    log: ProofLog | None = None,
    interim: Interim | None = None,
) -> Iterator[Result]:
    """Yield the same results, each as soon as it is known. If play later contradicts a result, a corrected result
    follows.

    A caller who stops the generator gets the results decided so far from `interim`, with `out_of_time`.

    The results of searches are kept in a `log`, or taken from it; raise `Diverged` if the log does not fit.  If a result is
    unknown with the invariants that the log suggests, it is decided again without suggestions, since a search may find more
    invariants.
    """
    report, refuted, log = progress or _no_progress, dict[TurnCase, set[Invariant]](), log or ProofLog()
    interim = interim or Interim()
    everything = {} if only is None else dict(_plan(game, None))
    for settings, names in _plan(game, only):
        others = [name for name in everything.get(settings, ()) if isinstance(name, g.Claim) and name not in names]
        chosen = game if not settings else choose(game, dict(settings))
        if not isinstance(chosen, Game):
            raise ValueError("; ".join(d.message for d in chosen))
        decided = [chosen.claim[name.name] if isinstance(name, g.Claim) else name for name in names]
        helpers = [chosen.claim[other.name] for other in others]
        with log.under(*("=".join(setting) for setting in settings)):
            left = list[str]()
            for result in _decide(chosen, settings, decided, helpers, report, refuted, hand_search, log, interim):
                if result.verdict == "unknown" and log.rests_on_suggestions and not result.contradicted:
                    left.append(result.name)
                else:
                    yield result
            if left:
                again = [name for name in decided if (name if isinstance(name, str) else name.name) in left]
                helpers += [name for name in decided if isinstance(name, g.Claim) and name not in again]
                with log.without_suggestions():
                    yield from _decide(chosen, settings, again, helpers, report, refuted, hand_search, log, interim)


def out_of_time(
    game: Game, only: str | tuple[str, ...] | None, found: Iterable[Result], interim: Interim | None = None
) -> Iterator[Result]:
    """Yield results for the remaining subjects after `decide` was stopped with the results `found`: the decided results, and
    unknown results for the others.
    """
    known = {(result.settings, result.name) for result in found}
    for result in () if interim is None else interim.results():
        if (result.settings, result.name) not in known:
            known.add((result.settings, result.name))
            yield result
    for settings, names in _plan(game, only):
        chosen = game if not settings else choose(game, dict(settings))
        assert isinstance(chosen, Game), "its settings are of values that claims name"
        for name in names:
            if name != ADVICE and (settings, name if isinstance(name, str) else name.name) not in known:
                yield _unplayed(chosen, settings, name, st.PlainReason.OUT_OF_TIME)


def _no_progress(name: str) -> None:
    """Do nothing."""


def _plan(game: Game, only: str | tuple[str, ...] | None) -> Iterator[tuple[SettingPairs, list[str | g.Claim]]]:
    """Yield the subjects to decide under each setting: first the game's own setting, with the obligations. A claim is decided
    for each number of players and each value that it names.
    """
    wanted = (only,) if isinstance(only, str) else only
    plan: dict[SettingPairs, list[str | g.Claim]] = {(): [n for n in (*OBLIGATIONS, ADVICE) if wanted is None or n in wanted]}
    for claim in game.claims:
        if wanted is None or claim.name in wanted:
            for values in product(*(values for _, values in claim.under)):
                now = game.all_settings
                chosen = tuple((o, v) for (o, _), v in zip(claim.under, values, strict=True) if now.get(o) != v)
                plan.setdefault(chosen, []).append(claim)
    yield from ((settings, names) for settings, names in plan.items() if names)


def subjects(game: Game) -> Iterator[tuple[str, str, SettingPairs]]:
    """Yield everything that `decide` decides: the kind, the name, and the settings under which it is decided."""
    for settings, names in _plan(game, None):
        for name in names:
            if isinstance(name, g.Claim):
                yield "claim", name.name, settings
            elif name != ADVICE:
                yield "obligation", name, settings


def _decide(
    game: Game,
    settings: SettingPairs,
    names: list[str | g.Claim],
    others: list[g.Claim],
    report: Progress,
    refuted: dict[TurnCase, set[Invariant]],
    hand_search: HandSearch | None,
    log: ProofLog,
    interim: Interim,
) -> Iterator[Result]:
    """Decide `names` under one choice of the options.  Proofs may use `others`.

    Candidates that are not invariant under the game's own options are `refuted`. They are not tried again under other options
    with the same number of players, unless a claim is not proved without them.
    """
    watch = Stopwatch()
    try:
        prepared = PreparedGame(
            game, ProofContext(log), refuted if settings and PLAYERS_SETTING not in dict(settings) else None
        )
    except NotCovered as missing:
        yield from (_unplayed(game, settings, name, missing.what) for name in names if name != ADVICE)
        return
    proofs: list[Proof] = [_begin(name, settings) for name in names if name != ADVICE]
    search = _first_hands(prepared, proofs)
    interim.begin(prepared, proofs, search)
    early, with_lemma, used = set[int](), {PROOF, WORDS_PROOF}, list[PreparedGame]()

    def known() -> Iterator[Result]:
        doubted = _doubted(proofs)
        for number in [n for n, proof in enumerate(proofs) if n not in early and _is_final(proof, doubted)]:
            early.add(number)
            yield _result(prepared, proofs[number], search)

    for part, of, number in _order(prepared, proofs, search, hand_search):
        yield from known()  # the search may have played hands that decide some results
        if not _is_decided(proofs[number]):
            report(proofs[number].name)
            if used[-1:] != [of]:
                _release_coarser(used)
            if part not in with_lemma:
                if part != COARSE_PROOF or EARLY_PROOF not in with_lemma:
                    try_lemma(of, part)
                with_lemma.add(part)
                if part == COARSE_PROOF and (log.replays or any(not _is_decided(proofs[n]) for n in _before_words(proofs))):
                    _try_words(of, part)
            if used[-1:] != [of]:
                _use_lemmas(of, used)
                used.append(of)
            proofs[number] = prove(of, proofs[number], part).took(watch.lap())
    yield from known()
    if not settings:
        refuted.update(prepared.refuted)
    proofs = _with_own_lemmas(prepared, proofs, report)
    interim.proofs = proofs
    helpers, proofs = _with_other_claims(prepared, proofs, others, report)
    helpers, proofs = jointly(prepared, helpers, proofs)
    proofs = _with_words(prepared, proofs, report)
    proofs = [with_lemmas(prepared, proof) for proof in proofs]
    proofs = [_without_lemmas(prepared, proof) for proof in proofs]
    interim.proofs = proofs
    proofs = _enumerated(prepared.table, search, proofs, report)
    report("playing hands")
    helping = [proof for helper in helpers for proof in _proved_only(helper)]
    proofs = _search(log, search, proofs, helping, hand_search)
    doubted = _doubted(proofs)
    for number, proof in enumerate(proofs):
        if number not in early or any(goal.found is not None for goal in proof.contrary):
            yield _as_far_as_play(_result(prepared, proof, search), proof, doubted)
    if ADVICE in names:
        report(ADVICE)
        yield from _advised(prepared)


class Interim:
    """The current proofs of `decide`, from which their results are taken if it is stopped."""

    def __init__(self) -> None:
        self.proofs: list[Proof] = []
        self._result: Callable[[Proof], Result] | None = None

    def begin(self, prepared: PreparedGame, proofs: list[Proof], search: GoalSearch) -> None:
        """Begin with the proofs under one choice of the options; the list changes as the proofs go on."""
        self.proofs, self._result = proofs, lambda proof: _result(prepared, proof, search)

    def results(self) -> Iterator[Result]:
        """Yield the results that are decided: the subject is proved, or play has shown it."""
        doubted = _doubted(self.proofs)
        decided = [proof for proof in self.proofs if proof.proved or _is_final(proof, doubted)]
        yield from (_as_far_as_play(self._result(proof), proof, doubted) for proof in decided if self._result is not None)


class Stopwatch:
    """The processor time of this process between laps, in seconds; a clock would also count other programs on the machine."""

    def __init__(self) -> None:
        self._start = time.process_time()

    def lap(self) -> float:
        """Return the seconds since the last lap."""
        before, self._start = self._start, time.process_time()
        return self._start - before


# ------------------------------------------------------------------------ proofs


@dataclass(frozen=True, slots=True)
class ObligationProof:
    """An obligation, its goals in play, and the outcome of its proof."""

    name: str
    settings: SettingPairs
    watched: tuple[Goal, ...]
    """The goals that refute it, or contradict its proof."""
    found: obligations.Attempt | None = None
    by: PreparedGame | None = None
    """The game with the invariants of the last attempt."""
    seconds: float = 0.0

    @property
    def proved(self) -> bool:
        return self.found is not None and self.found.proved

    @property
    def refuting(self) -> tuple[Goal, ...]:
        clash = () if self.found is None or self.found.clash is None else (self.found.clash,)
        return () if self.proved else (*clash, *self.watched)

    @property
    def goals(self) -> tuple[Goal, ...]:
        return self.refuting

    @property
    def contrary(self) -> tuple[Goal, ...]:
        """Return the goals that would contradict the proof."""
        return self.watched if self.proved else ()

    @property
    def broken(self) -> bool:
        """Return whether play has refuted the obligation.  A clash or a gap is shown better by its own proof."""
        return self.name != "decided" and any(goal.found is not None for goal in self.watched)

    @property
    def is_pressing(self) -> bool:
        """Return whether more hands could change the verdict."""
        return bool(self.refuting) and all(goal.found is None for goal in self.refuting)

    def took(self, seconds: float) -> ObligationProof:
        return replace(self, seconds=self.seconds + seconds)


@dataclass(frozen=True, slots=True)
class ClaimProof:
    """A claim, line by line."""

    claim: g.Claim
    settings: SettingPairs
    lines: tuple[LineProof, ...]
    by: PreparedGame | None = None
    """The game with the invariants of the last attempt."""
    seconds: float = 0.0

    @property
    def name(self) -> str:
        return self.claim.name

    @property
    def proved(self) -> bool:
        return all(line.proved for line in self.lines)

    @property
    def refuting(self) -> tuple[Goal, ...]:
        return ()

    @property
    def goals(self) -> tuple[Goal, ...]:
        return tuple(goal for line in self.lines for goal in line.goals)

    @property
    def contrary(self) -> tuple[Goal, ...]:
        """Return the goals that would contradict the proved lines."""
        return tuple(goal for line in self.lines for goal in line.contrary)

    @property
    def broken(self) -> bool:
        """Return whether play has refuted it with a history that will be shown: all earlier lines are proved."""
        return next((line.broken for line in self.lines if not line.proved), False)

    @property
    def is_pressing(self) -> bool:
        """Return whether more hands could change the verdict."""
        return any(_undecided(line) for line in self.lines)

    def took(self, seconds: float) -> ClaimProof:
        return replace(self, seconds=self.seconds + seconds)


Proof = ObligationProof | ClaimProof


def _undecided(line: LineProof) -> bool:
    shown_by_play = line.proved or isinstance(line.line, g.Possible)
    groups = [line.attaining, *line.premises] if shown_by_play else [line.violation]
    return any(group and all(goal.found is None for goal in group) for group in groups)


def _begin(name: str | g.Claim, settings: SettingPairs) -> Proof:
    if isinstance(name, str):
        return ObligationProof(name, settings, tuple(Goal(moment, None) for moment in REFUTING[name]))
    return ClaimProof(name, settings, tuple(map(begun, name.lines)))


def _first_hands(prepared: PreparedGame, proofs: Sequence[Proof]) -> GoalSearch:
    """Begin the search for everything that play can show about these proofs, and play its first hands."""
    goals = [goal for proof in proofs for goal in proof.goals]
    search = GoalSearch(prepared.table, goals)
    searched(prepared.context.log, "first hands", search, goals, lambda: search.run(FIRST_HANDS, FIRST_MOVES))
    return search


def _order(
    prepared: PreparedGame, proofs: Sequence[Proof], search: GoalSearch, hand_search: HandSearch | None
) -> Iterator[tuple[str, PreparedGame, int]]:
    """Yield the attempts at the proofs in their order: the part of the log, the game to use, and the number of the proof.

    The obligations that need no invariants come first. If many transitions have to be built, or if only a few of the first
    hands were played since they have many moves, another program then plays hands for everything that is open. With many
    transitions, every proof is first tried with the fewest of them, at last with lemmas in words. The obligation that a match
    can end is the last.
    """
    named = [proof.name if isinstance(proof, ObligationProof) else "" for proof in proofs]
    quick = [n for n, name in enumerate(named) if name and obligations.is_quick(name, prepared.game)]
    rest = [n for n in range(len(proofs)) if n not in quick]
    yield from ((PROOF, prepared, number) for number in quick)
    log = prepared.context.log
    large = bool(rest) and log.may_find("large") and log.value("large", bool, lambda: prepared.is_large)
    if large or (rest and search.hands < FIRST_HANDS and search.open_goals and log.may_find("hands at first")):
        goals = [goal for proof in proofs for goal in proof.goals]
        searched(
            log, "hands at first", search, goals, lambda: None if hand_search is None else search.search_elsewhere(hand_search)
        )
    if large:
        by_cost = sorted(rest, key=lambda n: place_by_cost(proofs[n]))
        if prepared.is_very_large and log.may_find("claims first") and log.value("claims first", bool, lambda: True):
            yield from ((EARLY_PROOF, prepared.coarse, number) for number in _before_words(proofs))
        yield from ((COARSE_PROOF, prepared.coarse, number) for number in by_cost)

        def is_open() -> bool:
            return any(not _is_decided(proofs[number]) for number in rest)

        if is_open() and not prepared.coarse.has_words and _try_words(prepared.coarse, WORDS_PROOF):
            yield from ((WORDS_PROOF, prepared.coarse, number) for number in by_cost)
        if any(goal.moment == AGAIN and goal.found is None for proof in proofs for goal in proof.refuting):
            _look_for_repetition(log, search, [goal for proof in proofs for goal in proof.goals])
        if is_open() and log.may_find("middle") and log.value("middle", bool, lambda: prepared.has_middle):
            yield from ((MIDDLE_PROOF, prepared.middle, number) for number in by_cost)
        rest.sort(key=lambda n: named[n] == "endable")
    yield from ((PROOF, prepared, number) for number in rest)


def _before_words(proofs: Sequence[Proof]) -> list[int]:
    """Return the claims that may be lemmas, and the obligation that needs the most facts. If all of these are proved, lemmas in
    the words of the text are not worth the time.
    """
    lemmas = [n for n, proof in enumerate(proofs) if isinstance(proof, ClaimProof) and place_by_cost(proof) == 1]
    return [*lemmas, *(n for n, proof in enumerate(proofs) if proof.name == "movable")]


def _look_for_repetition(log: ProofLog, search: GoalSearch, goals: Sequence[Goal]) -> None:
    """Search for a hand that need never end, before its end is tried over more transitions. Older logs have no such search."""
    if log.may_find("repetition"):
        searched(log, "repetition", search, goals, lambda: look_for_repetition(search))


def place_by_cost(proof: Proof) -> int:
    """Return the place of a proof in an order by cost: obligations that need no invariants come first, then claims that may be
    lemmas.
    """
    if isinstance(proof, ObligationProof):
        return COSTS.get(proof.name, -1)
    return 1 if any(isinstance(line.line, g.Always) for line in proof.lines) else 2


def _release_coarser(used: Sequence[PreparedGame]) -> None:
    """Release the coarser transition systems, which no later attempt uses; their lemmas stay known."""
    for each in used:
        if each.grain != "fine":
            each.release()


def _use_lemmas(prepared: PreparedGame, coarser: Sequence[PreparedGame]) -> None:
    """Use the claims that were proved over coarser transition systems. Older logs do not have them."""
    log = prepared.context.log
    others = [each for each in coarser if each is not prepared and each.lemmas]
    with log.at("coarser lemmas", prepared.grain):
        if others and log.may_find("used") and log.value("used", bool, lambda: True):
            for each in others:
                use_lemmas_of(prepared, each)


def try_lemma(prepared: PreparedGame, part: str) -> bool:
    """Try to prove the lemma that the clauses themselves suggest; return whether it is proved.  Older logs have no
    such lemma.
    """
    log = prepared.context.log
    with log.at(part):
        if not log.may_find("hands go on"):
            return False
        return log.found("hands go on", bool, lambda: hands_go_on(prepared), _itself, lambda so: so and hands_go_on(prepared))


def _try_words(prepared: PreparedGame, part: str) -> bool:
    """Try to prove lemmas in the words of the text; return whether there are any.  Older logs have no such lemmas.

    Over few transitions they are worth the time only if there are very many without them.
    """
    log = prepared.context.log
    with log.at(part):
        worth = log.may_find("in words") and (part != COARSE_PROOF or prepared.is_very_large)
        return worth and use_words(prepared)


def _itself(value: bool) -> bool:
    return value


def _needs_lemmas(proofs: Sequence[Proof]) -> bool:
    """Return whether a proof is open that lemmas might complete."""
    return not all(_is_decided(proof) or proof.name in WITHOUT_INVARIANTS for proof in proofs)


def _with_own_lemmas(prepared: PreparedGame, proofs: list[Proof], report: Progress) -> list[Proof]:
    """Try the open claims once more, with the lemma that the clauses themselves suggest."""
    if not _needs_lemmas(proofs):
        return proofs
    watch = Stopwatch()
    if try_lemma(prepared, "own lemmas"):
        report("claims with a lemma")
        proofs = [_lines_again(prepared, "own lemmas", proof) if isinstance(proof, ClaimProof) else proof for proof in proofs]
    each = watch.lap() / len(proofs)
    return [proof if proof.proved else proof.took(each) for proof in proofs]


def prove(prepared: PreparedGame, proof: Proof, part: str = PROOF) -> Proof:
    """Try to prove a subject that play has not decided; the results of searches are logged under a part."""
    match proof:
        case ClaimProof():
            named = ((line, (part, proof.name, str(number))) for number, line in enumerate(proof.lines, 1))
            lines = (line if line.proved else _attempt(prepared, place, line) for line, place in named)
            return replace(proof, lines=tuple(lines), by=prepared)
        case ObligationProof():
            if proof.broken:
                return replace(proof, found=obligations.Attempt(Outcome("unknown")))
            found = _attempt_obligation(prepared, part, proof, lambda: obligations.attempt(proof.name, prepared))
            return replace(proof, found=found, by=prepared)


def _attempt(
    prepared: PreparedGame, part: tuple[str, ...], line: LineProof, again: Callable[[], LineProof] | None = None
) -> LineProof:
    """Try to prove a line, unless the log records that its proof failed.  If the log records it as proved but the solver gives
    up, which is possible because its earlier queries differ, try with more steps.
    """
    log, made = prepared.context.log, again or (lambda: attempt(prepared, line))

    def given(proved: bool) -> LineProof:
        after = made() if proved else line
        if not proved or after.proved or not after.found.gave_up:
            return after
        with prepared.context.patience():
            return made()

    with log.at(*part):
        return log.found("proved", bool, made, lambda after: after.proved, given)


def _attempt_obligation(
    prepared: PreparedGame, part: str, proof: ObligationProof, made: Callable[[], obligations.Attempt]
) -> obligations.Attempt:
    """Try to prove an obligation, unless the log records an attempt without result."""
    log = prepared.context.log
    with log.at(part, proof.name):
        return log.found(
            "came to something",
            bool,
            made,
            lambda found: found.came_to_something,
            lambda came: made() if came else proof.found or obligations.Attempt(Outcome("unknown")),
        )


def _is_settled(proof: Proof) -> bool:
    """Return whether the subject is settled: play has refuted it, or it is proved and all its goals in play have been found."""
    return proof.broken or (proof.proved and all(goal.found is not None for goal in proof.goals))


def _is_decided(proof: Proof) -> bool:
    """Return whether nothing remains to be proved, regardless of what play may still show, or play has refuted it."""
    if isinstance(proof, ClaimProof):
        return proof.broken or all(line.proved or line.shown for line in proof.lines)
    return proof.found is not None and (proof.broken or proof.found.outcome.verdict in ("proved", "refuted"))


def _is_final(proof: Proof, doubted: Sequence[str]) -> bool:
    """Return whether the result is known: nothing is left to prove or to find in play, and no other proof contributes to it."""
    match proof:
        case ClaimProof():
            shown = proof.broken or all(line.shown for line in proof.lines)
            return shown or (_is_settled(proof) and not doubted)
        case ObligationProof():
            return _is_decided(proof) and _is_settled(proof)


def _doubted(proofs: Iterable[Proof]) -> list[str]:
    """Return the unproved obligations among these whose failure may stop play: at a clash, a gap or a fault."""
    wanted = [proof for proof in proofs if isinstance(proof, ObligationProof) and proof.name in AS_FAR_AS_PLAY]
    return [proof.name for proof in wanted if not proof.proved]


# ------------------------------------------------------------------ further passes


def _with_other_claims(
    prepared: PreparedGame, proofs: list[Proof], others: list[g.Claim], report: Progress
) -> tuple[list[ClaimProof], list[Proof]]:
    """If a proof failed, try to prove the `always` lines of other claims, and then try the proof again with them.

    Return the given proofs and those of the other claims.
    """
    if all(map(_is_decided, proofs)):
        return [], proofs
    watch, settings = Stopwatch(), proofs[0].settings
    lines = ((claim, [line for line in claim.lines if isinstance(line, g.Always)]) for claim in others)
    helpers = [ClaimProof(claim, settings, tuple(map(begun, always))) for claim, always in lines if always]
    with prepared.context.log.at("other claims"):
        _first_hands(prepared, helpers)
    for number, helper in enumerate(helpers):
        report(helper.name)
        tried = (_attempt(prepared, ("other claims", helper.name, str(n)), line) for n, line in enumerate(helper.lines, 1))
        helpers[number] = replace(helper, lines=tuple(tried))
    if any(line.proved for helper in helpers for line in helper.lines):
        again = "after other claims"
        proofs = [_lines_again(prepared, again, proof) if isinstance(proof, ClaimProof) else proof for proof in proofs]
    each = watch.lap() / len(proofs)
    return helpers, [proof.took(each) for proof in proofs]


def _lines_again(prepared: PreparedGame, part: str, proof: ClaimProof) -> ClaimProof:
    """Try once more to prove the lines of a claim that are not proved."""

    def again(number: int, line: LineProof) -> LineProof:
        if line.proved:
            return line
        return _attempt(prepared, (part, proof.name, str(number)), line, lambda: _better(line, attempt(prepared, line)))

    return replace(proof, lines=tuple(again(number, line) for number, line in enumerate(proof.lines, 1)))


def _better(line: LineProof, again: LineProof) -> LineProof:
    return again if again.proved else line


def jointly(prepared: PreparedGame, helpers: list[ClaimProof], proofs: list[Proof]) -> tuple[list[ClaimProof], list[Proof]]:
    """Try the lines that failed separately in one proof, except lines that a few hands break. Then try other failed lines,
    assuming the proved ones.
    """
    watch, both = Stopwatch(), [*helpers, *proofs]
    claims = [proof for proof in both if isinstance(proof, ClaimProof)]
    unproved = {proof.name for proof in claims if any(isinstance(e.line, g.Always) and not e.proved for e in proof.lines)}
    if not unproved:
        return helpers, proofs
    named = [(proof.name, line) for proof in claims for line in proof.lines]
    with prepared.context.log.at("jointly"):
        found = together(prepared, named)
    if any(line is not before for line, (_, before) in zip(found, named, strict=True)):
        left = iter(found)
        claims = [
            _lines_again(prepared, "after joint proofs", replace(proof, lines=tuple(next(left) for _ in proof.lines)))
            for proof in claims
        ]
    each = watch.lap() / len(unproved)
    timed = iter([proof.took(each) if proof.name in unproved else proof for proof in claims])
    return [next(timed) for _ in helpers], [next(timed) if isinstance(proof, ClaimProof) else proof for proof in proofs]


def _with_words(prepared: PreparedGame, proofs: list[Proof], report: Progress) -> list[Proof]:
    """Try the open claims once more, with lemmas in the words of the text, unless these were tried over fewer transitions."""
    tried = prepared.has_coarse and prepared.is_very_large
    if tried or not _needs_lemmas(proofs):
        return proofs
    watch = Stopwatch()
    if _try_words(prepared, "own words"):
        report("claims with lemmas in words")
        proofs = [_lines_again(prepared, "own words", proof) if isinstance(proof, ClaimProof) else proof for proof in proofs]
    each = watch.lap() / len(proofs)
    return [proof if proof.proved else proof.took(each) for proof in proofs]


def with_lemmas(prepared: PreparedGame, proof: Proof) -> Proof:
    """Try an undecided obligation again, with the proved claims as lemmas."""
    if isinstance(proof, ClaimProof) or proof.broken or proof.name == "decided":
        return proof
    if proof.found is not None and proof.found.outcome.verdict in ("proved", "refuted"):
        return proof
    watch, before = Stopwatch(), proof.found or obligations.Attempt(Outcome("unknown"))

    def made() -> obligations.Attempt:
        try:
            return obligations.prove(proof.name, prepared) if prepared.frame.lemmas else before
        except NotCovered:
            return before

    return replace(proof, found=_attempt_obligation(prepared, "with lemmas", proof, made)).took(watch.lap())


def _without_lemmas(prepared: PreparedGame, proof: Proof) -> Proof:
    """Try the lines on which the solver gave up again: without the lemmas of other claims, which may have slowed it down, and
    with more steps. Small changes then do not change a verdict. Do the same if an invariant may be missing.
    """
    if not isinstance(proof, ClaimProof):
        return proof
    watch = Stopwatch()

    def again(line: LineProof) -> LineProof:
        log = prepared.context.log
        gave_up = log.value("gave up", bool, lambda: line.found.gave_up)
        incomplete = not line.proved and not line.shown and log.value("incomplete", bool, lambda: bool(prepared.unlikely))
        if not gave_up and not incomplete:
            return line
        with prepared.context.patience() if gave_up else nullcontext():
            return _better(line, attempt(PreparedGame(prepared.game, prepared.context, part="hands without lemmas"), line))

    parts = [("without lemmas", proof.name, str(number)) for number, _ in enumerate(proof.lines, 1)]
    lines = (_attempt(prepared, part, line, partial(again, line)) for part, line in zip(parts, proof.lines, strict=True))
    return replace(proof, lines=tuple(lines)).took(watch.lap())


def _proved_only(helper: ClaimProof) -> Iterator[ClaimProof]:
    """Yield the proved lines of a claim that served as a lemma. Play must not contradict these, but nothing else in that claim
    has to be shown.
    """
    lines = tuple(line.without_premises() for line in helper.lines if line.proved)
    if lines:
        yield replace(helper, lines=lines)


# ------------------------------------------------------------------- enumeration


def _enumerated(table: HistoryTable, search: GoalSearch, proofs: list[Proof], report: Progress) -> list[Proof]:
    """Decide the remaining open proofs by enumerating all play, if the game is small enough."""
    open_ones = [proof for proof in proofs if not _is_settled(proof) and not _is_refuted(proof)]
    if not open_ones:
        return proofs
    report("enumerating play")
    watch = Stopwatch()
    contradictions = tuple(Goal(*each) for each in clashes.contradictions(table.game))
    goals = [*contradictions, *(goal for proof in proofs for goal in (*proof.goals, *proof.contrary))]
    play = ExhaustiveSearch(table, goals, search.moves // max(1, search.hands))
    play.run()
    each = watch.lap() / len(open_ones)
    return [_by_enumeration(proof, play, contradictions).took(each) if proof in open_ones else proof for proof in proofs]


def _is_refuted(proof: Proof) -> bool:
    """Return whether a proof, or play, has refuted it already."""
    if isinstance(proof, ClaimProof):
        return any(line.broken for line in proof.lines)
    return proof.broken or (proof.found is not None and proof.found.outcome.verdict == "refuted")


def _by_enumeration(proof: Proof, play: ExhaustiveSearch, contradictions: tuple[Goal, ...]) -> Proof:
    match proof:
        case ClaimProof():
            return replace(proof, lines=tuple(claims.enumerated(line, play) for line in proof.lines))
        case ObligationProof():
            if proof.proved:
                return proof
            if proof.name == "ends" and play.closed:
                for goal in proof.watched:
                    goal.found = goal.found or play.again()
            watched = (*proof.watched, *contradictions) if proof.name == "decided" else proof.watched
            found = obligations.enumerated(proof.name, watched, play)
            return proof if found is None or proof.broken else replace(proof, found=found)


# ------------------------------------------------------------------------ search


def _search(
    log: ProofLog, search: GoalSearch, proofs: list[Proof], helpers: list[ClaimProof], hand_search: HandSearch | None
) -> list[Proof]:
    """Continue the search for everything that only play can show, in one pass; its time is charged to the proofs with open
    goals.
    """
    asking: list[Proof] = [proof for proof in (*helpers, *proofs) if proof.goals or proof.contrary]
    watch = Stopwatch()
    goals, contrary = [goal for proof in asking for goal in proof.goals], [goal for proof in asking for goal in proof.contrary]
    search.look_for(goals, contrary)

    def play() -> None:
        look_for_repetition(search)
        if hand_search is not None and any(proof.is_pressing for proof in asking):
            search.search_elsewhere(hand_search)
        search.run(SOME_HANDS)
        if any(proof.is_pressing for proof in asking):
            search.run(MORE_HANDS)
        for line in (line for proof in asking if isinstance(proof, ClaimProof) for line in proof.lines):
            search_extreme(search.table, line)
        if any(proof.is_pressing for proof in asking):
            search.run(HANDS)
            search_matches(search)
        play_matches(search)

    searched(log, "hands", search, goals, play)
    each = watch.lap() / max(1, len(asking))
    return [proof.took(each) if proof.goals or proof.contrary else proof for proof in proofs]


# ----------------------------------------------------------------------- results


def _result(prepared: PreparedGame, proof: Proof, search: GoalSearch) -> Result:
    """Return the verdict from proof and play."""
    log, hands = prepared.context.log, search.hands_searched(proof.goals)
    found = _outcome(proof, hands)
    with log.at("result", proof.name):
        found = replace(found, history=_shortest(log, prepared.table, proof, found.history))
    claim = proof.claim if isinstance(proof, ClaimProof) else None
    unknown = found.verdict == "unknown"
    where = found.open if unknown else None
    uses_invariants = found.verdict == "proved" and (claim is not None or not is_quick(proof.name, prepared.game))
    invariants = (proof.by or prepared).invariants if uses_invariants else ()
    reason: st.Reason | None = st.series((found.reason, None if where is None else where.help))
    result = Result(
        prepared.game.name, proof.name, "claim" if claim else "obligation", found.verdict, None if unknown else found.method,
        proof.seconds, claim.names if claim else title_of(proof.name), claim.cites if claim else (), proof.settings, reason,
        found.vacuous, _witness(prepared.table, proof, found.history), invariants,
        _contradiction(proof) is not None, players=prepared.game.players, house_rules=_house_rules(prepared.game),
        hands=hands if unknown and proof.goals else 0, open=where, told_false=claim is not None and bool(claim.refuted),
    )  # fmt: skip
    result = _limited(result, search.limit)
    return result if not unknown else undecided_result(log, result)


def undecided_result(log: ProofLog, result: Result) -> Result:
    """Return an unknown result; a result in the log is taken without further attempts."""

    def given(value: object) -> Result:
        try:
            kept = from_json(cast("dict[str, Any]", value))
        except (KeyError, TypeError, ValueError, AttributeError) as malformed:
            raise Diverged from malformed
        if (kept.place, kept.verdict) != (result.place, "unknown"):
            raise Diverged
        return replace(result, reason=kept.reason, hands=kept.hands, open=kept.open)

    with log.at("result", result.name):
        return log.found("unknown", object, lambda: result, as_json, given)


def _outcome(proof: Proof, hands: int) -> Outcome:
    against = _contradiction(proof)
    if against is not None:
        return Outcome("unknown", reason=st.PlainReason.CONTRADICTED, history=against)
    if isinstance(proof, ClaimProof):
        return weakest([outcome(line, hands) for line in proof.lines])
    assert proof.found is not None, "an obligation is tried before it has a result"
    found = proof.found.outcome
    broken = next((goal.found for goal in proof.refuting if goal.found is not None), None)
    if broken is None:
        return found
    reason = found.reason if proof.name == "decided" else None
    return Outcome("refuted", st.PlainMethod.REPLAYED, reason, history=broken)


def _contradiction(proof: Proof) -> History | None:
    """Return play that contradicts a proof."""
    return next((goal.found for goal in proof.contrary if goal.found is not None), None)


def _unplayed(game: Game, settings: SettingPairs, name: str | g.Claim, reason: st.Reason) -> Result:
    claim = name if isinstance(name, g.Claim) else None
    return Result(
        game.name, claim.name if claim else str(name), "claim" if claim else "obligation", "unknown", None, 0.0,
        claim.names if claim else title_of(str(name)), claim.cites if claim else (), settings, reason, players=game.players,
        house_rules=_house_rules(game), told_false=claim is not None and bool(claim.refuted),
    )  # fmt: skip


def _advised(prepared: PreparedGame) -> Iterator[Result]:
    """Yield all advice on a game as results."""
    watch = Stopwatch()
    for found in advice(prepared):
        witness = None if found.history is None else shown(prepared.table, found.history)
        yield Result(
            prepared.game.name, found.name, "advice", "told", found.found, watch.lap(), title_of(found.kind),
            reason=found.remedy, witness=witness, at=place_in_text(found.span),
            players=prepared.game.players, house_rules=_house_rules(prepared.game),
        )  # fmt: skip


def _limited(result: Result, limit: str | None) -> Result:
    """Add to `faultless` the limit of the program at which a hand has stopped."""
    if limit is None or result.name != FAULTLESS or result.kind != "obligation" or result.verdict == "refuted":
        return result
    return replace(result, reason=st.series((result.reason, st.LimitMet(st.Limit[limit]))))


def _as_far_as_play(result: Result, proof: Proof, doubted: list[str]) -> Result:
    """If play may stop, add to a proved claim or bound the reservation that it holds only as far as play goes on."""
    if not isinstance(proof, ClaimProof) or not doubted:
        return result
    bounded = any(isinstance(line.line, g.ExtremeClaim) for line in proof.lines)
    if result.verdict != "proved" and not (result.verdict == "attained" and bounded):
        return result
    return replace(result, reason=st.series((result.reason, *(AS_FAR_AS_PLAY[name] for name in doubted))))


def _witness(table: HistoryTable, proof: Proof, history: History | None) -> Counterexample | None:
    """Return the hand, or the match, that shows the result."""
    match = _refuting_match(proof)
    if match is not None:
        return Counterexample(match_record(table, match), table.position(match.position))
    return None if history is None else shown(table, history)


def _refuting_match(proof: Proof) -> Match | None:
    return proof.found.match if isinstance(proof, ObligationProof) and proof.found is not None else None


def _shortest(log: ProofLog, table: HistoryTable, proof: Proof, history: History | None) -> History | None:
    """Return the shortest history that the trials find with the same result as the history of a goal."""
    goal = next((goal for goal in (*proof.goals, *proof.contrary) if goal.found is not None and goal.found is history), None)
    if goal is None:
        return history
    shorter = replace(goal, found=None)

    def search() -> None:
        shorter.found = shortest(table, goal)

    searched(log, "shortest", GoalSearch(table, [shorter]), [shorter], search)
    return shorter.found or history


def shown(table: HistoryTable, history: History) -> Counterexample:
    """Return a history in the form in which it is shown; raise AssertionError if it does not replay."""
    if table.replay(history) is None:
        raise AssertionError("a history that does not replay")
    whole = table.completed(history)
    hand = None if whole is None else record(table, whole)
    written = record(table, history, left=whole is None)
    return Counterexample(written, table.position(history.position), history.note, hand)


def _house_rules(game: Game) -> SettingPairs:
    """Return the value of every option, in the order of the text."""
    return tuple((option.name, game.chosen[option.name]) for option in game.ruleset.options)
