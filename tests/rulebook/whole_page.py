"""All pages of a ruleset as one text, for tests about the words and not the place."""

from __future__ import annotations

import re

from cartaro_rulebook.site.book import Ruleset
from cartaro_rulebook.site.pages import ruleset_pages


def whole_page(ruleset: Ruleset, code: str, built: frozenset[str] = frozenset(), *, keys: bool = False) -> str:
    """The Markdown of the pages of a ruleset, one behind the other; a link from one to another is one within it."""
    pages = ruleset_pages(ruleset, code, built, keys=keys)
    return re.sub(rf'href="(?:{"|".join(pages)})\.html#', 'href="#', "\n".join(pages.values()))
