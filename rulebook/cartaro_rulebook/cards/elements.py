"""Text made safe for a page: elements of HTML, of which an author's text is never markup."""

from __future__ import annotations

import html

APART = frozenset({"td", "th", "dt", "dd", "caption", "summary"})
"""Elements that a space follows: who reads the text alone, a search or a screen of letters, has no other mark between them."""


def escaped(text: str) -> str:
    """The text as HTML: no markup of its own, no line end, no braces that a template could read."""
    one_line = " ".join(text.split("\n"))
    return html.escape(one_line, quote=True).replace("{", "&#123;").replace("}", "&#125;")


def tag(name: str, inside: str, **attributes: str) -> str:
    """An element; `inside` is HTML already, the attributes are texts."""
    shown = "".join(f' {key.rstrip("_").replace("_", "-")}="{escaped(v)}"' for key, v in attributes.items())
    return f"<{name}{shown}>{inside}</{name}>" + (" " if name in APART else "")
