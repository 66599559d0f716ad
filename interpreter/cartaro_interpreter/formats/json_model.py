"""A model of JSON forms: a form is declared once, as a Python type, and read, written and published from that declaration.

A declaration is a `TypedDict` (its values stay JSON), a dataclass (its values become instances), or built of plain types:
`str`, `bool`, `int`, `float`, `None`, `Literal`, `tuple`, `Sequence`, `Mapping`, unions, and `object` for any value.
`Annotated` adds the other parts of JSON Schema: a text describes the value, `Bounds` limits it, `Keys` limits the keys of a
mapping, `Named` gives the form its own name in schemas.

`form_of` turns a declaration into a `Form`, a tree without Python types. `decode` reads a value of that form, `encode` writes
one, and `json_schema` returns the schema of the form. The TypeScript of the page is printed from the same trees
(`cartaro_workbench.service.published_forms`).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Final,
    Literal,
    NotRequired,
    TypeAlias,
    TypeVar,
    Union,
    assert_never,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from cartaro_grammar import Message, msg, translate
from cartaro_interpreter.formats.json_text import Json

# ------------------------------------------------------------------ declarations


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the greatest value of a number, or the least and the greatest length of a text, list or object."""

    least: int | None = None
    greatest: int | None = None


@dataclass(frozen=True, slots=True)
class Keys:
    """A pattern that the keys of a mapping match as a whole."""

    pattern: str


@dataclass(frozen=True, slots=True)
class Named:
    """The name of a form in schemas, under `$defs`, and its description."""

    name: str
    description: str = ""


_open: Final[dict[type, object]] = {}
Declared = TypeVar("Declared", bound=type)


def open_to(hint: object) -> Callable[[Declared], Declared]:
    """Declare that an object may have additional members of the given type."""

    def declare(form: Declared) -> Declared:
        _open[form] = hint
        return form

    return declare


# ------------------------------------------------------------------------- forms


@dataclass(frozen=True, slots=True)
class Plain:
    """A text, truth, number or null."""

    kind: Literal["string", "boolean", "integer", "number", "null"]
    bounds: Bounds = Bounds()


@dataclass(frozen=True, slots=True)
class Anything:
    """Any value."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some texts."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list whose members all have the same form."""

    member: Form
    bounds: Bounds = Bounds()


@dataclass(frozen=True, slots=True)
class Row:
    """A list of fixed length, whose members each have their own form."""

    members: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object with keys of the author's choice."""

    value: Form
    keys: str = ""
    bounds: Bounds = Bounds()


@dataclass(frozen=True, slots=True)
class ObjectOf:
    """An object with declared members (`members_of`)."""

    declaration: type


@dataclass(frozen=True, slots=True)
class Either:
    """A value with several alternative forms, of which the first that fits is used."""

    options: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class Described:
    """A form with a description."""

    form: Form
    description: str


@dataclass(frozen=True, slots=True)
class NamedForm:
    """A form that schemas refer to by name."""

    name: str
    form: Form


Form: TypeAlias = Plain | Anything | OneOf | ListOf | Row | MapOf | ObjectOf | Either | Described | NamedForm


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object: its name, its form, whether it may be absent."""

    name: str
    form: Form
    optional: bool


_PLAIN: Final[Mapping[object, Plain]] = {
    str: Plain("string"),
    bool: Plain("boolean"),
    int: Plain("integer"),
    float: Plain("number"),
    NoneType: Plain("null"),
}


def form_of(hint: object) -> Form:
    """Return the form that a type declares. Raise TypeError if JSON has none."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if hint is object:
        return Anything()
    if is_dataclass(hint) or is_typeddict(hint):
        return ObjectOf(cast("type", hint))
    match get_origin(hint), get_args(hint):
        case (origin, (inner, *metadata)) if origin is Annotated:
            return _annotated(form_of(inner), metadata)
        case (origin, values) if origin is Literal:
            return OneOf(values)
        case (origin, (member, *rest)) if origin is tuple and rest not in ([], [...]):
            return Row(tuple(form_of(each) for each in (member, *rest)))
        case (origin, (member, *_)) if origin in (tuple, Sequence, list):
            return ListOf(form_of(member))
        case (origin, (_, value)) if origin in (Mapping, dict):
            return MapOf(form_of(value))
        case (origin, options) if origin in (UnionType, Union):
            return Either(tuple(map(form_of, options)))
        case _:
            raise TypeError(f"{hint} has no form in JSON")


def _annotated(form: Form, metadata: Sequence[object]) -> Form:
    for note in metadata:
        match note, form:
            case str(), _:
                form = Described(form, note)
            case Named(name, description), _:
                form = NamedForm(name, Described(form, description) if description else form)
            case Keys(pattern), MapOf(value, _, bounds):
                form = MapOf(value, pattern, bounds)
            case Bounds(), Plain(kind):
                form = Plain(kind, note)
            case Bounds(), ListOf(member):
                form = ListOf(member, note)
            case Bounds(), MapOf(value, keys):
                form = MapOf(value, keys, note)
            case _:
                raise TypeError(f"{note} says nothing of {form}")
    return form


@cache
def members_of(declaration: type) -> tuple[Member, ...]:
    """Return the declared members of an object, in their order."""
    hints = get_type_hints(declaration, include_extras=True)
    if is_dataclass(declaration):
        own = {field.name for field in fields(declaration) if (field.default, field.default_factory) != (MISSING, MISSING)}
        return tuple(Member(field.name, form_of(hints[field.name]), field.name in own) for field in fields(declaration))
    return tuple(
        Member(name, form_of(get_args(hint)[0]), True)
        if get_origin(hint) is NotRequired
        else Member(name, form_of(hint), False)
        for name, hint in hints.items()
    )


def keys_of(declaration: type) -> tuple[str, ...]:
    """Return the names of an object's declared members."""
    return tuple(member.name for member in members_of(declaration))


# ----------------------------------------------------------------------- reading


class WrongValue(Exception):
    """An error: a value does not have its form. It names the place of the value and the expected form."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


_OF_JSON: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (NoneType,),
}


def decode(value: Json, form: Form, place: str) -> object:
    """Return the value that a JSON value denotes under a form. Raise `WrongValue`, with the place, if it does not have the
    form.
    """
    match form:
        case Anything():
            return value
        case Described(inner) | NamedForm(_, inner):
            return decode(value, inner, place)
        case Plain(kind) if isinstance(value, _OF_JSON[kind]) and (kind == "boolean" or not isinstance(value, bool)):
            return value
        case OneOf(values) if isinstance(value, str) and value in values:
            return value
        case ListOf(member) if isinstance(value, list):
            items = cast("Sequence[Json]", value)
            return tuple(decode(item, member, f"{place}[{number}]") for number, item in enumerate(items))
        case Row(members) if isinstance(value, list):
            items = cast("Sequence[Json]", value)
            if len(members) != len(items):
                raise WrongValue(msg("`{place}` should have {n} members", place=place.lstrip("."), n=len(members)))
            each = enumerate(zip(items, members, strict=True))
            return tuple(decode(item, member, f"{place}[{number}]") for number, (item, member) in each)
        case MapOf(member) if isinstance(value, dict):
            entries = cast("Mapping[str, Json]", value)
            return {key: decode(item, member, f"{place}.{key[:40]}") for key, item in entries.items()}
        case ObjectOf(declaration):
            return declaration(**decode_members(value, members_of(declaration), place))
        case Either(options):
            return _decode_either(value, options, place)
        case Plain() | OneOf() | ListOf() | Row() | MapOf():
            raise _not_of_its_type(place)
        case _:
            assert_never(form)


def _decode_either(value: Json, options: tuple[Form, ...], place: str) -> object:
    for option in options:
        try:
            return decode(value, option, place)
        except WrongValue:
            continue
    raise _not_of_its_type(place)


def _not_of_its_type(place: str) -> WrongValue:
    return WrongValue(msg("`{place}` has the wrong type", place=place.lstrip(".")))


def decode_members(value: Json, members: Sequence[Member], place: str) -> dict[str, object]:
    """Return the decoded members of an object by name. Optional members that are absent are left out."""
    if not isinstance(value, Mapping):
        raise WrongValue(msg("`{place}` should be an object", place=place.lstrip(".") or "arguments"))
    entries = cast("Mapping[str, Json]", value)
    known = {member.name: member for member in members}
    unknown = sorted(entries.keys() - known.keys())
    missing = sorted(member.name for member in members if not member.optional and member.name not in entries)
    if unknown or missing:
        takes = ", ".join(f"`{name}`" for name in known)
        if unknown:
            raise WrongValue(msg("there is no argument `{name}`: the arguments are {names}", name=unknown[0][:40], names=takes))
        raise WrongValue(msg("the argument `{name}` is missing: the arguments are {names}", name=missing[0], names=takes))
    return {name: decode(item, known[name].form, f"{place}.{name}") for name, item in entries.items()}


# ----------------------------------------------------------------------- writing


def encode(value: object, language: str = "en") -> Json:
    """Return a value as JSON: a dataclass becomes an object with the names of its fields, a tuple a list, a message its text in
    the language. Raise TypeError for any other value.
    """
    match value:
        case str():
            return translate(value, language)
        case None | bool() | int() | float():
            return value
        case tuple() | list():
            return [encode(member, language) for member in cast("Sequence[object]", value)]
        case Mapping():
            entries = cast("Mapping[object, object]", value)
            return {str(key): encode(member, language) for key, member in entries.items()}
        case _ if is_dataclass(value) and not isinstance(value, type):
            return {field.name: encode(getattr(value, field.name), language) for field in fields(value)}
        case _:
            raise TypeError(f"{type(value).__name__} is no answer")


# ----------------------------------------------------------------------- schemas


def json_schema(declaration: type, title: str, identity: str = "") -> dict[str, Json]:
    """Return the JSON Schema (draft 2020-12) of a declared object; named forms in it are under `$defs`. The `identity` names
    the form and its version.
    """
    schemas = _Schemas()
    root = schemas.object(declaration)
    head: dict[str, Json] = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    if identity:
        head = {"$schema": head["$schema"], "$id": identity, "title": title}
    return head | root | ({"$defs": {name: schemas.named[name] for name in sorted(schemas.named)}} if schemas.named else {})


def described(declaration: object) -> str:
    """Return the docstring of a declaration on one line."""
    return " ".join((inspect.getdoc(declaration) or "").split())


class _Schemas:
    """Schemas being made, including the named schemas."""

    def __init__(self) -> None:
        self.named: dict[str, Json] = {}

    def of(self, form: Form) -> dict[str, Json]:
        match form:
            case Anything():
                return {}
            case Plain(kind, bounds):
                return {
                    "type": kind,
                    **_bounds(bounds, ("minLength", "maxLength") if kind == "string" else ("minimum", "maximum")),
                }
            case OneOf(values):
                return {"enum": list(values)}
            case ListOf(member, bounds):
                return {"type": "array", "items": self.of(member), **_bounds(bounds, ("minItems", "maxItems"))}
            case Row(members):
                each = [self.of(member) for member in members]
                return {"type": "array", "prefixItems": [*each], "items": False, "minItems": len(each)}
            case MapOf(value, keys, bounds):
                names: dict[str, Json] = {"propertyNames": {"pattern": keys}} if keys else {}
                limits = _bounds(bounds, ("minProperties", "maxProperties"))
                return {"type": "object", **names, **self._others(value), **limits}
            case ObjectOf(declaration):
                return self._reference(_schema_name(declaration), lambda: self.object(declaration))
            case Either(options):
                return self._either(options)
            case Described(inner, description):
                return self.of(inner) | {"description": description}
            case NamedForm(name, inner):
                return self._reference(name, lambda: self.of(inner))
            case _:
                assert_never(form)

    def _either(self, options: tuple[Form, ...]) -> dict[str, Json]:
        """One of several forms. Plain types without bounds are written as one list of types."""
        plain: list[Json] = [option.kind for option in options if isinstance(option, Plain) and option.bounds == Bounds()]
        others: list[Json] = [
            self.of(option) for option in options if not isinstance(option, Plain) or option.bounds != Bounds()
        ]
        together: dict[str, Json] = {"type": plain[0] if len(plain) == 1 else plain}
        return {"anyOf": [together, *others] if plain else others} if others else together

    def _reference(self, name: str, made: Callable[[], dict[str, Json]]) -> dict[str, Json]:
        if name not in self.named:
            self.named[name] = {}  # the entry comes first, because the form may contain itself
            self.named[name] = made()
        return {"$ref": f"#/$defs/{name}"}

    def object(self, declaration: type) -> dict[str, Json]:
        members = members_of(declaration)
        required: list[Json] = [member.name for member in members if not member.optional]
        return {
            "description": described(declaration),
            "type": "object",
            **({"required": required} if required else {}),
            "properties": {member.name: self.of(member.form) for member in members},
            **(self._others(form_of(_open[declaration])) if declaration in _open else {"additionalProperties": False}),
        }

    def _others(self, form: Form) -> dict[str, Json]:
        return {} if isinstance(form, Anything) else {"additionalProperties": self.of(form)}


def _bounds(bounds: Bounds, keys: tuple[str, str]) -> dict[str, Json]:
    each = zip(keys, (bounds.least, bounds.greatest), strict=True)
    return {key: number for key, number in each if number is not None}


def _schema_name(declaration: type) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", declaration.__name__.removesuffix("Json")).lower()
