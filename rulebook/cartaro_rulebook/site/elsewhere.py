"""What sources report of a game elsewhere (`elsewhere`, decision 0132): its other names, where it is played, its history.

A paragraph at the end of a Play page, with one more for each house rule about which something is reported; and the list of all
games by region on the first page of a site.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, get_args

from cartaro_grammar import Game, is_integer
from cartaro_grammar import game as g
from cartaro_rulebook.prose.clauses import option_setting
from cartaro_rulebook.site.book import Page
from cartaro_rulebook.site.markup import escaped, heading, tag
from cartaro_rulebook.words.language import language
from cartaro_rulebook.words.naming import localized
from cartaro_rulebook.words.nouns import capitalized

ANCHOR = "elsewhere"
NAMES = "names"
"""The class of the other names of a game, by which the search also knows its page."""
_LIST = "\0"
Kind = Literal["name", "region", "history"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def reports(page: Page) -> Iterator[str]:
    """Yield the section of a Play page, if anything is reported."""
    found = sorted(page.game.ruleset.elsewhere, key=lambda known: known.under)
    if not found:
        return
    yield f"## {heading(page.label('elsewhere'))} {{ #{ANCHOR} }}"
    for under, group in groupby(found, key=lambda known: known.under):
        yield _paragraph(tuple(group), under, page)


def _paragraph(found: Sequence[g.Known], under: tuple[tuple[str, tuple[str, ...]], ...], page: Page) -> str:
    """Return the names, the regions and the history of a game, or of the game under some house rules, with their sources."""
    code = page.scope.lang.code
    written = {kind: reported(found, kind, code) for kind in KINDS}
    labels = ("elsewhere_called", "elsewhere_so") if under else ("elsewhere_names", "elsewhere_regions")
    said = {kind: page.shown(label, x=_LIST) for label, kind in zip(labels, KINDS, strict=False) if written[kind]}
    listed = {kind: escaped(", ".join(written[kind])) for kind in said}
    if not under and "name" in listed:
        listed["name"] = tag("span", listed["name"], class_=NAMES)
    lists = [text.replace(_LIST, listed[kind]) for kind, text in said.items()]
    parts = [f"{'; '.join(lists)}." if under and lists else " ".join(lists)]
    parts = [f"{tag('b', escaped(_settings(under, page)))}{escaped(page.label('colon'))}", *parts] if under else parts
    parts += map(escaped, written["history"])
    cited = dict.fromkeys(cite[0] for known in found for cite in known.cites)
    sources = {source.letter: source for source in page.game.ruleset.sources}
    named = {letter: sources[letter].publisher or sources[letter].title for letter in cited}
    links = (tag("a", escaped(name), href=f"#source-{letter}") for letter, name in named.items())
    parts.append(f"({', '.join(links)})")
    return tag("p", " ".join(parts))


def reported(found: Iterable[g.Known], kind: Kind, code: str) -> list[str]:
    """Return the texts of a kind in a language; a name that a source gives only for another language is left out."""
    texts = (dict(known.texts) for known in found if known.kind == kind)
    if kind == "name":
        return [text for one in texts if (text := one.get(code) or one.get("", ""))]
    return [localized(tuple(one.items()), code, "") for one in texts]


def _settings(under: tuple[tuple[str, tuple[str, ...]], ...], page: Page) -> str:
    """Return house rules with their values; of one for which every value is named, only the title, unless they are numbers."""
    options = page.game.ruleset.option
    words = [
        page.scope.naming.title(name, options[name].names)
        if name in options and set(values) >= set(options[name].values) and not all(map(is_integer, values))
        else option_setting(name, values, page.scope)
        for name, values in under
    ]
    return capitalized("; ".join(words))


def by_region(games: Sequence[Game], code: str) -> Iterator[str]:
    """Yield the list of regions in alphabetical order, each with the games that are played there; nothing if no source
    reports a region.
    """
    found = dict[str, dict[str, Game]]()
    for game in games:
        for region in reported(game.ruleset.elsewhere, "region", code):
            found.setdefault(region, {})[game.name] = game
    if not found:
        return
    lang = language(code)
    rows = list[str]()
    for region in sorted(found, key=str.casefold):
        links = [
            tag("a", escaped(localized(game.ruleset.title, code, name)), href=f"{name}.html")
            for name, game in found[region].items()
        ]
        rows.append(tag("li", tag("b", escaped(region)) + escaped(lang.text("site_colon")) + " " + ", ".join(links)))
    yield f"## {heading(lang.text('site_by_region'))} {{ #regions }}"
    yield tag("ul", "".join(rows), class_="in-columns")
