"""Cache of pages between builds, so that a page is only made again if its inputs have changed.

The cache folder keeps the results of two steps of a build: the Markdown of a ruleset's pages in all languages, and for each
language the HTML and the search entries of each page. Each result is one file. The key of an entry is a digest of all its
inputs (the text, the verdicts and sums, the program, the theme). An entry is used unchanged; if there is none, it is made.
Cached pages equal new ones, so the bytes of a site do not depend on the cache.
"""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, cast

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

import cartaro_grammar
import cartaro_interpreter
from cartaro_grammar import Game, cache_folder, text_digest
from cartaro_rulebook.publication.search_pieces import in_pieces
from cartaro_rulebook.site.book import Ruleset

LIBRARIES = ("markdown", "mkdocs", "mkdocs-material", "pymdown-extensions", "mkdocstrings", "mkdocstrings-python")


@cache
def program_digest() -> bytes:
    """Return the digest of all inputs of pages except their sources: code, words, drawings, templates, libraries."""
    packages = [*(Path(package.__path__[0]) for package in (cartaro_grammar, cartaro_interpreter)), Path(__file__).parents[1]]
    drawn = sorted(path for path in packages[-1].rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc"))
    versions = [f"{name} {_version(name)}".encode() for name in LIBRARIES]
    return cache_folder.cache_key(cache_folder.code_digest(*packages), *versions, *(path.read_bytes() for path in drawn))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


# ------------------------------------------------------------------ Markdown of a ruleset


Documents = dict[str, str]
"""Texts by their addresses in the folder of pages: the language, then the file's name."""


def kept_documents(
    ruleset: Ruleset, variants: Sequence[Game], linked: bool, keys: bool, codes: Sequence[str], make: Callable[[], Documents]
) -> Documents:
    """Return the documents of a ruleset in some languages, kept from an earlier build or made now. `linked` is whether its base
    has a page.
    """
    others = [] if ruleset.base is None else [ruleset.base]
    found = (
        ruleset.findings, ruleset.outcomes, ruleset.measurements, ruleset.workbench, ruleset.everywhere, ruleset.mutants,
        ruleset.beside, ruleset.kept, ruleset.differently, ruleset.hand, ruleset.lengths, ruleset.site, ruleset.publisher,
        linked, keys, tuple(codes),
    )  # fmt: skip
    digests = [text_digest(game).encode() for game in (ruleset.game, *others, *variants, *ruleset.earlier)]
    counts = f"{len(others)} {len(variants)}".encode()
    key = cache_folder.cache_key(program_digest(), counts, *digests, repr(found).encode("utf-8", "replace"))
    name = f"{ruleset.game.name[:40]}-{key.hex()[:32]}.documents"
    known = _unpacked(cache_folder.read(name, key))
    if isinstance(known, dict) and all(isinstance(text, str) for text in cast("dict[str, object]", known).values()):
        return cast("Documents", known)
    made = make()
    cache_folder.write(name, key, _packed(made))
    return made


def _packed(value: object) -> bytes:
    return zlib.compress(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"), 1)


def _unpacked(body: bytes | None) -> object:
    if body is None:
        return None
    try:
        return json.loads(zlib.decompress(body).decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError, zlib.error):
        return None


# ------------------------------------------------------------------ HTML of a page


class _Warned(logging.Handler):
    """Notice whether mkdocs warns."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.noticed = False

    def emit(self, record: logging.LogRecord) -> None:
        del record
        self.noticed = True


class ConvertedPages:
    """The pages of a language as mkdocs converts them, kept from the last build. A page whose conversion causes a warning is
    not kept.
    """

    def __init__(self, code: str, settings: Path) -> None:
        self._key = cache_folder.cache_key(program_digest(), settings.read_bytes(), code.encode())
        self._name = f"site-{code}-{cache_folder.installation_id(settings)}.pages"
        known = _unpacked(cache_folder.read(self._name, self._key))
        self._known = cast("dict[str, dict[str, Any]]", known if isinstance(known, dict) else {})
        self._used = dict[str, dict[str, Any]]()

    def attach(self, page: Page, *, config: MkDocsConfig, files: Files, **_: object) -> Page:
        """Handle mkdocs' event before a page is read: let the page be converted and searched from the kept pages."""
        vars(page)["render"] = partial(self._render, page, page.render)
        del config, files
        return page

    def attach_search(self, env: object, *, config: MkDocsConfig, **_: object) -> object:
        """Handle mkdocs' event before pages are laid out: let the theme's search take the entries of a page from the kept
        pages.
        """
        index: Any = cast("Any", config.plugins["material/search"]).search_index
        index.add_entry_from_context = partial(self._add_entries, index, index.add_entry_from_context)
        return env

    def save(self) -> None:
        """Keep the pages of this build."""
        if self._used != self._known:
            cache_folder.write(self._name, self._key, _packed(self._used))

    def _render(self, page: Page, render: Callable[[MkDocsConfig, Files], None], config: MkDocsConfig, files: Files) -> None:
        markdown = page.markdown or ""
        if "\n::: " in markdown:  # the API reference takes its text from docstrings
            render(config, files)
            return
        digest = _digest_of(page, markdown, files)
        known = self._known.get(digest)
        if known is None or not _restore(page, known):
            logger, warned = logging.getLogger("mkdocs"), _Warned()
            logger.addHandler(warned)
            try:
                render(config, files)
            finally:
                logger.removeHandler(warned)
            if warned.noticed or page.links_to_anchors:
                return
            known = _record(page)
        self._used[digest] = known
        vars(page)["kept"] = known

    def _add_entries(self, index: Any, add: Callable[[Page], None], page: Page) -> None:
        known = vars(page).get("kept")
        if known is not None and "entries" in known:
            index.entries.extend(known["entries"])
            return
        before = len(index.entries)
        add(page)
        index.entries[before:] = list(in_pieces(index.entries[before:], page.content or ""))
        if known is not None:
            known["entries"] = index.entries[before:]


def _digest_of(page: Page, markdown: str, files: Files) -> str:
    """Compute the digest of the inputs of a conversion. Only links in Markdown depend on the existence of other pages."""
    linking = any(mark in markdown for mark in ("](", "][", "]:"))
    names = sorted(file.src_uri for file in files) if linking else []
    meta = json.dumps(page.meta, sort_keys=True, default=str)
    parts = (page.file.src_uri, str(cast("object", page.title)), meta, markdown, *names)  # pyright: ignore[reportUnknownMemberType] - a property of mkdocs without a type
    return cache_folder.cache_key(*(part.encode("utf-8", "surrogatepass") for part in parts)).hex()


def _record(page: Page) -> dict[str, Any]:
    return {
        "content": page.content,
        "toc": [_link_json(link) for link in page.toc],
        "title": page._title_from_render,  # pyright: ignore[reportPrivateUsage] - set by `render`
        "anchors": sorted(page.present_anchor_ids or ()),
    }


def _link_json(link: AnchorLink) -> list[Any]:
    return [link.title, link.id, link.level, [_link_json(child) for child in link.children]]


def _link(value: Sequence[Any]) -> AnchorLink:
    title, anchor, level, children = value
    link = AnchorLink(title, anchor, level)
    link.children = [_link(child) for child in children]
    return link


def _restore(page: Page, known: Mapping[str, Any]) -> bool:
    """Set the fields that `render` would set; return whether the record has the form for it."""
    try:
        content, toc, title = known["content"], TableOfContents([_link(link) for link in known["toc"]]), known["title"]
        anchors = set(known["anchors"])
    except (KeyError, TypeError, ValueError):
        return False
    page.content, page.toc, page._title_from_render = content, toc, title  # pyright: ignore[reportPrivateUsage] - set by `render`
    page.present_anchor_ids, page.links_to_anchors = anchors, {}
    return True
