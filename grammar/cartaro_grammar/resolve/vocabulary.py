"""Collect the names of a merged ruleset: its deck, zones, memory, acts, options and definitions, before any sentence is
checked.

Takes a merged ruleset. Guarantees that every declaration is well formed and that every name has one meaning, and reports all
others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product

from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import CARD, CARDS, NUMBER, PLAYER, SIDE, TRUTH, Type, symbol
from cartaro_grammar.resolve.merge import ArticleEntry, MergedRuleset, defined_by
from cartaro_grammar.resolve.reporter import Reporter
from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.key_words import key_word_table
from cartaro_grammar.syntax.lark_parser import can_be_name
from cartaro_grammar.text.diagnostic import Diagnostic, Label
from cartaro_grammar.text.integers import is_integer
from cartaro_grammar.text.messages import Message, msg
from cartaro_grammar.text.opening import key_word_language
from cartaro_grammar.text.source import Span

PERIODS: tuple[g.Period, ...] = ("turn", "hand", "match")

BUILTIN_NAMES = frozenset(
    {"player", "players", "side", "sides", "none", "true", "false", "empty", "everyone", "nobody", "card", "score", "top"}
)
"""Names of the language itself, which a ruleset cannot declare."""

MAX_CARDS = 1000
MAX_PLAYERS = 20

SPECIAL = "special"
COPY_SIGN = "'"
CODE = re.compile("(?:[0-9]{1,2}|[A-Z])[A-Z♠♥♦♣♡♢♤♧][0-9A-Z♠♥♦♣♡♢♤♧]{0,3}")
"""The codes that sentences can hold (`CODE` of `syntax.lark`), without the sign of a copy."""
"""Put after the code of a second card that equals another, and once more for a third."""
"""The attribute whose values are the special cards of a pack."""


@dataclass(slots=True, eq=False, repr=False)
class Signature:
    """A definition whose clauses are not checked yet: its parameters, with their types if known, its clauses, and for each
    parameter the name of the clause that decided its type.
    """

    name: str
    arity: int
    truth: bool
    clauses: list[ArticleEntry]
    parameters: list[Type | None]
    decided: dict[int, tree.Word] = field(default_factory=dict[int, tree.Word])


@dataclass(slots=True, eq=False, repr=False)
class Vocabulary:
    """Every name that sentences may use."""

    merged: MergedRuleset
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
    clauses: dict[str, ArticleEntry] = field(default_factory=dict[str, ArticleEntry])
    player_counts: tuple[int, ...] = ()
    measure_owner: dict[str, str] = field(default_factory=dict[str, str])

    def entries(self) -> Iterator[ArticleEntry]:
        return (entry for article in self.merged.articles for entry in article.entries)

    def enumeration(self, name: str) -> tuple[str, ...]:
        """Return the values of an attribute, an option, or a parameter (`act.parameter`)."""
        if name in self.attributes:
            return tuple(value.name for value in self.attributes[name].values)
        if name in self.options:
            return self.options[name].values
        act, _, parameter = name.partition(".")
        domains = {w.text: d for w, d in self.acts[act].domains} if act in self.acts else {}
        return tuple(w.text for w in domains[parameter].answers) if parameter in domains else ()

    def attribute_of(self, value: str) -> str | None:
        """Return the attribute that has a value of this name, or None."""
        return next((a for a in self.attributes if value in self.enumeration(a)), None)

    def option_type(self, name: str) -> Type:
        return NUMBER if all(is_integer(v) for v in self.options[name].values) else symbol(name)

    def known_names(self) -> set[str]:
        """Return every name that an expression may use."""
        values = {v for a in self.attributes for v in self.enumeration(a)}
        tables = {*self.attributes, *self.measures}
        return {*self.zones, *self.cells, *self.options, *self.functions, *self.headings, *tables, *values, *BUILTIN_NAMES}


def names_of(texts: tree.Texts | None) -> g.Names:
    return texts.entries if texts else ()


def period_of(words: Vocabulary, word: tree.Word) -> g.Period:
    for period in PERIODS:
        if word.text == period:
            return period
    words.report.unknown_name(msg("no period"), word, PERIODS)
    return "hand"


def parameters_of(subject: tree.Expr) -> tuple[tree.Word, ...]:
    """Return the names that a definition's subject binds."""
    _, arguments = defined_by(subject) or ("", ())
    return tuple(tree.Word(a.text, a.span) for a in arguments if isinstance(a, tree.Name))


# -------------------------------------------------------------------------------------- declarations


def build_vocabulary(merged: MergedRuleset, report: Reporter) -> Vocabulary:
    """Return the vocabulary of a merged ruleset."""
    words = Vocabulary(merged, report)
    build_deck(words)
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
        "C0402",
        msg("a zone or memory belongs to each player or to each side, not to each `{word}`", word=word.text),
        word.span,
        msg("here"),
    )
    return "table"


def _cell(words: Vocabulary, item: tree.CellDecl) -> g.Cell:
    types: dict[str, Type] = {"counter": NUMBER, "flag": TRUTH, "mark": CARDS}
    of = types.get(item.kind) or _reference_type(words, item.refers_to)
    owner = _owner(words, item.owner)
    names = names_of(item.label.names)
    annex = item.name.text in words.merged.annex_memory
    return g.Cell(item.name.text, item.kind, owner, period_of(words, item.period), of, None, names, annex, item.span)


def _reference_type(words: Vocabulary, word: tree.Word | None) -> Type:
    kinds = {"player": PLAYER, "side": SIDE, "card": CARD}
    if word is not None and word.text in kinds:
        return kinds[word.text]
    if word is not None and word.text in words.attributes:
        return symbol(word.text)
    if word is not None:
        words.report.unknown_name(msg("no type of reference"), word, [*kinds, *words.attributes])
    return PLAYER


def _option(words: Vocabulary, item: tree.OptionDecl) -> None:
    values = tuple(value.text for value in item.values)
    if item.default.text not in values:
        message = msg("the option `{option}` has no value `{default}`", option=item.name.text, default=item.default.text)
        advice = msg("it is one of {names}", names=", ".join(values))
        words.report.error("C0702", message, item.default.span, msg("this is not one of its values"), advice)
    seen: set[str] = set()
    for value in item.values:
        if value.text in seen:
            words.report.error(
                "C0703",
                msg("the value `{value}` is listed twice", value=value.text),
                value.span,
                msg("again here"),
                msg("leave one out"),
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
    """Apply the options that a variant sets: another default, or another list of values."""
    for item in words.merged.settings:
        option = words.options.get(item.name.text)
        if option is None:
            words.report.unknown_name(msg("no option"), item.name, words.options, "C0701")
            continue
        values = tuple(word.text for word in item.among) or option.values
        if item.value.text not in values:
            message = msg("the option `{option}` has no value `{value}`", option=item.name.text, value=item.value.text)
            advice = msg("it is one of {names}", names=", ".join(values))
            words.report.error("C0702", message, item.value.span, msg("this is not one of its values"), advice)
            continue
        reason = names_of(item.reason) or option.reason
        words.options[option.name] = g.Option(
            option.name, item.value.text, values, option.names, option.cites, reason, option.article, option.span
        )


def _heading(words: Vocabulary, clause: tree.Clause) -> None:
    """Declare a heading of the score, which expressions may use by the clause's name."""
    name = clause.name
    if name.text in BUILTIN_NAMES or _is_name_of_language(name):
        words.report.error(
            "C0404",
            msg("`{name}` is a word of the language", name=name.text),
            name.span,
            msg("it cannot name a heading of the score"),
            msg("choose another name"),
        )
        return
    words.headings[name.text] = clause


def _is_name_of_language(name: tree.Word) -> bool:
    """Return whether a name without marks is read as a name of the language in the text."""
    table = key_word_table(key_word_language(name.span.source.text))
    return not _has_marks(name) and table.english_names["name"].get(name.text) in BUILTIN_NAMES


def _goes_on(name: tree.Word) -> bool:
    """Return whether a name without marks is always read as a word that continues a sentence, or that another word follows."""
    language = key_word_language(name.span.source.text)
    return not _has_marks(name) and (name.text in key_word_table(language).bound or not can_be_name(name.text, language))


def _has_marks(name: tree.Word) -> bool:
    start = name.span.start
    return name.span.source.text[max(0, start - 1) : start] == "`"


def _clause(words: Vocabulary, entry: ArticleEntry, clause: tree.Clause) -> None:
    """Declare the names that a clause introduces: definitions, kinds, headings, the number of players."""
    match clause.sentence:
        case tree.Definition(truth, subject, _):
            _function(words, entry, subject, truth)
        case tree.Counts(_, subject, kind):
            _add_function(words, entry, kind, 1, truth=True)
            if not isinstance(subject, tree.Name):
                words.report.error(
                    "C0403",
                    msg("only one name can be written before `counts as`"),
                    subject.span,
                    msg("write one name, and give the condition: `c counts as … when c is …`"),
                )
        case tree.Scores():
            _heading(words, clause)
        case tree.PlayerCount(counts):
            low, high = counts[0], counts[-1]
            words.player_counts = tuple(range(low, min(-high, MAX_PLAYERS + 1) + 1)) if high < 0 else counts
            if not words.player_counts or min(words.player_counts) < 1 or max(words.player_counts) > MAX_PLAYERS:
                words.player_counts = (2,)
                words.report.error(
                    "C0412",
                    msg("a game has from 1 to {n} players", n=MAX_PLAYERS),
                    clause.name.span,
                    msg("the number of players is out of range"),
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
    message = msg("a definition begins with the name it defines")
    advice = msg("write `x is …`, `f of x is …` or `f(x, y) is …`")
    words.report.error("C0403", message, subject.span, msg("this is not a new name"), advice)


def _add_function(words: Vocabulary, entry: ArticleEntry, name: tree.Word, arity: int, truth: bool) -> None:
    if name.text in BUILTIN_NAMES:
        words.report.error(
            "C0404", msg("`{name}` is a word of the language", name=name.text), name.span, msg("it cannot be defined")
        )
        return
    signature = words.functions.setdefault(name.text, Signature(name.text, arity, truth, [], [None] * arity))
    if signature.arity != arity:
        message = msg(
            "`{name}` has {arity} arguments elsewhere, but {here} here",
            name=name.text,
            arity=signature.arity,
            here=arity,
        )
        words.report.error("C0403", message, name.span, msg("give it the same number of arguments everywhere"))
        return
    signature.clauses.append(entry)


def _defined_word(entry: ArticleEntry) -> tree.Word:
    """Return the word that declares a definition or kind."""
    sentence = entry.item.sentence if isinstance(entry.item, tree.Clause) else None
    if isinstance(sentence, tree.Counts):
        return sentence.kind
    found = defined_by(sentence.subject) if isinstance(sentence, tree.Definition) else None
    return entry.item.name if found is None else found[0]


def _check_distinct(words: Vocabulary) -> None:
    """Report names that are declared as two of these: a zone, memory, an option, a definition."""
    seen: dict[str, tuple[str, Span]] = {}
    kinds: dict[type, Message] = {
        tree.ZoneDecl: msg("a zone"),
        tree.CellDecl: msg("a cell of memory"),
        tree.OptionDecl: msg("an option"),
    }
    declared = [(kinds[type(e.item)], e.item.name) for e in words.entries() if type(e.item) in kinds]
    defined = [(msg("a definition"), word) for f in words.functions.values() for word in map(_defined_word, f.clauses[:1])]
    for kind, word in (*declared, *defined):
        name, span = word.text, word.span
        if name in BUILTIN_NAMES or _goes_on(word):
            words.report.error("C0404", msg("`{name}` is a word of the language", name=name), span, msg("choose another name"))
        if name in seen and seen[name][0] != kind:
            other, first = seen[name]
            label, more = (
                Label(span, msg("here it is {kind}", kind=kind)),
                (Label(first, msg("and here {other}", other=other)),),
            )
            message = msg("`{name}` is {other} and {kind}", name=name, other=other, kind=kind)
            words.report.found.append(Diagnostic("C0501", message, label, more, help=msg("rename one of the two")))
        seen[name] = (kind, span)


# ---------------------------------------------------------------------------------------------- deck


def build_deck(words: Vocabulary) -> None:
    """Build the attributes, the measures and the pack from the clauses that declare them."""
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
    cards = _numbered_copies(words, cards)
    if len(cards) > MAX_CARDS:
        pack = next(c for c, s in sentences if isinstance(s, tree.PackRegular | tree.PackSpecial))
        words.report.error("C0411", msg("a pack has at most {n} cards", n=MAX_CARDS), pack.name.span, msg("this pack has more"))
        cards = cards[:MAX_CARDS]
    _add_pictures(words)
    readings = (_reading(words, cards, clause, s) for clause, s in sentences if isinstance(s, tree.Reading))
    _deck(words, cards, tuple(reading for reading in readings if reading is not None))


def _numbered_copies(words: Vocabulary, cards: list[g.Card]) -> list[g.Card]:
    """Return the cards, with copies of a card numbered across all clauses about the pack. Report different cards with the same
    code.
    """
    copies, known = Counter[tuple[tuple[str, str], ...]](), dict[str, g.Card]()
    for card in cards:
        copy = copies[card.attributes]
        copies[card.attributes] += 1
        code = card.code + COPY_SIGN * copy
        if code in known:
            _report_of_one_code(words, code, known[code], card)
            break
        known[code] = replace(card, code=code, copy=copy)
    unwritten = next((code for code, card in known.items() if card.copy == 0 and not CODE.fullmatch(code)), None)
    if unwritten is not None:
        _warn_of_unwritten_code(words, unwritten)
    return list(known.values())


def _report_of_one_code(words: Vocabulary, code: str, one: g.Card, other: g.Card) -> None:
    named = [" ".join(value for _, value in card.attributes) for card in (one, other)]
    words.report.error(
        "C0420",
        msg("two cards have the code `{code}`: {one} and {other}", code=code, one=named[0], other=named[1]),
        _pack(words).span,
        msg("they are in this pack"),
        msg("give one of their values another sign"),
    )


def _warn_of_unwritten_code(words: Vocabulary, code: str) -> None:
    """Warn of a card that no sentence can name, since its code is read as something else."""
    words.report.warning(
        "C0421",
        msg("`{code}` cannot be the code of a card", code=code),
        _pack(words).span,
        msg("a card of this pack has it"),
        msg("a code has two to six characters: capitals, numbers or `♠ ♥ ♦ ♣`, with a number or capital first"),
    )


def _pack(words: Vocabulary) -> tree.Word:
    """Return the name of the first clause about the pack."""
    return next(
        entry.item.name
        for entry in words.entries()
        if isinstance(entry.item, tree.Clause) and isinstance(entry.item.sentence, tree.PackRegular | tree.PackSpecial)
    )


def _reading(words: Vocabulary, cards: list[g.Card], clause: tree.Clause, reading: tree.Reading) -> g.Reading | None:
    """Return the cards that may be read in another way. They are named by their codes or by a value of an attribute."""
    read = _cards_read(words, cards, reading.subject)
    settings = _numbers(words, reading.settings)
    return None if read is None else g.Reading(clause.name.text, read, settings)


def _numbers(words: Vocabulary, settings: tuple[tuple[tree.Word, tree.Word], ...]) -> tuple[tuple[str, int], ...]:
    """Return the numbers given for measures of cards; report unknown measures and words instead of numbers."""
    found: list[tuple[str, int]] = []
    for measure, value in settings:
        if measure.text not in words.measures:
            words.report.unknown_name(msg("no measure of cards"), measure, words.measures)
        elif is_integer(value.text):
            found.append((measure.text, int(value.text)))
        else:
            message = msg("the `{measure}` of a card is a number, not `{word}`", measure=measure.text, word=value.text)
            advice = msg("write a number after it: `{measure} 25`", measure=measure.text)
            words.report.error("C0401", message, value.span, msg("a number is needed here"), advice)
    return tuple(found)


def _cards_read(words: Vocabulary, cards: list[g.Card], subject: tree.Expr) -> tuple[int, ...] | None:
    if isinstance(subject, tree.Codes):
        codes = {word.text: word for word in subject.codes}
        known = {card.code for card in cards}
        for code in (code for code in codes if code not in known):
            words.report.error(
                "C0405", msg("there is no card `{code}` in the deck", code=code), codes[code].span, msg("no such card")
            )
        return tuple(number for number, card in enumerate(cards) if card.code in codes)
    word = tree.Word(subject.text if isinstance(subject, tree.Name) else "…", subject.span)
    attribute = words.attribute_of(word.text)
    if attribute is None:
        words.report.unknown_name(msg("no kind of card"), word, [v for a in words.attributes for v in words.enumeration(a)])
        return None
    return tuple(number for number, card in enumerate(cards) if dict(card.attributes).get(attribute) == word.text)


def _attribute(words: Vocabulary, clause: tree.Clause, table: tree.AttributeTable) -> None:
    values = tuple(g.SymbolInfo(row.name.text, row.sign, names_of(row.names)) for row in table.rows)
    words.attributes[table.name.text] = g.AttributeInfo(table.name.text, values, names_of(clause.label.names))
    for position, measure in enumerate(table.measures):
        column = words.measures.setdefault(measure.text, {})
        words.measure_owner[measure.text] = table.name.text
        for row in table.rows:
            if position < len(row.numbers):
                column[row.name.text] = row.numbers[position].value
    _row_lengths(words, [(row.name, len(row.numbers)) for row in table.rows], len(table.measures))


def _row_lengths(words: Vocabulary, rows: Sequence[tuple[tree.Word, int]], wants: int) -> None:
    """Report the rows with too few or too many numbers. If all rows have the same wrong number, only the first is reported."""
    alike = len(rows) > 1 and len({has for _, has in rows}) == 1
    for name, has in rows[: 1 if alike else len(rows)]:
        if has != wants:
            message = msg("`{name}` should have {wants} numbers, one for each column", name=name.text, wants=wants)
            label = msg("it has {has}, like every row", has=has) if alike else msg("it has {has}", has=has)
            words.report.error("C0409", message, name.span, label)


def _columns(words: Vocabulary, columns: tree.Columns) -> None:
    attribute = columns.attribute.text
    if attribute not in words.attributes:
        words.report.unknown_name(msg("no attribute of the cards"), columns.attribute, words.attributes)
        return
    unknown = [name for name, _ in columns.rows if name.text not in words.enumeration(attribute)]
    removed = tuple(name.text for name in unknown if name.text in words.report.removed)
    for name in unknown:
        if name.text not in removed[1:]:
            together = removed[1:] if name.text in removed else ()
            words.report.unknown_name(
                msg("no {attribute}", attribute=attribute), name, words.enumeration(attribute), together=together
            )
    _row_lengths(words, [(name, len(numbers)) for name, numbers in columns.rows], len(columns.measures))
    for name, numbers in columns.rows:
        for measure, number in zip(columns.measures, numbers, strict=False):
            words.measures.setdefault(measure.text, {})[name.text] = number.value
            words.measure_owner[measure.text] = attribute


def _regular(words: Vocabulary, pack: tree.PackRegular) -> Iterator[g.Card]:
    infos: list[g.AttributeInfo] = []
    for word in pack.attributes:
        if word.text in words.attributes:
            infos.append(words.attributes[word.text])
        else:
            words.report.unknown_name(msg("no attribute of the cards"), word, words.attributes)
            return
    # The last attribute varies slowest: all ranks of one suit come first, then all ranks of the next suit.
    for _ in range(pack.copies):
        for values in product(*(info.values for info in reversed(infos))):
            chosen = tuple(reversed(values))
            code = "".join(value.sign for value in chosen)
            pairs = tuple((info.name, value.name) for info, value in zip(infos, chosen, strict=True))
            yield g.Card(code, pairs, None, 0)


def _specials(words: Vocabulary, specials: list[tuple[tree.PackSpecial, tree.Clause]]) -> Iterator[g.Card]:
    if not specials:
        return
    values = tuple(g.SymbolInfo(s.name.text, s.sign, names_of(s.names or c.label.names)) for s, c in specials)
    words.attributes[SPECIAL] = g.AttributeInfo(SPECIAL, values, ())
    for special, clause in specials:
        for measure, number in _numbers(words, special.settings):
            words.special_measures.setdefault(measure, {})[clause.name.text] = number
        for _ in range(special.copies):
            yield g.Card(special.sign, ((SPECIAL, special.name.text),), clause.name.text, 0)


def _add_pictures(words: Vocabulary) -> None:
    """Add the drawings of attribute values. If several lines are about one value, the last line counts. Lines of a base may be
    about values that a variant removed.
    """
    pictures = {entry.name.text: entry for entry in words.merged.pictures}
    for entry in words.merged.pictures:
        if words.attribute_of(entry.name.text) is None and entry.name.span.source.name in words.merged.own_files:
            words.report.unknown_name(
                msg("no value of the cards"), entry.name, [v for a in words.attributes for v in words.enumeration(a)]
            )
    for name, info in words.attributes.items():
        values = tuple(_with_picture(value, pictures.get(value.name)) for value in info.values)
        words.attributes[name] = replace(info, values=values)


def _with_picture(value: g.SymbolInfo, picture: tree.Picture | None) -> g.SymbolInfo:
    return value if picture is None else replace(value, drawing=picture.drawing, corner=names_of(picture.corner))


def _deck(words: Vocabulary, cards: list[g.Card], readings: tuple[g.Reading, ...]) -> None:
    tables = tuple(g.MeasureInfo(name, tuple(_measure(words, name, card) for card in cards)) for name in words.measures)
    words.deck = g.Deck(tuple(cards), tuple(words.attributes.values()), tables, readings)


def _measure(words: Vocabulary, measure: str, card: g.Card) -> int | None:
    if card.kind is not None:
        return words.special_measures.get(measure, {}).get(card.kind)
    column = words.measures[measure]
    return next((column[value] for _, value in card.attributes if value in column), None)
