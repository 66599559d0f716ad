"""All pages of a ruleset as one text, for tests about their words and not about their place."""

from __future__ import annotations

import re

from cartaro_rulebook.site.book import Ruleset, page_for
from cartaro_rulebook.site.evidence_page import folded_examples
from cartaro_rulebook.site.pages import ruleset_pages

TITLE = re.compile(r'(<div class="?example"? id="?(e-[^">]+)"?><details class="?case"?><summary>.*?</summary> ?)</details>')
FOLDED = re.compile(r'<div data-of="?([^">]+)"?>(.*?)</div>(?=<div data-of=|\Z)', re.DOTALL)


def whole_page(ruleset: Ruleset, code: str, built: frozenset[str] = frozenset(), *, keys: bool = False) -> str:
    """Return the Markdown of the pages of a ruleset, one after the other, with the examples that a script puts under their
    titles; a link between two pages becomes a link within the text.
    """
    pages = ruleset_pages(ruleset, code, built, keys=keys)
    text = re.sub(rf'href="(?:{"|".join(pages)})\.html#', 'href="#', "\n".join(pages.values()))
    return with_folded(text, folded_examples(page_for(ruleset, code, built, keys=keys)))


def with_folded(page: str, folded: str) -> str:
    """Return a page with the folded examples under their titles."""
    left = dict(FOLDED.findall(folded))
    page = TITLE.sub(lambda found: f"{found[1]}{left.pop(found[2])}</details>", page)
    assert not left
    return re.sub(r"\s*<noscript.*?</noscript>", "", page)
