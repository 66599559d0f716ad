"""The gallery of small rules: its texts have no mistakes, and its sentences and verdicts are the program's.

`pytest tests/cli/test_gallery.py --rewrite --level nightly` writes the sentences and verdicts into the page.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.levels import at_night
from tests.reference.pages import PRINT, VERDICTS, Results, Section, parse_page, written

from cartaro.main import cartaro
from cartaro_grammar import Source, format_source, load_checked
from cartaro_rulebook.prose.clauses import claim_prose, clause_prose, scope_for
from cartaro_rulebook.words.nouns import plain

GALLERY = Path(__file__).parents[2] / "docs" / "gallery.md"
STATEMENT = re.compile(r"<!-- statement: (\w+) -->")
"""Names the general statement that a section is about, if its rule comes without a claim."""
BROKEN = {"briscola_chiusa": {"C0823"}}
"""Rules that `check` refuses, with the code of the error: the section is about it."""
NEW_AIM = "C0533"
"""The warning that a guide has no words for a new way to score: the variants of the gallery have no guides."""
RULES = 20
SLOW = {
    "bella", "tre_re_insieme", "cavalli", "bottino", "sempre_due", "briscola_socchiusa", "dieci_di_ultima", "asino_a_tre",
    "otto_non_ultimo", "donna_chiusa", "agram_dieci",
}  # fmt: skip
"""The variants whose claims take most of the time; they are proved again at night."""


def gallery() -> str:
    return GALLERY.read_text(encoding="utf-8")


def name_of(section: Section) -> str:
    return section.rules[0].text.split()[1]


def sections() -> dict[str, Section]:
    """Return the sections with a rule, by the name of its variant."""
    return {name_of(section): section for section in parse_page(gallery()).sections if section.rules}


SECTIONS = sections()


def statement_of(section: Section) -> str:
    """Return the name of the claim, or of the general statement, that a section is about."""
    (name,) = re.findall(r"^claim (\w+)", section.rules[0].text, re.M) or STATEMENT.findall(_prose(section))
    return str(name)


def _prose(section: Section) -> str:
    return "\n".join(gallery().split("\n")[section.line : section.rules[0].line - 1])


def sentences(file: str) -> str:
    """Return the rule and the claim as a rulebook prints them, in each language."""
    game, _ = load_checked(file)
    assert game is not None
    found: list[list[str]] = []
    for code in ("en", "it", "fr"):
        scope = scope_for(game, code)
        own = [one for one in game.ruleset.clauses if one.span.source.name == file]
        claims = [one for one in game.claims if one.span.source.name == file]
        lines = [line for one in own for line in clause_prose(one, scope).lines]
        lines += [line for one in claims for line in claim_prose(one, scope).lines]
        found.append([f"{code}  {plain(line)}" for line in lines])
    return "\n\n".join("\n".join(lines) for lines in zip_longest(*found, fillvalue=""))


def verdict(file: str, statement: str) -> str:
    """Return the answer of `cartaro verify` about one statement, without its times."""
    done = CliRunner().invoke(cartaro, ["verify", file, "--only", statement])
    lines = done.output.rstrip("\n").split("\n")
    first = next(n for n, line in enumerate(lines) if line.lstrip()[:1] in {"✓", "✗"})
    answer = [re.sub(r"  \d+\.\d s$", "", line) for line in lines[first:-1]]
    return "\n".join(line.removeprefix("  ").rstrip() for line in answer)


@pytest.mark.parametrize("name", at_night([*SECTIONS], by_day=[name for name in SECTIONS if name not in SLOW]))
def test_a_section_has_the_program_s_sentences_and_verdict(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    section = sections()[name]
    file = f"{name}.regole"
    text = format_source(Source(file, section.rules[0].text + "\n"))
    assert isinstance(text, str)
    Path(file).write_text(text, encoding="utf-8")
    below = {PRINT: sentences(file), VERDICTS: verdict(file, statement_of(section))}
    new = written(gallery(), {section.line: Results((text.rstrip("\n"),), below, ())})
    if request.config.getoption("--rewrite"):
        GALLERY.write_text(new, encoding="utf-8")
    assert new == gallery(), "pytest --rewrite --level nightly writes these results"


@pytest.mark.parametrize("name", SECTIONS)
def test_a_rule_has_no_mistakes_but_the_one_that_its_section_is_about(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(f"{name}.regole").write_text(SECTIONS[name].rules[0].text + "\n", encoding="utf-8")
    printed = CliRunner().invoke(cartaro, ["check", f"{name}.regole"]).output
    assert {*re.findall(r"\[(C\d+)\]", printed)} - {NEW_AIM} == BROKEN.get(name, set())


def test_the_gallery_has_twenty_rules_and_refutes_some_of_them() -> None:
    shown = [block.text for section in SECTIONS.values() for block in section.blocks if block.title == VERDICTS]
    assert len(SECTIONS) == len(shown) == RULES
    assert {text.split()[1] for text in shown} == {"proved", "refuted"}
