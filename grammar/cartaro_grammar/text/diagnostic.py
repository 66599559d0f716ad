"""Diagnostics: the mistakes in an author's text, as values with stable codes; and their rendering as text and as JSON.

Each code has a title and a page in the docs: C01xx text (bytes, layout, size) · C02xx syntax · C03xx names and imports · C04xx
types · C05xx clauses, variants and precedence · C06xx sources and citations · C07xx options and settings · C08xx positions,
records and JSON input · C09xx files and the use of the command. A `Diagnostic` whose code is not in `CODES` cannot be made.

A message is one line, lower case, without a final stop; it quotes the author's text in backticks and is about cards, zones and
clauses. Rendering takes any diagnostic, also one whose spans are outside their text, and never fails.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal

from cartaro_grammar.text.catalogue import ENGLISH
from cartaro_grammar.text.characters import can_be_seen
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.messages import Message, in_key_words, msg, shorten, translate, truncate
from cartaro_grammar.text.opening import key_word_language
from cartaro_grammar.text.source import Source, Span

# --------------------------------------------------------------------------------------------- codes


@frozen
class CodeInfo:
    """The title of a code's page in the docs, and its meaning in a sentence; `limit` marks a limit of the program, which is not
    a mistake in the rules.
    """

    title: str
    summary: str
    limit: bool = False


CODES: Mapping[str, CodeInfo] = MappingProxyType(
    {
        "C0101": CodeInfo("file not found", "The named ruleset is neither a file nor a shipped ruleset."),
        "C0102": CodeInfo("not UTF-8", "The file contains bytes that are not UTF-8 text."),
        "C0103": CodeInfo("file too large", "The file is larger than any ruleset needs to be."),
        "C0104": CodeInfo("empty file", "The file contains only blank lines and comments."),
        "C0105": CodeInfo("tab", "There is a tab outside a quoted text; lines are indented with spaces."),
        "C0106": CodeInfo("unreadable character", "The file contains a character that is invisible or hides others."),
        "C0107": CodeInfo(
            "file cannot be read", "The file exists but cannot be read: it is a folder, or permission is denied."
        ),
        "C0108": CodeInfo("unusual space", "Words are separated by an unusual kind of space."),
        "C0109": CodeInfo(
            "another edition of the language",
            "The text is for an edition of the language that this program does not read.",
        ),
        "C0201": CodeInfo("unexpected word", "The sentence cannot continue with this word or sign."),
        "C0202": CodeInfo("unfinished sentence", "A line, or the file, ends in the middle of a sentence."),
        "C0203": CodeInfo("nested too deeply", "A sentence is nested too deeply to be read."),
        "C0204": CodeInfo("indentation", "The indentation of a line matches no block, or a block is empty."),
        "C0205": CodeInfo("text not closed", "A quoted text does not end on its line, or its quotation marks are not plain."),
        "C0206": CodeInfo("too many mistakes", "There are more mistakes than are reported at once."),
        "C0207": CodeInfo("words of another language", "A word of the language is written in Italian or French."),
        "C0208": CodeInfo("other words", "A sentence uses English words that are not key words of the language."),
        "C0209": CodeInfo("name of several words", "A name is written as several words; its words are joined with `_`."),
        "C0301": CodeInfo("unknown ruleset", "A library, base or variant that the text names cannot be found."),
        "C0302": CodeInfo("circle of rulesets", "Rulesets depend on each other in a circle."),
        "C0303": CodeInfo("unknown word", "A word has no meaning here."),
        "C0304": CodeInfo("too many files", "A ruleset consists of too many files."),
        "C0305": CodeInfo("another name", "A file declares another name than its file name or the requested name."),
        "C0306": CodeInfo("wrong kind of file", "A library was varied, a game used, or an annex is not one."),
        "C0307": CodeInfo("word in use", "A word is bound that already has a meaning in the sentence."),
        "C0308": CodeInfo("name without words", "A name has no words in a language in which its ruleset has a title."),
        "C0310": CodeInfo("another edition", "A variant names another edition of its base than the present one."),
        "C0311": CodeInfo("text not fetched", "A text names another one by its address, and there is no copy of it."),
        "C0312": CodeInfo("changed copy", "The copy of a text from elsewhere is not the text that the lock file records."),
        "C0313": CodeInfo("invalid address", "A text cannot come from the address that is given for it."),
        "C0401": CodeInfo("wrong kind of thing", "A phrase has the wrong type for its place in the sentence."),
        "C0402": CodeInfo("cannot be used this way", "A thing is used in a way that its kind does not allow."),
        "C0403": CodeInfo("wrong form", "A definition or an act is written with the wrong parts."),
        "C0404": CodeInfo("word of the language", "A word of the language is given another meaning."),
        "C0405": CodeInfo("card not in the deck", "A code does not belong to a card of this deck."),
        "C0406": CodeInfo("card named twice", "One card is named twice in one list."),
        "C0407": CodeInfo("whose?", "A thing that each player or side has is named without its owner."),
        "C0408": CodeInfo("and with or", "`and` and `or` are mixed without brackets, so the sentence is ambiguous."),
        "C0409": CodeInfo("row too short or long", "A row of a table does not have one number for each column."),
        "C0410": CodeInfo("parameter without a domain", "The choices for a parameter of an act are not given."),
        "C0411": CodeInfo("pack too large", "The pack has too many cards."),
        "C0412": CodeInfo("number of players", "The number of players is not possible for a game."),
        "C0413": CodeInfo("circular definition", "A definition depends on itself."),
        "C0414": CodeInfo("unclear parameter", "The type of a definition's parameter cannot be inferred."),
        "C0415": CodeInfo("too many digits", "A number has too many digits."),
        "C0416": CodeInfo("too many questions", "A definition depends on too many others."),
        "C0418": CodeInfo("chosen unseen", "An unseen choice is not a card of a zone, or a condition asks which card it is."),
        "C0419": CodeInfo("no such number", "The numbers to choose from begin below 0, are too large, or do not exist."),
        "C0420": CodeInfo("one code for two cards", "Two cards that are not alike have the same code."),
        "C0421": CodeInfo("code that cannot be written", "A card of the pack has a code that cannot be written in a sentence."),
        "C0501": CodeInfo("name given twice", "Two things have the same name."),
        "C0502": CodeInfo("unknown clause", "The named clause does not exist, or is not in the named article."),
        "C0503": CodeInfo("unknown article", "A text amends or refers to an article that does not exist."),
        "C0504": CodeInfo("amended twice", "Two variants amend the same clause."),
        "C0505": CodeInfo("no event", "A consequence names no event, or two."),
        "C0506": CodeInfo("overrides nothing", "A prohibition does not name the permission that it overrides."),
        "C0507": CodeInfo("cannot yield", "A clause is to yield to another that answers a different question."),
        "C0508": CodeInfo("circle of exceptions", "Clauses override each other in a circle."),
        "C0509": CodeInfo("empty claim", "A claim has no line with a condition."),
        "C0510": CodeInfo("repeat forwards", "A repeat names a clause that comes later."),
        "C0511": CodeInfo(
            "memory of an annex", "A rule uses memory that an annex keeps for its claims, or an annex changes rules."
        ),
        "C0512": CodeInfo("incomplete game", "A game lacks cards, players, turns, a beginning or an end."),
        "C0513": CodeInfo("sides", "The sides cannot be arranged, or are arranged in two ways."),
        "C0514": CodeInfo("declared and not used", "An option, an act or a permission has no effect on the game."),
        "C0515": CodeInfo("never applies", "A clause, or an effect, has a case that never occurs in play."),
        "C0516": CodeInfo("exemption of nothing", "The prohibition that an exemption lifts never bars anything in its case."),
        "C0517": CodeInfo(
            "cleared before it is read",
            "A clause needs memory or cards that another clause of the same event has just cleared or moved.",
        ),
        "C0518": CodeInfo("wording out of date", "A wording of the guide was written for an earlier text of its clause."),
        "C0519": CodeInfo("wording in too few languages", "A wording of the guide is missing in a language of the title."),
        "C0520": CodeInfo(
            "ruling that cannot be given",
            "A ruling on a breach asks for an act that cannot be due, or is given on a move that it is not about.",
        ),
        "C0521": CodeInfo(
            "counted after it has changed",
            "A score or the count reads memory that a clause at the end of the hand has already moved on to the next hand.",
        ),
        "C0522": CodeInfo("compared with itself", "Both sides of a comparison are the same thing."),
        "C0531": CodeInfo("wording without an example", "No example uses the clauses that a wording of the guide explains."),
        "C0532": CodeInfo(
            "wording without a source", "A wording explains a clause that cites no source and is not marked as an addition."
        ),
        "C0533": CodeInfo("score not in the aim", "A heading scores that the aim of the guide does not name."),
        "C0534": CodeInfo(
            "wording beyond its clause", "A wording has a number, a card or a direction that its clauses do not have."
        ),
        "C0535": CodeInfo("house rule not named", "A wording depends on a house rule that it does not name."),
        "C0536": CodeInfo(
            "languages that differ", "A wording states a fact in one language that it does not state in another."
        ),
        "C0537": CodeInfo("facts not read again", "A wording states other facts than its mark records."),
        "C0601": CodeInfo("citation not in the source", "A cited row is not listed by any declared source."),
        "C0602": CodeInfo("rows out of order", "The rows of a source are given in the wrong order."),
        "C0603": CodeInfo("invalid date", "An edition or a source has a date that does not exist."),
        "C0604": CodeInfo("row without a clause", "A row of a source of this text is not cited by a clause, example or claim."),
        "C0605": CodeInfo("quotation too long", "A quotation of a row is too long."),
        "C0606": CodeInfo("unknown language", "The language given for a source does not exist."),
        "C0607": CodeInfo("row not quoted", "A source is quoted, but one of its rows is missing."),
        "C0701": CodeInfo("unknown option", "An option is named that the ruleset does not have."),
        "C0702": CodeInfo("value not in the list", "A value is chosen, or is the default, that the option does not list."),
        "C0703": CodeInfo("value listed twice", "An option lists a value twice."),
        "C0704": CodeInfo("players not allowed", "The game is not for this number of players."),
        "C0705": CodeInfo(
            "too many house rules at once", "A claim covers more combinations of house rules than can be decided."
        ),
        "C0706": CodeInfo("option chosen twice", "A claim or an example chooses an option twice."),
        "C0800": CodeInfo("cannot be played yet", "The rules use a construct that the interpreter cannot play yet."),
        "C0801": CodeInfo("clash in play", "Two clauses answer one question differently in a state of play; neither yields."),
        "C0802": CodeInfo("gap in play", "No clause answers a question that a state of play raises."),
        "C0803": CodeInfo("division by nothing", "A number is divided by 0 or by a negative number."),
        "C0804": CodeInfo("too many ways", "An act could be done in more ways than can be listed.", limit=True),
        "C0805": CodeInfo("seats", "The players named for the seats are not each player once."),
        "C0806": CodeInfo(
            "endless repeat", "The clauses of an event are repeated again and again, and no deal satisfies them."
        ),
        "C0807": CodeInfo("endless turn", "A turn could go on in more ways than can be looked through.", limit=True),
        "C0808": CodeInfo("idle turns", "Turn after turn passes in which nobody can do anything."),
        "C0809": CodeInfo("nobody's turn", "The clause for who begins or who is next finds no player."),
        "C0810": CodeInfo("not JSON", "A position or record is not valid JSON."),
        "C0811": CodeInfo("JSON too large", "A position or record is too large or too deeply nested."),
        "C0812": CodeInfo("no further pack", "The cards are shuffled more often than there are packs."),
        "C0813": CodeInfo("other cards in a pack", "A pack of a record does not consist of the cards that are shuffled."),
        "C0814": CodeInfo("form of a record", "A value in a position or record has the wrong type."),
        "C0815": CodeInfo("unknown name in a position or record", "A zone, cell, act or other name is not one of the game's."),
        "C0816": CodeInfo("unknown card in a position or record", "A code does not belong to a card of the deck."),
        "C0817": CodeInfo("card in two places", "A position or record names a card twice."),
        "C0818": CodeInfo("illegal move", "A record or a position contains an illegal move."),
        "C0819": CodeInfo("left over", "A record continues after its hand or match has ended, or has unused packs."),
        "C0820": CodeInfo("moves missing", "A record stops before its hand, or its match, has ended."),
        "C0821": CodeInfo("owner out of range", "A position names a player or side that the game does not have."),
        "C0822": CodeInfo("key twice", "An object in a position or record has the same key twice."),
        "C0823": CodeInfo("no legal move", "A player must act and has no legal move."),
        "C0824": CodeInfo("endless play", "A hand or match is too long.", limit=True),
        "C0825": CodeInfo("result differs", "A record states another result than the rules give."),
        "C0826": CodeInfo("other house rules", "A position or record is for other house rules than the game."),
        "C0827": CodeInfo(
            "ruling out of place", "A record contains a ruling with nothing to rule on, or a ruling that comes too soon."
        ),
        "C0828": CodeInfo("too much work", "A question of play takes too many steps.", limit=True),
        "C0829": CodeInfo("move that reveals a hidden card", "The legal moves reveal a card to a player who may not see it."),
        "C0830": CodeInfo("example fails", "An example expects another result than the rules give."),
        "C0831": CodeInfo(
            "record of another game", "A record is for another game, edition or text than the one that replays it."
        ),
        "C0832": CodeInfo("pile dealt to some", "A deal to each hand uses up its pile before each hand has a card."),
        "C0901": CodeInfo("form of a setting", "A setting on the command line is not of the form `option=value`."),
        "C0902": CodeInfo("input cannot be read", "A position or record cannot be read from its file."),
        "C0903": CodeInfo("input too large", "A position or record file is too large."),
        "C0904": CodeInfo("output cannot be written", "A file cannot be written at the requested place."),
        "C0905": CodeInfo("players for the seats", "The players named do not fill the seats."),
        "C0906": CodeInfo("unknown obligation or claim", "The named obligation or claim does not exist."),
        "C0907": CodeInfo("site not built", "The site of rulebooks could not be built."),
        "C0908": CodeInfo("too many choices", "`every` stands for more players and house rules than one command handles."),
        "C0909": CodeInfo("no workers", "The workers that should play hands cannot be reached."),
        "C0910": CodeInfo("nothing to compare", "A comparison is of two rulesets, or of one under several house rules."),
        "C0911": CodeInfo("part not installed", "A library that the command needs is not installed; an extra brings it."),
        "C0912": CodeInfo("no certificate", "A folder contains no certificate, or one that cannot be read."),
        "C0913": CodeInfo("certificate refused", "A certificate is for another text, or does not prove its verdicts."),
        "C0914": CodeInfo("program does not answer", "A program under test cannot be started, or its answers cannot be read."),
        "C0915": CodeInfo("usage error", "A command was called with the wrong arguments."),
        "C0916": CodeInfo("model does not fit", "An ONNX model cannot be read, or is for another game."),
        "C0917": CodeInfo("text cannot be fetched", "A text could not be fetched from its address."),
        "C0918": CodeInfo("another text at the address", "The text at an address is not the one that the lock file records."),
    }
)


# ------------------------------------------------------------------- diagnostics and their rendering


Severity = Literal["error", "warning"]

MAX_COLUMNS = 120
MAX_CHARACTERS = 4 * MAX_COLUMNS
CONTEXT_BEFORE_LABEL = 40
MAX_WORD = 100
MAX_DIAGNOSTICS = 100
"""The greatest number of diagnostics that one pass reports."""

MAX_TEXT = 1_000
"""The longest message, label or help, in characters, including quotations."""

JOINERS = "\u00ad\u200c\u200d"
"""Zero-width characters that are needed to write words and do not hide anything."""

_STYLES = {"error": "1;31", "warning": "1;33", "frame": "1;34", "strong": "1"}


@dataclass(frozen=True, slots=True)
class Label:
    """A span with a text about it."""

    span: Span
    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", truncate(self.text, MAX_TEXT))


@frozen
class Fix:
    """A replacement for the text of a span; `title` describes it, if it does more than write or leave out a word."""

    span: Span
    replacement: str
    title: str = ""


@frozen
class Cure:
    """A change that may cure a mistake, and the help that recommends it. Both are shown only if the changed text checks."""

    help: str
    change: Fix


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """An error or a warning, of a registered code; `path` names the file if there is not a span in it. Each of the `cures` is
    tried on the text. The first one that works provides the help and the fix; if none works, `help` is kept.
    """

    code: str
    message: str
    primary: Label | None = None
    others: tuple[Label, ...] = ()
    help: str | None = None
    fix: Fix | None = None
    severity: Severity = "error"
    path: str = ""
    cures: tuple[Cure, ...] = ()

    def __post_init__(self) -> None:
        if self.code not in CODES:
            raise ValueError(f"the diagnostic code {self.code} is not in the registry")
        object.__setattr__(self, "message", truncate(self.message, MAX_TEXT))
        object.__setattr__(self, "path", shorten(self.path, MAX_TEXT))
        object.__setattr__(self, "help", self.help and truncate(self.help, MAX_TEXT))

    @property
    def file(self) -> str:
        """The name of the file that the diagnostic is about, or ""."""
        return self.primary.span.source.name if self.primary else self.path


def limit_diagnostics(found: Iterable[Diagnostic], most: int) -> tuple[Diagnostic, ...]:
    """Return the first `most` diagnostics. If there are more, add a diagnostic that counts the rest."""
    listed = tuple(found)
    if len(listed) <= most:
        return listed
    last = listed[most]
    message = msg("{n} more mistakes were found", n=len(listed) - most)
    label = Label(last.primary.span, msg("the next mistake is here")) if last.primary else None
    rest = Diagnostic("C0206", message, label, help=msg("fix the mistakes above first"), path=last.path)
    return (*listed[:most], rest)


def summarize(name: str, diagnostics: Iterable[Diagnostic]) -> Message:
    """Return one line with the numbers of errors and warnings."""
    severities = [diagnostic.severity for diagnostic in diagnostics]
    mistakes, warnings = severities.count("error"), severities.count("warning")
    found = msg("{name}: {n} mistakes", name=name, n=mistakes)
    if mistakes < 2:
        found = msg("{name}: 1 mistake", name=name) if mistakes else msg("{name}: no mistakes found", name=name)
    if warnings == 1:
        return msg("{found}, 1 warning", found=found)
    return msg("{found}, {n} warnings", found=found, n=warnings) if warnings else found


def render(diagnostic: Diagnostic, color: bool = False, language: str = ENGLISH) -> str:
    """Render a diagnostic for a person, over several lines, without a line feed after the last."""
    translated = translate_diagnostic(diagnostic, language)
    labels = [(translated.primary, "^")] if translated.primary else []
    labels += [(label, "-") for label in translated.others]
    margin = len(str(max((label.span.line for label, _ in labels), default=1)))
    painter = _Renderer(color, translated.severity, " " * margin)
    kind = translate(msg("error") if translated.severity == "error" else msg("warning"), language)
    lines = [painter.title(kind, translated)]
    if translated.path and not translated.primary:
        lines.append(painter.frame(f"{painter.margin}--> ") + sanitize(translated.path))
    for source, own in _by_source(labels):
        lines += painter.snippet(source, own)
    notes = [(msg("help"), translated.help), (msg("fix"), _fix_text(translated.fix, diagnostic.help))]
    lines += [painter.note(translate(name, language), translate(text, language)) for name, text in notes if text]
    return "\n".join(lines)


def with_key_words(diagnostic: Diagnostic, key_words: str | None = None) -> Diagnostic:
    """Return a diagnostic whose quotations of the language are in the key words of a language: by default the language of the
    text that it is about. Quotations already in the key words of a text stay unchanged.
    """
    primary, advice, fix = diagnostic.primary, diagnostic.help, diagnostic.fix
    if key_words is None:
        key_words = ENGLISH if primary is None else key_word_language(primary.span.source.text)
    if key_words == ENGLISH:
        return diagnostic

    def worded(label: Label) -> Label:
        return Label(label.span, in_key_words(label.text, key_words))

    return replace(
        diagnostic,
        message=in_key_words(diagnostic.message, key_words),
        primary=primary and worded(primary),
        others=tuple(map(worded, diagnostic.others)),
        help=advice and in_key_words(advice, key_words),
        fix=fix and replace(fix, title=in_key_words(fix.title, key_words)),
    )


def translate_diagnostic(diagnostic: Diagnostic, language: str) -> Diagnostic:
    """Translate the texts of a diagnostic. A text without a translation stays English."""
    diagnostic = with_key_words(diagnostic)
    if language == ENGLISH:
        return diagnostic
    primary, advice = diagnostic.primary, diagnostic.help
    return replace(
        diagnostic,
        message=translate(diagnostic.message, language),
        primary=primary and _label_in(primary, language),
        others=tuple(_label_in(label, language) for label in diagnostic.others),
        help=advice and translate(advice, language),
    )


def _label_in(label: Label, language: str) -> Label:
    return Label(label.span, translate(label.text, language))


def as_json(diagnostic: Diagnostic, language: str = ENGLISH) -> dict[str, Any]:
    """Return a diagnostic as JSON values; lines and columns begin at 1, offsets at 0, all in code points. The title of the
    code's page is English in every language.
    """
    translated = translate_diagnostic(diagnostic, language)
    return {
        "code": translated.code,
        "title": CODES[translated.code].title,
        "severity": translated.severity,
        "message": translated.message,
        "file": translated.file,
        "primary": _label_json(translated.primary) if translated.primary else None,
        "others": [_label_json(label) for label in translated.others],
        "help": translated.help,
        "fix": _span_json(translated.fix.span) | {"replacement": translated.fix.replacement} if translated.fix else None,
    }


def _label_json(label: Label) -> dict[str, Any]:
    return _span_json(label.span) | {"text": label.text}


def _span_json(span: Span) -> dict[str, Any]:
    source = span.source
    return {
        "file": source.name,
        "start": {"offset": span.start, "line": source.line(span.start), "column": source.column(span.start)},
        "end": {"offset": span.end, "line": source.line(span.end), "column": source.column(span.end)},
    }


def _fix_text(fix: Fix | None, advice: str | None) -> str | None:
    """Return the description of a fix, unless the advice already gives it."""
    if fix is not None and fix.title:
        return None if fix.title == advice else fix.title
    if fix is None or fix.span.end - fix.span.start > MAX_WORD:
        return None
    old = fix.span.source.text[fix.span.start : fix.span.end]
    if not fix.replacement:
        return msg("delete `{old}`", old=old) if can_be_seen(old) and old.isprintable() else None
    if not fix.replacement.strip():
        return None
    new = fix.replacement.strip()
    return msg("write `{new}` instead of `{old}`", new=new, old=old) if old else msg("write `{new}` here", new=new)


def _by_source(labels: list[tuple[Label, str]]) -> Iterator[tuple[Source, list[tuple[Label, str]]]]:
    """Group labels by source. The sources are in the order of their first label, and the labels of a source in the order of the
    text.
    """
    for source in dict.fromkeys(label.span.source for label, _ in labels):
        own = [(label, mark) for label, mark in labels if label.span.source == source]
        yield source, sorted(own, key=lambda pair: pair[0].span.start)


@frozen
class _Renderer:
    """The layout of one diagnostic: whether it has colours, and a margin as wide as its longest line number."""

    color: bool
    severity: Severity
    margin: str

    def title(self, kind: str, diagnostic: Diagnostic) -> str:
        return self._paint(f"{kind}[{diagnostic.code}]", self.severity) + self._paint(
            f": {sanitize(diagnostic.message)}", "strong"
        )

    def frame(self, text: str) -> str:
        return self._paint(text, "frame")

    def note(self, name: str, text: str) -> str:
        return self.frame(f"{self.margin} = ") + self._paint(f"{name}:", "strong") + f" {sanitize(text)}"

    def snippet(self, source: Source, labels: list[tuple[Label, str]]) -> Iterator[str]:
        """Yield the lines of one source that labels point to, each label under its line."""
        first = next((label for label, mark in labels if mark == "^"), labels[0][0]).span
        arrow = "-->" if any(mark == "^" for _, mark in labels) else ":::"
        yield self.frame(f"{self.margin}{arrow} ") + f"{sanitize(source.name)}:{first.line}:{first.column}"
        yield self.frame(f"{self.margin} |")
        before: tuple[int, str] | None = None
        for label, mark in labels:
            number = label.span.line
            shown, indent, width = _excerpt(label.span)
            if before and number > before[0] + 1:
                yield self.frame("...")
            if before != (number, shown):
                yield self.frame(f"{number:>{len(self.margin)}} |") + f" {shown}".rstrip()
            before = (number, shown)
            carets = self._paint(f"{mark * width} {sanitize(label.text)}".rstrip(), self.severity if mark == "^" else "frame")
            yield self.frame(f"{self.margin} |") + f" {' ' * indent}{carets}"
        yield self.frame(f"{self.margin} |")

    def _paint(self, text: str, style: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.color else text


def _excerpt(span: Span) -> tuple[str, int, int]:
    """Return the part of a line to show for a span, the columns before the span in it, and the columns of the span."""
    text = span.source.line_text(span.line)
    start = span.column - 1
    end = max(start, min(len(text), start + max(0, span.end - span.start)))
    fits = len(text) <= MAX_CHARACTERS and _columns(text) <= MAX_COLUMNS
    first = 0 if fits else max(0, start - CONTEXT_BEFORE_LABEL)
    last = _excerpt_end(text, first)
    left, right = "…" if first else "", "…" if last < len(text) else ""
    indent = len(left) + _columns(text[first:start])
    width = max(1, _columns(text[start : min(end, last)]))
    return left + sanitize(text[first:last]) + right, indent, width


def _excerpt_end(text: str, first: int) -> int:
    """Return the offset up to which a line fits if it is shown from `first` on."""
    room = MAX_COLUMNS
    most = min(len(text), first + MAX_CHARACTERS)
    for at in range(first, most):
        room -= _columns(text[at])
        if room < 0:
            return at
    return most


def sanitize(text: str) -> str:
    """Return a text that is safe to show on one line: every character is visible, can be encoded, and does not move the
    cursor.
    """
    return text if text.isascii() and text.isprintable() else "".join(_sanitize_character(c) for c in text)


def _sanitize_character(character: str) -> str:
    if character in "\t\n":
        return " "
    hides = unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and character not in JOINERS
    return "\ufffd" if hides else character


def _columns(text: str) -> int:
    """Return the number of terminal columns that a text takes as shown."""
    return sum(_width(c) for c in sanitize(text))


def _width(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
