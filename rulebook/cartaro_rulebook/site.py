"""The site: the hand-written pages and the generated ones, through mkdocs, into a folder of finished pages.

Takes rulesets with their findings; guarantees that the folder is replaced as a whole or not at all, that the same input
gives the same bytes, and that no page asks the network for anything.  Refuses, with `SiteFault`, what mkdocs refuses.
"""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from cartaro_rulebook.book import Ruleset
from cartaro_rulebook.error_pages import error_index, error_pages
from cartaro_rulebook.language import language, languages
from cartaro_rulebook.markup import escaped
from cartaro_rulebook.naming import in_any
from cartaro_rulebook.pages import index_page, ruleset_page

EPOCH = "315532800"
"""When nothing else is said, the pages are dated 1980: a build does not depend on its day."""

GUIDE = (("Guide", "guide.md"), ("Language", "reference.md"), ("Verdicts", "verdicts.md"), ("Command", "cli.md"))


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
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "mkdocs.yml").is_file() and (checkout / "docs").is_dir():
        return Sources(checkout / "mkdocs.yml", checkout / "docs")
    installed = Path(__file__).resolve().parents[1] / "cartaro_site"
    return Sources(installed / "mkdocs.yml", installed / "docs")


def build_site(rulesets: Sequence[Ruleset], out: Path, *, strict: bool = False, sources: Sources | None = None) -> Path:
    """Builds the site into `out`, which it replaces as a whole; the path of its first page.

    SiteFault when mkdocs refuses (with `strict`, also when it warns).
    """
    found = sources or shipped_sources()
    out = out.resolve()
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".cartaro-", dir=out.parent) as folder:
        work = Path(folder)
        write_docs(rulesets, work / "docs", found)
        _mkdocs(rulesets, work, found, strict)
        _write(work / "site" / MARK, "made by cartaro book build\n")
        _replace(work / "site", out)
    return out / "index.html"


def write_docs(rulesets: Sequence[Ruleset], docs: Path, sources: Sources) -> None:
    """Lays out all pages as Markdown: the hand-written, the errors', and the rulebooks by language."""
    shutil.copytree(sources.docs, docs)
    (docs / "assets").mkdir(exist_ok=True)
    style = files("cartaro_rulebook").joinpath("assets", "cartaro.css").read_text(encoding="utf-8")
    _write(docs / "assets" / "cartaro.css", style)
    _write(docs / "errors" / "index.md", error_index())
    for name, text in error_pages():
        _write(docs / "errors" / name, text)
    codes = languages()
    for code in codes:
        _write(docs / code / "index.md", index_page(tuple(rulesets), code))
        for ruleset in rulesets:
            _write(docs / code / f"{ruleset.game.name}.md", ruleset_page(ruleset, code, codes))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))


def navigation(rulesets: Sequence[Ruleset], docs: Path) -> list[dict[str, Any]]:
    """The site's table of contents; the theme prints titles as they are, so they are escaped here."""
    nav: list[dict[str, Any]] = [{"Cartaro": "index.md"}]
    for code in languages():
        pages: list[dict[str, Any]] = [{language(code).say("ui_book"): f"{code}/index.md"}]
        for ruleset in rulesets:
            title = in_any(ruleset.game.title, code, ruleset.game.name)
            pages.append({escaped(title): f"{code}/{ruleset.game.name}.md"})
        nav.append({language(code).phrases["name"].capitalize(): pages})
    written = [{title: path} for title, path in GUIDE if (docs / path).is_file()]
    records = [f"decisions/{p.name}" for p in sorted((docs / "decisions").glob("*.md"))]
    nav.append({"For authors": [*written, {"Messages": "errors/index.md"}]})
    if records:
        nav.append({"Decisions": records})
    return nav


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
                site_dir=str(work / "site"),
                nav=navigation(rulesets, work / "docs"),
                not_in_nav="/errors/C*.md",
                strict=strict,
            )
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


def _replace(built: Path, out: Path) -> None:
    """The finished folder takes the place of the old one; on a failure the old one stays."""
    old = out.with_name(f".{out.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if out.exists():
        out.rename(old)
    try:
        built.rename(out)
    except OSError:
        if old.exists():
            old.rename(out)
        raise
    shutil.rmtree(old, ignore_errors=True)


def serve_site(out: Path, host: str = "127.0.0.1", port: int = 8000) -> None:
    """Serves a built site until interrupted."""
    from functools import partial
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    handler = partial(SimpleHTTPRequestHandler, directory=str(out))
    with ThreadingHTTPServer((host, port), handler) as server:
        server.serve_forever()
