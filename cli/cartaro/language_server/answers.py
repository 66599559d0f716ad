"""What an editor asks of a text, answered by the workbench.

Each answer waits for what has arrived already, so that a request that was taken back costs nothing, and is of the newest text.
"""

from __future__ import annotations

import asyncio
import hashlib

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from cartaro.language_server import conversion
from cartaro.language_server.conversion import own_position
from cartaro.language_server.server import CartaroServer
from cartaro.language_server.session import OpenText
from cartaro_grammar import in_language
from cartaro_rulebook import in_words
from cartaro_workbench import (
    Edit,
    Problem,
    Refusal,
    completions,
    definitions,
    folds,
    formatted,
    highlights,
    hover,
    lenses,
    outline,
    problems,
    references,
    renamable,
    renamed,
    tokens,
)

MOST_SYMBOLS = 500


async def _text(ls: CartaroServer, uri: str) -> OpenText:
    await asyncio.sleep(0)
    return ls.text(uri)


# ---------------------------------------------------------------------------------------------- what is wrong


async def document_diagnostics(ls: CartaroServer, params: lsp.DocumentDiagnosticParams) -> lsp.DocumentDiagnosticReport:
    """What is wrong with a text; that nothing has changed since it was last told, where nothing has."""
    await asyncio.sleep(0)
    found = ls.diagnostics(ls.place(params.text_document.uri))
    known = _digest(found)
    if known == params.previous_result_id:
        return lsp.RelatedUnchangedDocumentDiagnosticReport(known)
    return lsp.RelatedFullDocumentDiagnosticReport(found, result_id=known)


async def workspace_diagnostics(ls: CartaroServer, params: lsp.WorkspaceDiagnosticParams) -> lsp.WorkspaceDiagnosticReport:
    """What is wrong with the texts of the workspace, open or not."""
    before = {known.uri: known.value for known in params.previous_result_ids}
    report: list[lsp.WorkspaceDocumentDiagnosticReport] = []
    for place in ls.session.rulesets():
        await asyncio.sleep(0)
        uri, found = ls.uri(place), ls.diagnostics(place)
        known = _digest(found)
        if before.get(uri) == known:
            report.append(lsp.WorkspaceUnchangedDocumentDiagnosticReport(uri, known))
        else:
            report.append(lsp.WorkspaceFullDocumentDiagnosticReport(uri, found, result_id=known))
    return lsp.WorkspaceDiagnosticReport(report)


def _digest(found: list[lsp.Diagnostic]) -> str:
    return hashlib.sha256(repr(found).encode()).hexdigest()[:16]


async def code_actions(ls: CartaroServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """The repairs of what is wrong in a part of a text; all of a text's at once, where they are asked for."""
    text = await _text(ls, params.text_document.uri)
    only = params.context.only or [lsp.CodeActionKind.QuickFix.value]
    found = problems(text.document, ls.language)
    actions: list[lsp.CodeAction] = []
    if any(lsp.CodeActionKind.QuickFix.value.startswith(kind) for kind in only):
        actions += [action for one in found if _touches(one, params.range) for action in _repair(ls, text, one)]
    if any(lsp.CodeActionKind.SourceFixAll.value.startswith(kind) for kind in only if kind):
        edits = _apart([one.repair.edit for one in found if one.repair is not None])
        edit = conversion.workspace_edit(edits, ls.uri_of(text))
        actions += [lsp.CodeAction("mend all", lsp.CodeActionKind.SourceFixAll, edit=edit)] if edits else []
    return actions


def _touches(of: Problem, part: lsp.Range) -> bool:
    start, end = own_position(part.start), own_position(part.end)
    return of.range.start <= end and start <= of.range.end


def _repair(ls: CartaroServer, text: OpenText, of: Problem) -> list[lsp.CodeAction]:
    if of.repair is None:
        return []
    edit = conversion.workspace_edit((of.repair.edit,), ls.uri_of(text))
    told = [conversion.diagnostic(of, ls.uri_of(text), ls.language)]
    return [lsp.CodeAction(of.repair.title, lsp.CodeActionKind.QuickFix, told, is_preferred=True, edit=edit)]


def _apart(edits: list[Edit]) -> list[Edit]:
    """The edits in their order, without those that begin before the one before has ended."""
    found: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.range.start, edit.range.end)):
        if not found or found[-1].range.end <= edit.range.start:
            found.append(edit)
    return found


# ---------------------------------------------------------------------------------------------- names


async def completion(ls: CartaroServer, params: lsp.CompletionParams) -> lsp.CompletionList:
    """What fits at a place."""
    text = await _text(ls, params.text_document.uri)
    found = completions(text.document, own_position(params.position), ls.language)
    return lsp.CompletionList(False, [conversion.completion(one, number) for number, one in enumerate(found)])


async def hover_at(ls: CartaroServer, params: lsp.HoverParams) -> lsp.Hover | None:
    """What the name at a place means."""
    text = await _text(ls, params.text_document.uri)
    found = hover(text.document, own_position(params.position), ls.language)
    about = ls.client_capabilities.text_document
    formats = about.hover.content_format if about and about.hover else None
    return conversion.hover(found, markdown=lsp.MarkupKind.Markdown in (formats or ())) if found else None


async def definition(ls: CartaroServer, params: lsp.DefinitionParams) -> list[lsp.Location]:
    """The places that declare the name at a place, in libraries and bases too."""
    text = await _text(ls, params.text_document.uri)
    return [conversion.location(one, ls.uri_of(text)) for one in definitions(text.document, own_position(params.position))]


async def references_to(ls: CartaroServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
    """All places where what is named at a place is named."""
    text = await _text(ls, params.text_document.uri)
    declarations = params.context.include_declaration
    found = references(text.document, own_position(params.position), declarations=declarations)
    return [conversion.location(one, ls.uri_of(text)) for one in found]


async def highlights_of(ls: CartaroServer, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
    """The same, of one text alone."""
    text = await _text(ls, params.text_document.uri)
    found = highlights(text.document, own_position(params.position))
    return [lsp.DocumentHighlight(conversion.range_(one.range)) for one in found]


async def prepared_rename(ls: CartaroServer, params: lsp.PrepareRenameParams) -> lsp.Range | None:
    """The place of the name at a place, if it can be changed."""
    text = await _text(ls, params.text_document.uri)
    found = renamable(text.document, own_position(params.position))
    return None if isinstance(found, Refusal) else conversion.range_(found)


async def rename(ls: CartaroServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    """The changes that give another name to what is named at a place."""
    text = await _text(ls, params.text_document.uri)
    found = renamed(text.document, own_position(params.position), params.new_name)
    if isinstance(found, Refusal):
        raise JsonRpcInvalidParams(in_language(found.reason, ls.language))
    foreign = sorted({edit.name for edit in found if not ls.session.is_own(text.places[edit.name])})
    if foreign:
        raise JsonRpcInvalidParams(f"it is named in `{foreign[0]}` too, which is not among your own files")
    return conversion.workspace_edit(found, ls.uri_of(text))


async def workspace_symbols(ls: CartaroServer, params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
    """What the texts of the workspace declare, by a part of its name."""
    found: list[lsp.WorkspaceSymbol] = []
    for place in ls.session.rulesets():
        await asyncio.sleep(0)
        text = ls.session.text(place)
        parts = [part for item in outline(text.document, ls.language) for part in (item, *item.parts)]
        for one in parts:
            if params.query.casefold() in one.name.casefold() and len(found) < MOST_SYMBOLS:
                where = lsp.Location(ls.uri(place), conversion.range_(one.selection))
                found.append(lsp.WorkspaceSymbol(where, one.name, conversion.symbol_kind(one.kind)))
    return found


# ---------------------------------------------------------------------------------------------- the whole


async def symbols(ls: CartaroServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """The parts of a text."""
    text = await _text(ls, params.text_document.uri)
    return [conversion.symbol(one) for one in outline(text.document, ls.language)]


async def folding(ls: CartaroServer, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    """The parts of a text that can be folded away."""
    text = await _text(ls, params.text_document.uri)
    return [conversion.fold(one) for one in folds(text.document)]


async def semantic_tokens(ls: CartaroServer, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    """Every word of a text, with what it means."""
    text = await _text(ls, params.text_document.uri)
    return conversion.semantic_tokens(tokens(text.document))


async def formatting(ls: CartaroServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    """The change that lays a text out anew."""
    text = await _text(ls, params.text_document.uri)
    return [conversion.text_edit(edit) for edit in formatted(text.document)]


async def code_lenses(ls: CartaroServer, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    """What can be done with the examples and claims of a text."""
    uri = params.text_document.uri
    text = await _text(ls, uri)
    titles = {action: in_words(f"ui_{action.replace(' ', '_')}", ls.language) for action in conversion.COMMANDS}
    return [conversion.code_lens(one, titles[one.action], uri) for one in lenses(text.document)]
