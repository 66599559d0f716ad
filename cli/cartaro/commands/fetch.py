"""`cartaro fetch`: copy texts from their addresses, with a lock file."""

from __future__ import annotations

from pathlib import Path

import click

from cartaro.rules_arguments import complete_rules, is_address
from cartaro.sharing import Fetched, copy_of, fetch_named
from cartaro.shell import LANGUAGE_KEY, language_option
from cartaro.terminal.streams import print_line
from cartaro_grammar import msg, translate

SHOWN_DIGITS = 12
"""The number of digits of a fingerprint that are printed."""


@click.command("fetch")
@click.argument("rules", metavar="FILES...", nargs=-1, required=True, shell_complete=complete_rules)
@click.option("--update", is_flag=True, help="fetch texts again that have copies already, and accept their changes")
@language_option
def command(rules: tuple[str, ...], update: bool, language: str) -> None:
    """Fetch the texts that a file names by their addresses (`use casa from "https://…"`), once, and record their
    fingerprints in `lib/cartaro.lock`. Copies are read without a network from then on. An address fetches one text, which
    every command takes by its address.

    \b
    cartaro fetch mine.regole
    cartaro fetch --update mine.regole
    cartaro fetch https://example.org/casa.regole
    """
    click.get_current_context().meta[LANGUAGE_KEY] = language
    for each in rules:
        fetched = copy_of(each, update)[1] if is_address(each) else fetch_named(Path(each), update)
        for one in fetched:
            _show(one, language)
        if not fetched:
            print_line(translate(msg("{file}: nothing to fetch, all copies are here", file=each), language))


def _show(one: Fetched, language: str) -> None:
    digits = one.sha256[:SHOWN_DIGITS]
    notice = msg(
        "{file} is the text of {address}, fingerprint {digits}", file=str(one.file), address=one.address, digits=digits
    )
    print_line(translate(notice, language))
    if one.before is not None and one.before != one.sha256:
        changed = msg("    it has changed: its fingerprint was {digits}", digits=one.before[:SHOWN_DIGITS])
        print_line(translate(changed, language))
