"""Verdicts kept from one run to the next, under what they depend on: texts, house rules, players, and all code and libraries.

Takes and gives the JSON values of results.  What is read is of this game and of the form that the verifier writes, to the
last key; anything else is taken as not kept, and found anew.

Verdicts of rulesets, found by the verifier or kept from an earlier run: the same text under the same verifier has the same.

They travel as JSON values, between processes as between runs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args

from cartaro_grammar import PLAYERS_SETTING, Diagnostic, Game, cache_folder, cache_key, code_digest, load_files, load_game, tree
from cartaro_interpreter import Rules, SearchedHands, Sought

# ----------------------------------------------------------------- verdict cache


KeptVerdict = dict[str, Any]
"""A result as JSON, see `cartaro_verify.as_json`."""

NO_WITNESS: KeptVerdict = {"position": {"zones": {}}}


@dataclass(frozen=True, slots=True)
class KeptPlace:
    """Where the verdicts on a game are kept: those named `only`, or all."""

    game: Game
    only: str | None
    key: bytes

    @staticmethod
    def of(rules: str, game: Game, only: str | None) -> KeptPlace:
        """The place of the verdicts on this ruleset's texts, under the game's house rules, by this verifier."""
        files = [file for file in load_files(rules) if isinstance(file, tree.File)]
        texts = [part.encode() for file in files for part in (file.kind, file.name.text, file.source.text)]
        chosen = [part.encode() for name, value in game.settings for part in (name, value)]
        which = [b"all"] if only is None else [b"only", only.encode("utf-8", "surrogateescape")]
        return KeptPlace(
            game, only, cache_key(_verifier(), *which, str(game.players).encode(), cache_key(*chosen), cache_key(*texts))
        )

    @property
    def name(self) -> str:
        return f"{self.game.name[:40]}-{self.key.hex()[:32]}.verdicts"

    def read(self) -> list[KeptVerdict] | None:
        """The verdicts kept here, or None where there are none, or none that could have been written here."""
        body = cache_folder.read(self.name, self.key)
        if body is None:
            return None
        try:
            found: object = json.loads(body)
        except (ValueError, RecursionError):
            return None
        return cast("list[KeptVerdict]", found) if self._is_ours(found) else None

    def write(self, values: Sequence[KeptVerdict]) -> None:
        """Keep verdicts here."""
        cache_folder.write(self.name, self.key, json.dumps(values, ensure_ascii=False).encode("utf-8", "surrogatepass"))

    def _is_ours(self, found: object) -> bool:
        """Whether a value is what would be written here: the results of this game, and all of them."""
        from cartaro_verify import OBLIGATIONS

        if not isinstance(found, list) or not all(self._is_result(value) for value in cast("list[object]", found)):
            return False
        names = {value["name"] for value in cast("list[KeptVerdict]", found)}
        wanted = {*OBLIGATIONS, *(claim.name for claim in self.game.claims)}
        return wanted <= names if self.only is None else names == wanted & {self.only}

    def _is_result(self, value: object) -> bool:
        """Whether a value is a result of this game that the verifier could have written."""
        try:
            row = cast("KeptVerdict", value)
            players = row["settings"].get(PLAYERS_SETTING, self.game.players)
            return (str(row["players"]), row["game"]) == (str(players), self.game.name) and _has_form(row)
        except Exception:  # of another form: which mistake it makes does not matter
            return False


def _has_form(row: KeptVerdict) -> bool:
    """Whether a result, read and written again, is the same to the last key; what is copied as it stands is looked at."""
    from cartaro_verify import Verdict, as_json, from_json

    texts = [
        row["name"],
        row.get("at", ""),
        row["kind"],
        row["method"],
        row.get("reason", ""),
        *row["cites"],
        *row.get("invariants", ()),
    ]
    texts += [text for pair in (*row["settings"].items(), *row["house_rules"].items(), *row["text"].items()) for text in pair]
    case: Any = row.get("open", {"case": "", "invariants": ()})
    texts += [case["case"], case.get("move", ""), case.get("help", ""), *case["invariants"]]
    positions = [case[key] for key in ("before", "position") if key in case]
    texts += [position["note"] for position in positions]
    shown: Any = row.get("counterexample") or row.get("example") or NO_WITNESS
    return (
        json.loads(json.dumps(as_json(from_json(row)))) == row
        and row["verdict"] in get_args(Verdict)
        and all(isinstance(text, str) for text in texts)
        and isinstance(row["seconds"], int | float)
        and all(isinstance(position["zones"], dict) for position in (shown["position"], *positions))
        and all(isinstance(position["counters"], dict) for position in positions)
        and isinstance(case.get("played", {"args": {}})["args"], dict)
    )


def _verifier() -> bytes:
    """The digest of the code that verdicts depend on, and of the solver's version."""
    from importlib.metadata import version

    import cartaro_engine
    import cartaro_grammar
    import cartaro_interpreter
    import cartaro_verify

    packages = (cartaro_grammar, cartaro_interpreter, cartaro_engine, cartaro_verify)
    return cache_key(code_digest(*(Path(package.__path__[0]) for package in packages)), version("z3-solver").encode())


# ---------------------------------------------------------------------- verdicts


def verdicts(
    rules: str,
    settings: Mapping[str, str],
    only: str | None,
    progress: Callable[[str], None] | None = None,
    fresh: bool = False,
    tell: Callable[[KeptVerdict], None] | None = None,
) -> list[KeptVerdict] | tuple[Diagnostic, ...]:
    """The results for one ruleset; found anew when `fresh`, or not kept before.  Each is told as soon as it is known."""
    game = load_game(rules, settings)
    if not isinstance(game, Game):
        return game
    place = KeptPlace.of(rules, game, only)
    kept = None if fresh else place.read()
    told = tell or _kept_quiet
    if kept is not None:
        for value in kept:
            told(value)
        return kept
    from cartaro_verify import as_json, decide

    found: dict[object, KeptVerdict] = {}
    for result in decide(game, only, progress, _in_compiled_hands):
        found[result.place] = cast("KeptVerdict", json.loads(json.dumps(as_json(result))))
        told(found[result.place])
    values = list(found.values())
    place.write(values)
    return values


def _in_compiled_hands(rules: Rules, sought: tuple[Sought, ...], seldom: frozenset[str]) -> SearchedHands:
    """The engine's search of hands, which is loaded where it is wanted."""
    from cartaro_engine import search_hands

    return search_hands(rules, sought, seldom)


def _kept_quiet(value: KeptVerdict) -> None:
    """Takes what there is to tell, and tells nobody."""
