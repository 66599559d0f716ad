"""From a ruleset's files to one text: articles in order, amended; who said what, and under which house rules.

Takes the files in the order libraries, base, variants, annexes (`load` finds them); guarantees that every name is declared
once and that every amendment met what it amends; refuses, with diagnostics, those that did not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import MAX_TOLD, Diagnostic, told_at_once
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.amendments import ArticleMerger, Gathered, UnderOptions


@frozen
class Merged:
    """A whole ruleset, its files made into one."""

    name: str
    base: str | None
    kind: str
    title: tree.Texts | None
    titles: tuple[tuple[str, tree.Texts | None], ...]
    title_span: Span
    editions: tuple[tree.EditionDecl, ...]
    sources: tuple[tree.SourceDecl, ...]
    own_sources: tuple[tree.SourceDecl, ...]
    """Those that the ruleset itself declares, or an annex of it."""
    articles: tuple[Gathered, ...]
    settings: tuple[tree.SetOption, ...]
    claims: tuple[tree.Claim, ...]
    examples: tuple[tree.Example, ...]
    words: tuple[tuple[tree.Word, tree.Texts], ...]
    pictures: tuple[tree.Picture, ...]
    quotes: tuple[tree.Quotes, ...]
    told: tuple[tuple[str, UnderOptions, tree.Wording], ...]
    """The wordings of the telling: of which ruleset, and under which house rules."""
    annexed: frozenset[str]
    own: frozenset[str]
    """The names of the sources of the ruleset itself and of its annexes, not of what it builds on."""
    gone: Mapping[str, tuple[tree.Word, tuple[str, ...]]]
    """The clauses that amendments took away: where, and the names put in their place."""
    undefined: Mapping[str, tuple[tree.Word, tuple[str, ...]]]
    """The definitions of which such a clause was."""
    bases: tuple[str, ...]
    """The rulesets that it varies, the nearest first."""


def merge(files: Sequence[tree.File]) -> tuple[Merged, tuple[Diagnostic, ...]]:
    """All files made into one, and what was wrong with that; on errors the result is as much as could be made."""
    merger = ArticleMerger()
    for file in files:
        merger.take(file)
    merger.check_names()
    main = [file for file in files if file.kind != "annex"][-1]
    own = _spoken_of(main, {file.name.text: file for file in files if file.kind != "annex"})
    annexes = [f for f in files if f.kind != "annex" or (f.base and f.base.text in own)]
    own_texts = frozenset(
        f.source.name for f in files if main.name.text in {f.name.text, f.base.text if f.kind == "annex" and f.base else ""}
    )
    merged = Merged(
        name=main.name.text,
        base=main.base.text if main.base else None,
        kind=main.kind,
        title=main.title,
        titles=tuple((file.name.text, file.title) for file in files if file.kind != "annex"),
        title_span=main.name.span,
        editions=main.editions,
        sources=_distinct_sources(files),
        own_sources=tuple(source for file in files if file.source.name in own_texts for source in file.sources),
        articles=tuple(merger.articles),
        settings=tuple(merger.settings),
        claims=tuple(item for f in annexes for item in f.items if isinstance(item, tree.Claim)),
        examples=tuple(item for f in annexes for item in f.items if isinstance(item, tree.Example)),
        words=tuple(e for f in files for item in f.items if isinstance(item, tree.Words) for e in item.entries),
        pictures=tuple(e for f in files for item in f.items if isinstance(item, tree.Pictures) for e in item.entries),
        quotes=tuple(item for f in files for item in f.items if isinstance(item, tree.Quotes)),
        told=tuple(_told(files)),
        annexed=frozenset(merger.annexed),
        own=own_texts,
        gone=merger.gone,
        undefined=merger.undefined,
        bases=merger.bases_of(main.name.text),
    )
    return merged, told_at_once(merger.found, MAX_TOLD)


def _spoken_of(file: tree.File, files: Mapping[str, tree.File]) -> set[str]:
    """The rulesets whose examples and claims speak of a file: its own and, where it plays as they do, those it builds on."""
    found, todo = set[str](), [file]
    while todo:
        one = todo.pop()
        if one.name.text not in found and not _plays_otherwise(one):
            on = (*([one.base] if one.base else ()), *one.mixins, *one.uses)
            todo += (files[word.text] for word in on if word.text in files)
        found.add(one.name.text)
    return found


def _plays_otherwise(file: tree.File) -> bool:
    """Whether a variant may change what is legal or what a move does: it takes away, or adds more than to the count."""
    return file.kind == "variant" and any(map(_changes_play, file.items))


def _changes_play(item: tree.Item | tree.ArticleItem) -> bool:
    match item:
        case tree.SetOption():
            return True
        case tree.Amendment(action=action, items=items) if action == "add":
            return any(map(_changes_play, items))
        case tree.Amendment():
            return True
        case tree.Article(items=items) | tree.UnderBlock(items=items):
            return any(map(_changes_play, items))
        case tree.CourseBlock():
            return True
        case tree.Clause(sentence=tree.Scores() | tree.Conduct()):
            return False
        case tree.Clause(sentence=tree.Definition() | tree.Counts(), despite=despite, subject_to=subject):
            return bool(despite or subject)
        case tree.Clause() | tree.ActDecl():
            return True
        case (
            tree.Words() | tree.Pictures() | tree.Telling() | tree.Quotes() | tree.Claim() | tree.Example() | tree.See()
            | tree.ZoneDecl() | tree.CellDecl()
            | tree.OptionDecl()
        ):  # fmt: skip
            return False


def _told(files: Iterable[tree.File]) -> Iterator[tuple[str, UnderOptions, tree.Wording]]:
    """The wordings of all files; those of an annex are of what it is an annex of."""
    for file in files:
        home = file.base.text if file.kind == "annex" and file.base is not None else file.name.text
        for telling in (item for item in file.items if isinstance(item, tree.Telling)):
            yield from ((home, under, wording) for under, wording in _wordings(telling.items, ()))


def _wordings(
    items: Iterable[tree.Wording | tree.ToldUnder], under: UnderOptions
) -> Iterator[tuple[UnderOptions, tree.Wording]]:
    for item in items:
        match item:
            case tree.Wording():
                yield under, item
            case tree.ToldUnder():
                yield from _wordings(item.items, (*under, (item.option, item.values)))


def _distinct_sources(files: Iterable[tree.File]) -> tuple[tree.SourceDecl, ...]:
    """One declaration a letter, with all rows that its several mentions cover; of publishers and dates the first."""
    found: dict[str, tree.SourceDecl] = {}
    for declared in (source for file in files for source in file.sources):
        before = found.get(declared.letter.text)
        found[declared.letter.text] = _both(before, declared) if before else declared
    return tuple(found.values())


def _both(before: tree.SourceDecl, declared: tree.SourceDecl) -> tree.SourceDecl:
    publisher, date = before.publisher or declared.publisher, before.date or declared.date
    return replace(before, publisher=publisher, date=date, covers=before.covers + declared.covers)
