"""A clause cited: by its title, its article and the rows of the sources it stands on; as words, and as JSON."""

from __future__ import annotations

from cartaro_grammar import game as g
from cartaro_interpreter import Json, cites
from cartaro_rulebook.prose.clauses import clause_prose, finished
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.naming import in_any
from cartaro_rulebook.words.references import clean, plain


def sentence(said: str, scope: ProseScope) -> str:
    """A sentence as it is read."""
    return plain(finished(said, scope))


def reference(clause: g.Clause, scope: ProseScope, *, short: bool = False) -> str:
    """`“the fewest cards”, article 3, “The play” (S3: “Regolamento Scopa”)`; the short form leaves titles out."""
    return f"{scope.naming.clause(clause.name)}, {place(clause, scope, short=short)}"


def place(clause: g.Clause, scope: ProseScope, *, short: bool = False, cited: bool = True) -> str:
    """The article that a clause stands in, and what it cites."""
    article = _article(clause, scope.naming.game)
    if article is None:
        return ""
    words = scope.naming.article(article.key, "sentence")
    title = in_any(article.names, scope.lang.code, "")
    if title and not short:
        words += f", {scope.naming.quoted(title)}"
    if article.home not in (scope.naming.game.name, scope.naming.game.base) and not scope.naming.is_common(article.key):
        parted = words + "," if title and not short else words
        words = scope.lang.say("ruling_article_of", article=parted, x=_home(article.home, scope))
    rows = cites(scope.naming.game, (clause.name,)) if cited else ()
    added = f", {scope.lang.say('ruling_ours')}" if clause.ours and cited else ""
    return words + (bracketed(rows) if short else _with_sources(rows, scope)) + added


def noted(clause: g.Clause, scope: ProseScope) -> str:
    """The clause's sentence with its article and what it cites in brackets: `… (article 11, F11).`"""
    text = clause_prose(clause, scope).text.removesuffix(".")
    where = [place(clause, scope, short=True, cited=False), *cites(scope.naming.game, (clause.name,))]
    where += [scope.lang.say("ruling_ours")] if clause.ours else []
    return plain(f"{text} ({', '.join(where)}).")


def bracketed(rows: tuple[str, ...]) -> str:
    """Rows of sources in brackets, or nothing."""
    return f" ({', '.join(rows)})" if rows else ""


def _with_sources(rows: tuple[str, ...], scope: ProseScope) -> str:
    """Rows of sources, each with the source's title."""
    by_source: dict[str, list[str]] = {}
    for row in rows:
        by_source.setdefault(_letter(row), []).append(row)
    titles = _source_titles(scope)
    shown = [
        scope.lang.say("ruling_source", rows=", ".join(named), x=scope.naming.quoted(titles[letter]))
        if letter in titles
        else ", ".join(named)
        for letter, named in by_source.items()
    ]
    return f" ({'; '.join(shown)})" if shown else ""


def _letter(row: str) -> str:
    """The letter of the source that a row belongs to."""
    return row.rstrip("0123456789.")


def _source_titles(scope: ProseScope) -> dict[str, str]:
    return {source.letter: clean(source.title) for source in scope.naming.game.sources}


def clause_json(clause: g.Clause, scope: ProseScope) -> dict[str, Json]:
    """A clause: its name and title, its article with its ruleset and title, what it cites, its sentence."""
    article = _article(clause, scope.naming.game)
    rows, titles = cites(scope.naming.game, (clause.name,)), _source_titles(scope)
    return {
        "name": clause.name,
        "title": scope.naming.title(clause.name, clause.names),
        "article": article.number if article else "",
        "article_in_words": scope.naming.article(article.key, "sentence") if article else "",
        "of": article.home if article else clause.home,
        "article_title": in_any(article.names, scope.lang.code, "") if article else "",
        "cites": list(rows),
        "ours": in_any(clause.ours, scope.lang.code, ""),
        "sources": [titles[letter] for letter in dict.fromkeys(map(_letter, rows)) if letter in titles],
        "text": plain(clause_prose(clause, scope).text),
    }


def option_rows(option: g.Option, scope: ProseScope) -> tuple[str, ...]:
    """What a house rule cites; without rows of its own, those of its article."""
    article = _article(option, scope.naming.game)
    return option.cites or (article.cites if article else ())


def _article(of: g.Clause | g.Option, game: g.Game) -> g.Article | None:
    return next((article for article in game.articles if article.key == of.article), None)


def _home(home: str, scope: ProseScope) -> str:
    titles = dict(scope.naming.game.homes)
    return scope.naming.quoted(in_any(titles.get(home, ()), scope.lang.code, home.replace("_", " ")))
