"""A language of the rulebook: its table of phrases (`lexicon/*.toml`), and the forms of its words.

A phrase's markup: `{x}` is a slot, `[è|sono]` agrees in number with the subject and `[o|a|i|e]` in gender and number, `<` and
`>` stand where a negation goes.  Only the table has markup: what fills a slot is never read again.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from cartaro_rulebook.words.morphology import English, French, Italian, Morphology
from cartaro_rulebook.words.nouns import Noun, Phrase, noun

FORMS: dict[str, Morphology] = {"it": Italian(), "en": English(), "fr": French()}
_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its code, with the phrases that say what the kernel means."""

    code: str
    phrases: Mapping[str, str]
    forms: Morphology

    def say(self, key: str, subject: Phrase | None = None, negated: bool = False, /, **slots: str) -> str:
        """The phrase with its slots filled; verbs and adjectives agree with the subject, which fills `{s}`."""
        text = agreeing(self.phrases[key], subject or Phrase(""))
        text = text.replace("<", self.phrases["negation_before"] if negated else "")
        text = text.replace(">", self.phrases["negation_after"] if negated else "")
        filled = {**slots, "s": subject.text if subject else ""}
        return _SLOT.sub(lambda slot: filled[slot[1]], text)

    def noun(self, key: str) -> Noun:
        """A noun of the kernel: player, side, card, turn."""
        return noun(self.phrases[key], self.code)

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
        return _SLOT.sub(lambda slot: filled[slot[1]], template).strip()

    def series(self, parts: list[str] | tuple[str, ...], word: str = "and") -> str:
        """A, B and C."""
        joined = self.phrases[word]
        if len(parts) < 2:
            return "".join(parts)
        comma = self.phrases["comma_when"] if word == "and_when" else ", "
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


def languages() -> tuple[str, ...]:
    """The codes of the languages there are."""
    return tuple(FORMS)
