"""The workbench: what an editor or a page asks of a ruleset.

Takes texts by their names (`scopa.regole`, the libraries and annexes too); gives frozen dataclasses, which `json_values` makes
JSON of.  Pure Python: it starts no process and reads no file, so that it runs in a browser too.

    opened, Document            a text among those around it, checked as far as it goes
    problems                    what is wrong, with the changes that mend it
    completions                 what fits at a place
    hover, as_markdown          what the name at a place means, in a language
    definitions, references, highlights, renamable, renamed    a name, everywhere
    outline, folds, tokens, lenses, formatted                  the text as a whole
    run_named_example           one example of a game, run
"""

from __future__ import annotations

from cartaro_workbench.editing.completion import Completion, completions
from cartaro_workbench.editing.document import Document, opened
from cartaro_workbench.editing.hover import Hover, as_markdown, hover
from cartaro_workbench.editing.layout import formatted
from cartaro_workbench.editing.lenses import Lens, lenses
from cartaro_workbench.editing.outline import Fold, Symbol, SymbolKind, folds, outline
from cartaro_workbench.editing.positions import Edit, Location, Position, Range, edited, range_of
from cartaro_workbench.editing.problems import Problem, Remark, Repair, problems
from cartaro_workbench.editing.references import (
    Refusal,
    definitions,
    highlights,
    references,
    renamable,
    renamed,
)
from cartaro_workbench.editing.tokens import TOKEN_TYPES, Token, TokenType, tokens
from cartaro_workbench.json_values import json_values
from cartaro_workbench.table.examples import ExampleOutcome, run_named_example

__all__ = [
    "TOKEN_TYPES",
    "Completion",
    "Document",
    "Edit",
    "ExampleOutcome",
    "Fold",
    "Hover",
    "Lens",
    "Location",
    "Position",
    "Problem",
    "Range",
    "Refusal",
    "Remark",
    "Repair",
    "Symbol",
    "SymbolKind",
    "Token",
    "TokenType",
    "as_markdown",
    "completions",
    "definitions",
    "edited",
    "folds",
    "formatted",
    "highlights",
    "hover",
    "json_values",
    "lenses",
    "opened",
    "outline",
    "problems",
    "range_of",
    "references",
    "renamable",
    "renamed",
    "run_named_example",
    "tokens",
]
