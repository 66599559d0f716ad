"""The first texts of a variant: its own text, which changes nothing yet, and its annex for words, examples and claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cartaro_grammar import FILE_SUFFIX, Game, Source, format_source


def variant_texts(name: str, base: Game, address: str | None = None) -> Mapping[str, str]:
    """Return the formatted texts of a new variant by name: the variant itself, with a comment that lists the articles that can
    be amended, and its annex. The variant names the address of its base, if it is from elsewhere.
    """
    texts = {f"{name}{FILE_SUFFIX}": _variant(name, base, address), f"{name}.prove{FILE_SUFFIX}": _annex(name)}
    return {file: _laid_out(file, text) for file, text in texts.items()}


def _laid_out(file: str, text: str) -> str:
    laid_out = format_source(Source(file, text))
    return laid_out if isinstance(laid_out, str) else text


def _variant(name: str, base: Game, address: str | None) -> str:
    title = name.replace("_", " ").capitalize()
    lines = [
        f"variant {name} of {base.name}" + (f' from "{address}"' if address else ""),
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
    for article in base.ruleset.articles:
        clauses = [clause.name for clause in base.ruleset.clauses if clause.article == article.key]
        if article.home in (base.name, *base.ruleset.bases) and clauses:
            yield f"--   article {article.number}: {', '.join(clauses)}"


def _annex(name: str) -> str:
    lines = [
        f"-- The words of {name} for its pages, examples that it must keep, and claims to be proved.",
        f"annex prove of {name}",
        '  title it "Esempi e affermazioni" en "Examples and claims" fr "Exemples et affirmations"',
    ]
    return "\n".join(lines) + "\n"
