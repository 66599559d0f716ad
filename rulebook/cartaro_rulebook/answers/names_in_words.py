"""What a name of a ruleset stands for, in words: the sentences of a clause, a place, a house rule and its values.

Takes a checked game, or none, and what a name means; guarantees plain text, without marks.  Of a name that the game does not
have, as one that came with the last change of a text, only its kind is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from cartaro_grammar import Declaration, Game
from cartaro_grammar import game as g
from cartaro_rulebook.prose.clauses import clause_prose, scope_for
from cartaro_rulebook.prose.declarations import declared, option_prose
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.prose.statements import claim_prose
from cartaro_rulebook.words.language import in_words
from cartaro_rulebook.words.naming import in_any
from cartaro_rulebook.words.references import plain


@dataclass(frozen=True, slots=True)
class NameInWords:
    """What a name is (`clause`, `act`), what it is called, what is said of it, and the rows of the sources that it cites."""

    kind: str
    title: str = ""
    sentences: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


def name_in_words(game: Game | None, of: Declaration, code: str) -> NameInWords:
    """What a name means, in a language."""
    kind = in_words(f"ui_kind_{of.kind.replace(' ', '_')}", code)
    if game is None:
        return NameInWords(kind)
    title, sentences, cites = _told(of, scope_for(game, code))
    return NameInWords(kind, plain(title), tuple(map(plain, sentences)), cites)


TitleAndText = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A title, sentences, and rows of sources."""


def _told(of: Declaration, scope: ProseScope) -> TitleAndText:
    game, naming, code = scope.naming.game, scope.naming, scope.lang.code
    match of.kind:
        case "clause" | "heading":
            return _clauses([clause for clause in game.clauses if clause.name == of.name], of.name, scope)
        case "definition":
            found = [c for c in game.clauses if isinstance(c.sentence, g.Definition) and c.sentence.function == of.name]
            title, sentences, cites = _clauses(found, of.name, scope)
            return naming.title(of.name, _names_of(game.functions, of.name)) or title, sentences, cites
        case "zone" | "pile" | "family" | "counter" | "flag" | "mark" | "reference" | "act" | "finding":
            things: dict[str, g.Zone | g.Cell | g.Act] = {**game.zone, **game.cell, **game.act}
            if of.name not in things:
                return "", (), ()
            thing, said = things[of.name], declared(things[of.name], scope)
            return naming.title(of.name, () if isinstance(thing, g.Act) else thing.names), (said.text,), said.cites
        case "option":
            return _option(of, scope)
        case "claim":
            claims = [claim_prose(claim, scope) for claim in game.claims if claim.name == of.name]
            return next(((c.title, c.lines, c.cites) for c in claims), ("", (), ()))
        case "example":
            examples = [example for example in game.examples if example.name == of.name]
            return next(((in_any(e.names, code, e.name), (), e.cites) for e in examples), ("", (), ()))
        case "article":
            articles = [article for article in game.articles if article.key == f"{of.owner}/{of.name}"]
            return next(((in_any(a.names, code, ""), (), a.cites) for a in articles), ("", (), ()))
        case "source" | "row":
            return _row(of, game)
        case "game" | "library" | "variant" | "annex":
            homes = [in_any(names, code, name) for name, names in game.homes if name == of.name]
            return next(iter(homes), of.name), (), ()
        case "value of an attribute":
            return naming.symbol(of.owner, of.name).singular, (), ()
        case "attribute":
            return naming.attribute(of.name).singular, (), ()
        case "parameter" | "answer" | "value of an option" | "measure" | "local" | "text" | "word of the language":
            noun = naming.named(of.name)
            return "" if noun is None else noun.singular, (), ()
        case _:
            assert_never(of.kind)


def _clauses(found: Iterable[g.Clause], name: str, scope: ProseScope) -> TitleAndText:
    """Clauses, one after the other."""
    said = [clause_prose(clause, scope) for clause in found]
    cites = tuple(dict.fromkeys(cite for clause in said for cite in clause.cites))
    return said[0].title if said else name, tuple(line for clause in said for line in clause.lines), cites


def _option(of: Declaration, scope: ProseScope) -> TitleAndText:
    """A house rule: what it is about, what may be chosen, and why."""
    found = next((option for option in scope.naming.game.options if option.name == of.name), None)
    if found is None:
        return "", (), ()
    said = option_prose(found, scope)
    chosen = f"{said.default} ({scope.lang.say('ui_default')})"
    values = scope.lang.series((chosen, *said.others), "or")
    return said.title, tuple(filter(None, (values, said.reason))), said.cites


def _row(of: Declaration, game: Game) -> TitleAndText:
    """A source, or a row of one."""
    for source in game.sources:
        articles = dict(source.rows)
        if of.name == source.letter:
            return source.title, (), ()
        if of.name in articles:
            return source.title, tuple(filter(None, (articles[of.name],))), (of.name,)
    return "", (), ()


def _names_of(functions: Iterable[g.Function], name: str) -> g.Names:
    return next((function.names for function in functions if function.name == name), ())
