"""The rulebook of a checked game: its prose in several languages, its pictures, its pages, and answers about it in words.

A game becomes prose in layers. Each layer uses the layers above it:

    words/language.py             a language: phrases of the catalogue, filled and inflected; dates
    words/morphology.py           determiners, possessives, numbers, contractions
    words/nouns.py                nouns and references inside a sentence
    words/naming.py               the author's names in one language, the colours of cards
    prose/expressions.py          expressions as noun phrases and conditions
    prose/sentences.py            effects and the sentences of clauses
    prose/clauses.py              a ruleset's prose: articles, citations, claims, examples (the entry)
    prose/composed.py             sentences that word several clauses together, as at a table
    answers/names_in_words.py     moves, cards, places and named things in words
    answers/claim_terms.py        the terms of a claim that a hand breaks
    answers/extent.py             the players and house rules for which a verdict holds
    answers/explanation.py        why a move is legal or not, and which moves are legal
    cards/pictures.py             cards and positions as HTML
    cards/progress.py             the progress of a turn, and the effects of a move on counters
    cards/state_of_play.py        memory and tallies in words, the order of the cards of a trick
    cards/steps.py                a record or an example, step by step
    guide.py                      the player's guide: the rules in the order of play (decision 0011)
    site/book.py                  the data of a ruleset's page, the coverage of its sources
    site/markup.py                escaped text with links and small pictures
    site/rules_page.py            the rules on a page
    site/shown_hand.py            the choice of the hand that a page shows
    site/play_page.py             examples next to the guide, a hand to its count
    site/official_page.py         the articles of a source with their readings, and their stable addresses
    site/our_table.py             the guide under every choice of players and house rules
    site/elsewhere.py             other names, regions and history of a game; the games by region
    site/home.py                  the games by pack, on the first page
    site/evidence_page.py         verdicts, examples and claims on a page
    site/measurements.py          the measurements of a page, as protocols
    site/measurements_page.py     measurements as tables and charts
    site/pages.py                 the three pages of a ruleset as Markdown, and all in one as HTML
    publication/pages.py          the other pages of the site, and their order
    publication/mkdocs_build.py   Markdown through mkdocs into the site of one language
    publication/strict_checks.py  the checks of a strict build
    publication/serving.py        a local web server, a folder replaced in one step
    publication/site.py           a site for each language
    publication/workbench.py      a built workbench, found and copied into a site
    publication/tutorial.py       the steps of the first game and pieces of rules, opened in the workbench
    publication/live_site.py      a site that follows rulesets being written
    publication/paper.py          a ruleset on paper

All but `publication/` is pure Python without input or output, and runs in a browser.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from cartaro_rulebook.answers.claim_terms import TermInWords, broken_claim_in_words
from cartaro_rulebook.answers.explanation import explain_demand, explain_move, explain_position
from cartaro_rulebook.answers.extent import alike, exemption_in_words, extent_in_words, rules_in_words
from cartaro_rulebook.answers.names_in_words import (
    NameInWords,
    card_in_words,
    cell_in_words,
    finding_in_words,
    move_done_in_words,
    move_in_words,
    name_in_words,
    players_in_words,
    second_person,
    shares_in_words,
    sides_in_words,
    third_person,
    zone_in_words,
    zone_name,
)
from cartaro_rulebook.answers.verdict_parts import verdict_in_words
from cartaro_rulebook.cards.pictures import CardPictures, CardSigns, ReadAsSigns
from cartaro_rulebook.cards.progress import effects_in_words, progress_in_words
from cartaro_rulebook.cards.state_of_play import (
    HeadingInWords,
    LastPlay,
    TallyInWords,
    announcement,
    announcements,
    counters_counted,
    hand_in_words,
    heading_in_words,
    headings_in_words,
    idle_memory,
    is_telling,
    kinds_in_words,
    laid_in_turn,
    last_plays,
    last_plays_in_words,
    memory_in_words,
    played_from,
    reasons_in_words,
    received_in_words,
    rises_in_words,
    shown_cells,
    tallies_in_words,
    tricks_in_words,
)
from cartaro_rulebook.cards.steps import (
    HandInWords,
    HistoryFault,
    StepInWords,
    example_in_words,
    example_outcomes,
    record_in_words,
)
from cartaro_rulebook.prose.aims import aim_in_words
from cartaro_rulebook.prose.examples import number_compared
from cartaro_rulebook.words.language import counted_in_words, in_words, language, languages
from cartaro_rulebook.words.naming import Naming, card_color, localized

if TYPE_CHECKING:
    from cartaro_rulebook.guide import unexplained
    from cartaro_rulebook.publication.live_site import LiveSite, live_server
    from cartaro_rulebook.publication.mkdocs_build import SiteFault
    from cartaro_rulebook.publication.page_cache import program_digest
    from cartaro_rulebook.publication.paper import Adoption, notice_html, official_html, paper_html, pdf
    from cartaro_rulebook.publication.serving import folder_server
    from cartaro_rulebook.publication.site import build_site, is_current, is_free, serve_site, sources_digest
    from cartaro_rulebook.publication.strict_checks import untranslated
    from cartaro_rulebook.publication.workbench import Workbench, texts_in_address, workbench_in
    from cartaro_rulebook.site.book import (
        Addition,
        ChangedCase,
        Comparison,
        Cover,
        Coverage,
        Covered,
        CoverKind,
        MutantScore,
        OpenRow,
        Ruleset,
        additions,
        coverage,
        questions,
    )
    from cartaro_rulebook.site.elsewhere import reported
    from cartaro_rulebook.site.measurements import Measurements, PlayedLengths, RuleChange
    from cartaro_rulebook.site.official_page import has_official_text
    from cartaro_rulebook.site.pages import ruleset_html, script, stylesheet
    from cartaro_rulebook.site.shown_hand import most_telling
else:
    # Modules that make guides, pages and sites; players at a table and readers of a move do not need them.
    LATE = {
        name: module
        for module, names in {
            "guide": "unexplained",
            "publication.live_site": "LiveSite live_server",
            "publication.mkdocs_build": "SiteFault",
            "publication.page_cache": "program_digest",
            "publication.paper": "Adoption notice_html official_html paper_html pdf",
            "publication.serving": "folder_server",
            "publication.site": "build_site is_current is_free serve_site sources_digest",
            "publication.strict_checks": "untranslated",
            "publication.workbench": "Workbench texts_in_address workbench_in",
            "site.book": (
                "Addition ChangedCase Comparison Cover CoverKind Coverage Covered MutantScore OpenRow Ruleset "
                "additions coverage questions"
            ),
            "site.elsewhere": "reported",
            "site.measurements": "Measurements PlayedLengths RuleChange",
            "site.official_page": "has_official_text",
            "site.pages": "ruleset_html script stylesheet",
            "site.shown_hand": "most_telling",
        }.items()
        for name in names.split()
    }

    def __getattr__(name: str) -> object:
        if name not in LATE:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{LATE[name]}"), name)


__all__ = [
    "Addition",
    "Adoption",
    "CardPictures",
    "CardSigns",
    "ChangedCase",
    "Comparison",
    "Cover",
    "CoverKind",
    "Coverage",
    "Covered",
    "HandInWords",
    "HeadingInWords",
    "HistoryFault",
    "LastPlay",
    "LiveSite",
    "Measurements",
    "MutantScore",
    "NameInWords",
    "Naming",
    "OpenRow",
    "PlayedLengths",
    "ReadAsSigns",
    "RuleChange",
    "Ruleset",
    "SiteFault",
    "StepInWords",
    "TallyInWords",
    "TermInWords",
    "Workbench",
    "additions",
    "aim_in_words",
    "alike",
    "announcement",
    "announcements",
    "broken_claim_in_words",
    "build_site",
    "card_color",
    "card_in_words",
    "cell_in_words",
    "counted_in_words",
    "counters_counted",
    "coverage",
    "effects_in_words",
    "example_in_words",
    "example_outcomes",
    "exemption_in_words",
    "explain_demand",
    "explain_move",
    "explain_position",
    "extent_in_words",
    "finding_in_words",
    "folder_server",
    "hand_in_words",
    "has_official_text",
    "heading_in_words",
    "headings_in_words",
    "idle_memory",
    "in_words",
    "is_current",
    "is_free",
    "is_telling",
    "kinds_in_words",
    "laid_in_turn",
    "language",
    "languages",
    "last_plays",
    "last_plays_in_words",
    "live_server",
    "localized",
    "memory_in_words",
    "most_telling",
    "move_done_in_words",
    "move_in_words",
    "name_in_words",
    "notice_html",
    "number_compared",
    "official_html",
    "paper_html",
    "pdf",
    "played_from",
    "players_in_words",
    "program_digest",
    "progress_in_words",
    "questions",
    "reasons_in_words",
    "received_in_words",
    "record_in_words",
    "reported",
    "rises_in_words",
    "rules_in_words",
    "ruleset_html",
    "script",
    "second_person",
    "serve_site",
    "shares_in_words",
    "shown_cells",
    "sides_in_words",
    "sources_digest",
    "stylesheet",
    "tallies_in_words",
    "texts_in_address",
    "third_person",
    "tricks_in_words",
    "unexplained",
    "untranslated",
    "verdict_in_words",
    "workbench_in",
    "zone_in_words",
    "zone_name",
]
