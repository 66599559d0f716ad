"""The site: the hand-written pages and the generated ones, one site for each language, in a folder of finished pages.

Takes rulesets with their findings; guarantees that the folder is replaced as a whole or not at all, that the same input
gives the same bytes, and that no page asks the network for anything.  Refuses, with `SiteFault`, what mkdocs refuses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cartaro_rulebook.publication.comparison_page import comparison_page
from cartaro_rulebook.publication.error_pages import error_index, error_pages
from cartaro_rulebook.publication.families import families
from cartaro_rulebook.publication.folder_replacement import replace, work_folder
from cartaro_rulebook.publication.link_pictures import FOLDER as LINKS
from cartaro_rulebook.publication.link_pictures import link_pictures
from cartaro_rulebook.publication.matrix_page import MATRIX, matrix_page
from cartaro_rulebook.publication.mkdocs_build import Publication, SiteFault, build_language
from cartaro_rulebook.publication.navigation import AUTHORS, family_title, navigation
from cartaro_rulebook.publication.root_pages import root_files
from cartaro_rulebook.publication.strict_checks import strict_faults
from cartaro_rulebook.publication.workbench_folder import Workbench
from cartaro_rulebook.publication.written_pages import described, lay_out, short_home
from cartaro_rulebook.site.book import Ruleset
from cartaro_rulebook.site.history_page import HistoryFault
from cartaro_rulebook.site.page_html import script, stylesheet
from cartaro_rulebook.site.pages import ruleset_page, shelf
from cartaro_rulebook.site.variant_changes import comparison_name
from cartaro_rulebook.words.language import languages

KEYS_STYLE = "\n.keys { margin-left: .3em; font: .55rem monospace; color: #9a5a00; }\n"
MARK = ".cartaro-site"
"""The file in a site that says what made it; only a folder with it, or an empty one, is replaced by the command."""


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
    rulesets: Sequence[Ruleset],
    out: Path,
    *,
    url: str | None = None,
    strict: bool = False,
    keys: bool = False,
    authors: bool = True,
    sources: Sources | None = None,
    workbench: Workbench | None = None,
) -> Path:
    """Builds the site into `out`, which it replaces as a whole; the path of its first page.  `url` is where it will be
    published.  With `keys` every sentence of a rulebook shows the keys of the catalogue that made it.  Without `authors` the
    pages for authors of rulesets are left out: what stands is the rulebooks, and what a verdict means.  A workbench is put
    beside the pages, and opens the games and hands of those whose texts it has.

    SiteFault when mkdocs refuses, a record does not fit its game, or a ruleset has the name of another page; with `strict`,
    also when mkdocs warns, and with a line for each text without a translation, foreign word and link that leads nowhere.
    """
    found = sources or shipped_sources()
    rulesets = rulesets if workbench is None else workbench.opening(rulesets)
    out = out.resolve()
    out.parent.mkdir(parents=True, exist_ok=True)
    with work_folder(out, is_site) as work:
        try:
            write_docs(rulesets, work / "docs", found, keys=keys, authors=authors)
        except HistoryFault as fault:
            raise SiteFault(str(fault)) from fault
        _build(rulesets, work, found, url, strict)
        if workbench is not None:
            workbench.copy_to(work / "new")
        faults = list(strict_faults([ruleset.game for ruleset in rulesets], work / "new")) if strict else []
        if faults:
            raise SiteFault("\n".join(faults))
        _write(work / "new" / MARK, "made by cartaro book build\n")
        if not is_free(out):
            raise SiteFault(f"`{out.name}` holds something else than a site")
        replace(work, out)
    return out / "index.html"


def _build(rulesets: Sequence[Ruleset], work: Path, sources: Sources, url: str | None, strict: bool) -> None:
    """Every language's site, and what stands around them."""
    pages = {code: _pages(work / "docs" / code) for code in languages()}
    publication = Publication(f"{url.rstrip('/')}/" if url else None, pages)
    for code in languages():
        _build_language(rulesets, code, work / "docs" / code, work / "new" / code, sources, publication, strict)
    for name, text in root_files(publication.url, publication.pages):
        _write(work / "new" / name, text)


def _build_language(
    rulesets: Sequence[Ruleset], code: str, docs: Path, out: Path, sources: Sources, publication: Publication, strict: bool
) -> None:
    nav = navigation([ruleset.game for ruleset in rulesets], code, docs)
    build_language(code, docs, out, sources.settings, nav, publication, strict=strict)


def build_again(rulesets: Sequence[Ruleset], out: Path, code: str) -> None:
    """Builds one language of a site of rulebooks anew, in its place.  SiteFault as for the whole."""
    sources, place = shipped_sources(), out / code
    with work_folder(place, lambda folder: (folder / "index.html").is_file()) as work:
        docs = work / "docs"
        _write_language(rulesets, docs, code, sources, keys=False, authors=False)
        publication = Publication(None, dict.fromkeys(languages(), _pages(docs)))
        _build_language(rulesets, code, docs, work / "new", sources, publication, strict=False)
        replace(work, place)


def _pages(docs: Path) -> frozenset[str]:
    """The addresses of a language's pages, within its site."""
    return frozenset(path.relative_to(docs).with_suffix(".html").as_posix() for path in docs.rglob("*.md"))


def is_site(folder: Path) -> bool:
    """Whether a folder is a site made before, all of it: the mark is written last."""
    return (folder / MARK).is_file()


def is_free(out: Path) -> bool:
    """Whether a site may be put here: there is nothing yet, an empty folder, or a site made before."""
    if out.is_symlink() or not out.exists():
        return not out.is_symlink()
    return out.is_dir() and (is_site(out) or not any(out.iterdir()))


def write_docs(rulesets: Sequence[Ruleset], docs: Path, sources: Sources, *, keys: bool = False, authors: bool = True) -> None:
    """Lays out all pages as Markdown, a folder for each language: the hand-written, the errors', and the rulebooks."""
    for code in languages():
        _write_language(rulesets, docs / code, code, sources, keys=keys, authors=authors)


def _write_language(
    rulesets: Sequence[Ruleset], place: Path, code: str, sources: Sources, *, keys: bool, authors: bool
) -> None:
    lay_out(sources.docs, place, code, authors=authors)
    if not authors:
        _write(place / "index.md", short_home(code))
    _write(place / "assets" / "cartaro.css", stylesheet() + (KEYS_STYLE if keys else ""))
    _write(place / "assets" / "stepper.js", script())
    if authors and code == AUTHORS:
        _write(place / "errors" / "index.md", described(error_index()))
        for name, text in error_pages():
            _write(place / "errors" / name, described(text))
    _write_games(rulesets, place, code, keys)
    for name, picture in link_pictures([ruleset.game for ruleset in rulesets], code):
        _write(place / LINKS / f"{name}.png", picture)


def _write_games(rulesets: Sequence[Ruleset], place: Path, code: str, keys: bool) -> None:
    """The pages of the games in a language: each by itself, each variant beside its base, all side by side."""
    built, by_family = frozenset(ruleset.game.name for ruleset in rulesets), _by_family(rulesets, code)
    home = place / "index.md"
    _write(home, home.read_text(encoding="utf-8") + "\n" + shelf(by_family, code))
    _write(place / f"{MATRIX}.md", matrix_page(by_family, code))
    for ruleset in rulesets:
        page = place / f"{ruleset.game.name}.md"
        if page.exists():
            raise SiteFault(f"`{ruleset.game.name}` is the name of another page of the site")
        _write(page, ruleset_page(ruleset, code, built, keys=keys))
        if ruleset.base is not None and ruleset.base.name in built:
            beside = comparison_page(ruleset, Ruleset(ruleset.base), code)
            _write(place / f"{comparison_name(ruleset.game)}.md", beside)


def _by_family(rulesets: Sequence[Ruleset], code: str) -> tuple[tuple[str, tuple[Ruleset, ...]], ...]:
    """All games of the site, by family with its title."""
    by_name = {ruleset.game.name: ruleset for ruleset in rulesets}
    found = families([ruleset.game for ruleset in rulesets])
    return tuple((family_title(family, code), tuple(by_name[game.name] for game in family.games)) for family in found)


def _write(path: Path, made: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(made.encode("utf-8") if isinstance(made, str) else made)


def serve_site(out: Path, port: int = 8000) -> None:
    """Serve a built site on this machine until interrupted."""
    from cartaro_rulebook.publication.local_server import LocalHandler, local_server  # a browser serves nothing

    with local_server(LocalHandler, out, port) as server:
        server.serve_forever()
