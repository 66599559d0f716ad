"""The workbench: what an editor or a page asks of a ruleset.

Takes texts by their names (`scopa.regole`, the libraries and annexes too); gives frozen dataclasses, which `json_model.encode`
writes as JSON.  Pure Python: it starts no process and reads no file, so that it runs in a browser too.  A page calls all of it,
and proofs, statistics and rulebook pages, by the names of methods (`service`).

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

from cartaro_workbench.editing.document import (
    Document,
    Edit,
    Location,
    Position,
    Problem,
    Range,
    Remark,
    Repair,
    edited,
    formatted,
    opened,
    problems,
    range_of,
)
from cartaro_workbench.editing.outline import Fold, Lens, OutlineSymbol, SymbolKind, folds, lenses, outline
from cartaro_workbench.editing.references import (
    Completion,
    Hover,
    Refusal,
    as_markdown,
    completions,
    definitions,
    highlights,
    hover,
    references,
    renamable,
    renamed,
)
from cartaro_workbench.editing.tokens import TOKEN_TYPES, TextMateGrammar, Token, TokenType, text_mate_grammar, tokens
from cartaro_workbench.editing.variant_texts import variant_texts
from cartaro_workbench.service.page_files import kept_verdicts
from cartaro_workbench.table.game_table import (
    ArbiterEntry,
    ArgumentValue,
    AskedArgument,
    GameControls,
    HouseRule,
    Machines,
    Refused,
    Stopped,
    Table,
    act,
    arbiter_entries,
    chance_move,
    controls,
    dealt,
    enter,
    machine_move,
    next_hand,
    played_on,
    record,
    undone,
)
from cartaro_workbench.table.reasons import CitedClause, Reason, why, why_not
from cartaro_workbench.table.steps import (
    ExampleOutcome,
    ShownStep,
    Steps,
    run_named_example,
    steps_of_example,
    steps_of_record,
    steps_of_text,
)
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
