"""The inputs of the fuzzer: a case is an input of some kind, with its purpose.

Cases are made from the rulesets that are shipped or belong to the tests, the past findings in `corpus`, and positions and
records of play; `case(seed, number)` is the same everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Literal, get_args

from tests.fuzz.mutations import in_other_key_words, lightly_mutated, mutated, mutated_json, recombined
from tests.fuzz.strangers import ANSWERS, changed_certificate

from cartaro_grammar.file_set import shipped, shipped_folder
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_interpreter import (
    Move,
    Played,
    PlayInProgress,
    RandomPlayer,
    Rules,
    SeededChance,
    View,
    compile_game,
    play_out,
    write_json,
    write_position,
    write_record,
)

Kind = Literal["ruleset", "position", "record", "settings", "cache", "command", "process", "certificate", "program"]
TESTS = Path(__file__).parents[1]
CORPUS = Path(__file__).parent / "corpus"
SMALL = TESTS / "verify" / "soundness"
"""Games that can be verified, with their claims, in about a second."""
PLAYED = ("scopa", "scopone", "rubamazzo", "chkobba", "scala40", "ramino")
COMMANDS = (
    "check|GAME", "check|FILE|--json", "test|GAME", "test|GAME|--set|players=every", "format|--check|FILE",
    "moves|GAME|--position|FILE", "moves|GAME|--position|-|--json", "score|GAME|--position|FILE|--json", "replay|GAME|FILE",
    "explain|GAME|--position|FILE|--language|en|--json", "explain|GAME|--position|-|--move|lay 7D", "sources|GAME",
    "play|GAME|--seats|random,random|--seed|1|--language|fr", "play|GAME|--seed|3|--match", "--help", "book|--help",
    "check|GAME|--set|punti=21|--set|players=4", "verify|--help",
    "verify|small.regole|--only|conserved|--fresh", "verify|small.regole|--json",
    "verify|small.regole|--set|players=every|--only|ends",
    "simulate|GAME|-n|5|--seed|7", "simulate|GAME|-n|2|--matches|--json",
    "compare|GAME|--vary|players|-n|3|--json", "compare|GAME|FILE|-n|2",
    "book|build|GAME|--no-verify|--strict", "book|build|small.regole|--no-verify|--out|public",
    "ask|small.regole|--language|it", "describe|GAME|--json", "diff|small.regole|a.regole", "fit|FILE|--json", "table|FILE",
    "vectors|GAME|-n|3", "example-position|GAME|--seed|3|--moves|5", "schema|position", "games|--json", "help|check",
    "certify|.", "new|mia|--of|GAME|--language|it", "format|--check|FILE|--language|fr", "mutate|--help", "conform|--help",
)  # fmt: skip
PROCESSES = (
    "check|mine.regole|--json", "format|mine.regole", "format|mine.regole|--language|it", "test|mine.regole",
    "simulate|mine.regole|-n|200",
    "simulate|mine.regole|-n|50|--engine|interpreter|-j|2", "play|mine.regole|--seats|good,random|--seed|1|--record|r.json",
    "verify|small.regole|--fresh", "verify|small.regole|--fresh|--certificate|kept", "ask|small.regole",
    "verify|small.regole|mine.regole|--only|conserved|-j|2", "new|mia|--of|mine.regole",
    "book|build|small.regole|--no-verify|--no-statistics|--out|public",
)  # fmt: skip
"""Commands that run in a separate process on a text that is put next to them."""
LIMITS = ("memory 120000", "memory 200000", "memory 350000", "memory 700000", "memory 2000000")
KILLS = ("SIGKILL", "SIGKILL", "SIGTERM", "SIGHUP")


@dataclass(frozen=True, slots=True)
class Case:
    """An input: the bytes of a ruleset, a position, a record or a kept result; settings, one a line; a command's words, one
    a line; for a process a line with its limit, one with its words, and a ruleset. `of` is its shipped ruleset.
    """

    kind: Kind
    data: bytes
    of: str = "scopa"


def case(seed: int, number: int) -> Case:
    """Return the case with this number: an initial input with random changes."""
    chance = Random(f"{seed}/{number}")
    kind: Kind = chance.choices(get_args(Kind), (50, 16, 16, 5, 3, 10, 4, 5, 4))[0]
    if kind == "certificate":
        return Case(kind, changed_certificate(chance))
    known = seeds()[kind]
    of, data = chance.choice(known)
    others = [other for _, other in known]
    match kind:
        case "position" | "record":
            return Case(kind, mutated_json(data, others, chance), of)
        case "ruleset":
            if chance.randrange(8) == 0:
                data = in_other_key_words(data, chance)
            how = chance.randrange(6)  # `check` rejects nearly every game with more than a small change
            if how < 2:
                return Case(kind, lightly_mutated(data, chance), of)
            return Case(kind, recombined(data, others, chance) if how < 4 else mutated(data, others, chance), of)
        case "process":
            text = re.sub(rb"^game \w+", b"game mine", lightly_mutated(data, chance) if chance.randrange(3) else data)
            kill = (
                f"{chance.choice(KILLS)} {int(10 * 1.5 ** chance.randrange(14))}"  # 10 to 2,000 milliseconds of processor time
            )
            limit = chance.choice((kill, chance.choice(LIMITS)))
            return Case(kind, b"\n".join([limit.encode(), chance.choice(PROCESSES).encode(), text]), of)
        case "settings" | "cache" | "command" | "program":
            return Case(kind, mutated(data, others, chance)[:20_000], of)


@cache
def seeds() -> dict[Kind, Sequence[tuple[str, bytes]]]:
    """The initial inputs, by kind, each with the ruleset that it belongs to."""
    small = [path for path in rulesets() if path.parent == SMALL]
    found: dict[Kind, list[tuple[str, bytes]]] = {
        # rulesets are drawn twice as often, because they are verified too
        "ruleset": [(path.name, path.read_bytes()) for path in (*rulesets(), *small)],
        "position": [], "record": [], "cache": [("scopa", b""), ("scopa", b"[]"), ("scopa", b'[{"name": "ends"}]')],
        "settings": [("scopa", b"punti=21\nplayers=4"), ("scopone", b"ultima=presa"), ("scala40", b"players=3")],
        "command": [("scopa", words.replace("|", "\n").encode()) for words in COMMANDS],
        "program": [("guerra", written) for written in ANSWERS], "certificate": [],
        "process": [(path.name, path.read_bytes()) for path in small if path.read_bytes().startswith(b"game ")],
    }  # fmt: skip
    for name in PLAYED:
        position, record = _played(name)
        found["position"].append((name, position))
        found["record"].append((name, record))
    for one in corpus():
        if one.kind != "process":  # processes are generated from rulesets
            found[one.kind].append((one.of, one.data))
    return {kind: tuple(known) for kind, known in found.items()}


@cache
def rulesets() -> tuple[Path, ...]:
    """Return the rulesets that are shipped or belong to the tests."""
    return tuple(sorted([*shipped_folder().glob("*/*.regole"), *TESTS.glob("**/*.regole")]))


def named(name: str, near: str) -> Path | None:
    """Return the ruleset of this name: next to the file `near`, or in a `lib` folder, or anywhere."""
    folders = {path.parent for path in rulesets() if path.name == near}
    found = [path for path in rulesets() if path.name == f"{name}.regole"]
    return min(found, key=lambda path: (path.parent not in folders, path.parent.name != "lib"), default=None)


def corpus() -> tuple[Case, ...]:
    """The past findings, named `WHAT.KIND`, or `WHAT.GAME.KIND` for a position or record."""
    return tuple(read_case(path) for path in sorted(CORPUS.iterdir()) if path.suffix[1:] in {*get_args(Kind), "regole"})


def read_case(path: Path) -> Case:
    """Return the case that a file holds, as its name describes it."""
    *words, last = path.name.split(".")
    kind: Kind = next((kind for kind in get_args(Kind) if kind == last), "ruleset")
    return Case(kind, path.read_bytes(), words[-1] if words[-1] in shipped() else "scopa")


class _Enough(Exception):
    """Play has gone as far as requested."""


class _Some(RandomPlayer):
    """A player who plays some moves at random and then stops, so that the position can be used."""

    def __init__(self, seed: str, moves: int) -> None:
        super().__init__(seed)
        self.moves = moves

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        if not self.moves:
            raise _Enough
        self.moves -= 1
        return super().choose(view, moves)


def _played(name: str) -> tuple[bytes, bytes]:
    """Return the position after some moves of a hand, and the record of a hand."""
    game = load_game(name)
    assert isinstance(game, Game)
    rules = compile_game(game)
    assert isinstance(rules, Rules)
    table = PlayInProgress(rules, SeededChance(7), False)
    with suppress(_Enough):
        play_out(table, [_Some(f"7/{seat}", 3) for seat in range(game.players)])
    played = play_out(
        PlayInProgress(rules, SeededChance(7), False), [RandomPlayer(f"7/{seat}") for seat in range(game.players)]
    )
    assert isinstance(played, Played)
    return write_json(write_position(rules, table.state)).encode(), write_json(write_record(rules, played)).encode()
