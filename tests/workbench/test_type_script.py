"""The types of the answers in TypeScript are those of the service."""

from __future__ import annotations

from cartaro_workbench.service.service import METHODS
from cartaro_workbench.service.type_script import PLACE, type_script


def test_what_the_page_reads_is_written_from_the_service() -> None:
    assert PLACE.read_text(encoding="utf-8") == type_script(METHODS.values())
