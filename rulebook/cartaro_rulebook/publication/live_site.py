"""A site that follows the rulesets that an author is writing.

After a change, the site of a language is built again when one of its pages is requested.  So its table of contents is up to
date too, and no time is spent on languages that nobody reads.  A text with mistakes shows them above the last good page.  An
open page asks whether something has changed, and then shows the new state.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlsplit

from cartaro_grammar import Diagnostic, render
from cartaro_rulebook.publication.pages import AUTHORS
from cartaro_rulebook.publication.serving import LocalHandler, LocalServer, local_server
from cartaro_rulebook.publication.site import build_again, build_site
from cartaro_rulebook.site.book import Ruleset
from cartaro_rulebook.site.markup import escaped, tag
from cartaro_rulebook.words.language import languages

ASKED = "/.changed"
PATIENCE = 20.0
"""The number of seconds after which a page that waits for changes is answered that there are none."""
RELOAD = """<script>
(async function ask(known) {
  try {
    const told = await (await fetch("/.changed?" + known)).text();
    if (told !== known) location.reload(); else ask(known);
  } catch { setTimeout(() => ask(known), 1000); }
})("%d");
</script>"""
MISTAKES = "border: 2px solid #b3261e; border-radius: .4rem; padding: .2rem 1rem; margin: 0 0 1.5rem"
_ARTICLE = re.compile(r"<article\b[^>]*>")


@dataclass(slots=True)
class LiveSite:
    """The site in a folder; `read` returns the current rulesets, or their mistakes."""

    folder: Path
    read: Callable[[], tuple[Ruleset | Diagnostic, ...]]
    rulesets: tuple[Ruleset, ...] = ()
    mistakes: tuple[Diagnostic, ...] = ()
    version: int = 0
    behind: set[str] = field(default_factory=set[str])
    """The languages whose pages are from before the last change."""
    changed: threading.Condition = field(default_factory=threading.Condition)

    def refresh(self) -> None:
        """Read the rulesets again.  The first time that they have no mistakes, build the site."""
        found = self.read()
        rulesets = tuple(each for each in found if isinstance(each, Ruleset))
        if rulesets and not self.rulesets:
            build_site(rulesets, self.folder, authors=False)
            self.rulesets = rulesets
        with self.changed:
            self.mistakes = tuple(each for each in found if isinstance(each, Diagnostic))
            if rulesets:
                self.rulesets = rulesets
                self.behind = set(languages())
            self.version += 1
            self.changed.notify_all()

    def wait(self, known: str) -> str:
        """Return the version as soon as it differs from a known version, or after a while."""
        with self.changed:
            self.changed.wait_for(lambda: str(self.version) != known, PATIENCE)
            return str(self.version)

    def page(self, path: str) -> str | None:
        """Return the current page at a path. Return None if there is no file, or if the file is not a page."""
        with self.changed:
            version, mistakes = self.version, self.mistakes
            place = self._place(path)
            if place is None or place.suffix != ".html" or not place.is_relative_to(self.folder) or not place.is_file():
                return None if self.rulesets else _bare(_mistakes_page(mistakes, AUTHORS), version)
            code = place.relative_to(self.folder).parts[0]
            self._build_in_background(code)
            text = place.read_text(encoding="utf-8")
        text = _ARTICLE.sub(lambda found: found[0] + _mistakes_page(mistakes, code), text, count=1)
        return text.replace("</body>", RELOAD % version + "</body>")

    def _place(self, path: str) -> Path | None:
        """Return the path of a file of the site; None if the name is not possible for a file."""
        try:
            place = (self.folder / path.lstrip("/")).resolve()
            place.is_file()
        except (OSError, ValueError):
            return None
        return place

    def _build_in_background(self, code: str) -> None:
        """Build a language again, if a text has changed since its last build."""
        if code in self.behind:
            build_again(self.rulesets, self.folder, code)
            self.behind.discard(code)


def _mistakes_page(mistakes: tuple[Diagnostic, ...], code: str) -> str:
    """Return the mistakes as a box above a page, in its language."""
    if not mistakes:
        return ""
    shown = "".join(tag("pre", _lines(render(mistake, language=code))) for mistake in mistakes)
    return tag("div", shown, role="alert", class_="mistakes", style=MISTAKES)


def _lines(text: str) -> str:
    """Return a text of several lines as HTML."""
    return "\n".join(escaped(line) for line in text.split("\n"))


def _bare(inside: str, version: int) -> str:
    """Return a page for a site that has not been built yet."""
    head = '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Cartaro</title></head>'
    return f"{head}<body><main>{inside}</main>{RELOAD % version}</body></html>\n"


class _Handler(LocalHandler):
    """Serve pages in their current state, and all other files from the folder."""

    live: ClassVar[LiveSite]

    def do_GET(self) -> None:  # noqa: N802 - as the library calls it
        requested = urlsplit(self.path)
        path = f"{requested.path}index.html" if requested.path.endswith("/") else requested.path
        text = self.live.wait(requested.query) if path == ASKED else self.live.page(path)
        if text is None:
            super().do_GET()
            return
        body = text.encode("utf-8")
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        del format, args


def live_server(live: LiveSite, port: int) -> LocalServer:
    """Return a server of the site for this machine only; raise OSError if the port cannot be used."""

    class Handler(_Handler):
        pass

    Handler.live = live
    return local_server(Handler, live.folder, port)
