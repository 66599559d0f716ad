"""The links to the reference lead to sections that exist and explain the construct."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from tests.reference.pages import Section, parse_page

from cartaro_grammar import NameKind
from cartaro_grammar.model.game import Sentence
from cartaro_workbench.editing.reference_sections import OF_CARDS, OF_FRAMES, OF_KINDS, OF_SENTENCES, section_of_key_word
from cartaro_workbench.editing.sentence_frames import FRAMES

DOCS = Path(__file__).parents[2] / "docs"


@cache
def sections(page: str) -> dict[str, Section]:
    """Return the sections of a page by their anchors on the site."""
    found = parse_page((DOCS / page).read_text("utf-8")).sections
    return {re.sub(r"[^a-z0-9]+", "-", one.heading.lower()).strip("-"): one for one in found}


@pytest.mark.parametrize("section", sorted({*OF_SENTENCES.values(), *OF_FRAMES.values(), *OF_KINDS.values(), OF_CARDS}))
def test_every_section_exists(section: str) -> None:
    page, _, heading = section.partition("#")
    assert heading in sections(page)


@pytest.mark.parametrize("sentence", OF_SENTENCES, ids=lambda one: one.__name__)
def test_the_section_of_a_sentence_documents_it(sentence: type) -> None:
    page, _, heading = OF_SENTENCES[sentence].partition("#")
    assert sentence.__name__ in sections(page)[heading].documents


def test_every_sentence_frame_and_kind_of_name_has_a_section() -> None:
    assert OF_SENTENCES.keys() == set(get_args(Sentence))
    assert OF_FRAMES.keys() == FRAMES.keys()
    assert OF_KINDS.keys() == set(get_args(NameKind))


def test_a_key_word_leads_to_its_section_in_every_language() -> None:
    assert section_of_key_word("shuffle", "game x") == "reference/effects.md#shuffle"
    assert section_of_key_word("mescola", "in italiano\ngioco x") == "reference/effects.md#shuffle"
    assert section_of_key_word("because", "game x") == ""
