"""Games of the generator of `tests.differential`, with claims, without the constructs that are left out."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.core_meaning.comparison import Comparison, Report
from tests.core_meaning.states import left_out
from tests.differential import claims, games
from tests.differential.comparison import TITLE, Texts, faulty
from tests.differential.effort import few_repeats
from tests.differential.themes import theme_of

from cartaro_grammar.model.game import Game
from cartaro_interpreter import Rules, compile_game


def game_of(seed: int) -> Game | None:
    """Return the game of a seed with all claims that have no mistakes; None if the checker refuses the game."""
    own = f"{seed}/0"
    made = games.make(own, theme_of(seed))
    candidates, memory = claims.make(made, own)
    with tempfile.TemporaryDirectory() as folder:
        while True:
            texts = Texts(made.text(TITLE), claims.annex(TITLE, memory, candidates))
            game, reported = texts.loaded(Path(folder))
            bad = {claim.name for claim in candidates if faulty(texts.annex, claim, reported)}
            if game is not None or not bad:
                return game
            candidates = [claim for claim in candidates if claim.name not in bad]


def compare_generated(seed: int, hands: int) -> Report | None:
    """Play some hands of a generated game by both evaluators; None if it is refused or has constructs that are left out."""
    game = game_of(seed)
    if game is None or left_out(game):
        return None
    rules = compile_game(game)
    if not isinstance(rules, Rules):
        return None
    report = Report()
    with few_repeats():
        Comparison(rules, str(seed), report).play(hands)
    return report
