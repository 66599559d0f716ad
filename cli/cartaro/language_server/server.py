"""The server: what an editor opens and changes is kept, and what is wrong with it is told.

Places are counted in UTF-16, which every editor knows.  A text is checked when the keys have rested for a moment; a newer text
takes the place of one that has not been checked.  Editors that ask for diagnostics themselves are told none unasked.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, cast

from cattrs import transform_error
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams, JsonRpcInvalidRequest, JsonRpcParseError
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.protocol.json_rpc import JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage, RPCMessage, RPCRequest
from pygls.uris import from_fs_path, to_fs_path

from cartaro.language_server import conversion
from cartaro.language_server.session import EditorSession, OpenText
from cartaro_rulebook import languages
from cartaro_workbench import problems

if TYPE_CHECKING:
    from pygls.server import ServerErrors

PAUSE = 0.1
"""For how many seconds the keys must rest."""

ARGUMENTS = 2

MOST_SAID = 300
"""Characters of a line that says what is wrong with a message."""


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Malformed:
    """A message that is not as the protocol has it: its id, whether it is a request, and what is wrong with it."""

    number: object
    wants_answer: bool
    why: str


def _because(fault: Exception) -> str:
    """Return what is wrong with a message, in a line."""
    return "; ".join(transform_error(fault, "message"))[:MOST_SAID]


class OneLine(logging.Formatter):
    """What is logged, a line each: where something failed inside goes to the editor, with the answer of its request."""

    def formatException(self, ei: object) -> str:  # noqa: N802 - the library's own name
        """Return nothing for the traceback of an exception."""
        del ei
        return ""

    def format(self, record: logging.LogRecord) -> str:
        """Return the first line of what is logged."""
        return super().format(record).split("\n", 1)[0][:MOST_SAID]


def log_in_lines() -> None:
    """Write warnings to the standard error stream, each in a line and without a traceback."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine("cartaro lsp: %(message)s"))
    handler.setLevel(logging.WARNING)
    logging.basicConfig(handlers=[handler], force=True)


class Protocol(LanguageServerProtocol):
    """The protocol, in whose places characters are counted in UTF-16, whatever else the editor would prefer, and whose commands
    can be taken back while they run.
    """

    def structure_message(self, data: dict[str, object]) -> object:
        """Return the message that JSON stands for, or why it is none: a request always gets an answer."""
        if "jsonrpc" not in data:
            return data  # a part of a message
        try:
            kind, data = self._kind(data)
            return self._converter.structure(data, kind)
        except Exception as fault:
            return _Malformed(data.get("id"), "method" in data and "id" in data, _because(fault))

    def _kind(self, data: dict[str, object]) -> tuple[type[object], dict[str, object]]:
        """Return the type that a message should have, and the message with what may be left out of one of no known type."""
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

    def handle_message(self, message: RPCMessage | _Malformed) -> None:
        """Handle a message; answer one that is none, or that comes after the end, with an error."""
        if isinstance(message, _Malformed):
            if message.wants_answer:
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
        """Answer a message with an error; its id is null where it has none that can be read."""
        known = number if isinstance(number, str | int) else None
        body = {"jsonrpc": self.VERSION, "id": known, "error": fault.to_response_error()}
        self._send_data(body)

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(self, params: lsp.InitializeParams) -> Generator[object, object, lsp.InitializeResult]:
        """Agree with the editor on what both can do."""
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = [lsp.PositionEncodingKind.Utf16]
        return (yield from super().lsp_initialize(params))

    @lsp_method(lsp.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(self, params: lsp.ExecuteCommandParams) -> object:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride] - the library's own, a generator, outlives its request
        """Do what an editor wants done with a text: its address and a name in it."""
        commands = cast("dict[str, Callable[[str, str], Awaitable[object]]]", self.fm.commands)  # pyright: ignore[reportUnknownMemberType] - pygls leaves its own types open
        command = commands.get(params.command)
        arguments = [one for one in params.arguments or () if isinstance(one, str)]
        if command is None or len(arguments) != ARGUMENTS:
            raise JsonRpcInvalidParams(f"`{params.command}` is not done, or not with these arguments")
        return await command(*arguments)


class CartaroServer(LanguageServer):
    """An editor's texts, and how they are spoken of: `language` is a language of the rulebook, `pulls` whether the editor asks
    for diagnostics itself.
    """

    def __init__(self, language: str | None) -> None:
        super().__init__("cartaro", version("cartaro"), protocol_cls=Protocol)  # pyright: ignore[reportUnknownMemberType] - pygls leaves its own types open
        self.session = EditorSession()
        self.language = language or "en"
        self.chosen = language is not None
        self.pulls = False
        self.uris: dict[Path, str] = {}
        self.changed: dict[Path, None] = {}
        self.told: dict[Path, list[lsp.Diagnostic]] = {}
        self.work: dict[lsp.ProgressToken, asyncio.Task[str]] = {}
        self.checking: asyncio.Task[None] | None = None

    def report_server_error(self, error: Exception, source: ServerErrors) -> None:
        """Answer a message that is no JSON; tell the editor of any other failure outside of a request."""
        if isinstance(error, json.JSONDecodeError | UnicodeDecodeError | RecursionError):
            cast("Protocol", self.protocol).refuse(None, JsonRpcParseError("this is no JSON"))
        else:
            super().report_server_error(error, source)

    def place(self, uri: str) -> Path:
        """Where a text lies; one that is in no file lies nowhere else."""
        path = to_fs_path(uri)
        place = Path(path) if path is not None else Path("/", uri.replace("/", "_").replace(":", "_"))
        self.uris.setdefault(place, uri)
        return place

    def uri(self, place: Path) -> str:
        """The address of a place, as the editor wrote it, if it did."""
        return self.uris.get(place) or from_fs_path(str(place)) or ""

    def text(self, uri: str) -> OpenText:
        """The text of an address as it is now, checked."""
        return self.session.text(self.place(uri))

    def uri_of(self, text: OpenText) -> conversion.UriOf:
        """The address of each text around one, by its name."""
        return lambda name: self.uri(text.places.get(name, Path(name)))

    def diagnostics(self, place: Path) -> list[lsp.Diagnostic]:
        """All that is wrong with a text."""
        text = self.session.text(place)
        return [
            conversion.diagnostic(found, self.uri_of(text), self.language) for found in problems(text.document, self.language)
        ]

    def check_soon(self, place: Path) -> None:
        """Tell what is wrong with a text, and with the others that are open, when the keys have rested."""
        if self.pulls:
            return
        if self.checking is not None:
            self.checking.cancel()
        self.changed[place] = None
        self.checking = asyncio.ensure_future(self._check())

    async def _check(self) -> None:
        await asyncio.sleep(PAUSE)
        for place in dict.fromkeys((*self.changed, *self.session.unsaved)):
            found = self.diagnostics(place) if place in self.session.unsaved else []
            if place in self.changed or self.told.get(place) != found:
                number = self.workspace.get_text_document(self.uri(place)).version if found else None
                self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(self.uri(place), found, number))
                self.told[place] = found
            self.changed.pop(place, None)
            await asyncio.sleep(0)


def initialized(ls: CartaroServer, params: lsp.InitializeParams) -> None:
    """Learn what the editor works on, which language it speaks, and whether it asks for diagnostics itself."""
    told = (params.locale or "").partition("-")[0].lower()
    if not ls.chosen and told in languages():
        ls.language = told
    text = params.capabilities.text_document
    ls.pulls = text is not None and text.diagnostic is not None
    folders = [folder.uri for folder in params.workspace_folders or ()] or [params.root_uri or ""]
    found = [to_fs_path(uri) for uri in folders if uri]
    ls.session.folders = tuple(Path(path) for path in found if path)


def opened(ls: CartaroServer, params: lsp.DidOpenTextDocumentParams) -> None:
    """A text was opened."""
    _keep(ls, params.text_document.uri)


def changed(ls: CartaroServer, params: lsp.DidChangeTextDocumentParams) -> None:
    """A text was changed."""
    _keep(ls, params.text_document.uri)


def _keep(ls: CartaroServer, uri: str) -> None:
    place = ls.place(uri)
    ls.uris[place] = uri
    ls.session.unsaved[place] = ls.workspace.get_text_document(uri).source
    ls.check_soon(place)


def closed(ls: CartaroServer, params: lsp.DidCloseTextDocumentParams) -> None:
    """A text was closed: its file counts again."""
    place = ls.place(params.text_document.uri)
    ls.session.unsaved.pop(place, None)
    ls.check_soon(place)


def saved(ls: CartaroServer, params: lsp.DidSaveTextDocumentParams) -> None:
    """A text was saved: others may rest on its file."""
    ls.check_soon(ls.place(params.text_document.uri))


async def files_changed(ls: CartaroServer, params: lsp.DidChangeWatchedFilesParams) -> None:
    """Files changed on the disk."""
    for change in params.changes:
        ls.check_soon(ls.place(change.uri))
    workspace = ls.client_capabilities.workspace
    if ls.pulls and workspace and workspace.diagnostics and workspace.diagnostics.refresh_support:
        await ls.workspace_diagnostic_refresh_async(None)


def folders_changed(ls: CartaroServer, params: lsp.DidChangeWorkspaceFoldersParams) -> None:
    """Folders were added to the workspace, or taken out of it."""
    gone = {ls.place(folder.uri) for folder in params.event.removed}
    added = tuple(ls.place(folder.uri) for folder in params.event.added)
    ls.session.folders = (*(folder for folder in ls.session.folders if folder not in gone), *added)
