"""A small site with every kind of page, built once for all tests that read it, and the minimal pages around its rulebooks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.rulebook.played_hands import History, checked, moves_of, played
from tests.shipped_games import amended, game_of

from cartaro_grammar.model.game import Game, Names
from cartaro_rulebook.answers.verdict_parts import Formed
from cartaro_rulebook.cards.steps import followed
from cartaro_rulebook.publication.site import Sources, shipped_sources
from cartaro_rulebook.site.book import Ruleset
from cartaro_verify.results.statements import PlainMethod


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding in the form that a verifier returns."""

    name: str
    verdict: str
    kind: str = "claim"
    method: Formed | None = PlainMethod.INDUCTIVE
    text: Names = ()
    settings: tuple[tuple[str, str], ...] = ()
    reason: Formed | None = None
    vacuous: bool = False
    witness: History | None = None


def findings() -> tuple[Finding, ...]:
    game = game_of("scopa", precedenza="nessuna")
    whole = played(game, 1)
    record = {**whole.record, "moves": moves_of(whole)[:12]}
    history = History(record, followed(game, record).steps[-1].position)
    return (
        Finding("uno_per_voce", "proved"),
        Finding("solo_pari", "refuted", witness=history, settings=(("precedenza", "nessuna"),)),
        Finding("conserved", "proved", "obligation", text=(("it", "le carte si conservano"), ("en", "cards are conserved"))),
    )


def rulesets() -> tuple[Ruleset, ...]:
    """Return two games, a variant of one of them, and findings of each verdict."""
    scopa = checked("scopa")
    return (
        Ruleset(shortened(checked("scopone"))),
        Ruleset(shortened(scopa), findings=findings(), outcomes={"due": True, "tre": False}),
        Ruleset(shortened(checked("napola")), base=scopa),
    )


def shortened(game: Game) -> Game:
    """Return the game with a few of its examples and claims, including those with findings."""
    text = game.ruleset
    claims = [claim for claim in text.claims if claim.name in {found.name for found in findings()}]
    return amended(game, examples=text.examples[:4], claims=(*claims, *(c for c in text.claims[:4] if c not in claims)))


def one_page(folder: Path) -> Sources:
    """Write the pages around the rulebooks of a test site: a first page in each language."""
    docs = folder / "docs"
    docs.mkdir()
    for name in ("index.md", "index.it.md", "index.fr.md"):
        (docs / name).write_text("# Home\n\nA page.\n", encoding="utf-8")
    return Sources(shipped_sources().settings, docs)
