"""`cartaro verify`: prove the obligations of a game and decide its claims."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click

from cartaro.extras import require
from cartaro.rules_arguments import many_rules_argument, only_one
from cartaro.shell import (
    FAILURE,
    OK,
    UNDECIDED,
    USAGE_ERROR,
    complete_claims,
    diagnostics_json,
    exit_code,
    expand_settings,
    json_option,
    language_option,
    memory_is_limited,
    read_settings,
    report,
    set_option,
    worst_exit_code,
    write_json,
)
from cartaro.terminal.streams import print_line, steps
from cartaro.time_limit import MORE_TIME
from cartaro.verdicts import VerdictJson, claim_terms, is_out_of_time, load_or_decide
from cartaro_grammar import Diagnostic, Game, did_you_mean, load_game, msg, shorten, translate

MINUTES = 60
"""The limit in minutes of processor time; the shipped rulesets take a few minutes."""
VerdictsFound = list[VerdictJson] | tuple[Diagnostic, ...]
ShowVerdict = Callable[[str, dict[str, str], VerdictJson | None], None]


@click.command("verify")
@many_rules_argument
@click.option(
    "--only",
    metavar="NAME",
    multiple=True,
    callback=only_one,
    help="decide only this obligation or claim and its dependencies",
    shell_complete=complete_claims,
)
@click.option("--jobs", "-j", type=click.IntRange(1, 64), default=1, show_default=True, help="number of parallel jobs")
@click.option("--everywhere", is_flag=True, help="decide for every number of players and under all house rules at once")
@click.option(
    "--minutes",
    metavar="N",
    type=click.FloatRange(0),
    default=MINUTES,
    show_default=True,
    help="limit of processor time for each ruleset and choice of house rules; 0 for no limit",
)
@click.option("--fresh", is_flag=True, help="ignore cached verdicts")
@click.option("--how", is_flag=True, help="also print the prover's report on each verdict")
@click.option(
    "--certificate", metavar="DIR", type=click.Path(path_type=Path), help="write files with which others can check the proofs"
)
@set_option
@language_option
@json_option
def command(
    rules: tuple[str, ...],
    only: str | None,
    jobs: int,
    everywhere: bool,
    minutes: float,
    fresh: bool,
    how: bool,
    certificate: Path | None,
    settings: tuple[str, ...],
    language: str,
    as_json: bool,
) -> None:
    """Prove the obligations of every game, and decide the claims of the ruleset; show a hand that refutes a claim.

    Obligations: the cards are conserved, a move is always legal, a hand ends, no clauses clash and none is missing, play
    never breaks down, a match can always still end.

    \b
    cartaro verify scopone scopa
    cartaro verify scopa --only solo_pari --set precedenza=nessuna
    cartaro verify scopa --set players=every --set precedenza=every -j 2
    cartaro verify scopa --everywhere
    """
    require("verify", language)
    if certificate is not None and only is not None:
        raise click.UsageError(msg("a certificate covers all verdicts: `--certificate` cannot be used with `--only`"))
    if certificate is not None and everywhere and settings:
        raise click.UsageError(
            msg("with `--everywhere`, a certificate covers all house rules: `--certificate` cannot be used with `--set`")
        )
    code, contradicted, values = OK, False, list[VerdictJson]()
    misnamed = {name: _unknown_name(name, only) for name in rules} if only is not None else {}
    unknown = {name: missing for name, missing in misnamed.items() if missing is not None}
    for name, missing in unknown.items():
        code = worst_exit_code((code, USAGE_ERROR))
        report((missing,), language=language)
        if as_json:
            values.append({"game": name, "diagnostics": diagnostics_json((missing,), language)})
    for name, found in _decide_all(
        tuple(name for name in rules if name not in unknown),
        read_settings(settings),
        _deciding(only, fresh, certificate, everywhere, minutes or None),
        jobs,
        None if as_json else _VerdictPrinter(everywhere, language, how).show,
    ):
        if isinstance(found, tuple):
            code = worst_exit_code((code, exit_code(found)))
            report(found, language=language)
            values.append({"game": name, "diagnostics": diagnostics_json(found, language)})
            continue
        code = worst_exit_code((code, *map(_exit_code_of, found)))
        contradicted |= any("contradiction" in result for result in found)
        values += [_with_terms(name, result, language) for result in found] if as_json else found
        if only is not None and not found:
            message = msg("`{name}` has no obligation or claim `{only}`", name=name, only=shorten(only))
            report((Diagnostic("C0906", message, path=name),), language=language)
            code = worst_exit_code((code, USAGE_ERROR))
    if as_json:
        write_json({"results": values})
    elif decided := [value for value in values if "verdict" in value]:
        from cartaro.terminal.render import show_everywhere, show_summary

        show_everywhere(decided, language) if everywhere else show_summary(decided, language)
        late = sum(is_out_of_time(value) for value in decided)
        if late:
            message = msg("undecided after {minutes} minutes of processor time: {n}", minutes=f"{minutes:g}", n=late)
            print_line(f"{translate(message, language)}; {translate(MORE_TIME, language)}")
    sys.exit(UNDECIDED if contradicted else code)


def _unknown_name(rules: str, only: str) -> Diagnostic | None:
    """Return a diagnostic if a ruleset has no obligation or claim with one of these names."""
    from cartaro_verify import OBLIGATIONS

    game = load_game(rules)
    if not isinstance(game, Game):
        return None
    names = [*OBLIGATIONS, *(claim.name for claim in game.ruleset.claims)]
    if only in names:
        return None
    guess = did_you_mean(only, names)
    message = msg("`{name}` has no obligation or claim `{only}`", name=rules, only=shorten(only))
    return Diagnostic("C0906", message, help=msg("did you mean `{guess}`?", guess=guess) if guess else None, path=rules)


def _with_terms(name: str, result: VerdictJson, language: str) -> VerdictJson:
    """Return a result with the terms that its counterexample breaks, if the result is about a claim."""
    game = load_game(name) if "counterexample" in result else None
    terms = claim_terms(game, result, language) if isinstance(game, Game) else []
    return {**result, "counterexample": {**result["counterexample"], "terms": terms}} if terms else result


class _VerdictPrinter:
    """Prints verdicts; a later result about the same claim is marked as a correction."""

    def __init__(self, everywhere: bool, language: str, how: bool) -> None:
        self.shown = set[str]()
        self.how = how
        self.everywhere = everywhere
        self.language = language

    def show(self, name: str, settings: dict[str, str], value: VerdictJson | None) -> None:
        """Print a verdict; if there is none, print the players and house rules of the verdicts that follow."""
        from cartaro.terminal.render import show_game, show_result, show_result_everywhere

        if value is not None and self.everywhere:
            show_result_everywhere(name, value, self.language)
        elif value is not None:
            about = str((name, settings, value["kind"], value["name"], value["settings"], value.get("at"), value["players"]))
            show_result(name, value, self.language, how=self.how, again=about in self.shown)
            self.shown.add(about)
        elif not self.everywhere and isinstance(game := load_game(name, settings), Game):
            show_game(name, game, self.language)


def _exit_code_of(result: VerdictJson) -> int:
    if result.get("told_false"):
        return {"refuted": OK, "unknown": UNDECIDED}.get(result["verdict"], FAILURE)
    if result["verdict"] == "refuted" or result.get("vacuous"):
        return FAILURE
    return OK if result["verdict"] in {"proved", "attained", "told"} else UNDECIDED


def _deciding(
    only: str | None, fresh: bool, certificate: Path | None, everywhere: bool, minutes: float | None
) -> Callable[..., VerdictsFound]:
    """Return the function that decides one ruleset under some settings."""
    if certificate is None:
        return partial(load_or_decide, only=only, fresh=fresh, everywhere=everywhere, minutes=minutes)
    from cartaro.certificates import decide_and_certify

    return partial(decide_and_certify, folder=certificate, fresh=fresh, minutes=minutes, everywhere=everywhere)


def _decide_all(
    rules: tuple[str, ...], settings: dict[str, str], decide: Callable[..., VerdictsFound], jobs: int, show: ShowVerdict | None
) -> Iterator[tuple[str, VerdictsFound]]:
    """Yield the results of each ruleset under each choice of settings, in order.

    Results of this process are shown as soon as they are known; results of a worker are shown together. If the system limits
    memory, workers do everything, since Z3 crashes its process when memory runs out.
    """
    show = show or _show_nothing
    asked = [(name, expand_settings(name, settings)) for name in rules]
    yield from ((name, under) for name, under in asked if isinstance(under, tuple))
    tasks = [(name, one) for name, under in asked if isinstance(under, list) for one in under]
    if (jobs == 1 or len(tasks) == 1) and not memory_is_limited():
        with steps(len(tasks)) as work:
            for name, under in tasks:
                show(name, under, None)
                work.begin(msg("verifying {name}", name=name))
                found = decide(name, under, progress=work.note, report=partial(show, name, under))
                work.end()
                yield name, found
        return
    from cartaro_engine import worker_processes  # imported late: a browser has no processes, and one ruleset needs none

    with steps(len(tasks)) as work, worker_processes(min(jobs, max(1, len(tasks)))) as pool:
        waiting = [(name, under, pool.submit(decide, name, under)) for name, under in tasks]
        for _, _, future in waiting:
            future.add_done_callback(work.end)
        for name, under, future in waiting:
            work.begin(msg("verifying {name}", name=name))
            found = future.result()
            for value in (None, *found) if isinstance(found, list) else ():
                show(name, under, value)
            yield name, found


def _show_nothing(name: str, settings: dict[str, str], value: VerdictJson | None) -> None:
    """Print nothing yet; with `--json`, all results are written at the end."""
