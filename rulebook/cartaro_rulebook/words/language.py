"""A language: phrases of the catalogue, filled and inflected; dates; the keys of the phrases in a sentence.

`Language` looks a key up in the catalogue (`cartaro_grammar.catalogue`, which describes the markup), makes verbs and adjectives
agree with the subject, puts negations in their place and fills the slots.  `in_words` does the same for callers that need only
one complete text.

With a `KeyTrace`, every phrase is recorded with its key while a sentence is put together.  Phrases can be nested; the keys of a
sentence are the keys of all phrases whose words are in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from cartaro_grammar import Noun, catalogue, requoted
from cartaro_grammar import game as g
from cartaro_rulebook.words.morphology import English, French, Italian, Morphology
from cartaro_rulebook.words.nouns import RELATIVE, Phrase, marked, noun

# --------------------------------------------------------------------- key trace


@dataclass(slots=True)
class KeyTrace:
    """The phrases used since the last sentence was finished, each with its key."""

    phrases: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def record(self, key: str, words: str) -> None:
        """Record the words that were used for a key."""
        bare = words.replace(RELATIVE, "").strip()
        if bare:
            self.phrases.append((key, bare))

    def mark(self, sentence: str, place: str) -> str:
        """Return a reference to the keys whose words are in a sentence, and to the `place` of the sentence's rule; forget all
        recorded phrases.  The keys are in the order of their positions, with the longest first.
        """
        found = sorted((sentence.find(words), -len(words), key) for key, words in self.phrases if words in sentence)
        self.phrases.clear()
        keys = " ".join(dict.fromkeys(key for _, _, key in found))
        return marked("keys", f"{keys}@{place}", "")


# ---------------------------------------------------------------------- language


MORPHOLOGIES: dict[str, Morphology] = {"it": Italian(), "en": English(), "fr": French()}


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its code, and its phrases for the constructs of the kernel."""

    code: str
    phrases: Mapping[str, str]
    forms: Morphology
    trace: KeyTrace | None = None
    """The trace of the keys of all phrases used, if a caller wants one."""

    def text(self, key: str, subject: Phrase | None = None, negated: bool = False, /, **slots: str) -> str:
        """Return the phrase with its slots filled; verbs and adjectives agree with the subject, which fills `{s}`."""
        return self._filled(key, self.phrases[key], subject, negated, slots)

    def text_quoting(self, key: str, key_words: str, subject: Phrase | None = None, /, **slots: str) -> str:
        """Return the phrase as `text` does, with the sentences that it quotes in the key words of a language."""
        return self._filled(key, requoted(self.phrases[key], key_words), subject, False, slots)

    def _filled(self, key: str, phrase: str, subject: Phrase | None, negated: bool, slots: Mapping[str, str]) -> str:
        of = subject or Phrase("")
        text = catalogue.agree(phrase, feminine=of.feminine, plural=of.plural)
        text = text.replace("<", self.phrases["negation_before"] if negated else "")
        text = text.replace(">", self.phrases["negation_after"] if negated else "")
        filled = {**slots, "s": subject.text if subject else ""}
        return self._recorded(key, catalogue.fill(text, filled))

    def word(self, key: str) -> str:
        """Return a phrase as written in the table: a preposition, a conjunction."""
        return self._recorded(key, self.phrases[key])

    def noun(self, key: str) -> Noun:
        """Return a noun of the kernel: player, side, card, turn."""
        found = noun(self.phrases[key], self.code)
        self._recorded(key, found.singular)
        self._recorded(key, found.plural)
        return found

    def _recorded(self, key: str, words: str) -> str:
        if self.trace is not None:
            self.trace.record(key, words)
        return words

    def key_mark(self, sentence: str, place: str = "") -> str:
        """Return the mark after a finished sentence, if keys are traced: its keys, and the place of its rule."""
        return "" if self.trace is None else self.trace.mark(sentence, place)

    def with_adjective(self, key: str, of: Noun) -> Noun:
        """Return a noun with an adjective of the table: total value, highest value."""
        one, many = (self._form_with_adjective(key, of, plural) for plural in (False, True))
        return Noun(one, many, of.feminine, of.only_plural, of.place, named=True)

    def _form_with_adjective(self, key: str, of: Noun, plural: bool) -> str:
        """Return one form of a noun with an adjective.  The noun may state the place of the adjective: after its `{head}`, or
        before an adjunct such as *in points*.
        """
        form = of.form(plural)
        words = form.split(" ")
        at = next((n for n, word in enumerate(words) if word in self.phrases["loose"].split()), len(words))
        head, rest = " ".join(words[:at]), " ".join(words[at:])
        template = catalogue.agree(self.phrases[key], feminine=of.feminine, plural=plural)
        filled = {"noun": form, "head": head, "rest": rest}
        return self._recorded(key, catalogue.fill(template, filled).strip())

    def series(self, parts: list[str] | tuple[str, ...], word: str = "and") -> str:
        """Join parts: A, B and C."""
        if len(parts) < 2:
            return "".join(parts)
        joined = self.word(word)
        comma = self.phrases["comma_when"] if word.endswith("_when") else ", "
        return f"{comma.join(parts[:-1])} {joined} {parts[-1]}"

    def of(self, what: str) -> str:
        return " " + self.text("of", x=what)


@cache
def language(code: str) -> Language:
    """Return the language of a code. Raise KeyError for a language without a catalogue."""
    forms = MORPHOLOGIES[code]
    return Language(code, catalogue.phrases(code), forms)


def in_words(key: str, code: str, **values: object) -> str:
    """Return a phrase of the catalogue, filled; in English for a language without a table."""
    return language(code if code in MORPHOLOGIES else "en").text(key, **{slot: str(value) for slot, value in values.items()})


def counted_in_words(key: str, code: str, count: int) -> str:
    """Return a phrase of the catalogue that begins with a number `n`, and agrees with it."""
    return language(code if code in MORPHOLOGIES else "en").text(key, Phrase("", plural=count != 1), n=str(count))


def languages() -> tuple[str, ...]:
    """Return the codes of the languages with a table."""
    return tuple(MORPHOLOGIES)


# ------------------------------------------------------------------------- dates


def date_in_words(date: g.Date, lang: Language) -> str:
    """Word a date: `3 novembre 2026`, `novembre 2026` or `2026`."""
    year = f"{date.year:04}"
    if not date.month:
        return year
    month = lang.text(f"date_month_{date.month}")
    if not date.day:
        return lang.text("date_month", month=month, year=year)
    day = lang.text("date_first") if date.day == 1 else str(date.day)
    return lang.text("date_day", day=day, month=month, year=year)
