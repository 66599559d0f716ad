"""Dates as a language writes them; a ruleset's own, so that a page never tells the day on which it was made."""

from __future__ import annotations

from cartaro_grammar import game as g
from cartaro_rulebook.words.language import Language


def date_in_words(date: g.Date, lang: Language) -> str:
    """`3 novembre 2026`, `novembre 2026` or `2026`."""
    year = f"{date.year:04}"
    if not date.month:
        return year
    month = lang.say(f"date_month_{date.month}")
    if not date.day:
        return lang.say("date_month", month=month, year=year)
    day = lang.say("date_first") if date.day == 1 else str(date.day)
    return lang.say("date_day", day=day, month=month, year=year)
