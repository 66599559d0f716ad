"""The public API: a ruleset is read, a game of it is chosen, its states are played, and all of it can be queried.

`import cartaro` offers what stands here.  Whatever is wrong with a text, a setting, a position, a move or a record raises a
`RulesetError` with the diagnostics; positions, moves, records and statistics go in and out in the published JSON forms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from cartaro_grammar import Diagnostic, choose, load_checked, msg, render, shorten
from cartaro_grammar import Game as CheckedGame
from cartaro_grammar import shipped as shipped_names
from cartaro_interpreter import (
    PHASE_OVER,
    PHASE_TURN,
    Played,
    Player,
    RandomPlayer,
    Rules,
    SeededChance,
    begin_hand,
    begin_match,
    compile_game,
    legal_moves,
    move_json,
    phrase,
    play_out,
    read_position,
    read_record,
    read_written,
    replay,
    result_json,
    run_examples,
    score,
    score_json,
    step,
    write_position,
    write_record,
)
from cartaro_interpreter import Move as PlayedMove
from cartaro_interpreter import State as Cells

if TYPE_CHECKING:
    from cartaro_verify import Result

Language = Literal["it", "en", "fr"]
Seat = Literal["random", "greedy", "good"]
MACHINES = ("random", "greedy", "good")
Found = TypeVar("Found")


class RulesetError(ValueError):
    """Raised for a mistake in a ruleset, or in a setting, position, move or record given to it.

    `diagnostics` has each mistake with its code, its place in the text, help, and where there is one a fix.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("\n".join(render(diagnostic) for diagnostic in diagnostics))
        self.diagnostics = tuple(diagnostics)


def shipped() -> tuple[str, ...]:
    """Return the names of the rulesets that come with Cartaro."""
    return shipped_names()


def load(rules: str | Path) -> Ruleset:
    """Read and check a ruleset: a shipped name, or the path of a `.regole` file.

    Raises `RulesetError` where the text has mistakes; doubts are in `Ruleset.warnings`.
    """
    game, found = load_checked(rules)
    if game is None:
        raise RulesetError(found)
    return Ruleset(game, found)


@dataclass(frozen=True, slots=True, repr=False)
class Ruleset:
    """A checked text, with the numbers of players and the house rules that it offers."""

    _checked: CheckedGame
    warnings: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        """Name the ruleset."""
        return f"<Ruleset {self.name}>"

    @property
    def name(self) -> str:
        """The name in the first line of the text."""
        return self._checked.name

    def title(self, language: Language = "en") -> str:
        """Return the title in a language; where the text has none there, in one that it has."""
        titles = dict(self._checked.title)
        return titles.get(language) or next(iter(titles.values()), self.name)

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that the game can be played by."""
        return self._checked.player_counts

    @property
    def house_rules(self) -> dict[str, tuple[str, ...]]:
        """The values of each house rule, by its name; the default first."""
        chosen = self._checked.chosen
        return {o.name: (chosen[o.name], *(v for v in o.values if v != chosen[o.name])) for o in self._checked.options}

    def game(self, players: int | None = None, **house_rules: str | int) -> Game:
        """Choose the number of players and house rules, by default those of the text: `game(players=4, punti=21)`."""
        settings = {name: str(value) for name, value in house_rules.items()}
        if players is not None:
            settings["players"] = str(players)
        return Game(_sound(choose(self._checked, settings)) if settings else self._checked)


@dataclass(frozen=True, repr=False)
class Game:
    """A ruleset for one number of players under one choice of its house rules."""

    _checked: CheckedGame

    def __repr__(self) -> str:
        """Name the ruleset and say how many play."""
        return f"<Game {self.name}, {self.players} players>"

    @property
    def name(self) -> str:
        """The name of the ruleset."""
        return self._checked.name

    @property
    def players(self) -> int:
        """The number of players."""
        return self._checked.players

    @property
    def house_rules(self) -> dict[str, str]:
        """The value chosen for each house rule."""
        return dict(self._checked.settings)

    @cached_property
    def _rules(self) -> Rules:
        return _sound(compile_game(self._checked))

    # ------------------------------------------------------------------ play

    def deal(self, seed: int = 0) -> State:
        """Shuffle and deal the first hand of a match; the same seed deals the same cards."""
        chance = SeededChance(seed)
        before = _sound(begin_match(self._rules, chance))
        return State(self, self._rules, _sound(begin_hand(self._rules, before, chance)))

    def position(self, position: Mapping[str, Any]) -> State:
        """Read a position in its JSON form: `{"zones": {"table": ["7D"], "hand": {"1": ["7C"]}}}`."""
        return State(self, self._rules, _sound(read_position(self._rules, dict(position))))

    def play(self, *seats: Seat, seed: int = 0, match: bool = False) -> Record:
        """Play a hand, or a match, by machines: `play("good", "random")`; without seats, all at random."""
        return _record(self, self._rules, _sound(_played(self._rules, seats, seed, match=match)), match=match)

    def replay(self, record: Mapping[str, Any]) -> Record:
        """Play a record in its JSON form through, move by move; raises `RulesetError` at the first that is not legal."""
        read = _sound(read_record(self._rules, dict(record)))
        return _record(self, self._rules, _sound(replay(self._rules, read)), match=bool(record.get("match")))

    # ------------------------------------------------------------------ questions

    def test(self) -> tuple[Example, ...]:
        """Run the examples of the ruleset, in the order of its text."""
        found = run_examples(self._checked)
        return tuple(Example(result.example.name, result.holds, tuple(result.failures)) for result in found)

    def verify(self, *names: str) -> tuple[Verdict, ...]:
        """Decide what every game must keep and what the ruleset claims, or only what is named: minutes for a large game.

        Needs `pip install 'cartaro[verify]'`.
        """
        import cartaro_verify

        return tuple(
            _verdict(result) for result in cartaro_verify.verify(self._checked, names or None) if result.kind != "advice"
        )

    def simulate(self, count: int = 1000, seed: int = 0, *, matches: bool = False) -> dict[str, Any]:
        """Play so many hands, or matches, at random; return the statistics in their JSON form, each with its interval."""
        from cartaro_engine import run, simulation_of, statistics_json

        simulation = _sound(simulation_of(self._checked, seed, "match" if matches else "hand"))
        return {**statistics_json(_sound(run(simulation, count)))}

    def rulebook(self, language: Language = "en") -> str:
        """Return the rulebook in a language, as HTML without head and body.  Needs `pip install 'cartaro[book]'`."""
        from cartaro_rulebook import ruleset_html

        return ruleset_html(self._checked, language)


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """A state of play; nothing changes it."""

    game: Game
    _rules: Rules = field(compare=False)
    _cells: Cells

    def __repr__(self) -> str:
        """Name the game and say whose turn it is."""
        where = "the match is over" if self.over else "between hands" if self.turn is None else f"turn of {self.turn}"
        return f"<State of {self.game.name}, {where}>"

    @property
    def turn(self) -> int | None:
        """The seat that has the turn, counted from 1; None where no move is awaited."""
        return self._cells.turn + 1 if self._cells.phase == PHASE_TURN else None

    @property
    def over(self) -> bool:
        """True where the match is over."""
        return self._cells.phase == PHASE_OVER

    def legal_moves(self) -> tuple[Move, ...]:
        """List the legal moves: acts in the order of the text, cards in the order of the deck."""
        rules = self._rules
        return tuple(Move(phrase(rules.game, move), move_json(rules, move)) for move in _sound(legal_moves(rules, self._cells)))

    def play(self, move: Move | str, seed: int = 0) -> State:
        """Return the state after a legal move and all that follows it; once a hand is counted, the next is dealt.

        A move is one of `legal_moves`, or its words: `play("take 7D with 7C")`.  `seed` is for shuffles that follow.
        """
        rules, chance = self._rules, SeededChance(seed)
        after = _sound(step(rules, self._cells, self._read(move), chance))
        if after.phase not in (PHASE_TURN, PHASE_OVER):
            after = _sound(begin_hand(rules, after, chance))
        return State(self.game, rules, after)

    def explain(self, move: Move | str | None = None, language: Language = "en") -> str:
        """Say what may be done here; or of a move by which clause and article it is legal, or why it is not."""
        from cartaro_rulebook import explain_move, explain_position

        rules = self._rules
        if move is None:
            return str(_sound(explain_position(rules, self._cells, language))["text"])
        return str(_sound(explain_move(rules, self._cells, self._read(move), language))["text"])

    def score(self) -> dict[str, Any]:
        """Count what each side gets as the cards lie: `{"points": {"1": 3, "2": 1}, "shares": …}`."""
        return {**score_json(_sound(score(self._rules, self._cells)))}

    def to_json(self) -> dict[str, Any]:
        """Return the position in its JSON form, which `Game.position` reads."""
        return {**write_position(self._rules, self._cells)}

    def _read(self, move: Move | str) -> PlayedMove:
        return _sound(read_written(self._rules.game, str(move)))


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move: its words, and its JSON form with the clauses that permit it and the articles that these cite."""

    text: str
    _json: Mapping[str, object] = field(repr=False, compare=False)

    def __str__(self) -> str:
        """Return the words, as `State.play` and records read them."""
        return self.text

    def to_json(self) -> dict[str, Any]:
        """Return the act, its arguments, the permissions `by` which it is legal and what they `cite`."""
        return dict(self._json)


@dataclass(frozen=True, slots=True)
class Record:
    """A hand or match that was played: its JSON record, and what it came to."""

    final: State
    _json: Mapping[str, object] = field(repr=False)
    _result: Mapping[str, object] = field(repr=False)

    @property
    def points(self) -> dict[str, int]:
        """The points of each side in the last hand that was counted."""
        points: Any = self._result["points"]
        return dict(points)

    def to_json(self) -> dict[str, Any]:
        """Return the record: the cards as shuffled, the moves, the result; `Game.replay` plays it again."""
        return dict(self._json)


@dataclass(frozen=True, slots=True)
class Example:
    """An example of the ruleset that was run; `failures` say what the rules answer otherwise."""

    name: str
    holds: bool
    failures: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on an obligation of every game, or on a claim of the ruleset.

    `verdict` is proved, refuted, attained, bounded, tested or unknown; `method` says how it was found, `reason` why it is
    unknown.  `record` is the hand that refutes a claim or attains a bound, as `Game.replay` reads it.
    """

    name: str
    verdict: str
    method: str
    reason: str
    record: dict[str, Any] | None
    _json: dict[str, object] = field(repr=False)

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as `cartaro verify --json` writes it."""
        return dict(self._json)


def _verdict(result: Result) -> Verdict:
    from cartaro_verify import as_json, english

    shown = result.witness
    record = None if shown is None else dict(shown.hand or shown.record)
    return Verdict(result.name, result.verdict, english(result.method), english(result.reason), record, as_json(result))


def _played(rules: Rules, seats: Sequence[str], seed: int, *, match: bool) -> Played | Diagnostic:
    """Play by machines, of which those that look ahead are told what lies open."""
    from cartaro.terminal.human_player import ObservedTable
    from cartaro_engine import SeatedOpponent, good, greedy, table_of

    count, kinds = rules.game.players, seats or ("random",) * rules.game.players
    unknown = next((kind for kind in kinds if kind not in MACHINES), None)
    if unknown is not None:
        return Diagnostic("C0905", msg("`{name}` is no kind of player", name=shorten(unknown)))
    if len(kinds) != count:
        return Diagnostic("C0905", msg("{n} players for {count} seats", n=len(kinds), count=count))
    table, players = ObservedTable(rules, SeededChance(seed), match), list[Player]()
    for seat, kind in enumerate(kinds):
        if kind == "random":
            players.append(RandomPlayer(f"{seed}/{seat}"))
        else:
            opponent = {"good": good, "greedy": greedy}[kind](table_of(rules), f"{seed}/{seat}")
            players.append(SeatedOpponent(rules, seat, opponent))
    table.set_observers(player for player in players if isinstance(player, SeatedOpponent))
    return play_out(table, players)


def _record(game: Game, rules: Rules, played: Played, *, match: bool) -> Record:
    return Record(State(game, rules, played.state), write_record(rules, played, match=match), result_json(rules, played))


def _sound(found: Found | Diagnostic | tuple[Diagnostic, ...]) -> Found:
    """Return what was asked for; raise what is wrong."""
    if isinstance(found, Diagnostic):
        raise RulesetError((found,))
    if isinstance(found, tuple) and found and all(isinstance(one, Diagnostic) for one in cast("tuple[object, ...]", found)):
        raise RulesetError(cast("tuple[Diagnostic, ...]", found))
    return cast("Found", found)
