"""The page of a ruleset as HTML, by itself: what the site's page is made of, for an editor or a page that shows it.

Needs no folder and no site around it; what leads to other pages of a site leads nowhere.  No text of an author is markup in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from cartaro_grammar import Game
from cartaro_rulebook.cards.drawings import drawing_styles
from cartaro_rulebook.site.book import Finding, Ruleset, page_for
from cartaro_rulebook.site.pages import body

EXTENSIONS = ("markdown.extensions.attr_list", "markdown.extensions.tables", "markdown.extensions.toc")
"""Those of the site that a generated page uses, by their modules: found where no list of installed packages is."""


def stylesheet() -> str:
    """How the elements of a page look, its cards above all, with the drawings on them."""
    return files("cartaro_rulebook").joinpath("assets", "cartaro.css").read_text(encoding="utf-8") + "\n" + drawing_styles()


def script() -> str:
    """What makes hands to follow of the lists of their steps; a page is whole without it."""
    return files("cartaro_rulebook").joinpath("assets", "stepper.js").read_text(encoding="utf-8")


def ruleset_html(
    game: Game,
    code: str,
    *,
    base: Game | None = None,
    findings: tuple[Finding, ...] = (),
    outcomes: Mapping[str, bool] | None = None,
    built: frozenset[str] = frozenset(),
    keys: bool = False,
) -> str:
    """The rules of a game in a language, with its examples, claims and sources, as the inside of a page.

    `base` is the game that it varies; `findings` are the verdicts on its claims, `outcomes` whether its examples held, where
    they are known; `built` are the rulesets that have a page beside this one.  With `keys` every sentence shows the keys of
    the catalogue that made it.
    """
    from markdown import markdown

    page = page_for(Ruleset(game, base, findings, outcomes or {}), code, built, keys=keys)
    return markdown("\n\n".join(body(page)), extensions=EXTENSIONS, extension_configs={EXTENSIONS[-1]: {"permalink": True}})
