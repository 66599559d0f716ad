"""Which keys of the catalogue made a sentence: noted while it is put together, for whoever mends the words of a page.

Every phrase is noted as it is said.  A sentence is made of phrases inside of phrases, so the keys that made it are those whose
words are in it; what was said and not used is left out.

The catalogue: all words that people read in a language of their own, whoever says them, and the one way to look them up.

A table a language (`lexicon/*.toml`) has every phrase under a key: those of the rules in prose, of the pages (`ui_`), of the
arbiter's answers (`ruling_`), of the terminal (`table_`) and of verdicts (`v_`, `m_`).  `Language` fills and inflects them.

A phrase's markup: `{x}` is a slot, `[è|sono]` agrees in number with the subject and `[o|a|i|e]` in gender and number, `<` and
`>` stand where a negation goes.  Only the table has markup: what fills a slot is never read again.

Dates as a language writes them; a ruleset's own, so that a page never tells the day on which it was made.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from cartaro_grammar import game as g
from cartaro_rulebook.words.morphology import English, French, Italian, Morphology
from cartaro_rulebook.words.nouns import RELATIVE, Noun, Phrase, marked, noun

# --------------------------------------------------------------------- key trace


@dataclass(slots=True)
class KeyTrace:
    """The phrases said since the last sentence was finished, each with its key."""

    said: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def note(self, key: str, words: str) -> None:
        """Remember that a key was said in these words."""
        bare = words.replace(RELATIVE, "").strip()
        if bare:
            self.said.append((key, bare))

    def mark(self, sentence: str, place: str) -> str:
        """A reference to the keys whose words are in a sentence, from its beginning on and the longest first, and to the
        place of what it says; all that was noted is forgotten.
        """
        found = sorted((sentence.find(words), -len(words), key) for key, words in self.said if words in sentence)
        self.said.clear()
        keys = " ".join(dict.fromkeys(key for _, _, key in found))
        return marked("keys", f"{keys}@{place}", "")


# ---------------------------------------------------------------------- language


FORMS: dict[str, Morphology] = {"it": Italian(), "en": English(), "fr": French()}
_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its code, with the phrases that say what the kernel means."""

    code: str
    phrases: Mapping[str, str]
    forms: Morphology
    trace: KeyTrace | None = None
    """What notes the keys of all that is said, where somebody wants to know them."""

    def say(self, key: str, subject: Phrase | None = None, negated: bool = False, /, **slots: str) -> str:
        """The phrase with its slots filled; verbs and adjectives agree with the subject, which fills `{s}`."""
        text = agreeing(self.phrases[key], subject or Phrase(""))
        text = text.replace("<", self.phrases["negation_before"] if negated else "")
        text = text.replace(">", self.phrases["negation_after"] if negated else "")
        filled = {**slots, "s": subject.text if subject else ""}
        return self._noted(key, _SLOT.sub(lambda slot: filled[slot[1]], text))

    def word(self, key: str) -> str:
        """A phrase as it stands in the table: a preposition, a conjunction."""
        return self._noted(key, self.phrases[key])

    def noun(self, key: str) -> Noun:
        """A noun of the kernel: player, side, card, turn."""
        found = noun(self.phrases[key], self.code)
        self._noted(key, found.singular)
        self._noted(key, found.plural)
        return found

    def _noted(self, key: str, words: str) -> str:
        if self.trace is not None:
            self.trace.note(key, words)
        return words

    def keys_mark(self, sentence: str, place: str = "") -> str:
        """What goes behind a finished sentence where keys are traced: the keys that made it, and the place of its rule."""
        return "" if self.trace is None else self.trace.mark(sentence, place)

    def derived(self, key: str, of: Noun) -> Noun:
        """A noun with an adjective of the table: total value, highest value."""
        one, many = (self._derived(key, of, plural) for plural in (False, True))
        return Noun(one, many, of.feminine, of.only_plural, of.place, named=True)

    def _derived(self, key: str, of: Noun, plural: bool) -> str:
        """One form; an adjective may also stand in the noun: after its `{head}`, before a loose adjunct (*in points*)."""
        form = of.form(plural)
        words = form.split(" ")
        at = next((n for n, word in enumerate(words) if word in self.phrases["loose"].split()), len(words))
        head, rest = " ".join(words[:at]), " ".join(words[at:])
        template = agreeing(self.phrases[key], Phrase("", of.feminine, plural))
        filled = {"noun": form, "head": head, "rest": rest}
        return self._noted(key, _SLOT.sub(lambda slot: filled[slot[1]], template).strip())

    def series(self, parts: list[str] | tuple[str, ...], word: str = "and") -> str:
        """A, B and C."""
        if len(parts) < 2:
            return "".join(parts)
        joined = self.word(word)
        comma = self.phrases["comma_when"] if word.endswith("_when") else ", "
        return f"{comma.join(parts[:-1])} {joined} {parts[-1]}"

    def of(self, what: str) -> str:
        return " " + self.say("of", x=what)


def agreeing(template: str, subject: Phrase) -> str:
    """The template with its choices made: two forms by number, four by gender and number."""

    def chosen(found: re.Match[str]) -> str:
        forms = found[1].split("|")
        if len(forms) == 2:
            return forms[subject.plural]
        return forms[subject.feminine + 2 * subject.plural]

    return _CHOICE.sub(chosen, template)


@cache
def language(code: str) -> Language:
    """The language of a code; KeyError for one without a table."""
    table = files("cartaro_rulebook").joinpath("lexicon", f"{code}.toml").read_text(encoding="utf-8")
    return Language(code, tomllib.loads(table), FORMS[code])


def in_words(key: str, code: str, **values: object) -> str:
    """A phrase of the catalogue, filled; in English where there is no table for a language."""
    return language(code if code in FORMS else "en").say(key, **{slot: str(value) for slot, value in values.items()})


def languages() -> tuple[str, ...]:
    """The codes of the languages there are."""
    return tuple(FORMS)


# ------------------------------------------------------------------------- dates


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
