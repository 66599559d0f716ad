"""Word statements in English, as the command prints them and `--json` contains them.

The texts come from the catalogue (`proof_<form>`). A few that name parts of the ruleset do not, because the command prints
their identifiers.
"""

from __future__ import annotations

from functools import cache

from cartaro_grammar import catalogue
from cartaro_grammar import game as g
from cartaro_verify.results.statements import Joined, Statement

NAMES = {
    **dict.fromkeys(("zone", "cell", "act", "period", "measure", "heading", "kind", "claim", "option", "value"), "{name}"),
    **dict.fromkeys(("clause", "function"), "`{name}`"),
}
"""The forms that are names of the ruleset: the command prints the identifier, a page the ruleset's own word."""

BY_IDENTIFIER = {
    **NAMES,
    "cards_of": "{kind} of {zone}",
    "others": "other cards",
    "marked": "{zone} with {marks}",
    "as_far_decided": "only as far as play can continue: that no clauses clash and none is missing is not proved (`decided`)",
    "as_far_faultless": "only as far as play can continue: that it never breaks down is not proved (`faultless`)",
}
"""The forms whose English for the command differs from the catalogue."""


def english(value: object) -> str:
    """Return the English of a statement; a text or number is returned as it is, and None as an empty text."""
    match value:
        case None:
            return ""
        case Joined():
            return phrase(value.sort.value).join(map(english, value.parts))
        case Statement():
            return catalogue.fill(phrase(value.form), {slot: english(filled) for slot, filled in value.slots.items()})
        case _:
            return str(value)


def phrase(form: str) -> str:
    """Return the English of a form, with its slots."""
    own = BY_IDENTIFIER.get(form)
    return catalogue.agree(catalogue.subject_phrases("en", "verdicts")[f"proof_{form}"], plural=True) if own is None else own


@cache
def title_of(name: str) -> g.Names:
    """Return the title of an obligation, or of a kind of advice, in each language."""
    return tuple((code, catalogue.subject_phrases(code, "verdicts")[f"verdict_title_{name}"]) for code in ("it", "en", "fr"))
