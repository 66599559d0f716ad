"""The texts from which a game is made, the digests of these texts, and the digests of their meaning."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import cast

from cartaro_grammar.model.game import Conduct, Game, Ruleset

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
        game.ruleset.elsewhere,
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


# ---------------------------------------------------------------------- meaning


WORDS = frozenset({"names", "says", "cites", "reason", "article", "home", "ours"})
"""The fields that are only for readers."""


def meaning_digest(ruleset: Ruleset) -> str:
    """Return the digest of the meaning of a ruleset, under all its house rules. It does not change if only words for readers,
    citations, or the files and lines of the text change.
    """
    claims = tuple((claim.name, claim.under, bool(claim.refuted), claim.lines) for claim in ruleset.claims)
    content = (ruleset.name, *_rules(ruleset, ruleset.options, annexes=True), claims)
    return hashlib.sha256(_written(content).encode("utf-8", "surrogatepass")).hexdigest()


def proof_digest(game: Game) -> str:
    """Return the digest of everything on which the verdicts on a game depend: its meaning, its claims and the values chosen."""
    chosen = repr((game.name, game.settings, game.players)).encode("utf-8")
    return hashlib.sha256(chosen + meaning_digest(game.ruleset).encode()).hexdigest()


def play_digest(ruleset: Ruleset) -> str:
    """Return the digest of all parts that can affect play, under all house rules. It does not change if only words, claims or
    examples differ.
    """
    return hashlib.sha256(_written(_rules(ruleset, ruleset.options, annexes=True)).encode("utf-8", "surrogatepass")).hexdigest()


def evidence_digest(ruleset: Ruleset) -> str:
    """Return the digest of the meaning of a ruleset, its claims and its examples."""
    examples = tuple((example.name, example.under, example.lines) for example in ruleset.examples)
    return hashlib.sha256(_written((meaning_digest(ruleset), examples)).encode("utf-8", "surrogatepass")).hexdigest()


def same_rules(one: Ruleset, other: Ruleset) -> bool:
    """Return whether two rulesets have the same rules under each choice of house rules. Their names, their claims and the
    default choice may differ.
    """
    first, second = (
        _rules(ruleset, tuple((option.name, option.values) for option in ruleset.options), annexes=False)
        for ruleset in (one, other)
    )
    return _written(first) == _written(second)


def _rules(ruleset: Ruleset, options: tuple[object, ...], *, annexes: bool) -> tuple[object, ...]:
    """Return the parts of a ruleset on which play can depend. If the memory of annexes is included, return the parts on which
    claims can depend.
    """
    cells = tuple(cell for cell in ruleset.cells if annexes or not cell.annex)
    clauses = tuple(c for c in ruleset.clauses if not isinstance(c.sentence, Conduct) and (annexes or not c.annex))
    return (ruleset.player_counts, options, ruleset.deck, ruleset.zones, cells, ruleset.acts, ruleset.functions, clauses)


def _written(node: object) -> str:
    """Return a part of a ruleset as text, without words for readers, its place, and fields with their default value. A new
    field of the model therefore does not change the fingerprint of rulesets that do not use it.
    """
    if is_dataclass(node) and not isinstance(node, type):
        kept = [(each, getattr(node, each.name)) for each in fields(node) if each.compare and each.name not in WORDS]
        pieces = (f"{each.name}={_written(value)}" for each, value in kept if each.default is MISSING or value != each.default)
        return f"{type(node).__name__}({','.join(pieces)})"
    if isinstance(node, tuple):
        return f"({','.join(map(_written, cast('tuple[object, ...]', node)))})"
    if isinstance(node, frozenset):
        return f"{{{','.join(sorted(map(_written, cast('Iterable[object]', node))))}}}"
    if isinstance(node, str | int | None) and not isinstance(node, Enum):
        return repr(node)
    raise TypeError(type(node))
