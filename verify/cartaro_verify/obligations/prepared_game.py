"""One game under one choice of its options, prepared for proofs: hands played for samples, and the transition system."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from cartaro_grammar import Expr, Game
from cartaro_verify.encode import participants
from cartaro_verify.encode.expressions import ProofContext
from cartaro_verify.frame.invariant_search import find_invariants
from cartaro_verify.frame.transition_system import Refuted, TransitionSystem
from cartaro_verify.obligations import clashes, termination
from cartaro_verify.obligations.clashes import Decision
from cartaro_verify.obligations.termination import TerminationMeasure
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.play.table import AWAIT, DEALT, FOUND, PASSED, HistoryTable
from cartaro_verify.results import statements as st
from cartaro_verify.terms.symbolic_state import SymbolicState

MATCHES = 4
HANDS = 3
MATCHES_OF_FEWER = 12
HANDS_OF_FEWER = 24
"""The number of matches, and of hands of each, where players leave: hands of all who may be left are to be seen."""


@dataclass(frozen=True, slots=True)
class Samples:
    """States that await a move, states at the end of a hand, and pairs of the first with a move between them."""

    awaiting: list[SymbolicState] = field(default_factory=list[SymbolicState])
    ended: list[SymbolicState] = field(default_factory=list[SymbolicState])
    moves: list[tuple[SymbolicState, SymbolicState]] = field(default_factory=list[tuple[SymbolicState, SymbolicState]])


class PreparedGame:
    """Samples, transition system and decisions shared by the obligations and claims of one game."""

    def __init__(
        self, game: Game, context: ProofContext | None = None, assumed_refuted: Refuted | None = None, part: str = "hands"
    ) -> None:
        self.game = game
        self.context = context or ProofContext()
        self.part = part
        """The part of the proof to which the invariants belong, and what else is of no obligation or claim alone."""
        self.unlikely = assumed_refuted
        """The candidates refuted under other house rules, which are not tried here."""
        self.table = HistoryTable(game)
        self._measures: dict[tuple[Expr, ...], TerminationMeasure] = {}

    @cached_property
    def samples(self) -> Samples:
        """States of a few hands, which searches begin with."""
        samples = Samples()
        fewer = len(participants.active_sets(self.game, self.context)) > 1
        for seed in range(MATCHES_OF_FEWER if fewer else MATCHES):
            self._sample(samples, seed, fewer)
        return samples

    def _sample(self, samples: Samples, seed: int, fewer: bool) -> None:
        """Play a few hands of one match, of `fewer` players too, and keep the samples that candidates are guessed from."""
        last: SymbolicState | None = None
        for moment, position in self.table.matches(seed, HANDS_OF_FEWER if fewer else HANDS, fewer):
            if moment == DEALT:
                last = None
                continue
            state = symbolic(self.table.rules, position)
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

    @cached_property
    def frame(self) -> TransitionSystem:
        """The transition system with proved invariants; raises `NotCovered` where the encoding does not cover the game."""
        with self.context.log.apart(self.part):
            return find_invariants(self.game, lambda: self.samples.awaiting, self.context, refuted=self.unlikely)

    @property
    def has_frame(self) -> bool:
        """Return whether the frame has been built."""
        return "frame" in self.__dict__

    @property
    def refuted(self) -> Refuted:
        """The candidates that are not invariant, if the frame has been built."""
        return self.frame.refuted if self.has_frame else {}

    @cached_property
    def decision(self) -> Decision:
        """Return whether the text answers every question, and each with one answer."""
        return clashes.decided(self.game, self.context)

    @property
    def measure(self) -> TerminationMeasure:
        """A termination measure, or the attempt at one; searched for anew once more lemmas are known."""
        known = tuple(self.frame.lemmas)
        if known not in self._measures:
            frame = self.frame
            with self.context.log.apart(self.part, "measure", str(len(known))):
                self._measures[known] = termination.measured(frame, lambda: self.samples.moves)
        return self._measures[known]

    @cached_property
    def unturned(self) -> TransitionSystem:
        """The frame without turning the table, for claims that name a particular seat."""
        with self.context.log.apart(self.part):
            return find_invariants(self.game, lambda: self.samples.awaiting, self.context, turn_table=False)

    @cached_property
    def fewer_players(self) -> tuple[PreparedGame, ...]:
        """The same for hands of fewer players, where some may have left; raises `NotCovered` where these are other hands."""
        games = participants.games_for_fewer(self.game, self.context)
        return tuple(PreparedGame(game, self.context, part=f"{self.part} of {game.players}") for game in games)

    def with_fewer_players(self, method: st.Method) -> st.Method:
        """Return a method with the other numbers of players for whose hands it proved the same."""
        counts = tuple(dict.fromkeys(fewer.game.players for fewer in self.fewer_players))
        return st.OfFewerPlayersToo(method, counts) if counts else method

    @property
    def invariants(self) -> tuple[str, ...]:
        """The invariants proved, in English, each with its cases unless these are all; none where none was needed."""
        return self.frame.invariant_texts() if self.has_frame else ()
