"""The pages of the messages: one for each code of the registry, and their list."""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import CODES, CodeInfo
from cartaro_rulebook.site.markup import heading

GROUPS = {
    "C01": "Text",
    "C02": "Sentences",
    "C03": "Names and files",
    "C04": "Kinds of things",
    "C05": "Clauses, variants and precedence",
    "C06": "Sources and citations",
    "C07": "Options and settings",
    "C08": "Positions and records",
    "C09": "The command",
}


def error_index() -> str:
    """The list of all messages, by group."""
    parts = ["# Messages", "Every message of `cartaro` has a code, which never changes its meaning."]
    for prefix, title in GROUPS.items():
        codes = {code: info for code, info in sorted(CODES.items()) if code.startswith(prefix)}
        if codes:
            parts.append(f"## {title}")
            rows = [f"| [`{code}`]({code}.md) | {heading(info.title)} |" for code, info in codes.items()]
            parts.append("\n".join(["| code | what |", "|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


def error_pages() -> Iterator[tuple[str, str]]:
    """Each message's page, as (file name, Markdown)."""
    for code, info in sorted(CODES.items()):
        yield f"{code}.md", _page(code, info)


def _page(code: str, info: CodeInfo) -> str:
    parts = [f"# {code}: {heading(info.title)}", info.summary]
    for title in ("explanation", "example", "fix"):
        text = getattr(info, title, None)
        if isinstance(text, str) and text:
            parts.append(text)
    return "\n\n".join(parts) + "\n"
