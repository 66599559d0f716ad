"""The words of the games of a site: what players call a move, a group of cards or a heading of the count (decision 0134).

A term is the name of an act, of a definition or of a heading, if the guide uses it in a sentence about just that.  The shortest
such sentence explains the term.  Games with the same word for it share an entry, which links to their guides, and has the words
of the other languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from unicodedata import combining, normalize

from cartaro_grammar import game as g
from cartaro_rulebook.guide import Heading, player_guide
from cartaro_rulebook.site.book import Page, Ruleset, page_for
from cartaro_rulebook.site.markup import escaped, heading, tag
from cartaro_rulebook.site.pages import document
from cartaro_rulebook.words.language import language, languages
from cartaro_rulebook.words.nouns import unmarked

TERMS = "words"
"""The name of the page."""
MOST_WORDS = 2
"""The greatest number of words of a term: a longer name is a description."""
MOST_LETTERS = 220
"""The greatest length of a sentence that explains a term."""
BOOST = 0.3
"""The weight of the page in the search, which should find the guides first."""
SHORT = 5
"""The length up to which a word loses only one letter in other forms."""
_SENTENCE = re.compile(r".+?(?:[.!?](?= |$)|$)")
_WORD = re.compile(r"[\w'’-]+")


@dataclass(slots=True)
class Term:
    """A word of some games: the sentences in which guides use it, the games by name, and the words of other languages."""

    word: str
    said: dict[str, Heading] = field(default_factory=dict[str, Heading])
    pages: dict[str, Page] = field(default_factory=dict[str, Page])
    others: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])


def terms_page(rulesets: Sequence[Ruleset], code: str) -> str:
    """Return the page of the words in a language, as Markdown."""
    lang = language(code)
    title, note = lang.text("site_terms"), lang.text("site_terms_note")
    found = terms_of([page_for(ruleset, code) for ruleset in rulesets])
    rows = (_row(found[key]) for key in sorted(found, key=_alphabetical))
    body = (f"# {heading(title)}", tag("p", escaped(note), data_search_exclude=""), tag("dl", "".join(rows), class_="terms"))
    return document(title, code, note, iter(body), boost=BOOST)


def _alphabetical(word: str) -> str:
    """Return the sort key of a word, without its accents."""
    return "".join(sign for sign in normalize("NFD", word) if not combining(sign))


def terms_of(pages: Sequence[Page]) -> Mapping[str, Term]:
    """Return the words of some games in their language, by the word in lower case."""
    found = dict[str, Term]()
    for page in pages:
        names, said = dict(_names(page)), _sentences(page)
        for name, (word, subjects) in names.items():
            sentences = {s: at for subject in subjects for s, at in said.get(subject, {}).items() if _uses(s, word)}
            if not sentences:
                continue
            term = found.setdefault(word.casefold(), Term(word))
            term.said |= sentences
            term.pages[page.game.name] = page
            for other in languages():
                if other != page.scope.lang.code and (translated := _word_in(name, page, other)):
                    term.others.setdefault(other, {})[translated] = None
    return found


def _names(page: Page) -> Iterator[tuple[str, tuple[str, tuple[str, ...]]]]:
    """Yield each act, definition and heading with its word and the names of the items that a sentence about it is about."""
    game, code = page.game, page.scope.lang.code
    clauses = dict[str, list[str]]()
    for clause in game.clauses:
        if isinstance(clause.sentence, g.Definition) and not _is_state(game.ruleset.function[clause.sentence.function]):
            clauses.setdefault(clause.sentence.function, []).append(clause.name)
    subjects: dict[str, tuple[str, ...]] = {act.name: (act.name,) for act in game.acts if not act.finding}
    subjects |= {name: tuple(found) for name, found in clauses.items()}
    for name, about in subjects.items():
        word = _word_in(name, page, code)
        if word and len(word.split()) <= MOST_WORDS:
            yield name, (word, about)
    for clause, _ in game.headings:
        word = _word_in(clause.name, page, code)
        if word and len(word.split()) == 1:
            yield clause.name, (word, (clause.name,))


def _is_state(function: g.Function) -> bool:
    """Return whether a definition says that something is the case, and does not name a kind of cards."""
    return function.result.kind == "truth" and not any(parameter.kind in ("card", "cards") for parameter in function.parameters)


def _word_in(name: str, page: Page, code: str) -> str:
    """Return the word for something in a language, without its article; empty if it has none or is a sentence."""
    game = page.game
    clause, function = game.clause.get(name), game.ruleset.function.get(name)
    own = function.names if function is not None else clause.names if clause is not None else ()
    naming = page_for(page.ruleset, code).scope.naming
    text = naming.text(name, own)
    return "" if text is None or "{" in text else naming.noun(name, own).singular


def _sentences(page: Page) -> Mapping[str, dict[str, Heading]]:
    """Return the sentences of the guide, by the names of the items that they are about, with their section."""
    found = dict[str, dict[str, Heading]]()
    for section in player_guide(page.scope).sections:
        for said in (*section.sentences, *section.scores, *section.behind):
            for sentence in _SENTENCE.findall(unmarked(said.text)):
                for name in said.names if (said.author or said.title) and len(sentence) <= MOST_LETTERS else ():
                    found.setdefault(name, {}).setdefault(sentence.strip(), section.heading)
    return found


def _uses(sentence: str, word: str) -> bool:
    """Return whether a sentence has a word, also with another ending: *melds*, *bussare*."""
    spoken = [each.casefold() for each in _WORD.findall(sentence.replace("-", " "))]
    return all(any(each.startswith(_stem(part)) for each in spoken) for part in _WORD.findall(word.replace("-", " ")))


def _begins_with(sentence: str, word: str) -> bool:
    """Return whether a sentence begins with a word, or with its article: *A run is …*."""
    return any(each.casefold().startswith(_stem(word)) for each in _WORD.findall(sentence)[:2])


def _stem(word: str) -> str:
    return word.casefold()[: max(3, len(word) - (2 if len(word) > SHORT else 1))]


def _row(term: Term) -> str:
    sentence = min(term.said, key=lambda said: (not _begins_with(said, term.word), len(said), said))
    others = "; ".join(f"{other} {', '.join(words)}" for other, words in sorted(term.others.items()))
    links = ", ".join(
        tag("a", escaped(page.title), href=f"{name}.html#t-{term.said[sentence]}") for name, page in term.pages.items()
    )
    words = tag("small", escaped(f" ({others})")) if others else ""
    games = tag("span", f" ({links})", data_search_exclude="")
    return tag("dt", escaped(term.word) + words) + tag("dd", escaped(sentence) + games)
