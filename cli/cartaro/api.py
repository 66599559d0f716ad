"""The public API behind `import cartaro`: load a ruleset, choose a game, play its states, prove and print it.

A mistake in a text, a setting, a position, a move or a record raises `RulesetError` with its diagnostics. Positions, moves,
records, statistics and verdicts have the published JSON forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast, get_args

from cartaro_grammar import (
    FILE_SUFFIX,
    Diagnostic,
    Source,
    choose,
    format_source,
    load_checked,
    load_texts,
    msg,
    render,
    shipped_folder,
    shorten,
)
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
    from cartaro_engine import ComparisonJson, DepthCount, Statistics, StatisticsJson, VectorJson
    from cartaro_engine.env import GameBatch
    from cartaro_verify import Result

Language = Literal["it", "en", "fr"]
"""A language of rulebooks and explanations."""

PlayerKind = Literal["random", "greedy", "good"]
"""A machine that plays: at random, by the best immediate result, or by search over the information of its seat."""

Policy = Callable[..., Any]
"""A policy that plays.  It is called with the observation of a seat and the mask of the legal words, and returns the number of
a word, as `Game.batch` numbers words.
"""

Found = TypeVar("Found")


class RulesetError(ValueError):
    """Raised for a mistake in a ruleset, or in a setting, position, move or record that is passed in.

    `diagnostics` has each mistake with its code, its place in the text, help, and a fix if there is one.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("\n".join(render(diagnostic) for diagnostic in diagnostics))
        self.diagnostics = tuple(diagnostics)


def shipped() -> tuple[str, ...]:
    """Return the names of the rulesets that come with Cartaro."""
    return shipped_names()


def load(rules: str | Path) -> Ruleset:
    """Load and check a ruleset: a shipped name, or the path of a `.regole` file.

    Raises `RulesetError` if the text has errors; warnings are in `Ruleset.warnings`.
    """
    return _ruleset(*load_checked(rules))


def load_text(text: str | Mapping[str, str], name: str | None = None) -> Ruleset:
    """Load and check a ruleset that is not in a file: one text, or several by their file names.

    A text can build on shipped rulesets and libraries. If there are several texts, `name` is the one to load: by default the
    first. Raises `RulesetError` if a text has errors.
    """
    texts = {name or _file_name(text): text} if isinstance(text, str) else text
    shipped = {path.name: path.read_text(encoding="utf-8") for path in shipped_folder().glob(f"*/*{FILE_SUFFIX}")}
    return _ruleset(*load_texts(shipped | {**texts}, name or next(iter(texts), "")))


def check(rules: str | Path) -> tuple[Diagnostic, ...]:
    """Return the errors and warnings of a ruleset without raising; if there are no errors, it can be played."""
    return load_checked(rules)[1]


def format_text(text: str, key_words: str | None = None) -> str:
    """Return a ruleset's text in the canonical layout, with its comments.  If a language (`"en"`, `"it"` or `"fr"`) is given,
    use the key words of that language.  Raises `RulesetError` if the text has syntax errors.
    """
    return _value_or_raise(format_source(Source("text", text), key_words))


@dataclass(frozen=True, slots=True, repr=False)
class Ruleset:
    """A checked text, with the numbers of players and the house rules that it offers.

    `warnings` are diagnostics that do not prevent play.
    """

    _checked: CheckedGame
    warnings: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        """Name the ruleset."""
        return f"<Ruleset {self.name}>"

    @property
    def name(self) -> str:
        """The name of the ruleset, from the first line of its text."""
        return self._checked.name

    def title(self, language: Language = "en") -> str:
        """Return the title in a language, or in any other language if the text has none in this one."""
        titles = dict(self._checked.ruleset.title)
        return titles.get(language) or next(iter(titles.values()), self.name)

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players for whom the game can be played."""
        return self._checked.ruleset.player_counts

    @property
    def house_rules(self) -> dict[str, tuple[str, ...]]:
        """A map from the name of each house rule to its values, the default first."""
        chosen = self._checked.chosen
        return {o.name: (chosen[o.name], *(v for v in o.values if v != chosen[o.name])) for o in self._checked.ruleset.options}

    def game(self, players: int | None = None, **house_rules: str | int) -> Game:
        """Choose the number of players and house rules, by default the text's own: `game(players=4, punti=21)`."""
        settings = {name: str(value) for name, value in house_rules.items()}
        if players is not None:
            settings["players"] = str(players)
        return Game(_value_or_raise(choose(self._checked, settings)) if settings else self._checked)


@dataclass(frozen=True, repr=False)
class Game:
    """A ruleset for one number of players under one choice of its house rules."""

    _checked: CheckedGame

    def __repr__(self) -> str:
        """Name the ruleset and the number of players."""
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
        return _value_or_raise(compile_game(self._checked))

    # ------------------------------------------------------------------ play

    def deal(self, seed: int = 0) -> State:
        """Shuffle and deal the first hand of a match; the same seed deals the same cards."""
        chance = SeededChance(seed)
        before = _value_or_raise(begin_match(self._rules, chance))
        return State(self, self._rules, _value_or_raise(begin_hand(self._rules, before, chance)))

    def position(self, position: Mapping[str, Any]) -> State:
        """Read a position in its JSON form: `{"zones": {"table": ["7D"], "hand": {"1": ["7C"]}}}`."""
        return State(self, self._rules, _value_or_raise(read_position(self._rules, dict(position))))

    def play(self, *seats: PlayerKind | Policy, seed: int = 0, match: bool = False) -> Record:
        """Play a hand or a match with a machine in each seat, as in `play("good", "random")`; by default all play at random.

        A seat may also be given your own policy (`cartaro[env]`).
        """
        return _record(self, self._rules, _value_or_raise(_played(self._rules, seats, seed, match=match)), match=match)

    def replay(self, record: Mapping[str, Any]) -> Record:
        """Replay a record in its JSON form; raises `RulesetError` at the first move that is not legal."""
        read = _value_or_raise(read_record(self._rules, dict(record)))
        return _record(self, self._rules, _value_or_raise(replay(self._rules, read)), match=bool(record.get("match")))

    def environment(self, *, match: bool = False, render_mode: str | None = None) -> Any:
        """Return a PettingZoo `AECEnv` whose episode is a hand, or a match.  Needs `pip install 'cartaro[env]'`."""
        from cartaro_engine import env, table_of

        return env.pettingzoo_env(table_of(self._rules), unit="match" if match else "hand", render_mode=render_mode)

    def batch(self, n: int, *, match: bool = False, threads: int = 1) -> GameBatch:
        """Return `n` games that are stepped together by one call, which takes an array of actions and returns arrays of
        observations, masks and rewards.  An episode is a hand or a match; after its end, the game is dealt again.  Needs `pip
        install 'cartaro[env]'`.
        """
        from cartaro_engine import env

        return env.batch(self._rules, n, unit="match" if match else "hand", threads=threads)

    # ------------------------------------------------------------------ analysis

    def test(self) -> tuple[Example, ...]:
        """Run the examples of the ruleset and return them in the order of its text."""
        found = run_examples(self._checked)
        return tuple(Example(result.example.name, result.holds, tuple(result.failures)) for result in found)

    def verify(self, *names: str) -> tuple[Verdict, ...]:
        """Decide the obligations of every game and the claims of the ruleset, or only those that are named; a large game takes
        minutes.

        Needs `pip install 'cartaro[verify]'`.
        """
        import cartaro_verify

        return tuple(
            _verdict(result) for result in cartaro_verify.verify(self._checked, names or None) if result.kind != "advice"
        )

    def simulate(self, count: int = 1000, seed: int = 0, *, matches: bool = False) -> StatisticsJson:
        """Play random hands or matches and return the statistics with 95 % intervals."""
        from cartaro_engine import statistics_json

        return statistics_json(_statistics(self._checked, count, seed, matches=matches))

    def compare(self, *others: Game, count: int = 1000, seed: int = 0, matches: bool = False) -> ComparisonJson:
        """Play this game and others at random and return the differences of their statistics, each with its 95 % interval."""
        from cartaro_engine import comparison_json

        base, *further = (_statistics(game._checked, count, seed, matches=matches) for game in (self, *others))
        return comparison_json(base, tuple((_changes(self, game), found) for game, found in zip(others, further, strict=True)))

    def vectors(self, seed: int = 0, *, every_move: bool = False) -> Iterator[VectorJson]:
        """Generate an endless sequence of test vectors for other engines: positions of play with legal moves, results of moves
        and scores.

        With `every_move`, the position includes the result of every legal move; otherwise only the result of the move that is
        played.
        """
        from cartaro_engine import vectors

        return map(_value_or_raise, vectors(self._rules, seed, every_move=every_move))

    def count_lines(self, depth: int, seed: int = 0) -> tuple[DepthCount, ...]:
        """Count the lines of play from a deal, for each depth up to a limit (perft).  Each result has the number of `lines`, of
        `positions`, and of lines that have `ended`.
        """
        from cartaro_engine import line_counts, table_of

        return tuple(map(_value_or_raise, line_counts(table_of(self._rules), seed, 0, depth)))

    def rulebook(self, language: Language = "en") -> str:
        """Return the rulebook in a language as an HTML fragment.  Needs `pip install 'cartaro[book]'`."""
        from cartaro_rulebook import ruleset_html

        return ruleset_html(self._checked, language)


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """An immutable state of play."""

    game: Game
    _rules: Rules = field(compare=False)
    _cells: Cells

    def __repr__(self) -> str:
        """Name the game and whose turn it is."""
        where = "the match is over" if self.over else "between hands" if self.turn is None else f"turn of {self.turn}"
        return f"<State of {self.game.name}, {where}>"

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is, counted from 1; None between hands and at the end."""
        return self._cells.turn + 1 if self._cells.phase == PHASE_TURN else None

    @property
    def over(self) -> bool:
        """True if the match is over."""
        return self._cells.phase == PHASE_OVER

    def legal_moves(self) -> tuple[Move, ...]:
        """List the legal moves: acts in the order of the text, cards in the order of the deck."""
        rules = self._rules
        return tuple(
            Move(phrase(rules.game, move), move_json(rules, move)) for move in _value_or_raise(legal_moves(rules, self._cells))
        )

    def play(self, move: Move | str, seed: int = 0) -> State:
        """Return the state after a legal move and all its consequences; after the score of a hand, the next is dealt.

        A move is a member of `legal_moves`, or its words: `play("take 7D with 7C")`. `seed` determines later shuffles.
        """
        rules, chance = self._rules, SeededChance(seed)
        after = _value_or_raise(step(rules, self._cells, self._read(move), chance))
        if after.phase not in (PHASE_TURN, PHASE_OVER):
            after = _value_or_raise(begin_hand(rules, after, chance))
        return State(self.game, rules, after)

    def explain(self, move: Move | str | None = None, language: Language = "en") -> str:
        """Explain by which clauses and articles a move is legal, or why it is not; without a move, list the legal moves with
        the reason for each.
        """
        from cartaro_rulebook import explain_move, explain_position

        rules = self._rules
        if move is None:
            return str(_value_or_raise(explain_position(rules, self._cells, language))["text"])
        return str(_value_or_raise(explain_move(rules, self._cells, self._read(move), language))["text"])

    def score(self) -> dict[str, Any]:
        """Score the position with the cards where they are now: `{"points": {"1": 3, "2": 1}, "shares": …}`."""
        return {**score_json(_value_or_raise(score(self._rules, self._cells)))}

    def to_json(self) -> dict[str, Any]:
        """Return the position in its JSON form, which `Game.position` reads back as the same state."""
        return {**write_position(self._rules, self._cells)}

    def _read(self, move: Move | str) -> PlayedMove:
        return _value_or_raise(read_written(self._rules.game, str(move)))


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move, with the clauses that permit it and their citations."""

    text: str
    _json: Mapping[str, object] = field(repr=False, compare=False)

    def __str__(self) -> str:
        """Return the words of the move, which `State.play` reads."""
        return self.text

    def to_json(self) -> dict[str, Any]:
        """Return the act, its arguments, the permissions that allow it (`by`) and the rows that they cite (`cites`)."""
        return dict(self._json)


@dataclass(frozen=True, slots=True)
class Record:
    """A hand or match that was played, with its final state."""

    final: State
    _json: Mapping[str, object] = field(repr=False)
    _result: Mapping[str, object] = field(repr=False)

    @property
    def points(self) -> dict[str, int]:
        """The points of each side in the last hand that was scored."""
        points: Any = self._result["points"]
        return dict(points)

    def to_json(self) -> dict[str, Any]:
        """Return the record: the cards as shuffled, the moves, the result; `Game.replay` plays it again."""
        return dict(self._json)


@dataclass(frozen=True, slots=True)
class Example:
    """An example of the ruleset after its run; `failures` are the answers of the rules that differ from the expected ones."""

    name: str
    holds: bool
    failures: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on an obligation of every game, or on a claim of the ruleset.

    `verdict` is proved, refuted, attained, bounded, tested or unknown; `method` states how it was found, and `reason` why it is
    unknown.  `record` is the hand that refutes a claim or attains a bound; `Game.replay` accepts it.
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


def _ruleset(game: CheckedGame | None, found: tuple[Diagnostic, ...]) -> Ruleset:
    if game is None:
        raise RulesetError(found)
    return Ruleset(game, found)


def _file_name(text: str) -> str:
    """Return the file name of a text: the second word of its first line, with the file suffix of rulesets."""
    words = text.split(maxsplit=2)
    return f"{words[1] if len(words) > 1 else 'text'}{FILE_SUFFIX}"


def _statistics(game: CheckedGame, count: int, seed: int, *, matches: bool) -> Statistics:
    from cartaro_engine import run, simulation_of

    return _value_or_raise(run(_value_or_raise(simulation_of(game, seed, "match" if matches else "hand")), count))


def _changes(base: Game, other: Game) -> dict[str, str]:
    """Return the differences by name: the other ruleset, the number of players, and house rules."""
    ruleset = {} if base.name == other.name else {"ruleset": other.name}
    players = {} if base.players == other.players else {"players": str(other.players)}
    rules = {name: value for name, value in other.house_rules.items() if base.house_rules.get(name) != value}
    return {**ruleset, **players, **(rules if not ruleset else {})}


def _verdict(result: Result) -> Verdict:
    from cartaro_verify import as_json, english

    shown = result.witness
    record = None if shown is None else dict(shown.hand or shown.record)
    return Verdict(result.name, result.verdict, english(result.method), english(result.reason), record, as_json(result))


def _played(rules: Rules, seats: Sequence[str | Policy], seed: int, *, match: bool) -> Played | Diagnostic:
    from cartaro.terminal.human_player import ObservedTable
    from cartaro_engine import SeatedOpponent, good, greedy, table_of

    count, kinds = rules.game.players, seats or ("random",) * rules.game.players
    named = [kind for kind in kinds if isinstance(kind, str)]
    unknown = next((kind for kind in named if kind not in get_args(PlayerKind)), None)
    if unknown is not None:
        return Diagnostic("C0905", msg("`{name}` is not a kind of player", name=shorten(unknown)))
    if len(kinds) != count:
        return Diagnostic("C0905", msg("{n} players for {count} seats", n=len(kinds), count=count))
    table, players = ObservedTable(rules, SeededChance(seed), match), list[Player]()
    for seat, kind in enumerate(kinds):
        if not isinstance(kind, str):
            players.append(_by_policy(rules, seat, kind))
        elif kind == "random":
            players.append(RandomPlayer(f"{seed}/{seat}"))
        else:
            opponent = {"good": good, "greedy": greedy}[kind](table_of(rules), f"{seed}/{seat}")
            players.append(SeatedOpponent(rules, seat, opponent))
    table.set_observers(player for player in players if isinstance(player, SeatedOpponent))
    return play_out(table, players)


def _by_policy(rules: Rules, seat: int, policy: Policy) -> Player:
    from cartaro_engine import SeatedOpponent
    from cartaro_engine.env import policy_opponent

    return SeatedOpponent(rules, seat, policy_opponent(rules, policy))


def _record(game: Game, rules: Rules, played: Played, *, match: bool) -> Record:
    return Record(State(game, rules, played.state), write_record(rules, played, match=match), result_json(rules, played))


def _value_or_raise(found: Found | Diagnostic | tuple[Diagnostic, ...]) -> Found:
    """Return the argument if it is a value; raise `RulesetError` if it is diagnostics."""
    if isinstance(found, Diagnostic):
        raise RulesetError((found,))
    if isinstance(found, tuple) and found and all(isinstance(one, Diagnostic) for one in cast("tuple[object, ...]", found)):
        raise RulesetError(cast("tuple[Diagnostic, ...]", found))
    return cast("Found", found)
