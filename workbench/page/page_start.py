"""How a page's Python begins; packed beside the packages by `pack.py`.

`dataclasses` writes the methods of each class as text, which it gives to `exec`: to compile these texts was a third of all that
a page's imports took.  While the build imports what a page imports, `noted` compiles them and keeps their code; in the page it
is executed.  A text that is not among them is compiled as ever, so that another form of `dataclasses` is only slower.
"""

from __future__ import annotations

import dataclasses
import gc
import marshal
from collections.abc import Callable
from pathlib import Path
from types import CodeType

METHODS = Path("/lib/dataclass_methods.bin")
Call = Callable[[str, str], str]


def noted() -> dict[str, CodeType]:
    """A table into which from now on every text is put, with its code."""
    known: dict[str, CodeType] = {}

    def execute(text: str, names: dict[str, object], made: dict[str, object]) -> None:
        known[text] = _compiled(text)
        exec(known[text], names, made)

    dataclasses.__dict__["exec"] = execute
    return known


def _use_noted() -> None:
    known: dict[str, CodeType] = marshal.loads(METHODS.read_bytes())

    def execute(text: str, names: dict[str, object], made: dict[str, object]) -> None:
        exec(known.get(text) or _compiled(text), names, made)

    dataclasses.__dict__["exec"] = execute


def _compiled(text: str) -> CodeType:
    return compile(text, "<dataclass>", "exec", dont_inherit=True)


def begin() -> Callable[..., Call]:
    """What makes the service of a page, `Service(shipped, …).call`.

    All that is made until then stays: the collector is not asked to look through it, then or later.
    """
    gc.disable()
    _use_noted()
    from cartaro_grammar.load import shipped_folder
    from cartaro_workbench.service.service import Service

    shipped = {path.name: path.read_text(encoding="utf-8") for path in sorted(shipped_folder().glob("*/*.regole"))}
    gc.freeze()
    gc.enable()
    return lambda *given, **named: Service(shipped, *given, **named).call
