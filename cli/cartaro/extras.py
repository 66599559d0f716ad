"""The extras of the distribution: the libraries of each, and the error if a command lacks one."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from cartaro.shell import fail
from cartaro_grammar import Diagnostic, msg

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
"""The modules that an extra of the distribution installs, for the commands that need them."""


def require(extra: str, language: str | None = None) -> None:
    """Exit with the line that installs an extra, if one of its libraries is missing."""
    missing = next((library for library in LIBRARIES[extra] if find_spec(library) is None), None)
    if missing is not None:
        message = msg("this needs {library}: pip install 'cartaro[{extra}]'", library=missing, extra=extra)
        fail((Diagnostic("C0911", message),), language=language)
