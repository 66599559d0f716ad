"""Claims of the shipped rulesets in random play: the interpreter must confirm in some hands the claims that the verifier proves
for all hands.

Such tests do not affect proofs. It guards against a claim and its proof that are both based on the same misreading.
"""

from __future__ import annotations

from itertools import product

import pytest
from tests.shipped_games import game_of

from cartaro_grammar.file_set import shipped
from cartaro_grammar.model.game import AfterEvery, Always, AtEvery, BeforeEvery, Claim, ClaimLine, Game
from cartaro_grammar.model.settings import choose
from cartaro_interpreter.acts.acts import Rules, compile_game
from cartaro_interpreter.play.course import begin_hand, begin_match, legal_moves, step
from cartaro_interpreter.play.questions import Query, question
from cartaro_interpreter.state.chance import SeededChance
from cartaro_interpreter.state.state import PHASE_TURN, Move, State

pytestmark = pytest.mark.slow

HANDS = 1
Settings = tuple[tuple[str, str], ...]


WATCHED = Always | AtEvery | BeforeEvery | AfterEvery
"""The forms of claims that random play can contradict."""


def claims_under(game: Game) -> dict[Settings, list[str]]:
    """Return each choice of options that some claim mentions, with the claims that mention it."""
    claims: dict[Settings, list[str]] = {}
    for claim in game.claims:
        if claim.refuted or not any(isinstance(line, WATCHED) for line in claim.lines):
            continue
        options = [option for option, _ in claim.under]
        for values in product(*(values for _, values in claim.under)):
            claims.setdefault(tuple(zip(options, values, strict=True)), []).append(claim.name)
    return claims


class Watcher:
    """Tests the lines of claims at their moments, and stores the lines that failed."""

    def __init__(self, rules: Rules, claims: list[Claim]) -> None:
        self.queries: list[tuple[Claim, ClaimLine, Query]] = []
        self.failed: set[str] = set()
        self.times = 0
        for claim in claims:
            for line in claim.lines:
                if isinstance(line, WATCHED):
                    act = rules.game.act[line.act] if isinstance(line, BeforeEvery | AfterEvery) else None
                    names = tuple(p.name for p in act.parameters) if act else ()
                    asking = question(rules, line.condition, names)
                    assert callable(asking), asking
                    self.queries.append((claim, line, asking))

    def moment(self, moment: tuple[str, str], state: State) -> None:
        for claim, line, asking in self.queries:
            if isinstance(line, AtEvery) and (line.moment, line.period) == moment:
                self._tell(claim, asking(state, {}, None))

    def awaiting(self, state: State) -> None:
        for claim, line, asking in self.queries:
            if isinstance(line, Always):
                self._tell(claim, asking(state, {}, None))

    def around(self, kind: type[BeforeEvery] | type[AfterEvery], state: State, move: Move, names: tuple[str, ...]) -> None:
        for claim, line, asking in self.queries:
            if isinstance(line, kind) and line.act == move.act:
                self._tell(claim, asking(state, dict(zip(names, move.args, strict=True)), None))

    def _tell(self, claim: Claim, found: object) -> None:
        assert isinstance(found, int), found
        self.times += 1
        if not found:
            self.failed.add(claim.name)


def play(rules: Rules, watcher: Watcher, seed: int) -> None:
    """Play one random hand, and watch it."""
    chance = SeededChance(seed)
    random = SeededChance(seed + 1)
    state = begin_match(rules, chance)
    assert isinstance(state, State), state
    state = begin_hand(rules, state, chance, watcher.moment)
    while isinstance(state, State) and state.phase == PHASE_TURN:
        watcher.awaiting(state)
        moves = legal_moves(rules, state)
        assert isinstance(moves, tuple), moves
        move = moves[random.shuffle(tuple(range(len(moves))))[0]]
        names = tuple(p.name for p in rules.game.act[move.act].parameters) if move.act in rules.game.act else ()
        for possible in moves:
            if possible.act in rules.game.act:
                own = tuple(p.name for p in rules.game.act[possible.act].parameters)
                watcher.around(BeforeEvery, state, possible, own)
        before = state

        def watch(moment: tuple[str, str], now: State, move: Move = move, names: tuple[str, ...] = names) -> None:
            if moment == ("after", move.act):
                watcher.around(AfterEvery, now, move, names)
            watcher.moment(moment, now)

        state = step(rules, before, move, chance, watch)
    assert isinstance(state, State), state


@pytest.mark.parametrize("name", shipped())
def test_claims_hold_in_random_play(name: str) -> None:
    for settings, claimed in claims_under(game_of(name)).items():
        game = choose(game_of(name), dict(settings))
        assert isinstance(game, Game), game
        rules = compile_game(game)
        assert isinstance(rules, Rules), rules
        watcher = Watcher(rules, [claim for claim in game.claims if claim.name in claimed])
        for seed in range(HANDS):
            play(rules, watcher, seed)
        assert (watcher.failed, watcher.times > 0) == (set(), True), settings
