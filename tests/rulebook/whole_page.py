"""All pages of a ruleset as one text, for tests about their words and not about their place."""

from __future__ import annotations

import re

from cartaro_rulebook.site.book import Ruleset
from cartaro_rulebook.site.pages import ruleset_pages


def whole_page(ruleset: Ruleset, code: str, built: frozenset[str] = frozenset(), *, keys: bool = False) -> str:
    """Return the Markdown of the pages of a ruleset, one after the other; a link between two pages becomes a link within the
    text.
    """
    pages = ruleset_pages(ruleset, code, built, keys=keys)
    return re.sub(rf'href="(?:{"|".join(pages)})\.html#', 'href="#', "\n".join(pages.values()))
