"""The published schemas and the page's types are exactly the output of the declared forms."""

from __future__ import annotations

import pytest

from cartaro_workbench.service.published_forms import CHECKOUT, published

PUBLISHED = {path.relative_to(CHECKOUT).as_posix(): text for path, text in published()}


@pytest.mark.parametrize("place", PUBLISHED)
def test_a_generated_file_is_up_to_date(place: str) -> None:
    assert (CHECKOUT / place).read_text(encoding="utf-8") == PUBLISHED[place]


def test_no_schema_is_left_from_before() -> None:
    assert {path.relative_to(CHECKOUT).as_posix() for path in (CHECKOUT / "docs" / "schemas").iterdir()} < set(PUBLISHED)
