"""The front end: from the text of a ruleset to a checked ruleset and its games, with diagnostics, formatting and support for
editors.

A ruleset goes through these passes, in this order:

    read     text/reading.py                read_source           bytes → Source
    parse    syntax/parser.py               parse                 Source → tree.File (cached: syntax/tree_cache.py)
             syntax/lark_parser.py          parse_text            the LALR(1) parser of syntax.lark
             syntax/key_words               to_english            other key words; `in italiano`: text/opening.py
             syntax/tree_builder.py         build                 the parser library's tree → tree.File
             syntax/repairs.py              find_repair           error recovery; worded by syntax/syntax_errors.py
    gather   file_set.py                    FileSet.load          libraries, base, the ruleset, annexes
             resolve/names_in_words.py      with_declared_names   names in the words of a language → declared names
             resolve/quoted_names.py        with_written_names    names in messages → the words of the text
    merge    resolve/merge.py               merge                 files → one MergedRuleset, amendments applied
    declare  resolve/vocabulary.py          build_vocabulary      deck, zones, memory, acts, options, definitions
    infer    check/parameter_types.py       infer_parameters      parameter types of definitions, from their uses
    check    checker.py                     check_partly          all passes below, up to a game
             check/clauses.py               check_clauses         sentences, effects; expressions: check/expressions.py
             analyses/precedence.py         resolve_precedence    which clause overrides which, transitively
             analyses/stratification.py     check_acyclic         no definition depends on itself
             check/claims_and_examples.py   check_claim           claims; check_example: examples
             resolve/sources.py             check_sources         editions, sources, citations, quotations
             analyses/visibility.py         check_unseen_choices  choices of unseen cards
             analyses/warnings.py           warn_of_unused        warnings; also analyses/dead_clauses.py, wordings.py
             analyses/reports.py            check_reports         names, regions and history elsewhere
             analyses/examples.py           RulesShown            the clauses that each example shows
    choose   model/settings.py              instantiate           Ruleset, house rules, number of players → Game

`load.py` runs them all; `completion.py` and `resolve/occurrences.py` serve editors, `syntax/format.py` the formatter (other key
words: `syntax/key_word_rewriting.py`; names too: `translation.py`). Every pass reports `Diagnostic`s and continues. The parser
library is imported only when a text is parsed.

The public names: loading (`load_*`, `check_texts`, `check_files`, `shipped`, `importable_files`); the checked ruleset and game
(`game`, its types, `parts`, `children`, `instantiate`); facts about its effects and sentences (`facts_of`, `sentence_facts`,
`caused_by`, `drawn_from`, `read_argument`, `unread_memory`); analyses (`visibility`, `clash_advice`, `RulesShown`, `Stopping`,
`parts_reached`, `memory_readings`,
`can_be_shown`, `fingerprint`, `text_digest`, `proof_digest`, `texts_of`; the equivalence of two games or rulesets,
`form_of`, `same_form`, `same_rules`);
the tree (`tree`, `format_source`, `format_in_language`, `keywords`, in the words of one of `KEY_WORD_LANGUAGES`;
`key_word_language` returns the language of a text); nouns as authors write them (`noun`); editing (`expected_at`,
`complete_names`, `written_names`, `Occurrence`, `Declaration`); diagnostics and messages (`Diagnostic`, `msg`, `render`,
`translate`, `catalogue`); texts from elsewhere
(`address_fault`, `read_lock`, `lock_text`; decision 0100); and `cache_folder`.
"""

from __future__ import annotations

from cartaro_grammar.analyses import clash_advice, visibility
from cartaro_grammar.analyses.counter_readings import MemoryReading, memory_readings
from cartaro_grammar.analyses.examples import RulesShown, can_be_shown
from cartaro_grammar.analyses.fingerprint import (
    evidence_digest,
    fingerprint,
    meaning_digest,
    play_digest,
    proof_digest,
    same_rules,
    text_digest,
    texts_of,
)
from cartaro_grammar.analyses.normal_form import form_of, same_form, spoken_names, with_names, words_of
from cartaro_grammar.analyses.open_options import clauses_of_order, structural_options
from cartaro_grammar.analyses.stopping import Stopping, parts_reached
from cartaro_grammar.completion import Expectation, complete_names, expected_at
from cartaro_grammar.file_set import FILE_SUFFIX, MAX_FILES, parse_bytes, shipped, shipped_folder
from cartaro_grammar.load import (
    CheckedTexts,
    check_files,
    check_texts,
    importable_files,
    load_checked,
    load_files,
    load_game,
    load_texts,
)
from cartaro_grammar.model import game
from cartaro_grammar.model.card_spelling import cards_near, cards_typed, with_codes
from cartaro_grammar.model.declarations import Faces
from cartaro_grammar.model.expressions import CARD, CARDS, NUMBER, PLAYER, PLAYERS, SIDE, SIDES, TRUTH, Type, element
from cartaro_grammar.model.facts import (
    EffectFacts,
    caused_by,
    drawn_from,
    facts_of,
    read_argument,
    sentence_facts,
    unread_memory,
)
from cartaro_grammar.model.game import PLAYERS_SETTING, Clause, Expr, Game, PartialRuleset, Ruleset
from cartaro_grammar.model.parts import (
    children,
    conjuncts,
    default,
    disjuncts,
    fold,
    operands_of,
    parts,
    rewrite,
    subexpressions,
)
from cartaro_grammar.model.settings import (
    as_written,
    choose,
    for_one_table,
    instantiate,
    leave_open,
    setting_is,
)
from cartaro_grammar.mutations import MUTATION_KINDS, Mutation, MutationKind, mutant, mutations_of, with_examples
from cartaro_grammar.resolve.names_in_words import written_names
from cartaro_grammar.resolve.occurrences import Declaration, NameKind, Occurrence
from cartaro_grammar.syntax import cache_folder, tree
from cartaro_grammar.syntax.format import format_source
from cartaro_grammar.syntax.lark_parser import keywords, noise_words, terminal_pattern
from cartaro_grammar.syntax.synonyms import translate_word
from cartaro_grammar.text import catalogue
from cartaro_grammar.text.catalogue import LANGUAGES
from cartaro_grammar.text.diagnostic import (
    CODES,
    MAX_WORD,
    CodeInfo,
    Diagnostic,
    Fix,
    Label,
    as_json,
    render,
    sanitize,
    summarize,
    translate_diagnostic,
    with_key_words,
)
from cartaro_grammar.text.identity import IdentityKey
from cartaro_grammar.text.integers import is_integer
from cartaro_grammar.text.key_phrases import phrase_in, requoted
from cartaro_grammar.text.messages import (
    Message,
    Phrase,
    in_key_words,
    join_and,
    join_commas,
    join_languages,
    join_or,
    join_semicolons,
    msg,
    shorten,
    translate,
)
from cartaro_grammar.text.nouns import Noun, noun, split_flags
from cartaro_grammar.text.opening import KEY_WORD_LANGUAGES, OPENINGS, key_word_language, opening_line
from cartaro_grammar.text.reading import MAX_BYTES as MAX_TEXT_BYTES
from cartaro_grammar.text.reading import is_too_large, os_error_reason, read_ordinary, read_source
from cartaro_grammar.text.shared_texts import (
    LOCK,
    LockedText,
    address_fault,
    file_of_address,
    fingerprint_of_bytes,
    is_on_this_machine,
    lock_text,
    read_lock,
)
from cartaro_grammar.text.source import Source, Span
from cartaro_grammar.text.spelling import did_you_mean
from cartaro_grammar.translation import format_in_language

__all__ = [
    "CARD",
    "CARDS",
    "CODES",
    "FILE_SUFFIX",
    "KEY_WORD_LANGUAGES",
    "LANGUAGES",
    "LOCK",
    "MAX_FILES",
    "MAX_TEXT_BYTES",
    "MAX_WORD",
    "MUTATION_KINDS",
    "NUMBER",
    "OPENINGS",
    "PLAYER",
    "PLAYERS",
    "PLAYERS_SETTING",
    "SIDE",
    "SIDES",
    "TRUTH",
    "CheckedTexts",
    "Clause",
    "CodeInfo",
    "Declaration",
    "Diagnostic",
    "EffectFacts",
    "Expectation",
    "Expr",
    "Faces",
    "Fix",
    "Game",
    "IdentityKey",
    "Label",
    "LockedText",
    "MemoryReading",
    "Message",
    "Mutation",
    "MutationKind",
    "NameKind",
    "Noun",
    "Occurrence",
    "PartialRuleset",
    "Phrase",
    "RulesShown",
    "Ruleset",
    "Source",
    "Span",
    "Stopping",
    "Type",
    "address_fault",
    "as_json",
    "as_written",
    "cache_folder",
    "can_be_shown",
    "cards_near",
    "cards_typed",
    "catalogue",
    "caused_by",
    "check_files",
    "check_texts",
    "children",
    "choose",
    "clash_advice",
    "clauses_of_order",
    "complete_names",
    "conjuncts",
    "default",
    "did_you_mean",
    "disjuncts",
    "drawn_from",
    "element",
    "evidence_digest",
    "expected_at",
    "facts_of",
    "file_of_address",
    "fingerprint",
    "fingerprint_of_bytes",
    "fold",
    "for_one_table",
    "form_of",
    "format_in_language",
    "format_source",
    "game",
    "importable_files",
    "in_key_words",
    "instantiate",
    "is_integer",
    "is_on_this_machine",
    "is_too_large",
    "join_and",
    "join_commas",
    "join_languages",
    "join_or",
    "join_semicolons",
    "key_word_language",
    "keywords",
    "leave_open",
    "load_checked",
    "load_files",
    "load_game",
    "load_texts",
    "lock_text",
    "meaning_digest",
    "memory_readings",
    "msg",
    "mutant",
    "mutations_of",
    "noise_words",
    "noun",
    "opening_line",
    "operands_of",
    "os_error_reason",
    "parse_bytes",
    "parts",
    "parts_reached",
    "phrase_in",
    "play_digest",
    "proof_digest",
    "read_argument",
    "read_lock",
    "read_ordinary",
    "read_source",
    "render",
    "requoted",
    "rewrite",
    "same_form",
    "same_rules",
    "sanitize",
    "sentence_facts",
    "setting_is",
    "shipped",
    "shipped_folder",
    "shorten",
    "split_flags",
    "spoken_names",
    "structural_options",
    "subexpressions",
    "summarize",
    "terminal_pattern",
    "text_digest",
    "texts_of",
    "translate",
    "translate_diagnostic",
    "translate_word",
    "tree",
    "unread_memory",
    "visibility",
    "with_codes",
    "with_examples",
    "with_key_words",
    "with_names",
    "words_of",
    "written_names",
]
