"""`cartaro certify`: check certificates of proofs without the prover."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cartaro.extras import require
from cartaro.shell import (
    FAILURE,
    OK,
    UNDECIDED,
    USAGE_ERROR,
    diagnostics_json,
    fail,
    json_option,
    language_option,
    report,
    worst_exit_code,
    write_json,
)
from cartaro.solvers import SOLVERS, solver_version
from cartaro.terminal.streams import status_line
from cartaro_grammar import Diagnostic, msg, shorten, translate

MINUTES = 30
"""Minutes of processor time for each certificate: each of the shipped games takes less than one."""


@click.command("certify")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--solver", "solver_name", type=click.Choice(SOLVERS), default="z3", show_default=True, help="the solver")
@click.option("--rules", metavar="RULES", multiple=True, help="the text, if it is not a shipped ruleset; twice for two games")
@click.option(
    "--minutes",
    metavar="N",
    type=click.FloatRange(0),
    default=MINUTES,
    show_default=True,
    help="limit on the processor time for each certificate; 0 for no limit",
)
@click.option("--scripts-only", is_flag=True, help="do not make the conditions again from the text")
@language_option
@json_option
def command(
    folder: Path, solver_name: str, rules: tuple[str, ...], minutes: float, scripts_only: bool, language: str, as_json: bool
) -> None:
    """Check a certificate that `cartaro verify --certificate` has written, or all certificates in a folder.

    The manifest is compared with the text. Records are replayed and must show their verdicts. A solver must find every
    condition of every proof `unsat`, and the conditions are built again from the text, without a search, and must be the same.
    The output lists the assumptions of the check. With `--scripts-only` the conditions are not compared with the text. A
    verdict without a condition or a record is then left open.

    \b
    cartaro verify scopa --certificate proofs
    cartaro certify proofs --solver cvc5
    """
    from cartaro.certificates import check_certificate, folders_of, trusted
    from cartaro.terminal.render import show_certificate

    require("verify", language)
    code, values = OK, list[dict[str, object]]()
    folders = folders_of(folder)
    if not folders:
        fail(
            (Diagnostic("C0912", msg("`{name}` contains no certificate", name=shorten(str(folder))), path=str(folder)),),
            language=language,
        )
    for each in folders:
        with status_line(msg("checking {name}", name=each.name)) as progress:
            checked = check_certificate(each, rules, solver_name, scripts_only, progress, minutes or None)
        unreadable = any(fault.code != "C0913" for fault in checked.faults)
        code = worst_exit_code(
            (code, USAGE_ERROR if unreadable else FAILURE if checked.faults else OK, UNDECIDED if checked.is_open else OK)
        )
        verdicts = [verdict["verdict"] for verdict in checked.manifest.verdicts] if checked.manifest is not None else []
        values.append({
            "certificate": str(each), "game": checked.manifest.game if checked.manifest is not None else "",
            "solver": solver_name, "version": solver_version(solver_name), "conditions": checked.conditions,
            "undecided": checked.undecided, "out_of_time": checked.out_of_time, "replayed": checked.replayed,
            "encoded": checked.encoded, "open": checked.is_open,
            "verdicts": {kind: verdicts.count(kind) for kind in ("proved", "attained", "refuted", "unknown")},
            "trusted": [translate(each, language) for each in trusted(checked)],
            "diagnostics": diagnostics_json(checked.faults, language),
        })  # fmt: skip
        if checked.faults and not as_json:
            report(checked.faults, language=language)
        elif not as_json:
            show_certificate(values[-1], language)
    if as_json:
        write_json({"results": values})
    sys.exit(code)
