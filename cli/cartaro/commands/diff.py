"""`cartaro diff`: compare two rulesets, their words and their meaning."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from cartaro.extras import require
from cartaro.rules_arguments import complete_rules, local_copy
from cartaro.shell import FAILURE, OK, fail, json_option, language_option, load_or_exit, set_option, write_json
from cartaro.terminal.streams import print_line, status_line
from cartaro_grammar import Diagnostic, Game, msg
from cartaro_interpreter import Json, json_model

if TYPE_CHECKING:
    from cartaro_workbench import DifferencesInWords


@click.command("diff")
@click.argument("first", metavar="A", callback=local_copy, shell_complete=complete_rules)
@click.argument("second", metavar="[B]", required=False, callback=local_copy, shell_complete=complete_rules)
@set_option
@click.option(
    "--other", "others", metavar="OPTION=VALUE", multiple=True, help="a house rule for the second ruleset only; may be repeated"
)
@click.option(
    "--hands", metavar="N", type=click.IntRange(1, 10_000), default=200, show_default=True, help="number of hands to play"
)
@click.option("--invariants", is_flag=True, help="also use invariants of reachable states: slower, proves more")
@click.option(
    "--certificate",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="if the games are proved to be the same, write the proof into this folder, for `cartaro certify`",
)
@language_option
@json_option
def command(
    first: str, second: str | None, settings: tuple[str, ...], others: tuple[str, ...], hands: int, invariants: bool,
    certificate: Path | None, language: str, as_json: bool,
) -> None:  # fmt: skip
    """Compare two rulesets, two editions of one, a variant and its base, or a ruleset with itself under another house
    rule.

    The output first lists the changed clauses and the effect of each: the same, stricter, looser or different. Then it gives
    the result for the whole: the same (proved), or the shortest hand or a position that shows a difference. Exit code 0:
    the same; 1: different, or no difference was found; 2: usage error.

    \b
    cartaro diff scopa scopa_popolare
    cartaro diff scopone.2025.regole scopone.regole
    cartaro diff scopa --other ultima=presa
    """
    from cartaro_workbench import Differences, differences, differences_in_words

    if second is None and not others:
        raise click.UsageError(msg("name two rulesets, or a house rule of the second: `--other OPTION=VALUE`"))
    one = load_or_exit(first, settings, as_json, language)
    other = load_or_exit(second or first, (*settings, *others), as_json, language)
    with status_line(msg("comparing")):
        found = differences(one, other, language, hands=hands, invariants=invariants)
    if not isinstance(found, Differences):
        fail(found, as_json, language=language)
    if certificate is not None and found.relation == "equal":
        _certify(one, other, invariants, certificate, language)
    if as_json:
        write_json(cast("dict[str, Json]", json_model.encode(found, language)))
    else:
        _show(differences_in_words(found, language))
    sys.exit(OK if found.relation == "equal" else FAILURE)


def _certify(one: Game, other: Game, invariants: bool, folder: Path, language: str) -> None:
    """Write the certificate that two games are the same; the proof has just been found."""
    from cartaro.certificates import certify_same

    require("verify", language)
    with status_line(msg("comparing")):
        is_made = certify_same(one, other, invariants, folder)
    if not is_made:
        message = msg("no certificate can be made for `{name}`: its proofs differ when they are made again", name=one.name)
        fail((Diagnostic("C0913", message),), language=language)


# ------------------------------------------------------------------------- output


def _show(found: DifferencesInWords) -> None:
    for change in found.changes:
        print_line(change.title + (f"  ({change.article})" if change.article else ""))
        for sign, text in (("-", change.before), ("+", change.after)):
            if text:
                print_line(f"  {sign} {text}")
        if change.meaning:
            print_line(f"  {change.meaning}")
    if found.changes:
        print_line("")
    print_line(found.whole)
    for shown in found.shown:
        if shown.reached:
            print_line("\n" + shown.reached)
            for line in shown.lines:
                print_line(f"    {line}")
        for name, text in shown.said:
            first, *more = text.splitlines() or ["–"]
            print_line(f"  {name}: {first}")
            for line in more:
                print_line(f"      {line}")
