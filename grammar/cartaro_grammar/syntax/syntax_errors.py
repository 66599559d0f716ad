"""What an author is told of sentences: what could stand at a place, and how a sentence is written that holds a word.

Syntax errors in the author's words: where a sentence cannot be read, what it lacks, and how such a one is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from cartaro_grammar.syntax.edit_buffer import Draft, SentenceLines
from cartaro_grammar.syntax.lark_parser import Broken
from cartaro_grammar.syntax.repairs import PIECE, Mend
from cartaro_grammar.syntax.synonyms import CALLED
from cartaro_grammar.text.diagnostic import Diagnostic, Fix, Label
from cartaro_grammar.text.messages import Message, join_commas, join_or, msg, shorten
from cartaro_grammar.text.source import Source, Span

# ---------------------------------------------------------------- sentence forms


MAX_WANTED = 6

SAID: Mapping[str, str] = {
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
    "LPAR": "`(`",
    "RPAR": "`)`",
    "EQUAL": "`=`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "LSQB": "`[`",
    "RSQB": "`]`",
}
"""What stands for a token of the parser; any other is its own word."""

FORMS: Mapping[str, str] = {
    "game": "game NAME",
    "library": "library NAME",
    "variant": "variant NAME of GAME",
    "annex": "annex NAME of GAME",
    "title": 'title "TEXT"',
    "edition": 'edition "2" 2026-11',
    "source": 'source F "TITLE" covers F1 to F9',
    "quotes": "quotes F in it",
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
}
"""How a sentence is written that holds this word."""


def _awaited(kinds: frozenset[str]) -> str:
    """What could stand at a place, if that is said in a few words; else nothing."""
    shown = sorted({SAID.get(kind, f"`{kind.lower()}`") for kind in kinds}, key=lambda said: (said.startswith("`"), said))
    if not shown or len(shown) > MAX_WANTED:
        return ""
    return shown[0] if len(shown) == 1 else join_or([join_commas(shown[:-1]), shown[-1]])


def going_on(kinds: frozenset[str], *, here: bool) -> Message:
    """What should stand here, or follow."""
    awaited = _awaited(kinds)
    if {"ARTICLE", "CLAIM"} <= kinds:
        return msg("no article, amendment, claim or example begins like this")
    if not awaited:
        return msg("no sentence goes on like this")
    return msg("{what} should stand here", what=awaited) if here else msg("{what} should follow", what=awaited)


def form_of(draft: Draft, sentence: SentenceLines, word: str = "") -> Message | None:
    """How a sentence with these words is written, of which one does not fit."""
    text = " ".join(draft.lines[sentence.first : sentence.last + 1])
    if re.match(r"\s*(?:act|finding) ", text):
        return msg(
            "it is written `act NAME THING with THING`: between one thing and the next stands `with`, `for`, `to`, `from`, "
            "`in`, `on`, `at` or `as`"
        )
    if re.search(r"\bsides are ", text):
        return msg("such a sentence is written `{form}`", form="the sides are single players")
    if word == "or" and re.search(r"\bmay(?: not)? \w+\s+or\b", text):
        return msg("a permission or a prohibition is of one act: write a clause for each")
    named = re.match(r'\s*\w[^:"]*:', text)
    words = re.findall(r"[a-z_]+", text[named.end() :] if named else text)
    form = next((FORMS[word] for word in words[:6] if word in FORMS and (word != "in" or not named)), None)
    if form is None and named:
        return msg("clauses are written `NAME: the player may …`, `NAME: each side scores …`, `NAME: after a ACT, …`")
    return msg("such a sentence is written `{form}`", form=form) if form else None


# ----------------------------------------------------------------- syntax errors


BEGINNINGS = msg("begin it `game NAME`, `variant NAME of GAME`, `library NAME` or `annex NAME of GAME`")


def told(source: Source, draft: Draft, sentence: SentenceLines, broken: Broken, mend: Mend | None) -> Diagnostic:
    """What to say of a place that cannot be read; with a mend, what it offers."""
    if mend is not None:
        found = _mended(source, draft, mend)
        return found if _as_written(source, draft, mend) else replace(found, fix=None)
    unclosed = _unclosed(source, draft, sentence)
    if unclosed is not None:
        return unclosed
    if broken.kind == "uneven":
        return _uneven(source, draft, sentence)
    if broken.kind in {"_NL", "_INDENT", "_DEDENT", "$END"}:
        return _broken_line(source, draft, sentence, broken)
    return _unexpected(source, draft, sentence, broken)


def _as_written(source: Source, draft: Draft, mend: Mend) -> bool:
    """Whether a change is of what the author wrote, and not of what an earlier change put there."""
    spans = ((edit, draft.span(source, edit.line, edit.start, edit.end)) for edit in mend.edits)
    return all(span.text == draft.lines[edit.line][edit.start : edit.end] for edit, span in spans)


# ---------------------------------------------------------------------------------------------- with a mend


def _mended(source: Source, draft: Draft, mend: Mend) -> Diagnostic:
    piece, written = mend.piece, mend.written
    span = draft.span(source, piece.line, piece.start, piece.end)
    word = piece.text
    match mend.sort:
        case "missing":
            at = draft.span(source, piece.line, piece.end, piece.end)
            label = Label(span, msg("`{written}` should follow", written=written))
            fix = Fix(at, mend.edits[0].text)
            return Diagnostic(
                "C0202", msg("`{written}` is missing after `{word}`", written=written, word=shorten(word)), label, fix=fix
            )
        case "superfluous":
            fix = Fix(span, "")
            return Diagnostic(
                "C0201", msg("`{word}` is too much here", word=shorten(word)), Label(span, msg("leave it out")), fix=fix
            )
        case "quotes":
            return _quotes(source, draft, mend)
        case "margin":
            return _margin(source, draft, mend)
        case "silent":
            label = Label(span, msg("it may stand anywhere, and means nothing"))
            return Diagnostic("C0404", msg("`{word}` cannot be a name", word=word), label, help=msg("choose a longer name"))
        case "brackets":
            advice = msg("write `(… where …)`")
            return Diagnostic(
                "C0201", msg("`where` stands in brackets, with what it speaks of"), Label(span, msg("here")), help=advice
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
            advice = msg("write `{written}`: cards are written large", written=written)
            return Diagnostic("C0201", message, Label(span, msg("here")), help=advice, fix=Fix(span, written))
        case "capital":
            message = msg("`{word}` begins with a capital", word=word)
            advice = msg("write `{written}`; upper case is for cards (`7D`) and citations (`F9`)", written=written)
            spans = [draft.span(source, edit.line, edit.start, edit.end) for edit in mend.edits]
            label = Label(span, msg("words are written small"))
            return Diagnostic("C0201", message, label, help=advice, fix=_rewritten(mend, spans))
        case "joined":
            advice = msg("write `{written}`", written=written)
            return Diagnostic(
                "C0209", msg("a name is one word"), Label(span, msg("these are several")), help=advice, fix=Fix(span, written)
            )
        case "it" | "fr":
            return _foreign(source, draft, mend)
        case "said":
            return _said(source, draft, mend)
        case "advice":
            return Diagnostic(
                "C0208",
                msg("`{word}` is not how the language says it", word=word),
                Label(span, msg("here")),
                help=Message(written),
            )
        case "word" | "sign":
            message = msg("`{word}` does not fit here", word=word)
            if mend.choices:
                return Diagnostic(
                    "C0201",
                    message,
                    Label(span, msg("here")),
                    help=msg("did you mean {choices}?", choices=_either(mend.choices)),
                )
            advice = (
                msg("did you mean `{guess}`?", guess=written)
                if mend.sort == "word"
                else msg("write `{written}`", written=written)
                if written
                else msg("leave it out")
            )
            return Diagnostic("C0201", message, Label(span, msg("here")), help=advice, fix=Fix(span, written))


def _either(choices: tuple[str, ...]) -> str:
    return join_or(f"`{choice}`" for choice in choices)


def _said(source: Source, draft: Draft, mend: Mend) -> Diagnostic:
    """A phrase in other words than the language's."""
    piece = mend.piece
    span = draft.span(source, piece.line, piece.start, piece.end)
    if mend.choices:
        follows = re.match(r" *([^\W\d_]\w*)", draft.lines[piece.line][piece.end :])
        what = f" {follows[1]}" if follows else ""
        advice = msg("write {choices}", choices=_either(tuple(choice + what for choice in mend.choices)))
        return Diagnostic(
            "C0208", msg("the language has other words for `{piece}`", piece=piece.text), Label(span, msg("here")), help=advice
        )
    if not mend.written:
        return Diagnostic(
            "C0208",
            msg("the language says it without `{piece}`", piece=piece.text),
            Label(span, msg("leave it out")),
            fix=Fix(span, ""),
        )
    message = msg("the language says `{written}`, not `{piece}`", written=mend.written, piece=piece.text)
    return Diagnostic(
        "C0208",
        message,
        Label(span, msg("here")),
        help=msg("write `{written}`", written=mend.written),
        fix=Fix(span, mend.written),
    )


def _foreign(source: Source, draft: Draft, mend: Mend) -> Diagnostic:
    """Words of another tongue: each with the language's, and a fix where there is one way to read them."""
    spans = [draft.span(source, edit.line, edit.start, edit.end) for edit in mend.edits]
    first, *rest = (
        Label(
            span,
            msg("the language says {choices}", choices=_either(mend.choices) if len(mend.choices) > 1 else f"`{edit.text}`"),
        )
        for span, edit in zip(spans, mend.edits, strict=True)
    )
    message = msg(
        "`{piece}` is {called}, and the language's words are English", piece=mend.piece.text, called=CALLED[mend.sort]
    )
    advice = msg("names may be in any language; the words between them are the language's own")
    fix = None if mend.choices else _rewritten(mend, spans)
    return Diagnostic("C0207", message, first, tuple(rest), help=advice, fix=fix)


def _rewritten(mend: Mend, spans: list[Span]) -> Fix | None:
    """All changes of one line as one."""
    if len({span.line for span in spans}) > 1:
        return None
    text, at = "", spans[0].start
    for span, edit in zip(spans, mend.edits, strict=True):
        text += span.source.text[at : span.start] + edit.text
        at = span.end
    return Fix(Span(spans[0].source, spans[0].start, at), text)


def _quotes(source: Source, draft: Draft, mend: Mend) -> Diagnostic:
    piece = mend.piece
    span = draft.span(source, piece.line, piece.start, piece.end)
    if mend.written == "text":
        label = Label(span, msg("a text should stand here"))
        return Diagnostic(
            "C0205",
            msg("a text stands between quotation marks"),
            label,
            help=msg('write `"{piece} …"`', piece=shorten(piece.text)),
        )
    if mend.written:
        label = Label(span, msg('this is not the plain `"`'))
        return Diagnostic(
            "C0205",
            msg("`{piece}` is no plain quotation mark", piece=piece.text),
            label,
            help=msg('write texts between `"` and `"`'),
        )
    edit = mend.edits[0]
    at = draft.span(source, edit.line, edit.start, edit.start)
    label = Label(span, msg("this text has no end"))
    return Diagnostic(
        "C0205", msg("a quotation mark is missing"), label, help=msg("close the text on its line"), fix=Fix(at, '"')
    )


def _margin(source: Source, draft: Draft, mend: Mend) -> Diagnostic:
    piece, wanted = mend.piece, int(mend.written)
    span = draft.span(source, piece.line, piece.start, piece.end)
    many = len({edit.line for edit in mend.edits}) > 1
    if piece.start > wanted:
        message = msg("these lines begin too far in") if many else msg("this line begins too far in")
    else:
        message = msg("these lines begin not far enough in") if many else msg("this line begins not far enough in")
    advice = msg("begin them at the margin") if many else msg("begin it at the margin")
    if wanted:
        advice = msg("begin them with {n} spaces", n=wanted) if many else msg("begin it with {n} spaces", n=wanted)
    label = msg("after {n} spaces", n=piece.start) if piece.start else msg("at the margin")
    if piece.start == 1:
        label = msg("after 1 space")
    return Diagnostic("C0204", message, Label(span, label), help=advice)


# ---------------------------------------------------------------------------------------------- without one


def _unclosed(source: Source, draft: Draft, sentence: SentenceLines) -> Diagnostic | None:
    """A line with an odd number of quotation marks."""
    for number in range(sentence.first, sentence.last + 1):
        line = draft.lines[number]
        if line.count('"') % 2:
            last = line.rfind('"')
            label = Label(
                draft.span(source, number, last, last + 1), msg("this text, or one before it on the line, has no end")
            )
            return Diagnostic("C0205", msg("a quotation mark is missing"), label, help=msg("close each text on its line"))
    return None


def _uneven(source: Source, draft: Draft, sentence: SentenceLines) -> Diagnostic:
    line = draft.lines[sentence.first]
    margin = len(line) - len(line.lstrip(" "))
    label = Label(draft.span(source, sentence.first, 0, max(1, margin)), msg("no block begins its lines here"))
    return Diagnostic(
        "C0204", msg("this line begins beside its neighbours"), label, help=msg("align it with the lines of its block")
    )


def _broken_line(source: Source, draft: Draft, sentence: SentenceLines, broken: Broken) -> Diagnostic:
    line, _ = draft.position(broken.start)
    if broken.kind == "_INDENT":
        start = len(draft.lines[line]) - len(draft.lines[line].lstrip(" "))
        label = Label(draft.span(source, line, start, start + 1), msg("it begins further in than the line before"))
        return Diagnostic(
            "C0204", msg("this line opens a block where none can be"), label, help=msg("begin it where its neighbours begin")
        )
    line = sentence.last
    end = len(draft.lines[line].rstrip())
    if broken.accepts == frozenset({"_INDENT"}):
        label = Label(
            draft.span(source, line, max(0, end - 1), end), msg("the lines that belong to it should follow, further in")
        )
        return Diagnostic(
            "C0204", msg("a block is opened and left empty"), label, help=msg("write its lines below, two spaces further in")
        )
    ends = msg("the sentence is not finished")
    if broken.kind == "$END":
        ends = msg("the file ends in the middle of a sentence")
    label = Label(draft.span(source, line, max(0, end - 1), end), going_on(broken.accepts, here=False))
    return Diagnostic("C0202", ends, label, help=form_of(draft, sentence))


def _unexpected(source: Source, draft: Draft, sentence: SentenceLines, broken: Broken) -> Diagnostic:
    line, column = draft.position(broken.start)
    match = PIECE.search(draft.lines[line], column)
    start, end = match.span() if match else (column, column + 1)
    word = shorten(draft.lines[line][start:end])
    span = draft.span(source, line, start, end)
    if "GAME" in broken.accepts:
        return Diagnostic(
            "C0201", msg("the file does not begin with its name"), Label(span, msg("before this")), help=BEGINNINGS
        )
    label = Label(span, going_on(broken.accepts, here=True))
    advice = form_of(draft, sentence, word)
    return Diagnostic("C0201", msg("`{word}` does not fit here", word=word), label, help=advice)
