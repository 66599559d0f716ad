"""Read and write declared names in the words of the language of a text (decision 0091): `mano` for `hand`.

`with_declared_names` takes the trees of all files of a ruleset; returns them with declared names instead of the words that
their declarations have in the language of the text. `names_to_print` returns the words with which a text is written in another
language. Both use one table for each language: the words of a declaration, joined by `_`, unless another declaration has the
same words or the language has such a name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from cartaro_grammar.model.parts import parts, rewrite
from cartaro_grammar.resolve.merge import defined_by
from cartaro_grammar.resolve.vocabulary import BUILTIN_NAMES
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.key_words import KeyWordTable, key_word_table
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.identity import IdentityKey
from cartaro_grammar.text.nouns import Noun, noun, split_flags
from cartaro_grammar.text.opening import ENGLISH, key_word_language, names_language

MAX_WORDS = 6
"""The greatest number of words in a name. A longer text is an explanation and not a name."""

LETTERS = re.compile(r"[a-zà-öø-ÿ0-9]+")
NAME = re.compile(r"[a-zà-öø-ÿ][a-zà-öø-ÿ0-9_]*")
LANGUAGE_NAMES = BUILTIN_NAMES | {"cards", "turn", "match", "winner", "clockwise", "anticlockwise"}
"""The names that only the language uses. Other names of the language, such as `hand` and `play`, may also be names of a ruleset
in other places.
"""

ThingKind = Literal["thing", "cell", "state", "act", "parameter", "value", "kind"]
"""The kind of a name, if its form depends on it. A `state` is a flag or a mark, whose words are a predicate. A `kind` or a
`value` has no article.
"""


# ------------------------------------------------------------------------------- declarations of a file


@frozen
class Declared:
    """A declared name, with its texts and, for an act, its phrases. `many` is true if it is written in the plural."""

    name: str
    kind: ThingKind
    many: bool
    texts: tuple[tuple[str, str], ...]
    phrases: tuple[tuple[str, str], ...]
    home: str
    defined: bool = False
    attribute: bool = False


Role = Literal["column", "definition", "thing", "name"]


@frozen
class Repeated:
    """How a name may be declared again: as a column of a table, or in an amendment that replaces names."""

    role: Role
    replaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _FileFacts:
    """The names of a file: `declared` are its own, `repeated` may be declared again after a library; `definitions` are pairs of
    a clause and the name that it defines, `clauses` are labels, and `bound` are names that sentences bind. `references` maps
    offsets to the nodes that may be written in words; `attributes` are those that are always attributes.
    """

    declared: tuple[Declared, ...]
    repeated: tuple[tuple[Declared, Repeated], ...]
    definitions: tuple[tuple[str, str], ...]
    home: str
    headings: frozenset[str]
    clauses: frozenset[str]
    words: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    bound: frozenset[str]
    references: Mapping[int, str]
    libraries: Mapping[int, str]
    redefined: Mapping[int, Repeated]
    attributes: frozenset[int]
    mentioned: frozenset[str]


def _names_nothing(node: object) -> None:
    """Do nothing. This is the handler of most nodes, which neither declare nor use a name of the kind in question."""


@lru_cache(maxsize=256)
def _facts(key: IdentityKey[tree.File]) -> _FileFacts:
    (file,) = key.values
    home = names_language(file.source.text)
    declared, repeated = list[Declared](), list[tuple[Declared, Repeated]]()
    words: list[tuple[str, tuple[tuple[str, str], ...]]] = []
    for item in file.items:
        match item:
            case tree.Article():
                declared += _declarations(item.items, home)
            case tree.Amendment():
                replaces = tuple(word.text for word in item.names) if item.action == "replace" else ()
                for one in _declarations(item.items, home):
                    role: Role = "definition" if one.defined else "thing"
                    repeated.append((one, Repeated(role, replaces)))
            case tree.Words():
                words += [(word.text, _texts(texts, home)) for word, texts in item.entries]
            case _:
                _names_nothing(item)
    nodes = tuple(parts(file))
    clauses = [node for node in nodes if isinstance(node, tree.Clause)]
    repeated += [(Declared(word.text, "thing", False, (), (), home), COLUMN) for word in _columns(nodes)]
    again = {word.span.start: how for word, how in _redefined(file, nodes)}
    return _FileFacts(
        tuple(declared),
        tuple(repeated),
        tuple((one.name.text, word.text) for one in clauses if (word := _defined_name(one.sentence)) is not None),
        home,
        frozenset(clause.name.text for clause in clauses if isinstance(clause.sentence, tree.Scores)),
        frozenset(clause.name.text for clause in clauses),
        tuple(words),
        frozenset(word.text for node in nodes for word in _bound_by(node)),
        _references(nodes, again),
        {word.span.start: word.text for word in _libraries_named(file, nodes)},
        again,
        frozenset(word.span.start for node in nodes for word in _attributes(node)),
        frozenset(NAME.findall(file.source.text)),
    )


def _libraries_named(file: tree.File, nodes: Sequence[object]) -> Iterator[tree.Word]:
    yield from file.uses
    yield from (ref.home for ref in nodes if isinstance(ref, tree.ArticleRef) and ref.home is not None)


def _texts(texts: tree.Texts | None, home: str) -> tuple[tuple[str, str], ...]:
    """Return texts by language; a text for all languages is in the language of the names."""
    return tuple((code or home, text) for code, text in texts.entries) if texts is not None else ()


def _declarations(items: Iterable[tree.ArticleItem], home: str) -> Iterator[Declared]:
    for item in items:
        match item:
            case tree.ZoneDecl(kind=kind, name=name, label=label):
                yield Declared(name.text, "thing", kind == "family", _texts(label.names, home), (), home)
            case tree.CellDecl(kind=kind, name=name, label=label):
                state = kind in {"flag", "mark"}
                yield Declared(name.text, "state" if state else "cell", kind == "counter", _texts(label.names, home), (), home)
            case tree.OptionDecl(name=name, label=label):
                yield Declared(name.text, "thing", False, _texts(label.names, home), (), home)
            case tree.ActDecl():
                yield Declared(item.name.text, "act", False, (), _texts(item.says, home), home)
                several = {word.text for word, domain in item.domains if domain.choice in {"some", "all"}}
                for _, word in item.parameters:
                    if word.text not in LANGUAGE_NAMES:
                        yield Declared(word.text, "parameter", word.text in several, (), (), home)
            case tree.Clause():
                yield from _of_clause(item, home)
            case tree.UnderBlock() | tree.CourseBlock():
                yield from _declarations(item.items, home)
            case tree.See():
                pass


COLUMN = Repeated("column", ())


def _columns(nodes: Iterable[object]) -> Iterator[tree.Word]:
    """Yield the measures that tables add to an attribute, since a library may define words for them."""
    for node in nodes:
        if isinstance(node, tree.Columns):
            yield from node.measures


def _attributes(node: object) -> Iterator[tree.Word]:
    """Yield the names of a node that can only be attributes of cards."""
    match node:
        case tree.Columns(attribute=word):
            yield word
        case tree.PackRegular(attributes=words):
            yield from words
        case tree.CellDecl(refers_to=tree.Word() as word):
            yield word
        case _:
            _names_nothing(node)


def _defined_name(sentence: tree.Sentence) -> tree.Word | None:
    """Return the name that a sentence defines, or None."""
    if isinstance(sentence, tree.Counts):
        return sentence.kind
    if isinstance(sentence, tree.AttributeTable):
        return sentence.name
    found = defined_by(sentence.subject) if isinstance(sentence, tree.Definition) else None
    return None if found is None else found[0]


def _of_clause(clause: tree.Clause, home: str) -> Iterator[Declared]:
    match clause.sentence:
        case tree.AttributeTable(name=name, measures=measures, rows=rows):
            yield Declared(name.text, "thing", False, _texts(clause.label.names, home), (), home, True, attribute=True)
            yield from (Declared(row.name.text, "value", False, _texts(row.names, home), (), home) for row in rows)
            yield from (Declared(word.text, "thing", False, (), (), home) for word in measures)
        case tree.PackSpecial(name=name, names=names):
            yield Declared(name.text, "value", False, _texts(names, home), (), home)
        case tree.Counts(kind=kind):
            yield Declared(kind.text, "kind", False, (), (), home, defined=True)
        case tree.Definition(subject=subject, truth=truth) if (found := defined_by(subject)) is not None:
            yield Declared(found[0].text, "state" if truth else "thing", False, (), (), home, defined=True)
        case _:
            _names_nothing(clause.sentence)


def _bound_by(node: object) -> Iterator[tree.Word | tree.Name]:
    """Yield the names that a sentence binds."""
    arguments: Iterable[object] = ()
    match node:
        case tree.Quantified(variable=word, members=members):
            yield from () if members is None else (word,)
        case tree.TotalOver(variable=word):
            yield word
        case tree.Definition(subject=subject):
            arguments = (defined_by(subject) or ((), ()))[1]
        case tree.Counts(subject=subject) | tree.TakesPart(subject=subject):
            arguments = (subject,)
        case tree.Sees(zone=tree.Of(of=owner)):
            arguments = (owner,)
        case tree.ActPhrase(arguments=given):
            arguments = (argument for _, argument in given)
        case _:
            _names_nothing(node)
    yield from (one for one in arguments if isinstance(one, tree.Name))


def _references(nodes: Sequence[object], redefined: Mapping[int, Repeated]) -> Mapping[int, str]:
    """Return a map from offsets to the names that refer to declarations and may be written in words. Excluded are labels, names
    of clauses, values of options, and names that a sentence binds.
    """
    other = {word.span.start for node in nodes for word in _no_references(node)}
    words = (node for node in nodes if isinstance(node, tree.Word | tree.Name))
    return {
        word.span.start: word.text
        for word in words
        if word.text not in LANGUAGE_NAMES and (word.span.start not in other or word.span.start in redefined)
    }


def _redefined(file: tree.File, nodes: Sequence[object]) -> Iterator[tuple[tree.Word, Repeated]]:
    """Yield the names that a file may declare again: the names that an amendment replaces, and columns."""
    yield from ((word, COLUMN) for word in _columns(nodes))
    for item in file.items:
        if not isinstance(item, tree.Amendment):
            continue
        names = tuple(word.text for word in item.names)
        yield from ((word, Repeated("name", names)) for word in item.names)
        if item.action != "replace":
            continue
        for node in parts(item.items):
            if isinstance(node, tree.Clause) and (defined := _defined_name(node.sentence)) is not None:
                yield defined, Repeated("definition", names)
            elif isinstance(node, tree.ZoneDecl | tree.CellDecl | tree.ActDecl) and node.name.text in names:
                yield node.name, Repeated("thing", names)


def _no_references(node: object) -> Iterator[tree.Word | tree.Name]:
    """Yield the names of a node that do not refer to declarations."""
    yield from _bound_by(node)
    yield from _outside_of_rules(node)
    yield from _declared_by(node)
    yield from _named_by(node)


def _outside_of_rules(node: object) -> Iterator[tree.Word | tree.Name]:
    """Yield the names of a file, of its parts and of their rows."""
    match node:
        case tree.File():
            sources = (word for one in node.sources for row in one.covers for word in row[:2] if word is not None)
            yield from (node.name, *node.mixins, *node.uses, *(one.letter for one in node.sources), *sources)
            yield from () if node.base is None else (node.base,)
            yield from (word for edition in node.editions if (word := edition.date) is not None)
            yield from (one.date for one in node.sources if one.date is not None)
        case tree.Article(number=number):
            yield number
        case tree.ArticleRef(number=number, home=ruleset):
            yield from (number,) if ruleset is None else (number, ruleset)
        case tree.Amendment():
            yield from (*node.names, *(() if node.placing is None else (node.placing[1],)))
        case tree.RepealShown(names=names):
            yield from names
        case tree.Claim() | tree.Example():
            yield from (node.name, *node.cites)
        case tree.Words(entries=entries):
            yield from (word for word, _ in entries)
        case tree.Pictures(entries=entries):
            yield from (entry.name for entry in entries)
        case tree.Wording():
            yield from (*node.names, *(() if node.mark is None else (node.mark,)))
        case tree.Quotation(rows=rows):
            yield from rows
        case tree.Quotes():
            yield from (node.letter, node.language)
        case tree.Known(cites=cites):
            yield from cites
        case _:
            _names_nothing(node)


def _declared_by(node: object) -> Iterator[tree.Word | tree.Name]:
    """Yield the names that a node declares, the rows that it cites, and values of options."""
    match node:
        case tree.Clause():
            yield from (node.name, *node.despite, *node.subject_to)
        case tree.DeclarationLabel(cites=cites) | tree.See(cites=cites):
            yield from cites
        case tree.ZoneDecl(name=name):
            yield name
        case tree.CellDecl():
            yield from (node.name, node.period)
        case tree.ActDecl():
            yield from (node.name, *node.cites, *(word for _, word in node.parameters), *(word for word, _ in node.domains))
        case tree.Domain(answers=answers):
            yield from answers
        case tree.OptionDecl():
            yield from (node.name, node.default, *node.values)
        case tree.SetOption():
            yield from (node.value, *node.among)
        case tree.Under(values=values) | tree.UnderBlock(values=values) | tree.WordingUnder(values=values):
            yield from values
        case tree.Row(name=name) | tree.PackSpecial(name=name):
            yield name
        case tree.AttributeTable():
            yield from (node.name, *node.measures)
        case tree.Columns(measures=measures):
            yield from measures
        case tree.Counts(kind=kind):
            yield kind
        case tree.Definition(subject=subject) if (found := defined_by(subject)) is not None:
            yield found[0]
        case _:
            _names_nothing(node)


def _named_by(node: object) -> Iterator[tree.Word | tree.Name]:
    """Yield the clauses and periods that a node names."""
    match node:
        case tree.AtEvery(period=period) | tree.End(period=period):
            yield period
        case tree.Possible("start" | "end" | "count", tree.Word() as period):
            yield period
        case tree.Consequence(event=event) | tree.CourseBlock(event=event):
            yield from () if event is None or event[0] == "after" else event[1]
        case tree.Course(what=tree.Name() as period) | tree.Runs(subject=tree.Name() as period):
            yield period
        case tree.Obligation(subject=tree.Name() as period):
            yield period
        case tree.CanDo(by=by) | tree.Permission(by=by):
            yield from () if by is None else (by,)
        case tree.AppliesTest(left=tree.Name() as clause):
            yield clause
        case tree.Repeat(clause=clause):
            yield clause
        case tree.Breach(prohibition=clause):
            yield clause
        case tree.TurnStep(period=period, place=place):
            yield from (period,) if place is None else (period, place[1])
        case tree.MayNot(because=clauses):
            yield from clauses
        case tree.Do():
            yield from (*node.despite, *node.ruled)
        case tree.Codes(codes=codes):
            yield from codes
        case tree.ExtremeClaim(period=period, value=value):
            yield from (period, value)
        case _:
            _names_nothing(node)


# ---------------------------------------------------------------------------------------------- tables


@frozen
class NameInWords:
    """A declared name in the words of a language. The words are joined by `_`; a form is "" if it cannot be used."""

    declared: str
    kind: ThingKind
    singular: str
    plural: str
    articles: tuple[str, str]
    verb: str
    feminine: bool
    many: bool
    home: str

    @property
    def has_words(self) -> bool:
        return bool(self.singular or self.plural or self.verb)

    def form(self, plural: bool) -> tuple[str, str, bool]:
        """Return the article, the word, and whether it is plural. If the requested number has no word, return the
        other number.
        """
        if (plural and self.plural) or not self.singular:
            return self.articles[1], self.plural, True
        return self.articles[0], self.singular, False


@dataclass(frozen=True, slots=True)
class _NameTable:
    """The names of a ruleset in a language by declared name (`names`), and the declared name of each word that is read as a
    name (`read`).
    """

    names: Mapping[str, NameInWords]
    read: Mapping[str, str]
    libraries: Mapping[str, str]
    """The title of each library, as one name, by the name of the library."""
    worded: Set[str]
    """The names of measures that have words without being declared."""
    definitions: Mapping[str, Set[str]]
    """The names that a clause defines, by the name of the clause."""
    attributes: Mapping[str, NameInWords]
    """The attributes, for places where nothing else is possible."""
    read_attributes: Mapping[str, str]
    read_measures: Mapping[str, str]
    """The measures that have words without being declared, for the heads of tables, where nothing else is possible."""
    ambiguous: Mapping[str, tuple[str, ...]]
    """The declared names of each ambiguous word, which is therefore not read."""
    whole: Mapping[str, NameInWords]
    """The names with all their words, also words that are not read since another name has them."""


@lru_cache(maxsize=64)
def _table(files: IdentityKey[tree.File], language: str) -> _NameTable:
    facts = [_facts(IdentityKey((file,))) for file in files.values]
    labels = {label for one in facts for label in one.clauses}
    headings = {heading for one in facts for heading in one.headings}
    texts: dict[str, dict[str, str]] = {}
    first: dict[str, Declared] = {}
    for one in facts:
        for name, entry in one.words:
            texts.setdefault(name, {}).update(entry)
        for declared in one.declared:
            first.setdefault(declared.name, declared)
    worded = {name for name in texts if name not in first and name not in labels and name not in LANGUAGE_NAMES}
    for one in facts:
        for name in worded & {name for name, _ in one.words}:
            first.setdefault(name, Declared(name, "thing", False, (), (), one.home))
    definitions: dict[str, set[str]] = {}
    for one in facts:
        for label, name in one.definitions:
            definitions.setdefault(label, set()).add(name)
    senses: dict[str, set[bool]] = {}
    for one in facts:
        for declared in (*one.declared, *(again for again, _ in one.repeated)):
            senses.setdefault(declared.name, set()).add(declared.kind == "parameter")
    for name in (name for name, found in senses.items() if len(found) > 1):
        texts.pop(name, None)
        if name in first:
            first[name] = replace(first[name], texts=(), phrases=())
    made = {name: _in_words(declared, texts.get(name, {}), language) for name, declared in first.items()}
    whole = dict(made)
    read = _readable(made, {*made} | headings, language)
    repeated = [(declared, how) for one in facts for declared, how in one.repeated if declared.name not in made]
    again = {declared.name for declared, _ in repeated}
    for declared, how in repeated:
        meant = read.get(declared.name)
        if meant is None or meant in again or not may_repeat(meant, declared.name, how, worded, definitions):
            made.setdefault(declared.name, _in_words(declared, texts.get(declared.name, {}), language))
    read = _readable(made, {*made} | headings, language)
    attributes = {name: one for name, one in whole.items() if first[name].attribute}
    libraries = {file.name.text: title_as_name(file, language) for file in files.values if file.kind == "library"}
    rulesets = {file.name.text for file in files.values if file.kind != "annex"}
    titles = Counter(libraries.values())
    libraries = {name: title for name, title in libraries.items() if titles[title] == 1 and title not in {*rulesets, ""}}
    names = {name: _usable(one, read) for name, one in made.items()}
    of_attributes = _readable(attributes, {*attributes}, language)
    of_measures = _readable({name: made[name] for name in worded if name in made}, worded, language)
    return _NameTable(
        names, read, libraries, worded, definitions, attributes, of_attributes, of_measures, _ambiguous(made), made
    )


def may_repeat(name: str, written: str, how: Repeated, worded: Set[str], definitions: Mapping[str, Set[str]]) -> bool:
    """Return whether a declaration may declare a name of a library again. It may if the library has words for this
    column, or if the definition or the declared item is replaced.
    """
    match how.role:
        case "column":
            return name in worded
        case "definition":
            return any(name in definitions.get(label, ()) for label in how.replaces)
        case "thing" | "name":
            return written in how.replaces


def title_as_name(file: tree.File, language: str) -> str:
    """Return the title of a library in a language as one name, or "" if it cannot be one."""
    home = names_language(file.source.text)
    title = Declared(file.name.text, "value", False, _texts(file.title, home), (), home)
    found = _in_words(title, {}, language)
    return found.singular or found.plural


def _readable(made: Mapping[str, NameInWords], taken: set[str], language: str) -> Mapping[str, str]:
    """Return a map from the words that are read as names to the declared names. Excluded are words of two names, words of the
    language, and declared names.
    """
    table = key_word_table(language)
    own = {*LANGUAGE_NAMES, *table.bound, *(word for place in table.english_names.values() for word in place)}
    own |= {phrase.split()[-1] for phrase in (*table.names.values(), *table.periods.values())}
    found: dict[str, set[str]] = {}
    for one in made.values():
        for word in (one.singular, one.plural, one.verb):
            found.setdefault(word, set()).add(one.declared)
    return {
        word: next(iter(names))
        for word, names in found.items()
        if word and len(names) == 1 and word not in own and (word not in taken or word in names)
    }


def _ambiguous(made: Mapping[str, NameInWords]) -> Mapping[str, tuple[str, ...]]:
    """Return a map from words with several meanings to their declared names."""
    found: dict[str, set[str]] = {}
    for one in made.values():
        for word in filter(None, (one.singular, one.plural, one.verb)):
            found.setdefault(word, set()).add(one.declared)
    return {word: tuple(sorted(names)) for word, names in found.items() if len(names) > 1 and word not in made}


def _usable(one: NameInWords, read: Mapping[str, str]) -> NameInWords:
    singular, plural, verb = (word if word in read else "" for word in (one.singular, one.plural, one.verb))
    return replace(one, singular=singular, plural=plural, verb=verb)


def _in_words(declared: Declared, entry: Mapping[str, str], language: str) -> NameInWords:
    table = key_word_table(language)
    text = {**dict(declared.texts), **entry}.get(language, "")
    verb = _joined(dict(declared.phrases).get(language, ""), table)
    if declared.kind == "state":
        word = _joined(split_flags(text, language)[0].split(" / ")[0], table)
        return NameInWords(declared.name, "state", word, "", ("", ""), "", False, False, declared.home)
    found = noun(text, language) if text else Noun("", "")
    singular, plural = _joined(found.singular, table), _joined(found.plural, table)
    if found.only_plural:
        singular, plural = "", plural or singular
    elif " / " not in text:
        plural = ""
    articles = ("", "") if declared.kind in {"kind", "value"} else found.articles
    return NameInWords(
        declared.name, declared.kind, singular, plural, articles, verb, found.feminine, declared.many, declared.home
    )


def _joined(text: str, table: KeyWordTable) -> str:
    """Return the words of a text before its first slot as one name, or "" if they cannot be one."""
    before, slot, _ = text.lower().replace("œ", "oe").partition("{")
    words = LETTERS.findall(before)
    while slot and words and (table.base_forms.get(words[-1], words[-1]) in table.contracted or len(words[-1]) < 3):
        words.pop()
    letters = sum(character.isalnum() for character in before)
    whole = slot or sum(map(len, words)) == letters
    name = "_".join(words)
    return name if whole and 0 < len(words) <= MAX_WORDS and NAME.fullmatch(name) else ""


# --------------------------------------------------------------------------------------------- reading


def with_declared_names(files: Sequence[tree.File]) -> tuple[tree.File, ...]:
    """Return files with declared names instead of their words; a file without such words is returned unchanged."""
    return _with_declared_names(IdentityKey(tuple(files)))


@lru_cache(maxsize=64)
def _with_declared_names(files: IdentityKey[tree.File]) -> tuple[tree.File, ...]:
    return tuple(_resolved(file, files) for file in files.values)


def _resolved(file: tree.File, files: IdentityKey[tree.File]) -> tree.File:
    facts = _facts(IdentityKey((file,)))
    table = _table(files, key_word_language(file.source.text))
    read = table.read
    titles = {title: name for name, title in table.libraries.items()}
    places = {start: titles[word] for start, word in facts.libraries.items() if word in titles}
    words = {word for word in facts.mentioned & read.keys() if read[word] != word and word not in facts.bound}
    for start in facts.attributes:
        word = facts.references.get(start, "")
        if word in table.read_attributes and word not in table.attributes:
            places[start] = table.read_attributes[word]
    for start, how in facts.redefined.items():
        word = facts.references.get(start, "") if how is COLUMN else ""
        if word in table.read_measures and word not in table.worded:
            places[start] = table.read_measures[word]
    places |= _amended_in_words(file, facts, table)
    if not words and not places:
        return file
    labels = {start for start, _ in _amended_labels(file, files)}
    places = {start: read[word] for start, word in facts.references.items() if word in words and start not in labels} | places

    def declared(node: object) -> object:
        if isinstance(node, tree.Word | tree.Name) and node.span.start in places:
            return replace(node, text=places[node.span.start])
        return node

    return rewrite(file, declared)


def _amended_in_words(file: tree.File, facts: _FileFacts, table: _NameTable) -> Mapping[int, str]:
    """Return a map from the names in a file's amendments to the declared names of other texts whose words they are, if the file
    itself declares such a name: an amendment can only be about the other one.
    """
    own = {declared.name for declared in facts.declared}
    named = [word for item in file.items if isinstance(item, tree.Amendment) for word in item.names if word.text in own]
    others = {name: one for name, one in table.whole.items() if name not in own} if named else {}
    read = _readable(others, {*others}, key_word_language(file.source.text))
    return {word.span.start: read[word.text] for word in named if word.text in read}


def _amended_labels(file: tree.File, files: IdentityKey[tree.File]) -> Iterator[tuple[int, str]]:
    """Yield the names of clauses that a file's amendments name."""
    labels = {name for one in files.values for name in _facts(IdentityKey((one,))).clauses}
    for item in file.items:
        if isinstance(item, tree.Amendment):
            yield from ((word.span.start, word.text) for word in item.names if word.text in labels)


# -------------------------------------------------------------------------------------------- printing


def names_to_print(
    file: tree.File, files: Sequence[tree.File], language: str, *, declared: bool = False
) -> Mapping[int, NameInWords]:
    """Return a map from offsets to names as a file in a language writes them: in words or as declared.

    `file` and `files` have declared names. A name is replaced by its words, unless it was declared in this language or
    `declared` requests declared names.
    """
    key = IdentityKey(tuple(files))
    facts = _facts(IdentityKey((file,)))
    table = _table(key, language)
    names = table.names
    labels = {start for start, _ in _amended_labels(file, key)}
    elsewhere = _definitions_elsewhere(file, files)
    found: dict[int, NameInWords] = {}
    for start, name in facts.references.items():
        one = table.attributes.get(name) if start in facts.attributes else names.get(name)
        how = facts.redefined.get(start)
        if one is None or start in labels or (how is not None and not may_repeat(name, name, how, table.worded, elsewhere)):
            continue
        if declared or not one.has_words or (facts.bound - {""}) & {one.singular, one.plural, one.verb}:
            one = NameInWords(name, one.kind, name, name, ("", ""), "", one.feminine, False, language)
        elif one.home == language:
            one = _at_home(one)
        found[start] = one
    for start, name in facts.libraries.items():
        if any(other.name.text == name and other.kind == "library" for other in files):
            home = next(names_language(other.source.text) for other in files if other.name.text == name)
            title = table.libraries.get(name, name) if home != language and not declared else name
            found[start] = NameInWords(name, "value", title, title, ("", ""), "", False, False, home)
    return found


def _definitions_elsewhere(file: tree.File, files: Sequence[tree.File]) -> Mapping[str, Set[str]]:
    """Return a map from clauses of other files to the names that they define."""
    found: dict[str, set[str]] = {}
    for other in files:
        for label, name in () if other is file else _facts(IdentityKey((other,))).definitions:
            found.setdefault(label, set()).add(name)
    return found


def _at_home(one: NameInWords) -> NameInWords:
    """Return a name as it is written in its home language: as declared, and with an article if it is a form of its noun."""
    singular, plural = (word if word == one.declared else "" for word in (one.singular, one.plural))
    if one.home == ENGLISH or not (singular or plural):
        return replace(one, singular=one.declared, plural=one.declared, articles=("", ""), verb="", many=False)
    return replace(one, singular=singular, plural=plural, verb="")


# ------------------------------------------------------------------------------------------- quotations


@frozen
class WrittenNames:
    """The names of a ruleset as a text in a language writes them: a map from declared names of another language (except labels
    of clauses) and from names of the language to words; a map from words to declared names; and the declared names of each
    ambiguous word.
    """

    words: Mapping[str, str]
    declared: Mapping[str, str]
    ambiguous: Mapping[str, tuple[str, ...]]


AS_DECLARED = WrittenNames({}, {}, {})
"""The names in an English text, in which names have no other words."""


def written_names(files: Sequence[tree.File], text: str) -> WrittenNames:
    """Return, for each language of key words, the names as a text writes them; `files` have declared names."""
    language = key_word_language(text)
    if language == names_language(text) == ENGLISH:
        return AS_DECLARED
    return _written_names(IdentityKey(tuple(files)), language)


@lru_cache(maxsize=16)
def _written_names(files: IdentityKey[tree.File], language: str) -> WrittenNames:
    table = _table(files, language)
    labels = {label for file in files.values for label in _facts(IdentityKey((file,))).clauses}
    words = {
        name: one.verb or (one.plural if one.many else "") or one.singular or one.plural
        for name, one in table.names.items()
        if one.home != language and one.has_words and name not in labels
    }
    own = {name: phrase.split()[-1] for name, phrase in key_word_table(language).names.items() if name in BUILTIN_NAMES}
    return WrittenNames({**own, **words}, {word: name for name, word in words.items()}, table.ambiguous)
