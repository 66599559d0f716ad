"""The types of the service's answers in TypeScript, written from its own: `python -m cartaro_workbench.service.type_script`.

Every dataclass is an interface by the names of its fields; `Methods` has the arguments and the answer of every method.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from cartaro_workbench.live_page import ELEMENTS, LINKS
from cartaro_workbench.service.calls import LANGUAGE, Method
from cartaro_workbench.service.methods import EVENTS
from cartaro_workbench.service.service import METHODS
from cartaro_workbench.service.session import Failure, LanguageCode

HEAD = f"""\
// Written by `python -m cartaro_workbench.service.type_script` from the service's own types; a test keeps it so.

/** What every call comes to. */
export type Outcome<T> = {{ readonly answer: T }} | {{ readonly error: Failure }};

/** The languages of answers. */
export type Language = {" | ".join(f'"{code}"' for code in get_args(LanguageCode))};
"""
PLAIN: Mapping[object, str] = {str: "string", bool: "boolean", int: "number", float: "number", NoneType: "null"}
PLACE = Path(__file__).parents[2] / "page" / "src" / "runtime" / "answers.ts"
"""Where the page looks for it, in a checkout."""


def type_script(methods: Iterable[Method]) -> str:
    """The text of the module."""
    names = _Names()
    signatures = [line for method in methods for line in names.signature(method)]
    names.of(Failure)
    events = f"export type ServiceEvent = {' | '.join(map(names.of, EVENTS))};"
    interfaces = [names.interface(of) for of in names.all()]
    told = ["/** What is told while a call goes on. */", events, ""]
    return "\n".join([HEAD, *interfaces, *told, *_of_pages(), "export interface Methods {", *signatures, "}", ""])


def _of_pages() -> Iterator[str]:
    """What may occur in the HTML of a page."""
    yield "/** The elements of a page, each with the attributes that it may have; what else there is, is left out. */"
    yield "export const PAGE_ELEMENTS: { readonly [name: string]: readonly string[] } = {"
    yield from (f"  {name}: {json.dumps(attributes)}," for name, attributes in ELEMENTS.items())
    yield "};\n"
    yield "/** What the address of a link begins with; others are left out. */"
    yield f"export const PAGE_LINKS: readonly string[] = {json.dumps(LINKS)};\n"


@dataclass(slots=True)
class _Names:
    """The interfaces that are spoken of, by their names."""

    known: dict[str, type] = field(default_factory=dict[str, type])

    def of(self, hint: object) -> str:
        """A type as TypeScript writes it."""
        if hint in PLAIN or hint == LanguageCode:
            return PLAIN.get(hint, "Language")
        if isinstance(hint, type) and is_dataclass(hint):
            assert self.known.setdefault(hint.__name__, hint) is hint, f"two types are called {hint.__name__}"
            return hint.__name__
        match get_origin(hint), get_args(hint):
            case (origin, values) if origin is Literal:
                return " | ".join(f'"{value}"' for value in values)
            case (origin, (member, *rest)) if origin is tuple:
                return self._listed(member) if rest in ([...], []) else f"readonly [{self._series((member, *rest))}]"
            case (origin, (_, value)) if origin is Mapping:
                return f"{{ readonly [name: string]: {self.of(value)} }}"
            case (origin, members) if origin in (UnionType, Union):
                return " | ".join(self.of(member) for member in members)
            case _:
                raise TypeError(f"{hint} has no form in TypeScript")

    def _listed(self, member: object) -> str:
        written = self.of(member)
        return f"readonly ({written})[]" if " " in written else f"readonly {written}[]"

    def _series(self, members: tuple[object, ...]) -> str:
        return ", ".join(self.of(member) for member in members)

    def signature(self, method: Method) -> Iterator[str]:
        """A method's arguments and answer, with what it says of itself."""
        hints = dict(method.hints)
        answer = hints.pop("return")
        optional = method.optional if LANGUAGE in hints else method.optional | {LANGUAGE}
        hints.setdefault(LANGUAGE, LanguageCode)
        members = get_args(answer) if get_origin(answer) in (UnionType, Union) else (answer,)
        given = "; ".join(f"{name}{'?' if name in optional else ''}: {self.of(hint)}" for name, hint in hints.items())
        yield f"  /** {_said(method.function)} */"
        yield f"  {method.name}: {{ arguments: {{ {given} }}; answer: {self._answer(members)} }};"

    def _answer(self, members: tuple[object, ...]) -> str:
        return " | ".join(self.of(member) for member in members if member is not Failure)

    def all(self) -> Iterator[type]:
        """Every interface, each once; those that one speaks of follow it."""
        done = set[str]()
        while waiting := [name for name in self.known if name not in done]:
            for name in waiting:
                done.add(name)
                yield self.known[name]

    def interface(self, of: type) -> str:
        """A dataclass as an interface."""
        hints = get_type_hints(of)
        assert is_dataclass(of)
        lines = [f"  readonly {one.name}: {self.of(hints[one.name])};" for one in fields(of)]
        return "\n".join([f"/** {_said(of)} */", f"export interface {of.__name__} {{", *lines, "}", ""])


def _said(of: object) -> str:
    return " ".join((inspect.getdoc(of) or "").split()).replace("*/", "")


if __name__ == "__main__":
    PLACE.parent.mkdir(parents=True, exist_ok=True)
    PLACE.write_text(type_script(METHODS.values()), encoding="utf-8")
