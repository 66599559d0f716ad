"""Which texts a game is made from, and the digest of them."""

from __future__ import annotations

import hashlib

from cartaro_grammar.model.game import Game

FINGERPRINT = 12
"""The number of digits of a fingerprint."""


def texts_of(game: Game) -> frozenset[str]:
    """Return all texts that a game is made from, annexes included."""
    parts = (
        game.ruleset.clauses,
        game.ruleset.articles,
        game.ruleset.options,
        game.acts,
        game.ruleset.claims,
        game.ruleset.examples,
        game.ruleset.wordings,
    )
    quotations = (quotation for source in game.ruleset.sources for quotation in source.quotations)
    return frozenset(one.span.source.text for some in (*parts, quotations) for one in some)


def text_digest(game: Game) -> str:
    """Return the digest of all texts that a game is made from and of the values chosen, in hexadecimal digits."""
    digest = hashlib.sha256(repr((game.name, game.settings, game.players)).encode("utf-8"))
    for text in sorted(texts_of(game)):
        digest.update(hashlib.sha256(text.encode("utf-8")).digest())
    return digest.hexdigest()


def fingerprint(game: Game) -> str:
    """Return the beginning of the digest, as pages, sheets and records show it."""
    return text_digest(game)[:FINGERPRINT]
