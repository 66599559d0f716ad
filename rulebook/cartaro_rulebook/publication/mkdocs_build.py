"""A folder of Markdown, through mkdocs, into the finished site of one language."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import cast

from cartaro_rulebook.publication.link_pictures import FOLDER, HEIGHT, HOME, WIDTH
from cartaro_rulebook.publication.navigation import Entry
from cartaro_rulebook.words.language import language, languages

EPOCH = "315532800"
"""When nothing else is said, the pages are dated 1980: a build does not depend on its day."""
NOT_OURS = ("404.html", "sitemap.xml", "sitemap.xml.gz")
"""What mkdocs writes for each language and the whole site has once."""


class SiteFault(Exception):
    """The site could not be built; the message is mkdocs' own, for the reader."""


@dataclass(frozen=True, slots=True)
class Publication:
    """How the whole site is published: where (None where nobody has said), and which pages each language has."""

    url: str | None
    pages: Mapping[str, frozenset[str]]


def build_language(
    code: str, docs: Path, out: Path, settings: Path, nav: list[Entry], publication: Publication, *, strict: bool
) -> None:
    """Builds the site of a language into `out`.  SiteFault when mkdocs refuses; with `strict`, also when it warns."""
    from mkdocs import config as mkdocs_config
    from mkdocs.commands.build import build
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.exceptions import Abort, MkDocsException

    from cartaro_rulebook.publication.shared_theme import shared

    load = cast("Callable[..., MkDocsConfig]", mkdocs_config.load_config)  # pyright: ignore[reportUnknownMemberType] - mkdocs leaves its keywords untyped
    lang = language(code)
    with _dated_and_heard() as warnings:
        try:
            config = load(
                config_file=str(settings),
                docs_dir=str(docs),
                site_dir=str(out),
                site_url=f"{publication.url}{code}/" if publication.url else None,
                site_description=lang.say("ui_tagline"),
                nav=nav,
                not_in_nav="/errors/C*.md\n/*-*.md",
                strict=strict,
            )
            config.theme = shared(config.theme)
            config.theme["language"] = code
            for palette, scheme in zip(config.theme["palette"], ("dark", "light"), strict=True):
                palette["toggle"]["name"] = lang.say(f"ui_{scheme}")
            for key, value in _extra(code, publication).items():
                config.extra[key] = value
            config.theme.dirs.insert(0, str(files("cartaro_rulebook").joinpath("assets", "theme")))
            build(config)
        except (MkDocsException, Abort) as fault:
            raise SiteFault("\n".join((str(fault), *warnings))) from fault
    for name in NOT_OURS:
        (out / name).unlink(missing_ok=True)
    _fold_search(out)


def _extra(code: str, publication: Publication) -> dict[str, object]:
    """What the theme is told beside the settings."""
    return {
        "alternate": True,  # the theme's header then asks for the languages; which there are is told by `languages`
        "languages": {other: language(other).word("name") for other in languages()},
        "pages": publication.pages,
        "publisher": publication.url or "",
        "picture": {"folder": FOLDER, "home": HOME, "width": WIDTH, "height": HEIGHT},
        "footer": language(code).say("ui_footer"),
        "locales": {other: language(other).word("ui_locale") for other in languages()},
    }


def _fold_search(out: Path) -> None:
    """Adds to the theme's search that accents do not count."""
    folding = files("cartaro_rulebook").joinpath("assets", "search", "folding.js").read_text(encoding="utf-8")
    for worker in (out / "assets" / "javascripts" / "workers").glob("search.*.min.js"):
        worker.write_text(worker.read_text(encoding="utf-8") + "\n" + folding, encoding="utf-8", newline="\n")


class _Warnings(logging.Handler):
    """What mkdocs warns of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())


@contextmanager
def _dated_and_heard() -> Generator[list[str], None, None]:
    """While mkdocs takes a fixed date for today, all that it warns of."""
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = before or EPOCH
    logger, warnings = logging.getLogger("mkdocs"), _Warnings()
    level = logger.level
    logger.setLevel(logging.WARNING)
    logger.addHandler(warnings)
    try:
        yield warnings.told
    finally:
        logger.removeHandler(warnings)
        logger.setLevel(level)
        if before is None:
            del os.environ["SOURCE_DATE_EPOCH"]
