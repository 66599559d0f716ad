"""The badge of a site: a small picture with the number of verdicts of each kind, for the first page of a repository."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cartaro_rulebook.site.markup import escaped

NAME = "badge.svg"
LABEL = "cartaro"
SHOWN = ("proved", "attained", "bounded", "tested", "refuted", "unknown")
GOOD, OPEN = "#2e7d32", "#9a5a00"
"""The colours of a badge: every verdict is decided, or some are not."""

LETTER, MARGIN, HEIGHT = 6.6, 6, 20


def badge(verdicts: Iterable[str]) -> str | None:
    """Return a badge with verdicts, as SVG; None if there are no verdicts."""
    counts = Counter(verdicts)
    said = ", ".join(f"{counts[verdict]} {verdict}" for verdict in SHOWN if counts[verdict])
    if not said:
        return None
    left, right = (round(LETTER * len(text)) + 2 * MARGIN for text in (LABEL, said))
    colour = OPEN if counts["unknown"] or counts["bounded"] or counts["tested"] else GOOD
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="{HEIGHT}" role="img" '
        f'aria-label="{LABEL}: {escaped(said)}">'
        f'<rect width="{left + right}" height="{HEIGHT}" rx="3" fill="{colour}"/>'
        f'<path d="M3 0h{left - 3}v{HEIGHT}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#444"/>'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">{_text(LABEL, MARGIN, left)}'
        f"{_text(escaped(said), left + MARGIN, right)}</g></svg>\n"
    )


def _text(words: str, at: int, width: int) -> str:
    return f'<text x="{at}" y="14" textLength="{width - 2 * MARGIN}">{words}</text>'
