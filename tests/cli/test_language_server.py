"""The language server, tested by a client over the standard streams of a separate process."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar, cast

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from cartaro_grammar.file_set import shipped_folder

pytestmark = pytest.mark.slow

T = TypeVar("T")
SERVER = "import sys; from cartaro.main import main; sys.argv[1:] = ['lsp']; main()"
SHIPPED = shipped_folder()
GAME = (SHIPPED / "fishing" / "napola.regole").read_text(encoding="utf-8").replace("variant napola of", "variant mia of") + (
    '\nwords\n  napola it "la napola" en "the napola" fr "la napola"\n'
    "\ntelling\n  aim\n"
    '    it "Fa punto chi prende più carte, più denari, il settebello, la primiera o la napola, e ogni scopa."\n'
    '    en "Points are for the most cards, the most coins, the settebello, the primiera, the napola and every sweep."\n'
    '    fr "On marque pour les cartes, les deniers, le settebello, la primiera, la napola et chaque scopa."\n'
)
"""A variant of a shipped game, as the author in these tests writes it."""

SECONDS = 30


@dataclass
class Editor:
    """A client, its server, and the notifications that the server has sent."""

    folder: Path
    server: str = SERVER
    client: LanguageClient = field(default_factory=lambda: LanguageClient("editor", "1"))
    published: list[lsp.PublishDiagnosticsParams] = field(default_factory=list[lsp.PublishDiagnosticsParams])
    messages: list[str] = field(default_factory=list[str])
    answer: lsp.InitializeResult = field(default_factory=lambda: lsp.InitializeResult(lsp.ServerCapabilities()))
    shown: list[lsp.ProgressToken] = field(default_factory=list[lsp.ProgressToken])
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    versions: dict[str, int] = field(default_factory=dict[str, int])

    def does(self, work: Coroutine[object, object, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, SECONDS))

    async def start(self, capabilities: lsp.ClientCapabilities, locale: str) -> None:
        def on_diagnostics(params: lsp.PublishDiagnosticsParams) -> None:
            self.published.append(params)

        def on_message(params: lsp.ShowMessageParams) -> None:
            self.messages.append(params.message)

        self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(on_diagnostics)

        def created(params: lsp.WorkDoneProgressCreateParams) -> None:
            self.shown.append(params.token)

        self.client.feature(lsp.WINDOW_SHOW_MESSAGE)(on_message)
        self.client.feature(lsp.WINDOW_WORK_DONE_PROGRESS_CREATE)(created)
        await self.client.start_io(sys.executable, "-c", self.server)  # pyright: ignore[reportUnknownMemberType] - pygls leaves its own types open
        folder = lsp.WorkspaceFolder(self.folder.as_uri(), "work")
        params = lsp.InitializeParams(capabilities, process_id=None, locale=locale, workspace_folders=[folder])
        self.answer = await self.client.initialize_async(params)
        self.client.initialized(lsp.InitializedParams())

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await cast("Callable[[], Coroutine[object, object, None]]", self.client.stop)()

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str) -> lsp.TextDocumentIdentifier:
        uri = self.uri(name)
        self.versions[uri] = 1
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "cartaro", 1, text)))
        return lsp.TextDocumentIdentifier(uri)

    def change(self, name: str, text: str) -> None:
        uri = self.uri(name)
        self.versions[uri] += 1
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(self.versions[uri], uri), [lsp.TextDocumentContentChangeWholeDocument(text)]
            )
        )

    def close(self, name: str) -> None:
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(self.uri(name))))

    async def until(self, met: Callable[[], bool]) -> None:
        while not met():
            await asyncio.sleep(0.01)

    def published_for(self, name: str) -> list[lsp.PublishDiagnosticsParams]:
        return [one for one in self.published if one.uri == self.uri(name)]


def started(folder: Path, capabilities: lsp.ClientCapabilities, locale: str) -> Iterator[Editor]:
    editor = Editor(folder)
    editor.does(editor.start(capabilities, locale))
    yield editor
    editor.does(editor.stop())
    editor.loop.close()


@pytest.fixture(scope="module")
def pulling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """The capabilities of an editor that asks for diagnostics, shows Markdown, and speaks Italian."""
    window = lsp.WindowClientCapabilities(work_done_progress=True)
    text = lsp.TextDocumentClientCapabilities(
        diagnostic=lsp.DiagnosticClientCapabilities(),
        hover=lsp.HoverClientCapabilities(content_format=[lsp.MarkupKind.Markdown]),
        signature_help=lsp.SignatureHelpClientCapabilities(
            signature_information=lsp.ClientSignatureInformationOptions(
                parameter_information=lsp.ClientSignatureParameterInformationOptions(label_offset_support=True)
            )
        ),
    )
    encodings = lsp.GeneralClientCapabilities(
        position_encodings=[lsp.PositionEncodingKind.Utf8, lsp.PositionEncodingKind.Utf16]
    )
    capabilities = lsp.ClientCapabilities(text_document=text, general=encodings, window=window)
    yield from started(tmp_path_factory.mktemp("pulling"), capabilities, "it-IT")


@pytest.fixture(scope="module")
def pushed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """The capabilities of an editor that only receives diagnostics and names no language."""
    yield from started(tmp_path_factory.mktemp("pushed"), lsp.ClientCapabilities(), "de")


def at(text: str, words: str, after: int = 0) -> lsp.Position:
    place = text.index(words) + after
    return lsp.Position(text.count("\n", 0, place), place - text.rfind("\n", 0, place) - 1)


def diagnostics_of(editor: Editor, document: lsp.TextDocumentIdentifier) -> list[lsp.Diagnostic]:
    report = editor.does(editor.client.text_document_diagnostic_async(lsp.DocumentDiagnosticParams(document)))
    assert isinstance(report, lsp.RelatedFullDocumentDiagnosticReport)
    return list(report.items)


# ------------------------------------------------------------------------------------------------ diagnostics


def test_a_diagnostic_has_a_quick_fix(pulling: Editor) -> None:
    broken = GAME.replace("when straight", "quando straight")
    document = pulling.open("mia.regole", broken)
    (found,) = diagnostics_of(pulling, document)
    assert found.code == "C0207"
    assert found.range.start == at(broken, "quando")
    actions = pulling.does(
        pulling.client.text_document_code_action_async(
            lsp.CodeActionParams(document, found.range, lsp.CodeActionContext([found]))
        )
    )
    action = cast("lsp.CodeAction", (actions or [])[0])
    assert action.title == "scrivi `when`"
    assert action.edit is not None
    assert action.edit.changes is not None
    (edit,) = action.edit.changes[document.uri]
    assert (edit.new_text, edit.range) == ("when", lsp.Range(at(broken, "quando"), at(broken, "quando", 6)))
    pulling.change("mia.regole", GAME)
    report = pulling.does(pulling.client.text_document_diagnostic_async(lsp.DocumentDiagnosticParams(document)))
    assert isinstance(report, lsp.RelatedFullDocumentDiagnosticReport)
    assert list(report.items) == []
    again = lsp.DocumentDiagnosticParams(document, previous_result_id=report.result_id)
    assert isinstance(
        pulling.does(pulling.client.text_document_diagnostic_async(again)), lsp.RelatedUnchangedDocumentDiagnosticReport
    )


def test_all_fixes_are_applied_at_once(pulling: Editor) -> None:
    document = pulling.open("due.regole", GAME.replace("when", "quando").replace("denari", "dennari"))
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    context = lsp.CodeActionContext([], [lsp.CodeActionKind.SourceFixAll])
    params = lsp.CodeActionParams(document, whole, context)
    (action,) = pulling.does(pulling.client.text_document_code_action_async(params)) or []
    assert isinstance(action, lsp.CodeAction)
    assert action.edit is not None
    pulling.close("due.regole")


def test_pushed_diagnostics_are_of_the_newest_text(pushed: Editor) -> None:
    """If several changes arrive at once, the text is checked once."""
    pushed.open("mia.regole", GAME)
    pushed.does(pushed.until(lambda: bool(pushed.published_for("mia.regole"))))
    before = len(pushed.published_for("mia.regole"))
    for count in range(1, 12):
        pushed.change("mia.regole", GAME.replace("at least 3", "at leest 3" + " " * count))
    pushed.does(pushed.until(lambda: any(one.version == 12 for one in pushed.published_for("mia.regole"))))
    after = pushed.published_for("mia.regole")[before:]
    assert len(after) < 11
    assert [one.code for one in after[-1].diagnostics] == ["C0201"]
    pushed.change("mia.regole", GAME)
    pushed.does(pushed.until(lambda: not pushed.published_for("mia.regole")[-1].diagnostics))


def test_an_unsaved_base_counts_before_its_file(pulling: Editor) -> None:
    base = (SHIPPED / "fishing" / "scopa.regole").read_text(encoding="utf-8")
    document = pulling.open("mia.regole", GAME)
    assert diagnostics_of(pulling, document) == []
    pulling.open("scopa.regole", base.replace("article 5 it", "article 15 it"))
    assert "articolo 5" in diagnostics_of(pulling, document)[0].message
    pulling.close("scopa.regole")
    assert diagnostics_of(pulling, document) == []


def test_the_whole_workspace_is_checked(pulling: Editor) -> None:
    (pulling.folder / "rotta.regole").write_text(GAME.replace("won)", "wn)"), encoding="utf-8")
    (pulling.folder / "sana.regole").write_text(GAME.replace("mia", "sana"), encoding="utf-8")
    report = pulling.does(pulling.client.workspace_diagnostic_async(lsp.WorkspaceDiagnosticParams([])))
    found = {item.uri: item for item in report.items}
    broken, sound = found[pulling.uri("rotta.regole")], found[pulling.uri("sana.regole")]
    assert isinstance(broken, lsp.WorkspaceFullDocumentDiagnosticReport)
    assert isinstance(sound, lsp.WorkspaceFullDocumentDiagnosticReport)
    assert [one.code for one in broken.items] != []
    assert list(sound.items) == []
    known = [lsp.PreviousResultId(item.uri, item.result_id or "") for item in report.items]
    again = pulling.does(pulling.client.workspace_diagnostic_async(lsp.WorkspaceDiagnosticParams(known)))
    assert {type(item) for item in again.items} == {lsp.WorkspaceUnchangedDocumentDiagnosticReport}
    for name in ("rotta.regole", "sana.regole"):
        (pulling.folder / name).unlink()


# ---------------------------------------------------------------------------------------------- names


def test_hover_is_in_the_editors_language(pulling: Editor, pushed: Editor) -> None:
    hovers: dict[str, str] = {}
    for name, editor in (("it", pulling), ("en", pushed)):
        document = editor.open("scopa.regole", (SHIPPED / "fishing" / "scopa.regole").read_text(encoding="utf-8"))
        place = at((SHIPPED / "fishing" / "scopa.regole").read_text(encoding="utf-8"), "settebello: each")
        found = editor.does(editor.client.text_document_hover_async(lsp.HoverParams(document, place)))
        assert found is not None
        content = cast("lsp.MarkupContent", found.contents)
        hovers[name] = content.value
        assert content.kind == (lsp.MarkupKind.Markdown if name == "it" else lsp.MarkupKind.PlainText)
        editor.close("scopa.regole")
    assert hovers["it"].startswith("**settebello**")
    assert "sette di denari" in hovers["it"]
    assert hovers["en"].startswith("settebello")
    assert "the seven of coins" in hovers["en"]
    address = (SHIPPED.parent / "docs").as_uri() + "/reference/count.md#heading-of-the-score"
    assert hovers["it"].endswith(f"[nel manuale del linguaggio](<{address}>)")
    assert hovers["en"].endswith(f"in the reference: {address}")


@pytest.mark.parametrize(
    ("site", "link"),
    [
        (
            "https://example.org/regole/",
            "in the reference: https://example.org/regole/reference/count.html#heading-of-the-score",
        ),
        ("", ""),
    ],
)
def test_a_link_leads_to_a_site_if_it_is_given(site: str, link: str, tmp_path: Path) -> None:
    editor = Editor(tmp_path, server=SERVER.replace("['lsp']", f"['lsp', '--site', {site!r}]"))
    editor.does(editor.start(lsp.ClientCapabilities(), "en"))
    document = editor.open("mia.regole", GAME)
    found = editor.does(editor.client.text_document_hover_async(lsp.HoverParams(document, at(GAME, "napola (D7): each"))))
    editor.does(editor.stop())
    assert found is not None
    last = cast("lsp.MarkupContent", found.contents).value.split("\n\n")[-1]
    assert last == link if link else "reference" not in last


def test_the_form_of_the_unfinished_sentence_is_shown(pulling: Editor, pushed: Editor) -> None:
    """A client that does not accept offsets receives the parts as text."""
    unfinished = GAME.replace("scores straight(denari, won)", "scores straight(denari, ")
    labels: list[object] = []
    for editor in (pulling, pushed):
        document = editor.open("mia.regole", unfinished)
        place = at(unfinished, "straight(denari, ", 17)
        found = editor.does(editor.client.text_document_signature_help_async(lsp.SignatureHelpParams(document, place)))
        assert found is not None
        first = found.signatures[0]
        assert (first.label, first.active_parameter) == ("straight(x, s)", 1)
        assert first.parameters is not None
        labels.append(first.parameters[1].label)
        editor.close("mia.regole")
    assert labels == [(12, 13), "s"]
    none = lsp.SignatureHelpParams(pulling.open("mia.regole", GAME), lsp.Position(0, 0))
    assert pulling.does(pulling.client.text_document_signature_help_async(none)) is None


def test_owners_and_units_are_hints(pulling: Editor) -> None:
    document = pulling.open("mia.regole", GAME)
    line = at(GAME, "straight(denari").line
    part = lsp.Range(lsp.Position(line, 0), lsp.Position(line + 1, 0))
    found = pulling.does(pulling.client.text_document_inlay_hint_async(lsp.InlayHintParams(document, part))) or []
    assert [one.label for one in found] == ["of the side", "of the side"]
    first = found[0]
    assert first.position == at(GAME, "won)", 3)
    assert list(first.text_edits or ()) == [lsp.TextEdit(lsp.Range(first.position, first.position), " of the side")]
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(line, 0))
    assert not pulling.does(pulling.client.text_document_inlay_hint_async(lsp.InlayHintParams(document, whole)))


def test_definitions_and_references_lead_into_libraries(pulling: Editor) -> None:
    document = pulling.open("mia.regole", GAME)
    place = at(GAME, "straight(")
    found = pulling.does(pulling.client.text_document_definition_async(lsp.DefinitionParams(document, place)))
    library = (SHIPPED / "lib" / "fishing.regole").as_uri()
    assert [one.uri for one in cast("list[lsp.Location]", found)] == [library]
    params = lsp.ReferenceParams(lsp.ReferenceContext(True), document, place)
    uris = {one.uri for one in pulling.does(pulling.client.text_document_references_async(params)) or []}
    assert {library, document.uri} <= uris
    here = pulling.does(pulling.client.text_document_document_highlight_async(lsp.DocumentHighlightParams(document, place)))
    assert len(here or []) == 2


def test_only_names_of_the_workspace_are_renamed(pulling: Editor) -> None:
    document = pulling.open("mia.regole", GAME)
    own, other = at(GAME, "napola (D7)"), at(GAME, "straight(")
    prepared = pulling.does(pulling.client.text_document_prepare_rename_async(lsp.PrepareRenameParams(document, own)))
    assert prepared == lsp.Range(own, at(GAME, "napola (D7)", 6))
    edit = pulling.does(pulling.client.text_document_rename_async(lsp.RenameParams(document, own, "fila_di_denari")))
    assert edit is not None
    assert list(edit.changes or {}) == [document.uri]
    with pytest.raises(Exception, match="not one of your own files"):
        pulling.does(pulling.client.text_document_rename_async(lsp.RenameParams(document, other, "sequenza")))
    with pytest.raises(Exception, match="è una parola del linguaggio"):
        pulling.does(pulling.client.text_document_rename_async(lsp.RenameParams(document, own, "when")))


def test_completion_works_in_a_text_with_errors(pulling: Editor) -> None:
    text = GAME.replace("\nwords", "  nuova: each side scores 1 when 7D is in \n\nwords")
    document = pulling.open("mia.regole", text)
    place = at(text, "7D is in ", 9)
    found = pulling.does(pulling.client.text_document_completion_async(lsp.CompletionParams(document, place)))
    assert isinstance(found, lsp.CompletionList)
    labels = {item.label: item.detail for item in found.items}
    assert labels["won"] == "luogo: le prese"
    assert "when" not in labels


def test_a_piece_of_rules_is_inserted_as_it_stands(pulling: Editor) -> None:
    document = pulling.open("mia.regole", GAME.replace("\nwords", "  \n\nwords", 1))
    place = at(GAME.replace("\nwords", "  \n\nwords", 1), "  \n\nwords", 2)
    found = pulling.does(pulling.client.text_document_completion_async(lsp.CompletionParams(document, place)))
    assert isinstance(found, lsp.CompletionList)
    (sweep,) = [item for item in found.items if item.label == "La tavola vuota"]
    assert sweep.kind == lsp.CompletionItemKind.Snippet
    assert sweep.detail == "Chi prende l'ultima carta della tavola segna subito 1 punto."
    assert sweep.insert_text_mode == lsp.InsertTextMode.AsIs
    assert isinstance(sweep.text_edit, lsp.TextEdit)
    assert sweep.text_edit.new_text == sweep.documentation
    assert sweep.text_edit.new_text == "tavola_vuota: after a take when table is empty, add 1 to points"


# ---------------------------------------------------------------------------------------------- the whole


def test_a_text_as_a_whole(pulling: Editor) -> None:
    name = "scopa.prove.regole"
    text = (SHIPPED / "fishing" / name).read_text(encoding="utf-8")
    document = pulling.open(name, text.replace("  check", "   check", 1))
    client, does = pulling.client, pulling.does
    symbols = does(client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))) or []
    assert {"words", "conservate"} <= {one.name for one in symbols}
    assert does(client.text_document_folding_range_async(lsp.FoldingRangeParams(document)))
    tokens = does(client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document)))
    assert tokens is not None
    assert len(tokens.data) % 5 == 0
    lenses = does(client.text_document_code_lens_async(lsp.CodeLensParams(document))) or []
    titles = {lens.command.title for lens in lenses if lens.command}
    assert titles == {"esegui l'esempio", "dimostra l'affermazione"}
    pulling.change(name, text.replace("\nexample due", "\n\nexample  due"))
    options = lsp.FormattingOptions(2, insert_spaces=True)
    edits = does(client.text_document_formatting_async(lsp.DocumentFormattingParams(document, options))) or []
    assert len(edits) == 1
    pulling.close(name)


def test_workspace_symbols_are_found_by_a_part_of_their_name(pulling: Editor) -> None:
    (pulling.folder / "mia.regole").write_text(GAME, encoding="utf-8")
    found = pulling.does(pulling.client.workspace_symbol_async(lsp.WorkspaceSymbolParams("apol")))
    assert "napola" in [one.name for one in found or []]


# ---------------------------------------------------------------------------------------------- examples and claims

EVIDENCE = """annex prove of mia

example basta "three coins"
  won holds AD 2D 3D
  check napola of side = 3

example sbagliato "not so"
  won holds AD 2D 3D
  check napola of side = 4
"""


def test_an_example_is_run(pulling: Editor) -> None:
    pulling.open("mia.regole", GAME)
    document = pulling.open("mia.prove.regole", EVIDENCE)
    found = diagnostics_of(pulling, document)
    assert [one.message for one in found if one.severity == lsp.DiagnosticSeverity.Error] == []
    run = [
        pulling.does(
            pulling.client.workspace_execute_command_async(
                lsp.ExecuteCommandParams("cartaro.runExample", arguments=[document.uri, name])
            )
        )
        for name in ("basta", "sbagliato")
    ]
    assert [cast("dict[str, object]", outcome)["holds"] for outcome in run] == [True, False]
    pulling.does(pulling.until(lambda: len(pulling.messages) >= 2))
    assert pulling.messages[0] == "«basta» è confermato"
    assert pulling.messages[1].startswith("«sbagliato» non è confermato\n")
    pulling.close("mia.prove.regole")


def test_places_are_counted_in_utf16_whatever_else_the_editor_would_prefer(pulling: Editor) -> None:
    assert pulling.answer.capabilities.position_encoding == lsp.PositionEncodingKind.Utf16
    assert pulling.answer.server_info is not None
    assert pulling.answer.server_info.name == "cartaro"
    text = GAME.replace("napola (D7):", 'napola en "🂡 the napola" (D7):').replace("won) when", "wonn) when")
    document = pulling.open("mia.regole", text)
    place = at(text, "wonn) when")
    found = [one.range.start for one in diagnostics_of(pulling, document) if one.severity == lsp.DiagnosticSeverity.Error]
    assert found == [lsp.Position(place.line, place.character + 1)]


CLAIM = """
claim vuota "the table can be empty"
  it can happen table is empty
"""


def test_a_claim_is_proved_over_the_unsaved_text(pulling: Editor) -> None:
    pulling.open("mia.regole", GAME)
    document = pulling.open("mia.prove.regole", EVIDENCE + CLAIM)
    params = lsp.ExecuteCommandParams("cartaro.proveClaim", arguments=[document.uri, "vuota"])
    answer = pulling.does(pulling.client.workspace_execute_command_async(params))
    results = cast("dict[str, list[dict[str, object]]]", answer)["results"]
    assert [(one["name"], one["verdict"]) for one in results] == [("vuota", "attained")]
    pulling.does(pulling.until(lambda: "vuota: attained" in pulling.messages))


def provers() -> list[int]:
    """The processes that the servers of these tests have started, if the system lists them."""
    parents = {int(path.name): _parent(path) for path in Path("/proc").glob("[0-9]*")}
    servers = {number for number, parent in parents.items() if parent == os.getpid()}
    return [number for number, parent in parents.items() if parent in servers]


def _parent(process: Path) -> int:
    try:
        return int((process / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    except OSError:
        return 0


@pytest.mark.parametrize("shown", [False, True], ids=["taken back", "stopped where it is shown"])
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell its processes")
def test_a_proof_ends_with_its_request(pulling: Editor, shown: bool) -> None:
    document = pulling.open("mia.prove.regole", EVIDENCE + CLAIM)

    async def asked_and_ended() -> None:
        params = lsp.ExecuteCommandParams("cartaro.proveClaim", arguments=[document.uri, "vuota"])
        before = len(pulling.shown)
        proof = asyncio.ensure_future(
            pulling.client.protocol.send_request_async("workspace/executeCommand", params, str(shown))
        )
        await pulling.until(lambda: bool(provers()) and len(pulling.shown) > before)
        if shown:
            pulling.client.window_work_done_progress_cancel(lsp.WorkDoneProgressCancelParams(pulling.shown[-1]))
        else:
            pulling.client.cancel_request(lsp.CancelParams(str(shown)))
        with pytest.raises(Exception, match="cancel"):
            await proof
        await pulling.until(lambda: not provers())

    pulling.does(asked_and_ended())
    pulling.close("mia.prove.regole")


# ------------------------------------------------------------------------------------------------- open questions

OPEN = """game aperta
  title "Aperta"
  source Z "Regole" covers Z1
  use fishing

quotes Z in it
  Z1
    "Si gioca in silenzio."

article 1 "Uno" (Z1)
  giocatori: there are 2 players
  senso: play runs clockwise
  at the start of the hand
    mischia: shuffle all cards into stock
    dare: deal 3 from stock to each hand
  cambio: at the end of the hand, dealer becomes the player after dealer
  lascia: the player may lay
  vince: the winner is the side with highest points
  finita: the match ends when the hand is over
"""


def questions_in(found: list[lsp.Diagnostic]) -> dict[str, lsp.Diagnostic]:
    return {str(one.code): one for one in found if one.source == "cartaro ask"}


def test_what_is_left_open_is_asked_by_a_lens_and_answered_by_an_edit(pulling: Editor) -> None:
    text = OPEN.replace("when the hand is over", "when every hand is empty")
    document = pulling.open("aperta.regole", text)
    client, does = pulling.client, pulling.does
    (lens,) = does(client.text_document_code_lens_async(lsp.CodeLensParams(document))) or []
    assert lens.command is not None
    assert (lens.command.title, lens.command.command) == ("quali questioni sono aperte?", "cartaro.ask")
    assert not questions_in(diagnostics_of(pulling, document))
    does(client.workspace_execute_command_async(lsp.ExecuteCommandParams("cartaro.ask", lens.command.arguments)))
    found = questions_in(diagnostics_of(pulling, document))
    dealer = found["first dealer"]
    assert dealer.severity == lsp.DiagnosticSeverity.Information
    assert dealer.message.startswith("chi è `dealer` all'inizio?")
    params = lsp.CodeActionParams(document, dealer.range, lsp.CodeActionContext([dealer]))
    (action,) = does(client.text_document_code_action_async(params)) or []
    assert isinstance(action, lsp.CodeAction)
    assert action.edit is not None
    assert action.edit.changes is not None
    assert "conduct" in action.edit.changes[document.uri][0].new_text
    pulling.change("aperta.regole", text + "\n")
    assert not questions_in(diagnostics_of(pulling, document)), "of a text that has changed they are gone"
    pulling.close("aperta.regole")


def test_what_is_left_open_is_asked_after_a_save(pushed: Editor) -> None:
    document = pushed.open("aperta.regole", OPEN.replace("when the hand is over", "when every hand is empty"))
    pushed.client.text_document_did_save(lsp.DidSaveTextDocumentParams(document))
    pushed.does(pushed.until(lambda: any(questions_in(list(one.diagnostics)) for one in pushed.published_for("aperta.regole"))))
    pushed.close("aperta.regole")
