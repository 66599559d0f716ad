"""Merge the files of a ruleset into one. Articles are in order and amended, and each entry has its file and the options that it
is under.

Takes the files in the order libraries, base, variants, annexes (`file_set` gathers them); guarantees that every name is
declared once and that the target of every amendment exists; reports violations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import MAX_DIAGNOSTICS, Diagnostic, Fix, Label, limit_diagnostics
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.messages import Message, msg
from cartaro_grammar.text.source import Span
from cartaro_grammar.text.spelling import did_you_mean

# ---------------------------------------------------------------------------------------- amendments


UnderOptions = tuple[tuple[tree.Word, tuple[tree.Word, ...]], ...]
Declared = tree.Clause | tree.ZoneDecl | tree.CellDecl | tree.ActDecl | tree.OptionDecl


@frozen
class ArticleEntry:
    """A declaration in an article, with its event (in a course), its options, and its file."""

    item: Declared
    event: tree.Event | None
    under: UnderOptions
    home: str


@dataclass(slots=True)
class MergedArticle:
    """An article under construction. It grows while the amendments of the files are merged."""

    number: str
    home: str
    label: tree.DeclarationLabel
    see: list[tree.See]
    entries: list[ArticleEntry]
    span: Span

    @property
    def key(self) -> str:
        return f"{self.home}/{self.number}"


@dataclass(slots=True, eq=False, repr=False)
class ArticleMerger:
    """The articles of the files merged so far, with amendments applied, and the errors found."""

    articles: list[MergedArticle] = field(default_factory=list[MergedArticle])
    settings: list[tree.SetOption] = field(default_factory=list[tree.SetOption])
    found: list[Diagnostic] = field(default_factory=list[Diagnostic])
    amended: dict[str, tuple[str, Span]] = field(default_factory=dict[str, tuple[str, Span]])
    annex_memory: set[str] = field(default_factory=set[str])
    removed: dict[str, tuple[tree.Word, tuple[str, ...]]] = field(default_factory=dict[str, tuple[tree.Word, tuple[str, ...]]])
    removed_definitions: dict[str, tuple[tree.Word, tuple[str, ...]]] = field(
        default_factory=dict[str, tuple[tree.Word, tuple[str, ...]]]
    )
    """The definitions that lost a clause, with the place of the removal."""
    repealed: dict[tuple[str, str], tree.Word] = field(default_factory=dict[tuple[str, str], tree.Word])
    """The articles repealed, by their ruleset and number, with the place."""
    homes: list[str] = field(default_factory=list[str])
    bases: dict[str, str] = field(default_factory=dict[str, str])

    def error(self, code: str, message: Message, span: Span, text: Message, help: Message | None = None) -> None:
        self.found.append(Diagnostic(code, message, Label(span, text), help=help))

    # ----------------------------------------------------------------------------------------- files

    def add_file(self, file: tree.File) -> None:
        """Add a file's articles and apply its amendments, in the order of its text."""
        if file.base is not None and file.kind != "annex":
            self.bases[file.name.text] = file.base.text
        if file.kind != "library":
            self.homes.insert(0, file.name.text if file.kind != "annex" else f"{file.name.text} of {file.base}")
        for item in file.items:
            match item:
                case tree.Amendment() | tree.SetOption() if file.kind == "annex":
                    span = item.span
                    self.error(
                        "C0511", msg("an annex cannot amend the rules"), span, msg("an amendment"), msg("put it into a variant")
                    )
                case tree.Article():
                    self._article(file, item)
                case tree.Amendment():
                    self._amend(file, item)
                case tree.SetOption():
                    self.settings.append(item)
                case (
                    tree.Words() | tree.Pictures() | tree.Telling() | tree.Quotes() | tree.Elsewhere() | tree.Claim()
                    | tree.Example() | tree.RepealShown()
                ):  # fmt: skip
                    pass
        if file.kind == "annex":
            self._add_annex_memory(file)

    def _article(self, file: tree.File, item: tree.Article) -> None:
        home = file.name.text if file.kind != "annex" or file.base is None else f"{file.base.text}.{file.name.text}"
        before = next((a for a in self.articles if a.home == home and a.number == item.number.text), None)
        if before is not None:
            found = Diagnostic(
                "C0501",
                msg("article {number} occurs twice", number=item.number.text),
                Label(item.number.span, msg("again here")),
                (Label(before.span, msg("the first is here")),),
                help=msg("give it another number, or combine both articles"),
            )
            self.found.append(found)
        entries, see = self._flatten(item.items, None, (), file.name.text)
        self.articles.append(MergedArticle(item.number.text, home, item.label, see, entries, item.number.span))

    def _flatten(
        self, items: Iterable[tree.ArticleItem], event: tree.Event | None, under: UnderOptions, home: str
    ) -> tuple[list[ArticleEntry], list[tree.See]]:
        """Return the declarations inside blocks, with their events and options, and the references to other articles."""
        entries: list[ArticleEntry] = []
        see: list[tree.See] = []
        for item in items:
            match item:
                case tree.See():
                    see.append(item)
                case tree.CourseBlock():
                    inner, _ = self._flatten(item.items, item.event, under, home)
                    entries += inner
                case tree.UnderBlock():
                    inner, more = self._flatten(item.items, event, (*under, (item.option, item.values)), home)
                    entries += inner
                    see += more
                case tree.Clause() | tree.ZoneDecl() | tree.CellDecl() | tree.ActDecl() | tree.OptionDecl():
                    entries.append(ArticleEntry(item, event, under, home))
        return entries, see

    def _add_annex_memory(self, file: tree.File) -> None:
        """Record the memory that an annex declares. Rules must not read it, and the annex must not set other memory."""
        for item in file.items:
            if not isinstance(item, tree.Article):
                continue
            for entry in self._flatten(item.items, None, (), "")[0]:
                name = entry.item.name
                if isinstance(entry.item, tree.CellDecl):
                    self.annex_memory.add(name.text)
                elif not isinstance(entry.item, tree.Clause):
                    message = msg("`{name}` is declared in an annex", name=name.text)
                    advice = msg("an annex declares memory only; declare this among the rules")
                    self.error("C0511", message, name.span, msg("this would change the game"), advice)

    # ------------------------------------------------------------------------------------ amendments

    def _find_article(self, ref: tree.ArticleRef) -> MergedArticle | None:
        """Return the article that an amendment names, in the given library or else in the ruleset being amended. Return None if
        it is missing.
        """
        places = [ref.home.text] if ref.home is not None else self.homes
        for home in places:
            for article in self.articles:
                if article.home == home and article.number == ref.number.text:
                    return article
        home = ref.home.text if ref.home else (self.homes[-1] if self.homes else "")
        message = msg("`{home}` has no article {number} to amend", home=home, number=ref.number.text)
        self._missing_article(home, ref, message)
        return None

    def _amend(self, file: tree.File, item: tree.Amendment) -> None:
        article = self._find_article(item.article)
        if article is None:
            return
        match item.action:
            case "add":
                self._add(file, article, item)
            case "replace" | "repeal":
                self._replace(file, article, item)
            case "repeal article":
                self.articles.remove(article)
                self.repealed[article.home, article.number] = item.article.number
                self.removed.update((entry.item.name.text, (item.article.number, ())) for entry in article.entries)
                for entry in article.entries:
                    self._remove_definition(entry.item, item.article.number)

    def _add(self, file: tree.File, article: MergedArticle, item: tree.Amendment) -> None:
        under: UnderOptions = ()
        at, event = len(article.entries), None
        if item.placing is not None:
            where, anchor = item.placing
            index = self._find_entry(article, anchor)
            if index is None:
                return
            at = index + (where == "after")
            event = article.entries[index].event or _own_event(article.entries[index].item)
            under = article.entries[index].under
        entries, see = self._flatten(item.items, None, under, file.name.text)
        entries = [_with_event(entry, event) for entry in entries]
        article.entries[at:at] = entries
        article.see += see

    def _replace(self, file: tree.File, article: MergedArticle, item: tree.Amendment) -> None:
        """Remove clauses, and put others instead of the first."""
        found = [(name, self._find_entry(article, name, item)) for name in item.names]
        known = {index: name for name, index in found if index is not None}
        if not known:
            return
        old = article.entries[next(iter(known))]
        entries, _ = self._flatten(item.items, None, old.under, file.name.text)
        instead = tuple(entry.item.name.text for entry in entries)
        for index, name in known.items():
            self._remove_definition(article.entries[index].item, name)
            self._check_amended_once(file, name)
            if name.text not in instead:
                self.removed[name.text] = (name, instead)
                self.settings = [setting for setting in self.settings if setting.name.text != name.text]
        new = [_with_event(entry, old.event or _own_event(old.item)) for entry in entries]
        first = next(iter(known))
        article.entries[:] = [
            e for at, entry in enumerate(article.entries) for e in (new if at == first else () if at in known else (entry,))
        ]

    def _remove_definition(self, item: Declared, where: tree.Word) -> None:
        """Record what a removed clause defines: a definition, or the names of a table. A name is missing only if no other
        clause defines it.
        """
        sentence = item.sentence if isinstance(item, tree.Clause) else None
        names: list[tree.Word] = []
        if isinstance(sentence, tree.Definition) and (defined := defined_by(sentence.subject)) is not None:
            names = [defined[0]]
        elif isinstance(sentence, tree.AttributeTable):
            names = [sentence.name, *sentence.measures, *(row.name for row in sentence.rows)]
        elif isinstance(sentence, tree.Columns):
            names = [*sentence.measures]
        self.removed_definitions.update((name.text, (where, ())) for name in names)

    def _find_entry(self, article: MergedArticle, name: tree.Word, amending: tree.Amendment | None = None) -> int | None:
        """Return the place of the entry that an amendment names. If it is missing, report it and suggest an entry of the
        article.
        """
        names = [entry.item.name.text for entry in article.entries]
        if name.text in names:
            return names.index(name.text)
        elsewhere = [a for a in self.articles if any(e.item.name.text == name.text for e in a.entries)]
        where = (
            msg("it is in article {number} of {home}", number=elsewhere[0].number, home=elsewhere[0].home)
            if elsewhere
            else None
        )
        guess = did_you_mean(name.text, names) or _renamed(article, name, amending)
        advice = where or (
            msg("did you mean `{guess}`?", guess=guess) if guess else msg("it has {names}", names=", ".join(names))
        )
        message = msg(
            "article {number} of {home} has no clause `{name}`", number=article.number, home=article.home, name=name.text
        )
        label = Label(name.span, msg("there is nothing with that name to amend"))
        if len(elsewhere) == 1 and amending is not None and len(amending.names) == 1:
            fix = _moved(amending.article, elsewhere[0])
        else:
            fix = Fix(name.span, guess) if guess and not where else None
        self.found.append(Diagnostic("C0502", message, label, help=advice, fix=fix))
        return None

    def _check_amended_once(self, file: tree.File, name: tree.Word) -> None:
        before = self.amended.get(name.text)
        if before is not None and before[0] not in self._lineage(file.name.text):
            message = msg("two variants amend the clause `{name}`", name=name.text)
            label = Label(name.span, msg("amended by `{file}`", file=file.name.text))
            other = Label(before[1], msg("also amended by `{before}`", before=before[0]))
            self.found.append(Diagnostic("C0504", message, label, (other,), help=msg("leave one of the two out")))
        self.amended[name.text] = (file.name.text, name.span)

    def _lineage(self, name: str) -> set[str]:
        """Return a ruleset and the rulesets that it varies, whose amendments apply to it."""
        return {name, *self.bases_of(name)}

    def bases_of(self, name: str) -> tuple[str, ...]:
        """Return the rulesets that a ruleset varies, the nearest first."""
        line = [name]
        while self.bases.get(line[-1], name) not in line:
            line.append(self.bases[line[-1]])
        return tuple(line[1:])

    # ----------------------------------------------------------------------------------------- names

    def check_names(self) -> None:
        """Report clauses and declarations whose name is already taken."""
        seen: dict[tuple[bool, str], tree.Word] = {}
        for entry in (entry for article in self.articles for entry in article.entries):
            name = entry.item.name
            key = (isinstance(entry.item, tree.Clause), name.text)
            if key in seen:
                self._duplicate(name, seen[key])
            seen.setdefault(key, name)

    def check_references(self) -> None:
        """Report each `see` that does not lead to an article. It is an error if there never was such an article, and a warning
        if the article is repealed.
        """
        there = {(article.home, article.number) for article in self.articles}
        for article in self.articles:
            for see in article.see:
                home, number = see.article.home.text if see.article.home else article.home, see.article.number.text
                if (home, number) in there:
                    continue
                repealed = self.repealed.get((home, number))
                if repealed is None:
                    self._missing_article(home, see.article, msg("`{home}` has no article {number}", home=home, number=number))
                    continue
                message = msg("this refers to article {number} of `{home}`, which is repealed", number=number, home=home)
                label = Label(see.span, msg("the article to which this refers is repealed"))
                other = Label(repealed.span, msg("repealed here"))
                advice = msg("a variant may repeal the article that refers to it, and write that article again")
                self.found.append(Diagnostic("C0503", message, label, (other,), help=advice, severity="warning"))

    def _missing_article(self, home: str, ref: tree.ArticleRef, message: Message) -> None:
        numbers = [article.number for article in self.articles if article.home == home]
        known = msg("`{home}` has articles {numbers}", home=home, numbers=", ".join(numbers)) if numbers else None
        if len(numbers) == 1:
            known = msg("`{home}` has article {number}", home=home, number=numbers[0])
        self.error("C0503", message, ref.span, msg("not found"), known)

    def _duplicate(self, name: tree.Word, first: tree.Word) -> None:
        label = Label(name.span, msg("this has the same name"))
        other = Label(first.span, msg("this already has the name"))
        advice = msg("give it another name, or write `replace` if it should replace the other one")
        self.found.append(
            Diagnostic("C0501", msg("the name `{name}` is given twice", name=name.text), label, (other,), help=advice)
        )


def _renamed(article: MergedArticle, name: tree.Word, amending: tree.Amendment | None) -> str | None:
    """Return the only clause of an article that is equal or similar to the replacement that an amendment gives for a missing
    clause.
    """
    clauses = [entry.item for entry in article.entries if isinstance(entry.item, tree.Clause)]
    instead = [item for item in amending.items if isinstance(item, tree.Clause)] if amending is not None else []
    own = next((clause for clause in instead if clause.name.text == name.text), instead[0] if len(instead) == 1 else None)
    if own is None:
        return None
    same = [
        c for c in clauses if (c.sentence, c.despite, c.when, c.unless) == (own.sentence, own.despite, own.when, own.unless)
    ]
    alike = same or [c for c in clauses if own.despite and (c.sentence, c.despite) == (own.sentence, own.despite)]
    return alike[0].name.text if len(alike) == 1 else None


def check_base_edition(file: tree.File, files: Mapping[str, tree.File]) -> Diagnostic | None:
    """Return a warning if a variant names an edition of its base that differs from the present one."""
    base = files.get(file.base.text) if file.base is not None else None
    if file.base_edition is None or file.base is None or base is None:
        return None
    there = base.editions[0].name if base.editions else None
    if there == file.base_edition:
        return None
    wanted = file.base_edition
    message = msg("`{base}` is no longer edition {wanted}", base=file.base.text, wanted=wanted)
    label = Label(file.base.span, msg("this does not name an edition"))
    if there is not None:
        message = msg(
            "`{base}` is edition {there}, but this varies edition {wanted}", base=file.base.text, there=there, wanted=wanted
        )
        label = Label(file.base.span, msg("this is edition {there}", there=there))
    advice = msg("check the changes, and then name the new edition")
    return Diagnostic("C0310", message, label, help=advice, severity="warning")


def defined_by(subject: tree.Expr) -> tuple[tree.Word, tuple[tree.Expr, ...]] | None:
    """Return the name that a definition's subject defines, and its parameters. Return None if it is not a new name."""
    if isinstance(subject, tree.Name):
        return tree.Word(subject.text, subject.span), ()
    if isinstance(subject, tree.Of):
        return subject.what, (subject.of,)
    return (subject.function, subject.arguments) if isinstance(subject, tree.FunctionCall) else None


def _with_event(entry: ArticleEntry, event: tree.Event | None) -> ArticleEntry:
    """Return an entry with the event of its course, unless the entry names its own event."""
    return entry if entry.event or _own_event(entry.item) else replace(entry, event=event)


def _own_event(item: Declared) -> tree.Event | None:
    return item.sentence.event if isinstance(item, tree.Clause) and isinstance(item.sentence, tree.Consequence) else None


# --------------------------------------------------------------------------------------------- merge


@frozen
class MergedRuleset:
    """A whole ruleset, its files merged."""

    name: str
    base: str | None
    kind: str
    title: tree.Texts | None
    titles: tuple[tuple[str, tree.Texts | None], ...]
    title_span: Span
    editions: tuple[tree.EditionDecl, ...]
    sources: tuple[tree.SourceDecl, ...]
    own_sources: tuple[tree.SourceDecl, ...]
    """The sources that the ruleset itself declares, or one of its annexes."""
    articles: tuple[MergedArticle, ...]
    settings: tuple[tree.SetOption, ...]
    claims: tuple[tree.Claim, ...]
    examples: tuple[tree.Example, ...]
    homes: Mapping[str, str]
    """A map from the names of texts to the ruleset to which the text belongs, as its own file or as an annex."""
    words: tuple[tuple[tree.Word, tree.Texts], ...]
    pictures: tuple[tree.Picture, ...]
    quotes: tuple[tree.Quotes, ...]
    elsewhere: tuple[tuple[UnderOptions, tree.Known], ...]
    """The reports about the ruleset itself, with their options; those about its bases are not about it."""
    wordings: tuple[tuple[str, UnderOptions, tree.Wording], ...]
    """The wordings of the guide, with their rulesets and options."""
    annex_memory: frozenset[str]
    own_files: frozenset[str]
    """The names of the files of the ruleset itself and of its annexes, without the files that it builds on."""
    removed: Mapping[str, tuple[tree.Word, tuple[str, ...]]]
    """The clauses that amendments removed: the place, and the names put in their place."""
    removed_definitions: Mapping[str, tuple[tree.Word, tuple[str, ...]]]
    """The definitions to which such a clause belonged."""
    amended: Mapping[str, str]
    """For each clause that was replaced or repealed, the ruleset or library that amended it last."""
    bases: tuple[str, ...]
    """The rulesets that it varies, the nearest first."""


def merge(files: Sequence[tree.File]) -> tuple[MergedRuleset, tuple[Diagnostic, ...]]:
    """Merge files. If there are errors, the result contains everything that could be merged."""
    merger = ArticleMerger()
    for file in files:
        merger.add_file(file)
    merger.check_names()
    merger.check_references()
    named = {file.name.text: file for file in files if file.kind != "annex"}
    if not any(found.code in ("C0502", "C0503") for found in merger.found):
        merger.found += [found for file in named.values() if (found := check_base_edition(file, named)) is not None]
    main = [file for file in files if file.kind != "annex"][-1]
    own = _rulesets_in_scope(main, {file.name.text: file for file in files if file.kind != "annex"})
    in_scope = [f for f in files if f.kind != "annex" or (f.base and f.base.text in own)]
    shown = _Inheritance(files)
    merger.found += shown.unknown_names()
    own_texts = frozenset(
        f.source.name for f in files if main.name.text in {f.name.text, f.base.text if f.kind == "annex" and f.base else ""}
    )
    merged = MergedRuleset(
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
        claims=shown.kept(item for f in in_scope for item in f.items if isinstance(item, tree.Claim)),
        examples=shown.kept(item for f in in_scope for item in f.items if isinstance(item, tree.Example)),
        homes=shown.homes,
        words=tuple(e for f in files for item in f.items if isinstance(item, tree.Words) for e in item.entries),
        pictures=tuple(e for f in files for item in f.items if isinstance(item, tree.Pictures) for e in item.entries),
        quotes=tuple(item for f in files for item in f.items if isinstance(item, tree.Quotes)),
        elsewhere=tuple(pair for f in files if f.source.name in own_texts for pair in _reports_of(f)),
        wordings=tuple(_wordings_of(files)),
        annex_memory=frozenset(merger.annex_memory),
        own_files=own_texts,
        removed=merger.removed,
        removed_definitions=merger.removed_definitions,
        amended={name: by for name, (by, _) in merger.amended.items()},
        bases=merger.bases_of(main.name.text),
    )
    return merged, limit_diagnostics(merger.found, MAX_DIAGNOSTICS)


Shown = TypeVar("Shown", tree.Claim, tree.Example)


class _Inheritance:
    """Decides which examples and claims of base rulesets are inherited, and which are repealed or replaced by an example or
    claim of the same name.
    """

    def __init__(self, files: Sequence[tree.File]) -> None:
        self._files = files
        self.homes = {file.source.name: _home_of(file) for file in files}
        rulesets = {file.name.text: file for file in files if file.kind != "annex"}
        self._below = {name: _builds_on(name, rulesets) for name in rulesets}
        self._repeals = [
            (self.homes[file.source.name], item.kind, name)
            for file in files
            for item in file.items
            if isinstance(item, tree.RepealShown)
            for name in item.names
        ]

    def _is_below(self, home: str, other: str) -> bool:
        """Return whether another ruleset builds on a ruleset."""
        return home in self._below.get(other, ())

    def kept(self, items: Iterable[Shown]) -> tuple[Shown, ...]:
        """Return the items that no ruleset which builds on the ruleset of the item repeals or replaces."""
        found = tuple(items)
        homes: dict[str, list[str]] = {}
        for item in found:
            homes.setdefault(item.name.text, []).append(self.homes[item.span.source.name])
        return tuple(item for item in found if not self._is_left_out(item, homes[item.name.text]))

    def _is_left_out(self, item: tree.Claim | tree.Example, of_same_name: Iterable[str]) -> bool:
        home, kind = self.homes[item.span.source.name], _kind_of(item)
        repealing = (by for by, of, name in self._repeals if (of, name.text) == (kind, item.name.text))
        return any(self._is_below(home, other) for other in (*repealing, *of_same_name))

    def unknown_names(self) -> Iterator[Diagnostic]:
        """Report each repeal of an example or claim that is not inherited."""
        for by, kind, name in self._repeals:
            inherited = [
                item.name.text
                for file in self._files
                if self._is_below(self.homes[file.source.name], by)
                for item in file.items
                if isinstance(item, tree.Claim | tree.Example) and _kind_of(item) == kind
            ]
            if name.text in inherited:
                continue
            guess = did_you_mean(name.text, inherited)
            message = msg("`{ruleset}` inherits no example `{name}`", ruleset=by, name=name.text)
            if kind == "claim":
                message = msg("`{ruleset}` inherits no claim `{name}`", ruleset=by, name=name.text)
            advice = msg("did you mean `{guess}`?", guess=guess) if guess else None
            fix = Fix(name.span, guess) if guess else None
            label = Label(name.span, msg("there is nothing with that name to repeal"))
            yield Diagnostic("C0502", message, label, help=advice, fix=fix)


def _moved(ref: tree.ArticleRef, article: MergedArticle) -> Fix | None:
    """Return the fix that names the article to which a clause has moved, if the text names the ruleset by its own name."""
    if ref.home is None or ref.home.span.text != ref.home.text:
        return None
    source, number, home = ref.span.source, ref.number.span, ref.home.span
    between = source.text[number.end : home.start]
    return Fix(Span(source, number.start, home.end), f"{article.number}{between}{article.home}")


def _kind_of(item: tree.Claim | tree.Example) -> str:
    return "claim" if isinstance(item, tree.Claim) else "example"


def _home_of(file: tree.File) -> str:
    return file.base.text if file.kind == "annex" and file.base is not None else file.name.text


def _builds_on(name: str, rulesets: Mapping[str, tree.File]) -> frozenset[str]:
    """Return the rulesets that a ruleset varies or uses, directly or through others."""
    found, todo = set[str](), [name]
    while todo:
        file = rulesets.get(todo.pop())
        words = (*([file.base] if file.base else ()), *file.mixins, *file.uses) if file is not None else ()
        new = {word.text for word in words} - found
        found |= new
        todo += sorted(new)
    return frozenset(found)


def _rulesets_in_scope(file: tree.File, files: Mapping[str, tree.File]) -> set[str]:
    """Return the rulesets whose examples and claims must hold for a file: its own ruleset and, if the file does not change
    play, its bases and libraries.
    """
    found, todo = set[str](), [file]
    while todo:
        one = todo.pop()
        if one.name.text not in found and not _may_change_play(one):
            on = (*([one.base] if one.base else ()), *one.mixins, *one.uses)
            todo += (files[word.text] for word in on if word.text in files)
        found.add(one.name.text)
    return found


def _may_change_play(file: tree.File) -> bool:
    """Return whether a variant may change which moves are legal or their effects: it removes clauses, or adds anything that is
    not only about the score.
    """
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
            tree.Words() | tree.Pictures() | tree.Telling() | tree.Quotes() | tree.Elsewhere() | tree.Claim() | tree.Example()
            | tree.See() | tree.RepealShown()
            | tree.ZoneDecl() | tree.CellDecl()
            | tree.OptionDecl()
        ):  # fmt: skip
            return False


def _wordings_of(files: Iterable[tree.File]) -> Iterator[tuple[str, UnderOptions, tree.Wording]]:
    """Yield the wordings of all files. The wordings of an annex belong to the ruleset of the annex."""
    for file in files:
        home = file.base.text if file.kind == "annex" and file.base is not None else file.name.text
        for telling in (item for item in file.items if isinstance(item, tree.Telling)):
            yield from ((home, under, wording) for under, wording in _wordings(telling.items, ()))


def _wordings(
    items: Iterable[tree.Wording | tree.WordingUnder], under: UnderOptions
) -> Iterator[tuple[UnderOptions, tree.Wording]]:
    for item in items:
        match item:
            case tree.Wording():
                yield under, item
            case tree.WordingUnder():
                yield from _wordings(item.items, (*under, (item.option, item.values)))


def _reports_of(file: tree.File) -> Iterator[tuple[UnderOptions, tree.Known]]:
    for block in (item for item in file.items if isinstance(item, tree.Elsewhere)):
        yield from _reports(block.items, ())


def _reports(items: Iterable[tree.Known | tree.KnownUnder], under: UnderOptions) -> Iterator[tuple[UnderOptions, tree.Known]]:
    for item in items:
        match item:
            case tree.Known():
                yield under, item
            case tree.KnownUnder():
                yield from _reports(item.items, (*under, (item.option, item.values)))


def _distinct_sources(files: Iterable[tree.File]) -> tuple[tree.SourceDecl, ...]:
    """Return one declaration per letter, with the rows of all its mentions and with the first publisher and date."""
    found: dict[str, tree.SourceDecl] = {}
    for declared in (source for file in files for source in file.sources):
        before = found.get(declared.letter.text)
        found[declared.letter.text] = _merge_sources(before, declared) if before else declared
    return tuple(found.values())


def _merge_sources(before: tree.SourceDecl, declared: tree.SourceDecl) -> tree.SourceDecl:
    publisher, date = before.publisher or declared.publisher, before.date or declared.date
    return replace(before, publisher=publisher, date=date, covers=before.covers + declared.covers)
