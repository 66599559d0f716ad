"""Proof beside the sentence: behind a clause the verdicts on the claims that name it or cite what it cites, each leading to its
claim.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from cartaro_grammar import game as g
from cartaro_grammar import parts
from cartaro_rulebook.prose.clauses import ArticleProse, ClauseProse, TurnCourse
from cartaro_rulebook.site.book import Finding, Page
from cartaro_rulebook.site.markup import escaped, tag
from cartaro_rulebook.words.naming import in_any
from cartaro_rulebook.words.references import capital

SIGNS = {"refuted": "✕", "unknown": "?", "attained": "✓", "proved": "✓"}
"""By verdict, the one that tells most against a claim first."""


def clause_badges(clause: ClauseProse, page: Page) -> str:
    """The verdicts on all claims about a clause; nothing where none was decided."""
    return _badges(_about(clause, page), page)


def told_badges(names: tuple[str, ...], page: Page) -> str:
    """The verdicts on the claims that name a clause of a sentence of the telling; rows that it cites are cited by many."""
    claims = page.game.claims if page.ruleset.findings else ()
    wanted = frozenset[str]().union(*(_names(name, page) for name in names))
    return _badges((claim for claim in claims if wanted & _named_by(claim)), page)


def article_badges(article: ArticleProse, page: Page) -> str:
    """The verdicts on the claims that cite what an article cites, but for those behind its clauses."""
    clauses = [c for item in article.items for c in (item.clauses if isinstance(item, TurnCourse) else (item,))]
    shown = {claim.name for clause in clauses for claim in _about(clause, page)}
    left = (claim for claim in page.game.claims if claim.name not in shown)
    return _badges((claim for claim in left if not set(claim.cites).isdisjoint(article.cites)), page)


def claim_badge(name: str, page: Page) -> str:
    """The verdict on one claim."""
    return _badges((claim for claim in page.game.claims if claim.name == name), page)


def _about(clause: ClauseProse, page: Page) -> tuple[g.Claim, ...]:
    """The claims that name a clause, or what it defines, or that cite what it cites."""
    names = _names(clause.name, page)
    claims = page.game.claims if page.ruleset.findings else ()
    return tuple(c for c in claims if names & _named_by(c) or not set(clause.cites).isdisjoint(c.cites))


def _names(clause: str, page: Page) -> frozenset[str]:
    """A clause by its name and that of what it defines."""
    found = page.game.clause.get(clause)
    return frozenset((clause, found.sentence.function) if found and isinstance(found.sentence, g.Definition) else (clause,))


def _badges(claims: Iterable[g.Claim], page: Page) -> str:
    told = ((claim, verdict_of(claim, page)) for claim in claims)
    return "".join(" " + _badge(claim, verdict, page) for claim, verdict in told if verdict)


@lru_cache(maxsize=512)
def _named_by(claim: g.Claim) -> frozenset[str]:
    """What a claim speaks of by name: headings, which are names of clauses, clauses whose case it asks for, and definitions."""
    asked = list(parts(claim.lines))
    headings = (part.heading for part in asked if isinstance(part, g.ScoreOf) and part.heading is not None)
    cases = (part.clause for part in asked if isinstance(part, g.Applies))
    return frozenset((*headings, *cases, *(part.function for part in asked if isinstance(part, g.Apply))))


def verdict_of(claim: g.Claim, page: Page) -> str:
    """The verdict on a claim under all settings that it was decided for; "" where it was not."""
    found = {shown_as(f) for f in page.ruleset.findings if f.kind == "claim" and f.name == claim.name}
    return next((verdict for verdict in SIGNS if verdict in found), "")


def shown_as(found: Finding) -> str:
    """The verdict that a finding is shown as: what holds of no case at all is not proved."""
    return "refuted" if found.vacuous else found.verdict if found.verdict.isalpha() else "unknown"


def _badge(claim: g.Claim, verdict: str, page: Page) -> str:
    lang = page.scope.lang
    said = page.label("told_false") if claim.refuted and verdict == "refuted" else lang.phrases.get(f"v_{verdict}", verdict)
    words = f"{said}: {capital(in_any(claim.names, lang.code, claim.name))}"
    return tag("a", escaped(SIGNS[verdict]), class_=f"badge {verdict}", href=f"#k-{claim.name}", title=words, aria_label=words)
