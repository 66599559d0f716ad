"""Start the Python of a page. `pack.py` packs this module next to the packages.

`dataclasses` writes the methods of each class as text, which it gives to `exec`: to compile these texts was a third of all that
a page's imports took.  While the build imports what a page imports, `noted` compiles them and keeps their code; in the page it
is executed.  A text that is not among them is compiled as ever, so that another form of `dataclasses` is only slower.

The modules of the project's packages lie in one file: to look for four hundred files and to read them was a fifth of what the
imports took.
"""

from __future__ import annotations

import dataclasses
import gc
import json
import marshal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.machinery import ModuleSpec, SourcelessFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import ClassVar

METHODS = Path("/lib/dataclass_methods.bin")
MODULES = Path("/lib/modules.bin")
HEADER = 16
"""Bytes before the code in a compiled module's file."""
Call = Callable[[str, str], str]


def noted() -> dict[str, CodeType]:
    """Return a table to which the code of every text is added when it is compiled."""
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


class _Modules(SourcelessFileLoader):
    """A map from module names to the file under which the module was compiled, next to which its data is, and to its code."""

    known: ClassVar[Mapping[str, tuple[str, bytes]]] = {}

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = marshal.loads(self.known[fullname][1])
        return code

    @classmethod
    def find_spec(cls, name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        del path, target
        if name not in cls.known:
            return None
        place = cls.known[name][0]
        return spec_from_file_location(name, place, loader=cls(name, place))


def keep_modules(files: Iterable[Path], below: Path) -> None:
    """Put the compiled modules in a folder on Python's path into one file."""
    modules: dict[str, tuple[str, bytes]] = {}
    for file in files:
        parts = file.relative_to(below).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        modules[name] = str(file), file.read_bytes()[HEADER:]
    MODULES.write_bytes(marshal.dumps(modules))


def _use_modules() -> None:
    _Modules.known = marshal.loads(MODULES.read_bytes())
    sys.meta_path.insert(0, _Modules)


def begin(texts: str) -> Callable[..., Call]:
    """Return the maker of a page's service, `Service(shipped, …).call`, on the shipped texts in the page's `texts.json`. All
    objects made until then are kept: the collector never traverses them.
    """
    gc.disable()
    _use_noted()
    _use_modules()
    from cartaro_workbench.service.service import Service

    shipped = json.loads(texts)["files"]
    gc.freeze()
    gc.enable()
    return lambda *given, **named: Service(shipped, *given, **named).call
