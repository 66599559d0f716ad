"""What an editor can have done with a text: an example run, a claim proved.

An example is run here.  A claim is proved by the command `cartaro verify` in a process of its own, over a copy of the texts as
they are in the editor; it ends when the editor takes its request back, or its user stops it.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from cartaro.language_server.server import CartaroServer
from cartaro_grammar import Diagnostic
from cartaro_interpreter import Json, parse_json
from cartaro_rulebook import in_words
from cartaro_workbench import json_values, run_named_example

VERIFY = "import sys; from cartaro.main import main; sys.exit(main())"


async def run_example(ls: CartaroServer, uri: str, name: str) -> object:
    """Whether an example of a text holds, and what was found against it; the editor's reader is told."""
    await asyncio.sleep(0)
    game = ls.text(uri).document.checked.game
    outcome = run_named_example(game, name) if game is not None else None
    if outcome is None:
        raise JsonRpcInvalidParams(f"there is no example `{name}` that could be run: mistakes in the text come first")
    said = in_words("ui_example_holds" if outcome.holds else "ui_example_fails", ls.language, x=name)
    lines = [said, *(f"{one.range.start.line + 1}: {one.message}; {one.note}" for one in outcome.failures)]
    kind = lsp.MessageType.Info if outcome.holds else lsp.MessageType.Warning
    ls.window_show_message(lsp.ShowMessageParams(kind, "\n".join(lines)))
    return json_values(outcome)


async def prove_claim(ls: CartaroServer, uri: str, name: str) -> object:
    """The verdicts on a claim of a text; the editor's reader is told the first."""
    text = ls.text(uri)
    with TemporaryDirectory(prefix="cartaro-") as folder:
        for other, written in text.document.texts.items():
            Path(folder, other).write_text(written, encoding="utf-8")
        work = asyncio.ensure_future(_verified(Path(folder, text.document.name), name))
        answer = await _shown(ls, work, in_words("ui_proving", ls.language, x=name))
    found = parse_json(answer)
    if isinstance(found, Diagnostic) or not isinstance(found, dict):
        raise JsonRpcInvalidParams(f"`{name}` could not be verified")
    ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, _summary(found, name)))
    return found


async def _shown(ls: CartaroServer, work: asyncio.Task[str], title: str) -> str:
    """What comes of some work, which the editor shows as under way, if it can, and lets its user stop."""
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


def stop(ls: CartaroServer, params: lsp.WorkDoneProgressCancelParams) -> None:
    """Stop the work that an editor shows as under way."""
    work = ls.work.get(params.token)
    if work is not None:
        work.cancel()


async def _verified(rules: Path, name: str) -> str:
    """What the command prints of one claim; its process does not outlive the request."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", VERIFY, "verify", str(rules), "--only", name, "--json",
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        written, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return written.decode("utf-8", "replace")


def _summary(found: dict[str, Json], name: str) -> str:
    """`NAME: proved`, a verdict for each choice that was asked for."""
    results = found.get("results")
    told = results if isinstance(results, list) else []
    verdicts = [str(one["verdict"]) for one in told if isinstance(one, dict) and "verdict" in one]
    return f"{name}: {', '.join(verdicts) or '?'}"
