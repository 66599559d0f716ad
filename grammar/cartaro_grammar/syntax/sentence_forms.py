"""What an author is told of sentences: what could stand at a place, and how a sentence is written that holds a word."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cartaro_grammar.syntax.recovery import Draft, SentenceLines
from cartaro_grammar.text.messages import Message, either, listed, say

MAX_WANTED = 6

SAID: Mapping[str, str] = {
    "_NL": say("the end of the line"),
    "_INDENT": say("an indented block"),
    "_DEDENT": say("the end of the block"),
    "NAME": say("a name"),
    "NUMBER": say("a number"),
    "STRING": say('a text in "quotes"'),
    "DATE": say("a date such as 2026-11"),
    "CODE": say("a card"),
    "CITE": say("a citation such as F9"),
    "MARK": say("the mark of a wording"),
    "LETTER": say("a source's letter"),
    "MOMENT": say("`start`, `end` or `count`"),
    "$END": say("the end of the file"),
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
    return shown[0] if len(shown) == 1 else either([listed(shown[:-1]), shown[-1]])


def going_on(kinds: frozenset[str], *, here: bool) -> Message:
    """What should stand here, or follow."""
    awaited = _awaited(kinds)
    if {"ARTICLE", "CLAIM"} <= kinds:
        return say("no article, amendment, claim or example begins like this")
    if not awaited:
        return say("no sentence goes on like this")
    return say("{what} should stand here", what=awaited) if here else say("{what} should follow", what=awaited)


def form_of(draft: Draft, sentence: SentenceLines, word: str = "") -> Message | None:
    """How a sentence with these words is written, of which one does not fit."""
    text = " ".join(draft.lines[sentence.first : sentence.last + 1])
    if re.match(r"\s*(?:act|finding) ", text):
        return say(
            "it is written `act NAME THING with THING`: between one thing and the next stands `with`, `for`, `to`, `from`, "
            "`in`, `on`, `at` or `as`"
        )
    if re.search(r"\bsides are ", text):
        return say("such a sentence is written `{form}`", form="the sides are single players")
    if word == "or" and re.search(r"\bmay(?: not)? \w+\s+or\b", text):
        return say("a permission or a prohibition is of one act: write a clause for each")
    named = re.match(r'\s*\w[^:"]*:', text)
    words = re.findall(r"[a-z_]+", text[named.end() :] if named else text)
    form = next((FORMS[word] for word in words[:6] if word in FORMS and (word != "in" or not named)), None)
    if form is None and named:
        return say("clauses are written `NAME: the player may …`, `NAME: each side scores …`, `NAME: after a ACT, …`")
    return say("such a sentence is written `{form}`", form=form) if form else None
