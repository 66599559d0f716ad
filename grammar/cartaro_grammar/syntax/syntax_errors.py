"""Word the syntax errors: the place at which a sentence fails to parse, the tokens that the grammar accepts there, and the form
of such a sentence.

Takes the failure and the repair, if one was found; returns the diagnostic. A fix is offered only if the repair changes the
author's own text and not the result of an earlier repair.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from cartaro_grammar.syntax.edit_buffer import EditBuffer, SentenceLines
from cartaro_grammar.syntax.lark_parser import ParseFailure, can_be_name, keyword_kind, literal_terminals
from cartaro_grammar.syntax.repairs import PIECE, Repair
from cartaro_grammar.syntax.synonyms import LANGUAGE_NAMES
from cartaro_grammar.text.diagnostic import Cure, Diagnostic, Fix, Label
from cartaro_grammar.text.key_phrases import PHRASE_TERMINALS, phrase_in
from cartaro_grammar.text.messages import Message, Phrase, join_commas, join_or, msg, phrase, shorten
from cartaro_grammar.text.opening import ENGLISH
from cartaro_grammar.text.source import Source, Span

# ------------------------------------------------------------------------------------ sentence forms


MAX_EXPECTED = 6

TOKEN_DESCRIPTIONS: Mapping[str, str] = {
    "_NL": msg("the end of the line"),
    "_INDENT": msg("an indented block"),
    "_DEDENT": msg("the end of the block"),
    "NAME": msg("a name"),
    "NUMBER": msg("a number"),
    "STRING": msg('a text in "quotes"'),
    "DATE": msg("a date such as 2026-11"),
    "CODE": msg("a card"),
    "CITE": msg("a citation such as F9"),
    "MARK": msg("the mark of a wording"),
    "LETTER": msg("a source's letter"),
    "MOMENT": msg("`start`, `end` or `count`"),
    "$END": msg("the end of the file"),
    "COLON": "`:`",
    "COMMA": "`,`",
    "_LISTED": "`,`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "EQUAL": "`=`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "LSQB": "`[`",
    "RSQB": "`]`",
}
"""Descriptions of kinds of tokens. Any other kind is quoted as its keyword."""

SENTENCE_FORMS: Mapping[str, str] = {
    "game": "game NAME",
    "library": "library NAME",
    "variant": "variant NAME of GAME",
    "annex": "annex NAME of GAME",
    "title": 'title "TEXT"',
    "edition": 'edition "2" 2026-11',
    "source": 'source F "TITLE" covers F1 to F9',
    "quotes": "quotes F in it",
    "also": 'also "NAME" (F1)',
    "region": 'region it "TEXT" en "TEXT" (F1)',
    "history": 'history it "TEXT" en "TEXT" (F1)',
    "use": "use LIBRARY",
    "article": 'article 3 "TITLE" (F3)',
    "option": "option NAME is VALUE among VALUE, VALUE",
    "zone": "zone NAME of each player",
    "pile": "pile NAME",
    "family": "family NAME",
    "counter": "counter NAME of each side for the hand",
    "flag": "flag NAME for the hand",
    "mark": "mark NAME for the turn",
    "reference": "reference NAME, a player, for the match",
    "act": "act NAME CARD",
    "finding": "finding NAME",
    "see": "see article 3 of LIBRARY",
    "under": "under OPTION is VALUE",
    "set": "set OPTION to VALUE",
    "claim": 'claim NAME "TEXT"',
    "greatest": "greatest AMOUNT at the end of the hand is 10",
    "least": "least AMOUNT at the end of the hand is -10",
    "example": 'example NAME "TEXT"',
    "deal": "deal 3 from PILE to each ZONE",
    "move": "move CARDS to ZONE",
    "shuffle": "shuffle all cards into PILE",
    "add": "add 1 to COUNTER",
    "subtract": "subtract 1 from COUNTER",
    "repeat": "repeat from CLAUSE",
    "after": "after a ACT when …, add 1 to COUNTER",
    "at": "at the start of the hand",
    "may": "the player may ACT when …",
    "scores": "each side scores 1 when …",
    "pack": "the pack has 1 of every rank and suit",
    "in": "in article 3 add",
    "repeal": "repeal article 3",
    "must": "in a turn the player must ACT or ACT",
    "players": "there are 2 to 4 players",
    "begins": "the play begins with the player after dealer",
    "passes": "the turn passes to the player after player",
    "ends": "the match ends when …",
}
"""The form of the sentences that contain a keyword."""
ARTICLES = frozenset({"a", "an", "the"})


def _describe(kind: str, language: str) -> str:
    """Return the description of a kind of token."""
    if kind in PHRASE_TERMINALS:
        return f"`{_word_in(PHRASE_TERMINALS[kind], language)}`"
    words = literal_terminals(language)
    if language == ENGLISH:
        return TOKEN_DESCRIPTIONS.get(kind, f"`{words.get(kind, kind.lower())}`")
    return f"`{words[kind]}`" if kind in words else TOKEN_DESCRIPTIONS.get(kind, kind)


def _describe_expected(kinds: frozenset[str], language: str) -> str:
    """Return a list of the tokens that the grammar accepts at a place. Return "" if there are too many."""
    shown = sorted({_describe(kind, language) for kind in kinds}, key=lambda phrase: (phrase.startswith("`"), phrase))
    if not shown or len(shown) > MAX_EXPECTED:
        return ""
    return shown[0] if len(shown) == 1 else join_or([join_commas(shown[:-1]), shown[-1]])


def describe_continuation(kinds: frozenset[str], *, here: bool, language: str = ENGLISH) -> Message:
    """Return the message that describes the text expected here, or next."""
    awaited = _describe_expected(kinds, language)
    if {keyword_kind(word, language) for word in ("article", "claim")} <= kinds:
        return msg("no article, amendment, claim or example begins like this")
    if not awaited:
        return msg("no sentence continues like this")
    return msg("{what} should be here", what=awaited) if here else msg("{what} should follow", what=awaited)


def sentence_form(buffer: EditBuffer, sentence: SentenceLines, word: str = "", before: str = "") -> Message | None:
    """Return the form that a sentence with these words should have; `word` is the word that does not fit, and `before` the text
    before it on its line.
    """
    text = " ".join(buffer.lines[sentence.first : sentence.last + 1])
    if buffer.language == ENGLISH and re.match(r"\s*(?:act|finding) ", text):
        return msg(
            "write `act NAME THING with THING`: between two things write `with`, `for`, `to`, `from`, `in`, `on`, `at` or `as`"
        )
    if buffer.language == ENGLISH and re.search(r"\bsides are ", text):
        return msg("such a sentence is written `{form}`", form=phrase("the sides are single players"))
    if word == "or" and re.search(r"\bmay(?: not)? \w+\s+or\b", text):
        return msg("a permission or a prohibition is about one act: write a clause for each act")
    start = _first_number(text, buffer.language)
    if start is not None:
        return msg("a counter is 0 at first; write `NAME: {form}`", form=start)
    named = re.match(r'\s*\w[^:"]*:', text)
    form = _nearest_form(text[named.end() :] if named else text, buffer.language)
    after_when = bool(named and re.search(rf"\b{re.escape(_word_in('when', buffer.language))}\b", before))
    if after_when and (form is None or form.endswith(" when …")):
        return msg(
            "a condition compares something, such as `number of (players where …) is 1`, `every x in players has …`,"
            " `hand is empty`"
        )
    if form is None and named:
        return msg("clauses are written `NAME: the player may …`, `NAME: each side scores …`, `NAME: after a ACT, …`")
    return msg("such a sentence is written `{form}`", form=Phrase(form)) if form else None


def _first_number(text: str, language: str) -> Message | None:
    """Return the sentence that sets the first number of a counter, if one is declared with `at first` as references are."""
    counter, first = (re.escape(_word_in(word, language)) for word in ("counter", "at first"))
    found = re.match(rf"\s*{counter} (\w+) ([^\"]*).*,\s*{first} (\d+)\s*$", text)
    if found is None:
        return None
    name, owned, number = found.groups()
    if _word_in("each player", language) in owned:
        return phrase("at the start of the match, {name} becomes {number} for each player", name=name, number=number)
    if _word_in("each side", language) in owned:
        return phrase("at the start of the match, {name} becomes {number} for each side", name=name, number=number)
    return phrase("at the start of the match, {name} becomes {number}", name=name, number=number)


def _nearest_form(text: str, language: str) -> str | None:
    """Return the form that a sentence fits best, or None. The form begins with the same words as the sentence, or the sentence
    contains its key word and half of its fixed words, in order.
    """
    words = _plain_words(text, language)
    forms = _form_words(language)
    first_words = Counter(own[0] for _, _, own in forms)
    best: tuple[tuple[bool, int], str] | None = None
    for form, key, own in forms:
        begins = own[: 1 if first_words[own[0]] == 1 else 2]
        fits = words[: len(begins)] == begins or words[:1] == (key,)
        common = _common_words(words, own)
        close = key in words and common > 1 and common * 2 >= len(own)
        if (fits or close) and (best is None or (fits, common) > best[0]):
            best = (fits, common), form
    return None if best is None else best[1]


def _common_words(some: Sequence[str], others: Sequence[str]) -> int:
    """Return the length of the longest common subsequence of two sentences."""
    lengths = [0] * (len(others) + 1)
    for one in some:
        before = 0
        for number, other in enumerate(others, 1):
            before, lengths[number] = lengths[number], before + 1 if one == other else max(lengths[number], lengths[number - 1])
    return lengths[-1]


@cache
def _form_words(language: str) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Return each form of a sentence in English, with its key word and its fixed words in a language."""
    found = list[tuple[str, str, tuple[str, ...]]]()
    for word, form in SENTENCE_FORMS.items():
        own = _plain_words(phrase_in(form, language), language)
        keys = [one for one in _plain_words(phrase_in(word, language), language) if one in own]
        found.append((form, keys[-1] if keys else own[0], own))
    return tuple(found)


def _plain_words(text: str, language: str) -> tuple[str, ...]:
    """Return the words of a sentence without articles, quotations and places for names, each in the first of its forms."""
    from cartaro_grammar.syntax.key_words import key_word_table

    words = [word for word in re.findall(r"[^\W\d]+", re.sub(r'"[^"]*"?', "", text)) if not word.isupper()]
    if language == ENGLISH:
        return tuple(word for word in words if word not in ARTICLES)
    table = key_word_table(language)
    return tuple((table.forms_of(word) or (word,))[0] for word in words if table.parsed_words(word))


# ------------------------------------------------------------------------------------- syntax errors


BEGINNINGS = msg("begin it with `game NAME`, `variant NAME of GAME`, `library NAME` or `annex NAME of GAME`")


def syntax_error(
    source: Source, buffer: EditBuffer, sentence: SentenceLines, failure: ParseFailure, repair: Repair | None
) -> Diagnostic:
    """Return the diagnostic of a parse failure, with the fix that a repair offers, if there is one."""
    named = _declared_word(source, buffer, failure)
    if named is not None:
        return named
    if repair is not None:
        found = _repair_error(source, buffer, repair)
        return found if _is_of_source(source, buffer, repair) else replace(found, fix=None, cures=())
    unclosed = _unclosed(source, buffer, sentence)
    if unclosed is not None:
        return unclosed
    if failure.kind == "uneven":
        return _uneven(source, buffer, sentence)
    if failure.kind in {"_NL", "_INDENT", "_DEDENT", "$END"}:
        return _unfinished_line(source, buffer, sentence, failure)
    return _unexpected(source, buffer, sentence, failure)


DECLARING = ("zone", "pile", "family", "counter", "flag", "mark", "reference", "option")


def _declared_word(source: Source, buffer: EditBuffer, failure: ParseFailure) -> Diagnostic | None:
    """Report a word of the language before the failure that the text declares as a name, although it is never read as one."""
    line, column = buffer.position(failure.start)
    pieces = list(PIECE.finditer(buffer.lines[line][:column]))
    if not pieces or can_be_name(word := pieces[-1][0], buffer.language):
        return None
    declaring = "|".join(re.escape(_word_in(one, buffer.language)) for one in DECLARING)
    if not any(re.match(rf" *(?:{declaring}) +{re.escape(word)}\b", one) for one in buffer.lines):
        return None
    label = Label(
        buffer.span(source, line, *pieces[-1].span()),
        describe_continuation(failure.accepts, here=False, language=buffer.language),
    )
    return Diagnostic("C0404", msg("`{name}` is a word of the language", name=word), label, help=msg("choose another name"))


def _is_of_source(source: Source, buffer: EditBuffer, repair: Repair) -> bool:
    """Return whether a repair changes the author's text, and not the result of an earlier repair."""
    spans = ((edit, buffer.span(source, edit.line, edit.start, edit.end)) for edit in repair.edits)
    return all(span.text == buffer.lines[edit.line][edit.start : edit.end] for edit, span in spans)


# ------------------------------------------------------------------------------------- with a repair


def _repair_error(source: Source, buffer: EditBuffer, repair: Repair) -> Diagnostic:
    piece, written = repair.piece, repair.replacement
    span = buffer.span(source, piece.line, piece.start, piece.end)
    word = piece.text
    match repair.kind:
        case "missing":
            at = buffer.span(source, piece.line, piece.end, piece.end)
            label = Label(span, msg("`{written}` should follow", written=written))
            fix = Fix(at, repair.edits[0].text)
            return Diagnostic(
                "C0202", msg("`{written}` is missing after `{word}`", written=written, word=shorten(word)), label, fix=fix
            )
        case "superfluous":
            cure = Cure(msg("leave it out"), Fix(span, ""))
            return Diagnostic(
                "C0201", msg("`{word}` does not fit here", word=shorten(word)), Label(span, msg("here")), cures=(cure,)
            )
        case "quotes":
            return _quote_error(source, buffer, repair)
        case "margin":
            return _margin_error(source, buffer, repair)
        case "noise word":
            label = Label(span, msg("it may occur anywhere and has no meaning"))
            return Diagnostic("C0404", msg("`{word}` cannot be a name", word=word), label, help=msg("choose a longer name"))
        case "reserved name":
            label = Label(span, msg("it cannot name a clause"))
            message = msg("`{name}` is a word of the language", name=word)
            return Diagnostic("C0404", message, label, help=msg("choose another name"))
        case "unnamed":
            end = buffer.lines[piece.line].rstrip()
            label = Label(buffer.span(source, piece.line, piece.start, len(end)), msg("a clause begins with its name"))
            advice = msg("write a name and `:` before it, for example `{name}: …`; you choose the name", name=written)
            fix = Fix(buffer.span(source, piece.line, piece.start, piece.start), repair.edits[0].text)
            return Diagnostic("C0202", msg("the clause has no name"), label, help=advice, fix=fix)
        case "brackets":
            advice = msg("write `(… where …)`")
            return Diagnostic(
                "C0201",
                msg("`where` is written in brackets, after the things that it selects"),
                Label(span, msg("here")),
                help=advice,
            )
        case "sum" | "set":
            spans = [buffer.span(source, edit.line, edit.start, edit.end) for edit in repair.edits]
            together = msg("put brackets around the part that belongs together")
            return Diagnostic(
                "C0201",
                msg("`{word}` does not fit here", word=word),
                Label(span, msg("here")),
                help=msg("put the sum in brackets") if repair.kind == "sum" else together,
                fix=_fix_of_line(repair, spans),
            )
        case "comment":
            return Diagnostic(
                "C0201",
                msg("`{word}` does not fit here", word=word),
                Label(span, msg("here")),
                help=msg("comments begin with `--`"),
            )
        case "card":
            message = msg("`{word}` is not the code of a card", word=word)
            advice = msg("write `{written}`: cards are written in upper case", written=written)
            return Diagnostic("C0201", message, Label(span, msg("here")), help=advice, fix=Fix(span, written))
        case "capital":
            message = msg("`{word}` begins with a capital letter", word=word)
            advice = msg("write `{written}`; upper case is for cards (`7D`) and citations (`F9`)", written=written)
            spans = [buffer.span(source, edit.line, edit.start, edit.end) for edit in repair.edits]
            label = Label(span, msg("words are written in lower case"))
            return Diagnostic("C0201", message, label, help=advice, fix=_fix_of_line(repair, spans))
        case "joined name":
            advice = msg("write `{written}`", written=written)
            return Diagnostic(
                "C0209",
                msg("a name is one word"),
                Label(span, msg("this is more than one word")),
                help=advice,
                fix=Fix(span, written),
            )
        case "it" | "fr":
            return _foreign_error(source, buffer, repair)
        case "en":
            return _wording_error(source, buffer, repair)
        case "mark":
            spans = [buffer.span(source, edit.line, edit.start, edit.end) for edit in repair.edits]
            advice = msg("for the cards with a mark, write `{mark} is …`", mark=written.split()[0])
            message = msg("`{word}` does not fit here", word=word)
            return Diagnostic("C0201", message, Label(span, msg("here")), help=advice, fix=_fix_of_line(repair, spans))
        case "advice":
            return Diagnostic(
                "C0208",
                msg("the language does not use `{word}`", word=word),
                Label(span, msg("here")),
                help=Message(written),
            )
        case "word" | "sign":
            message = msg("`{word}` does not fit here", word=word)
            if repair.choices:
                return Diagnostic(
                    "C0201",
                    message,
                    Label(span, msg("here")),
                    help=msg("did you mean {choices}?", choices=_quoted_choices(repair.choices)),
                )
            advice = (
                msg("did you mean `{guess}`?", guess=written)
                if repair.kind == "word"
                else msg("write `{written}`", written=written)
                if written
                else msg("leave it out")
            )
            return Diagnostic("C0201", message, Label(span, msg("here")), help=advice, fix=Fix(span, written))


def _quoted_choices(choices: tuple[str, ...]) -> str:
    return join_or(f"`{choice}`" for choice in choices)


def _wording_error(source: Source, buffer: EditBuffer, repair: Repair) -> Diagnostic:
    """Report a phrase in other words than the language's."""
    piece = repair.piece
    span = buffer.span(source, piece.line, piece.start, piece.end)
    if repair.choices:
        follows = re.match(r" *([^\W\d_]\w*)", buffer.lines[piece.line][piece.end :])
        what = f" {follows[1]}" if follows else ""
        advice = msg("write {choices}", choices=_quoted_choices(tuple(choice + what for choice in repair.choices)))
        return Diagnostic(
            "C0208", msg("the language has other words for `{piece}`", piece=piece.text), Label(span, msg("here")), help=advice
        )
    if not repair.replacement:
        return Diagnostic(
            "C0208",
            msg("the sentence is written without `{piece}`", piece=piece.text),
            Label(span, msg("leave it out")),
            fix=Fix(span, ""),
        )
    message = msg("the language uses `{written}`, not `{piece}`", written=repair.replacement, piece=piece.text)
    return Diagnostic(
        "C0208",
        message,
        Label(span, msg("here")),
        help=msg("write `{written}`", written=repair.replacement),
        fix=Fix(span, repair.replacement),
    )


def _foreign_error(source: Source, buffer: EditBuffer, repair: Repair) -> Diagnostic:
    """Report words of another language, each with its keyword, and a fix if it is unambiguous."""
    spans = [buffer.span(source, edit.line, edit.start, edit.end) for edit in repair.edits]
    first, *rest = (
        Label(
            span,
            msg(
                "the language uses {choices}",
                choices=_quoted_choices(repair.choices) if len(repair.choices) > 1 else f"`{edit.text}`",
            ),
        )
        for span, edit in zip(spans, repair.edits, strict=True)
    )
    message = msg(
        "`{piece}` is {called}, but the key words are English",
        piece=repair.piece.text,
        called=LANGUAGE_NAMES[repair.kind],
    )
    advice = msg("names may be in any language; the words between them are key words")
    fix = None if repair.choices else _fix_of_line(repair, spans)
    return Diagnostic("C0207", message, first, tuple(rest), help=advice, fix=fix)


def _fix_of_line(repair: Repair, spans: list[Span]) -> Fix | None:
    """Return all edits of a line as a single fix."""
    return None if len({span.line for span in spans}) > 1 else Fix(*_joined(repair, spans))


def _joined(repair: Repair, spans: list[Span]) -> tuple[Span, str]:
    """Return the span from the first edit to the last, and its text after them."""
    text, at = "", spans[0].start
    for span, edit in zip(spans, repair.edits, strict=True):
        text += span.source.text[at : span.start] + edit.text
        at = span.end
    return Span(spans[0].source, spans[0].start, at), text


def _quote_error(source: Source, buffer: EditBuffer, repair: Repair) -> Diagnostic:
    piece = repair.piece
    span = buffer.span(source, piece.line, piece.start, piece.end)
    if repair.replacement == "text":
        label = Label(span, msg("a text should be here"))
        return Diagnostic(
            "C0205",
            msg("a text is written between quotation marks"),
            label,
            help=msg('write `"{piece} …"`', piece=shorten(piece.text)),
        )
    if repair.replacement:
        label = Label(span, msg('this is not the plain `"`'))
        return Diagnostic(
            "C0205",
            msg("`{piece}` is not a plain quotation mark", piece=piece.text),
            label,
            help=msg('write texts between `"` and `"`'),
        )
    edit = repair.edits[0]
    at = buffer.span(source, edit.line, edit.start, edit.start)
    label = Label(span, msg("this text has no end"))
    return Diagnostic(
        "C0205", msg("a quotation mark is missing"), label, help=msg("close the text on the same line"), fix=Fix(at, '"')
    )


def _margin_error(source: Source, buffer: EditBuffer, repair: Repair) -> Diagnostic:
    piece, wanted = repair.piece, int(repair.replacement)
    span = buffer.span(source, piece.line, piece.start, piece.end)
    many = len({edit.line for edit in repair.edits}) > 1
    if piece.start > wanted:
        message = msg("these lines are indented too far") if many else msg("this line is indented too far")
    else:
        message = msg("these lines are not indented far enough") if many else msg("this line is not indented far enough")
    advice = msg("begin it at the margin: it belongs to no line above it")
    if many:
        advice = msg("begin them at the margin: they belong to no line above them")
    if wanted:
        advice = msg("indent them by {n} spaces", n=wanted) if many else msg("indent it by {n} spaces", n=wanted)
    label = msg("after {n} spaces", n=piece.start) if piece.start else msg("at the margin")
    if piece.start == 1:
        label = msg("after 1 space")
    spans = [buffer.span(source, edit.line, edit.start, edit.end) for edit in repair.edits]
    fix = Fix(*_joined(repair, spans), advice)
    return Diagnostic("C0204", message, Label(span, label), help=advice, fix=fix)


# --------------------------------------------------------------------------------------- without one


def _unclosed(source: Source, buffer: EditBuffer, sentence: SentenceLines) -> Diagnostic | None:
    """A line with an odd number of quotation marks."""
    for number in range(sentence.first, sentence.last + 1):
        line = buffer.lines[number]
        if line.count('"') % 2:
            last = line.rfind('"')
            label = Label(
                buffer.span(source, number, last, last + 1), msg("this text, or one before it on the line, has no end")
            )
            return Diagnostic("C0205", msg("a quotation mark is missing"), label, help=msg("close each text on the same line"))
    return None


def _uneven(source: Source, buffer: EditBuffer, sentence: SentenceLines) -> Diagnostic:
    line = buffer.lines[sentence.first]
    margin = len(line) - len(line.lstrip(" "))
    label = Label(buffer.span(source, sentence.first, 0, max(1, margin)), msg("no block has this indentation"))
    return Diagnostic(
        "C0204",
        msg("the indentation of this line does not match the lines around it"),
        label,
        help=msg("align it with the lines of its block"),
    )


NOTHING_BUT_A_BLOCK = frozenset({"_INDENT"})


def _line_before(buffer: EditBuffer, line: int) -> int | None:
    """Return the nearest line above that holds words."""
    return next((number for number in range(line - 1, -1, -1) if buffer.lines[number].strip()), None)


def _empty_block(source: Source, buffer: EditBuffer, line: int) -> Diagnostic:
    """Report a line that opens a block, if the next line is at the same margin."""
    end = len(buffer.lines[line].rstrip())
    label = Label(
        buffer.span(source, line, max(0, end - 1), end), msg("the lines that belong to it should follow, indented further")
    )
    advice = msg("write its lines below, indented by two more spaces")
    return Diagnostic("C0204", msg("this block is empty"), label, help=advice)


def _unfinished_line(source: Source, buffer: EditBuffer, sentence: SentenceLines, failure: ParseFailure) -> Diagnostic:
    line, _ = buffer.position(failure.start)
    if failure.kind == "_INDENT":
        start = len(buffer.lines[line]) - len(buffer.lines[line].lstrip(" "))
        label = Label(buffer.span(source, line, start, start + 1), msg("it is indented further than the line before"))
        return Diagnostic(
            "C0204",
            msg("this line begins a block, but no block is possible here"),
            label,
            help=msg("align it with the lines around it"),
        )
    line = sentence.last
    end = len(buffer.lines[line].rstrip())
    if failure.accepts == NOTHING_BUT_A_BLOCK:
        return _empty_block(source, buffer, line)
    ends = msg("the sentence is not finished")
    if failure.kind == "$END":
        ends = msg("the file ends in the middle of a sentence")
    label = Label(
        buffer.span(source, line, max(0, end - 1), end),
        describe_continuation(failure.accepts, here=False, language=buffer.language),
    )
    return Diagnostic("C0202", ends, label, help=_rounding(failure) or sentence_form(buffer, sentence))


def _rounding(failure: ParseFailure) -> Message | None:
    """Return how a division goes on, if one is not finished."""
    if "ROUNDED" not in failure.accepts:
        return None
    return msg("write `, rounded down` or `, rounded up` after the number: there are only whole numbers")


def _choice_of_argument(buffer: EditBuffer, failure: ParseFailure) -> Message | None:
    """Return the possible arguments of an act, if something else was written."""
    if not {keyword_kind("either", buffer.language), keyword_kind("all of", buffer.language)} <= failure.accepts:
        return None
    return msg(
        "an argument is `one of`, `some of` or `all of` some cards, `a number from 1 to 3`, or `either yes or no`; how many"
        " cards are chosen, the permission says: `the player may ACT when number of NAME is 3`"
    )


def _unexpected(source: Source, buffer: EditBuffer, sentence: SentenceLines, failure: ParseFailure) -> Diagnostic:
    line, column = buffer.position(failure.start)
    if failure.accepts == NOTHING_BUT_A_BLOCK and (opened := _line_before(buffer, line)) is not None:
        return _empty_block(source, buffer, opened)
    match = PIECE.search(buffer.lines[line], column)
    start, end = match.span() if match else (column, column + 1)
    word = shorten(buffer.lines[line][start:end])
    span = buffer.span(source, line, start, end)
    if keyword_kind("game", buffer.language) in failure.accepts:
        return Diagnostic(
            "C0201", msg("the file does not begin with its name"), Label(span, msg("before this")), help=BEGINNINGS
        )
    label = Label(span, describe_continuation(failure.accepts, here=True, language=buffer.language))
    advice = sentence_form(buffer, sentence, word, buffer.lines[line][:start])
    written = buffer.lines[line]
    if advice is None and not failure.accepts.isdisjoint(("COLON", "STRING")) and re.match(r" +[^:\"]*$", written):
        advice = msg("a clause begins with its name and `:`")
    over = keyword_kind("over", buffer.language)
    if word in ("+", "-", "*") and over in failure.accepts:
        advice = msg("put the whole amount before `{over}` in brackets", over=_word_in("over", buffer.language))
    advice = _rounding(failure) or _choice_of_argument(buffer, failure) or _extreme_among_people(buffer, failure) or advice
    cure = _clause_after_act(source, buffer, sentence, word)
    if cure is not None:
        advice = msg("an effect of an act has no condition: write a clause for it, after the act")
    cures = () if cure is None else (cure,)
    return Diagnostic("C0201", msg("`{word}` does not fit here", word=word), label, help=advice, cures=cures)


_EXTREMES: Mapping[str, tuple[str, ...]] = {
    "highest": ("highest", "highest of", "max", "maximum", "greatest", "largest", "most"),
    "lowest": ("lowest", "lowest of", "min", "minimum", "least", "smallest", "fewest"),
}
_AMONG = ("over", "among", "between", "across", "for", "in")


def _extreme_among_people(buffer: EditBuffer, failure: ParseFailure) -> Message | None:
    """Return how to compare an amount of players or sides, if the author wrote the highest or lowest amount among them. The
    language has this form only for sets of cards.
    """
    line, column = buffer.position(failure.start)
    text = buffer.lines[line]
    among, people, parting = (
        _any_of(phrases, buffer.language) for phrases in (_AMONG, ("players", "sides"), ("when", "and", "or"))
    )
    for extreme, phrases in _EXTREMES.items():
        words = _any_of(phrases, buffer.language)
        form = rf"\b{words}\b[ (]*(?P<amount>(?:(?!\b{parting}\b)[^,:])*?)\b{among}\b[ (]*(?:\w+ )*(?P<people>{people})\b"
        found = next((one for one in re.finditer(form, text) if one.start() < column <= one.start("people")), None)
        if found is not None:
            return _comparison(extreme, found["amount"], found["people"], buffer.language)
    return None


def _any_of(phrases: Sequence[str], language: str) -> str:
    """Return a pattern for the longest words of some phrases, in English and in a language."""
    words = {max(phrase_in(one, code).split(), key=len) for one in phrases for code in (ENGLISH, language)}
    return f"(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})"


def _comparison(extreme: str, amount: str, people: str, language: str) -> Message:
    """Return the sentences that compare an amount of all players or sides."""
    of = "|".join(sorted({"of", *phrase_in("of", language).split(), "dei", "des"}))
    name = re.fullmatch(rf"(?:(?:{of})\b[ (]*)?([^\W\d][\w ]*?)(?: +(?:{of}) +\w+)?[ )]*", amount)
    slots = {"amount": "AMOUNT" if name is None else name[1]}
    one, all_of_them = ("side", "sides") if people in {"sides", _word_in("sides", language)} else ("player", "players")
    less = "at most" if extreme == "lowest" else "at least"
    which = Phrase(f"the {one} with {extreme} {{amount}}", slots)
    test = Phrase(f"every y in {all_of_them} has {{amount}} of x is {less} {{amount}} of y", slots)
    return msg(
        "only sets of cards are compared like this: write `{which}`, or, to test whether `x` is one of them, `{test}`",
        which=which,
        test=test,
    )


def _clause_after_act(source: Source, buffer: EditBuffer, sentence: SentenceLines, word: str) -> Cure | None:
    """Return how to write an effect of an act that has a condition: as a clause after the act."""
    if not sentence.above:
        return None
    opener = buffer.lines[sentence.above[0]]
    act = re.match(rf"( *){_word_in('act', buffer.language)} +(\w+)", opener)
    words = [_word_in(english, buffer.language) for english in ("when", "unless")]
    line = " ".join(buffer.lines[number].strip() for number in range(sentence.first, sentence.last + 1))
    parted = re.fullmatch(rf"(.*?\S) +((?:{'|'.join(map(re.escape, words))}) .*)", line)
    if act is None or word not in words or parted is None:
        return None
    margin, name = act[1], act[2]
    after = _word_in("after", buffer.language)
    clause = f"after_{name}: {after} {name} {parted[2]}, {parted[1]}"
    last = next(
        (
            n
            for n in range(sentence.end, len(buffer.lines))
            if buffer.lines[n].strip() and not _is_within(buffer.lines[n], margin)
        ),
        len(buffer.lines),
    )
    rest = [buffer.lines[number] for number in range(sentence.end, last)]
    while rest and not rest[-1].strip():
        rest.pop()
    whole = Span(
        source,
        source.line_start(sentence.first + 1),
        source.line_start(sentence.end + len(rest)) + _length(buffer, sentence, rest),
    )
    change = Fix(whole, "\n".join([*rest, f"{margin}{clause}"]), msg("write it as a clause after the act"))
    return Cure(msg("an effect of an act has no condition: write a clause `{clause}`", clause=clause), change)


def _length(buffer: EditBuffer, sentence: SentenceLines, rest: list[str]) -> int:
    return len(rest[-1] if rest else buffer.lines[sentence.end - 1])


def _is_within(line: str, margin: str) -> bool:
    return len(line) - len(line.lstrip(" ")) > len(margin)


def _word_in(english: str, language: str) -> str:
    return english if language == ENGLISH else phrase_in(english, language)
