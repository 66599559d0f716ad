"""A small site with every kind of page, built once for all tests that read it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game, Names
from cartaro_rulebook.site.book import Ruleset
from cartaro_verify.terms.messages import words


@dataclass(frozen=True, slots=True)
class Finding:
    """What a verifier would hand in."""

    name: str
    verdict: str
    kind: str = "claim"
    method: str = field(default_factory=lambda: words("inductive"))
    text: Names = ()
    settings: tuple[tuple[str, str], ...] = ()
    reason: str = ""
    vacuous: bool = False
    witness: Witness | None = None


@dataclass(frozen=True, slots=True)
class Witness:
    record: dict[str, object]
    position: dict[str, object]
    note: str = ""


def checked(name: str | Path) -> Game:
    game = load_game(name)
    assert isinstance(game, Game), game
    return game


def findings() -> tuple[Finding, ...]:
    position: dict[str, object] = {"zones": {"table": ["7D", "AB"], "hand": {"1": ["7C"], "2": []}}}
    record: dict[str, object] = {"stock": [], "moves": [{"act": "take", "args": {"taken": ["7D"], "card": "7C"}}]}
    return (
        Finding("uno_per_voce", "proved"),
        Finding("solo_pari", "refuted", witness=Witness(record, position), settings=(("precedenza", "nessuna"),)),
        Finding("conserved", "proved", "obligation", text=(("it", "le carte si conservano"), ("en", "cards are conserved"))),
    )


def rulesets() -> tuple[Ruleset, ...]:
    """Two games, a variant of one of them, and findings of each verdict."""
    scopa = checked("scopa")
    return (
        Ruleset(checked("scopone")),
        Ruleset(scopa, findings=findings(), outcomes={"due": True, "tre": False}),
        Ruleset(checked("napola"), base=scopa),
    )
