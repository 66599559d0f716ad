"""All that the server can do, by the names of the protocol."""

from __future__ import annotations

from lsprotocol import types as lsp

from cartaro.language_server import answers, evidence, server
from cartaro.language_server.conversion import COMMANDS, LEGEND
from cartaro.language_server.server import CartaroServer


def language_server(language: str | None = None) -> CartaroServer:
    """A server that speaks a language of the rulebook, or the one of the editor."""
    made = CartaroServer(language)
    _follow(made)
    _answer(made)
    made.command(COMMANDS["run example"])(evidence.run_example)
    made.command(COMMANDS["prove claim"])(evidence.prove_claim)
    made.feature(lsp.WINDOW_WORK_DONE_PROGRESS_CANCEL)(evidence.stop)
    return made


def _follow(made: CartaroServer) -> None:
    """Take what the editor tells."""
    made.feature(lsp.INITIALIZE)(server.initialized)
    made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)(server.opened)
    made.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)(server.changed)
    made.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)(server.closed)
    made.feature(lsp.TEXT_DOCUMENT_DID_SAVE)(server.saved)
    made.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)(server.files_changed)
    made.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)(server.folders_changed)


def _answer(made: CartaroServer) -> None:
    """Answer what the editor asks."""
    diagnostics = lsp.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier="cartaro")
    actions = lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll])
    made.feature(lsp.TEXT_DOCUMENT_DIAGNOSTIC, diagnostics)(answers.document_diagnostics)
    made.feature(lsp.WORKSPACE_DIAGNOSTIC)(answers.workspace_diagnostics)
    made.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, actions)(answers.code_actions)
    made.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions())(answers.completion)
    made.feature(lsp.TEXT_DOCUMENT_HOVER)(answers.hover_at)
    made.feature(lsp.TEXT_DOCUMENT_DEFINITION)(answers.definition)
    made.feature(lsp.TEXT_DOCUMENT_REFERENCES)(answers.references_to)
    made.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)(answers.highlights_of)
    made.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)(answers.prepared_rename)
    made.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))(answers.rename)
    made.feature(lsp.WORKSPACE_SYMBOL)(answers.workspace_symbols)
    made.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)(answers.symbols)
    made.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)(answers.folding)
    made.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)(answers.semantic_tokens)
    made.feature(lsp.TEXT_DOCUMENT_FORMATTING)(answers.formatting)
    made.feature(lsp.TEXT_DOCUMENT_CODE_LENS)(answers.code_lenses)
