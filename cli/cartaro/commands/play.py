"""`cartaro play`: play a hand or a match at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

from cartaro.models import SUFFIX, model_opponent
from cartaro.rules_arguments import rules_argument
from cartaro.shell import FAILURE, fail, language_option, load_or_exit, set_option, write_file
from cartaro.terminal.human_player import HumanPlayer, ObservedTable, PlayerLeft, TakeBack
from cartaro.terminal.streams import print_line, progress_bar
from cartaro_engine import SIMULATIONS, GameTable, SeatedOpponent, good, greedy, table_of
from cartaro_grammar import Diagnostic, Game, IdentityKey, msg, shorten
from cartaro_interpreter import (
    END_OF_TURN,
    Move,
    NoticedMove,
    Played,
    Player,
    PlayInProgress,
    RandomPlayer,
    Rules,
    SeededChance,
    State,
    View,
    compile_game,
    json_forms,
    play_out,
    result_json,
    score_json,
    write_json,
    write_record,
)
from cartaro_rulebook import in_words


def _day(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str:
    """Read a day, as `2026-11-25`; exit if the text is not a day."""
    from datetime import date

    del ctx, parameter
    try:
        return "" if value is None else date.fromisoformat(value).isoformat()
    except ValueError:
        what = msg("`{text}` is not a date", text=shorten(value or ""))
        fail((Diagnostic("C0905", what, help=msg("as in `--date 2026-11-25`")),))


KINDS = ("you", "good", "greedy", "random")
SEARCHING = frozenset({"good", "greedy"})


@click.command("play")
@rules_argument
@click.option(
    "--seats",
    metavar="WHO,…",
    help="the players in the order of play: `you`, `good`, `greedy`, `random` or a model, `policy.onnx`, for each seat; "
    "by default `you`, and `good` for the others",
)
@click.option(
    "--names", metavar="NAME,…", default="", help="names of the players, in the order of the seats; a seat may have none"
)
@click.option("--seed", type=click.IntRange(0), default=None, help="random seed")
@click.option("--match", "match", is_flag=True, help="play a whole match instead of one hand")
@click.option(
    "-n", "count", type=click.IntRange(1, 100_000), default=None, help="number of games that machines play without you"
)
@click.option("--record", "record", metavar="FILE", help="write the record to this file, even if you leave early")
@click.option("--name", "name", metavar="TEXT", default="", help="name of the record; several records are numbered")
@click.option(
    "--date", "date", metavar="DATE", callback=_day, help="date of the record, such as 2026-11-25 (default: today, if you play)"
)
@language_option
@set_option
def command(
    rules: str, seats: str | None, names: str, seed: int | None, match: bool, count: int | None, record: str | None,
    name: str, date: str, language: str, settings: tuple[str, ...],
) -> None:  # fmt: skip
    """Play in the terminal: with other people at the same keyboard, against an opponent that searches (`good`), an opponent
    that looks only at the immediate result (`greedy`), random players, or a trained ONNX model. A model gets the observation of
    its seat and, optionally, the mask of legal words, and returns a number for each word. None of them sees hidden cards, nor
    the cards that another seat lays face down.

    Enter the number of a move, the cards that you play (`7D`), or the move in the words on the screen or of the rules
    (`lay 7D`). A set of cards can be typed card by card. `table`, `score`, `history`, `hint`, `why 3`, `why not 7D`, `undo`,
    `cards`, `help` and `quit` are commands. `!` calls the arbiter, who can enter a finding, or a move that breaks a rule,
    unnoticed or noticed at once.

    \b
    cartaro play scopa
    cartaro play scopa --seats you,good --seed 7 --record hand.json
    cartaro play scopone --seats random,you,random,random --match --language en
    cartaro play scopa --seats random,greedy -n 500 --record evening.jsonl
    cartaro play scopa --seats you,policy.onnx
    """
    game = load_or_exit(rules, settings, language=language)
    compiled = compile_game(game)
    if not isinstance(compiled, Rules):
        fail(compiled, code=FAILURE, language=language)
    if names:
        from cartaro_workbench import called

        compiled = called(compiled, names.split(","))
    if seed is None:
        import secrets

        seed = secrets.randbelow(1_000_000)
    if count is not None:
        _play_many(compiled, seats, seed, count, record, language, Heading(match, name, date))
        return
    kinds = _kinds_or_exit(compiled, seats) if seats is not None else ["you", *["good"] * (game.players - 1)]
    heading = Heading(match, name, date or (_today() if "you" in kinds else ""), _seats(kinds))
    click.echo(in_words("terminal_seed", language, n=seed))
    _introduce(compiled, kinds, language)
    table, board, played = _play_at_the_terminal(compiled, kinds, seed, match, language)
    if played is None:
        click.echo("\n" + in_words("terminal_left", language))
        _write_partial_record(table, record, heading, language)
        sys.exit(0)
    if isinstance(played, Diagnostic):
        fail((played,), code=FAILURE, language=language)
    from cartaro.terminal.render import show_rulings

    show_rulings(compiled, result_json(compiled, played), language)
    if match:
        board.over(table)
    else:
        _result(table, language)
    if record is not None:
        write_file(Path(record), write_json(heading.record(compiled, played)) + "\n")


def _play_at_the_terminal(
    rules: Rules, kinds: list[str], seed: int, match: bool, language: str
) -> tuple[ObservedTable, MatchDisplay, Played | Diagnostic | None]:
    """Play; after a move is taken back, play again from the seed up to the choice before that move. Return None if the person
    has left.
    """
    again: tuple[Move, ...] = ()
    while True:
        table, board = ObservedTable(rules, SeededChance(seed), match), MatchDisplay(language)
        players = _players(table, kinds, seed, language, again)
        counted = partial(board.counted, after=len(again)) if match else None
        try:
            return table, board, play_out(table, players, counted)
        except TakeBack as back:
            again = back.moves
            click.echo(in_words("terminal_taken_back", language))
        except (PlayerLeft, KeyboardInterrupt):
            return table, board, None


class MovesAgain:
    """A player who first repeats recorded moves and then chooses new ones. All seats take the recorded moves from one
    iterator.
    """

    def __init__(self, moves: Iterator[Move], player: Player) -> None:
        self.moves, self.player = moves, player

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move | NoticedMove:
        """Return the next recorded move, or a move that the player chooses."""
        return next(self.moves, None) or self.player.choose(view, moves)


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a record: whether it is the record of a match, its name, the day, and the player of each seat."""

    match: bool
    name: str
    date: str
    seats: tuple[str, ...] = ()

    def record(self, rules: Rules, played: Played) -> json_forms.RecordJson:
        """Return a record under this heading."""
        return write_record(rules, played, match=self.match, name=self.name, date=self.date, seats=self.seats)


def _seats(kinds: list[str]) -> tuple[str, ...]:
    """Return the player of each seat as records name it: for a model, the name of its file."""
    return tuple(Path(kind).name if kind.endswith(SUFFIX) else kind for kind in kinds)


def _today() -> str:
    from datetime import date

    return date.today().isoformat()


def _play_many(
    rules: Rules, seats: str | None, seed: int, count: int, record: str | None, language: str, heading: Heading
) -> None:  # fmt: skip
    """Play hands or matches, each from the next seed, and write their records."""
    kinds, records = _kinds_or_exit(rules, seats or ",".join(["random"] * rules.game.players)), list[str]()
    if "you" in kinds:
        fail(
            (
                Diagnostic(
                    "C0905",
                    msg("a person at the keyboard cannot play many games"),
                    help=msg("leave `-n` out, or seat only other players"),
                ),
            )
        )
    with progress_bar(count, msg("matches") if heading.match else msg("hands")) as advance:
        for number in range(count):
            table = ObservedTable(rules, SeededChance(seed + number), heading.match)
            searched = table_of(rules) if SEARCHING & set(kinds) else None
            played = play_out(table, _seated(table, searched, kinds, seed + number, language))
            if isinstance(played, Diagnostic):
                fail((played,), code=FAILURE, language=language)
            named = replace(heading, name=heading.name and f"{heading.name} {number + 1}", seats=_seats(kinds))
            records.append(write_json({**named.record(rules, played), "seed": seed + number}))
            if advance is not None:
                advance(number + 1)
    text = "\n".join(records) + "\n"
    if record is None:
        click.echo(text, nl=False)
    else:
        write_file(Path(record), text)


def _write_partial_record(table: PlayInProgress, record: str | None, heading: Heading, language: str) -> None:
    """Write the record of a game that was left before its end, with the rulings that are still due."""
    if record is None or not table.cells:
        click.echo(in_words("terminal_same_seed", language))
        return
    table.close()
    table.settle()
    write_file(Path(record), write_json(heading.record(table.rules, table.played())) + "\n")
    print_line(in_words("terminal_kept", language, x=record))


def _introduce(rules: Rules, kinds: list[str], language: str) -> None:
    """Print the aim of the game in the words of its author and the commands for help, for people; how the machines choose, each
    kind with its seats; and which seats play together.
    """
    from cartaro.terminal.render import owner_text
    from cartaro_rulebook import aim_in_words

    game = rules.game
    if "you" in kinds:
        for line in (aim_in_words(IdentityKey((game,)), language), in_words("terminal_commands", language)):
            if line:
                print_line(line)
    for kind in ("good", "greedy", "random"):
        seats = ", ".join(owner_text(game, "player", str(seat), language) for seat, one in enumerate(kinds, 1) if one == kind)
        if seats:
            print_line(in_words(f"terminal_kind_{kind}", language, seats=seats, n=SIMULATIONS))
    if game.sides < game.players and not (game.called and all(game.called)):
        print_line(" · ".join(_partners(game, side, kinds, language) for side in range(game.sides)))


def _partners(game: Game, side: int, kinds: list[str], language: str) -> str:
    from cartaro.terminal.render import reader_text
    from cartaro.terminal.table_text import labelled

    reader = kinds.index("you") if kinds.count("you") == 1 else None
    seats = [seat for seat in range(game.players) if game.side_of[seat] == side]
    names = ", ".join(reader_text(game, "player", str(seat + 1), language, reader) for seat in seats)
    return labelled(reader_text(game, "side", str(side + 1), language, reader), names, language)


def _announce(table: ObservedTable, seat: int | None, move: Move, *, noticed: bool, before: State, language: str) -> None:
    """Print a move and its consequences, as far as the people at the screen know them. A finding is printed as the arbiter's; a
    violation is printed with whether it was noticed.
    """
    from rich.text import Text

    from cartaro.terminal.streams import console
    from cartaro.terminal.table_text import consequences, move_line, sole_reader

    console().print(move_line(table.rules, seat, move, language, sole_reader(table.people), noticed=noticed))
    if move.act != END_OF_TURN:
        for text in consequences(table, table.people, before, move, language):
            console().print(Text(f"  {text}", style="bold"))


def _players(table: ObservedTable, kinds: list[str], seed: int, language: str, again: tuple[Move, ...]) -> list[Player]:
    """Create the player of each seat. Their moves are printed, except those that are repeated after a take-back."""
    searched = None if SEARCHING.isdisjoint(kinds) else table_of(table.rules)
    players = _seated(table, searched, kinds, seed, language)

    def announce(seat: int | None, move: Move, noticed: bool, before: State) -> None:
        if not again or len(table.made) > len(again):
            _announce(table, seat, move, noticed=noticed, before=before, language=language)

    table.set_people((seat for seat, player in enumerate(players) if isinstance(player, HumanPlayer)), announce)
    moves = iter(again)
    return [MovesAgain(moves, player) for player in players] if again else players


def _seated(table: ObservedTable, searched: GameTable | None, kinds: list[str], seed: int, language: str) -> list[Player]:
    """Seat a player of each kind; opponents that search observe the play."""
    people = [_player(table, searched, kind, f"{seed}/{seat}", seat, language) for seat, kind in enumerate(kinds)]
    table.set_observers(player for player in people if isinstance(player, SeatedOpponent))
    return people


def _kinds_or_exit(rules: Rules, seats: str) -> list[str]:
    """Parse `--seats`, which has one kind of player for each seat; exit if it is not valid."""
    count, kinds = rules.game.players, [kind.strip() for kind in seats.split(",")]
    unknown = [kind for kind in kinds if kind not in KINDS and not kind.endswith(SUFFIX)]
    if unknown or len(kinds) != count:
        what = msg("{n} players for {count} seats", n=len(kinds), count=count)
        if len(kinds) == 1:
            what = msg("1 player for {count} seats", count=count)
        if unknown:
            what = msg("`{name}` is not a kind of player", name=shorten(unknown[0]))
        counts = ", ".join(map(str, rules.game.ruleset.player_counts))
        advice = msg(
            "give {kinds} or {last} for each of {n} seats, separated by commas; `--set players=N` sets the number ({counts})",
            kinds=", ".join(f"`{kind}`" for kind in KINDS[:-1]),
            last=f"`{KINDS[-1]}`",
            n=count,
            counts=counts,
        )
        fail((Diagnostic("C0905", what, help=advice),))
    return kinds


def _player(table: ObservedTable, searched: GameTable | None, kind: str, seed: str, seat: int, language: str) -> Player:
    """Create the player of a seat; opponents that search use the table `searched`."""
    if kind == "you":

        def adviser() -> SeatedOpponent:
            return SeatedOpponent(table.rules, seat, good(searched or table_of(table.rules), seed))

        return HumanPlayer(table, language, adviser)
    if kind.endswith(SUFFIX):
        return SeatedOpponent(table.rules, seat, model_opponent(kind, language)(table.rules))
    if searched is None or kind not in SEARCHING:
        return RandomPlayer(seed)
    opponent = good(searched, seed) if kind == "good" else greedy(searched, seed)
    return SeatedOpponent(table.rules, seat, opponent)


class MatchDisplay:
    """Prints the scores of a match after each hand, and its winner."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.scores_shown = 0

    def counted(self, table: ObservedTable, after: int = 0) -> None:
        """Print the open places, the score of the hand and the counters of the match, if there are entries after a number."""
        from cartaro.terminal.streams import console
        from cartaro.terminal.table_text import count_lines, match_lines, show_count, sole_reader

        reader = sole_reader(table.people)
        out, rules, scores = console(), table.rules, table.keeper.scores
        if len(table.entries) <= after:
            self.scores_shown = len(scores)
            return
        out.print()
        out.print(
            in_words("terminal_void" if len(scores) == self.scores_shown else "terminal_hand", self.language, n=table.hands),
            style="bold",
        )
        for line in count_lines(rules, table.state, table.people, self.language):
            out.print(line)
        if len(scores) > self.scores_shown:
            show_count(rules, table.state, score_json(scores[-1]), self.language, reader)
        self.scores_shown = len(scores)
        for text in match_lines(rules, table.state, self.language, reader):
            out.print(text, markup=False, highlight=False)

    def over(self, table: ObservedTable) -> None:
        """Print the winner of a match, if the rules name one."""
        from cartaro.terminal.streams import console
        from cartaro.terminal.table_text import outcome

        text = outcome(table.rules, table.state, table.people, self.language, None)
        if text:
            console().print(text, style="bold", markup=False)


def _result(table: ObservedTable, language: str) -> None:
    """Print the open places at the end of a hand, its score, and its winner, if the rules name one."""
    from cartaro.terminal.streams import console
    from cartaro.terminal.table_text import count_lines, outcome, show_count, sole_reader, standing_lines

    for line in count_lines(table.rules, table.state, table.people, language):
        console().print(line)
    answer = result_json(table.rules, table.played())
    show_count(table.rules, table.state, answer, language, sole_reader(table.people))
    points, reader = tuple(answer.get("points", {}).values()), sole_reader(table.people)
    for standing in standing_lines(table.rules, table.state, points, language, reader):
        print_line(standing)
    if not table.keeper.scores:
        print_line(in_words("page_table_void", language))
    text = outcome(table.rules, table.state, table.people, language, points)
    if text:
        console().print(text, style="bold", markup=False)
