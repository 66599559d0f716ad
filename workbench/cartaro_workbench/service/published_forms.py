"""The declared JSON forms for readers in other languages: JSON Schemas in `docs/schemas`, and the TypeScript of the page.

`python -m cartaro_workbench.service.published_forms` writes both into the checkout; a test compares the files with its output.
In TypeScript every declared object is an interface; `Methods` has the arguments and the answer of every method.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Final, Union, assert_never, get_args, get_origin

from cartaro_interpreter import json_model
from cartaro_workbench.live_page import ELEMENTS, LINKS
from cartaro_workbench.schemas import SCHEMAS, schema_of
from cartaro_workbench.service.calls import LANGUAGE, Method
from cartaro_workbench.service.first_hands import FirstHands
from cartaro_workbench.service.methods import EVENTS
from cartaro_workbench.service.service import METHODS
from cartaro_workbench.service.session import Failure, LanguageCode

CHECKOUT: Final = Path(__file__).parents[3]
TYPE_SCRIPT: Final = "workbench/page/src/runtime/answers.ts"


def published() -> Iterator[tuple[Path, str]]:
    """Yield the place of every generated file in a checkout, and its text."""
    for name in SCHEMAS:
        text = json.dumps(schema_of(name), indent=2, ensure_ascii=False)
        yield CHECKOUT / "docs" / "schemas" / f"{name}.schema.json", text + "\n"
    yield CHECKOUT / TYPE_SCRIPT, type_script(METHODS.values())


# -------------------------------------------------------------------- typescript


HEAD: Final = f"""\
// Written by `python -m cartaro_workbench.service.published_forms` from the service's own types; a test keeps it so.

/** The outcome of a call. */
export type Outcome<T> = {{ readonly answer: T }} | {{ readonly error: Failure }};

/** The languages of answers. */
export type Language = {" | ".join(f'"{code}"' for code in get_args(LanguageCode))};
"""
_PLAIN: Final = {"string": "string", "boolean": "boolean", "integer": "number", "number": "number", "null": "null"}


def type_script(methods: Iterable[Method]) -> str:
    """Return the text of the module with the types of all methods."""
    interfaces = _Interfaces()
    signatures = [line for method in methods for line in interfaces.signature(method)]
    interfaces.of(json_model.form_of(Failure))
    interfaces.of(json_model.form_of(FirstHands))
    events = f"export type ServiceEvent = {' | '.join(interfaces.of(json_model.form_of(event)) for event in EVENTS)};"
    reported = ["/** A report during a call. */", events, ""]
    return "\n".join([HEAD, *interfaces.texts(), *reported, *_of_pages(), "export interface Methods {", *signatures, "}", ""])


def _of_pages() -> Iterator[str]:
    """Yield the elements, attributes and links that the HTML of a page may have."""
    yield "/** The elements of a page, each with the attributes that it may have; everything else is left out. */"
    yield "export const PAGE_ELEMENTS: { readonly [name: string]: readonly string[] } = {"
    yield from (f"  {name}: {json.dumps(attributes)}," for name, attributes in ELEMENTS.items())
    yield "};\n"
    yield "/** The permitted beginnings of the address of a link; others are left out. */"
    yield f"export const PAGE_LINKS: readonly string[] = {json.dumps(LINKS)};\n"


@dataclass(slots=True)
class _Interfaces:
    """A map from the names of interfaces to the declared objects that occur."""

    known: dict[str, type] = field(default_factory=dict[str, type])

    def of(self, form: json_model.Form) -> str:
        """Return a form in TypeScript."""
        match form:
            case json_model.Anything():
                return "unknown"
            case json_model.Plain(kind):
                return _PLAIN[kind]
            case json_model.OneOf(values):
                return "Language" if values == get_args(LanguageCode) else " | ".join(f'"{value}"' for value in values)
            case json_model.ListOf(member):
                written = self.of(member)
                return f"readonly ({written})[]" if " " in written else f"readonly {written}[]"
            case json_model.Row(members):
                return f"readonly [{', '.join(map(self.of, members))}]"
            case json_model.MapOf(value):
                return f"{{ readonly [name: string]: {self.of(value)} }}"
            case json_model.ObjectOf(declaration):
                name = declaration.__name__
                assert self.known.setdefault(name, declaration) is declaration, f"two types are called {name}"
                return name
            case json_model.Either(options):
                return " | ".join(map(self.of, options))
            case json_model.Described(inner) | json_model.NamedForm(_, inner):
                return self.of(inner)
            case _:
                assert_never(form)

    def signature(self, method: Method) -> Iterator[str]:
        """Yield a method's arguments and answer, under its docstring."""
        language = json_model.Member(LANGUAGE, json_model.form_of(LanguageCode), True)
        members = {member.name: member for member in (*method.parameters, language)} | {
            member.name: member for member in method.parameters
        }
        given = "; ".join(f"{one.name}{'?' if one.optional else ''}: {self.of(one.form)}" for one in members.values())
        answers = get_args(method.answer) if get_origin(method.answer) in (UnionType, Union) else (method.answer,)
        answer = " | ".join(self.of(json_model.form_of(one)) for one in answers if one is not Failure)
        yield f"  /** {_comment(method.function)} */"
        yield f"  {method.name}: {{ arguments: {{ {given} }}; answer: {answer} }};"

    def texts(self) -> Iterator[str]:
        """Yield every interface once, before the interfaces that it refers to."""
        done = set[str]()
        while waiting := [name for name in self.known if name not in done]:
            for name in waiting:
                done.add(name)
                yield self.interface(self.known[name])

    def interface(self, declaration: type) -> str:
        """Return a declared object as an interface; an answer has all the fields of a dataclass."""
        always = is_dataclass(declaration)
        lines = [
            f"  readonly {member.name}{'?' if member.optional and not always else ''}: {self.of(member.form)};"
            for member in json_model.members_of(declaration)
        ]
        return "\n".join([f"/** {_comment(declaration)} */", f"export interface {declaration.__name__} {{", *lines, "}", ""])


def _comment(of: object) -> str:
    return json_model.described(of).replace("*/", "")


if __name__ == "__main__":
    for path, text in published():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
