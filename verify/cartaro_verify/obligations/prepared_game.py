"""One game under one choice of its options, made ready: hands played to guess from, and the frame for proofs."""

from __future__ import annotations

from functools import cached_property

from cartaro_grammar import Expr, Game
from cartaro_verify.encode import transition as participants
from cartaro_verify.encode.expressions import ProofContext
from cartaro_verify.frame.invariant_search import settled
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


class PreparedGame:
    """Everything that the obligations and claims of a game share."""

    def __init__(self, game: Game, context: ProofContext | None = None, unlikely: Refuted | None = None) -> None:
        self.game = game
        self.context = context or ProofContext()
        self.unlikely = unlikely
        """What is not invariant under other house rules, and not tried here."""
        self.table = HistoryTable(game)
        self.awaiting: list[SymbolicState] = []
        self.ended: list[SymbolicState] = []
        self._measures: dict[tuple[Expr, ...], TerminationMeasure] = {}
        self.moves: list[tuple[SymbolicState, SymbolicState]] = []
        for seed in range(MATCHES):
            self.sample(seed)

    def sample(self, seed: int) -> None:
        """Play a few hands of one match, and keep what guesses are made from."""
        last: SymbolicState | None = None
        for moment, position in self.table.matches(seed, HANDS):
            if moment == DEALT:
                last = None
                continue
            state = symbolic(self.table.rules, position)
            if moment == PASSED:
                self.awaiting.append(state)
                continue
            if moment not in (AWAIT, FOUND):
                self.ended.append(state)
                last = None
                continue
            self.awaiting.append(state)
            if last is not None and moment == AWAIT:
                self.moves.append((last, state))
            last = state

    @cached_property
    def frame(self) -> TransitionSystem:
        """The proved invariants and symbolic steps; raises `Unsupported` where the encoding does not cover the game."""
        return settled(self.game, self.awaiting, self.context, refuted=self.unlikely)

    @property
    def framed(self) -> bool:
        """Whether the frame has been made."""
        return "frame" in self.__dict__

    @property
    def refuted(self) -> Refuted:
        """The candidates that are not invariant, if the frame has been made."""
        return self.frame.refuted if self.framed else {}

    @cached_property
    def decision(self) -> Decision:
        """Whether the text answers every question, and each with one answer."""
        return clashes.decided(self.game, self.context)

    @property
    def measure(self) -> TerminationMeasure:
        """Something bounded that falls with every move, or where none was found; looked for anew once more lemmas are known."""
        known = tuple(self.frame.lemmas)
        if known not in self._measures:
            self._measures[known] = termination.measured(self.frame, self.moves)
        return self._measures[known]

    @cached_property
    def unturned(self) -> TransitionSystem:
        """The same without turning the table, for claims that name a particular seat."""
        return settled(self.game, self.awaiting, self.context, turn_table=False)

    @cached_property
    def company(self) -> tuple[PreparedGame, ...]:
        """The same for hands of fewer players, where some may have left; raises `Unsupported` where these are other hands."""
        return tuple(PreparedGame(game, self.context) for game in participants.smaller(self.game, self.context))

    def also(self, method: st.Method) -> st.Method:
        """A method with the other numbers of players for whose hands it proved the same."""
        counts = tuple(dict.fromkeys(fewer.game.players for fewer in self.company))
        return st.OfFewerPlayersToo(method, counts) if counts else method

    @property
    def invariants(self) -> tuple[str, ...]:
        """The invariants proved, each with the cases in which it holds unless these are all; none where none was needed."""
        return self.frame.told() if self.framed else ()
