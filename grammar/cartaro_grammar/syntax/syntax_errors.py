"""Syntax errors in the author's words: where a sentence cannot be read, what it lacks, and how such a one is written."""

from __future__ import annotations

import re
from dataclasses import replace

from cartaro_grammar.syntax.near_words import CALLED
from cartaro_grammar.syntax.parser_tables import Broken
from cartaro_grammar.syntax.recovery import Draft, Sentence
from cartaro_grammar.syntax.repair_change import PIECE, Mend
from cartaro_grammar.text.diagnostic import Diagnostic, Fix, Label, short
from cartaro_grammar.text.source import Source, Span

MAX_WANTED = 6
BEGINNINGS = "begin it `game NAME`, `variant NAME of GAME`, `library NAME` or `annex NAME of GAME`"

SAID = {
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": 'a text in "quotes"',
    "DATE": "a date such as 2026-11",
    "CODE": "a card",
    "CITE": "a citation such as F9",
    "MARK": "the mark of a wording",
    "LETTER": "a source's letter",
    "MOMENT": "`start`, `end` or `count`",
    "$END": "the end of the file",
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

FORMS = {
    "game": "game NAME",
    "library": "library NAME",
    "variant": "variant NAME of GAME",
    "annex": "annex NAME of GAME",
    "title": 'title "TEXT"',
    "edition": 'edition "2" 2026-11',
    "source": 'source F "TITLE" covers F1 to F9',
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


def told(source: Source, draft: Draft, sentence: Sentence, broken: Broken, mend: Mend | None) -> Diagnostic:
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
            label = Label(span, f"`{written}` should follow")
            fix = Fix(at, mend.edits[0].text)
            return Diagnostic("C0202", f"`{written}` is missing after `{short(word)}`", label, fix=fix)
        case "superfluous":
            fix = Fix(span, "")
            return Diagnostic("C0201", f"`{short(word)}` is too much here", Label(span, "leave it out"), fix=fix)
        case "quotes":
            return _quotes(source, draft, mend)
        case "margin":
            return _margin(source, draft, mend)
        case "silent":
            label = Label(span, "it may stand anywhere, and means nothing")
            return Diagnostic("C0404", f"`{word}` cannot be a name", label, help="choose a longer name")
        case "brackets":
            advice = "write `(… where …)`"
            return Diagnostic("C0201", "`where` stands in brackets, with what it speaks of", Label(span, "here"), help=advice)
        case "comment":
            return Diagnostic("C0201", f"`{word}` does not fit here", Label(span, "here"), help="comments begin with `--`")
        case "card":
            message = f"`{word}` is not the code of a card"
            advice = f"write `{written}`: cards are written large"
            return Diagnostic("C0201", message, Label(span, "here"), help=advice, fix=Fix(span, written))
        case "capital":
            message = f"`{word}` begins with a capital"
            advice = f"write `{written}`; upper case is for cards (`7D`) and citations (`F9`)"
            return Diagnostic("C0201", message, Label(span, "words are written small"), help=advice, fix=Fix(span, written))
        case "joined":
            advice = f"write `{written}`"
            return Diagnostic(
                "C0209", "a name is one word", Label(span, "these are several"), help=advice, fix=Fix(span, written)
            )
        case "it" | "fr":
            return _foreign(source, draft, mend)
        case "said":
            return _said(source, draft, mend)
        case "advice":
            return Diagnostic("C0208", f"`{word}` is not how the language says it", Label(span, "here"), help=written)
        case "word" | "sign":
            message = f"`{word}` does not fit here"
            if mend.choices:
                return Diagnostic("C0201", message, Label(span, "here"), help=f"did you mean {_either(mend.choices)}?")
            advice = (
                f"did you mean `{written}`?" if mend.sort == "word" else f"write `{written}`" if written else "leave it out"
            )
            return Diagnostic("C0201", message, Label(span, "here"), help=advice, fix=Fix(span, written))


def _either(choices: tuple[str, ...]) -> str:
    return " or ".join(f"`{choice}`" for choice in choices)


def _said(source: Source, draft: Draft, mend: Mend) -> Diagnostic:
    """A phrase in other words than the language's."""
    piece = mend.piece
    span = draft.span(source, piece.line, piece.start, piece.end)
    if mend.choices:
        follows = re.match(r" *([^\W\d_]\w*)", draft.lines[piece.line][piece.end :])
        what = f" {follows[1]}" if follows else ""
        advice = f"write {_either(tuple(choice + what for choice in mend.choices))}"
        return Diagnostic("C0208", f"the language has other words for `{piece.text}`", Label(span, "here"), help=advice)
    if not mend.written:
        return Diagnostic(
            "C0208", f"the language says it without `{piece.text}`", Label(span, "leave it out"), fix=Fix(span, "")
        )
    message = f"the language says `{mend.written}`, not `{piece.text}`"
    return Diagnostic("C0208", message, Label(span, "here"), help=f"write `{mend.written}`", fix=Fix(span, mend.written))


def _foreign(source: Source, draft: Draft, mend: Mend) -> Diagnostic:
    """Words of another tongue: each with the language's, and a fix where there is one way to read them."""
    spans = [draft.span(source, edit.line, edit.start, edit.end) for edit in mend.edits]
    first, *rest = (
        Label(span, f"the language says {_either(mend.choices) if len(mend.choices) > 1 else f'`{edit.text}`'}")
        for span, edit in zip(spans, mend.edits, strict=True)
    )
    message = f"`{mend.piece.text}` is {CALLED[mend.sort]}, and the language's words are English"
    advice = "names may be in any language; the words between them are the language's own"
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
        label = Label(span, "a text should stand here")
        return Diagnostic("C0205", "a text stands between quotation marks", label, help=f'write `"{short(piece.text)} …"`')
    if mend.written:
        label = Label(span, 'this is not the plain `"`')
        return Diagnostic("C0205", f"`{piece.text}` is no plain quotation mark", label, help='write texts between `"` and `"`')
    edit = mend.edits[0]
    at = draft.span(source, edit.line, edit.start, edit.start)
    label = Label(span, "this text has no end")
    return Diagnostic("C0205", "a quotation mark is missing", label, help="close the text on its line", fix=Fix(at, '"'))


def _margin(source: Source, draft: Draft, mend: Mend) -> Diagnostic:
    piece, wanted = mend.piece, int(mend.written)
    span = draft.span(source, piece.line, piece.start, piece.end)
    many = len({edit.line for edit in mend.edits}) > 1
    this, begin, it = ("these lines", "begin", "them") if many else ("this line", "begins", "it")
    where = "too far in" if piece.start > wanted else "not far enough in"
    advice = f"begin {it} with {wanted} spaces" if wanted else f"begin {it} at the margin"
    shown = f"after {piece.start} space{'s' if piece.start != 1 else ''}" if piece.start else "at the margin"
    return Diagnostic("C0204", f"{this} {begin} {where}", Label(span, shown), help=advice)


# ---------------------------------------------------------------------------------------------- without one


def _unclosed(source: Source, draft: Draft, sentence: Sentence) -> Diagnostic | None:
    """A line with an odd number of quotation marks."""
    for number in range(sentence.first, sentence.last + 1):
        line = draft.lines[number]
        if line.count('"') % 2:
            last = line.rfind('"')
            label = Label(draft.span(source, number, last, last + 1), "this text, or one before it on the line, has no end")
            return Diagnostic("C0205", "a quotation mark is missing", label, help="close each text on its line")
    return None


def _uneven(source: Source, draft: Draft, sentence: Sentence) -> Diagnostic:
    line = draft.lines[sentence.first]
    margin = len(line) - len(line.lstrip(" "))
    label = Label(draft.span(source, sentence.first, 0, max(1, margin)), "no block begins its lines here")
    return Diagnostic("C0204", "this line begins beside its neighbours", label, help="align it with the lines of its block")


def _broken_line(source: Source, draft: Draft, sentence: Sentence, broken: Broken) -> Diagnostic:
    line, _ = draft.position(broken.start)
    if broken.kind == "_INDENT":
        start = len(draft.lines[line]) - len(draft.lines[line].lstrip(" "))
        label = Label(draft.span(source, line, start, start + 1), "it begins further in than the line before")
        return Diagnostic(
            "C0204", "this line opens a block where none can be", label, help="begin it where its neighbours begin"
        )
    line = sentence.last
    end = len(draft.lines[line].rstrip())
    if broken.accepts == frozenset({"_INDENT"}):
        label = Label(draft.span(source, line, max(0, end - 1), end), "the lines that belong to it should follow, further in")
        return Diagnostic(
            "C0204", "a block is opened and left empty", label, help="write its lines below, two spaces further in"
        )
    ends = "the file ends in the middle of a sentence" if broken.kind == "$END" else "the sentence is not finished"
    label = Label(draft.span(source, line, max(0, end - 1), end), _should(broken.accepts, "follow"))
    return Diagnostic("C0202", ends, label, help=_form(draft, sentence))


def _unexpected(source: Source, draft: Draft, sentence: Sentence, broken: Broken) -> Diagnostic:
    line, column = draft.position(broken.start)
    match = PIECE.search(draft.lines[line], column)
    start, end = match.span() if match else (column, column + 1)
    word = short(draft.lines[line][start:end])
    span = draft.span(source, line, start, end)
    if "GAME" in broken.accepts:
        return Diagnostic("C0201", "the file does not begin with its name", Label(span, "before this"), help=BEGINNINGS)
    label = Label(span, _should(broken.accepts, "stand here"))
    advice = _form(draft, sentence)
    return Diagnostic("C0201", f"`{word}` does not fit here", label, help=advice)


def _should(kinds: frozenset[str], verb: str) -> str:
    """What could stand at a place, if that is said in a few words."""
    shown = sorted({SAID.get(kind, f"`{kind.lower()}`") for kind in kinds}, key=lambda said: (said.startswith("`"), said))
    if {"ARTICLE", "CLAIM"} <= set(kinds):
        return "no article, amendment, claim or example begins like this"
    if not shown or len(shown) > MAX_WANTED:
        return "no sentence goes on like this"
    listed = shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " or " + shown[-1]
    return f"{listed} should {verb}"


def _form(draft: Draft, sentence: Sentence) -> str | None:
    """How a sentence with these words is written."""
    text = " ".join(draft.lines[sentence.first : sentence.last + 1])
    named = re.match(r'\s*\w[^:"]*:', text)
    words = re.findall(r"[a-z_]+", text[named.end() :] if named else text)
    form = next((FORMS[word] for word in words[:6] if word in FORMS and (word != "in" or not named)), None)
    if form is None and named:
        return "clauses are written `NAME: the player may …`, `NAME: each side scores …`, `NAME: after a ACT, …`"
    return f"such a sentence is written `{form}`" if form else None
