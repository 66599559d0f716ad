"""What the rulebook's pane asks: the page of a text as it is, and which part of it is which place of the text."""

from __future__ import annotations

from collections.abc import Mapping

from cartaro_grammar import ENDING, Game, choose
from cartaro_rulebook import stylesheet as page_stylesheet
from cartaro_workbench.editing.positions import Location, Position
from cartaro_workbench.editing.problems import problem
from cartaro_workbench.editing.text_set import TextSet
from cartaro_workbench.pages.live_page import LivePage, live_page
from cartaro_workbench.pages.live_page import anchor_at as anchor_in
from cartaro_workbench.pages.live_page import place_of as place_in
from cartaro_workbench.service.session import Failure, LanguageCode, Session, refusal


def page(
    session: Session, name: str, language: LanguageCode, settings: Mapping[str, str], examples_run: bool = False
) -> LivePage | Failure:
    """The rulebook page of a text's game under house rules, as HTML of the known elements; with its examples run, each says
    whether it holds.
    """
    game = session.game(name)
    if isinstance(game, Failure):
        return game
    chosen = choose(game, settings)
    if not isinstance(chosen, Game):
        return refusal(tuple(map(problem, chosen)))
    base = session.game(game.base + ENDING) if game.base is not None else None
    return live_page(chosen, base if isinstance(base, Game) else None, language, examples_run=examples_run)


def stylesheet(session: Session) -> str:
    """How the elements of a page look, its cards above all: the same for every text."""
    return page_stylesheet()


def place_of(session: Session, name: str, anchor: str) -> Location | Failure | None:
    """Where the part of a text's page with an address (`c-name`) is declared."""
    document = session.document(TextSet(session.texts).ruleset_of(name))
    return document if isinstance(document, Failure) else place_in(document, anchor)


def anchor_at(session: Session, name: str, position: Position) -> str | Failure | None:
    """The address of the part of the page in which what is named at a place is told."""
    document = session.document(name)
    return document if isinstance(document, Failure) else anchor_in(document, position)


METHODS = (page, stylesheet, place_of, anchor_at)
