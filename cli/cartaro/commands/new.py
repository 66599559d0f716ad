"""`cartaro new`: the first file of a variant, and its annex."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

from cartaro.shell import exit_code, fail, write_file
from cartaro.terminal.streams import say
from cartaro_grammar import ENDING, Diagnostic, Game, Source, format_source, load_checked, load_game, short

NAME = re.compile(r"[a-z][a-z0-9_]*")


@click.command("new")
@click.argument("name", metavar="NAME")
@click.option(
    "--of", "base", metavar="RULES", required=True, help="the ruleset that it varies: a shipped name, or a file beside it"
)
def command(name: str, base: str) -> None:
    """Begin a variant: write NAME.regole, which says what it varies and changes nothing yet, and NAME.prove.regole for its
    words, examples and claims.  Nothing is overwritten.

    \b
    cartaro new mine --of scopa
    """
    if not NAME.fullmatch(name):
        _refuse(f"`{short(name)}` is no name of a ruleset", "small letters without accents, digits and `_`, a letter first")
    rules, annex = Path(f"{name}{ENDING}"), Path(f"{name}.prove{ENDING}")
    for place in (rules, annex):
        if place.exists() or place.is_symlink():
            _refuse(f"`{place}` is there already", "choose another name; nothing was written", str(place))
    varied = load_game(base)
    if not isinstance(varied, Game):
        fail(varied, code=exit_code(varied))
    _write(rules, _variant(name, varied))
    _write(annex, _annex(name))
    game, found = load_checked(str(rules))
    if game is None or game.base != varied.name:
        for place in (rules, annex):
            place.unlink()
        fail(found or (Diagnostic("C0904", f"`{base}` is not found from here", help="write the variant beside its base"),))
    say(f"{rules} and {annex} are written; next: cartaro book serve {rules}")


def _refuse(message: str, advice: str, path: str = "") -> None:
    fail((Diagnostic("C0904", message, help=advice, path=path),))


def _write(place: Path, text: str) -> None:
    laid_out = format_source(Source(str(place), text))
    write_file(place, laid_out if isinstance(laid_out, str) else text)


def _variant(name: str, base: Game) -> str:
    """A variant that is as its base; the articles that can be amended stand in a comment."""
    title = name.replace("_", " ").capitalize()
    lines = [
        f"variant {name} of {base.name}",
        f'  title it "{title}" en "{title}" fr "{title}"',
        "",
        f"-- What is not named here is as in {base.name}.  A clause is added, replaced or repealed:",
        "--   in article 5 add",
        "--   in article 5 replace CLAUSE",
        "--   in article 5 repeal CLAUSE",
        "-- Its articles, with their clauses:",
        *_articles(base),
    ]
    return "\n".join(lines) + "\n"


def _articles(base: Game) -> Iterator[str]:
    for article in base.articles:
        clauses = [clause.name for clause in base.clauses if clause.article == article.key]
        if article.home in (base.name, *base.bases) and clauses:
            yield f"--   article {article.number}: {', '.join(clauses)}"


def _annex(name: str) -> str:
    lines = [
        f"-- The words of {name} for its pages, examples that it must keep, and claims to be proved.",
        f"annex prove of {name}",
        '  title it "Esempi e affermazioni" en "Examples and claims" fr "Exemples et affirmations"',
    ]
    return "\n".join(lines) + "\n"
