"""Rewrite a text in the key words of another language, with the same sentences, names and comments.

Takes a source that parses; guarantees a text that parses to the same tree (spans apart), which the formatter lays out. It works
on the parser's tree, which has every token. Each run of key words of a rule becomes that rule's phrase in the other language.
The tables of the other language decide whether a name has to be written with grave accents.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, Protocol, cast

from lark import Token, Tree

from cartaro_grammar.syntax.edit_buffer import EditBuffer, depth
from cartaro_grammar.syntax.key_words import (
    KEPT,
    KeyWordTable,
    NamePlace,
    PlacedName,
    english_runs,
    english_token,
    key_word_table,
    placed_names,
    with_slots,
)
from cartaro_grammar.syntax.lark_parser import literal_terminals, whole_parser
from cartaro_grammar.text.key_phrases import PHRASE_TERMINALS, VOWELS
from cartaro_grammar.text.opening import ENGLISH, NAMES_IN, key_word_language, opening, with_edition
from cartaro_grammar.text.source import COMMENT, Source

if TYPE_CHECKING:
    from lark.parsers.lalr_interactive_parser import InteractiveParser


class _ParseTable(Protocol):
    states: Mapping[object, Mapping[str, object]]


class _ParseConf(Protocol):
    parse_table: _ParseTable


class _ParserState(Protocol):
    """The part of the library's state that is used; the library types it in part."""

    parse_conf: _ParseConf
    position: object


LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
WordKind = Literal["key", "noun", "own"]


class PrintedName(Protocol):
    """A declared name as a language writes it: the forms of its noun and, for an act, its verb. A form that is not written is
    "".
    """

    @property
    def verb(self) -> str: ...

    @property
    def feminine(self) -> bool: ...

    @property
    def many(self) -> bool:
        """True if the name is written in the plural wherever its number is free."""
        ...

    def form(self, plural: bool) -> tuple[str, str, bool]:
        """Return the article, the word, and whether it is plural."""
        ...


@dataclass(frozen=True, slots=True)
class Agreement:
    """The gender and number of a noun, with which other words agree."""

    feminine: bool = False
    plural: bool = False


@dataclass(slots=True)
class Word:
    """A word of the new text, with its line in the old text: a key word or article, a name of the language, or a word of the
    author's.
    """

    line: int
    text: str
    kind: WordKind
    agrees: Agreement | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the new text: its line, its words, and the kinds of tokens that its parser reads in it. A noun has its own
    agreement; a verb or an adjective has the agreement of its subject.
    """

    line: int
    words: tuple[str, ...]
    kind: WordKind
    tokens: tuple[str, ...]
    place: NamePlace = "own"
    agrees: Agreement | None = None
    declared: bool = False


NO_NAMES: Mapping[int, PrintedName] = {}


def rewrite_key_words(source: Source, language: str, printed: Mapping[int, PrintedName] = NO_NAMES) -> str:
    """Return a text that parses in the key words of a language. Each line keeps its meaning. `printed` maps offsets to the
    names that are written in other words.
    """
    words = _agreeing(key_word_table(language), _with_marks(_pieces(source, language, printed), language))
    return _laid_out(source, words, language)


# ------------------------------------------------------------------------------------------- reading


def _pieces(source: Source, language: str, printed: Mapping[int, PrintedName]) -> Iterator[Piece]:
    """Yield the parts of the new text in their order."""
    old = key_word_language(source.text)
    parsed = whole_parser(old).parse(EditBuffer.from_text(source.text).text, start="start")  # pyright: ignore[reportUnknownMemberType] - lark leaves its keywords untyped
    names = {id(one.token): one for one in placed_names(parsed)}
    yield from _Reader(source, key_word_table(old), key_word_table(language), names, printed).pieces(parsed)


PEOPLE = frozenset({"players", "sides"})
VERB_PLACES = frozenset({"actphrase", "acts", "also"})
"""The grammar rules in which an act is a verb that describes what a player may do."""
PLURAL_PLACES = frozenset({"kind_in", "kind_with", "total"})
"""The grammar rules in which a name means everything with this name."""
WITH_MORE_ARTICLES = frozenset({"total", "after_act", "possible_after"})
"""Rules other than `WITH_ARTICLE` in which a declared name has its article."""
SUBJECT_FIRST = frozenset({"compare", "given", "holds", "becomes", "quantified_owner", "quantified_subject", "quantified_all"})
"""The rules of a subject and its verb."""
HEADS = frozenset({"name", "of_", "seat_after", "seat_before"})


@dataclass(frozen=True, slots=True)
class _Reader:
    source: Source
    old: KeyWordTable
    new: KeyWordTable
    names: Mapping[int, PlacedName]
    printed: Mapping[int, PrintedName]
    joined: dict[int, int] = field(default_factory=dict[int, int])
    """The lines that continue after a token, or a run of key words, that began on an earlier line. Each is mapped to that
    earlier line.
    """
    act_texts: set[int] = field(default_factory=set[int])
    """The identities of the texts of acts, whose slots are names."""
    around: dict[int, str] = field(default_factory=dict[int, str])
    """For each rule of names, the rule that directly contains it; for a subject, the rule of its verb."""
    plural: set[int] = field(default_factory=set[int])
    """The identities of names that have several owners, such as the hands of the players."""
    agreements: dict[int, Agreement] = field(default_factory=dict[int, Agreement])
    """The agreement of each rule that begins with a verb or is an adjective."""

    def pieces(self, node: Tree[Token], agrees: Agreement | None = None) -> Iterator[Piece]:
        """Yield the parts of a rule: each run of key words, and everything else separately."""
        rule, _, kept = str(node.data).partition(KEPT)
        self._note(rule, node)
        agrees = self.agreements.get(id(node), agrees)
        run: list[Token] = []
        for child in cast("list[Token | Tree[Token] | None]", node.children):
            if isinstance(child, Token) and child.type in _words(self.old.language):
                run.append(child)
                continue
            if run:
                yield self._phrase(rule, kept, run, agrees)
                run, agrees = [], None
            if isinstance(child, Tree):
                yield from self.pieces(child)
            elif child is not None:
                yield self._token(child)
        if run:
            yield self._phrase(rule, kept, run, agrees)

    def _note(self, rule: str, node: Tree[Token]) -> None:
        """Record the facts about a grammar rule that its parts need."""
        below = [child for child in node.children if isinstance(child, Tree)]
        if rule == "says":
            self.act_texts.update(id(text) for names in node.find_data("names") for text in names.children)
        for child in below:
            for name in child.children:
                self.around[id(name)] = rule
        if rule in SUBJECT_FIRST:
            verb = str(below[-1].data) if below else rule
            for name in below[0].children if below and below[0] is node.children[0] else ():
                self.around[id(name)] = verb if rule == "compare" else rule
        if rule == "of_" and below and str(below[-1].data) == "name" and self._english(below[-1].children[0]) in PEOPLE:
            self.plural.add(id(node.children[0]))
        if rule in SUBJECT_FIRST:
            self._agree(rule, node, below)

    def _agree(self, rule: str, node: Tree[Token], below: list[Tree[Token]]) -> None:
        """Record the agreement of the verb, and of an adjective after it, with the subject."""
        if rule.startswith("quantified"):
            subject = next((child for child in node.children if isinstance(child, Token) and child.type == "NAME"), None)
            found = None if subject is None else self._agreement(subject)
        else:
            found = None if not below or below[0] is not node.children[0] else self._head(below[0])
        if found is None:
            return
        verb = below[-1] if rule in {"compare", "quantified_owner", "quantified_subject"} else node
        self.agreements[id(verb)] = found
        if str(verb.data) in {"is_", "is_not", "given"} and verb.children:
            last = verb.children[-1]
            if isinstance(last, Tree) and str(last.data) == "name":
                self.agreements[id(last.children[0])] = found

    def _head(self, subject: Tree[Token]) -> Agreement | None:
        if str(subject.data) == "total":
            return Agreement(feminine=True)
        first = subject.children[0] if subject.children else None
        self._note(str(subject.data), subject)
        if str(subject.data) in HEADS and isinstance(first, Token):
            return self._agreement(first)
        return Agreement()

    def _agreement(self, token: Token) -> Agreement | None:
        """Return the agreement of a name as it is written."""
        name = self._printed(token)
        if name is not None:
            return Agreement(name.feminine, name.form(self._is_many(token, name))[2])
        placed = self.names.get(id(token))
        english = self._english(token)
        phrase = None if placed is None else self.new.name(english, placed.place)
        if phrase is None:
            return None
        article = phrase.split()[0]
        return Agreement(article in self.new.feminine_articles, article in self.new.plural_articles)

    def _english(self, token: object) -> str:
        if not isinstance(token, Token):
            return ""
        placed = self.names.get(id(token))
        if placed is None or self.old.language == ENGLISH:
            return str(token)
        return self.old.english_names[placed.place].get(token, str(token))

    def _printed(self, token: Token) -> PrintedName | None:
        start = token.start_pos or 0
        return self.printed.get(start + token.startswith("`"))

    def _is_many(self, token: Token, name: PrintedName) -> bool:
        rule = self.names[id(token)].rule
        if rule.startswith("quantified"):
            return False
        return name.many or id(token) in self.plural or rule in PLURAL_PLACES

    def _line(self, token: Token) -> int:
        start, end = (self.source.line(at or 0) for at in (token.start_pos, token.end_pos))
        line = self.joined.get(start, start)
        if end != start and token.type not in LAYOUT:
            self.joined[end] = line
        return line

    def _phrase(self, rule: str, kept: str, run: list[Token], agrees: Agreement | None = None) -> Piece:
        in_language = tuple(_words(self.old.language)[token.type] for token in run)
        english = kept.replace(KEPT, " ") or " ".join(in_language)
        if not kept and self.old.language != ENGLISH:
            english = english_runs(self.old.language)[rule, in_language]
        phrase = self.new.phrase(rule, english)
        parsed = tuple(english.split()) if self.new.language == ENGLISH else self.new.parsed_words(phrase)
        line, last = self._line(run[0]), self.source.line(run[-1].start_pos or 0)
        if last != self.source.line(run[0].start_pos or 0):
            self.joined[last] = line
        kinds = tuple(_kinds(self.new.language)[word] for word in parsed)
        return Piece(line, tuple(phrase.split()), "key", kinds, agrees=agrees)

    def _token(self, token: Token) -> Piece:
        line = self._line(token)
        if token.type == "MOMENT" or token.type in PHRASE_TERMINALS:
            english = str(token) if self.old.language == ENGLISH else english_token(self.old, token)
            plain = " ".join(english.split())
            in_language = self.new.tokens.get(token.type, {}).get(plain, plain)
            return Piece(line, tuple(in_language.split()), "key", (token.type,))
        if id(token) in self.act_texts and token.type == "STRING":
            english = token if self.old.language == ENGLISH else with_slots(token, self.old.english_names["name"])
            slots = {name: phrase.split()[-1] for name, phrase in self.new.names.items()}
            return Piece(line, (with_slots(english, slots),), "own", ("STRING",))
        if token.type != "NAME":
            return Piece(line, () if token.type in LAYOUT else (str(token),), "own", (token.type,))
        return self._name(token, line)

    def _name(self, token: Token, line: int) -> Piece:
        placed = self.names[id(token)]
        place, article = placed.place, self._has_article(placed)
        name = self._printed(token)
        if name is not None:
            return self._declared(token, line, placed, name)
        written = str(token) if self.old.language == ENGLISH else self.old.english_names[place].get(token)
        if written is None and str(token) in self.new.names and place == "name":
            written = str(token)  # the name belongs to the language and is the same in English
        phrase = None if written is None else self.new.name(written, place)
        agrees = self.agreements.get(id(token))
        if phrase is not None:
            words = phrase.split()
            if self._is_indefinite(placed):
                return Piece(line, (self.new.indefinite[0], words[-1]), "noun", ("NAME",), place)
            if agrees is not None:
                words[-1] = self.new.agreeing(words[-1], agrees.feminine, agrees.plural)
            written_words = tuple(words if article else words[-1:])
            return Piece(line, written_words, "noun", ("NAME",), place, self._agreement(token) if len(words) > 1 else None)
        words = [self.new.indefinite[0]] if self._is_indefinite(placed) else []
        if written is not None and written != token:
            return Piece(line, (*words, written), "noun", ("NAME",), place)
        read: NamePlace = "name" if _is_heading(placed) else place  # expressions refer to a heading by the name of its clause
        return Piece(line, (*words, token.strip("`")), "own", ("NAME",), read, declared=True)

    def _is_indefinite(self, placed: PlacedName) -> bool:
        """Return whether a name has an indefinite article, as the kind of thing in a reference or the name of any turn."""
        return placed.rule in self.new.indefinite_in and placed.is_last

    def _has_article(self, placed: PlacedName) -> bool:
        """Return whether a name of the language has its article at its place in the new text."""
        rules = self.new.articles_in.get(placed.rule)
        return placed.article if rules is None else self.around.get(id(placed.token), "") in rules

    def _declared(self, token: Token, line: int, placed: PlacedName, name: PrintedName) -> Piece:
        """Return a declared name as the new language writes it."""
        if name.verb and placed.rule in VERB_PLACES:
            return Piece(line, (name.verb,), "own", ("NAME",), placed.place, declared=True)
        article, word, plural = name.form(self._is_many(token, name))
        if not word and name.verb:  # the noun belongs to another declaration, so the act keeps its verb, without an article
            return Piece(line, (name.verb,), "own", ("NAME",), placed.place, declared=True)
        article = self.new.indefinite[0] if self._is_indefinite(placed) else article
        quantified = placed.rule.startswith("quantified")
        written = placed.article or quantified or placed.rule in WITH_MORE_ARTICLES or self._is_indefinite(placed)
        has_article = bool(article) and written
        words = (article, word) if has_article else (word,)
        kind: WordKind = "noun" if article else "own"
        agrees = Agreement(name.feminine, plural) if article else None
        return Piece(line, words, kind, ("NAME",), placed.place, agrees, declared=True)


def _is_heading(placed: PlacedName) -> bool:
    """Return whether a name is that of a clause with a score."""
    trees = (part for part in placed.among if isinstance(part, Tree) and placed.rule == "clause")
    return any(next(part.find_data("scores"), None) is not None for part in trees)


@cache
def _words(language: str) -> dict[str, str]:
    """Return the key words by their kinds of tokens."""
    return {kind: text for kind, text in literal_terminals(language).items() if text.isalpha()}


@cache
def _kinds(language: str) -> dict[str, str]:
    """Return the kind of token of each key word."""
    return {text: kind for kind, text in _words(language).items()}


# -------------------------------------------------------------------------------------------- marks


def _with_marks(pieces: Iterator[Piece], language: str) -> Iterator[Word]:
    """Yield the words, with marks around names of the author's that would otherwise be read as something else."""
    parser = whole_parser(language)
    table = key_word_table(language)
    forms = _forms(language)
    bound = table.bound
    state = parser.parse_interactive("", start="start")  # pyright: ignore[reportUnknownMemberType] - lark leaves its keywords untyped
    for piece in pieces:
        words = piece.words
        if piece.declared:
            *article, name = words
            accepted = _accepted(state)
            marked = name in bound or name in table.english_names[piece.place] or bool(forms.get(name, frozenset()) & accepted)
            words = (*article, f"`{name}`") if marked else words
        for kind in piece.tokens:
            state.feed_token(Token(_kind(kind, accepted=_accepted(state)), piece.words[-1] if piece.words else ""))
        yield from (Word(piece.line, word, piece.kind, piece.agrees) for word in words)


def _kind(kind: str, accepted: frozenset[str]) -> str:
    """Return the kind of a comma: the tables distinguish commas of lists from others only in places that allow both."""
    if kind in {"COMMA", "_LISTED"} and kind not in accepted:
        return "_LISTED" if kind == "COMMA" else "COMMA"
    return kind


def _accepted(state: InteractiveParser) -> frozenset[str]:
    """Return the kinds of tokens that the parser has an entry for at its position."""
    at = cast("_ParserState", state.parser_state)  # pyright: ignore[reportUnknownMemberType] - lark types it in part
    return frozenset(at.parse_conf.parse_table.states[at.position])


@cache
def _forms(language: str) -> dict[str, frozenset[str]]:
    """Return the kinds of tokens that a word may be, for each key word in each of its forms."""
    table = key_word_table(language)
    found: dict[str, set[str]] = {}
    for kind, word in _words(language).items():
        for form in table.forms_of(word):
            found.setdefault(form, set()).add(kind)
    for kind, in_language in table.tokens.items():
        for word, *more in map(table.read_words, in_language.values()):
            if not more:
                found.setdefault(word, set()).add(kind)
    return {form: frozenset(kinds) for form, kinds in found.items()}


# ------------------------------------------------------------------------------------------- writing


def _agreeing(table: KeyWordTable, words: Iterator[Word]) -> list[Word]:
    """Return the words in their final forms: without an article after words that exclude it, with contracted prepositions, and
    with plurals.
    """
    found: list[Word] = []
    for word in words:
        before = found[-1] if found else None
        article = word.kind != "own" and word.text in table.silent and word.text not in table.forms
        if article and before is not None and before.text in table.undetermined:
            if word.agrees is not None and word.agrees.plural:
                _make_plural(table, found, word.agrees.feminine)
            if before.text not in table.plural_determiners:
                continue
        if (
            article
            and before is not None
            and before.kind == "key"
            and before.text in table.contracted
            and word.text in table.articles
        ):
            before.text = table.contracted[before.text][table.articles.index(word.text)]
            continue
        found.append(word)
    for at, (word, after) in enumerate(pairwise(found)):
        if word.kind != "key":
            continue
        if after.agrees is not None and after.kind == "noun" and after.agrees.feminine:
            word.text = table.feminine.get(word.text, word.text)
            for earlier in found[max(0, at - 2) : at] if word.text in table.gradable else ():
                earlier.text = table.feminine.get(earlier.text, earlier.text) if earlier.kind == "key" else earlier.text
        if word.text in table.elided and after.kind != "own" and after.text[0] in VOWELS:
            word.text = table.elided[word.text]
        if word.text in table.indefinite[:1] and after.text.strip("`")[0] in INDEFINITE_VOWELS:
            word.text = table.indefinite[1]
    for at, word in enumerate(found):
        if word.kind == "key" and word.agrees is not None:
            word.text = table.plural.get(word.text, word.text) if word.agrees.plural else word.text
        elif word.kind == "key" and word.text in table.plural and _is_plural(table, found, at):
            word.text = table.plural[word.text]
    return found


def _make_plural(table: KeyWordTable, words: Sequence[Word], feminine: bool) -> None:
    """Put the last word, and the article before it, into the plural."""
    graded = words[-1].text in table.gradable
    for word in reversed(words[-3:]):
        if word.kind == "key" and word.text in table.plural_forms:
            word.text = table.plural_forms[word.text][feminine]
        if not graded or word.text in table.plural_articles:
            return


def _is_plural(table: KeyWordTable, words: Sequence[Word], at: int) -> bool:
    """Return whether a verb is plural: a noun before it has the article of a plural, or a number or `all` follows."""
    if words[at - 1].text == table.impersonal:
        follows = words[at + 1].text if at + 1 < len(words) else ""
        all_of = table.phrases["all of"].split()[0]
        return (follows.isdigit() and follows != "1") or follows in {all_of, *table.plural_articles}
    if words[at - 1].text == table.negation:
        at -= 1
    if words[at - 1].text in table.plural_words:
        return True
    subject = at > 1 and words[at - 1].kind == words[at - 2].kind == "noun" and words[at - 2].text in table.plural_articles
    return subject and (at < 3 or words[at - 3].text != table.phrases["in"])


INDEFINITE_VOWELS = frozenset("aeiou")
"""The letters before which English uses `an`."""

_ELIDED = re.compile(r"(?<!\S)((?:[a-z]* )?[a-z]*(?:l|d|n|qu|un)') (?=[a-zà-öø-ÿ])")
"""A word that is joined to the next word."""


def _opening(source: Source, language: str) -> str:
    """Return the first line of the new text, which names its language, its edition and, if it declares names, the language of
    the names.
    """
    now = opening(source.text)
    line = NAMES_IN.get((language, now.names), key_word_table(language).opening)
    return with_edition(line, language, now.edition)


def _laid_out(source: Source, words: list[Word], language: str) -> str:
    """Return the words on their original lines, with the comments of these lines."""
    lines = EditBuffer.from_text(source.text).lines
    by_line: dict[int, list[str]] = {}
    for word in words:
        by_line.setdefault(word.line, []).append(word.text)
    first = _opening(source, language)
    written = [first] if first else []
    for number in range(len(source.text.split("\n"))):
        line = lines[number] if number < len(lines) else ""
        text = _ELIDED.sub(r"\1", " ".join(by_line.get(number + 1, ())))
        comment = next((m[1] for m in COMMENT.finditer(source.line_text(number + 1)) if m[1]), "")
        margin = depth(line) if line.strip() else depth(source.line_text(number + 1))
        whole = f"{text}  {comment}".strip()
        if line.strip() and not whole:
            continue  # the words of this line were moved to the line before it
        written.append(" " * margin + whole if whole else "")
    return "\n".join(written).rstrip("\n") + "\n"
