"""The extras of the distribution: the libraries that each of them installs, and the error if a command lacks one."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from cartaro.shell import fail
from cartaro_grammar import Diagnostic, msg, shipped_folder

LIBRARIES: Final = {
    "book": ("mkdocs", "material", "mkdocstrings", "markdown", "watchdog", "resvg_py", "PIL"),
    "cvc5": ("cvc5",),
    "lsp": ("pygls",),
    "onnx": ("numpy", "onnxruntime"),
    "pdf": ("markdown", "weasyprint"),
    "plots": ("matplotlib",),
    "tables": ("pyarrow",),
    "verify": ("z3",),
}
"""For each extra of the distribution, the modules that it installs and that commands need."""


def require(extra: str, language: str | None = None) -> None:
    """Exit if one of the libraries of an extra is missing, and print the command that installs the extra."""
    missing = next((library for library in LIBRARIES[extra] if find_spec(library) is None), None)
    if missing is not None:
        fail((missing_part(missing, extra),), language=language)


def missing_part(library: str, extra: str) -> Diagnostic:
    """Report that a library is missing, with the command that installs its extra."""
    source = str(installed_from() or "cartaro")
    message = msg("this needs {library}: pip install '{source}[{extra}]'", library=library, source=source, extra=extra)
    return Diagnostic("C0911", message)


def checkouts() -> list[Path]:
    """Return the folders that may be the checkout of this program, the nearest first."""
    installed = installed_from()
    return list(dict.fromkeys([shipped_folder().parent, *([installed] if installed is not None else [])]))


def installed_from() -> Path | None:
    """Return the checkout from which pip installed this distribution, or None if pip found it by name."""
    try:
        written = distribution("cartaro").read_text("direct_url.json") or "{}"
        url = urlsplit(str(json.loads(written).get("url", "")))
    except (PackageNotFoundError, ValueError):
        return None
    folder = Path(url2pathname(url.path))
    return folder if url.scheme == "file" and folder.is_dir() else None
