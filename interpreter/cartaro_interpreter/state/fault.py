"""What can go wrong inside: raised where it happens, turned into a diagnostic before it reaches a caller.

`Faulted` stops an evaluation: two clauses clash, none speaks, a search is too large, chance has no further pack.
`Unsupported` stops the compilation of a game whose text uses a construct that is not played yet.
"""

from __future__ import annotations

from cartaro_grammar import Diagnostic, Label, Span, say


class Faulted(Exception):
    """The rules, or the material given, do not decide what happens now."""

    def __init__(self, code: str, message: str, span: Span | None = None, help_: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.help = help_


class Unsupported(Exception):
    """A construct that this interpreter does not play yet."""

    def __init__(self, what: str, span: Span) -> None:
        super().__init__(what)
        self.what = what
        self.span = span


def diagnosed(fault: Faulted | Unsupported) -> Diagnostic:
    """What went wrong, as a diagnostic."""
    if isinstance(fault, Unsupported):
        return Diagnostic("C0800", say("{what} is not played yet", what=fault.what), Label(fault.span, say("asked for here")))
    label = None if fault.span is None else Label(fault.span, "")
    return Diagnostic(fault.code, fault.message, label, help=fault.help or None)
