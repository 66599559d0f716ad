"""Signatures: the forms of the sentence, act or definition that is being written, with the part that comes next marked.

A text cannot be read while it is being written. The forms are therefore found in the words before a position: a sentence by its
frame (`deal … from … to each …`), an act or a definition by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from cartaro_grammar import (
    Declaration,
    Game,
    NameKind,
    PartialRuleset,
    key_word_language,
    noise_words,
    phrase_in,
    written_names,
)
from cartaro_grammar import game as g
from cartaro_rulebook import name_in_words
from cartaro_workbench.editing.document import Document, Position, offset_in, units
from cartaro_workbench.editing.sentence_frames import CLAUSES, FRAMES, SLOT, frame

ENDS = ("when", "unless", "where", "by", "because", "while")
"""Key words that end the arguments of an act and the parts of a sentence inside another one."""
LABEL = re.compile(r'\s*[\w`]+[^:"]*(?:"[^"]*"[^:"]*)*:(?=\s|$)')
"""The beginning of a clause, up to its sentence."""


@dataclass(frozen=True, slots=True)
class SignaturePart:
    """A part of a signature: its first character and the one after its last, in units of UTF-16, and the declaration of the
    argument.
    """

    start: int
    end: int
    declared: str = ""


@dataclass(frozen=True, slots=True)
class Signature:
    """A form with its parts, the number of the part that comes next, and the meaning of the form in a language."""

    text: str
    parts: tuple[SignaturePart, ...]
    active: int
    meaning: str


def signatures(document: Document, position: Position, code: str = "en") -> tuple[Signature, ...]:
    """Return the signatures at a position, the innermost first."""
    text = document.source.text
    written = _sentence(text[: offset_in(document.source, position)])
    found = [*_frames(written, text, code), *_acts(document, written, code), *_definitions(document, written, code)]
    at_each = {start: signature for (start, _), signature in sorted(found, key=lambda one: one[0])}
    return tuple(at_each[start] for start in sorted(at_each, reverse=True))


Found = Iterator[tuple[tuple[int, int], Signature]]
"""Signatures with the place in the sentence where the form begins, and where its first words end. Of several that begin at the
same place, the one with the longest first words is right.
"""


def _sentence(text: str) -> str:
    """Return the sentence at the end of a text, without the label of its clause. Its lines are deeper than its first."""
    lines = text.split("\n")
    depth = len(lines[-1]) - len(lines[-1].lstrip(" "))
    for number in range(len(lines) - 1, -1, -1):
        line = lines[number]
        indent = len(line) - len(line.lstrip(" "))
        if number < len(lines) - 1 and indent >= depth:
            continue
        label = LABEL.match(line)
        if label is not None:
            return "\n".join((line[label.end() :], *lines[number + 1 :]))
        if not line.strip() and number < len(lines) - 1:
            break
        depth = indent
    return lines[-1].lstrip(" ")


def _placed(text: str, parts: Iterable[tuple[str, str]], at: int = 0) -> tuple[SignaturePart, ...]:
    """Return the parts of a form, each given as its text and its declaration; the first begins at or after an offset."""
    placed: list[SignaturePart] = []
    for part, declared in parts:
        start = text.index(part, at)
        at = start + len(part)
        placed.append(SignaturePart(units(text[:start]), units(text[:at]), declared))
    return tuple(placed)


# ------------------------------------------------------------------------ frames


def _frames(written: str, text: str, code: str) -> Found:
    """Yield the frames of the sentences, with the next open part of each."""
    key_words = key_word_language(text)
    for name in FRAMES:
        form = frame(name, text, code)
        first, *others = form.text.split(SLOT)
        begun = list(_words(first, key_words).finditer(written)) if first.strip() else []
        if not begun:
            continue
        at, active = begun[-1].end(), 0
        for number, words in enumerate(others, 1):
            found = _words(words, key_words).search(written, at) if words.strip() else None
            if found is not None:
                at, active = found.end(), number
        if name in CLAUSES or _ending(key_words).search(written, at) is None:
            parts = _placed(form.text, ((words.lstrip() + SLOT, "") for words in (first, *others[:-1])))
            yield begun[-1].span(), Signature(form.text, parts, min(active, len(parts) - 1), form.meaning)


@cache
def _words(words: str, key_words: str) -> re.Pattern[str]:
    """Return the pattern of some words of the language, with or without articles."""
    silent = noise_words(key_words)
    sought = [re.escape(word) for word in re.findall(r"[^\W_]+|[^\w\s]", words) if word not in silent]
    article = rf"(?:(?:{'|'.join(silent)})\s+)?"
    return re.compile(
        r"(?<!\w)" + r"\s*".join(f"{article}{word}" if word[:1].isalpha() else word for word in sought) + r"(?!\w)"
    )


@cache
def _ending(key_words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(re.escape(phrase_in(word, key_words)) for word in ENDS)})\b")


# ------------------------------------------------------------------------- calls


def _acts(document: Document, written: str, code: str) -> Found:
    """Yield the act whose arguments are being written."""
    text = document.source.text
    key_words, words = key_word_language(text), written_names(document.checked.files, text).words
    rules = _rules(document)
    for act in rules.acts if rules is not None else ():
        names = {act.name, words.get(act.name, act.name)}
        named = list(re.finditer(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names)))})(?!\w)", written))
        rest = written[named[-1].end() :] if named else "."
        if not act.parameters or re.search(r"[,.:()\n]", rest) or _ending(key_words).search(rest):
            continue
        before = [phrase_in(one.preposition, key_words) if one.preposition else "" for one in act.parameters]
        given = [number for number, word in enumerate(before) if word and _words(word, key_words).search(rest)]
        declared = [(f"{word} {one.name}".strip(), _declared(one)) for word, one in zip(before, act.parameters, strict=True)]
        label = " ".join((named[-1][0], *(part for part, _ in declared)))
        parts = _placed(label, declared, named[-1].end() - named[-1].start())
        meaning = _meaning(document, "finding" if act.finding else "act", act.name, code)
        yield named[-1].span(), Signature(label, parts, max(given, default=0), meaning)


def _declared(of: g.Parameter) -> str:
    return f"{of.name}: {of.span.source.text[of.span.start : of.span.end]}"


def _definitions(document: Document, written: str, code: str) -> Found:
    """Yield the definition whose arguments are being written between brackets."""
    rules = _rules(document)
    words = written_names(document.checked.files, document.source.text).words
    for found in re.finditer(r"(\w+) ?\(([^()]*)$", written):
        for name, parameters in _parameters(rules).items() if rules is not None else ():
            if found[1] in (name, words.get(name)) and parameters:
                label = f"{found[1]}({', '.join(parameters)})"
                parts = _placed(label, ((one, "") for one in parameters), len(found[1]))
                active = min(found[2].count(","), len(parts) - 1)
                yield found.span(1), Signature(label, parts, active, _meaning(document, "definition", name, code))


def _parameters(rules: Game | PartialRuleset) -> dict[str, tuple[str, ...]]:
    """Return the names of the parameters of each definition, as its last clause writes them."""
    sentences = (clause.sentence for clause in rules.clauses)
    return {one.function: one.parameters for one in sentences if isinstance(one, g.Definition)}


def _rules(document: Document) -> Game | PartialRuleset | None:
    return document.checked.game or document.checked.partial or document.whole


def _meaning(document: Document, kind: NameKind, name: str, code: str) -> str:
    """Return the sentences about a name."""
    found = name_in_words(document.checked.game or document.whole, Declaration(kind, name, "", None), code)
    return " ".join(filter(None, found.sentences)) or found.title
