"""The certificate of a game: its verdicts, and the results of the searches for their proofs.

`recheck` proves the verdicts again: invariants and lemmas, weights and bounds are taken from the certificate and checked, hands
are replayed by the interpreter, and failed attempts are not repeated. The checker uses the encoder and a solver, without any
search. A certificate is not trusted: one that no longer fits, or was tampered with, is refused (`Diverged`); only its unknown
verdicts are accepted without a check.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from cartaro_grammar import Game, proof_digest
from cartaro_verify.proof_log import MALFORMED, Diverged, LogEntries, ProofLog, plain, read
from cartaro_verify.results.verdicts import Result
from cartaro_verify.verify import decide

FORM = 2
"""The number of the form in which certificates are written."""
MAX_BYTES = 16_000_000


@dataclass(frozen=True, slots=True)
class CertifiedVerdict:
    """The verdict on an obligation or claim, under the settings that it names."""

    kind: str
    name: str
    verdict: str
    settings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Certificate:
    """The verdicts on a game and the log of their proofs. `digest` covers the rules and claims only, so words for readers and
    examples may change.
    """

    game: str
    digest: str
    verdicts: tuple[CertifiedVerdict, ...]
    log: LogEntries = field(compare=False, hash=False)

    @staticmethod
    def of(game: Game, results: Iterable[Result], log: ProofLog) -> Certificate:
        """Return the certificate of a game; raise ValueError if play contradicts a proof, since there is no certificate for
        such results.
        """
        found = {result.place: result for result in results}
        if any(result.contradicted for result in found.values()):
            raise ValueError("play contradicts a proof")
        return Certificate(game.name, proof_digest(game), _verdicts(found.values()), dict(log.entries))

    def is_of(self, game: Game) -> bool:
        """Return whether the certificate belongs to a game with these rules, claims and house rules."""
        return (self.game, self.digest) == (game.name, proof_digest(game))

    def text(self) -> str:
        """Return the certificate as JSON with one entry per line; equal certificates give equal text."""
        head = {"form": FORM, "game": self.game, "digest": self.digest}
        verdicts = [f"  {_json(plain(verdict))}" for verdict in self.verdicts]
        log = [f"  {_json(key)}: {_json(value)}" for key, value in self.log.items()]
        lines = [f" {_json(key)}: {_json(value)}," for key, value in head.items()]
        listed = [' "verdicts": [', ",\n".join(verdicts), ' ],\n "log": {', ",\n".join(log), " }"]
        return "\n".join(["{", *lines, *listed, "}", ""])

    @staticmethod
    def read(text: str | bytes) -> Certificate:
        """Return the certificate of a text; raise `Diverged` if it is not one."""
        if len(text) > MAX_BYTES:
            raise Diverged
        try:
            value: object = json.loads(text)
        except (ValueError, RecursionError) as malformed:
            raise Diverged from malformed
        if not isinstance(value, dict):
            raise Diverged
        found = cast("dict[str, object]", value)
        name, digest, log = found.get("game"), found.get("digest"), found.get("log")
        if found.get("form") != FORM or not isinstance(name, str) or not isinstance(digest, str) or not isinstance(log, dict):
            raise Diverged
        verdicts = cast("tuple[CertifiedVerdict, ...]", read(tuple[CertifiedVerdict, ...], found.get("verdicts")))
        return Certificate(name, digest, verdicts, cast("LogEntries", log))


def _verdicts(results: Iterable[Result]) -> tuple[CertifiedVerdict, ...]:
    kept = (result for result in results if result.kind != "advice")
    return tuple(CertifiedVerdict(result.kind, result.name, result.verdict, result.settings) for result in kept)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def recheck(
    game: Game, certificate: Certificate, progress: Callable[[str], None] | None = None, log: ProofLog | None = None
) -> Iterator[Result]:
    """Prove the verdicts of a certificate again, and yield the results as `decide` does; raise `Diverged` if the certificate
    belongs to other rules, does not prove its verdicts, or differs from the results.

    The parts of the certificate's log that were needed are added to `log`.
    """
    if not certificate.is_of(game):
        raise Diverged
    found = dict[tuple[object, ...], Result]()
    try:
        for result in decide(game, progress=progress, log=log or ProofLog(certificate.log)):
            found[result.place] = result
            yield result
    except MALFORMED as malformed:
        raise Diverged from malformed
    if set(_verdicts(found.values())) != set(certificate.verdicts):
        raise Diverged


def certified(game: Game, results: Iterable[Result], log: Mapping[str, object]) -> tuple[Certificate, tuple[Result, ...]]:
    """Return the certificate of some results, with only the needed part of their log, and the results of checking it."""
    whole = ProofLog()
    whole.entries = dict(log)
    given = Certificate.of(game, results, whole)
    needed = ProofLog(given.log)
    again = tuple(recheck(game, given, log=needed))
    return Certificate.of(game, again, needed), again
