"""The shipped rulesets have the layout that the formatter writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar.syntax.format import format_source
from cartaro_grammar.text.reading import read_source
from cartaro_grammar.text.source import Source

RULESETS = sorted((Path(__file__).parents[2] / "rulesets").glob("*/*.regole"))


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.name)
def test_laid_out(path: Path) -> None:
    source = read_source(path, path.name)
    assert isinstance(source, Source)
    assert format_source(source) == source.text
