"""The certificate that two games are the same: for each clause in which they differ, the conditions under which both clauses
apply in the same cases (decision 0146).

It has the same files as the certificate of one game. The verdicts of its manifest are about the compared clauses. The rest of
the two texts has the same form, which only a checker that reads the texts can compare.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cartaro_grammar import Game, proof_digest
from cartaro_verify.certificates.certificate import Certificate, CertifiedVerdict
from cartaro_verify.certificates.checker import SAME_GAMES_FORM, Manifest, is_of_text
from cartaro_verify.certificates.conditions import ConditionLog, head, is_own, listed_scripts, parts_of
from cartaro_verify.clause_differences import BACKWARDS, FORWARDS

CLAUSE = "clause"


def certificate_of_same(first: Game, clauses: Sequence[str], log: ConditionLog) -> Certificate:
    """Return the certificate that some clauses of a game apply in the same cases as those of another game."""
    verdicts = tuple(CertifiedVerdict(CLAUSE, name, "proved") for name in clauses)
    return Certificate(first.name, proof_digest(first), verdicts, dict(log.entries))


def manifest_of_same(
    first: Game, second: Game, clauses: Sequence[str], invariants: bool, log: ConditionLog
) -> dict[str, object]:
    """Return the contents of the folder of a certificate as JSON."""
    parts = tuple(dict.fromkeys(part for script in log.scripts for part, _ in script.parts))
    game = _game(first)
    about: dict[str, object] = {
        "game": first.name,
        "settings": {},
        "players": first.players,
        "house_rules": game["house_rules"],
    }
    return {
        "form": SAME_GAMES_FORM,
        **game,
        "other": _game(second),
        "invariants": invariants,
        "verdicts": [
            {"kind": CLAUSE, "name": name, "verdict": "proved", **about, "rests_on": parts_of(name, {}, parts)}
            for name in clauses
        ],
        **listed_scripts(log),
    }


def _game(game: Game) -> dict[str, object]:
    rules = {option.name: game.chosen[option.name] for option in game.ruleset.options}
    return {**head(game), "players": game.players, "house_rules": rules, "settings": dict(game.settings)}


def other_game(manifest: Manifest) -> Manifest:
    """Return the manifest as one of its second game."""
    other: Mapping[str, Any] = manifest.value["other"]
    return replace(
        manifest,
        game=other["game"],
        digest=other["digest"],
        players=other["players"],
        house_rules=other["house_rules"],
        settings=other["settings"],
    )


def is_of_texts(manifest: Manifest, first: Game, second: Game) -> bool:
    """Return whether a certificate belongs to these two games."""
    return is_of_text(manifest, first) and is_of_text(other_game(manifest), second)


def misstated_same(manifest: Manifest, first: Game) -> Iterator[str]:
    """Yield the names of verdicts that are wrong: the first game has no such clause, it is listed twice, or other parts of the
    proof are listed than those about it.
    """
    parts, seen = tuple(dict.fromkeys(part for script in manifest.scripts for part, _ in script.parts)), set[str]()
    for verdict in manifest.verdicts:
        name = verdict["name"]
        is_stated = verdict["kind"] == CLAUSE and verdict["verdict"] == "proved" and not verdict["settings"]
        if not is_stated or name in seen or name not in first.clause or verdict["rests_on"] != parts_of(name, {}, parts):
            yield name
        seen.add(name)


def without_conditions_same(manifest: Manifest) -> tuple[str, ...]:
    """Return the names of clauses without a condition in one of the two directions, and the name of the game: no condition
    shows that the rest of the two texts is the same.
    """
    bare = (verdict["name"] for verdict in manifest.verdicts if not _is_in_both_directions(verdict))
    return (*bare, manifest.game)


def _is_in_both_directions(verdict: Mapping[str, Any]) -> bool:
    own: Iterable[str] = (part for part in verdict["rests_on"] if is_own(verdict["name"], part))
    return {part.rpartition("/")[2] for part in own} >= {FORWARDS, BACKWARDS}
