"""From text to a checked game: source, tree, checker, diagnostics, formatter."""

from __future__ import annotations

from cartaro_grammar.analyses import clash_advice
from cartaro_grammar.analyses.visibility import (
    HiddenRead,
    Observability,
    ZoneRead,
    games_with_hidden_reads,
    observability,
    trackable_zones,
    zones_read,
)
from cartaro_grammar.completion import Expectation, complete_names, expected_at
from cartaro_grammar.file_set import FILE_SUFFIX, shipped, shipped_folder
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
from cartaro_grammar.model.declarations import Faces
from cartaro_grammar.model.expressions import CARD, CARDS, NUMBER, PLAYER, PLAYERS, SIDE, SIDES, TRUTH, Type, element
from cartaro_grammar.model.facts import EffectFacts, caused_by, drawn_from, facts_of, read_argument, sentence_facts
from cartaro_grammar.model.game import Clause, Expr, Game, PartialGame
from cartaro_grammar.model.parts import children, parts
from cartaro_grammar.model.settings import PLAYERS_SETTING, choose, for_one_table, with_players
from cartaro_grammar.resolve.occurrences import Declaration, NameKind, Occurrence
from cartaro_grammar.syntax import cache_folder, tree
from cartaro_grammar.syntax.cache_folder import cache_key, code_digest
from cartaro_grammar.syntax.format import format_source
from cartaro_grammar.syntax.lark_parser import keywords, terminal_pattern
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
)
from cartaro_grammar.text.identity import IdentityKey
from cartaro_grammar.text.messages import Message, join_and, join_or, join_semicolons, msg, shorten, translate
from cartaro_grammar.text.reading import os_error_reason, read_source
from cartaro_grammar.text.source import Source, Span
from cartaro_grammar.text.spelling import did_you_mean

__all__ = [
    "CARD",
    "CARDS",
    "CODES",
    "FILE_SUFFIX",
    "LANGUAGES",
    "MAX_WORD",
    "NUMBER",
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
    "HiddenRead",
    "IdentityKey",
    "Label",
    "Message",
    "NameKind",
    "Observability",
    "Occurrence",
    "PartialGame",
    "Source",
    "Span",
    "Type",
    "ZoneRead",
    "as_json",
    "cache_folder",
    "cache_key",
    "catalogue",
    "caused_by",
    "check_files",
    "check_texts",
    "children",
    "choose",
    "clash_advice",
    "code_digest",
    "complete_names",
    "did_you_mean",
    "drawn_from",
    "element",
    "expected_at",
    "facts_of",
    "for_one_table",
    "format_source",
    "game",
    "games_with_hidden_reads",
    "importable_files",
    "join_and",
    "join_or",
    "join_semicolons",
    "keywords",
    "load_checked",
    "load_files",
    "load_game",
    "load_texts",
    "msg",
    "observability",
    "os_error_reason",
    "parts",
    "read_argument",
    "read_source",
    "render",
    "sanitize",
    "sentence_facts",
    "shipped",
    "shipped_folder",
    "shorten",
    "summarize",
    "terminal_pattern",
    "trackable_zones",
    "translate",
    "translate_diagnostic",
    "translate_word",
    "tree",
    "with_players",
    "zones_read",
]
