"""Report unknown names and other mistakes of a ruleset, with a suggestion if a known name or keyword is close."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from cartaro_grammar.model.parts import parts
from cartaro_grammar.resolve.merge import ArticleEntry, Declared, defined_by
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.lark_parser import keywords
from cartaro_grammar.syntax.synonyms import advice_on_name, translate_word
from cartaro_grammar.text.diagnostic import MAX_WORD, Cure, Diagnostic, Fix, Label
from cartaro_grammar.text.key_phrases import declared_in, names_in
from cartaro_grammar.text.messages import Message, join_and, join_commas, join_semicolons, msg
from cartaro_grammar.text.opening import ENGLISH, key_word_language
from cartaro_grammar.text.source import Span
from cartaro_grammar.text.spelling import did_you_mean

MAX_COMPARED = 100_000
"""The greatest number of known names that are compared with an unknown name. With more names, no suggestions are made."""

Suggestion = tuple[str | None, Fix | None]
"""The advice on an error, and the fix if it is unambiguous."""


def suggest(word: str, known: Iterable[str]) -> str | None:
    """Return advice that gives the known name that a word may mean, or else the names to choose from."""
    names = sorted(set(known))
    guess = did_you_mean(word, names)
    if guess:
        return msg("did you mean `{guess}`?", guess=guess)
    shown = ", ".join(f"`{name}`" for name in names[:12]) + (", …" if len(names) > 12 else "")
    return msg("names that can be used here: {shown}", shown=shown) if names else None


def suggest_fix(word: tree.Word, known: Iterable[str]) -> Suggestion:
    """Return the advice of `suggest`, and the fix if a name is spelt nearly alike."""
    names = sorted(set(known))
    guess = did_you_mean(word.text, names)
    return (
        (suggest(word.text, names), None)
        if guess is None
        else (msg("did you mean `{guess}`?", guess=guess), replace_word(word, guess))
    )


def replace_word(word: tree.Word, other: str) -> Fix | None:
    """Return the fix that replaces a word. Return None if the span contains more than the word, or if the replacement is a
    description (`card in …`).
    """
    return Fix(word.span, other) if word.span.text == word.text and "…" not in other else None


def _suggest_keyword(word: tree.Word, known: Iterable[str]) -> Suggestion:
    """Return the likely meaning of a word in an expression: a phrase of the language, a synonym, or a name
    spelt nearly alike.
    """
    is_english = key_word_language(word.span.source.text) == ENGLISH
    meant, translated = (advice_on_name(word.text), translate_word(word.text)) if is_english else (None, None)
    if meant is not None:
        return meant, None if translated is None else replace_word(word, translated[0])
    if not {word.text, word.span.text}.isdisjoint(keywords(key_word_language(word.span.source.text))):
        return msg("`{word}` is a word of the language, not a name", word=word.text), None
    return suggest_fix(word, known)


PHRASE_END = re.compile(r"\n|,|\)|--|$")


def _cures_of_key_word(word: tree.Word, language: str) -> Iterator[Cure]:
    """Yield the likely corrections for a word of the language that names nothing here. In a filter, `of card` is removed from
    `value of card`, since there a bare name refers to each member. A phrase that the word begins is put in brackets.
    """
    if word.text not in keywords(language):
        return
    source, start = word.span.source, word.span.start
    before = owner_before(word.span)
    if before is not None:
        whole = Span(source, start - len(before[0]), word.span.end)
        help_ = msg(
            "leave out `{phrase}`: without an owner, the name means that of each player or side in turn",
            phrase=whole.text.strip(),
        )
        yield Cure(help_, Fix(whole, ""))
    end = PHRASE_END.search(source.text, word.span.end)
    phrase = Span(source, start, end.start() if end else word.span.end)
    if " " in phrase.text.strip():
        written = f"({phrase.text.rstrip()})"
        help_ = msg("put the phrase in brackets: `{phrase}`", phrase=written)
        yield Cure(help_, Fix(Span(source, start, start + len(phrase.text.rstrip())), written))


def owner_before(span: Span) -> re.Match[str] | None:
    """Return the `of` before a place, with the spaces around it, if there is one."""
    of = "|".join(re.escape(form) for form in _forms_of_of(key_word_language(span.source.text)))
    return re.search(rf"\s+(?:{of})\s*(?:the\s+)?$", span.source.text[max(0, span.start - MAX_WORD) : span.start])


def _forms_of_of(language: str) -> tuple[str, ...]:
    if language == ENGLISH:
        return ("of",)
    from cartaro_grammar.syntax.key_words import key_word_table

    table = key_word_table(language)
    return tuple(table.forms_of(table.parsed_words(table.phrase("of_", "of"))[0]))


@dataclass(slots=True, eq=False, repr=False)
class Reporter:
    """Collects diagnostics. The passes continue after each diagnostic."""

    found: list[Diagnostic] = field(default_factory=list[Diagnostic])
    removed: Mapping[str, tuple[tree.Word, tuple[str, ...]]] = field(
        default_factory=dict[str, tuple[tree.Word, tuple[str, ...]]]
    )
    """The names that amendments removed: the place, and the names put in their place."""
    entries: tuple[tuple[str, ArticleEntry], ...] = ()
    """All declarations in articles, and the numbers of their articles."""
    mentioned: list[tuple[str, Declared, frozenset[str], frozenset[str]]] = field(
        default_factory=list[tuple[str, Declared, frozenset[str], frozenset[str]]]
    )
    """The same declarations, each with the names that it mentions and the definition to which it belongs. Computed at first
    use.
    """
    compared: int = 0
    home: Span | None = None
    """The title of a game or variant; None for a library, which may use names that its games declare."""
    own_files: frozenset[str] = frozenset()
    """The files of the game itself, of the games that it varies, and of their annexes."""
    lacking: set[str] = field(default_factory=set[str])
    """The names that are reported as missing in the game."""

    def error(
        self,
        code: str,
        message: Message,
        span: Span,
        text: Message,
        help: str | None = None,
        fix: Fix | None = None,
        cures: tuple[Cure, ...] = (),
        further: tuple[Label, ...] = (),
    ) -> None:
        self.found.append(Diagnostic(code, message, Label(span, text), further, help=help, fix=fix, cures=cures))

    def warning(
        self, code: str, message: Message, span: Span, text: Message, help: str | None = None, fix: Fix | None = None
    ) -> None:
        self.found.append(Diagnostic(code, message, Label(span, text), help=help, fix=fix, severity="warning"))

    @property
    def failed(self) -> bool:
        return any(diagnostic.severity == "error" for diagnostic in self.found)

    @property
    def may_suggest(self) -> bool:
        """True while suggestions are still made."""
        return self.compared < MAX_COMPARED

    def unknown_name(
        self, what: Message | None, word: tree.Word, known: Iterable[str], code: str = "C0303", together: tuple[str, ...] = ()
    ) -> None:
        """Report a name that is not declared; `what` names what is missing, such as `no act`. `together` are other names of the
        same clause that were removed with it.
        """
        if self.home is not None and word.span.source.name not in self.own_files and word.text not in self.removed:
            self._lacking_name(what, word, self.home)
            return
        names = list(known) if self.may_suggest else []
        language = key_word_language(word.span.source.text)
        if language != ENGLISH:
            names = names_in(names, language) if what is None else declared_in(names, language)
        self.compared += len(names)
        advice, fix = _suggest_keyword(word, names) if what is None else suggest_fix(word, names)
        called = msg("nothing") if what is None else what
        if word.text not in self.removed:
            message = msg("there is {called} called `{word}`", called=called, word=word.text)
            cures = () if what is not None or fix is not None else tuple(_cures_of_key_word(word, language))
            label = Label(word.span, msg("not known"))
            self.found.append(Diagnostic(code, message, label, help=advice, fix=fix, cures=cures))
            return
        place, instead = self.removed[word.text]
        label, other = Label(word.span, msg("a clause that defined it was removed")), Label(place.span, msg("removed here"))
        kept = join_and([join_commas(f"`{name}`" for name in (word.text, *together[:-1])), *(f"`{n}`" for n in together[-1:])])
        advice = msg("keep {names}, or amend this clause too", names=kept)
        if instead:
            there = join_and(f"`{name}`" for name in instead)
            advice = msg("keep the name `{word}` instead of {there}, or amend this clause too", word=word.text, there=there)
        resting = self._dependents(word.text)
        if len(resting) > 1 and not instead:
            shown = join_semicolons(
                msg("in article {number}: {names}", number=number, names=", ".join(f"`{name}`" for name in names))
                for number, names in _by_article(resting)
            )
            advice = msg(
                "keep `{word}`, put another in its place with `replace`, or amend everything that depends on it too: {shown}",
                word=word.text,
                shown=shown,
            )
        message = msg("there is {called} called `{word}` any more", called=called, word=word.text)
        self.found.append(Diagnostic(code, message, label, (other,), help=advice))

    def _lacking_name(self, what: Message | None, word: tree.Word, home: Span) -> None:
        """Report, once for each name, that a text that the game builds on uses a name that the game should declare."""
        if word.text in self.lacking:
            return
        self.lacking.add(word.text)
        suits = (entry.item.refers_to for _, entry in self.entries if isinstance(entry.item, tree.CellDecl))
        if any(one is not None and one.text == word.text for one in suits):
            advice = msg("declare the attribute under this name: `NAME: every card has a {word}`", word=word.text)
        elif what is not None and what == msg("no measure of cards"):
            advice = msg("give the cards this number: `NAME: every card has a … with {word}`", word=word.text)
        else:
            advice = msg("declare it under this name")
        text = PurePath(word.span.source.name).stem
        message = msg("`{text}` uses `{word}`, and the game does not declare it", text=text, word=word.text)
        used = Label(word.span, msg("used here"))
        self.found.append(Diagnostic("C0303", message, Label(home, msg("not declared in this game")), (used,), help=advice))

    def _dependents(self, name: str) -> list[tuple[str, str]]:
        """Return the items that mention a name, directly or through items that would be lost with it, by article and name."""
        if not self.mentioned:
            self.mentioned += ((n, e.item, mentioned_names(e.item), defined_names(e.item)) for n, e in self.entries)
        lost, resting = {name}, dict[str, str]()
        grown = True
        while grown:
            before = len(resting)
            for number, item, mentioned, _ in self.mentioned:
                if mentioned & lost:
                    resting[item.name.text] = number
            left = frozenset[str]().union(*(d for _, item, _, d in self.mentioned if item.name.text not in resting))
            for _, item, _, defines in self.mentioned:
                if item.name.text in resting:
                    lost |= {item.name.text, *(defines - left)}
            grown = len(resting) > before
        return [(number, item.name.text) for number, item, _, _ in self.mentioned if item.name.text in resting]


def _by_article(resting: list[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    numbers = dict.fromkeys(number for number, _ in resting)
    return [(number, [name for at, name in resting if at == number]) for number in numbers]


def mentioned_names(item: object) -> frozenset[str]:
    """Return the names that a clause or declaration mentions."""
    own = item.name if isinstance(item, tree.Clause) else None
    return frozenset(p.text for p in parts(item) if isinstance(p, tree.Name | tree.Word) and p is not own)


def defined_names(item: object) -> frozenset[str]:
    """Return the name that a clause defines, if it is a definition."""
    sentence = item.sentence if isinstance(item, tree.Clause) else None
    found = defined_by(sentence.subject) if isinstance(sentence, tree.Definition) else None
    return frozenset() if found is None else frozenset((found[0].text,))


def parameters_of(item: object) -> frozenset[str]:
    """Return the names of the parameters of a clause, if it is a definition."""
    sentence = item.sentence if isinstance(item, tree.Clause) else None
    found = defined_by(sentence.subject) if isinstance(sentence, tree.Definition) else None
    return frozenset() if found is None else frozenset(one.text for one in found[1] if isinstance(one, tree.Name))
