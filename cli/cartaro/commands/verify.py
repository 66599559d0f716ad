"""`cartaro verify`: a ruleset's invariants proved, its claims decided."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import click

from cartaro.progress import telling
from cartaro.shell import (
    FALLS_SHORT,
    FINE,
    UNDECIDED,
    each_number,
    exit_code,
    json_option,
    many_rules_argument,
    read_settings,
    set_option,
    tell,
    values_of,
    write_json,
)
from cartaro.verdicts import Value, verdicts
from cartaro_grammar.diagnostic import Diagnostic

Found = list[Value] | tuple[Diagnostic, ...]


@click.command("verify")
@many_rules_argument
@click.option("--only", metavar="NAME", help="one obligation or claim")
@click.option("--jobs", "-j", type=click.IntRange(1, 64), default=1, show_default=True, help="how many at a time")
@click.option("--fresh", is_flag=True, help="decide anew what was decided before")
@set_option
@json_option
def command(rules: tuple[str, ...], only: str | None, jobs: int, fresh: bool, settings: tuple[str, ...], as_json: bool) -> None:
    """Prove what every game must keep, and decide what the ruleset claims; show the hand that refutes it.

    Every game: the cards are conserved, a move is always legal, a hand ends, no clauses clash and none is missing.

    \b
    cartaro verify scopone scopa
    cartaro verify scopa --only solo_pari --set precedenza=nessuna
    cartaro verify scopa --set players=every -j 2
    """
    chosen = read_settings(settings)
    code, values = FINE, list[Value]()
    for name, found in _all(rules, chosen, only, jobs, fresh):
        if isinstance(found, tuple):
            code = _worse(code, exit_code(found))
            tell(found)
            values.append({"game": name, "diagnostics": values_of(found)})
            continue
        for result in found:
            code = _worse(code, _code(result))
        values += found
        if only is not None and not found:
            tell((Diagnostic("C0906", f"`{name}` has no obligation or claim `{only}`", path=name),))
            code = _worse(code, 2)
        if not as_json:
            from cartaro.showing import show_results

            show_results(name, found)
    if as_json:
        write_json({"results": values})
    sys.exit(code)


def _code(result: Value) -> int:
    if result["verdict"] == "refuted" or result.get("vacuous"):
        return FALLS_SHORT
    return FINE if result["verdict"] in {"proved", "attained"} else UNDECIDED


def _worse(first: int, second: int) -> int:
    """The graver of two exit codes: wrong use, then falling short, then undecided."""
    order = (FINE, UNDECIDED, FALLS_SHORT, 2)
    return max(first, second, key=order.index)


def _all(
    rules: tuple[str, ...], settings: dict[str, str], only: str | None, jobs: int, fresh: bool
) -> Iterator[tuple[str, Found]]:
    """The results of each ruleset under each number of players asked for, in their order."""
    tasks = [(name, under) for name in rules for under in each_number(name, settings)]
    if jobs == 1 or len(tasks) == 1:
        for name, under in tasks:
            with telling(f"verifying {name}") as progress:
                found = verdicts(name, under, only, progress, fresh)
            yield name, found
        return
    context = get_context("spawn")  # z3 does not survive a fork
    with ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=context) as pool:
        waiting = [(name, pool.submit(verdicts, name, under, only, None, fresh)) for name, under in tasks]
        for name, future in waiting:
            yield name, future.result()
