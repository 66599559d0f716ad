"""`cartaro play`: a hand or a match at the terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cartaro.person import LeftTheTable, Person
from cartaro.shell import FALLS_SHORT, fail, loaded, rules_argument, set_option, write_file
from cartaro_grammar.diagnostic import Diagnostic
from cartaro_interpreter import (
    Move,
    Player,
    RandomPlayer,
    Rules,
    SeededChance,
    View,
    compile_game,
    move_json,
    play_hand,
    play_match,
    result_json,
    write_json,
    write_record,
)

KINDS = ("you", "random")


@click.command("play")
@rules_argument
@click.option("--seats", metavar="WHO,…", help="who sits where: `you` or `random` for each seat, in the order of play")
@click.option("--seed", type=click.IntRange(0), default=None, help="where chance begins")
@click.option("--match", "match", is_flag=True, help="a whole match instead of one hand")
@click.option("--record", "record", metavar="FILE", help="write the record of play here")
@click.option("--language", type=click.Choice(["it", "en", "fr"]), default="it", show_default=True, help="of the moves")
@set_option
def command(
    rules: str, seats: str | None, seed: int | None, match: bool, record: str | None, language: str,
    settings: tuple[str, ...],
) -> None:  # fmt: skip
    """Play at the terminal, with other people at the same keyboard or against random players.

    \b
    cartaro play scopa
    cartaro play scopa --seats you,random --seed 7 --record hand.json
    cartaro play scopone --seats random,you,random,random --match
    """
    game = loaded(rules, settings)
    compiled = compile_game(game)
    if not isinstance(compiled, Rules):
        fail(compiled, code=FALLS_SHORT)
    if seed is None:
        import secrets

        seed = secrets.randbelow(1_000_000)
    click.echo(f"seed {seed}")
    players = _players(compiled, seats, seed, language)
    run = play_match if match else play_hand
    try:
        played = run(compiled, players, SeededChance(seed))
    except (LeftTheTable, KeyboardInterrupt):
        click.echo("\nthe table is left; the seed deals the same cards again")
        sys.exit(0)
    if isinstance(played, Diagnostic):
        fail((played,), code=FALLS_SHORT)
    from cartaro.showing import show_score, show_zones

    answer = result_json(compiled, played)
    show_zones(compiled, answer)
    show_score(compiled, answer)
    if record is not None:
        write_file(Path(record), write_json(write_record(compiled, played, match=match)) + "\n")


class Announced:
    """A player whose moves are told to the table."""

    def __init__(self, rules: Rules, player: Player, seat: int, language: str) -> None:
        self.rules, self.player, self.seat, self.language = rules, player, seat, language

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        """The player's move, announced."""
        from rich.text import Text

        from cartaro.showing import console, move_text

        chosen = self.player.choose(view, moves)
        line = Text(f"seat {self.seat + 1}: ", style="dim")
        line.append_text(move_text(self.rules.game, move_json(self.rules, chosen), self.language))
        console().print(line)
        return chosen


def _players(rules: Rules, seats: str | None, seed: int, language: str) -> list[Player]:
    """Who sits in each seat; without a word, you and random players."""
    count = rules.game.players
    kinds = seats.split(",") if seats is not None else ["you", *["random"] * (count - 1)]
    kinds = [kind.strip() for kind in kinds]
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown or len(kinds) != count:
        what = f"`{unknown[0]}` is no kind of player" if unknown else f"{len(kinds)} players for {count} seats"
        counts = ", ".join(map(str, rules.game.player_counts))
        advice = (
            f"give `you` or `random` for each of {count} seats, with commas; `--set players=N` for another number ({counts})"
        )
        fail((Diagnostic("C0905", what, help=advice),))
    people: list[Player] = []
    for seat, kind in enumerate(kinds):
        player: Player = Person(rules, language) if kind == "you" else RandomPlayer(f"{seed}/{seat}")
        people.append(Announced(rules, player, seat, language))
    return people
