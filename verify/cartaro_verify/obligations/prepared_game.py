"""One game prepared for proofs: hands played for samples, and the transition system.

If options of the game are open, hands are played under their defaults, and with one of them changed at a time.
"""

from __future__ import annotations

import gc
from dataclasses import dataclass, field
from functools import cached_property

from cartaro_grammar import Game
from cartaro_verify.encode import house_rules, participants
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.frame.invariant_search import find_invariants
from cartaro_verify.frame.invariants import Played
from cartaro_verify.frame.transition_system import Grain, Lemma, Refuted, TransitionSystem
from cartaro_verify.obligations import clashes, termination
from cartaro_verify.obligations.clashes import Decision
from cartaro_verify.obligations.termination import TerminationMeasure
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.play.table import AWAIT, DEALT, FOUND, PASSED, HistoryTable, Tables
from cartaro_verify.results import statements as st
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import NotCovered, SymbolicState

MATCHES = 4
HANDS = 3
MATCHES_OF_FEWER = 12
HANDS_OF_FEWER = 24
"""The number of matches, and of hands of each, in a game that players may leave, since hands of all remaining players should be
seen.
"""
FEWER_MATCHES = 2
FEWER_HANDS = 2
"""The matches, and hands in each, played under each value of an open option that is not its default."""
MANY_TRANSITIONS = 12
MANY_TIMES = 3
"""A proof begins with a coarse system if the fine system has at least this number of transitions, and this many times as many
as the coarse one.
"""
VERY_MANY_TRANSITIONS = 20
"""Lemmas in the words of the text are searched in the coarse system if the fine one has at least this number of transitions."""
MIDDLE_TIMES = 2
"""A proof continues with a middle system if the fine one has at least this many times as many transitions."""


@dataclass(frozen=True, slots=True)
class Samples:
    """States that await a move, states at the end of a hand, and pairs of states that await a move with a move between them."""

    awaiting: list[SymbolicState] = field(default_factory=list[SymbolicState])
    ended: list[SymbolicState] = field(default_factory=list[SymbolicState])
    moves: list[tuple[SymbolicState, SymbolicState]] = field(default_factory=list[tuple[SymbolicState, SymbolicState]])


@dataclass(frozen=True, slots=True)
class Released:
    """What stays known of a transition system that was released: its lemmas, and its invariants in English."""

    lemmas: tuple[Lemma, ...]
    invariants: tuple[str, ...]


class PreparedGame:
    """Samples, transition system and decisions shared by the obligations and claims of one game."""

    def __init__(
        self,
        game: Game,
        context: ProofContext | None = None,
        assumed_refuted: Refuted | None = None,
        part: str = "hands",
        *,
        grain: Grain = "fine",
    ) -> None:
        self.game = game
        self.context = context or ProofContext()
        self.part = part
        """The part of the proof to which the invariants belong, and everything that several obligations or claims share."""
        self.unlikely = assumed_refuted
        """The candidates refuted under other house rules, which are not tried here."""
        self.grain: Grain = grain
        self.has_words = False
        """Whether lemmas in the words of the text have been searched for."""
        self.tables = Tables(game)
        self.table = self.tables.default
        self._measures: dict[object, TerminationMeasure] = {}
        self._decisions: dict[object, Decision] = {}
        self._released: Released | None = None

    @cached_property
    def samples(self) -> Samples:
        """States of a few hands, played under the defaults of the open options, with which searches begin."""
        if self._some_leave:
            return self._sampled(self.table, MATCHES_OF_FEWER, HANDS_OF_FEWER)
        return self._sampled(self.table, MATCHES, HANDS)

    @cached_property
    def otherwise(self) -> tuple[Samples, ...]:
        """Return this game under each other value of an open option."""
        changed = ({name: value} for name, value in self.tables.one_changed())
        return tuple(self._sampled(self.tables.under(settings), FEWER_MATCHES, FEWER_HANDS) for settings in changed)

    @property
    def played_otherwise(self) -> tuple[Played, ...]:
        """Return the states in which a player has to move, under each other value of one open option."""
        return tuple((settings, each.awaiting) for settings, each in zip(self._settings[1:], self.otherwise, strict=True))

    @property
    def _settings(self) -> list[dict[str, str]]:
        """Return the defaults of the open options, and then each other value of one of them."""
        default = {option.name: option.default for option in self.game.ruleset.options if option.name in self.game.open}
        return [default, *({**default, name: value} for name, value in self.tables.one_changed())]

    @property
    def moves(self) -> list[tuple[SymbolicState, SymbolicState]]:
        """Return pairs of states with a move between them, under all values that were played and are assumed now."""
        played = zip(self._settings, (self.samples, *self.otherwise), strict=True)
        supposed = (each for settings, each in played if house_rules.supposed(self.context, self.game, settings))
        return [move for each in supposed for move in each.moves]

    @property
    def _some_leave(self) -> bool:
        return len(participants.active_sets(self.game, self.context)) > 1

    def _sampled(self, table: HistoryTable, matches: int, hands: int) -> Samples:
        """Play a few hands of a few matches, including hands of fewer players, and keep the samples from which candidates are
        guessed.
        """
        samples, fewer = Samples(), self._some_leave
        last: SymbolicState | None = None
        for moment, position in (each for seed in range(matches) for each in table.matches(seed, hands, fewer)):
            if moment == DEALT:
                last = None
                continue
            state = symbolic(table.rules, position)
            if moment == PASSED:
                samples.awaiting.append(state)
                continue
            if moment not in (AWAIT, FOUND):
                samples.ended.append(state)
                last = None
                continue
            samples.awaiting.append(state)
            if last is not None and moment == AWAIT:
                samples.moves.append((last, state))
            last = state
        return samples

    @cached_property
    def frame(self) -> TransitionSystem:
        """Return the transition system with proved invariants; raise `NotCovered` if the encoding does not cover the game."""
        with self.context.log.apart(self.part):
            awaiting, otherwise = lambda: self.samples.awaiting, self.played_otherwise
            return find_invariants(
                self.game, awaiting, self.context, refuted=self.unlikely, otherwise=otherwise, grain=self.grain,
                merging=self.merging,
            )  # fmt: skip

    @cached_property
    def merging(self) -> bool:
        """Return whether a move of cards is one path, because there would be many paths if references do not distinguish cases.
        Older logs contain proofs over separate paths.
        """
        log = self.context.log
        with log.apart(self.part):
            return self.grain != "fine" and log.may_find("merged") and log.value("merged", bool, lambda: True)

    @cached_property
    def coarse(self) -> PreparedGame:
        """Return this game with a transition system in which no reference to a player distinguishes cases."""
        return self._of_grain("coarse", f"{self.part} of all roles")

    @cached_property
    def is_very_large(self) -> bool:
        """Return whether it is cheaper to look for lemmas over a few transitions, because there are many to build."""
        return self._transitions("fine") >= VERY_MANY_TRANSITIONS

    @property
    def has_coarse(self) -> bool:
        """Return whether the coarse system has been used."""
        return "coarse" in self.__dict__

    @cached_property
    def middle(self) -> PreparedGame:
        """Return this game with a transition system in which one reference to a player distinguishes cases."""
        return self._of_grain("middle", f"{self.part} of one role")

    def _of_grain(self, grain: Grain, part: str) -> PreparedGame:
        found = PreparedGame(self.game, self.context, part=part, grain=grain)
        found.samples, found.otherwise = self.samples, self.otherwise
        found.tables, found.table = self.tables, self.table
        return found

    @property
    def is_large(self) -> bool:
        """Return whether many transitions have to be built, mostly because references to players distinguish cases."""
        fine = self._transitions("fine")
        return fine >= MANY_TRANSITIONS and fine >= MANY_TIMES * self._transitions("coarse")

    @property
    def has_middle(self) -> bool:
        """Return whether there are far fewer transitions if only one reference to a player distinguishes cases."""
        return self._transitions("coarse") < self._transitions("middle") <= self._transitions("fine") / MIDDLE_TIMES

    def _transitions(self, grain: Grain) -> int:
        """Return the number of transitions that the samples suggest for a grain; 0 if the encoding does not cover the game."""
        try:
            frame = TransitionSystem(self.game, self.samples.awaiting, self.context, grain=grain)
        except NotCovered:
            return 0
        return sum(len(frame.moves(case)) for case in frame.facts)

    @property
    def has_frame(self) -> bool:
        """Return whether the frame has been built."""
        return "frame" in self.__dict__

    @property
    def built(self) -> PreparedGame:
        """Return this game with the finest transition system that has been built: this one if there is none."""
        coarser = [self.__dict__[grain] for grain in ("middle", "coarse") if grain in self.__dict__]
        return next((one for one in (self, *coarser) if one.has_frame), self)

    @property
    def refuted(self) -> Refuted:
        """Return the candidates that are not invariant, if the frame has been built."""
        return self.frame.refuted if self.has_frame else {}

    @property
    def decision(self) -> Decision:
        """Return whether the text gives exactly one answer to every question, under the present assumptions."""
        supposed = terms.keys(self.context.supposed)
        if supposed not in self._decisions:
            self._decisions[supposed] = clashes.decided(self.game, self.context)
        return self._decisions[supposed]

    def share_decisions(self, other: PreparedGame) -> None:
        """Use what is decided in the same game with another transition system, since no decision depends on the system."""
        self._decisions = other._decisions

    @property
    def measure(self) -> TerminationMeasure:
        """Return a termination measure, or the attempt at one; searched for again once more lemmas are known."""
        return self._measured("measure", within_turns=False)

    @property
    def turn_measure(self) -> TerminationMeasure:
        """Return a termination measure for the moves after which the turn goes on. If their sequences end, every turn ends,
        though perhaps not every hand.
        """
        return self._measured("measure of turns", within_turns=True)

    def _measured(self, part: str, *, within_turns: bool) -> TerminationMeasure:
        known = (part, tuple(self.frame.lemmas), terms.keys(self.context.supposed))
        if known not in self._measures:
            frame = self.frame
            with self.context.log.apart(self.part, part, str(len(frame.lemmas))):
                self._measures[known] = termination.measured(frame, lambda: self.moves, within_turns=within_turns)
        return self._measures[known]

    @cached_property
    def unturned(self) -> TransitionSystem:
        """Return the frame without turning the table, for claims that name a particular seat."""
        with self.context.log.apart(self.part):
            awaiting, otherwise = lambda: self.samples.awaiting, self.played_otherwise
            return find_invariants(
                self.game, awaiting, self.context, turn_table=False, otherwise=otherwise, grain=self.grain, merging=self.merging
            )

    @cached_property
    def fewer_players(self) -> tuple[PreparedGame, ...]:
        """Return this game for hands of fewer players, if some may have left; raise `NotCovered` if these are not hands of the
        game for fewer players.
        """
        with self.context.supposing():
            games = participants.games_for_fewer(self.game, self.context)
            return tuple(
                PreparedGame(game, self.context, part=f"{self.part} of {game.players}", grain=self.grain) for game in games
            )

    def with_fewer_players(self, method: st.Method) -> st.Method:
        """Return a method with the other numbers of players for whose hands it proved the same."""
        counts = tuple(dict.fromkeys(fewer.game.players for fewer in self.fewer_players))
        return st.OfFewerPlayersToo(method, counts) if counts else method

    @property
    def invariants(self) -> tuple[str, ...]:
        """Return the proved invariants in English, each with its cases unless it is true in all of them. The list is empty if
        no invariant was needed.
        """
        if self._released is not None:
            return self._released.invariants
        return self.frame.invariant_texts() if self.has_frame else ()

    @property
    def lemmas(self) -> tuple[Lemma, ...]:
        """Return the lemmas that were proved over the transition system, if it has been built."""
        if self._released is not None:
            return self._released.lemmas
        return tuple(self.frame.lemmas) if self.has_frame else ()

    def release(self) -> None:
        """Release the transition system, because a finer one takes its place and both need much memory."""
        self._released = Released(self.lemmas, self.invariants)
        for name in ("frame", "unturned", "fewer_players"):
            self.__dict__.pop(name, None)
        self._measures.clear()
        gc.collect()  # Python does not know the size of the solvers in cycles
