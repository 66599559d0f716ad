"""`python -m tests.bench`: hands per second of the engine's machines and of the interpreter, side by side, and compile
times.

For each named ruleset (by default each shipped one), one run measures WebAssembly, C compiled by `cc -O3`, Python and the
interpreter, and shows medians. Scopa for two is also compared with a hand-written program. The compiled machines play the same
hands, many at a time. WebAssembly also plays the few hands that the interpreter and Python have time for.

`--growth` measures Scopa with more players and larger packs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.decks import PACKS, scopa_with
from tests.bench.rates import measured
from tests.bench.subjects import Compilation, HandWritten, subjects, timed_compilation
from tests.engine.c_machine import COMPILER

from cartaro_engine import NotLowered
from cartaro_grammar import Game, load_game, shipped
from cartaro_interpreter import Rules, compile_game

HEAD = f"{'':<28}{'wasm':>9}{'c':>9}{'python':>9}{'interp.':>9}  {'/c':>5}{'/interp.':>9}   lower + print + compile"
WRITTEN_BY_HAND = "scopa"
COMPILED = ("wasm", "c", "by hand")
"""Subjects so fast that, over the few hands that the others have time for, the cost of a call would distort their rate."""


@dataclass(frozen=True, slots=True)
class Line:
    """The measurements of a game: hands per second, the ratios of the rate of WebAssembly to the others, and seconds of
    compiling; or the reason why there are none.
    """

    game: str
    rates: dict[str, float]
    ratios: dict[str, float]
    compilation: Compilation | None
    refused: str | None = None


def measure(title: str, rules: Rules, rounds: int, seconds: float) -> Line:
    """Measure a game, and its hand-written program if there is one."""
    playing = subjects(rules)
    if isinstance(playing, NotLowered):
        return Line(title, {}, {}, None, playing.construct)
    if title == WRITTEN_BY_HAND and COMPILER:
        playing = {**playing, "by hand": HandWritten().play}
    fast = measured({name: play for name, play in playing.items() if name in COMPILED}, rounds, seconds)
    slow = measured({name: play for name, play in playing.items() if name == "wasm" or name not in COMPILED}, rounds, seconds)
    rates = {name: (fast if name in COMPILED else slow).rate(name) for name in playing}
    ratios = {name: (fast if name in COMPILED else slow).ratio("wasm", name) for name in playing if name != "wasm"}
    return Line(title, rates, ratios, timed_compilation(rules))


def shown(line: Line) -> str:
    """Return the line of a game in the table, and another for the hand-written program."""
    if line.compilation is None:
        return f"{line.game:<28}not lowered: {line.refused}"
    rates = "".join(f"{line.rates.get(name, 0):9.0f}" for name in ("wasm", "c", "python", "interpreter"))
    ratios = f"{line.ratios.get('c', 0):5.2f}{line.ratios['interpreter']:9.0f}"
    compiling = " + ".join(f"{1000 * part:.0f}" for part in asdict(line.compilation).values())
    text = f"{line.game:<28}{rates}  {ratios}   {compiling} ms"
    if "by hand" in line.rates:
        text += f"\n{'  C written by hand':<28}{line.rates['by hand']:9.0f}   (WebAssembly at {line.ratios['by hand']:.2f})"
    return text


def games(names: list[str]) -> Iterator[tuple[str, Rules]]:
    """The rulesets, with their usual numbers of players."""
    for name in names or shipped():
        yield name, _rules(name)


def growing() -> Iterator[tuple[str, Rules]]:
    """Scopa with growing numbers of players, and with growing packs."""
    game = load_game("scopa")
    assert isinstance(game, Game)
    for players in game.ruleset.player_counts:
        yield f"scopa, {players} players", _rules("scopa", players=str(players))
    for cards in PACKS:
        with TemporaryDirectory() as folder:
            yield f"scopa, {cards} cards", _rules(scopa_with(cards, Path(folder)))


def _rules(name: str | Path, **settings: str) -> Rules:
    game = load_game(name, settings)
    rules = compile_game(game) if isinstance(game, Game) else game
    if not isinstance(rules, Rules):
        sys.exit("\n".join(found.message for found in rules))
    return rules


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("games", nargs="*", help="rulesets; all shipped ones where none is named")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1, help="what each turn of a round takes, about")
    parser.add_argument("--growth", action="store_true", help="Scopa with more players and cards, too")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    write = sys.stdout.write
    found: list[Line] = []
    if not asked.json:
        write(HEAD + "\n")
    take = partial(measure, rounds=asked.rounds, seconds=asked.seconds)
    for title, rules in chain(games(asked.games), growing() if asked.growth else ()):
        found.append(take(title, rules))
        if not asked.json:
            write(shown(found[-1]) + "\n")
            sys.stdout.flush()
    if asked.json:
        write(json.dumps([asdict(line) for line in found], indent=2) + "\n")


if __name__ == "__main__":
    main()
