"""The words of a ruleset: its cards, places, memory, acts, options and definitions, before any sentence is checked.

Takes a merged ruleset; guarantees that every declaration is well formed and every name says one thing; refuses the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice, product

from cartaro_grammar import game as g
from cartaro_grammar import tree
from cartaro_grammar.diagnostic import Diagnostic, Label, did_you_mean
from cartaro_grammar.merge import Entry, Merged
from cartaro_grammar.source import Span
from cartaro_grammar.types import CARD, CARDS, NUMBER, PLAYER, SIDE, TRUTH, Type, symbol

PERIODS: tuple[g.Period, ...] = ("turn", "hand", "match")
FIXED = frozenset({"player", "players", "side", "sides", "none", "true", "false", "empty", "everyone", "card", "score", "top"})
"""Words of the language itself that no ruleset can give to a thing of its own."""

MAX_CARDS = 1000
MAX_PLAYERS = 20

SPECIAL = "special"
"""The attribute whose values are the special cards of a pack."""


MAX_COMPARED = 100_000
"""With how many words those that are not known are compared, to find what was meant, before that is given up."""


def among(word: str, known: Iterable[str]) -> str | None:
    """What an author may have meant by a word, or else what there is to choose from."""
    names = sorted(set(known))
    guess = did_you_mean(word, names)
    if guess:
        return f"did you mean `{guess}`?"
    shown = ", ".join(f"`{name}`" for name in names[:12]) + (", …" if len(names) > 12 else "")
    return f"there is {shown}" if names else None


@dataclass(slots=True)
class Reporter:
    """Collects the mistakes found; the passes go on after each."""

    found: list[Diagnostic] = field(default_factory=list[Diagnostic])
    compared: int = 0

    def error(self, code: str, message: str, span: Span, text: str, help: str | None = None) -> None:
        self.found.append(Diagnostic(code, message, Label(span, text), help=help))

    def warning(self, code: str, message: str, span: Span, text: str, help: str | None = None) -> None:
        self.found.append(Diagnostic(code, message, Label(span, text), help=help, severity="warning"))

    @property
    def failed(self) -> bool:
        return any(told.severity == "error" for told in self.found)

    @property
    def guessing(self) -> bool:
        """Whether guesses are still made."""
        return self.compared < MAX_COMPARED

    def unknown(self, what: str, word: tree.Word, known: Iterable[str], code: str = "C0303") -> None:
        names = list(known) if self.guessing else []
        self.compared += len(names)
        advice = among(word.text, names)
        called = f"nothing called `{word.text}`" if what == "word" else f"no {what} called `{word.text}`"
        self.error(code, f"there is {called}", word.span, "not known", advice)


@dataclass(slots=True)
class Signature:
    """What is known of a definition before its clauses are checked: its parameters' names and its clauses."""

    name: str
    arity: int
    truth: bool
    clauses: list[Entry]
    parameters: list[Type | None]


@dataclass(slots=True)
class Vocabulary:
    """Every word that sentences may use, by name."""

    merged: Merged
    report: Reporter
    attributes: dict[str, g.AttributeInfo] = field(default_factory=dict[str, g.AttributeInfo])
    measures: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    special_measures: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    deck: g.Deck = field(default_factory=lambda: g.Deck((), (), ()))
    zones: dict[str, g.Zone] = field(default_factory=dict[str, g.Zone])
    cells: dict[str, tuple[g.Cell, tree.CellDecl]] = field(default_factory=dict[str, tuple[g.Cell, tree.CellDecl]])
    options: dict[str, g.Option] = field(default_factory=dict[str, g.Option])
    acts: dict[str, tree.ActDecl] = field(default_factory=dict[str, tree.ActDecl])
    functions: dict[str, Signature] = field(default_factory=dict[str, Signature])
    headings: dict[str, tree.Clause] = field(default_factory=dict[str, tree.Clause])
    clauses: dict[str, Entry] = field(default_factory=dict[str, Entry])
    counts: tuple[int, ...] = ()
    measure_owner: dict[str, str] = field(default_factory=dict[str, str])

    def entries(self) -> Iterator[Entry]:
        return (entry for article in self.merged.articles for entry in article.entries)

    def enumeration(self, name: str) -> tuple[str, ...]:
        """The values of an attribute or option."""
        if name in self.attributes:
            return tuple(value.name for value in self.attributes[name].values)
        if name in self.options:
            return self.options[name].values
        act, _, parameter = name.partition(".")
        domains = {w.text: d for w, d in self.acts[act].domains} if act in self.acts else {}
        return tuple(w.text for w in domains[parameter].answers) if parameter in domains else ()

    def attribute_of(self, value: str) -> str | None:
        """The attribute that has a value of this name."""
        return next((a for a in self.attributes if value in self.enumeration(a)), None)

    def option_type(self, name: str) -> Type:
        return NUMBER if all(v.isdigit() for v in self.options[name].values) else symbol(name)

    def known(self) -> set[str]:
        """Every word that an expression may use."""
        values = {v for a in self.attributes for v in self.enumeration(a)}
        tables = {*self.attributes, *self.measures}
        return {*self.zones, *self.cells, *self.options, *self.functions, *self.headings, *tables, *values, *FIXED}


def names_of(texts: tree.Texts | None) -> g.Names:
    return texts.entries if texts else ()


def gather(merged: Merged, report: Reporter) -> Vocabulary:
    """The vocabulary of a merged ruleset."""
    words = Vocabulary(merged, report)
    _material(words)
    for entry in words.entries():
        _declare(words, entry)
    _set_options(words)
    _check_distinct(words)
    return words


# ---------------------------------------------------------------------------------------------- the cards


def _material(words: Vocabulary) -> None:
    """Attributes, measures and the pack, from the clauses that say them."""
    sentences = [(e.item, e.item.sentence) for e in words.entries() if isinstance(e.item, tree.Clause)]
    for clause, sentence in sentences:
        if isinstance(sentence, tree.AttributeTable):
            _attribute(words, clause, sentence)
    for _, sentence in sentences:
        if isinstance(sentence, tree.Columns):
            _columns(words, sentence)
    cards: list[g.Card] = []
    specials: list[tuple[tree.PackSpecial, tree.Clause]] = []
    for clause, sentence in sentences:
        if isinstance(sentence, tree.PackRegular):
            cards += islice(_regular(words, sentence), MAX_CARDS + 1)
        elif isinstance(sentence, tree.PackSpecial):
            specials.append((sentence, clause))
    cards += islice(_specials(words, specials), MAX_CARDS + 1)
    if len(cards) > MAX_CARDS:
        pack = next(c for c, s in sentences if isinstance(s, tree.PackRegular | tree.PackSpecial))
        words.report.error("C0411", f"a pack has at most {MAX_CARDS} cards", pack.name.span, "this has more")
        cards = cards[:MAX_CARDS]
    _deck(words, cards)


def _attribute(words: Vocabulary, clause: tree.Clause, table: tree.AttributeTable) -> None:
    values = tuple(g.SymbolInfo(row.name.text, row.sign, names_of(row.names)) for row in table.rows)
    words.attributes[table.name.text] = g.AttributeInfo(table.name.text, values, names_of(clause.label.names))
    for position, measure in enumerate(table.measures):
        column = words.measures.setdefault(measure.text, {})
        words.measure_owner[measure.text] = table.name.text
        for row in table.rows:
            if position < len(row.numbers):
                column[row.name.text] = row.numbers[position]
    for row in table.rows:
        _row_length(words, row.name, len(row.numbers), len(table.measures))


def _row_length(words: Vocabulary, name: tree.Word, has: int, wants: int) -> None:
    if has != wants:
        message = f"`{name.text}` should have {wants} numbers, one a column"
        words.report.error("C0409", message, name.span, f"it has {has}")


def _columns(words: Vocabulary, columns: tree.Columns) -> None:
    attribute = columns.attribute.text
    if attribute not in words.attributes:
        words.report.unknown("attribute of the cards", columns.attribute, words.attributes)
        return
    for name, numbers in columns.rows:
        if name.text not in words.enumeration(attribute):
            words.report.unknown(attribute, name, words.enumeration(attribute))
        _row_length(words, name, len(numbers), len(columns.measures))
        for measure, number in zip(columns.measures, numbers, strict=False):
            words.measures.setdefault(measure.text, {})[name.text] = number
            words.measure_owner[measure.text] = attribute


def _regular(words: Vocabulary, pack: tree.PackRegular) -> Iterator[g.Card]:
    infos: list[g.AttributeInfo] = []
    for word in pack.attributes:
        if word.text in words.attributes:
            infos.append(words.attributes[word.text])
        else:
            words.report.unknown("attribute of the cards", word, words.attributes)
            return
    # The last attribute named varies slowest: all ranks of one suit, then the next.
    for copy in range(pack.copies):
        for values in product(*(info.values for info in reversed(infos))):
            chosen = tuple(reversed(values))
            code = "".join(value.sign for value in chosen) + "'" * copy
            pairs = tuple((info.name, value.name) for info, value in zip(infos, chosen, strict=True))
            yield g.Card(code, pairs, None, copy)


def _specials(words: Vocabulary, specials: list[tuple[tree.PackSpecial, tree.Clause]]) -> Iterator[g.Card]:
    if not specials:
        return
    values = tuple(g.SymbolInfo(s.name.text, s.sign, names_of(s.names)) for s, _ in specials)
    words.attributes[SPECIAL] = g.AttributeInfo(SPECIAL, values, ())
    for special, _ in specials:
        for measure, number in special.settings:
            words.special_measures.setdefault(measure.text, {})[special.name.text] = int(number.text)
        for copy in range(special.copies):
            yield g.Card(special.sign + "'" * copy, ((SPECIAL, special.name.text),), special.name.text, copy)


def _deck(words: Vocabulary, cards: list[g.Card]) -> None:
    tables = tuple(g.MeasureInfo(name, tuple(_measure(words, name, card) for card in cards)) for name in words.measures)
    words.deck = g.Deck(tuple(cards), tuple(words.attributes.values()), tables)


def _measure(words: Vocabulary, measure: str, card: g.Card) -> int | None:
    if card.kind is not None:
        return words.special_measures.get(measure, {}).get(card.kind)
    column = words.measures[measure]
    return next((column[value] for _, value in card.attributes if value in column), None)


# ---------------------------------------------------------------------------------------------- declarations


def _declare(words: Vocabulary, entry: Entry) -> None:
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
    words.report.error("C0402", f"a thing is of each player or of each side, not of each `{word.text}`", word.span, "here")
    return "table"


def period_of(words: Vocabulary, word: tree.Word) -> g.Period:
    for period in PERIODS:
        if word.text == period:
            return period
    words.report.unknown("period", word, PERIODS)
    return "hand"


def _cell(words: Vocabulary, item: tree.CellDecl) -> g.Cell:
    types: dict[str, Type] = {"counter": NUMBER, "flag": TRUTH, "mark": CARDS}
    of = types.get(item.kind) or _referred(words, item.refers_to)
    owner = _owner(words, item.owner)
    names = names_of(item.label.names)
    return g.Cell(item.name.text, item.kind, owner, period_of(words, item.period), of, None, names, item.span)


def _referred(words: Vocabulary, word: tree.Word | None) -> Type:
    kinds = {"player": PLAYER, "side": SIDE, "card": CARD}
    if word is not None and word.text in kinds:
        return kinds[word.text]
    if word is not None and word.text in words.attributes:
        return symbol(word.text)
    if word is not None:
        words.report.unknown("kind of thing to refer to", word, [*kinds, *words.attributes])
    return PLAYER


def _option(words: Vocabulary, item: tree.OptionDecl) -> None:
    values = tuple(value.text for value in item.values)
    if item.default.text not in values:
        message = f"the option `{item.name.text}` has no value `{item.default.text}`"
        advice = f"it is one of {', '.join(values)}"
        words.report.error("C0702", message, item.default.span, "not among its values", advice)
    seen: set[str] = set()
    for value in item.values:
        if value.text in seen:
            words.report.error("C0703", f"the value `{value.text}` is listed twice", value.span, "again here", "leave one out")
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
            words.report.unknown("option", item.name, words.options, "C0701")
            continue
        values = tuple(word.text for word in item.among) or option.values
        if item.value.text not in values:
            message = f"the option `{item.name.text}` has no value `{item.value.text}`"
            advice = f"it is one of {', '.join(values)}"
            words.report.error("C0702", message, item.value.span, "not among its values", advice)
            continue
        reason = names_of(item.reason) or option.reason
        words.options[option.name] = g.Option(
            option.name, item.value.text, values, option.names, option.cites, reason, option.article, option.span
        )


def _clause(words: Vocabulary, entry: Entry, clause: tree.Clause) -> None:
    """Note the clauses that give words a meaning: definitions, kinds, headings, the number of players."""
    match clause.sentence:
        case tree.Definition(subject, _, truth):
            _function(words, entry, subject, truth)
        case tree.Counts(subject, _, kind):
            _add_function(words, entry, kind, 1, truth=True)
            if not isinstance(subject, tree.Name):
                words.report.error("C0403", "what counts as a kind is given one name", subject.span, "write one word here")
        case tree.Scores():
            words.headings[clause.name.text] = clause
        case tree.PlayerCount(counts):
            low, high = counts[0], counts[-1]
            words.counts = tuple(range(low, min(-high, MAX_PLAYERS + 1) + 1)) if high < 0 else counts
            if not words.counts or min(words.counts) < 1 or max(words.counts) > MAX_PLAYERS:
                words.counts = (2,)
                words.report.error("C0412", f"a game has from 1 to {MAX_PLAYERS} players", clause.name.span, "said here")
        case _:
            pass


def _function(words: Vocabulary, entry: Entry, subject: tree.Expr, truth: bool) -> None:
    match subject:
        case tree.Name(text, span):
            _add_function(words, entry, tree.Word(text, span), 0, truth)
        case tree.Of(what, tree.Name()):
            _add_function(words, entry, what, 1, truth)
        case tree.Call(function, arguments) if all(isinstance(a, tree.Name) for a in arguments):
            _add_function(words, entry, function, len(arguments), truth)
        case _:
            message = "a definition begins with the name it defines"
            advice = "write `x is …`, `f of x is …` or `f(x, y) is …`"
            words.report.error("C0403", message, subject.span, "this is not a new name", advice)


def _add_function(words: Vocabulary, entry: Entry, name: tree.Word, arity: int, truth: bool) -> None:
    if name.text in FIXED:
        words.report.error("C0404", f"`{name.text}` is a word of the language", name.span, "it cannot be defined")
        return
    signature = words.functions.setdefault(name.text, Signature(name.text, arity, truth, [], [None] * arity))
    if signature.arity != arity:
        message = f"`{name.text}` is defined of {signature.arity} things elsewhere, and here of {arity}"
        words.report.error("C0403", message, name.span, "define it everywhere of as many")
        return
    signature.clauses.append(entry)


def parameters_of(subject: tree.Expr) -> tuple[tree.Word, ...]:
    """The words that a definition's subject binds."""
    match subject:
        case tree.Of(_, tree.Name(text, span)):
            return (tree.Word(text, span),)
        case tree.Call(_, arguments):
            return tuple(tree.Word(a.text, a.span) for a in arguments if isinstance(a, tree.Name))
        case _:
            return ()


def _defined_word(entry: Entry) -> tree.Word:
    """The word that a definition or kind gives a meaning, where it stands."""
    match entry.item:
        case tree.Clause(sentence=tree.Definition(subject=tree.Name(text, span))):
            return tree.Word(text, span)
        case tree.Clause(sentence=tree.Definition(subject=tree.Of(what=word) | tree.Call(function=word))):
            return word
        case tree.Clause(sentence=tree.Counts(kind=word)):
            return word
        case other:
            return other.name


def _check_distinct(words: Vocabulary) -> None:
    """A word says one thing: no place, memory, option, definition or table is called like another."""
    seen: dict[str, tuple[str, Span]] = {}
    kinds: dict[type, str] = {tree.ZoneDecl: "a zone", tree.CellDecl: "a cell of memory", tree.OptionDecl: "an option"}
    declared = [(kinds[type(e.item)], e.item.name) for e in words.entries() if type(e.item) in kinds]
    defined = [("a definition", word) for f in words.functions.values() for word in map(_defined_word, f.clauses[:1])]
    for kind, word in (*declared, *defined):
        name, span = word.text, word.span
        if name in FIXED:
            words.report.error("C0404", f"`{name}` is a word of the language", span, "it needs another name")
        if name in seen and seen[name][0] != kind:
            other, first = seen[name]
            label, more = Label(span, f"here it is {kind}"), (Label(first, f"and here {other}"),)
            message = f"`{name}` is {other} and {kind}"
            words.report.found.append(Diagnostic("C0501", message, label, more, help="rename one of the two"))
        seen[name] = (kind, span)
