"""The optional parts of an installation: the libraries of each, and what a command says where one is missing."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from cartaro.shell import fail
from cartaro_grammar import Diagnostic, msg

LIBRARIES: Final = {
    "book": ("mkdocs", "material", "mkdocstrings", "markdown", "watchdog", "resvg_py"),
    "lsp": ("pygls",),
    "pdf": ("markdown", "weasyprint"),
    "plots": ("matplotlib",),
    "verify": ("z3",),
}
"""The modules that an extra of the distribution brings, for the commands that cannot do without them."""


def require(extra: str, language: str | None = None) -> None:
    """End the command where a library of an extra is missing, with the line that installs it."""
    missing = next((library for library in LIBRARIES[extra] if find_spec(library) is None), None)
    if missing is not None:
        wrong = msg("this needs {library}: pip install 'cartaro[{extra}]'", library=missing, extra=extra)
        fail((Diagnostic("C0911", wrong),), language=language)
