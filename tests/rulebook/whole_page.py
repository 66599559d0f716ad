"""All pages of a ruleset as one text, for tests about their words and not about their place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cartaro_rulebook.site.book import Ruleset, page_for
from cartaro_rulebook.site.evidence_page import folded_examples, histories_apart
from cartaro_rulebook.site.pages import ruleset_pages

TITLE = re.compile(
    r'(<div class="?example"? id="?(e-[^">]+)"?><details class="?case"?><summary>.*?</summary> ?)(</details>)'
    r'|(<div class="history [^>]*id="(h-[^"]+)">.*?(?:</ul>|</p>))(</div>)'
)
FOLDED = re.compile(r'<div data-of="?([^">]+)"?>(.*?)</div>(?=<div data-of=|\Z)', re.DOTALL)


def whole_page(ruleset: Ruleset, code: str, built: frozenset[str] = frozenset(), *, keys: bool = False) -> str:
    """Return the Markdown of the pages of a ruleset, one after the other, with the examples and histories that scripts put
    under their titles; a link between two pages becomes a link within the text.
    """
    pages = ruleset_pages(ruleset, code, built, keys=keys)
    text = re.sub(rf'href="(?:{"|".join(pages)})\.html#', 'href="#', "\n".join(pages.values()))
    page = page_for(ruleset, code, built, keys=keys)
    return with_folded(text, folded_examples(page) + histories_apart(page))


def with_folded(page: str, folded: str) -> str:
    """Return a page with the folded examples, or the steps of histories, under their titles."""
    left = dict(FOLDED.findall(folded))
    page = TITLE.sub(lambda found: _filled(found.groups()[:3] if found[1] else found.groups()[3:], left), page)
    assert not left
    return re.sub(r"\s*<noscript.*?</noscript>", "", page)


def _filled(place: Sequence[str], left: dict[str, str]) -> str:
    title, anchor, end = place
    return f"{title}{left.pop(anchor)}{end}"
