"""The hand-written pages of the site, laid out for the site of one language.

`NAME.it.md` is the page NAME of the Italian site, and a page without a language in its name is English.  Links lead to the
pages as they are named there; to a page that is in English only, across.  A page that does not say what it is about is
described by its first paragraph.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from cartaro_rulebook.publication.navigation import AUTHORS
from cartaro_rulebook.site.markup import escaped
from cartaro_rulebook.words.language import language, languages

VERDICTS = "verdicts"
"""The page that rulebooks send their readers to."""
LONGEST = 160
"""Characters of a description."""
_LINK = re.compile(r"\[([^\]]*)\]\(([\w/.-]+?)(?:\.(\w\w))?\.md(#[\w-]+)?\)")
_FRONT = re.compile(r"\A---\n(.*?)^---\n", re.DOTALL | re.MULTILINE)
_STATUS = re.compile(r"\AStatus: \w+\.\s+")


def lay_out(source: Path, docs: Path, code: str, *, authors: bool = True) -> None:
    """Copies into `docs` what belongs to a language: its pages, and what is no page.  Without `authors` what readers of
    rulebooks are not sent to is left out.
    """
    for path in sorted(p for p in source.rglob("*") if p.is_file()):
        place = path.relative_to(source)
        if not authors and place.parts[0] != "assets" and place.name.partition(".")[0] != VERDICTS:
            continue
        if path.suffix != ".md":
            if code == AUTHORS or place.parts[0] == "assets":
                (docs / place).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, docs / place)
        elif _language_of(path) == code:
            target = docs / place.with_name(path.name.removesuffix(f".{code}.md").removesuffix(".md") + ".md")
            target.parent.mkdir(parents=True, exist_ok=True)
            text = _linked(path.read_text(encoding="utf-8"), source, code, authors=authors)
            target.write_bytes(described(text).encode("utf-8"))


def short_home(code: str) -> str:
    """The first page of a site of rulebooks alone, before the list of its games."""
    about = json.dumps(escaped(language(code).say("ui_tagline")), ensure_ascii=False)
    return f"---\ntitle: Cartaro\ndescription: {about}\n---\n\n# Cartaro\n"


def _language_of(path: Path) -> str:
    ending = path.name.split(".")[-2]
    return ending if ending in languages() else AUTHORS


def _linked(text: str, source: Path, code: str, *, authors: bool) -> str:
    """The text with its links to other pages as the site has them; of one to a page that it does not have, the words."""

    def link(found: re.Match[str]) -> str:
        title, name, _, anchor = found.groups(default="")
        if not authors and name.partition(".")[0] != VERDICTS:
            return title
        if code == AUTHORS or (source / f"{name}.{code}.md").is_file():
            return f"[{title}]({name}.md{anchor})"
        return f'<a href="../{AUTHORS}/{name}.html{anchor}" hreflang="{AUTHORS}">{escaped(title)}</a>'

    return _LINK.sub(link, text)


def described(text: str) -> str:
    """The page with a description of its own."""
    front = _FRONT.match(text)
    fields, body = (front[1], text[front.end() :]) if front else ("", text)
    if re.search(r"^description:", fields, re.MULTILINE):
        return text
    about = next(_paragraphs(body), "")
    added = f"description: {json.dumps(escaped(about), ensure_ascii=False)}\n" if about else ""
    return f"---\n{fields}{added}---\n{body}" if fields or added else body


def _paragraphs(body: str) -> Iterator[str]:
    """The paragraphs of running text, without marks of Markdown and not too long."""
    for block in body.split("\n\n"):
        line = " ".join(block.split())
        if line[:1].isalnum() or line.startswith(("`", "*")):
            plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"<[^>]*>", "", line))
            yield _short(_STATUS.sub("", re.sub(r"[`*]", "", plain)))


def _short(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return text[:LONGEST].rpartition(" ")[0].rstrip(",;:") + " …"
