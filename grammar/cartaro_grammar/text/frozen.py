"""Frozen dataclasses with slots, made without compiling code.

`dataclass` writes the methods of each class as text and compiles them, which for the two hundred classes of tree and game took
most of the time of a short command. A `frozen` class gets its `__init__` as a closure over its slots; its comparison is
compiled by the library when two values are first compared. `fields`, `replace`, `match` and pickling work as with any
dataclass; `__post_init__`, inherited fields and `ClassVar` are not supported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields, is_dataclass
from typing import NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[T]) -> type[T]:
    """Return the class with immutable instances, which are equal if their fields are equal."""
    if kind.__doc__ is None:
        kind.__doc__ = kind.__name__  # otherwise the library generates a docstring from the signature
    annotations = kind.__annotations__
    # otherwise the library searches every annotation for `ClassVar` and other special types
    kind.__annotations__ = dict.fromkeys(annotations, object)
    made = dataclass(init=False, repr=False, eq=False, slots=True)(kind)
    made.__annotations__ = annotations
    parts = _fields(made)
    for part in parts:
        part.type = annotations[part.name]

    def shown(self: T) -> str:
        shown_fields = (f"{part.name}={getattr(self, part.name)!r}" for part in parts if part.repr)
        return f"{made.__qualname__}({', '.join(shown_fields)})"

    def reduced(self: T) -> tuple[type[T], tuple[object, ...]]:
        return made, tuple(getattr(self, part.name) for part in parts)

    def equal(self: T, other: object) -> object:
        return _compared(made, parts, "__eq__")(self, other)

    def digest(self: T) -> object:
        return _compared(made, parts, "__hash__")(self)

    methods: Mapping[str, object] = {
        "__init__": _maker(made, parts),
        "__eq__": equal,
        "__hash__": digest,
        "__repr__": shown,
        "__reduce__": reduced,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
    }
    for name, method in methods.items():
        setattr(made, name, method)
    return made


def _fields(made: type) -> tuple[Field[object], ...]:
    assert is_dataclass(made)
    return fields(made)


def _compared(made: type, parts: tuple[Field[object], ...], method: str) -> Callable[..., object]:
    """Compile `__eq__` and `__hash__`, put them on the class instead of the methods that called this, and return one of the
    two.
    """
    names = {part.name: field(compare=part.compare) for part in parts}
    alike = type(made.__name__, (), {"__doc__": made.__name__, "__annotations__": dict.fromkeys(names, "object"), **names})
    compiled: type = dataclass(init=False, repr=False, unsafe_hash=True)(alike)
    for name in ("__eq__", "__hash__"):
        setattr(made, name, getattr(compiled, name))
    found: Callable[..., object] = getattr(made, method)
    return found


def _maker(made: type, parts: tuple[Field[object], ...]) -> Callable[..., None]:
    """Return the `__init__` of a class: values in the order of the fields, or by name."""
    names = tuple(part.name for part in parts)
    slots = tuple(getattr(made, name).__set__ for name in names)
    count = len(slots)

    def default(name: str) -> object:
        part = parts[names.index(name)]
        if part.default_factory is not MISSING:
            return part.default_factory()
        if part.default is MISSING:
            raise TypeError(f"{made.__name__} needs `{name}`")
        return part.default

    def init(self: object, /, *values: object, **named: object) -> None:
        if len(values) != count:
            rest = names[len(values) :]
            values = (*values, *[named.pop(name) if name in named else default(name) for name in rest])
        if named or len(values) != count:
            raise TypeError(f"{made.__name__} is given more than {', '.join(names)}")
        for put, value in zip(slots, values, strict=False):
            put(self, value)

    return init


def _refuse(self: object, name: str, value: object = None) -> NoReturn:
    del self, value
    raise FrozenInstanceError(f"cannot assign to field {name!r}")
