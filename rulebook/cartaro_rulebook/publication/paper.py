"""A ruleset on paper: a sheet for a club's wall, the official rulebook, or the whole book, as HTML for printing and as PDF.

The sheet is for one number of players: the player's guide with its table of the count, and the chosen house rules, in two
columns and in the largest type with which it fits on one page.  The
document refers only to its own content. The foot of each page names the source text.  The same input gives the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.resources import files

from cartaro_grammar import Game, for_one_table
from cartaro_grammar import game as g
from cartaro_rulebook.prose.clauses import option_prose
from cartaro_rulebook.publication.notice import edition_lines, notice_body
from cartaro_rulebook.site import rules_page
from cartaro_rulebook.site.book import ChangedCase, Comparison, Page, Ruleset, page_for
from cartaro_rulebook.site.markup import bullets, escaped, tag, with_marks_held
from cartaro_rulebook.site.official_page import edition_name, has_official_text, official_articles, official_head
from cartaro_rulebook.site.pages import EXTENSIONS, ruleset_html, stylesheet
from cartaro_rulebook.words.nouns import Phrase, capitalized

LINK_TO_OPTION = re.compile(r'<a href="#o-\w+" class="option">(.*?)</a>')
"""A link from a generated sentence to the house rule that it names, with its words."""


def paper_html(ruleset: Ruleset, code: str, *, whole: bool = False, examples: bool = False) -> str:
    """Return a document for printing: the sheet, or the `whole` rulebook, with all its `examples` if they are asked for."""
    table = ruleset if whole else replace(ruleset, game=for_one_table(ruleset.game))
    page = page_for(table, code)
    body = _whole(ruleset, code, examples) if whole else _sheet(page)
    return _document(page.title, f"{page.title} · {page.imprint}", body, code, "" if whole else "sheet")


@dataclass(frozen=True, slots=True)
class Adoption:
    """The additions of a club to the official rulebook or to a notice of changes: the day from which it is in force, the
    publisher's name, a picture with its media type, and the address of the site with its pages.
    """

    in_force: g.Date | None = None
    publisher: str = ""
    logo: tuple[str, bytes] | None = None
    url: str = ""


def official_html(ruleset: Ruleset, code: str, adopted: Adoption | None = None) -> str:
    """Return the official rulebook for printing: the articles of the source, with our reading and an example of each, and
    places for facts that the club has not stated: a logo, dates, a signature.
    """
    page, adopted = page_for(ruleset, code), adopted or Adoption()
    address = _address(page.game, code, adopted.url)
    body = _official_title(page, adopted, address) + "".join(official_articles(page, address=address))
    body += _approval(page, adopted)
    title = page.label("titled_official", x=page.title)
    return _document(title, f"{title} · {page.imprint}", body, code, "official-book")


def _official_title(page: Page, adopted: Adoption, address: str) -> str:
    """Return the head of the official rulebook; the place for a date is empty if the club has not stated it."""
    force = page.dated(adopted.in_force) if adopted.in_force is not None else ""
    facts = _published(page, adopted) + tag("p", escaped(page.imprint), class_="facts")
    title = tag("h1", escaped(page.label("titled_official", x=page.title)))
    head = official_head(page, force, publisher=adopted.publisher, address=address)
    return _logo(adopted) + title + facts + ("" if force else _to_fill_in_force(page)) + head


def _logo(adopted: Adoption) -> str:
    if adopted.logo is None:
        return ""
    kind, content = adopted.logo
    source = f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}"
    return tag("div", f'<img src="{source}" alt="{escaped(adopted.publisher)}">', class_="logo")


def _published(page: Page, adopted: Adoption) -> str:
    text = page.label("official_publisher", x=adopted.publisher) if adopted.publisher else ""
    return tag("p", escaped(text), class_="facts") if text else ""


def _to_fill_in_force(page: Page) -> str:
    return tag("p", escaped(page.label("official_in_force", x="").strip(" :")), class_="to-fill in-force")


def _approval(page: Page, adopted: Adoption) -> str:
    """Return the places for the publisher, if the club has not stated it, a date and a signature."""
    publisher = () if adopted.publisher else (page.label("official_publisher", x="").strip(" :"),)
    lines = (*publisher, *(page.label(f"official_{name}") for name in ("date", "signature")))
    return tag("div", "".join(tag("p", escaped(line), class_="to-fill") for line in lines), class_="approval")


def _address(game: Game, code: str, url: str) -> str:
    """Return the address of the edition's page; empty without that of the site, since a file name alone helps no reader."""
    name = edition_name(game)
    return f"{url.rstrip('/')}/{code}/{name}.html" if name is not None and url else ""


def notice_html(
    ruleset: Ruleset, before: Ruleset, code: str, meaning: Comparison | None = None, title: str = "",
    cases: Mapping[str, ChangedCase] | None = None, adopted: Adoption | None = None,
) -> str:  # fmt: skip
    """Return a notice of the changes from one ruleset to another, for printing: article next to article, each with a case that
    the two decide differently, and places for facts that the club has not stated.
    """
    adopted = adopted or Adoption()
    page, base = page_for(ruleset, code), page_for(before, code)
    head = title or page.label("notice", x=page.title)
    of_game = "" if page.title.casefold() in head.casefold() else page.title
    named = tag("p", escaped(of_game), class_="of-game") if of_game else ""
    head = " · ".join(filter(None, (of_game, head)))
    body = _logo(adopted) + named + tag("h1", escaped(title or head)) + _published(page, adopted)
    body += tag("p", "<br>".join(map(escaped, edition_lines(page, base))), class_="facts")
    if adopted.in_force is None:
        body += _to_fill_in_force(page)
    else:
        force = page.label("official_in_force", x=page.dated(adopted.in_force))
        body += tag("p", tag("strong", escaped(force)), class_="in-force")
    body += "".join(notice_body(page, base, meaning, cases or {})) + _approval(page, adopted)
    return _document(head, f"{head} · {page.imprint}", body, code, "notice")


DRAWN = {
    "felt": 'fill="#e6efe6" stroke="#2b5d34"', "back": 'fill="#27477e" stroke="#fff" stroke-width="1.5"',
    "number": 'fill="#fff" font-size="12" font-weight="700"', "way": 'fill="none" stroke="#8a2f00" stroke-width="2.5"',
    "seat": 'fill="#777"', "seat side-0": 'fill="#56b4e9"', "seat side-1": 'fill="#e69f00"', "seat side-2": 'fill="#009e73"',
}  # fmt: skip
"""The attributes of the parts of a drawn table, which no stylesheet reaches on paper."""
_DRAWN = re.compile(r'class="(felt|back|number|way|seat(?: side-\d)?)"')


def _document(title: str, foot_text: str, body: str, code: str, kind: str) -> str:
    foot = tag("p", escaped(foot_text), class_="foot")
    style = stylesheet() + files("cartaro_rulebook").joinpath("assets", "paper.css").read_text(encoding="utf-8")
    head = tag("head", f'<meta charset="utf-8">{tag("title", escaped(title))}<style>{style}</style>')
    body = with_marks_held(body, code)
    body = _DRAWN.sub(lambda found: DRAWN.get(found[1], ""), body).replace("<svg ", '<svg font-size="13" ')
    return f"<!doctype html>\n{tag('html', head + tag('body', foot + body, class_=kind), lang=code)}\n"


def _whole(ruleset: Ruleset, code: str, examples: bool) -> str:
    """Return the page of the site; on paper nothing is folded.  The examples take two thirds of the pages."""
    text = ruleset_html(
        ruleset.game, code, base=ruleset.base, findings=ruleset.findings, outcomes=ruleset.outcomes, examples=examples
    )
    return text.replace("<details ", "<details open ")


def _sheet(page: Page) -> str:
    from markdown import markdown

    guide = markdown("\n\n".join(rules_page.guide(page, alone=True)), extensions=EXTENSIONS)
    guide = LINK_TO_OPTION.sub(r"\1", guide)  # a sheet lists the house rules without anchors
    columns = tag("div", guide + _house_rules(page) + _origin(page), class_="columns")
    return tag("h1", escaped(page.title)) + _players(page) + columns


def _players(page: Page) -> str:
    """Return the number of players of the sheet."""
    text = page.scope.lang.text("site_for_players", Phrase("", plural=page.game.players != 1), x=str(page.game.players))
    return tag("p", escaped(capitalized(text)), class_="facts")


def _house_rules(page: Page) -> str:
    """Return the house rules with the values that were chosen."""
    texts = [(option, option_prose(option, page.scope)) for option in page.game.ruleset.options]
    chosen, colon = page.game.chosen, escaped(page.label("colon"))
    items = (
        f"{tag('b', escaped(capitalized(prose.title)))}{colon} {escaped(page.scope.naming.option_value(chosen[option.name]))}"
        for option, prose in texts
    )
    listed = bullets(items)
    return tag("h2", escaped(page.label("chosen_rules"))) + listed if listed else ""


def _origin(page: Page) -> str:
    """Return the sources of the rules, whose words prevail if there is an official text, and an explanation of the tag on rules
    without a source.
    """
    sources = ", ".join(source.title for source in page.game.ruleset.sources if source.owed)
    named = tag("p", escaped(f"{page.label('sources')}{page.label('colon')} {sources}."), class_="facts") if sources else ""
    if has_official_text(page.game):
        named += tag("p", page.shown("official_prevails"), class_="facts")
    added = any(clause.ours for clause in page.game.clauses)
    return named + (tag("p", page.shown("ours_note"), class_="facts") if added else "")


SIZES = (10, 9.5, 9, 8.5, 8, 7.5)
"""The sizes of type for a sheet, in points; the first with which it fits on one page, or the fewest pages."""
OFFICIAL, CLOSER = '<body class="official-book">', '<body class="official-book closer">'
"""An official rulebook, and the same in slightly smaller type, which is used if it saves a page."""


def pdf(html: str) -> bytes:
    """Return the document as PDF, with tags for screen readers, without fetching any file.  A sheet or an official rulebook is
    printed in the largest type with which it has the fewest pages.  Raise ImportError if WeasyPrint is not installed.
    """
    weasyprint = import_module("weasyprint")
    identifier = hashlib.sha256(html.encode("utf-8")).hexdigest()[:32].encode()
    fetcher = weasyprint.URLFetcher(allowed_protocols=("data",))
    first, *smaller = _settings(html)
    found = weasyprint.HTML(string=first, url_fetcher=fetcher).render(pdf_tags=True)
    for text in smaller:
        if len(found.pages) == 1:
            break
        made = weasyprint.HTML(string=text, url_fetcher=fetcher).render(pdf_tags=True)
        found = made if len(made.pages) < len(found.pages) else found
    return bytes(found.write_pdf(pdf_identifier=identifier, pdf_tags=True))


def _settings(html: str) -> Iterator[str]:
    """Yield a document with each size of type in which it may be printed, the largest first."""
    if '<body class="sheet">' in html:
        yield from (html.replace("</style>", f":root {{ font-size: {size}pt !important }}</style>", 1) for size in SIZES)
    else:
        yield html
    if OFFICIAL in html:
        yield html.replace(OFFICIAL, CLOSER)
