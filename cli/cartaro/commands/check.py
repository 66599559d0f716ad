"""`cartaro check`: report the errors and warnings of rulesets."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import click

from cartaro.rules_arguments import many_rules_argument
from cartaro.shell import (
    USAGE_ERROR,
    diagnostics_json,
    exit_code,
    json_option,
    language_option,
    read_settings,
    report,
    set_option,
    worst_exit_code,
    write_json,
)
from cartaro.terminal.streams import print_line
from cartaro_grammar import (
    Diagnostic,
    Game,
    cache_folder,
    in_key_words,
    load_checked,
    msg,
    summarize,
    text_digest,
    translate,
    visibility,
)
from cartaro_grammar import game as g

MOST_QUOTED = 8


@click.command("check")
@many_rules_argument
@set_option
@language_option
@json_option
def command(rules: tuple[str, ...], settings: tuple[str, ...], language: str, as_json: bool) -> None:
    """Report every mistake in rulesets, and play the first moves of a hand.

    \b
    cartaro check scopa
    cartaro check mine.regole --json
    cartaro check mine.regole --language it
    """
    chosen = read_settings(settings)
    found: dict[str, tuple[Diagnostic, ...]] = {}
    quoted: dict[str, str] = {}
    for name in rules:
        game, diagnostics = load_checked(name, chosen)
        if game is not None and (names := _names_without_words(game)):
            quoted[name] = _note_on_words(game, names)
        found[name] = diagnostics if game is None else diagnostics + _faults_of_play(game)
    if as_json:
        reports = [{"rules": name, "diagnostics": diagnostics_json(each, language)} for name, each in found.items()]
        write_json({"rulesets": reports})
    else:
        _print_reports(found, quoted, language)
    sys.exit(worst_exit_code(exit_code(_errors(diagnostics)) for diagnostics in found.values() if _errors(diagnostics)))


def _faults_of_play(game: Game) -> tuple[Diagnostic, ...]:
    """Return the faults that the first moves show, and the hidden cards that legal moves disclose. A text is not played again
    if no faults were found in it before.
    """
    key = cache_folder.cache_key(_code_digest(), text_digest(game).encode())
    name = f"{game.name[:40]}-{key.hex()[:32]}.played"
    if cache_folder.read(name, key) is not None:
        return ()
    found = _played_faults(game)
    if not found:
        cache_folder.write(name, key, b"no faults")
    return found


def _played_faults(game: Game) -> tuple[Diagnostic, ...]:
    from cartaro_interpreter import disclosures_under_any, faults_at_every_number_of_players

    found = faults_at_every_number_of_players(game)
    if any(fault.severity == "error" for fault in found) or not any(visibility.games_with_hidden_reads(game)):
        return found
    return found + disclosures_under_any(game)


def _code_digest() -> bytes:
    """Return the digest of the code that plays, without importing the interpreter."""
    packages = (find_spec(name) for name in ("cartaro_grammar", "cartaro_interpreter"))
    return cache_folder.code_digest(*(Path(spec.origin).parent for spec in packages if spec is not None and spec.origin))


def _errors(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    return tuple(diagnostic for diagnostic in diagnostics if diagnostic.severity == "error")


def _names_without_words(game: Game) -> tuple[str, ...]:
    """Return the names of the ruleset's own definitions that have no words, so that its guide quotes them. If the title names
    its languages, a warning reports all names without words (C0308).
    """
    if any(language for language, _ in game.ruleset.title):
        return ()
    worded = {name for name, _ in game.ruleset.words} | {g.WINNER}
    own = (s.function for clause, s in game.with_sentence(g.Definition) if clause.home == game.name)
    return tuple(dict.fromkeys(name for name in own if name not in worded))


def _note_on_words(game: Game, names: tuple[str, ...]) -> str:
    """Return the note that these names have no words; it quotes the key words of the text."""
    shown = ", ".join(f"`{one}`" for one in names[:MOST_QUOTED]) + (", …" if len(names) > MOST_QUOTED else "")
    return in_key_words(
        msg("note: the guide quotes {names}: give them words under `words`", names=shown), game.ruleset.key_words
    )


def _print_reports(found: dict[str, tuple[Diagnostic, ...]], quoted: dict[str, str], language: str) -> None:
    for name, diagnostics in found.items():
        report(diagnostics, language=language)
        errors = _errors(diagnostics)
        if not errors or exit_code(errors) != USAGE_ERROR:  # a missing file has no examples to count
            print_line(translate(summarize(name, diagnostics), language), err=bool(errors))
        if name in quoted and not errors:
            print_line(translate(quoted[name], language))
