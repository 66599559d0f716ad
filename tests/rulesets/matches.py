"""Play whole matches of every playable shipped game, for every number of players, and test that they all end.

Run as a module (`python -m tests.rulesets.matches 1000`), it prints a line for each game and number of players; the same number
of matches always gives the same lines. The exit code is 1 if a match does not end or a ruleset does not load.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from cartaro_engine import played_by_the_interpreter
from cartaro_grammar.file_set import shipped
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import Rules, compile_game

PROCESSES = 2
SEED = 0
TITLES = ("game", "players", "matches", "all ended", "hands", "longest match")
WIDTHS = (24, 7, 7, 9, 8, 0)


@dataclass(frozen=True, slots=True)
class Found:
    """The result of the matches of a game for a number of players; `players` is 0 if the game cannot be played. `longest` is
    the largest number of hands in a match, and `which` is the number of that match. `wrong` is the fault of the first match
    that did not end.
    """

    game: str
    players: int
    matches: int
    ended: int
    hands: int
    longest: int
    which: int
    wrong: str = ""

    @property
    def line(self) -> str:
        """The columns of `TITLES`."""
        if not self.players:
            return f"{self.game:<{WIDTHS[0]}} {self.wrong}"
        ended = "yes" if self.ended == self.matches else f"no: {self.matches - self.ended}"
        longest = f"{self.longest} hands (match {self.which})"
        cells = (self.game, self.players, self.matches, ended, self.hands, longest)
        return _row(cells) + (f"; {self.wrong}" if self.wrong else "")


def _row(cells: tuple[object, ...]) -> str:
    first, *others = zip(cells, WIDTHS, strict=True)
    return f"{first[0]:<{first[1]}} " + "  ".join(f"{cell:>{width}}" for cell, width in others)


def tables() -> tuple[tuple[str, int], ...]:
    """Return every shipped game with every number of players; the number is 0 for a game that does not load or cannot be
    played.
    """
    found: list[tuple[str, int]] = []
    for name in shipped():
        game = load_game(name)
        played = isinstance(game, Game) and isinstance(compile_game(game), Rules)
        found += [(name, players) for players in (game.ruleset.player_counts if isinstance(game, Game) and played else (0,))]
    return tuple(found)


def play(name: str, players: int, matches: int) -> Found:
    """Play matches 0, 1, 2 … as `cartaro simulate --matches --engine interpreter` does."""
    game = load_game(name, {"players": str(players)} if players else {})
    rules = compile_game(game) if isinstance(game, Game) else game
    if not isinstance(rules, Rules):
        return Found(name, 0, 0, 0, 0, 0, 0, f"{rules[0].code}: {rules[0].message}")
    ended = hands = longest = which = 0
    wrong = ""
    for number in range(matches):
        played = played_by_the_interpreter(rules, SEED, number, "match")
        if isinstance(played, Diagnostic):
            wrong = wrong or f"match {number}: {played.code}: {played.message}"
            continue
        ended, hands = ended + 1, hands + played.hands
        if played.hands > longest:
            longest, which = played.hands, number
    return Found(name, players, matches, ended, hands, longest, which, wrong)


def _all(matches: int) -> Iterator[Found]:
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(play, name, players, matches) for name, players in tables()]
        for future in waiting:
            yield future.result()


def main(words: list[str]) -> int:
    """Print the results in order, each as soon as it is known; return 0 if there is no fault."""
    matches = int(words[0]) if words else 1000
    print(_row(TITLES), flush=True)  # noqa: T201 - a program
    code = 0
    for found in _all(matches):
        print(found.line, flush=True)  # noqa: T201 - a program
        if found.wrong and not found.wrong.startswith("C0800"):
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
