"""One game under one choice of its options, made ready: hands played to guess from, and the frame for proofs."""

from __future__ import annotations

from functools import cached_property

from cartaro_grammar.game import Game
from cartaro_verify import company
from cartaro_verify.frame import Frame
from cartaro_verify.play import AWAIT, DEALT, FOUND, PASSED, Table
from cartaro_verify.symbols import State

MATCHES = 4
HANDS = 3


class Bench:
    """Everything that the obligations and claims of a game share."""

    def __init__(self, game: Game) -> None:
        self.game = game
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
        return Frame(self.game, self.awaiting)

    @cached_property
    def unturned(self) -> Frame:
        """The same without turning the table, for claims that name a particular seat."""
        return Frame(self.game, self.awaiting, turn_table=False)

    @cached_property
    def company(self) -> tuple[Bench, ...]:
        """The same for hands of fewer players, where some may have left; raises `Unsupported` where these are other hands."""
        return tuple(Bench(game) for game in company.smaller(self.game))

    @property
    def also(self) -> str:
        """The other numbers of players for whose hands the same was proved, as it is told."""
        counts = [str(fewer.game.players) for fewer in self.company]
        return f"; likewise of hands of {', '.join(counts)} players" if counts else ""

    @property
    def invariants(self) -> tuple[str, ...]:
        """The invariants proved, as they are shown."""
        return tuple(dict.fromkeys(str(f) for facts in self.frame.facts.values() for f in facts))
