"""The conditions of a proof as SMT-LIB scripts with a manifest, which are everything that others need to check a certificate.

A `ConditionLog` replays a log and keeps every query that the solver answers `no`, grouped by the part of the proof that it
belongs to: every deal makes the invariants true (`initial`); some path of a move is infeasible (`paths`); every move keeps the
invariants (`inductive`); an obligation or claim holds in the states that the invariants allow.  Queries with common facts share
a script.  The manifest names the texts, players and house rules, and for each verdict the parts on which it rests.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import cast

from cartaro_grammar import Game, text_digest
from cartaro_verify.obligation_proofs import WITHOUT_INVARIANTS
from cartaro_verify.proof_log import ProofLog
from cartaro_verify.results.json_form import as_json
from cartaro_verify.results.verdicts import Result
from cartaro_verify.terms.smt_lib import Query, session_script
from cartaro_verify.terms.terms import Cond

MANIFEST_FORM = 1


@dataclass(frozen=True, slots=True)
class Script:
    """A script of several queries; the number of consecutive queries for each part of the proof."""

    text: str
    parts: tuple[tuple[str, int], ...]

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode("utf-8")).hexdigest()


class ConditionLog(ProofLog):
    """A log that is replayed, with the queries on which the proofs rest."""

    def __init__(self, given: Mapping[str, object]) -> None:
        super().__init__(given)
        self.scripts = list[Script]()
        self._queries = dict[int, list[Query]]()
        self._owners = list[object]()
        """They are stored as long as their queries, so that no identity is used twice."""

    @contextmanager
    def under(self, *names: str) -> Generator[None]:
        """Close the scripts at the end, and release the terms that they were made from."""
        with super().under(*names):
            yield
        for queries in self._queries.values():
            parts = tuple((part, len(list(some))) for part, some in groupby(queries, lambda query: query.part))
            self.scripts.append(Script(session_script(queries), parts))
        self._queries.clear()
        self._owners.clear()

    def refuted(self, facts: Sequence[object], conditions: Sequence[object], owner: object) -> None:
        """Keep a query."""
        if self.is_aside:
            return
        if id(owner) not in self._queries:
            self._owners.append(owner)
        asked = tuple(each for each in cast("Sequence[Cond]", conditions) if each is not True)
        query = Query(tuple(cast("Sequence[Cond]", facts)), asked, "/".join(self.path))
        self._queries.setdefault(id(owner), []).append(query)


def manifest(game: Game, results: Iterable[Result], log: ConditionLog) -> dict[str, object]:
    """Return the contents of a certificate's folder as JSON; script files are numbered from 1."""
    decided = [result for result in results if result.kind != "advice"]
    parts = tuple(dict.fromkeys(part for script in log.scripts for part, _ in script.parts))
    return {
        "form": MANIFEST_FORM,
        **head(game),
        "players": game.players,
        "house_rules": {option.name: game.chosen[option.name] for option in game.ruleset.options},
        "settings": dict(game.settings),
        "verdicts": [_verdict(game, result, parts) for result in decided],
        **listed_scripts(log),
    }


def head(game: Game) -> dict[str, object]:
    """Return the entries of a manifest that name the texts of a game."""
    digest, edition = text_digest(game), game.ruleset.edition
    return {
        "game": game.name,
        "title": dict(game.ruleset.title),
        "edition": None if edition is None else edition.name,
        "digest": digest,
        "fingerprint": digest[:12],
    }


def listed_scripts(log: ConditionLog) -> dict[str, object]:
    """Return the entries of a manifest that list the scripts; their files are numbered from 1."""
    return {
        "lemmas": ["/".join(part) for part in dict.fromkeys(log.lemmas)],
        "scripts": [
            {"file": script_name(number), "sha256": script.digest, "parts": [list(part) for part in script.parts]}
            for number, script in enumerate(log.scripts, 1)
        ],
    }


def script_name(number: int) -> str:
    """Return the name of the file of a script."""
    return f"{number:04}.smt2"


def _verdict(game: Game, result: Result, parts: Iterable[str]) -> dict[str, object]:
    """Return a verdict in the form of `verify --json`, with the text of its claim and the parts of the proof that
    support it.
    """
    found = as_json(result)
    del found["seconds"]
    claim = game.claim.get(result.name) if result.kind == "claim" else None
    if claim is not None:
        found["claim"] = claim.span.text
    if result.verdict != "unknown":
        shown = result.verdict == "refuted" and result.witness is not None
        found["rests_on"] = [] if shown else parts_of(result.name, dict(result.settings), parts)
    return found


def parts_of(name: str, settings: Mapping[str, str], parts: Iterable[str]) -> list[str]:
    """Return the parts of the proof that may support a verdict under some settings: its own parts, those of joint proofs, and
    those of the invariants.
    """
    return [part for part in parts if _supports(name, settings, part, own=False)]


def own_parts_of(name: str, settings: Mapping[str, str], parts: Iterable[str]) -> list[str]:
    """Return these parts without those of the invariants, which do not depend on the subject. That a hand ends is proved among
    them, by a measure.
    """
    return [part for part in parts if _supports(name, settings, part, own=True)]


def is_own(name: str, part: str) -> bool:
    """Return whether a part, without the house rules before it, proves something about a subject."""
    return _supports(name, {}, part, own=True)


def _supports(name: str, settings: Mapping[str, str], part: str, *, own: bool) -> bool:
    names = part.split("/")
    under = [each for each in names if "=" in each]
    kind, *rest = names[len(under) :] or [""]
    if under != [f"{option}={value}" for option, value in settings.items()]:
        return False
    if is_of_invariants(kind):
        return (name, rest[:1]) == ("ends", ["measure"]) if own else name not in WITHOUT_INVARIANTS
    if kind == "jointly":
        return name not in WITHOUT_INVARIANTS
    return rest[:1] == [name]


def is_of_invariants(part: str) -> bool:
    """Return whether a part, without the house rules before it, belongs to the invariants of a game."""
    return part.partition("/")[0].partition(" ")[0] == "hands"
