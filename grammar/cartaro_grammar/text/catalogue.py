"""The catalogue: the words of the program in each language (decision 0031).

Each language is a folder of `messages/`; each subject is a TOML file in it. Phrases have keys, which are the same in every
language, including English; a key begins with the prefix of its subject (`PREFIXES`). The English text of a diagnostic is in
the code, and is its key in the `diagnostics.toml` of the other languages.

Markup of a phrase: `{x}` is a slot; `[is|are]` agrees in number with the subject, `[o|a|i|e]` in gender and number (masculine,
feminine, and both in the plural); `<` and `>` mark the place of a negation, `{s}` is the subject. The values of slots are never
read as markup. Italian and French words are written in full (`di il`); contractions are made afterwards.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

ENGLISH = "en"
TRANSLATED = ("it", "fr")
"""The languages into which the English of diagnostics is translated."""

LANGUAGES = (ENGLISH, *TRANSLATED)
PREFIXES = {"rules": "", "site": "site_", "rulings": "ruling_", "terminal": "terminal_", "verdicts": "proof_", "page": "page_"}
"""The subjects with keyed phrases, each with the beginning of its keys (a verdict's own name also has `verdict_`)."""

_FOLDER = Path(__file__).parents[1] / "messages"
_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")


@cache
def phrases(language: str) -> Mapping[str, str]:
    """Return the keyed phrases of a language, of all subjects together. Raise FileNotFoundError for an unknown language."""
    return {key: phrase for subject in PREFIXES for key, phrase in subject_phrases(language, subject).items()}


@cache
def subject_phrases(language: str, subject: str) -> Mapping[str, str]:
    """Return the keyed phrases of one subject, so that a caller need not parse all of them."""
    return tomllib.loads((_FOLDER / language / f"{subject}.toml").read_text(encoding="utf-8"))


@cache
def diagnostics(language: str) -> Mapping[str, str]:
    """Return the translations of diagnostics by their English text. The result is empty for English and for unknown
    languages.
    """
    if language not in TRANSLATED:
        return {}
    text = (_FOLDER / language / "diagnostics.toml").read_text(encoding="utf-8")
    return {english: words for section in tomllib.loads(text).values() for english, words in section.items()}


def agree(phrase: str, *, feminine: bool = False, plural: bool = False) -> str:
    """Resolve the choices in a phrase: two forms by number, or four by gender and number."""

    def chosen(found: re.Match[str]) -> str:
        forms = found[1].split("|")
        return forms[plural if len(forms) == 2 else feminine + 2 * plural]

    return _CHOICE.sub(chosen, phrase)


def fill(phrase: str, slots: Mapping[str, str]) -> str:
    """Fill the slots of a phrase. Raise KeyError for a slot without a value."""
    return _SLOT.sub(lambda slot: slots[slot[1]], phrase)
