"""Names of a ruleset that have no words in a language in which it has a title: its pages would show them as they are written.

Takes a checked game and what it was merged from; gives a warning for each set of languages that lack the same names, with
all of them, and one for each wording of the telling that lacks a language.  Only what the ruleset itself says, or its annexes,
is asked for; words may stand anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cartaro_grammar.model import game as g
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.messages import Message, both, listed, say
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.merge import Merged
from cartaro_grammar.words.vocabulary import Reporter

CALLED = {"it": say("Italian"), "en": say("English"), "fr": say("French")}

Named = tuple[str, g.Names]
MAX_SHOWN = 5
"""So many names are listed; those left come once these have words."""


def warn_of_lacking_words(game: g.Game, merged: Merged, report: Reporter) -> None:
    """Tell of the names that lack words, once for all languages that lack the same."""
    words = {name: dict(texts) for name, texts in game.words}
    lacking: dict[tuple[str, ...], list[str]] = {}
    declared = [*_declared(game, merged), *_of_cards(merged)]
    for language in _expected(game, merged):
        known = {name for name, texts in words.items() if texts.keys() & {language, ""}}
        names = dict.fromkeys(n for n, texts in declared if n not in known and not dict(texts).keys() & {language, ""})
        if names:
            lacking.setdefault(tuple(names), []).append(CALLED.get(language, f"`{language}`"))
    for wordless, languages in lacking.items():
        shown = _series(languages)
        message = say("{n} names have no words in {shown}", n=len(wordless), shown=shown)
        if len(wordless) == 1:
            message = say("1 name has no words in {shown}", shown=shown)
        lacked = ", ".join(f"`{name}`" for name in wordless[:MAX_SHOWN]) + (", …" if len(wordless) > MAX_SHOWN else "")
        advice = say("give them under `words`, or beside the name where it is declared: {names}", names=lacked)
        report.warning("C0308", message, merged.title_span, say("its title has them"), advice)


def warn_of_lacking_languages(game: g.Game, merged: Merged, report: Reporter) -> None:
    """Tell of the wordings of the telling that lack a language of the title: their clauses are told there by themselves."""
    expected = _expected(game, merged)
    for wording in game.wordings:
        languages = {language for language, _ in wording.texts}
        lacking = [CALLED.get(each, f"`{each}`") for each in expected if not languages & {each, ""}]
        if lacking and wording.span.source.name in merged.own:
            message = say("this wording is not there in {shown}", shown=_series(lacking))
            advice = say("add its text in each language that the title has")
            report.warning("C0519", message, wording.span, say("the title has them all"), advice)


def _series(languages: list[str]) -> Message | str:
    return both([listed(languages[:-1]), languages[-1]]) if len(languages) > 1 else languages[0]


def _expected(game: g.Game, merged: Merged) -> list[str]:
    """The languages of the title; where it is one text for all of them, those of the titles of the ruleset's own articles."""
    languages = {language for language, _ in game.title} - {""}
    if not languages:
        own = (a for a in game.articles if a.span.source.name in merged.own)
        languages = {language for article in own for language, _ in article.names} - {""}
    return sorted(languages)


def _declared(game: g.Game, merged: Merged) -> Iterator[Named]:
    """What the ruleset itself declares, by name, with the words beside the name."""
    things: list[tuple[Span, Iterable[Named]]] = []
    things += [(article.span, [(f"article {article.number}", article.names)]) for article in game.articles]
    things += [(zone.span, [(zone.name, zone.names)]) for zone in game.zones]
    things += [(cell.span, [(cell.name, cell.names)]) for cell in game.cells]
    things += [(act.span, _of_act(act)) for act in game.acts]
    things += [(option.span, _of_option(option)) for option in game.options]
    things += [(clause.span, _of_clause(game, clause)) for clause in game.clauses]
    things += [(claim.span, [(claim.name, names)]) for claim in game.claims for names in (claim.names, claim.refuted) if names]
    things += [(example.span, [(example.name, example.names)]) for example in game.examples]
    return (named for span, names in things if span.source.name in merged.own for named in names)


def _of_act(act: g.Act) -> Iterator[Named]:
    yield act.name, ()
    if act.says:
        yield act.name, act.says
    for parameter in act.parameters:
        yield parameter.name, ()
        yield from ((answer, ()) for answer in parameter.answers)


def _of_option(option: g.Option) -> Iterator[Named]:
    yield option.name, option.names
    yield from ((value, ()) for value in option.values if not value.isdigit())


def _of_clause(game: g.Game, clause: g.Clause) -> Iterator[Named]:
    yield clause.name, clause.names
    match clause.sentence:
        case g.Definition(function, _, _):
            yield function, game.function[function].names
        case g.Conduct(text):
            yield clause.name, text
        case (
            g.Permission() | g.Prohibition() | g.Obligation() | g.Step() | g.Sees() | g.Score() | g.Begins() | g.Passes()
            | g.Ends() | g.SidesAre() | g.TakesPart() | g.Runs() | g.Consequence() | g.Breach() | g.Material()
        ):  # fmt: skip
            return


def _of_cards(merged: Merged) -> Iterator[Named]:
    """The attributes of the cards, with their values."""
    for entry in (entry for article in merged.articles for entry in article.entries):
        sentence = entry.item.sentence if isinstance(entry.item, tree.Clause) else None
        if isinstance(sentence, tree.AttributeTable) and entry.item.span.source.name in merged.own:
            yield from ((row.name.text, row.names.entries if row.names else ()) for row in sentence.rows)
