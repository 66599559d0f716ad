"""Find every name in a ruleset's files, and the declaration to which it refers. Editors use this for go to definition, find
references and rename.

Takes the files of a ruleset and the checker's notes on the names in its expressions; guarantees that no place is listed twice,
and that two occurrences have equal declarations if and only if they refer to the same thing. Names that do not resolve, and
names in sentences that could not be checked, are left out. Names whose role follows from their sentence (after `zone`, after
`despite`) are noted here; the checker notes the names in expressions. Results for one file are cached by its identity, because
an editor asks again after each key stroke when only one file has changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, assert_never

from cartaro_grammar.model.parts import parts
from cartaro_grammar.resolve.merge import defined_by
from cartaro_grammar.resolve.vocabulary import BUILTIN_NAMES, PERIODS, SPECIAL
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.identity import IdentityKey
from cartaro_grammar.text.source import Span

# ----------------------------------------------------------------------------------- nodes of a file


def file_parts(file: tree.File) -> tuple[object, ...]:
    """Return a file and all nodes inside it, from the outside in."""
    return _parts(IdentityKey((file,)))


@lru_cache(maxsize=64)
def _parts(file: IdentityKey[tree.File]) -> tuple[object, ...]:
    return tuple(parts(file.values))


# --------------------------------------------------------------------------------------- occurrences


NameKind = Literal[
    "game", "library", "variant", "annex", "source", "row", "article", "zone", "pile", "family", "counter", "flag", "mark",
    "reference", "act", "finding", "parameter", "answer", "option", "value of an option", "attribute", "value of an attribute",
    "measure", "definition", "clause", "heading", "claim", "example", "local", "text", "word of the language",
]  # fmt: skip
"""The kind of a declaration: `heading` is a clause that scores points, `local` a name that a sentence binds, `text` a line of
`words` about a name that is declared elsewhere.
"""

Namespace = Literal[
    "ruleset", "source", "row", "article", "thing", "parameter", "value", "attribute", "measure", "definition", "clause",
    "claim", "example", "local", "language", "text",
]  # fmt: skip
"""The namespaces: a `value` is unique within its attribute, option or parameter, a `parameter` within its act, an `article`
within its ruleset. A `text` is a line of `words`, which refers to everything of that name.
"""

LANGUAGE = BUILTIN_NAMES | {*PERIODS, "play", "clockwise", "anticlockwise"}
"""The keywords that the parser reads as names."""


@frozen
class Note:
    """A name at a position in a text: its namespace and, if the name is unique only within an owner, that owner. A declaration
    has the kind of what it declares; a reference has the position at which the name was bound.
    """

    span: Span
    name: str
    space: Namespace
    owner: str = ""
    declares: NameKind | None = None
    bound: Span | None = None


@frozen
class Declaration:
    """The referent of a name, given by the first place that declares it, or None for keywords. A definition, or a clause that
    is replaced, has further places.
    """

    kind: NameKind
    name: str
    owner: str
    span: Span | None


@frozen
class Occurrence:
    """A name at a place; `also` are further declarations that it names, in a line of `words`."""

    span: Span
    declaration: Declaration
    declares: bool
    also: tuple[Declaration, ...] = ()


@dataclass(slots=True)
class _Declarations:
    """All declarations, by namespace, owner and name, and by position. A name refers to its first declaration."""

    named: dict[tuple[Namespace, str, str], Declaration] = field(default_factory=dict[tuple[Namespace, str, str], Declaration])
    placed: dict[tuple[str, int], Declaration] = field(default_factory=dict[tuple[str, int], Declaration])
    of_all: dict[str, list[Declaration]] = field(default_factory=dict[str, list[Declaration]])
    """All declarations of a name, in any namespace."""
    of_any: dict[tuple[Namespace, str], Declaration] = field(default_factory=dict[tuple[Namespace, str], Declaration])
    """The first declaration of a name in a namespace, for any owner."""
    owners: set[str] = field(default_factory=set[str])

    def add(self, note: Note) -> None:
        if note.declares is None:
            return
        made = Declaration(note.declares, note.name, note.owner, note.span)
        key = note.space, note.owner, note.name
        if note.space != "local" and key not in self.named:
            self.named[key] = made
            self.of_all.setdefault(note.name, []).append(made)
            self.of_any.setdefault((note.space, note.name), made)
            self.owners.add(note.owner)
        self.placed.setdefault(_place(note.span), self.named.get(key, made))

    def resolve(self, note: Note) -> tuple[Declaration, ...]:
        """Return the possible referents of a name, the likeliest first. An undeclared name has none."""
        if note.space == "language" or (note.space == "text" and note.name in LANGUAGE and not self._is_act(note.name)):
            return (_keyword(note.name),)
        if note.bound is not None or note.space == "local":
            own = _keyword(note.name) if note.name in LANGUAGE else None  # `for each side` binds `side`
            found = self.placed.get(_place(note.bound or note.span), own)
        elif note.space == "text":
            return tuple(self.of_all.get(note.name, ())) or (Declaration("text", note.name, "", note.span),)
        elif note.space in {"value", "article"} and (note.owner == "" or note.owner not in self.owners):
            found = self.of_any.get((note.space, note.name))
        else:
            found = self.named.get((note.space, note.owner, note.name))
        return () if found is None else (found,)

    def _is_act(self, name: str) -> bool:
        """Return whether an act has a word of the language as its name, often `play`."""
        return any(one.kind == "act" for one in self.of_all.get(name, ()))


@lru_cache(maxsize=256)
def _keyword(name: str) -> Declaration:
    return Declaration("word of the language", name, "", None)


def occurrences(files: Sequence[tree.File], read: Iterable[Note], checked: Iterable[Note]) -> tuple[Occurrence, ...]:
    """Return every name in some files, in the order of the files and texts. The notes of the checker take precedence over the
    syntactic notes (`said`).
    """
    notes = {_place(note.span): note for note in (*read, *checked)}
    declared = _Declarations()
    for note in (*read, *notes.values()):
        declared.add(note)
    order = {file.source.name: number for number, file in enumerate(files)}
    found: list[Occurrence] = []
    for note in (*notes.values(), *_keyword_notes(files, notes.keys())):
        if meant := declared.resolve(note):
            found.append(Occurrence(note.span, meant[0], note.declares is not None, meant[1:]))
    places = [(order[one.span.source.name], one.span.start, number) for number, one in enumerate(found)]
    return tuple([found[number] for _, _, number in sorted(places)])


def _keyword_notes(files: Sequence[tree.File], known: Iterable[tuple[str, int]]) -> Iterator[Note]:
    """Yield keywords that are read as names and that no check resolves: `play` in `the play begins with …`."""
    noted = set(known)
    for note in (note for file in files for note in _language_words(IdentityKey((file,)))):
        if _place(note.span) not in noted:
            noted.add(_place(note.span))
            yield note


@lru_cache(maxsize=64)
def _language_words(file: IdentityKey[tree.File]) -> tuple[Note, ...]:
    (one,) = file.values
    words = (node for node in file_parts(one) if isinstance(node, tree.Word | tree.Name) and node.text in LANGUAGE)
    return tuple(Note(word.span, word.text, "language") for word in words)


def _place(span: Span) -> tuple[str, int]:
    return span.source.name, span.start


# ----------------------------------------------------------------- names whose role the syntax shows


Articles = dict[tuple[str, str], dict[str, Namespace]]
"""The declarations in each article, by its ruleset and number, in the order of the files."""

KINDS_OF_THINGS = ("player", "side", "card")
MAX_ROWS = 500


def syntactic_notes(files: Iterable[tree.File]) -> Iterator[Note]:
    """Yield every name whose role follows from its sentence, in the order of the files."""
    files = tuple(files)
    articles: Articles = {}
    for file in files:
        _add_articles(articles, file)
    for file in files:
        for sentence in _notes_in(IdentityKey((file,))):
            if isinstance(sentence, Note):
                yield sentence
            else:
                yield from _of_amendment(sentence, articles)


@lru_cache(maxsize=64)
def _notes_in(file: IdentityKey[tree.File]) -> tuple[Note | tree.Amendment, ...]:
    """Return the notes of one file. The names in its amendments depend on the files before it."""
    (one,) = file.values
    return (*_of_file(one), *(sentence for node in file_parts(one) for sentence in _of_node(node, one)))


def _of_node(node: object, file: tree.File) -> Iterable[Note | tree.Amendment]:
    if isinstance(node, tree.Item | tree.ArticleItem):
        return _of_item(node, file)
    if isinstance(node, tree.Sentence):
        return _of_sentence(node)
    if isinstance(node, tree.ClaimLine | tree.ExampleLine):
        return _of_line(node)
    return _of_part(node)


def _add_articles(articles: Articles, file: tree.File) -> None:
    """Add the declarations of a file's articles and amendments."""
    for item, declares in _articles_of(IdentityKey((file,))):
        key = (home_of(file), item.number.text) if isinstance(item, tree.Article) else _amended(articles, item.article)
        articles[key] = {**dict(declares), **articles.get(key, {})}


@lru_cache(maxsize=64)
def _articles_of(
    file: IdentityKey[tree.File],
) -> tuple[tuple[tree.Article | tree.Amendment, tuple[tuple[str, Namespace], ...]], ...]:
    """Return the articles and amendments of a file with their declarations. If one of them declares a name twice, only the
    first declaration is returned.
    """
    (one,) = file.values
    return tuple((item, _declared_in(item)) for item in one.items if isinstance(item, tree.Article | tree.Amendment))


def _declared_in(item: tree.Article | tree.Amendment) -> tuple[tuple[str, Namespace], ...]:
    declared: dict[str, Namespace] = {}
    for node in parts(item.items):
        if isinstance(node, tree.Clause | tree.ZoneDecl | tree.CellDecl | tree.ActDecl | tree.OptionDecl):
            declared.setdefault(node.name.text, "clause" if isinstance(node, tree.Clause) else "thing")
    return tuple(declared.items())


def _amended(articles: Articles, ref: tree.ArticleRef) -> tuple[str, str]:
    """Return the article that an amendment names, in the given ruleset or else in the last ruleset before it that has the
    article.
    """
    number = ref.number.text
    if ref.home is not None:
        return ref.home.text, number
    return next((key for key in reversed(articles) if key[1] == number), ("", number))


def home_of(file: tree.File) -> str:
    """Return the ruleset that a file's articles belong to."""
    return file.name.text if file.kind != "annex" or file.base is None else f"{file.base.text}.{file.name.text}"


def _uses(
    words: Iterable[tree.Word | None], space: Namespace, owner: str = "", declares: NameKind | None = None
) -> Iterator[Note]:
    for word in words:
        if word is not None:
            yield Note(word.span, word.text, space, owner, declares)


def _binds(*nodes: object) -> Iterator[Note]:
    """Yield the names that a sentence binds."""
    for node in nodes:
        if isinstance(node, tree.Name):
            yield Note(node.span, node.text, "local", "", "local")


# ---------------------------------------------------------------------------- files and declarations


def _of_file(file: tree.File) -> Iterator[Note]:
    owner = file.base.text if file.kind == "annex" and file.base else ""
    yield from _uses((file.name,), "ruleset", owner, file.kind)
    yield from _uses((file.base, *file.mixins, *file.uses), "ruleset")
    for source in file.sources:
        yield from _uses((source.letter,), "source", "", "source")
        for first, last, _ in source.covers:
            yield from _between(first, last)
            yield from _uses((first, last), "row", "", "row")


def _between(first: tree.Word, last: tree.Word | None) -> Iterator[Note]:
    """Yield the rows that `covers F1 to F9` declares without naming them, at the place of the first."""
    low, high = first.text[1:], last.text[1:] if last is not None else ""
    if low.isdigit() and high.isdigit():
        for number in range(int(low) + 1, min(int(high), int(low) + MAX_ROWS)):
            yield Note(first.span, f"{first.text[0]}{number}", "row", "", "row")


def _of_item(node: tree.Item | tree.ArticleItem, file: tree.File) -> Iterator[Note | tree.Amendment]:
    match node:
        case tree.ZoneDecl(kind=kind, name=name) | tree.CellDecl(kind=kind, name=name):
            yield from _uses((name,), "thing", "", kind)
            if isinstance(node, tree.CellDecl) and node.refers_to is not None and node.refers_to.text not in KINDS_OF_THINGS:
                yield from _uses((node.refers_to,), "attribute")
        case tree.ActDecl():
            yield from _of_act(node)
        case tree.OptionDecl(name=name, default=default, values=values):
            yield from _uses((name,), "thing", "", "option")
            yield from _uses(values, "value", name.text, "value of an option")
            yield from _uses((default,), "value", name.text)
        case tree.Article(number=number):
            yield from _uses((number,), "article", home_of(file), "article")
        case tree.Clause(name=name, sentence=sentence, despite=despite, subject_to=subject_to):
            yield from _uses((name,), "clause", "", "heading" if isinstance(sentence, tree.Scores) else "clause")
            yield from _uses((*despite, *subject_to), "clause")
        case tree.Claim(name=name, cites=cites) | tree.Example(name=name, cites=cites):
            shown: Literal["claim", "example"] = "claim" if isinstance(node, tree.Claim) else "example"
            yield from _uses((name,), shown, "", shown)
            yield from _uses(cites, "row")
        case tree.Words(entries=entries):
            yield from _uses((word for word, _ in entries), "text")
        case tree.Pictures(entries=entries):
            yield from _uses((entry.name for entry in entries), "text")
        case tree.Telling(items=items):
            yield from _of_wordings(items)
        case tree.Elsewhere(items=items):
            yield from _of_reports(items)
        case tree.Quotes(letter=letter, items=quotations):
            yield from _uses((letter,), "source")
            yield from _uses((row for quotation in quotations for row in quotation.rows), "row")
        case tree.Amendment():
            yield node
        case tree.RepealShown(kind=kind, names=names):
            yield from _uses(names, kind)
        case tree.SetOption(name=name, value=value, among=among):
            yield from _uses((name,), "thing")
            yield from _uses(among, "value", name.text, "value of an option")
            yield from _uses((value,), "value", name.text)
        case tree.See(article=article, cites=cites):
            yield from _uses(cites, "row")
            if article.home is None:
                yield from _uses((article.number,), "article", home_of(file))
        case tree.UnderBlock(option=option, values=values):
            yield from _of_option(option, values)
        case tree.CourseBlock(event=event):
            yield from _of_event(event)
        case _:
            assert_never(node)


def _of_wordings(items: Iterable[tree.Wording | tree.WordingUnder]) -> Iterator[Note]:
    for item in items:
        match item:
            case tree.Wording(names=names, span=span):
                yield from _uses(names, "text")
                for match in re.finditer(r"\{(\w+)\}", span.text):
                    place = Span(span.source, span.start + match.start(1), span.start + match.end(1))
                    yield Note(place, match[1], "thing")
            case tree.WordingUnder(option=option, values=values):
                yield from _of_option(option, values)
                yield from _of_wordings(item.items)


def _of_reports(items: Iterable[tree.Known | tree.KnownUnder]) -> Iterator[Note]:
    for item in items:
        match item:
            case tree.Known(cites=cites):
                yield from _uses(cites, "row")
            case tree.KnownUnder(option=option, values=values):
                yield from _of_option(option, values)
                yield from _of_reports(item.items)


def _of_act(act: tree.ActDecl) -> Iterator[Note]:
    name = act.name.text
    yield from _uses((act.name,), "thing", "", "finding" if act.finding else "act")
    yield from _uses(act.cites, "row")
    yield from _uses((word for _, word in act.parameters), "parameter", name, "parameter")
    for word, domain in act.domains:
        yield from _uses((word,), "parameter", name)
        yield from _uses(domain.answers, "value", f"{name}.{word.text}", "answer")
    if act.says is not None:
        span = act.says.span
        for match in re.finditer(r"\{(\w+)\}", span.text):
            place = Span(span.source, span.start + match.start(1), span.start + match.end(1))
            yield Note(place, match[1], "parameter", name)


def _of_amendment(node: tree.Amendment, articles: Articles) -> Iterator[Note]:
    key = _amended(articles, node.article)
    for word in (*node.names, *((node.placing[1],) if node.placing else ())):
        yield from _uses((word,), articles.get(key, {}).get(word.text, "clause"))
    yield from _uses((node.article.number,), "article", key[0])


def _of_option(option: tree.Word, values: tree.WordRow = ()) -> Iterator[Note]:
    yield from _uses((option,), "thing" if option.text not in LANGUAGE else "language")
    yield from _uses(values, "value", option.text)


def _of_event(event: tree.Event | None) -> Iterator[Note]:
    if event is not None and event[0] == "after":
        yield from _uses(event[1], "thing")


# ------------------------------------------------------------------------------- sentences and lines


def _of_sentence(node: tree.Sentence) -> Iterator[Note]:
    match node:
        case tree.Definition(subject=subject):
            if (found := defined_by(subject)) is not None:
                yield from _uses((found[0],), "definition", "", "definition")
                yield from _binds(*found[1])
        case tree.Counts(subject=subject, kind=kind):
            yield from _uses((kind,), "definition", "", "definition")
            yield from _binds(subject)
        case tree.Permission(phrase=phrase, also=also, by=by):
            yield from _binds(*(argument for _, argument in phrase.arguments))
            yield from _uses(also, "thing")
            yield from _uses((by,), "clause")
        case tree.TakesPart(subject=tree.Name() as bound) | tree.Sees(zone=tree.Of(of=tree.Name() as bound)):
            yield from _binds(*(() if bound.text in LANGUAGE else (bound,)))
        case tree.TurnStep(place=place, acts=acts):
            yield from _uses((place[1],) if place else (), "clause")
            yield from _uses(acts, "thing")
        case tree.Breach(prohibition=prohibition):
            yield from _uses((prohibition,), "clause")
        case tree.Reading(subject=subject, settings=settings):
            if isinstance(subject, tree.Name):
                yield Note(subject.span, subject.text, "value")
            yield from _uses((measure for measure, _ in settings), "measure")
        case tree.AttributeTable(name=name, measures=measures, rows=rows):
            yield from _uses((name,), "attribute", "", "attribute")
            yield from _uses(measures, "measure", "", "measure")
            yield from _uses((row.name for row in rows), "value", name.text, "value of an attribute")
        case tree.Columns(attribute=attribute, measures=measures, rows=rows):
            yield from _uses((attribute,), "attribute")
            yield from _uses(measures, "measure", "", "measure")
            yield from _uses((name for name, _ in rows), "value", attribute.text)
        case tree.PackRegular(attributes=attributes):
            yield from _uses(attributes, "attribute")
        case tree.PackSpecial(name=name, settings=settings):
            yield from _uses((name,), "value", SPECIAL, "value of an attribute")
            yield from _uses((measure for measure, _ in settings), "measure")
        case tree.Consequence(event=event):
            yield from _of_event(event)
        case (
            tree.TakesPart() | tree.Sees() | tree.Obligation() | tree.Scores() | tree.Course() | tree.PlayerCount()
            | tree.Runs() | tree.SidesAre() | tree.Conduct()
        ):  # fmt: skip
            pass
        case _:
            assert_never(node)


def _of_line(node: tree.ClaimLine | tree.ExampleLine) -> Iterator[Note]:
    match node:
        case tree.Under(option=option, values=values):
            yield from _of_option(option, values)
        case tree.UnderEvery(option=option):
            yield from _of_option(option)
        case tree.BeforeEvery(act=act) | tree.AfterEvery(act=act) | tree.Possible(moment="after", of=act):
            yield from _uses((act,), "thing")
        case tree.MayNot(because=words):
            yield from _uses(words, "clause")
        case tree.Do(despite=despite, ruled=ruled):
            yield from _uses((*despite, *ruled), "clause")
        case (
            tree.Always() | tree.AtEvery() | tree.Possible() | tree.ExtremeClaim() | tree.Holds() | tree.Given() | tree.May()
            | tree.MayOnly() | tree.Shuffled() | tree.Check()
        ):  # fmt: skip
            pass
        case _:
            assert_never(node)


def _of_part(node: object) -> Iterator[Note]:
    """Yield the names in nodes that occur in several forms of sentences and lines."""
    if isinstance(node, tree.CanDo):
        yield from _uses((node.by,), "clause")
    elif isinstance(node, tree.Repeat):
        yield from _uses((node.clause,), "clause")
    elif isinstance(node, tree.ActPhrase):
        yield from _uses((node.act,), "thing")
    elif isinstance(node, tree.DeclarationLabel):
        yield from _uses(node.cites, "row")
    elif isinstance(node, tree.ArticleRef) and node.home is not None:
        yield from _uses((node.home,), "ruleset")
        yield from _uses((node.number,), "article", node.home.text)
