"""The stylesheet of the site: it styles the elements of the pages."""

from __future__ import annotations

import re
from pathlib import Path

import cartaro_rulebook

PACKAGE = Path(cartaro_rulebook.__file__).parent
OF_MKDOCS = ("md-", "admonition")


def test_every_class_that_is_styled_is_written_somewhere() -> None:
    rules = re.sub(r"/\*.*?\*/", "", (PACKAGE / "assets" / "cartaro.css").read_text("utf-8"), flags=re.DOTALL)
    styled = {name for name in re.findall(r"\.([a-z][\w-]*)", rules) if not name.startswith(OF_MKDOCS)}
    assets = PACKAGE / "assets"
    sources = [*PACKAGE.rglob("*.py"), *assets.rglob("*.js"), *assets.rglob("*.html"), *assets.rglob("*.svg")]
    written = "\n".join(source.read_text("utf-8") for source in sources)
    assert styled
    assert {name for name in styled if not _is_written(name, written)} == set()


def _is_written(name: str, written: str) -> bool:
    """Return whether a program contains the name of a class, or a beginning to which it adds a number or a kind."""
    return (
        re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", written) is not None or f"{name.rpartition('-')[0]}-{{" in written
    )
