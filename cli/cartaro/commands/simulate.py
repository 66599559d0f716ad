"""`cartaro simulate`: many random hands or matches, and what they came to."""

from __future__ import annotations

import time

import click

from cartaro.shell import FALLS_SHORT, fail, json_option, loaded, rules_argument, set_option, write_json
from cartaro.terminal.progress import counting
from cartaro_grammar import Diagnostic
from cartaro_interpreter import Rules, Spread, Statistics, compile_game, simulate


@click.command("simulate")
@rules_argument
@click.option("-n", "count", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="how many")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="where chance begins")
@click.option("--matches", is_flag=True, help="whole matches instead of hands")
@set_option
@json_option
def command(rules: str, count: int, seed: int, matches: bool, settings: tuple[str, ...], as_json: bool) -> None:
    """Play hands (or matches) at random: how many a second, and the points and counters by side.

    \b
    cartaro simulate scopa -n 1000 --seed 7
    cartaro simulate scopone -n 50 --matches
    """
    game = loaded(rules, settings, as_json)
    compiled = compile_game(game)
    if not isinstance(compiled, Rules):
        fail(compiled, as_json, FALLS_SHORT)
    begun = time.perf_counter()
    with counting(count, "matches" if matches else "hands") as advance:
        found = simulate(compiled, count, seed, "match" if matches else "hand", advance)
    seconds = time.perf_counter() - begun
    if isinstance(found, Diagnostic):
        fail((found,), as_json, FALLS_SHORT)
    if as_json:
        write_json(_value(game.name, found, seed) | {"seconds": round(seconds, 3), "per_second": round(count / seconds, 1)})
    else:
        from cartaro.terminal.render import show_statistics

        show_statistics(compiled, found, seed, seconds)


def _value(name: str, found: Statistics, seed: int) -> dict[str, object]:
    return {
        "game": name,
        "unit": found.unit,
        "played": found.played,
        "seed": seed,
        "hands": found.hands.total,
        "moves": found.moves.total,
        "points": _spreads(found.points),
        "shares": {str(side + 1): dict(share) for side, share in enumerate(found.shares)},
        "counters": {counter: _spreads(spreads) for counter, spreads in found.counters.items()},
        **({"wins": {str(side): won for side, won in enumerate(found.wins, 1)}} if found.wins else {}),
    }


def _spreads(spreads: tuple[Spread, ...]) -> dict[str, dict[str, int]]:
    """Sums and extremes by owner, from 1."""
    return {str(n): {"total": s.total, "least": s.least, "greatest": s.greatest} for n, s in enumerate(spreads, 1)}
