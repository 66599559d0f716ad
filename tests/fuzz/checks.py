"""The conditions for every case: no exception, a documented exit code, and output that does not control a terminal and is not
too large.

`outcome(case)` returns the fault, if any, and whether a game was played; `failure(case)` returns only the fault. Cases of every
kind are run through the library in this process, and some of them through the command.
"""

from __future__ import annotations

import hashlib
import tempfile
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.fuzz.cases import SMALL, Case, named
from tests.fuzz.command import Broken, clean, environment, folder, hurried, is_bounded, promise, run
from tests.fuzz.processes import run_process
from tests.fuzz.strangers import check_certificate, check_program

from cartaro.main import COMMANDS as SUBCOMMANDS
from cartaro.verdicts import VerdictCache
from cartaro_engine import Simulation, SimulationUnderWay, simulation_of
from cartaro_grammar.checker import check
from cartaro_grammar.file_set import shipped_folder
from cartaro_grammar.load import load_files, load_game
from cartaro_grammar.model import game as g
from cartaro_grammar.model.game import Game
from cartaro_grammar.model.settings import instantiate
from cartaro_grammar.resolve.merge import merge
from cartaro_grammar.syntax import cache_folder, tree
from cartaro_grammar.syntax.format import format_source
from cartaro_grammar.syntax.parser import parse
from cartaro_grammar.text.diagnostic import MAX_TEXT, Diagnostic, as_json, render
from cartaro_grammar.text.reading import source_from_bytes
from cartaro_grammar.text.source import Source
from cartaro_interpreter import (
    Fitting,
    Json,
    RandomPlayer,
    Rules,
    SeededChance,
    compile_game,
    legal_moves,
    moves_json,
    parse_json,
    play_hand,
    read_position,
    read_record,
    replay,
    result_json,
    run_examples,
    score,
    score_json,
    write_json,
)
from cartaro_rulebook.answers.explanation import explain_position
from cartaro_rulebook.site.book import Ruleset
from cartaro_rulebook.site.pages import ruleset_pages

MAX_TOLD = 150
HANDS = 1
TINY, FEW_CARDS, FEW_PLAYERS, FEW_WAYS = 3_000, 8, 3, 1_000
"""The numbers of bytes, cards, players and ways to do an act up to which a game is verified."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A fault of a case. Cases with the same `signature` fail in the same way."""

    signature: str
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a case: its fault, if any, and whether it is a ruleset of which a hand has been played."""

    failure: Failure | None
    played: bool = False


def outcome(case: Case) -> Outcome:
    """Run a case through the program."""
    try:
        if case.kind == "ruleset":
            return Outcome(None, _ruleset(case))
        _CHECKS[case.kind](case)
    except Exception as error:
        return Outcome(failure_of(error))
    return Outcome(None)


def failure(case: Case) -> Failure | None:
    """Return the fault of a case, if any."""
    return outcome(case).failure


def failure_of(error: BaseException) -> Failure:
    """Describe an exception by its kind and its place in the program."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "cartaro" in Path(frame.filename).parent.name]
    where = f"{Path(own[-1].filename).name}:{own[-1].name}" if own else ""
    promise = str(error).split("\n")[0][:80] if isinstance(error, Broken) else ""
    return Failure(f"{type(error).__name__} {where} {promise}".strip(), "".join(traceback.format_exception(error)[-30:]))


# ---------------------------------------------------------------------------------------------- the library


@cache
def _files(path: Path) -> tuple[tree.File, ...]:
    """Return a ruleset with its bases and libraries but without annexes, or nothing if it has mistakes."""
    return tuple(file for file in load_files(path) if isinstance(file, tree.File) and file.kind != "annex")


def beside(parsed: tree.File, near: str) -> tuple[tree.File, ...]:
    """Return the texts that a text builds on: the libraries that it uses, and the games of which it is a variant or an annex.

    They are looked for in the same way as by `load`, next to the file that the text was made from. A variant or annex of an
    unknown game is based on Scopa: `merge` always needs a game.
    """
    libraries = [_named(word, near, ("library",)) for word in parsed.uses]
    bases = [_named(word, near, ("game", "variant")) for word in (*([parsed.base] if parsed.base else []), *parsed.mixins)]
    if parsed.kind in ("variant", "annex") and not any(bases):
        bases = [_files(shipped_folder() / "fishing" / "scopa.regole")]
    return tuple({(file.name.text, file.source.name): file for files in (*libraries, *bases) for file in files}.values())


def _named(word: tree.Word, near: str, kinds: tuple[str, ...]) -> tuple[tree.File, ...]:
    """Return the files of these kinds that the text of a ruleset names."""
    path = named(word.text, near)
    files = () if path is None else _files(path)
    return files if files and files[-1].kind in kinds else ()


def _ruleset(case: Case) -> bool:
    """Return whether the text has no mistakes and a hand was played."""
    game = checked(source_from_bytes(case.data, "a.regole"), case.of)
    played = game is not None and _played(game)
    if game is not None and game.ruleset.base is None and len(case.data) <= TINY and _is_small(game):
        _verified(case)
    if _some(case, 20):
        _through_file(case, "a.regole", ("check",), ("format", "--check"), ("check", "--json"), ("test",))
    return played


def _is_small(game: Game) -> bool:
    """Return whether a game can be verified within the patience of the fuzzer."""
    cards = len(game.deck.cards)
    ways = max((cards ** len(act.parameters) for act in game.acts), default=0)
    return cards <= FEW_CARDS and game.players <= FEW_PLAYERS and ways <= FEW_WAYS


def checked(loaded: Source | tuple[Diagnostic, ...], near: str) -> Game | None:
    """Return the game of a text without mistakes; if the text has mistakes, check the report of each."""
    if not isinstance(loaded, Source):
        _check_diagnostics(loaded)
        return None
    parsed = parse(loaded)
    if isinstance(parsed, tuple):
        _check_diagnostics(parsed)
        return None
    formatted = format_source(loaded)
    if isinstance(formatted, str):
        promise(format_source(Source("a.regole", formatted)) == formatted, "a text laid out is laid out anew")
    merged, found = merge([*beside(parsed, near), parsed])
    ruleset, more = check(merged)
    _check_diagnostics((*found, *more))
    wrong = any(diagnostic.severity == "error" for diagnostic in (*found, *more))
    promise(ruleset is not None or wrong, "there is no game, and nothing is wrong")
    return None if wrong or ruleset is None else _chosen(ruleset)


def _chosen(ruleset: g.Ruleset) -> Game | None:
    chosen = instantiate(ruleset)
    if isinstance(chosen, Game):
        return chosen
    _check_diagnostics(chosen)
    return None


def _check_diagnostics(found: tuple[Diagnostic, ...]) -> None:
    """Check that every mistake can be shown, is within its text, and has a bounded length."""
    promise(len(found) <= 2 * MAX_TOLD, "more is reported than can be read")
    for diagnostic in found:
        labels = [diagnostic.primary] if diagnostic.primary else []
        for span in (
            *(label.span for label in (*labels, *diagnostic.others)),
            *([diagnostic.fix.span] if diagnostic.fix else []),
        ):
            promise(
                0 <= span.start <= span.end <= len(span.source.text), f"a place of {diagnostic.code} lies outside of the text"
            )
        clean(render(diagnostic))
        clean(write_json(as_json(diagnostic)))
        promise(len(diagnostic.message) <= MAX_TEXT, f"the message of {diagnostic.code} is too long")


def _played(game: Game) -> bool:
    """Compile, play and print a game; return whether a hand came to its end."""
    rules = compile_game(game)
    if not isinstance(rules, Rules):
        _check_diagnostics(rules)
        return False
    if not game.claims and any(example for example in game.examples):
        _check_diagnostics(tuple(diagnostic for result in run_examples(game) for diagnostic in result.failures)[:MAX_TOLD])
    found = play_hand(rules, [RandomPlayer(1)] * rules.game.players, SeededChance(1))
    if isinstance(found, Diagnostic):
        _check_diagnostics((found,))
    _simulated(game)
    ruleset_pages(Ruleset(game), "it")
    return not isinstance(found, Diagnostic)


def _simulated(game: Game) -> None:
    """If the engine can compile the game, check that it plays a few hands as the interpreter does."""
    simulation = simulation_of(game, 1)
    if isinstance(simulation, Simulation) and simulation.refused is None:
        found = SimulationUnderWay(simulation).play(HANDS)
        other = simulation_of(game, 1, "hand", "interpreter")
        assert isinstance(other, Simulation)
        expected = SimulationUnderWay(other).play(HANDS)
        if isinstance(found, Diagnostic) or isinstance(expected, Diagnostic):
            promise(found == expected, "the engine and the interpreter stop for different reasons")
        else:
            promise(found.sums == expected.sums, "the engine and the interpreter play different hands")


def _verified(case: Case) -> None:
    """Verify a small game by the command, with the claims next to the text that was changed."""
    name = case.of.split(".")[0] if (SMALL / case.of).is_file() else "a"
    files = {path.name: path.read_bytes() for path in SMALL.glob(f"{name}.*")} | {
        case.of if name != "a" else "a.regole": case.data
    }
    with folder(files), hurried(), environment({"XDG_CACHE_HOME": tempfile.mkdtemp(prefix="cartaro-fuzz-")}):
        run(["verify", f"{name}.regole", *(["--json"] if _some(case, 4) else [])], b"")


@cache
def _fitting(name: str) -> Fitting:
    game = load_game(name)
    assert isinstance(game, Game)
    return Fitting(game, None)


def _position(case: Case) -> None:
    value = _value(case)
    rules = None if isinstance(value, Diagnostic) else _fitting(case.of).rules(value, "position", "a.json")
    if isinstance(rules, Rules) and not isinstance(value, Diagnostic):
        state = read_position(rules, value)
        if isinstance(state, tuple):
            _check_diagnostics(state)
        else:
            moves = legal_moves(rules, state)
            _answered(moves if isinstance(moves, Diagnostic) else moves_json(rules, moves))
            found = score(rules, state)
            _answered(found if isinstance(found, Diagnostic) else score_json(found))
            _answered(explain_position(rules, state, "en"))
    if _some(case, 20):
        _through_file(case, "a.json", ("moves", case.of, "--position"), ("explain", case.of, "--position"))


def _record(case: Case) -> None:
    value = _value(case)
    rules = None if isinstance(value, Diagnostic) else _fitting(case.of).rules(value, "record", "a.json")
    if isinstance(rules, Rules) and not isinstance(value, Diagnostic):
        record = read_record(rules, value, "a.json")
        played = record if isinstance(record, tuple) else replay(rules, record, "a.json")
        if isinstance(played, tuple):
            _check_diagnostics(played)
        else:
            _answered(result_json(rules, played))
    if _some(case, 20):
        _through_file(case, "a.json", ("replay", case.of))


def _value(case: Case) -> Json | Diagnostic:
    try:
        found = parse_json(case.data.decode("utf-8-sig"), "a.json")
    except UnicodeDecodeError:
        return Diagnostic("C0102", "it is not UTF-8")
    if isinstance(found, Diagnostic):
        _check_diagnostics((found,))
    return found


def _answered(answer: Json | Diagnostic) -> None:
    if isinstance(answer, Diagnostic):
        _check_diagnostics((answer,))
    else:
        clean(write_json(answer))


def _settings(case: Case) -> None:
    lines = case.data.decode("utf-8", "replace").split("\n")
    pairs = (line.partition("=") for line in lines)
    found = load_game(case.of, {name: value for name, _, value in pairs})
    if not isinstance(found, Game):
        _check_diagnostics(found)


def _kept(case: Case) -> None:
    """Replace a kept result by random data, with the right digests or without. The entry must be read as this data, or
    rejected.
    """
    game = load_game("scopa")
    assert isinstance(game, Game)
    place = VerdictCache.for_game(game, None)
    with environment({"XDG_CACHE_HOME": tempfile.mkdtemp(prefix="cartaro-fuzz-")}) as folder:
        cache_folder.write(place.cached.name, place.key, case.data)
        promise(place.read() in (None, []) or bool(place.read()), "what is kept is read in another way")
        (Path(folder) / "cartaro" / place.cached.name).write_bytes(case.data)
        promise(place.read() is None, "what has no digest is read")
        with suppress(Exception):  # a damaged entry is computed again, whatever is wrong with it
            cache_folder.unpickle(case.data, ())


# ---------------------------------------------------------------------------------------------- the command


def _command(case: Case) -> None:
    words = [word.decode("utf-8", "surrogateescape").replace("\0", "") for word in case.data.split(b"\n")][:12]
    if words and (words[0] not in SUBCOMMANDS or "--help" in words or is_bounded(words)):
        position = b'{"zones": {"table": ["7D"], "hand": {"1": ["7C"]}}, "turn": 1}'
        texts = {"a.regole": b'library caso\n  title "x"\n', "small.regole": (SMALL / "under.regole").read_bytes()}
        with folder({"a.json": position, **texts}), hurried():
            known = {"GAME": case.of, "FILE": "a.regole" if words[0] in {"check", "format"} else "a.json"}
            run([known.get(word, word) for word in words], b"1\n" * 400)


def _process(case: Case) -> None:
    """Run a command with little memory, or kill it: all output must be whole, and the command must work when it is called
    again.
    """
    limit, words, text = (*case.data.split(b"\n", 2), b"", b"")[:3]
    run_process(limit.decode("ascii", "replace"), words.decode("ascii", "replace").split("|"), text)


def _through_file(case: Case, name: str, *commands: tuple[str, ...]) -> None:
    with folder({name: case.data}):
        for words in commands:
            at = len(words) if "--json" not in words and "--check" not in words else 1
            run([*words[:at], name, *words[at:]], b"")


def _some(case: Case, of: int) -> bool:
    """Return whether a case is one of the few that are also run through the command."""
    return hashlib.sha256(case.data).digest()[0] % of == 0


_CHECKS: Mapping[str, Callable[[Case], None]] = {
    "position": _position, "record": _record, "settings": _settings, "cache": _kept, "command": _command,
    "process": _process, "certificate": lambda case: check_certificate(case.data),
    "program": lambda case: check_program(case.data),
}  # fmt: skip
