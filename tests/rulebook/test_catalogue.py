"""The catalogue of phrases: every language has the same keys and slots, and each key is listed under its subject and used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cartaro
import cartaro_rulebook
import cartaro_workbench
from cartaro_grammar import catalogue
from cartaro_verify.results import json_form
from cartaro_verify.results.wording import BY_IDENTIFIER, NAMES

ROOT = Path(__file__).parents[2]
PACKAGES = [Path(package.__file__ or "").parent for package in (cartaro_rulebook, cartaro_workbench, cartaro)]
"""The packages that look phrases up; the page has its own below."""
LANGUAGE_SPECIFIC = re.compile(r"towards_\w+")
EACH_LANGUAGE = pytest.mark.parametrize("code", catalogue.LANGUAGES)


def keys(code: str, subject: str | None = None) -> set[str]:
    phrases = catalogue.phrases(code) if subject is None else catalogue.subject_phrases(code, subject)
    return {key for key in phrases if not LANGUAGE_SPECIFIC.fullmatch(key)}


@EACH_LANGUAGE
@pytest.mark.parametrize("subject", catalogue.PREFIXES)
def test_a_subject_has_the_same_keys_in_every_language(subject: str, code: str) -> None:
    assert keys(code, subject) == keys("it", subject)


def test_a_folder_of_a_language_has_the_subjects_and_no_other_file() -> None:
    for code in catalogue.LANGUAGES:
        found = {path.stem for path in (ROOT / "grammar/cartaro_grammar/messages" / code).iterdir()}
        assert found - {"diagnostics"} == set(catalogue.PREFIXES)
        assert ("diagnostics" in found) == (code in catalogue.TRANSLATED)


@pytest.mark.parametrize("subject", catalogue.PREFIXES)
def test_a_key_begins_with_the_prefix_of_its_subject(subject: str) -> None:
    prefixes = (catalogue.PREFIXES[subject], *(["verdict_"] if subject == "verdicts" else []))
    others = tuple(prefix for prefix in (*catalogue.PREFIXES.values(), "verdict_") if prefix and prefix not in prefixes)
    assert [key for key in keys("en", subject) if not key.startswith(prefixes) or key.startswith(others)] == []


@EACH_LANGUAGE
def test_a_language_has_no_slot_that_the_others_lack(code: str) -> None:
    """A language may leave a slot out, but has no slot that the other languages do not fill."""
    for key in keys(code):
        known = {slot for other in catalogue.LANGUAGES for slot in slots(catalogue.phrases(other)[key])}
        assert slots(catalogue.phrases(code)[key]) <= known


def slots(phrase: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", phrase))


@EACH_LANGUAGE
def test_choices_agree_in_number_or_in_gender_and_number(code: str) -> None:
    for key, phrase in catalogue.phrases(code).items():
        for choice in re.findall(r"\[([^\[\]]*)\]", phrase):
            assert len(choice.split("|")) in (2, 4), (key, phrase)


# -------------------------------------------------------------------- unused keys


def test_no_key_is_unused() -> None:
    """In the code a key is named in full, or by a beginning that the code completes. Labels of the site are named without their
    prefix.
    """
    text = "\n".join(path.read_text(encoding="utf-8") for package in PACKAGES for path in sorted(package.rglob("*.py")))
    named = set(re.findall(r"[\"'](\w+)[\"']", text))
    begun = {stem.removeprefix("site_") for stem in re.findall(r"f[\"'](\w+_)\{", text)} - {""}
    stems = (*begun, *NAMED_BY_DATA)
    unused = {
        key
        for subject in ("rules", "site", "rulings", "terminal")
        for key in keys("en", subject)
        if not {key, key.removeprefix("site_"), VARIANT.sub("", key.removeprefix("site_"))} & named
        and not key.removeprefix("site_").startswith(stems)
    }
    assert unused == set()


VARIANT = re.compile(r"_(not|more|always)$")
NAMED_BY_DATA = (
    *("turn", "hand", "match", "greatest", "least", "reading", "take_back", "stand", "clockwise", "anticlockwise", "lowest"),
    *("run_example", "prove_claim"),
)
"""Beginnings of keys that are values of the checked game, or actions of the language server."""


PAGE = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "workbench/page/src").rglob("*.ts")))
"""The page's TypeScript, which names phrases without their prefix."""


SERVICE = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "workbench/cartaro_workbench").rglob("*.py")))
"""The Python of the page's service, which names phrases with their prefix."""


def test_no_phrase_of_the_page_is_unused() -> None:
    named = set(re.findall(r"[\"'](\w+)[\"']", PAGE)) | set(re.findall(r"\"page_(\w+)\"", SERVICE))
    stems = (*re.findall(r"`(\w+_)\$\{", PAGE), *re.findall(r"\"page_(\w+_)\{", SERVICE))
    phrases = [key.removeprefix("page_") for key in keys("en", "page")]
    assert [key for key in phrases if key not in named and not key.startswith(stems)] == []


def test_the_page_names_no_phrase_that_is_missing() -> None:
    named = re.findall(r"(?:\bsay|\.text|\blabel)\((?:words, )?\"(\w+)\"", PAGE)
    named += re.findall(r"\.attribute\(\w[\w.]*, \"[\w-]+\", \"(\w+)\"", PAGE)
    assert named
    assert {f"page_{key}" for key in named} <= keys("en", "page")


# ----------------------------------------------------------------------- verdicts


def test_every_form_of_a_verdict_has_a_phrase() -> None:
    phrases = {key.removeprefix("proof_") for key in keys("en", "verdicts") if key.startswith("proof_")}
    assert phrases == json_form.FORMS.keys() - NAMES.keys()
    assert BY_IDENTIFIER.keys() <= json_form.FORMS.keys()


@EACH_LANGUAGE
@pytest.mark.parametrize("form", sorted(json_form.FORMS.keys() - NAMES.keys()))
def test_a_form_of_a_verdict_has_its_slots_in_every_language(form: str, code: str) -> None:
    assert slots(catalogue.phrases(code)[f"proof_{form}"]) == slots(catalogue.phrases("en")[f"proof_{form}"])


OF_PROVERS = {
    "en": r"induct|invariant|\bstates?\b|solver|\bquer(y|ies)\b|encod|interpreter|exhaustive|enumerat|\bcase\[|\bway\[",
    "it": r"indu(zion|ttiv)|invarianti|\bstat[oi]\b (che|raggiung)|risolutore|codifica|interprete|esaustiv|enumerat|\[via",
    "fr": r"inducti|invariant|\bétats?\b|solveur|codage|interprète|exhausti|énumér|chemin|pondér",
}
"""Words that a prover uses and a player does not."""
NEVER_SAID_PLAINLY = {"ends_grows", "ends_level", "ends_cases"}
"""Terms about a proof method that are left out when the method is told in plain words."""


@EACH_LANGUAGE
def test_what_is_said_plainly_has_no_word_of_provers(code: str) -> None:
    phrases = catalogue.subject_phrases(code, "verdicts")
    plainly = {
        form: phrases.get(f"verdict_plainly_{form}", phrases[f"proof_{form}"]) for form in json_form.FORMS.keys() - NAMES.keys()
    }
    assert {form: text for form, text in plainly.items() if re.search(OF_PROVERS[code], text)}.keys() <= NEVER_SAID_PLAINLY
    assert [form for form in json_form.FORMS if re.search(OF_PROVERS[code], phrases.get(f"proof_{form}", ""))] != []


@EACH_LANGUAGE
def test_what_is_said_plainly_is_of_a_form_and_fills_no_other_slots(code: str) -> None:
    phrases = catalogue.subject_phrases(code, "verdicts")
    plainly = {
        key.removeprefix("verdict_plainly_"): text for key, text in phrases.items() if key.startswith("verdict_plainly_")
    }
    assert plainly.keys() <= json_form.FORMS.keys()
    assert [form for form, text in plainly.items() if not slots(text) <= slots(phrases[f"proof_{form}"])] == []
