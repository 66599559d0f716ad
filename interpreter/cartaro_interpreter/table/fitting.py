"""The house rules under which a record is legal and has the recorded result. All choices of house rules of a ruleset are tested
in one replay.

A record is replayed in a game whose options are left open. Each option that a step reads splits the choices by its values. The
step is done for each part, and parts with equal states after it are joined again. So a step is tried once for each combination
of values of the options that it reads, and options that are never read cost nothing. Some options decide the structure of the
game, or whether a heading of the score exists. Their choices are tried one by one, and so is the number of players if the
record does not state it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Final

from cartaro_grammar import PLAYERS_SETTING, Diagnostic, Game, choose, leave_open, msg, structural_options
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import EventCourse, Rules, compile_open
from cartaro_interpreter.evaluate.code import Code, Frame, TabulatedOption
from cartaro_interpreter.formats.json_text import Json, as_object
from cartaro_interpreter.ruling.grounds import Judgement, judge
from cartaro_interpreter.state.chance import Chance, ScriptedChance
from cartaro_interpreter.state.faults import Faulted, diagnosed
from cartaro_interpreter.state.state import Cells, Move, RecordEntry
from cartaro_interpreter.table.records import Record, Replaying, differences, read_record
from cartaro_interpreter.table.setting_sets import ALL, NONE, SettingSets

MOST_STRUCTURES: Final = 256
"""The greatest number of choices (of the number of players and of structural options) that are tried one by one for a
ruleset.
"""
MOST_TRIED: Final = 100_000
"""The greatest number of steps that are tried for a record."""
ILLEGAL: Final = "C0818"
OF_NO_RULE: Final = ("form", "game", "edition", "fingerprint", "settings")
"""The keys of a record that do not affect its replay."""


@dataclass(frozen=True, slots=True)
class FittedRecord:
    """The set of choices under which a record fits, and sets of the other choices, each with the number of entries that can be
    played under them.
    """

    fitting: int
    failures: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class ChoiceFitting:
    """A ruleset under all choices of its options and of the number of players; `game` is the game of one choice."""

    game: Game
    sets: SettingSets = field(init=False)
    _reader: _Reader = field(init=False)
    _compiled: list[tuple[int, int, Rules]] = field(init=False)
    _concrete: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        ruleset = self.game.ruleset
        options = {PLAYERS_SETTING: tuple(map(str, ruleset.player_counts))}
        options |= {o.name: (o.default, *(v for v in o.values if v != o.default)) for o in ruleset.options}
        self.sets = SettingSets(options)
        self._reader = _Reader(self.sets)
        self._compiled = []
        headings = (clause for clause in ruleset.clauses if isinstance(clause.sentence, g.Score))
        self._concrete = structural_options(ruleset) | {option for clause in headings for option, _ in clause.under}

    def fit(self, value: Json, path: str = "", among: int = ALL) -> FittedRecord | tuple[Diagnostic, ...]:
        """Find the choices under which a record fits. Return diagnostics if it is not a record of this ruleset or there is too
        much to try.
        """
        while True:
            try:
                return self._fit(value, path, among)
            except TabulatedOption as tabulated:
                self._concrete |= {tabulated.option}
                self._compiled = []

    def _fit(self, value: Json, path: str, among: int) -> FittedRecord | tuple[Diagnostic, ...]:
        table = as_object(value)
        if table is None:
            return (Diagnostic("C0814", msg("a record is an object"), path=path),)
        bare = without_settings(table)
        counts = [n for n in self.game.ruleset.player_counts if bare.get("players", n) == n]
        fitting, failures, wrong = NONE, list[tuple[int, int]](), tuple[Diagnostic, ...]()
        compiled = self._rules()
        if isinstance(compiled, tuple):
            return compiled
        for structure, players, rules in compiled:
            choices = self.sets.both(structure, among)
            if choices == NONE:
                continue
            if players not in counts:
                failures.append((choices, 0))
                continue
            record = read_record(rules, bare, path)
            if not isinstance(record, Record):
                wrong = record
                failures.append((choices, 0))
                continue
            for found, at in self._outcomes(rules, record, choices):
                if at is None:
                    fitting = self.sets.either(fitting, found)
                else:
                    failures.append((found, at))
        return (
            wrong if wrong and fitting == NONE and not any(at for _, at in failures) else FittedRecord(fitting, tuple(failures))
        )

    def _rules(self) -> list[tuple[int, int, Rules]] | tuple[Diagnostic, ...]:
        """Return the open rules for each choice that is tried separately, with the set of choices that they cover and the
        number of players.
        """
        if self._compiled:
            return self._compiled
        apart = [name for name in self.sets.options if name == PLAYERS_SETTING or name in self._concrete]
        chosen = [dict(zip(apart, values, strict=True)) for values in product(*(self.sets.options[name] for name in apart))]
        if len(chosen) > MOST_STRUCTURES:
            message = msg("{n} choices exceed the limit of {most}", n=len(chosen), most=MOST_STRUCTURES)
            return (Diagnostic("C0908", message, path=self.game.name),)
        wrong = tuple[Diagnostic, ...]()
        for settings in chosen:
            game = choose(self.game, settings)
            opened = (
                leave_open(game, [o for o in self.game.ruleset.option if o not in settings]) if isinstance(game, Game) else game
            )
            rules = compile_open(opened, self._reader) if isinstance(opened, Game) else opened
            if isinstance(rules, Rules):
                rules = _remembering(rules, self._reader)
                self._compiled.append((self.sets.of(settings), int(settings[PLAYERS_SETTING]), rules))
            else:
                wrong = rules
        return self._compiled or wrong

    def _outcomes(self, rules: Rules, record: Record, choices: int) -> Iterator[tuple[int, int | None]]:
        """Yield each outcome of a replay with the choices that lead to it. The outcome is None if the record fits, else the
        number of entries played.
        """
        chance = ScriptedChance(record.packs, [card.code for card in rules.game.deck.cards])
        front: dict[object, tuple[int, Replaying]] = {None: (choices, _OpenReplaying(rules, chance, record, None))}
        tried = 0
        while front:
            further: dict[object, tuple[int, Replaying]] = {}
            for found, replaying in front.values():
                for part, at, after in self._stepped(found, replaying):
                    tried += 1
                    if after is None:
                        yield part, at
                        continue
                    key = _place(after)
                    joined = further.get(key)
                    further[key] = (part if joined is None else self.sets.either(part, joined[0]), after)
            if tried > MOST_TRIED:
                for found, replaying in further.values():
                    yield found, replaying.at
                return
            front = further

    def _stepped(self, found: int, replaying: Replaying) -> Iterator[tuple[int, int | None, Replaying | None]]:
        """Yield each outcome of one step with the choices that lead to it. The outcome is the replay after the step, or the end
        of the replay.
        """
        reader = self._reader
        reader.begin(found)
        while True:
            forked = replaying.fork()
            try:
                if forked.advance():
                    yield reader.found, None, forked
                else:
                    yield reader.found, forked.at if self._differs(forked) else None, None
            except Faulted:
                yield reader.found, forked.at, None
            if not reader.again():
                return

    def _differs(self, replaying: Replaying) -> bool:
        """Return whether the result of a replay differs from the result that the record states."""
        compared = self._reader.remembered.setdefault("result", {})
        place = _place(replaying)
        if place not in compared:
            compared[place] = bool(differences(replaying.rules, replaying.record, replaying.table.played(), ""))
        return bool(compared[place])


def without_settings(record: Mapping[str, Json]) -> dict[str, Json]:
    """Return a record without the entries about its game and house rules."""
    return {key: part for key, part in record.items() if key not in OF_NO_RULE}


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A contradiction in a record: the number of entries played before it, the entry, the fault, and the clauses that the entry
    breaks.
    """

    at: int
    entry: RecordEntry | None
    fault: Diagnostic
    clauses: tuple[str, ...]


def contradiction(rules: Rules, value: Json, path: str = "") -> Contradiction | None:
    """Return the first contradiction between a record and a game, ignoring the house rules that the record states. Return None
    if the record fits.
    """
    record = read_record(rules, without_settings(as_object(value) or {}), path)
    if not isinstance(record, Record):
        return Contradiction(0, None, record[0], ())
    chance = ScriptedChance(record.packs, [card.code for card in rules.game.deck.cards])
    replaying = Replaying(rules, chance, record, None)
    try:
        replaying.run()
    except Faulted as fault:
        found = diagnosed(fault)
        illegal = fault.code == ILLEGAL and replaying.left and replaying.table.awaits
        entry = record.moves[replaying.at] if illegal else None
        verdict = judge(rules, replaying.table.state, entry) if isinstance(entry, Move) else None
        clauses = verdict.clauses if isinstance(verdict, Judgement) else ()
        return Contradiction(replaying.at, entry, Diagnostic(found.code, found.message, help=found.help, path=path), clauses)
    differing = differences(rules, record, replaying.table.played(), path)
    return Contradiction(replaying.at, None, differing[0], ()) if differing else None


def _place(replaying: Replaying) -> object:
    """Return everything on which the rest of a replay depends, apart from the entries and packs of the record itself."""
    table = replaying.table
    scores = tuple((one.points, tuple(tuple(share.items()) for share in one.shares)) for one in table.keeper.scores)
    standing = tuple((one.number, tuple(one.owed.items()), one.due) for one in table.standing)
    decided = (
        None if replaying.decided is None else (*replaying.decided[:2], replaying.decided.move.act, replaying.decided.move.args)
    )
    return (
        decided, replaying.at, tuple(table.cells), table.hands, table.demand, standing, scores,
        tuple(table.rulings), replaying.before, len(table.entries), replaying.chance.left(),
    )  # fmt: skip


class _OpenReplaying(Replaying):
    """A replay that does not look for the reasons why a move is not legal."""

    def illegal(self, move: Move) -> Faulted:
        """Return the fault of a move, without a reason."""
        del move
        return Faulted(ILLEGAL, msg("the move is not legal"))


def _remembering(rules: Rules, reader: _Reader) -> Rules:
    """Return rules that remember evaluations. Courses at the end of a hand or match, ends of periods and headings are evaluated
    once for each combination of the options that they read themselves, and not of all options that the step reads.
    """

    def once(name: object, code: Code) -> Code:
        def run(cells: Cells, frame: Frame) -> int:
            key = tuple(cells)
            return int(reader.remember((name, key), lambda: code(key, frame)))

        return run

    def course(event: object, happen: EventCourse) -> EventCourse:
        def run(cells: list[int], chance: Chance) -> None:
            def changed() -> tuple[int, ...]:
                after = list(cells)
                happen(after, chance)
                return tuple(after)

            cells[:] = reader.remember((event, tuple(cells)), changed)

        return run

    late = {("end", "hand"), ("count", "hand"), ("end", "match")}
    headings = tuple(
        tuple((name, once((side, name), run)) for name, run in of_side) for side, of_side in enumerate(rules.scoring.headings)
    )
    return replace(
        rules,
        courses={event: course(event, run) if event in late else run for event, run in rules.courses.items()},
        ends={period: once(period, run) for period, run in rules.ends.items()},
        scoring=replace(rules.scoring, headings=headings),
    )


@dataclass(slots=True)
class _Remembered:
    """The decision tree of an evaluation: either the option that is read next, with a tree for each of its values, or the
    outcome.
    """

    option: str | None = None
    outcome: Any = None
    branches: dict[str, _Remembered] = field(default_factory=dict[str, "_Remembered"])


@dataclass(slots=True)
class _Reader:
    """Gives values to the open options that are read, one combination after the other.

    `trail` are the options in the order in which the first step reads them, and for each option the values that are still to be
    tried. During a step, the result of an evaluation is remembered for the values that the evaluation read. Shuffles are not
    remembered, because they use up packs.
    """

    sets: SettingSets
    found: int = ALL
    start: int = ALL
    trail: list[tuple[str, Collection[str]]] = field(default_factory=list[tuple[str, Collection[str]]])
    known: dict[str, str] = field(default_factory=dict[str, str])
    logs: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    remembered: dict[object, Any] = field(default_factory=dict[object, Any])

    def begin(self, choices: int) -> None:
        """Begin a step, which is done under some choices."""
        self.start = self.found = choices
        self.trail, self.known, self.logs, self.remembered = [], {}, [], {}

    def remember(self, key: object, compute: Callable[[], Any]) -> Any:
        """Return the result of an evaluation. Use the decision tree if the evaluation has been done with the same values."""
        node = self.remembered.setdefault(key, _Remembered())
        while node.option is not None:
            node = node.branches.setdefault(self(node.option), _Remembered())
        if node.outcome is None:
            self.logs.append({})
            try:
                outcome = compute()
            finally:
                log = self.logs.pop()
            node = self.remembered[key]
            for option, value in log.items():
                node.option = option
                node = node.branches.setdefault(value, _Remembered())
            node.outcome = outcome
        return node.outcome

    def again(self) -> bool:
        """Go on to the next combination of values. Return False if there is none."""
        while self.trail and len(self.trail[-1][1]) == 1:
            self.trail.pop()
        if not self.trail:
            return False
        option, values = self.trail[-1]
        self.trail[-1] = (option, tuple(values)[1:])
        self.found, self.known = self.start, {}
        return True

    def __call__(self, option: str) -> str:
        """Return the value of an option in this combination."""
        value = self.known.get(option)
        for log in self.logs:
            log.setdefault(option, value or "")
        if value is None:
            if len(self.known) == len(self.trail):
                self.trail.append((option, self.sets.possible(self.found, option)))
            value = next(iter(self.trail[len(self.known)][1]))
            self.known[option] = value
            self.found = self.sets.both(self.found, self.sets.having(option, (value,)))
            for log in self.logs:
                log[option] = value
        return value
