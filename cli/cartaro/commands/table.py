"""`cartaro table`: write the moves and hands of records as tables."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import click

from cartaro.extras import require
from cartaro.records import GamesOfRecords, StatedGames, WrittenRecord, records_of
from cartaro.shell import OK, USAGE_ERROR, report, write_bytes, write_file
from cartaro.terminal.streams import progress_bar
from cartaro_grammar import Diagnostic, msg
from cartaro_interpreter import Rules
from cartaro_workbench import HAND_COLUMNS, MOVE_COLUMNS, RecordTable, TableRow, record_table

PARQUET = ".parquet"
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""The characters at the beginning of cells that spreadsheets read as formulas."""


@click.command("table")
@click.argument("files", metavar="RECORDS...", nargs=-1, required=True)
@click.option("--rules", "rules", metavar="RULES", help="the game of the records, if they name none or another")
@click.option("--moves", "moves", metavar="FILE", help="file for the table of moves; its ending chooses CSV or Parquet")
@click.option("--hands", "hands", metavar="FILE", help="file for the table of hands")
def command(files: tuple[str, ...], rules: str | None, moves: str | None, hands: str | None) -> None:
    """Write the moves and hands of records as tables, in CSV or Parquet; without a file, the moves as CSV.

    A move has its seat and side, the clauses that permit it, all legal alternatives, the cards that its player saw, and the
    players who know its cards. A hand has a row for each side, with points and shares.

    \b
    cartaro simulate scopa -n 500 --records hands.jsonl
    cartaro table hands.jsonl --moves moves.parquet --hands hands.csv
    """
    for file in (moves, hands):
        if file is not None and file.endswith(PARQUET):
            require("tables")
    games, refused = GamesOfRecords(rules, as_json=False), False
    rows: dict[str, list[TableRow]] = {"moves": [], "hands": []}
    stated = StatedGames()
    records = list(records_of(files, as_json=False))
    with progress_bar(len(records), msg("records")) as advance:
        for number, record in enumerate(records, 1):
            rules_of_it = games.rules(record)
            if isinstance(rules_of_it, Rules):
                stated.compare(rules_of_it, record.value, record.place)
            found = _table(rules_of_it, record)
            if isinstance(found, RecordTable):
                rows["moves"] += found.moves
                rows["hands"] += found.hands
            else:
                refused = True
                report(found)
            if advance is not None:
                advance(number)
    if moves is None and hands is None:
        click.echo(_csv(MOVE_COLUMNS, rows["moves"]), nl=False)
    if moves is not None:
        _write(moves, MOVE_COLUMNS, rows["moves"])
    if hands is not None:
        _write(hands, HAND_COLUMNS, rows["hands"])
    sys.exit(USAGE_ERROR if refused else OK)


def _table(rules: Rules | tuple[Diagnostic, ...], record: WrittenRecord) -> RecordTable | tuple[Diagnostic, ...]:
    return record_table(rules, record.value, record.name, record.place) if isinstance(rules, Rules) else rules


def _write(file: str, columns: Mapping[str, type], rows: Sequence[TableRow]) -> None:
    if file.endswith(PARQUET):
        write_bytes(Path(file), _parquet(columns, rows))
    else:
        write_file(Path(file), _csv(columns, rows))


def _csv(columns: Mapping[str, type], rows: Sequence[TableRow]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _as_text(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def _as_text(value: object) -> object:
    """Return a cell that no spreadsheet reads as a formula, since the name of a record could be one."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value


def _parquet(columns: Mapping[str, type], rows: Sequence[TableRow]) -> bytes:
    arrow, parquet = (cast("Any", import_module(name)) for name in ("pyarrow", "pyarrow.parquet"))  # an extra, without types
    kinds = {int: arrow.int64(), str: arrow.string()}
    schema = arrow.schema([(name, kinds[kind]) for name, kind in columns.items()])
    buffer = arrow.BufferOutputStream()
    parquet.write_table(arrow.Table.from_pylist([dict(row) for row in rows], schema=schema), buffer)
    return bytes(buffer.getvalue())
