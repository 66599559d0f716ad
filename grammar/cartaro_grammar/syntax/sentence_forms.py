"""How sentences are written, shown to an author whose own cannot be read."""

from __future__ import annotations

from collections.abc import Mapping

FORMS: Mapping[str, str] = {
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
