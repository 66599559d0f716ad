"""Calls of the service's methods by name, with arguments and answers as JSON.

A method is a function. Its first parameter is the session, and the others are passed by name. It returns a dataclass, plain
values, or a `Failure`.  Arguments are read by the types of the parameters (`json_model`).  Every call may name its `language`,
in which a refusal is worded.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from traceback import extract_tb
from typing import get_args, get_type_hints

from cartaro_grammar import Diagnostic, msg
from cartaro_interpreter import Json, json_model, parse_json, write_json
from cartaro_workbench.service.session import Failure, LanguageCode, Session

ServiceFunction = Callable[..., object]
LANGUAGE = "language"


@dataclass(frozen=True)
class Method:
    """A function that a page may call."""

    function: ServiceFunction

    @property
    def name(self) -> str:
        return self.function.__name__

    @cached_property
    def answer(self) -> object:
        """The type of the answer, or of the failure."""
        return get_type_hints(self.function)["return"]

    @cached_property
    def parameters(self) -> tuple[json_model.Member, ...]:
        """The parameters that a page fills, without the session."""
        hints = get_type_hints(self.function, include_extras=True)
        _, *parameters = inspect.signature(self.function).parameters.values()
        return tuple(
            json_model.Member(one.name, json_model.form_of(hints[one.name]), one.default is not inspect.Parameter.empty)
            for one in parameters
        )

    def arguments(self, given: Json) -> dict[str, object]:
        """Decode the arguments of a call. Raise `WrongValue` if they do not fit the method."""
        own = {member.name: member for member in self.parameters}
        language = own.get(LANGUAGE, json_model.Member(LANGUAGE, json_model.form_of(LanguageCode), True))
        values = json_model.decode_members(given, tuple({LANGUAGE: language, **own}.values()), "")
        return {name: value for name, value in values.items() if name in own}


def answer(methods: Mapping[str, Method], session: Session, method: str, arguments: str) -> str:
    """Return the answer of a call as JSON text, `{"answer": …}` or `{"error": …}`; never raise."""
    try:
        given = parse_json(arguments)
        found = _call(methods, session, method, given)
        name = "error" if isinstance(found, Failure) else "answer"
        return write_json({name: json_model.encode(found, _language(given))})
    except Exception as error:  # an unexpected error is reported, and the page goes on
        return write_json({"error": json_model.encode(Failure("broken", _fault(error)))})


def _fault(error: Exception) -> str:
    """Return the description of a fault of the program: its message, or, if it has none, the function in which it was
    raised.
    """
    at = extract_tb(error.__traceback__)
    reason = str(error) or (f"in {at[-1].name}, line {at[-1].lineno}" if at else "without a message")
    return f"{type(error).__name__}: {reason}"[:400]


def _call(methods: Mapping[str, Method], session: Session, name: str, given: Json | Diagnostic) -> object:
    method = methods.get(name)
    if method is None:
        return Failure("unknown method", msg("there is no method `{method}`", method=name[:80]))
    if isinstance(given, Diagnostic):
        return Failure("wrong arguments", given.message)
    try:
        values = method.arguments(given)
    except json_model.WrongValue as wrong:
        return Failure("wrong arguments", wrong.message)
    return method.function(session, **values)


def _language(given: Json | Diagnostic) -> str:
    """Return the language that a call names, else English."""
    named = given.get(LANGUAGE) if isinstance(given, Mapping) else None
    return named if isinstance(named, str) and named in get_args(LanguageCode) else "en"
