"""From the parser's output to the tree, which ends the parser's own trees; and what the rules of whole files build.

What stands in the text comes to a rule as a `Word` (names, numbers, codes), as the text between quotation marks, or as the word
of the language that it is; what the text leaves out comes as None.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Literal

from lark import Token, Tree
from lark.tree import Meta

from cartaro_grammar.syntax import build_phrases, build_sentences, tree
from cartaro_grammar.syntax.build_phrases import Rule, itself, row
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Source, Span

WORDS = frozenset({"NAME", "NUMBER", "DATE", "CODE", "CITE", "LETTER", "MARK"})


HeaderLine = tree.Texts | tree.EditionDecl | tree.SourceDecl | tree.WordRow | None


@frozen
class Header:
    """What stands above the articles of a file."""

    kind: Literal["game", "library", "variant", "annex"]
    name: tree.Word
    base: tree.Word | None
    mixins: tree.WordRow
    lines: tuple[HeaderLine, ...]


def build(source: Source, parsed: Tree[Token]) -> tree.File:
    """The tree of a whole file, without its comments."""
    file = _built(source, parsed)
    assert isinstance(file, tree.File)
    return file


def _built(source: Source, node: Tree[Token]) -> object:
    given = [_built(source, one) if isinstance(one, Tree) else _leaf(source, one) for one in node.children]
    part = PARTS.get(node.data)
    return NODES[node.data](*given, span=_span(source, node.meta)) if part is None else part(*given)


def _leaf(source: Source, token: Token | None) -> tree.Word | str | None:
    if token is None:
        return None
    if token.type in WORDS:
        start = token.start_pos or 0
        return tree.Word(str(token), Span(source, start, start + len(token)))
    return str(token)[1:-1] if token.type == "STRING" else str(token)


def _span(source: Source, meta: Meta) -> Span:
    """The span of a rule; an empty one has none of its own and stands at the file's start."""
    if meta.empty:
        return Span(source, 0, 0)
    return Span(source, meta.start_pos, min(meta.end_pos, len(source.text)))  # a last line need not end


# ---------------------------------------------------------------------------------------------- articles and amendments


def _course(event: tree.Event, *items: tree.Clause | tree.UnderBlock, span: Span) -> tree.CourseBlock:
    return tree.CourseBlock(event, items, span)


def _under_block(option: tree.Word, values: tree.WordRow, *items: tree.ArticleItem, span: Span) -> tree.UnderBlock:
    return tree.UnderBlock(option, values, items, span)


def _see(article: tree.ArticleRef, cites: tree.WordRow | None, *, span: Span) -> tree.See:
    return tree.See(article, cites or (), span)


def _article(number: tree.Word, label: tree.DeclarationLabel, *items: tree.ArticleItem, span: Span) -> tree.Article:
    return tree.Article(number, label, items, span)


def _add(article: tree.ArticleRef, placing: tree.StepPlace | None, *items: tree.ArticleItem, span: Span) -> tree.Amendment:
    return tree.Amendment("add", article, (), placing, items, span)


def _replace(article: tree.ArticleRef, names: tree.WordRow, *items: tree.ArticleItem, span: Span) -> tree.Amendment:
    return tree.Amendment("replace", article, names, None, items, span)


def _repeal(article: tree.ArticleRef, names: tree.WordRow, *, span: Span) -> tree.Amendment:
    return tree.Amendment("repeal", article, names, None, (), span)


def _repeal_article(article: tree.ArticleRef, *, span: Span) -> tree.Amendment:
    return tree.Amendment("repeal article", article, (), None, (), span)


def _words(*entries: tuple[tree.Word, tree.Texts], span: Span) -> tree.Words:
    return tree.Words(entries, span)


def _pictures(*entries: tree.Picture, span: Span) -> tree.Pictures:
    return tree.Pictures(entries, span)


def _wording(names: tree.WordRow, mark: tree.Word | None, *texts: tree.Texts, span: Span) -> tree.Wording:
    entries = tuple(entry for text in texts for entry in text.entries)
    return tree.Wording(names, mark, tree.Texts(entries, span), span)


def _told_under(option: tree.Word, values: tree.WordRow, *items: tree.Wording | tree.ToldUnder, span: Span) -> tree.ToldUnder:
    return tree.ToldUnder(option, values, items, span)


def _telling(*items: tree.Wording | tree.ToldUnder, span: Span) -> tree.Telling:
    return tree.Telling(items, span)


def _quotation(*parts: tree.Word | str, span: Span) -> tree.Quotation:
    rows = tuple(part for part in parts if isinstance(part, tree.Word))
    return tree.Quotation(rows, tuple(part for part in parts if isinstance(part, str)), span)


def _quotes(letter: tree.Word, language: tree.Word, *items: tree.Quotation, span: Span) -> tree.Quotes:
    return tree.Quotes(letter, language, items, span)


# ---------------------------------------------------------------------------------------------- claims and examples


def _refuted(reading: tree.Texts, *, span: Span) -> tree.Texts:
    del span
    return reading


def _claim(
    name: tree.Word,
    cites: tree.WordRow | None,
    names: tree.Texts,
    refuted: tree.Texts | None,
    *lines: tree.ClaimLine,
    span: Span,
) -> tree.Claim:
    return tree.Claim(name, cites or (), names, refuted, lines, span)


def _example(
    name: tree.Word, cites: tree.WordRow | None, names: tree.Texts, *lines: tree.ExampleLine, span: Span
) -> tree.Example:
    return tree.Example(name, cites or (), names, lines, span)


def _may_not(subject: tree.Expr, phrase: tree.ActPhrase, because: tree.WordRow | None, *, span: Span) -> tree.MayNot:
    return tree.MayNot(subject, phrase, because or (), span)


def _may_only(subject: tree.Expr, *phrases: tree.ActPhrase, span: Span) -> tree.MayOnly:
    return tree.MayOnly(subject, phrases, span)


def _do(phrase: tree.ActPhrase, despite: tree.WordRow | None, *, span: Span) -> tree.Do:
    return tree.Do(phrase, despite or (), (), span)


def _do_ruled(phrase: tree.ActPhrase, ruled: tree.WordRow, *, span: Span) -> tree.Do:
    return tree.Do(phrase, (), ruled, span)


# ---------------------------------------------------------------------------------------------- the file


def _covered(first: tree.Word, last: tree.Word | None, text: str | None) -> tree.CoveredRows:
    return (first, last, text)


def _source(
    letter: tree.Word, title: str, publisher: str | None, date: tree.Word | None, *covers: tree.CoveredRows | None, span: Span
) -> tree.SourceDecl:
    return tree.SourceDecl(letter, title, publisher, date, tuple(part for part in covers if part is not None), span)


def _header(kind: Literal["game", "library"], name: tree.Word, *lines: HeaderLine) -> Header:
    return Header(kind, name, None, (), lines)


def _variant(name: tree.Word, base: tree.Word, mixins: tree.WordRow | None, *lines: HeaderLine) -> Header:
    return Header("variant", name, base, mixins or (), lines)


def _annex(name: tree.Word, base: tree.Word, *lines: HeaderLine) -> Header:
    return Header("annex", name, base, (), lines)


def _file(header: Header, *items: tree.Item, span: Span) -> tree.File:
    lines = header.lines
    title = next((line for line in lines if isinstance(line, tree.Texts)), None)
    editions = tuple(line for line in lines if isinstance(line, tree.EditionDecl))
    sources = tuple(line for line in lines if isinstance(line, tree.SourceDecl))
    uses = tuple(word for line in lines if isinstance(line, tuple) for word in line)
    return tree.File(
        header.kind, header.name, header.base, header.mixins, title, editions, sources, uses, items, (), span.source, span
    )


NODES: Mapping[str, Rule] = {
    **build_phrases.NODES,
    **build_sentences.NODES,
    "refuted": _refuted,
    "article_ref": tree.ArticleRef,
    "course": _course,
    "under_block": _under_block,
    "see": _see,
    "article": _article,
    "add": _add,
    "replace": _replace,
    "repeal": _repeal,
    "repeal_article": _repeal_article,
    "words_": _words,
    "pictures": _pictures,
    "wording": _wording,
    "told_under": _told_under,
    "telling": _telling,
    "quotation": _quotation,
    "quotes": _quotes,
    "under": tree.Under,
    "under_every": tree.UnderEvery,
    "always": partial(tree.Always, False),
    "never": partial(tree.Always, True),
    "at_every": tree.AtEvery,
    "before_every": tree.BeforeEvery,
    "after_every": tree.AfterEvery,
    "possible": partial(tree.Possible, None),
    "possible_after": tree.Possible,
    "extreme_claim": tree.ExtremeClaim,
    "claim": _claim,
    "example_under": tree.Under,
    "holds": tree.Holds,
    "given": tree.Given,
    "legal": tree.May,
    "illegal": _may_not,
    "exactly": _may_only,
    "do": _do,
    "do_ruled": _do_ruled,
    "shuffled": tree.Shuffled,
    "check": tree.Check,
    "example": _example,
    "edition": tree.EditionDecl,
    "source": _source,
    "start": _file,
}
"""The rules that make a node; they are given its span, too."""

PARTS: Mapping[str, Rule] = {
    **build_phrases.PARTS,
    **build_sentences.PARTS,
    "does": itself,
    "because": itself,
    "article_no": itself,
    "values": row,
    "placed_before": partial(row, "before"),
    "placed_after": partial(row, "after"),
    "word_line": row,
    "paragraph": itself,
    "picture_line": tree.Picture,
    "superlative": itself,
    "held_cards": row,
    "held_nothing": row,
    "held_family": row,
    "covered": _covered,
    "date": itself,
    "title": itself,
    "use": itself,
    "game": partial(_header, "game"),
    "library": partial(_header, "library"),
    "variant": _variant,
    "annex": _annex,
}
"""The rules that make a part of a node."""
