"""`cartaro sources`: show the articles of the sources, the clauses that cover each, the gaps, and the open questions."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import click

from cartaro.shell import FAILURE, OK, exit_code, json_option, language_option, report, worst_exit_code, write_json
from cartaro.terminal.streams import console
from cartaro_grammar import Diagnostic, Game, Message, load_game, msg, shipped, translate
from cartaro_grammar import game as g
from cartaro_rulebook import (
    Addition,
    Cover,
    Coverage,
    Covered,
    CoverKind,
    Naming,
    OpenRow,
    additions,
    coverage,
    language,
    localized,
    questions,
)

WIDTH = 128
"""The width in columns of text that is not printed to a terminal."""

KINDS: dict[CoverKind, tuple[Message, Message]] = {
    "clause": (msg("clause"), msg("clauses")),
    "conduct": (msg("conduct"), msg("conduct")),
    "ruling": (msg("ruling"), msg("rulings")),
    "article": (msg("article"), msg("articles")),
    "option": (msg("house rule"), msg("house rules")),
    "act": (msg("act"), msg("acts")),
    "finding": (msg("finding"), msg("findings")),
    "report": (msg("report"), msg("reports")),
    "example": (msg("example"), msg("examples")),
    "claim": (msg("claim"), msg("claims")),
}
"""The kinds of items that cover an article, in the singular and the plural."""


@click.command("sources")
@click.argument("rules", metavar="[RULES...]", nargs=-1)
@language_option
@json_option
def command(rules: tuple[str, ...], language: str, as_json: bool) -> None:
    """Show which clauses cover each article of the sources of rulesets (default: all shipped ones).

    An article is covered if an item of any of the rulesets cites it. Its own words are below, if a ruleset quotes them.
    Then come the house rules, which are the questions that the sources leave open, and the clauses that no source states.

    \b
    cartaro sources scopone
    cartaro sources scopa napola rebello --language it
    """
    games = _games(rules or shipped(), as_json)
    found, asked, added = coverage(games), questions(games), additions(games)
    words = _SourceNames(games, language)
    if as_json:
        write_json({**_value(games, found, asked, words), "additions": [_addition(one, words) for one in added]})
    else:
        _show(found, asked, words, alone=len(games) == 1)
        _show_additions(added, words, alone=len(games) == 1)
    sys.exit(FAILURE if any(source.uncovered for source in found) else OK)


def _games(rules: Iterable[str], as_json: bool) -> dict[str, Game]:
    """Load the games by their names; exit if one has errors."""
    loaded = {name: load_game(name) for name in rules}
    failed = [found for found in loaded.values() if not isinstance(found, Game)]
    if failed:
        diagnostics: dict[Diagnostic, None] = dict.fromkeys(diagnostic for found in failed for diagnostic in found)
        report(diagnostics, as_json)
        sys.exit(worst_exit_code(exit_code(found) for found in failed))
    return {name: game for name, game in loaded.items() if isinstance(game, Game)}


@dataclass(frozen=True, slots=True)
class _SourceNames:
    """Names of articles, clauses and questions in one language."""

    games: Mapping[str, Game]
    code: str

    def tr(self, message: Message) -> str:
        """Translate a message."""
        return translate(message, self.code)

    def of(self, rulesets: tuple[str, ...], word: str, names: g.Names = ()) -> str:
        """Return the title of a declaration or clause: the title written with it, the one under `words`, or its identifier."""
        return Naming(self.games[rulesets[0]], language(self.code)).title(word, names)

    def because(self, reason: g.Names) -> str:
        """Return the reason for a clause or a question, as a line."""
        return self.tr(msg("because {reason}", reason=localized(reason, self.code, "")))

    def rulesets(self, names: Iterable[str]) -> str:
        """Return the part of a line that names some rulesets."""
        return self.tr(msg("in {rulesets}", rulesets=", ".join(names)))

    def cover(self, cover: Cover) -> str:
        """Return the name of something that covers an article; for a report, an example, a claim or an article, its own name in
        any language.
        """
        if cover.kind in ("report", "example", "claim", "article"):
            return localized(cover.names, self.code, cover.name)
        return self.of(cover.rulesets, cover.name, cover.names)


# ---------------------------------------------------------------------------------------------- JSON


def _value(
    games: Mapping[str, Game], found: tuple[Coverage, ...], asked: tuple[OpenRow, ...], words: _SourceNames
) -> dict[str, object]:
    return {
        "rulesets": list(games),
        "sources": [_source(source, words) for source in found],
        "uncovered": [row for source in found for row in source.uncovered],
        "questions": [_question(question, words) for question in asked],
    }


def _source(source: Coverage, words: _SourceNames) -> dict[str, object]:
    articles = [
        {
            "article": article.row,
            **({} if article.title is None else {"title": article.title}),
            "covered_by": [_covered_by(cover, words) for cover in article.covers],
            **({} if article.quotation is None else {"quoted": _quoted(article.quotation)}),
        }
        for article in source.articles
    ]
    return {
        "letter": source.letter, "title": source.title, "rulesets": list(source.rulesets), "articles": articles,
        "uncovered": list(source.uncovered),
    }  # fmt: skip


def _covered_by(cover: Cover, words: _SourceNames) -> dict[str, object]:
    return {
        "kind": cover.kind, "name": cover.name, "title": words.cover(cover),
        **({"article": cover.article, "cited_by": "itself" if cover.own else "article"} if cover.article else {}),
        "rulesets": list(cover.rulesets),
    }  # fmt: skip


def _quoted(quotation: g.Quotation) -> dict[str, object]:
    return {"language": quotation.language, "paragraphs": list(quotation.paragraphs)}


def _question(question: OpenRow, words: _SourceNames) -> dict[str, object]:
    option = question.option
    return {
        "option": option.name, "title": words.of(question.rulesets, option.name, option.names), "article": option.article,
        "cites": list(question.cites), "default": option.default, "values": list(option.values),
        "because": localized(option.reason, words.code, ""), "rulesets": list(question.rulesets),
    }  # fmt: skip


def _addition(added: Addition, words: _SourceNames) -> dict[str, object]:
    clause = added.clause
    return {
        "clause": clause.name, "title": words.of(added.rulesets, clause.name, clause.names), "article": clause.article,
        "because": localized(clause.ours, words.code, ""), "rulesets": list(added.rulesets),
    }  # fmt: skip


# ---------------------------------------------------------------------------------------------- words


def _show(found: tuple[Coverage, ...], asked: tuple[OpenRow, ...], words: _SourceNames, *, alone: bool) -> None:
    """Print a table for each source, the uncovered articles, and the open questions; with `alone`, omit the ruleset's name."""
    from rich.markup import escape
    from rich.table import Table
    from rich.text import Text

    out = console(width=None if sys.stdout.isatty() else WIDTH)
    for source in found:
        table = Table(title=f"{source.letter} · {escape(source.title)}", title_justify="left", title_style="bold")
        table.add_column("", style="bold", no_wrap=True)
        table.add_column(words.tr(msg("covered by")))
        if not alone:
            table.add_column(words.tr(msg("in")))
        quoted = _quotations(source.articles, words)
        for article in source.articles:
            covers = "\n".join(_lines(article, words))
            cell = Text(covers) if covers else Text(words.tr(msg("not covered")), style="bold red")
            if article.row in quoted:
                cell.append(f"\n{quoted[article.row]}", style="italic not bold default")
            row = [Text(article.row), cell]
            table.add_row(*row if alone else (*row, Text(", ".join(_rulesets(article)))))
        out.print(table)
        missing, many = source.uncovered, len(source.articles)
        covered = words.tr(msg("covered: {n} of {all}", n=many - len(missing), all=many))
        out.print(covered, style="red" if missing else "green")
        if missing:
            out.print(Text(words.tr(msg("not covered: {rows}", rows=", ".join(missing))), style="red"))
        out.print()
    if asked:
        out.print(Text(words.tr(msg("open questions")), style="bold"))
    for question in asked:
        out.print(Text("\n").join(Text(line) for line in _question_text(question, words, alone)))


def _show_additions(added: tuple[Addition, ...], words: _SourceNames, *, alone: bool) -> None:
    from rich.text import Text

    out = console(width=None if sys.stdout.isatty() else WIDTH)
    if added:
        out.print(Text(words.tr(msg("stated by no source")), style="bold"))
    for one in added:
        title = words.of(one.rulesets, one.clause.name, one.clause.names)
        name = one.clause.name if title.replace(" ", "_") == one.clause.name else f"{one.clause.name} «{title}»"
        lines = [f"  {name} ({one.clause.article})", f"      {words.because(one.clause.ours)}"]
        out.print(Text("\n".join(lines if alone else [*lines, f"      {words.rulesets(one.rulesets)}"])))


def _quotations(articles: Iterable[Covered], words: _SourceNames) -> dict[str, str]:
    """Return the words of the source for each quoted row; if rows are quoted together, the words are at the first of them."""
    found, first = dict[str, str](), dict[tuple[str, ...], str]()
    for article in articles:
        quotation = article.quotation
        if quotation is not None:
            row = first.setdefault(quotation.paragraphs, article.row)
            text = " ".join(quotation.paragraphs)
            elsewhere = "" if row == article.row else words.tr(msg("quoted at {row}", row=row))
            found[article.row] = elsewhere or f"{quotation.language} «{text}»"
    return found


def _lines(article: Covered, words: _SourceNames) -> Iterator[str]:
    """List what covers an article, in one line for each kind; clauses are listed with their articles."""
    kinds: dict[CoverKind, list[Cover]] = {}
    for cover in article.covers:
        kinds.setdefault(cover.kind, []).append(cover)
    for kind, covers in kinds.items():
        shown = dict.fromkeys(_named(cover, words) for cover in covers)
        yield f"{words.tr(KINDS[kind][len(shown) > 1])}: {', '.join(shown)}"


def _named(cover: Cover, words: _SourceNames) -> str:
    title = words.cover(cover)
    name = cover.name if title in ("", cover.name, cover.name.replace("_", " ")) else f"{cover.name} «{title}»"
    return name if cover.kind == "article" or not cover.article else f"{name} ({cover.article})"


def _rulesets(article: Covered) -> tuple[str, ...]:
    """Return the rulesets that cover an article."""
    return tuple(dict.fromkeys(name for cover in article.covers for name in cover.rulesets))


def _question_text(question: OpenRow, words: _SourceNames, alone: bool) -> Iterator[str]:
    option = question.option
    title = words.of(question.rulesets, option.name, option.names)
    name = option.name if title.replace(" ", "_") == option.name else f"{option.name} «{title}»"
    place = ", ".join((option.article, *question.cites))
    default = words.tr(msg("{values}; default: {value}", values=", ".join(option.values), value=option.default))
    yield f"  {name} ({place}): {default}"
    if option.reason:
        yield f"      {words.because(option.reason)}"
    if not alone:
        yield f"      {words.rulesets(question.rulesets)}"
