"""One game under one choice of its options, made ready: hands played to guess from, and the frame for proofs."""

from __future__ import annotations

from functools import cached_property

from cartaro_grammar.game import Game
from cartaro_verify import clashes, company, ranking
from cartaro_verify.clashes import Decision
from cartaro_verify.frame import Frame, Refuted
from cartaro_verify.play import AWAIT, DEALT, FOUND, PASSED, Table
from cartaro_verify.ranking import Measure
from cartaro_verify.symbols import State
from cartaro_verify.wording import joined, words

MATCHES = 4
HANDS = 3


class Bench:
    """Everything that the obligations and claims of a game share."""

    def __init__(self, game: Game, unlikely: Refuted | None = None) -> None:
        self.game = game
        self.unlikely = unlikely
        """What is not invariant under other house rules, and not tried here."""
        self.table = Table(game)
        self.awaiting: list[State] = []
        self.ended: list[State] = []
        self.moves: list[tuple[State, State]] = []
        for seed in range(MATCHES):
            self.sample(seed)

    def sample(self, seed: int) -> None:
        """Play a few hands of one match, and keep what guesses are made from."""
        last: State | None = None
        for moment, position in self.table.matches(seed, HANDS):
            if moment == DEALT:
                last = None
                continue
            state = self.table.state(position)
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
    def frame(self) -> Frame:
        """The proved invariants and symbolic steps; raises `Unsupported` where the encoding does not cover the game."""
        return Frame(self.game, self.awaiting, refuted=self.unlikely)

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
        return clashes.decided(self.game)

    @cached_property
    def measure(self) -> Measure:
        """Something bounded that falls with every move, or where none was found."""
        return ranking.measured(self.frame, self.moves)

    @cached_property
    def unturned(self) -> Frame:
        """The same without turning the table, for claims that name a particular seat."""
        return Frame(self.game, self.awaiting, turn_table=False)

    @cached_property
    def company(self) -> tuple[Bench, ...]:
        """The same for hands of fewer players, where some may have left; raises `Unsupported` where these are other hands."""
        return tuple(Bench(game) for game in company.smaller(self.game))

    def also(self, method: str) -> str:
        """A method with the other numbers of players for whose hands it proved the same."""
        counts = joined("listed", (str(fewer.game.players) for fewer in self.company))
        return words("also", x=method, counts=counts) if counts else method

    @property
    def invariants(self) -> tuple[str, ...]:
        """The invariants proved, each with the cases in which it holds unless these are all; none where none was needed."""
        return self.frame.told() if self.framed else ()
