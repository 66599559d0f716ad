"""The words of a ruleset, gathered: places, memory, acts, options and definitions, before any sentence is checked.

Takes a merged ruleset; guarantees that every declaration is well formed and every name says one thing; refuses the others.
"""

from __future__ import annotations

from cartaro_grammar.model import game as g
from cartaro_grammar.model.types import CARD, CARDS, NUMBER, PLAYER, SIDE, TRUTH, Type, symbol
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import Diagnostic, Label
from cartaro_grammar.text.messages import Message, say
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.amendments import ArticleEntry, defined_by
from cartaro_grammar.words.deck import gather_material
from cartaro_grammar.words.merge import Merged
from cartaro_grammar.words.vocabulary import (
    FIXED,
    MAX_PLAYERS,
    Reporter,
    Signature,
    Vocabulary,
    names_of,
    period_of,
)


def gather(merged: Merged, report: Reporter) -> Vocabulary:
    """The vocabulary of a merged ruleset."""
    words = Vocabulary(merged, report)
    gather_material(words)
    for entry in words.entries():
        _declare(words, entry)
    _set_options(words)
    _check_distinct(words)
    return words


def _declare(words: Vocabulary, entry: ArticleEntry) -> None:
    item = entry.item
    match item:
        case tree.ZoneDecl():
            owner = _owner(words, item.owner)
            names = names_of(item.label.names)
            zone = g.Zone(item.name.text, owner, item.kind == "pile", item.kind == "family", names, item.span)
            words.zones[zone.name] = zone
        case tree.CellDecl():
            words.cells[item.name.text] = (_cell(words, item), item)
        case tree.ActDecl():
            words.acts[item.name.text] = item
        case tree.OptionDecl():
            _option(words, item)
        case tree.Clause():
            words.clauses[item.name.text] = entry
            _clause(words, entry, item)


def _owner(words: Vocabulary, word: tree.Word | None) -> g.Owner:
    if word is None:
        return "table"
    if word.text == "player":
        return "player"
    if word.text == "side":
        return "side"
    words.report.error(
        "C0402", say("a thing is of each player or of each side, not of each `{word}`", word=word.text), word.span, say("here")
    )
    return "table"


def _cell(words: Vocabulary, item: tree.CellDecl) -> g.Cell:
    types: dict[str, Type] = {"counter": NUMBER, "flag": TRUTH, "mark": CARDS}
    of = types.get(item.kind) or _referred(words, item.refers_to)
    owner = _owner(words, item.owner)
    names = names_of(item.label.names)
    annex = item.name.text in words.merged.annexed
    return g.Cell(item.name.text, item.kind, owner, period_of(words, item.period), of, None, names, annex, item.span)


def _referred(words: Vocabulary, word: tree.Word | None) -> Type:
    kinds = {"player": PLAYER, "side": SIDE, "card": CARD}
    if word is not None and word.text in kinds:
        return kinds[word.text]
    if word is not None and word.text in words.attributes:
        return symbol(word.text)
    if word is not None:
        words.report.unknown(say("no kind of thing to refer to"), word, [*kinds, *words.attributes])
    return PLAYER


def _option(words: Vocabulary, item: tree.OptionDecl) -> None:
    values = tuple(value.text for value in item.values)
    if item.default.text not in values:
        message = say("the option `{option}` has no value `{default}`", option=item.name.text, default=item.default.text)
        advice = say("it is one of {names}", names=", ".join(values))
        words.report.error("C0702", message, item.default.span, say("not among its values"), advice)
    seen: set[str] = set()
    for value in item.values:
        if value.text in seen:
            words.report.error(
                "C0703",
                say("the value `{value}` is listed twice", value=value.text),
                value.span,
                say("again here"),
                say("leave one out"),
            )
        seen.add(value.text)
    cites = tuple(cite.text for cite in item.label.cites)
    reason = names_of(item.reason)
    names = names_of(item.label.names)
    article = next((a.key for a in words.merged.articles if any(e.item is item for e in a.entries)), "")
    words.options[item.name.text] = g.Option(
        item.name.text, item.default.text, values, names, cites, reason, article, item.span
    )


def _set_options(words: Vocabulary) -> None:
    """What a variant sets: another default, or another list of values."""
    for item in words.merged.settings:
        option = words.options.get(item.name.text)
        if option is None:
            words.report.unknown(say("no option"), item.name, words.options, "C0701")
            continue
        values = tuple(word.text for word in item.among) or option.values
        if item.value.text not in values:
            message = say("the option `{option}` has no value `{value}`", option=item.name.text, value=item.value.text)
            advice = say("it is one of {names}", names=", ".join(values))
            words.report.error("C0702", message, item.value.span, say("not among its values"), advice)
            continue
        reason = names_of(item.reason) or option.reason
        words.options[option.name] = g.Option(
            option.name, item.value.text, values, option.names, option.cites, reason, option.article, option.span
        )


def _clause(words: Vocabulary, entry: ArticleEntry, clause: tree.Clause) -> None:
    """Note the clauses that give words a meaning: definitions, kinds, headings, the number of players."""
    match clause.sentence:
        case tree.Definition(truth, subject, _):
            _function(words, entry, subject, truth)
        case tree.Counts(_, subject, kind):
            _add_function(words, entry, kind, 1, truth=True)
            if not isinstance(subject, tree.Name):
                words.report.error(
                    "C0403", say("what counts as a kind is given one name"), subject.span, say("write one word here")
                )
        case tree.Scores():
            words.headings[clause.name.text] = clause
        case tree.PlayerCount(counts):
            low, high = counts[0], counts[-1]
            words.counts = tuple(range(low, min(-high, MAX_PLAYERS + 1) + 1)) if high < 0 else counts
            if not words.counts or min(words.counts) < 1 or max(words.counts) > MAX_PLAYERS:
                words.counts = (2,)
                words.report.error(
                    "C0412",
                    say("a game has from 1 to {n} players", n=MAX_PLAYERS),
                    clause.name.span,
                    say("said here"),
                )
        case (
            tree.Permission() | tree.Obligation() | tree.Reading() | tree.TurnStep() | tree.Sees()
            | tree.TakesPart() | tree.Course() | tree.Runs() | tree.SidesAre() | tree.PackRegular()
            | tree.PackSpecial() | tree.Breach() | tree.Conduct() | tree.AttributeTable() | tree.Columns()
            | tree.Consequence()
        ):  # fmt: skip
            pass


def _function(words: Vocabulary, entry: ArticleEntry, subject: tree.Expr, truth: bool) -> None:
    found = defined_by(subject)
    if found is not None and all(isinstance(argument, tree.Name) for argument in found[1]):
        _add_function(words, entry, found[0], len(found[1]), truth)
        return
    message = say("a definition begins with the name it defines")
    advice = say("write `x is …`, `f of x is …` or `f(x, y) is …`")
    words.report.error("C0403", message, subject.span, say("this is not a new name"), advice)


def _add_function(words: Vocabulary, entry: ArticleEntry, name: tree.Word, arity: int, truth: bool) -> None:
    if name.text in FIXED:
        words.report.error(
            "C0404", say("`{name}` is a word of the language", name=name.text), name.span, say("it cannot be defined")
        )
        return
    signature = words.functions.setdefault(name.text, Signature(name.text, arity, truth, [], [None] * arity))
    if signature.arity != arity:
        message = say(
            "`{name}` is defined of {arity} things elsewhere, and here of {here}",
            name=name.text,
            arity=signature.arity,
            here=arity,
        )
        words.report.error("C0403", message, name.span, say("define it everywhere of as many"))
        return
    signature.clauses.append(entry)


def _defined_word(entry: ArticleEntry) -> tree.Word:
    """The word that a definition or kind gives a meaning, where it stands."""
    sentence = entry.item.sentence if isinstance(entry.item, tree.Clause) else None
    if isinstance(sentence, tree.Counts):
        return sentence.kind
    found = defined_by(sentence.subject) if isinstance(sentence, tree.Definition) else None
    return entry.item.name if found is None else found[0]


def _check_distinct(words: Vocabulary) -> None:
    """A word says one thing: no place, memory, option, definition or table is called like another."""
    seen: dict[str, tuple[str, Span]] = {}
    kinds: dict[type, Message] = {
        tree.ZoneDecl: say("a zone"),
        tree.CellDecl: say("a cell of memory"),
        tree.OptionDecl: say("an option"),
    }
    declared = [(kinds[type(e.item)], e.item.name) for e in words.entries() if type(e.item) in kinds]
    defined = [(say("a definition"), word) for f in words.functions.values() for word in map(_defined_word, f.clauses[:1])]
    for kind, word in (*declared, *defined):
        name, span = word.text, word.span
        if name in FIXED:
            words.report.error(
                "C0404", say("`{name}` is a word of the language", name=name), span, say("it needs another name")
            )
        if name in seen and seen[name][0] != kind:
            other, first = seen[name]
            label, more = (
                Label(span, say("here it is {kind}", kind=kind)),
                (Label(first, say("and here {other}", other=other)),),
            )
            message = say("`{name}` is {other} and {kind}", name=name, other=other, kind=kind)
            words.report.found.append(Diagnostic("C0501", message, label, more, help=say("rename one of the two")))
        seen[name] = (kind, span)
