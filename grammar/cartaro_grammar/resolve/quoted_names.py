"""Quote declared names in messages as the text writes them: `mano` for `hand` in an Italian text (decision 0091)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cartaro_grammar.resolve.names_in_words import AS_DECLARED, WrittenNames, written_names
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import Cure, Diagnostic, Fix, Label
from cartaro_grammar.text.messages import Message, Phrase, WordedMessage, join_or, msg
from cartaro_grammar.text.spelling import did_you_mean

NAME = re.compile(r"[^\W\d]\w*")
QUOTED_NAME = re.compile(r"(?<=`)[^\W\d]\w*(?=`)")


def with_written_names(found: Iterable[Diagnostic], files: Sequence[tree.File]) -> tuple[Diagnostic, ...]:
    """Return diagnostics that quote names as the text that they are about writes them: in its language, unless the text has
    only the declared name. A report of an unknown word lists the names that it may mean. `files` have declared names.
    """
    return tuple(_with_written_names(one, files) for one in found)


def _with_written_names(diagnostic: Diagnostic, files: Sequence[tree.File]) -> Diagnostic:
    primary = diagnostic.primary
    if primary is None:
        return diagnostic
    text = primary.span.source.text
    names = written_names(files, text)
    if names is AS_DECLARED:
        return diagnostic
    mentioned = set(NAME.findall(text))
    words = {name: word for name, word in names.words.items() if name not in mentioned or word in mentioned}
    words.pop(primary.span.text, None)
    if diagnostic.code == "C0303":
        diagnostic = _with_meanings(diagnostic, primary, names)
    return replace(
        diagnostic,
        message=_quoting(diagnostic.message, words),
        primary=_label(primary, words),
        others=tuple(_label(label, words) for label in diagnostic.others),
        help=diagnostic.help and _quoting(diagnostic.help, words),
        fix=diagnostic.fix and _fix(diagnostic.fix, words),
        cures=tuple(Cure(_quoting(cure.help, words), _fix(cure.change, words)) for cure in diagnostic.cures),
    )


def _with_meanings(diagnostic: Diagnostic, primary: Label, names: WrittenNames) -> Diagnostic:
    """Return a report of an unknown name, with the names that the word may mean if it is ambiguous, or else with a similar
    name.
    """
    written = primary.span.text
    meant = names.ambiguous.get(written, ())
    if meant:
        advice = msg("`{word}` can mean {choices}: write one of them", word=written, choices=join_or(f"`{m}`" for m in meant))
        cures = tuple(Cure(advice, Fix(primary.span, name)) for name in meant)
        return replace(diagnostic, help=advice, fix=None, cures=cures)
    guess = did_you_mean(written, sorted(names.declared)) if diagnostic.fix is None else None
    if guess is None:
        return diagnostic
    return replace(diagnostic, help=msg("did you mean `{guess}`?", guess=guess), fix=Fix(primary.span, guess))


def _label(label: Label, words: Mapping[str, str]) -> Label:
    return Label(label.span, _quoting(label.text, words))


def _fix(fix: Fix, words: Mapping[str, str]) -> Fix:
    return replace(fix, replacement=words.get(fix.replacement, fix.replacement))


def _quoting(text: str, words: Mapping[str, str]) -> str:
    """Return a text with the names in its slots written in words."""
    if not isinstance(text, Message):
        return words.get(text) or QUOTED_NAME.sub(lambda name: words.get(name[0], name[0]), text)
    slots = {slot: _quoting(value, words) if isinstance(value, str) else value for slot, value in text.slots.items()}
    if slots == dict(text.slots):
        return text
    if isinstance(text, Phrase | WordedMessage):
        return type(text)(text.form, slots, text.key_words)
    return Message(text.form, slots)
