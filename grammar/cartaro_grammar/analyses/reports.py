"""Check what a ruleset reports of itself elsewhere: other names, regions, its history (`elsewhere`, decision 0132).

Takes the vocabulary; returns the reports in the order of the text. Reports house rules and values that do not exist, a report
that is given twice under the same house rules, and a second history under the same house rules. Citations are checked with all
others (`resolve/sources.py`). A region or a history that lacks a language of the title is a warning; a name need not be
translated.
"""

from __future__ import annotations

from cartaro_grammar.analyses.warnings import title_languages
from cartaro_grammar.check.claims_and_examples import check_setting
from cartaro_grammar.model import game as g
from cartaro_grammar.resolve.merge import MergedRuleset
from cartaro_grammar.resolve.reporter import Reporter
from cartaro_grammar.resolve.vocabulary import Vocabulary
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import Diagnostic, Label
from cartaro_grammar.text.messages import join_languages, msg
from cartaro_grammar.text.source import Span


def check_reports(words: Vocabulary) -> tuple[g.Known, ...]:
    """Return the reports about a ruleset."""
    seen = dict[tuple[object, ...], Span]()
    found = list[g.Known]()
    for under, item in words.merged.elsewhere:
        for option, values in under:
            check_setting(words, option, values)
        settings = tuple((option.text, tuple(value.text for value in values)) for option, values in under)
        for key in _keys(item):
            first = seen.setdefault((settings, *key), item.span)
            if first != item.span:
                words.report.found.append(_given_twice(item, first))
                break
        cites = tuple(cite.text for cite in item.cites)
        found.append(g.Known(item.kind, item.texts.entries, cites, settings, item.span))
    return tuple(found)


def _keys(item: tree.Known) -> list[tuple[str, ...]]:
    """Return the keys that no other report under the same house rules may have."""
    if item.kind == "history":
        return [(item.kind,)]
    return [(item.kind, language, text.casefold()) for language, text in item.texts.entries]


def _given_twice(item: tree.Known, first: Span) -> Diagnostic:
    if item.kind == "history":
        message, advice = msg("the history is given twice"), msg("write one line with both citations")
    else:
        text = item.texts.entries[0][1]
        message, advice = msg("“{text}” is given twice", text=text), msg("leave one of the two out")
    label, other = Label(item.span, msg("again")), Label(first, msg("the first is here"))
    return Diagnostic("C0501", message, label, (other,), help=advice)


def warn_of_lacking_reports(ruleset: g.Ruleset, merged: MergedRuleset, report: Reporter) -> None:
    """Warn of regions and histories that lack a language of the title."""
    expected = title_languages(ruleset, merged)
    for known in ruleset.elsewhere:
        languages = {language for language, _ in known.texts}
        lacking = [each for each in expected if not languages & {each, ""}]
        if lacking and known.kind != "name":
            message = msg("this line is missing in {shown}", shown=join_languages(lacking))
            advice = msg("add its text in each language of the title")
            report.warning("C0519", message, known.span, msg("the title has a text in each of these languages"), advice)
