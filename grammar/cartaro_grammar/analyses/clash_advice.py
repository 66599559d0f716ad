"""Suggest how to end a clash of two clauses, in sentences with the author's own names and conditions.

In a suggested sentence `…` is a placeholder for text that stays unchanged, and NAME for a name to choose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, reduce

from cartaro_grammar.model.game import Can, Clause, Prohibition
from cartaro_grammar.model.parts import parts
from cartaro_grammar.syntax.key_words import key_word_table
from cartaro_grammar.text.messages import Message, Phrase, msg, phrase
from cartaro_grammar.text.opening import ENGLISH, key_word_language
from cartaro_grammar.text.source import Span

OUTSIDE = re.compile(r'"[^"\n]*"|(?:--[^\n]*|\s)+')
COLON = re.compile(r'"[^"\n]*"|--[^\n]*|(:)')


def refers_to(bar: Clause, permission: Clause) -> bool:
    """Return whether a prohibition determines its relation to a permission: it names the permission, or its condition tests
    acts that the permission allows.
    """
    named = bar.sentence.bars if isinstance(bar.sentence, Prohibition) else ()
    query = {part.by for part in parts((bar.when, bar.unless)) if isinstance(part, Can)}
    return permission.name in {*named, *query}


def fixes_for_permission(bar: Clause, permission: Clause) -> tuple[Phrase, ...]:
    """Return the ways to end the clash of a prohibition with a permission it does not refer to: naming it, an exemption, or a
    narrower permission.
    """
    bars = bar.sentence.bars if isinstance(bar.sentence, Prohibition) else ()
    named = ", ".join(dict.fromkeys((*bars, permission.name)))
    exempt = phrase(
        "NAME despite {bar}: {sentence}", bar=bar.name, sentence=source_text(permission.span, sentence_text(permission))
    )
    return (phrase("{bar} despite {named}: …", bar=bar.name, named=named), exempt, *_narrowed(permission, bar))


def fixes_for_rivals(first: Clause, second: Clause) -> tuple[Phrase, ...]:
    """Return the possible corrections for two clashing clauses that answer one question: give precedence to one of them, or
    exclude the condition of one from the other.
    """
    preferred = tuple(_preferred(one, other) for one, other in ((second, first), (first, second)))
    return (*preferred, *(_narrowed(first, second) or _narrowed(second, first)))


def join_fixes(sentences: tuple[Phrase, ...]) -> Message:
    """Return advice to write one of the given sentences."""
    quoted: Iterator[Message] = (msg("`{sentence}`", sentence=text) for text in sentences)
    return msg("write {sentences}", sentences=reduce(lambda one, other: msg("{one}, or {other}", one=one, other=other), quoted))


def _preferred(clause: Clause, other: Clause) -> Phrase:
    """Return a clause with another clause added to its `despite`."""
    return phrase("{clause} despite {named}: …", clause=clause.name, named=", ".join((*clause.despite, other.name)))


def _narrowed(clause: Clause, other: Clause) -> tuple[Phrase, ...]:
    """Return a clause that excludes the condition of another clause, if the other clause has a condition."""
    case = case_of(other)
    return () if case is None else (phrase("{clause}: … unless {case}", clause=clause.name, case=case),)


def case_of(clause: Clause) -> str | None:
    """Return the conditions of a clause as one condition, which can follow `unless`. Return None if there is none."""
    if len(clause.when) == 1 and not clause.unless:
        return source_text(clause.when[0].span)
    parts = [_bracketed(expr.span) for expr in clause.when]
    parts += [phrase("not ({condition})", condition=source_text(expr.span)) for expr in clause.unless]
    return reduce(lambda one, other: phrase("{one} and {other}", one=one, other=other), parts) if parts else None


def _bracketed(span: Span) -> str:
    text = source_text(span)
    return phrase("({text})", text=text) if _joints(key_word_language(span.source.text)).search(text) else text


@cache
def _joints(language: str) -> re.Pattern[str]:
    """Return a pattern of the words that join conditions in a language."""
    table = key_word_table(language)
    words = (form for joint in ("and", "or") for form in table.forms_of(table.phrase("", joint)))
    return re.compile("|".join(rf"\b{re.escape(word)}\b" for word in words))


def sentence_text(clause: Clause) -> str:
    """Return a clause's text without its name and titles, on one line."""
    text = clause.span.text
    start = next((match.end() for match in COLON.finditer(text) if match[1]), 0)
    return one_line(text[start:])


def source_text(span: Span, text: str | None = None) -> str:
    """Return the text of a span, or a replacement for it, on one line, for quotation in a suggestion. English text is rewritten
    with the key words of the text that the suggestion is for.
    """
    quoted = one_line(span.text if text is None else text)
    return Phrase(quoted) if key_word_language(span.source.text) == ENGLISH else quoted


def one_line(text: str) -> str:
    """Return a text without comments, with each run of spaces reduced to one space."""
    return OUTSIDE.sub(lambda match: match[0] if match[0].startswith('"') else " ", text).strip()
