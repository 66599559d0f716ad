"""What a ruleset owes to its own sources: rows that nothing cites, and rows without words in a source that is quoted.

Warnings only.  The rows of what a ruleset builds on are the concern of that.
"""

from __future__ import annotations

from cartaro_grammar.model import game as g
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.messages import say
from cartaro_grammar.words.sources import citations
from cartaro_grammar.words.vocabulary import Vocabulary


def warn_of_rows(words: Vocabulary, sources: tuple[g.SourceInfo, ...]) -> None:
    """Tell of the rows of the ruleset's own sources that nothing cites, and of those that alone are not quoted."""
    cited = {word.text for word in citations(words)}
    quoting = {quotes.letter.text for quotes in words.merged.quotes if quotes.letter.span.source.name in words.merged.own}
    declared = {source.letter.text: source for source in words.merged.own_sources}
    for source in sources:
        if source.letter in declared:
            letter = declared[source.letter].letter
            _tell_uncited(words, letter, [row for row in source.owed if row not in cited])
            if source.letter in quoting:
                quoted = {quotation.row for quotation in source.quotations}
                _tell_unquoted(words, letter, [row for row in source.owed if row not in quoted])


def _tell_uncited(words: Vocabulary, letter: tree.Word, rows: list[str]) -> None:
    if rows:
        message = say("nothing cites {rows}", rows=", ".join(rows))
        if len(rows) > 1:
            message = say("nothing cites any of {rows}", rows=", ".join(rows))
        advice = say("cite it behind a clause, an example or a claim, as `({row})`, or leave it out", row=rows[0])
        words.report.warning("C0604", message, letter.span, say("rows of this source"), advice)


def _tell_unquoted(words: Vocabulary, letter: tree.Word, rows: list[str]) -> None:
    if rows:
        message = say("the source is quoted, but not in {rows}", rows=", ".join(rows))
        advice = say("give the words of `{row}` under `quotes {letter} in …`", row=rows[0], letter=letter.text)
        words.report.warning("C0607", message, letter.span, say("rows of this source"), advice)
