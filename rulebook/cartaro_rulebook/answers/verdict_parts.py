"""The parts of a verdict in words.

A part is data with a `form`, which is looked up in the catalogue (`proof_…`); names from the ruleset appear in the ruleset's
own words.  A text without a form is shown in English and marked, and a strict build refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol, cast, runtime_checkable

from cartaro_grammar import Game, in_key_words
from cartaro_rulebook.prose.clauses import scope_for
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.words.nouns import Phrase, clean, marked, plain


@runtime_checkable
class Formed(Protocol):
    """A part of a verdict: its form, which selects a phrase, and the values of its slots, which are numbers, texts and other
    parts.
    """

    @property
    def form(self) -> str: ...
    @property
    def slots(self) -> Mapping[str, object]: ...


def verdict_in_words(game: Game, part: Formed | str | None, code: str, *, plainly: bool = False) -> str:
    """Return a part of a verdict on a game as plain text in a language; `plainly`, in the words used at a table."""
    scope = scope_for(game, code)
    return plain(scope.lang.forms.polish(verdict_phrase(part, scope, plainly=plainly)))


def verdict_phrase(part: object, scope: ProseScope, *, plainly: bool = False) -> str:
    """Word a part of a verdict in the scope's language, with references to the clauses and declarations that it names;
    `plainly`, without the prover's own words.
    """
    if part is None:
        return ""
    if not isinstance(part, Formed):
        return _plain(str(part), scope)
    slots = part.slots
    if part.form == "sentence":
        return scope.lang.text("proof_sentence", text=marked("word", "", str(slots["text"])))
    if "name" in slots and f"proof_{part.form}" not in scope.lang.phrases:
        return _named(part.form, str(slots["name"]), scope)
    if "parts" in slots:
        parts = cast("tuple[object, ...]", slots["parts"])
        return scope.lang.word(f"proof_{part.form}").join(verdict_phrase(each, scope, plainly=plainly) for each in parts)
    counted = next((value for value in slots.values() if isinstance(value, int)), 1)
    plain_key = f"verdict_plainly_{part.form}"
    key = plain_key if plainly and plain_key in scope.lang.phrases else f"proof_{part.form}"
    key_words = scope.naming.game.ruleset.key_words
    in_quotations = {slot for text in QUOTATION.findall(scope.lang.phrases[key]) for slot in SLOT.findall(text)}
    filled = {
        slot: _quoted_name(value, key_words) if slot in in_quotations else verdict_phrase(value, scope, plainly=plainly)
        for slot, value in slots.items()
    }
    return scope.lang.text_quoting(key, key_words, Phrase("", plural=counted != 1), **filled)


QUOTATION, SLOT = re.compile("`[^`]*`"), re.compile(r"\{(\w+)\}")


def _quoted_name(value: object, key_words: str) -> str:
    """Return a name as it is written in a sentence that is quoted."""
    name = str(value.slots["name"]) if isinstance(value, Formed) and "name" in value.slots else str(value)
    return in_key_words(name, key_words)


def _plain(text: str, scope: ProseScope) -> str:
    """Return a text without a form: a number or symbol unchanged, and words in English, marked as such."""
    if scope.lang.code == "en" or not any(sign.isalpha() for sign in text):
        return clean(text)
    return marked("english", "", text)


def _named(kind: str, name: str, scope: ProseScope) -> str:
    """Word the declaration or clause with this name."""
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
            return naming.title(name, next((c.names for c in naming.game.ruleset.clauses if c.name == name), ()))
        case _:
            return naming.quoted(naming.title(name))
