"""A ruleset's pages, as Markdown for the site, and as one self-contained HTML; the list of rulesets; stylesheet and script.

A game has three pages in the site (decision 0054): to play it, its rules, its proofs.  The self-contained HTML needs no folder
and no site.  Links to other pages have no target in it, and no text of an author is treated as
markup.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files

from cartaro_grammar import Game
from cartaro_rulebook.cards.pictures import drawing_styles
from cartaro_rulebook.guide import difference
from cartaro_rulebook.prose.clauses import scope_for
from cartaro_rulebook.site import elsewhere, evidence_page, first_screen, measurements_page, our_table, play_page, rules_page
from cartaro_rulebook.site.abbreviations import abbreviated
from cartaro_rulebook.site.book import PAGE_KINDS, Finding, Page, PageKind, Ruleset, page_for, page_name
from cartaro_rulebook.site.house_rules import what_changes
from cartaro_rulebook.site.markup import CardPictures, bullets, escaped, heading, tag
from cartaro_rulebook.site.official_page import edition_name, official_body
from cartaro_rulebook.words.language import language, languages
from cartaro_rulebook.words.naming import localized

# ------------------------------------------------------------------------- pages


def ruleset_pages(
    ruleset: Ruleset, code: str, built: frozenset[str] = frozenset(), variants: Sequence[Game] = (), *, keys: bool = False
) -> dict[str, str]:
    """Return a map from names to the pages of a ruleset in one of the site's languages, as Markdown. `built` are the rulesets
    that it may link to; `variants` are the variants among them. With `keys`, every sentence shows the catalogue keys that
    produced it, and the place of its rule.
    """
    page = page_for(ruleset, code, built, keys=keys)
    bodies: dict[PageKind, list[str]] = {kind: list(_page_parts(kind, page, variants)) for kind in PAGE_KINDS}
    bodies["rules"] = _quoted_once(bodies["rules"])
    anchors: dict[PageKind, frozenset[str]] = {kind: _anchors(parts) for kind, parts in bodies.items()}
    made = {page_name(page.game, kind): _document(kind, bodies[kind], anchors, page) for kind in PAGE_KINDS}
    return made | dict(_editions(page))


_IN_RULES = re.compile(r' href="#([a-z]-[^"]+)"')


def _editions(page: Page) -> Iterator[tuple[str, str]]:
    """Yield the page of each edition with an official text, the newest first, by its name."""
    games = ((edition_name(game), game) for game in (page.game, *page.ruleset.earlier))
    known = list({name: (name, game) for name, game in reversed(list(games)) if name is not None}.values())[::-1]
    rules = page_name(page.game, "rules")
    for name, game in known:
        current = game is page.game
        one = page if current else page_for(Ruleset(game), page.scope.lang.code)
        links = rf' href="{rules}.html#\1"' if current else ""
        parts = (_IN_RULES.sub(links, part) for part in official_body(one, known, name, page.ruleset.site))
        title = page.label("titled_official", x=one.title)
        whole = (f"# {heading(title)}", *parts)
        about = page.label("about_official", x=one.title)
        yield name, document(title, page.scope.lang.code, about, iter(whole), picture_name(page.game), boost=0)


TABLES = "assets/tables"
"""The folder of the guides under other choices, which are named after the games."""


def guide_under_choices(
    ruleset: Ruleset, code: str, built: frozenset[str] = frozenset(), tightened: Callable[[str], str] = str
) -> str | None:
    """Return the script of a Play page, which has the guide under every choice of players and house rules (decision 0061), as
    HTML that `tightened` has made smaller; None if there is nothing to choose.
    """
    # the verdicts hold for the rules that the page shows first
    page = page_for(Ruleset(ruleset.game, ruleset.base), code, built)
    return our_table.table_script(page, lambda html: tightened(_led_to_rules(html, page)))


def hand_to_follow(
    ruleset: Ruleset, code: str, built: frozenset[str] = frozenset(), tightened: Callable[[str], str] = str
) -> str | None:
    """Return the script with the whole hand of a Play page; None if the page has none but the moves that it shows."""
    page = page_for(ruleset, code, built)
    steps = play_page.whole_hand(page)
    if steps is None:
        return None
    return _script_with("cartaroHand", tightened(_led_to_rules(steps, page)))


EXAMPLES = "assets/examples"
"""The folder of the examples of the Rules pages, which are named after the games."""


def examples_to_open(
    ruleset: Ruleset,
    code: str,
    built: frozenset[str] = frozenset(),
    tightened: Callable[[str], str] = str,
    *,
    keys: bool = False,
) -> str | None:
    """Return the script with the folded parts of the examples of a Rules page; None if it has no examples of its own."""
    folded = evidence_page.folded_examples(page_for(ruleset, code, built, keys=keys))
    return _script_with("cartaroApart", tightened(folded)) if folded else None


HISTORIES = "assets/histories"
"""The folder of the histories of the Proofs pages, which are named after the games."""


def histories_to_follow(
    ruleset: Ruleset, code: str, built: frozenset[str] = frozenset(), tightened: Callable[[str], str] = str
) -> str | None:
    """Return the script with the steps of the histories of a Proofs page; None if it has no histories."""
    page = page_for(ruleset, code, built)
    steps = evidence_page.histories_apart(page)
    return _script_with("cartaroApart", tightened(_led_to_rules(steps, page))) if steps else None


def _script_with(function: str, html: str) -> str:
    """Return a script that calls a function of `assets/stepper.js` with abbreviated HTML and its parts."""
    arguments = (json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in abbreviated(html))
    return f"{function}({','.join(arguments)});\n"


def _led_to_rules(html: str, page: Page) -> str:
    """Return a part of a Play page that is in a script, with links to rules leading to the Rules page."""
    return html.replace('href="#', f'href="{page_name(page.game, "rules")}.html#')


_QUOTATION = re.compile(
    r'<details class="quoted"[^>]*><summary>(?P<title>.*?)</summary> <figure>(?P<folded>.*?)</figure></details>'
    r'|<figure class="source-words"[^>]*>(?P<full>.*?)</figure>'
)


def _quoted_once(parts: Iterable[str]) -> list[str]:
    """Return the parts of a page with each quotation of a source only once; later occurrences become links to the first."""
    addresses = dict[str, str]()

    def once(found: re.Match[str]) -> str:
        words = (found["folded"] or found["full"]).partition("</blockquote>")[0]
        if words in addresses and found["title"]:
            return tag("a", found["title"], class_="quoted", href=f"#{addresses[words]}")
        if words in addresses:
            return found[0]
        addresses[words] = f"q-{len(addresses) + 1}"
        return found[0].replace("<figure", f'<figure id="{addresses[words]}"', 1)

    return [_QUOTATION.sub(once, part) for part in parts]


_ANCHOR = re.compile(r'\bid="([^"]+)"|\{ #([\w-]+)(?: \.[\w-]+)* \}')
_TO_ANCHOR = re.compile(r'href="#([^"]+)"')
BOOST: dict[PageKind, float] = {"play": 8, "rules": 1, "proofs": 0.5}
"""The weight of a page in the search."""
VARIANT = 0.5
"""The part of the weight that a page of a variant has: of two games with the same rule, the basic one comes first."""


def _anchors(parts: list[str]) -> frozenset[str]:
    return frozenset(found[1] or found[2] for part in parts for found in _ANCHOR.finditer(part))


def _document(kind: PageKind, parts: list[str], anchors: Mapping[PageKind, frozenset[str]], page: Page) -> str:
    """Return one page: its title, the tabs, its parts, with every link leading to the page that has the anchor."""
    game = page.game

    def led(found: re.Match[str]) -> str:
        others: list[PageKind] = [other for other in PAGE_KINDS if found[1] in anchors[other]]
        if kind in others or not others:
            return found[0]
        return f'href="{page_name(game, others[0])}.html#{found[1]}"'

    title = page.title if kind == "play" else page.label(f"titled_{kind}", x=page.title)
    top = [f"# {heading(title)}", _tabs(kind, anchors, page)]
    whole = [*top, *(_TO_ANCHOR.sub(led, part) for part in parts), tag("p", escaped(page.imprint), class_="imprint")]
    about = page.label(f"about_{kind}", x=page.title)
    boost = BOOST[kind] * (VARIANT if game.ruleset.bases else 1)
    return document(title, page.scope.lang.code, about, iter(whole), picture_name(game), boost=boost)


def _tabs(kind: PageKind, anchors: Mapping[PageKind, frozenset[str]], page: Page) -> str:
    """Return links to the pages of a game; each names the beginnings of its anchors, for old addresses
    (`assets/stepper.js`).
    """
    links = (_tab(one, one == kind, anchors[one], page) for one in PAGE_KINDS)
    return tag("nav", "".join(links), class_="game-pages", aria_label=page.label("tabs"))


def _tab(kind: PageKind, here: bool, anchors: frozenset[str], page: Page) -> str:
    kinds = " ".join(sorted({anchor.partition("-")[0] for anchor in anchors}))
    current = {"aria_current": "page"} if here else {}
    return tag("a", page.shown(f"tab_{kind}"), href=f"{page_name(page.game, kind)}.html", data_anchors=kinds, **current)


def _page_parts(kind: PageKind, page: Page, variants: Sequence[Game]) -> Iterator[str]:
    match kind:
        case "play":
            yield from _play(page, variants)
        case "rules":
            if page.ruleset.base is not None and page.ruleset.base.name not in page.built:
                yield from rules_page.differences(page)
            yield _lead("rules", page, tag("a", page.shown("tab_play"), href=f"{page_name(page.game, 'play')}.html"))
            yield _to_cite(page)
            yield from _rules(page, script=f"{EXAMPLES}/{page.game.name}.js")
        case "proofs":
            if page.game.ruleset.claims:
                yield _lead("proofs", page, tag("a", page.shown("verdicts"), href="verdicts.html"))
            yield from _proofs(_with_histories_apart(page))


def _with_histories_apart(page: Page) -> Page:
    """Return a page whose histories are in a script, if it has any."""
    any_ = any(found.witness is not None for found in page.ruleset.findings)
    return replace(page, histories=f"{HISTORIES}/{page.game.name}.js") if any_ else page


def _play(page: Page, variants: Sequence[Game]) -> Iterator[str]:
    yield first_screen.first_screen(page, rules_page.variant_line(page))
    yield _table_box(page)
    yield first_screen.sources(page)
    yield _to_cite(page)
    figures = play_page.Figures(page)
    yield from rules_page.guide(page, beside=figures.beside, told=figures.told, changes=what_changes)
    yield from play_page.worked_hand(page)
    yield from _variants(page, variants)
    yield from elsewhere.reports(page)


def _lead(kind: PageKind, page: Page, link: str) -> str:
    """Return the first paragraph of a page, which states its readers, and another page for other readers."""
    return tag("p", page.shown(f"lead_{kind}", x=_LINK).replace(_LINK, link), class_="lead", data_search_exclude="")


def _to_cite(page: Page) -> str:
    """Return a link to the official rulebook, whose addresses should be cited; empty if there is none."""
    name, edition = edition_name(page.game), page.game.ruleset.edition
    if name is None or edition is None:
        return ""
    text = page.shown("official_link", x=page.label("edition", x=edition.name))
    return tag("p", tag("a", text, href=f"{name}.html"), class_="facts", data_search_exclude="")


def _table_box(page: Page) -> str:
    """Return the box in which players and house rules are chosen once a script activates it; empty if there is no choice."""
    if not our_table.can_be_chosen(page.game):
        return ""
    summary = tag("summary", page.shown("table_open"))
    table = f"{TABLES}/{page.game.name}.js"
    return tag("details", summary, class_="our-table", data_table=table, data_search_exclude="", hidden="")


def _variants(page: Page, variants: Sequence[Game]) -> Iterator[str]:
    """Yield the names of the variants of this game, and how each differs from it."""
    if not variants:
        return
    yield f"## {heading(page.label('variants'))} {{ #variants }}"
    code, items = page.scope.lang.code, list[str]()
    for game in variants:
        link = tag("a", escaped(localized(game.ruleset.title, code, game.name)), href=f"{game.name}.html")
        items.append(f"{link}{page.label('colon')} {escaped(difference(scope_for(game, code)))}")
    yield bullets(items)


def _rules(page: Page, *, examples: bool = True, script: str = "") -> Iterator[str]:
    """Yield the parts of the rules.  The `examples` may be left out, or be drawn by a `script`."""
    yield from rules_page.rules(page)
    yield from rules_page.options(page)
    yield _pack(page)
    yield from evidence_page.examples(page, script) if examples else ()
    yield from rules_page.sources(page)


def _proofs(page: Page) -> Iterator[str]:
    if page.histories:
        yield tag("noscript", tag("p", page.shown("histories_apart")), data_apart=page.histories, data_search_exclude="")
    yield from evidence_page.claims(page)
    yield from evidence_page.mistakes(page)
    yield from evidence_page.methods(page)
    yield from measurements_page.measured(page)


def picture_name(game: Game) -> str:
    """Return the name of the game's picture for link previews."""
    return f"{game.name}-game"


def document(
    title: str, code: str, about: str, parts: Iterator[str], picture: str = "", *, wide: bool = False, boost: float = 1
) -> str:
    """Return Markdown with its language, its title and its description, which the theme puts into pages unescaped.  `picture`
    is the name of the picture for link previews; a wide page has no table of contents; `boost` is its weight in the search,
    which leaves out a page without weight.
    """
    front_matter = {"title": escaped(title), "language": code, "description": escaped(about)}
    front_matter |= {"picture": picture} if picture else {}
    front = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in front_matter.items())
    front += "hide: [toc]\n" if wide else ""
    front = "---\n" + front + _searched(boost) + "---\n"
    return front + "\n" + "\n\n".join(parts) + "\n"


def _searched(boost: float) -> str:
    return "search: {exclude: true}\n" if not boost else f"search: {{boost: {boost:g}}}\n" if boost != 1 else ""


def body(page: Page, *, examples: bool = True) -> Iterator[str]:
    """Yield the parts of a page that contains everything about a ruleset, as Markdown; all `examples` if they are asked for."""
    yield f"# {heading(page.title)}"
    yield (
        first_screen.facts(page)
        + first_screen.sources(page)
        + page.in_workbench("screen_play", "opens md-button md-button--primary")
    )
    yield from rules_page.differences(page)
    yield from rules_page.guide(page)
    yield from _rules(page, examples=examples)
    yield from _proofs(page)
    yield tag("p", escaped(page.imprint), class_="imprint")


def _pack(page: Page) -> str:
    """Return the whole pack, with a row for each value of the attribute that has the fewest values."""
    return f"## {heading(page.label('pack'))} {{ #pack }}\n\n" + tag("div", _rows(page.game, page.pictures), class_="pack")


def _rows(game: Game, pictures: CardPictures) -> str:
    groups: dict[str, list[int]] = {}
    for number, card in enumerate(game.deck.cards):
        if card.copy in (0, 1) or card.kind is not None:
            second = pictures.second.name if pictures.second else ""
            groups.setdefault(dict(card.attributes).get(second, ""), []).append(number)
    return "".join(tag("div", pictures.row(_unlike(game, cards))) for cards in groups.values())


def _unlike(game: Game, cards: list[int]) -> list[int]:
    """Return one card of each kind."""
    faces: dict[object, int] = {}
    for number in cards:
        card = game.deck.cards[number]
        faces.setdefault((card.attributes, card.kind), number)
    return list(faces.values())


# --------------------------------------------------------------------- page html


_LINK = "\0"
EXTENSIONS = ("markdown.extensions.attr_list", "markdown.extensions.tables", "markdown.extensions.toc")
"""The modules of the Markdown extensions that a generated page uses. They are found even without a list of installed packages.
"""


def stylesheet() -> str:
    """Return the stylesheet of a page and its cards, with the drawings on them."""
    return files("cartaro_rulebook").joinpath("assets", "cartaro.css").read_text(encoding="utf-8") + "\n" + drawing_styles()


STEPS = ("first", "previous", "play", "next", "last")
"""The targets of the buttons of a stepper."""
_NO_TITLES = "const TITLES = {};"
_NO_SCORE = "const SCORE = {};"


def script() -> str:
    """Return the script of the pages, with the steppers and the choice of the rules of one table; a page is complete without
    it.
    """
    assets = files("cartaro_rulebook").joinpath("assets")
    written = "".join(assets.joinpath(name).read_text(encoding="utf-8") for name in ("stepper.js", "table.js"))
    titles = {code: {step: language(code).text(f"site_step_{step}") for step in STEPS} for code in languages()}
    score = {code: language(code).text("site_screen_score") for code in languages()}
    written = written.replace(_NO_TITLES, f"const TITLES = {json.dumps(titles, ensure_ascii=False)};")
    return written.replace(_NO_SCORE, f"const SCORE = {json.dumps(score, ensure_ascii=False)};")


def ruleset_html(
    game: Game,
    code: str,
    *,
    base: Game | None = None,
    findings: tuple[Finding, ...] = (),
    outcomes: Mapping[str, bool] | None = None,
    built: frozenset[str] = frozenset(),
    keys: bool = False,
    examples: bool = True,
) -> str:
    """Return the rules of a game in a language, with its `examples`, claims and sources, as the inside of a page.

    `base` is the game that it varies; `findings` are the verdicts on its claims; `outcomes` states whether its examples held,
    if this is known; `built` are the rulesets that have a page in the same site. With `keys`, every sentence shows the
    catalogue keys that produced it.
    """
    from markdown import markdown

    page = page_for(Ruleset(game, base, findings, outcomes or {}), code, built, keys=keys)
    return markdown(
        "\n\n".join(body(page, examples=examples)),
        extensions=EXTENSIONS,
        extension_configs={EXTENSIONS[-1]: {"permalink": True}},
    )
