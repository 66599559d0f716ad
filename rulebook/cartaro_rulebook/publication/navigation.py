"""The table of contents of a language's site: the games by family, what a verdict means, and in English the authors' pages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cartaro_grammar import Game
from cartaro_rulebook.publication.families import Family, families
from cartaro_rulebook.publication.matrix_page import MATRIX
from cartaro_rulebook.site.markup import escaped
from cartaro_rulebook.words.language import language
from cartaro_rulebook.words.naming import in_any

AUTHORS = "en"
"""The language of what is for authors, and of pages whose names say no language."""
GUIDE = "guide.md"
"""The authors' page that has its title in every language; the others are in English alone."""
AUTHORS_PAGES = (("Language", "reference.md"), ("Command", "cli.md"), ("Python", "python.md"), ("Messages", "errors/index.md"))

Entry = dict[str, object]
"""A title, and the address of its page or the entries under it."""


def navigation(games: Sequence[Game], code: str, docs: Path) -> list[Entry]:
    """The contents of a language's site; the theme prints titles as they are, so they are escaped here."""
    lang = language(code)
    nav: list[Entry] = [{lang.say("ui_home"): "index.md"}]
    for family in families(games):
        nav.append({escaped(family_title(family, code)): _pages(family, code)})
    if (docs / f"{MATRIX}.md").is_file():
        nav.append({lang.say("ui_matrix"): f"{MATRIX}.md"})
    if (docs / "verdicts.md").is_file():
        nav.append({lang.say("ui_verdicts"): "verdicts.md"})
    titled = ((lang.say("ui_guide"), GUIDE), *AUTHORS_PAGES)
    written: list[Entry] = [{title: path} for title, path in titled if (docs / path).is_file()]
    records = [f"decisions/{path.name}" for path in sorted((docs / "decisions").glob("*.md"))]
    if written:
        nav.append({lang.say("ui_authors"): written})
    if records:
        nav.append({lang.say("ui_decisions"): records})
    return nav


def family_title(family: Family, code: str) -> str:
    """A family by the title of its library."""
    lang = language(code)
    return in_any(family.title, code, family.name) if family.name else lang.say("ui_other_games")


def _pages(family: Family, code: str) -> list[Entry]:
    return [{escaped(in_any(game.title, code, game.name)): f"{game.name}.md"} for game in family.games]
