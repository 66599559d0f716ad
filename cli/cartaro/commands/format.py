"""`cartaro format`: format rulesets in the canonical layout."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from click.core import ParameterSource

from cartaro.shell import FAILURE, OK, USAGE_ERROR, language_option, report, worst_exit_code, write_file
from cartaro.terminal.streams import print_line
from cartaro_grammar import KEY_WORD_LANGUAGES, Source, format_in_language, format_source, msg, read_source, translate


@click.command("format")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--check", "only_check", is_flag=True, help="change nothing; exit with 1 if something would change")
@language_option
def command(files: tuple[str, ...], only_check: bool, language: str) -> None:
    """Format ruleset files; content and comments are kept. With --language, use the key words and the
    names of that language; texts in quotes and the names of clauses stay the author's.

    \b
    cartaro format mine.regole
    cartaro format --check *.regole
    cartaro format --language it mia.regole
    """
    asked = click.get_current_context().get_parameter_source("language") is ParameterSource.COMMANDLINE
    key_words = language if asked and language in KEY_WORD_LANGUAGES else None
    code = OK
    for file in files:
        source = read_source(Path(file), file)
        if not isinstance(source, Source):
            report(source, language=language)
            code = USAGE_ERROR
            continue
        formatted = format_source(source) if key_words is None else format_in_language(source, key_words)
        if isinstance(formatted, tuple):
            report(formatted, language=language)
            code = worst_exit_code((code, FAILURE))
        elif formatted.encode() != Path(file).read_bytes():
            if only_check:
                code = worst_exit_code((code, FAILURE))
            else:
                write_file(Path(file), formatted)
            changed = (
                msg("{file}: formatting would change it", file=file) if only_check else msg("{file}: formatted", file=file)
            )
            print_line(translate(changed, language))
    sys.exit(code)
