"""The checker of certificates. It checks that everything listed in a manifest is there, and that a solver finds every condition
impossible.

It uses neither the prover's searches nor its encoder; it reads scripts and has a solver decide them.  It reports its
assumptions: the encoder states the conditions that the proofs need, and the solver is right.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from cartaro_grammar import Game, text_digest
from cartaro_grammar import game as g
from cartaro_verify.certificates.conditions import MANIFEST_FORM, own_parts_of, parts_of, script_name
from cartaro_verify.certificates.script_reader import MalformedScript, ReadScript, read_script
from cartaro_verify.terms import z3_backend
from cartaro_verify.verify import subjects

MANIFEST = "manifest.json"
CERTIFICATE = "certificate.json"
EVERYWHERE_FORM = 2
"""The form of the manifest of verdicts under all house rules."""
SAME_GAMES_FORM = 3
"""The form of the manifest of the proof that two games are the same."""
MOST_BYTES = 64_000_000
"""Of a file."""
MOST_SCRIPTS = 9_999
DECIDED = frozenset({"proved", "attained", "refuted"})

ReadFile = Callable[[str], bytes | None]
"""The bytes of a file of the certificate, at most `MOST_BYTES`; None if the file is missing or larger."""
Solver = Callable[[ReadScript], list[str]]
"""Evaluates the checks of a script: "unsat", "sat" or "unknown" for each.  Raises `ValueError` if it cannot read the script."""


class MalformedManifest(Exception):
    """A malformed manifest, or one that lists missing files."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The description of a certificate folder, after its form has been checked. For a certificate of all house rules, the
    players and house rules are those of its boxes.
    """

    game: str
    digest: str
    players: int
    house_rules: dict[str, str]
    settings: dict[str, str]
    verdicts: tuple[dict[str, Any], ...]
    scripts: tuple[ListedScript, ...]
    value: dict[str, Any] = field(repr=False)

    @property
    def is_everywhere(self) -> bool:
        """Return whether the verdicts are about every number of players and all house rules."""
        return bool(self.value["form"] == EVERYWHERE_FORM)

    @property
    def is_of_two_games(self) -> bool:
        """Return whether the verdicts are about clauses in which two games differ."""
        return bool(self.value["form"] == SAME_GAMES_FORM)


@dataclass(frozen=True, slots=True)
class ListedScript:
    """The file name of a script, its digest, and the queries of each part of the proof, in their order."""

    file: str
    digest: str
    parts: tuple[tuple[str, int], ...]

    @property
    def queries(self) -> int:
        return sum(number for _, number in self.parts)


@dataclass(frozen=True, slots=True)
class CheckedScript:
    """A script whose checks a solver has decided; `wrong` is the reason if the script is refused."""

    listed: ListedScript
    answers: tuple[str, ...] = ()
    wrong: str = ""

    def open_parts(self, answer: str) -> tuple[str, ...]:
        """Return the parts of the proof that have a check with this answer."""
        each = [part for part, number in self.listed.parts for _ in range(number)]
        return tuple(dict.fromkeys(part for part, found in zip(each, self.answers, strict=True) if found == answer))


def read_manifest(data: bytes | None) -> Manifest:
    """Return a manifest after checking its form; raise `MalformedManifest` if something is missing or malformed."""
    try:
        value: object = json.loads(data or b"", object_pairs_hook=_without_repetition)
        return _manifest(cast("dict[str, Any]", value))
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as malformed:
        raise MalformedManifest from malformed


def _without_repetition(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object of JSON. No name may occur twice in it, because readers differ about which value counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError
    return found


def _manifest(value: dict[str, Any]) -> Manifest:
    scripts = tuple(_listed(number, each) for number, each in enumerate(value["scripts"], 1))
    if len(scripts) > MOST_SCRIPTS:
        raise ValueError
    if value["form"] == EVERYWHERE_FORM:
        if {"players", "house_rules"} - value.keys():
            raise ValueError
        verdicts = tuple(map(_verdict_everywhere, value["verdicts"]))
        return Manifest(_text(value["game"]), _text(value["digest"]), 0, {}, {}, verdicts, scripts, value)
    found = Manifest(
        _text(value["game"]), _text(value["digest"]), value["players"], _texts(value["house_rules"]), _texts(value["settings"]),
        tuple(map(_verdict, value["verdicts"])), scripts, value,
    )  # fmt: skip
    if value["form"] not in (MANIFEST_FORM, SAME_GAMES_FORM) or type(found.players) is not int:
        raise ValueError
    if found.is_of_two_games:
        other = value["other"]
        _texts({each: other[each] for each in ("game", "digest")})
        _texts(other["house_rules"])
        _texts(other["settings"])
        if type(other["players"]) is not int or type(value["invariants"]) is not bool:
            raise ValueError
    return found


def _listed(number: int, value: Any) -> ListedScript:
    parts = tuple((_text(part), count) for part, count in value["parts"])
    if value["file"] != script_name(number) or not all(type(count) is int and count > 0 for _, count in parts):
        raise ValueError
    return ListedScript(value["file"], _text(value["sha256"]), parts)


def _verdict(value: Any) -> dict[str, Any]:
    for key in ("kind", "name", "verdict"):
        _text(value[key])
    _texts(value["settings"])
    if value["verdict"] not in DECIDED and value["verdict"] != "unknown":
        raise ValueError
    for part in value["rests_on"] if value["verdict"] in DECIDED else value.get("rests_on", ()):
        _text(part)
    return cast("dict[str, Any]", value)


def _verdict_everywhere(value: Any) -> dict[str, Any]:
    for key in ("kind", "name", "verdict"):
        _text(value[key])
    if type(value["players"]) is not int or value["verdict"] not in {*DECIDED, "unknown"}:
        raise ValueError
    for box in value["boxes"]:
        for text in (box["place"], *([] if box["part"] is None else [box["part"]]), *box["rests_on"]):
            _text(text)
        for values in box["house_rules"].values():
            _texts({each: each for each in values})
    return cast("dict[str, Any]", value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _texts(value: Any) -> dict[str, str]:
    return {_text(key): _text(each) for key, each in value.items()}


def is_of_text(manifest: Manifest, game: Game) -> bool:
    """Return whether a certificate belongs to this game and its texts, players and house rules."""
    rules = {option.name: game.chosen[option.name] for option in game.ruleset.options}
    mine = (game.name, text_digest(game), game.players, rules, dict(game.settings))
    return (manifest.game, manifest.digest, manifest.players, manifest.house_rules, manifest.settings) == mine


def misstated(manifest: Manifest, game: Game) -> Iterator[str]:
    """Yield the names of verdicts that are wrong: the text has another claim or none of this name, the verdict is listed twice,
    or it names parts of the proof that are not about it. Also yield the obligations and claims without a verdict.
    """
    missing = {(kind, name, frozenset(settings)): name for kind, name, settings in subjects(game)}
    for verdict in manifest.verdicts:
        name, claim = verdict["name"], game.claim.get(verdict["name"])
        place = verdict["kind"], name, frozenset(verdict["settings"].items())
        is_known = missing.pop(place, None) is not None
        is_same = verdict["kind"] != "claim" or (claim is not None and verdict.get("claim") == claim.span.text)
        if not (is_known and is_same and _names_its_parts(manifest, verdict)):
            yield name
    yield from missing.values()


def _names_its_parts(manifest: Manifest, verdict: Mapping[str, Any]) -> bool:
    """Return whether a verdict names all parts of the proof that are about it, and no others."""
    if verdict["verdict"] not in DECIDED:
        return not verdict.get("rests_on")
    if verdict["verdict"] == "refuted" and verdict.get("counterexample"):
        return not verdict["rests_on"]
    parts = dict.fromkeys(part for script in manifest.scripts for part, _ in script.parts)
    return bool(verdict["rests_on"] == parts_of(verdict["name"], verdict["settings"], parts))


def check_scripts(manifest: Manifest, read: ReadFile, solver: Solver) -> Iterator[CheckedScript]:
    """Yield each script with a solver's answers to its checks."""
    for listed in manifest.scripts:
        data = read(listed.file)
        if data is None or hashlib.sha256(data).hexdigest() != listed.digest:
            yield CheckedScript(listed, wrong="changed")
            continue
        try:
            script = read_script(data.decode("ascii"))
        except (MalformedScript, UnicodeDecodeError):
            yield CheckedScript(listed, wrong="malformed")
            continue
        if len(script.checks) != listed.queries:
            yield CheckedScript(listed, wrong="malformed")
            continue
        try:
            yield CheckedScript(listed, tuple(solver(script)))
        except ValueError:
            yield CheckedScript(listed, wrong="malformed")


STEPS = 30_000_000
"""The limit of work for one check, in Z3's own units."""


def decided_by_z3(script: ReadScript) -> list[str]:
    """Have Z3 decide the checks of a script in order, then separately every check that is still open.

    Raise `ValueError` if Z3 cannot read the script.
    """
    found = z3_backend.answers(script.text, STEPS)
    if len(found) != len(script.checks):
        found = ["unknown"] * len(script.checks)
    separately = dict[tuple[str, ...], str]()
    for number, (asserted, answer) in enumerate(zip(script.checks, found, strict=True)):
        if answer not in ("unsat", "sat"):
            if asserted not in separately:
                separately[asserted] = next(iter(z3_backend.answers(script.alone(number), STEPS)), "unknown")
            found[number] = separately[asserted]
    return found


def without_conditions(manifest: Manifest, game: Game) -> tuple[str, ...]:
    """Return the names of verdicts that need a condition of their own, or a record, and have none in the certificate."""
    return tuple(dict.fromkeys(verdict["name"] for verdict in manifest.verdicts if not _is_supported(verdict, game)))


def _is_supported(verdict: Mapping[str, Any], game: Game) -> bool:
    shown = bool(verdict.get("counterexample") or verdict.get("example"))
    proved = bool(own_parts_of(verdict["name"], verdict["settings"], verdict.get("rests_on", ())))
    lines = game.claim[verdict["name"]].lines if verdict["name"] in game.claim else ()
    match verdict["verdict"]:
        case "proved":
            return proved
        case "attained":
            return shown and (proved or all(isinstance(line, g.Possible) for line in lines))
        case "refuted":
            return shown or proved
        case _:
            return True
