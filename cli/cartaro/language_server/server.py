"""The language server: sessions, the protocol, requests, and commands.

An `EditorSession` holds the open texts and reads the files around them. An unsaved text has precedence over its file. The texts
around a text are those that a ruleset in its place may name, and the nearest text has precedence. A text is checked when no key
has been pressed for a moment, and diagnostics are pushed to clients that do not pull them. Positions are in UTF-16.

A request is answered after all messages that have already arrived, so that the answer is for the newest text, and a cancelled
request takes no time. An example runs in this process. A claim is proved by `cartaro verify`, in a separate process that has a
copy of the texts and ends when the request is cancelled. `cartaro ask` runs in the same way, on request and after a save: its
questions are hints in a text until the text changes.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import re
import stat
import sys
from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast
from uuid import uuid4

from cattrs import transform_error
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams, JsonRpcInvalidRequest, JsonRpcParseError
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.protocol.json_rpc import JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage, RPCMessage, RPCRequest
from pygls.uris import from_fs_path, to_fs_path

from cartaro.language_server import conversion
from cartaro.language_server.conversion import ASK, COMMANDS, LEGEND, workbench_position
from cartaro_grammar import FILE_SUFFIX, Diagnostic, importable_files, msg, translate
from cartaro_interpreter import json_model, parse_json
from cartaro_rulebook import in_words, languages
from cartaro_workbench import (
    Document,
    Edit,
    OpenHint,
    OpenQuestions,
    Problem,
    Refusal,
    completions,
    definitions,
    folds,
    formatted,
    highlights,
    hover,
    inlay_hints,
    lenses,
    open_document,
    open_hints,
    outline,
    problems,
    references,
    renamable,
    renamed,
    run_named_example,
    signatures,
    tokens,
)

if TYPE_CHECKING:
    from pygls.server import ServerErrors


# ----------------------------------------------------------------------- session


MAX_FILES = 1_000
MAX_CACHED = 200
"""The number of checked texts that are kept; the text checked longest ago is dropped first."""

MAX_BYTES = 300_000
"""The greatest length of a text; a longer text is cut off, and reported as too long."""

SKIPPED = frozenset({"node_modules", "__pycache__", "build", "dist", "site", "venv"})


@dataclass(frozen=True, slots=True)
class OpenText:
    """A text that is checked together with the texts around it, and the place of each of them."""

    document: Document
    places: dict[str, Path]


@dataclass(slots=True)
class EditorSession:
    """The folders, unsaved texts and checked texts of an editor."""

    folders: tuple[Path, ...] = ()
    unsaved: dict[Path, str] = field(default_factory=dict[Path, str])
    checked: dict[Path, OpenText] = field(default_factory=dict[Path, OpenText])
    files: dict[Path, tuple[tuple[int, int], str]] = field(default_factory=dict[Path, tuple[tuple[int, int], str]])

    def text(self, place: Path) -> OpenText:
        """Return the present text at a place; it is checked again only if it, or one around it, has changed."""
        texts, places = self._related(place)
        before = self.checked.get(place)
        if before is None or before.document.texts != texts:
            before = OpenText(open_document(texts, place.name, before.document if before else None), places)
            self.checked.pop(place, None)
            self.checked[place] = before
            if len(self.checked) > MAX_CACHED:
                del self.checked[next(iter(self.checked))]
        return before

    def is_own(self, place: Path) -> bool:
        """Test that a text belongs to the author: it is open, or in a folder of the workspace."""
        return place in self.unsaved or any(place.is_relative_to(folder) for folder in self.folders)

    def rulesets(self) -> tuple[Path, ...]:
        """List the texts in the folders of the workspace."""
        found = (place for folder in self.folders for place in _ruleset_files(folder))
        return tuple(sorted({place for place, _ in zip(found, range(MAX_FILES), strict=False)}))

    def _related(self, place: Path) -> tuple[dict[str, str], dict[str, Path]]:
        """Return two maps from the names of the texts around a text: to the texts, and to their places."""
        places: dict[str, Path] = {place.name: place}
        near = (*self._referable(place), *(self._referable(place.parent) if place.parent.name == "lib" else ()))
        homes: dict[str, Path] = {}
        for other in (place, *near):
            if other.name.count(".") == 1:
                homes.setdefault(other.stem, other.parent)
        for other in near:
            if other.parent in (place.parent, homes.get(other.name.partition(".")[0])):
                places.setdefault(other.name, other)
        texts = {name: self._read(other) for name, other in sorted(places.items())[:MAX_FILES]}
        return texts, places

    def _referable(self, place: Path) -> Iterable[Path]:
        """List the files that a ruleset in a given place may name, with the unsaved files in its folder."""
        own = (other for other in self.unsaved if other.parent == place.parent and other.name.endswith(FILE_SUFFIX))
        return dict.fromkeys((*own, *importable_files(place)))

    def _read(self, place: Path) -> str:
        """Return the text at a place; empty if it cannot be read or is not a regular file."""
        if place in self.unsaved:
            return self.unsaved[place]
        try:
            state = place.stat()
            if not stat.S_ISREG(state.st_mode):
                return ""  # opening a named pipe would wait forever for a writer
            stamp = (state.st_mtime_ns, state.st_size)
            if place not in self.files or self.files[place][0] != stamp:
                with place.open("rb") as file:
                    self.files[place] = stamp, file.read(MAX_BYTES).decode("utf-8", "replace")
            return self.files[place][1]
        except OSError:
            return ""


def _ruleset_files(folder: Path) -> Iterator[Path]:
    """Yield the ruleset files below a folder, without hidden and generated folders."""
    for path, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in SKIPPED)
        found = (Path(path) / name for name in sorted(files) if name.endswith(FILE_SUFFIX))
        yield from (file for file in found if file.is_file())


# ------------------------------------------------------------------------ server


DEBOUNCE = 0.1
"""Seconds without a key press before a check."""

COMMAND_ARGUMENTS = 2

MAX_REASON = 300
"""The greatest number of characters of the reason why a message is malformed."""


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _MalformedMessage:
    """A message that breaks the protocol: its id, whether it is a request, and the reason."""

    number: object
    is_request: bool
    why: str


def _reason(fault: Exception) -> str:
    """Return in a line why a message is malformed."""
    return "; ".join(transform_error(fault, "message"))[:MAX_REASON]


class OneLineFormatter(logging.Formatter):
    """A formatter with one line for each record, without the traceback of a failed request, which is sent to the client."""

    def formatException(self, ei: object) -> str:  # noqa: N802 - the library's own name
        """Return an empty text for the traceback of an exception."""
        del ei
        return ""

    def format(self, record: logging.LogRecord) -> str:
        """Return the first line of a log message."""
        return super().format(record).split("\n", 1)[0][:MAX_REASON]


def configure_logging() -> None:
    """Log warnings to the error stream, each in a line and without a traceback."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLineFormatter("cartaro lsp: %(message)s"))
    handler.setLevel(logging.WARNING)
    logging.basicConfig(handlers=[handler], force=True)


class Protocol(LanguageServerProtocol):
    """The protocol with UTF-16 positions for every client, and with commands that can be cancelled while they run."""

    def structure_message(self, data: dict[str, object]) -> object:
        """Decode a message, or return a malformed message, since a request always gets an answer."""
        if "jsonrpc" not in data:
            return data  # a part of a message
        try:
            kind, data = self._kind(data)
            return self._converter.structure(data, kind)
        except Exception as fault:
            return _MalformedMessage(data.get("id"), "method" in data and "id" in data, _reason(fault))

    def _kind(self, data: dict[str, object]) -> tuple[type[object], dict[str, object]]:
        """Return the type of a message, and the message with the defaults of an unknown type."""
        number, method = data.get("id"), data.get("method")
        if isinstance(method, str):
            generic: type[object] = JsonRPCRequestMessage if "id" in data else JsonRPCNotification
            known = self.get_message_type(method)
            return (known, data) if known is not None else (generic, {"params": None} | data)
        if "method" in data:
            raise ValueError("the method is no text")
        if "error" in data:
            return lsp.ResponseErrorMessage, data
        return self._result_types.pop(cast("str", number), None) or JsonRPCResponseMessage, {"result": None} | data

    def handle_message(self, message: RPCMessage | _MalformedMessage) -> None:
        """Handle a message. Answer with an error if the message is malformed or comes after shutdown."""
        if isinstance(message, _MalformedMessage):
            if message.is_request:
                self.refuse(message.number, JsonRpcInvalidParams(message.why))
            else:
                _log.warning("a message was left out: %s", message.why)
        elif getattr(message, "jsonrpc", None) != self.VERSION:
            self.refuse(getattr(message, "id", None), JsonRpcInvalidRequest("this is no message of JSON-RPC 2.0"))
        elif self._shutdown and isinstance(message, RPCRequest):
            self.refuse(message.id, JsonRpcInvalidRequest("the server was told to shut down"))
        else:
            super().handle_message(message)

    def refuse(self, number: object, fault: JsonRpcException) -> None:
        """Answer a message with an error; the answer's id is null if the message has no valid id."""
        known = number if isinstance(number, str | int) else None
        body = {"jsonrpc": self.VERSION, "id": known, "error": fault.to_response_error()}
        self._send_data(body)

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(self, params: lsp.InitializeParams) -> Generator[object, object, lsp.InitializeResult]:
        """Negotiate the capabilities."""
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = [lsp.PositionEncodingKind.Utf16]
        return (yield from super().lsp_initialize(params))

    @lsp_method(lsp.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(self, params: lsp.ExecuteCommandParams) -> object:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride] - the library's own, a generator, outlives its request
        """Run a command on a text: its URI and a name in it."""
        commands = cast("dict[str, Callable[[str, str], Awaitable[object]]]", self.fm.commands)  # pyright: ignore[reportUnknownMemberType] - pygls leaves its own types open
        command = commands.get(params.command)
        arguments = [one for one in params.arguments or () if isinstance(one, str)]
        if command is None or len(arguments) != COMMAND_ARGUMENTS:
            raise JsonRpcInvalidParams(f"`{params.command}` is not done, or not with these arguments")
        return await command(*arguments)


class CartaroServer(LanguageServer):
    """The language server of one editor: `language` is the language of its texts, `pulls` is True if the client pulls
    diagnostics. `reference` is the address of the documents, for links; empty if there are none.
    """

    def __init__(self, language: str | None, reference: str) -> None:
        super().__init__("cartaro", version("cartaro"), protocol_cls=Protocol)  # pyright: ignore[reportUnknownMemberType] - pygls leaves its own types open
        self.session = EditorSession()
        self.language = language or "en"
        self.reference = reference
        self.language_is_fixed = language is not None
        self.pulls = False
        self.uris: dict[Path, str] = {}
        self.changed: dict[Path, None] = {}
        self.published: dict[Path, list[lsp.Diagnostic]] = {}
        self.work: dict[lsp.ProgressToken, asyncio.Task[str]] = {}
        self.checking: asyncio.Task[None] | None = None
        self.hints: dict[Path, tuple[Mapping[str, str], tuple[OpenHint, ...]]] = {}
        self.asking: dict[Path, asyncio.Task[None]] = {}

    def report_server_error(self, error: Exception, source: ServerErrors) -> None:
        """Answer a message that is not JSON; report any other failure outside a request to the client."""
        if isinstance(error, json.JSONDecodeError | UnicodeDecodeError | RecursionError):
            cast("Protocol", self.protocol).refuse(None, JsonRpcParseError("this is not JSON"))
        else:
            super().report_server_error(error, source)

    def place(self, uri: str) -> Path:
        """Return the path of a URI; a URI that is not a file gets its own path."""
        path = to_fs_path(uri)
        place = Path(path) if path is not None else Path("/", uri.replace("/", "_").replace(":", "_"))
        self.uris.setdefault(place, uri)
        return place

    def uri(self, place: Path) -> str:
        """Return the URI of a place, as the client wrote it if the client has named the place."""
        return self.uris.get(place) or from_fs_path(str(place)) or ""

    def text(self, uri: str) -> OpenText:
        """Return the present text of a URI, checked."""
        return self.session.text(self.place(uri))

    def uri_of(self, text: OpenText) -> conversion.UriOf:
        """Return the mapping from the names around a text to their URIs."""
        return lambda name: self.uri(text.places.get(name, Path(name)))

    def diagnostics(self, place: Path) -> list[lsp.Diagnostic]:
        """Return the diagnostics of a text."""
        text = self.session.text(place)
        found = problems(text.document, self.language)
        return [
            *(conversion.diagnostic(one, self.uri_of(text), self.language) for one in found),
            *map(conversion.hint, self.hints_of(place, text)),
        ]

    def hints_of(self, place: Path, text: OpenText) -> tuple[OpenHint, ...]:
        """Return the open questions found in a text, if it has not changed since."""
        texts, found = self.hints.get(place, ({}, ()))
        return found if texts == text.document.texts else ()

    def schedule_check(self, place: Path) -> None:
        """Check a text and the other open texts when no key has been pressed for a moment."""
        if self.pulls:
            return
        if self.checking is not None:
            self.checking.cancel()
        self.changed[place] = None
        self.checking = asyncio.ensure_future(self._check())

    async def _check(self) -> None:
        await asyncio.sleep(DEBOUNCE)
        for place in dict.fromkeys((*self.changed, *self.session.unsaved)):
            found = self.diagnostics(place) if place in self.session.unsaved else []
            if place in self.changed or self.published.get(place) != found:
                number = self.workspace.get_text_document(self.uri(place)).version if found else None
                self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(self.uri(place), found, number))
                self.published[place] = found
            self.changed.pop(place, None)
            await asyncio.sleep(0)


def initialized(ls: CartaroServer, params: lsp.InitializeParams) -> None:
    """Take the folders, the language and the diagnostic mode from the client."""
    code = (params.locale or "").partition("-")[0].lower()
    if not ls.language_is_fixed and code in languages():
        ls.language = code
    text = params.capabilities.text_document
    ls.pulls = text is not None and text.diagnostic is not None
    folders = [folder.uri for folder in params.workspace_folders or ()] or [params.root_uri or ""]
    found = [to_fs_path(uri) for uri in folders if uri]
    ls.session.folders = tuple(Path(path) for path in found if path)


def did_open(ls: CartaroServer, params: lsp.DidOpenTextDocumentParams) -> None:
    """Take the text of a document that was opened."""
    _update(ls, params.text_document.uri)


def did_change(ls: CartaroServer, params: lsp.DidChangeTextDocumentParams) -> None:
    """Take the new text of a document."""
    _update(ls, params.text_document.uri)


def _update(ls: CartaroServer, uri: str) -> None:
    place = ls.place(uri)
    ls.uris[place] = uri
    ls.session.unsaved[place] = ls.workspace.get_text_document(uri).source
    ls.schedule_check(place)


def did_close(ls: CartaroServer, params: lsp.DidCloseTextDocumentParams) -> None:
    """Drop the unsaved text of a document, so that its file is used again."""
    place = ls.place(params.text_document.uri)
    ls.session.unsaved.pop(place, None)
    ls.schedule_check(place)


def did_save(ls: CartaroServer, params: lsp.DidSaveTextDocumentParams) -> None:
    """Check texts again after a save, since other texts may build on the file."""
    place = ls.place(params.text_document.uri)
    ls.schedule_check(place)
    before = ls.asking.get(place)
    if before is not None:
        before.cancel()
    ls.asking[place] = asyncio.ensure_future(_ask_after_save(ls, place))


async def did_change_watched_files(ls: CartaroServer, params: lsp.DidChangeWatchedFilesParams) -> None:
    """Check again after changes on the disk."""
    for change in params.changes:
        ls.schedule_check(ls.place(change.uri))
    workspace = ls.client_capabilities.workspace
    if ls.pulls and workspace and workspace.diagnostics and workspace.diagnostics.refresh_support:
        await ls.workspace_diagnostic_refresh_async(None)


def did_change_workspace_folders(ls: CartaroServer, params: lsp.DidChangeWorkspaceFoldersParams) -> None:
    """Add and remove folders of the workspace."""
    gone = {ls.place(folder.uri) for folder in params.event.removed}
    added = tuple(ls.place(folder.uri) for folder in params.event.added)
    ls.session.folders = (*(folder for folder in ls.session.folders if folder not in gone), *added)


# ----------------------------------------------------------------------- answers


MAX_SYMBOLS = 500


async def _text(ls: CartaroServer, uri: str) -> OpenText:
    await asyncio.sleep(0)
    return ls.text(uri)


# ------------------------------------------------------------------- diagnostics


async def document_diagnostics(ls: CartaroServer, params: lsp.DocumentDiagnosticParams) -> lsp.DocumentDiagnosticReport:
    """Answer with the diagnostics of a text, or with the answer that they are unchanged."""
    await asyncio.sleep(0)
    found = ls.diagnostics(ls.place(params.text_document.uri))
    known = _digest(found)
    if known == params.previous_result_id:
        return lsp.RelatedUnchangedDocumentDiagnosticReport(known)
    return lsp.RelatedFullDocumentDiagnosticReport(found, result_id=known)


async def workspace_diagnostics(ls: CartaroServer, params: lsp.WorkspaceDiagnosticParams) -> lsp.WorkspaceDiagnosticReport:
    """Answer with the diagnostics of the workspace's texts, open or not."""
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
    """Answer with the fixes of the problems in a range, or with all fixes of a text at once."""
    text = await _text(ls, params.text_document.uri)
    only = params.context.only or [lsp.CodeActionKind.QuickFix.value]
    found = problems(text.document, ls.language)
    actions: list[lsp.CodeAction] = []
    if any(lsp.CodeActionKind.QuickFix.value.startswith(kind) for kind in only):
        actions += [action for one in found if _touches(one, params.range) for action in _quick_fixes(ls, text, one)]
        asked = ls.hints_of(ls.place(params.text_document.uri), text)
        actions += [action for one in asked if _touches(one, params.range) for action in _answers(ls, text, one)]
    if any(lsp.CodeActionKind.SourceFixAll.value.startswith(kind) for kind in only if kind):
        edits = _without_overlaps([one.repair.edit for one in found if one.repair is not None])
        edit = conversion.workspace_edit(edits, ls.uri_of(text))
        actions += [lsp.CodeAction("mend all", lsp.CodeActionKind.SourceFixAll, edit=edit)] if edits else []
    return actions


def _touches(of: Problem | OpenHint, part: lsp.Range) -> bool:
    start, end = workbench_position(part.start), workbench_position(part.end)
    return of.range.start <= end and start <= of.range.end


def _quick_fixes(ls: CartaroServer, text: OpenText, of: Problem) -> list[lsp.CodeAction]:
    if of.repair is None:
        return []
    edit = conversion.workspace_edit((of.repair.edit,), ls.uri_of(text))
    diagnostics = [conversion.diagnostic(of, ls.uri_of(text), ls.language)]
    return [lsp.CodeAction(of.repair.title, lsp.CodeActionKind.QuickFix, diagnostics, is_preferred=True, edit=edit)]


def _answers(ls: CartaroServer, text: OpenText, of: OpenHint) -> list[lsp.CodeAction]:
    """Return the edits that answer a question."""
    edits = [(one.title, conversion.workspace_edit((one.edit,), ls.uri_of(text))) for one in of.repairs]
    about = [conversion.hint(of)]
    return [lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, about, edit=edit) for title, edit in edits]


def _without_overlaps(edits: list[Edit]) -> list[Edit]:
    """Sort edits and leave out any edit that overlaps the one before."""
    found: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.range.start, edit.range.end)):
        if not found or found[-1].range.end <= edit.range.start:
            found.append(edit)
    return found


# ---------------------------------------------------------------------------------------------- names


async def completion(ls: CartaroServer, params: lsp.CompletionParams) -> lsp.CompletionList:
    """Answer with the completions at a position."""
    text = await _text(ls, params.text_document.uri)
    found = completions(text.document, workbench_position(params.position), ls.language)
    return lsp.CompletionList(False, [conversion.completion(one, number) for number, one in enumerate(found)])


async def hover_at(ls: CartaroServer, params: lsp.HoverParams) -> lsp.Hover | None:
    """Answer with the meaning of the name at a position."""
    text = await _text(ls, params.text_document.uri)
    found = hover(text.document, workbench_position(params.position), ls.language)
    about = ls.client_capabilities.text_document
    formats = about.hover.content_format if about and about.hover else None
    if found is None:
        return None
    markdown = lsp.MarkupKind.Markdown in (formats or ())
    return conversion.hover(found, markdown=markdown, reference=ls.reference, language=ls.language)


async def signatures_at(ls: CartaroServer, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
    """Answer with the forms of the sentence, act or definition that is being written."""
    text = await _text(ls, params.text_document.uri)
    found = signatures(text.document, workbench_position(params.position), ls.language)
    about = ls.client_capabilities.text_document
    information = about.signature_help.signature_information if about and about.signature_help else None
    parameters = information.parameter_information if information else None
    offsets = bool(parameters and parameters.label_offset_support)
    return conversion.signature_help(found, offsets=offsets) if found else None


async def definition(ls: CartaroServer, params: lsp.DefinitionParams) -> list[lsp.Location]:
    """Answer with the declarations of the name at a position, in libraries and bases too."""
    text = await _text(ls, params.text_document.uri)
    return [
        conversion.location(one, ls.uri_of(text)) for one in definitions(text.document, workbench_position(params.position))
    ]


async def references_to(ls: CartaroServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
    """Answer with all references to the name at a position."""
    text = await _text(ls, params.text_document.uri)
    declarations = params.context.include_declaration
    found = references(text.document, workbench_position(params.position), declarations=declarations)
    return [conversion.location(one, ls.uri_of(text)) for one in found]


async def highlights_of(ls: CartaroServer, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
    """Answer with the references in one text."""
    text = await _text(ls, params.text_document.uri)
    found = highlights(text.document, workbench_position(params.position))
    return [lsp.DocumentHighlight(conversion.range_(one.range)) for one in found]


async def prepared_rename(ls: CartaroServer, params: lsp.PrepareRenameParams) -> lsp.Range | None:
    """Answer with the range of a name that can be renamed."""
    text = await _text(ls, params.text_document.uri)
    found = renamable(text.document, workbench_position(params.position))
    return None if isinstance(found, Refusal) else conversion.range_(found)


async def rename(ls: CartaroServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    """Answer with the edits that rename the name at a position."""
    text = await _text(ls, params.text_document.uri)
    found = renamed(text.document, workbench_position(params.position), params.new_name)
    if isinstance(found, Refusal):
        raise JsonRpcInvalidParams(translate(found.reason, ls.language))
    foreign = sorted({edit.name for edit in found if not ls.session.is_own(text.places[edit.name])})
    if foreign:
        raise JsonRpcInvalidParams(f"the name also occurs in `{foreign[0]}`, which is not one of your own files")
    return conversion.workspace_edit(found, ls.uri_of(text))


async def workspace_symbols(ls: CartaroServer, params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
    """Answer with the declarations of the workspace whose names contain a query."""
    found: list[lsp.WorkspaceSymbol] = []
    for place in ls.session.rulesets():
        await asyncio.sleep(0)
        text = ls.session.text(place)
        parts = [part for item in outline(text.document, ls.language) for part in (item, *item.parts)]
        for one in parts:
            if params.query.casefold() in one.name.casefold() and len(found) < MAX_SYMBOLS:
                where = lsp.Location(ls.uri(place), conversion.range_(one.selection))
                found.append(lsp.WorkspaceSymbol(where, one.name, conversion.symbol_kind(one.kind)))
    return found


# ---------------------------------------------------------------------------------------------- the whole


async def symbols(ls: CartaroServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """Answer with the outline of a text."""
    text = await _text(ls, params.text_document.uri)
    return [conversion.symbol(one) for one in outline(text.document, ls.language)]


async def folding(ls: CartaroServer, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    """Answer with the ranges that can be folded."""
    text = await _text(ls, params.text_document.uri)
    return [conversion.fold(one) for one in folds(text.document)]


async def semantic_tokens(ls: CartaroServer, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    """Answer with the classified tokens of a text."""
    text = await _text(ls, params.text_document.uri)
    return conversion.semantic_tokens(tokens(text.document))


async def hints_in(ls: CartaroServer, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
    """Answer with the owners and units that a range of a text leaves out."""
    text = await _text(ls, params.text_document.uri)
    start, end = workbench_position(params.range.start), workbench_position(params.range.end)
    found = inlay_hints(text.document, ls.language)
    return [conversion.inlay_hint(one) for one in found if start <= one.position <= end]


async def formatting(ls: CartaroServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    """Answer with the edit that formats a text."""
    text = await _text(ls, params.text_document.uri)
    return [conversion.text_edit(edit) for edit in formatted(text.document)]


async def code_lenses(ls: CartaroServer, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    """Answer with the commands for the examples and claims of a text."""
    uri = params.text_document.uri
    text = await _text(ls, uri)
    titles = {action: in_words(f"site_{action.replace(' ', '_')}", ls.language) for action in conversion.COMMANDS}
    found = [conversion.code_lens(one, titles[one.action], uri) for one in lenses(text.document)]
    return [*_asks(ls, text, uri), *found]


def _asks(ls: CartaroServer, text: OpenText, uri: str) -> list[lsp.CodeLens]:
    """Return the lens at the head of a ruleset, which asks for its open questions."""
    game = text.document.checked.game
    if game is None or text.document.name != game.name + FILE_SUFFIX:
        return []
    head = re.search(rf"^.*\b{game.name}\b", text.document.source.text, re.MULTILINE)
    at = lsp.Position(0 if head is None else text.document.source.text.count("\n", 0, head.start()), 0)
    title = translate(msg("which questions are open?"), ls.language)
    return [lsp.CodeLens(lsp.Range(at, at), lsp.Command(title, ASK, arguments=[uri, game.name]))]


# ---------------------------------------------------------------------- evidence


COMMAND = "import sys; from cartaro.main import main; sys.exit(main())"

MOST_SECONDS = 120
"""The number of seconds after which the search for open questions of a text ends."""


async def run_example(ls: CartaroServer, uri: str, name: str) -> object:
    """Run an example of a text, show the outcome and return it."""
    await asyncio.sleep(0)
    game = ls.text(uri).document.checked.game
    outcome = run_named_example(game, name) if game is not None else None
    if outcome is None:
        raise JsonRpcInvalidParams(f"there is no example `{name}` that could be run: mistakes in the text come first")
    heading = in_words("site_example_holds" if outcome.holds else "site_example_fails", ls.language, x=name)
    lines = [heading, *(f"{one.range.start.line + 1}: {one.message}; {one.note}" for one in outcome.failures)]
    kind = lsp.MessageType.Info if outcome.holds else lsp.MessageType.Warning
    ls.window_show_message(lsp.ShowMessageParams(kind, "\n".join(lines)))
    return json_model.encode(outcome)


async def prove_claim(ls: CartaroServer, uri: str, name: str) -> object:
    """Verify a claim of a text, show the verdict and return all results."""
    text = ls.text(uri)
    with _copied(text) as rules:
        work = asyncio.ensure_future(_run("verify", str(rules), "--only", name, "--json"))
        answer = await _with_progress(ls, work, in_words("site_proving", ls.language, x=name))
    found = parse_json(answer)
    if isinstance(found, Diagnostic) or not isinstance(found, dict):
        raise JsonRpcInvalidParams(f"`{name}` could not be verified")
    ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, _summary(found, name)))
    return found


@contextmanager
def _copied(text: OpenText) -> Generator[Path]:
    """Write a text and the texts around it to a folder, and return its place there."""
    with TemporaryDirectory(prefix="cartaro-") as folder:
        for other, written in text.document.texts.items():
            Path(folder, other).write_text(written, encoding="utf-8")
        yield Path(folder, text.document.name)


async def ask_what_is_open(ls: CartaroServer, uri: str, name: str) -> object:
    """Ask for the open questions of a text, show them as hints, and return their number."""
    place = ls.place(uri)
    title = translate(msg("which questions are open?"), ls.language)
    found = await _asked(ls, place, title)
    if found is None:
        raise JsonRpcInvalidParams(f"`{name}` could not be asked: mistakes in the text come first")
    return {"questions": len(found)}


async def _ask_after_save(ls: CartaroServer, place: Path) -> None:
    try:
        await _asked(ls, place)
    finally:
        if ls.asking.get(place) is asyncio.current_task():
            del ls.asking[place]


async def _asked(ls: CartaroServer, place: Path, title: str = "") -> tuple[OpenHint, ...] | None:
    """Ask about a text in a separate process, and show the hints; None if the text has mistakes or the process takes too
    long.
    """
    text = ls.session.text(place)
    game = text.document.checked.game
    if game is None or text.document.name != game.name + FILE_SUFFIX:
        return None
    with _copied(text) as rules:
        run = _run("ask", str(rules), "--json", "--language", ls.language)
        work = asyncio.ensure_future(asyncio.wait_for(run, MOST_SECONDS))
        try:
            answer = await (_with_progress(ls, work, title) if title else work)
        except TimeoutError:
            return None
    written = parse_json(answer)
    if isinstance(written, Diagnostic) or "questions" not in cast("dict[str, object]", written):
        return None
    questions = cast("OpenQuestions", json_model.decode(written, json_model.form_of(OpenQuestions), ""))
    for other in (place, *(one for one in ls.session.unsaved if one.name.startswith(f"{game.name}."))):
        near = ls.session.text(other)
        found = await asyncio.to_thread(open_hints, near.document, questions, ls.language)
        ls.hints[other] = near.document.texts, found
        ls.schedule_check(other)
    workspace = ls.client_capabilities.workspace
    if ls.pulls and workspace and workspace.diagnostics and workspace.diagnostics.refresh_support:
        await ls.workspace_diagnostic_refresh_async(None)
    return ls.hints[place][1]


async def _with_progress(ls: CartaroServer, work: asyncio.Task[str], title: str) -> str:
    """Await some work; if the client supports it, show progress and let the user cancel the work."""
    window = ls.client_capabilities.window
    if window is None or not window.work_done_progress:
        return await work
    token = uuid4().hex
    ls.work[token] = work
    await ls.work_done_progress.create_async(token)  # pyright: ignore[reportUnknownMemberType] - pygls leaves its own types open
    ls.work_done_progress.begin(token, lsp.WorkDoneProgressBegin(title, cancellable=True))
    try:
        return await work
    finally:
        del ls.work[token]
        ls.work_done_progress.end(token, lsp.WorkDoneProgressEnd())


def cancel_work(ls: CartaroServer, params: lsp.WorkDoneProgressCancelParams) -> None:
    """Cancel the work of a progress token."""
    work = ls.work.get(params.token)
    if work is not None:
        work.cancel()


async def _run(*words: str) -> str:
    """Run a command and return its output; the process does not outlive the request."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", COMMAND, *words,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        written, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return written.decode("utf-8", "replace")


def _summary(found: Mapping[str, object], name: str) -> str:
    """Summarize results as `NAME: proved`, with a verdict for each choice of settings."""
    results = cast("list[dict[str, object]]", found.get("results") or [])
    verdicts = [str(one["verdict"]) for one in results if "verdict" in one]
    return f"{name}: {', '.join(verdicts) or '?'}"


# ---------------------------------------------------------------------- features


def language_server(language: str | None = None, reference: str = "") -> CartaroServer:
    """Create a server in a language of the rulebook, or in the client's; `reference` is the address of the documents."""
    made = CartaroServer(language, reference)
    _register_notifications(made)
    _register_requests(made)
    made.command(COMMANDS["run example"])(run_example)
    made.command(COMMANDS["prove claim"])(prove_claim)
    made.command(ASK)(ask_what_is_open)
    made.feature(lsp.WINDOW_WORK_DONE_PROGRESS_CANCEL)(cancel_work)
    return made


def _register_notifications(made: CartaroServer) -> None:
    """Register the handlers of notifications."""
    made.feature(lsp.INITIALIZE)(initialized)
    made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)(did_open)
    made.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)(did_change)
    made.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)(did_close)
    made.feature(lsp.TEXT_DOCUMENT_DID_SAVE)(did_save)
    made.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)(did_change_watched_files)
    made.feature(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)(did_change_workspace_folders)


def _register_requests(made: CartaroServer) -> None:
    """Register the handlers of requests."""
    diagnostics = lsp.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier="cartaro")
    actions = lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll])
    made.feature(lsp.TEXT_DOCUMENT_DIAGNOSTIC, diagnostics)(document_diagnostics)
    made.feature(lsp.WORKSPACE_DIAGNOSTIC)(workspace_diagnostics)
    made.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, actions)(code_actions)
    made.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions())(completion)
    made.feature(lsp.TEXT_DOCUMENT_HOVER)(hover_at)
    made.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=[" ", "(", ","]))(signatures_at)
    made.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)(hints_in)
    made.feature(lsp.TEXT_DOCUMENT_DEFINITION)(definition)
    made.feature(lsp.TEXT_DOCUMENT_REFERENCES)(references_to)
    made.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)(highlights_of)
    made.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)(prepared_rename)
    made.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))(rename)
    made.feature(lsp.WORKSPACE_SYMBOL)(workspace_symbols)
    made.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)(symbols)
    made.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)(folding)
    made.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)(semantic_tokens)
    made.feature(lsp.TEXT_DOCUMENT_FORMATTING)(formatting)
    made.feature(lsp.TEXT_DOCUMENT_CODE_LENS)(code_lenses)
