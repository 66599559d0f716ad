"""Proof beside the sentence: behind a clause the verdicts on the claims that name it or cite what it cites, each leading to its
claim.
"""

from __future__ import annotations

from functools import lru_cache

from cartaro_grammar import Applies, Apply, Claim, Definition, ScoreOf, parts
from cartaro_rulebook.site.book import Finding, Page
from cartaro_rulebook.site.markup import escaped, tag
from cartaro_rulebook.words.naming import in_any
from cartaro_rulebook.words.references import capital

SIGNS = {"refuted": "✕", "unknown": "?", "attained": "✓", "proved": "✓"}
"""By verdict, the one that tells most against a claim first."""


def badges(rows: tuple[str, ...], page: Page, clause: str = "") -> str:
    """The verdicts on all claims about these rows of the sources, or about a clause; nothing where none was decided."""
    sentence = next((each.sentence for each in page.game.clauses if each.name == clause), None)
    names = {clause, sentence.function if isinstance(sentence, Definition) else ""} - {""}
    claims = page.game.claims if page.ruleset.findings else ()
    about = (claim for claim in claims if names & _named_by(claim) or not set(rows).isdisjoint(claim.cites))
    told = ((claim, verdict_of(claim, page)) for claim in about)
    return "".join(" " + _badge(claim, verdict, page) for claim, verdict in told if verdict)


@lru_cache(maxsize=512)
def _named_by(claim: Claim) -> frozenset[str]:
    """What a claim speaks of by name: headings, which are names of clauses, clauses whose case it asks for, and definitions."""
    found = set[str]()
    for part in parts(claim.lines):
        match part:
            case ScoreOf(heading=str(name)) | Applies(clause=name) | Apply(function=name):
                found.add(name)
            case _:
                pass
    return frozenset(found)


def verdict_of(claim: Claim, page: Page) -> str:
    """The verdict on a claim under all settings that it was decided for; "" where it was not."""
    found = {shown_as(f) for f in page.ruleset.findings if f.kind == "claim" and f.name == claim.name}
    return next((verdict for verdict in SIGNS if verdict in found), "")


def shown_as(found: Finding) -> str:
    """The verdict that a finding is shown as: what holds of no case at all is not proved."""
    return "refuted" if found.vacuous else found.verdict if found.verdict.isalpha() else "unknown"


def _badge(claim: Claim, verdict: str, page: Page) -> str:
    lang = page.scope.lang
    said = lang.phrases.get(f"v_{verdict}", verdict)
    words = f"{said}: {capital(in_any(claim.names, lang.code, claim.name))}"
    return tag("a", escaped(SIGNS[verdict]), class_=f"badge {verdict}", href=f"#k-{claim.name}", title=words, aria_label=words)
