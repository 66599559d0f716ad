"""`python -m tests.crosscheck.certificates [RULESET …]`: the certificates and verdicts that ship with the rulesets.

A certificate that still proves its verdicts gets the digest of the present texts; otherwise, or with `--search`, the proofs are
searched for again. The verdicts kept next to a text come from the last check of its certificate. Prints one line for each
ruleset; the exit code is 1 if no certificate can be made for one of them, and the line gives the reason.

With `--everywhere`, it makes the certificates of the verdicts under all house rules, which are checked in the same way. The
verdicts that `make everywhere` keeps next to the text must follow from the certificate. If the certificate decides more, its
verdicts are kept instead; if it decides less or differently, it is not written. The searches
for each number of players are kept in `build/everywhere` until the certificate is written, so that a run that was stopped
continues. With `--minutes`, each of these searches gets that much processor time, and the choices that it has not decided by
then are listed as open. With `--missing`, only games without a certificate get one. With `--check`, only the existing
certificates are checked, and nothing is written.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from tests.crosscheck.everywhere import in_order

from cartaro.kept_results import EVERYWHERE, VERDICTS
from cartaro.shell import write_file
from cartaro.time_limit import OutOfTime, time_limit
from cartaro.verdicts import certificate_path, everywhere_text, known_everywhere, search_compiled_hands, verdicts_text
from cartaro_grammar import PLAYERS_SETTING, Game, choose, load_game, proof_digest, shipped
from cartaro_verify import (
    Certificate,
    Diverged,
    ProofLog,
    Result,
    Verdict,
    as_json,
    certificate_everywhere,
    certified,
    cover_faults,
    decide,
    decide_everywhere,
    from_json,
    merged,
    out_of_time_everywhere,
    recheck,
    recheck_everywhere,
    record_stop,
)
from cartaro_verify.proof_log import MALFORMED

PART = Path("build") / "everywhere"
"""The folder of the searches that are not yet part of a certificate."""


class NotMade(Exception):
    """No certificate can be made, or it does not give the kept verdicts."""


def renew(name: str, search: bool = False) -> str:
    """Write the certificate of a shipped ruleset and return a line about it. Raise `NotMade` if there cannot be one."""
    game, path = _game(name), certificate_path(name)
    start, made = time.process_time(), None if search else still_good(game)
    how, seconds = "checked", time.process_time() - start
    try:
        if made is None:
            start, log = time.process_time(), ProofLog()
            found = tuple(decide(game, hand_search=search_compiled_hands, log=log))
            searched = time.process_time() - start
            made = certified(game, found, log.entries)
            seconds = time.process_time() - start - searched
            how = f"searched {searched:.1f} s, checked"
    except (Diverged, ValueError) as reason:
        raise NotMade(str(reason)) from reason
    certificate, results = made
    write_file(path, certificate.text())
    write_file(VERDICTS.path(name), verdicts_text(game, results))
    return f"{name}: {how} {seconds:.1f} s, {len(certificate.text())} bytes"


def _game(name: str) -> Game:
    """Load a shipped ruleset."""
    game = load_game(name)
    if not isinstance(game, Game):
        raise NotMade("the ruleset has mistakes")
    return game


def still_good(game: Game) -> tuple[Certificate, tuple[Result, ...]] | None:
    """Return a certificate of a game for its present rules, with its verdicts, if the existing certificate still proves
    them.
    """
    try:
        before = replace(Certificate.read(certificate_path(game.name).read_bytes()), digest=proof_digest(game))
        log = ProofLog(before.log)
        results = tuple(recheck(game, before, log=log))
        return Certificate.of(game, results, log), results
    except (OSError, Diverged, ValueError):
        return None


def renew_everywhere(name: str, search: bool = False, check: bool = False, minutes: float | None = None) -> str:
    """Do the same for the verdicts under all house rules; raise `NotMade` also if the kept verdicts do not follow. With
    `check`, do not write files and do not search, and raise `NotMade` too if more than the kept verdicts follows.
    """
    game, path = _game(name), certificate_path(name, everywhere=True)
    start, how = time.process_time(), "checked"
    made = None if search else still_good_everywhere(game)
    places = [PART / f"{name}.{players}.json" for players in game.ruleset.player_counts]
    if made is None and not check:
        each = [part(game, players, place, minutes) for players, place in zip(game.ruleset.player_counts, places, strict=True)]
        log = ProofLog()
        log.entries = {key: value for some in each for key, value in some.log.items()}
        results = tuple(result for some in each for result in some.results)
        made, how = (certificate_everywhere(game, results, log), results), "searched and checked"
    if made is None:
        raise NotMade("the certificate does not prove its verdicts")
    certificate, results = made
    faults = [str(fault) for fault in cover_faults(game.ruleset, merged(results))]
    now, kept = summary(results), summary([from_json(row) for row in known_everywhere(name)])
    differ = [
        f"{which}: {now.get(which)}, kept {kept.get(which)}" for which in {**kept, **now} if now.get(which) != kept.get(which)
    ]
    decides_more = now.keys() == kept.keys() and all(now[which].is_at_least(kept[which]) for which in now)
    if faults or (differ and (check or not decides_more)):
        raise NotMade("; ".join([*faults, *differ]))
    if not check:
        write_file(path, certificate.text())
        if differ:
            write_file(EVERYWHERE.path(name), everywhere_text(game, in_order(game, results)))
        for place in places:
            place.unlink(missing_ok=True)
    return f"{name}: {how} {time.process_time() - start:.1f} s, {len(certificate.text())} bytes"


@dataclass(frozen=True)
class Part:
    """The results for one number of players, and the part of their log that a check of them needs."""

    results: tuple[Result, ...]
    log: Mapping[str, object]


def part(game: Game, players: int, path: Path, minutes: float | None = None) -> Part:
    """Return the part of a certificate for one number of players: the kept one, or the result of a search and a check, which
    is kept. After some `minutes` of processor time the search is stopped, and the rest is open. Raise `NotMade` if the check
    does not give the results of the search.
    """
    here = choose(game, {PLAYERS_SETTING: str(players)})
    assert isinstance(here, Game), "the text has this number of players"
    with suppress(OSError, ValueError, LookupError, TypeError):
        value = json.loads(path.read_bytes())
        if value["digest"] == proof_digest(here):
            return Part(tuple(from_json(row) for row in value["results"]), value["log"])
    log, found = ProofLog(), list[Result]()
    try:
        with time_limit(None if minutes is None else 60 * minutes):
            for result in decide_everywhere(here, fixed=(PLAYERS_SETTING,), hand_search=search_compiled_hands, log=log):
                found.append(result)
    except OutOfTime:
        record_stop(log, players, len(found))
        found += out_of_time_everywhere(here, None, (PLAYERS_SETTING,), tuple(found))
    needed = ProofLog(log.entries)
    try:
        again = tuple(decide_everywhere(here, fixed=(PLAYERS_SETTING,), log=needed))
    except (Diverged, *MALFORMED) as reason:
        raise NotMade(f"the log of the search for {players} players does not give its verdicts: {reason!r}") from reason
    if summary(found) != summary(again):
        differ = [f"{which}: {of}, checked {summary(again).get(which)}" for which, of in summary(found).items()]
        raise NotMade("; ".join(differ))
    rows = [as_json(result) for result in again]
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, json.dumps({"digest": proof_digest(here), "results": rows, "log": needed.entries}))
    return Part(again, needed.entries)


def still_good_everywhere(game: Game) -> tuple[Certificate, tuple[Result, ...]] | None:
    """Return the certificate of the verdicts under all house rules and the results of its check, if it still proves them."""
    try:
        path = certificate_path(game.name, everywhere=True)
        before = replace(Certificate.read(path.read_bytes()), digest=proof_digest(game))
        log = ProofLog(before.log)
        results = tuple(recheck_everywhere(game, before, log=log))
        return certificate_everywhere(game, results, log), results
    except (OSError, Diverged, ValueError):
        return None


def attempt(write: Callable[[str], str], name: str) -> tuple[bool, str]:
    """Return whether a certificate of a ruleset was written, and a line about it."""
    try:
        return True, write(name)
    except NotMade as reason:
        return False, f"{name}: no certificate can be made: {str(reason) or 'the log of the search does not give its verdicts'}"


@dataclass(frozen=True)
class Summary:
    """The verdict on a subject and the numbers of choices that it is about."""

    verdict: Verdict
    choices: int
    holding: int
    exempted: int

    def __str__(self) -> str:
        return f"{self.verdict} for {self.holding} of {self.choices}, except {self.exempted}"

    def is_at_least(self, other: Summary) -> bool:
        """Return whether this is a verdict on the same choices that decides as many, and does not contradict the other."""
        is_same = other.verdict in (self.verdict, "unknown")
        return is_same and self.choices == other.choices and self.holding >= other.holding


def summary(results: Iterable[Result]) -> dict[tuple[str, int], Summary]:
    """Return the summary of each subject."""
    covered = ((each, each.coverage) for each in merged(results))
    return {
        (each.name, each.players): Summary(each.verdict, under.choices, under.holding, sum(e.choices for e in under.exempted))
        for each, under in covered
        if under is not None
    }


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crosscheck.certificates", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all that are shipped, unless named")
    parser.add_argument("--search", action="store_true", help="make the searches again")
    parser.add_argument("--everywhere", action="store_true", help="of the verdicts under all house rules")
    parser.add_argument("--missing", action="store_true", help="only for games without one")
    parser.add_argument("--check", action="store_true", help="of the verdicts under all house rules: write nothing")
    parser.add_argument("--minutes", type=float, help="of the processor, at most, for the search of each number of players")
    parser.add_argument("--jobs", type=int, default=1)
    given, failed = parser.parse_args(words), False
    names = given.rulesets or list(shipped())
    if given.check or given.missing:
        exists = [name for name in names if certificate_path(name, everywhere=given.everywhere or given.check).exists()]
        names = [name for name in names if (name in exists) is given.check]
    one = partial(renew, search=given.search)
    if given.everywhere:
        one = partial(renew_everywhere, search=given.search, check=given.check, minutes=given.minutes)
    # Z3 does not survive a fork.
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        for made, line in pool.map(partial(attempt, one), names):
            failed |= not made
            print(line, flush=True)  # noqa: T201 - a program
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
