"""Answers as JSON: a dataclass is an object by the names of its fields, a tuple a list, a message its text in a language.

A call of a method by its name, with arguments as JSON: what comes in is held against the method's own types.

A method is a function whose first parameter is the session; the others are given by their names, and its answer is a
dataclass, plain values, or a `Failure`.  Every call may say its `language`, in which it is told why it is refused.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cached_property
from types import NoneType, UnionType
from typing import Literal, Union, cast, get_args, get_origin, get_type_hints

from cartaro_grammar import Diagnostic, Message, msg, translate
from cartaro_interpreter import Json, parse_json, write_json
from cartaro_workbench.service.session import Failure, LanguageCode, Session

# ------------------------------------------------------------------- json values


def json_values(value: object, language: str = "en") -> Json:
    """An answer of the workbench as JSON values; TypeError for what is none."""
    match value:
        case str():
            return translate(value, language)
        case None | bool() | int() | float():
            return value
        case tuple() | list():
            return [json_values(member, language) for member in cast("Sequence[object]", value)]
        case Mapping():
            entries = cast("Mapping[object, object]", value)
            return {str(key): json_values(member, language) for key, member in entries.items()}
        case _ if is_dataclass(value) and not isinstance(value, type):
            return {field.name: json_values(getattr(value, field.name), language) for field in fields(value)}
        case _:
            raise TypeError(f"{type(value).__name__} is no answer")


# ------------------------------------------------------------------------- calls


ServiceFunction = Callable[..., object]
LANGUAGE = "language"


PLAIN: Mapping[object, tuple[type, ...]] = {
    str: (str,),
    bool: (bool,),
    int: (int,),
    float: (int, float),
    NoneType: (NoneType,),
}
"""The types of plain values, each with what is of it in JSON; a truth is no number."""


class WrongArgument(Exception):
    """An argument that is not of its type: where it is, and what should be there."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class Method:
    """A function that a page may call."""

    function: ServiceFunction

    @property
    def name(self) -> str:
        return self.function.__name__

    @cached_property
    def hints(self) -> Mapping[str, object]:
        """The types of the parameters that a page gives, and of what it gets (`return`)."""
        session, *_ = inspect.signature(self.function).parameters
        return {name: hint for name, hint in get_type_hints(self.function).items() if name != session}

    @cached_property
    def optional(self) -> frozenset[str]:
        """The parameters that may be left out."""
        found = inspect.signature(self.function).parameters.values()
        return frozenset(parameter.name for parameter in found if parameter.default is not inspect.Parameter.empty)

    def arguments(self, given: Json) -> dict[str, object]:
        """The arguments of a call; `WrongArgument` where they are not those of the method."""
        hints = {LANGUAGE: LanguageCode, **self.hints}
        del hints["return"]
        spoken = self.hints.keys() & {LANGUAGE}
        values = _members(given, hints, self.optional | ({LANGUAGE} - spoken), "")
        return {name: value for name, value in values.items() if name != LANGUAGE or spoken}


def answer(methods: Mapping[str, Method], session: Session, method: str, arguments: str) -> str:
    """What a call comes to, as JSON: `{"answer": …}` or `{"error": …}`, whatever happens."""
    try:
        given = parse_json(arguments)
        found = _called(methods, session, method, given)
        name = "error" if isinstance(found, Failure) else "answer"
        return write_json({name: json_values(found, _language(given))})
    except Exception as error:  # a fault of the program: it is told, and the page goes on
        return write_json({"error": json_values(Failure("broken", f"{type(error).__name__}: {error}"[:400]))})


def _called(methods: Mapping[str, Method], session: Session, method: str, given: Json | Diagnostic) -> object:
    """What a method gives."""
    called = methods.get(method)
    if called is None:
        return Failure("unknown method", msg("there is no method `{method}`", method=method[:80]))
    if isinstance(given, Diagnostic):
        return Failure("wrong arguments", given.message)
    try:
        values = called.arguments(given)
    except WrongArgument as wrong:
        return Failure("wrong arguments", wrong.message)
    return called.function(session, **values)


def _language(given: Json | Diagnostic) -> str:
    """The language in which a call asks for its answer; English where it says none."""
    said = given.get(LANGUAGE) if isinstance(given, Mapping) else None
    return said if isinstance(said, str) and said in get_args(LanguageCode) else "en"


# ---------------------------------------------------------------------------------------------- JSON to values


def decoded(value: Json, hint: object, place: str) -> object:
    """A JSON value as a value of a type; `WrongArgument` where it is none."""
    if hint in PLAIN and isinstance(value, PLAIN[hint]) and (hint is bool or not isinstance(value, bool)):
        return value
    if isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint)
        of_its_own = frozenset(f.name for f in fields(hint) if f.default is not MISSING or f.default_factory is not MISSING)
        return hint(**_members(value, hints, of_its_own, place))
    match get_origin(hint):
        case origin if origin is Literal and value in get_args(hint) and isinstance(value, str):
            return value
        case origin if origin is tuple and isinstance(value, list):
            return tuple(_several(cast("Sequence[Json]", value), get_args(hint), place))
        case origin if origin is Mapping and isinstance(value, dict):
            entries = cast("Mapping[str, Json]", value)
            return {key: decoded(item, get_args(hint)[1], f"{place}.{key[:40]}") for key, item in entries.items()}
        case origin if origin in (UnionType, Union):
            return _either(value, get_args(hint), place)
        case _:
            raise _not_of_its_type(place)


def _several(values: Sequence[Json], hints: tuple[object, ...], place: str) -> Iterator[object]:
    """The members of a list, all of one type or each of its own."""
    each = (hints[0],) * len(values) if hints[-1] is Ellipsis else hints
    if len(each) != len(values):
        raise WrongArgument(msg("`{place}` should have {n} members", place=place.lstrip("."), n=len(each)))
    for number, (value, hint) in enumerate(zip(values, each, strict=True)):
        yield decoded(value, hint, f"{place}[{number}]")


def _either(value: Json, hints: tuple[object, ...], place: str) -> object:
    """A value of the first of several types that it is of."""
    for hint in hints:
        try:
            return decoded(value, hint, place)
        except WrongArgument:
            continue
    raise _not_of_its_type(place)


def _not_of_its_type(place: str) -> WrongArgument:
    return WrongArgument(msg("`{place}` is not of its type", place=place.lstrip(".")))


def _members(value: Json, hints: Mapping[str, object], optional: frozenset[str], place: str) -> dict[str, object]:
    """The members of an object, each of its type; those that are optional may be left out."""
    if not isinstance(value, Mapping):
        raise WrongArgument(msg("`{place}` should be an object", place=place.lstrip(".") or "arguments"))
    entries: Mapping[str, Json] = value
    unknown = sorted(entries.keys() - hints.keys())
    lacking = sorted(hints.keys() - entries.keys() - optional)
    if unknown or lacking:
        takes = ", ".join(f"`{name}`" for name in hints)
        if unknown:
            raise WrongArgument(msg("there is no `{name}`: it takes {names}", name=unknown[0][:40], names=takes))
        raise WrongArgument(msg("`{name}` is lacking: it takes {names}", name=lacking[0], names=takes))
    return {name: decoded(item, hints[name], f"{place}.{name}") for name, item in entries.items()}
