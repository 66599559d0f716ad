"""`cartaro schema`: write the JSON Schemas of all input and output."""

from __future__ import annotations

import json

import click

from cartaro.terminal.streams import print_line
from cartaro_workbench import SCHEMAS, schema_of


@click.command("schema")
@click.argument("name", metavar="[NAME]", type=click.Choice(tuple(SCHEMAS)), required=False)
def command(name: str | None) -> None:
    """Write the JSON Schema of a form by its name; without a name, list the names.

    \b
    cartaro schema position > position.schema.json
    """
    if name is None:
        for known in SCHEMAS:
            print_line(known)
    else:
        print_line(json.dumps(schema_of(name), indent=2, ensure_ascii=False))
