"""A ruleset's prose in one language, ready for type: articles clause by clause, citations, claims, examples, declarations.

Takes a checked game; guarantees that every clause, in force or not under the chosen options, is in exactly one article.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from pathlib import PurePath
from typing import assert_never

from cartaro_grammar import PLAYERS_SETTING, Span, as_written, disjuncts, element, operands_of, visibility
from cartaro_grammar import game as g
from cartaro_interpreter import Json, cites
from cartaro_rulebook.prose import expressions, sentences
from cartaro_rulebook.prose.expressions import ProseScope, called_seats
from cartaro_rulebook.prose.sentences import NumberTable, cases, effects
from cartaro_rulebook.words.language import KeyTrace, language
from cartaro_rulebook.words.naming import Naming, localized
from cartaro_rulebook.words.nouns import Phrase, capitalized, clean, marked, plain

# ----------------------------------------------------------------------- clauses


LISTED_KEYS = 3
"""The least number of tie-breaks that are printed as a list and not in the sentence."""


@dataclass(frozen=True, slots=True)
class ClauseProse:
    """A clause as printed.  `text` contains references (see `inline`); `author` is set if the words are printed as the author
    wrote them.

    The sentence may be followed by a list that `lead` introduces, or by a table of numbers.  The list has tie-breaks in order
    (`ordered`), or the clauses that are overridden.  `ours` is the reason for a clause that no source states.
    """

    name: str
    title: str
    text: str
    cites: tuple[str, ...]
    in_force: bool
    author: bool = False
    lead: str = ""
    listed: tuple[str, ...] = ()
    ordered: bool = False
    numbers: NumberTable | None = None
    ours: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the whole prose as plain lines: each item of a list, or row of a table, is a line."""
        items = (f"{n}. {item}" if self.ordered else f"- {item}" for n, item in enumerate(self.listed, 1))
        return (f"{self.text} {self.lead}".rstrip(), *items, *(() if self.numbers is None else self.numbers.lines))


@dataclass(frozen=True, slots=True)
class TurnCourse:
    """Clauses under one heading.  They take effect one after the other at one event, and are printed as a numbered list.  If
    `ordered` is false, they are clauses that depend on the same house rules, which are not chosen.
    """

    heading: str
    clauses: tuple[ClauseProse, ...]
    ordered: bool = True


@dataclass(frozen=True, slots=True)
class ArticleProse:
    """An article as printed; `see` are the keys of articles it refers to."""

    key: str
    number: str
    home: str
    title: str
    cites: tuple[str, ...]
    items: tuple[ClauseProse | TurnCourse, ...]
    see: tuple[str, ...]


def scope_for(game: g.Game, code: str, *, keys: bool = False) -> ProseScope:
    """Return the scope for the prose of a whole game in a language.  With `keys`, each sentence includes the catalogue keys
    that produced it.
    """
    lang = replace(language(code), trace=KeyTrace()) if keys else language(code)
    scope = ProseScope(Naming(game, lang))
    return replace(scope, seats=called_seats(scope)) if any(game.called) else scope


STOPS = (".", "!", "?", "…")


def finish_sentence(text: str, scope: ProseScope, stop: str = ".", of: Span | None = None) -> str:
    """Return a sentence with contractions, an initial capital and one full stop; `of` is its place in the source."""
    wording = capitalized(scope.lang.forms.polish(text))
    whole = scope.lang.forms.polish(wording if stop == "." and wording.endswith(STOPS) else wording + stop)
    return whole + scope.lang.key_mark(text, "" if of is None else f"{PurePath(of.source.name).name}:{of.line}")


def articles(game: g.Game, code: str) -> tuple[ArticleProse, ...]:
    """Return all articles in the order of the game: its own, then the articles of the libraries."""
    return articles_in(scope_for(game, code))


def articles_in(scope: ProseScope) -> tuple[ArticleProse, ...]:
    """Return the articles of a scope's game."""
    game = scope.naming.game
    return tuple(_article(article, scope) for article in game.ruleset.articles)


def _article(article: g.Article, scope: ProseScope) -> ArticleProse:
    clauses = [c for c in scope.naming.game.ruleset.clauses if c.article == article.key]
    title = localized(article.names, scope.lang.code, "")
    items = tuple(_items(clauses, scope))
    return ArticleProse(article.key, article.number, article.home, title, article.cites, items, article.see)


UNDER_ONE_HEADING = 3
"""The least number of clauses under the same house rules that are put below a heading, which names these rules once."""


def _items(clauses: list[g.Clause], scope: ProseScope) -> Iterator[ClauseProse | TurnCourse]:
    """Yield the clauses. Items of one course follow each other; items that depend on the same house rules are below one
    heading.
    """
    others: list[g.Clause] = []
    for waits, group in groupby(clauses, key=lambda clause: _conditions_on_options(clause, scope.naming.game)):
        members = list(group)
        if not waits or len(members) < UNDER_ONE_HEADING:
            others += members
            continue
        yield from _courses(others, scope)
        others = []
        heading = finish_sentence(_playing_with(waits, scope), scope, ":")
        yield TurnCourse(heading, tuple(clause_prose(c, scope, waiting=True) for c in members), ordered=False)
    yield from _courses(others, scope)


def _courses(clauses: list[g.Clause], scope: ProseScope) -> Iterator[ClauseProse | TurnCourse]:
    for event, group in groupby(clauses, key=_course_of):
        members = list(group)
        if event is None or len(members) == 1:
            yield from (clause_prose(clause, scope) for clause in members)
        else:
            heading = finish_sentence(expressions.event(event, scope), scope, ":")
            yield TurnCourse(heading, tuple(clause_prose(clause, scope, within=True) for clause in members))


def _course_of(clause: g.Clause) -> tuple[str, str] | None:
    node = clause.sentence
    return node.event if isinstance(node, g.Consequence) and node.event[0] != "after" else None


def clause_prose(
    clause: g.Clause,
    scope: ProseScope,
    within: bool = False,
    *,
    running: bool = False,
    waiting: bool = False,
    contrary: bool = False,
    ahead: bool = False,
) -> ClauseProse:
    """Return a clause as printed. It may be `within` a course, whose heading states the event; `running`, in one sentence
    without a list; `waiting`, below a heading that names the house rules on which it depends; `contrary`: right after the
    clause that it overrides; `ahead`: before that clause, which the reader does not know yet.
    """
    naming, clause = scope.naming, as_written(clause)
    if running:
        clause = overriding_in_force(clause, naming.game)
    best = None if running else _selection(clause.sentence)
    keys = expressions.tie_breaks(best, scope) if best is not None and len(best.keys) >= LISTED_KEYS else ()
    inner = replace(scope, listed=best) if keys else scope
    overridden = (
        () if running or keys or ahead or isinstance(clause.sentence, g.Conduct) else overridden_by(clause, naming.game)
    )
    yielding = tuple(naming.clause(name) for name in overridden) if len(overridden) > 1 else ()
    if isinstance(clause.sentence, g.Conduct):
        waits = () if waiting or running else _conditions_on_options(clause, naming.game)
        text = sentences.sentence(clause, scope)
        text = f"{capitalized(_playing_with(waits, scope))}{scope.lang.text('site_colon')} {text}" if waits else text
    elif within and isinstance(clause.sentence, g.Consequence):
        inside = sentences.in_course(clause, clause.sentence, scope)
        apart = ahead or bool(yielding)
        text = _complete_sentence(clause, inside, scope, apart=apart, waiting=waiting, contrary=contrary, running=running)
    else:
        inside, stop = sentences.sentence(clause, inner), ":" if keys else "."
        apart = ahead or bool(yielding)
        text = _complete_sentence(
            clause, inside, scope, apart=apart, waiting=waiting, stop=stop, contrary=contrary, running=running
        )
    return ClauseProse(
        name=clause.name,
        title=naming.title(clause.name, clause.names),
        text=text,
        cites=clause.cites,
        in_force=_in_force(clause, naming.game),
        author=isinstance(clause.sentence, g.Conduct),
        lead=_list_lead(clause, scope) if yielding else "",
        listed=tuple(scope.lang.forms.polish(item) for item in (*keys, *yielding)),
        ordered=bool(keys),
        numbers=sentences.attribute_table(clause, scope),
        ours=localized(clause.ours, scope.lang.code, ""),
    )


def _selection(node: g.Sentence) -> g.Select | None:
    """Return the selection by which a heading of the score or a definition picks the player or side with the most of
    something.
    """
    found = node.chosen if isinstance(node, g.Score) else node.value if isinstance(node, g.Definition) else None
    return found if isinstance(found, g.Select) else None


def _complete_sentence(
    clause: g.Clause,
    text: str,
    scope: ProseScope,
    *,
    apart: bool,
    waiting: bool,
    stop: str = ".",
    contrary: bool = False,
    running: bool = False,
) -> str:
    """Return the sentence with its introduction.  The introduction names the house rule on which the clause depends, unless the
    heading above names it (`waiting`).  It also names the clauses that this clause overrides, unless they are `apart`: in a
    list after the sentence, or in a later sentence.  A `contrary` sentence begins with *but*, since it follows the clause that
    it overrides.
    """
    before: list[str] = []
    waits = _conditions_on_options(clause, scope.naming.game)
    overridden = overridden_by(clause, scope.naming.game)
    part = scope.part.get(clause.name) if running and not isinstance(clause.sentence, g.Permission) else None
    if part is not None:
        text = f"{scope.lang.text(part)}, {text}"
    if contrary:
        text = scope.lang.text("but", x=text)
    elif overridden and not apart:
        names = scope.lang.series([scope.naming.clause(name) for name in overridden])
        before.append(scope.lang.text("instead_of" if isinstance(clause.sentence, g.Consequence) else "despite", x=names))
    others = scope.naming.game.clauses if running else scope.naming.game.ruleset.clauses
    if _gives_a_number(clause) and any(_is_default_for(clause, other) for other in others):
        text = scope.lang.text("by_default", x=text)
    text = ", ".join([*before, text])
    if waits and not waiting:
        text = _introduced(_playing_with(waits, scope), text, scope)
    return finish_sentence(text, scope, stop, of=clause.span)


def _introduced(playing: str, text: str, scope: ProseScope) -> str:
    """Return a sentence after the house rule on which it depends; a condition at its beginning is joined by *and*."""
    conditional = text.startswith(scope.lang.text("when", x="").strip() + " ")
    return scope.lang.text("playing_with_and", playing=playing, rest=text) if conditional else f"{playing}, {text}"


def _playing_with(waits: tuple[tuple[str, tuple[str, ...]], ...], scope: ProseScope) -> str:
    chosen = [option_setting(option, values, scope) for option, values in waits]
    return scope.lang.text("playing_with", x=scope.lang.series(chosen))


def _list_lead(clause: g.Clause, scope: ProseScope) -> str:
    """Return the phrase that introduces the list of the overridden clauses."""
    return scope.lang.word("instead_of_these" if isinstance(clause.sentence, g.Consequence) else "despite_these")


def _in_force(clause: g.Clause, game: g.Game) -> bool:
    return clause.name in game.clause and game.ruleset.clause[clause.name] == clause


def _conditions_on_options(clause: g.Clause, game: g.Game) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the options on which a clause depends.  For a clause in force, return only the number of players, which is not a
    house rule.
    """
    if not _in_force(clause, game):
        return clause.under
    return tuple(one for one in clause.under if one[0] == PLAYERS_SETTING)


def option_setting(option: str, values: tuple[str, ...], scope: ProseScope) -> str:
    """Return an option with its values, `priority: equal or fewest`; a number of players has a phrase of its own."""
    if option == PLAYERS_SETTING:
        return scope.lang.text("site_players", x=scope.lang.series(list(values), "or"))
    listed = scope.lang.series([scope.naming.option_value(v) for v in values], "or")
    return scope.lang.text("option_is", option=scope.naming.option(option), values=listed)


def overriding_in_force(clause: g.Clause, game: g.Game) -> g.Clause:
    """Return a clause without the clauses that it overrides under other house rules, which the guide does not mention."""
    return replace(clause, despite=tuple(name for name in clause.despite if name in game.clause))


def overridden_by(clause: g.Clause, game: g.Game) -> tuple[str, ...]:
    """Return the clauses to be named as overridden: those for which no sentence states this yet, and only the nearest clause of
    a chain.
    """
    node = clause.sentence
    if not clause.despite:
        return ()
    if isinstance(node, g.Prohibition):
        return tuple(name for name in clause.despite if name not in node.bars)
    if isinstance(node, g.Consequence) and sentences.only_suspends(clause, node):
        return ()
    defaults = {other.name for other in game.ruleset.clauses if _gives_a_number(other) and _is_default_for(other, clause)}
    overridden = (game.ruleset.clause[name] for name in clause.despite if name in game.ruleset.clause)
    further = {name for other in overridden for name in other.despite}
    return tuple(name for name in clause.despite if name not in defaults | further)


def _gives_a_number(clause: g.Clause) -> bool:
    """Return whether a clause gives a number (or a setting) unconditionally."""
    if clause.when or clause.unless or not isinstance(clause.sentence, g.Definition):
        return False
    return isinstance(clause.sentence.value, g.Number | g.Setting)


def _is_default_for(clause: g.Clause, other: g.Clause) -> bool:
    """Return whether a clause gives a number only if no other clause of its article gives one."""
    if clause.name not in other.despite or clause.article != other.article:
        return False
    own, instead = clause.sentence, other.sentence
    return isinstance(own, g.Definition) and isinstance(instead, g.Definition) and own.function == instead.function


# --------------------------------------------------------------------- citations


def sentence(text: str, scope: ProseScope) -> str:
    """Return a finished sentence as plain text."""
    return plain(finish_sentence(text, scope))


def reference(clause: g.Clause, scope: ProseScope, *, short: bool = False) -> str:
    """Return a reference, `“the fewest cards”, article 3, “The play” (S3: “Regolamento Scopa”)`; the short form leaves titles
    out.
    """
    return f"{scope.naming.clause(clause.name)}, {place(clause, scope, short=short)}"


def place(clause: g.Clause, scope: ProseScope, *, short: bool = False, cited: bool = True) -> str:
    """Return the article of a clause and its citations."""
    article = _article_citation(clause, scope.naming.game)
    if article is None:
        return ""
    words = scope.naming.article(article.key, "sentence")
    title = localized(article.names, scope.lang.code, "")
    if title and not short:
        words += f", {scope.naming.quoted(title)}"
    if article.home not in (scope.naming.game.name, scope.naming.game.ruleset.base) and not scope.naming.is_common(article.key):
        parted = words + "," if title and not short else words
        words = scope.lang.text("ruling_article_of", article=parted, x=_home(article.home, scope))
    rows = cites(scope.naming.game, (clause.name,)) if cited else ()
    added = f", {scope.lang.text('ruling_ours')}" if clause.ours and cited else ""
    return words + (bracketed(rows) if short else _with_sources(rows, scope)) + added


def cited_sentence(clause: g.Clause, scope: ProseScope) -> str:
    """Return the clause's sentence with its article and citations in brackets: `… (article 11, F11).`"""
    text = clause_prose(clause, scope).text.removesuffix(".")
    where = [place(clause, scope, short=True, cited=False), *cites(scope.naming.game, (clause.name,))]
    where += [scope.lang.text("ruling_ours")] if clause.ours else []
    return plain(f"{text} ({', '.join(where)}).")


def bracketed(rows: tuple[str, ...]) -> str:
    """Return rows of sources in brackets; an empty text if there are none."""
    return f" ({', '.join(rows)})" if rows else ""


def _with_sources(rows: tuple[str, ...], scope: ProseScope) -> str:
    """Return rows of sources, each with the source's title."""
    by_source: dict[str, list[str]] = {}
    for row in rows:
        by_source.setdefault(_letter(row), []).append(row)
    titles = _source_titles(scope)
    shown = [
        scope.lang.text("ruling_source", rows=", ".join(named), x=scope.naming.quoted(titles[letter]))
        if letter in titles
        else ", ".join(named)
        for letter, named in by_source.items()
    ]
    return f" ({'; '.join(shown)})" if shown else ""


def _letter(row: str) -> str:
    """Return the letter of the source that has a row."""
    return row.rstrip("0123456789.")


def _source_titles(scope: ProseScope) -> dict[str, str]:
    return {source.letter: clean(source.title) for source in scope.naming.game.ruleset.sources}


def clause_json(clause: g.Clause, scope: ProseScope) -> dict[str, Json]:
    """Return a clause as JSON: its name and title, its article with its ruleset and title, its citations, its sentence."""
    article = _article_citation(clause, scope.naming.game)
    rows, titles = cites(scope.naming.game, (clause.name,)), _source_titles(scope)
    return {
        "name": clause.name,
        "title": scope.naming.title(clause.name, clause.names),
        "article": article.number if article else "",
        "article_in_words": scope.naming.article(article.key, "sentence") if article else "",
        "of": article.home if article else clause.home,
        "article_title": localized(article.names, scope.lang.code, "") if article else "",
        "cites": list(rows),
        "ours": localized(clause.ours, scope.lang.code, ""),
        "sources": [titles[letter] for letter in dict.fromkeys(map(_letter, rows)) if letter in titles],
        "text": plain(clause_prose(clause, scope).text),
    }


def option_rows(option: g.Option, scope: ProseScope) -> tuple[str, ...]:
    """Return the source rows of a house rule; without its own, the rows of its article."""
    article = _article_citation(option, scope.naming.game)
    return option.cites or (article.cites if article else ())


def _article_citation(of: g.Clause | g.Option, game: g.Game) -> g.Article | None:
    return next((article for article in game.ruleset.articles if article.key == of.article), None)


def _home(home: str, scope: ProseScope) -> str:
    titles = dict(scope.naming.game.ruleset.homes)
    return scope.naming.quoted(localized(titles.get(home, ()), scope.lang.code, home.replace("_", " ")))


# ------------------------------------------------------------------------ claims


@dataclass(frozen=True, slots=True)
class ClaimProse:
    """A claim: the author's words, its generated sentences, and the house rules for which it is decided.  A claim stated as
    false also has the wording of the rules that apply instead.
    """

    name: str
    title: str
    lines: tuple[str, ...]
    under: tuple[str, ...]
    cites: tuple[str, ...]
    reading: str


def claim_prose(claim: g.Claim, scope: ProseScope) -> ClaimProse:
    """Word a claim."""
    title = localized(claim.names, scope.lang.code, claim.name)
    lines = tuple(finish_sentence(claim_line(line, scope), scope, of=claim.span) for line in claim.lines)
    under = tuple(option_setting(option, chosen, scope) for option, chosen in claim.under)
    return ClaimProse(claim.name, title, lines, under, claim.cites, localized(claim.refuted, scope.lang.code, ""))


def claim_line(line: g.ClaimLine, scope: ProseScope) -> str:
    """Word one line of a claim."""
    lang, line = scope.lang, as_written(line)
    match line:
        case g.Always(g.Operation(operands=(denied,)), True):
            return lang.text("never", x=scope.condition(denied))
        case g.Always(condition):
            return lang.text("always", x=_whenever(condition, scope))
        case g.AtEvery(moment, period, condition):
            at = lang.text(f"every_{moment}", x=lang.noun(period).form(False))
            return lang.text("at_every", moment=at, x=_whenever(condition, scope))
        case g.BeforeEvery(act, condition):
            text = _whenever(condition, expressions.act_scope(act, scope))
            return lang.text("before_every", x=_event(act, scope), c=text)
        case g.AfterEvery(act, condition):
            text = _whenever(condition, expressions.act_scope(act, scope))
            return lang.text("after_every", x=_event(act, scope), c=text)
        case g.Possible():
            return _possible(line, scope)
        case g.ExtremeClaim(which, amount, moment, period, number):
            at = lang.text(f"at_{moment}", x=lang.forms.determined(lang.noun(period), "the").text)
            of_one = scope.bind("side", lang.forms.determined(scope.naming.kernel_noun("side"), "a"))
            return lang.text(which, x=of_one.value(amount).text, moment=at, n=str(number))
        case _:
            assert_never(line)


def _possible(line: g.Possible, scope: ProseScope) -> str:
    """Word that something can happen, after an act or at a moment of a hand or a turn if one is named."""
    lang = scope.lang
    if line.after:
        text = expressions.act_scope(line.after, scope).condition(line.condition)
        return lang.text("possible_at", x=expressions.event(("after", line.after), scope), c=text)
    if line.at is not None:
        moment, period = line.at
        at = lang.text(f"at_{moment}", x=lang.forms.determined(lang.noun(period), "a").text)
        return lang.text("possible_at", x=at, c=scope.condition(line.condition))
    return lang.text("possible", x=scope.condition(line.condition))


def _whenever(condition: g.Expr, scope: ProseScope) -> str:
    """Word a condition on every moment: `φ or not ψ` is worded as `φ if ψ`."""
    alternatives = disjuncts(condition)
    denied = tuple(operand for one in alternatives for operand in operands_of(one, "not"))
    stated = tuple(one for one in alternatives if not operands_of(one, "not"))
    if not denied or not stated:
        return scope.condition(condition)
    whole = reduce(lambda left, right: g.Operation("or", (left, right), condition.type, condition.span), stated)
    return scope.condition(whole) + cases(denied, (), scope, "if")


def _event(act: str, scope: ProseScope) -> str:
    noun = scope.naming.named(act)
    if noun is not None:
        return noun.form(False)
    return marked("word", act, act.replace("_", " "))


# ------------------------------------------------------------------ declarations


@dataclass(frozen=True, slots=True)
class OptionProse:
    """A house rule: its title, its values, the default, and the reason for it."""

    name: str
    title: str
    default: str
    others: tuple[str, ...]
    reason: str
    cites: tuple[str, ...]
    article: str


@dataclass(frozen=True, slots=True)
class DeclarationProse:
    """A declaration in words, with its citations."""

    name: str
    text: str
    cites: tuple[str, ...] = ()


def option_prose(option: g.Option, scope: ProseScope) -> OptionProse:
    """Word a house rule."""
    naming = scope.naming
    return OptionProse(
        option.name,
        naming.title(option.name, option.names),
        naming.option_value(option.default),
        tuple(naming.option_value(v) for v in option.values if v != option.default),
        localized(option.reason, scope.lang.code, ""),
        option.cites,
        option.article,
    )


def declarations_of(article: g.Article, scope: ProseScope) -> tuple[DeclarationProse, ...]:
    """Return the declarations of an article in the order of the text: zones, cells, acts."""
    game = scope.naming.game
    things: dict[str, g.Zone | g.Cell | g.Act] = {**game.zone, **game.cell, **game.act}
    return tuple(declaration_prose(things[name], scope) for name in article.declares if name in things)


def declaration_prose(thing: g.Zone | g.Cell | g.Act, scope: ProseScope) -> DeclarationProse:
    """Word one declaration."""
    match thing:
        case g.Zone():
            return DeclarationProse(thing.name, finish_sentence(zone(thing, scope), scope, of=thing.span))
        case g.Cell():
            return DeclarationProse(thing.name, finish_sentence(cell(thing, scope), scope, of=thing.span))
        case g.Act():
            return DeclarationProse(thing.name, finish_sentence(act(thing, scope), scope, of=thing.span), thing.cites)


def zone(of: g.Zone, scope: ProseScope) -> str:
    """Word a place, with its owner."""
    lang = scope.lang
    noun = lang.forms.determined(scope.naming.zone(of.name), "the", of.family)
    side = scope.naming.kernel_noun("side").form(False)
    text = lang.text("family" if of.family else f"zone_{of.owner}", noun, side=side)
    return f"{text}, {lang.text('pile')}" if of.ordered else text


def cell(of: g.Cell, scope: ProseScope) -> str:
    """Word the declaration of a cell, and how long it is remembered."""
    lang = scope.lang
    noun = scope.naming.cell(of.name)
    period = lang.text(f"for_{of.period}")
    side = scope.naming.kernel_noun("side").form(False)
    whose = "" if of.owner == "table" else lang.text(f"whose_{of.owner}", side=side)
    match of.kind:
        case "counter" if noun.named and not expressions.is_counted_in_units(noun):
            return lang.text("reference", lang.forms.determined(noun, "the"), period=f"{whose}{period}")
        case "counter":
            return lang.text("counter", lang.forms.determined(noun, "the", True), whose=whose, period=period)
        case "flag":
            wording = scope.naming.sentence(of.name, of.names)
            if of.owner != "table":
                wording = f"{lang.forms.determined(scope.naming.kernel_noun(of.owner), 'a').text} {wording}"
            return lang.text("flag", period=period, x=wording)
        case "mark":
            return lang.text("mark_cell", period=period, x=noun.form(True))
        case "reference":
            text = lang.text("reference", lang.forms.determined(noun, "the"), period=period)
            if of.initial is None:
                return text
            seated = any(isinstance(e.body, g.Seat) for c in scope.naming.game.clauses for e in c.effects)
            if isinstance(of.initial, g.LastPlayer) and not seated:
                return f"{text}; {lang.text('by_lot')}"  # the seats follow the order in which the players sat down
            return f"{text}; {lang.text('initially', x=scope.value(as_written(of.initial)).text)}"


def act(of: g.Act, scope: ProseScope) -> str:
    """Word an act, or a finding of the arbiter: its wording, the sets from which its arguments are chosen, and its effects."""
    covered = visibility.laid_face_down(scope.naming.game, of)
    lang, of = scope.lang, as_written(of)
    parts = [lang.text("finding" if of.finding else "act", x=scope.naming.quoted(expressions.open_act(of, scope)))]
    inner = expressions.act_scope(of.name, scope)
    parts += [argument(p, inner) for p in of.parameters]
    if any(p.freely for p in of.parameters):
        parts.append(lang.text("read_freely"))
    if of.effects:
        parts.append(effects(of.effects, inner))
    for parameter in of.parameters:
        if parameter.name in covered:
            name, many = inner.bindings[parameter.name], element(parameter.type) is not None
            parts.append(lang.text("face_down", Phrase(name.text, name.feminine, many)))
    return "; ".join(parts)


def argument(parameter: g.Parameter, scope: ProseScope) -> str:
    """Word the set from which an argument of an act is chosen."""
    lang = scope.lang
    if parameter.domain is None:
        answers = lang.series([scope.naming.title(a) for a in parameter.answers], "or")
        return lang.text("argument_either", x=answers)
    name = scope.bindings[parameter.name]
    if isinstance(parameter.domain, g.Numbers):
        least, most = (scope.value(bound).text for bound in (parameter.domain.low, parameter.domain.high))
        return lang.text("argument_number", name, a=least, b=most)
    many = element(parameter.type) is not None
    slots = {
        "domain": expressions.set_phrase(parameter.domain, scope).text,
        "among": expressions.membership(parameter.domain, scope),
    }
    key = "argument_one_unseen" if parameter.unseen else f"argument_{parameter.choice}"
    return lang.text(key, Phrase(name.text, name.feminine, many), **slots)
