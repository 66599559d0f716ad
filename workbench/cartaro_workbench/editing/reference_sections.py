"""The sections of the reference: for each sentence, frame and kind of name, the page and the heading that explain it.

The pages are in `docs`, which is not installed. A test compares these sections with them.
"""

from __future__ import annotations

from collections.abc import Mapping

from cartaro_grammar import NameKind
from cartaro_grammar import game as g
from cartaro_workbench.editing.sentence_frames import frame_names_with

OF_SENTENCES: Mapping[type, str] = {
    g.Permission: "reference/permissions.md#permission",
    g.Prohibition: "reference/permissions.md#prohibition",
    g.Obligation: "reference/permissions.md#obligation",
    g.Step: "reference/permissions.md#step",
    g.Definition: "reference/definitions.md#value",
    g.Sees: "reference/table.md#sight",
    g.Score: "reference/count.md#heading-of-the-score",
    g.Begins: "reference/course.md#who-begins",
    g.Passes: "reference/course.md#who-is-next",
    g.Ends: "reference/course.md#end-of-the-hand-and-of-the-match",
    g.SidesAre: "reference/table.md#players-direction-and-sides",
    g.TakesPart: "reference/course.md#taking-part",
    g.Runs: "reference/table.md#players-direction-and-sides",
    g.Consequence: "reference/course.md#consequence",
    g.Breach: "reference/arbiter.md#breach",
    g.Conduct: "reference/arbiter.md#conduct",
    g.Material: "reference/table.md#attributes-of-cards",
}

OF_FRAMES: Mapping[str, str] = {
    "permission": "reference/permissions.md#permission",
    "prohibition": "reference/permissions.md#prohibition",
    "exception": "reference/permissions.md#prohibition",
    "must": "reference/permissions.md#step",
    "obligation": "reference/permissions.md#obligation",
    "score": "reference/count.md#heading-of-the-score",
    "most": "reference/count.md#heading-of-the-score",
    "after": "reference/course.md#consequence",
    "at": "reference/course.md#consequence",
    "move": "reference/effects.md#move-cards",
    "deal": "reference/effects.md#deal",
    "shuffle": "reference/effects.md#shuffle",
    "add": "reference/effects.md#add-and-subtract",
    "becomes": "reference/effects.md#set-memory",
    "definition": "reference/definitions.md#value",
    "means": "reference/definitions.md#truth",
    "counts": "reference/definitions.md#kind",
    "begins": "reference/course.md#who-begins",
    "passes": "reference/course.md#who-is-next",
    "ends": "reference/course.md#end-of-the-hand-and-of-the-match",
    "winner": "reference/people.md#the-best-of-a-set",
    "wild": "reference/groups.md#readings",
    "sees": "reference/table.md#sight",
    "conduct": "reference/arbiter.md#conduct",
    "quantifier": "reference/conditions.md#some-every-no",
    "every": "reference/conditions.md#some-every-no",
    "none": "reference/conditions.md#some-every-no",
    "number": "reference/numbers.md#size-of-a-set",
    "total": "reference/numbers.md#total",
    "can": "reference/conditions.md#possibility",
    "alike": "reference/groups.md#pattern",
    "claim": "reference/claims.md#always-and-never",
    "never": "reference/claims.md#always-and-never",
    "possible": "reference/claims.md#it-can-happen",
    "option": "reference/numbers.md#value-of-a-house-rule",
    "under": "reference/numbers.md#value-of-a-house-rule",
    "amend": "reference.md#amendments",
    "repeal": "reference.md#amendments",
    "variant": "reference.md#files",
    "source": "reference.md#files",
    "title": "reference.md#files",
    "use": "reference.md#files",
    "zone": "reference/table.md#places",
    "pile": "reference/table.md#places",
    "counter": "reference/people.md#memory",
    "act": "reference/choices.md#one-some-or-all-of-a-set",
    "example": "reference/examples.md#position",
    "ruled_claim": "reference/claims.md#always-and-never",
}

OF_KINDS: Mapping[NameKind, str] = {
    "game": "reference.md#files",
    "library": "reference.md#files",
    "variant": "reference.md#files",
    "annex": "reference.md#files",
    "source": "reference.md#files",
    "row": "reference.md#files",
    "article": "reference.md#files",
    "text": "reference.md#files",
    "zone": "reference/table.md#places",
    "pile": "reference/table.md#places",
    "family": "reference/groups.md#a-new-group",
    "counter": "reference/people.md#memory",
    "flag": "reference/people.md#memory",
    "mark": "reference/effects.md#mark",
    "reference": "reference/people.md#memory",
    "act": "reference/choices.md#one-some-or-all-of-a-set",
    "parameter": "reference/choices.md#one-some-or-all-of-a-set",
    "finding": "reference/arbiter.md#finding",
    "answer": "reference/choices.md#yes-or-no",
    "option": "reference/numbers.md#value-of-a-house-rule",
    "value of an option": "reference/numbers.md#value-of-a-house-rule",
    "attribute": "reference/table.md#attributes-of-cards",
    "value of an attribute": "reference/table.md#attributes-of-cards",
    "measure": "reference/table.md#attributes-of-cards",
    "definition": "reference/definitions.md#value",
    "clause": "reference.md#clauses",
    "heading": "reference/count.md#heading-of-the-score",
    "claim": "reference/claims.md#always-and-never",
    "example": "reference/examples.md#position",
    "local": "reference/conditions.md#some-every-no",
    "word of the language": "reference.md#expressions",
}

OF_CARDS = "reference/cards.md#cards-by-their-codes"


def section_of_clause(clause: g.Clause) -> str:
    """Return the section that explains the sentence of a clause."""
    return OF_SENTENCES[type(clause.sentence)]


def section_of_key_word(word: str, text: str) -> str:
    """Return the section that explains the first frame with a key word of a text; empty if no frame has it."""
    return next((OF_FRAMES[name] for name in frame_names_with(word, text)), "")
