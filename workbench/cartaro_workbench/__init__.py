"""The workbench: language services, play, proofs and pages of a ruleset, for editors and for the page.

Takes a map from names to texts (`scopa.regole`, the libraries and annexes too); returns frozen dataclasses, which
`json_model.encode` writes as JSON. Pure Python: it starts no process and reads only its own shipped files, so that it runs in a
browser too. A page calls all these functions, and those for proofs, statistics and rulebook pages, as methods of `service`.

Texts
    open_document, Document     a text together with the texts around it, checked as far as possible
    problems                    its errors and warnings, with their fixes
    completions                 the words and pieces of rules that fit at a position
    hover, as_markdown          the meaning of the name at a position, in a language
    signatures                  the forms of the sentence that is being written at a position
    inlay_hints                 owners and units that a text leaves out
    definitions, references, highlights, renamable, renamed    occurrences of a name, and its renaming
    outline, folds, tokens, lenses, formatted                  the text as a whole
    apply_edits, range_of       edits and spans
    variant_texts               the first texts of a variant
    text_mate_grammar           syntax colours only by patterns

Play
    deal_table, Table           a hand or a match from a seed
    called                      rules with the names of the players
    seen, chosen                the view of the player in a seat, and the moves that some cards may mean
    arbiter_entries, enter      the entries for which the arbiter can be called
    act, take_back, next_hand, play_moves, machine_move, chance_move    moves, undo, and machines
    why, why_not                why a move is legal or is not, and what chosen cards could have meant
    record                      the record of play
    controls                    house rules and numbers of players
    steps_of_example, steps_of_record, steps_of_text    a hand step by step
    run_named_example           one example of a game, run

Records
    record_table, RecordTable   the moves and hands of a record as rows
    fit, FitJson                the rulesets and house rules under which records fit

Mutants
    MutantTrials                small changes of the rules, and the check that catches each
    questions_left_open         the questions that a text leaves open
    open_hints, OpenHint        the same in the text, with the edits that answer it
    differences, Differences    the differences of two rulesets, and a hand that shows one
    differences_in_words        the same in words
    cases_of_changes            an example for each changed clause

Conformance
    manifest, ManifestJson      the parts of a game
    questions, disagreement     another program compared with the rules

Forms
    SCHEMAS, schema_of          the published JSON Schemas, by their names

Sites
    kept_verdicts               all verdicts on a text, as a file of the site for its page
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from cartaro_workbench.difference_words import ChangeInWords, DifferencesInWords, ShownDifference, differences_in_words
from cartaro_workbench.editing.document import (
    Document,
    Edit,
    Location,
    Position,
    Problem,
    Range,
    Remark,
    Repair,
    apply_edits,
    formatted,
    open_document,
    problems,
    range_of,
)
from cartaro_workbench.editing.hints import OpenHint, open_hints
from cartaro_workbench.editing.inlay_hints import InlayHint, inlay_hints
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
from cartaro_workbench.editing.signatures import Signature, SignaturePart, signatures
from cartaro_workbench.editing.tokens import TOKEN_TYPES, TextMateGrammar, Token, TokenType, text_mate_grammar, tokens
from cartaro_workbench.editing.variant_texts import variant_texts
from cartaro_workbench.service.page_files import kept_verdicts
from cartaro_workbench.table.game_table import (
    ArbiterEntry,
    ArgumentValue,
    GameControls,
    HouseRule,
    Machines,
    Refused,
    RequestedArgument,
    Stopped,
    Table,
    act,
    arbiter_entries,
    called,
    chance_move,
    controls,
    deal_table,
    enter,
    machine_move,
    next_hand,
    play_moves,
    record,
    take_back,
)
from cartaro_workbench.table.reasons import CitedClause, Reason, why, why_not
from cartaro_workbench.table.shown_zones import ShownCard, ShownZone
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
    ShownMemory,
    ShownMove,
    ShownScore,
    TableView,
    chosen,
    seen,
)

if TYPE_CHECKING:
    from cartaro_workbench.changed_cases import cases_of_changes
    from cartaro_workbench.conformance.conform import (
        AnswerJson,
        ConformJson,
        Question,
        QuestionJson,
        disagreement,
        is_unknown,
        questions,
    )
    from cartaro_workbench.conformance.manifest import ManifestJson, manifest
    from cartaro_workbench.mutants import MutantTrial, MutantTrials, MutationReport
    from cartaro_workbench.open_questions import OpenQuestion, OpenQuestions, questions_left_open
    from cartaro_workbench.records.fit import AgainstJson, FitJson, GivenRecord, RulesetFitJson, fit
    from cartaro_workbench.records.tables import HAND_COLUMNS, MOVE_COLUMNS, RecordTable, TableRow, record_table
    from cartaro_workbench.rule_differences import Differences, WordChange, differences, proved_equal
    from cartaro_workbench.schemas import SCHEMAS, schema_of
    from cartaro_workbench.side_by_side import Distinction
else:
    # Modules that compare games, try mutants and read many records; editors and pages do not need them at the start.
    LATE = {
        name: module
        for module, names in {
            "changed_cases": "cases_of_changes",
            "conformance.conform": "AnswerJson ConformJson Question QuestionJson disagreement is_unknown questions",
            "conformance.manifest": "ManifestJson manifest",
            "mutants": "MutantTrial MutantTrials MutationReport",
            "open_questions": "OpenQuestion OpenQuestions questions_left_open",
            "records.fit": "AgainstJson FitJson GivenRecord RulesetFitJson fit",
            "records.tables": "HAND_COLUMNS MOVE_COLUMNS RecordTable TableRow record_table",
            "rule_differences": "Differences WordChange differences proved_equal",
            "schemas": "SCHEMAS schema_of",
            "side_by_side": "Distinction",
        }.items()
        for name in names.split()
    }

    def __getattr__(name: str) -> object:
        if name not in LATE:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{LATE[name]}"), name)


__all__ = [
    "HAND_COLUMNS",
    "MOVE_COLUMNS",
    "SCHEMAS",
    "TOKEN_TYPES",
    "AgainstJson",
    "AnswerJson",
    "ArbiterEntry",
    "ArgumentValue",
    "CardChoice",
    "ChangeInWords",
    "CitedClause",
    "Completion",
    "ConformJson",
    "Differences",
    "DifferencesInWords",
    "Distinction",
    "Document",
    "Edit",
    "ExampleOutcome",
    "FitJson",
    "Fold",
    "GameControls",
    "GivenRecord",
    "HouseRule",
    "Hover",
    "InlayHint",
    "Lens",
    "Location",
    "Machines",
    "ManifestJson",
    "MutantTrial",
    "MutantTrials",
    "MutationReport",
    "OpenHint",
    "OpenQuestion",
    "OpenQuestions",
    "OutlineSymbol",
    "Position",
    "Problem",
    "Question",
    "QuestionJson",
    "Range",
    "Reason",
    "RecordTable",
    "Refusal",
    "Refused",
    "Remark",
    "Repair",
    "RequestedArgument",
    "RulesetFitJson",
    "ShownCard",
    "ShownDifference",
    "ShownMemory",
    "ShownMove",
    "ShownScore",
    "ShownStep",
    "ShownZone",
    "Signature",
    "SignaturePart",
    "Steps",
    "Stopped",
    "SymbolKind",
    "Table",
    "TableRow",
    "TableView",
    "TextMateGrammar",
    "Token",
    "TokenType",
    "WordChange",
    "act",
    "apply_edits",
    "arbiter_entries",
    "as_markdown",
    "called",
    "cases_of_changes",
    "chance_move",
    "chosen",
    "completions",
    "controls",
    "deal_table",
    "definitions",
    "differences",
    "differences_in_words",
    "disagreement",
    "enter",
    "fit",
    "folds",
    "formatted",
    "highlights",
    "hover",
    "inlay_hints",
    "is_unknown",
    "kept_verdicts",
    "lenses",
    "machine_move",
    "manifest",
    "next_hand",
    "open_document",
    "open_hints",
    "outline",
    "play_moves",
    "problems",
    "proved_equal",
    "questions",
    "questions_left_open",
    "range_of",
    "record",
    "record_table",
    "references",
    "renamable",
    "renamed",
    "run_named_example",
    "schema_of",
    "seen",
    "signatures",
    "steps_of_example",
    "steps_of_record",
    "steps_of_text",
    "take_back",
    "text_mate_grammar",
    "tokens",
    "variant_texts",
    "why",
    "why_not",
]
