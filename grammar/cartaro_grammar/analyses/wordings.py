"""The wordings of the telling, each held against the text that it words.

Takes the merged ruleset; gives the wordings whose mark is that of their declarations as they stand now, and warns of the others
that are the ruleset's own.  One of a base or library whose clause was amended falls away without a word.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from cartaro_grammar.model import game as g
from cartaro_grammar.model.settings import PLAYERS_SETTING
from cartaro_grammar.sentences.claims_and_examples import check_setting
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import Diagnostic, Fix, Label
from cartaro_grammar.text.messages import say
from cartaro_grammar.text.source import COMMENT, Span
from cartaro_grammar.words.amendments import ArticleEntry, UnderOptions
from cartaro_grammar.words.vocabulary import Vocabulary

AIM = "aim"
"""What a wording may speak of besides declarations: the aim of the game, which no clause says."""

SLOT = re.compile(r"\{(\w+)\}")
WORD = re.compile(r'(?:[a-z]{2} )?"[^"]*"|\((?:[A-Z][0-9]|ours\b)(?:"[^"]*"|[^")])*\)|\w+|[^\w\s]')
"""A text with the word of its language, citations in brackets, a word, a sign."""

CITED = re.compile(r"\((?:[A-Z][0-9]|ours\b)")
SILENT = frozenset({"a", "an", "the"})
CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"


def check_wordings(words: Vocabulary) -> tuple[g.Wording, ...]:
    """The wordings that hold of the ruleset as it is."""
    known: dict[str, ArticleEntry] = {}
    for entry in words.entries():
        if entry.item.name.text not in known or isinstance(entry.item, tree.Clause):
            known[entry.item.name.text] = entry
    told = (_checked(words, known, home, under, item) for home, under, item in words.merged.told)
    return tuple(wording for wording in told if wording is not None)


def _checked(
    words: Vocabulary, known: dict[str, ArticleEntry], home: str, under: UnderOptions, item: tree.Wording
) -> g.Wording | None:
    own = item.span.source.name in words.merged.own
    lacking = [word for word in item.names if word.text not in known and word.text != AIM]
    if own:
        for word in lacking:
            words.report.unknown(say("no clause or thing"), word, [*known, AIM], "C0502")
        _check_settings(words, under, item)
    if lacking:
        return None
    mark = _mark([known[word.text] for word in item.names if word.text != AIM])
    if mark and (item.mark is None or item.mark.text != mark):
        if own:
            words.report.found.append(_stale(item, mark))
        return None
    stands = tuple((option.text, tuple(value.text for value in values)) for option, values in under)
    return g.Wording(tuple(word.text for word in item.names), stands, item.texts.entries, home, item.span)


def _check_settings(words: Vocabulary, under: UnderOptions, item: tree.Wording) -> None:
    """The house rules that a wording stands under, or names between braces."""
    for option, values in under:
        check_setting(words, option, values)
    for name in (name for _, text in item.texts.entries for name in SLOT.findall(text)):
        if name not in words.options and name != PLAYERS_SETTING:
            words.report.unknown(say("no option"), tree.Word(name, item.texts.span), words.options, "C0701")


def _stale(item: tree.Wording, mark: str) -> Diagnostic:
    """What is said of a wording that lacks its mark, or has another."""
    last = item.names[-1].span
    names = ", ".join(f"`{word.text}`" for word in item.names)
    if item.mark is None:
        message, said = say("this wording of {names} has no mark", names=names), say("which text does it word?")
        fix = Fix(Span(last.source, last.end, last.end), f" {mark}")
        advice = say("write {mark} behind the names", mark=mark)
        return Diagnostic("C0518", message, Label(last, said), help=advice, fix=fix, severity="warning")
    message = say("{names} changed since this wording was written", names=names)
    advice = say("it is not printed; read it again, better it, and write {mark}", mark=mark)
    label = Label(item.mark.span, say("the mark of another text"))
    return Diagnostic("C0518", message, label, help=advice, fix=Fix(item.mark.span, mark), severity="warning")


def _mark(entries: list[ArticleEntry]) -> str:
    """Six letters made from the words of some declarations; nothing where there are none."""
    if not entries:
        return ""
    digest = int.from_bytes(hashlib.sha256("\n".join(map(_plain, entries)).encode()).digest()[:8])
    letters = ""
    for _ in range(3):
        digest, consonant = divmod(digest, len(CONSONANTS))
        digest, vowel = divmod(digest, len(VOWELS))
        letters += CONSONANTS[consonant] + VOWELS[vowel]
    return f"#{letters}"


def _plain(entry: ArticleEntry) -> str:
    """The words of a declaration, its event and its house rules: layout, comments, titles, citations and silent words apart."""
    event = "" if entry.event is None else " ".join([entry.event[0], *(word.text for word in entry.event[1])])
    under = [f"{option.text} {' '.join(value.text for value in values)}" for option, values in entry.under]
    return " ".join([event, *under, *_words(entry.item)])


def _words(item: tree.Clause | tree.ZoneDecl | tree.CellDecl | tree.ActDecl | tree.OptionDecl) -> Iterator[str]:
    text = COMMENT.sub(lambda found: "" if found[1] else found[0], item.span.source.text[item.span.start : item.span.end])
    quoted = isinstance(item, tree.Clause) and isinstance(item.sentence, tree.Conduct)
    for piece in WORD.findall(text):
        if not (CITED.match(piece) or piece in SILENT or (piece.endswith('"') and not quoted)):
            yield piece
