"""The certificate of the verdicts under all house rules: for each box of choices, the conditions that prove its verdict.

It has the same files as the certificate of one choice (`certificate`, `conditions`, `checker`). It contains the proofs of many
games: the names of the parts begin with the number of players and the house rules that are fixed in a proof. Each box names the
place of its proof, and the checker counts whether the boxes cover all choices that are called proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from cartaro_grammar import PLAYERS_SETTING, Game, choose, proof_digest, text_digest
from cartaro_grammar import game as g
from cartaro_verify import boxes
from cartaro_verify.boxes import Axes, Box
from cartaro_verify.certificates.certificate import Certificate, CertifiedVerdict
from cartaro_verify.certificates.checker import EVERYWHERE_FORM, Manifest
from cartaro_verify.certificates.conditions import ConditionLog, head, is_of_invariants, is_own, listed_scripts, parts_of
from cartaro_verify.certificates.cover import cover_faults
from cartaro_verify.everywhere import ALONE, ProvedBox, decide_everywhere
from cartaro_verify.obligation_proofs import OBLIGATIONS
from cartaro_verify.proof_log import MALFORMED, Diverged, ProofLog
from cartaro_verify.results.json_form import as_json, from_json
from cartaro_verify.results.verdicts import Result, Under, merged

# ------------------------------------------------------------------------ making


def certificate_everywhere(game: Game, results: Iterable[Result], log: ProofLog) -> Certificate:
    """Return the certificate of results under all house rules."""
    return Certificate(game.name, proof_digest(game), _verdicts(merged(results)), dict(log.entries))


def _verdicts(results: Iterable[Result]) -> tuple[CertifiedVerdict, ...]:
    return tuple(
        CertifiedVerdict(each.kind, each.name, each.verdict, ((PLAYERS_SETTING, str(each.players)),)) for each in results
    )


def recheck_everywhere(
    game: Game,
    certificate: Certificate,
    progress: Callable[[str], None] | None = None,
    log: ProofLog | None = None,
    proved: list[ProvedBox] | None = None,
) -> Iterator[Result]:
    """Prove the verdicts of a certificate again, and yield the results as `decide_everywhere` does; raise `Diverged` if the
    certificate belongs to other rules, does not prove its verdicts, or differs from the results.

    The parts of the certificate's log that were needed are added to `log`, and the choices that each proof covers to `proved`.
    """
    if not certificate.is_of(game):
        raise Diverged
    found = list[Result]()
    try:
        for result in decide_everywhere(game, None, progress, log=log or ProofLog(certificate.log), proved=proved):
            found.append(result)
            yield result
    except MALFORMED as malformed:
        raise Diverged from malformed
    if _verdicts(merged(found)) != certificate.verdicts:
        raise Diverged


def certified_everywhere(
    game: Game, results: Iterable[Result], log: Mapping[str, object]
) -> tuple[Certificate, tuple[Result, ...]]:
    """Return the certificate of some results, with only the needed part of their log, and the results of checking it."""
    whole = ProofLog()
    whole.entries = dict(log)
    given = certificate_everywhere(game, results, whole)
    needed = ProofLog(given.log)
    again = tuple(recheck_everywhere(game, given, log=needed))
    return certificate_everywhere(game, again, needed), again


def manifest_everywhere(
    game: Game, results: Iterable[Result], proved: Sequence[ProvedBox], log: ConditionLog
) -> dict[str, object]:
    """Return the contents of the folder of a certificate as JSON."""
    parts = tuple(dict.fromkeys(part for script in log.scripts for part, _ in script.parts))
    return {
        "form": EVERYWHERE_FORM,
        **head(game),
        **_of_text(game),
        "verdicts": [_verdict(game, result, proved, parts) for result in merged(results)],
        **listed_scripts(log),
    }


def _of_text(game: Game) -> dict[str, object]:
    """Return the entries of a manifest that name the numbers of players, and all values of each house rule."""
    values = {option.name: list(option.values) for option in game.ruleset.options}
    return {"players": list(game.ruleset.player_counts), "house_rules": values}


def _verdict(game: Game, result: Result, proved: Sequence[ProvedBox], parts: Sequence[str]) -> dict[str, object]:
    """Return a verdict in the form of `verify --json`, with the text of its claim and the boxes of its proofs."""
    found = as_json(result)
    del found["seconds"]
    claim = _claims(game, result.players).get(result.name) if result.kind == "claim" else None
    if claim is not None:
        found["claim"] = claim.span.text
    axes, known = _axes(game), [] if result.coverage is None else list(map(boxes.of_values, result.coverage.proved))
    here = (each for each in proved if (each.name, each.players) == (result.name, result.players))
    found["boxes"] = [
        {
            "house_rules": {name: list(values) for name, values in each.box},
            "place": each.place,
            "part": each.part,
            "rests_on": _rests_on(result.name, each.place, each.part, parts),
        }
        for each in here
        if boxes.is_covered(axes, boxes.of_values(each.box), known)
    ]
    return found


def _rests_on(name: str, place: str, part: str | None, parts: Iterable[str]) -> list[str]:
    """Return the parts of the proof at a place that may support a verdict."""
    here = {each.removeprefix(f"{place}/"): each for each in parts if each.startswith(f"{place}/")}
    wanted = (each for each in parts_of(name, {}, here) if part is None or is_of_invariants(each) or _kind(each) == part)
    return [here[each] for each in wanted]


def _kind(part: str) -> str:
    return part.partition("/")[0]


def _axes(game: Game) -> Axes:
    return {option.name: option.values for option in game.ruleset.options}


def _claims(game: Game, players: int) -> Mapping[str, g.Claim]:
    """Return the claims that are about a number of players."""
    here = choose(game, {PLAYERS_SETTING: str(players)})
    assert isinstance(here, Game), "the text has this number of players"
    claims = ((claim, dict(claim.under)) for claim in here.claims)
    return {claim.name: claim for claim, under in claims if str(players) in under.get(PLAYERS_SETTING, (str(players),))}


# ---------------------------------------------------------------------- checking


def is_of_text_everywhere(manifest: Manifest, game: Game) -> bool:
    """Return whether a certificate belongs to the texts of a game."""
    is_same = (manifest.game, manifest.digest) == (game.name, text_digest(game))
    return is_same and all(manifest.value[name] == value for name, value in _of_text(game).items())


def misstated_everywhere(manifest: Manifest, game: Game) -> Iterator[str]:
    """Yield the names of verdicts that are wrong: the text has another claim or none of this name, the verdict is listed twice,
    or its boxes do not cover the choices that it states as proved, or name other parts of the proof. Also yield the obligations
    and claims without a verdict.
    """
    counts = game.ruleset.player_counts
    claims = {players: _claims(game, players) for players in counts}
    missing = {(kind, name, n): name for n in counts for kind, name in _subjects(claims[n])}
    read = list[Result]()
    for verdict in manifest.verdicts:
        kind, name, players = verdict["kind"], verdict["name"], verdict["players"]
        if missing.pop((kind, name, players), None) is None:
            yield name
            continue
        claim = claims[players].get(name) if kind == "claim" else None
        result = _result(verdict)
        if result is None or result.coverage is None or (claim is not None and verdict.get("claim") != claim.span.text):
            yield name
            continue
        read.append(result)
        if not _is_covered(manifest, game, verdict, result.coverage.proved):
            yield name
    yield from missing.values()
    yield from (name for name, _ in cover_faults(game.ruleset, read))


def _subjects(claims: Iterable[str]) -> Iterator[tuple[str, str]]:
    yield from (("obligation", name) for name in OBLIGATIONS)
    yield from (("claim", name) for name in claims)


def _result(verdict: Mapping[str, Any]) -> Result | None:
    """Return a verdict of a manifest as a result; None if it has another form."""
    try:
        return from_json({**verdict, "seconds": 0.0})
    except MALFORMED:
        return None


def _is_covered(manifest: Manifest, game: Game, verdict: Mapping[str, Any], proved: Sequence[Under]) -> bool:
    """Return whether the boxes of a verdict cover exactly the choices that it states as proved, each box is part of the game in
    which it is proved, and each names all parts of that proof.
    """
    axes = _axes(game)
    parts = tuple(dict.fromkeys(part for script in manifest.scripts for part, _ in script.parts))
    covered = list[Box]()
    for each in verdict["boxes"]:
        box, place = boxes.of_values(each["house_rules"].items()), _of_place(axes, each["place"], verdict["players"])
        if place is None or not all(name in axes and values and values <= set(axes[name]) for name, values in box.items()):
            return False
        if boxes.difference(axes, box, place):
            return False
        if each["rests_on"] != _rests_on(verdict["name"], each["place"], each["part"], parts):
            return False
        covered.append(box)
    known = list(map(boxes.of_values, proved))
    return all(boxes.is_covered(axes, box, known) for box in covered) and all(
        boxes.is_covered(axes, box, covered) for box in known
    )


def _of_place(axes: Axes, place: str, players: int) -> Box | None:
    """Return the choices of the game that a place names; None if it is no place of a game for these players."""
    first, *names = place.split("/")
    is_alone = names[-1:] == [ALONE]
    if first != f"{PLAYERS_SETTING}={players}":
        return None
    found = dict[str, frozenset[str]]()
    for name in names[:-1] if is_alone else names:
        option, _, values = name.partition("=")
        found[option] = frozenset(values.split("+")) & found.get(option, frozenset(axes.get(option, ())))
    if not all(found.values()) or (is_alone and boxes.size(axes, found) != 1):
        return None
    return found


def without_conditions_everywhere(manifest: Manifest) -> tuple[str, ...]:
    """Return the names of verdicts with a box that has no condition of its own, or that need a record and have none."""
    return tuple(dict.fromkeys(verdict["name"] for verdict in manifest.verdicts if not _is_supported(verdict)))


def _is_supported(verdict: Mapping[str, Any]) -> bool:
    shown = any(kind != "unknown" for _, kind, _ in records_everywhere(verdict))
    proved = all(any(_is_own(verdict["name"], each["place"], part) for part in each["rests_on"]) for each in verdict["boxes"])
    match verdict["verdict"]:
        case "attained":
            return shown and proved
        case "refuted":
            return shown or (bool(verdict["boxes"]) and proved)
        case _:
            return proved


def _is_own(name: str, place: str, part: str) -> bool:
    return is_own(name, part.removeprefix(f"{place}/"))


def records_everywhere(verdict: Mapping[str, Any]) -> Iterator[tuple[Box, str, Mapping[str, Any]]]:
    """Yield the hands of a verdict: the choices that they are about, the verdict that they show, and the hand."""
    covered = cast("Mapping[str, Any]", verdict["everywhere"])
    for each in covered["exempted"]:
        if "counterexample" in each:
            yield boxes.of_values(each["under"].items()), "refuted", each["counterexample"]
    for key, shown in (("counterexample", "refuted"), ("example", "attained")):
        if key in verdict:
            yield boxes.of_values(covered["under"].items()), shown, verdict[key]
