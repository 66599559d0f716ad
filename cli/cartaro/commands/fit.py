"""`cartaro fit`: find the rulesets and house rules under which records were played."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import click

from cartaro.records import records_of
from cartaro.rules_arguments import complete_rules, local_copies
from cartaro.shell import FAILURE, OK, fail, json_option, language_option, load_or_exit, write_json
from cartaro.terminal.streams import print_line, progress_bar
from cartaro_grammar import Diagnostic, msg, shipped, translate, translate_diagnostic
from cartaro_workbench import AgainstJson, FitJson, GivenRecord, RulesetFitJson, fit


@click.command("fit")
@click.argument("files", metavar="RECORDS...", nargs=-1, required=True)
@click.option(
    "--rules",
    "rules",
    metavar="RULES",
    multiple=True,
    callback=local_copies,
    shell_complete=complete_rules,
    help="also try this ruleset of yours; may be repeated",
)
@click.option("--only", is_flag=True, help="try only the rulesets of `--rules`, not the shipped ones")
@click.option("--each", is_flag=True, help="also report each record separately (with `--json`)")
@language_option
@json_option
def command(files: tuple[str, ...], rules: tuple[str, ...], only: bool, each: bool, language: str, as_json: bool) -> None:
    """Find the rulesets and house rules under which all records are legal and have the scores that they record. If no
    ruleset fits, report the nearest, with the first entry that contradicts it.

    The game and house rules that the records name are ignored. The exit code is 0 if a ruleset fits, else 1.

    \b
    cartaro fit evening.jsonl
    cartaro fit hand.json --rules mine.regole --only --json
    """
    names = tuple(dict.fromkeys((*(() if only else shipped()), *rules)))
    if not names:
        advice = msg("name one with `--rules`, or leave `--only` out")
        fail((Diagnostic("C0905", msg("no ruleset is named"), help=advice),), as_json)
    records = [GivenRecord(record.value, record.name, record.place) for record in records_of(files, as_json)]
    games = [load_or_exit(name, (), as_json, language) for name in names]
    with progress_bar(len(games) * len(records), msg("records")) as advance:
        done = 0

        def progress() -> None:
            nonlocal done
            done += 1
            if advance is not None:
                advance(done)

        found = fit(games, records, lambda fault: _words(fault, language), each=each, progress=progress)
    if as_json:
        write_json(found)
    else:
        _show(found, language)
    sys.exit(OK if found["fits"] else FAILURE)


def _words(fault: Diagnostic, language: str) -> str:
    return str(translate_diagnostic(fault, language).message)


def _show(found: FitJson, language: str) -> None:
    """Print the results, each ruleset with its house rules."""
    say = partial(_say, language)
    for one in found["fits"]:
        _show_ruleset(one, found["records"], say)
    nearest = found.get("nearest")
    if nearest is not None:
        game, fitting = nearest["game"], nearest["fitting"]
        say(
            0,
            msg("no ruleset fits; the nearest is {game}, for {n} of {all} records", game=game, n=fitting, all=found["records"]),
        )
        _show_against(nearest["against"], say)
    if found["excluded"]:
        say(0, msg("excluded: {games}", games=", ".join(one["game"] for one in found["excluded"])))


def _say(language: str, indent: int, text: str) -> None:
    print_line(" " * indent + translate(text, language))


def _show_ruleset(one: RulesetFitJson, records: int, say: Callable[[int, str], None]) -> None:
    game, choices, whole = one["game"], one["choices"], one["of"]
    say(0, msg("{game} fits {records} records under {n} of {all} choices", game=game, records=records, n=choices, all=whole))
    for group in one["house_rules"]:
        shown = [", ".join(f"{name}={value}" for name, value in choice.items()) for choice in group["choices"]]
        more = group["count"] - len(shown)
        print_line("  " + " | ".join((*shown, *((f"+{more}",) if more else ()))))
    for telling in one["telling"]:
        option, against = telling["option"], telling["against"]
        others = ", ".join(telling["excludes"])
        value = telling["value"]
        say(
            2,
            msg("one more record would distinguish {option}={value} from {others}:", option=option, value=value, others=others),
        )
        _show_against({**against, "settings": {option: against["settings"][option]}}, say)
    if one["untold"]:
        say(2, msg("no hand was found that distinguishes these: {options}", options=", ".join(one["untold"])))


def _show_against(against: AgainstJson, say: Callable[[int, str], None]) -> None:
    article, why = against.get("article"), against["why"]
    where = f" [{article}]" if article else ""
    chosen = ", ".join(f"{name}={value}" for name, value in against["settings"].items())
    record = f"{against['record']}: " if against["record"] else ""
    say(4, msg("under {settings}: {why}{where}", settings=chosen, why=record + why, where=where))
