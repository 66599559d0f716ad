"""Conversion of the workbench's answers to the types of the protocol."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from lsprotocol import types as lsp

from cartaro_grammar import msg, translate
from cartaro_rulebook import in_words
from cartaro_workbench import (
    TOKEN_TYPES,
    Completion,
    Edit,
    Fold,
    Hover,
    InlayHint,
    Lens,
    Location,
    OpenHint,
    OutlineSymbol,
    Position,
    Problem,
    Range,
    Signature,
    SymbolKind,
    Token,
    TokenType,
    as_markdown,
)

HELP = msg("help")

UriOf = Callable[[str], str]
"""Returns the URI of a text, given its name."""

NAMED_AS: dict[TokenType, lsp.SemanticTokenTypes] = {
    "comment": lsp.SemanticTokenTypes.Comment,
    "string": lsp.SemanticTokenTypes.String,
    "number": lsp.SemanticTokenTypes.Number,
    "keyword": lsp.SemanticTokenTypes.Keyword,
    "card": lsp.SemanticTokenTypes.EnumMember,
    "citation": lsp.SemanticTokenTypes.Decorator,
    "zone": lsp.SemanticTokenTypes.Class,
    "variable": lsp.SemanticTokenTypes.Variable,
    "act": lsp.SemanticTokenTypes.Function,
    "parameter": lsp.SemanticTokenTypes.Parameter,
    "option": lsp.SemanticTokenTypes.Enum,
    "value": lsp.SemanticTokenTypes.EnumMember,
    "attribute": lsp.SemanticTokenTypes.Property,
    "definition": lsp.SemanticTokenTypes.Method,
    "clause": lsp.SemanticTokenTypes.Type,
    "claim": lsp.SemanticTokenTypes.Event,
    "ruleset": lsp.SemanticTokenTypes.Namespace,
}
"""The kinds of tokens for which editors have colours."""

LEGEND = lsp.SemanticTokensLegend(
    [NAMED_AS[type_].value for type_ in TOKEN_TYPES], [lsp.SemanticTokenModifiers.Declaration.value]
)
COMMANDS = {"run example": "cartaro.runExample", "prove claim": "cartaro.proveClaim"}
ASK = "cartaro.ask"
"""The command that asks for the open questions of a text."""


def position(of: Position) -> lsp.Position:
    return lsp.Position(of.line, of.character)


def workbench_position(of: lsp.Position) -> Position:
    return Position(of.line, of.character)


def range_(of: Range) -> lsp.Range:
    return lsp.Range(position(of.start), position(of.end))


def location(of: Location, uri_of: UriOf) -> lsp.Location:
    return lsp.Location(uri_of(of.name), range_(of.range))


def text_edit(of: Edit) -> lsp.TextEdit:
    return lsp.TextEdit(range_(of.range), of.text)


def workspace_edit(edits: Iterable[Edit], uri_of: UriOf) -> lsp.WorkspaceEdit:
    """Convert edits of several texts."""
    changes: dict[str, list[lsp.TextEdit]] = defaultdict(list)
    for edit in edits:
        changes[uri_of(edit.name)].append(text_edit(edit))
    return lsp.WorkspaceEdit(changes=dict(changes))


def diagnostic(of: Problem, uri_of: UriOf, language: str) -> lsp.Diagnostic:
    """Convert a problem; its note and help are added to its message."""
    advice = of.help and f"{translate(HELP, language)}: {of.help}"
    return lsp.Diagnostic(
        range_(of.range),
        "\n".join(filter(None, (of.message, of.note, advice))),
        severity=lsp.DiagnosticSeverity.Error if of.severity == "error" else lsp.DiagnosticSeverity.Warning,
        code=of.code,
        source="cartaro",
        related_information=[
            lsp.DiagnosticRelatedInformation(location(remark.location, uri_of), remark.text) for remark in of.remarks
        ],
    )


def hint(of: OpenHint) -> lsp.Diagnostic:
    """Convert a question that a text leaves open; its position and the answers are added to its message."""
    severity = lsp.DiagnosticSeverity.Hint if of.severity == "hint" else lsp.DiagnosticSeverity.Information
    message = "\n".join((of.question, *(f"  {line}" for line in of.position), *(f"→ {answer}" for answer in of.answers)))
    return lsp.Diagnostic(range_(of.range), message, severity=severity, code=of.kind, source="cartaro ask")


def completion(of: Completion, number: int) -> lsp.CompletionItem:
    """Convert a completion; the number preserves its rank."""
    kind = lsp.CompletionItemKind.Variable
    if of.kind == "word":
        kind = lsp.CompletionItemKind.Keyword
    elif of.kind in {"sentence", "piece"}:
        kind = lsp.CompletionItemKind.Snippet
    elif of.kind in {"act", "finding", "definition"}:
        kind = lsp.CompletionItemKind.Function
    elif of.kind in {"clause", "heading"}:
        kind = lsp.CompletionItemKind.Reference
    elif of.kind in {"zone", "pile", "family"}:
        kind = lsp.CompletionItemKind.Class
    elif of.kind == "card" or of.kind.startswith("value"):
        kind = lsp.CompletionItemKind.EnumMember
    item = lsp.CompletionItem(
        of.text,
        kind=kind,
        detail=of.detail or None,
        filter_text=of.filter,
        sort_text=f"{number:05}",
        text_edit=lsp.TextEdit(range_(of.range), of.text),
    )
    if of.kind == "piece":
        item.label = of.filter
        item.documentation = of.text
        item.insert_text_mode = lsp.InsertTextMode.AsIs  # the lines of the piece are already indented
    return item


def hover(of: Hover, *, markdown: bool, reference: str, language: str) -> lsp.Hover:
    """Convert a hover, with a link to its section if there is an address of the `reference`. A client without Markdown gets
    text without escapes and markup.
    """
    text = as_markdown(of)
    title = in_words("site_in_the_reference", language) if reference and of.section else ""
    address = reference_address(reference, of.section)
    if markdown:
        text += f"\n\n[{title}](<{address}>)" if title else ""
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), range_(of.range))
    plain = re.sub(r"\\(\W)|(?<!\\)[*]+", lambda sign: sign[1] or "", text)
    plain += f"\n\n{title}: {address}" if title else ""
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.PlainText, plain), range_(of.range))


def reference_address(reference: str, section: str) -> str:
    """Return the address of a section: a file of a checkout, or a page of a site."""
    page, _, heading = section.partition("#")
    page = page if reference.startswith("file:") else page.removesuffix(".md") + ".html"
    return f"{reference.rstrip('/')}/{page}#{heading}"


def signature_help(found: Sequence[Signature], *, offsets: bool) -> lsp.SignatureHelp:
    """Convert signatures; the parts are ranges of the form if the client takes `offsets`, else texts."""
    made = [
        lsp.SignatureInformation(
            one.text,
            documentation=one.meaning or None,
            parameters=[
                lsp.ParameterInformation(
                    (part.start, part.end) if offsets else one.text[part.start : part.end], part.declared or None
                )
                for part in one.parts
            ],
            active_parameter=one.active,
        )
        for one in found
    ]
    return lsp.SignatureHelp(made, active_signature=0, active_parameter=found[0].active)


def inlay_hint(of: InlayHint) -> lsp.InlayHint:
    edit = None if of.edit is None else [text_edit(of.edit)]
    kind = lsp.InlayHintKind.Parameter if of.kind == "owner" else lsp.InlayHintKind.Type
    return lsp.InlayHint(position(of.position), of.text, kind=kind, text_edits=edit, padding_left=True)


def symbol_kind(of: SymbolKind) -> lsp.SymbolKind:
    """Return the protocol's symbol kind; if a case is missing here, the type checker reports it."""
    match of:
        case "article" | "amendment":
            return lsp.SymbolKind.Module
        case "clause":
            return lsp.SymbolKind.Method
        case "zone" | "pile" | "family":
            return lsp.SymbolKind.Class
        case "counter" | "mark" | "reference":
            return lsp.SymbolKind.Variable
        case "flag":
            return lsp.SymbolKind.Boolean
        case "act" | "finding":
            return lsp.SymbolKind.Function
        case "option":
            return lsp.SymbolKind.Enum
        case "setting":
            return lsp.SymbolKind.Constant
        case "words" | "telling" | "quotes" | "elsewhere":
            return lsp.SymbolKind.String
        case "pictures":
            return lsp.SymbolKind.File
        case "claim" | "example":
            return lsp.SymbolKind.Event
        case _:
            assert_never(of)


def symbol(of: OutlineSymbol) -> lsp.DocumentSymbol:
    """Convert a part of a text with its own parts."""
    return lsp.DocumentSymbol(
        of.name,
        symbol_kind(of.kind),
        range_(of.range),
        range_(of.selection),
        detail=of.detail or None,
        children=[symbol(part) for part in of.parts] or None,
    )


def fold(of: Fold) -> lsp.FoldingRange:
    return lsp.FoldingRange(of.first, of.last, kind=lsp.FoldingRangeKind.Comment if of.comment else None)


def semantic_tokens(found: Iterable[Token]) -> lsp.SemanticTokens:
    """Encode tokens as numbers; the position of each token is relative to the one before."""
    data: list[int] = []
    line = character = 0
    for token in found:
        begins = token.position.line - line
        data += [
            begins,
            token.position.character - (0 if begins else character),
            token.length,
            TOKEN_TYPES.index(token.type),
            int(token.declares),
        ]
        line, character = token.position.line, token.position.character
    return lsp.SemanticTokens(data)


def code_lens(of: Lens, title: str, uri: str) -> lsp.CodeLens:
    return lsp.CodeLens(range_(of.range), lsp.Command(title, COMMANDS[of.action], arguments=[uri, of.name]))
