"""The checks of a strict build: missing translations and drawings, aims that omit a scoring heading, foreign words, dead links.

Takes games, and the folder of a finished site; returns the faults, a line each, in a fixed order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path

from cartaro_grammar import Game, is_integer, join_languages, msg
from cartaro_grammar import game as g
from cartaro_rulebook.cards.pictures import is_drawn
from cartaro_rulebook.prose.aims import AIM
from cartaro_rulebook.words.language import languages
from cartaro_rulebook.words.naming import in_language

_ATTRIBUTE = r'(?:"([^"]*)"|([^\s">]+))'
"""The value of an attribute. On a page that was made smaller, it has no quotation marks if it needs none."""
_HREF = re.compile(rf"<(?:a|link|area)\b[^>]*?\shref={_ATTRIBUTE}")
_SRC = re.compile(rf"<(?:img|script|iframe|source)\b[^>]*?\ssrc={_ATTRIBUTE}")
_ID = re.compile(rf"<[a-zA-Z][^>]*?\sid={_ATTRIBUTE}")
_FOREIGN = re.compile(r'<span lang="?(\w+)"? class="?foreign"?>(.*?)</span>', re.DOTALL)
_CODE = re.compile(r"<(pre|code|script|style)\b.*?</\1>", re.DOTALL)
_MARKS = re.compile("[\ue000-\uf8ff]")
_PLACEHOLDER = re.compile(r"\{\d\}")
_VALUE = re.compile(r">\s*(None|True|False)\s*<")
_LINK = re.compile(r"<li><a\b[^>]*>(.*?)</a>(?=</li>|<li\b|</[ou]l>)", re.DOTALL)
_ELSEWHERE = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.-]*:|//|/)")
EVERYWHERE = ("#__comments", "#")
"""Anchors of the theme that scripts fill."""
NAMED = ("clause", "option", "value", "place", "memory")
"""Kinds of declarations that may have their names under the ruleset's `words`."""


# ---------------------------------------------------------------------------------------------- translations


def untranslated(game: Game) -> Iterator[str]:
    """Yield the names of a game that are printed but have no words in some language.  If the words of a text name no language,
    yield only this: its author writes for one table.
    """
    wanted = _written_in(game)
    if not wanted:
        yield msg("`{game}`: its words name no language: the pages of all languages print them as they are", game=game.name)
        return
    words = dict(game.ruleset.words)
    for kind, name, names in _printed(game):
        known = [names, words.get(name, ())] if kind in NAMED else [names]
        lacking = [code for code in languages() if all(in_language(each, code) is None for each in known)]
        if lacking:
            yield msg(
                "`{game}`: the {kind} `{name}` has no words in {languages}",
                game=game.name, kind=kind, name=name, languages=join_languages(lacking),
            )  # fmt: skip


def _written_in(game: Game) -> set[str]:
    """Return the languages that a game and its bases name next to their own words."""
    ruleset, own = game.ruleset, (game.name, *game.ruleset.bases)
    named = [ruleset.title, *(article.names for article in ruleset.articles if article.home in own)]
    named += [names for clause in ruleset.clauses if clause.home in own for names in (clause.names, clause.ours)]
    named += [claim.names for claim in ruleset.claims] + [example.names for example in ruleset.examples]
    return {code for names in named for code, _ in names or () if code}


def _printed(game: Game) -> Iterator[tuple[str, str, g.Names]]:
    """Yield everything that is printed by name or as a text, as kind, name and texts."""
    yield msg("title of"), game.name, game.ruleset.title
    yield from ((msg("article"), article.key, article.names) for article in game.ruleset.articles if article.names)
    for clause in game.ruleset.clauses:
        yield msg("clause"), clause.name, clause.names
        if isinstance(clause.sentence, g.Conduct):
            yield msg("conduct"), clause.name, clause.sentence.text
        if clause.ours:
            yield msg("reason of"), clause.name, clause.ours
    for option in game.ruleset.options:
        yield msg("option"), option.name, option.names
        yield from ((msg("value"), value, ()) for value in option.values if not is_integer(value))
        if option.reason:
            yield msg("reason of"), option.name, option.reason
    yield from ((msg("words of the act"), act.name, act.says) for act in game.acts)
    yield from ((msg("place"), zone.name, zone.names) for zone in game.zones)
    yield from ((msg("memory"), cell.name, cell.names) for cell in game.cells if not cell.annex)
    yield from (
        (msg("claim"), claim.name, names) for claim in game.ruleset.claims for names in (claim.names, claim.refuted) if names
    )
    yield from ((msg("example"), example.name, example.names) for example in game.ruleset.examples)
    yield from ((msg("word"), word, names) for word, names in game.ruleset.words)


def undrawn(game: Game) -> Iterator[str]:
    """Yield the drawings that a game names but that do not exist."""
    for value in (value for attribute in game.deck.attributes for value in attribute.values):
        if value.drawing is not None and not is_drawn(value.drawing):
            drawing = value.drawing
            yield msg(
                "`{game}`: `{name}` is drawn as `{drawing}`, but there is no drawing with this name",
                game=game.name,
                name=value.name,
                drawing=drawing,
            )


def unnamed_aims(games: Sequence[Game]) -> Iterator[str]:
    """Yield the headings that a variant adds to the score of its base, if it still has the aim of its base."""
    by_name = {game.name: game for game in games}
    for game in games:
        base = by_name.get(game.ruleset.base or "")
        aims = {wording.home for wording in game.ruleset.wordings if AIM in wording.names}
        if base is None or not aims or game.name in aims:
            continue
        known = {clause.name for clause, _ in base.headings}
        for name in (clause.name for clause, _ in game.headings if clause.name not in known):
            yield msg(
                "`{game}`: `{name}` scores, but the guide has the aim of `{base}`, which does not name it",
                game=game.name, name=name, base=base.name,
            )  # fmt: skip


# ---------------------------------------------------------------------------------------------- finished pages


def page_faults(site: Path) -> Iterator[str]:
    """Return the faults on the pages of a finished site."""
    pages = {path.resolve(): path.read_text(encoding="utf-8") for path in sorted(site.rglob("*.html"))}
    ids = {path: {unescape(found) for found in _attributes(_ID, text)} for path, text in pages.items()}
    for path, text in pages.items():
        name = path.relative_to(site.resolve()).as_posix()
        for code, message in dict.fromkeys(_FOREIGN.findall(text)):
            yield f"{name}: a text in {code}: {unescape(message)}"
        yield from (f"{name}: {fault}" for fault in dict.fromkeys(_faults_of_text(text)))
        links = dict.fromkeys((*_attributes(_HREF, text), *_attributes(_SRC, text)))
        yield from (f"{name}: the link `{link}` leads nowhere" for link in links if not _link_works(unescape(link), path, ids))


def _attributes(pattern: re.Pattern[str], html: str) -> Iterator[str]:
    return (quoted or bare for quoted, bare in pattern.findall(html))


def _faults_of_text(html: str) -> Iterator[str]:
    """Yield the characters on a page which show that an internal value is printed as text."""
    shown = _CODE.sub("", html)
    if "```" in shown:
        yield "code is printed as text: three backquotes"
    for mark in dict.fromkeys(_MARKS.findall(unescape(html))):
        yield f"the character U+{ord(mark):04X}, which only marks references"
    for slot in dict.fromkeys(_PLACEHOLDER.findall(unescape(re.sub(r"<[^>]*>", "", shown)))):
        yield f"`{slot}` stands for an argument that is not filled in"
    for value in dict.fromkeys(_VALUE.findall(shown)):
        yield f"a value is printed as the program writes it: {value}"
    for words in _LINK.findall(shown):
        if not re.search(r"[^\W_]", unescape(re.sub(r"<(?!svg|img)[^>]*>", "", words))):
            yield f"a link without words: {words}"


def _link_works(link: str, page: Path, ids: dict[Path, set[str]]) -> bool:
    """Return whether a link of a page leads to something in the site, or out of the site."""
    if link in EVERYWHERE or not link or _ELSEWHERE.match(link):
        return True
    file, _, anchor = link.partition("#")
    target = (page.parent / file.partition("?")[0]).resolve() if file else page
    if target not in ids:
        return target.is_file() and not anchor
    return not anchor or "=" in anchor or anchor in ids[target]  # the query of a page of the program is not an anchor


def strict_faults(games: Sequence[Game], site: Path) -> Iterator[str]:
    """Return all faults for which a strict build fails."""
    yield from dict.fromkeys(line for game in games for line in (*untranslated(game), *undrawn(game)))
    yield from unnamed_aims(games)
    yield from page_faults(site)
