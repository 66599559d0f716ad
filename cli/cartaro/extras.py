"""The extras of the distribution: the libraries that each of them installs, and the error if a command lacks one."""

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
"""For each extra of the distribution, the modules that it installs and that commands need."""


def require(extra: str, language: str | None = None) -> None:
    """Exit if one of the libraries of an extra is missing, and print the command that installs the extra."""
    missing = next((library for library in LIBRARIES[extra] if find_spec(library) is None), None)
    if missing is not None:
        message = msg("this needs {library}: pip install 'cartaro[{extra}]'", library=missing, extra=extra)
        fail((Diagnostic("C0911", message),), language=language)
