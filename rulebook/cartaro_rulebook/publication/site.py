"""Build the site: one site of hand-written and generated pages for each language, and the files that these sites share.

The input is rulesets with their findings. The folder is replaced completely or not at all, the same input gives the same bytes,
and no page sends requests to another server. Raises `SiteFault` if mkdocs refuses.

The shared files are a first page and a page for missing addresses, each with all languages in one file (a script chooses the
reader's language); the list of all pages; and the workbench, copied from a folder that `make workbench` built, with the
rulesets that it contains.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from cartaro_grammar import Game, cache_folder
from cartaro_rulebook.cards.steps import HistoryFault
from cartaro_rulebook.publication.badge import NAME as BADGE
from cartaro_rulebook.publication.badge import badge
from cartaro_rulebook.publication.mkdocs_build import FOLDER as LINKS
from cartaro_rulebook.publication.mkdocs_build import (
    HOME,
    Publication,
    SiteFault,
    build_language,
    game_picture,
    home_picture,
    set_for_screen,
)
from cartaro_rulebook.publication.page_cache import Documents, kept_documents
from cartaro_rulebook.publication.pages import (
    AUTHORS,
    DECISIONS,
    FOR_AUTHORS,
    MATRIX,
    TUTORIAL,
    Entry,
    comparison_page,
    decision_index,
    described,
    error_index,
    error_pages,
    families,
    family_title,
    lay_out,
    matrix_page,
    mechanisms,
    navigation,
    played_first,
    short_home,
    with_games,
)
from cartaro_rulebook.publication.serving import replace_folder, work_folder
from cartaro_rulebook.publication.strict_checks import strict_faults
from cartaro_rulebook.publication.workbench import ADDRESS, Workbench
from cartaro_rulebook.site.book import Ruleset, comparison_name
from cartaro_rulebook.site.home import games_of_site
from cartaro_rulebook.site.markup import escaped, tag
from cartaro_rulebook.site.pages import (
    EXAMPLES,
    HISTORIES,
    TABLES,
    examples_to_open,
    guide_under_choices,
    hand_to_follow,
    histories_to_follow,
    picture_name,
    ruleset_pages,
    script,
    stylesheet,
)
from cartaro_rulebook.site.play_page import HANDS
from cartaro_rulebook.words.language import language, languages

# -------------------------------------------------------------------- root pages


STYLE = """
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5;
  background: light-dark(#fff, #1c1d22); color: light-dark(#222, #e4e4e6); }
body { max-width: 36rem; margin: 15vh auto 0; padding: 0 1.2rem; background: inherit; }
h1 { font-weight: 600; }
a { color: light-dark(#8a2f00, #ffab91); }
li { margin: .5rem 0; } ul { padding-left: 1.2rem; }
"""
TO_THE_READERS_LANGUAGE = """
const known = %s;
for (const wanted of navigator.languages || [navigator.language]) {
  const code = String(wanted).slice(0, 2).toLowerCase();
  if (known.includes(code)) { location.replace(code + "/index.html"); break; }
}
"""
IN_THE_READERS_LANGUAGE = """
const known = %s;
const read = (navigator.languages || [navigator.language]).map(each => String(each).slice(0, 2).toLowerCase());
const asked = [...location.pathname.split("/"), ...read];
const code = asked.find(part => known.includes(part));
if (code) {
  document.documentElement.lang = code;
  for (const part of document.querySelectorAll("[data-language]")) part.hidden = part.dataset.language !== code;
}
"""


def first_page(url: str | None) -> str:
    """Return the page that lists the languages; `url` is the published address, which the page states if it is known."""
    items = ""
    for code in languages():
        lang = language(code)
        link = tag("a", escaped(lang.word("name").capitalize()), href=f"{code}/index.html", hreflang=code)
        items += tag("li", f"{link} &#8212; {escaped(lang.text('site_tagline'))}", lang=code)
    head = "".join(_alternate(code, f"{url or ''}{code}/index.html") for code in languages())
    head += _alternate("x-default", url) + f'<link rel="canonical" href="{escaped(url)}">' if url else ""
    return _page("Cartaro", head, tag("h1", "Cartaro") + tag("ul", items), TO_THE_READERS_LANGUAGE)


def missing_page(url: str | None) -> str:
    """Return the page that a host shows for a missing address; its links begin at the site's own root."""
    root = urlsplit(url).path if url else "/"
    body = tag("h1", "404")
    for code in languages():
        lang = language(code)
        link = tag("a", escaped(lang.text("site_book")), href=f"{root}{code}/index.html", hreflang=code)
        body += tag("p", f"{escaped(lang.text('site_not_found'))} {link}", lang=code, data_language=code)
    return _page("404 - Cartaro", '<meta name="robots" content="noindex">', body, IN_THE_READERS_LANGUAGE)


def _alternate(code: str, href: str) -> str:
    return f'<link rel="alternate" hreflang="{code}" href="{escaped(href)}">'


def _page(title: str, head: str, body: str, script: str) -> str:
    known = "[" + ", ".join(f'"{code}"' for code in languages()) + "]"
    about = escaped(language("en").text("site_tagline"))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{tag('title', title)}\n"
        f'<meta name="description" content="{about}">\n{head}\n<style>{STYLE}</style>\n</head>\n'
        f"<body>\n<main>{body}</main>\n<script>{script % known}</script>\n</body>\n</html>\n"
    )


def sitemap(url: str, pages: Mapping[str, frozenset[str]]) -> str:
    """Return the sitemap: all pages, each with its other languages."""
    entries = "".join(_entry(url, code, name, pages) for code in pages for name in sorted(pages[code]))
    spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {spaces}>\n{entries}</urlset>\n'


def _entry(url: str, code: str, name: str, pages: Mapping[str, frozenset[str]]) -> str:
    links = "".join(_other(url, other, name) for other in pages if name in pages[other])
    return f"<url><loc>{escaped(f'{url}{code}/{name}')}</loc>{links}</url>\n"


def _other(url: str, code: str, name: str) -> str:
    return f'<xhtml:link rel="alternate" hreflang="{code}" href="{escaped(f"{url}{code}/{name}")}"/>'


def root_files(url: str | None, pages: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, str]]:
    """Yield the files next to the language folders, as (name, text)."""
    yield "index.html", first_page(url)
    yield "404.html", missing_page(url)
    if url:
        yield "sitemap.xml", sitemap(url, pages)
        yield "robots.txt", f"User-agent: *\nAllow: /\nSitemap: {url}sitemap.xml\n"


# -------------------------------------------------------------------------- site


KEYS_STYLE = "\n.keys { margin-left: .3em; font: .55rem monospace; color: #9a5a00; }\n"
MARK = ".cartaro-site"
"""The file in a site that lists its inputs.  The command replaces a folder only if it has this file or is empty."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The folders of the hand-written pages and mkdocs' settings."""

    settings: Path
    docs: Path


def shipped_sources() -> Sources:
    """Return the site's sources: from the checkout if there is one, else the sources installed with the package."""
    checkout = Path(__file__).resolve().parents[3]
    if (checkout / "mkdocs.yml").is_file() and (checkout / "docs").is_dir():
        return Sources(checkout / "mkdocs.yml", checkout / "docs")
    installed = Path(__file__).resolve().parents[2] / "cartaro_site"
    return Sources(installed / "mkdocs.yml", installed / "docs")


def sources_digest(sources: Sources | None = None) -> bytes:
    """Return the digest of the hand-written pages and the settings of mkdocs."""
    found = sources or shipped_sources()
    paths = sorted(path for path in found.docs.rglob("*") if path.is_file())
    parts = (part for path in paths for part in (path.relative_to(found.docs).as_posix().encode(), path.read_bytes()))
    return cache_folder.cache_key(found.settings.read_bytes(), *parts)


Each = Callable[[Callable[..., Any], Iterable[Any]], Iterable[Any]]
"""Calls a function with each of some values, in order, like `map`, and perhaps in several processes."""


def build_site(
    rulesets: Sequence[Ruleset],
    out: Path,
    *,
    url: str | None = None,
    publisher: str = "",
    strict: bool = False,
    keys: bool = False,
    authors: bool = True,
    sources: Sources | None = None,
    workbench: Workbench | None = None,
    each: Each = map,
    made_from: str = "",
) -> Path:
    """Build the site into `out`, which is replaced as a whole; return the path of its first page.  `url` is the address of the
    published site, and `publisher` who publishes the editions on it.  With `keys`, every sentence of a rulebook shows the
    catalogue keys that produced it.  Without `authors` the pages for authors of rulesets are left out: only the rulebooks, the
    meaning of verdicts and the tutorial remain.  A workbench is copied next to the pages; links open in it the games and hands
    of the rulesets whose texts it has.

    `each` is called to make the parts of the site, which are independent.  `made_from` is a digest of all inputs of the site,
    with which `is_current` compares later.

    Raise SiteFault if mkdocs refuses, if a record does not fit its game, or if a ruleset has the name of another page.  With
    `strict`, also raise it if mkdocs warns, and with a line for each missing translation, foreign word and broken link.
    """
    found = sources or shipped_sources()
    rulesets = rulesets if workbench is None else workbench.opening(rulesets)
    address = f"{url.rstrip('/')}/" if url else ""
    rulesets = [replace(ruleset, site=address, publisher=publisher) for ruleset in rulesets]
    out = out.resolve()
    out.parent.mkdir(parents=True, exist_ok=True)
    with work_folder(out, is_site) as work:
        write_docs(rulesets, work / "docs", found, keys=keys, authors=authors, steps=workbench is not None, each=each)
        _build(rulesets, work, found, url, strict, each)
        if workbench is not None:
            workbench.copy_to(work / "new")
        faults = list(strict_faults([ruleset.game for ruleset in rulesets], work / "new")) if strict else []
        if faults:
            raise SiteFault(*faults)
        _write(work / "new" / MARK, _mark(made_from, work / "new"))
        if not is_free(out):
            raise SiteFault(f"`{out.name}` holds something else than a site")
        replace_folder(work, out)
    return out / "index.html"


def _build(rulesets: Sequence[Ruleset], work: Path, sources: Sources, url: str | None, strict: bool, each: Each) -> None:
    """Build every language's site, and the files around them."""
    pages = {code: _pages(work / "docs" / code) for code in languages()}
    publication = Publication(f"{url.rstrip('/')}/" if url else None, pages)
    games = [ruleset.game for ruleset in rulesets]
    tasks = [_language_task(games, code, work / "docs" / code, work / "new" / code, sources) for code in languages()]
    for _ in each(partial(_build_language, publication=publication, strict=strict), tasks):
        pass
    for name, text in root_files(publication.url, publication.pages):
        _write(work / "new" / name, text)
    found = badge(finding.verdict for ruleset in rulesets for finding in ruleset.findings)
    if found is not None:
        _write(work / "new" / BADGE, found)


@dataclass(frozen=True, slots=True)
class _LanguageTask:
    """The site of one language, with its pages as Markdown."""

    code: str
    docs: Path
    out: Path
    settings: Path
    nav: list[Entry]

    @property
    def name(self) -> str:
        return language(self.code).word("name")


def _language_task(games: Sequence[Game], code: str, docs: Path, out: Path, sources: Sources) -> _LanguageTask:
    return _LanguageTask(code, docs, out, sources.settings, navigation(games, code, docs))


def _build_language(task: _LanguageTask, publication: Publication, strict: bool) -> None:
    build_language(task.code, task.docs, task.out, task.settings, task.nav, publication, strict=strict)


def build_again(rulesets: Sequence[Ruleset], out: Path, code: str) -> None:
    """Build one language of a site of rulebooks again, in its place. Raise SiteFault as `build` does."""
    sources, place = shipped_sources(), out / code
    with work_folder(place, lambda folder: (folder / "index.html").is_file()) as work:
        docs = work / "docs"
        _write_frame(rulesets, docs, code, sources, keys=False, authors=False)
        _write_documents(rulesets, [code], {code: docs}, keys=False, each=map)
        publication = Publication(None, dict.fromkeys(languages(), _pages(docs)))
        games = [ruleset.game for ruleset in rulesets]
        _build_language(_language_task(games, code, docs, work / "new", sources), publication, strict=False)
        replace_folder(work, place)


def _pages(docs: Path) -> frozenset[str]:
    """Return the addresses of a language's pages, within its site."""
    return frozenset(path.relative_to(docs).with_suffix(".html").as_posix() for path in docs.rglob("*.md"))


def _mark(made_from: str, folder: Path) -> str:
    """Return the text of the file that describes a site: its inputs, and its number of files and bytes."""
    return f"made by cartaro book build\n{made_from} {_extent(folder)}\n"


def _extent(folder: Path) -> str:
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file() and path.name != MARK]
    return f"{len(sizes)} {sum(sizes)}"


def is_current(folder: Path, made_from: str) -> bool:
    """Return whether a folder is a complete site made from the same inputs, so that a build would give the same bytes."""
    try:
        return is_site(folder) and (folder / MARK).read_text(encoding="utf-8") == _mark(made_from, folder)
    except (OSError, ValueError):
        return False


def is_site(folder: Path) -> bool:
    """Return whether a folder is a complete site from an earlier build, which is so if it has the mark, since this is written
    last.
    """
    return (folder / MARK).is_file()


def is_free(out: Path) -> bool:
    """Return whether a site may be written here: the folder is missing, empty, or an earlier site."""
    if out.is_symlink() or not out.exists():
        return not out.is_symlink()
    return out.is_dir() and (is_site(out) or not any(out.iterdir()))


def write_docs(
    rulesets: Sequence[Ruleset],
    docs: Path,
    sources: Sources,
    *,
    keys: bool = False,
    authors: bool = True,
    steps: bool = False,
    each: Each = map,
) -> None:
    """Lay out all pages as Markdown, in a folder for each language: hand-written pages, pages of errors, and rulebooks."""
    for code in languages():
        _write_frame(rulesets, docs / code, code, sources, keys=keys, authors=authors, steps=steps)
    _write_documents(rulesets, languages(), {code: docs / code for code in languages()}, keys=keys, each=each)


def _write_frame(
    rulesets: Sequence[Ruleset], place: Path, code: str, sources: Sources, *, keys: bool, authors: bool, steps: bool = False
) -> None:
    """Write the pages that do not belong to one game (hand-written pages, pages of errors, the list of all games), the styles
    and the scripts.
    """
    lay_out(sources.docs, place, code, authors=authors, workbench=ADDRESS if steps else None)
    if not authors:
        _write(place / "index.md", short_home(code, tutorial=(place / f"{TUTORIAL}.md").is_file()))
    _write(place / "assets" / "cartaro.css", stylesheet() + (KEYS_STYLE if keys else ""))
    _write(place / "assets" / "stepper.js", script())
    if authors and code == AUTHORS:
        if (place / "decisions").is_dir():
            _write(place / DECISIONS, described(decision_index(place / "decisions"), FOR_AUTHORS))
        _write(place / "errors" / "index.md", described(error_index(), FOR_AUTHORS))
        for name, text in error_pages():
            _write(place / "errors" / name, described(text, FOR_AUTHORS))
    by_family, home = games_by_family(rulesets, code), place / "index.md"
    written = home.read_text(encoding="utf-8")
    _write(home, with_games(written, games_of_site(by_family, code, played_first(written), mechanisms(by_family, code)), code))
    _write(place / f"{MATRIX}.md", matrix_page(by_family, code))
    games = [ruleset.game for ruleset in rulesets]
    _write(place / LINKS / f"{HOME}.png", home_picture(games[0] if games else None, code))


@dataclass(frozen=True, slots=True)
class _RulesetTask:
    """The pages of a ruleset in some languages; `linked` is whether its base has a page."""

    ruleset: Ruleset
    variants: tuple[Game, ...]
    linked: bool
    keys: bool
    codes: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.ruleset.game.name


def _write_documents(
    rulesets: Sequence[Ruleset], codes: Sequence[str], places: Mapping[str, Path], *, keys: bool, each: Each
) -> None:
    """Write the pages of single games: their pages, their guides under other choices, the comparison with a base, the
    picture.
    """
    built = frozenset(ruleset.game.name for ruleset in rulesets)
    tasks = [
        _RulesetTask(
            ruleset,
            tuple(other.game for other in rulesets if other.base is not None and other.base.name == ruleset.game.name),
            ruleset.base is not None and ruleset.base.name in built,
            keys,
            tuple(codes),
        )
        for ruleset in rulesets
    ]
    for documents in each(_documents, tasks):
        for address, made in documents.items():
            code, _, name = address.partition("/")
            if name.endswith(".md") and (places[code] / name).exists():
                raise SiteFault(f"`{name.removesuffix('.md')}` is the name of another page of the site")
            _write(places[code] / name, base64.b64decode(made) if name.endswith(".png") else made)


def _documents(task: _RulesetTask) -> Documents:
    """Return the documents of a ruleset by their addresses; a picture is encoded in base 64."""
    return kept_documents(task.ruleset, task.variants, task.linked, task.keys, task.codes, partial(_make_documents, task))


def _make_documents(task: _RulesetTask) -> Documents:
    made, ruleset = Documents(), task.ruleset
    built = frozenset({ruleset.base.name}) if ruleset.base is not None and task.linked else frozenset[str]()
    for code in task.codes:
        small = partial(set_for_screen, code=code)
        try:
            pages = ruleset_pages(ruleset, code, built, task.variants, keys=task.keys)
        except HistoryFault as fault:
            raise SiteFault(str(fault)) from fault
        made |= {f"{code}/{name}.md": text for name, text in pages.items()}
        choices = guide_under_choices(ruleset, code, built, small)
        if choices is not None:
            made[f"{code}/{TABLES}/{ruleset.game.name}.js"] = choices
        hand = hand_to_follow(ruleset, code, built, small)
        if hand is not None:
            made[f"{code}/{HANDS}/{ruleset.game.name}.js"] = hand
        examples = examples_to_open(ruleset, code, built, small, keys=task.keys)
        if examples is not None:
            made[f"{code}/{EXAMPLES}/{ruleset.game.name}.js"] = examples
        histories = histories_to_follow(ruleset, code, built, small)
        if histories is not None:
            made[f"{code}/{HISTORIES}/{ruleset.game.name}.js"] = histories
        if ruleset.base is not None and task.linked:
            beside = comparison_page(ruleset, Ruleset(ruleset.base), code, ruleset.beside.get(code))
            made[f"{code}/{comparison_name(ruleset.game)}.md"] = beside
        picture = base64.b64encode(game_picture(ruleset.game, code)).decode("ascii")
        made[f"{code}/{LINKS}/{picture_name(ruleset.game)}.png"] = picture
    return made


def games_by_family(rulesets: Sequence[Ruleset], code: str) -> tuple[tuple[str, tuple[Ruleset, ...]], ...]:
    """Return all games of the site, by family with its title."""
    by_name = {ruleset.game.name: ruleset for ruleset in rulesets}
    found = families([ruleset.game for ruleset in rulesets])
    return tuple((family_title(family, code), tuple(by_name[game.name] for game in family.games)) for family in found)


def _write(path: Path, made: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(made.encode("utf-8") if isinstance(made, str) else made)


def serve_site(out: Path, port: int = 8000) -> None:
    """Serve a built site on this machine until interrupted."""
    from cartaro_rulebook.publication.serving import LocalHandler, local_server  # a browser serves nothing

    with local_server(LocalHandler, out, port) as server:
        server.serve_forever()
