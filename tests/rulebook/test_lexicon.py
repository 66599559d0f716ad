"""The tables of phrases: the same for every language, complete, and with nothing unused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cartaro
import cartaro_rulebook
from cartaro_rulebook.words.language import FORMS, language
from cartaro_verify.terms import messages

PACKAGES = [Path(package.__file__ or "").parent for package in (cartaro_rulebook, cartaro)]
"""Who says what is in the tables."""
ONLY_SOMEWHERE = re.compile(r"towards_\w+")


def keys(code: str) -> set[str]:
    return {key for key in language(code).phrases if not ONLY_SOMEWHERE.fullmatch(key)}


@pytest.mark.parametrize("code", FORMS)
def test_every_language_has_the_same_phrases(code: str) -> None:
    assert keys(code) == keys("it")


PAGE = Path(__file__).parents[2] / "workbench" / "page" / "src"
OF_THE_PAGE = "page_"
"""What begins the keys of the page's phrases, which its TypeScript says without it."""


@pytest.mark.parametrize("code", FORMS)
def test_no_phrase_of_the_page_is_unused(code: str) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(PAGE.rglob("*.ts")))
    named = set(re.findall(r"[\"'](\w+)[\"']", text))
    stems = tuple(re.findall(r"`(\w+_)\$\{", text))
    said = [key.removeprefix(OF_THE_PAGE) for key in keys(code) if key.startswith(OF_THE_PAGE)]
    assert [key for key in said if key not in named and not key.startswith(stems)] == []


@pytest.mark.parametrize("code", FORMS)
def test_every_phrase_that_the_page_says_is_there(code: str) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(PAGE.rglob("*.ts")))
    said = re.findall(r"(?:\bsay|\.text|\blabel)\((?:words, )?\"(\w+)\"", text)
    said += re.findall(r"\.attribute\(\w[\w.]*, \"[\w-]+\", \"(\w+)\"", text)
    assert said
    assert {OF_THE_PAGE + key for key in said} <= keys(code)


@pytest.mark.parametrize("code", FORMS)
def test_no_phrase_is_unused(code: str) -> None:
    files = [path for package in PACKAGES for path in sorted(package.rglob("*.py"))]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    named = set(re.findall(r"[\"'](\w+)[\"']", text))
    stems = ("ui_", "v_", "m_", OF_THE_PAGE, *re.findall(r"f[\"'](\w+_)\{", text))
    stems = (
        *stems,
        *(
            "turn",
            "hand",
            "match",
            "greatest",
            "least",
            "reading",
            "take_back",
            "stand",
            "clockwise",
            "anticlockwise",
            "lowest",
        ),
    )
    variants = ("_not", "_more")
    unused = [key for key in keys(code) if key not in named and not key.startswith(stems) and not key.endswith(variants)]
    assert unused == []


@pytest.mark.parametrize("code", FORMS)
def test_choices_agree_in_number_or_in_gender_and_number(code: str) -> None:
    for key, phrase in language(code).phrases.items():
        for choice in re.findall(r"\[([^\[\]]*)\]", phrase):
            assert len(choice.split("|")) in (2, 4), (key, phrase)


@pytest.mark.parametrize("code", FORMS)
def test_slots_are_those_of_the_first_language(code: str) -> None:
    """A language may leave a slot out, but has none that the others do not fill."""
    for key in keys(code):
        known = {slot for other in FORMS for slot in re.findall(r"\{(\w+)\}", language(other).phrases[key])}
        assert set(re.findall(r"\{(\w+)\}", language(code).phrases[key])) <= known


NAMES = {form for form, template in messages.FORMS.items() if template.strip("`") == "{name}"}
"""The forms that are names of the ruleset, which are said in its own words."""


@pytest.mark.parametrize("code", FORMS)
def test_every_form_of_a_verdict_is_said_in_every_language(code: str) -> None:
    told = {key.removeprefix("m_") for key in keys(code) if key.startswith("m_")}
    assert told == (messages.FORMS.keys() | messages.JOINTS.keys()) - NAMES


@pytest.mark.parametrize("code", FORMS)
@pytest.mark.parametrize("form", sorted(messages.FORMS.keys() - NAMES))
def test_a_form_has_its_slots_in_every_language(form: str, code: str) -> None:
    wanted = set(re.findall(r"\{(\w+)\}", messages.FORMS[form]))
    assert set(re.findall(r"\{(\w+)\}", language(code).phrases[f"m_{form}"])) == wanted
