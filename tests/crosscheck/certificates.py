"""`python -m tests.crosscheck.certificates [RULESET …]`: the certificates and verdicts that ship with the rulesets.

A certificate that still proves its verdicts gets the digest of the present texts; otherwise, or with `--search`, the proofs are
searched for again. The verdicts kept next to a text come from the last check of its certificate. Prints one line for each
ruleset; the exit code is 1 if no certificate can be made for one of them.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context

from cartaro.kept_results import VERDICTS
from cartaro.shell import write_file
from cartaro.verdicts import certificate_path, search_compiled_hands, verdicts_text
from cartaro_grammar import Game, load_game, proof_digest, shipped
from cartaro_verify import Certificate, Diverged, ProofLog, Result, certified, decide, recheck


def renew(name: str, search: bool = False) -> str | None:
    """Write the certificate of a shipped ruleset; return a line about it, or None if there cannot be one."""
    game, path = load_game(name), certificate_path(name)
    if not isinstance(game, Game):
        return None
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
    except (Diverged, ValueError):
        return None
    certificate, results = made
    write_file(path, certificate.text())
    write_file(VERDICTS.path(name), verdicts_text(game, results))
    return f"{name}: {how} {seconds:.1f} s, {len(certificate.text())} bytes"


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


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crosscheck.certificates", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all that are shipped, unless named")
    parser.add_argument("--search", action="store_true", help="make the searches again")
    parser.add_argument("--jobs", type=int, default=1)
    given, failed = parser.parse_args(words), False
    names = given.rulesets or list(shipped())
    # Z3 does not survive a fork.
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        for name, line in zip(names, pool.map(partial(renew, search=given.search), names), strict=True):
            failed |= line is None
            print(line or f"{name}: no certificate can be made", flush=True)  # noqa: T201 - a program
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
