"""Verdicts of rulesets, computed by the verifier or read from the user's cache.

`load_or_decide` returns results as JSON values, which also travel between processes. The cache key digests all inputs of a
verdict: the meaning of the texts, house rules, players, all code and the solver's version. Words for readers are not inputs,
and cached verdicts get the words of the present texts. A cached file that is incomplete or malformed anywhere is ignored, and
the verdicts are computed again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args

from cartaro.kept_results import EVERYWHERE, VERDICTS, CachedResult, beside_text, kept_content
from cartaro.time_limit import OutOfTime, time_limit
from cartaro_grammar import (
    PLAYERS_SETTING,
    Diagnostic,
    Game,
    cache_folder,
    load_game,
    meaning_digest,
)
from cartaro_grammar import game as g
from cartaro_interpreter import Rules, SearchedHands, Sought

if TYPE_CHECKING:
    from cartaro_verify import Certificate, Result

VerdictJson = dict[str, Any]
"""A result as JSON (see `cartaro_verify.as_json`)."""

NO_WITNESS: VerdictJson = {"position": {"zones": {}}}


def claim_terms(game: Game, result: VerdictJson, language: str) -> list[dict[str, str]]:
    """Return in words the terms of a refuted claim, with their values at the point at which its hand breaks the claim."""
    from cartaro_rulebook import broken_claim_in_words  # imported late: the verdict of a proved claim needs no words

    shown = result.get("counterexample")
    if shown is None or result["kind"] != "claim":
        return []
    record = {**shown["record"], "moves": shown["record"].get("moves", [])[: shown["moves"]]}
    found = broken_claim_in_words(game, result["name"], record, shown["position"], language)
    return [{"text": term.text, "value": term.value} for term in found]


@dataclass(frozen=True, slots=True)
class VerdictCache:
    """The cached verdicts on a game: the verdict with the name `only`, or all.

    If `fixed` is given, the verdicts are for every number of players and under all house rules, except the settings that
    `fixed` names.
    """

    game: Game
    only: str | None
    key: bytes
    fixed: frozenset[str] | None = None

    @staticmethod
    def for_game(game: Game, only: str | None, fixed: frozenset[str] | None = None) -> VerdictCache:
        """Open the cache for a game with its claims, under its house rules and this verifier."""
        chosen = [part.encode() for name, value in game.settings for part in (name, value)]
        which = [b"all"] if only is None else [b"only", only.encode("utf-8", "surrogateescape")]
        which += [] if fixed is None else [b"everywhere", *(name.encode() for name in sorted(fixed))]
        homes = repr([(clause.name, clause.home) for clause in game.ruleset.clauses])
        return VerdictCache(
            game,
            only,
            cache_folder.cache_key(
                _code_digest(),
                *which,
                str(game.players).encode(),
                cache_folder.cache_key(*chosen),
                _verdicts_digest(game).encode(),
                homes.encode("utf-8", "surrogatepass"),
            ),
            fixed,
        )

    @property
    def cached(self) -> CachedResult:
        return CachedResult(self.game, "verdicts", self.key)

    def read(self) -> list[VerdictJson] | None:
        """Return the cached verdicts, with the present titles, citations and places; None if there are no valid ones."""
        found = self.cached.read()
        if not self.is_complete(found):
            return None
        try:
            return [_with_present_words(value, self.game) for value in cast("list[VerdictJson]", found)]
        except LookupError:  # the advice names a clause that the game does not have
            return None

    def write(self, values: Sequence[VerdictJson]) -> None:
        """Write verdicts to the cache."""
        self.cached.write(values)

    def is_complete(self, found: object) -> bool:
        """Test that a value is the list of all results of this game."""
        from cartaro_verify import OBLIGATIONS

        if not isinstance(found, list) or not all(self._is_result(value) for value in cast("list[object]", found)):
            return False
        names = {value["name"] for value in cast("list[VerdictJson]", found)}
        wanted = {*OBLIGATIONS, *(claim.name for claim in self.game.claims if self._is_decided(claim))}
        return wanted <= names if self.only is None else names == wanted & {self.only}

    def _is_decided(self, claim: g.Claim) -> bool:
        """Return whether a claim is about these house rules: for each fixed option that the claim names, the fixed value is one
        that it names.
        """
        chosen = self.game.all_settings
        return all(chosen[option] in values for option, values in claim.under if option in (self.fixed or ()))

    def _is_result(self, value: object) -> bool:
        """Test that a value is a result of this game in the verifier's form."""
        try:
            row = cast("VerdictJson", value)
            players = row["settings"].get(PLAYERS_SETTING, self.game.players)
            counts = {str(players)}
            if self.fixed is not None and PLAYERS_SETTING not in self.fixed:
                counts = set(map(str, self.game.ruleset.player_counts))
            everywhere = ("everywhere" in row) == (self.fixed is not None)
            return everywhere and str(row["players"]) in counts and row["game"] == self.game.name and _is_well_formed(row)
        except Exception:  # a malformed value may raise any exception
            return False


def _is_well_formed(row: VerdictJson) -> bool:
    """Test that encoding a result again gives the same JSON, and that the parts that are only copied have the right types."""
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


def _code_digest() -> bytes:
    """Digest the code that verdicts depend on, and the solver's version."""
    from importlib.metadata import version

    import cartaro_engine
    import cartaro_grammar
    import cartaro_interpreter
    import cartaro_verify

    packages = (cartaro_grammar, cartaro_interpreter, cartaro_engine, cartaro_verify)
    return cache_folder.cache_key(
        cache_folder.code_digest(*(Path(package.__path__[0]) for package in packages)), version("z3-solver").encode()
    )


# ---------------------------------------------------------------------- verdicts


def load_or_decide(
    rules: str,
    settings: Mapping[str, str],
    only: str | None,
    progress: Callable[[str], None] | None = None,
    fresh: bool = False,
    report: Callable[[VerdictJson], None] | None = None,
    *,
    everywhere: bool = False,
    minutes: float | None = None,
) -> list[VerdictJson] | tuple[Diagnostic, ...]:
    """Return the results for one ruleset. They are taken from the cache; else, if the ruleset is shipped with a certificate,
    the certificate is checked; else, or with `fresh`, they are decided.

    `report` is called with each result as soon as it is known, `progress` with the name of the current task. With `everywhere`,
    the results are for every number of players and under all house rules, except the ones fixed by `settings`. When this number
    of `minutes` of processor time is used up, the results that are still undecided become unknown for that reason, and nothing
    is kept.
    """
    game = load_game(rules, settings)
    if not isinstance(game, Game):
        return game
    fixed = frozenset(settings) if everywhere else None
    known = VerdictCache.for_game(game, only, fixed)
    kept = None if fresh else known.read()
    report = report or _ignore
    if kept is not None:
        for value in kept:
            report(value)
        return kept
    from cartaro_verify import (
        Diverged,
        Interim,
        ProofLog,
        decide,
        decide_everywhere,
        out_of_time,
        out_of_time_everywhere,
        recheck,
        recheck_everywhere,
    )

    found: list[Result] = []
    earlier = EarlierFindings(game)
    log, interim = ProofLog(suggested=None if fresh else earlier.read()), Interim()
    is_whole = only is None and not fixed
    certificate = shipped_certificate(game, everywhere=everywhere) if is_whole and not fresh else None
    check = recheck_everywhere if everywhere else recheck
    try:
        with time_limit(None if minutes is None else 60 * minutes):
            try:
                values = None if certificate is None else reported(_kept(check(game, certificate, progress), found), report)
            except Diverged:
                values = None
                found.clear()
            if values is None and fixed is not None:
                made = decide_everywhere(game, only, progress, fixed, search_compiled_hands)
                values = reported(_kept(made, found), report)
            if values is None:
                values = reported(_kept(decide(game, only, progress, search_compiled_hands, log, interim), found), report)
                earlier.write(log.entries)
    except OutOfTime:
        earlier.write(log.entries)
        left = out_of_time(game, only, found, interim) if fixed is None else out_of_time_everywhere(game, only, fixed, found)
        return [*reported(found), *reported(left, report)]
    known.write(values)
    return values


SUGGESTED = frozenset({"invariants", "weights", "order", "in words"})
"""The searches in which the findings of an earlier proof are tried."""


@dataclass(frozen=True, slots=True)
class EarlierFindings:
    """The findings of earlier proofs of a game, with any of its texts. The next proof tries them before it searches.

    A proof that ran out of time continues from there, as does the proof of a text in which a clause has changed. If there are
    none, shipped findings are tried: of the ruleset with this name, even if its text has changed, and of the base of a variant.
    Every finding is checked again, so an outdated finding costs time at worst.
    """

    game: Game

    @property
    def _cached(self) -> CachedResult:
        chosen = (part.encode() for name, value in self.game.settings for part in (name, value))
        key = cache_folder.cache_key(_code_digest(), self.game.name.encode(), str(self.game.players).encode(), *chosen)
        return CachedResult(self.game, "findings", key)

    def read(self) -> dict[str, object]:
        """Return the findings by the names of their searches."""
        found = self._cached.read()
        return {**self._shipped(), **(cast("dict[str, object]", found) if isinstance(found, dict) else {})}

    def write(self, entries: Mapping[str, object]) -> None:
        """Keep the findings that a later proof can reuse, together with older findings whose searches this proof did not
        reach.
        """
        kept = {key: value for key, value in entries.items() if _search_of(key) in SUGGESTED and value is not None}
        if kept:
            self._cached.write({**self.read(), **kept})

    def _shipped(self) -> dict[str, object]:
        """Return the findings in the certificates of the base and of the shipped ruleset with this name, if there are any."""
        from cartaro_verify import Certificate, Diverged

        found = dict[str, object]()
        for name in (self.game.ruleset.base, self.game.name):
            with suppress(OSError, StopIteration, Diverged):
                found |= {} if name is None else Certificate.read(certificate_path(name).read_bytes()).log
        return found


def _search_of(key: str) -> str:
    """Return the name of the search to which an entry belongs, without the entry's number."""
    *path, last = key.split("/")
    return path[-1] if last.isdecimal() and path else last


def is_out_of_time(value: VerdictJson) -> bool:
    """Return whether a result is unknown because its time limit was reached."""
    from cartaro_verify import from_json

    reason = from_json(value).reason
    return reason is not None and reason.form == "out_of_time"


def _kept(results: Iterable[Result], kept: list[Result]) -> Iterator[Result]:
    """Yield results as soon as they are known, and keep them."""
    for result in results:
        kept.append(result)
        yield result


def reported(results: Iterable[Result], report: Callable[[VerdictJson], None] | None = None) -> list[VerdictJson]:
    """Report results as soon as they are known; return the last result on each subject."""
    from cartaro_verify import as_json

    found: dict[object, VerdictJson] = {}
    for result in results:
        found[result.place] = cast("VerdictJson", json.loads(json.dumps(as_json(result))))
        (report or _ignore)(found[result.place])
    return list(found.values())


def shipped_certificate(game: Game, *, everywhere: bool = False) -> Certificate | None:
    """Return the certificate of a shipped ruleset if it belongs to these texts; else None. With `everywhere`, return the
    certificate of its verdicts under all house rules.
    """
    from cartaro_verify import Certificate, Diverged

    try:
        content = kept_content(certificate_path(game.name, everywhere=everywhere))
        found = None if content is None else Certificate.read(content)
    except (StopIteration, Diverged):
        return None
    return found if found is not None and found.is_of(game) else None


def certificate_path(name: str, *, everywhere: bool = False) -> Path:
    """Return the place of the certificate of a shipped ruleset, next to its text; raise StopIteration if no ruleset has the
    name. With `everywhere`, it is the place of the certificate of its verdicts under all house rules.
    """
    return beside_text(name, "everywhere.certificate.json" if everywhere else "certificate.json")


# ---------------------------------------------------------------------- kept next to the text


def shipped_verdicts(game: Game) -> list[VerdictJson]:
    """Return the verdicts that come with a shipped ruleset, under its default house rules, with the present titles and
    citations; nothing if they are for other rules or claims, or are incomplete (0086).
    """

    def parsed(found: VerdictJson) -> list[VerdictJson]:
        values = [_with_present_words(value, game) for value in whole_rows(game, found["results"])]
        return values if VerdictCache.for_game(game, None).is_complete(values) else []

    return VERDICTS.read(game.name, _verdicts_digest(game), parsed) or []


def _verdicts_digest(game: Game) -> str:
    """Return the digest of the inputs of verdicts: the rules, the claims, and the citations of clauses, since records repeat
    these.
    """
    cited = repr([(clause.name, clause.cites) for clause in game.ruleset.clauses])
    return cache_folder.cache_key(meaning_digest(game.ruleset).encode(), cited.encode("utf-8", "surrogatepass")).hex()


def _with_present_words(value: VerdictJson, game: Game) -> VerdictJson:
    """Return a result with the title and citations that its claim has now, or with the place that its clause has now."""
    from cartaro_verify import from_json, place_of_advice

    if value["kind"] == "advice":
        return {**value, "at": place_of_advice(game, from_json(value))}
    claim = next((claim for claim in game.ruleset.claims if value["kind"] == "claim" and claim.name == value["name"]), None)
    return value if claim is None else {**value, "text": dict(claim.names), "cites": list(claim.cites)}


def as_shipped(game: Game, results: Iterable[Result]) -> list[VerdictJson]:
    """Return the last result on each subject in the form in which verdicts are shipped, without the path of the text on this
    machine. They are in the order of the obligations, and of the claims in the text, and not in the order of the proofs.
    """
    from cartaro_verify import OBLIGATIONS

    places = {name: number for number, name in enumerate((*OBLIGATIONS, *(claim.name for claim in game.ruleset.claims)))}
    in_order = sorted(results, key=lambda result: len(places) if result.kind == "advice" else places[result.name])
    return reported(replace(result, seconds=0.0, invariants=(), at="") for result in in_order)


def verdicts_text(game: Game, results: Iterable[Result]) -> str:
    """Return the last result on each subject in the shipped form, one result a line, without times and without the invariants
    that are in the certificate.
    """
    rows = _kept_rows(as_shipped(game, results))
    return VERDICTS.text(game, _verdicts_digest(game), rows)


FROM_THE_TEXT = ("game", "text", "cites")
"""The parts of a result on an obligation or claim that are not kept, because the present text has them."""
USUAL: Mapping[str, object] = {"method": "", "seconds": 0.0, "settings": {}}
"""The parts of a result that are not kept if they have these values."""
AS_BEFORE = ("players", "house_rules", "everywhere")
"""The parts of a result that are not kept if the result before has the same."""
IN_WORDS = ("method", "reason")
"""The parts of a result that are not kept, because `words` has the statement that they word in English."""


def _kept_rows(values: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """Yield results in the form that is stored next to the text."""
    known: Mapping[str, object] = USUAL
    for value in values:
        worded = cast("Mapping[str, object]", value.get("words", {}))
        left_out = {*(() if value["kind"] == "advice" else FROM_THE_TEXT), *(key for key in IN_WORDS if key in worded)}
        kept = {key: part for key, part in value.items() if key not in left_out and (key not in known or known[key] != part)}
        yield json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
        known = {**USUAL, **{key: value[key] for key in AS_BEFORE if key in value}}


def whole_rows(game: Game, rows: Iterable[VerdictJson]) -> list[VerdictJson]:
    """Return kept results together with the parts that the text of the game or their statements have; raise LookupError for a
    result on a claim that the game does not have.
    """
    from cartaro_verify import english, statement_from_json, title_of

    claims = {claim.name: claim for claim in game.ruleset.claims}

    def from_the_text(row: VerdictJson) -> VerdictJson:
        name = row["name"]
        if row["kind"] == "claim":
            return {"game": game.name, "text": dict(claims[name].names), "cites": list(claims[name].cites)}
        return {"game": game.name, "text": dict(title_of(name)), "cites": []}

    known: Mapping[str, object] = USUAL
    whole = list[VerdictJson]()
    for row in rows:
        statements = {key: statement_from_json(form) for key, form in row.get("words", {}).items() if key in IN_WORDS}
        texts = {key: english(statement) for key, statement in statements.items()}
        whole.append({**known, **texts, **row, **({} if row["kind"] == "advice" else from_the_text(row))})
        known = {**USUAL, **{key: whole[-1][key] for key in AS_BEFORE if key in whole[-1]}}
    return whole


# ---------------------------------------------------------------------- under every house rule


def known_everywhere(rules: str) -> list[VerdictJson]:
    """Return the known verdicts on a ruleset under all house rules: those shipped with a ruleset of the same meaning, or
    decided earlier on this machine. Nothing is decided now.
    """
    game = load_game(rules)
    if not isinstance(game, Game):
        return []
    cache = VerdictCache.for_game(game, None, frozenset())
    return shipped_everywhere(game, cache) or cache.read() or []


def shipped_everywhere(game: Game, cache: VerdictCache) -> list[VerdictJson]:
    """Return the verdicts that come with a shipped ruleset, if they are complete and for its present meaning, and their boxes
    give them; else none.
    """
    from cartaro_verify import cover_faults, from_json

    def parsed(found: VerdictJson) -> list[VerdictJson]:
        values = whole_rows(game, found["results"])
        fits = cache.is_complete(values) and not any(cover_faults(game.ruleset, map(from_json, values)))
        return values if fits else []

    return EVERYWHERE.read(game.name, meaning_digest(game.ruleset), parsed) or []


def everywhere_text(game: Game, results: Iterable[Result]) -> str:
    """Return verdicts under all house rules in the shipped form, one result a line, without times and proofs, and with the
    hands that refute claims that do not hold everywhere.
    """
    from cartaro_verify import as_json, merged

    short = (
        replace(
            each, seconds=0.0, method=None, invariants=(), hands=0, open=None, witness=None if each.told_false else each.witness
        )
        for each in merged(results)
    )
    rows = _kept_rows(map(as_json, short))
    return EVERYWHERE.text(game, meaning_digest(game.ruleset), rows)


def search_compiled_hands(rules: Rules, sought: tuple[Sought, ...], seldom: frozenset[str]) -> SearchedHands:
    """Search hands with the engine, which is imported only when it is needed."""
    from cartaro_engine import search_hands

    return search_hands(rules, sought, seldom)


def _ignore(value: VerdictJson) -> None:
    """Report nothing."""
