"""The workbench: what an editor or a page asks of a ruleset.

Takes texts by their names (`scopa.regole`, the libraries and annexes too); gives frozen dataclasses, which `json_values` makes
JSON of.  Pure Python: it starts no process and reads no file, so that it runs in a browser too.  A page asks all of it, and
for proofs, statistics and rulebook pages, by the names of methods (`service`).

    opened, Document            a text among those around it, checked as far as it goes
    problems                    what is wrong, with the changes that mend it
    completions                 what fits at a place
    hover, as_markdown          what the name at a place means, in a language
    definitions, references, highlights, renamable, renamed    a name, everywhere
    outline, folds, tokens, lenses, formatted                  the text as a whole
    variant_texts               the first texts of a variant
    text_mate_grammar           the colours of the language by patterns alone
    run_named_example           one example of a game, run
    dealt, Table                a hand or a match from a seed
    seen, chosen                what the player in a seat sees, and which moves some cards mean
    arbiter_entries, enter      what the arbiter can be called for, and entered
    act, undone, next_hand, machine_move    play goes on, or back
    why, why_not, record        why a move is legal or is not; what chosen cards could have meant; the record of play
    controls                    house rules and numbers of players
    steps_of_example, steps_of_record, steps_of_text    a hand step by step
    kept_verdicts               what was decided of a text, as a site has it for its page
"""

from __future__ import annotations

from cartaro_workbench.editing.completion import Completion, completions
from cartaro_workbench.editing.document import Document, opened
from cartaro_workbench.editing.hover import Hover, as_markdown, hover
from cartaro_workbench.editing.layout import formatted
from cartaro_workbench.editing.lenses import Lens, lenses
from cartaro_workbench.editing.outline import Fold, OutlineSymbol, SymbolKind, folds, outline
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
from cartaro_workbench.editing.text_mate import TextMateGrammar, text_mate_grammar
from cartaro_workbench.editing.tokens import TOKEN_TYPES, Token, TokenType, tokens
from cartaro_workbench.editing.variant_texts import variant_texts
from cartaro_workbench.service.json_values import json_values
from cartaro_workbench.service.verdict_files import kept_verdicts
from cartaro_workbench.table.arbiter_entries import ArbiterEntry, ArgumentValue, AskedArgument, arbiter_entries
from cartaro_workbench.table.examples import ExampleOutcome, run_named_example
from cartaro_workbench.table.game_table import Refused, Stopped, Table, act, dealt, enter, next_hand, played_on, record, undone
from cartaro_workbench.table.house_rules import GameControls, HouseRule, controls
from cartaro_workbench.table.machine_moves import Machines, chance_move, machine_move
from cartaro_workbench.table.reasons import CitedClause, Reason, why, why_not
from cartaro_workbench.table.steps import ShownStep, Steps, steps_of_example, steps_of_record, steps_of_text
from cartaro_workbench.table.table_view import (
    CardChoice,
    ShownCard,
    ShownMemory,
    ShownMove,
    ShownScore,
    ShownZone,
    TableView,
    chosen,
    seen,
)

__all__ = [
    "TOKEN_TYPES",
    "ArbiterEntry",
    "ArgumentValue",
    "AskedArgument",
    "CardChoice",
    "CitedClause",
    "Completion",
    "Document",
    "Edit",
    "ExampleOutcome",
    "Fold",
    "GameControls",
    "HouseRule",
    "Hover",
    "Lens",
    "Location",
    "Machines",
    "OutlineSymbol",
    "Position",
    "Problem",
    "Range",
    "Reason",
    "Refusal",
    "Refused",
    "Remark",
    "Repair",
    "ShownCard",
    "ShownMemory",
    "ShownMove",
    "ShownScore",
    "ShownStep",
    "ShownZone",
    "Steps",
    "Stopped",
    "SymbolKind",
    "Table",
    "TableView",
    "TextMateGrammar",
    "Token",
    "TokenType",
    "act",
    "arbiter_entries",
    "as_markdown",
    "chance_move",
    "chosen",
    "completions",
    "controls",
    "dealt",
    "definitions",
    "edited",
    "enter",
    "folds",
    "formatted",
    "highlights",
    "hover",
    "json_values",
    "kept_verdicts",
    "lenses",
    "machine_move",
    "next_hand",
    "opened",
    "outline",
    "played_on",
    "problems",
    "range_of",
    "record",
    "references",
    "renamable",
    "renamed",
    "run_named_example",
    "seen",
    "steps_of_example",
    "steps_of_record",
    "steps_of_text",
    "text_mate_grammar",
    "tokens",
    "undone",
    "variant_texts",
    "why",
    "why_not",
]
