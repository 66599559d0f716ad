"""The build of a site of one language from a folder of Markdown, by mkdocs; the theme and the link previews that it needs.

The theme is read once for all languages.  Its templates are compiled in memory.  Its folders of icons are skipped, since mkdocs
would list their files only to exclude them.  The picture in a link preview (title, a line, some cards) is drawn as a PNG with
the font of the package, so that the same text gives the same bytes on every machine.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import cast

from jinja2 import BytecodeCache, Environment, FileSystemLoader
from jinja2.bccache import Bucket
from mkdocs.structure.pages import Page
from mkdocs.theme import Theme

from cartaro_grammar import Game
from cartaro_rulebook.cards.pictures import CLASSES, FIGURE, SIGN, CardPictures, CardSigns, drawings, escaped, tag
from cartaro_rulebook.publication.page_cache import ConvertedPages
from cartaro_rulebook.publication.pages import Entry
from cartaro_rulebook.site.abbreviations import FIRST_SIGN, SENTENCES, abbreviated
from cartaro_rulebook.site.home import fan
from cartaro_rulebook.site.markup import with_marks_held
from cartaro_rulebook.words.language import language, languages
from cartaro_rulebook.words.naming import Naming, localized
from cartaro_rulebook.words.nouns import clean

# ------------------------------------------------------------------ shared theme


class CompiledTemplates(BytecodeCache):
    """Templates compiled by this process, by name and text."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a template that was compiled before, if there is one."""
        known = self._code.get((bucket.key, bucket.checksum))
        if known is not None:
            bucket.bytecode_from_string(known)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template as compiled."""
        self._code[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


COMPILED = CompiledTemplates()


class _VisibleFiles(FileSystemLoader):
    """A theme's files without hidden folders; files in hidden folders can be loaded, but are not listed."""

    def list_templates(self) -> list[str]:
        found = set[str]()
        for root in map(Path, self.searchpath):
            for folder, folders, names in os.walk(root):
                folders[:] = [name for name in folders if not name.startswith(".")]
                found.update((Path(folder) / name).relative_to(root).as_posix() for name in names)
        return sorted(found)


class SharedTheme(Theme):
    """A theme whose templates are compiled once for all sites."""

    def get_env(self) -> Environment:
        """Return the environment that mkdocs makes, with the shared templates."""
        env = super().get_env()
        env.bytecode_cache = COMPILED
        env.loader = _VisibleFiles(self.dirs)
        return env


def shared(theme: Theme) -> SharedTheme:
    """Return a theme as it was set up, but with its templates shared."""
    found = SharedTheme(name=theme.name)
    found.dirs, found.static_templates = theme.dirs, theme.static_templates
    for key in theme:
        found[key] = theme[key]
    return found


# ----------------------------------------------------------------- link pictures


WIDTH, HEIGHT = 1200, 630
"""The size of the drawing."""
SMALL = 2
"""The factor by which the drawing is reduced to a picture of the least size at which sites show a large link preview."""
FOLDER = "assets/links"
HOME = "home"
"""The name of the picture for all pages that do not belong to a game.  No ruleset's picture has this name, since theirs end in
`-game`.
"""
SITE = "Cartaro"
LONGEST = 42
CARD, TALL = 220, 308
FELT, INK, PAPER = "#1d4a3a", "#1a1a1a", "#fffdf6"
FONT = "DejaVu Sans"


def home_picture(game: Game | None, code: str) -> bytes:
    """Return the picture of a language's own pages, with the cards of a game."""
    return picture(SITE, language(code).text("site_tagline"), game, code)


def game_picture(game: Game, code: str) -> bytes:
    """Return the picture of a game's pages in a language."""
    lang = language(code)
    players = lang.text("site_players", x=lang.series([str(n) for n in game.ruleset.player_counts], "or"))
    line = f"{players} · {lang.text('site_cards', n=str(len(game.deck.cards)))} · {SITE}"
    return picture(localized(game.ruleset.title, code, game.name), line, game, code)


def picture(title: str, line: str, game: Game | None, code: str) -> bytes:
    """Return a PNG with a title, a line below it and the cards of a game."""
    title = clean(title) if len(title) <= LONGEST else f"{clean(title)[: LONGEST - 1]}…"
    inside = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{FELT}"/>'
    inside += _text(title, 70, 150, _size(title, 96), PAPER) + _text(line, 72, 215, _size(line, 34), "#cfe3d8")
    inside += "".join(_cards(game, code)) if game is not None else ""
    return _png(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{inside}</svg>')


def _size(text: str, largest: int) -> int:
    """Return the font size at which a text fits on one line; letters are assumed to be a little more than two thirds as wide as
    high.
    """
    return min(largest, round(1.26 * WIDTH / max(1, len(text))))


def _text(text: str, x: float, y: float, size: float, ink: str, anchor: str = "start") -> str:
    place = {"x": f"{x:g}", "y": f"{y:g}", "fill": ink, "text_anchor": anchor}
    shown = escaped("".join(filter(str.isprintable, text)))
    return tag("text", shown, **place, font_family=FONT, font_weight="bold", font_size=f"{size:g}")


def _cards(game: Game, code: str) -> Iterator[str]:
    """Yield a few cards as they are held in a hand."""
    pictures = CardPictures(Naming(game, language(code)))
    shown = list(fan(game, pictures))
    for place, number in enumerate(shown):
        turned = 12 * (place - (len(shown) - 1) / 2)
        card = _card(pictures.signs(number))
        yield f'<g transform="rotate({turned:g} {WIDTH / 2:g} 1500) translate({(WIDTH - CARD) / 2:g} 280)">{card}</g>'


def _card(signs: CardSigns) -> str:
    """Draw a card: its corner with the suit below it, and in the middle its figure or its suit.  Text replaces missing
    drawings.
    """
    sign, figure = (_named(kind, signs.classes) for kind in (SIGN, FIGURE))
    ink = _ink(sign)
    card = f'<rect width="{CARD}" height="{TALL}" rx="16" fill="{PAPER}" stroke="#00000055" stroke-width="2"/>'
    card += _text(signs.corner, 34, 56, 44, ink, "middle")
    card += _drawing(SIGN, sign, 14, 68, 40, 40) if sign else _text(signs.suit, 34, 104, 40, ink, "middle")
    if figure:
        return card + _drawing(FIGURE, figure, 50, 100, 144, 202)
    return card + (_drawing(SIGN, sign, 65, 120, 110, 110) if sign else _text(signs.suit, 120, 215, 110, ink, "middle"))


def _named(kind: str, classes: tuple[str, ...]) -> str:
    return next((one.removeprefix(CLASSES[kind]) for one in classes if one.startswith(CLASSES[kind])), "")


def _ink(sign: str) -> str:
    colour = re.search(r'\bcolor="([^"]*)"', drawings(SIGN)[sign]) if sign else None
    return colour[1] if colour else INK


def _drawing(kind: str, name: str, x: float, y: float, width: float, height: float) -> str:
    placed = f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
    return drawings(kind)[name].strip().replace("<svg ", placed, 1)


COLOURS = 32
"""The number of colours in a picture's palette.  The file has a quarter of the bytes of a picture without a palette."""


@lru_cache(maxsize=128)
def _png(drawing: str) -> bytes:
    from PIL import Image
    from resvg_py import svg_to_bytes

    with as_file(files("cartaro_rulebook").joinpath("assets", "fonts", "DejaVuSans-Bold-subset.ttf")) as font:
        width = WIDTH // SMALL
        made = svg_to_bytes(svg_string=drawing, width=width, skip_system_fonts=True, font_family=FONT, font_files=[str(font)])
    packed = BytesIO()
    Image.open(BytesIO(made)).convert("RGB").quantize(COLOURS).save(packed, "PNG", optimize=True)
    return packed.getvalue()


# ------------------------------------------------------------------ mkdocs build


EPOCH = "315532800"
"""The default date of pages, in 1980, so that a build does not depend on the day on which it runs."""
NOT_OURS = ("404.html", "sitemap.xml", "sitemap.xml.gz")
"""Files that mkdocs writes for each language, but that the whole site has only once."""
OF_THE_README = ("assets/workbench.png", "assets/cartaro.svg")
"""Pictures for the README that no page shows."""


class SiteFault(Exception):
    """Raised if the site could not be built; the message is mkdocs' own, for the reader, or has one line for each fault."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


@dataclass(frozen=True, slots=True)
class Publication:
    """The publication of the whole site: its address (None if unknown), and the pages of each language."""

    url: str | None
    pages: Mapping[str, frozenset[str]]


def build_language(
    code: str, docs: Path, out: Path, settings: Path, nav: list[Entry], publication: Publication, *, strict: bool
) -> None:
    """Build the site of a language into `out`; reuse pages that have not changed since the last build.  Raise SiteFault when
    mkdocs refuses; with `strict`, also when it warns.
    """
    from mkdocs import config as mkdocs_config
    from mkdocs.commands.build import build
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.exceptions import Abort, MkDocsException

    pass

    load = cast("Callable[..., MkDocsConfig]", mkdocs_config.load_config)  # pyright: ignore[reportUnknownMemberType] - mkdocs leaves its keywords untyped
    lang, converted = language(code), ConvertedPages(code, settings)
    with _dated_with_warnings() as warnings:
        try:
            config = load(
                config_file=str(settings),
                docs_dir=str(docs),
                site_dir=str(out),
                site_url=f"{publication.url}{code}/" if publication.url else None,
                site_description=lang.text("site_tagline"),
                nav=nav,
                not_in_nav="/errors/C*.md\n/decisions/0*.md\n/*-*.md",
                strict=strict,
            )
            config.theme = shared(config.theme)
            config.theme["language"] = code
            for palette, scheme in zip(config.theme["palette"], ("dark", "light"), strict=True):
                palette["toggle"]["name"] = lang.text(f"site_{scheme}")
            for key, value in _extra(code, publication).items():
                config.extra[key] = value
            events = cast("dict[str, list[Callable[..., object]]]", config.plugins.events)  # pyright: ignore[reportUnknownMemberType] - as above
            events["page_content"].append(_without_unsearched)
            events["pre_page"].append(converted.attach)
            events["env"].append(converted.attach_search)
            config.theme.dirs.insert(0, str(files("cartaro_rulebook").joinpath("assets", "theme")))
            build(config)
        except (MkDocsException, Abort) as fault:
            raise SiteFault(str(fault), *warnings) from fault
    converted.save()
    for name in (*NOT_OURS, *OF_THE_README):
        (out / name).unlink(missing_ok=True)
    _fold_search(out)
    _leave_out(out, code)
    _pack_search(out)
    pages = {path: path.read_text(encoding="utf-8") for path in sorted(out.rglob("*.html"))}
    apart = dict[str, str]()
    pages = {path: _with_scripts_apart(text, apart) for path, text in pages.items()}
    for name, script in apart.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(script, encoding="utf-8", newline="\n")
    shared_files = _shared_files(out)
    for path, text in pages.items():
        path.write_text(set_for_screen(_leading_up(text, shared_files), code), encoding="utf-8", newline="\n")
    for name in shared_files:
        file = out.parent / name
        file.parent.mkdir(parents=True, exist_ok=True)
        (out / name).replace(file)
    for folder in sorted((out / "assets").rglob("*"), reverse=True):
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


SHARED = (
    *("assets/*.css", "assets/*.js", "assets/images/*", "assets/stylesheets/*.css", "assets/javascripts/*.js"),
    *("assets/javascripts/lunr/min/*.js", "assets/javascripts/workers/*.js"),
)
"""Files that the sites of all languages share: stored once, next to the sites."""
START, HEADER = "assets/javascripts/site/start.js", "assets/javascripts/site/header.js"
"""What the theme writes into every page, as scripts of a language: addresses and words; and the parts of the header that need
scripts, which are the search and the choice of colours, with the chosen colours, which must be set before the page is drawn.
"""
_START = re.compile(r'<script>(__md_scope=new URL\()"[^"]*",location(\).*?)</script>', re.DOTALL)
_HEADER = re.compile(
    r'(?P<colours><form class="md-header__option" data-md-component="palette">.*?</form>)\s*'
    r"<script>(?P<chosen>var palette=.*?)</script>(?P<between>.*?)"
    r'(?P<search><label class="md-header__button md-icon" for="__search">.*?)(?=</nav>\s*</header>)',
    re.DOTALL,
)
_SETTINGS = re.compile(r'<script id="__config" type="application/json">(.*?)</script>\s*', re.DOTALL)
_ADDRESS = re.compile(r'(?<= )(href|src)="((?:\.\./)*)(assets/[^"]*)"')
_WRITE_SETTINGS = """
((settings) => {
  for (const name of ["base", "search"]) settings[name] = new URL(settings[name], __md_scope).href;
  const made = { id: "__config", type: "application/json", textContent: JSON.stringify(settings) };
  document.head.append(Object.assign(document.createElement("script"), made));
})"""


_WRITE_HEADER = """{
  const here = document.currentScript;
  here.previousElementSibling.insertAdjacentHTML("beforebegin", COLOURS);
  here.insertAdjacentHTML("beforebegin", SEARCH);
}
"""


def _with_scripts_apart(html: str, apart: dict[str, str]) -> str:
    """Return a page that loads the scripts that the theme writes into each page, and the parts of the header that need scripts;
    `apart` collects these scripts by their addresses.
    """
    start, header, settings = _START.search(html), _HEADER.search(html), _SETTINGS.search(html)
    if start is None or header is None or settings is None:
        return html
    known = cast("dict[str, object]", json.loads(settings[1]))
    up = "" if known["base"] == "." else f"{known['base']}/"
    written = _WRITE_HEADER.replace("COLOURS", _quoted(header["colours"])).replace("SEARCH", _quoted(header["search"]))
    written += header["chosen"] + "\n"
    if not apart:
        known |= {"base": ".", "search": f"../{str(known['search']).removeprefix(up)}"}
        words = json.dumps(known, ensure_ascii=False)
        apart[START] = f'{start[1]}"../../..",document.currentScript.src{start[2]};{_WRITE_SETTINGS}({words});\n'
        apart[HEADER] = written
    html = _SETTINGS.sub("", html)
    if apart[HEADER] == written:
        html = _HEADER.sub(lambda found: f'{found["between"]}<script src="{up}{HEADER}"></script>', html)
    return _START.sub(f'<script src="{up}{START}"></script>', html)


def _quoted(html: str) -> str:
    return json.dumps(tightened(html), ensure_ascii=False)


def _shared_files(out: Path) -> frozenset[str]:
    return frozenset(path.relative_to(out).as_posix() for pattern in SHARED for path in out.glob(pattern) if path.is_file())


def _leading_up(html: str, names: frozenset[str]) -> str:
    """Return a page whose links to shared files lead out of the folder of its language."""

    def led(found: re.Match[str]) -> str:
        return f'{found[1]}="{found[2]}../{found[3]}"' if found[3] in names else found[0]

    return _ADDRESS.sub(led, html)


UNSEARCHED = (
    *("badge", "by", "cite", "game-pages", "art", "verdict"),  # what leads elsewhere
    *("strip", "decided-for", "everywhere", "measured", "method", "position", "record", "step", "under"),
    *("compared", "follows", "places", "quoted", "workings"),
)
"""The classes that the search leaves out, since nobody searches for the cards of a position or the method of a proof.  The
theme ends an exclusion too early, at the first closing tag of that name, even if it belongs to an element inside.
"""
_SEARCHED = "data-search-exclude"
_UNSEARCHED = re.compile(rf'<\w+(?= (?:[^<>]* )?class="(?:[^"]* )?(?:{"|".join(UNSEARCHED)})[ "])')


UNSEARCHED_PAGES = re.compile(r"decisions/|(?:\w+/)?scope\.md")
"""The pages that a player does not look for: the records of decisions, and the games that the language can state."""


def _without_unsearched(html: str, *, page: Page, **_: object) -> str:
    """Mark the parts, and the pages, that the theme's search leaves out; `tightened` removes the marks again."""
    if UNSEARCHED_PAGES.match(page.file.src_uri):
        page.meta["search"] = {"exclude": True}
    return _UNSEARCHED.sub(rf"\g<0> {_SEARCHED}", html)


_IN_CONTENTS = re.compile(r'(<a href="[^"]*" class="md-nav__link">)\s*<span class="md-ellipsis">\s*([^<]*?)\s*</span>\s*</a>')
_TO_A_HEADING = re.compile(r'(<a class="headerlink" href="[^"]*") title="[^"]*"')
"""A link to a heading; its title is English on every page."""
_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
"""An attribute that a drawing inside a page does not need."""
_KEPT = re.compile(r"(<(pre|script|style|textarea)\b.*?</\2>)", re.DOTALL)


_QUOTED = re.compile(r'=(?:""|"([^\s"\'=<>`/][^\s"\'=<>`]*)")(?=[\s>])')
"""An attribute value that HTML allows without quotation marks, or an empty value."""
_MARK = re.compile(rf' {_SEARCHED}(?:="")?(?=[ >])')
_FOLLOWING = "blockquote|details|div|dl|figure|h[1-6]|ol|p|section|table|ul"
_AROUND = "article|blockquote|dd|details|div|figure|li|section|td"
_ENDS = re.compile(
    r"</li>(?=<li\b|</[ou]l>)|</dd>(?= ?(?:<d[td]\b|</(?:dl|div)>))"
    rf"|</tr>(?=<tr\b|</t(?:body|able|head)>)|</p>(?=<(?:{_FOLLOWING})\b|</(?:{_AROUND})>)"
)
"""End tags that a page may leave out because of the tag that follows. Those of terms and cells are kept, since a space after
them would be part of their text: a colon may follow a term, and `assets/table.js` reads the text of cells.
"""
_BETWEEN = re.compile(r"(?<=>)\n(?=</?(?:body|div|footer|form|head|header|li|link|main|meta|nav|title|ul)\b)")
"""The end of a line before a tag that a browser shows on a line of its own, or does not show."""
_AFTER = re.compile(r"(<li\b[^<>]*>)\n")
_TAG = re.compile(r'<[a-z][^<>"]*(?:"[^"]*"[^<>"]*)*>')
_VALUE = re.compile(r'"[^"]*"')
_APOSTROPHE = "&#x27;"


def set_for_screen(html: str, code: str) -> str:
    """Return a smaller page, or a part of one, in which no line begins with a mark."""
    return with_marks_held(tightened(html), code)


def tightened(html: str) -> str:
    """Return a smaller page: remove the indentation of the theme's templates, their elements around each link of the contents,
    the escapes of apostrophes in quoted values, quotation marks around values of one word, and end tags that a browser implies.
    On a short page this saves a third.
    """
    html = _TO_A_HEADING.sub(r"\1", _IN_CONTENTS.sub(r"\1\2</a>", html))
    parts = _KEPT.split(html.replace(_NAMESPACE, ""))
    return "".join(_tightened_part(part) if at % 3 == 0 else part for at, part in enumerate(parts) if at % 3 < 2)


def _tightened_part(html: str) -> str:
    return _ENDS.sub("", _BETWEEN.sub("", _AFTER.sub(r"\1", _TAG.sub(_tightened_tag, re.sub(r"\s*\n\s*", "\n", html)))))


def _tightened_tag(found: re.Match[str]) -> str:
    values = _VALUE.sub(lambda value: value[0].replace(_APOSTROPHE, "'"), found[0])
    return _QUOTED.sub(_bare, _MARK.sub("", values))


def _bare(found: re.Match[str]) -> str:
    return f"={found[1]}" if found[1] else ""


def _extra(code: str, publication: Publication) -> dict[str, object]:
    """Return the theme's variables that are not in the settings."""
    return {
        "alternate": True,  # with this setting the theme's header requests the languages that `languages` lists
        "languages": {other: language(other).word("name") for other in languages()},
        "pages": publication.pages,
        "publisher": publication.url or "",
        "picture": {"folder": FOLDER, "home": HOME, "width": WIDTH // SMALL, "height": HEIGHT // SMALL},
        "footer": language(code).text("site_footer"),
        "locales": {other: language(other).word("site_locale") for other in languages()},
    }


_SOURCE_MAP = re.compile(rb"\s*(?://|/\*)# sourceMappingURL=\S+(?:\s*\*/)?\s*\Z")
_INDEX_BY_PROTOCOL = re.compile(
    r'location\.protocol==="file:"\?(\w+\(`[^`]*search_index\.js[^`]*`\)\.pipe\(.*?\))'
    r":\w+\(new URL\([^)]*search_index\.json[^)]*\)\)"
)


def _leave_out(out: Path, code: str) -> None:
    """Remove files of the theme that no reader requests: source maps, the stemmers of other languages, and the second copy of
    the search index.  That copy is not needed because the search script reads the same index as pages opened from a disk.
    """
    for path in sorted(out.rglob("*.map")):
        path.unlink()
        whole = path.with_suffix("")
        if whole.is_file():
            whole.write_bytes(_SOURCE_MAP.sub(b"\n", whole.read_bytes()))
    lunr = out / "assets" / "javascripts" / "lunr"
    stemmer = lunr / "min" / f"lunr.{code}.min.js"
    needed = {stemmer.with_name("lunr.stemmer.support.min.js"), stemmer} if stemmer.is_file() else set[Path]()
    for path in sorted(lunr.rglob("*.js")):
        if path not in needed:
            path.unlink()
    for bundle in (out / "assets" / "javascripts").glob("bundle.*.min.js"):
        text, found = _INDEX_BY_PROTOCOL.subn(r"\1", bundle.read_text(encoding="utf-8"))
        if found:
            bundle.write_text(text, encoding="utf-8", newline="\n")
            (out / "search" / "search_index.json").unlink(missing_ok=True)


_NO_SYNONYMS = "var synonymsOf = {};"
_NO_QUESTIONS = "var askingIn = {};"
_NO_SECTIONS = "var leadingIn = {};"


_INDEX = "var __index = "
_UNPACKED = (
    "((config,pages,parts)=>{"
    f"const whole=(text)=>text.replace(/[\\ue000-\\uf8ff]/g,(sign)=>parts[sign.charCodeAt(0)-{FIRST_SIGN}]);"
    "return{config,docs:pages.flatMap(([page,entries])=>"
    "entries.map(([anchor,title,text,more])=>({location:whole(page+anchor),title:whole(title),text:whole(text),...more})))}})"
)
"""A function that makes a search index from its settings, for each page its entries, and the parts that their signs replace."""


def packed_index(script: str) -> str:
    """Return a script that makes the same search index as the theme's, with fewer bytes: letters are not escaped, the names
    of pages and of the parts of entries are not repeated, and sentences that repeat are abbreviated.
    """
    index = json.loads(script.removeprefix(_INDEX).rstrip().removesuffix(";"))
    pages = list[tuple[str, list[list[object]]]]()
    for page, entries in groupby(index["docs"], lambda entry: entry["location"].partition("#")[0]):
        pages.append((page, [_packed_entry(entry, page) for entry in entries]))
    settings, packed = (json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in (index["config"], pages))
    short, parts = abbreviated(packed, SENTENCES)
    return f"{_INDEX}{_UNPACKED}({settings},{short},{json.dumps(parts, ensure_ascii=False, separators=(',', ':'))});\n"


def _packed_entry(entry: Mapping[str, object], page: str) -> list[object]:
    more = {name: value for name, value in entry.items() if name not in ("location", "title", "text")}
    return [str(entry["location"]).removeprefix(page), entry["title"], entry["text"], *([more] if more else [])]


def _pack_search(out: Path) -> None:
    index = out / "search" / "search_index.js"
    index.write_text(packed_index(index.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


def _fold_search(out: Path) -> None:
    """Replace the scores of the theme's search, with each language's synonyms, words of questions, and words that lead to the
    sections of a guide.
    """
    folding = files("cartaro_rulebook").joinpath("assets", "search", "folding.js").read_text(encoding="utf-8")
    together = {code: [each.split() for each in language(code).text("site_search_synonyms").split(",")] for code in languages()}
    asking = {code: language(code).text("site_search_asking").split() for code in languages()}
    leading = {code: _section_words(language(code).text("site_search_sections")) for code in languages()}
    folding = folding.replace(_NO_SYNONYMS, f"var synonymsOf = {json.dumps(together)};")
    folding = folding.replace(_NO_QUESTIONS, f"var askingIn = {json.dumps(asking)};")
    folding = folding.replace(_NO_SECTIONS, f"var leadingIn = {json.dumps(leading)};")
    for worker in (out / "assets" / "javascripts" / "workers").glob("search.*.min.js"):
        worker.write_text(worker.read_text(encoding="utf-8") + "\n" + folding, encoding="utf-8", newline="\n")


def _section_words(written: str) -> dict[str, list[str]]:
    """Return the words that lead to each section of a guide, by the section's name."""
    parts = (part.partition(":") for part in written.split(";"))
    return {section.strip(): words.split() for section, _, words in parts}


class _Warnings(logging.Handler):
    """Collect mkdocs' warnings."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())


@contextmanager
def _dated_with_warnings() -> Generator[list[str], None, None]:
    """Yield the list of mkdocs' warnings; while it is in use, mkdocs takes a fixed date for today."""
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
