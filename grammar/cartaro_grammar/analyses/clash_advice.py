"""Suggest how to end a clash of two clauses, in sentences with the author's own names and conditions.

In a suggested sentence `…` stands for what is kept as it is, and NAME for a name to choose.
"""

from __future__ import annotations

import re
from functools import reduce

from cartaro_grammar.model.game import Can, Clause, Prohibition
from cartaro_grammar.model.parts import parts
from cartaro_grammar.text.messages import Message, msg

OUTSIDE = re.compile(r'"[^"\n]*"|(?:--[^\n]*|\s)+')
COLON = re.compile(r'"[^"\n]*"|--[^\n]*|(:)')
MIXED = re.compile(r"\b(and|or)\b")


def refers_to(bar: Clause, permission: Clause) -> bool:
    """Return whether a prohibition settles how it relates to a permission: it names it, or asks what can be done by it."""
    named = bar.sentence.bars if isinstance(bar.sentence, Prohibition) else ()
    query = {part.by for part in parts((bar.when, bar.unless)) if isinstance(part, Can)}
    return permission.name in {*named, *query}


def fixes_for_permission(bar: Clause, permission: Clause) -> tuple[str, ...]:
    """Return the ways to end the clash of a prohibition with a permission it does not refer to: naming it, an exemption, or a
    narrower permission.
    """
    bars = bar.sentence.bars if isinstance(bar.sentence, Prohibition) else ()
    named = ", ".join(dict.fromkeys((*bars, permission.name)))
    exempt = f"NAME despite {bar.name}: {sentence_text(permission)}"
    return (f"{bar.name} despite {named}: …", exempt, *_narrowed(permission, bar))


def fixes_for_rivals(first: Clause, second: Clause) -> tuple[str, ...]:
    """Return the ways to end the clash of two clauses that settle one question: precedence of either, or one without the
    other's case.
    """
    preferred = tuple(_preferred(one, other) for one, other in ((second, first), (first, second)))
    return (*preferred, *(_narrowed(first, second) or _narrowed(second, first)))


def join_fixes(sentences: tuple[str, ...]) -> Message:
    """Return the advice to write one of some sentences."""
    quoted = (f"`{text}`" for text in sentences)
    return msg("write {sentences}", sentences=reduce(lambda one, other: msg("{one}, or {other}", one=one, other=other), quoted))


def _preferred(clause: Clause, other: Clause) -> str:
    """Return a clause with `despite` extended by another."""
    return f"{clause.name} despite {', '.join((*clause.despite, other.name))}: …"


def _narrowed(clause: Clause, other: Clause) -> tuple[str, ...]:
    """Return a clause without the case of another, where that has one."""
    if not (other.when or other.unless):
        return ()
    parts = [_bracketed(expr.span.text) for expr in other.when]
    parts += [f"not {_bracketed(expr.span.text, always=True)}" for expr in other.unless]
    return (f"{clause.name}: … unless {' and '.join(parts) if len(parts) > 1 else _plain(other)}",)


def _plain(clause: Clause) -> str:
    """Return the one condition of a clause, as `unless` takes it."""
    if clause.when:
        return one_line(clause.when[0].span.text)
    return f"not {_bracketed(clause.unless[0].span.text, always=True)}"


def _bracketed(text: str, *, always: bool = False) -> str:
    text = one_line(text)
    return f"({text})" if always or MIXED.search(text) else text


def sentence_text(clause: Clause) -> str:
    """Return a clause's text without its name and titles, on one line."""
    text = clause.span.text
    start = next((match.end() for match in COLON.finditer(text) if match[1]), 0)
    return one_line(text[start:])


def one_line(text: str) -> str:
    """Return a text without comments, every run of spaces as one."""
    return OUTSIDE.sub(lambda match: match[0] if match[0].startswith('"') else " ", text).strip()
