"""The site: the hand-written pages and the generated ones, through mkdocs, into a folder of finished pages.

Takes rulesets with their findings; guarantees that the folder is replaced as a whole or not at all, that the same input
gives the same bytes, and that no page asks the network for anything.  Refuses, with `SiteFault`, what mkdocs refuses.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from cartaro_rulebook.site.book import Ruleset
from cartaro_rulebook.site.error_pages import error_index, error_pages
from cartaro_rulebook.site.folder_replacement import replace, work_folder
from cartaro_rulebook.site.history_page import HistoryFault
from cartaro_rulebook.site.markup import escaped, tag
from cartaro_rulebook.site.page_html import script, stylesheet
from cartaro_rulebook.site.pages import index_page, ruleset_page
from cartaro_rulebook.site.strict_checks import strict_faults
from cartaro_rulebook.words.language import language, languages
from cartaro_rulebook.words.naming import in_any

EPOCH = "315532800"
"""When nothing else is said, the pages are dated 1980: a build does not depend on its day."""

GUIDE = (("Guide", "guide.md"), ("Language", "reference.md"), ("Verdicts", "verdicts.md"), ("Command", "cli.md"))

KEYS_STYLE = "\n.keys { margin-left: .3em; font: .55rem monospace; color: #9a5a00; }\n"
MARK = ".cartaro-site"
"""The file in a site that says what made it; only a folder with it, or an empty one, is replaced by the command."""


class SiteFault(Exception):
    """The site could not be built; the message is mkdocs' own, for the reader."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the hand-written pages and mkdocs' settings are."""

    settings: Path
    docs: Path


def shipped_sources() -> Sources:
    """The site's sources: of the checkout where there is one, else those installed with the package."""
    checkout = Path(__file__).resolve().parents[3]
    if (checkout / "mkdocs.yml").is_file() and (checkout / "docs").is_dir():
        return Sources(checkout / "mkdocs.yml", checkout / "docs")
    installed = Path(__file__).resolve().parents[2] / "cartaro_site"
    return Sources(installed / "mkdocs.yml", installed / "docs")


def build_site(
    rulesets: Sequence[Ruleset], out: Path, *, strict: bool = False, keys: bool = False, sources: Sources | None = None
) -> Path:
    """Builds the site into `out`, which it replaces as a whole; the path of its first page.  With `keys` every sentence of a
    rulebook shows the keys of the catalogue that made it.

    SiteFault when mkdocs refuses, or a record does not fit its game; with `strict`, also when mkdocs warns, and with a line for
    each text without a translation, foreign word and link that leads nowhere.
    """
    found = sources or shipped_sources()
    out = out.resolve()
    out.parent.mkdir(parents=True, exist_ok=True)
    with work_folder(out, is_site) as work:
        try:
            write_docs(rulesets, work / "docs", found, keys=keys)
        except HistoryFault as fault:
            raise SiteFault(str(fault)) from fault
        _mkdocs(rulesets, work, found, strict)
        faults = list(strict_faults([ruleset.game for ruleset in rulesets], work / "new")) if strict else []
        if faults:
            raise SiteFault("\n".join(faults))
        _write(work / "new" / MARK, "made by cartaro book build\n")
        if not is_free(out):
            raise SiteFault(f"`{out.name}` holds something else than a site")
        replace(work, out)
    return out / "index.html"


def is_site(folder: Path) -> bool:
    """Whether a folder is a site made before, all of it: the mark is written last."""
    return (folder / MARK).is_file()


def is_free(out: Path) -> bool:
    """Whether a site may be put here: there is nothing yet, an empty folder, or a site made before."""
    if out.is_symlink() or not out.exists():
        return not out.is_symlink()
    return out.is_dir() and (is_site(out) or not any(out.iterdir()))


def write_docs(rulesets: Sequence[Ruleset], docs: Path, sources: Sources, *, keys: bool = False) -> None:
    """Lays out all pages as Markdown: the hand-written, the errors', and the rulebooks by language."""
    shutil.copytree(sources.docs, docs)
    (docs / "assets").mkdir(exist_ok=True)
    _write(docs / "assets" / "cartaro.css", stylesheet() + (KEYS_STYLE if keys else ""))
    _write(docs / "assets" / "stepper.js", script())
    _write(docs / "errors" / "index.md", error_index())
    for name, text in error_pages():
        _write(docs / "errors" / name, text)
    codes, built = languages(), frozenset(ruleset.game.name for ruleset in rulesets)
    for code in codes:
        _write(docs / code / "index.md", index_page(tuple(rulesets), code))
        for ruleset in rulesets:
            _write(docs / code / f"{ruleset.game.name}.md", ruleset_page(ruleset, code, codes, built, keys=keys))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))


def navigation(rulesets: Sequence[Ruleset], docs: Path) -> list[dict[str, Any]]:
    """The site's table of contents; the theme prints titles as they are, so they are escaped here."""
    nav: list[dict[str, Any]] = [{"Cartaro": "index.md"}]
    for code in languages():
        lang = language(code)
        pages: list[dict[str, Any]] = [{lang.say("ui_book"): f"{code}/index.md"}]
        for ruleset in rulesets:
            title = in_any(ruleset.game.title, code, ruleset.game.name)
            pages.append({escaped(title): f"{code}/{ruleset.game.name}.md"})
        about = ((lang.say("ui_home"), f"index.{code}.md"), (lang.say("ui_verdicts"), f"verdicts.{code}.md"))
        pages += [{title: path} for title, path in about if (docs / path).is_file()]
        nav.append({lang.word("name").capitalize(): pages})
    written = [{title: path} for title, path in GUIDE if (docs / path).is_file()]
    records = [f"decisions/{p.name}" for p in sorted((docs / "decisions").glob("*.md"))]
    nav.append({_in_each("ui_authors"): [*written, {"Messages": "errors/index.md"}]})
    if records:
        nav.append({_in_each("ui_decisions"): records})
    return nav


def _in_each(key: str) -> str:
    """A phrase in every language, of which a page shows the one that it is in."""
    each = (tag("span", escaped(language(code).say(key)), lang=code) for code in languages())
    return tag("span", "".join(each), class_="in-each")


def _texts() -> dict[str, dict[str, str]]:
    """The site's own texts around a page, by language, for the theme."""
    return {key: {code: language(code).say(f"ui_{key}") for code in languages()} for key in ("footer", "not_found", "book")}


def _mkdocs(rulesets: Sequence[Ruleset], work: Path, sources: Sources, strict: bool) -> None:
    from mkdocs import config as mkdocs_config
    from mkdocs.commands.build import build
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.exceptions import Abort, MkDocsException

    load = cast("Callable[..., MkDocsConfig]", mkdocs_config.load_config)  # pyright: ignore[reportUnknownMemberType] - mkdocs leaves its keywords untyped
    with _quiet_and_dated():
        try:
            config = load(
                config_file=str(sources.settings),
                docs_dir=str(work / "docs"),
                site_dir=str(work / "new"),
                nav=navigation(rulesets, work / "docs"),
                not_in_nav="/errors/C*.md",
                strict=strict,
            )
            config.extra["texts"] = _texts()
            config.theme.dirs.insert(0, str(files("cartaro_rulebook").joinpath("assets", "theme")))
            build(config)
        except (MkDocsException, Abort) as fault:
            raise SiteFault(str(fault)) from fault


@contextmanager
def _quiet_and_dated() -> Generator[None, None, None]:
    """Only warnings of mkdocs are heard, and it takes a fixed date for today."""
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = before or EPOCH
    logger = logging.getLogger("mkdocs")
    level = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(level)
        if before is None:
            del os.environ["SOURCE_DATE_EPOCH"]


def serve_site(out: Path, host: str = "127.0.0.1", port: int = 8000) -> None:
    """Serves a built site until interrupted."""
    from functools import partial
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    handler = partial(SimpleHTTPRequestHandler, directory=str(out))
    with ThreadingHTTPServer((host, port), handler) as server:
        server.serve_forever()
