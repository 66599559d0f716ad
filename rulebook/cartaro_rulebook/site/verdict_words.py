"""What a verdict says of itself, in the language of a page.

A text of the verifier is English, and remembers the form that it was made by and what fills it.  The form is looked up among
the phrases (`m_…`); names of the ruleset are said in its own words, and its sentences as they are written.  A text without a
form, or what fills a form without being one, is shown as the English it is, and marked so: a strict build refuses it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, cast, runtime_checkable

from cartaro_grammar import Game
from cartaro_rulebook.prose.clauses import scope_for
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.site.book import Page
from cartaro_rulebook.site.markup import inline
from cartaro_rulebook.words.nouns import Phrase
from cartaro_rulebook.words.references import clean, marked, plain


@runtime_checkable
class Formed(Protocol):
    """A text that remembers its form, and what fills its slots: numbers, texts, and such as itself."""

    @property
    def form(self) -> str: ...
    @property
    def slots(self) -> Mapping[str, object]: ...


def told(text: str, page: Page) -> str:
    """A text of a verdict, as HTML; what has no form is marked as English on the pages of other languages."""
    lang, words = page.scope.lang, said(text, page.scope)
    return inline(lang.forms.polish(words) + lang.keys_mark(words), page.pictures)


def verdict_in_words(game: Game, text: str, code: str) -> str:
    """A text of a verdict on a game, plain, in a language."""
    scope = scope_for(game, code)
    return plain(scope.lang.forms.polish(said(text, scope)))


def said(text: object, scope: ProseScope) -> str:
    """A text of a verdict in words of the scope's language, with references to what it names."""
    if not isinstance(text, Formed):
        return _plain(str(text), scope)
    slots = text.slots
    if text.form == "sentence":
        return scope.lang.say("m_sentence", text=marked("word", "", str(slots["text"])))
    if "name" in slots and f"m_{text.form}" not in scope.lang.phrases:
        return _named(text.form, str(slots["name"]), scope)
    if "parts" in slots:
        parts = cast("tuple[object, ...]", slots["parts"])
        return scope.lang.word(f"m_{text.form}").join(said(part, scope) for part in parts)
    counted = next((value for value in slots.values() if isinstance(value, int)), 1)
    return scope.lang.say(f"m_{text.form}", Phrase("", plural=counted != 1), **{k: said(v, scope) for k, v in slots.items()})


def _plain(text: str, scope: ProseScope) -> str:
    """A text without a form: a number or a sign as it is, words as the English they are."""
    if scope.lang.code == "en" or not any(sign.isalpha() for sign in text):
        return clean(text)
    return marked("english", "", text)


def _named(kind: str, name: str, scope: ProseScope) -> str:
    """Something of the ruleset by its name."""
    naming = scope.naming
    match kind:
        case "zone":
            return naming.zone(name).form(naming.is_family(name) or naming.zone(name).only_plural)
        case "period":
            return scope.lang.noun(name).form(False)
        case "act":
            noun = naming.named(name)
            return naming.quoted(naming.title(name)) if noun is None else noun.form(False)
        case "clause":
            return naming.clause(name)
        case "cell":
            return naming.cell(name).form(True)
        case "kind":
            return naming.noun(name).form(True)
        case "heading":
            return naming.title(name, next((c.names for c in naming.game.clauses if c.name == name), ()))
        case _:
            return naming.quoted(naming.title(name))
